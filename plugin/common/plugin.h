/* What the parts of the plugin share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_H
#define WPP_PLUGIN_H

#define INCLUDE_ALGORITHM
#include <memory>
#include <string>
#include "gcc-plugin.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "target.h"
#include "tree.h"
#include "gimple.h"
#include "cfghooks.h"
#include "tree-pass.h"
#include "ssa.h"
#include "cgraph.h"
#include "diagnostic-core.h"
#include "fold-const.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-ssa.h"
#include "cfganal.h"
#include "stringpool.h"
#include "attribs.h"
#include "toplev.h"
#include "opts.h"
#include "context.h"
#include "varasm.h"
#include "stor-layout.h"
#include "langhooks.h"
#include "plugin/common/gcc-version.h"

extern "C"
{
#include "paths/cfg.h"
#include "profile/notes.h"
#include "paths/numbering.h"
#include "support/error.h"
}

/* Paths a function may have before its edges are cut.  Event words are 32 bits:
   65,000 functions of this size fit in one program.  */
#define WPP_PATH_LIMIT 65536

/* The same where paths are counted: numbers are 64 bits there.  */
#define WPP_COUNT_LIMIT (UINT64_C (1) << 62)

/* Paths a function may have to be counted in an array, of which every thread touches a page for each path
   that is far from others: with 65536, short runs of tcc took 1.5 times as long as without counting, with
   this 1.2 times.  */
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

/* What an instrumented program leaves.  */
enum wpp_kind
{
  WPP_KIND_PATH,                /* its whole path */
  WPP_KIND_COUNTS,              /* counts of the paths of its functions, which run on across
                                   calls */
  WPP_KIND_PREFERENTIAL         /* the same, made for interesting paths */
};

enum wpp_mode
{
  WPP_MODE_NONE,
  WPP_MODE_GENERATE,
  WPP_MODE_USE
};

/* The command line, as wpp_read_options found it.  */
struct wpp_options
{
  wpp_mode mode;
  wpp_kind kind;                /* -fwpp-generate= */
  const char *interesting;      /* -fwpp-interesting=: lists and profiles, separated by commas */
  const char *use;              /* -fwpp-use=: files and folders, separated by commas */
  unsigned problems;            /* -fwpp-dump-frequency=: bits of wpp_problem_kinds */
  const char *optimize_list;    /* -fwpp-optimize=, or null */
  unsigned optimizations;       /* its bits, of wpp_optimization; all when it is not given */
  bool dump_decisions;          /* -fwpp-dump-decisions */
  bool dump_hot;                /* -fwpp-dump-sort=hot */
  bool dump_json;               /* -fwpp-dump-format=json */
  bool warn_mismatch;           /* -Wno-wpp-mismatch clears it */
};

extern wpp_options wpp_opts;

/* Where a node of the abstract graph is in the function: statements FIRST .. LAST of BB (both
   null when it has none).  A node on an edge has BB null and the edge in EDGE.  */
struct wpp_node_place
{
  basic_block bb;
  edge on_edge;
  gimple *first, *last;
};

/* Where code for an edge of the abstract graph goes: on the edge REAL of GCC's graph, else
   before the statement BEFORE, else (both null) nowhere.  */
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
  auto_vec<uint64_t> frequency;     /* [cfg.n_edges] how often edges are executed, by a profile or GCC's
                                       guess; empty: nobody knows */
  bool landing;                     /* has a node with WPP_NODE_NONLOCAL */

  wpp_function_graph () : cfg (), landing (false) {}
  ~wpp_function_graph () { wpp_cfg_release (&cfg); }
  wpp_function_graph (const wpp_function_graph &) = delete;
  wpp_function_graph &operator= (const wpp_function_graph &) = delete;
};

/* Files that lines refer to: index by name, in order of first use.  */
class wpp_file_table
{
public:
  /* NAME as -fprofile-prefix-map and -fprofile-abs-path have it, which is its name in the table.  */
  uint32_t index_of (const char *name);
  unsigned length () const { return names.length (); }
  const char *name (unsigned i) const { return names[i]; }

private:
  auto_vec<const char *> names;
  hash_map<nofree_string_hash, unsigned> indices;
};

/* graph.cc  */

/* Make the abstract graph of cfun in GRAPH, lines' files in FILES.  */
void wpp_build_graph (wpp_function_graph *graph, wpp_file_table *files);

/* uncounted-edges.cc  */

/* Set WPP_EDGE_UNCOUNTED in GRAPH, which is cfun's, not changed since.  */
void wpp_mark_uncounted (wpp_function_graph *graph);

/* graph.cc  */

/* Does the statement end the path that runs into it?  */
bool wpp_ends_path_p (gimple *stmt);

/* May control leave the function at STMT and not come back, as gcov sees it?  gcov's blocks
   end behind such statements.  */
bool wpp_may_not_return_p (gimple *stmt);

/* Null when NODE is to be instrumented and read back, else the reason why not.  Sets *IGNORE
   when it is no function with a body of its own that users would miss.  */
