/* Slices: Figures 10 and 11 of Zhang and Gupta (TWPP), on the paper's graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Node K of the paper is node K + 1 here, and has one statement, item K - 1.  Timestamps are those of the paper: the
   K-th node that is executed has K.  A query <T, n>_d of Figure 11 says that D is wanted where N begins at the times T.

   The figure has node 13, after the loop, depend on the end of the loop in 4, which is no control dependence as
   Ferrante, Ottenstein and Warren define it.  So everything is tried with both; slices are the same.  The figure leaves
   out the query <[27], 12>_J.  */

#include <stdlib.h>
#include <string.h>
#include "make-cfg.h"
#include "make-grammar.h"
#include "activations/ropes/nest.h"
#include "dependence/slices/scan.h"
#include "dependence/slices/static.h"
#include "unit.h"

enum { N, X, Y, Z, I, J, VARIABLES };
#define NODES 16
#define STATEMENTS 14
#define TIMES 30
#define FIRST_EVENT 256

/* What each node defines and uses; -1: nothing.  */
static const struct
{
  int defines, uses[2];
} statements[STATEMENTS] = { { N, { -1, -1 } }, { I, { -1, -1 } }, { J, { -1, -1 } }, { -1, { I, N } },
                             { X, { -1, -1 } }, { -1, { X, -1 } }, { Y, { X, -1 } },  { Y, { X, -1 } },
                             { Z, { Y, -1 } },  { -1, { Z, -1 } }, { J, { -1, -1 } }, { I, { I, -1 } },
                             { Z, { Z, J } },   { -1, { Z, -1 } } };

static const unsigned trace[TIMES] = { 1, 2,  3,  4,  5, 6, 7, 9, 10, 11, 12, 4,  5, 6,  8,
                                       9, 10, 11, 12, 4, 5, 6, 7, 9,  10, 11, 12, 4, 13, 14 };

struct paper
{
  struct wpp_cfg cfg;
  struct wpp_numbering *num;
  struct wpp_slice_function function, *functions[1];
  struct wpp_slice_code code[STATEMENTS];
  struct wpp_slice_item items[STATEMENTS];
  uint32_t first_code[NODES + 1], first_phi[NODES + 1], variables[VARIABLES];
  struct wpp_slice_list phi_arguments[32];
  struct wpp_slice_model model;
  struct wpp_nest nest;
  unsigned time;
  bool wanted[TIMES + 1][VARIABLES];
};

/* ---- The program.  */

static void
make_graph (struct paper *p)
{
  static const unsigned edges[][2] = { { 0, 2 },   { 2, 3 },   { 3, 4 },  { 4, 5 },   { 5, 6 },  { 5, 14 },
                                       { 6, 7 },   { 7, 8 },   { 7, 9 },  { 8, 10 },  { 9, 10 }, { 10, 11 },
                                       { 11, 12 }, { 12, 13 }, { 13, 5 }, { 14, 15 }, { 15, 1 } };
  int err;
  cfg_init (&p->cfg, NODES, 32);
  for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++)
    cfg_edge (&p->cfg, edges[i][0], edges[i][1], 0);
  for (uint32_t i = 0; i < NODES; i++)
    p->cfg.nodes[i].block = i;
  p->num = wpp_numbering_new (&p->cfg, 1000, &err);
}

static struct wpp_slice_list
numbers_of (struct wpp_slice_function *f, const int *variables, unsigned n)
{
  size_t begin = f->n_numbers;
  for (unsigned i = 0; i < n; i++)
    if (variables[i] >= 0)
      wpp_slice_number (f, WPP_FACT_FIRST + variables[i]);
  return wpp_slice_list_from (f, begin);
}

static uint32_t
edge_between (const struct paper *p, uint32_t src, uint32_t dst)
{
  for (uint32_t e = 0; e < p->cfg.n_edges; e++)
    if (p->cfg.edges[e].src == src && p->cfg.edges[e].dst == dst)
      return e;
  return WPP_NO_EDGE;
}

/* What is after the loop depends on its end.  */
static void
depend_on_end (struct paper *p)
{
  struct wpp_slice_function *f = &p->function;
  size_t begin = f->n_numbers;
  wpp_slice_number (f, f->n_facts);
  f->decided[edge_between (p, 5, 14)] = wpp_slice_list_from (f, begin);
  f->control[14] = f->control[15] = f->n_facts++;
  f->end_control = f->n_facts;
}

