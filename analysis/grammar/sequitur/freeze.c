/* SEQUITUR's grammar as flat arrays.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The builder holds back its last letters (see sequitur.c, retrace.h).  They are appended, one by one, to a copy
   of the builder, so that the builder itself can go on as if nothing had happened.  The copy is a plain
   copy of three arrays.  Nothing is copied when nothing is held back.  */

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/fetch.h"
#include "base/huge-pages.h"
#include "grammar/sequitur/retrace.h"
#include "grammar/sequitur/sequitur-impl.h"

struct wpp_sequitur *
wpp_sequitur_flushed_copy (const struct wpp_sequitur *s)
{
  struct wpp_sequitur *copy = malloc (sizeof *copy);
  if (!copy)
    return NULL;
  *copy = *s;
  copy->retrace = NULL;
  copy->room = s->n_nodes + 2 * (wpp_window_left (&s->window) + 1) + RETRACE_NODES;
  copy->nodes = wpp_huge_new (copy->room * sizeof *copy->nodes);
  copy->todo = malloc (copy->todo_room * sizeof *copy->todo);
  copy->window = (struct window){ 0 };
  copy->table.buckets = NULL;
  if (!copy->nodes || !copy->todo || wpp_window_copy (&copy->window, &s->window)
      || wpp_digram_copy (&copy->table, &s->table))
    goto fail;
  memcpy (copy->nodes, s->nodes, s->n_nodes * sizeof *copy->nodes);
  wpp_sequitur_flush (copy);
  if (wpp_window_left (&copy->window) == 0)
    return copy;
fail:
  wpp_sequitur_free (copy);
  return NULL;
}

struct rule_numbers /* of a depth-first traversal */
{
  uint32_t *number; /* [n_nodes] the number of each rule, by its guard; 0: not met yet */
  uint32_t *guard;  /* [n_rules] the guard of each rule, by its number */
  uint32_t *stack;  /* [n_rules] the nodes after the open rules */
};

/* Number the rules that S derives by first occurrence; return their number.  */
static uint32_t
number_rules (const struct wpp_sequitur *s, struct rule_numbers *w)
{
  uint32_t n = 1, depth = 0, p = s->nodes[START].next;
  w->guard[0] = START;
  for (;;)
    {
      uint32_t symbol = s->nodes[p].symbol, r = WPP_RULE_INDEX (symbol);
      uint32_t next = s->nodes[p].next;
      if (symbol == GUARD)
        {
          if (depth == 0)
            return n;
          p = w->stack[--depth];
        }
      else if (WPP_IS_RULE (symbol) && w->number[r] == 0)
        {
          w->number[r] = n;
          w->guard[n++] = r;
          w->stack[depth++] = next;
          wpp_fetch (&s->nodes[next]);
          p = s->nodes[r].next;
        }
      else
        p = next;
    }
}

/* Write the rules of S, numbered by W, to G.  */
static void
write_rules (const struct wpp_sequitur *s, const struct rule_numbers *w, struct wpp_grammar *g)
{
  uint64_t at = 0;
  for (uint32_t r = 0; r < g->n_rules; r++)
    {
      g->start[r] = at;
      uint32_t guard = w->guard[r];
      for (uint32_t p = s->nodes[guard].next; p != guard; p = s->nodes[p].next, at++)
        {
          uint32_t symbol = s->nodes[p].symbol;
          if (WPP_IS_RULE (symbol))
            symbol = WPP_RULE | w->number[WPP_RULE_INDEX (symbol)];
          g->symbols[at] = symbol;
          if (g->exponents)
            g->exponents[at] = s->nodes[p].exponent;
        }
    }
  g->start[g->n_rules] = at;
}

/* N items of SIZE bytes, all 0, or null.  */
static void *
new_array (size_t n, size_t size)
{
  void *array = calloc (n + 1, size);
  if (array)
    wpp_huge_pages (array, (n + 1) * size);
  return array;
}

/* Fill G, which is zero, from S, which holds nothing back, and its ALPHABET.  */
static int
freeze (const struct wpp_sequitur *s, const struct wpp_alphabet *alphabet, struct wpp_grammar *g)
{
  struct rule_numbers w = { new_array (s->n_nodes, sizeof *w.number), new_array (s->n_rules, sizeof *w.guard),
                    new_array (s->n_rules, sizeof *w.stack) };
  g->n_terminals = alphabet->n;
  g->terminals = new_array (g->n_terminals, sizeof *g->terminals);
  g->start = new_array (s->n_rules, sizeof *g->start);
  g->symbols = new_array (s->n_symbols, sizeof *g->symbols);
  if (s->exponents)
    g->exponents = new_array (s->n_symbols, sizeof *g->exponents);
  int err = WPP_E_NOMEM;
  if (w.number && w.guard && w.stack && g->terminals && g->start && g->symbols
      && (g->exponents || !s->exponents))
    {
      if (alphabet->n)
        memcpy (g->terminals, alphabet->events, alphabet->n * sizeof *g->terminals);
      g->n_rules = number_rules (s, &w);
      write_rules (s, &w, g);
      err = 0;
    }
  free (w.number);
  free (w.guard);
  free (w.stack);
  return err;
}

struct wpp_grammar *
wpp_sequitur_freeze (const struct wpp_sequitur *s, const struct wpp_alphabet *alphabet, int *err)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  *err = g ? freeze (s, alphabet, g) : WPP_E_NOMEM;
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

struct wpp_grammar *
wpp_sequitur_grammar (struct wpp_sequitur *s, int *err)
{
  bool held = wpp_window_left (&s->window) > 0 || s->window.run.exponent > 0;
  struct wpp_sequitur *copy = held ? wpp_sequitur_flushed_copy (s) : NULL;
  *err = WPP_E_NOMEM;
  struct wpp_grammar *g
      = copy || !held ? wpp_sequitur_freeze (held ? copy : s, &s->window.alphabet, err) : NULL;
  wpp_sequitur_free (copy);
  if (g && (*err = wpp_grammar_finish (g)))
    {
      wpp_grammar_free (g);
      g = NULL;
    }
  return g;
}
