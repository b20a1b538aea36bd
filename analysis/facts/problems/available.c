/* Expressions and loads that are available: computed, loaded or stored before, and nothing has changed them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Available loads: Y. Zhang, R. Gupta, Timestamped Whole Program Path Representation, PLDI 2001,
   section 4.3.1: a load is redundant when its value was loaded or stored before and nothing may
   have changed it since; its degree of redundancy is how many of its executions were.  */

#include <stdlib.h>
#include "facts/problems/expressions.h"

/* S, which computes FACT, is a site of it.  */
static void
add_site (struct wpp_builder *b, const struct wpp_statement *s, uint32_t fact)
{
  wpp_add_site (b, s, b->out.facts[fact].text, fact, WPP_FROM_NONE);
  wpp_generate (b, fact);
}

/* ---- Expressions.  */

/* Is S a computation that could be saved?  */
static bool
computation_p (const struct wpp_statement *s)
{
  if (s->kind != WPP_STATEMENT_ASSIGN || s->flags & WPP_STATEMENT_VOLATILE)
    return false;
  switch (wpp_statement_class (s))
    {
    case WPP_CLASS_BINARY:
    case WPP_CLASS_COMPARISON:
    case WPP_CLASS_TERNARY:
      return true;
    case WPP_CLASS_UNARY:
      return s->operation != WPP_OPERATION_NOP && s->operation != WPP_OPERATION_CONVERT;
    default:
      return false;
    }
}

static void
find_expression (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct wpp_expressions *x = (struct wpp_expressions *)b;
  struct wpp_buffer key = { 0 }, text = { 0 };
  wpp_dependences_begin (&x->d, s);
  if (!computation_p (s) || !wpp_dependences_add_all (&x->d))
    return;
  wpp_put_computation (&key, b->body, s, true);
  wpp_put_computation (&text, b->body, s, false);
  x->generated[wpp_statement_number (b, s)] = wpp_expression_fact (x, &key, &text);
}

static void
do_expression (struct wpp_builder *b, const struct wpp_statement *s)
{
  uint32_t fact = ((struct wpp_expressions *)b)->generated[wpp_statement_number (b, s)];
  if (fact != WPP_NONE)
    add_site (b, s, fact);
  wpp_expressions_kill (b, s);
}

const struct wpp_problem_class wpp_available_expressions = { .must = true,
                                                             .size = sizeof (struct wpp_expressions),
                                                             .begin = wpp_expressions_begin,
                                                             .end = wpp_expressions_end,
                                                             .find = find_expression,
                                                             .arrive = wpp_expressions_arrive,
                                                             .statement = do_expression,
                                                             .phi = wpp_expressions_phi };

/* ---- Loads.  */

struct loads
{
  struct wpp_expressions x;
  size_t n_stores, stores_room;
  uint32_t *stores;             /* statements */
};

static void
end_loads (struct wpp_builder *b)
{
  free (((struct loads *)b)->stores);
  wpp_expressions_end (b);
}

/* Does S copy to or from OPERAND what fits a register?  */
static bool
transfers_p (const struct wpp_body *body, const struct wpp_statement *s, const struct wpp_operand *o)
{
  return wpp_copy_p (s) && !(s->flags & WPP_STATEMENT_VOLATILE) && o->kind == WPP_OPERAND_REFERENCE
         && wpp_body_type (body, o->type)->flags & WPP_TYPE_REGISTER;
}

/* The operand that S loads into a register, or WPP_NONE.  */
static uint32_t
loaded (const struct wpp_body *body, const struct wpp_statement *s)
{
  if (!wpp_copy_p (s))
    return WPP_NONE;
  uint32_t operand = wpp_statement_operands (body, s)[0];
  const struct wpp_operand *o = &body->operands[operand];
  return transfers_p (body, s, o) && wpp_operand_memory_p (body, o) ? operand : WPP_NONE;
}

/* The operand that S stores a register to, or WPP_NONE.  */
static uint32_t
stored (const struct wpp_body *body, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (body, s);
  bool stores = result && transfers_p (body, s, result) && !(s->flags & WPP_STATEMENT_CLOBBER);
  return stores ? wpp_statement_results (body, s)[0] : WPP_NONE;
}

static void
note_store (struct loads *l, const struct wpp_statement *s)
{
  struct wpp_builder *b = &l->x.b;
  wpp_builder_check (b, WPP_RESERVE (l->stores, l->stores_room, l->n_stores, 1));
  if (!b->err)
    l->stores[l->n_stores++] = wpp_statement_number (b, s);
}

static void
find_load (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct wpp_expressions *x = (struct wpp_expressions *)b;
  uint32_t from = loaded (b->body, s);
  struct wpp_buffer key = { 0 }, text = { 0 };
  if (stored (b->body, s) != WPP_NONE)
    note_store ((struct loads *)b, s);
  wpp_dependences_begin (&x->d, s);
  if (from == WPP_NONE || !wpp_dependences_add (&x->d, from))
    return;
  wpp_put_operand (&key, b->body, from, true);
  wpp_put_operand (&text, b->body, from, false);
  x->generated[wpp_statement_number (b, s)] = wpp_expression_fact (x, &key, &text);
}

/* Stores make available what is loaded somewhere.  */
static void
find_stores (struct wpp_builder *b)
{
  struct loads *l = (struct loads *)b;
  for (size_t i = 0; i < l->n_stores && !b->err; i++)
    {
      const struct wpp_statement *s = &b->body->statements[l->stores[i]];
      uint32_t to = stored (b->body, s);
      struct wpp_buffer key = { 0 };
      wpp_put_operand (&key, b->body, to, true);
      uint32_t fact = wpp_expression_known (&l->x, &key);
      wpp_dependences_begin (&l->x.d, s);
      if (fact == WPP_NONE || !wpp_dependences_add (&l->x.d, to) || !wpp_dependences_current_p (&l->x.d))
        continue;
      l->x.generated[l->stores[i]] = fact;
      wpp_expression_watch (&l->x, fact);
    }
}

static void
do_load (struct wpp_builder *b, const struct wpp_statement *s)
{
  uint32_t fact = ((struct wpp_expressions *)b)->generated[wpp_statement_number (b, s)];
  bool load = fact != WPP_NONE && loaded (b->body, s) != WPP_NONE;
  if (load)
    add_site (b, s, fact);
  wpp_expressions_kill (b, s);
  if (fact != WPP_NONE && !load)
    wpp_generate (b, fact);
}

const struct wpp_problem_class wpp_available_loads
  = { .must = true, .size = sizeof (struct loads), .begin = wpp_expressions_begin, .end = end_loads, .find = find_load,
      .found = find_stores, .arrive = wpp_expressions_arrive, .statement = do_load, .phi = wpp_expressions_phi };
