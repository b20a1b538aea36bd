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
static const char store_template[] = STORE ("{addq\t$4, %2|add\t%2, 4}\n\t" WPP_MOVE ("%q0", "%2"));

/* In short loops (short-loops.cc) the next event waits for this one's cursor.  Processors that rename memory do not do
   so with %fs, so the cursor is addressed by a register there; in code that can only be part of an executable, from the
   thread pointer.  */
#define RESERVE_AT(displacement) \
    "{addq\t$4, " displacement "(%q0)|add\tQWORD PTR " displacement "[%q0], 4}\n\t" \
    LOAD (displacement "(%q0)", displacement "[%q0]")
static const char local_loop_template[]
  = STORE (LOAD ("%%fs:0", "fs:0") RESERVE_AT ("__wpp_local_cursor@tpoff"));
static const char shared_loop_template[]
  = STORE (LOAD ("__wpp_cursor@gottpoff(%%rip)", "__wpp_cursor@gottpoff[rip]")
           "{addq\t%%fs:0, %q0|add\t%q0, QWORD PTR fs:0}\n\t" RESERVE_AT (""));

#endif /* WPP_PLUGIN_GENERATE_STORE_H */
