/* The names by which profiles and lists refer to the unit being compiled.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_THIS_UNIT_H
#define WPP_PLUGIN_GCC_GRAPH_THIS_UNIT_H

#include "plugin/gcc/compat.h"

/* Assembler name of NODE as notes have it.  */
const char *wpp_assembler_name (cgraph_node *node);

/* Finds the source file being compiled among those of a profile or a list: all files whose names have most in common
   with its name (base/names.h).  */
class wpp_this_unit
{
public:
  /* Add SOURCE, one of those files.  All must be added before the other functions are called.  */
  void see (const char *source);
  /* Is SOURCE, one of those files, the file being compiled?  */
  bool is (const char *source) const;
  /* Is the file being compiled among those files?  */
  bool known () const { return tail > 0; }

private:
  unsigned tail = 0;
};

#endif /* WPP_PLUGIN_GCC_GRAPH_THIS_UNIT_H */
