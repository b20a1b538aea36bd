/* Unit tests that reading costs no more than files are long for: grammars of which a few bytes stand for many
   symbols, and counts of many units and threads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "grammar/coding/codec.h"
#include "format/counts-file.h"
#include "format/event.h"
#include "recording/profile/read.h"
#include "recording/profile/write.h"
#include "make-grammar.h"
#include "unit.h"

#define N (1u << 18)     /* paths, each taken once, in the order of their numbers */
#define MOST_SECONDS 4   /* of CPU a MB, of which three are slack */
#define MOST_BYTES 100   /* a byte of file */

static struct wpp_unit_ref unit = { .id = 1, .base = WPP_EVENT_FIRST_PATH, .n_paths = N };
static struct wpp_module module = { .path = "/m", .n_units = 1, .units = &unit };

/* A grammar of N terminals, and no rule but S.  */
static struct wpp_grammar *
make_grammar (void)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  g->n_rules = 1;
  g->n_terminals = N;
  g->terminals = malloc (N * sizeof *g->terminals);
  g->symbols = malloc (N * sizeof *g->symbols);
  g->start = calloc (2, sizeof *g->start);
  for (uint32_t i = 0; i < N; i++)
    {
      g->terminals[i] = WPP_EVENT_FIRST_PATH + i;
      g->symbols[i] = i;
    }
  g->start[1] = N;
  CHECK_QUIET (!wpp_grammar_finish (g), "a grammar of %u symbols", N);
  return g;
}

/* Write all but the end of a profile with CODED [SIZE], of LENGTH events, so many TIMES to B.  */
static struct wpp_writer *
begin_profile (struct wpp_buffer *b, const unsigned char *coded, size_t size, uint64_t length, unsigned times)
{
  struct wpp_profile run = { .program = "/p", .options = "", .n_modules = 1, .modules = &module };
  struct wpp_writer *w = wpp_writer_into (b);
  int err = wpp_writer_process (w, &run);
  err |= wpp_writer_thread (w, 0, times * length, 0);
  for (unsigned i = 0; i < times; i++)
    err |= wpp_writer_coded (w, coded, size);
  CHECK_QUIET (!err, "writing");
  return w;
}

/* End the file B of N_SECTIONS as no writer would.  */
static void
end_short (struct wpp_buffer *b, unsigned n_sections)
{
  struct wpp_buffer end = { 0 };
  unsigned char header[24] = "END ";
  wpp_put_leb (&end, n_sections);
  wpp_put_leb (&end, b->size);
  wpp_store_u64 (header + 8, end.size);
  wpp_store_u64 (header + 16, XXH3_64bits_withSeed (end.data, end.size, wpp_load_u64 (header)));
  wpp_put_bytes (b, header, sizeof header);
  wpp_put_bytes (b, end.data, end.size);
  while (b->size % 8)
    wpp_put_u8 (b, 0);
  wpp_buffer_release (&end);
}

static size_t
used (void)
{
  struct mallinfo2 all = mallinfo2 ();
  return all.uordblks + all.hblkhd;
}

/* B is read, of so many SEGMENTS, as its bytes allow.  */
static void
check_read (const struct wpp_buffer *b, unsigned segments)
{
  int err = 0;
  size_t before = used ();
  clock_t begun = clock ();
  struct wpp_profile *p = wpp_profile_parse (b->data, b->size, &err, NULL);
  double seconds = (double)(clock () - begun) / CLOCKS_PER_SEC;
  double free = (double)WPP_WORK_FREE / WPP_WORK_A_BYTE;
  CHECK (p && p->threads[0].n_segments == segments && used () - before < MOST_BYTES * (b->size + free),
         "%zu bytes are read, and take %zu", b->size, used () - before);
  CHECK (seconds < MOST_SECONDS * (b->size + free) / 1e6, "%u segments: in %.2f seconds", segments, seconds);
  wpp_profile_free (p);
}

/* What the writer makes of more than is free is read, as its bytes allow.  */
static void
test_long (const unsigned char *coded, size_t size, unsigned times)
{
  struct wpp_buffer b = { 0 };
  struct wpp_writer *w = begin_profile (&b, coded, size, N, times);
  int err = wpp_writer_end (w);
  wpp_writer_free (w);
  uint64_t work = times * wpp_grammar_work (coded, size), more = work > WPP_WORK_FREE ? work - WPP_WORK_FREE : 0;
  bool padded = memmem (b.data, b.size, "PAD ", 4);
  CHECK (!err && b.size * WPP_WORK_A_BYTE >= more && padded == (times * (uint64_t)size * WPP_WORK_A_BYTE < more),
         "%u symbols are a file of %zu bytes", times * N, b.size);
  check_read (&b, times);
  wpp_buffer_release (&b);
}

