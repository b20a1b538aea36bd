/* The effects of rules on the stack of activations, in the view of one function (summaries.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/machine/summaries.h"
#include "base/array.h"
#include "base/saturate.h"

static uint32_t
symbol_of (const struct wpp_summaries *s, uint32_t grammar_symbol)
{
  return WPP_IS_RULE (grammar_symbol) ? s->g->n_terminals + WPP_RULE_INDEX (grammar_symbol)
                                      : grammar_symbol;
}

static int
add_to_order (struct wpp_summaries *s, uint32_t symbol)
{
  int err = WPP_RESERVE (s->order, s->order_room, s->n_order, 1);
  if (!err)
    s->order[s->n_order++] = symbol;
  return err;
}

/* Add a symbol without a square, and set *SYMBOL to it.  */
static int
add_symbol (struct wpp_summaries *s, uint32_t *symbol)
{
  int err = s->n_symbols < WPP_NO_SYMBOL / 2 ? WPP_RESERVE (s->symbols, s->room, s->n_symbols, 1) : WPP_E_TOOBIG;
  if (err)
    return err;
  s->symbols[s->n_symbols] = (struct wpp_symbol){ .square = WPP_NO_SYMBOL, .root = WPP_NO_SYMBOL };
  *symbol = s->n_symbols++;
  return 0;
}

/* ---- Composition.  */

static int
append (struct wpp_summaries *s, struct wpp_composer *c, uint32_t symbol, uint32_t copies)
{
  return wpp_composer_append (c, symbol, &s->symbols[symbol].summary, copies);
}

/* Append ROOT twice to the stretch of C.  */
static int
append_twice (struct wpp_summaries *s, struct wpp_composer *c, uint32_t root)
{
  wpp_composer_begin (c, false);
  int err = append (s, c, root, 1);
  return err ? err : append (s, c, root, 1);
}

/* Make the square of ROOT, if there is none.  */
static int
make_square (struct wpp_summaries *s, uint32_t root)
{
  uint32_t square;
  if (s->symbols[root].square != WPP_NO_SYMBOL)
    return 0;
  int err = add_symbol (s, &square);
  if (err)
    return err;
  s->symbols[root].square = square;
  s->symbols[square].root = root;
  err = append_twice (s, &s->square, root);
  if (!err)
    err = wpp_composer_finish (&s->square, &s->symbols[square].summary);
  return err ? err : add_to_order (s, square);
}

/* Append SYMBOL^COPIES to the present rule.  */
static int
append_run (struct wpp_summaries *s, uint32_t symbol, uint32_t copies)
{
  if (copies == 1 || wpp_summary_simple_p (&s->symbols[symbol].summary))
    return append (s, &s->rule, symbol, copies);
  int err = 0;
  for (; !err && copies; copies >>= 1)
    {
      if (copies & 1)
        err = append (s, &s->rule, symbol, 1);
      if (!err && copies > 1)
        err = make_square (s, symbol);
      symbol = s->symbols[symbol].square;
    }
  return err;
}

static int
append_rule (struct wpp_summaries *s, uint32_t rule)
{
  const struct wpp_grammar *g = s->g;
  int err = 0;
  wpp_composer_begin (&s->rule, rule == 0);
  for (uint64_t i = g->start[rule]; !err && i < g->start[rule + 1]; i++)
    err = append_run (s, symbol_of (s, g->symbols[i]), wpp_grammar_exponent (g, i));
  return err;
}

static int
summarize_rule (struct wpp_summaries *s, uint32_t rule)
{
  uint32_t symbol = s->g->n_terminals + rule;
  int err = append_rule (s, rule);
  if (!err && rule != 0)
    err = wpp_composer_finish (&s->rule, &s->symbols[symbol].summary);
  return err ? err : add_to_order (s, symbol);
}

int
wpp_summaries_init (struct wpp_summaries *s, const struct wpp_grammar *g, const struct wpp_terminal *paths,
                    bool landing, bool backward, const struct wpp_composition *composition)
{
  uint32_t symbol;
  int err = 0;
  *s = (struct wpp_summaries){ .g = g };
  s->rule.composition = s->square.composition = *composition;
  s->rule.backward = s->square.backward = backward;
  s->rule.most_work = s->square.most_work
    = WPP_SUMMARY_WORK
      + wpp_saturating_product (g->start[g->n_rules], WPP_SUMMARY_WORK / WPP_SUMMARY_WORK_SYMBOLS);
  for (uint64_t i = 0; !err && i < (uint64_t)g->n_terminals + g->n_rules; i++)
    err = add_symbol (s, &symbol);
  for (uint32_t t = 0; !err && t < g->n_terminals; t++)
    err = wpp_summary_of_letter (&s->symbols[t].summary, g->terminals[t], &paths[t], landing, backward);
  for (uint32_t i = 0; !err && i < g->n_rules; i++)
    err = summarize_rule (s, g->order[i]);
  return err;
}

void
wpp_summaries_release (struct wpp_summaries *s)
{
  for (uint32_t i = 0; i < s->n_symbols; i++)
    wpp_summary_release (&s->symbols[i].summary);
  free (s->symbols);
  free (s->order);
  wpp_composer_release (&s->rule);
  wpp_composer_release (&s->square);
}

/* ---- Visiting parts.  */

static void
tell_parts (const struct wpp_summaries *s, uint32_t rule,
            void (*part) (void *data, uint32_t symbol, uint32_t copies), void *data)
{
  const struct wpp_grammar *g = s->g;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1]; i++)
    {
      uint32_t symbol = symbol_of (s, g->symbols[i]), copies = wpp_grammar_exponent (g, i);
      if (copies == 1 || wpp_summary_simple_p (&s->symbols[symbol].summary))
        part (data, symbol, copies);
      else
        for (; copies; copies >>= 1, symbol = s->symbols[symbol].square)
          part (data, symbol, copies & 1);
    }
}

int
wpp_summaries_visit (struct wpp_summaries *s, uint32_t whole,
                     void (*part) (void *data, uint32_t symbol, uint32_t copies), void *data)
{
  uint32_t root = s->symbols[whole].root;
  if (root != WPP_NO_SYMBOL)
    {
      part (data, root, 2);
      return append_twice (s, &s->rule, root);
    }
  tell_parts (s, whole - s->g->n_terminals, part, data);
  return append_rule (s, whole - s->g->n_terminals);
}
