/* The file of a graph: pages, and what finds them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include "base/array.h"
#include "wet/pages.h"

/* The first bytes of the file, and its last.  */
#define MAGIC_BYTES (sizeof WPP_WET_MAGIC - 1)
#define HEADER 16u
#define TRAILER 32u
/* Bytes of a page, unless a single thing is larger.  */
#define PAGE (size_t)(1u << 17)
#define MOST_PAGE (1u << 28)
#define MOST_CONTENTS ((uint64_t)1 << 34)
#define LEVEL 6
#define LEVEL_OF_CONTENTS 9

struct page
{
  uint64_t offset;
  uint32_t size, plain;
  uint8_t kind;
};

/* ---- Writing.  */

struct wpp_wet_writer
{
  int fd;
  ZSTD_CCtx *zstd;
  uint64_t at;                   /* bytes written */
  struct page *pages;            /* [n] those of OPEN are there before they are written */
  size_t n, room;
  struct { struct wpp_buffer plain; uint32_t page; } open[WPP_N_WET_KINDS];
  uint64_t written[WPP_N_WET_KINDS];
  struct wpp_buffer packed;
};

struct wpp_wet_writer *
wpp_wet_writer_new (int fd)
{
  struct wpp_wet_writer *w = calloc (1, sizeof *w);
  if (w)
    *w = (struct wpp_wet_writer){ .fd = fd, .zstd = ZSTD_createCCtx () };
  if (w && w->zstd && !ZSTD_isError (ZSTD_CCtx_setParameter (w->zstd, ZSTD_c_checksumFlag, 1)))
    return w;
  wpp_wet_writer_free (w);
  return NULL;
}

void
wpp_wet_writer_free (struct wpp_wet_writer *w)
{
  if (!w)
    return;
  for (unsigned k = 0; k < WPP_N_WET_KINDS; k++)
    wpp_buffer_release (&w->open[k].plain);
  wpp_buffer_release (&w->packed);
  ZSTD_freeCCtx (w->zstd);
  free (w->pages);
  free (w);
}

static int
write_all (struct wpp_wet_writer *w, const void *bytes, size_t size)
{
  const char *at = bytes;
  w->at += size;
  while (size)
    {
      ssize_t n = write (w->fd, at, size);
      if (n <= 0)
        return WPP_E_IO;
      at += n;
      size -= n;
    }
  return WPP_OK;
}

/* Pack PLAIN with LEVEL and write it; set *SIZE.  */
static int
write_frame (struct wpp_wet_writer *w, const struct wpp_buffer *plain, int level, size_t *size)
{
  size_t most = ZSTD_compressBound (plain->size);
  w->packed.size = 0;
  unsigned char *to = plain->failed ? NULL : wpp_buffer_add (&w->packed, most);
  if (!to || ZSTD_isError (ZSTD_CCtx_setParameter (w->zstd, ZSTD_c_compressionLevel, level)))
    return WPP_E_NOMEM;
  *size = ZSTD_compress2 (w->zstd, to, most, plain->data, plain->size);
  return ZSTD_isError (*size) ? WPP_E_NOMEM : write_all (w, to, *size);
}

static int
begin_file (struct wpp_wet_writer *w)
{
  unsigned char header[HEADER] = { 0 };
  memcpy (header, WPP_WET_MAGIC, MAGIC_BYTES);
  wpp_store_u32 (header + 8, WPP_WET_VERSION);
  return w->at ? WPP_OK : write_all (w, header, sizeof header);
}

static int
write_page (struct wpp_wet_writer *w, enum wpp_wet_kind kind)
{
  struct wpp_buffer *plain = &w->open[kind].plain;
  size_t size = 0;
  int err = begin_file (w);
  struct page p = { w->at, 0, plain->size, kind };
  if (!err)
    err = write_frame (w, plain, LEVEL, &size);
  p.size = size;
  w->pages[w->open[kind].page] = p;
  w->written[kind] += size;
  plain->size = 0;
  return err;
}

int
wpp_wet_append (struct wpp_wet_writer *w, enum wpp_wet_kind kind, const void *bytes, size_t size,
                struct wpp_wet_ref *ref)
{
  struct wpp_buffer *plain = &w->open[kind].plain;
  if (size > MOST_PAGE - PAGE || w->n >= UINT32_MAX)
    return WPP_E_TOOBIG;
  if (!plain->size)
    {
      if (WPP_RESERVE (w->pages, w->room, w->n, 1))
        return WPP_E_NOMEM;
      w->open[kind].page = w->n++;
    }
  *ref = (struct wpp_wet_ref){ w->open[kind].page, plain->size };
  wpp_put_bytes (plain, bytes, size);
  if (!size)
    wpp_put_u8 (plain, 0);       /* the page is open */
  if (plain->failed)
    return WPP_E_NOMEM;
  return plain->size >= PAGE ? write_page (w, kind) : WPP_OK;
}

