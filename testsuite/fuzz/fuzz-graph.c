/* Fuzz target: the graph of the recording that the environment's WPP_FUZZ_RECORDING names, as plain bytes
   (graph-parts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "fuzz.h"
#include "graph-parts.h"
#include "use-graph.h"

static const struct graph_user *
user (void)
{
  static struct graph_user u;
  const char *name = getenv ("WPP_FUZZ_RECORDING");
  if (!u.bindings && (!name || !graph_user_open (&u, name)))
    {
      fputs ("WPP_FUZZ_RECORDING names no recording with values\n", stderr);
      exit (2);
    }
  return &u;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct graph_parts g;
  struct wpp_buffer file = { 0 };
  if (graph_parts_of_plain (&g, data, size))
    {
      graph_parts_put_file (&g, &file);
      use_graph (user (), &file);
    }
  wpp_buffer_release (&file);
  graph_parts_release (&g);
  return 0;
}
