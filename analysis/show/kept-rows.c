/* Rows that are there before their order is known.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Rows point into what is freed when the next one comes.  So each is shown at once, in memory.  */

#include <stdlib.h>
#include "show/show-impl.h"
#include "base/array.h"

struct kept
{
  size_t at, end;               /* in the text */
  double weight;
};

struct wpp_kept_rows
{
  struct wpp_row_sink *(*new_sink) (FILE *out);
  const struct wpp_schema *schema;
  char *text;
  size_t size;                  /* of TEXT when FILE is flushed */
  FILE *file;
  struct wpp_shower *shower;
  size_t n;
  struct kept *rows;
};

struct wpp_kept_rows *
wpp_kept_rows_new (struct wpp_row_sink *(*new_sink) (FILE *out), const struct wpp_schema *schema)
{
  struct wpp_kept_rows *k = calloc (1, sizeof *k);
  if (!k)
    return NULL;
  k->new_sink = new_sink;
  k->schema = schema;
  k->file = open_memstream (&k->text, &k->size);
  k->shower = k->file ? (struct wpp_shower *)new_sink (k->file) : NULL;
  if (k->shower)
    return k;
  wpp_kept_rows_free (k);
  return NULL;
}

void
wpp_kept_rows_free (struct wpp_kept_rows *k)
{
  if (!k)
    return;
  wpp_sink_free (&k->shower->sink);
  if (k->file)
    fclose (k->file);
  free (k->text);
  free (k->rows);
  free (k);
}

int
wpp_kept_rows_add (struct wpp_kept_rows *k, const void *row, double weight)
{
  size_t at = k->size;
  int err = WPP_EXTEND (k->rows, k->n);
  if (!err)
    err = k->shower->put (k->shower, k->schema, row);
  if (!err && fflush (k->file))
    err = WPP_E_NOMEM;
  if (!err)
    k->rows[k->n++] = (struct kept){ at, k->size, weight };
  return err;
}

/* For qsort: what weighs more first; of what weighs the same, what came first.  */
static int
compare (const void *a, const void *b)
{
  const struct kept *x = a, *y = b;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return x->at < y->at ? -1 : x->at > y->at;
}

int
wpp_kept_rows_write (struct wpp_kept_rows *k, FILE *out, const void *head, bool sorted)
{
  struct wpp_shower *s = (struct wpp_shower *)k->new_sink (out);
  int err = s ? wpp_sink_begin (&s->sink, k->schema, head) : WPP_E_NOMEM;
  if (sorted && k->n)
    qsort (k->rows, k->n, sizeof *k->rows, compare);
  for (size_t i = 0; i < k->n && !err; i++)
    {
      err = s->separate (s);
      fwrite (k->text + k->rows[i].at, 1, k->rows[i].end - k->rows[i].at, out);
    }
  if (!err)
    err = wpp_sink_end (&s->sink);
  wpp_sink_free (&s->sink);
  return err;
}
