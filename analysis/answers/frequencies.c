/* How often data flow facts held, as rows: from a solution.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An entry is a basic block of the compiler's: the first node of it stands for its entry.  Lists make their elements
   from the solution when they are asked for them; texts of an element are in the view.  */

#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/frequencies.h"
#include "facts/problems/shown.h"
#include "base/numbers.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_frequency_gain_row
static const struct wpp_row_column gain_columns[]
  = { COLUMN (always, COUNT), COLUMN (never, COUNT), COLUMN (sometimes, COUNT) };
static const struct wpp_schema gain_schema = WPP_SCHEMA ("gain", struct OF, gain_columns);
#undef OF

#define OF wpp_frequency_static_row
static const struct wpp_row_column static_columns[]
  = { COLUMN (certain, COUNT), COLUMN (impossible, COUNT), COLUMN (unknown, COUNT),
      COLUMN (of_unknown, ROW, .of = &gain_schema) };
static const struct wpp_schema static_schema = WPP_SCHEMA ("static", struct OF, static_columns);
#undef OF

#define OF wpp_frequency_summary_row
static const struct wpp_row_column summary_columns[]
  = { COLUMN (facts, COUNT), COLUMN (always, COUNT), COLUMN (never, COUNT), COLUMN (sometimes, COUNT),
      COLUMN (without_profile, ROW, .of = &static_schema) };
static const struct wpp_schema summary_schema = WPP_SCHEMA ("summary", struct OF, summary_columns);
#undef OF

#define OF wpp_frequency_fact_row
static const struct wpp_row_column fact_columns[]
  = { COLUMN (fact, TEXT), COLUMN (variable, TEXT), COLUMN (line, NUMBER32),
      COLUMN (declared, TEXT, .optional = true), COLUMN (parameter, TRUTH, .optional = true),
      COLUMN (may, TRUTH, .optional = true), COLUMN (block, NUMBER32), COLUMN (hidden, TRUTH, .optional = true) };
static const struct wpp_schema fact_schema = WPP_SCHEMA ("fact", struct OF, fact_columns);
#undef OF

