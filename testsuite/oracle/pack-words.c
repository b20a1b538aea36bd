/* pack-words rules|trace|plain PROFILE OUT: PROFILE with packed words (words.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   rules: some rules that derive nothing but paths become words.  Spelled out, the grammar is what it was.  trace: what
   occurs most often in the trace becomes words, two and three different paths in a row, and one path four times; the
   grammar is made anew, of words.  plain: no packed words; the grammars are those that a reader of PROFILE has.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "profile/events.h"
#include "profile/read.h"
#include "profile/write.h"
#include "sequitur/sequitur.h"

#define LONGEST 3        /* different paths in a word */
#define KINDS 40         /* words of each length, made of a trace */
#define MOST_RULES 200   /* words made of a grammar's rules */
#define REPEAT 4

struct packer
{
  struct wpp_profile *profile;
  struct wpp_words words;
  uint32_t next;         /* word that is free, and those behind it */
};

static void
check (int good, const char *what)
{
  if (good)
    return;
  fprintf (stderr, "pack-words: %s\n", what);
  exit (2);
}

static void *
grown (void *p, size_t n, size_t size)
{
  p = realloc (p, (n + 1) * size);
  check (p != NULL, "out of memory");
  return p;
}

/* A new word of N RUNS.  Sequences point to their runs when all words are known.  */
static uint32_t
add_word (struct packer *p, const struct wpp_event_run *runs, uint32_t n)
{
  struct wpp_words *w = &p->words;
  w->words = grown (w->words, w->n, sizeof *w->words);
  w->runs = grown (w->runs, w->n_runs + n, sizeof *w->runs);
  memcpy (w->runs + w->n_runs, runs, n * sizeof *runs);
  w->n_runs += n;
  w->words[w->n++] = (struct wpp_word){ p->next, { n, NULL } };
  check (p->next < UINT32_MAX, "no words are left");
  return p->next++;
}

static void
link_runs (struct wpp_words *w)
{
  const struct wpp_event_run *runs = w->runs;
  for (uint32_t i = 0; i < w->n; runs += w->words[i++].sequence.n)
    w->words[i].sequence.runs = runs;
}

static uint32_t
first_free (const struct wpp_profile *p)
{
  uint64_t next = WPP_EVENT_FIRST_PATH;
  for (size_t i = 0; i < p->n_by_base; i++)
    next = (uint64_t) p->by_base[i]->base + p->by_base[i]->n_paths;
  if (p->wide.n)
    next = (uint64_t) p->wide.functions[0].first + p->wide.n_paths;
  check (next < UINT32_MAX, "no words are left");
  return next;
}

/* ---- rules  */

/* May rule R of G become a word?  */
static bool
packable_p (const struct wpp_grammar *g, uint32_t r)
{
  bool good = r > 0 && g->start[r + 1] - g->start[r] <= WPP_WORD_RUNS;
  for (uint64_t i = g->start[r]; i < g->start[r + 1] && good; i++)
    good = !WPP_IS_RULE (g->symbols[i]) && wpp_event_path_p (g->terminals[g->symbols[i]]);
  return good;
}

static uint32_t
word_of_rule (struct packer *p, const struct wpp_grammar *g, uint32_t r)
{
  struct wpp_event_run runs[WPP_WORD_RUNS];
  uint32_t n = 0;
  for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
    runs[n++] = (struct wpp_event_run){ g->terminals[g->symbols[i]], wpp_grammar_exponent (g, i) };
  return add_word (p, runs, n);
}

/* Give SYMBOLS [g->n_rules] to the rules of G: UINT32_MAX - k to the Kth that becomes a word, else their numbers.
   Return how many rules are left.  */
static uint32_t
number_rules (struct packer *p, const struct wpp_grammar *g, uint32_t *symbols, uint32_t *words, uint32_t *n_words)
{
  uint32_t left = 0;
  *n_words = 0;
  for (uint32_t r = 0; r < g->n_rules; r++)
    if (*n_words < MOST_RULES && packable_p (g, r))
      {
        symbols[r] = UINT32_MAX - *n_words;
        words[(*n_words)++] = word_of_rule (p, g, r);
      }
    else
      symbols[r] = left++;
  return left;
}

