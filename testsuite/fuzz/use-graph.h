/* All that can be read from a graph that may be hostile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_USE_GRAPH_H
#define WPP_TESTSUITE_FUZZ_USE_GRAPH_H

#include "base/bytes.h"
#include "recording/opened/recording.h"
#include "values/replay/bindings.h"
#include "wet/wet.h"

/* The recording FILE, with values, and its functions, bound.  */
struct graph_user
{
  struct wpp_recording *recording;
  struct wpp_bindings *bindings;
};

/* Set U; return whether it can be opened.  */
bool graph_user_open (struct graph_user *u, const char *file);
void graph_user_release (struct graph_user *u);

/* Read the graph whose file has the bytes B, at many times of each thread, and follow the distances and sources that it
   has.  Return 2 if it opens and all of it is read, 1 if it opens.  */
int use_graph (const struct graph_user *u, const struct wpp_buffer *b);

#endif /* WPP_TESTSUITE_FUZZ_USE_GRAPH_H */
