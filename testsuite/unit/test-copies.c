/* Copies of subpaths: what is known along a path against executions with numbers, counts of copies against a replay of
   random paths, and which trees are found and chosen.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "decide/duplication/before.h"
#include "activations/projection/spread.h"
#include "decide/duplication/copies.h"
#include "decide/duplication/walk.h"
#include "make-function.h"
#include "make-grammar.h"
#include "unit.h"

#define PATHS 4000

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

/* ---- What control has come through.  */

/* Is block X reached from the entry, but not through block WITHOUT?  */
static bool
reached_p (const struct wpp_blocks *b, uint32_t x, uint32_t without)
{
  bool reached[NODES] = { false }, more = true;
  reached[0] = without != 0;
  while (more)
    {
      more = false;
      for (uint32_t j = 0; j < b->n_jumps; j++)
        if (reached[b->jumps[j].from] && b->jumps[j].to != without && !reached[b->jumps[j].to])
          more = reached[b->jumps[j].to] = true;
    }
  return reached[x];
}

static bool
dominates_p (const struct wpp_blocks *b, uint32_t x, uint32_t y)
{
  return reached_p (b, y, WPP_NONE) && !reached_p (b, y, x);
}

/* Is VALUE defined on every way to NODE, as a compiler's are: before statement number AT, if that is in the node?  */
static bool
defined_p (const struct wpp_blocks *b, const struct function *f, uint32_t value, uint32_t node, uint32_t at)
{
  const struct wpp_value *v = &f->values[value];
  if (v->kind == WPP_DEFINED_BEFORE)
    return true;
  bool phi = v->kind == WPP_DEFINED_BY_PHI;
  uint32_t in = phi ? f->phis[v->definition].node : f->statements[v->definition].node;
  return in == node ? phi || v->definition < at : dominates_p (b, in - 2, node - 2);
}

static bool
all_defined_p (const struct wpp_blocks *b, const struct function *f)
{
  for (uint32_t i = 0; i < f->body.n_statements; i++)
    {
      const struct wpp_statement *s = &f->statements[i];
      for (uint32_t o = 0; o < s->n_operands; o++)
        {
          uint32_t value = wpp_operand_value (wpp_statement_operand (&f->body, s, o));
          if (value != WPP_NONE && !defined_p (b, f, value, s->node, i))
            return false;
        }
    }
  for (uint32_t e = 1; e < f->cfg.n_edges; e++)
    for (uint32_t a = 0, dst = f->cfg.edges[e].dst; a < f->body.first_phi[dst + 1] - f->body.first_phi[dst]; a++)
      {
        uint32_t value = wpp_operand_value (&f->operands[f->arguments[f->edges[e].first_argument + a]]);
        if (value != WPP_NONE && !defined_p (b, f, value, f->cfg.edges[e].src, UINT32_MAX))
          return false;
      }
  return true;
}

/* How many blocks have another dominator than a search with each block left out finds?  */
static uint32_t
wrong_dominators (const struct wpp_dominators *d)
{
  uint32_t wrong = 0;
  for (uint32_t y = 0; y < d->b->n; y++)
    {
      uint32_t nearest = WPP_NONE;
      for (uint32_t x = 0; x < d->b->n; x++)
        if (x != y && dominates_p (d->b, x, y) && (nearest == WPP_NONE || dominates_p (d->b, nearest, x)))
          nearest = x;
      wrong += d->dominator[y] != nearest;
    }
  return wrong;
}

/* Control has come to NODE by JUMP, or nobody says by which; execute what comes after it, as far as WINDOW / 2 blocks.
   Set DECIDED to how many branches are foretold, and WRONG to those that went otherwise.  */
static void
check_behind (struct check *c, const struct function *f, struct machine m, uint32_t node, uint32_t jump,
              uint32_t *decided)
{
  if (jump != WPP_NONE)
    wpp_walk_jump (c->walk, jump);
  for (int i = 0; i < WINDOW / 2 && node > WPP_NODE_EXIT; i++)
    {
      const struct wpp_block *b = &c->b->blocks[node - 2];
      wpp_walk_block (c->walk, node - 2, NULL);
      for (uint32_t s = f->body.first_statement[node]; s < f->body.first_statement[node + 1]; s++)
        if (f->statements[s].kind == WPP_STATEMENT_ASSIGN)
          assign (f, &m, s);
      uint32_t e = next_edge (f, &m, node);
      jump = WPP_NONE;
      for (uint32_t j = b->first_jump; j < b->first_jump + b->n_jumps; j++)
        {
          *decided += !wpp_walk_may_take_p (c->walk, j);
          if (c->b->jumps[j].edge == e)
            jump = j;
        }
      if (jump == WPP_NONE)
        return;
      c->wrong += !wpp_walk_may_take_p (c->walk, jump);
      take_edge (f, &m, e);
      wpp_walk_jump (c->walk, jump);
      node = f->cfg.edges[e].dst;
    }
}

