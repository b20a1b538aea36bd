/* Unit test of SEQUITUR(1).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Without arguments: the papers' examples, and strings of many shapes with
   everything checked after every event.  Arguments name traces (32-bit words, may
   be xz-compressed) to be built in all modes; sizes and speed are printed.  */

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grammar/sequitur/digram.h"
#include "base/error.h"
#include "sequitur-check.h"
#include "grammar/sequitur/sequitur.h"
#include "trace.h"
#include "unit.h"

#define PLAIN WPP_SEQUITUR_PLAIN
#define EXPONENTS WPP_SEQUITUR_EXPONENTS
#define RETRACE WPP_SEQUITUR_RETRACE

/* The grammar of EVENTS [N], appended in pieces of PIECE, with a look at the grammar every
   PEEK events if that is not 0.  */
static struct wpp_grammar *
build (const uint32_t *events, size_t n, unsigned flags, size_t piece, size_t peek)
{
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  int err = 0;
  size_t next_peek = peek;
  for (size_t i = 0; i < n && !err; i += piece)
    {
      size_t done, part = n - i < piece ? n - i : piece;
      err = wpp_sequitur_append (s, events + i, part, &done);
      CHECK_QUIET (!err && done == part, "append: %s", wpp_strerror (err));
      if (peek && i >= next_peek)
        {
          wpp_grammar_free (wpp_sequitur_grammar (s, &err));
          next_peek += peek;
        }
    }
  CHECK_QUIET (wpp_sequitur_events (s) == n, "events are counted");
  struct wpp_grammar *g = wpp_sequitur_grammar (s, &err);
  CHECK_QUIET (g && !err, "grammar: %s", wpp_strerror (err));
  wpp_sequitur_free (s);
  return g;
}

static void
example (const char *string, unsigned flags, const char *want)
{
  uint32_t events[64];
  size_t n = strlen (string);
  for (size_t i = 0; i < n; i++)
    events[i] = string[i];
  struct wpp_grammar *g = build (events, n, flags, n + 1, 0);
  const char *text = grammar_text (g);
  CHECK (strcmp (text, want) == 0, "%s%s%s: %s", string, flags & PLAIN ? ", plain" : "",
         flags & EXPONENTS ? ", exponents" : "", text);
  wpp_grammar_free (g);
}

static void
test_examples (void)
{
  for (unsigned flags = 0; flags < 8; flags++)
    {
      example ("", flags, "S=");
      example ("a", flags, "S=a");
      example ("abcabdabcabd", flags, flags & EXPONENTS ? "S=A^2 A=BcBd B=ab" : "S=AA A=BcBd B=ab");
      example ("abcabcabcabc", flags, flags & EXPONENTS ? "S=A^4 A=abc" : "S=AA A=BB B=abc");
      example ("abbbbbbbc", flags, flags & EXPONENTS ? "S=ab^7c" : "S=aAAAbc A=bb");
      example ("abcdbcabcd", flags, "S=ABA A=aBd B=bc");
    }
  example ("11111211111", PLAIN, "S=AB2BA A=11 B=A1");
  example ("11111211111", 0, "S=A2A A=BB1 B=11");
  example ("11111211111", EXPONENTS, "S=1^521^5");
  example ("abababcababab", EXPONENTS, "S=A^3cA^3 A=ab");
}

/* The empty builder and event words at the ends of their range.  */
static void
test_any_word (void)
{
  uint32_t events[] = { 0, UINT32_MAX, 0, UINT32_MAX, 1u << 31, 0, 0, 0 };
  for (unsigned flags = 0; flags < 8; flags++)
    {
      struct wpp_grammar *g = build (events, 8, flags, 8, 0);
      CHECK (!grammar_fault (g, events, 8, flags & EXPONENTS, UINT32_MAX), "any word, flags %u",
             flags);
      wpp_grammar_free (g);
    }
}

