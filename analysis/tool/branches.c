/* wpp branches: conditional branches, how often they were executed and taken, and how often a processor mispredicts
   them.  Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Executions are exact.  Misses are expected: outcomes in windows of the run are replayed through a model of a
   predictor (decide/models/replay.h), and the share of those that it got wrong is taken for that of all
   (decide/models/branches.h).  */

#include <inttypes.h>
#include <stdlib.h>
#include "decide/models/branches.h"
#include "decide/models/replay.h"
#include "base/saturate.h"
#include "base/search.h"
#include "tool/tool.h"

struct branches
{
  struct wpp_options common;
  const char *function;
  uint64_t top;
};

enum
{
  OPTION_TOP = 0x200
};

static const struct argp_option options[] = {
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the branches of FUNCTION only"),
  WPP_OPTION ("top", OPTION_TOP, "N|all", "Print the N branches that are mispredicted most often only"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct branches *b = state->input;
  switch (key)
    {
    case 'f':
      b->function = arg;
      return 0;
    case OPTION_TOP:
      b->top = wpp_options_top (state, arg);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* A conditional branch that was executed.  */
struct branch
{
  const struct wpp_code_function *function;
  uint32_t node, edges[2];             /* of the function's graph */
  struct wpp_branch_outcomes outcomes; /* taken: EDGES[0] */
};

/* All of them, and their sums.  */
struct found
{
  struct branch *branches;             /* [n] */
  size_t n;
  uint64_t executed, seen;
  double missed;
};

/* ---- Finding them.  */

static struct wpp_replay *
replay (const struct wpp_profile *p, struct wpp_code *code)
{
  struct wpp_replay *r = wpp_need (wpp_replay_new (code));
  wpp_progress ("replaying branches", NULL);
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      {
        int err = wpp_replay_add (r, p->threads[t].segments[s]);
        if (err)
          wpp_die_at (p->file, err, NULL);
      }
  wpp_progress_end ();
  return r;
}

/* Set EDGES to those of CFG, from *E on, that leave NODE and that paths may take, if these are two.  *E is moved behind
   all that leave it.  */
static bool
two_ways_p (const struct wpp_cfg *cfg, uint32_t node, uint32_t *e, uint32_t edges[2])
{
  unsigned n = 0;
  for (; *e < cfg->n_edges && cfg->edges[*e].src == node; ++*e)
    if (!(cfg->edges[*e].flags & WPP_EDGE_GAP) && n++ < 2)
      edges[n - 1] = *e;
  return n == 2;
}

/* Give B what was replayed of its function, MISSES [N], sorted.  */
static void
find_misses (struct branch *b, const struct wpp_branch_misses *misses, size_t n)
{
  size_t i = WPP_PARTITION_POINT (k, n, misses[k].node < b->node);
  if (i == n || misses[i].node != b->node)
    return;
  b->outcomes.seen = misses[i].seen;
  b->outcomes.missed = misses[i].missed;
}

/* Expected misses of B.  */
static double
expected (const struct branch *b)
{
  return wpp_branch_miss_rate (&b->outcomes) * b->outcomes.executed;
}

static void
add_branch (struct found *found, const struct branch *b)
{
  found->branches = wpp_grow (found->branches, found->n + 1, sizeof *found->branches);
  found->branches[found->n++] = *b;
  found->executed = wpp_saturating_add (found->executed, b->outcomes.executed);
  found->seen = wpp_saturating_add (found->seen, b->outcomes.seen);
  found->missed += expected (b);
}

/* Add those of function number F of CODE, which has been COUNTED.  */
static void
find_in_function (struct found *found, const struct wpp_code *code, size_t f,
                  const struct wpp_counted_function *counted, struct wpp_replay *r)
{
  const struct wpp_cfg *cfg = &code->functions[f].function->cfg;
  const struct wpp_branch_misses *misses;
  size_t n;
  int err = wpp_replay_branches (r, f, &misses, &n);
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
  for (uint32_t v = 0, e = 0; v < cfg->n_nodes; v++)
    {
      struct branch b = { .function = &code->functions[f], .node = v };
      if (!two_ways_p (cfg, v, &e, b.edges))
        continue;
      b.outcomes.taken = counted->edge_counts[b.edges[0]];
      b.outcomes.executed = wpp_saturating_add (b.outcomes.taken, counted->edge_counts[b.edges[1]]);
      find_misses (&b, misses, n);
      if (b.outcomes.executed)
        add_branch (found, &b);
    }
}

/* Those that are mispredicted most often first; then those executed most often.  */
static int
compare_branches (const void *a, const void *b)
{
  const struct branch *x = a, *y = b;
  double mx = expected (x), my = expected (y);
  if (mx != my)
    return mx > my ? -1 : 1;
  if (x->outcomes.executed != y->outcomes.executed)
    return x->outcomes.executed > y->outcomes.executed ? -1 : 1;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

static void
find (struct found *found, const struct branches *b, const struct wpp_profile *p, struct wpp_code *code)
{
  struct wpp_counted_function *counted = wpp_counted_functions (p, code);
  struct wpp_replay *r = replay (p, code);
  for (size_t f = 0; f < code->n_functions; f++)
    {
      const struct wpp_counted_function *of = &counted[code->functions[f].order];
      if (of->edge_counts && (!b->function || wpp_function_named_p (of->function, b->function)))
        find_in_function (found, code, f, of, r);
    }
  if (found->n)
    qsort (found->branches, found->n, sizeof *found->branches, compare_branches);
  wpp_replay_free (r);
  wpp_counted_functions_free (counted, code->n_functions);
}

/* ---- Printing.  */

/* The last line of B's basic block that is known, or null.  */
static const struct wpp_line_ref *
branch_line (const struct branch *b)
{
  const struct wpp_cfg *cfg = &b->function->function->cfg;
  uint32_t v = b->node, block = cfg->nodes[v].block;
  while (!cfg->nodes[v].n_lines && v > 0 && cfg->nodes[v - 1].block == block)
    v--;
  const struct wpp_node *n = &cfg->nodes[v];
  return n->n_lines ? &cfg->lines[n->first_line + n->n_lines - 1] : NULL;
}

static const struct wpp_file_name *
file_of (const struct branch *b, const struct wpp_line_ref *line)
{
  return &b->function->unit->names[line->file];
}

static double
percent (double part, double whole)
{
  return whole ? 100 * part / whole : 0;
}

static void
print_branch (const struct branch *b)
{
  const struct wpp_line_ref *line = branch_line (b);
  char executed[WPP_COUNT_TEXT];
  printf ("%14.0f %7.2f%% %14s %7.2f%%  %s", expected (b), 100 * wpp_branch_miss_rate (&b->outcomes),
          wpp_count_text (b->outcomes.executed, executed), percent (b->outcomes.taken, b->outcomes.executed),
          wpp_function_shown (b->function->function));
  if (line)
    printf ("  %s:%u", file_of (b, line)->file, line->line);
  printf ("  block %u\n", b->function->function->cfg.nodes[b->node].block);
}

static void
print_text (const struct found *found, size_t n)
{
  char executed[WPP_COUNT_TEXT];
  if (!n)
    return;
  printf ("# %.0f of %s branches (%.2f%%) are expected to be mispredicted, by %.2f%% of outcomes\n", found->missed,
          wpp_count_text (found->executed, executed), percent (found->missed, found->executed),
          percent (found->seen, found->executed));
  printf ("%14s %8s %14s %8s  %s\n", "misses", "missed", "executed", "taken", "branch");
  for (size_t i = 0; i < n; i++)
    print_branch (&found->branches[i]);
}

/* Where B's edge number WAY leads to, and how often it was taken.  */
static struct json_object *
way_json (const struct branch *b, unsigned way)
{
  const struct wpp_cfg *cfg = &b->function->function->cfg;
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "block", wpp_json_number (cfg->nodes[cfg->edges[b->edges[way]].dst].block));
  json_object_object_add (o, "count",
                          wpp_json_count (way ? b->outcomes.executed - b->outcomes.taken : b->outcomes.taken));
  return o;
}

static struct json_object *
branch_json (const struct branch *b)
{
  const struct wpp_function *f = b->function->function;
  const struct wpp_line_ref *line = branch_line (b);
  struct json_object *o = json_object_new_object (), *ways = json_object_new_array ();
  json_object_object_add (o, "function", wpp_json_string (wpp_function_name (f)));
  json_object_object_add (o, "assembler_name", wpp_json_string (f->name));
  json_object_object_add (o, "unit", wpp_json_string (wpp_source_name (b->function->unit)));
  json_object_object_add (o, "file", line ? wpp_json_string (file_of (b, line)->file) : NULL);
  json_object_object_add (o, "path", line ? wpp_json_string (file_of (b, line)->path) : NULL);
  json_object_object_add (o, "line", line ? wpp_json_number (line->line) : NULL);
  json_object_object_add (o, "block", wpp_json_number (f->cfg.nodes[b->node].block));
  json_object_object_add (o, "executed", wpp_json_count (b->outcomes.executed));
  json_object_object_add (o, "replayed", wpp_json_count (b->outcomes.seen));
  json_object_object_add (o, "replayed_misses", wpp_json_count (b->outcomes.missed));
  json_object_object_add (o, "misses", json_object_new_double (expected (b)));
  for (unsigned way = 0; way < 2; way++)
    json_object_array_add (ways, way_json (b, way));
  json_object_object_add (o, "ways", ways);
  return o;
}

static void
print_json (const struct found *found, size_t n)
{
  struct json_object *executed = wpp_json_count (found->executed), *seen = wpp_json_count (found->seen);
  bool first = true;
  wpp_missing_begin_json ();
  printf ("\"executed\":%s,\"replayed\":%s,\"misses\":%.0f,\"branches\":[", json_object_to_json_string (executed),
          json_object_to_json_string (seen), found->missed);
  for (size_t i = 0; i < n; i++)
    wpp_json_element (branch_json (&found->branches[i]), &first);
  puts ("\n]}");
  json_object_put (executed);
  json_object_put (seen);
}

int
wpp_command_branches (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print how often conditional branches were executed and taken, and how often a processor is "
                        "expected to mispredict them: those that are most often come first." };
  struct branches b = { .top = 0 };
  struct found found = { 0 };
  wpp_options_parse (&line, argc, argv, &b.common, &b);
  struct wpp_profile *p = wpp_combined_read (&b.common, NULL);
  wpp_need_order (p);
  struct wpp_code *code = wpp_combined_code (p, &b.common);
  find (&found, &b, p, code);
  size_t n = wpp_rows_shown (&b.common, found.n, b.top, "branches");
  if (b.common.json)
    print_json (&found, n);
  else
    print_text (&found, n);
  if (!n && b.function)
    wpp_function_absent (code, b.function);
  else if (!n)
    wpp_say (p->file, "no conditional branch was executed");
  free (found.branches);
  wpp_code_free (code);
  wpp_profile_free (p);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
