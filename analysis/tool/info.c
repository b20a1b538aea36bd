/* wpp info: what a profile holds.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Never expands a grammar.  Works without the executable's notes; what they alone
   tell is then left out.

   Longer than 500 lines: what is printed as text and as JSON is the same, and is read side by side.  */

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "recording/profile/events.h"
#include "base/saturate.h"
#include "grammar/coding/codec.h"
#include "tool/tool.h"

/* Functions, and threads, that are listed unless the user wants all.  */
#define MOST_LISTED 20u

enum
{
  OPTION_ALL = 0x200
};

static const struct argp_option options[] = {
  WPP_OPTION ("all", OPTION_ALL, NULL, "List all threads, and all functions that are left out or cut"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  bool *all = state->input;
  (void)arg;
  if (key != OPTION_ALL)
    return ARGP_ERR_UNKNOWN;
  *all = true;
  return 0;
}

/* Sums over threads and events; what needs notes is in CODE.  */
struct totals
{
  mpz_t events, raw_size;      /* exact; the size is in bytes */
  uint64_t lost, switched, segments, rules, symbols;  /* the first two saturate */
  uint64_t paths;              /* distinct */
  size_t executed;             /* functions */
  struct wpp_code *code;       /* or null */
  char why[512];               /* there are no notes */
  bool all;                    /* threads and functions are listed */
};

/* The grammar of calls of the thread T of P, a timestamped profile, or null.  */
static const struct wpp_grammar *
calls_grammar (const struct wpp_profile *p, const struct wpp_thread *t)
{
  return p->traces->threads[t - p->threads].grammar;
}

/* Set *RULES and *SYMBOLS to what T's segments have; or, of a timestamped profile, its calls.  Return the number of
   segments.  */
static size_t
thread_size (const struct wpp_profile *p, const struct wpp_thread *t, uint64_t *rules, uint64_t *symbols)
{
  *rules = *symbols = 0;
  for (size_t s = 0; s < t->n_segments && !p->traces; s++)
    {
      *rules += t->segments[s]->n_rules;
      *symbols += t->segments[s]->start[t->segments[s]->n_rules];
    }
  if (p->traces && calls_grammar (p, t))
    {
      *rules = calls_grammar (p, t)->n_rules;
      *symbols = calls_grammar (p, t)->start[*rules];
    }
  return p->traces ? 1 : t->n_segments;
}

/* Set EVENTS to the number of T's events, or return false when there are too many of a timestamped profile.  */
static bool
thread_events (const struct wpp_profile *p, const struct wpp_thread *t, mpz_t events)
{
  mpz_set_ui (events, 0);
  if (!p->traces)
    wpp_add_events (t, events);
  else
    wpp_big_set (events, t->n_events);
  return !p->traces || !wpp_saturated_p (t->n_events);
}

/* The bytes of T's segments in its file, or, of counts, which have none there, in a profile.  */
static uint64_t
coded_size (const struct wpp_thread *t)
{
  uint64_t total = t->coded_size;
  for (size_t s = 0; s < t->n_segments && !t->coded_size; s++)
    {
      unsigned char *coded;
      size_t size;
      int err = wpp_grammar_encode (t->segments[s], &coded, &size);
      if (err)
        wpp_die (NULL, "%s", wpp_strerror (err));
      free (coded);
      total += size;
    }
  return total;
}

/* Count the paths among COUNTS [N], and the functions they belong to.  */
static void
count_paths (struct totals *totals, const struct wpp_event_count *counts, size_t n)
{
  bool *executed = wpp_new (totals->code ? totals->code->n_functions : 0, sizeof *executed);
  for (size_t i = 0; i < n; i++)
    {
      uint64_t number;
      if (!wpp_event_path_p (counts[i].event))
        continue;
      totals->paths++;
      const struct wpp_code_function *f
        = totals->code ? wpp_code_find (totals->code, counts[i].event, &number) : NULL;
      if (f)
        executed[f - totals->code->functions] = true;
    }
  for (size_t i = 0; totals->code && i < totals->code->n_functions; i++)
    totals->executed += executed[i];
  free (executed);
}

static void
compute_totals (const struct wpp_profile *p, const struct wpp_options *common,
                struct totals *totals)
{
  struct wpp_place place = { "", 0, "" };
  int err = 0;
  size_t n;
  for (size_t t = 0; t < p->n_threads; t++)
    {
      const struct wpp_thread *thread = &p->threads[t];
      uint64_t rules, symbols;
      wpp_add_events (thread, totals->events);
      totals->lost = wpp_saturating_add (totals->lost, thread->lost);
      totals->switched = wpp_saturating_add (totals->switched, thread->switched);
      totals->segments += thread_size (p, thread, &rules, &symbols);
      totals->rules += rules;
      totals->symbols += symbols;
    }
  for (uint32_t f = 0; p->traces && f < p->traces->n_functions; f++)
    {
      const struct wpp_grammar *g = p->traces->functions[f].grammar;
      totals->rules += g->n_rules;
      totals->symbols += g->start[g->n_rules];
    }
  mpz_mul_ui (totals->raw_size, totals->events, 4);
  wpp_big_clamp (totals->raw_size);
  totals->code = wpp_file_find_code (p, common, &err, &place);
  if (!totals->code)
    wpp_error_text (err, &place, totals->why, sizeof totals->why);
  else if (totals->code->n_missing)
    {
      wpp_error_text (WPP_E_NOTES, &totals->code->missing[0], totals->why, sizeof totals->why);
      wpp_code_free (totals->code);
      totals->code = NULL;
    }
  struct wpp_event_count *counts = wpp_need (wpp_event_counts (p, &n));
  count_paths (totals, counts, n);
  free (counts);
}

static double
ratio (const struct wpp_profile *p, const struct totals *totals)
{
  return p->file_size ? mpz_get_d (totals->raw_size) / p->file_size : 0;
}

/* ---- Text.  */

static void
print_hex (const unsigned char *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++)
    printf ("%02x", bytes[i]);
  puts (n ? "" : "none");
}

