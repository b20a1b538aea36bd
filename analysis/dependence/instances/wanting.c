/* Backward through the log of a segment: what instances want.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "dependence/instances/walk-impl.h"

const struct wpp_wanter wpp_walk_nobody = { .item = WPP_NONE, .depth = UINT32_MAX, .fact = WPP_NONE };

void
wpp_walk_want (struct wpp_walk_at *at, uint64_t activation, uint32_t fact, const struct wpp_wanter *origin)
{
  if (!at->err && activation)
    at->err = wpp_want_fact (&at->w->wants, activation, fact, origin);
}

/* Want the facts of LIST but for those of memory.  */
static void
want_list (struct wpp_walk_at *at, struct wpp_slice_list list, const struct wpp_wanter *origin)
{
  for (uint32_t i = 0; i < list.n; i++)
    if (at->f->numbers[list.begin + i] < at->f->end_control)
      wpp_walk_want_own (at, at->f->numbers[list.begin + i], origin);
}

/* A fact that names the memory that is read by those with USES and LOADS.  */
static uint32_t
memory_fact (const struct wpp_walk_at *at, struct wpp_slice_list uses, struct wpp_slice_list loads)
{
  for (uint32_t i = 0; i < uses.n; i++)
    if (at->f->numbers[uses.begin + i] >= at->f->end_control)
      return WPP_LOCAL_FACT | at->f->numbers[uses.begin + i];
  return loads.n ? at->f->numbers[loads.begin] : WPP_NONE;
}

/* Want the bytes that the access A reads from FIRST to before END, as far as there are so many.  */
static void
want_part (struct wpp_walk_at *at, const struct wpp_logged_access *a, uint64_t first, uint64_t end,
           const struct wpp_wanter *origin)
{
  uint64_t n = a->bytes == UINT64_MAX ? WPP_WET_UNKNOWN_BYTES : a->bytes;
  end = end < n ? end : n;
  if (!at->err && first < end)
    at->err = wpp_want_bytes (&at->w->wants, a->space, a->address + first, end - first, a->surprised, origin);
}

/* Want what the access number NUMBER reads; of a copy only the bytes that were found last.  */
static void
want_access (struct wpp_walk_at *at, size_t number, const struct wpp_wanter *origin)
{
  const struct wpp_logged_access *a = &at->log->accesses[number];
  if (at->w->graph && a->bytes == UINT64_MAX)
    wpp_graph_find_addresses (at);
  const struct wpp_wants *w = &at->w->wants;
  struct wpp_wanter o = *origin;
  bool unknown = a->bytes == UINT64_MAX;
  o.may = unknown || a->how & WPP_MEMORY_MAY;
  if (at->w->graph)
    wpp_graph_want (at, number, &o);
  else if (!a->known)
    at->w->done->unknown++;
  else if (a->how & WPP_MEMORY_COPY)
    for (size_t i = 0; i < w->n_pieces; i++)
      want_part (at, a, w->pieces[i].first, w->pieces[i].end, &o);
  else
    want_part (at, a, 0, UINT64_MAX, &o);
}

void
wpp_walk_want_reads (struct wpp_walk_at *at, size_t first, size_t end, uint32_t operand, bool copied,
            const struct wpp_wanter *origin)
{
  for (size_t i = first; i < end; i++)
    {
      const struct wpp_logged_access *a = &at->log->accesses[i];
      bool read = !(a->how & WPP_MEMORY_WRITES) && (copied || !(a->how & WPP_MEMORY_COPY));
      if (read && (operand == WPP_NONE || a->operand == operand))
        want_access (at, i, origin);
    }
}

/* ---- Instances.  */

/* The result of STATEMENT, or its use number USE - 1, if it is logged.  */
static struct wpp_word
value_of (const struct wpp_walk_at *at, uint32_t statement, uint32_t use)
{
  for (size_t i = at->end_value; i-- > at->first_value;)
    if (at->log->results[i].statement == statement && at->log->results[i].use == use)
      return at->log->results[i].word;
  return (struct wpp_word){ 0, 0 };
}

/* Is C, of the path at hand, of another line than the item that FROM says, or of another execution of it?  What a call
   passes, and what it returns, are in two paths.  */
