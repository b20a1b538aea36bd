/* Assembly that stores an event (runtime/common/abi.h), in both dialects of the assembler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_STORE_H
#define WPP_PLUGIN_GENERATE_STORE_H

#include "plugin/generate/assembly.h"
#include "runtime/common/abi.h"

#define STRINGIZE_(x) #x
#define STRINGIZE(x) STRINGIZE_ (x)
#define FIRST_OR_LAST STRINGIZE (__WPP_CHUNK_BYTES) "-1-4"

/* Load FROM in AT&T syntax, FROM_INTEL in Intel's, to %0.  */
#define LOAD(from, from_intel) "{movq\t" from ", %q0|mov\t%q0, QWORD PTR " from_intel "}\n\t"

/* %0 is the cursor, after the word, and %1 the event.  RESERVE moves the cursor in memory on and loads it to %0.  */
#define STORE(reserve) \
    reserve \
    "{testl\t$" FIRST_OR_LAST ", %k0|test\t%k0, " FIRST_OR_LAST "}\n\t" \
    "jz\t.Lwppslow%=\n\t" \
    "{cmpl\t$0, -4(%q0)|cmp\tDWORD PTR [%q0-4], 0}\n\t" \
    "jne\t.Lwppslow%=\n" \
    ".Lwppstore%=:\n\t" \
    "{movl\t%k1, -4(%q0)|mov\tDWORD PTR [%q0-4], %k1}\n\t" \
    ".subsection 1\n" \
    ".Lwppslow%=:\n\t" \
    "{leaq\t-4(%q0), %q0|lea\t%q0, [%q0-4]}\n\t" \
    WPP_SKIP_RED_ZONE ("%q0") \
    WPP_PUSH ("%q0") \
    WPP_RESUME_AT (".Lwppstore", "8", "%q0") \
    "call\t__wpp_next_chunk\n\t" \
    WPP_POP ("%q0") \
    "{leaq\t4(%q0), %q0|lea\t%q0, [%q0+4]}\n\t" \
    WPP_RESUME (".Lwppstore", "136") \
    ".subsection 0"

/* %2 is the cursor in memory.  */
static const char local_template[] = STORE ("{addq\t$4, %2|add\t%2, 4}\n\t" WPP_MOVE ("%q0", "%2"));

/* In code that may become part of a shared object, REG has the place of the cursor; 0: the object has not begun.  */
#define UNLESS_EARLY(reg) \
    "{testq\t" reg ", " reg "|test\t" reg ", " reg "}\n\t" \
    "jz\t.Lwppearly%=\n\t"
#define STORE_EARLY \
    "\n\t.subsection 1\n" \
    ".Lwppearly%=:\n\t" \
    "{addl\t$1, __wpp_early(%%rip)|add\tDWORD PTR __wpp_early[rip], 1}\n\t" \
    "{leaq\t__wpp_nowhere+4(%%rip), %q0|lea\t%q0, __wpp_nowhere[rip+4]}\n\t" \
    "jmp\t.Lwppstore%=\n\t" \
    ".subsection 0"
/* %2 is the place of the cursor.  */
static const char shared_template[]
  = STORE (UNLESS_EARLY ("%q2") "{addq\t$4, %%fs:(%q2)|add\tQWORD PTR fs:[%q2], 4}\n\t"
           LOAD ("%%fs:(%q2)", "fs:[%q2]")) STORE_EARLY;

/* In short loops (short-loops.cc) the next event waits for this one's cursor.  Processors that rename memory do not do
   so with %fs, so the cursor is addressed by a register there; in code that can only be part of an executable, from the
   thread pointer.  */
#define RESERVE_AT(displacement) \
    "{addq\t$4, " displacement "(%q0)|add\tQWORD PTR " displacement "[%q0], 4}\n\t" \
    LOAD (displacement "(%q0)", displacement "[%q0]")
static const char local_loop_template[]
  = STORE (LOAD ("%%fs:0", "fs:0") RESERVE_AT ("__wpp_cursor@tpoff"));
static const char shared_loop_template[]
  = STORE (LOAD ("__wpp_cursor_at(%%rip)", "__wpp_cursor_at[rip]") UNLESS_EARLY ("%q0")
           "{addq\t%%fs:0, %q0|add\t%q0, QWORD PTR fs:0}\n\t" RESERVE_AT ("")) STORE_EARLY;

/* Load the address of the depth to %0, in such code.  */
static const char depth_template[]
  = LOAD ("__wpp_depth_at(%%rip)", "__wpp_depth_at[rip]") UNLESS_EARLY ("%q0")
    "{addq\t%%fs:0, %q0|add\t%q0, QWORD PTR fs:0}\n"
    ".Lwppdepth%=:\n\t"
    ".subsection 1\n"
    ".Lwppearly%=:\n\t"
    "{leaq\t__wpp_nowhere(%%rip), %q0|lea\t%q0, __wpp_nowhere[rip]}\n\t"
    "jmp\t.Lwppdepth%=\n\t"
    ".subsection 0";

#endif /* WPP_PLUGIN_GENERATE_STORE_H */
