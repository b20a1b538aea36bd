/* Coding the program as data: what statements use, what edges say, and what is known of references in memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/statements/code-body.h"

/* ---- Uses.  */

/* Uses that operands tell; a statement with more has them listed.  */
#define USES 64u

struct told_uses
{
  const struct wpp_body *b;
  uint32_t n;
  unsigned steps;            /* on the way through references */
  struct wpp_use use[USES];  /* NONNULL: a pointer that memory is accessed through */
  bool incomplete;
};

static void
tell (struct told_uses *t, uint32_t value, bool accessed)
{
  if (t->n == USES)
    t->incomplete = true;
  else
    t->use[t->n++] = (struct wpp_use){ value, accessed };
}

/* The uses of REFERENCE, which is accessed or not, but for values that are in OTHER operands.  */
static void
tell_reference (struct told_uses *t, uint32_t reference, bool accessed)
{
  const struct wpp_reference *r = &t->b->references[reference];
  if (t->steps++ == USES)
    t->incomplete = true;
  if (t->incomplete)
    return;
  if (r->base_kind != WPP_BASE_VARIABLE)
    {
      const struct wpp_operand *o = &t->b->operands[r->base];
      if (o->kind == WPP_OPERAND_VALUE)
        tell (t, o->index, accessed && r->base_kind == WPP_BASE_POINTER);
      else if (o->kind == WPP_OPERAND_ADDRESS)
        tell_reference (t, o->index, false);
    }
  for (uint32_t i = 0; i < r->n_components && !t->incomplete; i++)
    {
      const struct wpp_component *c = &t->b->components[r->first_component + i];
      const struct wpp_operand *o = c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE
                                      ? &t->b->operands[c->index] : NULL;
      if (o && o->kind == WPP_OPERAND_VALUE)
        tell (t, o->index, false);
      t->incomplete |= i >= USES;
    }
}

static void
tell_operand (struct told_uses *t, uint32_t operand, bool result)
{
  const struct wpp_operand *o = &t->b->operands[operand];
  if (o->kind == WPP_OPERAND_VALUE && !result)
    tell (t, o->index, false);
  else if (o->kind == WPP_OPERAND_REFERENCE || o->kind == WPP_OPERAND_ADDRESS)
    tell_reference (t, o->index, o->kind == WPP_OPERAND_REFERENCE);
}

static void
tell_statement (struct told_uses *t, const struct wpp_statement *s)
{
  const uint32_t *list = &t->b->lists[s->first_operand];
  for (uint32_t i = 0; i < s->n_results && !t->incomplete; i++)
    tell_operand (t, list[i], true);
  if (s->kind == WPP_STATEMENT_CALL)
    {
      const struct wpp_call *c = &t->b->calls[s->extra];
      if (c->pointer != WPP_NONE)
        tell_operand (t, c->pointer, false);
      if (c->chain != WPP_NONE)
        tell_operand (t, c->chain, false);
    }
  for (uint32_t i = 0; i < s->n_operands && !t->incomplete; i++)
    tell_operand (t, list[s->n_results + i], false);
}

static bool
as_told_p (const struct wpp_body *b, const struct wpp_statement *s, const struct told_uses *t)
{
  if (t->incomplete || s->n_uses != t->n)
    return false;
  for (uint32_t i = 0; i < t->n; i++)
    if (b->uses[s->first_use + i].value != t->use[i].value)
      return false;
  return true;
}

static bool
pointer_p (const struct wpp_program *p, uint32_t type)
{
  return p->types[type].kind == WPP_TYPE_POINTER || p->types[type].kind == WPP_TYPE_REFERENCE;
}

