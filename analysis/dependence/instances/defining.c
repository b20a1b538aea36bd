/* Backward through the log of a segment: what of a statement is wanted.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "dependence/instances/walk-impl.h"
#include "program/library/effects.h"

#define UNWANTED_STATES (WPP_STATE_HEAP | WPP_STATE_WORLD)

void
wpp_walk_want_memory (struct wpp_walk_at *at, uint32_t variable, size_t first)
{
  const struct wpp_body *b = at->f->body;
  const struct wpp_micro_layout *l = at->w->bindings->layouts[at->known->function];
  uint64_t size = wpp_body_type (b, wpp_body_variable (b, variable)->type)->size / 8;
  for (size_t i = 0; i < at->log->n_accesses && l; i++)
    {
      const struct wpp_logged_access *a = &at->log->accesses[i];
      if (a->statement == WPP_NONE || a->how & WPP_MEMORY_LIBRARY || i < first || i >= at->end || !a->known)
        continue;
      const struct wpp_statement *s = &b->statements[a->statement];
      uint32_t list = a->operand ? wpp_statement_operands (b, s)[a->operand - 1] : *wpp_statement_results (b, s);
      const struct wpp_reference *r = &b->references[b->operands[list].index];
      if (r->base_kind != WPP_BASE_VARIABLE || r->base != variable || r->size != r->max_size)
        continue;
      at->err = wpp_want_bytes (&at->w->wants, a->space, a->address - (uint64_t) (r->offset / 8), size, a->surprised,
                                &wpp_walk_nobody);
      return;
    }
  uint64_t space, address;
  bool found = l && wpp_log_find_variable (at->log, at->known->function, at->path->activation, variable, &space,
                                           &address);
  at->err = found ? wpp_want_bytes (&at->w->wants, space, address, size, false, &wpp_walk_nobody) : WPP_E_RANGE;
}

/* The last statement of the criterion's line has been executed: want its variable.  */
static void
want_variable (struct wpp_walk_at *at)
{
  const struct wpp_slice_criterion *q = at->w->asked->criterion;
  at->w->zone = false;
  if (q->variable != WPP_NONE)
    wpp_walk_want (at, at->path->activation, WPP_FACT_VARIABLE, &wpp_walk_nobody);
  else if (!at->err)
    wpp_walk_want_memory (at, at->w->asked->variable, at->first);
}

void
wpp_walk_find_criterion (struct wpp_walk_at *at, uint32_t node, const struct wpp_slice_code *c,
                         struct wpp_walk_found *x)
{
  if (!wpp_walk_criterion_p (at, node, c))
    return;
  if (at->w->asked->criterion->whole)
    wpp_walk_find (x, WPP_BECAUSE_CRITERION, false, WPP_NONE, &wpp_walk_nobody);
  else
    want_variable (at);
}

/* Is FACT a version of the criterion's variable, which is wanted?  Then take that away.  */
bool
wpp_walk_take_variable (struct wpp_walk_at *at, uint32_t fact)
{
  struct wpp_wanter o;
  const struct wpp_slice_criterion *q = at->w->asked->criterion;
  return at->path->activation == at->w->activation && q->variable != WPP_NONE && fact >= WPP_FACT_FIRST
         && fact < at->f->n_facts && at->f->fact_variable[fact - WPP_FACT_FIRST] == q->variable
         && wpp_walk_take (at, WPP_FACT_VARIABLE, &o);
}

/* Find what of the values that C assigns is wanted.  */
void
wpp_walk_find_values (struct wpp_walk_at *at, const struct wpp_slice_code *c, struct wpp_walk_found *x)
{
  struct wpp_wanter o;
  for (uint32_t i = 0; i < c->defines.n; i++)
    {
      uint32_t fact = at->f->numbers[c->defines.begin + i];
      if (at->variable && wpp_walk_take_variable (at, fact))
        wpp_walk_find (x, WPP_BECAUSE_DATA, false, fact, &wpp_walk_nobody);
      if (wpp_walk_take (at, fact, &o))
        wpp_walk_find (x, WPP_BECAUSE_DATA, false, fact, &o);
    }
}

static void
find_memory (struct wpp_walk_at *at, const struct wpp_wanted *wanted, bool may, struct wpp_walk_found *x)
{
  uint32_t fact = wanted->origin.fact;
  bool local = fact != WPP_NONE && fact & WPP_LOCAL_FACT;
  const struct wpp_slice_item *from = wanted->origin.item == WPP_NONE ? NULL :
  &at->w->model->items[wanted->origin.item];
  if (local && from && from->function == at->known->function)
    wpp_walk_find (x, WPP_BECAUSE_DATA, may, fact & ~WPP_LOCAL_FACT, &wanted->origin);
  else
    wpp_walk_find (x, WPP_BECAUSE_MEMORY, may, local ? WPP_NONE : fact, &wanted->origin);
}

/* What is wanted of what access number NUMBER writes, at an address that is known; *MAY: or does not write.  */
static struct wpp_wanted
what_is_written (struct wpp_walk_at *at, size_t number, bool *may)
{
  const struct wpp_logged_access *a = &at->log->accesses[number];
  bool many = a->bytes == UINT64_MAX && !(a->how & WPP_MEMORY_BEGINS);
  uint64_t n = many ? WPP_WET_UNKNOWN_BYTES : a->bytes == UINT64_MAX ? 0 : a->bytes;
  struct wpp_wanted wanted = { false };
  *may = a->how & WPP_MEMORY_MAY || a->bytes == UINT64_MAX;
  if (!at->w->graph || !wpp_graph_take (at, number, many, &wanted))
    wanted = wpp_wants_written (&at->w->wants, a->space, a->address, n, !*may);
  if (at->w->graph && wanted.any && *may)
    wpp_graph_pass (at, number);
  return wanted;
}

