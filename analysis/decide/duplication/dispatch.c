/* Switches and chains of comparisons, and ways to them (dispatch.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/duplication/copies.h"
#include "base/array.h"

/* What is before a dispatch is copied up to so many blocks and statements.  */
#define MOST_DEPTH 8u
#define MOST_STATEMENTS 40u

/* Ways to dispatches that are counted, of a function.  */
#define MOST_TREES 100u

/* ---- Dispatches.  */

/* The statement that decides by which jump control leaves BLOCK, or null.  */
static const struct wpp_statement *
decider (const struct wpp_blocks *b, uint32_t block)
{
  const struct wpp_block *at = &b->blocks[block];
  if (at->n_jumps < 2)
    return NULL;
  uint32_t s = b->body->edges[b->jumps[at->first_jump].edge].statement;
  return s == WPP_NONE ? NULL : &b->body->statements[s];
}

/* The value that a statement compares with a constant, to see whether they are equal; or WPP_NONE.  */
static uint32_t
compared_value (const struct wpp_body *body, const struct wpp_statement *s)
{
  if (!s || s->kind != WPP_STATEMENT_CONDITION
      || (s->operation != WPP_OPERATION_EQ && s->operation != WPP_OPERATION_NE))
    return WPP_NONE;
  const struct wpp_operand *constant = wpp_statement_operand (body, s, 1);
  if (constant->kind != WPP_OPERAND_CONSTANT || body->program->constants[constant->index].kind != WPP_CONSTANT_INTEGER)
    return WPP_NONE;
  return wpp_operand_value (wpp_statement_operand (body, s, 0));
}

/* The jump that control takes from BLOCK, which compares, if the values are EQUAL, or if they are not.  */
static uint32_t
jump_if (const struct wpp_blocks *b, uint32_t block, bool equal)
{
  const struct wpp_block *at = &b->blocks[block];
  bool when_true = (decider (b, block)->operation == WPP_OPERATION_EQ) == equal;
  for (uint32_t j = at->first_jump; j < at->first_jump + at->n_jumps; j++)
    if (b->body->edges[b->jumps[j].edge].outcome == (when_true ? WPP_OUTCOME_TRUE : WPP_OUTCOME_FALSE))
      return j;
  return WPP_NONE;
}

/* The jump from BLOCK, which compares VALUE, to another block that does nothing else and is reached so only; or
   WPP_NONE.  */
static uint32_t
link_after (const struct wpp_blocks *b, uint32_t block, uint32_t value)
{
  uint32_t j = jump_if (b, block, false);
  if (j == WPP_NONE)
    return WPP_NONE;
  uint32_t to = b->jumps[j].to, node = b->blocks[to].first;
  bool bare = b->blocks[to].n_before == 1 && b->blocks[to].statements == 1 && to != block && !b->blocks[to].fixed
              && b->body->first_phi[node] == b->body->first_phi[node + 1];
  return bare && compared_value (b->body, decider (b, to)) == value ? j : WPP_NONE;
}

static bool
link_p (const struct wpp_blocks *b, uint32_t block, uint32_t value)
{
  uint32_t before = b->blocks[block].before;
  if (before == WPP_NONE)
    return false;
  uint32_t from = b->jumps[before].from;
  return compared_value (b->body, decider (b, from)) == value && link_after (b, from, value) == before;
}

static void
find_links (const struct wpp_blocks *b, struct wpp_dispatch *d, uint32_t value)
{
  for (uint32_t at = d->block; d->n_links < WPP_MOST_LINKS; at = b->jumps[d->link[d->n_links++]].to)
    {
      uint32_t j = link_after (b, at, value);
      if (j == WPP_NONE)
        return;
      d->link[d->n_links] = j;
    }
}

static void
add_way (struct wpp_dispatch *d, uint32_t jump, bool single, double cost)
{
  if (jump != WPP_NONE)
    d->ways[d->n_ways++] = (struct wpp_way){ jump, single, cost };
}

/* After the ways stands one for what is not counted by any.  */
static void
add_rest (struct wpp_dispatch *d, double cost)
{
  d->ways[d->n_ways] = (struct wpp_way){ .jump = WPP_NONE, .cost = cost };
}

