/* What the parts of the plugin share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_GRAPH_H
#define WPP_PLUGIN_GCC_GRAPH_GRAPH_H

#include "plugin/gcc/compat.h"

extern "C"
{
#include "program/paths/cfg.h"
#include "program/notes/notes.h"
#include "program/paths/numbering.h"
#include "base/error.h"
}

/* The number of paths from which on the edges of a function are cut.  Event words have 32 bits, so
   65,000 functions of this size fit in one program.  */
#define WPP_PATH_LIMIT 65536

/* The same when paths are counted, and numbers have 64 bits.  */
#define WPP_COUNT_LIMIT (UINT64_C (1) << 62)

/* The most paths of a function that is counted in an array.  Every thread touches a page of the array for each path
   that is far from others.  With 65536, short runs of tcc took 1.5 times as long as without counting; with this number,
   1.2 times.  */
#ifndef WPP_COUNT_ARRAY
#define WPP_COUNT_ARRAY 4096
#endif

/* … in a sparse one, of which only what is used often has a place in the file; and those of a unit together,
   as they take addresses.  Those of others are counted in tables; of all functions in the build that `make
   bench-paths' compares with.  */
#ifndef WPP_COUNT_SPARSE
#define WPP_COUNT_SPARSE (1 << 19)
#endif
#define WPP_UNIT_SPARSE (1 << 22)

/* The kind of profile that an instrumented program leaves.  */
enum wpp_kind
{
  WPP_KIND_PATH,                /* its whole path */
  WPP_KIND_COUNTS,              /* counts of the paths of its functions, which run on across
                                   calls */
  WPP_KIND_PREFERENTIAL         /* the same, optimised for interesting paths */
};

enum wpp_mode
{
  WPP_MODE_NONE,
  WPP_MODE_GENERATE,
  WPP_MODE_USE
};

/* The options on the command line; wpp_read_options sets them.  */
struct wpp_options
{
  wpp_mode mode;
  wpp_kind kind;                /* -fwpp-generate= */
  const char *interesting;      /* -fwpp-interesting=: lists and profiles, separated by commas */
  bool notes_paths;             /* -fwpp-notes=paths: without statements */
  const char *use;              /* -fwpp-use=: files and folders, separated by commas */
  bool use_lossy;               /* -fwpp-use-lossy: profiles that miss much are used, too */
  unsigned problems;            /* -fwpp-dump-frequency=: bits of wpp_problem_kinds */
  const char *optimize_list;    /* -fwpp-optimize=, or null */
  const char *decide_list;      /* -fwpp-decide=, or null */
  bool edges_only;              /* -fwpp-know=edges */
  unsigned optimizations;       /* its bits, of wpp_optimization; all when it is not given */
  bool dump_decisions;          /* -fwpp-dump-decisions */
  bool dump_hot;                /* -fwpp-dump-sort=hot */
  bool dump_json;               /* -fwpp-dump-format=json */
  bool moves;                   /* -fwpp-moves */
  bool warn_mismatch;           /* -Wno-wpp-mismatch clears it */
};

extern wpp_options wpp_opts;

/* The place of a node of the abstract graph in the function: statements FIRST .. LAST of BB (both null when
   it has none).  For a node on an edge, BB is null and EDGE is the edge.  */
struct wpp_node_place
{
  basic_block bb;
  edge on_edge;
  gimple *first, *last;
};

/* The place of code for an edge of the abstract graph: on the edge REAL of GCC's graph; if that is null, before
   the statement BEFORE; if both are null, there is no place.  */
struct wpp_edge_place
{
  edge real;
  gimple *before;
};

/* GCC's function seen as an abstract control flow graph.  */
struct wpp_function_graph
{
  struct wpp_cfg cfg;
  auto_vec<wpp_node_place> nodes;   /* [cfg.n_nodes] */
  auto_vec<wpp_edge_place> edges;   /* [cfg.n_edges] */
  auto_vec<uint64_t> frequency;     /* [cfg.n_edges] executions of edges, from a profile or GCC's guess;
                                       empty if unknown */
  bool landing;                     /* has a node with WPP_NODE_NONLOCAL */