void
wpp_code_uses (struct wpp_body_codec *s, struct wpp_statement *t)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  struct told_uses told = { .b = b };
  if (k->err)
    return;
  tell_statement (&told, t);
  bool as_told = wpp_codec_number (k, WPP_COLUMN_USES, t->kind, k->c.decoding || !as_told_p (b, t, &told)) == 0;
  t->n_uses = as_told ? told.n : wpp_codec_number (k, WPP_COLUMN_USES, 128, t->n_uses);
  if ((as_told && told.incomplete) || t->n_uses > b->n_uses - s->uses)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  t->first_use = s->uses;
  for (uint32_t i = 0; i < t->n_uses && !k->err; i++)
    {
      struct wpp_use *u = &b->uses[s->uses++];
      u->value = as_told ? told.use[i].value
                         : wpp_codec_from32 (k, WPP_COLUMN_USES, 129, u->value, s->values);
      if (u->value >= b->n_values)
        wpp_codec_fail (k, WPP_E_CORRUPT);
      /* A value that is not defined yet may be anything.  */
      else if (u->value >= s->values || pointer_p (k->p, b->values[u->value].type))
        u->nonnull =
            wpp_codec_number (k, WPP_COLUMN_NONNULL, 2 * t->kind + (as_told && told.use[i].nonnull), u->nonnull) & 1;
    }
}

/* ---- Edges.  */

/* The statement at the end of each block that decides where control goes: DECIDING [highest block + 1], + 1.  */
static uint32_t *
find_deciding (struct wpp_body_codec *s, uint32_t *n)
{
  const struct wpp_cfg *cfg = &s->f->cfg;
  *n = 0;
  for (uint32_t i = 0; i < cfg->n_nodes; i++)
    *n = cfg->nodes[i].block >= *n && cfg->nodes[i].block < 16 * cfg->n_nodes + 64 ? cfg->nodes[i].block + 1 : *n;
  uint32_t *deciding = wpp_codec_scratch (s->k, *n, sizeof *deciding);
  for (uint32_t i = 0; i < s->statements && deciding; i++)
    {
      const struct wpp_statement *t = &s->b->statements[i];
      uint32_t block = cfg->nodes[t->node].block;
      if (block < *n
          && (t->kind == WPP_STATEMENT_CONDITION || t->kind == WPP_STATEMENT_SWITCH || t->kind == WPP_STATEMENT_GOTO))
        deciding[block] = i + 1;
    }
  return deciding;
}

static void
code_case (struct wpp_body_codec *s, struct wpp_case *c)
{
  struct wpp_codec *k = s->k;
  enum { DEFAULT, ONE, RANGE, N } form = c->low == WPP_NONE ? DEFAULT : c->low == c->high ? ONE : RANGE;
  form = wpp_codec_below (k, WPP_COLUMN_CASES, 1, form, N);
  c->low = form == DEFAULT ? WPP_NONE : wpp_codec_constant (k, c->low, 251);
  c->high = form == RANGE ? wpp_codec_constant (k, c->high, 251) : c->low;
}

/* The edge E.  DECIDING statement is that of its source, or WPP_NONE; *BEFORE is the outcome of the edge before it.  */
static void
code_edge (struct wpp_body_codec *s, uint32_t e, uint32_t deciding, uint32_t *before)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  struct wpp_edge_code *code = &b->edges[e];
  const struct wpp_edge *edge = &s->f->cfg.edges[e];
  uint32_t kind = deciding == WPP_NONE ? 0 : b->statements[deciding].kind;
  code->outcome = wpp_codec_below (k, WPP_COLUMN_OUTCOME, kind % 4 * 4 + *before, code->outcome, WPP_OUTCOME_CASE + 1);
  code->into = wpp_codec_number (k, WPP_COLUMN_INTO, edge->flags & 7, code->into) & 1;
  *before = code->outcome;
  code->statement = code->outcome == WPP_OUTCOME_NONE ? WPP_NONE : deciding;
  if (code->outcome != WPP_OUTCOME_NONE && deciding == WPP_NONE)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  code->n_cases = code->outcome == WPP_OUTCOME_CASE ? wpp_codec_number (k, WPP_COLUMN_CASES, 0, code->n_cases) : 0;
  code->first_case = s->cases;
  if (code->n_cases > b->n_cases - s->cases)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  for (uint32_t i = 0; i < code->n_cases && !k->err; i++)
    code_case (s, &b->cases[s->cases++]);
}

