/* The page of a report: its template, with what belongs at the marks in it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The template, the style and the script are files of their own beside this one (assets.S).  The policy names style and
   script by their hashes, so nothing else in the page can run or change how it looks.  */

#include <stdlib.h>
#include <string.h>
#include "show/report/html.h"
#include "show/report/report-impl.h"

extern const char wpp_report_html[], wpp_report_html_end[];
extern const char wpp_report_css[], wpp_report_css_end[], wpp_report_css_hash[];
extern const char wpp_report_js[], wpp_report_js_end[], wpp_report_js_hash[];

static const char *const names[WPP_REPORT_PARTS]
  = { "functions", "graphs", "paths", "hot", "time", "calls", "lines", "texts", "decisions", "difference", "facts",
      "files" };

static unsigned
hexadecimal (char c)
{
  return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Write what the policy calls the text whose SHA-256 in hexadecimal is HASH.  */
static void
put_hash (FILE *out, const char *hash)
{
  unsigned char bytes[32];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = hexadecimal (hash[2 * i]) << 4 | hexadecimal (hash[2 * i + 1]);
  fputs ("'sha256-", out);
  wpp_base64 (out, bytes, sizeof bytes);
  fputs ("'", out);
}

static void
put_style_hash (const struct wpp_report *page, FILE *out)
{
  put_hash (out, wpp_report_css_hash);
}

static void
put_script_hash (const struct wpp_report *page, FILE *out)
{
  put_hash (out, wpp_report_js_hash);
}

static void
put_style (const struct wpp_report *page, FILE *out)
{
  fwrite (wpp_report_css, 1, wpp_report_css_end - wpp_report_css, out);
}

static void
put_script (const struct wpp_report *page, FILE *out)
{
  fwrite (wpp_report_js, 1, wpp_report_js_end - wpp_report_js, out);
}

/* The program's name, without its folder.  */
static void
put_program (const struct wpp_report *page, FILE *out)
{
  const char *program = wpp_recording_program (page->r), *slash = program ? strrchr (program, '/') : NULL;
  wpp_html_text (out, slash ? slash + 1 : program ? program : "program");
}

static void
put_arguments (const struct wpp_report *page, FILE *out)
{
  wpp_html_text (out, page->asked->arguments);
}

static void
put_base (const struct wpp_report *page, FILE *out)
{
  if (page->asked->base)
    wpp_html_text (out, page->asked->base_arguments);
}

static void
put_version (const struct wpp_report *page, FILE *out)
{
  fputs (WPP_VERSION, out);
}

static void
put_sections (const struct wpp_report *page, FILE *out)
{
  for (size_t i = 0; i < WPP_REPORT_PARTS; i++)
    if (page->parts[i])
      {
        fprintf (out, "<script type=\"application/octet-stream\" id=\"data-%s\">", names[i]);
        wpp_section_write (page->parts[i], out);
        fputs ("</script>\n", out);
      }
}

static const struct { const char *name; void (*put) (const struct wpp_report *page, FILE *out); } marks[]
  = { { "STYLE-HASH", put_style_hash }, { "SCRIPT-HASH", put_script_hash }, { "STYLE", put_style },
      { "SCRIPT", put_script }, { "PROGRAM", put_program }, { "ARGUMENTS", put_arguments }, { "BASE", put_base },
      { "VERSION", put_version },
      { "OVERVIEW", wpp_report_overview }, { "SECTIONS", put_sections } };

/* Write what the mark NAME [N] stands for.  */
static void
put_mark (const struct wpp_report *page, const char *name, size_t n, FILE *out)
{
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strlen (marks[i].name) == n && !memcmp (marks[i].name, name, n))
      marks[i].put (page, out);
}

void
wpp_report_page (const struct wpp_report *page, FILE *out)
{
  const char *at = wpp_report_html, *end = wpp_report_html_end, *mark, *next;
  while ((mark = memchr (at, '@', end - at)) && (next = memchr (mark + 1, '@', end - mark - 1)))
    {
      fwrite (at, 1, mark - at, out);
      put_mark (page, mark + 1, next - mark - 1, out);
      at = next + 1;
    }
  fwrite (at, 1, end - at, out);
}
