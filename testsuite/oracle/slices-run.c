/* Dynamic dependences of an expanded trace, one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Goes forward through the trace and remembers, for each value of each activation, the execution that defined it, and
   who wrote to memory.  Nothing of analysis/dependence/slices and analysis/dependence/instances is used; what calls of
   the C library do is taken from its table.  */

#include <string.h>
#include "program/statements/record.h"
#include "slices-impl.h"

static size_t clock_now;

/* ---- Operands.  */

static void use (struct history *h, uint32_t function, struct activation *a, uint32_t operand);

static void
use_address (struct history *h, uint32_t function, struct activation *a, uint32_t reference)
{
  const struct wpp_body *b = h->bodies[function];
  const struct wpp_reference *r = &b->references[reference];
  for (uint32_t i = 0; i < r->n_components; i++)
    {
      const struct wpp_component *c = &b->components[r->first_component + i];
      if (c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE)
        use (h, function, a, c->index);
    }
  if (r->base_kind != WPP_BASE_VARIABLE)
    use (h, function, a, r->base);
}

static void
use (struct history *h, uint32_t function, struct activation *a, uint32_t operand)
{
  const struct wpp_body *b = h->bodies[function];
  const struct wpp_operand *o = &b->operands[operand];
  if (o->kind == WPP_OPERAND_VALUE)
    depend (h, a->value[o->index]);
  if (o->kind == WPP_OPERAND_REFERENCE || o->kind == WPP_OPERAND_ADDRESS)
    use_address (h, function, a, o->index);
  if (wpp_operand_memory_p (b, o))
    h->memory->operand (h, function, a, o->index);
}

/* ---- Control.  */

static void
depend_on_control (struct history *h, uint32_t function, const struct activation *a, uint32_t node)
{
  const struct function_known *k = &h->known[function];
  uint32_t found = NONE;
  size_t when = 0;
  for (uint32_t i = k->first_control[node]; i < k->first_control[node + 1]; i++)
    if (a->when[k->controls[i]] > when)
      {
        found = a->taken[k->controls[i]];
        when = a->when[k->controls[i]];
      }
  depend (h, found);
  depend (h, a->start);
}

/* What decided that edge E is taken, now: an instance.  */
static uint32_t
decision (struct history *h, uint32_t function, const struct activation *a, uint32_t e)
{
  const struct wpp_body *b = h->bodies[function];
  if (b->edges[e].statement != WPP_NONE)
    return a->last[b->edges[e].statement];
  uint32_t passing = make (h, function, NONE, NONE);
  depend_on_control (h, function, a, h->stack.code->functions[function].function->cfg.edges[e].src);
  return passing;
}

/* ---- Statements.  */

static void
define (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s, uint32_t instance)
{
  const struct wpp_body *b = h->bodies[function];
  for (uint32_t i = 0; i < s->n_results; i++)
    {
      const struct wpp_operand *o = &b->operands[wpp_statement_results (b, s)[i]];
      if (o->kind == WPP_OPERAND_VALUE)
        a->value[o->index] = instance;
    }
}

/* The call S of A, if it is va_start, uses all arguments that have no parameter.  */
static void
use_unnamed (struct history *h, const struct wpp_body *b, struct activation *a, const struct wpp_statement *s)
{
  const struct wpp_variable *v
    = s->kind == WPP_STATEMENT_CALL ? wpp_body_variable (b, b->calls[s->extra].function) : NULL;
  bool starts = v && v->name && !strcmp (v->name, "__builtin_va_start");
  for (uint32_t i = 0; starts && i < a->n_unnamed; i++)
    depend (h, a->unnamed[i]);
}

static uint32_t
execute (struct history *h, uint32_t function, struct activation *a, uint32_t node, uint32_t number)
{
  const struct wpp_body *b = h->bodies[function];
  const struct wpp_statement *s = &b->statements[number];
  uint32_t i = make (h, function, number, a->entry);
  depend_on_control (h, function, a, node);
  for (uint32_t k = 0; k < s->n_operands; k++)
    use (h, function, a, wpp_statement_operands (b, s)[k]);
  for (uint32_t k = 0; k < s->n_results; k++)
    if (b->operands[wpp_statement_results (b, s)[k]].kind == WPP_OPERAND_REFERENCE)
      use_address (h, function, a, b->operands[wpp_statement_results (b, s)[k]].index);
  if (s->kind == WPP_STATEMENT_CALL && b->calls[s->extra].pointer != WPP_NONE)
    use (h, function, a, b->calls[s->extra].pointer);
  use_unnamed (h, b, a, s);
  h->memory->reads (h, function, a, s);
  h->memory->writes (h, function, a, s, i, true);
  define (h, function, a, s, i);
  a->last[number] = i;
  return i;
}

