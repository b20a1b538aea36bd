/* The plain form of a grammar, which is coded fast: for the largest grammars (codec.h, wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_PLAINFORM_H
#define WPP_ANALYSIS_GRAMMAR_CODING_PLAINFORM_H

#include "base/bytes.h"
#include "grammar/rules/grammar.h"

/* Append G to B, packed by zstd at LEVEL.  */
int wpp_plain_encode (const struct wpp_grammar *g, int level, struct wpp_buffer *b);

/* The number of bytes that the SIZE bytes at DATA claim to unpack to; 0 if that is too many.  */
uint64_t wpp_plain_unpacked (const unsigned char *data, size_t size);

/* Decode the SIZE bytes at DATA.  The result is not finished.  Return null and set *ERR after an error.  */
struct wpp_grammar *wpp_plain_decode (const unsigned char *data, size_t size, int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_PLAINFORM_H */
