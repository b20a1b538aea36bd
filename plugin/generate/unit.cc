/* -fwpp-generate: a compilation unit is instrumented, its functions one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Functions get consecutive ranges of path numbers in the order of the source.  What the unit has once is in
   unit-data.cc.  */

#include <fnmatch.h>
#include <cxxabi.h>
#include "plugin/gcc/graph/build-options.h"
#include "plugin/generate/generate.h"
#include "plugin/generate/counting.h"
#include "plugin/generate/instrument.h"
#include "plugin/generate/recording.h"
#include "plugin/generate/unit.h"
#include "plugin/gcc/graph/value-places.h"
#include "plugin/generate/values.h"
#include "plugin/debug/debug.h"
#include "plugin/gcc/body/program.h"
#include "plugin/options/options.h"
#include "plugin/gcc/graph/functions.h"

extern "C"
{
#include "format/value-table.h"
#include "program/statements/record.h"
}

/* The activations of functions with more nodes are large anyway (recursion.cc).  */
#define DEEP_NODES 64

/* The notes of a unit while it is made.  Strings belong to GCC.  */
struct unit_draft
{
  wpp_file_table files;
  auto_vec<wpp_function> functions;
  auto_delete_vec<wpp_function_graph> graphs;   /* parallel; null where skipped */
  wpp_program_tables program;
  auto_vec<wpp_noted_place> places;
  auto_vec<wpp_body> bodies;                    /* parallel to functions; empty where skipped, or not wanted */
  uint64_t n_paths = 0;                         /* event words, or counters */
  wpp_used_words used = {};
  wpp_used_values values = {};
  hash_set<cgraph_node *> recursive;
};

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
  note->flags |= wpp_build_options (node->decl);
}

/* Does PATTERN mean NODE, which NOTE describes, by its name in assembly or in the source, or by its file?  */

static bool
means_p (const char *pattern, cgraph_node *node, const wpp_function *note)
{
  const char *file = LOCATION_FILE (DECL_SOURCE_LOCATION (node->decl));
  const char *short_name = DECL_NAME (node->decl) ? IDENTIFIER_POINTER (DECL_NAME (node->decl)) : note->name;
  return !fnmatch (pattern, note->name, 0) || !fnmatch (pattern, short_name, 0)
         || (note->pretty && !fnmatch (pattern, note->pretty, 0))
         || (file && (!fnmatch (pattern, file, 0) || !fnmatch (pattern, lbasename (file), 0)));
}

/* Are values of NODE recorded?  */

static bool
chosen_p (cgraph_node *node, const wpp_function *note)
{
  if (!wpp_opts.only)
    return true;
  std::string all = wpp_opts.only;
  for (size_t begin = 0, end; begin != std::string::npos; begin = end == std::string::npos ? end : end + 1)
    {
      end = all.find (':', begin);
      if (means_p (all.substr (begin, end == std::string::npos ? end : end - begin).c_str (), node, note))
        return true;
    }
  return false;
}

/* The unit's table of bases has the variables that BODY's statements name.  */

static void
find_bases (unit_draft *unit, const wpp_body *body, const wpp_body_trees *trees)
{
  bool *met = XCNEWVEC (bool, wpp_body_n_variables (body) + 1);
  wpp_values_set_met (body, met);
  for (uint32_t v = 0; v < body->n_globals; v++)
    if (met[v] && VAR_P (trees->variables[v]))
      unit->program.need_base (body->globals[v], trees->variables[v]);
  free (met);
}

/* Describe P, place number NTH of the function that is at hand; of its body it is STATEMENT, or WPP_NO_STATEMENT.  */

static void
note_place (unit_draft *unit, const wpp_valued_statement &p, unsigned nth, uint32_t statement)
{
  expanded_location where = expand_location (gimple_location (p.stmt));
  wpp_noted_place note = {};
  note.function = unit->functions.length ();
  note.nth = nth;
  note.kind = p.kind;
  note.node = p.node;
  note.file = unit->files.index_of (where.file ? where.file : main_input_filename);
  note.line = where.file ? where.line : 0;
  note.bits = TYPE_PRECISION (TREE_TYPE (p.value));
  note.is_signed = !TYPE_UNSIGNED (TREE_TYPE (p.value));
  note.statement = statement;
  unit->places.safe_push (note);
}

/* Add the code of PLACES, those of the function that is at hand, whose words of paths are the unit's last.  */

