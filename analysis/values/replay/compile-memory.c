/* All that statements access in memory, for whoever asks who wrote what is read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The plan (values/plan.h) has points only where values are tracked.  Here every operand in memory is told, aggregates
   and what is kept in the activation as well, and what functions of the C library access through their arguments.  */

#include <string.h>
#include "base/array.h"
#include "program/library/effects.h"
#include "values/replay/compile-impl.h"

/* A slot that is not known.  */
static uint32_t
unknown_slot (struct wpp_compiler *c)
{
  uint32_t slot = wpp_temporary (c);
  WPP_EMIT (c, LOSE, .dst = slot);
  return slot;
}

/* Tell of A, at slot SLOT.  */
static void
tell (struct wpp_compiler *c, const struct wpp_memory_access *a, uint32_t slot)
{
  struct wpp_micro_code *code = c->code;
  if (c->err || (c->err = WPP_RESERVE (code->accesses, c->accesses_room, code->n_accesses, 1)))
    return;
  code->accesses[code->n_accesses] = *a;
  WPP_EMIT (c, WATCH_MEMORY, .a = slot, .imm = code->n_accesses++);
}

/* ---- Operands.  */

/* Is VARIABLE in the activation alone: does it have no address that pointers could have?  */
static bool
local_p (const struct wpp_compiler *c, uint32_t variable)
{
  const struct wpp_body *b = c->l->body;
  return variable >= b->n_globals && c->l->plan.storage[variable] != WPP_STORAGE_FRAMED
         && !(wpp_body_variable (b, variable)->flags & WPP_VARIABLE_STATIC);
}

static uint64_t
bytes_of (const struct wpp_body *b, const struct wpp_operand *o)
{
  struct wpp_values_access a = wpp_values_access (b, o->index);
  uint64_t size = wpp_body_type (b, o->type)->size;
  if (a.bits)
    return (a.bit + a.size + 7) / 8;
  return size ? (size + 7) / 8 : UINT64_MAX;
}

/* Slot with how many bytes after the beginning of its variable REFERENCE is.  */
static uint32_t
offset_slot (struct wpp_compiler *c, uint32_t reference)
{
  uint32_t slot, sum;
  int64_t bits;
  if (!wpp_values_parts_known_p (c->l->body, reference) || !wpp_compile_kept (c, reference, &slot, &bits))
    return unknown_slot (c);
  sum = wpp_temporary (c);
  WPP_EMIT (c, ADD_I, .dst = sum, .a = slot, .imm = (uint64_t) (bits >> 3));
  return sum;
}

/* Slot with the address of REFERENCE.  */
static uint32_t
address_slot (struct wpp_compiler *c, uint32_t reference)
{
  struct wpp_micro_place p = wpp_compile_place (c, reference);
  uint32_t slot = p.known ? wpp_temporary (c) : unknown_slot (c);
  if (p.known)
    WPP_EMIT (c, ADD_I, .dst = slot, .a = p.slot, .imm = p.offset);
  return slot;
}

/* Tell that the operand number OPERAND of A's statement, O, is accessed, if it is in memory.  */
static void
tell_operand (struct wpp_compiler *c, const struct wpp_operand *o, struct wpp_memory_access a)
{
  const struct wpp_body *b = c->l->body;
  uint32_t temporary = c->temporary;
  if (!wpp_operand_memory_p (b, o))
    return;
  uint32_t variable = wpp_values_variable (b, o->index);
  a.bytes = bytes_of (b, o);
  if (variable != WPP_NONE && (local_p (c, variable) || c->l->plan.storage[variable] == WPP_STORAGE_NAMED))
    {
      bool local = variable >= b->n_globals;
      a.space = local ? WPP_SPACE_LOCAL : WPP_SPACE_STATIC;
      a.object = local ? variable - b->n_globals : b->globals[variable];
      tell (c, &a, offset_slot (c, o->index));
    }
  else
    tell (c, &a, address_slot (c, o->index));
  c->temporary = temporary;
}

