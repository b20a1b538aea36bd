/* Coding the program as data: a body's variables, statements and PHIs, in their order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/statements/code-body.h"

/* What decoding keeps for each value and operand beside its structure.  */
#define VALUE_EXTRA 8
#define OPERAND_EXTRA 24
#define REFERENCE_EXTRA 4
#define VARIABLE_EXTRA 12
#define SCOPE_EXTRA 12

/* What an operand is for: the statement's kind, or an assignment's or condition's operation.  */
static uint32_t
where_of (const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_ASSIGN      ? 32 + s->operation
         : s->kind == WPP_STATEMENT_CONDITION ? 128 + s->operation
                                              : s->kind;
}

/* ---- Variables and scopes.  */

static void
code_variables (struct wpp_body_codec *s)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  uint32_t before = 0;
  b->n_globals = wpp_codec_array (k, 8, b->n_globals, &b->globals, sizeof *b->globals, VARIABLE_EXTRA);
  for (uint32_t i = 0; i < b->n_globals && !k->err; i++)
    {
      b->globals[i] = before
                      + wpp_codec_below (k, WPP_COLUMN_GLOBAL, 0, b->globals[i] - before, k->p->n_variables - before);
      before = b->globals[i] + 1;
    }
  b->n_locals = wpp_codec_array (k, 9, b->n_locals, &b->locals, sizeof *b->locals, VARIABLE_EXTRA);
  uint32_t near_line = s->f->start_line;
  for (uint32_t i = 0; i < b->n_locals && !k->err; i++)
    {
      wpp_codec_variable (k, &b->locals[i], true, i, near_line);
      near_line = b->locals[i].line ? b->locals[i].line : near_line;
    }
  b->n_parameters = wpp_codec_number (k, WPP_COLUMN_COUNT, 10, b->n_parameters);
  uint32_t n = wpp_body_n_variables (b);
  wpp_codec_fill (k, &s->variables, n);
  s->latest = wpp_codec_scratch (k, n, sizeof *s->latest);
}

static void
code_scopes (struct wpp_body_codec *s)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  b->n_scopes = wpp_codec_array (k, 11, b->n_scopes, &b->scopes, sizeof *b->scopes, SCOPE_EXTRA);
  for (uint32_t i = 0; i < b->n_scopes && !k->err; i++)
    {
      struct wpp_scope *scope = &b->scopes[i];
      scope->parent = i - 1 - wpp_codec_below (k, WPP_COLUMN_SCOPE_PARENT, 0, i - 1 - scope->parent, i + 1);
      bool inlined = wpp_codec_number (k, WPP_COLUMN_HAS, 0, scope->function != WPP_NONE) & 1;
      scope->function = inlined ? wpp_codec_in_tree (k, &s->variables, scope->function) : WPP_NONE;
      if (inlined)
        wpp_codec_place (k, 7, &scope->file, &scope->line, &scope->column, s->f->start_line);
    }
  wpp_codec_fill (k, &s->all_scopes, b->n_scopes + 1);
  s->lines = wpp_codec_scratch (k, (size_t)b->n_scopes + 1, sizeof *s->lines);
  for (uint32_t i = 0; i < b->n_locals && !k->err; i++)
    b->locals[i].scope = wpp_codec_below (k, WPP_COLUMN_SCOPE, 0, b->locals[i].scope + 1, b->n_scopes + 1) - 1;
}

/* ---- Places.  */

static bool
same_place_p (const struct wpp_source_place *a, const struct wpp_source_place *b)
{
  return a->file == b->file && a->line == b->line && a->column == b->column && a->scope == b->scope;
}

/* SCOPE, which is not necessarily that of the statement before; scopes were numbered as statements have them.  */
static uint32_t
code_scope (struct wpp_body_codec *s, uint32_t scope, uint32_t last)
{
  struct wpp_codec *k = s->k;
  enum { SAME, NEW, OLD, N } form = scope == last ? SAME : scope != WPP_NONE && scope >= s->scopes ? NEW : OLD;
  form = wpp_codec_below (k, WPP_COLUMN_SCOPE, 1, form, N);
  if (form == SAME)
    return last;
  if (form == OLD)
    return wpp_codec_recent (k, &s->recent_scopes, WPP_COLUMN_SCOPE, 2, scope + 1, &s->all_scopes) - 1;
  if (s->scopes < s->b->n_scopes)
    scope = s->scopes + wpp_codec_below (k, WPP_COLUMN_SCOPE, 3, scope - s->scopes, s->b->n_scopes - s->scopes);
  else
    wpp_codec_fail (k, WPP_E_CORRUPT);
  if (k->err)
    return WPP_NONE;
  wpp_codec_note (&s->recent_scopes, scope + 1);
  s->scopes = scope + 1;
  return scope;
}

