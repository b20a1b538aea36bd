/* -fwpp-optimize=paths: copies of hot subpaths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_COPIES_H
#define WPP_PLUGIN_COPIES_H

#include "plugin/common/plugin.h"

extern "C"
{
#include "copies/copies.h"
#include "decide/budget.h"
}

/* The copies that a function may have, and what they are copies of.  */
struct wpp_function_copies
{
  cgraph_node *node;
  wpp_blocks *blocks;                   /* its graph and body are gone after considering */
  wpp_copies *copies;
  auto_vec<basic_block> block;          /* [blocks->n] */
  auto_vec<edge> jump;                  /* [blocks->n_jumps] */

  ~wpp_function_copies ()
  {
    wpp_copies_free (copies);
    wpp_blocks_free (blocks);
  }
};

/* duplicate.cc: make the copies of F, cfun, that are chosen.  */
void wpp_duplicate_paths (const wpp_function_copies *f);

#endif /* WPP_PLUGIN_COPIES_H */
