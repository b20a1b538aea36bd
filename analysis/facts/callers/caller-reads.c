/* The statements of a function, and reads before its calls: of what the callee reads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "facts/callers/caller-reads.h"

/* Components of a reference, and of the address that is an argument: more are not translated.  */
#define MOST_COMPONENTS 16u

/* What a read adds to a body at most.  */
enum { MOST_LOCALS = 1, MOST_REFERENCES = 1, MOST_VALUES = 1, MOST_LISTS = 2, MOST_OPERANDS = 2 + MOST_COMPONENTS };

/* ---- A copy with room.  */

/* A copy of ITEMS [N] with room for MORE, of SIZE bytes each, or null.  */
static void *
copy_of (const void *items, size_t n, size_t more, size_t size)
{
  char *copy = calloc (n + more + 1, size);
  if (copy && n)
    memcpy (copy, items, n * size);
  return copy;
}

#define COPY(R, ITEMS, N, MORE)                                                                    \
  ((R)->body.ITEMS                                                                                 \
   = copy_of ((R)->original->ITEMS, N, (size_t)(MORE) * WPP_MOST_READS, sizeof *(R)->body.ITEMS))

/* Append what row *ROW of FROM has to TO, and set *ROW to that.  */
static void
copy_row (const struct wpp_alias_matrix *from, struct wpp_alias_matrix *to, uint32_t *row)
{
  size_t old = (from->n_columns + (size_t)7) / 8, new = (to->n_columns + (size_t)7) / 8;
  if (*row == WPP_NONE)
    return;
  if (old)
    memcpy (to->bits + to->n_rows * new, from->bits + *row * old, old);
  *row = to->n_rows++;
}

/* Copy the matrix.  Its columns become more, and so equal rows of references and of calls may become different: each
   gets one of its own.  */
static bool
copy_matrix (struct wpp_caller_reads *r)
{
  const struct wpp_alias_matrix *from = &r->original->alias;
  struct wpp_body *b = &r->body;
  struct wpp_alias_matrix *to = &b->alias;
  *to = (struct wpp_alias_matrix){ 0, from->n_columns + WPP_MOST_READS, NULL };
  to->bits = calloc (from->n_rows + (size_t)b->n_references + b->n_calls + 1, (to->n_columns + (size_t)7) / 8);
  for (uint32_t i = 0; to->bits && i < from->n_rows; i++)
    copy_row (from, to, &(uint32_t){ i });
  for (uint32_t i = 0; to->bits && i < b->n_references; i++)
    copy_row (from, to, &b->references[i].row);
  for (uint32_t i = 0; to->bits && i < b->n_calls; i++)
    copy_row (from, to, &b->calls[i].clobbers);
  return to->bits;
}

