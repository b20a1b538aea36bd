/* Callgrind's profiles, which callgrind_annotate, KCachegrind and speedscope read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format: https://valgrind.org/docs/manual/cl-format.html.  A function's own costs by line, and its calls with what
   they cost inclusively.  The format has functions and calls, not contexts: contexts are added up.  What a call costs
   inclusively is counted once where it is open several times (recursion), so that nothing gets more than the whole
   program.  Names have numbers, since names themselves may look like one.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/saturate.h"
#include "show/cells.h"
#include "show/export/export-impl.h"

#define N_EVENTS 2              /* statements, activations */

struct function
{
  uint32_t name, file, line;    /* numbers of names */
};

struct context
{
  uint32_t level;
  uint32_t function, call;      /* numbers; CALL: WPP_NO_ITEM without a caller */
  int64_t caller;
  uint64_t total[N_EVENTS];     /* with what it called */
};

struct self_key
{
  uint32_t function, file, line;
};

struct call_key
{
  uint32_t function, file, line, callee;
};

struct cost
{
  uint64_t of[N_EVENTS];
  uint64_t count;               /* of calls */
  uint32_t open;                /* contexts of this call that are */
};

struct callgrind
{
  struct wpp_shower shower;
  struct wpp_numbered names, files, functions, selves, calls; /* the last two by their keys */
  struct function *function;    /* [functions.n] */
  struct cost *self, *call;     /* [selves.n], [calls.n] */
  size_t functions_room, selves_room, calls_room;
  struct context *contexts;     /* [n] */
  size_t n, room;
  bool *named[2];               /* names, files that have been written */
};

/* ---- Rows.  */

/* Set *NUMBER to that of TEXT, on one line, in T.  */
static int
number_name (struct wpp_numbered *t, const char *text, uint32_t *number)
{
  char *clean = strdup (text && *text ? text : "???");
  if (!clean)
    return WPP_E_NOMEM;
  for (char *c = clean; *c; c++)
    if (iscntrl ((unsigned char)*c))
      *c = '?';
  int found = wpp_number_text (t, clean, number);
  free (clean);
  return found;
}

static int
number_function (struct callgrind *c, const struct wpp_stack_row *r, uint32_t *number)
{
  struct function f = { .line = r->start_line };
  int found = number_name (&c->names, wpp_stack_name (r), &f.name);
  if (found >= 0)
    found = number_name (&c->files, r->path, &f.file);
  if (found >= 0)
    found = wpp_number_bytes (&c->functions, &r->function_number, sizeof r->function_number, number);
  if (found > 0 && WPP_RESERVE (c->function, c->functions_room, *number, 1))
    return WPP_E_NOMEM;
  if (found > 0)
    c->function[*number] = f;
  return found < 0 ? found : 0;
}

/* Set *COST to what is known of KEY [SIZE] in T, whose costs are COSTS [ROOM]; and *NUMBER to its number.  */
static int
cost_of (struct wpp_numbered *t, const void *key, size_t size, struct cost **costs, size_t *room, uint32_t *number)
{
  int found = wpp_number_bytes (t, key, size, number);
  if (found > 0 && WPP_RESERVE (*costs, *room, *number, 1))
    return WPP_E_NOMEM;
  if (found > 0)
    (*costs)[*number] = (struct cost){ .count = 0 };
  return found < 0 ? found : 0;
}

/* Add VALUE to event EVENT of FUNCTION at LINE of FILE.  */
static int
add_self (struct callgrind *c, uint32_t function, const char *file, uint32_t line, size_t event, uint64_t value)
{
  struct self_key key = { .function = function, .line = line };
  uint32_t number;
  int err = number_name (&c->files, file, &key.file);
  if (err >= 0)
    err = cost_of (&c->selves, &key, sizeof key, &c->self, &c->selves_room, &number);
  if (err)
    return err;
  c->self[number].of[event] = wpp_saturating_add (c->self[number].of[event], value);
  return 0;
}

