/* make-seeds DIR NAME PROFILE ELF: seeds for the fuzz targets, in DIR/TARGET/NAME…, from a profile
   and a file with notes: their parts as they are read, one after the other.  A file of path counts is
   no seed but of `raw' and `counts'.
   make-seeds --moves DIR NAME ELF PROFILE: of what optimisation made of assignments, and of that with the profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "base/bytes.h"
#include "grammar/coding/codec.h"
#include "grammar/coding/draft.h"
#include "dependence/currency/moves.h"
#include "format/moves-record.h"
#include "recording/profile/countsfile.h"
#include "decide/index/index.h"
#include "program/notes/notes.h"
#include "grammar/coding/plainform.h"
#include "recording/profile/code.h"
#include "recording/profile/read.h"
#include "recording/profile/write.h"
#include "raw.h"
#include "read-file.h"
#include "recording/profile/rawfile.h"
#include "activations/timestamps/code-steps.h"
#include "recording/traces/coded.h"

#define NOTES_HEADER 32
#define MOST_TRACED 1000000u   /* events */

static const char *dir, *name;

static void
die (const char *what, const char *why)
{
  fprintf (stderr, "make-seeds: %s: %s\n", what, why);
  exit (1);
}

/* Write DATA [SIZE] as the Ith seed of TARGET.  */
static void
write_seed (const char *target, unsigned i, const void *data, size_t size)
{
  char file[4096];
  snprintf (file, sizeof file, "%s/%s/%s-%u", dir, target, name, i);
  FILE *f = fopen (file, "wb");
  if (!f || fwrite (data, 1, size, f) != size || fclose (f))
    die (file, "cannot be written");
}

/* The bytes of the file FROM.  */
static struct wpp_buffer
need_file (const char *from)
{
  struct wpp_buffer b;
  if (!read_file (from, &b))
    die (from, "cannot be read");
  return b;
}

static void
write_file (const char *target, const char *from)
{
  struct wpp_buffer b = need_file (from);
  write_seed (target, 0, b.data, b.size);
  wpp_buffer_release (&b);
}

/* A leb, unpacked size, then what zstd packed.  */
static void
write_plain (unsigned i, const struct wpp_grammar *g)
{
  struct wpp_buffer b = { 0 };
  if (wpp_plain_encode (g, 6, &b))
    die (name, "no plain form");
  struct wpp_reader r = wpp_reader_of (b.data, b.size);
  uint64_t size = wpp_read_leb (&r);
  unsigned char *plain = malloc (size + 1);
  if (!plain || ZSTD_decompress (plain, size, r.at, wpp_reader_left (&r)) != size)
    die (name, "the plain form cannot be unpacked");
  write_seed ("plain", i, plain, size);
  free (plain);
  wpp_buffer_release (&b);
}

/* ---- A draft.  */

#define DRAFT_FIRST 20u        /* first letters, */
#define DRAFT_LETTERS 600u     /* letters of all phrases, */
#define DRAFT_PHRASE 5u        /* of a phrase, */
#define DRAFT_LAST 3u          /* and last letters, all at most */
#define DRAFT_ALL (DRAFT_FIRST + DRAFT_LETTERS + DRAFT_LAST)
#define DRAFT_SEEN (8 * DRAFT_ALL) /* events looked at: of bombs, 2^200 may be equal */

struct letters
{
  uint32_t n, n_seen;
  struct letter letters[DRAFT_ALL];
};

static int
add_letter (void *data, uint32_t event, uint64_t count)
{
  struct letters *l = data;
  if (l->n == 0 || l->letters[l->n - 1].symbol != event)
    l->letters[l->n++] = (struct letter){ event, count < UINT16_MAX ? count : UINT16_MAX };
  return l->n == DRAFT_ALL || ++l->n_seen == DRAFT_SEEN;
}

