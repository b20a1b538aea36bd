/* Commands of the tool in the process of a fuzz target.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <json-c/json.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "fuzz.h"
#include "tool/tool.h"
#include "use-tool.h"

#define MOST_WORDS 9

int
fuzz_file (const void *data, size_t size, char *name)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);
  if (fd < 0)
    return -1;
  snprintf (name, FUZZ_FILE, "/proc/self/fd/%d", fd);
  if (write (fd, data, size) == (ssize_t) size)
    return fd;
  close (fd);
  return -1;
}

/* TEXT [SIZE] is one JSON document.  */
static void
check_json (const char *text, size_t size)
{
  struct json_tokener *tokener = json_tokener_new ();
  struct json_object *o = tokener ? json_tokener_parse_ex (tokener, text, (int) size) : NULL;
  FUZZ_ASSERT (!tokener || o);
  json_object_put (o);
  if (tokener)
    json_tokener_free (tokener);
}

void
fuzz_command (const char *const *words)
{
  char *argv[MOST_WORDS + 1] = { NULL }, *text = NULL;
  int argc = 0;
  size_t size;
  FILE *standard = stdout, *out = open_memstream (&text, &size);
  if (!out)
    return;
  for (; argc < MOST_WORDS && words[argc]; argc++)
    argv[argc] = (char *) words[argc];
  stdout = out;
  int status = wpp_command (argc, argv);
  stdout = standard;
  fclose (out);
  FUZZ_ASSERT (status == 0 || status == 1);
  if (strcmp (argv[1], "--json") == 0)
    check_json (text, size);
  free (text);
}
