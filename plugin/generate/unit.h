/* What an instrumented unit has once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_UNIT_H
#define WPP_PLUGIN_GENERATE_UNIT_H

#include "plugin/gcc/compat.h"

/* The unit's base variable (a 32-bit word).  */
tree wpp_unit_base ();

/* The unit's array of counters, whose size is set when all functions have been numbered.  */
tree wpp_unit_counters ();

/* Likewise, its arrays of slots, of words that count known paths, of tables of value places, and of sparse words.  */
tree wpp_unit_slots ();
tree wpp_unit_words ();
tree wpp_unit_tables ();
tree wpp_unit_sparse ();

/* The unit's base of checks (64 bits, set at load; 0 before).  */
tree wpp_unit_value_base ();

/* Emit the descriptor of the values of the unit with notes ID: N_VALUES numbers, and the addresses of ALL that are not
   null.  */
void wpp_emit_valued (uint64_t id, uint32_t n_values, const vec<tree> &all);

/* Emit the numbers of the unit's functions that may be called indirectly, of whose calls counts have targets.  */
void wpp_emit_targets ();

/* Make room for N words in the array DECL.  */
void wpp_finish_array (tree decl, uint64_t n);

/* Emit the descriptor of the unit with notes ID and N_PATHS paths: struct __wpp_unit or struct __wpp_counted_unit,
   which differ in the type of their last field.  */
void wpp_emit_descriptor (uint64_t id, uint64_t n_paths);

/* Emit the name of the folder that -fwpp-generate,into= names, absolute, as a pattern.  */
void wpp_emit_folder ();

/* The linked object must have a runtime of its own, which registers the unit.  A shared object without one would use
   that of a recorded program, and its events would belong to no known function; so it must not link.  Counting code
   refers to hidden symbols anyway.  Code that can only be part of an executable is registered early
   (runtime/common/preinit.h).  */
void wpp_demand_runtime ();

/* Emit the notes DATA [SIZE].  */
void wpp_emit_notes (const unsigned char *data, size_t size);

#endif /* WPP_PLUGIN_GENERATE_UNIT_H */