/* The arguments that E brings to the PHIs of its destination, FIRST to END - 1.  */
static void
code_arguments (struct wpp_body_codec *s, uint32_t e, uint32_t first, uint32_t end)
{
  struct wpp_body *b = s->b;
  b->edges[e].first_argument = s->arguments;
  if (end - first > b->n_arguments - s->arguments)
    wpp_codec_fail (s->k, WPP_E_CORRUPT);
  for (uint32_t p = first; p < end && !s->k->err; p++)
    {
      uint32_t *argument = &b->arguments[s->arguments++];
      /* Mostly a version of the same variable: that is the one used last.  */
      uint32_t variable = b->values[b->phis[p].result].variable;
      if (variable != WPP_NONE)
        wpp_codec_note (&s->recent_variables, variable);
      *argument = wpp_code_operand (s, *argument, 244, 0);
    }
}

void
wpp_code_edges (struct wpp_body_codec *s)
{
  const struct wpp_cfg *cfg = &s->f->cfg;
  struct wpp_body *b = s->b;
  uint32_t n_blocks, before = 0;
  uint32_t *deciding = find_deciding (s, &n_blocks);
  uint32_t *first_phi = wpp_codec_scratch (s->k, (size_t)b->n_nodes + 1, sizeof *first_phi);
  for (uint32_t n = 0, p = 0; n <= b->n_nodes && !s->k->err; n++)
    {
      while (p < s->phis && b->phis[p].node < n)
        p++;
      first_phi[n] = p;
    }
  for (uint32_t e = 0; e < b->n_edges && !s->k->err; e++)
    {
      uint32_t block = cfg->nodes[cfg->edges[e].src].block, dst = cfg->edges[e].dst;
      code_edge (s, e, block < n_blocks && deciding[block] ? deciding[block] - 1 : WPP_NONE, &before);
      if (!s->k->err)
        code_arguments (s, e, first_phi[dst], b->edges[e].into ? first_phi[dst + 1] : first_phi[dst]);
    }
  free (deciding);
  free (first_phi);
}

/* ---- References in memory.  */

/* What components say of the extent of R: offset and size in bits, and whether that is all.  */
static bool
expected_extent (const struct wpp_body *b, const struct wpp_reference *r, int64_t *offset, int64_t *size)
{
  const struct wpp_program *p = b->program;
  bool all = true;
  uint64_t at = (uint64_t)r->base_offset * 8;
  for (uint32_t i = 0; i < r->n_components; i++)
    {
      const struct wpp_component *c = &b->components[r->first_component + i];
      if (c->kind == WPP_COMPONENT_FIELD)
        at += p->fields[c->index].offset;
      else if (c->kind == WPP_COMPONENT_BITS)
        at += c->offset;
      else if (c->kind == WPP_COMPONENT_ELEMENT && b->operands[c->index].kind == WPP_OPERAND_CONSTANT)
        at += p->constants[b->operands[c->index].index].low * p->types[c->type].size;
      else
        all = false;
    }
  const struct wpp_component *last = r->n_components ? &b->components[r->first_component + r->n_components - 1] : NULL;
  *offset = at;
  *size = last && last->kind == WPP_COMPONENT_BITS   ? last->size
          : last && last->kind == WPP_COMPONENT_FIELD ? (int64_t)p->fields[last->index].size
                                                      : (int64_t)p->types[r->type].size;
  return all;
}

static int64_t
code_extent (struct wpp_codec *k, uint32_t context, int64_t value, int64_t expected)
{
  return wpp_codec_from (k, WPP_COLUMN_EXTENT, context, value, expected);
}

