/* Facts about what becomes of variables: read again, or overwritten before.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Both problems are backward.  A statement uses a variable when it reads a version of the variable, or memory that may
   be the variable's (GCC's alias oracle).  A PHI uses a variable when its result belongs to another one.  A definition
   of all of the variable (reaching.c) overwrites it.  After the function's exit, variables of static storage may be
   read, and others are not.  A call reads its arguments whether it returns or not.

   A variable is dead when it is overwritten, or ends, before it is used.  A store is dead when its variable is dead
   after the store.  Each store has a fact of its own, which carries this to the entry of the store's node.  The dump
   reads it there; it goes no further.  */

#include <stdlib.h>
#include "program/library/effects.h"
#include "facts/problems/builder.h"

struct fate
{
  struct wpp_builder b;
  uint32_t *of_variable;        /* [variables] fact or WPP_NONE */
  size_t n_aliased, aliased_room;
  uint32_t *aliased;            /* variables in memory that pointers may reach */
  uint32_t used, overwritten;   /* what a fact becomes: WPP_FROM_NONE or WPP_FROM_LAMBDA */
  /* Of dead stores: */
  uint32_t *stores;             /* [n_statements] fact or WPP_NONE */
  struct wpp_fact_lists of_node;     /* facts of stores */
};

static void
begin_fate (struct fate *f, uint32_t used, uint32_t overwritten)
{
  f->of_variable = wpp_new_numbers (&f->b, wpp_body_n_variables (f->b.body));
  f->used = used;
  f->overwritten = overwritten;
}

static void
end (struct wpp_builder *b)
{
  struct fate *f = (struct fate *)b;
  free (f->of_variable);
  free (f->aliased);
  free (f->stores);
  wpp_fact_lists_release (&f->of_node);
}

/* ---- Finding.  */

/* VARIABLE, if it is a user's, has a fact.  */
static void
find_variable (struct fate *f, uint32_t variable)
{
  struct wpp_builder *b = &f->b;
  if (variable == WPP_NONE || f->of_variable[variable] != WPP_NONE)
    return;
  uint32_t flags = wpp_body_variable (b->body, variable)->flags;
  f->of_variable[variable] = wpp_add_variable_fact (b, variable, "");
  if (flags & WPP_VARIABLE_REGISTER || !(flags & WPP_VARIABLE_ALIASED) || b->body->whole[variable] == WPP_NONE)
    return;
  wpp_builder_check (b, WPP_RESERVE (f->aliased, f->aliased_room, f->n_aliased, 1));
  if (!b->err)
    f->aliased[f->n_aliased++] = variable;
}

/* Do the operands of S that are references access memory?  (Those of others are parts of values.)  */
static bool
accesses_p (const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_CALL || s->kind == WPP_STATEMENT_ASM || s->kind == WPP_STATEMENT_RETURN
         || wpp_copy_p (s);
}

/* The user's variable that OPERAND is all or a part of in memory, or WPP_NONE.  */
static uint32_t
referenced_variable (const struct wpp_body *body, uint32_t operand)
{
  const struct wpp_operand *o = &body->operands[operand];
  return o->kind == WPP_OPERAND_REFERENCE ? wpp_user_variable (body, wpp_reference_variable (body, o->index))
                                          : WPP_NONE;
}

static void
find (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct fate *f = (struct fate *)b;
  const struct wpp_use *uses = wpp_statement_uses (b->body, s);
  for (uint32_t i = 0; i < s->n_uses; i++)
    find_variable (f, wpp_value_variable (b->body, uses[i].value));
  WPP_EACH_DEFINITION (b->body, s, value)
    find_variable (f, wpp_value_variable (b->body, value));
  for (uint32_t i = 0; accesses_p (s) && i < s->n_results + s->n_operands; i++)
    find_variable (f, referenced_variable (b->body, b->body->lists[s->first_operand + i]));
}

static void
find_phi (struct wpp_builder *b, uint32_t result, uint32_t argument, uint32_t block)
{
  struct fate *f = (struct fate *)b;
  find_variable (f, wpp_value_variable (b->body, result));
  find_variable (f, wpp_operand_variable (b->body, argument));
}

/* ---- What code does.  */

static void
use_variable (struct fate *f, uint32_t variable)
{
  if (variable != WPP_NONE && f->of_variable[variable] != WPP_NONE)
    wpp_set (&f->b, f->of_variable[variable], f->used);
}

static void
overwrite_variable (struct fate *f, uint32_t variable)
{
  if (variable != WPP_NONE && f->of_variable[variable] != WPP_NONE)
    wpp_set (&f->b, f->of_variable[variable], f->overwritten);
}

/* S's operands are read.  */
static void
arrive (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct fate *f = (struct fate *)b;
  const struct wpp_use *uses = wpp_statement_uses (b->body, s);
  const uint32_t *operands = wpp_statement_operands (b->body, s);
  for (uint32_t i = 0; i < s->n_uses; i++)
    use_variable (f, wpp_value_variable (b->body, uses[i].value));
  struct wpp_effects e;
  if (!(s->flags & WPP_STATEMENT_READS))
    return;
  wpp_effects_of (b->body, s, b->habits, &e);
  for (uint32_t i = 0; accesses_p (s) && i < s->n_operands; i++)
    use_variable (f, referenced_variable (b->body, operands[i]));
  for (size_t i = 0; i < f->n_aliased; i++)
    if (wpp_effects_may_read_p (&e, b->body->whole[f->aliased[i]]))
      use_variable (f, f->aliased[i]);
}

