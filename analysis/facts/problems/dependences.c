/* What an expression of the source depends on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "program/library/effects.h"
#include "facts/problems/builder.h"
#include "facts/problems/dependences.h"

static bool add (struct wpp_dependences *d, uint32_t operand, int depth, unsigned level);

/* Hostile files may have operands within each other beyond that; no source does.  */
#define LEVELS 64

void
wpp_dependences_begin (struct wpp_dependences *d, const struct wpp_statement *s)
{
  d->at = s;
  d->n_variables = d->n_loads = d->n_temporaries = 0;
}

void
wpp_dependences_release (struct wpp_dependences *d)
{
  free (d->variables);
  free (d->loads);
  free (d->temporaries);
}

static bool
has_variable_p (const struct wpp_dependences *d, uint32_t variable)
{
  for (size_t i = 0; i < d->n_variables; i++)
    if (d->variables[i] == variable)
      return true;
  return false;
}

/* Add NUMBER to the array ITEMS of D; false after an error.  */
#define ADD(D, ITEMS, NUMBER)                                                                      \
  (!((D)->err = WPP_RESERVE ((D)->ITEMS, (D)->ITEMS##_room, (D)->n_##ITEMS, 1))                    \
   && ((D)->ITEMS[(D)->n_##ITEMS++] = (NUMBER), true))

static bool
add_reference (struct wpp_dependences *d, uint32_t reference, int depth, unsigned level)
{
  const struct wpp_reference *r = &d->body->references[reference];
  if (r->flags & WPP_REFERENCE_VOLATILE || !ADD (d, loads, reference))
    return false;
  for (uint32_t i = r->n_components; i-- > 0;)
    {
      const struct wpp_component *c = &d->body->components[r->first_component + i];
      bool indexed = c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE;
      if (indexed && !add (d, c->index, depth, level))
        return false;
    }
  return r->base_kind == WPP_BASE_VARIABLE || (r->base_kind == WPP_BASE_POINTER && add (d, r->base, depth, level));
}

static bool add_operands (struct wpp_dependences *d, const struct wpp_statement *s, int depth, unsigned level);

static bool
add_value (struct wpp_dependences *d, uint32_t value, int depth, unsigned level)
{
  const struct wpp_value *v = &d->body->values[value];
  uint32_t variable = wpp_shown_variable (d->body, value);
  if (variable != WPP_NONE)
    return has_variable_p (d, variable) || ADD (d, variables, variable);
  if (depth == 0 || v->kind != WPP_DEFINED_BY_STATEMENT)
    return false;
  const struct wpp_statement *s = &d->body->statements[v->definition];
  if (s->kind != WPP_STATEMENT_ASSIGN || d->cfg->nodes[s->node].block != d->cfg->nodes[d->at->node].block)
    return false;
  return ADD (d, temporaries, v->definition) && add_operands (d, s, depth - 1, level);
}

/* Add what OPERAND depends on; temporaries are seen through to DEPTH.  */
static bool
add (struct wpp_dependences *d, uint32_t operand, int depth, unsigned level)
{
  const struct wpp_operand *o = &d->body->operands[operand];
  size_t n_loads = d->n_loads;
  bool ok;
  if (o->invariant)
    return true;
  if (level == LEVELS)
    return false;
  switch (o->kind)
    {
    case WPP_OPERAND_ADDRESS:
      /* The address of what is reached by pointers or indices: nothing is loaded.  */
      ok = add_reference (d, o->index, depth, level + 1);
      d->n_loads = n_loads;
      return ok;
    case WPP_OPERAND_REFERENCE:
      return add_reference (d, o->index, depth, level + 1);
    case WPP_OPERAND_VALUE:
      return add_value (d, o->index, depth, level + 1);
    default:
      return false;
    }
}

static bool
add_operands (struct wpp_dependences *d, const struct wpp_statement *s, int depth, unsigned level)
{
  for (uint32_t i = 0; i < s->n_operands; i++)
    if (!add (d, wpp_statement_operands (d->body, s)[i], depth, level))
      return false;
  return true;
}

bool
wpp_dependences_add (struct wpp_dependences *d, uint32_t operand)
{
  return add (d, operand, WPP_TEXT_DEPTH, 0);
}

bool
wpp_dependences_add_all (struct wpp_dependences *d)
{
  return add_operands (d, d->at, WPP_TEXT_DEPTH, 0);
}

/* Does S change what D depends on?  */
static bool
killed_by_p (const struct wpp_dependences *d, const struct wpp_statement *s)
{
  WPP_EACH_DEFINITION (d->body, s, value)
    {
      uint32_t variable = wpp_shown_variable (d->body, value);
      if (variable != WPP_NONE && has_variable_p (d, variable))
        return true;
    }
  struct wpp_effects e;
  if (!(s->flags & WPP_STATEMENT_WRITES) || !d->n_loads)
    return false;
  wpp_effects_of (d->body, s, d->habits, &e);
  for (size_t i = 0; i < d->n_loads; i++)
    if (wpp_effects_may_write_p (&e, d->loads[i]))
      return true;
  return false;
}

bool
wpp_dependences_current_p (const struct wpp_dependences *d)
{
  const struct wpp_statement *first = d->at;
  for (size_t i = 0; i < d->n_temporaries; i++)
    if (&d->body->statements[d->temporaries[i]] < first)
      first = &d->body->statements[d->temporaries[i]];
  for (const struct wpp_statement *s = first; s < d->at; s++)
    if (killed_by_p (d, s))
      return false;
  return true;
}
