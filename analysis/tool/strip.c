/* wpp strip: a profile that reveals less.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tool/merging.h"

struct strip
{
  struct wpp_merging how;
  const char *table;
};

#define TO(MEMBER) WPP_MEMBER (struct strip, MEMBER)

static const struct wpp_option options[] = {
  WPP_TEXT ("output", 'o', "OUT", TO (how.out), "Write the profile to OUT"),
  WPP_FLAG ("no-paths", TO (how.summary), "Leave the paths out: only what compilations read stays"),
  WPP_TEXT ("table", 0, "FILE", TO (table), "Write which hash stands for which name to FILE, to keep"),
  { 0 }
};

static void
put_row (void *data, const char *hash, const char *name)
{
  fprintf (data, "%s\t%s\n", hash, name);
}

/* The key that ARG says: the first line of a file, @FILE, or itself.  */
static char *
read_key (const char *arg)
{
  char *line = NULL;
  size_t room = 0;
  if (*arg != '@')
    return wpp_need (strdup (arg));
  FILE *f = fopen (arg + 1, "re");
  if (!f)
    wpp_die (arg + 1, "%s", strerror (errno));
  ssize_t n = getline (&line, &room, f);
  fclose (f);
  if (n > 0 && line[n - 1] == '\n')
    line[n - 1] = 0;
  if (n <= 0 || !*line)
    wpp_die (arg + 1, "its first line, the key, is empty");
  return line;
}

int
wpp_command_strip (int argc, char **argv)
{
  static const struct wpp_command_line line
      = { options, NULL,
          "Write a profile that reveals less: names are hashed with a key (--names=KEY, or @FILE that has it), "
          "or paths are left out (--no-paths)." };
  struct wpp_options common = { .names_key = "" };
  struct strip s = { 0 };
  struct wpp_name_key key;
  wpp_options_parse (&line, argc, argv, &common, &s);
  bool names = *common.names_key;
  if (!s.how.out)
    wpp_die (NULL, "strip: no file to write is given (-o OUT)");
  if (!names && !s.how.summary)
    wpp_die (NULL, "strip: nothing is to be left out (--names=KEY, --no-paths)");
  if (s.table && !names)
    wpp_die (NULL, "strip: --table needs --names=KEY");
  struct wpp_files files = wpp_files_find (&common);
  wpp_merging_check_out (s.how.out, &files, &common);
  FILE *table = s.table ? fopen (s.table, "we") : NULL;
  if (s.table && !table)
    wpp_die (s.table, "%s", strerror (errno));
  if (names)
    {
      char *text = read_key (common.names_key);
      key = wpp_name_key_of (text);
      free (text);
      key.tell = table ? put_row : NULL;
      key.data = table;
      s.how.key = &key;
    }
  wpp_merging_run (&s.how, &common, &files);
  if (table && fclose (table))
    wpp_die (s.table, "%s", strerror (errno));
  wpp_files_free (&files);
  return WPP_EXIT_DONE;
}
