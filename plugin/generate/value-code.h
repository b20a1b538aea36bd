/* Assembly that keeps the table of values (format/value-table.h), in both dialects of the assembler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   None of it says that it reads or writes memory, because that is none of the program's.  All of it is volatile, so it
   stays in order among itself, with events and with calls.

     check (T, P, V)        cmp V, (T,P)
                            jne 2f
                          1:
                            .subsection 1
                          2: skip the red zone; push the address of 1, T, V, T + P, the unit's base and
                            number * 4 + log2 (width)
                            call __wpp_surprise      which stores V there and records it
                            pop all; jmp 1b
     put (T, P, V)          mov V, (T,P)
     truth (V)              as from 2 on, with __wpp_truth
     sum (T, V)             add V, (T, place of the sum); where activations begin, a count there says when
                            __wpp_tell_sum is called
     handler (T, F)         if the return address, at F - 8, is __wpp_restorer: push F, the unit's base and number * 4;
                            call __wpp_begin_handler, which gives the T with which the function goes on
     handled (T, F)         if F is the frame of T: call __wpp_end_handler
     landed (T)             push T; call __wpp_land_table
     move, fill (D, S, N)   push N, S, D; call __wpp_move_values or __wpp_fill_values
     written (P, N, M)      push T, M, N, P, the unit's base and number * 4 + how; call __wpp_written

   The stubs preserve every register (runtime/common/object-stub.h).  */

#ifndef WPP_PLUGIN_GENERATE_VALUE_CODE_H
#define WPP_PLUGIN_GENERATE_VALUE_CODE_H

#include "plugin/code/x86-64.h"

/* Load the thread's table to %0 by LOAD; if it is 0, the thread has none: let it begin.  */
#define WPP_LOAD_TABLE(load) \
  load \
  "{testq\t%q0, %q0|test\t%q0, %q0}\n\t" \
  "jz\t.Lwppnone%=\n" \
  ".Lwpphave%=:\n\t" \
  ".subsection 1\n" \
  ".Lwppnone%=:\n\t" \
  WPP_SKIP_RED_ZONE ("%q0") \
  WPP_PUSH ("%q0") \
  WPP_RESUME_AT (".Lwpphave", "8", "%q0") \
  "call\t__wpp_begin_table\n\t" \
  WPP_POP ("%q0") \
  WPP_RESUME (".Lwpphave", "136") \
  ".subsection 0"

/* %1 is the table in memory; or the distance of its place from the thread pointer, 0 before there is one.  */
static const char local_table_template[] = WPP_LOAD_TABLE (WPP_MOVE ("%q0", "%1"));
static const char shared_table_template[]
  = WPP_LOAD_TABLE ("{movq\t%q1, %q0|mov\t%q0, %q1}\n\t"
                    "{testq\t%q0, %q0|test\t%q0, %q0}\n\t"
                    "jz\t.Lwppnone%=\n\t"
                    "{movq\t%%fs:(%q0), %q0|mov\t%q0, QWORD PTR fs:[%q0]}\n\t");

/* What is pushed for a surprise: %1, the table, to restore it; %0, the value; PLACE and PLACE_INTEL, its place; %4, the
   base; %3, the number and width.  %0 may be any register but the stack pointer, even the frame pointer, and stays.  */
#define WPP_PUSH_SURPRISE(place, place_intel) \
  WPP_SKIP_RED_ZONE ("%q1") \
  WPP_PUSH ("%q1") \
  WPP_PUSH ("%q0") \
  "{leaq\t" place ", %q1|lea\t%q1, " place_intel "}\n\t" \
  WPP_PUSH ("%q1") \
  "{pushq\t%4|push\t%4}\n\t" \
  "{pushq\t%3|push\t%3}\n\t"
#define WPP_TELL(stub) \
  WPP_RESUME_AT (".Lwppsame", "40", "%q1") \
  "call\t" stub "\n\t" \
  "{leaq\t32(%%rsp), %%rsp|lea\trsp, [rsp+32]}\n\t" \
  WPP_POP ("%q1")
#define WPP_CHECK(compare, place, place_intel) \
  compare \
  "jne\t.Lwppother%=\n" \
  ".Lwppsame%=:\n\t" \
  ".subsection 1\n" \
  ".Lwppother%=:\n\t" \
  WPP_PUSH_SURPRISE (place, place_intel) \
  WPP_TELL ("__wpp_surprise") \
  WPP_RESUME (".Lwppsame", "136") \
  ".subsection 0"

