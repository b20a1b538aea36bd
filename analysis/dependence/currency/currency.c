/* Dynamic currency (currency.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "dependence/currency/currency.h"
#include "base/array.h"

/* ---- What is promised.  */

/* Is variable V of B in memory: nothing binds it, and there is a reference to all of it?  */
static bool
memory_p (const struct wpp_body *b, uint32_t v)
{
  return !(wpp_body_variable (b, v)->flags & WPP_VARIABLE_REGISTER) && b->whole[v] != WPP_NONE;
}

static uint32_t
place_hash (const struct wpp_statement *s)
{
  return (s->line * 0x9e3779b1u ^ s->column) * 0x85ebca6bu ^ s->file;
}

static bool
same_place_p (const struct wpp_statement *a, const struct wpp_statement *b)
{
  return a->line == b->line && a->column == b->column && a->file == b->file;
}

/* Set FIRST [n_statements] to the first statement that changes memory at the place of each that does: moves know it by
   that (plugin/debug).  WPP_NONE of others.  */
static int
find_first (const struct wpp_body *b, uint32_t *first)
{
  uint32_t size = 16;
  while (size < 2 * (uint64_t)b->n_statements && size < UINT32_MAX / 2)
    size *= 2;
  uint32_t *table = calloc (size, sizeof *table);
  if (!table)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      first[i] = WPP_NONE;
      if (!(s->flags & WPP_STATEMENT_WRITES))
        continue;
      uint32_t at = place_hash (s) & (size - 1);
      while (s->line && table[at] && !same_place_p (&b->statements[table[at] - 1], s))
        at = (at + 1) & (size - 1);
      if (s->line && !table[at])
        table[at] = i + 1;
      first[i] = s->line ? table[at] - 1 : i;
    }
  free (table);
  return WPP_OK;
}

/* Does S assign all of VARIABLE, in memory?  */
static bool
must_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t variable)
{
  const struct wpp_operand *result = wpp_statement_result (b, s);
  return result && result->kind == WPP_OPERAND_REFERENCE
         && wpp_references_must_alias_p (b, result->index, b->whole[variable]);
}

/* The writes to C's variable.  */
static int
promise_memory (struct wpp_currency *c)
{
  const struct wpp_body *b = c->body;
  int err = find_first (b, c->promise);
  for (uint32_t i = 0; i < b->n_statements && !err; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      if (c->promise[i] == WPP_NONE)
        continue;
      if (s->flags & WPP_STATEMENT_CLOBBER || !wpp_statement_may_clobber_p (b, s, b->whole[c->variable]))
        c->promise[i] = WPP_NONE;
      else if (!must_p (b, s, c->variable) || c->promise[c->promise[i]] == WPP_NONE)
        c->may[c->promise[i]] = true;
    }
  /* The statement that stands for others counts as they do.  */
  for (uint32_t i = 0; i < b->n_statements && !err; i++)
    if (c->promise[i] != WPP_NONE)
      c->promise[c->promise[i]] = c->promise[i];
  return err;
}

/* The binds of C's variable.  */
static void
promise_binds (struct wpp_currency *c)
{
  for (uint32_t i = 0; i < c->body->n_statements; i++)
    c->promise[i] = wpp_debug_p (&c->body->statements[i]) && c->body->statements[i].extra == c->variable ? i : WPP_NONE;
}

static void
find_node_events (struct wpp_currency *c)
{
  for (uint32_t i = 0; i < c->body->n_statements; i++)
    if (c->promise[i] != WPP_NONE)
      c->node[c->body->statements[i].node] = WPP_EVENT_FIRST + c->promise[i];
}

/* ---- What is shown.  */

