/* A kind of optimisation, as the pipeline (plugin/pipeline.cc) sees it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A kind is a struct of functions.  Each kind has a room, plugin/optimize/NAME, and knows no other one; the pipeline
   has the list of them, calls them in its order, and says why that is so.  What one must know of another goes through
   the struct (`gain').  */

#ifndef WPP_PLUGIN_OPTIMIZE_KIND_H
#define WPP_PLUGIN_OPTIMIZE_KIND_H

#include "plugin/lto/notes.h"
#include "plugin/profile/feedback.h"

class wpp_program_tables;

/* A name of -fwpp-optimize's list.  */
struct wpp_optimization
{
  const char *name;
  bool paths_only;              /* counts of edges alone (-fwpp-know=edges) say nothing to it */
  /* Is there something in cfun, NODE's, that it could decide on if the profile did not only count paths?  Null: it
     needs no more than counts, or says itself what it does not know.  */
  bool (*matters_p) (const cgraph_node *node);
  const char *unknown;          /* what it does not know then, and what it does */
  const char *instead;
};

/* Is O to be carried out?  */
bool wpp_optimize_p (const wpp_optimization *o);

/* Are FUN's counts those of a profile, and may kinds decide in it?  */
bool wpp_counted_p (function *fun);

/* Is there something hot in cfun that goes one way or another?  */
bool wpp_any_way_p (const cgraph_node *);

/* A function of the unit with the counts of its profile; its body is cfun.  */
struct wpp_considered
{
  cgraph_node *node;
  const wpp_function_graph *graph;      /* of the body before anybody changed it */
  const vec<wpp_match> *matches;        /* at least one: those that say how often something was executed */
  const vec<wpp_match> *all_matches;    /* counts beside whole paths as well, which may know values */
  bool part;                            /* they have those of some of its function's calls */
  const hash_map<edge, gcov_type> *executions;
  wpp_program_tables *tables;           /* the unit's */
  /* The cycles that are hoped for from what other kinds have decided on at BB, most of them; UINT64_MAX if the user
     has.  */
  uint64_t (*promised) (const wpp_considered *f, basic_block bb);
  const void *asked;                    /* promised's own */
};

/* In functions, KEPT is what `start' returned, and cfun is the function that is told of.  Each of them may be null.
   They are called only for kinds of which a name is wanted, unless something else is said.  */
struct wpp_kind
{
  const wpp_optimization *names;
  unsigned n_names;

  /* The compiler starts, not the linker's: set the options on which the kind rests, unless the user gives them.  Called
     for all kinds; some name is WANTED.  */
  void (*options) (bool wanted) = NULL;
  /* The compiler starts, any: add passes to PLUGIN's.  Return what the kind keeps of the unit, or null.  */
  void *(*start) (const char *plugin) = NULL;
  /* In the linker's compiler: a function begins; its block BB has an LTO note of the kind LTO_NOTE, VALUE.  */
  void (*begin_taking) (void *kept) = NULL;
  void (*take) (void *kept, basic_block bb, uint32_t value) = NULL;
  wpp_lto_note lto_note = WPP_N_LTO_NOTES;
  /* The unit begins; nothing has been done to NODES, its functions.  To them may be added.  */
  void (*begin) (void *kept, wpp_profiles *profiles, auto_vec<cgraph_node *> *nodes) = NULL;
  /* NODE, whose graph is GRAPH, is about to get its counts, if it has a profile.  */
  void (*prepare) (void *kept, cgraph_node *node, const wpp_function_graph *graph) = NULL;
  /* F has its counts and nobody has changed it: keep what passes will need.  Return 0; or an error, and *BAD set to the
     match that caused it: then nobody considers F.  */
  int (*note) (void *kept, const wpp_considered *f, const wpp_match **bad) = NULL;
  /* Look at what F has for the kind; what is decided within a function may be done at once.  */
  void (*consider) (void *kept, const wpp_considered *f) = NULL;
  /* The cycles that are hoped for from what was considered at BB of NODE; UINT64_MAX if the user decided it.  */
  uint64_t (*gain) (void *kept, cgraph_node *node, basic_block bb) = NULL;
  /* All functions have been considered: choose among what was found in them, and do it.  */
  void (*choose) (void *kept) = NULL;
  void (*carry_out) (void *kept) = NULL;
};

#endif /* WPP_PLUGIN_OPTIMIZE_KIND_H */
