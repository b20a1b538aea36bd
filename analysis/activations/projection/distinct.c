/* The distinct activations of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A visit is a symbol together with the state in which it is entered (activations/machine/single.h).  A visit has a
   head: the paths that continue the activation open at its beginning.  It has a tail: the paths of the activation open
   at its end.  The activations in between are complete.  The tail of a visit and the head of the next one belong to the
   same activation.  Heads and tails are rules of their own, so only short activations are written out.

   S is traversed, and each rule when it comes up in a state for the first time.  Then visits are counted, wholes before
   parts.  */

#include <stdlib.h>
#include "activations/machine/single.h"
#include "activations/projection/distinct.h"
#include "activations/projection/pieces.h"
#include "base/array.h"
#include "base/saturate.h"

#define CLOSED WPP_SINGLE_CLOSED
#define NO_STATE UINT32_MAX
#define UNKNOWN UINT32_MAX
#define MOST_COPIES 64
#define MOST_WORK 8
#define MORE_WORK 4096

struct visit
{
  uint64_t count;
  uint32_t state, out;
  uint32_t head, tail;       /* pieces, or WPP_NO_PIECE */
  bool ends;                 /* the activation that was open ends; else all of the visit belongs to it and is in HEAD */
  uint32_t next;             /* visit of the same symbol in another state, or 0 */
};

struct complete              /* ACTIVATION, a rule, TIMES times in each of VISIT */
{
  uint32_t visit, activation, times;
};

struct part                  /* VISIT has VISITED among its parts, COPIES times */
{
  uint32_t visit, visited, copies;
};

struct frame                 /* a rule that is traversed for the first time in a state */
{
  uint32_t rule, visit, state;
  uint64_t at;
  bool began;                /* the open activation began in this visit */
  struct wpp_parts open;     /* the open activation so far */
};

struct activations
{
  const struct wpp_grammar *g;
  const struct wpp_path_ends *ends;
  bool landing;
  struct visit *visits;      /* the first visit of each symbol, then the others */
  size_t n_visits, visits_room;
  struct wpp_pieces pieces;
  struct complete *complete;
  size_t n_complete, complete_room;
  struct part *parts;        /* the parts of a visit come before those of all visits that contain it */
  size_t n_parts, parts_room;
  struct frame *frames;
  size_t n_frames, frames_room;
  uint64_t work, most_work;
  bool unsuitable;             /* the function's activations are nested, or cannot be told apart */
};

static uint32_t
symbol_of (const struct activations *a, uint32_t grammar_symbol)
{
  return WPP_IS_RULE (grammar_symbol) ? a->g->n_terminals + WPP_RULE_INDEX (grammar_symbol)
                                      : grammar_symbol;
}

/* ---- Ends.  */

/* The activation open in F has ended, and TIMES - 1 more like it.  */
static int
end_activation (struct activations *a, struct frame *f, uint32_t times)
{
  struct visit *v = &a->visits[f->visit];
  if (!f->began)
    {
      v->ends = true;
      return wpp_pieces_take (&a->pieces, &f->open, &v->head);
    }
  struct complete c = { f->visit, 0, times };
  int err = wpp_pieces_activation (&a->pieces, &f->open, &c.activation);
  f->open.n = 0;
  if (!err)
    err = WPP_RESERVE (a->complete, a->complete_room, a->n_complete, 1);
  if (!err)
    a->complete[a->n_complete++] = c;
  return err;
}

/* ---- Visits.  */

static int
find_visit (struct activations *a, uint32_t symbol, uint32_t state, uint32_t *visit)
{
  uint32_t v = symbol;
  while (a->visits[v].state != state && a->visits[v].next)
    v = a->visits[v].next;
  if (a->visits[v].state != state && a->visits[v].state != NO_STATE)
    {
      int err = a->n_visits < UINT32_MAX / 2 ? 0 : WPP_E_TOOBIG;
      if (!err)
        err = WPP_RESERVE (a->visits, a->visits_room, a->n_visits, 1);
      if (err)
        return err;
      a->work++;
      a->visits[a->n_visits] = (struct visit){ .out = UNKNOWN };
      v = a->visits[v].next = a->n_visits++;
    }
  a->visits[v].state = state;
  *visit = v;
  return 0;
}