/* The number of C's variable among those of M.  */
static uint32_t
moved_variable (const struct wpp_currency *c, const struct wpp_moves *m, uint32_t function)
{
  const struct wpp_variable *v = wpp_body_variable (c->body, c->variable);
  const char *name = v->assembler ? v->assembler : v->name;
  for (uint32_t i = 0; i < m->n_variables; i++)
    if (c->variable < c->body->n_globals
            ? m->variables[i].name && name && !strcmp (m->variables[i].name, name)
            : m->variables[i].function == function && m->variables[i].variable == c->variable)
      return i;
  return UINT32_MAX;
}

/* What happens on an edge that no code can be on is unknown where it leads.  */
static void
find_landings (struct wpp_currency *c, const struct wpp_cfg *cfg)
{
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].flags & WPP_EDGE_GAP && c->shown.edge[e] != WPP_EVENT_NO)
      c->landing[cfg->edges[e].dst] = WPP_EVENT_UNKNOWN;
}

int
wpp_currency_init (struct wpp_currency *c, const struct wpp_moves *moves, uint32_t function, const struct wpp_cfg *cfg,
                   const struct wpp_body *body, uint32_t variable)
{
  size_t n = body->n_statements + (size_t)1, nodes = cfg->n_nodes + (size_t)1;
  const struct wpp_variable *v = wpp_body_variable (body, variable);
  const struct wpp_move_function *f = &moves->functions[function];
  *c = (struct wpp_currency){ .body = body, .moves = f, .points = moves->points + f->first_point, .variable = variable,
                              .memory = memory_p (body, variable), .promise = malloc (n * sizeof *c->promise),
                              .may = calloc (n, sizeof *c->may), .node = calloc (nodes, sizeof *c->node),
                              .landing = calloc (nodes, sizeof *c->landing) };
  if (!c->promise || !c->may || !c->node || !c->landing)
    return WPP_E_NOMEM;
  bool parameter = v->kind == WPP_PARAMETER;
  c->begins = parameter || v->flags & WPP_VARIABLE_STATIC;
  int err = WPP_OK;
  if (c->memory)
    err = promise_memory (c);
  else
    promise_binds (c);
  if (err)
    return err;
  find_node_events (c);
  struct wpp_shown_variable shown = { moved_variable (c, moves, function), parameter, c->memory,
                                      v->flags & (WPP_VARIABLE_STATIC | WPP_VARIABLE_ALIASED), c->promise };
  err = wpp_shown_find (&c->shown, moves, function, cfg, &shown);
  if (!err)
    find_landings (c, cfg);
  return err;
}

/* Forget what was found of a node.  */
static void
forget (struct wpp_currency *c)
{
  for (uint32_t t = 0; t < c->n_traces; t++)
    {
      wpp_vector_release (&c->promised[t]);
      wpp_vector_release (&c->showed[t]);
      c->promised[t] = c->showed[t] = (struct wpp_vector){ 0 };
    }
  c->asked = WPP_NONE;
}

void
wpp_currency_release (struct wpp_currency *c)
{
  free (c->promise);
  free (c->may);
  free (c->node);
  free (c->landing);
  wpp_shown_release (&c->shown);
  wpp_reach_release (&c->promises);
  wpp_reach_release (&c->shows);
  if (c->promised && c->showed)
    forget (c);
  free (c->promised);
  free (c->showed);
}

/* ---- At a statement.  */

/* What NODE has promised before STATEMENT, since it was entered.  */
static uint32_t
promised_within (const struct wpp_currency *c, uint32_t node, uint32_t statement)
{
  uint32_t event = WPP_EVENT_NO;
  for (uint32_t i = c->body->first_statement[node]; i < statement; i++)
    if (c->promise[i] != WPP_NONE)
      event = WPP_EVENT_FIRST + c->promise[i];
  return event;
}

/* The point of NODE at STATEMENT or, where the code of that is gone, the next one in the node; UINT32_MAX: there is
   none.  */
static uint32_t
point_at (const struct wpp_currency *c, uint32_t node, uint32_t statement)
{
  for (uint32_t i = 0; i < c->moves->n_points; i++)
    if (c->points[i].node == node && c->points[i].statement >= statement && c->shown.point[i] != WPP_EVENT_UNSEEN)
      return i;
  return UINT32_MAX;
}

