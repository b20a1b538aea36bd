/* The rule that is read (nested-impl.h): activations begin, go on and end.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The topmost activation is the present one.  Below it are the tails of the rule, and below these what was open
   before.  */

#include "activations/projection/nested-impl.h"
#include "base/array.h"

int
wpp_nested_push (struct wpp_nested_levels *list, uint32_t piece, uint32_t times)
{
  struct wpp_nested_level *last = list->n ? &list->level[list->n - 1] : NULL;
  if (!times)
    return 0;
  bool same = last && last->piece == piece && !last->lands;
  if (same && !__builtin_add_overflow (last->times, times, &last->times))
    return 0;
  if (same)
    last->times -= times;
  if (WPP_RESERVE (list->level, list->room, list->n, 1))
    return WPP_E_NOMEM;
  list->level[list->n++] = (struct wpp_nested_level){ .piece = piece, .times = times };
  return 0;
}

/* ---- The present activation.  */

/* Is the present activation another function's?  */
static bool
foreign_p (const struct wpp_nested_frame *f)
{
  return f->present.n && f->present.part[0].symbol == WPP_NESTED_FOREIGN;
}

int
wpp_nested_find (struct wpp_nested *n, uint32_t activation, uint32_t times)
{
  struct wpp_nested_frame *f = &n->f;
  if (WPP_RESERVE (f->found, f->found_room, f->n_found, 1))
    return WPP_E_NOMEM;
  f->found[f->n_found++] = (struct wpp_nested_found){ activation, (uint64_t)times * f->times };
  return 0;
}

/* The present activation ends with PIECE, and TIMES - 1 more like it.  Nothing is present after it.  */
static int
complete (struct wpp_nested *n, uint32_t piece, uint32_t times)
{
  struct wpp_nested_frame *f = &n->f;
  uint32_t rule;
  bool foreign = foreign_p (f);
  n->unsuitable |= piece != WPP_LETTER_GAP && foreign != (piece == WPP_LETTER_LEAVE);
  int err = foreign || n->unsuitable ? 0 : wpp_pieces_put (&f->present, piece, 1);
  if (!err && !foreign && !n->unsuitable)
    {
      err = wpp_pieces_activation (&n->pieces, &f->present, &rule);
      if (!err)
        err = wpp_nested_find (n, rule, times);
    }
  f->present.n = 0;
  return err;
}

int
wpp_nested_begin (struct wpp_nested *n, uint32_t piece, uint32_t times)
{
  struct wpp_nested_frame *f = &n->f;
  uint32_t before;
  int err = wpp_pieces_take (&n->pieces, &f->present, &before);
  if (!err && f->above)
    err = wpp_nested_push (&f->tails, before, 1);
  else
    f->middle = before;
  if (!err)
    err = wpp_nested_push (&f->tails, piece, times - 1);
  f->above = true;
  return err ? err : wpp_pieces_put (&f->present, piece, 1);
}

/* The topmost activation has ended: the one below it is present now.  */
static int
come_back (struct wpp_nested *n)
{
  struct wpp_nested_frame *f = &n->f;
  if (!f->tails.n)
    {
      uint32_t middle = f->middle;
      f->above = false;
      f->middle = WPP_NO_PIECE;
      return wpp_pieces_put (&f->present, middle, 1);
    }
  struct wpp_nested_level *last = &f->tails.level[f->tails.n - 1];
  int err = wpp_pieces_put (&f->present, last->piece, 1);
  f->tails.n -= --last->times == 0;
  return err;
}

/* What was open before the rule ends with PIECE, TIMES levels of it, of which the first has done what is present.  */
static int
end_below (struct wpp_nested *n, uint32_t piece, uint32_t times)
{
  struct wpp_nested_frame *f = &n->f;
  uint32_t whole = piece;
  int err = 0;
  if (f->grounded)
    return piece == WPP_LETTER_LEAVE ? 0 : complete (n, piece, times);
  if (f->present.n)
    {
      n->unsuitable |= piece == WPP_LETTER_LEAVE;
      err = wpp_pieces_put (&f->present, piece, 1);
      if (!err)
        err = wpp_pieces_take (&n->pieces, &f->present, &whole);
      if (!err)
        err = wpp_nested_push (&f->heads, whole, 1);
      times--;
    }
  return err ? err : wpp_nested_push (&f->heads, piece, times);
}

int
wpp_nested_end (struct wpp_nested *n, uint32_t piece, uint32_t times)
{
  struct wpp_nested_frame *f = &n->f;
  if (!f->above)
    return end_below (n, piece, times);
  int err = complete (n, piece, 1);
  for (times--; times && f->tails.n && !err; n->work++)
    {
      struct wpp_nested_level *last = &f->tails.level[f->tails.n - 1];
      uint32_t some = last->times < times ? last->times : times;
      err = wpp_pieces_put (&f->present, last->piece, 1);
      if (!err)
        err = complete (n, piece, some);
      times -= some;
      last->times -= some;
      f->tails.n -= last->times == 0;
    }
  if (!err)
    err = come_back (n);
  return err || !times ? err : end_below (n, piece, times);
}

int
wpp_nested_go_on (struct wpp_nested *n, uint32_t piece, uint32_t copies)
{
  n->unsuitable |= piece != WPP_NO_PIECE && foreign_p (&n->f);
  n->f.above |= n->f.grounded && piece != WPP_NO_PIECE;
  return wpp_pieces_put (&n->f.present, piece, copies);
}

int
wpp_nested_lose (struct wpp_nested *n)
{
  const struct wpp_nested_levels *tails = &n->f.tails;
  int err = 0;
  /* There may be 2^62 levels, of few kinds.  */
  while (n->f.above && !err)
    err = wpp_nested_end (n, WPP_LETTER_GAP, tails->n ? tails->level[tails->n - 1].times : 1);
  return err;
}

/* A transfer goes below what the rule began: so will its head.  */
static int
land_below (struct wpp_nested *n, uint64_t count, bool next)
{
  struct wpp_nested_levels *heads = &n->f.heads;
  uint32_t piece;
  int err = wpp_pieces_take (&n->pieces, &n->f.present, &piece);
  if (!err)
    err = WPP_RESERVE (heads->level, heads->room, heads->n, 1);
  if (!err)
    heads->level[heads->n++]
      = (struct wpp_nested_level){ .piece = piece, .times = 1, .lands = true, .next = next, .gone = count };
  return err;
}

int
wpp_nested_land (struct wpp_nested *n, uint64_t count, bool next)
{
  int err = 0;
  while ((count || next) && n->f.above && !err && n->work++ <= n->most_work)
    {
      bool landing = n->landing || foreign_p (&n->f);
      if (landing && !count)
        return 0;
      count -= landing;
      err = wpp_nested_end (n, WPP_LETTER_GAP, 1);
    }
  return err || !(count || next) || n->f.above || n->f.grounded ? err : land_below (n, count, next);
}
