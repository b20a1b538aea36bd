/* Data flow frequencies: the paper's example with its matrices, and random programs
   against a run that keeps the stack; and the object that holds the results.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "format/event.h"
#include "facts/frequency/frequency.h"
#include "base/numbers.h"
#include "grammar/sequitur/sequitur.h"
#include "facts/frequency/solution.h"
#include "facts/frequency/static.h"
#include "facts/frequency/transition.h"
#include "unit.h"

#define MAX_NODES 12
#define MAX_EDGES 48
#define MAX_FACTS 7
#define MAX_SUBPATH 4

/* ---- Functions and problems.  */

struct function
{
  struct wpp_cfg cfg;
  struct wpp_node nodes[MAX_NODES];
  struct wpp_edge edges[MAX_EDGES];
  uint64_t limit;
  struct wpp_numbering *num;
  uint32_t subpath[MAX_SUBPATH], n_subpath; /* edges */
  struct wpp_problem problem;
  struct wpp_transition node_effects[MAX_NODES], enter_effects[MAX_NODES], edge_effects[MAX_EDGES];
  struct wpp_change changes[2 * MAX_NODES + MAX_EDGES][MAX_FACTS];
  uint32_t boundary[MAX_FACTS];
};

static void
add_edge (struct function *f, uint32_t src, uint32_t dst, uint32_t flags)
{
  f->edges[f->cfg.n_edges++] = (struct wpp_edge){ src, dst, flags };
}

static bool
finish_function (struct function *f, uint32_t n_nodes, uint64_t limit)
{
  int err;
  f->cfg.n_nodes = n_nodes;
  f->cfg.nodes = f->nodes;
  f->cfg.edges = f->edges;
  f->problem.n_nodes = n_nodes;
  f->problem.node = f->node_effects;
  f->problem.enter = f->enter_effects;
  f->problem.edge = f->edge_effects;
  f->problem.boundary = f->boundary;
  f->limit = limit;
  f->num = wpp_numbering_new (&f->cfg, limit, &err);
  return f->num != NULL;
}

/* Calls are nodes all of whose edges end paths; they may lead to landing nodes by GAP edges.  */
static bool
random_function (struct function *f, uint64_t *seed, bool landing)
{
  memset (f, 0, sizeof *f);
  uint32_t n = 4 + unit_random (seed) % (MAX_NODES - 4);
  for (uint32_t v = 3; v < n; v++)
    if (landing && unit_random (seed) % 4 == 0)
      f->nodes[v].flags = WPP_NODE_LANDING | (unit_random (seed) % 2 ? WPP_NODE_NONLOCAL : 0);
    else if (unit_random (seed) % 3 == 0)
      f->nodes[v].flags = WPP_NODE_CALL;
  for (uint32_t v = 0; v < n; v++)
    {
      bool used[MAX_NODES] = { true };
      for (int i = 0; v != WPP_NODE_EXIT && i < 4; i++)
        {
          uint32_t next = v == 0 ? 2 : v + 1 < n ? v + 1 : WPP_NODE_EXIT;
          uint32_t dst = i == 0 ? next : unit_random (seed) % n;
          uint32_t flags
              = f->nodes[dst].flags & (WPP_NODE_CALL | WPP_NODE_LANDING) ? WPP_EDGE_ENDS : 0;
          if (used[dst] || (v == 0 && dst == WPP_NODE_EXIT) || (v == 0 && i > 0))
            continue;
          if ((f->nodes[v].flags & WPP_NODE_CALL) && (f->nodes[dst].flags & WPP_NODE_LANDING)
              && i > 0)
            flags = WPP_EDGE_GAP;
          used[dst] = true;
          add_edge (f, v, dst, flags);
        }
    }
  return finish_function (f, n, unit_random (seed) % 3 ? 1000 : 2 + unit_random (seed) % 10);
}

/* Set F's subpath to a random one.  */
static void
random_subpath (struct function *f, uint64_t *seed)
{
  uint32_t e = unit_random (seed) % f->cfg.n_edges, n = 1 + unit_random (seed) % MAX_SUBPATH;
  f->n_subpath = 0;
  for (uint32_t tries = 0; tries < 100 && f->n_subpath < n; tries++, e = unit_random (seed) % f->cfg.n_edges)
    if (!(f->edges[e].flags & WPP_EDGE_GAP)
        && (f->n_subpath == 0 || f->edges[f->subpath[f->n_subpath - 1]].dst == f->edges[e].src))
      f->subpath[f->n_subpath++] = e;
}

static void
random_effect (struct wpp_transition *t, struct wpp_change *changes, uint32_t n_facts,
               bool separable, uint64_t *seed)
{
  *t = (struct wpp_transition){ 0, changes };
  for (uint32_t fact = 0; fact < n_facts; fact++)
    {
      uint32_t source = unit_random (seed) % 2   ? WPP_FROM_NONE
                        : unit_random (seed) % 2 ? WPP_FROM_LAMBDA
                                                 : unit_random (seed) % n_facts;
      bool own = source == fact || (separable && source < n_facts);
      if (unit_random (seed) % 4 == 0 && !own)
        changes[t->n++] = (struct wpp_change){ fact, source };
    }
}

static void
random_problem (struct function *f, uint64_t *seed)
{
  bool separable = unit_random (seed) % 2;
  struct wpp_problem *p = &f->problem;
  p->n_facts = unit_random (seed) % MAX_FACTS;
  p->backward = unit_random (seed) % 2;
  p->n_boundary = 0;
  for (uint32_t v = 0; v < f->cfg.n_nodes; v++)
    random_effect (&f->node_effects[v], f->changes[v], p->n_facts, separable, seed);
  for (uint32_t e = 0; e < f->cfg.n_edges; e++)
    random_effect (&f->edge_effects[e], f->changes[MAX_NODES + e], p->n_facts, separable, seed);
  for (uint32_t v = 0; v < f->cfg.n_nodes; v++)
    random_effect (&f->enter_effects[v], f->changes[MAX_NODES + MAX_EDGES + v], p->n_facts, separable,
                   seed);
  for (uint32_t fact = 0; fact < p->n_facts; fact++)
    if (unit_random (seed) % 3 == 0)
      f->boundary[p->n_boundary++] = fact;
  if (unit_random (seed) % 4 == 0)
    p->edge = NULL;
  if (unit_random (seed) % 4 == 0)
    p->enter = NULL;
}

/* ---- The run that keeps the stack.  */

typedef uint32_t state_t; /* a bit a fact */

struct counted
{
  uint64_t count[MAX_NODES], frequency[MAX_NODES][MAX_FACTS];
  uint64_t edge_count[MAX_EDGES];
  uint64_t subpath, along[MAX_FACTS]; /* how often the subpath was taken, and facts held before */
};

static state_t
effect_on (const struct wpp_transition *t, state_t before)
{
  state_t after = before;
  for (uint32_t i = 0; i < t->n; i++)
    {
      uint32_t s = t->changes[i].source;
      bool holds = s == WPP_FROM_LAMBDA || (s != WPP_FROM_NONE && before >> s & 1);
      after = (after & ~(1u << t->changes[i].fact)) | (state_t)holds << t->changes[i].fact;
    }
  return after;
}

static state_t
boundary_of (const struct function *f)
{
  state_t s = 0;
  for (uint32_t i = 0; i < f->problem.n_boundary; i++)
    s |= 1u << f->boundary[i];
  return s;
}

static void
count_node (struct counted *t, uint32_t v, state_t s)
{
  t->count[v]++;
  for (uint32_t fact = 0; fact < MAX_FACTS; fact++)
    t->frequency[v][fact] += s >> fact & 1;
}

