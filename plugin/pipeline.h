/* The second compilation: what is done to a unit that has a profile, in its order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_PIPELINE_H
#define WPP_PLUGIN_PIPELINE_H

#include "plugin/gcc/compat.h"

/* Open the profiles, when the unit has been parsed and nothing of it has been optimised yet.  */
void wpp_use_begin ();

/* Give the functions of the unit their profile, and do what rests on it.  */
unsigned wpp_use_unit ();

/* Set *SET to the bits of the kinds that NAMES, separated by commas, names: `all', `none', names; with a
   minus before the first, all but such ones.  Return false when it names something else.  */
bool wpp_read_optimizations (const char *names, unsigned *set);

/* The names of all, and those two, separated by commas.  */
std::string wpp_optimization_names ();

/* Add the passes of what wpp_opts asks for to PLUGIN's.  */
void wpp_register_optimizations (const char *plugin);

#endif /* WPP_PLUGIN_PIPELINE_H */
