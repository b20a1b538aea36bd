/* Forward through the log of a segment: what is tainted.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The same dependences as backward (walk.c), the other way round: a statement that uses what is tainted, or is executed
   by a branch that is, taints what it defines; any other one takes the taint away.  The set of wants has what is
   tainted; who wants it is who tainted it.

   A call that may reach recorded code ends a path.  What of it is tainted are facts of the caller's frame until the
   path that begins with the call's return: its arguments, and the call itself.  A call in tail position has the same
   parent as the activation that it begins, so there they are facts of the parent's.  */

#include <stdlib.h>
#include "dependence/instances/walk-impl.h"
#include "program/library/effects.h"

/* ---- The criterion.  */

/* C, of the criterion, has been executed.  If a variable is asked about, and C is the last one of the line, all of its
   versions are tainted.  */
static void
begin_variable (struct wpp_walk_at *at, uint32_t code, size_t first)
{
  const struct wpp_slice_criterion *q = at->w->asked->criterion;
  if (code != q->last_code)
    return;
  if (q->variable == WPP_NONE)
    {
      wpp_walk_want_memory (at, at->w->asked->variable, first);
      return;
    }
  uint32_t bound = wpp_slice_bound (at->f, q->variable, code);
  const struct wpp_slice_list *uses = bound == WPP_NONE ? NULL : &at->f->code[bound].uses;
  for (uint32_t i = 0; uses && i < uses->n; i++)
    wpp_walk_want (at, at->path->activation, at->f->numbers[uses->begin + i], &wpp_walk_nobody);
  for (uint32_t i = WPP_FACT_FIRST; i < at->f->end_control; i++)
    if (at->f->fact_variable[i - WPP_FACT_FIRST] == q->variable)
      wpp_walk_want (at, at->path->activation, i, &wpp_walk_nobody);
}

/* ---- Statements.  */

/* Set *FIRST to the first of the accesses of STATEMENT, which are the next ones, and go through them; return their
   end.  */
static size_t
accesses_of (struct wpp_walk_at *at, uint32_t statement, size_t *first)
{
  *first = at->first;
  while (at->first < at->end && at->log->accesses[at->first].statement == statement)
    at->first++;
  return at->first;
}

/* What the call CODE of what is not recorded does besides, tainted BY somebody or nobody.  */
static void
define_effects (struct wpp_walk_at *at, uint32_t code, const struct wpp_wanter *by)
{
  const struct wpp_call_effects *e = wpp_walk_effects (at, code);
  for (uint32_t states = e ? e->writes : 0; states && !at->err; states &= states - 1)
    {
      uint64_t place = __builtin_ctz (states) * 8;
      if (states & -states & WPP_SINGLE_STATES && at->w->wants.n)
        wpp_wants_written (&at->w->wants, WPP_SPACE_OF_STATES, place, 1, true);
      if (by)
        at->err = wpp_want_bytes (&at->w->wants, WPP_SPACE_OF_STATES, place, 1, false, by);
    }
  if (e && e->anything)
    {
      at->w->anything = by;
      at->w->by = by ? *by : wpp_walk_nobody;
      wpp_since_empty (&at->w->since);
    }
}

static void
find_effects (struct wpp_walk_at *at, uint32_t code, struct wpp_walk_found *x)
{
  const struct wpp_call_effects *e = at->w->wants.n ? wpp_walk_effects (at, code) : NULL;
  for (uint32_t states = e ? e->reads : 0; states; states &= states - 1)
    {
      struct wpp_wanted found
        = wpp_wants_written (&at->w->wants, WPP_SPACE_OF_STATES, __builtin_ctz (states) * 8, 1, false);
      if (found.any)
        wpp_walk_find (x, WPP_BECAUSE_MEMORY, found.origin.may, WPP_NONE, &found.origin);
    }
}

/* Find what taints argument I of C, whose accesses are those from FIRST to before END.  */
static void
find_argument (struct wpp_walk_at *at, const struct wpp_slice_code *c, uint32_t i, size_t first, size_t end,
               struct wpp_walk_found *x)
{
  const struct wpp_slice_argument *a = &at->f->arguments[c->first_argument + i];
  wpp_taint_find_list (at, a->uses, x);
  wpp_taint_find_reads (at, first, end, 1 + i, false, x);
}