/* The alias set NUMBER of something of TYPE, of two kinds.  */
static uint32_t
code_alias_set (struct wpp_codec *k, uint32_t number, uint32_t type, uint32_t kind)
{
  uint32_t *last = &k->set_of[2 * type + kind];
  uint32_t as_last = wpp_codec_number (k, WPP_COLUMN_ALIAS_SET, kind, number != *last) & 1;
  if (as_last)
    *last = wpp_codec_below (k, WPP_COLUMN_ALIAS_SET, 2 + kind, number, k->p->n_alias_sets);
  return *last;
}

/* The reference R, which has a place in the alias matrix or not.  *ROWS, *COLUMNS are how many of these have
   appeared.  */
static void
code_memory (struct wpp_body_codec *s, struct wpp_reference *r, uint32_t *rows, uint32_t *columns)
{
  struct wpp_codec *k = s->k;
  const struct wpp_alias_matrix *m = &s->b->alias;
  bool memory = wpp_codec_number (k, WPP_COLUMN_MEMORY, r->base_kind, r->flags & WPP_REFERENCE_MEMORY ? 1 : 0) & 1;
  if (!memory || k->err)
    return;
  int64_t offset, size;
  r->flags |= WPP_REFERENCE_MEMORY;
  bool all = expected_extent (s->b, r, &offset, &size);
  r->offset = code_extent (k, all, r->offset, offset);
  r->size = code_extent (k, 2 + all, r->size, size);
  r->max_size = code_extent (k, 4 + all, r->max_size, r->size);
  r->alias_set = code_alias_set (k, r->alias_set, r->type, 0);
  r->base_alias_set = code_alias_set (k, r->base_alias_set, r->base_type, 1);
  /* Classes are numbered as they appear.  */
  r->row = *rows - wpp_codec_below (k, WPP_COLUMN_ROW, 0, *rows - r->row, *rows + 1);
  bool new = r->row == *rows;
  r->column = *columns - wpp_codec_below (k, WPP_COLUMN_ROW, 1 + new, *columns - r->column, *columns + 1);
  *rows += new;
  *columns += r->column == *columns;
  if (*rows > m->n_rows || *columns > m->n_columns)
    wpp_codec_fail (k, WPP_E_CORRUPT);
}

/* The row *ROW, or WPP_NONE; that of the same kind before it was *BEFORE.  */
static void
code_row (struct wpp_body_codec *s, uint32_t *row, uint32_t *before, uint32_t context)
{
  uint32_t n = s->b->alias.n_rows;
  bool same = (wpp_codec_number (s->k, WPP_COLUMN_ROW, context, *row != *before) & 1) == 0;
  if (!same)
    *before = wpp_codec_below (s->k, WPP_COLUMN_ROW, context + 1, *row + 1, n + 1) - 1;
  if (*before != WPP_NONE && *before >= n)
    wpp_codec_fail (s->k, WPP_E_CORRUPT);
  *row = *before;
}

/* Which row the references of each column have, and which column those of each row; WPP_NONE where none has.  */
struct mirror
{
  uint32_t *row_of, *column_of;
};

static struct mirror
find_mirror (struct wpp_body_codec *s)
{
  const struct wpp_body *b = s->b;
  const struct wpp_alias_matrix *m = &b->alias;
  struct mirror mirror = { wpp_codec_scratch (s->k, m->n_columns, sizeof *mirror.row_of),
                           wpp_codec_scratch (s->k, m->n_rows, sizeof *mirror.column_of) };
  if (s->k->err)
    return mirror;
  memset (mirror.row_of, 0xff, m->n_columns * sizeof *mirror.row_of);
  memset (mirror.column_of, 0xff, m->n_rows * sizeof *mirror.column_of);
  for (uint32_t r = b->n_references; r-- > 0;)
    if (b->references[r].row != WPP_NONE)
      {
        mirror.row_of[b->references[r].column] = b->references[r].row;
        mirror.column_of[b->references[r].row] = b->references[r].column;
      }
  return mirror;
}

