/* Sets of timestamps as arithmetic series.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 4: what is asked and found is a set of timestamps of one node, and goes along the trace as a whole.  A
   set is a list of series (activations/timestamps/series.h) by rising first member; no two have a member in common, but
   they may lie between each other's members, as 1:99:7 and 3:94:7 do.  Members are 1 to WPP_TIME_MOST.

   Time is that of the series which lie between each other: N log N for lists of N that do not.  The results of
   operations have their own memory and are released by wpp_times_release; all 0 is the empty set.  Functions that
   return int return 0, WPP_E_NOMEM, or WPP_E_TOOBIG after WPP_TIMES_WORK pairs of series that lie between each
   other.  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_TIMES_H
#define WPP_ANALYSIS_FACTS_QUERIES_TIMES_H

#include "base/bytes.h"
#include "activations/timestamps/series.h"

#define WPP_TIME_MOST (UINT64_C (1) << 62)
#define WPP_TIMES_WORK (UINT64_C (1) << 28)

struct wpp_times
{
  struct wpp_series_entry *entries;   /* [n]; of one member: STEP 1 */
  size_t n, room;
  uint64_t last;                      /* greatest member; 0: none */
  bool between;                       /* some series may lie between each other's members */
};

void wpp_times_release (struct wpp_times *s);

/* Append FIRST, FIRST + STEP, … (COUNT of them, 1 or more), not before the first of S's last series and with no member
   of S.  Series that go on with each other become one.  */
int wpp_times_add (struct wpp_times *s, uint64_t first, uint64_t step, uint64_t count);

/* Set *OUT to …  */
int wpp_times_copy (struct wpp_times *out, const struct wpp_times *a);
int wpp_times_intersect (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b);
int wpp_times_unite (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b);
int wpp_times_minus (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b);
/* … A and B, which have no common member.  */
int wpp_times_merge (struct wpp_times *out, const struct wpp_times *a, const struct wpp_times *b);
/* … A and B; A is released and becomes that.  */
int wpp_times_gather (struct wpp_times *a, const struct wpp_times *b);

/* Add BY to all members of S; those that would be less than 1 are taken out.  */
void wpp_times_shift (struct wpp_times *s, int64_t by);

/* Members; at most WPP_TIME_MOST.  */
uint64_t wpp_times_count (const struct wpp_times *s);
bool wpp_times_has_p (const struct wpp_times *s, uint64_t time);
static inline bool
wpp_times_empty_p (const struct wpp_times *s)
{
  return !s->n;
}
/* The greatest member of S that is less than TIME, or 0.  O(log N) unless series lie between each other.  */
uint64_t wpp_times_before (const struct wpp_times *s, uint64_t time);

/* Append S as the paper writes it, `1,5:9,10:90:10', to TEXT.  */
void wpp_times_print (struct wpp_buffer *text, const struct wpp_times *s);
/* Read such a TEXT, whose series may have any order and common members.  WPP_E_RANGE when it is none.  */
int wpp_times_parse (struct wpp_times *out, const char *text);

/* ---- Series.  */

static inline uint64_t
wpp_series_members (const struct wpp_series_entry *e)
{
  return (e->last - e->first) / e->step + 1;
}

/* FIRST, FIRST + STEP, … COUNT of them.  */
static inline struct wpp_series_entry
wpp_series_of (uint64_t first, uint64_t step, uint64_t count)
{
  return (struct wpp_series_entry){ first, first + (count - 1) * step, count == 1 ? 1 : step };
}

int wpp_compare_series (const void *a, const void *b);   /* by first members, for qsort */

/* Append E, as wpp_times_add; LIST [N] in any order, which is sorted.  */
int wpp_times_append (struct wpp_times *s, const struct wpp_series_entry *e);
int wpp_times_append_all (struct wpp_times *s, struct wpp_series_entry *list, size_t n);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_TIMES_H */
