/* What is known of lines: what compilations decided, and how often data flow facts held; sections of a report.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Section `decisions': { n, rows: [[file, function, line, kind, action, chosen, gain or -1, bytes, because], …] },
   those that gain most first; FILE is its name, as the compilation was given it.

   Section `facts': { n, rows: [[file, problem, function, block, [line, …], fact, its line, frequency, executions of the
   block], …] }, those at the most costly blocks first.  They are what dumps say that were given, and what is computed
   from a recording whose grammars are small.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/computed-frequencies.h"
#include "show/report/html.h"
#include "show/report/report-impl.h"

/* Facts are computed of grammars of up to so many symbols, and where the squares of functions' nodes, which facts at
   blocks may be as many as, add up to no more than this.  */
#define MOST_SYMBOLS (UINT64_C (1) << 18)
#define MOST_FACTS (UINT64_C (1) << 22)

struct taker
{
  struct wpp_row_sink sink;
  struct wpp_report *page;
  struct wpp_section *s;
  uint64_t n;                   /* facts; decisions that were carried out and gain something */
  FILE *html;                   /* of the first ones of these */
};

/* ---- Decisions.  */

/* The number in PAGE of the function that D is about, or WPP_REPORT_NONE.  */
static uint32_t
function_of (const struct wpp_report *page, const struct wpp_decision_row *d)
{
  const struct wpp_code *code = page->code;
  for (size_t i = 0; i < code->n_functions && d->function && d->file; i++)
    if (page->number[i] != WPP_REPORT_NONE
        && !strcmp (wpp_function_name (code->functions[i].function), d->function)
        && !strcmp (basename (wpp_source_name (code->functions[i].unit)), basename (d->file)))
      return page->number[i];
  return WPP_REPORT_NONE;
}

static void
show_text (FILE *out, const char *before, const char *text)
{
  fputs (before, out);
  wpp_html_text (out, text ? text : "");
}

/* Write D to the first view.  */
static void
show_decision (const struct taker *t, const struct wpp_decision_row *d)
{
  FILE *out = t->html;
  uint32_t fn = function_of (t->page, d);
  fputs ("<tr><td class=\"num\">", out);
  wpp_html_number (out, d->gain);
  show_text (out, "</td><td>", d->kind);
  show_text (out, "</td><td><b>", d->action);
  fputs ("</b></td><td>", out);
  if (fn != WPP_REPORT_NONE)
    fprintf (out, "<a href=\"#source?fn=%" PRIu32 "&amp;l=%" PRIu64 "\">", fn, d->line);
  show_text (out, "<code>", d->function);
  fputs (fn != WPP_REPORT_NONE ? "</code></a>" : "</code>", out);
  show_text (out, " <span class=\"faint\">", d->file ? basename (d->file) : "");
  fprintf (out, ":%" PRIu64 "</span></td><td>", d->line);
  wpp_html_text (out, d->because);
  fputs ("</td></tr>\n", out);
}

static int
put_decision (struct wpp_row_sink *sink, const void *data)
{
  struct taker *t = (struct taker *)sink;
  struct wpp_section *s = t->page->parts[WPP_REPORT_DECISIONS];
  const struct wpp_decision_row *d = data;
  if (d->chosen && d->gain > 0 && t->n++ < WPP_REPORT_DECIDED)
    show_decision (t, d);
  if (wpp_section_full_p (s))
    return 0;
  wpp_section_open (s, '[');
  wpp_section_text (s, d->file);
  wpp_section_text (s, d->function);
  wpp_section_number (s, d->line);
  wpp_section_text (s, d->kind);
  wpp_section_text (s, d->action);
  wpp_section_number (s, d->chosen);
  wpp_section_integer (s, d->gain);
  wpp_section_number (s, d->bytes);
  wpp_section_text (s, d->because);
  wpp_section_close (s, ']');
  return 0;
}

/* Make the section T->s, and the rows of the first view.  */
static int
list_decisions (struct taker *t)
{
  const struct wpp_decisions_asked all = { .top = UINT64_MAX };
  wpp_section_open_rows (t->s);
  int64_t n = wpp_answer_saved_decisions (t->page->asked->decisions, &all, &t->sink);
  if (n < 0)
    return n;
  wpp_section_close_rows (t->s, n);
  return wpp_report_end (t->page, WPP_REPORT_DECISIONS);
}

