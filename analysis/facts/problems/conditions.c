/* Conditions that are decided already: what branches, accesses and assignments have shown of their operands.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Forward, must.  A fact is one outcome of a condition that compares integers or pointers: `i < n', `p != 0'.  Each is
   about a subject: the value on the left, in a set of numbers, if a constant is on the right; otherwise the order of
   the two values, -1, 0 or 1.  What puts a subject in a set generates all facts of the subject whose sets have all of
   that one, and kills those whose sets have none of it: so `i < 4' decides `i < 10', and `i == 7' no longer holds.
   Sets come from

   - a branch that is taken;
   - statements that are executed only with a pointer that is not null, and values that are never null;
   - assignments of constants.

   A copy x = y, and x = y + 2 if that does not overflow, make facts of x what facts of y were, where there is one that
   implies it.  So each fact has one source; what only two facts together decide is not known, as they would be two.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "facts/problems/expressions.h"
#include "facts/problems/number-set.h"

/* A subject has at most so many facts: each branch on it looks at all, each copy of it at all for each.  */
#define MOST_OF_SUBJECT 200u

struct conditions
{
  struct wpp_expressions x;     /* GENERATED: the number of a condition's outcomes */
  size_t sets_room, subject_room, names_room, counts_room;
  struct wpp_outcome_list outcomes;
  struct wpp_number_set *sets;             /* [facts] */
  uint32_t *subject;            /* [facts] */
  uint32_t n_subjects;
  char **names;                 /* [n_subjects] */
  uint32_t *counts;             /* [n_subjects] facts */
  struct wpp_hash_table by_name;
  struct wpp_fact_lists of_subject;     /* facts; there are no more subjects than statements */
  uint32_t *alone;              /* [variables] the subject of its values, or WPP_NONE */
};

static void
begin (struct wpp_builder *b)
{
  struct conditions *c = (struct conditions *)b;
  wpp_expressions_begin (b);
  wpp_builder_check (b, wpp_fact_lists_init (&c->of_subject, b->body->n_statements));
  c->alone = wpp_new_numbers (b, wpp_body_n_variables (b->body));
}

static void
end (struct wpp_builder *b)
{
  struct conditions *c = (struct conditions *)b;
  for (uint32_t i = 0; i < c->n_subjects; i++)
    free (c->names[i]);
  free (c->outcomes.all);
  free (c->sets);
  free (c->subject);
  free (c->names);
  free (c->counts);
  free (c->alone);
  wpp_hash_release (&c->by_name);
  wpp_fact_lists_release (&c->of_subject);
  wpp_expressions_end (b);
}

/* ---- Conditions.  */

/* Is OPERAND a constant integer, of at most 64 bits; set *VALUE to it.  */
static bool
constant_p (const struct wpp_body *body, uint32_t operand, wpp_integer *value)
{
  const struct wpp_operand *o = &body->operands[operand];
  if (o->kind != WPP_OPERAND_CONSTANT)
    return false;
  *value = wpp_constant_number (&body->program->constants[o->index]);
  return body->program->constants[o->index].kind == WPP_CONSTANT_INTEGER && *value >> 64 >= -1 && *value >> 64 <= 0;
}

/* What a condition says: A OPERATION B, operands, of which B may be a constant, VALUE.  */
struct comparison
{
  uint32_t a, b;
  uint8_t operation;
  bool constant;
  wpp_integer value;
};

/* Does the text of the operand A come after that of B?  */
static bool
texts_fall_p (const struct wpp_body *body, uint32_t a, uint32_t b)
{
  struct wpp_buffer left = { 0 }, right = { 0 };
  wpp_put_operand (&left, body, a, true);
  wpp_put_operand (&right, body, b, true);
  char *x = wpp_text_take (&left), *y = wpp_text_take (&right);
  bool fall = x && y && strcmp (x, y) > 0;
  free (x);
  free (y);
  return fall;
}

/* Set *C to what CONDITION says when it HOLDS, or does not.  Two values are in the order of their operands' texts, so
   that i < n and n > i say the same.  False when it compares something else than integers and pointers.  */