/* What one activation executed: its steps, each a node entered, an edge taken or a node's transition.  */
struct step
{
  enum { ENTERED, TAKEN, DONE } kind;
  uint32_t place;                          /* node or edge */
  const struct wpp_transition *transition; /* may be null; of ENTERED it is */
  state_t state;                           /* where ENTERED */
};

struct log
{
  bool began;   /* its beginning was seen */
  struct step *steps;
  size_t n, room;
};

static void
add_step (struct log *l, int kind, uint32_t place, const struct wpp_transition *transition)
{
  if (l->n == l->room)
    l->steps = realloc (l->steps, (l->room = 2 * l->room + 16) * sizeof *l->steps);
  l->steps[l->n++] = (struct step){ kind, place, transition, 0 };
}

static void
enter_node (const struct function *f, uint32_t v, struct log *l)
{
  add_step (l, ENTERED, v, NULL);
  if (f->problem.enter)
    add_step (l, DONE, v, &f->enter_effects[v]);
}

static void
run_path (const struct function *f, const struct wpp_path *path, struct log *l)
{
  if (f->num->starts[path->start].edge == WPP_NO_EDGE)
    enter_node (f, path->nodes[0], l);
  for (uint32_t i = 0; i < path->n_nodes; i++)
    {
      add_step (l, DONE, path->nodes[i], &f->node_effects[path->nodes[i]]);
      uint32_t e = i + 1 < path->n_nodes || path->end_edge == WPP_NO_EDGE ? path->edges[i]
                                                                          : path->end_edge;
      uint32_t v = f->edges[e].dst;
      add_step (l, TAKEN, e, f->problem.edge ? &f->edge_effects[e] : NULL);
      if (i + 1 < path->n_nodes || path->end_edge == WPP_NO_EDGE
          || !(f->nodes[v].flags & WPP_NODE_LANDING))
        enter_node (f, v, l);
    }
}

/* Was F's subpath taken from step I on, where its first node is entered?  */
static bool
subpath_taken_p (const struct function *f, const struct log *l, size_t i)
{
  for (uint32_t k = 0; k < 2 * f->n_subpath; k++)
    {
      uint32_t e = f->subpath[k / 2];
      for (i++; i < l->n && l->steps[i].kind == DONE;)
        i++;
      if (i == l->n || l->steps[i].kind != (k % 2 ? ENTERED : TAKEN)
          || l->steps[i].place != (k % 2 ? f->edges[e].dst : e))
        return false;
    }
  return true;
}

static void
count_subpath (const struct function *f, const struct log *l, struct counted *t)
{
  for (size_t i = 0; f->n_subpath && i < l->n; i++)
    if (l->steps[i].kind == ENTERED && l->steps[i].place == f->edges[f->subpath[0]].src
        && subpath_taken_p (f, l, i))
      {
        t->subpath++;
        for (uint32_t fact = 0; fact < MAX_FACTS; fact++)
          t->along[fact] += l->steps[i].state >> fact & 1;
      }
}

/* The activation is over; it LEFT the function or was lost.  Count it from its beginning on, or
   from its end, and clear its log.  */
static void
count_activation (const struct function *f, struct log *l, bool left, struct counted *t)
{
  bool backward = f->problem.backward;
  state_t s = (backward ? left : l->began) ? boundary_of (f) : 0;
  for (size_t i = 0; i < l->n; i++)
    {
      struct step *step = &l->steps[backward ? l->n - 1 - i : i];
      if (step->transition)
        s = effect_on (step->transition, s);
      step->state = s;
      if (step->kind == ENTERED)
        count_node (t, step->place, s);
      else if (step->kind == TAKEN)
        t->edge_count[step->place]++;
    }
  count_subpath (f, l, t);
  free (l->steps);
  *l = (struct log){ 0 };
}

struct frame
{
  bool own;
  struct log log;
};

struct stack
{
  struct frame frames[2000];
  size_t n;
};

/* Drop the top of S, which was not left.  */
static void
drop_top (const struct function *f, struct stack *s, struct counted *t)
{
  if (s->n)
    count_activation (f, &s->frames[--s->n].log, false, t);
}

static void
drop (const struct function *f, struct stack *s, bool own, struct counted *t)
{
  while (s->n && s->frames[s->n - 1].own == own)
    drop_top (f, s, t);
}

/* What summary.h promises, a letter at a time.  */
static void
run_letter (const struct function *f, bool landing, uint32_t letter, struct stack *s,
            struct counted *t)
{
  struct wpp_path path = { 0 };
  uint32_t land = letter == WPP_LETTER_LAND_MORE ? 128 : letter - WPP_LETTER_LAND;
  if (letter >= WPP_LETTER_PATH)
    {
      wpp_path_decode (f->num, letter - WPP_LETTER_PATH, &path);
      bool enters = path.nodes[0] == WPP_NODE_ENTRY;
      if (!enters)
        drop (f, s, false, t);
      if (enters || s->n == 0)
        s->frames[s->n++] = (struct frame){ true, { .began = enters } };
      struct frame *top = &s->frames[s->n - 1];
      run_path (f, &path, &top->log);
      if (path.end_edge == WPP_NO_EDGE)
        count_activation (f, &s->frames[--s->n].log, true, t);
      wpp_path_release (&path);
    }
  else if (letter == WPP_LETTER_GAP)
    while (s->n)
      drop_top (f, s, t);
  else if (letter == WPP_LETTER_ENTER)
    s->frames[s->n++] = (struct frame){ 0 };
  else if (letter == WPP_LETTER_LEAVE)
    {
      drop (f, s, true, t);
      drop_top (f, s, t);
    }
  else if (letter != WPP_LETTER_ENTER_LEAVE)
    {
      for (; land > 0 && s->n > 0; land--)
        {
          if (!landing)
            drop (f, s, true, t);
          drop_top (f, s, t);
        }
      if (!landing && letter != WPP_LETTER_LAND_MORE)
        drop (f, s, true, t);
    }
}

static void
run_letters (const struct function *f, bool landing, const uint32_t *letters, size_t n,
             struct counted *t)
{
  static struct stack s;
  for (size_t i = 0; i < n; i++)
    run_letter (f, landing, letters[i], &s, t);
  while (s.n)
    drop_top (f, &s, t);
}

/* ---- Comparing.  */

static uint64_t
frequency (const struct wpp_frequencies *r, uint32_t v, uint32_t fact)
{
  const uint64_t *n = wpp_frequency_of (r, v, fact);
  return n ? *n : 0;
}

static bool
result_agrees (const struct function *f, const struct wpp_frequencies *r, const struct counted *t)
{
  bool same = r && r->n_nodes == f->cfg.n_nodes && r->n_facts == f->problem.n_facts;
  for (uint32_t e = 0; same && e < r->n_edges; e++)
    same = r->edge_count[e] == t->edge_count[e];
  for (uint32_t v = 0; same && v < r->n_nodes; v++)
    {
      same = r->count[v] == t->count[v];
      for (uint32_t fact = 0; same && fact < r->n_facts; fact++)
        same = frequency (r, v, fact) == t->frequency[v][fact];
    }
  return same;
}

/* STREAMS with F's numbering.  */
#define MAX_STREAMS 8
struct numbered
{
  struct wpp_stream streams[MAX_STREAMS];
};

static struct numbered
numbered (const struct function *f, struct wpp_projection *const *streams, size_t n)
{
  struct numbered all = { { { 0 } } };
  for (size_t i = 0; i < n; i++)
    all.streams[i] = (struct wpp_stream){ f->num, streams[i] };
  return all;
}

static struct wpp_frequencies *
solve (const struct function *f, const struct wpp_problem *problem, struct wpp_projection *const *streams,
       size_t n, int *err)
{
  struct numbered all = numbered (f, streams, n);
  return wpp_frequencies_solve (problem, &f->cfg, all.streams, n, err);
}

