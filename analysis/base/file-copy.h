/* Files in memory, as copies.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A mapped file changes, or raises SIGBUS, when another process writes to the file or shortens it.  So a check of its
   bytes says nothing about the bytes that are used afterwards.  A copy does not change.  Holes of the file are holes of
   the copy, so a large file with little data costs little.  */

#ifndef WPP_ANALYSIS_BASE_FILE_COPY_H
#define WPP_ANALYSIS_BASE_FILE_COPY_H

#include <stddef.h>

struct wpp_file_copy
{
  unsigned char *data;   /* null when the file is empty */
  size_t size;           /* bytes that were read */
  size_t room;           /* bytes that are mapped */
};

/* Copy the regular file FD.  Return 0; or WPP_E_NOMEM, WPP_E_IO with errno, or WPP_E_IRREGULAR, with COPY empty.  */
int wpp_file_copy (int fd, struct wpp_file_copy *copy);
/* The same, for the file NAME.  A folder is WPP_E_IO.  */
int wpp_file_copy_named (const char *name, struct wpp_file_copy *copy);
void wpp_file_copy_release (struct wpp_file_copy *copy);

#endif /* WPP_ANALYSIS_BASE_FILE_COPY_H */
