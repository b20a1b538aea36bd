/* Facts about expressions of the source.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/library/effects.h"
#include "facts/problems/expressions.h"
#include "base/array.h"

void
wpp_expressions_begin (struct wpp_builder *b)
{
  struct wpp_expressions *x = (struct wpp_expressions *)b;
  x->d.body = b->body;
  x->d.habits = b->habits;
  x->d.cfg = b->cfg;
  wpp_builder_check (b, wpp_fact_lists_init (&x->of_variable, wpp_body_n_variables (b->body)));
  wpp_builder_check (b, wpp_fact_lists_init (&x->of_place, b->body->n_references));
  x->generated = wpp_new_numbers (b, b->body->n_statements);
}

void
wpp_expressions_end (struct wpp_builder *b)
{
  struct wpp_expressions *x = (struct wpp_expressions *)b;
  for (uint32_t fact = 0; x->keys && fact < b->out.n_facts; fact++)
    free (x->keys[fact]);
  free (x->keys);
  wpp_hash_release (&x->by_key);
  wpp_dependences_release (&x->d);
  wpp_fact_lists_release (&x->of_variable);
  wpp_fact_lists_release (&x->of_place);
  free (x->places);
  free (x->generated);
}

/* ---- Facts.  */

static bool
key_p (const void *keys, uint32_t number, const void *key)
{
  return strcmp (((char *const *)keys)[number], key) == 0;
}

/* The fact of KEY, or WPP_NONE.  */
static uint32_t
known (const struct wpp_expressions *x, const char *key)
{
  if (!x->by_key.slots)
    return WPP_NONE;
  return wpp_hash_find (&x->by_key, wpp_hash_bytes (&x->by_key, key, strlen (key)), key_p, x->keys, key);
}

/* Make the fact TEXT, with KEY, of X->d; both belong to X.  */
static uint32_t
add_fact (struct wpp_expressions *x, char *key, char *text)
{
  struct wpp_builder *b = &x->b;
  const struct wpp_statement *at = x->d.at;
  uint32_t n = b->out.n_facts, variable = x->d.n_variables ? x->d.variables[0] : WPP_NONE;
  size_t room = x->keys_room;
  wpp_builder_check (b, WPP_RESERVE (x->keys, x->keys_room, n, 1));
  if (x->keys_room > room)
    memset (x->keys + room, 0, (x->keys_room - room) * sizeof *x->keys);
  wpp_builder_check (b, wpp_hash_reserve (&x->by_key, 1));
  uint32_t fact = wpp_add_fact (b, text, variable, at->line, wpp_statement_block (b, at));
  if (b->err)
    {
      free (key);
      return WPP_NONE;
    }
  x->keys[fact] = key;
  wpp_hash_add (&x->by_key, wpp_hash_bytes (&x->by_key, key, strlen (key)), fact);
  for (size_t i = 0; i < x->d.n_variables; i++)
    wpp_builder_check (b, wpp_fact_lists_add (&x->of_variable, x->d.variables[i], fact));
  return fact;
}

/* Is whatever changes memory of reference M to change memory of N, by the oracle and by the table?  */
static bool
same_place_p (const struct wpp_body *b, uint32_t m, uint32_t n)
{
  const struct wpp_reference *x = &b->references[m], *y = &b->references[n];
  uint32_t variable = wpp_reference_variable (b, m);
  if (x->column != y->column || variable != wpp_reference_variable (b, n))
    return false;
  if (variable == WPP_NONE)
    return wpp_library_object (b, m) == wpp_library_object (b, n);
  return x->offset == y->offset && x->max_size == y->max_size
         && (x->flags & WPP_REFERENCE_VARYING) == (y->flags & WPP_REFERENCE_VARYING);
}

/* The one of X's places that REFERENCE is to.  */
static uint32_t
place_of (struct wpp_expressions *x, uint32_t reference)
{
  for (size_t i = x->n_places; i-- > 0;)
    if (same_place_p (x->b.body, x->places[i], reference))
      return x->places[i];
  wpp_builder_check (&x->b, WPP_RESERVE (x->places, x->places_room, x->n_places, 1));
  if (!x->b.err)
    x->places[x->n_places++] = reference;
  return reference;
}

