/* Reading raw files (rawfile.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A raw file is hostile input.  It needs no end: the file of a killed program is valid as far as it
   goes.  */

#include <stdlib.h>
#include <string.h>
#include "format/module-record.h"
#include "format/value-table.h"
#include "recording/profile/events.h"
#include "recording/profile/profile-impl.h"
#include "recording/profile/rawfile.h"
#include "recording/values/records.h"
#include "grammar/sequitur/sequitur.h"
#include "base/array.h"
#include "base/bytes.h"

#define MODULE_HEADER 16 /* bytes of a module's record before its units */
#define UNIT_SIZE 16

/* An events record.  */
struct part
{
  uint32_t thread;
  size_t place;               /* in the file */
  const unsigned char *words;
  size_t n;
};

/* A file being read.  */
struct parser
{
  const unsigned char *data;
  size_t size;
  struct wpp_place *place;
  struct wpp_profile *profile;
  size_t modules_room;
  uint64_t lost, switched;
  bool valued;                /* words of values are among those of paths */
  struct part *parts;
  size_t n_parts, parts_room;
};

#define complain(what, ...) wpp_complain ((what)->place, __VA_ARGS__)

bool
wpp_rawfile_p (const unsigned char *data, size_t size)
{
  return size >= 8 && memcmp (data, WPP_RAW_MAGIC, 8) == 0;
}

bool
wpp_rawfile_lossy_p (const unsigned char *data, size_t size)
{
  return size >= WPP_RAW_PAGE && wpp_load_u64 (data + WPP_RAW_LOST_AT);
}

uint32_t
wpp_rawfile_switches (const unsigned char *data, size_t size)
{
  return size >= WPP_RAW_PAGE ? wpp_load_u32 (data + WPP_RAW_SWITCHED_AT) : 0;
}

/* Read the next N bytes of R as a string, malloc'ed.  */
static char *
read_text (struct wpp_reader *r, size_t n)
{
  const unsigned char *bytes = wpp_read_bytes (r, n);
  return strndup (bytes ? (const char *) bytes : "", bytes ? n : 0);
}

/* Read the header, and set *SIZE to its size.  */
static int
read_header (struct parser *p, size_t *size)
{
  struct wpp_profile *f = p->profile;
  if (p->size < WPP_RAW_PAGE)
    return complain (p, "raw header", p->size, WPP_E_TRUNCATED, "%s", "");
  struct wpp_reader r = wpp_reader_of (p->data + WPP_RAW_VERSION_AT, p->size - WPP_RAW_VERSION_AT);
  if (wpp_read_u16 (&r) != WPP_RAW_MAJOR)
    return complain (p, "raw header", WPP_RAW_VERSION_AT, WPP_E_VERSION, "a newer wpp is needed");
  wpp_read_u16 (&r);
  *size = wpp_read_u32 (&r);
  uint32_t ending = wpp_read_u32 (&r), status = wpp_read_u32 (&r), pid = wpp_read_u32 (&r);
  p->switched = wpp_read_u32 (&r);
  f->run = (struct wpp_run){ .known = true, .pid = pid };
  f->run.began = wpp_read_u64 (&r);
  f->run.duration = wpp_read_u64 (&r);
  p->lost = wpp_read_u64 (&r);
  size_t program = wpp_read_u32 (&r), options = wpp_read_u32 (&r), id = wpp_read_u32 (&r);
  uint64_t whole = (uint64_t) wpp_read_u32 (&r) * WPP_RAW_PAGE;
  if (whole > p->size)
    return complain (p, "raw header", p->size, WPP_E_TRUNCATED, "it had %llu bytes", (unsigned long long) whole);
  if (*size % WPP_RAW_PAGE || *size > p->size || *size < WPP_RAW_STRINGS_AT
      || program + options + id > *size - WPP_RAW_STRINGS_AT || ending > WPP_END_EXIT)
    return complain (p, "raw header", 0, WPP_E_CORRUPT, "its sizes make no sense");
  f->ending = ending;
  f->status = (int) status;
  f->program = read_text (&r, program);
  f->options = read_text (&r, options);
  int err = wpp_profile_copy_build_id (wpp_read_bytes (&r, id), id, &f->build_id, &f->build_id_size);
  return f->program && f->options ? err : WPP_E_NOMEM;
}

/* ---- What is known of the values of units.  */