static void
make_model (struct paper *p, bool figure)
{
  struct wpp_slice_function *f = &p->function;
  f->cfg = &p->cfg;
  f->n_facts = WPP_FACT_FIRST + VARIABLES;
  wpp_slice_branches (f);
  if (figure)
    depend_on_end (p);
  for (uint32_t i = 0; i < STATEMENTS; i++)
    {
      p->code[i] = (struct wpp_slice_code){ .item = i, .line = i + 1, .control = f->control[i + 2], .store = WPP_NONE,
                                            .callee = WPP_NONE };
      p->code[i].defines = numbers_of (f, &statements[i].defines, 1);
      p->code[i].uses = numbers_of (f, statements[i].uses, 2);
      p->items[i] = (struct wpp_slice_item){ 0, i, 0 };
    }
  for (uint32_t i = 0; i <= NODES; i++)
    p->first_code[i] = i < 2 ? 0 : i - 2;
  for (uint32_t e = 0; e < p->cfg.n_edges; e++)
    if (p->cfg.edges[e].src == 5 || p->cfg.edges[e].src == 7)
      f->predicate[e] = p->cfg.edges[e].src - 2;
  f->first_code = p->first_code;
  f->code = p->code;
  f->first_phi = p->first_phi;
  f->phi_arguments = p->phi_arguments;
  f->n_items = STATEMENTS;
  p->functions[0] = f;
  p->model =
      (struct wpp_slice_model){ .n_functions = 1, .functions = p->functions, .n_items = STATEMENTS, .items = p->items };
}

static int
step_of (void *data, uint32_t event, struct wpp_step *step)
{
  const struct paper *p = data;
  uint64_t number = event - FIRST_EVENT;
  *step = (struct wpp_step){ .function = 0,
                             .enters = wpp_path_enters (p->num, number),
                             .leaves = wpp_path_leaves (p->num, number) };
  return 1;
}

static int
path_of (void *data, uint32_t event, uint32_t *function, struct wpp_path *path)
{
  const struct paper *p = data;
  *function = 0;
  return wpp_path_decode (p->num, event - FIRST_EVENT, path);
}

/* The paper's trace as path events.  */
static void
make_thread (struct paper *p)
{
  uint32_t events[8], edges[16], n_events = 0, n = 0, start = 0, at = WPP_NODE_ENTRY;
  for (unsigned i = 0; i <= TIMES; i++)
    {
      uint32_t next = i < TIMES ? trace[i] + 1 : WPP_NODE_EXIT, e = edge_between (p, at, next);
      edges[n++] = e;
      at = next;
      bool ends = p->num->edges[e].flags & WPP_EDGE_ENDS;
      if (!ends && next != WPP_NODE_EXIT)
        continue;
      uint64_t number = 0;
      CHECK_QUIET (!wpp_path_encode (p->num, start, edges, n, &number), "path %u", n_events);
      events[n_events++] = FIRST_EVENT + number;
      start = ends ? p->num->edges[e].start : 0;
      n = 0;
    }
  struct wpp_grammar *g = grammar_of (events, n_events);
  wpp_nest_init (&p->nest);
  CHECK (!wpp_nest_add (&p->nest, &g, 1, 1, step_of, p) && p->nest.n_threads == 1 && p->nest.tables.n_kinds == 1,
         "one activation of 4 paths");
  wpp_grammar_free (g);
}

/* ---- Slices.  */

static struct wpp_scan *scan_at_hand;

/* Note what is wanted where NODE begins; after the whole thread, begin anew.  */
static void
watch (void *data, uint32_t node)
{
  struct paper *p = data;
  if (node < 2)
    return;
  p->time = p->time ? p->time : TIMES;
  for (unsigned v = 0; v < VARIABLES; v++)
    p->wanted[p->time][v] = wpp_scan_fact_p (scan_at_hand, WPP_FACT_FIRST + v);
  p->time--;
}

static const struct wpp_slice_criterion criterion = { .block = 15, .line = 14, .whole = true, .variable = WPP_NONE };

/* Where the paper's criterion is: the last node of the last path of the activation.  */
static void
scan_from (struct paper *p)
{
  uint32_t activation = p->nest.threads[0];
  struct wpp_part one;
  size_t n;
  wpp_nest_parts (&p->nest, wpp_nest_activation (&p->nest, 0)->rope, &one, &n);
  struct wpp_slice_step levels[2] = { { activation, 0, 0 }, { activation, n - 1, 0 } };
  const struct wpp_slice_place place = { 2, levels, 2, false };
  p->time = TIMES;
  memset (p->wanted, 0, sizeof p->wanted);
  CHECK (!wpp_scan_from (scan_at_hand, &criterion, &place), "slicing from node 14");
}