void
wpp_expression_watch (struct wpp_expressions *x, uint32_t fact)
{
  for (size_t i = 0; i < x->d.n_loads && !x->b.err; i++)
    {
      uint32_t reference = x->d.loads[i];
      if (x->b.body->references[reference].column == WPP_NONE)
        continue;
      uint32_t place = place_of (x, reference), last = x->of_place.first[place];
      if (last != WPP_LIST_END)
        last = x->of_place.last[place];
      if (last == WPP_LIST_END || x->of_place.items[last].number != fact)
        wpp_builder_check (&x->b, wpp_fact_lists_add (&x->of_place, place, fact));
    }
}

uint32_t
wpp_expression_fact (struct wpp_expressions *x, struct wpp_buffer *key, struct wpp_buffer *text)
{
  char *name = wpp_text_take (key), *shown = wpp_text_take (text);
  uint32_t fact = WPP_NONE;
  wpp_builder_check (&x->b, name && shown ? x->d.err : WPP_E_NOMEM);
  bool ok = !x->b.err && !strstr (shown, "...") && wpp_dependences_current_p (&x->d);
  if (ok && (fact = known (x, name)) == WPP_NONE)
    fact = add_fact (x, name, shown);
  else
    {
      free (name);
      free (shown);
    }
  if (fact != WPP_NONE)
    wpp_expression_watch (x, fact);
  return fact;
}

uint32_t
wpp_expression_known (struct wpp_expressions *x, struct wpp_buffer *key)
{
  char *name = wpp_text_take (key);
  uint32_t fact = name ? known (x, name) : WPP_NONE;
  wpp_builder_check (&x->b, name ? WPP_OK : WPP_E_NOMEM);
  free (name);
  return fact;
}

/* ---- What code does.  */

static void
kill_variable (struct wpp_expressions *x, uint32_t variable)
{
  if (variable != WPP_NONE)
    WPP_EACH_IN_LIST (&x->of_variable, variable, i)
      wpp_kill (&x->b, x->of_variable.items[i].number);
}

/* Kill what the memory that S may change is in.  */
static void
clobber (struct wpp_expressions *x, const struct wpp_statement *s)
{
  struct wpp_effects e;
  if (!(s->flags & WPP_STATEMENT_WRITES))
    return;
  wpp_effects_of (x->b.body, s, x->b.habits, &e);
  for (size_t p = 0; p < x->n_places; p++)
    if (wpp_effects_may_write_p (&e, x->places[p]))
      WPP_EACH_IN_LIST (&x->of_place, x->places[p], i)
        wpp_kill (&x->b, x->of_place.items[i].number);
}

void
wpp_expressions_clobber (struct wpp_builder *b, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (b->body, s);
  if (s->kind != WPP_STATEMENT_CALL || (result && result->kind != WPP_OPERAND_VALUE))
    clobber ((struct wpp_expressions *)b, s);
}

void
wpp_expressions_kill (struct wpp_builder *b, const struct wpp_statement *s)
{
  struct wpp_expressions *x = (struct wpp_expressions *)b;
  wpp_expressions_clobber (b, s);
  WPP_EACH_DEFINITION (b->body, s, value)
    kill_variable (x, wpp_shown_variable (b->body, value));
}

void
wpp_expressions_arrive (struct wpp_builder *b, const struct wpp_statement *s)
{
  if (s->kind == WPP_STATEMENT_CALL)
    clobber ((struct wpp_expressions *)b, s);
}

void
wpp_expressions_phi (struct wpp_builder *b, uint32_t result, uint32_t argument)
{
  uint32_t variable = wpp_shown_variable (b->body, result);
  uint32_t value = argument == WPP_NONE ? WPP_NONE : wpp_operand_value (&b->body->operands[argument]);
  if (wpp_shown_variable (b->body, value) != variable)
    kill_variable ((struct wpp_expressions *)b, variable);
}
