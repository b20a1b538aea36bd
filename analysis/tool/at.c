/* Lines of the source that users ask about: --at=FILE:LINE.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "tool/at.h"

/* Set *AT to ARG; of one command line at a time.  */
static void
parse_line (struct wpp_at *at, const struct argp_state *state, const char *arg)
{
  static char *file;            /* must stay */
  free (file);
  file = wpp_need (strdup (arg));
  char *colon = strrchr (file, ':');
  if (!colon || colon == file)
    wpp_options_wrong (state, "--at: '%s' is not FILE:LINE", arg);
  *colon = 0;
  *at = (struct wpp_at){ .text = arg,
                          .file = file,
                          .line = wpp_options_number (state, "--at", colon + 1, 1, UINT32_MAX) };
}

const char *
wpp_at_parse_variable (struct wpp_at *at, const struct argp_state *state, const char *arg)
{
  static char *line;            /* must stay */
  free (line);
  line = wpp_need (strdup (arg));
  char *colon = strrchr (line, ':');
  bool variable = colon && colon[1] && !(colon[1] >= '0' && colon[1] <= '9') && memchr (line, ':', colon - line);
  if (variable)
    *colon = 0;
  parse_line (at, state, line);
  return variable ? colon + 1 : NULL;
}

void
wpp_read_at (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  parse_line ((struct wpp_at *)((char *)input + o->at), state, arg);
}

void
wpp_read_execution (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  *(uint64_t *)((char *)input + o->at)
    = strcmp (arg, "last") ? wpp_options_number (state, "--execution", arg, 1, UINT64_MAX - 1) : 0;
}

void
wpp_moment_check (const struct wpp_moment_asked *asked, const struct argp_state *state)
{
  if ((asked->time == WPP_NO_TIME) == !asked->at.text)
    wpp_options_wrong (state, "say when: --at=FILE:LINE or --time=T");
}
