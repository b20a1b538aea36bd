/* A slice by going through what a thread did, forward: what is tainted.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A statement is in the slice if something that it uses is tainted, or the branch by which it was reached; then what it
   defines is tainted, and else it is not any more.  A call that may reach instrumented code ends a path: there
   arguments that are tainted are facts of the frame, until the activation that it calls takes them; what it returns is,
   until the next path begins, with the assignment of the result.  */

#include <string.h>
#include "dependence/slices/scan-impl.h"
#include "base/bits.h"

struct found
{
  bool any;
  struct wpp_slice_reason reason;
};

static void
found (struct found *x, enum wpp_slice_because because, uint32_t fact, uint32_t from)
{
  if (!x->any)
    x->reason = (struct wpp_slice_reason){ because, false, fact, from };
  x->any = true;
}

/* ---- What a statement uses.  */

static void
find_fact (const struct wpp_scan_at *at, uint32_t fact, enum wpp_slice_because because, struct found *x)
{
  if (wpp_marks_p (&at->s->facts, fact))
    found (x, because, fact, at->origin[fact]);
}

static void
find_used (const struct wpp_scan_at *at, struct wpp_slice_list uses, struct wpp_slice_list loads, struct found *x)
{
  for (uint32_t i = 0; i < uses.n; i++)
    find_fact (at, at->f->numbers[uses.begin + i], WPP_BECAUSE_DATA, x);
  for (uint32_t i = 0; i < loads.n; i++)
    {
      uint32_t load = at->f->numbers[loads.begin + i];
      if (wpp_bit_p (at->s->loads, load))
        found (x, WPP_BECAUSE_MEMORY, load, at->s->load_origins[load]);
    }
}

static void
find_control (const struct wpp_scan_at *at, uint32_t control, struct found *x)
{
  if (control == WPP_NONE)
    find_fact (at, WPP_FACT_START, WPP_BECAUSE_CALL, x);
  else
    find_fact (at, control, WPP_BECAUSE_CONTROL, x);
}

/* Is ITEM in the slice, and each execution of it, too?  */
static void
find_each (const struct wpp_scan *s, uint32_t item, struct found *x)
{
  if (s->exercised && s->reasons[item].because != WPP_BECAUSE_NOTHING)
    found (x, WPP_BECAUSE_DATA, 0, WPP_NONE);
}

/* ---- What a statement defines.  */

static void
taint_list (const struct wpp_scan_at *at, struct wpp_slice_list list, uint32_t item)
{
  for (uint32_t i = 0; i < list.n; i++)
    wpp_scan_add (at, at->f->numbers[list.begin + i], item);
}

static void
taint_loads (struct wpp_scan *s, uint32_t store, uint32_t item)
{
  const struct wpp_memory *m = &s->model->memory;
  for (size_t w = 0; store != WPP_NONE && w < m->words; w++)
    for (uint64_t bits = m->may[store * m->words + w] & ~s->loads[w]; bits; bits &= bits - 1)
      wpp_scan_add_load (s, w * 64 + __builtin_ctzll (bits), item);
}

/* C has been executed, and what it defines is tainted by ITEM, if X found anything.  */
static void
define (const struct wpp_scan_at *at, const struct wpp_slice_code *c, uint32_t item, const struct found *x)
{
  for (uint32_t i = 0; i < c->defines.n; i++)
    wpp_marks_take (&at->s->facts, at->f->numbers[c->defines.begin + i]);
  wpp_scan_kill_loads (at->s, c->store);
  if (!x->any)
    return;
  wpp_scan_include (at->s, item, x->reason);
  taint_list (at, c->defines, item);
  taint_list (at, c->may_define, item);
  taint_loads (at->s, c->store, item);
}

