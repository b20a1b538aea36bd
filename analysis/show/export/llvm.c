/* LLVM's text profiles of samples, which clang's -fprofile-sample-use reads: flat, or by calling context.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format: https://clang.llvm.org/docs/UsersManual.html, Sample Profile Text Format.  A count is that of the block
   of a line that was executed most often, as of a sample in each execution.  Discriminators are left out: what a line
   has several times gets the greatest count.  With contexts, a function comes once for each, in brackets: callers
   first, with the lines of calls.  */

#include <ctype.h>
#include <stdlib.h>
#include "answers/samples.h"
#include "base/array.h"
#include "base/saturate.h"
#include "show/cells.h"
#include "show/export/export-impl.h"

/* Write NAME, an assembler name; what would end it is an underscore.  */
static void
put_name (FILE *out, const char *name)
{
  for (; *name; name++)
    putc (iscntrl ((unsigned char)*name) || *name == ' ' || *name == ':' ? '_' : *name, out);
}

/* ---- Flat.  */

static int
put_line (FILE *out, const struct wpp_sample_line_row *l)
{
  fprintf (out, " %u: ", l->offset);
  wpp_put_number (out, l->count);
  for (size_t i = 0; i < l->targets.n; i++)
    {
      struct wpp_sample_target_row target;
      int err = l->targets.get (l->targets.data, i, &target);
      if (err)
        return err;
      putc (' ', out);
      put_name (out, target.callee);
      putc (':', out);
      wpp_put_number (out, target.count);
    }
  putc ('\n', out);
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  FILE *out = ((struct wpp_shower *)sink)->out;
  const struct wpp_samples_row *f = data;
  int err = 0;
  put_name (out, f->assembler_name);
  putc (':', out);
  wpp_put_number (out, f->total);
  putc (':', out);
  wpp_put_number (out, f->entries);
  putc ('\n', out);
  for (size_t i = 0; i < f->lines.n && !err; i++)
    {
      struct wpp_sample_line_row line;
      err = f->lines.get (f->lines.data, i, &line);
      if (!err)
        err = put_line (out, &line);
    }
  return err;
}

struct wpp_row_sink *
wpp_llvm_sink (FILE *out, unsigned version)
{
  struct wpp_shower *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  *s = (struct wpp_shower){ .sink = { .row = row }, .out = out };
  return &s->sink;
}

/* ---- By context.  */

struct frame
{
  uint32_t name;
  uint32_t start_line;
  uint32_t call;                /* lines from its first to the call of the next one */
};

struct contexts
{
  struct wpp_shower shower;
  struct wpp_numbered names;
  struct frame *open;           /* [open_room] */
  size_t open_room;
};

static void
put_context (const struct contexts *c, uint32_t level)
{
  FILE *out = c->shower.out;
  putc ('[', out);
  for (uint32_t i = 0; i < level; i++)
    {
      put_name (out, c->names.items[c->open[i].name].bytes);
      if (i + 1 < level)
        fprintf (out, ":%u @ ", c->open[i].call);
    }
  putc (']', out);
}

/* Write the lines of R that have a place; if OUT is null, add their counts up in *TOTAL.  */
static int
put_lines (FILE *out, const struct wpp_stack_row *r, uint64_t *total)
{
  int err = 0;
  for (size_t i = 0; i < r->lines.n && !err; i++)
    {
      struct wpp_stack_line_row line;
      err = r->lines.get (r->lines.data, i, &line);
      if (err || !line.executions || line.line < r->start_line || line.path != r->path)
        continue;
      *total = wpp_saturating_add (*total, line.executions);
      if (out)
        fprintf (out, " %u: ", line.line - r->start_line);
      if (out)
        wpp_put_number (out, line.executions);
      if (out)
        putc ('\n', out);
    }
  return err;
}

static int
context_row (struct wpp_row_sink *sink, const void *data)
{
  struct contexts *c = (struct contexts *)sink;
  const struct wpp_stack_row *r = data;
  FILE *out = c->shower.out;
  uint64_t total = 0;
  struct frame frame = { .start_line = r->start_line };
  if (!r->function)
    return 0;
  if (WPP_RESERVE (c->open, c->open_room, 0, r->level + 1))
    return WPP_E_NOMEM;
  int err = wpp_number_text (&c->names, r->function->assembler_name, &frame.name);
  if (r->level > 1)
    {
      struct frame *caller = &c->open[r->level - 2];
      bool known = r->call && r->call->line >= caller->start_line;
      caller->call = known ? (uint32_t)r->call->line - caller->start_line : 0;
    }
  c->open[r->level - 1] = frame;
  if (err >= 0)
    err = put_lines (NULL, r, &total);
  if (err < 0)
    return err;
  put_context (c, r->level);
  putc (':', out);
  wpp_put_number (out, total);
  putc (':', out);
  wpp_put_number (out, r->count);
  putc ('\n', out);
  return put_lines (out, r, &total);
}

static void
release (struct wpp_shower *s)
{
  struct contexts *c = (struct contexts *)s;
  wpp_numbered_release (&c->names);
  free (c->open);
}

struct wpp_row_sink *
wpp_llvm_contexts_sink (FILE *out, unsigned version)
{
  struct contexts *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->shower = (struct wpp_shower){ .sink = { .row = context_row }, .out = out, .release = release };
  return &c->shower.sink;
}
