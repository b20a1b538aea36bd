/* What profiles hold: which values were stored, and what replay could not have computed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nothing is replayed: stored values belong to points of the plan (values/plan.h), and how often statements were
   executed follows from the counts of paths.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/info-impl.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "base/saturate.h"
#include "format/value-table.h"
#include "recording/values/records.h"
#include "values/replay/bindings.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_info_kind_row
static const struct wpp_row_column kind_columns[] = { COLUMN (kind, TEXT), COLUMN (count, COUNT) };
static const struct wpp_schema kind_schema = WPP_SCHEMA ("kind", struct OF, kind_columns);
#undef OF
#define OF wpp_info_values_row
static const struct wpp_row_column columns[]
  = { COLUMN (records, NUMBER, .unit = "values"), COLUMN (bytes, NUMBER, .unit = "bytes"),
      COLUMN (statements, COUNT, .unit = "executions"), COLUMN (stored, LIST, .of = &kind_schema),
      COLUMN (not_computed, LIST, .of = &kind_schema), COLUMN (not_tracked, LIST, .of = &kind_schema) };
const struct wpp_schema wpp_info_values_schema = WPP_SCHEMA ("values", struct OF, columns);
#undef OF

/* ---- Kinds, which have names.  */

static bool
named_p (const void *rows, uint32_t number, const void *name)
{
  return !strcmp (((const struct wpp_info_kind_row *)rows)[number].kind, name);
}

/* Add COUNT to the kind NAME of K.  */
static int
add (struct wpp_info_kinds *k, const char *name, uint64_t count)
{
  if (!count)
    return WPP_OK;
  int err = wpp_hash_reserve (&k->table, 1);
  if (!err)
    err = WPP_RESERVE (k->rows, k->room, k->n, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&k->table, name, strlen (name));
  uint32_t number = wpp_hash_find (&k->table, hash, named_p, k->rows, name);
  if (number == WPP_NO_ITEM)
    {
      char *copy = strdup (name);
      if (!copy)
        return WPP_E_NOMEM;
      wpp_hash_add (&k->table, hash, number = k->n++);
      k->rows[number] = (struct wpp_info_kind_row){ copy, 0 };
    }
  k->rows[number].count = wpp_saturating_add (k->rows[number].count, count);
  return WPP_OK;
}

static int
compare_kinds (const void *a, const void *b)
{
  const struct wpp_info_kind_row *x = a, *y = b;
  return x->count != y->count ? (x->count < y->count) - (x->count > y->count) : strcmp (x->kind, y->kind);
}

static int
get_kind (void *data, size_t i, void *row)
{
  *(struct wpp_info_kind_row *)row = ((const struct wpp_info_kind_row *)data)[i];
  return WPP_OK;
}

/* The kinds K as a list, the costliest first.  Nothing is added any more.  */
static struct wpp_row_list
list (struct wpp_info_kinds *k)
{
  if (k->n)
    qsort (k->rows, k->n, sizeof *k->rows, compare_kinds);
  return (struct wpp_row_list){ k->n, k->rows, get_kind };
}

static void
release (struct wpp_info_kinds *k)
{
  for (size_t i = 0; i < k->n; i++)
    free ((char *)k->rows[i].kind);
  free (k->rows);
  wpp_hash_release (&k->table);
}

struct counting
{
  struct wpp_info_of_values *of;
  struct wpp_bindings *bindings;
  uint64_t **nodes;             /* [functions] of each, or null: executions */
  uint64_t *stored;             /* [n_ids] by check */
  uint32_t n_ids;
};

/* ---- What a statement is, in words.  */

#define KIND_TEXT 128

/* Whom S, a call, calls.  */
static const char *
callee (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_call *c = &b->calls[s->extra];
  const struct wpp_variable *f = wpp_body_variable (b, c->function);
  return f && f->name ? f->name : c->text != WPP_NONE ? b->program->constants[c->text].text : "a pointer's function";
}

/* Does S call a function that is not recorded with values, so that what it returns is not computed?  */
static bool
foreign_p (const struct counting *c, const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_variable *f = wpp_body_variable (b, b->calls[s->extra].function);
  return f && !wpp_bindings_named_p (c->bindings, wpp_variable_assembler (f));
}

