/* What statements do to memory and to variables.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells of an access before its value.  What is accessed is at an address of the process, or in a variable that
   no pointer reaches: one of static storage is kept at its address, too; one of an activation at an address that is
   made up of the level.  */

#include <stdlib.h>
#include "serve/past/past-impl.h"
#include "values/plan.h"

/* Made-up addresses: what levels have for their variables.  */
#define LOCALS (UINT64_C (1) << 63)
#define LEVEL_BYTES (UINT64_C (1) << 32)

/* ---- Where variables are.  */

/* The places of FUNCTION's variables; null when out of memory.  */
static const uint64_t *
places_of (struct wpp_past *p, uint32_t function)
{
  struct wpp_past_function *f = &p->run->functions[function];
  const struct wpp_body *b = wpp_past_body (p, function);
  if (f->places || !(f->places = malloc ((b->n_locals + (size_t)1) * sizeof *f->places)))
    return f->places;
  uint64_t at = 0;
  for (uint32_t i = 0; i < b->n_locals; i++)
    {
      uint64_t bytes = (wpp_body_type (b, b->locals[i].type)->size / 8 + 7) / 8 * 8;
      f->places[i] = at;
      at += bytes < LEVEL_BYTES - at ? bytes : 0;
    }
  f->places[b->n_locals] = at;
  return f->places;
}

uint64_t
wpp_past_local (struct wpp_past *p, size_t depth, uint32_t function, uint32_t local)
{
  const uint64_t *places = places_of (p, function);
  return places ? (LOCALS | (depth & (LOCALS / LEVEL_BYTES - 1)) * LEVEL_BYTES) + places[local] : 0;
}

int
wpp_past_begin_locals (struct wpp_past *p, size_t depth, uint32_t function)
{
  const uint64_t *places = places_of (p, function);
  uint64_t n = places ? places[wpp_past_body (p, function)->n_locals] : 0;
  return !places ? WPP_E_NOMEM : wpp_partial_lose (&p->now.memory, wpp_past_local (p, depth, function, 0), n);
}

/* The address of variable OBJECT of FUNCTION's program; 0: not known.  */
static uint64_t
static_address (const struct wpp_past *p, uint32_t function, uint32_t object)
{
  return p->run->statics[p->run->functions[function].program][object];
}

/* ---- Accesses.  */

/* The reference that S, which assigns, stores to, or loads from; WPP_NONE: none.  */
static uint32_t
accessed (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *o = wpp_statement_result (b, s);
  if (o && o->kind == WPP_OPERAND_VALUE && s->n_operands)
    o = wpp_statement_operand (b, s, 0);
  return o && o->kind == WPP_OPERAND_REFERENCE ? o->index : WPP_NONE;
}

/* Is A one by the statement S of NOW's activation?  */
static bool
by_p (const struct wpp_past_access *a, const struct wpp_replay_now *now, uint32_t statement)
{
  return a->n && a->statement == statement && a->activation == now->activation;
}

/* V is what A, by FUNCTION, which is over then, read or wrote.  */
static int
put (struct wpp_past *p, struct wpp_past_access *a, uint32_t function, struct wpp_word v)
{
  const struct wpp_body *b = wpp_past_body (p, function);
  struct wpp_partial_memory *m = &p->now.memory;
  uint32_t reference = accessed (b, &b->statements[a->statement]);
  struct wpp_values_access bits = { .bits = false };
  int err = WPP_OK;
  if (reference != WPP_NONE)
    bits = wpp_values_access (b, reference);
  if (v.known && bits.bits)
    err = wpp_partial_put_bits (m, a->address, bits.bit, bits.size, v.word);
  else if (v.known && a->n <= 8)
    err = wpp_partial_put (m, a->address, &v.word, a->n);
  if (!err && a == &p->write && reference != WPP_NONE)
    err = wpp_past_pad (p->run, m, function, reference, a->address);
  a->n = 0;
  return err;
}

/* The string that S copies to memory, or null.  */
static const struct wpp_constant *
string_of (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *o = s->kind == WPP_STATEMENT_ASSIGN && s->n_operands == 1
                                  ? wpp_statement_operand (b, s, 0) : NULL;
  const struct wpp_constant *c = o && o->kind == WPP_OPERAND_CONSTANT ? &b->program->constants[o->index] : NULL;
  return c && c->kind == WPP_CONSTANT_STRING ? c : NULL;
}

