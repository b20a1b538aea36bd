/* The profiles that a command's FILE arguments name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A folder stands for the profiles in it, in the order of their names, those that are being written included.  So what
   a program has recorded that ended before the command began is not left out (base/part.h).  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "activations/counts/interesting.h"
#include "base/profile-folder.h"
#include "recording/profile/read.h"
#include "tool/tool.h"

/* The concatenation of A, B and C, malloc'ed.  */
static char *
concat (const char *a, const char *b, const char *c)
{
  char *s;
  if (asprintf (&s, "%s%s%s", a, b, c) < 0)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  return s;
}

static void
add_file (struct wpp_files *files, char *name)
{
  files->name = wpp_grow (files->name, files->n + 1, sizeof *files->name);
  files->name[files->n++] = name;
}

/* Add the profiles of FOLDER.  Of those that cannot come any more say so if TELL.  */
static void
add_folder (struct wpp_files *files, const char *folder, bool tell)
{
  struct wpp_profile_folder f;
  int err = wpp_profile_folder_read (folder, true, &f);
  if (err)
    wpp_die (folder, "%s", err == WPP_E_IO ? strerror (errno) : wpp_strerror (err));
  for (size_t i = 0; tell && i < f.n_left; i++)
    wpp_say (f.left[i], "left out: the collector of this run died while writing it");
  if (f.n == 0)
    wpp_die (folder, "no profiles (*.wpp) in this folder");
  for (size_t i = 0; i < f.n; i++)
    add_file (files, concat (f.profiles[i], "", ""));
  wpp_profile_folder_release (&f);
}

struct wpp_files
wpp_files_find (const struct wpp_options *common)
{
  static bool told;
  struct wpp_files files = { 0, NULL };
  for (size_t i = 0; i < common->n_args; i++)
    {
      struct stat st;
      if (stat (common->args[i], &st) == 0 && S_ISDIR (st.st_mode))
        add_folder (&files, common->args[i], !told);
      else
        add_file (&files, concat (common->args[i], "", ""));
    }
  told = true;
  return files;
}

void
wpp_files_free (struct wpp_files *files)
{
  for (size_t i = 0; i < files->n; i++)
    free (files->name[i]);
  free (files->name);
}

/* Return when nobody is about to write FILE any more.  */
static void
wait_for (const char *file)
{
  struct wpp_place place = { "", 0, "" };
  int err = wpp_wait_for_file (file, &wpp_tool_listener, &place);
  if (err)
    wpp_die_at (file, err, &place);
}

struct wpp_profile *
wpp_file_read_as (const char *file, enum wpp_calls_become become)
{
  struct wpp_place place = { "", 0, "" };
  int err = 0;
  wait_for (file);
  wpp_progress ("reading", file);
  struct wpp_profile *p = wpp_profile_read_as (file, become, &err, &place);
  if (!p)
    wpp_die_at (file, err, &place);
  wpp_progress_end ();
  wpp_missing_tell (p);
  return p;
}

struct wpp_profile *
wpp_file_scan (const char *file, struct wpp_file_copy *copy)
{
  struct wpp_place place = { "", 0, "" };
  int err = 0;
  wait_for (file);
  err = wpp_file_copy_named (file, copy);
  struct wpp_profile *p = err ? NULL : wpp_profile_scan (copy->data, copy->size, &err, &place);
  if (!p)
    wpp_die_at (file, err, &place);
  p->file = concat (file, "", "");
  return p;
}

void
wpp_file_find_grammars (struct wpp_profile *p)
{
  struct wpp_place place = { "", 0, "" };
  int err = wpp_profile_find_grammars (p, p->file, false, &place);
  if (err)
    wpp_die_at (p->file, err, &place);
}

/* Add FILE to OTHERS [*N], up to a null, unless it is there.  */
static const char **
add_other (const char **others, size_t *n, const char *file)
{
  for (size_t i = 0; i < *n; i++)
    if (strcmp (others[i], file) == 0)
      return others;
  others = wpp_grow (others, *n + 2, sizeof *others);
  others[(*n)++] = concat (file, "", "");
  others[*n] = NULL;
  return others;
}

/* The result is computed once.  */
const char *const *
wpp_other_modules (const struct wpp_options *common)
{
  static const char **others;
  size_t n = 0;
  struct wpp_files files = { 0, NULL };
  if (!others)
    files = wpp_files_find (common);
  for (size_t i = 0; files.n > 1 && i < files.n; i++)
    if (!wpp_interests_text_p (files.name[i]))
      {
        struct wpp_file_copy copy;
        struct wpp_profile *p = wpp_file_scan (files.name[i], &copy);
        for (size_t m = 0; m < p->n_modules; m++)
          others = add_other (others, &n, p->modules[m].path);
        wpp_profile_free (p);
        wpp_file_copy_release (&copy);
      }
  wpp_files_free (&files);
  return others;
}

/* The notes of P that can be found, also in OTHERS; null when there are none.  */
static struct wpp_code *
load_some (const struct wpp_profile *p, const struct wpp_options *common, const char *const *others, int *err,
           struct wpp_place *place)
{
  *err = 0;
  *place = (struct wpp_place){ "", 0, "" };
  return wpp_code_load_some (p, common->programs, others, err, place);
}

void
wpp_name_sources (struct wpp_code *code, const struct wpp_options *common, bool cautious)
{
  int err = 0;
  for (size_t u = 0; u < code->n_units && !err; u++)
    err = wpp_unit_name_files (code->units[u], common->source_root, cautious);
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
}

struct wpp_code *
wpp_file_find_code (const struct wpp_profile *p, const struct wpp_options *common, int *err, struct wpp_place *place)
{
  struct wpp_code *code = load_some (p, common, NULL, err, place);
  if (code ? code->n_missing > 0 : *err == WPP_E_NOTES)
    {
      wpp_code_free (code);
      code = load_some (p, common, wpp_other_modules (common), err, place);
    }
  if (code)
    wpp_name_sources (code, common, false);
  return code;
}

struct wpp_code *
wpp_file_code (const char *file, const struct wpp_profile *p, const struct wpp_options *common)
{
  struct wpp_place place;
  int err;
  wpp_progress ("reading the notes for", file);
  struct wpp_code *code = wpp_file_find_code (p, common, &err, &place);
  if (!code)
    wpp_die_at (file, err, &place);
  wpp_progress_end ();
  return code;
}

void
wpp_tell_missing (const char *file, const struct wpp_code *code)
{
  for (size_t i = 0; i < code->n_missing; i++)
    wpp_say (file, "notes: %s; its paths are left out", code->missing[i].what);
}

void
wpp_need_order (const struct wpp_profile *p)
{
  struct wpp_place place = { "", 0, "" };
  int err = wpp_need_profile_order (p, &place);
  if (err)
    wpp_die_at (p->file, err, &place);
}
