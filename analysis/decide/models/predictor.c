/* A model of a processor's branch predictor (predictor.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The history is kept as sums: after n outcomes, H(n) = H(n-1) * BASE + outcome, modulo 2^64.  The last L outcomes are
   H(n) - H(n-L) * BASE^L, one multiplication, so nothing is folded at every outcome.  */

#include <stdlib.h>
#include "decide/models/predictor.h"

enum
{
  TABLES = WPP_PREDICTOR_TABLES,
  ENTRIES_BITS = 10,         /* of a tagged table */
  TAG_BITS = 12,
  BIMODAL_BITS = 13,
  LOOPS_BITS = 7,
  HISTORY = 512,             /* outcomes that are kept; more than the longest history */
  NEVER_HIT = TABLES,        /* no table */
  COUNTER_MOST = 3, COUNTER_LEAST = -4,
  USEFUL_MOST = 3,
  ALTERNATE_MOST = 7, ALTERNATE_LEAST = -8,
  AGE_MOST = 1024,           /* failures to allocate before useful entries get less so */
  LOOP_SURE = 3,
  LOOP_AGE = 7,
  LOOP_MOST = 63, LOOP_LEAST = -64
};

#define BASE UINT64_C (0x9e3779b97f4a7c15)

struct tagged
{
  uint16_t tag;
  int8_t counter;            /* at least 0: taken */
  uint8_t useful;
};

struct loop
{
  uint16_t tag, past, current;  /* PAST: trips of the last stays; 0: not known */
  uint8_t sure, age;
  bool direction;            /* the way that stays in the loop */
};

struct wpp_predictor
{
  struct tagged tables[TABLES][1 << ENTRIES_BITS];
  struct loop loops[1 << LOOPS_BITS];
  int8_t bimodal[1 << BIMODAL_BITS];     /* -2 .. 1 */
  uint64_t sums[HISTORY];                /* H of the last ones, in a ring */
  uint32_t n;                            /* outcomes, modulo 2^32 */
  uint32_t length[TABLES];
  uint64_t power[TABLES];                /* BASE^length */
  uint64_t random;
  int use_alternate;                     /* at least 0: instead of a new entry */
  int failures;
  int trust_loops;                       /* at least 0: they are asked */
};

/* What is looked up for one outcome.  */
struct lookup
{
  struct tagged *slots[TABLES];          /* those above the alternate's, and its own */
  uint16_t tags[TABLES];
  int8_t *base;
  unsigned provider, alternate;          /* tables, or NEVER_HIT */
  bool provided, alternated, tage;       /* predictions */
};

/* ---- Making one.  */

/* Lengths of histories, a geometric series of ratio 1.811.  */
static void
set_lengths (struct wpp_predictor *p)
{
  static const uint16_t lengths[TABLES] = { WPP_PREDICTOR_SHORTEST, 7, 13, 24, 43, 78, 141, WPP_PREDICTOR_LONGEST };
  for (unsigned t = 0; t < TABLES; t++)
    {
      p->length[t] = lengths[t];
      p->power[t] = 1;
      for (unsigned i = 0; i < lengths[t]; i++)
        p->power[t] *= BASE;
    }
}

struct wpp_predictor *
wpp_predictor_new (void)
{
  struct wpp_predictor *p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  set_lengths (p);
  p->random = 1;
  p->trust_loops = LOOP_LEAST / 2;
  return p;
}

void
wpp_predictor_free (struct wpp_predictor *p)
{
  free (p);
}

/* ---- Parts.  */

/* xorshift64.  */
static uint64_t
next_random (struct wpp_predictor *p)
{
  p->random ^= p->random << 13;
  p->random ^= p->random >> 7;
  p->random ^= p->random << 17;
  return p->random;
}

/* Move COUNTER by one, up or down, within LEAST and MOST.  */
static inline int
moved (int counter, bool up, int least, int most)
{
  return up ? counter + (counter < most) : counter - (counter > least);
}

/* The last outcomes that table T looks at.  */
static inline uint64_t
history (const struct wpp_predictor *p, unsigned t)
{
  return p->sums[p->n % HISTORY] - p->sums[(p->n - p->length[t]) % HISTORY] * p->power[t];
}

static inline uint64_t
hash_of (uint64_t x)
{
  x *= BASE;
  return (x ^ x >> 32) * BASE;
}

static inline void
remember (struct wpp_predictor *p, uint64_t outcome)
{
  uint64_t sum = p->sums[p->n % HISTORY];
  p->sums[++p->n % HISTORY] = sum * BASE + outcome;
}

/* Is E new: an entry that has not been right yet where the alternate was wrong?  */
static inline bool
new_p (const struct tagged *e)
{
  return !e->useful && (e->counter == 0 || e->counter == -1);
}

/* ---- TAGE.  */

/* Find the entry of PC in table T.  Return whether it has it.  */
static inline bool
look_up (struct wpp_predictor *p, struct lookup *l, unsigned t, uint64_t pc)
{
  uint64_t h = hash_of (history (p, t) + pc);
  l->tags[t] = h >> (64 - TAG_BITS);
  l->slots[t] = &p->tables[t][h >> 20 & ((1 << ENTRIES_BITS) - 1)];
  return l->slots[t]->tag == l->tags[t];
}

static void
predict (struct wpp_predictor *p, struct lookup *l, uint64_t pc)
{
  unsigned t = TABLES;
  l->base = &p->bimodal[pc >> (64 - BIMODAL_BITS)];
  l->provider = l->alternate = NEVER_HIT;
  while (t-- > 0)
    if (look_up (p, l, t, pc))
      {
        if (l->provider != NEVER_HIT)
          {
            l->alternate = t;
            break;
          }
        l->provider = t;
      }
  l->alternated = l->alternate == NEVER_HIT ? *l->base >= 0 : l->slots[l->alternate]->counter >= 0;
  l->tage = l->provided = l->provider == NEVER_HIT ? l->alternated : l->slots[l->provider]->counter >= 0;
  if (l->provider != NEVER_HIT && p->use_alternate >= 0 && new_p (l->slots[l->provider]))
    l->tage = l->alternated;
}

