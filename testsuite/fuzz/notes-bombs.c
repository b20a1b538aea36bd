/* Notes that are small and say much.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A unit has functions that were left out, and one that has paths: branches in a row, each two ways to the next, then a
   chain of nodes.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "notes-bombs.h"
#include "recording/profile/code.h"
#include "program/paths/numbering.h"

const struct notes_bomb notes_bombs[] = {
  { .name = "units", .units = 10000 },
  { .name = "functions", .functions = 200000 },
  { .name = "functions-too-many", .functions = 400000 },
  { .name = "files", .files = 780000 },
  { .name = "files-too-many", .files = 10000000 },
  { .name = "nodes", .chain = 1900000 },
  { .name = "branches", .branches = 60000 },
  { .name = "lines", .lines = 3900000 },
  { .name = "lines-too-many", .lines = 7000000 },
  { .name = "sections", .units = 1000, .functions = 100, .sections = 15000 },
  { .name = "modules", .units = 1000, .functions = 100, .modules = 10000 },
  { .name = "paths", .branches = 17 },
  { .name = "wide-paths", .branches = 17, .wide = true },
  { .name = "long-paths", .branches = 17, .chain = 1500000 },
  { .name = "long-wide-paths", .branches = 17, .chain = 1500000, .wide = true },
  { .name = "paths-of-lines", .branches = 17, .lines = 3000000 },
  { 0 }
};

const struct notes_bomb *
find_notes_bomb (const char *name)
{
  const struct notes_bomb *b = notes_bombs;
  while (b->name && strcmp (b->name, name))
    b++;
  return b->name ? b : NULL;
}

static void
check (const void *p)
{
  if (p)
    return;
  fprintf (stderr, "out of memory\n");
  exit (1);
}

static void *
new (size_t n, size_t size)
{
  void *p = calloc (n + 1, size);
  check (p);
  return p;
}

static char *
copy (const char *s)
{
  char *c = strdup (s);
  check (c);
  return c;
}

static void
put_edge (struct wpp_cfg *cfg, uint32_t src, uint32_t dst)
{
  cfg->edges[cfg->n_edges++] = (struct wpp_edge){ src, dst, 0 };
}

static void
make_graph (const struct notes_bomb *b, struct wpp_cfg *cfg)
{
  uint32_t last = 2 + 2 * b->branches;
  cfg->n_nodes = last + 1 + b->chain;
  cfg->nodes = new (cfg->n_nodes, sizeof *cfg->nodes);
  cfg->edges = new (1 + 3 * (size_t)b->branches + 1 + b->chain, sizeof *cfg->edges);
  cfg->lines = new (b->lines, sizeof *cfg->lines);
  put_edge (cfg, WPP_NODE_ENTRY, 2);
  for (uint32_t v = 2; v < last; v += 2)
    {
      put_edge (cfg, v, v + 1);
      put_edge (cfg, v, v + 2);
      put_edge (cfg, v + 1, v + 2);
    }
  for (uint32_t v = last; v < cfg->n_nodes; v++)
    put_edge (cfg, v, v + 1 < cfg->n_nodes ? v + 1 : WPP_NODE_EXIT);
  for (uint32_t v = 2; v < cfg->n_nodes; v++)
    cfg->nodes[v].block = v;
  cfg->nodes[cfg->n_nodes - 1].n_lines = cfg->n_lines = b->lines;
  for (uint32_t i = 0; i < b->lines; i++)
    cfg->lines[i] = (struct wpp_line_ref){ 0, i + 1 };
}

/* The function NAME of B that has paths.  */
static struct wpp_function
make_function (const struct notes_bomb *b, const char *name, uint64_t limit)
{
  struct wpp_function f = { .name = copy (name), .pretty = copy (name), .start_line = 1, .end_line = 1 };
  int err = 0;
  make_graph (b, &f.cfg);
  f.flags = b->wide ? WPP_FN_TABLE | WPP_FN_ACROSS_CALLS : 0;
  f.checksum = wpp_cfg_checksum (&f.cfg);
  struct wpp_numbering *num = wpp_function_numbering (&f.cfg, f.flags, limit, &err);
  check (num);
  f.n_paths = num->n_paths;
  wpp_numbering_free (num);
  return f;
}

struct wpp_unit *
make_notes_bomb (const struct notes_bomb *b, uint32_t u)
{
  char name[32];
  struct wpp_unit *unit = new (1, sizeof *unit);
  snprintf (name, sizeof name, "%u.c", u);
  unit->source = copy (name);
  unit->directory = copy ("/");
  unit->path_limit = 1 << 17;
  unit->n_files = b->files + 1;
  unit->files = new (unit->n_files, sizeof *unit->files);
  for (uint32_t i = 0; i < unit->n_files; i++)
    unit->files[i] = copy (i ? "" : name);
  unit->n_functions = b->functions + 1;
  unit->functions = new (unit->n_functions, sizeof *unit->functions);
  for (uint32_t i = 0; i < b->functions; i++)
    unit->functions[i] = (struct wpp_function){ .name = copy (name), .pretty = copy (name), .flags = WPP_FN_SKIPPED };
  unit->functions[b->functions] = make_function (b, name, unit->path_limit);
  unit->n_paths = wpp_function_words (&unit->functions[b->functions]);
  return unit;
}
