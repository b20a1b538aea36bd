/* Files in memory, as copies.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What is mapped from a file changes, or ends in SIGBUS, when another process writes or shortens the file: whoever checks
   it has not checked what is used afterwards.  A copy stays.  Holes of the file are holes of the copy, so that a large file
   of which little is written costs little.  */

#ifndef WPP_FILE_COPY_H
#define WPP_FILE_COPY_H

#include <stddef.h>

struct wpp_file_copy
{
  unsigned char *data;   /* null when the file is empty */
  size_t size;           /* of what was read */
  size_t room;           /* that is mapped */
};

/* Copy the regular file FD.  Return 0, WPP_E_NOMEM, WPP_E_IO with errno, or WPP_E_IRREGULAR; COPY is empty then.  */
int wpp_file_copy (int fd, struct wpp_file_copy *copy);
/* The same of the file NAME.  A folder is WPP_E_IO.  */
int wpp_file_copy_named (const char *name, struct wpp_file_copy *copy);
void wpp_file_copy_release (struct wpp_file_copy *copy);

#endif /* WPP_FILE_COPY_H */
