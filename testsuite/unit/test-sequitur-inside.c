/* Unit test of SEQUITUR's inside: tiny limits, and states made by hand.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The builder is compiled here once more with tiny limits: nodes saturate, so that equal neighbours and overlapping
   digrams return, digram entries do not hold the exponents, and short rules are retraced in a window that slides all
   the time.  And a few branches that no known input leads to, because on the way there another digram would have been
   replaced, are entered from states made by hand.  */

#define _GNU_SOURCE /* mremap */
#define EXPONENT_MAX 5
#define DIGRAM_BIG 4
#define FIRST_ROOM 32u
#define RETRACE_MOST 9u
#define SUCCESSOR_LETTERS 2u
#define START_LETTERS 3u
#define PREFIX_LETTERS 3u
#define MOST_WINDOW 64u
#define POSITION_MAX 64u
#define TRIAL_LETTERS 12u
#define WPP_PARTS 3u
#define BIG_ARRAY 6000u

#include "short-memory.h"

#include "../../analysis/base/array.c"
#include "../../analysis/base/huge-pages.c"
#include "../../analysis/grammar/sequitur/window.c"
#include "../../analysis/grammar/sequitur/digram.c"
#include "../../analysis/grammar/sequitur/sequitur.c"
#include "../../analysis/grammar/sequitur/interleaved.c"
#include "../../analysis/grammar/sequitur/retrace.c"
#include "../../analysis/grammar/sequitur/builder.c"

#undef realloc
#undef calloc
#undef mmap

#include "sequitur-check.h"
#include "unit.h"

static void
test_split (void)
{
  uint32_t events[12];
  for (int i = 0; i < 12; i++)
    events[i] = 'a';
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  int err = wpp_sequitur_append (s, events, 12, NULL);
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (s, &err);
  CHECK (g && strcmp (grammar_text (g), "S=a^5a^5a^2") == 0, "a run too long for an exponent: %s",
         grammar_text (g));
  wpp_grammar_free (g);
  wpp_sequitur_free (s);
}

/* A builder that has seen STRING, in plain mode.  */
static struct wpp_sequitur *
build (const char *string)
{
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_PLAIN);
  for (; *string; string++)
    {
      uint32_t event = *string;
      CHECK_QUIET (!wpp_sequitur_append (s, &event, 1, NULL), "append");
    }
  wpp_sequitur_flush (s);
  return s;
}

/* Is S sound and its grammar WANT?  S is freed.  */
static void
expect (struct wpp_sequitur *s, const char *want, const char *what)
{
  int err;
  const char *fault = builder_fault (s, DIGRAM_BIG);
  struct wpp_grammar *g = wpp_sequitur_grammar (s, &err);
  CHECK (!fault && g && strcmp (grammar_text (g), want) == 0, "%s: %s%s%s", what,
         g ? grammar_text (g) : "no grammar", fault ? ": " : "", fault ? fault : "");
  wpp_grammar_free (g);
  wpp_sequitur_free (s);
}

/* Take the digram at P out of S's table.  */
static void
forget (struct wpp_sequitur *s, uint32_t p)
{
  wpp_digram_delete (&s->table, find_at (s, p));
}

/* x x x of which the table knows the second pair.  */
static void
test_twin (void)
{
  struct wpp_sequitur *s = build ("xxx");
  uint32_t second = s->nodes[s->nodes[START].next].next;
  *find_at (s, second) = second;
  wpp_sequitur_put (s, (struct letter){ 0, 1 }, NULL);
  expect (s, "S=AA A=xx", "four equal symbols, the middle pair known");
}

/* A digram that is all of a rule is found again elsewhere, not the other way round.  */
static void
test_whole (void)
{
  struct wpp_sequitur *s = build ("abxab");
  uint32_t rule = WPP_RULE_INDEX (s->nodes[s->nodes[START].next].symbol);
  forget (s, s->nodes[rule].next);
  for (uint32_t symbol = 0; symbol < 3; symbol++)
    wpp_sequitur_put (s, (struct letter){ symbol, 1 }, NULL);
  push_todo (s, s->nodes[rule].next);
  wpp_sequitur_drain (s);
  expect (s, "S=AxAAx A=ab", "a rule's digram that is already elsewhere");
}

