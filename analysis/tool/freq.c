/* wpp freq: a table of the frequency dumps of many files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tool/freq.h"
#include "base/names.h"

enum
{
  OPTION_CSV = 0x200,
  OPTION_PROBLEM,
  OPTION_SORT,
  OPTION_TOP,
  OPTION_SUMMARY
};

struct freq
{
  struct wpp_options common;
  const char *function, *problem;
  uint64_t top;
  bool csv, hot, summary;
};

static const struct argp_option options[] = {
  WPP_OPTION ("function", 'f', "NAME", "Only the function called NAME"),
  WPP_OPTION ("problem", OPTION_PROBLEM, "NAMES",
              "Only the data flow problems NAMES, separated by commas, or `all'; of a profile, "
              "compute them"),
  WPP_OPTION ("sort", OPTION_SORT, "ORDER", "ORDER is `source' (as in the dumps, default) or `hot'"),
  WPP_OPTION ("top", OPTION_TOP, "N", "Only the first N lines"),
  WPP_OPTION ("summary", OPTION_SUMMARY, NULL, "Print the functions' summaries and their sums"),
  WPP_OPTION ("csv", OPTION_CSV, NULL, "Print comma-separated values"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct freq *freq = state->input;
  switch (key)
    {
    case 'f':
      freq->function = arg;
      return 0;
    case OPTION_PROBLEM:
      freq->problem = arg;
      return 0;
    case OPTION_SORT:
      if (strcmp (arg, "hot") && strcmp (arg, "source"))
        wpp_options_wrong (state, "--sort: '%s' is neither source nor hot", arg);
      freq->hot = strcmp (arg, "hot") == 0;
      return 0;
    case OPTION_TOP:
      freq->top = wpp_options_number (state, "--top", arg, 1, UINT64_MAX);
      return 0;
    case OPTION_SUMMARY:
      freq->summary = true;
      return 0;
    case OPTION_CSV:
      freq->csv = true;
      return 0;
    case ARGP_KEY_END:
      if (freq->csv && freq->common.json)
        wpp_options_wrong (state, "--csv and --json exclude each other");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* Is NAME one of NAMES, separated by commas?  */
static bool
named_p (const char *names, const char *name)
{
  for (size_t n;; names += n + 1)
    {
      n = strcspn (names, ",");
      if ((strlen (name) == n && !memcmp (names, name, n)) || (n == 3 && !memcmp (names, "all", 3)))
        return true;
      if (!names[n])
        return false;
    }
}

static bool
wanted_p (const struct freq *freq, const char *problem, const char *function)
{
  return (!freq->problem || named_p (freq->problem, problem))
         && (!freq->function || wpp_names_p (function, freq->function));
}

