/* A slice by going through what a thread did: memos of what symbols made of sets.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "dependence/slices/scan-impl.h"
#include "base/array.h"

/* Beyond that, all memos are forgotten.  */
#define MOST_MEMOS (UINT32_C (1) << 24)
/* Memos of a symbol in frames that are alike that are looked at.  */
#define MOST_ALIKE 64

/* ---- Memos.  */

static bool
memo_is_p (const void *memos, uint32_t number, const void *key)
{
  const struct wpp_scan_memo *a = (const struct wpp_scan_memo *)memos + number;
  const struct wpp_scan_met *b = key;
  return a->symbol == b->symbol && a->function == b->function && a->frame == b->frame;
}

static uint32_t
memo_hash (const struct wpp_scan *s, const struct wpp_scan_met *m)
{
  const uint32_t key[3] = { m->symbol, m->function, m->frame };
  return wpp_hash_bytes (&s->table, key, sizeof key);
}

/* The first memo of M's symbol, in a frame like M's; WPP_NO_ITEM: none.  */
static uint32_t
first_memo (const struct wpp_scan *s, const struct wpp_scan_met *m)
{
  return s->table.slots ? wpp_hash_find (&s->table, memo_hash (s, m), memo_is_p, s->memos, m) : WPP_NO_ITEM;
}

/* What is known last of SYMBOL.  */
static struct wpp_scan_latest *
latest_of (const struct wpp_scan *s, uint32_t symbol)
{
  return &s->latest[wpp_nest_rule_p (symbol)
                        ? WPP_RULE_INDEX (symbol)
                        : s->nest->tables.traces.pool.n_rules + (size_t)(symbol - WPP_ROPE_LETTER)];
}

/* What EFFECT asks for of the set MEMORY.  */
static uint32_t
key_of (struct wpp_scan *s, uint32_t effect, uint32_t memory)
{
  return wpp_scan_effects_p (s) ? wpp_scan_effect_key (s, effect, memory) : memory;
}

/* Is M met by what has MADE that?  */
static bool
fits_p (struct wpp_scan *s, const struct wpp_scan_met *m, const struct wpp_scan_made *made)
{
  return key_of (s, made->effect, m->memory) == made->key;
}

/* What the symbol of M is known to make of what it meets; null: that is not known.  */
static const struct wpp_scan_made *
find_made (struct wpp_scan *s, const struct wpp_scan_met *m)
{
  const struct wpp_scan_latest *l = latest_of (s, m->symbol);
  if (l->is == WPP_LATEST_NONE)
    return NULL;
  if (l->frame == m->frame && l->function == m->function && fits_p (s, m, &l->made))
    return &l->made;
  if (l->is != WPP_LATEST_OF_MANY)
    return NULL;
  unsigned left = MOST_ALIKE;
  for (uint32_t i = first_memo (s, m); i != WPP_NO_ITEM && left; i = s->memos[i].next, left--)
    if (fits_p (s, m, &s->memos[i].made))
      return &s->memos[i].made;
  return NULL;
}

bool
wpp_scan_remembered_p (struct wpp_scan *s, const struct wpp_scan_met *m, uint32_t *effect)
{
  const struct wpp_scan_made *made = find_made (s, m);
  if (!made)
    return false;
  s->frame = made->new_frame;
  *effect = wpp_scan_effects_p (s) ? made->effect : WPP_SCAN_NO_EFFECT;
  if (wpp_scan_effects_p (s))
    wpp_scan_effect_make (s, made->effect);
  else
    s->memory = made->effect;
  return true;
}

void
wpp_scan_forget (struct wpp_scan *s)
{
  wpp_hash_release (&s->table);
  s->table = (struct wpp_hash_table){ 0 };
  s->n_memos = 0;
  memset (s->latest, 0, wpp_scan_n_symbols (s) * sizeof *s->latest);
}

/* L, of SYMBOL, will not be the latest any more.  */
static void
keep_memo (struct wpp_scan *s, uint32_t symbol, const struct wpp_scan_latest *l)
{
  const struct wpp_scan_met m = { symbol, l->function, l->frame, 0 };
  if (!s->err)
    s->err = wpp_hash_reserve (&s->table, 1);
  if (!s->err)
    s->err = WPP_RESERVE (s->memos, s->memos_room, s->n_memos, 1);
  if (s->err)
    return;
  uint32_t first = first_memo (s, &m), number = s->n_memos++;
  struct wpp_scan_memo *memo = &s->memos[number];
  *memo = (struct wpp_scan_memo){ symbol, l->function, l->frame, l->made, WPP_NO_ITEM };
  if (first == WPP_NO_ITEM)
    {
      wpp_hash_add (&s->table, memo_hash (s, &m), number);
      return;
    }
  memo->next = s->memos[first].next;
  s->memos[first].next = number;
}

void
wpp_scan_remember (struct wpp_scan *s, const struct wpp_scan_met *m, uint32_t effect)
{
  struct wpp_scan_latest *l = latest_of (s, m->symbol);
  if (s->n_memos == MOST_MEMOS)
    wpp_scan_forget (s);
  bool others = l->is != WPP_LATEST_NONE;
  if (others)
    keep_memo (s, m->symbol, l);
  const struct wpp_scan_made made
      = { key_of (s, effect, m->memory), s->frame, wpp_scan_effects_p (s) ? effect : s->memory };
  *l = (struct wpp_scan_latest){ m->function, m->frame, made, others ? WPP_LATEST_OF_MANY : WPP_LATEST_ONLY };
}