/* What S, which no replay computes, is.  */
static void
put_statement (const struct wpp_body *b, const struct wpp_statement *s, char text[KIND_TEXT])
{
  const struct wpp_operand *result = wpp_statement_result (b, s);
  const struct wpp_type *t = result ? wpp_body_type (b, result->type) : NULL;
  const char *of = t && t->kind == WPP_TYPE_REAL ? " of real numbers" : "";
  if (s->kind == WPP_STATEMENT_CALL)
    snprintf (text, KIND_TEXT, "result of %s", callee (b, s));
  else if (s->kind == WPP_STATEMENT_ASM)
    snprintf (text, KIND_TEXT, "result of asm");
  else if (s->kind == WPP_STATEMENT_ASSIGN && s->operation == WPP_OPERATION_COPY)
    snprintf (text, KIND_TEXT, "load in a way that is not followed");
  else
    snprintf (text, KIND_TEXT, "%s%s", wpp_operation_infos[s->operation].name, of);
}

/* What P, a check, is of; S is its statement, or null: those of entries and nodes have names.  */
static void
put_point (const struct wpp_body *b, const struct wpp_statement *s, const struct wpp_point *p, char text[KIND_TEXT])
{
  static const char *const names[WPP_N_POINT_KINDS]
    = { [WPP_POINT_HANDLER] = "whether the kernel called a handler",
        [WPP_POINT_MODE] = "how reals are rounded",
        [WPP_POINT_PARAMETER] = "parameter", [WPP_POINT_INITIAL] = "parameter after others",
        [WPP_POINT_FRAME] = "address of a local variable", [WPP_POINT_PHI] = "what control came with",
        [WPP_POINT_ADDRESS] = "address" };
  if (p->kind == WPP_POINT_WRITTEN)
    {
      snprintf (text, KIND_TEXT, "bytes that %s wrote, by eight", callee (b, s));
      return;
    }
  if (p->kind == WPP_POINT_LOAD)
    snprintf (text, KIND_TEXT, "load of %s", p->bits ? "a bit-field" : p->width == 1 ? "1 byte"
              : p->width == 2 ? "2 bytes" : p->width == 4 ? "4 bytes" : "8 bytes");
  else if (names[p->kind])
    snprintf (text, KIND_TEXT, "%s", names[p->kind]);
  else
    put_statement (b, s, text);
}

static void
put_type (const struct wpp_body *b, uint32_t type, char text[KIND_TEXT])
{
  static const char *const kinds[WPP_N_TYPE_KINDS]
    = { [WPP_TYPE_COMPLEX] = "complex", [WPP_TYPE_VECTOR] = "vector", [WPP_TYPE_INTEGER] = "integer",
        [WPP_TYPE_REAL] = "real", [WPP_TYPE_BOOLEAN] = "boolean" };
  const struct wpp_type *t = wpp_body_type (b, type);
  if (t->name)
    snprintf (text, KIND_TEXT, "%s", t->name);
  else
    snprintf (text, KIND_TEXT, "%s of %" PRIu64 " bits", kinds[t->kind] ? kinds[t->kind] : "other", t->size);
}

/* ---- Counting.  */

static int
count_nodes (struct counting *c, const struct wpp_recording *r)
{
  size_t n;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n);
  struct wpp_code *code = c->bindings->code;
  int err = counts ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    {
      uint64_t number;
      struct wpp_code_function *f = wpp_code_find (code, counts[i].event, &number);
      size_t k = f ? f - code->functions : 0;
      if (!f || !c->bindings->layouts[k])
        continue;
      const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
      if (num && !c->nodes[k] && !(c->nodes[k] = calloc (num->cfg->n_nodes + (size_t)1, sizeof **c->nodes)))
        err = WPP_E_NOMEM;
      if (num && !err)
        err = wpp_path_count (num, number, counts[i].count, c->nodes[k], NULL);
    }
  free (counts);
  return err;
}

static int
count_stored (struct counting *c, const struct wpp_profile *p)
{
  struct wpp_value_decoder *d = wpp_value_decoder_new ();
  int err = d ? WPP_OK : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t k = 0; k < p->threads[t].n_values && !err; k++)
      {
        const struct wpp_value_record *records;
        uint32_t n = 0;
        err = wpp_value_decode (d, p->threads[t].values[k].data, p->threads[t].values[k].size, &records, &n);
        for (uint32_t i = 0; i < n && !err; i++)
          if (records[i].id < c->n_ids)
            c->stored[records[i].id]++;
      }
  wpp_value_decoder_free (d);
  return err;
}