/* Set *NUMBER to that of the call by which the context of R, of FUNCTION, was called.  */
static int
add_call (struct callgrind *c, const struct wpp_stack_row *r, uint32_t function, uint32_t *number)
{
  bool known = r->call && r->call->file;
  uint32_t caller = c->contexts[r->caller].function;
  struct call_key key = { .function = caller, .line = known ? r->call->line : c->function[caller].line,
                          .callee = function };
  int err = 0;
  if (known)
    err = number_name (&c->files, r->call->path, &key.file);
  else
    key.file = c->function[caller].file;
  if (err >= 0)
    err = cost_of (&c->calls, &key, sizeof key, &c->call, &c->calls_room, number);
  if (!err)
    c->call[*number].count = wpp_saturating_add (c->call[*number].count, r->count);
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct callgrind *c = (struct callgrind *)sink;
  const struct wpp_stack_row *r = data;
  struct context x
    = { .level = r->level, .call = WPP_NO_ITEM, .caller = r->caller, .total = { r->statements, r->count } };
  int err = number_function (c, r, &x.function);
  if (!err && r->caller >= 0)
    err = add_call (c, r, x.function, &x.call);
  if (!err)
    err = add_self (c, x.function, r->path, r->start_line, 1, r->count);
  for (size_t i = 0; i < r->lines.n && !err; i++)
    {
      struct wpp_stack_line_row line;
      err = r->lines.get (r->lines.data, i, &line);
      if (!err && line.statements)
        err = add_self (c, x.function, line.path, line.line, 0, line.statements);
    }
  if (!err && WPP_RESERVE (c->contexts, c->room, c->n, 1))
    err = WPP_E_NOMEM;
  if (!err)
    c->contexts[c->n++] = x;
  return err;
}

/* ---- What calls cost.  */

/* Add what contexts cost to their callers: these come before them.  */
static void
add_totals (struct callgrind *c)
{
  for (size_t i = c->n; i--;)
    if (c->contexts[i].caller >= 0)
      for (size_t e = 0; e < N_EVENTS; e++)
        {
          uint64_t *to = &c->contexts[c->contexts[i].caller].total[e];
          *to = wpp_saturating_add (*to, c->contexts[i].total[e]);
        }
}

/* Add it to their calls, unless the same call is open.  */
static int
add_inclusive (struct callgrind *c)
{
  uint32_t most = 0, n = 0;
  for (size_t i = 0; i < c->n; i++)
    most = c->contexts[i].level > most ? c->contexts[i].level : most;
  uint32_t *open = malloc ((most + (size_t)1) * sizeof *open);
  if (!open)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < c->n; i++)
    {
      const struct context *x = &c->contexts[i];
      for (; n >= x->level; n--)
        if (open[n - 1] != WPP_NO_ITEM)
          c->call[open[n - 1]].open--;
      open[n++] = x->call;
      if (x->call == WPP_NO_ITEM || c->call[x->call].open++)
        continue;
      for (size_t e = 0; e < N_EVENTS; e++)
        c->call[x->call].of[e] = wpp_saturating_add (c->call[x->call].of[e], x->total[e]);
    }
  free (open);
  return 0;
}

/* ---- Writing.  */

/* A line of a function: its own costs, or a call.  */
struct entry
{
  struct self_key at;
  bool call;
  uint32_t number;
};

