/* A grammar of letters that are there (shared.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Rules are numbered as they are met: first in S, then in the body of the first rule, and so on.  */

#include <stdlib.h>
#include "base/array.h"
#include "grammar/shared/shared-impl.h"

#define MANY 2u
/* Exponents that are more than a grammar has are those of a rule that is its symbol so often.  */
#define LOTS (UINT64_C (1) << 31)

/* A place in a phrase.  */
struct place
{
  uint32_t letter, at;
};

struct writing
{
  const struct wpp_sharing *s;
  unsigned char *uses;          /* of each letter, up to MANY */
  uint32_t *symbols;            /* of each letter plus 1; 0: not met */
  struct wpp_letter_power *rules;      /* [n_rules] what is the body of each: a phrase if the exponent is 0 */
  size_t n_rules, rules_room;
  struct place *stack;
  size_t depth, stack_room;
  struct wpp_grammar *g;
  const uint32_t *words;
  uint32_t *terminal;           /* of each letter that is one: its number in S->terminals */
  size_t n_symbols, symbols_room, exponents_room;
};

static void
use (struct writing *w, uint32_t letter, uint64_t times)
{
  uint64_t uses = w->uses[letter] + (times < MANY ? times : MANY);
  w->uses[letter] = uses < MANY ? uses : MANY;
}

/* Count how often letters are used below ROOTS [N].  Letters come after those that their phrases have.  */
static void
count_uses (struct writing *w, const uint32_t *roots, size_t n)
{
  for (size_t i = 0; i < n; i++)
    use (w, roots[i], MANY);
  for (size_t i = w->s->n; i-- > 0;)
    for (uint32_t k = 0; w->uses[i] && k < w->s->letters[i].n; k++)
      {
        const struct wpp_letter_power *p = &w->s->powers[w->s->letters[i].start + k];
        use (w, p->symbol, p->exponent);
      }
}

/* A new rule for LETTER^EXPONENT, or LETTER's phrase if that is 0.  */
static int
add_rule (struct writing *w, uint32_t letter, uint64_t exponent, uint32_t *symbol)
{
  if (w->n_rules >= WPP_RULE)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (w->rules, w->rules_room, w->n_rules, 1))
    return WPP_E_NOMEM;
  *symbol = WPP_RULE | w->n_rules;
  w->rules[w->n_rules++] = (struct wpp_letter_power){ exponent, letter, 0 };
  return 0;
}

/* The symbol that is LETTER in the grammar.  */
static int
symbol_of (struct writing *w, uint32_t letter, uint32_t *symbol)
{
  struct wpp_grammar *g = w->g;
  int err = 0;
  if (!w->symbols[letter] && w->s->letters[letter].n)
    err = add_rule (w, letter, 0, &w->symbols[letter]);
  else if (!w->symbols[letter])
    {
      g->terminals[g->n_terminals] = w->words[w->terminal[letter]];
      w->symbols[letter] = g->n_terminals++;
    }
  else
    {
      *symbol = w->symbols[letter] - 1;
      return 0;
    }
  *symbol = w->symbols[letter]++;
  return err;
}

static int
put (struct writing *w, uint32_t symbol, uint32_t exponent)
{
  if (WPP_RESERVE (w->g->symbols, w->symbols_room, w->n_symbols, 1)
      || WPP_RESERVE (w->g->exponents, w->exponents_room, w->n_symbols, 1))
    return WPP_E_NOMEM;
  w->g->symbols[w->n_symbols] = symbol;
  w->g->exponents[w->n_symbols++] = exponent;
  return 0;
}

/* Put LETTER^EXPONENT, a symbol.  */
static int
put_power (struct writing *w, uint32_t letter, uint64_t exponent)
{
  uint32_t symbol;
  int err = 0;
  if (exponent > UINT32_MAX)
    {
      err = add_rule (w, letter, LOTS, &symbol);
      if (!err)
        err = put (w, symbol, exponent / LOTS);
      exponent %= LOTS;
    }
  if (err || !exponent)
    return err;
  err = symbol_of (w, letter, &symbol);
  return err ? err : put (w, symbol, exponent);
}

static int
enter (struct writing *w, uint32_t letter)
{
  if (WPP_RESERVE (w->stack, w->stack_room, w->depth, 1))
    return WPP_E_NOMEM;
  w->stack[w->depth++] = (struct place){ letter, 0 };
  return 0;
}

/* Put LETTER's phrase, with the phrases in it that are used once.  */
static int
put_phrase (struct writing *w, uint32_t letter)
{
  int err = enter (w, letter);
  while (w->depth && !err)
    {
      struct place *at = &w->stack[w->depth - 1];
      const struct wpp_shared_letter *l = &w->s->letters[at->letter];
      if (at->at == l->n)
        {
          w->depth--;
          continue;
        }
      const struct wpp_letter_power *p = &w->s->powers[l->start + at->at++];
      bool once = w->uses[p->symbol] == 1 && w->s->letters[p->symbol].n;
      err = once ? enter (w, p->symbol) : put_power (w, p->symbol, p->exponent);
    }
  return err;
}

/* Rule number I begins here.  */
static int
begin_rule (struct writing *w, size_t i)
{
  if (WPP_EXTEND (w->g->start, i))
    return WPP_E_NOMEM;
  w->g->start[i] = w->n_symbols;
  return 0;
}

static int
put_all (struct writing *w, const uint32_t *roots, size_t n)
{
  int err = begin_rule (w, 0);
  w->n_rules = 1;
  if (!err && WPP_RESERVE (w->rules, w->rules_room, 0, 1))
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    err = put_power (w, roots[i], 1);
  for (size_t r = 1; r < w->n_rules && !err; r++)
    {
      const struct wpp_letter_power rule = w->rules[r];
      err = begin_rule (w, r);
      if (!err)
        err = rule.exponent ? put_power (w, rule.symbol, rule.exponent) : put_phrase (w, rule.symbol);
    }
  w->g->n_rules = w->n_rules;
  return err ? err : begin_rule (w, w->n_rules);
}

/* An empty grammar, with room for N_TERMINALS.  */
static struct wpp_grammar *
empty_grammar (size_t n_terminals)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  if (g && (g->terminals = malloc ((n_terminals + 1) * sizeof *g->terminals)))
    return g;
  free (g);
  return NULL;
}

static int
prepare (struct writing *w)
{
  const struct wpp_sharing *s = w->s;
  w->uses = calloc (s->n + 1, sizeof *w->uses);
  w->symbols = calloc (s->n + 1, sizeof *w->symbols);
  w->terminal = malloc ((s->n + 1) * sizeof *w->terminal);
  w->g = empty_grammar (s->n_terminals);
  if (!w->uses || !w->symbols || !w->terminal || !w->g)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < s->n_terminals; i++)
    w->terminal[s->terminals[i]] = i;
  return 0;
}

struct wpp_grammar *
wpp_shared_grammar (const struct wpp_sharing *s, const uint32_t *roots, size_t n, const uint32_t *words, int *err)
{
  struct writing w = { .s = s, .words = words };
  *err = prepare (&w);
  if (!*err)
    {
      count_uses (&w, roots, n);
      *err = put_all (&w, roots, n);
    }
  if (!*err)
    *err = wpp_shared_order_terminals (w.g);
  if (!*err)
    *err = wpp_grammar_finish (w.g);
  free (w.uses);
  free (w.symbols);
  free (w.terminal);
  free (w.rules);
  free (w.stack);
  if (!*err)
    return w.g;
  if (w.g)
    wpp_grammar_free (w.g);
  return NULL;
}
