/* The plan of a function's checks and puts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "format/value-table.h"
#include "values/plan-impl.h"
#include "values/written.h"

struct planner
{
  const struct wpp_body *b;
  const struct wpp_cfg *cfg;
  struct wpp_values_plan *plan;
  size_t n, room;          /* of plan->points */
  uint32_t statement;      /* that is planned */
  bool *used;              /* [n_values] what is not only debugged uses it */
  uint32_t *n_in;          /* [n_nodes] edges into it */
  bool *met;               /* [wpp_body_n_variables] executed statements name it */
  bool modes;              /* replay computes reals */
  bool *odd;               /* [n_phis] replay does not know an argument */
  bool joins;              /* edges have points */
  int err;
};

static bool
check_kind_p (uint8_t kind)
{
  switch (kind)
    {
    case WPP_POINT_HANDLER: case WPP_POINT_PARAMETER: case WPP_POINT_INITIAL: case WPP_POINT_FRAME:
    case WPP_POINT_MODE: case WPP_POINT_PHI: case WPP_POINT_ADDRESS: case WPP_POINT_LOAD: case WPP_POINT_RESULT:
    case WPP_POINT_RETURNED: case WPP_POINT_WRITTEN:
      return true;
    default:
      return false;
    }
}

/* Add POINT, whose check has no number yet.  */
static void
add (struct planner *p, struct wpp_point point)
{
  struct wpp_values_plan *plan = p->plan;
  if (p->err || (p->err = WPP_RESERVE (plan->points, p->room, p->n, 1)))
    return;
  if (point.kind != WPP_POINT_LOAD && point.kind != WPP_POINT_STORE && point.kind != WPP_POINT_COPY)
    point.reference = WPP_NONE;
  point.check = check_kind_p (point.kind) ? plan->n_checks++ : WPP_NONE;
  plan->points[p->n++] = point;
}

#define ADD(P, KIND, ...) add (P, (struct wpp_point){ .kind = WPP_POINT_##KIND, __VA_ARGS__ })

/* The points since FIRST are R's.  */
static void
end_points (struct planner *p, struct wpp_points *r, uint32_t first, uint32_t n_before)
{
  *r = (struct wpp_points){ .first = first, .n_before = n_before, .n = p->n - first };
}

/* Plan a check of the mode if that matters.  */
static void
plan_mode (struct planner *p)
{
  if (p->modes)
    ADD (p, MODE, .width = 4, .index = WPP_NONE);
}

/* ---- The entry.  */

static unsigned
width_of_value (const struct planner *p, uint32_t value)
{
  return wpp_values_width (p->b, p->b->values[value].type);
}

/* Plan what is known of VALUE, which has no definition.  */
static void
plan_initial (struct planner *p, uint32_t value)
{
  const struct wpp_body *b = p->b;
  uint32_t variable = b->values[value].variable;
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  unsigned width = width_of_value (p, value);
  if (!v || !width || !p->used[value] || (v->kind != WPP_PARAMETER && v->kind != WPP_RESULT))
    return;
  uint32_t local = variable - b->n_globals;
  if (variable >= b->n_globals && local < b->n_parameters && local < WPP_TABLE_ARGUMENTS)
    ADD (p, PARAMETER, .width = width, .index = value, .number = local);
  else
    ADD (p, INITIAL, .width = width, .index = value);
}

/* Give NAMED locals their numbers, and plan checks of where FRAMED ones are.  */
static void
plan_locals (struct planner *p)
{
  const struct wpp_body *b = p->b;
  struct wpp_values_plan *plan = p->plan;
  for (uint32_t v = b->n_globals; v < wpp_body_n_variables (b); v++)
    if (plan->storage[v] == WPP_STORAGE_NAMED)
      plan->names[v] = plan->n_checks++;
    else if (plan->storage[v] == WPP_STORAGE_FRAMED && p->met[v])
      ADD (p, FRAME, .width = 8, .index = v);
}

