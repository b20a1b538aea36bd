/* Unit test of projections to all functions at once: against each thread's own events, read by a
   stack of activations (summary.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "activations/projection/project.h"
#include "activations/projection/projector.h"
#include "grammar/sequitur/sequitur.h"
#include "unit.h"

#define N_FUNCTIONS 5u
#define N_PATHS 8u       /* of each: path n enters if n & 1, leaves if n & 2 */
#define FIRST 256u
#define MOST_EVENTS 300u
#define MOST_THREADS 4u
#define UNKNOWN 99u      /* trace of an activation whose beginning was not seen */

/* Functions 0 and 1 are landing-capable.  */
static bool
landing_p (uint32_t function)
{
  return function < 2;
}

static struct wpp_meaning
meaning (uint32_t event, bool lands)
{
  struct wpp_meaning m = { 0, WPP_NO_FUNCTION, event };
  uint32_t number = (event - FIRST) % N_PATHS;
  if (event < FIRST)
    return m;
  m.function = (event - FIRST) / N_PATHS;
  m.number = number;
  m.others = !lands || !landing_p (m.function) || !(number & 3) ? 0
             : (number & 3) == 3                               ? WPP_LETTER_ENTER_LEAVE
             : number & 1                                      ? WPP_LETTER_ENTER
                                                               : WPP_LETTER_LEAVE;
  return m;
}

/* ---- The stack of one function, slowly.  */

struct reader
{
  bool landing;
  struct { bool own; uint64_t trace; } frames[2 * MOST_EVENTS];
  size_t n;
  uint64_t sum;          /* of what each path found, in any order */
};

static void
drop (struct reader *r, bool own)
{
  while (r->n && r->frames[r->n - 1].own == own)
    r->n--;
}

static void
read_path (struct reader *r, uint32_t number)
{
  uint64_t trace = UNKNOWN;
  if (!(number & 1))
    drop (r, false);
  if (number & 1)
    trace = 1;
  else if (r->n)
    trace = r->frames[--r->n].trace;
  r->sum += trace * 0x9e3779b97f4a7c15 ^ (trace >> 29) * (number + 3);
  if (!(number & 2))
    {
      r->frames[r->n].own = true;
      r->frames[r->n++].trace = trace * 31 + number + 7;
    }
}

static void
read_landing (struct reader *r, uint32_t count)
{
  for (; count && r->n; count--)
    {
      if (!r->landing)
        drop (r, true);
      r->n -= r->n > 0;
    }
  if (!r->landing)
    drop (r, true);
}

static void
read_letter (struct reader *r, uint32_t letter)
{
  if (letter >= WPP_LETTER_PATH)
    read_path (r, letter - WPP_LETTER_PATH);
  else if (letter == WPP_LETTER_GAP)
    r->n = 0;
  else if (letter == WPP_LETTER_ENTER)
    r->frames[r->n++].own = false;
  else if (letter == WPP_LETTER_LEAVE)
    {
      drop (r, true);
      r->n -= r->n > 0;
    }
  else if (letter >= WPP_LETTER_LAND)
    read_landing (r, letter - WPP_LETTER_LAND);
}

static int
read_run (void *data, uint32_t letter, uint64_t count)
{
  while (count--)
    read_letter (data, letter);
  return 0;
}

/* ---- Random threads.  */

struct thread
{
  uint32_t events[MOST_EVENTS];
  size_t n;
};

static void
draw (uint64_t *rng, struct thread *t, bool lands, bool gaps)
{
  size_t period = 1 + unit_random (rng) % 40;
  t->n = unit_random (rng) % MOST_EVENTS;
  for (size_t i = 0; i < t->n; i++)
    if (i >= period && unit_random (rng) % 16)
      t->events[i] = t->events[i - period];
    else if (lands && unit_random (rng) % 12 == 0)
      t->events[i] = WPP_LETTER_LAND + unit_random (rng) % 4;
    else if (gaps && unit_random (rng) % 20 == 0)
      t->events[i] = WPP_LETTER_GAP;
    else
      t->events[i] = FIRST + unit_random (rng) % (N_FUNCTIONS * N_PATHS);
}

/* Add EVENTS [N] to P as a grammar.  */
static int
add (struct wpp_projector *p, const uint32_t *events, size_t n, bool lands, unsigned flags)
{
  struct wpp_meaning meanings[FIRST + N_FUNCTIONS * N_PATHS];
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  int err = wpp_sequitur_append (s, events, n, NULL);
  struct wpp_grammar *g = wpp_sequitur_grammar (s, &err);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    meanings[t] = meaning (g->terminals[t], lands);
  err = wpp_projector_add (p, g, meanings);
  if (!err)
    err = wpp_projector_count (p, g, meanings);
  wpp_grammar_free (g);
  wpp_sequitur_free (s);
  return err;
}

/* Project THREADS [N], each in two segments.  */
static struct wpp_projector *
project (const struct thread *threads, size_t n, bool lands, unsigned flags)
{
  struct wpp_projector *p = wpp_projector_new (N_FUNCTIONS);
  int err = 0;
  for (size_t t = 0; t < n && !err; t++)
    {
      size_t half = threads[t].n / 3;
      err = add (p, threads[t].events, half, lands, flags);
      if (!err)
        err = add (p, threads[t].events + half, threads[t].n - half, lands, flags);
      if (!err)
        err = wpp_projector_end_thread (p);
    }
  CHECK_QUIET (!err, "threads are projected (%d)", err);
  return p;
}