  wpp_function_graph () : cfg (), landing (false) {}
  ~wpp_function_graph () { wpp_cfg_release (&cfg); }
  wpp_function_graph (const wpp_function_graph &) = delete;
  wpp_function_graph &operator= (const wpp_function_graph &) = delete;
};

/* The files to which lines refer, with an index for each name, in order of first use.  */
class wpp_file_table
{
public:
  /* The index of NAME.  The table has the name that -fprofile-prefix-map and -fprofile-abs-path make of it.  */
  uint32_t index_of (const char *name);
  /* The number of what is so called in the table; UINT32_MAX when nothing is.  */
  uint32_t find (const char *name) const;
  unsigned length () const { return names.length (); }
  const char *name (unsigned i) const { return names[i]; }

private:
  auto_vec<const char *> names;
  mutable hash_map<nofree_string_hash, unsigned> indices;
};

/* graph.cc  */

/* Make the abstract graph of cfun in GRAPH, with the files of its lines in FILES.  */
void wpp_build_graph (wpp_function_graph *graph, wpp_file_table *files);

/* uncounted-edges.cc  */

/* Set WPP_EDGE_UNCOUNTED in GRAPH, which is cfun's, not changed since.  */
void wpp_mark_uncounted (wpp_function_graph *graph);

/* path-ends.cc  */

/* Does the statement end the path that runs into it?  */
bool wpp_ends_path_p (gimple *stmt);

/* By gcov's rule, may control leave the function at STMT and not come back?  gcov's blocks end behind such
   statements.  */
bool wpp_may_not_return_p (gimple *stmt);

/* Null when NODE is to be instrumented and read back, else the reason why not.  Sets *IGNORE
   when it is no function with a body of its own that users would miss.  */
const char *wpp_skip_reason (cgraph_node *node, bool *ignore);

/* Defined functions with a body, in the order of the source.  */
void wpp_functions (auto_vec<cgraph_node *> *nodes);

/* Bring cfun into the state in which both builds number paths.  */
void wpp_fix_function ();

/* instrument.cc  */

/* Set GRAPH's frequencies to GCC's guesses of the executions of cfun's edges.  Return false when GCC has no
   guesses.  */
bool wpp_guess_frequency (wpp_function_graph *graph);

/* Add to cfun the code that stores its path events.  GRAPH and NUM describe it, OFFSET is
   the number of its path 0 in the unit.  */
void wpp_instrument_function (wpp_function_graph *graph, const wpp_numbering *num,
                              uint64_t offset);

/* early-ends.cc  */

/* Set WPP_EDGE_ENDS_PATH and WPP_EDGE_PATH_ENDED in NUM, GRAPH's.  */
void wpp_end_paths_early (const wpp_function_graph *graph, wpp_numbering *num);

/* counts.cc  */

/* The same, with code that counts paths.  */
void wpp_count_function (wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset);

/* The same, in a table.  SLOTS of the unit's slots are in use; return the number of further slots that the function
   uses.  */
uint64_t wpp_count_in_table (wpp_function_graph *graph, const wpp_numbering *num,
                             uint64_t offset, uint64_t slots);

/* unwound.cc  */

/* Give cfun, which is about to be expanded, a personality if its only regions are those that count unwound paths.  */
unsigned wpp_choose_personality ();

/* preferential.cc  */

/* The same, in sparse words, of wpp_unit_sparse from *N_SPARSE on.  *N_SPARSE is moved behind them.  */
void wpp_count_sparsely (wpp_function_graph *graph, const wpp_numbering *num, const wpp_function *note,
                         uint64_t *n_sparse);

