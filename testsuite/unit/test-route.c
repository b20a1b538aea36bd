/* Unit tests of paths spelled out: a loop whose paths are known.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "activations/counts/route.h"
#include "unit.h"

/* ENTRY -> 2 -> 3 -> 2 again, or EXIT; block 2 is of line 10, block 3 of lines 11 and 10.  */
static struct wpp_node nodes[] = { [WPP_NODE_ENTRY] = { .block = 0 },
                                   [WPP_NODE_EXIT] = { .block = 1 },
                                   [2] = { .block = 2, .statements = 3, .first_line = 0, .n_lines = 1 },
                                   [3] = { .block = 3, .statements = 5, .first_line = 1, .n_lines = 2 } };
static struct wpp_edge edges[] = { { WPP_NODE_ENTRY, 2, 0 }, { 2, 3, 0 }, { 3, 2, 0 }, { 3, WPP_NODE_EXIT, 0 } };
static struct wpp_line_ref lines[] = { { 0, 10 }, { 0, 11 }, { 0, 10 } };
static struct wpp_function function = {
  .name = (char *)"f",
  .cfg = { .n_nodes = 4, .nodes = nodes, .n_edges = 4, .edges = edges, .n_lines = 3, .lines = lines }
};
static struct wpp_unit unit = { .path_limit = 1 << 20, .n_functions = 1, .functions = &function };
static struct wpp_code_function loaded = { .unit = &unit, .function = &function, .first = 256 };
static struct wpp_code code = { .n_functions = 1, .functions = &loaded };

static bool
blocks_p (const struct wpp_route *r, size_t n, uint32_t first)
{
  return r->n_blocks == n && r->blocks[0] == first && r->blocks[n - 1] == 3;
}

/* Is R one of the four paths, and what it costs as it should?  */
static bool
known_p (const struct wpp_route *r)
{
  bool entry = !strcmp (r->start, "entry"), exit = !strcmp (r->end, "exit");
  if ((!entry && strcmp (r->start, "loop")) || (!exit && strcmp (r->end, "loop")))
    return false;
  /* Block 2 is paid for by the path that led to it.  */
  uint64_t cost = 5 + (entry ? 3 : 0) + (exit ? 0 : 3);
  return blocks_p (r, 2, 2) && r->cost == cost && r->n_lines == 2 && r->lines[0].line == 10
         && r->lines[1].line == 11 && r->function == &loaded;
}

int
main (void)
{
  struct wpp_route route = { 0 };
  int err = 0;
  unsigned kinds = 0, good = 0;
  struct wpp_numbering *num = wpp_function_numbering (&function.cfg, 0, unit.path_limit, &err);
  CHECK (num && num->n_paths == 4, "a loop of four paths");
  function.n_paths = num ? num->n_paths : 0;
  for (uint64_t number = 0; number < function.n_paths; number++)
    if (wpp_route_read (&code, &loaded, number, &route) == 0 && known_p (&route))
      {
        good++;
        kinds |= 1u << (2 * !strcmp (route.start, "entry") + !strcmp (route.end, "exit"));
      }
  CHECK (good == 4 && kinds == 15, "each is spelled out: %u, kinds %x", good, kinds);
  err = wpp_route_read (&code, &loaded, UINT64_MAX, &route);
  CHECK (err == WPP_E_RANGE, "there is no other: %s", wpp_strerror (err));
  wpp_route_release (&route);
  function.n_paths = 5;
  wpp_numbering_free (loaded.numbering);
  loaded.numbering = NULL;
  err = wpp_route_read (&code, &loaded, 0, &route);
  CHECK (err == WPP_E_VERSION, "notes of another numbering: %s", wpp_strerror (err));
  wpp_route_release (&route);
  wpp_numbering_free (num);
  return unit_done ();
}
