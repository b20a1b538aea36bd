/* Dynamic currency: the paper's example, small graphs, and damaged records.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "dependence/currency/currency.h"
#include "make-traces.h"
#include "unit.h"

/* ---- TWPP, Figure 12.  The figure is missing in the text that we have; this graph is what the text says of it.  Block
   1 assigns X twice, block 2 has the last use of X, and 3 has the breakpoint.  Partial dead code elimination has moved
   the second assignment to block 2.

     1: X = (statement 0), X = (1), -> 2, 3     2: use of X (2), -> 3     3: breakpoint (3), -> 1, exit

   Whoever comes by block 2 sees what the source promises; whoever does not sees the first assignment.  */

enum { ENTRY, EXIT, ONE, TWO, THREE, NODES };
enum { INTO_1, FROM_1_TO_2, FROM_1_TO_3, FROM_2_TO_3, FROM_3_TO_1, LEAVE, EDGES };
enum { STATEMENTS = 4 };

static struct wpp_node nodes[NODES] = { [ONE] = { .block = 2 }, [TWO] = { .block = 3 }, [THREE] = { .block = 4 } };
static struct wpp_edge edges[EDGES] = {
  [INTO_1] = { ENTRY, ONE, 0 },      [FROM_1_TO_2] = { ONE, TWO, 0 },   [FROM_1_TO_3] = { ONE, THREE, 0 },
  [FROM_2_TO_3] = { TWO, THREE, 0 }, [FROM_3_TO_1] = { THREE, ONE, 0 }, [LEAVE] = { THREE, EXIT, 0 }
};
static const struct wpp_cfg cfg = { .n_nodes = NODES, .n_edges = EDGES, .nodes = nodes, .edges = edges };

/* X is a variable in memory: reference 0, operand 0, result of statements 0 and 1.  */
static struct wpp_variable x = { .name = "X", .kind = WPP_VARIABLE, .flags = WPP_VARIABLE_USER, .scope = WPP_NONE };
static struct wpp_reference all_of_x = {
  .base_kind = WPP_BASE_VARIABLE, .flags = WPP_REFERENCE_MEMORY, .size = 32, .max_size = 32
};
static struct wpp_operand operand = { .kind = WPP_OPERAND_REFERENCE };
static unsigned char bits[1] = { 1 };
static uint32_t result[1] = { 0 }, whole[1] = { 0 }, first_statement[NODES + 1] = { 0, 0, 0, 2, 3, 4 };
static struct wpp_statement statements[STATEMENTS] = { { .kind = WPP_STATEMENT_ASSIGN,
                                                         .operation = WPP_OPERATION_COPY,
                                                         .flags = WPP_STATEMENT_WRITES,
                                                         .n_results = 1,
                                                         .node = ONE,
                                                         .line = 1 },
                                                       { .kind = WPP_STATEMENT_ASSIGN,
                                                         .operation = WPP_OPERATION_COPY,
                                                         .flags = WPP_STATEMENT_WRITES,
                                                         .n_results = 1,
                                                         .node = ONE,
                                                         .line = 2 },
                                                       { .kind = WPP_STATEMENT_OTHER, .node = TWO, .line = 3 },
                                                       { .kind = WPP_STATEMENT_OTHER, .node = THREE, .line = 4 } };
static const struct wpp_body body = { .n_nodes = NODES,
                                      .n_edges = EDGES,
                                      .n_locals = 1,
                                      .locals = &x,
                                      .n_operands = 1,
                                      .operands = &operand,
                                      .n_references = 1,
                                      .references = &all_of_x,
                                      .n_statements = STATEMENTS,
                                      .statements = statements,
                                      .first_statement = first_statement,
                                      .n_lists = 1,
                                      .lists = result,
                                      .alias = { 1, 1, bits },
                                      .whole = whole };

/* The optimised program.  */
static struct wpp_move_function function = { .name = "f", .n_nodes = NODES, .n_statements = STATEMENTS, .n_points = 4 };
static struct wpp_move_point points[] = { { 0, ONE, 0 }, { 0, ONE, 1 }, { 0, TWO, 2 }, { 0, THREE, 3 } };
static struct wpp_move_variable variable = { 0, 0, NULL };

#define POINT(N) { WPP_MOVE_POINT, UINT32_MAX, UINT32_MAX, N }
#define WRITE(STATEMENT) { WPP_MOVE_WRITE, 0, 0, STATEMENT }
#define ANEW { WPP_MOVE_WRITE, UINT32_MAX, 0, 0 }

