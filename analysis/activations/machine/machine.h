/* The stack of activations, event by event.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The events of a thread say which paths it took.  This file decides which activation a path belongs to, and what
   becomes of the others.  All users of activations follow its rules: over events through the machine below, over
   grammars through memo.h, where all functions matter, and through summaries.h, where one function matters (view.h).

   Enter.  A path that begins at the entry of its function begins an activation, on top of the stack.  The activation
   that was on top is its caller.  The call's place is where the caller's last path ended.

   Path.  Any other path goes on with the topmost activation of its function.  All activations above that one have
   ended: control has left them without an event (a function that is not instrumented caught an exception, a coroutine
   yielded).

   Unknown.  When no activation of the function is open, the path goes on with one whose beginning was not seen.  It is
   pushed on the stack (a coroutine may have been resumed); its caller is not known.

   Leave.  A path that ends at the exit of its function ends the activation.

   LAND + R.  A non-local transfer has arrived.  The topmost R activations of functions with landing places have ended,
   and all activations above them.  So have all above the next activation of a function with landing places, in which
   control is now.  If there are not that many, all have ended.

   LAND_MORE.  The topmost WPP_EVENT_LAND_MAX + 1 activations of functions with landing places have ended, and all above
   them.  The LAND event that follows says the rest.

   GAP.  All activations have ended in an unknown way.  A thread also begins with none: if it begins in the middle
   (child of fork, wpp_start), its first paths belong to unknown activations.

   STACK.  What follows ran on another stack.  All activations stay open, for ever, as at the end of a thread, and none
   is at the beginning of the stack.

   At the end of a thread, the machine ends all open activations.  In the program, some of them never ended.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_MACHINE_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "program/paths/cfg.h"
#include "base/error.h"

/* A path: only what matters to activations.  */
struct wpp_step
{
  uint32_t function;
  bool enters, leaves;   /* it begins at the entry, it ends at the exit */
  bool landing;          /* FUNCTION has landing places */
  bool below;            /* an unknown activation of FUNCTION is below all others (view.h) */
  uint64_t place;        /* where it ended: its number, or what the user takes for a call's place */
};

struct wpp_activation
{
  uint32_t function;
  bool landing;          /* FUNCTION has landing places */
  bool known;            /* its beginning was seen; the user may set it when that does not matter any more */
  uint64_t place;        /* where its last path ended; 0 before the first one has */
  uint64_t value;        /* for the user; 0 at first */
};

/* How an activation ended.  */
enum wpp_activation_end
{
  WPP_ACTIVATION_LEFT,       /* by the exit of its function */
  WPP_ACTIVATION_UNSEEN,     /* control is in an activation below it again */
  WPP_ACTIVATION_LANDED,     /* by a non-local transfer */
  WPP_ACTIVATION_LOST,        /* in an unknown way, at a GAP */
  WPP_ACTIVATION_OPEN      /* it was open at the end of the thread, or of its stack */
};

/* The user's functions.  When one of them returns a value other than 0, the machine stops and returns it.  BEGIN and
   END may be null.  */
struct wpp_activation_user
{
  void *data;
  /* TIMES activations like A begin, each after the end of the one before, called by CALLER from CALLER->place.  CALLER
     is null when no activation is open or the caller is not known.  */
  int (*begin) (void *data, struct wpp_activation *a, const struct wpp_activation *caller, uint64_t times);
  /* A executes STEP, which is what wpp_machine_step was given, COUNT times in a row; or each of COUNT activations like
     A executes it once, if it both enters and leaves.  A->place is still that of the path before.  */
  int (*step) (void *data, struct wpp_activation *a, const struct wpp_step *step, uint64_t count);
  /* TIMES activations like A, which was the topmost, have ended in the way HOW.  A is not on the stack any more.  */
  int (*end) (void *data, const struct wpp_activation *a, enum wpp_activation_end how, uint64_t times);
};

/* The most activations that may be open at once.  */
#define WPP_MOST_OPEN ((size_t) 1 << 24)

struct wpp_machine
{
  struct wpp_activation_user user;
  struct wpp_activation *stack;   /* [depth], the topmost last */
  size_t depth, room;
  uint64_t work, most_work;       /* single steps, and activations searched in vain */
  /* For memo.h, which remembers what a part of the events found: activations from LOW on have been looked at; BOTTOM
     says that it has been seen that there are no others.  LOOK_BELOW is called before activations below LOW are looked
     at.  */
  size_t low;
  bool bottom;
  int (*look_below) (void *memo, size_t depth);
  void *memo;
};

/* Initialise M for USER, with no activation open.  The caller may set most_work afterwards.  */
void wpp_machine_init (struct wpp_machine *m, const struct wpp_activation_user *user);
void wpp_machine_release (struct wpp_machine *m);

/* Do STEP, COUNT times.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG (WPP_MOST_OPEN, most_work), or what the user returned.
   Time: O(1) when STEP enters and leaves, or does neither, else O(COUNT); and O(activations that end), or O(all
   activations) if none of STEP's function is open.  */
int wpp_machine_step (struct wpp_machine *m, const struct wpp_step *step, uint64_t count);

/* Do the control event EVENT (recording/profile/events.h), COUNT times.  Control events that say nothing about
   activations do nothing.  */
int wpp_machine_control (struct wpp_machine *m, uint32_t event, uint64_t count);

/* End the thread.  */
int wpp_machine_end_thread (struct wpp_machine *m);

/* Make room for N more activations.  */
int wpp_machine_reserve (struct wpp_machine *m, size_t n);

/* Call this before looking at the activation number DEPTH (from 1, the lowest) and those above it; or, with DEPTH 0,
   before looking whether there are none.  */
static inline int
wpp_machine_look (struct wpp_machine *m, size_t depth)
{
  return depth > m->low || (!depth && m->bottom) ? WPP_OK : m->look_below (m->memo, depth);
}

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_MACHINE_H */
