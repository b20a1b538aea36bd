/* The input of SEQUITUR: runs of equal events that wait, and the latest ones that were appended.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Letters have positions, from 1 on in the order of the input; position 0 is none.

     letters   base .. parsed .. filled      the run that may still grow
               S has these  S does not have these

   Letters before `parsed' are kept as long as they are useful: the expansions of rules are found in
   them (retrace.c).  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_WINDOW_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/alphabet.h"
#include "grammar/rules/letter.h"

#ifndef EXPONENT_MAX
#define EXPONENT_MAX UINT32_MAX /* tests lower it */
#endif

struct window
{
  struct letter *letters;        /* [room] from position `base' on */
  uint32_t room;
  uint32_t base, parsed, filled; /* positions */
  uint32_t history;              /* at least this many letters before `parsed' are kept, once there are so many */
  struct letter run;             /* the run at the end of the input; exponent 0: none */
  uint32_t run_event;
  uint64_t n_events;             /* taken so far */
  bool numbered;                 /* events are terminals */
  struct wpp_alphabet alphabet;
};

/* Make W empty.  Return 0 or WPP_E_NOMEM.  */
int wpp_window_init (struct window *w);
void wpp_window_release (struct window *w);

/* Copy the letters that wait in W to a new window COPY, whose alphabet stays empty.  Return 0 or WPP_E_NOMEM.  */
int wpp_window_copy (struct window *copy, const struct window *w);

/* Take as many of EVENTS [N] as there is room for, and return their number.  Equal events make runs if EXPONENTS.  If
   fewer are taken, set *ERR to WPP_E_NOMEM or WPP_E_TOOBIG.  */
size_t wpp_window_fill (struct window *w, const uint32_t *events, size_t n, bool exponents, int *err);

/* Is there no room for another letter?  */
static inline bool
wpp_window_full_p (const struct window *w)
{
  return w->filled - w->base + 1 >= w->room;
}

/* When W is full, make room by forgetting the letters before the history.  Return the number of letters that were
   forgotten.  */
uint32_t wpp_window_slide (struct window *w);

/* Double the room, and the history with it.  Return 0 or WPP_E_NOMEM.  */
int wpp_window_grow (struct window *w);

/* Make a letter of the run, which is complete.  There must be room.  */
void wpp_window_end_run (struct window *w);

static inline const struct letter *
wpp_window_at (const struct window *w, uint32_t position)
{
  return &w->letters[position - w->base];
}

/* The number of letters that wait.  */
static inline uint32_t
wpp_window_left (const struct window *w)
{
  return w->filled - w->parsed;
}

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_WINDOW_H */