/* ---- Calls.  */

/* The call that NODE begins with, if the path ends before it; or NONE.  */
static uint32_t
call_of (const struct history *h, uint32_t function, uint32_t node)
{
  const struct wpp_body *b = h->bodies[function];
  if (!(h->stack.code->functions[function].function->cfg.nodes[node].flags & WPP_NODE_CALL))
    return NONE;
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + 1]; i++)
    if (b->statements[i].kind == WPP_STATEMENT_CALL && b->calls[b->statements[i].extra].flags & WPP_CALL_ENDS_PATH)
      return i;
  return NONE;
}

static void
begin_call (struct history *h, uint32_t function, struct activation *a, uint32_t node, uint32_t number)
{
  const struct wpp_body *b = h->bodies[function];
  const struct wpp_statement *s = a->call = &b->statements[number];
  const struct wpp_call *c = &b->calls[s->extra];
  a->was_called = true;
  a->n_results = 0;
  a->number = h->call++;
  if (h->first_pass)
    {
      GROW (h->matched, h->n_calls, h->calls_room);
      h->matched[h->n_calls++] = false;
      return;
    }
  bool matched = h->matched[a->number];
  free (a->arguments);
  a->arguments = need (calloc (s->n_operands + 1, sizeof *a->arguments));
  uint32_t only = matched ? NONE : make (h, function, number, a->entry);
  for (uint32_t k = 0; !matched && k < s->n_operands; k++)
    use (h, function, a, wpp_statement_operands (b, s)[k]);
  if (matched)
    only = make (h, function, number, a->entry);
  depend_on_control (h, function, a, node);
  if (c->pointer != WPP_NONE)
    use (h, function, a, c->pointer);
  for (uint32_t k = 0; k < s->n_results; k++)
    if (b->operands[wpp_statement_results (b, s)[k]].kind == WPP_OPERAND_REFERENCE)
      use_address (h, function, a, b->operands[wpp_statement_results (b, s)[k]].index);
  if (!matched)
    h->memory->call (h, function, a, s, only);
  a->call_instance = only;
  for (uint32_t k = 0; k < s->n_operands; k++)
    {
      a->arguments[k] = only;
      if (!matched)
        continue;
      a->arguments[k] = make (h, function, number, a->entry);
      use (h, function, a, wpp_statement_operands (b, s)[k]);
      h->memory->argument (h, function, a, s, k);
      depend (h, only);
    }
}

static void
end_call (struct history *h, uint32_t function, struct activation *a, uint32_t number)
{
  const struct wpp_body *b = h->bodies[function];
  const struct wpp_statement *s = &b->statements[number];
  bool seen = a->was_called && a->call == s;
  if (h->first_pass)
    return;
  uint32_t i = make (h, function, number, a->entry);
  if (seen)
    depend (h, a->call_instance);
  for (size_t k = 0; seen && k < a->n_results; k++)
    depend (h, a->results[k]);
  /* Of a call before the trace begins nobody knows whom it called, and with what.  */
  bool own = seen ? !h->matched[a->number] : !calls_recorded_p (h, function, s);
  h->memory->writes (h, function, a, s, i, own);
  define (h, function, a, s, i);
}

/* Does the call of A call FUNCTION?  */
static bool
calls_p (const struct history *h, uint32_t caller, const struct activation *a, uint32_t function)
{
  const struct wpp_body *b = h->bodies[caller];
  const struct wpp_call *c = &b->calls[a->call->extra];
  const struct wpp_variable *v = wpp_body_variable (b, c->function);
  if (c->pointer != WPP_NONE)
    return true;
  const char *name = v->assembler ? v->assembler : v->name;
  return !strcmp (name, h->stack.code->functions[function].function->name);
}

/* ---- What is known of a function.  */

/* Edges by where they lead.  */
struct leading
{
  uint32_t *first, *from;      /* [nodes + 1]; [edges] their sources */
};

static struct leading
edges_by_end (const struct wpp_cfg *cfg)
{
  struct leading l = { need (calloc (cfg->n_nodes + 2, sizeof *l.first)),
                       need (malloc ((cfg->n_edges + 1) * sizeof *l.from)) };
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    l.first[cfg->edges[e].dst + 2]++;
  for (uint32_t v = 2; v < cfg->n_nodes + 2; v++)
    l.first[v] += l.first[v - 1];
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    l.from[l.first[cfg->edges[e].dst + 1]++] = cfg->edges[e].src;
  return l;
}

