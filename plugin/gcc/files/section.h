/* Variables of the unit that are ours, and sections that are not loaded.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_FILES_SECTION_H
#define WPP_PLUGIN_GCC_FILES_SECTION_H

#include "plugin/gcc/compat.h"

/* Make a static variable of the unit that the compiler takes nothing for granted of.  */
tree wpp_unit_variable (const char *name, tree type);

/* Emit DATA [SIZE] in SECTION, which is not loaded, as a variable NAME.  Not as top-level assembly, because that is
   lost with -flto when the unit has code for offloading.  What objects have of it comes one after the other.  */
void wpp_emit_unloaded (const char *name, const char *section, const void *data, size_t size);

#endif /* WPP_PLUGIN_GCC_FILES_SECTION_H */