/* The statement S of NOW writes N bytes at ADDRESS of which no value is told.  */
static int
write_many (struct wpp_past *p, const struct wpp_replay_now *now, const struct wpp_statement *s, uint64_t address,
            uint64_t n)
{
  const struct wpp_body *b = wpp_past_body (p, now->function);
  const struct wpp_constant *string = string_of (b, s);
  if (by_p (&p->read, now, s - b->statements))
    return wpp_partial_copy (&p->now.memory, address, p->read.address, n < p->read.n ? n : p->read.n);
  if (string)
    {
      uint64_t part = string->length < n ? string->length : n;
      int err = wpp_partial_put (&p->now.memory, address, string->text, part);
      return err ? err : wpp_partial_fill (&p->now.memory, address + part, 0, n - part);
    }
  if (wpp_values_zeros_p (b, s))
    return wpp_partial_fill (&p->now.memory, address, 0, n);
  const struct wpp_operand *byte = wpp_values_set_p (b, s) ? wpp_statement_operand (b, s, 1) : NULL;
  if (byte && byte->kind == WPP_OPERAND_CONSTANT)
    return wpp_partial_fill (&p->now.memory, address, b->program->constants[byte->index].low, n);
  return WPP_OK;
}

/* Bytes that S stores to are not known any more, unless they are bits of which the others stay.  */
static int
lose (struct wpp_past *p, const struct wpp_body *b, const struct wpp_statement *s, uint64_t address, uint64_t n)
{
  uint32_t reference = s && s->kind == WPP_STATEMENT_ASSIGN ? accessed (b, s) : WPP_NONE;
  bool bits = reference != WPP_NONE && wpp_values_access (b, reference).bits;
  return bits ? WPP_OK : wpp_partial_lose (&p->now.memory, address, n);
}

/* The aggregate FROM, which has been passed, is at ADDRESS as well, N bytes.  */
static int
pass_aggregate (struct wpp_past *p, struct wpp_past_aggregate *from, uint64_t address, uint64_t n)
{
  int err = from->n == n ? wpp_partial_copy (&p->now.memory, address, from->address, n) : WPP_OK;
  from->n = 0;
  return err;
}

/* The call S of NOW, which has come back, returned V, of TYPE; WPP_NONE: an aggregate at the address V.  */
static int
returned (struct wpp_past *p, const struct wpp_replay_now *now, const struct wpp_statement *s, struct wpp_word v,
          uint32_t type)
{
  struct wpp_past_level *l = &p->now.levels[now->depth];
  if (s->kind != WPP_STATEMENT_CALL || p->now.late != WPP_LATE_RETURN || now->depth != p->now.late_depth)
    return WPP_OK;
  l->returned = v;
  l->returned_type = type;
  return wpp_past_arrive_late (p, now);
}

/* The call S of NOW returned an aggregate, N bytes at ADDRESS.  */
static int
aggregate_returned (struct wpp_past *p, const struct wpp_replay_now *now, const struct wpp_statement *s,
                    uint64_t address, uint64_t n)
{
  const struct wpp_word at = { address, address < LOCALS };
  int err = p->now.result_depth == now->depth + 1 ? pass_aggregate (p, &p->now.result, address, n) : WPP_OK;
  return err || n <= 8 ? err : returned (p, now, s, at, WPP_NONE);
}

