/* Transitions of a bi-distributive problem.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   B. Scholz, E. Mehofer: Dataflow Frequency Analysis based on Whole Program Paths, PACT 2002.
   The paper's matrices have at most one 1 a row (lemma 2).  Here a transition is the sorted list
   of the rows that differ from the identity's, with the column of their 1.  To multiply two
   matrices, the columns of one are looked up in the other.

   Equal transitions share an identifier.  The transitions of a program repeat (another iteration of
   a loop changes no more facts), so few have to be composed.  Recent compositions are kept in a table
   of fixed size.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash-table.h"
#include "base/numbers.h"
#include "facts/frequency/transition.h"

#define MEMO_BITS 14

struct memo
{
  uint32_t first, second, result;
};

struct wpp_transitions
{
  uint32_t n_facts;
  unsigned words; /* of a number of a weighted state */
  struct wpp_change *changes;
  size_t n_changes, room;
  size_t *start; /* [table.n + 1] transition i is changes[start[i] .. start[i + 1]) */
  size_t start_room;
  struct wpp_hash_table table;
  struct memo *memo;

  /* The present composition: fact f comes from source[f].  */
  uint32_t *source;   /* [n_facts] f itself when not touched */
  uint64_t *touched;  /* [n_facts / 64 + 1] bits */
  uint32_t *fetched;  /* [n_facts] sources read before any is overwritten */
  uint64_t *weights;  /* [n_facts] numbers: likewise, for weights */
  uint64_t *doubling; /* [n_facts + 1] numbers */
};

/* ---- The store.  */

static struct wpp_transition
get (const struct wpp_transitions *t, uint32_t id)
{
  return (struct wpp_transition){ (uint32_t)(t->start[id + 1] - t->start[id]),
                                  t->changes + t->start[id] };
}

struct changes
{
  const struct wpp_change *changes;
  size_t n;
};

static bool
transition_is_p (const void *transitions, uint32_t id, const void *key)
{
  const struct changes *wanted = key;
  struct wpp_transition known = get (transitions, id);
  return known.n == wanted->n && !memcmp (known.changes, wanted->changes, known.n * sizeof *known.changes);
}

/* Keep the N changes after the stored ones as a transition, unless T has an equal one.  */
static int
keep (struct wpp_transitions *t, size_t n, uint32_t *id)
{
  struct changes key = { t->changes + t->n_changes, n };
  int err = wpp_hash_reserve (&t->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&t->table, key.changes, n * sizeof *key.changes);
  *id = wpp_hash_find (&t->table, hash, transition_is_p, t, &key);
  if (*id != WPP_NO_ITEM)
    return 0;
  if (WPP_RESERVE (t->start, t->start_room, t->table.n + (size_t)1, 1))
    return WPP_E_NOMEM;
  *id = t->table.n;
  wpp_hash_add (&t->table, hash, *id);
  t->n_changes += n;
  t->start[t->table.n] = t->n_changes;
  return 0;
}

struct wpp_transitions *
wpp_transitions_new (uint32_t n_facts, unsigned words)
{
  struct wpp_transitions *t = calloc (1, sizeof *t);
  if (!t)
    return NULL;
  size_t n = n_facts;
  t->n_facts = n_facts;
  t->words = words;
  t->memo = calloc ((size_t)1 << MEMO_BITS, sizeof *t->memo);
  t->source = malloc ((n + 1) * sizeof *t->source);
  t->touched = calloc (n / 64 + 1, sizeof *t->touched);
  t->fetched = malloc ((n + 1) * sizeof *t->fetched);
  t->weights = malloc ((n + 1) * words * sizeof *t->weights);
  t->doubling = malloc ((n + 1) * words * sizeof *t->doubling);
  uint32_t id;
  if (!t->memo || !t->source || !t->touched || !t->fetched || !t->weights || !t->doubling
      || WPP_RESERVE (t->start, t->start_room, 0, 1))
    goto fail;
  t->start[0] = 0;
  for (uint32_t f = 0; f < n_facts; f++)
    t->source[f] = f;
  if (wpp_transitions_end (t, &id) == 0)
    return t;
fail:
  wpp_transitions_free (t);
  return NULL;
}

void
wpp_transitions_free (struct wpp_transitions *t)
{
  if (!t)
    return;
  free (t->changes);
  free (t->start);
  wpp_hash_release (&t->table);
  free (t->memo);
  free (t->source);
  free (t->touched);
  free (t->fetched);
  free (t->weights);
  free (t->doubling);
  free (t);
}

uint32_t
wpp_transitions_facts (const struct wpp_transitions *t)
{
  return t->n_facts;
}

unsigned
wpp_transitions_words (const struct wpp_transitions *t)
{
  return t->words;
}

struct wpp_transition
wpp_transitions_get (const struct wpp_transitions *t, uint32_t id)
{
  return get (t, id);
}

/* ---- Composition.  */

void
wpp_transitions_then (struct wpp_transitions *t, const struct wpp_transition *step)
{
  for (uint32_t i = 0; i < step->n; i++)
    {
      uint32_t s = step->changes[i].source;
      t->fetched[i] = s == WPP_FROM_NONE || s == WPP_FROM_LAMBDA ? s : t->source[s];
    }
  for (uint32_t i = 0; i < step->n; i++)
    {
      uint32_t f = step->changes[i].fact;
      t->source[f] = t->fetched[i];
      t->touched[f / 64] |= 1ull << f % 64;
    }
}

