/* Files and folders of profiles, as the command line names them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dirent.h>
#include <sys/stat.h>
#include "plugin/common/profile-files.h"

bool
wpp_folder_p (const char *path)
{
  struct stat st;
  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

static int
compare_strings (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

void
wpp_folder_files (const char *path, auto_vec<char *> *names)
{
  DIR *entries = opendir (path);

  if (!entries)
    fatal_error (UNKNOWN_LOCATION, "%s: %s", path, xstrerror (errno));
  while (dirent *entry = readdir (entries))
    {
      size_t length = strlen (entry->d_name);
      if (length > 4 && !strcmp (entry->d_name + length - 4, ".wpp"))
        names->safe_push (concat (path, "/", entry->d_name, NULL));
    }
  closedir (entries);
  if (names->is_empty ())
    fatal_error (UNKNOWN_LOCATION, "%s: the folder has no files named %<*.wpp%>", path);
  names->qsort (compare_strings);
}