int
wpp_caller_reads_init (struct wpp_caller_reads *r, const struct wpp_cfg *cfg, const struct wpp_body *original)
{
  const struct wpp_body *b = original;
  *r = (struct wpp_caller_reads){ .cfg = cfg, .original = original, .body = *original };
  bool ok = COPY (r, locals, b->n_locals, MOST_LOCALS) != NULL;
  ok &= COPY (r, references, b->n_references, MOST_REFERENCES) != NULL;
  ok &= COPY (r, components, b->n_components, MOST_COMPONENTS) != NULL;
  ok &= COPY (r, operands, b->n_operands, MOST_OPERANDS) != NULL;
  ok &= COPY (r, values, b->n_values, MOST_VALUES) != NULL;
  ok &= COPY (r, lists, b->n_lists, MOST_LISTS) != NULL;
  ok &= COPY (r, statements, b->n_statements, 1) != NULL;
  ok &= COPY (r, calls, b->n_calls, 0) != NULL;
  ok &= COPY (r, whole, b->n_globals + (size_t)b->n_locals, MOST_LOCALS) != NULL;
  return ok && copy_matrix (r) ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_caller_reads_release (struct wpp_caller_reads *r)
{
  if (!r->original)
    return;
  free (r->body.locals);
  free (r->body.references);
  free (r->body.components);
  free (r->body.operands);
  free (r->body.values);
  free (r->body.lists);
  free (r->body.statements);
  free (r->body.calls);
  free (r->body.whole);
  free (r->body.alias.bits);
}

/* ---- Translation.  */

/* A read on its way from the callee to its caller.  */
struct translating
{
  struct wpp_caller_reads *r;
  const struct wpp_statement *call;
  const struct wpp_body *callee;
  struct wpp_reference to;     /* what it becomes; its components are COMPONENTS [n_components] */
  struct wpp_component components[MOST_COMPONENTS];
  bool same_unit;
};

/* The operand that is what READ loads from, or null.  */
static const struct wpp_operand *
loaded (const struct wpp_body *b, const struct wpp_statement *read)
{
  if (read->kind != WPP_STATEMENT_ASSIGN || read->n_operands != 1 || read->n_results != 1)
    return NULL;
  const struct wpp_operand *o = wpp_statement_operand (b, read, 0);
  return wpp_operand_memory_p (b, o) ? o : NULL;
}

/* The number of the parameter of B that R's base is a version of, or WPP_NONE.  */
static uint32_t
parameter_of (const struct wpp_body *b, const struct wpp_reference *r)
{
  if (r->base_kind != WPP_BASE_POINTER)
    return WPP_NONE;
  uint32_t variable = wpp_operand_version_of (b, &b->operands[r->base]);
  if (variable == WPP_NONE || variable < b->n_globals || variable - b->n_globals >= b->n_parameters)
    return WPP_NONE;
  return variable - b->n_globals;
}

static bool
static_p (const struct wpp_body *b, const struct wpp_reference *r)
{
  return r->base_kind == WPP_BASE_VARIABLE && wpp_body_variable (b, r->base)->flags & WPP_VARIABLE_STATIC;
}

bool
wpp_caller_may_know_p (const struct wpp_body *b, const struct wpp_statement *read)
{
  const struct wpp_operand *o = loaded (b, read);
  const struct wpp_reference *r = o ? &b->references[o->index] : NULL;
  return r && !(r->flags & (WPP_REFERENCE_VOLATILE | WPP_REFERENCE_VARYING))
         && (static_p (b, r) || parameter_of (b, r) != WPP_NONE);
}

static uint32_t
operand_of (struct wpp_body *b, const struct wpp_operand *o)
{
  for (uint32_t i = 0; i < b->n_operands; i++)
    if (b->operands[i].kind == o->kind && b->operands[i].index == o->index && b->operands[i].type == o->type)
      return i;
  b->operands[b->n_operands] = *o;
  return b->n_operands++;
}

/* Append components FIRST to FIRST + N - 1 of FROM; false when they cannot be said in the caller.  */
static bool
append_components (struct translating *t, const struct wpp_body *from, uint32_t first, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      struct wpp_component c = from->components[first + i];
      if (t->to.n_components == MOST_COMPONENTS || c.kind == WPP_COMPONENT_RANGE)
        return false;
      if (c.kind == WPP_COMPONENT_ELEMENT && from != &t->r->body)
        {
          if (from->operands[c.index].kind != WPP_OPERAND_CONSTANT)
            return false;
          c.index = operand_of (&t->r->body, &from->operands[c.index]);
        }
      t->components[t->to.n_components++] = c;
    }
  return true;
}

/* Are V, of the callee, and W of T's program one?  Copies in bodies share the names.  */
static bool
same_variable_p (const struct translating *t, const struct wpp_variable *v, const struct wpp_variable *w)
{
  const char *a = wpp_variable_assembler (v), *b = wpp_variable_assembler (w);
  if (t->same_unit)
    return a && v->name == w->name && v->assembler == w->assembler;
  return v->flags & w->flags & WPP_VARIABLE_PUBLIC && a && b && !strcmp (a, b);
}

/* The variable of the caller that is V of the callee, which has static storage: one that gets a number there if need
   be; WPP_NONE when its unit does
   not know it.  */
