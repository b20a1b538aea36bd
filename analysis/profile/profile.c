/* Reading a profile (read.h, wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A profile is hostile input.  First the frame is checked: header, bounds and
   checksum of every section, END.  Then a table gives each section to its
   parser, and what it says is checked against what else the file says.  */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "profile/ahead.h"
#include "support/bytes.h"
#include "coding/codec.h"
#include "profile/countsfile.h"
#include "profile/events.h"
#include "profile/read.h"
#include "profile/rawfile.h"
#include "support/saturate.h"
#include "sequitur/sequitur.h"

#define HEADER_SIZE 16
#define SECTION_HEADER_SIZE 24

/* A file being read.  */
struct parser
{
  const unsigned char *data;
  size_t size;
  struct wpp_profile *profile;
  struct wpp_place *place;
  bool have_process, have_modules, have_wide, have_words;
};

/* One section of it.  */
struct section
{
  char tag[5];
  uint32_t flags;
  size_t offset;            /* of its header */
  const unsigned char *payload;
  size_t size;
};

#define complain(what, ...) wpp_complain ((what)->place, __VA_ARGS__)

/* The reader R of section S went bad, or did not come to the end: say so.  */
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

static bool
known_tag_p (const char *tag)
{
  static const char *const tags[] = { "PROC", "RUN ",  "MODS", "WIDE", "WORD",
                                      "THRD", "GRAM",  "RAWE", "MRGD",
                                      "NOTE", "INDX",  "END " };
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (!strcmp (tags[i], tag))
      return true;
  return false;
}

/* The section at *AT; moves *AT behind it.  */
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
  bool known = known_tag_p (s->tag);
  const char *name = known ? s->tag : "unknown";
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
  /* Tag and flags are the seed: a flipped bit must not turn a section into one to skip.  */
  uint64_t seed = wpp_load_u64 (p->data + *at);
  if (XXH3_64bits_withSeed (s->payload, size, seed) != checksum
      || memcmp (s->payload + size, zeros, padding))
    return complain (p, name, *at, WPP_E_CHECKSUM, "%s", "");
  uint32_t right = strcmp (s->tag, "WORD") ? 0 : WPP_SECTION_NEEDED;
  if (s->flags & ~WPP_SECTION_NEEDED || (known && s->flags != right))
    return complain (p, name, *at, WPP_E_CORRUPT, "unknown flags %#x", s->flags);
  if (!known && s->flags & WPP_SECTION_NEEDED)
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

static int
read_build_id (struct wpp_reader *r, unsigned char **id, size_t *size)
{
  uint64_t n = wpp_read_count (r, 1);
  const unsigned char *bytes = wpp_read_bytes (r, n);
  if (!bytes || !n)
    return 0;
  *id = malloc (n);
  if (!*id)
    return WPP_E_NOMEM;
  memcpy (*id, bytes, n);
  *size = n;
  return 0;
}

static int
parse_process (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  int err = 0;

  if (p->have_process)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "there are two of these sections");
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
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "there are two of these sections");
  run->known = true;
  run->pid = wpp_read_leb32 (&r);
  run->start = wpp_read_leb (&r);
  run->began = wpp_read_leb (&r);
  run->duration = wpp_read_leb (&r);
  run->waited = wpp_read_leb (&r);
  return finish_section (p, s, &r);
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
                      || (uint64_t) u->base + u->n_paths > UINT64_C (1) << 32))
        return complain (p, s->tag, s->offset, WPP_E_CORRUPT,
                         "unit %zu of %s has numbers out of range", i, m->path);
    }
  return 0;
}

static int
compare_units (const void *a, const void *b)
{
  uint32_t x = (*(struct wpp_unit_ref *const *) a)->base;
  uint32_t y = (*(struct wpp_unit_ref *const *) b)->base;
  return x < y ? -1 : x > y;
}

