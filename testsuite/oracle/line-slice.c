/* line-slice PROFILE FILE LINE [VARIABLE]: the lines of FILE that a slice of approach 1 needs so that it can be
   executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Whoever leaves a line of the source in leaves all of its statements in.  So all of a line's statements are sliced,
   too, until no line is added.  VARIABLE is one of static storage, and what it holds after LINE is the criterion.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "recording/profile/read.h"
#include "dependence/slices/slice.h"
#include "dependence/slices/static.h"

static struct wpp_slicer s;
static const char *file;

static void
check (bool ok, const char *what)
{
  if (ok)
    return;
  fprintf (stderr, "line-slice: %s\n", what);
  exit (2);
}

static bool
file_p (uint32_t function, uint32_t number)
{
  const struct wpp_unit *unit = s.code->functions[function].unit;
  const char *name = number < unit->n_files ? unit->files[number] : "";
  size_t n = strlen (name), m = strlen (file);
  return m <= n && !strcmp (name + n - m, file);
}

static const struct wpp_slice_code *
code_of (uint32_t item)
{
  const struct wpp_slice_item *i = &s.model->items[item];
  return &s.model->functions[i->function]->code[i->code];
}

/* Was the statement of ITEM executed?  */
static bool
executed_p (const bool *const *executed, uint32_t item)
{
  const struct wpp_slice_item *i = &s.model->items[item];
  const struct wpp_slice_function *f = s.model->functions[i->function];
  uint32_t node = f->body->statements[i->code].node;
  return executed[i->function] && executed[i->function][node];
}

/* Every line of which something is in REASONS is in them whole.  Return whether that adds something.  */
static bool
complete (struct wpp_slice_reason *reasons, bool *lines, uint32_t n_lines, const bool *const *executed)
{
  bool added = false;
  for (uint32_t i = 0; i < s.model->n_items; i++)
    if (reasons[i].because != WPP_BECAUSE_NOTHING && code_of (i)->line < n_lines
        && file_p (s.model->items[i].function, code_of (i)->file))
      lines[code_of (i)->line] = true;
  for (uint32_t i = 0; i < s.model->n_items; i++)
    {
      const struct wpp_slice_code *c = code_of (i);
      if (reasons[i].because != WPP_BECAUSE_NOTHING || c->flags & WPP_CODE_NONE || c->line >= n_lines || !lines[c->line]
          || !file_p (s.model->items[i].function, c->file) || !executed_p (executed, i))
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
  struct wpp_slice_criterion c = { .variable = WPP_NONE, .fact = WPP_NONE, .load = WPP_NONE };
  for (uint32_t u = 0; u < s.model->n_units; u++)
    for (uint32_t v = 0; s.model->programs[u] && v < s.model->programs[u]->n_variables; v++)
      if (s.model->programs[u]->variables[v].name && !strcmp (s.model->programs[u]->variables[v].name, variable)
          && c.load == WPP_NONE)
        c.load = wpp_memory_whole (&s.model->memory, u, v);
  check (c.load != WPP_NONE, "no such variable");
  while (!s.model->functions[c.function])
    c.function++;
  return c;
}

int
main (int argc, char **argv)
{
  struct wpp_place place;
  int err = 0;
  check (argc > 3, "give me PROFILE FILE LINE [VARIABLE]");
  file = argv[2];
  uint32_t line = atoi (argv[3]), n_lines = 1 << 20;
  struct wpp_profile *p = wpp_profile_read (argv[1], &err, &place);
  check (p, "unreadable profile");
  struct wpp_code *code = wpp_code_load (p, NULL, &err, &place);
  check (code && !wpp_slicer_init (&s, &p->threads[0], code, NULL, &place), "no statements");
  bool *lines = calloc (n_lines, 1), **executed = wpp_slicer_executed (&s, &err);
  struct wpp_slice_reason *reasons = calloc (s.model->n_items + 1, sizeof *reasons);
  struct wpp_scan *scan = wpp_scan_new (s.model, &s.nest, wpp_slicer_path, &s, true);
  struct wpp_slice_call *calls;
  size_t n_calls;
  check (executed && lines && reasons && scan && !wpp_slice_calls (scan, 0, &calls, &n_calls), "no calls");
  struct wpp_static_slice x = { s.model, (const bool *const *)executed, calls, n_calls, reasons };
  struct wpp_slice_criterion c;
  lines[line] = true;
  if (argc > 4)
    {
      c = find_variable (argv[4]);
      lines[line] = false;
    }
  else
    check (complete (reasons, lines, n_lines, x.executed), "nothing of the line was executed");
  do
    check (!wpp_static_slice (&x, argc > 4 ? &c : NULL, false), "no slice");
  while (complete (reasons, lines, n_lines, x.executed));
  for (uint32_t i = 0; i < n_lines; i++)
    if (lines[i])
      printf ("%u\n", i);
  return 0;
}