/* The call CODE, with which no path ends, of what is not recorded.  */
static void
library (struct wpp_walk_at *at, uint32_t code, struct wpp_walk_found *x, size_t first, size_t end)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct wpp_wanter o;
  for (uint32_t i = 0; i < c->n_arguments; i++)
    {
      struct wpp_walk_found y = { false };
      find_argument (at, c, i, first, end, &y);
      if (!y.any)
        continue;
      o = wpp_walk_tell (at, c, 2 + i, &y);
      wpp_walk_find (x, y.because, y.may, y.fact, &y.from);
    }
  wpp_taint_find_reads (at, first, end, WPP_NONE, false, x);
  find_effects (at, code, x);
  bool any = x->any;
  wpp_taint_define (at, c, x, first, end);
  if (any)
    o = wpp_walk_tell (at, c, 1, x);
  define_effects (at, code, any ? &o : NULL);
}

static void
statement (struct wpp_walk_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct wpp_walk_found x = { false };
  size_t first, end = accesses_of (at, code, &first);
  if (c->flags & WPP_CODE_NONE)
    return;
  bool criterion = wpp_walk_criterion_p (at, node, c), whole = at->w->asked->criterion->whole;
  if (criterion && whole)
    wpp_walk_find (&x, WPP_BECAUSE_CRITERION, false, WPP_NONE, &wpp_walk_nobody);
  wpp_taint_find_list (at, c->uses, &x);
  wpp_taint_find_control (at, c->control, &x);
  if (c->flags & WPP_CODE_CALL)
    library (at, code, &x, first, end);
  else
    {
      wpp_taint_find_reads (at, first, end, WPP_NONE, false, &x);
      wpp_taint_define (at, c, &x, first, end);
    }
  if (criterion && !whole)
    begin_variable (at, code, first);
}

/* ---- Calls.  */

/* Forget what FRAME has of a call.  */
static void
forget_call (struct wpp_walk_at *at, uint64_t frame)
{
  struct wpp_wanter unused;
  for (uint32_t fact = WPP_FACT_CALL; fact < WPP_FACT_FIRST && wpp_wants_activation_p (&at->w->wants, frame); fact++)
    if (fact == WPP_FACT_CALL || fact == WPP_FACT_RESULT || fact >= WPP_FACT_ARGUMENT)
      wpp_wants_take (&at->w->wants, frame, fact, &unused);
}

/* Control is before the call CODE at NODE: what of it is tainted are facts of FRAME.  */
static void
called (struct wpp_walk_at *at, uint64_t frame, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct wpp_walk_found x = { false };
  struct wpp_wanter call = wpp_walk_nobody;
  size_t first, end = accesses_of (at, code, &first);
  /* What a function of the library is given may come into what it calls back in any way.  */
  bool own = c->callee == WPP_NONE && !(c->flags & WPP_CODE_POINTER);
  if (wpp_walk_criterion_p (at, node, c) && at->w->asked->criterion->whole)
    wpp_walk_find (&x, WPP_BECAUSE_CRITERION, false, WPP_NONE, &wpp_walk_nobody);
  wpp_taint_find_list (at, c->uses, &x);
  wpp_taint_find_control (at, c->control, &x);
  struct wpp_walk_found all = x, arguments[WPP_MOST_ARGUMENTS];
  uint32_t n = c->n_arguments < WPP_MOST_ARGUMENTS ? c->n_arguments : WPP_MOST_ARGUMENTS;
  for (uint32_t i = 0; i < n; i++)
    {
      arguments[i] = all;
      find_argument (at, c, i, first, end, &arguments[i]);
      if (own && arguments[i].any)
        wpp_walk_find (&x, arguments[i].because, arguments[i].may, arguments[i].fact, &arguments[i].from);
    }
  if (own)
    wpp_taint_find_reads (at, first, end, WPP_NONE, false, &x);
  forget_call (at, frame);
  if (x.any)
    call = wpp_walk_tell (at, c, 0, &x);
  if (x.any && !wpp_walk_deep_p (at, &call))
    wpp_walk_want (at, frame, WPP_FACT_CALL, &call);
  for (uint32_t i = 0; i < n; i++)
    {
      struct wpp_wanter o = arguments[i].any ? wpp_walk_tell (at, c, 2 + i, &arguments[i]) : wpp_walk_nobody;
      if (arguments[i].any && !wpp_walk_deep_p (at, &o))
        wpp_walk_want (at, frame, wpp_fact_argument (i), &o);
    }
}

