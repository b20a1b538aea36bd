/* Notes: there and back, damaged records, sections of ELF files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>
#include "activations/lines/lines.h"
#include "program/notes/notes.h"
#include "program/paths/numbering.h"
#include "unit.h"

static void
make_cfg (struct wpp_cfg *cfg, uint64_t *rng, uint32_t n)
{
  cfg->n_nodes = n;
  cfg->n_edges = 2 * n - 3;
  cfg->n_lines = 2 * n;
  cfg->nodes = calloc (cfg->n_nodes, sizeof *cfg->nodes);
  cfg->edges = calloc (cfg->n_edges, sizeof *cfg->edges);
  cfg->lines = calloc (cfg->n_lines, sizeof *cfg->lines);
  for (uint32_t i = 0, e = 0; i < n; i++)
    {
      cfg->nodes[i].block = unit_random (rng) % 1000;
      cfg->nodes[i].flags = i > 2 ? unit_random (rng) % 16 : 0;
      cfg->nodes[i].statements = unit_random (rng) % 9;
      cfg->nodes[i].first_line = 2 * i;
      cfg->nodes[i].n_lines = unit_random (rng) % 3;
      for (int k = 0; k < 2 && i != WPP_NODE_EXIT && e < cfg->n_edges; k++, e++)
        cfg->edges[e] = (struct wpp_edge){ i, 1 + unit_random (rng) % (n - 1), 8 * (k & 1) };
    }
  for (uint32_t i = 0; i < cfg->n_lines; i++)
    cfg->lines[i] = (struct wpp_line_ref){ i % 2, 1 + unit_random (rng) % INT32_MAX };
}

/* A unit of N functions, every third of them skipped.  */
static struct wpp_unit *
make_unit (uint64_t *rng, uint32_t n)
{
  struct wpp_unit *unit = calloc (1, sizeof *unit);
  unit->source = strdup ("prog.c");
  unit->directory = strdup ("/somewhere/else");
  unit->path_limit = 1 << 20;
  unit->n_files = 2;
  unit->files = calloc (2, sizeof *unit->files);
  unit->files[0] = strdup ("prog.c");
  unit->files[1] = strdup ("include/prog.h");
  unit->n_functions = n;
  unit->functions = calloc (n + 1, sizeof *unit->functions);
  for (uint32_t i = 0; i < n; i++)
    {
      struct wpp_function *f = &unit->functions[i];
      f->name = strdup (i % 2 ? "_ZN2ns1fEi" : "f");
      f->pretty = strdup (i % 2 ? "ns::f(int)" : "f");
      f->flags = i % 3 == 2 ? WPP_FN_SKIPPED : WPP_FN_LANDING;
      f->file = i % 2;
      f->start_line = 10 * i + 1;
      f->start_column = 5;
      f->end_line = 10 * i + 9;
      f->end_column = 1;
      f->offset = unit->n_paths;
      if (i % 3 == 2)
        {
          f->reason = strdup ("it is naked");
          continue;
        }
      make_cfg (&f->cfg, rng, 3 + unit_random (rng) % 20);
      f->checksum = wpp_cfg_checksum (&f->cfg);
      f->n_paths = unit_random (rng) % 100;
      f->exact_paths = i % 4 ? NULL : strdup ("340282366920938463463374607431768211456");
      unit->n_paths += f->n_paths;
    }
  return unit;
}

static bool
same_string_p (const char *a, const char *b)
{
  return a && b ? strcmp (a, b) == 0 : a == b;
}

static bool
same_cfg_p (const struct wpp_cfg *a, const struct wpp_cfg *b)
{
  return a->n_nodes == b->n_nodes && a->n_edges == b->n_edges && a->n_lines == b->n_lines
         && (!a->n_nodes || !memcmp (a->nodes, b->nodes, a->n_nodes * sizeof *a->nodes))
         && (!a->n_edges || !memcmp (a->edges, b->edges, a->n_edges * sizeof *a->edges))
         && (!a->n_lines || !memcmp (a->lines, b->lines, a->n_lines * sizeof *a->lines));
}

static bool
same_function_p (const struct wpp_function *a, const struct wpp_function *b)
{
  return same_string_p (a->name, b->name) && same_string_p (a->pretty, b->pretty)
         && same_string_p (a->reason, b->reason) && a->flags == b->flags && a->file == b->file
         && a->start_line == b->start_line && a->start_column == b->start_column
         && a->end_line == b->end_line && a->end_column == b->end_column
         && a->checksum == b->checksum && a->offset == b->offset && a->n_paths == b->n_paths
         && same_string_p (a->exact_paths, b->exact_paths) && same_cfg_p (&a->cfg, &b->cfg);
}

