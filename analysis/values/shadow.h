/* Who accessed which byte of memory last.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Numbers stand for who that was; 0: nobody.  Pages are made where memory is written.  There are at most
   WPP_MOST_PAGES: then all are forgotten, and `forgotten' counts it.  */

#ifndef WPP_ANALYSIS_VALUES_SHADOW_H
#define WPP_ANALYSIS_VALUES_SHADOW_H

#include <stddef.h>
#include <stdint.h>
#include "base/hash-table.h"

#define WPP_SHADOW_PAGE 4096u
#define WPP_MOST_PAGES 65536u

struct wpp_shadow_page
{
  uint64_t number;               /* of the address's page */
  uint32_t writer[WPP_SHADOW_PAGE];
  uint32_t mark[WPP_SHADOW_PAGE]; /* for the user */
};

struct wpp_shadow                /* all 0 at first */
{
  struct wpp_shadow_page **pages; /* [n] */
  size_t n, room;
  struct wpp_hash_table table;
  struct wpp_shadow_page *last;  /* that was asked for */
  uint64_t forgotten;
};

/* The page of ADDRESS, or null: there is none; if MAKE, it is made, and null says that memory is out.  */
struct wpp_shadow_page *wpp_shadow_page (struct wpp_shadow *s, uint64_t address, bool make);
void wpp_shadow_forget (struct wpp_shadow *s);
void wpp_shadow_release (struct wpp_shadow *s);

/* The most bytes of one access that are noted.  */
#define WPP_SHADOW_MOST (UINT64_C (1) << 20)

#endif /* WPP_ANALYSIS_VALUES_SHADOW_H */
