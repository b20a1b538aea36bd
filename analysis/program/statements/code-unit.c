/* Coding the program as data: a unit's tables.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "program/statements/codec.h"

/* What decoding keeps for each type, field and variable beside its structure.  */
#define TYPE_EXTRA 64
#define FIELD_EXTRA 16
#define VARIABLE_EXTRA 64
#define CONSTANT_EXTRA 8

static bool
derived_type_p (uint8_t kind)
{
  return kind == WPP_TYPE_POINTER || kind == WPP_TYPE_REFERENCE || kind == WPP_TYPE_ARRAY || kind == WPP_TYPE_FUNCTION
         || kind == WPP_TYPE_COMPLEX || kind == WPP_TYPE_VECTOR;
}

/* The type NUMBER.  Targets come before.  */
static void
code_type (struct wpp_codec *k, struct wpp_type *t, uint32_t number)
{
  t->kind = wpp_codec_below (k, WPP_COLUMN_TYPE_KIND, 0, t->kind, WPP_N_TYPE_KINDS);
  t->flags = wpp_codec_number (k, WPP_COLUMN_TYPE_FLAGS, t->kind, t->flags);
  t->size = wpp_codec_number (k, WPP_COLUMN_TYPE_SIZE, t->kind, t->size);
  t->precision = wpp_codec_number (k, WPP_COLUMN_TYPE_PRECISION, t->kind, t->precision);
  wpp_codec_name (k, &t->name, 0);
  bool has = derived_type_p (t->kind) && wpp_codec_number (k, WPP_COLUMN_HAS, 1, t->target != WPP_NONE);
  t->target = has && number > 0 ? number - 1 - wpp_codec_below (k, WPP_COLUMN_TYPE, 3, number - 1 - t->target, number)
                                : WPP_NONE;
}

/* The field NUMBER; that before it is PREVIOUS.  */
static void
code_field (struct wpp_codec *k, struct wpp_field *f, const struct wpp_field *previous)
{
  f->record = wpp_codec_type (k, f->record, previous ? previous->record : WPP_NONE, 0);
  f->type = wpp_codec_type (k, f->type, previous ? previous->type : WPP_NONE, 1);
  f->offset = wpp_codec_number (k, WPP_COLUMN_FIELD_OFFSET, 0, f->offset);
  f->size = wpp_codec_from (k, WPP_COLUMN_FIELD_SIZE, 0, f->size, k->p->types[f->type].size);
  wpp_codec_name (k, &f->name, 2);
}

void
wpp_codec_variable (struct wpp_codec *k, struct wpp_variable *v, bool local, uint32_t number, uint32_t near_line)
{
  v->kind = wpp_codec_below (k, WPP_COLUMN_VARIABLE_KIND, local, v->kind, WPP_N_VARIABLE_KINDS);
  v->flags = wpp_codec_number (k, WPP_COLUMN_VARIABLE_FLAGS, v->kind, v->flags);
  v->type = wpp_codec_type (k, v->type, WPP_NONE, 0);
  wpp_codec_name (k, &v->name, 3);
  if (v->flags & WPP_VARIABLE_STATIC || v->kind == WPP_FUNCTION)
    wpp_codec_name (k, &v->assembler, 4);
  if (v->kind == WPP_FUNCTION)
    wpp_codec_name (k, &v->short_name, 5);
  wpp_codec_place (k, v->kind + 8 * local, &v->file, &v->line, &v->column, near_line);
  uint32_t back = wpp_codec_number (k, WPP_COLUMN_SAME_PLACE, local, number - v->place);
  if (back > number)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  v->place = number - back;
}

/* 128 bits that are an integer with few of them.  */
static void
code_integer (struct wpp_codec *k, struct wpp_constant *c, const struct wpp_type *t)
{
  uint32_t context = t->kind;
  c->low = wpp_codec_from (k, WPP_COLUMN_CONSTANT_LOW, context, c->low, 0);
  uint64_t high = (int64_t)c->low < 0 && !(t->flags & WPP_TYPE_UNSIGNED) ? UINT64_MAX : 0;
  c->high = wpp_codec_from (k, WPP_COLUMN_CONSTANT_HIGH, context, c->high, high);
}

static void
code_constant (struct wpp_codec *k, struct wpp_constant *c, uint32_t expected)
{
  c->kind = wpp_codec_below (k, WPP_COLUMN_CONSTANT_KIND, 0, c->kind, WPP_N_CONSTANT_KINDS);
  bool no_type = c->kind == WPP_CONSTANT_OTHER && wpp_codec_number (k, WPP_COLUMN_HAS, 6, c->type == WPP_NONE);
  c->type = no_type ? WPP_NONE : wpp_codec_type (k, c->type, expected, 2);
  if (k->err)
    return;
  if (c->kind == WPP_CONSTANT_INTEGER)
    code_integer (k, c, &k->p->types[c->type]);
  else if (c->kind == WPP_CONSTANT_REAL)
    {
      c->low = wpp_codec_number (k, WPP_COLUMN_CONSTANT_LOW, 15, c->low);
      c->high = wpp_codec_number (k, WPP_COLUMN_CONSTANT_HIGH, 15, c->high);
    }
  if (c->kind == WPP_CONSTANT_INTEGER && !wpp_codec_number (k, WPP_COLUMN_HAS, 7, c->text != NULL))
    return;
  c->length = wpp_codec_number (k, WPP_COLUMN_LENGTH, c->kind == WPP_CONSTANT_STRING, c->length);
  wpp_codec_text (k, &c->text, c->length);
}

