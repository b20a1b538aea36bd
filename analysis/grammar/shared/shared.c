/* Letters and their phrases (shared.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/array.h"
#include "base/saturate.h"
#include "grammar/shared/shared-impl.h"

#define MOST_LETTERS ((size_t)WPP_RULE)

struct wpp_sharing *
wpp_shared_new (void)
{
  return calloc (1, sizeof (struct wpp_sharing));
}

void
wpp_shared_free (struct wpp_sharing *s)
{
  if (!s)
    return;
  wpp_hash_release (&s->phrases);
  wpp_hash_release (&s->names);
  free (s->letters);
  free (s->powers);
  free (s->keys);
  free (s->terminals);
  free (s);
}

size_t
wpp_shared_memory (const struct wpp_sharing *s)
{
  return s->letters_room * sizeof *s->letters + s->powers_room * sizeof *s->powers + s->keys_room
         + s->terminals_room * sizeof *s->terminals + wpp_hash_memory (&s->phrases) + wpp_hash_memory (&s->names);
}

static int
add_letter (struct wpp_sharing *s, const struct wpp_shared_letter *l, uint32_t *letter)
{
  if (s->n == MOST_LETTERS)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (s->letters, s->letters_room, s->n, 1))
    return WPP_E_NOMEM;
  *letter = s->n;
  s->letters[s->n++] = *l;
  return 0;
}

/* ---- Terminals.  */

struct key
{
  const void *data;
  size_t size;
};

static bool
has_key_p (const void *data, uint32_t i, const void *wanted)
{
  const struct wpp_sharing *s = data;
  const struct wpp_shared_letter *l = &s->letters[s->terminals[i]];
  const struct key *k = wanted;
  return l->size == k->size && !memcmp (s->keys + l->start, k->data, k->size);
}

/* Make a letter of the terminal with KEY, whose hash is HASH.  */
static int
add_terminal (struct wpp_sharing *s, const struct key *key, uint32_t hash, uint32_t *letter)
{
  const struct wpp_shared_letter l = { .fingerprint = XXH3_64bits (key->data, key->size), .length = 1,
                                       .start = s->keys_size,
                                .size = key->size };
  if (WPP_RESERVE (s->keys, s->keys_room, s->keys_size, key->size)
      || WPP_RESERVE (s->terminals, s->terminals_room, s->n_terminals, 1))
    return WPP_E_NOMEM;
  int err = add_letter (s, &l, letter);
  if (err)
    return err;
  memcpy (s->keys + s->keys_size, key->data, key->size);
  s->keys_size += key->size;
  s->terminals[s->n_terminals] = *letter;
  wpp_hash_add (&s->names, hash, s->n_terminals++);
  return 0;
}

int
wpp_shared_terminal (struct wpp_sharing *s, const void *key, size_t size, uint32_t *letter)
{
  const struct key k = { key, size };
  int err = wpp_hash_reserve (&s->names, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&s->names, key, size);
  uint32_t i = wpp_hash_find (&s->names, hash, has_key_p, s, &k);
  if (i == WPP_NO_ITEM)
    return add_terminal (s, &k, hash, letter);
  *letter = s->terminals[i];
  return 0;
}

uint32_t
wpp_shared_terminals (const struct wpp_sharing *s)
{
  return s->n_terminals;
}

const void *
wpp_shared_key (const struct wpp_sharing *s, uint32_t i, size_t *size)
{
  const struct wpp_shared_letter *l = &s->letters[s->terminals[i]];
  *size = l->size;
  return s->keys + l->start;
}

/* ---- Phrases.  */

struct phrase_key
{
  const struct wpp_letter_power *powers;
  size_t n;
};

static bool
is_phrase_p (const void *data, uint32_t i, const void *wanted)
{
  const struct wpp_sharing *s = data;
  const struct phrase_key *k = wanted;
  return s->letters[i].n == k->n && !memcmp (s->powers + s->letters[i].start, k->powers, k->n * sizeof *k->powers);
}

/* Combine H, of what came before, with X.  */
static uint64_t
mix (uint64_t h, uint64_t x)
{
  unsigned __int128 product = h ^ x ^ UINT64_C (0x9e3779b97f4a7c15);
  product *= UINT64_C (0xd6e8feb86659fd93);
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* The letter of PHRASE [N], but for its place.  */
static struct wpp_shared_letter
describe (const struct wpp_sharing *s, const struct wpp_letter_power *phrase, size_t n)
{
  struct wpp_shared_letter l = { .n = n };
  for (size_t i = 0; i < n; i++)
    {
      const struct wpp_shared_letter *part = &s->letters[phrase[i].symbol];
      l.fingerprint = mix (mix (l.fingerprint + i, part->fingerprint), phrase[i].exponent);
      l.length = wpp_saturating_add (l.length, wpp_saturating_product (part->length, phrase[i].exponent));
    }
  return l;
}

int
wpp_shared_phrase (struct wpp_sharing *s, const struct wpp_letter_power *phrase, size_t n, uint32_t *letter)
{
  const struct phrase_key k = { phrase, n };
  *letter = phrase[0].symbol;
  if (n == 1 && phrase[0].exponent == 1)
    return 0;
  int err = wpp_hash_reserve (&s->phrases, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&s->phrases, phrase, n * sizeof *phrase);
  uint32_t known = wpp_hash_find (&s->phrases, hash, is_phrase_p, s, &k);
  if (known != WPP_NO_ITEM)
    {
      *letter = known;
      return 0;
    }
  if (n > UINT32_MAX)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (s->powers, s->powers_room, s->n_powers, n))
    return WPP_E_NOMEM;
  struct wpp_shared_letter l = describe (s, phrase, n);
  l.start = s->n_powers;
  err = add_letter (s, &l, letter);
  if (err)
    return err;
  memcpy (s->powers + s->n_powers, phrase, n * sizeof *phrase);
  s->n_powers += n;
  wpp_hash_add (&s->phrases, hash, *letter);
  return 0;
}

uint64_t
wpp_shared_fingerprint (const struct wpp_sharing *s, uint32_t root)
{
  return root == WPP_SHARED_NOTHING ? 0 : s->letters[root].fingerprint;
}

uint64_t
wpp_shared_length (const struct wpp_sharing *s, uint32_t root)
{
  return root == WPP_SHARED_NOTHING ? 0 : s->letters[root].length;
}