/* What no writer writes is refused, before any of it is decoded.  */
static void
test_short (const unsigned char *coded, size_t size, unsigned times)
{
  struct wpp_buffer b = { 0 };
  struct wpp_place place = { .what = "" };
  wpp_writer_free (begin_profile (&b, coded, size, N, times));
  end_short (&b, 3 + times);
  int err = 0;
  clock_t begun = clock ();
  struct wpp_profile *p = wpp_profile_parse (b.data, b.size, &err, &place);
  double seconds = (double)(clock () - begun) / CLOCKS_PER_SEC;
  CHECK (!p && err == WPP_E_TOOBIG && seconds < 0.1 * MOST_SECONDS, "%u segments in %zu bytes: %s", times, b.size,
         place.what);
  wpp_profile_free (p);
  wpp_buffer_release (&b);
}

/* ---- A file of counts: a module of many units without paths, and many blocks of its one counter.  */

#define N_UNITS 800000u
#define N_BLOCKS 3000u
#define PAGE WPP_COUNTS_PAGE

static struct wpp_counts_block *
put_block (unsigned char *file, size_t at, uint32_t tag, size_t bytes)
{
  struct wpp_counts_block *b = (struct wpp_counts_block *)(file + at);
  *b = (struct wpp_counts_block){ .tag = tag, .bytes = bytes, .module = WPP_COUNTS_HEADER_BYTES, .offset = at };
  return b;
}

static size_t
make_counts (unsigned char *file)
{
  struct wpp_counts_header *h = (struct wpp_counts_header *)file;
  size_t at = WPP_COUNTS_HEADER_BYTES;
  size_t bytes = (N_UNITS * sizeof (struct wpp_unit_record) / PAGE + 2) * PAGE;
  memcpy (h->magic, WPP_COUNTS_MAGIC, 8);
  h->version = WPP_COUNTS_VERSION;
  strcpy (h->program, "/p");
  struct wpp_module_record *r = (struct wpp_module_record *)(put_block (file, at, WPP_BLOCK_MODULE, bytes) + 1);
  struct wpp_unit_record *units = (struct wpp_unit_record *)(r + 1);
  *r = (struct wpp_module_record){ .n_units = N_UNITS, .path_size = 3 };
  for (uint32_t i = 0; i < N_UNITS; i++)
    units[i] = (struct wpp_unit_record){ .id = i + 1, .n_paths = i == 0 };
  strcpy ((char *)(units + N_UNITS), "/m");
  at += bytes;
  for (unsigned i = 0; i < N_BLOCKS; i++, at += PAGE)
    *(uint64_t *)(put_block (file, at, WPP_BLOCK_COUNTS, PAGE) + 1) = 2;
  return at;
}

static void
test_counts (void)
{
  int err = 0;
  unsigned char *file = aligned_alloc (PAGE, 2 * N_BLOCKS * PAGE + 2 * N_UNITS * sizeof (struct wpp_unit_record));
  memset (file, 0, 2 * N_BLOCKS * PAGE + 2 * N_UNITS * sizeof (struct wpp_unit_record));
  size_t size = make_counts (file);
  clock_t begun = clock ();
  struct wpp_profile *p = wpp_profile_parse (file, size, &err, NULL);
  double seconds = (double)(clock () - begun) / CLOCKS_PER_SEC;
  CHECK (p && p->threads[0].n_events == 2 * N_BLOCKS && seconds < 1, "%u units, %u blocks of counters: in %.2f seconds",
         N_UNITS, N_BLOCKS, seconds);
  wpp_profile_free (p);
  free (file);
}

int
main (void)
{
  unsigned char *coded = NULL, *plain = NULL;
  size_t size = 0, plain_size = 0;
  struct wpp_grammar *g = make_grammar ();
  int err = wpp_grammar_encode (g, &coded, &size);
  CHECK (!err && wpp_grammar_work (coded, size) >= N && N / size > 16, "%u symbols in %zu bytes", N, size);
  test_long (coded, size, 1);
  test_long (coded, size, 6);
  test_short (coded, size, 8);
  test_short (coded, size, 1000);
  err = wpp_grammar_encode_fast (g, false, &plain, &plain_size);
  CHECK (!err && wpp_grammar_work (plain, plain_size) >= N, "%u symbols in %zu bytes, plainly", N, plain_size);
  test_long (plain, plain_size, 6);
  CHECK (wpp_grammar_work (coded, 3) == 0 && wpp_grammar_work (coded, 0) == 0, "no work for what is no grammar");
  test_counts ();
  free (coded);
  free (plain);
  wpp_grammar_free (g);
  return unit_done ();
}