/* The call CODE, with which the path begins, has returned: its result is assigned.  */
static void
returned (struct wpp_walk_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  uint64_t frame = at->path->activation;
  struct wpp_walk_found x = { false };
  size_t first, end = accesses_of (at, code, &first);
  bool own = c->callee == WPP_NONE && !(c->flags & WPP_CODE_POINTER);
  bool criterion = wpp_walk_criterion_p (at, node, c), whole = at->w->asked->criterion->whole;
  if (criterion && whole)
    wpp_walk_find (&x, WPP_BECAUSE_CRITERION, false, WPP_NONE, &wpp_walk_nobody);
  wpp_taint_find_fact (at, frame, WPP_FACT_CALL, WPP_BECAUSE_CALL, &x);
  wpp_taint_find_fact (at, frame, WPP_FACT_RESULT, WPP_BECAUSE_DATA, &x);
  for (uint32_t i = 0; i < c->n_arguments && own; i++)
    wpp_taint_find_fact (at, frame, wpp_fact_argument (i), WPP_BECAUSE_DATA, &x);
  if (own)
    {
      wpp_taint_find_reads (at, first, end, WPP_NONE, false, &x);
      find_effects (at, code, &x);
    }
  forget_call (at, frame);
  wpp_taint_define (at, c, &x, first, end);
  struct wpp_wanter o = x.any ? wpp_walk_tell (at, c, 1, &x) : wpp_walk_nobody;
  if (own)
    define_effects (at, code, x.any ? &o : NULL);
  if (criterion && !whole)
    begin_variable (at, code, first);
}

/* ---- Edges.  */

/* What PHIs get on edge E; constants are tainted BY the branch, or by nobody.  */
static void
phis (struct wpp_walk_at *at, uint32_t e, const struct wpp_wanter *by)
{
  const struct wpp_slice_function *f = at->f;
  const struct wpp_slice_list *arguments = &f->phi_arguments[e];
  const uint32_t *results = f->phi_results + f->first_phi[f->cfg->edges[e].dst];
  struct { bool tainted; struct wpp_wanter origin; } few[16], *moved = few;
  struct wpp_wanter unused;
  if (arguments->n > 16 && !(moved = malloc (arguments->n * sizeof *moved)))
    {
      at->err = WPP_E_NOMEM;
      return;
    }
  for (uint32_t i = 0; i < arguments->n; i++)
    {
      uint32_t argument = f->numbers[arguments->begin + i];
      moved[i].tainted = argument == WPP_NONE ? by != NULL
                                              : wpp_wants_has (&at->w->wants, at->path->activation, argument,
                                                               &moved[i].origin);
      if (argument == WPP_NONE && by)
        moved[i].origin = *by;
    }
  for (uint32_t i = 0; i < arguments->n; i++)
    {
      wpp_walk_take (at, results[i], &unused);
      if (moved[i].tainted)
        wpp_walk_want (at, at->path->activation, results[i], &moved[i].origin);
    }
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
  struct wpp_wanter o = wpp_walk_nobody, unused;
  if (!decided->n && !f->phi_arguments[e].n)
    return;
  const struct wpp_slice_code *c = f->predicate[e] == WPP_NONE ? NULL : &f->code[f->predicate[e]];
  if (c)
    wpp_taint_find_list (at, c->uses, &x);
  wpp_taint_find_control (at, c ? c->control : f->control[f->cfg->edges[e].src], &x);
  bool criterion = c && wpp_walk_criterion_p (at, f->cfg->edges[e].src, c) && at->w->asked->criterion->whole;
  if (criterion)
    wpp_walk_find (&x, WPP_BECAUSE_CRITERION, false, WPP_NONE, &wpp_walk_nobody);
  if (x.any)
    o = c ? wpp_walk_tell (at, c, 0, &x) : x.from;
  bool taints = x.any && !wpp_walk_deep_p (at, &o);
  phis (at, e, taints ? &o : NULL);
  for (uint32_t i = 0; i < decided->n; i++)
    {
      wpp_walk_take (at, f->numbers[decided->begin + i], &unused);
      if (taints)
        wpp_walk_want (at, at->path->activation, f->numbers[decided->begin + i], &o);
    }
}

