/* Lending deltas to shared objects.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Signals are blocked, and the lock is held.

   Shared objects have no thread-local storage for their deltas: glibc has little room for that in objects which are
   loaded later, and forgets most of what an unloaded one had.  So the copy of the runtime that serves has an array of
   struct __wpp_deltas in every thread, and each object that counts borrows an element as long as it is loaded.

   When it is unloaded, other threads may still have its deltas there.  Only they can write to their storage.  So a
   list of holders says which elements each thread has set.  An element is lent again when no living thread has set it
   since; a thread clears all that were given back when it gets counters of any object.  */

#include "runtime/counts/file.h"
#include "runtime/common/syscall.h"

#define E_SRCH 3

/* Of each copy of the runtime.  Executables have more (linked/more-deltas.c).  */
#define FIRST 16u
WPP_STATIC_TLS struct __wpp_deltas first_part[FIRST] = { [0 ... FIRST - 1] = __WPP_NO_DELTAS };

/* What an object has when there are no more: it is never set.  */
WPP_STATIC_TLS struct __wpp_deltas none = __WPP_NO_DELTAS;

/* A thread that has set elements.  */
struct holder
{
  uint32_t tid;          /* 0: free; WPP_NO_THREAD: nobody knows when it ends */
  uint64_t held;         /* by element: 1 if it is set */
  struct holder *next;
};

static struct holder *holders;
WPP_STATIC_TLS struct holder *self;

static uint64_t lent, given_back;     /* by element */
static uint32_t home;                 /* the process */

#define HOLDERS (4096 / sizeof (struct holder))

static unsigned
n_elements (void)
{
  return FIRST + (__wpp_more_deltas ? WPP_MORE_DELTAS : 0);
}

static struct __wpp_deltas *
element (unsigned i)
{
  return i < FIRST ? &first_part[i] : __wpp_more_deltas () + (i - FIRST);
}

static int64_t
place_of (const struct __wpp_deltas *d)
{
  return (int64_t) d - (int64_t) __builtin_thread_pointer ();
}

static bool
lives_p (const struct holder *h)
{
  return h->tid == WPP_NO_THREAD || (h->tid && wpp_syscall4 (SYS_tgkill, home, h->tid, 0, 0) != -E_SRCH);
}

/* Make a page of holders; null when out of memory.  */
static struct holder *
add_holders (void)
{
  struct holder *page = wpp_map_anonymous (HOLDERS * sizeof *page);
  for (unsigned i = 0; page && i < HOLDERS; i++)
    {
      page[i].next = holders;
      holders = &page[i];
    }
  return page;
}

static struct holder *
free_holder (void)
{
  struct holder *h = holders;
  while (h && lives_p (h))
    h = h->next;
  return h ? h : add_holders ();
}

/* The calling thread's holder; null when out of memory.  A child of vfork runs as its parent's thread, with another
   number.  */
static struct holder *
own_holder (void)
{
  if (!self)
    self = free_holder ();
  if (self && !self->tid)
    self->held = 0;
  if (self)
    self->tid = (uint32_t) wpp_syscall2 (SYS_getpid, 0, 0) == home ? wpp_syscall2 (SYS_gettid, 0, 0) : WPP_NO_THREAD;
  return self;
}

/* Clear the elements that were given back in the calling thread, whose holder is H.  */
static void
clear (struct holder *h)
{
  static const struct __wpp_deltas no_deltas = __WPP_NO_DELTAS;
  for (uint64_t set = h->held & given_back; set; set &= set - 1)
    *element (__builtin_ctzll (set)) = no_deltas;
  h->held &= ~given_back;
}

/* Has no living thread set element I since it was given back?  */
static bool
clear_p (unsigned i)
{
  for (struct holder *h = holders; h; h = h->next)
    if (h->held >> i & 1 && lives_p (h))
      return false;
  for (struct holder *h = holders; h; h = h->next)
    h->held &= ~(UINT64_C (1) << i);
  return true;
}

void
__wpp_deltas_begin (void)
{
  home = wpp_syscall2 (SYS_getpid, 0, 0);
}

void
__wpp_deltas_fork (void)
{
  home = wpp_syscall2 (SYS_getpid, 0, 0);
  for (struct holder *h = holders; h; h = h->next)
    if (h != self)
      h->tid = h->held = 0;
  if (self)
    own_holder ();
}

void
__wpp_deltas_lend (struct wpp_counted_object *object)
{
  if (object->deltas_at)
    return;
  struct holder *h = own_holder ();
  object->deltas_at = place_of (&none);
  object->without_deltas = true;
  if (!h)
    return;
  clear (h);
  for (unsigned i = 0; i < n_elements (); i++)
    if (!(lent >> i & 1) && clear_p (i))
      {
        lent |= UINT64_C (1) << i;
        given_back &= ~(UINT64_C (1) << i);
        object->deltas_at = place_of (element (i));
        object->without_deltas = false;
        return;
      }
}

/* The element that OBJECT has borrowed; n_elements () if none.  */
static unsigned
element_of (const struct wpp_counted_object *object)
{
  unsigned i = 0;
  while (i < n_elements () && object->deltas_at != place_of (element (i)))
    i++;
  return i;
}

void
__wpp_deltas_give_back (struct wpp_counted_object *object)
{
  unsigned i = element_of (object);
  if (i == n_elements ())
    return;
  lent &= ~(UINT64_C (1) << i);
  given_back |= UINT64_C (1) << i;
  if (self)
    clear (self);
}

bool
__wpp_deltas_hold (const struct wpp_counted_object *object)
{
  unsigned i = element_of (object);
  if (i == n_elements ())
    return !object->without_deltas;
  struct holder *h = own_holder ();
  if (!h)
    return false;
  clear (h);
  h->held |= UINT64_C (1) << i;
  return true;
}