/* Alone and together with the same again.  */
static bool
solver_agrees (const struct function *f, struct wpp_projection *const *streams, size_t n,
               const struct counted *t)
{
  int err;
  struct wpp_problem two[] = { f->problem, f->problem };
  struct wpp_frequencies *results[2], *r;
  struct numbered all = numbered (f, streams, n);
  r = solve (f, &f->problem, streams, n, &err);
  err = wpp_frequencies_solve_together (two, 2, &f->cfg, all.streams, n, results);
  bool same = result_agrees (f, r, t) && err == 0 && result_agrees (f, results[0], t)
              && result_agrees (f, results[1], t);
  wpp_frequencies_free (r);
  wpp_frequencies_free (results[0]);
  wpp_frequencies_free (results[1]);
  return same;
}

static struct wpp_grammar *
grammar_of_letters (const uint32_t *letters, size_t n, unsigned flags)
{
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  int err = wpp_sequitur_append (s, letters, n, NULL);
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (s, &err);
  wpp_sequitur_free (s);
  return g;
}

/* Solve over LETTERS, with and without exponents, and compare with T.  */
static bool
letters_agree (const struct function *f, bool landing, const uint32_t *letters, size_t n,
               const struct counted *t)
{
  bool same = true;
  for (int i = 0; i < 2; i++)
    {
      struct wpp_projection p
          = { grammar_of_letters (letters, n, i ? WPP_SEQUITUR_EXPONENTS : 0), landing, false, NULL };
      struct wpp_projection none = { NULL, landing, false, NULL }, *streams[] = { &none, &p };
      same = same && p.grammar && solver_agrees (f, streams, 2, t);
      wpp_grammar_free (p.grammar);
    }
  return same;
}

/* ---- The object.  */

/* A copy of the N transitions FROM, which may be null.  */
static struct wpp_transition *
copy_transitions (const struct wpp_transition *from, size_t n)
{
  struct wpp_transition *to = from ? calloc (n + 1, sizeof *to) : NULL;
  for (size_t i = 0; to && i < n; i++)
    {
      to[i] = (struct wpp_transition){ from[i].n, malloc ((from[i].n + 1) * sizeof *from[i].changes) };
      memcpy (to[i].changes, from[i].changes, from[i].n * sizeof *from[i].changes);
    }
  return to;
}

static struct wpp_facts
facts_of (const struct function *f)
{
  const struct wpp_problem *p = &f->problem;
  struct wpp_facts facts = { .backward = p->backward, .n_facts = p->n_facts, .n_nodes = p->n_nodes,
                             .n_edges = f->cfg.n_edges, .n_boundary = p->n_boundary };
  facts.facts = calloc (p->n_facts + 1, sizeof *facts.facts);
  facts.node = copy_transitions (p->node, p->n_nodes);
  facts.enter = copy_transitions (p->enter, p->n_nodes);
  facts.edge = copy_transitions (p->edge, f->cfg.n_edges);
  facts.boundary = malloc ((p->n_boundary + 1) * sizeof *facts.boundary);
  memcpy (facts.boundary, p->boundary, p->n_boundary * sizeof *facts.boundary);
  return facts;
}

/* What is known of F from the grammar G; each of its nodes is a block.  */
static struct wpp_solution *
solution_of (const struct function *f, bool landing, struct wpp_grammar *g)
{
  uint32_t block_of[MAX_NODES] = { WPP_NO_BLOCK, WPP_NO_BLOCK };
  for (uint32_t v = 2; v < f->cfg.n_nodes; v++)
    block_of[v] = v;
  struct wpp_solution *s = wpp_solution_new (&f->cfg, block_of);
  struct wpp_projection *p = calloc (1, sizeof *p);
  *p = (struct wpp_projection){ g, landing, false, NULL };
  int err = wpp_solution_add_stream (s, p, 0, f->limit);
  if (!err)
    {
      struct wpp_facts facts = facts_of (f);
      err = wpp_solution_add_problem (s, &facts);
    }
  if (!err)
    err = wpp_solution_solve (s);
  if (!err)
    return s;
  wpp_solution_free (s);
  return NULL;
}

/* How often FACT held when the N edges EDGES were about to be taken.  */
static uint64_t
along (const struct wpp_solution *s, const uint32_t *edges, uint32_t n, uint32_t fact)
{
  uint64_t number = UINT64_MAX;
  const struct wpp_solution_subpath subpath = { edges, n };
  return wpp_solution_counts (s)->words == 1 && wpp_solution_along (s, 0, &subpath, &fact, 1, &number) == 0
             ? number
             : UINT64_MAX;
}

/* Is all that S has of F's subpath and edges in T?  */
static bool
subpath_agrees (const struct function *f, const struct wpp_solution *s, const struct counted *t)
{
  const struct wpp_solution_subpath subpath = { f->subpath, f->n_subpath };
  uint32_t facts[MAX_FACTS + 1], n = f->problem.n_facts;
  uint64_t numbers[MAX_FACTS + 1] = { 0 };
  for (uint32_t i = 0; i < n; i++)
    facts[i] = i;
  facts[n] = WPP_FROM_LAMBDA;
  bool same = wpp_solution_along (s, 0, &subpath, facts, n + 1, numbers) == 0 && numbers[n] == t->subpath;
  for (uint32_t i = 0; same && i < n; i++)
    same = numbers[i] == t->along[i];
  for (uint32_t e = 0; same && e < f->cfg.n_edges; e++)
    same = *wpp_solution_edge_count (s, e) == t->edge_count[e];
  return same;
}

static bool
solution_agrees (const struct function *f, bool landing, const uint32_t *letters, size_t n,
                 const struct counted *t)
{
  struct wpp_solution *s = solution_of (f, landing, grammar_of_letters (letters, n, WPP_SEQUITUR_EXPONENTS));
  bool same = s && s->n_streams == 1 && (f->n_subpath == 0 || subpath_agrees (f, s, t));
  for (uint32_t v = 0; same && v < f->cfg.n_nodes; v++)
    {
      same = *wpp_solution_node_count (s, v) == t->count[v];
      for (uint32_t fact = 0; same && fact < f->problem.n_facts; fact++)
        {
          const uint64_t *frequency = wpp_solution_at_node (s, 0, v, fact);
          same = (frequency ? *frequency : 0) == t->frequency[v][fact];
        }
    }
  wpp_solution_free (s);
  return same;
}

/* ---- What results have to do with each other.  */

/* Two streams, and one of both with a GAP between them, sum up to what each gives.  */
static bool
sum_agrees (const struct function *f, bool landing, const uint32_t *letters, size_t n)
{
  struct counted t = { 0 };
  size_t half = n / 2;
  uint32_t both[256];
  memcpy (both, letters, half * sizeof *both);
  both[half] = WPP_LETTER_GAP;
  memcpy (both + half + 1, letters + half, (n - half) * sizeof *both);
  run_letters (f, landing, letters, half, &t);
  run_letters (f, landing, letters + half, n - half, &t);
  struct wpp_projection a = { grammar_of_letters (letters, half, 0), landing, false, NULL };
  struct wpp_projection b = { grammar_of_letters (letters + half, n - half, 0), landing, false, NULL };
  struct wpp_projection joined = { grammar_of_letters (both, n + 1, 0), landing, false, NULL };
  struct wpp_projection *parts[] = { &a, &b }, *one[] = { &joined };
  bool same = solver_agrees (f, parts, 2, &t) && solver_agrees (f, one, 1, &t);
  wpp_grammar_free (a.grammar);
  wpp_grammar_free (b.grammar);
  wpp_grammar_free (joined.grammar);
  return same;
}

