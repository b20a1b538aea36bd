/* The events of traces and calls, without their order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The rules are those of the calls, where the rule of its trace stands for each kind, those of the traces that occur,
   and those of their functions.  S has the start rules of the calls.  */

#include <stdlib.h>
#include "grammar/rules/alphabet.h"
#include "base/error.h"
#include "recording/traces/bag.h"

struct bag
{
  const struct wpp_traces *t;
  size_t *first;             /* [n_functions + 1] where the traces of a function, and then its rules, are among … */
  uint32_t *number;          /* … these: which rule each becomes, or 0: it does not occur */
  struct wpp_alphabet events;
  struct wpp_grammar *g;
  uint64_t n;                /* symbols so far */
};

/* The numbers of the rules that trace I of function F, and rule I of its grammar, become.  */
static uint32_t *
trace_number (const struct bag *b, uint32_t f, uint32_t i)
{
  return &b->number[b->first[f] + i];
}

static uint32_t *
rule_number (const struct bag *b, uint32_t f, uint32_t i)
{
  return &b->number[b->first[f] + b->t->functions[f].n_traces + i];
}

/* ---- What occurs.  */

static void
mark_calls (const struct bag *b, const struct wpp_calls *calls)
{
  const struct wpp_grammar *g = calls->grammar;
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    if (!WPP_IS_RULE (g->symbols[i]))
      {
        const struct wpp_activation_kind *kind = &calls->kinds[g->terminals[g->symbols[i]]];
        if (kind->function != WPP_NO_FUNCTION)
          *trace_number (b, kind->function, kind->trace) = 1;
      }
}

/* Mark the rules of F among symbols BEGIN .. END - 1 of its grammar.  */
static void
mark_symbols (const struct bag *b, uint32_t f, uint64_t begin, uint64_t end)
{
  const struct wpp_grammar *g = b->t->functions[f].grammar;
  for (uint64_t i = begin; i < end; i++)
    if (WPP_IS_RULE (g->symbols[i]))
      *rule_number (b, f, WPP_RULE_INDEX (g->symbols[i])) = 1;
}

static void
mark_function (const struct bag *b, uint32_t f)
{
  const struct wpp_function_traces *traces = &b->t->functions[f];
  const struct wpp_grammar *g = traces->grammar;
  for (uint32_t i = 0; i < traces->n_traces; i++)
    if (*trace_number (b, f, i))
      mark_symbols (b, f, traces->trace[i], traces->trace[i + (size_t)1]);
  for (uint32_t i = g->n_rules - 1; i-- > 0;)
    if (*rule_number (b, f, g->order[i]))
      mark_symbols (b, f, g->start[g->order[i]], g->start[g->order[i] + (size_t)1]);
}

/* Number what occurs; set *RULES and *SYMBOLS to how many rules there are, and at most so many symbols.  */
static int
number_rules (struct bag *b, uint64_t *rules, uint64_t *symbols)
{
  *rules = 1;
  *symbols = b->t->n_threads;
  for (size_t i = 0; i < b->t->n_threads; i++)
    if (b->t->threads[i].grammar)
      {
        const struct wpp_grammar *g = b->t->threads[i].grammar;
        mark_calls (b, &b->t->threads[i]);
        *rules += g->n_rules;
        *symbols += g->start[g->n_rules];
      }
  for (uint32_t f = 0; f < b->t->n_functions; f++)
    {
      const struct wpp_grammar *g = b->t->functions[f].grammar;
      mark_function (b, f);
      *symbols += g->start[g->n_rules];
      for (size_t i = b->first[f]; i < b->first[f + (size_t)1]; i++)
        if (b->number[i])
          b->number[i] = (*rules)++;
      if (*rules > WPP_RULE)
        return WPP_E_TOOBIG;
    }
  return *rules > WPP_RULE ? WPP_E_TOOBIG : WPP_OK;
}

/* ---- Rules.  */

static void
put_symbol (struct bag *b, uint32_t symbol, uint32_t exponent)
{
  b->g->symbols[b->n] = symbol;
  b->g->exponents[b->n++] = exponent;
}

static int
put_event (struct bag *b, uint32_t event, uint32_t exponent)
{
  uint32_t terminal;
  int err = wpp_alphabet_intern (&b->events, event, &terminal);
  if (!err)
    put_symbol (b, terminal, exponent);
  return err;
}

static void
end_rule (struct bag *b)
{
  b->g->start[++b->g->n_rules] = b->n;
}

