/* Memory of which some bits are known.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Pages are shared by copies, until one of them writes there, so a copy costs a pointer a page.  */

#ifndef WPP_ANALYSIS_SERVE_PAST_MEMORY_H
#define WPP_ANALYSIS_SERVE_PAST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/hash-table.h"
#include "serve/image/image.h"

#define WPP_PARTIAL_PAGE 1024u

struct wpp_partial_page
{
  uint64_t number;               /* of its address */
  uint32_t users;                /* memories that have it */
  unsigned char bytes[WPP_PARTIAL_PAGE];
  unsigned char known[WPP_PARTIAL_PAGE]; /* masks: which bits are */
};

struct wpp_partial_memory          /* all 0: nothing is known */
{
  struct wpp_partial_page **pages; /* [n] */
  size_t n, room;
  struct wpp_hash_table table;
  uint32_t recent[64];           /* by the lowest bits of pages' numbers: their places, plus 1; 0: look them up */
};

/* The most bytes that one call copies, fills or makes unknown; of more, those after them stay as they were.  */
#define WPP_PARTIAL_MOST (UINT64_C (1) << 24)

/* Bytes [N] are at ADDRESS.  0 or WPP_E_NOMEM, also of the others.  */
int wpp_partial_put (struct wpp_partial_memory *m, uint64_t address, const void *bytes, uint64_t n);
/* N bytes at ADDRESS are BYTE; are not known any more.  */
int wpp_partial_fill (struct wpp_partial_memory *m, uint64_t address, unsigned char byte, uint64_t n);
int wpp_partial_lose (struct wpp_partial_memory *m, uint64_t address, uint64_t n);
/* SIZE bits, at most 64, from BIT on of the bytes at ADDRESS, the lowest first, are those of BITS.  */
int wpp_partial_put_bits (struct wpp_partial_memory *m, uint64_t address, unsigned bit, unsigned size, uint64_t bits);
/* Let those bits that are GAPS of the bytes at ADDRESS, and that are not known, be 0.  */
int wpp_partial_pad_all (struct wpp_partial_memory *m, uint64_t address, const struct wpp_image_gaps *gaps);
/* What is at FROM is at TO as well.  */
int wpp_partial_copy (struct wpp_partial_memory *m, uint64_t to, uint64_t from, uint64_t n);

/* What OTHER knows of N bytes at FROM is at TO of M, and nothing else.  */
int wpp_partial_copy_from (struct wpp_partial_memory *m, uint64_t to, const struct wpp_partial_memory *other,
                           uint64_t from, uint64_t n);

/* Write to BYTES as many of the N bytes at ADDRESS as are known, up to the first that is not.  Return how many.  */
uint64_t wpp_partial_get (const struct wpp_partial_memory *m, uint64_t address, void *bytes, uint64_t n);

/* May a byte of [ADDRESS, ADDRESS + N) differ between A and B?  False is certain: they have the same pages.  */
bool wpp_partial_differ_p (const struct wpp_partial_memory *a, const struct wpp_partial_memory *b, uint64_t address,
                         uint64_t n);

/* Nothing below END is known any more.  */
int wpp_partial_forget (struct wpp_partial_memory *m, uint64_t end);

/* Let M, which is empty, be a copy of OTHER.  */
int wpp_partial_share (struct wpp_partial_memory *m, const struct wpp_partial_memory *other);
void wpp_partial_release (struct wpp_partial_memory *m);

#endif /* WPP_ANALYSIS_SERVE_PAST_MEMORY_H */
