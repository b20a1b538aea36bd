/* How a problem is made from the program as data.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/library/effects.h"
#include "facts/problems/builder.h"

uint32_t *
wpp_new_numbers (struct wpp_builder *b, uint32_t n)
{
  size_t size = ((size_t)n + 1) * sizeof (uint32_t);
  uint32_t *numbers = malloc (size);
  if (numbers)
    memset (numbers, 0xff, size);
  else
    wpp_builder_check (b, WPP_E_NOMEM);
  return numbers;
}

/* ---- Facts.  */

static bool
same_place_p (const void *items, uint32_t number, const void *key)
{
  const struct wpp_place_copies *p = items;
  return p[number].place == *(const uint64_t *)key;
}

/* The number of the place where V, number VARIABLE, is declared, in B's place_copies; WPP_NO_ITEM after an error.  */
static uint32_t
find_place (struct wpp_builder *b, const struct wpp_variable *v, uint32_t variable)
{
  uint64_t place = (uint64_t)(variable >= b->body->n_globals) << 32 | v->place;
  int err = wpp_hash_reserve (&b->places, 1);
  if (!err)
    err = WPP_RESERVE (b->place_copies, b->places_room, b->n_places, 1);
  if (err)
    {
      wpp_builder_check (b, err);
      return WPP_NO_ITEM;
    }
  uint32_t hash = wpp_hash_key (&b->places, place);
  uint32_t number = wpp_hash_find (&b->places, hash, same_place_p, b->place_copies, &place);
  if (number == WPP_NO_ITEM)
    {
      number = b->n_places;
      b->place_copies[b->n_places++] = (struct wpp_place_copies){ place, 0 };
      wpp_hash_add (&b->places, hash, number);
    }
  return number;
}

/* Which copy VARIABLE is of those declared where it is, from 1 on.  */
static uint32_t
copy_of (struct wpp_builder *b, const struct wpp_variable *v, uint32_t variable)
{
  if (b->copy_of[variable])
    return b->copy_of[variable];
  uint32_t place = find_place (b, v, variable);
  return place == WPP_NO_ITEM ? 0 : (b->copy_of[variable] = ++b->place_copies[place].n);
}

/* Set what FACT says of VARIABLE.  */
static void
describe_variable (struct wpp_builder *b, struct wpp_fact *fact, uint32_t variable)
{
  const struct wpp_variable *v = wpp_body_variable (b->body, variable);
  fact->variable = strdup (!v ? "" : v->name ? v->name : "?");
  if (!v)
    return;
  fact->declared_line = v->line;
  fact->declared_column = v->column;
  fact->copy = copy_of (b, v, variable);
}

uint32_t
wpp_add_fact (struct wpp_builder *b, char *text, uint32_t variable, uint32_t line, uint32_t block)
{
  size_t room = wpp_array_room (b->facts_room, b->out.n_facts, 1);
  b->text_size += text ? strlen (text) : 0;
  if (!text)
    wpp_builder_check (b, WPP_E_NOMEM);
  else if (b->out.n_facts == WPP_MOST_FACTS || b->text_size > WPP_MOST_TEXT)
    wpp_builder_check (b, WPP_E_TOOBIG);
  else if (b->out.n_facts == b->facts_room)
    {
      if (WPP_RESIZE (b->out.facts, room) || WPP_RESIZE (b->variable, room))
        wpp_builder_check (b, WPP_E_NOMEM);
      else
        b->facts_room = room;
    }
  if (b->err)
    {
      free (text);
      return WPP_NONE;
    }
  uint32_t number = b->out.n_facts++;
  struct wpp_fact *fact = &b->out.facts[number];
  *fact = (struct wpp_fact){ .text = text, .line = line, .block = block };
  b->variable[number] = variable;
  describe_variable (b, fact, variable);
  if (!fact->variable)
    wpp_builder_check (b, WPP_E_NOMEM);
  return b->err ? WPP_NONE : number;
}

uint32_t
wpp_add_fact_of (struct wpp_builder *b, struct wpp_buffer *out, uint32_t variable, uint32_t line, uint32_t block)
{
  return wpp_add_fact (b, wpp_text_take (out), variable, line, block);
}