static bool
same_unit_p (const struct wpp_unit *a, const struct wpp_unit *b)
{
  bool same = a->id == b->id && same_string_p (a->source, b->source)
              && same_string_p (a->directory, b->directory) && a->path_limit == b->path_limit
              && a->n_paths == b->n_paths && a->n_files == b->n_files
              && a->n_functions == b->n_functions;
  for (uint32_t i = 0; same && i < a->n_files; i++)
    same = same_string_p (a->files[i], b->files[i]);
  for (uint32_t i = 0; same && i < a->n_functions; i++)
    same = same_function_p (&a->functions[i], &b->functions[i]);
  return same;
}

static void
test_round_trip (void)
{
  uint64_t rng = 4711;
  bool ok = true;
  for (uint32_t n = 0; n < 40 && ok; n++)
    {
      struct wpp_unit *unit = make_unit (&rng, n), *back = NULL;
      unsigned char *data, *again;
      size_t size, size_again, used = 0;
      int err;
      ok = wpp_unit_encode (unit, &data, &size) == 0;
      back = wpp_unit_decode (data, size, &used, NULL, &err, NULL);
      ok = ok && back && err == 0 && used == size && same_unit_p (unit, back);
      ok = ok && wpp_unit_encode (back, &again, &size_again) == 0 && size == size_again
           && memcmp (data, again, size) == 0;
      free (data);
      free (again);
      wpp_unit_free (unit);
      wpp_unit_free (back);
    }
  CHECK (ok, "units come back as they were, and give the same bytes again");
}

/* ---- Damage.  */

static int
decode_error (const unsigned char *data, size_t size, struct wpp_place *place)
{
  size_t used;
  int err;
  struct wpp_unit *unit = wpp_unit_decode (data, size, &used, NULL, &err, place);
  wpp_unit_free (unit);
  return err;
}

/* A record of PAYLOAD with a right id: what a forger would write.  */
static unsigned char *
forge (const unsigned char *payload, size_t size, size_t *record_size)
{
  size_t room = ZSTD_compressBound (size);
  unsigned char *record = malloc (32 + room);
  uint64_t packed = ZSTD_compress (record + 32, room, payload, size, 1);
  uint64_t head[3] = { XXH3_64bits (payload, size), packed, size };
  memcpy (record, "WPPN\1\0\0\0", 8);
  for (int i = 0; i < 24; i++)
    record[8 + i] = head[i / 8] >> (8 * (i % 8));
  *record_size = 32 + packed;
  return record;
}

static void
test_header (const unsigned char *record, size_t size)
{
  struct wpp_place place = { 0 };
  unsigned char *bad = malloc (size);
#define DAMAGED(OFFSET, VALUE)                                                                    \
  (memcpy (bad, record, size), bad[OFFSET] = (VALUE), decode_error (bad, size, &place))
  CHECK (DAMAGED (0, 'X') == WPP_E_FORMAT, "a wrong magic");
  CHECK (DAMAGED (4, WPP_NOTES_VERSION + 1) == WPP_E_VERSION && strstr (place.what, "5"), "a newer version");
  CHECK (DAMAGED (8, record[8] ^ 1) == WPP_E_CHECKSUM, "a wrong id");
  CHECK (DAMAGED (20, 1) == WPP_E_TRUNCATED, "a packed size past the end");
  CHECK (DAMAGED (31, 1) == WPP_E_TOOBIG && place.offset == 24, "a huge unpacked size");
  CHECK (DAMAGED (24, record[24] ^ 1) == WPP_E_CHECKSUM, "a wrong unpacked size");
  CHECK (DAMAGED (size - 1, record[size - 1] ^ 1) == WPP_E_CHECKSUM, "damaged contents");
  bool ok = true;
  for (size_t n = 0; n < size; n++)
    {
      unsigned char *cut = malloc (n + 1);
      memcpy (cut, record, n);
      unsigned char *exact = realloc (cut, n ? n : 1);
      ok &= decode_error (exact, n, &place) == WPP_E_TRUNCATED;
      free (exact);
    }
  CHECK (ok, "a record cut anywhere is truncated");
  free (bad);
}

/* Do what tools do with a unit, which may be any that was taken.  */
static void
use_unit (const struct wpp_unit *unit)
{
  struct wpp_counted_function *all = calloc (unit->n_functions + 1, sizeof *all);
  int err;
  for (uint32_t i = 0; i < unit->n_functions; i++)
    {
      const struct wpp_function *f = &unit->functions[i];
      all[i] = (struct wpp_counted_function){ .unit = unit, .function = f };
      if (f->flags & WPP_FN_SKIPPED)
        continue;
      struct wpp_numbering *num = wpp_numbering_new (&f->cfg, 1000, &err);
      for (uint64_t p = 0; num && p < num->n_paths && p < 100; p++)
        wpp_path_count (num, p, 1, NULL, NULL);
      wpp_numbering_free (num);
    }
  wpp_sources_free (wpp_lines_count (all, unit->n_functions, &err));
  free (all);
}