static void
plan_entry (struct planner *p)
{
  if (p->b->flags & WPP_BODY_HANDLER)
    ADD (p, HANDLER, .width = 1, .index = WPP_NONE);
  plan_mode (p);
  for (uint32_t v = 0; v < p->b->n_values && p->b->values[v].kind == WPP_DEFINED_BEFORE; v++)
    plan_initial (p, v);
  plan_locals (p);
  end_points (p, &p->plan->entry, 0, 0);
}

/* ---- PHIs.  */

/* Does replay not know O, an argument of a PHI?  */
static bool
odd_argument_p (const struct planner *p, uint32_t operand)
{
  const struct wpp_operand *o = &p->b->operands[operand];
  return !wpp_values_operand_known_p (p->b, o)
         || (o->kind == WPP_OPERAND_ADDRESS && !wpp_values_address_known_p (p->b, p->plan->storage, o->index));
}

static void
note_edge (struct planner *p, uint32_t e)
{
  const struct wpp_body *b = p->b;
  uint32_t node = p->cfg->edges[e].dst, first = b->first_phi[node], n = b->first_phi[node + 1] - first;
  p->n_in[node]++;
  if (b->edges[e].into)
    for (uint32_t i = 0; i < n; i++)
      {
        uint32_t operand = b->arguments[b->edges[e].first_argument + i];
        p->odd[first + i] |= odd_argument_p (p, operand);
        if (b->operands[operand].kind == WPP_OPERAND_VALUE)
          p->used[b->operands[operand].index] = true;
      }
}

/* Where control lands from anywhere, nobody knows over which edge it came.  What comes together after a call in tail
   position is planned on the edges.  */
static void
plan_node (struct planner *p, uint32_t node)
{
  const struct wpp_body *b = p->b;
  uint32_t first = p->n;
  bool joined = p->joins && p->plan->after_tail[node];
  bool lands = p->cfg->nodes[node].flags & WPP_NODE_NONLOCAL && p->n_in[node] > 1;
  if (p->cfg->nodes[node].flags & WPP_NODE_NONLOCAL)
    plan_mode (p);
  for (uint32_t i = b->first_phi[node]; i < b->first_phi[node + 1]; i++)
    {
      unsigned width = width_of_value (p, b->phis[i].result);
      if (width && (lands || (p->odd[i] && !joined)))
        ADD (p, PHI, .width = width, .index = b->phis[i].result);
    }
  end_points (p, &p->plan->nodes[node], first, 0);
}

/* ---- Before statements.  */

/* The reference whose address is checked so that that of REFERENCE is known.  */
static uint32_t
told_by (const struct planner *p, uint32_t reference)
{
  uint32_t v = wpp_values_parts_known_p (p->b, reference) ? wpp_values_variable (p->b, reference) : WPP_NONE;
  return v != WPP_NONE && p->b->whole[v] != WPP_NONE ? p->b->whole[v] : reference;
}

/* Plan a check of the address of O if that is needed and not known, not even by the points of the statement since
   FIRST. ACCESSED: it is needed if O is in memory.  */
static void
plan_address (struct planner *p, const struct wpp_operand *o, bool accessed, size_t first)
{
  bool needed = o->kind == WPP_OPERAND_ADDRESS || (accessed && wpp_operand_memory_p (p->b, o));
  if (!needed || wpp_values_address_known_p (p->b, p->plan->storage, o->index))
    return;
  uint32_t reference = told_by (p, o->index);
  while (first < p->n && p->plan->points[first].index != reference)
    first++;
  if (first == p->n)
    ADD (p, ADDRESS, .width = 8, .index = reference);
}

/* Is the access to O, in memory, one that replay makes in the activation?  */
static bool
kept_p (const struct planner *p, const struct wpp_operand *o)
{
  uint32_t v = wpp_values_variable (p->b, o->index);
  return v != WPP_NONE && p->plan->storage[v] == WPP_STORAGE_KEPT;
}