/* Copies of the N transitions FROM in TO that do to facts' negations what FROM does to facts.  */
static void
negate (const struct wpp_transition *from, size_t n, struct wpp_transition *to,
        struct wpp_change (*changes)[MAX_FACTS])
{
  for (size_t i = 0; i < n; i++)
    {
      to[i] = (struct wpp_transition){ from[i].n, changes[i] };
      for (uint32_t j = 0; j < from[i].n; j++)
        {
          uint32_t s = from[i].changes[j].source;
          changes[i][j].fact = from[i].changes[j].fact;
          changes[i][j].source = s == WPP_FROM_NONE     ? WPP_FROM_LAMBDA
                                 : s == WPP_FROM_LAMBDA ? WPP_FROM_NONE
                                                        : s;
        }
    }
}

/* F's dual problem gives the complements of R, when all activations begin (backward: end) with the
   boundary.  */
static bool
dual_agrees (const struct function *f, struct wpp_projection *const *streams,
             const struct wpp_frequencies *r)
{
  static struct wpp_change changes[2 * MAX_NODES + MAX_EDGES][MAX_FACTS];
  struct wpp_transition node[MAX_NODES], enter[MAX_NODES], edge[MAX_EDGES];
  uint32_t boundary[MAX_FACTS], n = f->cfg.n_nodes;
  struct wpp_problem dual = f->problem;
  int err;
  negate (f->problem.node, n, node, changes);
  dual.node = node;
  if (dual.enter)
    negate (f->problem.enter, n, enter, changes + MAX_NODES);
  dual.enter = dual.enter ? enter : NULL;
  if (dual.edge)
    negate (f->problem.edge, f->cfg.n_edges, edge, changes + 2 * MAX_NODES);
  dual.edge = dual.edge ? edge : NULL;
  dual.boundary = boundary;
  dual.n_boundary = 0;
  for (uint32_t fact = 0; fact < dual.n_facts; fact++)
    if (!(boundary_of (f) >> fact & 1))
      boundary[dual.n_boundary++] = fact;
  struct wpp_frequencies *d = solve (f, &dual, streams, 1, &err);
  bool same = d != NULL;
  for (uint32_t v = 0; same && v < n; v++)
    for (uint32_t fact = 0; same && fact < r->n_facts; fact++)
      same = frequency (r, v, fact) + frequency (d, v, fact) == r->count[v];
  wpp_frequencies_free (d);
  return same;
}

/* What static analysis has for certain or impossible, R does not contradict.  */
static bool
static_agrees (const struct function *f, const struct wpp_frequencies *r)
{
  struct wpp_static *s = wpp_static_solve (&f->problem, &f->cfg);
  bool same = s != NULL;
  for (uint32_t v = 0; same && v < r->n_nodes; v++)
    for (uint32_t fact = 0; same && fact < r->n_facts; fact++)
      same = (frequency (r, v, fact) == 0 || wpp_static_may_p (s, v, fact))
             && (frequency (r, v, fact) == r->count[v] || !wpp_static_must_p (s, v, fact));
  wpp_static_free (s);
  return same;
}

static bool
laws_hold (const struct function *f, bool landing, const uint32_t *letters, size_t n)
{
  int err;
  struct wpp_projection p = { grammar_of_letters (letters, n, 0), landing, false, NULL }, *stream = &p;
  struct wpp_frequencies *r = solve (f, &f->problem, &stream, 1, &err);
  bool hold = r && dual_agrees (f, &stream, r) && static_agrees (f, r);
  wpp_frequencies_free (r);
  wpp_grammar_free (p.grammar);
  return hold;
}

/* ---- Any sequence of letters, possible or not.  */

static uint32_t
random_letter (const struct function *f, uint64_t *seed)
{
  switch (unit_random (seed) % 12)
    {
    case 0:
      return unit_random (seed) % 4 ? WPP_LETTER_LAND + unit_random (seed) % 3
                                    : WPP_LETTER_LAND_MORE;
    case 1:
      return unit_random (seed) % 8 ? WPP_LETTER_ENTER_LEAVE : WPP_LETTER_GAP;
    case 2:
    case 3:
      return WPP_LETTER_ENTER;
    case 4:
      return WPP_LETTER_LEAVE;
    default:
      return WPP_LETTER_PATH + unit_random (seed) % f->num->n_paths;
    }
}

static size_t
random_letters (const struct function *f, uint32_t *letters, uint64_t *seed)
{
  uint32_t pool[6];
  size_t n = 1 + unit_random (seed) % 200;
  uint32_t reach = 1 + unit_random (seed) % 12;
  for (int i = 0; i < 6; i++)
    pool[i] = random_letter (f, seed);
  for (size_t i = 0; i < n; i++)
    letters[i]
        = i >= reach && unit_random (seed) % 8 ? letters[i - reach] : pool[unit_random (seed) % 6];
  return n;
}

static void
test_any_sequence (void)
{
  uint64_t seed = 4711;
  unsigned wrong = 0, done = 0;
  static struct function f;
  for (int i = 0; i < 4000; i++)
    {
      bool landing = i % 2;
      uint32_t letters[200];
      struct counted t = { 0 };
      if (!random_function (&f, &seed, landing))
        continue;
      random_problem (&f, &seed);
      size_t n = random_letters (&f, letters, &seed);
      run_letters (&f, landing, letters, n, &t);
      wrong += !letters_agree (&f, landing, letters, n, &t);
      wrong += n > 1 && !sum_agrees (&f, landing, letters, n);
      done++;
      wpp_numbering_free (f.num);
    }
  CHECK (wrong == 0 && done > 3000, "%u random sequences of letters give what a stack gives", done);
}

/* ---- Random programs: every activation carries its true state.  */

struct activation
{
  bool own, capable; /* capable: of landing */
  uint32_t start;    /* own: where its next path starts */
  struct log log;
};

struct program
{
  const struct function *f;
  bool landing; /* the function is landing-capable */
  uint64_t seed;
  struct activation stack[256];
  size_t depth;
  uint32_t letters[700];
  size_t n;
  struct counted counted;
  bool calm;  /* recording goes on all the time */
  bool whole; /* all activations have begun; backward: have left */
};

static void
emit (struct program *p, uint32_t letter)
{
  p->letters[p->n++] = letter;
}

static uint32_t
landing_start (const struct function *f, uint32_t v)
{
  uint32_t s = 0;
  while (s < f->num->n_starts
         && (f->num->starts[s].node != v || f->num->starts[s].edge != WPP_NO_EDGE))
    s++;
  return s;
}

/* Where a random GAP edge out of the node that A is about to execute lands, if any does with
 * NONLOCAL.  */
static bool
random_landing (const struct program *p, const struct activation *a, bool nonlocal, uint64_t *seed,
                uint32_t *start)
{
  const struct function *f = p->f;
  uint32_t from = unit_random (seed) % f->cfg.n_edges;
  for (uint32_t i = 0; i < f->cfg.n_edges; i++)
    {
      const struct wpp_edge *e = &f->edges[(from + i) % f->cfg.n_edges];
      if ((e->flags & WPP_EDGE_GAP) && e->src == f->num->starts[a->start].node
          && !(f->nodes[e->dst].flags & WPP_NODE_NONLOCAL) == !nonlocal)
        {
          *start = landing_start (f, e->dst);
          return true;
        }
    }
  return false;
}

/* Begin an activation of the function: its first path.  Or go on with that on top.
   Returns false when there is no such path.  */
static bool
step_own (struct program *p)
{
  struct activation *a = &p->stack[p->depth - 1];
  const struct wpp_start *start = &p->f->num->starts[a->start];
  struct wpp_path path = { 0 };
  if (start->n_paths == 0)
    return false;
  uint64_t number = start->value + unit_random (&p->seed) % start->n_paths;
  wpp_path_decode (p->f->num, number, &path);
  emit (p, WPP_LETTER_PATH + number);
  run_path (p->f, &path, &a->log);
  if (path.end_edge == WPP_NO_EDGE)
    count_activation (p->f, &p->stack[--p->depth].log, true, &p->counted);
  else
    a->start = p->f->num->edges[path.end_edge].start;
  wpp_path_release (&path);
  return true;
}

