/* wpp paths --coverage: the executed paths over the feasible paths of each function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A path is feasible if the graph allows it; conditions that exclude each other are not considered.  If a function has
   too many paths, its feasible paths are those that are left after edges have been cut, because these were counted; the
   number without cuts is printed beside it.  */

#include <inttypes.h>
#include <stdlib.h>
#include "base/saturate.h"
#include "tool/tool.h"

struct coverage
{
  const struct wpp_code_function *function;
  uint64_t executed;
  uint64_t executions;   /* saturates */
};

/* Fill FOUND [CODE->n_functions] from COUNTS [N].  Unwound paths are not feasible paths.  */
static void
add_counts (struct wpp_code *code, const struct wpp_event_count *counts, size_t n,
            struct coverage *found)
{
  uint64_t number;
  for (size_t i = 0; i < code->n_functions; i++)
    found[i].function = &code->functions[i];
  for (size_t i = 0; i < n; i++)
    {
      const struct wpp_code_function *f = counts[i].count ? wpp_code_find (code, counts[i].event, &number)
                                                          : NULL;
      if (!f || number >= f->function->n_paths)
        continue;
      struct coverage *c = &found[f - code->functions];
      c->executed++;
      c->executions = wpp_saturating_add (c->executions, counts[i].count);
    }
}

static double
share (uint64_t executed, uint64_t feasible)
{
  return feasible ? (double) executed / feasible : 0;
}

static void
print_line (uint64_t executed, uint64_t feasible, uint64_t executions)
{
  char text[WPP_COUNT_TEXT];
  printf ("%10" PRIu64 " %12" PRIu64 " %8.2f%% %14s  ", executed, feasible,
          100 * share (executed, feasible), wpp_count_text (executions, text));
}

static void
print_text (const struct coverage *found, size_t n, const struct coverage *total,
            uint64_t feasible)
{
  printf ("%10s %12s %9s %14s  %s\n", "executed", "feasible", "share", "executions", "function");
  for (size_t i = 0; i < n; i++)
    {
      const struct wpp_function *f = found[i].function->function;
      print_line (found[i].executed, f->n_paths, found[i].executions);
      fputs (wpp_function_shown (f), stdout);
      if (f->exact_paths)
        printf (" (%s paths, cut)", f->exact_paths);
      putchar ('\n');
    }
  print_line (total->executed, feasible, total->executions);
  puts ("all");
}

static struct json_object *
coverage_json (const struct coverage *c, uint64_t feasible)
{
  struct json_object *o = json_object_new_object ();
  if (c->function)
    {
      const struct wpp_function *f = c->function->function;
      json_object_object_add (o, "function", wpp_json_string (wpp_function_name (f)));
      json_object_object_add (o, "assembler_name", wpp_json_string (f->name));
      json_object_object_add (o, "unit", wpp_json_string (wpp_source_name (c->function->unit)));
      json_object_object_add (o, "exact_paths", wpp_json_string (f->exact_paths));
    }
  json_object_object_add (o, "executed", wpp_json_number (c->executed));
  json_object_object_add (o, "feasible", wpp_json_path_number (feasible));
  json_object_object_add (o, "share", json_object_new_double (share (c->executed, feasible)));
  json_object_object_add (o, "executions", wpp_json_count (c->executions));
  return o;
}

static void
print_json (const struct coverage *found, size_t n, const struct coverage *total,
            uint64_t feasible)
{
  bool first = true;
  struct json_object *all = coverage_json (total, feasible);
  wpp_missing_begin_json ();
  printf ("\"total\":%s,\"functions\":[", json_object_to_json_string_ext (all, WPP_JSON_STYLE));
  json_object_put (all);
  for (size_t i = 0; i < n; i++)
    wpp_json_element (coverage_json (&found[i], found[i].function->function->n_paths), &first);
  puts ("\n]}");
}

/* Keep in FOUND [N] only functions with paths and, unless NAME is null, with that name.  Return their number, and add
   them up.  */
static size_t
keep_wanted (struct coverage *found, size_t n, const char *name, struct coverage *total,
             uint64_t *feasible)
{
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    {
      const struct wpp_function *f = found[i].function->function;
      if (f->n_paths == 0 || (name && !wpp_function_named_p (f, name)))
        continue;
      found[kept++] = found[i];
      total->executed += found[i].executed;
      *feasible = wpp_saturating_add (*feasible, f->n_paths);
      if (__builtin_add_overflow (total->executions, found[i].executions, &total->executions))
        total->executions = UINT64_MAX;
    }
  return kept;
}

int
wpp_print_coverage (const struct wpp_profile *p, struct wpp_code *code, const char *function,
                    bool json)
{
  size_t n_counts;
  uint64_t feasible = 0;
  struct coverage total = { 0 };
  struct wpp_event_count *counts = wpp_need (wpp_event_counts (p, &n_counts));
  struct coverage *found = wpp_new (code->n_functions, sizeof *found);
  add_counts (code, counts, n_counts, found);
  size_t n = keep_wanted (found, code->n_functions, function, &total, &feasible);
  if (json)
    print_json (found, n, &total, feasible);
  else if (n)
    print_text (found, n, &total, feasible);
  if (!n && function)
    wpp_function_absent (code, function);
  else if (!n)
    wpp_say (p->file, "no function has paths");
  free (found);
  free (counts);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
