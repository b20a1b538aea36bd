/* A slice by going through what a thread did, backward: what is wanted.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A call that may reach instrumented code ends a path: its statement is at the beginning of the next one, where its
   result is assigned; then comes, backward, the activation, if there is one, and then the end of the path before it.
   What the activation wants of its caller, arguments, are facts of the frame from there to that end.  */

#include "dependence/slices/scan-impl.h"

/* What was found that a statement defines.  */
struct found
{
  bool any;
  struct wpp_slice_reason reason;
};

static void
found (struct found *x, enum wpp_slice_because because, bool may, uint32_t fact, uint32_t from)
{
  if (!x->any || (x->reason.may && !may))
    x->reason = (struct wpp_slice_reason){ because, may, fact, from };
  x->any = true;
}

/* ---- What a statement defines.  */

/* Is FACT, of the frame, wanted?  A definition that is no MAY satisfies whoever wants it.  */
static void
find_fact (const struct wpp_scan_at *at, uint32_t fact, bool may, struct found *x)
{
  if (!wpp_marks_p (&at->s->facts, fact))
    return;
  found (x, WPP_BECAUSE_DATA, may, fact, fact < at->f->n_facts ? at->origin[fact] : WPP_NONE);
  if (!may)
    wpp_marks_take (&at->s->facts, fact);
}

static void
find_list (const struct wpp_scan_at *at, struct wpp_slice_list list, bool may, struct found *x)
{
  for (uint32_t i = 0; i < list.n; i++)
    find_fact (at, at->f->numbers[list.begin + i], may, x);
}

static void
find_store (const struct wpp_scan_at *at, uint32_t store, struct found *x)
{
  uint32_t load = wpp_scan_stored (at->s, store);
  if (load == WPP_NONE)
    return;
  found (x, WPP_BECAUSE_MEMORY, !wpp_memory_must_p (&at->s->model->memory, store, load), load,
         at->s->load_origins[load]);
  wpp_scan_kill_loads (at->s, store);
}

static void
find_variable (const struct wpp_scan_at *at, const struct wpp_slice_code *c, struct found *x)
{
  for (uint32_t i = 0; i < c->defines.n; i++)
    {
      uint32_t fact = at->f->numbers[c->defines.begin + i];
      if (!wpp_scan_variable_p (at, fact))
        continue;
      wpp_marks_take (&at->s->facts, WPP_FACT_VARIABLE);
      found (x, WPP_BECAUSE_DATA, false, fact, WPP_NONE);
    }
}

/* Find what C defines, of a call by its result.  */
static void
find_defined (const struct wpp_scan_at *at, const struct wpp_slice_code *c, struct found *x)
{
  find_variable (at, c, x);
  find_list (at, c->defines, false, x);
  find_list (at, c->may_define, true, x);
  find_store (at, c->store, x);
}

/* ---- What a statement uses.  */

static void
want_list (const struct wpp_scan_at *at, struct wpp_slice_list list, uint32_t item)
{
  for (uint32_t i = 0; i < list.n; i++)
    wpp_scan_add (at, at->f->numbers[list.begin + i], item);
}

static void
want_loads (const struct wpp_scan_at *at, struct wpp_slice_list list, uint32_t item)
{
  for (uint32_t i = 0; i < list.n; i++)
    wpp_scan_add_load (at->s, at->f->numbers[list.begin + i], item);
}

/* ITEM, of C, has been executed: that depends on a branch.  */
static void
want_control (const struct wpp_scan_at *at, const struct wpp_slice_code *c, uint32_t item)
{
  if (c->control != WPP_NONE)
    wpp_scan_add (at, c->control, item);
  wpp_scan_add (at, WPP_FACT_START, item);
}

static void
include (const struct wpp_scan_at *at, const struct wpp_slice_code *c, struct wpp_slice_reason reason)
{
  wpp_scan_include (at->s, c->item, reason);
  want_control (at, c, c->item);
  want_list (at, c->uses, c->item);
  want_loads (at, c->loads, c->item);
}

