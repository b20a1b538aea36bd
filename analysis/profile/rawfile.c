/* Reading raw files (rawfile.h): they are turned into profiles in memory, which are then read as
   any other, with all its checks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A raw file is hostile input.  It needs no end: a program that was killed leaves one that is
   whole as far as it goes.  */

#include <stdlib.h>
#include <string.h>
#include "support/array.h"
#include "support/bytes.h"
#include "profile/write.h"
#include "profile/rawfile.h"
#include "sequitur/sequitur.h"

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

struct conversion
{
  const unsigned char *data;
  size_t size;
  struct wpp_place *place;
  struct wpp_profile run;     /* what the writer is told; no threads */
  uint64_t lost;
  struct part *parts;
  size_t n_parts, parts_capacity;
  struct wpp_buffer out;
};

#define complain(what, ...) wpp_complain ((what)->place, __VA_ARGS__)

bool
wpp_rawfile_p (const unsigned char *data, size_t size)
{
  return size >= 8 && memcmp (data, WPP_RAW_MAGIC, 8) == 0;
}

/* The next N bytes of R as a string, malloc'ed.  */
static char *
read_text (struct wpp_reader *r, size_t n)
{
  const unsigned char *bytes = wpp_read_bytes (r, n);
  return strndup (bytes ? (const char *) bytes : "", bytes ? n : 0);
}

/* Read the header; *SIZE is its size.  */
static int
read_header (struct conversion *c, size_t *size)
{
  struct wpp_profile *run = &c->run;
  if (c->size < WPP_RAW_PAGE)
    return complain (c, "raw header", c->size, WPP_E_TRUNCATED, "%s", "");
  struct wpp_reader r = wpp_reader_of (c->data + WPP_RAW_VERSION_AT, c->size - WPP_RAW_VERSION_AT);
  if (wpp_read_u16 (&r) != WPP_RAW_MAJOR)
    return complain (c, "raw header", WPP_RAW_VERSION_AT, WPP_E_VERSION, "a newer wpp is needed");
  wpp_read_u16 (&r);
  *size = wpp_read_u32 (&r);
  uint32_t ending = wpp_read_u32 (&r), status = wpp_read_u32 (&r), pid = wpp_read_u32 (&r);
  wpp_read_u32 (&r);
  run->run = (struct wpp_run){ .known = true, .pid = pid };
  run->run.began = wpp_read_u64 (&r);
  run->run.duration = wpp_read_u64 (&r);
  c->lost = wpp_read_u64 (&r);
  size_t program = wpp_read_u32 (&r), options = wpp_read_u32 (&r), id = wpp_read_u32 (&r);
  uint64_t whole = (uint64_t) wpp_read_u32 (&r) * WPP_RAW_PAGE;
  if (whole > c->size)
    return complain (c, "raw header", c->size, WPP_E_TRUNCATED, "it had %llu bytes", (unsigned long long) whole);
  if (*size % WPP_RAW_PAGE || *size > c->size || *size < WPP_RAW_STRINGS_AT
      || program + options + id > *size - WPP_RAW_STRINGS_AT || ending > WPP_END_EXIT)
    return complain (c, "raw header", 0, WPP_E_CORRUPT, "its sizes make no sense");
  run->ending = ending;
  run->status = (int) status;
  run->program = read_text (&r, program);
  run->options = read_text (&r, options);
  run->build_id = (unsigned char *) wpp_read_bytes (&r, id);
  run->build_id_size = id;
  return run->program && run->options ? 0 : WPP_E_NOMEM;
}

/* One module from R; OFFSET is where the record that holds it begins.  */
static int
read_module (struct conversion *c, struct wpp_reader *r, size_t offset)
{
  struct wpp_profile *run = &c->run;
  size_t left = wpp_reader_left (r);
  uint32_t size = wpp_read_u32 (r), n_units = wpp_read_u32 (r), id = wpp_read_u32 (r),
           path = wpp_read_u32 (r);
  if (size % 8 || size > left || size < MODULE_HEADER
      || (uint64_t) n_units * UNIT_SIZE + id + path > size - MODULE_HEADER)
    return complain (c, "modules", offset, WPP_E_CORRUPT, "a module's sizes make no sense");
  struct wpp_module *modules = realloc (run->modules, (run->n_modules + 1) * sizeof *modules);
  if (!modules)
    return WPP_E_NOMEM;
  run->modules = modules;
  struct wpp_module *m = &modules[run->n_modules++];
  *m = (struct wpp_module){ .units = calloc (n_units + 1, sizeof *m->units) };
  for (; m->units && m->n_units < n_units; m->n_units++)
    {
      struct wpp_unit_ref *u = &m->units[m->n_units];
      u->id = wpp_read_u64 (r);
      u->base = wpp_read_u32 (r);
      u->n_paths = wpp_read_u32 (r);
    }
  m->build_id = (unsigned char *) wpp_read_bytes (r, id);
  m->build_id_size = id;
  m->path = read_text (r, path);
  wpp_read_bytes (r, size - MODULE_HEADER - (uint64_t) n_units * UNIT_SIZE - id - path);
  return m->units && m->path ? 0 : WPP_E_NOMEM;
}

