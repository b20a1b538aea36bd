/* What to do with a loop (loops.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdlib.h>
#include "decide/models/budget.h"
#include "decide/models/loops.h"
#include "base/saturate.h"

/* What a jump back costs that is not made: a taken branch ends what is fetched in its cycle, and takes the place of an
   instruction.  Half of the time that is hidden behind other work, and more often the more work an iteration has:
   instructions are fetched ahead of those that are executed.  */
#define JUMP 0.5

/* What an unrolled loop has to do before it begins: the number of iterations, its remainder, and a jump by that.  */
#define ENTRY 4.0

/* A branch that goes another way than expected: 14 to 20 cycles on processors of the last ten years.  */
#define MISS 16.0

/* A body of so many statements is long: what a jump costs vanishes in it, and copies take place in caches.  */
#define LONG_BODY 60u

/* A gain is believed from this part of the loop's own time on.  What the constants above are wrong by is of that
   size.  */
#define LEAST_PART 0.02

/* Of stays, and of trips: peeling and leaving are for what is usual, so for four of five.  */
#define MOST_STAYS 0.8

/* ... and from this part of its function's time on: a change in a seldom executed loop can take registers from what is
   executed often.  In gzip, unrolling a loop that is entered 24 times cost ct_tally a fourth of its instructions.  */
#define LEAST_OF_FUNCTION 0.002

/* Copies of a vectorised loop: what leads to aligned data, the loop, what is left over.  */
#define VECTOR_COPIES 3u

/* Cycles that a vectorised loop needs before it begins: checks that data do not overlap, constants, and sums of lanes
   after it.  */
#define VECTOR_ENTRY 12.0

static uint64_t
as_cycles (double cycles)
{
  return cycles <= 0 ? 0 : cycles >= 9e18 ? INT64_MAX : (uint64_t) cycles;
}

/* The mean trips of G's stays.  */
static double
mean_trips (const struct wpp_stays *g)
{
  return (double) g->total / g->stays;
}

double
wpp_loop_work_cycles (const struct wpp_loop_facts *f)
{
  double cycles = f->work / WPP_STATEMENTS_A_CYCLE;
  return cycles < 1 ? 1 : cycles;
}

static double
cycles_of_iteration (const struct wpp_loop_facts *f)
{
  return fmax (wpp_loop_work_cycles (f), f->chain);
}

/* The part of F's work that is not done while a chain is waited for.  */
static double
uncovered (const struct wpp_loop_facts *f)
{
  return wpp_loop_work_cycles (f) / cycles_of_iteration (f);
}

/* What one of F's jumps back costs.  */
static double
cycles_of_jump (const struct wpp_loop_facts *f)
{
  return JUMP * uncovered (f) / cycles_of_iteration (f);
}

uint64_t
wpp_stays_above (const struct wpp_loop_stays *s, uint64_t trips)
{
  uint64_t n = 0;
  for (size_t i = 0; i < s->n; i++)
    if (s->groups[i].trips > trips)
      n = wpp_saturating_add (n, s->groups[i].stays);
  return n;
}

static double
total_trips (const struct wpp_loop_stays *s)
{
  double trips = 0;
  for (size_t i = 0; i < s->n; i++)
    trips += s->groups[i].total;
  return trips;
}

static double
total_stays (const struct wpp_loop_stays *s)
{
  return wpp_stays_above (s, 0);
}

/* The trips of stays of at least LEAST of them.  */
static double
trips_from (const struct wpp_loop_stays *s, uint64_t least)
{
  double trips = 0;
  for (size_t i = 0; i < s->n; i++)
    if (s->groups[i].trips >= least)
      trips += s->groups[i].total;
  return trips;
}

/* How often the number of trips of a stay is another than the most frequent one: then what leaves the loop is not
   foreseen.  */
static double
surprises (const struct wpp_loop_stays *s)
{
  uint64_t most = 0;
  for (size_t i = 0; i < s->n; i++)
    if (s->groups[i].stays > most && s->groups[i].total == s->groups[i].trips * s->groups[i].stays)
      most = s->groups[i].stays;
  return total_stays (s) - most;
}

/* ---- Peeling.  A stay of t trips has t - 1 jumps back.  In copies there are none, and what is known there need not be
   computed.  */

static double
gain_of_peeling (const struct wpp_loop_facts *f, unsigned n)
{
  double gain = 0, known = f->folded / WPP_STATEMENTS_A_CYCLE;
  for (size_t i = 0; i < f->stays->n; i++)
    {
      const struct wpp_stays *g = &f->stays->groups[i];
      double in_copies = (g->trips < n ? g->trips : n) - (double) f->test_first;
      double jumps = g->trips <= n ? in_copies - 1 : in_copies;
      if (in_copies > 0)
        gain += g->stays * (jumps * cycles_of_jump (f) + in_copies * known);
    }
  return gain;
}

