/* make-graph GRAPH OUT: the file GRAPH as plain bytes (graph-parts.h), a seed for its fuzz target.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include "graph-parts.h"
#include "read-file.h"

int
main (int argc, char **argv)
{
  struct wpp_buffer file = { 0 }, plain = { 0 };
  struct graph_parts g;
  FILE *f;
  if (argc != 3 || !read_file (argv[1], &file) || !graph_parts_of_file (&g, file.data, file.size))
    {
      fputs ("make-graph: GRAPH OUT\n", stderr);
      return 2;
    }
  graph_parts_put_plain (&g, &plain);
  f = plain.failed ? NULL : fopen (argv[2], "wb");
  bool written = f && fwrite (plain.data, 1, plain.size, f) == plain.size && !fclose (f);
  graph_parts_release (&g);
  wpp_buffer_release (&file);
  wpp_buffer_release (&plain);
  return written ? 0 : 1;
}
