/* wpp: read the profiles that programs built with -fwpp-generate leave.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   `wpp COMMAND [OPTION...] FILE...': this file finds the command; each has a file of its
   own.  Exit status: 0 done, 1 nothing found, 2 wrong use, unreadable input or
   unwritable output.  */

#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "tool/tool.h"

struct command
{
  const char *name;
  int (*run) (int argc, char **argv);
  const char *summary;
  bool by_activation;    /* its answers depend on which activations were open */
  const struct wpp_question *question; /* if RUN is null */
};

static const struct command commands[] = {
  { "info", wpp_command_info, "what a profile holds: program, threads, events, sizes", false, NULL },
  { "dump", wpp_command_dump, "the grammar, a rule a line, with frequencies", false, NULL },
  { "expand", wpp_command_expand, "the path trace, an event a line", false, NULL },
  { "paths", wpp_command_paths, "executed paths with counts, blocks and source lines", false, NULL },
  { "hot", wpp_command_hot, "hot loops and subpaths, each once", false, NULL },
  { "lines", wpp_command_lines, "execution counts a source line", false, NULL },
  { "branches", NULL, "conditional branches, and how often they are mispredicted", false,
    &wpp_question_branches },
  { "program", NULL, "the program's statements, as data", false, &wpp_question_program },
  { "calls", wpp_command_calls, "the dynamic call tree, exact counts by calling context", true, NULL },
  { "select", wpp_command_select, "a list of interesting paths, for -fwpp-interesting", false, NULL },
  { "residual", NULL, "executed paths that were not interesting", false, &wpp_question_residual },
  { "freq", wpp_command_freq, "frequencies of data flow facts, of a profile or from a compiler's dumps", true, NULL },
  { "decisions", wpp_command_decisions, "what optimisations considered and why, from a compiler's dumps", false, NULL },
  { "merge", wpp_command_merge, "one profile of many, indexed by function", false, NULL },
  { "timestamps", wpp_command_timestamps, "the paths by activation: the timestamped form", true, NULL },
  { "activations", wpp_command_activations, "distinct traces of functions, with counts", true, NULL },
  { "path", wpp_command_path, "how a thread got to a line", true, NULL },
  { "currency", wpp_command_currency, "whether a debugger shows what the source promises", true, NULL },
  { "query", wpp_command_query, "when and how often a data flow fact held at a line", true, NULL },
  { "slice", wpp_command_slice, "what a line depends on, or what depends on it, in this run", true, NULL },
};

#define N_COMMANDS (sizeof commands / sizeof *commands)

static const struct command *
find_command (const char *name)
{
  for (size_t i = 0; i < N_COMMANDS; i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static void
print_help (void)
{
  puts ("Usage: wpp COMMAND [OPTION...] FILE...\n"
        "Read the whole program paths that programs built with -fwpp-generate leave.\n"
        "Every FILE is a profile or a folder of profiles (*.wpp); decisions, and freq too, read dumps or folders of "
        "dumps.\n\n"
        "Commands:");
  for (size_t i = 0; i < N_COMMANDS; i++)
    printf ("  %-11s %s\n", commands[i].name, commands[i].summary);
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

/* The known commands, for a message.  */
static const char *
command_names (void)
{
  static char names[256];
  for (size_t i = 0; i < N_COMMANDS; i++)
    {
      size_t n = strlen (names);
      snprintf (names + n, sizeof names - n, "%s%s", i ? ", " : "", commands[i].name);
    }
  return names;
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
    wpp_die (NULL, "no command given; the commands are: %s", command_names ());
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
  const struct command *command = find_command (argv[1]);
  if (!command)
    wpp_die (argv[1], "no such %s; the commands are: %s", *argv[1] == '-' ? "option" : "command",
             command_names ());
  if (command->by_activation)
    wpp_calls_matter ();
  int status = command->question ? wpp_command_question (command->question, argc - 1, argv + 1)
                                 : command->run (argc - 1, argv + 1);
  return status == WPP_EXIT_DONE && wpp_foreign_p () ? WPP_EXIT_NOTHING : status;
}