/* The number of iterations that most stays do not exceed, if it is small enough, or 0.  */
static unsigned
usual_trips (const struct wpp_loop_stays *s)
{
  double stays = total_stays (s);
  for (unsigned n = 1; n <= WPP_MOST_PEELED; n++)
    if (stays - wpp_stays_above (s, n) >= MOST_STAYS * stays)
      return n;
  return 0;
}

/* ---- Unrolling.  */

#define MOST_FACTOR 8u

/* How many numbers of trips G's stays have, one as often as the other.  */
static double
widths (const struct wpp_stays *g)
{
  return g->total == g->trips * g->stays ? 1 : 1 + (double) g->trips / 4;
}

/* How much more often than now something goes another way than expected, in a loop that is unrolled by FACTOR after
   PEELED iterations: now that is the end of a stay.  Then it is the remainder, which is done first, and the number of
   rounds.  Each is expected to be the most frequent one.  */
static double
more_surprises (const struct wpp_loop_facts *f, unsigned factor, unsigned peeled)
{
  double remainder[MOST_FACTOR] = { 0 }, stays = 0, most = 0, most_rounds = 0, rounds = 0, most_remainder = 0;
  uint64_t last = UINT64_MAX;
  for (size_t i = 0; i < f->stays->n; i++)
    {
      const struct wpp_stays *g = &f->stays->groups[i];
      double width = widths (g), n = g->stays;
      if (g->trips <= peeled)
        continue;
      uint64_t left = g->trips - peeled, now = left / factor;
      stays += n;
      most = n / width > most ? n / width : most;
      rounds = (now == last ? rounds : 0) + (width <= factor ? n : n * factor / width);
      most_rounds = rounds > most_rounds ? rounds : most_rounds;
      last = now;
      for (unsigned k = 0; k < factor; k++)
        remainder[k] += width > 1 ? n / factor : left % factor == k ? n : 0;
    }
  for (unsigned k = 0; k < factor; k++)
    most_remainder = remainder[k] > most_remainder ? remainder[k] : most_remainder;
  double more = (stays - most_remainder) + (stays - most_rounds) - (stays - most);
  return more > 0 ? more : 0;
}

/* The gain when each stay has left PEELED iterations after.  */
static double
gain_of_unrolling (const struct wpp_loop_facts *f, unsigned factor, unsigned peeled)
{
  double gain = 0;
  /* Each iteration also has a step of its counter, and a comparison with it.  */
  double saved = cycles_of_jump (f) + uncovered (f) / WPP_STATEMENTS_A_CYCLE;
  for (size_t i = 0; i < f->stays->n; i++)
    {
      const struct wpp_stays *g = &f->stays->groups[i];
      double rest = mean_trips (g) - peeled, rounds = rest > 0 ? (uint64_t) (rest / factor) : 0;
      if (rest > 0)
        gain += g->stays * (rounds * (factor - 1) * saved - ENTRY);
    }
  return gain - more_surprises (f, factor, peeled) * MISS;
}

/* ---- Vectors.  */

static double
gain_of_vectors (const struct wpp_loop_facts *f)
{
  double gain = 0, iteration = wpp_loop_work_cycles (f);
  /* A step of vectors takes twice the time of one without: moves between lanes, and loads that are not aligned.  It
     goes all ways of a branch.  */
  double step = 2 * (f->branches ? fmax (f->size / WPP_STATEMENTS_A_CYCLE, iteration) : iteration);
  for (size_t i = 0; i < f->stays->n; i++)
    {
      const struct wpp_stays *g = &f->stays->groups[i];
      double in_vectors = (uint64_t) (mean_trips (g) / f->lanes) * (double) f->lanes;
      double left = mean_trips (g) - in_vectors;
      gain += g->stays * (in_vectors * (iteration - step / f->lanes) - VECTOR_ENTRY - left * cycles_of_jump (f));
    }
  return gain - surprises (f->stays) * MISS / 2;
}

/* ---- One loop.  */

static uint32_t
bytes_of_copies (const struct wpp_loop_facts *f, unsigned copies)
{
  uint64_t bytes = wpp_saturating_product ((uint64_t) f->size * WPP_STATEMENT_BYTES, copies);
  return bytes < UINT32_MAX ? bytes : UINT32_MAX;
}

static uint32_t
bytes_of (const struct wpp_loop_facts *f, const struct wpp_loop_decision *d)
{
  unsigned copies = d->peel - (d->peel && f->test_first) + (d->unroll ? 2 * d->unroll - 1 : 0);
  if (d->action == WPP_LOOP_VECTORIZE && copies < VECTOR_COPIES)
    copies = VECTOR_COPIES;
  return d->action == WPP_LOOP_LEAVE || d->action == WPP_LOOP_SCALAR ? 0 : bytes_of_copies (f, copies);
}

