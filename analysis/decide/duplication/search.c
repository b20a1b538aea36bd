/* Which copies would let something fold (copies.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   From each hot jump to a block that is reached by others, too, paths are walked twice (walk.h): once with what is
   known before the jump (before.h), and once with what is known on all ways to the block.  What folds the first time
   only is what the copy is for; the compiler finds the rest where it is.

   A load or a computation that control surely comes to after the jump needs no copy: it can be done on the other ways
   instead, as often as it is now, and a PHI brings the values together.  GCC does that (PRE), and what it does not for
   want of counts the kind redundancy does.  Where it is not sure, they would do in vain what they do there; a copy does
   not.  */

#include <stdlib.h>
#include <string.h>
#include "decide/duplication/before.h"
#include "decide/duplication/copies.h"
#include "decide/models/budget.h"
#include "decide/duplication/walk.h"
#include "base/array.h"

/* A load that is not done.  It takes 4 to 5 cycles from the nearest cache, most of which other work hides; and its
   value occupies a register instead.  */
#define LOAD 1.0

/* A branch that is not executed: the comparison and the jump, of which one can be done in a cycle.  */
#define BRANCH 1.0

/* A branch that goes another way than expected: 14 to 20 cycles on processors of the last ten years.  */
#define MISS 16.0

/* So many blocks and statements are copied in a row: longer ones are rarely taken to their ends.  */
#define MOST_DEPTH 12u
#define MOST_STATEMENTS 60u

/* A child is executed at least so often as a part of its root's executions.  */
#define LEAST_PART 16u

/* Bounds of time: copies that are looked at from a jump, and in a function, and those that are counted.  */
#define MOST_FROM_JUMP 24u
#define MOST_LOOKED_AT 1500u
#define MOST_COUNTED 200u

struct search
{
  struct wpp_copies *c;
  const struct wpp_blocks *b;
  const struct wpp_copy_facts *facts;
  struct wpp_walk *known, *bare;
  unsigned char *folds, *bare_folds; /* [statements of a block] */
  struct wpp_dominators dominators;
  struct wpp_before to_jump, to_block; /* of the jump at hand, and of the block it leads to without that */
  uint32_t looked_at;
};

/* ---- Walking.  */

/* Set PATH to the copies from the root to I.  Return how many.  */
static uint32_t
path_to (const struct search *s, uint32_t i, uint32_t *path)
{
  uint32_t n = s->c->copies[i].depth + 1;
  for (uint32_t at = n; at-- > 0; i = s->c->copies[i].parent)
    path[at] = i;
  return n;
}

/* Walk to the end of copy I, whose statements' folds are set.  */
static void
walk_to (struct search *s, uint32_t i)
{
  uint32_t path[MOST_DEPTH], n = path_to (s, i, path);
  wpp_walk_before (s->known, &s->to_jump);
  wpp_walk_before (s->bare, &s->to_block);
  for (uint32_t k = 0; k < n; k++)
    {
      const struct wpp_copy *copy = &s->c->copies[path[k]];
      wpp_walk_jump (s->known, copy->jump);
      if (k)
        wpp_walk_jump (s->bare, copy->jump);
      wpp_walk_block (s->known, copy->block, s->folds);
      wpp_walk_block (s->bare, copy->block, s->bare_folds);
    }
}

/* ---- What folds.  */

static void
add_fold (struct search *s, struct wpp_copy *copy, enum wpp_path_fold fold, uint32_t statement)
{
  struct wpp_folded *f = &copy->folds;
  const struct wpp_jump *in = &s->b->jumps[copy->jump];
  switch (fold)
    {
    case WPP_FOLD_BRANCH:
      f->branches++;
      f->cycles += BRANCH + (s->facts->misses ? MISS * s->facts->misses[in->to] : 0);
      f->statement = statement;
      return;
    case WPP_FOLD_LOADED:
      f->loads++;
      f->cycles += LOAD;
      break;
    default:
      f->computations++;
      f->cycles += 1 / WPP_STATEMENTS_A_CYCLE;
    }
  if (f->statement == WPP_NONE)
    f->statement = statement;
}

