/* Records of values as chunks of bytes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "recording/values/records.h"

#define COLUMNS 4
#define BYTES 3            /* the column of blocks */
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
  uint32_t n_made;           /* records that these make */
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

/* The records, after its first one, that a block of N bytes makes.  */
static uint32_t
block_records (uint32_t n)
{
  return (n + 7) / 8;
}

/* Make room for one more number in each column of C.  */
static bool
make_room (struct wpp_value_coder *c)
{
  for (int i = 0; i < BYTES; i++)
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
wpp_value_coder_add (struct wpp_value_coder *c, struct wpp_value_record r, const unsigned char *block)
{
  struct history *h = &c->history;
  uint32_t n = block ? wpp_value_block_size (r.value) : 0;
  if (!c->n++)
    c->first = c->last = r.ordinal;
  c->n_made += 1 + block_records (n);
  if (block)
    {
      wpp_put_bytes (&c->columns[BYTES], block, n);
      r.id |= WPP_RECORD_BLOCK;
    }
  if (!make_room (c))
    return c->n_made >= WPP_CHUNK_RECORDS;
  put_leb (&c->columns[0], r.ordinal - c->last);
  put_leb (&c->columns[1], r.id ^ h->next[slot_of (h->id)]);
  put_leb (&c->columns[2], zigzag (r.value - h->value[slot_of (r.id)]));
  c->last = r.ordinal;
  h->next[slot_of (h->id)] = r.id;
  h->value[slot_of (r.id)] = r.value;
  h->id = r.id;
  return c->n_made >= WPP_CHUNK_RECORDS;
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
  bool blocks = c->columns[BYTES].size > 0, failed = c->columns[BYTES].failed;
  if (blocks)
    {
      wpp_put_leb (b, 0);
      wpp_put_leb (b, c->n_made);
    }
  wpp_put_leb (b, c->n);
  wpp_put_leb (b, c->first);
  for (int i = 0; i < (blocks ? COLUMNS : BYTES); i++)
    {
      wpp_put_leb (b, c->columns[i].size);
      failed |= c->columns[i].failed;
    }
  int err = failed || b->failed ? WPP_E_NOMEM : compress (c, b);
  for (int i = 0; i < COLUMNS; i++)
    c->columns[i].size = 0;
  c->n = c->n_made = 0;
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
  struct wpp_value_record records[WPP_CHUNK_MOST];
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
  uint32_t n, n_made;        /* records, and those that they make */
  uint64_t first;
  size_t sizes[COLUMNS], size;
  struct wpp_reader frame;
};

/* The most bytes of column I of C, and the fewest.  */
static uint64_t
column_most (const struct chunk *c, int i)
{
  return i == BYTES ? (uint64_t)8 * (c->n_made - c->n) : (uint64_t)LEB_MOST * c->n;
}

static uint64_t
column_least (const struct chunk *c, int i)
{
  return i == BYTES ? c->n_made - c->n : c->n;
}

/* Read what comes before the frame.  */
static int
read_head (struct chunk *c, const unsigned char *data, size_t size)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  *c = (struct chunk){ .n = wpp_read_leb32 (&r) };
  bool blocks = !c->n;
  c->n_made = c->n;
  if (blocks)
    {
      c->n_made = wpp_read_leb32 (&r);
      c->n = wpp_read_leb32 (&r);
    }
  if (r.bad || c->n == 0 || c->n > WPP_CHUNK_RECORDS || c->n_made < c->n || c->n_made > WPP_CHUNK_MOST)
    return WPP_E_CORRUPT;
  c->first = wpp_read_leb (&r);
  for (int i = 0; i < (blocks ? COLUMNS : BYTES); i++)
    {
      uint64_t column = wpp_read_leb (&r);
      if (column > column_most (c, i) || column < column_least (c, i))
        return WPP_E_CORRUPT;
      c->size += c->sizes[i] = column;
    }
  c->frame = r;
  return r.bad ? WPP_E_CORRUPT : WPP_OK;
}

uint32_t
wpp_value_chunk_count (const unsigned char *data, size_t size)
{
  struct chunk c;
  return read_head (&c, data, size) ? 0 : c.n_made;
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

/* Take what the columns say of the next record, R, from them.  Return whether it is of a block.  */
static bool
take_record (struct history *h, struct wpp_reader *columns, struct wpp_value_record *r)
{
  uint32_t id = wpp_read_leb32 (&columns[1]) ^ h->next[slot_of (h->id)];
  r->ordinal += wpp_read_leb (&columns[0]);
  r->value = h->value[slot_of (id)] + unzigzag (wpp_read_leb (&columns[2]));
  r->id = id & ~WPP_RECORD_BLOCK;
  h->next[slot_of (h->id)] = id;
  h->value[slot_of (id)] = r->value;
  h->id = id;
  return id & WPP_RECORD_BLOCK;
}

/* Let D have, after its first *N records, of which the last one is of a block, those of its bytes, which come next in
   COLUMN; they may be LEFT records.  False: they cannot be.  */
static bool
take_bytes (struct wpp_value_decoder *d, struct wpp_reader *column, uint32_t *n, uint32_t left)
{
  struct wpp_value_record r = d->records[*n - 1];
  uint32_t size = wpp_value_block_size (r.value);
  if (!size || size > WPP_BLOCK_BYTES || block_records (size) > left || size > wpp_reader_left (column))
    return false;
  for (uint32_t i = 0; i < size; i++)
    {
      r.value = i % 8 ? r.value : 0;
      r.value |= (uint64_t)*column->at++ << i % 8 * 8;
      d->records[*n + i / 8] = r;
    }
  *n += block_records (size);
  return true;
}

int
wpp_value_decode (struct wpp_value_decoder *d, const unsigned char *data, size_t size,
                  const struct wpp_value_record **records, uint32_t *n)
{
  struct chunk c;
  struct wpp_reader columns[COLUMNS];
  int err = read_head (&c, data, size);
  if (!err)
    err = decompress (d, &c);
  if (err)
    return err;
  size_t at = 0;
  for (int i = 0; i < COLUMNS; at += c.sizes[i++])
    columns[i] = wpp_reader_of (d->bytes + at, c.sizes[i]);
  memset (&d->history, 0, sizeof d->history);
  struct wpp_value_record r = { .ordinal = c.first };
  *n = 0;
  for (uint32_t i = 0; i < c.n; i++)
    {
      bool block = take_record (&d->history, columns, &r);
      d->records[(*n)++] = r;
      if (block && !take_bytes (d, &columns[BYTES], n, c.n_made - *n - (c.n - i - 1)))
        return WPP_E_CORRUPT;
    }
  *records = d->records;
  for (int i = 0; i < COLUMNS; i++)
    if (columns[i].bad || wpp_reader_left (&columns[i]))
      return WPP_E_CORRUPT;
  return *n == c.n_made ? WPP_OK : WPP_E_CORRUPT;
}
