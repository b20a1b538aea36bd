/* Where variables in memory are, as the table knows it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "values/plan-impl.h"

/* Replay keeps no larger variables in activations.  */
#define KEPT_BYTES 4096

/* May replay keep V, a local, unless a statement accesses it otherwise than as a scalar?  */
static bool
may_be_kept_p (const struct wpp_body *b, const struct wpp_variable *v)
{
  uint64_t size = wpp_body_type (b, v->type)->size;
  return v->kind == WPP_VARIABLE && size > 0 && size <= KEPT_BYTES * 8;
}

/* What V, which is global if GLOBAL, is before statements have been looked at.  */
static enum wpp_values_storage
first_guess (const struct wpp_body *b, const struct wpp_variable *v, bool global)
{
  if (v->flags & (WPP_VARIABLE_REGISTER | WPP_VARIABLE_HARD)
      || (v->kind != WPP_VARIABLE && v->kind != WPP_PARAMETER && v->kind != WPP_RESULT))
    return WPP_STORAGE_NONE;
  /* GCC says that nothing reaches a constant in memory, whose address may still be a value.  */
  if (wpp_variable_reached_p (v) || v->flags & WPP_VARIABLE_ADDRESSED)
    return !global && !(v->flags & WPP_VARIABLE_STATIC) ? WPP_STORAGE_FRAMED
           : v->flags & WPP_VARIABLE_BASED ? WPP_STORAGE_BASED : WPP_STORAGE_NONE;
  return !global && may_be_kept_p (b, v) ? WPP_STORAGE_KEPT : WPP_STORAGE_NAMED;
}

/* The operand that S accesses may be accessed so, and its variable still be kept.  */
static bool
kept_access_p (const struct wpp_body *b, const struct wpp_statement *s, bool result)
{
  if (s->flags & WPP_STATEMENT_CLOBBER)
    return true;
  return result ? wpp_values_store_p (b, s) || wpp_values_zeros_p (b, s) : wpp_values_load_p (b, s);
}

/* S has O as an operand, or as a RESULT: is O's variable still one that can be kept?  */
static void
look_at (const struct wpp_body *b, uint8_t *storage, const struct wpp_statement *s, const struct wpp_operand *o,
         bool result)
{
  if (o->kind != WPP_OPERAND_REFERENCE && o->kind != WPP_OPERAND_ADDRESS)
    return;
  uint32_t v = wpp_values_variable (b, o->index);
  if (v == WPP_NONE || storage[v] != WPP_STORAGE_KEPT)
    return;
  if (o->kind == WPP_OPERAND_ADDRESS || !kept_access_p (b, s, result)
      || !wpp_values_address_known_p (b, storage, o->index))
    storage[v] = WPP_STORAGE_NAMED;
}

void
wpp_values_set_storage (const struct wpp_body *b, uint8_t *storage)
{
  for (uint32_t v = 0; v < wpp_body_n_variables (b); v++)
    storage[v] = first_guess (b, wpp_body_variable (b, v), v < b->n_globals);
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      if (wpp_debug_p (s))
        continue;
      for (uint32_t j = 0; j < s->n_results; j++)
        look_at (b, storage, s, &b->operands[wpp_statement_results (b, s)[j]], true);
      for (uint32_t j = 0; j < s->n_operands; j++)
        look_at (b, storage, s, wpp_statement_operand (b, s, j), false);
    }
}

static void
meet (const struct wpp_body *b, uint32_t operand, bool *met)
{
  const struct wpp_operand *o = operand == WPP_NONE ? NULL : &b->operands[operand];
  uint32_t v = o && (o->kind == WPP_OPERAND_REFERENCE || o->kind == WPP_OPERAND_ADDRESS)
                 ? wpp_values_variable (b, o->index) : WPP_NONE;
  if (v != WPP_NONE)
    met[v] = true;
}

void
wpp_values_set_met (const struct wpp_body *b, bool *met)
{
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      for (uint32_t j = 0; j < s->n_results + s->n_operands && !wpp_debug_p (s); j++)
        meet (b, b->lists[s->first_operand + j], met);
    }
  for (uint32_t i = 0; i < b->n_calls; i++)
    {
      meet (b, b->calls[i].pointer, met);
      meet (b, b->calls[i].chain, met);
    }
  for (uint32_t i = 0; i < b->n_arguments; i++)
    meet (b, b->arguments[i], met);
}
