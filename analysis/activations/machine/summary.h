/* The effect of a stretch of one function's event sequence on the stack of open activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The stack is that of the machine (machine.h) in the view of the function (view.h).  It has the function's own
   activations, each with a state.  If the thread has non-local transfers, it also has those of other functions with
   landing places ("foreign" ones), without a state.  A stretch first acts on the stack that it finds (its
   effects, in order), and then pushes frames:

        frames[n-1]            top after the stretch
        …
        frames[0]
        ------------------     what is left of the stack before the stretch:
        touched frame          a TOUCH acts on it and leaves it
        …                      the frames below are not involved

   Forward, the states of the frames that are pushed do not depend on the stack below: they are a transition
   of the boundary facts.  An effect on own activations has a slot, which has the sum of the
   states that the effect finds.  Several effects share a slot when they do the same with their states.

   Backward, the state of an activation comes from its end.  A POP_OWN effect finds the boundary facts.  What a TOUCH
   finds depends on what follows the stretch, and so do the states of the frames that are pushed.  So
   frames have slots, too, and share them when the states go to the same place, which is the same frame of
   the same part.  Which activation a part acts on is known only from left to right; the composer
   links the acts on each activation.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_SUMMARY_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_SUMMARY_H

#include "activations/machine/depth.h"
#include "activations/machine/view.h"

/* A transition is the effect on one activation: a number, which the user of summaries composes.  */
#define WPP_IDENTITY 0u    /* the transition that changes nothing */
struct wpp_composition
{
  void *data;
  /* Set *BOTH to the transition that does FIRST and then SECOND; set *PRODUCT to the one that does BASE K >= 1 times.
     Return 0 or an error.  */
  int (*compose) (void *data, uint32_t first, uint32_t second, uint32_t *both);
  int (*power) (void *data, uint32_t base, uint32_t k, uint32_t *product);
};

enum wpp_effect_kind
{
  WPP_POP_OWN,     /* the topmost own activation has a transition and ends, COUNT times; foreign ones
                      above it are dropped */
  WPP_TOUCH,       /* the same, but the activation stays */
  WPP_POP_FOREIGN, /* the topmost foreign activation ends, COUNT times; own ones above it are
                      dropped */
  WPP_POP_ANY,     /* the topmost activation is dropped, COUNT times */
  WPP_DROP_OWN,    /* own activations above the topmost foreign one are dropped */
  WPP_FORGET       /* all activations are dropped; always the last effect */
};

struct wpp_rule_effect
{
  enum wpp_effect_kind kind;
  uint32_t slot; /* of POP_OWN and TOUCH */
  wpp_depth count;
};

enum wpp_frame_kind
{
  WPP_FRAME_OWN,     /* it began with the boundary facts */
  WPP_FRAME_UNKNOWN, /* own, but its beginning was not seen: it began with no fact */
  WPP_FRAME_FOREIGN
};

struct wpp_frame
{
  enum wpp_frame_kind kind;
  uint32_t transition; /* forward: the transition since its beginning */
  wpp_depth count;     /* equal neighbours on the stack */
  uint32_t slot;       /* backward, own: its slot in the stretch that pushed it */
  uint32_t link;       /* backward, while composing: the last act on it, or WPP_NO_LINK */
  uint64_t key;        /* backward, while composing: the part that pushed it, and its slot there; or none */
};

struct wpp_summary
{
  uint32_t n_effects, n_frames, n_slots;
  struct wpp_rule_effect *effects;
  struct wpp_frame *frames;
  uint32_t *slots; /* [n_slots] the transition that an effect with this slot performs; 0 for frames */
};

/* A path of the function.  Backward, its transition leads from its end to its beginning.  */
struct wpp_terminal
{
  bool enters, leaves; /* does it begin, does it end an activation? */
  uint32_t transition;
};

/* Set *S to the effect of LETTER (view.h).  LANDING says whether the function has landing places.  If LETTER is a path,
   PATH describes it.  Return 0, WPP_E_NOMEM, or WPP_E_CORRUPT when LETTER is invalid.  */
