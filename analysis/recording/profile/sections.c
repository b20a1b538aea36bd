/* The frame and the sections of a profile (read.h, format/profile-file.h, wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Longer than 500 lines: all parsers of sections.

   A profile is hostile input.  First the frame is checked: header, bounds and checksum of every
   section, END.  Then a table gives each section to its parser, which checks it against the
   sections before.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "grammar/coding/codec.h"
#include "grammar/coding/draft.h"
#include "format/event.h"
#include "recording/profile/profile-impl.h"
#include "recording/profile/runs.h"
#include "base/array.h"
#include "base/bytes.h"
#include "base/saturate.h"
#include "format/value-table.h"
#include "recording/traces/coded.h"
#include "recording/values/records.h"

#define HEADER_SIZE 16
#define SECTION_HEADER_SIZE 24

/* A file being read.  */
struct parser
{
  const unsigned char *data;
  size_t size;
  struct wpp_profile *profile;
  struct wpp_place *place;
  uint64_t work;            /* of all grammars so far (wpp_grammar_work, wpp_draft_work) */
  bool late;                /* traces are not read */
  size_t shared_size;       /* bytes of SHRD */
  uint32_t *seen;           /* traces of each function that have been kinds (recording/traces/coded.h) */
  bool have_process, have_modules, have_wide, have_bases;
};

/* A section of the file.  */
struct section
{
  char tag[5];
  uint32_t flags;
  size_t offset;            /* of its header */
  const unsigned char *payload;
  size_t size;
};

#define complain(what, ...) wpp_complain ((what)->place, __VA_ARGS__)

/* Report an error if the reader R of section S has failed, or has not reached the end.  */
static int
finish_section (struct parser *p, const struct section *s, const struct wpp_reader *r)
{
  if (r->bad)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "the section's contents end too early");
  if (wpp_reader_left (r))
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "the section has %zu bytes too many",
                     wpp_reader_left (r));
  return 0;
}

/* ---- The frame.  */

static int
check_header (struct parser *p)
{
  if (p->size == 0)
    return complain (p, "", 0, WPP_E_EMPTY, "%s", "");
  size_t n = p->size < 8 ? p->size : 8;
  if (memcmp (p->data, WPP_PROFILE_MAGIC, n))
    return complain (p, "", 0, WPP_E_FORMAT, "%s", "");
  if (p->size < HEADER_SIZE)
    return complain (p, "header", p->size, WPP_E_TRUNCATED, "%s", "");
  struct wpp_reader r = wpp_reader_of (p->data + 8, 8);
  unsigned major = wpp_read_u16 (&r);
  unsigned minor = wpp_read_u16 (&r);
  if (major != WPP_PROFILE_MAJOR)
    return complain (p, "header", 8, WPP_E_VERSION,
                     "its format is %u.%u, this wpp reads %u; %s wpp is needed", major, minor,
                     WPP_PROFILE_MAJOR, major > WPP_PROFILE_MAJOR ? "a newer" : "an older");
  if (wpp_read_u32 (&r))
    return complain (p, "header", 12, WPP_E_CORRUPT, "reserved bytes are not 0");
  return 0;
}

/* A kind of section that this version knows.  */
struct kind
{
  char tag[5];
  uint32_t flags;        /* that it must have */
  int (*parse) (struct parser *p, const struct section *s);
};

static const struct kind *find_kind (const char *tag);

