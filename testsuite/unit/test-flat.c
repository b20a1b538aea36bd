/* Flat grammars: the same sentence, of fewer rules, and damage to them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "activations/projection/flat.h"
#include "make-grammar.h"
#include "unit.h"

enum { MOST = 4000 };

struct sentence
{
  uint32_t event[MOST];
  uint64_t count[MOST];
  size_t n;
};

static int
add (void *data, uint32_t event, uint64_t count)
{
  struct sentence *s = data;
  if (s->n == MOST)
    return 1;
  s->event[s->n] = event;
  s->count[s->n++] = count;
  return 0;
}

/* Some 0 to MOST - 1 events, with runs, of which many come again.  */
static size_t
make_events (uint32_t *events, uint64_t *seed)
{
  size_t n = unit_random (seed) % MOST, alphabet = 1 + unit_random (seed) % 300;
  for (size_t i = 0; i < n;)
    {
      size_t again = unit_random (seed) % 60, from = i ? unit_random (seed) % i : 0;
      uint32_t event = 256 + unit_random (seed) % alphabet;
      if (i && unit_random (seed) % 2)
        for (; again && i < n; again--)
          events[i++] = events[from++];
      else
        for (size_t run = unit_random (seed) % 4 ? 1 : again; run && i < n; run--)
          events[i++] = event;
    }
  return n;
}

/* Does D, a decoded flat grammar, derive what G does?  */
static bool
same_p (const struct wpp_grammar *g, struct wpp_grammar *d)
{
  static struct sentence one, other;
  bool sorted = true;
  for (uint32_t k = 0; k < d->n_rules; k++)
    sorted &= d->order[k] == d->n_rules - 1 - k;
  one.n = other.n = 0;
  return sorted && !wpp_grammar_finish (d)
         && !wpp_grammar_expand (g, 0, add, &one) && !wpp_grammar_expand (d, 0, add, &other)
         && one.n == other.n && !memcmp (one.event, other.event, one.n * sizeof *one.event)
         && !memcmp (one.count, other.count, one.n * sizeof *one.count);
}

/* Is what B has the same with S apart and put back?  */
static bool
apart_p (const struct wpp_grammar *g, const struct wpp_buffer *b)
{
  int err;
  struct wpp_sentence *s;
  struct wpp_grammar *d = wpp_flat_decode (b->data, b->size, &s, &err);
  bool ok = d && s && d->start[1] == 0 && (s->narrow != NULL) != (s->wide != NULL)
            && !wpp_sentence_put_back (s, d);
  struct wpp_sentence *again = ok ? wpp_sentence_of (d) : NULL;
  ok = ok && again && again->n == s->n && d->start[1] == s->n && !wpp_grammar_finish (d);
  if (ok)
    {
      /* Its rules come wholes before parts no longer: only what it derives is compared.  */
      static struct sentence one, other;
      one.n = other.n = 0;
      ok = !wpp_grammar_expand (g, 0, add, &one) && !wpp_grammar_expand (d, 0, add, &other)
           && one.n == other.n && !memcmp (one.event, other.event, one.n * sizeof *one.event)
           && !memcmp (one.count, other.count, one.n * sizeof *one.count);
    }
  wpp_sentence_free (again);
  wpp_sentence_free (s);
  wpp_grammar_free (d);
  return ok;
}

/* Grammars of random events, coded and decoded; how many went wrong.  */
static unsigned
wrong_trip (uint64_t *seed, uint64_t *fewer)
{
  static uint32_t events[MOST];
  struct wpp_buffer b = { 0 };
  struct wpp_grammar *g = grammar_of (events, make_events (events, seed));
  int err = wpp_flat_encode (g, &b);
  struct wpp_grammar *d = err ? NULL : wpp_flat_decode (b.data, b.size, NULL, &err);
  unsigned wrong = !d || !same_p (g, d) || !apart_p (g, &b);
  *fewer += d && d->n_rules < g->n_rules ? g->n_rules - d->n_rules : 0;
  wpp_grammar_free (d);
  /* No beginning of it is a grammar, nor does more than it make one.  */
  for (size_t cut = 0; cut < b.size && !wrong; cut += 1 + b.size / 20)
    wrong += (d = wpp_flat_decode (b.data, cut, NULL, &err)) != NULL || err != WPP_E_CORRUPT;
  wpp_put_u8 (&b, 0);
  wrong += (d = wpp_flat_decode (b.data, b.size, NULL, &err)) != NULL || err != WPP_E_CORRUPT;
  /* A byte that is another: an error, or a grammar that is in order.  */
  for (unsigned i = 0; i < 50; i++)
    {
      unsigned char *p = &b.data[unit_random (seed) % (b.size - 1)], was = *p;
      *p = unit_random (seed);
      d = wpp_flat_decode (b.data, b.size - 1, NULL, &err);
      wrong += d ? wpp_grammar_finish (d) != 0 : err != WPP_E_CORRUPT;
      wpp_grammar_free (d);
      struct wpp_sentence *apart;
      d = wpp_flat_decode (b.data, b.size - 1, &apart, &err);
      wrong += d ? wpp_sentence_put_back (apart, d) == WPP_E_NOMEM : err != WPP_E_CORRUPT || apart;
      wpp_grammar_free (d);
      wpp_sentence_free (apart);
      *p = was;
    }
  wpp_grammar_free (g);
  wpp_buffer_release (&b);
  return wrong;
}

