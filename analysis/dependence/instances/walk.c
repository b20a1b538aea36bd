/* Backward through the log of a segment: what is wanted before it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A call that may reach recorded code ends a path: its statement is at the beginning of the next one, where its result
   is assigned; then comes, backward, the activation, if there is one, and then the end of the path before it.  What an
   activation wants of its caller, arguments and the call itself, are facts of the caller's frame from there to that
   end.
   A call in tail position is on its caller's last path; then the activation that it begins comes next, and has the same
   parent, of which it wants them: so the path that ends with such a call takes them away from there.  */

#include <stdlib.h>
#include "dependence/instances/walk-impl.h"

/* ---- Statements.  */

/* Set *FIRST to the first of the accesses of STATEMENT, which are the last ones that have not been gone through, and go
   through them; return their end.  */
static size_t
accesses_of (struct wpp_walk_at *at, uint32_t statement, size_t *first)
{
  size_t end = at->end;
  while (at->end > at->first && at->log->accesses[at->end - 1].statement == statement)
    at->end--;
  *first = at->end;
  return end;
}

/* The statement is asked for: all that it COPIED is wanted.  */
static void
want_all (struct wpp_walk_at *at, bool *copied)
{
  *copied = true;
  if (!at->err)
    at->err = wpp_wants_whole (&at->w->wants);
}

static void
statement (struct wpp_walk_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct wpp_walk_found x = { false };
  bool copied = false;
  struct wpp_wanter o;
  size_t first, end = accesses_of (at, code, &first);
  if (c->flags & WPP_CODE_NONE && !(c->flags & WPP_CODE_BINDS && (at->variable || at->start == code)))
    return;
  if (at->w->zone)
    wpp_walk_find_criterion (at, node, c, &x);
  if (at->start == code)
    wpp_walk_find (&x, WPP_BECAUSE_CRITERION, false, WPP_NONE, &wpp_walk_nobody);
  bool asked = x.any;
  wpp_walk_find_values (at, c, &x);
  if (c->flags & WPP_CODE_CALL)
    wpp_walk_find_effects (at, code, &x);
  if (first < end)
    wpp_walk_find_writes (at, first, end, &copied, &x); /* the last that is found: pieces of copies */
  if (asked)
    want_all (at, &copied);
  if (c->flags & WPP_CODE_RETURNS && wpp_walk_take (at, WPP_FACT_RESULT, &o))
    wpp_walk_find (&x, WPP_BECAUSE_DATA, false, WPP_FACT_RESULT, &o);
  if (!x.any)
    return;
  if (c->flags & WPP_CODE_CALL)
    wpp_walk_include_library (at, code, &x, first, end, copied);
  else
    wpp_walk_include (at, c, &x, first, end, copied);
}

/* The call CODE, with which the path begins, has returned: its result is assigned.  */
static void
returned (struct wpp_walk_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct wpp_walk_found x = { false };
  bool copied = false;
  size_t first, end = accesses_of (at, code, &first);
  wpp_walk_find_criterion (at, node, c, &x);
  if (at->start == code)
    wpp_walk_find (&x, WPP_BECAUSE_CRITERION, false, WPP_NONE, &wpp_walk_nobody);
  bool asked = x.any;
  wpp_walk_find_values (at, c, &x);
  bool own = c->callee == WPP_NONE && !(c->flags & WPP_CODE_POINTER);
  if (own)
    wpp_walk_find_effects (at, code, &x);
  wpp_walk_find_writes (at, first, end, &copied, &x);
  if (!x.any)
    return;
  if (asked)
    want_all (at, &copied);
  wpp_walk_include (at, c, &x, first, end, copied);
  struct wpp_wanter o = wpp_walk_tell (at, c, 1, &x);
  if (wpp_walk_deep_p (at, &o))
    return;
  wpp_walk_want (at, at->path->activation, WPP_FACT_RESULT, &o);
  if (!own)
    return;
  wpp_walk_want_reads (at, first, end, WPP_NONE, copied, &o);
  wpp_walk_want_states (at, code, &o);
}

