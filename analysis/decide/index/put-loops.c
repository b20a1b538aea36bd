/* The record of an index that says what loops did (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A parser has a hundred loops of which ten matter, and each takes time.  So only those are told of that can be peeled
   and unrolled, which have no loops in them, and have such a part of the trips of these that a decision could gain
   anything.  */

#include <stdlib.h>
#include "decide/index/put-loops.h"
#include "decide/iterations/stays.h"
#include "program/paths/loops.h"
#include "base/bytes.h"
#include "base/saturate.h"

/* A loop is told of that has one of so many trips.  */
#define LEAST_SHARE 64u

#define MOST_LOOPS 32u

struct chosen
{
  uint32_t loop, header;
  uint64_t trips;
};

struct loops_writer
{
  struct wpp_visits *visits;
  struct wpp_loops *loops;
  struct chosen *chosen;     /* [n] */
  size_t n;
};

static int
compare_trips (const void *a, const void *b)
{
  const struct chosen *x = a, *y = b;
  if (x->trips != y->trips)
    return x->trips > y->trips ? -1 : 1;
  return x->header < y->header ? -1 : x->header > y->header;
}

static int
compare_headers (const void *a, const void *b)
{
  const struct chosen *x = a, *y = b;
  return x->header < y->header ? -1 : x->header > y->header;
}

/* Set W->chosen to the loops without loops in them, and *SUM to their trips.  */
static int
list_innermost (struct loops_writer *w, const uint64_t *executions, uint64_t *sum)
{
  w->chosen = calloc (w->loops->n + (size_t) 1, sizeof *w->chosen);
  if (!w->chosen)
    return WPP_E_NOMEM;
  /* An inner loop comes right after the loop around it, in preorder.  */
  for (uint32_t l = 0; l < w->loops->n; l++)
    if (l + 1 == w->loops->n || w->loops->loops[l + 1].outer != l)
      {
        uint32_t header = w->loops->loops[l].header;
        w->chosen[w->n++] = (struct chosen){ l, header, executions[header] };
        *sum = wpp_saturating_add (*sum, executions[header]);
      }
  return 0;
}

/* Choose loops, and put them in the order of their headers.  */
static int
choose (struct loops_writer *w)
{
  uint64_t sum = 0, *executions;
  size_t n = 0;
  int err = wpp_visits_count (w->visits, &executions);
  if (!err)
    err = list_innermost (w, executions, &sum);
  free (executions);
  if (err)
    return err;
  qsort (w->chosen, w->n, sizeof *w->chosen, compare_trips);
  while (n < w->n && n < MOST_LOOPS && w->chosen[n].trips > sum / LEAST_SHARE)
    n++;
  w->n = n;
  qsort (w->chosen, w->n, sizeof *w->chosen, compare_headers);
  return 0;
}

static void
put_groups (struct wpp_buffer *b, const struct wpp_loop_stays *s)
{
  uint64_t before = 0;
  wpp_put_leb (b, s->n);
  for (const struct wpp_stays *g = s->groups; g < s->groups + s->n; g++)
    {
      wpp_put_leb (b, g->trips - before);
      wpp_put_leb (b, g->stays);
      wpp_put_leb (b, g->total - wpp_saturating_product (g->trips, g->stays));
      before = g->trips;
    }
}

static void
put_all (const struct loops_writer *w, const struct wpp_loop_stays *stays, struct wpp_buffer *b)
{
  uint32_t before = 0;
  wpp_put_leb (b, w->n);
  for (size_t i = 0; i < w->n; i++)
    {
      wpp_put_leb (b, w->chosen[i].header - before);
      wpp_put_leb (b, stays[i].turns);
      wpp_put_leb (b, stays[i].same);
      put_groups (b, &stays[i]);
      before = w->chosen[i].header;
    }
}

/* Count the stays in the chosen loops, and append them.  */
static int
count_and_put (struct loops_writer *w, struct wpp_buffer *b)
{
  uint32_t loops[MOST_LOOPS];
  struct wpp_loop_stays *stays = malloc ((w->n + 1) * sizeof *stays);
  if (!stays)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < w->n; i++)
    loops[i] = w->chosen[i].loop;
  int err = wpp_count_stays (w->visits, w->loops, loops, w->n, stays);
  if (!err)
    put_all (w, stays, b);
  free (stays);
  return err;
}

int
wpp_put_loops (const struct wpp_stream *s, struct wpp_buffer *b)
{
  int err = 0;
  struct loops_writer w = { .loops = wpp_loops_new (s->num) };
  if (!w.loops)
    return WPP_E_NOMEM;
  if (w.loops->n)
    w.visits = wpp_visits_new (s, &err);
  if (w.visits)
    err = choose (&w);
  if (!err && w.n)
    err = count_and_put (&w, b);
  free (w.chosen);
  wpp_visits_free (w.visits);
  wpp_loops_free (w.loops);
  return err;
}
