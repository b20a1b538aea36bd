/* Letters and kinds, each known by a number.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/saturate.h"
#include "activations/timestamps/tables.h"

int
wpp_trace_tables_init (struct wpp_trace_tables *t)
{
  *t = (struct wpp_trace_tables){ 0 };
  int err = wpp_ropes_init (&t->traces, true);
  return err ? err : wpp_ropes_init (&t->calls, false);
}

void
wpp_trace_tables_release (struct wpp_trace_tables *t)
{
  wpp_ropes_release (&t->traces);
  wpp_ropes_release (&t->calls);
  free (t->letters);
  wpp_hash_release (&t->letter_table);
  free (t->kinds);
  wpp_hash_release (&t->kind_table);
}

static bool
letter_is_p (const void *letters, uint32_t number, const void *key)
{
  const struct wpp_letter *a = (const struct wpp_letter *)letters + number, *b = key;
  return a->event == b->event && a->calls == b->calls;
}

int
wpp_trace_letter (struct wpp_trace_tables *t, uint32_t event, uint64_t calls, uint32_t *rope)
{
  const struct wpp_letter key = { event, calls };
  int err = wpp_hash_reserve (&t->letter_table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&t->letter_table, event + calls * UINT64_C (0x9e3779b97f4a7c15));
  uint32_t number = wpp_hash_find (&t->letter_table, hash, letter_is_p, t->letters, &key);
  if (number == WPP_NO_ITEM)
    {
      number = t->n_letters;
      if (number >= WPP_MOST_RULES - WPP_ROPE_LETTER)
        return WPP_E_TOOBIG;
      if (WPP_RESERVE (t->letters, t->letters_room, t->n_letters, 1))
        return WPP_E_NOMEM;
      t->letters[t->n_letters++] = key;
      wpp_hash_add (&t->letter_table, hash, number);
    }
  *rope = WPP_ROPE_LETTER + number;
  return WPP_OK;
}

static bool
kind_is_p (const void *kinds, uint32_t number, const void *key)
{
  const struct wpp_trace_of *a = (const struct wpp_trace_of *)kinds + number, *b = key;
  return a->function == b->function && a->event == b->event && a->measure.length == b->measure.length
         && a->measure.fingerprint == b->measure.fingerprint;
}

int
wpp_trace_kind (struct wpp_trace_tables *t, struct wpp_trace_of *k, const struct wpp_parts *list, uint32_t *rope)
{
  int err = wpp_hash_reserve (&t->kind_table, 1);
  if (err)
    return err;
  if (list)
    k->measure = wpp_ropes_measure (&t->traces, list->part, list->n);
  uint64_t key = (uint64_t)k->measure.fingerprint ^ (uint64_t)(k->measure.fingerprint >> 64);
  uint32_t hash = wpp_hash_key (&t->kind_table, (key ^ k->function ^ (uint64_t)k->event << 32) + k->measure.length);
  uint32_t number = wpp_hash_find (&t->kind_table, hash, kind_is_p, t->kinds, k);
  if (number == WPP_NO_ITEM)
    {
      number = t->n_kinds;
      if (number >= WPP_MOST_RULES - WPP_ROPE_LETTER || wpp_saturated_p (k->measure.length))
        return WPP_E_TOOBIG;
      err = list ? wpp_ropes_take (&t->traces, list, &k->rope) : WPP_OK;
      if (!err)
        err = WPP_RESERVE (t->kinds, t->kinds_room, t->n_kinds, 1);
      if (err)
        return err;
      t->kinds[t->n_kinds++] = *k;
      wpp_hash_add (&t->kind_table, hash, number);
    }
  *rope = WPP_ROPE_LETTER + number;
  return WPP_OK;
}
