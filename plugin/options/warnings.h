/* The plugin's own warnings.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIONS_WARNINGS_H
#define WPP_PLUGIN_OPTIONS_WARNINGS_H

#include "plugin/gcc/compat.h"

/* All are on by default.  */
enum wpp_warning
{
  WPP_WARN_MISMATCH,            /* what a profile or a list has is of another version */
  WPP_WARN_MISSING,             /* there is no profile of what is compiled */
  WPP_N_WARNINGS
};

/* Read KEY, `W', `Wno-', `Werror=' or `Wno-error=' with the name of a warning.  Return false after an error.  */
bool wpp_read_warning (const char *key);

/* Is WARNING wanted?  */
bool wpp_warning_p (wpp_warning warning);

/* Warn, if that is wanted, as by warning_at; the name of the option is added.  Return whether anything was said.  */
bool wpp_warn (wpp_warning warning, location_t where, const char *format, ...) ATTRIBUTE_GCC_DIAG (3, 4);

#endif /* WPP_PLUGIN_OPTIONS_WARNINGS_H */