/* Take what activations wanted of the call C of FRAME: its arguments I, or ALL of them.  */
static void
take_arguments (struct wpp_walk_at *at, uint64_t frame, const struct wpp_slice_code *c,
                const struct wpp_walk_found *all, size_t first,
                size_t end)
{
  struct wpp_wants *wants = &at->w->wants;
  bool copied = false;
  struct wpp_wanter o, unused;
  for (uint32_t i = 0; i < c->n_arguments; i++)
    {
      struct wpp_walk_found x = *all;
      if (wpp_wants_take (wants, frame, wpp_fact_argument (i), &o))
        wpp_walk_find (&x, WPP_BECAUSE_DATA, false, wpp_fact_argument (i), &o);
      if (x.any)
        wpp_walk_include_argument (at, c, i, &x, first, end, copied);
    }
  for (uint32_t i = c->n_arguments; i < WPP_MOST_ARGUMENTS && wpp_wants_activation_p (wants, frame); i++)
    wpp_wants_take (wants, frame, WPP_FACT_ARGUMENT + i, &unused);
}

/* Does anything want an argument of the call that FRAME is in?  Then set *X.  */
static void
find_arguments (struct wpp_walk_at *at, uint64_t frame, const struct wpp_slice_code *c, struct wpp_walk_found *x)
{
  struct wpp_wanter o;
  for (uint32_t i = 0; i < c->n_arguments; i++)
    if (wpp_wants_take (&at->w->wants, frame, wpp_fact_argument (i), &o))
      {
        wpp_walk_find (x, WPP_BECAUSE_DATA, false, wpp_fact_argument (i), &o);
        wpp_walk_want (at, frame, wpp_fact_argument (i), &o);
      }
}

/* Control is before the call CODE at NODE; what is wanted of it is among the facts of FRAME.  */
static void
called (struct wpp_walk_at *at, uint64_t frame, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct wpp_wants *wants = &at->w->wants;
  struct wpp_wanter o, result;
  struct wpp_walk_found x = { false }, all = { false };
  bool copied = false;
  size_t first, end = accesses_of (at, code, &first);
  wpp_walk_find_criterion (at, node, c, &all);
  if (frame != at->path->activation)
    wpp_walk_find_values (at, c, &all);  /* a call in tail position: its result is what the path returns */
  x = all;
  if (!x.any && !wpp_wants_activation_p (wants, frame))
    return;
  bool matched = wpp_wants_take (wants, frame, WPP_FACT_MATCHED, &o) || c->callee != WPP_NONE;
  if (wpp_wants_take (wants, frame, WPP_FACT_CALL, &o))
    wpp_walk_find (&x, WPP_BECAUSE_CALL, false, WPP_NONE, &o);
  if (wpp_wants_take (wants, frame, WPP_FACT_RESULT, &result) && !matched)
    {
      wpp_walk_find (&x, WPP_BECAUSE_DATA, false, WPP_FACT_RESULT, &result);
      all = x;
    }
  find_arguments (at, frame, c, &x);
  if (x.any)
    wpp_walk_include (at, c, &x, first, end, copied);
  take_arguments (at, frame, c, &all, first, end);
}

/* ---- Edges.  */

/* What the PHIs that edge E leads to are wanted for, their arguments are.  */
static void
phis (struct wpp_walk_at *at, uint32_t e, struct wpp_walk_found *x)
{
  const struct wpp_slice_function *f = at->f;
  const struct wpp_slice_list *arguments = &f->phi_arguments[e];
  const uint32_t *results = f->phi_results + f->first_phi[f->cfg->edges[e].dst];
  struct { uint32_t argument; struct wpp_wanter origin; } few[16], *moved = few;
  uint32_t n = 0;
  if (arguments->n > 8 && !(moved = malloc (2 * (size_t)arguments->n * sizeof *moved)))
    {
      at->err = WPP_E_NOMEM;
      return;
    }
  for (uint32_t i = 0; i < arguments->n; i++)
    {
      moved[n].argument = f->numbers[arguments->begin + i];
      if (at->variable && wpp_walk_take_variable (at, results[i]))
        {
          moved[n].origin = wpp_walk_nobody;
          moved[n + 1].argument = moved[n].argument;
          n++;
        }
      if (wpp_walk_take (at, results[i], &moved[n].origin))
        n++;
    }
  for (uint32_t i = 0; i < n; i++)
    if (moved[i].argument != WPP_NONE)
      wpp_walk_want_own (at, moved[i].argument, &moved[i].origin);
    else
      wpp_walk_find (x, WPP_BECAUSE_CONTROL, false, WPP_NONE, &moved[i].origin);
  if (moved != few)
    free (moved);
}

