/* The steps (steps.h) through what SEQUITUR built, without making arrays of it first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The nodes are scattered in memory, so going from one to the next means waiting.  A thread of its own does that while
   the steps before are coded.  In each open right-hand side it prefetches the rules of the symbols further on.  */

#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "base/lane.h"
#include "grammar/sequitur/sequitur-find.h"
#include "grammar/coding/steps.h"

#define STEPS (1u << 14)
#define PARTS 8u /* enough for the coder to go on while the lane's thread has no processor */
#define LEAD 8u  /* rules are prefetched this many symbols ahead */

struct place /* in a right-hand side */
{
  uint32_t at;    /* node that is next */
  uint32_t ahead; /* the node `lead' symbols further on, up to which rules are prefetched */
  uint32_t lead;
};

struct part /* of the steps */
{
  struct job job;
  struct sequitur_steps *whole;
  struct wpp_coding_step steps[STEPS];
  size_t n; /* 0: out of memory */
};

struct sequitur_steps
{
  struct wpp_steps base;
  struct wpp_sequitur *s; /* the guard of a rule that was met has its new nonterminal as `prev' */
  uint32_t n_met;
  struct place place;    /* in the innermost rule that is open */
  struct place *places;  /* [depth] where the open rules were met, innermost last */
  size_t depth, room;
  bool ended;
  bool threaded;         /* parts are made in the lane */
  struct part parts[PARTS]; /* one is coded, the others are made */
  struct part *coded;    /* or null before the first */
  unsigned next;         /* the part that will be coded next */
};

/* The lane of all such steps.  */
static struct lane lane = LANE_INITIALIZER;

static struct place
place_at (uint32_t node)
{
  return (struct place){ .at = node, .ahead = node };
}

/* Prefetch the rule of the next symbol that has not been looked at, unless it is LEAD symbols away.  */
static inline void
look_ahead (const struct sequitur_steps *w, struct place *p)
{
  const struct node *n = &w->s->nodes[p->ahead];
  if (p->lead == LEAD || n->symbol == GUARD)
    return;
  p->ahead = n->next;
  p->lead++;
  n = &w->s->nodes[p->ahead];
  wpp_fetch (&w->s->nodes[n->next]);
  fetch_rule (w->s, n->symbol);
}

/* Go on to the next symbol.  */
static inline void
pass (const struct sequitur_steps *w, struct place *p)
{
  p->at = w->s->nodes[p->at].next;
  if (p->lead > 0)
    p->lead--;
  else
    p->ahead = p->at;
  look_ahead (w, p);
  look_ahead (w, p);
}

/* Enter the rule of GUARD, which is met for the first time.  */
static bool
enter (struct sequitur_steps *w, struct node *guard)
{
  if (WPP_RESERVE (w->places, w->room, w->depth, 1))
    return false;
  w->places[w->depth++] = w->place;
  guard->prev = WPP_RULE | w->n_met++;
  w->place = place_at (guard->next);
  return true;
}

/* Leave the innermost rule, and return the node where it was met.  */
static const struct node *
leave (struct sequitur_steps *w)
{
  w->place = w->places[--w->depth];
  return &w->s->nodes[w->place.at];
}

/* Make the step from W's place on.  Return false when out of memory.  */
static inline bool
step (struct sequitur_steps *w, struct wpp_coding_step *step)
{
  const struct node *n = &w->s->nodes[w->place.at];
  *step = (struct wpp_coding_step){ n->symbol, n->exponent };
  if (n->symbol == GUARD && w->depth == 0)
    {
      *step = (struct wpp_coding_step){ WPP_STEPS_END, 1 };
      w->ended = true;
      return true;
    }
  if (n->symbol == GUARD)
    *step = (struct wpp_coding_step){ WPP_STEPS_END, leave (w)->exponent };
  else if (WPP_IS_RULE (n->symbol))
    {
      struct node *guard = &w->s->nodes[WPP_RULE_INDEX (n->symbol)];
      if (!WPP_IS_RULE (guard->prev))
        {
          *step = (struct wpp_coding_step){ WPP_RULE | w->n_met, 0 };
          return enter (w, guard);
        }
      step->symbol = guard->prev;
    }
  pass (w, &w->place);
  return true;
}

static void
make_part (struct job *j)
{
  struct part *part = (struct part *)j;
  struct sequitur_steps *w = part->whole;
  for (part->n = 0; part->n < STEPS && !w->ended; part->n++)
    if (!step (w, &part->steps[part->n]))
      {
        part->n = 0;
        return;
      }
}

static void
start_part (struct sequitur_steps *w, struct part *part)
{
  if (w->threaded)
    wpp_lane_put (&lane, &part->job);
  else
    make_part (&part->job);
}

static size_t
next_steps (struct wpp_steps *base, const struct wpp_coding_step **steps)
{
  struct sequitur_steps *w = (struct sequitur_steps *)base;
  struct part *part = &w->parts[w->next];
  if (w->coded)
    start_part (w, w->coded);
  wpp_lane_wait (&lane, &part->job);
  w->coded = part;
  w->next = (w->next + 1) % PARTS;
  *steps = part->steps;
  return part->n;
}

struct wpp_steps *
wpp_sequitur_steps (struct wpp_sequitur *s, const struct wpp_alphabet *alphabet)
{
  struct sequitur_steps *w = calloc (1, sizeof *w);
  if (!w)
    return NULL;
  w->base = (struct wpp_steps){ .terminals = alphabet->events, .n_numbers = alphabet->n, .n_rules = s->n_rules,
                               .n_symbols = s->n_symbols, .exponents = s->exponents, .steps = next_steps };
  w->s = s;
  w->n_met = 1;
  w->place = place_at (s->nodes[START].next);
  for (unsigned i = 0; i < PARTS; i++)
    {
      w->parts[i].job = (struct job){ .run = make_part, .done = true };
      w->parts[i].whole = w;
    }
  w->threaded = s->n_symbols > STEPS;
  for (unsigned i = 0; i < PARTS; i++)
    start_part (w, &w->parts[i]);
  return &w->base;
}

void
wpp_sequitur_steps_free (struct wpp_steps *base)
{
  struct sequitur_steps *w = (struct sequitur_steps *)base;
  if (!w)
    return;
  for (unsigned i = 0; i < PARTS; i++)
    wpp_lane_wait (&lane, &w->parts[i].job);
  free (w->places);
  free (w);
}
