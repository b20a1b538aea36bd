/* wpp: read the profiles that programs built with -fwpp-generate leave.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   `wpp COMMAND [OPTION...] FILE...': commands.c finds the command; each has a file of its own,
   or is a question (questions.c).  Exit status: 0 done, 1 nothing found, 2 wrong use, unreadable input or
   unwritable output.  */

#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "tool/tool.h"

static void
print_help (void)
{
  puts ("Usage: wpp COMMAND [OPTION...] FILE...\n"
        "Read the whole program paths that programs built with -fwpp-generate leave.\n"
        "Every FILE is a profile or a folder of profiles (*.wpp); decisions, and freq too, read dumps or folders of "
        "dumps.\n\n"
        "Commands:");
  wpp_commands_list ();
  puts ("\nwpp --doctor [--json]: what works on this machine, and what to do about the rest.\n"
        "\nOptions of every command:\n"
        "  --json          print JSON\n"
        "  --program=FILE  take the names of functions and lines from the executable or library FILE\n"
        "  --source-root=DIR  print names of source files below the folder DIR relative to it\n"
        "  --foreign       profiles of other programs among many are meant\n"
        "  --names=short|full  print names of C++ functions in text without their types, or with them\n"
        "  --help          print the command's own options\n"
        "  --version       print the version\n\n"
        "Exit status: 0 done, 1 nothing found, 2 wrong use or unreadable input.");
}

int
main (int argc, char **argv)
{
  setlocale (LC_CTYPE, "");
  wpp_tame_output ();
  atexit (wpp_flush_output);
  /* A file that gets too large is an error like a full disk.  */
  signal (SIGXFSZ, SIG_IGN);
  if (argc < 2)
    wpp_die (NULL, "no command given; the commands are: %s", wpp_command_names ());
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    {
      print_help ();
      return WPP_EXIT_DONE;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      printf ("wpp %s\n", WPP_VERSION);
      return WPP_EXIT_DONE;
    }
  if (strcmp (argv[1], "--doctor") == 0)
    {
      bool json = argc == 3 && strcmp (argv[2], "--json") == 0;
      if (argc > 2 && !json)
        wpp_die (argv[2], "--doctor takes no more than --json");
      return wpp_doctor (json);
    }
  int status = wpp_command (argc - 1, argv + 1);
  return status == WPP_EXIT_DONE && wpp_foreign_p () ? WPP_EXIT_NOTHING : status;
}
