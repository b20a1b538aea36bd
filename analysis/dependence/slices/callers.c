/* Which calls called which functions, in a thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The scan goes through the thread forward; the only facts are the call that a frame is at, and whether what it called
   was seen.  */

#include <stdlib.h>
#include "dependence/slices/callers.h"
#include "dependence/slices/scan-impl.h"
#include "base/array.h"

struct calls
{
  struct wpp_slice_call *items;
  size_t n, room;
  struct wpp_hash_table table;
};

static bool
call_is_p (const void *items, uint32_t number, const void *key)
{
  const struct wpp_slice_call *a = (const struct wpp_slice_call *)items + number, *b = key;
  return a->caller == b->caller && a->code == b->code && a->callee == b->callee;
}

static void
add (struct wpp_scan *s, uint32_t caller, const struct wpp_slice_code *code, uint32_t callee)
{
  struct calls *c = s->watch_data;
  const struct wpp_slice_call call = { caller, code - s->model->functions[caller]->code, callee };
  if (!s->err)
    s->err = wpp_hash_reserve (&c->table, 1);
  if (s->err)
    return;
  uint32_t hash = wpp_hash_bytes (&c->table, &call, sizeof call);
  if (wpp_hash_find (&c->table, hash, call_is_p, c->items, &call) != WPP_NO_ITEM)
    return;
  s->err = WPP_RESERVE (c->items, c->room, c->n, 1);
  if (s->err)
    return;
  c->items[c->n] = call;
  wpp_hash_add (&c->table, hash, c->n++);
}

/* The frame of FUNCTION goes on, or ends: has what it called not been seen, or was the call LEFT for a landing place?
   Then nobody who goes backward knows of the call.  */
static void
finish_call (struct wpp_scan *s, uint32_t function, bool left)
{
  const struct wpp_slice_code *site = wpp_scan_site (s, function, s->frame);
  size_t n;
  const uint32_t *items = wpp_sets_items (&s->sets, s->frame, &n);
  if (site && (items[0] != WPP_FACT_MATCHED || left))
    add (s, function, site, WPP_NONE);
}

static void
path (struct wpp_scan *s, const struct wpp_scan_path *p, uint32_t first, uint32_t last, bool begin, bool end)
{
  const struct wpp_slice_function *f = s->model->functions[p->function];
  (void)first;
  (void)last;
  (void)begin;
  (void)end;
  finish_call (s, p->function, p->path.call_before == WPP_NONE);
  s->frame = 0;
  wpp_scan_open (s);
  if (p->path.call_after != WPP_NONE)
    {
      wpp_marks_add (&s->facts, wpp_fact_site (f, p->path.call_after));
      s->facts.changed = true;
    }
}

static void
call (struct wpp_scan *s, uint32_t caller, uint32_t callee)
{
  const struct wpp_slice_code *site = wpp_scan_site (s, caller, s->frame);
  if (site && callee != WPP_NONE)
    add (s, caller, site, callee);
  s->frame = 0;
}

static void
leave (struct wpp_scan *s, uint32_t callee)
{
  if (callee != WPP_NONE)
    finish_call (s, callee, false);
  s->frame = 0;
}

static void
come_back (struct wpp_scan *s, uint32_t caller, uint32_t callee, uint32_t frame, uint32_t memory)
{
  const struct wpp_slice_code *site = wpp_scan_site (s, caller, frame);
  (void)memory;
  s->frame = frame;
  if (!site || !(site->flags & WPP_CODE_POINTER || site->callee == callee))
    return;
  wpp_scan_open (s);
  wpp_marks_add (&s->facts, WPP_FACT_MATCHED);
  wpp_scan_close (s);
}

static int
compare (const void *a, const void *b)
{
  const struct wpp_slice_call *x = a, *y = b;
  if (x->callee != y->callee)
    return x->callee < y->callee ? -1 : 1;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  return x->code < y->code ? -1 : x->code > y->code;
}

int
wpp_slice_calls (struct wpp_scan *s, uint32_t thread, struct wpp_slice_call **calls, size_t *n)
{
  static const struct wpp_scan_direction direction = { true, path, call, leave, come_back };
  struct calls c = { 0 };
  s->direction = &direction;
  s->watch_data = &c;
  int err = wpp_scan_through (s, thread);
  wpp_hash_release (&c.table);
  if (c.n)
    qsort (c.items, c.n, sizeof *c.items, compare);
  *calls = c.items;
  *n = c.n;
  return err;
}
