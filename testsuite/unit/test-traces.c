/* The traces of random threads, against a stack that their events are done on one by one; and the way back.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "make-threads.h"
#include "activations/timestamps/began.h"
#include "activations/timestamps/build.h"
#include "activations/timestamps/callers.h"
#include "recording/profile/events.h"

enum { MOST_EVENTS = 8000 };

/* ---- The slow way.  */

struct slow_activation
{
  uint32_t function;               /* THREAD_FUNCTIONS: none */
  uint32_t caller;                 /* likewise */
  uint64_t began;                  /* events before it */
  uint32_t n;                      /* letters */
  struct wpp_letter *letters;
};

/* A thread: its activations in the order in which they began.  */
struct slow
{
  struct slow_activation *all;
  uint32_t n;
  uint32_t stack[MOST_EVENTS + 1], depth;
  uint64_t n_events;
};

static void
slow_begin (struct slow *s, uint32_t function)
{
  if (s->depth)
    {
      struct slow_activation *caller = &s->all[s->stack[s->depth - 1]];
      caller->letters[caller->n - 1].calls++;
    }
  s->all = realloc (s->all, (s->n + 1) * sizeof *s->all);
  s->all[s->n] = (struct slow_activation){ function,
                                           s->depth ? s->all[s->stack[s->depth - 1]].function : THREAD_FUNCTIONS,
                                           s->n_events, 0, NULL };
  s->stack[s->depth++] = s->n++;
}

static void
slow_letter (struct slow *s, uint32_t event)
{
  struct slow_activation *a = &s->all[s->stack[s->depth - 1]];
  a->letters = realloc (a->letters, (a->n + 1) * sizeof *a->letters);
  a->letters[a->n++] = (struct wpp_letter){ event, 0 };
  s->n_events++;
}

static void
slow_path (struct slow *s, uint32_t event)
{
  struct wpp_step step = thread_step (event);
  bool open = false;
  for (uint32_t i = 0; i < s->depth; i++)
    open |= s->all[s->stack[i]].function == step.function;
  while (!step.enters && open && s->all[s->stack[s->depth - 1]].function != step.function)
    s->depth--;
  if (step.enters || !open)
    slow_begin (s, step.function);
  slow_letter (s, event);
  s->depth -= step.leaves;
}

static void
slow_control (struct slow *s, uint32_t event)
{
  uint32_t gone = wpp_event_lands_p (event) ? wpp_event_gone (event) : UINT32_MAX;
  bool next = wpp_event_kind (event) != WPP_EVENT_IS_LAND_MORE;
  slow_begin (s, THREAD_FUNCTIONS);
  slow_letter (s, event);
  s->depth--;
  for (; s->depth && (gone || next); s->depth--)
    if (s->all[s->stack[s->depth - 1]].function < 2 && gone-- == 0)
      return;
}

static int
slow_event (void *data, uint32_t event, uint64_t count)
{
  for (; count; count--)
    if (event >= WPP_EVENT_FIRST_PATH)
      slow_path (data, event);
    else
      slow_control (data, event);
  return 0;
}

static void
slow_release (struct slow *s)
{
  for (uint32_t i = 0; i < s->n; i++)
    free (s->all[i].letters);
  free (s->all);
  s->all = NULL;
  s->n = s->depth = s->n_events = 0;
}

/* ---- Traces.  */

static int
step_of (void *data, uint32_t event, struct wpp_step *step)
{
  (void)data;
  if (event < WPP_EVENT_FIRST_PATH)
    return 0;
  *step = thread_step (event);
  return 1;
}

static int
build (struct wpp_traces *t, struct wpp_grammar *const *grammars, size_t n, size_t threads)
{
  int err;
  struct wpp_trace_builder *b = wpp_trace_builder_new (THREAD_FUNCTIONS, step_of, NULL, &err);
  for (size_t i = 0; i < n && !err; i++)
    {
      err = wpp_trace_builder_add (b, grammars[i]);
      if (!err && (i + 1) * threads / n > i * threads / n)
        err = wpp_trace_builder_end_thread (b);
    }
  if (!err)
    err = wpp_trace_builder_finish (b, n % 2, t);
  wpp_trace_builder_free (b);
  return err;
}