bool
wpp_currency_code_p (const struct wpp_currency *c, uint32_t node, uint32_t statement)
{
  return point_at (c, node, statement) != UINT32_MAX;
}

/* What is shown at STATEMENT of NODE since that was entered.  At a later point an assignment between may have been
   executed.  */
static uint32_t
shown_within (const struct wpp_currency *c, uint32_t node, uint32_t statement)
{
  uint32_t point = point_at (c, node, statement);
  if (point == UINT32_MAX)
    return WPP_EVENT_UNKNOWN;
  uint32_t event = c->shown.point[point];
  if (event == WPP_EVENT_ANEW || (event == WPP_EVENT_NO && c->landing[node]))
    return WPP_EVENT_UNKNOWN;
  bool between = event >= WPP_EVENT_FIRST && c->points[point].statement > statement
                 && event - WPP_EVENT_FIRST >= statement && event - WPP_EVENT_FIRST < c->points[point].statement;
  if (!between)
    return event;
  /* Binds are in order: before the first of the node there was none.  */
  return c->memory || promised_within (c, node, statement) != WPP_EVENT_NO ? WPP_EVENT_UNKNOWN : WPP_EVENT_NO;
}

/* The event that VALUE, an answer, is.  */
static uint32_t
event_of (uint32_t value)
{
  uint32_t place = value & WPP_ANSWER_PLACE;
  return place == WPP_PLACE_BOUNDARY ? WPP_EVENT_ENTRY : place == WPP_PLACE_UNSEEN ? WPP_EVENT_UNKNOWN : place;
}

/* May the variable be as it was after EVENT?  */
static bool
may_p (const struct wpp_currency *c, uint32_t event)
{
  return event >= WPP_EVENT_FIRST && c->may[event - WPP_EVENT_FIRST];
}

static enum wpp_verdict
verdict (const struct wpp_currency *c, uint32_t promised, uint32_t shown)
{
  if (promised == WPP_EVENT_UNKNOWN)
    return WPP_NOT_KNOWN;
  if (promised == WPP_EVENT_ENTRY && !c->begins)
    return WPP_UNASSIGNED;
  if (shown == WPP_EVENT_UNKNOWN || shown == WPP_EVENT_ANEW)
    return WPP_NOT_KNOWN;
  if (shown == WPP_EVENT_NOTHING || (shown == WPP_EVENT_ENTRY && !c->begins))
    return WPP_NO_VALUE;
  if (shown == promised)
    return WPP_CURRENT;
  return may_p (c, promised) || may_p (c, shown) ? WPP_NOT_KNOWN : WPP_OTHER;
}

/* ---- Executions.  */

/* The number of the kind of PROMISED and SHOWN, in *KIND.  */
static int
kind_of (struct wpp_currency_answer *a, const struct wpp_currency *c, uint32_t promised, uint32_t shown, uint32_t *kind)
{
  for (*kind = 0; *kind < a->n; ++*kind)
    if (a->kinds[*kind].promised == promised && a->kinds[*kind].shown == shown)
      return WPP_OK;
  if (WPP_EXTEND (a->kinds, a->n))
    return WPP_E_NOMEM;
  a->kinds[a->n++] = (struct wpp_currency_kind){ promised, shown, verdict (c, promised, shown) };
  return WPP_OK;
}

/* Add TIMES, which may be empty and become V's, to V as executions of KIND.  */
static int
add_part (struct wpp_vector *v, uint32_t kind, struct wpp_times *times)
{
  uint64_t count = wpp_times_count (times);
  if (count && WPP_RESERVE (v->parts, v->room, v->n, 1))
    {
      wpp_times_release (times);
      return WPP_E_NOMEM;
    }
  if (count)
    v->parts[v->n++] = (struct wpp_vector_part){ kind, count, *times };
  else
    wpp_times_release (times);
  v->executions += count;
  return WPP_OK;
}

