/* wpp unused: functions of a program that were compiled without the profile that they had.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The specs of wpp-gcc run it after each link with -fwpp-use, with --link.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers/unused.h"
#include "tool/tool.h"

struct unused
{
  const char *link;             /* warning, error, or null */
  const char *program;
};

#define TO(MEMBER) WPP_MEMBER (struct unused, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("link", 0, "warning|error", TO (link),
            "Say only how many there are, as a message of the compiler; with `error' "
            "PROGRAM is removed, and the exit status is 1, if there are any"),
  WPP_TEXT ("output", 'o', "PROGRAM", TO (program), "The program, as compilers are told it"),
  { 0 }
};

#define MOST_TOLD 3

/* Say how many functions of PROGRAM have no profile, if any, as HOW.  What a link has made that failed is not there. */
static int
tell_link (const char *program, const char *how)
{
  char *text;
  struct wpp_place place = { "", 0, "" };
  int64_t n = wpp_unused_names (program, MOST_TOLD, &text, &place);
  wpp_need (text);
  bool error = strcmp (how, "error") == 0;
  /* What is linked may be no ELF file.  */
  if (n > 0)
    fprintf (stderr,
             "%s: %s: %lld %s compiled without a profile, though one has executions of %s: %s%s [-W%swpp-mismatch]\n",
             program, how, (long long)n, n > 1 ? "functions are" : "function is", n > 1 ? "them" : "it", text,
             n > MOST_TOLD ? ", …" : "", error ? "error=" : "");
  free (text);
  if (n > 0 && error)
    unlink (program);
  return n > 0 && error ? WPP_EXIT_NOTHING : WPP_EXIT_DONE;
}

int
wpp_command_unused (int argc, char **argv)
{
  static const struct wpp_command_line line
      = { options, NULL,
          "Print the functions of PROGRAM, which was linked of what -fwpp-use compiled, that have no profile "
          "though one has executions of them." };
  struct unused u = { NULL, NULL };
  struct wpp_options common = { .args_doc = "PROGRAM", .no_args = true };
  struct wpp_place place = { "", 0, "" };
  wpp_options_parse (&line, argc, argv, &common, &u);
  if (common.n_args + (u.program != NULL) != 1)
    wpp_die (NULL, "unused: one PROGRAM is wanted");
  if (u.link && strcmp (u.link, "warning") && strcmp (u.link, "error"))
    wpp_die (NULL, "unused: --link: '%s' is neither warning nor error", u.link);
  if (!u.program)
    u.program = common.args[0];
  if (u.link)
    return tell_link (u.program, u.link);
  struct wpp_row_sink *sink = wpp_output_sink (&common);
  int64_t n = wpp_answer_unused (u.program, sink, &place);
  wpp_output_done (sink, u.program, n < 0 ? n : 0, &place);
  if (!n)
    wpp_say (u.program, "no function lacks a profile that it had");
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
