/* Grammars of runs of events (regrow.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A run of equal events is one word to who makes the grammar, and becomes a symbol with an exponent in the end.  So
   long runs take no time.  */

#include <stdlib.h>
#include "grammar/rules/alphabet.h"
#include "grammar/sequitur/phrases.h"
#include "grammar/sequitur/sequitur.h"
#include "base/array.h"
#include "base/error.h"
#include "recording/traces/regrow.h"

#define WORDS 4096

struct run
{
  uint32_t event, times;
};

struct wpp_growth
{
  struct wpp_phrases *phrases;
  struct run last;            /* not appended yet; TIMES may be 0 */
  struct run *runs;           /* [n_runs] words are their numbers */
  size_t n_runs, runs_room;
  struct wpp_hash_table table;
  uint32_t words[WORDS];
  size_t n_words;
  size_t most_memory;
};

struct wpp_growth *
wpp_growth_new (size_t most_memory)
{
  struct wpp_growth *w = calloc (1, sizeof *w);
  if (!w)
    return NULL;
  w->most_memory = most_memory;
  w->phrases = wpp_phrases_new (WPP_SEQUITUR_EXPONENTS | WPP_SEQUITUR_RETRACE);
  if (w->phrases)
    return w;
  free (w);
  return NULL;
}

void
wpp_growth_free (struct wpp_growth *w)
{
  if (!w)
    return;
  wpp_phrases_free (w->phrases);
  free (w->runs);
  wpp_hash_release (&w->table);
  free (w);
}

static bool
run_is_p (const void *runs, uint32_t number, const void *key)
{
  const struct run *a = (const struct run *)runs + number, *b = key;
  return a->event == b->event && a->times == b->times;
}

/* Set *WORD to the word of R.  */
static int
word_of (struct wpp_growth *w, const struct run *r, uint32_t *word)
{
  int err = wpp_hash_reserve (&w->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&w->table, (uint64_t)r->times << 32 | r->event);
  *word = wpp_hash_find (&w->table, hash, run_is_p, w->runs, r);
  if (*word != WPP_NO_ITEM)
    return WPP_OK;
  if (WPP_RESERVE (w->runs, w->runs_room, w->n_runs, 1))
    return WPP_E_NOMEM;
  *word = w->n_runs;
  w->runs[w->n_runs++] = *r;
  wpp_hash_add (&w->table, hash, *word);
  return WPP_OK;
}

static int
flush_words (struct wpp_growth *w)
{
  size_t done, n = w->n_words;
  w->n_words = 0;
  if (wpp_phrases_memory (w->phrases) + w->runs_room * sizeof *w->runs > w->most_memory)
    return WPP_E_TOOBIG;
  return n ? wpp_phrases_append (w->phrases, w->words, n, &done) : WPP_OK;
}

/* The last run is over.  */
static int
put_run (struct wpp_growth *w)
{
  uint32_t word;
  if (!w->last.times)
    return WPP_OK;
  int err = word_of (w, &w->last, &word);
  if (err)
    return err;
  w->words[w->n_words++] = word;
  return w->n_words == WORDS ? flush_words (w) : WPP_OK;
}

int
wpp_growth_put (struct wpp_growth *w, uint32_t event, uint64_t count)
{
  int err = WPP_OK;
  while (count && !err)
    {
      if (event != w->last.event || w->last.times == UINT32_MAX)
        {
          err = put_run (w);
          w->last = (struct run){ event, 0 };
        }
      uint64_t room = UINT32_MAX - w->last.times, more = count < room ? count : room;
      w->last.times += more;
      count -= more;
    }
  return err;
}

/* ---- Words to events.  */

/* Put events in the place of the words of G, and make their repetitions exponents.  EVENTS numbers them.  */
static int
rename_symbols (struct wpp_grammar *g, const struct run *runs, struct wpp_alphabet *events)
{
  int err = WPP_OK;
  for (uint64_t i = 0; i < g->start[g->n_rules] && !err; i++)
    if (!WPP_IS_RULE (g->symbols[i]))
      {
        const struct run *r = &runs[g->terminals[g->symbols[i]]];
        uint64_t times = (uint64_t)r->times * g->exponents[i];
        g->exponents[i] = times;
        /* A run is followed by itself only when it is as long as can be.  */
        err = times > UINT32_MAX ? WPP_E_TOOBIG : wpp_alphabet_intern (events, r->event, &g->symbols[i]);
      }
  return err;
}

static int
rename_words (struct wpp_grammar *g, const struct run *runs)
{
  struct wpp_alphabet events;
  uint64_t n = g->start[g->n_rules];
  int err = wpp_alphabet_init (&events);
  if (err)
    return err;
  if (!g->exponents)
    {
      g->exponents = malloc ((n + 1) * sizeof *g->exponents);
      for (uint64_t i = 0; i < n && g->exponents; i++)
        g->exponents[i] = 1;
    }
  err = g->exponents ? rename_symbols (g, runs, &events) : WPP_E_NOMEM;
  if (!err)
    {
      free (g->terminals);
      g->terminals = events.events;
      g->n_terminals = events.n;
      events.events = NULL;
    }
  wpp_alphabet_release (&events);
  return err ? err : wpp_grammar_finish (g);
}

struct wpp_grammar *
wpp_growth_grammar (struct wpp_growth *w, int *err)
{
  *err = put_run (w);
  if (!*err)
    *err = flush_words (w);
  struct wpp_grammar *g = *err ? NULL : wpp_phrases_grammar (w->phrases, err);
  if (g)
    *err = rename_words (g, w->runs);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  return wpp_growth_put (data, event, count);
}

struct wpp_grammar *
wpp_traces_grammar (const struct wpp_traces *t, const struct wpp_calls *calls, size_t most_memory, int *err)
{
  struct wpp_growth *w = wpp_growth_new (most_memory);
  *err = w ? wpp_traces_expand (t, calls, visit, w) : WPP_E_NOMEM;
  struct wpp_grammar *g = *err ? NULL : wpp_growth_grammar (w, err);
  wpp_growth_free (w);
  return g;
}
