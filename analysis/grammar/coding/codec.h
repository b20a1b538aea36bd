/* The compact form of a grammar: bytes in a profile's GRAM section.

   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It is made for size: rules are sent where they first occur in a left-to-right traversal of S, and an
   adaptive arithmetic coder codes the symbols.  The byte format is documented in wpp(5).  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_CODEC_H
#define WPP_ANALYSIS_GRAMMAR_CODING_CODEC_H

#include <stddef.h>
#include "base/error.h"
#include "grammar/rules/grammar.h"

/* The model takes a quarter of a microsecond a symbol, at every reading.  Grammars with more symbols than this have the
   plain form.  */
#define WPP_MOST_MODELLED (1u << 23)

/* Encode G, a finished grammar.  *OUT is malloc'ed.  The same grammar gives the same bytes.  */
int wpp_grammar_encode (const struct wpp_grammar *g, unsigned char **out, size_t *size);

/* The same, for the grammar of at most WPP_MOST_MODELLED symbols that the steps W, which have not begun, go
   through.  */
struct wpp_steps;
int wpp_steps_encode (struct wpp_steps *w, unsigned char **out, size_t *size);

/* The same in the plain form, which is faster to encode and decode, and larger; if BRIEF, larger still, in a third of
   the time.  */
int wpp_grammar_encode_fast (const struct wpp_grammar *g, bool brief, unsigned char **out, size_t *size);

/* The work of decoding the SIZE bytes at DATA, in units of 25 bytes of memory and 0.25 microseconds.  A symbol takes
   one unit, a rule four more, a terminal twenty, a list of what followed two; in the plain form an unpacked byte takes
   one.  The header says how many there are, and wpp_grammar_decode refuses bytes that do not agree with it.  Return 0
   if the header makes no sense; then the bytes cannot be decoded.  */
uint64_t wpp_grammar_work (const unsigned char *data, size_t size);

/* Decode the SIZE bytes at DATA; the result is finished.  DATA may be hostile: any bytes give a grammar or an error, in
   time and memory bounded by wpp_grammar_work, which is at most 2^16 times SIZE.  Readers of files bound the sum over
   all grammars of a file (profile-file.h).  Return null and set *ERR after an error.  */
struct wpp_grammar *wpp_grammar_decode (const unsigned char *data, size_t size, int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_CODEC_H */