/* All entries of the predictor become less useful.  */
static void
age (struct wpp_predictor *p)
{
  for (unsigned t = 0; t < TABLES; t++)
    for (unsigned i = 0; i < 1 << ENTRIES_BITS; i++)
      p->tables[t][i].useful >>= 1;
  p->failures = 0;
}

/* Make an entry with a longer history than the provider's, which was wrong: in the next table that has a useless one,
   or, by chance, in one after it.  */
static void
allocate (struct wpp_predictor *p, struct lookup *l, bool taken)
{
  unsigned t = l->provider == NEVER_HIT ? 0 : l->provider + 1;
  uint64_t chance = next_random (p);
  bool done = false;
  t += t + 1 < TABLES && (chance & 3) == 0;
  for (; t < TABLES && !done; t++)
    if (!l->slots[t]->useful)
      {
        *l->slots[t] = (struct tagged){ l->tags[t], taken ? 0 : -1, 0 };
        done = true;
      }
  p->failures += done ? -(p->failures > 0) : 1;
  if (p->failures >= AGE_MOST)
    age (p);
}

static void
update_base (int8_t *base, bool taken)
{
  *base = moved (*base, taken, -2, 1);
}

/* The provider's entry, and the alternate's while the provider's is not known to be useful, learn the outcome.  */
static void
learn (struct wpp_predictor *p, struct lookup *l, bool taken)
{
  if (l->provider == NEVER_HIT)
    {
      update_base (l->base, taken);
      return;
    }
  struct tagged *e = l->slots[l->provider];
  if (new_p (e) && l->provided != l->alternated)
    p->use_alternate = moved (p->use_alternate, l->alternated == taken, ALTERNATE_LEAST, ALTERNATE_MOST);
  if (!e->useful && l->alternate == NEVER_HIT)
    update_base (l->base, taken);
  else if (!e->useful)
    {
      struct tagged *other = l->slots[l->alternate];
      other->counter = moved (other->counter, taken, COUNTER_LEAST, COUNTER_MOST);
    }
  if (l->provided != l->alternated)
    e->useful = moved (e->useful, l->provided == taken, 0, USEFUL_MOST);
  e->counter = moved (e->counter, taken, COUNTER_LEAST, COUNTER_MOST);
}

static void
update (struct wpp_predictor *p, struct lookup *l, bool taken)
{
  bool new_and_right = l->provider != NEVER_HIT && new_p (l->slots[l->provider]) && l->provided == taken;
  if (l->tage != taken && l->provider != TABLES - 1 && !new_and_right)
    allocate (p, l, taken);
  learn (p, l, taken);
}

/* ---- Loops.  */

/* Does L, PC's, know how often the loop turns?  If so, set *TAKEN to what comes next.  */
static bool
predict_loop (const struct loop *l, uint16_t tag, bool *taken)
{
  if (l->tag != tag || l->sure < LOOP_SURE || !l->past)
    return false;
  *taken = l->current + 1 == l->past ? !l->direction : l->direction;
  return true;
}

static void
forget_loop (struct loop *l)
{
  l->past = l->current = 0;
  l->sure = l->age = 0;
}

/* The branch of L leaves the loop.  */
static void
leave_loop (struct loop *l)
{
  if (l->past && l->current == l->past)
    {
      l->sure += l->sure < LOOP_SURE;
      l->age = LOOP_AGE;
    }
  else
    {
      l->sure = 0;
      l->past = l->past ? 0 : l->current;
    }
  l->current = 0;
}

/* The branch with TAG was TAKEN.  RIGHT: TAGE predicted that; WRONG: L predicted something else.  */
static void
update_loop (struct loop *l, uint16_t tag, bool taken, bool right, bool wrong)
{
  if (l->tag == tag && l->age)
    {
      if (wrong || l->current >= WPP_PREDICTOR_TRIPS)
        {
          forget_loop (l);
          return;
        }
      l->current++;
      if (taken != l->direction)
        leave_loop (l);
      else if (l->past && l->current >= l->past)
        {
          l->sure = 0;
          l->past = 0;
        }
      return;
    }
  if (right)
    return;
  if (l->age)
    l->age--;
  else
    *l = (struct loop){ .tag = tag, .age = LOOP_AGE, .direction = !taken };
}

/* ---- Outcomes.  */

bool
wpp_predictor_outcome (struct wpp_predictor *p, uint32_t branch, bool taken)
{
  uint64_t pc = hash_of (branch + UINT64_C (1));
  struct lookup l;
  struct loop *loop = &p->loops[pc & ((1 << LOOPS_BITS) - 1)];
  uint16_t tag = pc >> 16;
  bool looped = false;
  predict (p, &l, pc);
  bool knows = predict_loop (loop, tag, &looped), prediction = knows && p->trust_loops >= 0 ? looped : l.tage;
  if (knows && looped != l.tage)
    p->trust_loops = moved (p->trust_loops, looped == taken, LOOP_LEAST, LOOP_MOST);
  update_loop (loop, tag, taken, l.tage == taken, knows && looped != taken);
  update (p, &l, taken);
  remember (p, pc + taken);
  return prediction == taken;
}

void
wpp_predictor_jump (struct wpp_predictor *p, uint32_t jump, uint32_t way)
{
  remember (p, hash_of (jump + UINT64_C (1)) + way);
}
