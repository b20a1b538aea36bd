/* Copies and constants that hold: `x = 5', `x = y'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Only variables that have versions have facts.  An assignment of a constant or of a variable generates the fact; so
   does a PHI, by the edge that is executed.  x = y also makes each other fact of x what the same fact of y is.  So the
   problem is not separable; but each fact has one source, so it is bi-distributive.  A branch on x == 5 or x == y
   generates the fact where it holds.  Any other definition of x kills the facts of x, and the facts of others that are
   copies of x.

   The facts of a function are those that it generates, and those that copies can make of them.  */

#include <stdlib.h>
#include "facts/problems/builder.h"

/* What a variable can be: another one, or a constant.  */
struct thing
{
  enum { NOTHING, A_VARIABLE, A_CONSTANT } kind;
  uint32_t number;              /* variable; operand */
};

struct pair
{
  uint32_t variable;
  struct thing value;
};

struct copies
{
  struct wpp_builder b;
  size_t pairs_room;
  struct pair *pairs;                   /* [facts] */
  struct wpp_hash_table table;          /* of them */
  struct wpp_fact_lists of_variable, of_value; /* facts with this variable; with it as the value */
  size_t n_copies, copies_room;
  struct pair *copies;                  /* assignments of variables to each other */
};

static void
begin (struct wpp_builder *b)
{
  struct copies *c = (struct copies *)b;
  uint32_t n = wpp_body_n_variables (b->body);
  wpp_builder_check (b, wpp_fact_lists_init (&c->of_variable, n));
  wpp_builder_check (b, wpp_fact_lists_init (&c->of_value, n));
}

static void
end (struct wpp_builder *b)
{
  struct copies *c = (struct copies *)b;
  free (c->pairs);
  free (c->copies);
  wpp_hash_release (&c->table);
  wpp_fact_lists_release (&c->of_variable);
  wpp_fact_lists_release (&c->of_value);
}

/* ---- Facts.  */

static struct thing
thing_of (const struct wpp_body *body, uint32_t operand)
{
  if (operand == WPP_NONE)
    return (struct thing){ NOTHING, WPP_NONE };
  if (body->operands[operand].invariant)
    return (struct thing){ A_CONSTANT, operand };
  uint32_t variable = wpp_operand_variable (body, operand);
  return (struct thing){ variable == WPP_NONE ? NOTHING : A_VARIABLE, variable };
}

static bool
variable_p (struct thing a, uint32_t variable)
{
  return a.kind == A_VARIABLE && a.number == variable;
}

static bool
same_p (const struct wpp_body *body, struct thing a, struct thing b)
{
  return a.kind == b.kind
         && (a.number == b.number || (a.kind == A_CONSTANT && wpp_operands_equal_p (body, a.number, b.number)));
}

/* Of things that are the same it is the same.  */
static uint64_t
thing_key (const struct wpp_body *body, struct thing a)
{
  if (a.kind == A_VARIABLE)
    return a.number;
  const struct wpp_operand *o = &body->operands[a.number];
  if (o->kind != WPP_OPERAND_CONSTANT)
    return o->kind;
  const struct wpp_constant *c = &body->program->constants[o->index];
  return c->kind == WPP_CONSTANT_INTEGER || c->kind == WPP_CONSTANT_REAL ? c->low : c->kind;
}

static uint32_t
hash_pair (const struct copies *c, struct pair p)
{
  struct
  {
    uint64_t key;
    uint32_t variable, kind;
  } bytes = { thing_key (c->b.body, p.value), p.variable, p.value.kind };
  return wpp_hash_bytes (&c->table, &bytes, sizeof bytes);
}

static bool
pair_p (const void *copies, uint32_t number, const void *key)
{
  const struct copies *c = copies;
  const struct pair *a = &c->pairs[number], *b = key;
  return a->variable == b->variable && same_p (c->b.body, a->value, b->value);
}

/* The fact of P, or WPP_NONE.  */
static uint32_t
find_fact (const struct copies *c, struct pair p)
{
  return c->table.slots ? wpp_hash_find (&c->table, hash_pair (c, p), pair_p, c, &p) : WPP_NONE;
}

/* P's fact is new.  */
static void
add_pair (struct copies *c, struct pair p, uint32_t line, uint32_t block)
{
  struct wpp_builder *b = &c->b;
  struct wpp_buffer text = { 0 };
  const struct wpp_variable *v = wpp_body_variable (b->body, p.variable);
  wpp_put_text (&text, v->name ? v->name : "?");
  wpp_put_text (&text, " = ");
  if (p.value.kind == A_CONSTANT)
    wpp_put_operand (&text, b->body, p.value.number, false);
  else
    {
      const struct wpp_variable *value = wpp_body_variable (b->body, p.value.number);
      wpp_put_text (&text, value->name ? value->name : "?");
    }
  uint32_t fact = wpp_add_fact_of (b, &text, p.variable, line, block);
  if (!b->err)
    wpp_builder_check (b, WPP_RESERVE (c->pairs, c->pairs_room, fact, 1));
  wpp_builder_check (b, wpp_hash_reserve (&c->table, 1));
  if (b->err)
    return;
  c->pairs[fact] = p;
  wpp_hash_add (&c->table, hash_pair (c, p), fact);
  wpp_builder_check (b, wpp_fact_lists_add (&c->of_variable, p.variable, fact));
  if (p.value.kind == A_VARIABLE)
    wpp_builder_check (b, wpp_fact_lists_add (&c->of_value, p.value.number, fact));
}

static void
add (struct copies *c, struct pair p, uint32_t line, uint32_t block)
{
  if (!variable_p (p.value, p.variable) && find_fact (c, p) == WPP_NONE)
    add_pair (c, p, line, block);
}

