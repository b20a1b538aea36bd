/* Files that users mean by a name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "format/profile-file.h"
#include "recording/opened/files.h"
#include "unit.h"

/* Make the file NAME with TEXT in it.  */
static void
make (const char *name, const char *text)
{
  FILE *f = fopen (name, "w");
  if (!f || fputs (text, f) < 0 || fclose (f))
    abort ();
}

static void
test_profiles (void)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_files files = { 0, NULL };
  CHECK (!wpp_files_add (&files, "runs", NULL, &place) && !wpp_files_add (&files, "gone.wpp", NULL, &place),
         "a folder, and a file that there is not");
  CHECK (files.n == 3 && !strcmp (files.name[0], "runs/1.wpp") && !strcmp (files.name[1], "runs/2.wpp")
           && !strcmp (files.name[2], "gone.wpp"), "its profiles, and that name");
  CHECK (wpp_files_add (&files, "dumps", NULL, &place) == WPP_E_TOLD && files.n == 3
           && !strcmp (place.what, "no profiles (*.wpp) in this folder"), "a folder without any");
  wpp_files_free (&files);
  CHECK (wpp_files_profiles_p ("runs", ".freq") && wpp_files_profiles_p ("runs/1.wpp", ".freq"), "they are profiles");
  CHECK (!wpp_files_profiles_p ("runs/2.wpp", ".freq"), "a file of another kind is none");
  CHECK (!wpp_files_profiles_p ("mixed", ".freq") && wpp_files_profiles_p ("mixed", ".decisions"),
         "a folder with dumps is one of dumps");
  CHECK (!wpp_files_profiles_p ("dumps", ".x") && !wpp_files_profiles_p ("gone", ".x"), "nor is one without profiles");
}

static void
test_dumps (void)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_files files = { 0, NULL };
  CHECK (!wpp_files_add_ending (&files, "dumps", ".freq", "dumps", &place) && files.n == 2
           && !strcmp (files.name[0], "dumps/a.freq") && !strcmp (files.name[1], "dumps/b.freq"),
         "dumps of a folder, by name");
  CHECK (!wpp_files_add_ending (&files, "dumps/c.txt", ".freq", "dumps", &place) && files.n == 3,
         "a file that is named is meant, whatever it ends in");
  CHECK (wpp_files_add_ending (&files, "runs", ".freq", "frequency dumps", &place) == WPP_E_TOLD && files.n == 3
           && !strcmp (place.what, "no frequency dumps (*.freq) in this folder"), "a folder without dumps");
  wpp_files_free (&files);
  wpp_files_free (&files);
}

int
main (void)
{
  char folder[] = "/tmp/wpp-files-XXXXXX", command[64];
  if (!mkdtemp (folder) || chdir (folder) || mkdir ("runs", 0777) || mkdir ("dumps", 0777) || mkdir ("mixed", 0777))
    return 1;
  make ("runs/2.wpp", "text");
  make ("runs/1.wpp", WPP_PROFILE_MAGIC);
  make ("mixed/1.wpp", WPP_PROFILE_MAGIC);
  make ("mixed/a.freq", "");
  make ("dumps/b.freq", "");
  make ("dumps/a.freq", "");
  make ("dumps/.freq", "");
  make ("dumps/c.txt", "");
  test_profiles ();
  test_dumps ();
  snprintf (command, sizeof command, "rm -r %s", folder);
  CHECK (!chdir ("/") && !system (command), "the folder goes");
  return unit_done ();
}