static int
enter_rule (struct activations *a, uint32_t rule, uint32_t visit)
{
  size_t room = a->frames_room;
  if (WPP_RESERVE (a->frames, a->frames_room, a->n_frames, 1))
    return WPP_E_NOMEM;
  for (; room < a->frames_room; room++)
    a->frames[room] = (struct frame){ 0 };
  struct frame *f = &a->frames[a->n_frames++];
  f->rule = rule;
  f->visit = visit;
  f->state = a->visits[visit].state;
  f->at = a->g->start[rule];
  f->began = f->state == CLOSED;
  f->open.n = 0;
  a->work += a->g->start[rule + 1] - a->g->start[rule];
  a->unsuitable |= a->work > a->most_work;
  return 0;
}

/* ---- Terminals.  */

/* F goes on with the path TERMINAL, COPIES times.  */
static int
pass_path (struct activations *a, struct frame *f, uint32_t terminal, uint32_t copies)
{
  const struct wpp_path_ends *ends = &a->ends[terminal];
  uint32_t letter = a->g->terminals[terminal];
  bool many = copies > 1 && (ends->enters || ends->leaves);
  if (!wpp_single_path_p (f->state, ends->enters, ends->leaves, copies))
    {
      a->unsuitable = true;
      return 0;
    }
  /* A copy that leaves without entering ends an activation whose beginning was not seen.  */
  int err = 0;
  for (uint32_t left = copies; left && !err;)
    {
      uint32_t alike = !many ? left : f->began && f->state == CLOSED ? left : 1;
      f->began |= f->state == CLOSED;
      err = wpp_parts_add (&f->open, letter, many ? 1 : copies);
      f->state = wpp_single_after (ends->leaves);
      if (!err && ends->leaves)
        {
          err = end_activation (a, f, alike);
          f->began = true;
        }
      left -= alike;
    }
  return err;
}

/* The open activation of F is lost.  */
static int
lose (struct activations *a, struct frame *f)
{
  int err = wpp_parts_add (&f->open, WPP_LETTER_GAP, 1);
  if (!err)
    err = end_activation (a, f, 1);
  f->state = CLOSED;
  f->began = true;
  return err;
}

/* F goes on with LETTER, which is no path, COPIES times.  */
static int
pass_letter (struct activations *a, struct frame *f, uint32_t letter, uint32_t copies)
{
  uint32_t before = f->state;
  a->unsuitable |= !wpp_single_pass (&f->state, letter, copies, a->landing);
  return f->state == CLOSED && before != CLOSED ? lose (a, f) : 0;
}

static int
pass_terminal (struct activations *a, struct frame *f, uint32_t terminal, uint32_t copies)
{
  uint32_t letter = a->g->terminals[terminal];
  return letter >= WPP_LETTER_PATH ? pass_path (a, f, terminal, copies) : pass_letter (a, f, letter, copies);
}

/* ---- Rules.  */

/* F goes on with VISIT, COPIES times.  COPIES may be more than 1 only if VISIT ends in the state in which it is
   entered.  */
static int
pass_visit (struct activations *a, struct frame *f, uint32_t visit, uint32_t copies)
{
  uint32_t head = a->visits[visit].head, tail = a->visits[visit].tail, out = a->visits[visit].out;
  bool ends = a->visits[visit].ends;
  int err = 0;
  if (WPP_RESERVE (a->parts, a->parts_room, a->n_parts, 1))
    return WPP_E_NOMEM;
  a->parts[a->n_parts++] = (struct part){ f->visit, visit, copies };
  if (f->state != CLOSED)
    err = wpp_pieces_put (&f->open, head, ends ? 1 : copies);
  if (!err && ends)
    {
      err = end_activation (a, f, 1);
      f->began = true;
      if (!err && copies > 1 && out != CLOSED)
        {
          err = wpp_pieces_put (&f->open, tail, 1);
          if (!err)
            err = wpp_pieces_put (&f->open, head, 1);
          if (!err)
            err = end_activation (a, f, copies - 1);
        }
    }
  if (!err && out != CLOSED && (ends || f->state == CLOSED))
    {
      f->began = true;
      err = wpp_pieces_put (&f->open, tail, 1);
    }
  f->state = out;
  return err;
}

/* F goes on with COPIES of the rule SYMBOL.  If the visit that this needs has not been made, set *UNKNOWN_VISIT to it
   and do nothing else.  */