static uint32_t
variable_in_caller (struct translating *t, const struct wpp_variable *v)
{
  struct wpp_body *b = &t->r->body;
  const struct wpp_program *p = b->program;
  const struct wpp_variable *same = NULL;
  for (uint32_t i = 0; i < p->n_variables && !same; i++)
    if (same_variable_p (t, v, &p->variables[i]))
      same = &p->variables[i];
  if (!same)
    return WPP_NONE;
  for (uint32_t i = 0; i < b->n_globals; i++)
    if (&p->variables[b->globals[i]] == same)
      return i;
  for (uint32_t i = t->r->original->n_locals; i < b->n_locals; i++)
    if (same_variable_p (t, v, &b->locals[i]))
      return b->n_globals + i;
  b->whole[b->n_globals + b->n_locals] = WPP_NONE;
  b->locals[b->n_locals] = *same;
  return b->n_globals + b->n_locals++;
}

/* Set T's alias sets to those of what has its type, of another unit than the callee's; false when there is none.  */
static bool
find_alias_sets (struct translating *t)
{
  const struct wpp_program *p = t->r->body.program;
  for (uint32_t i = 0; i < p->n_bodies; i++)
    for (uint32_t k = 0; k < p->bodies[i].n_references; k++)
      {
        const struct wpp_reference *r = &p->bodies[i].references[k];
        if (r->base_kind != WPP_BASE_VARIABLE || r->n_components || r->type != t->to.type)
          continue;
        t->to.alias_set = r->alias_set;
        t->to.base_alias_set = r->base_alias_set;
        return true;
      }
  return false;
}

/* FROM, of the callee, has a variable as base.  */
static bool
translate_variable (struct translating *t, const struct wpp_reference *from)
{
  struct wpp_reference *to = &t->to;
  to->base = variable_in_caller (t, wpp_body_variable (t->callee, from->base));
  if (to->base == WPP_NONE)
    return false;
  if (!t->same_unit)
    {
      to->type = to->base_type = wpp_body_variable (&t->r->body, to->base)->type;
      to->text = WPP_NONE;
      if (from->n_components || wpp_body_type (&t->r->body, to->type)->size != (uint64_t)from->size
          || !find_alias_sets (t))
        return false;
    }
  return append_components (t, t->callee, from->first_component, from->n_components);
}

/* Is every definition of VALUE's variable that may be the last one before CALL that of VALUE?  Goes back from the call
   until it is met.  */
struct meeting
{
  const struct wpp_caller_reads *r;
  uint32_t value, variable;
  bool *seen;                  /* [nodes] */
  uint32_t *queue;             /* [nodes] nodes whose end is to be looked at */
  uint32_t n;
};

/* What statement or PHI VALUE is defined by, if it is a version of M's variable: 1 that is M's, -1 it is not, 0 no
   version.  */
static int
meets (const struct meeting *m, uint32_t value)
{
  if (value == WPP_NONE || m->r->body.values[value].variable != m->variable)
    return 0;
  return value == m->value ? 1 : -1;
}

/* The last definition in NODE before statement END, as above.  */
static int
met_in (const struct meeting *m, uint32_t node, uint32_t end)
{
  const struct wpp_body *b = &m->r->body;
  for (uint32_t i = end; i-- > b->first_statement[node];)
    for (uint32_t d = 0; d < b->statements[i].n_results; d++)
      {
        int met = meets (m, wpp_operand_value (&b->operands[wpp_statement_results (b, &b->statements[i])[d]]));
        if (met)
          return met;
      }
  for (uint32_t i = b->first_phi[node]; i < b->first_phi[node + (size_t)1]; i++)
    {
      int met = meets (m, b->phis[i].result);
      if (met)
        return met;
    }
  return 0;
}

