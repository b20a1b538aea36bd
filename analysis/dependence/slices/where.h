/* The K-th time that a block is entered.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_SLICES_WHERE_H
#define WPP_ANALYSIS_DEPENDENCE_SLICES_WHERE_H

#include "activations/ropes/times.h"
#include "dependence/slices/scan.h"

struct wpp_where
{
  struct wpp_nest_times times;   /* how often everything enters a block */
};

/* Count how often everything in NEST enters a node of ENTRIES [functions] [nodes] (null: none of that function).  Nodes
   that CONTINUE a block do not enter it.  To be released in any case.  0, WPP_E_NOMEM or what PATH_OF returns.  */
int wpp_where_init (struct wpp_where *w, const struct wpp_nest *nest, const struct wpp_slice_model *model,
                    wpp_slice_path_of *path_of, void *data, const bool *const *entries);
void wpp_where_release (struct wpp_where *w);

/* How often that is in thread THREAD.  */
uint64_t wpp_where_times (const struct wpp_where *w, uint32_t thread);

/* Set *PLACE to where the block that is entered the K-th time, from 1 on, in thread THREAD is left, or where it goes no
   further; or, if BEGIN, to where it is entered: then NODE may be the number of the path's nodes.  Set *FUNCTION and
   *NODE to where it is.  PLACE is to be released in any case.  WPP_E_RANGE when it is not entered so often,
   WPP_E_NOMEM, or what PATH_OF returns.  */
int wpp_where_find (const struct wpp_where *w, const struct wpp_slice_model *model, wpp_slice_path_of *path_of,
                    void *data, const bool *const *entries, uint32_t thread, uint64_t k, bool begin,
                    struct wpp_slice_place *place, uint32_t *function, uint32_t *node);
void wpp_slice_place_release (struct wpp_slice_place *place);

#endif /* WPP_ANALYSIS_DEPENDENCE_SLICES_WHERE_H */
