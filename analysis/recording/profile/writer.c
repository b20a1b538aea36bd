/* Writing a profile, a section at a time (write.h, wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "base/saturate.h"
#include "recording/traces/coded.h"
#include "grammar/coding/codec.h"
#include "grammar/coding/draft.h"
#include "recording/profile/runs.h"
#include "recording/profile/write.h"

struct wpp_writer
{
  int (*write) (void *data, const void *bytes, size_t n);
  void *data;
  uint64_t n_sections;
  uint64_t size;        /* bytes written so far */
  uint64_t work;        /* of all grammars (wpp_grammar_work, wpp_draft_work) */
  int err;              /* the first error; nothing is written after it */
};

static int
put (struct wpp_writer *w, const void *bytes, size_t n)
{
  if (!w->err && n)
    w->err = w->write (w->data, bytes, n);
  w->size += n;
  return w->err;
}

/* The flags of sections TAG.  */
static uint32_t
flags_of (const char *tag)
{
  static const struct { char tag[5]; uint32_t flags; } kinds[] = {
#define KIND(tag, flags, name) { tag, flags },
    WPP_SECTIONS (KIND)
#undef KIND
  };
  size_t i = 0;
  while (memcmp (tag, kinds[i].tag, 4))
    i++;
  return kinds[i].flags;
}

/* Write a section; TAG has four characters, and is one of WPP_SECTIONS.  */
static int
put_section (struct wpp_writer *w, const char *tag, const void *payload, size_t n)
{
  static const unsigned char zeros[8];
  unsigned char header[24];

  memcpy (header, tag, 4);
  wpp_store_u32 (header + 4, flags_of (tag));
  wpp_store_u64 (header + 8, n);
  wpp_store_u64 (header + 16, XXH3_64bits_withSeed (payload, n, wpp_load_u64 (header)));
  put (w, header, sizeof header);
  put (w, payload, n);
  put (w, zeros, -n & 7);
  w->n_sections++;
  return w->err;
}

/* Write the contents of B as a section, and free B.  */
static int
put_buffer (struct wpp_writer *w, const char *tag, struct wpp_buffer *b)
{
  if (b->failed && !w->err)
    w->err = WPP_E_NOMEM;
  else
    put_section (w, tag, b->data, b->size);
  wpp_buffer_release (b);
  return w->err;
}

struct wpp_writer *
wpp_writer_new (int (*write) (void *data, const void *bytes, size_t n), void *data)
{
  unsigned char header[16] = WPP_PROFILE_MAGIC;
  struct wpp_writer *w = calloc (1, sizeof *w);
  if (!w)
    return NULL;
  w->write = write;
  w->data = data;
  header[8] = WPP_PROFILE_MAJOR;
  header[10] = WPP_PROFILE_MINOR;
  put (w, header, sizeof header);
  return w;
}

static int
append (void *data, const void *bytes, size_t n)
{
  struct wpp_buffer *b = data;
  wpp_put_bytes (b, bytes, n);
  return b->failed ? WPP_E_NOMEM : 0;
}

struct wpp_writer *
wpp_writer_into (struct wpp_buffer *b)
{
  return wpp_writer_new (append, b);
}

static void
put_build_id (struct wpp_buffer *b, const unsigned char *id, size_t size)
{
  wpp_put_leb (b, size);
  wpp_put_bytes (b, id, size);
}

static int
put_modules (struct wpp_writer *w, const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };

  wpp_put_leb (&b, p->n_modules);
  for (size_t i = 0; i < p->n_modules; i++)
    {
      const struct wpp_module *m = &p->modules[i];
      wpp_put_string (&b, m->path);
      put_build_id (&b, m->build_id, m->build_id_size);
      wpp_put_leb (&b, m->n_units);
      for (size_t u = 0; u < m->n_units; u++)
        {
          wpp_put_u64 (&b, m->units[u].id);
          wpp_put_leb (&b, m->units[u].base);
          wpp_put_leb (&b, m->units[u].n_paths);
        }
    }
  return put_buffer (w, "MODS", &b);
}

static int
put_wide (struct wpp_writer *w, const struct wpp_wide *wide)
{
  struct wpp_buffer b = { 0 };

  wpp_wide_put (&b, wide);
  return put_buffer (w, "WIDE", &b);
}

