/* The statements of a function as what they define and use.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Facts of the frame: values, then branches, then what local variables hold in memory: one for each part of a variable
   that is loaded.  First all that is loaded is found, then what statements store to.

   Longer than 500 lines: one pass over a function, whose small steps share what is at hand.  */

#include <stdlib.h>
#include <string.h>
#include "program/library/effects.h"
#include "dependence/defs/model.h"
#include "base/array.h"

/* Hostile files may have operands within each other beyond that; no source does.  */
#define LEVELS 64
/* … and more pairs of statements and local variables.  */
#define MOST_WORK (UINT64_C (1) << 29)

struct local
{
  uint32_t variable, reference, fact;
  uint32_t next;                 /* of the same variable, or WPP_NONE */
};

struct maker
{
  struct wpp_slice_model *m;
  struct wpp_slice_function *f;
  const struct wpp_body *b;
  uint32_t unit;
  wpp_slice_callee *callee;      /* (callee_data, variable) */
  void *callee_data;
  uint32_t *first_local;         /* [variables] of locals, or WPP_NONE */
  uint32_t *bound;               /* [variables] the fact of what says what it is (WPP_CODE_BINDS), or WPP_NONE */
  struct local *locals;
  size_t n_locals, locals_room;
  uint32_t *uses, *loads;        /* of the statement, or the argument, at hand */
  size_t n_uses, uses_room, n_loads, loads_room;
  uint64_t work;                 /* parts of local variables that were looked at */
  int err;
};

/* N parts of local variables are looked at.  */
static void
work (struct maker *k, size_t n)
{
  k->work += n;
  if (!k->err && k->work > MOST_WORK)
    k->err = WPP_E_TOOBIG;
}

static void
append (struct maker *k, uint32_t number)
{
  if (!k->err)
    k->err = wpp_slice_number (k->f, number);
}