static void
include_argument (const struct wpp_scan_at *at, const struct wpp_slice_code *c, uint32_t i,
                  struct wpp_slice_reason reason)
{
  const struct wpp_slice_argument *a = &at->f->arguments[c->first_argument + i];
  uint32_t item = wpp_slice_item (c, 2 + i);
  wpp_scan_include (at->s, item, reason);
  want_list (at, a->uses, item);
  want_loads (at, a->loads, item);
}

/* Is ITEM in the slice, and each execution of it, too?  */
static bool
each_p (const struct wpp_scan *s, uint32_t item)
{
  return s->exercised && s->reasons[item].because != WPP_BECAUSE_NOTHING;
}

/* C calls what is not instrumented, as far as is known.  */
static void
call_others (const struct wpp_scan_at *at, const struct wpp_slice_code *c, struct found *x)
{
  find_list (at, c->own_defines, true, x);
  for (uint32_t i = 0; i < c->own_stores.n; i++)
    find_store (at, at->f->numbers[c->own_stores.begin + i], x);
  if (each_p (at->s, c->item))
    found (x, WPP_BECAUSE_CALL, false, 0, WPP_NONE);
  if (!x->any)
    return;
  include (at, c, x->reason);
  wpp_scan_include (at->s, wpp_slice_item (c, 1), x->reason);
  for (uint32_t i = 0; i < c->n_arguments; i++)
    include_argument (at, c, i, x->reason);
  want_list (at, c->own_uses, c->item);
  want_loads (at, c->own_loads, c->item);
}

/* ---- Statements.  */

static struct found
find_criterion (const struct wpp_scan_at *at, uint32_t node, const struct wpp_slice_code *c)
{
  struct found x = { 0 };
  if (wpp_scan_criterion_p (at, node, c))
    found (&x, WPP_BECAUSE_CRITERION, false, 0, WPP_NONE);
  return x;
}

/* C, at NODE, says what a variable is: is that the criterion's, and wanted?  */
static void
bound (const struct wpp_scan_at *at, uint32_t node, const struct wpp_slice_code *c)
{
  struct found x = { 0 };
  if (at->s->criterion && !at->s->criterion->whole)
    wpp_scan_criterion_p (at, node, c);
  find_variable (at, c, &x);
  if (x.any)
    include (at, c, x.reason);
}

static void
statement (const struct wpp_scan_at *at, uint32_t node, const struct wpp_slice_code *c)
{
  if (c->flags & WPP_CODE_BINDS)
    bound (at, node, c);
  if (c->flags & WPP_CODE_NONE)
    return;
  struct found x = find_criterion (at, node, c);
  find_defined (at, c, &x);
  if (c->flags & WPP_CODE_RETURNS && wpp_marks_p (&at->s->facts, WPP_FACT_RESULT))
    {
      found (&x, WPP_BECAUSE_DATA, false, WPP_FACT_RESULT, at->origin[WPP_FACT_RESULT]);
      wpp_marks_take (&at->s->facts, WPP_FACT_RESULT);
    }
  if (c->flags & WPP_CODE_CALL)
    {
      call_others (at, c, &x);
      return;
    }
  if (each_p (at->s, c->item))
    found (&x, WPP_BECAUSE_DATA, false, 0, WPP_NONE);
  if (x.any)
    include (at, c, x.reason);
}

/* The call C is over: if what it does itself matters, so do the results of what it calls.  They are there for whoever
   wants what it does: C itself is not in the slice yet.  */
static void
find_own (const struct wpp_scan_at *at, const struct wpp_slice_code *c)
{
  if (each_p (at->s, c->item))
    wpp_scan_add (at, WPP_FACT_OWN, c->item);
  for (uint32_t i = 0; i < c->own_defines.n; i++)
    {
      uint32_t fact = at->f->numbers[c->own_defines.begin + i];
      if (wpp_marks_p (&at->s->facts, fact))
        wpp_scan_add (at, WPP_FACT_OWN, at->origin[fact]);
    }
  for (uint32_t i = 0; i < c->own_stores.n; i++)
    {
      uint32_t load = wpp_scan_stored (at->s, at->f->numbers[c->own_stores.begin + i]);
      if (load != WPP_NONE)
        wpp_scan_add (at, WPP_FACT_OWN, at->s->load_origins[load]);
    }
}

