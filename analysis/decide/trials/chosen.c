/* The options of what was chosen.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE /* asprintf */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "decide/trials/gcda.h"
#include "decide/trials/jobs.h"
#include "decide/trials/trials-impl.h"
#include "decide/trials/tuner-impl.h"

/* OUT and ENDING, malloc'ed; null when out of memory.  */
static char *
with_ending (const char *out, const char *ending)
{
  char *name;
  return asprintf (&name, "%s%s", out, ending) < 0 ? NULL : name;
}

/* GCC's own profiles, which get names for the user's folder.  */
static int
copy_gcda (const struct wpp_trials *t, const char *out, char **text)
{
  char *from = wpp_trials_file (t, "gcda"), *built = wpp_trials_folder (t, WPP_TRIALS_PROFILE_GENERATE),
       *to = with_ending (out, ".gcda");
  int n = from && built && to ? wpp_gcda_copy (from, built, to, t->from) : WPP_E_NOMEM;
  if (n >= 0 && !(*text = wpp_trials_profile_use (to)))
    n = WPP_E_NOMEM;
  free (from);
  free (built);
  free (to);
  return n < 0 ? n : 0;
}

/* Copies what is in a folder, the words %s, to another one, which may have been a file before.  */
#define COPY_FOLDER \
  "from=%s to=%s && { [ -d \"$to\" ] || rm -f \"$to\"; } && mkdir -p \"$to\" && rm -f \"$to/values.wpp\" && " \
  "cp -f \"$from\"/*.wpp \"$to\""

/* The merged profiles, in a folder; OPTIONS begin with it.  */
static int
copy_profile (const struct wpp_trials *t, const char *options, const char *out, char **text)
{
  char *from = wpp_trials_file (t, WPP_TUNING_MERGED), *to = with_ending (out, ".wpp"),
       *before = from ? wpp_trials_option ("-fwpp-use=", from, "") : NULL, *x = from ? wpp_shell_word (from) : NULL,
       *y = to ? wpp_shell_word (to) : NULL, *command = NULL;
  struct wpp_job_end end = { 0 };
  int err = !before || !x || !y || asprintf (&command, COPY_FOLDER, x, y) < 0
            || !(*text = wpp_trials_option ("-fwpp-use=", to, options + strlen (before))) ? WPP_E_NOMEM : 0;
  if (!err)
    err = wpp_job_run (&(struct wpp_job){ .command = command }, &end);
  free (from);
  free (to);
  free (before);
  free (x);
  free (y);
  free (command);
  return err ? err : end.status ? WPP_E_IO : 0;
}

int
wpp_tuned_options (const struct wpp_tuner *t, const struct wpp_tuned *tuned, const char *out, char **text,
                   struct wpp_place *place)
{
  const char *options = tuned->variants[tuned->chosen].options;
  *text = NULL;
  int err = tuned->chosen == WPP_TUNED_PLAIN ? (*text = strdup ("")) ? 0 : WPP_E_NOMEM
            : tuned->chosen == WPP_TUNED_PROFILE_USE ? copy_gcda (&t->trials, out, text)
                                                     : copy_profile (&t->trials, options, out, text);
  return err == WPP_E_IO ? wpp_trials_complain (place, "%s: the profile cannot be copied there", out) : err;
}
