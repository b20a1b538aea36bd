/* Unit tests of profiles: writing, reading, and everything that can be wrong with one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "grammar/coding/codec.h"
#include "format/event.h"
#include "recording/profile/read.h"
#include "recording/profile/write.h"
#include "recording/values/records.h"
#include "make-grammar.h"
#include "unit.h"

/* ---- Making profiles.  */

static unsigned char build_id[] = { 0xde, 0xad, 0xbe, 0xef };
static uint64_t bases[] = { 0x555555558000, 0x555555558010, 0x555555558008 };
static struct wpp_unit_ref program_units[]
  = { { .id = 11, .base = 256, .n_paths = 100 },
      { .id = 12, .base = 400, .n_paths = 50, .has_values = true, .has_truths = true, .first_check = 77, .n_bases = 3,
        .bases = bases } };
static struct wpp_unit_ref library_units[]
  = { { .id = 13, .base = 356, .n_paths = 44, .has_values = true },
      { .id = 14, .base = WPP_EVENT_PATHS_END - 16, .n_paths = 15 } };
static struct wpp_module modules[]
  = { { "/usr/bin/prog", build_id, sizeof build_id, 2, program_units },
      { "/usr/lib/libx.so", NULL, 0, 2, library_units } };

static struct wpp_profile
example_run (void)
{
  return (struct wpp_profile){ .program = "/usr/bin/prog", .build_id = build_id,
                               .build_id_size = sizeof build_id, .ending = WPP_END_SIGNAL,
                               .status = 11, .options = "exact=1", .n_modules = 2,
                               .modules = modules };
}

static const uint32_t one[] = { 256, 300, 300, 300, 301, 256, 300, 300, 300, 301, 17, WPP_EVENT_PATHS_END - 2 };
static const uint32_t two[] = { 400, 449, 400, 449, 400, 449, WPP_EVENT_GAP, 399 };
static const uint32_t three[] = { 256, 257, 258, 256, 257, 258 };

#define COUNT(array) (sizeof (array) / sizeof *(array))

static const struct wpp_value_record values[] = { { 77, 0, 5 }, { 80, 3, UINT64_MAX }, { 77, 3, 6 } };

/* Write VALUES as two chunks.  */
static int
put_values (struct wpp_writer *w)
{
  struct wpp_value_coder *c = wpp_value_coder_new ();
  struct wpp_buffer b = { 0 };
  int err = 0;
  for (size_t i = 0; i < COUNT (values) && !err; i++)
    {
      wpp_value_coder_add (c, values[i], NULL);
      if (i != 0)
        continue;
      err = wpp_value_coder_take (c, &b);
      err |= wpp_writer_values (w, b.data, b.size);
      b.size = 0;
    }
  err |= wpp_value_coder_take (c, &b);
  err |= wpp_writer_values (w, b.data, b.size);
  wpp_value_coder_free (c);
  wpp_buffer_release (&b);
  return err;
}

/* Two threads with events, the first of two segments, the second raw; and one without.  */
static struct wpp_buffer
example (void)
{
  struct wpp_buffer b = { 0 };
  struct wpp_profile run = example_run ();
  struct wpp_writer *w = wpp_writer_into (&b);
  struct wpp_grammar *g1 = grammar_of (one, COUNT (one)), *g2 = grammar_of (two, COUNT (two));
  unsigned char *coded = NULL;
  size_t size = 0;
  int err = wpp_writer_process (w, &run);
  err |= wpp_writer_thread (w, 0, COUNT (one) + COUNT (two), 0);
  err |= wpp_writer_grammar (w, g1);
  err |= wpp_grammar_encode (g2, &coded, &size);
  err |= wpp_writer_coded (w, coded, size);
  err |= wpp_writer_thread (w, 1, 2 * COUNT (three), 7);
  err |= wpp_writer_raw (w, three, COUNT (three));
  err |= wpp_writer_raw (w, three, COUNT (three));
  err |= put_values (w);
  err |= wpp_writer_thread (w, 5, 0, 3);
  err |= wpp_writer_end (w);
  CHECK_QUIET (err == 0, "writing the example");
  wpp_writer_free (w);
  wpp_grammar_free (g1);
  wpp_grammar_free (g2);
  free (coded);
  return b;
}

/* ---- Comparing.  */

struct expansion
{
  const uint32_t *events;
  size_t at, n;
};

static int
compare_run (void *data, uint32_t event, uint64_t count)
{
  struct expansion *e = data;
  for (; count > 0; count--, e->at++)
    if (e->at == e->n || e->events[e->at] != event)
      return 1;
  return 0;
}

