/* -fwpp-generate=paths,values: code that counts values at value places.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_VALUE_COUNTS_H
#define WPP_PLUGIN_GENERATE_VALUE_COUNTS_H

#include "plugin/gcc/graph/value-places.h"

extern "C"
{
#include "program/notes/notes.h"
}

/* Note PLACES, those of the unit's function number FUNCTION, in NOTES, with files of FILES.  */
void wpp_note_value_places (const vec<wpp_valued_statement> &places, uint32_t function, wpp_file_table *files,
                            auto_vec<wpp_noted_place> *notes);

/* Put code before PLACES, which tells the runtime of their values.  Their words begin at WORD of the unit's counters,
   and their tables at word TABLE of wpp_unit_tables.  */
void wpp_count_values (const vec<wpp_valued_statement> &places, uint64_t word, uint64_t table);

#endif /* WPP_PLUGIN_GENERATE_VALUE_COUNTS_H */