/* Read the header of the section at *AT, and move *AT after the section.  */
static int
next_section (struct parser *p, size_t *at, struct section *s)
{
  static const unsigned char zeros[8];
  size_t left = p->size - *at;
  if (left < SECTION_HEADER_SIZE)
    return complain (p, "", *at, WPP_E_TRUNCATED, "a section's header is cut off");
  struct wpp_reader r = wpp_reader_of (p->data + *at, SECTION_HEADER_SIZE);
  memcpy (s->tag, wpp_read_bytes (&r, 4), 4);
  s->tag[4] = 0;
  const struct kind *kind = find_kind (s->tag);
  const char *name = kind ? s->tag : "unknown";
  s->flags = wpp_read_u32 (&r);
  s->offset = *at;
  uint64_t size = wpp_read_u64 (&r), checksum = wpp_read_u64 (&r);
  left -= SECTION_HEADER_SIZE;
  uint64_t padding = -size & 7;
  if (size > left || padding > left - size)
    return complain (p, name, *at, WPP_E_TRUNCATED, "the section needs %llu bytes, %zu are left",
                     (unsigned long long) size, left);
  s->payload = p->data + *at + SECTION_HEADER_SIZE;
  s->size = size;
  /* Tag and flags are the seed, so that a flipped bit cannot turn a section into one that readers skip.  */
  uint64_t seed = wpp_load_u64 (p->data + *at);
  if (XXH3_64bits_withSeed (s->payload, size, seed) != checksum
      || memcmp (s->payload + size, zeros, padding))
    return complain (p, name, *at, WPP_E_CHECKSUM, "%s", "");
  if (s->flags & ~WPP_SECTION_NEEDED || (kind && s->flags != kind->flags))
    return complain (p, name, *at, WPP_E_CORRUPT, "unknown flags %#x", s->flags);
  if (!kind && s->flags & WPP_SECTION_NEEDED)
    return complain (p, name, *at, WPP_E_VERSION,
                     "the file needs a newer wpp that knows this section");
  *at += SECTION_HEADER_SIZE + size + padding;
  return 0;
}

static int
check_end (struct parser *p, const struct section *s, uint64_t n_sections, size_t at)
{
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  uint64_t sections = wpp_read_leb (&r), size = wpp_read_leb (&r);
  int err = finish_section (p, s, &r);
  if (err)
    return err;
  if (sections != n_sections || size != s->offset)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT,
                     "it speaks of %llu sections and %llu bytes, there are %llu and %zu",
                     (unsigned long long) sections, (unsigned long long) size,
                     (unsigned long long) n_sections, s->offset);
  if (at != p->size)
    return complain (p, s->tag, at, WPP_E_CORRUPT, "%zu bytes follow the end", p->size - at);
  return 0;
}

/* Check every section's bounds and checksum before any is read.  */
static int
check_frame (struct parser *p)
{
  struct section s;
  size_t at = HEADER_SIZE;
  int err = check_header (p);

  for (uint64_t n = 0; !err; n++)
    {
      if (at == p->size)
        return complain (p, "END", at, WPP_E_TRUNCATED, "the file has no end");
      err = next_section (p, &at, &s);
      if (!err && !strcmp (s.tag, "END "))
        return check_end (p, &s, n, at);
    }
  return err;
}

/* ---- Sections.  */

/* S is the second of its kind.  */
static int
complain_twice (struct parser *p, const struct section *s)
{
  return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "there are two of these sections");
}

static int
read_build_id (struct wpp_reader *r, unsigned char **id, size_t *size)
{
  uint64_t n = wpp_read_count (r, 1);
  const unsigned char *bytes = wpp_read_bytes (r, n);
  return wpp_profile_copy_build_id (bytes, n, id, size);
}

static int
parse_process (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  int err = 0;

  if (p->have_process)
    return complain_twice (p, s);
  p->have_process = true;
  f->program = wpp_read_string (&r, &err);
  if (!err)
    err = read_build_id (&r, &f->build_id, &f->build_id_size);
  uint32_t ending = wpp_read_leb32 (&r);
  f->status = (int) wpp_read_leb32 (&r);
  if (!err)
    f->options = wpp_read_string (&r, &err);
  if (err)
    return err;
  if (!r.bad && ending > WPP_END_EXEC)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "unknown way of ending %u", ending);
  f->ending = ending;
  return finish_section (p, s, &r);
}

static int
parse_run (struct parser *p, const struct section *s)
{
  struct wpp_run *run = &p->profile->run;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);

  if (run->known)
    return complain_twice (p, s);
  run->known = true;
  run->pid = wpp_read_leb32 (&r);
  run->start = wpp_read_leb (&r);
  run->began = wpp_read_leb (&r);
  run->duration = wpp_read_leb (&r);
  run->waited = wpp_read_leb (&r);
  return finish_section (p, s, &r);
}

static int
parse_window (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  int err = WPP_OK;
  if (f->outside || f->marks)
    return complain_twice (p, s);
  f->outside = wpp_read_leb (&r);
  size_t n = wpp_read_count (&r, 3);
  f->marks = calloc (n + 1, sizeof *f->marks);
  if (!f->marks)
    return WPP_E_NOMEM;
  for (; f->n_marks < n && !err; f->n_marks++)
    {
      struct wpp_marked *m = &f->marks[f->n_marks];
      m->thread = wpp_read_leb32 (&r);
      m->event = wpp_read_leb (&r);
      m->name = wpp_read_string (&r, &err);
    }
  return err ? err : finish_section (p, s, &r);
}

