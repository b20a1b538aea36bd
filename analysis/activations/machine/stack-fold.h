/* What a stretch of events does to any stack of activations: events and rules, by the rules of machine.h.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A stretch is all of a thread so far, or what a rule of its grammar derives.  It has frames: the lowest one stands for
   what is below all that the stretch has begun.  Of a thread that is where nobody has called anybody.  Of a rule it is
   the activation that the rule finds on top, whose function is not known at first; when that ends, the lowest frame
   stands for the one below.

   What was begun by a stretch ends in it as machine.h says.  What a rule finds is its business only as far as that
   looks as in a program that nothing has left but by its exit; else the outcome is WPP_DEPENDS, and the parts of the
   rule are to be done one by one (by-rules.h).

   What is carried along, such as the paths of an activation, is the user's: struct wpp_fold_user.  All functions here
   are inline, and a file that uses them has a constant table of its own functions: so the compiler knows whom it
   calls. (docs/architecture.md has what that is worth.)  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_STACK_FOLD_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_STACK_FOLD_H

#include "activations/machine/by-rules.h"
#include "recording/profile/events.h"

/* The function of a frame, or of an act, that is not known.  */
#define WPP_FOLD_ANY UINT32_MAX

/* Activations that are open at once, of 70 bytes each at least; frames that a rule may end, or begin: with more it has
   no summary.  */
#define WPP_FOLD_MOST_FRAMES ((size_t)1 << 20)
#define WPP_FOLD_MOST_ACTS 64u

/* The user's own stretch begins with this.  */
struct wpp_stack_fold
{
  bool rule;                       /* it is one's */
  const bool *landing;             /* of the functions, as far as they have been met */
  size_t n_frames;                 /* the lowest first */
  uint64_t searched;               /* frames, in vain */
};

/* What a rule does, once that is known: its acts, of the user's own type, which begins with the function or
   WPP_FOLD_ANY, are on those activations that end, topmost first; on one that stays; on those that begin, topmost
   last.  */
struct wpp_fold_rule
{
  uint32_t n_ended, n_begun;
};

/* All of these return 0, WPP_DEPENDS or an error, but for the first two.  */
struct wpp_fold_user
{
  /* The function of frame I of S; act I of ACTS.  */
  uint32_t *(*function) (struct wpp_stack_fold *s, size_t i);
  const uint32_t *(*act) (const void *acts, size_t i);
  /* Push a frame of FUNCTION: one of a rule; one that is called by the topmost, or whose beginning was not seen.  */
  int (*push) (struct wpp_stack_fold *s, uint32_t function);
  int (*call) (struct wpp_stack_fold *s, uint32_t function);
  /* The topmost activation ends; if it is the lowest frame of a rule, that stands for the next one then.  */
  int (*end) (struct wpp_stack_fold *s);
  /* The topmost frame goes on with the path WHAT, COUNT times; or it calls COUNT activations of FUNCTION that are this
     path and no more.  */
  int (*path) (struct wpp_stack_fold *s, uint32_t what, uint64_t count);
  int (*whole) (struct wpp_stack_fold *s, uint32_t what, uint32_t function, uint64_t count);
  /* The control event WHAT came TIMES times, after each of which the frames above the first LEFT end.  */
  int (*control) (struct wpp_stack_fold *s, uint32_t what, uint64_t times);
  /* RULE is about to be done TIMES times at once, with nothing but its act on what stays.  */
  int (*rule) (struct wpp_stack_fold *s, const struct wpp_fold_rule *rule, uint64_t times);
  /* Frame I goes on with ACT, TIMES times.  */
  int (*go_on) (struct wpp_stack_fold *s, size_t i, const void *act, uint64_t times);
  /* What frame I, which stays, carries is set aside: what comes now is its turn.  The turn is over; it and ACT are
     repeated TIMES times, after what was set aside.  */
  void (*begin_turn) (struct wpp_stack_fold *s, size_t i);
  int (*end_turn) (struct wpp_stack_fold *s, size_t i, const void *act, uint64_t times);
};

#define WPP_FOLD_INLINE static inline __attribute__ ((always_inline))

/* May S have another frame?  WPP_DEPENDS, WPP_E_TOOBIG.  */
WPP_FOLD_INLINE int
wpp_fold_room (const struct wpp_stack_fold *s)
{
  if (s->n_frames <= (s->rule ? WPP_FOLD_MOST_ACTS : WPP_FOLD_MOST_FRAMES))
    return WPP_DONE;
  return s->rule ? WPP_DEPENDS : WPP_E_TOOBIG;
}