/* Throw to a random activation that can be landed in; false when there is none.  */
static bool
step_throw (struct program *p)
{
  size_t target = unit_random (&p->seed) % (p->depth + 1);
  uint32_t start = 0, gone = 0;
  for (size_t i = p->depth; i > target; i--)
    gone += p->stack[i - 1].capable;
  if (target == 0 || !p->stack[target - 1].capable)
    return false;
  struct activation *a = &p->stack[target - 1];
  if (a->own && !random_landing (p, a, true, &p->seed, &start))
    return false;
  p->whole &= p->depth == target || !p->f->problem.backward;
  while (p->depth > target)
    count_activation (p->f, &p->stack[--p->depth].log, false, &p->counted);
  for (; gone > WPP_EVENT_LAND_MAX; gone -= WPP_EVENT_LAND_MAX + 1)
    emit (p, WPP_LETTER_LAND_MORE);
  emit (p, WPP_LETTER_LAND + gone);
  if (a->own)
    a->start = start;
  return !a->own || step_own (p);
}

/* Recording stops and goes on: what held before is not known any more.  */
static void
step_gap (struct program *p)
{
  emit (p, WPP_LETTER_GAP);
  p->whole = false;
  for (size_t i = 0; i < p->depth; i++)
    count_activation (p->f, &p->stack[i].log, false, &p->counted);
}

static bool
step_enter (struct program *p, bool own)
{
  if (p->depth == 256)
    return true;
  struct activation a = { own, own ? p->landing : true, 0, { .began = true } };
  p->stack[p->depth++] = a;
  if (own)
    return step_own (p);
  emit (p, WPP_LETTER_ENTER);
  return true;
}

/* One step of P's program; false when it gets stuck.  */
static bool
step (struct program *p, uint32_t deep)
{
  struct activation *top = p->depth ? &p->stack[p->depth - 1] : NULL;
  uint32_t what = unit_random (&p->seed) % 100, start;
  bool calls = !top || !top->own
               || (p->f->nodes[p->f->num->starts[top->start].node].flags & WPP_NODE_CALL);
  if (what < 1 && !p->calm)
    step_gap (p);
  else if (what < 6 && calls)
    step_throw (p);
  else if (what < deep && calls)
    return step_enter (p, unit_random (&p->seed) % 4 > 0);
  else if (top && top->own)
    {
      if (what % 2 && random_landing (p, top, false, &p->seed, &start))
        top->start = start;
      return step_own (p);
    }
  else if (top)
    {
      p->depth--;
      emit (p, WPP_LETTER_LEAVE);
    }
  return true;
}

static void
test_programs (void)
{
  uint64_t seed = 1789;
  unsigned wrong = 0, done = 0, long_ones = 0, whole = 0, wrong_solutions = 0, subpaths = 0;
  static struct function f;
  static struct program p;
  for (int i = 0; i < 4000; i++)
    {
      if (!random_function (&f, &seed, i % 2))
        continue;
      random_problem (&f, &seed);
      random_subpath (&f, &seed);
      memset (&p, 0, sizeof p);
      p.f = &f;
      p.seed = unit_random (&seed) | 1;
      p.whole = true;
      p.calm = i % 3;
      for (uint32_t v = 0; v < f.cfg.n_nodes; v++)
        p.landing |= (f.nodes[v].flags & WPP_NODE_NONLOCAL) != 0;
      uint32_t deep = 20 + unit_random (&seed) % 80;
      while (p.n < 300 && step (&p, deep))
        ;
      p.whole &= p.depth == 0 || !f.problem.backward;
      while (p.depth)
        count_activation (&f, &p.stack[--p.depth].log, false, &p.counted);
      if (p.whole && p.n)
        {
          whole++;
          wrong += !laws_hold (&f, p.landing, p.letters, p.n);
        }
      wrong += !letters_agree (&f, p.landing, p.letters, p.n, &p.counted);
      wrong_solutions += p.n && !solution_agrees (&f, p.landing, p.letters, p.n, &p.counted);
      subpaths += p.counted.subpath > 0 && f.n_subpath > 1;
      long_ones += p.n >= 300;
      done++;
      wpp_numbering_free (f.num);
    }
  CHECK (wrong == 0 && done > 3000 && long_ones > done / 3,
         "%u random programs with recursion and non-local transfers", done);
  CHECK (wrong_solutions == 0 && subpaths > 500,
         "what their solutions have at nodes, edges and subpaths, %u of them longer and taken", subpaths);
  CHECK (whole > 300, "%u of them agree with their dual problems and with static analysis", whole);
}

/* ---- The paper's figure 1.  */

enum
{
  S = WPP_NODE_ENTRY,
  E = WPP_NODE_EXIT,
  N1 = 2,
  N2,
  N3,
  N4,
  N5,
  N_PAPER
};
enum
{
  D1,
  D2,
  LAMBDA,
  WIDTH
};

static const struct wpp_change d1_change[] = { { D1, WPP_FROM_LAMBDA }, { D2, WPP_FROM_NONE } };
static const struct wpp_change d2_change[] = { { D1, WPP_FROM_NONE }, { D2, WPP_FROM_LAMBDA } };

/* Edges: 0 s1, 1 12, 2 13, 3 24 (d1), 4 34 (d2), 5 41 (back), 6 45, 7 5e.  */
static bool
paper_function (struct function *f)
{
  memset (f, 0, sizeof *f);
  add_edge (f, S, N1, 0);
  add_edge (f, N1, N2, 0);
  add_edge (f, N1, N3, 0);
  add_edge (f, N2, N4, 0);
  add_edge (f, N3, N4, 0);
  add_edge (f, N4, N1, 0);
  add_edge (f, N4, N5, 0);
  add_edge (f, N5, E, 0);
  f->problem.n_facts = 2;
  memcpy (f->changes[0], d1_change, sizeof d1_change);
  memcpy (f->changes[1], d2_change, sizeof d2_change);
  f->edge_effects[3] = (struct wpp_transition){ 2, f->changes[0] };
  f->edge_effects[4] = (struct wpp_transition){ 2, f->changes[1] };
  return finish_function (f, N_PAPER, 100);
}

/* The paper's algorithm (figure 2), dense, for one node.  */

typedef struct
{
  uint64_t a[WIDTH][WIDTH];
} matrix;

static const matrix ONE = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

static matrix
product (matrix x, matrix y)
{
  matrix z = { { { 0 } } };
  for (int i = 0; i < WIDTH; i++)
    for (int j = 0; j < WIDTH; j++)
      for (int k = 0; k < WIDTH; k++)
        z.a[i][j] += x.a[i][k] * y.a[k][j];
  return z;
}

static matrix
sum (matrix x, matrix y)
{
  for (int i = 0; i < WIDTH * WIDTH; i++)
    x.a[i / WIDTH][i % WIDTH] += y.a[i / WIDTH][i % WIDTH];
  return x;
}

static matrix
matrix_of (const struct wpp_transition *t)
{
  matrix m = ONE;
  for (uint32_t i = 0; i < t->n; i++)
    {
      uint32_t row = t->changes[i].fact, source = t->changes[i].source;
      m.a[row][row] = 0;
      if (source != WPP_FROM_NONE)
        m.a[row][source == WPP_FROM_LAMBDA ? LAMBDA : source] = 1;
    }
  return m;
}

struct symbol
{
  matrix f, m; /* frequency matrix of the node, transition matrix */
};