static bool
expands_p (const struct wpp_grammar *g, const uint32_t *events, size_t n)
{
  struct expansion e = { events, 0, n };
  return g->length[0] == n && wpp_grammar_expand (g, 0, compare_run, &e) == 0 && e.at == n;
}

static bool
same_text (const char *a, const char *b)
{
  return !strcmp (a, b);
}

static bool
same_unit (const struct wpp_unit_ref *a, const struct wpp_unit_ref *b)
{
  return a->id == b->id && a->base == b->base && a->n_paths == b->n_paths && a->has_values == b->has_values
         && a->has_truths == b->has_truths && a->first_check == b->first_check && a->n_bases == b->n_bases
         && (!b->n_bases || !memcmp (a->bases, b->bases, b->n_bases * sizeof *b->bases));
}

/* Are the chunks of T as they were written?  */
static bool
same_values (const struct wpp_thread *t)
{
  struct wpp_value_decoder *d = wpp_value_decoder_new ();
  bool same = t->n_values == 2 && t->value_records == COUNT (values);
  size_t k = 0;
  for (size_t i = 0; i < t->n_values && same; i++)
    {
      const struct wpp_value_record *r;
      uint32_t n;
      same = wpp_value_decode (d, t->values[i].data, t->values[i].size, &r, &n) == 0;
      for (uint32_t j = 0; j < n && same; j++, k++)
        same = r[j].id == values[k].id && r[j].ordinal == values[k].ordinal && r[j].value == values[k].value;
    }
  wpp_value_decoder_free (d);
  return same && k == COUNT (values);
}

static bool
same_modules (const struct wpp_profile *p)
{
  bool same = p->n_modules == COUNT (modules);
  for (size_t i = 0; same && i < p->n_modules; i++)
    {
      const struct wpp_module *a = &p->modules[i], *b = &modules[i];
      same = same_text (a->path, b->path) && a->build_id_size == b->build_id_size
             && (!a->build_id_size || !memcmp (a->build_id, b->build_id, a->build_id_size))
             && a->n_units == b->n_units;
      for (size_t u = 0; same && u < a->n_units; u++)
        same = same_unit (&a->units[u], &b->units[u]);
    }
  return same;
}

static bool
same_threads (const struct wpp_profile *p)
{
  if (p->n_threads != 3)
    return false;
  const struct wpp_thread *t = p->threads;
  return same_values (&t[1]) && !t[0].n_values && t[0].index == 0 && t[1].index == 1 && t[2].index == 5
         && t[0].n_events == COUNT (one) + COUNT (two) && t[1].n_events == 2 * COUNT (three)
         && t[2].n_events == 0 && t[0].lost == 0 && t[1].lost == 7 && t[2].lost == 3
         && t[0].n_segments == 2 && t[1].n_segments == 2 && t[2].n_segments == 0
         && !t[0].raw && t[1].raw && t[1].coded_size == 2 * sizeof three
         && expands_p (t[0].segments[0], one, COUNT (one))
         && expands_p (t[0].segments[1], two, COUNT (two))
         && expands_p (t[1].segments[0], three, COUNT (three))
         && expands_p (t[1].segments[1], three, COUNT (three));
}

/* Is P what example () wrote?  */
static bool
example_p (const struct wpp_profile *p)
{
  return same_text (p->program, "/usr/bin/prog") && same_text (p->options, "exact=1")
         && p->build_id_size == sizeof build_id && !memcmp (p->build_id, build_id, sizeof build_id)
         && p->ending == WPP_END_SIGNAL && p->status == 11 && same_modules (p) && same_threads (p);
}

static void
test_round_trip (void)
{
  struct wpp_buffer b = example (), again = example ();
  struct wpp_place place;
  int err = 0;
  struct wpp_profile *p = wpp_profile_parse (b.data, b.size, &err, &place);
  CHECK (p && err == 0 && example_p (p) && p->file_size == b.size && !p->file,
         "a profile comes back the same");
  wpp_profile_free (p);
  CHECK (b.size == again.size && !memcmp (b.data, again.data, b.size) && b.size % 8 == 0,
         "the same run gives the same bytes");
  wpp_buffer_release (&b);
  wpp_buffer_release (&again);
}

