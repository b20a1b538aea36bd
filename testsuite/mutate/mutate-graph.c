/* mutate-graph RECORDING GRAPH N [SEED [PREFIX]]: N graphs that are like GRAPH, but for some bytes before these are packed, so
   that checksums are right; with everything that is in them read.  With a PREFIX they are written as PREFIX.SEED.wpp as well.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>
#include "base/bytes.h"
#include "mutate.h"
#include "recording/opened/recording.h"
#include "values/replay/bindings.h"
#include "wet/wet.h"

#define TRAILER 32
/* Times that are looked at, evenly.  */
#define MOST_TIMES 3000

static void
die (const char *what)
{
  fprintf (stderr, "mutate-graph: %s\n", what);
  exit (2);
}

/* ---- A graph, unpacked.  */

struct graph
{
  unsigned char *file;
  size_t size, contents_at;
  struct wpp_buffer contents;
  struct page { uint64_t offset; uint32_t size, plain; uint8_t kind; } *pages;
  size_t n, rest_at;             /* where in CONTENTS what is after the pages begins */
};

static struct wpp_buffer
unpack (const unsigned char *packed, size_t size, size_t plain)
{
  struct wpp_buffer b = { 0 };
  unsigned char *to = wpp_buffer_add (&b, plain + 1);
  if (!to || ZSTD_decompress (to, plain, packed, size) != plain)
    die ("a frame does not unpack");
  b.size = plain;
  return b;
}

static void
read_graph (struct graph *g, const char *name)
{
  if (!(g->file = mutate_read_file (name, &g->size)) || g->size < 64)
    die ("no graph");
  const unsigned char *trailer = g->file + g->size - TRAILER;
  g->contents_at = wpp_load_u64 (trailer);
  g->contents = unpack (g->file + g->contents_at, wpp_load_u64 (trailer + 8), wpp_load_u64 (trailer + 16));
  struct wpp_reader r = wpp_reader_of (g->contents.data, g->contents.size);
  g->n = wpp_read_count (&r, 11);
  g->pages = calloc (g->n + 1, sizeof *g->pages);
  for (size_t i = 0; i < g->n; i++)
    {
      g->pages[i].offset = wpp_read_u64 (&r);
      g->pages[i].size = wpp_read_leb32 (&r);
      g->pages[i].plain = wpp_read_leb32 (&r);
      g->pages[i].kind = wpp_read_u8 (&r);
    }
  g->rest_at = g->contents.size - wpp_reader_left (&r);
}

/* ---- Mutants.  */

static void
mutate (struct wpp_buffer *b)
{
  static const uint8_t likely[] = { 0, 1, 2, 0x7f, 0x80, 0xff };
  for (uint64_t n = 1 + mutate_below (4); n-- && b->size;)
    {
      size_t at = mutate_below (b->size);
      switch (mutate_below (5))
        {
        case 0: b->data[at] ^= 1u << mutate_below (8); break;
        case 1: b->data[at] = likely[mutate_below (sizeof likely)]; break;
        case 2: b->data[at] = mutate_below (256); break;
        case 3: memmove (b->data + at, b->data + at + 1, --b->size - at); break;
        default: b->data[at] += mutate_below (2) ? 1 : -1; break;
        }
    }
}

static void
put_frame (struct wpp_buffer *to, const struct wpp_buffer *plain)
{
  ZSTD_CCtx *c = ZSTD_createCCtx ();
  size_t most = ZSTD_compressBound (plain->size), before = to->size;
  unsigned char *at = wpp_buffer_add (to, most);
  ZSTD_CCtx_setParameter (c, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter (c, ZSTD_c_compressionLevel, 1);
  to->size = before + ZSTD_compress2 (c, at, most, plain->data, plain->size);
  ZSTD_freeCCtx (c);
}

/* A copy of G with other bytes in a page, or in the contents, or in both.  */
static struct wpp_buffer
mutant (const struct graph *g)
{
  struct wpp_buffer b = { 0 }, contents = { 0 };
  bool pages = g->n && mutate_below (4);
  size_t changed = pages ? mutate_below (g->n) : g->n;
  wpp_put_bytes (&b, g->file, g->contents_at);
  wpp_put_leb (&contents, g->n);
  for (size_t i = 0; i < g->n; i++)
    {
      struct page p = g->pages[i];
      if (i == changed)
        {
          struct wpp_buffer plain = unpack (g->file + p.offset, p.size, p.plain);
          mutate (&plain);
          p.offset = b.size;
          put_frame (&b, &plain);
          p.size = b.size - p.offset;
          p.plain = plain.size;
          wpp_buffer_release (&plain);
        }
      wpp_put_u64 (&contents, p.offset);
      wpp_put_leb (&contents, p.size);
      wpp_put_leb (&contents, p.plain);
      wpp_put_u8 (&contents, p.kind);
    }
  wpp_put_bytes (&contents, g->contents.data + g->rest_at, g->contents.size - g->rest_at);
  if (!pages)
    mutate (&contents);
  uint64_t at = b.size;
  put_frame (&b, &contents);
  wpp_put_u64 (&b, at);
  wpp_put_u64 (&b, b.size - 8 - at);
  wpp_put_u64 (&b, contents.size);
  wpp_put_bytes (&b, g->file + g->size - 8, 8);
  wpp_buffer_release (&contents);
  return b;
}

/* ---- Reading.  */

static int
value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  return 0;
}

