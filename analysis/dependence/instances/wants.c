/* What a backward walk through instances of statements wants: a hash table with linear probing, from which items are
   removed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash-table.h"
#include "dependence/instances/wants-impl.h"

/* Ranges of more bytes are looked up want by want.  */
#define MANY 4096u

static size_t
home (const struct wpp_wants *w, uint64_t hash)
{
  return hash >> (64 - w->log);
}

static size_t
mask_of (const struct wpp_wants *w)
{
  return ((size_t)1 << w->log) - 1;
}

int
wpp_wants_init (struct wpp_wants *w)
{
  struct wpp_hash_table t = { 0 };
  memset (w, 0, sizeof *w);
  w->log = 10;
  w->frames_log = 8;
  w->slots = calloc ((size_t)1 << w->log, sizeof *w->slots);
  w->frames = calloc ((size_t)1 << w->frames_log, sizeof *w->frames);
  int err = w->slots && w->frames ? wpp_hash_reserve (&t, 1) : WPP_E_NOMEM;
  w->multiplier = t.multiplier | 1;  /* nobody can make many places that have one hash */
  wpp_hash_release (&t);
  return err;
}

void
wpp_wants_release (struct wpp_wants *w)
{
  for (size_t i = 0; w->frames && i < (size_t)1 << w->frames_log; i++)
    free (w->frames[i].facts);
  free (w->frames);
  free (w->hand.facts);
  free (w->hand.list);
  wpp_wants_release_labels (w);
  free (w->pieces);
  free (w->slots);
}

static void
note (struct wpp_wants *w, const struct wpp_want *x, int change)
{
  wpp_wants_count (&w->filter[wpp_wants_hash (w, x->space, x->place) & 65535], change);
  w->n += change;
  w->n_surprised += x->surprised ? change : 0;
}

static void
insert (struct wpp_wants *w, const struct wpp_want *x)
{
  size_t i = home (w, wpp_wants_hash (w, x->space, x->place));
  while (w->slots[i].bytes)
    i = (i + 1) & mask_of (w);
  w->slots[i] = *x;
}

static int
grow (struct wpp_wants *w)
{
  struct wpp_want *old = w->slots;
  size_t n = (size_t)1 << w->log;
  if (2 * (w->n - w->n_labels + 1) <= n)
    return WPP_OK;
  w->slots = calloc (2 * n, sizeof *w->slots);
  if (!w->slots)
    {
      w->slots = old;
      return WPP_E_NOMEM;
    }
  w->log++;
  for (size_t i = 0; i < n; i++)
    if (old[i].bytes)
      insert (w, &old[i]);
  free (old);
  return WPP_OK;
}

/* Remove slot I; those after it move up.  */
static void
take_out (struct wpp_wants *w, size_t i)
{
  size_t mask = mask_of (w);
  note (w, &w->slots[i], -1);
  for (size_t j = i;;)
    {
      j = (j + 1) & mask;
      if (!w->slots[j].bytes)
        break;
      size_t at = home (w, wpp_wants_hash (w, w->slots[j].space, w->slots[j].place));
      if (((j - at) & mask) >= ((j - i) & mask))
        {
          w->slots[i] = w->slots[j];
          i = j;
        }
    }
  w->slots[i].bytes = 0;
}

static bool
is_p (const struct wpp_want *x, uint64_t space, uint64_t place)
{
  return x->space == space && x->place == place;
}

/* Want X.  A byte that is wanted already is wanted by the one with the least depth, or else by the first one.  */
static int
add (struct wpp_wants *w, const struct wpp_want *x)
{
  int err = grow (w);
  if (err)
    return err;
  struct wpp_want rest = *x;
  for (size_t i = home (w, wpp_wants_hash (w, x->space, x->place)); w->slots[i].bytes; i = (i + 1) & mask_of (w))
    {
      struct wpp_want *s = &w->slots[i];
      if (!is_p (s, x->space, x->place))
        continue;
      uint8_t both = s->bytes & rest.bytes;
      bool better = rest.origin.depth < s->origin.depth;
      if (both == s->bytes && better)
        s->origin = rest.origin;
      if (both && both != s->bytes && better)
        {
          s->bytes &= ~both;
          rest.surprised |= s->surprised;
        }
      else
        rest.bytes &= ~both;
    }
  if (!rest.bytes)
    return WPP_OK;
  insert (w, &rest);
  note (w, &rest, 1);
  return WPP_OK;
}

/* The slot of the want of SPACE and PLACE from I on, or SIZE_MAX.  */
static size_t
find (const struct wpp_wants *w, uint64_t space, uint64_t place, size_t i)
{
  for (; w->slots[i].bytes; i = (i + 1) & mask_of (w))
    if (is_p (&w->slots[i], space, place))
      return i;
  return SIZE_MAX;
}

static size_t
find_first (const struct wpp_wants *w, uint64_t space, uint64_t place)
{
  uint64_t hash = wpp_wants_hash (w, space, place);
  return w->filter[hash & 65535] ? find (w, space, place, home (w, hash)) : SIZE_MAX;
}

/* Which of the eight bytes number EIGHT are among the N from ADDRESS on.  */
static uint8_t
bytes_in (uint64_t eight, uint64_t address, uint64_t n)
{
  uint64_t start = eight * 8;
  unsigned from = address > start ? address - start : 0;
  uint64_t left = n - (start > address ? start - address : 0);
  unsigned to = left < 8 - from ? from + left : 8;
  return (uint8_t) ((0xFFu >> (8 - to)) & (0xFFu << from));
}

