/* The command line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_COMMAND_LINE_H
#define WPP_PLUGIN_COMMAND_LINE_H

#include "plugin/gcc/compat.h"

/* Set wpp_opts, and what warnings do, to what INFO says.  Return false after an error.  */
bool wpp_read_command_line (const plugin_name_args *info);

#endif /* WPP_PLUGIN_COMMAND_LINE_H */