/* Go to what leads to NODE; false if the variable may come from before the function in another version.  */
static bool
go_back (struct meeting *m, uint32_t node)
{
  const struct wpp_cfg *cfg = m->r->cfg;
  if (node == WPP_NODE_ENTRY)
    return m->r->body.values[m->value].kind == WPP_DEFINED_BEFORE;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].dst == node && !m->seen[cfg->edges[e].src])
      {
        m->seen[cfg->edges[e].src] = true;
        m->queue[m->n++] = cfg->edges[e].src;
      }
  return true;
}

/* Does VALUE's variable hold it before CALL?  */
static int
current_p (const struct wpp_caller_reads *r, const struct wpp_statement *call, uint32_t value, bool *current)
{
  const struct wpp_body *b = &r->body;
  struct meeting m = { .r = r, .value = value, .variable = b->values[value].variable,
                       .seen = calloc (b->n_nodes + (size_t)1, 1),
                       .queue = calloc (b->n_nodes + (size_t)1, sizeof *m.queue) };
  int err = m.seen && m.queue ? WPP_OK : WPP_E_NOMEM;
  *current = false;
  if (!err && m.variable != WPP_NONE)
    {
      int met = met_in (&m, call->node, call - b->statements);
      *current = met > 0 || (!met && go_back (&m, call->node));
      for (uint32_t i = 0; i < m.n && *current; i++)
        {
          met = met_in (&m, m.queue[i], b->first_statement[m.queue[i] + (size_t)1]);
          *current = met > 0 || (!met && go_back (&m, m.queue[i]));
        }
    }
  free (m.seen);
  free (m.queue);
  return err;
}

/* FROM is after what a parameter points to.  Set *OK unless that cannot be said.  */
static int
translate_parameter (struct translating *t, const struct wpp_reference *from, bool *ok)
{
  struct wpp_body *b = &t->r->body;
  struct wpp_reference *to = &t->to;
  uint32_t parameter = parameter_of (t->callee, from), argument;
  int err = WPP_OK;
  *ok = false;
  if (parameter == WPP_NONE || !t->same_unit || parameter >= t->call->n_operands)
    return WPP_OK;
  argument = wpp_statement_operands (b, t->call)[parameter];
  const struct wpp_operand *o = &b->operands[argument];
  if (o->kind == WPP_OPERAND_VALUE)
    {
      to->base = argument;
      err = current_p (t->r, t->call, o->index, ok);
    }
  else if (o->kind == WPP_OPERAND_ADDRESS)
    {
      /* *&x is x.  */
      const struct wpp_reference *of = &b->references[o->index];
      *ok = of->base_kind == WPP_BASE_VARIABLE && !from->base_offset && of->type == from->base_type
            && !(of->flags & WPP_REFERENCE_VARYING) && of->size == of->max_size;
      to->base_kind = WPP_BASE_VARIABLE;
      to->base = of->base;
      to->base_type = of->base_type;
      to->pointer_type = of->pointer_type;
      to->offset += of->offset;
      *ok = *ok && append_components (t, b, of->first_component, of->n_components);
    }
  *ok = *ok && append_components (t, t->callee, from->first_component, from->n_components);
  return err;
}

/* ---- The caller's reference.  */

static bool
same_component_p (const struct wpp_component *a, const struct wpp_component *b)
{
  return a->kind == b->kind && a->type == b->type && a->index == b->index && a->offset == b->offset
         && a->size == b->size;
}

/* Is R, of the caller, the place in memory that T is?  */
static bool
same_place_p (const struct translating *t, const struct wpp_reference *r)
{
  const struct wpp_reference *to = &t->to;
  if (r->base_kind != to->base_kind || r->base != to->base || r->base_offset != to->base_offset
      || r->base_type != to->base_type || r->n_components != to->n_components || r->type != to->type
      || !(r->flags & WPP_REFERENCE_MEMORY))
    return false;
  for (uint32_t i = 0; i < r->n_components; i++)
    if (!same_component_p (&t->r->body.components[r->first_component + i], &t->components[i]))
      return false;
  return true;
}

