/* Calls of the C library's functions that switch stacks, in recorded code: the plugin lets them come here.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Where the linker wraps these functions, the call below is one of contexts.c, which says all.  */

#include <stddef.h>
#include <ucontext.h>
#include "runtime/common/wpp.h"

#pragma weak __wrap_swapcontext
#pragma weak __wrap_setcontext
int __wrap_swapcontext (ucontext_t *from, const ucontext_t *to);
int __wrap_setcontext (const ucontext_t *to);
#define HIDDEN __attribute__ ((visibility ("hidden")))
HIDDEN int __wpp_swapcontext (ucontext_t *from, const ucontext_t *to);
HIDDEN int __wpp_setcontext (const ucontext_t *to);

int
__wpp_swapcontext (ucontext_t *from, const ucontext_t *to)
{
  struct wpp_stack here;
  if (__wrap_swapcontext != NULL)
    return swapcontext (from, to);
  wpp_stack_leave (&here);
  int result = swapcontext (from, to);
  wpp_stack_arrive (&here);
  return result;
}

int
__wpp_setcontext (const ucontext_t *to)
{
  struct wpp_stack here;
  if (__wrap_setcontext != NULL)
    return setcontext (to);
  wpp_stack_leave (&here);
  int result = setcontext (to);
  wpp_stack_arrive (&here);
  return result;
}