/* Does P say of FUNCTION what the THREADS [N] do?  */
static const char *
fault (struct wpp_projector *p, const struct thread *threads, size_t n, bool lands,
       uint32_t function)
{
  static struct reader direct, projected;
  uint64_t counts[N_PATHS] = { 0 };
  size_t distinct = 0, n_counts;
  int err;
  direct.landing = projected.landing = landing_p (function);
  direct.sum = projected.sum = projected.n = 0;
  for (size_t t = 0; t < n; t++)
    {
      direct.n = 0;
      for (size_t i = 0; i < threads[t].n; i++)
        {
          struct wpp_meaning m = meaning (threads[t].events[i], lands);
          uint32_t letter
            = m.function == function ? WPP_LETTER_PATH + (uint32_t)m.number : m.others;
          read_letter (&direct, letter);
          if (letter >= WPP_LETTER_PATH)
            distinct += !counts[letter - WPP_LETTER_PATH]++;
        }
    }
  struct wpp_grammar *g = wpp_projector_grammar (p, function, &err);
  if (err || (g != NULL) != (distinct > 0))
    return "occurrence";
  if (g)
    wpp_grammar_expand (g, 0, read_run, &projected);
  wpp_grammar_free (g);
  const struct wpp_path_times *found = wpp_projector_counts (p, function, &n_counts);
  if (n_counts != distinct)
    return "paths";
  for (size_t i = 0; i < n_counts; i++)
    if (found[i].count != counts[found[i].number] || (i && found[i].number <= found[i - 1].number))
      return "counts";
  return direct.sum == projected.sum ? NULL : "activations";
}

static void
test_random (void)
{
  static struct thread threads[MOST_THREADS];
  uint64_t rng = 11;
  const char *what = NULL;
  for (uint32_t round = 0; round < 3000 && !what; round++)
    {
      size_t n = 1 + unit_random (&rng) % MOST_THREADS;
      bool lands = round % 2;
      for (size_t t = 0; t < n; t++)
        draw (&rng, &threads[t], lands, round / 2 % 2);
      if (n > 1 && round % 3 == 0)
        threads[n - 1] = threads[0];
      struct wpp_projector *p = project (threads, n, lands, round / 4 % 4);
      for (uint32_t f = 0; f < N_FUNCTIONS && !what; f++)
        what = fault (p, threads, n, lands, f);
      wpp_projector_free (p);
    }
  CHECK (!what, "projections have the activations of all threads%s%s", what ? ": " : "",
         what ? what : "");
}

/* Equal threads are one rule with an exponent.  */
static void
test_equal_threads (void)
{
  static struct thread threads[MOST_THREADS];
  uint64_t rng = 5;
  int err;
  draw (&rng, &threads[0], false, false);
  for (size_t t = 1; t < MOST_THREADS; t++)
    threads[t] = threads[0];
  struct wpp_projector *p = project (threads, MOST_THREADS, false, WPP_SEQUITUR_EXPONENTS);
  struct wpp_grammar *g = wpp_projector_grammar (p, 0, &err);
  CHECK (g && g->start[1] == 1 && g->exponents[0] == MOST_THREADS, "equal threads are kept once");
  wpp_grammar_free (g);
  wpp_projector_free (p);
}

/* A thread that is dropped leaves nothing.  */
static void
test_drop (void)
{
  static struct thread thread;
  uint64_t rng = 8;
  int err;
  draw (&rng, &thread, true, false);
  struct wpp_projector *p = wpp_projector_new (N_FUNCTIONS);
  err = add (p, thread.events, thread.n, false, 0);
  wpp_projector_drop_thread (p);
  CHECK (!err && !wpp_projector_end_thread (p) && !wpp_projector_grammar (p, 0, &err) && !err,
         "a dropped thread is forgotten");
  wpp_projector_free (p);
}

/* A_0 = enters^2^31, A_k = A_(k-1)^2^31: more activations than can be told.  */
static void
test_too_deep (void)
{
  uint32_t terminals[] = { FIRST + 1 }, exponents[4], symbols[4];
  uint64_t start[] = { 0, 1, 2, 3, 4 };
  struct wpp_meaning m = meaning (FIRST + 1, true);
  struct wpp_grammar g = { .n_terminals = 1, .terminals = terminals, .n_rules = 4, .start = start,
                           .symbols = symbols, .exponents = exponents };
  for (uint32_t r = 0; r < 4; r++)
    {
      symbols[r] = r < 3 ? WPP_RULE | (r + 1) : 0;
      exponents[r] = 1u << 31;
    }
  CHECK (!wpp_grammar_finish (&g), "a deep grammar");
  struct wpp_projector *p = wpp_projector_new (N_FUNCTIONS);
  CHECK (wpp_projector_add (p, &g, &m) == WPP_E_TOOBIG, "too many activations");
  wpp_projector_free (p);
  free (g.order);
  free (g.length);
  free (g.frequency);
}

int
main (void)
{
  test_random ();
  test_equal_threads ();
  test_drop ();
  test_too_deep ();
  return unit_done ();
}
