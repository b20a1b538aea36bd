/* The table of values, as replay keeps it: the same bytes as the recorded thread's (format/value-table.h), and which of
   them are not known.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A byte is not known where the program stored what replay does not know.  That is rare: while there is none, nobody
   asks.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_TABLE_H
#define WPP_ANALYSIS_VALUES_REPLAY_TABLE_H

#include <stdbool.h>
#include "format/value-table.h"
#include "values/replay/micro.h"

struct wpp_table
{
  unsigned char *bytes;   /* [WPP_TABLE_AREA] */
  unsigned char *start;   /* in BYTES: the place 0 */
  unsigned char *lost;    /* [WPP_TABLE_AREA] 1: not known */
  bool any_lost;          /* some may be */
  /* While the table is blind, nobody knows in which order it is used: nothing in it is known, and what is put is not
     known in the end.  */
  bool blind, any_lost_before;
  bool touched_all;       /* no list was kept of … */
  struct wpp_table_touch { int64_t place; uint64_t n; } *touched; /* [n_touched] … what was put then */
  size_t n_touched, touched_room;
};

void wpp_table_begin_blind (struct wpp_table *t);
/* What was touched since is lost; all else is known as before.  */
void wpp_table_end_blind (struct wpp_table *t);

/* Make T, all zeroes.  Return 0 or WPP_E_NOMEM.  */
int wpp_table_init (struct wpp_table *t);
void wpp_table_release (struct wpp_table *t);

/* All zeroes, and known, again.  */
void wpp_table_reset (struct wpp_table *t);
/* Nothing is known any more; but for the argument area, if ADDRESSED.  */
void wpp_table_lose (struct wpp_table *t, bool addressed);

/* A place from an address, for at most 8 bytes.  */
static inline int64_t
wpp_table_place (uint64_t address)
{
  return wpp_value_place (address);
}

/* What the WIDTH bytes at PLACE are, extended by zeroes.  */
struct wpp_word wpp_table_get (const struct wpp_table *t, int64_t place, unsigned width);
/* Store V there.  */
void wpp_table_put (struct wpp_table *t, int64_t place, unsigned width, struct wpp_word v);

/* Store BYTES [N], N at most 8, there.  */
void wpp_table_write (struct wpp_table *t, int64_t place, const unsigned char *bytes, unsigned n);

/* Copy N bytes from the address FROM to TO; fill N bytes at TO with BYTE: as programs do.  What is not known may have
   changed anything.  */
void wpp_table_copy (struct wpp_table *t, struct wpp_word to, struct wpp_word from, struct wpp_word n);
void wpp_table_fill (struct wpp_table *t, struct wpp_word to, struct wpp_word byte, struct wpp_word n);

#endif /* WPP_ANALYSIS_VALUES_REPLAY_TABLE_H */
