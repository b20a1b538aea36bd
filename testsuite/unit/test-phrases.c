/* Unit test of phrases (analysis/grammar/sequitur/phrases.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The builder is compiled here once more with tiny limits, so that short strings are cut into phrases,
   batches of all sizes.  */

#define _GNU_SOURCE /* mremap */
#define EXPONENT_MAX 5
#define SINGLE_EVENTS 16u
#define BATCH_WORK 32u
#define CHUNKER_LETTERS 24u
#define PHRASE_MOST 10u
#define PHRASE_MOST_NEW 4u
#define PHRASE_CUT_FROM 3u
#define PHRASE_LEAST 2u
#define PHRASE_TIMES 2u
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
#undef SEED
#include "../../analysis/grammar/sequitur/chunker.c"
#undef FIRST_BITS
#define home phrase_home
#include "../../analysis/grammar/sequitur/phrase-table.c"
#undef home
#include "../../analysis/grammar/sequitur/compose.c"
#define put rest_put
#include "../../analysis/grammar/sequitur/out-of-memory.c"
#undef put
#define init phrases_init
#include "../../analysis/grammar/sequitur/phrases.c"
#undef init
#include "../../analysis/grammar/coding/packed.c"
#include "../../analysis/grammar/coding/draft.c"
#include "../../analysis/grammar/sequitur/drafts.c"
#undef malloc
#undef realloc
#undef calloc
#undef mmap

#include "grammar/coding/codec.h"
#include "unit.h"

struct expected
{
  const uint32_t *events;
  size_t at, n;
};

static int
compare (void *data, uint32_t event, uint64_t count)
{
  struct expected *e = data;
  for (; count > 0; count--, e->at++)
    if (e->at >= e->n || e->events[e->at] != event)
      return 1;
  return 0;
}

/* Is G one of EVENTS [N]?  */
static bool
derives_p (const struct wpp_grammar *g, const uint32_t *events, size_t n)
{
  struct expected e = { events, 0, n };
  return wpp_grammar_expand (g, 0, compare, &e) == 0 && e.at == n;
}

/* What is wrong with G as a grammar of EVENTS [N], or null.  */
static const char *
fault_of (struct wpp_grammar *g, const uint32_t *events, size_t n)
{
  if (!g)
    return "no grammar";
  if (wpp_grammar_finish (g))
    return "not to be finished";
  if (!derives_p (g, events, n))
    return "expansion";
  uint32_t *uses = calloc (g->n_rules, sizeof *uses);
  const char *fault = NULL;
  for (uint32_t r = 0; r < g->n_rules; r++)
    for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
      {
        bool rule = WPP_IS_RULE (g->symbols[i]);
        if (rule)
          uses[WPP_RULE_INDEX (g->symbols[i])] += wpp_grammar_exponent (g, i);
        if (g->exponents && i > g->start[r] && g->symbols[i] == g->symbols[i - 1]
            && g->exponents[i] + g->exponents[i - 1] <= EXPONENT_MAX)
          fault = "equal neighbours";
        if (wpp_grammar_exponent (g, i) > EXPONENT_MAX)
          fault = "exponent";
        if (r > 0 && g->start[r + 1] == g->start[r] + 1 && wpp_grammar_exponent (g, i) == 1)
          fault = "a rule that is another symbol";
      }
  for (uint32_t r = 1; r < g->n_rules; r++)
    if (uses[r] < 2)
      fault = "rule utility";
  free (uses);
  return fault;
}

/* Are A and B the same?  */
static bool
same_p (const struct wpp_grammar *a, const struct wpp_grammar *b)
{
  size_t n = a->start[a->n_rules];
  return a->n_rules == b->n_rules && a->n_terminals == b->n_terminals
         && memcmp (a->start, b->start, (a->n_rules + 1) * sizeof *a->start) == 0
         && memcmp (a->symbols, b->symbols, n * sizeof *a->symbols) == 0
         && memcmp (a->terminals, b->terminals, a->n_terminals * sizeof *a->terminals) == 0
         && (!a->exponents || memcmp (a->exponents, b->exponents, n * sizeof *a->exponents) == 0);
}

/* Text-like EVENTS [N]: copies of what was before, some with mistakes, and runs.  */
static void
make_events (uint32_t *events, size_t n, uint64_t *rng)
{
  unsigned letters = 2 + unit_random (rng) % 30, longest = 1 + unit_random (rng) % 60;
  for (size_t i = 0; i < n;)
    {
      size_t left = n - i, length = 1 + unit_random (rng) % longest;
      length = length < left ? length : left;
      size_t from = i > length ? unit_random (rng) % (i - length) : 0;
      uint32_t event = unit_random (rng) % letters;
      bool copy = i > length && unit_random (rng) % 8, run = unit_random (rng) % 4 == 0;
      for (size_t k = 0; k < length; k++, i++)
        events[i] = copy ? events[from + k] : run ? event : unit_random (rng) % letters;
    }
}