/* The number of the phrase P among PHRASES [N].  */
static uint32_t
number_of (const struct phrase *phrases, uint32_t n, struct phrase p)
{
  uint32_t i = 0;
  while (i < n && (phrases[i].n != p.n || memcmp (phrases[i].letters, p.letters, p.n * sizeof *p.letters)))
    i++;
  return i;
}

/* Append the first letters of L to D, and its phrases.  Return the number of letters that were appended.  */
static uint32_t
draft_letters (struct wpp_draft *d, const struct letters *l)
{
  struct phrase phrases[DRAFT_LETTERS / DRAFT_PHRASE];
  uint32_t i = 0, n = 0, done = 1;
  for (; i < l->n && i < DRAFT_FIRST; i++)
    wpp_draft_put_first (d, (struct letter){ l->letters[i].symbol, 1 });
  for (; i + DRAFT_PHRASE <= l->n && i < DRAFT_FIRST + DRAFT_LETTERS && done; i += DRAFT_PHRASE)
    {
      struct phrase p = { l->letters + i, DRAFT_PHRASE };
      uint32_t number = number_of (phrases, n, p);
      if (number == n)
        phrases[n++] = p;
      wpp_draft_put (d, &number, 1, phrases, 0, &done);
    }
  return i;
}

/* Write a draft of the first events of G.  */
static void
write_draft (unsigned i, const struct wpp_grammar *g)
{
  struct letters l = { 0 };
  unsigned char *bytes;
  size_t size;
  struct wpp_draft *d = wpp_draft_new (true);
  if (!d || wpp_grammar_expand (g, 0, add_letter, &l) < 0)
    die (name, "no draft");
  uint32_t from = draft_letters (d, &l);
  uint32_t n = l.n - from < DRAFT_LAST ? l.n - from : DRAFT_LAST;
  if (wpp_draft_finish (d, l.letters + from, n, &bytes, &size))
    die (name, "a draft cannot be coded");
  write_seed ("draft", i, bytes, size);
  free (bytes);
  wpp_draft_free (d);
}

/* ---- P, whose one unit has all event words: what a fuzzer makes of its events is known.  */

static void
write_open_profile (const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };
  char path[] = "m", program[] = "p", options[] = "";
  struct wpp_unit_ref unit = { .id = 1, .base = 256, .n_paths = UINT32_MAX - 256 };
  struct wpp_module module = { .path = path, .n_units = 1, .units = &unit };
  struct wpp_profile open
    = { .program = program, .options = options, .n_modules = 1, .modules = &module };
  struct wpp_writer *w = wpp_writer_into (&b);
  if (!w)
    die (name, wpp_strerror (WPP_E_NOMEM));
  wpp_writer_process (w, &open);
  for (size_t t = 0; t < p->n_threads; t++)
    {
      wpp_writer_thread (w, p->threads[t].index, p->threads[t].n_events, 0);
      for (size_t s = 0; s < p->threads[t].n_segments; s++)
        wpp_writer_grammar (w, p->threads[t].segments[s]);
    }
  if (wpp_writer_end (w))
    die (name, "cannot be written");
  wpp_writer_free (w);
  write_seed ("profile", 1, b.data, b.size);
  wpp_buffer_release (&b);
}

/* ---- A raw file as fuzz-raw takes it: the first FUZZ_LINE bytes of each page.  */

/* Fill B up to whole lines.  */
static void
end_line (struct wpp_buffer *b)
{
  while (b->size % FUZZ_LINE)
    wpp_put_u8 (b, 0);
}

static void
put_raw_header (struct wpp_buffer *b, const struct wpp_profile *p)
{
  wpp_put_bytes (b, WPP_RAW_MAGIC, 8);
  wpp_put_u16 (b, WPP_RAW_MAJOR);
  wpp_put_u16 (b, WPP_RAW_MINOR);
  wpp_put_u32 (b, WPP_RAW_PAGE);
  while (b->size < WPP_RAW_SIZES_AT)
    wpp_put_u8 (b, 0);
  wpp_put_u32 (b, strlen (name));
  wpp_put_u32 (b, 0);
  wpp_put_u32 (b, p->build_id_size);
  wpp_put_u32 (b, 0);
  wpp_put_bytes (b, name, strlen (name));
  wpp_put_bytes (b, p->build_id, p->build_id_size);
  end_line (b);
}

