/* Slices by the dependences that the program allows (approach 1).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A graph of items and facts has an edge from a fact to who uses it, and from who defines a fact to that.  Backward it
   is gone along against the edges.  Which loads a store may be is not in it: memory.h knows.  */

#include <stdlib.h>
#include "dependence/slices/static.h"
#include "base/array.h"
#include "base/search.h"

#define MOST_EDGES (UINT32_C (1) << 29)

struct graph
{
  const struct wpp_static_slice *s;
  const struct wpp_slice_model *m;
  bool forward;
  uint32_t *first_fact;          /* [n_functions + 1] the vertex of each function's fact 0 */
  uint32_t first_load, first_store, n;   /* items come first */
  uint32_t *first;               /* [n + 1] the edges of each vertex, in the direction that is gone */
  uint32_t *to;
  bool counting;
  uint64_t n_edges;
  uint32_t *parent;              /* [n] from where it was reached; itself: a seed; WPP_NONE: not yet */
  uint32_t *queue;
  size_t n_queue;
};

/* ---- Vertices.  */

static uint32_t
fact_vertex (const struct graph *g, uint32_t function, uint32_t fact)
{
  return g->first_fact[function] + fact;
}

/* The function whose fact VERTEX is.  */
static uint32_t
function_of_fact (const struct graph *g, uint32_t vertex)
{
  return WPP_PARTITION_POINT (f, g->m->n_functions, g->first_fact[f] <= vertex) - 1;
}

/* There is an edge from vertex A to B.  */
static void
edge (struct graph *g, uint32_t a, uint32_t b)
{
  uint32_t from = g->forward ? a : b, to = g->forward ? b : a;
  g->n_edges++;
  if (g->counting)
    g->first[from + 1] += g->n_edges < MOST_EDGES;
  else
    g->to[--g->first[from + 1]] = to;
}

/* ---- Edges.  */

static bool
executed_p (const struct graph *g, uint32_t function, uint32_t node)
{
  return !g->s->executed || (g->s->executed[function] && g->s->executed[function][node]);
}

static void
used_by (struct graph *g, uint32_t function, struct wpp_slice_list uses, struct wpp_slice_list loads, uint32_t item)
{
  const struct wpp_slice_function *f = g->m->functions[function];
  for (uint32_t i = 0; i < uses.n; i++)
    edge (g, fact_vertex (g, function, f->numbers[uses.begin + i]), item);
  for (uint32_t i = 0; i < loads.n; i++)
    edge (g, g->first_load + f->numbers[loads.begin + i], item);
}

static void
defined_by (struct graph *g, uint32_t function, struct wpp_slice_list facts, uint32_t item)
{
  const struct wpp_slice_function *f = g->m->functions[function];
  for (uint32_t i = 0; i < facts.n; i++)
    edge (g, item, fact_vertex (g, function, f->numbers[facts.begin + i]));
}

static void
stored_by (struct graph *g, uint32_t store, uint32_t item)
{
  if (store != WPP_NONE)
    edge (g, item, g->first_store + store);
}

/* The call C may call what is not instrumented.  */
static void
call_others (struct graph *g, uint32_t function, const struct wpp_slice_code *c)
{
  used_by (g, function, c->own_uses, c->own_loads, c->item);
  defined_by (g, function, c->own_defines, c->item);
  for (uint32_t i = 0; i < c->own_stores.n; i++)
    stored_by (g, g->m->functions[function]->numbers[c->own_stores.begin + i], c->item);
  edge (g, wpp_slice_item (c, 1), c->item);
  edge (g, c->item, wpp_slice_item (c, 1));
  for (uint32_t i = 0; i < c->n_arguments; i++)
    {
      edge (g, wpp_slice_item (c, 2 + i), c->item);
      edge (g, c->item, wpp_slice_item (c, 2 + i));
    }
}

static void
statement (struct graph *g, uint32_t function, const struct wpp_slice_code *c)
{
  const struct wpp_slice_function *f = g->m->functions[function];
  if (c->control != WPP_NONE)
    edge (g, fact_vertex (g, function, c->control), c->item);
  edge (g, fact_vertex (g, function, WPP_FACT_START), c->item);
  used_by (g, function, c->uses, c->loads, c->item);
  defined_by (g, function, c->defines, c->item);
  defined_by (g, function, c->may_define, c->item);
  stored_by (g, c->store, c->item);
  if (c->flags & WPP_CODE_RETURNS)
    edge (g, c->item, fact_vertex (g, function, WPP_FACT_RESULT));
  if (!(c->flags & WPP_CODE_CALL))
    return;
  uint32_t result = wpp_slice_item (c, 1);
  edge (g, c->item, result);
  defined_by (g, function, c->defines, result);
  defined_by (g, function, c->may_define, result);
  stored_by (g, c->store, result);
  for (uint32_t i = 0; i < c->n_arguments; i++)
    {
      const struct wpp_slice_argument *a = &f->arguments[c->first_argument + i];
      used_by (g, function, a->uses, a->loads, wpp_slice_item (c, 2 + i));
      edge (g, wpp_slice_item (c, 2 + i), c->item);
      edge (g, c->item, wpp_slice_item (c, 2 + i));
    }
  if (!(c->flags & WPP_CODE_CALLS_OUT) || c->flags & WPP_CODE_POINTER || c->callee == WPP_NONE)
    call_others (g, function, c);
}

