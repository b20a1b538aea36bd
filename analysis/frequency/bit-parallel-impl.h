/* What the parts of bit-parallel.c share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PARALLEL_IMPL_H
#define WPP_PARALLEL_IMPL_H

#include "frequency/bit-parallel.h"

/* Copies of a symbol, each of which may do something else, that are looked at one by one.  */
#define WPP_MOST_COPIES 64u

/* Where facts are in sets.  A set has words of 32 facts.  Facts have slots, from 0 on, and those of a word
   are at its bits so that numbers can be added to a slot each without moving bits (accumulate.c).  */
#define WPP_WORD 32u
/* Words that are not dense are dealt with so many at a time, and those of sets that are sorted.  */
#define WPP_TOGETHER 4u
#define WPP_SORTED_TOGETHER 8u

static inline uint32_t
wpp_bit_of_slot (uint32_t slot)
{
  return (slot & -WPP_WORD) + slot % 4 * 8 + slot % WPP_WORD / 4;
}

static inline uint32_t
wpp_slot_of_bit (uint32_t bit)
{
  return (bit & -WPP_WORD) + bit % 8 * 4 + bit % WPP_WORD / 8;
}

static inline bool
wpp_in_p (const uint32_t *set, uint32_t bit)
{
  return set[bit / WPP_WORD] >> bit % WPP_WORD & 1;
}

/* What a symbol does to facts: (facts & keep) | gen, and those that take another's value.  Facts are bits.  */
struct wpp_fact_move
{
  uint32_t fact, source;
};

struct wpp_fact_moves
{
  struct wpp_fact_move *move;
  size_t n, room;
};

struct wpp_effects
{
  size_t words;               /* of 64 facts, of a set, at least 1; if more than 2, a multiple of 4 */
  uint64_t *masks;            /* [symbols * 2 * words] keep, gen; a fact that moves is in neither */
  struct wpp_fact_moves *moves;  /* [symbols] by fact */
};

static inline const uint64_t *
wpp_effect_keep (const struct wpp_effects *e, uint32_t symbol)
{
  return e->masks + symbol * 2 * e->words;
}

static inline const uint64_t *
wpp_effect_gen (const struct wpp_effects *e, uint32_t symbol)
{
  return wpp_effect_keep (e, symbol) + e->words;
}

/* effects.c: what terminals and rules of G do, parts before wholes, but S.  A symbol is a terminal or
   n_terminals + a rule; BIT [facts] says where facts are in sets.  *HOPELESS when copies of one do ever something
   else.  WPP_E_NOMEM.  */
int wpp_effects_init (struct wpp_effects *e, const struct wpp_grammar *g,
                      const struct wpp_terminal *terminals, const struct wpp_transitions *transitions,
                      bool backward, const uint64_t *boundary, const uint32_t *bit, bool *hopeless);
void wpp_effects_release (struct wpp_effects *e, uint32_t n_symbols);

/* defaults.c: where facts are in sets.  */
struct wpp_layout
{
  uint32_t n_facts;
  uint32_t n_ever;            /* the first slots are of those that may hold where a symbol of S begins */
  bool sorted;                /* so many would be dense that all are, and sets are sorted (accumulate-sorted.c) */
  uint32_t dense, words;      /* of a set: those that mostly say something come first, and then a multiple of 4 */
  uint32_t *bit;              /* [n_facts] */
  uint32_t *fact;             /* [words * WPP_WORD] of a slot; n_facts: of none */
  uint32_t *usual;            /* [words] what holds mostly; none of the dense words' */
};

/* Facts in their order, none of which is usual.  WPP_E_NOMEM.  */
int wpp_layout_init (struct wpp_layout *l, uint32_t n_facts);
void wpp_layout_release (struct wpp_layout *l);
/* Behind init: sets are to be of those facts alone that EVER [n_facts] hold where a symbol of S begins.  */
void wpp_layout_restrict (struct wpp_layout *l, const bool *ever);
/* Lay facts out anew, by N sets of them that say what is not as usual.  WPP_E_NOMEM.  */
int wpp_layout_choose (struct wpp_layout *l, const uint32_t *sets, uint32_t n);

/* accumulate.c: sets of facts added up a symbol, each fact to a number of its own; and what symbols do to them.
   Here sets say which facts are not as usual.  */
struct wpp_tally
{
  const struct wpp_layout *layout;
  uint32_t n_symbols;
  size_t row;                 /* numbers of a symbol, a multiple of 8 and more than there are facts */
  size_t cell;                /* bytes of one */
  size_t others;              /* words that are not dense */
  unsigned char *all_cells, *cells; /* where they begin; [symbols] numbers of dense words, what is done to these, and a struct wpp_cell */
  uint32_t *masks;            /* [symbols * 2 * others] keep, gen of the other words */
  unsigned char *numbers;     /* [symbols * WPP_WORD * others] theirs */
  bool small;                 /* no number is greater than 32 bits say, nor has more */
  void *held;                 /* [symbols * row] by slot: what is not in those numbers; wraps */
  uint64_t *totals;           /* [symbols] how many sets are in it; saturates */
};

struct wpp_cell
{
  uint16_t visits;            /* sets in the numbers */
  bool special;               /* it moves facts, or makes some not as usual that are not in dense words */
  bool others;                /* some of those are in the numbers of the other words */
};

