/* What the files of bit-parallel.c share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_FREQUENCY_BIT_PARALLEL_IMPL_H
#define WPP_ANALYSIS_FACTS_FREQUENCY_BIT_PARALLEL_IMPL_H

#include "facts/frequency/bit-parallel.h"

/* A symbol that moves facts may have another effect each time it is repeated.  At most this many copies of a repeated
   symbol are handled one by one.  */
#define WPP_MOST_COPIES 64u

/* A set has words of 32 facts.  Each fact has a slot, counted from 0.  The slots of a word are permuted among its
   bits, so that a word can be added to 32 byte counters without moving bits (accumulate.c).  */
#define WPP_WORD 32u
/* Words that are not dense are handled in groups of this many; words of sorted sets in groups of this many.  */
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

/* The effect of a symbol on a set of facts is (facts & keep) | gen; then each FACT that it moves takes the value that
   SOURCE had before the symbol.  Facts are given by their bits.  */
struct wpp_fact_move
{
  uint32_t fact, source;
};

struct wpp_fact_moves
{
  struct wpp_fact_move *move;
  size_t n, room;
};

struct wpp_bit_effects
{
  size_t words;               /* words of 64 facts in a set, at least 1; if more than 2, a multiple of 4 */
  uint64_t *masks;            /* [symbols * 2 * words] keep, gen; a fact that moves is in neither */
  struct wpp_fact_moves *moves;  /* [symbols] sorted by fact */
};

static inline const uint64_t *
wpp_effect_keep (const struct wpp_bit_effects *e, uint32_t symbol)
{
  return e->masks + symbol * 2 * e->words;
}

static inline const uint64_t *
wpp_effect_gen (const struct wpp_bit_effects *e, uint32_t symbol)
{
  return wpp_effect_keep (e, symbol) + e->words;
}

/* effects.c: compute the effects of all terminals and of all rules of G except S, parts before wholes.  A symbol is the
   number of a terminal, or n_terminals plus the number of a rule; BIT [facts] is the bit of each fact.  Set *UNSUITABLE
   when the effect of a repeated symbol still changes after WPP_MOST_COPIES copies.  Return 0 or WPP_E_NOMEM.  */
int wpp_effects_init (struct wpp_bit_effects *e, const struct wpp_grammar *g,
                      const struct wpp_terminal *terminals, const struct wpp_transitions *transitions,
                      bool backward, const uint64_t *boundary, const uint32_t *bit, bool *unsuitable);
void wpp_effects_release (struct wpp_bit_effects *e, uint32_t n_symbols);

/* defaults.c: the layout of sets, and a default value for each fact.  The default of a fact in a dense word is false.
   A set holds the deviations: the facts whose value differs from their default.  */
struct wpp_layout
{
  uint32_t n_facts;
  uint32_t n_possible;        /* facts that may hold where a symbol of S begins; they have the first slots */
  bool sorted;                /* all words are dense, and sets are sorted (accumulate-sorted.c) */
  uint32_t dense, words;      /* words of a set: the dense ones, with most deviations, then a multiple of 4 */
  uint32_t *bit;              /* [n_facts] */
  uint32_t *fact;             /* [words * WPP_WORD] the fact of each slot; n_facts for a slot without a fact */
  uint32_t *defaults;         /* [words] the set of facts whose default is true */
};

/* Lay facts out in the order of their numbers, with false as the default of all.  Return 0 or WPP_E_NOMEM.  */
int wpp_layout_init (struct wpp_layout *l, uint32_t n_facts);
void wpp_layout_release (struct wpp_layout *l);
/* After wpp_layout_init: limit sets to the facts that are POSSIBLE [n_facts] where a symbol of S begins.  */
void wpp_layout_restrict (struct wpp_layout *l, const bool *possible);
/* Choose defaults and a layout anew, by N sets of deviations from the present defaults.  Return 0 or WPP_E_NOMEM.  */
int wpp_layout_choose (struct wpp_layout *l, const uint32_t *sets, uint32_t n);

/* accumulate.c: for each symbol, a number for each fact: in how many of the sets added up for the symbol the fact was.
   Sets hold deviations from the layout's defaults.  Recent sets are in byte counters, all others in the sums.  */