/* The same, for a function with the interesting paths of NOTE, in words of wpp_unit_words from *N_WORDS on; or in
   sparse words, unless N_SPARSE is null.  Set NOTE->size and the fields that belong to it.  If the function must be
   counted in a table, do nothing and return false.  NUM's increments are placed by GRAPH's frequencies.  */
bool wpp_count_known (wpp_function_graph *graph, wpp_numbering *num, wpp_function *note,
                      uint64_t *n_words, uint64_t *n_sparse);

/* interesting.cc  */

/* Set the interesting paths of NOTE to those that -fwpp-interesting has for NODE, whose numbering is NUM.  Warn of
   entries that do not fit.  Set FREQUENCY to a lower bound of the executions of each edge on these paths.  */
void wpp_find_interesting (cgraph_node *node, const wpp_numbering *num, wpp_function *note,
                           auto_vec<uint64_t> *frequency);
/* Warn of the lists' functions of this unit that were not found in it.  */
void wpp_check_interesting ();

/* unit.cc  */

/* The unit's base variable (a 32-bit word).  */
tree wpp_unit_base ();

/* The unit's array of counters, whose size is set when all functions have been numbered.  */
tree wpp_unit_counters ();

/* Likewise, its arrays of slots, of words that count known paths, and of sparse words.  */
tree wpp_unit_slots ();
tree wpp_unit_words ();
tree wpp_unit_sparse ();

/* Make a static variable of the unit that only the runtime writes.  */
tree wpp_unit_variable (const char *name, tree type);

/* Instrument the whole unit, and emit its notes and its descriptor.  */
unsigned wpp_generate_unit ();

/* use.cc  */
unsigned wpp_use_unit ();

/* feedback-options.cc, called from plugin_init: turn on the options of -fprofile-use, except those that the user has
   given explicitly.  Return false after an error, which occurs when the user also wants another profile.  */
bool wpp_feedback_options ();

/* Called when GCC has searched for a profile of its own: from now on GCC has a profile, namely ours.  */
void wpp_feedback_begin ();

/* optimize.cc: set *SET to the bits of the kinds that NAMES, separated by commas, names: `all', `none', names; with a
   minus before the first, all but such ones.  Return false when it names something else.  */
bool wpp_read_optimizations (const char *names, unsigned *set);

/* asked.cc: does LIST, the value of -fwpp-decide, say what can be done?  Keeps it if it does.  */
bool wpp_read_asked (const char *list);

/* The names of all, and those two, separated by commas.  */
std::string wpp_optimization_names ();

/* Add the passes of what wpp_opts asks for to PLUGIN's.  */
void wpp_register_optimizations (const char *plugin);

/* moves/  */

/* Mark the statements of cfun, NODE's, whose graph and statements are GRAPH and BODY.  */
struct wpp_body;
void wpp_mark_moves (cgraph_node *node, const wpp_function_graph *graph, const wpp_body *body);

/* Add the pass that reads the marks to PLUGIN's; say so where there will not be any.  */
void wpp_register_moves (const char *plugin);

/* this-unit.cc  */

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

/* Roots for GCC's garbage collector.  */
extern tree wpp_roots[];
#define WPP_ROOT_BASE 0
#define WPP_ROOT_CURSOR 1
#define WPP_ROOT_DEPTH 2
#define WPP_ROOT_LAND 3
#define WPP_ROOT_COUNTERS 4
#define WPP_ROOT_DELTA 5
#define WPP_ROOT_SLOTS 6
#define WPP_ROOT_WORDS 7
#define WPP_ROOT_SLOT_DELTA 8
#define WPP_ROOT_SPARSE 9
#define WPP_ROOT_SPARSE_DELTA 10
#define WPP_ROOT_ARRAY_DELTA 11
#define WPP_ROOT_UNWOUND 12
#define WPP_ROOT_PERSONALITY 13
#define WPP_ROOT_POINT 14
#define WPP_N_ROOTS 15

#endif /* WPP_PLUGIN_GCC_GRAPH_GRAPH_H */
