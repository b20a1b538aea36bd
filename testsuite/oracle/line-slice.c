/* line-slice PROFILE FILE LINE [VARIABLE]: the lines of FILE that a slice of approach 1 needs so that it can be
   executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   VARIABLE is one of static storage, and what it holds after LINE is the criterion.  */

#include <stdlib.h>
#include <string.h>
#include "dependence/slices/static.h"
#include "source-lines.h"

static struct source_lines x = { .name = "line-slice" };

/* Was the statement of ITEM executed?  */
static bool
executed_p (const bool *const *executed, uint32_t item)
{
  const struct wpp_slice_item *i = &x.s.model->items[item];
  const struct wpp_slice_function *f = x.s.model->functions[i->function];
  uint32_t node = f->body->statements[i->code].node;
  return executed[i->function] && executed[i->function][node];
}

/* Every line of which something is in REASONS is in them whole.  Return whether that adds something.  */
static bool
complete (struct wpp_slice_reason *reasons, const bool *const *executed)
{
  bool added = false;
  for (uint32_t i = 0; i < x.s.model->n_items; i++)
    if (reasons[i].because != WPP_BECAUSE_NOTHING)
      x.in[source_line (&x, i)] = true;
  for (uint32_t i = 0; i < x.s.model->n_items; i++)
    {
      uint32_t line = source_line (&x, i);
      if (reasons[i].because != WPP_BECAUSE_NOTHING || source_code (&x, i)->flags & WPP_CODE_NONE || !line
          || !x.in[line] || !executed_p (executed, i))
        continue;
      reasons[i].because = WPP_BECAUSE_CRITERION;
      added = true;
    }
  return added;
}

/* The criterion that is VARIABLE, known by its name.  */
static struct wpp_slice_criterion
find_variable (const char *variable)
{
  struct wpp_slice_model *m = x.s.model;
  struct wpp_slice_criterion c = { .variable = WPP_NONE, .fact = WPP_NONE, .load = WPP_NONE };
  for (uint32_t u = 0; u < m->n_units; u++)
    for (uint32_t v = 0; m->programs[u] && v < m->programs[u]->n_variables; v++)
      if (m->programs[u]->variables[v].name && !strcmp (m->programs[u]->variables[v].name, variable)
          && c.load == WPP_NONE)
        c.load = wpp_memory_whole (&m->memory, u, v);
  source_check (&x, c.load != WPP_NONE, "no such variable");
  while (!m->functions[c.function])
    c.function++;
  return c;
}

int
main (int argc, char **argv)
{
  struct wpp_place place;
  int err = 0;
  source_check (&x, argc > 3, "give me PROFILE FILE LINE [VARIABLE]");
  x.file = argv[2];
  uint32_t line = atoi (argv[3]);
  source_read (&x, argv[1]);
  struct wpp_thread *thread = &x.profile->threads[0];
  source_check (&x, !wpp_slicer_init (&x.s, thread, x.s.code, NULL, &place), "no statements");
  bool **executed = wpp_slicer_executed (&x.s, &err);
  struct wpp_slice_reason *reasons = calloc (x.s.model->n_items + 1, sizeof *reasons);
  struct wpp_scan *scan = wpp_scan_new (x.s.model, &x.s.nest, wpp_slicer_path, &x.s, true);
  struct wpp_slice_call *calls;
  size_t n_calls;
  source_check (&x, executed && reasons && scan && !wpp_slice_calls (scan, 0, &calls, &n_calls), "no calls");
  struct wpp_static_slice slice = { x.s.model, (const bool *const *)executed, calls, n_calls, reasons };
  struct wpp_slice_criterion c;
  if (argc > 4)
    c = find_variable (argv[4]);
  else
    {
      x.in[line] = true;
      source_check (&x, complete (reasons, slice.executed), "nothing of the line was executed");
    }
  do
    source_check (&x, !wpp_static_slice (&slice, argc > 4 ? &c : NULL, false), "no slice");
  while (complete (reasons, slice.executed));
  source_print (&x);
  return 0;
}