/* Edge E has been taken.  */
static void
edge (struct wpp_walk_at *at, uint32_t e)
{
  const struct wpp_slice_function *f = at->f;
  const struct wpp_slice_list *decided = &f->decided[e];
  struct wpp_walk_found x = { false };
  struct wpp_wanter o;
  if (f->phi_arguments[e].n)
    phis (at, e, &x);
  for (uint32_t i = 0; i < decided->n; i++)
    if (wpp_walk_take (at, f->numbers[decided->begin + i], &o))
      wpp_walk_find (&x, WPP_BECAUSE_CONTROL, false, f->numbers[decided->begin + i], &o);
  if (!x.any)
    return;
  if (f->predicate[e] != WPP_NONE)
    wpp_walk_include (at, &f->code[f->predicate[e]], &x, 0, 0, false);
  else
    wpp_walk_want_control (at, f->control[f->cfg->edges[e].src], &x.from);
}

/* The path began at NODE, a landing place: nobody knows by which edge.  */
static void
landed (struct wpp_walk_at *at, uint32_t node)
{
  const struct wpp_slice_function *f = at->f;
  const uint32_t *results = f->phi_results + f->first_phi[node];
  struct wpp_wanter o;
  for (uint32_t i = 0; i < f->first_phi[node + 1] - f->first_phi[node]; i++)
    for (uint32_t e = 0; wpp_walk_take (at, results[i], &o) && e < f->cfg->n_edges; e++)
      {
        uint32_t argument = f->cfg->edges[e].dst == node && i < f->phi_arguments[e].n
                              ? f->numbers[f->phi_arguments[e].begin + i] : WPP_NONE;
        if (argument != WPP_NONE)
          wpp_walk_want (at, at->path->activation, argument, &o);
        wpp_walk_want (at, at->path->activation, results[i], &o);
      }
}

/* ---- Beginnings and ends of activations.  */

/* The activation leaves: if the result of the call that it is of is wanted, so is what it returns.  */
static void
leave (struct wpp_walk_at *at)
{
  struct wpp_wanter o;
  struct wpp_wants *wants = &at->w->wants;
  if (!wpp_wants_activation_p (wants, at->path->parent)
      || !wpp_wants_take (wants, at->path->parent, WPP_FACT_RESULT, &o))
    return;
  const struct wpp_slice_item *item = o.item == WPP_NONE ? NULL : &at->w->model->items[o.item];
  const struct wpp_slice_code *call = item ? &at->w->model->functions[item->function]->code[item->code] : NULL;
  wpp_walk_want (at, at->path->activation, WPP_FACT_RESULT, &o);
  if (call && call->callee == WPP_NONE && !(call->flags & WPP_CODE_POINTER))
    wpp_walk_want (at, at->path->parent, WPP_FACT_RESULT, &o);   /* a library's function has called it, and others */
  else
    wpp_walk_want (at, at->path->parent, WPP_FACT_MATCHED, &o);
}

/* Parameters in memory are written when the function is entered.  */
static void
enter_memory (struct wpp_walk_at *at)
{
  while (at->end > at->first)
    {
      const struct wpp_logged_access *a = &at->log->accesses[--at->end];
      if (a->statement != WPP_NONE || !a->known || a->bytes == UINT64_MAX)
        continue;
      struct wpp_wanted wanted;
      if (!at->w->graph || !wpp_graph_take (at, at->end, false, &wanted))
        wanted = wpp_wants_written (&at->w->wants, a->space, a->address, a->bytes, true);
      if (wanted.any && at->path->parent)
        wpp_walk_want (at, at->path->parent, wpp_fact_argument (a->operand - 1), &wanted.origin);
    }
}

/* The activation begins: where its start is wanted, the call is.  So it is where a branch is wanted that was not taken
   since, as that of a loop whose body comes before its condition: what waits for it was executed all the same.  */
