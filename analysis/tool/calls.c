/* wpp calls: activations by calling context, as a tree, as folded stacks, or as a graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The contexts come from activations/counts/calls.h; what is counted in them, of a file of traces, from
   activations/machine/calling.h. Where recursion gives too many, they are counted again with recursive calls merged;
   the graph alone needs no contexts.  */

#include <stdlib.h>
#include "activations/machine/calling.h"
#include "tool/calls.h"

/* Contexts that anybody can look at, and levels that a line has room for.  */
#define MOST_CONTEXTS (UINT32_C (1) << 20)
#define MOST_LEVELS 1000u

/* Contexts when recursive calls are merged from some level on.  */
#define MOST_FOLDED (UINT32_C (1) << 17)

/* Lines that are printed unless the user says which.  */
#define MOST_LINES 1000u
#define MOST_EDGES 500u

struct calls
{
  struct wpp_options common;
  bool all_threads;
  uint32_t thread;
  const char *function;
  bool folded, dot, merge;
  uint64_t depth, min_count; /* depth 0: not given */
  double min_share;          /* negative: not given */

  struct wpp_code *code;
  bool traced;               /* the profile's traces are used */
  struct wpp_call_contexts *found;
  bool merged;
};

enum
{
  OPTION_FOLDED = 0x200,
  OPTION_DOT,
  OPTION_DEPTH,
  OPTION_MIN_COUNT,
  OPTION_MIN_SHARE,
  OPTION_MERGE
};