static void
print_ending (const struct wpp_profile *p)
{
  if (p->ending == WPP_END_EXIT)
    printf ("ended        exit status %d\n", p->status);
  else if (p->ending == WPP_END_SIGNAL)
    printf ("ended        killed by signal %d (%s)\n", p->status, strsignal (p->status));
  else if (p->ending == WPP_END_EXEC)
    puts ("ended        executed another program");
  else
    puts ("ended        unknown");
}

static double
seconds (uint64_t ns)
{
  return ns / 1e9;
}

static double
events_a_second (const struct wpp_run *run, const struct totals *totals)
{
  return mpz_get_d (totals->events) / seconds (run->duration);
}

static void
print_run (const struct wpp_run *run, const struct totals *totals)
{
  if (!run->known)
    return;
  printf ("process      %" PRIu32 "\n", run->pid);
  if (!run->duration)
    puts ("duration     unknown");
  else
    printf ("duration     %.6f s, %.0f events a second, %.6f s waiting for the collector\n",
            seconds (run->duration), events_a_second (run, totals), seconds (run->waited));
}

static void
print_threads (const struct wpp_profile *p, size_t most)
{
  mpz_t events;
  char text[WPP_BIG_TEXT];
  mpz_init (events);
  printf ("threads      %zu\n", p->n_threads);
  if (p->n_threads)
    printf ("  %6s %14s %8s %10s %12s %12s\n", "thread", "events", "segments", "rules", "symbols",
            "coded bytes");
  for (size_t t = 0; t < p->n_threads && t < most; t++)
    {
      const struct wpp_thread *thread = &p->threads[t];
      uint64_t rules, symbols;
      size_t segments = thread_size (p, thread, &rules, &symbols);
      const char *n = thread_events (p, thread, events) ? wpp_big_text (events, text)
                                                        : wpp_count_text (UINT64_MAX, text);
      printf ("  %6u %14s %8zu %10" PRIu64 " %12" PRIu64 " %12" PRIu64 "%s\n", thread->index, n, segments, rules,
              symbols, coded_size (thread), thread->raw ? " (raw)" : "");
    }
  if (p->n_threads > most)
    printf ("  %6s %zu more; --all lists them\n", "", p->n_threads - most);
  mpz_clear (events);
  if (p->n_drafts)
    printf ("drafts       %" PRIu32 " segment%s, of which %s made for reading%s\n", p->n_drafts,
            p->n_drafts == 1 ? "" : "s", p->n_drafts == 1 ? "a grammar is" : "grammars are",
            p->made ? " and kept" : "");
}

static void
print_merged (const struct wpp_merged *merged)
{
  char text[WPP_COUNT_TEXT];
  for (size_t i = 0; i < merged->n_programs; i++)
    printf ("merged       %s run%s of %s\n", wpp_count_text (merged->programs[i].runs, text),
            merged->programs[i].runs == 1 ? "" : "s", merged->programs[i].path);
}