/* All frames but for the first N end.  */
WPP_FOLD_INLINE int
wpp_fold_end_above (const struct wpp_fold_user *user, struct wpp_stack_fold *s, size_t n)
{
  int err = WPP_DONE;
  while (s->n_frames > n && !err)
    err = user->end (s);
  return err;
}

/* ---- Events.  */

/* Bring the activation that a path of FUNCTION goes on with to the top.  */
WPP_FOLD_INLINE int
wpp_fold_find (const struct wpp_fold_user *user, struct wpp_stack_fold *s, uint32_t function)
{
  size_t n = s->n_frames;
  while (n > 1 && *user->function (s, n - 1) != function)
    n--;
  if (n > 1)
    return wpp_fold_end_above (user, s, n);
  if (!s->rule)
    {
      s->searched += s->n_frames;
      return user->call (s, function);
    }
  uint32_t *lowest = user->function (s, 0);
  if (*lowest == WPP_FOLD_ANY && s->n_frames == 1)
    *lowest = function;
  return *lowest == function ? wpp_fold_end_above (user, s, 1) : WPP_DEPENDS;
}

/* STEP, which is WHAT to the user, COUNT times.  */
WPP_FOLD_INLINE int
wpp_fold_step (const struct wpp_fold_user *user, struct wpp_stack_fold *s, const struct wpp_step *step, uint32_t what,
               uint64_t count)
{
  if (step->enters && step->leaves)
    return user->whole (s, what, step->function, count);
  bool once = !step->enters && !step->leaves;
  int err = WPP_DONE;
  for (uint64_t left = once ? 1 : count; left && !err; left--)
    {
      err = step->enters ? user->call (s, step->function) : wpp_fold_find (user, s, step->function);
      if (!err)
        err = user->path (s, what, once ? count : 1);
      if (!err && step->leaves)
        err = user->end (s);
    }
  return err;
}

/* How many frames are left when N activations of functions with landing places are over, and all above each and, if
   there is a NEXT, above that; 0 when the lowest frame matters.  */
WPP_FOLD_INLINE size_t
wpp_fold_landed (const struct wpp_fold_user *user, struct wpp_stack_fold *s, uint64_t n, bool next)
{
  size_t depth = s->n_frames;
  for (; depth > 1 && (n || next); depth--)
    {
      bool landing = s->landing[*user->function (s, depth - 1)];
      if (landing && !n)
        return depth;
      n -= landing;
    }
  return n || next ? 0 : depth;
}

/* How many frames are left after EVENT, which is of no function; 0 when the lowest frame matters.  */
WPP_FOLD_INLINE size_t
wpp_fold_left (const struct wpp_fold_user *user, struct wpp_stack_fold *s, uint32_t event)
{
  enum wpp_event_kind kind = wpp_event_kind (event);
  if (wpp_event_lands_p (event))
    return wpp_fold_landed (user, s, wpp_event_gone (event), kind == WPP_EVENT_IS_LAND);
  return wpp_event_ends_all_p (event) ? 0 : s->n_frames;
}

/* EVENT, which is of no function, and is WHAT to the user, COUNT times.  */
WPP_FOLD_INLINE int
wpp_fold_control (const struct wpp_fold_user *user, struct wpp_stack_fold *s, uint32_t event, uint32_t what,
                  uint64_t count)
{
  int err = WPP_DONE;
  while (count && !err)
    {
      size_t left = wpp_fold_left (user, s, event);
      if (!left && s->rule)
        return WPP_DEPENDS;
      left += left == 0;
      /* What ends nothing goes on ending nothing.  */
      uint64_t times = left == s->n_frames ? count : 1;
      err = user->control (s, what, times);
      if (!err)
        err = wpp_fold_end_above (user, s, left);
      count -= times;
    }
  return err;
}

/* ---- Rules.  */

/* Does ACT, which has a function, fit frame N - 1 of S?  */
WPP_FOLD_INLINE bool
wpp_fold_fits_p (const struct wpp_fold_user *user, struct wpp_stack_fold *s, size_t n, const uint32_t *act)
{
  if (n > 1)
    return *user->function (s, n - 1) == *act;
  uint32_t lowest = *user->function (s, 0);
  return s->rule && (n == 0 || lowest == WPP_FOLD_ANY || lowest == *act);
}

