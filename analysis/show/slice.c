/* Slices as text: lines of the source, with the reasons for which they are there.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/slice.h"
#include "show/cells.h"
#include "show/layouts.h"

#define COLUMN 44              /* reasons stand here, after the source */

/* A source file that is read line by line.  */
struct source
{
  char *name;
  FILE *in;
  char *text;
  size_t room;
  uint32_t line;
};

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_slice_head *h = data;
  char a[WPP_COUNT_TEXT], b[WPP_COUNT_TEXT];
  fprintf (out, "%s slice of %s, execution %s of %s, approach %u: ", h->forward ? "forward" : "backward", h->text,
           wpp_count_text (h->criterion.execution, a), wpp_count_text (h->criterion.executions, b), h->approach);
  if (h->shown < h->lines)
    fprintf (out, "%" PRIu64 " of ", h->shown);
  fprintf (out, "%" PRIu64 " lines\n", h->lines);
  return 0;
}

/* Write line LINE of SOURCE, which comes after those before; return its width.  */
static unsigned
put_source (FILE *out, struct source *source, uint32_t line)
{
  ssize_t n = -1;
  while (source->in && source->line < line && (n = getline (&source->text, &source->room, source->in)) >= 0)
    source->line++;
  if (n < 0 || source->line != line)
    return 0;
  if (n && source->text[n - 1] == '\n')
    source->text[--n] = 0;
  for (ssize_t i = 0; i < n; i++)
    if (source->text[i] == '\t')
      source->text[i] = ' ';
  fputs (source->text, out);
  return n;
}

static void
put_reason (FILE *out, const struct wpp_slice_reason_row *r, const char *between)
{
  fprintf (out, "%s%s%s", between, r->may ? "may be " : "", r->because);
  if (r->variable)
    fprintf (out, " %s", r->variable);
  if (r->line < 0)
    return;
  if (r->line)
    fprintf (out, ", line %" PRId64, r->line);
  else
    fputs (", no line", out);
  if (r->file)
    fprintf (out, " of %s", r->file);
}

/* Write element I of VALUES, under its line.  */
static int
put_value (FILE *out, const struct wpp_row_list *values, size_t i)
{
  struct wpp_slice_value_row v;
  char n[WPP_COUNT_TEXT];
  int err = values->get (values->data, i, &v);
  if (err)
    return err;
  fprintf (out, "%*s%s: %s", 13, "", v.statement, v.value);
  if (v.instances > 1)
    fprintf (out, " (of %s)", wpp_count_text (v.instances, n));
  putc ('\n', out);
  return 0;
}

static void
close_source (struct source *source)
{
  if (source->in)
    fclose (source->in);
  free (source->name);
  free (source->text);
  *source = (struct source){ NULL };
}

/* Lines of the file of R begin.  */
static int
begin_file (FILE *out, struct source *source, const struct wpp_slice_row *r)
{
  close_source (source);
  source->name = strdup (r->file);
  source->in = r->path ? fopen (r->path, "r") : NULL;
  fprintf (out, "%s\n", r->file);
  return source->name ? 0 : WPP_E_NOMEM;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_slice_row *r = data;
  struct source *source = state;
  int err = source->name && !strcmp (source->name, r->file) ? 0 : begin_file (out, source, r);
  fprintf (out, "%7u  ", r->line);
  unsigned width = put_source (out, source, r->line);
  if (width)
    fprintf (out, "%*s| ", (int)(width < COLUMN ? COLUMN - width : 1), "");
  for (size_t i = 0; i < r->reasons.n && !err; i++)
    {
      struct wpp_slice_reason_row reason;
      err = r->reasons.get (r->reasons.data, i, &reason);
      if (!err)
        put_reason (out, &reason, i ? "; " : "");
    }
  putc ('\n', out);
  for (size_t i = 0; i < r->values.n && !err; i++)
    err = put_value (out, &r->values, i);
  return err;
}

static int
end (FILE *out, void *state)
{
  close_source (state);
  return 0;
}

const struct wpp_text_layout wpp_slice_layout = { &wpp_slice_schema, begin, row, end };
