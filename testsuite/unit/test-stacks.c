/* Threads stack by stack (recording/profile/stacks.h): threads that run stacks in turns, at random, and what each stack
   did; and hostile events.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/sequitur/sequitur.h"
#include "recording/profile/events.h"
#include "recording/profile/stacks.h"
#include "unit.h"

#define THREADS 4
#define MOST 4000            /* events of a thread, or of a stack */
#define STACKS 200

struct events
{
  uint32_t event[MOST];
  size_t n;
};

/* A stack, as the program knows it.  */
struct stack
{
  struct events did;
  uint32_t number, turns;
  unsigned home, last;
  bool begun, running, over;
};

struct thread
{
  struct events stored;
  uint32_t own, spare;
  int on;                    /* the stack */
  bool named;
};

static struct stack stacks[STACKS];
static struct thread threads[THREADS];
static uint32_t numbers;
static uint64_t seed = 4321;

static void
add (struct events *e, uint32_t event)
{
  if (e->n < MOST)
    e->event[e->n++] = event;
}

static void
store (struct thread *t, uint32_t event)
{
  add (&t->stored, event);
}

/* Thread T does something where it is.  */
static void
act (struct thread *t)
{
  uint32_t event = 256 + unit_below (&seed, 20);
  store (t, event);
  add (&stacks[t->on].did, event);
}

/* Thread T goes from its stack to stack I, as runtime/record/turns.c says it.  */
static void
go (unsigned t, int i)
{
  struct thread *k = &threads[t];
  struct stack *from = &stacks[k->on], *to = &stacks[i];
  if (!k->named)
    {
      k->named = true;
      from->number = k->own = ++numbers;
      store (k, WPP_EVENT_OWN);
      store (k, WPP_EVENT_SWITCH + k->own);
    }
  if (!k->spare)
    k->spare = ++numbers;
  store (k, WPP_EVENT_SWITCH + k->spare);
  from->running = false;
  from->last = t;
  if (to->begun)
    {
      to->turns++;
      if (to->last != t)
        store (k, WPP_EVENT_TURN + to->turns);
      store (k, WPP_EVENT_SWITCH + to->number);
    }
  else
    {
      to->begun = true;
      to->home = t;
      to->number = k->spare;
      k->spare = 0;
    }
  to->running = true;
  k->on = i;
}

static void
run (unsigned n_threads, unsigned n_stacks, unsigned steps)
{
  memset (stacks, 0, sizeof stacks);
  memset (threads, 0, sizeof threads);
  numbers = 0;
  for (unsigned t = 0; t < n_threads; t++)
    {
      threads[t].on = t;
      stacks[t].begun = stacks[t].running = true;
      stacks[t].home = t;
      act (&threads[t]);
    }
  for (unsigned s = 0; s < steps; s++)
    {
      unsigned t = unit_below (&seed, n_threads), i = unit_below (&seed, n_stacks);
      if (unit_below (&seed, 3))
        act (&threads[t]);
      /* A thread's own stack stays with it.  */
      else if (!stacks[i].running && (i >= n_threads || i == t))
        {
          go (t, i);
          if (stacks[i].turns == 0 || unit_below (&seed, 2))
            act (&threads[t]);
        }
    }
}

static struct wpp_grammar *
grammar_of (const struct events *e)
{
  int err;
  struct wpp_sequitur *q = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  wpp_sequitur_append (q, e->event, e->n, NULL);
  struct wpp_grammar *g = wpp_sequitur_grammar (q, &err);
  wpp_sequitur_free (q);
  return g;
}

/* The profile of the threads, in two segments each.  */
static struct wpp_profile *
profile_of (unsigned n_threads)
{
  struct wpp_profile *p = calloc (1, sizeof *p);
  p->threads = calloc (n_threads, sizeof *p->threads);
  p->n_threads = n_threads;
  for (unsigned t = 0; t < n_threads; t++)
    {
      struct wpp_thread *k = &p->threads[t];
      struct events first = threads[t].stored, second = { .n = 0 };
      size_t at = first.n / 2;
      second.n = first.n - at;
      memcpy (second.event, first.event + at, second.n * sizeof *second.event);
      first.n = at;
      k->index = t;
      k->left = 1;
      k->n_events = threads[t].stored.n;
      k->segments = calloc (2, sizeof *k->segments);
      if (first.n)
        k->segments[k->n_segments++] = grammar_of (&first);
      if (second.n)
        k->segments[k->n_segments++] = grammar_of (&second);
    }
  return p;
}