static int
put_run (struct wpp_writer *w, const struct wpp_run *run)
{
  struct wpp_buffer b = { 0 };

  wpp_put_leb (&b, run->pid);
  wpp_put_leb (&b, run->start);
  wpp_put_leb (&b, run->began);
  wpp_put_leb (&b, run->duration);
  wpp_put_leb (&b, run->waited);
  return put_buffer (w, "RUN ", &b);
}

/* What was not recorded because nobody wanted it, and marks.  */
static int
put_window (struct wpp_writer *w, const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };
  wpp_put_leb (&b, p->outside);
  wpp_put_leb (&b, p->n_marks);
  for (size_t i = 0; i < p->n_marks; i++)
    {
      wpp_put_leb (&b, p->marks[i].thread);
      wpp_put_leb (&b, p->marks[i].event);
      wpp_put_string (&b, p->marks[i].name);
    }
  return put_buffer (w, "WIND", &b);
}

static void
put_bases_of (struct wpp_buffer *b, const struct wpp_unit_ref *u)
{
  uint64_t last = 0;
  wpp_put_leb (b, u->has_values ? u->has_truths ? 2 : u->has_sums ? 3 : 1 : 0);
  if (!u->has_values)
    return;
  wpp_put_leb (b, u->first_check);
  wpp_put_leb (b, u->n_bases);
  for (size_t i = 0; i < u->n_bases; last = u->bases[i++])
    wpp_put_leb (b, u->bases[i] - last);
}

static int
put_bases (struct wpp_writer *w, const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };
  wpp_put_leb (&b, WPP_VALUES_VERSION);
  for (size_t i = 0; i < p->n_modules; i++)
    for (size_t u = 0; u < p->modules[i].n_units; u++)
      put_bases_of (&b, &p->modules[i].units[u]);
  return put_buffer (w, "BASE", &b);
}

int
wpp_writer_process (struct wpp_writer *w, const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };

  wpp_put_string (&b, p->program);
  put_build_id (&b, p->build_id, p->build_id_size);
  wpp_put_leb (&b, p->ending);
  wpp_put_leb (&b, (uint32_t) p->status);
  wpp_put_string (&b, p->options);
  put_buffer (w, "PROC", &b);
  if (p->run.known)
    put_run (w, &p->run);
  if (p->outside || p->n_marks)
    put_window (w, p);
  put_modules (w, p);
  if (p->wide.n)
    put_wide (w, &p->wide);
  if (wpp_profile_values_p (p))
    put_bases (w, p);
  return w->err;
}

int
wpp_writer_thread (struct wpp_writer *w, uint32_t index, uint64_t n_events, uint64_t lost)
{
  struct wpp_buffer b = { 0 };

  wpp_put_leb (&b, index);
  wpp_put_leb (&b, n_events);
  wpp_put_leb (&b, lost);
  return put_buffer (w, "THRD", &b);
}

int
wpp_writer_switches (struct wpp_writer *w, uint64_t n, bool told)
{
  struct wpp_buffer b = { 0 };

  if (!n)
    return WPP_OK;
  wpp_put_leb (&b, n);
  return put_buffer (w, told ? "SWCH" : "STCK", &b);
}

int
wpp_writer_kept (struct wpp_writer *w, uint64_t dropped)
{
  struct wpp_buffer b = { 0 };

  if (!dropped)
    return WPP_OK;
  wpp_put_leb (&b, dropped);
  return put_buffer (w, "KEPT", &b);
}

int
wpp_writer_values (struct wpp_writer *w, const unsigned char *chunk, size_t size)
{
  return put_section (w, "VALS", chunk, size);
}

int
wpp_writer_coded (struct wpp_writer *w, const unsigned char *coded, size_t size)
{
  bool draft = wpp_draft_p (coded, size);
  w->work += draft ? wpp_draft_work (coded, size) : wpp_grammar_work (coded, size);
  return put_section (w, draft ? "DRFT" : "GRAM", coded, size);
}

int
wpp_writer_grammar (struct wpp_writer *w, const struct wpp_grammar *g)
{
  unsigned char *coded;
  size_t size;
  int err = wpp_grammar_encode (g, &coded, &size);

  if (err)
    return w->err ? w->err : (w->err = err);
  wpp_writer_coded (w, coded, size);
  free (coded);
  return w->err;
}