static bool
hard_p (const struct planner *p, const struct wpp_operand *o)
{
  const struct wpp_variable *v = wpp_body_variable (p->b, wpp_values_variable (p->b, o->index));
  return v && v->flags & WPP_VARIABLE_HARD;
}

/* The bytes of the aggregate that S assigns from memory to memory, or sets to zero if ZEROS; 0 if it does not.  */
static uint32_t
aggregate_size (const struct planner *p, const struct wpp_statement *s, bool zeros)
{
  const struct wpp_operand *to = wpp_statement_result (p->b, s);
  if (s->kind != WPP_STATEMENT_ASSIGN || s->operation != WPP_OPERATION_COPY || s->flags & WPP_STATEMENT_CLOBBER
      || !wpp_operand_memory_p (p->b, to) || hard_p (p, to) || kept_p (p, to))
    return 0;
  const struct wpp_operand *from = wpp_statement_operand (p->b, s, 0);
  bool memory = wpp_operand_memory_p (p->b, from) && !hard_p (p, from) && !kept_p (p, from);
  uint64_t size = wpp_body_type (p->b, to->type)->size;
  if (size % 8 || (zeros ? !wpp_values_zeros_p (p->b, s) : !memory))
    return 0;
  return wpp_value_copied (size / 8);
}

static void
plan_arguments (struct planner *p, const struct wpp_statement *s)
{
  for (uint32_t i = 0; i < s->n_operands && i < WPP_TABLE_ARGUMENTS; i++)
    {
      const struct wpp_operand *o = wpp_statement_operand (p->b, s, i);
      if (wpp_values_operand_known_p (p->b, o))
        ADD (p, ARGUMENT, .width = wpp_values_width (p->b, o->type), .index = wpp_statement_operands (p->b, s)[i],
             .number = i);
    }
}

static bool
call_ends_path_p (const struct planner *p, const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_CALL && p->b->calls[s->extra].flags & WPP_CALL_ENDS_PATH;
}

/* Does S, which is no load or store, access memory in a way that the plan follows?  */
static void
plan_whole (struct planner *p, const struct wpp_statement *s)
{
  const struct wpp_body *b = p->b;
  uint32_t copied = aggregate_size (p, s, false), zeros = aggregate_size (p, s, true);
  if (copied)
    ADD (p, COPY, .index = wpp_statement_result (b, s)->index, .reference = wpp_statement_operand (b, s, 0)->index,
         .number = copied);
  else if (zeros)
    ADD (p, FILL, .index = wpp_statement_result (b, s)->index, .number = zeros);
  else if (wpp_values_move_p (b, s))
    ADD (p, MOVE, .index = WPP_NONE);
  else if (wpp_values_set_p (b, s))
    ADD (p, SET, .index = WPP_NONE);
}

static void
plan_before (struct planner *p, const struct wpp_statement *s)
{
  const struct wpp_body *b = p->b;
  bool access = wpp_values_load_p (b, s) || wpp_values_store_p (b, s) || aggregate_size (p, s, false)
                || aggregate_size (p, s, true);
  size_t first = p->n;
  for (uint32_t i = 0; i < s->n_operands; i++)
    plan_address (p, wpp_statement_operand (b, s, i), access, first);
  if (access)
    plan_address (p, wpp_statement_result (b, s), true, first);
  if (call_ends_path_p (p, s))
    plan_arguments (p, s);
  if (!wpp_values_load_p (b, s) && !wpp_values_store_p (b, s))
    plan_whole (p, s);
  if (s->kind == WPP_STATEMENT_RETURN && s->n_operands == 1 && !p->plan->after_tail[s->node]
      && wpp_values_operand_known_p (b, wpp_statement_operand (b, s, 0)))
    ADD (p, RETURN, .width = wpp_values_width (b, wpp_statement_operand (b, s, 0)->type),
         .index = wpp_statement_operands (b, s)[0]);
}

/* ---- Edges.  */

/* The call puts its result itself, if it is recorded; no code can come after it.  What other ways return is put before
   they come to it.  */