/* The check of the load that STATEMENT is, or WPP_NONE.  */
static uint32_t
check_of (const struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_points *p = &c->l->plan.statements[statement];
  for (uint32_t i = 0; i < p->n; i++)
    if (c->l->plan.points[p->first + i].kind == WPP_POINT_LOAD)
      return c->l->first_check + c->l->plan.points[p->first + i].check;
  return WPP_NONE;
}

/* Does S copy its only operand, an aggregate, to its result?  */
static bool
copies_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_ASSIGN && s->n_operands == 1 && s->n_results == 1
         && wpp_operand_memory_p (b, &b->operands[*wpp_statement_results (b, s)]);
}

static void
tell_reads (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_statement *s = &b->statements[statement];
  struct wpp_memory_access a = { .statement = statement, .check = check_of (c, statement),
                                 .how = copies_p (b, s) ? WPP_MEMORY_COPY : 0 };
  for (uint32_t i = 0; i < s->n_operands; i++)
    {
      a.operand = 1 + i;
      tell_operand (c, wpp_statement_operand (b, s, i), a);
    }
}

static void
tell_writes (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_statement *s = &b->statements[statement];
  const struct wpp_memory_access a = { .statement = statement, .how = WPP_MEMORY_WRITES, .check = WPP_NONE };
  for (uint32_t i = 0; i < s->n_results; i++)
    tell_operand (c, &b->operands[wpp_statement_results (b, s)[i]], a);
}

/* ---- The C library.  */

/* Let A have the size that arguments of the call S say: SIZE times UNIT, times COUNT unless that is WPP_NONE.  */
static void
size_by_arguments (struct wpp_compiler *c, const struct wpp_statement *s, uint32_t size, uint32_t count, uint32_t unit,
                   struct wpp_memory_access *a)
{
  const uint32_t *operands = wpp_statement_operands (c->l->body, s);
  a->bytes = UINT64_MAX;
  a->unit = unit;
  if (size >= s->n_operands || (count != WPP_NONE && count >= s->n_operands))
    return;
  a->size = wpp_compile_operand (c, operands[size]);
  if (count == WPP_NONE)
    return;
  uint32_t times = wpp_compile_operand (c, operands[count]), product = wpp_temporary (c);
  WPP_EMIT (c, MUL, .dst = product, .a = a->size, .b = times);
  a->size = product;
}

/* How much of what is written the result of a call tells, times UNIT, or times argument UNIT_OF, and EXTRA bytes.  */
struct counted
{
  const char *name;
  uint32_t unit_of, extra;
};

static const struct counted *
counted_by (const char *name)
{
  static const struct counted list[] = {
    { "fread", 1, 0 }, { "pread", WPP_NONE, 0 }, { "read", WPP_NONE, 0 }, { "readlink", WPP_NONE, 0 },
    { "recv", WPP_NONE, 0 }, { "recvfrom", WPP_NONE, 0 }, { "sprintf", WPP_NONE, 1 }, { "vsprintf", WPP_NONE, 1 }
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strcmp (list[i].name, name))
      return &list[i];
  return NULL;
}

/* The slot of the result of S, a number; 0: it has none.  */
static uint32_t
result_slot (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *o = wpp_statement_result (b, s);
  return o && o->kind == WPP_OPERAND_VALUE && wpp_values_width (b, o->type) ? wpp_value_slot (o->index) : 0;
}

/* If the result of the call E tells how much it has written, let A say so.  */
static void
size_by_result (struct wpp_compiler *c, const struct wpp_effects *e, struct wpp_memory_access *a)
{
  const struct counted *counted = counted_by (e->row->name);
  uint32_t slot = result_slot (e->body, e->statement);
  if (!counted || !slot)
    return;
  *a = (struct wpp_memory_access){ .statement = a->statement, .how = WPP_MEMORY_WRITES | WPP_MEMORY_LIBRARY,
                                   .check = WPP_NONE, .bytes = UINT64_MAX, .size = slot, .unit = 1,
                                   .extra = counted->extra };
  if (counted->unit_of == WPP_NONE || counted->unit_of >= e->statement->n_operands)
    return;
  uint32_t times = wpp_compile_operand (c, wpp_statement_operands (e->body, e->statement)[counted->unit_of]);
  a->size = wpp_temporary (c);
  WPP_EMIT (c, MUL, .dst = a->size, .a = slot, .b = times);
}

