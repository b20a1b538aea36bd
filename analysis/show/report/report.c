/* A recording as one page: its sections, one after the other (report.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "show/report/report-impl.h"

/* What the page itself takes: style, script, the first view.  */
#define OWN_BYTES (UINT64_C (160) << 10)

/* ---- Sections.  */

struct wpp_section *
wpp_report_begin (struct wpp_report *page, enum wpp_report_part part, double share)
{
  return page->parts[part] = wpp_section_new (share * (double)page->left);
}

int
wpp_report_end (struct wpp_report *page, enum wpp_report_part part)
{
  struct wpp_section *s = page->parts[part];
  int err = wpp_section_end (s);
  uint64_t used = wpp_section_size (s) / 4 * 3;
  page->left -= used < page->left ? used : page->left;
  return err;
}

int
wpp_report_drop (struct wpp_report *page, enum wpp_report_part part)
{
  wpp_section_free (page->parts[part]);
  page->parts[part] = NULL;
  return 0;
}

uint64_t
wpp_report_symbols (const struct wpp_recording *r)
{
  uint64_t n = 0;
  for (size_t t = 0; t < wpp_recording_threads (r); t++)
    for (size_t i = 0; i < wpp_recording_thread (r, t)->n_segments; i++)
      {
        const struct wpp_grammar *g = wpp_recording_thread (r, t)->segments[i];
        n += g->start[g->n_rules];
      }
  return n;
}

/* ---- Files, functions, paths.  */

static bool
file_is_p (const void *items, uint32_t number, const void *path)
{
  return !strcmp (((const struct wpp_report_files *)items)->files[number].path, path);
}

uint32_t
wpp_report_file (struct wpp_report *page, const char *file, const char *path)
{
  struct wpp_report_files *f = &page->files;
  if (!path)
    path = file;
  if (wpp_hash_reserve (&f->table, 1) || WPP_EXTEND (f->files, f->n))
    return WPP_REPORT_NONE;
  uint32_t hash = wpp_hash_bytes (&f->table, path, strlen (path));
  uint32_t number = wpp_hash_find (&f->table, hash, file_is_p, f, path);
  if (number != WPP_NO_ITEM)
    return number;
  struct wpp_report_file own = { wpp_keep_text (&f->texts, file), wpp_keep_text (&f->texts, path) };
  if (!own.file || !own.path)
    return WPP_REPORT_NONE;
  wpp_hash_add (&f->table, hash, f->n);
  f->files[f->n] = own;
  return f->n++;
}

uint32_t
wpp_report_function_number (const struct wpp_report *page, const struct wpp_code_function *f)
{
  return page->number[f - page->code->functions];
}

static bool
event_is_p (const void *page, uint32_t number, const void *event)
{
  return ((const struct wpp_report *)page)->events[number] == *(const uint32_t *)event;
}

int
wpp_report_add_path (struct wpp_report *page, uint32_t event)
{
  if (wpp_hash_reserve (&page->by_event, 1) || WPP_EXTEND (page->events, page->n_paths))
    return WPP_E_NOMEM;
  page->events[page->n_paths] = event;
  wpp_hash_add (&page->by_event, wpp_hash_key (&page->by_event, event), page->n_paths++);
  return 0;
}

uint32_t
wpp_report_path_number (const struct wpp_report *page, uint32_t event)
{
  if (!page->n_paths)
    return WPP_REPORT_NONE;
  return wpp_hash_find (&page->by_event, wpp_hash_key (&page->by_event, event), event_is_p, page, &event);
}

/* Section `files': names and where they are.  It comes last, when all are known.  */
static int
put_files (struct wpp_report *page)
{
  struct wpp_section *s = wpp_report_begin (page, WPP_REPORT_FILES, 1);
  if (!s)
    return WPP_E_NOMEM;
  wpp_section_open (s, '[');
  for (size_t i = 0; i < page->files.n; i++)
    {
      wpp_section_open (s, '[');
      wpp_section_text (s, page->files.files[i].file);
      wpp_section_text (s, page->files.files[i].path);
      wpp_section_close (s, ']');
    }
  wpp_section_close (s, ']');
  return wpp_report_end (page, WPP_REPORT_FILES);
}

/* ---- The page.  */

static void
release (struct wpp_report *page)
{
  for (size_t i = 0; i < WPP_REPORT_PARTS; i++)
    wpp_section_free (page->parts[i]);
  free (page->files.files);
  wpp_hash_release (&page->files.table);
  wpp_kept_texts_release (&page->files.texts);
  free (page->number);
  free (page->events);
  wpp_hash_release (&page->by_event);
  free (page->hot);
  free (page->decided);
}

int
wpp_report_write (FILE *out, struct wpp_recording *r, const struct wpp_report_asked *asked, struct wpp_place *place)
{
  static int (*const parts[]) (struct wpp_report *page)
    = { wpp_report_functions, wpp_report_paths, wpp_report_hot, wpp_report_time, wpp_report_source,
        wpp_report_decisions, wpp_report_difference, wpp_report_facts, put_files };
  int err;
  struct wpp_report page = { .r = r, .asked = asked, .place = place, .code = wpp_recording_code (r, &err, place) };
  if (!page.code)
    return err;
  page.left = (asked->budget - OWN_BYTES) / 4 * 3;
  page.number = malloc ((page.code->n_functions + 1) * sizeof *page.number);
  err = page.number ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < page.code->n_functions && !err; i++)
    page.number[i] = WPP_REPORT_NONE;
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !err; i++)
    err = parts[i](&page);
  if (!err)
    wpp_report_page (&page, out);
  release (&page);
  return err;
}