static bool
compare (const struct wpp_body *body, const struct wpp_statement *condition, bool holds, struct comparison *c)
{
  const uint32_t *o = wpp_statement_operands (body, condition);
  uint8_t operation = holds ? condition->operation : wpp_negated_comparison (condition->operation);
  if (wpp_negated_comparison (operation) == WPP_OPERATION_NONE || !wpp_compares_integers_p (body, condition))
    return false;
  *c = (struct comparison){ .operation = operation };
  c->constant = constant_p (body, o[1], &c->value);
  bool swap = !c->constant && (constant_p (body, o[0], &c->value) || texts_fall_p (body, o[0], o[1]));
  c->constant |= swap && body->operands[o[0]].kind == WPP_OPERAND_CONSTANT;
  c->a = o[swap];
  c->b = o[!swap];
  c->operation = swap ? wpp_turned_comparison (operation) : operation;
  return true;
}

/* The set of C's subject; false when it is all of it, or nothing: then nobody need ask.  */
static bool
set_of (const struct wpp_body *body, const struct comparison *c, struct wpp_number_set *s)
{
  *s = (struct wpp_number_set){ .low = -1, .high = 1 };
  if (c->constant && !wpp_all_numbers (body, body->operands[c->a].type, s))
    return false;
  struct wpp_number_set all = *s;
  wpp_restrict_set (s, c->operation, c->value);
  return s->low <= s->high && (s->without || s->low != all.low || s->high != all.high);
}

/* ---- Facts.  */

static bool
name_p (const void *names, uint32_t number, const void *name)
{
  return strcmp (((char *const *)names)[number], name) == 0;
}

/* The subject of C, or WPP_NONE after an error.  */
static uint32_t
subject_of (struct conditions *c, const struct comparison *k)
{
  struct wpp_builder *b = &c->x.b;
  struct wpp_buffer out = { 0 };
  char type[16];
  snprintf (type, sizeof type, ":%" PRIu32, b->body->operands[k->a].type);
  wpp_put_operand (&out, b->body, k->a, true);
  wpp_put_text (&out, type);
  if (!k->constant)
    {
      wpp_put_text (&out, " ? ");
      wpp_put_operand (&out, b->body, k->b, true);
    }
  char *name = wpp_text_take (&out);
  wpp_builder_check (b, name ? WPP_OK : WPP_E_NOMEM);
  wpp_builder_check (b, wpp_hash_reserve (&c->by_name, 1));
  wpp_builder_check (b, WPP_RESERVE (c->names, c->names_room, c->n_subjects, 1));
  wpp_builder_check (b, WPP_RESERVE (c->counts, c->counts_room, c->n_subjects, 1));
  if (b->err)
    {
      free (name);
      return WPP_NONE;
    }
  uint32_t hash = wpp_hash_bytes (&c->by_name, name, strlen (name)),
           subject = wpp_hash_find (&c->by_name, hash, name_p, c->names, name);
  if (subject != WPP_NO_ITEM)
    {
      free (name);
      return subject;
    }
  c->names[c->n_subjects] = name;
  c->counts[c->n_subjects] = 0;
  wpp_hash_add (&c->by_name, hash, c->n_subjects);
  return c->n_subjects++;
}

/* FACT, new, says that SUBJECT is in S.  */
static void
note_fact (struct conditions *c, uint32_t fact, uint32_t subject, const struct wpp_number_set *s)
{
  struct wpp_builder *b = &c->x.b;
  wpp_builder_check (b, WPP_RESERVE (c->sets, c->sets_room, fact, 1));
  wpp_builder_check (b, WPP_RESERVE (c->subject, c->subject_room, fact, 1));
  if (b->err)
    return;
  c->sets[fact] = *s;
  c->subject[fact] = subject;
  c->counts[subject]++;
  wpp_builder_check (b, wpp_fact_lists_add (&c->of_subject, subject, fact));
}

static void
put_wide (struct wpp_buffer *out, wpp_integer n)
{
  char text[40];
  snprintf (text, sizeof text, " %" PRIx64 ".%" PRIx64, (uint64_t) (n >> 64), (uint64_t) n);
  wpp_put_text (out, text);
}

/* The fact of K, with the set S of SUBJECT; WPP_NONE when that is none of the source.  */
static uint32_t
fact_of (struct conditions *c, const struct comparison *k, uint32_t subject, const struct wpp_number_set *s)
{
  const struct wpp_body *body = c->x.b.body;
  struct wpp_buffer key = { 0 }, text = { 0 };
  uint32_t n = c->x.b.out.n_facts;
  wpp_put_text (&key, c->names[subject]);
  put_wide (&key, s->low);
  put_wide (&key, s->high);
  if (s->without)
    put_wide (&key, s->other);
  wpp_put_operand (&text, body, k->a, false);
  wpp_put_text (&text, " ");
  wpp_put_text (&text, wpp_operation_infos[k->operation].sign);
  wpp_put_text (&text, " ");
  wpp_put_operand (&text, body, k->b, false);
  uint32_t fact = wpp_expression_fact (&c->x, &key, &text);
  if (fact == n)
    note_fact (c, fact, subject, s);
  return c->x.b.err ? WPP_NONE : fact;
}