static int
take (void *events, uint32_t event, uint64_t count)
{
  while (count--)
    add (events, event);
  return 0;
}

/* Do the segments of thread T of P have what the stacks did that began there, in the order of their numbers?  */
static bool
same_p (const struct wpp_profile *p, unsigned t, unsigned n_stacks)
{
  static struct events all, expected;
  all.n = expected.n = 0;
  for (size_t s = 0; s < p->threads[t].n_segments; s++)
    wpp_grammar_expand (p->threads[t].segments[s], 0, take, &all);
  for (size_t i = 0; i < stacks[t].did.n; i++)
    add (&expected, stacks[t].did.event[i]);
  for (uint32_t number = 1; number <= numbers; number++)
    for (unsigned i = p->n_threads; i < n_stacks; i++)
      if (stacks[i].begun && stacks[i].home == t && stacks[i].number == number)
        {
          add (&expected, WPP_EVENT_STACK);
          for (size_t k = 0; k < stacks[i].did.n; k++)
            add (&expected, stacks[i].did.event[k]);
        }
  return all.n == expected.n && !memcmp (all.event, expected.event, all.n * sizeof *all.event)
         && p->threads[t].n_events == all.n;
}

static void
test_turns (unsigned n_threads, unsigned n_stacks, unsigned steps)
{
  bool same = true, known = true;
  for (int i = 0; i < 40; i++)
    {
      struct wpp_place place;
      run (n_threads, n_stacks, steps);
      struct wpp_profile *p = profile_of (n_threads);
      same &= !wpp_profile_by_stacks (p, &place);
      for (unsigned t = 0; t < n_threads; t++)
        {
          same &= same_p (p, t, n_stacks);
          known &= !p->threads[t].switched;
        }
      wpp_profile_free (p);
    }
  CHECK (same, "%u threads, %u stacks: each stack has its events", n_threads, n_stacks);
  CHECK (known, "%u threads, %u stacks: the order of all turns is known", n_threads, n_stacks);
}

/* Of control events in any order there is a result, and no event gets lost.  */
static void
test_hostile (void)
{
  bool ok = true;
  for (int i = 0; i < 2000; i++)
    {
      size_t paths = 0, kept = 0;
      struct wpp_place place;
      memset (threads, 0, sizeof threads);
      for (unsigned t = 0; t < THREADS; t++)
        for (unsigned n = 1 + unit_below (&seed, 60); n; n--)
          {
            uint32_t x = unit_below (&seed, 7), few = unit_below (&seed, 4);
            store (&threads[t], x == 0   ? WPP_EVENT_OWN
                                : x == 1 ? WPP_EVENT_GAP
                                : x == 2 ? WPP_EVENT_TURN + (few == 3 ? WPP_TURN_MAX : few)
                                : x <= 4 ? WPP_EVENT_SWITCH + (few == 3 ? WPP_STACK_MAX : few)
                                         : 256 + few);
            paths += x > 4;
          }
      struct wpp_profile *p = profile_of (THREADS);
      ok &= !wpp_profile_by_stacks (p, &place);
      for (unsigned t = 0; t < THREADS; t++)
        for (size_t s = 0; s < p->threads[t].n_segments; s++)
          {
            static struct events all;
            all.n = 0;
            wpp_grammar_expand (p->threads[t].segments[s], 0, take, &all);
            for (size_t k = 0; k < all.n; k++)
              {
                kept += wpp_event_path_p (all.event[k]);
                ok &= wpp_event_kind (all.event[k]) <= WPP_EVENT_IS_STACK;
              }
          }
      ok &= kept == paths;
      wpp_profile_free (p);
    }
  CHECK (ok, "control events in any order");
}

int
main (void)
{
  test_turns (1, 2, 300);
  test_turns (1, 40, 1000);
  test_turns (2, 3, 1000);
  test_turns (THREADS, 30, 3000);
  test_turns (THREADS, STACKS, 3000);
  test_hostile ();
  return unit_done ();
}
