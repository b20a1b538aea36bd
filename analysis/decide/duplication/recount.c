/* What copies execute, counted on whole executions after decisions from samples (copies.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Counting takes a time in proportion to the path and to the number of copies.  Few trees gain anything, and no others
   can be chosen: the copies of those that do are counted.  How often a copy is executed depends on no other tree.  */

#include <stdlib.h>
#include <string.h>
#include "decide/duplication/copies.h"

static bool
may_be_chosen_p (const struct wpp_copy_tree *t)
{
  return t->gain > 0;
}

/* Let PART, which is empty, have the copies of C that are counted, one tree after the other.  */
static int
take_trees (const struct wpp_copies *c, struct wpp_copies *part)
{
  part->blocks = c->blocks;
  part->copies = malloc (((size_t) c->n + 1) * sizeof *part->copies);
  if (!part->copies)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < c->n_trees; t++)
    {
      const struct wpp_copy_tree *tree = &c->trees[t];
      uint32_t root = part->n;
      for (uint32_t i = tree->root; i < tree->end && may_be_chosen_p (tree); i++)
        {
          struct wpp_copy *copy = &part->copies[part->n++];
          *copy = c->copies[i];
          if (copy->parent != WPP_NONE)
            copy->parent += root - tree->root;
        }
    }
  return 0;
}

/* Set COUNTS and OUT of C's copies to those of PART.  */
static void
put_counts (const struct wpp_copies *c, const struct wpp_copies *part, uint64_t *counts, uint64_t *out)
{
  const struct wpp_copy *from = part->copies;
  for (uint32_t t = 0; t < c->n_trees; t++)
    for (uint32_t i = c->trees[t].root; i < c->trees[t].end && may_be_chosen_p (&c->trees[t]); i++, from++)
      {
        counts[i] = from->count;
        memcpy (out + c->copies[i].first_out, part->out + from->first_out,
                c->blocks->blocks[from->block].n_jumps * sizeof *out);
      }
}

/* Exchange COUNTS and OUT with C's.  */
static void
exchange (struct wpp_copies *c, uint64_t *counts, uint64_t **out)
{
  uint64_t *former = c->out;
  c->out = *out;
  *out = former;
  for (uint32_t i = 0; i < c->n; i++)
    {
      uint64_t count = c->copies[i].count;
      c->copies[i].count = counts[i];
      counts[i] = count;
    }
}

int
wpp_recount_copies (struct wpp_copies *c, const struct wpp_stream *streams, size_t n)
{
  struct wpp_copies part = { 0 };
  uint64_t *counts = calloc ((size_t) c->n + 1, sizeof *counts);
  uint64_t *out = calloc ((size_t) c->n_out + 1, sizeof *out);
  int err = counts && out ? take_trees (c, &part) : WPP_E_NOMEM;
  if (!err)
    err = wpp_count_copies (&part, streams, n);
  if (!err && part.n)
    {
      put_counts (c, &part, counts, out);
      c->exact_count = counts;
      c->exact_out = out;
    }
  else
    {
      free (counts);
      free (out);
    }
  free (part.copies);
  free (part.out);
  return err;
}

int
wpp_take_exact_counts (struct wpp_copies *c)
{
  if (!c->exact_count)
    return 0;
  exchange (c, c->exact_count, &c->exact_out);
  return wpp_recount_dispatches (c);
}
