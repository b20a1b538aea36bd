/* What an instrumented unit has once: its variables, its descriptor, its notes in their section, and declarations of
   what it uses of the runtime.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The notes are in section .wpp.notes, which is not loaded.  The descriptor, struct __wpp_unit of
   runtime/common/abi.h, is in section wpp_units.  */

#include "plugin/generate/instrument.h"
#include "plugin/generate/unit.h"
#include "plugin/generate/counting.h"
#include "plugin/generate/generate.h"
#include "plugin/generate/recording.h"
#include "plugin/gcc/files/section.h"
#include "plugin/options/options.h"
#include "runtime/common/abi.h"

extern "C"
{
#include "activations/counts/value-counts.h"
}

/* The unit's variable NAME, which is defined when it is first asked for.  */

static tree
defined_variable (unsigned root, const char *name, tree type)
{
  if (!wpp_roots[root])
    {
      wpp_roots[root] = wpp_unit_variable (name, type);
      varpool_node::finalize_decl (wpp_roots[root]);
    }
  return wpp_roots[root];
}

tree
wpp_unit_base ()
{
  return defined_variable (WPP_ROOT_BASE, "__wpp_base", uint32_type_node);
}

tree
wpp_unit_value_base ()
{
  return defined_variable (WPP_ROOT_VALUE_BASE, "__wpp_value_base", uint64_type_node);
}

/* GCC has no way to name a section that takes no room in the file.  But the assembler takes everything
   after ASM_COMMENT_START for a comment.  */
#define COUNTERS_SECTION "wpp_counters,\"aw\",@nobits" ASM_COMMENT_START
#define SPARSE_SECTION "wpp_sparse,\"aw\",@nobits" ASM_COMMENT_START
#define SLOTS_SECTION "wpp_slots,\"aw\",@nobits" ASM_COMMENT_START

/* Declare an array of words called NAME, of which the runtime gives each thread a copy.  It gets its size later.  */

static tree
counted_array (unsigned root, const char *name, const char *section)
{
  if (!wpp_roots[root])
    {
      tree decl = wpp_unit_variable (name, build_array_type (uint64_type_node, NULL_TREE));
      SET_DECL_ALIGN (decl, 64);
      DECL_USER_ALIGN (decl) = 1;
      set_decl_section_name (decl, section);
      wpp_roots[root] = decl;
    }
  return wpp_roots[root];
}

tree
wpp_unit_counters ()
{
  return counted_array (WPP_ROOT_COUNTERS, "__wpp_counters", COUNTERS_SECTION);
}

tree
wpp_unit_slots ()
{
  return counted_array (WPP_ROOT_SLOTS, "__wpp_slots", SLOTS_SECTION);
}

tree
wpp_unit_words ()
{
  return counted_array (WPP_ROOT_WORDS, "__wpp_words", COUNTERS_SECTION);
}

tree
wpp_unit_tables ()
{
  return counted_array (WPP_ROOT_TABLES, "__wpp_tables", COUNTERS_SECTION);
}

tree
wpp_unit_sparse ()
{
  return counted_array (WPP_ROOT_SPARSE, "__wpp_sparse", SPARSE_SECTION);
}

void
wpp_finish_array (tree decl, uint64_t n)
{
  TREE_TYPE (decl) = build_array_type_nelts (uint64_type_node, n);
  DECL_SIZE (decl) = NULL_TREE;
  layout_decl (decl, 0);
  varpool_node::finalize_decl (decl);
}

static tree
field (tree record, tree type, tree *fields)
{
  tree f = build_decl (UNKNOWN_LOCATION, FIELD_DECL, NULL_TREE, type);
  DECL_CONTEXT (f) = record;
  DECL_CHAIN (f) = *fields;
  *fields = f;
  return f;
}

/* Emit a variable NAME of TYPE, a member of the array that the section SECTION is or several, with VALUES.  */

static varpool_node *
emit_members (const char *name, tree type, vec<constructor_elt, va_gc> *values, const char *section)
{
  tree decl = wpp_unit_variable (name, type);
  DECL_INITIAL (decl) = build_constructor (type, values);
  /* The runtime reads the section as an array.  */
  SET_DECL_ALIGN (decl, 64);
  DECL_USER_ALIGN (decl) = 1;
  /* The runtime finds it by __start_ and __stop_ symbols, but lld's --gc-sections would remove it all the same.  */
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("retain"), NULL_TREE, DECL_ATTRIBUTES (decl));
  set_decl_section_name (decl, section);
  varpool_node::finalize_decl (decl);
  return varpool_node::get (decl);
}

