/* Forward through the log of a segment: which uses are tainted, and what is defined.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "dependence/instances/walk-impl.h"

/* ---- What is tainted.  */

void
wpp_taint_find_fact (struct wpp_walk_at *at, uint64_t activation, uint32_t fact, uint8_t because,
                     struct wpp_walk_found *x)
{
  struct wpp_wanter o;
  if (activation && wpp_wants_has (&at->w->wants, activation, fact, &o))
    wpp_walk_find (x, because, o.may, fact, &o);
}

void
wpp_taint_find_list (struct wpp_walk_at *at, struct wpp_slice_list list, struct wpp_walk_found *x)
{
  for (uint32_t i = 0; i < list.n; i++)
    if (at->f->numbers[list.begin + i] < at->f->end_control)
      wpp_taint_find_fact (at, at->path->activation, at->f->numbers[list.begin + i], WPP_BECAUSE_DATA, x);
}

/* Is O a call?  */
static bool
call_p (const struct wpp_walk_at *at, const struct wpp_wanter *o)
{
  const struct wpp_slice_item *item = o->item == WPP_NONE ? NULL : &at->w->model->items[o->item];
  return item && at->w->model->functions[item->function]->code[item->code].flags & WPP_CODE_CALL;
}

void
wpp_taint_find_control (struct wpp_walk_at *at, uint32_t control, struct wpp_walk_found *x)
{
  uint32_t fact = control != WPP_NONE ? control : WPP_FACT_START;
  struct wpp_wanter o;
  if (wpp_wants_has (&at->w->wants, at->path->activation, fact, &o))
    wpp_walk_find (x, call_p (at, &o) ? WPP_BECAUSE_CALL : WPP_BECAUSE_CONTROL, o.may, fact, &o);
}

/* A, of N bytes, found something else than recorded code had left there, and the last call that may have written it is
   tainted: so are, perhaps, the bytes that were not written since.  */
static void
find_surprise (struct wpp_walk_at *at, const struct wpp_logged_access *a, uint64_t n, struct wpp_walk_found *x)
{
  struct wpp_walk *w = at->w;
  struct wpp_wanter by = w->by;
  by.may = true;
  for (uint64_t i = 0; i < n && !at->err; i++)
    if (!wpp_since_p (&w->since, a->space, a->address + i))
      {
        wpp_walk_find (x, WPP_BECAUSE_MEMORY, true, WPP_NONE, &by);
        at->err = wpp_want_bytes (&w->wants, a->space, a->address + i, 1, false, &by);   /* for who loads it again */
      }
}

/* Is what the access A reads tainted?  */
static void
find_read (struct wpp_walk_at *at, const struct wpp_logged_access *a, struct wpp_walk_found *x)
{
  struct wpp_walk *w = at->w;
  if (!a->known)
    {
      w->done->unknown += w->wants.n > 0;
      return;
    }
  bool may = a->bytes == UINT64_MAX || a->how & WPP_MEMORY_MAY;
  uint64_t n = a->bytes == UINT64_MAX ? WPP_WET_UNKNOWN_BYTES : a->bytes;
  struct wpp_wanted found = { false };
  if (w->wants.n)
    found = wpp_wants_written (&w->wants, a->space, a->address, n, false);
  if (found.any)
    wpp_walk_find (x, WPP_BECAUSE_MEMORY, may || found.origin.may, found.origin.fact, &found.origin);
  if (a->surprised && w->anything)
    find_surprise (at, a, n, x);
}

/* Of the accesses from FIRST to before END, those that read, of OPERAND or, if that is WPP_NONE, of any, but for
   copies.  */
void
wpp_taint_find_reads (struct wpp_walk_at *at, size_t first, size_t end, uint32_t operand, bool copies,
            struct wpp_walk_found *x)
{
  for (size_t i = first; i < end; i++)
    {
      const struct wpp_logged_access *a = &at->log->accesses[i];
      bool copy = a->how & WPP_MEMORY_COPY && i + 1 < end;
      if (!(a->how & WPP_MEMORY_WRITES) && (operand == WPP_NONE || a->operand == operand) && (copies || !copy))
        find_read (at, a, x);
    }
}

/* ---- What is defined.  */

static void
define_list (struct wpp_walk_at *at, struct wpp_slice_list list, const struct wpp_wanter *by)
{
  struct wpp_wanter unused;
  for (uint32_t i = 0; i < list.n; i++)
    {
      uint32_t fact = at->f->numbers[list.begin + i];
      if (fact >= at->f->end_control)
        continue;
      wpp_walk_take (at, fact, &unused);
      if (by)
        wpp_walk_want (at, at->path->activation, fact, by);
    }
}

