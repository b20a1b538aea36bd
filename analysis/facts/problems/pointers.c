/* Facts about pointers: may be null; checked already.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Only pointer variables that have versions have facts.  A copy takes the fact of its source.  A test against null
   generates or kills the fact on each of its edges.  So does a statement that is executed only with a pointer that is
   not null: an access through it, or a call that demands it.  */

#include <stdlib.h>
#include "facts/problems/builder.h"

struct pointers
{
  struct wpp_builder b;
  uint32_t *of_variable;        /* [variables] fact or WPP_NONE */
};

static void
begin (struct wpp_builder *b)
{
  ((struct pointers *)b)->of_variable = wpp_new_numbers (b, wpp_body_n_variables (b->body));
}

static void
end (struct wpp_builder *b)
{
  free (((struct pointers *)b)->of_variable);
}

static bool
checked_p (const struct wpp_builder *b)
{
  return b->of == &wpp_checked_pointers;
}

/* ---- Finding.  */

/* VARIABLE, if it is a pointer of the user's, or WPP_NONE, has a fact.  */
static void
find_variable (struct wpp_builder *b, uint32_t variable)
{
  uint32_t *of_variable = ((struct pointers *)b)->of_variable;
  if (variable == WPP_NONE || of_variable[variable] != WPP_NONE)
    return;
  if (wpp_pointer_p (wpp_body_type (b->body, wpp_body_variable (b->body, variable)->type)))
    of_variable[variable] = wpp_add_variable_fact (b, variable, checked_p (b) ? " checked" : " may be null");
}

static void
find (struct wpp_builder *b, const struct wpp_statement *s)
{
  const struct wpp_use *uses = wpp_statement_uses (b->body, s);
  for (uint32_t i = 0; i < s->n_uses; i++)
    find_variable (b, wpp_value_variable (b->body, uses[i].value));
  WPP_EACH_DEFINITION (b->body, s, value)
    find_variable (b, wpp_value_variable (b->body, value));
}

static void
find_phi (struct wpp_builder *b, uint32_t result, uint32_t argument, uint32_t block)
{
  find_variable (b, wpp_value_variable (b->body, result));
  find_variable (b, wpp_operand_variable (b->body, argument));
}

/* ---- What code does.  */

/* The fact of VARIABLE, or WPP_NONE.  */
static uint32_t
fact_of (const struct wpp_builder *b, uint32_t variable)
{
  return variable == WPP_NONE ? WPP_NONE : ((const struct pointers *)b)->of_variable[variable];
}

/* The fact of the pointer that CONDITION compares to null, or WPP_NONE.  */
static uint32_t
compared (const struct wpp_builder *b, const struct wpp_statement *condition)
{
  const uint32_t *operands = wpp_statement_operands (b->body, condition);
  if (condition->operation != WPP_OPERATION_EQ && condition->operation != WPP_OPERATION_NE)
    return WPP_NONE;
  return wpp_zero_p (b->body, operands[1]) ? fact_of (b, wpp_operand_variable (b->body, operands[0])) : WPP_NONE;
}

/* Is the value that S makes no null pointer for sure?  */
static bool
makes_nonnull_p (const struct wpp_body *body, const struct wpp_statement *s)
{
  if (s->kind == WPP_STATEMENT_CALL)
    return body->calls[s->extra].flags & WPP_CALL_NONNULL_RESULT;
  return s->kind == WPP_STATEMENT_ASSIGN && s->operation == WPP_OPERATION_POINTER_PLUS;
}

/* The same of the value of the temporary VALUE.  */
static bool
temporary_nonnull_p (const struct wpp_body *body, uint32_t value)
{
  const struct wpp_value *v = &body->values[value];
  if (v->kind != WPP_DEFINED_BY_STATEMENT)
    return false;
  const struct wpp_statement *s = &body->statements[v->definition];
  if (wpp_copy_p (s))
    return wpp_statement_operand (body, s, 0)->kind == WPP_OPERAND_ADDRESS;
  return makes_nonnull_p (body, s);
}

