/* Streams of numbers, packed by zstd while they come.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   packed := parts: u32 (size << 2 | stream), as many bytes

   The parts of a stream, one after the other, are zstd frames of its numbers, each LEB128.  The last frame need not be
   complete: its reader knows how many numbers there are.

   The first frame of a stream needs little memory, because a run may have thousands of streams.  The second one, after
   the first megabyte, remembers more, because what repeats may be far away.  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_PACKED_H
#define WPP_ANALYSIS_GRAMMAR_CODING_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/bytes.h"
#include "base/error.h"

#define WPP_PACKED_STREAMS 4u
#define WPP_PACKED_WINDOW 25u      /* logarithm of the most bytes that a frame remembers */
#define WPP_PACKED_NUMBER 5u       /* the most bytes of a number */
#define WPP_PACKED_PIECE (1u << 14) /* bytes that are given to zstd at a time */

struct wpp_packer                  /* of one stream */
{
  struct ZSTD_CCtx_s *zstd;
  unsigned stream;
  unsigned window, most;           /* logarithms of what the frame, and the last frame, remember */
  uint64_t n_frame;                /* bytes of the frame */
  uint32_t n;
  unsigned char piece[WPP_PACKED_PIECE]; /* [n] not given to zstd yet */
};

/* Begin the stream STREAM, whose frames remember at most 2^MOST bytes.  Return 0 or WPP_E_NOMEM.  */
int wpp_packer_begin (struct wpp_packer *p, unsigned stream, unsigned most);
void wpp_packer_release (struct wpp_packer *p);
/* Bytes in use.  */
size_t wpp_packer_memory (const struct wpp_packer *p);

/* Let there be room in OUT for the rest of N streams.  Return 0 or WPP_E_NOMEM.  */
int wpp_packed_reserve (struct wpp_buffer *out, unsigned n);
/* Let P take COUNT <= WPP_PACKED_PIECE / WPP_PACKED_NUMBER more numbers.  OUT has room for its rest, and will need it
   again.  */
void wpp_packer_make_room (struct wpp_packer *p, uint32_t count, struct wpp_buffer *out);
/* Put all numbers so far into OUT, which has room for them.  More may come.  */
void wpp_packer_flush (struct wpp_packer *p, struct wpp_buffer *out);

/* Append NUMBER, for which there is room.  */
static inline void
wpp_packer_put (struct wpp_packer *p, uint32_t number)
{
  for (; number >= 128; number >>= 7)
    p->piece[p->n++] = number | 128;
  p->piece[p->n++] = number;
}

struct wpp_unpacker                /* of one stream */
{
  struct ZSTD_DCtx_s *zstd;
  unsigned stream;
  struct wpp_reader parts;         /* after the part that is read */
  const unsigned char *part;       /* [part_size] what is left of it; null: nothing */
  size_t part_size;
  bool full;                       /* zstd may have more bytes of it */
  int err;                         /* after it all numbers are 0 */
  uint32_t at, n;
  unsigned char piece[WPP_PACKED_PIECE]; /* [at .. n) not read yet */
};

/* Are DATA [SIZE] parts of the first N streams?  */
bool wpp_packed_p (const unsigned char *data, size_t size, unsigned n);

/* Begin to read the stream STREAM of DATA [SIZE], which are parts and must stay; they may be hostile.  Return 0 or
   WPP_E_NOMEM.  Reading takes 2^WPP_PACKED_WINDOW bytes at most, and time and memory that are in proportion to SIZE and
   to the numbers that are read.  */
int wpp_unpacker_begin (struct wpp_unpacker *u, unsigned stream, const unsigned char *data, size_t size);
void wpp_unpacker_release (struct wpp_unpacker *u);
/* Has U no more number?  Then there was no error either.  */
bool wpp_unpacker_end_p (struct wpp_unpacker *u);
/* Have the next bytes ready; no more than those of a number are needed.  */
void wpp_unpacker_fill (struct wpp_unpacker *u);

/* The next number; 0 and an error when there is none.  */
static inline uint32_t
wpp_unpacker_get (struct wpp_unpacker *u)
{
  uint32_t number = 0, at;
  if (__builtin_expect (u->n - u->at < WPP_PACKED_NUMBER, 0))
    wpp_unpacker_fill (u);
  for (at = u->at; at < u->n && at - u->at < WPP_PACKED_NUMBER; at++)
    {
      unsigned char byte = u->piece[at];
      number |= (uint32_t)(byte & 127) << 7 * (at - u->at);
      if (byte < 128)
        {
          u->at = at + 1;
          return number;
        }
    }
  if (!u->err)
    u->err = WPP_E_CORRUPT;
  u->at = u->n;
  return 0;
}

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_PACKED_H */