/* What edge E decides, and what PHIs get by it.  A branch that was not executed is in no slice, but those that decide
   whether it is reached decide by it what it does: without an `if (stop) break;', a loop whose rest was never executed
   goes on.  */
static void
branch (struct graph *g, uint32_t function, uint32_t e)
{
  const struct wpp_slice_function *f = g->m->functions[function];
  uint32_t src = f->cfg->edges[e].src, predicate = f->predicate[e], control = f->control[src];
  const uint32_t *results = f->phi_results + f->first_phi[f->cfg->edges[e].dst];
  bool executed = executed_p (g, function, src);
  uint32_t decides = executed && predicate != WPP_NONE
                       ? f->code[predicate].item
                       : fact_vertex (g, function, control == WPP_NONE ? WPP_FACT_START : control);
  for (uint32_t i = 0; i < f->decided[e].n; i++)
    edge (g, decides, fact_vertex (g, function, f->numbers[f->decided[e].begin + i]));
  for (uint32_t i = 0; executed && i < f->phi_arguments[e].n; i++)
    {
      uint32_t argument = f->numbers[f->phi_arguments[e].begin + i];
      edge (g, argument == WPP_NONE ? decides : fact_vertex (g, function, argument),
            fact_vertex (g, function, results[i]));
    }
}

/* CALL was executed.  */
static void
call_edges (struct graph *g, const struct wpp_slice_call *call)
{
  const struct wpp_slice_code *c = &g->m->functions[call->caller]->code[call->code];
  if (call->callee == WPP_NONE)
    {
      call_others (g, call->caller, c);
      return;
    }
  const struct wpp_slice_function *f = g->m->functions[call->callee];
  bool matched = c->flags & WPP_CODE_POINTER || c->callee == call->callee;
  if (!f)
    {
      call_others (g, call->caller, c);
      return;
    }
  edge (g, c->item, fact_vertex (g, call->callee, WPP_FACT_START));
  edge (g, fact_vertex (g, call->callee, WPP_FACT_RESULT), wpp_slice_item (c, 1));
  for (size_t i = 0; i < f->n_entries; i++)
    for (uint32_t k = 0; k < c->n_arguments; k++)
      if (!matched || wpp_fact_argument (k) == f->entries[i].argument)
        {
          edge (g, wpp_slice_item (c, 2 + k), fact_vertex (g, call->callee, f->entries[i].fact));
          stored_by (g, f->entries[i].store, wpp_slice_item (c, 2 + k));
        }
  if (!matched)
    call_others (g, call->caller, c);
}

/* The statement C, a call in tail position, calls what it says: nobody saw that, as its caller was over.  */
static void
tail_call (struct graph *g, uint32_t function, const struct wpp_slice_code *c)
{
  const struct wpp_slice_call call = { function, c - g->m->functions[function]->code, c->callee };
  if (c->flags & WPP_CODE_CALL && !(c->flags & WPP_CODE_CALLS_OUT) && c->callee != WPP_NONE
      && g->m->functions[c->callee])
    call_edges (g, &call);
}

static void
function_edges (struct graph *g, uint32_t function)
{
  const struct wpp_slice_function *f = g->m->functions[function];
  for (uint32_t node = 0; node < f->cfg->n_nodes; node++)
    for (uint32_t i = f->first_code[node]; executed_p (g, function, node) && i < f->first_code[node + 1]; i++)
      if (!(f->code[i].flags & WPP_CODE_NONE) || (f->code[i].flags & WPP_CODE_BINDS && !g->forward))
        {
          statement (g, function, &f->code[i]);
          tail_call (g, function, &f->code[i]);
        }
  for (uint32_t e = 0; e < f->cfg->n_edges; e++)
    branch (g, function, e);
  for (size_t i = 0; i < f->n_escapes; i++)
    edge (g, g->first_load + f->escapes[i].load, fact_vertex (g, function, f->escapes[i].fact));
}

static void
all_edges (struct graph *g)
{
  g->n_edges = 0;
  for (uint32_t i = 0; i < g->m->n_functions; i++)
    if (g->m->functions[i])
      function_edges (g, i);
  for (size_t i = 0; i < g->s->n_calls; i++)
    call_edges (g, &g->s->calls[i]);
}

