/* Files and folders of profiles, as the command line names them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <sys/stat.h>
#include "plugin/gcc/files/profile-files.h"

extern "C"
{
#include "base/error.h"
#include "base/part.h"
#include "base/profile-folder.h"
}

bool
wpp_folder_p (const char *path)
{
  struct stat st;
  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

/* Tell what FILE, a profile, is waited for.  */

static void
tell_wait (void *, const char *file, const char *what)
{
  inform (UNKNOWN_LOCATION, "%s: %s", file, what);
}

void
wpp_await_profile (const char *file)
{
  wpp_part_wait (file, tell_wait, NULL);
}

void
wpp_folder_files (const char *path, auto_vec<char *> *names)
{
  wpp_profile_folder f;

  int err = wpp_profile_folder_read (path, false, &f);
  if (err)
    fatal_error (UNKNOWN_LOCATION, "%s: %s", path, err == WPP_E_IO ? xstrerror (errno) : wpp_strerror (err));
  for (size_t i = 0; i < f.n_left; i++)
    warning_at (UNKNOWN_LOCATION, 0, "%s: left out: the collector of this run died while writing it; "
                "remove the file if it does not matter", f.left[i]);
  /* The program may be waiting for this compilation, as a shell does.  */
  for (size_t i = 0; i < f.n_running; i++)
    inform (UNKNOWN_LOCATION, "%s: left out: the program still runs", f.running[i]);
  if (f.n == 0)
    fatal_error (UNKNOWN_LOCATION, "%s: the folder has no files named %<*.wpp%>", path);
  for (size_t i = 0; i < f.n; i++)
    names->safe_push (xstrdup (f.profiles[i]));
  wpp_profile_folder_release (&f);
}