int
wpp_writer_shared (struct wpp_writer *w, const struct wpp_grammar *g)
{
  unsigned char *coded;
  size_t size;
  int err = wpp_grammar_encode (g, &coded, &size);

  if (err)
    return w->err ? w->err : (w->err = err);
  w->work = wpp_saturating_add (w->work, wpp_grammar_work (coded, size));
  put_section (w, "SHRD", coded, size);
  free (coded);
  return w->err;
}

int
wpp_writer_runs (struct wpp_writer *w, const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };

  wpp_runs_put (&b, p);
  return put_buffer (w, "RUNS", &b);
}

int
wpp_writer_places (struct wpp_writer *w, const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };

  if (!p->places)
    return w->err;
  wpp_runs_put_places (&b, p);
  return put_buffer (w, "PLCS", &b);
}

int
wpp_writer_raw (struct wpp_writer *w, const uint32_t *events, size_t n)
{
  struct wpp_buffer b = { 0 };
  unsigned char *bytes = n <= SIZE_MAX / 4 ? wpp_buffer_add (&b, 4 * n) : NULL;

  if (!bytes)
    b.failed = n != 0;
  for (size_t i = 0; i < n && bytes; i++)
    wpp_store_u32 (bytes + 4 * i, events[i]);
  return put_buffer (w, "RAWE", &b);
}

int
wpp_writer_notes (struct wpp_writer *w, const struct wpp_profile *p)
{
  return put_section (w, "NOTE", p->notes, p->notes_size);
}

int
wpp_writer_merged (struct wpp_writer *w, const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };

  wpp_put_leb (&b, p->counts | p->summary << 1 | p->hashed << 2);
  wpp_put_leb (&b, p->merged.n_programs);
  for (size_t i = 0; i < p->merged.n_programs; i++)
    {
      const struct wpp_merged_program *program = &p->merged.programs[i];
      wpp_put_string (&b, program->path);
      put_build_id (&b, program->build_id, program->build_id_size);
      wpp_put_leb (&b, program->runs);
    }
  put_buffer (w, "MRGD", &b);
  return wpp_writer_notes (w, p);
}

/* Write the contents of B as section TAG, unless making them has failed with ERR.  Decoding them takes WORK.  */
static int
put_work (struct wpp_writer *w, const char *tag, struct wpp_buffer *b, int err, uint64_t work)
{
  if (err && !w->err)
    w->err = err;
  w->work = wpp_saturating_add (w->work, work);
  return put_buffer (w, tag, b);
}

int
wpp_writer_traces (struct wpp_writer *w, const struct wpp_traces *t)
{
  struct wpp_buffer b = { 0 };
  int err = wpp_traces_put (&b, t, false);
  return put_work (w, "TRAC", &b, err, err ? 0 : wpp_traces_all_work (b.data, b.size));
}

int
wpp_writer_calls (struct wpp_writer *w, const struct wpp_calls *calls, uint32_t *seen)
{
  struct wpp_buffer b = { 0 };
  int err = wpp_calls_put (&b, calls, seen, false);
  return put_work (w, "CALL", &b, err, err ? 0 : wpp_calls_work (b.data, b.size));
}

int
wpp_writer_index (struct wpp_writer *w, const unsigned char *index, size_t size)
{
  return put_section (w, "INDX", index, size);
}

/* Make the file as long as readers demand for the work of its grammars.  */
static void
put_padding (struct wpp_writer *w)
{
  uint64_t least = w->work > WPP_WORK_FREE ? (w->work - WPP_WORK_FREE) / WPP_WORK_A_BYTE + 1 : 0;
  if (least <= w->size)
    return;
  struct wpp_buffer b = { 0 };
  unsigned char *zeros = wpp_buffer_add (&b, least - w->size);
  if (zeros)
    memset (zeros, 0, least - w->size);
  put_buffer (w, "PAD ", &b);
}

int
wpp_writer_end (struct wpp_writer *w)
{
  struct wpp_buffer b = { 0 };

  put_padding (w);
  wpp_put_leb (&b, w->n_sections);
  wpp_put_leb (&b, w->size);
  return put_buffer (w, "END ", &b);
}

void
wpp_writer_free (struct wpp_writer *w)
{
  free (w);
}
