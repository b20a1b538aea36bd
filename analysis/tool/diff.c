/* wpp diff: what differs between two recordings, or sets of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Exit statuses are those of diff(1).  --fail-on is for those who let a build fail: what they ask for decides on the
   status, and that is what is printed.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/diff.h"
#include "tool/tool.h"

/* What --fail-on says.  */
enum fail_on
{
  FAIL_ON_ANY,
  FAIL_ON_NEW_PATHS,
  FAIL_ON_LOST_PATHS,
  FAIL_ON_SLOWER
};

struct diff
{
  struct wpp_options common;
  struct wpp_diff_asked asked;
  enum fail_on fail_on;
  double percent;               /* of FAIL_ON_SLOWER */
};

/* ---- Options.  */

static const char *const parts[] = { "functions", "lines", "paths", "subpaths", "contexts" };
#define N_PARTS (sizeof parts / sizeof *parts)

static void
read_parts (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct diff *d = input;
  d->asked.parts |= wpp_options_among (state, "--by", arg, parts, N_PARTS,
                                       "functions, lines, paths, subpaths, contexts, all");
}

static void
read_problems (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  ((struct diff *)input)->asked.problems |= wpp_options_problems (arg);
}

static void
read_fail_on (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct diff *d = input;
  char *end;
  if (!strcmp (arg, "new-paths"))
    d->fail_on = FAIL_ON_NEW_PATHS;
  else if (!strcmp (arg, "lost-paths"))
    d->fail_on = FAIL_ON_LOST_PATHS;
  else if (!strncmp (arg, "slower=", 7))
    {
      d->fail_on = FAIL_ON_SLOWER;
      d->percent = strtod (arg + 7, &end);
      if (end == arg + 7 || strcmp (end, "%") || !(d->percent >= 0 && d->percent <= 1e9))
        wpp_options_wrong (state, "--fail-on: '%s' is no percentage", arg + 7);
    }
  else
    wpp_options_wrong (state, "--fail-on: '%s' is none of new-paths, lost-paths, slower=N%%", arg);
}

static void
check (void *input, const struct argp_state *state)
{
  const struct diff *d = input;
  if (d->common.n_args != 2)
    wpp_options_wrong (state, "two FILEs are compared, not %zu; a set of runs is a folder, or names with commas",
                       d->common.n_args);
  if (d->fail_on && (d->asked.parts || d->asked.problems))
    wpp_options_wrong (state, "--fail-on says what is compared; --by and --problem do not go with it");
}

#define TO(MEMBER) WPP_MEMBER (struct diff, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("by", 0, "LIST", read_parts,
           "Compare functions, lines, paths (default: these three), subpaths, contexts; or all of these"),
  WPP_FUNCTION (TO (asked.function), "Compare what is in FUNCTION only"),
  WPP_TOP (TO (asked.top),
           "Print the N greatest changes of each kind (default: those that make up 90% of all, at most 20)"),
  WPP_OWN ("problem", 0, "NAME[,NAME...]", read_problems,
           "Compare how often facts of these data flow problems held, too"),
  WPP_OWN ("fail-on", 0, "WHAT", read_fail_on,
           "Exit with status 1 only because of `new-paths', `lost-paths', or `slower=N%': B executes over N% more "
           "statements; print what is to blame"),
  { 0 }
};

/* Set what is compared, where options leave it open.  */
static void
choose_parts (struct diff *d)
{
  static const char *const only[] = { NULL, "new", "lost", NULL };
  if (d->fail_on)
    d->asked.parts = d->fail_on == FAIL_ON_SLOWER ? 1u << WPP_DIFF_FUNCTIONS : 1u << WPP_DIFF_PATHS;
  else if (!d->asked.parts)
    d->asked.parts = 1u << WPP_DIFF_FUNCTIONS | 1u << WPP_DIFF_LINES | 1u << WPP_DIFF_PATHS;
  d->asked.only = only[d->fail_on];
  if (d->asked.problems)
    d->asked.parts |= 1u << WPP_DIFF_FACTS;
  if (!d->asked.top && d->common.json)
    d->asked.top = UINT64_MAX;
}

/* ---- Results.  */

/* Say what was left out, in a line.  */
static void
tell_left (const struct diff *d, const struct wpp_diff_found *found)
{
  uint64_t n = 0, left = 0;
  double most = 0;
  for (size_t p = 0; p < WPP_DIFF_PARTS; p++)
    {
      n += found->parts[p].n;
      left += found->parts[p].n - found->parts[p].sent;
      most = found->parts[p].most_left > most ? found->parts[p].most_left : most;
    }
  if (left && !d->asked.top)
    wpp_say (NULL, "%" PRIu64 " of %" PRIu64 " differences are left out, each with at most %.2g%% of the change of its "
             "kind; --top=all prints all", left, n, 100 * most);
}

/* Paths of one kind of recording say nothing of those of the other.  */
static void
check_kinds (const struct diff *d, struct wpp_recording *a, struct wpp_recording *b)
{
  bool counts = wpp_recording_profile (a)->counts;
  if (counts == wpp_recording_profile (b)->counts)
    return;
  if (d->fail_on == FAIL_ON_NEW_PATHS || d->fail_on == FAIL_ON_LOST_PATHS)
    wpp_die (wpp_recording_file (counts ? b : a), "paths of -fwpp-generate end at calls, those of -fwpp-generate=paths "
             "do not: they cannot be compared");
  wpp_say (wpp_recording_file (counts ? b : a), "paths of -fwpp-generate end at calls, those of "
           "-fwpp-generate=paths do not: only functions and lines are compared");
}

static int
status_of (const struct diff *d, const struct wpp_diff_found *found, uint64_t n)
{
  bool different = d->fail_on == FAIL_ON_SLOWER ? wpp_diff_slower_p (found, d->percent / 100) : n > 0;
  return different ? WPP_EXIT_NOTHING : WPP_EXIT_DONE;
}

int
wpp_command_diff (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Print what differs between the recordings A and B, the greatest changes first.  Each is a profile, a folder of "
    "profiles, or several with commas between them: then means of a run are compared.  They may be of different builds "
    "of a program.  The exit status is 0 when they are alike, 1 when they differ, 2 after an error."
  };
  struct diff d = { .common.args_doc = "A B" };
  struct wpp_diff_found found;
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &d.common, &d);
  choose_parts (&d);
  struct wpp_files files[2] = { { 0 } };
  struct wpp_recording *r[2], *of;
  for (size_t s = 0; s < 2; s++)
    {
      wpp_files_add_list (&files[s], d.common.args[s]);
      r[s] = wpp_open_files (&d.common, &files[s], wpp_diff_needs (&d.asked));
      wpp_open_code (r[s]);
    }
  check_kinds (&d, r[0], r[1]);
  struct wpp_row_sink *sink = wpp_output_sink (&d.common);
  wpp_progress ("comparing", NULL);
  int64_t n = wpp_answer_diff (r[0], r[1], &d.asked, sink, &found, &of, &place);
  wpp_answered (sink, of, n, &place);
  tell_left (&d, &found);
  for (size_t s = 0; s < 2; s++)
    {
      wpp_recording_free (r[s]);
      wpp_files_free (&files[s]);
    }
  return status_of (&d, &found, n);
}
