/* Grammars from the views of functions (projector.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A rule that is used once is written out where it is used.  Rules of the shared pool become rules of the grammar like
   others.  */

#include <stdlib.h>
#include <string.h>
#include "grammar/alphabet.h"
#include "support/array.h"
#include "support/error.h"
#include "projection/project.h"
#include "projection/projector-impl.h"

/* The rules of a pool that the grammar needs.  */
struct selection
{
  const struct wpp_pool *pool;
  uint32_t n;        /* rules 0 .. n - 1 may be needed */
  uint8_t *uses;     /* [n] 0: unused; 1: used once, with exponent 1; 2: a rule of the grammar */
  uint32_t *number;  /* [n] in the grammar */
};

struct level         /* of the rules that are being written out */
{
  const struct wpp_part *at, *end;
};

struct builder
{
  struct selection own, shared;
  const struct wpp_parts *start;  /* S */
  struct wpp_alphabet alphabet;
  struct wpp_grammar *g;
  uint64_t n_symbols;      /* of G so far */
  struct level *levels;
  size_t n_levels, levels_room;
};

/* The selection that has the rule SYMBOL.  */
static struct selection *
selection_of (struct builder *b, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? &b->own : &b->shared;
}

static bool
letter_p (uint32_t symbol)
{
  return !(symbol & (WPP_RULE | WPP_SHARED));
}

static uint32_t
rule_of (uint32_t symbol)
{
  return symbol & ~(WPP_IS_RULE (symbol) ? WPP_RULE : WPP_SHARED);
}

/* ---- What is needed.  */

static int
select_none (struct selection *s, uint32_t n)
{
  s->n = n;
  s->uses = calloc (n + (size_t)1, sizeof *s->uses);
  s->number = calloc (n + (size_t)1, sizeof *s->number);
  return s->uses && s->number ? 0 : WPP_E_NOMEM;
}

static void
use_parts (struct builder *b, const struct wpp_part *parts, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!letter_p (parts[i].symbol))
      {
        uint8_t *uses = &selection_of (b, parts[i].symbol)->uses[rule_of (parts[i].symbol)];
        *uses = *uses || parts[i].exponent > 1 ? 2 : 1;
      }
}

/* Mark the rules that used rules of S use.  Parts are older than their rules.  */
static void
use_rules (struct builder *b, const struct selection *s)
{
  size_t n;
  for (uint32_t r = s->n; r-- > 0;)
    if (s->uses[r])
      {
        const struct wpp_part *parts = wpp_pool_rule (s->pool, r, &n);
        use_parts (b, parts, n);
      }
}

/* Number the rules of S from *N_RULES on; add their symbols to *N_SYMBOLS.  */
static void
number_rules (struct selection *s, uint32_t *n_rules, uint64_t *n_symbols)
{
  size_t n;
  for (uint32_t r = s->n; r-- > 0;)
    if (s->uses[r])
      {
        wpp_pool_rule (s->pool, r, &n);
        *n_symbols += n;
        if (s->uses[r] > 1)
          s->number[r] = (*n_rules)++;
      }
}

static int
compare_parts (const void *a, const void *b)
{
  uint32_t x = ((const struct wpp_part *)a)->symbol, y = ((const struct wpp_part *)b)->symbol;
  return x < y ? -1 : x > y;
}

/* Set START to the right-hand side of S: the threads, with equal ones counted; or, for a single thread, its parts
   without the GAP.  */
static int
make_start (const struct wpp_view *v, struct wpp_parts *start)
{
  size_t n = v->threads.n;
  int err = 0;
  const struct wpp_part *parts = v->threads.part;
  struct wpp_part *sorted = NULL;
  if (n == 1 && parts[0].exponent == 1)
    {
      parts = wpp_pool_rule (&v->pool, WPP_RULE_INDEX (parts[0].symbol), &n);
      n--;
    }
  else
    {
      sorted = malloc (n * sizeof *sorted);
      if (!sorted)
        return WPP_E_NOMEM;
      memcpy (sorted, parts, n * sizeof *sorted);
      qsort (sorted, n, sizeof *sorted, compare_parts);
      parts = sorted;
    }
  for (size_t i = 0; i < n && !err; i++)
    err = wpp_parts_add (start, parts[i].symbol, parts[i].exponent);
  free (sorted);
  return err;
}

/* ---- Writing.  */

static int
enter_level (struct builder *b, const struct wpp_part *parts, size_t n)
{
  if (WPP_RESERVE (b->levels, b->levels_room, b->n_levels, 1))
    return WPP_E_NOMEM;
  b->levels[b->n_levels++] = (struct level){ parts, parts + n };
  return 0;
}