/* Change bytes of the payload at random and forge a record: any answer will do, but no crash; a
   unit that is taken must be sound.  */
static void
test_payload (const unsigned char *record, size_t size)
{
  uint64_t rng = 99;
  size_t n = 0;
  for (int i = 0; i < 8; i++)
    n |= (size_t)record[24 + i] << (8 * i);
  unsigned char *payload = malloc (n), *bad = malloc (n);
  ZSTD_decompress (payload, n, record + 32, size - 32);
  int taken = 0, refused = 0;
  bool sound = true;
  for (int i = 0; i < 30000; i++)
    {
      size_t length = i % 10 ? n : unit_random (&rng) % n, forged, used;
      int err;
      memcpy (bad, payload, n);
      for (int k = 0; k < 1 + i % 3 && length == n; k++)
        bad[unit_random (&rng) % n] = unit_random (&rng) % (i % 2 ? 256 : 3);
      unsigned char *data = forge (bad, length, &forged);
      struct wpp_unit *unit = wpp_unit_decode (data, forged, &used, NULL, &err, NULL);
      unit ? taken++ : refused++;
      sound &= unit ? err == 0 : err == WPP_E_CORRUPT;
      for (uint32_t f = 0; unit && f < unit->n_functions; f++)
        sound &= unit->functions[f].file < unit->n_files
                 && ((unit->functions[f].flags & WPP_FN_SKIPPED)
                     || wpp_cfg_check (&unit->functions[f].cfg) == 0);
      if (unit)
        use_unit (unit);
      wpp_unit_free (unit);
      free (data);
    }
  CHECK (sound && taken > 100 && refused > 10000, "forged contents: %d taken, %d refused", taken,
         refused);
  free (payload);
  free (bad);
}

/* Right bytes of a wrong unit.  */
static void
test_contents (struct wpp_unit *unit, const unsigned char *record, size_t size)
{
  unsigned char *wrong, *payload = calloc (1, 1 << 20);
  size_t n = ZSTD_decompress (payload, 1 << 20, record + 32, size - 32), wrong_size;
  unsigned char *forged = forge (payload, n + 1, &wrong_size);
  CHECK (decode_error (forged, wrong_size, NULL) == WPP_E_CORRUPT, "bytes behind the payload");
  free (forged);
  free (payload);
#define WRONG(CHANGE, BACK)                                                                       \
  (CHANGE, wpp_unit_encode (unit, &wrong, &wrong_size), BACK,                                     \
   refused = decode_error (wrong, wrong_size, NULL) == WPP_E_CORRUPT, free (wrong), refused)
  bool refused;
  struct wpp_function *f = unit->functions;
  CHECK (WRONG (f[1].checksum ^= 1, f[1].checksum ^= 1), "a checksum of another graph");
  CHECK (WRONG (f[0].file += 2, f[0].file -= 2), "a file that is none");
  CHECK (WRONG (f[1].offset--, f[1].offset++), "path ranges that overlap");
  CHECK (WRONG (unit->n_paths--, unit->n_paths++), "a path range past the unit's");
  CHECK (WRONG (f[0].cfg.lines[1].file += 2, f[0].cfg.lines[1].file -= 2), "a line of no file");
  CHECK (WRONG (f[0].cfg.edges[1].dst += 99, f[0].cfg.edges[1].dst -= 99), "an edge to no node");
  CHECK (WRONG (f[1].flags ^= WPP_FN_SKIPPED, f[1].flags ^= WPP_FN_SKIPPED),
         "a skipped function with a graph");
}

static void
test_damage (void)
{
  uint64_t rng = 5;
  unsigned char *record;
  size_t size;
  struct wpp_unit *unit = make_unit (&rng, 7);
  wpp_unit_encode (unit, &record, &size);
  test_header (record, size);
  test_payload (record, size);
  test_contents (unit, record, size);
  free (record);
  wpp_unit_free (unit);
}

/* ---- Sections.  */

static void
free_units (struct wpp_unit **units, size_t n)
{
  for (size_t i = 0; i < n; i++)
    wpp_unit_free (units[i]);
  free (units);
}

