/* Paths as micro-operations: the order of everything.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "values/replay/compile-impl.h"

void
wpp_micro_code_free (struct wpp_micro_code *c)
{
  if (!c)
    return;
  for (uint32_t i = 0; i < c->n_cases; i++)
    free (c->cases[i].ranges);
  free (c->cases);
  free (c->evaluations);
  free (c->accesses);
  free (c->micros);
  free (c);
}

void
wpp_emit (struct wpp_compiler *c, struct wpp_micro m)
{
  if (c->err || (c->err = WPP_RESERVE (c->code->micros, c->room, c->n, 1)))
    return;
  c->code->micros[c->n++] = m;
}

uint32_t
wpp_temporary (struct wpp_compiler *c)
{
  uint32_t t = c->temporary;
  c->temporary += t + 1 < c->l->first_temporary + WPP_TEMPORARIES;
  return t;
}

/* ---- Statements.  */

/* Whatever S assigns that is no point: what replay computes, and what it keeps.  */
static void
assign (struct wpp_compiler *c, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (c->l->body, s);
  if (wpp_values_computed_p (c->l->body, s))
    wpp_compile_computed (c, s, wpp_value_slot (result->index));
  else if (!wpp_compile_kept_access (c, s) && result && result->kind == WPP_OPERAND_VALUE)
    WPP_EMIT (c, LOSE, .dst = wpp_value_slot (result->index));   /* unless a point after it says more */
}

static void
compile_points (struct wpp_compiler *c, uint32_t first, uint32_t n, uint32_t statement)
{
  for (uint32_t i = 0; i < n && !c->err; i++)
    wpp_compile_point (c, &c->l->plan.points[first + i], statement);
}

static bool
watched_p (const struct wpp_compiler *c, uint32_t statement, uint8_t what)
{
  return c->l->watched && c->l->watched[statement] & what;
}

/* Tell what the parameters were when the function was entered, before STATEMENT.  */
static void
tell_parameters (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_body *b = c->l->body;
  for (uint32_t v = 0; v < b->n_values; v++)
    if (b->values[v].kind == WPP_DEFINED_BEFORE && b->values[v].variable != WPP_NONE
        && wpp_body_variable (b, b->values[v].variable)->kind == WPP_PARAMETER)
      WPP_EMIT (c, WATCH_VALUE, .a = wpp_value_slot (v), .b = WPP_USE_PARAMETER | v, .imm = statement);
}

/* What STATEMENT does before it is executed.  */
static void
before (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_points *p = &c->l->plan.statements[statement];
  c->temporary = c->l->first_temporary;
  c->n_checked = 0;
  if (watched_p (c, statement, WPP_WATCH_PARAMETERS))
    tell_parameters (c, statement);
  if (watched_p (c, statement, WPP_WATCH_STATEMENT))
    WPP_EMIT (c, WATCH_STATEMENT, .imm = statement);
  compile_points (c, p->first, p->n_before, statement);
  if (watched_p (c, statement, WPP_WATCH_MEMORY))
    wpp_compile_memory (c, statement, false);
}

/* Tell what STATEMENT uses.  */
static void
tell_uses (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_statement *s = &c->l->body->statements[statement];
  for (uint32_t i = 0; i < s->n_uses && watched_p (c, statement, WPP_WATCH_USES); i++)
    WPP_EMIT (c, WATCH_VALUE, .a = wpp_value_slot (wpp_statement_uses (c->l->body, s)[i].value), .b = 1 + i,
              .imm = statement);
}

/* Tell what STATEMENT says that a variable is from there on, for debuggers.  */
static void
tell_bind (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_statement *s = &b->statements[statement];
  if (watched_p (c, statement, WPP_WATCH_VALUE) && s->n_operands == 1
      && wpp_values_operand_known_p (b, wpp_statement_operand (b, s, 0)))
    WPP_EMIT (c, WATCH_VALUE, .a = wpp_compile_operand (c, wpp_statement_operands (b, s)[0]), .imm = statement);
}