static void
add_places (unit_draft *unit, const vec<wpp_valued_statement> &places)
{
  for (unsigned i = 0; i < places.length (); i++)
    {
      const wpp_valued_statement &p = places[i];
      gimple_seq seq = NULL;
      note_place (unit, p, i, WPP_NO_STATEMENT);
      wpp_code_count_value (&seq, wpp_word_address (wpp_unit_counters (), unit->n_paths),
                            wpp_word_address (wpp_unit_tables (), unit->used.n_tables), p.kind, p.value, p.other);
      gimple_stmt_iterator gsi = gsi_for_stmt (p.stmt);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
      unit->n_paths += WPP_PLACE_WORDS;
      unit->used.n_tables += WPP_PLACE_TABLE;
    }
}

/* Note the places of cfun, whose graph is GRAPH, for replay; TREES are those of its body.  Their words, which no event
   has, are for those who count (format/value-place.h).  */

static void
note_replayed_places (unit_draft *unit, const wpp_function_graph *graph, const wpp_body_trees *trees)
{
  auto_vec<wpp_valued_statement> places;
  unsigned at = 0;
  wpp_find_value_places (graph, &places);
  for (unsigned i = 0; i < places.length (); i++)
    {
      /* Both are node by node, in the order of statements.  */
      while (at < trees->statements.length () && trees->statements[at] != places[i].stmt)
        at++;
      gcc_assert (at < trees->statements.length ());
      note_place (unit, places[i], i, at);
      unit->n_paths += WPP_PLACE_WORDS;
    }
}

/* Add the code of cfun's paths, which NUM numbers, and, if BODY is recorded with values, that of these: TREES are
   BODY's.  */

static void
add_code (unit_draft *unit, wpp_function_graph *graph, wpp_numbering *num, wpp_function *note, const wpp_body *body,
          const wpp_body_trees *trees)
{
  const wpp_recording_kind *recording = wpp_opts.recording;
  if (!recording->values)
    {
      auto_vec<wpp_valued_statement> places;
      if (wpp_opts.frequent_values)
        wpp_find_value_places (graph, &places);
      recording->instrument (&unit->used, graph, num, note);
      add_places (unit, places);
      return;
    }
  bool valued = body->flags & WPP_BODY_VALUES;
  if (valued)
    {
      find_bases (unit, body, trees);
      note_replayed_places (unit, graph, trees);
    }
  wpp_value_instrumenter values (note->name, graph, body, trees, &unit->values);
  if (valued)
    values.add_after ();
  recording->instrument (&unit->used, graph, num, note);
  if (valued)
    {
      values.add_before ();
      values.add_ends ();
    }
}

/* Has TYPE a parameter of the type that IS_P holds for, or none there (or no number of them: before C23)?  Move on.  */

static bool
next_parameter_p (tree *types, bool (*is_p) (tree))
{
  if (!*types || VOID_TYPE_P (TREE_VALUE (*types)))
    return true;
  bool is = is_p (TREE_VALUE (*types));
  *types = TREE_CHAIN (*types);
  return is;
}

/* May NODE, which is cfun, be a signal handler?  Those that others call by another type than it has are found by replay
   (values/replay/interrupted.c), which knows less of what they interrupt.  So are those in which control may land: a
   call of a built-in function that is added would have to end its block.  */

static bool
handler_p (cgraph_node *node)
{
  auto integer_p = [] (tree type) { return (bool) INTEGRAL_TYPE_P (type); };
  auto pointer_p = [] (tree type) { return (bool) POINTER_TYPE_P (type); };
  tree type = TREE_TYPE (node->decl), parameters = TYPE_ARG_TYPES (type);
  return VOID_TYPE_P (TREE_TYPE (type)) && (node->address_taken || TREE_PUBLIC (node->decl))
         && !cfun->calls_setjmp && !cfun->has_nonlocal_label && next_parameter_p (&parameters, integer_p)
         && next_parameter_p (&parameters, pointer_p) && next_parameter_p (&parameters, pointer_p)
         && (!parameters || VOID_TYPE_P (TREE_VALUE (parameters)));
}

/* Number and instrument NODE, whose body is cfun, and describe it in NOTE.  */

