/* What profiles hold, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "answers/info.h"
#include "base/saturate.h"
#include "show/cells.h"
#include "show/layouts.h"

static void
put_ending (FILE *out, const struct wpp_info_ending_row *e)
{
  fputs ("ended        ", out);
  if (strcmp (e->kind, "exit") == 0)
    fprintf (out, "exit status %" PRId64 "\n", e->status);
  else if (strcmp (e->kind, "signal") == 0)
    fprintf (out, "killed by signal %" PRId64 " (%s)\n", e->status, strsignal (e->status));
  else
    fprintf (out, "%s\n", strcmp (e->kind, "exec") == 0 ? "executed another program" : "unknown");
}

static void
put_run (FILE *out, const struct wpp_info_run_row *run)
{
  fprintf (out, "process      %" PRIu32 "\n", run->pid);
  if (isnan (run->duration))
    fputs ("duration     unknown\n", out);
  else
    fprintf (out, "duration     %.6f s, %.0f events a second, %.6f s waiting for the collector\n", run->duration,
             run->events_per_second, run->waited);
}

static void
put_merged (FILE *out, const struct wpp_row_list *merged)
{
  char text[WPP_COUNT_TEXT];
  for (size_t i = 0; i < merged->n; i++)
    {
      struct wpp_info_merged_row m;
      merged->get (merged->data, i, &m);
      fprintf (out, "merged       %s run%s of %s\n", wpp_count_text (m.runs, text), m.runs == 1 ? "" : "s", m.program);
    }
}

static void
put_modules (FILE *out, const struct wpp_row_list *modules)
{
  fprintf (out, "modules      %zu\n", modules->n);
  for (size_t i = 0; i < modules->n; i++)
    {
      struct wpp_info_module_row m;
      modules->get (modules->data, i, &m);
      fprintf (out, "  %s (%" PRIu64 " unit%s)\n", m.path, m.units, m.units == 1 ? "" : "s");
    }
}

/* Set TEXT to N, or, if that is negative, to what stands for a number that is not known; return it.  */
static const char *
known_text (int64_t n, char text[24])
{
  snprintf (text, 24, n < 0 ? "-" : "%" PRId64, n);
  return text;
}

static void
put_drafts (FILE *out, const struct wpp_info_row *row)
{
  bool one = row->drafts == 1;
  fprintf (out, "drafts       %" PRIu32 " segment%s, of which %s\n", row->drafts, one ? "" : "s",
           !row->made  ? one ? "no grammar is made yet" : "no grammars are made yet"
           : row->kept ? one ? "a grammar is made for reading and kept" : "grammars are made for reading and kept"
           : one       ? "a grammar is made for reading"
                       : "grammars are made for reading");
}

static int
put_threads (FILE *out, const struct wpp_info_row *row)
{
  const struct wpp_row_list *threads = &row->threads;
  char text[WPP_BIG_TEXT], rules[24], symbols[24];
  fprintf (out, "threads      %zu\n", threads->n);
  if (threads->n)
    fprintf (out, "  %6s %14s %8s %10s %12s %12s\n", "thread", "events", "segments", "rules", "symbols", "coded bytes");
  for (size_t i = 0; i < threads->n && i < row->most; i++)
    {
      struct wpp_info_thread_row t;
      int err = threads->get (threads->data, i, &t);
      if (err)
        return err;
      const char *n = t.events.type == WPP_CELL_BIG ? wpp_big_text (t.events.is.big, text)
                                                    : wpp_count_text (t.events.is.number, text);
      fprintf (out, "  %6u %14s %8" PRIu64 " %10s %12s %12" PRIu64 "%s\n", t.thread, n, t.segments,
               known_text (t.rules, rules), known_text (t.symbols, symbols), t.coded_size, t.raw ? " (raw)" : "");
    }
  if (threads->n > row->most)
    fprintf (out, "  %6s %zu more; --all lists them\n", "", threads->n - row->most);
  if (row->drafts)
    put_drafts (out, row);
  return 0;
}

/* ---- Functions.  */

static int
put_left_out (FILE *out, const struct wpp_row_list *list, size_t most)
{
  int err = 0;
  for (size_t i = 0; i < list->n && i < most && !err; i++)
    {
      struct wpp_info_function_row f;
      err = list->get (list->data, i, &f);
      if (!err)
        fprintf (out, "  left out   %s (%s:%u): %s\n", f.short_name, f.file, f.line, f.reason ? f.reason : "unknown");
    }
  if (list->n > most)
    fprintf (out, "  left out   %zu more; --all lists them\n", list->n - most);
  return err;
}

