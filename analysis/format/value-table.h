/* The table of values that an instrumented thread and the replay of its recording keep alike, and the words by which
   the thread tells what the replay does not know.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   The table need not agree with memory; it must only be the same on both sides.  It is all zeros at first, and again
   where an event GAP (event.h) is.

     put (key, V)    store V at the key's place
     check (key, V)  if V is not what is there: store V there, and record (check's id, V)

   The key of an access to memory is its address, a bit-field's is wpp_value_bits_key of it.  Anything else has a
   number, whose place is wpp_value_key of it.  V has 1, 2, 4 or 8 bytes, which are those that it has in memory; a
   bit-field is extended to 8 bytes by its type's sign.  */

#ifndef WPP_ANALYSIS_FORMAT_VALUE_TABLE_H
#define WPP_ANALYSIS_FORMAT_VALUE_TABLE_H

#include <stdint.h>
#include "format/event.h"

/* A thread's area: the argument area (at its end: words of 8 bytes), the table, slack, because neither accesses nor
   copies wrap around, and the places of numbers, which what happens in memory leaves alone.  Only pages that are
   touched take memory.  With 2^19 bytes programs that work on a few megabytes recorded ten times as many values.  */
#define WPP_TABLE_BITS 24
#define WPP_TABLE_BYTES (UINT64_C (1) << WPP_TABLE_BITS)
#define WPP_TABLE_BEFORE 4096u
#define WPP_TABLE_SLACK (WPP_TABLE_COPY + 4096u)
#define WPP_TABLE_KEYS (WPP_TABLE_BYTES + WPP_TABLE_SLACK)   /* bytes from the table's start to those */
#define WPP_TABLE_KEYS_BYTES (UINT64_C (1) << 20)
#define WPP_TABLE_AREA (WPP_TABLE_BEFORE + WPP_TABLE_KEYS + WPP_TABLE_KEYS_BYTES)

/* Bytes of argument word N, from the table's start on.  A check or put of fewer bytes uses the first ones.  */
#define WPP_TABLE_ARGUMENT(n) ((int) (n) * 8 - 128)
#define WPP_TABLE_ARGUMENTS 14u  /* arguments 0 .. 13 */
#define WPP_TABLE_RESULT 14u     /* the word of results */

/* With values=check: the sum of what was stored, each value extended by zeroes, and how many activations may begin
   before it is told.  */
#define WPP_TABLE_SUM WPP_TABLE_ARGUMENT (15)
#define WPP_TABLE_UNTOLD WPP_TABLE_ARGUMENT (-1)
#define WPP_SUM_ACTIVATIONS 64

/* A signal handler, which may interrupt a path in its middle, and what it calls have a table of their own: one for each
   depth of handlers that interrupt each other.  A thread's table has depth 0.  Where no table is left, values are not
   known any more (WPP_VALUE_OFF).  */
#define WPP_TABLE_DEPTHS 8u
/* At depth 1 and more: the canonical frame address of the handler.  Replay has nothing there.  */
#define WPP_TABLE_FRAME WPP_TABLE_ARGUMENT (-2)

/* The bits of MXCSR that say how operations on reals round, and which denormal numbers are zeros; 0: to nearest, and
   none.  */
#define WPP_TABLE_MODE WPP_TABLE_ARGUMENT (-3)
#define WPP_MODE_BITS 0xe040u
#define WPP_MODE_ROUNDS 0x6000u

/* A copy or fill of more bytes stops after these.  */
#define WPP_TABLE_COPY (1u << 20)

/* The place of the key KEY.  */
static inline uint32_t
wpp_value_place (uint64_t key)
{
  return key & (WPP_TABLE_BYTES - 1);
}

/* The number from which on the numbers of the function called NAME, in assembly, count.  */
static inline uint32_t
wpp_value_numbers (const char *name)
{
  uint32_t hash = 2166136261u; /* FNV-1a */
  for (; *name; name++)
    hash = (hash ^ (unsigned char) *name) * 16777619u;
  return hash;
}

/* The place of number N (of a check: wpp_value_numbers of its function + its own).  */
static inline uint32_t
wpp_value_key (uint32_t n)
{
  return WPP_TABLE_KEYS + (n * 8u & (uint32_t) (WPP_TABLE_KEYS_BYTES - 8));
}

/* The address that is made up for a variable, of which no pointer knows, with number N: among those of checks, or
   wpp_value_of_variable.  */
static inline uint32_t
wpp_value_name (uint32_t n)
{
  return n * (8u * UINT32_C (0x9E3779B1)) & (uint32_t) (WPP_TABLE_BYTES - 8);
}

/* The key of the bit-field that begins at BIT (below 8) of the byte at ADDRESS.  */
static inline uint64_t
wpp_value_bits_key (uint64_t address, unsigned bit)
{
  return address + (WPP_TABLE_BYTES >> 1) + 8 * bit;
}

/* The number by which variable N of the program (wpp_program.variables) has a name.  */
static inline uint32_t
wpp_value_of_variable (uint32_t n)
{
  return n | UINT32_C (1) << 28;
}

/* What a call has written: so many bytes, a string, so many bytes where a pointer leads that is at a place.  */
#define WPP_WRITTEN_BYTES 0
#define WPP_WRITTEN_STRING 1
#define WPP_WRITTEN_THERE 2

