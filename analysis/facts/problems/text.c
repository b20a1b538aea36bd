/* Statements in the words of the source.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/names.h"
#include "facts/problems/text.h"

/* Programs come from files that may be hostile: operands within each other beyond LEVELS, and those after so many
   BYTES, are not shown.  No source has such.  */
#define LEVELS 64
#define BYTES (1 << 16)

struct text
{
  struct wpp_buffer *out;
  const struct wpp_body *b;
  bool key;
  unsigned level;
};

static void put_operand (struct text *t, uint32_t operand, int depth);

void
wpp_put_text (struct wpp_buffer *out, const char *text)
{
  wpp_put_bytes (out, text, strlen (text));
}

static void
put (struct text *t, const char *text)
{
  wpp_put_text (t->out, text);
}

/* In a key, NUMBER after SIGN.  */
static void
put_number (struct text *t, char sign, uint32_t number)
{
  char text[16];
  if (!t->key)
    return;
  snprintf (text, sizeof text, "%c%" PRIu32, sign, number);
  put (t, text);
}

static void
put_type (struct text *t, uint32_t type)
{
  put_number (t, ':', type);
}

static void
put_variable (struct text *t, uint32_t variable)
{
  const char *name = wpp_body_variable (t->b, variable)->name;
  put (t, name ? name : "?");
  put_number (t, '@', variable);
}

static void
put_constant (struct text *t, uint32_t constant)
{
  char *text = wpp_print_constant (t->b->program, constant);
  if (text)
    put (t, text);
  else
    t->out->failed = true;
  free (text);
}

/* The statement that defines VALUE, or null.  */
static const struct wpp_statement *
definition (const struct wpp_body *b, uint32_t value)
{
  const struct wpp_value *v = &b->values[value];
  return v->kind == WPP_DEFINED_BY_STATEMENT ? &b->statements[v->definition] : NULL;
}

/* Is OPERAND a temporary that is the result of an operation on two or three others?  */
static bool
operation_p (const struct wpp_body *b, uint32_t operand)
{
  uint32_t value = wpp_operand_value (&b->operands[operand]);
  if (value == WPP_NONE || b->values[value].variable != WPP_NONE)
    return false;
  const struct wpp_statement *s = definition (b, value);
  return s && s->kind == WPP_STATEMENT_ASSIGN && wpp_statement_class (s) >= WPP_CLASS_BINARY;
}

/* OPERAND as one of an operator: in parentheses when it is an operation itself.  */
static void
put_factor (struct text *t, uint32_t operand, int depth)
{
  bool operation = depth > 0 && operation_p (t->b, operand);
  if (operation)
    put (t, "(");
  put_operand (t, operand, depth);
  if (operation)
    put (t, ")");
}

static void
put_unary (struct text *t, const struct wpp_statement *s, int depth)
{
  uint32_t a = wpp_statement_operands (t->b, s)[0];
  switch (s->operation)
    {
    case WPP_OPERATION_NOP:
    case WPP_OPERATION_CONVERT:
    case WPP_OPERATION_FLOAT:
    case WPP_OPERATION_FIX_TRUNC:
      put_factor (t, a, depth);
      return;
    case WPP_OPERATION_NEGATE:
    case WPP_OPERATION_BIT_NOT:
    case WPP_OPERATION_TRUTH_NOT:
      put (t, s->operation == WPP_OPERATION_NEGATE ? "-" : s->operation == WPP_OPERATION_BIT_NOT ? "~" : "!");
      put_factor (t, a, depth);
      return;
    default:
      put (t, wpp_operation_infos[s->operation].name);
      put (t, " (");
      put_factor (t, a, depth);
      put (t, ")");
    }
}

