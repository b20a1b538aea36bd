/* Graphs annotated with timestamps: the paper's example, and random traces gone along block by block.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "make-traces.h"
#include "facts/queries/trace-graph.h"
#include "unit.h"

/* Blocks that are letters by themselves.  */
static uint32_t single[101], begins[102];
static const struct wpp_block_parts singles = { 100, begins, single, 100 };

static bool
times_p (const struct wpp_trace_graph *g, uint32_t block, const char *expected)
{
  struct wpp_buffer text = { 0 };
  wpp_times_print (&text, &g->times[block]);
  wpp_put_u8 (&text, 0);
  bool ok = !text.failed && !strcmp ((char *)text.data, expected);
  if (!ok)
    printf ("block %u: %s, not %s\n", (unsigned)block, text.data, expected);
  wpp_buffer_release (&text);
  return ok;
}

static bool
edge_p (const struct wpp_trace_graph *g, uint32_t from, uint32_t to)
{
  for (size_t i = g->edges_to[to]; i < g->edges_to[to + 1u]; i++)
    if (g->edges[i].from == from)
      return true;
  return false;
}

/* TWPP, Figure 10.  */
static void
check_paper (void)
{
  static const char *const times[15] = { "",   "1",      "2",      "3",       "4:28:8",  "5:21:8", "6:22:8", "7,23",
                                         "15", "8:24:8", "9:25:8", "10:26:8", "11:27:8", "29",     "30" };
  static const uint32_t wpp[] = { 1, 2,  3,  4,  5, 6, 7, 9, 10, 11, 12, 4,  5, 6,  8,
                                  9, 10, 11, 12, 4, 5, 6, 7, 9,  10, 11, 12, 4, 13, 14 };
  uint32_t events[31] = { 0 };
  struct wpp_function_traces f;
  struct wpp_trace_graph g;
  for (int i = 0; i < 30; i++)
    events[i] = wpp[i] + 1;
  bool ok = traces_of (&f, events, 31, 15) && !wpp_trace_graph_init (&g, &singles, &f, 0) && g.length == 30
            && g.n_edges == 15;
  for (uint32_t b = 0; b < 15; b++)
    ok = ok && times_p (&g, b, times[b]);
  CHECK (ok, "Figure 10: the timestamps of 14 nodes");
  CHECK (edge_p (&g, 12, 4) && edge_p (&g, 6, 7) && edge_p (&g, 6, 8) && !edge_p (&g, 4, 14) && edge_p (&g, 4, 13),
         "… and the edges that were taken");
  struct wpp_times back;
  struct wpp_graph_edge edge = { 12, 4 };
  ok = !wpp_trace_graph_back (&g, &edge, &g.times[4], &back) && wpp_times_count (&back) == 3 && back.n == 1
       && back.entries[0].step == 8 && back.entries[0].first == 11;
  CHECK (ok, "4:28:8 came by 12 -> 4 from 11:27:8");
  wpp_times_release (&back);
  wpp_trace_graph_release (&g);
  wpp_function_traces_release (&f);
}

/* ---- Random traces.  */

enum { LETTERS = 6, BLOCKS = 9, MOST = 400 };

struct told
{
  uint32_t begin[LETTERS + 1], blocks[LETTERS * 4], letters[MOST + 1], n;
};

static void
tell_random (struct told *t, uint64_t *state)
{
  t->n = 0;
  for (uint32_t i = 0, at = 0; i < LETTERS; i++)
    {
      uint32_t n = unit_random (state) % 4 + !i;
      t->begin[i] = at;
      for (; n--; at++)
        t->blocks[at] = unit_random (state) % BLOCKS;
      t->begin[i + 1] = at;
    }
  while (t->n < MOST - 60 && (!t->n || unit_random (state) % 12))
    {
      uint32_t from = t->n ? unit_random (state) % t->n : 0, again = 1 + unit_random (state) % 8,
               length = 1 + unit_random (state) % 5;
      for (uint32_t r = 0; r < again; r++)
        for (uint32_t k = 0; k < length; k++)
          {
            t->letters[t->n] = r && from + k < t->n ? t->letters[from + k] : unit_random (state) % LETTERS;
            t->n++;
          }
    }
}

/* Is G the graph of the blocks that T tells?  */
static bool
right_p (const struct wpp_trace_graph *g, const struct told *t)
{
  uint64_t time = 0, edges = 0;
  uint32_t before = BLOCKS;
  bool taken[BLOCKS + 1][BLOCKS] = { { false } };
  for (uint32_t i = 0; i < t->n; i++)
    for (uint32_t k = t->begin[t->letters[i]]; k < t->begin[t->letters[i] + 1]; k++)
      {
        uint32_t b = t->blocks[k];
        time++;
        for (uint32_t other = 0; other < BLOCKS; other++)
          if (wpp_times_has_p (&g->times[other], time) != (other == b))
            return false;
        taken[before][b] = true;
        before = b;
      }
  for (uint32_t from = 0; from < BLOCKS; from++)
    for (uint32_t to = 0; to < BLOCKS; to++)
      {
        edges += taken[from][to];
        if (edge_p (g, from, to) != taken[from][to])
          return false;
      }
  return time == g->length && edges == g->n_edges;
}

static void
check_random (void)
{
  uint64_t state = 33;
  bool ok = true;
  for (int i = 0; i < 500; i++)
    {
      struct told t;
      struct wpp_function_traces f;
      struct wpp_trace_graph g;
      uint32_t events[MOST + 1] = { 0 };
      tell_random (&t, &state);
      for (uint32_t k = 0; k < t.n; k++)
        events[k] = t.letters[k] + 1;
      struct wpp_block_parts parts = { LETTERS, t.begin, t.blocks, BLOCKS };
      bool made = traces_of (&f, events, t.n + 1, LETTERS) && !wpp_trace_graph_init (&g, &parts, &f, 0);
      ok = ok && made && right_p (&g, &t);
      wpp_trace_graph_release (&g);
      wpp_function_traces_release (&f);
    }
  CHECK (ok, "random traces have the graphs of their blocks");
}

int
main (void)
{
  for (uint32_t i = 0; i <= 100; i++)
    single[i] = begins[i] = i;
  begins[101] = 101;
  check_paper ();
  check_random ();
  return unit_done ();
}
