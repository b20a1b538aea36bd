/* mutate-graph RECORDING GRAPH N [SEED [PREFIX]]: N graphs that are like GRAPH, but for some bytes before these are packed, so
   that checksums are right; with everything that is in them read.  With a PREFIX they are written as PREFIX.SEED.wpp as well.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../fuzz/graph-parts.h"
#include "../fuzz/use-graph.h"
#include "mutate.h"

static void
die (const char *what)
{
  fprintf (stderr, "mutate-graph: %s\n", what);
  exit (2);
}

/* Append G as a file to B, with other bytes in a page, or in the contents; G stays as it is.  */
static void
put_mutant (struct graph_parts *g, struct wpp_buffer *b)
{
  bool in_page = g->n && mutate_below (4);
  struct wpp_buffer *part = in_page ? &g->pages[mutate_below (g->n)].bytes : &g->rest, before = *part;
  *part = (struct wpp_buffer){ 0 };
  wpp_put_bytes (part, before.data, before.size);
  mutate_bytes (part);
  graph_parts_put_file (g, b);
  wpp_buffer_release (part);
  *part = before;
}

int
main (int argc, char **argv)
{
  struct graph_user user;
  struct graph_parts g;
  uint64_t found[3] = { 0 };
  size_t size;
  if (argc < 4 || argc > 6)
    die ("RECORDING GRAPH N [SEED [PREFIX]]");
  if (!graph_user_open (&user, argv[1]))
    die ("no recording with values");
  unsigned char *file = mutate_read_file (argv[2], &size);
  if (!file || !graph_parts_of_file (&g, file, size))
    die ("no graph");
  uint64_t first = argc > 4 ? strtoull (argv[4], NULL, 0) : 1, n = strtoull (argv[3], NULL, 0);
  for (uint64_t seed = first; seed < first + n; seed++)
    {
      struct wpp_buffer m = { 0 };
      mutate_begin (seed);
      put_mutant (&g, &m);
      if (argc > 5 && !mutate_write_file (argv[5], seed, m.data, m.size))
        die ("cannot write");
      found[use_graph (&user, &m)]++;
      wpp_buffer_release (&m);
    }
  printf ("%llu mutants: %llu do not open, %llu are damaged, %llu are read whole\n", (unsigned long long)n,
          (unsigned long long)found[0], (unsigned long long)found[1], (unsigned long long)found[2]);
  graph_user_release (&user);
  graph_parts_release (&g);
  free (file);
  return 0;
}
