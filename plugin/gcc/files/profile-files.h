/* Files and folders of profiles, as the command line names them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_FILES_PROFILE_FILES_H
#define WPP_PLUGIN_GCC_FILES_PROFILE_FILES_H

#include "plugin/gcc/graph/graph.h"

/* Is PATH a folder?  */
bool wpp_folder_p (const char *path);

/* Add the *.wpp files of the folder PATH to NAMES, sorted by name and malloc'ed, also those that are being written
   (base/profile-folder.h), for which wpp_await_profile waits.  A folder without such files, or one that cannot be
   read, is a fatal error.  Warn of those that cannot come any more; a note tells of those that are left out, as their
   programs still run.  */
void wpp_folder_files (const char *path, auto_vec<char *> *names);

/* Return when no profile is about to be written in FILE's place.  */
void wpp_await_profile (const char *file);

#endif /* WPP_PLUGIN_GCC_FILES_PROFILE_FILES_H */
