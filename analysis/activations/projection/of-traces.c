/* The activations of a function, from its traces.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each trace that occurs is a rule, with a GAP after it if the activation did not leave the function by its exit; the
   rules of the traces' grammar stay.  S has each trace as often as there are activations like it; more than an exponent
   has room for are powers of a rule of MANY of them.  */

#include <stdlib.h>
#include "grammar/rules/alphabet.h"
#include "program/paths/numbering.h"
#include "activations/projection/of-traces.h"

#define MANY (UINT64_C (1) << 31)

struct copying
{
  const struct wpp_function_traces *f;
  const uint64_t *counts;    /* [n_traces] */
  uint32_t *words;           /* [n_letters] letters of a projection */
  bool *leaves;              /* [n_letters] */
  uint32_t *last;            /* [n_rules] the letter that each rule but S ends with */
  uint32_t *trace;           /* [n_traces] the rule of each; 0: it does not occur.  That of MANY is the next one */
  uint32_t *rule;            /* [n_rules] what each becomes, or 0 */
  uint32_t n_rules;
  struct wpp_alphabet letters;
  struct wpp_grammar *g;
  uint64_t n;                /* symbols so far */
};

/* ---- Letters.  */

static int
find_letters (struct copying *c, struct wpp_code *code, const struct wpp_code_function *function)
{
  int err = WPP_OK;
  for (uint32_t i = 0; i < c->f->n_letters && !err; i++)
    {
      struct wpp_code_path p;
      int found = wpp_code_path (code, c->f->letters[i].event, &p);
      if (found <= 0 || p.function != function)
        return found < 0 ? found : WPP_E_CORRUPT;
      if (p.number > UINT32_MAX - WPP_LETTER_PATH)
        return WPP_E_TOOBIG;
      c->words[i] = WPP_LETTER_PATH + p.number;
      c->leaves[i] = wpp_path_leaves (p.numbering, p.number);
      err = wpp_numbering_pass (p.numbering, 0) ? WPP_OK : WPP_E_TOOBIG;
    }
  return err;
}

/* The letter that SYMBOL of the traces' grammar ends with.  */
static uint32_t
last_of (const struct copying *c, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? c->last[WPP_RULE_INDEX (symbol)] : c->f->grammar->terminals[symbol] - 1;
}

static void
find_last (struct copying *c)
{
  const struct wpp_grammar *g = c->f->grammar;
  for (uint32_t i = 0; i + 1 < g->n_rules; i++)
    c->last[g->order[i]] = last_of (c, g->symbols[g->start[g->order[i] + (size_t)1] - 1]);
}

/* ---- What occurs.  */

static void
mark (struct copying *c, uint64_t begin, uint64_t end)
{
  for (uint64_t i = begin; i < end; i++)
    if (WPP_IS_RULE (c->f->grammar->symbols[i]))
      c->rule[WPP_RULE_INDEX (c->f->grammar->symbols[i])] = 1;
}

/* Number the rules, and return how many symbols there are at most.  */
static uint64_t
number_rules (struct copying *c)
{
  const struct wpp_grammar *g = c->f->grammar;
  uint64_t symbols = g->start[g->n_rules];
  uint32_t rules = 1;
  for (uint32_t t = 0; t < c->f->n_traces; t++)
    if (c->counts[t])
      {
        c->trace[t] = rules;
        rules += c->counts[t] < MANY ? 1 : 2;
        /* In S as many times as 64 bits have exponents, MANY of them, and a GAP.  */
        symbols += 6;
        mark (c, c->f->trace[t], c->f->trace[t + (size_t)1]);
      }
  for (uint32_t i = g->n_rules - 1; i-- > 0;)
    if (c->rule[g->order[i]])
      {
        c->rule[g->order[i]] = rules++;
        mark (c, g->start[g->order[i]], g->start[g->order[i] + (size_t)1]);
      }
  c->n_rules = rules;
  return symbols;
}

/* ---- Rules.  */

static void
put_symbol (struct copying *c, uint32_t symbol, uint32_t exponent)
{
  c->g->symbols[c->n] = symbol;
  c->g->exponents[c->n++] = exponent;
}

static int
put_letter (struct copying *c, uint32_t word, uint32_t exponent)
{
  uint32_t terminal;
  int err = wpp_alphabet_intern (&c->letters, word, &terminal);
  if (!err)
    put_symbol (c, terminal, exponent);
  return err;
}

static void
end_rule (struct copying *c)
{
  c->g->start[++c->g->n_rules] = c->n;
}

static void
put_start (struct copying *c)
{
  for (uint32_t t = 0; t < c->f->n_traces; t++)
    {
      uint64_t many = c->counts[t] / MANY, rest = c->counts[t] % MANY;
      for (uint64_t some; many; many -= some)
        {
          some = many < UINT32_MAX ? many : UINT32_MAX;
          put_symbol (c, WPP_RULE | (c->trace[t] + 1), some);
        }
      if (rest)
        put_symbol (c, WPP_RULE | c->trace[t], rest);
    }
  end_rule (c);
}