/* Tell of the points R, which are of S, or of an entry or node (null), and were executed EXECUTED times.  */
static int
tell_points (struct counting *c, const struct wpp_micro_layout *l, const struct wpp_statement *s, struct wpp_points r,
             uint64_t executed)
{
  char text[KIND_TEXT];
  int err = WPP_OK;
  for (uint32_t i = r.first; i < r.first + r.n && !err; i++)
    {
      const struct wpp_point *p = &l->plan.points[i];
      if (p->check == WPP_NONE || (!executed && !c->stored[l->first_check + p->check]))
        continue;
      put_point (l->body, s, p, text);
      err = add (&c->of->stored, text, c->stored[l->first_check + p->check]);
      if (!err && (p->kind == WPP_POINT_RESULT || (p->kind == WPP_POINT_RETURNED && foreign_p (c, l->body, s))))
        err = add (&c->of->not_computed, text, executed);
    }
  return err;
}

static int
tell_statement (struct counting *c, const struct wpp_micro_layout *l, uint32_t number, uint64_t executed)
{
  const struct wpp_statement *s = &l->body->statements[number];
  const struct wpp_operand *result = wpp_statement_result (l->body, s);
  char text[KIND_TEXT];
  if (wpp_debug_p (s) || !executed)
    return WPP_OK;
  c->of->row.statements = wpp_saturating_add (c->of->row.statements, executed);
  int err = tell_points (c, l, s, l->plan.statements[number], executed);
  if (err || !result || result->kind != WPP_OPERAND_VALUE || wpp_values_width (l->body, result->type))
    return err;
  put_type (l->body, result->type, text);
  return add (&c->of->not_tracked, text, executed);
}

static int
tell_function (struct counting *c, const struct wpp_micro_layout *l, const uint64_t *nodes)
{
  int err = tell_points (c, l, NULL, l->plan.entry, 0);
  for (uint32_t n = 0; n < l->body->n_nodes && !err; n++)
    {
      err = tell_points (c, l, NULL, l->plan.nodes[n], nodes[n]);
      for (uint32_t s = l->body->first_statement[n]; s < l->body->first_statement[n + 1] && !err; s++)
        err = tell_statement (c, l, s, nodes[n]);
    }
  return err;
}

static int
count (struct counting *c, const struct wpp_recording *r)
{
  const struct wpp_bindings *b = c->bindings;
  c->n_ids = b->checks.n ? b->checks.of[b->checks.n - 1].end : 0;
  c->stored = calloc (c->n_ids + (size_t)1, sizeof *c->stored);
  c->nodes = calloc (b->code->n_functions + 1, sizeof *c->nodes);
  int err = c->stored && c->nodes ? count_nodes (c, r) : WPP_E_NOMEM;
  if (!err)
    err = count_stored (c, wpp_recording_profile (r));
  for (size_t i = 0; i < b->code->n_functions && !err; i++)
    if (c->nodes[i])
      err = tell_function (c, b->layouts[i], c->nodes[i]);
  for (size_t i = 0; c->nodes && i < b->code->n_functions; i++)
    free (c->nodes[i]);
  free (c->nodes);
  free (c->stored);
  return err;
}

int
wpp_info_of_values_begin (struct wpp_info_of_values *v, const struct wpp_recording *r, struct wpp_code *code)
{
  const struct wpp_profile *p = wpp_recording_profile (r);
  struct wpp_place place = { "", 0, "" };
  struct counting c = { .of = v };
  int err = WPP_OK;
  memset (v, 0, sizeof *v);
  if (!wpp_profile_values_p (p))
    return WPP_OK;
  for (size_t t = 0; t < p->n_threads; t++)
    {
      v->row.records += p->threads[t].value_records;
      for (size_t i = 0; i < p->threads[t].n_values; i++)
        v->row.bytes += p->threads[t].values[i].size;
    }
  if (code && (c.bindings = wpp_bindings_new (code, &err, &place)))
    err = count (&c, r);
  wpp_bindings_free (c.bindings);
  v->row.stored = list (&v->stored);
  v->row.not_computed = list (&v->not_computed);
  v->row.not_tracked = list (&v->not_tracked);
  return err == WPP_E_NOMEM ? err : WPP_OK;
}

void
wpp_info_of_values_release (struct wpp_info_of_values *v)
{
  release (&v->stored);
  release (&v->not_computed);
  release (&v->not_tracked);
}
