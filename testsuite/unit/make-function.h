/* Random functions as data, and executions of them with numbers.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Integers of 32 bits, unsigned and signed, which wrap around; variables in memory, which are unsigned; conditions and
   switches.  Each value is defined once.  */

#ifndef WPP_TESTSUITE_UNIT_MAKE_FUNCTION_H
#define WPP_TESTSUITE_UNIT_MAKE_FUNCTION_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "program/statements/body.h"
#include "make-cfg.h"
#include "unit.h"

#define NODES 9
#define MAX_EDGES (NODES * 3)
#define VALUES 24
#define STATEMENTS (NODES * 5)
#define PHIS 10
#define VARIABLES 3
#define CONSTANTS 7
#define MAX_OPERANDS 400
#define MAX_LISTS (STATEMENTS * 4)

struct function
{
  struct wpp_cfg cfg;
  struct wpp_program program;
  struct wpp_body body;
  struct wpp_type types[2];           /* unsigned and signed, of 32 bits; both wrap around */
  struct wpp_constant constants[2 * CONSTANTS];
  struct wpp_value values[VALUES];
  struct wpp_operand operands[MAX_OPERANDS];
  struct wpp_reference references[VARIABLES];
  struct wpp_variable variables[VARIABLES + VALUES];
  struct wpp_statement statements[STATEMENTS];
  uint32_t lists[MAX_LISTS];
  struct wpp_phi phis[PHIS];
  uint32_t arguments[PHIS * MAX_EDGES];
  struct wpp_edge_code edges[MAX_EDGES];
  struct wpp_case cases[MAX_EDGES];
  unsigned char bits[VARIABLES];
  uint32_t n_defined;                 /* values that have a definition */
};

static uint32_t
add_operand (struct function *f, uint8_t kind, uint32_t type, uint32_t index)
{
  f->operands[f->body.n_operands] = (struct wpp_operand){ .kind = kind, .type = type, .index = index };
  return f->body.n_operands++;
}

/* -3 to 3, of TYPE.  */
static uint32_t
constant (struct function *f, uint32_t type, uint32_t k)
{
  uint32_t o = add_operand (f, WPP_OPERAND_CONSTANT, type, type * CONSTANTS + k);
  f->operands[o].invariant = true;
  return o;
}

static uint32_t
value_of (struct function *f, uint32_t type, uint64_t *seed)
{
  uint32_t v = unit_random (seed) % (VALUES / 2) * 2 + type;
  return add_operand (f, WPP_OPERAND_VALUE, type, v);
}

static uint32_t
operand (struct function *f, uint32_t type, uint64_t *seed)
{
  return unit_random (seed) % 4 ? value_of (f, type, seed) : constant (f, type, unit_random (seed) % CONSTANTS);
}

static struct wpp_statement *
add_statement (struct function *f, uint32_t node, uint8_t kind, uint8_t operation)
{
  struct wpp_statement *s = &f->statements[f->body.n_statements++];
  *s = (struct wpp_statement){ .kind = kind,
                               .operation = operation,
                               .node = node,
                               .first_operand = f->body.n_lists,
                               .extra = WPP_NONE,
                               .scope = WPP_NONE };
  return s;
}

static void
add_to_list (struct function *f, uint32_t o)
{
  f->lists[f->body.n_lists++] = o;
}

/* Each value is defined in one place, by a statement or a PHI; the next one is number N.  */
static uint32_t
next_value (struct function *f, uint32_t *type)
{
  if (f->n_defined == VALUES)
    return WPP_NONE;
  uint32_t v = f->n_defined++;
  *type = v % 2;
  return v;
}

static void
random_assignment (struct function *f, uint32_t node, uint64_t *seed)
{
  static const uint8_t operations[] = { WPP_OPERATION_PLUS,    WPP_OPERATION_MINUS,   WPP_OPERATION_MULT,
                                        WPP_OPERATION_BIT_AND, WPP_OPERATION_BIT_IOR, WPP_OPERATION_BIT_XOR,
                                        WPP_OPERATION_MIN,     WPP_OPERATION_MAX,     WPP_OPERATION_NEGATE,
                                        WPP_OPERATION_CONVERT, WPP_OPERATION_COPY };
  uint32_t type, v = next_value (f, &type);
  if (v == WPP_NONE)
    return;
  /* Variables are unsigned.  */
  bool load = type == 0 && unit_random (seed) % 2;
  uint8_t operation = load ? WPP_OPERATION_COPY : operations[unit_random (seed) % sizeof operations];
  struct wpp_statement *s = add_statement (f, node, WPP_STATEMENT_ASSIGN, operation);
  s->n_results = 1;
  s->n_operands = wpp_operation_infos[operation].kind == WPP_CLASS_BINARY ? 2 : 1;
  add_to_list (f, add_operand (f, WPP_OPERAND_VALUE, type, v));
  f->values[v] = (struct wpp_value){ WPP_NONE, type, f->body.n_statements - 1, WPP_DEFINED_BY_STATEMENT };
  if (load)
    {
      s->flags = WPP_STATEMENT_READS;
      add_to_list (f, add_operand (f, WPP_OPERAND_REFERENCE, type, unit_random (seed) % VARIABLES));
      return;
    }
  for (uint32_t i = 0; i < s->n_operands; i++)
    add_to_list (f, operand (f, operation == WPP_OPERATION_CONVERT ? !type : type, seed));
}