/* Append SYMBOL^EXPONENT to the last rule of the grammar, which began at symbol BEGIN.  */
static void
put_symbol (struct builder *b, uint64_t begin, uint32_t symbol, uint32_t exponent)
{
  struct wpp_grammar *g = b->g;
  uint64_t last = b->n_symbols - 1;
  if (b->n_symbols > begin && g->symbols[last] == symbol
      && g->exponents[last] <= UINT32_MAX - exponent)
    {
      g->exponents[last] += exponent;
      return;
    }
  g->symbols[b->n_symbols] = symbol;
  g->exponents[b->n_symbols++] = exponent;
}

static int
put_part (struct builder *b, uint64_t begin, const struct wpp_part *part)
{
  uint32_t terminal;
  size_t n;
  if (letter_p (part->symbol))
    {
      int err = wpp_alphabet_intern (&b->alphabet, part->symbol, &terminal);
      if (!err)
        put_symbol (b, begin, terminal, part->exponent);
      return err;
    }
  struct selection *s = selection_of (b, part->symbol);
  uint32_t rule = rule_of (part->symbol);
  if (s->uses[rule] > 1)
    {
      put_symbol (b, begin, WPP_RULE | s->number[rule], part->exponent);
      return 0;
    }
  const struct wpp_part *parts = wpp_pool_rule (s->pool, rule, &n);
  return enter_level (b, parts, n);
}

/* Write PARTS [N] as the next rule.  */
static int
put_rule (struct builder *b, const struct wpp_part *parts, size_t n)
{
  uint64_t begin = b->n_symbols;
  int err = enter_level (b, parts, n);
  while (!err && b->n_levels)
    {
      struct level *l = &b->levels[b->n_levels - 1];
      if (l->at == l->end)
        b->n_levels--;
      else
        err = put_part (b, begin, l->at++);
    }
  b->g->start[++b->g->n_rules] = b->n_symbols;
  return err;
}

static int
put_rules (struct builder *b, const struct selection *s)
{
  size_t n;
  int err = 0;
  for (uint32_t r = s->n; r-- > 0 && !err;)
    if (s->uses[r] > 1)
      {
        const struct wpp_part *parts = wpp_pool_rule (s->pool, r, &n);
        err = put_rule (b, parts, n);
      }
  return err;
}

static int
allocate (struct builder *b, uint32_t n_rules, uint64_t n_symbols)
{
  struct wpp_grammar *g = b->g = calloc (1, sizeof *g);
  if (!g)
    return WPP_E_NOMEM;
  g->start = calloc (n_rules + (size_t)1, sizeof *g->start);
  g->symbols = malloc ((n_symbols + 1) * sizeof *g->symbols);
  g->exponents = malloc ((n_symbols + 1) * sizeof *g->exponents);
  return g->start && g->symbols && g->exponents ? wpp_alphabet_init (&b->alphabet) : WPP_E_NOMEM;
}

static int
build (struct builder *b)
{
  uint32_t n_rules = 1;
  int err = select_none (&b->own, b->own.pool->n_rules);
  if (!err)
    err = select_none (&b->shared, b->shared.pool->n_rules);
  if (err)
    return err;
  uint64_t n_symbols = b->start->n;
  use_parts (b, b->start->part, b->start->n);
  use_rules (b, &b->own);
  use_rules (b, &b->shared);
  number_rules (&b->own, &n_rules, &n_symbols);
  number_rules (&b->shared, &n_rules, &n_symbols);
  err = allocate (b, n_rules, n_symbols);
  if (!err)
    err = put_rule (b, b->start->part, b->start->n);
  if (!err)
    err = put_rules (b, &b->own);
  if (!err)
    err = put_rules (b, &b->shared);
  if (err)
    return err;
  b->g->n_terminals = b->alphabet.n;
  b->g->terminals = b->alphabet.events;
  b->alphabet.events = NULL;
  return wpp_grammar_finish (b->g);
}

struct wpp_grammar *
wpp_pool_grammar (const struct wpp_pool *own, const struct wpp_pool *shared,
                  const struct wpp_parts *start, int *err)
{
  struct builder b = { .own.pool = own, .shared.pool = shared, .start = start };
  *err = build (&b);
  free (b.own.uses);
  free (b.own.number);
  free (b.shared.uses);
  free (b.shared.number);
  free (b.levels);
  wpp_alphabet_release (&b.alphabet);
  if (!*err)
    return b.g;
  wpp_grammar_free (b.g);
  return NULL;
}

struct wpp_grammar *
wpp_projector_grammar (struct wpp_projector *p, uint32_t function, int *err)
{
  const struct wpp_view *v = &p->views[function];
  struct wpp_parts start = { 0 };
  struct wpp_grammar *g = NULL;
  *err = v->threads.n ? make_start (v, &start) : 0;
  if (!*err && v->threads.n)
    g = wpp_pool_grammar (&v->pool, &p->shared, &start, err);
  free (start.part);
  return g;
}
