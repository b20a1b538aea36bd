/* A compilation unit with instrumentation: its functions, its notes, and the descriptor by which the runtime
   finds them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Functions get consecutive ranges of path numbers in the order of the source.  The notes are a variable in section
   .wpp.notes, which is not loaded.  They are not top-level assembly, because that is lost with -flto when the unit has
   code for offloading.  The descriptor, struct __wpp_unit of runtime/common/abi.h, is in section wpp_units.  */

#include <cxxabi.h>
#include "plugin/gcc/body/program.h"
#include "runtime/common/abi.h"
#include "runtime/counts/counts.h"

extern "C"
{
#include "program/statements/record.h"
#include "base/saturate.h"
}

/* The notes of a unit while it is made.  Strings belong to GCC.  */
struct unit_draft
{
  wpp_file_table files;
  auto_vec<wpp_function> functions;
  auto_delete_vec<wpp_function_graph> graphs;   /* parallel; null where skipped */
  wpp_program_tables program;
  auto_vec<wpp_body> bodies;                    /* parallel to functions; empty where skipped, or not wanted */
  uint64_t n_paths = 0;                         /* event words, or counters */
  uint64_t n_slots = 0;                         /* of tables */
  uint64_t n_words = 0;                         /* of known paths */
  uint64_t n_sparse = 0;                        /* sparse words */
};

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

tree
wpp_unit_base ()
{
  if (!wpp_roots[WPP_ROOT_BASE])
    {
      tree decl = wpp_unit_variable ("__wpp_base", uint32_type_node);
      varpool_node::finalize_decl (decl);
      wpp_roots[WPP_ROOT_BASE] = decl;
    }
  return wpp_roots[WPP_ROOT_BASE];
}

/* GCC has no way to name a section that takes no room in the file or is not loaded.  But the assembler takes everything
   behind # for a comment.  */
#define COUNTERS_SECTION "wpp_counters,\"aw\",@nobits#"
#define SPARSE_SECTION "wpp_sparse,\"aw\",@nobits#"
#define SLOTS_SECTION "wpp_slots,\"aw\",@nobits#"
#define NOTES_SECTION WPP_NOTES_SECTION ",\"R\",@progbits#"

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
wpp_unit_sparse ()
{
  return counted_array (WPP_ROOT_SPARSE, "__wpp_sparse", SPARSE_SECTION);
}

/* Make room for N words in the array DECL.  */

static void
finish_array (tree decl, uint64_t n)
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

/* Emit the descriptor of the unit with notes ID and N_PATHS paths: struct __wpp_unit or struct __wpp_counted_unit,
   which differ in the type of their last field.  */

static void
emit_descriptor (uint64_t id, uint64_t n_paths)
{
  bool counts = wpp_opts.kind != WPP_KIND_PATH;
  tree variable = counts ? wpp_unit_counters () : wpp_unit_base ();
  uint32_t version = counts ? __WPP_COUNTS_ABI_VERSION : __WPP_ABI_VERSION;
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
  CONSTRUCTOR_APPEND_ELT (values, f[2], build_int_cstu (uint32_type_node, version));
  CONSTRUCTOR_APPEND_ELT (values, f[3], build1 (ADDR_EXPR, base_type, variable));

  tree decl = wpp_unit_variable ("__wpp_unit", record);
  DECL_INITIAL (decl) = build_constructor (record, values);
  /* The runtime reads the section as an array.  */
  SET_DECL_ALIGN (decl, 64);
  DECL_USER_ALIGN (decl) = 1;
  /* The runtime finds it by __start_ and __stop_ symbols, but lld's --gc-sections would remove it all the same.  */
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier ("retain"), NULL_TREE, DECL_ATTRIBUTES (decl));
  set_decl_section_name (decl, counts ? "wpp_counted" : "wpp_units");
  varpool_node::finalize_decl (decl);
}

/* The linked object must have a runtime of its own, which registers the unit.  A shared object without one would use
   that of a recorded program, and its events would belong to no known function; so it must not link.  Counting code
   refers to hidden symbols anyway.  Code that can only be part of an executable is registered early
   (runtime/common/preinit.h).  */