static int
memory (void *data, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n, bool surprised)
{
  return 0;
}

/* Read all of what is executed at TIME; return whether that went well.  */
static bool
read_time (struct wpp_wet_thread_graph *t, uint64_t time)
{
  const struct wpp_value_watch watch = { .value = value, .memory = memory };
  struct wpp_wet_instance i;
  uint64_t back, distance;
  uint32_t n = 0;
  bool regular, surprised;
  int err = wpp_wet_at (t, time, &i);
  if (err || i.node == WPP_NONE)
    return !err;
  if (!wpp_wet_time_of (t, i, &back) && back != time)
    die ("an instance has another time");
  err |= wpp_wet_before (t, i, &distance);
  err |= wpp_wet_surprised (t, i, &surprised);
  err |= wpp_wet_tell (t, i, &watch, &regular);
  const struct wpp_memory_access *a = wpp_wet_accesses (t, i.node, &n, &(int){ 0 });
  for (uint32_t k = 0; a && k < n; k++)
    {
      struct wpp_wet_runs r;
      struct wpp_wet_source s;
      err |= wpp_wet_runs_of (t, i, k, &r);
      for (uint32_t j = 0; j < r.n; j++)
        err |= wpp_wet_run_at (t, &r, j, &s);
    }
  return !err;
}

/* Read all of X; return whether that went well.  */
static bool
read_all (struct wpp_wet *x, const struct wpp_profile *p)
{
  bool good = true;
  for (size_t i = 0; i < p->n_threads; i++)
    {
      struct wpp_wet_thread_graph *t = wpp_wet_thread_of (x, p->threads[i].index);
      uint64_t n = t ? wpp_wet_events (t) : 0, step = n / MOST_TIMES + 1;
      for (uint64_t time = 0; time < n; time += step)
        good &= read_time (t, time);
    }
  return good;
}

/* Read the graph B of P; return 2 if it opens and all of it is read, 1 if it opens.  */
static int
read_mutant (const struct wpp_buffer *b, struct wpp_bindings *bindings, const struct wpp_profile *p)
{
  int err, fd = memfd_create ("graph", MFD_CLOEXEC), found = 0;
  if (fd < 0 || write (fd, b->data, b->size) != (ssize_t)b->size)
    die ("no memory for a file");
  struct wpp_wet *x = wpp_wet_open (fd, bindings, p, &err);
  if (x)
    found = 1 + read_all (x, p);
  wpp_wet_free (x);
  close (fd);
  return found;
}

int
main (int argc, char **argv)
{
  struct wpp_place place = { "", 0, "" };
  struct graph g = { 0 };
  const char *bad;
  int err;
  uint64_t found[3] = { 0 };
  if (argc < 4 || argc > 6)
    die ("RECORDING GRAPH N [SEED [PREFIX]]");
  const char *const files[] = { argv[1] };
  const struct wpp_recording_request request = { .files = files, .n_files = 1 };
  struct wpp_recording *r = wpp_recording_open (&request, &bad, &err, &place);
  if (!r || wpp_recording_need (r, WPP_HAS_ORDER | WPP_HAS_VALUES, &bad, &place))
    die ("no recording with values");
  struct wpp_code *code = wpp_recording_code (r, &err, &place);
  struct wpp_bindings *b = code ? wpp_bindings_new (code, &err, &place) : NULL;
  if (!b)
    die ("the program is not known");
  read_graph (&g, argv[2]);
  uint64_t first = argc > 4 ? strtoull (argv[4], NULL, 0) : 1, n = strtoull (argv[3], NULL, 0);
  for (uint64_t seed = first; seed < first + n; seed++)
    {
      mutate_begin (seed);
      struct wpp_buffer m = mutant (&g);
      if (argc > 5 && !mutate_write_file (argv[5], seed, m.data, m.size))
        die ("cannot write");
      found[read_mutant (&m, b, wpp_recording_profile (r))]++;
      wpp_buffer_release (&m);
    }
  printf ("%llu mutants: %llu do not open, %llu are damaged, %llu are read whole\n", (unsigned long long)n,
          (unsigned long long)found[0], (unsigned long long)found[1], (unsigned long long)found[2]);
  wpp_bindings_free (b);
  wpp_recording_free (r);
  free (g.file);
  free (g.pages);
  wpp_buffer_release (&g.contents);
  return 0;
}
