/* What an object depends on beside its sources, said where build tools and compiler caches look for it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_FILES_INPUTS_H
#define WPP_PLUGIN_GCC_FILES_INPUTS_H

#include "plugin/gcc/compat.h"

/* The unit depends on the files and folders PATHS, separated by commas (or null), and on the working directory if HERE.
   Beside the object it has files with these ENDINGS, to be freed, each after a dot.  Have that said by PLUGIN's
   compiler.  */
void wpp_register_inputs (const char *plugin, const char *paths, bool here, auto_vec<char *> *endings);

/* Stop the compilation if its source was preprocessed with other contents of PATHS than are here.  */
void wpp_check_inputs (const char *paths);

#endif /* WPP_PLUGIN_GCC_FILES_INPUTS_H */