/* … by what it does itself, as it is not instrumented.  */
static void
define_own (const struct wpp_scan_at *at, const struct wpp_slice_code *c, const struct found *x)
{
  if (!x->any)
    return;
  wpp_scan_include (at->s, c->item, x->reason);
  taint_list (at, c->own_defines, c->item);
  for (uint32_t i = 0; i < c->own_stores.n; i++)
    taint_loads (at->s, at->f->numbers[c->own_stores.begin + i], c->item);
}

/* ---- The criterion.  */

/* Statement CODE has been executed.  If it is the last one of the line in its block, a variable that is asked for is
   tainted.  */
static void
taint_variable (const struct wpp_scan_at *at, uint32_t code)
{
  struct wpp_scan *s = at->s;
  const struct wpp_slice_criterion *c = s->criterion;
  if (!c || c->whole || c->last_code != code || !wpp_marks_take (&s->facts, WPP_FACT_ZONE))
    return;
  if (c->fact != WPP_NONE)
    wpp_scan_add (at, c->fact, WPP_NONE);
  if (c->load != WPP_NONE)
    taint_loads (s, wpp_memory_store_of (&s->model->memory, c->load), WPP_NONE);
  if (c->variable == WPP_NONE)
    return;
  uint32_t bound = wpp_slice_bound (at->f, c->variable, code);
  if (bound != WPP_NONE)
    taint_list (at, at->f->code[bound].uses, WPP_NONE);
  for (uint32_t fact = WPP_FACT_FIRST; fact < at->f->n_facts; fact++)
    if (at->f->fact_variable[fact - WPP_FACT_FIRST] == c->variable)
      wpp_scan_add (at, fact, WPP_NONE);
}

static bool
forced_p (const struct wpp_scan_at *at, uint32_t node, const struct wpp_slice_code *c)
{
  return at->s->criterion && at->s->criterion->whole && wpp_scan_criterion_p (at, node, c);
}

/* NODE is entered: has the block of the criterion been left?  */
static void
enter_node (const struct wpp_scan_at *at, uint32_t node)
{
  const struct wpp_slice_criterion *c = at->s->criterion;
  const struct wpp_node *n = &at->f->cfg->nodes[node];
  if (c && (n->block != c->block || !(n->flags & WPP_NODE_CONTINUES)))
    wpp_marks_take (&at->s->facts, WPP_FACT_ZONE);
}

/* ---- Statements.  */

/* Find out whether C, at NODE, is in the slice; of a call without its arguments.  */
static struct found
find (const struct wpp_scan_at *at, uint32_t node, const struct wpp_slice_code *c)
{
  struct found x = { 0 };
  if (forced_p (at, node, c))
    found (&x, WPP_BECAUSE_CRITERION, 0, WPP_NONE);
  find_used (at, c->uses, c->loads, &x);
  find_control (at, c->control, &x);
  find_each (at->s, c->item, &x);
  return x;
}

static void
statement (const struct wpp_scan_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  if (c->flags & WPP_CODE_NONE)
    return;
  struct found x = find (at, node, c);
  if (c->flags & WPP_CODE_CALL)
    {
      find_used (at, c->own_uses, c->own_loads, &x);
      for (uint32_t i = 0; i < c->n_arguments; i++)
        {
          const struct wpp_slice_argument *a = &at->f->arguments[c->first_argument + i];
          find_used (at, a->uses, a->loads, &x);
        }
      define_own (at, c, &x);
    }
  define (at, c, c->item, &x);
  if (c->flags & WPP_CODE_RETURNS)
    {
      wpp_marks_take (&at->s->facts, WPP_FACT_RESULT);
      if (x.any)
        wpp_scan_add (at, WPP_FACT_RESULT, c->item);
    }
  taint_variable (at, code);
}