/* Read N addresses from R for U, which is null if nobody wants them.  */
static int
read_addresses (struct wpp_unit_ref *u, uint32_t n, struct wpp_reader *r)
{
  const unsigned char *bytes = wpp_read_bytes (r, n * UINT64_C (8));
  if (!u || !bytes)
    return 0;
  u->bases = malloc ((n + (size_t)1) * sizeof *u->bases);
  if (!u->bases)
    return WPP_E_NOMEM;
  u->n_bases = n;
  for (uint32_t i = 0; i < n; i++)
    u->bases[i] = wpp_load_u64 (bytes + (size_t)8 * i);
  return 0;
}

/* Read what R's record of SIZE bytes says of N_UNITS units.  */
static int
read_values (struct parser *p, struct wpp_reader *whole, size_t offset, uint32_t size, uint32_t n_units)
{
  const unsigned char *bytes = wpp_read_bytes (whole, size - MODULE_HEADER);
  struct wpp_reader r = wpp_reader_of (bytes, bytes ? size - MODULE_HEADER : 0), units = r;
  int err = 0;
  wpp_read_bytes (&r, n_units * (uint64_t)sizeof (struct wpp_valued_unit_record));
  for (uint32_t i = 0; i < n_units && !err && !r.bad; i++)
    {
      uint64_t id = wpp_read_u64 (&units);
      struct wpp_unit_ref *u = wpp_profile_unit_at (p->profile, wpp_read_u32 (&units));
      uint32_t first = wpp_read_u32 (&units);
      wpp_read_u32 (&units);
      uint32_t n_bases = wpp_read_u32 (&units), truths = wpp_read_u64 (&units);
      if (u && (u->id != id || u->has_values))
        u = NULL;
      if (u)
        {
          u->has_values = true;
          u->has_truths = truths == 1;
          u->has_sums = truths == 2;
          u->first_check = first;
        }
      if (first >= WPP_VALUE_IDS)
        return complain (p, "modules", offset, WPP_E_CORRUPT, "numbers of values are out of range");
      err = read_addresses (u, n_bases, &r);
    }
  p->valued = true;
  return r.bad ? complain (p, "modules", offset, WPP_E_CORRUPT, "what is known of values is cut off") : err;
}

/* Read a module from R.  OFFSET is that of its record.  */
static int
read_module (struct parser *p, struct wpp_reader *r, size_t offset)
{
  struct wpp_profile *f = p->profile;
  size_t left = wpp_reader_left (r);
  uint32_t size = wpp_read_u32 (r), n_units = wpp_read_u32 (r), id = wpp_read_u32 (r),
           path = wpp_read_u32 (r);
  if (id == WPP_VALUES_RECORD && size % 8 == 0 && size <= left && size >= MODULE_HEADER)
    return read_values (p, r, offset, size, n_units);
  if (size % 8 || size > left || size < MODULE_HEADER
      || (uint64_t) n_units * UNIT_SIZE + id + path > size - MODULE_HEADER)
    return complain (p, "modules", offset, WPP_E_CORRUPT, "a module's sizes make no sense");
  if (WPP_RESERVE (f->modules, p->modules_room, f->n_modules, 1))
    return WPP_E_NOMEM;
  struct wpp_module *m = &f->modules[f->n_modules++];
  *m = (struct wpp_module){ .units = calloc (n_units + 1, sizeof *m->units) };
  for (; m->units && m->n_units < n_units; m->n_units++)
    {
      struct wpp_unit_ref *u = &m->units[m->n_units];
      u->id = wpp_read_u64 (r);
      u->base = wpp_read_u32 (r);
      u->n_paths = wpp_read_u32 (r);
      if (u->base < WPP_EVENT_FIRST_PATH || (uint64_t) u->base + u->n_paths > WPP_EVENT_PATHS_END)
        return complain (p, "modules", offset, WPP_E_CORRUPT, "unit %zu of a module has numbers out of range",
                         m->n_units);
    }
  int err = wpp_profile_copy_build_id (wpp_read_bytes (r, id), id, &m->build_id, &m->build_id_size);
  m->path = read_text (r, path);
  wpp_read_bytes (r, size - MODULE_HEADER - (uint64_t) n_units * UNIT_SIZE - id - path);
  return m->units && m->path ? err : WPP_E_NOMEM;
}

static int
read_modules (struct parser *p, size_t offset, const unsigned char *payload, size_t size)
{
  struct wpp_reader r = wpp_reader_of (payload, size);
  int err = 0;
  while (err == 0 && wpp_reader_left (&r))
    err = wpp_reader_left (&r) < MODULE_HEADER
            ? complain (p, "modules", offset, WPP_E_CORRUPT, "a module is cut off")
            : read_module (p, &r, offset);
  return err;
}