/* Sort all units by rising base.  */
static int
sort_units (struct parser *p)
{
  struct wpp_profile *f = p->profile;
  size_t total = 0;
  for (size_t i = 0; i < f->n_modules; i++)
    total += f->modules[i].n_units;
  f->by_base = malloc ((total + 1) * sizeof *f->by_base);
  if (!f->by_base)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < f->n_modules; i++)
    for (size_t u = 0; u < f->modules[i].n_units; u++)
      f->by_base[f->n_by_base++] = &f->modules[i].units[u];
  qsort (f->by_base, f->n_by_base, sizeof *f->by_base, compare_units);
  return 0;
}

static int
check_units (struct parser *p, const struct section *s)
{
  const struct wpp_profile *f = p->profile;
  int err = sort_units (p);
  for (size_t i = 1; i < f->n_by_base && !err; i++)
    if (f->by_base[i]->base - f->by_base[i - 1]->base < f->by_base[i - 1]->n_paths)
      err = complain (p, s->tag, s->offset, WPP_E_CORRUPT, "two units have the same events");
  return err;
}

static int
parse_modules (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);
  int err = 0;

  if (p->have_modules)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "there are two of these sections");
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

/* Does a unit of P have EVENT?  */
static bool
in_unit_p (const struct wpp_profile *p, uint32_t event)
{
  size_t low = 0, high = p->n_by_base;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (p->by_base[middle]->base <= event)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && event - p->by_base[low - 1]->base < p->by_base[low - 1]->n_paths;
}

/* Is EVENT a path of P's?  */
static bool
path_known_p (const struct wpp_profile *p, uint32_t event)
{
  return wpp_event_path_p (event) && (in_unit_p (p, event) || wpp_wide_find (&p->wide, event));
}

/* Does EVENT mean something in P?  */
static bool
event_known_p (const struct wpp_profile *p, uint32_t event)
{
  return wpp_event_path_p (event) ? path_known_p (p, event) : wpp_event_kind (event) != WPP_KIND_NONE;
}

/* Do the words of the list WIDE lie behind those of all units of P, and its sites within them?  */
static bool
wide_ok_p (const struct wpp_profile *p, const struct wpp_wide *wide)
{
  const struct wpp_unit_ref *last = p->n_by_base ? p->by_base[p->n_by_base - 1] : NULL;
  if (wide->n && (!last || wide->functions[0].first < (uint64_t) last->base + last->n_paths))
    return false;
  for (uint32_t i = 0; i < wide->n; i++)
    if (!in_unit_p (p, wide->functions[i].site))
      return false;
  return true;
}

static int
parse_wide (struct parser *p, const struct section *s)
{
  struct wpp_wide *wide = &p->profile->wide;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);

  if (p->have_wide)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "there are two of these sections");
  if (!p->have_modules || p->have_words || p->profile->n_threads)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it does not follow MODS");
  int err = wpp_wide_read (&r, wide);
  if (!err)
    err = finish_section (p, s, &r);
  if (!err && !wide_ok_p (p->profile, wide))
    err = complain (p, s->tag, s->offset, WPP_E_CORRUPT, "its paths belong to no unit");
  p->have_wide = !err;
  return err;
}

/* Say what is wrong with the packed word WORD of P, if anything is.  */
static int
check_word (struct parser *p, const struct section *s, const struct wpp_word *word)
{
  if (path_known_p (p->profile, word->word))
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "word %u is a path", word->word);
  for (uint32_t i = 0; i < word->sequence.n; i++)
    if (!path_known_p (p->profile, word->sequence.runs[i].event))
      return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "event %u belongs to no unit",
                       word->sequence.runs[i].event);
  return 0;
}

static int
parse_words (struct parser *p, const struct section *s)
{
  struct wpp_words *words = &p->profile->words;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);

  if (p->have_words)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "there are two of these sections");
  if (!p->have_modules || p->profile->n_threads)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "it does not follow MODS");
  p->have_words = true;
  int err = wpp_words_read (&r, words);
  if (!err)
    err = finish_section (p, s, &r);
  for (uint32_t i = 0; i < words->n && !err; i++)
    err = check_word (p, s, &words->words[i]);
  return err;
}