/* Let A have the size that the access X of E has.  */
static void
size_by_row (struct wpp_compiler *c, const struct wpp_effects *e, const struct wpp_effect_access *x,
             struct wpp_memory_access *a)
{
  const struct wpp_library_access *says = &x->says;
  a->bytes = says->extent == WPP_EXTENT_BYTES ? says->unit : UINT64_MAX;
  if (says->extent == WPP_EXTENT_ARGUMENT || says->extent == WPP_EXTENT_SHORT_STRING)
    size_by_arguments (c, e->statement, says->size, WPP_NONE, says->unit, a);
  else if (says->extent == WPP_EXTENT_PRODUCT)
    size_by_arguments (c, e->statement, says->size, says->count, says->unit, a);
  if (a->how & WPP_MEMORY_WRITES && !(x->how & WPP_LIBRARY_MUST))
    {
      a->how |= WPP_MEMORY_MAY;
      size_by_result (c, e, a);
    }
}

/* Tell of the access X of E, if it WRITES, or else reads.  */
static void
tell_effect (struct wpp_compiler *c, const struct wpp_effects *e, const struct wpp_effect_access *x, bool writes)
{
  uint32_t statement = e->statement - e->body->statements, temporary = c->temporary;
  bool copies = !strcmp (e->row->name, "memcpy");
  if (!(x->how & (writes ? WPP_LIBRARY_WRITES : WPP_LIBRARY_READS)) || !strcmp (e->row->name, "realloc"))
    return;  /* what realloc does, tell_object says */
  struct wpp_memory_access a
    = { .statement = statement, .operand = 1 + x->argument, .check = WPP_NONE,
        .how = WPP_MEMORY_LIBRARY | (writes ? WPP_MEMORY_WRITES : copies ? WPP_MEMORY_COPY : 0) };
  size_by_row (c, e, x, &a);
  tell (c, &a, wpp_compile_operand (c, wpp_statement_operands (e->body, e->statement)[x->argument]));
  c->temporary = temporary;
}

/* Functions that return a new object, and which arguments say how large it is; FROM: what it has was there.  */
struct maker
{
  const char *name;
  uint32_t size, count, from;
};

static const struct maker *
maker_of (const char *name)
{
  static const struct maker list[] = {
    { "_Znam", 0, WPP_NONE, WPP_NONE }, { "_Znwm", 0, WPP_NONE, WPP_NONE }, { "aligned_alloc", 1, WPP_NONE, WPP_NONE },
    { "calloc", 0, 1, WPP_NONE }, { "malloc", 0, WPP_NONE, WPP_NONE }, { "realloc", 1, WPP_NONE, 0 },
    { "reallocarray", 1, 2, 0 }
  };
  for (size_t i = 0; i < sizeof list / sizeof *list && name; i++)
    if (!strcmp (list[i].name, name))
      return &list[i];
  return NULL;
}

/* If the call S makes an object, tell that it begins, and where from its bytes are.  */
static void
tell_object (struct wpp_compiler *c, const struct wpp_statement *s)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_variable *v = wpp_body_variable (b, b->calls[s->extra].function);
  const struct maker *m = v ? maker_of (wpp_variable_assembler (v)) : NULL;
  uint32_t result = result_slot (b, s), statement = s - b->statements;
  if (!m || !result)
    return;
  struct wpp_memory_access a = { .statement = statement, .check = WPP_NONE, .how = WPP_MEMORY_LIBRARY };
  size_by_arguments (c, s, m->size, m->count, 1, &a);
  if (m->from != WPP_NONE && m->from < s->n_operands)
    {
      a.how = WPP_MEMORY_LIBRARY | WPP_MEMORY_COPY;
      a.operand = 1 + m->from;
      tell (c, &a, wpp_compile_operand (c, wpp_statement_operands (b, s)[m->from]));
    }
  a.how = WPP_MEMORY_LIBRARY | WPP_MEMORY_WRITES | WPP_MEMORY_BEGINS;
  a.operand = 0;
  tell (c, &a, result);
}