/* Does S look as RULE, of ACTS, wants it?  */
WPP_FOLD_INLINE bool
wpp_fold_all_fit_p (const struct wpp_fold_user *user, struct wpp_stack_fold *s, const struct wpp_fold_rule *rule,
                    const void *acts)
{
  size_t n = s->n_frames;
  for (uint32_t i = 0; i < rule->n_ended; i++, n -= n > 0)
    if (!wpp_fold_fits_p (user, s, n, user->act (acts, i)))
      return false;
  const uint32_t *stays = user->act (acts, rule->n_ended);
  return *stays == WPP_FOLD_ANY || wpp_fold_fits_p (user, s, n, stays);
}

/* Is RULE, of ACTS, such that after it the stack looks as it wants it, and has as many frames as before?  */
WPP_FOLD_INLINE bool
wpp_fold_stationary_p (const struct wpp_fold_user *user, const struct wpp_fold_rule *rule, const void *acts)
{
  if (rule->n_ended != rule->n_begun)
    return false;
  for (uint32_t i = 0; i < rule->n_ended; i++)
    if (*user->act (acts, i) != *user->act (acts, 2 * (size_t)rule->n_ended - i))
      return false;
  return true;
}

WPP_FOLD_INLINE int
wpp_fold_go_on (const struct wpp_fold_user *user, struct wpp_stack_fold *s, size_t i, const uint32_t *act,
                uint64_t times)
{
  if (*act != WPP_FOLD_ANY)
    *user->function (s, i) = *act;
  return user->go_on (s, i, act, times);
}

/* Do what RULE ends.  */
WPP_FOLD_INLINE int
wpp_fold_ends (const struct wpp_fold_user *user, struct wpp_stack_fold *s, const struct wpp_fold_rule *rule,
               const void *acts)
{
  int err = user->rule (s, rule, 1);
  for (uint32_t i = 0; i < rule->n_ended && !err; i++)
    {
      err = wpp_fold_go_on (user, s, s->n_frames - 1, user->act (acts, i), 1);
      if (!err)
        err = user->end (s);
    }
  return err;
}

/* Do what it begins.  */
WPP_FOLD_INLINE int
wpp_fold_beginnings (const struct wpp_fold_user *user, struct wpp_stack_fold *s, const struct wpp_fold_rule *rule,
                     const void *acts)
{
  int err = WPP_DONE;
  for (uint32_t i = 0; i < rule->n_begun && !err; i++)
    {
      const uint32_t *act = user->act (acts, rule->n_ended + (size_t)1 + i);
      err = user->push (s, *act);
      if (!err)
        err = wpp_fold_go_on (user, s, s->n_frames - 1, act, 1);
    }
  return err;
}

/* Do the stationary RULE, which has just been done, TIMES times more.  What it ends is what it has begun the time
   before, so each time the frame that stays goes on in the same way.  */
WPP_FOLD_INLINE int
wpp_fold_again (const struct wpp_fold_user *user, struct wpp_stack_fold *s, const struct wpp_fold_rule *rule,
                const void *acts, uint64_t times)
{
  size_t stays = s->n_frames - rule->n_begun - 1;
  user->begin_turn (s, stays);
  int err = wpp_fold_ends (user, s, rule, acts);
  int ended = user->end_turn (s, stays, user->act (acts, rule->n_ended), err ? 0 : times);
  err = err ? err : ended;
  return err ? err : wpp_fold_beginnings (user, s, rule, acts);
}

/* Do RULE, of ACTS, as often as can be done at once, up to *COUNT times, and take that off *COUNT.  */
WPP_FOLD_INLINE int
wpp_fold_do_rule (const struct wpp_fold_user *user, struct wpp_stack_fold *s, const struct wpp_fold_rule *rule,
                  const void *acts, uint64_t *count)
{
  uint64_t times = 1;
  int err;
  if (!wpp_fold_all_fit_p (user, s, rule, acts))
    return WPP_DEPENDS;
  if (!rule->n_ended && !rule->n_begun)
    {
      times = *count;
      err = user->rule (s, rule, times);
      if (!err)
        err = wpp_fold_go_on (user, s, s->n_frames - 1, user->act (acts, 0), times);
    }
  else
    {
      err = wpp_fold_ends (user, s, rule, acts);
      if (!err)
        err = wpp_fold_go_on (user, s, s->n_frames - 1, user->act (acts, rule->n_ended), 1);
      if (!err)
        err = wpp_fold_beginnings (user, s, rule, acts);
      if (!err && *count > 1 && wpp_fold_stationary_p (user, rule, acts))
        err = wpp_fold_again (user, s, rule, acts, (times = *count) - 1);
    }
  *count -= times;
  return err;
}

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_STACK_FOLD_H */
