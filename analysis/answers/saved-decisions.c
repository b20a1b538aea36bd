/* Decisions of dumps that were saved.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/document.h"
#include "answers/saved-decisions.h"
#include "base/array.h"
#include "base/file-names.h"
#include "base/names.h"

void
wpp_saved_decisions_release (struct wpp_saved_decisions *all)
{
  for (size_t i = 0; i < all->n_dumps; i++)
    {
      free (all->dumps[i].file);
      json_object_put (all->dumps[i].document);
      free (all->dumps[i].text);
    }
  free (all->dumps);
  free (all->rows);
}

/* ---- JSON.  */

static struct wpp_decision_row
read_decision (const struct wpp_element *top, size_t i, const char *file)
{
  struct wpp_element e = wpp_element_of (top, "decisions", i);
  struct wpp_decision_row row = { .file = file };
  row.function = wpp_element_text (&e, "function");
  row.kind = wpp_element_text (&e, "kind");
  row.action = wpp_element_text (&e, "action");
  row.because = wpp_element_text (&e, "because");
  row.chosen = wpp_element_truth (&e, "chosen");
  row.line = wpp_element_number (&e, "line", INT64_MAX);
  row.bytes = wpp_element_number (&e, "bytes", INT64_MAX);
  row.gain = wpp_element_signed (&e, "gain");
  return row;
}

/* Add what DUMP, of which the document is read, has.  */
static int
add_document (struct wpp_saved_decisions *all, struct wpp_decision_dump *dump, struct wpp_place *place)
{
  struct wpp_document document = { 0, place };
  struct wpp_element top = { .document = &document, .object = dump->document };
  const char *file = wpp_element_text (&top, "file");
  struct json_object *list = wpp_element_array (&top, "decisions");
  dump->file = file ? wpp_file_tidy ("", file, false) : NULL;
  if (document.err || !dump->file)
    return document.err ? document.err : WPP_E_NOMEM;
  for (size_t i = 0; i < json_object_array_length (list) && !document.err; i++)
    {
      if (WPP_EXTEND (all->rows, all->n))
        return WPP_E_NOMEM;
      all->rows[all->n++] = read_decision (&top, i, dump->file);
    }
  return document.err;
}

int
wpp_saved_decisions_read (void *into, const char *file, struct wpp_place *place)
{
  struct wpp_saved_decisions *all = into;
  static const struct wpp_document_kind kind = { "decision dump", "decisions" };
  char *bytes;
  size_t size;
  int err = wpp_document_load (file, &bytes, &size);
  if (!err)
    err = WPP_EXTEND (all->dumps, all->n_dumps);
  if (err)
    {
      free (bytes);
      return err;
    }
  struct wpp_decision_dump *dump = &all->dumps[all->n_dumps++];
  *dump = (struct wpp_decision_dump){ .text = bytes };
  if (bytes[0] == '#')
    return wpp_saved_decisions_parse_text (all, bytes, place);
  dump->document = wpp_document_parse (&kind, bytes, size, &err, place);
  free (dump->text);
  dump->text = NULL;
  return dump->document ? add_document (all, dump, place) : err;
}

/* ---- The answer.  */

static bool
wanted_p (const struct wpp_decisions_asked *asked, const struct wpp_decision_row *d)
{
  return (!asked->function || wpp_names_p (d->function, asked->function))
         && (!asked->kind || strcmp (asked->kind, d->kind) == 0) && (!asked->chosen || d->chosen);
}

/* For qsort: what gains more first, and what gains as much as it came.  */
static int
compare_gain (const void *a, const void *b)
{
  const struct wpp_decision_row *x = *(const struct wpp_decision_row *const *)a;
  const struct wpp_decision_row *y = *(const struct wpp_decision_row *const *)b;
  if (x->gain != y->gain)
    return x->gain > y->gain ? -1 : 1;
  return x < y ? -1 : x > y;
}

int64_t
wpp_answer_saved_decisions (const struct wpp_saved_decisions *all, const struct wpp_decisions_asked *asked,
                            struct wpp_row_sink *sink)
{
  static const struct wpp_decisions_head head;
  const struct wpp_decision_row **rows = calloc (all->n + 1, sizeof *rows);
  size_t n = 0;
  if (!rows)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < all->n; i++)
    if (wanted_p (asked, &all->rows[i]))
      rows[n++] = &all->rows[i];
  if (asked->top && n)
    qsort (rows, n, sizeof *rows, compare_gain);
  if (asked->top && n > asked->top)
    n = asked->top;
  int err = wpp_sink_begin (sink, &wpp_decisions_schema, &head);
  for (size_t i = 0; i < n && !err; i++)
    err = wpp_sink_row (sink, rows[i]);
  free (rows);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)n;
}