static void
put_binary (struct text *t, const struct wpp_statement *s, int depth)
{
  const uint32_t *operands = wpp_statement_operands (t->b, s);
  const struct wpp_operation_info *info = &wpp_operation_infos[s->operation];
  if (!info->sign)
    {
      put (t, info->name);
      put (t, " (");
    }
  put_factor (t, operands[0], depth);
  put (t, info->sign ? " " : ", ");
  if (info->sign)
    {
      put (t, info->sign);
      put (t, " ");
    }
  put_factor (t, operands[1], depth);
  if (!info->sign)
    put (t, ")");
}

/* The right-hand side of the assignment S.  */
static void
put_assignment (struct text *t, const struct wpp_statement *s, int depth)
{
  const uint32_t *operands = wpp_statement_operands (t->b, s);
  switch (s->n_operands)
    {
    case 1:
      if (wpp_statement_class (s) == WPP_CLASS_SINGLE)
        put_factor (t, operands[0], depth);
      else
        put_unary (t, s, depth);
      return;
    case 2:
      put_binary (t, s, depth);
      return;
    case 3:
      put_factor (t, operands[0], depth);
      put (t, " ? ");
      put_operand (t, operands[1], depth);
      put (t, " : ");
      put_operand (t, operands[2], depth);
      return;
    }
}

static void
put_call (struct text *t, const struct wpp_statement *s, int depth)
{
  const struct wpp_call *c = &t->b->calls[s->extra];
  const struct wpp_variable *f = wpp_body_variable (t->b, c->function);
  if (c->text != WPP_NONE)
    put_constant (t, c->text);
  else if (f)
    put (t, f->short_name ? f->short_name : f->name ? f->name : "?");
  else
    {
      put (t, "(*");
      put_operand (t, c->pointer, depth);
      put (t, ")");
    }
  put (t, " (");
  for (uint32_t i = 0; i < s->n_operands; i++)
    {
      put (t, i ? ", " : "");
      put_operand (t, wpp_statement_operands (t->b, s)[i], depth);
    }
  put (t, ")");
}

static void
put_computation (struct text *t, const struct wpp_statement *s, int depth)
{
  if (s->kind == WPP_STATEMENT_ASSIGN)
    {
      put_assignment (t, s, depth);
      put_type (t, wpp_statement_result (t->b, s)->type);
    }
  else if (s->kind == WPP_STATEMENT_CALL)
    put_call (t, s, depth);
  else
    put (t, "asm");
}

/* A value as its variable, a temporary as the expression it holds.  */
static void
put_value (struct text *t, uint32_t value, int depth)
{
  uint32_t variable = t->b->values[value].variable;
  const struct wpp_variable *v = wpp_body_variable (t->b, variable);
  const struct wpp_statement *s = definition (t->b, value);
  if (v && v->flags & WPP_VARIABLE_SHOWN)
    put_variable (t, variable);
  else if (depth > 0 && s && (s->kind == WPP_STATEMENT_ASSIGN || s->kind == WPP_STATEMENT_CALL))
    put_computation (t, s, depth - 1);
  else
    put (t, "...");
}

/* ---- References.  */

static void put_reference (struct text *t, uint32_t reference, int depth);

/* What the pointer of R points to, as a whole.  */
static void
put_pointed (struct text *t, const struct wpp_reference *r, int depth)
{
  const struct wpp_operand *base = &t->b->operands[r->base];
  char offset[32];
  if (base->kind == WPP_OPERAND_ADDRESS && !r->base_offset)
    {
      put_reference (t, base->index, depth);
      return;
    }
  put (t, r->base_offset ? "*(" : "*");
  put_factor (t, r->base, depth);
  if (!r->base_offset)
    return;
  /* As GCC prints a constant of that type.  */
  if (wpp_body_type (t->b, r->pointer_type)->kind == WPP_TYPE_POINTER)
    snprintf (offset, sizeof offset, " + %" PRId64 "B)", r->base_offset);
  else
    snprintf (offset, sizeof offset, " + %" PRIu64 ")", (uint64_t)r->base_offset);
  put (t, offset);
}