static void
demand_runtime ()
{
  static const char runtime[] = "\t.hidden\t__wpp_next_chunk", early[] = "\t.hidden\t__wpp_preinit",
                    early_counts[] = "\t.hidden\t__wpp_count_preinit";
  bool counts = wpp_opts.kind != WPP_KIND_PATH;
  if (!counts)
    symtab->finalize_toplevel_asm (build_string (sizeof runtime, runtime));
  if (!flag_pic || flag_pie)
    symtab->finalize_toplevel_asm (counts ? build_string (sizeof early_counts, early_counts)
                                          : build_string (sizeof early, early));
}

/* Emit the notes DATA [SIZE].  */

static void
emit_notes (const unsigned char *data, size_t size)
{
  tree type = build_array_type_nelts (char_type_node, size);
  tree notes = build_string (size, (const char *) data);
  tree decl = wpp_unit_variable ("__wpp_notes", type);
  TREE_TYPE (notes) = type;
  TREE_READONLY (decl) = 1;
  DECL_INITIAL (decl) = notes;
  /* Units follow each other without gaps.  */
  SET_DECL_ALIGN (decl, BITS_PER_UNIT);
  DECL_USER_ALIGN (decl) = 1;
  set_decl_section_name (decl, NOTES_SECTION);
  varpool_node::finalize_decl (decl);
}

/* NODE's name as in the source; in C++ with parameters, as in gcov.  Malloc'ed.  */

static char *
pretty_name (cgraph_node *node, const char *assembler_name)
{
  int status;
  char *demangled = !strncmp (assembler_name, "_Z", 2)
                      ? abi::__cxa_demangle (assembler_name, NULL, NULL, &status) : NULL;
  return demangled ? demangled : xstrdup (lang_hooks.decl_printable_name (node->decl, 1));
}

/* Describe cfun's names and place in NOTE.  */

static void
describe_function (unit_draft *unit, cgraph_node *node, wpp_function *note)
{
  expanded_location start = expand_location (DECL_SOURCE_LOCATION (node->decl));
  expanded_location end = expand_location (DECL_STRUCT_FUNCTION (node->decl)->function_end_locus);

  memset (note, 0, sizeof *note);
  note->name = const_cast<char *> (IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl)));
  if (*note->name == '*')
    note->name++;
  note->pretty = pretty_name (node, note->name);
  note->file = unit->files.index_of (start.file ? start.file : main_input_filename);
  note->start_line = start.line;
  note->start_column = start.column;
  /* As in gcov: if a #line directive is between, the function ends where it starts.  */
  bool same = end.file == start.file && end.line >= start.line;
  note->end_line = same ? end.line : start.line;
  note->end_column = same ? end.column : start.column;
  note->offset = unit->n_paths;
  if (DECL_ARTIFICIAL (node->decl) && !DECL_FUNCTION_VERSIONED (node->decl)
      && !DECL_LAMBDA_FUNCTION_P (node->decl))
    note->flags |= WPP_FN_ARTIFICIAL;
  if (!TREE_PUBLIC (node->decl))
    note->flags |= WPP_FN_LOCAL;
}

/* The LIMIT of numberings.  */

static uint64_t
path_limit ()
{
  return wpp_opts.kind != WPP_KIND_PATH ? WPP_COUNT_LIMIT : WPP_PATH_LIMIT;
}

/* Sparse words are cheaper than tables and pairs.  But the page of the first word that is used costs microseconds, in
   each of many runs.  So the function's paths should be executed this often in all runs; or, if that is not known, a
   call of the function should execute as many paths as GCC guesses for nested loops.  */
#define SPARSE_USES 32768
#define SPARSE_ROUNDS 100

/* The number of path executions if edges are executed FREQUENCY times.  Set *ENTRIES to the executions of the
   function.  */

static uint64_t
path_executions (const wpp_numbering *num, const uint64_t *frequency, uint64_t *entries)
{
  uint64_t sum = 0;

  *entries = 0;
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    {
      if (num->edges[e].flags & WPP_EDGE_ENDS || num->cfg->edges[e].dst == WPP_NODE_EXIT)
        sum = wpp_saturating_add (sum, frequency[e]);
      if (num->cfg->edges[e].src == WPP_NODE_ENTRY)
        *entries = wpp_saturating_add (*entries, frequency[e]);
    }
  return sum;
}

/* Should the function NOTE, which has too many paths for an array, have sparse words of UNIT?  FREQUENCY is that of its
   interesting paths if KNOWN, else a guess; null if there is none.  */

