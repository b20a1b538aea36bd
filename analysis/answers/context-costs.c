/* Counting statements by calling context and slice (context-costs.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a context executed in a slice is the difference of what it executed until the slice ended and began.

   Levels are opened in rounds, each from the start of the recording.  A round tells apart what the one before did, and
   more levels below those contexts in which, at the last level, much was executed.  So what is told apart depends on
   the recording alone, and what was counted last is whole.  */

#include <stdlib.h>
#include "activations/machine/memo.h"
#include "answers/call-contexts.h"
#include "answers/context-costs-impl.h"
#include "base/array.h"
#include "base/saturate.h"

#define MOST_CONTEXTS (UINT32_C (1) << 19)
/* What contexts executed in slices, all of them together.  */
#define MOST_PARTS (UINT32_C (1) << 22)
/* The first try tells all levels apart, and may do this part of the work; if that is not enough, so many levels are
   told apart first, and so many more in each round.  */
#define WORK_FOR_ALL 0.1
#define FIRST_LEVELS 8u
#define FEWEST_LEVELS 3u
/* A level is opened where 1 / OPENED of all statements were executed.  */
#define OPENED 1000u
/* A round is not begun if it were to fail, if it took so many times the work of the one before.  */
#define MORE_WORK 4

/* ---- A round.  */

struct counting
{
  struct wpp_context_costs *costs;
  uint64_t *before;             /* [n_before] what contexts had executed when the slice began; later ones: 0 */
  size_t n_before, before_room;
  uint32_t slice;               /* number of the present one */
};

/* The present slice has ended: note what was executed in it.  */
static int
end_slice (struct counting *c)
{
  uint32_t n;
  struct wpp_context_costs *costs = c->costs;
  const struct wpp_context *x = wpp_call_contexts_all (costs->contexts, &n);
  if (costs->full || WPP_RESERVE (c->before, c->before_room, c->n_before, n - c->n_before))
    return costs->full ? 0 : WPP_E_NOMEM;
  while (c->n_before < n)
    c->before[c->n_before++] = 0;
  for (uint32_t i = 0; i < n && !costs->full; i++)
    {
      if (x[i].cost == c->before[i])
        continue;
      costs->full = costs->n == MOST_PARTS;
      if (WPP_RESERVE (costs->parts, costs->room, costs->n, 1))
        return WPP_E_NOMEM;
      costs->parts[costs->n++] = (struct wpp_context_part){ i, c->slice, x[i].cost - c->before[i] };
      c->before[i] = x[i].cost;
    }
  return 0;
}

/* For the memo: the next slice begins.  */
static int
stop (void *counting, size_t i)
{
  struct counting *c = counting;
  int err = end_slice (c);
  c->slice++;
  return err;
}

static int
count_thread (struct counting *c, const struct wpp_sliced_thread *t)
{
  struct wpp_call_contexts *contexts = c->costs->contexts;
  int err = 0;
  c->slice = t->first;
  for (size_t i = 0; i < t->thread->n_segments && !err; i++)
    {
      const struct wpp_memo_stops stops = { t->segments[i].n, t->segments[i].at, stop, c };
      err = wpp_call_contexts_add_stopping (contexts, &t->segments[i].grammar, &stops);
    }
  if (!err)
    err = wpp_call_contexts_end_thread (contexts);
  return err ? err : end_slice (c);
}

/* Count in CONTEXTS, which becomes COSTS' and may be null.  */
static int
count (struct wpp_context_costs *costs, struct wpp_call_contexts *contexts)
{
  struct counting c = { .costs = costs };
  int err = contexts ? 0 : WPP_E_NOMEM;
  costs->contexts = contexts;
  for (size_t t = 0; t < costs->slicing->n_threads && !err; t++)
    err = count_thread (&c, &costs->slicing->threads[t]);
  free (c.before);
  return err;
}

/* ---- All rounds.  */

/* COSTS with nothing counted.  */
static struct wpp_context_costs
unused (const struct wpp_context_costs *costs)
{
  return (struct wpp_context_costs){ .code = costs->code, .slicing = costs->slicing };
}

static void
release (struct wpp_context_costs *costs)
{
  wpp_call_contexts_free (costs->contexts);
  free (costs->parts);
  *costs = unused (costs);
}

/* What was executed in X is to be told apart, if that is much of ALL.  */
static bool
opened_p (const struct wpp_context *x, uint64_t all)
{
  return x->function == WPP_NO_FUNCTION && x->caller != WPP_NO_CONTEXT && x->cost >= all / OPENED && x->cost;
}

