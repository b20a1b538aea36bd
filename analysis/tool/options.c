/* Options that every command of the wpp tool has, and how options are parsed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   argp parses options and prints help.  But for wrong use it would print two lines, and wpp prints one.  So argp's
   error stream is off, and getopt's own message is that line.  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file-names.h"
#include "tool/tool.h"

static bool names_full;   /* --names=full */

bool
wpp_names_full_p (void)
{
  return names_full;
}

/* ---- Readers.  */

void
wpp_read_flag (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  *(bool *)((char *)input + o->at) = true;
}

void
wpp_read_text (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  *(const char **)((char *)input + o->at) = arg;
}

void
wpp_read_number (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  char name[32];
  void *member = (char *)input + o->at;
  snprintf (name, sizeof name, "--%s", o->name);
  uint64_t n = wpp_options_number (state, name, arg, o->min, o->max);
  if (o->size == sizeof n)
    *(uint64_t *)member = n;
  else
    *(uint32_t *)member = n;
}

void
wpp_read_top (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  *(uint64_t *)((char *)input + o->at) = wpp_options_top (state, arg);
}

void
wpp_read_percentage (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  char name[32];
  snprintf (name, sizeof name, "--%s", o->name);
  *(double *)((char *)input + o->at) = wpp_options_percentage (state, name, arg);
}

/* ---- The options that all commands have.  */

static void
print_version (void *common, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  printf ("wpp %s\n", WPP_VERSION);
  exit (WPP_EXIT_DONE);
}

static void
print_help (void *common, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct argp_state named = *state;
  char name[32];
  snprintf (name, sizeof name, "wpp %s", state->argv[0] + strlen ("wpp: "));
  named.name = name;
  argp_state_help (&named, stdout, ARGP_HELP_STD_HELP);
}

static void
add_program (void *data, const struct wpp_option *o, char *file, const struct argp_state *state)
{
  struct wpp_options *common = data;
  size_t n = 0;
  while (common->programs && common->programs[n])
    n++;
  common->programs = wpp_grow (common->programs, n + 2, sizeof *common->programs);
  common->programs[n] = file;
  common->programs[n + 1] = NULL;
}

/* Set the source root to FOLDER, with the name that compilers use for it.  */
static void
set_source_root (void *data, const struct wpp_option *o, char *folder, const struct argp_state *state)
{
  struct wpp_options *common = data;
  char *here = get_current_dir_name ();
  free (common->source_root);
  common->source_root = here ? wpp_file_complete (here, folder) : NULL;
  free (here);
  if (!common->source_root)
    wpp_die (folder, "%s", here ? wpp_strerror (WPP_E_NOMEM) : strerror (errno));
}

static void
set_names (void *data, const struct wpp_option *o, char *arg, const struct argp_state *state)
{
  struct wpp_options *common = data;
  if (common->names_key && !*arg)
    wpp_options_wrong (state, "--names: the key is empty");
  if (common->names_key)
    common->names_key = arg;
  else if (strcmp (arg, "short") && strcmp (arg, "full"))
    wpp_options_wrong (state, "--names: '%s' is neither 'short' nor 'full'", arg);
  else
    names_full = !strcmp (arg, "full");
}

#define COMMON(NAME, ARG, READ, DOC, GROUP, ...) WPP_ROW (NAME, 0, ARG, READ, DOC, .group = GROUP, __VA_ARGS__)

static const struct wpp_option common_options[] = {
  COMMON ("json", NULL, wpp_read_flag, "Print JSON", 90, WPP_MEMBER (struct wpp_options, json)),
  COMMON (
      "program", "FILE", add_program,
      "Take the names of functions and lines from the executable or shared library FILE as well (when it has moved)",
      90),
  COMMON ("source-root", "DIR", set_source_root, "Print names of source files below the folder DIR relative to it", 90),
  COMMON ("foreign", NULL, wpp_read_flag, "Profiles of other programs among many are meant, and no fault", 90,
          WPP_MEMBER (struct wpp_options, foreign)),
  COMMON ("names", "short|full", set_names,
          "Print names of C++ functions in text with their types, or without (default)", 90),
  COMMON ("help", NULL, print_help, "Print this help and exit", 91),
  COMMON ("version", NULL, print_version, "Print the version and exit", 91),
  { 0 }
};

/* ---- Parsing.  */

/* A table of options while a command line is parsed.  */
struct table
{
  const struct wpp_option *options;
  void *input;
  void (*check) (void *input, const struct argp_state *state);
};

/* What argp calls number I of OPTIONS.  */
static int
key_of (const struct wpp_option *options, size_t i)
{
  return options[i].letter ? options[i].letter : 0x200 + (int)i;
}

/* OPTIONS as argp has them; malloc'ed.  */
static struct argp_option *
argp_options (const struct wpp_option *options)
{
  size_t n = 0;
  while (options && options[n].name)
    n++;
  struct argp_option *all = wpp_new (n + 1, sizeof *all);
  for (size_t i = 0; i < n; i++)
    all[i] = (struct argp_option){ options[i].name, key_of (options, i), options[i].arg,
                                   options[i].may_lack ? OPTION_ARG_OPTIONAL : 0, options[i].doc, options[i].group };
  return all;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  const struct table *t = state->input;
  if (key == ARGP_KEY_END && t->check)
    {
      t->check (t->input, state);
      return 0;
    }
  for (size_t i = 0; t->options && t->options[i].name; i++)
    if (key == key_of (t->options, i))
      {
        t->options[i].read (t->input, &t->options[i], arg, state);
        return 0;
      }
  return ARGP_ERR_UNKNOWN;
}

/* The options in common_options and the FILE arguments.  */
static error_t
parse_common (int key, char *arg, struct argp_state *state)
{
  struct wpp_options *common = ((struct table *)state->input)->input;
  switch (key)
    {
    case ARGP_KEY_ARGS:
      common->args = state->argv + state->next;
      common->n_args = state->argc - state->next;
      return 0;
    case ARGP_KEY_NO_ARGS:
      if (common->no_args)
        return 0;
      wpp_options_wrong (state, "no FILE given");
    default:
      return parse (key, arg, state);
    }
}

/* The root parser: hands each of its children its table.  */
static error_t
parse_root (int key, char *arg, struct argp_state *state)
{
  struct table *tables = state->input;
  if (key != ARGP_KEY_INIT)
    return ARGP_ERR_UNKNOWN;
  state->err_stream = NULL;
  state->child_inputs[0] = &tables[0];
  state->child_inputs[1] = &tables[1];
  return 0;
}

void
wpp_options_parse (const struct wpp_command_line *line, int argc, char **argv,
                   struct wpp_options *common, void *input)
{
  struct argp_option *common_table = argp_options (common_options), *own_table = argp_options (line->options);
  const struct argp common_argp = { .options = common_table, .parser = parse_common };
  const struct argp own_argp = { .options = own_table, .parser = parse };
  const struct argp_child children[] = { { .argp = &common_argp }, { .argp = &own_argp }, { 0 } };
  const struct argp argp
    = { .parser = parse_root, .args_doc = common->args_doc ? common->args_doc : "FILE...", .doc = line->doc,
        .children = children };
  struct table tables[] = { { common_options, common, NULL }, { line->options, input, line->check } };
  char *command = argv[0], name[32];
  /* getopt's messages begin with this.  */
  snprintf (name, sizeof name, "wpp: %s", command);
  argv[0] = name;
  if (argp_parse (&argp, argc, argv, ARGP_NO_HELP, NULL, tables) != 0)
    exit (WPP_EXIT_TROUBLE);
  argv[0] = command;
  free (common_table);
  free (own_table);
}