int
wpp_report_decisions (struct wpp_report *page)
{
  size_t size;
  struct taker t = { .sink = { .row = put_decision }, .page = page };
  if (!page->asked->decisions || !page->asked->decisions->n)
    return 0;
  t.html = open_memstream (&page->decided, &size);
  t.s = wpp_report_begin (page, WPP_REPORT_DECISIONS, 0.3);
  int err = t.html && t.s ? list_decisions (&t) : WPP_E_NOMEM;
  page->n_decided = t.n;
  if (t.html && fclose (t.html) && !err)
    err = WPP_E_NOMEM;
  return err;
}

/* ---- Facts.  */

static int
put_lines (struct wpp_section *s, const struct wpp_row_list *lines)
{
  int err = 0;
  wpp_section_open (s, '[');
  for (size_t i = 0; i < lines->n && !err; i++)
    {
      uint32_t line;
      err = lines->get (lines->data, i, &line);
      if (!err)
        wpp_section_number (s, line);
    }
  wpp_section_close (s, ']');
  return err;
}

static int
put_fact (struct wpp_row_sink *sink, const void *data)
{
  struct taker *t = (struct taker *)sink;
  const struct wpp_frequency_row *row = data;
  if (!row->fact)
    return 0;
  t->n++;
  if (wpp_section_full_p (t->s))
    return 0;
  uint32_t file = wpp_report_file (t->page, row->file, row->path);
  if (file == WPP_REPORT_NONE)
    return WPP_E_NOMEM;
  wpp_section_open (t->s, '[');
  wpp_section_number (t->s, file);
  wpp_section_text (t->s, row->problem);
  wpp_section_text (t->s, row->function);
  wpp_section_number (t->s, row->block);
  int err = put_lines (t->s, &row->lines);
  wpp_section_text (t->s, row->fact);
  wpp_section_number (t->s, row->line);
  wpp_section_digits (t->s, row->frequency);
  wpp_section_digits (t->s, row->count);
  wpp_section_close (t->s, ']');
  return err;
}

/* Are there few enough facts to be computed?  */
static bool
few_facts_p (const struct wpp_report *page)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < page->code->n_functions; i++)
    if (page->number[i] != WPP_REPORT_NONE)
      {
        uint64_t nodes = page->code->functions[i].function->cfg.n_nodes;
        sum += nodes * nodes;
        if (sum > MOST_FACTS)
          return false;
      }
  return true;
}

/* Add to the table what is computed of the recording, if that is not much work.  What cannot be computed is left
   out.  */
static int
compute (struct wpp_report *page)
{
  const struct wpp_computed_asked asked = { .problems = page->asked->problems, .own_notes = page->asked->own_notes };
  struct wpp_place place;
  size_t n_lacking;
  if (!asked.problems || !(wpp_recording_has (page->r) & WPP_HAS_ORDER)
      || wpp_report_symbols (page->r) > MOST_SYMBOLS || !few_facts_p (page))
    return 0;
  int err = wpp_compute_frequencies (page->asked->frequencies, page->r, &asked, &n_lacking, &place);
  return err == WPP_E_NOMEM ? err : 0;
}

int
wpp_report_facts (struct wpp_report *page)
{
  const struct wpp_frequencies_asked asked = { .hot = true, .top = UINT64_MAX };
  bool any;
  int err = compute (page);
  struct taker t = { .sink = { .row = put_fact }, .page = page,
                     .s = err ? NULL : wpp_report_begin (page, WPP_REPORT_FACTS, 0.3) };
  if (!t.s)
    return WPP_E_NOMEM;
  wpp_section_open_rows (t.s);
  err = wpp_answer_frequencies (page->asked->frequencies, &asked, &t.sink, &any);
  wpp_section_close_rows (t.s, t.n);
  if (!err && !t.n)
    return wpp_report_drop (page, WPP_REPORT_FACTS);
  return err ? err : wpp_report_end (page, WPP_REPORT_FACTS);
}
