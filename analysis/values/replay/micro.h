/* Micro-operations: what replay makes of the statements along a path.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An activation has *slots*: a word (values/scalar.h), and whether it is known.  Slot 0 is 0, for addresses without a
   base; then come the values of the function, the addresses of its locals, and temporaries.  After the slots are the
   bytes of the locals that replay keeps (values/plan.h), and as many bytes that say which of them are known.

   A micro-operation computes slot DST from slots A and B, or from A and the word IMM.  Its result is known if all that
   it is computed from is.  The operations with two words exist in both forms, NAME and NAME_I.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_MICRO_H
#define WPP_ANALYSIS_VALUES_REPLAY_MICRO_H

#include <stddef.h>
#include <stdint.h>
#include "values/builtins.h"

/* X (NAME, what it gives for the words a and b).  _S and _U fit the result into 32 bits with a sign or without.  */
#define WPP_MICRO_BINARIES(X) \
  X (ADD, a + b) \
  X (ADD_S, (uint64_t) (int32_t) (a + b)) \
  X (ADD_U, (uint32_t) (a + b)) \
  X (SUB, a - b) \
  X (SUB_S, (uint64_t) (int32_t) (a - b)) \
  X (SUB_U, (uint32_t) (a - b)) \
  X (MUL, a * b) \
  X (MUL_S, (uint64_t) (int32_t) (a * b)) \
  X (MUL_U, (uint32_t) (a * b)) \
  X (AND, a & b) \
  X (OR, a | b) \
  X (XOR, a ^ b) \
  X (EQ, a == b) \
  X (NE, a != b) \
  X (LT_S, (int64_t) a < (int64_t) b) \
  X (LE_S, (int64_t) a <= (int64_t) b) \
  X (GT_S, (int64_t) a > (int64_t) b) \
  X (GE_S, (int64_t) a >= (int64_t) b) \
  X (LT_U, a < b) \
  X (LE_U, a <= b) \
  X (GT_U, a > b) \
  X (GE_U, a >= b)

/* Shifts by fewer bits than a word has.  X (NAME, what it gives for the word a, shifted by n).  */
#define WPP_MICRO_SHIFTS(X) \
  X (SHL, a << n) \
  X (SHL_S, (uint64_t) (int32_t) (a << n)) \
  X (SHL_U, (uint32_t) (a << n)) \
  X (SHR_S, (uint64_t) ((int64_t) a >> n)) \
  X (SHR_U, a >> n)

/* X (NAME, what it gives for a).  */
#define WPP_MICRO_UNARIES(X) \
  X (MOVE, a) \
  X (NEG, -a) \
  X (NOT, ~a) \
  X (S8, (uint64_t) (int8_t) a) \
  X (S16, (uint64_t) (int16_t) a) \
  X (S32, (uint64_t) (int32_t) a) \
  X (U8, (uint8_t) a) \
  X (U16, (uint16_t) a) \
  X (U32, (uint32_t) a) \
  X (U1, a & 1)

/* What is in memory, as a word.  X (NAME, the type of C).  */
#define WPP_MICRO_ACCESSES(X) \
  X (S8, int8_t) X (U8, uint8_t) X (S16, int16_t) X (U16, uint16_t) X (S32, int32_t) X (U32, uint32_t) \
  X (64, uint64_t)

enum wpp_micro_operation
{
  WPP_MICRO_END,
  WPP_MICRO_SET,         /* IMM */
  WPP_MICRO_LOSE,        /* DST is not known */
#define WPP_MICRO_ID(NAME, RESULT) WPP_MICRO_##NAME,
#define WPP_MICRO_IDS(NAME, RESULT) WPP_MICRO_##NAME, WPP_MICRO_##NAME##_I,
  WPP_MICRO_UNARIES (WPP_MICRO_ID)
  WPP_MICRO_BINARIES (WPP_MICRO_IDS)
  WPP_MICRO_SHIFTS (WPP_MICRO_IDS)
  WPP_MICRO_FADD, WPP_MICRO_FSUB, WPP_MICRO_FMUL, WPP_MICRO_FDIV, /* of doubles */
  WPP_MICRO_SCALE,       /* A + B * IMM */
  WPP_MICRO_FIT,         /* A as NARROW bits, with a sign if B */
  WPP_MICRO_CHOOSE,      /* A ? B : slot IMM */
  WPP_MICRO_EVALUATE,    /* operation IMM of the code's list */
  WPP_MICRO_BITS,        /* B bits of A from NARROW on, fitted into B bits with a sign if IMM */
  WPP_MICRO_WITHIN,      /* A, if it has no more than NARROW bits, as other numbers have none in memory */

