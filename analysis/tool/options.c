/* Options that every command of the wpp tool has, and how options are parsed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   argp parses options and prints help.  But for wrong use it would print two lines, and wpp prints one.  So argp's
   error stream is off, and getopt's own message is that line.  */

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file-names.h"
#include "facts/problems/problem.h"
#include "tool/tool.h"

#define MOST_ROWS 1000u

enum
{
  OPTION_JSON = 0x100,
  OPTION_PROGRAM,
  OPTION_SOURCE_ROOT,
  OPTION_FOREIGN,
  OPTION_NAMES,
  OPTION_HELP,
  OPTION_VERSION
};

static const struct argp_option common_options[] = {
  { "json", OPTION_JSON, NULL, 0, "Print JSON", 90 },
  { "program", OPTION_PROGRAM, "FILE", 0,
    "Take the names of functions and lines from the executable or shared library FILE as well (when it has moved)",
    90 },
  { "source-root", OPTION_SOURCE_ROOT, "DIR", 0, "Print names of source files below the folder DIR relative to it",
    90 },
  { "foreign", OPTION_FOREIGN, NULL, 0, "Profiles of other programs among many are meant, and no fault", 90 },
  { "names", OPTION_NAMES, "short|full", 0,
    "Print names of C++ functions in text with their types, or without (default)", 90 },
  { "help", OPTION_HELP, NULL, 0, "Print this help and exit", 91 },
  { "version", OPTION_VERSION, NULL, 0, "Print the version and exit", 91 },
  { 0 }
};

static bool names_full;   /* --names=full */

bool
wpp_names_full_p (void)
{
  return names_full;
}

struct parse
{
  struct wpp_options *common;
  void *input;
  const char *command;
};

static void
print_version (void)
{
  printf ("wpp %s\n", WPP_VERSION);
  exit (WPP_EXIT_DONE);
}

static void
add_program (struct wpp_options *common, const char *file)
{
  size_t n = 0;
  while (common->programs && common->programs[n])
    n++;
  common->programs = wpp_grow (common->programs, n + 2, sizeof *common->programs);
  common->programs[n] = file;
  common->programs[n + 1] = NULL;
}

/* Set COMMON's source root to FOLDER, with the name that compilers use for it.  */
static void
set_source_root (struct wpp_options *common, const char *folder)
{
  char *here = get_current_dir_name ();
  free (common->source_root);
  common->source_root = here ? wpp_file_complete (here, folder) : NULL;
  free (here);
  if (!common->source_root)
    wpp_die (folder, "%s", here ? wpp_strerror (WPP_E_NOMEM) : strerror (errno));
}