void
wpp_emit_descriptor (uint64_t id, uint64_t n_paths)
{
  const wpp_recording_kind *recording = wpp_opts.recording;
  tree variable = recording->variable ();
  tree record = make_node (RECORD_TYPE), fields = NULL_TREE;
  tree base_type = build_pointer_type (TREE_TYPE (variable));
  tree f[4];
  vec<constructor_elt, va_gc> *values = NULL;

  f[0] = field (record, uint64_type_node, &fields);
  f[1] = field (record, uint32_type_node, &fields);
  f[2] = field (record, uint32_type_node, &fields);
  f[3] = field (record, base_type, &fields);
  finish_builtin_struct (record, "__wpp_unit", fields, NULL_TREE);
  CONSTRUCTOR_APPEND_ELT (values, f[0], build_int_cstu (uint64_type_node, id));
  CONSTRUCTOR_APPEND_ELT (values, f[1], build_int_cstu (uint32_type_node, n_paths));
  CONSTRUCTOR_APPEND_ELT (values, f[2], build_int_cstu (uint32_type_node, recording->version));
  CONSTRUCTOR_APPEND_ELT (values, f[3], build1 (ADDR_EXPR, base_type, variable));
  emit_members ("__wpp_unit", record, values, recording->section);
}

/* A table of the addresses of BASES.  */

static tree
emit_bases (const vec<tree> &bases)
{
  if (bases.is_empty ())
    return null_pointer_node;
  tree type = build_array_type_nelts (const_ptr_type_node, bases.length ());
  tree decl = wpp_unit_variable ("__wpp_bases", type);
  vec<constructor_elt, va_gc> *values = NULL;
  for (unsigned i = 0; i < bases.length (); i++)
    {
      TREE_ADDRESSABLE (bases[i]) = 1;
      CONSTRUCTOR_APPEND_ELT (values, size_int (i), build_fold_addr_expr_with_type (bases[i], const_ptr_type_node));
    }
  TREE_READONLY (decl) = 1;
  DECL_INITIAL (decl) = build_constructor (type, values);
  varpool_node::finalize_decl (decl);
  /* GCC does not look into initial values any more at this time, and would remove what nothing else refers to.  */
  for (tree base : bases)
    varpool_node::get (decl)->create_reference (varpool_node::get_create (base), IPA_REF_ADDR);
  return build_fold_addr_expr_with_type (decl, const_ptr_type_node);
}

void
wpp_emit_valued (uint64_t id, uint32_t n_values, const vec<tree> &all)
{
  auto_vec<tree> bases;
  for (tree base : all)
    if (base)
      bases.safe_push (base);
  tree record = make_node (RECORD_TYPE), fields = NULL_TREE, base = wpp_unit_value_base ();
  tree base_type = build_pointer_type (TREE_TYPE (base));
  tree f[6];
  vec<constructor_elt, va_gc> *values = NULL;

  f[0] = field (record, uint64_type_node, &fields);
  for (unsigned i = 1; i < 4; i++)
    f[i] = field (record, uint32_type_node, &fields);
  f[4] = field (record, uint32_type_node, &fields);
  f[5] = field (record, base_type, &fields);
  tree last = field (record, const_ptr_type_node, &fields);
  finish_builtin_struct (record, "__wpp_valued", fields, NULL_TREE);
  CONSTRUCTOR_APPEND_ELT (values, f[0], build_int_cstu (uint64_type_node, id));
  CONSTRUCTOR_APPEND_ELT (values, f[1], build_int_cstu (uint32_type_node, n_values));
  CONSTRUCTOR_APPEND_ELT (values, f[2], build_int_cstu (uint32_type_node, bases.length ()));
  CONSTRUCTOR_APPEND_ELT (values, f[3], build_int_cstu (uint32_type_node, __WPP_VALUES_ABI_VERSION));
  unsigned checked = wpp_opts.all_values ? 1 : wpp_opts.check_values ? 2 : 0;
  CONSTRUCTOR_APPEND_ELT (values, f[4], build_int_cstu (uint32_type_node, checked));
  CONSTRUCTOR_APPEND_ELT (values, f[5], build1 (ADDR_EXPR, base_type, base));
  CONSTRUCTOR_APPEND_ELT (values, last, emit_bases (bases));
  emit_members ("__wpp_valued", record, values, "wpp_valued");
}