/* Letters: an edge, and the node that it leads to.  */
static struct wpp_path_step steps[EDGES * 3];
static struct wpp_spelled_letter letters[EDGES];

static void
spell (struct wpp_spelled *s)
{
  for (uint32_t e = 0; e < EDGES; e++)
    {
      letters[e] = (struct wpp_spelled_letter){ 3 * e, 3 * e + (e == LEAVE ? 1 : 3), e == INTO_1, e == LEAVE };
      steps[3 * e] = (struct wpp_path_step){ WPP_STEP_TAKES, e };
      steps[3 * e + 1] = (struct wpp_path_step){ WPP_STEP_ENTERS, edges[e].dst };
      steps[3 * e + 2] = (struct wpp_path_step){ WPP_STEP_EXECUTES, edges[e].dst };
    }
  *s = (struct wpp_spelled){ .letters = letters, .steps = steps, .n = EDGES * 3 };
}

/* Each round goes by block 2 or not: by it in two of three.  */
static bool
make_trace (struct wpp_function_traces *f, uint32_t rounds)
{
  uint32_t *events = calloc (rounds * 3 + 3, sizeof *events), n = 0;
  for (uint32_t i = 0; i < rounds; i++)
    {
      events[n++] = (i ? FROM_3_TO_1 : INTO_1) + 1;
      events[n++] = (i % 3 == 2 ? FROM_1_TO_3 : FROM_1_TO_2) + 1;
      if (i % 3 != 2)
        events[n++] = FROM_2_TO_3 + 1;
    }
  events[n++] = LEAVE + 1;
  bool ok = traces_of (f, events, n + 1, EDGES);
  free (events);
  return ok;
}

/* Is TIMES the set EXPECTED?  */
static bool
times_p (const struct wpp_times *times, const char *expected)
{
  struct wpp_times wanted, rest;
  bool ok = !wpp_times_parse (&wanted, expected) && wpp_times_count (&wanted) == wpp_times_count (times)
            && !wpp_times_minus (&rest, times, &wanted);
  if (ok)
    {
      ok = wpp_times_empty_p (&rest);
      wpp_times_release (&rest);
    }
  wpp_times_release (&wanted);
  return ok;
}

/* The executions of A, of one trace, that have VERDICT, or null; the only ones.  */
static const struct wpp_vector_part *
part_of (const struct wpp_currency_answer *a, enum wpp_verdict verdict)
{
  const struct wpp_vector_part *found = NULL;
  for (size_t i = 0; a->n_traces == 1 && i < a->vectors[0].n; i++)
    if (a->kinds[a->vectors[0].parts[i].value].verdict == verdict)
      {
        if (found)
          return NULL;
        found = &a->vectors[0].parts[i];
      }
  return found;
}

/* Does A have COUNT executions of VERDICT; if TIMES is not null, at these?  */
static bool
has_p (const struct wpp_currency_answer *a, enum wpp_verdict verdict, uint64_t count, const char *times)
{
  const struct wpp_vector_part *part = part_of (a, verdict);
  return count ? part && part->count == count && (!times || times_p (&part->times, times)) : !part;
}

/* The record of the program, optimised to GRAPH.  */
static struct wpp_moves
moves_of (struct wpp_move_graph *graph)
{
  return (struct wpp_moves){ .source = "f.c",
                             .directory = "/",
                             .n_functions = 1,
                             .functions = &function,
                             .n_points = 4,
                             .points = points,
                             .n_variables = 1,
                             .variables = &variable,
                             .n_graphs = 1,
                             .graphs = graph };
}

/* Ask for X at the breakpoint after ROUNDS, with the optimised program GRAPH.  */
static bool
ask (struct wpp_move_graph *graph, uint32_t rounds, uint32_t node, uint32_t statement, struct wpp_currency_answer *a)
{
  const struct wpp_moves m = moves_of (graph);
  struct wpp_currency c;
  struct wpp_spelled s;
  struct wpp_function_traces f;
  uint64_t room = 1000;
  spell (&s);
  *a = (struct wpp_currency_answer){ 0 };
  bool ok = make_trace (&f, rounds) && !wpp_currency_init (&c, &m, 0, &cfg, &body, 0) && !wpp_currency_open (&c, &s, &f)
            && !wpp_currency_ask (&c, node, statement, &room, a);
  wpp_currency_release (&c);
  wpp_function_traces_release (&f);
  return ok;
}