/* The options in common_options and the FILE arguments.  */
static error_t
parse_common (int key, char *arg, struct argp_state *state)
{
  struct parse *parse = state->input;
  struct wpp_options *common = parse->common;
  char name[32];
  switch (key)
    {
    case OPTION_JSON:
      common->json = true;
      return 0;
    case OPTION_PROGRAM:
      add_program (common, arg);
      return 0;
    case OPTION_SOURCE_ROOT:
      set_source_root (common, arg);
      return 0;
    case OPTION_FOREIGN:
      common->foreign = true;
      return 0;
    case OPTION_NAMES:
      if (common->names_key)
        {
          if (!*arg)
            wpp_options_wrong (state, "--names: the key is empty");
          common->names_key = arg;
          return 0;
        }
      if (strcmp (arg, "short") && strcmp (arg, "full"))
        wpp_options_wrong (state, "--names: '%s' is neither 'short' nor 'full'", arg);
      names_full = !strcmp (arg, "full");
      return 0;
    case OPTION_HELP:
      snprintf (name, sizeof name, "wpp %s", parse->command);
      state->name = name;
      argp_state_help (state, stdout, ARGP_HELP_STD_HELP);
      return 0;
    case OPTION_VERSION:
      print_version ();
      return 0;
    case ARGP_KEY_ARGS:
      common->args = state->argv + state->next;
      common->n_args = state->argc - state->next;
      return 0;
    case ARGP_KEY_NO_ARGS:
      if (common->no_args)
        return 0;
      wpp_options_wrong (state, "no FILE given");
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* The root parser: hands each of its children its input.  */
static error_t
parse_root (int key, char *arg, struct argp_state *state)
{
  struct parse *parse = state->input;
  if (key != ARGP_KEY_INIT)
    return ARGP_ERR_UNKNOWN;
  state->err_stream = NULL;
  state->child_inputs[0] = parse;
  state->child_inputs[1] = parse->input;
  return 0;
}

void
wpp_options_parse (const struct wpp_command_line *line, int argc, char **argv,
                   struct wpp_options *common, void *input)
{
  const struct argp common_argp = { .options = common_options, .parser = parse_common };
  const struct argp own_argp = { .options = line->options, .parser = line->parser };
  const struct argp_child children[] = { { .argp = &common_argp }, { .argp = &own_argp }, { 0 } };
  const struct argp argp
    = { .parser = parse_root, .args_doc = common->args_doc ? common->args_doc : "FILE...", .doc = line->doc,
        .children = children };
  struct parse parse = { common, input, argv[0] };
  char name[32];
  /* getopt's messages begin with this.  */
  snprintf (name, sizeof name, "wpp: %s", argv[0]);
  argv[0] = name;
  if (argp_parse (&argp, argc, argv, ARGP_NO_HELP, NULL, &parse) != 0)
    exit (WPP_EXIT_TROUBLE);
  argv[0] = (char *) parse.command;
}

void
wpp_options_wrong (const struct argp_state *state, const char *format, ...)
{
  char *message = NULL;
  va_list ap;
  va_start (ap, format);
  if (vasprintf (&message, format, ap) < 0)
    message = NULL;
  va_end (ap);
  wpp_die (state->argv[0] + strlen ("wpp: "), "%s", message ? message : "wrong option");
}

uint64_t
wpp_options_number (const struct argp_state *state, const char *name, const char *arg,
                    uint64_t min, uint64_t max)
{
  char *end;
  errno = 0;
  unsigned long long n = strtoull (arg, &end, 10);
  if (!isdigit ((unsigned char) *arg) || *end)
    wpp_options_wrong (state, "%s: '%s' is no number", name, arg);
  if (errno || n < min || n > max)
    wpp_options_wrong (state, "%s: '%s' is not in %llu .. %llu", name, arg,
                       (unsigned long long) min, (unsigned long long) max);
  return n;
}

double
wpp_options_percentage (const struct argp_state *state, const char *name, const char *arg)
{
  char *end;
  double percent = strtod (arg, &end);
  if (end == arg || strcmp (end, "%") != 0 || !(percent >= 0 && percent <= 100))
    wpp_options_wrong (state, "%s: '%s' is no percentage", name, arg);
  return percent / 100;
}

uint64_t
wpp_options_size (const struct argp_state *state, const char *name, const char *arg)
{
  static const char units[] = "KMG";
  char *end;
  errno = 0;
  unsigned long long n = strtoull (arg, &end, 10);
  const char *unit = *end ? strchr (units, *end) : NULL;
  unsigned shift = unit ? 10 * (unit - units + 1) : 0;
  if (!isdigit ((unsigned char) *arg) || (*end && (!unit || end[1])))
    wpp_options_wrong (state, "%s: '%s' is no size (a number, and K, M or G)", name, arg);
  if (errno || n == 0 || n > UINT64_MAX >> shift)
    wpp_options_wrong (state, "%s: '%s' is out of range", name, arg);
  return (uint64_t) n << shift;
}

uint32_t
wpp_options_thread (const struct argp_state *state, const char *arg)
{
  return wpp_options_number (state, "--thread", arg, 0, UINT32_MAX - 1);
}

uint64_t
wpp_options_top (const struct argp_state *state, const char *arg)
{
  return strcmp (arg, "all") ? wpp_options_number (state, "--top", arg, 1, UINT64_MAX) : UINT64_MAX;
}

uint64_t
wpp_rows_most (const struct wpp_options *common, uint64_t top)
{
  return top ? top : common->json ? UINT64_MAX : MOST_ROWS;
}

size_t
wpp_rows_shown (const struct wpp_options *common, size_t n, uint64_t top, const char *what)
{
  uint64_t most = wpp_rows_most (common, top);
  if (!top && n > most)
    wpp_say (NULL, "%zu of %zu %s are left out, those that matter least; --top=all prints all", n - (size_t)most, n, what);
  return n < most ? n : most;
}

unsigned
wpp_options_problems (const char *names)
{
  unsigned problems = 0;
  size_t length;
  const char *wrong = wpp_problems_named (names, &problems, &length);
  if (wrong)
    wpp_die ("--problem", "there is no problem '%.*s'; known are: all, %s", (int)length, wrong,
             (char *)wpp_need (wpp_problem_names ()));
  return problems;
}