uint32_t
wpp_add_variable_fact (struct wpp_builder *b, uint32_t variable, const char *after)
{
  const struct wpp_variable *v = wpp_body_variable (b->body, variable);
  struct wpp_buffer out = { 0 };
  wpp_put_text (&out, v->name ? v->name : "?");
  wpp_put_text (&out, after);
  return wpp_add_fact_of (b, &out, variable, v->line, b->cfg->nodes[WPP_NODE_ENTRY].block);
}

void
wpp_add_boundary (struct wpp_builder *b, uint32_t fact)
{
  wpp_builder_check (b, WPP_RESERVE (b->out.boundary, b->boundary_room, b->out.n_boundary, 1));
  if (!b->err)
    b->out.boundary[b->out.n_boundary++] = fact;
}

void
wpp_add_site (struct wpp_builder *b, const struct wpp_statement *s, const char *text, uint32_t fact, uint32_t other)
{
  bool backward = b->out.backward;
  struct wpp_site site
    = { .node = b->node, .line = s->line, .statement = wpp_statement_number (b, s), .text = strdup (text) };
  b->text_size += strlen (text);
  site.source[0] = backward ? fact : wpp_effect_source (&b->effect, fact);
  site.source[1] = other == WPP_FROM_NONE || backward ? other : wpp_effect_source (&b->effect, other);
  wpp_builder_check (b, site.text ? WPP_RESERVE (b->out.sites, b->sites_room, b->out.n_sites, 1) : WPP_E_NOMEM);
  if (b->text_size > WPP_MOST_TEXT)
    wpp_builder_check (b, WPP_E_TOOBIG);
  if (b->err)
    free (site.text);
  else
    b->out.sites[b->out.n_sites++] = site;
}

void
wpp_add_origin (struct wpp_builder *b, uint32_t fact)
{
  if (b->statement == WPP_NONE || b->err)
    return;
  wpp_builder_check (b, WPP_RESERVE (b->out.origins, b->origins_room, b->out.n_origins, 1));
  if (!b->err)
    b->out.origins[b->out.n_origins++] = (struct wpp_fact_origin){ b->node, fact, b->statement };
}

/* ---- Code.  */

/* The statement that NODE begins with and that control may leave for ever, or null.  */
static const struct wpp_statement *
left_in (const struct wpp_builder *b, uint32_t node)
{
  const struct wpp_statement *s = &b->body->statements[b->body->first_statement[node]];
  const struct wpp_statement *end = &b->body->statements[b->body->first_statement[node + 1]];
  if (s == end || !(b->cfg->nodes[node].flags & WPP_NODE_CALL))
    return NULL;
  while (s < end - 1 && wpp_codeless_p (s))
    s++;
  return wpp_debug_p (s) ? NULL : s;
}

/* The condition that E is an outcome of, or null.  */
static const struct wpp_statement *
condition_of (const struct wpp_builder *b, const struct wpp_edge_code *e)
{
  if (e->outcome != WPP_OUTCOME_TRUE && e->outcome != WPP_OUTCOME_FALSE)
    return NULL;
  const struct wpp_statement *s = &b->body->statements[e->statement];
  return s->kind == WPP_STATEMENT_CONDITION ? s : NULL;
}

/* Call VISIT for each PHI that EDGE brings an argument to.  */
static void
each_argument (struct wpp_builder *b, uint32_t edge,
               void (*visit) (struct wpp_builder *b, uint32_t result, uint32_t argument, uint32_t block))
{
  const struct wpp_body *body = b->body;
  uint32_t dst = b->cfg->edges[edge].dst, block = b->cfg->nodes[b->cfg->edges[edge].src].block;
  uint32_t first = body->first_phi[dst], n = body->first_phi[dst + 1] - first;
  for (uint32_t i = 0; visit && i < n; i++)
    visit (b, body->phis[first + i].result, body->arguments[body->edges[edge].first_argument + i], block);
}

static void
do_phi (struct wpp_builder *b, uint32_t result, uint32_t argument, uint32_t block)
{
  b->of->phi (b, result, argument);
}