static void
plan_edge (struct planner *p, uint32_t edge)
{
  uint32_t first = p->n;
  bool joins = p->joins && wpp_values_joins_p (p->cfg, p->plan->after_tail, edge);
  uint32_t operand = joins ? wpp_values_returned_over (p->b, p->cfg, edge) : WPP_NONE;
  const struct wpp_operand *o = operand == WPP_NONE ? NULL : &p->b->operands[operand];
  if (o && wpp_values_operand_known_p (p->b, o))
    {
      plan_address (p, o, false, first);
      ADD (p, RETURN, .width = wpp_values_width (p->b, o->type), .index = operand);
    }
  end_points (p, &p->plan->edges[edge], first, 0);
}

/* ---- After statements.  */

static void
plan_access (struct planner *p, const struct wpp_statement *s, const struct wpp_operand *memory, bool store)
{
  struct wpp_values_access a = wpp_values_access (p->b, memory->index);
  if (kept_p (p, memory))
    return;
  if (store)
    ADD (p, STORE, .width = a.width, .bits = a.bits, .index = wpp_statement_operands (p->b, s)[0],
         .reference = memory->index);
  else
    ADD (p, LOAD, .width = a.width, .bits = a.bits, .index = wpp_statement_result (p->b, s)->index,
         .reference = memory->index);
}

/* Plan a check of the result O of S, unless replay knows it.  */
static void
plan_result (struct planner *p, const struct wpp_statement *s, const struct wpp_operand *o)
{
  if (o->kind != WPP_OPERAND_VALUE || !width_of_value (p, o->index) || wpp_values_computed_p (p->b, s))
    return;
  unsigned width = width_of_value (p, o->index);
  if (call_ends_path_p (p, s))
    ADD (p, RETURNED, .width = width, .index = o->index);
  else
    ADD (p, RESULT, .width = width, .index = o->index);
}

/* Does S return at another time, too, than just after it was called?  Then what it returned is not checked.  */
static bool
twice_p (const struct planner *p, const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_CALL && p->b->calls[s->extra].flags & WPP_CALL_RETURNS_TWICE;
}

/* Plan what becomes of the bytes that the call S has written, moved or cleared.  */
static void
plan_written (struct planner *p, const struct wpp_statement *s)
{
  uint32_t number = wpp_values_written_by (p->b, s);
  if (number == WPP_NONE)
    return;
  uint8_t writes = wpp_values_written_row (number)->writes;
  if (writes == WPP_WRITES_MOVED)
    ADD (p, MOVED, .index = WPP_NONE, .number = number);
  else if (writes == WPP_WRITES_ZEROS)
    ADD (p, ZEROED, .index = WPP_NONE, .number = number);
  else
    ADD (p, WRITTEN, .index = WPP_NONE, .number = number);
}

static void
plan_after (struct planner *p, const struct wpp_statement *s)
{
  if (wpp_values_load_p (p->b, s))
    plan_access (p, s, wpp_statement_operand (p->b, s, 0), false);
  else if (wpp_values_store_p (p->b, s))
    plan_access (p, s, wpp_statement_result (p->b, s), true);
  else if (!twice_p (p, s))
    for (uint32_t i = 0; i < s->n_results; i++)
      plan_result (p, s, &p->b->operands[wpp_statement_results (p->b, s)[i]]);
  plan_written (p, s);
  if (call_ends_path_p (p, s) && !twice_p (p, s))
    plan_mode (p);
}

static void
plan_statement (struct planner *p, uint32_t number)
{
  const struct wpp_statement *s = &p->b->statements[number];
  uint32_t first = p->n, n_before = 0;
  if (!wpp_debug_p (s))
    {
      plan_before (p, s);
      n_before = p->n - first;
      /* Code after a call in tail position would make it another call.  */
      if (!p->plan->after_tail[s->node])
        plan_after (p, s);
    }
  end_points (p, &p->plan->statements[number], first, n_before);
}

