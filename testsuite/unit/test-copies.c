/* Copies of subpaths: what is known along a path against executions with numbers, counts of copies against a replay of
   random paths, and which trees are found and chosen.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "copies/copies.h"
#include "copies/walk.h"
#include "make-cfg.h"
#include "make-grammar.h"
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
#define PATHS 4000

/* ---- A function as data, random.  */

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
  struct wpp_variable variables[VARIABLES];
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
  return add_operand (f, WPP_OPERAND_CONSTANT, type, type * CONSTANTS + k);
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

/* ---- What is known along a path.  */

#define WINDOW 8

/* A window of an execution: blocks, and what it assigns.  */
struct check
{
  const struct wpp_blocks *b;
  struct wpp_walk *walk;
  int64_t seen[400];          /* all numbers that there were in it */
  uint32_t n_seen;
  uint64_t path;              /* a name for its edges */
  uint32_t folds[WPP_FOLD_BRANCH + 1];
  uint32_t wrong;
};

/* What was said to be a constant at a place of a path, by the path's name.  */
#define KNOWN (1u << 16)
static struct { uint64_t path; int64_t n; } known[KNOWN];

static void
see (struct check *c, int64_t n)
{
  if (c->n_seen < 400)
    c->seen[c->n_seen++] = n;
}

static bool
seen_p (const struct check *c, int64_t n)
{
  for (uint32_t i = 0; i < c->n_seen; i++)
    if (as_type (0, c->seen[i]) == as_type (0, n))
      return true;
  return c->n_seen == 400;
}

/* Is statement number S the same, N, whenever control has come this path?  */
static bool
constant_p (const struct check *c, uint32_t s, int64_t n)
{
  uint64_t path = c->path * 1000003 + s + 1;
  uint32_t at = (path ^ path >> 29) % KNOWN;
  if (known[at].path != path)
    {
      known[at].path = path;
      known[at].n = n;
    }
  return known[at].n == n;
}

static void
check_statement (struct check *c, const struct function *f, struct machine *m, uint32_t s, unsigned char fold)
{
  const struct wpp_statement *st = &f->statements[s];
  c->folds[fold]++;
  if (st->kind != WPP_STATEMENT_ASSIGN)
    return;
  for (uint32_t i = 0; i < st->n_operands; i++)
    see (c, read_operand (f, m, wpp_statement_operands (&f->body, st)[i]));
  if (fold == WPP_FOLD_LOADED && c->n_seen)
    c->n_seen--;
  int64_t n = assign (f, m, s);
  if (((fold == WPP_FOLD_COMPUTED || fold == WPP_FOLD_LOADED) && !seen_p (c, n))
      || (fold == WPP_FOLD_CONSTANT && !constant_p (c, s, n)))
    c->wrong++;
  see (c, n);
}