static bool
sparse_p (const unit_draft *unit, const wpp_numbering *num, const wpp_function *note, bool known,
          const uint64_t *frequency)
{
  if (!frequency || num->n_paths <= WPP_COUNT_ARRAY || num->n_paths > WPP_COUNT_SPARSE
      || unit->n_sparse + num->n_paths > WPP_UNIT_SPARSE)
    return false;
  uint64_t entries, executions = path_executions (num, frequency, &entries);
  return known ? executions / SPARSE_USES > wpp_function_expected (note)
               : executions / SPARSE_ROUNDS > entries;
}

/* Number and instrument NODE, whose body is cfun, and describe it in NOTE.  */

static void
generate_function (unit_draft *unit, cgraph_node *node, wpp_function *note,
                   wpp_function_graph *graph)
{
  int err;

  wpp_fix_function ();
  wpp_build_graph (graph, &unit->files);
  wpp_mark_uncounted (graph);
  if (!wpp_opts.notes_paths)
    wpp_build_body (&unit->program, graph, &unit->bodies.last ());
  bool counts = wpp_opts.kind != WPP_KIND_PATH;
  wpp_numbering *num = counts ? wpp_numbering_new_across_calls (&graph->cfg, path_limit (), &err)
                              : wpp_numbering_new (&graph->cfg, path_limit (), &err);
  if (!num)
    {
      note->flags |= WPP_FN_SKIPPED;
      note->reason = xstrdup (wpp_strerror (err));
      wpp_body_release (&unit->bodies.last ());
      unit->bodies.last () = wpp_body ();
      warning_at (DECL_SOURCE_LOCATION (node->decl), 0, "wpp: %qD is not recorded: %s", node->decl,
                  wpp_strerror (err));
      return;
    }
  note->cfg = graph->cfg;
  note->checksum = wpp_cfg_checksum (&graph->cfg);
  note->n_paths = num->n_paths;
  if (graph->landing)
    note->flags |= WPP_FN_LANDING;
  if (counts)
    note->flags |= WPP_FN_ACROSS_CALLS;
  if (num->n_cuts)
    note->exact_paths = mpz_get_str (NULL, 10, num->exact_paths);
  if (wpp_opts.moves)
    wpp_mark_moves (node, graph, &unit->bodies.last ());
  bool known = wpp_opts.kind == WPP_KIND_PREFERENTIAL;
  if (known)
    {
      note->flags |= WPP_FN_TABLE | WPP_FN_PREFERENTIAL;
      wpp_find_interesting (node, num, note, &graph->frequency);
    }
  else
    {
      if (counts && num->n_paths > WPP_COUNT_ARRAY)
        note->flags |= WPP_FN_TABLE;
      wpp_guess_frequency (graph);
    }
  unit->n_paths += wpp_function_words (note);
  uint64_t *n_sparse = counts && sparse_p (unit, num, note, known, graph->frequency.address ())
                       ? &unit->n_sparse : NULL;
  if (!known && !graph->frequency.is_empty ())
    {
      if (counts && (n_sparse || !(note->flags & WPP_FN_TABLE)))
        wpp_end_paths_early (graph, num);
      wpp_numbering_place (num, graph->frequency.address ());
    }
  if (known && wpp_count_known (graph, num, note, &unit->n_words, n_sparse))
    ;
  else if (note->flags & WPP_FN_TABLE && n_sparse)
    wpp_count_sparsely (graph, num, note, n_sparse);
  else if (note->flags & WPP_FN_TABLE)
    unit->n_slots += wpp_count_in_table (graph, num, note->offset, unit->n_slots);
  else
    (counts ? wpp_count_function : wpp_instrument_function) (graph, num, note->offset);
  wpp_numbering_free (num);
}

/* Bring NODE's body back into a state that later passes accept.  It has changed, or calls functions that are not const
   or pure any more.  */

static void
finish_function (cgraph_node *node)
{
  basic_block bb;

  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (is_gimple_call (gsi_stmt (gsi)))
        update_stmt (gsi_stmt (gsi));
  cleanup_tree_cfg ();
  update_ssa (TODO_update_ssa);
  cgraph_edge::rebuild_edges ();
}

/* Append the record of UNIT's statements to its notes, NOTES, which are DATA [SIZE].  */

