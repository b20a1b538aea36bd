/* The personality function for functions that have a landing pad only because the plugin has added it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   It is that of C, which runs landing pads and lets exceptions pass where no table has an entry.  In a program that is
   linked with -static-libgcc, but whose libstdc++ is not, this is the program's own copy, while the unwinder is
   libgcc_s's.  A copy knows the sizes of registers only after it has unwound itself, and aborts without them.  */

#include <stdbool.h>
#include <unwind.h>

_Unwind_Reason_Code __gcc_personality_v0 (int, _Unwind_Action, _Unwind_Exception_Class, struct _Unwind_Exception *,
                                          struct _Unwind_Context *);
_Unwind_Reason_Code __wpp_personality (int, _Unwind_Action, _Unwind_Exception_Class, struct _Unwind_Exception *,
                                       struct _Unwind_Context *) __attribute__ ((visibility ("hidden")));

static _Unwind_Reason_Code
stop (struct _Unwind_Context *context, void *data)
{
  return _URC_END_OF_STACK;
}

_Unwind_Reason_Code
__wpp_personality (int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                   struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
  static bool ready;
  if (!__atomic_load_n (&ready, __ATOMIC_ACQUIRE))
    {
      _Unwind_Backtrace (stop, 0);
      __atomic_store_n (&ready, true, __ATOMIC_RELEASE);
    }
  return __gcc_personality_v0 (version, actions, kind, exception, context);
}
