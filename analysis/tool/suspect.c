/* wpp suspect: what failing runs executed that passing ones did not.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/suspect.h"
#include "tool/tool.h"

/* Groups that are printed unless the user says how many.  */
#define MOST_GROUPS 5u

struct suspect
{
  struct wpp_options common;
  struct wpp_files runs[2];     /* failing, passing */
  const char *function;
  uint64_t top;                 /* 0: not given */
  unsigned kinds;               /* 0: not given */
};

static const char *const kinds[WPP_SUSPECT_KINDS] = { "paths", "edges", "lines", "pairs", "contexts", "facts" };

/* Add the kinds that ARG lists.  */
static void
read_kinds (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct suspect *s = input;
  s->kinds |= wpp_options_among (state, "--by", arg, kinds, WPP_SUSPECT_KINDS,
                                 "lines, edges, paths, pairs, contexts, facts, all");
}

static void
read_fail (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  wpp_files_add_list (&((struct suspect *)input)->runs[0], arg);
}

static void
read_pass (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  wpp_files_add_list (&((struct suspect *)input)->runs[1], arg);
}

static void
check (void *input, const struct argp_state *state)
{
  const struct suspect *s = input;
  if (s->common.n_args)
    wpp_options_wrong (state, "%s: say whether this run failed or passed: --fail=%s or --pass=%s", s->common.args[0],
                       s->common.args[0], s->common.args[0]);
  if (!s->runs[0].n || !s->runs[1].n)
    wpp_options_wrong (state, "no --%s=LIST given", s->runs[0].n ? "pass" : "fail");
}

#define TO(MEMBER) WPP_MEMBER (struct suspect, MEMBER)

static const struct wpp_option options[] = {
  WPP_OWN ("fail", 0, "LIST", read_fail, "Runs that failed: profiles or folders, with commas between them"),
  WPP_OWN ("pass", 0, "LIST", read_pass, "Runs that passed"),
  WPP_OWN ("by", 0, "LIST", read_kinds,
           "Compare lines, edges, paths, pairs (default: these four), contexts, facts; or all of these"),
  WPP_FUNCTION (TO (function), "Print what is in FUNCTION only"),
  WPP_TOP (TO (top), "Print the N most suspect groups (default 5)"),
  { 0 }
};

/* Add all runs.  */
static void
add_runs (struct suspect *s, struct wpp_suspects *suspects)
{
  struct wpp_neighbours neighbours = { .n = s->runs[0].n + s->runs[1].n };
  const char **names = wpp_new (neighbours.n, sizeof *names);
  size_t n = 0;
  bool lacking = false;
  for (size_t side = 0; side < 2; side++)
    for (size_t i = 0; i < s->runs[side].n; i++)
      names[n++] = s->runs[side].name[i];
  neighbours.files = names;
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_place place = { "", 0, "" };
      struct wpp_recording *r = wpp_open_file (&s->common, names[i], &neighbours, 0);
      wpp_open_need (r, wpp_suspect_needs (s->kinds, wpp_recording_has (r)));
      wpp_open_code (r);
      lacking |= !(wpp_recording_has (r) & WPP_HAS_ORDER);
      wpp_progress ("looking at", names[i]);
      int err = wpp_suspects_add (suspects, r, i < s->runs[0].n, &place);
      wpp_progress_end ();
      if (err)
        wpp_die_at (names[i], err, &place);
    }
  if (lacking && s->kinds & 1u << WPP_SUSPECT_PAIRS)
    wpp_say (NULL, "there are profiles without order (-fwpp-generate=paths): of these no pairs are compared");
  wpp_module_names_release (&neighbours.modules);
  free (names);
}

int
wpp_command_suspect (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, check,
    "Print what the failing runs of a program executed that the passing ones did not, the most suspect first, with the "
    "branch where it leaves the nearest path that passing runs took.  The exit status is 1 when nothing separates them."
  };
  struct suspect s = { .common.args_doc = "--fail=LIST --pass=LIST", .common.no_args = true };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &s.common, &s);
  if (!s.kinds)
    s.kinds = 1u << WPP_SUSPECT_PATHS | 1u << WPP_SUSPECT_EDGES | 1u << WPP_SUSPECT_LINES | 1u << WPP_SUSPECT_PAIRS;
  struct wpp_suspects *suspects = wpp_need (wpp_suspects_new (s.kinds, wpp_options_problems ("reaching-definitions")));
  add_runs (&s, suspects);
  struct wpp_row_sink *sink = wpp_output_sink (&s.common);
  uint64_t top = s.top ? s.top : MOST_GROUPS;
  int64_t n = wpp_answer_suspects (suspects, s.function, top, sink, &place);
  wpp_output_done (sink, s.runs[0].name[0], n < 0 ? n : 0, &place);
  if (!s.top && n > (int64_t)top)
    wpp_say (NULL, "%" PRId64 " groups more are left out, which are less suspect or came later; --top=all prints all",
             n - (int64_t)top);
  wpp_suspects_free (suspects);
  wpp_files_free (&s.runs[0]);
  wpp_files_free (&s.runs[1]);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
