/* -fwpp-use: what is done to a unit, in its order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_PIPELINE_H
#define WPP_PLUGIN_PIPELINE_H

#include "plugin/gcc/compat.h"

struct wpp_optimization;

/* Turn on the options of -fprofile-use and those of kinds of optimisation, except those that the user has given
   explicitly.  Return false after an error, which occurs when the user also wants another profile.  */
bool wpp_use_options ();

/* What is kept of a unit from one pass to the others.  */
class wpp_pipeline;
wpp_pipeline *wpp_pipeline_new ();

/* Add to PLUGIN's passes those of what wpp_opts asks for.  */
void wpp_pipeline_start (wpp_pipeline *p, const char *plugin);

/* Open the profiles, when the unit has been parsed and nothing of it has been optimised yet.  */
void wpp_pipeline_begin (wpp_pipeline *p);

/* Give the functions of the unit their profile, and do what rests on it.  */
unsigned wpp_pipeline_run (wpp_pipeline *p);

/* The names of kinds of optimisation, the N-th one; null after the last.  */
const wpp_optimization *wpp_optimization_at (unsigned n);

/* optimize-list.cc: the kinds that LIST, the value of -fwpp-optimize, names, each between commas; malloc'ed.  LIST has
   names, `all' and `none', separated by commas; a minus before the first: all but such ones.  Return null when it names
   something else.  */
char *wpp_read_optimizations (const char *list);

/* The names of all, and those two, separated by commas.  */
std::string wpp_optimization_names ();

#endif /* WPP_PLUGIN_PIPELINE_H */
