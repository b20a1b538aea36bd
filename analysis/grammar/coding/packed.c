/* Streams of numbers, packed by zstd while they come (packed.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/packed.h"

#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#define LEVEL 5
#define FIRST_WINDOW 19u           /* logarithm of what the first frame remembers */
#define FIRST_FRAME (1u << 20)     /* bytes from which on the second one begins */
#define HASH_LESS 5u               /* logarithm of the bytes remembered for each place where they are found */
#define PART_HEAD 4u

/* ---- Packing.  */

/* The most bytes of a stream from when room is reserved to when it is again: a block that zstd holds, and the pieces
   before and after.  */
#define HELD (ZSTD_BLOCKSIZE_MAX + 2 * WPP_PACKED_PIECE)

/* A zstd context that remembers 2^WINDOW bytes, with all the memory that it will need; null when there is too
   little.  */
static ZSTD_CCtx *
new_context (unsigned window)
{
  ZSTD_CCtx *z = ZSTD_createCCtx ();
  ZSTD_inBuffer in = { 0 };
  ZSTD_outBuffer out = { 0 };
  if (z && !ZSTD_isError (ZSTD_CCtx_setParameter (z, ZSTD_c_compressionLevel, LEVEL))
      && !ZSTD_isError (ZSTD_CCtx_setParameter (z, ZSTD_c_windowLog, window))
      && !ZSTD_isError (ZSTD_CCtx_setParameter (z, ZSTD_c_hashLog, window - HASH_LESS))
      && !ZSTD_isError (ZSTD_CCtx_setParameter (z, ZSTD_c_chainLog, window - HASH_LESS))
      && !ZSTD_isError (ZSTD_compressStream2 (z, &out, &in, ZSTD_e_continue)))
    return z;
  ZSTD_freeCCtx (z);
  return NULL;
}

int
wpp_packer_begin (struct wpp_packer *p, unsigned stream, unsigned most)
{
  p->stream = stream;
  p->window = FIRST_WINDOW;
  p->most = most;
  p->n_frame = p->n = 0;
  p->zstd = new_context (p->window);
  return p->zstd ? 0 : WPP_E_NOMEM;
}

void
wpp_packer_release (struct wpp_packer *p)
{
  ZSTD_freeCCtx (p->zstd);
  p->zstd = NULL;
}

/* Zstd touches its window only as it fills.  */
size_t
wpp_packer_memory (const struct wpp_packer *p)
{
  uint64_t window = UINT64_C (1) << p->window;
  return ZSTD_sizeof_CCtx (p->zstd) - (p->n_frame < window ? window - p->n_frame : 0);
}

int
wpp_packed_reserve (struct wpp_buffer *out, unsigned n)
{
  size_t room = n * (ZSTD_compressBound (HELD) + 2 * PART_HEAD);
  if (out->capacity - out->size >= room)
    return 0;
  if (!wpp_buffer_add (out, room))
    return WPP_E_NOMEM;
  out->size -= room;
  return 0;
}

/* Give the piece to zstd, and put what it has ready into OUT, as a part.  */
static void
give (struct wpp_packer *p, ZSTD_EndDirective end, struct wpp_buffer *out)
{
  unsigned char *part = out->data + out->size;
  ZSTD_inBuffer in = { p->piece, p->n, 0 };
  ZSTD_outBuffer to = { part + PART_HEAD, out->capacity - out->size - PART_HEAD, 0 };
  size_t left;
  do
    left = ZSTD_compressStream2 (p->zstd, &to, &in, end);
  while (!ZSTD_isError (left) && (in.pos < in.size || (left && end != ZSTD_e_continue)));
  p->n_frame += p->n;
  p->n = 0;
  if (to.pos == 0)
    return;
  wpp_store_u32 (part, to.pos << 2 | p->stream);
  out->size += PART_HEAD + to.pos;
}