/* What R's components are parts of.  */
static void
put_base (struct text *t, const struct wpp_reference *r, int depth)
{
  switch (r->base_kind)
    {
    case WPP_BASE_VARIABLE:
      put_variable (t, r->base);
      return;
    case WPP_BASE_POINTER:
      put_pointed (t, r, depth);
      put_type (t, r->base_type);
      return;
    default:
      put_operand (t, r->base, depth);
    }
}

static void
put_component (struct text *t, const struct wpp_component *c, const char *sign, int depth)
{
  if (c->kind == WPP_COMPONENT_FIELD)
    {
      const char *name = t->b->program->fields[c->index].name;
      put (t, sign);
      put (t, name ? name : "?");
    }
  else
    {
      put (t, "[");
      put_operand (t, c->index, depth);
      put (t, "]");
    }
  put_type (t, c->type);
}

/* How many of R's components its own text shows.  */
static uint32_t
n_in_text (const struct wpp_body *b, const struct wpp_reference *r)
{
  uint32_t n = r->n_components;
  while (n > 0 && (b->components[r->first_component + n - 1].kind == WPP_COMPONENT_FIELD
                   || b->components[r->first_component + n - 1].kind == WPP_COMPONENT_ELEMENT))
    n--;
  return n;
}

/* Put the variable that C, a field of a coroutine's frame, is in the source; return false if it is none.  */
static bool
put_frame_variable (struct text *t, const struct wpp_component *c)
{
  const struct wpp_field *field = &t->b->program->fields[c->index];
  const struct wpp_type *record = wpp_body_type (t->b, field->record);
  size_t length = record ? wpp_frame_variable (record->name, field->name) : 0;
  for (size_t i = 0; i < length; i++)
    put (t, (char[]){ field->name[i], 0 });
  if (length)
    put_type (t, c->type);
  return length > 0;
}

static void
put_reference (struct text *t, uint32_t reference, int depth)
{
  const struct wpp_reference *r = &t->b->references[reference];
  const struct wpp_component *c = &t->b->components[r->first_component];
  uint32_t i = 0;
  bool arrow = r->base_kind == WPP_BASE_POINTER && !r->base_offset && r->n_components
               && c->kind == WPP_COMPONENT_FIELD && t->b->operands[r->base].kind != WPP_OPERAND_ADDRESS;
  if (r->text != WPP_NONE)
    {
      put_constant (t, r->text);
      i = n_in_text (t->b, r);
      put_type (t, i ? c[i - 1].type : r->base_type);
    }
  else if (arrow && put_frame_variable (t, c))
    i++;
  else if (arrow)
    {
      put_factor (t, r->base, depth);
      put_component (t, &c[i++], "->", depth);
    }
  else
    put_base (t, r, depth);
  for (; i < r->n_components; i++)
    put_component (t, &c[i], ".", depth);
}

/* ---- Operands.  */

static void
put_shown_operand (struct text *t, const struct wpp_operand *o, int depth)
{
  switch (o->kind)
    {
    case WPP_OPERAND_VALUE:
      put_value (t, o->index, depth);
      return;
    case WPP_OPERAND_CONSTANT:
      put_constant (t, o->index);
      return;
    case WPP_OPERAND_REFERENCE:
      put_reference (t, o->index, depth);
      return;
    case WPP_OPERAND_ADDRESS:
      put (t, "&");
      put_reference (t, o->index, depth);
      break;
    default:
      put_constant (t, o->index);
    }
  put_type (t, o->type);
}

static void
put_operand (struct text *t, uint32_t operand, int depth)
{
  if (t->level == LEVELS || t->out->size > BYTES)
    {
      put (t, "...");
      return;
    }
  t->level++;
  put_shown_operand (t, &t->b->operands[operand], depth);
  t->level--;
}

/* ---- The whole.  */

void
wpp_put_statement (struct wpp_buffer *out, const struct wpp_body *b, const struct wpp_statement *s)
{
  struct text t = { out, b, false, 0 };
  if (wpp_statement_result (b, s))
    {
      put_operand (&t, wpp_statement_results (b, s)[0], WPP_TEXT_DEPTH);
      put (&t, " = ");
    }
  put_computation (&t, s, WPP_TEXT_DEPTH);
}

