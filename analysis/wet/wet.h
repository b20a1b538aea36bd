/* The graph of a recording: the whole execution trace (WET).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   X. Zhang, R. Gupta, Whole Execution Traces, MICRO 2004.  Nodes are paths.  A node has a time for each of its
   executions, which is the number of the path's event in its thread; so control flow is the nodes in the order of time.
   Statements of a node share the inputs that they depend on.  The graph stores these (code.h); all other values follow
   from them.  Dependences within an activation and control dependences follow from the path, and from which path was
   the last one of the activation.  Dependences through memory have labels: which execution of which access wrote what
   is read (group.h).

   The contents of the file (pages.h), after the pages:

     contents := string, the recording's file; u64 hash, u64 size: those of the recording (values/indexed/wet-index.h);
                 LEB of each of struct wpp_wet_totals; LEB threads, thread...
     thread   := LEB its number, u8 1 if it switched between stacks, LEB events, LEB nodes, node..., block...
     node     := u32 event, LEB function, LEB live slots, LEB inputs, LEB labels, LEB accesses, LEB groups, group...
     group    := LEB rows, where its values are, where its labels are
     block    := where WPP_WET_BLOCK times are, less in the last one: nodes plus 1, 0: none; LEB different nodes,
                 for each LEB difference to the one before, LEB how often it is there
     where    := LEB page, LEB offset

   Node NUMBER and its execution K, from 0, name an instance of all statements of its path.  */

#ifndef WPP_ANALYSIS_WET_WET_H
#define WPP_ANALYSIS_WET_WET_H

#include "recording/profile/profile.h"
#include "values/replay/replay.h"
#include "wet/column.h"
#include "wet/pages.h"

/* How much there is.  X (NAME, what).  */
#define WPP_WET_TOTALS(X) \
  X (statements, "statements executed") \
  X (executions, "of nodes") \
  X (irregular, "of those, whose values are not known") \
  X (values, "results of statements, and values stored") \
  X (inputs, "of nodes, that are stored") \
  X (labels, "of dependences through memory") \
  X (unknown, "of those, whose address is not known") \
  X (blocks, "basic blocks executed")

struct wpp_wet_totals
{
#define WPP_WET_TOTAL(NAME, WHAT) uint64_t NAME;
  WPP_WET_TOTALS (WPP_WET_TOTAL)
#undef WPP_WET_TOTAL
};

/* ---- Building.  */

struct wpp_wet_built
{
  struct wpp_wet_totals totals;
  uint64_t outside;              /* labels of loads that found what recorded code had not left there */
  uint64_t bytes, of_kind[WPP_N_WET_KINDS];
};

/* Build the graph of P, whose functions B has bound, in the file FD, which is empty.  0, or an error of
   wpp_replay_thread, wpp_wet_append; WPP_E_RANGE: P is in no file; WPP_E_TOOBIG: more than 2^32 executions of a
   node, or a thread has written more memory than a shadow has (values/shadow.h).  */
int wpp_wet_build (struct wpp_bindings *b, const struct wpp_profile *p, int fd, enum wpp_wet_predictor predictor,
                   struct wpp_wet_built *built);

/* ---- Reading.

   Whatever is asked for may be asked for in any order; who goes forward or backward step by step has what is next to it
   at hand already.  Files may be hostile: what they say is checked against the recording's program, and nothing that
   they say makes a wrong access to memory.  */

struct wpp_wet;
struct wpp_wet_thread_graph;

/* An execution of a node.  */
struct wpp_wet_instance
{
  uint32_t node;                 /* WPP_NONE: no path, an event that says something else */
  uint32_t k;                    /* from 0 */
};

/* Who wrote some bytes that are read.  */
struct wpp_wet_source
{
  struct wpp_wet_instance from;  /* node WPP_NONE: recorded code did not, … */
  bool unknown;                  /* … or nobody knows */
  uint32_t access;               /* of the node's code */
  uint32_t bytes;                /* that are his; 0: all that are read */
};

/* Open the graph in FD, which stays open, of the recording P, whose functions B has bound.  Null and *ERR: an error of
   wpp_wet_pages_open; WPP_E_RANGE: it is of another recording; WPP_E_CORRUPT.  */
struct wpp_wet *wpp_wet_open (int fd, struct wpp_bindings *b, const struct wpp_profile *p, int *err);
void wpp_wet_free (struct wpp_wet *x);

/* Did the thread switch between stacks, so that activations are not within each other?  */
bool wpp_wet_switched_p (const struct wpp_wet_thread_graph *t);
/* The thread number INDEX, or null.  How many events it has; of which path (an event) and function NODE is,
   and how often it was executed.  */
struct wpp_wet_thread_graph *wpp_wet_thread_of (struct wpp_wet *x, uint32_t index);
uint64_t wpp_wet_executions_of (const struct wpp_wet_thread_graph *t, uint32_t node);
uint64_t wpp_wet_events (const struct wpp_wet_thread_graph *t);
uint32_t wpp_wet_event_of (const struct wpp_wet_thread_graph *t, uint32_t node);
uint32_t wpp_wet_function_of (const struct wpp_wet_thread_graph *t, uint32_t node);

/* Are values known of all executions of all nodes?  */
bool wpp_wet_regular_p (const struct wpp_wet *x);
uint32_t wpp_wet_nodes (const struct wpp_wet_thread_graph *t);
/* Set *TELLS to whether a path of NODE tells values of a statement of its function that has a mark, [statements].
   WPP_E_NOMEM, WPP_E_CORRUPT.  */
