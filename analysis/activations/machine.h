/* The stack of activations, event by event.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A thread's events say which paths it took.  Which activation a path belongs to, and what becomes of the
   others, is decided here.  These are the rules.  Every user of activations follows them: over events by the machine below,
   over grammars by memo.h, where all functions matter, and by summaries.h, where one does (view.h).

   Enter.  A path that begins at the entry of its function begins an activation, on top of the stack.  What was on
   top is its caller, and called from the place where its own last path ended.

   Path.  Any other path goes on with the topmost activation of its function.  All above that one are over: control has left
   them in a way that no event tells (a function that is not instrumented caught an exception, a coroutine yielded).

   Unknown.  When no activation of the function is open, the path goes on with one whose beginning was not seen.  It is put on
   top of the stack (a coroutine may be resumed); its caller is not known.

   Leave.  Behind a path that ends at the exit of its function the activation is over.

   LAND + R.  A non-local transfer has arrived.  From the top of the stack on, R activations of landing-capable functions are
   over, and all above each of them; so are all above the next landing-capable one, in which control is.  If
   there are not so many, all are over.

   LAND_MORE.  WPP_EVENT_LAND_MAX + 1 activations of landing-capable functions are over, and all above each of them.  The
   rest is said by the LAND event that follows.

   GAP.  All are over, nobody knows how.  A thread begins likewise, with none: in the middle (child of fork, wpp_start), its first
   paths belong to unknown activations.

   At the end of a thread, all are over that are still open.  Some of them never ended.  */

#ifndef WPP_MACHINE_H
#define WPP_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "support/error.h"

#define WPP_NO_FUNCTION UINT32_MAX

/* A path, as far as activations matter.  */
struct wpp_step
{
  uint32_t function;
  bool enters, leaves;   /* it begins at the entry, it ends at the exit */
  bool landing;          /* FUNCTION is landing-capable */
  bool below;            /* an unknown activation of FUNCTION is below all others (view.h) */
  uint64_t place;        /* where it ended: its number, or what else its user calls the place of a call */
};

struct wpp_activation
{
  uint32_t function;
  bool landing;          /* FUNCTION is landing-capable */
  bool known;            /* its beginning was seen; a user may set it when that no longer matters */
  uint64_t place;        /* where its last path ended; 0 before the first one has */
  uint64_t value;        /* its user's; 0 at first */
};

/* How an activation ended.  */
enum wpp_activation_end
{
  WPP_ACTIVATION_LEFT,       /* by the exit of its function */
  WPP_ACTIVATION_UNSEEN,     /* control is back in one below it */
  WPP_ACTIVATION_LANDED,     /* by a non-local transfer */
  WPP_ACTIVATION_LOST,        /* nobody knows */
  WPP_ACTIVATION_OPEN      /* it was open at the end of the thread */
};

/* Who is told.  What returns anything but 0 stops the machine, which returns that.  BEGIN and END may be null.  */
struct wpp_activation_user
{
  void *data;
  /* TIMES activations like A begin, one behind the end of the other, called by CALLER from CALLER->place.  CALLER is null when
     none is open or it is not known.  */
  int (*begin) (void *data, struct wpp_activation *a, const struct wpp_activation *caller, uint64_t times);
  /* STEP, the caller's own, in A, COUNT times in turn; in each of COUNT activations like A when it both enters and leaves.
     A->place is still that of the path before.  */
  int (*step) (void *data, struct wpp_activation *a, const struct wpp_step *step, uint64_t count);
  /* TIMES activations like A, which was the topmost, have ended like that.  It is on the stack no more.  */
  int (*end) (void *data, const struct wpp_activation *a, enum wpp_activation_end how, uint64_t times);
};

/* Activations open at once.  */
#define WPP_MOST_OPEN ((size_t) 1 << 24)

struct wpp_machine
{
  struct wpp_activation_user user;
  struct wpp_activation *stack;   /* [depth], the topmost last */
  size_t depth, room;
  uint64_t work, most_work;       /* steps that cannot be done at once, and activations looked at in vain */
  /* For who remembers what a part of the events found (memo.h): activations from LOW on have been looked at, and
     BOTTOM that there are no more.  LOOK_BELOW is called before others are.  */
  size_t low;
  bool bottom;
  int (*look_below) (void *memo, size_t depth);
  void *memo;
};

/* M with no activation open, for USER; most_work may be set behind it.  */
void wpp_machine_init (struct wpp_machine *m, const struct wpp_activation_user *user);
void wpp_machine_release (struct wpp_machine *m);

/* STEP, COUNT times.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG (WPP_MOST_OPEN, most_work) or what the user returns.  Time
   O(1) when STEP enters and leaves or does neither, else O(COUNT), and O(activations that end), or all if there is none of its
   function.  */
int wpp_machine_step (struct wpp_machine *m, const struct wpp_step *step, uint64_t count);

/* The control event EVENT (profile/events.h), COUNT times.  Those that say nothing of activations do nothing.  */
int wpp_machine_control (struct wpp_machine *m, uint32_t event, uint64_t count);

/* The thread ends.  */
int wpp_machine_end_thread (struct wpp_machine *m);

/* Have room for N activations more.  */
int wpp_machine_reserve (struct wpp_machine *m, size_t n);

/* The activation below the first DEPTH, which is there, and all above it, are going to be looked at; or when DEPTH is
   0, that there are none.  */
static inline int
wpp_machine_look (struct wpp_machine *m, size_t depth)
{
  return depth > m->low || (!depth && m->bottom) ? WPP_OK : m->look_below (m->memo, depth);
}

#endif /* WPP_MACHINE_H */