/* The statement C, a call at the beginning of a path, has returned: its result is assigned.  */
static void
returned (const struct wpp_scan_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct found x = find_criterion (at, node, c);
  uint32_t result = wpp_slice_item (c, 1);
  find_defined (at, c, &x);
  if (each_p (at->s, result))
    found (&x, WPP_BECAUSE_DATA, false, 0, WPP_NONE);
  if (x.any)
    {
      include (at, c, x.reason);
      wpp_scan_include (at->s, result, x.reason);
      wpp_scan_add (at, WPP_FACT_RESULT, result);
    }
  find_own (at, c);
  wpp_marks_add (&at->s->facts, wpp_fact_site (at->f, code));
}

/* The arguments of C that are wanted, or ALL.  */
static void
take_arguments (const struct wpp_scan_at *at, const struct wpp_slice_code *c, bool all)
{
  for (uint32_t i = 0; i < c->n_arguments; i++)
    {
      uint32_t fact = wpp_fact_argument (i);
      struct found x = { 0 };
      if (all)
        found (&x, WPP_BECAUSE_CRITERION, false, 0, WPP_NONE);
      if (wpp_marks_p (&at->s->facts, fact))
        found (&x, WPP_BECAUSE_DATA, false, fact, at->origin[fact]);
      if (each_p (at->s, wpp_slice_item (c, 2 + i)))
        found (&x, WPP_BECAUSE_DATA, false, fact, WPP_NONE);
      if (!x.any)
        continue;
      include_argument (at, c, i, x.reason);
      include (at, c, x.reason);
    }
  for (uint32_t i = 0; i < WPP_MOST_ARGUMENTS; i++)
    wpp_marks_take (&at->s->facts, WPP_FACT_ARGUMENT + i);
}

/* The path ends before the call CODE of NODE; what is wanted of that is known now.  */
static void
called (const struct wpp_scan_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct wpp_marks *facts = &at->s->facts;
  bool matched = wpp_marks_take (facts, WPP_FACT_MATCHED), call = wpp_marks_take (facts, WPP_FACT_CALL);
  bool result = wpp_marks_take (facts, WPP_FACT_RESULT);
  wpp_marks_take (facts, WPP_FACT_OWN);
  struct found x = find_criterion (at, node, c);
  bool all = x.any;
  wpp_marks_take (facts, wpp_fact_site (at->f, code));
  if (call)
    found (&x, WPP_BECAUSE_CALL, false, 0, at->origin[WPP_FACT_CALL]);
  if (!matched)
    {
      if (result)
        found (&x, WPP_BECAUSE_DATA, false, WPP_FACT_RESULT, at->origin[WPP_FACT_RESULT]);
      call_others (at, c, &x);
      take_arguments (at, c, false);
      return;
    }
  if (each_p (at->s, c->item))
    found (&x, WPP_BECAUSE_CALL, false, 0, WPP_NONE);
  if (x.any)
    include (at, c, x.reason);
  take_arguments (at, c, all);
}

/* ---- Edges.  */

/* What the PHIs that edge E leads to want they want of E now.  Return whether one of them is a constant there.  */
static bool
phis (const struct wpp_scan_at *at, uint32_t e, uint32_t *from)
{
  const struct wpp_slice_function *f = at->f;
  const struct wpp_slice_list *arguments = &f->phi_arguments[e];
  const uint32_t *results = f->phi_results + f->first_phi[f->cfg->edges[e].dst];
  struct wpp_marks *facts = &at->s->facts;
  bool constant = false, variable = false;
  uint32_t variable_argument = WPP_NONE;
  uint32_t *moved = at->s->list, n = 0;
  for (uint32_t i = 0; i < arguments->n; i++)
    {
      if (wpp_scan_variable_p (at, results[i]))
        {
          variable = true;
          variable_argument = f->numbers[arguments->begin + i];
        }
      if (wpp_marks_take (facts, results[i]))
        moved[n++] = i;
    }
  if (variable)
    wpp_marks_take (facts, WPP_FACT_VARIABLE);
  if (variable && variable_argument != WPP_NONE)
    wpp_scan_add (at, variable_argument, WPP_NONE);
  constant = variable && variable_argument == WPP_NONE;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t argument = f->numbers[arguments->begin + moved[i]], origin = at->origin[results[moved[i]]];
      if (argument != WPP_NONE)
        wpp_scan_add (at, argument, origin);
      else
        *from = origin;
      constant |= argument == WPP_NONE;
    }
  return constant;
}

