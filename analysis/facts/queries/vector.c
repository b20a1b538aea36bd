/* Vectors of executions by what a query finds of them (query.h), put together from those of parts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The times of a part come after those of all before it.  But those of one part's values lie between each other, and
   two values may become one, so series are sorted before they are appended.  */

#include <stdlib.h>
#include "facts/queries/query-impl.h"
#include "base/array.h"
#include "base/saturate.h"

/* Series of one symbol.  */
#define MOST_PIECES (UINT64_C (1) << 26)

void
wpp_vector_release (struct wpp_vector *v)
{
  if (v->room)
    {
      for (size_t i = 0; i < v->n; i++)
        wpp_times_release (&v->parts[i].times);
      free (v->parts);
    }
  *v = (struct wpp_vector){ 0 };
}

struct wpp_vector_part *
wpp_vector_part_of (struct wpp_vector *v, uint32_t value)
{
  for (size_t i = 0; i < v->n; i++)
    if (v->parts[i].value == value)
      return &v->parts[i];
  if (WPP_RESERVE (v->parts, v->room, v->n, 1))
    return NULL;
  v->parts[v->n] = (struct wpp_vector_part){ .value = value };
  return &v->parts[v->n++];
}

int
wpp_vector_lengthen (struct wpp_vector *to, const struct wpp_vector *from, uint64_t copies, bool with_times)
{
  to->executions = wpp_saturating_add (to->executions, wpp_saturating_product (from->executions, copies));
  return with_times && to->executions > WPP_TIME_MOST ? WPP_E_TOOBIG : WPP_OK;
}

/* Add N copies of E, PERIOD apart, moved by BEFORE: as few series as may be, of E's members or of the copies.  */
static int
add_series (struct wpp_vector_pieces *p, uint32_t value, const struct wpp_series_entry *e, uint64_t before,
            uint64_t period, uint64_t copies)
{
  uint64_t members = wpp_series_members (e), n = members < copies ? members : copies;
  if (n > MOST_PIECES - p->n)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (p->all, p->room, p->n, n))
    return WPP_E_NOMEM;
  for (uint64_t i = 0; i < n; i++)
    {
      struct wpp_series_entry s = members < copies ? wpp_series_of (before + e->first + i * e->step, period, copies)
                                                   : wpp_series_of (before + e->first + i * period, e->step, members);
      p->all[p->n++] = (struct wpp_vector_piece){ value, s };
    }
  return WPP_OK;
}

int
wpp_vector_put (struct wpp_vector *to, const struct wpp_vector *from, uint32_t part,
                const struct wpp_query_copies *copies, struct wpp_vector_pieces *pieces)
{
  const struct wpp_vector_part *f = &from->parts[part];
  struct wpp_vector_part *t = wpp_vector_part_of (to, copies->value);
  uint64_t n = copies->last - copies->first + 1, before = copies->before + copies->first * from->executions;
  int err = t ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    t->count = wpp_saturating_add (t->count, wpp_saturating_product (f->count, n));
  for (size_t i = 0; pieces && i < f->times.n && !err; i++)
    err = add_series (pieces, copies->value, &f->times.entries[i], before, from->executions, n);
  return err;
}

static int
compare_pieces (const void *pa, const void *pb)
{
  const struct wpp_vector_piece *a = pa, *b = pb;
  return a->value != b->value ? (a->value < b->value ? -1 : 1) : wpp_compare_series (&a->e, &b->e);
}

int
wpp_vector_put_pieces (struct wpp_vector *to, struct wpp_vector_pieces *pieces, uint64_t *room)
{
  int err = WPP_OK;
  if (pieces->n > 1)
    qsort (pieces->all, pieces->n, sizeof *pieces->all, compare_pieces);
  for (size_t i = 0; i < pieces->n && !err;)
    {
      uint32_t value = pieces->all[i].value;
      struct wpp_times *times = &wpp_vector_part_of (to, value)->times;
      size_t had = times->n;
      for (; i < pieces->n && pieces->all[i].value == value && !err; i++)
        err = wpp_times_append (times, &pieces->all[i].e);
      uint64_t more = times->n > had ? times->n - had : 0;
      if (!err && more > *room)
        err = WPP_E_TOOBIG;
      *room -= err ? 0 : more;
    }
  pieces->n = 0;
  return err;
}

int
wpp_vector_append (struct wpp_vector *to, const struct wpp_vector *from, uint64_t copies, uint64_t *room)
{
  struct wpp_vector_pieces pieces = { 0 };
  uint64_t before = to->executions;
  int err = wpp_vector_lengthen (to, from, copies, room);
  for (size_t i = 0; i < from->n && !err; i++)
    {
      struct wpp_query_copies all = { from->parts[i].value, before, 0, copies - 1 };
      err = wpp_vector_put (to, from, i, &all, room ? &pieces : NULL);
    }
  if (!err && room)
    err = wpp_vector_put_pieces (to, &pieces, room);
  free (pieces.all);
  return err;
}