/* Has control always come to the copy I from the root?  */
static bool
surely_p (const struct search *s, uint32_t i)
{
  for (const struct wpp_copy *copy = &s->c->copies[i]; copy->parent != WPP_NONE; copy = &s->c->copies[copy->parent])
    {
      const struct wpp_jump *j = &s->b->jumps[copy->jump];
      if (j->count < s->b->blocks[j->from].count)
        return false;
    }
  return true;
}

static void
read_folds (struct search *s, uint32_t copy)
{
  struct wpp_copy *it = &s->c->copies[copy];
  uint32_t first = wpp_block_first_statement (s->b, it->block), end = wpp_block_end_statement (s->b, it->block);
  bool surely = surely_p (s, copy);
  for (uint32_t i = first; i < end; i++)
    {
      enum wpp_path_fold fold = s->folds[i - first];
      if (fold != WPP_FOLD_NOTHING && s->bare_folds[i - first] == WPP_FOLD_NOTHING
          && (!surely || fold == WPP_FOLD_BRANCH))
        add_fold (s, it, fold, i);
    }
}

/* ---- Trees.  */

static int
add_copy (struct search *s, uint32_t jump, uint32_t parent)
{
  struct wpp_copies *c = s->c;
  if (WPP_RESERVE (c->copies, c->room, c->n, 1))
    return WPP_E_NOMEM;
  c->copies[c->n++] = (struct wpp_copy){ .jump = jump, .block = s->b->jumps[jump].to, .parent = parent,
                                         .depth = parent == WPP_NONE ? 0 : c->copies[parent].depth + 1,
                                         .folds = { .statement = WPP_NONE }, .kept = true };
  return 0;
}

/* Statements of the copies from the root to I.  */
static uint32_t
statements_to (const struct search *s, uint32_t i)
{
  uint32_t n = 0;
  for (; i != WPP_NONE; i = s->c->copies[i].parent)
    n += s->b->blocks[s->c->copies[i].block].statements;
  return n;
}

/* Is BLOCK copied on the way to I, or JUMP the one to the root?  */
static bool
on_way_p (const struct search *s, uint32_t i, uint32_t jump)
{
  for (; i != WPP_NONE; i = s->c->copies[i].parent)
    if (s->c->copies[i].block == s->b->jumps[jump].to || s->c->copies[i].jump == jump)
      return true;
  return false;
}

static bool
child_p (const struct search *s, uint32_t i, uint32_t jump, uint64_t root_count)
{
  const struct wpp_jump *j = &s->b->jumps[jump];
  return !j->into_loop && j->count >= s->facts->least && j->count >= root_count / LEAST_PART
         && wpp_block_copied_p (s->b, j->to) && !on_way_p (s, i, jump) && wpp_walk_may_take_p (s->known, jump);
}

/* Look at copy I of the tree that begins at ROOT, and add those after it.  */
static int
look_at (struct search *s, uint32_t root, uint32_t i)
{
  uint64_t root_count = s->b->jumps[s->c->copies[root].jump].count;
  const struct wpp_block *b = &s->b->blocks[s->c->copies[i].block];
  int err = 0;
  walk_to (s, i);
  s->looked_at++;
  read_folds (s, i);
  if (s->c->copies[i].depth + 1 == MOST_DEPTH || statements_to (s, i) > MOST_STATEMENTS)
    return 0;
  for (uint32_t j = b->first_jump; j < b->first_jump + b->n_jumps && !err; j++)
    if (s->c->n - root < MOST_FROM_JUMP && child_p (s, i, j, root_count))
      err = add_copy (s, j, i);
  return err;
}

/* Does enough fold in the tree from ROOT on that it may be worth it?  What is loaded or computed again in a copy costs
   little, and what is known instead occupies a register all the way: copies for that alone lost in gzip, bzip2 and
   jpeg.  So a branch must be decided; then nothing need be known of it, and the rest comes with it.  */
static bool
enough_p (const struct search *s, uint32_t root)
{
  uint32_t branches = 0;
  for (uint32_t i = root; i < s->c->n; i++)
    branches += s->c->copies[i].folds.branches;
  return branches > 0;
}

