/* The distinct activations of a function whose activations were nested (nested.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Rules are read bottom-up.  The effect of a rule on the stack of activations is

     HEADS   what ends the activations that are open before it, the topmost first
     MIDDLE  with which it goes on in the one below these, or nothing
     TAILS   the activations that it leaves open above that one, the topmost last

   Activations that begin and end in the rule are counted, as often as the rule occurs.  Where the tails of a part meet
   the heads of a later one, they make whole activations.

   Activations of other functions are levels, too: their ENTER is the piece of such a level, their LEAVE that of its
   head.

   What comes before a GAP does not matter to what comes after it.  A rule with a GAP ends all open activations,
   and no effect says this.  But nearly all GAPs are those between threads.  So such a rule is read as if no activation
   were open before it, and may only be used where that is so: it is grounded, as S is.  On the ground, a path that
   does not enter begins an activation whose beginning was not seen.

   How far a non-local transfer goes depends on what is open.  If it goes below what the rule began, that is a head,
   too.  */

#include <stdlib.h>
#include "activations/projection/nested-impl.h"
#include "base/array.h"
#include "base/saturate.h"

/* Parts of effects that may be read or made: a hostile grammar may ask for more.  */
#define MOST_WORK (UINT64_C (1) << 20)
#define MOST_WORK_A_SYMBOL 64

/* ---- Symbols.  */

static int
pass_path (struct wpp_nested *n, uint32_t terminal, uint32_t copies)
{
  const struct wpp_path_ends *ends = &n->ends[terminal];
  uint32_t letter = n->g->terminals[terminal], rule;
  struct wpp_part part = { letter, 1 };
  if (!ends->enters)
    return ends->leaves ? wpp_nested_end (n, letter, copies) : wpp_nested_go_on (n, letter, copies);
  if (!ends->leaves)
    return wpp_nested_begin (n, letter, copies);
  int err = wpp_pieces_activation (&n->pieces, &(struct wpp_parts){ &part, 1, 1 }, &rule);
  return err ? err : wpp_nested_find (n, rule, copies);
}

static int
pass_terminal (struct wpp_nested *n, uint32_t terminal, uint32_t copies)
{
  uint32_t letter = n->g->terminals[terminal];
  if (letter >= WPP_LETTER_PATH)
    return pass_path (n, terminal, copies);
  if (letter == WPP_LETTER_ENTER)
    return wpp_nested_begin (n, WPP_NESTED_FOREIGN, copies);
  if (letter == WPP_LETTER_LEAVE)
    return wpp_nested_end (n, letter, copies);
  if (wpp_event_lands_p (letter))
    return wpp_nested_land (n, (uint64_t)copies * wpp_event_gone (letter),
                            wpp_event_kind (letter) == WPP_EVENT_IS_LAND);
  n->unsuitable |= letter != WPP_LETTER_GAP && letter != WPP_LETTER_ENTER_LEAVE;
  return letter == WPP_LETTER_GAP ? wpp_nested_lose (n) : 0;
}

/* Apply the heads of E.  */
static int
pass_heads (struct wpp_nested *n, const struct wpp_nested_effect *e)
{
  int err = 0;
  for (size_t i = e->begin; i < e->heads_end && !err; i++)
    {
      struct wpp_nested_level l = n->levels.level[i];
      err = l.lands ? wpp_nested_go_on (n, l.piece, 1) : wpp_nested_end (n, l.piece, l.times);
      if (!err && l.lands)
        err = wpp_nested_land (n, l.gone, l.next);
    }
  return err;
}

static int
pass_tails (struct wpp_nested *n, const struct wpp_nested_effect *e)
{
  int err = 0;
  for (size_t i = e->heads_end; i < e->end && !err; i++)
    err = wpp_nested_begin (n, n->levels.level[i].piece, n->levels.level[i].times);
  return err;
}

static int
pass_once (struct wpp_nested *n, const struct wpp_nested_effect *e)
{
  int err = pass_heads (n, e);
  if (!err)
    err = wpp_nested_go_on (n, e->middle, 1);
  n->work += 1 + e->end - e->begin;
  return err ? err : pass_tails (n, e);
}

/* Does E end as many activations as it leaves open?  */
static bool
level_p (const struct wpp_nested *n, const struct wpp_nested_effect *e)
{
  uint64_t heads = 0, tails = 0;
  bool lands = false;
  for (size_t i = e->begin; i < e->end; i++)
    {
      *(i < e->heads_end ? &heads : &tails) += n->levels.level[i].times;
      lands |= n->levels.level[i].lands;
    }
  return heads == tails && !lands;
}

/* Pass E, which is level, COPIES times.  The heads of the second copy end the tails of the first, and so on.  */
static int
pass_level (struct wpp_nested *n, const struct wpp_nested_effect *e, uint32_t copies)
{
  int err = pass_heads (n, e);
  if (!err)
    err = wpp_nested_go_on (n, e->middle, copies);
  if (e->begin == e->end)
    return err;
  if (!err)
    err = pass_tails (n, e);
  n->f.times = copies - 1;
  if (!err)
    err = pass_heads (n, e);
  n->f.times = 1;
  n->work += e->end - e->begin;
  return err ? err : pass_tails (n, e);
}

static int
pass_grounded (struct wpp_nested *n, const struct wpp_nested_effect *e, uint32_t copies)
{
  n->unsuitable |= n->f.above || !n->f.grounded || (copies > 1 && e->end > e->begin);
  return n->unsuitable ? 0 : pass_tails (n, e);
}

