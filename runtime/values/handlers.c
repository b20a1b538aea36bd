/* The tables of signal handlers (format/value-table.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Hot file: no libc, no vector registers.

   A function that may be a handler asks, when it is entered, whether it returns to where the C library returns from
   signals.  The C library tells the kernel where that is, which is asked here.
   Then it goes on with the table of the next depth, and leaves that when it returns.  Where control lands elsewhere,
   the table is again that of the function in which it lands.  Where it lands in a function that is not recorded, that
   is not seen here, but by replay, as the handler's end is missing.

   What is stored while a handler is open comes after the words that were reserved before.  If it never comes back,
   these may stay zeros.  So they are made words that belong to no record.  */

#include <signal.h>
#include "runtime/common/table-head.h"
#include "runtime/linked/linked.h"

/* Where the C library returns from signals; no address before that is known.  */
uint64_t __wpp_restorer __attribute__ ((visibility ("hidden"))) = 1;

/* glibc's sigaction by its own name, as the program may have another; null: there is no such C library, or nobody in a
   static program sets handlers.  */
extern int __sigaction (int signal, const struct sigaction *new, struct sigaction *old) __attribute__ ((weak));

/* The kernel's struct sigaction.  */
struct action
{
  uint64_t handler, flags, restorer, mask;
};

/* A signal that no hardware of today sends.  */
#define UNUSED_SIGNAL SIGSTKFLT

static struct action
action_of (int signal)
{
  struct action a = { 0, 0, 0, 0 };
  wpp_syscall4 (SYS_rt_sigaction, signal, 0, (long) &a, sizeof a.mask);
  return a;
}

/* Setting the default action where that is the action changes nothing, but tells the kernel.  */
void
__wpp_find_restorer (void)
{
  struct action a = action_of (UNUSED_SIGNAL);
  const struct sigaction by_default = { .sa_handler = SIG_DFL };
  if (!a.restorer && !a.handler && &__sigaction && !__sigaction (UNUSED_SIGNAL, &by_default, 0))
    a = action_of (UNUSED_SIGNAL);
  if (a.restorer)
    __wpp_restorer = a.restorer;
}

uint64_t __wpp_begin_handler_here (uint64_t what, uint64_t base, uint64_t frame);
void __wpp_end_handler_here (uint64_t table, uint64_t frame);
void __wpp_land_table_here (uint64_t table);

/* The frame address of the handler whose table is TABLE.  */
static volatile uint64_t *
frame_of (uint64_t table)
{
  return (volatile uint64_t *) (table + WPP_TABLE_FRAME);
}

/* The table of the depth after that of TABLE, empty when it is first used; 0 if there is none.  */
static uint64_t
inner_table (uint64_t table)
{
  struct wpp_table_head *head = wpp_table_head (table);
  if (head->inner || head->depth + 1 >= WPP_TABLE_DEPTHS)
    return head->inner;
  uint64_t area = wpp_map_table ();
  if (!area)
    return 0;
  *(struct wpp_table_head *) area = (struct wpp_table_head){ .before = head->before, .thread = head->thread,
                                                             .outer = table, .depth = head->depth + 1 };
  head->before = area;
  return head->inner = area + WPP_TABLE_BEFORE;
}

/* From here on the thread's values are not known.  */
static void
give_up (struct __wpp_tables *tables)
{
  __wpp_store_word (wpp_value_head (WPP_VALUE_OFF, 0, 0));
  __wpp_store_word (wpp_value_payload (0, 0));
  *tables = (struct __wpp_tables){ 0, 0 };
}

/* Store the record that the check ID found the depth of TABLE, and note where.  */
static void
tell_depth (uint32_t id, uint64_t table)
{
  struct wpp_table_head *head = wpp_table_head (table);
  uint32_t *at = __wpp_reserve_words (2);
  head->stored = (uint64_t) at;
  if (!at)
    {
      __wpp_store_word (wpp_value_head (id, head->depth, 0));
      __wpp_store_word (wpp_value_payload (head->depth, 0));
      return;
    }
  at[0] = wpp_value_head (id, head->depth, 0);
  at[1] = wpp_value_payload (head->depth, 0);
}

/* The function with the canonical frame address FRAME has been entered by the kernel.  WHAT is the number of its check
   in the unit * 4, BASE the unit's, 0 before it is known.  Return the table with which the function goes on.  */
uint64_t
__wpp_begin_handler_here (uint64_t what, uint64_t base, uint64_t frame)
{
  struct __wpp_tables *tables = __wpp_thread_tables ();
  if (!tables || !tables->recorded || !base)
    return tables ? tables->used : 0;
  uint64_t signals = wpp_block_signals (), inner = inner_table (tables->recorded);
  if (inner)
    {
      *frame_of (inner) = frame;
      *tables = (struct __wpp_tables){ inner, inner };
      tell_depth (base + (what >> 2), inner);
    }
  else
    give_up (tables);
  wpp_restore_signals (signals);
  return inner ? inner : __wpp_ask_table ();
}

/* Go back from the table of TABLES to the one before it.  */
static void
leave_depth (struct __wpp_tables *tables)
{
  uint64_t outer = wpp_table_head (tables->recorded)->outer;
  *frame_of (tables->recorded) = 0;
  /* 0: another table is to begin.  */
  tables->used = tables->used ? outer : 0;
  tables->recorded = outer;
}

/* The handler with TABLE and FRAME returns.  */
void
__wpp_end_handler_here (uint64_t table, uint64_t frame)
{
  uint64_t signals = wpp_block_signals ();
  struct __wpp_tables *tables = __wpp_thread_tables ();
  if (tables->recorded == table && *frame_of (table) == frame)
    leave_depth (tables);
  wpp_restore_signals (signals);
}

/* Is TABLE that of a depth before the one of RECORDED?  */
static int
outer_p (uint64_t table, uint64_t recorded)
{
  while (recorded && recorded != table)
    recorded = wpp_table_head (recorded)->outer;
  return recorded != 0;
}

/* What the handler with TABLE interrupted does not go on: the words that it had reserved, and did not store, are
   nobody's.  */
static void
fill_before (uint64_t table)
{
  uint32_t *at = (uint32_t *) wpp_table_head (table)->stored;
  while (at && (uint64_t) at % __WPP_CHUNK_BYTES && !__atomic_load_n (at - 1, __ATOMIC_RELAXED))
    __atomic_store_n (--at, wpp_value_payload (0, 0), __ATOMIC_RELAXED);
}

/* Control has landed in a function with TABLE.  */
void
__wpp_land_table_here (uint64_t table)
{
  struct __wpp_tables *tables = __wpp_thread_tables ();
  if (!tables || tables->recorded == table)
    return;
  uint64_t signals = wpp_block_signals ();
  if (outer_p (table, tables->recorded))
    while (tables->recorded != table)
      {
        fill_before (tables->recorded);
        leave_depth (tables);
      }
  wpp_restore_signals (signals);
}
