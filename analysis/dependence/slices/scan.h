/* A slice by going through what a thread did, backward or forward.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta (TWPP, section 4.3.2) answer a query <T, n>_d, what defined the fact D that is used in node N at the
   times T, by moving T from node to node.  Here all queries that are open at a time are one set of facts: what is
   *wanted*, backward, or *tainted*, forward.  Backward, a statement that defines what is wanted is in the slice; what
   it uses is wanted then.  So at each time the set is that of the paper's queries with this time in T, and all that
   follows from it follows from the instance of the statement that was executed then: their approach 3.

   The set is one of the frame at hand and one of the program's memory.  What a symbol of a rope (nest.h) does to it
   depends on it alone; backward, of the set of memory, on what the symbol asks for (scan-effects.h).  So each symbol is
   gone through once for each answer that it gets, and a power until the set is one that it has met: time does not
   depend on how often a loop iterates.

   Approach 2 has no instances: a statement that is in the slice wants what it uses each time that it is executed.  The
   thread is gone through until no statement is added.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_H
#define WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_H

#include "dependence/defs/model.h"
#include "activations/ropes/nest.h"
#include "base/sets.h"

/* Why an item is in a slice.  */
enum wpp_slice_because
{
  WPP_BECAUSE_NOTHING,           /* it is not */
  WPP_BECAUSE_CRITERION,
  WPP_BECAUSE_DATA,              /* FACT of the frame that the item is in, which FROM uses; forward: that FROM defines
                                    and the item uses */
  WPP_BECAUSE_MEMORY,            /* FACT of the program */
  WPP_BECAUSE_CONTROL,           /* it decides whether FROM is executed; forward: FROM decides */
  WPP_BECAUSE_CALL               /* it called what FROM is in; forward: FROM called */
};

struct wpp_slice_reason
{
  uint8_t because;               /* enum wpp_slice_because */
  bool may;                      /* the item only may have defined it */
  uint32_t fact;
  uint32_t from;                 /* item, or WPP_NONE */
};

/* Decode the path EVENT into PATH, and set *FUNCTION to its function.  0 or an error.  */
typedef int wpp_slice_path_of (void *data, uint32_t event, uint32_t *function, struct wpp_path *path);

/* What is asked: the statements of LINE of FILE in BLOCK of FUNCTION, or what a variable holds after the last of
   them.  */
struct wpp_slice_criterion
{
  uint32_t function, block, file, line;
  bool whole;                    /* the statements; else: */
  uint32_t variable;             /* of the body, a register; or WPP_NONE and … */
  uint32_t fact;                 /* … a fact of the frame, or WPP_NONE and … */
  uint32_t load;                 /* … one of the program */
  uint32_t last_code;            /* the last statement of the line in the block, as code */
};

/* A place between two blocks, or at the end of one, of an activation.  */
struct wpp_slice_place
{
  size_t n_levels;
  struct wpp_slice_step
  {
    uint32_t rope;               /* rule, activation letter, or the thread's rope */
    size_t part;
    uint64_t before;             /* how often the part was done before */
  } *levels;                     /* [n_levels] the outermost first; the part of the last one is a path */
  uint32_t node;                 /* index of the path's node that was executed last */
  bool end;                      /* the edge that ends the path was taken, too */
};

struct wpp_scan;

/* A scan of threads of NEST by the statements of MODEL.  Null when out of memory.  */
struct wpp_scan *wpp_scan_new (const struct wpp_slice_model *model, const struct wpp_nest *nest,
                               wpp_slice_path_of *path_of, void *data, bool forward);
void wpp_scan_free (struct wpp_scan *s);

/* Why each item is in the slice so far: [model->n_items].  */
const struct wpp_slice_reason *wpp_scan_reasons (const struct wpp_scan *s);
/* Put ITEM into the slice.  */
void wpp_scan_include (struct wpp_scan *s, uint32_t item, struct wpp_slice_reason reason);

/* Add what the criterion C, executed at PLACE, depends on; forward: what depends on it.  Return 0, WPP_E_NOMEM,
   WPP_E_TOOBIG or what decoding a path returns.  */
int wpp_scan_from (struct wpp_scan *s, const struct wpp_slice_criterion *c, const struct wpp_slice_place *place);

/* Add what any execution of what is in the slice depends on, until nothing is added.  */
int wpp_scan_exercised (struct wpp_scan *s, uint32_t thread);

/* Go through all of THREAD, with nothing wanted or tainted at first.  */
int wpp_scan_through (struct wpp_scan *s, uint32_t thread);

/* Sets may have MOST_ITEMS items; after that, what is not in use is forgotten, and found again.  For tests.  */
void wpp_scan_limit (struct wpp_scan *s, size_t most_items);

/* Call WATCH (DATA, node) after each node that is gone through: tests look at the facts then.  */
void wpp_scan_watch (struct wpp_scan *s, void (*watch) (void *data, uint32_t node), void *data);
bool wpp_scan_fact_p (const struct wpp_scan *s, uint32_t fact);

#endif /* WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_H */
