/* Lines of the source that users ask about: --at=FILE:LINE.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "tool/at.h"

void
wpp_at_parse (struct wpp_at *at, const struct argp_state *state, const char *arg)
{
  static char *file;            /* must stay */
  free (file);
  file = wpp_need (strdup (arg));
  char *colon = strrchr (file, ':');
  if (!colon || colon == file)
    wpp_options_wrong (state, "--at: '%s' is not FILE:LINE", arg);
  *colon = 0;
  *at = (struct wpp_at){ arg, file, wpp_options_number (state, "--at", colon + 1, 1, UINT32_MAX) };
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
  wpp_at_parse (at, state, line);
  return variable ? colon + 1 : NULL;
}

uint64_t
wpp_at_parse_execution (const struct argp_state *state, const char *arg)
{
  return strcmp (arg, "last") ? wpp_options_number (state, "--execution", arg, 1, UINT64_MAX - 1) : 0;
}

error_t
wpp_moment_parse (struct wpp_moment_asked *asked, bool *timed, int key, char *arg, struct argp_state *state)
{
  switch (key)
    {
    case WPP_OPTION_EXECUTION:
      asked->execution = wpp_at_parse_execution (state, arg);
      return 0;
    case WPP_OPTION_TIME:
      *timed = true;
      asked->time = wpp_options_number (state, "--time", arg, 0, UINT64_MAX - 1);
      return 0;
    case 't':
      asked->thread = wpp_options_thread (state, arg);
      return 0;
    case ARGP_KEY_END:
      if (!*timed == !asked->at.text)
        wpp_options_wrong (state, "say when: --at=FILE:LINE or --time=T");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}
