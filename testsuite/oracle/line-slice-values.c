/* line-slice-values RECORDING FILE LINE EXECUTION [LINE...]: the lines of FILE that the program needs to compute what it
   does in the EXECUTION-th execution of LINE, by slices by instance; and in those of other LINEs before.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   RECORDING has values.  A line is executed when the last of its statements is, and nothing after that matters.  A slice
   has what one execution needs; whoever leaves a line in leaves in its executions before, too.  So all of these are
   sliced.  If there is a graph beside the recording, slices are by that.  */

#include <stdlib.h>
#include "answers/graph-beside.h"
#include "answers/slice-impl.h"
#include "dependence/instances/instances.h"
#include "source-lines.h"

static struct source_lines x = { .name = "line-slice-values" };

static struct
{
  uint32_t *events;              /* [n] of the thread */
  size_t n, room;
  struct wpp_path path;          /* of the event at hand, of FUNCTION */
  uint32_t function;
  size_t end;                    /* event at which the criterion is executed, … */
  uint32_t last;                 /* … an item */
  unsigned char *sliced;         /* [n] [items] bits: executions of statements that are in a slice */
  struct wpp_bindings *bindings;
  struct wpp_graph_beside graph;
} run;

static int
add_event (void *data, uint32_t event, uint64_t count)
{
  (void)data;
  for (; count > 0; count--)
    {
      if (run.n == run.room)
        {
          run.room = 2 * run.room + 1024;
          run.events = realloc (run.events, run.room * sizeof *run.events);
          source_check (&x, run.events, "out of memory");
        }
      run.events[run.n++] = event;
    }
  return 0;
}

/* Have the path of event I at hand; return its function, or null: it is none, or of a function that has no
   statements.  */
static const struct wpp_slice_function *
take_event (size_t i)
{
  x.s.code->passed = 0;
  source_check (&x, !wpp_slicer_path (&x.s, run.events[i], &run.function, &run.path), "no such path");
  return run.function == WPP_NONE ? NULL : x.s.model->functions[run.function];
}

/* Does the path at hand execute NODE?  */
static bool
executed_p (uint32_t node)
{
  for (uint32_t k = 0; k < run.path.n_nodes; k++)
    if (run.path.nodes[k] == node)
      return true;
  return false;
}

/* ---- Where the criterion is executed.  */

/* The last statement of LINE: an item, of what was executed.  */
static uint32_t
find_last (uint32_t line)
{
  uint32_t last = WPP_NONE;
  for (uint32_t i = 0; i < x.s.model->n_items; i++)
    if (source_line (&x, i) == line && x.s.model->items[i].part == 0 && !(source_code (&x, i)->flags & WPP_CODE_NONE))
      last = i;
  source_check (&x, last != WPP_NONE, "the line has no statement");
  return last;
}

/* Find the event with the EXECUTION-th one of LINE.  */
static void
find_end (uint32_t line, unsigned long execution)
{
  const struct wpp_slice_item *last = &x.s.model->items[run.last = find_last (line)];
  unsigned long times = 0;
  for (size_t i = 0; i < run.n && times < execution; i++)
    {
      const struct wpp_slice_function *f = take_event (i);
      if (f && run.function == last->function && executed_p (f->body->statements[last->code].node)
          && ++times == execution)
        run.end = i;
    }
  source_check (&x, times == execution, "the line is executed less often");
}

/* ---- Slices.  */

/* The bit of ITEM's statement in event I: whether it is set, after it was set if SET.  */
static bool
sliced_p (size_t i, uint32_t item, bool set)
{
  size_t bit = i * x.s.model->n_items + source_code (&x, item)->item;
  if (set)
    run.sliced[bit / 8] |= 1 << bit % 8;
  return run.sliced[bit / 8] >> bit % 8 & 1;
}

static int
found (void *data, const struct wpp_found_instance *i)
{
  uint32_t line = source_line (&x, i->item);
  bool *added = data;
  sliced_p (i->event, i->item, true);
  *added |= line && !x.in[line];
  x.in[line] |= line > 0;
  return 0;
}

/* What was found by a graph is no less true.  */
static int
again (void *data)
{
  (void)data;
  return 0;
}

/* Slice the execution of CODE in event I; return whether that adds a line.  */
static bool
slice (size_t i, uint32_t code)
{
  static const struct wpp_slice_criterion none = { .variable = WPP_NONE, .fact = WPP_NONE, .load = WPP_NONE };
  const struct wpp_thread *thread = &x.profile->threads[0];
  bool added = false;
  const struct wpp_instances_asked asked
    = { .thread = thread, .criterion = &none, .statement = code, .variable = WPP_NONE, .event = i,
        .most_depth = UINT32_MAX, .graph = wpp_graph_beside_thread (&run.graph, thread->index), .data = &added,
        .found = found, .again = again };
  struct wpp_instances_done done;
  source_check (&x, !wpp_instances_find (run.bindings, x.s.model, &asked, &done), "no slice");
  source_check (&x, !done.unknown, "addresses that are not known");
  return added;
}

/* Slice what event I executes of lines that are in, backward; return whether that adds lines.  */
static bool
complete_event (size_t i)
{
  const struct wpp_slice_function *f = take_event (i);
  const struct wpp_slice_item *last = &x.s.model->items[run.last];
  bool added = false, after = i == run.end;
  for (uint32_t k = f ? run.path.n_nodes : 0; k-- > 0;)
    for (uint32_t node = run.path.nodes[k], c = f->first_code[node + 1]; c-- > f->first_code[node];)
      {
        uint32_t item = f->code[c].item, line = source_line (&x, item);
        after &= c != last->code;
        if (!after && line && x.in[line] && !(f->code[c].flags & WPP_CODE_NONE) && !sliced_p (i, item, false))
          added |= slice (i, c);
      }
  return added;
}

static void
complete (void)
{
  bool added = true;
  while (added)
    {
      added = false;
      for (size_t i = run.end + 1; i-- > 0;)
        added |= complete_event (i);
    }
}

int
main (int argc, char **argv)
{
  struct wpp_place place;
  int err = 0;
  source_check (&x, argc > 4, "give me RECORDING FILE LINE EXECUTION [LINE...]");
  x.file = argv[2];
  source_read (&x, argv[1]);
  struct wpp_thread *thread = &x.profile->threads[0];
  source_check (&x, !wpp_slicer_init_model (&x.s, thread, x.s.code, &place), "no statements");
  source_check (&x, (run.bindings = wpp_bindings_new (x.s.code, &err, &place)), "no values");
  wpp_graph_beside_find (&run.graph, run.bindings, x.profile);
  for (size_t i = 0; i < thread->n_segments; i++)
    wpp_grammar_expand (thread->segments[i], 0, add_event, NULL);
  find_end (atoi (argv[3]), strtoul (argv[4], NULL, 10));
  source_check (&x, (run.sliced = calloc (run.n, x.s.model->n_items / 8 + 1)), "out of memory");
  x.in[atoi (argv[3])] = true;
  for (int i = 5; i < argc; i++)
    x.in[atoi (argv[i])] = true;
  complete ();
  source_print (&x);
  return 0;
}