static uint64_t
last_eight (uint64_t address, uint64_t n)
{
  uint64_t last = address + (n - 1);
  return (last < address ? UINT64_MAX >> 1 : last) / 8;
}

int
wpp_want_bytes (struct wpp_wants *w, uint64_t space, uint64_t address, uint64_t n, bool surprised,
                const struct wpp_wanter *origin)
{
  int err = WPP_OK;
  for (uint64_t e = address / 8; n && e <= last_eight (address, n) && !err; e++)
    {
      const struct wpp_want x = { .space = space, .place = e, .origin = *origin, .bytes = bytes_in (e, address, n),
                                  .surprised = surprised };
      err = add (w, &x);
    }
  return err;
}

/* The bytes from FIRST to before END are found.  */
static void
add_piece (struct wpp_wants *w, uint64_t first, uint64_t end)
{
  struct wpp_wanted_piece *last = w->n_pieces ? &w->pieces[w->n_pieces - 1] : NULL;
  if (last && (last->end == first || WPP_RESERVE (w->pieces, w->pieces_room, w->n_pieces, 1)))
    last->end = end;
  else if (last || !WPP_RESERVE (w->pieces, w->pieces_room, 0, 1))
    w->pieces[w->n_pieces++] = (struct wpp_wanted_piece){ first, end };
}

int
wpp_wants_whole (struct wpp_wants *w)
{
  w->n_pieces = 0;
  add_piece (w, 0, UINT64_MAX);
  return w->n_pieces ? WPP_OK : WPP_E_NOMEM;
}

/* Does A come before B, where one of those who want bytes is told: less deep, or else executed later?  */
static bool
before_p (const struct wpp_wanter *a, const struct wpp_wanter *b)
{
  if (a->depth != b->depth)
    return a->depth < b->depth;
  return a->event != b->event ? a->event > b->event : a->item > b->item && b->item != UINT32_MAX;
}

/* BYTES of X are found from ADDRESS on.  */
static void
meet (struct wpp_wants *w, struct wpp_wanted *found, const struct wpp_want *x, uint8_t bytes, uint64_t address)
{
  if (!found->any || before_p (&x->origin, &found->origin))
    found->origin = x->origin;
  found->any = true;
  for (unsigned i = 0; i < 8; i++)
    if (bytes >> i & 1)
      add_piece (w, x->place * 8 + i - address, x->place * 8 + i - address + 1);
}

/* BYTES of slot I are met.  Return whether the slot has been taken out.  */
static bool
meet_slot (struct wpp_wants *w, size_t i, uint8_t bytes, uint64_t address, bool take, struct wpp_wanted *found)
{
  struct wpp_want *x = &w->slots[i];
  bytes &= x->bytes;
  if (!bytes)
    return false;
  meet (w, found, x, bytes, address);
  if (!take)
    return false;
  if (bytes == x->bytes)
    {
      take_out (w, i);
      return true;
    }
  x->bytes &= ~bytes;
  return false;
}

/* The same as wpp_wants_written, by looking at all wants.  */
static struct wpp_wanted
written_many (struct wpp_wants *w, uint64_t space, uint64_t address, uint64_t n, bool take)
{
  struct wpp_wanted found = { false };
  uint64_t first = address / 8, last = last_eight (address, n);
  for (size_t i = 0; i <= mask_of (w);)
    {
      const struct wpp_want *x = &w->slots[i];
      bool in = x->bytes && x->space == space && x->place >= first && x->place <= last;
      if (!in || !meet_slot (w, i, bytes_in (x->place, address, n), address, take, &found))
        i++;
    }
  return found;
}

struct wpp_wanted
wpp_wants_written (struct wpp_wants *w, uint64_t space, uint64_t address, uint64_t n, bool take)
{
  struct wpp_wanted found = { false };
  w->n_pieces = 0;
  if (!n)
    return found;
  if (n > MANY)
    return written_many (w, space, address, n, take);
  for (uint64_t e = address / 8; e <= last_eight (address, n); e++)
    {
      uint8_t bytes = bytes_in (e, address, n);
      size_t i = find_first (w, space, e);
      while (i != SIZE_MAX)
        {
          if (!meet_slot (w, i, bytes, address, take, &found))
            i = (i + 1) & mask_of (w);
          i = find (w, space, e, i);
        }
    }
  return found;
}

void
wpp_wants_surprise (struct wpp_wants *w, uint64_t space, uint64_t address, uint64_t n)
{
  for (uint64_t e = address / 8; n && n <= MANY && e <= last_eight (address, n); e++)
    for (size_t i = find_first (w, space, e); i != SIZE_MAX; i = find (w, space, e, (i + 1) & mask_of (w)))
      if (w->slots[i].bytes & bytes_in (e, address, n) && !w->slots[i].surprised)
        {
          w->slots[i].surprised = true;
          w->n_surprised++;
        }
}

struct wpp_wanted
wpp_wants_surprised (struct wpp_wants *w)
{
  struct wpp_wanted found = { false };
  w->n_pieces = 0;
  if (w->n_surprised)
    wpp_wants_surprised_labels (w, &found);
  for (size_t i = 0; w->n_surprised && i <= mask_of (w); i++)
    if (w->slots[i].bytes && w->slots[i].surprised)
      {
        meet (w, &found, &w->slots[i], w->slots[i].bytes, w->slots[i].place * 8);
        w->slots[i].surprised = false;
        w->n_surprised--;
      }
  return found;
}