static void
test_file (void)
{
  struct wpp_buffer b = example ();
  struct wpp_place place;
  int err = 0, fd;
  char name[] = "test-profile.XXXXXX";
  fd = mkstemp (name);
  bool written = fd >= 0 && write (fd, b.data, b.size) == (ssize_t)b.size;
  struct wpp_profile *p = wpp_profile_read (name, &err, &place);
  CHECK (written && p && example_p (p) && same_text (p->file, name), "a file is read");
  wpp_profile_free (p);
  CHECK_QUIET (ftruncate (fd, 0) == 0, "truncating");
  p = wpp_profile_read (name, &err, &place);
  CHECK (!p && err == WPP_E_EMPTY, "an empty file: %s", wpp_strerror (err));
  unlink (name);
  p = wpp_profile_read (name, &err, &place);
  CHECK (!p && err == WPP_E_IO && errno == ENOENT, "a missing file: %s", strerror (errno));
  p = wpp_profile_read ("/", &err, &place);
  CHECK (!p && err == WPP_E_IO && errno == EISDIR, "a folder: %s", strerror (errno));
  close (fd);
  wpp_buffer_release (&b);
}

static int
refuse (void *data, const void *bytes, size_t n)
{
  unsigned *left = data;
  return (*left)-- == 0 ? WPP_E_IO : 0;
}

static void
test_write_errors (void)
{
  unsigned wrong = 0, tries = 0;
  int err = WPP_E_IO;
  for (; err && tries < 100; tries++)
    {
      unsigned left = tries;
      struct wpp_profile run = example_run ();
      struct wpp_writer *w = wpp_writer_new (refuse, &left);
      wpp_writer_process (w, &run);
      wpp_writer_thread (w, 0, COUNT (three), 0);
      wpp_writer_raw (w, three, COUNT (three));
      err = wpp_writer_end (w);
      wrong += err && err != WPP_E_IO;
      wpp_writer_free (w);
    }
  CHECK (wrong == 0 && tries > 10 && tries < 100, "a failed write is told at the end, %u ways",
         tries - 1);
}

/* ---- Damage anywhere.  */

/* Parse a copy of DATA that ends where SIZE says, so that a byte too far is noticed.  */
static struct wpp_profile *
parse_copy (const unsigned char *data, size_t size, int *err, struct wpp_place *place)
{
  unsigned char *copy = malloc (size ? size : 1);
  memcpy (copy, data, size);
  struct wpp_profile *p = wpp_profile_parse (copy, size, err, place);
  free (copy);
  return p;
}

static void
test_truncation (void)
{
  struct wpp_buffer b = example ();
  unsigned wrong = 0;
  for (size_t n = 0; n < b.size; n++)
    {
      struct wpp_place place;
      int err = 0;
      struct wpp_profile *p = parse_copy (b.data, n, &err, &place);
      wrong += p || err != (n == 0 ? WPP_E_EMPTY : WPP_E_TRUNCATED) || place.offset > n;
      wpp_profile_free (p);
    }
  CHECK (wrong == 0, "cut off at each of %zu bytes: truncated", b.size);
  wpp_buffer_release (&b);
}

static void
test_bit_flips (void)
{
  struct wpp_buffer b = example ();
  unsigned accepted = 0, wrong = 0;
  for (size_t i = 0; i < 8 * b.size; i++)
    {
      struct wpp_place place;
      int err = 0;
      b.data[i / 8] ^= 1 << i % 8;
      struct wpp_profile *p = parse_copy (b.data, b.size, &err, &place);
      accepted += p != NULL;
      wrong += p ? !example_p (p) || i / 8 < 10 || i / 8 >= 12 : err >= 0 || err == WPP_E_NOMEM;
      wpp_profile_free (p);
      b.data[i / 8] ^= 1 << i % 8;
    }
  CHECK (wrong == 0 && accepted == 16, "each of %zu bits flipped: only the minor version's may",
         8 * b.size);
  wpp_buffer_release (&b);
}

/* ---- Every kind of corruption, one by one.  */

/* A profile being forged.  */
struct forgery
{
  struct wpp_buffer bytes, payload;
  uint64_t n_sections;
  size_t last;           /* offset of the last section */
};

static void
begin (struct forgery *f)
{
  *f = (struct forgery){ 0 };
  wpp_put_bytes (&f->bytes, WPP_PROFILE_MAGIC, 8);
  wpp_put_u16 (&f->bytes, WPP_PROFILE_MAJOR);
  wpp_put_u16 (&f->bytes, WPP_PROFILE_MINOR);
  wpp_put_u32 (&f->bytes, 0);
}

