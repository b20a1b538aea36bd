/* LTO notes: numbers that travel with -flto to the compiler that the linker starts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_LTO_NOTES_H
#define WPP_PLUGIN_LTO_NOTES_H

#include "plugin/gcc/graph/graph.h"

enum wpp_lto_note
{
  WPP_LTO_NOTE_BRANCH,          /* of the condition that follows it: 12 bits */
  WPP_LTO_NOTE_LOOP,            /* of the loop whose header begins with it: 32 bits */
  WPP_N_LTO_NOTES
};

/* Put a note of KIND and VALUE before GSI.  */
void wpp_put_lto_note (wpp_lto_note kind, gimple_stmt_iterator gsi, uint32_t value);

/* Who is told of notes in the linker's compiler.  */
struct wpp_lto_note_taker
{
  void *data;                   /* of the functions */
  void (*begin) (void *data);   /* a function begins; may be null */
  void (*take) (void *data, basic_block bb, uint32_t value);    /* BB has one of VALUE; may be null */
};

/* Add the pass that takes notes away, and let it tell TAKERS [WPP_N_LTO_NOTES] of those of their kinds.  */
void wpp_register_lto_notes (const char *plugin, const wpp_lto_note_taker *takers);

#endif /* WPP_PLUGIN_LTO_NOTES_H */