/* Execute F from its entry, and look now and then at what is known.  */
static void
check_before (struct check *c, const struct function *f, struct wpp_dominators *d, uint32_t *decided, uint64_t *seed)
{
  struct machine m;
  uint32_t node = 2, jump = WPP_NONE;
  random_machine (&m, seed);
  take_edge (f, &m, 0);
  for (int step = 0; step < 40; step++)
    {
      struct wpp_before x;
      uint32_t by = unit_random (seed) % 2 ? jump : WPP_NONE;
      wpp_look_before (d, &x, node - 2, by);
      wpp_walk_before (c->walk, &x);
      if (x.n)
        check_behind (c, f, m, node, by, decided);
      for (uint32_t s = f->body.first_statement[node]; s < f->body.first_statement[node + 1]; s++)
        if (f->statements[s].kind == WPP_STATEMENT_ASSIGN)
          assign (f, &m, s);
      uint32_t e = next_edge (f, &m, node);
      if (f->cfg.edges[e].dst == WPP_NODE_EXIT)
        return;
      for (uint32_t j = 0; j < c->b->n_jumps; j++)
        if (c->b->jumps[j].edge == e)
          jump = j;
      take_edge (f, &m, e);
      node = f->cfg.edges[e].dst;
    }
}

static void
test_before (void)
{
  static struct function f;
  struct check c = { 0 };
  uint64_t seed = 6, none[MAX_EDGES] = { 0 };
  uint32_t wrong = 0, decided = 0, functions = 0;
  for (uint32_t i = 0; i < 40000; i++)
    {
      struct wpp_dominators d;
      if (!random_function (&f, &seed))
        exit (1);
      c.b = wpp_blocks_new (&f.cfg, &f.body, none, none);
      c.walk = c.b ? wpp_walk_new (c.b) : NULL;
      if (!c.walk || wpp_dominators_find (&d, c.b))
        exit (1);
      wrong += wrong_dominators (&d);
      bool valid = all_defined_p (c.b, &f);
      functions += valid;
      for (int run = 0; valid && run < 20; run++)
        check_before (&c, &f, &d, &decided, &seed);
      wpp_dominators_release (&d);
      wpp_walk_free (c.walk);
      wpp_blocks_free ((struct wpp_blocks *) c.b);
      release (&f);
    }
  CHECK (!wrong, "dominators are those of a search with each block left out (%u times not)", wrong);
  CHECK (!c.wrong && decided > 10000, "%u branches of %u functions go as what control has come through says (%u not)",
         decided, functions, c.wrong);
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

/* The letters of R: the path that each edge is.  It begins after the edge before, by whose start it is numbered.  */
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

/* Follow control along R, from copy to copy, for each of C's copies by itself.  Set COUNT and OUT to what is
   counted.  */
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

/* The letter of edge E, after edge BEFORE, or at the begin of an activation if that is WPP_NONE.  */
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

/* Of trees that were found in a sample, are those counted on all that gain something, and only those, where one
   activation in RARE goes the second way?  BOTH do.  */
static bool
recounted_right_p (uint32_t rare, bool both)
{
  static struct function f;
  int err;
  uint64_t nodes[NODES] = { 0 }, edges[MAX_EDGES] = { 0 }, way[2];
  uint32_t gain = 0;
  if (!twice_tested (&f, false))
    return false;
  struct wpp_numbering *num = wpp_numbering_new (&f.cfg, 1000, &err);
  struct wpp_projection whole = { .grammar = long_grammar (&f, num, rare, way, nodes, edges), .apart = true };
  if (wpp_grammar_finish (whole.grammar))
    return false;
  struct wpp_projection sample = { .grammar = wpp_spread_sample (whole.grammar, true, &err), .apart = true };
  const struct wpp_stream stream = { num, &sample }, all = { num, &whole };
  struct wpp_copy_facts facts = { .least = 1, .folds = true, .may_grow = UINT64_MAX };
  struct wpp_blocks *b = wpp_blocks_new (&f.cfg, &f.body, nodes, edges);
  struct wpp_copies *c = sample.grammar ? wpp_copies_new (b, &facts, &stream, 1, &err) : NULL;
  bool right = c && c->n_trees == 2 && !wpp_recount_copies (c, &all, 1) && !wpp_take_exact_counts (c);
  for (uint32_t i = 0; right && i < c->n_trees; i++)
    {
      const struct wpp_copy *root = &c->copies[c->trees[i].root];
      uint64_t exact = way[b->blocks[b->jumps[root->jump].from].number - 3];
      gain += c->trees[i].gain > 0;
      right = root->count == (c->trees[i].gain ? exact : 0) && (both || exact > way[1] || !c->trees[i].gain);
    }
  wpp_copies_free (c);
  wpp_blocks_free (b);
  wpp_grammar_free (whole.grammar);
  wpp_grammar_free (sample.grammar);
  wpp_numbering_free (num);
  release (&f);
  return right && gain == (both ? 2 : 1);
}

static void
test_recount (void)
{
  CHECK (recounted_right_p (2, true), "copies that a sample finds worth it are counted exactly");
  CHECK (recounted_right_p (100000, false), "what gains nothing is not counted");
}

int
main (void)
{
  test_recount ();
  test_search ();
  test_walks ();
  test_before ();
  test_counts ();
  return unit_done ();
}
