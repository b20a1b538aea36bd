/* Marks that travel with -flto to the compiler that the linker starts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_LTO_NOTES_H
#define WPP_PLUGIN_LTO_NOTES_H

#include "plugin/gcc/graph/graph.h"

enum wpp_mark
{
  WPP_MARK_BRANCH,              /* of the condition that follows it: 12 bits */
  WPP_MARK_LOOP,                /* of the loop whose header begins with it: 32 bits */
  WPP_N_MARKS
};

/* Put a mark of KIND and VALUE before GSI.  */
void wpp_put_mark (wpp_mark kind, gimple_stmt_iterator gsi, uint32_t value);

/* Who is told of marks in the linker's compiler.  */
struct wpp_mark_taker
{
  void (*begin) ();             /* a function begins; may be null */
  void (*take) (basic_block bb, uint32_t value);        /* BB has one of VALUE */
};

/* Add the pass that takes marks away, if it is not there yet, and let it tell TAKER of those of KIND.  */
void wpp_register_marks (const char *plugin, wpp_mark kind, const wpp_mark_taker &taker);

#endif /* WPP_PLUGIN_LTO_NOTES_H */