static bool
matrix_bit (const struct wpp_alias_matrix *m, uint32_t row, uint32_t column)
{
  return m->bits[row * (((size_t)m->n_columns + 7) / 8) + column / 8] >> column % 8 & 1;
}

/* What is known of the four bits in ROW from COLUMN on, as that two references may overlap is said twice; 16 when
   something is not known yet.  */
static unsigned
mirrored (const struct wpp_alias_matrix *m, const struct mirror *mirror, uint32_t row, uint32_t column)
{
  unsigned bits = 0;
  if (mirror->column_of[row] == WPP_NONE)
    return 16;
  for (unsigned i = 0; i < 4 && column + i < m->n_columns; i++)
    {
      uint32_t other = mirror->row_of[column + i];
      if (other >= row)
        return 16;
      bits |= matrix_bit (m, other, mirror->column_of[row]) << i;
    }
  return bits;
}

/* The matrix itself, four bits at a time by what is known of them, or those above and before.  */
static void
code_matrix (struct wpp_body_codec *s, struct wpp_alias_matrix *m)
{
  struct wpp_codec *k = s->k;
  size_t line = ((size_t)m->n_columns + 7) / 8;
  struct mirror mirror = find_mirror (s);
  for (uint32_t i = 0; i < m->n_rows && !k->err; i++)
    for (uint32_t j = 0; j < m->n_columns; j += 4)
      {
        unsigned char *at = &m->bits[i * line + j / 8];
        unsigned above = i ? at[-(ptrdiff_t)line] >> j % 8 & 15 : 0;
        unsigned before = j == 0 ? 0 : j % 8 ? *at & 15 : at[-1] >> 4;
        unsigned known = mirrored (m, &mirror, i, j);
        unsigned context = known < 16 ? 256 + known : above * 16 + before;
        unsigned bits = wpp_choice_code (&wpp_codec_model (k, WPP_COLUMN_BITS4, context)->first, &k->c,
                                         *at >> j % 8 & 15);
        *at = (*at & ~(15 << j % 8)) | bits << j % 8;
      }
  free (mirror.row_of);
  free (mirror.column_of);
}

void
wpp_code_memory (struct wpp_body_codec *s)
{
  struct wpp_codec *k = s->k;
  struct wpp_body *b = s->b;
  struct wpp_alias_matrix *m = &b->alias;
  uint32_t rows = 0, columns = 0, clobbers = WPP_NONE, uses = WPP_NONE, returned = WPP_NONE;
  m->n_rows = wpp_codec_number (k, WPP_COLUMN_COUNT, 25, m->n_rows);
  m->n_columns = wpp_codec_number (k, WPP_COLUMN_COUNT, 26, m->n_columns);
  size_t line = ((size_t)m->n_columns + 7) / 8;
  if ((uint64_t)m->n_rows * line > UINT32_MAX / 4 || (line == 0 && m->n_rows > 1)
      || wpp_codec_array (k, 27, m->n_rows * line, &m->bits, 1, 0) != m->n_rows * line)
    wpp_codec_fail (k, WPP_E_CORRUPT);
  for (uint32_t i = 0; i < b->n_references && !k->err; i++)
    code_memory (s, &b->references[i], &rows, &columns);
  for (uint32_t i = 0; i < b->n_calls && !k->err; i++)
    {
      code_row (s, &b->calls[i].clobbers, &clobbers, 3);
      code_row (s, &b->calls[i].uses, &uses, 5);
    }
  for (uint32_t i = 0; i < b->n_statements && !k->err; i++)
    if (b->statements[i].kind == WPP_STATEMENT_RETURN)
      code_row (s, &b->statements[i].extra, &returned, 7);
  /* The mirror.  */
  wpp_codec_charge (k, ((uint64_t)m->n_rows + m->n_columns) * sizeof (uint32_t));
  if (!k->err)
    code_matrix (s, m);
}
