/* Finding repetitions in the start rule of a grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A symbol with its exponent is a word to SEQUITUR, whatever it derives.  A symbol that is to stay alone is a new word each time, so
   that no rule can have it.  */

#include <stdlib.h>
#include <string.h>
#include "sequitur/sequitur.h"
#include "support/array.h"
#include "support/error.h"
#include "support/hash-table.h"
#include "timestamps/fold-start.h"

#define WORTH 8u             /* symbols of S */

struct item
{
  uint32_t symbol, exponent;
};

struct folding
{
  const struct wpp_grammar *g;
  uint32_t alone;            /* terminal, or n_terminals */
  struct item *items;        /* [n] of each word */
  size_t n, room;
  struct wpp_hash_table table;
  uint32_t *words;           /* [symbols of S] */
};

static bool
item_is_p (const void *items, uint32_t number, const void *key)
{
  const struct item *a = (const struct item *)items + number, *b = key;
  return a->symbol == b->symbol && a->exponent == b->exponent;
}

static int
word_of (struct folding *f, struct item item, uint32_t *word)
{
  int err = wpp_hash_reserve (&f->table, 1);
  if (!err)
    err = WPP_RESERVE (f->items, f->room, f->n, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&f->table, (uint64_t)item.exponent << 32 | item.symbol);
  *word = item.symbol == f->alone ? WPP_NO_ITEM : wpp_hash_find (&f->table, hash, item_is_p, f->items, &item);
  if (*word != WPP_NO_ITEM)
    return WPP_OK;
  *word = f->n;
  f->items[f->n++] = item;
  if (item.symbol != f->alone)
    wpp_hash_add (&f->table, hash, *word);
  return WPP_OK;
}

/* The grammar of the words of S.  */
static struct wpp_grammar *
grammar_of_words (struct folding *f, int *err)
{
  uint64_t n = f->g->start[1];
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS | WPP_SEQUITUR_RETRACE);
  f->words = malloc (n * sizeof *f->words);
  *err = s && f->words ? WPP_OK : WPP_E_NOMEM;
  for (uint64_t i = 0; i < n && !*err; i++)
    *err = word_of (f, (struct item){ f->g->symbols[i], wpp_grammar_exponent (f->g, i) }, &f->words[i]);
  if (!*err)
    *err = wpp_sequitur_append (s, f->words, n, NULL);
  struct wpp_grammar *words = *err ? NULL : wpp_sequitur_grammar (s, err);
  wpp_sequitur_free (s);
  return words;
}

/* Copy symbols BEGIN .. END - 1 of G, behind the *N of TO, whose rules have other numbers there: by SHIFT more.  */
static void
copy_rules (struct wpp_grammar *to, uint64_t *n, const struct wpp_grammar *g, uint64_t begin, uint64_t end, uint32_t shift)
{
  for (uint64_t i = begin; i < end; i++, ++*n)
    {
      to->symbols[*n] = WPP_IS_RULE (g->symbols[i]) ? g->symbols[i] + shift : g->symbols[i];
      to->exponents[*n] = wpp_grammar_exponent (g, i);
    }
}

/* Put what they stand for in the place of the words of TO's first END symbols.  */
static int
replace_words (const struct folding *f, const struct wpp_grammar *words, struct wpp_grammar *to, uint64_t end, uint32_t shift)
{
  for (uint64_t i = 0; i < end; i++)
    if (!WPP_IS_RULE (to->symbols[i]))
      {
        const struct item *item = &f->items[words->terminals[to->symbols[i]]];
        uint64_t exponent = (uint64_t)item->exponent * to->exponents[i];
        if (exponent > UINT32_MAX)
          return WPP_E_TOOBIG;
        to->symbols[i] = WPP_IS_RULE (item->symbol) ? item->symbol + shift : item->symbol;
        to->exponents[i] = exponent;
      }
  return WPP_OK;
}

/* G, whose S is as WORDS says.  */
static struct wpp_grammar *
put_together (const struct folding *f, const struct wpp_grammar *words, int *err)
{
  const struct wpp_grammar *g = f->g;
  /* S of G is gone.  */
  uint32_t shift = words->n_rules - 1, n_rules = g->n_rules + shift;
  uint64_t n_words = words->start[words->n_rules], n = n_words + g->start[g->n_rules] - g->start[1], at = 0;
  struct wpp_grammar *to = calloc (1, sizeof *to);
  *err = WPP_E_NOMEM;
  if (!to)
    return NULL;
  to->n_terminals = g->n_terminals;
  to->terminals = malloc ((g->n_terminals + (size_t)1) * sizeof *to->terminals);
  to->n_rules = n_rules;
  to->start = malloc ((n_rules + (size_t)1) * sizeof *to->start);
  to->symbols = malloc ((n + 1) * sizeof *to->symbols);
  to->exponents = malloc ((n + 1) * sizeof *to->exponents);
  if (to->terminals && to->start && to->symbols && to->exponents)
    {
      memcpy (to->terminals, g->terminals, g->n_terminals * sizeof *to->terminals);
      memcpy (to->start, words->start, words->n_rules * sizeof *to->start);
      for (uint32_t r = 1; r <= g->n_rules; r++)
        to->start[r + shift] = n_words + g->start[r] - g->start[1];
      copy_rules (to, &at, words, 0, n_words, 0);
      *err = replace_words (f, words, to, n_words, shift);
      copy_rules (to, &at, g, g->start[1], g->start[g->n_rules], shift);
    }
  if (!*err)
    *err = wpp_grammar_finish (to);
  if (!*err)
    return to;
  wpp_grammar_free (to);
  return NULL;
}

int
wpp_grammar_fold_start (struct wpp_grammar **g, uint32_t alone)
{
  struct folding f = { .g = *g, .alone = 0 };
  struct wpp_grammar *folded = NULL;
  int err;
  if ((*g)->start[1] < WORTH)
    return WPP_OK;
  while (f.alone < (*g)->n_terminals && (*g)->terminals[f.alone] != alone)
    f.alone++;
  struct wpp_grammar *words = grammar_of_words (&f, &err);
  if (words && words->n_rules > 1)
    folded = put_together (&f, words, &err);
  if (folded)
    {
      wpp_grammar_free (*g);
      *g = folded;
    }
  wpp_grammar_free (words);
  free (f.items);
  free (f.words);
  wpp_hash_release (&f.table);
  return err;
}