/* The line near which those of SCOPE are, as long as no statement of it has appeared.  */
static uint32_t
first_line (const struct wpp_body_codec *s, uint32_t scope)
{
  const struct wpp_scope *x = scope == WPP_NONE ? NULL : &s->b->scopes[scope];
  const struct wpp_variable *inlined = x ? wpp_body_variable (s->b, x->function) : NULL;
  return inlined && inlined->line     ? inlined->line
         : x && x->parent != WPP_NONE ? s->lines[x->parent + 1]
                                      : s->f->start_line;
}

/* P, of a statement of KIND, is not one of the latest.  */
static void
code_new_place (struct wpp_body_codec *s, struct wpp_source_place *p, uint8_t kind)
{
  struct wpp_codec *k = s->k;
  const struct wpp_source_place *last = &s->places[0];
  p->scope = code_scope (s, p->scope, last->scope);
  if (k->err)
    return;
  uint32_t *line = &s->lines[p->scope + 1];
  if (!*line)
    *line = first_line (s, p->scope);
  bool same_scope = p->scope == last->scope;
  p->line = wpp_codec_from32 (k, WPP_COLUMN_LINE, 14 + same_scope, p->line, *line);
  if (same_scope && p->line == last->line)
    p->column = wpp_codec_from32 (k, WPP_COLUMN_COLUMN, 16, p->column, last->column);
  else
    p->column = wpp_codec_number (k, WPP_COLUMN_COLUMN, 17 + kind % 15, p->column);
  p->file = wpp_codec_from32 (k, WPP_COLUMN_FILE, 1 + same_scope, p->file, last->file);
  *line = p->line;
}

/* The place of T.  */
static void
code_place (struct wpp_body_codec *s, struct wpp_statement *t)
{
  struct wpp_source_place p = { t->file, t->line, t->column, t->scope };
  uint32_t i = 0;
  while (i < WPP_PLACES && !(!s->k->c.decoding && same_place_p (&p, &s->places[i])))
    i++;
  i = wpp_codec_below (s->k, WPP_COLUMN_PLACE, where_of (t), i, WPP_PLACES + 1);
  if (i < WPP_PLACES)
    p = s->places[i];
  else
    {
      code_new_place (s, &p, t->kind);
      i--;
    }
  memmove (&s->places[1], &s->places[0], i * sizeof p);
  s->places[0] = p;
  t->file = p.file;
  t->line = p.line;
  t->column = p.column;
  t->scope = p.scope;
}

/* ---- Statements.  */

/* The next of the N items of an array, of which *HAVE have appeared; 0 after an error.  */
static uint32_t
next_of (struct wpp_body_codec *s, uint32_t *have, uint32_t n)
{
  if (*have >= n)
    wpp_codec_fail (s->k, WPP_E_CORRUPT);
  return s->k->err ? 0 : (*have)++;
}

/* The type that the result of T has most likely, whose operands are known.  */
static uint32_t
expected_type (const struct wpp_body_codec *s, const struct wpp_statement *t)
{
  const struct wpp_body *b = s->b;
  if (s->k->err)
    return WPP_NONE;
  if (t->kind == WPP_STATEMENT_CALL)
    {
      const struct wpp_variable *f = wpp_body_variable (b, b->calls[t->extra].function);
      return f ? s->k->p->types[f->type].target : WPP_NONE;
    }
  if (t->n_operands == 0 || wpp_statement_class (t) == WPP_CLASS_COMPARISON)
    return s->boolean;
  return wpp_known_type (s, wpp_statement_operands (b, t)[0]);
}

