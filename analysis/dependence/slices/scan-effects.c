/* What symbols of ropes ask of the program's facts, and what they make of them, backward.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "dependence/slices/scan-impl.h"
#include "base/array.h"

/* ---- What is cached.  */

static struct wpp_scan_effect_cached *
cached (struct wpp_scan_effect_cached *cache, uint32_t a, uint32_t b)
{
  return &cache[(a * UINT32_C (0x9e3779b1) + b) * UINT32_C (0x85ebca6b) >> 18];
}

/* Set *RESULT to what CACHE knows of A, which is not 0, and B; return whether it does.  */
static bool
cached_p (struct wpp_scan_effect_cached *cache, uint32_t a, uint32_t b, uint32_t *result)
{
  const struct wpp_scan_effect_cached *known = cached (cache, a, b);
  *result = known->result;
  return known->a == a && known->b == b;
}

static uint32_t
cache_it (struct wpp_scan_effect_cached *cache, uint32_t a, uint32_t b, uint32_t result)
{
  *cached (cache, a, b) = (struct wpp_scan_effect_cached){ a, b, result };
  return result;
}

/* ---- Sets.  */

static uint32_t
intern (struct wpp_scan *s, struct wpp_sets *sets, const uint64_t *words)
{
  uint32_t set = 0;
  if (!s->err)
    s->err = wpp_sets_intern_bits (sets, words, s->effects.words, &set);
  return set;
}

/* WORDS are the set CHANGE, …  */
static void
get (const struct wpp_scan_effects *e, uint64_t *words, uint32_t change)
{
  wpp_sets_bits (&e->changes, change, words, e->words);
}

/* … without it, …  */
static void
take (const struct wpp_scan_effects *e, uint64_t *words, uint32_t change)
{
  get (e, e->room + e->words, change);
  for (size_t w = 0; w < e->words; w++)
    words[w] &= ~e->room[e->words + w];
}

/* … or with it.  */
static void
add (const struct wpp_scan_effects *e, uint64_t *words, uint32_t change)
{
  get (e, e->room + e->words, change);
  for (size_t w = 0; w < e->words; w++)
    words[w] |= e->room[e->words + w];
}

/* ---- Effects.  */

static bool
effect_is_p (const void *items, uint32_t number, const void *key)
{
  return !memcmp ((const struct wpp_scan_effect *)items + number, key, sizeof (struct wpp_scan_effect));
}

static uint32_t
effect_of (struct wpp_scan *s, struct wpp_scan_effect x)
{
  struct wpp_scan_effects *e = &s->effects;
  if (!x.asked && !x.killed && !x.added)
    return WPP_SCAN_NO_EFFECT;
  if (!s->err)
    s->err = wpp_hash_reserve (&e->table, 1);
  if (s->err)
    return WPP_SCAN_NO_EFFECT;
  uint32_t hash = wpp_hash_bytes (&e->table, &x, sizeof x);
  uint32_t number = wpp_hash_find (&e->table, hash, effect_is_p, e->items, &x);
  if (number != WPP_NO_ITEM)
    return number;
  if ((s->err = WPP_RESERVE (e->items, e->items_room, e->n, 1)))
    return WPP_SCAN_NO_EFFECT;
  e->items[e->n] = x;
  wpp_hash_add (&e->table, hash, e->n);
  return e->n++;
}

static int
init_sets (struct wpp_scan_effects *e)
{
  e->changes = (struct wpp_sets){ 0 };
  e->table = (struct wpp_hash_table){ 0 };
  e->items = NULL;
  e->n = e->items_room = 0;
  memset (e->keys, 0, WPP_SCAN_EFFECTS_CACHED * sizeof *e->keys);
  memset (e->made, 0, WPP_SCAN_EFFECTS_CACHED * sizeof *e->made);
  memset (e->joined, 0, WPP_SCAN_EFFECTS_CACHED * sizeof *e->joined);
  if (wpp_sets_init (&e->changes) || WPP_RESERVE (e->items, e->items_room, 0, 1))
    return WPP_E_NOMEM;
  e->items[e->n++] = (struct wpp_scan_effect){ 0 };
  return WPP_OK;
}