/* Add to REACHED, of which LIST [N] are new, the nodes from which control comes to these without coming to WITHOUT.  */
static void
come_to (const struct leading *l, uint32_t without, bool *reached, uint32_t *list, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = l->first[list[i]]; k < l->first[list[i] + 1]; k++)
      if (l->from[k] != without && !reached[l->from[k]])
        {
          reached[l->from[k]] = true;
          list[n++] = l->from[k];
        }
}

/* Set the nodes with which executing CFG ends: EXIT, and, of what never comes there, as calls that do not return, the
   last nodes.  */
static bool *
ends_of (const struct wpp_cfg *cfg, const struct leading *l, uint32_t *list)
{
  bool *ends = need (calloc (cfg->n_nodes, 1)), *reached = need (calloc (cfg->n_nodes, 1));
  ends[WPP_NODE_EXIT] = reached[WPP_NODE_EXIT] = true;
  list[0] = WPP_NODE_EXIT;
  come_to (l, NONE, reached, list, 1);
  for (uint32_t n = cfg->n_nodes; n-- > 0;)
    if (!reached[n])
      {
        ends[n] = reached[n] = true;
        list[0] = n;
        come_to (l, NONE, reached, list, 1);
      }
  free (reached);
  return ends;
}

/* Add to K, as those of node N, the branches of CFG that decide about it: it is executed for sure when they are taken,
   but not otherwise.  From REACHED control comes to the end without coming to N.  WAYS go on from nodes.  */
static void
add_controls (struct function_known *k, const struct wpp_cfg *cfg, const uint32_t *ways, uint32_t n,
              const bool *reached, uint32_t *room)
{
  uint32_t count = k->first_control[n];
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (ways[cfg->edges[e].src] > 1 && !reached[cfg->edges[e].dst]
        && (n == cfg->edges[e].src || reached[cfg->edges[e].src]))
      {
        GROW (k->controls, count, *room);
        k->controls[count++] = e;
      }
  k->first_control[n + 1] = count;
}

static void
know_controls (struct function_known *k, const struct wpp_cfg *cfg)
{
  struct leading l = edges_by_end (cfg);
  uint32_t *list = need (malloc ((cfg->n_nodes + 1) * sizeof *list)),
           *ways = need (calloc (cfg->n_nodes, sizeof *ways)), room = 0;
  bool *ends = ends_of (cfg, &l, list), *reached = need (malloc (cfg->n_nodes));
  k->first_control = need (calloc (cfg->n_nodes + 1, sizeof *k->first_control));
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    ways[cfg->edges[e].src]++;
  for (uint32_t n = 0; n < cfg->n_nodes; n++)
    {
      uint32_t begun = 0;
      for (uint32_t v = 0; v < cfg->n_nodes; v++)
        if ((reached[v] = ends[v] && v != n))
          list[begun++] = v;
      come_to (&l, n, reached, list, begun);
      add_controls (k, cfg, ways, n, reached, &room);
    }
  free (l.first);
  free (l.from);
  free (list);
  free (ways);
  free (ends);
  free (reached);
}

/* Know FUNCTION, which begins.  */
static void
know_function (struct history *h, uint32_t function)
{
  struct function_known *k = &h->known[function];
  if (k->ready)
    return;
  k->ready = true;
  know_controls (k, &h->stack.code->functions[function].function->cfg);
  know_references (k, h->bodies[function]);
}

/* A of FUNCTION is given what the call of CALLER passes, if it MATCHES; else it is called back.  */
static void
give (struct history *h, uint32_t function, struct activation *a, const struct activation *caller, bool matches)
{
  const struct wpp_body *b = h->bodies[function];
  uint32_t n = caller->call->n_operands;
  a->start = caller->call_instance;
  for (uint32_t p = 0; p < b->n_parameters; p++)
    a->given[p] = !matches ? a->start : p < n ? caller->arguments[p] : NONE;
  a->unnamed = need (malloc ((n + 1) * sizeof *a->unnamed));
  for (uint32_t p = b->n_parameters; matches && p < n; p++)
    a->unnamed[a->n_unnamed++] = caller->arguments[p];
  for (uint32_t v = 0; v < b->n_values; v++)
    {
      uint32_t p = b->values[v].variable;
      if (b->values[v].kind == WPP_DEFINED_BEFORE && local_p (b, p) && p - b->n_globals < b->n_parameters)
        a->value[v] = a->given[p - b->n_globals];
    }
}

