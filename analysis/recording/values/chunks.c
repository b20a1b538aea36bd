/* Records of values as chunks of bytes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "recording/values/records.h"

#define COLUMNS 3
#define LEVEL 1
/* What a number takes at most as LEB128.  */
#define LEB_MOST 10u

/* What came last, by the lowest 16 bits of an id.  */
struct history
{
  uint32_t id;               /* of the last record */
  uint32_t next[65536];      /* id that came after one */
  uint64_t value[65536];
};

static unsigned
slot_of (uint32_t id)
{
  return id & 65535;
}

static uint64_t
zigzag (uint64_t difference)
{
  return difference << 1 ^ (uint64_t) ((int64_t)difference >> 63);
}

static uint64_t
unzigzag (uint64_t z)
{
  return z >> 1 ^ -(z & 1);
}

/* ---- Coding.  */

struct wpp_value_coder
{
  uint32_t n;
  uint64_t first, last;      /* ordinals */
  struct wpp_buffer columns[COLUMNS];
  struct history history;
};

struct wpp_value_coder *
wpp_value_coder_new (void)
{
  return calloc (1, sizeof (struct wpp_value_coder));
}

void
wpp_value_coder_free (struct wpp_value_coder *c)
{
  for (int i = 0; c && i < COLUMNS; i++)
    wpp_buffer_release (&c->columns[i]);
  free (c);
}

/* Append V to B, which has room.  */
static inline void
put_leb (struct wpp_buffer *b, uint64_t v)
{
  unsigned char *to = b->data + b->size;
  for (; v >= 0x80; v >>= 7)
    *to++ = v | 0x80;
  *to++ = v;
  b->size = to - b->data;
}

/* Make room for one more number in each column of C.  */
static bool
make_room (struct wpp_value_coder *c)
{
  for (int i = 0; i < COLUMNS; i++)
    {
      struct wpp_buffer *b = &c->columns[i];
      if (b->capacity - b->size < LEB_MOST && wpp_buffer_add (b, LEB_MOST))
        b->size -= LEB_MOST;
      if (b->failed)
        return false;
    }
  return true;
}

bool
wpp_value_coder_add (struct wpp_value_coder *c, struct wpp_value_record r)
{
  struct history *h = &c->history;
  if (!c->n++)
    c->first = c->last = r.ordinal;
  if (!make_room (c))
    return c->n == WPP_CHUNK_RECORDS;
  put_leb (&c->columns[0], r.ordinal - c->last);
  put_leb (&c->columns[1], r.id ^ h->next[slot_of (h->id)]);
  put_leb (&c->columns[2], zigzag (r.value - h->value[slot_of (r.id)]));
  c->last = r.ordinal;
  h->next[slot_of (h->id)] = r.id;
  h->value[slot_of (r.id)] = r.value;
  h->id = r.id;
  return c->n == WPP_CHUNK_RECORDS;
}

/* Append the columns of C, compressed, to B.  */
static int
compress (const struct wpp_value_coder *c, struct wpp_buffer *b)
{
  struct wpp_buffer all = { 0 };
  for (int i = 0; i < COLUMNS; i++)
    wpp_put_bytes (&all, c->columns[i].data, c->columns[i].size);
  size_t most = ZSTD_compressBound (all.size), before = b->size;
  unsigned char *to = all.failed ? NULL : wpp_buffer_add (b, most);
  size_t size = to ? ZSTD_compress (to, most, all.data, all.size, LEVEL) : 0;
  wpp_buffer_release (&all);
  if (!to || ZSTD_isError (size))
    return WPP_E_NOMEM;
  b->size = before + size;
  return WPP_OK;
}

int
wpp_value_coder_take (struct wpp_value_coder *c, struct wpp_buffer *b)
{
  if (!c->n)
    return WPP_OK;
  wpp_put_leb (b, c->n);
  wpp_put_leb (b, c->first);
  bool failed = false;
  for (int i = 0; i < COLUMNS; i++)
    {
      wpp_put_leb (b, c->columns[i].size);
      failed |= c->columns[i].failed;
    }
  int err = failed || b->failed ? WPP_E_NOMEM : compress (c, b);
  for (int i = 0; i < COLUMNS; i++)
    c->columns[i].size = 0;
  c->n = 0;
  memset (&c->history, 0, sizeof c->history);
  return err;
}