double
wpp_gain_of_loop (const struct wpp_loop_facts *f, const struct wpp_loop_decision *d)
{
  double vectors = f->lanes < 2 ? 0 : gain_of_vectors (f), peeling = d->peel ? gain_of_peeling (f, d->peel) : 0;
  switch (d->action)
    {
    case WPP_LOOP_PEEL:
      return peeling;
    case WPP_LOOP_UNROLL:
      return peeling + gain_of_unrolling (f, d->unroll, d->peel);
    case WPP_LOOP_VECTORIZE:
      return vectors;
    case WPP_LOOP_SCALAR:
      return -vectors;
    default:
      return 0;
    }
}

/* Let *BEST be NEW, if that gains more: whole cycles, as *BEST has no others.  */
static void
prefer (const struct wpp_loop_facts *f, struct wpp_loop_decision *best, struct wpp_loop_decision new)
{
  new.gain = as_cycles (wpp_gain_of_loop (f, &new));
  if (new.gain > best->gain)
    *best = new;
}

static void
consider_peeling (const struct wpp_loop_facts *f, struct wpp_loop_decision *best)
{
  unsigned n = usual_trips (f->stays);
  if (n > f->test_first && f->size * n <= 2 * LONG_BODY)
    prefer (f, best, (struct wpp_loop_decision){ .action = WPP_LOOP_PEEL, .peel = n });
}

static void
consider_unrolling (const struct wpp_loop_facts *f, struct wpp_loop_decision *best)
{
  unsigned peel = best->action == WPP_LOOP_PEEL ? best->peel : 0;
  if (f->calls || !f->counted || f->size > LONG_BODY)
    return;
  for (unsigned factor = 2; factor <= MOST_FACTOR && factor * f->size <= 2 * LONG_BODY; factor *= 2)
    prefer (f, best, (struct wpp_loop_decision){ .action = WPP_LOOP_UNROLL, .peel = peel, .unroll = factor });
}

static void
consider_vectors (const struct wpp_loop_facts *f, struct wpp_loop_decision *best)
{
  if (f->lanes < 2 || f->calls || f->size > LONG_BODY)
    return;
  struct wpp_loop_decision d = *best;
  d.action = WPP_LOOP_VECTORIZE;
  if (wpp_gain_of_loop (f, &d) > 0)
    prefer (f, best, d);
  else if (best->action == WPP_LOOP_LEAVE)
    prefer (f, best, (struct wpp_loop_decision){ .action = WPP_LOOP_SCALAR });
}

/* Fill in the facts that D rests on.  */
static void
note_facts (const struct wpp_loop_facts *f, struct wpp_loop_decision *d)
{
  unsigned round = d->action == WPP_LOOP_VECTORIZE ? f->lanes : d->unroll;
  d->bytes = bytes_of (f, d);
  d->loop = as_cycles (total_trips (f->stays) * cycles_of_iteration (f));
  d->function = as_cycles (f->function / WPP_STATEMENTS_A_CYCLE);
  d->stays = wpp_stays_above (f->stays, 0);
  d->few = d->stays - wpp_stays_above (f->stays, d->peel);
  d->trips = as_cycles (total_trips (f->stays));
  d->in_long = as_cycles (trips_from (f->stays, d->action == WPP_LOOP_VECTORIZE ? 2 * round : d->peel + 2 * round));
}

struct wpp_loop_decision
wpp_decide_loop (const struct wpp_loop_facts *f)
{
  struct wpp_loop_decision best = { .action = WPP_LOOP_LEAVE };
  if (wpp_stays_above (f->stays, 0))
    {
      consider_peeling (f, &best);
      consider_unrolling (f, &best);
      consider_vectors (f, &best);
    }
  note_facts (f, &best);
  return best;
}

struct wpp_loop_decision
wpp_asked_loop (const struct wpp_loop_facts *f, struct wpp_loop_decision asked)
{
  asked.gain = as_cycles (wpp_gain_of_loop (f, &asked));
  note_facts (f, &asked);
  return asked;
}

/* ---- All loops.  */

static bool
worth_it_p (const struct wpp_loop_decision *d)
{
  return d->action != WPP_LOOP_LEAVE && d->gain >= LEAST_PART * d->loop && d->gain >= LEAST_OF_FUNCTION * d->function;
}

static int
compare_worth (const void *a, const void *b)
{
  const struct wpp_loop_decision *x = *(struct wpp_loop_decision *const *)a, *y = *(struct wpp_loop_decision *const *)b;
  int order = wpp_compare_worth (x->gain, x->bytes, y->gain, y->bytes);
  return order ? order : (x->place > y->place) - (x->place < y->place);
}

void
wpp_choose_loops (struct wpp_loop_decision **d, size_t n, uint64_t budget)
{
  for (size_t i = 0; i < n; i++)
    d[i]->place = i;
  if (n)
    qsort (d, n, sizeof *d, compare_worth);
  for (size_t i = 0; i < n; i++)
    {
      d[i]->chosen = worth_it_p (d[i]) && d[i]->bytes <= budget;
      budget -= d[i]->chosen ? d[i]->bytes : 0;
    }
}