static int
read_program (struct wpp_reader *r, struct wpp_program *program)
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
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "there are two of these sections");
  uint64_t flags = wpp_read_leb (&r);
  size_t n = wpp_read_count (&r, 3);
  merged->programs = calloc (n + 1, sizeof *merged->programs);
  if (!merged->programs)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err && !r.bad; i++)
    err = read_program (&r, &merged->programs[merged->n_programs++]);
  if (!err)
    err = finish_section (p, s, &r);
  if (!err && (flags > 1 || !n))
    err = complain (p, s->tag, s->offset, WPP_E_CORRUPT, "its contents make no sense");
  p->profile->counts = flags;
  return err;
}

static int
parse_notes (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;

  if (f->notes)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "there are two of these sections");
  f->notes = malloc (s->size + 1);
  if (!f->notes)
    return WPP_E_NOMEM;
  memcpy (f->notes, s->payload, s->size);
  f->notes_size = s->size;
  return 0;
}

/* The thread that a segment belongs to: the last.  */
static struct wpp_thread *
current_thread (struct parser *p)
{
  return p->profile->n_threads ? &p->profile->threads[p->profile->n_threads - 1] : NULL;
}

static int
parse_thread (struct parser *p, const struct section *s)
{
  struct wpp_profile *f = p->profile;
  struct wpp_reader r = wpp_reader_of (s->payload, s->size);

  if (!p->have_process || !p->have_modules)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no %s section comes before it",
                     p->have_process ? "MODS" : "PROC");
  struct wpp_thread *threads = realloc (f->threads, (f->n_threads + 1) * sizeof *threads);
  if (!threads)
    return WPP_E_NOMEM;
  f->threads = threads;
  struct wpp_thread *t = &threads[f->n_threads++];
  *t = (struct wpp_thread){ .index = wpp_read_leb32 (&r), .offset = s->offset };
  t->n_events = wpp_read_leb (&r);
  t->lost = wpp_read_leb (&r);
  return finish_section (p, s, &r);
}

/* Section S is a segment of the last thread.  */
static int
add_segment (struct parser *p, const struct section *s, bool raw)
{
  struct wpp_thread *t = current_thread (p);

  if (!t)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no thread comes before it");
  struct wpp_coded *coded = realloc (t->coded, (t->n_segments + 1) * sizeof *coded);
  if (!coded)
    return WPP_E_NOMEM;
  t->coded = coded;
  coded[t->n_segments++] = (struct wpp_coded){ s->payload, s->size, s->offset, raw };
  t->coded_size += s->size;
  t->raw |= raw;
  return 0;
}

static int
parse_grammar (struct parser *p, const struct section *s)
{
  return add_segment (p, s, false);
}

static int
parse_raw (struct parser *p, const struct section *s)
{
  if (s->size % 4)
    return complain (p, s->tag, s->offset, WPP_E_CORRUPT, "no whole number of events");
  return add_segment (p, s, true);
}

static const struct
{
  const char *tag;
  int (*parse) (struct parser *p, const struct section *s);
} parsers[] = { { "PROC", parse_process }, { "RUN ", parse_run }, { "MODS", parse_modules },
                { "WIDE", parse_wide }, { "WORD", parse_words },
                { "THRD", parse_thread }, { "GRAM", parse_grammar }, { "RAWE", parse_raw },
                { "MRGD", parse_merged }, { "NOTE", parse_notes } };

/* ---- All of it.  */

static int
parse_section (struct parser *p, const struct section *s)
{
  for (size_t i = 0; i < sizeof parsers / sizeof *parsers; i++)
    if (!strcmp (parsers[i].tag, s->tag))
      return parsers[i].parse (p, s);
  return 0;
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
  return err;
}

/* ---- Segments.  */

/* The grammar of the N event words at BYTES.  */
static struct wpp_grammar *
grammar_of_raw (const unsigned char *bytes, size_t n, int *err)
{
  struct wpp_sequitur *q = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  struct wpp_grammar *g = NULL;
  uint32_t words[4096];

  *err = q ? 0 : WPP_E_NOMEM;
  for (size_t at = 0; at < n && !*err;)
    {
      size_t k = 0;
      for (; k < sizeof words / sizeof *words && at < n; k++, at++)
        words[k] = wpp_load_u32 (bytes + 4 * at);
      *err = wpp_sequitur_append (q, words, k, NULL);
    }
  if (!*err)
    g = wpp_sequitur_grammar (q, err);
  wpp_sequitur_free (q);
  return g;
}