/* NODES of the path end with the node whose execution the next path begins with.  */
static struct symbol
compute_terminal (const struct function *f, uint32_t v, const uint32_t *nodes, int n)
{
  struct symbol t = { { { { 0 } } }, ONE };
  for (int i = 0; i < n; i++)
    {
      for (uint32_t e = 0; i > 0 && e < f->cfg.n_edges; e++)
        if (f->edges[e].src == nodes[i - 1] && f->edges[e].dst == nodes[i])
          t.m = product (matrix_of (&f->edge_effects[e]), t.m);
      if (nodes[i] == v)
        t.f = t.m;
    }
  return t;
}

static struct symbol
compute_nonterminal (const struct symbol *x, int n)
{
  struct symbol t = { { { { 0 } } }, ONE };
  for (int i = 0; i < n; i++)
    {
      t.f = sum (t.f, product (x[i].f, t.m));
      t.m = product (x[i].m, t.m);
    }
  return t;
}

/* The symbols a, b, c, A and S for node V.  */
static void
paper_symbols (const struct function *f, uint32_t v, struct symbol s[5])
{
  uint32_t a[] = { S, N1, N2, N4 }, b[] = { N1, N2, N4 }, c[] = { N1, N3, N4, N5, E };
  s[0] = compute_terminal (f, v, a, 4);
  s[1] = compute_terminal (f, v, b, 3);
  s[2] = compute_terminal (f, v, c, 5);
  s[3] = compute_nonterminal ((struct symbol[]){ s[1], s[1] }, 2);
  s[4] = compute_nonterminal ((struct symbol[]){ s[0], s[3], s[3], s[3], s[1], s[2] }, 6);
}

static bool
equals (matrix m, uint64_t a, uint64_t b, uint64_t c)
{
  matrix n = { { { 0, 0, a }, { 0, 0, b }, { 0, 0, c } } };
  return !memcmp (&m, &n, sizeof m);
}

static void
test_matrices (const struct function *f)
{
  struct symbol s[5];
  matrix f1 = matrix_of (&f->edge_effects[3]), f2 = matrix_of (&f->edge_effects[4]);
  matrix all = { { { 1 }, { 1 }, { 1 } } }, y = product (f2, all);
  CHECK (equals (f1, 1, 0, 1) && equals (f2, 0, 1, 1), "paper's f1 and f2");
  CHECK (y.a[D1][0] == 0 && y.a[D2][0] == 1 && y.a[LAMBDA][0] == 1, "paper's f2 (1, 1, 1)");
  paper_symbols (f, N4, s);
  CHECK (equals (s[1].f, 1, 0, 1), "paper's F_b(4)");
  CHECK (equals (s[3].f, 2, 0, 2), "paper's F_A(4)");
}

/* S -> a A A A b c, A -> b b, or with exponents S -> a b^7 c.  */
static struct wpp_grammar *
paper_grammar (const struct function *f, bool exponents)
{
  uint32_t a[] = { 0, 1, 3, 5 }, b[] = { 1, 3, 5 }, c[] = { 2, 4, 6, 7 };
  uint32_t back = f->num->edges[5].start, A = WPP_RULE | 1;
  uint32_t plain[] = { 0, A, A, A, 1, 2, 1, 1 }, runs[] = { 0, 1, 2 }, times[] = { 1, 7, 1 };
  uint64_t number[3];
  if (wpp_path_encode (f->num, 0, a, 4, &number[0])
      || wpp_path_encode (f->num, back, b, 3, &number[1])
      || wpp_path_encode (f->num, back, c, 4, &number[2]))
    return NULL;
  struct wpp_grammar *g = calloc (1, sizeof *g);
  g->n_terminals = 3;
  g->terminals = malloc (3 * sizeof *g->terminals);
  for (int i = 0; i < 3; i++)
    g->terminals[i] = WPP_LETTER_PATH + number[i];
  g->n_rules = exponents ? 1 : 2;
  g->start = calloc (3, sizeof *g->start);
  g->start[1] = exponents ? 3 : 6;
  g->start[2] = 8;
  g->symbols = malloc (sizeof plain);
  memcpy (g->symbols, exponents ? runs : plain, exponents ? sizeof runs : sizeof plain);
  if (exponents)
    memcpy (g->exponents = malloc (sizeof times), times, sizeof times);
  return wpp_grammar_finish (g) ? NULL : g;
}

static void
test_paper (void)
{
  static struct function f;
  bool ok = paper_function (&f), as_figure_2 = true;
  CHECK (ok, "paper's control flow graph is numbered");
  test_matrices (&f);
  for (int exponents = 0; exponents < 2; exponents++)
    {
      int err;
      struct wpp_projection p = { paper_grammar (&f, exponents), false, false, NULL }, *streams[] = { &p };
      struct wpp_frequencies *r = solve (&f, &f.problem, streams, 1, &err);
      for (uint32_t v = 0; r && v < N_PAPER; v++)
        {
          struct symbol s[5];
          paper_symbols (&f, v, s);
          as_figure_2 = as_figure_2 && frequency (r, v, D1) == s[4].f.a[D1][LAMBDA]
                        && frequency (r, v, D2) == s[4].f.a[D2][LAMBDA]
                        && r->count[v] == s[4].f.a[LAMBDA][LAMBDA];
        }
      CHECK (r && as_figure_2, "figure 1%s as by the algorithm of figure 2",
             exponents ? " in runs" : "");
      CHECK (r && frequency (r, N2, D1) == 7 && frequency (r, N2, D2) == 0
                 && r->count[N2] == 8,
             "d1 reaches node 2 seven times, d2 never");
      CHECK (r && frequency (r, N5, D1) == 0 && frequency (r, N5, D2) == 1,
             "only d2 reaches the use on 4 -> 5");
      wpp_frequencies_free (r);
      wpp_grammar_free (p.grammar);
    }
  wpp_numbering_free (f.num);
}

/* What the object has of figure 1.  The path 1 3 4 5 is taken once, 1 2 4 eight times.  */
static void
test_paper_solution (void)
{
  static struct function f;
  const uint32_t round[] = { 1, 3 }, again[] = { 3, 5, 1 }, last[] = { 2, 4, 6 }, none[] = { 4, 5 }, gap[] = { 1, 4 };
  paper_function (&f);
  struct wpp_solution *s = solution_of (&f, false, paper_grammar (&f, true));
  CHECK (s && s->n_blocks == 5 && s->blocks[0].block == N1 && s->blocks[4].first == N5
             && s->blocks[4].end == N5 + 1, "a solution's blocks");
  CHECK (s && *wpp_solution_node_count (s, N2) == 8 && *wpp_solution_at_node (s, 0, N2, D1) == 7
             && !wpp_solution_at_node (s, 0, N2, D2), "a solution's frequencies at blocks");
  CHECK (s && *wpp_solution_edge_count (s, 1) == 8 && *wpp_solution_edge_count (s, 5) == 8
             && *wpp_solution_edge_count (s, 6) == 1 && along (s, &(uint32_t){ 5 }, 1, D1) == 8
             && along (s, &(uint32_t){ 6 }, 1, D1) == 0 && along (s, &(uint32_t){ 6 }, 1, D2) == 1
             && along (s, &(uint32_t){ 2 }, 1, D1) == 1, "… and at edges");
  CHECK (s && along (s, round, 2, D1) == 7 && along (s, again, 3, D1) == 6
             && along (s, again, 3, WPP_FROM_LAMBDA) == 7 && along (s, last, 3, D1) == 1
             && along (s, last, 3, D2) == 0 && along (s, none, 2, WPP_FROM_LAMBDA) == 0
             && along (s, gap, 2, D1) == UINT64_MAX, "… and along subpaths");
  struct wpp_site site = { .node = N4, .source = { D1, D2 } };
  uint64_t number = 0;
  if (s)
    wpp_solution_at_site (s, 0, &site, &number);
  CHECK (number == 9, "one of two facts at a site");
  struct wpp_solution_summary sum;
  CHECK (s && wpp_solution_summarize (s, 0, &sum) == 0 && sum.facts == 10 && sum.always == 2
             && sum.sometimes == 4 && sum.never == 4 && sum.certain == 0, "a solution's summary");
  wpp_solution_free (s);
  wpp_numbering_free (f.num);
}