static int
number_vertices (struct graph *g)
{
  uint64_t n = g->m->n_items;
  g->first_fact = malloc ((g->m->n_functions + (size_t)1) * sizeof *g->first_fact);
  if (!g->first_fact)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->m->n_functions; i++)
    {
      g->first_fact[i] = n;
      n += g->m->functions[i] ? g->m->functions[i]->n_facts : 0;
      if (n > UINT32_MAX / 2)
        return WPP_E_TOOBIG;
    }
  g->first_load = n;
  n += g->m->n_loads;
  g->first_store = n;
  n += g->m->memory.stores.n;
  g->n = n;
  return n > UINT32_MAX / 2 ? WPP_E_TOOBIG : WPP_OK;
}

static int
make_graph (struct graph *g)
{
  int err = number_vertices (g);
  if (err)
    return err;
  g->first = calloc (g->n + (size_t)2, sizeof *g->first);
  g->parent = malloc ((g->n + (size_t)1) * sizeof *g->parent);
  g->queue = malloc ((g->n + (size_t)1) * sizeof *g->queue);
  if (!g->first || !g->parent || !g->queue)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n; i++)
    g->parent[i] = WPP_NONE;
  g->counting = true;
  all_edges (g);
  if (g->n_edges >= MOST_EDGES)
    return WPP_E_TOOBIG;
  for (uint32_t i = 0; i < g->n; i++)
    g->first[i + 1] += g->first[i];
  g->to = malloc ((g->n_edges + 1) * sizeof *g->to);
  if (!g->to)
    return WPP_E_NOMEM;
  g->counting = false;
  all_edges (g);
  /* Each end has become a beginning: first[I + 1] is that of I.  */
  for (uint32_t i = 0; i < g->n; i++)
    g->first[i] = g->first[i + 1];
  g->first[g->n] = g->n_edges;
  return WPP_OK;
}

/* ---- Going along.  */

static void
reach (struct graph *g, uint32_t vertex, uint32_t from)
{
  if (g->parent[vertex] != WPP_NONE)
    return;
  g->parent[vertex] = from;
  g->queue[g->n_queue++] = vertex;
}

/* Go on from VERTEX, a store, to the loads that it may be; or from a load to the stores.  */
static void
reach_memory (struct graph *g, uint32_t vertex)
{
  const struct wpp_memory *m = &g->m->memory;
  if (g->forward && vertex >= g->first_store)
    {
      for (uint32_t l = 0; l < g->m->n_loads; l++)
        if (wpp_memory_may_p (m, vertex - g->first_store, l))
          reach (g, g->first_load + l, vertex);
    }
  else if (!g->forward && vertex >= g->first_load && vertex < g->first_store)
    for (uint32_t s = 0; s < m->stores.n; s++)
      if (wpp_memory_may_p (m, s, vertex - g->first_load))
        reach (g, g->first_store + s, vertex);
}

static void
reach_all (struct graph *g)
{
  for (size_t i = 0; i < g->n_queue; i++)
    {
      uint32_t vertex = g->queue[i];
      for (uint32_t k = g->first[vertex]; k < g->first[vertex + 1]; k++)
        reach (g, g->to[k], vertex);
      reach_memory (g, vertex);
    }
}

/* Why ITEM, which was reached, is in the slice.  */
static struct wpp_slice_reason
reason_of (const struct graph *g, uint32_t item)
{
  struct wpp_slice_reason r = { WPP_BECAUSE_DATA, false, 0, WPP_NONE };
  uint32_t via = g->parent[item], at = via;
  while (at >= g->m->n_items && g->parent[at] != at)
    at = g->parent[at];
  r.from = at < g->m->n_items ? at : WPP_NONE;
  if (via < g->m->n_items)
    return r;
  if (via >= g->first_load)
    {
      r.because = WPP_BECAUSE_MEMORY;
      r.may = true;
      if (via >= g->first_store)
        via = g->parent[via];
      r.fact = via >= g->first_load && via < g->first_store ? via - g->first_load : 0;
      return r;
    }
  uint32_t function = function_of_fact (g, via);
  const struct wpp_slice_function *f = g->m->functions[function];
  r.fact = via - g->first_fact[function];
  if (r.fact == WPP_FACT_START)
    r.because = WPP_BECAUSE_CALL;
  else if (f->first_control <= r.fact && r.fact < f->end_control)
    r.because = WPP_BECAUSE_CONTROL;
  else if (function != g->m->items[item].function)
    for (size_t i = 0; i < f->n_entries; i++)
      if (f->entries[i].fact == r.fact)
        {
          r.fact = f->entries[i].argument;
          break;
        }
  return r;
}

