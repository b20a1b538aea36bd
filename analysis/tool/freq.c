/* wpp freq: a table of the frequencies of dumps and profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/computed-frequencies.h"
#include "answers/saved-frequencies.h"
#include "tool/tool.h"

struct freq
{
  struct wpp_options common;
  struct wpp_frequencies_asked asked;
  bool csv, summary;
};

static void
read_sort (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  if (strcmp (arg, "hot") && strcmp (arg, "source"))
    wpp_options_wrong (state, "--sort: '%s' is neither source nor hot", arg);
  ((struct freq *)input)->asked.hot = strcmp (arg, "hot") == 0;
}

static void
check (void *input, const struct argp_state *state)
{
  const struct freq *freq = input;
  if (freq->csv && freq->common.json)
    wpp_options_wrong (state, "--csv and --json exclude each other");
}

#define TO(MEMBER) WPP_MEMBER (struct freq, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("function", 'f', "NAME", TO (asked.function), "Only the function called NAME"),
  WPP_TEXT ("problem", 0, "NAMES", TO (asked.problems),
            "Only the data flow problems NAMES, separated by commas, or `all'; of a profile, compute them"),
  WPP_OWN ("sort", 0, "ORDER", read_sort, "ORDER is `source' (as in the dumps, default) or `hot'"),
  WPP_NUMBER ("top", 0, "N", TO (asked.top), 1, UINT64_MAX, "Only the first N lines"),
  WPP_FLAG ("summary", TO (summary), "Print the functions' summaries and their sums"),
  WPP_FLAG ("csv", TO (csv), "Print comma-separated values"),
  { 0 }
};

/* ---- Profiles.  */

/* Add to TABLE what ASKED says of the profiles that COMMON names.  */
static void
compute (struct wpp_frequency_table *table, const struct wpp_options *common,
         const struct wpp_frequencies_asked *asked)
{
  const struct wpp_computed_asked computed
      = { wpp_options_problems (asked->problems), asked->function, !common->programs };
  struct wpp_place place = { "", 0, "" };
  size_t n_lacking;
  struct wpp_recording *r = wpp_open (common, WPP_HAS_ACTIVATIONS | WPP_TRACES_LATE);
  wpp_open_code (r);
  int err = wpp_compute_frequencies (table, r, &computed, &n_lacking, &place);
  if (err)
    wpp_die_at (common->args[0], err, &place);
  if (n_lacking)
    wpp_say (common->args[0], WPP_LACKING_STATEMENTS, n_lacking);
  wpp_recording_free (r);
}

/* ---- All.  */

static int
read_dump (void *table, const char *file, struct wpp_place *place)
{
  return wpp_answer_saved_frequencies (file, wpp_frequency_table_sink (table), place);
}

/* Read or compute what FREQ's arguments have, into TABLE: dumps first.  */
static void
find_frequencies (const struct freq *freq, struct wpp_frequency_table *table)
{
  static const struct wpp_dump_kind dumps = { "frequency dumps", ".freq", read_dump };
  struct wpp_options profiles = freq->common;
  profiles.args = wpp_new (freq->common.n_args + 1, sizeof *profiles.args);
  profiles.n_args = 0;
  for (size_t i = 0; i < freq->common.n_args; i++)
    if (!wpp_files_profiles_p (freq->common.args[i], dumps.suffix))
      wpp_dumps_read (&dumps, freq->common.args[i], table);
    else if (freq->asked.problems)
      profiles.args[profiles.n_args++] = freq->common.args[i];
    else
      wpp_die (freq->common.args[i], "a profile: --problem=NAME, or --problem=all, computes its frequencies");
  if (profiles.n_args)
    compute (table, &profiles, &freq->asked);
  free (profiles.args);
}

/* Say that there is nothing of what was asked for.  */
static void
explain (const struct freq *freq)
{
  const char *problems = freq->asked.problems, *function = freq->asked.function;
  if (!problems && !function)
    wpp_say (freq->common.args[0], "no frequencies");
  else
    wpp_say (NULL, "nothing of %s%s%s%s%s", problems ? "problem " : "", problems ? problems : "",
             problems && function ? " and " : "", function ? "function " : "", function ? function : "");
}

int
wpp_command_freq (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Print how often which data flow fact held where.  Every FILE is a dump that -fwpp-dump-frequency "
    "-fwpp-dump-format=json wrote, or a folder of dumps (*.freq); or, with --problem, a profile: then the frequencies "
    "are computed from the statements in its notes."
  };
  struct freq freq = { .asked.top = UINT64_MAX };
  bool any;
  wpp_options_parse (&line, argc, argv, &freq.common, &freq);
  struct wpp_frequency_table *table = wpp_need (wpp_frequency_table_new (freq.common.source_root));
  find_frequencies (&freq, table);
  struct wpp_row_sink *sink
    = freq.csv ? wpp_output_sink_of (wpp_frequency_csv_sink (stdout)) : wpp_output_sink (&freq.common);
  int err = (freq.summary ? wpp_answer_frequency_sums : wpp_answer_frequencies) (table, &freq.asked, sink, &any);
  wpp_output_done (sink, NULL, err, NULL);
  wpp_frequency_table_free (table);
  if (!any)
    explain (&freq);
  return any ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