static const struct wpp_file_name *
place_of (const struct wpp_code *code, const struct wpp_function *f)
{
  static const struct wpp_file_name unknown = { "", "" };
  for (size_t u = 0; u < code->n_units; u++)
    if (f >= code->units[u]->functions
        && f < code->units[u]->functions + code->units[u]->n_functions)
      return f->file < code->units[u]->n_files ? &code->units[u]->names[f->file] : &unknown;
  return &unknown;
}

static void
print_functions (const struct totals *totals)
{
  size_t most = totals->all ? SIZE_MAX : MOST_LISTED, n_cut = 0;
  const struct wpp_code *code = totals->code;
  printf ("functions    %zu instrumented, %zu executed, %zu left out\n", code->n_functions,
          totals->executed, code->n_skipped);
  for (size_t i = 0; i < code->n_skipped && i < most; i++)
    {
      const struct wpp_function *f = code->skipped[i];
      printf ("  left out   %s (%s:%u): %s\n", wpp_function_shown (f), place_of (code, f)->file,
              f->start_line, f->reason ? f->reason : "unknown");
    }
  if (code->n_skipped > most)
    printf ("  left out   %zu more; --all lists them\n", code->n_skipped - most);
  wpp_print_compactness (code);
  for (size_t i = 0; i < code->n_functions; i++)
    {
      const struct wpp_function *f = code->functions[i].function;
      if (f->exact_paths && n_cut++ < most)
        printf ("  cut        %s (%s:%u): %s paths, cut down to %" PRIu64 "\n",
                wpp_function_shown (f), place_of (code, f)->file, f->start_line, f->exact_paths,
                f->n_paths);
    }
  if (n_cut > most)
    printf ("  cut        %zu more; --all lists them\n", n_cut - most);
}

/* What a profile that holds counts alone has to say of them.  */
static void
print_counts (const struct wpp_profile *p, const struct totals *totals)
{
  char text[WPP_BIG_TEXT];
  printf ("counts       of paths, which run on across calls\n");
  printf ("executions   %s\n", wpp_big_text (totals->events, text));
  printf ("paths        %" PRIu64 " distinct\n", totals->paths);
  if (totals->code)
    print_functions (totals);
  else
    printf ("functions    unknown: notes not available: %s\n", totals->why);
  printf ("file size    %" PRIu64 " bytes\n", p->file_size);
  printf ("lost counts  %s\n", wpp_saturated_p (totals->lost) ? "unknown" : wpp_count_text (totals->lost, text));
}

static void
print_info (const struct wpp_profile *p, const struct totals *totals)
{
  char text[WPP_BIG_TEXT];
  printf ("file         %s\n", p->file);
  printf ("program      %s\n", p->program);
  printf ("build-id     ");
  print_hex (p->build_id, p->build_id_size);
  print_merged (&p->merged);
  if (p->traces)
    printf ("timestamped  traces of %" PRIu32 " functions, %" PRIu64
            " bytes; below, rules of threads are those of calls\n",
            p->traces->n_functions, p->traces_size);
  print_ending (p);
  print_run (&p->run, totals);
  printf ("options      %s\n", p->options && *p->options ? p->options : "none");
  printf ("modules      %zu\n", p->n_modules);
  for (size_t m = 0; m < p->n_modules; m++)
    printf ("  %s (%zu unit%s)\n", p->modules[m].path, p->modules[m].n_units,
            p->modules[m].n_units == 1 ? "" : "s");
  if (p->counts)
    {
      print_counts (p, totals);
      return;
    }
  print_threads (p, totals->all ? SIZE_MAX : MOST_LISTED);
  printf ("events       %s\n", wpp_big_text (totals->events, text));
  printf ("paths        %" PRIu64 " distinct\n", totals->paths);
  if (totals->code)
    print_functions (totals);
  else
    printf ("functions    unknown: notes not available: %s\n", totals->why);
  printf ("rules        %" PRIu64 "\n", totals->rules);
  printf ("symbols      %" PRIu64 "\n", totals->symbols);
  printf ("file size    %" PRIu64 " bytes\n", p->file_size);
  printf ("raw size     %s bytes", wpp_big_text (totals->raw_size, text));
  printf (ratio (p, totals) < 1e15 ? ", ratio %.1f\n" : ", ratio %.3g\n", ratio (p, totals));
  printf ("lost events  %s\n", wpp_saturated_p (totals->lost) ? "unknown" : wpp_count_text (totals->lost, text));
  if (totals->switched)
    printf ("switches     %s of stacks\n", wpp_count_text (totals->switched, text));
}

