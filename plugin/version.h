/* The compiler that the plugin was built for, and the one that loads it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_VERSION_H
#define WPP_PLUGIN_VERSION_H

#include "plugin/gcc/compat.h"

/* How OTHER differs from BUILT: version, date, revision, or arguments of GCC's configure script.  */
std::string wpp_version_difference (const plugin_gcc_version *built, const plugin_gcc_version *other);

/* The name by which a compiler of version V is usually called.  */
std::string wpp_compiler_name (const plugin_gcc_version *v);

#endif /* WPP_PLUGIN_VERSION_H */
