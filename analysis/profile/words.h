/* The meaning of a profile's words.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The sentences in a file are sequences of 32-bit *words* (format/event.h).  Analyses work on *events*: an event is an
   executed path or a control event.  Each path has a word of its own, from the range of its unit or from the list of
   wide paths (wide.h); it stands for the event.  A *packed* word stands for a sequence of paths.  The profile lists its
   packed words:

     words->n = 2     word 2000: 300 301^3 300       word 2001: 512 300

   Only the writer and the readers of a file see packed words.  When a segment is read (wpp_profile_segment), its packed
   words are spelled out as rules (grammar/spell-out.h).  So a grammar in memory is one of events, and a writer may pack
   words as it likes.

   Why the reader does this, and not each analysis: the answers of an analysis, such as hot subpaths, may begin or end
   within a packed word.  Analyses work once for each rule, and a packed word becomes a rule.  The cost is linear in the
   length of the list, and there is none without packed words.  code.h gives the meaning of an event.

   Control events are never packed: they concern activations of all functions.  The words in a sequence are not packed
   themselves.  How a path ends follows from its number, in a sequence as elsewhere.  */

#ifndef WPP_ANALYSIS_PROFILE_WORDS_H
#define WPP_ANALYSIS_PROFILE_WORDS_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/spell-out.h"

struct wpp_reader;
struct wpp_buffer;

/* The most runs in the sequence of a word.  */
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
  struct wpp_event_run *runs;     /* the runs of all words, one sequence after the other */
};

/* The packed word WORD, or null.  O(log n).  */
const struct wpp_word *wpp_words_find (const struct wpp_words *words, uint32_t word);

/* What spelling out takes at most of a grammar of so many TERMINALS, in units of wpp_grammar_work: of each packed word
   a rule, and two for each of its runs.  It counts in the sum of a file's work (profile-file.h).  */
uint64_t wpp_words_work (const struct wpp_words *words, uint64_t terminals);

/* Put the grammar of events in the place of *G, a grammar of words.  Nothing is done when G has no packed word.  Return
   0, WPP_E_NOMEM or WPP_E_TOOBIG (2^31 rules).  */
int wpp_words_spell_out (const struct wpp_words *words, struct wpp_grammar **g);

/* Write the payload of section "WORD" (wpp(5)); read it into WORDS, which is empty.  Reading makes R bad when the
   payload is invalid; return 0 or WPP_E_NOMEM.  Whether the words are free and the events are paths is not checked
   here.  */
void wpp_words_put (struct wpp_buffer *b, const struct wpp_words *words);
int wpp_words_read (struct wpp_reader *r, struct wpp_words *words);
void wpp_words_release (struct wpp_words *words);

#endif /* WPP_ANALYSIS_PROFILE_WORDS_H */
