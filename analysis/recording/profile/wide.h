/* Executed paths of wide functions: their numbers do not fit event words.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function flagged WPP_FN_TABLE (notes.h) may have up to 2^62 paths, but a run executes few of them.  In its
   unit it has a single event word, its site, which no event has.  Its executed paths have event words after
   those of all units.  This list gives them:

     wide->n = 2    site 300: paths 7, 2^40         site 512: path 0
     event words              1000, 1001                      1002  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_WIDE_H
#define WPP_ANALYSIS_RECORDING_PROFILE_WIDE_H

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
  const struct wpp_wide_path *paths;  /* [n_paths] sorted by number */
};

struct wpp_wide
{
  uint32_t n;
  struct wpp_wide_function *functions;  /* by rising site; `first' rises without gaps */
  uint64_t n_paths;                     /* of all functions */
  struct wpp_wide_path *paths;          /* the functions' paths, one after the other */
};

/* A path that was executed COUNT times.  */
struct wpp_wide_record
{
  uint32_t site;
  uint64_t number, count, first;
};

/* Sort RECORDS [N] by site and number, and add up those of the same path (saturate.h), with the earliest `first'.
   Return the number of records that are left.  */
size_t wpp_wide_add_up (struct wpp_wide_record *records, size_t n);
/* Fill WIDE, which is empty, from RECORDS [N], which wpp_wide_add_up has sorted, with event words from WORD on.  Return
   0, WPP_E_NOMEM, or WPP_E_TOOBIG when there are not enough words.  */
int wpp_wide_build (struct wpp_wide *wide, const struct wpp_wide_record *records, size_t n,
                    uint64_t word);
void wpp_wide_release (struct wpp_wide *wide);

/* The function with the site SITE; the function of the event WORD; or null.  O(log n).  */
const struct wpp_wide_function *wpp_wide_at (const struct wpp_wide *wide, uint32_t site);
const struct wpp_wide_function *wpp_wide_find (const struct wpp_wide *wide, uint32_t word);
/* The event word of path NUMBER of F; WPP_EVENT_NONE when it was not executed.  */
uint32_t wpp_wide_word (const struct wpp_wide_function *f, uint64_t number);

/* Write the payload of section "WIDE" (wpp(5)); read it into WIDE, which is empty.  Reading makes R bad when the
   payload is invalid; return 0 or WPP_E_NOMEM.  */
void wpp_wide_put (struct wpp_buffer *b, const struct wpp_wide *wide);
int wpp_wide_read (struct wpp_reader *r, struct wpp_wide *wide);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_WIDE_H */
