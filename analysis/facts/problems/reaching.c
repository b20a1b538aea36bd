/* The facts of reaching definitions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A definition of a user's variable x is a statement that assigns a version of
   x, or stores to it.  It generates its fact and, when it overwrites all of x,
   kills every other definition of x.  A PHI is no definition: the path that
   was executed says which of its arguments came along.  The parameters'
   definitions hold when an activation begins.

   A store to a part of x generates and kills nothing.  A store through a pointer
   that, by GCC's alias oracle, may reach x is a definition of x (`may') that
   kills nothing.  Calls are no definitions but of what their value is
   assigned to.  */

#include <stdlib.h>
#include "facts/problems/builder.h"

struct reaching
{
  struct wpp_builder b;
  struct wpp_fact_lists of_variable, of_statement;   /* facts */
  size_t n_killing, killing_room;
  bool *killing;                /* [n_killing] by fact: it overwrites the whole variable */
  size_t n_stored, stored_room;
  uint32_t *stored;             /* variables in memory that have a direct definition */
  bool *stored_p;               /* [variables] */
};

/* Add a fact for a definition of VARIABLE by S, null: on entry.  KILLS: it overwrites all of it.  Return the fact, or
   null after an error.  */
static struct wpp_fact *
add (struct reaching *r, uint32_t variable, const struct wpp_statement *s, bool kills)
{
  struct wpp_builder *b = &r->b;
  struct wpp_buffer text = { 0 };
  uint32_t fact;
  if (s)
    {
      wpp_put_statement (&text, b->body, s);
      fact = wpp_add_fact_of (b, &text, variable, s->line, wpp_statement_block (b, s));
    }
  else
    fact = wpp_add_variable_fact (b, variable, "");
  wpp_builder_check (b, WPP_RESERVE (r->killing, r->killing_room, r->n_killing, 1));
  if (b->err)
    return NULL;
  r->killing[r->n_killing++] = kills;
  wpp_builder_check (b, wpp_fact_lists_add (&r->of_variable, variable, fact));
  if (s)
    wpp_builder_check (b, wpp_fact_lists_add (&r->of_statement, wpp_statement_number (b, s), fact));
  return &b->out.facts[fact];
}

static void
begin (struct wpp_builder *b)
{
  struct reaching *r = (struct reaching *)b;
  uint32_t n = wpp_body_n_variables (b->body);
  wpp_builder_check (b, wpp_fact_lists_init (&r->of_variable, n));
  wpp_builder_check (b, wpp_fact_lists_init (&r->of_statement, b->body->n_statements));
  r->stored_p = calloc ((size_t)n + 1, sizeof *r->stored_p);
  if (!r->stored_p)
    wpp_builder_check (b, WPP_E_NOMEM);
  for (uint32_t p = 0; p < b->body->n_parameters && !b->err; p++)
    if (wpp_body_user_p (b->body, b->body->n_globals + p))
      {
        wpp_add_boundary (b, b->out.n_facts);
        struct wpp_fact *fact = add (r, b->body->n_globals + p, NULL, true);
        if (fact)
          fact->parameter = true;
      }
}

static void
end (struct wpp_builder *b)
{
  struct reaching *r = (struct reaching *)b;
  wpp_fact_lists_release (&r->of_variable);
  wpp_fact_lists_release (&r->of_statement);
  free (r->killing);
  free (r->stored);
  free (r->stored_p);
}

/* The user's variable that S stores to all or a part of, or WPP_NONE.  */
static uint32_t
stored_variable (const struct wpp_body *body, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (body, s);
  return result && result->kind == WPP_OPERAND_REFERENCE && !(s->flags & WPP_STATEMENT_CLOBBER)
           ? wpp_user_variable (body, wpp_reference_variable (body, result->index)) : WPP_NONE;
}

static void
find (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct reaching *r = (struct reaching *)b;
  uint32_t variable = stored_variable (b->body, s);
  if (variable == WPP_NONE || r->stored_p[variable] || b->body->whole[variable] == WPP_NONE)
    return;
  wpp_builder_check (b, WPP_RESERVE (r->stored, r->stored_room, r->n_stored, 1));
  if (b->err)
    return;
  r->stored[r->n_stored++] = variable;
  r->stored_p[variable] = true;
}

/* Add the definitions that S names itself.  */
static void
add_direct (struct reaching *r, const struct wpp_statement *s)
{
  const struct wpp_body *body = r->b.body;
  WPP_EACH_DEFINITION (body, s, value)
    {
      uint32_t variable = wpp_value_variable (body, value);
      if (variable != WPP_NONE)
        add (r, variable, s, true);
    }
  uint32_t variable = stored_variable (body, s);
  if (variable != WPP_NONE)
    add (r, variable, s, wpp_operand_whole_variable (body, wpp_statement_result (body, s)) == variable);
}

/* Add the definitions by a store through a pointer.  */
static void
add_indirect (struct reaching *r, const struct wpp_statement *s)
{
  const struct wpp_body *body = r->b.body;
  const struct wpp_operand *result = wpp_statement_result (body, s);
  if (!result || !(s->flags & WPP_STATEMENT_WRITES) || result->kind != WPP_OPERAND_REFERENCE)
    return;
  const struct wpp_reference *to = &body->references[result->index];
  if (to->base_kind != WPP_BASE_POINTER || body->operands[to->base].kind == WPP_OPERAND_ADDRESS)
    return;
  for (size_t i = 0; i < r->n_stored; i++)
    if (wpp_references_may_alias_p (body, body->whole[r->stored[i]], result->index))
      {
        struct wpp_fact *fact = add (r, r->stored[i], s, false);
        if (fact)
          fact->may = true;
      }
}

/* Now that the variables are known that stores may reach, make the facts.  */
static void
found (struct wpp_builder *b)
{
  struct reaching *r = (struct reaching *)b;
  for (uint32_t i = 0; i < b->body->n_statements && !b->err; i++)
    {
      const struct wpp_statement *s = &b->body->statements[i];
      if (wpp_debug_p (s))
        continue;
      add_direct (r, s);
      add_indirect (r, s);
    }
}

static void
statement (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct reaching *r = (struct reaching *)b;
  uint32_t number = wpp_statement_number (b, s);
  WPP_EACH_IN_LIST (&r->of_statement, number, i)
    {
      uint32_t fact = r->of_statement.items[i].number;
      if (r->killing[fact])
        WPP_EACH_IN_LIST (&r->of_variable, b->variable[fact], j)
          wpp_kill (b, r->of_variable.items[j].number);
    }
  WPP_EACH_IN_LIST (&r->of_statement, number, i)
    wpp_generate (b, r->of_statement.items[i].number);
}

const struct wpp_problem_class wpp_reaching_definitions = {
  .size = sizeof (struct reaching), .begin = begin, .end = end, .find = find, .found = found, .statement = statement
};