/* How many of N bytes a copy or fill handles.  It is done as memmove would, from the place of one address to that of
   another.  */
static inline uint64_t
wpp_value_copied (uint64_t n)
{
  return n < WPP_TABLE_COPY ? n : WPP_TABLE_COPY;
}

/* ---- Words.  They are among the event words of the thread.  In a process that records values, words of paths are
   below WPP_VALUE_PATHS, and those of control events with numbers (event.h) have 0 in their highest bit, up to
   WPP_VALUE_WORD.  Others are a record's head, and its payload words, which follow: 30 bits each, the lowest first.
   The words of a signal handler, whole records among them, may come between them.

   A record says that the check ID had the value V, of so many bytes.  Records belong to the path that is being
   executed: its word comes after them, but for what is checked before a call that ends paths: that comes before the
   words of what is called.  With values=all there are also records of the truth, which say what a statement assigned:
   ID is then the unit's base + the number of statements of the functions before it in the unit + the statement's.

   A block is what a call wrote: bytes that are put in the table at once.  Its head says WPP_VALUE_BLOCK instead of a
   number of payload words.  These are the place, how many bytes, and the bytes, as a number that has the first byte
   lowest.  */

#define WPP_VALUE_WORD (UINT32_C (1) << 31)        /* in all of them */
#define WPP_VALUE_PAYLOAD (UINT32_C (3) << 30)     /* in payload words */
#define WPP_VALUE_MORE_SHIFT 28                    /* in heads, 2 bits: payload words - 1, or BLOCK */
#define WPP_VALUE_BLOCK (UINT32_C (3) << WPP_VALUE_MORE_SHIFT)
#define WPP_VALUE_TRUTH (UINT32_C (1) << 27)       /* in heads */
#define WPP_VALUE_IDS (UINT32_C (1) << 27)         /* ids are below */
/* This id: from here on until the next GAP no values of the thread are known, neither those of open activations nor of
   others.  */
#define WPP_VALUE_OFF (WPP_VALUE_IDS - 1)
#define WPP_VALUE_SUM (WPP_VALUE_IDS - 2)          /* this id: the sum at WPP_TABLE_SUM, when an activation begins */
/* This id: an epoch begins, with a function that is entered: the table is all zeros for activations from there on;
   nothing is recorded any more of those that are open.  */
#define WPP_VALUE_EPOCH (WPP_VALUE_IDS - 3)
#define WPP_VALUE_PATHS (WPP_EVENT_PATHS_END & ~WPP_VALUE_WORD) /* and paths below this */
#define WPP_VALUE_PAYLOAD_BITS 30

/* The word of EVENT in such a process, and the event of WORD, which is not of values.  */
static inline uint32_t
wpp_value_of_event (uint32_t event)
{
  return event & ~WPP_VALUE_WORD;
}

static inline uint32_t
wpp_value_event (uint32_t word)
{
  return word >= WPP_VALUE_PATHS ? word | WPP_VALUE_WORD : word;
}

static inline int
wpp_value_word_p (uint32_t word)
{
  return word >> 31;
}

static inline int
wpp_value_head_p (uint32_t word)
{
  return word >> 30 == 2;
}

static inline int
wpp_value_payload_p (uint32_t word)
{
  return word >> 30 == 3;
}

/* How many payload words the value V needs.  */
static inline unsigned
wpp_value_payload_words (uint64_t v)
{
  return v >> WPP_VALUE_PAYLOAD_BITS == 0 ? 1 : v >> 2 * WPP_VALUE_PAYLOAD_BITS == 0 ? 2 : 3;
}

static inline uint32_t
wpp_value_head (uint32_t id, uint64_t v, uint32_t truth)
{
  return WPP_VALUE_WORD | (wpp_value_payload_words (v) - 1) << WPP_VALUE_MORE_SHIFT | truth | id;
}

/* Payload word I of V.  */
static inline uint32_t
wpp_value_payload (uint64_t v, unsigned i)
{
  return WPP_VALUE_PAYLOAD | (uint32_t) (v >> i * WPP_VALUE_PAYLOAD_BITS & ~WPP_VALUE_PAYLOAD);
}

static inline int
wpp_value_block_p (uint32_t head)
{
  return (head & WPP_VALUE_BLOCK) == WPP_VALUE_BLOCK;
}

/* How many payload words follow HEAD, which is no block's.  */
static inline unsigned
wpp_value_follow (uint32_t head)
{
  return (head >> WPP_VALUE_MORE_SHIFT & 3) + 1;
}

/* The most bytes of a block, and how many words the payload of one of N bytes has.  */
#define WPP_BLOCK_BYTES 240u
#define WPP_BLOCK_WORDS(n) (2 + (8 * (n) + WPP_VALUE_PAYLOAD_BITS - 1) / WPP_VALUE_PAYLOAD_BITS)

/* A block of N bytes at PLACE as one number, and these.  */
static inline uint64_t
wpp_value_block (uint32_t place, uint32_t n)
{
  return (uint64_t) n << 32 | place;
}

static inline uint32_t
wpp_value_block_place (uint64_t block)
{
  return (uint32_t) block;
}

static inline uint32_t
wpp_value_block_size (uint64_t block)
{
  return block >> 32;
}

#endif /* WPP_ANALYSIS_FORMAT_VALUE_TABLE_H */
