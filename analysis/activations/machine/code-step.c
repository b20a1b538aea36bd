/* Steps of a profile's functions (code-step.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "activations/machine/code-step.h"
#include "program/paths/numbering.h"

struct wpp_step
wpp_code_step (const struct wpp_code_path *p)
{
  return (struct wpp_step){ .function = p->index,
                            .enters = wpp_path_enters (p->numbering, p->number),
                            .leaves = wpp_path_leaves (p->numbering, p->number),
                            .landing = p->function->function->flags & WPP_FN_LANDING };
}
