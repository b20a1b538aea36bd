/* Names of modules of many profiles: where a program is gone, there may be a copy that another run was of.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_MODULE_NAMES_H
#define WPP_ANALYSIS_RECORDING_OPENED_MODULE_NAMES_H

#include "recording/profile/profile.h"

struct wpp_module_names         /* all 0: none */
{
  size_t n;
  char **names;                 /* [n] each once, and a null; null when there are none */
};

/* Add those of P.  Return 0 or WPP_E_NOMEM.  */
int wpp_module_names_add (struct wpp_module_names *m, const struct wpp_profile *p);
void wpp_module_names_release (struct wpp_module_names *m);

/* Files that are read one by one.  Their modules are looked for when they are first needed.  */
struct wpp_neighbours
{
  const char *const *files;     /* [n] must stay */
  size_t n;
  bool looked;
  struct wpp_module_names modules;
};

/* The modules of all files of N that can be looked into, up to a null, if these are several; else null.  */
const char *const *wpp_neighbours_modules (struct wpp_neighbours *n);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_MODULE_NAMES_H */