/* The terminal WORD of G, made if need be.  */
static uint32_t
terminal (struct wpp_grammar *g, uint32_t word)
{
  uint32_t t = 0;
  while (t < g->n_terminals && g->terminals[t] != word)
    t++;
  if (t == g->n_terminals)
    g->terminals[g->n_terminals++] = word;
  return t;
}

static struct wpp_grammar *
pack_rules (struct packer *p, const struct wpp_grammar *g)
{
  uint32_t *rules = grown (NULL, g->n_rules, sizeof *rules), words[MOST_RULES], n_words;
  struct wpp_grammar *packed = calloc (1, sizeof *packed);
  check (packed != NULL, "out of memory");
  uint32_t n = number_rules (p, g, rules, words, &n_words);
  uint64_t at = 0, symbols = g->start[g->n_rules];
  packed->terminals = grown (NULL, (size_t) g->n_terminals + MOST_RULES, sizeof *packed->terminals);
  packed->start = grown (NULL, n, sizeof *packed->start);
  packed->symbols = grown (NULL, symbols, sizeof *packed->symbols);
  packed->exponents = grown (NULL, symbols, sizeof *packed->exponents);
  for (uint32_t r = 0; r < g->n_rules; r++)
    {
      if (rules[r] >= n)
        continue;
      packed->start[rules[r]] = at;
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++, at++)
        {
          uint32_t s = g->symbols[i], rule = WPP_IS_RULE (s) ? rules[WPP_RULE_INDEX (s)] : 0;
          packed->exponents[at] = wpp_grammar_exponent (g, i);
          packed->symbols[at] = !WPP_IS_RULE (s) ? terminal (packed, g->terminals[s])
                                : rule < n       ? WPP_RULE | rule
                                                 : terminal (packed, words[UINT32_MAX - rule]);
        }
    }
  packed->n_rules = n;
  packed->start[n] = at;
  check (!wpp_grammar_finish (packed), "a packed grammar makes no sense");
  free (rules);
  return packed;
}

/* ---- trace  */

struct trace
{
  uint32_t *events;
  size_t n, room;
};

static int
put_run (void *data, uint32_t event, uint64_t count)
{
  struct trace *t = data;
  check (t->n + count < 1 << 24, "the trace is too long");
  if (t->n + count > t->room)
    t->events = grown (t->events, t->room = 2 * (t->n + count), sizeof *t->events);
  for (; count > 0; count--)
    t->events[t->n++] = event;
  return 0;
}

struct gram
{
  uint32_t events[LONGEST];
  uint64_t count;
};

static int
compare_grams (const void *a, const void *b)
{
  return memcmp (((const struct gram *)a)->events, ((const struct gram *)b)->events, sizeof ((struct gram *)0)->events);
}

static int
compare_counts (const void *a, const void *b)
{
  const struct gram *x = a, *y = b;
  return x->count != y->count ? x->count < y->count ? 1 : -1 : compare_grams (a, b);
}

/* What occurs N times in a row in T from AT on is the gram G, if that are different paths, or (N is 1) one REPEATed.  */
static bool
gram_at_p (const struct trace *t, size_t at, uint32_t n, struct gram *g)
{
  size_t length = n == 1 ? REPEAT : n;
  *g = (struct gram){ .count = 1 };
  if (length > t->n - at)
    return false;
  for (size_t i = 0; i < length; i++)
    {
      bool same = i > 0 && t->events[at + i] == t->events[at + i - 1];
      if (!wpp_event_path_p (t->events[at + i]) || (i > 0 && same != (n == 1)))
        return false;
      g->events[n == 1 ? 0 : i] = t->events[at + i];
    }
  return true;
}

/* The KINDS most frequent grams of N paths of T, and the words that they become.  */
struct dictionary
{
  struct gram grams[KINDS];
  uint32_t words[KINDS], n;
};

static void
make_dictionary (struct packer *p, const struct trace *t, uint32_t n, struct dictionary *d)
{
  struct gram *all = grown (NULL, t->n, sizeof *all);
  size_t found = 0, kept = 0;
  for (size_t i = 0; i < t->n; i++)
    found += gram_at_p (t, i, n, &all[found]);
  qsort (all, found, sizeof *all, compare_grams);
  for (size_t i = 0; i < found; i++)
    if (kept && compare_grams (&all[kept - 1], &all[i]) == 0)
      all[kept - 1].count++;
    else
      all[kept++] = all[i];
  qsort (all, kept, sizeof *all, compare_counts);
  for (d->n = 0; d->n < KINDS && d->n < kept; d->n++)
    {
      struct wpp_event_run runs[LONGEST];
      for (uint32_t i = 0; i < n; i++)
        runs[i] = (struct wpp_event_run){ all[d->n].events[i], n == 1 ? REPEAT : 1 };
      d->grams[d->n] = all[d->n];
      d->words[d->n] = add_word (p, runs, n);
    }
  free (all);
}

