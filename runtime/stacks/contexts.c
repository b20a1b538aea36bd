/* The C library's switches of stacks: the linker lets calls of its functions come here (--wrap, plugin/wpp.specs.in).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include <ucontext.h>
#include "runtime/common/wpp.h"

int __real_swapcontext (ucontext_t *from, const ucontext_t *to);
int __wrap_swapcontext (ucontext_t *from, const ucontext_t *to);
int __real_setcontext (const ucontext_t *to);
int __wrap_setcontext (const ucontext_t *to);

int
__wrap_swapcontext (ucontext_t *from, const ucontext_t *to)
{
  struct wpp_stack here;
  wpp_stack_leave (&here);
  int result = __real_swapcontext (from, to);
  wpp_stack_arrive (&here);
  return result;
}

int
__wrap_setcontext (const ucontext_t *to)
{
  struct wpp_stack here;
  wpp_stack_leave (&here);
  int result = __real_setcontext (to);
  wpp_stack_arrive (&here);
  return result;
}