/* ---- JSON.  */

static struct json_object *
ending_json (const struct wpp_profile *p)
{
  static const char *const kinds[] = { "unknown", "exit", "signal", "exec" };
  struct json_object *o = json_object_new_object ();
  bool status = p->ending == WPP_END_EXIT || p->ending == WPP_END_SIGNAL;
  json_object_object_add (o, "kind", json_object_new_string (kinds[p->ending]));
  json_object_object_add (o, "status", status ? json_object_new_int (p->status) : NULL);
  return o;
}

static struct json_object *
run_json (const struct wpp_run *run, const struct totals *totals)
{
  if (!run->known)
    return NULL;
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "pid", wpp_json_number (run->pid));
  json_object_object_add (o, "began", json_object_new_double (seconds (run->began)));
  bool known = run->duration > 0;
  json_object_object_add (o, "duration", known ? json_object_new_double (seconds (run->duration)) : NULL);
  json_object_object_add (o, "events_per_second",
                          known ? json_object_new_double (events_a_second (run, totals)) : NULL);
  json_object_object_add (o, "waited", json_object_new_double (seconds (run->waited)));
  return o;
}

static struct json_object *
merged_json (const struct wpp_merged *merged)
{
  if (!merged->n_programs)
    return NULL;
  struct json_object *a = json_object_new_array ();
  for (size_t i = 0; i < merged->n_programs; i++)
    {
      const struct wpp_merged_program *program = &merged->programs[i];
      struct json_object *o = json_object_new_object ();
      json_object_object_add (o, "program", wpp_json_string (program->path));
      json_object_object_add (o, "build_id", wpp_json_hex (program->build_id, program->build_id_size));
      json_object_object_add (o, "runs", wpp_json_count (program->runs));
      json_object_array_add (a, o);
    }
  return a;
}

static struct json_object *
modules_json (const struct wpp_profile *p)
{
  struct json_object *a = json_object_new_array ();
  for (size_t m = 0; m < p->n_modules; m++)
    {
      const struct wpp_module *module = &p->modules[m];
      struct json_object *o = json_object_new_object ();
      json_object_object_add (o, "path", wpp_json_string (module->path));
      json_object_object_add (o, "build_id",
                              wpp_json_hex (module->build_id, module->build_id_size));
      json_object_object_add (o, "units", wpp_json_number (module->n_units));
      json_object_array_add (a, o);
    }
  return a;
}

static struct json_object *
threads_json (const struct wpp_profile *p)
{
  struct json_object *a = json_object_new_array ();
  mpz_t events;
  mpz_init (events);
  for (size_t t = 0; t < p->n_threads; t++)
    {
      const struct wpp_thread *thread = &p->threads[t];
      struct json_object *o = json_object_new_object ();
      uint64_t rules, symbols;
      size_t segments = thread_size (p, thread, &rules, &symbols);
      bool exact = thread_events (p, thread, events);
      json_object_object_add (o, "thread", wpp_json_number (thread->index));
      json_object_object_add (o, "events", exact ? wpp_json_big (events) : wpp_json_count (UINT64_MAX));
      json_object_object_add (o, "lost_events", wpp_json_number (thread->lost));
      json_object_object_add (o, "segments", wpp_json_number (segments));
      json_object_object_add (o, "rules", wpp_json_number (rules));
      json_object_object_add (o, "symbols", wpp_json_number (symbols));
      json_object_object_add (o, "coded_size", wpp_json_number (coded_size (thread)));
      json_object_object_add (o, "raw", json_object_new_boolean (thread->raw));
      json_object_array_add (a, o);
    }
  mpz_clear (events);
  return a;
}

static struct json_object *
function_json (const struct wpp_code *code, const struct wpp_function *f)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "function", wpp_json_string (wpp_function_name (f)));
  json_object_object_add (o, "assembler_name", wpp_json_string (f->name));
  json_object_object_add (o, "file", wpp_json_string (place_of (code, f)->file));
  json_object_object_add (o, "path", wpp_json_string (place_of (code, f)->path));
  json_object_object_add (o, "line", wpp_json_number (f->start_line));
  return o;
}