/* The payload so far becomes a section.  */
static void
section (struct forgery *f, const char *tag, uint32_t flags)
{
  struct wpp_buffer *b = &f->bytes;
  f->last = b->size;
  f->n_sections++;
  wpp_put_bytes (b, tag, 4);
  wpp_put_u32 (b, flags);
  uint64_t seed = wpp_load_u64 (b->data + f->last);
  wpp_put_u64 (b, f->payload.size);
  wpp_put_u64 (b, XXH3_64bits_withSeed (f->payload.data, f->payload.size, seed));
  wpp_put_bytes (b, f->payload.data, f->payload.size);
  while (b->size % 8)
    wpp_put_u8 (b, 0);
  f->payload.size = 0;
}

static void
process (struct forgery *f)
{
  wpp_put_string (&f->payload, "/usr/bin/prog");
  wpp_put_leb (&f->payload, 0);
  wpp_put_leb (&f->payload, WPP_END_EXIT);
  wpp_put_leb (&f->payload, 0);
  wpp_put_string (&f->payload, "");
  section (f, "PROC", 0);
}

static void
unit (struct forgery *f, uint64_t id, uint64_t base, uint64_t n_paths)
{
  wpp_put_u64 (&f->payload, id);
  wpp_put_leb (&f->payload, base);
  wpp_put_leb (&f->payload, n_paths);
}

static void
begin_modules (struct forgery *f, unsigned n_units)
{
  wpp_put_leb (&f->payload, 1);
  wpp_put_string (&f->payload, "/usr/bin/prog");
  wpp_put_leb (&f->payload, 0);
  wpp_put_leb (&f->payload, n_units);
}

static void
one_module (struct forgery *f)
{
  begin_modules (f, 1);
  unit (f, 1, 256, 10);
  section (f, "MODS", 0);
}

static void
thread (struct forgery *f, uint64_t n_events)
{
  wpp_put_leb (&f->payload, 0);
  wpp_put_leb (&f->payload, n_events);
  wpp_put_leb (&f->payload, 0);
  section (f, "THRD", 0);
}

static void
raw (struct forgery *f, uint32_t a, uint32_t b)
{
  wpp_put_u32 (&f->payload, a);
  wpp_put_u32 (&f->payload, b);
  section (f, "RAWE", 0);
}

static void
coded (struct forgery *f, uint32_t a, uint32_t b)
{
  const uint32_t events[] = { a, b };
  struct wpp_grammar *g = grammar_of (events, 2);
  unsigned char *bytes = NULL;
  size_t size = 0;
  if (wpp_grammar_encode (g, &bytes, &size) == 0)
    wpp_put_bytes (&f->payload, bytes, size);
  section (f, "GRAM", 0);
  wpp_grammar_free (g);
  free (bytes);
}

static void
end (struct forgery *f)
{
  wpp_put_leb (&f->payload, f->n_sections);
  wpp_put_leb (&f->payload, f->bytes.size);
  section (f, "END ", 0);
}

/* A process, a module with events 256 .. 265, and a thread with two events.  */
static void
sound (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 2);
  coded (f, 256, 265);
}

static void
f_sound (struct forgery *f)
{
  sound (f);
  end (f);
}

static void
f_foreign (struct forgery *f)
{
  f->bytes.size = 0;
  wpp_put_bytes (&f->bytes, "\177ELF\2\1\1, and more of it", 24);
}

static void
f_text_mode (struct forgery *f)   /* sent as text: CR LF became LF */
{
  f_sound (f);
  memmove (f->bytes.data + 4, f->bytes.data + 5, f->bytes.size - 5);
}

static void
f_future (struct forgery *f)
{
  f_sound (f);
  f->bytes.data[8] = WPP_PROFILE_MAJOR + 1;
}

static void
f_past (struct forgery *f)
{
  f_sound (f);
  f->bytes.data[8] = WPP_PROFILE_MAJOR - 1;
}

static void
f_minor (struct forgery *f)
{
  f_sound (f);
  f->bytes.data[10] = WPP_PROFILE_MINOR + 1;
}

static void
f_reserved (struct forgery *f)
{
  f_sound (f);
  f->bytes.data[12] = 1;
}

static void
f_unknown_optional (struct forgery *f)
{
  sound (f);
  wpp_put_string (&f->payload, "from the future");
  section (f, "NEWS", 0);
  end (f);
}

static void
f_unknown_needed (struct forgery *f)
{
  sound (f);
  section (f, "NEWS", 1);
  end (f);
}

static void
f_unknown_flags (struct forgery *f)
{
  sound (f);
  section (f, "NEWS", 2);
  end (f);
}

static void
f_flip (struct forgery *f)
{
  f_sound (f);
  f->bytes.data[f->last - 9] ^= 0x10;
}

static void
f_padding (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 0);                       /* 3 bytes and 5 of padding */
  f->bytes.data[f->bytes.size - 1] = 1;
  end (f);
}