/* The statement of NOW writes N bytes at ADDRESS; how many may not be known.  */
static int
written (struct wpp_past *p, const struct wpp_replay_now *now, const struct wpp_memory_access *a, uint64_t address,
         struct wpp_word n)
{
  const struct wpp_body *b = wpp_past_body (p, now->function);
  const struct wpp_statement *s = a->statement == WPP_NONE ? NULL : &b->statements[a->statement];
  uint64_t bytes = n.known ? n.word : WPP_PARTIAL_MOST;
  for (size_t i = 0; i < p->n_watched; i++)
    {
      struct wpp_past_watched *w = &p->watched[i];
      w->writes += address < w->address + w->size && w->address < address + bytes;
    }
  int err = lose (p, b, s, address, bytes);
  if (err || !n.known || a->how & WPP_MEMORY_MAY)
    return err;
  if (!s)
    return a->operand - 1 < WPP_PAST_ARGUMENTS && p->now.arguments_depth + 1 == now->depth
             ? pass_aggregate (p, &p->now.arguments[a->operand - 1], address, bytes) : WPP_OK;
  if (a->how & WPP_MEMORY_LIBRARY)
    return write_many (p, now, s, address, bytes);
  p->write = (struct wpp_past_access){ a->statement, now->activation, address, bytes <= 8 ? bytes : 0 };
  if (s->kind == WPP_STATEMENT_CALL)
    return aggregate_returned (p, now, s, address, bytes);
  return write_many (p, now, s, address, bytes);
}

/* The statement of NOW reads N bytes at ADDRESS.  */
static void
read_by (struct wpp_past *p, const struct wpp_replay_now *now, const struct wpp_memory_access *a, uint64_t address,
         uint64_t n)
{
  const struct wpp_statement *s = &wpp_past_body (p, now->function)->statements[a->statement];
  bool wanted = a->how & WPP_MEMORY_COPY || !(a->how & WPP_MEMORY_LIBRARY);
  p->read = (struct wpp_past_access){ a->statement, now->activation, address, wanted ? n : 0 };
  if (s->kind == WPP_STATEMENT_RETURN)
    {
      p->now.result = (struct wpp_past_aggregate){ address, n };
      p->now.result_depth = now->depth;
    }
  if (s->kind == WPP_STATEMENT_CALL && !(a->how & WPP_MEMORY_LIBRARY) && a->operand - 1 < WPP_PAST_ARGUMENTS)
    {
      p->now.arguments[a->operand - 1] = (struct wpp_past_aggregate){ address, n };
      p->now.arguments_depth = now->depth;
    }
}

int
wpp_past_memory_accessed (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a,
                          struct wpp_word address, struct wpp_word n, bool surprised)
{
  struct wpp_past *p = data;
  bool writes = a->how & WPP_MEMORY_WRITES;
  uint64_t base = 0;
  if (a->space == WPP_SPACE_STREAM || now->depth >= p->now.n_levels)
    return WPP_OK;
  if (a->space == WPP_SPACE_STATIC && !(base = static_address (p, now->function, a->object)))
    return WPP_OK;
  if (a->space == WPP_SPACE_LOCAL)
    base = wpp_past_local (p, now->depth, now->function, a->object);
  if (!address.known)
    return writes && a->space == WPP_SPACE_MEMORY ? wpp_partial_forget (&p->now.memory, LOCALS)
           : writes && base ? wpp_partial_lose (&p->now.memory, base, n.known ? n.word : 8) : WPP_OK;
  if (writes)
    return written (p, now, a, base + address.word, n);
  if (a->statement != WPP_NONE)
    read_by (p, now, a, base + address.word, n.known ? n.word : 0);
  return WPP_OK;
}

int
wpp_past_unknown_call (struct wpp_past *p)
{
  return wpp_partial_forget (&p->now.memory, LOCALS);
}

/* ---- Values.  */

int
wpp_past_value (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  struct wpp_past *p = data;
  const struct wpp_body *b = wpp_past_body (p, now->function);
  const struct wpp_statement *s = &b->statements[now->statement];
  int err = WPP_OK;
  if (by_p (&p->write, now, now->statement))
    err = put (p, &p->write, now->function, v);
  else if (by_p (&p->read, now, now->statement))
    err = put (p, &p->read, now->function, v);
  if (!err && s->kind == WPP_STATEMENT_CALL)
    err = returned (p, now, s, v, wpp_statement_result (b, s)->type);
  uint32_t variable = err || now->depth >= p->now.n_levels ? WPP_NONE : wpp_held_variable (b, s);
  if (variable == WPP_NONE || variable < b->n_globals || variable >= wpp_body_n_variables (b))
    return err;
  struct wpp_past_level *l = &p->now.levels[now->depth];
  if (l->activation == now->activation && l->held)
    l->held[variable] = (struct wpp_held_value){ true, v };
  return err;
}