/* The operand %0 as SIZE has it, by the letter of GCC's modifiers and AT&T's suffix; %1 is the table.  Places are %2, a
   register (AT), or a constant (IN).  */
#define WPP_COMPARE(letter, suffix, size, place, place_intel) \
  "{cmp" suffix "\t%" letter "0, " place "|cmp\t" size " PTR " place_intel ", %" letter "0}\n\t"
#define WPP_STORE(letter, suffix, size, place, place_intel) \
  "{mov" suffix "\t%" letter "0, " place "|mov\t" size " PTR " place_intel ", %" letter "0}"
#define WPP_STORE_CONSTANT(letter, suffix, size, place, place_intel) \
  "{mov" suffix "\t%0, " place "|mov\t" size " PTR " place_intel ", %0}"
#define WPP_AT "(%q1,%q2)", "[%q1+%q2]"
#define WPP_IN "%c2(%q1)", "[%q1+%c2]"
#define WPP_APPLY(macro, ...) macro (__VA_ARGS__)
#define WPP_WIDTHS(macro, where) \
  { WPP_APPLY (macro, "b", "b", "BYTE", where), WPP_APPLY (macro, "w", "w", "WORD", where), \
    WPP_APPLY (macro, "k", "l", "DWORD", where), WPP_APPLY (macro, "q", "q", "QWORD", where) }
#define WPP_CHECK_OF(letter, suffix, size, place, place_intel) \
  WPP_CHECK (WPP_COMPARE (letter, suffix, size, place, place_intel), place, place_intel)

/* [is the place a constant?][log2 of the width]  */
static const char *const check_templates[2][4] = { WPP_WIDTHS (WPP_CHECK_OF, WPP_AT),
                                                   WPP_WIDTHS (WPP_CHECK_OF, WPP_IN) };
static const char *const put_templates[2][4] = { WPP_WIDTHS (WPP_STORE, WPP_AT), WPP_WIDTHS (WPP_STORE, WPP_IN) };
static const char *const put_constant_templates[2][4]
  = { WPP_WIDTHS (WPP_STORE_CONSTANT, WPP_AT), WPP_WIDTHS (WPP_STORE_CONSTANT, WPP_IN) };

/* Add the value %0, of 8 bytes, to the sum in the table %1.  */
static const char sum_template[]
  = "{addq\t%q0, %c2(%q1)|add\tQWORD PTR [%q1+%c2], %q0}";

/* An activation begins, whose table is %0: tell the sum, if the count at %1 says so.  */
static const char tell_sum_template[]
  = "{subl\t$1, %c1(%q0)|sub\tDWORD PTR [%q0+%c1], 1}\n\t"
    "js\t.Lwppother%=\n"
    ".Lwppsame%=:\n\t"
    ".subsection 1\n"
    ".Lwppother%=:\n\t"
    WPP_SKIP_RED_ZONE ("%q0")
    WPP_PUSH ("%q0")
    WPP_RESUME_AT (".Lwppsame", "8", "%q0")
    "call\t__wpp_tell_sum\n\t"
    WPP_POP ("%q0")
    WPP_RESUME (".Lwppsame", "136")
    ".subsection 0";

/* %0, the table, is the one before at first; %1 is clobbered; %3 is the frame address, %4 the number, %5 the base, %6
   where the C library returns from signals.  Nothing is read at the return address: the first function on a stack that
   the program has made may have any.  */
static const char handler_template[]
  = "{movq\t-8(%q3), %q1|mov\t%q1, QWORD PTR [%q3-8]}\n\t"
    "{cmpq\t%6, %q1|cmp\t%q1, %6}\n\t"
    "je\t.Lwppother%=\n"
    ".Lwppsame%=:\n\t"
    ".subsection 1\n"
    ".Lwppother%=:\n\t"
    WPP_SKIP_RED_ZONE ("%q1")
    WPP_PUSH ("%q3")
    "{pushq\t%5|push\t%5}\n\t"
    "{pushq\t%4|push\t%4}\n\t"
    WPP_RESUME_AT (".Lwppsame", "24", "%q1")
    "call\t__wpp_begin_handler\n\t"
    WPP_POP ("%q0")
    "{leaq\t16(%%rsp), %%rsp|lea\trsp, [rsp+16]}\n\t"
    WPP_RESUME (".Lwppsame", "136")
    ".subsection 0";