static struct wpp_move_item moved_items[] = { POINT (0), WRITE (0), POINT (1), WRITE (1), POINT (2), POINT (3) };
static struct wpp_move_block moved_blocks[] = { { 0, 0, 0, 1 }, { 0, 3, 1, 2 }, { 3, 2, 3, 1 }, { 5, 1, 4, 1 } };
static uint32_t moved_successors[] = { 1, 2, 3, 3, 1 };
static struct wpp_move_graph moved = { 4, moved_blocks, 6, 5, moved_items, moved_successors };

static void
check_paper (void)
{
  struct wpp_currency_answer a;
  bool ok = ask (&moved, 9, THREE, 3, &a);
  CHECK (ok && has_p (&a, WPP_CURRENT, 6, "1:7:3,2:8:3") && has_p (&a, WPP_OTHER, 3, "3:9:3") && a.n == 2,
         "Figure 12: X is current at 3 when control came by 2, else not");
  for (size_t i = 0; ok && i < a.n; i++)
    if (a.kinds[i].verdict == WPP_OTHER)
      CHECK (a.kinds[i].promised == WPP_EVENT_FIRST + 1 && a.kinds[i].shown == WPP_EVENT_FIRST + 0,
             "... then the first assignment is shown");
  wpp_currency_answer_release (&a);
  ok = ask (&moved, 9, TWO, 2, &a);
  CHECK (ok && has_p (&a, WPP_CURRENT, 6, NULL) && a.n == 1, "X is current where it is used");
  wpp_currency_answer_release (&a);
  ok = ask (&moved, 9, ONE, 1, &a);
  CHECK (ok && has_p (&a, WPP_CURRENT, 9, "1:9") && a.n == 1, "... and between the assignments");
  wpp_currency_answer_release (&a);
  ok = ask (&moved, 9, ONE, 0, &a);
  CHECK (ok && has_p (&a, WPP_UNASSIGNED, 1, "1") && has_p (&a, WPP_CURRENT, 6, NULL)
             && has_p (&a, WPP_OTHER, 2, "4:7:3"),
         "at the loop's start it depends on the round before");
  wpp_currency_answer_release (&a);
  ok = ask (&moved, 300000, THREE, 3, &a);
  CHECK (ok && has_p (&a, WPP_CURRENT, 200000, NULL) && has_p (&a, WPP_OTHER, 100000, "3:300000:3"),
         "... and so it does in 300000 rounds");
  wpp_currency_answer_release (&a);
}

/* ---- Other programs.  */

static void
check_others (void)
{
  struct wpp_currency_answer a;
  /* The assignment in 2 is the compiler's own.  */
  moved_items[3] = (struct wpp_move_item)ANEW;
  bool ok = ask (&moved, 9, THREE, 3, &a);
  CHECK (ok && has_p (&a, WPP_NOT_KNOWN, 6, NULL) && has_p (&a, WPP_OTHER, 3, "3:9:3"), "what is made anew is unknown");
  wpp_currency_answer_release (&a);
  moved_items[3] = (struct wpp_move_item)WRITE (1);
  /* Block 2 is gone: its code, the assignment, is executed in any case.  */
  struct wpp_move_item items[] = { POINT (0), WRITE (0), POINT (1), WRITE (1), POINT (3) };
  struct wpp_move_block blocks[] = { { 0, 0, 0, 1 }, { 0, 5, 1, 1 } };
  uint32_t successors[] = { 1, 1 };
  struct wpp_move_graph lost = { 2, blocks, 5, 2, items, successors };
  ok = ask (&lost, 9, THREE, 3, &a);
  CHECK (ok && has_p (&a, WPP_CURRENT, 9, NULL), "ways through lost blocks are the way around them");
  wpp_currency_answer_release (&a);
  ok = ask (&lost, 9, TWO, 2, &a);
  CHECK (ok && has_p (&a, WPP_NOT_KNOWN, 6, NULL), "... in which nobody can stop");
  wpp_currency_answer_release (&a);
  /* Two copies of the loop that differ.  */
  struct wpp_move_item both_items[] = { POINT (0), WRITE (0), POINT (1), POINT (3), POINT (0),
                                        WRITE (0), POINT (1), WRITE (1), POINT (3) };
  struct wpp_move_block both_blocks[] = { { 0, 0, 0, 1 }, { 0, 4, 1, 1 }, { 4, 5, 2, 1 } };
  uint32_t both_successors[] = { 1, 2, 1 };
  struct wpp_move_graph both = { 3, both_blocks, 9, 3, both_items, both_successors };
  ok = ask (&both, 9, THREE, 3, &a);
  CHECK (ok && has_p (&a, WPP_NOT_KNOWN, 9, NULL), "copies that differ are unknown");
  wpp_currency_answer_release (&a);
}

