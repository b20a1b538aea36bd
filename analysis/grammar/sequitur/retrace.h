/* Retracing: appending one nonterminal for many letters.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A program repeats itself, and a rule of the grammar derives most parts of its trace already.  If a rule was
   the last symbol of S at some time, the place of its expansion in the window is known.  When the
   input goes on in the same way, the rule's nonterminal is appended instead of its letters.  That
   takes one step of SEQUITUR instead of hundreds, and a comparison of memory.

   The rule to compare with is a guess, namely what followed last time

     - after the last symbol of S: that symbol itself (a loop), or
     - after the same letters before this place (successor), or
     - where the input went on with the same letters, if the grammar does not have the digram of the last
       symbol of S and the input's first letter (start).

   A wrong guess costs a comparison.  When no guess is right, the next letters are reduced by the rules
   that derive them, one letter more at a time, and the last such rule is appended (a climb).

   Appending a nonterminal is a step like any other, so all of SEQUITUR's invariants hold.  The grammar
   differs from that of SEQUITUR(1) where SEQUITUR(1) would group letters in another way.  It does not
   depend on how the input is divided among calls.

   Larus observes that SEQUITUR spends its time on repetitions (Whole Program Paths, PLDI 1999, section
   3.2).  Retracing is a shortcut for these; it is not in the paper.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_RETRACE_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_RETRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef RETRACE_MOST
#define RETRACE_MOST 4096u /* at most this many letters are compared, and must wait for that; tests lower it */
#endif

struct wpp_sequitur;
struct retrace;

/* Return null when out of memory.  */
struct retrace *wpp_retrace_new (void);
void wpp_retrace_free (struct retrace *r);
size_t wpp_retrace_memory (const struct retrace *r);

/* Make room for ROOM nodes.  Return 0 or WPP_E_NOMEM.  */
int wpp_retrace_reserve (struct retrace *r, uint32_t room);

/* RULE has been made, of two symbols; has got another symbol at its end; has been removed.  */
void wpp_retrace_new_rule (struct wpp_sequitur *s, uint32_t rule);
void wpp_retrace_extended (struct wpp_sequitur *s, uint32_t rule);
void wpp_retrace_no_rule (struct wpp_sequitur *s, uint32_t rule);

/* Prefetch what the first two of these use when the nonterminal SYMBOL is in RULE.  */
void wpp_retrace_fetch (const struct wpp_sequitur *s, uint32_t symbol);

/* Note that the last symbol of S has changed.  Its expansion ends before the window's `parsed'.  */
void wpp_retrace_note (struct wpp_sequitur *s);

/* If the input goes on like the expansion of some rule, append that rule, or the symbols of its beginning; else append
   the symbol for the next letters.  There must be RETRACE_NODES nodes.  The last KEEP letters are not to be appended
   now.  While guessing pauses, many letters are appended together (interleaved.h); return false when they have not all
   come yet.  */
#define RETRACE_NODES 64
bool wpp_retrace_step (struct wpp_sequitur *s, uint32_t keep);

/* Make room in the full window.  */
void wpp_retrace_slide (struct wpp_sequitur *s);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_RETRACE_H */
