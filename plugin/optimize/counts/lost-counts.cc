/* Which of GCC's passes lose counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC calls a plugin before each pass.  A function's counts are a flow when they add up at every block.  If they are
   further from a flow than they were at the call before, the pass between has lost counts.  A pass that makes counts
   consistent but wrong is not noticed.  */

#include "plugin/optimize/counts/lost-counts.h"

extern "C"
{
#include "decide/models/infer.h"
}

namespace {

struct loss
{
  const char *pass;
  uint64_t executions;
};

/* The function that is being compiled.  */
struct watch
{
  function *fun;
  const char *pass;             /* the one executed last */
  uint64_t off;                 /* how far the counts were off before it */
  auto_vec<loss> losses;
};

watch watched;

/* How far A and B are apart, rounding aside.  */

uint64_t
apart (uint64_t a, uint64_t b, uint64_t times)
{
  return wpp_counts_alike_p (a, b, times) ? 0 : a > b ? a - b : b - a;
}

/* The sum of COUNTS of EDGES, *TIMES the most often executed source; false when one is not known.  */

bool
sum_of (vec<edge, va_gc> *edges, uint64_t *sum, uint64_t *times)
{
  edge e;
  edge_iterator ei;

  *sum = *times = 0;
  FOR_EACH_EDGE (e, ei, edges)
    {
      profile_count count = e->count ().ipa (), from = e->src->count.ipa ();
      if (!count.initialized_p () || !from.initialized_p ())
        return false;
      *sum += count.to_gcov_type ();
      *times = MAX (*times, (uint64_t) from.to_gcov_type ());
    }
  return true;
}

/* How far FUN's counts are from a flow.  */

uint64_t
off_by (function *fun)
{
  basic_block bb;
  uint64_t off = 0, sum, times;

  FOR_EACH_BB_FN (bb, fun)
    {
      profile_count count = bb->count.ipa ();
      if (!count.initialized_p ())
        continue;
      if (EDGE_COUNT (bb->preds) && sum_of (bb->preds, &sum, &times))
        off += apart (count.to_gcov_type (), sum, times);
      if (EDGE_COUNT (bb->succs) && sum_of (bb->succs, &sum, &times))
        off += apart (count.to_gcov_type (), sum, times);
    }
  return off;
}

/* Record that PASS has put the counts off by EXECUTIONS more.  */

void
add_loss (const char *pass, uint64_t executions)
{
  for (loss &l : watched.losses)
    if (!strcmp (l.pass, pass))
      {
        l.executions += executions;
        return;
      }
  watched.losses.safe_push ({ pass, executions });
}

/* GCC calls this (PLUGIN_PASS_EXECUTION) before it executes PASS.  */

void
look (void *pass, void *)
{
  if (!cfun || !cfun->cfg || profile_status_for_fn (cfun) != PROFILE_READ)
    return;
  uint64_t off = off_by (cfun);
  if (watched.fun != cfun)
    watched.losses.truncate (0);
  else if (off > watched.off)
    add_loss (watched.pass, off - watched.off);
  watched.fun = cfun;
  watched.pass = ((opt_pass *) pass)->name;
  watched.off = off;
}

int
compare_losses (const void *a, const void *b)
{
  const loss *x = (const loss *) a, *y = (const loss *) b;
  return x->executions != y->executions ? x->executions > y->executions ? -1 : 1 : strcmp (x->pass, y->pass);
}

} // anonymous namespace

void
wpp_watch_counts (const char *plugin)
{
  register_callback (plugin, PLUGIN_PASS_EXECUTION, look, NULL);
}

std::string
wpp_who_lost_counts ()
{
  std::string who;
  if (watched.fun != cfun)
    return who;
  watched.losses.qsort (compare_losses);
  for (const loss &l : watched.losses)
    who += (who.empty () ? "" : ", ") + std::string (l.pass) + " (" + std::to_string (l.executions) + ")";
  watched.losses.truncate (0);
  return who;
}
