/* wpp lines: execution counts of source lines, as gcov prints them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The counts of paths come from the grammar, without expansion.  The counts of nodes and edges follow from these, and
   activations/counts/lines.h computes those of lines.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "activations/counts/counted.h"
#include "tool/lines.h"
#include "tool/tool.h"

struct lines
{
  struct wpp_options common;
  bool gcov;
  unsigned gcov_format;                    /* the version of gcov's JSON */
  const char *source;
  size_t n_profiles;
  struct wpp_counted_function *functions;  /* unit by unit; event words of tables are after all others */
  size_t n_functions;
};

enum
{
  OPTION_GCOV = 0x200,
  OPTION_GCOV_FORMAT
};

static const struct argp_option options[] = {
  WPP_OPTION ("gcov", OPTION_GCOV, NULL, "Print the header lines of gcov as well; with --json, its JSON"),
  WPP_OPTION ("gcov-format", OPTION_GCOV_FORMAT, "VERSION", "With --gcov --json, the version of the format: 1 as before "
              "GCC 14, 2 from then on (default: that of the compiler that wpp was built for)"),
  WPP_OPTION ("source", 's', "SOURCE", "Print the source file SOURCE only"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct lines *lines = state->input;
  switch (key)
    {
    case OPTION_GCOV:
      lines->gcov = true;
      return 0;
    case OPTION_GCOV_FORMAT:
      if (strcmp (arg, "1") != 0 && strcmp (arg, "2") != 0)
        wpp_options_wrong (state, "--gcov-format: '%s' is neither 1 nor 2", arg);
      lines->gcov_format = *arg - '0';
      return 0;
    case 's':
      lines->source = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- Counting.  */

static struct wpp_sources *
count_lines (const struct wpp_counted_function *functions, size_t n)
{
  int err = 0;
  struct wpp_sources *sources = wpp_lines_count (functions, n, &err);
  if (!sources)
    wpp_die (NULL, "%s", wpp_strerror (err));
  return sources;
}

/* Is NAME END, or does it end with END after a slash?  */
static bool
ends_in_p (const char *name, const char *end)
{
  size_t n = strlen (name), m = strlen (end);
  return n >= m && strcmp (name + n - m, end) == 0 && (n == m || name[n - m - 1] == '/');
}

/* Did the user select SOURCE, by its name or the end of its name?  */
static bool
wanted_p (const struct lines *lines, const struct wpp_source *source)
{
  return !lines->source || ends_in_p (source->file, lines->source) || ends_in_p (source->path, lines->source);
}

/* ---- Text.  */

/* Open the regular file NAME; return null when it is none.  The name comes from notes, so it may be a file without an
   end.  */
static FILE *
open_text (const char *name)
{
  struct stat st;
  return name && stat (name, &st) == 0 && S_ISREG (st.st_mode) ? fopen (name, "r") : NULL;
}

/* Open the text of SOURCE, where it was compiled or in the current folder; null when it does not exist.  */
static FILE *
open_source (const struct wpp_source *source)
{
  FILE *text = open_text (source->path);
  return text ? text : open_text (source->file);
}

/* The text of a source file by lines; empty when the file does not exist.  */
struct text
{
  size_t n;
  char **line;
};

static struct text
read_source (const struct wpp_source *source)
{
  struct text text = { 0, NULL };
  FILE *file = open_source (source);
  size_t room = 0, allocated = 0;
  ssize_t length;
  char *line = NULL;
  if (!file)
    return text;
  while ((length = getline (&line, &room, file)) >= 0)
    {
      line[strcspn (line, "\n")] = 0;
      if (text.n == allocated)
        text.line = wpp_grow (text.line, allocated = 2 * allocated + 64, sizeof *text.line);
      text.line[text.n++] = line;
      line = NULL;
      room = 0;
    }
  free (line);
  fclose (file);
  return text;
}

static void
free_text (struct text *text)
{
  for (size_t i = 0; i < text->n; i++)
    free (text->line[i]);
  free (text->line);
}

/* Print line NUMBER of TEXT with its COUNT, which is null when the line has no code.  */
static void
print_line (const struct text *text, uint32_t number, const struct wpp_line_count *count)
{
  char n[WPP_COUNT_TEXT], s[WPP_COUNT_TEXT + 1] = "-";
  const char *code = number <= text->n ? text->line[number - 1] : NULL;
  if (count && count->count)
    snprintf (s, sizeof s, "%s%s", wpp_count_text (count->count, n),
              count->unexecuted_block ? "*" : "");
  else if (count)
    strcpy (s, count->unexceptional ? "#####" : "=====");
  printf ("%9s:%5u%s%s\n", s, number, code ? ":" : "", code ? code : "");
}

/* Print the lines of TEXT from NUMBER up to, not including, END, which have no code; return END.  */
static uint32_t
print_plain_lines (const struct text *text, uint32_t number, uint32_t end)
{
  for (; number < end && number <= text->n; number++)
    print_line (text, number, NULL);
  return end;
}

#define SEPARATOR "------------------"

/* Print the lines of F, a function of a group.  */
static void
print_instance (const struct wpp_source *source, const struct text *text,
                const struct wpp_function *f)
{
  uint32_t number = f->start_line;
  puts (SEPARATOR);
  printf ("%s:\n", f->name);
  for (uint32_t i = 0; i < source->n_json_lines; i++)
    {
      const struct wpp_line_count *line = &source->json_lines[i];
      if (line->function != f || line->line < number || line->line > f->end_line)
        continue;
      number = print_plain_lines (text, number, line->line);
      print_line (text, number++, line);
    }
  print_plain_lines (text, number, f->end_line + 1);
}

/* If LINE is the last one of the group that begins at FIRST, print the group's functions.  Return whether it
   is.  */
static bool
print_group (const struct wpp_source *source, const struct text *text, uint32_t first,
             uint32_t line)
{
  uint32_t last = 0;
  for (uint32_t i = 0; i < source->n_functions; i++)
    {
      const struct wpp_function *f = source->functions[i].function;
      if (source->functions[i].group && f->start_line == first && f->end_line > last)
        last = f->end_line;
    }
  if (line < last)
    return false;
  for (uint32_t i = 0; i < source->n_functions; i++)
    if (source->functions[i].group && source->functions[i].function->start_line == first)
      print_instance (source, text, source->functions[i].function);
  puts (SEPARATOR);
  return true;
}

/* Does a group of functions of SOURCE begin at LINE?  The functions are sorted, and *AT is moved to the next one.  */
static bool
group_begins_p (const struct wpp_source *source, uint32_t line, uint32_t *at)
{
  bool group = false;
  while (*at < source->n_functions && source->functions[*at].function->start_line <= line)
    {
      group |= source->functions[*at].function->start_line == line
               && source->functions[*at].group;
      ++*at;
    }
  return group;
}

/* Print SOURCE line by line; or only the lines with code when there is no text.  If GROUPS, print the functions of each
   group separately after the group.  */
static void
print_body (const struct wpp_source *source, const struct text *text, bool groups)
{
  uint32_t at = 0, i = 0, group = 0;
  for (uint32_t number = 1; number <= text->n || i < source->n_lines; number++)
    {
      if (number > text->n && i < source->n_lines && number < source->lines[i].line)
        number = source->lines[i].line;
      const struct wpp_line_count *count
        = i < source->n_lines && source->lines[i].line == number ? &source->lines[i++] : NULL;
      print_line (text, number, count);
      if (groups && !group && group_begins_p (source, number, &at))
        group = number;
      if (group && print_group (source, text, group, number))
        group = 0;
    }
}

static void
print_source (const struct lines *lines, const struct wpp_profile *p,
              const struct wpp_source *source)
{
  struct text text = read_source (source);
  printf ("%9s:%5u:Source:%s\n", "-", 0, source->file);
  if (lines->gcov)
    {
      printf ("%9s:%5u:Graph:%s\n", "-", 0, p->program);
      printf ("%9s:%5u:Data:%s\n", "-", 0, p->file);
      printf ("%9s:%5u:Runs:%zu\n", "-", 0, lines->n_profiles);
    }
  print_body (source, &text, lines->gcov);
  free_text (&text);
}

/* ---- JSON.  */

static struct json_object *
function_json (const void *data, size_t i)
{
  const struct wpp_source *source = data;
  const struct wpp_function_count *c = &source->functions[i];
  const struct wpp_function *function = c->function;
  struct json_object *f = json_object_new_object ();
  json_object_object_add (f, "function", wpp_json_string (wpp_function_name (function)));
  json_object_object_add (f, "assembler_name", wpp_json_string (function->name));
  json_object_object_add (f, "start_line", wpp_json_number (function->start_line));
  json_object_object_add (f, "end_line", wpp_json_number (function->end_line));
  json_object_object_add (f, "blocks", wpp_json_number (c->blocks));
  json_object_object_add (f, "blocks_executed", wpp_json_number (c->blocks_executed));
  json_object_object_add (f, "count", wpp_json_count (c->count));
  return f;
}

static struct json_object *
line_json (const void *data, size_t i)
{
  const struct wpp_source *source = data;
  const struct wpp_line_count *c = &source->lines[i];
  struct json_object *l = json_object_new_object ();
  json_object_object_add (l, "line", wpp_json_number (c->line));
  json_object_object_add (l, "count", wpp_json_count (c->count));
  json_object_object_add (l, "unexecuted_block", json_object_new_boolean (c->unexecuted_block));
  return l;
}

static void
print_source_json (const struct wpp_source *source)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "file", wpp_json_string (source->file));
  json_object_object_add (o, "path", wpp_json_string (source->path));
  json_object_object_add (o, "directory", wpp_json_string (source->directory));
  wpp_json_begin (o);
  wpp_json_array ("functions", source->n_functions, function_json, source);
  wpp_json_array ("lines", source->n_lines, line_json, source);
  wpp_json_end ();
}

/* Print gcov's JSON document of UNIT, whose lines are SOURCES, unless no source of it is selected.  Return how many
   are.  */
static size_t
print_gcov_unit (const struct lines *lines, const struct wpp_unit *unit, const struct wpp_sources *sources)
{
  size_t printed = 0;
  for (uint32_t i = 0; i < sources->n; i++)
    if (wanted_p (lines, &sources->sources[i]))
      {
        if (!printed++)
          {
            struct json_object *beginning = wpp_gcov_unit (unit, lines->gcov_format);
            wpp_missing_add_json (beginning);
            wpp_json_begin (beginning);
            fputs (",\"files\":[", stdout);
          }
        else
          putchar (',');
        wpp_print_gcov_source (&sources->sources[i], lines->gcov_format);
      }
  if (printed)
    puts ("]}");
  return printed;
}

/* ---- Printing.  Each function returns the number of things printed.  */

static size_t
print_gcov_json (struct lines *lines)
{
  size_t printed = 0;
  for (size_t i = 0, end; i < lines->n_functions; i = end)
    {
      const struct wpp_unit *unit = lines->functions[i].unit;
      for (end = i; end < lines->n_functions && lines->functions[end].unit == unit;)
        end++;
      struct wpp_sources *sources = count_lines (&lines->functions[i], end - i);
      wpp_progress_end ();
      printed += print_gcov_unit (lines, unit, sources);
      wpp_sources_free (sources);
    }
  return printed;
}

static size_t
print_sources (struct lines *lines, const struct wpp_profile *p)
{
  struct wpp_sources *sources = count_lines (lines->functions, lines->n_functions);
  size_t printed = 0;
  bool first = true;
  wpp_progress_end ();
  if (lines->common.json)
    {
      wpp_missing_begin_json ();
      fputs ("\"files\":[", stdout);
    }
  for (uint32_t i = 0; i < sources->n; i++)
    if (wanted_p (lines, &sources->sources[i]))
      {
        if (lines->common.json)
          {
            wpp_json_comma (&first);
            print_source_json (&sources->sources[i]);
          }
        else
          print_source (lines, p, &sources->sources[i]);
        printed++;
      }
  if (lines->common.json)
    puts ("\n]}");
  wpp_sources_free (sources);
  return printed;
}

int
wpp_command_lines (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print how often each source line was executed, as gcov does." };
  struct lines lines = { .gcov_format = wpp_gcov_format () };
  struct wpp_place place = { "", 0, "" };
  int err;
  wpp_options_parse (&line, argc, argv, &lines.common, &lines);
  struct wpp_profile *p = wpp_combined_counts (&lines.common, &lines.n_profiles);
  struct wpp_code *code = wpp_combined_code (p, &lines.common);
  if (lines.gcov)
    wpp_name_sources (code, &lines.common, true);
  wpp_progress ("counting lines", NULL);
  lines.functions = wpp_counted_functions (p, code, &err, &place);
  if (err)
    wpp_die_at (p->file, err, &place);
  lines.n_functions = code->n_functions;
  size_t printed = lines.gcov && lines.common.json ? print_gcov_json (&lines)
                                                   : print_sources (&lines, p);
  if (!printed)
    wpp_say (lines.source ? lines.source : p->file,
             lines.source ? "no such source file" : "no source lines known");
  wpp_counted_functions_free (lines.functions, lines.n_functions);
  wpp_code_free (code);
  wpp_profile_free (p);
  return printed ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
