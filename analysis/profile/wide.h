/* Paths whose numbers event words are too small for.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function flagged WPP_FN_TABLE (notes.h) may have up to 2^62 paths, of which a run executes
   few.  In its unit it has a single event word, its site, which no event has.  Those of its paths that
   were executed have event words behind all units', told by this list:

     wide->n = 2    site 300: paths 7, 2^40         site 512: path 0
     event words              1000, 1001                      1002  */

#ifndef WPP_WIDE_H
#define WPP_WIDE_H

#include <stddef.h>
#include <stdint.h>

struct wpp_reader;
struct wpp_buffer;

struct wpp_wide_path
{
  uint64_t number;
  uint64_t first;         /* ns from the start of the recording to its first execution; 0 unknown */
};

struct wpp_wide_function
{
  uint32_t site;
  uint32_t first;                 /* event word of paths[0]; the others follow */
  uint32_t n_paths;
  const struct wpp_wide_path *paths;  /* [n_paths] by rising number */
};

struct wpp_wide
{
  uint32_t n;
  struct wpp_wide_function *functions;  /* by rising site; `first' rises without gaps */
  uint64_t n_paths;                     /* of all functions */
  struct wpp_wide_path *paths;          /* theirs, one after the other */
};

/* A path that was executed COUNT times.  */
struct wpp_wide_record
{
  uint32_t site;
  uint64_t number, count, first;
};

/* Sort RECORDS [N] by site and number and add up those of the same path (saturate.h); the earliest
   `first' stays.  Return how many are left.  */
size_t wpp_wide_add_up (struct wpp_wide_record *records, size_t n);
/* Fill WIDE, empty, from RECORDS [N] as wpp_wide_add_up leaves them, with event words from WORD on.  Return
   0, WPP_E_NOMEM, or WPP_E_TOOBIG when there are not so many words.  */
int wpp_wide_build (struct wpp_wide *wide, const struct wpp_wide_record *records, size_t n,
                    uint64_t word);
void wpp_wide_release (struct wpp_wide *wide);

/* The function at SITE, the function that the event WORD belongs to, or null.  O(log n).  */
const struct wpp_wide_function *wpp_wide_at (const struct wpp_wide *wide, uint32_t site);
const struct wpp_wide_function *wpp_wide_find (const struct wpp_wide *wide, uint32_t word);
/* The event word of path NUMBER of F; WPP_EVENT_NONE when it was not executed.  */
uint32_t wpp_wide_word (const struct wpp_wide_function *f, uint64_t number);

/* The payload of section "WIDE" (wpp(5)): write it; read it into WIDE, empty.  R goes bad when it makes no
   sense; return 0 or WPP_E_NOMEM.  */
void wpp_wide_put (struct wpp_buffer *b, const struct wpp_wide *wide);
int wpp_wide_read (struct wpp_reader *r, struct wpp_wide *wide);

#endif /* WPP_WIDE_H */
