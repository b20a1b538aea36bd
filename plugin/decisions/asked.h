/* -fwpp-decide: what the user decides for the compiler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_DECISIONS_ASKED_H
#define WPP_PLUGIN_DECISIONS_ASKED_H

#include "plugin/gcc/graph/graph.h"

struct wpp_request
{
  enum what { LEAVE, COPIES, VECTORISE, SCALAR, JUMP, MOVE, PLAIN } action;
  unsigned peel, unroll;        /* of COPIES; 0: none */
};

/* Does LIST, the value of -fwpp-decide, say what can be done?  Keeps it if it does.  */
bool wpp_read_asked (const char *list);

/* What the list's last item says of something of KIND at PLACE, or null.  */
const wpp_request *wpp_asked_of (const char *kind, location_t place);

/* What it says of NODE as a whole, or null: LEAVE, it gets its counts, and no kind of optimisation decides anything in
   it; PLAIN, it does not even get these.  */
const wpp_request *wpp_asked_of_function (cgraph_node *node);

#endif /* WPP_PLUGIN_DECISIONS_ASKED_H */