struct wpp_grammar *
wpp_profile_segment (const struct wpp_profile *p, const struct wpp_thread *t, size_t s, int *err,
                     struct wpp_place *place)
{
  const struct wpp_coded *c = &t->coded[s];
  const char *tag = c->raw ? "RAWE" : "GRAM";
  struct wpp_grammar *g = c->raw ? grammar_of_raw (c->data, c->size / 4, err)
                                 : wpp_grammar_decode (c->data, c->size, err);
  if (!g)
    {
      if (!c->raw)
        wpp_complain (place, tag, c->offset, *err, "%s", "the grammar cannot be decoded");
      return NULL;
    }
  *err = wpp_words_spell_out (&p->words, &g, c->size);
  if (*err == WPP_E_TOOBIG)
    wpp_complain (place, tag, c->offset, *err, "%s", "its words stand for too many paths");
  for (uint32_t i = 0; i < g->n_terminals && !*err; i++)
    if (!event_known_p (p, g->terminals[i]))
      *err = wpp_complain (place, tag, c->offset, WPP_E_CORRUPT, "event %u belongs to no unit",
                           g->terminals[i]);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

/* Has P's thread T, of which EVENTS have been found, as many as it says?  */
int
wpp_profile_check_events (const struct wpp_thread *t, uint64_t events, struct wpp_place *place)
{
  if (events == t->n_events)
    return 0;
  return wpp_complain (place, "THRD", t->offset, WPP_E_CORRUPT,
                       "the thread says it has %llu events, its segments have %llu",
                       (unsigned long long) t->n_events, (unsigned long long) events);
}

/* Read the segments of P's thread T, which are those from *AT on of AHEAD; move *AT behind them.  */
static int
read_thread (struct wpp_thread *t, struct wpp_ahead *ahead, size_t *at, struct wpp_place *place)
{
  uint64_t events = 0;
  size_t n = t->n_segments;
  int err = 0;

  t->segments = calloc (n + 1, sizeof *t->segments);
  if (!t->segments)
    return WPP_E_NOMEM;
  for (size_t s = 0; s < n && !err; s++)
    {
      t->segments[s] = wpp_ahead_get (ahead, (*at)++, &err, place);
      if (!err)
        events = wpp_saturating_add (events, t->segments[s]->length[0]);
    }
  return err ? err : wpp_profile_check_events (t, events, place);
}

/* Read the segments of all of P's threads that were left coded.  */
static int
read_threads (struct wpp_profile *p, struct wpp_place *place)
{
  const struct wpp_profile *scanned = p;
  struct wpp_ahead *ahead = wpp_ahead_new (&scanned, 1);
  size_t at = 0;
  int err = ahead ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    if (!p->threads[t].segments)
      err = read_thread (&p->threads[t], ahead, &at, place);
  wpp_ahead_free (ahead);
  for (size_t t = 0; t < p->n_threads; t++)
    {
      free (p->threads[t].coded);
      p->threads[t].coded = NULL;
    }
  return err;
}

/* ---- The interface.  */

typedef int convert (const unsigned char *data, size_t size, struct wpp_place *place, unsigned char **profile,
                     size_t *profile_size);

/* Read the file DATA [SIZE], of another form, of which CONVERT makes a profile.  */
static struct wpp_profile *
parse_converted (convert *convert, const unsigned char *data, size_t size, int *err, struct wpp_place *place)
{
  unsigned char *bytes;
  size_t n;

  *err = convert (data, size, place, &bytes, &n);
  if (*err)
    return NULL;
  struct wpp_profile *p = wpp_profile_parse (bytes, n, err, place);
  free (bytes);
  if (p)
    p->file_size = size;
  return p;
}

static struct wpp_profile *
parse_counts_file (const unsigned char *data, size_t size, int *err, struct wpp_place *place)
{
  struct wpp_profile *p = parse_converted (wpp_countsfile_convert, data, size, err, place);
  if (p)
    p->counts = true;
  return p;
}

static struct wpp_profile *
parse_raw_file (const unsigned char *data, size_t size, int *err, struct wpp_place *place)
{
  struct wpp_profile *p = parse_converted (wpp_rawfile_convert, data, size, err, place);
  for (size_t t = 0; p && t < p->n_threads; t++)
    {
      p->threads[t].raw = true;
      p->threads[t].coded_size = p->threads[t].n_events * sizeof (uint32_t);
    }
  return p;
}

struct wpp_profile *
wpp_profile_scan (const unsigned char *data, size_t size, int *err, struct wpp_place *place)
{
  struct parser p = { .data = data, .size = size, .place = place };

  if (place)
    memset (place, 0, sizeof *place);
  if (wpp_rawfile_p (data, size))
    return parse_raw_file (data, size, err, place);
  if (wpp_countsfile_p (data, size))
    return parse_counts_file (data, size, err, place);
  *err = check_frame (&p);
  if (*err)
    return NULL;
  p.profile = calloc (1, sizeof *p.profile);
  if (!p.profile)
    *err = WPP_E_NOMEM;
  if (!*err)
    *err = parse_sections (&p);
  if (*err)
    {
      wpp_profile_free (p.profile);
      return NULL;
    }
  p.profile->file_size = size;
  return p.profile;
}

struct wpp_profile *
wpp_profile_parse (const unsigned char *data, size_t size, int *err, struct wpp_place *place)
{
  struct wpp_profile *p = wpp_profile_scan (data, size, err, place);

  if (p)
    *err = read_threads (p, place);
  if (!p || !*err)
    return p;
  wpp_profile_free (p);
  return NULL;
}

unsigned char *
wpp_profile_map (const char *file, size_t *size, int *err)
{
  struct stat st;
  unsigned char *data = NULL;
  int fd = open (file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  *err = 0;
  *size = 0;
  if (fd < 0 || fstat (fd, &st))
    *err = WPP_E_IO;
  else if (S_ISDIR (st.st_mode))
    {
      errno = EISDIR;
      *err = WPP_E_IO;
    }
  else if (!S_ISREG (st.st_mode))
    *err = WPP_E_IRREGULAR;
  else if (st.st_size)
    {
      *size = st.st_size;
      data = mmap (NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (data == MAP_FAILED)
        *err = WPP_E_IO;
    }
  if (fd >= 0)
    {
      int saved = errno;
      close (fd);
      errno = saved;
    }
  return *err ? NULL : data;
}

struct wpp_profile *
wpp_profile_read (const char *file, int *err, struct wpp_place *place)
{
  size_t size;

  if (place)
    memset (place, 0, sizeof *place);
  unsigned char *data = wpp_profile_map (file, &size, err);
  if (*err)
    return NULL;
  struct wpp_profile *p = wpp_profile_parse (data, size, err, place);
  if (data)
    munmap (data, size);
  if (p && !(p->file = strdup (file)))
    {
      *err = WPP_E_NOMEM;
      wpp_profile_free (p);
      return NULL;
    }
  return p;
}

static void
free_module (struct wpp_module *m)
{
  free (m->path);
  free (m->build_id);
  free (m->units);
}

static void
free_thread (struct wpp_thread *t)
{
  for (size_t i = 0; i < t->n_segments && t->segments; i++)
    wpp_grammar_free (t->segments[i]);
  free (t->segments);
  free (t->coded);
}

void
wpp_profile_free (struct wpp_profile *p)
{
  if (!p)
    return;
  for (size_t i = 0; i < p->n_modules; i++)
    free_module (&p->modules[i]);
  for (size_t i = 0; i < p->n_threads; i++)
    free_thread (&p->threads[i]);
  for (size_t i = 0; i < p->merged.n_programs; i++)
    {
      free (p->merged.programs[i].path);
      free (p->merged.programs[i].build_id);
    }
  free (p->merged.programs);
  free (p->notes);
  free (p->modules);
  free (p->by_base);
  wpp_wide_release (&p->wide);
  wpp_words_release (&p->words);
  free (p->threads);
  free (p->file);
  free (p->program);
  free (p->build_id);
  free (p->options);
  free (p);
}