/* May a store to reference NUMBER of the caller change what T is?  */
static bool
may_change_p (const struct translating *t, uint32_t number)
{
  const struct wpp_body *b = &t->r->body;
  uint32_t x = wpp_reference_variable (b, number);
  uint32_t y = t->to.base_kind == WPP_BASE_VARIABLE ? t->to.base : WPP_NONE;
  if (x != WPP_NONE && y != WPP_NONE)
    return x == y;
  if (!wpp_variable_reached_p (wpp_body_variable (b, x)) || !wpp_variable_reached_p (wpp_body_variable (b, y)))
    return false;
  return wpp_alias_sets_conflict_p (b->program, b->references[number].alias_set, t->to.alias_set);
}

static void
set_bit (struct wpp_alias_matrix *m, uint32_t row, uint32_t column)
{
  if (row != WPP_NONE)
    m->bits[row * ((m->n_columns + (size_t)7) / 8) + column / 8] |= 1u << column % 8;
}

/* The number of T's place among the caller's references.  */
static uint32_t
reference_of (struct translating *t)
{
  struct wpp_body *b = &t->r->body;
  for (uint32_t i = 0; i < b->n_references; i++)
    if (same_place_p (t, &b->references[i]))
      return i;
  t->to.first_component = b->n_components;
  for (uint32_t i = 0; i < t->to.n_components; i++)
    b->components[b->n_components++] = t->components[i];
  t->to.flags |= WPP_REFERENCE_MEMORY;
  t->to.row = WPP_NONE;
  t->to.column = t->r->original->alias.n_columns + t->r->tried - 1;
  for (uint32_t i = 0; i < b->n_references; i++)
    if (may_change_p (t, i))
      set_bit (&b->alias, b->references[i].row, t->to.column);
  for (uint32_t c = 0; c < b->n_calls; c++)
    set_bit (&b->alias, b->calls[c].clobbers, t->to.column);
  b->references[b->n_references] = t->to;
  return b->n_references++;
}

/* Add a statement that is as READ, of the callee, and reads REFERENCE.  */
static void
add_statement (struct translating *t, const struct wpp_statement *read, uint32_t reference)
{
  struct wpp_body *b = &t->r->body;
  uint32_t type = b->references[reference].type;
  struct wpp_statement s = *t->call;
  s.kind = WPP_STATEMENT_ASSIGN;
  s.operation = read->operation;
  s.flags = WPP_STATEMENT_READS;
  s.n_results = s.n_operands = 1;
  s.first_operand = b->n_lists;
  s.n_uses = 0;
  s.extra = WPP_NONE;
  b->values[b->n_values] = (struct wpp_value){ WPP_NONE, type, b->n_statements, WPP_DEFINED_BY_STATEMENT };
  b->operands[b->n_operands] = (struct wpp_operand){ WPP_OPERAND_VALUE, false, type, b->n_values++ };
  b->lists[b->n_lists++] = b->n_operands++;
  b->lists[b->n_lists++] = operand_of (b, &(struct wpp_operand){ WPP_OPERAND_REFERENCE, false, type, reference });
  b->statements[b->n_statements++] = s;
}

int
wpp_caller_reads_add (struct wpp_caller_reads *r, const struct wpp_statement *call, const struct wpp_body *callee,
                      const struct wpp_statement *read, uint32_t *statement)
{
  *statement = WPP_NONE;
  if (r->tried == WPP_MOST_READS || !wpp_caller_may_know_p (callee, read))
    return WPP_OK;
  r->tried++;
  const struct wpp_reference *from = &callee->references[loaded (callee, read)->index];
  struct translating t = { .r = r, .call = r->body.statements + (call - r->original->statements),
                           .callee = callee, .to = *from, .same_unit = callee->program == r->body.program };
  bool ok = false;
  int err = WPP_OK;
  t.to.n_components = 0;
  if (from->base_kind == WPP_BASE_VARIABLE)
    ok = translate_variable (&t, from);
  else
    err = translate_parameter (&t, from, &ok);
  if (err || !ok)
    return err;
  *statement = r->body.n_statements;
  add_statement (&t, read, reference_of (&t));
  return WPP_OK;
}
