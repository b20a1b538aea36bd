/* Outcomes replayed through a model of a predictor (replay.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/predictor.h"
#include "decide/replay.h"
#include "iterations/windows.h"
#include "support/array.h"
#include "support/saturate.h"
#include "support/search.h"

enum
{
  WINDOWS = 64,              /* of a segment */
  PER_SYMBOL = 3,            /* outcomes replayed for a symbol of a grammar: measurements.md says what they cost */
  PER_EVENT = 4,             /* outcomes of a path, about; a window of more has fewer events */
  FREE = 1 << 18,            /* of everything, whatever the size of grammars */
  WARM = 512,                /* outcomes at the beginning of a window that only make the history */
  STEADY = 2048              /* times that the same path is replayed in a row, if nothing was missed in the last half of them */
};

struct wpp_replay
{
  struct wpp_windows *windows;
  struct wpp_window_user user;
  struct wpp_predictor *predictor;
  struct wpp_branch_misses *branches; /* [n] by branch of windows.h, then by function and node */
  size_t n, room;
  uint64_t replayed;                  /* outcomes */
  uint64_t share, left;               /* outcomes that a window may have, and may still have */
  unsigned warm;                      /* outcomes that do not count yet */
  bool sorted;
};

/* ---- Windows.  */

static int
begin_window (void *data, uint64_t event __attribute__ ((unused)))
{
  struct wpp_replay *r = data;
  r->warm = r->replayed ? WARM : 0;
  r->left = r->share;
  return 0;
}

/* That of outcome O.  */
static struct wpp_branch_misses *
branch_of (struct wpp_replay *r, const struct wpp_branch_outcome *o)
{
  size_t before = r->n;
  if (o->branch >= before && WPP_RESERVE (r->branches, r->room, before, o->branch + (size_t) 1 - before))
    return NULL;
  for (; r->n <= o->branch; r->n++)
    r->branches[r->n] = (struct wpp_branch_misses){ 0 };
  struct wpp_branch_misses *b = &r->branches[o->branch];
  b->function = o->function;
  b->node = o->node;
  return b;
}

/* Replay OUTCOMES [N] once.  Return how many were missed, or an error.  */
static int
replay_once (struct wpp_replay *r, const struct wpp_branch_outcome *outcomes, size_t n)
{
  int missed = 0;
  for (const struct wpp_branch_outcome *o = outcomes; o < outcomes + n; o++)
    {
      if (o->n_ways > 2)
        {
          wpp_predictor_jump (r->predictor, o->branch, o->way);
          continue;
        }
      struct wpp_branch_misses *b = branch_of (r, o);
      if (!b)
        return WPP_E_NOMEM;
      bool right = wpp_predictor_outcome (r->predictor, o->branch, o->way == 0);
      missed += !right;
      if (r->warm)
        r->warm--;
      else
        {
          b->seen++;
          b->missed += !right;
        }
    }
  return missed;
}

/* OUTCOMES [N] COUNT times more, all of which are predicted.  */
static void
predict_all (struct wpp_replay *r, const struct wpp_branch_outcome *outcomes, size_t n, uint64_t count)
{
  for (const struct wpp_branch_outcome *o = outcomes; o < outcomes + n; o++)
    if (o->n_ways == 2)
      {
        struct wpp_branch_misses *b = &r->branches[o->branch];
        b->seen = wpp_saturating_add (b->seen, count);
      }
}

static int
replay_path (void *data, const struct wpp_branch_outcome *outcomes, size_t n, uint64_t count)
{
  struct wpp_replay *r = data;
  uint64_t missed_at = 0;    /* the last time with misses */
  for (uint64_t i = 0; i < count; i++)
    {
      if (i - missed_at >= STEADY)
        {
          predict_all (r, outcomes, n, count - i);
          break;
        }
      int missed = replay_once (r, outcomes, n);
      if (missed < 0)
        return missed;
      missed_at = missed ? i : missed_at;
      r->replayed += n;
      if (r->left <= n)
        return 1;
      r->left -= n;
    }
  return 0;
}

/* ---- The whole.  */

struct wpp_replay *
wpp_replay_new (struct wpp_code *code)
{
  struct wpp_replay *r = calloc (1, sizeof *r);
  if (!r)
    return NULL;
  r->user = (struct wpp_window_user){ r, begin_window, replay_path };
  r->windows = wpp_windows_new (code, &r->user);
  r->predictor = wpp_predictor_new ();
  if (r->windows && r->predictor)
    return r;
  wpp_replay_free (r);
  return NULL;
}

void
wpp_replay_free (struct wpp_replay *r)
{
  if (!r)
    return;
  wpp_windows_free (r->windows);
  wpp_predictor_free (r->predictor);
  free (r->branches);
  free (r);
}

/* How many outcomes of G to replay.  */
static uint64_t
outcomes_to_replay (const struct wpp_replay *r, const struct wpp_grammar *g)
{
  uint64_t n = PER_SYMBOL * (g->start[g->n_rules] + g->n_terminals), rest = WPP_REPLAY_MOST - r->replayed;
  if (r->replayed < FREE && n < FREE - r->replayed)
    n = FREE - r->replayed;
  return n < rest ? n : rest;
}

int
wpp_replay_add (struct wpp_replay *r, const struct wpp_grammar *g)
{
  uint64_t outcomes = r->replayed < WPP_REPLAY_MOST ? outcomes_to_replay (r, g) : 0;
  uint64_t events = outcomes / (PER_EVENT * WINDOWS);
  if (!events)
    return 0;
  r->share = events * WINDOWS < g->length[0] ? outcomes / WINDOWS : outcomes;
  return wpp_windows_add (r->windows, g, WINDOWS, events);
}

static int
compare_branches (const void *a, const void *b)
{
  const struct wpp_branch_misses *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Sort the branches, without those that were not seen.  */
static void
sort (struct wpp_replay *r)
{
  size_t kept = 0;
  for (size_t i = 0; i < r->n; i++)
    if (r->branches[i].seen)
      r->branches[kept++] = r->branches[i];
  r->n = kept;
  if (kept)
    qsort (r->branches, kept, sizeof *r->branches, compare_branches);
  r->sorted = true;
}

const struct wpp_branch_misses *
wpp_replay_branches (struct wpp_replay *r, uint32_t function, size_t *n)
{
  if (!r->sorted)
    sort (r);
  size_t first = WPP_PARTITION_POINT (i, r->n, r->branches[i].function < function);
  size_t end = WPP_PARTITION_POINT (i, r->n, r->branches[i].function <= function);
  *n = end - first;
  return r->branches + first;
}