static void
f_no_end (struct forgery *f)
{
  sound (f);
}

static void
f_long_section (struct forgery *f)
{
  f_sound (f);
  f->bytes.data[f->last + 15] = 0x80;  /* of the size */
}

static void
f_after_end (struct forgery *f)
{
  f_sound (f);
  wpp_put_bytes (&f->bytes, "more", 4);
}

static void
f_lost_section (struct forgery *f)
{
  sound (f);
  f->n_sections++;
  end (f);
}

static void
f_no_process (struct forgery *f)
{
  one_module (f);
  end (f);
}

static void
f_no_modules (struct forgery *f)
{
  process (f);
  end (f);
}

static void
f_thread_first (struct forgery *f)
{
  process (f);
  thread (f, 0);
  one_module (f);
  end (f);
}

static void
f_two_processes (struct forgery *f)
{
  process (f);
  f_sound (f);
}

static void
f_two_modules (struct forgery *f)
{
  one_module (f);
  f_sound (f);
}

static void
f_grammar_first (struct forgery *f)
{
  process (f);
  one_module (f);
  coded (f, 256, 257);
  end (f);
}

static void
f_raw_first (struct forgery *f)
{
  process (f);
  one_module (f);
  raw (f, 256, 257);
  end (f);
}

static void
f_bad_grammar (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 2);
  wpp_put_string (&f->payload, "no grammar at all");
  section (f, "GRAM", 0);
  end (f);
}

static void
f_odd_raw (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 1);
  wpp_put_bytes (&f->payload, "\0\1\0\0\0", 5);
  section (f, "RAWE", 0);
  end (f);
}

static void
f_too_many_events (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 3);
  coded (f, 256, 265);
  end (f);
}

static void
f_too_few_events (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 3);
  coded (f, 256, 265);
  raw (f, 256, 257);
  end (f);
}

static void
f_strange_event (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 2);
  coded (f, 256, 266);
  end (f);
}

static void
f_strange_raw_event (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 2);
  raw (f, 256, WPP_EVENT_NONE);
  end (f);
}

static void
f_strange_control (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 2);
  coded (f, WPP_EVENT_LAND + WPP_EVENT_LAND_MAX, WPP_EVENT_LAND + WPP_EVENT_LAND_MAX + 1);
  end (f);
}

static void
f_needed_thread (struct forgery *f)
{
  process (f);
  one_module (f);
  wpp_put_bytes (&f->payload, "\0\0\0", 3);
  section (f, "THRD", 1);
  end (f);
}

/* A section BASE: KIND of the unit, a first check, addresses.  */
static void
base (struct forgery *f, unsigned kind, uint64_t first, unsigned n)
{
  wpp_put_leb (&f->payload, WPP_VALUES_VERSION);
  wpp_put_leb (&f->payload, kind);
  wpp_put_leb (&f->payload, first);
  wpp_put_leb (&f->payload, n);
  for (unsigned i = 0; i < n; i++)
    wpp_put_leb (&f->payload, 4096 + i);
  section (f, "BASE", 0);
}

/* A section WIND: OUTSIDE, and N marks, of which there are as many as SAID.  */
static void
window (struct forgery *f, uint64_t outside, unsigned said, unsigned n)
{
  wpp_put_leb (&f->payload, outside);
  wpp_put_leb (&f->payload, said);
  for (unsigned i = 0; i < n; i++)
    {
      wpp_put_leb (&f->payload, 0);
      wpp_put_leb (&f->payload, i);
      wpp_put_string (&f->payload, "here");
    }
  section (f, "WIND", 0);
}

static void
f_window (struct forgery *f)
{
  process (f);
  window (f, UINT64_MAX, 2, 2);
  one_module (f);
  end (f);
}

static void
f_two_windows (struct forgery *f)
{
  process (f);
  window (f, 0, 0, 0);
  window (f, 7, 0, 0);
  one_module (f);
  end (f);
}

static void
f_window_short (struct forgery *f)
{
  process (f);
  window (f, 7, 3, 2);
  one_module (f);
  end (f);
}

static void
f_window_long (struct forgery *f)
{
  process (f);
  window (f, 7, 1, 2);
  one_module (f);
  end (f);
}

static void
f_sums (struct forgery *f)
{
  process (f);
  one_module (f);
  base (f, 3, 5, 1);
  end (f);
}

static void
f_base (struct forgery *f)
{
  process (f);
  one_module (f);
  base (f, 2, 0, 3);
  end (f);
}

static void
f_base_first (struct forgery *f)
{
  process (f);
  base (f, 1, 0, 0);
  end (f);
}