/* Order rows: the costlier first; rows of the same cost in the order of the dumps.  */
static int
compare_rows (const void *a, const void *b)
{
  const struct wpp_freq_row *x = *(struct wpp_freq_row *const *) a;
  const struct wpp_freq_row *y = *(struct wpp_freq_row *const *) b;
  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* ---- Output.  */

/* Print TEXT on one line.  */
static void
print_text (const char *text)
{
  for (; *text; text++)
    putchar ((unsigned char) *text < ' ' || *text == 127 ? '?' : *text);
}

static void
print_csv (const char *text, char end)
{
  bool quoted = text[strcspn (text, ",\"\r\n")];
  if (quoted)
    putchar ('"');
  for (; *text; text++)
    {
      if (*text == '"')
        putchar ('"');
      putchar (*text);
    }
  if (quoted)
    putchar ('"');
  putchar (end);
}

/* The lines of ROW's block, separated by SEPARATOR, in BUFFER.  */
static const char *
lines_text (const struct wpp_freq_row *row, char separator, char *buffer, size_t size)
{
  size_t used = 0, n = json_object_array_length (row->lines);
  buffer[0] = 0;
  for (size_t i = 0; i < n && used < size - 24; i++)
    used += snprintf (buffer + used, size - used, "%s%" PRId64, i ? (char[]){ separator, 0 } : "",
                      json_object_get_int64 (json_object_array_get_idx (row->lines, i)));
  return buffer;
}

static void
print_row (const struct wpp_freq_row *row)
{
  char lines[512];
  printf ("%14s %14s %7.2f%%  ", json_object_get_string (row->frequency),
          json_object_get_string (row->count), 100 * row->share);
  print_text (row->problem);
  printf ("  ");
  print_text (row->file);
  putchar (':');
  lines_text (row, ',', lines, sizeof lines);
  if (row->site)
    snprintf (lines, sizeof lines, "%" PRId64, row->line);
  printf ("%s  ", lines);
  print_text (row->function);
  printf (":%" PRId64 "  %s", row->block, row->site ? "at " : "");
  print_text (row->text);
  if (!row->site && row->line)
    printf (" (line %" PRId64 ")", row->line);
  putchar ('\n');
}

static void
print_csv_row (const struct wpp_freq_row *row)
{
  char lines[512];
  print_csv (row->file, ',');
  print_csv (row->problem, ',');
  print_csv (row->function, ',');
  printf ("%" PRId64 ",", row->block);
  print_csv (lines_text (row, ' ', lines, sizeof lines), ',');
  printf ("%s,", row->site ? "site" : "fact");
  print_csv (row->text, ',');
  printf ("%" PRId64 ",%s,%s,%.6f,%.0f\n", row->line, json_object_get_string (row->frequency),
          json_object_get_string (row->count), row->share, row->cost);
}

static struct json_object *
json_row (const struct wpp_freq_row *row)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "file", wpp_json_string (row->file));
  if (row->path)
    json_object_object_add (o, "path", wpp_json_string (row->path));
  json_object_object_add (o, "problem", wpp_json_string (row->problem));
  json_object_object_add (o, "function", wpp_json_string (row->function));
  json_object_object_add (o, "block", json_object_new_int64 (row->block));
  json_object_object_add (o, "lines", json_object_get (row->lines));
  json_object_object_add (o, row->site ? "site" : "fact", wpp_json_string (row->text));
  json_object_object_add (o, "line", json_object_new_int64 (row->line));
  json_object_object_add (o, "frequency", json_object_get (row->frequency));
  json_object_object_add (o, "count", json_object_get (row->count));
  json_object_object_add (o, "share", json_object_new_double (row->share));
  json_object_object_add (o, "cost", json_object_new_double (row->cost));
  return o;
}

static void
print_rows (const struct freq *freq, struct wpp_freq_row *const *rows, size_t n)
{
  bool first = true;
  if (freq->common.json)
    {
      wpp_missing_begin_json ();
      printf ("\"rows\":[");
    }
  else if (freq->csv)
    puts ("file,problem,function,block,lines,kind,fact,line,frequency,count,share,cost");
  else
    printf ("%14s %14s %8s  %s\n", "frequency", "count", "share",
            "problem  file:lines  function:block  fact");
  for (size_t i = 0; i < n; i++)
    if (freq->common.json)
      wpp_json_element (json_row (rows[i]), &first);
    else if (freq->csv)
      print_csv_row (rows[i]);
    else
      print_row (rows[i]);
  if (freq->common.json)
    puts ("\n]}");
}