static const struct argp_option options[] = {
  WPP_OPTION ("thread", 't', "THREAD", "Print the calls of thread THREAD only (0, 1, ...)"),
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the contexts of FUNCTION, their callers and callees only"),
  WPP_OPTION ("folded", OPTION_FOLDED, NULL, "Print a line a context as flame graph tools read it"),
  WPP_OPTION ("dot", OPTION_DOT, NULL, "Print the call graph in the language of dot"),
  WPP_OPTION ("depth", OPTION_DEPTH, "N", "Tell N levels of calls apart"),
  WPP_OPTION ("min-count", OPTION_MIN_COUNT, "N", "Leave out what has fewer than N activations"),
  WPP_OPTION ("min-share", OPTION_MIN_SHARE, "P%",
    "Leave out what has, with all that it called, less than P% of all activations (default: the least, if there are more than 1000 "
    "lines; 0% leaves nothing out)"),
  WPP_OPTION ("merge-recursion", OPTION_MERGE, NULL, "Let a recursive call go on with the context of its function"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct calls *c = state->input;
  switch (key)
    {
    case 't':
      c->all_threads = false;
      c->thread = wpp_options_number (state, "--thread", arg, 0, UINT32_MAX);
      return 0;
    case 'f':
      c->function = arg;
      return 0;
    case OPTION_FOLDED:
      c->folded = true;
      return 0;
    case OPTION_DOT:
      c->dot = true;
      return 0;
    case OPTION_DEPTH:
      c->depth = wpp_options_number (state, "--depth", arg, 1, MOST_LEVELS);
      return 0;
    case OPTION_MIN_COUNT:
      c->min_count = wpp_options_number (state, "--min-count", arg, 0, UINT64_MAX);
      return 0;
    case OPTION_MIN_SHARE:
      c->min_share = wpp_options_percentage (state, "--min-share", arg);
      return 0;
    case OPTION_MERGE:
      c->merge = true;
      return 0;
    case ARGP_KEY_END:
      if (c->common.json + c->folded + c->dot > 1)
        wpp_options_wrong (state, "--json, --folded and --dot exclude each other");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- Counting.  */

/* For wpp_follow_calls: the value of an activation is the number of its context, plus 1.  */
static int
begin_traced (void *data, const struct wpp_call_made *call, uint64_t *value)
{
  struct calls *c = data;
  uint32_t context, caller = call->caller ? call->caller - 1 : WPP_NO_CONTEXT;
  int err = wpp_call_contexts_begin (c->found, call->of_code, call->seen, caller, call->node, call->times, &context);
  *value = context + UINT64_C (1);
  return err;
}

static int
end_traced (void *data, uint64_t value, enum wpp_activation_end how)
{
  struct calls *c = data;
  wpp_call_contexts_unfinished (c->found, value - 1, how);
  return 0;
}

/* Count what the traces of P say.  */
static int
count_traced (struct calls *c, const struct wpp_profile *p)
{
  const struct wpp_calling_user user = { c, begin_traced, end_traced };
  bool *wanted = wpp_new (p->n_threads + 1, sizeof *wanted);
  for (size_t t = 0; t < p->n_threads; t++)
    wanted[t] = c->all_threads || p->threads[t].index == c->thread;
  int err = wpp_follow_calls (p->traces, c->code, wanted, &user);
  free (wanted);
  return err;
}

/* Count the contexts of P's threads that were asked for, as MERGING says, those of the first levels APART.  Return 0 or
   an error.  */
static int
count_contexts (struct calls *c, const struct wpp_profile *p, enum wpp_context_merging merging, uint32_t apart)
{
  const struct wpp_context_limits limits
    = { merging, c->depth ? c->depth : MOST_LEVELS, apart ? MOST_FOLDED : MOST_CONTEXTS, 0, apart };
  int err = 0;
  wpp_call_contexts_free (c->found);
  c->found = wpp_need (wpp_call_contexts_new (c->code, &limits));
  if (c->traced)
    return count_traced (c, p);
  for (size_t t = 0; t < p->n_threads && !err; t++)
    if (c->all_threads || p->threads[t].index == c->thread)
      err = wpp_call_contexts_add (c->found, &p->threads[t]);
  return err;
}

/* Are there contexts of a level that was not told apart?  */
static bool
deeper_p (const struct calls *c)
{
  uint32_t n;
  const struct wpp_context *x = wpp_call_contexts_all (c->found, &n);
  for (uint32_t i = 0; i < n; i++)
    if (x[i].function == WPP_NO_FUNCTION)
      return true;
  return false;
}

/* Count the contexts of P apart.  Return 0, WPP_E_TOOBIG when there are too many, or another error.  */
static int
count_exactly (struct calls *c, const struct wpp_profile *p)
{
  int err = count_contexts (c, p, WPP_CONTEXTS_EXACT, 0);
  return !err && !c->depth && deeper_p (c) ? WPP_E_TOOBIG : err;
}

/* Count them with recursive calls merged: where they are not asked to be, only as far down as there are too many
   otherwise.  */
static int
count_merged (struct calls *c, const struct wpp_profile *p)
{
  static const uint32_t levels[] = { 512, 256, 128, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2, 0 };
  size_t i = 0;
  int err = WPP_E_TOOBIG;
  while (c->merge && levels[i])
    i++;
  for (; err == WPP_E_TOOBIG && i < sizeof levels / sizeof *levels; i++)
    {
      err = count_contexts (c, p, WPP_CONTEXTS_MERGED, levels[i]);
      if (!err && levels[i] && !c->depth && deeper_p (c))
        err = WPP_E_TOOBIG;
    }
  c->merged = true;
  if (err || c->merge)
    return err;
  if (levels[i - 1])
    wpp_say (p->file, "more than %u calling contexts or %u levels: recursive calls are merged below level %u (see wpp-calls(1))",
             MOST_CONTEXTS, MOST_LEVELS, levels[i - 1]);
  else
    wpp_say (p->file, "more than %u calling contexts or %u levels: recursive calls are merged (see wpp-calls(1))",
             MOST_CONTEXTS, MOST_LEVELS);
  return err;
}

/* Has C as many contexts as anybody can look at?  */
static bool
full_p (const struct calls *c)
{
  uint32_t n;
  wpp_call_contexts_all (c->found, &n);
  return n >= MOST_CONTEXTS || deeper_p (c);
}

/* Find the contexts of P: each apart if there are not too many.  */
static void
find_contexts (struct calls *c, const struct wpp_profile *p)
{
  bool graph = c->dot && !c->function && !c->depth;
  int err = graph      ? count_contexts (c, p, WPP_CONTEXTS_GRAPH, 0)
            : c->merge ? count_merged (c, p)
                       : count_exactly (c, p);
  if (err == WPP_E_TOOBIG && !graph && !c->merged && full_p (c))
    err = count_merged (c, p);
  if (err == WPP_E_TOOBIG && full_p (c))
    wpp_die (p->file, "more than %u calling contexts; give a --depth", MOST_CONTEXTS);
  if (err == WPP_E_TOOBIG && !graph)
    wpp_die (p->file, "too many calls to be followed; try --depth or --merge-recursion");
  if (err)
    wpp_die_at (p->file, err, NULL);
}

/* Read the profile; the traces of one that has them, if all functions are known.  */
static struct wpp_profile *
read_profile (struct calls *c)
{
  struct wpp_files files = wpp_files_find (&c->common);
  struct wpp_profile *p = files.n == 1 ? wpp_file_read_as (files.name[0], WPP_CALLS_NOTHING)
                                       : wpp_combined_read (&c->common, NULL);
  wpp_need_order (p);
  c->traced = files.n == 1 && p->traces;
  c->code = wpp_combined_code (p, &c->common);
  if (c->traced && c->code->n_missing)
    {
      wpp_code_free (c->code);
      wpp_profile_free (p);
      c->traced = false;
      p = wpp_file_read (files.name[0]);
      c->code = wpp_file_code (p->file, p, &c->common);
    }
  wpp_files_free (&files);
  return p;
}

/* ---- Printing.  */

static void
print_tree (const struct calls *c, struct wpp_call_tree *tree)
{
  if (c->common.json)
    wpp_call_tree_print_json (tree);
  else if (!tree->n_kept)
    return;
  else if (c->folded)
    wpp_call_tree_print_folded (tree);
  else if (c->dot)
    wpp_call_tree_print_dot (tree, c->min_share, MOST_EDGES);
  else
    wpp_call_tree_print (tree);
}

/* Say why nothing was printed of P.  */
static void
explain (const struct calls *c, const struct wpp_profile *p)
{
  bool found = c->all_threads;
  for (size_t t = 0; t < p->n_threads; t++)
    found |= p->threads[t].index == c->thread;
  if (!found)
    wpp_say (p->file, "no thread %u", c->thread);
  else if (c->function && !c->min_count && c->min_share <= 0)
    wpp_function_absent (c->code, c->function);
  else
    wpp_say (p->file, "no such calls");
}

/* Leave out of TREE, of P, what the user does not want or cannot look at.  */
static void
cut (const struct calls *c, struct wpp_call_tree *tree, const struct wpp_profile *p)
{
  double share = c->min_share;
  uint32_t before = tree->n_kept;
  if (share < 0 && !c->common.json)
    wpp_call_tree_cut_lines (tree, MOST_LINES, &share);
  else if (share > 0)
    wpp_call_tree_cut (tree, share);
  if (c->min_share < 0 && tree->n_kept < before)
    wpp_say (p->file, "%u of %u contexts are left out, each with at most %.2g%% of all activations; --min-share=0%% prints all",
             before - tree->n_kept, before, 100 * share);
}

int
wpp_command_calls (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print how often each function was entered, by calling context: a function, where it was called, and the "
    "context of its caller.  Threads are added up."
  };
  struct calls c = { .all_threads = true, .min_share = -1 };
  wpp_options_parse (&line, argc, argv, &c.common, &c);
  struct wpp_profile *p = read_profile (&c);
  wpp_progress ("following the calls of", p->file);
  find_contexts (&c, p);
  wpp_progress_end ();
  struct wpp_call_tree *tree = wpp_call_tree_new (c.code, c.found, c.function, c.min_count);
  tree->merged = c.merged;
  if (!c.dot)
    cut (&c, tree, p);
  print_tree (&c, tree);
  bool any = tree->n_kept;
  if (!any)
    explain (&c, p);
  wpp_call_tree_free (tree);
  wpp_call_contexts_free (c.found);
  wpp_code_free (c.code);
  wpp_profile_free (p);
  return any ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
