/* The first view of a report: static HTML.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include "base/saturate.h"
#include "show/report/html.h"
#include "show/report/report-impl.h"

#define MOST_RUNS 50            /* that are listed */

static void
put_card (FILE *out, const char *name, uint64_t n, const char *of, uint64_t total)
{
  fprintf (out, "<div class=\"card\"><dt>%s</dt><dd><b>", name);
  wpp_html_number (out, n);
  fputs ("</b>", out);
  if (of)
    {
      fputs (" <span class=\"faint\">", out);
      fputs (of, out);
      wpp_html_number (out, total);
      fputs ("</span>", out);
    }
  fputs ("</dd></div>\n", out);
}

static void
put_cards (const struct wpp_report *page, FILE *out)
{
  const struct wpp_report_figures *f = &page->figures;
  uint64_t runs = 0, events = 0, threads = 0;
  for (size_t i = 0; i < page->asked->runs->n; i++)
    {
      runs = wpp_saturating_add (runs, page->asked->runs->rows[i].runs);
      events = wpp_saturating_add (events, page->asked->runs->rows[i].events);
      threads = wpp_saturating_add (threads, page->asked->runs->rows[i].threads);
    }
  fputs ("<dl class=\"cards\">\n", out);
  put_card (out, "Statements executed", f->statements, NULL, 0);
  if (wpp_recording_has (page->r) & WPP_HAS_ORDER)
    put_card (out, "Events, paths in order", events, NULL, 0);
  put_card (out, "Functions executed", f->functions_executed, "of ", f->functions);
  put_card (out, "Distinct paths executed", f->paths_executed, "of ", f->paths_feasible);
  put_card (out, threads == 1 ? "Thread" : "Threads", threads, NULL, 0);
  put_card (out, runs == 1 ? "Run" : "Runs", runs, NULL, 0);
  fputs ("</dl>\n", out);
}

static void
put_ended (FILE *out, const struct wpp_recorded_run_row *run)
{
  if (!strcmp (run->ended, "exit"))
    fprintf (out, "exit status %lld", (long long)run->status);
  else if (!strcmp (run->ended, "signal"))
    fprintf (out, "<span class=\"warn\">killed by signal %lld (%s)</span>", (long long)run->status,
             strsignal (run->status));
  else if (!strcmp (run->ended, "merged"))
    fprintf (out, "%llu runs, merged", (unsigned long long)run->runs);
  else
    fputs (!strcmp (run->ended, "exec") ? "executed another program" : "unknown", out);
}

static void
put_run (FILE *out, const struct wpp_recorded_run_row *run)
{
  char began[64] = "";
  time_t seconds = isnan (run->began) ? 0 : (time_t)run->began;
  struct tm tm;
  if (seconds && gmtime_r (&seconds, &tm))
    strftime (began, sizeof began, "%Y-%m-%d %H:%M:%S UTC", &tm);
  fputs ("<tr><td>", out);
  wpp_html_text (out, run->file);
  fputs ("</td><td>", out);
  wpp_html_text (out, run->program);
  fputs ("</td><td>", out);
  put_ended (out, run);
  fprintf (out, "</td><td>%s</td><td class=\"num\">", began);
  if (!isnan (run->duration))
    fprintf (out, "%.3f&#8239;s", run->duration);
  fputs ("</td><td class=\"num\">", out);
  wpp_html_number (out, run->threads);
  fputs ("</td><td class=\"num\">", out);
  wpp_html_number (out, run->events);
  fputs ("</td></tr>\n", out);
}

static void
put_runs (const struct wpp_report *page, FILE *out)
{
  const struct wpp_recorded_runs *runs = page->asked->runs;
  fputs ("<section class=\"panel\"><h2>Runs</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
         "aria-label=\"Runs\"><table><thead><tr><th>Recording</th><th>Program</th>"
         "<th>Ended</th><th>Began</th><th class=\"num\">Duration</th><th class=\"num\">Threads</th>"
         "<th class=\"num\">Events</th></tr></thead><tbody>\n", out);
  for (size_t i = 0; i < runs->n && i < MOST_RUNS; i++)
    put_run (out, &runs->rows[i]);
  fputs ("</tbody></table></div>\n", out);
  if (runs->n > MOST_RUNS)
    {
      fprintf (out, "<p class=\"more\">%zu more: <code>wpp info ", runs->n - MOST_RUNS);
      wpp_html_text (out, page->asked->arguments);
      fputs ("</code></p>\n", out);
    }
  fputs ("</section>\n", out);
}

static void
put_function (const struct wpp_report *page, FILE *out, size_t i)
{
  const struct wpp_report_function *f = &page->figures.first[i];
  const char *slash = strrchr (f->file, '/');
  fprintf (out, "<tr><td class=\"num\">%zu</td><td class=\"num\">", i + 1);
  wpp_html_share (out, f->statements, page->figures.statements);
  fputs ("</td><td>", out);
  wpp_html_bar (out, f->statements, page->figures.first[0].statements);
  fputs ("</td><td class=\"num\">", out);
  wpp_html_number (out, f->statements);
  fputs ("</td><td class=\"num\">", out);
  wpp_html_number (out, f->activations);
  fputs ("</td><td class=\"num\">", out);
  wpp_html_number (out, f->executed);
  fputs (" <span class=\"faint\">/ ", out);
  wpp_html_number (out, f->feasible);
  fprintf (out, "</span></td><td><a href=\"#source?fn=%zu\"><code title=\"", i);
  wpp_html_text (out, f->name);
  fputs ("\">", out);
  wpp_html_text (out, f->short_name);
  fputs ("</code></a> <span class=\"faint\">", out);
  wpp_html_text (out, slash ? slash + 1 : f->file);
  fprintf (out, ":%u</span></td></tr>\n", f->line);
}