static bool
same_grammar_p (const struct wpp_grammar *a, const struct wpp_grammar *b)
{
  uint64_t n = a->start[a->n_rules];
  return a->n_rules == b->n_rules && a->n_terminals == b->n_terminals
         && memcmp (a->start, b->start, (a->n_rules + 1) * sizeof *a->start) == 0
         && memcmp (a->symbols, b->symbols, n * sizeof *a->symbols) == 0
         && (!a->exponents || memcmp (a->exponents, b->exponents, n * sizeof *a->exponents) == 0)
         && memcmp (a->terminals, b->terminals, a->n_terminals * sizeof *a->terminals) == 0;
}

/* Something like a program: calls of random routines, nested, with loops.  */
static size_t
program (uint32_t *events, size_t n, uint64_t *rng)
{
  size_t at = 0;
  while (at < n)
    {
      uint32_t routine = unit_random (rng) % 40;
      if (unit_random (rng) % 30 == 0)
        routine = unit_random (rng) % 5000;
      uint32_t trips = unit_random (rng) % 3 ? 1 : routine % 7 + unit_random (rng) % 3;
      for (; trips > 0 && at < n; trips--)
        for (uint32_t k = 0; k <= routine % 9 && at < n; k++)
          events[at++] = routine * (k + 1) % 977 + (unit_random (rng) % 500 == 0);
    }
  return n;
}

static void
test_pieces (void)
{
  size_t n = 60000;
  uint64_t rng = 4;
  uint32_t *events = malloc (n * sizeof *events);
  program (events, n, &rng);
  for (unsigned flags = 0; flags < 8; flags++)
    {
      struct wpp_grammar *whole = build (events, n, flags, n, 0);
      bool pieces = true;
      for (size_t piece = 1; piece < n; piece = 3 * piece + 1)
        {
          struct wpp_grammar *g = build (events, n, flags, piece, 0);
          pieces &= same_grammar_p (whole, g);
          wpp_grammar_free (g);
        }
      CHECK (pieces, "pieces of any size give the same grammar, flags %u", flags);
      struct wpp_grammar *g = build (events, n, flags, 7, 997);
      CHECK (same_grammar_p (whole, g), "looking at the grammar changes nothing, flags %u", flags);
      wpp_grammar_free (g);
      wpp_grammar_free (whole);
    }
  free (events);
}

/* Check the grammar of EVENTS [N] in all modes at the end only.  */
static void
check_big (const char *what, const uint32_t *events, size_t n)
{
  for (unsigned flags = 0; flags < 8; flags++)
    {
      struct wpp_grammar *g = build (events, n, flags, n, 0);
      const char *fault = grammar_fault (g, events, n, flags & EXPONENTS, UINT32_MAX);
      CHECK (!fault, "%s, flags %u: %lu symbols%s%s", what, flags,
             (unsigned long)g->start[g->n_rules], fault ? ": " : "", fault ? fault : "");
      wpp_grammar_free (g);
    }
}

static void
test_big (void)
{
  size_t n = 300000;
  uint64_t rng = 9;
  uint32_t *events = malloc (n * sizeof *events);
  check_big ("a program", events, program (events, n, &rng));
  for (size_t i = 0; i < n; i++)
    events[i] = unit_random (&rng) % 5;
  check_big ("random words", events, n);
  for (size_t i = 0; i < n; i++)
    events[i] = unit_random (&rng);
  check_big ("as many terminals as events", events, n);
  for (size_t i = 0; i < n; i++)
    events[i] = i % 1237 % 311 % 17;
  check_big ("periods", events, n);
  for (size_t i = 0; i < n; i++)
    events[i] = i / 100000;
  check_big ("long runs", events, n);
  free (events);
}