static void
put_raw_record (struct wpp_buffer *b, uint32_t kind, uint32_t thread, const struct wpp_buffer *payload)
{
  wpp_put_u32 (b, kind);
  wpp_put_u32 (b, thread);
  wpp_put_u64 (b, payload->size);
  end_line (b);
  wpp_put_bytes (b, payload->data, payload->size);
  end_line (b);
}

/* A module with all units of P that a line has room for.  */
static void
put_raw_module (struct wpp_buffer *b, const struct wpp_profile *p)
{
  struct wpp_buffer record = { 0 };
  uint32_t n = p->n_modules ? p->modules[0].n_units : 0;
  n = n < FUZZ_LINE / 32 ? n : FUZZ_LINE / 32;
  uint32_t size = 16 + 16 * n + 8;
  wpp_put_u32 (&record, size);
  wpp_put_u32 (&record, n);
  wpp_put_u32 (&record, 0);
  wpp_put_u32 (&record, 2);
  for (uint32_t i = 0; i < n; i++)
    {
      wpp_put_u64 (&record, p->modules[0].units[i].id);
      wpp_put_u32 (&record, p->modules[0].units[i].base);
      wpp_put_u32 (&record, p->modules[0].units[i].n_paths);
    }
  wpp_put_bytes (&record, "m\0\0\0\0\0\0", 8);
  put_raw_record (b, WPP_RAW_MODULES, 0, &record);
  wpp_buffer_release (&record);
}

/* Append events until a line is full.  */
static int
put_raw_event (void *data, uint32_t event, uint64_t count)
{
  struct wpp_buffer *b = data;
  for (; count > 0 && b->size < FUZZ_LINE; count--)
    wpp_put_u32 (b, event);
  return b->size >= FUZZ_LINE;
}

static void
write_raw (const struct wpp_profile *p)
{
  struct wpp_buffer b = { 0 };
  put_raw_header (&b, p);
  put_raw_module (&b, p);
  for (size_t t = 0; t < p->n_threads; t++)
    {
      struct wpp_buffer events = { 0 };
      if (p->threads[t].n_segments
          && wpp_grammar_expand (p->threads[t].segments[0], 0, put_raw_event, &events) < 0)
        die (name, "cannot be expanded");
      put_raw_record (&b, WPP_RAW_EVENTS, p->threads[t].index, &events);
      wpp_buffer_release (&events);
    }
  write_seed ("raw", 0, b.data, b.size);
  wpp_buffer_release (&b);
}

/* The index of P, whose notes are in the file ELF.  */
static void
write_index (const struct wpp_profile *p, const char *elf)
{
  struct wpp_buffer b = { 0 };
  int err = 0;
  struct wpp_code *code = wpp_code_load (p, (const char *const[]){ elf, NULL }, &err, NULL);
  struct wpp_indexer *x = code ? wpp_indexer_new (code, p->counts) : NULL;
  /* Bombs have events of no function, or more than can be projected.  */
  if (x && !wpp_indexer_add_profile (x, p, NULL) && !wpp_indexer_write (x, 1, 0, &b))
    write_seed ("index", 0, b.data, b.size);
  wpp_indexer_free (x);
  wpp_code_free (code);
  wpp_buffer_release (&b);
}

