/* Unit tests of the compact form of grammars.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "grammar/coding/codec.h"
#include "grammar/sequitur/sequitur.h"
#include "unit.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* ---- Making grammars.  */

static struct wpp_grammar *
grammar_of (const uint32_t *events, size_t n, unsigned flags)
{
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  int err = wpp_sequitur_append (s, events, n, NULL);
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (s, &err);
  wpp_sequitur_free (s);
  return g;
}

/* A grammar of N_RULES rules, given by their lengths; SYMBOLS and EXPONENTS (or null) are
   copied.  */
static struct wpp_grammar *
grammar_from (const uint32_t *terminals, uint32_t n_terminals, const uint64_t *lengths,
              uint32_t n_rules, const uint32_t *symbols, const uint32_t *exponents)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  g->n_terminals = n_terminals;
  g->n_rules = n_rules;
  g->terminals = calloc (n_terminals + 1, sizeof *g->terminals);
  memcpy (g->terminals, terminals, n_terminals * sizeof *terminals);
  g->start = calloc (n_rules + 1, sizeof *g->start);
  for (uint32_t r = 0; r < n_rules; r++)
    g->start[r + 1] = g->start[r] + lengths[r];
  uint64_t n = g->start[n_rules];
  g->symbols = calloc (n + 1, sizeof *g->symbols);
  memcpy (g->symbols, symbols, n * sizeof *symbols);
  if (exponents)
    {
      g->exponents = calloc (n + 1, sizeof *g->exponents);
      memcpy (g->exponents, exponents, n * sizeof *exponents);
    }
  if (wpp_grammar_finish (g) == 0)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

static bool
same_grammar (const struct wpp_grammar *a, const struct wpp_grammar *b)
{
  if (a->n_terminals != b->n_terminals || a->n_rules != b->n_rules
      || memcmp (a->start, b->start, (a->n_rules + 1) * sizeof *a->start)
      || !a->exponents != !b->exponents)
    return false;
  size_t n = a->start[a->n_rules] * sizeof (uint32_t);
  return !memcmp (a->terminals, b->terminals, a->n_terminals * sizeof (uint32_t))
         && !memcmp (a->symbols, b->symbols, n)
         && (!a->exponents || !memcmp (a->exponents, b->exponents, n));
}

/* Code G and decode it again; *SIZE, if not null, is the size between.  */
static struct wpp_grammar *
through (const struct wpp_grammar *g, size_t *size)
{
  unsigned char *bytes = NULL, *again = NULL;
  size_t n = 0, n_again = 0;
  int err = wpp_grammar_encode (g, &bytes, &n);
  CHECK_QUIET (err == 0, "encoding: %s", wpp_strerror (err));
  err = wpp_grammar_encode (g, &again, &n_again);
  CHECK_QUIET (err == 0 && n == n_again && !memcmp (bytes, again, n), "the same bytes twice");
  struct wpp_grammar *decoded = wpp_grammar_decode (bytes, n, &err);
  CHECK_QUIET (decoded, "decoding: %s", wpp_strerror (err));
  if (size)
    *size = n;
  free (bytes);
  free (again);
  return decoded;
}

static bool
survives_p (struct wpp_grammar *g)
{
  struct wpp_grammar *d = g ? through (g, NULL) : NULL;
  bool same = d && same_grammar (g, d);
  wpp_grammar_free (d);
  wpp_grammar_free (g);
  return same;
}

/* ---- Round trips.  */

/* Events with runs and repeated phrases.  */
static size_t
make_events (uint64_t *random, uint32_t *events, size_t room, uint32_t alphabet, uint32_t base)
{
  size_t n = 0;
  while (n < room)
    {
      uint64_t r = unit_random (random);
      size_t length = 1 + r % 9, from = n ? (r >> 8) % n : 0;
      uint32_t event = base + (r >> 40) % alphabet;
      bool copy = n && r >> 32 & 1;
      for (size_t i = 0; i < length && n < room; i++)
        events[n++] = copy ? events[from + i] : event;
    }
  return n;
}