struct events
{
  uint32_t event[4 * MOST_EVENTS];
  size_t n;
};

static int
take_events (void *data, uint32_t event, uint64_t count)
{
  struct events *e = data;
  for (; count && e->n < sizeof e->event / sizeof *e->event; count--)
    e->event[e->n++] = event;
  return 0;
}

/* The events of trace NUMBER of F, with what was called as they are.  */
static uint32_t
trace_letters (const struct wpp_function_traces *f, uint32_t number, struct wpp_letter *letters)
{
  static struct events words;
  struct wpp_grammar *g = f->grammar;
  uint32_t n = 0, at = 0;
  words.n = 0;
  wpp_grammar_expand (g, 0, take_events, &words);
  for (size_t i = 0; i < words.n; i++)
    if (words.event[i] == WPP_TRACE_END)
      at++;
    else if (at == number)
      letters[n++] = f->letters[words.event[i] - 1];
  return n;
}

/* Does activation A have KIND in T?  */
static bool
same_p (const struct wpp_traces *t, const struct slow_activation *a, const struct wpp_activation_kind *kind)
{
  static struct wpp_letter letters[MOST_EVENTS];
  if (kind->function == WPP_NO_FUNCTION)
    return a->function == THREAD_FUNCTIONS && a->letters[0].event == kind->trace;
  const struct wpp_function_traces *f = &t->functions[kind->function];
  uint32_t n = trace_letters (f, kind->trace, letters);
  bool same = f->function == a->function && n == a->n;
  for (uint32_t i = 0; i < n && same; i++)
    same = letters[i].event == a->letters[i].event && letters[i].calls == a->letters[i].calls;
  return same;
}

/* Are the kinds of the thread CALLS what S says?  */
static bool
same_calls_p (const struct wpp_traces *t, const struct wpp_calls *calls, const struct slow *s)
{
  static struct events kinds;
  kinds.n = 0;
  if (calls->grammar)
    wpp_grammar_expand (calls->grammar, 0, take_events, &kinds);
  bool same = kinds.n == s->n;
  for (size_t i = 0; i < kinds.n && same; i++)
    same = same_p (t, &s->all[i], &calls->kinds[kinds.event[i]]);
  return same;
}

/* Are the callers of T's traces those of S, whose kinds are CALLS?  */
static bool
same_callers_p (const struct wpp_traces *t, const struct wpp_calls *calls, const struct slow *s)
{
  static struct events kinds;
  size_t n;
  int err;
  uint64_t total = 0, told = 0;
  struct wpp_caller *callers = wpp_callers (t, &n, &err);
  bool same = callers;
  kinds.n = 0;
  if (calls->grammar)
    wpp_grammar_expand (calls->grammar, 0, take_events, &kinds);
  for (size_t i = 0; i < n && same; i++)
    {
      uint64_t count = 0;
      uint32_t caller = callers[i].caller == WPP_NO_FUNCTION ? THREAD_FUNCTIONS
                                                             : t->functions[callers[i].caller].function;
      for (size_t k = 0; k < kinds.n; k++)
        {
          const struct wpp_activation_kind *kind = &calls->kinds[kinds.event[k]];
          count += kind->function == callers[i].function && kind->trace == callers[i].trace
                   && s->all[k].caller == caller;
        }
      same = count == callers[i].count;
      told += count;
    }
  for (uint32_t k = 0; k < s->n; k++)
    total += s->all[k].function != THREAD_FUNCTIONS;
  free (callers);
  return same && told == total;
}

/* Did the activations of the only thread of T begin when those of S did: all of them, and some alone; and are those of
   each kind that were the first and the last told?  */