static void
enter_start (struct wpp_walk_at *at)
{
  const struct wpp_wants_hand *hand = &at->w->wants.hand;
  struct wpp_wanter o;
  for (size_t i = 0; i < hand->n_listed && hand->n; i++)
    {
      uint32_t fact = hand->list[i];
      bool starts = fact == WPP_FACT_START || (fact >= at->f->first_control && fact < at->f->end_control);
      if (starts && wpp_walk_take (at, fact, &o))
        wpp_walk_want (at, at->path->parent, WPP_FACT_CALL, &o);
    }
}

/* The activation begins: what it wants of its caller.  */
static void
enter (struct wpp_walk_at *at)
{
  struct wpp_wanter o;
  const struct wpp_slice_function *f = at->f;
  enter_memory (at);
  if (!wpp_wants_activation_p (&at->w->wants, at->path->activation))
    return;
  for (size_t i = 0; i < f->n_entries; i++)
    {
      bool variable = wpp_walk_take_variable (at, f->entries[i].fact);
      if (variable)
        wpp_walk_want (at, at->path->parent, f->entries[i].argument, &wpp_walk_nobody);
      if (wpp_walk_take (at, f->entries[i].fact, &o))
        wpp_walk_want (at, at->path->parent, f->entries[i].argument, &o);
    }
  enter_start (at);
}

/* ---- Paths.  */

/* The criterion's block begins with NODE: what is before it is not asked for.  */
static void
leave_zone (struct wpp_walk_at *at, uint32_t node)
{
  const struct wpp_slice_criterion *q = at->w->asked->criterion;
  const struct wpp_node *n = &at->f->cfg->nodes[node];
  if (at->w->zone && at->path->activation == at->w->activation
      && (n->block != q->block || !(n->flags & WPP_NODE_CONTINUES)))
    at->w->zone = false;
}

/* Does the path end with a call in tail position, at NODE, index I of its nodes?  */
static bool
tail_node_p (const struct wpp_walk_at *at, uint32_t i)
{
  return at->known->tail && i > 0 && at->f->cfg->edges[at->known->path.edges[i - 1]].flags & WPP_EDGE_TAIL;
}

/* Is the statement CODE at NODE after the one at which the walk begins?  */
static bool
after_start_p (const struct wpp_walk_at *at, uint32_t node, uint32_t code)
{
  return at->start != WPP_NONE && code > at->start && at->f->body->statements[at->start].node == node;
}

/* Go backward through the path, from its node number LAST - 1 on; if END, also what is after the last one.  */
static void
path (struct wpp_walk_at *at, uint32_t last, bool end)
{
  const struct wpp_known_path *p = at->known;
  const struct wpp_slice_function *f = at->f;
  if (end && p->path.call_after != WPP_NONE)
    {
      uint32_t node = f->cfg->edges[p->path.edges[p->path.n_nodes - 1]].dst;
      called (at, at->path->activation, node, p->path.call_after);
      leave_zone (at, node);
    }
  if (end && p->path.n_nodes)
    edge (at, p->path.edges[p->path.n_nodes - 1]);
  for (uint32_t i = last; i-- > 0 && !at->err;)
    {
      uint32_t node = p->path.nodes[i];
      bool before = i == 0 && p->path.call_before != WPP_NONE, tail = tail_node_p (at, i);
      for (uint32_t c = f->first_code[node + 1]; c-- > f->first_code[node];)
        if (after_start_p (at, node, c))
          continue;
        else if (before && c == p->path.call_before)
          returned (at, node, c);
        else if (tail && f->code[c].flags & WPP_CODE_CALL)
          called (at, at->path->parent, node, c);
        else
          statement (at, node, c);
      if (!before)
        leave_zone (at, node);
      if (i > 0)
        edge (at, p->path.edges[i - 1]);
      else if (f->cfg->nodes[node].flags & WPP_NODE_LANDING)
        landed (at, node);
    }
}

