/* Slices of what a thread did, by instance: with values, through memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An *instance* is one execution of a statement.  Replay (values/replay/replay.h) tells which bytes each instance reads
   and writes, so a load depends on the instances that wrote its bytes last, and on no other.  Values follow from the
   path, parameters and results from the activation, and an instance depends on the branch that was taken last of those
   that decide whether it is executed (dependence/defs/branches.c).

   The walk goes backward through a thread, with a set of all that is wanted (wants.h), as slices from paths alone do
   (slices/scan.h).  Replay goes forward; so the thread is cut into segments at checkpoints: each is replayed with a log
   of its paths and accesses, and the log is read backward.  Memory is that of a segment and of what is wanted.

     checkpoint ──replay──▶ log of a segment ──walk, backward──▶ what is wanted before it ──▶ the segment before

   What is not known:
     - how much functions of the C library read or write where neither their arguments nor their results say so: MAY;
     - what functions that nobody knows write: the last one before a load that found something else in memory than
       recorded code had left there: MAY;
     - what other threads write.

   X. Zhang, R. Gupta, Y. Zhang, Precise Dynamic Slicing Algorithms, ICSE 2003, compare such walks (their NP and LP,
   which
   goes backward through a trace block by block with summaries).  */

#ifndef WPP_ANALYSIS_DEPENDENCE_INSTANCES_INSTANCES_H
#define WPP_ANALYSIS_DEPENDENCE_INSTANCES_INSTANCES_H

#include "dependence/instances/wants.h"
#include "dependence/slices/scan.h"
#include "values/indexed/wet-index.h"
#include "wet/wet.h"

/* An instance that what was asked for depends on.  */
struct wpp_found_instance
{
  uint64_t event;                /* of its path, in the thread */
  uint64_t activation;
  uint32_t item;                 /* of the model */
  uint8_t because;               /* enum wpp_slice_because */
  bool may;
  uint32_t fact;                 /* as in struct wpp_slice_reason */
  struct wpp_wanter from;        /* the instance that needs it; its depth is one less */
  uint32_t depth;
  struct wpp_word value;         /* its result, if values are asked for and it has one … */
  struct wpp_word uses[2];       /* … and of a predicate its first uses */
};

struct wpp_instances_asked
{
  const struct wpp_thread *thread;
  const struct wpp_slice_criterion *criterion;
  uint32_t statement;            /* that path EVENT executes: instead of the criterion's block; else WPP_NONE */
  uint32_t variable;             /* of the body: the criterion's, if that is in memory */
  uint64_t event;                /* number of the path that enters the criterion's block */
  bool at_end;                   /* … by the edge that ends it */
  uint32_t node;                 /* that is entered: nodes that CONTINUE it are of the block, too */
  uint32_t most_depth;           /* what is deeper is not looked for */
  bool values;
  bool by_line;                  /* depth is from line to line: within a line nothing is deeper */
  const struct wpp_wet_thread *index; /* its checkpoints; null: there are none */
  struct wpp_wet_thread_graph *graph; /* its graph: then nothing is replayed, unless what is wanted is not in it (the
                                         thread switched between stacks; a string is read, whose length is not
                                         recorded); null: there is none */
  uint64_t segment;              /* statements of a segment; 0: as many as is best */
  const uint32_t *enough;        /* [items of the model] instances as deep or deeper need not be told; or null */
  void *data;
  /* I is found; from the last executed to the first.  0, or what stops the walk.  */
  int (*found) (void *data, const struct wpp_found_instance *i);
  /* What was found so far is void: all is found anew.  0, or what stops the walk.  Not needed without GRAPH.  */
  int (*again) (void *data);
};

struct wpp_instances_done
{
  uint64_t instances;
  uint64_t unknown;              /* accesses whose address was not known, where something was wanted */
  uint64_t statements;           /* replayed */
};

/* Find the instances that ASKED's criterion depends on, of the recording of B, by the model M of its functions.  Return
   0; an error of wpp_thread_replay_*; WPP_E_RANGE: the criterion is not there; or what FOUND returned.  */
int wpp_instances_find (struct wpp_bindings *b, const struct wpp_slice_model *m,
                        const struct wpp_instances_asked *asked, struct wpp_instances_done *done);

/* Find the instances that depend on ASKED's criterion, whose statement is WPP_NONE: what it assigns, or what its
   variable holds after it.  They are found from the first executed to the last; `from' is the instance through which
   one depends on the criterion, or nobody.  The same otherwise.  What is told of dependences on it backward is told
   forward: a load that found what nobody recorded has written may depend on the last call of what nobody knows.  */
int wpp_influences_find (struct wpp_bindings *b, const struct wpp_slice_model *m,
                         const struct wpp_instances_asked *asked, struct wpp_instances_done *done);

#endif /* WPP_ANALYSIS_DEPENDENCE_INSTANCES_INSTANCES_H */
