/* The path trace as text, and rows that come again and again.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A trace has as many rows as the program had events, and few different ones.  So each is shown once, in memory, and
   copied from there.  */

#define _GNU_SOURCE
#include <endian.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/trace.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"
#include "show/show-impl.h"

/* ---- Text.  */

static int
begin_file (FILE *out, const void *data, void *state)
{
  const struct wpp_trace_file_head *head = data;
  if (!head->only)
    fprintf (out, "# %s\n", head->file);
  return 0;
}

static int
put_event (FILE *out, const void *data, void *state)
{
  const struct wpp_trace_row *e = data;
  if (e->control)
    fprintf (out, "%u %s", e->thread, e->control);
  else if (!e->function)
    fprintf (out, "%u %" PRIu32, e->thread, e->word);
  else
    fprintf (out, "%u %s %" PRIu64, e->thread, e->shown_name, e->path.is.number);
  if (e->blocks.get)
    {
      fputs ("  blocks ", out);
      wpp_put_blocks (out, &e->blocks);
      fputs ("  lines ", out);
      wpp_put_lines (out, &e->lines);
    }
  putc ('\n', out);
  return 0;
}

static int
put_word (FILE *out, const void *data, void *state)
{
  fprintf (out, "%" PRIu32 "\n", ((const struct wpp_trace_row *)data)->word);
  return 0;
}

const struct wpp_text_layout wpp_trace_layout = { &wpp_trace_file_schema, begin_file, put_event, NULL };

struct wpp_row_sink *
wpp_trace_words_sink (FILE *out)
{
  static const struct wpp_text_layout layout = { &wpp_trace_file_schema, begin_file, put_word, NULL };
  static const struct wpp_text_layout *const layouts[] = { &layout, NULL };
  return wpp_layouts_sink (out, layouts);
}

/* ---- Rows as they were shown before.  */

#define ROOM (1 << 16)

struct repeated
{
  struct wpp_shower shower;
  struct wpp_shower *form;      /* which shows them */
  const struct wpp_schema *schema; /* of the file at hand; null: none */
  bool any;                     /* row of it */
  size_t n;
  char bytes[ROOM];             /* [n] to be written */
};

static int
flush (struct repeated *r)
{
  size_t n = r->n;
  r->n = 0;
  return fwrite_unlocked (r->bytes, 1, n, r->shower.out) == n ? 0 : WPP_E_IO;
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct repeated *r = (struct repeated *)sink;
  r->schema = schema == &wpp_trace_file_schema ? schema : NULL;
  r->any = false;
  r->form->about = r->shower.about;
  return wpp_sink_begin (&r->form->sink, schema, head);
}

/* Show ROW alone: what comes between two rows, and the row.  */
static int
show (struct repeated *r, const struct wpp_trace_row *row)
{
  FILE *out = r->form->out;
  r->form->out = open_memstream (&row->shown->text, &row->shown->size);
  int err = r->form->out ? r->form->separate (r->form) : WPP_E_NOMEM;
  if (!err)
    err = r->form->put (r->form, r->schema, row);
  if (r->form->out && fclose (r->form->out))
    err = WPP_E_NOMEM;
  r->form->out = out;
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct repeated *r = (struct repeated *)sink;
  const struct wpp_trace_row *row = data;
  const struct wpp_trace_shown *shown = row->shown;
  if (!r->any)
    {
      /* What comes before the first row comes before no other one.  When it comes again, its lists mean nothing.  */
      r->any = true;
      int first = wpp_sink_row (&r->form->sink, data);
      return first || shown->text ? first : show (r, row);
    }
  int err = shown->text ? 0 : show (r, row);
  if (!err && r->n + shown->size > ROOM)
    err = flush (r);
  if (!err && shown->size > ROOM)
    return fwrite_unlocked (shown->text, 1, shown->size, r->shower.out) == shown->size ? 0 : WPP_E_IO;
  if (!err)
    memcpy (r->bytes + r->n, shown->text, shown->size);
  r->n += err ? 0 : shown->size;
  return err;
}

static int
end (struct wpp_row_sink *sink)
{
  struct repeated *r = (struct repeated *)sink;
  int err = flush (r);
  r->schema = NULL;
  r->form->about = r->shower.about;
  return err ? err : wpp_sink_end (&r->form->sink);
}

static void
release (struct wpp_shower *s)
{
  wpp_sink_free (&((struct repeated *)s)->form->sink);
}

struct wpp_row_sink *
wpp_trace_sink (struct wpp_row_sink *form)
{
  struct repeated *r = form ? calloc (1, sizeof *r) : NULL;
  if (!r)
    {
      wpp_sink_free (form);
      return NULL;
    }
  r->form = (struct wpp_shower *)form;
  r->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = r->form->out, .release = release };
  return &r->shower.sink;
}

/* ---- Words in bytes.  */

static int
binary_row (struct wpp_row_sink *sink, const void *data)
{
  const struct wpp_trace_row *row = data;
  FILE *out = ((struct wpp_shower *)sink)->out;
  uint32_t words[1024];
  if (htole32 (1) == 1)
    return fwrite_unlocked (row->words, sizeof *row->words, row->n_words, out) == row->n_words ? 0 : WPP_E_IO;
  for (size_t i = 0; i < row->n_words;)
    {
      size_t n = 0;
      for (; n < sizeof words / sizeof *words && i < row->n_words; n++)
        words[n] = htole32 (row->words[i++]);
      if (fwrite_unlocked (words, sizeof *words, n, out) != n)
        return WPP_E_IO;
    }
  return 0;
}

struct wpp_row_sink *
wpp_trace_binary_sink (FILE *out)
{
  struct wpp_shower *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  *s = (struct wpp_shower){ .sink = { .row = binary_row }, .out = out };
  return &s->sink;
}