void
wpp_put_computation (struct wpp_buffer *out, const struct wpp_body *b, const struct wpp_statement *s, bool key)
{
  struct text t = { out, b, key, 0 };
  put_computation (&t, s, WPP_TEXT_DEPTH);
}

void
wpp_put_operand (struct wpp_buffer *out, const struct wpp_body *b, uint32_t operand, bool key)
{
  struct text t = { out, b, key, 0 };
  put_operand (&t, operand, WPP_TEXT_DEPTH);
}

/* Does S give a variable of the source, or memory, a value?  */
static bool
tells_result_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *o = wpp_statement_result (b, s);
  const struct wpp_variable *v = o ? wpp_body_variable (b, wpp_operand_version_of (b, o)) : NULL;
  return o && (o->kind != WPP_OPERAND_VALUE || (v && v->flags & WPP_VARIABLE_SHOWN));
}

/* S, which is a jump or has no code of its own, after WORD.  */
static void
put_word (struct text *t, const struct wpp_statement *s, const char *word)
{
  put (t, word);
  for (uint32_t i = 0; i < s->n_operands; i++)
    {
      put (t, i ? ", " : " ");
      put_operand (t, wpp_statement_operands (t->b, s)[i], WPP_TEXT_DEPTH);
    }
}

static void
put_any (struct text *t, const struct wpp_statement *s)
{
  bool result = tells_result_p (t->b, s);
  if (result)
    put_operand (t, wpp_statement_results (t->b, s)[0], WPP_TEXT_DEPTH);
  switch (s->kind)
    {
    case WPP_STATEMENT_ASSIGN:
    case WPP_STATEMENT_CALL:
    case WPP_STATEMENT_ASM:
      if (s->flags & WPP_STATEMENT_CLOBBER)
        {
          put (t, " ends");
          return;
        }
      put (t, result ? " = " : "");
      if (s->kind == WPP_STATEMENT_ASSIGN && s->n_operands == 1 && wpp_statement_class (s) == WPP_CLASS_SINGLE)
        put_operand (t, wpp_statement_operands (t->b, s)[0], WPP_TEXT_DEPTH);
      else
        put_computation (t, s, WPP_TEXT_DEPTH);
      return;
    case WPP_STATEMENT_CONDITION:
      put (t, "if ");
      put_binary (t, s, WPP_TEXT_DEPTH);
      return;
    case WPP_STATEMENT_DEBUG:
      put_variable (t, s->extra);
      put_word (t, s, s->n_operands ? " =" : " = ...");
      return;
    case WPP_STATEMENT_SWITCH: put_word (t, s, "switch"); return;
    case WPP_STATEMENT_RETURN: put_word (t, s, "return"); return;
    case WPP_STATEMENT_GOTO: put_word (t, s, "goto"); return;
    case WPP_STATEMENT_LABEL: put (t, "label"); return;
    default:
      if (s->kind == WPP_STATEMENT_OTHER && s->extra != WPP_NONE)
        put_constant (t, s->extra);
      else
        put (t, "...");
    }
}

void
wpp_put_source (struct wpp_buffer *out, const struct wpp_body *b, const struct wpp_statement *s)
{
  struct text t = { out, b, false, 0 };
  size_t before = out->size;
  char column[32];
  put_any (&t, s);
  if (out->failed || !s->column || !memmem (out->data + before, out->size - before, "...", 3))
    return;
  snprintf (column, sizeof column, " (column %" PRIu32 ")", s->column);
  put (&t, column);
}

char *
wpp_text_take (struct wpp_buffer *out)
{
  wpp_put_u8 (out, 0);
  char *text = out->failed ? NULL : (char *)out->data;
  if (!text)
    wpp_buffer_release (out);
  *out = (struct wpp_buffer){ 0 };
  return text;
}