static void
f_base_twice (struct forgery *f)
{
  process (f);
  one_module (f);
  base (f, 1, 0, 0);
  base (f, 1, 0, 0);
  end (f);
}

static void
f_base_kind (struct forgery *f)
{
  process (f);
  one_module (f);
  base (f, 4, 0, 0);
  end (f);
}

static void
f_base_check (struct forgery *f)
{
  process (f);
  one_module (f);
  base (f, 1, UINT64_C (1) << 27, 0);
  end (f);
}

static void
f_base_newer (struct forgery *f)
{
  process (f);
  one_module (f);
  wpp_put_leb (&f->payload, WPP_VALUES_VERSION + 1);
  wpp_put_leb (&f->payload, 99);
  section (f, "BASE", 0);
  end (f);
}

static void
f_values_first (struct forgery *f)
{
  process (f);
  one_module (f);
  section (f, "VALS", 0);
  end (f);
}

static void
f_values_nothing (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 0);
  wpp_put_leb (&f->payload, 1 << 20);
  section (f, "VALS", 0);
  end (f);
}

static void
switches (struct forgery *f, uint64_t n)
{
  wpp_put_leb (&f->payload, n);
  section (f, "STCK", 0);
}

/* A thread of two events that switched stacks, with N sections STCK before its segment.  */
static void
switching_thread (struct forgery *f, unsigned n)
{
  process (f);
  one_module (f);
  thread (f, 2);
  for (unsigned i = 0; i < n; i++)
    switches (f, UINT64_MAX);
  raw (f, 256, 257);
}

static void
f_switches (struct forgery *f)
{
  switching_thread (f, 1);
  thread (f, 0);
  switches (f, 1);
  end (f);
}

static void
f_switches_first (struct forgery *f)
{
  process (f);
  one_module (f);
  switches (f, 1);
  end (f);
}

static void
f_switches_twice (struct forgery *f)
{
  switching_thread (f, 2);
  end (f);
}

static void
f_switches_late (struct forgery *f)
{
  switching_thread (f, 0);
  switches (f, 1);
  end (f);
}

static void
f_switches_none (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 0);
  section (f, "STCK", 0);
  end (f);
}

static void
f_switches_long (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 0);
  wpp_put_leb (&f->payload, 1);
  switches (f, 1);
  end (f);
}

/* Sections SWCH likewise.  */
static void
told_switches (struct forgery *f, uint64_t n)
{
  wpp_put_leb (&f->payload, n);
  section (f, "SWCH", WPP_SECTION_NEEDED);
}

static void
f_told_switches (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 2);
  told_switches (f, 1);
  raw (f, WPP_EVENT_OWN, WPP_EVENT_SWITCH + 1);
  end (f);
}

static void
f_told_first (struct forgery *f)
{
  process (f);
  one_module (f);
  told_switches (f, 1);
  end (f);
}

static void
f_told_twice (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 0);
  told_switches (f, 1);
  told_switches (f, 1);
  end (f);
}

static void
f_told_late (struct forgery *f)
{
  switching_thread (f, 0);
  told_switches (f, 1);
  end (f);
}

/* Sections KEPT likewise.  */
static void
kept (struct forgery *f, uint64_t n)
{
  wpp_put_leb (&f->payload, n);
  section (f, "KEPT", WPP_SECTION_NEEDED);
}

static void
f_kept (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 2);
  kept (f, 1000);
  raw (f, 256, 257);
  end (f);
}

static void
f_kept_first (struct forgery *f)
{
  process (f);
  one_module (f);
  kept (f, 1);
  end (f);
}

static void
f_kept_twice (struct forgery *f)
{
  process (f);
  one_module (f);
  thread (f, 0);
  kept (f, 1);
  kept (f, 1);
  end (f);
}

static void
f_kept_late (struct forgery *f)
{
  switching_thread (f, 0);
  kept (f, 1);
  end (f);
}

static void
f_overlap (struct forgery *f)
{
  process (f);
  begin_modules (f, 2);
  unit (f, 1, 300, 10);
  unit (f, 2, 291, 10);
  section (f, "MODS", 0);
  end (f);
}

static void
f_low_unit (struct forgery *f)
{
  process (f);
  begin_modules (f, 1);
  unit (f, 1, 255, 10);
  section (f, "MODS", 0);
  end (f);
}

static void
f_high_unit (struct forgery *f)
{
  process (f);
  begin_modules (f, 1);
  unit (f, 1, WPP_EVENT_PATHS_END - 1, 2);
  section (f, "MODS", 0);
  end (f);
}