static int
put_cut (FILE *out, const struct wpp_row_list *list, size_t most)
{
  int err = 0;
  for (size_t i = 0; i < list->n && i < most && !err; i++)
    {
      struct wpp_info_function_row f;
      err = list->get (list->data, i, &f);
      if (!err)
        fprintf (out, "  cut        %s (%s:%u): %s paths, cut down to %" PRIu64 "\n", f.short_name, f.file, f.line,
                 f.exact_paths, f.paths);
    }
  if (list->n > most)
    fprintf (out, "  cut        %zu more; --all lists them\n", list->n - most);
  return err;
}

static int
put_interesting (FILE *out, const struct wpp_info_interesting_row *row)
{
  int err = 0;
  fprintf (out, "interesting  %" PRIu64 " paths of %zu functions; compactness %.3f by intervals, %.3f by the "
           "numbering used\n", row->paths, row->functions.n, row->alpha_intervals, row->alpha);
  for (size_t i = 0; i < row->functions.n && !err; i++)
    {
      struct wpp_info_compact_row f;
      err = row->functions.get (row->functions.data, i, &f);
      if (!err && f.large)
        fprintf (out, "  too large  %s: %" PRIu64 " interesting paths would take %" PRIu64 " counters, %" PRIu64
                 " by intervals\n", f.short_name, f.interesting, f.size, f.interval_size);
    }
  return err;
}

static int
put_functions (FILE *out, const struct wpp_info_row *row)
{
  const struct wpp_info_functions_row *f = row->functions;
  if (!f)
    {
      fprintf (out, "functions    unknown: notes not available: %s\n", row->notes_missing);
      return 0;
    }
  fprintf (out, "functions    %" PRIu64 " instrumented, %" PRIu64 " executed, %zu left out\n", f->instrumented,
           f->executed, f->left_out.n);
  int err = put_left_out (out, &f->left_out, row->most);
  if (!err && f->interesting)
    err = put_interesting (out, f->interesting);
  return err ? err : put_cut (out, &f->cut, row->most);
}

/* ---- A profile.  */

static const char *
lost_text (const struct wpp_info_row *row, char text[WPP_COUNT_TEXT])
{
  return wpp_saturated_p (row->lost_events) ? "unknown" : wpp_count_text (row->lost_events, text);
}

/* What one that holds counts alone has to say of them.  */
static int
put_counts (FILE *out, const struct wpp_info_row *row)
{
  char text[WPP_BIG_TEXT];
  fprintf (out, "counts       of paths, which run on across calls\nexecutions   %s\n"
           "paths        %" PRIu64 " distinct\n", wpp_big_text (row->events, text), row->distinct_paths);
  int err = put_functions (out, row);
  fprintf (out, "file size    %" PRIu64 " bytes\nlost counts  %s\n", row->file_size, lost_text (row, text));
  return err;
}

/* Put the list KINDS of NAME.  */
static int
put_kinds (FILE *out, const char *name, const struct wpp_row_list *kinds, size_t most)
{
  char text[WPP_COUNT_TEXT];
  int err = 0;
  for (size_t i = 0; i < kinds->n && i < most && !err; i++)
    {
      struct wpp_info_kind_row k;
      err = kinds->get (kinds->data, i, &k);
      if (!err)
        {
          fprintf (out, "  %-12s %s ", name, wpp_count_text (k.count, text));
          wpp_put_on_line (out, k.kind);
          putc ('\n', out);
        }
    }
  if (kinds->n > most)
    fprintf (out, "  %-12s %zu more kinds; --all lists them\n", name, kinds->n - most);
  return err;
}

static int
put_values (FILE *out, const struct wpp_info_values_row *v, size_t most)
{
  fprintf (out, "values       %" PRIu64 " stored, %" PRIu64 " bytes", v->records, v->bytes);
  if (v->statements)
    fprintf (out, ", %.3f bits for each statement executed", 8.0 * v->bytes / v->statements);
  putc ('\n', out);
  int err = put_kinds (out, "stored", &v->stored, most);
  if (!err)
    err = put_kinds (out, "not computed", &v->not_computed, most);
  return err ? err : put_kinds (out, "not tracked", &v->not_tracked, most);
}