static void
do_phis (struct wpp_builder *b, uint32_t edge)
{
  if (!b->of->phi)
    return;
  wpp_effect_begin_parallel (&b->effect);
  each_argument (b, edge, do_phi);
  wpp_effect_end_parallel (&b->effect, !b->out.backward);
}

static void
make_edge (struct wpp_builder *b, uint32_t edge)
{
  const struct wpp_edge_code *code = &b->body->edges[edge];
  bool gap = b->cfg->edges[edge].flags & WPP_EDGE_GAP;
  const struct wpp_statement *condition = condition_of (b, code);
  b->node = b->cfg->edges[edge].dst;
  if (!gap && b->of->over_edge)
    b->of->over_edge (b, b->node);
  if (code->into && !gap)
    {
      if (b->out.backward)
        do_phis (b, edge);
      if (condition && b->of->branch)
        b->of->branch (b, condition, code->outcome == WPP_OUTCOME_TRUE);
      if (!b->out.backward)
        do_phis (b, edge);
    }
  wpp_effect_take (&b->effect, &b->out.edge[edge]);
}

/* Make what is done at NODE in any case.  LEFT is what control may leave.  */
static void
make_entering (struct wpp_builder *b, uint32_t node, const struct wpp_statement *left)
{
  if (left && b->of->arrive)
    b->of->arrive (b, left);
  if (b->of->phi && b->cfg->nodes[node].flags & WPP_NODE_LANDING)
    for (uint32_t i = b->body->first_phi[node]; i < b->body->first_phi[node + 1]; i++)
      b->of->phi (b, b->body->phis[i].result, WPP_NONE);
  wpp_effect_take (&b->effect, &b->out.enter[node]);
}

static void
make_statement (struct wpp_builder *b, const struct wpp_statement *s, bool left)
{
  if (wpp_debug_p (s))
    return;
  bool arrives = !left && b->of->arrive;
  b->statement = wpp_statement_number (b, s);
  if (arrives && !b->out.backward)
    b->of->arrive (b, s);
  b->of->statement (b, s);
  if (arrives && b->out.backward)
    b->of->arrive (b, s);
  b->statement = WPP_NONE;
}

static void
make_node (struct wpp_builder *b, uint32_t node)
{
  const struct wpp_statement *left = left_in (b, node), *statements = b->body->statements;
  const struct wpp_transition *entering = &b->out.enter[node];
  uint32_t first = b->body->first_statement[node], end = b->body->first_statement[node + 1];
  b->node = node;
  make_entering (b, node, left);
  if (b->out.backward)
    for (uint32_t i = end; i-- > first;)
      make_statement (b, &statements[i], &statements[i] == left);
  else
    {
      /* Sites see what entering does as well.  It only generates and kills, and may do so twice.  */
      for (uint32_t i = 0; i < entering->n; i++)
        wpp_set (b, entering->changes[i].fact, entering->changes[i].source);
      for (uint32_t i = first; i < end; i++)
        make_statement (b, &statements[i], &statements[i] == left);
    }
  wpp_effect_take (&b->effect, &b->out.node[node]);
}

/* ---- The whole.  */

static void
find_in_node (struct wpp_builder *b, uint32_t node)
{
  const struct wpp_body *body = b->body;
  uint32_t first = body->first_statement[node], n = body->first_statement[node + 1] - first;
  b->node = node;
  for (uint32_t i = 0; i < n && !b->err; i++)
    {
      const struct wpp_statement *s = &body->statements[b->out.backward ? first + n - 1 - i : first + i];
      if (!wpp_debug_p (s))
        b->of->find (b, s);
    }
}

static void
find_on_edge (struct wpp_builder *b, uint32_t edge)
{
  const struct wpp_edge_code *code = &b->body->edges[edge];
  const struct wpp_statement *condition = condition_of (b, code);
  if (!code->into)
    return;
  each_argument (b, edge, b->of->find_phi);
  if (condition && b->of->find_branch && !b->err)
    b->of->find_branch (b, condition, code->outcome == WPP_OUTCOME_TRUE, b->cfg->nodes[b->cfg->edges[edge].src].block);
}

