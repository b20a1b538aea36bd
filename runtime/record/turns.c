/* On which stack a thread is: a thread leaves a stack, and arrives at one (format/event.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Who leaves a stack keeps its number on that stack, in a struct wpp_stack.  So when control comes back, be it in
   another thread, the number is there, and nobody has to look for it.  Where control goes is not known.  If events are
   stored before it arrives where it was before, they are those of a new stack.  Therefore a thread that leaves says
   that it arrives at a stack with a number that none has yet.  If nothing happens there, the number is used again.

   A non-local transfer may arrive at another stack, too: coroutines that use siglongjmp; setcontext that goes to where
   getcontext was called.  Activations with landing places know their depth (__wpp_depth).  Depths of different stacks
   are different: a new stack begins with one of its own.  So the depth tells to which stack control has come.  */

#include "format/event.h"
#include "format/value-table.h"
#include "runtime/common/syscall.h"
#include "runtime/record/record.h"

/* Threads' own stacks have the depths from 0 on.  Others have STACK_DEPTHS each, and may use more: that does harm only
   if control goes to another stack by a non-local transfer at that time.  */
#define STACK_DEPTHS 4096u
#define OTHER_STACKS 0x80000000u
#define STACKS_TOLD_APART (OTHER_STACKS / STACK_DEPTHS)

static uint32_t
new_stack (void)
{
  uint32_t n = __atomic_fetch_add (&__wpp_process.stacks, 1, __ATOMIC_RELAXED);
  return n % WPP_STACK_MAX + 1;
}

/* The depth with which stack STACK of T begins.  */
static uint32_t
first_depth (const struct wpp_thread_state *t, uint32_t stack)
{
  return stack == t->own ? 0 : OTHER_STACKS + stack % STACKS_TOLD_APART * STACK_DEPTHS;
}

/* The stack that has DEPTH: T's own one, or else the last one that it may be.  */
static uint32_t
stack_of_depth (const struct wpp_thread_state *t, uint32_t depth)
{
  if (depth < OTHER_STACKS)
    return t->own;
  uint32_t last = (__atomic_load_n (&__wpp_process.stacks, __ATOMIC_RELAXED) + WPP_STACK_MAX - 1) % WPP_STACK_MAX + 1;
  uint32_t back = (last - (depth - OTHER_STACKS) / STACK_DEPTHS) % STACKS_TOLD_APART;
  return back < last ? last - back : t->stack;
}

static uint32_t
word_of (uint32_t event)
{
  return __wpp_process.next_value ? wpp_value_of_event (event) : event;
}

/* Store EVENT as instrumented code does.  Where values are recorded, words of control events with numbers are
   others.  */
static void
store (uint32_t event)
{
  uint64_t at = wpp_take (&__wpp_cursor, 4);
  if (at % __WPP_CHUNK_BYTES == 0)
    at = __wpp_advance (at);
  __atomic_store_n ((uint32_t *) at, word_of (event), __ATOMIC_RELEASE);
}

static void
store_switch (struct wpp_thread_state *t)
{
  __wpp_leave_handlers (t);
  store (WPP_EVENT_SWITCH + t->stack);
}

/* Give T's own stack a number, unless it has one.  No handler's events come between the two words.  */
static void
name_own (struct wpp_thread_state *t)
{
  if (t->own)
    return;
  uint64_t mask = wpp_block_signals ();
  t->own = t->stack = new_stack ();
  store (WPP_EVENT_OWN);
  store_switch (t);
  wpp_restore_signals (mask);
}

static uint32_t
chunks_entered (const struct wpp_thread_state *t)
{
  return t->slot ? t->slot->entered : 0;
}

/* T goes on on another stack.  If it is on the one with the spare number, and has stored something there, that stack
   has the number from now on.  */
static void
end_turn (struct wpp_thread_state *t)
{
  if (t->stack == t->spare && (__wpp_cursor != t->at || chunks_entered (t) != t->entered))
    t->spare = 0;
}

void
__wpp_leave (struct wpp_stack *left)
{
  struct wpp_thread_state *t = &__wpp_thread;
  name_own (t);
  /* The number of its own stack stands for the thread, also in a child of fork.  */
  *left = (struct wpp_stack){ t->stack, __wpp_depth, t->turn, t->own };
  if (t->stack == t->spare || !t->spare)
    t->spare = new_stack ();
  t->left = t->stack;
  t->left_depth = __wpp_depth;
  t->stack = t->spare;
  t->turn = 0;
  __wpp_depth = first_depth (t, t->stack);
  if (t->slot)
    t->slot->left++;
  store_switch (t);
  t->at = __wpp_cursor;
  t->entered = chunks_entered (t);
}

void
__wpp_arrive (const struct wpp_stack *left)
{
  struct wpp_thread_state *t = &__wpp_thread;
  name_own (t);
  end_turn (t);
  t->stack = left->number;
  t->turn = left->turn < WPP_TURN_MAX ? left->turn + 1 : WPP_TURN_MAX;
  __wpp_depth = left->depth;
  if (left->thread != t->own)
    store (WPP_EVENT_TURN + t->turn);
  store_switch (t);
}

/* How many turns the stack had before is not known here.  */
void
__wpp_land_elsewhere (uint32_t depth)
{
  struct wpp_thread_state *t = &__wpp_thread;
  if (!t->own || (depth > first_depth (t, t->stack) && depth <= __wpp_depth))
    return;
  uint32_t stack = stack_of_depth (t, depth);
  if (stack == t->stack)
    return;
  end_turn (t);
  __wpp_depth = stack == t->left ? t->left_depth : depth;
  t->stack = stack;
  t->turn = WPP_TURN_MAX;
  if (t->slot)
    t->slot->left++;
  store_switch (t);
}

void
__wpp_tell_stack (struct wpp_thread_state *t)
{
  if (!t->own)
    return;
  __wpp_store_next (t, WPP_EVENT_OWN);
  __wpp_store_next (t, word_of (WPP_EVENT_SWITCH + t->own));
  if (t->stack != t->own)
    __wpp_store_next (t, word_of (WPP_EVENT_SWITCH + t->stack));
}