static int
read_modules (struct conversion *c, size_t offset, const unsigned char *payload, size_t size)
{
  struct wpp_reader r = wpp_reader_of (payload, size);
  int err = 0;
  while (err == 0 && wpp_reader_left (&r))
    err = wpp_reader_left (&r) < MODULE_HEADER
            ? complain (c, "modules", offset, WPP_E_CORRUPT, "a module is cut off")
            : read_module (c, &r, offset);
  return err;
}

static int
add_part (struct conversion *c, uint32_t thread, size_t offset, const unsigned char *words,
          size_t size)
{
  if (size % 4)
    return complain (c, "events", offset, WPP_E_CORRUPT, "no whole number of events");
  struct part *parts = wpp_array_grow (c->parts, &c->parts_capacity, c->n_parts, sizeof *parts);
  if (!parts)
    return WPP_E_NOMEM;
  c->parts = parts;
  parts[c->n_parts++] = (struct part){ thread, offset, words, size / 4 };
  return 0;
}

/* Read the record at *AT and move *AT behind it, or to the end of the file when there is none.  */
static int
read_record (struct conversion *c, size_t *at)
{
  size_t offset = *at, left = c->size - offset;
  *at = c->size;
  if (left < WPP_RAW_PAGE)
    return 0;
  struct wpp_reader r = wpp_reader_of (c->data + offset, WPP_RAW_PAGE);
  uint32_t kind = wpp_read_u32 (&r), thread = wpp_read_u32 (&r);
  uint64_t size = wpp_read_u64 (&r);
  const unsigned char *payload = c->data + offset + WPP_RAW_PAGE;
  left -= WPP_RAW_PAGE;
  if (kind == WPP_RAW_NOTHING)
    return 0;
  if (size > left)
    return complain (c, "record", offset, WPP_E_TRUNCATED, "it needs %llu bytes, %zu are left",
                     (unsigned long long) size, left);
  uint64_t padding = -size % WPP_RAW_PAGE;
  if (padding < left - size)
    *at = offset + WPP_RAW_PAGE + size + padding;
  if (kind == WPP_RAW_EVENTS)
    return add_part (c, thread, offset, payload, size);
  if (kind == WPP_RAW_MODULES)
    return read_modules (c, offset, payload, size);
  return complain (c, "record", offset, WPP_E_CORRUPT, "unknown kind %u", kind);
}

static int
compare_parts (const void *a, const void *b)
{
  const struct part *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* Append the events of P to Q: the words that are not 0.  */
static int
append_part (struct wpp_sequitur *q, const struct part *p)
{
  uint32_t events[4096];
  int err = 0;
  for (size_t i = 0; i < p->n && err == 0;)
    {
      size_t n = 0;
      for (; i < p->n && n < sizeof events / sizeof *events; i++)
        if ((events[n] = wpp_load_u32 (p->words + 4 * i)))
          n++;
      err = wpp_sequitur_append (q, events, n, NULL);
    }
  return err;
}

/* Write the thread whose parts are the N at PARTS.  */
static int
write_thread (struct wpp_writer *w, const struct part *parts, size_t n, uint64_t lost)
{
  struct wpp_sequitur *q = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  struct wpp_grammar *g = NULL;
  int err = q ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && err == 0; i++)
    err = append_part (q, &parts[i]);
  uint64_t n_events = err == 0 ? wpp_sequitur_events (q) : 0;
  if (n_events)
    g = wpp_sequitur_grammar (q, &err);
  wpp_sequitur_free (q);
  if (err == 0)
    err = wpp_writer_thread (w, parts->thread, n_events, lost);
  if (g && err == 0)
    err = wpp_writer_grammar (w, g);
  wpp_grammar_free (g);
  return err;
}

static int
write_profile (struct conversion *c)
{
  struct wpp_writer *w = wpp_writer_into (&c->out);
  int err = w ? wpp_writer_process (w, &c->run) : WPP_E_NOMEM;
  if (c->n_parts)
    qsort (c->parts, c->n_parts, sizeof *c->parts, compare_parts);
  for (size_t i = 0, n; i < c->n_parts && err == 0; i += n)
    {
      for (n = 1; i + n < c->n_parts && c->parts[i + n].thread == c->parts[i].thread;)
        n++;
      err = write_thread (w, &c->parts[i], n, i == 0 ? c->lost : 0);
    }
  /* What was lost is told where there is no thread, too.  */
  if (c->n_parts == 0 && c->lost && err == 0)
    err = wpp_writer_thread (w, 0, 0, c->lost);
  if (err == 0)
    err = wpp_writer_end (w);
  wpp_writer_free (w);
  return err;
}

static void
release (struct conversion *c)
{
  for (size_t i = 0; i < c->run.n_modules; i++)
    {
      free (c->run.modules[i].path);
      free (c->run.modules[i].units);
    }
  free (c->run.modules);
  free (c->run.program);
  free (c->run.options);
  free (c->parts);
}

int
wpp_rawfile_convert (const unsigned char *data, size_t size, struct wpp_place *place,
                     unsigned char **profile, size_t *profile_size)
{
  struct conversion c = { .data = data, .size = size, .place = place };
  size_t at = 0;
  int err = read_header (&c, &at);
  while (err == 0 && at < size)
    err = read_record (&c, &at);
  if (err == 0)
    err = write_profile (&c);
  release (&c);
  *profile = c.out.data;
  *profile_size = c.out.size;
  if (err)
    {
      wpp_buffer_release (&c.out);
      *profile = NULL;
    }
  return err;
}