/* A run's symbols, memory and events are reported while it is built.  */
static void
test_figures (void)
{
  struct wpp_sequitur *s = wpp_sequitur_new (EXPONENTS);
  size_t before = wpp_sequitur_memory (s);
  uint64_t rng = 3;
  CHECK (wpp_sequitur_events (s) == 0 && wpp_sequitur_symbols (s) == 0, "nothing yet");
  for (int i = 0; i < 50000; i++)
    {
      uint32_t event = unit_random (&rng);
      wpp_sequitur_append (s, &event, 1, NULL);
    }
  CHECK (wpp_sequitur_events (s) == 50000 && wpp_sequitur_symbols (s) == 50000, "incompressible");
  CHECK (wpp_sequitur_memory (s) > before + 50000 * 16, "memory grows");
  wpp_sequitur_free (s);
}

/* ---- retracing and the exact grammar  */

/* The next event of a walk through procedures: each one is a list of events and of calls of those below
   it, one of two each time.  Write up to ROOM - AT events at EVENTS + AT and return where they end.  */
static size_t
walk_procedure (uint32_t *events, size_t at, size_t room, uint32_t procedure, uint64_t *rng)
{
  for (uint32_t i = 0; i < 8 && at < room; i++)
    if (procedure > 20 && i % 3 == 1)
      at = walk_procedure (events, at, room, procedure - 7 - (procedure + i) % 13 - unit_random (rng) % 2, rng);
    else
      events[at++] = procedure << 4 | i;
  return at;
}

static uint64_t
count_symbols (const uint32_t *events, size_t n, unsigned flags)
{
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  wpp_sequitur_append (s, events, n, NULL);
  uint64_t symbols = wpp_sequitur_symbols (s);
  wpp_sequitur_free (s);
  return symbols;
}

/* Letters are grouped much as SEQUITUR(1) groups them.  With guesses by 8 letters instead of 32 it is 14 % more
   symbols.  */
static void
test_symbols (void)
{
  size_t n = 2000000, at = 0;
  uint32_t *events = malloc (n * sizeof *events);
  uint64_t rng = 5;
  while (at < n)
    at = walk_procedure (events, at, n, 40 + unit_random (&rng) % 60, &rng);
  uint64_t exact = count_symbols (events, n, EXPONENTS);
  uint64_t retraced = count_symbols (events, n, EXPONENTS | RETRACE);
  CHECK (retraced * 100 <= exact * 110, "%lu symbols, %lu by retracing", (unsigned long)exact,
         (unsigned long)retraced);
  free (events);
}

/* ---- real traces  */

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void
run_trace (const char *file)
{
  size_t n;
  uint32_t *events = trace_read (file, &n);
  CHECK (events != NULL, "%s: read", file);
  for (unsigned flags = 0; events && flags < 8; flags++)
    {
      struct wpp_sequitur *s = wpp_sequitur_new (flags);
      int err = 0;
      double from = seconds ();
      wpp_sequitur_append (s, events, n, NULL);
      double took = seconds () - from;
      struct wpp_grammar *g = wpp_sequitur_grammar (s, &err);
      const char *fault = g ? grammar_fault (g, events, n, flags & EXPONENTS, UINT32_MAX) : "none";
      CHECK (!fault, "%s, %s%s%s: %u rules, %lu symbols, %.1f million events a second, %zu KB%s%s",
             file, flags & PLAIN ? "plain" : "look-ahead", flags & EXPONENTS ? ", exponents" : "",
             flags & RETRACE ? ", retracing" : "", g->n_rules, (unsigned long)g->start[g->n_rules], n / took * 1e-6,
             wpp_sequitur_memory (s) / 1024, fault ? ": " : "", fault ? fault : "");
      wpp_grammar_free (g);
      wpp_sequitur_free (s);
    }
  free (events);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    run_trace (argv[i]);
  if (argc > 1)
    return unit_done ();
  test_examples ();
  test_any_word ();
  test_figures ();
  check_shapes ("after every event", UINT32_MAX, DIGRAM_BIG);
  test_pieces ();
  test_big ();
  test_symbols ();
  return unit_done ();
}