static int
set_chain (const struct wpp_blocks *b, struct wpp_dispatch *d)
{
  uint32_t at = d->block;
  d->ways = malloc ((d->n_links + 3) * sizeof *d->ways);
  if (!d->ways)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i <= d->n_links; i++)
    {
      add_way (d, jump_if (b, at, true), true, (i + 1) * WPP_TEST);
      if (i == d->n_links)
        add_way (d, jump_if (b, at, false), false, (i + 1) * WPP_TEST);
      else
        at = b->jumps[d->link[i]].to;
    }
  add_rest (d, (d->n_links + 1) * WPP_TEST);
  return 0;
}

/* Is the value of jump J of a switch a single one?  */
static bool
single_p (const struct wpp_blocks *b, uint32_t j)
{
  const struct wpp_constant *constants = b->body->program->constants;
  const struct wpp_edge_code *e = &b->body->edges[b->jumps[j].edge];
  const struct wpp_case *k = &b->body->cases[e->first_case];
  return e->n_cases == 1 && k->low != WPP_NONE
         && (k->low == k->high
             || (constants[k->low].low == constants[k->high].low && constants[k->low].high == constants[k->high].high));
}

static int
set_switch (const struct wpp_blocks *b, struct wpp_dispatch *d)
{
  const struct wpp_block *at = &b->blocks[d->block];
  double *cost = wpp_switch_costs (b, d->block);
  d->ways = malloc ((at->n_jumps + 1) * sizeof *d->ways);
  for (uint32_t i = 0; cost && d->ways && i < at->n_jumps; i++)
    add_way (d, at->first_jump + i, single_p (b, at->first_jump + i), cost[i]);
  if (cost && d->ways)
    add_rest (d, cost[at->n_jumps]);
  free (cost);
  return cost && d->ways ? 0 : WPP_E_NOMEM;
}

/* If BLOCK ends in a dispatch, add it to C's.  */
static int
add_dispatch (struct wpp_copies *c, uint32_t block)
{
  const struct wpp_blocks *b = c->blocks;
  const struct wpp_statement *s = decider (b, block);
  struct wpp_dispatch d = { .block = block, .count = b->blocks[block].count };
  if (!s)
    return 0;
  d.statement = s - b->body->statements;
  bool is_switch = s->kind == WPP_STATEMENT_SWITCH && wpp_statement_operand (b->body, s, 0)->kind == WPP_OPERAND_VALUE;
  uint32_t value = compared_value (b->body, s);
  if (value != WPP_NONE && !link_p (b, block, value))
    find_links (b, &d, value);
  if (!is_switch && !d.n_links)
    return 0;
  if (WPP_RESERVE (c->dispatches, c->dispatches_room, c->n_dispatches, 1))
    return WPP_E_NOMEM;
  c->dispatches[c->n_dispatches++] = d;
  struct wpp_dispatch *last = &c->dispatches[c->n_dispatches - 1];
  return is_switch ? set_switch (b, last) : set_chain (b, last);
}

/* ---- Ways to them.  */

/* May JUMP, which is taken often, be one on the way to a dispatch, where control has come through PATH [N] blocks of
   STATEMENTS?  */
static bool
on_way_p (const struct wpp_blocks *b, uint32_t jump, const uint32_t *path, uint32_t n, uint32_t statements)
{
  const struct wpp_jump *j = &b->jumps[jump];
  if (j->into_loop || !wpp_block_copied_p (b, j->to) || statements + b->blocks[j->to].statements > MOST_STATEMENTS)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (b->jumps[path[i]].to == j->to)
      return false;
  return true;
}

static uint32_t
most_frequent_jump (const struct wpp_blocks *b, uint32_t block)
{
  const struct wpp_block *at = &b->blocks[block];
  uint32_t best = at->first_jump;
  for (uint32_t j = at->first_jump + 1; j < at->first_jump + at->n_jumps; j++)
    if (b->jumps[j].count > b->jumps[best].count)
      best = j;
  return at->n_jumps ? best : WPP_NONE;
}

/* Follow control from JUMP on to a dispatch, OF [blocks].  Set PATH to the jumps.  Return how many, or 0 if there is
   none.  */
static uint32_t
path_to_dispatch (const struct wpp_blocks *b, const uint32_t *of, uint32_t jump, uint32_t *path)
{
  uint32_t statements = 0;
  for (uint32_t n = 0; n < MOST_DEPTH && jump != WPP_NONE && on_way_p (b, jump, path, n, statements);)
    {
      uint32_t to = b->jumps[jump].to;
      path[n++] = jump;
      statements += b->blocks[to].statements;
      if (of[to] != WPP_NONE)
        return n;
      jump = most_frequent_jump (b, to);
    }
  return 0;
}

