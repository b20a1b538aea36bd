/* Calling contexts as text, as folded stacks, as a graph for dot, and as JSON (calls.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include "base/saturate.h"
#include "tool/calls.h"

/* ---- Names and places.  */

static const char *
function_name (const struct wpp_call_tree *t, uint32_t function)
{
  return function == WPP_NO_FUNCTION ? "(deeper calls)"
                                     : wpp_function_shown (t->code->functions[function].function);
}

/* Two functions may have the same short name; tools take them for one.  */
static const char *
full_name (const struct wpp_call_tree *t, uint32_t function)
{
  return function == WPP_NO_FUNCTION ? function_name (t, function) : wpp_function_name (t->code->functions[function].function);
}

/* Of the function that called in X; null when nobody knows.  */
static const struct wpp_code_function *
caller_function (const struct wpp_call_tree *t, const struct wpp_context *x)
{
  return x->caller == WPP_NO_CONTEXT ? NULL
                                     : &t->code->functions[t->rows[x->caller].context->function];
}

/* The line of the call in X, or null when that is not known.  */
static const struct wpp_line_ref *
call_line (const struct wpp_call_tree *t, const struct wpp_context *x)
{
  const struct wpp_code_function *caller = caller_function (t, x);
  if (!caller || x->node == WPP_NO_NODE)
    return NULL;
  const struct wpp_cfg *cfg = &caller->function->cfg;
  const struct wpp_node *node = &cfg->nodes[x->node];
  return node->n_lines ? &cfg->lines[node->first_line] : NULL;
}

/* ---- Text.  */

/* Print BEFORE and the place of the call in X, as `prog.c:12', if it is known.  */
static void
print_place (const struct wpp_call_tree *t, const struct wpp_context *x, const char *before)
{
  const struct wpp_line_ref *line = call_line (t, x);
  if (line)
    printf ("%s%s:%u", before, caller_function (t, x)->unit->names[line->file].file, line->line);
}

static void
print_row (void *data, const struct wpp_call_tree *t, const struct wpp_call_row *r)
{
  const struct wpp_context *x = r->context;
  uint64_t unfinished = wpp_context_unfinished (x);
  char count[WPP_COUNT_TEXT], total[WPP_COUNT_TEXT], rest[WPP_COUNT_TEXT] = "";
  (void) data;
  if (unfinished)
    wpp_count_text (unfinished, rest);
  printf ("%12s %12s %10s  %*s%s", wpp_count_text (x->count, count), wpp_count_text (r->total, total), rest,
          2 * (int) (x->level - 1), "", function_name (t, x->function));
  print_place (t, x, "  ");
  if (!x->seen)
    fputs ("  (begun before it was recorded)", stdout);
  if (x->same != r - t->rows)
    printf ("  (recursive, of level %u)", t->rows[x->same].context->level);
  putchar ('\n');
}

void
wpp_call_tree_print (struct wpp_call_tree *t)
{
  printf ("%12s %12s %10s  %s\n", "activations", "with callees", "unfinished", "function, where it was called");
  wpp_call_tree_visit (t, print_row, NULL);
}

/* ---- Folded stacks.  */

/* Print NAME; what ends names, and blanks at their ends, are not in it.  */
static void
print_frame (const char *name)
{
  for (; *name; name++)
    putchar (*name == ';' || *name == '\n' ? ':' : *name);
}

/* DATA has room for the numbers of all contexts.  LEFT, if that is not null, is called by R, as often as R->left
   says.  */
static void
print_folded (void *data, const struct wpp_call_tree *t, const struct wpp_call_row *r, const char *left)
{
  uint32_t *chain = data, n = 0;
  char count[WPP_COUNT_TEXT];
  for (uint32_t i = r - t->rows; i != WPP_NO_CONTEXT; i = t->rows[i].context->caller)
    chain[n++] = i;
  if (!t->rows[chain[n - 1]].context->seen)
    fputs ("[unknown];", stdout);
  while (n-- > 0)
    {
      print_frame (full_name (t, t->rows[chain[n]].context->function));
      putchar (n || left ? ';' : ' ');
    }
  if (left)
    printf ("%s ", left);
  puts (wpp_count_text (left ? r->left : r->context->count, count));
}

/* The same; what R's caller calls and is left out is a frame of its own, so that the counts of a function and of all
   that it called add up.  */
