/* The projection of a thread's grammar to one function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A projection drops every event that says nothing about the function.  What is left are the
   function's own paths and, if the thread has LAND events, what is needed to know which activations a
   non-local transfer ended: entries and exits of functions with landing places, and the LAND
   events.  The projection is a grammar again.  Its event words are letters (activations/machine/view.h).

   projector.h makes the projections to all functions at once, and keeps equal rules once; only that lets an index be
   made in linear time.  For one function this file takes a quarter of the instructions (4.6 million where a projector
   of one function takes 18.5 million: bzip2, 137,000 symbols, the function with the most paths), and letters may be any
   numbers.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECT_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "activations/machine/view.h"
#include "activations/projection/sentence.h"

struct wpp_projection
{
  struct wpp_grammar *grammar;  /* null when the function does not occur */
  bool landing;                 /* the function itself has landing places */
  bool apart;                   /* its activations come one after the other (untangle.h), with nothing but GAPs
                                   between them */
  struct wpp_sentence *sentence;  /* S of the grammar, whose own S is empty then; or null */
};

/* Project G.  LETTER (DATA, EVENT) maps an event word to a letter, or to 0 to drop it.  Rules that derive nothing
   vanish, rules that derive one symbol are replaced by it, and runs are merged into exponents.  O(size of
   G).  Return null and set *ERR after an error.  */
struct wpp_projection *wpp_project (const struct wpp_grammar *g,
                                    uint32_t (*letter) (void *data, uint32_t event), void *data,
                                    bool landing, int *err);
void wpp_projection_free (struct wpp_projection *p);

/* Put P's sentence, if it has one, into its grammar.  Return 0, WPP_E_NOMEM, or WPP_E_CORRUPT when the grammar has
   rules that nothing uses.  */
int wpp_projection_make_whole (struct wpp_projection *p);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECT_H */