/* Descriptors are told from addresses of streams by this bit.  */
#define DESCRIPTOR (UINT64_C (1) << 62)

/* If the call E uses a stream or a descriptor that is an argument, tell how.  */
static void
tell_stream (struct wpp_compiler *c, const struct wpp_effects *e, bool writes)
{
  const struct wpp_library_stream *stream = &e->row->stream;
  bool descriptor = stream->via == WPP_VIA_DESCRIPTOR, reads = stream->use != WPP_USE_OUTPUT || e->statement->n_results;
  if ((stream->via != WPP_VIA_STREAM && !descriptor) || stream->argument >= e->statement->n_operands
      || (writes ? stream->use == WPP_USE_ASKS : !reads))
    return;
  struct wpp_memory_access a
    = { .statement = e->statement - e->body->statements, .operand = 1 + stream->argument, .check = WPP_NONE, .bytes = 1,
        .space = WPP_SPACE_STREAM, .how = WPP_MEMORY_LIBRARY | (writes ? WPP_MEMORY_WRITES : 0) };
  uint32_t slot = wpp_compile_operand (c, wpp_statement_operands (e->body, e->statement)[stream->argument]);
  if (descriptor)
    {
      uint32_t number = wpp_temporary (c);
      WPP_EMIT (c, ADD_I, .dst = number, .a = slot, .imm = DESCRIPTOR);
      slot = number;
    }
  tell (c, &a, slot);
}

static void
tell_call (struct wpp_compiler *c, const struct wpp_statement *s, bool writes)
{
  struct wpp_effects e;
  wpp_effects_of (c->l->body, s, c->l->habits, &e);
  for (uint32_t i = 0; e.row && i < e.n; i++)
    tell_effect (c, &e, &e.accesses[i], writes);
  if (e.row)
    tell_stream (c, &e, writes);
  if (writes)
    tell_object (c, s);
}

void
wpp_compile_memory (struct wpp_compiler *c, uint32_t statement, bool writes)
{
  const struct wpp_statement *s = &c->l->body->statements[statement];
  uint32_t temporary = c->temporary;
  if (s->flags & WPP_STATEMENT_CLOBBER)
    return;
  if (writes)
    tell_writes (c, statement);
  else
    tell_reads (c, statement);
  if (s->kind == WPP_STATEMENT_CALL)
    tell_call (c, s, writes);
  c->temporary = temporary;
}

/* Does anybody ask for the memory that the function accesses?  */
static bool
asked_p (const struct wpp_micro_layout *l)
{
  bool asked = false;
  for (uint32_t i = 0; l->watched && i < l->body->n_statements && !asked; i++)
    asked = l->watched[i] & WPP_WATCH_MEMORY;
  return asked;
}

void
wpp_compile_parameters (struct wpp_compiler *c)
{
  const struct wpp_body *b = c->l->body;
  if (!asked_p (c->l))
    return;
  for (uint32_t i = 0; i < b->n_parameters && i < b->n_locals; i++)
    {
      uint64_t size = wpp_body_type (b, b->locals[i].type)->size;
      struct wpp_memory_access a = { .statement = WPP_NONE, .operand = 1 + i, .how = WPP_MEMORY_WRITES,
                                     .check = WPP_NONE, .space = WPP_SPACE_LOCAL, .object = i,
                                     .bytes = size ? (size + 7) / 8 : UINT64_MAX };
      bool framed = c->l->plan.storage[b->n_globals + i] == WPP_STORAGE_FRAMED;
      if (b->locals[i].flags & WPP_VARIABLE_REGISTER || (framed && !c->l->frames[i]))
        continue;  /* it is in no memory, or nothing names it */
      a.space = framed ? WPP_SPACE_MEMORY : WPP_SPACE_LOCAL;
      tell (c, &a, framed ? c->l->frames[i] : WPP_SLOT_ZERO);
    }
}