static void
begin (void *user, struct frame *top)
{
  struct history *h = user;
  uint32_t f = top->function;
  const struct wpp_body *b = h->bodies[f];
  struct activation *a = top->own = need (calloc (1, sizeof *a));
  know_function (h, f);
  a->value = need (malloc ((b->n_values + 1) * sizeof *a->value));
  a->last = need (malloc ((b->n_statements + 1) * sizeof *a->last));
  a->taken = need (calloc (b->n_edges + 1, sizeof *a->taken));
  a->when = need (calloc (b->n_edges + 1, sizeof *a->when));
  memset (a->value, 0xff, b->n_values * sizeof *a->value);
  memset (a->last, 0xff, b->n_statements * sizeof *a->last);
  a->given = need (malloc ((b->n_parameters + 1) * sizeof *a->given));
  memset (a->given, 0xff, b->n_parameters * sizeof *a->given);
  a->start = a->entry = NONE;
  struct frame *below = h->stack.depth > 1 ? top - 1 : NULL;
  struct activation *caller = below ? below->own : NULL;
  bool known = top->seen && caller && caller->was_called && below->node >= 0;
  bool matches = known && calls_p (h, below->function, caller, f);
  if (h->first_pass)
    {
      if (matches)
        h->matched[caller->number] = true;
      return;
    }
  if (known)
    give (h, f, a, caller, matches);
  h->memory->begin (h, f, a);
}

static void
end (void *user, struct frame *top, enum ending how)
{
  struct activation *a = top->own;
  (void)user;
  (void)how;
  free (a->given);
  free (a->unnamed);
  free (a->value);
  free (a->last);
  free (a->taken);
  free (a->when);
  free (a->arguments);
  free (a->results);
  free (a->readers);
  free (a->own);
  free (a);
}

/* ---- Paths.  */

static void
enter_block (struct history *h, uint32_t function, struct activation *a, uint32_t node, bool at_end)
{
  if (h->stack.code->functions[function].function->cfg.nodes[node].flags & WPP_NODE_CONTINUES)
    return;
  GROW (h->entries, h->n_entries, h->entries_room);
  h->entries[h->n_entries] = (struct block_entry){ function, node, h->n_paths, at_end };
  a->entry = h->n_entries++;
}

static void
take_edge (struct history *h, uint32_t function, struct activation *a, uint32_t e)
{
  const struct wpp_body *b = h->bodies[function];
  const struct wpp_edge_code *c = &b->edges[e];
  uint32_t dst = h->stack.code->functions[function].function->cfg.edges[e].dst,
           n = b->first_phi[dst + 1] - b->first_phi[dst];
  if (h->first_pass)
    return;
  uint32_t decided = decision (h, function, a, e), *values = need (malloc ((n + 1) * sizeof *values));
  a->taken[e] = decided;
  for (uint32_t i = 0; c->into && i < n; i++)
    {
      uint32_t v = wpp_operand_value (&b->operands[b->arguments[c->first_argument + i]]);
      values[i] = v == WPP_NONE ? decided : a->value[v];
    }
  for (uint32_t i = 0; c->into && i < n; i++)
    a->value[b->phis[b->first_phi[dst] + i].result] = values[i];
  a->when[e] = ++clock_now;
  free (values);
}

/* The path at hand, of A of FUNCTION, begins at NODE, a landing place: nobody knows by which edge, or whether by one at
   all.  So a PHI has what it had, or any of its arguments.  */
static void
land (struct history *h, uint32_t function, struct activation *a, const struct wpp_cfg *cfg, uint32_t node)
{
  const struct wpp_body *b = h->bodies[function];
  uint32_t first = b->first_phi[node], n = b->first_phi[node + 1] - first,
           *values = need (malloc ((n + 1) * sizeof *values));
  for (uint32_t i = 0; i < n; i++)
    {
      values[i] = make (h, function, NONE, NONE);
      depend (h, a->value[b->phis[first + i].result]);
      for (uint32_t e = 0; e < cfg->n_edges; e++)
        if (cfg->edges[e].dst == node && b->edges[e].into)
          {
            uint32_t v = wpp_operand_value (&b->operands[b->arguments[b->edges[e].first_argument + i]]);
            depend (h, v == WPP_NONE ? NONE : a->value[v]);
          }
    }
  for (uint32_t i = 0; i < n; i++)
    a->value[b->phis[first + i].result] = values[i];
  free (values);
}

