/* Finding repetitions in the rules of a grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A symbol with its exponent is a word to SEQUITUR, whatever it derives; the rules are one sequence of words.  What is
   to stay alone, the ends of rules above all, is a new word each time, so that no rule can have it.  */

#include <stdlib.h>
#include <string.h>
#include "grammar/sequitur/sequitur.h"
#include "base/array.h"
#include "base/error.h"
#include "base/hash-table.h"
#include "activations/timestamps/fold-rules.h"

#define WORDS 1024
#define WORTH 8u             /* symbols */
#define RULE_END UINT32_MAX  /* no symbol: that of what stays alone after each rule */

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
  uint32_t words[WORDS];     /* [n_words] of rules, which SEQUITUR has not seen yet */
  size_t n_words;
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
  bool stays = item.symbol == f->alone || item.symbol == RULE_END;
  *word = stays ? WPP_NO_ITEM : wpp_hash_find (&f->table, hash, item_is_p, f->items, &item);
  if (*word != WPP_NO_ITEM)
    return WPP_OK;
  *word = f->n;
  f->items[f->n++] = item;
  if (!stays)
    wpp_hash_add (&f->table, hash, *word);
  return WPP_OK;
}

/* Append the word of ITEM to S, a few at a time.  */
static int
append (struct folding *f, struct wpp_sequitur *s, struct item item)
{
  int err = word_of (f, item, &f->words[f->n_words++]);
  if (err || f->n_words < WORDS)
    return err;
  f->n_words = 0;
  return wpp_sequitur_append (s, f->words, WORDS, NULL);
}

static int
append_rules (struct folding *f, struct wpp_sequitur *s)
{
  const struct wpp_grammar *g = f->g;
  int err = WPP_OK;
  for (uint32_t r = 0; r < g->n_rules && !err; r++)
    {
      for (uint64_t i = g->start[r]; i < g->start[r + (size_t)1] && !err; i++)
        err = append (f, s, (struct item){ g->symbols[i], wpp_grammar_exponent (g, i) });
      if (!err)
        err = append (f, s, (struct item){ RULE_END, 1 });
    }
  return err ? err : wpp_sequitur_append (s, f->words, f->n_words, NULL);
}

/* The grammar of the words of all rules, with a word that is nowhere else after each.  */
static struct wpp_grammar *
grammar_of_words (struct folding *f, int *err)
{
  struct wpp_sequitur *s = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS | WPP_SEQUITUR_RETRACE);
  *err = s ? append_rules (f, s) : WPP_E_NOMEM;
  struct wpp_grammar *words = *err ? NULL : wpp_sequitur_grammar (s, err);
  wpp_sequitur_free (s);
  return words;
}

/* Put what symbol I of WORDS stands for after the others of TO: rules of WORDS come after those of G.  */
static int
put_symbol (const struct folding *f, const struct wpp_grammar *words, uint64_t i, struct wpp_grammar *to, uint64_t *n)
{
  uint32_t symbol = words->symbols[i], exponent = wpp_grammar_exponent (words, i);
  if (WPP_IS_RULE (symbol))
    symbol += f->g->n_rules - 1;
  else
    {
      const struct item *item = &f->items[words->terminals[symbol]];
      if (item->symbol == RULE_END)
        {
          to->start[++to->n_rules] = *n;
          return WPP_OK;
        }
      if ((uint64_t)item->exponent * exponent > UINT32_MAX)
        return WPP_E_TOOBIG;
      exponent *= item->exponent;
      symbol = item->symbol;
    }
  to->symbols[*n] = symbol;
  to->exponents[(*n)++] = exponent;
  return WPP_OK;
}

/* G, whose rules are as S of WORDS says, and the rules of WORDS.  */
static int
put_together (const struct folding *f, const struct wpp_grammar *words, struct wpp_grammar *to)
{
  const struct wpp_grammar *g = f->g;
  uint64_t most = words->start[words->n_rules], n = 0;
  int err = WPP_OK;
  to->n_terminals = g->n_terminals;
  to->terminals = malloc ((g->n_terminals + (size_t)1) * sizeof *to->terminals);
  to->start = calloc (g->n_rules + (size_t)words->n_rules + 1, sizeof *to->start);
  to->symbols = malloc ((most + 1) * sizeof *to->symbols);
  to->exponents = malloc ((most + 1) * sizeof *to->exponents);
  if (!to->terminals || !to->start || !to->symbols || !to->exponents)
    return WPP_E_NOMEM;
  memcpy (to->terminals, g->terminals, g->n_terminals * sizeof *to->terminals);
  for (uint64_t i = 0; i < words->start[1] && !err; i++)
    err = put_symbol (f, words, i, to, &n);
  for (uint32_t r = 1; r < words->n_rules && !err; r++)
    {
      for (uint64_t i = words->start[r]; i < words->start[r + (size_t)1] && !err; i++)
        err = put_symbol (f, words, i, to, &n);
      to->start[++to->n_rules] = n;
    }
  return err ? err : wpp_grammar_finish (to);
}

int
wpp_grammar_fold (struct wpp_grammar **g, uint32_t alone)
{
  struct folding f = { .g = *g, .alone = 0 };
  struct wpp_grammar *folded = NULL;
  int err = WPP_OK;
  if ((*g)->start[(*g)->n_rules] < WORTH)
    return WPP_OK;
  while (f.alone < (*g)->n_terminals && (*g)->terminals[f.alone] != alone)
    f.alone++;
  struct wpp_grammar *words = grammar_of_words (&f, &err);
  if (words && words->n_rules > 1)
    {
      folded = calloc (1, sizeof *folded);
      err = folded ? put_together (&f, words, folded) : WPP_E_NOMEM;
    }
  if (folded)
    {
      wpp_grammar_free (err ? folded : *g);
      *g = err ? *g : folded;
    }
  wpp_grammar_free (words);
  free (f.items);
  wpp_hash_release (&f.table);
  return err;
}