static void
test_random (void)
{
  static const uint32_t alphabets[] = { 1, 2, 3, 10, 300, 100000 };
  static uint32_t events[4000];
  uint64_t random = 42;
  unsigned wrong = 0, rounds = 0;
  for (size_t n = 0; n <= 4000; n = n < 24 ? n + 1 : n * 2 + 37)
    for (size_t a = 0; a < COUNT (alphabets); a++)
      for (unsigned flags = 0; flags < 4; flags++, rounds++)
        {
          make_events (&random, events, n, alphabets[a], a % 2 ? 256 : 0xfffe0000);
          wrong += !survives_p (grammar_of (events, n, flags));
        }
  CHECK (wrong == 0, "%u grammars of random events come back the same", rounds);
}

static void
test_extremes (void)
{
  static const uint32_t words[] = { UINT32_MAX, 0, 0x80000000, 1, 0x7fffffff, 256 };
  static const uint64_t six[] = { 6 };
  static const uint32_t symbols[] = { 0, 1, 2, 3, 4, 5 };
  static const uint32_t exponents[] = { 1, UINT32_MAX, 2, 0x80000000, 3, 65536 };
  CHECK (survives_p (grammar_from (words, 6, six, 1, symbols, exponents)),
         "extreme events and exponents come back the same");
  static uint32_t same[450000];
  static const uint64_t many[] = { COUNT (same) };
  CHECK (survives_p (grammar_from (words, 1, many, 1, same, NULL)),
         "symbols that cost next to nothing do");
  static const uint64_t none[] = { 0 };
  CHECK (survives_p (grammar_from (words, 0, none, 1, symbols, NULL)), "an empty grammar does");
}

/* A grammar of one rule, N EVENTS.  */
static struct wpp_grammar *
flat_grammar (const unsigned char *events, uint64_t n)
{
  uint32_t numbers[256], terminals[256], n_terminals = 0, *symbols = calloc (n, sizeof *symbols);
  bool seen[256] = { false };
  for (uint64_t i = 0; i < n; i++)
    {
      if (!seen[events[i]])
        {
          seen[events[i]] = true;
          terminals[n_terminals] = events[i];
          numbers[events[i]] = n_terminals++;
        }
      symbols[i] = numbers[events[i]];
    }
  struct wpp_grammar *g = grammar_from (terminals, n_terminals, &n, 1, symbols, NULL);
  free (symbols);
  return g;
}

/* Contexts with many followers, then some with fewer, each of which has them in turn: the places that they do not have
   stay as likely as they were, and all are possible again in the end.  */
static void
test_followers (void)
{
  static const unsigned followers[] = { 12, 10, 8, 6, 4, 12 };
  static unsigned char events[COUNT (followers) * 60 * 5];
  uint64_t n = 0;
  for (size_t i = 0; i < COUNT (followers); i++)
    for (unsigned j = 0; j < 48 + followers[i]; j++)
      {
        for (unsigned k = 0; k < 4; k++)
          events[n++] = 100 + 4 * followers[i] + k;
        events[n++] = j % followers[i];
      }
  CHECK (survives_p (flat_grammar (events, n)), "contexts with ever fewer followers do");
}

/* Rule r begins with rule r + 1, N deep, and each is used twice.  */
static void
test_deep (void)
{
  enum { N = 3000 };
  static uint32_t symbols[3 * N];
  static uint64_t lengths[N];
  static const uint32_t terminals[] = { 300, 301, 302 };
  size_t n = 0;
  for (uint32_t r = 0; r < N; r++)
    {
      size_t begin = n;
      symbols[n++] = r + 1 < N ? WPP_RULE | (r + 1) : 0;
      symbols[n++] = r + 1 < N ? r % 2 : 1;
      if (r + 1 < N)
        symbols[n++] = WPP_RULE | (r + 1);
      if (r == 30)   /* keep lengths within 63 bits */
        symbols[n - 1] = 0;
      if (r > 30 && r + 1 < N)
        symbols[n - 1] = 1 + r % 2;
      lengths[r] = n - begin;
    }
  struct wpp_grammar *g = grammar_from (terminals, 3, lengths, N, symbols, NULL);
  struct wpp_grammar *d = g ? through (g, NULL) : NULL;
  CHECK (d && same_grammar (d, g),
         "%d rules, each the beginning of the next, come back the same", N);
  wpp_grammar_free (g);
  wpp_grammar_free (d);
}