struct wpp_accumulator
{
  const struct wpp_layout *layout;
  uint32_t n_symbols;
  size_t row;                 /* sums of a symbol: a multiple of 8, greater than the number of facts */
  size_t cell;                /* bytes of a cell */
  size_t others;              /* words that are not dense */
  unsigned char *all_cells;   /* the memory of the cells */
  unsigned char *cells; /* [symbols * cell] counters of the dense words, their keep and gen, a struct wpp_bit_cell */
  uint32_t *masks;            /* [symbols * 2 * others] keep, gen of the other words */
  unsigned char *counters;    /* [symbols * WPP_WORD * others] counters of the other words */
  bool small;                 /* all sums fit into 32 bits, and have 32 bits */
  void *sums;                 /* [symbols * row] by slot; they wrap */
  uint64_t *totals;           /* [symbols] sets in the sums; saturates */
};

struct wpp_bit_cell
{
  uint16_t visits;            /* sets in the counters */
  bool special;               /* the symbol moves facts, or makes deviations in words that are not dense */
  bool others;                /* some counters of words that are not dense are not 0 */
};

/* For facts laid out as L says; SMALL if no sum can exceed 32 bits.  Return 0 or WPP_E_NOMEM.  */
int wpp_accumulator_init (struct wpp_accumulator *t, const struct wpp_layout *l, uint32_t n_symbols, bool small);
void wpp_accumulator_release (struct wpp_accumulator *t);
/* Begin to count with the layout that was chosen; E has the effects of symbols on sets of that layout.  Return 0 or
   WPP_E_NOMEM.  */
int wpp_accumulator_begin (struct wpp_accumulator *t, const struct wpp_bit_effects *e);
/* Flush all counters into the sums, and turn the sums from numbers of deviations into numbers of times that facts
   held.  */
void wpp_accumulator_end (struct wpp_accumulator *t);
/* After wpp_accumulator_end, when the layout has changed: the fact of slot I was in SLOT [I].  Permute the sums, and
   turn them into numbers of deviations again.  Return 0 or WPP_E_NOMEM.  */
int wpp_accumulator_lay_out (struct wpp_accumulator *t, const uint32_t *slot);

/* Add SYMBOL's counters to its sums, and clear them.  */
void wpp_accumulator_flush (struct wpp_accumulator *t, uint32_t symbol);
/* Add SET to SYMBOL's sums, TIMES times.  */
void wpp_accumulator_add (struct wpp_accumulator *t, uint32_t symbol, const uint32_t *set, uint64_t times);

static inline size_t
wpp_sum_size (bool small)
{
  return small ? sizeof (uint32_t) : sizeof (uint64_t);
}

/* The sums of SYMBOL.  */
static inline void *
wpp_accumulator_sums (const struct wpp_accumulator *t, uint32_t symbol)
{
  return (char *)t->sums + symbol * t->row * wpp_sum_size (t->small);
}

/* Element I of SUMS, which have 32 bits if SMALL, else 64.  */
static inline __attribute__ ((always_inline)) uint64_t
wpp_sum_get (const void *sums, size_t i, bool small)
{
  return small ? ((const uint32_t *)sums)[i] : ((const uint64_t *)sums)[i];
}

static inline __attribute__ ((always_inline)) void
wpp_sum_set (void *sums, size_t i, uint64_t n, bool small)
{
  if (small)
    ((uint32_t *)sums)[i] = (uint32_t)n;
  else
    ((uint64_t *)sums)[i] = n;
}

/* Eight sums.  */
typedef uint32_t wpp_small_eight __attribute__ ((vector_size (32), aligned (4)));
typedef uint64_t wpp_eight __attribute__ ((vector_size (64), aligned (8)));

/* Bytes of a cell.  */
static inline size_t
wpp_cell_size (uint32_t dense)
{
  return (dense * (WPP_WORD + 2 * sizeof (uint32_t)) + sizeof (struct wpp_bit_cell) + 63) & -(size_t)64;
}

/* A cell has the counters of its DENSE words, then their keep and gen, then a struct wpp_bit_cell.  */
static inline unsigned char *
wpp_accumulator_cell (const struct wpp_accumulator *t, uint32_t symbol)
{
  return t->cells + symbol * t->cell;
}

static inline uint32_t *
wpp_cell_keep (unsigned char *cell, uint32_t dense)
{
  return (uint32_t *)(cell + dense * WPP_WORD);
}

static inline struct wpp_bit_cell *
wpp_cell_rest (unsigned char *cell, uint32_t dense)
{
  return (struct wpp_bit_cell *)(cell + dense * (WPP_WORD + 2 * sizeof (uint32_t)));
}

static inline uint32_t *
wpp_accumulator_masks (const struct wpp_accumulator *t, uint32_t symbol)
{
  return t->masks + symbol * 2 * t->others;
}

static inline unsigned char *
wpp_accumulator_counters (const struct wpp_accumulator *t, uint32_t symbol)
{
  return t->counters + symbol * t->others * WPP_WORD;
}