static void
generate_function (unit_draft *unit, cgraph_node *node, wpp_function *note,
                   wpp_function_graph *graph)
{
  int err;
  wpp_body_trees trees;
  const wpp_recording_kind *recording = wpp_opts.recording;

  wpp_fix_function ();
  wpp_build_graph (graph, &unit->files);
  wpp_mark_uncounted (graph);
  graph->deep = graph->cfg.n_nodes <= DEEP_NODES && unit->recursive.contains (node);
  if (!wpp_opts.notes_paths)
    wpp_build_body (&unit->program, graph, &unit->bodies.last (), recording->values ? &trees : NULL);
  if (recording->values && chosen_p (node, note))
    unit->bodies.last ().flags |= WPP_BODY_VALUES | WPP_BODY_WRITTEN | WPP_BODY_BUILTINS | WPP_BODY_MODES
                                   | WPP_BODY_JOINS | (handler_p (node) ? WPP_BODY_HANDLER : 0);
  wpp_numbering *num = recording->number (&graph->cfg, recording->path_limit, &err);
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
  note->flags |= recording->flags;
  if (num->n_cuts)
    note->exact_paths = mpz_get_str (NULL, 10, num->exact_paths);
  if (wpp_opts.moves)
    wpp_bind_moves (node, graph, &unit->bodies.last ());
  recording->look (node, graph, num, note);
  unit->n_paths += wpp_function_words (note);
  add_code (unit, graph, num, note, &unit->bodies.last (), &trees);
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
  notes.path_limit = wpp_opts.recording->path_limit;
  notes.n_paths = unit->n_paths;
  notes.n_files = files.length ();
  notes.files = files.address ();
  notes.n_functions = unit->functions.length ();
  notes.functions = unit->functions.address ();
  notes.n_places = unit->places.length ();
  notes.places = unit->places.address ();
  int err = wpp_unit_encode (&notes, &data, &size);
  if (err)
    fatal_error (UNKNOWN_LOCATION, "wpp: cannot make the notes: %s", wpp_strerror (err));
  if (!wpp_opts.notes_paths)
    add_program (unit, &notes, &data, &size);
  wpp_emit_notes (data, size);
  free (data);
  return notes.id;
}

/* Instrument NODE, or note the REASON for which it is not; return whether it is.  */

static bool
generate_node (unit_draft *unit, cgraph_node *node, const char *reason)
{
  wpp_function note;
  describe_function (unit, node, &note);
  wpp_function_graph *graph = new wpp_function_graph;
  unit->graphs.safe_push (graph);
  unit->bodies.safe_push (wpp_body ());
  if (reason)
    {
      note.flags |= WPP_FN_SKIPPED;
      note.reason = xstrdup (reason);
    }
  else
    {
      push_cfun (DECL_STRUCT_FUNCTION (node->decl));
      generate_function (unit, node, &note, graph);
      pop_cfun ();
    }
  unit->functions.safe_push (note);
  return !reason;
}

/* All functions are instrumented: what they use has its size now.  */

static void
finish_arrays (const unit_draft *unit)
{
  if (unit->n_paths > UINT32_MAX - 256)
    fatal_error (UNKNOWN_LOCATION, "wpp: the unit has too many paths");
  if (MAX (unit->values.checks, unit->values.statements) >= WPP_VALUE_IDS / 4)
    fatal_error (UNKNOWN_LOCATION, "wpp: the unit has too many statements to record their values");
  if (wpp_opts.recording->counters && unit->n_paths)
    wpp_finish_array (wpp_unit_counters (), unit->n_paths);
  if (unit->used.n_slots)
    wpp_finish_array (wpp_unit_slots (), unit->used.n_slots);
  if (unit->used.n_words)
    wpp_finish_array (wpp_unit_words (), unit->used.n_words);
  if (unit->used.n_tables)
    wpp_finish_array (wpp_unit_tables (), unit->used.n_tables);
  if (unit->used.n_sparse)
    wpp_finish_array (wpp_unit_sparse (), unit->used.n_sparse);
}

/* Emit the notes, and what the runtime is told of the unit.  */

static void
emit_unit (unit_draft *unit)
{
  if (!unit->functions.length ())
    return;
  uint64_t id = finish_notes (unit);
  if (!unit->n_paths)
    return;
  wpp_emit_descriptor (id, unit->n_paths);
  if (wpp_opts.recording->values)
    wpp_emit_valued (id, wpp_opts.all_values ? MAX (unit->values.checks, unit->values.statements)
                                             : unit->values.checks, unit->program.bases);
  if (wpp_opts.frequent_values)
    wpp_emit_targets ();
  wpp_demand_runtime ();
  if (wpp_opts.into)
    wpp_emit_folder ();
}

static void
release_unit (unit_draft *unit)
{
  for (wpp_body &b : unit->bodies)
    wpp_body_release (&b);
  for (wpp_function &f : unit->functions)
    {
      free (f.pretty);
      free (f.reason);
      free (f.exact_paths);
      free (f.interesting);
    }
}

unsigned
wpp_generate_unit ()
{
  unit_draft unit;
  auto_vec<cgraph_node *> nodes;
  auto_vec<cgraph_node *> changed;

  wpp_functions (&nodes);
  wpp_find_recursive (nodes, &unit.recursive);
  for (cgraph_node *node : nodes)
    {
      bool ignore;
      const char *reason = wpp_skip_reason (node, &ignore);
      if (!ignore && generate_node (&unit, node, reason))
        changed.safe_push (node);
    }
  finish_arrays (&unit);
  if (wpp_opts.recording->needs_interesting)
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
  emit_unit (&unit);
  release_unit (&unit);
  return 0;
}