static int
compare_entries (const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  if (x->at.function != y->at.function)
    return x->at.function < y->at.function ? -1 : 1;
  if (x->at.file != y->at.file)
    return x->at.file < y->at.file ? -1 : 1;
  if (x->at.line != y->at.line)
    return x->at.line < y->at.line ? -1 : 1;
  if (x->call != y->call)
    return x->call ? 1 : -1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Write `TAG=(NUMBER) NAME', the name only if it was not written yet; KIND: 0 names, 1 files.  */
static void
put_name (struct callgrind *c, const char *tag, size_t kind, uint32_t number)
{
  const struct wpp_numbered *t = kind ? &c->files : &c->names;
  fprintf (c->shower.out, "%s=(%u)", tag, number + 1);
  if (!c->named[kind][number])
    fprintf (c->shower.out, " %s", t->items[number].bytes);
  c->named[kind][number] = true;
  putc ('\n', c->shower.out);
}

static void
put_costs (FILE *out, uint32_t line, const struct cost *cost)
{
  wpp_put_number (out, line);
  for (size_t e = 0; e < N_EVENTS; e++)
    {
      putc (' ', out);
      wpp_put_number (out, cost->of[e]);
    }
  putc ('\n', out);
}

static void
put_call (struct callgrind *c, const struct entry *e)
{
  struct call_key key;
  memcpy (&key, c->calls.items[e->number].bytes, sizeof key);
  const struct function *callee = &c->function[key.callee];
  put_name (c, "cfi", 1, callee->file);
  put_name (c, "cfn", 0, callee->name);
  fputs ("calls=", c->shower.out);
  wpp_put_number (c->shower.out, c->call[e->number].count);
  fprintf (c->shower.out, " %u\n", callee->line);
  put_costs (c->shower.out, key.line, &c->call[e->number]);
}

static void
put_entries (struct callgrind *c, const struct entry *entries, size_t n)
{
  uint32_t file = 0;
  for (size_t i = 0; i < n; i++)
    {
      const struct self_key *at = &entries[i].at;
      const struct function *f = &c->function[at->function];
      if (!i || at->function != entries[i - 1].at.function)
        {
          putc ('\n', c->shower.out);
          put_name (c, "fl", 1, file = f->file);
          put_name (c, "fn", 0, f->name);
        }
      if (at->file != file)
        put_name (c, at->file == f->file ? "fe" : "fi", 1, file = at->file);
      if (entries[i].call)
        put_call (c, &entries[i]);
      else
        put_costs (c->shower.out, at->line, &c->self[entries[i].number]);
    }
}

/* All entries, sorted; [*N], malloc'ed, or null.  */
static struct entry *
list_entries (const struct callgrind *c, size_t *n)
{
  struct entry *entries = malloc ((c->selves.n + c->calls.n + 1) * sizeof *entries);
  *n = 0;
  for (uint32_t i = 0; entries && i < c->selves.n; i++)
    {
      struct entry *e = &entries[(*n)++];
      *e = (struct entry){ .number = i };
      memcpy (&e->at, c->selves.items[i].bytes, sizeof e->at);
    }
  for (uint32_t i = 0; entries && i < c->calls.n; i++)
    {
      struct entry *e = &entries[(*n)++];
      *e = (struct entry){ .call = true, .number = i };
      memcpy (&e->at, c->calls.items[i].bytes, sizeof e->at);
    }
  if (*n)
    qsort (entries, *n, sizeof *entries, compare_entries);
  return entries;
}

static void
put_totals (struct callgrind *c)
{
  struct cost all = { .count = 0 };
  for (size_t i = 0; i < c->selves.n; i++)
    for (size_t e = 0; e < N_EVENTS; e++)
      all.of[e] = wpp_saturating_add (all.of[e], c->self[i].of[e]);
  fputs ("totals:", c->shower.out);
  for (size_t e = 0; e < N_EVENTS; e++)
    {
      putc (' ', c->shower.out);
      wpp_put_number (c->shower.out, all.of[e]);
    }
  putc ('\n', c->shower.out);
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *data)
{
  FILE *out = ((struct callgrind *)sink)->shower.out;
  const struct wpp_stacks_head *head = data;
  fputs ("# callgrind format\nversion: 1\ncreator: wpp " WPP_VERSION "\ncmd: ", out);
  wpp_put_on_line (out, head->program ? head->program : head->file);
  fputs ("\npositions: line\nevents: Statements Activations\n", out);
  return 0;
}

static int
end (struct wpp_row_sink *sink)
{
  struct callgrind *c = (struct callgrind *)sink;
  size_t n;
  struct entry *entries = list_entries (c, &n);
  c->named[0] = calloc (c->names.n + 1, sizeof **c->named);
  c->named[1] = calloc (c->files.n + 1, sizeof **c->named);
  int err = entries && c->named[0] && c->named[1] ? 0 : WPP_E_NOMEM;
  add_totals (c);
  if (!err)
    err = add_inclusive (c);
  if (!err)
    {
      put_entries (c, entries, n);
      putc ('\n', c->shower.out);
      put_totals (c);
    }
  free (entries);
  return err;
}

static void
release (struct wpp_shower *s)
{
  struct callgrind *c = (struct callgrind *)s;
  wpp_numbered_release (&c->names);
  wpp_numbered_release (&c->files);
  wpp_numbered_release (&c->functions);
  wpp_numbered_release (&c->selves);
  wpp_numbered_release (&c->calls);
  free (c->function);
  free (c->self);
  free (c->call);
  free (c->contexts);
  free (c->named[0]);
  free (c->named[1]);
}

struct wpp_row_sink *
wpp_callgrind_sink (FILE *out, unsigned version)
{
  struct callgrind *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  c->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  return &c->shower.sink;
}