/* A rule loses its last occurrence but the one at another's end.  */
static void
test_last (void)
{
  struct wpp_sequitur *s = build ("xbcybcxbcz");
  uint32_t r = s->nodes[START].next, o = s->nodes[s->nodes[r].next].next;
  drop_digram (s, s->nodes[o].prev);
  drop_digram (s, o);
  release_symbol (s, s->nodes[o].symbol);
  s->nodes[o].symbol = 0;
  push_todo (s, s->nodes[o].prev);
  push_todo (s, o);
  inline_ends (s, WPP_RULE_INDEX (s->nodes[r].symbol));
  wpp_sequitur_drain (s);
  expect (s, "S=AyxAz A=xbc", "a rule used only at the end of another");
}

/* Memory runs out after ROUND allocations, and comes back.  Return null when what was taken is
   what the grammar holds, then and after as much again.  */
static const char *
short_of_memory (const uint32_t *events, size_t n, unsigned flags, int round, bool *failed)
{
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  const char *fault = NULL;
  size_t taken = 0, done;
  plenty = round;
  int err = wpp_sequitur_append (s, events, n, &taken);
  plenty = -1;
  *failed = err != 0;
  for (int again = 0; again < 2 && !fault; again++)
    {
      struct wpp_grammar *g = wpp_sequitur_grammar (s, &err);
      fault = g ? grammar_fault (g, events, taken, false, 0) : "no grammar";
      if (*failed && fault && strcmp (fault, "digram uniqueness") == 0)
        fault = NULL; /* what could not be entered is forgotten */
      wpp_grammar_free (g);
      if (wpp_sequitur_append (s, events + taken, n - taken, &done) || done != n - taken)
        fault = "append when there is memory again";
      taken = n;
    }
  wpp_sequitur_free (s);
  return fault;
}

static void
test_memory (void)
{
  size_t n = 40000;
  uint32_t *events = malloc (n * sizeof *events);
  uint64_t rng = 8;
  for (size_t i = 0; i < n; i++)
    events[i] = i > 500 && i % 50 ? events[i - 1 - i / 50 % 7 * 50] : unit_random (&rng) % 300;
  const char *fault = NULL;
  bool failed = true;
  int failures = 0;
  for (int round = 0; failed && !fault; round++, failures += failed)
    for (unsigned flags = 0; flags < 8 && !fault; flags++)
      fault = short_of_memory (events, n, flags, round, &failed);
  CHECK (!fault && failures > 4, "short of memory %d times%s%s", failures, fault ? ": " : "",
         fault ? fault : "");
  free (events);
}

/* Text-like EVENTS [N]: copies of what was before, some with mistakes.  */
static void
make_events (uint32_t *events, size_t n, uint64_t *rng)
{
  unsigned letters = 2 + unit_random (rng) % 9;
  for (size_t i = 0; i < n;)
    {
      size_t length = 1 + unit_random (rng) % 12, from = i ? unit_random (rng) % i : 0;
      bool copy = i > 0 && unit_random (rng) % 8;
      for (size_t k = 0; k < length && i < n; k++, i++)
        events[i] = copy ? events[from + k] : unit_random (rng) % letters;
    }
}

/* What irregular events leave, many of them appended by several parsers.  */
static const char *
interleaved_fault (uint64_t seed)
{
  uint32_t events[900];
  size_t n = sizeof events / sizeof *events;
  int err;
  make_events (events, n, &seed);
  unsigned flags = WPP_SEQUITUR_RETRACE | (seed % 2 ? WPP_SEQUITUR_EXPONENTS : 0);
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  const char *fault = wpp_sequitur_append (s, events, n, NULL) ? "append" : builder_fault (s, DIGRAM_BIG);
  struct wpp_grammar *g = fault ? NULL : wpp_sequitur_grammar (s, &err);
  if (!fault)
    fault = g ? grammar_fault (g, events, n, flags & WPP_SEQUITUR_EXPONENTS, EXPONENT_MAX) : "no grammar";
  wpp_grammar_free (g);
  wpp_sequitur_free (s);
  return fault;
}

static void
test_interleaved (void)
{
  const char *fault = NULL;
  uint64_t seed = 0;
  while (seed < 5000 && !fault)
    fault = interleaved_fault (++seed);
  CHECK (!fault, "irregular events%s%s, seed %lu", fault ? ": " : "", fault ? fault : "", (unsigned long)seed);
}

int
main (void)
{
  test_split ();
  test_twin ();
  test_whole ();
  test_last ();
  test_memory ();
  test_interleaved ();
  check_shapes ("exponents to 5", EXPONENT_MAX, DIGRAM_BIG);
  return unit_done ();
}