/* Does E only begin or only end activations, all of them alike?  */
static bool
simple_p (const struct wpp_nested *n, const struct wpp_nested_effect *e)
{
  return e->end == e->begin + 1 && e->middle == WPP_NO_PIECE && !n->levels.level[e->begin].lands;
}

/* Pass E, which is simple, COPIES times.  */
static int
pass_simple (struct wpp_nested *n, const struct wpp_nested_effect *e, uint32_t copies)
{
  struct wpp_nested_level l = n->levels.level[e->begin];
  int err = 0;
  for (uint64_t times = (uint64_t)l.times * copies; times && !err && n->work <= n->most_work; n->work++)
    {
      uint32_t some = times < UINT32_MAX ? times : UINT32_MAX;
      err = e->heads_end == e->end ? wpp_nested_end (n, l.piece, some) : wpp_nested_begin (n, l.piece, some);
      times -= some;
    }
  return err;
}

static int
pass_rule (struct wpp_nested *n, uint32_t rule, uint32_t copies)
{
  const struct wpp_nested_effect *e = &n->effects[rule];
  int err = 0;
  if (e->grounded)
    return pass_grounded (n, e, copies);
  if (copies > 1 && level_p (n, e))
    return pass_level (n, e, copies);
  if (copies > 1 && simple_p (n, e))
    return pass_simple (n, e, copies);
  for (; copies && !err && n->work <= n->most_work; copies--)
    err = pass_once (n, e);
  return err;
}

static int
pass_symbols (struct wpp_nested *n, uint32_t rule)
{
  const struct wpp_grammar *g = n->g;
  int err = 0;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1] && !err && !n->unsuitable; i++)
    {
      uint32_t copies = wpp_grammar_exponent (g, i);
      err = WPP_IS_RULE (g->symbols[i]) ? pass_rule (n, WPP_RULE_INDEX (g->symbols[i]), copies)
                                        : pass_terminal (n, g->symbols[i], copies);
      n->unsuitable |= ++n->work > n->most_work;
    }
  return err;
}

/* ---- Rules.  */

static bool
gap_p (const struct wpp_nested *n, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? n->effects[WPP_RULE_INDEX (symbol)].grounded
                              : n->g->terminals[symbol] == WPP_LETTER_GAP;
}

static void
begin_rule (struct wpp_nested *n, uint32_t rule)
{
  struct wpp_nested_frame *f = &n->f;
  f->heads.n = f->tails.n = f->present.n = f->n_found = 0;
  f->middle = WPP_NO_PIECE;
  f->above = false;
  f->times = 1;
  f->grounded = rule == 0;
  for (uint64_t i = n->g->start[rule]; i < n->g->start[rule + 1] && !f->grounded; i++)
    f->grounded = gap_p (n, n->g->symbols[i]);
}

/* Append LIST to the levels of effects.  */
static int
keep (struct wpp_nested *n, const struct wpp_nested_levels *list)
{
  if (WPP_RESERVE (n->levels.level, n->levels.room, n->levels.n, list->n))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < list->n; i++)
    n->levels.level[n->levels.n++] = list->level[i];
  n->work += list->n;
  return 0;
}

/* Make the effect of RULE, which has been read.  */
static int
end_rule (struct wpp_nested *n, uint32_t rule)
{
  struct wpp_nested_frame *f = &n->f;
  struct wpp_nested_effect *e = &n->effects[rule];
  uint32_t present;
  int err = wpp_pieces_take (&n->pieces, &f->present, &present);
  *e = (struct wpp_nested_effect){ .begin = n->levels.n, .middle = f->above ? f->middle : present,
                                   .grounded = f->grounded };
  if (!err && f->above)
    err = wpp_nested_push (&f->tails, present, 1);
  if (!err)
    err = keep (n, &f->heads);
  e->heads_end = n->levels.n;
  if (!err)
    err = keep (n, &f->tails);
  e->end = n->levels.n;
  return err;
}

/* Count what was found in RULE.  */
static int
count_found (struct wpp_nested *n, uint32_t rule)
{
  int err = 0;
  for (size_t i = 0; i < n->f.n_found && !err; i++)
    err = wpp_pieces_count (&n->pieces, n->f.found[i].activation,
                            wpp_saturating_product (n->g->frequency[rule], n->f.found[i].times));
  return err;
}

static int
read_rule (struct wpp_nested *n, uint32_t rule)
{
  begin_rule (n, rule);
  int err = pass_symbols (n, rule);
  if (!err)
    err = rule ? end_rule (n, rule) : wpp_nested_lose (n);
  return err ? err : count_found (n, rule);
}

struct wpp_grammar *
wpp_nested_activations (const struct wpp_grammar *g, const struct wpp_path_ends *ends, bool landing, int *err)
{
  struct wpp_nested n = { .g = g, .ends = ends, .landing = landing,
                    .most_work = MOST_WORK + MOST_WORK_A_SYMBOL * g->start[g->n_rules] };
  struct wpp_grammar *result = NULL;
  n.effects = malloc (g->n_rules * sizeof *n.effects);
  *err = n.effects ? 0 : WPP_E_NOMEM;
  for (uint32_t k = 0; k < g->n_rules && !*err && !n.unsuitable; k++)
    *err = read_rule (&n, g->order[k]);
  if (!*err && !n.unsuitable)
    result = wpp_pieces_grammar (&n.pieces, err);
  wpp_pieces_release (&n.pieces);
  free (n.effects);
  free (n.levels.level);
  free (n.f.heads.level);
  free (n.f.tails.level);
  free (n.f.present.part);
  free (n.f.found);
  return result;
}