static void
find_killable (struct wpp_scan_effects *e, const struct wpp_memory *m)
{
  for (size_t i = 0; i < m->stores.n; i++)
    for (size_t w = 0; w < m->words; w++)
      e->killable[w] |= m->must[i * m->words + w];
}

int
wpp_scan_effects_init (struct wpp_scan *s)
{
  struct wpp_scan_effects *e = &s->effects;
  if (!wpp_scan_effects_p (s))
    return WPP_OK;
  e->words = wpp_scan_load_words (s);
  e->killable = calloc (e->words, sizeof *e->killable);
  e->asked = calloc (e->words, sizeof *e->asked);
  e->killed = calloc (e->words, sizeof *e->killed);
  e->added = calloc (e->words, sizeof *e->added);
  e->room = calloc (2 * e->words, sizeof *e->room);
  e->keys = calloc (WPP_SCAN_EFFECTS_CACHED, sizeof *e->keys);
  e->made = calloc (WPP_SCAN_EFFECTS_CACHED, sizeof *e->made);
  e->joined = calloc (WPP_SCAN_EFFECTS_CACHED, sizeof *e->joined);
  if (!e->killable || !e->asked || !e->killed || !e->added || !e->room || !e->keys || !e->made || !e->joined)
    return WPP_E_NOMEM;
  find_killable (e, &s->model->memory);
  return init_sets (e);
}

void
wpp_scan_effects_release_forgotten (struct wpp_scan_effects *e)
{
  wpp_sets_release (&e->changes);
  wpp_hash_release (&e->table);
  free (e->items);
}

void
wpp_scan_effects_release (struct wpp_scan_effects *e)
{
  wpp_scan_effects_release_forgotten (e);
  free (e->killable);
  free (e->asked);
  free (e->killed);
  free (e->added);
  free (e->room);
  free (e->keys);
  free (e->made);
  free (e->joined);
}

/* ---- Finding them.  */

void
wpp_scan_effect_begin (struct wpp_scan *s)
{
  struct wpp_scan_effects *e = &s->effects;
  if (!wpp_scan_effects_p (s))
    return;
  memset (e->asked, 0, e->words * sizeof *e->asked);
  memset (e->killed, 0, e->words * sizeof *e->killed);
  memset (e->added, 0, e->words * sizeof *e->added);
}

uint32_t
wpp_scan_effect_end (struct wpp_scan *s)
{
  struct wpp_scan_effects *e = &s->effects;
  if (!wpp_scan_effects_p (s))
    return WPP_SCAN_NO_EFFECT;
  uint32_t asked = intern (s, &e->changes, e->asked), killed = intern (s, &e->changes, e->killed);
  return effect_of (s, (struct wpp_scan_effect){ asked, killed, intern (s, &e->changes, e->added) });
}

/* A fact that is wanted and that STORE may be, one that was added or else that stays if there is one; WPP_NONE:
   none.  */
static uint32_t
witness (const struct wpp_scan *s, uint32_t store)
{
  const struct wpp_memory *m = &s->model->memory;
  const struct wpp_scan_effects *e = &s->effects;
  uint32_t best = WPP_NONE;
  bool stays = false;
  for (size_t w = 0; w < m->words; w++)
    {
      uint64_t both = m->may[store * m->words + w] & s->loads[w], known = both & e->added[w],
               kept = both & ~e->killable[w];
      if (known)
        return w * 64 + __builtin_ctzll (known);
      if (both && (best == WPP_NONE || (kept && !stays)))
        {
          best = w * 64 + __builtin_ctzll (kept ? kept : both);
          stays = kept;
        }
    }
  return best;
}

void
wpp_scan_effect_ask (struct wpp_scan *s, uint32_t store)
{
  const struct wpp_memory *m = &s->model->memory;
  struct wpp_scan_effects *e = &s->effects;
  if (!wpp_scan_effects_p (s) || store == WPP_NONE)
    return;
  uint32_t load = witness (s, store);
  if (load == WPP_NONE)
    for (size_t w = 0; w < m->words; w++)
      e->asked[w] |= m->may[store * m->words + w] & ~e->killed[w];
  else if (!wpp_bit_p (e->added, load))
    wpp_bit_set (e->asked, load, true);
}

/* ---- Using them.  */