static void
find_facts (struct wpp_builder *b)
{
  for (uint32_t n = 0; b->of->find && n < b->cfg->n_nodes && !b->err; n++)
    find_in_node (b, n);
  for (uint32_t i = b->body->first_statement[b->body->n_nodes]; b->of->find && i < b->body->n_statements && !b->err;
       i++)
    b->of->find (b, &b->body->statements[i]);
  for (uint32_t e = 0; e < b->cfg->n_edges && !b->err; e++)
    find_on_edge (b, e);
  if (b->of->found && !b->err)
    b->of->found (b);
}

/* Make the sites of what is after the statements of all nodes.  Nobody executes it.  */
static void
make_asked (struct wpp_builder *b)
{
  for (uint32_t i = b->body->first_statement[b->body->n_nodes]; i < b->body->n_statements && !b->err; i++)
    {
      struct wpp_transition none = { 0 };
      b->node = b->body->statements[i].node;
      b->of->statement (b, &b->body->statements[i]);
      wpp_effect_take (&b->effect, &none);
      free (none.changes);
      wpp_builder_check (b, b->effect.err);
    }
}

static void
make_transitions (struct wpp_builder *b)
{
  wpp_builder_check (b, wpp_effect_init (&b->effect, b->out.n_facts));
  for (uint32_t n = 0; n < b->cfg->n_nodes && !b->err; n++)
    {
      make_node (b, n);
      wpp_builder_check (b, b->effect.err);
    }
  make_asked (b);
  for (uint32_t e = 0; e < b->cfg->n_edges && !b->err; e++)
    {
      make_edge (b, e);
      wpp_builder_check (b, b->effect.err);
    }
}

static void
begin (struct wpp_builder *b)
{
  struct wpp_facts *out = &b->out;
  out->backward = b->of->backward;
  out->must = b->of->must;
  out->n_nodes = b->cfg->n_nodes;
  out->n_edges = b->cfg->n_edges;
  out->node = calloc ((size_t)out->n_nodes + 1, sizeof *out->node);
  out->enter = calloc ((size_t)out->n_nodes + 1, sizeof *out->enter);
  out->edge = calloc ((size_t)out->n_edges + 1, sizeof *out->edge);
  b->copy_of = calloc ((size_t)wpp_body_n_variables (b->body) + 1, sizeof *b->copy_of);
  if (!out->node || !out->enter || !out->edge || !b->copy_of)
    wpp_builder_check (b, WPP_E_NOMEM);
  b->habits = wpp_library_habits (b->body->program);
  if (!b->err && b->of->begin)
    b->of->begin (b);
}

/* Free what B has but for OUT.  */
static void
end (struct wpp_builder *b)
{
  b->of->end (b);
  wpp_effect_release (&b->effect);
  wpp_hash_release (&b->places);
  free (b->place_copies);
  free (b->copy_of);
  free (b->variable);
  free (b);
}

/* As wpp_problem_facts; TOLD: with origins.  */
static int
make_problem (unsigned k, const struct wpp_cfg *cfg, const struct wpp_body *body, bool told, struct wpp_facts *facts)
{
  struct wpp_builder *b = calloc (1, wpp_problem_kinds[k].of->size);
  *facts = (struct wpp_facts){ 0 };
  if (!b)
    return WPP_E_NOMEM;
  b->of = wpp_problem_kinds[k].of;
  b->cfg = cfg;
  b->body = body;
  b->told = told;
  b->statement = WPP_NONE;
  begin (b);
  if (!b->err)
    find_facts (b);
  if (!b->err)
    make_transitions (b);
  int err = b->err;
  if (err)
    wpp_facts_release (&b->out);
  else
    *facts = b->out;
  end (b);
  return err;
}

int
wpp_problem_facts (unsigned k, const struct wpp_cfg *cfg, const struct wpp_body *body, struct wpp_facts *facts)
{
  return make_problem (k, cfg, body, false, facts);
}

int
wpp_problem_facts_told (unsigned k, const struct wpp_cfg *cfg, const struct wpp_body *body, struct wpp_facts *facts)
{
  return make_problem (k, cfg, body, true, facts);
}