static int
list_rows (const struct freq *freq, struct wpp_freq *f)
{
  struct wpp_freq_row **rows = wpp_new (f->n_rows, sizeof *rows);
  size_t n = 0;
  for (size_t i = 0; i < f->n_rows; i++)
    if (wanted_p (freq, f->rows[i].problem, f->rows[i].function))
      rows[n++] = &f->rows[i];
  if (freq->hot)
    qsort (rows, n, sizeof *rows, compare_rows);
  print_rows (freq, rows, n < freq->top ? n : freq->top);
  free (rows);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

/* ---- Summaries.  */

static void
add_summary (struct wpp_freq_summary *sum, const struct wpp_freq_summary *s)
{
  sum->facts += s->facts;
  sum->always += s->always;
  sum->never += s->never;
  sum->sometimes += s->sometimes;
  sum->certain += s->certain;
  sum->impossible += s->impossible;
  sum->unknown += s->unknown;
  sum->unknown_always += s->unknown_always;
  sum->unknown_never += s->unknown_never;
}

static void
print_summary (const struct freq *freq, const struct wpp_freq_summary *s, bool *first)
{
  const struct { const char *key; uint64_t value; } numbers[]
    = { { "facts", s->facts }, { "always", s->always }, { "never", s->never },
        { "sometimes", s->sometimes }, { "certain", s->certain },
        { "impossible", s->impossible }, { "unknown", s->unknown },
        { "unknown_always", s->unknown_always }, { "unknown_never", s->unknown_never } };
  const size_t n = sizeof numbers / sizeof *numbers;
  struct json_object *o = freq->common.json ? json_object_new_object () : NULL;
  for (size_t i = 0; o && i < n; i++)
    json_object_object_add (o, numbers[i].key, wpp_json_number (numbers[i].value));
  if (o)
    {
      json_object_object_add (o, "file", wpp_json_string (s->file));
      if (s->path)
        json_object_object_add (o, "path", wpp_json_string (s->path));
      json_object_object_add (o, "problem", wpp_json_string (s->problem));
      json_object_object_add (o, "function", wpp_json_string (s->function));
      wpp_json_element (o, first);
      return;
    }
  if (freq->csv)
    {
      print_csv (s->file, ',');
      print_csv (s->problem, ',');
      print_csv (s->function, ',');
      for (size_t i = 0; i < n; i++)
        printf ("%" PRIu64 "%c", numbers[i].value, i + 1 < n ? ',' : '\n');
      return;
    }
  for (size_t i = 0; i < n; i++)
    printf ("%10" PRIu64 " ", numbers[i].value);
  putchar (' ');
  print_text (s->problem);
  printf ("  ");
  print_text (s->file);
  putchar (' ');
  print_text (s->function);
  putchar ('\n');
}

static int
list_summaries (const struct freq *freq, const struct wpp_freq *f)
{
  struct wpp_freq_summary sum = { .file = "", .problem = freq->problem ? freq->problem : "",
                                  .function = "total" };
  uint64_t shown = 0, n = 0;
  bool first = true;
  if (freq->common.json)
    {
      wpp_missing_begin_json ();
      printf ("\"summaries\":[");
    }
  else if (freq->csv)
    puts ("file,problem,function,facts,always,never,sometimes,certain,impossible,unknown,"
          "unknown_always,unknown_never");
  else
    printf ("%10s %10s %10s %10s %10s %10s %10s %10s %10s  %s\n", "facts", "always", "never",
            "sometimes", "certain", "impossible", "unknown", "of: always", "never",
            "problem  file function");
  for (size_t i = 0; i < f->n_summaries; i++)
    {
      const struct wpp_freq_summary *s = &f->summaries[i];
      if (!wanted_p (freq, s->problem, s->function))
        continue;
      n++;
      add_summary (&sum, s);
      if (shown++ < freq->top)
        print_summary (freq, s, &first);
    }
  print_summary (freq, &sum, &first);
  if (freq->common.json)
    puts ("\n]}");
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

/* Read or compute what FREQ's arguments have, into F: dumps first.  */
static void
find_frequencies (const struct freq *freq, struct wpp_freq *f)
{
  struct wpp_options profiles = freq->common;
  profiles.args = wpp_new (freq->common.n_args + 1, sizeof *profiles.args);
  profiles.n_args = 0;
  for (size_t i = 0; i < freq->common.n_args; i++)
    if (!wpp_freq_profile_p (freq->common.args[i]))
      wpp_freq_read (f, freq->common.args[i]);
    else if (freq->problem)
      profiles.args[profiles.n_args++] = freq->common.args[i];
    else
      wpp_die (freq->common.args[i], "a profile: --problem=NAME, or --problem=all, computes its frequencies");
  if (profiles.n_args)
    wpp_freq_compute (f, &profiles, freq->problem, freq->function);
  free (profiles.args);
}

int
wpp_command_freq (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print how often which data flow fact held where.  Every FILE is a dump that -fwpp-dump-frequency "
    "-fwpp-dump-format=json wrote, or a folder of dumps (*.freq); or, with --problem, a profile: then the frequencies "
    "are "
    "computed from the statements in its notes."
  };
  struct freq freq = { .top = UINT64_MAX };
  struct wpp_freq f = { 0 };
  wpp_options_parse (&line, argc, argv, &freq.common, &freq);
  f.source_root = freq.common.source_root;
  find_frequencies (&freq, &f);
  int status = freq.summary ? list_summaries (&freq, &f) : list_rows (&freq, &f);
  wpp_freq_release (&f);
  if (status == WPP_EXIT_NOTHING && !freq.problem && !freq.function)
    wpp_say (freq.common.args[0], "no frequencies");
  else if (status == WPP_EXIT_NOTHING)
    wpp_say (NULL, "nothing of %s%s%s%s%s", freq.problem ? "problem " : "", freq.problem ? freq.problem : "",
             freq.problem && freq.function ? " and " : "", freq.function ? "function " : "",
             freq.function ? freq.function : "");
  return status;
}