/* Put the rules of CALLS, whose start rule becomes FIRST.  */
static int
put_calls (struct bag *b, const struct wpp_calls *calls, uint32_t first)
{
  const struct wpp_grammar *g = calls->grammar;
  int err = WPP_OK;
  for (uint32_t r = 0; r < g->n_rules && !err; r++)
    {
      for (uint64_t i = g->start[r]; i < g->start[r + (size_t)1] && !err; i++)
        {
          uint32_t symbol = g->symbols[i], exponent = wpp_grammar_exponent (g, i);
          const struct wpp_activation_kind *kind = WPP_IS_RULE (symbol) ? NULL : &calls->kinds[g->terminals[symbol]];
          if (!kind)
            put_symbol (b, WPP_RULE | (first + WPP_RULE_INDEX (symbol)), exponent);
          else if (kind->function == WPP_NO_FUNCTION)
            err = put_event (b, kind->trace, exponent);
          else
            put_symbol (b, WPP_RULE | *trace_number (b, kind->function, kind->trace), exponent);
        }
      end_rule (b);
    }
  return err;
}

/* Put symbols BEGIN .. END - 1 of the grammar of function F as a rule.  */
static int
put_rule (struct bag *b, uint32_t f, uint64_t begin, uint64_t end)
{
  const struct wpp_function_traces *traces = &b->t->functions[f];
  const struct wpp_grammar *g = traces->grammar;
  int err = WPP_OK;
  for (uint64_t i = begin; i < end && !err; i++)
    if (WPP_IS_RULE (g->symbols[i]))
      put_symbol (b, WPP_RULE | *rule_number (b, f, WPP_RULE_INDEX (g->symbols[i])), wpp_grammar_exponent (g, i));
    else
      err = put_event (b, traces->letters[g->terminals[g->symbols[i]] - 1].event, wpp_grammar_exponent (g, i));
  end_rule (b);
  return err;
}

/* Put the rules of function F that occur, its traces first.  */
static int
put_function (struct bag *b, uint32_t f)
{
  const struct wpp_function_traces *traces = &b->t->functions[f];
  const struct wpp_grammar *g = traces->grammar;
  int err = WPP_OK;
  for (uint32_t i = 0; i < traces->n_traces && !err; i++)
    if (*trace_number (b, f, i))
      err = put_rule (b, f, traces->trace[i], traces->trace[i + (size_t)1] - 1);
  for (uint32_t r = 0; r < g->n_rules && !err; r++)
    if (*rule_number (b, f, r))
      err = put_rule (b, f, g->start[r], g->start[r + (size_t)1]);
  return err;
}

static int
put_rules (struct bag *b)
{
  uint32_t first = 1;
  int err = WPP_OK;
  for (size_t i = 0; i < b->t->n_threads; i++)
    if (b->t->threads[i].grammar)
      {
        put_symbol (b, WPP_RULE | first, 1);
        first += b->t->threads[i].grammar->n_rules;
      }
  end_rule (b);
  first = 1;
  for (size_t i = 0; i < b->t->n_threads && !err; i++)
    if (b->t->threads[i].grammar)
      {
        err = put_calls (b, &b->t->threads[i], first);
        first += b->t->threads[i].grammar->n_rules;
      }
  for (uint32_t f = 0; f < b->t->n_functions && !err; f++)
    err = put_function (b, f);
  return err;
}

/* ---- All of it.  */

static int
make_room (struct bag *b)
{
  const struct wpp_traces *t = b->t;
  b->first = calloc (t->n_functions + (size_t)1, sizeof *b->first);
  if (!b->first)
    return WPP_E_NOMEM;
  for (uint32_t f = 0; f < t->n_functions; f++)
    b->first[f + (size_t)1] = b->first[f] + t->functions[f].n_traces + t->functions[f].grammar->n_rules;
  b->number = calloc (b->first[t->n_functions] + 1, sizeof *b->number);
  return b->number ? wpp_alphabet_init (&b->events) : WPP_E_NOMEM;
}

static int
fill (struct bag *b)
{
  uint64_t rules, symbols;
  int err = number_rules (b, &rules, &symbols);
  b->g = err ? NULL : calloc (1, sizeof *b->g);
  if (!b->g)
    return err ? err : WPP_E_NOMEM;
  b->g->start = calloc (rules + 1, sizeof *b->g->start);
  b->g->symbols = malloc ((symbols + 1) * sizeof *b->g->symbols);
  b->g->exponents = malloc ((symbols + 1) * sizeof *b->g->exponents);
  if (!b->g->start || !b->g->symbols || !b->g->exponents)
    return WPP_E_NOMEM;
  err = put_rules (b);
  b->g->n_terminals = b->events.n;
  b->g->terminals = b->events.events;
  b->events.events = NULL;
  return err ? err : wpp_grammar_finish (b->g);
}

static bool
any_calls_p (const struct wpp_traces *t)
{
  bool any = false;
  for (size_t i = 0; i < t->n_threads; i++)
    any |= t->threads[i].grammar != NULL;
  return any;
}

struct wpp_grammar *
wpp_traces_bag (const struct wpp_traces *t, int *err)
{
  struct bag b = { .t = t };
  *err = WPP_OK;
  if (!any_calls_p (t))
    return NULL;
  *err = make_room (&b);
  if (!*err)
    *err = fill (&b);
  free (b.first);
  free (b.number);
  wpp_alphabet_release (&b.events);
  if (!*err)
    return b.g;
  wpp_grammar_free (b.g);
  return NULL;
}