/* The result I of T.  */
static void
code_result (struct wpp_body_codec *s, struct wpp_statement *t, uint32_t i)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  uint32_t where = where_of (t), *result = k->err ? NULL : &b->lists[t->first_operand + i];
  if (!result)
    return;
  bool value = wpp_codec_number (k, WPP_COLUMN_OPERAND_KIND, where * 4 + 3,
                                 k->c.decoding ? 0 : b->operands[*result].kind == WPP_OPERAND_VALUE) & 1;
  if (value)
    {
      wpp_code_value (s, where, expected_type (s, t), WPP_DEFINED_BY_STATEMENT, s->statements - 1);
      *result = wpp_code_defined (s);
      if (!k->err && wpp_statement_class (t) == WPP_CLASS_COMPARISON)
        s->boolean = b->values[s->values - 1].type;
    }
  else
    *result = wpp_code_operand (s, *result, 249, 0);
}

/* What T is called with.  */
static void
code_call (struct wpp_body_codec *s, struct wpp_statement *t)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  t->extra = next_of (s, &s->calls, b->n_calls);
  if (k->err)
    return;
  struct wpp_call *c = &b->calls[t->extra];
  enum
  {
    DIRECT,
    INDIRECT,
    INTERNAL,
    N
  } form = c->function != WPP_NONE  ? DIRECT
           : c->pointer != WPP_NONE ? INDIRECT
                                    : INTERNAL;
  form = wpp_codec_below (k, WPP_COLUMN_CALL, 0, form, N);
  c->function = form == DIRECT ? wpp_codec_in_tree (k, &s->variables, c->function) : WPP_NONE;
  c->pointer = form == INDIRECT ? wpp_code_operand (s, c->pointer, 248, 0) : WPP_NONE;
  c->text = form == INTERNAL ? wpp_codec_constant (k, c->text, 253) : WPP_NONE;
  bool chain = wpp_codec_number (k, WPP_COLUMN_CALL, 1, c->chain != WPP_NONE) & 1;
  c->chain = chain ? wpp_code_operand (s, c->chain, 247, 0) : WPP_NONE;
}

/* The call of this function that came before, or null.  */
static struct wpp_last_call *
last_call (struct wpp_body_codec *s, const struct wpp_call *c)
{
  return c->function < s->b->n_globals ? &s->k->last_call[s->b->globals[c->function]] : NULL;
}

static void
code_call_flags (struct wpp_body_codec *s, const struct wpp_statement *t)
{
  struct wpp_codec *k = s->k;
  if (k->err)
    return;
  struct wpp_call *c = &s->b->calls[t->extra];
  struct wpp_last_call *last = last_call (s, c);
  c->flags = wpp_codec_number (k, WPP_COLUMN_CALL_FLAGS, last ? 1 : 2, last ? c->flags ^ last->flags : c->flags)
             ^ (last ? last->flags : 0);
  if (last)
    last->flags = c->flags;
}

/* How many operands T has.  */
static uint32_t
code_n_operands (struct wpp_body_codec *s, const struct wpp_statement *t)
{
  static const uint8_t n[] = { 0, 1, 1, 2, 2, 3 };
  if (t->kind == WPP_STATEMENT_ASSIGN)
    return n[wpp_statement_class (t)];
  struct wpp_codec *k = s->k;
  struct wpp_last_call *last = t->kind == WPP_STATEMENT_CALL && !k->err ? last_call (s, &s->b->calls[t->extra]) : NULL;
  uint32_t expected = last ? last->n_operands : t->kind == WPP_STATEMENT_CONDITION ? 2 : 1;
  uint32_t coded = wpp_codec_from32 (k, WPP_COLUMN_N_OPERANDS, t->kind + 16 * (last != NULL), t->n_operands, expected);
  if (last)
    last->n_operands = coded;
  return coded;
}

static void
code_operands (struct wpp_body_codec *s, struct wpp_statement *t)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  uint32_t where = where_of (t);
  t->n_operands = code_n_operands (s, t);
  t->n_results = wpp_codec_below (k, WPP_COLUMN_N_OPERANDS, where ^ 255, t->n_results, 256);
  if ((uint64_t)t->n_operands + t->n_results > b->n_lists - s->lists)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  if (k->err)
    return;
  t->first_operand = s->lists;
  s->lists += t->n_operands + t->n_results;
  for (uint32_t i = 0; i < t->n_operands && !k->err; i++)
    {
      uint32_t *o = &b->lists[t->first_operand + t->n_results + i];
      *o = wpp_code_operand (s, *o, where, i < 3 ? i : 2);
    }
  for (uint32_t i = 0; i < t->n_results && !k->err; i++)
    code_result (s, t, i);
}