bool
wpp_nonnull_p (const struct wpp_body *body, uint32_t operand, const struct wpp_statement *s)
{
  if (operand == WPP_NONE)
    return s && makes_nonnull_p (body, s);
  const struct wpp_operand *o = &body->operands[operand];
  if (o->invariant)
    return !wpp_zero_p (body, operand);
  return o->kind == WPP_OPERAND_ADDRESS || (o->kind == WPP_OPERAND_VALUE && temporary_nonnull_p (body, o->index));
}

/* RESULT becomes OPERAND, or, when that is WPP_NONE, what S makes it; when that is null too, something unknown.  */
static void
define (struct wpp_builder *b, uint32_t result, uint32_t operand, const struct wpp_statement *s)
{
  uint32_t fact = fact_of (b, wpp_value_variable (b->body, result));
  uint32_t source = operand == WPP_NONE ? WPP_NONE : fact_of (b, wpp_operand_variable (b->body, operand));
  if (fact == WPP_NONE || fact == source)
    return;
  if (source != WPP_NONE)
    wpp_set (b, fact, source);
  else if (checked_p (b) || wpp_nonnull_p (b->body, operand, s))
    wpp_kill (b, fact);
  else
    wpp_generate (b, fact);
}

/* From here on the pointer of FACT is known to be NULL, or not to be.  */
static void
tested (struct wpp_builder *b, uint32_t fact, bool null)
{
  if (checked_p (b) || null)
    wpp_generate (b, fact);
  else
    wpp_kill (b, fact);
}

static void
statement (struct wpp_builder *b, const struct wpp_statement *s)
{
  const struct wpp_use *uses = wpp_statement_uses (b->body, s);
  uint32_t compares = s->kind == WPP_STATEMENT_CONDITION && checked_p (b) ? compared (b, s) : WPP_NONE;
  if (compares != WPP_NONE)
    wpp_add_site (b, s, b->out.facts[compares].variable, compares, WPP_FROM_NONE);
  for (uint32_t i = 0; i < s->n_uses; i++)
    {
      uint32_t fact = fact_of (b, wpp_value_variable (b->body, uses[i].value));
      if (fact == WPP_NONE || !uses[i].nonnull)
        continue;
      if (!checked_p (b))
        wpp_add_site (b, s, b->out.facts[fact].variable, fact, WPP_FROM_NONE);
      tested (b, fact, false);
    }
  WPP_EACH_DEFINITION (b->body, s, value)
    define (b, value, wpp_copy_p (s) ? wpp_statement_operands (b->body, s)[0] : WPP_NONE, s);
}

static void
phi (struct wpp_builder *b, uint32_t result, uint32_t argument)
{
  define (b, result, argument, NULL);
}

static void
branch (struct wpp_builder *b, const struct wpp_statement *condition, bool holds)
{
  uint32_t fact = compared (b, condition);
  if (fact != WPP_NONE)
    tested (b, fact, (condition->operation == WPP_OPERATION_EQ) == holds);
}

/* ---- Pointers that may be null.  Nobody knows what callers pass.  */

static void
found (struct wpp_builder *b)
{
  for (uint32_t fact = 0; fact < b->out.n_facts; fact++)
    {
      const struct wpp_variable *v = wpp_body_variable (b->body, b->variable[fact]);
      if (v->kind == WPP_PARAMETER && !(v->flags & WPP_VARIABLE_NONNULL))
        wpp_add_boundary (b, fact);
    }
}

const struct wpp_problem_class wpp_possibly_null
  = { .size = sizeof (struct pointers), .begin = begin, .end = end, .find = find, .find_phi = find_phi, .found = found,
      .statement = statement, .phi = phi, .branch = branch };

/* ---- Pointers that were checked.  */

const struct wpp_problem_class wpp_checked_pointers
  = { .must = true, .size = sizeof (struct pointers), .begin = begin, .end = end, .find = find, .find_phi = find_phi,
      .statement = statement, .phi = phi, .branch = branch };
