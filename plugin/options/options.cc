/* The options of the command line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/options/options.h"

wpp_plugin_options wpp_opts;