int
wpp_wet_writer_end (struct wpp_wet_writer *w, const struct wpp_buffer *rest)
{
  struct wpp_buffer b = { 0 };
  unsigned char trailer[TRAILER];
  size_t size = 0;
  int err = begin_file (w);
  for (unsigned k = 0; k < WPP_N_WET_KINDS && !err; k++)
    if (w->open[k].plain.size)
      err = write_page (w, k);
  wpp_put_leb (&b, w->n);
  for (size_t i = 0; i < w->n; i++)
    {
      wpp_put_u64 (&b, w->pages[i].offset);
      wpp_put_leb (&b, w->pages[i].size);
      wpp_put_leb (&b, w->pages[i].plain);
      wpp_put_u8 (&b, w->pages[i].kind);
    }
  wpp_put_bytes (&b, rest->data, rest->size);
  uint64_t at = w->at;
  if (!err)
    err = rest->failed ? WPP_E_NOMEM : write_frame (w, &b, LEVEL_OF_CONTENTS, &size);
  wpp_store_u64 (trailer, at);
  wpp_store_u64 (trailer + 8, size);
  wpp_store_u64 (trailer + 16, b.size);
  memcpy (trailer + 24, WPP_WET_MAGIC, MAGIC_BYTES);
  wpp_buffer_release (&b);
  return err ? err : write_all (w, trailer, sizeof trailer);
}

uint64_t
wpp_wet_written (const struct wpp_wet_writer *w, enum wpp_wet_kind kind)
{
  return w->written[kind];
}

uint64_t
wpp_wet_written_in_all (const struct wpp_wet_writer *w)
{
  return w->at;
}

/* ---- Reading.  */

/* Bytes of pages that are kept unpacked; then all of them are forgotten.  Who goes through many nodes has groups in as
   many pages at a time.  */
#define MOST_KEPT ((size_t)1 << 27)

struct wpp_wet_pages
{
  int fd;
  ZSTD_DCtx *zstd;
  struct page *pages;            /* [n] */
  size_t n;
  unsigned char **kept;          /* [n] what is in them, or null */
  size_t bytes;                  /* of these */
};

static void
forget (struct wpp_wet_pages *p)
{
  for (size_t i = 0; p->kept && i < p->n; i++)
    {
      free (p->kept[i]);
      p->kept[i] = NULL;
    }
  p->bytes = 0;
}

void
wpp_wet_pages_free (struct wpp_wet_pages *p)
{
  if (!p)
    return;
  forget (p);
  free (p->kept);
  ZSTD_freeDCtx (p->zstd);
  free (p->pages);
  free (p);
}

static int
read_at (int fd, uint64_t offset, void *to, size_t size)
{
  char *at = to;
  while (size)
    {
      ssize_t n = offset > INT64_MAX ? 0 : pread (fd, at, size, offset);
      if (n <= 0)
        return n ? WPP_E_IO : WPP_E_TRUNCATED;
      at += n;
      size -= n;
      offset += n;
    }
  return WPP_OK;
}

/* Unpack the frame at OFFSET, of SIZE bytes, which has PLAIN bytes.  Null and *ERR.  */
static unsigned char *
read_frame (struct wpp_wet_pages *p, uint64_t offset, size_t size, size_t plain, int *err)
{
  unsigned char *packed = malloc (size + 1), *to = NULL;
  *err = packed ? read_at (p->fd, offset, packed, size) : WPP_E_NOMEM;
  if (!*err && ZSTD_getFrameContentSize (packed, size) != plain)
    *err = WPP_E_CORRUPT;
  if (!*err && !(to = malloc (plain + 1)))
    *err = WPP_E_NOMEM;
  if (!*err && ZSTD_decompressDCtx (p->zstd, to, plain, packed, size) != plain)
    *err = WPP_E_CORRUPT;
  free (packed);
  if (!*err)
    return to;
  free (to);
  return NULL;
}