/* ---- Sizes.  */

/* A function that calls itself once: ENTRY -> call -> EXIT; the call defines fact 0, the
   function's entry fact 1 when KIND is 1.  */
static void
recursive_function (struct function *f)
{
  memset (f, 0, sizeof *f);
  add_edge (f, WPP_NODE_ENTRY, 2, WPP_EDGE_ENDS);
  add_edge (f, WPP_NODE_ENTRY, 3, WPP_EDGE_ENDS);
  add_edge (f, 2, WPP_NODE_EXIT, 0);
  add_edge (f, 3, WPP_NODE_EXIT, 0);
  f->problem.n_facts = 2;
  f->changes[0][0] = (struct wpp_change){ 0, WPP_FROM_LAMBDA };
  f->changes[1][0] = (struct wpp_change){ 1, WPP_FROM_LAMBDA };
  f->node_effects[2] = (struct wpp_transition){ 1, f->changes[0] };
  f->edge_effects[1] = (struct wpp_transition){ 1, f->changes[1] };
  finish_function (f, 4, 100);
}

/* A grammar S -> x^OUTER …, one rule for each of the N words of two letters, run INNER times.  */
static struct wpp_grammar *
grammar_of_runs (const uint32_t (*words)[2], uint32_t n, uint32_t inner, uint32_t outer)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  g->terminals = malloc (2 * n * sizeof *g->terminals);
  g->n_rules = n + 1;
  g->start = calloc (n + 2, sizeof *g->start);
  g->symbols = malloc (3 * n * sizeof *g->symbols);
  g->exponents = malloc (3 * n * sizeof *g->exponents);
  for (uint32_t i = 0; i < n; i++)
    {
      g->symbols[i] = WPP_RULE | (i + 1);
      g->exponents[i] = outer;
      g->start[i + 1] = n + 2 * i;
      for (uint32_t j = 0; j < 2; j++)
        {
          uint32_t t = 0;
          while (t < g->n_terminals && g->terminals[t] != words[i][j])
            t++;
          if (t == g->n_terminals)
            g->terminals[g->n_terminals++] = words[i][j];
          g->symbols[n + 2 * i + j] = t;
          g->exponents[n + 2 * i + j] = inner;
        }
    }
  g->start[n + 1] = 3 * n;
  return wpp_grammar_finish (g) ? NULL : g;
}

static uint32_t
path_letter (const struct function *f, uint32_t start, uint32_t edge)
{
  uint64_t number = 0;
  return wpp_path_encode (f->num, start, &edge, 1, &number) ? 0 : WPP_LETTER_PATH + number;
}

/* S derives LETTERS[0], (2^32 - 1)^LEVELS[0] times, then LETTERS[1] likewise.  */
static struct wpp_grammar *
towers (const uint32_t letters[2], const uint32_t levels[2])
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  uint32_t n = levels[0] + levels[1], at = 2;
  g->n_terminals = 2;
  g->terminals = malloc (2 * sizeof *g->terminals);
  g->start = calloc (n + 2, sizeof *g->start);
  g->symbols = malloc ((n + 2) * sizeof *g->symbols);
  g->exponents = malloc ((n + 2) * sizeof *g->exponents);
  g->n_rules = 1;
  g->start[1] = 2;
  for (uint32_t i = 0; i < 2; i++)
    {
      g->terminals[i] = letters[i];
      g->symbols[i] = levels[i] ? WPP_RULE | g->n_rules : i;
      g->exponents[i] = 1;
      for (uint32_t k = 1; k <= levels[i]; k++)
        {
          g->symbols[at] = k < levels[i] ? WPP_RULE | (g->n_rules + 1) : i;
          g->exponents[at++] = UINT32_MAX;
          g->start[++g->n_rules] = at;
        }
    }
  return wpp_grammar_finish (g) ? NULL : g;
}

/* Is the number N of R's words BASE^POWER?  With POWER > 3, that many activations at once, it may
   be saturated.  */
static bool
power_p (const struct wpp_frequencies *r, const uint64_t *n, uint64_t base, uint32_t power)
{
  mpz_t number, expected;
  mpz_init (number);
  mpz_init (expected);
  mpz_import (number, r->words, -1, sizeof *n, 0, 0, n);
  mpz_ui_pow_ui (expected, base, power);
  bool same = mpz_cmp (number, expected) == 0
              || (power > 3 && wpp_number_saturated_p (n, r->words));
  mpz_clear (number);
  mpz_clear (expected);
  return same;
}

/* Nested deeper than anybody can count: results are exact, or saturated, or refused.  */
static void
test_towers (void)
{
  static struct function f;
  recursive_function (&f);
  const uint32_t letters[2] = { path_letter (&f, 0, 0),
                                path_letter (&f, f.num->edges[0].start, 2) };
  static const struct { uint32_t levels[2]; int err; } cases[]
    = { { { 1, 0 }, 0 }, { { 0, 1 }, 0 }, { { 3, 3 }, 0 },
        { { 2, 3 }, 0 }, { { 9, 0 }, 0 }, { { 9, 1 }, 0 },
        { { 9, 2 }, 0 }, { { 0, 9 }, 0 }, { { 1, 9 }, 0 },
        { { 9, 9 }, WPP_E_TOOBIG }, { { 9, 3 }, WPP_E_TOOBIG } };
  bool as_expected = true;
  for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++)
    {
      int err, expected = cases[i / 2].err;
      struct wpp_projection p = { towers (letters, cases[i / 2].levels), false, false, NULL }, *stream = &p;
      f.problem.backward = i % 2;
      struct wpp_frequencies *r = solve (&f, &f.problem, &stream, 1, &err);
      as_expected &= err == expected
                     && (!r || power_p (r, r->count + r->words, UINT32_MAX, cases[i / 2].levels[1]));
      wpp_frequencies_free (r);
      wpp_grammar_free (p.grammar);
    }
  CHECK (as_expected, "2^288 activations deep");
  wpp_numbering_free (f.num);
}

static void
test_deep_recursion (void)
{
  static struct function f;
  recursive_function (&f);
  uint32_t enter2 = path_letter (&f, 0, 0), enter3 = path_letter (&f, 0, 1);
  uint32_t leave2 = path_letter (&f, f.num->edges[0].start, 2);
  uint32_t leave3 = path_letter (&f, f.num->edges[1].start, 3);
  const uint32_t nested[2][2] = { { enter2, enter2 }, { leave2, leave2 } };
  struct wpp_projection p = { grammar_of_runs (nested, 2, 1u << 30, 1u << 30), false, false, NULL },
                        *streams[] = { &p, &p, &p, &p, &p, &p, &p, &p };
  int err;
  struct wpp_frequencies *r = solve (&f, &f.problem, streams, 1, &err);
  CHECK (r && r->count[2] == 1ull << 61 && frequency (r, 2, 0) == 0 && r->count[1] == 1ull << 61
             && frequency (r, 1, 0) == 1ull << 61 && frequency (r, 1, 1) == 0,
         "2^61 activations deep");
  wpp_frequencies_free (r);
  r = solve (&f, &f.problem, streams, 8, &err);
  CHECK (r && power_p (r, r->count + 2 * r->words, 1ull << 32, 2)
             && power_p (r, wpp_frequency_of (r, 1, 0), 1ull << 32, 2)
             && !wpp_frequency_of (r, 1, 1),
         "counts beyond 64 bits are exact");
  wpp_frequencies_free (r);
  wpp_grammar_free (p.grammar);

  const uint32_t mixed[2][2] = { { enter2, enter3 }, { leave3, leave2 } };
  p.grammar = grammar_of_runs (mixed, 2, 1, 100000);
  r = solve (&f, &f.problem, streams, 1, &err);
  CHECK (r && r->count[2] == 100000 && r->count[3] == 100000 && frequency (r, 3, 1) == 100000
             && frequency (r, 1, 0) == 100000 && frequency (r, 1, 1) == 100000,
         "200000 activations of two kinds deep");
  wpp_frequencies_free (r);
  wpp_grammar_free (p.grammar);
  p.grammar = grammar_of_runs (mixed, 2, 1, UINT32_MAX);
  r = solve (&f, &f.problem, streams, 1, &err);
  CHECK (!r && err == WPP_E_TOOBIG, "a stack that no program has is an error");
  wpp_grammar_free (p.grammar);
  wpp_numbering_free (f.num);
}