/* Rules and terminals in another order come back in the order of first occurrence.  */
static void
test_order (void)
{
  static const uint32_t terminals[] = { 500, 400, 300 };
  static const uint64_t lengths[] = { 4, 2, 3 };
  static const uint32_t symbols[]
    = { WPP_RULE | 2, 2, WPP_RULE | 1, WPP_RULE | 2, 0, 0, 1, WPP_RULE | 1, 1 };
  static const uint32_t first[] = { 400, 500, 300 };
  static const uint64_t new_lengths[] = { 4, 3, 2 };
  static const uint32_t expected[]
    = { WPP_RULE | 1, 2, WPP_RULE | 2, WPP_RULE | 1, 0, WPP_RULE | 2, 0, 1, 1 };
  struct wpp_grammar *g = grammar_from (terminals, 3, lengths, 3, symbols, NULL);
  struct wpp_grammar *want = grammar_from (first, 3, new_lengths, 3, expected, NULL);
  struct wpp_grammar *d = g ? through (g, NULL) : NULL;
  CHECK (d && want && same_grammar (d, want),
         "rules and terminals are numbered by first occurrence");
  wpp_grammar_free (g);
  wpp_grammar_free (d);
  wpp_grammar_free (want);
}

enum { MOST_RULES = 12, MOST_SYMBOLS = 4 };

/* Any grammar, not one that SEQUITUR would make: rule r has r + 1 and some more after r.  */
static struct wpp_grammar *
any_grammar (uint64_t *random)
{
  static const uint32_t terminals[] = { 256, 4000000000, 257, 17, 300 };
  uint32_t symbols[MOST_RULES * MOST_SYMBOLS], exponents[MOST_RULES * MOST_SYMBOLS], n = 0;
  uint64_t lengths[MOST_RULES];
  uint32_t n_rules = 1 + unit_random (random) % MOST_RULES;
  for (uint32_t r = 0; r < n_rules; r++)
    {
      lengths[r] = 1 + unit_random (random) % MOST_SYMBOLS;
      uint64_t link = r + 1 < n_rules ? unit_random (random) % lengths[r] : MOST_SYMBOLS;
      for (uint64_t i = 0; i < lengths[r]; i++, n++)
        {
          uint32_t s = r + unit_random (random) % 6;
          symbols[n] = i == link                ? WPP_RULE | (r + 1)
                       : s > r && s < n_rules ? WPP_RULE | s
                                              : s % 5;
          exponents[n] = 1 + unit_random (random) % 3;
        }
    }
  return grammar_from (terminals, 5, lengths, n_rules, symbols, n % 2 ? exponents : NULL);
}

static void
test_any (void)
{
  uint64_t random = 3;
  unsigned wrong = 0, rounds = 3000;
  for (unsigned i = 0; i < rounds; i++)
    {
      struct wpp_grammar *g = any_grammar (&random);
      struct wpp_grammar *d = g ? through (g, NULL) : NULL;
      struct wpp_grammar *again = d ? through (d, NULL) : NULL;
      /* What is decoded is in canonical order, and so stays as it is.  */
      wrong += !again || !same_grammar (d, again) || d->length[0] != g->length[0]
               || d->n_rules != g->n_rules || d->start[d->n_rules] != g->start[g->n_rules];
      wpp_grammar_free (g);
      wpp_grammar_free (d);
      wpp_grammar_free (again);
    }
  CHECK (wrong == 0, "%u grammars of any kind keep what they derive", rounds);
}

/* A grammar of more symbols than are modelled.  */
static void
test_plain (void)
{
  enum { N_TERMINALS = 1000, N_SYMBOLS = (1 << 23) + 1 };
  static uint32_t terminals[N_TERMINALS], symbols[N_SYMBOLS], exponents[N_SYMBOLS];
  uint64_t random = 5, length = N_SYMBOLS;
  for (uint32_t i = 0; i < N_TERMINALS; i++)
    terminals[i] = 256 + 7 * (N_TERMINALS - i);
  for (uint32_t i = 0; i < N_SYMBOLS; i++)
    {
      uint64_t r = unit_random (&random);
      symbols[i] = i < N_TERMINALS ? i : i % 16 ? symbols[i - 16] : r % N_TERMINALS;
      exponents[i] = r >> 61 ? 1 : 1 + (r >> 32) % 1000;
    }
  for (int with = 0; with < 2; with++)
    {
      struct wpp_grammar *g
        = grammar_from (terminals, N_TERMINALS, &length, 1, symbols, with ? exponents : NULL);
      unsigned char *bytes = NULL;
      size_t size = 0;
      int err = g ? wpp_grammar_encode (g, &bytes, &size) : WPP_E_NOMEM;
      struct wpp_grammar *d = err ? NULL : wpp_grammar_decode (bytes, size, &err);
      CHECK (d && bytes[0] == 128 && same_grammar (g, d), "a large grammar %s exponents, plainly",
             with ? "with" : "without");
      wpp_grammar_free (d);
      unsigned accepted = 0;
      for (size_t cut = 0; cut < size; cut += 1 + size / 4)
        accepted += (d = wpp_grammar_decode (bytes, cut, &err)) != NULL;
      CHECK (accepted == 0, "it is not read when it ends early");
      wpp_grammar_free (g);
      free (bytes);
    }
}

