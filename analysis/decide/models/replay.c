/* Outcomes replayed through a model of a predictor (replay.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/models/replay.h"
#include "decide/iterations/windows.h"
#include "base/array.h"
#include "base/saturate.h"
#include "base/search.h"

enum
{
  MOST_WINDOWS = 64,         /* of a segment */
  SMALLEST_WINDOW = 2048,    /* outcomes */
  PER_SYMBOL = 2,            /* outcomes replayed for a symbol of a grammar; docs/history says what they cost */
  PER_EVENT = 4,             /* outcomes of a path, about; a window of more has fewer events */
  FREE = 1 << 18,            /* of everything, whatever the size of grammars: half of what is left of it for each */
  LEAST = 1 << 13,           /* of a segment */
  WARM = 256,                /* outcomes at the beginning of a window that only make the history */
  STEADY = 2048              /* times that the same path is replayed in a row, if nothing was missed in the last half of
                                them */
};

/* A branch.  What was replayed of a segment stands for all of it: the weights say how much that is.  */
struct tally
{
  uint32_t function, node;
  uint64_t seen;
  double of, missed;                  /* weighted outcomes */
};

struct wpp_replay
{
  struct wpp_windows *windows;
  struct wpp_window_user user;
  struct wpp_predictor *predictor;
  struct tally *tallies;              /* [n] by branch of windows.h */
  struct wpp_branch_misses *branches; /* [n] by function and node; null until they are asked for */
  size_t n, room;
  double weight;                      /* of an outcome of the segment */
  uint64_t replayed;                  /* outcomes */
  uint64_t share, left;               /* outcomes that a window may have, and may still have */
  unsigned warm;                      /* outcomes that do not count yet */
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
static struct tally *
tally_of (struct wpp_replay *r, const struct wpp_branch_outcome *o)
{
  size_t before = r->n;
  if (o->branch >= before && WPP_RESERVE (r->tallies, r->room, before, o->branch + (size_t) 1 - before))
    return NULL;
  for (; r->n <= o->branch; r->n++)
    r->tallies[r->n] = (struct tally){ 0 };
  struct tally *t = &r->tallies[o->branch];
  t->function = o->function;
  t->node = o->node;
  return t;
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
      struct tally *t = tally_of (r, o);
      if (!t)
        return WPP_E_NOMEM;
      bool right = wpp_predictor_outcome (r->predictor, o->branch, o->way == 0);
      missed += !right;
      if (r->warm)
        r->warm--;
      else
        {
          t->seen++;
          t->of += r->weight;
          t->missed += right ? 0 : r->weight;
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
        struct tally *t = &r->tallies[o->branch];
        t->seen = wpp_saturating_add (t->seen, count);
        t->of += r->weight * count;
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
  free (r->tallies);
  free (r->branches);
  free (r);
}

/* How many outcomes to replay of a segment of SIZE symbols and terminals.  */
static uint64_t
outcomes_to_replay (const struct wpp_replay *r, uint64_t size)
{
  uint64_t n = PER_SYMBOL * size, rest = WPP_REPLAY_MOST - r->replayed;
  uint64_t least = r->replayed < FREE ? (FREE - r->replayed) / 2 : 0;
  least = least < LEAST ? LEAST : least;
  n = n < least ? least : n;
  return n < rest ? n : rest;
}

int
wpp_replay_add_part (struct wpp_replay *r, struct wpp_expansion *x, uint64_t from, uint64_t length, uint64_t size)
{
  uint64_t outcomes = r->replayed < WPP_REPLAY_MOST ? outcomes_to_replay (r, size) : 0;
  uint64_t windows = outcomes / SMALLEST_WINDOW < MOST_WINDOWS ? outcomes / SMALLEST_WINDOW : MOST_WINDOWS;
  if (!windows)
    return 0;
  uint64_t events = outcomes / (PER_EVENT * windows);
  bool all = events * windows >= length;
  r->share = all ? outcomes : outcomes / windows;
  r->weight = all ? 1 : (double) length / (events * windows);
  return wpp_windows_add_part (r->windows, x, from, length, windows, events);
}

int
wpp_replay_add (struct wpp_replay *r, const struct wpp_grammar *g)
{
  struct wpp_expansion *x = wpp_expansion_new (g);
  int err = x ? wpp_replay_add_part (r, x, 0, g->length[0], g->start[g->n_rules] + g->n_terminals) : WPP_E_NOMEM;
  wpp_expansion_free (x);
  return err;
}

static int
compare_branches (const void *a, const void *b)
{
  const struct wpp_branch_misses *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* The misses of T among the outcomes that were seen.  */
static uint64_t
misses_of (const struct tally *t)
{
  double missed = t->seen * (t->missed / t->of) + 0.5;
  return missed < t->seen ? (uint64_t) missed : t->seen;
}

/* Make the sorted list of branches, without those that were not seen.  */
static int
make_list (struct wpp_replay *r)
{
  size_t kept = 0;
  r->branches = malloc ((r->n + 1) * sizeof *r->branches);
  if (!r->branches)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < r->n; i++)
    if (r->tallies[i].seen)
      {
        const struct tally *t = &r->tallies[i];
        r->branches[kept++] = (struct wpp_branch_misses){ t->function, t->node, t->seen, misses_of (t) };
      }
  r->n = kept;
  if (kept)
    qsort (r->branches, kept, sizeof *r->branches, compare_branches);
  return WPP_OK;
}

int
wpp_replay_branches (struct wpp_replay *r, uint32_t function, const struct wpp_branch_misses **branches, size_t *n)
{
  int err = r->branches ? WPP_OK : make_list (r);
  *n = 0;
  if (err)
    return err;
  size_t first = WPP_PARTITION_POINT (i, r->n, r->branches[i].function < function);
  size_t end = WPP_PARTITION_POINT (i, r->n, r->branches[i].function <= function);
  *n = end - first;
  *branches = r->branches + first;
  return WPP_OK;
}