/* How many of the nodes of the path are executed up to where the criterion's block is left.  */
static uint32_t
nodes_of_block (const struct wpp_walk_at *at, bool *end)
{
  const struct wpp_known_path *p = at->known;
  const struct wpp_cfg *cfg = at->f->cfg;
  const struct wpp_instances_asked *q = at->w->asked;
  uint32_t last = 0, after = WPP_NODE_EXIT;
  *end = false;
  for (uint32_t i = 0; i < p->path.n_nodes && at->start != WPP_NONE; i++)
    if (p->path.nodes[i] == at->f->body->statements[at->start].node)
      return i + 1;
  for (uint32_t i = 0; i < p->path.n_nodes; i++)
    if (wpp_continues_p (cfg, q->node, p->path.nodes[i]))
      last = i + 1;
  if (p->path.n_nodes && p->path.call_after != WPP_NONE)
    after = cfg->edges[p->path.edges[p->path.n_nodes - 1]].dst;
  bool ends = q->at_end && at->path->event == q->event;
  bool goes_on = after != q->node && last == p->path.n_nodes;   /* else it is a loop, and this another execution */
  *end = after != WPP_NODE_EXIT && wpp_continues_p (cfg, q->node, after) && (ends || goes_on);
  return *end ? p->path.n_nodes : last;
}

/* Leave out the accesses of nodes after the first LAST ones.  */
static void
skip_accesses (struct wpp_walk_at *at, uint32_t last, bool end)
{
  const struct wpp_body *b = at->f->body;
  for (; at->end > at->first && !end; at->end--)
    {
      uint32_t s = at->log->accesses[at->end - 1].statement;
      bool executed = s == WPP_NONE;
      for (uint32_t i = 0; i < last && !executed; i++)
        executed = b->statements[s].node == at->known->path.nodes[i] && s != at->known->path.call_after
                   && !after_start_p (at, at->known->path.nodes[i], s);
      if (executed)
        break;
    }
}

/* Is nothing in the path wanted?  */
static bool
idle_p (const struct wpp_walk_at *at)
{
  const struct wpp_wants *w = &at->w->wants;
  return at->first == at->end && !wpp_wants_activation_p (w, at->path->activation)
         && !wpp_wants_activation_p (w, at->path->parent) && !at->w->zone
         && !(w->n && wpp_walk_unseen (at->w, at->path->path) & WPP_CALLS_CHANGE);
}

static int
walk_path (struct wpp_walk *w, const struct wpp_log *l, size_t i)
{
  const struct wpp_logged_path *p = &l->logged[i];
  struct wpp_walk_at at = { .w = w, .log = l, .path = p, .known = &w->paths->items[p->path], .start = WPP_NONE };
  at.first = p->first_access;
  at.end = i + 1 < l->n ? l->logged[i + 1].first_access : l->n_accesses;
  at.first_value = p->first_value;
  at.end_value = i + 1 < l->n ? l->logged[i + 1].first_value : l->n_results;
  bool begins = !w->begun;
  if (begins && p->event != w->block_event)
    return WPP_OK;
  w->begun = true;
  at.f = at.known->function == WPP_NONE ? NULL : w->model->functions[at.known->function];
  if (!at.f)
    return WPP_OK;
  uint32_t last = at.known->path.n_nodes;
  bool end = true;
  if (begins)
    {
      at.start = w->asked->statement;
      last = nodes_of_block (&at, &end);
      skip_accesses (&at, last, end);
    }
  else if (at.known->leaves)
    leave (&at);
  if (!begins && idle_p (&at))
    return at.err;
  at.variable = p->activation == w->activation && w->asked->criterion->variable != WPP_NONE;
  at.err = wpp_wants_look_at (&w->wants, p->activation);
  if (!at.err)
    at.err = wpp_wants_reserve_hand (&w->wants, at.f->n_facts);
  if (!at.err)
    path (&at, last, end);
  if (at.known->enters && !at.err)
    enter (&at);
  return at.err;
}

int
wpp_walk_log (struct wpp_walk *w, const struct wpp_log *l)
{
  int err = WPP_OK;
  for (size_t i = l->n; i-- > 0 && !err && (!w->begun || wpp_wants_any_p (&w->wants) || w->zone);)
    err = walk_path (w, l, i);
  return err;
}

void
wpp_walk_release (struct wpp_walk *w)
{
  for (uint32_t i = 0; w->effects && i < w->model->n_functions; i++)
    free (w->effects[i]);
  free (w->effects);
  wpp_since_release (&w->since);
  wpp_wants_release (&w->wants);
}