static int
parse_module (struct parser *p, const struct section *s, struct wpp_reader *r, struct wpp_module *m)
{
  int err = 0;

  m->path = wpp_read_string (r, &err);
  if (!err)
    err = read_build_id (r, &m->build_id, &m->build_id_size);
  m->n_units = wpp_read_count (r, 10);
  m->units = calloc (m->n_units + 1, sizeof *m->units);
  if (err || !m->units)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < m->n_units; i++)
    {
      struct wpp_unit_ref *u = &m->units[i];
      u->id = wpp_read_u64 (r);
      u->base = wpp_read_leb32 (r);
      u->n_paths = wpp_read_leb32 (r);
      if (!r->bad && (u->base < WPP_EVENT_FIRST_PATH
                      || (uint64_t) u->base + u->n_paths > WPP_EVENT_PATHS_END))
        return complain (p, s->tag, s->offset, WPP_E_CORRUPT,
                         "unit %zu of %s has numbers out of range", i, m->path);
    }
  return 0;
}

static int
check_units (struct parser *p, const struct section *s)
{
  int err = wpp_profile_place_units (p->profile);
  if (err == WPP_E_CORRUPT)
    complain (p, s->tag, s->offset, err, "two units have the same events");
  return err;
}

static int
parse_modules (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  int err = 0;

  if (p->have_modules)
    return complain_twice (p, s);
  p->have_modules = true;
  size_t n = wpp_read_count (&r, 3);
  f->modules = calloc (n + 1, sizeof *f->modules);
  if (!f->modules)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err && !r.bad; i++)
    {
      f->n_modules++;
      err = parse_module (p, s, &r, &f->modules[i]);
    }
  if (!err)
    err = finish_section (p, s, &r);
  return err ? err : check_units (p, s);
}

static int
parse_wide (struct parser *p, const struct section *s)
{
  struct wpp_wide *wide = &p->profile->wide;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);

  if (p->have_wide)
    return complain_twice (p, s);
  if (!p->have_modules || p->profile->n_threads)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it does not follow MODS");
  int err = wpp_wide_read (&r, wide);
  if (!err)
    err = finish_section (p, s, &r);
  if (!err && !wpp_profile_wide_p (p->profile))
    err = complain (p, s->tag, s->offset, WPP_E_CORRUPT, "its paths belong to no unit");
  p->have_wide = !err;
  return err;
}

/* Read what BASE says of U.  */
static int
read_bases (struct wpp_reader *r, struct wpp_unit_ref *u)
{
  uint64_t kind = wpp_read_leb (r), last = 0;
  if (kind > 3)
    return WPP_E_CORRUPT;
  u->has_values = kind > 0;
  u->has_truths = kind == 2;
  u->has_sums = kind == 3;
  if (!kind)
    return WPP_OK;
  u->first_check = wpp_read_leb32 (r);
  u->n_bases = wpp_read_count (r, 1);
  u->bases = malloc ((u->n_bases + 1) * sizeof *u->bases);
  if (!u->bases)
    {
      u->n_bases = 0;
      return WPP_E_NOMEM;
    }
  for (size_t i = 0; i < u->n_bases; i++)
    u->bases[i] = last += wpp_read_leb (r);
  return u->first_check < WPP_VALUE_IDS ? WPP_OK : WPP_E_CORRUPT;
}

static int
parse_bases (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  int err = 0;
  if (p->have_bases)
    return complain_twice (p, s);
  if (!p->have_modules || f->n_threads)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it does not follow MODS");
  p->have_bases = true;
  uint64_t version = wpp_read_leb (&r);
  if (version < WPP_VALUES_OLDEST || version > WPP_VALUES_VERSION)
    return r.bad ? finish_section (p, s, &r) : WPP_OK;  /* values that this wpp cannot replay */
  for (size_t i = 0; i < f->n_modules && !err; i++)
    for (size_t u = 0; u < f->modules[i].n_units && !err && !r.bad; u++)
      err = read_bases (&r, &f->modules[i].units[u]);
  if (err == WPP_E_CORRUPT)
    return complain (p, s->tag, s->offset, err, "its contents make no sense");
  return err ? err : finish_section (p, s, &r);
}