static void
print_folded_and_left (void *data, const struct wpp_call_tree *t, const struct wpp_call_row *r)
{
  print_folded (data, t, r, NULL);
  if (r->left)
    print_folded (data, t, r, "(left out)");
}

void
wpp_call_tree_print_folded (struct wpp_call_tree *t)
{
  uint32_t *chain = wpp_new (t->n + (size_t) 1, sizeof *chain);
  wpp_call_tree_visit (t, print_folded_and_left, chain);
  free (chain);
}

/* ---- A graph for dot.  */

/* Print TEXT within a label.  */
static void
print_label (const char *text)
{
  for (; *text; text++)
    {
      if (*text == '"' || *text == '\\')
        putchar ('\\');
      putchar (*text);
    }
}

/* The functions of the contexts that are kept, those SHOWN, with their activations.  */
static void
print_nodes (const struct wpp_call_tree *t, const bool *shown)
{
  char text[WPP_COUNT_TEXT];
  uint64_t *counts = wpp_new (t->code->n_functions + 1, sizeof *counts);
  for (uint32_t i = 0; i < t->n; i++)
    {
      const struct wpp_context *x = t->rows[i].context;
      if (t->rows[i].kept && x->function != WPP_NO_FUNCTION)
        counts[x->function] = wpp_saturating_add (counts[x->function], x->count);
    }
  for (uint32_t f = 0; f < t->code->n_functions; f++)
    if (counts[f] && shown[f])
      {
        printf ("  f%u [label=\"", f);
        print_label (function_name (t, f));
        printf ("\\n%s\"];\n", wpp_count_text (counts[f], text));
      }
  free (counts);
}

static void
print_edge (const struct wpp_call_tree *t, const struct wpp_call_edge *e)
{
  char text[WPP_COUNT_TEXT];
  const struct wpp_line_ref *line = call_line (t, e->context);
  printf ("  f%u -> f%u [label=\"", e->caller, e->callee);
  if (line)
    {
      print_label (caller_function (t, e->context)->unit->names[line->file].file);
      printf (":%u\\n", line->line);
    }
  printf ("%s\"];\n", wpp_count_text (e->count, text));
}

static int
compare_counts (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x > y ? -1 : x < y;
}

/* The count from which on calls are printed, of EDGES [N].  */
static uint64_t
least_count (const struct wpp_call_edge *edges, size_t n, double min_share, uint32_t most)
{
  uint64_t *counts = wpp_new (n, sizeof *counts), least = 0;
  double all = 0;
  for (size_t i = 0; i < n; i++)
    all += (double)(counts[i] = edges[i].count);
  if (min_share > 0)
    least = (uint64_t)ceil (all * min_share);
  else if (min_share < 0 && n > most)
    {
      qsort (counts, n, sizeof *counts, compare_counts);
      least = wpp_saturating_add (counts[most], 1);
    }
  free (counts);
  return least;
}

/* Keep those of EDGES [N] with a count of at least LEAST; return how many there are.  */
static size_t
keep_edges (struct wpp_call_edge *edges, size_t n, uint64_t least)
{
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (edges[i].count >= least)
      edges[kept++] = edges[i];
  return kept;
}

void
wpp_call_tree_print_dot (struct wpp_call_tree *t, double min_share, uint32_t most)
{
  size_t all;
  struct wpp_call_edge *edges = wpp_call_tree_edges (t, &all);
  uint64_t least = least_count (edges, all, min_share, most);
  size_t n = keep_edges (edges, all, least);
  bool *shown = wpp_new (t->code->n_functions + 1, sizeof *shown);
  for (size_t i = 0; i < n; i++)
    shown[edges[i].caller] = shown[edges[i].callee] = true;
  for (size_t f = 0; f < t->code->n_functions; f++)
    shown[f] |= n == all;
  puts ("digraph calls {\n  node [shape=box];");
  print_nodes (t, shown);
  for (size_t i = 0; i < n; i++)
    print_edge (t, &edges[i]);
  puts ("}");
  if (min_share < 0 && n < all)
    wpp_say ("calls", "%zu of %zu calls are left out, each made less than %" PRIu64 " times; --min-share=0%% prints all", all - n, all,
             least);
  free (shown);
  free (edges);
}

/* ---- JSON.  */