/* The path ends before the call CODE.  */
static void
called (const struct wpp_scan_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct found x = find (at, node, c);
  for (uint32_t i = 0; i < c->n_arguments; i++)
    {
      const struct wpp_slice_argument *a = &at->f->arguments[c->first_argument + i];
      struct found y = x;
      find_used (at, a->uses, a->loads, &y);
      find_each (at->s, wpp_slice_item (c, 2 + i), &y);
      if (!y.any)
        continue;
      wpp_scan_include (at->s, wpp_slice_item (c, 2 + i), y.reason);
      wpp_scan_add (at, wpp_fact_argument (i), wpp_slice_item (c, 2 + i));
    }
  if (x.any)
    {
      wpp_scan_include (at->s, c->item, x.reason);
      wpp_scan_add (at, WPP_FACT_CALL, c->item);
    }
  wpp_marks_add (&at->s->facts, wpp_fact_site (at->f, code));
}

/* The call CODE is over, in the slice because of X, if it is: do what it does itself, if what it calls was not
   seen.  */
static void
finish_call (const struct wpp_scan_at *at, uint32_t code, struct found *x)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  bool matched = wpp_marks_take (&at->s->facts, WPP_FACT_MATCHED);
  find_fact (at, WPP_FACT_RESULT, WPP_BECAUSE_DATA, x);
  find_fact (at, WPP_FACT_CALL, WPP_BECAUSE_DATA, x);
  for (uint32_t i = 0; i < WPP_MOST_ARGUMENTS; i++)
    {
      if (!matched)
        find_fact (at, WPP_FACT_ARGUMENT + i, WPP_BECAUSE_DATA, x);
      wpp_marks_take (&at->s->facts, WPP_FACT_ARGUMENT + i);
    }
  wpp_marks_take (&at->s->facts, WPP_FACT_RESULT);
  wpp_marks_take (&at->s->facts, WPP_FACT_CALL);
  wpp_marks_take (&at->s->facts, wpp_fact_site (at->f, code));
  if (matched)
    return;
  find_used (at, c->own_uses, c->own_loads, x);
  define_own (at, c, x);
}

/* The call CODE has returned.  */
static void
returned (const struct wpp_scan_at *at, uint32_t node, uint32_t code)
{
  const struct wpp_slice_code *c = &at->f->code[code];
  struct found x = { 0 };
  uint32_t result = wpp_slice_item (c, 1);
  if (forced_p (at, node, c))
    found (&x, WPP_BECAUSE_CRITERION, 0, WPP_NONE);
  find_each (at->s, result, &x);
  finish_call (at, code, &x);
  define (at, c, result, &x);
  taint_variable (at, code);
}

/* The frame at hand, with the set FRAME, does not return from the call that it is in, if it is in one other than
   BUT.  */
static void
leave_call (const struct wpp_scan_at *at, uint32_t function, uint32_t frame, uint32_t but)
{
  const struct wpp_slice_code *site = wpp_scan_site (at->s, function, frame);
  struct found x = { 0 };
  if (site && site - at->f->code != but)
    finish_call (at, site - at->f->code, &x);
}

/* ---- Edges.  */

/* Was edge E taken for a reason that is tainted?  */
static struct found
find_branch (const struct wpp_scan_at *at, uint32_t e, uint32_t *item)
{
  const struct wpp_slice_function *f = at->f;
  uint32_t src = f->cfg->edges[e].src;
  struct found x = { 0 };
  *item = WPP_NONE;
  if (f->predicate[e] == WPP_NONE)
    find_control (at, f->control[src], &x);
  else
    {
      const struct wpp_slice_code *c = &f->code[f->predicate[e]];
      x = find (at, src, c);
      *item = c->item;
    }
  return x;
}

