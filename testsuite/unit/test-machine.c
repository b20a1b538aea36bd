/* The machine of activations, over events and over rules, against a stack that random threads' events are done on one
   by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What happens is told apart by kind, function, caller and place.  An activation's value is made of all that it has
   done, or of nothing, so that rules do the same again.  */

#include "activations/machine/memo.h"
#include "make-threads.h"

enum
{
  BEGINS,
  STEPS,
  ENDS,               /* + enum wpp_activation_end */
  KINDS = ENDS + WPP_ACTIVATION_OPEN + 1,
  MOST_EVENTS = 8000,
  NO_CALLER = 99
};

/* How much is remembered: what values and places are.  */
struct world
{
  bool history, places, callers;
};

/* What happened, in any order: the sum of the numbers of each kind.  */
struct sums
{
  uint64_t count[KINDS], sum[KINDS];
};

static uint64_t
mix (uint64_t a, uint64_t b)
{
  a = (a ^ b) * UINT64_C (0x9e3779b97f4a7c15);
  return a ^ a >> 29;
}

static uint64_t
mix4 (uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
  return mix (mix (mix (mix (1, a), b), c), d);
}

static void
add (struct sums *s, uint32_t kind, uint64_t number, uint64_t times)
{
  s->count[kind] += times;
  s->sum[kind] += number * times;
}

/* ---- The slow way.  */

struct slow_activation
{
  uint32_t function;
  bool known;
  uint64_t place, value;
};

struct slow
{
  struct world world;
  struct slow_activation stack[MOST_EVENTS + 1];
  size_t depth;
  struct sums sums;
};

static void
slow_end (struct slow *s, enum wpp_activation_end how)
{
  const struct slow_activation *a = &s->stack[--s->depth];
  add (&s->sums, ENDS + how, mix4 (a->function, a->known, a->place, a->value), 1);
}

static void
slow_begin (struct slow *s, uint32_t function, bool known)
{
  const struct slow_activation *caller = known && s->depth ? &s->stack[s->depth - 1] : NULL;
  if (s->world.callers)
    add (&s->sums, BEGINS,
         mix4 (function, known, caller ? caller->function : NO_CALLER, caller ? caller->place : 0), 1);
  s->stack[s->depth++] = (struct slow_activation){ function, known, 0, 0 };
}

static void
slow_path (struct slow *s, uint32_t function, uint32_t path)
{
  bool enters = path & 1, leaves = path & 2, open = false;
  for (size_t i = 0; i < s->depth; i++)
    open |= s->stack[i].function == function;
  while (!enters && open && s->stack[s->depth - 1].function != function)
    slow_end (s, WPP_ACTIVATION_UNSEEN);
  if (enters || !open)
    slow_begin (s, function, enters);
  struct slow_activation *a = &s->stack[s->depth - 1];
  add (&s->sums, STEPS, mix4 (function, path, a->place, a->value), 1);
  if (s->world.history)
    a->value = mix (a->value, path + 1);
  if (s->world.places)
    a->place = path + 1;
  if (leaves)
    slow_end (s, WPP_ACTIVATION_LEFT);
}

#include "slow-threads.h"

/* ---- The machine.  */

struct fast
{
  struct world world;
  struct wpp_machine machine;
  struct wpp_memo *memo;     /* or null */
  struct sums sums;
  uint32_t path;             /* that is being done */
  uint64_t steps;            /* that were not remembered */
};

static int
note (struct fast *f, uint32_t kind, uint64_t number, uint64_t times)
{
  if (f->memo && kind != ENDS + WPP_ACTIVATION_OPEN)
    return wpp_memo_count (f->memo, kind, number, times);
  add (&f->sums, kind, number, times);
  return 0;
}

static int
on_begin (void *data, struct wpp_activation *a, const struct wpp_activation *caller, uint64_t times)
{
  return note (data, BEGINS,
               mix4 (a->function, a->known, caller ? caller->function : NO_CALLER, caller ? caller->place : 0),
               times);
}

static int
on_step (void *data, struct wpp_activation *a, const struct wpp_step *step, uint64_t count)
{
  struct fast *f = data;
  uint32_t path = f->path;
  int err = 0;
  f->steps++;
  if (step->enters && step->leaves)
    err = note (f, STEPS, mix4 (step->function, path, 0, 0), count);
  for (uint64_t i = 0; i < count && !err && !(step->enters && step->leaves); i++)
    {
      err = note (f, STEPS, mix4 (step->function, path, i ? step->place : a->place, a->value), 1);
      a->value = f->world.history ? mix (a->value, path + 1) : 0;
    }
  if (step->enters && step->leaves && f->world.history)
    a->value = mix (a->value, path + 1);
  return err;
}

static int
on_end (void *data, const struct wpp_activation *a, enum wpp_activation_end how, uint64_t times)
{
  return note (data, ENDS + how, mix4 (a->function, a->known, a->place, a->value), times);
}

static int
on_event (void *data, uint32_t event, uint64_t count)
{
  struct fast *f = data;
  if (event < WPP_EVENT_FIRST_PATH)
    return wpp_machine_control (&f->machine, event, count);
  struct wpp_step step = thread_step (event);
  f->path = step.place - 1;
  step.place = f->world.places ? step.place : 0;
  return wpp_machine_step (&f->machine, &step, count);
}

static int
on_count (void *data, uint32_t what, uint64_t number, uint64_t count)
{
  struct fast *f = data;
  add (&f->sums, what, number, count);
  return 0;
}