/* Where the call in X is; null when nobody knows.  */
static struct json_object *
place_json (const struct wpp_call_tree *t, const struct wpp_context *x)
{
  const struct wpp_code_function *caller = caller_function (t, x);
  const struct wpp_line_ref *line = call_line (t, x);
  if (!caller || x->node == WPP_NO_NODE)
    return NULL;
  struct json_object *o = json_object_new_object ();
  if (line)
    {
      const struct wpp_file_name *name = &caller->unit->names[line->file];
      json_object_object_add (o, "file", wpp_json_string (name->file));
      json_object_object_add (o, "path", wpp_json_string (name->path));
      json_object_object_add (o, "line", wpp_json_number (line->line));
    }
  json_object_object_add (o, "block", wpp_json_number (caller->function->cfg.nodes[x->node].block));
  json_object_object_add (o, "node", wpp_json_number (x->node));
  return o;
}

/* Add the function of index FUNCTION to O as NAME.  */
static void
add_function (struct json_object *o, const char *name, const struct wpp_call_tree *t, uint32_t function)
{
  const struct wpp_code_function *f = &t->code->functions[function];
  struct json_object *of = json_object_new_object ();
  json_object_object_add (of, "name", wpp_json_string (wpp_function_name (f->function)));
  json_object_object_add (of, "short_name", wpp_json_string (wpp_function_shown (f->function)));
  json_object_object_add (of, "assembler_name", wpp_json_string (f->function->name));
  json_object_object_add (of, "unit", wpp_json_string (wpp_source_name (f->unit)));
  json_object_object_add (o, name, of);
}

static struct json_object *
unfinished_json (const struct wpp_context *x)
{
  static const char *const names[] = { [WPP_ACTIVATION_UNSEEN] = "abandoned", [WPP_ACTIVATION_LANDED] = "jumped",
                                       [WPP_ACTIVATION_LOST] = "lost", [WPP_ACTIVATION_OPEN] = "open" };
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "all", wpp_json_count (wpp_context_unfinished (x)));
  for (unsigned how = WPP_ACTIVATION_UNSEEN; how <= WPP_ACTIVATION_OPEN; how++)
    json_object_object_add (o, names[how], wpp_json_count (x->ended[how]));
  return o;
}

static void
print_context_json (void *first, const struct wpp_call_tree *t, const struct wpp_call_row *r)
{
  const struct wpp_context *x = r->context;
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "context", wpp_json_number (r->number));
  json_object_object_add (o, "caller",
                          x->caller == WPP_NO_CONTEXT ? NULL : wpp_json_number (t->rows[x->caller].number));
  json_object_object_add (o, "level", wpp_json_number (x->level));
  if (x->function != WPP_NO_FUNCTION)
    add_function (o, "function", t, x->function);
  else
    json_object_object_add (o, "function", NULL);
  json_object_object_add (o, "call", place_json (t, x));
  json_object_object_add (o, "begun_unseen", json_object_new_boolean (!x->seen));
  json_object_object_add (o, "recursion_of",
                          x->same == r - t->rows ? NULL : wpp_json_number (t->rows[x->same].number));
  json_object_object_add (o, "count", wpp_json_count (x->count));
  json_object_object_add (o, "total", wpp_json_count (r->total));
  json_object_object_add (o, "unfinished", unfinished_json (x));
  wpp_json_element (o, first);
}

static void
print_edge_json (const struct wpp_call_tree *t, const struct wpp_call_edge *e, bool *first)
{
  struct json_object *o = json_object_new_object ();
  add_function (o, "caller", t, e->caller);
  json_object_object_add (o, "call", place_json (t, e->context));
  add_function (o, "callee", t, e->callee);
  json_object_object_add (o, "count", wpp_json_count (e->count));
  wpp_json_element (o, first);
}

void
wpp_call_tree_print_json (struct wpp_call_tree *t)
{
  bool first = true;
  size_t n;
  struct wpp_call_edge *edges = wpp_call_tree_edges (t, &n);
  wpp_missing_begin_json ();
  printf ("\"merged\":%s,\"contexts\":[", t->merged ? "true" : "false");
  wpp_call_tree_visit (t, print_context_json, &first);
  fputs ("\n],\"calls\":[", stdout);
  first = true;
  for (size_t i = 0; i < n; i++)
    print_edge_json (t, &edges[i], &first);
  puts ("\n]}");
  free (edges);
}