static int
read_program (struct wpp_reader *r, struct wpp_merged_program *program)
{
  int err = 0;

  program->path = wpp_read_string (r, &err);
  if (!err)
    err = read_build_id (r, &program->build_id, &program->build_id_size);
  program->runs = wpp_read_leb (r);
  return err;
}

static int
parse_merged (struct parser *p, const struct section *s)
{
  struct wpp_merged *merged = &p->profile->merged;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  int err = 0;

  if (merged->programs)
    return complain_twice (p, s);
  uint64_t flags = wpp_read_leb (&r);
  size_t n = wpp_read_count (&r, 3);
  merged->programs = calloc (n + 1, sizeof *merged->programs);
  if (!merged->programs)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err && !r.bad; i++)
    err = read_program (&r, &merged->programs[merged->n_programs++]);
  if (!err)
    err = finish_section (p, s, &r);
  if (!err && (flags > 7 || !n))
    err = complain (p, s->tag, s->offset, WPP_E_CORRUPT, "its contents make no sense");
  p->profile->counts = flags & 1;
  p->profile->summary = flags & 2;
  p->profile->hashed = flags & 4;
  return err;
}

/* Count WORK of section S, a grammar's or more than one's, to that of the file.  */
static int
count_work (struct parser *p, const struct section *s, uint64_t work)
{
  p->work = wpp_saturating_add (p->work, work);
  if (p->work > WPP_WORK_FREE && (p->work - WPP_WORK_FREE) / WPP_WORK_A_BYTE > p->size)
    return complain (p, s->tag, s->offset, WPP_E_TOOBIG, "the grammars are too large for a file of %zu bytes", p->size);
  return 0;
}

static int
parse_shared (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  if (f->shared)
    return complain_twice (p, s);
  if (!p->have_modules || f->n_threads)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it does not follow MODS");
  int err = count_work (p, s, wpp_grammar_work (s->payload, s->size));
  if (!err && !(f->shared = wpp_grammar_decode (s->payload, s->size, &err)))
    return complain (p, s->tag, s->offset, err, "the grammar cannot be decoded");
  p->shared_size = s->size;
  return err;
}

static int
parse_runs (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  if (f->merged.runs)
    return complain_twice (p, s);
  if (!p->have_modules || f->n_threads || f->traces)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it does not follow MODS");
  int err = wpp_runs_read (&r, f, s->offset, p->shared_size);
  if (err == WPP_E_CORRUPT)
    return complain (p, s->tag, s->offset, err, "its contents make no sense");
  return err ? err : finish_section (p, s, &r);
}

static int
parse_places (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  if (f->places)
    return complain_twice (p, s);
  if (!f->merged.n_runs)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it does not follow RUNS");
  int err = wpp_runs_read_places (&r, f);
  if (err == WPP_E_CORRUPT)
    return complain (p, s->tag, s->offset, err, "its places belong to no unit");
  return err ? err : finish_section (p, s, &r);
}

static int
parse_notes (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;

  if (f->notes)
    return complain_twice (p, s);
  f->notes = malloc (s->size + 1);
  if (!f->notes)
    return WPP_E_NOMEM;
  memcpy (f->notes, s->payload, s->size);
  f->notes_size = s->size;
  return 0;
}

/* The thread to which segments belong now: the last one.  */
static struct wpp_thread *
current_thread (struct parser *p)
{
  return p->profile->n_threads ? &p->profile->threads[p->profile->n_threads - 1] : NULL;
}

/* Make room for the calls of the last thread, if there are traces.  */
static int
add_calls (struct parser *p)
{
  struct wpp_traces *t = p->profile->traces;
  if (!t)
    return 0;
  if (WPP_EXTEND (t->threads, t->n_threads))
    return WPP_E_NOMEM;
  t->threads[t->n_threads++] = (struct wpp_calls){ 0 };
  return 0;
}

static int
parse_thread (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);

  if (!p->have_process || !p->have_modules)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no %s section comes before it",
                     p->have_process ? "MODS" : "PROC");
  if (WPP_EXTEND (f->threads, f->n_threads))
    return WPP_E_NOMEM;
  struct wpp_thread *t = &f->threads[f->n_threads++];
  *t = (struct wpp_thread){ .index = wpp_read_leb32 (&r), .offset = s->offset };
  t->n_events = wpp_read_leb (&r);
  t->lost = wpp_read_leb (&r);
  int err = add_calls (p);
  return err ? err : finish_section (p, s, &r);
}