/* Edge E has been taken.  */
static void
edge (const struct wpp_scan_at *at, uint32_t e)
{
  const struct wpp_slice_function *f = at->f;
  const struct wpp_slice_list *decided = &f->decided[e];
  uint32_t src = f->cfg->edges[e].src, from = WPP_NONE;
  struct found x = { 0 };
  if (f->phi_arguments[e].n && phis (at, e, &from))
    found (&x, WPP_BECAUSE_CONTROL, false, 0, from);
  for (uint32_t i = 0; i < decided->n; i++)
    {
      uint32_t fact = f->numbers[decided->begin + i];
      if (wpp_marks_take (&at->s->facts, fact))
        found (&x, WPP_BECAUSE_CONTROL, false, fact, at->origin[fact]);
    }
  if (!x.any)
    return;
  if (f->predicate[e] != WPP_NONE)
    include (at, &f->code[f->predicate[e]], x.reason);
  else if (f->control[src] != WPP_NONE)
    wpp_scan_add (at, f->control[src], x.reason.from);
  wpp_scan_add (at, WPP_FACT_START, x.reason.from);
}

/* The path began at NODE, a landing place: nobody knows by which edge.  */
static void
landed (const struct wpp_scan_at *at, uint32_t node)
{
  const struct wpp_slice_function *f = at->f;
  const uint32_t *results = f->phi_results + f->first_phi[node];
  for (uint32_t e = 0; f->first_phi[node] < f->first_phi[node + 1] && e < f->cfg->n_edges; e++)
    for (uint32_t i = 0; f->cfg->edges[e].dst == node && i < f->phi_arguments[e].n; i++)
      {
        uint32_t argument = f->numbers[f->phi_arguments[e].begin + i];
        if (wpp_marks_p (&at->s->facts, results[i]) && argument != WPP_NONE)
          wpp_scan_add (at, argument, at->origin[results[i]]);
      }
}

/* ---- Paths.  */

/* The criterion's block begins with NODE: what is before it is asked for nothing.  */
static void
leave_zone (const struct wpp_scan_at *at, uint32_t node)
{
  const struct wpp_slice_criterion *c = at->s->criterion;
  const struct wpp_node *n = &at->f->cfg->nodes[node];
  if (c && (n->block != c->block || !(n->flags & WPP_NODE_CONTINUES)))
    wpp_marks_take (&at->s->facts, WPP_FACT_ZONE);
}

void
wpp_scan_path_backward (struct wpp_scan *s, const struct wpp_scan_path *p, uint32_t first, uint32_t last, bool begin,
                        bool end)
{
  const struct wpp_scan_at at = wpp_scan_at (s, p->function);
  const struct wpp_slice_function *f = at.f;
  if (end && p->path.call_after != WPP_NONE)
    {
      uint32_t node = f->cfg->edges[p->path.edges[p->path.n_nodes - 1]].dst;
      called (&at, node, p->path.call_after);
      leave_zone (&at, node);
    }
  if (end && p->path.n_nodes)
    edge (&at, p->path.edges[p->path.n_nodes - 1]);
  for (uint32_t i = last; i-- > first;)
    {
      uint32_t node = p->path.nodes[i];
      bool before = i == 0 && begin && p->path.call_before != WPP_NONE;
      for (uint32_t c = f->first_code[node + 1]; c-- > f->first_code[node];)
        if (before && c == p->path.call_before)
          returned (&at, node, c);
        else
          statement (&at, node, &f->code[c]);
      if (!before)
        leave_zone (&at, node);
      if (s->watch)
        s->watch (s->watch_data, node);
      if (i > 0)
        edge (&at, p->path.edges[i - 1]);
      else if (begin && f->cfg->nodes[node].flags & WPP_NODE_LANDING)
        landed (&at, node);
    }
}
