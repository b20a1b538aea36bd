/* wpp export: answers in the forms of other tools.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers/function-order.h"
#include "answers/gcov.h"
#include "answers/samples.h"
#include "answers/stacks.h"
#include "show/export/export.h"
#include "tool/tool.h"

struct exporting
{
  struct wpp_options common;
  const struct wpp_export *to;
  const char *output;
  unsigned version;             /* 0: not given */
  struct wpp_stacks_asked stacks;
};

/* ---- Options.  */

static void
list_forms (void)
{
  for (const struct wpp_export *e = wpp_exports; e->name; e++)
    {
      printf ("%-11s %s", e->name, e->doc);
      if (e->versions)
        printf (" (--form-version=1 to %u)", e->versions);
      putchar ('\n');
    }
}

static void
read_to (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct exporting *x = input;
  if (!strcmp (arg, "help"))
    {
      list_forms ();
      wpp_flush_output ();
      exit (WPP_EXIT_DONE);
    }
  x->to = wpp_export_named (arg);
  if (!x->to)
    wpp_options_wrong (state, "--to: '%s' is no form; --to=help lists them", arg);
}

static void
check (void *input, const struct argp_state *state)
{
  const struct exporting *x = input;
  const struct wpp_stacks_asked *stacks = &x->stacks;
  if (!x->to)
    wpp_options_wrong (state, "no --to=FORM given; --to=help lists them");
  if (x->common.json)
    wpp_options_wrong (state, "--to says which form is written; --json does not go with it");
  if (x->version > x->to->versions)
    wpp_options_wrong (state, "--form-version: %s has no version %u", x->to->name, x->version);
  if ((stacks->depth || stacks->merge) && x->to->of != WPP_EXPORT_STACKS)
    wpp_options_wrong (state, "--depth and --merge-recursion are about calling contexts, which %s does not have",
                       x->to->name);
  if (x->to->binary && !x->output && isatty (STDOUT_FILENO))
    wpp_options_wrong (state, "%s is binary: name a file with -o, or redirect the output", x->to->name);
}

#define TO(MEMBER) WPP_MEMBER (struct exporting, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("to", 0, "FORM", read_to, "The form; `help' lists them"),
  WPP_TEXT ("output", 'o', "FILE", TO (output), "Write to FILE"),
  WPP_NUMBER ("form-version", 0, "N", TO (version), 1, 99, "The version of the form, where there are several"),
  WPP_NUMBER ("depth", 0, "N", TO (stacks.depth), 1, WPP_MOST_LEVELS, "Tell N levels of calls apart"),
  WPP_FLAG ("merge-recursion", TO (stacks.merge), "Let a recursive call go on with the context of its function"),
  { 0 }
};

/* ---- The answers.  */

static unsigned
needs_of (const struct exporting *x)
{
  return x->to->of == WPP_EXPORT_STACKS ? WPP_HAS_ORDER | WPP_HAS_ACTIVATIONS
         : x->to->of >= WPP_EXPORT_ORDER ? WPP_HAS_ORDER : WPP_HAS_COUNTS;
}

static int64_t
answer (const struct exporting *x, struct wpp_recording *r, struct wpp_row_sink *sink, struct wpp_place *place)
{
  const struct wpp_lines_asked lines = { .top = UINT64_MAX };
  switch (x->to->of)
    {
    case WPP_EXPORT_STACKS:
      return wpp_answer_stacks (r, &x->stacks, sink, place);
    case WPP_EXPORT_SAMPLES:
      return wpp_answer_samples (r, sink, place);
    case WPP_EXPORT_LINES:
      return wpp_answer_lines (r, &lines, sink, place);
    case WPP_EXPORT_ORDER:
    case WPP_EXPORT_FIRST_USE:
      return wpp_answer_function_order (r, x->to->of == WPP_EXPORT_FIRST_USE, sink, place);
    default:
      return wpp_answer_gcov (r, &lines, x->version ? x->version : wpp_gcov_format (), sink, place);
    }
}

/* Write to OUT; return whether there was anything.  */
static bool
write_to (const struct exporting *x, struct wpp_recording *r, FILE *out)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_row_sink *sink = wpp_output_sink_of (x->to->new_sink (out, x->version));
  wpp_progress ("exporting", NULL);
  return wpp_answered (sink, r, answer (x, r, sink, &place), &place) > 0;
}

int
wpp_command_export (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, check,
        "Write what was executed in the form of another tool: wpp-export(1) says what each form loses." };
  struct exporting x = { .to = NULL };
  wpp_options_parse (&line, argc, argv, &x.common, &x);
  /* gcov's names are tidied as gcov does.  */
  struct wpp_recording *r = wpp_open_named (&x.common, needs_of (&x), x.to->of == WPP_EXPORT_GCOV);
  /* Samples have targets of calls if the recording has activations.  */
  if (x.to->of == WPP_EXPORT_SAMPLES)
    wpp_open_need (r, wpp_recording_has (r) & (WPP_HAS_COUNTS | WPP_HAS_ACTIVATIONS));
  wpp_open_code (r);
  FILE *out = x.output ? wpp_output_open (x.output) : stdout;
  bool any = write_to (&x, r, out);
  if (x.output)
    wpp_output_close (out);
  if (!any)
    wpp_say (wpp_recording_file (r), "nothing was executed that could be written");
  wpp_recording_free (r);
  return any ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
