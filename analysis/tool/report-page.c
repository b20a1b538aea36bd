/* wpp report: one page to look at.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/recorded-runs.h"
#include "answers/saved-frequencies.h"
#include "base/text.h"
#include "show/report/report.h"
#include "tool/tool.h"

#define BUDGET (UINT64_C (10) << 20)

struct report
{
  struct wpp_options common;
  const char *out;
  uint64_t budget;              /* bytes */
  const char *base;             /* or null */
  struct wpp_recorded_runs runs;
  struct wpp_saved_decisions decisions;
  struct wpp_frequency_table *frequencies;
};

static void
read_budget (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  uint64_t size = wpp_options_size (state, "--budget", arg);
  if (size < WPP_REPORT_LEAST)
    wpp_options_wrong (state, "--budget: '%s' is out of range: 256K or more", arg);
  ((struct report *)input)->budget = size;
}

static void
check (void *input, const struct argp_state *state)
{
  if (!((struct report *)input)->out)
    wpp_options_wrong (state, "no output file given (-o FILE)");
}

#define TO(MEMBER) WPP_MEMBER (struct report, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("output", 'o', "FILE", TO (out), "Write the page to FILE"),
  WPP_OWN ("budget", 0, "SIZE", read_budget,
           "Make the page no larger than SIZE, a number of bytes or, with K, M or G after it, of 1024, 1024^2 or "
           "1024^3 (default 10M, at least 256K)"),
  WPP_TEXT ("base", 0, "A", TO (base),
            "Show what differs from the recording A: a profile, a folder of profiles, or several with commas between "
            "them"),
  { 0 }
};

static int
read_decisions (void *report, const char *file, struct wpp_place *place)
{
  return wpp_saved_decisions_read (&((struct report *)report)->decisions, file, place);
}

static int
read_frequencies (void *report, const char *file, struct wpp_place *place)
{
  return wpp_answer_saved_frequencies (file, wpp_frequency_table_sink (((struct report *)report)->frequencies), place);
}

/* Read the dumps that ARG is, or that the folder ARG has.  Return whether it is nothing else.  */
static bool
take_dumps_of (struct report *report, const char *arg)
{
  static const struct wpp_dump_kind kinds[] = { { "decision dumps", ".decisions", read_decisions },
                                                { "frequency dumps", ".freq", read_frequencies } };
  bool any = false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (wpp_files_ending_p (arg, kinds[i].suffix))
      {
        wpp_dumps_read (&kinds[i], arg, report);
        any = true;
      }
  return any && !wpp_files_ending_p (arg, ".wpp");
}

/* Read the dumps among the arguments, and leave the recordings.  */
static void
take_dumps (struct report *report)
{
  struct wpp_options *common = &report->common;
  size_t n = 0;
  for (size_t i = 0; i < common->n_args; i++)
    if (!take_dumps_of (report, common->args[i]))
      common->args[n++] = common->args[i];
  common->n_args = n;
  if (!n)
    wpp_die (NULL, "report: no recording among the FILEs");
}

/* For the listener; DATA is the report.  */
static int
note_read (void *data, const struct wpp_profile *const *profiles, size_t n, const char **bad, struct wpp_place *place)
{
  struct report *report = data;
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    err = wpp_recorded_runs_add (&report->runs, profiles[i]);
  return err ? err : wpp_tool_tell_read (&report->common, profiles, n, bad, place);
}

/* Open what the arguments name: with order, if it has that.  */
static struct wpp_recording *
open_recording (struct report *report, const struct wpp_files *files)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  int err;
  struct wpp_recording_request request = wpp_request (&report->common, (const char *const *)files->name, files->n);
  request.listener.data = report;
  request.listener.read = note_read;
  struct wpp_recording *r = wpp_recording_open (&request, &bad, &err, &place);
  if (!r)
    wpp_die_at (bad, err, &place);
  bool order = wpp_recording_has (r) & WPP_HAS_ORDER;
  wpp_open_need (r, WPP_HAS_COUNTS | (order ? WPP_HAS_ORDER | WPP_BY_STACKS | WPP_HAS_ACTIVATIONS : 0));
  return r;
}

/* Open what --base names, with what is there of it.  */
static struct wpp_recording *
open_base (const struct report *report, const struct wpp_files *files)
{
  struct wpp_recording *r = wpp_open_files (&report->common, files, 0);
  bool order = wpp_recording_has (r) & WPP_HAS_ORDER;
  wpp_open_need (r, WPP_HAS_COUNTS | (order ? WPP_HAS_ORDER | WPP_HAS_ACTIVATIONS : 0));
  wpp_open_code (r);
  return r;
}

int
wpp_command_report (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Write a page about recordings that a browser shows: hot functions, loops and subpaths; the source with counts; "
    "functions as graphs with their paths; calls; and what happened when.  It is one file, and needs no network.  A "
    "FILE is a recording, a dump of -fwpp-dump-decisions or -fwpp-dump-frequency (*.decisions, *.freq), or a folder of "
    "these."
  };
  struct report report = { .budget = BUDGET };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &report.common, &report);
  report.frequencies = wpp_need (wpp_frequency_table_new (report.common.source_root));
  take_dumps (&report);
  struct wpp_files files = wpp_files_find (&report.common);
  char *arguments = wpp_need (wpp_shell_words ((const char *const *)report.common.args, report.common.n_args));
  struct wpp_recording *r = open_recording (&report, &files);
  wpp_open_code (r);
  struct wpp_files base_files = { 0 };
  if (report.base)
    wpp_files_add_list (&base_files, report.base);
  struct wpp_recording *base = report.base ? open_base (&report, &base_files) : NULL;
  const struct wpp_report_asked asked = { .base = base, .base_arguments = report.base, .budget = report.budget,
                                          .arguments = arguments, .runs = &report.runs,
                                          .decisions = &report.decisions, .frequencies = report.frequencies,
                                          .problems = wpp_options_problems ("reaching-definitions"),
                                          .own_notes = !report.common.programs };
  FILE *out = wpp_output_open (report.out);
  wpp_progress ("writing", report.out);
  int err = wpp_report_write (out, r, &asked, &place);
  wpp_progress_end ();
  if (err)
    wpp_die_at (wpp_recording_file (r), err, place.what[0] ? &place : NULL);
  wpp_output_close (out);
  wpp_recording_free (r);
  if (base)
    wpp_recording_free (base);
  wpp_files_free (&base_files);
  wpp_recorded_runs_release (&report.runs);
  wpp_saved_decisions_release (&report.decisions);
  wpp_frequency_table_free (report.frequencies);
  wpp_files_free (&files);
  free (arguments);
  return WPP_EXIT_DONE;
}