/* Is the slice all nodes but those in WITHOUT, up to a 0?  */
static bool
all_but_p (const struct wpp_slice_reason *reasons, const unsigned *without)
{
  bool ok = true;
  for (unsigned i = 1; i <= STATEMENTS; i++)
    {
      bool out = false;
      for (const unsigned *w = without; *w; w++)
        out |= *w == i;
      ok &= (reasons[i - 1].because == WPP_BECAUSE_NOTHING) == out;
    }
  return ok;
}

/* A query: D is wanted at NODE at FIRST, FIRST + STEP, … LAST, and, at NODE, at no other time but MORE.  */
struct query
{
  unsigned node, first, last, step, more;
  int variable;
};

static bool
query_p (const struct paper *p, const struct query *q)
{
  bool ok = true;
  for (unsigned t = 1; t <= TIMES; t++)
    if (trace[t - 1] == q->node)
      ok &= p->wanted[t][q->variable]
            == (t == q->more || (t >= q->first && t <= q->last && (t - q->first) % q->step == 0));
  return ok;
}

static void
check_queries (const struct paper *p, const struct query *queries, unsigned n, const char *approach)
{
  for (unsigned i = 0; i < n; i++)
    {
      const struct query *q = &queries[i];
      CHECK (query_p (p, q), "%s: <[%u:%u:%u], %u> of %c", approach, q->first, q->last, q->step, q->node,
             "NXYZIJ"[q->variable]);
    }
}

#define ONCE(T, NODE, V) { NODE, T, T, 1, 0, V }
#define SERIES(A, B, NODE, V) { NODE, A, B, 8, 0, V }

static const struct query second[] = {
  ONCE (30, 14, Z),       ONCE (29, 13, Z),       ONCE (29, 13, J),      ONCE (28, 4, Z),        ONCE (28, 4, J),
  SERIES (4, 28, 4, I),   SERIES (4, 28, 4, N),   ONCE (27, 12, Z),      ONCE (3, 3, I),         SERIES (11, 27, 12, I),
  ONCE (3, 3, N),         SERIES (11, 27, 12, N), ONCE (26, 11, Z),      SERIES (10, 26, 11, I), ONCE (2, 2, N),
  SERIES (10, 26, 11, N), ONCE (25, 10, Z),       SERIES (9, 25, 10, I), SERIES (9, 25, 10, N),  SERIES (8, 24, 9, Y),
  SERIES (8, 24, 9, I),   SERIES (8, 24, 9, N),   { 7, 7, 7, 1, 23, X }, ONCE (15, 8, X),        { 7, 7, 7, 1, 23, I },
  ONCE (15, 8, I),        { 7, 7, 7, 1, 23, N },  ONCE (15, 8, N),       SERIES (6, 22, 6, X),   SERIES (6, 22, 6, I),
  SERIES (6, 22, 6, N),   SERIES (5, 21, 5, I),   SERIES (5, 21, 5, N)
};

/* Of the third approach, a row of the figure each; what it leaves out with dots is not here.  */
static const struct
{
  unsigned time, node;
  const char *variables;
} third[] = { { 30, 14, "Z" },   { 29, 13, "ZJ" },  { 28, 4, "ZJIN" }, { 27, 12, "ZJIN" },
              { 26, 11, "ZIN" }, { 25, 10, "ZIN" }, { 24, 9, "YIN" },  { 23, 7, "XIN" },
              { 22, 6, "XIN" },  { 3, 3, "IN" },    { 2, 2, "N" } };

static void
check_third (const struct paper *p)
{
  for (unsigned i = 0; i < sizeof third / sizeof *third; i++)
    {
      bool ok = trace[third[i].time - 1] == third[i].node;
      for (unsigned v = 0; v < VARIABLES; v++)
        ok &= p->wanted[third[i].time][v] == (strchr (third[i].variables, "NXYZIJ"[v]) != NULL);
      CHECK (ok, "approach 3: <[%u], %u> of %s, and nothing else", third[i].time, third[i].node, third[i].variables);
    }
}