/* ---- The criterion's variable.  */

/* Seed what the statement CODE defines of the criterion's variable; does it?  */
static bool
seed_defined (struct graph *g, const struct wpp_slice_criterion *c, const struct wpp_slice_code *code)
{
  const struct wpp_slice_function *f = g->m->functions[c->function];
  bool defined = false;
  for (uint32_t k = 0; k < code->defines.n; k++)
    {
      uint32_t fact = f->numbers[code->defines.begin + k];
      if (f->fact_variable[fact - WPP_FACT_FIRST] != c->variable)
        continue;
      uint32_t vertex = code->flags & WPP_CODE_BINDS ? code->item : fact_vertex (g, c->function, fact);
      reach (g, vertex, vertex);
      defined = true;
    }
  return defined;
}

/* Seed what reaches the criterion of the variable that it asks for.  */
static int
seed_reaching (struct graph *g, const struct wpp_slice_criterion *c)
{
  const struct wpp_slice_function *f = g->m->functions[c->function];
  const struct wpp_cfg *cfg = f->cfg;
  bool *seen = calloc (cfg->n_nodes + (size_t)1, sizeof *seen);
  uint32_t *list = malloc ((cfg->n_nodes + (size_t)1) * sizeof *list), n = 0;
  if (!seen || !list)
    {
      free (seen);
      free (list);
      return WPP_E_NOMEM;
    }
  uint32_t node = 0;
  while (f->first_code[node + 1] <= c->last_code)
    node++;
  for (bool begun = false;; begun = true)
    {
      bool defined = false;
      uint32_t end = begun ? f->first_code[node + 1] : wpp_slice_line_end (f, c->last_code);
      for (uint32_t i = end; executed_p (g, c->function, node) && i-- > f->first_code[node] && !defined;)
        defined = seed_defined (g, c, &f->code[i]);
      for (uint32_t i = f->first_phi[node]; i < f->first_phi[node + 1] && !defined; i++)
        if (f->fact_variable[f->phi_results[i] - WPP_FACT_FIRST] == c->variable)
          {
            uint32_t vertex = fact_vertex (g, c->function, f->phi_results[i]);
            reach (g, vertex, vertex);
            defined = true;
          }
      for (uint32_t e = 0; e < cfg->n_edges && !defined; e++)
        if (cfg->edges[e].dst == node && !seen[cfg->edges[e].src])
          {
            seen[cfg->edges[e].src] = true;
            list[n++] = cfg->edges[e].src;
          }
      if (!n)
        break;
      node = list[--n];
      for (size_t i = 0; node == WPP_NODE_ENTRY && i < f->n_entries; i++)
        if (f->fact_variable[f->entries[i].fact - WPP_FACT_FIRST] == c->variable)
          {
            uint32_t vertex = fact_vertex (g, c->function, f->entries[i].fact);
            reach (g, vertex, vertex);
          }
    }
  free (seen);
  free (list);
  return WPP_OK;
}

static int
seed_variable (struct graph *g, const struct wpp_slice_criterion *c)
{
  if (c->variable != WPP_NONE && !g->forward)
    return seed_reaching (g, c);
  uint32_t vertex = c->fact != WPP_NONE ? fact_vertex (g, c->function, c->fact) : g->first_load + c->load;
  const struct wpp_slice_function *f = g->m->functions[c->function];
  if (c->variable == WPP_NONE)
    reach (g, vertex, vertex);
  for (uint32_t fact = WPP_FACT_FIRST; c->variable != WPP_NONE && fact < f->n_facts; fact++)
    if (f->fact_variable[fact - WPP_FACT_FIRST] == c->variable)
      reach (g, fact_vertex (g, c->function, fact), fact_vertex (g, c->function, fact));
  return WPP_OK;
}

int
wpp_static_slice (struct wpp_static_slice *s, const struct wpp_slice_criterion *c, bool forward)
{
  struct graph g = { .s = s, .m = s->model, .forward = forward };
  int err = make_graph (&g);
  for (uint32_t i = 0; i < s->model->n_items && !err; i++)
    if (s->reasons[i].because != WPP_BECAUSE_NOTHING)
      reach (&g, i, i);
  if (!err && c && !c->whole)
    err = seed_variable (&g, c);
  if (!err)
    reach_all (&g);
  for (uint32_t i = 0; i < s->model->n_items && !err; i++)
    if (g.parent[i] != WPP_NONE && s->reasons[i].because == WPP_BECAUSE_NOTHING)
      s->reasons[i] = reason_of (&g, i);
  free (g.first_fact);
  free (g.first);
  free (g.to);
  free (g.parent);
  free (g.queue);
  return err;
}