/* Some functions are compiled twice: for processors with registers that hold the 32 counters of a word, and for
   others.  */
#ifdef __x86_64__
#define WPP_WIDE __attribute__ ((target ("avx2")))
#define wpp_wide_p() (__builtin_cpu_supports ("avx2") != 0)
#else
#define WPP_WIDE
#define wpp_wide_p() false
#endif

typedef unsigned char wpp_bytes __attribute__ ((vector_size (WPP_WORD), aligned (16)));

/* Set each of BYTES to 0 or 255, according to a bit of SET: byte 4 r + q stands for bit 8 q + r.  */
static inline __attribute__ ((always_inline)) void
wpp_spread (uint32_t set, wpp_bytes *bytes)
{
  typedef uint32_t words __attribute__ ((vector_size (WPP_WORD)));
  const wpp_bytes bits = { 1,  1,  1,  1,  2,  2,  2,  2,  4,  4,  4,  4,  8,   8,   8,   8,
                           16, 16, 16, 16, 32, 32, 32, 32, 64, 64, 64, 64, 128, 128, 128, 128 };
  wpp_bytes all = (wpp_bytes)(words){ set, set, set, set, set, set, set, set };
  *bytes = (wpp_bytes)((all & bits) == bits);
}

/* Add the word SET to COUNTERS [WPP_WORD], a byte each.  */
static inline __attribute__ ((always_inline)) void
wpp_count_word (unsigned char *counters, uint32_t set)
{
  wpp_bytes bytes;
  wpp_spread (set, &bytes);
  *(wpp_bytes *)counters -= bytes;
}

/* accumulate-sorted.c: how S is read when sets are wide.  */
struct wpp_reading
{
  const struct wpp_sentence *s;
  bool backward;
  const struct wpp_bit_effects *effects;
  const struct wpp_layout *layout;
  struct wpp_accumulator *accumulator;  /* its sums and totals only */
};

/* Read S from its Kth symbol on, where the facts NOW [layout->words] hold, and add up the facts that hold where symbols
   begin.  Set *UNSUITABLE when the effect of a repeated symbol still changes after WPP_MOST_COPIES copies.  Return 0 or
   WPP_E_NOMEM.  */
int wpp_sorted_read (const struct wpp_reading *r, uint64_t k, const uint32_t *now, bool *unsuitable);

/* The effect of a terminal: it makes the facts of the first N_MADE of the N SLOTS true, and the others false.  */
struct wpp_terminal_effect
{
  const uint32_t *slots;
  uint32_t n_made, n;
};

/* The state of the solver.  */
struct wpp_parallel
{
  const struct wpp_grammar *g;
  const struct wpp_sentence *s;
  const struct wpp_terminal *terminals;
  const struct wpp_transitions *transitions;
  bool backward;
  uint32_t n_facts, n_symbols;
  const uint64_t *boundary;
  uint8_t *kinds;        /* [n_symbols] */
  bool *fresh;           /* [n_symbols] the symbol's effect does not depend on what held before (backward: after) it */
  struct wpp_layout layout;
  struct wpp_bit_effects effects;
  struct wpp_accumulator accumulator;
  uint32_t *now, *before; /* [layout.words] deviations at the present symbol, and before it; more room after BEFORE */
  bool *holds;           /* [n_facts] */
  uint32_t *slots, *moved; /* [n_facts] the slot of each fact before facts are laid out anew; the same by new slots */
  struct wpp_terminal_effect *terminal_effects; /* [n_terminals] */
  uint32_t *effect_slots; /* memory of their slots */
  bool others;           /* NOW has deviations in words that are not dense */
  bool unsuitable;       /* this function cannot be solved in this way */
};

/* The number of GRAMMAR_SYMBOL: that of a terminal, or N_TERMINALS plus that of a rule.  */
static inline uint32_t
wpp_parallel_symbol (uint32_t n_terminals, uint32_t grammar_symbol)
{
  return WPP_IS_RULE (grammar_symbol) ? n_terminals + WPP_RULE_INDEX (grammar_symbol) : grammar_symbol;
}

/* bit-parallel-read.c: choose a layout, and read S, so that the sums of each symbol are those of its occurrences in S.
   Set P->unsuitable when that is not possible.  Return 0 or WPP_E_NOMEM.  */
int wpp_parallel_read (struct wpp_parallel *p);

/* bit-parallel-rules.c: carry the sums of rules to their parts.  Return 0 or WPP_E_NOMEM.  */
int wpp_parallel_carry (struct wpp_parallel *p);

#endif /* WPP_ANALYSIS_FACTS_FREQUENCY_BIT_PARALLEL_IMPL_H */