static int
add_part (struct parser *p, uint32_t thread, size_t offset, const unsigned char *words,
          size_t size)
{
  if (size % 4)
    return complain (p, "events", offset, WPP_E_CORRUPT, "no whole number of events");
  if (WPP_RESERVE (p->parts, p->parts_room, p->n_parts, 1))
    return WPP_E_NOMEM;
  p->parts[p->n_parts++] = (struct part){ thread, offset, words, size / 4 };
  return 0;
}

/* Read the record at *AT and move *AT after it, or to the end of the file when there is none.  */
static int
read_record (struct parser *p, size_t *at)
{
  size_t offset = *at, left = p->size - offset;
  *at = p->size;
  if (left < WPP_RAW_PAGE)
    return 0;
  struct wpp_reader r = wpp_reader_of (p->data + offset, WPP_RAW_PAGE);
  uint32_t kind = wpp_read_u32 (&r), thread = wpp_read_u32 (&r);
  uint64_t size = wpp_read_u64 (&r);
  const unsigned char *payload = p->data + offset + WPP_RAW_PAGE;
  left -= WPP_RAW_PAGE;
  if (kind == WPP_RAW_NOTHING)
    return 0;
  if (size > left)
    return complain (p, "record", offset, WPP_E_TRUNCATED, "it needs %llu bytes, %zu are left",
                     (unsigned long long) size, left);
  uint64_t padding = -size % WPP_RAW_PAGE;
  if (padding < left - size)
    *at = offset + WPP_RAW_PAGE + size + padding;
  if (kind == WPP_RAW_EVENTS)
    return add_part (p, thread, offset, payload, size);
  if (kind == WPP_RAW_MODULES)
    return read_modules (p, offset, payload, size);
  return complain (p, "record", offset, WPP_E_CORRUPT, "unknown kind %u", kind);
}

static int
compare_parts (const void *a, const void *b)
{
  const struct part *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* Events of a thread on the way to a grammar, and its values on the way to chunks.  */
struct sorter
{
  struct wpp_thread *thread;
  struct wpp_sequitur *q;
  bool valued;
  uint64_t n_events;
  struct wpp_value_splitter splitter;
  struct wpp_value_coder *coder;
};

/* End the chunk of values that S is making.  */
static int
end_values (struct sorter *s)
{
  struct wpp_thread *t = s->thread;
  struct wpp_buffer b = { 0 };
  int err = wpp_value_coder_take (s->coder, &b);
  if (err || !b.size)
    return err;
  if (WPP_EXTEND (t->values, t->n_values))
    {
      wpp_buffer_release (&b);
      return WPP_E_NOMEM;
    }
  t->value_records += wpp_value_chunk_count (b.data, b.size);
  t->values[t->n_values++] = (struct wpp_value_chunk){ b.data, b.size };
  return 0;
}

/* Take WORD, of values, after the events that S has.  */
static int
take_value (struct sorter *s, uint32_t word)
{
  struct wpp_value_record r;
  const unsigned char *block;
  if (!wpp_value_split (&s->splitter, word, &r, &block))
    return 0;
  r.ordinal = s->n_events;
  return wpp_value_coder_add (s->coder, r, block) ? end_values (s) : 0;
}

/* Sort the words of P that are not 0: events and values.  */
static int
sort_part (struct sorter *s, const struct part *p)
{
  uint32_t events[4096];
  int err = 0;
  for (size_t i = 0; i < p->n && err == 0;)
    {
      size_t n = 0;
      for (; i < p->n && n < sizeof events / sizeof *events && !err; i++)
        {
          uint32_t word = wpp_load_u32 (p->words + 4 * i);
          if (s->valued && wpp_value_word_p (word))
            err = take_value (s, word);
          else if ((events[n] = s->valued ? wpp_value_event (word) : word))
            {
              n++;
              s->n_events++;
            }
        }
      if (!err)
        err = wpp_sequitur_append (s->q, events, n, NULL);
    }
  return err;
}

/* Make the grammar of T's PARTS [N]; or return null with *ERR set, to 0 when the thread has no events.  */
static struct wpp_grammar *
make_grammar (struct wpp_thread *t, bool valued, const struct part *parts, size_t n, int *err)
{
  struct sorter s = { .thread = t, .valued = valued, .q = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS) };
  struct wpp_grammar *g = NULL;
  s.coder = valued ? wpp_value_coder_new () : NULL;
  *err = s.q && (s.coder || !valued) ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && *err == 0; i++)
    *err = sort_part (&s, &parts[i]);
  if (*err == 0 && valued)
    *err = end_values (&s);
  if (*err == 0 && wpp_sequitur_events (s.q))
    g = wpp_sequitur_grammar (s.q, err);
  wpp_value_coder_free (s.coder);
  wpp_sequitur_free (s.q);
  return g;
}

