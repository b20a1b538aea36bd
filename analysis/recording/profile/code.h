/* The meaning of a profile's events, from profile and notes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The terminals of a grammar are events: control events (events.h), and paths, each of one
   function.  wpp_code_find gives the function and the path number of an event.  How that path began and ended follows
   from its number (program/paths/numbering.h).  No other file knows how paths are numbered as events.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_CODE_H
#define WPP_ANALYSIS_RECORDING_PROFILE_CODE_H

#include <stddef.h>
#include <stdint.h>
#include "program/paths/numbering.h"
#include "recording/profile/profile.h"

struct wpp_numbering;
struct wpp_path;

struct wpp_code_function   /* a function as loaded in the run */
{
  const struct wpp_module *module;
  const struct wpp_unit *unit;
  const struct wpp_function *function;
  uint32_t order;                      /* its place among all functions, unit by unit as in the source */
  uint32_t first;                      /* its first event word: that of path 0, or of wide->paths[0] */
  uint32_t n_words;
  uint32_t first_place, n_places;      /* its value places among the code's */
  const struct wpp_wide_function *wide; /* null: word i stands for path i */
  const struct wpp_wide_function *unwound; /* where WIDE is null: its unwound paths, or null */
  struct wpp_numbering *numbering;     /* made on first use by wpp_code_numbering */
};

struct wpp_code_place      /* a value place as loaded in the run */
{
  const struct wpp_unit *unit;
  const struct wpp_noted_place *place;
  uint32_t function;                   /* index of its function among the code's functions */
  uint32_t first;                      /* the first of its event words (format/value-place.h) */
  const struct wpp_wide_function *values; /* the frequent ones, with event words of their own; or null */
};

struct wpp_code
{
  size_t n_functions;
  struct wpp_code_function *functions; /* instrumented ones, by rising `first' */
  size_t n_places;
  struct wpp_code_place *places;       /* by rising `first' */
  size_t n_units;
  struct wpp_unit **units;             /* owned */
  size_t n_skipped;                    /* functions without instrumentation */
  const struct wpp_function **skipped;
  size_t n_missing;                    /* of wpp_code_load_some: modules with missing notes */
  struct wpp_place *missing;           /* [n_missing] `what' says which, and why */
  const struct wpp_wide *wide;         /* the profile's */
  uint64_t passed;                     /* nodes of paths that were gone along (numbering.h); who goes along as many as
                                          are asked for, one after the other, sets it to 0 */
};

/* Find the notes of every unit of P, which must outlive the result: in P itself, in the files GIVEN by the user (up to
   a null; may be null), or in the modules' own files.  WPP_E_CORRUPT when a function does not have a path that P says
   it executed.  WPP_E_NOTES when none of GIVEN is of any use; and with PLACE->what, when a unit of which P has events
   is not found.  If P was only scanned, its events are not known, and units that are not found are left out.  */
struct wpp_code *wpp_code_load (const struct wpp_profile *p, const char *const *given, int *err,
                                struct wpp_place *place);
/* The same, but units that are found nowhere, not even in the files OTHERS (up to a null; may be null), are left out,
   and the result lists their modules.  Their events belong to no function.  Files of OTHERS that cannot be read are
   ignored.  WPP_E_NOTES when no unit is left of which P has events.  */
struct wpp_code *wpp_code_load_some (const struct wpp_profile *p, const char *const *given,
                                     const char *const *others, int *err, struct wpp_place *place);
void wpp_code_free (struct wpp_code *code);
/* The same functions for another thread: its numberings and what it counts as passed are its own.  CODE must stay.
   Null when out of memory.  */
struct wpp_code *wpp_code_view (const struct wpp_code *code);
void wpp_code_view_free (struct wpp_code *view);
/* Would wpp_code_load not find the notes of the profile FILE?  If it cannot be read, that is not the reason.  */
bool wpp_profile_lacks_notes (const char *file);

/* The function of EVENT, a path event, with *NUMBER set to the path number; null when there is none.  O(log
   functions).  */
struct wpp_code_function *wpp_code_find (struct wpp_code *code, uint32_t event, uint64_t *number);
/* The place of EVENT, which is no path's but counts values; null when there is none.  Set *WORD to the number of its
   word; or to WPP_PLACE_WORDS, and *VALUE to the value that EVENT counts.  O(log places).  */
const struct wpp_code_place *wpp_code_find_place (const struct wpp_code *code, uint32_t event, uint32_t *word,
                                                  uint64_t *value);
/* Does CODE know what EVENT, a path event, is?  */
bool wpp_code_known_p (struct wpp_code *code, uint32_t event);
/* The time when path NUMBER of F was first executed, in ns from the start of the recording; 0 when it is not known.
   O(log paths).  */
uint64_t wpp_code_first_execution (const struct wpp_code_function *f, uint64_t number);
/* Make the numbering of a function with graph CFG and FLAGS (enum wpp_function_flags), in a unit with PATH_LIMIT.  */
struct wpp_numbering *wpp_function_numbering (const struct wpp_cfg *cfg, uint32_t flags,
                                              uint64_t path_limit, int *err);
struct wpp_numbering *wpp_code_numbering (struct wpp_code *code, struct wpp_code_function *f, int *err);

struct wpp_code_path   /* what an event stands for */
{
  struct wpp_code_function *function;
  uint32_t index;                      /* of FUNCTION among the code's functions */
  uint64_t number;
  const struct wpp_numbering *numbering;
};

/* Set *P to what EVENT stands for.  Return 1; 0 if it is not a path of any function of CODE; or an error of
   wpp_code_numbering.  wpp_code_decode also sets *PATH to its nodes and edges, and may return an error of
   wpp_path_decode.  */
int wpp_code_path (struct wpp_code *code, uint32_t event, struct wpp_code_path *p);
int wpp_code_decode (struct wpp_code *code, uint32_t event, struct wpp_code_path *p, struct wpp_path *path);

/* The node at index I of PATH, that of P; after its nodes comes the one that its end leads to.  WPP_NODE_EXIT:
   none.  */
static inline uint32_t
wpp_code_path_node (const struct wpp_code_path *p, const struct wpp_path *path, uint32_t i)
{
  if (i < path->n_nodes)
    return path->nodes[i];
  return path->end_edge == WPP_NO_EDGE ? WPP_NODE_EXIT : p->numbering->cfg->edges[path->end_edge].dst;
}

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_CODE_H */