static struct json_object *
functions_json (const struct totals *totals)
{
  const struct wpp_code *code = totals->code;
  if (!code)
    return NULL;
  struct json_object *o = json_object_new_object ();
  struct json_object *left_out = json_object_new_array ();
  struct json_object *cut = json_object_new_array ();
  for (size_t i = 0; i < code->n_skipped; i++)
    {
      struct json_object *f = function_json (code, code->skipped[i]);
      json_object_object_add (f, "reason", wpp_json_string (code->skipped[i]->reason));
      json_object_array_add (left_out, f);
    }
  for (size_t i = 0; i < code->n_functions; i++)
    if (code->functions[i].function->exact_paths)
      {
        const struct wpp_function *f = code->functions[i].function;
        struct json_object *c = function_json (code, f);
        /* A string: it may be longer than any number type.  */
        json_object_object_add (c, "exact_paths", json_object_new_string (f->exact_paths));
        json_object_object_add (c, "paths", wpp_json_path_number (f->n_paths));
        json_object_array_add (cut, c);
      }
  json_object_object_add (o, "instrumented", wpp_json_number (code->n_functions));
  json_object_object_add (o, "executed", wpp_json_number (totals->executed));
  json_object_object_add (o, "left_out", left_out);
  json_object_object_add (o, "cut", cut);
  json_object_object_add (o, "interesting", wpp_compactness_json (code));
  return o;
}

static struct json_object *
info_json (const struct wpp_profile *p, const struct totals *totals)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "file", wpp_json_string (p->file));
  json_object_object_add (o, "program", wpp_json_string (p->program));
  json_object_object_add (o, "build_id", wpp_json_hex (p->build_id, p->build_id_size));
  json_object_object_add (o, "merged", merged_json (&p->merged));
  json_object_object_add (o, "traces_bytes", p->traces ? wpp_json_number (p->traces_size) : NULL);
  json_object_object_add (o, "ending", ending_json (p));
  json_object_object_add (o, "run", run_json (&p->run, totals));
  json_object_object_add (o, "options", wpp_json_string (p->options));
  json_object_object_add (o, "counts", json_object_new_boolean (p->counts));
  json_object_object_add (o, "drafts", wpp_json_number (p->n_drafts));
  json_object_object_add (o, "modules", modules_json (p));
  json_object_object_add (o, "threads", threads_json (p));
  json_object_object_add (o, "events", wpp_json_big (totals->events));
  json_object_object_add (o, "distinct_paths", wpp_json_number (totals->paths));
  json_object_object_add (o, "functions", functions_json (totals));
  json_object_object_add (o, "notes_missing",
                          totals->code ? NULL : wpp_json_string (totals->why));
  json_object_object_add (o, "segments", wpp_json_number (totals->segments));
  json_object_object_add (o, "rules", wpp_json_number (totals->rules));
  json_object_object_add (o, "symbols", wpp_json_number (totals->symbols));
  json_object_object_add (o, "file_size", wpp_json_number (p->file_size));
  json_object_object_add (o, "raw_size", wpp_json_big (totals->raw_size));
  json_object_object_add (o, "ratio", json_object_new_double (ratio (p, totals)));
  json_object_object_add (o, "lost_events", wpp_json_count (totals->lost));
  json_object_object_add (o, "stack_switches", wpp_json_count (totals->switched));
  return o;
}

int
wpp_command_info (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print what profiles hold: program, threads, events, rules, sizes." };
  bool all = false;
  struct wpp_options common = { 0 };
  wpp_options_parse (&line, argc, argv, &common, &all);
  struct wpp_files files = wpp_files_find (&common);
  struct json_object *profiles = common.json ? json_object_new_array () : NULL;
  for (size_t i = 0; i < files.n; i++)
    {
      struct totals totals = { .all = all };
      mpz_inits (totals.events, totals.raw_size, NULL);
      struct wpp_profile *p = wpp_file_read_as (files.name[i], WPP_CALLS_BAG);
      compute_totals (p, &common, &totals);
      if (profiles)
        json_object_array_add (profiles, info_json (p, &totals));
      else
        {
          fputs (i ? "\n" : "", stdout);
          print_info (p, &totals);
        }
      mpz_clears (totals.events, totals.raw_size, NULL);
      wpp_code_free (totals.code);
      wpp_profile_free (p);
    }
  if (profiles)
    {
      struct json_object *o = json_object_new_object ();
      json_object_object_add (o, "profiles", profiles);
      wpp_json_print (o);
    }
  wpp_files_free (&files);
  return WPP_EXIT_DONE;
}