static int
add_copy (struct wpp_copies *c, uint32_t jump, bool first, uint64_t least_way, bool only_counted)
{
  if (WPP_RESERVE (c->copies, c->room, c->n, 1))
    return WPP_E_NOMEM;
  c->copies[c->n] = (struct wpp_copy){ .jump = jump,
                                       .block = c->blocks->jumps[jump].to,
                                       .parent = first ? WPP_NONE : c->n - 1,
                                       .depth = first ? 0 : c->copies[c->n - 1].depth + 1,
                                       .folds = { .statement = WPP_NONE },
                                       .least_way = least_way,
                                       .kept = !only_counted,
                                       .only_counted = only_counted };
  c->n++;
  return 0;
}

static int
add_tree (struct wpp_copies *c, uint32_t dispatch, const uint32_t *path, uint32_t n)
{
  const struct wpp_dispatch *d = &c->dispatches[dispatch];
  uint32_t root = c->n;
  uint64_t in = c->blocks->jumps[path[0]].count, all = c->blocks->blocks[d->block].count;
  uint64_t least_way = (in < all ? in : all) / WPP_LEAST_PART_OF_WAY;
  int err = 0;
  for (uint32_t i = 0; i < n && !err; i++)
    err = add_copy (c, path[i], i == 0, i + 1 == n ? least_way : 0, false);
  for (uint32_t i = 0; i < d->n_links && !err; i++)
    err = add_copy (c, d->link[i], false, least_way, true);
  if (!err && WPP_RESERVE (c->trees, c->trees_room, c->n_trees, 1))
    err = WPP_E_NOMEM;
  if (err)
    return err;
  c->trees[c->n_trees++] = (struct wpp_copy_tree){ .of = c,
                                                   .root = root,
                                                   .end = c->n,
                                                   .dispatch = dispatch,
                                                   .at_dispatch = root + n - 1,
                                                   .folds = { .statement = d->statement } };
  return 0;
}

/* May what comes by jump J differ from what comes by others?  */
static bool
root_p (const struct wpp_blocks *b, const struct wpp_jump *j, uint64_t least)
{
  return j->count && j->count >= least && b->blocks[j->to].n_before > 1
         && (b->blocks[j->from].n_jumps == 1 || !b->blocks[j->from].fixed);
}

struct counted
{
  uint64_t count;
  uint32_t jump;
};

static int
compare_counts (const void *a, const void *b)
{
  const struct counted *x = a, *y = b;
  return x->count != y->count ? (x->count < y->count ? 1 : -1) : (x->jump > y->jump) - (x->jump < y->jump);
}

static int
find_ways_to (struct wpp_copies *c, const uint32_t *of, uint64_t least)
{
  const struct wpp_blocks *b = c->blocks;
  struct counted *order = malloc (((size_t) b->n_jumps + 1) * sizeof *order);
  uint32_t path[MOST_DEPTH], trees = 0;
  int err = order ? 0 : WPP_E_NOMEM;
  for (uint32_t j = 0; j < b->n_jumps && !err; j++)
    order[j] = (struct counted){ b->jumps[j].count, j };
  if (!err && b->n_jumps)
    qsort (order, b->n_jumps, sizeof *order, compare_counts);
  for (uint32_t k = 0; k < b->n_jumps && !err && trees < MOST_TREES; k++)
    {
      uint32_t n = root_p (b, &b->jumps[order[k].jump], least) ? path_to_dispatch (b, of, order[k].jump, path) : 0;
      if (!n)
        continue;
      err = add_tree (c, of[b->jumps[path[n - 1]].to], path, n);
      trees++;
    }
  free (order);
  return err;
}

int
wpp_find_dispatches (struct wpp_copies *c, const struct wpp_copy_facts *facts)
{
  const struct wpp_blocks *b = c->blocks;
  uint32_t *of = malloc (((size_t) b->n + 1) * sizeof *of);
  int err = of ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < b->n && !err; i++)
    {
      uint32_t before = c->n_dispatches;
      if (b->blocks[i].count && b->blocks[i].count >= facts->least && !b->blocks[i].fixed)
        err = add_dispatch (c, i);
      of[i] = c->n_dispatches > before ? before : WPP_NONE;
    }
  if (!err)
    err = find_ways_to (c, of, facts->least);
  free (of);
  return err;
}