/* What PHIs are where edge E leads to is tainted if what they are there by E is; a constant is if E is.  */
static void
phis (const struct wpp_scan_at *at, uint32_t e, bool branch, uint32_t item)
{
  const struct wpp_slice_function *f = at->f;
  const struct wpp_slice_list *arguments = &f->phi_arguments[e];
  const uint32_t *results = f->phi_results + f->first_phi[f->cfg->edges[e].dst];
  struct wpp_marks *facts = &at->s->facts;
  uint32_t n = 0;
  for (uint32_t i = 0; i < arguments->n; i++)
    {
      uint32_t argument = f->numbers[arguments->begin + i];
      if (argument == WPP_NONE ? branch : wpp_marks_p (facts, argument))
        at->s->list[n++] = i;
    }
  for (uint32_t i = 0, k = 0; i < arguments->n; i++)
    if (k < n && at->s->list[k] == i)
      k++;
    else
      wpp_marks_take (facts, results[i]);
  for (uint32_t k = 0; k < n; k++)
    {
      uint32_t argument = f->numbers[arguments->begin + at->s->list[k]];
      wpp_scan_add (at, results[at->s->list[k]], argument == WPP_NONE ? item : at->origin[argument]);
    }
}

static void
edge (const struct wpp_scan_at *at, uint32_t e)
{
  const struct wpp_slice_function *f = at->f;
  uint32_t item;
  if (!f->decided[e].n && !f->phi_arguments[e].n)
    return;
  const struct found x = find_branch (at, e, &item);
  if (x.any && item != WPP_NONE)
    wpp_scan_include (at->s, item, x.reason);
  phis (at, e, x.any, item);
  for (uint32_t i = 0; i < f->decided[e].n; i++)
    {
      uint32_t fact = f->numbers[f->decided[e].begin + i];
      wpp_marks_take (&at->s->facts, fact);
      if (x.any)
        wpp_scan_add (at, fact, item == WPP_NONE ? x.reason.from : item);
    }
}

/* ---- Paths.  */

static void
path_forward (struct wpp_scan *s, const struct wpp_scan_path *p, uint32_t first, uint32_t last, bool begin, bool end)
{
  const struct wpp_scan_at at = wpp_scan_at (s, p->function);
  const struct wpp_slice_function *f = at.f;
  if (begin)
    leave_call (&at, p->function, s->frame, p->path.call_before);
  for (uint32_t i = first; i < last; i++)
    {
      uint32_t node = p->path.nodes[i];
      bool after = i == 0 && begin && p->path.call_before != WPP_NONE;
      bool criterion = i == first && !begin;
      if (!criterion && (i || node == WPP_NODE_ENTRY || f->cfg->nodes[node].flags & WPP_NODE_LANDING))
        enter_node (&at, node);
      for (uint32_t c = f->first_code[node]; c < f->first_code[node + 1]; c++)
        if (after && c == p->path.call_before)
          returned (&at, node, c);
        else
          statement (&at, node, c);
      if (s->watch)
        s->watch (s->watch_data, node);
      if (i + 1 < p->path.n_nodes)
        edge (&at, p->path.edges[i]);
    }
  if (!end || !p->path.n_nodes)
    return;
  uint32_t node = f->cfg->edges[p->path.edges[p->path.n_nodes - 1]].dst;
  edge (&at, p->path.edges[p->path.n_nodes - 1]);
  if (first < p->path.n_nodes)
    enter_node (&at, node);
  if (p->path.call_after != WPP_NONE)
    called (&at, node, p->path.call_after);
}

/* ---- Calls.  */

/* Take away, of the program's facts at hand, those that others see local variables as.  */
static void
take_locals (struct wpp_scan *s)
{
  for (size_t i = 0; i < s->n_locals; i++)
    if (wpp_bit_p (s->loads, s->locals[i]))
      {
        wpp_bit_set (s->loads, s->locals[i], false);
        s->loads_changed = true;
      }
}

static bool
in_set_p (const struct wpp_scan *s, uint32_t set, uint32_t fact)
{
  size_t n;
  const uint32_t *items = wpp_sets_items (&s->sets, set, &n);
  for (size_t i = 0; i < n && items[i] <= fact; i++)
    if (items[i] == fact)
      return true;
  return false;
}

static bool
any_argument_p (const struct wpp_scan *s, uint32_t set)
{
  bool any = in_set_p (s, set, WPP_FACT_CALL);
  for (uint32_t i = 0; i < WPP_MOST_ARGUMENTS && !any; i++)
    any = in_set_p (s, set, WPP_FACT_ARGUMENT + i);
  return any;
}