static bool
other_line_p (const struct wpp_walk_at *at, const struct wpp_slice_code *c, const struct wpp_wanter *from)
{
  const struct wpp_slice_item *item = &at->w->model->items[from->item];
  const struct wpp_slice_code *by = &at->w->model->functions[item->function]->code[item->code];
  return item->function != at->known->function || by->line != c->line || by->file != c->file || !c->line
         || (from->event != at->path->event && !(c->flags & by->flags & WPP_CODE_CALL));
}

/* How deep C is, found by X.  */
static uint32_t
depth_of (const struct wpp_walk_at *at, const struct wpp_slice_code *c, const struct wpp_walk_found *x)
{
  if (x->from.depth == UINT32_MAX)
    return 0;
  return x->from.depth + (!at->w->asked->by_line || x->from.item == WPP_NONE || other_line_p (at, c, &x->from));
}

/* Tell of part PART of C, DEPTH deep, found by X.  */
static void
tell (struct wpp_walk_at *at, const struct wpp_slice_code *c, uint32_t part, const struct wpp_walk_found *x,
      uint32_t depth)
{
  struct wpp_found_instance i = { .event = at->path->event, .activation = at->path->activation,
                                  .item = wpp_slice_item (c, part), .because = x->because,
                                  .may = x->may || x->from.may, .fact = x->fact, .from = x->from, .depth = depth };
  if (at->w->asked->values && at->w->graph)
    {
      /* Most paths have nothing to tell, so their values are not computed before.  */
      wpp_graph_find_addresses (at);
      at->end_value = at->log->n_results;
    }
  if (at->w->asked->values)
    i.value = value_of (at, c - at->f->code, 0);
  for (uint32_t u = 0; u < 2 && at->w->asked->values; u++)
    i.uses[u] = value_of (at, c - at->f->code, 1 + u);
  if (!at->err)
    at->err = at->w->asked->found (at->w->asked->data, &i);
}

struct wpp_wanter
wpp_walk_tell (struct wpp_walk_at *at, const struct wpp_slice_code *c, uint32_t part, const struct wpp_walk_found *x)
{
  const uint32_t *enough = at->w->asked->enough;
  uint32_t item = wpp_slice_item (c, part), depth = depth_of (at, c, x);
  at->w->done->instances++;
  if (!enough || depth < enough[item])
    tell (at, c, part, x, depth);
  return (struct wpp_wanter){ .event = at->path->event, .item = item, .depth = depth, .fact = WPP_NONE };
}

/* C has been executed: that depends on a branch.  */
void
wpp_walk_want_control (struct wpp_walk_at *at, uint32_t control, const struct wpp_wanter *origin)
{
  if (control != WPP_NONE)
    wpp_walk_want_own (at, control, origin);
  else if (at->path->parent)  /* else nobody has called it, and the walk need not look for its beginning */
    wpp_walk_want_own (at, WPP_FACT_START, origin);
}

/* C is in the slice, by X; what it reads are the accesses from FIRST to before END.  */
struct wpp_wanter
wpp_walk_include (struct wpp_walk_at *at, const struct wpp_slice_code *c, const struct wpp_walk_found *x,
                  size_t first, size_t end,
         bool copied)
{
  struct wpp_wanter o = wpp_walk_tell (at, c, 0, x);
  if (wpp_walk_deep_p (at, &o))
    return o;
  wpp_walk_want_control (at, c->control, &o);
  want_list (at, c->uses, &o);
  o.fact = memory_fact (at, c->uses, c->loads);
  if (!(c->flags & WPP_CODE_CALL))
    wpp_walk_want_reads (at, first, end, WPP_NONE, copied, &o);
  return o;
}

void
wpp_walk_include_argument (struct wpp_walk_at *at, const struct wpp_slice_code *c, uint32_t i,
                           const struct wpp_walk_found *x, size_t first,
                  size_t end, bool copied)
{
  const struct wpp_slice_argument *a = &at->f->arguments[c->first_argument + i];
  struct wpp_wanter o = wpp_walk_tell (at, c, 2 + i, x);
  if (wpp_walk_deep_p (at, &o))
    return;
  want_list (at, a->uses, &o);
  o.fact = memory_fact (at, a->uses, a->loads);
  wpp_walk_want_reads (at, first, end, 1 + i, copied, &o);
}