static void
put_functions (const struct wpp_report *page, FILE *out)
{
  fputs ("<section class=\"panel\" id=\"overview-functions\"><h2>Hot functions</h2>\n<p class=\"note\">By statements "
         "executed in the function itself: exact counts, not samples. Paths: executed of those that the graph allows."
         "</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Hot functions\">"
         "<table><thead><tr><th class=\"num\">#</th><th class=\"num\">Share</th><td></td>"
         "<th class=\"num\">Statements</th><th class=\"num\">Activations</th><th class=\"num\">Paths</th>"
         "<th>Function</th></tr></thead><tbody>\n", out);
  for (size_t i = 0; i < page->figures.n_first; i++)
    put_function (page, out, i);
  fputs ("</tbody></table></div>\n", out);
  if (!page->figures.n_first)
    fputs ("<p class=\"empty\">No instrumented function was executed.</p>", out);
  if (page->figures.functions_executed > page->figures.n_first)
    {
      fputs ("<p class=\"more\"><a href=\"#source\">All ", out);
      wpp_html_number (out, page->figures.functions_executed);
      fputs (" functions</a></p>\n", out);
    }
  fputs ("</section>\n", out);
}

static void
put_hot (const struct wpp_report *page, FILE *out)
{
  fputs ("<section class=\"panel\"><h2>Hot loops and subpaths</h2>\n", out);
  if (!page->hot)
    fputs ("<p class=\"empty\">This recording has counts of paths, without their order. Recordings of "
           "<code>-fwpp-generate</code> have it.</p>", out);
  else if (!*page->hot)
    fputs ("<p class=\"empty\">No subpath costs 0.5&#8239;% of all statements.</p>", out);
  else
    fprintf (out, "<p class=\"note\">Paths that follow each other, across loops and calls, each once. "
             "<i>Longest</i> is the most repetitions in a row.</p>\n<div class=\"scroll\" tabindex=\"0\" "
             "role=\"region\" aria-label=\"Hot loops and subpaths\"><table><thead><tr>"
             "<th class=\"num\">#</th><th class=\"num\">Share</th><td></td><th class=\"num\">Executions</th>"
             "<th class=\"num\">Longest</th><th>Paths in a row</th></tr></thead><tbody>\n%s</tbody></table></div>\n",
             page->hot);
  fputs ("</section>\n", out);
}

static void
put_decisions (const struct wpp_report *page, FILE *out)
{
  if (!page->decided)
    return;
  fputs ("<section class=\"panel\"><h2>Decisions of the compiler</h2>\n", out);
  if (!page->n_decided)
    fputs ("<p class=\"empty\">None was carried out that gains something. <b>Source</b> marks lines with others by ◆."
           "</p>", out);
  else
    fprintf (out, "<p class=\"note\">Those that were carried out, the greatest gain first: the cycles that the "
             "compiler expected to save on the run of its profile. <b>Source</b> marks lines with decisions by ◆, "
             "with what was not carried out. wpp-gcc(1) explains kinds and reasons.</p>\n"
             "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"Decisions of the compiler\"><table><thead><tr><th class=\"num\">Gain</th><th>Kind</th>"
             "<th>Decision</th><th>Where</th><th>Because</th></tr></thead><tbody>\n%s</tbody></table></div>\n",
             page->decided);
  if (page->n_decided > WPP_REPORT_DECIDED)
    {
      fputs ("<p class=\"more\">", out);
      wpp_html_number (out, page->n_decided - WPP_REPORT_DECIDED);
      fprintf (out, " more: <code>wpp decisions --chosen --top=%" PRIu64 "</code> with the dumps</p>\n",
               page->n_decided);
    }
  fputs ("</section>\n", out);
}

static void
put_coverage (const struct wpp_report *page, FILE *out)
{
  const struct wpp_report_figures *f = &page->figures;
  static const char *const shares[WPP_REPORT_SHARES] = { "50", "90", "99" };
  fputs ("<section class=\"panel\"><h2>Coverage of paths</h2>\n<p class=\"note\">How many paths make up how much of "
         "what was executed.</p>\n<dl class=\"cards small\">\n", out);
  for (size_t i = 0; i < WPP_REPORT_SHARES; i++)
    {
      fprintf (out, "<div class=\"card\"><dt>%s&#8239;%% of all statements</dt><dd><b>", shares[i]);
      wpp_html_number (out, f->paths_for[i]);
      fprintf (out, "</b> <span class=\"faint\">path%s</span></dd></div>\n", f->paths_for[i] == 1 ? "" : "s");
    }
  fputs ("<div class=\"card\"><dt>Feasible paths executed</dt><dd><b>", out);
  wpp_html_share (out, f->paths_executed, f->paths_feasible);
  fputs ("</b></dd></div></dl></section>\n", out);
}

/* Say what the page lacks, if the code of some modules is not known.  */
static void
put_missing (const struct wpp_report *page, FILE *out)
{
  if (!page->code->n_missing)
    return;
  fputs ("<section class=\"panel\"><h2>Not all of the run is in this page</h2>\n", out);
  for (size_t i = 0; i < page->code->n_missing; i++)
    {
      fputs ("<p class=\"note\"><span class=\"warn\">", out);
      wpp_html_text (out, page->code->missing[i].what);
      fputs ("</span>; what was executed of it is left out.</p>\n", out);
    }
  fputs ("</section>\n", out);
}

void
wpp_report_overview (const struct wpp_report *page, FILE *out)
{
  put_missing (page, out);
  put_cards (page, out);
  put_functions (page, out);
  put_hot (page, out);
  put_decisions (page, out);
  put_coverage (page, out);
  put_runs (page, out);
}
