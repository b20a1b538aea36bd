/* What a stretch of one function's event sequence does to the stack of open
   activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The stack holds the function's own activations, each with a state, and, when the thread
   has non-local transfers, the activations of other landing-capable functions ("foreign"),
   without one.  A stretch first acts on the stack it finds (its effects, in order), then
   pushes frames:

        frames[n-1]            top after the stretch
        …
        frames[0]
        ------------------     what is left of the stack before the stretch:
        touched frame          a TOUCH acts on it and leaves it
        …                      below: not looked at

   Frames pushed have states that do not depend on the stack below: a transition of the
   boundary facts.  Effects on own activations have a slot, the place where the sum of the
   states is kept that the effect finds; several effects share a slot when they treat
   their states alike.  */

#ifndef WPP_SUMMARY_H
#define WPP_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>
#include "transition.h"

/* A number of activations above each other.  A hostile grammar nests more of them than 64 bits
   can count: exact below WPP_DEPTH_MANY, which stands for 2^126 or more.  What is taken off as
   many, WPP_DEPTH_FEW at a time, leaves as many; anything else is WPP_E_TOOBIG, as nothing is known
   then of what lies below.  */
typedef unsigned __int128 wpp_depth __attribute__ ((aligned (8))); /* lists of them are long */
#define WPP_DEPTH_MANY ((wpp_depth)1 << 127)
#define WPP_DEPTH_FEW ((wpp_depth)1 << 80)

enum wpp_effect_kind
{
  WPP_POP_OWN,     /* the topmost own activation runs on and ends, COUNT times; foreign ones
                      above it are dropped */
  WPP_TOUCH,       /* the same, but it stays */
  WPP_POP_FOREIGN, /* the topmost foreign activation ends, COUNT times; own ones above it are
                      dropped */
  WPP_POP_ANY,     /* the topmost activation is dropped, COUNT times */
  WPP_DROP_OWN,    /* own activations above the topmost foreign one are dropped */
  WPP_FORGET       /* all activations are dropped; always the last effect */
};

struct wpp_effect
{
  enum wpp_effect_kind kind;
  uint32_t slot; /* of POP_OWN and TOUCH */
  wpp_depth count;
};

enum wpp_frame_kind
{
  WPP_FRAME_OWN,     /* began with the boundary facts */
  WPP_FRAME_UNKNOWN, /* own, but its beginning was not seen: began with no fact */
  WPP_FRAME_FOREIGN
};

struct wpp_frame
{
  enum wpp_frame_kind kind;
  uint32_t transition; /* since its beginning */
  wpp_depth count;     /* equal neighbours on the stack */
};

struct wpp_summary
{
  uint32_t n_effects, n_frames, n_slots;
  struct wpp_effect *effects;
  struct wpp_frame *frames;
  uint32_t *slots; /* [n_slots] the transition that an effect with this slot performs */
};

void wpp_summary_release (struct wpp_summary *s);

/* Does S do one thing only, so that copies of it do it so many times: touch an activation, end or
   drop some, or begin some?  */
bool wpp_summary_simple_p (const struct wpp_summary *s);

/* What a part acts on when it acts on an own activation.  */
enum wpp_origin
{
  WPP_ON_FRAME,   /* pushed before in this stretch: FRAME, of which COUNT are meant */
  WPP_ON_NOTHING, /* its beginning was not seen, and nothing since: COUNT times no fact */
  WPP_ON_BELOW,   /* found on the stack: the states of SLOT of the stretch */
  WPP_ON_TOUCHED  /* the same activation as in the last call with FROM_BELOW */
};

struct wpp_act
{
  uint32_t symbol, symbol_slot; /* the part and its slot */
  uint32_t transition, copies;  /* the part performs TRANSITION COPIES times in turn */
  uint32_t power;               /* all COPIES at once */
  enum wpp_origin origin;
  struct wpp_frame frame;
  wpp_depth count;
  uint32_t slot;
};

/* Puts a stretch together from its parts, from left to right.  */
struct wpp_composer
{
  struct wpp_transitions *transitions;
  /* When not null, called whenever a part acts on an own activation.  */
  int (*act) (void *data, const struct wpp_act *act);
  void *data;

  bool bottom; /* nothing is below what the stretch pushed */
  struct wpp_summary s;
  uint32_t effects_room, frames_room, slots_room;
  uint64_t *keys; /* [slots_room] part and slot whose states the slot takes, or none */
  uint64_t work, most_work;  /* effects and frames handled so far, and at most */
  uint64_t kept;  /* list elements of all stretches finished, at most WPP_SUMMARY_LIMIT */
};

/* Bounds on what hostile grammars can ask for; a deeper recursion of a program
   would not fit its stack.  Passing them is WPP_E_TOOBIG.  The work of a grammar is to be
   bounded by WPP_SUMMARY_WORK and as much again for so many symbols.  */
#define WPP_SUMMARY_LIMIT (1u << 23)
#define WPP_SUMMARY_WORK (1ull << 28)
#define WPP_SUMMARY_WORK_SYMBOLS (1ull << 18)

/* Begin a stretch.  BOTTOM: the stack is empty.  */
void wpp_composer_begin (struct wpp_composer *c, bool bottom);

/* Append COPIES of the part SYMBOL, whose summary is S; COPIES > 1 only when S is simple.
   Return 0, WPP_E_NOMEM, WPP_E_TOOBIG or what act returned.  */
int wpp_composer_append (struct wpp_composer *c, uint32_t symbol, const struct wpp_summary *s,
                         uint32_t copies);

/* Copy the summary of the stretch to *S.  */
int wpp_composer_finish (struct wpp_composer *c, struct wpp_summary *s);
void wpp_composer_release (struct wpp_composer *c);

#endif /* WPP_SUMMARY_H */
