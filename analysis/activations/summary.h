/* What a stretch of one function's event sequence does to the stack of open
   activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The stack is that of the machine (machine.h) in the view of the function (view.h): it holds its own activations, each with a
   state, and, when the thread has non-local transfers, those of other landing-capable functions ("foreign"), without
   one.  A stretch first acts on the stack it finds (its effects, in order), then
   pushes frames:

        frames[n-1]            top after the stretch
        …
        frames[0]
        ------------------     what is left of the stack before the stretch:
        touched frame          a TOUCH acts on it and leaves it
        …                      below: not looked at

   Forward, frames pushed have states that do not depend on the stack below: a transition of the
   boundary facts.  Effects on own activations have a slot, the place where the sum of the
   states is kept that the effect finds; several effects share a slot when they treat
   their states alike.

   Backward, an activation's state comes from its end: what a POP_OWN effect finds is the boundary
   facts, what a TOUCH finds comes from what follows the stretch, and so does what the
   frames pushed will have been when they end.  So frames have slots too, and share them when the
   states go to the same place: the same frame of the same part.  Which activation a part acts on is decided
   forward all the same, as a stack decides it; the composer links the acts on each.  */

#ifndef WPP_SUMMARY_H
#define WPP_SUMMARY_H

#include "activations/depth.h"
#include "activations/view.h"

/* What is done to one activation is a transition: a number that the user of summaries composes.  */
#define WPP_IDENTITY 0u    /* nothing is */
struct wpp_composition
{
  void *data;
  /* Set *BOTH to what does FIRST, then SECOND; *PRODUCT to what does BASE K >= 1 times.  0 or an error.  */
  int (*compose) (void *data, uint32_t first, uint32_t second, uint32_t *both);
  int (*power) (void *data, uint32_t base, uint32_t k, uint32_t *product);
};

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
  uint32_t transition; /* forward: since its beginning */
  wpp_depth count;     /* equal neighbours on the stack */
  uint32_t slot;       /* backward, own: of the stretch that pushed it */
  uint32_t link;       /* backward, at work: the last act on it, or WPP_NO_LINK */
  uint64_t key;        /* backward, at work: the part and its slot that it is a frame of, or none */
};

struct wpp_summary
{
  uint32_t n_effects, n_frames, n_slots;
  struct wpp_effect *effects;
  struct wpp_frame *frames;
  uint32_t *slots; /* [n_slots] the transition that an effect with this slot performs; 0 of frames */
};

/* What a path of the function does.  Backward, a transition leads from the path's end to its beginning.  */
struct wpp_terminal
{
  bool enters, leaves; /* it begins, ends an activation */
  uint32_t transition;
};

/* Set *S to what LETTER (view.h) does to the stack of a function that is LANDING-capable or not; of a path, PATH says what it
   does.  WPP_E_NOMEM; WPP_E_CORRUPT when that is no letter.  */
int wpp_summary_of_letter (struct wpp_summary *s, uint32_t letter, const struct wpp_terminal *path,
                           bool landing, bool backward);
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

/* An act on an activation, backward; or its beginning by a part's frame.  */
#define WPP_NO_LINK UINT32_MAX
struct wpp_link
{
  uint32_t previous;            /* the act before on the same activation, or WPP_NO_LINK */
  uint32_t symbol, symbol_slot; /* the part and its slot */
  uint32_t transition, copies, power; /* as in wpp_act */
};

/* What is known of the state that activations end with.  */
enum wpp_over
{
  WPP_OVER_LEFT,   /* COUNT of them left the function */
  WPP_OVER_LOST,   /* COUNT of them ended otherwise, or never: no fact */
  WPP_OVER_CONTEXT /* the states of slot COUNT of the stretch */
};

/* Puts a stretch together from its parts, from left to right.  */
struct wpp_composer
{
  struct wpp_composition composition;
  bool backward;
  /* Backward, when not null: called when no further part acts on activations whose last act is LINK.
     They end as OVER and COUNT say, and have performed TRANSITION since LINK.  */
  int (*over) (void *data, uint32_t link, uint32_t transition, enum wpp_over over,
               wpp_depth count);
  struct wpp_link *links; /* [n_links] */
  uint32_t n_links, links_room;
  uint32_t *chains; /* [slots_room] of TOUCH effects: the last link */
  uint32_t chains_room;
  /* Forward, when not null: called whenever a part acts on an own activation.  */
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

/* Backward: call C->over for all activations that are still there when the stretch ends.  When it is
   the LAST, they are lost.  */
int wpp_composer_close (struct wpp_composer *c, bool last);
void wpp_composer_release (struct wpp_composer *c);

#endif /* WPP_SUMMARY_H */