/* Begin the second frame, if there is memory for it.  */
static void
next_frame (struct wpp_packer *p, struct wpp_buffer *out)
{
  ZSTD_CCtx *next = new_context (p->most);
  if (next)
    {
      give (p, ZSTD_e_end, out);
      ZSTD_freeCCtx (p->zstd);
      p->zstd = next;
      p->window = p->most;
      p->n_frame = 0;
    }
  else
    p->most = p->window;
}

void
wpp_packer_make_room (struct wpp_packer *p, uint32_t count, struct wpp_buffer *out)
{
  if (WPP_PACKED_PIECE - p->n >= WPP_PACKED_NUMBER * count)
    return;
  if (p->n_frame >= FIRST_FRAME && p->window < p->most)
    next_frame (p, out);
  else
    give (p, ZSTD_e_continue, out);
}

void
wpp_packer_flush (struct wpp_packer *p, struct wpp_buffer *out)
{
  give (p, ZSTD_e_flush, out);
}

/* ---- Unpacking.  */

/* The next part of R, and set *SIZE and *STREAM; null when there is none, or R is bad.  */
static const unsigned char *
next_part (struct wpp_reader *r, size_t *size, unsigned *stream)
{
  if (!wpp_reader_left (r))
    return NULL;
  uint32_t head = wpp_read_u32 (r);
  *size = head >> 2;
  *stream = head & (WPP_PACKED_STREAMS - 1);
  return wpp_read_bytes (r, *size);
}

bool
wpp_packed_p (const unsigned char *data, size_t size, unsigned n)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  size_t part;
  unsigned stream;
  while (next_part (&r, &part, &stream))
    if (part == 0 || stream >= n)
      return false;
  return !r.bad && !wpp_reader_left (&r);
}

int
wpp_unpacker_begin (struct wpp_unpacker *u, unsigned stream, const unsigned char *data, size_t size)
{
  u->stream = stream;
  u->parts = wpp_reader_of (data, size);
  u->part = NULL;
  u->part_size = 0;
  u->full = false;
  u->err = 0;
  u->at = u->n = 0;
  u->zstd = ZSTD_createDCtx ();
  bool set = u->zstd && !ZSTD_isError (ZSTD_DCtx_setParameter (u->zstd, ZSTD_d_windowLogMax, WPP_PACKED_WINDOW));
  return set ? 0 : WPP_E_NOMEM;
}

void
wpp_unpacker_release (struct wpp_unpacker *u)
{
  ZSTD_freeDCtx (u->zstd);
  u->zstd = NULL;
}

/* Go on with the next part of U's stream, if there is one.  */
static bool
go_on (struct wpp_unpacker *u)
{
  unsigned stream;
  do
    u->part = next_part (&u->parts, &u->part_size, &stream);
  while (u->part && stream != u->stream);
  return u->part;
}

/* Unpack bytes of the part into the room after U's piece.  */
static void
unpack (struct wpp_unpacker *u)
{
  ZSTD_inBuffer in = { u->part, u->part_size, 0 };
  ZSTD_outBuffer out = { u->piece, WPP_PACKED_PIECE, u->n };
  size_t left = ZSTD_decompressStream (u->zstd, &out, &in);
  if (ZSTD_isError (left))
    u->err = ZSTD_getErrorCode (left) == ZSTD_error_memory_allocation ? WPP_E_NOMEM : WPP_E_CORRUPT;
  u->part_size -= in.pos;
  u->part = u->part_size ? u->part + in.pos : NULL;
  u->full = out.pos == out.size;
  u->n = out.pos;
}

void
wpp_unpacker_fill (struct wpp_unpacker *u)
{
  memmove (u->piece, u->piece + u->at, u->n - u->at);
  u->n -= u->at;
  u->at = 0;
  while (!u->err && u->n < WPP_PACKED_PIECE && (u->part || u->full || go_on (u)))
    unpack (u);
}

bool
wpp_unpacker_end_p (struct wpp_unpacker *u)
{
  if (u->at == u->n && !u->err)
    wpp_unpacker_fill (u);
  return u->at == u->n && !u->err;
}