/* ---- Decoding.  */

struct wpp_value_decoder
{
  ZSTD_DCtx *zstd;
  struct history history;
  unsigned char *bytes;      /* of the columns */
  size_t room;
  struct wpp_value_record records[WPP_CHUNK_RECORDS];
};

struct wpp_value_decoder *
wpp_value_decoder_new (void)
{
  struct wpp_value_decoder *d = malloc (sizeof *d);
  if (!d)
    return NULL;
  d->bytes = NULL;
  d->room = 0;
  d->zstd = ZSTD_createDCtx ();
  if (d->zstd)
    return d;
  free (d);
  return NULL;
}

void
wpp_value_decoder_free (struct wpp_value_decoder *d)
{
  if (!d)
    return;
  ZSTD_freeDCtx (d->zstd);
  free (d->bytes);
  free (d);
}

struct chunk
{
  uint32_t n;
  uint64_t first;
  size_t sizes[COLUMNS], size;
  struct wpp_reader frame;
};

/* Read what comes before the frame.  */
static int
read_head (struct chunk *c, const unsigned char *data, size_t size)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  c->n = wpp_read_leb32 (&r);
  c->first = wpp_read_leb (&r);
  c->size = 0;
  for (int i = 0; i < COLUMNS; i++)
    {
      uint64_t column = wpp_read_leb (&r);
      if (column > (uint64_t)LEB_MOST * c->n || column < c->n)
        return WPP_E_CORRUPT;
      c->size += c->sizes[i] = column;
    }
  c->frame = r;
  return r.bad || c->n == 0 || c->n > WPP_CHUNK_RECORDS ? WPP_E_CORRUPT : WPP_OK;
}

uint32_t
wpp_value_chunk_count (const unsigned char *data, size_t size)
{
  struct chunk c;
  return read_head (&c, data, size) ? 0 : c.n;
}

static int
decompress (struct wpp_value_decoder *d, const struct chunk *c)
{
  if (d->room < c->size)
    {
      unsigned char *bytes = realloc (d->bytes, c->size);
      if (!bytes)
        return WPP_E_NOMEM;
      d->bytes = bytes;
      d->room = c->size;
    }
  size_t size = ZSTD_decompressDCtx (d->zstd, d->bytes, c->size, c->frame.at, wpp_reader_left (&c->frame));
  return ZSTD_isError (size) || size != c->size ? WPP_E_CORRUPT : WPP_OK;
}

int
wpp_value_decode (struct wpp_value_decoder *d, const unsigned char *data, size_t size,
                  const struct wpp_value_record **records, uint32_t *n)
{
  struct chunk c;
  struct wpp_reader columns[COLUMNS];
  struct history *h = &d->history;
  int err = read_head (&c, data, size);
  if (!err)
    err = decompress (d, &c);
  if (err)
    return err;
  size_t at = 0;
  for (int i = 0; i < COLUMNS; at += c.sizes[i++])
    columns[i] = wpp_reader_of (d->bytes + at, c.sizes[i]);
  memset (h, 0, sizeof *h);
  uint64_t ordinal = c.first;
  for (uint32_t i = 0; i < c.n; i++)
    {
      uint32_t id = wpp_read_leb32 (&columns[1]) ^ h->next[slot_of (h->id)];
      ordinal += wpp_read_leb (&columns[0]);
      uint64_t value = h->value[slot_of (id)] + unzigzag (wpp_read_leb (&columns[2]));
      d->records[i] = (struct wpp_value_record){ id, ordinal, value };
      h->next[slot_of (h->id)] = id;
      h->value[slot_of (id)] = value;
      h->id = id;
    }
  *records = d->records;
  *n = c.n;
  for (int i = 0; i < COLUMNS; i++)
    if (columns[i].bad || wpp_reader_left (&columns[i]))
      return WPP_E_CORRUPT;
  return WPP_OK;
}