/* Profiles must stay readable: other bytes for this grammar mean another major version.  */
static void
test_format (void)
{
  uint64_t random = 12, sum = 0;
  for (unsigned i = 0; i < 100; i++)
    {
      unsigned char *bytes = NULL;
      size_t size = 0;
      struct wpp_grammar *g = any_grammar (&random);
      CHECK_QUIET (g && wpp_grammar_encode (g, &bytes, &size) == 0, "encoding");
      sum = XXH3_64bits_withSeed (bytes, size, sum);
      wpp_grammar_free (g);
      free (bytes);
    }
  CHECK (sum == UINT64_C (0xbde98c3a897896fe), "the bytes of the format: %#llx",
         (unsigned long long)sum);
}

/* ---- Size.  */

/* What a program might do: phases of loops whose bodies take one of a few ways, the choice
   depending on the ways before.  */
static size_t
make_program (uint32_t *events, size_t room)
{
  uint64_t random = 7;
  size_t n = 0;
  while (n < room)
    {
      uint32_t phase = 256 + 64 * (unit_random (&random) % 6), state = 0;
      unsigned turns = 50 + unit_random (&random) % 400;
      for (; turns > 0 && n + 8 < room; turns--)
        {
          uint32_t surprise = unit_random (&random) % 16 == 0;
          state = (5 * state + 3 + surprise) % 12;
          events[n++] = phase + state;
          events[n++] = phase + 20 + state / 3;
          for (uint32_t k = state % 4; k > 0; k--)
            events[n++] = phase + 40;
        }
      if (n + 8 >= room)
        break;
    }
  return n;
}

static size_t
xz_size (const uint32_t *events, size_t n)
{
  size_t room = 4 * n + 4096, size = 0;
  unsigned char *raw = malloc (4 * n), *out = malloc (room);
  for (size_t i = 0; i < n; i++)
    wpp_store_u32 (raw + 4 * i, events[i]);
  if (lzma_easy_buffer_encode (9 | LZMA_PRESET_EXTREME, LZMA_CHECK_CRC64, NULL, raw, 4 * n, out,
                               &size, room)
      != LZMA_OK)
    size = 0;
  free (raw);
  free (out);
  return size;
}

static void
test_size (void)
{
  enum { N = 200000 };
  uint32_t *events = malloc (N * sizeof *events);
  size_t n = make_program (events, N), size = 0, xz = xz_size (events, n);
  struct wpp_grammar *g = grammar_of (events, n, WPP_SEQUITUR_EXPONENTS);
  struct wpp_grammar *d = through (g, &size);
  CHECK (d && same_grammar (g, d), "a grammar of %zu events comes back the same", n);
  CHECK (xz > 0 && 10 * size < 9 * xz, "%zu bytes; xz -9e of the events needs %zu", size, xz);
  wpp_grammar_free (g);
  wpp_grammar_free (d);
  free (events);
}

/* ---- Hostile bytes.  */

static unsigned char *
coded_example (size_t *size)
{
  static uint32_t events[600];
  uint64_t random = 99;
  unsigned char *bytes = NULL;
  make_events (&random, events, 600, 12, 256);
  struct wpp_grammar *g = grammar_of (events, 600, WPP_SEQUITUR_EXPONENTS);
  CHECK_QUIET (wpp_grammar_encode (g, &bytes, size) == 0, "encoding the example");
  wpp_grammar_free (g);
  return bytes;
}

