/* How long iterations take: chains and throughputs that are known by hand, greatest cycles of random graphs, and laws.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <string.h>
#include "decide/timing/timing.h"
#include "unit.h"

enum { MOST = 64 };

/* A loop of one block or, with a condition, of three.  */
struct made
{
  struct wpp_timing_block blocks[4];
  struct wpp_timed_operation operations[MOST];
  struct wpp_timed_edge edges[8];
  struct wpp_timed_copy copies[MOST];
  uint32_t operands[MOST * 4], n_operands, n_operations, n_copies, n_entry;
  double trips;
};

static uint32_t
add (struct made *m, enum wpp_task kind, uint32_t n, const uint32_t *operands)
{
  struct wpp_timed_operation *o = &m->operations[m->n_operations];
  *o = (struct wpp_timed_operation){ kind, m->n_operands, n };
  memcpy (m->operands + m->n_operands, operands, n * sizeof *operands);
  m->n_operands += n;
  return m->n_operations++;
}

/* Operation M that needs A.  */
static uint32_t
unary (struct made *m, enum wpp_task kind, uint32_t a)
{
  return add (m, kind, 1, &a);
}

/* A value that an iteration takes over; `close' says from where.  */
static uint32_t
phi (struct made *m)
{
  return add (m, WPP_DOES_NOTHING, 0, NULL);
}

static void
close_phi (struct made *m, uint32_t to, uint32_t from)
{
  m->copies[m->n_copies++] = (struct wpp_timed_copy){ to, from };
}

static struct wpp_timed_loop
loop_of (const struct made *m, uint32_t n_blocks)
{
  return (struct wpp_timed_loop){ m->blocks, n_blocks, m->operations, m->n_operations, m->edges, m->copies, m->operands,
                                  m->trips, m->n_copies, m->n_entry };
}

/* M, of one block from operation FIRST on.  */
static double
straight (struct made *m, uint32_t first, unsigned waits)
{
  struct wpp_timed_loop l;
  double cycles = -1;
  m->blocks[0] = (struct wpp_timing_block){ .first = first, .n = m->n_operations - first, .n_edges = 1 };
  m->edges[0] = (struct wpp_timed_edge){ .share = 1, .n = m->n_copies };
  l = loop_of (m, 1);
  return wpp_time_loop (&l, wpp_processor_named (NULL), waits, &cycles) ? NAN : cycles;
}

static bool
near_p (double a, double b)
{
  return fabs (a - b) < 0.02 * (1 + b);
}

/* A chain of N operations of KIND, each iteration from the value of DISTANCE iterations before.  */
static double
chain (enum wpp_task kind, unsigned n, unsigned distance)
{
  struct made m = { 0 };
  uint32_t phis[4], value;
  for (unsigned i = 0; i < distance; i++)
    phis[i] = phi (&m);
  value = phis[0];
  for (unsigned i = 0; i < n; i++)
    value = unary (&m, kind, value);
  for (unsigned i = 0; i + 1 < distance; i++)
    close_phi (&m, phis[i], phis[i + 1]);
  close_phi (&m, phis[distance - 1], value);
  return straight (&m, distance, WPP_WAIT_VALUES);
}

static void
test_chains (void)
{
  CHECK (near_p (chain (WPP_DOES_SIMPLE, 1, 1), 1), "a sum: a cycle each");
  CHECK (near_p (chain (WPP_DOES_ADD_FLOAT, 1, 1), 4), "of floats: four");
  CHECK (near_p (chain (WPP_DOES_LOAD, 1, 1), 5), "a list: a load each");
  CHECK (near_p (chain (WPP_DOES_MULTIPLY, 1, 2), 1.5), "a product with the value before the last one: half");
  CHECK (near_p (chain (WPP_DOES_MULTIPLY, 2, 1), 6), "two in a row");
  CHECK (near_p (chain (WPP_DOES_SIMPLE, 0, 1), 0), "a value that stays");
}

