/* The blocks of a function's traces.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A letter's path executes blocks of GCC; each execution of one is told by one letter: the block after the edge that
   ends a path belongs to that path.  A block whose later piece goes on after a call is not executed again, though gcov
   counts what is after a call that may not return as another block.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FUNCTION_BLOCKS_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FUNCTION_BLOCKS_H

#include "recording/profile/code.h"
#include "activations/timestamps/dynamic-blocks.h"
#include "recording/traces/traces.h"

/* TAKE the PATH of each letter of F, whose function is FUNCTION of CODE, with DATA.  WPP_E_CORRUPT when letters belong
   to another function, or what wpp_code_decode or TAKE returns.  */
int wpp_letter_paths (struct wpp_code *code, const struct wpp_code_function *function,
                      const struct wpp_function_traces *f,
                      int (*take) (void *data, uint32_t letter, const struct wpp_numbering *num,
                                   const struct wpp_path *path),
                      void *data);

struct wpp_function_blocks
{
  struct wpp_block_parts parts;       /* of each letter one; its blocks are GCC's */
  uint64_t *cost;                     /* [n_parts] statements (activations/counts/route.h) */
};

/* Set *B to the blocks of F, whose function is FUNCTION of CODE.  To be released in any case.  0, WPP_E_NOMEM,
   WPP_E_TOOBIG, or as wpp_letter_paths.  */
int wpp_function_blocks_init (struct wpp_function_blocks *b, struct wpp_code *code, struct wpp_code_function *function,
                              const struct wpp_function_traces *f);
void wpp_function_blocks_release (struct wpp_function_blocks *b);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FUNCTION_BLOCKS_H */
