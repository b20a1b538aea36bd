/* Recordings: looked into when they are opened, read when something is needed of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "format/event.h"
#include "make-grammar.h"
#include "recording/opened/recording.h"
#include "recording/profile/write.h"
#include "unit.h"

static char folder[] = "/tmp/recording.XXXXXX";

static int
write_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

/* Write to FILE a profile of one thread with the grammar of TIMES times the paths 0 and 1 of a unit; or, if BAD, with
   bytes that are no grammar.  */
static int
write_profile (const char *file, unsigned times, bool bad)
{
  struct wpp_unit_ref unit = { .id = 77, .base = WPP_EVENT_FIRST_PATH, .n_paths = 2 };
  struct wpp_module module = { .path = (char *)"program", .n_units = 1, .units = &unit };
  struct wpp_profile p = { .program = (char *)"program", .options = (char *)"", .n_modules = 1, .modules = &module };
  uint32_t events[64];
  for (unsigned i = 0; i < 2 * times; i++)
    events[i] = WPP_EVENT_FIRST_PATH + i % 2;
  struct wpp_grammar *g = grammar_of (events, 2 * times);
  FILE *out = fopen (file, "w");
  struct wpp_writer *w = wpp_writer_new (write_bytes, out);
  int err = wpp_writer_process (w, &p);
  if (!err)
    err = wpp_writer_thread (w, 0, 2 * times, 0);
  if (!err)
    err = bad ? wpp_writer_coded (w, (const unsigned char *)"\377\377\377", 3) : wpp_writer_grammar (w, g);
  if (!err)
    err = wpp_writer_end (w);
  wpp_writer_free (w);
  fclose (out);
  wpp_grammar_free (g);
  return err;
}

/* What the listener hears.  */
struct heard
{
  unsigned doing, read;
};

static void
doing (void *data, const char *what, const char *subject)
{
  ((struct heard *)data)->doing += strcmp (what, "reading") == 0 && subject;
}

static int
have_read (void *data, const struct wpp_profile *const *profiles, size_t n, const char **bad, struct wpp_place *place)
{
  for (size_t i = 0; i < n; i++)
    ((struct heard *)data)->read += profiles[i]->threads[0].segments != NULL;
  return 0;
}

static struct wpp_recording *
open_files (const char *const *files, size_t n, unsigned needs, struct heard *heard, const char **bad, int *err)
{
  static struct wpp_place place;
  const struct wpp_recording_request request
    = { .files = files, .n_files = n, .needs = needs,
        .listener = { .data = heard, .doing = doing, .read = have_read } };
  return wpp_recording_open (&request, bad, err, &place);
}

/* Do the paths of R have COUNT together?  */
static bool
counts_p (const struct wpp_recording *r, uint64_t count)
{
  size_t n;
  uint64_t sum = 0;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n);
  for (size_t i = 0; i < n; i++)
    sum += counts[i].count;
  free (counts);
  return sum == count;
}

static void
test_late (const char *a, const char *b)
{
  const char *const files[] = { a, b }, *bad;
  struct heard heard = { 0 };
  struct wpp_place place;
  int err;
  struct wpp_recording *r = open_files (files, 2, 0, &heard, &bad, &err);
  CHECK (r && !heard.read && wpp_recording_has (r) == (WPP_HAS_COUNTS | WPP_HAS_ORDER | WPP_HAS_ACTIVATIONS),
         "opening looks into the files and reads nothing");
  CHECK (wpp_recording_files (r) == 2 && strcmp (wpp_recording_file (r), a) == 0
           && strcmp (wpp_recording_program (r), "program") == 0, "what it is of is known");
  CHECK (!wpp_recording_need (r, WPP_HAS_COUNTS, &bad, &place) && heard.read == 2 && counts_p (r, 2 * (5 + 9)),
         "what is needed is read, and added up");
  CHECK (!wpp_recording_need (r, WPP_HAS_ORDER, &bad, &place) && heard.read == 2 && wpp_recording_threads (r) == 2,
         "what was read is not read again");
  wpp_recording_free (r);
}

static void
test_bad (const char *good, const char *wrong, const char *missing)
{
  const char *const files[] = { good, wrong }, *const nowhere[] = { good, missing }, *bad;
  struct heard heard = { 0 };
  struct wpp_place place;
  int err;
  struct wpp_recording *r = open_files (files, 2, 0, &heard, &bad, &err);
  CHECK (r && wpp_recording_need (r, WPP_HAS_COUNTS, &bad, &place) == WPP_E_CORRUPT
           && bad == wrong && strncmp (place.section, "GRAM", 4) == 0, "a grammar that is none: when it is needed");
  CHECK (wpp_recording_need (r, WPP_HAS_COUNTS, &bad, &place) && bad == wrong, "the same when it is asked for again");
  wpp_recording_free (r);
  r = open_files (files, 2, WPP_HAS_COUNTS, &heard, &bad, &err);
  CHECK (!r && err == WPP_E_CORRUPT && bad == wrong, "a grammar that is none: at once, if it is needed at once");
  r = open_files (nowhere, 2, 0, &heard, &bad, &err);
  CHECK (!r && err == WPP_E_IO && bad == missing, "a file that is not there");
}

int
main (void)
{
  char a[64], b[64], wrong[64], missing[64];
  if (!mkdtemp (folder))
    return 1;
  snprintf (a, sizeof a, "%s/a.wpp", folder);
  snprintf (b, sizeof b, "%s/b.wpp", folder);
  snprintf (wrong, sizeof wrong, "%s/wrong.wpp", folder);
  snprintf (missing, sizeof missing, "%s/missing.wpp", folder);
  CHECK (!write_profile (a, 5, false) && !write_profile (b, 9, false) && !write_profile (wrong, 3, true),
         "profiles are written");
  test_late (a, b);
  test_bad (a, wrong, missing);
  unlink (a);
  unlink (b);
  unlink (wrong);
  rmdir (folder);
  return unit_done ();
}
