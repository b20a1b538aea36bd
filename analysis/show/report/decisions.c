/* What compilations decided, as a section of a report.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Section `decisions': { n, rows: [[file, function, line, kind, action, chosen, gain or -1, bytes, because], …] }, those
   that gain most first; FILE is its name, as the compilation was given it.  */

#include "show/report/report-impl.h"

struct taker
{
  struct wpp_row_sink sink;
  struct wpp_report *page;
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct wpp_section *s = ((struct taker *)sink)->page->parts[WPP_REPORT_DECISIONS];
  const struct wpp_decision_row *d = data;
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

static int
end (struct wpp_row_sink *sink)
{
  return 0;
}

int
wpp_report_decisions (struct wpp_report *page)
{
  struct taker t = { .sink = { begin, row, end }, .page = page };
  const struct wpp_decisions_asked all = { .top = UINT64_MAX };
  if (!page->asked->decisions || !page->asked->decisions->n)
    return 0;
  struct wpp_section *s = wpp_report_begin (page, WPP_REPORT_DECISIONS, 0.3);
  if (!s)
    return WPP_E_NOMEM;
  wpp_section_open_rows (s);
  int64_t n = wpp_answer_saved_decisions (page->asked->decisions, &all, &t.sink);
  if (n < 0)
    return n;
  wpp_section_close_rows (s, n);
  return wpp_report_end (page, WPP_REPORT_DECISIONS);
}