#define ADD(K, ITEMS, NUMBER)                                                                      \
  do                                                                                               \
    if (!(K)->err && !((K)->err = WPP_RESERVE ((K)->ITEMS, (K)->ITEMS##_room, (K)->n_##ITEMS, 1))) \
      (K)->ITEMS[(K)->n_##ITEMS++] = (NUMBER);                                                     \
  while (0)

/* ---- Local variables in memory.  */

/* The local variable in memory that REFERENCE is to, or WPP_NONE.  */
static uint32_t
local_of (const struct maker *k, uint32_t reference)
{
  uint32_t variable = wpp_reference_variable (k->b, reference);
  return variable != WPP_NONE && variable >= k->b->n_globals ? variable : WPP_NONE;
}

static bool
same_part_p (const struct wpp_reference *x, const struct wpp_reference *y)
{
  return x->offset == y->offset && x->size == y->size && x->max_size == y->max_size && x->alias_set == y->alias_set
         && x->base_alias_set == y->base_alias_set
         && (x->flags & WPP_REFERENCE_VARYING) == (y->flags & WPP_REFERENCE_VARYING);
}

/* The fact of what REFERENCE, to the local VARIABLE, holds.  */
static uint32_t
local_fact (struct maker *k, uint32_t variable, uint32_t reference)
{
  const struct wpp_reference *r = &k->b->references[reference];
  for (uint32_t i = k->first_local[variable]; i != WPP_NONE && !k->err; i = k->locals[i].next, work (k, 1))
    if (same_part_p (&k->b->references[k->locals[i].reference], r))
      return k->locals[i].fact;
  if (!k->err)
    k->err = WPP_RESERVE (k->locals, k->locals_room, k->n_locals, 1);
  if (k->err)
    return WPP_NONE;
  k->locals[k->n_locals] = (struct local){ variable, reference, k->f->n_facts, k->first_local[variable] };
  k->first_local[variable] = k->n_locals++;
  return k->f->n_facts++;
}

/* May X and Y, parts of one variable, overlap?  Is all of Y, if X MUST be?  */
static bool
parts_p (const struct wpp_reference *x, const struct wpp_reference *y, bool must)
{
  bool unknown = (x->flags | y->flags) & WPP_REFERENCE_VARYING || !(x->flags & y->flags & WPP_REFERENCE_MEMORY)
                 || x->max_size < 0 || y->max_size < 0;
  __int128 x_end = (__int128)x->offset + x->max_size, y_end = (__int128)y->offset + y->max_size;
  if (must)
    return !unknown && x->size == x->max_size && x->offset <= y->offset && y_end <= x_end;
  return unknown || (x->offset < y_end && y->offset < x_end);
}

/* Does a pointer reach VARIABLE, a local one?  */
static bool
escapes_p (const struct maker *k, uint32_t variable)
{
  return wpp_body_variable (k->b, variable)->flags & WPP_VARIABLE_ALIASED;
}

/* ---- Operands.  */

static void use (struct maker *k, uint32_t operand, unsigned level);

/* Whoever accesses REFERENCE, or takes its address, uses the values in it.  */
static void
use_address (struct maker *k, uint32_t reference, unsigned level)
{
  const struct wpp_reference *r = &k->b->references[reference];
  for (uint32_t i = 0; i < r->n_components; i++)
    {
      const struct wpp_component *c = &k->b->components[r->first_component + i];
      if (c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE)
        use (k, c->index, level);
    }
  if (r->base_kind != WPP_BASE_VARIABLE)
    use (k, r->base, level);
}

static void
load (struct maker *k, uint32_t reference)
{
  uint32_t number, local = local_of (k, reference);
  if (local != WPP_NONE)
    {
      number = local_fact (k, local, reference);
      ADD (k, uses, number);
      return;
    }
  const struct wpp_location l = wpp_memory_location (&k->m->memory, k->unit, k->b, reference);
  if (!k->err)
    k->err = wpp_memory_number (&k->m->memory, &l, false, &number);
  ADD (k, loads, number);
}

static void
use (struct maker *k, uint32_t operand, unsigned level)
{
  const struct wpp_operand *o = &k->b->operands[operand];
  if (level == LEVELS)
    return;
  if (o->kind == WPP_OPERAND_VALUE)
    ADD (k, uses, WPP_FACT_FIRST + o->index);
  if (o->kind != WPP_OPERAND_REFERENCE && o->kind != WPP_OPERAND_ADDRESS)
    return;
  use_address (k, o->index, level + 1);
  if (wpp_operand_memory_p (k->b, o))
    load (k, o->index);
}

static int
compare (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* Append ITEMS [N], each once, as a list of the function's.  */
static struct wpp_slice_list
listed (struct maker *k, uint32_t *items, size_t n)
{
  size_t begin = k->f->n_numbers;
  if (n > 1)
    qsort (items, n, sizeof *items, compare);
  for (size_t i = 0; i < n; i++)
    if (!i || items[i] != items[i - 1])
      append (k, items[i]);
  return wpp_slice_list_from (k->f, begin);
}

/* What was used since the last time.  */
static void
take (struct maker *k, struct wpp_slice_list *uses, struct wpp_slice_list *loads)
{
  *uses = listed (k, k->uses, k->n_uses);
  *loads = listed (k, k->loads, k->n_loads);
  k->n_uses = k->n_loads = 0;
}

/* ---- What statements use.  */

static void
load_location (struct maker *k, struct wpp_location l)
{
  uint32_t number;
  if (!k->err)
    k->err = wpp_memory_number (&k->m->memory, &l, false, &number);
  ADD (k, loads, number);
}

static void
use_results (struct maker *k, const struct wpp_statement *s)
{
  for (uint32_t i = 0; i < s->n_results; i++)
    {
      const struct wpp_operand *o = &k->b->operands[wpp_statement_results (k->b, s)[i]];
      if (o->kind == WPP_OPERAND_REFERENCE)
        use_address (k, o->index, 1);
    }
}

/* The arguments of the call S.  */
static void
find_arguments (struct maker *k, const struct wpp_statement *s, struct wpp_slice_code *c)
{
  struct wpp_slice_function *f = k->f;
  c->first_argument = f->n_arguments;
  c->n_arguments = s->n_operands;
  for (uint32_t i = 0; i < s->n_operands && !k->err; i++)
    {
      struct wpp_slice_argument a;
      use (k, wpp_statement_operands (k->b, s)[i], 0);
      take (k, &a.uses, &a.loads);
      if (!k->err)
        k->err = WPP_RESERVE (f->arguments, f->arguments_room, f->n_arguments, 1);
      if (!k->err)
        f->arguments[f->n_arguments++] = a;
    }
}

/* What calls of the library have in common that matters: what an allocator keeps tells no more than addresses, and what
   changes by itself was changed by no statement.  */
#define MATTERS (~(uint32_t)(WPP_STATE_HEAP | WPP_STATE_WORLD))

/* The recorded function that VARIABLE is, or WPP_NONE.  */
static uint32_t
recorded (const struct maker *k, uint32_t variable)
{
  return variable == WPP_NONE ? WPP_NONE : k->callee (k->callee_data, wpp_body_variable (k->b, variable));
}

/* Is S a call of a function of the library that calls back a function that was recorded?  */
static bool
calls_recorded_p (const struct maker *k, const struct wpp_statement *s)
{
  struct wpp_effects e;
  wpp_effects_of (k->b, s, k->m->habits, &e);
  uint32_t argument = e.row && e.row->callback != WPP_NO_CALLBACK ? e.row->callback - 1u : s->n_operands;
  if (argument >= s->n_operands)
    return false;
  const struct wpp_operand *o = &k->b->operands[wpp_statement_operands (k->b, s)[argument]];
  return o->kind == WPP_OPERAND_ADDRESS && recorded (k, wpp_reference_variable (k->b, o->index)) != WPP_NONE;
}

void
wpp_slice_effects (const struct wpp_body *b, const struct wpp_statement *s, const struct wpp_slice_code *c,
                   unsigned habits, struct wpp_effects *e)
{
  wpp_effects_of (b, s, habits, e);
  if (c->callee != WPP_NONE)
    e->row = NULL;
  else if (c->flags & WPP_CODE_BACK)
    e->any = 0;
}

/* A reference to VARIABLE, a local one: all of it, if there is one.  */
static uint32_t
reference_to (const struct maker *k, uint32_t variable)
{
  for (uint32_t i = 0; k->b->whole[variable] == WPP_NONE && i < k->b->n_references; i++)
    if (wpp_reference_variable (k->b, i) == variable && !(k->b->references[i].flags & WPP_REFERENCE_MEMORY))
      return i;
  return k->b->whole[variable];
}

/* What A reads.  Of a local variable there is a fact then.  */
static void
load_access (struct maker *k, const struct wpp_effect_access *a)
{
  if (a->place == WPP_PLACE_POINTER)
    load_location (k, wpp_memory_anything ());
  else if (a->variable < k->b->n_globals)
    load_location (k, wpp_memory_part (&k->m->memory, k->unit, k->b, a->variable, a->offset, a->size, false));
  else
    {
      uint32_t reference = reference_to (k, a->variable);
      if (reference != WPP_NONE)
        local_fact (k, a->variable, reference);
    }
}

/* What the call S loads by itself.  */
static void
load_own (struct maker *k, const struct wpp_statement *s, const struct wpp_slice_code *c)
{
  struct wpp_effects e;
  wpp_slice_effects (k->b, s, c, k->m->habits, &e);
  if (e.row ? e.any & WPP_READS_ANY : k->b->calls[s->extra].uses != WPP_NONE)
    load_location (k, wpp_memory_anything ());
  for (uint32_t i = 0; e.row && i < e.n; i++)
    if (e.accesses[i].how & WPP_LIBRARY_READS)
      load_access (k, &e.accesses[i]);
  if (e.row && e.reads & MATTERS)
    load_location (k, wpp_memory_states (e.reads & MATTERS));
}

/* Is S of B va_start?  */
static bool
starts_list_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_library_function *row = wpp_library_called (b, s);
  return row && !strcmp (row->name, "va_start");
}

uint32_t
wpp_slice_unnamed (const struct wpp_body *b)
{
  bool asks = false;
  for (uint32_t i = 0; i < b->n_statements && !asks; i++)
    asks = starts_list_p (b, &b->statements[i]);
  return !asks ? 0 : b->n_parameters < WPP_MOST_ARGUMENTS ? WPP_MOST_ARGUMENTS - b->n_parameters : 1;
}

static void
find_call_uses (struct maker *k, const struct wpp_statement *s, struct wpp_slice_code *c)
{
  const struct wpp_call *call = &k->b->calls[s->extra];
  find_arguments (k, s, c);
  load_own (k, s, c);
  take (k, &c->own_uses, &c->own_loads);
  if (call->pointer != WPP_NONE)
    use (k, call->pointer, 0);
  if (call->chain != WPP_NONE)
    use (k, call->chain, 0);
  /* Where va_arg reads them nobody wrote them.  */
  uint32_t n = k->f->n_unnamed && starts_list_p (k->b, s) ? k->f->n_unnamed : 0;
  for (uint32_t i = 0; i < n; i++)
    ADD (k, uses, WPP_FACT_FIRST + k->b->n_values + i);
}

static void
find_uses (struct maker *k, const struct wpp_statement *s, struct wpp_slice_code *c)
{
  if (s->kind == WPP_STATEMENT_CALL)
    find_call_uses (k, s, c);
  else
    for (uint32_t i = 0; i < s->n_operands; i++)
      use (k, wpp_statement_operands (k->b, s)[i], 0);
  use_results (k, s);
  for (uint32_t i = 0; s->kind != WPP_STATEMENT_CALL && i < s->n_uses; i++)
    ADD (k, uses, WPP_FACT_FIRST + wpp_statement_uses (k->b, s)[i].value);
  if ((s->kind == WPP_STATEMENT_ASM || s->kind == WPP_STATEMENT_OTHER) && s->flags & WPP_STATEMENT_READS)
    load_location (k, wpp_memory_anything ());
  take (k, &c->uses, &c->loads);
}

/* ---- What statements define.  */

static bool
clobbers_all_p (const struct wpp_statement *s)
{
  return (s->kind == WPP_STATEMENT_ASM || s->kind == WPP_STATEMENT_OTHER) && s->flags & WPP_STATEMENT_WRITES;
}

/* May pointer X of the function be the part Y of one of its variables?  GCC knows, but for what it says of different
   times.  */
static bool
pointer_may_p (const struct maker *k, uint32_t x, const struct local *y)
{
  return escapes_p (k, y->variable) && (!(k->b->references[y->reference].flags & WPP_REFERENCE_MEMORY)
                                        || wpp_references_may_alias_p (k->b, x, y->reference));
}

/* Append the locals that the store to REFERENCE MUST be, or else may.  */
static void
append_stored (struct maker *k, uint32_t reference, bool must)
{
  uint32_t variable = local_of (k, reference);
  const struct wpp_reference *r = &k->b->references[reference];
  if (variable != WPP_NONE)
    for (uint32_t i = k->first_local[variable]; i != WPP_NONE; i = k->locals[i].next)
      {
        const struct wpp_reference *y = &k->b->references[k->locals[i].reference];
        if (parts_p (r, y, true) ? must : !must && parts_p (r, y, false))
          append (k, k->locals[i].fact);
      }
  else if (!must && r->base_kind == WPP_BASE_POINTER)
    for (size_t i = 0; i < k->n_locals; i++)
      if (pointer_may_p (k, reference, &k->locals[i]))
        append (k, k->locals[i].fact);
}

/* Append what the results of S are for sure, or else maybe.  */
static void
append_defined (struct maker *k, const struct wpp_statement *s, bool must)
{
  for (uint32_t i = 0; i < s->n_results; i++)
    {
      const struct wpp_operand *o = &k->b->operands[wpp_statement_results (k->b, s)[i]];
      if (o->kind == WPP_OPERAND_VALUE && must)
        append (k, WPP_FACT_FIRST + o->index);
      else if (wpp_operand_memory_p (k->b, o))
        append_stored (k, o->index, must);
    }
  if (!must && clobbers_all_p (s))
    for (size_t i = 0; i < k->n_locals; i++)
      append (k, k->locals[i].fact);
}

/* The number among the stores of what S changes in the program's memory by its results, or WPP_NONE.  */
static uint32_t
store_of (struct maker *k, const struct wpp_statement *s)
{
  uint32_t number = WPP_NONE;
  const struct wpp_operand *o = wpp_statement_result (k->b, s);
  struct wpp_location l = wpp_memory_anything ();
  bool stores = clobbers_all_p (s);
  if (o && wpp_operand_memory_p (k->b, o))
    {
      uint32_t local = local_of (k, o->index);
      stores = local == WPP_NONE || escapes_p (k, local);
      l = wpp_memory_location (&k->m->memory, k->unit, k->b, o->index);
    }
  if (stores && !k->err)
    k->err = wpp_memory_number (&k->m->memory, &l, true, &number);
  return number;
}

/* ---- What calls do by themselves, if what they call is not instrumented.  */

/* Is all of Y written by A?  */
static bool
covers_p (const struct wpp_effect_access *a, const struct wpp_reference *y)
{
  __int128 from = (__int128)a->offset * 8, to = from + (__int128)a->size * 8;
  return a->exact && y->flags & WPP_REFERENCE_MEMORY && !(y->flags & WPP_REFERENCE_VARYING) && y->max_size >= 0
         && from <= y->offset && (__int128)y->offset + y->max_size <= to;
}

/* Append the local variables' parts that E is sure to write.  */
static void
append_written (struct maker *k, const struct wpp_effects *e)
{
  for (uint32_t i = 0; e->row && i < e->n; i++)
    if (e->accesses[i].exact && e->accesses[i].variable >= k->b->n_globals)
      for (uint32_t l = k->first_local[e->accesses[i].variable]; l != WPP_NONE; l = k->locals[l].next)
        if (covers_p (&e->accesses[i], &k->b->references[k->locals[l].reference]))
          append (k, k->locals[l].fact);
}

static void
append_store (struct maker *k, struct wpp_location l)
{
  uint32_t number = WPP_NONE;
  if (!k->err)
    k->err = wpp_memory_number (&k->m->memory, &l, true, &number);
  append (k, number);
}

/* Append what E stores to in the program's memory.  */
static void
append_own_stores (struct maker *k, const struct wpp_effects *e)
{
  if (e->row ? e->any & WPP_WRITES_ANY : k->b->calls[e->statement->extra].clobbers != WPP_NONE)
    append_store (k, wpp_memory_anything ());
  for (uint32_t i = 0; e->row && i < e->n; i++)
    {
      const struct wpp_effect_access *a = &e->accesses[i];
      if (!(a->how & WPP_LIBRARY_WRITES))
        continue;
      if (a->place == WPP_PLACE_POINTER)
        append_store (k, wpp_memory_anything ());
      else if (a->variable < k->b->n_globals || escapes_p (k, a->variable))
        append_store (k, wpp_memory_part (&k->m->memory, k->unit, k->b, a->variable, a->offset, a->size, a->exact));
    }
  if (e->row && e->writes & MATTERS)
    append_store (k, wpp_memory_states (e->writes & MATTERS));
}

static void
find_own (struct maker *k, const struct wpp_effects *e, struct wpp_slice_code *c)
{
  size_t begin = k->f->n_numbers;
  for (size_t i = 0; i < k->n_locals; i++)
    if (escapes_p (k, k->locals[i].variable) && wpp_effects_may_write_p (e, k->locals[i].reference))
      append (k, k->locals[i].fact);
  c->own_defines = wpp_slice_list_from (k->f, begin);
  begin = k->f->n_numbers;
  for (size_t i = 0; i < k->n_locals; i++)
    if (escapes_p (k, k->locals[i].variable) && wpp_effects_may_read_p (e, k->locals[i].reference))
      append (k, k->locals[i].fact);
  c->own_uses = wpp_slice_list_from (k->f, begin);
  begin = k->f->n_numbers;
  append_own_stores (k, e);
  c->own_stores = wpp_slice_list_from (k->f, begin);
}

static void
find_definitions (struct maker *k, const struct wpp_statement *s, struct wpp_slice_code *c)
{
  struct wpp_effects e = { .row = NULL };
  size_t begin = k->f->n_numbers;
  work (k, 4 * k->n_locals);
  if (k->err)
    return;
  if (s->kind == WPP_STATEMENT_CALL)
    wpp_slice_effects (k->b, s, c, k->m->habits, &e);
  append_defined (k, s, true);
  append_written (k, &e);
  c->defines = wpp_slice_list_from (k->f, begin);
  begin = k->f->n_numbers;
  append_defined (k, s, false);
  c->may_define = wpp_slice_list_from (k->f, begin);
  c->store = store_of (k, s);
  if (s->kind == WPP_STATEMENT_CALL)
    find_own (k, &e, c);
}

/* ---- What debuggers are told.  */

/* S says what a variable is: that defines a fact of its own.  */
static void
bind (struct maker *k, const struct wpp_statement *s, struct wpp_slice_code *c)
{
  size_t begin = k->f->n_numbers;
  if (k->bound[s->extra] == WPP_NONE)
    k->bound[s->extra] = k->f->n_facts++;
  append (k, k->bound[s->extra]);
  c->defines = wpp_slice_list_from (k->f, begin);
  use (k, wpp_statement_operands (k->b, s)[0], 0);
  take (k, &c->uses, &c->loads);
}

/* ---- Statements.  */

static int
add_items (struct wpp_slice_model *m, uint32_t function, uint32_t code, uint32_t n)
{
  if (WPP_RESERVE (m->items, m->items_room, m->n_items, n))
    return WPP_E_NOMEM;
  if (m->n_items > UINT32_MAX / 2 - n)
    return WPP_E_TOOBIG;
  for (uint32_t part = 0; part < n; part++)
    m->items[m->n_items++] = (struct wpp_slice_item){ function, code, part };
  return WPP_OK;
}

static uint32_t
flags_of (const struct maker *k, const struct wpp_statement *s)
{
  if (wpp_codeless_p (s))
    return WPP_CODE_NONE | (wpp_binds_p (k->b, s) ? WPP_CODE_BINDS : 0);
  if (s->kind == WPP_STATEMENT_RETURN)
    return WPP_CODE_RETURNS;
  if (s->kind != WPP_STATEMENT_CALL)
    return 0;
  const struct wpp_call *call = &k->b->calls[s->extra];
  return WPP_CODE_CALL | (call->flags & WPP_CALL_ENDS_PATH ? WPP_CODE_CALLS_OUT : 0)
         | (call->pointer != WPP_NONE ? WPP_CODE_POINTER : 0) | (calls_recorded_p (k, s) ? WPP_CODE_BACK : 0);
}

static void
begin_statements (struct maker *k, uint32_t number)
{
  for (uint32_t i = 0; i < k->b->n_statements && !k->err; i++)
    {
      const struct wpp_statement *s = &k->b->statements[i];
      struct wpp_slice_code *c = &k->f->code[i];
      *c = (struct wpp_slice_code){ .item = k->m->n_items, .line = s->line, .file = s->file, .flags = flags_of (k, s),
                                    .control = k->f->control[s->node], .store = WPP_NONE, .callee = WPP_NONE };
      bool call = s->kind == WPP_STATEMENT_CALL;
      k->err = add_items (k->m, number, i, call ? 2 + s->n_operands : 1);
      if (c->flags & WPP_CODE_BINDS && !k->err)
        bind (k, s, c);
      if (c->flags & WPP_CODE_NONE || k->err)
        continue;
      if (call)
        c->callee = recorded (k, k->b->calls[s->extra].function);
      find_uses (k, s, c);
    }
}

/* ---- Branches, PHIs and the beginning.  */

static void
find_predicates (struct maker *k)
{
  for (uint32_t e = 0; e < k->b->n_edges; e++)
    k->f->predicate[e] = k->b->edges[e].statement;
}

/* Paths do not end before calls in tail position, but go on to the return after them.  */
static void
find_tail_calls (struct maker *k)
{
  const struct wpp_cfg *cfg = k->f->cfg;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    for (uint32_t node = cfg->edges[e].dst, i = k->f->first_code[node];
         cfg->edges[e].flags & WPP_EDGE_TAIL && i < k->f->first_code[node + 1]; i++)
      k->f->code[i].flags &= ~WPP_CODE_CALLS_OUT;
}

static void
find_phis (struct maker *k)
{
  struct wpp_slice_function *f = k->f;
  const struct wpp_body *b = k->b;
  for (uint32_t i = 0; i < b->n_phis; i++)
    f->phi_results[i] = WPP_FACT_FIRST + b->phis[i].result;
  for (uint32_t e = 0; e < b->n_edges; e++)
    {
      uint32_t dst = f->cfg->edges[e].dst;
      size_t begin = f->n_numbers;
      for (uint32_t i = b->first_phi[dst]; b->edges[e].into && i < b->first_phi[dst + 1]; i++)
        {
          uint32_t value = wpp_operand_value (
              &b->operands[b->arguments[b->edges[e].first_argument + i - b->first_phi[dst]]]);
          append (k, value == WPP_NONE ? WPP_NONE : WPP_FACT_FIRST + value);
        }
      f->phi_arguments[e] = wpp_slice_list_from (f, begin);
    }
}

static void
add_entry (struct maker *k, uint32_t fact, uint32_t parameter, uint32_t store)
{
  struct wpp_slice_function *f = k->f;
  if (!k->err)
    k->err = WPP_RESERVE (f->entries, f->entries_room, f->n_entries, 1);
  if (!k->err)
    f->entries[f->n_entries++] = (struct wpp_slice_entry){ fact, wpp_fact_argument (parameter), store };
}

static void
find_entries (struct maker *k)
{
  const struct wpp_body *b = k->b;
  for (uint32_t v = 0; v < b->n_values; v++)
    {
      uint32_t variable = b->values[v].variable;
      if (b->values[v].kind == WPP_DEFINED_BEFORE && variable != WPP_NONE && variable >= b->n_globals
          && variable - b->n_globals < b->n_parameters)
        add_entry (k, WPP_FACT_FIRST + v, variable - b->n_globals, WPP_NONE);
    }
  for (size_t i = 0; i < k->n_locals; i++)
    if (k->locals[i].variable - b->n_globals < b->n_parameters)
      {
        const struct wpp_location l = wpp_memory_location (&k->m->memory, k->unit, b, k->locals[i].reference);
        uint32_t store = WPP_NONE;
        if (escapes_p (k, k->locals[i].variable) && !k->err)
          k->err = wpp_memory_number (&k->m->memory, &l, true, &store);
        add_entry (k, k->locals[i].fact, k->locals[i].variable - b->n_globals, store);
      }
  for (uint32_t i = 0; i < k->f->n_unnamed; i++)
    add_entry (k, WPP_FACT_FIRST + b->n_values + i, b->n_parameters + i, WPP_NONE);
}

static void
find_escapes (struct maker *k)
{
  struct wpp_slice_function *f = k->f;
  for (size_t i = 0; i < k->n_locals && !k->err; i++)
    if (escapes_p (k, k->locals[i].variable))
      {
        const struct wpp_location l = wpp_memory_location (&k->m->memory, k->unit, k->b, k->locals[i].reference);
        uint32_t number;
        k->err = wpp_memory_number (&k->m->memory, &l, false, &number);
        if (!k->err)
          k->err = WPP_RESERVE (f->escapes, f->escapes_room, f->n_escapes, 1);
        if (!k->err)
          f->escapes[f->n_escapes++] = (struct wpp_slice_escape){ k->locals[i].fact, number };
      }
}

/* Which variable each fact shows.  */
static void
name_facts (struct maker *k)
{
  struct wpp_slice_function *f = k->f;
  f->fact_variable = malloc (f->n_facts * sizeof *f->fact_variable);
  if (!f->fact_variable)
    {
      k->err = WPP_E_NOMEM;
      return;
    }
  for (uint32_t i = 0; i < f->n_facts - WPP_FACT_FIRST; i++)
    f->fact_variable[i] = i < k->b->n_values ? k->b->values[i].variable : WPP_NONE;
  for (uint32_t v = 0; v < wpp_body_n_variables (k->b); v++)
    if (k->bound[v] != WPP_NONE)
      f->fact_variable[k->bound[v] - WPP_FACT_FIRST] = v;
  for (size_t i = 0; i < k->n_locals; i++)
    f->fact_variable[k->locals[i].fact - WPP_FACT_FIRST] = k->locals[i].variable;
}

/* Whole variables can be asked for: those in memory have facts.  */
static void
find_whole (struct maker *k)
{
  const struct wpp_body *b = k->b;
  for (uint32_t v = 0; v < wpp_body_n_variables (b) && !k->err; v++)
    if (b->whole[v] != WPP_NONE && wpp_body_user_p (b, v))
      load (k, b->whole[v]);
  k->n_uses = k->n_loads = 0;
}

int
wpp_slice_statements (struct wpp_slice_model *m, uint32_t number, uint32_t unit, wpp_slice_callee *callee, void *data)
{
  struct wpp_slice_function *f = m->functions[number];
  struct maker k = { .m = m, .f = f, .b = f->body, .unit = unit, .callee = callee, .callee_data = data };
  uint32_t n_variables = wpp_body_n_variables (k.b);
  f->first_code = k.b->first_statement;
  f->first_phi = k.b->first_phi;
  f->first_item = m->n_items;
  f->code = calloc (k.b->n_statements + (size_t)1, sizeof *f->code);
  f->phi_results = malloc ((k.b->n_phis + (size_t)1) * sizeof *f->phi_results);
  f->phi_arguments = calloc (k.b->n_edges + (size_t)1, sizeof *f->phi_arguments);
  k.first_local = malloc ((2 * (size_t)n_variables + 1) * sizeof *k.first_local);
  if (!f->code || !f->phi_results || !f->phi_arguments || !k.first_local)
    k.err = WPP_E_NOMEM;
  for (uint32_t i = 0; !k.err && i < 2 * n_variables; i++)
    k.first_local[i] = WPP_NONE;
  k.bound = k.first_local + n_variables;
  if (!k.err)
    begin_statements (&k, number);
  if (!k.err)
    find_whole (&k);
  for (uint32_t i = 0; i < k.b->n_statements && !k.err; i++)
    if (!(f->code[i].flags & WPP_CODE_NONE))
      find_definitions (&k, &k.b->statements[i], &f->code[i]);
  if (!k.err)
    {
      find_tail_calls (&k);
      find_predicates (&k);
      find_phis (&k);
      find_entries (&k);
      find_escapes (&k);
      name_facts (&k);
    }
  f->n_items = m->n_items - f->first_item;
  free (k.first_local);
  free (k.locals);
  free (k.uses);
  free (k.loads);
  return k.err;
}