int
wpp_transitions_end (struct wpp_transitions *t, uint32_t *id)
{
  size_t n = 0;
  int err = WPP_RESERVE (t->changes, t->room, t->n_changes, (size_t)t->n_facts + 1);
  for (uint32_t word = 0; word <= t->n_facts / 64; word++)
    for (; t->touched[word]; t->touched[word] &= t->touched[word] - 1)
      {
        uint32_t f = word * 64 + (uint32_t)__builtin_ctzll (t->touched[word]);
        if (!err && t->source[f] != f)
          t->changes[t->n_changes + n++] = (struct wpp_change){ f, t->source[f] };
        t->source[f] = f;
      }
  return err ? err : keep (t, n, id);
}

int
wpp_transitions_compose (struct wpp_transitions *t, uint32_t first, uint32_t second, uint32_t *id)
{
  if (first == WPP_IDENTITY || second == WPP_IDENTITY)
    {
      *id = first | second;
      return 0;
    }
  uint64_t key = ((uint64_t)first << 32 | second) * 0x9e3779b97f4a7c15ull;
  struct memo *m = &t->memo[key >> (64 - MEMO_BITS)];
  if (m->first != first || m->second != second)
    {
      struct wpp_transition a = get (t, first), b = get (t, second);
      wpp_transitions_then (t, &a);
      wpp_transitions_then (t, &b);
      uint32_t result;
      int err = wpp_transitions_end (t, &result);
      if (err)
        return err;
      *m = (struct memo){ first, second, result };
    }
  *id = m->result;
  return 0;
}

int
wpp_transitions_power (struct wpp_transitions *t, uint32_t base, uint32_t k, uint32_t *id)
{
  int err = 0;
  uint32_t result = WPP_IDENTITY;
  for (; !err && k; k >>= 1)
    {
      if (k & 1)
        err = wpp_transitions_compose (t, result, base, &result);
      if (!err && k > 1)
        err = wpp_transitions_compose (t, base, base, &base);
    }
  *id = result;
  return err;
}

/* ---- Weighted states.  */

/* The place in a state of the number that a change from SOURCE takes; or NOWHERE, which stands for 0.  */
#define NOWHERE SIZE_MAX

static size_t
fetched_index (const struct wpp_transitions *t, uint32_t source)
{
  return source == WPP_FROM_NONE ? NOWHERE : source == WPP_FROM_LAMBDA ? t->n_facts : source;
}

/* wpp_transitions_apply_step for numbers of one word: nearly all have one.  */
static void
apply_to_words (struct wpp_transitions *t, const struct wpp_transition *step, uint64_t *state)
{
  for (uint32_t i = 0; i < step->n; i++)
    {
      size_t from = fetched_index (t, step->changes[i].source);
      t->weights[i] = from == NOWHERE ? 0 : state[from];
    }
  for (uint32_t i = 0; i < step->n; i++)
    state[step->changes[i].fact] = t->weights[i];
}

void
wpp_transitions_apply_step (struct wpp_transitions *t, const struct wpp_transition *step,
                            uint64_t *state)
{
  size_t words = t->words, size = words * sizeof *state;
  if (words == 1)
    {
      apply_to_words (t, step, state);
      return;
    }
  for (uint32_t i = 0; i < step->n; i++)
    {
      size_t from = fetched_index (t, step->changes[i].source);
      if (from == NOWHERE)
        memset (t->weights + i * words, 0, size);
      else
        memcpy (t->weights + i * words, state + from * words, size);
    }
  for (uint32_t i = 0; i < step->n; i++)
    memcpy (state + step->changes[i].fact * words, t->weights + i * words, size);
}

void
wpp_transitions_apply (struct wpp_transitions *t, uint32_t id, uint64_t *state)
{
  struct wpp_transition step = get (t, id);
  wpp_transitions_apply_step (t, &step, state);
}

/* With S(k) = 1 + x + … + x^(k-1):  S(2k) = S(k) + x^k S(k),  S(2k + 1) = 1 + x S(2k).  */
int
wpp_transitions_series (struct wpp_transitions *t, uint32_t base, uint32_t k, const uint64_t *state,
                        uint64_t *sum)
{
  size_t width = (size_t)t->n_facts + 1, size = width * t->words * sizeof *sum;
  uint32_t power = base; /* to the number of copies that SUM is of */
  int err = 0;
  memcpy (sum, state, size);
  for (uint32_t bit = (1u << (31 - __builtin_clz (k))) >> 1; !err && bit; bit >>= 1)
    {
      memcpy (t->doubling, sum, size);
      wpp_transitions_apply (t, power, t->doubling);
      wpp_numbers_add (sum, t->doubling, width, t->words);
      err = wpp_transitions_compose (t, power, power, &power);
      if (err || !(k & bit))
        continue;
      wpp_transitions_apply (t, base, sum);
      wpp_numbers_add (sum, state, width, t->words);
      err = wpp_transitions_compose (t, power, base, &power);
    }
  return err;
}
