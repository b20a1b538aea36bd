/* The commands of `wpp', by name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

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
  { "branches", NULL, "conditional branches, and how often they are mispredicted", false, &wpp_question_branches },
  { "program", NULL, "the program's statements, as data", false, &wpp_question_program },
  { "calls", wpp_command_calls, "the dynamic call tree, exact counts by calling context", true, NULL },
  { "select", wpp_command_select, "a list of interesting paths, for -fwpp-interesting", false, NULL },
  { "residual", NULL, "executed paths that were not interesting", false, &wpp_question_residual },
  { "freq", wpp_command_freq, "frequencies of data flow facts, of a profile or from a compiler's dumps", true, NULL },
  { "decisions", wpp_command_decisions, "what optimisations considered and why, from a compiler's dumps", false, NULL },
  { "merge", wpp_command_merge, "one profile of many, indexed by function", false, NULL },
  { "strip", wpp_command_strip, "a profile that reveals less: names as keyed hashes, or without paths", false, NULL },
  { "unused", wpp_command_unused, "functions of a program that were compiled without the profile that they had", false,
    NULL },
  { "timestamps", wpp_command_timestamps, "the paths by activation: the timestamped form", true, NULL },
  { "activations", wpp_command_activations, "distinct traces of functions, with counts", true, NULL },
  { "path", wpp_command_path, "how a thread got to a line", true, NULL },
  { "currency", wpp_command_currency, "whether a debugger shows what the source promises", true, NULL },
  { "query", wpp_command_query, "when and how often a data flow fact held at a line", true, NULL },
  { "slice", wpp_command_slice, "what a line depends on, or what depends on it, in this run", true, NULL },
  { "values", wpp_command_values, "what statements computed, from a recording with values", true, NULL },
  { "why", wpp_command_why, "how a value came about, from a recording with values", true, NULL },
  { "when", wpp_command_when, "when a condition over variables held, from a recording with values", true, NULL },
  { "last-write", wpp_command_last_write, "who wrote a variable last, from a recording with values", true, NULL },
  { "next-read", wpp_command_next_read, "who reads a variable next, from a recording with values", true, NULL },
  { "wet", wpp_command_wet, "the index of a recording with values: what needs them is faster then", false, NULL },
  { "state", wpp_command_state, "open calls and variables at a time, from a recording with values", true, NULL },
  { "report", wpp_command_report, "a page to look at: source, paths, calls, time", true, NULL },
  { "addresses", wpp_command_addresses, "which memory statements accessed, from a recording with values", true, NULL },
  { "fields", NULL, "fields of structures that are used together", false, &wpp_question_fields },
  { "diff", wpp_command_diff, "what differs between two recordings, or sets of them", true, NULL },
  { "suspect", wpp_command_suspect, "what failing runs executed that passing ones did not", false, NULL },
  { "export", wpp_command_export, "what was executed in the forms of other tools: pprof, callgrind, lcov …", true,
    NULL },
  { "tune", wpp_command_tune, "decisions verified by trial: builds and runs with others, until it is known which to "
    "use", false, NULL },
  { "serve", wpp_command_serve, "a run with values as a program that gdb steps through, forwards and backwards", true,
    NULL },
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

void
wpp_commands_list (void)
{
  for (size_t i = 0; i < N_COMMANDS; i++)
    printf ("  %-11s %s\n", commands[i].name, commands[i].summary);
}

const char *
wpp_command_names (void)
{
  static char names[512];
  for (size_t i = 0; i < N_COMMANDS; i++)
    {
      size_t n = strlen (names);
      snprintf (names + n, sizeof names - n, "%s%s", i ? ", " : "", commands[i].name);
    }
  return names;
}

int
wpp_command (int argc, char **argv)
{
  const struct command *command = find_command (argv[0]);
  if (!command)
    wpp_die (argv[0], "no such %s; the commands are: %s", *argv[0] == '-' ? "option" : "command",
             wpp_command_names ());
  if (command->by_activation)
    wpp_calls_matter ();
  return command->question ? wpp_command_question (command->question, argc, argv) : command->run (argc, argv);
}
