/* Transitions of a bi-distributive problem.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   B. Scholz, E. Mehofer: Dataflow Frequency Analysis based on Whole Program Paths, PACT 2002.
   The paper's matrices have at most one 1 a row (lemma 2).  Here a transition
   is the sorted list of the rows that differ from the identity's, with the column of
   their 1; multiplying two matrices is looking up the columns of one in the other.

   Equal transitions share an identifier: those of a program repeat (executing a
   loop once more changes no more facts), so few are ever composed.  Recent
   compositions are remembered in a table of fixed size.  */

#include <stdlib.h>
#include <string.h>
#include "support/error.h"
#include "support/numbers.h"
#include "frequency/transition.h"

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
  size_t *start; /* [n + 1] transition i is changes[start[i] .. start[i + 1]) */
  uint32_t n, start_room;
  uint32_t *slots; /* hash table of identifiers + 1; 0 is free */
  uint32_t slot_mask;
  struct memo *memo;

  /* The composition at hand: fact f comes from source[f].  */
  uint32_t *source;   /* [n_facts] f itself when not touched */
  uint64_t *touched;  /* [n_facts / 64 + 1] bits */
  uint32_t *fetched;  /* [n_facts] sources read before any is overwritten */
  uint64_t *weights;  /* [n_facts] numbers: the same of weights */
  uint64_t *doubling; /* [n_facts + 1] numbers */
};

/* ---- The store.  */

static struct wpp_transition
get (const struct wpp_transitions *t, uint32_t id)
{
  return (struct wpp_transition){ (uint32_t)(t->start[id + 1] - t->start[id]),
                                  t->changes + t->start[id] };
}

static uint32_t
hash_changes (const struct wpp_change *c, size_t n)
{
  uint64_t h = n;
  for (size_t i = 0; i < n; i++)
    {
      h = (h ^ ((uint64_t)c[i].fact << 32 | c[i].source)) * 0x9e3779b97f4a7c15ull;
      h ^= h >> 31;
    }
  return (uint32_t)h;
}

/* The slot of the transition C [N], or the free one where it belongs.  */
static uint32_t
find_slot (const struct wpp_transitions *t, const struct wpp_change *c, size_t n)
{
  uint32_t i = hash_changes (c, n) & t->slot_mask;
  for (; t->slots[i]; i = (i + 1) & t->slot_mask)
    {
      struct wpp_transition other = get (t, t->slots[i] - 1);
      if (other.n == n && (n == 0 || !memcmp (other.changes, c, n * sizeof *c)))
        break;
    }
  return i;
}

static int
enlarge_slots (struct wpp_transitions *t)
{
  if (t->slot_mask >= UINT32_MAX / 2)
    return WPP_E_NOMEM;
  uint32_t n = t->slots ? 2 * (t->slot_mask + 1) : 64;
  uint32_t *slots = calloc (n, sizeof *slots);
  if (!slots)
    return WPP_E_NOMEM;
  free (t->slots);
  t->slots = slots;
  t->slot_mask = n - 1;
  for (uint32_t id = 0; id < t->n; id++)
    {
      struct wpp_transition old = get (t, id);
      t->slots[find_slot (t, old.changes, old.n)] = id + 1;
    }
  return 0;
}

static int
enlarge_start (struct wpp_transitions *t)
{
  uint32_t room = t->start_room ? 2 * t->start_room : 64;
  size_t *start = realloc (t->start, ((size_t)room + 1) * sizeof *start);
  if (!start)
    return WPP_E_NOMEM;
  t->start = start;
  t->start_room = room;
  return 0;
}

/* Room for N more changes behind those kept.  */
static int
reserve_changes (struct wpp_transitions *t, size_t n)
{
  if (t->room - t->n_changes >= n)
    return 0;
  size_t room = t->room + t->room / 2 + n + 64;
  struct wpp_change *changes
      = room <= SIZE_MAX / sizeof *changes ? realloc (t->changes, room * sizeof *changes) : NULL;
  if (!changes)
    return WPP_E_NOMEM;
  t->changes = changes;
  t->room = room;
  return 0;
}

/* Keep the N changes that lie behind those kept, unless they are known.  */
static int
keep (struct wpp_transitions *t, size_t n, uint32_t *id)
{
  uint32_t slot = find_slot (t, t->changes + t->n_changes, n);
  if (!t->slots[slot])
    {
      int err = t->n == t->start_room ? enlarge_start (t) : 0;
      if (err)
        return err;
      t->slots[slot] = ++t->n;
      t->n_changes += n;
      t->start[t->n] = t->n_changes;
    }
  *id = t->slots[slot] - 1;
  return t->n > t->slot_mask / 2 ? enlarge_slots (t) : 0;
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
      || enlarge_slots (t) || enlarge_start (t))
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
  free (t->slots);
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
  int err = reserve_changes (t, (size_t)t->n_facts + 1);
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

/* Where in a state the number is that a change from SOURCE fetches, or NOWHERE: 0.  */
#define NOWHERE SIZE_MAX

static size_t
fetched_index (const struct wpp_transitions *t, uint32_t source)
{
  return source == WPP_FROM_NONE ? NOWHERE : source == WPP_FROM_LAMBDA ? t->n_facts : source;
}

/* wpp_transitions_apply_step for numbers of one word, which nearly all are.  */
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