/* All that the activation at hand does is tainted by ITEM.  */
static void
taint_all (const struct wpp_scan_at *at, uint32_t item)
{
  wpp_scan_add (at, WPP_FACT_START, item);
  for (uint32_t node = 0; node < at->f->cfg->n_nodes; node++)
    if (at->f->control[node] != WPP_NONE)
      wpp_scan_add (at, at->f->control[node], item);
}

static void
call_forward (struct wpp_scan *s, uint32_t caller, uint32_t callee)
{
  uint32_t frame = s->frame;
  const struct wpp_slice_code *site = wpp_scan_site (s, caller, frame);
  s->frame = 0;
  wpp_scan_open (s);
  take_locals (s);
  if (site && callee != WPP_NONE && s->model->functions[callee])
    {
      const struct wpp_scan_at at = wpp_scan_at (s, callee);
      const uint32_t *origin = s->origins[caller];
      bool matched = site->flags & WPP_CODE_POINTER || site->callee == callee, any = any_argument_p (s, frame);
      for (size_t i = 0; i < at.f->n_entries; i++)
        if (matched ? in_set_p (s, frame, at.f->entries[i].argument) : any)
          {
            uint32_t item = matched ? origin[at.f->entries[i].argument] : site->item;
            wpp_scan_add (&at, at.f->entries[i].fact, item);
            taint_loads (s, at.f->entries[i].store, item);
          }
      if (in_set_p (s, frame, WPP_FACT_CALL))
        taint_all (&at, site->item);
    }
  wpp_scan_close (s);
}

static void
leave_forward (struct wpp_scan *s, uint32_t callee)
{
  uint32_t result = WPP_FACT_RESULT;
  if (callee != WPP_NONE && s->model->functions[callee] && wpp_scan_site (s, callee, s->frame))
    {
      const struct wpp_scan_at at = wpp_scan_at (s, callee);
      wpp_scan_open (s);
      leave_call (&at, callee, s->frame, WPP_NONE);
      wpp_scan_close (s);
    }
  if (!s->err)
    s->err = wpp_sets_intern (&s->sets, &result, in_set_p (s, s->frame, WPP_FACT_RESULT), &s->frame);
}

static void
come_back_forward (struct wpp_scan *s, uint32_t caller, uint32_t callee, uint32_t frame, uint32_t memory)
{
  bool result = in_set_p (s, s->frame, WPP_FACT_RESULT);
  s->frame = frame;
  wpp_scan_open (s);
  if (caller != WPP_NONE && s->model->functions[caller])
    {
      const struct wpp_scan_at at = wpp_scan_at (s, caller);
      const struct wpp_slice_code *site = wpp_scan_site (s, caller, frame);
      for (size_t i = 0; i < at.f->n_escapes; i++)
        {
          uint32_t load = at.f->escapes[i].load;
          if (wpp_bit_p (s->loads, load))
            wpp_scan_add (&at, at.f->escapes[i].fact, s->load_origins[load]);
        }
      if (result)
        wpp_scan_add (&at, WPP_FACT_RESULT,
                      callee != WPP_NONE && s->origins[callee] ? s->origins[callee][WPP_FACT_RESULT] : WPP_NONE);
      if (site && (site->flags & WPP_CODE_POINTER || site->callee == callee))
        wpp_marks_add (&s->facts, WPP_FACT_MATCHED);
    }
  for (size_t i = 0; i < s->n_locals; i++)
    if (wpp_sets_bit_p (&s->memories, memory, s->locals[i]))
      wpp_scan_add_load (s, s->locals[i], s->load_origins[s->locals[i]]);
  wpp_scan_close (s);
}

const struct wpp_scan_direction wpp_scan_forward
  = { true, path_forward, call_forward, leave_forward, come_back_forward };