static void
random_store (struct function *f, uint32_t node, uint64_t *seed)
{
  struct wpp_statement *s = add_statement (f, node, WPP_STATEMENT_ASSIGN, WPP_OPERATION_COPY);
  s->n_results = s->n_operands = 1;
  s->flags = WPP_STATEMENT_WRITES;
  add_to_list (f, add_operand (f, WPP_OPERAND_REFERENCE, 0, unit_random (seed) % VARIABLES));
  add_to_list (f, operand (f, 0, seed));
}

/* What decides by which of the edges FIRST to END - 1 control leaves NODE.  */
static void
random_end (struct function *f, uint32_t node, uint32_t first, uint32_t end, uint64_t *seed)
{
  static const uint8_t comparisons[] = { WPP_OPERATION_LT, WPP_OPERATION_LE, WPP_OPERATION_GT,
                                         WPP_OPERATION_GE, WPP_OPERATION_EQ, WPP_OPERATION_NE };
  uint32_t type = unit_random (seed) % 2;
  for (uint32_t e = first; e < end; e++)
    f->edges[e].statement = end - first < 2 ? WPP_NONE : f->body.n_statements;
  if (end - first == 2)
    {
      struct wpp_statement *s = add_statement (f, node, WPP_STATEMENT_CONDITION,
                                               comparisons[unit_random (seed) % sizeof comparisons]);
      s->n_operands = 2;
      add_to_list (f, value_of (f, type, seed));
      add_to_list (f, operand (f, type, seed));
      f->edges[first].outcome = WPP_OUTCOME_TRUE;
      f->edges[first + 1].outcome = WPP_OUTCOME_FALSE;
    }
  else if (end - first > 2)
    {
      struct wpp_statement *s = add_statement (f, node, WPP_STATEMENT_SWITCH, WPP_OPERATION_NONE);
      s->n_operands = 1;
      add_to_list (f, value_of (f, type, seed));
      for (uint32_t e = first; e < end; e++)
        {
          uint32_t c = type * CONSTANTS + 3 + e - first;
          f->cases[f->body.n_cases] = e == first ? (struct wpp_case){ WPP_NONE, WPP_NONE } : (struct wpp_case){ c, c };
          f->edges[e].outcome = WPP_OUTCOME_CASE;
          f->edges[e].first_case = f->body.n_cases++;
          f->edges[e].n_cases = 1;
        }
    }
}

static void
random_phis (struct function *f, uint32_t node, uint64_t *seed)
{
  for (uint32_t n = unit_random (seed) % 3; n && f->body.n_phis < PHIS; n--)
    {
      uint32_t type, v = next_value (f, &type);
      if (v == WPP_NONE)
        return;
      f->values[v] = (struct wpp_value){ WPP_NONE, type, f->body.n_phis, WPP_DEFINED_BY_PHI };
      f->phis[f->body.n_phis++] = (struct wpp_phi){ node, v };
    }
}

static void
random_arguments (struct function *f, uint64_t *seed)
{
  for (uint32_t e = 0; e < f->cfg.n_edges; e++)
    {
      uint32_t dst = f->cfg.edges[e].dst;
      f->edges[e].into = dst != WPP_NODE_EXIT;
      f->edges[e].first_argument = f->body.n_arguments;
      for (uint32_t p = f->body.first_phi[dst]; p < f->body.first_phi[dst + 1]; p++)
        f->arguments[f->body.n_arguments++] = operand (f, f->values[f->phis[p].result].type, seed);
    }
}