/* Control is at block I, number I + 2 of the graph.  Walk it, execute it, and go on.  Return false at the end.  */
static bool
check_block (struct check *c, const struct function *f, struct machine *m, uint32_t *node)
{
  unsigned char folds[STATEMENTS];
  uint32_t i = *node - 2, first = wpp_block_first_statement (c->b, i), end = wpp_block_end_statement (c->b, i),
           possible = 0, jump = WPP_NONE;
  wpp_walk_block (c->walk, i, folds);
  for (uint32_t s = first; s < end; s++)
    check_statement (c, f, m, s, folds[s - first]);
  uint32_t e = next_edge (f, m, *node);
  const struct wpp_block *b = &c->b->blocks[i];
  for (uint32_t j = b->first_jump; j < b->first_jump + b->n_jumps; j++)
    {
      bool may = wpp_walk_may_take_p (c->walk, j);
      possible += may;
      if (c->b->jumps[j].edge == e)
        {
          jump = j;
          c->wrong += !may;
        }
    }
  if (first < end && folds[end - 1 - first] == WPP_FOLD_BRANCH && jump != WPP_NONE)
    c->wrong += possible != 1;
  if (jump == WPP_NONE)
    return false;
  take_edge (f, m, e);
  for (uint32_t p = f->body.first_phi[f->cfg.edges[e].dst]; p < f->body.first_phi[f->cfg.edges[e].dst + 1]; p++)
    see (c, m->values[f->phis[p].result]);
  wpp_walk_jump (c->walk, jump);
  c->path = (c->path ^ e) * 0x9e3779b97f4a7c15u + 1;
  *node = f->cfg.edges[e].dst;
  return true;
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

static void
check_windows (struct check *c, const struct function *f, uint64_t name, uint64_t *seed)
{
  for (int run = 0; run < 40; run++)
    {
      struct machine m;
      uint32_t node = 2 + unit_random (seed) % (NODES - 2);
      random_machine (&m, seed);
      wpp_walk_begin (c->walk);
      c->n_seen = 0;
      c->path = (name * 64 + node) * 0x9e3779b97f4a7c15u;
      for (int i = 0; i < WINDOW && check_block (c, f, &m, &node); i++)
        continue;
    }
}

static void
test_walks (void)
{
  static struct function f;
  struct check c = { 0 };
  uint64_t seed = 5, none[MAX_EDGES] = { 0 };
  for (uint32_t i = 0; i < 1500; i++)
    {
      if (!random_function (&f, &seed))
        exit (1);
      struct wpp_blocks *b = wpp_blocks_new (&f.cfg, &f.body, none, none);
      c.b = b;
      c.walk = b ? wpp_walk_new (b) : NULL;
      if (!c.walk)
        exit (1);
      check_windows (&c, &f, i + 1, &seed);
      wpp_walk_free (c.walk);
      wpp_blocks_free (b);
      release (&f);
    }
  CHECK (!c.wrong, "what is known along random paths is so where they are executed (%u times not)", c.wrong);
  bool all = true;
  for (int fold = WPP_FOLD_NOTHING; fold <= WPP_FOLD_BRANCH; fold++)
    all &= c.folds[fold] > 2000;
  CHECK (all, "all kinds fold: %u constants, %u computed, %u loaded, %u branches", c.folds[WPP_FOLD_CONSTANT],
         c.folds[WPP_FOLD_COMPUTED], c.folds[WPP_FOLD_LOADED], c.folds[WPP_FOLD_BRANCH]);
}

/* ---- Counts.  */

/* Activations, as paths: edges, of which the last leaves.  */
struct run
{
  uint32_t n;
  uint32_t edges[PATHS];
};

static void
random_run (const struct function *f, struct run *r, uint64_t *seed)
{
  for (uint32_t node = 0; r->n < PATHS; node = f->cfg.edges[r->edges[r->n++]].dst)
    {
      if (node == WPP_NODE_EXIT && r->n > PATHS - 200)
        return;
      node = node == WPP_NODE_EXIT ? WPP_NODE_ENTRY : node;
      uint32_t first = 0, n = 0;
      while (f->cfg.edges[first].src != node)
        first++;
      while (first + n < f->cfg.n_edges && f->cfg.edges[first + n].src == node)
        n++;
      /* Some ways are taken more often than others.  */
      uint64_t x = unit_random (seed) % 8;
      r->edges[r->n] = first + (x < 5 ? (r->n / 7) % n : x % n);
    }
}

/* The letters of R: the path that each edge is.  It begins behind the edge before, by whose start it is numbered.  */
static struct wpp_grammar *
grammar_of_run (const struct function *f, const struct wpp_numbering *num, const struct run *r)
{
  static uint32_t letters[PATHS];
  uint32_t start = 0;
  for (uint32_t i = 0; i < r->n; i++)
    {
      const struct wpp_edge_numbers *e = &num->edges[r->edges[i]];
      bool leaves = f->cfg.edges[r->edges[i]].dst == WPP_NODE_EXIT;
      letters[i] = WPP_LETTER_PATH + num->starts[start].value + (leaves ? e->value : e->end_value);
      start = leaves ? 0 : e->start;
    }
  return grammar_of (letters, r->n);
}

/* Random trees: what search.c makes, but for folds.  */
static void
random_trees (struct wpp_copies *c, uint64_t *seed)
{
  const struct wpp_blocks *b = c->blocks;
  c->copies = calloc (100, sizeof *c->copies);
  while (c->n < 40 && b->n_jumps)
    {
      uint32_t root = c->n, jump = unit_random (seed) % b->n_jumps;
      c->copies[c->n++] = (struct wpp_copy){ .jump = jump, .block = b->jumps[jump].to, .parent = WPP_NONE };
      for (uint32_t i = root; i < c->n && c->n < root + 8; i++)
        for (uint32_t j = b->blocks[c->copies[i].block].first_jump, n = b->blocks[c->copies[i].block].n_jumps; n;
             n--, j++)
          if (unit_random (seed) % 2 && j != jump && c->n < root + 8)
            c->copies[c->n++] = (struct wpp_copy){ .jump = j, .block = b->jumps[j].to, .parent = i,
                                                   .least_way = unit_random (seed) % 4 ? 0 : PATHS / 10 };
    }
}

/* Follow control along R, from copy to copy, for each of C's copies by itself.  Set COUNT and OUT to what is counted.  */
static void
replay (const struct function *f, const struct wpp_copies *c, const struct run *r, uint64_t *count, uint64_t *out)
{
  bool in[100] = { false };
  for (uint32_t i = 0; i < r->n; i++)
    {
      bool now[100] = { false };
      for (uint32_t k = 0; k < c->n; k++)
        {
          const struct wpp_copy *copy = &c->copies[k];
          const struct wpp_block *b = &c->blocks->blocks[copy->block];
          for (uint32_t j = 0; j < b->n_jumps; j++)
            if (in[k] && c->blocks->jumps[b->first_jump + j].edge == r->edges[i])
              out[copy->first_out + j]++;
          now[k] = c->blocks->jumps[copy->jump].edge == r->edges[i] && (copy->parent == WPP_NONE || in[copy->parent]);
          count[k] += now[k];
        }
      memcpy (in, now, sizeof in);
      if (f->cfg.edges[r->edges[i]].dst == WPP_NODE_EXIT)
        memset (in, 0, sizeof in);
    }
}

/* Does counting say of the copies of F what a replay does?  *COUNTED is added to.  */
static bool
counts_right_p (const struct function *f, uint64_t *seed, uint64_t *counted)
{
  static struct run r;
  int err;
  uint64_t nodes[NODES] = { 0 }, edges[MAX_EDGES] = { 0 };
  r.n = 0;
  random_run (f, &r, seed);
  for (uint32_t i = 0; i < r.n; i++)
    {
      nodes[f->cfg.edges[r.edges[i]].dst]++;
      edges[r.edges[i]]++;
    }
  struct wpp_numbering *num = wpp_numbering_new (&f->cfg, 1000, &err);
  struct wpp_projection p = { .grammar = num ? grammar_of_run (f, num, &r) : NULL };
  struct wpp_stream stream = { num, &p };
  struct wpp_copies *c = calloc (1, sizeof *c);
  struct wpp_blocks *b = wpp_blocks_new (&f->cfg, &f->body, nodes, edges);
  c->blocks = b;
  random_trees (c, seed);
  bool same = b && p.grammar && !wpp_count_copies (c, &stream, 1);
  uint64_t count[100] = { 0 }, *out = calloc (c->n_out + 1, sizeof *out);
  if (same)
    replay (f, c, &r, count, out);
  for (uint32_t i = 0; same && i < c->n; i++)
    {
      const struct wpp_block *block = &b->blocks[c->copies[i].block];
      same = c->copies[i].count == count[i];
      *counted += count[i];
      for (uint32_t j = 0; j < block->n_jumps; j++)
        same &= c->out[c->copies[i].first_out + j]
                == (b->jumps[block->first_jump + j].count >= c->copies[i].least_way ? out[c->copies[i].first_out + j]
                                                                                    : 0);
    }
  free (out);
  wpp_copies_free (c);
  wpp_blocks_free (b);
  wpp_grammar_free (p.grammar);
  wpp_numbering_free (num);
  return same;
}

static void
test_counts (void)
{
  static struct function f;
  uint64_t seed = 11, counted = 0;
  uint32_t wrong = 0;
  for (int i = 0; i < 150; i++)
    {
      if (!random_function (&f, &seed))
        exit (1);
      wrong += !counts_right_p (&f, &seed, &counted);
      release (&f);
    }
  CHECK (!wrong && counted > 1000000,
         "copies of 150 random functions are executed as often as a replay says, %llu times (%u wrong)",
         (unsigned long long)counted, wrong);
}

/* ---- Finding and choosing.  */

/* 2: if (v == 1) 3 else 4.  3, 4: to 5.  5: if (v == 1) 6 else 7.  6, 7: to 8, which leaves.  In 4, v is assigned if
   CHANGES.  */
static bool
twice_tested (struct function *f, bool changes)
{
  static const struct { uint32_t src, dst; uint8_t outcome;
  } way[] = { { WPP_NODE_ENTRY, 2, 0 },
              { 2, 3, WPP_OUTCOME_TRUE },
              { 2, 4, WPP_OUTCOME_FALSE },
              { 3, 5, 0 },
              { 4, 5, 0 },
              { 5, 6, WPP_OUTCOME_TRUE },
              { 5, 7, WPP_OUTCOME_FALSE },
              { 6, 8, 0 },
              { 7, 8, 0 },
              { 8, WPP_NODE_EXIT, 0 } };
  memset (f, 0, sizeof *f);
  set_up (f);
  cfg_init (&f->cfg, NODES, MAX_EDGES);
  for (uint32_t e = 0; e < sizeof way / sizeof *way; e++)
    {
      cfg_edge (&f->cfg, way[e].src, way[e].dst, way[e].dst == WPP_NODE_EXIT ? 0 : WPP_EDGE_ENDS);
      f->edges[e] = (struct wpp_edge_code){ .outcome = way[e].outcome,
                                            .into = way[e].dst != WPP_NODE_EXIT,
                                            .statement = WPP_NONE };
    }
  for (uint32_t node = 2; node < NODES; node++)
    {
      f->cfg.nodes[node] = (struct wpp_node){ .block = node, .statements = 1 };
      if (node == 4 && changes)
        {
          struct wpp_statement *s = add_statement (f, node, WPP_STATEMENT_ASSIGN, WPP_OPERATION_COPY);
          s->n_results = s->n_operands = 1;
          s->flags = WPP_STATEMENT_READS;
          add_to_list (f, add_operand (f, WPP_OPERAND_VALUE, 0, 0));
          add_to_list (f, add_operand (f, WPP_OPERAND_REFERENCE, 0, 0));
        }
      if (node != 2 && node != 5)
        continue;
      f->edges[node == 2 ? 1 : 5].statement = f->edges[node == 2 ? 2 : 6].statement = f->body.n_statements;
      add_statement (f, node, WPP_STATEMENT_CONDITION, WPP_OPERATION_EQ)->n_operands = 2;
      add_to_list (f, add_operand (f, WPP_OPERAND_VALUE, 0, 0));
      add_to_list (f, constant (f, 0, 1));
    }
  f->body.n_edges = f->cfg.n_edges;
  return !wpp_body_finish (&f->body);
}

/* 600 activations, of which three in four go by 3 and 6.  */
static void
rounds (struct run *r)
{
  r->n = 0;
  for (uint32_t i = 0; i < 600; i++)
    {
      bool by = i % 4 != 0;
      const uint32_t round[] = { 0, by ? 1 : 2, by ? 3 : 4, by ? 5 : 6, by ? 7 : 8, 9 };
      memcpy (r->edges + r->n, round, sizeof round);
      r->n += 6;
    }
}

static struct wpp_copies *
copies_of (struct function *f, struct wpp_blocks **b, struct wpp_numbering **num, uint64_t may_grow)
{
  static struct run r;
  int err;
  uint64_t nodes[NODES] = { 0 }, edges[MAX_EDGES] = { 0 };
  rounds (&r);
  for (uint32_t i = 0; i < r.n; i++)
    {
      nodes[f->cfg.edges[r.edges[i]].dst]++;
      edges[r.edges[i]]++;
    }
  *num = wpp_numbering_new (&f->cfg, 1000, &err);
  struct wpp_projection p = { .grammar = *num ? grammar_of_run (f, *num, &r) : NULL };
  struct wpp_stream stream = { *num, &p };
  struct wpp_copy_facts facts = { .least = 1, .folds = true, .may_grow = may_grow };
  *b = wpp_blocks_new (&f->cfg, &f->body, nodes, edges);
  struct wpp_copies *c = *b && p.grammar ? wpp_copies_new (*b, &facts, &stream, 1, &err) : NULL;
  wpp_grammar_free (p.grammar);
  return c;
}

/* How many trees of C are chosen if BYTES may be taken, each has to gain LEAST cycles, and something else INSTEAD?  */
static uint32_t
chosen (struct wpp_copies *c, uint64_t bytes, double least, uint64_t instead)
{
  struct wpp_copy_tree *trees[8];
  struct wpp_copy_budget budget = { bytes, least };
  uint32_t n = 0;
  memset (c->use, 0, c->blocks->n_jumps);
  for (uint32_t i = 0; i < c->n_trees && i < 8; i++)
    {
      trees[i] = &c->trees[i];
      trees[i]->instead = instead;
    }
  wpp_choose_copies (trees, c->n_trees, &budget);
  for (uint32_t i = 0; i < c->n_trees; i++)
    n += c->trees[i].chosen;
  return n;
}

static void
test_search (void)
{
  static struct function f;
  struct wpp_blocks *b = NULL;
  struct wpp_numbering *num = NULL;
  struct wpp_copies *c = twice_tested (&f, false) ? copies_of (&f, &b, &num, UINT64_MAX) : NULL;
  bool right = c && c->n_trees == 2;
  for (uint32_t i = 0; right && i < 2; i++)
    {
      const struct wpp_copy_tree *t = &c->trees[i];
      uint32_t from = b->blocks[b->jumps[c->copies[t->root].jump].from].number;
      right = b->blocks[c->copies[t->root].block].number == 5 && t->folds.branches == 1
              && t->count == (from == 3 ? 450 : 150) && (from == 3 || from == 4);
    }
  CHECK (right, "a condition that was tested before is found to fold, for both ways, as often as they come");
  CHECK (c && chosen (c, 100, 0, 0) == 2 && chosen (c, 7, 0, 0) == 1 && chosen (c, 3, 0, 0) == 0,
         "as many as the budget has bytes for are chosen");
  CHECK (c && chosen (c, 100, 40, 0) == 1 && chosen (c, 100, 1e6, 0) == 0 && chosen (c, 100, 0, 1000000) == 0,
         "none that gains too little for its bytes, or less than something else");
  wpp_copies_free (c);
  wpp_blocks_free (b);
  wpp_numbering_free (num);
  c = copies_of (&f, &b, &num, 4);
  CHECK (c && chosen (c, 100, 0, 0) == 1, "the function grows as far as it may");
  wpp_copies_free (c);
  wpp_blocks_free (b);
  wpp_numbering_free (num);
  release (&f);
  c = twice_tested (&f, true) ? copies_of (&f, &b, &num, UINT64_MAX) : NULL;
  CHECK (c && c->n_trees == 1 && c->trees[0].count == 450, "where the value was assigned again, nothing folds");
  wpp_copies_free (c);
  wpp_blocks_free (b);
  wpp_numbering_free (num);
  release (&f);
}

/* ---- Samples.  */

#define MANY 50000u

/* The letter of edge E, behind edge BEFORE, or at the begin of an activation if that is WPP_NONE.  */
static uint32_t
letter_behind (const struct function *f, const struct wpp_numbering *num, uint32_t e, uint32_t before)
{
  const struct wpp_edge_numbers *n = &num->edges[e];
  uint32_t start = before == WPP_NONE ? 0 : num->edges[before].start;
  return WPP_LETTER_PATH + num->starts[start].value + (f->cfg.edges[e].dst == WPP_NODE_EXIT ? n->value : n->end_value);
}

/* Path number K of an activation that goes by 4 if BY, and else by 3: an edge; and its number among terminals.  */
static uint32_t
edge_of (unsigned by, uint32_t k)
{
  const uint32_t edges[] = { 0, 1 + by, 3 + by, 5 + by, 7 + by, 9 };
  return edges[k];
}

static uint32_t
terminal_of (unsigned by, uint32_t k)
{
  return k ? 5 * by + k : 0;
}

/* Of MANY activations of the function of twice_tested, one in RARE at random goes by 4 and 7.  WAY [2] is set to how
   many go by 3 and by 4.  S is as long as the activations, but for rules of the last two paths of either way.  */
static struct wpp_grammar *
long_grammar (const struct function *f, const struct wpp_numbering *num, uint32_t rare, uint64_t *way, uint64_t *nodes,
              uint64_t *edges)
{
  uint64_t seed = rare, end = 0;
  struct wpp_grammar *g = calloc (1, sizeof *g);
  *g = (struct wpp_grammar){ .n_rules = 3,
                             .terminals = malloc (11 * sizeof *g->terminals),
                             .n_terminals = 11,
                             .start = calloc (4, sizeof *g->start),
                             .symbols = malloc ((5 * MANY + 4) * sizeof *g->symbols) };
  way[0] = way[1] = 0;
  for (uint32_t i = 0; i < MANY; i++)
    {
      unsigned by = unit_random (&seed) % rare == 0;
      way[by]++;
      for (uint32_t k = 0; k < 6; k++)
        {
          nodes[f->cfg.edges[edge_of (by, k)].dst]++;
          edges[edge_of (by, k)]++;
          if (k < 4)
            g->symbols[end++] = terminal_of (by, k);
        }
      g->symbols[end++] = WPP_RULE | (1 + by);
    }
  for (unsigned by = 0; by < 2; by++)
    {
      g->start[1 + by] = end;
      g->symbols[end++] = terminal_of (by, 4);
      g->symbols[end++] = terminal_of (by, 5);
      for (uint32_t k = 0; k < 6; k++)
        g->terminals[terminal_of (by, k)] = letter_behind (f, num, edge_of (by, k), k ? edge_of (by, k - 1) : WPP_NONE);
    }
  g->start[3] = end;
  return g;
}

/* Are the right trees found, with their counts, where one activation in RARE goes the second way?  */
static bool
sampled_right_p (uint32_t rare, bool both)
{
  static struct function f;
  int err;
  uint64_t nodes[NODES] = { 0 }, edges[MAX_EDGES] = { 0 }, way[2];
  if (!twice_tested (&f, false))
    return false;
  struct wpp_numbering *num = wpp_numbering_new (&f.cfg, 1000, &err);
  struct wpp_projection p = { .grammar = long_grammar (&f, num, rare, way, nodes, edges), .apart = true };
  if (wpp_grammar_finish (p.grammar) || !(p.sentence = wpp_sentence_of (p.grammar)))
    return false;
  struct wpp_stream stream = { num, &p };
  struct wpp_copy_facts facts = { .least = 1, .folds = true, .may_grow = UINT64_MAX };
  struct wpp_blocks *b = wpp_blocks_new (&f.cfg, &f.body, nodes, edges);
  struct wpp_copies *c = wpp_copies_new (b, &facts, &stream, 1, &err);
  bool right = c && p.sentence->n > 4 * 64 * 512 && c->n_trees == (both ? 2 : 1);
  for (uint32_t i = 0; right && i < c->n_trees; i++)
    right = c->trees[i].count == way[b->blocks[b->jumps[c->copies[c->trees[i].root].jump].from].number - 3]
            && c->trees[i].folds.branches == 1;
  wpp_copies_free (c);
  wpp_blocks_free (b);
  wpp_grammar_free (p.grammar);
  wpp_sentence_free (p.sentence);
  wpp_numbering_free (num);
  release (&f);
  return right;
}

static void
test_samples (void)
{
  CHECK (sampled_right_p (2, true), "copies that a sample finds worth it are counted exactly");
  CHECK (sampled_right_p (5000, false), "what comes rarely is not copied");
}

int
main (void)
{
  test_samples ();
  test_search ();
  test_walks ();
  test_counts ();
  return unit_done ();
}
