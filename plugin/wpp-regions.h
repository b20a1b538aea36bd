/* Where a function keeps the thread's delta (runtime/counts.h) in a register.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Loading and testing the delta takes three of the four instructions that count a path.  In a region, a
   loop or the whole function, they are executed where the region is entered and behind each of its
   calls instead of at each end of a path: a call may return in another process, by fork, or another
   thread.  Between calls the delta changes only where a signal handler forks, which the runtime provides for
   (counts.c, inherit).  */

#ifndef WPP_REGIONS_H
#define WPP_REGIONS_H

#include "wpp-plugin.h"

class wpp_regions
{
public:
  /* Choose cfun's, where by GCC's guess of frequencies it pays.  Paths end as GRAPH and NUM say.  */
  wpp_regions (const wpp_function_graph *graph, const wpp_numbering *num);

  /* Is the delta there where the code for PLACE runs?  */
  bool holds_p (const wpp_edge_place &place) const;

  /* Where it is to be loaded: on these edges, and behind these calls, which do not end their blocks.  */
  auto_vec<edge> entries;
  auto_vec<gimple *> calls;

private:
  auto_sbitmap inside {(unsigned) last_basic_block_for_fn (cfun)};  /* blocks of regions */
};

#endif /* WPP_REGIONS_H */
