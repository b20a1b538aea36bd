/* The sites at which facts held most often, kept beside a recording's file.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   kept as FILE.qry (base/kept-file.h), for what was asked last:

     contents := check, leb sites, site*
     site     := leb 2 * function plus 1 if the problem is backward, leb statement, leb line, string, leb executions,
                 leb held, leb queries, leb answers, answer*
     answer   := leb 2 * function plus 1 if true, leb place, leb statement plus 1, leb count

   Functions are those of the recording's code.  Bytes may be hostile.  */

#ifndef WPP_ANALYSIS_ANSWERS_KEPT_QUERY_H
#define WPP_ANALYSIS_ANSWERS_KEPT_QUERY_H

#include "answers/query-impl.h"
#include "base/kept-file.h"

/* Set K to what the answer to ASKED, about all functions, is kept as, of the file that K says.  */
void wpp_kept_query_of (struct wpp_kept *k, const struct wpp_query_asked *asked);

/* Results that were kept, and what they point to.  */
struct wpp_kept_query
{
  size_t n;
  struct wpp_query_result *results;   /* [n] */
  struct wpp_site *sites;             /* [n] of the results */
};

/* Set *Q to what is kept for K, of functions of CODE, which FOUND has.  Return false, with *Q empty, when there is
   nothing that can be used.  */
bool wpp_kept_query_find (const struct wpp_kept *k, const struct wpp_code *code, const struct wpp_at_found *found,
                          struct wpp_kept_query *q);
void wpp_kept_query_release (struct wpp_kept_query *q);
/* Keep RESULTS [N], of sites and without times, of functions of CODE, for K, if that is possible.  */
void wpp_kept_query_put (const struct wpp_kept *k, const struct wpp_code *code, const struct wpp_query_result *results,
                         size_t n);

#endif /* WPP_ANALYSIS_ANSWERS_KEPT_QUERY_H */
