/* Values that the table does not have, and ranges of memory, for code that keeps the table (format/value-table.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.

   A thread gets a new table whenever what is open becomes unknown: when recording stops or goes on, and in the child of
   fork.  Functions that are open then go on with their old table, of which nothing is recorded; replay does not know
   them, either.  Functions that are entered while nothing is recorded use one that all threads share.

   A record is stored before its value is put in the table: a handler that jumps out of the middle leaves a record
   without an end, and the value is a surprise once more.  */

#include "format/value-table.h"
#include "runtime/linked/linked.h"

_Static_assert (WPP_TABLE_COPY == 1048576, "value-slow.S has this number");

/* Where nothing is recorded.  */
static unsigned char nowhere[WPP_TABLE_AREA] __attribute__ ((aligned (64)));

uint64_t __wpp_begin_table_here (void);
bool __wpp_surprise_near (uint64_t what, uint64_t base, uint64_t place, uint64_t value);
void __wpp_surprise_here (uint64_t what, uint64_t base, uint64_t place, uint64_t value);
void __wpp_truth_here (uint64_t what, uint64_t base, uint64_t value);
uint64_t __wpp_tell_sum_here (uint64_t table);
void __wpp_written_here (uint64_t what, uint64_t base, uint64_t pointer, int64_t n, uint64_t most, uint64_t table);
void __wpp_move_values_here (uint64_t to, uint64_t from, uint64_t n);
void __wpp_fill_values_here (uint64_t to, uint64_t byte, uint64_t n);

uint64_t
__wpp_begin_table_here (void)
{
  uint64_t table = __wpp_ask_table ();
  struct __wpp_tables *tables = __wpp_thread_tables ();
  if (table)
    return table;
  table = (uint64_t) nowhere + WPP_TABLE_BEFORE;
  if (tables)
    tables->used = table;
  return table;
}

/* Store the record of VALUE, of the check or statement ID.  */
static void
store_record (uint32_t id, uint64_t value, uint32_t truth)
{
  unsigned n = wpp_value_payload_words (value);
  __wpp_store_word (wpp_value_head (id, value, truth));
  for (unsigned i = 0; i < n; i++)
    __wpp_store_word (wpp_value_payload (value, i));
}

/* VALUE, of which only the lowest bytes count: 2 to the power of the two lowest bits of WHAT.  */
static uint64_t
cut (uint64_t value, uint64_t what)
{
  unsigned bits = 8u << (what & 3);
  return bits == 64 ? value : value & ((UINT64_C (1) << bits) - 1);
}

static void
put (uint64_t place, uint64_t value, uint64_t what)
{
  switch (what & 3)
    {
    case 0: *(volatile uint8_t *) place = value; break;
    case 1: *(volatile uint16_t *) place = value; break;
    case 2: *(volatile uint32_t *) place = value; break;
    default: *(volatile uint64_t *) place = value;
    }
}

/* The calling thread's table, if what is put there is recorded; else 0.  */
static uint64_t
recorded_table (void)
{
  const struct __wpp_tables *tables = __wpp_thread_tables ();
  return tables ? tables->recorded : 0;
}

/* The same as __wpp_surprise_here, if the record has room in the chunk, after its first word; else do nothing and
   return false.  */
__attribute__ ((no_caller_saved_registers)) bool
__wpp_surprise_near (uint64_t what, uint64_t base, uint64_t place, uint64_t value)
{
  uint64_t table = recorded_table ();
  if (!table || !base || place - (table - WPP_TABLE_BEFORE) >= WPP_TABLE_AREA)
    return false;
  value = cut (value, what);
  unsigned n = wpp_value_payload_words (value);
  uint32_t *at = __wpp_reserve_words (n + 1);
  if (!at)
    return false;
  at[0] = wpp_value_head (base + (what >> 2), value, 0);
  at[1] = wpp_value_payload (value, 0);
  if (n > 1)
    at[2] = wpp_value_payload (value, 1);
  if (n > 2)
    at[3] = wpp_value_payload (value, 2);
  put (place, value, what);
  return true;
}

/* WHAT is the number in the unit * 4, and which width; BASE the unit's, 0 before it is known.  */
void
__wpp_surprise_here (uint64_t what, uint64_t base, uint64_t place, uint64_t value)
{
  uint64_t table = recorded_table ();
  if (table && base && place - (table - WPP_TABLE_BEFORE) < WPP_TABLE_AREA)
    store_record (base + (what >> 2), cut (value, what), 0);
  put (place, value, what);
}

void
__wpp_truth_here (uint64_t what, uint64_t base, uint64_t value)
{
  if (recorded_table () && base)
    store_record (base + (what >> 2), cut (value, what), WPP_VALUE_TRUTH);
}

/* An activation begins whose table is TABLE: tell the sum of what was stored, and return TABLE.  */
uint64_t
__wpp_tell_sum_here (uint64_t table)
{
  *(volatile int32_t *) (table + WPP_TABLE_UNTOLD) = WPP_SUM_ACTIVATIONS;
  if (recorded_table () == table)
    store_record (WPP_VALUE_SUM, *(volatile uint64_t *) (table + WPP_TABLE_SUM), 0);
  return table;
}