  /* Of the table.  Check number B of the process: of what is at A + IMM.  */
#define WPP_MICRO_LOAD_ID(NAME, TYPE) WPP_MICRO_LOAD_##NAME,
  WPP_MICRO_ACCESSES (WPP_MICRO_LOAD_ID)
  /* The same at the place IMM of the table, which may be before its start.  */
#define WPP_MICRO_CHECK_ID(NAME, TYPE) WPP_MICRO_CHECK_##NAME,
  WPP_MICRO_ACCESSES (WPP_MICRO_CHECK_ID)
  /* Put B, of 1, 2, 4, 8 bytes, to A + IMM; to the place IMM.  */
  WPP_MICRO_STORE_1, WPP_MICRO_STORE_2, WPP_MICRO_STORE_4, WPP_MICRO_STORE_8,
  WPP_MICRO_PUT_1, WPP_MICRO_PUT_2, WPP_MICRO_PUT_4, WPP_MICRO_PUT_8,
  WPP_MICRO_COPY,        /* from B to A, IMM bytes */
  WPP_MICRO_FILL,        /* A, IMM bytes of zeros */
  WPP_MICRO_MOVE_BYTES,  /* from B to A, slot DST says how many bytes */
  WPP_MICRO_SET_BYTES,   /* A with the low byte of B, slot DST says how many */
  WPP_MICRO_WRITTEN,     /* the blocks of check B */

  WPP_MICRO_MODE,        /* check number B, of the mode of reals from here on */

  /* Of bytes kept in the activation: NARROW bytes at A + IMM, which are in a variable of B bytes at 0; its own begin at
     DST's.  */
  WPP_MICRO_KEPT_LOAD,   /* the bytes, by zeroes extended; DST; the variable is number IMM of the code's list */
  WPP_MICRO_KEPT_STORE,  /* B */
  WPP_MICRO_KEPT_ZERO,   /* all of the variable */

  /* Of the recording.  */
  WPP_MICRO_EXPECT,      /* A is IMM, as the path says; B: edge */
  WPP_MICRO_EXPECT_CASE, /* A is one of the cases of edge B */
  WPP_MICRO_TRUTH,       /* A is what record B of the truth says */
  WPP_MICRO_WATCH_STATEMENT, /* statement IMM comes */
  WPP_MICRO_WATCH_VALUE, /* statement IMM has assigned A, or has it as use B - 1 */
  WPP_MICRO_WATCH_READ,  /* statement IMM reads NARROW bytes at A */
  WPP_MICRO_WATCH_WRITE, /* it writes them */
  WPP_MICRO_WATCH_MANY,  /* statement IMM writes as many bytes as slot B says at A */
  WPP_MICRO_WATCH_MEMORY, /* access IMM of the code's list, at A */
  WPP_MICRO_TELL,        /* append A to what is told of the path (replay.h) */
  WPP_N_MICROS
};

struct wpp_micro
{
  uint16_t operation;    /* enum wpp_micro_operation */
  uint16_t narrow;       /* bits or bytes, as the operation says */
  uint32_t dst, a, b;
  uint64_t imm;
};

struct wpp_word
{
  uint64_t word;
  uint64_t known;        /* 1 or 0 */
};

#endif /* WPP_ANALYSIS_VALUES_REPLAY_MICRO_H */
