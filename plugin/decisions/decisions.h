/* What optimisations considered and why: OBJECT.decisions, and the notes of -fopt-info.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_DECISIONS_DECISIONS_H
#define WPP_PLUGIN_DECISIONS_DECISIONS_H

#include "plugin/gcc/graph/graph.h"

struct wpp_decision
{
  const char *kind;             /* of optimisation, as -fwpp-optimize names it */
  std::string action;           /* `peel 3' */
  bool chosen;
  gcov_type gain;               /* cycles, on the training input; negative: nobody knows */
  unsigned bytes;               /* what it costs */
  std::string because;          /* the fact that it rests on */
};

/* Does anybody want to know of decisions?  */
bool wpp_decisions_wanted_p ();

/* Note D, of cfun and its line LINE, 0 for the function's own.  -fopt-info is told of it as of one of GCC's own.  */
void wpp_note_decision (const wpp_decision &d, unsigned line);

/* Write the unit's decisions at its end, if wpp_opts asks for them; called from plugin_init.  */
void wpp_register_decisions (const char *plugin);

#endif /* WPP_PLUGIN_DECISIONS_DECISIONS_H */