/* Which alias sets conflict: a triangle of bits, four at a time.  */
static void
code_alias_sets (struct wpp_codec *k)
{
  struct wpp_program *p = k->p;
  uint32_t n = wpp_codec_number (k, WPP_COLUMN_COUNT, 6, p->n_alias_sets);
  size_t line = ((size_t)n + 7) / 8;
  uint32_t rows = wpp_codec_array (k, 7, n * line, &p->alias_sets, 1, 0);
  if (n > UINT16_MAX || rows != n * line)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  for (uint32_t i = 0; i < n && !k->err; i++)
    for (uint32_t j = 0; j <= i; j++)
      {
        unsigned char *bits = p->alias_sets;
        bool above = i > 0 && j < i && bits[(i - 1) * line + j / 8] >> j % 8 & 1;
        bool before = j > 0 && bits[i * line + (j - 1) / 8] >> (j - 1) % 8 & 1;
        bool bit = bits[i * line + j / 8] >> j % 8 & 1;
        if (wpp_codec_number (k, WPP_COLUMN_BITS, above ^ before, bit) & 1)
          {
            bits[i * line + j / 8] |= 1 << j % 8;
            bits[j * line + i / 8] |= 1 << i % 8;
          }
      }
  p->n_alias_sets = k->err ? 0 : n;
}

/* Note which fields each record has.  */
static void
group_fields (struct wpp_codec *k)
{
  const struct wpp_program *p = k->p;
  k->first_field = wpp_codec_scratch (k, (size_t)p->n_types + 1, sizeof *k->first_field);
  k->fields_of = wpp_codec_scratch (k, p->n_fields, sizeof *k->fields_of);
  k->field_trees = wpp_codec_scratch (k, p->n_types, sizeof *k->field_trees);
  if (k->err)
    return;
  for (uint32_t f = 0; f < p->n_fields; f++)
    k->first_field[p->fields[f].record]++;
  uint32_t at = 0;
  for (uint32_t t = 0; t < p->n_types; t++)
    {
      wpp_codec_fill (k, &k->field_trees[t], k->first_field[t]);
      at += k->first_field[t];
      k->first_field[t] = at;
    }
  k->first_field[p->n_types] = at;
  /* From the ends of their ranges on, backward.  */
  for (uint32_t f = p->n_fields; f-- > 0;)
    k->fields_of[--k->first_field[p->fields[f].record]] = f;
}

static void
prepare_bodies (struct wpp_codec *k)
{
  const struct wpp_program *p = k->p;
  k->pointer_to = wpp_codec_scratch (k, p->n_types, sizeof *k->pointer_to);
  k->set_of = wpp_codec_scratch (k, 2 * (size_t)p->n_types, sizeof *k->set_of);
  k->last_call = wpp_codec_scratch (k, p->n_variables, sizeof *k->last_call);
  k->constants_of = wpp_codec_scratch (k, WPP_CONSTANT_CONTEXTS, sizeof *k->constants_of);
  group_fields (k);
}

void
wpp_codec_tables (struct wpp_codec *k)
{
  struct wpp_program *p = k->p;
  p->n_files = wpp_codec_array (k, 0, p->n_files, &p->files, sizeof *p->files, 8);
  for (uint32_t i = 0; i < p->n_files && !k->err; i++)
    wpp_codec_name (k, &p->files[i], 0);
  p->n_types = wpp_codec_array (k, 1, p->n_types, &p->types, sizeof *p->types, TYPE_EXTRA);
  for (uint32_t i = 0; i < p->n_types && !k->err; i++)
    code_type (k, &p->types[i], i);
  wpp_codec_fill (k, &k->types, p->n_types);
  p->n_fields = wpp_codec_array (k, 2, p->n_fields, &p->fields, sizeof *p->fields, FIELD_EXTRA);
  for (uint32_t i = 0; i < p->n_fields && !k->err; i++)
    code_field (k, &p->fields[i], i ? &p->fields[i - 1] : NULL);
  p->n_variables = wpp_codec_array (k, 3, p->n_variables, &p->variables, sizeof *p->variables, VARIABLE_EXTRA);
  for (uint32_t i = 0; i < p->n_variables && !k->err; i++)
    wpp_codec_variable (k, &p->variables[i], false, i, i ? p->variables[i - 1].line : 0);
  p->n_constants = wpp_codec_array (k, 4, p->n_constants, &p->constants, sizeof *p->constants, CONSTANT_EXTRA);
  for (uint32_t i = 0; i < p->n_constants && !k->err; i++)
    code_constant (k, &p->constants[i], i ? p->constants[i - 1].type : WPP_NONE);
  wpp_codec_fill (k, &k->constants, p->n_constants);
  code_alias_sets (k);
  prepare_bodies (k);
}