/* Tell what STATEMENT, whose result is in memory, stores.  */
static void
tell_store (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_statement *s = &b->statements[statement];
  if (watched_p (c, statement, WPP_WATCH_VALUE) && s->kind == WPP_STATEMENT_ASSIGN && s->n_operands == 1
      && wpp_values_operand_known_p (b, wpp_statement_operand (b, s, 0)))
    WPP_EMIT (c, WATCH_VALUE, .a = wpp_compile_operand (c, wpp_statement_operands (b, s)[0]), .imm = statement);
}

/* Tell what STATEMENT has assigned to a value, and compare it with the truth.  */
static void
tell (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_micro_layout *l = c->l;
  const struct wpp_statement *s = &l->body->statements[statement];
  const struct wpp_operand *result = wpp_statement_result (l->body, s);
  if (wpp_debug_p (s))
    tell_bind (c, statement);
  if (!result || !wpp_values_width (l->body, result->type))
    return;
  if (result->kind != WPP_OPERAND_VALUE)
    {
      tell_store (c, statement);
      return;
    }
  uint32_t slot = wpp_value_slot (result->index);
  if (l->truths)
    WPP_EMIT (c, TRUTH, .a = slot, .b = l->first_truth + statement, .imm = statement,
              .narrow = wpp_values_width (l->body, result->type));
  if (watched_p (c, statement, WPP_WATCH_VALUE))
    WPP_EMIT (c, WATCH_VALUE, .a = slot, .imm = statement);
}

/* What STATEMENT does, after what it does before.  */
static void
after (struct wpp_compiler *c, uint32_t statement)
{
  const struct wpp_points *p = &c->l->plan.statements[statement];
  tell_uses (c, statement);
  assign (c, &c->l->body->statements[statement]);
  compile_points (c, p->first + p->n_before, p->n - p->n_before, statement);
  if (watched_p (c, statement, WPP_WATCH_MEMORY))
    wpp_compile_memory (c, statement, true);
  tell (c, statement);
}

static void
compile_statement (struct wpp_compiler *c, uint32_t statement)
{
  before (c, statement);
  after (c, statement);
}

/* ---- Nodes and edges.  */

static void
begin_node (struct wpp_compiler *c, uint32_t node)
{
  const struct wpp_points *p = &c->l->plan.nodes[node];
  compile_points (c, p->first, p->n, WPP_NONE);
}

/* The statement before which a path ends that leads to NODE, a CALL: its first one that is code; or the end of NODE's
   statements.  */
static uint32_t
call_of (const struct wpp_body *b, uint32_t node)
{
  uint32_t s = b->first_statement[node];
  while (s < b->first_statement[node + 1] && wpp_codeless_p (&b->statements[s]))
    s++;
  return s;
}

/* Execute NODE; if BEGUN, what comes before its call has been done already.  */
static void
execute (struct wpp_compiler *c, uint32_t node, bool begun)
{
  const struct wpp_body *b = c->l->body;
  uint32_t s = begun ? call_of (b, node) : b->first_statement[node], end = b->first_statement[node + 1];
  if (begun && s < end)
    {
      c->temporary = c->l->first_temporary;
      c->n_checked = 0;
      after (c, s++);
      c->code->statements++;
    }
  if (!begun)
    begin_node (c, node);
  for (; s < end && !c->err; s++)
    {
      compile_statement (c, s);
      c->code->statements += !wpp_codeless_p (&b->statements[s]);
    }
}

/* Does what PHI number I of NODE gets on the edge with ARGUMENTS come from a PHI before it?  */
static bool
overwritten_p (const struct wpp_body *b, uint32_t first, uint32_t i, const uint32_t *arguments)
{
  const struct wpp_operand *o = &b->operands[arguments[i]];
  for (uint32_t j = 0; j < i && o->kind != WPP_OPERAND_CONSTANT; j++)
    if (o->kind != WPP_OPERAND_VALUE || b->phis[first + j].result == o->index)
      return true;
  return false;
}