static void
copy_bytes (uint64_t to, uint64_t from, uint64_t n)
{
  __asm__ volatile ("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

void
__wpp_move_values_here (uint64_t to, uint64_t from, uint64_t n)
{
  n = wpp_value_copied (n);
  if (to - from >= n)
    copy_bytes (to, from, n);
  else if (to != from)
    {
      to += n - 1;
      from += n - 1;
      __asm__ volatile ("std; rep movsb; cld" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
    }
}

void
__wpp_fill_values_here (uint64_t to, uint64_t byte, uint64_t n)
{
  n = wpp_value_copied (n);
  __asm__ volatile ("rep stosb" : "+D"(to), "+c"(n) : "a"(byte) : "memory");
}

/* ---- What calls wrote.  */

/* Store WORD: at *AT, which is moved, or, if that is null, as the next word.  */
static void
put_word (uint32_t **at, uint32_t word)
{
  if (*at)
    *(*at)++ = word;
  else
    __wpp_store_word (word);
}

/* Store the block of BYTES [N] at PLACE, of the check ID.  BYTES has four more.  */
static void
store_block (uint32_t id, uint32_t place, const unsigned char *bytes, unsigned n)
{
  uint32_t *at = __wpp_reserve_words (1 + WPP_BLOCK_WORDS (n));
  uint64_t bits = 0;
  unsigned have = 0;
  put_word (&at, WPP_VALUE_WORD | WPP_VALUE_BLOCK | id);
  put_word (&at, WPP_VALUE_PAYLOAD | place);
  put_word (&at, WPP_VALUE_PAYLOAD | n);
  for (unsigned i = 0; i < n; i += 4)
    {
      unsigned more = n - i < 4 ? n - i : 4;
      bits |= (uint64_t) (*(const uint32_t *) (bytes + i) & UINT32_MAX >> (32 - 8 * more)) << have;
      for (have += 8 * more; have >= WPP_VALUE_PAYLOAD_BITS; have -= WPP_VALUE_PAYLOAD_BITS)
        {
          put_word (&at, wpp_value_payload (bits, 0));
          bits >>= WPP_VALUE_PAYLOAD_BITS;
        }
    }
  if (have)
    put_word (&at, wpp_value_payload (bits, 0));
}

static bool
same_bytes_p (uint64_t a, uint64_t b, unsigned n)
{
  unsigned i = 0;
  for (; i + 8 <= n; i += 8)
    if (*(const volatile uint64_t *) (a + i) != *(const volatile uint64_t *) (b + i))
      return false;
  for (; i < n; i++)
    if (*(const volatile uint8_t *) (a + i) != *(const volatile uint8_t *) (b + i))
      return false;
  return true;
}

/* Bytes of the string at POINTER with its end, at most MOST.  */
static uint64_t
string_bytes (uint64_t pointer, uint64_t most)
{
  uint64_t n = 0;
  while (n < most && *(const volatile char *) (pointer + n))
    n++;
  return n < most ? n + 1 : most;
}

/* Put the N bytes that are at POINTER in TABLE, and store those that were not there.  Another thread may change them
   meanwhile: each is read once.  */
static void
tell_bytes (uint32_t id, uint64_t table, uint64_t pointer, uint64_t n)
{
  unsigned char bytes[WPP_BLOCK_BYTES + 4];
  for (uint64_t i = 0; i < n; i += WPP_BLOCK_BYTES)
    {
      unsigned part = n - i < WPP_BLOCK_BYTES ? n - i : WPP_BLOCK_BYTES;
      uint32_t place = wpp_value_place (pointer + i);
      copy_bytes ((uint64_t) bytes, pointer + i, part);
      if (same_bytes_p (table + place, (uint64_t) bytes, part))
        continue;
      store_block (id, place, bytes, part);
      copy_bytes (table + place, (uint64_t) bytes, part);
    }
}

/* A call has written N bytes at POINTER, but no more than MOST; none if N is not positive.  WHAT is the number in the
   unit * 4, and how (value-table.h): N says only whether there are some, as strings end themselves; or the place is at
   POINTER.  */
void
__wpp_written_here (uint64_t what, uint64_t base, uint64_t pointer, int64_t n, uint64_t most, uint64_t table)
{
  if (n <= 0 || !pointer || !base || recorded_table () != table)
    return;
  if ((what & 3) == WPP_WRITTEN_THERE)
    pointer = *(const uint64_t *) pointer;
  uint64_t bytes = (uint64_t) n < most ? (uint64_t) n : most;
  if ((what & 3) == WPP_WRITTEN_STRING)
    bytes = string_bytes (pointer, most);
  tell_bytes (base + (what >> 2), table, pointer, bytes < WPP_TABLE_BYTES ? bytes : WPP_TABLE_BYTES);
}