const char *wpp_skip_reason (cgraph_node *node, bool *ignore);

/* Defined functions with a body, in the order of the source.  */
void wpp_functions (auto_vec<cgraph_node *> *nodes);

/* Bring cfun into the state that both builds number paths in.  */
void wpp_fix_function ();

/* instrument.cc  */

/* Set GRAPH's frequencies to how often GCC guesses that cfun, seen as GRAPH, executes each edge; false when it
   guesses nothing.  */
bool wpp_guess_frequency (wpp_function_graph *graph);

/* Add to cfun the code that stores its path events.  GRAPH and NUM describe it, OFFSET is
   the number of its path 0 in the unit.  */
void wpp_instrument_function (wpp_function_graph *graph, const wpp_numbering *num,
                              uint64_t offset);

/* early-ends.cc  */

/* Set WPP_EDGE_ENDS_PATH and WPP_EDGE_PATH_ENDED in NUM, GRAPH's.  */
void wpp_end_paths_early (const wpp_function_graph *graph, wpp_numbering *num);

/* counts.cc  */

/* The same with code that counts paths.  */
void wpp_count_function (wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset);

/* The same in a table.  SLOTS of the unit's slots are taken; return how many it takes.  */
uint64_t wpp_count_in_table (wpp_function_graph *graph, const wpp_numbering *num,
                             uint64_t offset, uint64_t slots);

/* unwound.cc  */

/* Give cfun, which is as it will be expanded, a personality if regions that count unwound paths are all it has.  */
unsigned wpp_choose_personality ();

/* preferential.cc  */

/* The same in sparse words, of wpp_unit_sparse from *N_SPARSE on, which is moved behind them.  */
void wpp_count_sparsely (wpp_function_graph *graph, const wpp_numbering *num, const wpp_function *note,
                         uint64_t *n_sparse);

/* The same of a function whose interesting paths are NOTE's, with words of wpp_unit_words from
   *N_WORDS on, or sparse ones unless N_SPARSE is null; sets NOTE->size and what belongs to it.  False, and
   nothing is done, when it is to be counted in a table.  NUM's increments are placed by GRAPH's frequencies.  */
bool wpp_count_known (wpp_function_graph *graph, wpp_numbering *num, wpp_function *note,
                      uint64_t *n_words, uint64_t *n_sparse);

/* interesting.cc  */

/* Set the interesting paths of NOTE to those that -fwpp-interesting has of NODE, whose paths are NUM's;
   warn of what does not fit.  FREQUENCY becomes how often they run over each edge, at least.  */
void wpp_find_interesting (cgraph_node *node, const wpp_numbering *num, wpp_function *note,
                           auto_vec<uint64_t> *frequency);
/* Warn of what the lists have of this unit and was not found in it.  */
void wpp_check_interesting ();

/* unit.cc  */

/* The unit's base variable (a 32-bit word).  */
tree wpp_unit_base ();

/* The unit's array of counters, which gets its size when all functions are numbered.  */
tree wpp_unit_counters ();

/* Its array of slots, of words that count known paths, and of sparse words, likewise.  */
tree wpp_unit_slots ();
tree wpp_unit_words ();
tree wpp_unit_sparse ();

/* A static variable of the unit that only the runtime touches.  */
tree wpp_unit_variable (const char *name, tree type);

/* Instrument the whole unit and leave its notes and its descriptor.  */
unsigned wpp_generate_unit ();

/* use.cc  */
unsigned wpp_use_unit ();

/* feedback-options.cc, called from plugin_init: switch on what -fprofile-use does, but for what the user has given
   explicitly.  Return false after an error, when another profile is asked for as well.  */
bool wpp_feedback_options ();

/* Called when GCC has looked for a profile of its own: from now on there is one.  */
void wpp_feedback_begin ();

/* optimize.cc: set *SET to the bits of the kinds that NAMES, separated by commas, names: `all', `none', names; with a minus
   before the first, all but such ones.  Return false when it names something else.  */
bool wpp_read_optimizations (const char *names, unsigned *set);

/* The names of all, and those two, separated by commas.  */
std::string wpp_optimization_names ();

/* Add the passes of what wpp_opts asks for to PLUGIN's.  */
void wpp_register_optimizations (const char *plugin);

/* this-unit.cc  */

/* Assembler name of NODE as notes have it.  */
const char *wpp_assembler_name (cgraph_node *node);

/* Which of the source files that a profile or a list knows is the one being compiled?  All whose names have most in common with
   its own (names.h).  */
class wpp_this_unit
{
public:
  /* Look at SOURCE, one of those files; all must be seen before anything is asked.  */
  void see (const char *source);
  /* Is SOURCE, one of them, the one?  */
  bool is (const char *source) const;
  /* Is any of them?  */
  bool known () const { return tail > 0; }

private:
  unsigned tail = 0;
};

/* Roots for the collector of garbage.  */
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
#define WPP_N_ROOTS 14

#endif /* WPP_PLUGIN_H */