/* Do the thread of GRAMMARS [N], RULES at a time or each event.  */
static int
run_fast (struct fast *f, struct wpp_grammar *const *grammars, size_t n, bool rules)
{
  int err = 0;
  memset (&f->sums, 0, sizeof f->sums);
  f->steps = 0;
  wpp_machine_init (&f->machine,
                    &(struct wpp_activation_user){ f, f->world.callers ? on_begin : NULL, on_step, on_end });
  f->memo = rules ? wpp_memo_new (&f->machine, &(struct wpp_memo_user){ f, on_event, on_count }) : NULL;
  for (size_t i = 0; i < n && !err; i++)
    err = rules ? wpp_memo_grammar (f->memo, grammars[i])
                : wpp_grammar_expand (grammars[i], 0, on_event, f);
  if (!err)
    err = wpp_machine_end_thread (&f->machine);
  wpp_memo_free (f->memo);
  wpp_machine_release (&f->machine);
  return err;
}

static void
run_slow (struct slow *s, struct wpp_grammar *const *grammars, size_t n)
{
  memset (&s->sums, 0, sizeof s->sums);
  s->depth = 0;
  for (size_t i = 0; i < n; i++)
    wpp_grammar_expand (grammars[i], 0, slow_event, s);
  while (s->depth)
    slow_end (s, WPP_ACTIVATION_OPEN);
}

static void
test_random (void)
{
  static struct slow slow;
  struct fast fast;
  uint64_t seed = 28, events = 0, steps = 0, ends[WPP_ACTIVATION_OPEN + 1] = { 0 };
  unsigned wrong_events = 0, wrong_rules = 0;
  bool all = true;
  enum { RUNS = 1200 };
  for (unsigned i = 0; i < RUNS; i++)
    {
      struct wpp_grammar *parts[2];
      size_t n = 1 + i % 2;
      for (size_t k = 0; k < n; k++)
        parts[k] = thread_grammar (&seed, i / 2 % 2, i / 4 % 2, MOST_EVENTS / 2);
      fast.world = slow.world = (struct world){ i / 8 % 2, i / 16 % 2, i / 32 % 2 };
      run_slow (&slow, parts, n);
      wrong_events += run_fast (&fast, parts, n, false) || memcmp (&fast.sums, &slow.sums, sizeof fast.sums);
      events += fast.world.history ? 0 : fast.steps;
      wrong_rules += run_fast (&fast, parts, n, true) || memcmp (&fast.sums, &slow.sums, sizeof fast.sums);
      steps += fast.world.history ? 0 : fast.steps;
      for (unsigned how = 0; how <= WPP_ACTIVATION_OPEN; how++)
        ends[how] += slow.sums.count[ENDS + how];
      for (size_t k = 0; k < n; k++)
        wpp_grammar_free (parts[k]);
    }
  for (unsigned how = 0; how <= WPP_ACTIVATION_OPEN; how++)
    all &= ends[how] > RUNS;
  CHECK (all, "activations ended in every way");
  CHECK (!wrong_events, "%d random threads, event by event (%u wrong)", RUNS, wrong_events);
  CHECK (!wrong_rules, "… rule by rule (%u wrong)", wrong_rules);
  CHECK (steps < events / 2, "rules that find the same are not done again (%llu steps of %llu)",
         (unsigned long long)steps, (unsigned long long)events);
}

/* A rule repeated very often that leaves what it finds takes no time; what it counts is multiplied.  */
static void
test_repeated (void)
{
  enum { TURNS = 1 << 28 };
  uint32_t f = WPP_EVENT_FIRST_PATH;
  uint32_t terminals[] = { f + 1, f + THREAD_PATHS + 1, f + THREAD_PATHS + 2, f };
  uint32_t symbols[] = { 0, WPP_RULE | 1, WPP_RULE | 2, 1, 2, 3 }, exponents[] = { 1, TURNS, TURNS, 1, 1, 7 };
  uint64_t start[] = { 0, 2, 3, 6 };
  struct wpp_grammar g = { .n_terminals = 4, .terminals = terminals, .n_rules = 3, .start = start,
                           .symbols = symbols, .exponents = exponents };
  struct wpp_grammar *parts[] = { &g };
  struct fast fast = { .world = { false, true, true } };
  uint64_t times = (uint64_t)TURNS * TURNS;
  int err = wpp_grammar_finish (&g);
  if (!err)
    err = run_fast (&fast, parts, 1, true);
  CHECK (!err && fast.sums.count[BEGINS] == times + 1 && fast.sums.count[STEPS] == 9 * times + 1
           && fast.sums.count[ENDS + WPP_ACTIVATION_LEFT] == times,
         "a call in two loops of 2^28 turns");
  free (g.order);
  free (g.length);
  free (g.frequency);
}

/* More activations than can be open.  */
static void
test_too_deep (void)
{
  struct fast fast = { .world = { false, false, false } };
  struct wpp_step step = thread_step (WPP_EVENT_FIRST_PATH + 1);
  wpp_machine_init (&fast.machine, &(struct wpp_activation_user){ &fast, NULL, on_step, on_end });
  int err = wpp_machine_step (&fast.machine, &step, WPP_MOST_OPEN + 1);
  CHECK (err == WPP_E_TOOBIG && fast.machine.depth == WPP_MOST_OPEN, "a stack that no program has is an error");
  wpp_machine_release (&fast.machine);
}

int
main (void)
{
  test_random ();
  test_repeated ();
  test_too_deep ();
  return unit_done ();
}