/* VARIABLE is assigned VALUE, if both are something.  */
static void
note (struct copies *c, uint32_t variable, struct thing value, uint32_t line, uint32_t block)
{
  struct wpp_builder *b = &c->b;
  struct pair p = { variable, value };
  if (variable == WPP_NONE || value.kind == NOTHING || variable_p (value, variable))
    return;
  add (c, p, line, block);
  if (value.kind != A_VARIABLE)
    return;
  wpp_builder_check (b, WPP_RESERVE (c->copies, c->copies_room, c->n_copies, 1));
  if (!b->err)
    c->copies[c->n_copies++] = p;
}

/* What S assigns to a variable.  */
static struct thing
assigned_thing (const struct wpp_body *body, const struct wpp_statement *s)
{
  return thing_of (body, wpp_copy_p (s) ? wpp_statement_operands (body, s)[0] : WPP_NONE);
}

static void
find (struct wpp_builder *b, const struct wpp_statement *s)
{
  if (s->kind == WPP_STATEMENT_ASSIGN)
    WPP_EACH_DEFINITION (b->body, s, value)
      note ((struct copies *)b, wpp_value_variable (b->body, value), assigned_thing (b->body, s), s->line,
            wpp_statement_block (b, s));
}

static void
find_phi (struct wpp_builder *b, uint32_t result, uint32_t argument, uint32_t block)
{
  note ((struct copies *)b, wpp_value_variable (b->body, result), thing_of (b->body, argument), 0, block);
}

/* Is TYPE one of numbers with a fraction?  Of these, -0 is equal to 0.  */
static bool
fraction_p (const struct wpp_body *body, uint32_t type)
{
  const struct wpp_type *t = wpp_body_type (body, type);
  if ((t->kind == WPP_TYPE_COMPLEX || t->kind == WPP_TYPE_VECTOR) && t->target != WPP_NONE)
    t = wpp_body_type (body, t->target);
  return t->kind == WPP_TYPE_REAL;
}

/* Set *P to what is known to be equal when CONDITION HOLDS, or does not; false when nothing is.  */
static bool
equal_p (const struct wpp_body *body, const struct wpp_statement *condition, bool holds, struct pair *p)
{
  const uint32_t *operands = wpp_statement_operands (body, condition);
  if (condition->operation != (holds ? WPP_OPERATION_EQ : WPP_OPERATION_NE)
      || fraction_p (body, body->operands[operands[0]].type))
    return false;
  *p = (struct pair){ wpp_operand_variable (body, operands[0]), thing_of (body, operands[1]) };
  return p->variable != WPP_NONE && p->value.kind != NOTHING && !variable_p (p->value, p->variable);
}

static void
find_branch (struct wpp_builder *b, const struct wpp_statement *condition, bool holds, uint32_t block)
{
  struct pair p;
  if (equal_p (b->body, condition, holds, &p))
    add ((struct copies *)b, p, condition->line, block);
}

/* COPY makes facts of facts.  */
static void
copy_facts (struct copies *c, const struct pair *copy)
{
  WPP_EACH_IN_LIST (&c->of_variable, copy->value.number, i)
    {
      uint32_t from = c->of_variable.items[i].number;
      struct pair p = { copy->variable, c->pairs[from].value };
      add (c, p, c->b.out.facts[from].line, c->b.out.facts[from].block);
      if (c->b.err)
        return;
    }
}

/* Let copies make facts of facts until there are no more.  */
static void
found (struct wpp_builder *b)
{
  struct copies *c = (struct copies *)b;
  uint32_t n;
  do
    {
      n = b->out.n_facts;
      for (size_t i = 0; i < c->n_copies && !b->err; i++)
        copy_facts (c, &c->copies[i]);
    }
  while (b->out.n_facts > n && !b->err);
}

/* ---- What code does.  */

/* VARIABLE becomes VALUE, or something unknown.  */
static void
assign (struct wpp_builder *b, uint32_t variable, struct thing value)
{
  struct copies *c = (struct copies *)b;
  if (variable == WPP_NONE || variable_p (value, variable))
    return;
  WPP_EACH_IN_LIST (&c->of_value, variable, i)
    wpp_kill (b, c->of_value.items[i].number);
  WPP_EACH_IN_LIST (&c->of_variable, variable, i)
    {
      uint32_t fact = c->of_variable.items[i].number, source = WPP_FROM_NONE;
      if (value.kind == A_VARIABLE)
        source = find_fact (c, (struct pair){ value.number, c->pairs[fact].value });
      if (value.kind != NOTHING && same_p (b->body, c->pairs[fact].value, value))
        wpp_generate (b, fact);
      else
        wpp_set (b, fact, source);
    }
}

static void
statement (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct thing value = assigned_thing (b->body, s);
  WPP_EACH_DEFINITION (b->body, s, result)
    assign (b, wpp_value_variable (b->body, result), value);
}

static void
phi (struct wpp_builder *b, uint32_t result, uint32_t argument)
{
  assign (b, wpp_value_variable (b->body, result), thing_of (b->body, argument));
}

static void
branch (struct wpp_builder *b, const struct wpp_statement *condition, bool holds)
{
  struct pair p;
  if (equal_p (b->body, condition, holds, &p))
    wpp_generate (b, find_fact ((struct copies *)b, p));
}

const struct wpp_problem_class wpp_copies_constants
  = { .must = true, .size = sizeof (struct copies), .begin = begin, .end = end, .find = find, .find_phi = find_phi,
      .find_branch = find_branch, .found = found, .statement = statement, .phi = phi, .branch = branch };
