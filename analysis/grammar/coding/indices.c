/* Coding indices.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/indices.h"

#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "base/lane.h"

#define INDICES (1u << 14) /* in a part */
#define PARTS 8u         /* enough to go on while the lane's thread has no processor */
#define ADD UINT32_MAX   /* index of a symbol that is new */
#define AHEAD 8          /* frequencies are prefetched this many indices ahead */

struct index
{
  uint32_t first, index;
};

struct part
{
  struct job job;
  struct wpp_indices *indices;
  size_t n;
  struct index queue[INDICES];
};

struct wpp_index_queue
{
  bool threaded;         /* parts are coded in the lane */
  unsigned filled;
  struct part parts[PARTS]; /* one is filled, the others are coded */
};

/* All coders' parts are coded here.  */
static struct lane lane = LANE_INITIALIZER;

/* Add a symbol that begins with FIRST.  */
static int
add (struct wpp_indices *x, uint32_t first)
{
  if (first == x->n_trees)
    {
      if (WPP_RESERVE (x->trees, x->trees_room, x->n_trees, 1))
        return WPP_E_NOMEM;
      x->trees[x->n_trees++] = (struct wpp_tree){ 0 };
    }
  return wpp_tree_add (&x->trees[first]);
}

static void
prefetch (const struct wpp_indices *x, const struct index *i)
{
  if (i->index != ADD && i->first < x->n_trees)
    wpp_tree_prefetch (&x->trees[i->first], i->index);
}

/* The coder is copied, because it is beside data of the other thread: they would wait for each other's cache lines.  */
static void
code_part (struct job *j)
{
  struct part *part = (struct part *)j;
  struct wpp_indices *x = part->indices;
  struct wpp_coder coder = x->coder;
  int err = x->err;
  for (size_t i = 0; i < part->n && !err; i++)
    {
      uint32_t first = part->queue[i].first, index = part->queue[i].index;
      if (i + AHEAD < part->n)
        prefetch (x, &part->queue[i + AHEAD]);
      if (index == ADD)
        err = add (x, first);
      else
        wpp_tree_code_last (&x->trees[first], &coder, index,
                            wpp_tree_code_high (&x->trees[first], &coder, index));
    }
  part->n = 0;
  x->coder = coder;
  x->err = err;
}

/* Send the part that is being filled to be coded, and fill the next one from now on.  */
static void
send (struct wpp_index_queue *q)
{
  struct part *part = &q->parts[q->filled];
  if (!q->threaded)
    {
      code_part (&part->job);
      return;
    }
  wpp_lane_put (&lane, &part->job);
  q->filled = (q->filled + 1) % PARTS;
  wpp_lane_wait (&lane, &q->parts[q->filled].job);
}

static void
put (struct wpp_index_queue *q, uint32_t first, uint32_t index)
{
  struct part *part = &q->parts[q->filled];
  part->queue[part->n++] = (struct index){ first, index };
  if (part->n == INDICES)
    send (q);
}

int
wpp_indices_encode (struct wpp_indices *x, uint64_t n_symbols)
{
  struct wpp_index_queue *q = x->queue = malloc (sizeof *q);
  if (!q)
    return WPP_E_NOMEM;
  wpp_coder_encode (&x->coder);
  q->threaded = n_symbols > INDICES;
  q->filled = 0;
  for (unsigned i = 0; i < PARTS; i++)
    {
      q->parts[i].job = (struct job){ .run = code_part, .done = true };
      q->parts[i].indices = x;
      q->parts[i].n = 0;
    }
  return WPP_OK;
}

void
wpp_indices_decode (struct wpp_indices *x, const unsigned char *data, size_t size)
{
  wpp_coder_decode (&x->coder, data, size);
}

/* Wait until all parts of X are coded.  */
static void
wait_for_parts (struct wpp_indices *x)
{
  for (unsigned i = 0; i < PARTS && x->queue; i++)
    wpp_lane_wait (&lane, &x->queue->parts[i].job);
}

void
wpp_indices_release (struct wpp_indices *x)
{
  wait_for_parts (x);
  for (size_t i = 0; i < x->n_trees; i++)
    wpp_tree_release (&x->trees[i]);
  free (x->trees);
  free (x->queue);
  wpp_buffer_release (&x->coder.out);
}

int
wpp_indices_add (struct wpp_indices *x, uint32_t first)
{
  if (!x->queue)
    return add (x, first);
  put (x->queue, first, ADD);
  return WPP_OK;
}

void
wpp_indices_put (struct wpp_indices *x, uint32_t first, uint32_t index)
{
  put (x->queue, first, index);
}

int
wpp_indices_finish (struct wpp_indices *x)
{
  send (x->queue);
  wait_for_parts (x);
  wpp_coder_finish (&x->coder);
  return x->err ? x->err : x->coder.out.failed ? WPP_E_NOMEM : WPP_OK;
}