/* Changes of nodes that copy one fact to another.  */
static uint32_t
copies_of_facts (const struct function *f)
{
  uint32_t n = 0;
  for (uint32_t v = 0; v < f->cfg.n_nodes; v++)
    for (uint32_t i = 0; i < f->node_effects[v].n; i++)
      n += f->node_effects[v].changes[i].source < f->problem.n_facts;
  return n;
}

/* So many facts that they are solved in batches: COPIES of a small problem.  */
static void
test_many_facts (void)
{
  enum
  {
    COPIES = 60000
  };
  static struct function f;
  static struct counted t;
  uint64_t seed = 5;
  uint32_t letters[110];
  do
    {
      wpp_numbering_free (f.num);
      random_function (&f, &seed, false);
      random_problem (&f, &seed);
    }
  while (f.problem.n_facts < 6 || !f.problem.edge || f.problem.n_boundary < 2 || f.num->n_paths < 20
         || copies_of_facts (&f) < 6);
  f.problem.enter = NULL;
  for (int i = 0; i < 110; i++)
    letters[i] = WPP_LETTER_PATH + unit_random (&seed) % f.num->n_paths;
  run_letters (&f, false, letters, 110, &t);

  uint32_t n_facts = f.problem.n_facts;
  struct wpp_problem big = f.problem;
  struct wpp_transition effects[MAX_NODES + MAX_EDGES];
  for (uint32_t i = 0; i < MAX_NODES + f.cfg.n_edges; i++)
    {
      const struct wpp_transition *from
          = i < MAX_NODES ? &f.node_effects[i] : &f.edge_effects[i - MAX_NODES];
      effects[i].n = from->n * COPIES;
      effects[i].changes = malloc ((effects[i].n + 1) * sizeof *from->changes);
      for (uint32_t j = 0; j < effects[i].n; j++)
        {
          struct wpp_change c = from->changes[j / COPIES];
          c.fact = c.fact * COPIES + j % COPIES;
          if (c.source < n_facts)
            c.source = c.source * COPIES + j % COPIES;
          effects[i].changes[j] = c;
        }
    }
  uint32_t *boundary = malloc (f.problem.n_boundary * COPIES * sizeof *boundary);
  for (uint32_t i = 0; i < f.problem.n_boundary * COPIES; i++)
    boundary[i] = f.boundary[i / COPIES] * COPIES + i % COPIES;
  big.n_facts = n_facts * COPIES;
  big.n_boundary = f.problem.n_boundary * COPIES;
  big.boundary = boundary;
  big.node = effects;
  big.edge = effects + MAX_NODES;

  struct wpp_projection p = { grammar_of_letters (letters, 110, 0), false, false, NULL }, *streams[] = { &p };
  uint64_t symbols = p.grammar->n_rules + p.grammar->n_terminals;
  int err;
  struct wpp_frequencies *r = solve (&f, &big, streams, 1, &err);
  unsigned wrong = !r;
  for (uint32_t v = 0; r && v < f.cfg.n_nodes; v++)
    {
      wrong += r->count[v] != t.count[v];
      for (uint32_t i = 0; i < big.n_facts; i++)
        wrong += frequency (r, v, i) != t.frequency[v][i / COPIES];
    }
  CHECK (wrong == 0 && symbols * big.n_facts * 8 > (uint64_t)1 << 27,
         "%u facts in batches are as %u", big.n_facts, n_facts);
  wpp_frequencies_free (r);
  wpp_grammar_free (p.grammar);
  for (uint32_t i = 0; i < MAX_NODES + f.cfg.n_edges; i++)
    free (effects[i].changes);
  free (boundary);
  wpp_numbering_free (f.num);
}

/* Powers and their sums, of transitions that move facts about.  */
static void
test_powers (void)
{
  uint64_t seed = 99;
  unsigned wrong = 0;
  for (int i = 0; i < 3000; i++)
    {
      struct wpp_transitions *t = wpp_transitions_new (MAX_FACTS, 1);
      struct wpp_change changes[MAX_FACTS];
      uint64_t state[MAX_FACTS + 1], sum[MAX_FACTS + 1], expected[MAX_FACTS + 1] = { 0 };
      struct wpp_transition step = { 0, changes };
      uint32_t id, power, k = 1 + unit_random (&seed) % 40, shift = unit_random (&seed) % MAX_FACTS;
      for (uint32_t f = 0; f < MAX_FACTS; f++)
        if ((f + shift) % MAX_FACTS != f && unit_random (&seed) % 8)
          changes[step.n++] = (struct wpp_change){ f, (f + shift) % MAX_FACTS };
      if (step.n > 1 && unit_random (&seed) % 2)
        changes[0].source = i % 2 ? WPP_FROM_NONE : WPP_FROM_LAMBDA;
      wpp_transitions_then (t, &step);
      wrong += wpp_transitions_end (t, &id) || wpp_transitions_power (t, id, k, &power);
      for (uint32_t f = 0; f <= MAX_FACTS; f++)
        state[f] = unit_random (&seed) % 1000;
      wrong += wpp_transitions_series (t, id, k, state, sum) != 0;
      uint64_t after[MAX_FACTS + 1];
      memcpy (after, state, sizeof after);
      wpp_transitions_apply (t, power, after);
      for (uint32_t j = 0; j < k; j++)
        {
          for (uint32_t f = 0; f <= MAX_FACTS; f++)
            expected[f] += state[f];
          wpp_transitions_apply_step (t, &step, state);
        }
      wrong += memcmp (expected, sum, sizeof sum) || memcmp (after, state, sizeof state);
      wpp_transitions_free (t);
    }
  CHECK (wrong == 0, "powers of transitions and their sums");
}

static void
test_bad_input (void)
{
  static struct function f;
  int err;
  recursive_function (&f);
  const uint32_t unknown[1][2] = { { 5, 5 } }, path[1][2] = { { WPP_LETTER_PATH + 1000, 5 } };
  struct wpp_projection p = { grammar_of_runs (unknown, 1, 1, 1), false, false, NULL }, *streams[] = { &p };
  CHECK (!solve (&f, &f.problem, streams, 1, &err) && err == WPP_E_CORRUPT,
         "an unknown letter is an error");
  wpp_grammar_free (p.grammar);
  p.grammar = grammar_of_runs (path, 1, 1, 1);
  CHECK (!solve (&f, &f.problem, streams, 1, &err) && err == WPP_E_CORRUPT,
         "a path that is none is an error");
  wpp_grammar_free (p.grammar);
  f.changes[0][0].source = 2;
  CHECK (!solve (&f, &f.problem, NULL, 0, &err) && err == WPP_E_CORRUPT,
         "a source that is no fact is an error");
  wpp_numbering_free (f.num);
}

int
main (void)
{
  test_paper ();
  test_paper_solution ();
  test_any_sequence ();
  test_programs ();
  test_deep_recursion ();
  test_towers ();
  test_many_facts ();
  test_powers ();
  test_bad_input ();
  return unit_done ();
}