static bool
same_began_p (const struct wpp_traces *t, const struct slow *s)
{
  static struct wpp_began began[MOST_EVENTS + 1];
  static struct events kinds;
  static uint64_t first[MOST_EVENTS], last[MOST_EVENTS];
  const struct wpp_calls *calls = &t->threads[0];
  for (uint32_t i = 0; i <= s->n; i++)
    began[i] = (struct wpp_began){ 0, i, 0 };
  bool same = wpp_activations_began (t, began, s->n + (size_t)1) == WPP_E_RANGE
              && !wpp_activations_began (t, began, s->n);
  for (uint32_t i = 0; i < s->n && same; i++)
    same = began[i].time == s->all[i].began;
  for (uint32_t i = 0; i < s->n && same; i += 1 + s->n / 9)
    {
      struct wpp_began one = { 0, i, 0 };
      same = !wpp_activations_began (t, &one, 1) && one.time == s->all[i].began;
    }
  kinds.n = 0;
  if (calls->grammar)
    wpp_grammar_expand (calls->grammar, 0, take_events, &kinds);
  same &= !wpp_kind_positions (calls, first, last);
  for (uint32_t k = 0; k < calls->n_kinds && same; k++)
    {
      uint64_t from = UINT64_MAX, to = UINT64_MAX;
      for (size_t i = 0; i < kinds.n; i++)
        if (kinds.event[i] == k)
          {
            from = from == UINT64_MAX ? i : from;
            to = i;
          }
      same = first[k] == from && last[k] == to;
    }
  return same;
}

/* Is no trace of T there twice?  */
static bool
distinct_p (const struct wpp_traces *t)
{
  static struct wpp_letter a[MOST_EVENTS], b[MOST_EVENTS];
  for (uint32_t f = 0; f < t->n_functions; f++)
    for (uint32_t i = 0; i < t->functions[f].n_traces && i < 8; i++)
      for (uint32_t k = i + 1; k < t->functions[f].n_traces && k < 8; k++)
        {
          uint32_t n = trace_letters (&t->functions[f], i, a), m = trace_letters (&t->functions[f], k, b), at = 0;
          while (n == m && at < n && a[at].event == b[at].event && a[at].calls == b[at].calls)
            at++;
          if (n == m && at == n)
            return false;
        }
  return true;
}

static void
test_random (void)
{
  static struct slow slow;
  static struct events want, got;
  uint64_t seed = 30, activations = 0;
  unsigned wrong_callers = 0, wrong_began = 0, wrong = 0, wrong_kinds = 0, wrong_back = 0, twice = 0;
  enum { RUNS = 1200 };
  for (unsigned i = 0; i < RUNS; i++)
    {
      struct wpp_grammar *parts[2];
      struct wpp_traces t = { 0 };
      size_t n = 1 + i % 2;
      for (size_t k = 0; k < n; k++)
        parts[k] = thread_grammar (&seed, i / 2 % 2, i / 4 % 2, i % 5 ? 300 : MOST_EVENTS / 2);
      int err = build (&t, parts, n, 1);
      wrong += err != 0;
      want.n = got.n = 0;
      for (size_t k = 0; k < n; k++)
        {
          wpp_grammar_expand (parts[k], 0, slow_event, &slow);
          wpp_grammar_expand (parts[k], 0, take_events, &want);
        }
      if (!err)
        {
          wrong_back += wpp_traces_expand (&t, &t.threads[0], take_events, &got) != 0 || got.n != want.n
                        || memcmp (got.event, want.event, got.n * sizeof *got.event);
          if (want.n < 600)
            wrong_kinds += !same_calls_p (&t, &t.threads[0], &slow);
          if (want.n < 600)
            wrong_callers += !same_callers_p (&t, &t.threads[0], &slow);
          if (want.n < 600)
            wrong_began += !same_began_p (&t, &slow);
          twice += want.n < 600 && !distinct_p (&t);
        }
      activations += slow.n;
      slow_release (&slow);
      wpp_traces_release (&t);
      for (size_t k = 0; k < n; k++)
        wpp_grammar_free (parts[k]);
    }
  CHECK (activations > 100 * RUNS, "there were activations");
  CHECK (!wrong, "traces of %d random threads (%u errors)", RUNS, wrong);
  CHECK (!wrong_kinds, "… are those of a stack, event by event (%u wrong)", wrong_kinds);
  CHECK (!wrong_callers, "… so are their callers (%u wrong)", wrong_callers);
  CHECK (!wrong_began, "… and when they began (%u wrong)", wrong_began);
  CHECK (!twice, "… no trace is there twice (%u wrong)", twice);
  CHECK (!wrong_back, "… and become the same events again (%u wrong)", wrong_back);
}

int
main (void)
{
  test_random ();
  return unit_done ();
}
