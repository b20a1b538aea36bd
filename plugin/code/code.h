/* The instructions of instrumented code.  They depend on the processor: each has a file of its own (x86-64.cc,
   aarch64.cc), of which the Makefile compiles one.  Nothing else of the plugin knows the processor, but for the code of
   values (plugin/generate/value-code.h), which is x86-64's.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What they do is specified in runtime/common/abi.h (events) and runtime/counts/counts.h (counts).  None of them says
   that it writes memory, so they do not hinder optimisations of the user's memory accesses.  They are volatile, so that
   they stay in order among themselves and with calls, and so that no count is kept in a register, where a killed
   program would lose it.  */

#ifndef WPP_PLUGIN_CODE_CODE_H
#define WPP_PLUGIN_CODE_CODE_H

#include "plugin/gcc/compat.h"

/* The name of the processor, for messages.  */
extern const char wpp_code_processor[];

/* Is there code that keeps values?  */
extern const bool wpp_code_keeps_values;

/* TYPE, a function's, as the runtime is compiled, whatever the command line says of calls.  */
tree wpp_code_function_type (tree type);

/* Store EVENT, a value of 32 bits.  ALONE: in a short loop, or where GCC must not keep the cursor's place in a
   register.  */
void wpp_code_store (gimple_seq *seq, tree event, bool alone);

/* The address of the depth in code that may become part of a shared library, a value of TYPE.  */
tree wpp_code_depth (gimple_seq *seq, tree type);

/* A word of one of the unit's arrays, by which a path is counted.  */
struct wpp_counted_word
{
  tree path;          /* its address less INCREMENT, in the unit's array; in the thread's own one if BOUND */
  int64_t increment;  /* in bytes */
  tree delta;         /* the distance of the thread's own array */
  tree known;         /* the function's struct __wpp_known, or null if it has counters */
  tree again;         /* the value that PATH nearly always has, as this is in a loop; or null */
  bool bound;
};
void wpp_code_count (gimple_seq *seq, const wpp_counted_word &word);

/* Set OWN, a variable, to the address of the thread's own copy of an array at the address FIRST, whose delta is
   DELTA.  */
void wpp_code_bind (gimple_seq *seq, tree own, tree first, tree delta);

/* Count the path with the number NUMBER (plus 1) in a table.  SLOT is the address of its slot; SITE, in memory, is the
   function's first counter.  */
void wpp_code_count_in_table (gimple_seq *seq, tree number, tree slot, tree site);

/* Count the path with the key KEY by pairs of words from the address WORDS on.  KNOWN is the function's struct
   __wpp_known.  */
struct wpp_packing;
void wpp_code_count_pair (gimple_seq *seq, const wpp_packing *packing, tree key, tree words, tree known);

/* count-value.cc: tell the runtime that a value place of KIND is executed with VALUE; OTHER is the dividend of a
   remainder, or null.  WORDS and TABLE are the addresses of the place's words and table in the unit's arrays.  */
void wpp_code_count_value (gimple_seq *seq, tree words, tree table, unsigned kind, tree value, tree other);

#endif /* WPP_PLUGIN_CODE_CODE_H */