/* How each statement came into the slice, as the figure says.  */
static void
check_dependences (const struct wpp_slice_reason *reasons)
{
  static const char kinds[STATEMENTS] = "dd cdcd d ddd";
  bool ok = reasons[STATEMENTS - 1].because == WPP_BECAUSE_CRITERION;
  for (unsigned i = 0; i < STATEMENTS - 1; i++)
    ok &= kinds[i] == ' ' || reasons[i].because == (kinds[i] == 'c' ? WPP_BECAUSE_CONTROL : WPP_BECAUSE_DATA);
  CHECK (ok, "control and data dependences as in the figure");
  CHECK (reasons[12].from == 13 && reasons[12].fact == WPP_FACT_FIRST + Z, "13 is there for Z of 14");
  CHECK (reasons[8].from == 12 && reasons[6].from == 8 && reasons[5].from == 6, "9 for 13, 7 for 9, 6 for 7");
}

static void
check_dynamic (struct paper *p, bool figure)
{
  scan_at_hand = wpp_scan_new (&p->model, &p->nest, path_of, p, false);
  /* What was found is forgotten at each step, or never.  */
  wpp_scan_limit (scan_at_hand, figure ? SIZE_MAX : 1);
  wpp_scan_watch (scan_at_hand, watch, p);
  scan_from (p);
  CHECK (p->time == 0, "each node is gone through");
  if (figure)
    check_third (p);
  CHECK (all_but_p (wpp_scan_reasons (scan_at_hand), (const unsigned[]){ 3, 8, 10, 0 }),
         "approach 3: all but 3, 8, 10");
  check_dependences (wpp_scan_reasons (scan_at_hand));
  CHECK (!wpp_scan_exercised (scan_at_hand, 0) && p->time == 0, "approach 2");
  CHECK (all_but_p (wpp_scan_reasons (scan_at_hand), (const unsigned[]){ 3, 10, 0 }), "approach 2: all but 3, 10");
  check_queries (p, second, sizeof second / sizeof *second, "approach 2");
  wpp_scan_free (scan_at_hand);
}

static void
check_static (struct paper *p)
{
  struct wpp_slice_reason reasons[STATEMENTS] = { [13] = { WPP_BECAUSE_CRITERION, false, 0, WPP_NONE } };
  struct wpp_static_slice s = { .model = &p->model, .reasons = reasons };
  CHECK (!wpp_static_slice (&s, &criterion, false) && all_but_p (reasons, (const unsigned[]){ 10, 0 }),
         "approach 1: all but 10");
  bool row[NODES] = { false };
  const bool *executed[1] = { row };
  for (unsigned i = 0; i < NODES; i++)
    row[i] = i != 9;
  memset (reasons, 0, sizeof reasons);
  reasons[13].because = WPP_BECAUSE_CRITERION;
  s.executed = executed;
  CHECK (!wpp_static_slice (&s, &criterion, false) && all_but_p (reasons, (const unsigned[]){ 8, 10, 0 }),
         "approach 1 does without 8 when it is not executed");
}

/* Forward from node 5, the second time: X, 6, what that decides, and what comes of it.  */
static void
check_forward (struct paper *p)
{
  static const struct wpp_slice_criterion from = { .block = 6, .line = 5, .whole = true, .variable = WPP_NONE };
  struct wpp_part one;
  size_t n;
  scan_at_hand = wpp_scan_new (&p->model, &p->nest, path_of, p, true);
  wpp_nest_parts (&p->nest, wpp_nest_activation (&p->nest, 0)->rope, &one, &n);
  struct wpp_slice_step levels[2] = { { p->nest.threads[0], 0, 0 }, { p->nest.threads[0], 1, 0 } };
  const struct wpp_slice_place place = { 2, levels, 1, false };
  CHECK (!wpp_scan_from (scan_at_hand, &from, &place), "forward from node 5, the second time");
  CHECK (all_but_p (wpp_scan_reasons (scan_at_hand), (const unsigned[]){ 1, 2, 3, 4, 7, 11, 12, 13, 14, 0 }),
         "5, 6, 8, 9, 10 depend on it; Z is another one then");
  wpp_scan_free (scan_at_hand);
}

static void
check (bool figure)
{
  struct paper *p = calloc (1, sizeof *p);
  make_graph (p);
  make_model (p, figure);
  make_thread (p);
  check_dynamic (p, figure);
  check_static (p);
  check_forward (p);
  wpp_nest_release (&p->nest);
  wpp_numbering_free (p->num);
  wpp_cfg_release (&p->cfg);
  free (p->function.numbers);
  free (p->function.control);
  free (p->function.decided);
  free (p->function.predicate);
  free (p);
}

int
main (void)
{
  check (true);
  check (false);
  return unit_done ();
}