/* Threads of which only the last events were kept.  */
static int
put_kept (FILE *out, const struct wpp_info_row *row)
{
  char text[WPP_COUNT_TEXT];
  int err = 0;
  for (size_t i = 0; i < row->threads.n && !err; i++)
    {
      struct wpp_info_thread_row t;
      err = row->threads.get (row->threads.data, i, &t);
      if (!err && t.dropped_events)
        fprintf (out, "kept         the last events of thread %" PRIu32 ": %s came before them\n", t.thread,
                 wpp_count_text (t.dropped_events, text));
    }
  return err;
}

/* What was left out because nobody wanted it, and places that the program named.  */
static int
put_window (FILE *out, const struct wpp_info_row *row)
{
  char text[WPP_COUNT_TEXT];
  int err = 0;
  if (row->outside_events)
    fprintf (out, "outside      %s events at least were not recorded, as WPP_OPTIONS, wpp_stop or a mark said\n",
             wpp_count_text (row->outside_events, text));
  for (size_t i = 0; i < row->marks.n && i < row->most && !err; i++)
    {
      struct wpp_info_mark_row m;
      err = row->marks.get (row->marks.data, i, &m);
      if (err)
        break;
      fputs (i ? "             " : "marks        ", out);
      wpp_put_on_line (out, m.mark);
      fprintf (out, " after %s events of thread %" PRIu32 "\n", wpp_count_text (m.event, text), m.thread);
    }
  if (row->marks.n > row->most && !err)
    fprintf (out, "             %zu more; --all lists them\n", row->marks.n - row->most);
  return err;
}

static int
put_events (FILE *out, const struct wpp_info_row *row)
{
  char text[WPP_BIG_TEXT];
  int err = put_threads (out, row);
  if (err)
    return err;
  fprintf (out, "events       %s\npaths        %" PRIu64 " distinct\n", wpp_big_text (row->events, text),
           row->distinct_paths);
  err = put_functions (out, row);
  if (row->rules < 0)
    fputs ("rules        not known without grammars; --grammar makes them\n", out);
  else
    fprintf (out, "rules        %" PRId64 "\nsymbols      %" PRId64 "\n", row->rules, row->symbols);
  fprintf (out, "file size    %" PRIu64 " bytes\n", row->file_size);
  fprintf (out, "raw size     %s bytes", wpp_big_text (row->raw_size, text));
  fprintf (out, row->ratio < 1e15 ? ", ratio %.1f\n" : ", ratio %.3g\n", row->ratio);
  if (row->values && !err)
    err = put_values (out, row->values, row->most);
  if (!err)
    err = put_window (out, row);
  if (!err)
    err = put_kept (out, row);
  fprintf (out, "lost events  %s\n", lost_text (row, text));
  if (row->stack_switches)
    fprintf (out, "switches     %s of stacks", wpp_count_text (row->stack_switches, text));
  if (row->unknown_switches)
    fprintf (out, ", %s of them in a way that is not known", wpp_count_text (row->unknown_switches, text));
  if (row->stack_switches)
    putc ('\n', out);
  return err;
}

static int
put_profile (FILE *out, const void *data, void *state)
{
  const struct wpp_info_row *row = data;
  fprintf (out, "%sfile         %s\nprogram      %s\nbuild-id     %s\n", row->first ? "" : "\n", row->file,
           row->program, row->build_id ? row->build_id : "none");
  if (row->merged)
    put_merged (out, row->merged);
  if (row->traces_bytes >= 0)
    fprintf (out, "timestamped  traces of %" PRIu32 " functions, %" PRId64
             " bytes; below, rules of threads are those of calls\n", row->traced_functions, row->traces_bytes);
  if (row->summary)
    fputs ("summary      for compilations (-fwpp-use); the runs' events are not in it\n", out);
  put_ending (out, &row->ending);
  if (row->run)
    put_run (out, row->run);
  fprintf (out, "options      %s\n", row->options && *row->options ? row->options : "none");
  put_modules (out, &row->modules);
  return row->counts ? put_counts (out, row) : put_events (out, row);
}

const struct wpp_text_layout wpp_info_layout = { &wpp_info_schema, NULL, put_profile, NULL };
