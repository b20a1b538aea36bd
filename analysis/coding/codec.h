/* The compact form of a grammar: bytes in a profile's GRAM section.

   Written for size: rules are sent where they first occur in a left-to-right
   walk from S, symbols are coded with an adaptive arithmetic coder.  The byte
   format is documented in wpp(5).  */

#ifndef WPP_CODEC_H
#define WPP_CODEC_H

#include <stddef.h>
#include "support/error.h"
#include "grammar/grammar.h"

/* The model takes a quarter of a microsecond a symbol, at every reading; more symbols than this are
   coded plainly.  */
#define WPP_MOST_MODELLED (1u << 23)

/* Encode G, whose rules are those of a finished grammar.  *OUT is malloc'ed.  The same grammar gives the same bytes.  */
int wpp_grammar_encode (const struct wpp_grammar *g, unsigned char **out, size_t *size);

/* The same of the grammar that W, at its beginning, walks through, of at most WPP_MOST_MODELLED
   symbols.  */
struct wpp_steps;
int wpp_steps_encode (struct wpp_steps *w, unsigned char **out, size_t *size);

/* The same, faster to encode and decode, and larger.  */
int wpp_grammar_encode_fast (const struct wpp_grammar *g, unsigned char **out, size_t *size);

/* What decoding the SIZE bytes at DATA takes, in units of 25 bytes and 0.25 microseconds: a symbol is one, a rule and a terminal
   four more, a list of what followed two; of a plain form an unpacked byte is one.  The header says it, and
   wpp_grammar_decode refuses bytes that are not as it says; 0 if it makes no sense, so that they are not decoded.  */
uint64_t wpp_grammar_work (const unsigned char *data, size_t size);

/* Decode; the result is finished.  DATA is hostile: any bytes give a grammar
   or an error, in time and memory bounded by wpp_grammar_work, which is at most 2^16 times SIZE; who reads files bounds the
   sum of a file's grammars (profile-file.h).  Return null and set *ERR.  */
struct wpp_grammar *wpp_grammar_decode (const unsigned char *data, size_t size, int *err);

#endif /* WPP_CODEC_H */