static void
f_top_unit (struct forgery *f)     /* the last event words there are */
{
  process (f);
  begin_modules (f, 1);
  unit (f, 1, WPP_EVENT_PATHS_END - 2, 2);
  section (f, "MODS", 0);
  thread (f, 2);
  coded (f, WPP_EVENT_PATHS_END - 2, WPP_EVENT_PATHS_END - 1);
  end (f);
}

static void
f_many_units (struct forgery *f)
{
  process (f);
  begin_modules (f, 1 << 30);
  unit (f, 1, 256, 1);
  section (f, "MODS", 0);
  end (f);
}

static void
f_short_process (struct forgery *f)
{
  wpp_put_string (&f->payload, "/usr/bin/prog");
  section (f, "PROC", 0);
  one_module (f);
  end (f);
}

static void
f_long_thread (struct forgery *f)
{
  process (f);
  one_module (f);
  wpp_put_bytes (&f->payload, "\0\0\0\0", 4);
  section (f, "THRD", 0);
  end (f);
}

static void
f_strange_ending (struct forgery *f)
{
  wpp_put_string (&f->payload, "/usr/bin/prog");
  wpp_put_bytes (&f->payload, "\0\4\0\0", 4);
  section (f, "PROC", 0);
  one_module (f);
  end (f);
}