/* The path began at NODE, a landing place: nobody knows by which edge.  */
static void
landed (struct wpp_walk_at *at, uint32_t node)
{
  const struct wpp_slice_function *f = at->f;
  const uint32_t *results = f->phi_results + f->first_phi[node];
  struct wpp_wanter o;
  for (uint32_t i = 0; i < f->first_phi[node + 1] - f->first_phi[node]; i++)
    for (uint32_t e = 0; e < f->cfg->n_edges; e++)
      {
        uint32_t argument = f->cfg->edges[e].dst == node && i < f->phi_arguments[e].n
                              ? f->numbers[f->phi_arguments[e].begin + i] : WPP_NONE;
        if (argument != WPP_NONE && wpp_wants_has (&at->w->wants, at->path->activation, argument, &o))
          wpp_walk_want (at, at->path->activation, results[i], &o);
      }
}

/* ---- Beginnings and ends of activations.  */

/* The activation begins: what its caller gives it.  */
static void
enter (struct wpp_walk_at *at)
{
  const struct wpp_slice_function *f = at->f;
  struct wpp_wants *w = &at->w->wants;
  uint64_t parent = at->path->parent;
  struct wpp_wanter o;
  for (; at->first < at->end && at->log->accesses[at->first].statement == WPP_NONE; at->first++)
    {
      const struct wpp_logged_access *a = &at->log->accesses[at->first];
      uint32_t argument = wpp_fact_argument (a->operand ? a->operand - 1 : 0);
      wpp_taint_writes (at, at->first, at->first + 1, parent && wpp_wants_has (w, parent, argument, &o) ? &o : NULL);
    }
  if (!parent || !wpp_wants_activation_p (w, parent))
    return;
  for (size_t i = 0; i < f->n_entries; i++)
    if (wpp_wants_has (w, parent, f->entries[i].argument, &o))
      wpp_walk_want (at, at->path->activation, f->entries[i].fact, &o);
  if (!wpp_wants_has (w, parent, WPP_FACT_CALL, &o))
    return;
  wpp_walk_want (at, at->path->activation, WPP_FACT_START, &o);
  /* Until one of its branches is taken, what depends on that depends on the start.  */
  for (uint32_t fact = f->first_control; fact < f->end_control; fact++)
    wpp_walk_want (at, at->path->activation, fact, &o);
}

/* The activation leaves: what it returns is its caller's result, unless it leaves by a call.  */
static void
leave (struct wpp_walk_at *at)
{
  struct wpp_wants *w = &at->w->wants;
  struct wpp_wanter o;
  if (!at->known->tail && wpp_wants_has (w, at->path->activation, WPP_FACT_RESULT, &o))
    wpp_walk_want (at, at->path->parent, WPP_FACT_RESULT, &o);
  wpp_wants_forget (w, at->path->activation);
}

/* ---- Paths.  */

/* The node number I of the path is executed: is the criterion's block at hand?  */
static void
look_at_zone (struct wpp_walk_at *at, uint32_t i)
{
  struct wpp_walk *w = at->w;
  const struct wpp_instances_asked *q = w->asked;
  uint32_t node = at->known->path.nodes[i];
  bool begins = !w->begun && at->path->event == q->event && !q->at_end && node == q->node;
  if (begins)
    {
      w->begun = w->zone = true;
      w->activation = at->path->activation;
    }
  else if (w->zone && at->path->activation == w->activation && !wpp_continues_p (at->f->cfg, q->node, node))
    w->zone = false;
}

/* The path's last edge leads to NODE, which goes on with the criterion's block, or not: a block that is a loop is
   entered again, and that is another execution.  */