/* ---- Records.  */

/* Are the items of A those of moved_items?  */
static bool
same_items_p (const struct wpp_move_graph *a)
{
  bool same = a->n_items == moved.n_items;
  for (uint32_t i = 0; same && i < a->n_items; i++)
    same = a->items[i].kind == moved_items[i].kind && a->items[i].function == moved_items[i].function
           && a->items[i].variable == moved_items[i].variable && a->items[i].number == moved_items[i].number;
  return same;
}

/* Read DATA [SIZE] as a section.  */
static int
read_back (const unsigned char *data, size_t size, bool *same)
{
  struct wpp_moves **m;
  struct wpp_place place;
  size_t n;
  int err = wpp_moves_read (data, size, &m, &n, &place);
  if (!err && same)
    *same = n == 1 && m[0]->n_points == 4 && m[0]->points[3].node == THREE && m[0]->n_graphs == 1
            && same_items_p (&m[0]->graphs[0])
            && !memcmp (m[0]->graphs[0].successors, moved_successors, sizeof moved_successors)
            && !strcmp (m[0]->functions[0].name, "f");
  for (size_t i = 0; i < n; i++)
    wpp_moves_free (m[i]);
  free (m);
  return err;
}

/* A record with PAYLOAD changed so that its checksum is right: encode moves that do not belong together.  */
static bool
refused_p (struct wpp_move_item item)
{
  struct wpp_move_block block = { 0, 1, 0, 0 };
  struct wpp_move_graph graph = { 1, &block, 1, 0, &item, NULL };
  const struct wpp_moves m = moves_of (&graph);
  unsigned char *data;
  size_t size;
  bool refused = !wpp_moves_encode (&m, &data, &size) && read_back (data, size, NULL) == WPP_E_CORRUPT;
  free (data);
  return refused;
}

static void
check_records (void)
{
  const struct wpp_moves m = moves_of (&moved);
  unsigned char *data;
  size_t size;
  bool same = false, noticed = true;
  int err = wpp_moves_encode (&m, &data, &size);
  CHECK (!err && !read_back (data, size, &same) && same, "a record is read as it was written");
  for (size_t i = 0; !err && i < size; i++)
    {
      unsigned char *copy = malloc (size);
      memcpy (copy, data, size);
      copy[i] ^= 0x41;
      noticed &= read_back (copy, size, NULL) != 0;
      free (copy);
      copy = malloc (i + 1);
      memcpy (copy, data, i);
      noticed &= i == 0 || read_back (copy, i, NULL) == WPP_E_TRUNCATED;
      free (copy);
    }
  CHECK (noticed, "damage in each byte, and each end, is noticed");
  free (data);
  CHECK (refused_p ((struct wpp_move_item)POINT (4)), "a point that there is not");
  CHECK (refused_p ((struct wpp_move_item)WRITE (4)), "a statement that there is not");
  CHECK (refused_p ((struct wpp_move_item){ WPP_MOVE_BIND, 0, 1, 0 }), "a variable that there is not");
  CHECK (refused_p ((struct wpp_move_item){ WPP_MOVE_WRITE, 1, 0, 0 }), "a function that there is not");
  CHECK (refused_p ((struct wpp_move_item){ WPP_N_MOVE_KINDS, 0, 0, 0 }), "a kind that there is not");
}

/* Memory is in proportion to what is there, whatever the number of blocks.  */
static void
check_many_blocks (void)
{
  enum { BLOCKS = 5000 };
  struct wpp_move_block *blocks = calloc (BLOCKS, sizeof *blocks);
  struct wpp_move_item *items = calloc (BLOCKS, sizeof *items);
  uint32_t *successors = calloc (BLOCKS, sizeof *successors);
  for (uint32_t i = 0; i < BLOCKS; i++)
    {
      blocks[i] = (struct wpp_move_block){ i, 1, i, 1 };
      items[i] = (struct wpp_move_item)POINT (i % 4);
      successors[i] = (i + 1) % BLOCKS;
    }
  struct wpp_move_graph graph = { BLOCKS, blocks, BLOCKS, BLOCKS, items, successors };
  const struct wpp_moves m = moves_of (&graph);
  unsigned char *data;
  size_t size;
  CHECK (!wpp_moves_encode (&m, &data, &size) && !read_back (data, size, NULL), "a graph of many blocks");
  free (data);
  free (blocks);
  free (items);
  free (successors);
}

int
main (void)
{
  check_paper ();
  check_many_blocks ();
  check_others ();
  check_records ();
  return unit_done ();
}