/* How often a thread left a stack whose events are those of G.  It then says twice where it goes: to a new stack, if
   there is one, and to where it is again.  */
static int
count_switches (const struct wpp_grammar *g, uint64_t *left)
{
  uint64_t n = 0, own = 0, *times = calloc (g->n_terminals + (size_t)1, sizeof *times);
  if (!times)
    return WPP_E_NOMEM;
  wpp_grammar_terminal_counts (g, times);
  for (uint32_t i = 0; i < g->n_terminals; i++)
    {
      enum wpp_event_kind kind = wpp_event_kind (g->terminals[i]);
      n += kind == WPP_EVENT_IS_SWITCH ? times[i] : 0;
      own += kind == WPP_EVENT_IS_OWN ? times[i] : 0;
    }
  free (times);
  *left = n > own ? (n - own + 1) / 2 : 0;
  return 0;
}

/* Check that all events of G, which was made of PARTS, are valid.  */
static int
check_events (struct parser *p, const struct wpp_grammar *g, const struct part *parts)
{
  for (uint32_t i = 0; i < g->n_terminals; i++)
    if (!wpp_profile_event_p (p->profile, g->terminals[i]))
      return complain (p, "events", parts->place, WPP_E_CORRUPT, "event %u belongs to no unit", g->terminals[i]);
  return 0;
}

/* Add the thread with the parts PARTS [N].  There is room for it.  */
static int
add_thread (struct parser *p, const struct part *parts, size_t n, uint64_t lost)
{
  int err;
  struct wpp_profile *f = p->profile;
  struct wpp_thread *t = &f->threads[f->n_threads++];
  *t = (struct wpp_thread){ .index = parts->thread, .lost = lost, .offset = parts->place, .raw = true };
  t->segments = calloc (1, sizeof *t->segments);
  if (!t->segments)
    return WPP_E_NOMEM;
  struct wpp_grammar *g = make_grammar (t, p->valued, parts, n, &err);
  if (!g)
    return err;
  t->segments[t->n_segments++] = g;
  t->n_events = g->length[0];
  t->coded_size = t->n_events * sizeof (uint32_t);
  err = count_switches (g, &t->left);
  return err ? err : check_events (p, g, parts);
}

/* Make threads of the parts.  Lost events are recorded even when there is no thread.  */
static int
add_threads (struct parser *p)
{
  int err = 0;
  struct wpp_profile *f = p->profile;
  f->threads = calloc (p->n_parts + 1, sizeof *f->threads);
  if (!f->threads)
    return WPP_E_NOMEM;
  if (p->n_parts)
    qsort (p->parts, p->n_parts, sizeof *p->parts, compare_parts);
  for (size_t i = 0, n; i < p->n_parts && err == 0; i += n)
    {
      for (n = 1; i + n < p->n_parts && p->parts[i + n].thread == p->parts[i].thread;)
        n++;
      err = add_thread (p, &p->parts[i], n, i == 0 ? p->lost : 0);
    }
  if (f->n_threads)
    f->threads[0].switched = p->switched;
  if (p->n_parts == 0 && p->lost)
    {
      f->threads[f->n_threads++] = (struct wpp_thread){ .lost = p->lost, .raw = true };
      f->threads[0].segments = calloc (1, sizeof *f->threads[0].segments);
      err = f->threads[0].segments ? 0 : WPP_E_NOMEM;
    }
  return err;
}

int
wpp_rawfile_parse (struct wpp_profile *profile, const unsigned char *data, size_t size, struct wpp_place *place)
{
  struct parser p = { .data = data, .size = size, .place = place, .profile = profile };
  size_t at = 0;
  int err = read_header (&p, &at);
  while (err == 0 && at < size)
    err = read_record (&p, &at);
  if (err == 0)
    err = wpp_profile_place_units (profile);
  if (err == WPP_E_CORRUPT && profile->by_base)
    complain (&p, "modules", 0, err, "two units have the same events");
  if (err == 0)
    err = add_threads (&p);
  free (p.parts);
  return err;
}
