/* The effect of a letter on the stack of activations (summary.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   These are the rules of machine.h in the view of one function.  A path of another function that goes on with an
   activation is no letter, and it does not matter which of the others a letter is about.  */

#include <stdlib.h>
#include "activations/machine/summary.h"

bool
wpp_summary_simple_p (const struct wpp_summary *s)
{
  return s->n_frames + s->n_effects <= 1;
}

void
wpp_summary_release (struct wpp_summary *s)
{
  free (s->effects);
  free (s->frames);
  free (s->slots);
  *s = (struct wpp_summary){ 0 };
}

/* ---- Letters.  */

/* Append an effect or a frame to S, whose lists have room.  */

static void
put_effect (struct wpp_summary *s, enum wpp_effect_kind kind, uint64_t count)
{
  s->effects[s->n_effects++] = (struct wpp_rule_effect){ kind, 0, count };
}

static void
put_frame (struct wpp_summary *s, enum wpp_frame_kind kind, uint32_t transition)
{
  s->frames[s->n_frames++] = (struct wpp_frame){ .kind = kind, .transition = transition, .count = 1 };
}

static void
put_path (struct wpp_summary *s, const struct wpp_terminal *path, bool backward)
{
  if (path->enters && !path->leaves)
    put_frame (s, WPP_FRAME_OWN, path->transition);
  if (!path->enters || (backward && !path->leaves))
    s->slots[s->n_slots++] = path->transition;
  if (!path->enters)
    put_effect (s, path->leaves ? WPP_POP_OWN : WPP_TOUCH, 1);
}

/* Set S to the effect of a path of another function.  */
static void
put_other (struct wpp_summary *s, const struct wpp_step *step)
{
  if (step->enters && !step->leaves)
    put_frame (s, WPP_FRAME_FOREIGN, WPP_IDENTITY);
  else if (!step->enters)
    put_effect (s, WPP_POP_FOREIGN, 1);
}

/* Set S to the effect of a control event.  */
static void
put_control (struct wpp_summary *s, uint32_t event, bool landing)
{
  if (wpp_view_forgets_p (event))
    {
      put_effect (s, WPP_FORGET, 1);
      return;
    }
  bool arrived = wpp_event_kind (event) == WPP_EVENT_IS_LAND;
  uint32_t gone = wpp_event_gone (event);
  if (gone)
    put_effect (s, landing ? WPP_POP_ANY : WPP_POP_FOREIGN, gone);
  if (arrived && !landing)
    put_effect (s, WPP_DROP_OWN, 1);
}

int
wpp_summary_of_letter (struct wpp_summary *s, uint32_t letter, const struct wpp_terminal *path, bool landing,
                       bool backward)
{
  *s = (struct wpp_summary){ .effects = malloc (2 * sizeof *s->effects), .frames = malloc (sizeof *s->frames),
                             .slots = malloc (sizeof *s->slots) };
  const struct wpp_step other = wpp_view_other (letter);
  if (!s->effects || !s->frames || !s->slots)
    return WPP_E_NOMEM;
  if (letter >= WPP_LETTER_PATH)
    put_path (s, path, backward);
  else if (wpp_view_other_p (letter))
    put_other (s, &other);
  else if (wpp_view_control_p (letter))
    put_control (s, letter, landing);
  else
    return WPP_E_CORRUPT;
  return 0;
}