static void
test_throughput (void)
{
  struct made m = { 0 }, loads = { 0 }, products = { 0 };
  for (int i = 0; i < 10; i++)
    add (&m, WPP_DOES_SIMPLE, 0, NULL);
  for (int i = 0; i < 6; i++)
    add (&loads, WPP_DOES_LOAD, 0, NULL), add (&products, WPP_DOES_MULTIPLY, 0, NULL);
  CHECK (near_p (straight (&m, 0, WPP_WAIT_PORTS), 2.5), "ten operations on four ports");
  CHECK (near_p (straight (&loads, 0, WPP_WAIT_PORTS), 3), "six loads, two at a time");
  CHECK (near_p (straight (&products, 0, WPP_WAIT_PORTS), 6), "six products, one at a time");
  double both = straight (&m, 0, WPP_WAIT_PORTS | WPP_WAIT_VALUES);
  CHECK (near_p (both, 2.5) && near_p (straight (&m, 0, WPP_WAIT_VALUES), 0), "what nobody waits for is no chain");
}

/* A loop whose header loads and jumps, which is mispredicted in MISSED of the iterations, beside a chain of N.  */
static double
jumping (double missed, unsigned n)
{
  struct made m = { 0 };
  struct wpp_timed_loop l;
  double cycles = -1;
  uint32_t value = phi (&m), carried = value;
  for (unsigned i = 0; i < n; i++)
    value = unary (&m, WPP_DOES_SIMPLE, value);
  unary (&m, WPP_DOES_JUMP, add (&m, WPP_DOES_LOAD, 0, NULL));
  m.blocks[0] = (struct wpp_timing_block){ .first = 1, .n = n + 2, .n_edges = 2, .missed = missed };
  m.blocks[1] = (struct wpp_timing_block){ .draw = 1, .first_edge = 2, .n_edges = 1 };
  close_phi (&m, carried, value);
  m.edges[0] = (struct wpp_timed_edge){ .to = 1, .share = 0.5 };
  m.edges[1] = m.edges[2] = (struct wpp_timed_edge){ .share = 0.5, .n = 1 };
  l = loop_of (&m, 2);
  unsigned all = WPP_WAIT_VALUES | WPP_WAIT_PORTS | WPP_WAIT_JUMPS;
  return wpp_time_loop (&l, wpp_processor_named (NULL), all, &cycles) ? NAN : cycles;
}

static void
test_jumps (void)
{
  double none = jumping (0, 1), fourth = jumping (0.25, 1), behind = jumping (0.25, 30) - jumping (0, 30);
  double refill = wpp_processor_named (NULL)->refill, latency = 5 + 1;
  CHECK (fourth - none > 0.25 * (refill + latency) - 1.5 && fourth - none < 0.25 * (refill + latency) + 1,
         "a misprediction costs the refill and what the jump waits for: %.2f", (fourth - none) * 4);
  CHECK (behind < 0.5, "beside a long chain nearly nothing: %.2f", behind);
  CHECK (jumping (0.5, 1) > fourth && fourth > none, "more of them, more cycles");
}

/* By how much the longest way through M's operations grows in an iteration, from 640 iterations to 1280: too simple to
   be wrong.  What iteration CARRIED [i] made is value i of the next one.  */
static double
growth (const struct made *m, const uint32_t *carried, uint32_t n_phis)
{
  double ready[MOST] = { 0 }, first = 0, most = 0;
  const struct wpp_processor *p = wpp_processor_named (NULL);
  for (int round = 0; round < 1280; round++)
    {
      double next[MOST];
      for (uint32_t i = n_phis; i < m->n_operations; i++)
        {
          double begin = 0;
          for (uint32_t k = 0; k < m->operations[i].n; k++)
            begin = fmax (begin, ready[m->operands[m->operations[i].first + k]]);
          ready[i] = begin + p->latency[m->operations[i].kind];
          most = fmax (most, ready[i]);
        }
      for (uint32_t i = 0; i < n_phis; i++)
        next[i] = ready[carried[i]];
      memcpy (ready, next, n_phis * sizeof *next);
      if (round == 639)
        first = most;
    }
  return (most - first) / 640;
}