/* The user's variable in memory that S assigns all of, or WPP_NONE.  */
static uint32_t
stored_variable (const struct wpp_body *body, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (body, s);
  return result && !(s->flags & WPP_STATEMENT_CLOBBER)
           ? wpp_user_variable (body, wpp_operand_whole_variable (body, result)) : WPP_NONE;
}

static void
statement (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct fate *f = (struct fate *)b;
  WPP_EACH_DEFINITION (b->body, s, value)
    overwrite_variable (f, wpp_value_variable (b->body, value));
  overwrite_variable (f, stored_variable (b->body, s));
}

static void
phi (struct wpp_builder *b, uint32_t result, uint32_t argument)
{
  struct fate *f = (struct fate *)b;
  if (argument == WPP_NONE)
    return;
  uint32_t to = wpp_value_variable (b->body, result), from = wpp_operand_variable (b->body, argument);
  if (to == from)
    return;
  overwrite_variable (f, to);
  use_variable (f, from);
}

static bool
static_p (const struct wpp_builder *b, uint32_t fact)
{
  return wpp_body_variable (b->body, b->variable[fact])->flags & WPP_VARIABLE_STATIC;
}

/* ---- Live variables.  */

static void
begin_live (struct wpp_builder *b)
{
  begin_fate ((struct fate *)b, WPP_FROM_LAMBDA, WPP_FROM_NONE);
}

static void
found_live (struct wpp_builder *b)
{
  for (uint32_t fact = 0; fact < b->out.n_facts; fact++)
    if (static_p (b, fact))
      wpp_add_boundary (b, fact);
}

const struct wpp_problem_class wpp_live_variables = { .backward = true,
                                                      .size = sizeof (struct fate),
                                                      .begin = begin_live,
                                                      .end = end,
                                                      .find = find,
                                                      .find_phi = find_phi,
                                                      .found = found_live,
                                                      .arrive = arrive,
                                                      .statement = statement,
                                                      .phi = phi };

/* ---- Dead stores.  */

static void
begin_dead (struct wpp_builder *b)
{
  struct fate *f = (struct fate *)b;
  begin_fate (f, WPP_FROM_NONE, WPP_FROM_LAMBDA);
  f->stores = wpp_new_numbers (b, b->body->n_statements);
  wpp_builder_check (b, wpp_fact_lists_init (&f->of_node, b->cfg->n_nodes));
}

/* The user's variable that S assigns all of, or WPP_NONE.  */
static uint32_t
assigned_variable (const struct wpp_body *body, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (body, s);
  if (!result)
    return WPP_NONE;
  return result->kind == WPP_OPERAND_VALUE ? wpp_value_variable (body, result->index) : stored_variable (body, s);
}

static void
find_dead (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct fate *f = (struct fate *)b;
  uint32_t variable = assigned_variable (b->body, s);
  struct wpp_buffer text = { 0 };
  find (b, s);
  if (variable == WPP_NONE || b->err)
    return;
  wpp_put_statement (&text, b->body, s);
  uint32_t fact = wpp_add_fact_of (b, &text, variable, s->line, wpp_statement_block (b, s));
  f->stores[wpp_statement_number (b, s)] = fact;
  wpp_builder_check (b, wpp_fact_lists_add (&f->of_node, b->node, fact));
}

static void
found_dead (struct wpp_builder *b)
{
  uint32_t entry = b->cfg->nodes[WPP_NODE_ENTRY].block;
  for (uint32_t fact = 0; fact < b->out.n_facts; fact++)
    {
      b->out.facts[fact].hidden = true;
      if (b->out.facts[fact].block == entry && !static_p (b, fact))
        wpp_add_boundary (b, fact);
    }
}

static void
statement_dead (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct fate *f = (struct fate *)b;
  uint32_t fact = f->stores[wpp_statement_number (b, s)];
  if (fact != WPP_NONE)
    {
      wpp_set (b, fact, f->of_variable[b->variable[fact]]);
      wpp_add_site (b, s, b->out.facts[fact].text, fact, WPP_FROM_NONE);
    }
  statement (b, s);
}

static void
over_edge (struct wpp_builder *b, uint32_t node)
{
  struct fate *f = (struct fate *)b;
  WPP_EACH_IN_LIST (&f->of_node, node, i)
    wpp_kill (b, f->of_node.items[i].number);
}

const struct wpp_problem_class wpp_dead_stores
  = { .backward = true, .must = true, .size = sizeof (struct fate), .begin = begin_dead, .end = end, .find = find_dead,
      .find_phi = find_phi, .found = found_dead, .arrive = arrive, .statement = statement_dead, .phi = phi,
      .over_edge = over_edge };