/* The contexts of COSTS whose callees the next round tells apart, malloc'ed; null when out of memory.  *MORE says
   whether these are any more.  */
static bool *
next_open (const struct wpp_context_costs *costs, bool *more)
{
  uint32_t n;
  uint64_t all = 0;
  const struct wpp_context *x = wpp_call_contexts_all (costs->contexts, &n);
  bool *open = malloc ((n + (size_t)1) * sizeof *open);
  *more = false;
  for (uint32_t i = 0; open && i < n; i++)
    {
      open[i] = !x[i].last;
      all = wpp_saturating_add (all, x[i].cost);
    }
  for (uint32_t i = 0; open && i < n; i++)
    if (opened_p (&x[i], all))
      open[x[i].caller] = *more = true;
  return open;
}

/* Was anything executed in contexts of COSTS that are not told apart?  */
static bool
deeper_p (const struct wpp_context_costs *costs)
{
  uint32_t n;
  const struct wpp_context *x = wpp_call_contexts_all (costs->contexts, &n);
  for (uint32_t i = 0; i < n; i++)
    if (x[i].function == WPP_NO_FUNCTION && x[i].count)
      return true;
  return false;
}

/* Count anew in COSTS, with LEVELS and opening more of them.  Return 1 when that was done; 0 when there is nothing to
   open, or that would be too much work, and COSTS are as they were; or an error.  */
static int
go_deeper (struct wpp_context_costs *costs, uint32_t levels, uint64_t work)
{
  bool more;
  bool *open = next_open (costs, &more);
  struct wpp_context_costs next = unused (costs);
  const struct wpp_context_limits limits = { .levels = levels, .work = work };
  int err = open ? 0 : WPP_E_NOMEM;
  if (!err && more)
    err = count (&next, wpp_call_contexts_again (costs->contexts, open, &limits));
  free (open);
  if (err || !more)
    {
      release (&next);
      return err == WPP_E_TOOBIG ? 0 : err;
    }
  next.levels = deeper_p (&next) ? costs->levels : -1;
  release (costs);
  *costs = next;
  return 1;
}

/* Count in COSTS, all levels or the first LEVELS, if they take no more than WORK.  */
static int
count_levels (struct wpp_context_costs *costs, uint32_t levels, uint64_t work)
{
  const struct wpp_context_limits limits = { .merging = WPP_CONTEXTS_EXACT, .levels = levels,
                                             .contexts = MOST_CONTEXTS, .costs = true, .work = work };
  release (costs);
  int err = count (costs, wpp_call_contexts_new (costs->code, &limits));
  costs->levels = err || deeper_p (costs) ? (int64_t)levels : -1;
  return err;
}

/* Count in COSTS in rounds, with WORK for all of them.  */
static int
count_rounds (struct wpp_context_costs *costs, uint64_t work)
{
  uint32_t levels = FIRST_LEVELS;
  int err = count_levels (costs, levels, work);
  if (err == WPP_E_TOOBIG)
    return count_levels (costs, FEWEST_LEVELS, work);
  for (int more = 1; !err && more && costs->levels >= 0; err = more < 0 ? more : 0)
    {
      uint64_t done = wpp_call_contexts_work (costs->contexts);
      work -= done < work ? done : work;
      more = MORE_WORK * (double)done < (double)work && levels < WPP_MOST_LEVELS;
      levels += FIRST_LEVELS;
      if (more)
        more = go_deeper (costs, levels, work);
    }
  return err;
}

int
wpp_context_costs_new (struct wpp_context_costs **costs, struct wpp_recording *r, const struct wpp_slicing *s,
                       uint64_t work, struct wpp_place *place)
{
  int err;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  *costs = code ? calloc (1, sizeof **costs) : NULL;
  if (!*costs)
    return code ? WPP_E_NOMEM : err;
  (*costs)->code = code;
  (*costs)->slicing = s;
  err = count_levels (*costs, WPP_MOST_LEVELS, (uint64_t)(WORK_FOR_ALL * (double)work));
  if (err == WPP_E_TOOBIG)
    err = count_rounds (*costs, work);
  if (!err)
    return 0;
  wpp_context_costs_free (*costs);
  *costs = NULL;
  return err;
}

void
wpp_context_costs_free (struct wpp_context_costs *costs)
{
  if (!costs)
    return;
  release (costs);
  free (costs);
}