uint32_t
wpp_scan_effect_key (struct wpp_scan *s, uint32_t effect, uint32_t memory)
{
  struct wpp_scan_effects *e = &s->effects;
  uint32_t asked = e->items[effect].asked, key;
  if (!asked || !memory || s->err)
    return 0;
  if (cached_p (e->keys, asked, memory, &key))
    return key;
  wpp_sets_bits (&s->memories, memory, e->room, e->words);
  get (e, e->room + e->words, asked);
  for (size_t w = 0; w < e->words; w++)
    e->room[w] &= e->room[e->words + w];
  return cache_it (e->keys, asked, memory, intern (s, &e->changes, e->room));
}

void
wpp_scan_effect_make (struct wpp_scan *s, uint32_t effect)
{
  struct wpp_scan_effects *e = &s->effects;
  const struct wpp_scan_effect x = e->items[effect];
  uint32_t memory;
  if ((!x.killed && !x.added) || s->err)
    return;
  if (!cached_p (e->made, effect, s->memory, &memory))
    {
      wpp_sets_bits (&s->memories, s->memory, e->room, e->words);
      take (e, e->room, x.killed);
      add (e, e->room, x.added);
      memory = cache_it (e->made, effect, s->memory, intern (s, &s->memories, e->room));
    }
  s->memory = memory;
}

uint32_t
wpp_scan_effect_join (struct wpp_scan *s, uint32_t effect, uint32_t next)
{
  struct wpp_scan_effects *e = &s->effects;
  uint32_t both;
  if (next == WPP_SCAN_NO_EFFECT || s->err)
    return effect;
  if (effect == WPP_SCAN_NO_EFFECT)
    return next;
  if (cached_p (e->joined, effect, next, &both))
    return both;
  const struct wpp_scan_effect a = e->items[effect], b = e->items[next];
  struct wpp_scan_effect x;
  get (e, e->room, b.asked);
  take (e, e->room, a.killed);
  take (e, e->room, a.added);
  add (e, e->room, a.asked);
  x.asked = intern (s, &e->changes, e->room);
  get (e, e->room, a.killed);
  add (e, e->room, b.killed);
  x.killed = intern (s, &e->changes, e->room);
  get (e, e->room, a.added);
  take (e, e->room, b.killed);
  add (e, e->room, b.added);
  x.added = intern (s, &e->changes, e->room);
  return cache_it (e->joined, effect, next, effect_of (s, x));
}

/* The set CHANGE without the N facts of S->list.  */
static uint32_t
without (struct wpp_scan *s, size_t n, uint32_t change)
{
  struct wpp_scan_effects *e = &s->effects;
  get (e, e->room, change);
  for (size_t i = 0; i < n; i++)
    wpp_bit_set (e->room, s->list[i], false);
  return intern (s, &e->changes, e->room);
}

uint32_t
wpp_scan_effect_return (struct wpp_scan *s, uint32_t function, uint32_t frame, uint32_t effect)
{
  size_t n = effect == WPP_SCAN_NO_EFFECT || s->err ? 0 : wpp_scan_escaped (s, function, frame);
  if (!n)
    return effect;
  const struct wpp_scan_effect x = s->effects.items[effect];
  uint32_t asked = without (s, n, x.asked);
  return effect_of (s, (struct wpp_scan_effect){ asked, x.killed, without (s, n, x.added) });
}

/* ---- Forgetting.  */

int
wpp_scan_effects_forget (struct wpp_scan *s)
{
  return wpp_scan_effects_p (s) ? init_sets (&s->effects) : WPP_OK;
}

static uint32_t
keep (struct wpp_scan *s, const struct wpp_scan_effects *old, uint32_t change)
{
  get (old, s->effects.room, change);
  return intern (s, &s->effects.changes, s->effects.room);
}

void
wpp_scan_effect_keep (struct wpp_scan *s, const struct wpp_scan_effects *old, uint32_t *effect)
{
  const struct wpp_scan_effect x = old->items[*effect];
  uint32_t asked = keep (s, old, x.asked), killed = keep (s, old, x.killed);
  *effect = effect_of (s, (struct wpp_scan_effect){ asked, killed, keep (s, old, x.added) });
}