static void
find_branch (struct wpp_builder *b, const struct wpp_statement *condition, bool holds, uint32_t block)
{
  struct conditions *c = (struct conditions *)b;
  struct comparison k[2];
  struct wpp_outcomes o;
  struct wpp_number_set s[2];
  if (wpp_outcomes_of (&c->x, &c->outcomes, condition))
    return;
  for (int i = 0; i < 2; i++)
    if (!compare (b->body, condition, i == 0, &k[i]) || !set_of (b->body, &k[i], &s[i]))
      return;
  wpp_dependences_begin (&c->x.d, condition);
  if (!wpp_dependences_add (&c->x.d, k->a) || !wpp_dependences_add (&c->x.d, k->b))
    return;
  uint32_t subject = subject_of (c, k);
  if (subject == WPP_NONE || c->counts[subject] >= MOST_OF_SUBJECT)
    return;
  for (int i = 0; i < 2; i++)
    if ((o.of[i] = fact_of (c, &k[i], subject, &s[i])) == WPP_NONE)
      return;
  uint32_t variable = wpp_shown_variable (b->body, wpp_operand_value (&b->body->operands[k->a]));
  if (k->constant && variable != WPP_NONE)
    c->alone[variable] = subject;
  wpp_outcomes_add (&c->x, &c->outcomes, condition, o);
}

/* ---- What code does.  */

/* SUBJECT is in S.  */
static void
learn (struct conditions *c, uint32_t subject, const struct wpp_number_set *s)
{
  WPP_EACH_IN_LIST (&c->of_subject, subject, i)
    {
      uint32_t fact = c->of_subject.items[i].number;
      if (wpp_implies_p (s, &c->sets[fact]))
        wpp_generate (&c->x.b, fact);
      else if (wpp_refutes_p (s, &c->sets[fact]))
        wpp_kill (&c->x.b, fact);
    }
}

/* What S uses is no null pointer, if it is executed.  */
static void
learn_uses (struct conditions *c, const struct wpp_statement *s)
{
  const struct wpp_body *body = c->x.b.body;
  const struct wpp_use *uses = wpp_statement_uses (body, s);
  for (uint32_t i = 0; i < s->n_uses; i++)
    {
      uint32_t variable = uses[i].nonnull ? wpp_shown_variable (body, uses[i].value) : WPP_NONE;
      struct wpp_number_set some;
      if (variable == WPP_NONE || c->alone[variable] == WPP_NONE
          || !wpp_all_numbers (body, body->values[uses[i].value].type, &some))
        continue;
      wpp_restrict_set (&some, WPP_OPERATION_NE, 0);
      learn (c, c->alone[variable], &some);
    }
}

/* What a variable becomes: something in SET, or what SUBJECT is and MORE.  */
struct assigned
{
  bool known;
  struct wpp_number_set set;
  uint32_t subject;          /* or WPP_NONE */
  wpp_integer more;
  bool wraps;
};

/* Set A to what OPERAND is.  */
static void
look_at (const struct conditions *c, uint32_t operand, struct assigned *a)
{
  const struct wpp_body *body = c->x.b.body;
  wpp_integer value;
  if (constant_p (body, operand, &value))
    {
      a->known = true;
      a->set = (struct wpp_number_set){ .low = value, .high = value };
      return;
    }
  uint32_t variable = wpp_shown_variable (body, wpp_operand_value (&body->operands[operand]));
  if (variable != WPP_NONE)
    a->subject = c->alone[variable];
}

/* What OPERAND is, or what S makes if that is WPP_NONE, of TYPE.  */
static struct assigned
find_assigned (const struct conditions *c, uint32_t operand, const struct wpp_statement *s, uint32_t type)
{
  const struct wpp_body *body = c->x.b.body;
  struct assigned a = { .subject = WPP_NONE };
  struct wpp_number_set all;
  if (!wpp_all_numbers (body, type, &all))
    return a;
  if (operand != WPP_NONE)
    look_at (c, operand, &a);
  else if (s && s->kind == WPP_STATEMENT_ASSIGN && s->operation == WPP_OPERATION_PLUS && s->n_operands == 2
           && constant_p (body, wpp_statement_operands (body, s)[1], &a.more))
    {
      look_at (c, wpp_statement_operands (body, s)[0], &a);
      a.known = false;
      a.wraps = wpp_body_type (body, type)->flags & (WPP_TYPE_UNSIGNED | WPP_TYPE_WRAPS);
    }
  if (!a.known && a.subject == WPP_NONE && wpp_pointer_p (wpp_body_type (body, type))
      && wpp_nonnull_p (body, operand, s))
    {
      a.known = true;
      a.set = all;
      wpp_restrict_set (&a.set, WPP_OPERATION_NE, 0);
    }
  return a;
}