static void
set_up (struct function *f)
{
  f->types[0] = (struct wpp_type){
    .kind = WPP_TYPE_INTEGER, .flags = WPP_TYPE_UNSIGNED | WPP_TYPE_REGISTER, .precision = 32, .size = 32
  };
  f->types[1] = (struct wpp_type){
    .kind = WPP_TYPE_INTEGER, .flags = WPP_TYPE_WRAPS | WPP_TYPE_REGISTER, .precision = 32, .size = 32
  };
  for (int k = 0; k < CONSTANTS; k++)
    {
      uint64_t n = k < 4 ? k : k - CONSTANTS;
      f->constants[k] = (struct wpp_constant){ .kind = WPP_CONSTANT_INTEGER, .type = 0, .low = (uint32_t) n };
      f->constants[CONSTANTS + k] =
          (struct wpp_constant){ .kind = WPP_CONSTANT_INTEGER, .type = 1, .low = n, .high = k < 4 ? 0 : UINT64_MAX };
    }
  for (uint32_t i = 0; i < VARIABLES; i++)
    {
      f->variables[i] = (struct wpp_variable){ .kind = WPP_VARIABLE, .type = 0, .scope = WPP_NONE };
      f->references[i] = (struct wpp_reference){ .base_kind = WPP_BASE_VARIABLE,
                                                 .flags = WPP_REFERENCE_MEMORY,
                                                 .base = i,
                                                 .type = 0,
                                                 .size = 32,
                                                 .max_size = 32,
                                                 .pointer_type = WPP_NONE,
                                                 .text = WPP_NONE,
                                                 .row = i,
                                                 .column = i };
      f->bits[i] = 1u << i;
    }
  for (uint32_t v = 0; v < VALUES; v++)
    f->values[v] = (struct wpp_value){ WPP_NONE, v % 2, 0, WPP_DEFINED_BEFORE };
  f->program =
      (struct wpp_program){ .n_types = 2, .types = f->types, .n_constants = 2 * CONSTANTS, .constants = f->constants };
  f->body = (struct wpp_body){ .program = &f->program,
                               .n_nodes = NODES,
                               .n_locals = VARIABLES,
                               .locals = f->variables,
                               .n_values = VALUES,
                               .values = f->values,
                               .operands = f->operands,
                               .n_references = VARIABLES,
                               .references = f->references,
                               .statements = f->statements,
                               .lists = f->lists,
                               .phis = f->phis,
                               .edges = f->edges,
                               .arguments = f->arguments,
                               .cases = f->cases,
                               .alias = { VARIABLES, VARIABLES, f->bits } };
}

/* Every edge ends a path, but those that leave; so paths are edges.  */
static void
random_graph (struct function *f, uint64_t *seed)
{
  cfg_init (&f->cfg, NODES, MAX_EDGES);
  cfg_edge (&f->cfg, WPP_NODE_ENTRY, 2, WPP_EDGE_ENDS);
  for (uint32_t v = 2; v < NODES; v++)
    {
      bool used[NODES] = { true };
      uint32_t n = 1 + unit_random (seed) % 3;
      f->cfg.nodes[v].block = v;
      for (uint32_t i = 0; i < n; i++)
        {
          uint32_t dst = i == 0 ? (v + 1 < NODES ? v + 1 : WPP_NODE_EXIT) : unit_random (seed) % NODES;
          if (used[dst])
            continue;
          used[dst] = true;
          cfg_edge (&f->cfg, v, dst, dst == WPP_NODE_EXIT ? 0 : WPP_EDGE_ENDS);
        }
    }
}

static bool
random_function (struct function *f, uint64_t *seed)
{
  memset (f, 0, sizeof *f);
  set_up (f);
  random_graph (f, seed);
  for (uint32_t v = 2, e = 1; v < NODES; v++)
    {
      uint32_t first = e;
      while (e < f->cfg.n_edges && f->cfg.edges[e].src == v)
        e++;
      random_phis (f, v, seed);
      for (uint32_t n = unit_random (seed) % 4; n; n--)
        if (unit_random (seed) % 4)
          random_assignment (f, v, seed);
        else
          random_store (f, v, seed);
      random_end (f, v, first, e, seed);
    }
  f->edges[0].statement = WPP_NONE;
  f->body.n_edges = f->cfg.n_edges;
  for (uint32_t s = 0; s < f->body.n_statements; s++)
    f->cfg.nodes[f->statements[s].node].statements++;
  if (wpp_body_finish (&f->body))
    return false;
  random_arguments (f, seed);
  return true;
}

static void
release (struct function *f)
{
  free (f->body.first_statement);
  free (f->body.first_phi);
  free (f->body.whole);
  wpp_cfg_release (&f->cfg);
}