/* Put symbols BEGIN .. END - 1 of the traces' grammar.  */
static int
put_symbols (struct copying *c, uint64_t begin, uint64_t end)
{
  const struct wpp_grammar *g = c->f->grammar;
  int err = WPP_OK;
  for (uint64_t i = begin; i < end && !err; i++)
    if (WPP_IS_RULE (g->symbols[i]))
      put_symbol (c, WPP_RULE | c->rule[WPP_RULE_INDEX (g->symbols[i])], wpp_grammar_exponent (g, i));
    else
      err = put_letter (c, c->words[g->terminals[g->symbols[i]] - 1], wpp_grammar_exponent (g, i));
  return err;
}

static int
put_trace (struct copying *c, uint32_t t)
{
  uint64_t end = c->f->trace[t + (size_t)1] - 1;
  int err = put_symbols (c, c->f->trace[t], end);
  if (!err && !c->leaves[last_of (c, c->f->grammar->symbols[end - 1])])
    err = put_letter (c, WPP_LETTER_GAP, 1);
  end_rule (c);
  if (c->counts[t] >= MANY)
    {
      put_symbol (c, WPP_RULE | c->trace[t], MANY);
      end_rule (c);
    }
  return err;
}

static int
put_rules (struct copying *c)
{
  const struct wpp_grammar *g = c->f->grammar;
  int err = WPP_OK;
  put_start (c);
  for (uint32_t t = 0; t < c->f->n_traces && !err; t++)
    if (c->counts[t])
      err = put_trace (c, t);
  for (uint32_t i = g->n_rules - 1; i-- > 0 && !err;)
    if (c->rule[g->order[i]])
      {
        err = put_symbols (c, g->start[g->order[i]], g->start[g->order[i] + (size_t)1]);
        end_rule (c);
      }
  return err;
}

/* ---- All of it.  */

static int
make_room (struct copying *c)
{
  const struct wpp_function_traces *f = c->f;
  c->words = malloc ((f->n_letters + (size_t)1) * sizeof *c->words);
  c->leaves = malloc ((f->n_letters + (size_t)1) * sizeof *c->leaves);
  c->last = malloc (f->grammar->n_rules * sizeof *c->last);
  c->trace = calloc (f->n_traces + (size_t)1, sizeof *c->trace);
  c->rule = calloc (f->grammar->n_rules, sizeof *c->rule);
  return c->words && c->leaves && c->last && c->trace && c->rule ? WPP_OK : WPP_E_NOMEM;
}

static int
make_grammar (struct copying *c)
{
  uint64_t symbols = number_rules (c);
  struct wpp_grammar *g = c->g = calloc (1, sizeof *c->g);
  if (!g)
    return WPP_E_NOMEM;
  if (c->n_rules >= WPP_RULE)
    return WPP_E_TOOBIG;
  g->start = calloc (c->n_rules + (size_t)1, sizeof *g->start);
  g->symbols = malloc ((symbols + 1) * sizeof *g->symbols);
  g->exponents = malloc ((symbols + 1) * sizeof *g->exponents);
  if (!g->start || !g->symbols || !g->exponents)
    return WPP_E_NOMEM;
  int err = put_rules (c);
  g->n_terminals = c->letters.n;
  g->terminals = c->letters.events;
  c->letters.events = NULL;
  return err ? err : wpp_grammar_finish (g);
}

static bool
any_p (const struct copying *c)
{
  bool any = false;
  for (uint32_t t = 0; t < c->f->n_traces; t++)
    any |= c->counts[t] > 0;
  return any;
}

struct wpp_projection *
wpp_projection_of_traces (struct wpp_code *code, struct wpp_code_function *function,
                          const struct wpp_function_traces *f, const uint64_t *counts, int *err)
{
  struct copying c = { .f = f, .counts = counts };
  struct wpp_projection *p = calloc (1, sizeof *p);
  *err = p ? make_room (&c) : WPP_E_NOMEM;
  if (!*err)
    *err = wpp_alphabet_init (&c.letters);
  if (!*err)
    *err = find_letters (&c, code, function);
  if (!*err && any_p (&c))
    {
      find_last (&c);
      *err = make_grammar (&c);
    }
  wpp_alphabet_release (&c.letters);
  free (c.words);
  free (c.leaves);
  free (c.last);
  free (c.trace);
  free (c.rule);
  if (!p || *err)
    {
      wpp_grammar_free (c.g);
      free (p);
      return NULL;
    }
  p->grammar = c.g;
  p->landing = function->function->flags & WPP_FN_LANDING;
  p->apart = true;
  return p;
}