/* The traces of P and the calls of its first thread, as fuzz-traces takes them.  */
static void
write_traces (const struct wpp_profile *p, const char *elf)
{
  struct wpp_buffer b = { 0 }, traces = { 0 };
  struct wpp_traces t = { 0 };
  int err = 0;
  struct wpp_code *code = p->counts || !p->n_threads
                              ? NULL
                              : wpp_code_load (p, (const char *const[]){ elf, NULL }, &err, NULL);
  struct wpp_trace_builder *builder = code ? wpp_trace_builder_of_code (code, &err) : NULL;
  for (size_t s = 0; builder && s < p->threads[0].n_segments && !err; s++)
    err = p->threads[0].segments[s]->length[0] > MOST_TRACED
              ? WPP_E_TOOBIG
              : wpp_trace_builder_add (builder, p->threads[0].segments[s]);
  if (builder && !err)
    err = wpp_trace_builder_end_thread (builder);
  if (builder && !err && !wpp_trace_builder_finish_code (builder, code, true, &t))
    {
      uint32_t *seen = calloc (t.n_functions + (size_t) 1, sizeof *seen);
      if (!seen || wpp_traces_put (&traces, &t, false))
        die (name, "traces cannot be coded");
      wpp_put_u32 (&b, traces.size);
      wpp_put_bytes (&b, traces.data, traces.size);
      if (wpp_calls_put (&b, &t.threads[0], seen, false))
        die (name, "calls cannot be coded");
      write_seed ("traces", 0, b.data, b.size);
      free (seen);
    }
  wpp_traces_release (&t);
  wpp_trace_builder_free (builder);
  wpp_code_free (code);
  wpp_buffer_release (&b);
  wpp_buffer_release (&traces);
}

static void
split_profile (const char *file, const char *elf)
{
  unsigned char *bytes;
  size_t size;
  unsigned i = 0;
  int err = 0;
  struct wpp_profile *p = wpp_profile_read (file, &err, NULL);
  if (!p)
    die (file, wpp_strerror (err));
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++, i++)
      {
        const struct wpp_grammar *g = p->threads[t].segments[s];
        if (wpp_grammar_encode (g, &bytes, &size))
          die (file, "a grammar cannot be coded");
        write_seed ("grammar", i, bytes, size);
        free (bytes);
        write_plain (i, g);
        write_draft (i, g);
      }
  write_open_profile (p);
  write_raw (p);
  write_index (p, elf);
  write_traces (p, elf);
  wpp_profile_free (p);
}

/* The payload of UNIT's notes: *SIZE bytes, malloc'ed; and their RECORD [*RECORD_SIZE].  */
static unsigned char *
unit_payload (struct wpp_unit *unit, size_t *size, unsigned char **record, size_t *record_size)
{
  if (wpp_unit_encode (unit, record, record_size))
    die (name, "notes cannot be coded");
  *size = wpp_load_u64 (*record + 24);
  unsigned char *payload = malloc (*size + 1);
  if (!payload
      || ZSTD_decompress (payload, *size, *record + NOTES_HEADER, *record_size - NOTES_HEADER) != *size)
    die (name, "notes cannot be unpacked");
  return payload;
}

static void
split_notes (const char *file)
{
  struct wpp_unit **units;
  struct wpp_place place = { 0 };
  unsigned char *record;
  size_t n, size, record_size;
  if (wpp_notes_read_elf (file, NULL, &units, &n, &place))
    die (file, place.what);
  for (size_t i = 0; i < n; i++)
    {
      unsigned char *payload = unit_payload (units[i], &size, &record, &record_size);
      write_seed ("records", i, record, record_size);
      write_seed ("notes", i, payload, size);
      free (payload);
      free (record);
      wpp_unit_free (units[i]);
    }
  free (units);
}

/* Write the Ith PAYLOAD [SIZE] of a record of moves: alone, and with PROFILE.  */
static void
write_moves (size_t i, const unsigned char *payload, size_t size, const struct wpp_buffer *profile)
{
  struct wpp_buffer b = { 0 };
  write_seed ("moves", i, payload, size);
  wpp_put_u32 (&b, size);
  wpp_put_bytes (&b, payload, size);
  wpp_put_bytes (&b, profile->data, profile->size);
  write_seed ("currency", i, b.data, b.size);
  wpp_buffer_release (&b);
}