/* ---- The whole.  */

static void
find_uses (struct planner *p)
{
  const struct wpp_body *b = p->b;
  for (uint32_t i = 0; i < b->n_statements; i++)
    for (uint32_t j = 0; j < b->statements[i].n_uses && !wpp_debug_p (&b->statements[i]); j++)
      p->used[wpp_statement_uses (b, &b->statements[i])[j].value] = true;
  for (uint32_t e = 0; e < b->n_edges; e++)
    note_edge (p, e);
}

static void
find_modes (struct planner *p)
{
  for (uint32_t i = 0; p->b->flags & WPP_BODY_MODES && !p->modes && i < p->b->n_statements; i++)
    p->modes = !wpp_debug_p (&p->b->statements[i]) && wpp_values_mode_p (p->b, &p->b->statements[i]);
}

static int
allocate (struct planner *p)
{
  const struct wpp_body *b = p->b;
  size_t n_variables = wpp_body_n_variables (b);
  struct wpp_values_plan *plan = p->plan;
  p->used = calloc (b->n_values + 1, sizeof *p->used);
  p->n_in = calloc (b->n_nodes + 1, sizeof *p->n_in);
  p->met = calloc (n_variables + 1, sizeof *p->met);
  p->odd = calloc (b->n_phis + 1, sizeof *p->odd);
  plan->after_tail = calloc (b->n_nodes + 1, sizeof *plan->after_tail);
  plan->nodes = calloc (b->n_nodes + 1, sizeof *plan->nodes);
  plan->edges = calloc (b->n_edges + 1, sizeof *plan->edges);
  plan->statements = calloc (b->n_statements + 1, sizeof *plan->statements);
  plan->storage = calloc (n_variables + 1, sizeof *plan->storage);
  plan->names = malloc ((n_variables + 1) * sizeof *plan->names);
  if (!plan->after_tail || !p->used || !p->n_in || !p->odd || !p->met || !plan->nodes || !plan->edges
      || !plan->statements || !plan->storage || !plan->names)
    return WPP_E_NOMEM;
  memset (plan->names, 0xff, n_variables * sizeof *plan->names);
  return WPP_OK;
}

int
wpp_values_plan (const struct wpp_body *b, const struct wpp_cfg *cfg, struct wpp_values_plan *plan)
{
  struct planner p = { .b = b, .cfg = cfg, .plan = plan, .joins = b->flags & WPP_BODY_JOINS };
  memset (plan, 0, sizeof *plan);
  p.err = allocate (&p);
  if (!p.err)
    p.err = wpp_values_find_tails (cfg, plan->after_tail);
  if (!p.err)
    {
      wpp_values_set_storage (b, plan->storage);
      wpp_values_set_met (b, p.met);
      find_uses (&p);
      find_modes (&p);
      plan_entry (&p);
      for (uint32_t node = 0; node < b->n_nodes; node++)
        {
          plan_node (&p, node);
          for (uint32_t s = b->first_statement[node]; s < b->first_statement[node + 1]; s++)
            plan_statement (&p, s);
        }
      for (uint32_t e = 0; e < b->n_edges; e++)
        plan_edge (&p, e);
      plan->n_points = p.n;
    }
  free (p.used);
  free (p.n_in);
  free (p.odd);
  free (p.met);
  if (p.err)
    wpp_values_plan_release (plan);
  return p.err;
}

void
wpp_values_plan_release (struct wpp_values_plan *plan)
{
  free (plan->points);
  free (plan->nodes);
  free (plan->edges);
  free (plan->statements);
  free (plan->storage);
  free (plan->names);
  free (plan->after_tail);
  memset (plan, 0, sizeof *plan);
}

uint64_t
wpp_values_named_address (const struct wpp_body *b, const struct wpp_values_plan *plan, uint32_t first,
                          uint32_t variable)
{
  return wpp_value_name (variable < b->n_globals ? wpp_value_of_variable (b->globals[variable])
                                                 : first + plan->names[variable]);
}
