/* Source files with the counts of their lines, as sections of a report.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Section `lines': { n, rows: [[file, [line, count, unexecuted, line, count, unexecuted, …]], …] }; UNEXECUTED is 1 if
   some block of the line was never executed.

   Section `texts': { n, rows: [[file, lines in all, [first line, [text, …]], [first line, [text, …]], …], …] }.  Of a
   large file there is only the text of functions that were executed.  Files with the most frequent lines come
   first.  */

#include <stdlib.h>
#include "answers/lines.h"
#include "base/array.h"
#include "show/report/report-impl.h"
#include "show/source-text.h"

/* Lines of a file that is there as a whole; and lines that are shown before and after a function.  */
#define SMALL_FILE 3000u
#define BEFORE 12u
#define AFTER 2u
#define BRIDGED 30u             /* lines between functions that are not left out */

struct range
{
  uint32_t first, end;          /* the line after its last one */
};

/* A source file that was executed.  */
struct executed
{
  uint32_t file;
  uint64_t most;                /* executions of a line */
  struct range *functions;      /* [n] that were executed */
  size_t n;
};

struct taker
{
  struct wpp_row_sink sink;
  struct wpp_report *page;
  struct executed *files;       /* [n] */
  size_t n;
};

/* Note the functions of ROW that were executed in FILE.  */
static int
note_functions (const struct wpp_lines_row *row, struct executed *file)
{
  int err = 0;
  for (size_t i = 0; i < row->functions.n && !err; i++)
    {
      struct wpp_source_function_row f;
      err = row->functions.get (row->functions.data, i, &f);
      if (err || !f.count)
        continue;
      err = WPP_EXTEND (file->functions, file->n);
      if (!err)
        file->functions[file->n++]
          = (struct range){ f.start_line > BEFORE ? f.start_line - BEFORE : 1, f.end_line + AFTER + 1 };
    }
  return err;
}

/* Write the lines of ROW, and set *MOST to the most executions of one.  */
static int
put_lines (struct wpp_section *s, const struct wpp_lines_row *row, uint32_t file, uint64_t *most)
{
  int err = 0;
  wpp_section_open (s, '[');
  wpp_section_number (s, file);
  wpp_section_open (s, '[');
  for (size_t i = 0; i < row->lines.n && !err; i++)
    {
      struct wpp_line_row line;
      err = row->lines.get (row->lines.data, i, &line);
      if (err)
        break;
      wpp_section_number (s, line.line);
      wpp_section_count (s, line.count);
      wpp_section_number (s, line.unexecuted_block);
      *most = line.count > *most ? line.count : *most;
    }
  wpp_section_close (s, ']');
  wpp_section_close (s, ']');
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct taker *t = (struct taker *)sink;
  const struct wpp_lines_row *row = data;
  struct wpp_section *s = t->page->parts[WPP_REPORT_LINES];
  struct executed own = { .file = wpp_report_file (t->page, row->file, row->path) };
  if (own.file == WPP_REPORT_NONE)
    return WPP_E_NOMEM;
  if (wpp_section_full_p (s))
    return 0;
  int err = put_lines (s, row, own.file, &own.most);
  if (!err && own.most)
    err = note_functions (row, &own);
  if (!err && own.most)
    err = WPP_EXTEND (t->files, t->n);
  if (err || !own.most)
    free (own.functions);
  else
    t->files[t->n++] = own;
  return err;
}

/* ---- Texts.  */

static int
compare_files (const void *a, const void *b)
{
  const struct executed *x = a, *y = b;
  if (x->most != y->most)
    return x->most > y->most ? -1 : 1;
  return x->file < y->file ? -1 : x->file > y->file;
}

static int
compare_ranges (const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  return x->first < y->first ? -1 : x->first > y->first;
}

static void
put_range (struct wpp_section *s, const struct wpp_source_text *text, struct range range)
{
  if (range.first > text->n)
    return;
  wpp_section_open (s, '[');
  wpp_section_number (s, range.first);
  wpp_section_open (s, '[');
  for (uint32_t line = range.first; line < range.end && line <= text->n && !wpp_section_full_p (s); line++)
    wpp_section_text (s, text->lines[line - 1]);
  wpp_section_close (s, ']');
  wpp_section_close (s, ']');
}

/* Write the functions of FILE, those that touch each other as one range.  */
static void
put_functions (struct wpp_section *s, const struct wpp_source_text *text, struct executed *file)
{
  if (file->n)
    qsort (file->functions, file->n, sizeof *file->functions, compare_ranges);
  for (size_t i = 0; i < file->n;)
    {
      struct range range = file->functions[i++];
      for (; i < file->n && file->functions[i].first <= range.end + BRIDGED; i++)
        if (file->functions[i].end > range.end)
          range.end = file->functions[i].end;
      put_range (s, text, range);
    }
}

static int
put_text (struct wpp_report *page, struct wpp_section *s, struct executed *file)
{
  const struct wpp_report_file *name = &page->files.files[file->file];
  struct wpp_source source = { .file = (char *)name->file, .path = (char *)name->path };
  struct wpp_source_text text;
  int err = wpp_source_text_read (&source, &text);
  if (!err && text.n)
    {
      wpp_section_open (s, '[');
      wpp_section_number (s, file->file);
      wpp_section_number (s, text.n);
      if (text.n <= SMALL_FILE)
        put_range (s, &text, (struct range){ 1, SMALL_FILE + 1 });
      else
        put_functions (s, &text, file);
      wpp_section_close (s, ']');
    }
  wpp_source_text_release (&text);
  return err;
}

static int
put_texts (struct wpp_report *page, struct taker *t)
{
  struct wpp_section *s = wpp_report_begin (page, WPP_REPORT_TEXTS, 0.4);
  int err = 0;
  if (!s)
    return WPP_E_NOMEM;
  if (t->n)
    qsort (t->files, t->n, sizeof *t->files, compare_files);
  wpp_section_open_rows (s);
  for (size_t i = 0; i < t->n && !err && !wpp_section_full_p (s); i++)
    err = put_text (page, s, &t->files[i]);
  wpp_section_close_rows (s, t->n);
  return err ? err : wpp_report_end (page, WPP_REPORT_TEXTS);
}

int
wpp_report_source (struct wpp_report *page)
{
  struct taker t = { .sink = { .row = row }, .page = page };
  const struct wpp_lines_asked all = { .top = UINT64_MAX };
  struct wpp_section *s = wpp_report_begin (page, WPP_REPORT_LINES, 0.3);
  if (!s)
    return WPP_E_NOMEM;
  wpp_section_open_rows (s);
  int64_t n = wpp_answer_lines (page->r, &all, &t.sink, page->place);
  int err = n < 0 ? n : 0;
  if (!err)
    {
      wpp_section_close_rows (s, n);
      err = wpp_report_end (page, WPP_REPORT_LINES);
    }
  if (!err)
    err = put_texts (page, &t);
  for (size_t i = 0; i < t.n; i++)
    free (t.files[i].functions);
  free (t.files);
  return err;
}