static void
test_random (void)
{
  uint64_t state = 1;
  unsigned wrong = 0;
  for (int k = 0; k < 300; k++)
    {
      struct made m = { 0 };
      uint32_t n_phis = 1 + unit_random (&state) % 5, n = 1 + unit_random (&state) % 20, carried[8];
      for (uint32_t i = 0; i < n_phis; i++)
        phi (&m);
      for (uint32_t i = 0; i < n; i++)
        {
          uint32_t a[2] = { unit_random (&state) % m.n_operations, unit_random (&state) % m.n_operations };
          add (&m, WPP_DOES_SIMPLE + unit_random (&state) % (WPP_DOES_CALL - WPP_DOES_SIMPLE), 2, a);
        }
      for (uint32_t i = 0; i < n_phis; i++)
        close_phi (&m, i, carried[i] = unit_random (&state) % m.n_operations);
      double cycles = straight (&m, n_phis, WPP_WAIT_VALUES), ports = straight (&m, n_phis, WPP_WAIT_PORTS),
             both = straight (&m, n_phis, WPP_WAIT_VALUES | WPP_WAIT_PORTS);
      wrong += !near_p (cycles, growth (&m, carried, n_phis));
      wrong += both < cycles - 0.1 - 0.02 * cycles || both < ports - 0.1 - 0.02 * ports;
    }
  CHECK (!wrong, "chains of random loops are those of a naive count, and with ports no shorter (%u wrong)", wrong);
}

/* A chain of eight products an iteration, and stays of TRIPS that begin with new values or go on with the old ones.  */
static double
entered (double trips, bool anew)
{
  struct made m = { .trips = trips, .n_entry = anew };
  uint32_t carried = phi (&m), value = carried;
  for (unsigned i = 0; i < 8; i++)
    value = unary (&m, WPP_DOES_MULTIPLY, value);
  close_phi (&m, carried, value);
  m.copies[1] = (struct wpp_timed_copy){ carried, UINT32_MAX };
  return straight (&m, 1, WPP_WAIT_VALUES | WPP_WAIT_PORTS);
}

static void
test_stays (void)
{
  CHECK (near_p (entered (0, false), 24) && near_p (entered (4, false), 24), "stays that go on with the old values");
  CHECK (near_p (entered (2, true), 8), "that begin anew are done beside each other: %.2f", entered (2, true));
  CHECK (entered (100, true) > 16 && entered (100, true) < 24, "long ones in part: %.2f", entered (100, true));
}

static void
test_processors (void)
{
  static const char *const tunes[] = { "skylake", "icelake-server", "znver2", "znver4", "znver5", "haswell", "no-such", "" };
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof tunes / sizeof *tunes; i++)
    {
      const struct wpp_processor *p = wpp_processor_named (tunes[i]);
      for (int k = WPP_DOES_SIMPLE; k < WPP_N_OPERATIONS; k++)
        wrong += (p->latency[k] < 1 && k != WPP_DOES_STORE) || !*wpp_task_name (k) || p->every[k] > p->latency[k];
      wrong += p->width < 1 || p->window < 64 || p->refill < 5 || p->ports[WPP_PORTS_LOADS] < 1;
    }
  CHECK (!wrong, "every row of the table is whole (%u wrong)", wrong);
  const struct wpp_processor *generic = wpp_processor_named (NULL), *zen = wpp_processor_named ("znver2");
  CHECK (wpp_processor_named ("no-such") == generic && wpp_processor_named ("znver1") == zen && zen != generic,
         "rows by their names");
}

int
main (void)
{
  test_chains ();
  test_throughput ();
  test_jumps ();
  test_random ();
  test_stays ();
  test_processors ();
  return unit_done ();
}
