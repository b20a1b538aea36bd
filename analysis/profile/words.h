/* What the words of a profile stand for.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The sentences of a file are sequences of 32-bit *words* (format/event.h).  Analyses work on *events*: an event is one
   path that was taken, or a control event.  Each path has a word of its own, from the base of its unit or from the list of
   wide paths (wide.h), and the event is known by it.  A *packed* word stands for a sequence of paths.  Packed words are
   listed in the profile:

     words->n = 2     word 2000: 300 301^3 300       word 2001: 512 300

   Nobody sees a packed word but the writer of a file and its readers: where a segment is read
   (wpp_profile_segment), its packed words are spelled out as rules (grammar/spell-out.h).  So a grammar in memory is one of
   events, and who writes a profile may pack as it likes.

   Why it is done there, once, and not by each analysis as it goes: what is asked of a grammar, hot subpaths most of all, may
   begin or end within a word; analyses memoise by rule, and a rule is what a packed word becomes, so that it is
   worked on once; and it costs no more than the list is long, nothing when there is none.  What an event means is
   asked of code.h.

   Control events are never packed: they concern activations of all functions.  The words
   in a sequence are no packed ones.  That a path ended and how follows from its number, in a sequence as elsewhere.  */

#ifndef WPP_WORDS_H
#define WPP_WORDS_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/spell-out.h"

struct wpp_reader;
struct wpp_buffer;

/* Runs in the sequence of a word, at most.  */
#define WPP_WORD_RUNS 16

struct wpp_word
{
  uint32_t word;
  struct wpp_sequence sequence;
};

struct wpp_words
{
  uint32_t n;
  struct wpp_word *words;         /* [n] by rising word */
  uint64_t n_runs;                /* of all of them */
  struct wpp_event_run *runs;     /* theirs, one sequence after the other */
};

/* The packed word WORD, or null.  O(log n).  */
const struct wpp_word *wpp_words_find (const struct wpp_words *words, uint32_t word);

/* Put the grammar of events in the place of *G, a grammar of words, of which SIZE bytes of a file were read.  Nothing is
   done when G has no packed word.  Return 0, WPP_E_NOMEM, or WPP_E_TOOBIG when a few bytes stand for much more than
   programs give: 8 symbols a byte.  */
int wpp_words_spell_out (const struct wpp_words *words, struct wpp_grammar **g, size_t size);

/* The payload of section "WORD" (wpp(5)): write it; read it into WORDS, empty.  R goes bad when it makes no sense;
   return 0 or WPP_E_NOMEM.  Whether the words are free and the events are paths is not looked at.  */
void wpp_words_put (struct wpp_buffer *b, const struct wpp_words *words);
int wpp_words_read (struct wpp_reader *r, struct wpp_words *words);
void wpp_words_release (struct wpp_words *words);

#endif /* WPP_WORDS_H */