/* The grammar of the coded grammar or draft BYTES [SIZE], coded and decoded.  BYTES is freed.  */
static struct wpp_grammar *
decode (unsigned char *bytes, size_t size, int *err)
{
  int all = plenty;
  plenty = -1;
  struct wpp_grammar *g = wpp_phrases_decode (bytes, size, err);
  if (g && wpp_draft_p (bytes, size))
    {
      free (bytes);
      *err = wpp_grammar_encode (g, &bytes, &size);
      wpp_grammar_free (g);
      g = *err ? NULL : wpp_grammar_decode (bytes, size, err);
    }
  plenty = all;
  free (bytes);
  return g;
}

/* The grammar of P, which is freed, coded and decoded; or null.  The last LOST events are missing.  */
static struct wpp_grammar *
finish_losing (struct wpp_phrases *p, int *err, uint64_t *lost)
{
  unsigned char *bytes;
  size_t size;
  *err = wpp_phrases_finish (p, &bytes, &size, lost);
  return *err ? NULL : decode (bytes, size, err);
}

/* The same when none may be missing.  */
static struct wpp_grammar *
finish (struct wpp_phrases *p, int *err)
{
  uint64_t lost;
  struct wpp_grammar *g = finish_losing (p, err, &lost);
  if (!lost)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

/* The grammar of the events that P has so far.  */
static struct wpp_grammar *
snapshot (struct wpp_phrases *p, int *err)
{
  unsigned char *bytes;
  size_t size;
  *err = wpp_phrases_snapshot (p, &bytes, &size);
  return *err ? NULL : decode (bytes, size, err);
}

/* Feed EVENTS [N] in pieces, and look at the grammar now and then, or compare it with WHOLE unless that is null.  */
static const char *
pieces_fault (const uint32_t *events, size_t n, unsigned flags, const struct wpp_grammar *whole,
              uint64_t *rng)
{
  struct wpp_phrases *p = wpp_phrases_new (flags);
  const char *fault = NULL;
  int err;
  for (size_t i = 0; i < n && !fault;)
    {
      size_t part = 1 + unit_random (rng) % 90, done;
      part = part < n - i ? part : n - i;
      if (wpp_phrases_append (p, events + i, part, &done) || done != part)
        fault = "append";
      i += part;
      if (whole || unit_random (rng) % 8)
        continue;
      struct wpp_grammar *g = flags & WPP_SEQUITUR_LATER ? snapshot (p, &err) : wpp_phrases_grammar (p, &err);
      if (!fault)
        fault = fault_of (g, events, i);
      wpp_grammar_free (g);
    }
  struct wpp_grammar *g = finish (p, &err);
  if (!fault && whole)
    fault = !g ? "no grammar" : same_p (g, whole) ? NULL : "another grammar in pieces";
  if (!fault)
    fault = fault_of (g, events, n);
  wpp_grammar_free (g);
  return fault;
}

/* Sizes are the same at the same event, whenever they are asked for and however the lanes get on.  */
static const char *
size_fault (uint32_t *events, size_t n, unsigned flags, uint64_t *rng)
{
  /* An alphabet that grows.  */
  for (size_t i = 0; i < n; i++)
    events[i] += i / 8;
  struct wpp_phrases *a = wpp_phrases_new (flags), *b = wpp_phrases_new (flags);
  const char *fault = NULL;
  for (size_t i = 0, part; i < n && !fault; i += part)
    {
      part = 1 + unit_random (rng) % 90;
      part = part < n - i ? part : n - i;
      size_t half = part / 2;
      if (wpp_phrases_append (a, events + i, part, NULL) || wpp_phrases_append (b, events + i, half, NULL))
        fault = "append";
      wpp_phrases_memory (b);
      if (wpp_phrases_append (b, events + i + half, part - half, NULL))
        fault = "append";
      if (wpp_phrases_memory (a) != wpp_phrases_memory (b) || wpp_phrases_symbols (a) != wpp_phrases_symbols (b))
        fault = "another size";
    }
  wpp_phrases_free (a);
  wpp_phrases_free (b);
  return fault;
}

static const char *
random_fault (uint64_t seed)
{
  uint64_t rng = seed;
  size_t n = unit_random (&rng) % 3000;
  uint32_t *events = malloc ((n + 1) * sizeof *events);
  unsigned flags = WPP_SEQUITUR_RETRACE | (seed % 2 ? WPP_SEQUITUR_EXPONENTS : 0);
  make_events (events, n, &rng);
  struct wpp_phrases *p = wpp_phrases_new (flags);
  int err = wpp_phrases_append (p, events, n, NULL);
  struct wpp_grammar *g = finish (p, &err);
  const char *fault = fault_of (g, events, n);
  if (!fault)
    fault = pieces_fault (events, n, flags, g, &rng);
  if (!fault)
    fault = pieces_fault (events, n, flags, NULL, &rng);
  if (!fault)
    fault = pieces_fault (events, n, flags | WPP_SEQUITUR_LATER, g, &rng);
  if (!fault)
    fault = pieces_fault (events, n, flags | WPP_SEQUITUR_LATER, NULL, &rng);
  if (!fault)
    fault = size_fault (events, n, flags | (seed % 4 / 2 ? WPP_SEQUITUR_LATER : 0), &rng);
  wpp_grammar_free (g);
  free (events);
  return fault;
}

static void
test_random (void)
{
  const char *fault = NULL;
  uint64_t seed = 1;
  for (; seed <= 500 && !fault; seed++)
    fault = random_fault (seed);
  CHECK (!fault, "random events in phrases%s%s, seed %lu", fault ? ": " : "", fault ? fault : "",
         (unsigned long) seed - 1);
}

/* Without retracing it is SEQUITUR(1).  */
static void
test_exact (void)
{
  uint32_t events[1000];
  uint64_t rng = 5;
  int err;
  make_events (events, 1000, &rng);
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  struct wpp_phrases *p = wpp_phrases_new (WPP_SEQUITUR_EXPONENTS);
  err = wpp_sequitur_append (s, events, 1000, NULL);
  CHECK (!err && !wpp_phrases_append (p, events, 1000, NULL), "append");
  struct wpp_grammar *a = wpp_sequitur_grammar (s, &err), *b = finish (p, &err);
  CHECK (a && b && same_p (a, b), "without retracing: SEQUITUR(1)");
  wpp_grammar_free (a);
  wpp_grammar_free (b);
  wpp_sequitur_free (s);
}

/* Is G one of EVENTS [N], or, when the last LOST of them are missing, with a gap in their place?  */
static bool
derives_but_p (const struct wpp_grammar *g, const uint32_t *events, size_t n, uint64_t lost)
{
  if (!lost)
    return derives_p (g, events, n);
  uint32_t *some = malloc ((n + 1) * sizeof *some);
  memcpy (some, events, n * sizeof *some);
  some[n - lost] = WPP_EVENT_GAP;
  bool so = derives_p (g, some, n - lost + 1);
  free (some);
  return so;
}

/* Memory runs out after ROUND allocations.  When there is some again what was taken is there, all of it, or, in a
   draft, the number of lost events is right; when there is none in the end either, AT_END allocations from then on, the
   grammar is right or there is an error.  */
static const char *
short_of_memory (const uint32_t *events, size_t n, unsigned flags, int round, int at_end, bool *failed)
{
  plenty = round;
  struct wpp_phrases *p = wpp_phrases_new (WPP_SEQUITUR_RETRACE | flags);
  size_t done = 0;
  int err = p ? wpp_phrases_append (p, events, n, &done) : WPP_E_NOMEM;
  *failed = err != 0;
  plenty = at_end;
  uint64_t lost = 0;
  struct wpp_grammar *g = p ? finish_losing (p, &err, &lost) : NULL;
  *failed |= plenty == 0;
  plenty = -1;
  const char *fault = at_end < 0 && p ? "lost" : err ? NULL : "no error";
  if (g)
    fault = derives_but_p (g, events, done, lost) ? NULL : "expansion";
  if (lost > done || (lost && !(flags & WPP_SEQUITUR_LATER)))
    fault = "number of lost events";
  wpp_grammar_free (g);
  return fault;
}

static void
test_memory (unsigned flags)
{
  enum { EVENTS = 12000 };
  uint32_t *events = malloc (EVENTS * sizeof *events);
  uint64_t rng = 12;
  for (size_t i = 0; i < EVENTS; i += 3000)
    make_events (events + i, 3000, &rng);
  const char *fault = NULL;
  bool failed = true, at_end = true;
  int round = 0, end = 0;
  for (; failed && !fault; round++)
    fault = short_of_memory (events, EVENTS, flags, round, -1, &failed);
  CHECK (!fault && round > 20, "short of memory %d times%s%s", round, fault ? ": " : "", fault ? fault : "");
  for (; at_end && !fault; end++)
    {
      at_end = false;
      for (int k = 0; k < round && !fault; k += 1 + round / 16)
        {
          fault = short_of_memory (events, EVENTS, flags, k, end, &failed);
          at_end |= failed;
        }
      at_end &= end < 40;
    }
  CHECK (!fault && end > 10, "and in the end %d times%s%s", end, fault ? ": " : "", fault ? fault : "");
  free (events);
}

int
main (void)
{
  test_random ();
  test_exact ();
  test_memory (WPP_SEQUITUR_EXPONENTS);
  test_memory (0);
  test_memory (WPP_SEQUITUR_EXPONENTS | WPP_SEQUITUR_LATER);
  return unit_done ();
}