/* Find what of the bytes that the accesses from FIRST to before END write is wanted; *COPIED: some is.  */
void
wpp_walk_find_writes (struct wpp_walk_at *at, size_t first, size_t end, bool *copied, struct wpp_walk_found *x)
{
  for (size_t i = end; i-- > first;)
    {
      const struct wpp_logged_access *a = &at->log->accesses[i];
      if (!(a->how & WPP_MEMORY_WRITES))
        {
          if (a->surprised && at->w->graph)
            wpp_graph_surprise (at, i);
          else if (a->surprised && a->known)
            wpp_wants_surprise (&at->w->wants, a->space, a->address, a->bytes);
          continue;
        }
      if (!a->known)
        {
          at->w->done->unknown += at->w->wants.n > 0;
          continue;
        }
      bool may;
      struct wpp_wanted wanted = what_is_written (at, i, &may);
      if (!wanted.any)
        continue;
      *copied = true;
      find_memory (at, &wanted, may, x);
    }
}

/* ---- Calls of what is not recorded.  */

const struct wpp_call_effects *
wpp_walk_effects (struct wpp_walk_at *at, uint32_t code)
{
  struct wpp_call_effects **all = &at->w->effects[at->known->function];
  const struct wpp_body *b = at->f->body;
  struct wpp_effects e;
  if (!*all && !(*all = calloc (b->n_statements + (size_t)1, sizeof **all)))
    {
      at->err = WPP_E_NOMEM;
      return NULL;
    }
  struct wpp_call_effects *x = &(*all)[code];
  if (x->known)
    return x;
  wpp_slice_effects (b, &b->statements[code], &at->f->code[code], at->w->model->habits, &e);
  uint32_t others = ~(uint32_t)UNWANTED_STATES;
  if (e.row && (e.row->stream.via == WPP_VIA_STREAM || e.row->stream.via == WPP_VIA_DESCRIPTOR))
    others &= ~(uint32_t) (WPP_STATE_STREAMS | WPP_STATE_FILES);
  *x = (struct wpp_call_effects){ .known = true };
  x->anything = e.row ? e.any & WPP_WRITES_ANY : b->calls[b->statements[code].extra].clobbers != WPP_NONE;
  x->reads = e.row ? e.reads & others : 0;
  x->writes = e.row ? e.writes & others : 0;
  return x;
}

/* What the call CODE does, if it is one of what is not recorded.  */
static uint8_t
calls_of (struct wpp_walk_at *at, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  if (!(c->flags & WPP_CODE_CALL) || c->callee != WPP_NONE)
    return 0;
  const struct wpp_call_effects *e = wpp_walk_effects (at, code);
  return !e ? WPP_CALLS_CHANGE
            : (e->anything || e->writes ? WPP_CALLS_CHANGE : 0) | (e->anything || e->reads ? WPP_CALLS_READ : 0);
}

uint8_t
wpp_walk_unseen (struct wpp_walk *w, uint32_t path)
{
  struct wpp_known_path *p = &w->paths->items[path];
  const struct wpp_slice_function *f = p->function == WPP_NONE ? NULL : w->model->functions[p->function];
  struct wpp_walk_at at = { .w = w, .known = p, .f = f };
  if (p->calls)
    return p->calls;
  for (uint32_t i = 0; f && i <= p->path.n_nodes; i++)
    {
      uint32_t node = i < p->path.n_nodes ? p->path.nodes[i]
                      : i > 0             ? f->cfg->edges[p->path.edges[i - 1]].dst
                                          : WPP_NODE_EXIT;
      for (uint32_t c = f->first_code[node]; c < f->first_code[node + 1]; c++)
        p->calls |= calls_of (&at, c);
    }
  return p->calls |= WPP_CALLS_LOOKED_AT;
}

/* Find what of the states that the call CODE changes is wanted, and what it may change besides.  */
void
wpp_walk_find_effects (struct wpp_walk_at *at, uint32_t code, struct wpp_walk_found *x)
{
  if (!at->w->wants.n)
    return;
  const struct wpp_call_effects *e = wpp_walk_effects (at, code);
  for (uint32_t states = e ? e->writes : 0; states; states &= states - 1)
    {
      bool single = states & -states & WPP_SINGLE_STATES;
      struct wpp_wanted wanted
        = wpp_wants_written (&at->w->wants, WPP_SPACE_OF_STATES, __builtin_ctz (states) * 8, 1, single);
      if (wanted.any)
        find_memory (at, &wanted, !single, x);
    }
  struct wpp_wanted surprised = { false };
  if (e && e->anything && at->w->wants.n_surprised)
    surprised = wpp_wants_surprised (&at->w->wants);
  if (surprised.any)
    find_memory (at, &surprised, true, x);
}

void
wpp_walk_want_states (struct wpp_walk_at *at, uint32_t code, const struct wpp_wanter *origin)
{
  const struct wpp_call_effects *e = wpp_walk_effects (at, code);
  for (uint32_t states = e ? e->reads : 0; states && !at->err; states &= states - 1)
    at->err = wpp_want_bytes (&at->w->wants, WPP_SPACE_OF_STATES, __builtin_ctz (states) * 8, 1, false, origin);
}

void
wpp_walk_include_library (struct wpp_walk_at *at, uint32_t code, const struct wpp_walk_found *x, size_t first,
                          size_t end,
                 bool copied)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct wpp_wanter o = wpp_walk_include (at, c, x, first, end, copied);
  wpp_walk_tell (at, c, 1, x);
  for (uint32_t i = 0; i < c->n_arguments; i++)
    wpp_walk_include_argument (at, c, i, x, first, end, copied);
  if (!wpp_walk_deep_p (at, &o))
    wpp_walk_want_states (at, code, &o);
}
