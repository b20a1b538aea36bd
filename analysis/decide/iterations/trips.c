/* Trips of loops, and successions of iterations (trips.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A piece of an activation is summed up in the view of one loop by what it does before it is outside the loop for the
   first time, and after it was outside for the last time.  */

#include <stdlib.h>
#include "decide/iterations/fold.h"
#include "decide/iterations/trips.h"
#include "decide/iterations/visited.h"
#include "base/array.h"
#include "base/saturate.h"

/* What is counted: pairs of numbers, which come up again and again.  */
struct counted
{
  uint64_t first, second, count;
};

struct question
{
  const struct wpp_numbering *num;
  const struct wpp_loops *loops;
  uint32_t loop;
  struct wpp_path path;      /* the one decoded last */
  struct counted *counted;   /* [n] */
  size_t n, room, sorted;
};

/* ---- Counting.  */

static int
compare_counted (const void *a, const void *b)
{
  const struct counted *x = a, *y = b;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return x->second < y->second ? -1 : x->second > y->second;
}

/* Add up what is equal.  */
static void
add_up (struct question *q)
{
  size_t kept = 0;
  if (q->n)
    qsort (q->counted, q->n, sizeof *q->counted, compare_counted);
  for (size_t i = 0; i < q->n; i++)
    if (kept && !compare_counted (&q->counted[kept - 1], &q->counted[i]))
      q->counted[kept - 1].count = wpp_saturating_add (q->counted[kept - 1].count, q->counted[i].count);
    else
      q->counted[kept++] = q->counted[i];
  q->n = q->sorted = kept;
}

/* The list gets no longer than twice what is different in it.  */
static int
count (struct question *q, uint64_t first, uint64_t second, uint64_t times)
{
  if (!times)
    return WPP_OK;
  if (q->n > 1000 && q->n > 2 * q->sorted)
    add_up (q);
  if (WPP_RESERVE (q->counted, q->room, q->n, 1))
    return WPP_E_NOMEM;
  q->counted[q->n++] = (struct counted){ first, second, times };
  return WPP_OK;
}

/* ---- Letters.  */

/* Decode the path that LETTER is into Q->path.  */
static int
decode (struct question *q, uint32_t letter)
{
  int err = wpp_path_decode (q->num, letter - WPP_LETTER_PATH, &q->path);
  return err == WPP_E_RANGE ? WPP_E_CORRUPT : err;
}

/* The first of the nodes that Q->path visits that it executes itself.  */
static uint32_t
first_visited (const struct question *q)
{
  return wpp_start_visited_p (q->num, &q->path) ? 0 : 1;
}

static bool
inside_p (const struct question *q, uint32_t node)
{
  return wpp_in_loop_p (q->loops, node, q->loop);
}

/* ---- Trips.  */

/* A part of a stay: executions of the header, if any node of the loop was executed.  */
struct part
{
  bool any;
  uint64_t trips;
};

struct trips_summary
{
  bool broken;               /* it is outside somewhere; else FIRST is all */
  struct part first, last;
};

static struct part
both (struct part a, struct part b)
{
  return (struct part){ a.any || b.any, wpp_saturating_add (a.trips, b.trips) };
}

static int
count_stay (struct question *q, struct part stay, uint64_t times)
{
  return stay.any ? count (q, stay.trips, 0, times) : WPP_OK;
}

/* S executes NODE.  */
static int
visit (struct question *q, struct trips_summary *s, uint32_t node, uint64_t times)
{
  struct part *open = s->broken ? &s->last : &s->first;
  if (inside_p (q, node))
    {
      *open = both (*open, (struct part){ true, node == q->loops->loops[q->loop].header });
      return WPP_OK;
    }
  int err = s->broken ? count_stay (q, s->last, times) : WPP_OK;
  s->broken = true;
  s->last = (struct part){ false, 0 };
  return err;
}

static int
trips_letter (void *data, uint32_t letter, uint64_t times, void *summary)
{
  struct question *q = data;
  struct trips_summary *s = summary;
  if (letter < WPP_LETTER_PATH)
    {
      s->broken = true;
      return WPP_OK;
    }
  int err = decode (q, letter);
  for (uint32_t i = first_visited (q); !err && i < wpp_n_visited (q->num, &q->path); i++)
    err = visit (q, s, wpp_visited (q->num, &q->path, i), times);
  return err;
}

static int
trips_append (void *data, void *summary, const void *part, uint64_t copies, uint64_t times)
{
  struct question *q = data;
  struct trips_summary *s = summary;
  const struct trips_summary *p = part;
  struct part *open = s->broken ? &s->last : &s->first;
  if (!p->broken)
    {
      *open = both (*open, (struct part){ p->first.any, wpp_saturating_product (p->first.trips, copies) });
      return WPP_OK;
    }
  *open = both (*open, p->first);
  int err = s->broken ? count_stay (q, s->last, times) : WPP_OK;
  if (!err)
    err = count_stay (q, both (p->last, p->first), wpp_saturating_product (times, copies - 1));
  s->broken = true;
  s->last = p->last;
  return err;
}

/* ---- Successions.  */