/* ---- Executing it, with numbers.  */

struct machine
{
  int64_t values[VALUES], memory[VARIABLES];
};

static int64_t
as_type (uint32_t type, int64_t n)
{
  return type == 0 ? (int64_t) (uint32_t) n : (int64_t) (int32_t) n;
}

static int64_t
read_operand (const struct function *f, const struct machine *m, uint32_t number)
{
  const struct wpp_operand *o = &f->operands[number];
  switch (o->kind)
    {
    case WPP_OPERAND_VALUE: return m->values[o->index];
    case WPP_OPERAND_REFERENCE: return m->memory[o->index];
    default: return (int64_t) f->constants[o->index].low;
    }
}

static int64_t
operate (uint8_t operation, int64_t x, int64_t y)
{
  switch (operation)
    {
    case WPP_OPERATION_PLUS: return x + y;
    case WPP_OPERATION_MINUS: return x - y;
    case WPP_OPERATION_MULT: return (int64_t) ((uint64_t) x * (uint64_t) y);
    case WPP_OPERATION_BIT_AND: return x & y;
    case WPP_OPERATION_BIT_IOR: return x | y;
    case WPP_OPERATION_BIT_XOR: return x ^ y;
    case WPP_OPERATION_MIN: return x < y ? x : y;
    case WPP_OPERATION_MAX: return x > y ? x : y;
    case WPP_OPERATION_NEGATE: return -x;
    case WPP_OPERATION_LT: return x < y;
    case WPP_OPERATION_LE: return x <= y;
    case WPP_OPERATION_GT: return x > y;
    case WPP_OPERATION_GE: return x >= y;
    case WPP_OPERATION_EQ: return x == y;
    case WPP_OPERATION_NE: return x != y;
    default: return x;
    }
}

/* Execute assignment number S.  Return what it assigns.  */
static int64_t
assign (const struct function *f, struct machine *m, uint32_t s)
{
  const struct wpp_statement *st = &f->statements[s];
  const uint32_t *o = wpp_statement_operands (&f->body, st);
  const struct wpp_operand *result = wpp_statement_result (&f->body, st);
  int64_t n = operate (st->operation, read_operand (f, m, o[0]), st->n_operands > 1 ? read_operand (f, m, o[1]) : 0);
  n = as_type (result->type, n);
  if (result->kind == WPP_OPERAND_VALUE)
    m->values[result->index] = n;
  else
    m->memory[result->index] = n;
  return n;
}

/* The edge by which control leaves NODE.  */
static uint32_t
next_edge (const struct function *f, const struct machine *m, uint32_t node)
{
  uint32_t first = 0;
  while (f->cfg.edges[first].src != node)
    first++;
  const struct wpp_edge_code *e = &f->edges[first];
  if (e->statement == WPP_NONE)
    return first;
  const struct wpp_statement *s = &f->statements[e->statement];
  const uint32_t *o = wpp_statement_operands (&f->body, s);
  int64_t x = read_operand (f, m, o[0]);
  if (s->kind == WPP_STATEMENT_CONDITION)
    return operate (s->operation, x, read_operand (f, m, o[1])) ? first : first + 1;
  for (uint32_t i = first + 1; i < f->cfg.n_edges && f->cfg.edges[i].src == node; i++)
    if ((int64_t) f->constants[f->cases[f->edges[i].first_case].low].low == x)
      return i;
  return first;
}

static void
take_edge (const struct function *f, struct machine *m, uint32_t e)
{
  uint32_t dst = f->cfg.edges[e].dst, first = f->body.first_phi[dst], n = f->body.first_phi[dst + 1] - first;
  int64_t now[PHIS];
  for (uint32_t i = 0; i < n; i++)
    now[i] = read_operand (f, m, f->arguments[f->edges[e].first_argument + i]);
  for (uint32_t i = 0; i < n; i++)
    m->values[f->phis[first + i].result] = now[i];
}

static void
random_machine (struct machine *m, uint64_t *seed)
{
  for (uint32_t v = 0; v < VALUES + VARIABLES; v++)
    {
      uint64_t n = unit_random (seed);
      int64_t small = (int64_t) (n >> 8) % 4 - 1;
      int64_t *to = v < VALUES ? &m->values[v] : &m->memory[v - VALUES];
      *to = as_type (v < VALUES ? v % 2 : 0, n & 1 ? small : (int64_t) n);
    }
}

#endif /* WPP_TESTSUITE_UNIT_MAKE_FUNCTION_H */