/* The path at hand, of A of FUNCTION, ends by an edge.  */
static void
end_path (struct history *h, uint32_t function, struct activation *a, const struct wpp_cfg *cfg)
{
  uint32_t e = h->stack.path.end_edge, dst = cfg->edges[e].dst, call = call_of (h, function, dst);
  take_edge (h, function, a, e);
  if (!(cfg->nodes[dst].flags & WPP_NODE_LANDING))
    enter_block (h, function, a, dst, true);
  if (call != NONE)
    begin_call (h, function, a, dst, call);
}

static void
take (void *user, struct frame *top, const struct wpp_numbering *num, uint64_t number)
{
  struct history *h = user;
  const struct wpp_path *p = &h->stack.path;
  uint32_t f = top->function;
  const struct wpp_body *b = h->bodies[f];
  struct activation *a = top->own;
  if (!h->first_pass)
    h->memory->path (h, f, a, num->starts[p->start].node == WPP_NODE_ENTRY);
  for (uint32_t i = 0; i < p->n_nodes; i++)
    {
      uint32_t node = p->nodes[i], returned = i || node == WPP_NODE_ENTRY ? NONE : call_of (h, f, node);
      if (i || node == WPP_NODE_ENTRY || num->cfg->nodes[node].flags & WPP_NODE_LANDING)
        enter_block (h, f, a, node, false);
      if (!i && num->cfg->nodes[node].flags & WPP_NODE_LANDING && !h->first_pass)
        land (h, f, a, num->cfg, node);
      if (returned != NONE)
        {
          end_call (h, f, a, returned);
          a->was_called = false;
        }
      for (uint32_t s = b->first_statement[node]; s < b->first_statement[node + 1]; s++)
        {
          if (s == returned || wpp_codeless_p (&b->statements[s]) || h->first_pass)
            continue;
          uint32_t made = execute (h, f, a, node, s);
          struct activation *caller = h->stack.depth > 1 ? (top - 1)->own : NULL;
          if (b->statements[s].kind != WPP_STATEMENT_RETURN || !caller || !caller->was_called)
            continue;
          bool matches = calls_p (h, (top - 1)->function, caller, f);
          caller->results = need (realloc (caller->results, (caller->n_results + 1) * sizeof *caller->results));
          if (matches)
            caller->n_results = 0;
          caller->results[caller->n_results++] = made;
        }
      if (i + 1 < p->n_nodes)
        take_edge (h, f, a, p->edges[i]);
    }
  if (p->end_edge != WPP_NO_EDGE)
    end_path (h, f, a, num->cfg);
  h->n_paths++;
}

void
history_make (struct history *h, const char *file, bool by_bytes)
{
  struct wpp_place place;
  int err;
  h->stack.user = h;
  h->stack.begin = begin;
  h->stack.take = take;
  h->stack.end = end;
  h->memory = by_bytes ? &memory_by_bytes : &memory_by_places;
  if (by_bytes)
    stack_read (&h->stack, file);
  else
    stack_read_by_stacks (&h->stack, file);
  struct wpp_code *code = h->stack.code;
  h->programs = need (calloc (code->n_units + 1, sizeof *h->programs));
  h->first_variable = need (calloc (code->n_units + 1, sizeof *h->first_variable));
  h->bodies = need (calloc (code->n_functions + 1, sizeof *h->bodies));
  h->unit_of = need (calloc (code->n_functions + 1, sizeof *h->unit_of));
  h->known = need (calloc (code->n_functions + 1, sizeof *h->known));
  for (size_t u = 0; u < code->n_units; u++)
    {
      stack_check (&h->stack, (h->programs[u] = wpp_program_decode (code->units[u], &err, &place)), "no statements");
      h->habits |= wpp_library_all_habits (h->programs[u]);
    }
  for (uint32_t f = 0; f < code->n_functions; f++)
    {
      const struct wpp_code_function *c = &code->functions[f];
      while (code->units[h->unit_of[f]] != c->unit)
        h->unit_of[f]++;
      h->bodies[f] = &h->programs[h->unit_of[f]]->bodies[c->function - c->unit->functions];
    }
  if (by_bytes)
    know_accesses (h);
  else
    know_variables (h);
  for (h->first_pass = true;; h->first_pass = false)
    {
      h->call = h->n_entries = h->n_paths = 0;
      stack_run (&h->stack, &h->stack.profile->threads[0]);
      if (!h->first_pass)
        break;
    }
}