/* The word that stands for what is in T from AT on, by D, of grams of N paths; or 0.  */
static uint32_t
word_at (const struct trace *t, size_t at, uint32_t n, const struct dictionary *d)
{
  struct gram g;
  if (!gram_at_p (t, at, n, &g))
    return 0;
  for (uint32_t i = 0; i < d->n; i++)
    if (compare_grams (&g, &d->grams[i]) == 0)
      return d->words[i];
  return 0;
}

static struct wpp_grammar *
pack_trace (struct packer *p, const struct wpp_grammar *g)
{
  struct trace t = { 0 };
  struct dictionary dictionaries[LONGEST + 1];
  struct wpp_sequitur *q = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  int err = 0;
  check (q && !wpp_grammar_expand (g, 0, put_run, &t), "out of memory");
  for (uint32_t n = 1; n <= LONGEST; n++)
    make_dictionary (p, &t, n, &dictionaries[n]);
  for (size_t at = 0; at < t.n;)
    {
      uint32_t word = word_at (&t, at, 1, &dictionaries[1]), length = REPEAT;
      for (uint32_t n = LONGEST; n > 1 && !word; n--)
        if ((word = word_at (&t, at, n, &dictionaries[n])))
          length = n;
      if (!word)
        {
          word = t.events[at];
          length = 1;
        }
      check (!wpp_sequitur_append (q, &word, 1, NULL), "out of memory");
      at += length;
    }
  struct wpp_grammar *packed = wpp_sequitur_grammar (q, &err);
  check (packed != NULL, "out of memory");
  wpp_sequitur_free (q);
  free (t.events);
  return packed;
}

/* ---- Profiles.  */

static int
put_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

/* Put PACK's grammars in the place of those of P.  */
static void
pack_all (struct packer *p, struct wpp_grammar *(*pack) (struct packer *p, const struct wpp_grammar *g))
{
  for (size_t t = 0; t < p->profile->n_threads; t++)
    for (size_t s = 0; s < p->profile->threads[t].n_segments; s++)
      {
        struct wpp_grammar **g = &p->profile->threads[t].segments[s], *packed = pack (p, *g);
        wpp_grammar_free (*g);
        *g = packed;
      }
  link_runs (&p->words);
}

static void
write_profile (const struct packer *p, FILE *out)
{
  struct wpp_profile run = *p->profile;
  struct wpp_writer *w = wpp_writer_new (put_bytes, out);
  check (w != NULL, "out of memory");
  run.words = p->words;
  wpp_writer_process (w, &run);
  for (size_t t = 0; t < run.n_threads; t++)
    {
      wpp_writer_thread (w, run.threads[t].index, run.threads[t].n_events, run.threads[t].lost);
      for (size_t s = 0; s < run.threads[t].n_segments; s++)
        wpp_writer_grammar (w, run.threads[t].segments[s]);
    }
  check (!wpp_writer_end (w), "cannot write");
  wpp_writer_free (w);
}

int
main (int argc, char **argv)
{
  struct wpp_place place = { 0 };
  struct packer p = { 0 };
  int err = 0;
  check (argc == 4, "usage: pack-words rules|trace|plain PROFILE OUT");
  p.profile = wpp_profile_read (argv[2], &err, &place);
  check (p.profile != NULL, place.what[0] ? place.what : wpp_strerror (err));
  p.next = first_free (p.profile);
  if (!strcmp (argv[1], "rules"))
    pack_all (&p, pack_rules);
  else if (!strcmp (argv[1], "trace"))
    pack_all (&p, pack_trace);
  else
    check (!strcmp (argv[1], "plain"), "no such mode");
  FILE *out = fopen (argv[3], "wb");
  check (out != NULL, "cannot write");
  write_profile (&p, out);
  check (!fclose (out), "cannot write");
  printf ("%u packed words\n", p.words.n);
  wpp_words_release (&p.words);
  wpp_profile_free (p.profile);
  return 0;
}