static int
parse_stacks (struct parser *p, const struct section *s)
{
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  struct wpp_thread *t = current_thread (p);

  if (!t)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no thread comes before it");
  if (t->n_segments || t->switched)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it comes once a thread, before its segments");
  t->switched = wpp_read_leb (&r);
  return finish_section (p, s, &r);
}

static int
parse_values (struct parser *p, const struct section *s)
{
  struct wpp_thread *t = current_thread (p);
  if (!t)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no thread comes before it");
  uint32_t n = wpp_value_chunk_count (s->payload, s->size);
  if (!n)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "its contents make no sense");
  if (WPP_EXTEND (t->values, t->n_values))
    return WPP_E_NOMEM;
  unsigned char *copy = malloc (s->size);
  if (!copy)
    return WPP_E_NOMEM;
  memcpy (copy, s->payload, s->size);
  t->values[t->n_values++] = (struct wpp_value_chunk){ copy, s->size };
  t->value_records += n;
  return 0;
}

/* The same for switches that the events of the thread tell.  */
static int
parse_switches (struct parser *p, const struct section *s)
{
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  struct wpp_thread *t = current_thread (p);

  if (!t)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no thread comes before it");
  if (t->n_segments || t->left)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it comes once a thread, before its segments");
  t->left = wpp_read_leb (&r);
  return finish_section (p, s, &r);
}

/* The same for events that were not kept.  */
static int
parse_kept (struct parser *p, const struct section *s)
{
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  struct wpp_thread *t = current_thread (p);

  if (!t)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no thread comes before it");
  if (t->n_segments || t->dropped)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it comes once a thread, before its segments");
  t->dropped = wpp_read_leb (&r);
  return finish_section (p, s, &r);
}

/* Section S is a segment of the last thread.  */
static int
add_segment (struct parser *p, const struct section *s, enum wpp_segment_form form)
{
  struct wpp_thread *t = current_thread (p);

  if (!t)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no thread comes before it");
  if (p->profile->traces && form != WPP_SEGMENT_CALLS)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "threads of a timestamped profile have calls alone");
  if (p->profile->shared)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "all segments are in SHRD");
  if (WPP_EXTEND (t->coded, t->n_segments))
    return WPP_E_NOMEM;
  t->coded[t->n_segments++] = (struct wpp_coded){ s->payload, s->size, s->offset, form };
  t->coded_size += s->size;
  t->raw |= form == WPP_SEGMENT_RAW;
  return 0;
}

static int
parse_grammar (struct parser *p, const struct section *s)
{
  int err = count_work (p, s, wpp_grammar_work (s->payload, s->size));
  return err ? err : add_segment (p, s, WPP_SEGMENT_GRAMMAR);
}

static int
parse_draft (struct parser *p, const struct section *s)
{
  int err = count_work (p, s, wpp_draft_work (s->payload, s->size));
  p->profile->n_drafts++;
  return err ? err : add_segment (p, s, WPP_SEGMENT_DRAFT);
}

static int
parse_raw (struct parser *p, const struct section *s)
{
  if (s->size % 4)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no whole number of events");
  return add_segment (p, s, WPP_SEGMENT_RAW);
}

/* Are the events of the traces F paths of P's profile?  */
static bool
letters_right_p (const struct parser *p, const struct wpp_function_traces *f)
{
  for (uint32_t i = 0; i < f->n_letters; i++)
    if (!wpp_profile_path_p (p->profile, f->letters[i].event))
      return false;
  return true;
}

/* Let the functions of P's traces be what DIRECTORY says of them.  */
static void
name_records (struct parser *p, const struct wpp_traces_directory *directory)
{
  struct wpp_traces *t = p->profile->traces;
  for (; t->n_functions < directory->n; t->n_functions++)
    {
      const struct wpp_traces_entry *e = &directory->entries[t->n_functions];
      t->functions[t->n_functions] = (struct wpp_function_traces){ .function = e->function,
                                                                   .n_activations = e->n_activations,
                                                                   .n_traces = e->n_traces };
    }
}

