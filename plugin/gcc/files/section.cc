/* Variables of the unit that are ours, and sections that are not loaded.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/files/section.h"

tree
wpp_unit_variable (const char *name, tree type)
{
  tree decl = build_decl (UNKNOWN_LOCATION, VAR_DECL, get_identifier (name), type);
  TREE_STATIC (decl) = 1;
  TREE_USED (decl) = 1;
  TREE_ADDRESSABLE (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  DECL_PRESERVE_P (decl) = 1;
  return decl;
}

void
wpp_emit_unloaded (const char *name, const char *section, const void *data, size_t size)
{
  /* GCC has no way to name a section that is not loaded.  But the assembler takes everything after ASM_COMMENT_START
     for a comment.  */
  std::string flagged = std::string (section) + ",\"R\",@progbits" ASM_COMMENT_START;
  tree type = build_array_type_nelts (char_type_node, size);
  tree bytes = build_string (size, (const char *) data);
  tree decl = wpp_unit_variable (name, type);
  /* A label that the assembler forgets: what is not loaded has addresses from 0 on, and valgrind takes a symbol that
     has one within the code, and ends after it, for a fault of the program's.  */
  SET_DECL_ASSEMBLER_NAME (decl, get_identifier ((std::string ("*.L") + name).c_str ()));
  TREE_TYPE (bytes) = type;
  TREE_READONLY (decl) = 1;
  DECL_INITIAL (decl) = bytes;
  SET_DECL_ALIGN (decl, BITS_PER_UNIT);
  DECL_USER_ALIGN (decl) = 1;
  set_decl_section_name (decl, flagged.c_str ());
  varpool_node::finalize_decl (decl);
}
