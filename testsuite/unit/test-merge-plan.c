/* Plans of merges: what each engine gets, and what cannot be planned.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   testsuite/wpp.tool/merge.exp runs plans; here are their numbers of merges, and errors.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "show/merge-plan.h"
#include "unit.h"

/* The plan that ASKED says, malloc'ed, with *ERR.  */
static char *
plan_of (const struct wpp_merge_plan *asked, struct wpp_place *place, int *err)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  *err = wpp_put_merge_plan (f, asked, place);
  fclose (f);
  return text;
}

static size_t
occurrences (const char *text, const char *part)
{
  size_t n = 0;
  for (; (text = strstr (text, part)); text++)
    n++;
  return n;
}

/* Of N files, how many merges of at most FAN_IN are there until one is left?  */
static size_t
merges (size_t n, size_t fan_in)
{
  size_t all = 0;
  do
    all += n = (n + fan_in - 1) / fan_in;
  while (n > 1);
  return all;
}

static void
test_sizes (void)
{
  static char names[100][16];
  const char *files[100];
  bool right = true;
  for (size_t i = 0; i < 100; i++)
    {
      snprintf (names[i], sizeof names[i], "%zu.wpp", i);
      files[i] = names[i];
    }
  for (size_t n = 1; n <= 100; n++)
    {
      int err;
      struct wpp_merge_plan asked = { "make", "all.wpp", files, n, 2 + n % 7, " --lossy", " --no-index", " --summary" };
      char *text = plan_of (&asked, NULL, &err);
      right &= !err && occurrences (text, "wpp merge --lossy") == merges (n, asked.fan_in)
               && occurrences (text, "--no-index") == merges (n, asked.fan_in) - 1
               && occurrences (text, "--summary") == 1;
      free (text);
    }
  CHECK (right, "as many merges as there must be, and the last one makes the summary");
}

/* Does TEXT have the file `b c.wpp', however an engine quotes it?  */
static bool
name_p (const char *text)
{
  return strstr (text, "b c.wpp") || strstr (text, "b\\ c.wpp") || strstr (text, "b$ c.wpp");
}

static void
test_engines (void)
{
  static const char known[] = WPP_MERGE_ENGINES;
  const char *files[] = { "a.wpp", "b c.wpp" };
  struct wpp_place place = { "", 0, "" };
  int err;
  char *list = strdup (known), *rest = list;
  for (char *name; (name = strsep (&rest, ", "));)
    if (*name)
      {
        char *text = plan_of (&(struct wpp_merge_plan){ name, "out", files, 2, 2, "", "", "" }, &place, &err);
        CHECK (wpp_merge_engine_p (name) && !err && name_p (text),
               "%s gets the files' names", name);
        free (text);
      }
  free (list);
  free (plan_of (&(struct wpp_merge_plan){ "cron", "out", files, 2, 2, "", "", "" }, &place, &err));
  CHECK (err == WPP_E_RANGE && !wpp_merge_engine_p ("cron"), "an engine that there is not");
  free (plan_of (&(struct wpp_merge_plan){ "make", "out", files, 0, 2, "", "", "" }, &place, &err));
  CHECK (err == WPP_E_RANGE, "no files");
  files[1] = "b\nc.wpp";
  free (plan_of (&(struct wpp_merge_plan){ "make", "out", files, 2, 2, "", "", "" }, &place, &err));
  CHECK (err == WPP_E_TOLD && strstr (place.what, "line end"), "a name with a line end");
}

int
main (void)
{
  test_sizes ();
  test_engines ();
  return unit_done ();
}