/* Is what DATA decodes to an error other than WPP_E_NOMEM, or a grammar in order?  */
static bool
harmless_p (const unsigned char *data, size_t size, const struct wpp_grammar *not_this)
{
  int err = 0;
  struct wpp_grammar *g = wpp_grammar_decode (data, size, &err);
  if (!g)
    return err == WPP_E_CORRUPT || err == WPP_E_TOOBIG;
  bool good = err == 0 && g->order && g->length && !(not_this && same_grammar (g, not_this));
  wpp_grammar_free (g);
  return good;
}

static void
test_damage (void)
{
  size_t size = 0;
  int err;
  unsigned char *bytes = coded_example (&size);
  struct wpp_grammar *g = wpp_grammar_decode (bytes, size, &err);
  unsigned wrong = 0;
  for (size_t n = 0; n < size; n++)
    {
      unsigned char *cut = malloc (n ? n : 1);   /* so that a byte too far is noticed */
      memcpy (cut, bytes, n);
      wrong += !harmless_p (cut, n, g);
      free (cut);
    }
  CHECK (wrong == 0 && size > 100, "cut off at each of %zu bytes: not the same grammar", size);
  for (size_t i = 0; i < 8 * size; i++)
    {
      bytes[i / 8] ^= 1 << i % 8;
      wrong += !harmless_p (bytes, size, NULL);
      bytes[i / 8] ^= 1 << i % 8;
    }
  CHECK (wrong == 0, "each of %zu bits flipped: an error or a grammar", 8 * size);
  bytes = realloc (bytes, size + 1);
  bytes[size] = 0;
  struct wpp_grammar *longer = wpp_grammar_decode (bytes, size + 1, &err);
  CHECK (!longer || same_grammar (longer, g), "a byte more changes nothing, or is an error");
  wpp_grammar_free (longer);
  wpp_grammar_free (g);
  free (bytes);
}

static void
test_noise (void)
{
  unsigned char noise[300];
  uint64_t random = 5;
  unsigned wrong = 0;
  for (unsigned round = 0; round < 2000; round++)
    {
      for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = unit_random (&random) >> 32;
      /* A header that promises something, so that the rest is looked at.  */
      noise[0] &= 1;
      for (size_t i = 1; i < 5; i++)
        noise[i] &= 127;
      noise[2] = noise[2] ? noise[2] : 1;
      wrong += !harmless_p (noise, round % sizeof noise, NULL);
    }
  CHECK (wrong == 0, "2000 rounds of noise: an error or a grammar");
}

static void
test_header (void)
{
  static const struct
  {
    const char *what;
    uint64_t flags, terminals, rules, symbols, s_length;
  } cases[] = { { "unknown flags", 2, 1, 1, 1, 1 },
                { "no rule", 0, 1, 0, 1, 1 },
                { "more rules than symbols", 0, 1, 9, 3, 1 },
                { "more terminals than symbols", 0, 4, 1, 3, 3 },
                { "S longer than all rules", 0, 1, 1, 3, 4 },
                { "more symbols than bytes can hold", 0, 1, 1, 65536 * 20, 1 },
                { "2^64 - 1 symbols", 0, 1, 1, UINT64_MAX, 1 },
                { "2^32 terminals", 0, UINT64_C (1) << 32, 1, 1, 1 } };
  for (size_t i = 0; i < COUNT (cases); i++)
    {
      struct wpp_buffer b = { 0 };
      int err = 0;
      wpp_put_u8 (&b, cases[i].flags);
      wpp_put_leb (&b, cases[i].terminals);
      wpp_put_leb (&b, cases[i].rules);
      wpp_put_leb (&b, cases[i].symbols);
      wpp_put_leb (&b, cases[i].s_length);
      wpp_put_u64 (&b, 0);
      struct wpp_grammar *g = wpp_grammar_decode (b.data, b.size, &err);
      CHECK (!g && err == WPP_E_CORRUPT, "header with %s: %s", cases[i].what, wpp_strerror (err));
      wpp_grammar_free (g);
      wpp_buffer_release (&b);
    }
}

int
main (void)
{
  test_random ();
  test_extremes ();
  test_followers ();
  test_deep ();
  test_order ();
  test_any ();
  test_plain ();
  test_format ();
  test_size ();
  test_damage ();
  test_noise ();
  test_header ();
  return unit_done ();
}
