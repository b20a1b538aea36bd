/* What the files that compile paths share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_COMPILE_IMPL_H
#define WPP_ANALYSIS_VALUES_REPLAY_COMPILE_IMPL_H

#include "values/replay/code.h"

/* Slot 0 is 0.  */
#define WPP_SLOT_ZERO 0u
/* Temporaries of a statement, besides those that PHIs need.  */
#define WPP_TEMPORARIES 64u
/* Addresses that a statement checks; the other temporaries are for what is computed in between.  */
#define WPP_MOST_CHECKED 32u

/* A place in memory: what slot SLOT has, and OFFSET bytes after it; in bits, a part of a byte may be left.  */
struct wpp_micro_place
{
  bool known;
  bool named;            /* it is in a variable of which no address is known: what stands for that is made up */
  uint32_t slot;
  uint64_t offset;
  unsigned bit;
};

struct wpp_compiler
{
  const struct wpp_micro_layout *l;
  struct wpp_micro_code *code;
  size_t n, room;              /* micro-operations */
  size_t evaluations_room, cases_room, accesses_room;
  uint32_t temporary;          /* the next free one */
  uint32_t n_checked;          /* of this statement: references whose addresses are in slots */
  struct { uint32_t reference, slot; } checked[WPP_MOST_CHECKED];
  int err;
};

/* ---- compile.c */

/* Add M.  */
void wpp_emit (struct wpp_compiler *c, struct wpp_micro m);
#define WPP_EMIT(C, OPERATION, ...) wpp_emit (C, (struct wpp_micro){ .operation = WPP_MICRO_##OPERATION, __VA_ARGS__ })

/* A temporary; those are free again at the next statement, or when C->temporary is set back.  Where there are no more,
   the last one is used for several things.  */
uint32_t wpp_temporary (struct wpp_compiler *c);

static inline uint32_t
wpp_value_slot (uint32_t value)
{
  return 1 + value;
}

/* ---- compile-places.c */

/* Where REFERENCE, not to kept bytes, is.  */
struct wpp_micro_place wpp_compile_place (struct wpp_compiler *c, uint32_t reference);
/* The same as a slot with the address.  */
uint32_t wpp_compile_address (struct wpp_compiler *c, uint32_t reference);
/* Slot with OPERAND, which is not in memory; a slot that is not known where replay does not know it.  */
uint32_t wpp_compile_operand (struct wpp_compiler *c, uint32_t operand);
/* Is OPERAND a constant whose word replay knows?  Then set *WORD.  */
bool wpp_constant_word (const struct wpp_body *b, uint32_t operand, uint64_t *word);
/* How many bits REFERENCE, in a variable (wpp_values_variable), is after its beginning: slot *SLOT, in bytes, and
   *BITS.  */
bool wpp_compile_kept (struct wpp_compiler *c, uint32_t reference, uint32_t *slot, int64_t *bits);

/* ---- compile-operations.c */

/* DST = what S, of which wpp_values_computed_p holds, computes.  */
void wpp_compile_computed (struct wpp_compiler *c, const struct wpp_statement *s, uint32_t dst);
/* DST = A, a part of which it is, as a TO: SIZE bits from BIT on.  */
void wpp_compile_bits (struct wpp_compiler *c, struct wpp_scalar to, uint32_t dst, uint32_t a, unsigned bit,
                       unsigned size);
/* The condition of S decides as EDGE says.  */
void wpp_compile_branch (struct wpp_compiler *c, uint32_t edge);

/* ---- compile-points.c */

/* What POINT of statement number STATEMENT does (WPP_NONE: of the entry or a node).  */
void wpp_compile_point (struct wpp_compiler *c, const struct wpp_point *point, uint32_t statement);
/* Loads and stores of S that replay makes in the activation: no points.  False: S is none.  */
bool wpp_compile_kept_access (struct wpp_compiler *c, const struct wpp_statement *s);

/* ---- compile-memory.c */

/* Tell what STATEMENT writes to memory, or, unless WRITES, what it reads.  */
void wpp_compile_memory (struct wpp_compiler *c, uint32_t statement, bool writes);
/* Tell that parameters in memory are written, when the function is entered.  */
void wpp_compile_parameters (struct wpp_compiler *c);

static inline struct wpp_scalar
wpp_operand_scalar (const struct wpp_body *b, uint32_t operand)
{
  return wpp_scalar_of (wpp_body_type (b, b->operands[operand].type));
}

#endif /* WPP_ANALYSIS_VALUES_REPLAY_COMPILE_IMPL_H */