/* Write the payloads of the records of moves in FILE.  */
static void
split_moves (const char *file, const char *profile)
{
  struct wpp_buffer ran = need_file (profile);
  struct wpp_moves **moves;
  struct wpp_place place;
  size_t n;
  if (wpp_moves_read_elf (file, &moves, &n, &place))
    die (file, "has no moves");
  for (size_t i = 0; i < n; i++)
    {
      unsigned char *record;
      size_t size;
      if (wpp_moves_encode (moves[i], &record, &size))
        die (name, "moves cannot be coded");
      size_t most = wpp_load_u64 (record + WPP_MOVES_HEADER - 8);
      unsigned char *payload = malloc (most + 1);
      if (!payload || ZSTD_decompress (payload, most, record + WPP_MOVES_HEADER, size - WPP_MOVES_HEADER) != most)
        die (name, "moves cannot be unpacked");
      write_moves (i, payload, most, &ran);
      free (payload);
      free (record);
      wpp_moves_free (moves[i]);
    }
  free (moves);
  wpp_buffer_release (&ran);
}

/* ---- A file of path counts, as fuzz-raw takes it, and with the notes of its one unit, as fuzz-counts does.  */

/* Append the pieces of COUNTS, which is whole pages, to B.  */
static void
put_pieces (struct wpp_buffer *b, const struct wpp_buffer *counts)
{
  static const unsigned char zeros[FUZZ_PIECE];
  unsigned skipped = 0;
  for (size_t at = 0; at < counts->size; at += FUZZ_PIECE)
    if (memcmp (counts->data + at, zeros, FUZZ_PIECE) || at + FUZZ_PIECE == counts->size)
      {
        wpp_put_u16 (b, skipped);
        wpp_put_bytes (b, counts->data + at, FUZZ_PIECE);
        skipped = 0;
      }
    else
      skipped++;
}

static void
split_counts (const char *file, const char *elf)
{
  struct wpp_buffer counts = need_file (file), lines = { 0 }, both = { 0 };
  struct wpp_unit **units;
  struct wpp_place place = { 0 };
  unsigned char *record;
  size_t n, size, record_size;
  for (size_t at = 0; at < counts.size; at += WPP_RAW_PAGE)
    wpp_put_bytes (&lines, counts.data + at, counts.size - at < FUZZ_LINE ? counts.size - at : FUZZ_LINE);
  write_seed ("raw", 0, lines.data, lines.size);
  if (wpp_notes_read_elf (elf, NULL, &units, &n, &place))
    die (elf, place.what);
  unsigned char *payload = n == 1 ? unit_payload (units[0], &size, &record, &record_size) : NULL;
  if (!payload || size > UINT16_MAX)
    die (elf, "not one unit, or a large one");
  wpp_put_u16 (&both, size);
  wpp_put_bytes (&both, payload, size);
  put_pieces (&both, &counts);
  write_seed ("counts", 0, both.data, both.size);
  wpp_unit_free (units[0]);
  free (units);
  free (record);
  free (payload);
  wpp_buffer_release (&counts);
  wpp_buffer_release (&lines);
  wpp_buffer_release (&both);
}

/* Does FILE hold path counts?  */
static bool
counts_p (const char *file)
{
  struct wpp_buffer b = need_file (file);
  bool counts = wpp_countsfile_p (b.data, b.size);
  wpp_buffer_release (&b);
  return counts;
}

int
main (int argc, char **argv)
{
  bool moves = argc == 6 && !strcmp (argv[1], "--moves");
  if (argc != 5 && !moves)
    {
      fprintf (stderr, "usage: make-seeds DIR NAME PROFILE ELF | --moves DIR NAME ELF PROFILE\n");
      return 2;
    }
  if (moves)
    {
      dir = argv[2];
      name = argv[3];
      split_moves (argv[4], argv[5]);
      return 0;
    }
  dir = argv[1];
  name = argv[2];
  if (counts_p (argv[3]))
    {
      split_counts (argv[3], argv[4]);
      return 0;
    }
  write_file ("profile", argv[3]);
  write_file ("elf", argv[4]);
  split_profile (argv[3], argv[4]);
  split_notes (argv[4]);
  return 0;
}