/* The accesses from FIRST to before END write: what is tainted BY somebody, or by nobody.  */
void
wpp_taint_writes (struct wpp_walk_at *at, size_t first, size_t end, const struct wpp_wanter *by)
{
  for (size_t i = first; i < end && !at->err; i++)
    {
      const struct wpp_logged_access *a = &at->log->accesses[i];
      if (!(a->how & WPP_MEMORY_WRITES))
        continue;
      if (!a->known)
        {
          at->w->done->unknown += by != NULL;
          continue;
        }
      bool may = a->how & WPP_MEMORY_MAY || a->bytes == UINT64_MAX;
      uint64_t n = a->bytes != UINT64_MAX ? a->bytes : a->how & WPP_MEMORY_BEGINS ? 0 : WPP_WET_UNKNOWN_BYTES;
      struct wpp_wanter o = by ? *by : wpp_walk_nobody;
      o.may |= may;
      if (!may && at->w->wants.n)
        wpp_wants_written (&at->w->wants, a->space, a->address, n, true);
      if (!may && at->w->anything)
        at->err = wpp_since_add (&at->w->since, a->space, a->address, n);
      if (by && !at->err)
        at->err = wpp_want_bytes (&at->w->wants, a->space, a->address, n, false, &o);
    }
}

/* What a copy moves, byte by byte.  Bytes move at once, so what is tainted is found first.  */
struct moved
{
  struct wpp_wanted_piece *pieces; /* [n] */
  size_t n;
  struct wpp_wanter origin;
};

/* The access that the copy at FIRST, of those before END, is to; or END.  */
static size_t
copied_to (const struct wpp_walk_at *at, size_t first, size_t end)
{
  size_t i = first + 1;
  while (i < end && !(at->log->accesses[i].how & WPP_MEMORY_WRITES))
    i++;
  return i;
}

static void
find_moved (struct wpp_walk_at *at, const struct wpp_logged_access *a, struct moved *m)
{
  struct wpp_wants *w = &at->w->wants;
  *m = (struct moved){ NULL };
  if (!a->known || a->bytes == UINT64_MAX || !w->n)
    return;
  struct wpp_wanted found = wpp_wants_written (w, a->space, a->address, a->bytes, false);
  m->origin = found.origin;
  m->n = found.any ? w->n_pieces : 0;
  m->pieces = m->n ? malloc (m->n * sizeof *m->pieces) : NULL;
  for (size_t i = 0; i < m->n && m->pieces; i++)
    m->pieces[i] = w->pieces[i];
  if (m->n && !m->pieces)
    at->err = WPP_E_NOMEM;
}

/* The accesses from FIRST to before END, of C, which nothing else taints: copies move what is tainted, and all that is
   written otherwise is not.  A copy may be to where it is from, as of `realloc'.  */
static void
move (struct wpp_walk_at *at, const struct wpp_slice_code *c, size_t first, size_t end)
{
  size_t done = end;             /* a copy's write */
  for (size_t i = first; i < end && !at->err; i++)
    {
      const struct wpp_logged_access *a = &at->log->accesses[i];
      size_t to = a->how & WPP_MEMORY_COPY ? copied_to (at, i, end) : end;
      struct moved m;
      if (to == end && i != done)
        wpp_taint_writes (at, i, i + 1, NULL);
      if (to == end)
        continue;
      done = to;
      find_moved (at, a, &m);
      const struct wpp_logged_access *t = &at->log->accesses[to];
      wpp_taint_writes (at, to, to + 1, NULL);
      struct wpp_walk_found x = { m.n > 0, WPP_BECAUSE_MEMORY, m.origin.may, m.origin.fact, m.origin };
      struct wpp_wanter o = m.n && !at->err ? wpp_walk_tell (at, c, 0, &x) : wpp_walk_nobody;
      for (size_t k = 0; k < m.n && t->known && !at->err && !wpp_walk_deep_p (at, &o); k++)
        at->err = wpp_want_bytes (&at->w->wants, t->space, t->address + m.pieces[k].first,
                                  m.pieces[k].end - m.pieces[k].first, false, &o);
      free (m.pieces);
    }
}

/* C is in the slice by X, if that is any: what it defines is tainted, or not.  */
void
wpp_taint_define (struct wpp_walk_at *at, const struct wpp_slice_code *c, const struct wpp_walk_found *x, size_t first,
                  size_t end)
{
  struct wpp_wanter o = wpp_walk_nobody, unused;
  if (x->any)
    o = wpp_walk_tell (at, c, 0, x);
  bool taints = x->any && !wpp_walk_deep_p (at, &o);
  define_list (at, c->defines, taints ? &o : NULL);
  if (x->any)
    wpp_taint_writes (at, first, end, taints ? &o : NULL);
  else
    move (at, c, first, end);
  if (!(c->flags & WPP_CODE_RETURNS))
    return;
  wpp_walk_take (at, WPP_FACT_RESULT, &unused);
  if (taints)
    wpp_walk_want (at, at->path->activation, WPP_FACT_RESULT, &o);
}