/* Flags that T has most likely.  */
static uint32_t
expected_flags (const struct wpp_body_codec *s, const struct wpp_statement *t)
{
  uint32_t reads = 0, writes = 0;
  for (uint32_t i = 0; i < t->n_results + t->n_operands && !s->k->err; i++)
    if (wpp_operand_memory_p (s->b, &s->b->operands[s->b->lists[t->first_operand + i]]))
      *(i < t->n_results ? &writes : &reads) = 1;
  return reads + 2 * writes;
}

/* What belongs to T besides operands.  */
static void
code_extra (struct wpp_body_codec *s, struct wpp_statement *t)
{
  struct wpp_codec *k = s->k;
  switch (t->kind)
    {
    case WPP_STATEMENT_CALL:
      code_call (s, t);
      break;
    case WPP_STATEMENT_DEBUG:
      t->extra = wpp_codec_recent (k, &s->recent_variables, WPP_COLUMN_VARIABLE, 62, t->extra, &s->variables);
      break;
    case WPP_STATEMENT_OTHER:
    case WPP_STATEMENT_ASM:
      t->extra = wpp_codec_constant (k, t->extra, 252);
      break;
    case WPP_STATEMENT_RETURN:
      break;
    default:
      t->extra = WPP_NONE;
    }
}

static void
code_statement (struct wpp_body_codec *s, struct wpp_statement *t, uint32_t before)
{
  struct wpp_codec *k = s->k;
  t->operation = t->kind == WPP_STATEMENT_ASSIGN || t->kind == WPP_STATEMENT_CONDITION
                   ? wpp_codec_below (k, WPP_COLUMN_OPERATION, t->kind == WPP_STATEMENT_CONDITION ? 15 : before % 15,
                                      t->operation, WPP_N_OPERATIONS)
                   : WPP_OPERATION_NONE;
  code_place (s, t);
  code_extra (s, t);
  code_operands (s, t);
  t->flags = wpp_codec_number (k, WPP_COLUMN_STATEMENT_FLAGS, t->kind * 4 + expected_flags (s, t), t->flags);
  if (t->kind == WPP_STATEMENT_CALL)
    code_call_flags (s, t);
  wpp_code_uses (s, t);
}

/* The statements and PHIs of NODE.  The kind of a statement that no statement has ends them.  */
static void
code_node (struct wpp_body_codec *s, uint32_t node)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  uint32_t before = 0;
  while (!k->err && wpp_codec_number (k, WPP_COLUMN_HAS, 1, s->phis < b->n_phis && b->phis[s->phis].node == node) & 1)
    {
      uint32_t p = next_of (s, &s->phis, b->n_phis);
      if (k->err)
        return;
      b->phis[p].node = node;
      b->phis[p].result = s->values;
      wpp_code_value (s, 246, WPP_NONE, WPP_DEFINED_BY_PHI, p);
    }
  while (!k->err)
    {
      bool more = s->statements < b->n_statements && b->statements[s->statements].node == node;
      uint32_t kind = more ? b->statements[s->statements].kind : WPP_N_STATEMENT_KINDS;
      kind = wpp_codec_below (k, WPP_COLUMN_STATEMENT_KIND, before, kind, WPP_N_STATEMENT_KINDS + 1);
      if (kind == WPP_N_STATEMENT_KINDS)
        return;
      uint32_t i = next_of (s, &s->statements, b->n_statements);
      if (k->err)
        return;
      b->statements[i].kind = kind;
      b->statements[i].node = node;
      code_statement (s, &b->statements[i], before);
      before = where_of (&b->statements[i]);
    }
}

/* ---- The whole.  */

