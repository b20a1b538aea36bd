/* The executed paths that were not interesting: `wpp residual'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_RESIDUAL_H
#define WPP_ANALYSIS_ANSWERS_RESIDUAL_H

#include "answers/routes.h"

struct wpp_residual_row
{
  uint64_t count;
  double first;                 /* seconds until it was executed first; none: unknown */
  struct wpp_route_row route;
};

extern const struct wpp_schema wpp_residual_schema;

/* Was CODE, or a part of it, made with -fwpp-generate=preferential?  */
bool wpp_preferential_p (const struct wpp_code *code);

/* Send the residual paths of R, or those of functions called FUNCTION if that is not null, to SINK; R needs counts.  Return
   how many there are; WPP_E_TOLD with PLACE when no paths are known as interesting; WPP_E_NOMEM, an error of
   wpp_answer_route, or what SINK returns.  */
int64_t wpp_answer_residual (struct wpp_recording *r, const char *function, struct wpp_row_sink *sink,
                         struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_RESIDUAL_H */