/* The fact of A's subject from which FACT, of TYPE, follows after the assignment, or WPP_FROM_NONE.  */
static uint32_t
source_of (const struct conditions *c, uint32_t fact, const struct assigned *a, uint32_t type)
{
  struct wpp_number_set all;
  wpp_all_numbers (c->x.b.body, type, &all);
  WPP_EACH_IN_LIST (&c->of_subject, a->subject, i)
    {
      struct wpp_number_set s = c->sets[c->of_subject.items[i].number];
      s.low += a->more;
      s.high += a->more;
      s.other += a->more;
      if (a->wraps && (s.low < all.low || s.high > all.high))
        continue;
      s.low = s.low < all.low ? all.low : s.low;
      s.high = s.high > all.high ? all.high : s.high;
      if (wpp_implies_p (&s, &c->sets[fact]))
        return c->of_subject.items[i].number;
    }
  return WPP_FROM_NONE;
}

/* VARIABLE becomes A, of TYPE.  Facts about it and others are gone.  */
static void
assign (struct conditions *c, uint32_t variable, const struct assigned *a, uint32_t type)
{
  WPP_EACH_IN_LIST (&c->x.of_variable, variable, i)
    {
      uint32_t fact = c->x.of_variable.items[i].number, source = WPP_FROM_NONE;
      if (c->subject[fact] == c->alone[variable])
        {
          if (a->known)
            source = wpp_implies_p (&a->set, &c->sets[fact]) ? WPP_FROM_LAMBDA : WPP_FROM_NONE;
          else if (a->subject != WPP_NONE)
            source = source_of (c, fact, a, type);
        }
      wpp_set (&c->x.b, fact, source);
      if (source == WPP_FROM_LAMBDA && c->x.b.told)
        wpp_add_origin (&c->x.b, fact);
    }
}

static void
statement (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct conditions *c = (struct conditions *)b;
  const struct wpp_outcomes *o = wpp_outcomes_of (&c->x, &c->outcomes, s);
  if (o)
    wpp_add_site (b, s, b->out.facts[o->of[0]].text, o->of[0], o->of[1]);
  learn_uses (c, s);
  wpp_expressions_clobber (b, s);
  WPP_EACH_DEFINITION (b->body, s, value)
    {
      uint32_t variable = wpp_shown_variable (b->body, value), type = b->body->values[value].type;
      if (variable == WPP_NONE)
        continue;
      uint32_t copied = wpp_copy_p (s) ? wpp_statement_operands (b->body, s)[0] : WPP_NONE;
      struct assigned a = find_assigned (c, copied, s, type);
      wpp_effect_begin_parallel (&b->effect);
      assign (c, variable, &a, type);
      wpp_effect_end_parallel (&b->effect, true);
    }
}

static void
phi (struct wpp_builder *b, uint32_t result, uint32_t argument)
{
  struct conditions *c = (struct conditions *)b;
  uint32_t variable = wpp_shown_variable (b->body, result), type = b->body->values[result].type;
  uint32_t value = argument == WPP_NONE ? WPP_NONE : wpp_operand_value (&b->body->operands[argument]);
  if (variable == WPP_NONE || variable == wpp_shown_variable (b->body, value))
    return;
  struct assigned a = find_assigned (c, argument, NULL, type);
  assign (c, variable, &a, type);
}

static void
branch (struct wpp_builder *b, const struct wpp_statement *condition, bool holds)
{
  struct conditions *c = (struct conditions *)b;
  const struct wpp_outcomes *o = wpp_outcomes_of (&c->x, &c->outcomes, condition);
  if (o)
    learn (c, c->subject[o->of[!holds]], &c->sets[o->of[!holds]]);
}

const struct wpp_problem_class wpp_decided_conditions = { .must = true,
                                                          .size = sizeof (struct conditions),
                                                          .begin = begin,
                                                          .end = end,
                                                          .find_branch = find_branch,
                                                          .arrive = wpp_expressions_arrive,
                                                          .statement = statement,
                                                          .phi = phi,
                                                          .branch = branch };
