/* The executed paths that were not interesting: `wpp residual'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_RESIDUAL_H
#define WPP_ANALYSIS_ANSWERS_RESIDUAL_H

#include "answers/asked.h"
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

/* Needs counts.  Errors are WPP_E_NOMEM, those of wpp_answer_route, and WPP_E_TOLD when no paths are known as
   interesting.  */
wpp_answer wpp_answer_residual;

#endif /* WPP_ANALYSIS_ANSWERS_RESIDUAL_H */
