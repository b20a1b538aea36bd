/* What the events of a profile mean: profile and notes together.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A grammar in memory is one of events (words.h): of paths, each of one function, and control events (events.h).
   wpp_code_find says of which function and which of its paths an event is; how that path began and ended follows from
   its number (paths/numbering.h).  How paths are numbered as events is nobody else's concern.  */

#ifndef WPP_CODE_H
#define WPP_CODE_H

#include <stddef.h>
#include <stdint.h>
#include "profile/profile.h"

struct wpp_numbering;

struct wpp_code_function   /* a function as loaded in the run */
{
  const struct wpp_module *module;
  const struct wpp_unit *unit;
  const struct wpp_function *function;
  uint32_t order;                      /* its place among all of them, unit by unit as in the source */
  uint32_t first;                      /* its event words: of path 0, or of wide->paths[0] */
  uint32_t n_words;
  const struct wpp_wide_function *wide; /* null: word i is of path i */
  const struct wpp_wide_function *unwound; /* where WIDE is null: its unwound paths, or null */
  struct wpp_numbering *numbering;     /* made on first use by wpp_code_numbering */
};

struct wpp_code
{
  size_t n_functions;
  struct wpp_code_function *functions; /* instrumented ones, by rising `first' */
  size_t n_units;
  struct wpp_unit **units;             /* owned */
  size_t n_skipped;                    /* functions left out by the instrumentation */
  const struct wpp_function **skipped;
  size_t n_missing;                    /* of wpp_code_load_some: modules of which notes are missing */
  struct wpp_place *missing;           /* [n_missing] `what' says which, and why */
  const struct wpp_wide *wide;         /* the profile's */
};

/* Find the notes of every unit of P, which must outlive the result: in P itself, in the files GIVEN by the user (up
   to a null; may be null), or in the modules' own.  WPP_E_NOTES when none of GIVEN is of any use.  WPP_E_CORRUPT when a function has no such
   path as P says it executed; WPP_E_NOTES with PLACE->what set
   when a unit that P has events of is not found; of a scanned profile, whose events are not known, it
   is left out.  */
struct wpp_code *wpp_code_load (const struct wpp_profile *p, const char *const *given, int *err,
                                struct wpp_place *place);
/* The same, but units that are found nowhere, not in the files OTHERS either (up to a null; may be null), are left out, and
   their modules told in the result.  Their events are those of no function.  Of OTHERS those that cannot be read are
   passed over.  WPP_E_NOTES when no unit is left that P has events of.  */
struct wpp_code *wpp_code_load_some (const struct wpp_profile *p, const char *const *given,
                                     const char *const *others, int *err, struct wpp_place *place);
void wpp_code_free (struct wpp_code *code);

/* The function that EVENT (a path event) belongs to, and *NUMBER its path number; null when none does.
   O(log functions).  */
struct wpp_code_function *wpp_code_find (struct wpp_code *code, uint32_t event, uint64_t *number);
/* When path NUMBER of F was executed first, in ns from the start of the recording; 0 when that is not known.
   O(log paths).  */
uint64_t wpp_code_first_execution (const struct wpp_code_function *f, uint64_t number);
/* The numbering of a function with graph CFG and FLAGS (enum wpp_function_flags) of a unit with PATH_LIMIT.  */
struct wpp_numbering *wpp_function_numbering (const struct wpp_cfg *cfg, uint32_t flags,
                                              uint64_t path_limit, int *err);
struct wpp_numbering *wpp_code_numbering (struct wpp_code *code, struct wpp_code_function *f, int *err);

#endif /* WPP_CODE_H */