static void
allocate (struct wpp_body_codec *s)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
#define ARRAY(CONTEXT, FIELD, EXTRA) \
  b->n_##FIELD = wpp_codec_array (k, 32 * (CONTEXT) + size, b->n_##FIELD, &b->FIELD, sizeof *b->FIELD, EXTRA)
  /* How many there are has to do with how many statements there are.  */
  unsigned size = 0;
  ARRAY (1, statements, 0);
  while (size < 31 && b->n_statements >> size)
    size++;
  ARRAY (2, values, VALUE_EXTRA);
  ARRAY (3, operands, OPERAND_EXTRA);
  ARRAY (4, references, REFERENCE_EXTRA);
  ARRAY (5, components, 0);
  ARRAY (6, lists, 0);
  ARRAY (7, uses, 0);
  ARRAY (8, calls, 0);
  ARRAY (9, phis, 0);
  ARRAY (10, arguments, 0);
  ARRAY (11, cases, 0);
#undef ARRAY
  uint32_t n_edges = b->n_edges;
  if (wpp_codec_array (k, 23, n_edges, &b->edges, sizeof *b->edges, 0) != n_edges)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  s->before = wpp_codec_scratch (k, b->n_values, sizeof *s->before);
  s->temporary = wpp_codec_scratch (k, b->n_values, sizeof *s->temporary);
}

/* The values that are there before: parameters'.  */
static void
code_first_values (struct wpp_body_codec *s)
{
  uint32_t n = 0;
  while (!s->k->c.decoding && n < s->b->n_values && s->b->values[n].kind == WPP_DEFINED_BEFORE)
    n++;
  n = wpp_codec_number (s->k, WPP_COLUMN_COUNT, 24, n);
  for (uint32_t i = 0; i < n && !s->k->err; i++)
    wpp_code_value (s, 245, WPP_NONE, WPP_DEFINED_BEFORE, WPP_NONE);
}

/* Have all items appeared?  Values that nothing defines and that only debug statements name come last.  */
static void
code_rest (struct wpp_body_codec *s)
{
  struct wpp_body *b = s->b;
  while (s->values < b->n_values && !s->k->err)
    wpp_code_value (s, 245, WPP_NONE, WPP_DEFINED_BEFORE, WPP_NONE);
  while (s->references < b->n_references && !s->k->err)
    wpp_code_whole (s);
  if (s->operands != b->n_operands || s->components != b->n_components || s->statements != b->n_statements
      || s->lists != b->n_lists || s->uses != b->n_uses || s->calls != b->n_calls || s->phis != b->n_phis
      || s->arguments != b->n_arguments || s->cases != b->n_cases)
    wpp_codec_fail (s->k, WPP_E_CORRUPT);
  for (uint32_t i = 0; i < b->n_operands && !s->k->err; i++)
    if (b->operands[i].kind == WPP_OPERAND_VALUE)
      b->operands[i].type = b->values[b->operands[i].index].type;
}

static void
release (struct wpp_body_codec *s)
{
  wpp_tree_release (&s->variables);
  wpp_tree_release (&s->old_references);
  wpp_tree_release (&s->all_scopes);
  wpp_hash_release (&s->operand_table);
  free (s->lines);
  free (s->latest);
  free (s->before);
  free (s->temporary);
}

void
wpp_codec_body (struct wpp_codec *k, struct wpp_body *b, const struct wpp_function *f)
{
  struct wpp_body_codec s = { .k = k, .b = b, .f = f, .boolean = WPP_NONE };
  uint64_t has = wpp_codec_number (k, WPP_COLUMN_HAS, 2, (uint64_t)b->flags << 1 | (b->n_nodes != 0));
  if (!(has & 1) || k->err)
    return;
  b->flags = has >> 1;
  b->program = k->p;
  b->n_nodes = f->cfg.n_nodes;
  b->n_edges = f->cfg.n_edges;
  for (int i = 0; i < WPP_PLACES; i++)
    s.places[i] = (struct wpp_source_place){ f->file, f->start_line, f->start_column, WPP_NONE };
  code_variables (&s);
  code_scopes (&s);
  allocate (&s);
  code_first_values (&s);
  for (uint32_t n = 0; n < b->n_nodes && !k->err; n++)
    code_node (&s, n);
  if (!k->err)
    wpp_code_edges (&s);
  code_rest (&s);
  if (!k->err)
    wpp_code_memory (&s);
  release (&s);
}
