/* What must hold of every grammar that SEQUITUR makes, checked the slow way.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "sequitur-check.h"
#include "grammar/sequitur/sequitur-impl.h"
#include "unit.h"

/* ---- the grammar  */

struct digram_at /* a digram of a grammar and where it is */
{
  uint32_t letters[4]; /* symbol, exponent, symbol, exponent */
  uint64_t at;         /* of its left symbol; rules follow each other with a gap */
};

static int
compare_digrams (const void *a, const void *b)
{
  const struct digram_at *x = a, *y = b;
  int order = memcmp (x->letters, y->letters, sizeof x->letters);
  return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* Do two of the N digrams D equal each other without overlap?  */
static bool
duplicate_p (struct digram_at *d, size_t n)
{
  qsort (d, n, sizeof *d, compare_digrams);
  for (size_t i = 1; i < n; i++)
    if (memcmp (d[i].letters, d[i - 1].letters, sizeof d->letters) == 0)
      {
        if (d[i].at != d[i - 1].at + 1)
          return true;
        if (i > 1 && memcmp (d[i].letters, d[i - 2].letters, sizeof d->letters) == 0)
          return true;
      }
  return false;
}

static bool
digrams_unique_p (const struct wpp_grammar *g)
{
  uint64_t n = g->start[g->n_rules], k = 0;
  struct digram_at *d = malloc ((n + 1) * sizeof *d);
  for (uint32_t r = 0; r < g->n_rules; r++)
    for (uint64_t i = g->start[r]; i + 1 < g->start[r + 1]; i++)
      d[k++] = (struct digram_at){ { g->symbols[i], wpp_grammar_exponent (g, i), g->symbols[i + 1],
                                     wpp_grammar_exponent (g, i + 1) },
                                   i + r };
  bool duplicate = duplicate_p (d, k);
  free (d);
  return !duplicate;
}

/* Are the rules of G other than S used twice, or once with an exponent?  */
static bool
rules_useful_p (const struct wpp_grammar *g)
{
  uint32_t *uses = calloc (g->n_rules, sizeof *uses);
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    if (WPP_IS_RULE (g->symbols[i]))
      uses[WPP_RULE_INDEX (g->symbols[i])] += wpp_grammar_exponent (g, i) > 1 ? 2 : 1;
  bool ok = true;
  for (uint32_t r = 1; r < g->n_rules; r++)
    ok &= uses[r] >= 2;
  free (uses);
  return ok;
}

static bool
neighbours_differ_p (const struct wpp_grammar *g, uint32_t max)
{
  for (uint32_t r = 0; r < g->n_rules; r++)
    for (uint64_t i = g->start[r]; i + 1 < g->start[r + 1]; i++)
      if (g->symbols[i] == g->symbols[i + 1] && wpp_grammar_exponent (g, i) < max)
        return false;
  return true;
}

/* The next new number in a walk from rule R: every rule's first mention must be it.  */
static bool
numbered_p (const struct wpp_grammar *g, uint32_t r, uint32_t *next)
{
  for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
    if (WPP_IS_RULE (g->symbols[i]) && WPP_RULE_INDEX (g->symbols[i]) >= *next)
      if (WPP_RULE_INDEX (g->symbols[i]) != (*next)++
          || !numbered_p (g, WPP_RULE_INDEX (g->symbols[i]), next))
        return false;
  return true;
}

struct comparison
{
  const uint32_t *events;
  size_t n, at;
  uint32_t terminals; /* met so far */
  const struct wpp_grammar *g;
};

static int
compare (void *data, uint32_t event, uint64_t count)
{
  struct comparison *c = data;
  bool known = false;
  for (uint32_t t = 0; t < c->terminals && c->terminals < 16; t++)
    known |= c->g->terminals[t] == event;
  if (!known && c->terminals < 16 && c->g->terminals[c->terminals++] != event)
    return 1;
  for (; count > 0; count--, c->at++)
    if (c->at == c->n || c->events[c->at] != event)
      return 1;
  return 0;
}

const char *
grammar_fault (const struct wpp_grammar *g, const uint32_t *events, size_t n, bool exponents,
               uint32_t max)
{
  struct comparison c = { events, n, 0, 0, g };
  uint32_t next = 1;
  if (g->length[0] != n || wpp_grammar_expand (g, 0, compare, &c))
    return "expansion";
  if (!digrams_unique_p (g))
    return "digram uniqueness";
  if (!rules_useful_p (g))
    return "rule utility";
  if (exponents && !neighbours_differ_p (g, max))
    return "equal neighbours";
  if (!numbered_p (g, 0, &next) || next != g->n_rules)
    return "order of rules";
  return NULL;
}

/* ---- the builder  */

struct tour /* a walk through all rules of a builder */
{
  uint32_t *uses; /* [n_nodes] occurrences of a rule, by its guard */
  uint32_t *met;  /* the rules' guards */
  uint32_t n_met, n_symbols, n_digrams;
  struct digram_at *digrams;
  uint32_t big; /* DIGRAM_BIG of the builder */
  bool broken;
};

static void
tour_rule (const struct wpp_sequitur *s, struct tour *t, uint32_t guard)
{
  const struct node *n = s->nodes;
  uint32_t before = guard;
  for (uint32_t p = n[guard].next; p != guard; before = p, p = n[p].next)
    {
      t->broken |= n[p].prev != before || n[p].symbol == GUARD || n[p].exponent == 0;
      if (t->broken)
        return;
      t->n_symbols++;
      if (WPP_IS_RULE (n[p].symbol) && t->uses[WPP_RULE_INDEX (n[p].symbol)]++ == 0)
        t->met[t->n_met++] = WPP_RULE_INDEX (n[p].symbol);
      if (n[p].next != guard && n[n[p].next].next != START)
        t->digrams[t->n_digrams++] = (struct digram_at){
          { n[p].symbol, n[p].exponent, n[n[p].next].symbol, n[n[p].next].exponent }, p
        };
    }
  t->broken |= n[guard].prev != before || n[guard].symbol != GUARD;
}

/* Is HALF what the entry of a digram is to say about EXPONENT?  */
static bool
half_true_p (const struct tour *t, uint32_t half, uint32_t exponent)
{
  return half == (exponent < t->big ? exponent : t->big);
}

/* Does the entry of DIGRAM describe a digram of S at the PLACE it says?  */
static bool
entry_true_p (const struct wpp_sequitur *s, struct digram digram, uint32_t place, const struct tour *t)
{
  const struct node *n = s->nodes;
  uint32_t p = WPP_IS_RULE (place) ? n[WPP_RULE_INDEX (place)].next : place;
  uint32_t q = n[p].next, guard = n[p].prev;
  bool whole = guard != START && n[guard].symbol == GUARD && n[q].next == guard;
  bool listed = false;
  for (uint32_t i = 0; i < t->n_digrams; i++)
    listed |= t->digrams[i].at == p;
  return listed && whole == WPP_IS_RULE (place) && (!whole || WPP_RULE_INDEX (place) == guard)
         && digram.symbols == ((uint64_t)n[p].symbol << 32 | n[q].symbol)
         && half_true_p (t, digram.exponents >> 16, n[p].exponent)
         && half_true_p (t, digram.exponents & 0xffff, n[q].exponent);
}

static const char *
tour_fault (const struct wpp_sequitur *s, struct tour *t)
{
  t->met[t->n_met++] = START;
  for (uint32_t i = 0; i < t->n_met && !t->broken; i++)
    tour_rule (s, t, t->met[i]);
  if (t->broken)
    return "links";
  if (t->n_met != s->n_rules || t->n_symbols != s->n_symbols)
    return "numbers of rules and symbols";
  for (uint32_t i = 1; i < t->n_met; i++)
    if (s->nodes[t->met[i]].exponent != t->uses[t->met[i]])
      return "occurrences";
  uint32_t used = 0;
  for (size_t i = 0; i < BUCKET * (s->table.mask + 1); i++)
    {
      const struct bucket *b = &s->table.buckets[i / BUCKET];
      unsigned k = i % BUCKET;
      used += b->place[k] != 0;
      if (b->place[k] && !entry_true_p (s, (struct digram){ b->symbols[k], b->exponents[k] }, b->place[k], t))
        return "digram table's entries";
    }
  if (used != s->table.used)
    return "digram table's count";
  uint32_t distinct = t->n_digrams > 0;
  qsort (t->digrams, t->n_digrams, sizeof *t->digrams, compare_digrams);
  for (uint32_t i = 1; i < t->n_digrams; i++)
    distinct += memcmp (t->digrams[i].letters, t->digrams[i - 1].letters, 16) != 0;
  return used == distinct ? NULL : "digrams in the table";
}

const char *
builder_fault (const struct wpp_sequitur *s, uint32_t big)
{
  struct tour t = { .uses = calloc (s->n_nodes, sizeof *t.uses),
                    .met = calloc (s->n_nodes + 1, sizeof *t.met),
                    .digrams = calloc (s->n_nodes, sizeof *t.digrams),
                    .big = big };
  const char *fault = tour_fault (s, &t);
  free (t.uses);
  free (t.met);
  free (t.digrams);
  return fault;
}

const char *
grammar_text (const struct wpp_grammar *g)
{
  static char text[1000];
  size_t k = 0;
  for (uint32_t r = 0; r < g->n_rules; r++)
    {
      k += snprintf (text + k, sizeof text - k, "%s%c=", r ? " " : "", r ? '@' + r : 'S');
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        {
          uint32_t s = g->symbols[i], e = wpp_grammar_exponent (g, i);
          int c = WPP_IS_RULE (s) ? '@' + WPP_RULE_INDEX (s) : g->terminals[s];
          k += snprintf (text + k, sizeof text - k, e > 1 ? "%c^%u" : "%c", c, e);
        }
    }
  return text;
}

/* ---- shapes  */

enum shape
{
  RANDOM,
  RUNS,
  PERIODIC,
  NESTED,
  FIBONACCI,
  THUE_MORSE,
  LOOPS,
  N_SHAPES
};

/* Thue-Morse sequence.  */
static uint32_t
thue_morse (size_t i)
{
  return __builtin_popcountll (i) & 1;
}

/* Append to EVENTS, up to N, a loop nest of depth DEPTH with random trip counts.  */
static void
loops (uint32_t *events, size_t *at, size_t n, int depth, uint64_t *rng)
{
  uint32_t body = unit_random (rng) % 3;
  for (uint32_t trips = 1 + unit_random (rng) % 5; trips > 0; trips--)
    {
      if (*at < n)
        events[(*at)++] = 2 * depth + (unit_random (rng) % 8 ? 0 : 1);
      for (uint32_t k = 0; k < body && depth > 0; k++)
        loops (events, at, n, depth - 1, rng);
    }
}

/* Fill EVENTS [N] with SHAPE over an alphabet of K.  */
static void
draw (enum shape shape, uint32_t *events, size_t n, uint32_t k, uint64_t *rng)
{
  size_t period = 1 + unit_random (rng) % 12, outer = period * (2 + unit_random (rng) % 4) + 1;
  size_t a = 0, b = 1;
  for (size_t i = 0; i < n; i++)
    switch (shape)
      {
      case RUNS:
        events[i] = i > 0 && unit_random (rng) % 4 ? events[i - 1] : unit_random (rng) % k;
        break;
      case PERIODIC:
        events[i] = i < period || unit_random (rng) % 40 == 0 ? unit_random (rng) % k
                                                              : events[i - period];
        break;
      case NESTED:
        events[i] = i % outer < period ? i % outer % k
                    : i < outer        ? events[i - period]
                                       : events[i - outer];
        if (i % (3 * outer) == 3 * outer - 1)
          events[i] = k;
        break;
      case FIBONACCI: /* F[b .. b + a) is F[0 .. a): lengths a < b of the last two words */
        if (i >= a + b)
          {
            b += a;
            a = b - a;
          }
        events[i] = i < 2 ? i : events[i - b];
        break;
      case THUE_MORSE:
        events[i] = thue_morse (i / (1 + k % 3)) + 2 * (k > 3 && thue_morse (i + k));
        break;
      default:
        events[i] = unit_random (rng) % k;
      }
  size_t at = 0;
  while (shape == LOOPS && at < n)
    loops (events, &at, n, 3, rng);
}

/* Check after every one of EVENTS [N], with FLAGS.  Return what is wrong first, or null, and
 *AT where.  */
static const char *
first_fault (const uint32_t *events, size_t n, unsigned flags, uint32_t max, uint32_t big,
             size_t *at)
{
  struct wpp_sequitur *s = wpp_sequitur_new (flags);
  const char *fault = NULL;
  for (*at = 0; !fault; ++*at)
    {
      int err;
      fault = builder_fault (s, big);
      struct wpp_grammar *g = wpp_sequitur_grammar (s, &err);
      if (!fault)
        fault = !g ? "no grammar"
                   : grammar_fault (g, events, *at, flags & WPP_SEQUITUR_EXPONENTS, max);
      wpp_grammar_free (g);
      if (*at == n || fault)
        break;
      if (wpp_sequitur_append (s, &events[*at], 1, NULL))
        fault = "append";
    }
  wpp_sequitur_free (s);
  return fault;
}

static void
print_events (const uint32_t *events, size_t n)
{
  for (size_t i = 0; i < n; i++)
    printf ("%u%s", events[i], i + 1 < n ? " " : "\n");
}

void
check_shapes (const char *what, uint32_t max, uint32_t big)
{
  static const char *const names[N_SHAPES]
      = { "random", "runs", "periodic", "nested", "Fibonacci", "Thue-Morse", "loops" };
  uint64_t rng = 20;
  for (int shape = 0; shape < N_SHAPES; shape++)
    for (unsigned flags = 0; flags < 8; flags++)
      {
        uint32_t events[150];
        const char *fault = NULL;
        size_t n = 0, at = 0;
        for (uint32_t round = 0; round < 48 && !fault; round++)
          {
            n = round % 8 == 7 ? 150 : 50;
            draw (shape, events, n, 1 + round % 8, &rng);
            fault = first_fault (events, n, flags, max, big, &at);
          }
        CHECK (!fault, "%s: %s, %s%s%s%s%s", what, names[shape],
               flags & WPP_SEQUITUR_PLAIN ? "plain" : "look-ahead",
               flags & WPP_SEQUITUR_EXPONENTS ? ", exponents" : "",
               flags & WPP_SEQUITUR_RETRACE ? ", retracing" : "", fault ? ": " : "",
               fault ? fault : "");
        if (fault)
          print_events (events, at);
      }
}
