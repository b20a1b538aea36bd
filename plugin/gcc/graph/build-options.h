/* The options that make another graph of the same source, as flags of functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_BUILD_OPTIONS_H
#define WPP_PLUGIN_GCC_GRAPH_BUILD_OPTIONS_H

#include "plugin/gcc/compat.h"

/* The flags (enum wpp_function_flags) that say with which of these options FUNCTION is being compiled.  */
uint32_t wpp_build_options (tree function);

/* Which of them differ between THEN, flags of a profile, and NOW: a list for users.  Empty if none does, or if THEN
   does not say.  */
std::string wpp_other_options (uint32_t then, uint32_t now);

#endif /* WPP_PLUGIN_GCC_GRAPH_BUILD_OPTIONS_H */