/* For facts that are laid out as in L; SMALL if no number of theirs can be greater than 32 bits say.  WPP_E_NOMEM.  */
int wpp_tally_init (struct wpp_tally *t, const struct wpp_layout *l, uint32_t n_symbols, bool small);
void wpp_tally_release (struct wpp_tally *t);
/* The layout is chosen, and E is what symbols do to sets laid out so.  WPP_E_NOMEM.  */
int wpp_tally_begin (struct wpp_tally *t, const struct wpp_effects *e);
/* Put everything into what is held, and that is how often facts held, not how often they were not as usual.  */
void wpp_tally_end (struct wpp_tally *t);
/* Behind an end, with another layout: the fact of slot I was in SLOT [I], and how often it was not as usual is
   to be held.  WPP_E_NOMEM.  */
int wpp_tally_move (struct wpp_tally *t, const uint32_t *slot);

/* Put SYMBOL's numbers into what is held.  */
void wpp_tally_drain (struct wpp_tally *t, uint32_t symbol);
/* Add SET for SYMBOL so many TIMES.  */
void wpp_tally_times (struct wpp_tally *t, uint32_t symbol, const uint32_t *set, uint64_t times);

static inline size_t
wpp_held_size (bool small)
{
  return small ? sizeof (uint32_t) : sizeof (uint64_t);
}

/* What is held for SYMBOL.  */
static inline void *
wpp_tally_held (const struct wpp_tally *t, uint32_t symbol)
{
  return (char *)t->held + symbol * t->row * wpp_held_size (t->small);
}

/* Number I of HELD, which are SMALL or not.  */
static inline __attribute__ ((always_inline)) uint64_t
wpp_held_get (const void *held, size_t i, bool small)
{
  return small ? ((const uint32_t *)held)[i] : ((const uint64_t *)held)[i];
}

static inline __attribute__ ((always_inline)) void
wpp_held_set (void *held, size_t i, uint64_t n, bool small)
{
  if (small)
    ((uint32_t *)held)[i] = (uint32_t)n;
  else
    ((uint64_t *)held)[i] = n;
}

/* Eight of them.  */
typedef uint32_t wpp_small_eight __attribute__ ((vector_size (32), aligned (4)));
typedef uint64_t wpp_eight __attribute__ ((vector_size (64), aligned (8)));

/* Bytes of a cell.  */
static inline size_t
wpp_cell_size (uint32_t dense)
{
  return (dense * (WPP_WORD + 2 * sizeof (uint32_t)) + sizeof (struct wpp_cell) + 63) & -(size_t)64;
}

/* A cell's numbers of DENSE words come first, then keep and gen, then its struct.  */
static inline unsigned char *
wpp_tally_cell (const struct wpp_tally *t, uint32_t symbol)
{
  return t->cells + symbol * t->cell;
}

static inline uint32_t *
wpp_cell_keep (unsigned char *cell, uint32_t dense)
{
  return (uint32_t *)(cell + dense * WPP_WORD);
}

static inline struct wpp_cell *
wpp_cell_rest (unsigned char *cell, uint32_t dense)
{
  return (struct wpp_cell *)(cell + dense * (WPP_WORD + 2 * sizeof (uint32_t)));
}

static inline uint32_t *
wpp_tally_masks (const struct wpp_tally *t, uint32_t symbol)
{
  return t->masks + symbol * 2 * t->others;
}

static inline unsigned char *
wpp_tally_numbers (const struct wpp_tally *t, uint32_t symbol)
{
  return t->numbers + symbol * t->others * WPP_WORD;
}

/* What is compiled twice, for processors whose registers hold a word's numbers, and for others.  */
#ifdef __x86_64__
#define WPP_WIDE __attribute__ ((target ("avx2")))
#define wpp_wide_p() (__builtin_cpu_supports ("avx2") != 0)
#else
#define WPP_WIDE
#define wpp_wide_p() false
#endif

typedef unsigned char wpp_bytes __attribute__ ((vector_size (WPP_WORD), aligned (16)));

/* Set BYTES, one a bit of SET, to 0 or 255: byte 4 r + q is of bit 8 q + r.  */
static inline __attribute__ ((always_inline)) void
wpp_spread (uint32_t set, wpp_bytes *bytes)
{
  typedef uint32_t words __attribute__ ((vector_size (WPP_WORD)));
  const wpp_bytes bits = { 1,  1,  1,  1,  2,  2,  2,  2,  4,  4,  4,  4,  8,   8,   8,   8,
                           16, 16, 16, 16, 32, 32, 32, 32, 64, 64, 64, 64, 128, 128, 128, 128 };
  wpp_bytes all = (wpp_bytes)(words){ set, set, set, set, set, set, set, set };
  *bytes = (wpp_bytes)((all & bits) == bits);
}

/* Add the word SET to NUMBERS [WPP_WORD], a byte each.  */
static inline __attribute__ ((always_inline)) void
wpp_count_word (unsigned char *numbers, uint32_t set)
{
  wpp_bytes bytes;
  wpp_spread (set, &bytes);
  *(wpp_bytes *)numbers -= bytes;
}

/* accumulate-sorted.c: S read when sets are wide.  */
struct wpp_reading
{
  const struct wpp_sentence *s;
  bool backward;
  const struct wpp_effects *effects;
  const struct wpp_layout *layout;
  struct wpp_tally *tally;    /* only what is held and totals */
};

/* Read S from the Kth symbol on, where the facts NOW [layout->words] hold, and add up what holds where symbols begin.
   *HOPELESS when copies of one do ever something else.  WPP_E_NOMEM.  */
int wpp_sorted_read (const struct wpp_reading *r, uint64_t k, const uint32_t *now, bool *hopeless);

#endif /* WPP_PARALLEL_IMPL_H */