#define OF wpp_frequency_held_row
#define OF_FACT(MEMBER, TYPE, ...) \
  { .name = #MEMBER, .type = WPP_CELL_##TYPE, .offset = offsetof (struct OF, fact.MEMBER), __VA_ARGS__ }
static const struct wpp_row_column held_columns[]
  = { OF_FACT (fact, TEXT), OF_FACT (variable, TEXT),
      OF_FACT (line, NUMBER32), OF_FACT (declared, TEXT, .optional = true),
      OF_FACT (parameter, TRUTH, .optional = true), OF_FACT (may, TRUTH, .optional = true),
      COLUMN (id, NUMBER32), COLUMN (frequency, DIGITS), COLUMN (share, REAL) };
static const struct wpp_schema held_schema = WPP_SCHEMA ("fact", struct OF, held_columns);
#undef OF_FACT
#undef OF

static const struct wpp_row_column source_columns[] = { { .name = "source", .type = WPP_CELL_ANY } };
static const struct wpp_schema source_schema
  = WPP_SCHEMA ("source", struct wpp_any_cell, source_columns, .bare = true);

#define OF wpp_frequency_site_row
static const struct wpp_row_column site_columns[]
  = { COLUMN (site, TEXT), COLUMN (line, NUMBER32), COLUMN (count, DIGITS, .unit = "executions"),
      COLUMN (frequency, DIGITS, .unit = "executions"), COLUMN (share, REAL, .optional = true),
      COLUMN (node, NUMBER32), COLUMN (from, LIST, .of = &source_schema) };
static const struct wpp_schema site_schema = WPP_SCHEMA ("site", struct OF, site_columns);
#undef OF

#define OF wpp_frequency_block_row
static const struct wpp_row_column block_columns[]
  = { COLUMN (block, NUMBER32), COLUMN (node, NUMBER32),
      COLUMN (lines, LIST, .of = &wpp_number32_schema), COLUMN (count, DIGITS, .unit = "executions"),
      COLUMN (cost, REAL, .unit = "statements"), COLUMN (facts, LIST, .of = &held_schema),
      COLUMN (sites, LIST, .optional = true, .of = &site_schema) };
static const struct wpp_schema block_schema = WPP_SCHEMA ("block", struct OF, block_columns);
#undef OF

/* Which fact changes, and its source then.  */
struct change
{
  uint32_t fact;
  struct wpp_any_cell source;
};

#define OF change
static const struct wpp_row_column change_columns[] = { COLUMN (fact, NUMBER32), COLUMN (source, ANY) };
static const struct wpp_schema change_schema
  = WPP_SCHEMA ("change", struct OF, change_columns, .tuple = true);
#undef OF

#define OF wpp_frequency_effect_row
static const struct wpp_row_column effect_columns[]
  = { COLUMN (block, SIGNED, .optional = true), COLUMN (node, SIGNED, .optional = true),
      COLUMN (arriving, LIST, .optional = true, .of = &change_schema), COLUMN (from, SIGNED, .optional = true),
      COLUMN (to, SIGNED, .optional = true), COLUMN (edge, SIGNED, .optional = true),
      COLUMN (changes, LIST, .of = &change_schema) };
static const struct wpp_schema effect_schema = WPP_SCHEMA ("effect", struct OF, effect_columns);
#undef OF

#define OF wpp_frequency_function_row
static const struct wpp_row_column function_columns[]
  = { COLUMN (name, TEXT), COLUMN (assembler_name, TEXT), COLUMN (count, DIGITS, .unit = "activations"),
      COLUMN (direction, TEXT), COLUMN (facts, LIST, .of = &fact_schema),
      COLUMN (boundary, LIST, .of = &wpp_number32_schema), COLUMN (effects, LIST, .of = &effect_schema),
      COLUMN (blocks, LIST, .of = &block_schema), COLUMN (summary, ROW, .of = &summary_schema) };
const struct wpp_schema wpp_frequency_function_schema = WPP_SCHEMA ("function", struct OF, function_columns);
#undef OF

#define OF wpp_frequencies_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (file, TEXT), COLUMN (path, TEXT, .optional = true), COLUMN (problem, TEXT) };
const struct wpp_schema wpp_frequencies_schema
  = WPP_SCHEMA ("frequencies", struct OF, head_columns, .rows = "functions", .of = &wpp_frequency_function_schema);
#undef OF

/* ---- A problem of a solution, while its row is taken.  */

#define DECLARED 40

struct block
{
  const struct wpp_block_range *range;
  double cost;
};

struct view
{
  const struct wpp_solution *s;
  size_t problem;
  bool hot;
  const struct wpp_facts *facts;
  const struct wpp_frequencies *frequencies;
  unsigned words;
  size_t n_blocks;
  struct block *blocks;         /* [n_blocks] executed ones, as they are shown */
  const struct block *now;      /* the block whose lists are the present ones */
  size_t n_held, n_sites, n_effects;
  size_t *held;                 /* indices of the frequencies shown of that block */
  const struct wpp_site **sites; /* in it */
  uint32_t *effects;            /* nodes, and after them edges */
  size_t n_node_effects;
  uint32_t *lines;
  char activations[WPP_NUMBER_DIGITS], count[WPP_NUMBER_DIGITS]; /* of the function, of the block */
  char frequency[WPP_NUMBER_DIGITS], site_count[WPP_NUMBER_DIGITS], declared[DECLARED]; /* of an element */
};

static const uint64_t *
count_of (const struct view *v, uint32_t node)
{
  return wpp_solution_problem_count (v->s, v->problem, node);
}

/* NUMBER as digits in TEXT, which is returned.  */
static const char *
digits (const struct view *v, const uint64_t *number, char text[WPP_NUMBER_DIGITS])
{
  wpp_number_digits (number, v->words, text);
  return text;
}

/* What the source of a fact is: a fact, or whether it holds.  */
static struct wpp_any_cell
source_of (uint32_t source)
{
  if (source == WPP_FROM_LAMBDA || source == WPP_FROM_NONE)
    return (struct wpp_any_cell){ WPP_CELL_TRUTH, { .truth = source == WPP_FROM_LAMBDA } };
  return (struct wpp_any_cell){ WPP_CELL_NUMBER32, { .number32 = source } };
}

/* ---- Facts.  */

static void
describe_fact (struct view *v, const struct wpp_fact *fact, struct wpp_frequency_fact_row *row)
{
  *row = (struct wpp_frequency_fact_row){ .fact = fact->text, .variable = fact->variable, .line = fact->line,
                                          .parameter = fact->parameter, .may = fact->may, .block = fact->block,
                                          .hidden = fact->hidden };
  if (!fact->copy)
    return;
  int n = snprintf (v->declared, DECLARED, "%u:%u", fact->declared_line, fact->declared_column);
  if (fact->copy > 1)
    snprintf (v->declared + n, DECLARED - n, "#%u", fact->copy);
  row->declared = v->declared;
}

static int
get_fact (void *data, size_t i, void *row)
{
  struct view *v = data;
  describe_fact (v, &v->facts->facts[i], row);
  return 0;
}

static int
get_held (void *data, size_t i, void *row)
{
  struct view *v = data;
  struct wpp_frequency_held_row *held = row;
  const struct wpp_frequencies *f = v->frequencies;
  const uint64_t *number = f->frequency + v->held[i] * f->words;
  held->id = f->fact[v->held[i]];
  describe_fact (v, &v->facts->facts[held->id], &held->fact);
  held->frequency = digits (v, number, v->frequency);
  held->share = wpp_number_value (number, v->words)
                / wpp_number_value (count_of (v, v->now->range->first), v->words);
  return 0;
}

/* For qsort_r: what held more often first; else as it was.  */
static int
compare_held (const void *a, const void *b, void *data)
{
  const struct wpp_frequencies *f = data;
  const size_t *x = a, *y = b;
  int order = mpn_cmp ((mp_srcptr)f->frequency + *y * f->words, (mp_srcptr)f->frequency + *x * f->words, f->words);
  return order ? order : *x < *y ? -1 : *x > *y;
}

static void
find_held (struct view *v, uint32_t node)
{
  const struct wpp_frequencies *f = v->frequencies;
  v->n_held = 0;
  for (size_t i = f->start[node]; i < f->start[node + 1]; i++)
    if (!v->facts->facts[f->fact[i]].hidden)
      v->held[v->n_held++] = i;
  if (v->hot && v->n_held)
    qsort_r (v->held, v->n_held, sizeof *v->held, compare_held, (void *)f);
}

/* ---- Sites.  */

static int
get_source (void *data, size_t i, void *row)
{
  const struct wpp_site *site = data;
  *(struct wpp_any_cell *)row = source_of (site->source[i] == WPP_FROM_NONE ? site->source[1] : site->source[i]);
  return 0;
}

static struct wpp_row_list
sources_of (const struct wpp_site *site)
{
  size_t n = (site->source[0] != WPP_FROM_NONE) + (site->source[1] != WPP_FROM_NONE);
  return (struct wpp_row_list){ n, (void *)site, get_source };
}

static int
get_site (void *data, size_t i, void *row)
{
  struct view *v = data;
  const struct wpp_site *site = v->sites[i];
  const uint64_t *count = count_of (v, site->node);
  uint64_t number[WPP_NUMBER_WIDE];
  wpp_solution_at_site (v->s, v->problem, site, number);
  *(struct wpp_frequency_site_row *)row = (struct wpp_frequency_site_row){
    .site = site->text,
    .line = site->line,
    .count = digits (v, count, v->site_count),
    .frequency = digits (v, number, v->frequency),
    .share = wpp_number_zero_p (count, v->words)
               ? NAN
               : wpp_number_value (number, v->words) / wpp_number_value (count, v->words),
    .node = site->node,
    .from = sources_of (site)
  };
  return 0;
}

static void
find_sites (struct view *v, const struct wpp_block_range *range)
{
  v->n_sites = 0;
  for (uint32_t i = 0; i < v->facts->n_sites; i++)
    if (v->facts->sites[i].node >= range->first && v->facts->sites[i].node < range->end)
      v->sites[v->n_sites++] = &v->facts->sites[i];
}

/* ---- Blocks.  */

/* COST to six digits, which is what dumps have.  */
static double
shown_cost (double cost)
{
  char text[32];
  snprintf (text, sizeof text, "%g", cost);
  return strtod (text, NULL);
}

static int
get_block (void *data, size_t i, void *row)
{
  struct view *v = data;
  const struct wpp_block_range *range = v->blocks[i].range;
  uint32_t n_lines;
  v->now = &v->blocks[i];
  free (v->lines);
  v->lines = wpp_block_lines (v->s->cfg, range, &n_lines);
  if (!v->lines)
    return WPP_E_NOMEM;
  find_held (v, range->first);
  find_sites (v, range);
  *(struct wpp_frequency_block_row *)row = (struct wpp_frequency_block_row){
    .block = range->block,
    .node = range->first,
    .lines = wpp_numbers32 (v->lines, n_lines),
    .count = digits (v, count_of (v, range->first), v->count),
    .cost = shown_cost (v->blocks[i].cost),
    .facts = { v->n_held, v, get_held },
    .sites = { v->n_sites, v, v->facts->n_sites ? get_site : NULL }
  };
  return 0;
}

/* For qsort: the costlier block first.  */
static int
compare_blocks (const void *a, const void *b)
{
  const struct block *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  return x->range->first < y->range->first ? -1 : x->range->first > y->range->first;
}

/* Find the blocks that were executed; return what they cost.  */
static double
find_blocks (struct view *v)
{
  double cost = 0;
  for (uint32_t i = 0; i < v->s->n_blocks; i++)
    {
      const struct wpp_block_range *range = &v->s->blocks[i];
      const uint64_t *times = count_of (v, range->first);
      if (wpp_number_zero_p (times, v->words))
        continue;
      struct block *b = &v->blocks[v->n_blocks++];
      *b = (struct block){ range, wpp_block_cost (v->s->cfg, range, times, v->words) };
      cost += b->cost;
    }
  if (v->hot && v->n_blocks)
    qsort (v->blocks, v->n_blocks, sizeof *v->blocks, compare_blocks);
  return cost;
}

/* ---- Effects.  */

static int
get_change (void *data, size_t i, void *row)
{
  const struct wpp_transition *t = data;
  *(struct change *)row = (struct change){ t->changes[i].fact, source_of (t->changes[i].source) };
  return 0;
}

static struct wpp_row_list
changes_of (const struct wpp_transition *t)
{
  return (struct wpp_row_list){ t->n, (void *)t, get_change };
}

static int
get_effect (void *data, size_t i, void *row)
{
  const struct view *v = data;
  const struct wpp_cfg *cfg = v->s->cfg;
  uint32_t at = v->effects[i];
  struct wpp_frequency_effect_row *effect = row;
  *effect = (struct wpp_frequency_effect_row){ .block = -1, .node = -1, .from = -1, .to = -1, .edge = -1 };
  if (i < v->n_node_effects)
    {
      effect->block = v->s->block_of[at];
      effect->node = at;
      if (v->facts->enter && v->facts->enter[at].n)
        effect->arriving = changes_of (&v->facts->enter[at]);
      effect->changes = changes_of (&v->facts->node[at]);
      return 0;
    }
  /* An edge between the parts of a block is none of the compiler's graph.  */
  effect->from = cfg->nodes[cfg->edges[at].src].block;
  effect->to = cfg->nodes[cfg->edges[at].dst].block;
  effect->edge = at;
  effect->changes = changes_of (&v->facts->edge[at]);
  return 0;
}

static void
find_effects (struct view *v)
{
  const struct wpp_solution *s = v->s;
  const struct wpp_facts *facts = v->facts;
  for (uint32_t n = 0; n < s->cfg->n_nodes; n++)
    if (s->block_of[n] != WPP_NO_BLOCK && (facts->node[n].n || (facts->enter && facts->enter[n].n)))
      v->effects[v->n_effects++] = n;
  v->n_node_effects = v->n_effects;
  for (uint32_t e = 0; facts->edge && e < s->cfg->n_edges; e++)
    if (facts->edge[e].n && s->block_of[s->cfg->edges[e].dst] != WPP_NO_BLOCK)
      v->effects[v->n_effects++] = e;
}

/* ---- The function.  */

static int
summarize (const struct view *v, struct wpp_frequency_summary_row *row)
{
  struct wpp_solution_summary s;
  int err = wpp_solution_summarize (v->s, v->problem, &s);
  if (err)
    return err;
  *row = (struct wpp_frequency_summary_row){
    s.facts, s.always, s.never, s.sometimes,
    { s.certain, s.impossible, s.unknown, { s.gained_always, s.gained_never, s.gained_sometimes } }
  };
  return 0;
}

static int
view_begin (struct view *v)
{
  size_t most = 0;
  for (uint32_t n = 0; n < v->s->cfg->n_nodes; n++)
    if (v->frequencies->start[n + 1] - v->frequencies->start[n] > most)
      most = v->frequencies->start[n + 1] - v->frequencies->start[n];
  v->blocks = calloc (v->s->n_blocks + (size_t)1, sizeof *v->blocks);
  v->held = malloc ((most + 1) * sizeof *v->held);
  v->sites = malloc ((v->facts->n_sites + (size_t)1) * sizeof *v->sites);
  v->effects = malloc ((v->s->cfg->n_nodes + (size_t)v->s->cfg->n_edges + 1) * sizeof *v->effects);
  return v->blocks && v->held && v->sites && v->effects ? 0 : WPP_E_NOMEM;
}

static void
view_release (struct view *v)
{
  free (v->blocks);
  free (v->held);
  free (v->sites);
  free (v->effects);
  free (v->lines);
}

int
wpp_answer_function_frequencies (const struct wpp_solution *s, size_t p, const struct wpp_frequency_asked *asked,
                                 int (*take) (void *data, const struct wpp_frequency_function_row *row, double cost),
                                 void *data)
{
  const struct wpp_solved *solved = &s->solved[p];
  struct view v = { .s = s, .problem = p, .hot = asked->hot, .facts = &solved->facts,
                    .frequencies = solved->frequencies, .words = solved->frequencies->words };
  struct wpp_frequency_function_row row = { .name = asked->name, .assembler_name = asked->assembler_name };
  if (wpp_number_zero_p (count_of (&v, WPP_NODE_ENTRY), v.words))
    return 0;
  int err = view_begin (&v);
  double cost = err ? 0 : find_blocks (&v);
  if (!err)
    err = summarize (&v, &row.summary);
  if (!err)
    {
      find_effects (&v);
      row.count = digits (&v, count_of (&v, WPP_NODE_ENTRY), v.activations);
      row.direction = v.facts->backward ? "backward" : "forward";
      row.facts = (struct wpp_row_list){ v.facts->n_facts, &v, get_fact };
      row.boundary = wpp_numbers32 (v.facts->boundary, v.facts->n_boundary);
      row.effects = (struct wpp_row_list){ v.n_effects, &v, get_effect };
      row.blocks = (struct wpp_row_list){ v.n_blocks, &v, get_block };
      err = take (data, &row, cost);
    }
  view_release (&v);
  return err;
}