static void
add_program (unit_draft *unit, const wpp_unit *notes, unsigned char **data, size_t *size)
{
  unit->program.renumber_files (&unit->files, &unit->bodies);
  unit->program.update ();
  unit->program.make_conflicts ();
  wpp_program program = *unit->program.program ();
  program.n_bodies = unit->bodies.length ();
  program.bodies = unit->bodies.address ();
  int err = wpp_program_encode (&program, notes, data, size);
  if (err)
    warning_at (UNKNOWN_LOCATION, 0, "wpp: the notes lack statements: %s", wpp_strerror (err));
}

/* Encode and emit the notes of UNIT; return their id.  */

static uint64_t
finish_notes (unit_draft *unit)
{
  wpp_unit notes = {};
  auto_vec<char *> files;
  unsigned char *data;
  size_t size;

  for (unsigned i = 0; i < unit->files.length (); i++)
    files.safe_push (const_cast<char *> (unit->files.name (i)));
  notes.source = const_cast<char *> (remap_profile_filename (main_input_filename));
  notes.directory = const_cast<char *> (remap_profile_filename (get_src_pwd ()));
  notes.path_limit = path_limit ();
  notes.n_paths = unit->n_paths;
  notes.n_files = files.length ();
  notes.files = files.address ();
  notes.n_functions = unit->functions.length ();
  notes.functions = unit->functions.address ();
  int err = wpp_unit_encode (&notes, &data, &size);
  if (err)
    fatal_error (UNKNOWN_LOCATION, "wpp: cannot make the notes: %s", wpp_strerror (err));
  if (!wpp_opts.notes_paths)
    add_program (unit, &notes, &data, &size);
  emit_notes (data, size);
  free (data);
  return notes.id;
}

unsigned
wpp_generate_unit ()
{
  unit_draft unit;
  auto_vec<cgraph_node *> nodes;
  auto_vec<cgraph_node *> changed;

  wpp_functions (&nodes);
  for (cgraph_node *node : nodes)
    {
      bool ignore;
      const char *reason = wpp_skip_reason (node, &ignore);
      if (ignore)
        continue;
      wpp_function note;
      describe_function (&unit, node, &note);
      wpp_function_graph *graph = new wpp_function_graph;
      unit.graphs.safe_push (graph);
      unit.bodies.safe_push (wpp_body ());
      if (reason)
        {
          note.flags |= WPP_FN_SKIPPED;
          note.reason = xstrdup (reason);
        }
      else
        {
          push_cfun (DECL_STRUCT_FUNCTION (node->decl));
          generate_function (&unit, node, &note, graph);
          pop_cfun ();
          changed.safe_push (node);
        }
      unit.functions.safe_push (note);
    }
  if (unit.n_paths > UINT32_MAX - 256)
    fatal_error (UNKNOWN_LOCATION, "wpp: the unit has too many paths");

  if (wpp_opts.kind != WPP_KIND_PATH && unit.n_paths)
    finish_array (wpp_unit_counters (), unit.n_paths);
  if (unit.n_slots)
    finish_array (wpp_unit_slots (), unit.n_slots);
  if (unit.n_words)
    finish_array (wpp_unit_words (), unit.n_words);
  if (unit.n_sparse)
    finish_array (wpp_unit_sparse (), unit.n_sparse);
  if (wpp_opts.kind == WPP_KIND_PREFERENTIAL)
    wpp_check_interesting ();
  /* Storing events, or counts, is a side effect.  */
  for (cgraph_node *node : changed)
    {
      node->set_const_flag (false, false);
      node->set_pure_flag (false, false);
    }
  for (cgraph_node *node : nodes)
    if (gimple_has_body_p (node->decl))
      {
        push_cfun (DECL_STRUCT_FUNCTION (node->decl));
        finish_function (node);
        pop_cfun ();
      }
  if (unit.functions.length ())
    {
      uint64_t id = finish_notes (&unit);
      if (unit.n_paths)
        {
          emit_descriptor (id, unit.n_paths);
          demand_runtime ();
        }
    }
  for (wpp_body &b : unit.bodies)
    wpp_body_release (&b);
  for (wpp_function &f : unit.functions)
    {
      free (f.pretty);
      free (f.reason);
      free (f.exact_paths);
      free (f.interesting);
    }
  return 0;
}