/* DST = the argument OPERAND of a PHI.  */
static void
give (struct wpp_compiler *c, uint32_t dst, uint32_t operand)
{
  uint64_t word;
  if (wpp_operand_scalar (c->l->body, operand).kind == WPP_SCALAR_NONE)
    return;
  if (wpp_constant_word (c->l->body, operand, &word))
    WPP_EMIT (c, SET, .dst = dst, .imm = word);
  else
    WPP_EMIT (c, MOVE, .dst = dst, .a = wpp_compile_operand (c, operand));
}

/* Do what the plan does on EDGE; addresses that it checks stay known.  PHIs take effect all at once.  */
static void
take_edge (struct wpp_compiler *c, uint32_t edge)
{
  const struct wpp_points *p = &c->l->plan.edges[edge];
  const struct wpp_body *b = c->l->body;
  const struct wpp_edge_code *e = &b->edges[edge];
  uint32_t node = c->l->cfg->edges[edge].dst, first = b->first_phi[node], n = b->first_phi[node + 1] - first;
  const uint32_t *arguments = &b->arguments[e->first_argument];
  uint32_t kept = c->l->first_temporary + WPP_TEMPORARIES;
  bool at_once = false;
  if (!e->into)
    return;
  c->n_checked = 0;
  c->temporary = c->l->first_temporary;
  compile_points (c, p->first, p->n, WPP_NONE);
  uint32_t free = c->temporary;
  for (uint32_t i = 0; i < n; i++)
    at_once |= overwritten_p (b, first, i, arguments);
  for (uint32_t i = 0; i < n && !c->err; i++, c->temporary = free)
    give (c, at_once ? kept + i : wpp_value_slot (b->phis[first + i].result), arguments[i]);
  for (uint32_t i = 0; i < n && at_once && !c->err; i++)
    WPP_EMIT (c, MOVE, .dst = wpp_value_slot (b->phis[first + i].result), .a = kept + i);
}

static void
branch (struct wpp_compiler *c, uint32_t edge)
{
  c->temporary = c->l->first_temporary;
  c->n_checked = 0;
  wpp_compile_branch (c, edge);
  take_edge (c, edge);
}

/* ---- Paths.  */

static void
end_sequence (struct wpp_compiler *c)
{
  WPP_EMIT (c, END, .imm = 0);
}

/* The function that is called where NODE begins, or WPP_NONE.  */
static uint32_t
called_at (const struct wpp_compiler *c, uint32_t node)
{
  const struct wpp_body *b = c->l->body;
  uint32_t s = call_of (b, node);
  bool call = c->l->cfg->nodes[node].flags & WPP_NODE_CALL && s < b->first_statement[node + 1]
              && b->statements[s].kind == WPP_STATEMENT_CALL;
  return call ? b->calls[b->statements[s].extra].function : WPP_NONE;
}

/* What comes before the call that NODE begins with.  */
static void
before_call (struct wpp_compiler *c, uint32_t node)
{
  const struct wpp_body *b = c->l->body;
  uint32_t s = call_of (b, node);
  begin_node (c, node);
  if (s < b->first_statement[node + 1])
    before (c, s);
}

/* The index of the edge of PATH, but for the end edge, that leads into a call in tail position; or N_NODES.  */
static uint32_t
find_tail (const struct wpp_cfg *cfg, const struct wpp_path *path)
{
  uint32_t i = 0, n = path->n_nodes - (path->end_edge != WPP_NO_EDGE);
  while (i < n && !(cfg->edges[path->edges[i]].flags & WPP_EDGE_TAIL))
    i++;
  return i < n ? i : path->n_nodes;
}

