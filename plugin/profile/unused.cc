/* Functions that are compiled without the profile that they had (unused.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/profile/unused.h"
#include "plugin/gcc/files/section.h"

extern "C"
{
#include "format/unused-record.h"
}

void
wpp_unused::add (cgraph_node *node, const char *why)
{
  expanded_location where = expand_location (DECL_SOURCE_LOCATION (node->decl));
  lines += std::string (why) + "\t" + wpp_assembler_name (node) + "\t" + std::to_string (where.line) + "\t"
           + remap_profile_filename (where.file ? where.file : main_input_filename) + "\n";
}

void
wpp_unused::emit () const
{
  if (!lines.empty ())
    wpp_emit_unloaded ("__wpp_unused", WPP_UNUSED_SECTION, lines.data (), lines.size ());
}