/* Read the records of DIRECTORY in section S.  */
static int
read_records (struct parser *p, const struct section *s, const struct wpp_traces_directory *directory)
{
  struct wpp_traces *t = p->profile->traces;
  int err = 0;
  for (uint32_t i = 0; i < directory->n && !err; i++)
    {
      const struct wpp_traces_entry *e = &directory->entries[i];
      const unsigned char *record = s->payload + e->offset;
      err = count_work (p, s, wpp_traces_work (record, e->size));
      if (!err)
        err = wpp_traces_read (&t->functions[i], e, record);
      t->n_functions += !err;
      if (!err && !letters_right_p (p, &t->functions[i]))
        err = complain (p, s->tag, s->offset, WPP_E_CORRUPT, "traces of function %u have paths of no unit",
                        e->function);
      else if (err && err != WPP_E_TOOBIG)
        err = complain (p, s->tag, s->offset, err, "the traces of function %u cannot be read", e->function);
    }
  return err;
}

static int
parse_traces (struct parser *p, const struct section *s)
{
  struct wpp_traces_directory directory;
  if (p->profile->traces)
    return complain_twice (p, s);
  if (!p->have_modules || p->profile->n_threads)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it does not follow MODS");
  int err = wpp_traces_read_directory (&directory, s->payload, s->size);
  if (err)
    return complain (p, s->tag, s->offset, err, "its directory cannot be read");
  struct wpp_traces *t = p->profile->traces = calloc (1, sizeof *t);
  p->profile->traces_size = s->size;
  p->profile->traces_coded = s->payload;
  if (t)
    t->functions = calloc (directory.n + (size_t) 1, sizeof *t->functions);
  p->seen = calloc (directory.n + (size_t) 1, sizeof *p->seen);
  err = t && t->functions && p->seen ? WPP_OK : WPP_E_NOMEM;
  if (!err && p->late)
    name_records (p, &directory);
  else if (!err)
    err = read_records (p, s, &directory);
  wpp_traces_directory_release (&directory);
  return err;
}

static int
parse_calls (struct parser *p, const struct section *s)
{
  struct wpp_traces *t = p->profile->traces;
  struct wpp_thread *thread = current_thread (p);
  if (!t || !thread || thread->n_segments)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "%s comes before it",
                     !t ? "no TRAC section" : !thread ? "no thread" : "another segment");
  struct wpp_calls *calls = &t->threads[t->n_threads - 1];
  int err = count_work (p, s, wpp_calls_work (s->payload, s->size));
  if (!err)
    err = wpp_calls_read (calls, s->payload, s->size, t, p->seen);
  for (uint32_t i = 0; i < calls->n_kinds && !err; i++)
    if (calls->kinds[i].function == WPP_NO_FUNCTION && !wpp_profile_event_p (p->profile, calls->kinds[i].trace))
      err = WPP_E_CORRUPT;
  if (err == WPP_E_CORRUPT)
    complain (p, s->tag, s->offset, err, "its contents make no sense");
  return err ? err : add_segment (p, s, WPP_SEGMENT_CALLS);
}

static int
parse_nothing (struct parser *p, const struct section *s)
{
  return 0;
}

static const struct kind kinds[] = {
#define KIND(tag, flags, name) { tag, flags, parse_##name },
  WPP_SECTIONS (KIND)
#undef KIND
};

/* The kind of sections with TAG, or null.  */
static const struct kind *
find_kind (const char *tag)
{
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp (kinds[i].tag, tag))
      return &kinds[i];
  return NULL;
}

/* ---- All of it.  */

static int
parse_section (struct parser *p, const struct section *s)
{
  const struct kind *kind = find_kind (s->tag);
  return kind ? kind->parse (p, s) : 0;
}

static int
parse_sections (struct parser *p)
{
  struct section s;
  size_t at = HEADER_SIZE;
  int err = 0;

  while (!err && at < p->size && !(err = next_section (p, &at, &s)))
    err = parse_section (p, &s);
  if (!err && (!p->have_process || !p->have_modules))
    err = complain (p, p->have_process ? "MODS" : "PROC", at, WPP_E_CORRUPT,
                    "the section is missing");
  if (!err && !wpp_runs_right_p (p->profile))
    err = complain (p, "RUNS", at, WPP_E_CORRUPT, "its contents make no sense");
  return err;
}

int
wpp_profile_parse_sections (struct wpp_profile *profile, const unsigned char *data, size_t size, bool late,
                            struct wpp_place *place)
{
  struct parser p = { .data = data, .size = size, .profile = profile, .late = late, .place = place };
  int err = check_frame (&p);
  if (!err)
    err = parse_sections (&p);
  if (!err && profile->traces && !late)
    err = wpp_profile_measure_traces (profile, place);
  free (p.seen);
  return err;
}