enum before { UNKNOWN, NOTHING, ITERATION };

/* What an iteration that ends next, or first, has before it, or is.  */
struct turn
{
  enum before kind;
  uint64_t path;
};

struct turns_summary
{
  bool broken;
  struct turn first;         /* an ITERATION that ends before it is broken, or UNKNOWN */
  struct turn last;          /* the latest one, or NOTHING when it is broken after that, or UNKNOWN when neither */
};

static int
count_turn (struct question *q, struct turn before, struct turn then, uint64_t times)
{
  if (before.kind == UNKNOWN || then.kind != ITERATION)
    return WPP_OK;
  return count (q, before.kind == NOTHING ? WPP_NO_PATH : before.path, then.path, times);
}

/* Is Q->path outside the loop somewhere?  */
static bool
breaks_p (const struct question *q)
{
  for (uint32_t i = first_visited (q); i < wpp_n_visited (q->num, &q->path); i++)
    if (!inside_p (q, wpp_visited (q->num, &q->path, i)))
      return true;
  return false;
}

/* Does Q->path end at a back edge of the loop?  */
static bool
turns_p (const struct question *q)
{
  if (q->path.end_edge == WPP_NO_EDGE)
    return false;
  const struct wpp_edge *e = &q->num->cfg->edges[q->path.end_edge];
  return e->dst == q->loops->loops[q->loop].header && inside_p (q, e->src);
}

static int
turns_letter (void *data, uint32_t letter, uint64_t times, void *summary)
{
  struct question *q = data;
  struct turns_summary *s = summary;
  int err = letter < WPP_LETTER_PATH ? WPP_OK : decode (q, letter);
  if (err)
    return err;
  struct turn turn = { UNKNOWN, 0 };
  if (letter >= WPP_LETTER_PATH && turns_p (q))
    turn = (struct turn){ ITERATION, letter - WPP_LETTER_PATH };
  s->broken = letter < WPP_LETTER_PATH || breaks_p (q);
  if (!s->broken)
    s->first = s->last = turn;
  else
    {
      s->last = turn.kind == ITERATION ? turn : (struct turn){ NOTHING, 0 };
      err = count_turn (q, (struct turn){ NOTHING, 0 }, turn, times);
    }
  return err;
}

static int
turns_append (void *data, void *summary, const void *part, uint64_t copies, uint64_t times)
{
  struct question *q = data;
  struct turns_summary *s = summary;
  const struct turns_summary *p = part;
  int err = count_turn (q, s->last, p->first, times);
  if (!err)
    err = count_turn (q, p->last, p->first, wpp_saturating_product (times, copies - 1));
  if (!s->broken && s->first.kind == UNKNOWN)
    s->first = p->first;
  s->broken |= p->broken;
  if (p->last.kind != UNKNOWN)
    s->last = p->last;
  return err;
}

/* ---- Questions.  */

static int
ask (struct question *q, const struct wpp_stream *s, struct wpp_fold *fold, void *whole)
{
  fold->data = q;
  int err = wpp_fold_projection (s->projection, fold, whole);
  wpp_path_release (&q->path);
  return err;
}

int
wpp_count_trips (const struct wpp_stream *s, const struct wpp_loops *loops, uint32_t loop,
                 struct wpp_trips **trips, size_t *n)
{
  struct question q = { .num = s->num, .loops = loops, .loop = loop };
  struct wpp_fold fold = { NULL, sizeof (struct trips_summary), trips_letter, trips_append };
  struct trips_summary whole = { 0 };
  int err = ask (&q, s, &fold, &whole);
  if (!err)
    err = count_stay (&q, whole.first, 1);
  if (!err)
    err = count_stay (&q, whole.last, 1);
  add_up (&q);
  *n = err ? 0 : q.n;
  *trips = calloc (*n + 1, sizeof **trips);
  err = *trips ? err : WPP_E_NOMEM;
  for (size_t i = 0; i < *n && !err; i++)
    (*trips)[i] = (struct wpp_trips){ q.counted[i].first, q.counted[i].count };
  free (q.counted);
  return err;
}

int
wpp_count_successions (const struct wpp_stream *s, const struct wpp_loops *loops, uint32_t loop,
                       struct wpp_succession **pairs, size_t *n)
{
  struct question q = { .num = s->num, .loops = loops, .loop = loop };
  struct wpp_fold fold = { NULL, sizeof (struct turns_summary), turns_letter, turns_append };
  struct turns_summary whole = { 0 };
  int err = ask (&q, s, &fold, &whole);
  /* A stream that begins in the loop has nobody before its first iteration.  */
  if (!err)
    err = count_turn (&q, (struct turn){ NOTHING, 0 }, whole.first, 1);
  add_up (&q);
  *n = err ? 0 : q.n;
  *pairs = calloc (*n + 1, sizeof **pairs);
  err = *pairs ? err : WPP_E_NOMEM;
  for (size_t i = 0; i < *n && !err; i++)
    (*pairs)[i] = (struct wpp_succession){ q.counted[i].first, q.counted[i].second, q.counted[i].count };
  free (q.counted);
  return err;
}
