/* make-seeds DIR NAME PROFILE ELF: seeds for the fuzz targets, in DIR/TARGET/NAME…, from a profile
   and a file with notes: their parts as they are read, one after the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "bytes.h"
#include "codec.h"
#include "notes.h"
#include "plainform.h"
#include "profile.h"

#define NOTES_HEADER 32

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

static void
write_file (const char *target, const char *from)
{
  struct wpp_buffer b = { 0 };
  unsigned char piece[65536];
  size_t n;
  FILE *f = fopen (from, "rb");
  if (!f)
    die (from, "cannot be read");
  while ((n = fread (piece, 1, sizeof piece, f)) > 0)
    wpp_put_bytes (&b, piece, n);
  fclose (f);
  write_seed (target, 0, b.data, b.size);
  wpp_buffer_release (&b);
}

/* A leb, unpacked size, then what zstd packed.  */
static void
write_plain (unsigned i, const struct wpp_grammar *g)
{
  struct wpp_buffer b = { 0 };
  if (wpp_plain_encode (g, &b))
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

static void
split_profile (const char *file)
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
      }
  wpp_profile_free (p);
}

static void
split_notes (const char *file)
{
  struct wpp_unit **units;
  struct wpp_place place = { 0 };
  unsigned char *record;
  size_t n, size;
  if (wpp_notes_read_elf (file, &units, &n, &place))
    die (file, place.what);
  for (size_t i = 0; i < n; i++)
    {
      if (wpp_unit_encode (units[i], &record, &size))
        die (file, "notes cannot be coded");
      write_seed ("records", i, record, size);
      uint64_t unpacked = wpp_load_u64 (record + 24);
      unsigned char *payload = malloc (unpacked + 1);
      if (!payload
          || ZSTD_decompress (payload, unpacked, record + NOTES_HEADER, size - NOTES_HEADER)
               != unpacked)
        die (file, "notes cannot be unpacked");
      write_seed ("notes", i, payload, unpacked);
      free (payload);
      free (record);
      wpp_unit_free (units[i]);
    }
  free (units);
}

int
main (int argc, char **argv)
{
  if (argc != 5)
    {
      fprintf (stderr, "usage: make-seeds DIR NAME PROFILE ELF\n");
      return 2;
    }
  dir = argv[1];
  name = argv[2];
  write_file ("profile", argv[3]);
  write_file ("elf", argv[4]);
  split_profile (argv[3]);
  split_notes (argv[4]);
  return 0;
}