/* Unite what V has of PART's value with PART's times.  */
static int
merge_part (struct wpp_vector *v, uint32_t kind, struct wpp_times *times)
{
  size_t i = 0;
  while (i < v->n && v->parts[i].value != kind)
    i++;
  if (i == v->n)
    return add_part (v, kind, times);
  uint64_t count = wpp_times_count (times);
  int err = wpp_times_gather (&v->parts[i].times, times);
  v->parts[i].count += count;
  v->executions += count;
  wpp_times_release (times);
  return err;
}

/* Set V to the executions of one trace, of which PROMISED and SHOWN say the same each.  */
static int
combine (struct wpp_currency_answer *a, const struct wpp_currency *c, const struct wpp_vector *promised,
         uint32_t within_promised, const struct wpp_vector *shown, uint32_t within_shown, struct wpp_vector *v)
{
  int err = WPP_OK;
  for (size_t i = 0; i < promised->n && !err; i++)
    for (size_t k = 0; k < shown->n && !err; k++)
      {
        struct wpp_times both;
        uint32_t kind, p = within_promised != WPP_EVENT_NO ? within_promised : event_of (promised->parts[i].value),
                       s = within_shown != WPP_EVENT_NO ? within_shown : event_of (shown->parts[k].value);
        err = wpp_times_intersect (&both, &promised->parts[i].times, &shown->parts[k].times);
        if (!err && !wpp_times_empty_p (&both))
          err = kind_of (a, c, p, s, &kind);
        if (!err && !wpp_times_empty_p (&both))
          err = merge_part (v, kind, &both);
        else
          wpp_times_release (&both);
      }
  return err;
}

int
wpp_currency_open (struct wpp_currency *c, const struct wpp_spelled *s, const struct wpp_function_traces *traces)
{
  int err = wpp_reach_init (&c->promises, s, traces, c->moves->n_nodes, c->node, NULL);
  if (!err)
    err = wpp_reach_init (&c->shows, s, traces, c->moves->n_nodes, c->landing, c->shown.edge);
  c->promised = calloc (traces->n_traces + (size_t)1, sizeof *c->promised);
  c->showed = calloc (traces->n_traces + (size_t)1, sizeof *c->showed);
  c->asked = WPP_NONE;
  if (!err && (!c->promised || !c->showed))
    err = WPP_E_NOMEM;
  c->n_traces = err ? 0 : traces->n_traces;
  return err;
}

/* Find what reaches NODE.  */
static int
ask_node (struct wpp_currency *c, uint32_t node, uint64_t *room)
{
  if (c->asked == node)
    return WPP_OK;
  forget (c);
  int err = wpp_reach_ask (&c->promises, node, room, c->promised);
  if (!err)
    err = wpp_reach_ask (&c->shows, node, room, c->showed);
  if (err)
    forget (c);
  else
    c->asked = node;
  return err;
}

int
wpp_currency_ask (struct wpp_currency *c, uint32_t node, uint32_t statement, uint64_t *room,
                  struct wpp_currency_answer *a)
{
  uint32_t promised = promised_within (c, node, statement), shown = shown_within (c, node, statement);
  *a = (struct wpp_currency_answer){ .vectors = calloc (c->n_traces + (size_t)1, sizeof *a->vectors),
                                     .n_traces = c->n_traces };
  int err = a->vectors ? ask_node (c, node, room) : WPP_E_NOMEM;
  for (uint32_t t = 0; t < c->n_traces && !err; t++)
    err = combine (a, c, &c->promised[t], promised, &c->showed[t], shown, &a->vectors[t]);
  return err;
}

void
wpp_currency_answer_release (struct wpp_currency_answer *a)
{
  for (uint32_t t = 0; a->vectors && t < a->n_traces; t++)
    wpp_vector_release (&a->vectors[t]);
  free (a->vectors);
  free (a->kinds);
}