static void
look_at_end (struct wpp_walk_at *at, uint32_t node)
{
  struct wpp_walk *w = at->w;
  const struct wpp_instances_asked *q = w->asked;
  if (!w->begun && at->path->event == q->event && q->at_end)
    {
      w->begun = w->zone = true;
      w->activation = at->path->activation;
    }
  else if (w->zone && at->path->activation == w->activation
           && (node == q->node || !wpp_continues_p (at->f->cfg, q->node, node)))
    w->zone = false;
}

/* Does the path end with a call in tail position, at index I of its nodes?  */
static bool
tail_node_p (const struct wpp_walk_at *at, uint32_t i)
{
  return at->known->tail && i > 0 && at->f->cfg->edges[at->known->path.edges[i - 1]].flags & WPP_EDGE_TAIL;
}

static void
nodes (struct wpp_walk_at *at, uint32_t i)
{
  const struct wpp_slice_function *f = at->f;
  const struct wpp_known_path *p = at->known;
  uint32_t node = p->path.nodes[i];
  bool before = i == 0 && p->path.call_before != WPP_NONE, tail = tail_node_p (at, i);
  look_at_zone (at, i);
  for (uint32_t c = f->first_code[node]; c < f->first_code[node + 1] && !at->err; c++)
    if (before && c == p->path.call_before)
      returned (at, node, c);
    else if (tail && f->code[c].flags & WPP_CODE_CALL)
      called (at, at->path->parent, node, c);
    else
      statement (at, node, c);
}

static void
path (struct wpp_walk_at *at)
{
  const struct wpp_known_path *p = at->known;
  const struct wpp_slice_function *f = at->f;
  if (p->enters)
    enter (at);
  if (p->path.n_nodes && f->cfg->nodes[p->path.nodes[0]].flags & WPP_NODE_LANDING)
    landed (at, p->path.nodes[0]);
  for (uint32_t i = 0; i < p->path.n_nodes && !at->err; i++)
    {
      nodes (at, i);
      if (i + 1 < p->path.n_nodes)
        edge (at, p->path.edges[i]);
    }
  if (p->path.n_nodes && !at->err)
    {
      uint32_t node = f->cfg->edges[p->path.edges[p->path.n_nodes - 1]].dst;
      edge (at, p->path.edges[p->path.n_nodes - 1]);
      look_at_end (at, node);
      if (p->path.call_after != WPP_NONE)
        called (at, at->path->activation, node, p->path.call_after);
    }
}

/* Is nothing in the path tainted?  */
static bool
idle_p (const struct wpp_walk_at *at)
{
  const struct wpp_walk *w = at->w;
  const struct wpp_wants *x = &w->wants;
  return w->begun && !w->zone && !w->anything && (!x->n || at->first == at->end)
         && !wpp_wants_activation_p (x, at->path->activation) && !wpp_wants_activation_p (x, at->path->parent)
         && !(x->n && wpp_walk_unseen (at->w, at->path->path) & (WPP_CALLS_CHANGE | WPP_CALLS_READ));
}

static int
influence_path (struct wpp_walk *w, const struct wpp_log *l, size_t i)
{
  const struct wpp_logged_path *p = &l->logged[i];
  struct wpp_walk_at at = { .w = w, .log = l, .path = p, .known = &w->paths->items[p->path], .start = WPP_NONE };
  at.first = p->first_access;
  at.end = i + 1 < l->n ? l->logged[i + 1].first_access : l->n_accesses;
  at.first_value = p->first_value;
  at.end_value = i + 1 < l->n ? l->logged[i + 1].first_value : l->n_results;
  at.f = at.known->function == WPP_NONE ? NULL : w->model->functions[at.known->function];
  if (!at.f || idle_p (&at))
    return WPP_OK;
  at.err = wpp_wants_look_at (&w->wants, p->activation);
  if (!at.err)
    at.err = wpp_wants_reserve_hand (&w->wants, at.f->n_facts);
  if (at.err)
    return at.err;
  path (&at);
  if (at.known->leaves && !at.err)
    leave (&at);
  return at.err;
}

int
wpp_influence_log (struct wpp_walk *w, const struct wpp_log *l)
{
  int err = WPP_OK;
  for (size_t i = 0; i < l->n && !err; i++)
    err = influence_path (w, l, i);
  return err;
}
