/* The text of source files, line by line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "show/source-text.h"

/* Open the regular file NAME; return null when it is none.  The name comes from notes, so it may be a file without an
   end.  */
static FILE *
open_text (const char *name)
{
  struct stat st;
  return name && stat (name, &st) == 0 && S_ISREG (st.st_mode) ? fopen (name, "r") : NULL;
}

int
wpp_source_text_read (const struct wpp_source *source, struct wpp_source_text *text)
{
  FILE *file = open_text (source->path);
  size_t room = 0;
  ssize_t length;
  char *line = NULL;
  int err = 0;
  *text = (struct wpp_source_text){ 0 };
  if (!file && !(file = open_text (source->file)))
    return 0;
  while (!err && (length = getline (&line, &room, file)) >= 0)
    {
      line[strcspn (line, "\n")] = 0;
      err = WPP_EXTEND (text->lines, text->n);
      if (err)
        break;
      text->lines[text->n++] = line;
      line = NULL;
      room = 0;
    }
  free (line);
  fclose (file);
  return err;
}

void
wpp_source_text_release (struct wpp_source_text *text)
{
  for (size_t i = 0; i < text->n; i++)
    free (text->lines[i]);
  free (text->lines);
}
