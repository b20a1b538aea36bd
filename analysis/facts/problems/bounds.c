/* Comparisons whose outcome a branch has shown before.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "facts/problems/expressions.h"

struct bounds
{
  struct wpp_expressions x;     /* GENERATED: the number of a condition's outcomes */
  struct wpp_outcome_list outcomes;
};

static void
end (struct wpp_builder *b)
{
  free (((struct bounds *)b)->outcomes.all);
  wpp_expressions_end (b);
}

/* A condition A < B or A <= B, as what an outcome of a branch says: operands.  */
struct comparison
{
  uint32_t a, b;
  bool equal;   /* or equal */
};

/* Set *C to what CONDITION says when it HOLDS, or does not; return false when it orders no integers or
   pointers.  */
static bool
compare (const struct wpp_body *body, const struct wpp_statement *condition, bool holds, struct comparison *c)
{
  const uint32_t *o = wpp_statement_operands (body, condition);
  uint8_t sign = condition->operation;
  bool strict = sign == WPP_OPERATION_LT || sign == WPP_OPERATION_GT;
  bool ordered = strict || sign == WPP_OPERATION_LE || sign == WPP_OPERATION_GE;
  bool rising = (sign == WPP_OPERATION_LT || sign == WPP_OPERATION_LE) == holds;
  *c = (struct comparison){ o[!rising], o[rising], strict != holds };
  return ordered && wpp_compares_integers_p (body, condition);
}

/* Put what C says: as a KEY with the type of what is compared.  */
static void
put_comparison (struct wpp_buffer *out, const struct wpp_body *body, const struct comparison *c, bool key)
{
  const struct wpp_operand *a = &body->operands[c->a];
  bool reverse = !key && a->kind == WPP_OPERAND_CONSTANT;
  const char *sign = reverse ? c->equal ? " >= " : " > " : c->equal ? " <= " : " < ";
  wpp_put_operand (out, body, reverse ? c->b : c->a, key);
  wpp_put_text (out, sign);
  wpp_put_operand (out, body, reverse ? c->a : c->b, key);
  if (!key)
    return;
  char type[16];
  snprintf (type, sizeof type, ":%" PRIu32, a->type);
  wpp_put_text (out, type);
}

/* The fact of what CONDITION says when it HOLDS, or does not; WPP_NONE when that is none of the source.  It is about
   the same variable in both cases.  */
static uint32_t
fact_of (struct wpp_expressions *x, const struct wpp_statement *condition, bool holds)
{
  struct wpp_buffer key = { 0 }, text = { 0 };
  struct comparison c;
  wpp_dependences_begin (&x->d, condition);
  if (!compare (x->b.body, condition, true, &c)
      || !wpp_dependences_add (&x->d, c.a) || !wpp_dependences_add (&x->d, c.b))
    return WPP_NONE;
  compare (x->b.body, condition, holds, &c);
  put_comparison (&key, x->b.body, &c, true);
  put_comparison (&text, x->b.body, &c, false);
  return wpp_expression_fact (x, &key, &text);
}

static void
find_branch (struct wpp_builder *b, const struct wpp_statement *condition, bool holds, uint32_t block)
{
  struct bounds *t = (struct bounds *)b;
  struct wpp_outcomes o;
  if (wpp_outcomes_of (&t->x, &t->outcomes, condition))
    return;
  for (int i = 0; i < 2; i++)
    if ((o.of[i] = fact_of (&t->x, condition, i == 0)) == WPP_NONE)
      return;
  wpp_outcomes_add (&t->x, &t->outcomes, condition, o);
}

static void
statement (struct wpp_builder *b, const struct wpp_statement *s)
{
  const struct bounds *t = (const struct bounds *)b;
  const struct wpp_outcomes *o = wpp_outcomes_of (&t->x, &t->outcomes, s);
  if (o)
    wpp_add_site (b, s, b->out.facts[o->of[0]].text, o->of[0], o->of[1]);
  wpp_expressions_kill (b, s);
}

static void
branch (struct wpp_builder *b, const struct wpp_statement *condition, bool holds)
{
  const struct bounds *t = (const struct bounds *)b;
  const struct wpp_outcomes *o = wpp_outcomes_of (&t->x, &t->outcomes, condition);
  if (!o)
    return;
  wpp_generate (b, o->of[!holds]);
  wpp_kill (b, o->of[holds]);
}

const struct wpp_problem_class wpp_checked_bounds = { .must = true,
                                                      .size = sizeof (struct bounds),
                                                      .begin = wpp_expressions_begin,
                                                      .end = end,
                                                      .find_branch = find_branch,
                                                      .arrive = wpp_expressions_arrive,
                                                      .statement = statement,
                                                      .phi = wpp_expressions_phi,
                                                      .branch = branch };