/* Records of three units, padded as linkers do.  */
static unsigned char *
make_section (size_t *size)
{
  uint64_t rng = 12;
  unsigned char *section = calloc (1, 1 << 20);
  *size = 0;
  for (uint32_t i = 0; i < 3; i++)
    {
      struct wpp_unit *unit = make_unit (&rng, 2 + i);
      unsigned char *record;
      size_t n;
      wpp_unit_encode (unit, &record, &n);
      memcpy (section + *size, record, n);
      *size = (*size + n + 7) & ~(size_t)7;
      free (record);
      wpp_unit_free (unit);
    }
  return section;
}

static void
test_section (void)
{
  size_t size, n;
  unsigned char *section = make_section (&size);
  struct wpp_unit **units;
  struct wpp_place place = { 0 };
  CHECK (wpp_notes_read (section, size, NULL, &units, &n, &place) == 0 && n == 3
           && units[2]->n_functions == 4,
         "three records with padding");
  free_units (units, n);
  CHECK (wpp_notes_read (section, size - 20, NULL, &units, &n, &place) == WPP_E_TRUNCATED && n == 0
           && place.offset > 64 && strcmp (place.section, ".wpp.notes") == 0,
         "the last of three records cut off: no units, and the place says where");
  CHECK (wpp_notes_read (section, 0, NULL, &units, &n, &place) == 0 && n == 0, "an empty section");
  free (section);
}

/* The smallest ELF file with one section NAME of SIZE bytes of DATA.  */
static void
write_elf (FILE *out, const char *name, const unsigned char *data, size_t size)
{
  unsigned char elf[64] = "\177ELF\2\1\1", headers[3 * 64] = { 0 };
  char names[32] = "\0.shstrtab\0";
  strcpy (names + 11, name);
#define PUT(AT, VALUE)                                                                            \
  for (int i = 0; i < 8; i++)                                                                     \
  (AT)[i] |= (uint64_t)(VALUE) >> (8 * i)
  PUT (elf + 16, 2 | 62 << 16 | (uint64_t)1 << 32);
  PUT (elf + 40, 64 + sizeof names + size);
  PUT (elf + 52, 64 | (uint64_t)64 << 48);
  elf[58] = 64, elf[60] = 3, elf[62] = 1;
  elf[54] = elf[55] = elf[56] = elf[57] = 0;
  PUT (headers + 64, 1 | (uint64_t)3 << 32);
  PUT (headers + 64 + 24, 64);
  PUT (headers + 64 + 32, sizeof names);
  PUT (headers + 128, 11 | (uint64_t)1 << 32);
  PUT (headers + 128 + 24, 64 + sizeof names);
  PUT (headers + 128 + 32, size);
  fwrite (elf, 1, sizeof elf, out);
  fwrite (names, 1, sizeof names, out);
  fwrite (data, 1, size, out);
  fwrite (headers, 1, sizeof headers, out);
}

static int
read_file (const char *file, size_t *n, struct wpp_place *place)
{
  struct wpp_unit **units;
  int err = wpp_notes_read_elf (file, NULL, &units, n, place);
  free_units (units, *n);
  return err;
}

static void
test_elf (void)
{
  char file[] = "test-notes-XXXXXX";
  size_t size, n;
  struct wpp_place place = { 0 };
  unsigned char *section = make_section (&size);
  FILE *out = fdopen (mkstemp (file), "w");
  write_elf (out, ".wpp.notes", section, size);
  fclose (out);
  CHECK (read_file (file, &n, &place) == 0 && n == 3, "notes of an ELF file");
  CHECK (read_file ("/dev/zero", &n, &place) == WPP_E_NOTES && strstr (place.what, "regular"),
         "a file without an end: %s", place.what);
  truncate (file, 64 + 32 + size);
  CHECK (read_file (file, &n, &place) == WPP_E_NOTES && place.what[0], "a file cut off: %s",
         place.what);
  out = fopen (file, "w");
  write_elf (out, ".wpp.other", section, size);
  fclose (out);
  CHECK (read_file (file, &n, &place) == WPP_E_NOTES && strstr (place.what, "no section"),
         "no notes: %s", place.what);
  out = fopen (file, "w");
  fprintf (out, "#!/bin/sh\n");
  fclose (out);
  CHECK (read_file (file, &n, &place) == WPP_E_NOTES && strstr (place.what, "no ELF"),
         "a script: %s", place.what);
  unlink (file);
  CHECK (read_file (file, &n, &place) == WPP_E_NOTES && strstr (place.what, "cannot open"),
         "no file: %s", place.what);
  free (section);
}

int
main (void)
{
  test_round_trip ();
  test_damage ();
  test_section ();
  test_elf ();
  return unit_done ();
}