/* May NODE, which has a body, be called indirectly?  A function that others see may be in a section of its own that the
   linker drops: it must not be kept for this.  One that needs its parent's frame is called through a trampoline.  */

static bool
target_p (cgraph_node *node)
{
  return node->has_gimple_body_p () && !DECL_STATIC_CHAIN (node->decl)
         && (node->address_taken || (TREE_PUBLIC (node->decl) && !DECL_COMDAT (node->decl) && !flag_function_sections
                                     && !flag_whole_program));
}

void
wpp_emit_targets ()
{
  auto_vec<cgraph_node *> targets;
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    if (target_p (node))
      targets.safe_push (node);
  if (targets.is_empty ())
    return;
  tree record = make_node (RECORD_TYPE), fields = NULL_TREE, f[2];
  const char *source = remap_profile_filename (main_input_filename);
  vec<constructor_elt, va_gc> *all = NULL;
  f[0] = field (record, const_ptr_type_node, &fields);
  f[1] = field (record, uint64_type_node, &fields);
  finish_builtin_struct (record, "__wpp_target", fields, NULL_TREE);
  for (unsigned i = 0; i < targets.length (); i++)
    {
      vec<constructor_elt, va_gc> *values = NULL;
      tree decl = targets[i]->decl;
      const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
      uint32_t number = wpp_target_number (name + (*name == '*'), !TREE_PUBLIC (decl), source);
      CONSTRUCTOR_APPEND_ELT (values, f[0], build_fold_addr_expr_with_type (decl, const_ptr_type_node));
      CONSTRUCTOR_APPEND_ELT (values, f[1], build_int_cstu (uint64_type_node, number));
      CONSTRUCTOR_APPEND_ELT (all, size_int (i), build_constructor (record, values));
    }
  varpool_node *table = emit_members ("__wpp_targets", build_array_type_nelts (record, targets.length ()), all,
                                      "wpp_targets");
  for (cgraph_node *target : targets)
    {
      target->mark_address_taken ();
      table->create_reference (target, IPA_REF_ADDR);
    }
}

/* TEXT without what it means in a pattern (runtime/common/pattern.c).  */

static std::string
literally (const char *text)
{
  std::string to;
  for (; *text; text++)
    to.append (*text == '%' ? 2 : 1, *text);
  return to;
}

void
wpp_emit_folder ()
{
  std::string name = literally (IS_ABSOLUTE_PATH (wpp_opts.into) ? "" : getpwd ());
  if (!name.empty ())
    name += "/";
  name += literally (wpp_opts.into) + "/";
  tree type = build_array_type_nelts (char_type_node, name.size () + 1);
  tree text = build_string (name.size () + 1, name.c_str ());
  tree decl = wpp_unit_variable ("__wpp_into", type);
  TREE_TYPE (text) = type;
  TREE_READONLY (decl) = 1;
  TREE_PUBLIC (decl) = 1;
  DECL_INITIAL (decl) = text;
  /* One of all units, which the runtime of the same object sees.  */
  DECL_VISIBILITY (decl) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (decl) = 1;
  make_decl_one_only (decl, DECL_ASSEMBLER_NAME (decl));
  varpool_node::finalize_decl (decl);
}

void
wpp_demand_runtime ()
{
  const wpp_recording_kind *r = wpp_opts.recording;
  if (r->demanded)
    symtab->finalize_toplevel_asm (build_string (strlen (r->demanded) + 1, r->demanded));
  if (!flag_pic || flag_pie)
    symtab->finalize_toplevel_asm (build_string (strlen (r->early) + 1, r->early));
}

void
wpp_emit_notes (const unsigned char *data, size_t size)
{
  wpp_emit_unloaded ("__wpp_notes", WPP_NOTES_SECTION, data, size);
}

void
wpp_register_generate (const char *plugin)
{
  wpp_register_roots (plugin);
  if (wpp_opts.recording->start)
    wpp_opts.recording->start (plugin);
}
