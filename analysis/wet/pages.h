/* The file of a graph: pages, and what finds them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What is appended goes into pages, one kind to a page, each packed by zstd with a checksum.  So it is written as it
   comes, and read in any order.  All integers are little-endian or LEB128.

     file    := magic (8 bytes), u32 version, u32 0, frame of a page..., frame of the contents, trailer
     trailer := u64 where the contents' frame begins, u64 its size, u64 its size unpacked, magic
     frame   := zstd, with the size of what it has, and a checksum

   The contents begin with the pages (wpp_wet_pages_open); the rest is wet.h's.  Files may be hostile.  */

#ifndef WPP_ANALYSIS_WET_PAGES_H
#define WPP_ANALYSIS_WET_PAGES_H

#include "base/bytes.h"
#include "base/error.h"

#define WPP_WET_MAGIC "\211WPG\r\n\032\n"
/* 4: va_arg and its like access lists (program/library/table.c), so what is labelled is not what 3 labelled.  */
#define WPP_WET_VERSION 4u

/* What a page has.  */
enum wpp_wet_kind
{
  WPP_WET_TIMES,                 /* which node is executed when */
  WPP_WET_VALUES,
  WPP_WET_LABELS,                /* of dependences, and of activations */
  WPP_N_WET_KINDS
};

/* Where something that was appended is.  */
struct wpp_wet_ref
{
  uint32_t page, offset;
};

/* ---- Writing.  */

struct wpp_wet_writer;

/* Write to the file FD, which is empty.  Null when memory is out.  */
struct wpp_wet_writer *wpp_wet_writer_new (int fd);
void wpp_wet_writer_free (struct wpp_wet_writer *w);
/* Append BYTES [SIZE] to the pages of KIND, and set *REF.  WPP_E_NOMEM, WPP_E_IO, WPP_E_TOOBIG.  */
int wpp_wet_append (struct wpp_wet_writer *w, enum wpp_wet_kind kind, const void *bytes, size_t size,
                    struct wpp_wet_ref *ref);
/* Write what is left, then the contents: the pages and REST.  The same errors.  */
int wpp_wet_writer_end (struct wpp_wet_writer *w, const struct wpp_buffer *rest);
/* Bytes of the pages of KIND, packed; of the whole file.  After the end.  */
uint64_t wpp_wet_written (const struct wpp_wet_writer *w, enum wpp_wet_kind kind);
uint64_t wpp_wet_written_in_all (const struct wpp_wet_writer *w);

/* ---- Reading.  */

struct wpp_wet_pages;

/* Read the contents of the file FD, which stays open: *REST, malloc'ed, [*SIZE] are what comes after the pages.  Null
   and *ERR: WPP_E_NOMEM, WPP_E_IO, WPP_E_FORMAT, WPP_E_VERSION, WPP_E_TRUNCATED, WPP_E_CORRUPT.  */
struct wpp_wet_pages *wpp_wet_pages_open (int fd, unsigned char **rest, size_t *size, int *err);
void wpp_wet_pages_free (struct wpp_wet_pages *p);
/* Let R be what is at REF, to the page's end, valid until the next call.  WPP_E_NOMEM, WPP_E_IO, WPP_E_CORRUPT.  */
int wpp_wet_page_at (struct wpp_wet_pages *p, enum wpp_wet_kind kind, struct wpp_wet_ref ref, struct wpp_reader *r);

#endif /* WPP_ANALYSIS_WET_PAGES_H */
