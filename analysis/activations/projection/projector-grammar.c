/* Grammars from the views of functions (projector.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A rule that is used once is written out where it is used.  Rules of the shared pool become rules of the grammar like
   others.  */

#include <stdlib.h>
#include <string.h>
#include "grammar/rules/alphabet.h"
#include "base/error.h"
#include "activations/projection/project.h"
#include "activations/projection/projector-impl.h"
#include "activations/projection/write-out.h"

/* The rules of a pool that are needed.  */
struct selection
{
  const struct wpp_pool *pool;
  uint32_t n;        /* rules 0 .. n - 1 may be needed */
  uint8_t *uses;     /* [n] 0: unused; 1: used once, with exponent 1; 2: a rule of the grammar */
  uint32_t *number;  /* [n] among those needed */
};

struct builder
{
  struct selection own, shared;
  const struct wpp_parts *start;  /* S */
  struct wpp_grammar needed;      /* S and the rules needed; its terminals are letters */
  struct wpp_written out;         /* the rules of the grammar */
  struct wpp_alphabet alphabet;
  struct wpp_grammar *g;
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

/* Number the rules of S after those that are needed so far; add their symbols to *N_SYMBOLS.  */
static void
number_rules (struct builder *b, struct selection *s, uint64_t *n_symbols)
{
  size_t n;
  for (uint32_t r = s->n; r-- > 0;)
    if (s->uses[r])
      {
        wpp_pool_rule (s->pool, r, &n);
        *n_symbols += n;
        s->number[r] = b->needed.n_rules++;
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

/* Copy PARTS [N] as the next rule that is needed.  */
static void
copy_rule (struct builder *b, const struct wpp_part *parts, size_t n)
{
  struct wpp_grammar *g = &b->needed;
  uint64_t at = g->start[g->n_rules];
  for (size_t i = 0; i < n; i++, at++)
    {
      uint32_t s = parts[i].symbol;
      g->symbols[at] = letter_p (s) ? s : WPP_RULE | selection_of (b, s)->number[rule_of (s)];
      g->exponents[at] = parts[i].exponent;
    }
  g->start[++g->n_rules] = at;
}

static void
copy_rules (struct builder *b, const struct selection *s)
{
  size_t n;
  for (uint32_t r = s->n; r-- > 0;)
    if (s->uses[r])
      {
        const struct wpp_part *parts = wpp_pool_rule (s->pool, r, &n);
        copy_rule (b, parts, n);
      }
}

/* Make B->needed, in which rules come before those that they use.  */
static int
collect (struct builder *b)
{
  struct wpp_grammar *g = &b->needed;
  uint64_t n_symbols = b->start->n;
  use_parts (b, b->start->part, b->start->n);
  use_rules (b, &b->own);
  use_rules (b, &b->shared);
  g->n_rules = 1;
  number_rules (b, &b->own, &n_symbols);
  number_rules (b, &b->shared, &n_symbols);
  g->start = calloc (g->n_rules + (size_t)1, sizeof *g->start);
  g->symbols = malloc ((n_symbols + 1) * sizeof *g->symbols);
  g->exponents = malloc ((n_symbols + 1) * sizeof *g->exponents);
  if (!g->start || !g->symbols || !g->exponents)
    return WPP_E_NOMEM;
  g->n_rules = 0;
  copy_rule (b, b->start->part, b->start->n);
  copy_rules (b, &b->own);
  copy_rules (b, &b->shared);
  return 0;
}

/* Number the rules of S that stay from *N on.  */
static void
keep_rules (struct builder *b, const struct selection *s, uint32_t *n)
{
  for (uint32_t r = s->n; r-- > 0;)
    if (s->uses[r] > 1)
      b->out.number[s->number[r]] = (*n)++;
}

/* Write the rules that stay.  */
static int
write_rules (struct builder *b)
{
  uint32_t n = 1;
  int err = wpp_written_init (&b->out, &b->needed);
  if (err)
    return err;
  keep_rules (b, &b->own, &n);
  keep_rules (b, &b->shared, &n);
  b->g->start = calloc (n + (size_t)1, sizeof *b->g->start);
  if (!b->g->start)
    return WPP_E_NOMEM;
  for (uint32_t r = 0; r < b->needed.n_rules && !err; r++)
    if (!r || b->out.number[r])
      {
        err = wpp_write_out (&b->out, r);
        b->g->start[++b->g->n_rules] = b->out.n;
      }
  return err;
}

/* Take what was written as the symbols of the grammar, with terminals in the place of letters.  */
static int
take_symbols (struct builder *b)
{
  int err = wpp_alphabet_init (&b->alphabet);
  for (size_t i = 0; i < b->out.n && !err; i++)
    if (!WPP_IS_RULE (b->out.symbols[i]))
      err = wpp_alphabet_intern (&b->alphabet, b->out.symbols[i], &b->out.symbols[i]);
  b->g->symbols = b->out.symbols;
  b->g->exponents = b->out.exponents;
  b->out.symbols = b->out.exponents = NULL;
  b->g->n_terminals = b->alphabet.n;
  b->g->terminals = b->alphabet.events;
  b->alphabet.events = NULL;
  return err;
}

static int
build (struct builder *b)
{
  int err = select_none (&b->own, b->own.pool->n_rules);
  if (!err)
    err = select_none (&b->shared, b->shared.pool->n_rules);
  if (!err)
    err = collect (b);
  b->g = err ? NULL : calloc (1, sizeof *b->g);
  if (!err && !b->g)
    err = WPP_E_NOMEM;
  if (!err)
    err = write_rules (b);
  if (!err)
    err = take_symbols (b);
  return err ? err : wpp_grammar_finish (b->g);
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
  free (b.needed.start);
  free (b.needed.symbols);
  free (b.needed.exponents);
  wpp_written_release (&b.out);
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
