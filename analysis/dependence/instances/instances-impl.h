/* What the files of instances share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_INSTANCES_INSTANCES_IMPL_H
#define WPP_ANALYSIS_DEPENDENCE_INSTANCES_INSTANCES_IMPL_H

#include "base/hash-table.h"
#include "dependence/instances/instances.h"

/* ---- paths.c: paths, as the walk needs them.  */

/* What a path's calls of what is not recorded do to what is in no access: states of the C library, and anything.  */
enum { WPP_CALLS_LOOKED_AT = 1, WPP_CALLS_CHANGE = 2, WPP_CALLS_READ = 4 };

struct wpp_known_path
{
  uint32_t event;
  uint32_t function;             /* whose model is there, or WPP_NONE */
  bool enters, leaves;
  bool tail;                     /* it leaves by a call in tail position */
  uint8_t calls;                 /* enum above; 0: ask wpp_walk_unseen */
  struct wpp_slice_path path;
};

struct wpp_known_paths           /* all 0 at first, but CODE and MODEL */
{
  struct wpp_code *code;
  const struct wpp_slice_model *model;
  struct wpp_known_path *items;  /* [n] */
  size_t n, room;
  struct wpp_hash_table table;
  struct wpp_path decoded;
};

/* Set *NUMBER to the number of the path EVENT.  0 or an error of wpp_code_decode.  */
int wpp_known_path (struct wpp_known_paths *p, uint32_t event, uint32_t *number);
void wpp_known_paths_release (struct wpp_known_paths *p);

/* ---- log.c: what a segment of a thread did.  */

struct wpp_logged_path
{
  uint64_t event, activation, parent;  /* PARENT: activation below it; 0: none */
  uint32_t path;                 /* number of a known path */
  uint32_t depth;
  size_t first_access, first_value;
};

struct wpp_logged_access
{
  uint64_t space, address, bytes; /* BYTES UINT64_MAX: nobody knows */
  uint32_t statement;            /* WPP_NONE: a parameter, when the function is entered */
  uint32_t operand;
  uint8_t how;                   /* enum wpp_memory_how */
  bool known;                    /* ADDRESS is */
  bool surprised;
};

struct wpp_logged_value
{
  uint32_t statement;
  uint32_t use;                  /* 0: its result; else its use number USE - 1 */
  struct wpp_word word;
};

struct wpp_log
{
  struct wpp_bindings *bindings;
  struct wpp_known_paths *paths;
  bool values;                   /* results are logged, too */
  bool on;
  struct wpp_logged_path *logged; /* [n] */
  size_t n, room;
  struct wpp_logged_access *accesses; /* [n_accesses] */
  size_t n_accesses, accesses_room;
  struct wpp_logged_value *results; /* [n_results] */
  size_t n_results, results_room;
  /* The criterion's block is being executed: until it is left, and in which path that is.  */
  const struct wpp_slice_criterion *criterion;
  uint64_t criterion_event, criterion_activation, block_event;
  uint32_t node;                 /* where it begins */
  bool at_end;                   /* it is entered by the edge that ends that path, and has not been gone on with */
  uint32_t variable;             /* of its function, in memory: what is asked about; or WPP_NONE */
  struct wpp_word address;       /* of that, if it is a local and its frame tells */
};

/* For replay: a user that logs to L; one that only finds out when L's criterion's block is left, fast.  */
struct wpp_replay_user wpp_log_user (struct wpp_log *l);
struct wpp_replay_user wpp_log_follower (struct wpp_log *l);
/* Log the access A of a path of FUNCTION, in ACTIVATION.  */
int wpp_log_access (struct wpp_log *l, uint32_t function, uint64_t activation, const struct wpp_memory_access *a,
                    struct wpp_word address, struct wpp_word n, bool surprised);
/* Set *SPACE and *ADDRESS to where VARIABLE of FUNCTION, in memory, is: a local one in ACTIVATION, or, if pointers may
   reach it, that of L's criterion.  False: nobody knows.  */
bool wpp_log_find_variable (const struct wpp_log *l, uint32_t function, uint64_t activation, uint32_t variable,
                            uint64_t *space, uint64_t *address);
void wpp_log_empty (struct wpp_log *l);
void wpp_log_release (struct wpp_log *l);

/* Is NODE of CFG the node FIRST, or one that continues it?  */
static inline bool
wpp_continues_p (const struct wpp_cfg *cfg, uint32_t first, uint32_t node)
{
  while (node > first && cfg->nodes[node].flags & WPP_NODE_CONTINUES)
    node--;
  return node == first;
}

/* Does path P go on with the criterion's block of L after a call?  */
bool wpp_log_continues_p (const struct wpp_log *l, const struct wpp_known_path *p);

/* ---- since.c: forward, bytes that were written since the last call of what nobody knows.  */

#define WPP_SINCE_WORDS 8

struct wpp_since                 /* all 0 at first */
{
  struct wpp_since_page
  {
    uint64_t key[2];             /* space; address by the bits of BYTES */
    uint64_t bytes[WPP_SINCE_WORDS];
  } *pages;                      /* [n] */
  size_t n, room;
  struct wpp_hash_table table;
};

/* N bytes from ADDRESS on in SPACE are written; 0 or WPP_E_NOMEM.  */
int wpp_since_add (struct wpp_since *s, uint64_t space, uint64_t address, uint64_t n);
/* Was the byte at ADDRESS?  If there were very many, perhaps not though it was.  */
bool wpp_since_p (const struct wpp_since *s, uint64_t space, uint64_t address);
void wpp_since_empty (struct wpp_since *s);
void wpp_since_release (struct wpp_since *s);

/* ---- walk.c: a segment's log, backward.  */

/* What a call does apart from what its arguments lead to.  */
struct wpp_call_effects
{
  bool known;
  bool anything;                 /* it may write anything */
  uint32_t reads, writes;        /* enum wpp_library_state */
};

struct wpp_walk
{
  const struct wpp_instances_asked *asked;
  struct wpp_bindings *bindings;
  const struct wpp_slice_model *model;
  struct wpp_known_paths *paths;
  struct wpp_wants wants;
  struct wpp_call_effects **effects; /* [functions] null, or [statements] */
  bool zone;                     /* the criterion's block is being gone through */
  bool begun;
  uint64_t block_event;          /* path in which the criterion's block is left */
  uint64_t activation;           /* that it is of */
  bool anything;                 /* forward: the last call that may have written anything is tainted … */
  struct wpp_wanter by;          /* … by this */
  struct wpp_since since;        /* … and what was written since, if it is */
  struct wpp_graph_walk *graph;      /* null: the log is of replay */
  struct wpp_instances_done *done;
};

/* Go backward through L, which ends with the path of the criterion's block if nothing was gone through yet.  */
int wpp_walk_log (struct wpp_walk *w, const struct wpp_log *l);
void wpp_walk_release (struct wpp_walk *w);

/* ---- influence.c: a segment's log, forward.  */

/* Go forward through L, which begins no later than with the criterion's path, or goes on where the last one ended.
   What W wants is what is tainted.  */
int wpp_influence_log (struct wpp_walk *w, const struct wpp_log *l);

/* ---- in-graph.c: a graph, backward.  */

/* Go backward through the graph that W->asked has, from the end of L's criterion's block.  *BY_REPLAY: what is wanted
   is not in it, and what was told so far will be told again by replay.  */
int wpp_walk_graph (struct wpp_walk *w, struct wpp_log *l, bool *by_replay);

#endif /* WPP_ANALYSIS_DEPENDENCE_INSTANCES_INSTANCES_IMPL_H */