/* Remove the copies from ROOT on after which nothing folds.  */
static void
drop_useless (struct wpp_copies *c, uint32_t root)
{
  uint32_t to[MOST_FROM_JUMP], n = root;
  for (uint32_t i = root; i < c->n; i++)
    c->copies[i].kept = false;
  for (uint32_t i = c->n; i-- > root;)
    {
      struct wpp_copy *copy = &c->copies[i];
      copy->kept |= copy->folds.cycles > 0;
      if (copy->kept && copy->parent != WPP_NONE)
        c->copies[copy->parent].kept = true;
    }
  for (uint32_t i = root; i < c->n; i++)
    if (c->copies[i].kept)
      {
        to[i - root] = n;
        c->copies[n] = c->copies[i];
        if (n > root)
          c->copies[n].parent = to[c->copies[n].parent - root];
        n++;
      }
  c->n = n;
}

static int
add_tree (struct search *s, uint32_t jump)
{
  struct wpp_copies *c = s->c;
  uint32_t root = c->n;
  int err = add_copy (s, jump, WPP_NONE);
  wpp_look_before (&s->dominators, &s->to_jump, s->b->jumps[jump].to, jump);
  wpp_look_before (&s->dominators, &s->to_block, s->b->jumps[jump].to, WPP_NONE);
  for (uint32_t i = root; i < c->n && !err; i++)
    err = look_at (s, root, i);
  if (err)
    return err;
  drop_useless (c, root);
  if (!enough_p (s, root))
    c->n = root;
  if (c->n == root)
    return 0;
  if (WPP_RESERVE (c->trees, c->trees_room, c->n_trees, 1))
    return WPP_E_NOMEM;
  c->trees[c->n_trees++] = (struct wpp_copy_tree){ .of = c, .root = root, .end = c->n, .dispatch = WPP_NONE };
  return 0;
}

/* May JUMP lead to a copy?  Not if the block is reached by it only.  What is before a loop and of one block is left to
   those who peel and unroll.  */
static bool
root_p (const struct search *s, uint32_t jump)
{
  const struct wpp_jump *j = &s->b->jumps[jump];
  const struct wpp_block *from = &s->b->blocks[j->from], *to = &s->b->blocks[j->to];
  return j->count && j->count >= s->facts->least && !j->into_loop && wpp_block_copied_p (s->b, j->to)
         && to->n_before > 1 && j->from != j->to && to->statements <= MOST_STATEMENTS
         && (from->n_jumps == 1 || !from->fixed);
}

struct counted_jump
{
  uint64_t count;
  uint32_t jump;
};

static int
compare_counts (const void *a, const void *b)
{
  const struct counted_jump *x = a, *y = b;
  return x->count != y->count ? (x->count < y->count ? 1 : -1) : x->jump < y->jump ? -1 : 1;
}

/* The most frequent jumps first, as long as there is time.  */
static int
find_trees (struct search *s)
{
  const struct wpp_blocks *b = s->b;
  struct counted_jump *order = malloc (((size_t) b->n_jumps + 1) * sizeof *order);
  int err = order ? 0 : WPP_E_NOMEM;
  if (err)
    return err;
  for (uint32_t j = 0; j < b->n_jumps; j++)
    order[j] = (struct counted_jump){ b->jumps[j].count, j };
  if (b->n_jumps)
    qsort (order, b->n_jumps, sizeof *order, compare_counts);
  for (uint32_t k = 0; k < b->n_jumps && !err && s->looked_at < MOST_LOOKED_AT && s->c->n < MOST_COUNTED; k++)
    if (root_p (s, order[k].jump))
      err = add_tree (s, order[k].jump);
  free (order);
  return err;
}

int
wpp_find_copies (struct wpp_copies *c, const struct wpp_copy_facts *facts)
{
  const struct wpp_blocks *b = c->blocks;
  struct search s = { .c = c, .b = b, .facts = facts, .known = wpp_walk_new (b), .bare = wpp_walk_new (b) };
  s.folds = malloc ((size_t) b->body->n_statements + 1);
  s.bare_folds = malloc ((size_t) b->body->n_statements + 1);
  int err = wpp_dominators_find (&s.dominators, b);
  if (!err)
    err = s.known && s.bare && s.folds && s.bare_folds ? find_trees (&s) : WPP_E_NOMEM;
  wpp_dominators_release (&s.dominators);
  wpp_walk_free (s.known);
  wpp_walk_free (s.bare);
  free (s.folds);
  free (s.bare_folds);
  return err;
}
