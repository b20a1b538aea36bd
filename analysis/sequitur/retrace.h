/* Retracing: what SEQUITUR can append for many letters at once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A program repeats itself, and most of its trace is a walk through what a rule of the
   grammar already derives.  For a rule that was the last symbol of S at some time it is known where
   in the window its expansion is.  When the input goes on like that, the
   rule's nonterminal is appended instead of its letters: one step of SEQUITUR instead of
   hundreds, and a comparison of memory.

   Which rule to compare with is a guess, by what followed last time

     - the last symbol of S, that symbol itself (a loop), or
     - the same letters before the input went on (successor), or
     - the same letters of the input, if the grammar does not know the last symbol of S
       with the input's first letter behind it (start);

   a wrong guess costs a comparison.  Letters for which no guess is right are put together by the
   rules that derive them, one letter more at a time, and the last such rule is appended.

   Appending a nonterminal is a step like any other, so all
   of SEQUITUR's invariants hold; the grammar differs from SEQUITUR(1)'s own where letters would have
   been grouped otherwise.  Nothing depends on how the input was cut into pieces.

   This is Larus's observation (Whole Program Paths, PLDI 1999, section 3.2) that
   SEQUITUR spends its time on repetitions, turned into a shortcut; it is not in the paper.  */

#ifndef WPP_RETRACE_H
#define WPP_RETRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef RETRACE_MOST
#define RETRACE_MOST 4096u /* letters that are compared at most, so these must wait; tests lower it */
#endif

struct wpp_sequitur;
struct retrace;

/* Return null when out of memory.  */
struct retrace *wpp_retrace_new (void);
void wpp_retrace_free (struct retrace *r);
size_t wpp_retrace_memory (const struct retrace *r);

/* There will be ROOM nodes.  Return 0 or WPP_E_NOMEM.  */
int wpp_retrace_reserve (struct retrace *r, uint32_t room);

/* RULE has been made of two symbols; has got another one at its end; is no more.  */
void wpp_retrace_new_rule (struct wpp_sequitur *s, uint32_t rule);
void wpp_retrace_extended (struct wpp_sequitur *s, uint32_t rule);
void wpp_retrace_no_rule (struct wpp_sequitur *s, uint32_t rule);

/* Have come what the first two of these will look at when the nonterminal SYMBOL is in RULE.  */
void wpp_retrace_fetch (const struct wpp_sequitur *s, uint32_t symbol);

/* The last symbol of S has changed; it ends before the window's `parsed'.  */
void wpp_retrace_note (struct wpp_sequitur *s);

/* If the input goes on as some rule expands, append that, or its beginning, else the symbol that its next
   letters are.  There must be RETRACE_NODES nodes.  KEEP letters are not to be appended now.
   While guessing pauses many letters are appended together (interleaved.h): return false when they have not all come yet.  */
#define RETRACE_NODES 64
bool wpp_retrace_step (struct wpp_sequitur *s, uint32_t keep);

/* Make room in the window, which is full.  */
void wpp_retrace_slide (struct wpp_sequitur *s);

#endif /* WPP_RETRACE_H */