/* %0 is clobbered; %1 is the table, %2 the frame address, %3 where the table has its handler's.  */
static const char handled_template[]
  = "{cmpq\t%q2, %c3(%q1)|cmp\tQWORD PTR [%q1+%c3], %q2}\n\t"
    "je\t.Lwppother%=\n"
    ".Lwppsame%=:\n\t"
    ".subsection 1\n"
    ".Lwppother%=:\n\t"
    WPP_SKIP_RED_ZONE ("%q0")
    WPP_PUSH ("%q2")
    WPP_PUSH ("%q1")
    WPP_RESUME_AT (".Lwppsame", "16", "%q0")
    "call\t__wpp_end_handler\n\t"
    "{leaq\t16(%%rsp), %%rsp|lea\trsp, [rsp+16]}\n\t"
    WPP_RESUME (".Lwppsame", "136")
    ".subsection 0";

/* %0 is clobbered; %1 is the table.  */
static const char landed_template[]
  = WPP_SKIP_RED_ZONE ("%q0")
    WPP_PUSH ("%q1")
    WPP_RESUME_AT (".Lwppsame", "8", "%q0")
    "call\t__wpp_land_table\n\t"
    "{leaq\t144(%%rsp), %%rsp|lea\trsp, [rsp+144]}\n"
    ".Lwppsame%=:";

/* %0 = MXCSR, by way of the stack below the red zone.  */
static const char mode_template[]
  = "{leaq\t-136(%%rsp), %%rsp|lea\trsp, [rsp-136]}\n\t"
    "{stmxcsr\t(%%rsp)|stmxcsr\tDWORD PTR [rsp]}\n\t"
    "{movl\t(%%rsp), %k0|mov\t%k0, DWORD PTR [rsp]}\n\t"
    "{leaq\t136(%%rsp), %%rsp|lea\trsp, [rsp+136]}";

/* %0 is clobbered; %1 is the value, %2 the number and width, %3 the base.  */
static const char truth_template[]
  = WPP_SKIP_RED_ZONE ("%q0")
    WPP_PUSH ("%q1")
    "{pushq\t%3|push\t%3}\n\t"
    "{pushq\t%2|push\t%2}\n\t"
    WPP_RESUME_AT (".Lwppsame", "24", "%q0")
    "call\t__wpp_truth\n\t"
    "{leaq\t160(%%rsp), %%rsp|lea\trsp, [rsp+160]}\n"
    ".Lwppsame%=:";

/* %0 is clobbered; %1 is the destination, %2 the source or the byte, %3 how many bytes.  */
#define WPP_ALL(stub) \
  WPP_SKIP_RED_ZONE ("%q0") \
  "{pushq\t%3|push\t%3}\n\t" \
  "{pushq\t%2|push\t%2}\n\t" \
  "{pushq\t%1|push\t%1}\n\t" \
  WPP_RESUME_AT (".Lwppsame", "24", "%q0") \
  "call\t" stub "\n\t" \
  "{leaq\t160(%%rsp), %%rsp|lea\trsp, [rsp+160]}\n" \
  ".Lwppsame%=:"
static const char move_template[] = WPP_ALL ("__wpp_move_values");
static const char fill_template[] = WPP_ALL ("__wpp_fill_values");

/* %0 is clobbered; a call has written %2 bytes, at most %3, at %1; %4 is the table, %5 the number and how, %6 the
   base.  */
static const char written_template[]
  = WPP_SKIP_RED_ZONE ("%q0")
    "{pushq\t%4|push\t%4}\n\t"
    "{pushq\t%3|push\t%3}\n\t"
    "{pushq\t%2|push\t%2}\n\t"
    "{pushq\t%1|push\t%1}\n\t"
    "{pushq\t%6|push\t%6}\n\t"
    "{pushq\t%5|push\t%5}\n\t"
    WPP_RESUME_AT (".Lwppsame", "48", "%q0")
    "call\t__wpp_written\n\t"
    "{leaq\t184(%%rsp), %%rsp|lea\trsp, [rsp+184]}\n"
    ".Lwppsame%=:";

#endif /* WPP_PLUGIN_GENERATE_VALUE_CODE_H */