int wpp_wet_tells_p (struct wpp_wet_thread_graph *t, uint32_t node, const uint8_t *marks, bool *tells);
/* Call VISIT (DATA, …) for each execution of a node that has a mark, [nodes], from time FROM on in the order of time,
   or before END in the reverse order, until that returns other than 0.  0, that, or an error of wpp_wet_at.  */
typedef int wpp_wet_visitor (void *data, uint64_t time, struct wpp_wet_instance i);
int wpp_wet_visit (struct wpp_wet_thread_graph *t, const bool *marks, uint64_t from, wpp_wet_visitor *visit,
                   void *data);
int wpp_wet_visit_back (struct wpp_wet_thread_graph *t, const bool *marks, uint64_t end, wpp_wet_visitor *visit,
                        void *data);

/* What is executed at TIME, below the events.  WPP_E_NOMEM, WPP_E_IO, WPP_E_CORRUPT; so also of the following.  */
int wpp_wet_at (struct wpp_wet_thread_graph *t, uint64_t time, struct wpp_wet_instance *i);
/* When I is.  */
int wpp_wet_time_of (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint64_t *time);
/* How many events before I the path before it in its activation is, or, if it begins one, the last path of the
   activation below; 0: there is none.  */
int wpp_wet_before (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint64_t *distance);

/* Does the path of NODE, whose function has a layout, begin, or end, its activation?  Errors of wpp_wet_at.  */
struct wpp_wet_ends
{
  bool enters, leaves;
  uint32_t end;                  /* the node of the function's graph that is entered then */
};
int wpp_wet_ends_of (struct wpp_wet_thread_graph *t, uint32_t node, struct wpp_wet_ends *ends);
/* Set *V to what SLOT was after I, or, if I does not assign it, before; *FOUND to whether I says it.  */
int wpp_wet_slot (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint32_t slot, struct wpp_word *v,
                  bool *found);

/* Did a load of I find what recorded code had not left there?  */
int wpp_wet_surprised (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, bool *surprised);

/* Tell all values and accesses of I to WATCH, as replay does (values/replay/run.h); none if it is irregular, which
   *REGULAR says.  What a function of WATCH returns ends it.  */
int wpp_wet_tell (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, const struct wpp_value_watch *watch,
                  bool *regular);
/* The accesses of NODE, [*N].  Null and *ERR.  */
const struct wpp_memory_access *wpp_wet_accesses (struct wpp_wet_thread_graph *t, uint32_t node, uint32_t *n, int *err);
/* Is it known where in their objects the accesses of NODE are that are in some, unless values are missing?  False
   and *ERR, too.  */
bool wpp_wet_placed_p (struct wpp_wet_thread_graph *t, uint32_t node, int *err);

/* The runs of bytes that an access of I reads, one after the other; valid until anything else is asked for.  */
struct wpp_wet_run;
struct wpp_wet_runs
{
  const struct wpp_wet_run *runs; /* [n] */
  const uint32_t *bytes;         /* [n] null: of the only one, all that are read */
  uint32_t n;
  bool surprised;                /* a load found what recorded code had not left there */
};

/* Let R be those of access number ACCESS of I; none if it has no label.  */
int wpp_wet_runs_of (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint32_t access,
                     struct wpp_wet_runs *r);
/* Set S to run number NUMBER of R.  */
int wpp_wet_run_at (struct wpp_wet_thread_graph *t, const struct wpp_wet_runs *r, uint32_t number,
                    struct wpp_wet_source *s);
/* Call FOUND (DATA, …) for each run of bytes that access number ACCESS of I reads, until that returns other than 0.
   *SURPRISED: a load found what recorded code had not left there.  */
int wpp_wet_sources (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint32_t access, bool *surprised,
                     int (*found) (void *data, const struct wpp_wet_source *s), void *data);

/* ---- What somebody watches (watching.c).

   Replay tells only what somebody watches, but also of statements that are no code, and of parameters.  Some of that is
   in slots which the path that tells does not read otherwise, so the graph has them at other paths of the activation:
   they are *carried* from each of these to the next ones.  */

struct wpp_wet_watching;

/* Watch in T what WATCHED says, [functions], null: nothing of it, which must stay.  Null and *ERR: WPP_E_NOMEM,
   WPP_E_CORRUPT; WPP_E_RANGE: the graph does not say all of that.  */
struct wpp_wet_watching *wpp_wet_watching_new (struct wpp_wet_thread_graph *t, uint8_t *const *watched, int *err);
void wpp_wet_watching_free (struct wpp_wet_watching *w);
/* Does a path of NODE tell something, or assign what is carried?  */
bool wpp_wet_watching_p (const struct wpp_wet_watching *w, uint32_t node);
/* The code of NODE, which tells what is watched; null: nothing.  */
const struct wpp_micro_code *wpp_wet_watching_code (const struct wpp_wet_watching *w, uint32_t node);
/* How many words are carried in activations of FUNCTION.  At first none of them is known.  */
size_t wpp_wet_carried (const struct wpp_wet_watching *w, uint32_t function);
/* Tell what is watched of I, whose activation has CARRIED, to WATCH, as wpp_wet_tell does; WPP_E_RANGE if it is
   irregular.  */
int wpp_wet_watching_tell (struct wpp_wet_watching *w, struct wpp_wet_instance i, struct wpp_word *carried,
                           const struct wpp_value_watch *watch);

#endif /* WPP_ANALYSIS_WET_WET_H */