static const struct
{
  const char *what;
  void (*forge) (struct forgery *f);
  int err;
  const char *section;   /* that the error names */
  const char *text;      /* part of what it says */
} cases[] = {
  { "nothing", f_sound, 0, "", "" },
  { "a newer minor version", f_minor, 0, "", "" },
  { "an unknown section that may be skipped", f_unknown_optional, 0, "", "" },
  { "units up to the last event word", f_top_unit, 0, "", "" },
  { "another kind of file", f_foreign, WPP_E_FORMAT, "", "" },
  { "line ends translated", f_text_mode, WPP_E_FORMAT, "", "" },
  { "a newer major version", f_future, WPP_E_VERSION, "header", "newer wpp" },
  { "an older major version", f_past, WPP_E_VERSION, "header", "older wpp" },
  { "reserved bytes in the header", f_reserved, WPP_E_CORRUPT, "header", "reserved" },
  { "an unknown section that must be understood", f_unknown_needed, WPP_E_VERSION, "unknown",
    "newer wpp" },
  { "unknown flags", f_unknown_flags, WPP_E_CORRUPT, "unknown", "flags" },
  { "a flipped bit", f_flip, WPP_E_CHECKSUM, "GRAM", "" },
  { "a byte in the padding", f_padding, WPP_E_CHECKSUM, "THRD", "" },
  { "no END", f_no_end, WPP_E_TRUNCATED, "END", "" },
  { "a section longer than the file", f_long_section, WPP_E_TRUNCATED, "END", "needs" },
  { "bytes behind the end", f_after_end, WPP_E_CORRUPT, "END", "4 bytes follow" },
  { "a wrong number of sections", f_lost_section, WPP_E_CORRUPT, "END", "sections" },
  { "no PROC", f_no_process, WPP_E_CORRUPT, "PROC", "missing" },
  { "no MODS", f_no_modules, WPP_E_CORRUPT, "MODS", "missing" },
  { "THRD before MODS", f_thread_first, WPP_E_CORRUPT, "THRD", "no MODS section" },
  { "two PROC", f_two_processes, WPP_E_CORRUPT, "PROC", "two" },
  { "two MODS", f_two_modules, WPP_E_CORRUPT, "MODS", "two" },
  { "GRAM before THRD", f_grammar_first, WPP_E_CORRUPT, "GRAM", "no thread" },
  { "RAWE before THRD", f_raw_first, WPP_E_CORRUPT, "RAWE", "no thread" },
  { "a grammar of nonsense", f_bad_grammar, WPP_E_CORRUPT, "GRAM", "cannot be decoded" },
  { "half an event", f_odd_raw, WPP_E_CORRUPT, "RAWE", "whole number" },
  { "fewer events than THRD says", f_too_many_events, WPP_E_CORRUPT, "THRD",
    "says it has 3 events, its segments have 2" },
  { "more events than THRD says", f_too_few_events, WPP_E_CORRUPT, "THRD",
    "says it has 3 events, its segments have 4" },
  { "an event of no unit", f_strange_event, WPP_E_CORRUPT, "GRAM", "event 266 " },
  { "an event that was never stored", f_strange_raw_event, WPP_E_CORRUPT, "RAWE", "event 0 " },
  { "an unknown control event", f_strange_control, WPP_E_CORRUPT, "GRAM", "event 144" },
  { "THRD that must be understood", f_needed_thread, WPP_E_CORRUPT, "THRD", "flags" },
  { "switches of stacks, more than can be counted", f_switches, 0, "", "" },
  { "WIND with marks", f_window, 0, "", "" },
  { "two WIND", f_two_windows, WPP_E_CORRUPT, "WIND", "two of these" },
  { "WIND with a mark too few", f_window_short, WPP_E_CORRUPT, "WIND", "" },
  { "WIND with a mark too many", f_window_long, WPP_E_CORRUPT, "WIND", "" },
  { "BASE with sums", f_sums, 0, "", "" },
  { "BASE with addresses", f_base, 0, "", "" },
  { "BASE before MODS", f_base_first, WPP_E_CORRUPT, "BASE", "does not follow MODS" },
  { "two BASE", f_base_twice, WPP_E_CORRUPT, "BASE", "two of these" },
  { "BASE of an unknown kind", f_base_kind, WPP_E_CORRUPT, "BASE", "make no sense" },
  { "BASE with a check too great", f_base_check, WPP_E_CORRUPT, "BASE", "make no sense" },
  { "BASE of another version", f_base_newer, 0, "", "" },
  { "VALS before THRD", f_values_first, WPP_E_CORRUPT, "VALS", "no thread" },
  { "VALS without values", f_values_nothing, WPP_E_CORRUPT, "VALS", "make no sense" },
  { "STCK before THRD", f_switches_first, WPP_E_CORRUPT, "STCK", "no thread" },
  { "two STCK of a thread", f_switches_twice, WPP_E_CORRUPT, "STCK", "once a thread" },
  { "STCK after a segment", f_switches_late, WPP_E_CORRUPT, "STCK", "before its segments" },
  { "STCK without a number", f_switches_none, WPP_E_CORRUPT, "STCK", "too early" },
  { "STCK with two numbers", f_switches_long, WPP_E_CORRUPT, "STCK", "1 bytes too many" },
  { "switches that events tell", f_told_switches, 0, "", "" },
  { "events that were not kept", f_kept, 0, "", "" },
  { "KEPT before THRD", f_kept_first, WPP_E_CORRUPT, "KEPT", "no thread" },
  { "two KEPT of a thread", f_kept_twice, WPP_E_CORRUPT, "KEPT", "once a thread" },
  { "KEPT after a segment", f_kept_late, WPP_E_CORRUPT, "KEPT", "before its segments" },
  { "SWCH before THRD", f_told_first, WPP_E_CORRUPT, "SWCH", "no thread" },
  { "two SWCH of a thread", f_told_twice, WPP_E_CORRUPT, "SWCH", "once a thread" },
  { "SWCH after a segment", f_told_late, WPP_E_CORRUPT, "SWCH", "before its segments" },
  { "units that overlap", f_overlap, WPP_E_CORRUPT, "MODS", "same events" },
  { "a unit among the control events", f_low_unit, WPP_E_CORRUPT, "MODS", "out of range" },
  { "a unit among the switches of stacks", f_high_unit, WPP_E_CORRUPT, "MODS", "out of range" },
  { "more units than bytes", f_many_units, WPP_E_CORRUPT, "MODS", "too early" },
  { "a section that ends too early", f_short_process, WPP_E_CORRUPT, "PROC", "too early" },
  { "a section with bytes to spare", f_long_thread, WPP_E_CORRUPT, "THRD", "1 bytes too many" },
  { "an unknown ending", f_strange_ending, WPP_E_CORRUPT, "PROC", "ending 4" },
};

static void
test_cases (void)
{
  for (size_t i = 0; i < COUNT (cases); i++)
    {
      struct forgery f;
      struct wpp_place place = { .section = "" };
      int err = 0;
      begin (&f);
      cases[i].forge (&f);
      struct wpp_profile *p = parse_copy (f.bytes.data, f.bytes.size, &err, &place);
      CHECK (!p == (cases[i].err != 0) && err == cases[i].err
             && (!err || (same_text (place.section, cases[i].section)
                          && strstr (place.what, cases[i].text))),
             "%s: %s [%s] %s", cases[i].what, wpp_strerror (err), place.section, place.what);
      wpp_profile_free (p);
      wpp_buffer_release (&f.bytes);
      wpp_buffer_release (&f.payload);
    }
}

int
main (void)
{
  test_round_trip ();
  test_file ();
  test_write_errors ();
  test_truncation ();
  test_bit_flips ();
  test_cases ();
  return unit_done ();
}