/* Read the pages from R, in a file in which they end before END.  */
static int
read_pages (struct wpp_wet_pages *p, struct wpp_reader *r, uint64_t end)
{
  size_t n = wpp_read_count (r, 11);
  p->pages = calloc (n + 1, sizeof *p->pages);
  p->kept = calloc (n + 1, sizeof *p->kept);
  if (!p->pages || !p->kept)
    return WPP_E_NOMEM;
  for (p->n = 0; p->n < n && !r->bad; p->n++)
    {
      struct page *x = &p->pages[p->n];
      x->offset = wpp_read_u64 (r);
      x->size = wpp_read_leb32 (r);
      x->plain = wpp_read_leb32 (r);
      x->kind = wpp_read_u8 (r);
      if (x->offset < HEADER || x->offset > end || x->size > end - x->offset || x->plain > MOST_PAGE
          || x->kind >= WPP_N_WET_KINDS)
        r->bad = true;
    }
  return r->bad ? WPP_E_CORRUPT : WPP_OK;
}

/* Set where the contents are, in a file of SIZE bytes.  */
static int
find_contents (int fd, uint64_t size, uint64_t *at, uint64_t *packed, uint64_t *plain)
{
  unsigned char header[HEADER], trailer[TRAILER];
  if (size < MAGIC_BYTES)
    return WPP_E_FORMAT;
  int err = read_at (fd, 0, header, size < HEADER ? MAGIC_BYTES : HEADER);
  if (!err && memcmp (header, WPP_WET_MAGIC, MAGIC_BYTES))
    return WPP_E_FORMAT;
  if (!err && size < HEADER + TRAILER)
    return WPP_E_TRUNCATED;
  if (!err && wpp_load_u32 (header + 8) != WPP_WET_VERSION)
    return WPP_E_VERSION;
  if (!err)
    err = read_at (fd, size - TRAILER, trailer, TRAILER);
  if (err)
    return err;
  *at = wpp_load_u64 (trailer);
  *packed = wpp_load_u64 (trailer + 8);
  *plain = wpp_load_u64 (trailer + 16);
  if (memcmp (trailer + 24, WPP_WET_MAGIC, MAGIC_BYTES))
    return WPP_E_TRUNCATED;
  bool fits = *at >= HEADER && *at <= size - TRAILER && *packed == size - TRAILER - *at && *plain <= MOST_CONTENTS;
  return fits ? WPP_OK : WPP_E_CORRUPT;
}

struct wpp_wet_pages *
wpp_wet_pages_open (int fd, unsigned char **rest, size_t *size, int *err)
{
  struct stat st;
  uint64_t at = 0, packed = 0, plain = 0;
  struct wpp_wet_pages *p = calloc (1, sizeof *p);
  unsigned char *contents = NULL;
  *rest = NULL;
  *err = p ? WPP_OK : WPP_E_NOMEM;
  if (!*err && fstat (fd, &st))
    *err = WPP_E_IO;
  if (!*err && !S_ISREG (st.st_mode))
    *err = WPP_E_IRREGULAR;
  if (!*err)
    {
      p->fd = fd;
      *err = (p->zstd = ZSTD_createDCtx ()) ? find_contents (fd, st.st_size, &at, &packed, &plain) : WPP_E_NOMEM;
    }
  if (!*err)
    contents = read_frame (p, at, packed, plain, err);
  struct wpp_reader r = wpp_reader_of (contents, plain);
  if (!*err)
    *err = read_pages (p, &r, at);
  if (!*err)
    {
      *size = wpp_reader_left (&r);
      memmove (contents, r.at, *size);
      *rest = contents;
      return p;
    }
  free (contents);
  wpp_wet_pages_free (p);
  return NULL;
}

int
wpp_wet_page_at (struct wpp_wet_pages *p, enum wpp_wet_kind kind, struct wpp_wet_ref ref, struct wpp_reader *r)
{
  int err = WPP_OK;
  if (ref.page >= p->n || p->pages[ref.page].kind != kind || ref.offset > p->pages[ref.page].plain)
    return WPP_E_CORRUPT;
  const struct page *x = &p->pages[ref.page];
  if (!p->kept[ref.page])
    {
      if (p->bytes + x->plain > MOST_KEPT)
        forget (p);
      p->kept[ref.page] = read_frame (p, x->offset, x->size, x->plain, &err);
      p->bytes += err ? 0 : x->plain;
    }
  if (!err)
    *r = wpp_reader_of (p->kept[ref.page] + ref.offset, x->plain - ref.offset);
  return err;
}