static void
compile_nodes (struct wpp_compiler *c, const struct wpp_numbering *num, const struct wpp_path *path)
{
  const struct wpp_cfg *cfg = c->l->cfg;
  const struct wpp_start *start = &num->starts[path->start];
  uint32_t tail = find_tail (cfg, path), last = tail < path->n_nodes ? tail : path->n_nodes - 1;
  bool begun = start->edge != WPP_NO_EDGE && cfg->nodes[start->node].flags & WPP_NODE_CALL;
  if (start->node == WPP_NODE_ENTRY)
    {
      compile_points (c, c->l->plan.entry.first, c->l->plan.entry.n, WPP_NONE);
      wpp_compile_parameters (c);
    }
  for (uint32_t i = 0; i <= last && !c->err; i++)
    {
      execute (c, path->nodes[i], i == 0 && begun);
      if (i < last || (tail == path->n_nodes && path->end_edge == WPP_NO_EDGE))
        branch (c, path->edges[i]);
    }
  if (path->end_edge != WPP_NO_EDGE)
    {
      c->temporary = c->l->first_temporary;
      wpp_compile_branch (c, path->end_edge);
    }
  end_sequence (c);
  c->code->second = c->n;
  uint32_t edge = tail < path->n_nodes ? path->edges[tail] : path->end_edge;
  if (edge != WPP_NO_EDGE && !(cfg->edges[edge].flags & WPP_EDGE_GAP))
    {
      take_edge (c, edge);
      if (cfg->nodes[cfg->edges[edge].dst].flags & WPP_NODE_CALL)
        before_call (c, cfg->edges[edge].dst);
    }
  end_sequence (c);
}

static struct wpp_micro_code *
begin (struct wpp_compiler *c, const struct wpp_micro_layout *l)
{
  *c = (struct wpp_compiler){ .l = l, .temporary = l->first_temporary };
  c->code = calloc (1, sizeof *c->code);
  return c->code;
}

/* What C has compiled; null and *ERR after an error.  */
static struct wpp_micro_code *
finish (struct wpp_compiler *c, int *err)
{
  c->code->n = c->n;
  *err = c->err;
  if (!c->err)
    return c->code;
  wpp_micro_code_free (c->code);
  return NULL;
}

struct wpp_micro_code *
wpp_compile_path (const struct wpp_micro_layout *l, const struct wpp_numbering *num, uint64_t number, int *err)
{
  struct wpp_compiler c;
  struct wpp_path path = { 0 };
  *err = wpp_path_decode (num, number, &path);
  if (*err)
    {
      wpp_path_release (&path);
      return NULL;
    }
  if (!begin (&c, l))
    {
      wpp_path_release (&path);
      *err = WPP_E_NOMEM;
      return NULL;
    }
  const struct wpp_start *start = &num->starts[path.start];
  c.code->landing = start->edge == WPP_NO_EDGE && start->node != WPP_NODE_ENTRY ? start->node : WPP_NO_NODE;
  c.code->end = path.end_edge == WPP_NO_EDGE ? WPP_NODE_EXIT : l->cfg->edges[path.end_edge].dst;
  uint32_t tail = find_tail (l->cfg, &path);
  c.code->tail = tail < path.n_nodes;
  c.code->call = called_at (&c, c.code->tail ? l->cfg->edges[path.edges[tail]].dst : c.code->end);
  compile_nodes (&c, num, &path);
  wpp_path_release (&path);
  return finish (&c, err);
}

/* Control lands in NODE.  If that is after a call that returns twice, nobody has recorded what it returned.  */
static void
land (struct wpp_compiler *c, uint32_t node)
{
  const struct wpp_body *b = c->l->body;
  if (!(c->l->cfg->nodes[node - 1].flags & WPP_NODE_TWICE))
    return;
  for (uint32_t s = b->first_statement[node - 1]; s < b->first_statement[node]; s++)
    {
      const struct wpp_operand *result = wpp_statement_result (b, &b->statements[s]);
      if (b->statements[s].kind == WPP_STATEMENT_CALL && result && result->kind == WPP_OPERAND_VALUE)
        WPP_EMIT (c, LOSE, .dst = wpp_value_slot (result->index));
    }
}

struct wpp_micro_code *
wpp_compile_edge (const struct wpp_micro_layout *l, uint32_t edge, int *err)
{
  struct wpp_compiler c;
  if (!begin (&c, l))
    {
      *err = WPP_E_NOMEM;
      return NULL;
    }
  take_edge (&c, edge);
  land (&c, l->cfg->edges[edge].dst);
  end_sequence (&c);
  c.code->second = c.n;
  end_sequence (&c);
  return finish (&c, err);
}
