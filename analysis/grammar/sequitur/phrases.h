/* Fast conversion of events into a grammar: first phrases, then SEQUITUR on the phrases.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     events --chunker--> phrases --phrase table--> numbers --SEQUITUR--> S and its rules      "top"
                                       |
                                       +--------- new phrases --SEQUITUR--> a rule each      "dictionary"

   The chunker cuts the events into phrases of some letters each (chunker.h).  A phrase that was met before is found by
   its hash, and is a single letter for the SEQUITUR that makes S.  When a phrase is new, a second SEQUITUR, which is
   common to all phrases, makes a rule of it.  At the end, phrases that occur only once are put in their places
   (compose.h).  The two SEQUITURs work in threads of their own, on batches of phrases.

   The first events are appended one by one, so short sequences get the grammar of SEQUITUR with retracing (retrace.h).
   Without WPP_SEQUITUR_RETRACE, every sequence gets the grammar of SEQUITUR(1).

   With phrases, digrams are unique in S and its rules before phrases are put in their places, and in the rules of the
   phrases.  All rules are used at least twice.  The same events give the same grammar, however the input is divided
   among calls and the threads are scheduled.

   With WPP_SEQUITUR_LATER, no grammar is made of a sequence that is cut into phrases, but a draft
   (grammar/coding/draft.h):

     events --chunker--> phrases --phrase table--> numbers and new phrases --coder--> draft

   The draft takes a fraction of the time, and has all that SEQUITUR is to get.  wpp_draft_grammar makes the grammar
   that there would have been without WPP_SEQUITUR_LATER.  A sequence that is not cut into phrases gets a grammar at
   once.

   Larus names the time that SEQUITUR takes as a problem (Whole Program Paths, PLDI 1999, section 3).  Content-defined
   chunks solve it; they are not in the paper.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASES_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASES_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

struct wpp_phrases;

/* FLAGS are those of wpp_sequitur_new, except PLAIN and NUMBERED.  Return null when out of memory.  */
struct wpp_phrases *wpp_phrases_new (unsigned flags);
void wpp_phrases_free (struct wpp_phrases *p);

/* Append EVENTS [N], which may have any value.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  After an error *DONE says how
   many of them were taken, and P takes no more.  */
int wpp_phrases_append (struct wpp_phrases *p, const uint32_t *events, size_t n, size_t *done);

/* Bytes in use and right-hand-side symbols, as of some batches ago.  They are the same at the same event of every run,
   provided that the grammar is among the first few (FEW_GRAMMARS) in all of these runs or in none.  */
size_t wpp_phrases_memory (const struct wpp_phrases *p);
uint64_t wpp_phrases_symbols (const struct wpp_phrases *p);

/* The grammar of the events so far, of which no draft is being made, with rules numbered by first occurrence in a
   left-to-right, depth-first traversal from S; or null.  It is not finished (grammar.h); coding does not need that.  P
   can be appended to afterwards, but its grammar of the same events may then differ from the one without this call.  */
struct wpp_grammar *wpp_phrases_grammar (struct wpp_phrases *p, int *err);

/* Code the grammar (codec.h), in less time and memory than through wpp_phrases_grammar, or the draft
   (grammar/coding/draft.h).  *BYTES is malloc'ed.  *LOST is how many of the last events are missing in a draft, because
   there was no memory to code them; WPP_EVENT_GAP is in their place.  P is freed, also when an error is returned.  */
int wpp_phrases_finish (struct wpp_phrases *p, unsigned char **bytes, size_t *size, uint64_t *lost);
/* Code the grammar or the draft of the events so far.  P can be appended to afterwards, as after
   wpp_phrases_grammar.  */
int wpp_phrases_snapshot (struct wpp_phrases *p, unsigned char **bytes, size_t *size);

/* The grammar of the draft DATA [SIZE], finished (grammar.h); or null and *ERR.  DATA may be hostile
   (grammar/coding/draft.h).  */
struct wpp_grammar *wpp_draft_grammar (const unsigned char *data, size_t size, int *err);
/* The grammar of a coded grammar or of a draft, likewise.  */
struct wpp_grammar *wpp_phrases_decode (const unsigned char *data, size_t size, int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASES_H */