static int
pass_rule (struct activations *a, struct frame *f, uint32_t symbol, uint32_t copies,
           uint32_t *unknown_visit)
{
  uint32_t at = f->state, visits[MOST_COPIES], n = 0;
  bool alike = false;
  for (; n < copies && !alike; n++)
    {
      if (n == MOST_COPIES)
        {
          a->unsuitable = true;
          return 0;
        }
      int err = find_visit (a, symbol, at, &visits[n]);
      if (err)
        return err;
      uint32_t out = a->visits[visits[n]].out;
      if (out == UNKNOWN)
        {
          *unknown_visit = visits[n];
          return 0;
        }
      alike = out == at;
      at = out;
    }
  int err = 0;
  for (uint32_t i = 0; i < n && !err; i++)
    err = pass_visit (a, f, visits[i], i == n - 1 ? copies - i : 1);
  return err;
}

/* End the rule of the innermost frame, which has been traversed.  */
static int
end_rule (struct activations *a)
{
  struct frame *f = &a->frames[a->n_frames - 1];
  int err = f->rule == 0 && f->state != CLOSED ? lose (a, f) : 0;
  struct visit *v = &a->visits[f->visit];
  v->out = f->state;
  if (!err && f->state != CLOSED)
    err = wpp_pieces_take (&a->pieces, &f->open, f->began ? &v->tail : &v->head);
  a->n_frames--;
  return err;
}

/* Go on through the rule of the innermost frame until it ends or enters a rule in a new state.  */
static int
go_on (struct activations *a)
{
  struct frame *f = &a->frames[a->n_frames - 1];
  const struct wpp_grammar *g = a->g;
  for (; f->at < g->start[f->rule + 1] && !a->unsuitable; f->at++)
    {
      uint32_t unknown = UNKNOWN, copies = wpp_grammar_exponent (g, f->at);
      uint32_t symbol = symbol_of (a, g->symbols[f->at]);
      int err = symbol < g->n_terminals ? pass_terminal (a, f, symbol, copies)
                                        : pass_rule (a, f, symbol, copies, &unknown);
      if (!err && unknown != UNKNOWN)
        err = enter_rule (a, symbol - g->n_terminals, unknown);
      if (err || unknown != UNKNOWN)
        return err;
    }
  return a->unsuitable ? 0 : end_rule (a);
}

static int
visit_all (struct activations *a)
{
  uint32_t start;
  int err = find_visit (a, a->g->n_terminals, CLOSED, &start);
  if (!err)
    err = enter_rule (a, 0, start);
  a->visits[start].count = 1;
  while (!err && a->n_frames && !a->unsuitable)
    err = go_on (a);
  return err;
}

/* ---- Counts.  */

/* Count visits, wholes before parts.  */
static void
count_visits (struct activations *a)
{
  for (size_t i = a->n_parts; i-- > 0;)
    {
      const struct part *p = &a->parts[i];
      uint64_t *count = &a->visits[p->visited].count;
      *count = wpp_saturating_add (*count, wpp_saturating_product (a->visits[p->visit].count, p->copies));
    }
}

static int
count_activations (struct activations *a)
{
  int err = 0;
  for (size_t i = 0; i < a->n_complete && !err; i++)
    {
      const struct complete *c = &a->complete[i];
      err = wpp_pieces_count (&a->pieces, c->activation, wpp_saturating_product (a->visits[c->visit].count, c->times));
    }
  return err;
}

static int
run (struct activations *a)
{
  uint32_t n = a->g->n_terminals + a->g->n_rules;
  a->n_visits = a->visits_room = n;
  a->visits = calloc (n, sizeof *a->visits);
  if (!a->visits)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n; i++)
    {
      a->visits[i].state = NO_STATE;
      a->visits[i].out = UNKNOWN;
    }
  int err = visit_all (a);
  if (err || a->unsuitable)
    return err;
  count_visits (a);
  return count_activations (a);
}

struct wpp_grammar *
wpp_distinct_activations (const struct wpp_grammar *g, const struct wpp_path_ends *ends, bool landing, int *err)
{
  struct activations a = { .g = g, .ends = ends, .landing = landing,
                           .most_work = MOST_WORK * g->start[g->n_rules] + MORE_WORK };
  struct wpp_grammar *result = NULL;
  *err = (uint64_t)g->n_terminals + g->n_rules < UINT32_MAX / 2 ? run (&a) : WPP_E_TOOBIG;
  if (!*err && !a.unsuitable)
    result = wpp_pieces_grammar (&a.pieces, err);
  for (size_t i = 0; i < a.frames_room; i++)
    free (a.frames[i].open.part);
  free (a.frames);
  free (a.visits);
  free (a.complete);
  free (a.parts);
  wpp_pieces_release (&a.pieces);
  return result;
}
