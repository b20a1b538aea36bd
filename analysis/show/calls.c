/* Activations by calling context as a tree, as folded stacks, and as a graph for dot.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "answers/calls.h"
#include "show/cells.h"
#include "show/layouts.h"

#define DEEPER "(deeper calls)"

/* ---- The tree.  */

static int
put_context (FILE *out, const void *data, void *state)
{
  const struct wpp_call_context_row *c = data;
  char count[WPP_COUNT_TEXT], total[WPP_COUNT_TEXT], rest[WPP_COUNT_TEXT] = "";
  bool *any = state;
  if (!*any)
    fprintf (out, "%12s %12s %10s  %s\n", "activations", "with callees", "unfinished", "function, where it was called");
  *any = true;
  if (c->unfinished.all)
    wpp_count_text (c->unfinished.all, rest);
  fprintf (out, "%12s %12s %10s  %*s%s", wpp_count_text (c->count, count), wpp_count_text (c->total, total), rest,
           2 * (int)(c->level - 1), "", c->function ? c->function->short_name : DEEPER);
  if (c->call && c->call->file)
    fprintf (out, "  %s:%" PRId64, c->call->file, c->call->line);
  if (c->begun_unseen)
    fputs ("  (begun before it was recorded)", out);
  if (c->recursion_of >= 0)
    fprintf (out, "  (recursive, of level %" PRIu32 ")", c->recursion_level);
  putc ('\n', out);
  return 0;
}

const struct wpp_text_layout wpp_call_contexts_layout = { &wpp_call_contexts_schema, NULL, put_context, NULL };

/* ---- Folded stacks, as flame graph tools read them.  */

/* Write the name of an open function; what ends names, and blanks at their ends, are not in it.  */
static void
put_frame (FILE *out, const char *name)
{
  for (; *name; name++)
    putc_unlocked (*name == ';' || *name == '\n' ? ':' : *name, out);
}

/* Write the stack of C, with LAST, if that is not null, on top, and COUNT.  */
static void
put_stack (FILE *out, const struct wpp_call_context_row *c, const char *last, uint64_t count)
{
  char text[WPP_COUNT_TEXT];
  if (!c->root_seen)
    fputs ("[unknown];", out);
  for (size_t i = 0; i < c->frames.n; i++)
    {
      const char *name;
      c->frames.get (c->frames.data, i, &name);
      put_frame (out, name ? name : DEEPER);
      putc_unlocked (i + 1 < c->frames.n || last ? ';' : ' ', out);
    }
  if (last)
    fprintf (out, "%s ", last);
  fprintf (out, "%s\n", wpp_count_text (count, text));
}

/* What C calls and is left out is a frame of its own, so that the counts of a function and of all that it called add
   up.  */
static int
put_folded (FILE *out, const void *data, void *state)
{
  const struct wpp_call_context_row *c = data;
  put_stack (out, c, NULL, c->count);
  if (c->left)
    put_stack (out, c, "(left out)", c->left);
  return 0;
}

struct wpp_row_sink *
wpp_folded_calls_sink (FILE *out)
{
  static const struct wpp_text_layout layout = { &wpp_call_contexts_schema, NULL, put_folded, NULL };
  static const struct wpp_text_layout *const layouts[] = { &layout, NULL };
  return wpp_layouts_sink (out, layouts);
}

/* ---- A graph for dot.  */

/* Write TEXT within a label.  */
static void
put_label (FILE *out, const char *text)
{
  for (; *text; text++)
    {
      if (*text == '"' || *text == '\\')
        putc ('\\', out);
      putc (*text, out);
    }
}

static int
begin_graph (FILE *out, const void *data, void *state)
{
  const struct wpp_call_graph_head *head = data;
  bool *any = state;
  *any = head->any;
  if (*any)
    fputs ("digraph calls {\n  node [shape=box];\n", out);
  return 0;
}

static int
end_graph (FILE *out, void *state)
{
  const bool *any = state;
  if (*any)
    fputs ("}\n", out);
  return 0;
}

static int
put_function (FILE *out, const void *data, void *state)
{
  const struct wpp_call_graph_function_row *f = data;
  char text[WPP_COUNT_TEXT];
  fprintf (out, "  f%" PRIu32 " [label=\"", f->number);
  put_label (out, f->function.short_name);
  fprintf (out, "\\n%s\"];\n", wpp_count_text (f->count, text));
  return 0;
}

static int
put_call (FILE *out, const void *data, void *state)
{
  const struct wpp_call_graph_row *c = data;
  char text[WPP_COUNT_TEXT];
  fprintf (out, "  f%" PRIu32 " -> f%" PRIu32 " [label=\"", c->caller_number, c->callee_number);
  if (c->call && c->call->file)
    {
      put_label (out, c->call->file);
      fprintf (out, ":%" PRId64 "\\n", c->call->line);
    }
  fprintf (out, "%s\"];\n", wpp_count_text (c->count, text));
  return 0;
}

const struct wpp_text_layout wpp_call_graph_layout = { &wpp_call_graph_schema, begin_graph, NULL, end_graph };
const struct wpp_text_layout wpp_call_graph_functions_layout
  = { &wpp_call_graph_functions_schema, NULL, put_function, NULL };
const struct wpp_text_layout wpp_call_graph_calls_layout = { &wpp_call_graph_calls_schema, NULL, put_call, NULL };