/* Is the flat grammar BYTES [SIZE] refused?  */
static bool
refused_p (const unsigned char *bytes, size_t size)
{
  int err = 0;
  return !wpp_flat_decode (bytes, size, NULL, &err) && err == WPP_E_CORRUPT;
}

/* The same with S apart.  */
static bool
refused_apart_p (const unsigned char *bytes, size_t size)
{
  int err = 0;
  struct wpp_sentence *s;
  struct wpp_grammar *g = wpp_flat_decode (bytes, size, &s, &err);
  wpp_grammar_free (g);
  wpp_sentence_free (s);
  return !g && err == WPP_E_CORRUPT;
}

/* Of S of many symbols of WIDTH bytes, is one that is wrong noticed wherever it is?  */
static bool
noticed_p (unsigned width)
{
  enum { N = 9000, HEAD = 9 };
  static unsigned char bytes[HEAD + 4 * N];
  bool ok = true;
  memcpy (bytes, (unsigned char[]){ 1, 1, 0, (N & 127) | 128, N >> 7, width, 65, (N & 127) | 128, N >> 7 }, HEAD);
  ok &= !refused_apart_p (bytes, HEAD + N * width);
  for (unsigned i = 0; i < N; i += 1 + i % 37)
    /* S itself, what is no symbol, and, of two bytes, what would be negative.  */
    for (unsigned wrong = 1; wrong < 4; wrong++)
      {
        unsigned char *symbol = bytes + HEAD + i * width;
        symbol[wrong == 3 ? width - 1 : 0] = wrong == 3 ? 0x80 : wrong;
        ok &= refused_apart_p (bytes, HEAD + N * width);
        memset (symbol, 0, width);
      }
  return ok;
}
#define REFUSED(...) refused_p ((unsigned char[]){ __VA_ARGS__ }, sizeof (unsigned char[]){ __VA_ARGS__ })

int
main (void)
{
  uint64_t seed = 5, fewer = 0;
  unsigned wrong = 0;
  enum { TRIPS = 600 };
  for (int i = 0; i < TRIPS; i++)
    wrong += wrong_trip (&seed, &fewer);
  CHECK (wrong == 0, "%d grammars there and back, cut and damaged", TRIPS);
  CHECK (noticed_p (1) && noticed_p (2) && noticed_p (4), "wrong symbols in a long S");
  CHECK (fewer > 10 * TRIPS, "rules that save little are written out");

  /* terminals, rules, powers, symbols, width; the terminals; the lengths; the powers; the symbols.  */
  int err;
  unsigned char right[] = { 1, 2, 1, 3, 1, 65, 2, 0, 2, 2, 2, 3, 0 };
  struct wpp_grammar *g = wpp_flat_decode (right, sizeof right, NULL, &err);
  CHECK (g && g->start[1] == 2 && g->symbols[0] == (WPP_RULE | 1) && g->symbols[1] == (WPP_RULE | 1)
           && g->exponents[0] == 1 && g->exponents[1] == 2, "a small one, byte for byte");
  wpp_grammar_free (g);
  CHECK (REFUSED (1, 2, 1, 3, 1, 65, 2, 0, 2, 2, 2, 3, 2), "a rule that is in itself");
  CHECK (REFUSED (1, 2, 1, 3, 1, 65, 2, 0, 2, 2, 2, 3, 1), "S in a rule");
  CHECK (REFUSED (1, 2, 1, 3, 1, 65, 2, 0, 2, 0, 2, 3, 0), "a power of no copy");
  CHECK (REFUSED (1, 2, 1, 3, 1, 65, 2, 0, 3, 2, 2, 3, 0), "a power of a power");
  CHECK (REFUSED (1, 2, 1, 3, 1, 65, 2, 0, 2, 2, 2, 4, 0), "a symbol that is none");
  CHECK (REFUSED (1, 2, 1, 3, 1, 65, 2, 0, 0, 2, 3, 0, 0), "a rule that is not used");
  CHECK (REFUSED (2, 1, 0, 2, 1, 65, 65, 2, 0, 1), "a terminal twice");
  CHECK (REFUSED (1, 2, 1, 3, 0, 65, 2, 0, 2, 2), "symbols of no byte");
  CHECK (REFUSED (1, 2, 1, 3, 5, 65, 2, 0, 2, 2), "and of too many");
  CHECK (REFUSED (255, 255, 255, 255, 15, 255, 255, 255, 255, 15, 1, 3, 1), "more than there are bytes for");
  return unit_done ();
}