int wpp_summary_of_letter (struct wpp_summary *s, uint32_t letter, const struct wpp_terminal *path,
                           bool landing, bool backward);
void wpp_summary_release (struct wpp_summary *s);

/* Does S do only one thing, so that N copies do it N times: touch an activation, or end or drop some, or begin
   some?  */
bool wpp_summary_simple_p (const struct wpp_summary *s);

/* The own activation on which a part acts.  */
enum wpp_origin
{
  WPP_ON_FRAME,   /* COUNT of FRAME, which this stretch has pushed */
  WPP_ON_NOTHING, /* COUNT activations of which nothing was seen yet: no fact holds */
  WPP_ON_BELOW,   /* found on the stack: it has the states of SLOT of the stretch */
  WPP_ON_TOUCHED  /* the same activation as in the last call with ON_BELOW */
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

/* Backward: an act on an activation, or its beginning as a frame of a part.  */
#define WPP_NO_LINK UINT32_MAX
struct wpp_link
{
  uint32_t previous;            /* the previous act on the same activation, or WPP_NO_LINK */
  uint32_t symbol, symbol_slot; /* the part and its slot */
  uint32_t transition, copies, power; /* as in wpp_act */
};

/* The state with which activations end.  */
enum wpp_over
{
  WPP_OVER_LEFT,   /* COUNT of them left the function */
  WPP_OVER_LOST,   /* COUNT of them ended in another way, or never: no fact holds */
  WPP_OVER_CONTEXT /* the states of slot COUNT of the stretch */
};

/* A composer makes a stretch of its parts, from left to right.  */
struct wpp_composer
{
  struct wpp_composition composition;
  bool backward;
  /* Backward, if not null: called when no further part acts on the activations whose last act is LINK.  OVER and COUNT
     say how they end; they have performed TRANSITION since LINK.  */
  int (*over) (void *data, uint32_t link, uint32_t transition, enum wpp_over over,
               wpp_depth count);
  struct wpp_link *links; /* [n_links] */
  uint32_t n_links;
  size_t links_room;
  uint32_t *chains; /* [slots_room] of TOUCH effects: the last link */
  /* Forward, if not null: called whenever a part acts on an own activation.  */
  int (*act) (void *data, const struct wpp_act *act);
  void *data;

  bool bottom; /* nothing is below what the stretch pushed */
  struct wpp_summary s;
  size_t effects_room, frames_room, slots_room;
  uint64_t *keys; /* [slots_room] the part and slot to which the slot's states go, or none */
  uint64_t work, most_work;  /* effects and frames handled so far, and at most */
  uint64_t kept;  /* list elements of all stretches finished, at most WPP_SUMMARY_LIMIT */
};

/* Limits for hostile grammars; no program has a stack for deeper recursion.  Exceeding them is WPP_E_TOOBIG.  The work
   for a grammar is limited to WPP_SUMMARY_WORK, and as much again for each WPP_SUMMARY_WORK_SYMBOLS symbols.  */
#define WPP_SUMMARY_LIMIT (1u << 23)
#define WPP_SUMMARY_WORK (1ull << 28)
#define WPP_SUMMARY_WORK_SYMBOLS (1ull << 18)

/* Begin a stretch.  BOTTOM: the stack is empty.  */
void wpp_composer_begin (struct wpp_composer *c, bool bottom);

/* Append COPIES of the part SYMBOL, whose summary is S; COPIES > 1 only when S is simple.
   Return 0, WPP_E_NOMEM, WPP_E_TOOBIG or what act returned.  */
int wpp_composer_append (struct wpp_composer *c, uint32_t symbol, const struct wpp_summary *s,
                         uint32_t copies);

/* End the stretch, and copy its summary to *S.  */
int wpp_composer_finish (struct wpp_composer *c, struct wpp_summary *s);

/* Backward: call C->over for all activations that are open when the stretch ends.  When the stretch is the LAST, they
   are lost.  */
int wpp_composer_close (struct wpp_composer *c, bool last);
void wpp_composer_release (struct wpp_composer *c);

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_SUMMARY_H */
