/* Decoding the notes of compilation units.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The bytes are hostile.  Sizes are compared with what is there before anything is allocated,
   every item of an array takes bytes of the payload, and the payload's size is bounded by the
   record's.  Some take many times their bytes of memory, so that is added up, too.  The order of fields is shown in
   notes-encode.c.

   Longer than 500 lines: the parts of a unit have their bounds in common.  */

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "base/array.h"
#include "base/bytes.h"
#include "base/file-names.h"
#include "program/notes/sections.h"

/* The fewest bytes that an item takes.  */
#define FUNCTION_BYTES 23
#define NODE_BYTES 5
#define EDGE_BYTES 3
#define LINE_BYTES 2
#define PLACE_BYTES 7

/* Memory that an item takes beside its place in an array: of a function its strings and arrays; of a file its name, and
   what it is printed as; of a line what is made of it when it is counted.  */
#define FUNCTION_MEMORY 200
#define FILE_MEMORY 100
#define LINE_MEMORY 12

/* What reading may take, and what became of it.  */
struct allowance
{
  uint64_t room;     /* bytes of memory that are left */
  int err;
};

int
wpp_notes_complain (struct wpp_place *place, unsigned long long offset, int err, const char *what,
                    ...)
{
  if (!place)
    return err;
  va_list ap;
  va_start (ap, what);
  vsnprintf (place->what, sizeof place->what, what, ap);
  va_end (ap);
  snprintf (place->section, sizeof place->section, "%s", WPP_NOTES_SECTION);
  place->offset = offset;
  return err;
}

/* Read a number that put_difference wrote.  */
static uint32_t
read_difference (struct wpp_reader *r, uint32_t before)
{
  uint64_t coded = wpp_read_leb (r);
  uint64_t now = coded & 1 ? before - coded / 2 - 1 : before + coded / 2;
  if (coded / 2 <= UINT32_MAX && now <= UINT32_MAX)
    return now;
  r->bad = true;
  return 0;
}

/* Read a string; an empty one means that it is absent.  */
static char *
read_optional (struct wpp_reader *r, struct allowance *a)
{
  char *s = wpp_read_string (r, &a->err);
  if (!s || *s)
    return s;
  free (s);
  return NULL;
}

static uint32_t
read_count32 (struct wpp_reader *r, size_t item_size)
{
  size_t n = wpp_read_count (r, item_size);
  if (n < UINT32_MAX)
    return n;
  r->bad = true;
  return 0;
}

/* Room for N items that take MORE bytes of memory each beside their place; for one at least, so that null always means
   failure.  */
static void *
allocate (struct wpp_reader *r, size_t n, size_t item, size_t more, struct allowance *a)
{
  if (!r->bad && n > a->room / (item + more))
    {
      a->err = WPP_E_TOOBIG;
      r->bad = true;
    }
  void *p = r->bad ? NULL : calloc (n + 1, item);
  if (!p && !r->bad)
    {
      a->err = WPP_E_NOMEM;
      r->bad = true;
    }
  a->room -= p ? n * (item + more) : 0;
  return p;
}

static void
read_nodes (struct wpp_reader *r, struct wpp_cfg *cfg)
{
  uint32_t block = 0, first_line = 0;
  for (uint32_t i = 0; i < cfg->n_nodes && !r->bad; i++)
    {
      struct wpp_node *node = &cfg->nodes[i];
      node->block = block = read_difference (r, block);
      node->flags = wpp_read_leb32 (r);
      node->statements = wpp_read_leb32 (r);
      node->first_line = read_difference (r, first_line);
      node->n_lines = wpp_read_leb32 (r);
      first_line = node->first_line + node->n_lines;
    }
}

static void
read_edges (struct wpp_reader *r, struct wpp_cfg *cfg)
{
  uint32_t src = 0;
  for (uint32_t i = 0; i < cfg->n_edges && !r->bad; i++)
    {
      struct wpp_edge *edge = &cfg->edges[i];
      edge->src = src = read_difference (r, src);
      edge->dst = read_difference (r, src);
      edge->flags = wpp_read_leb32 (r);
    }
}

static void
read_lines (struct wpp_reader *r, struct wpp_cfg *cfg, uint32_t n_files)
{
  uint32_t line = 0;
  for (uint32_t i = 0; i < cfg->n_lines && !r->bad; i++)
    {
      cfg->lines[i].file = wpp_read_leb32 (r);
      cfg->lines[i].line = line = read_difference (r, line);
      if (cfg->lines[i].file >= n_files || line == 0 || line > INT32_MAX)
        r->bad = true;
    }
}

static void
read_cfg (struct wpp_reader *r, struct wpp_cfg *cfg, uint32_t n_files, struct allowance *a)
{
  uint32_t n_nodes = read_count32 (r, NODE_BYTES);
  uint32_t n_edges = read_count32 (r, EDGE_BYTES);
  uint32_t n_lines = read_count32 (r, LINE_BYTES);
  cfg->nodes = allocate (r, n_nodes, sizeof *cfg->nodes, 0, a);
  cfg->edges = allocate (r, n_edges, sizeof *cfg->edges, 0, a);
  cfg->lines = allocate (r, n_lines, sizeof *cfg->lines, LINE_MEMORY, a);
  if (r->bad)
    return;
  cfg->n_nodes = n_nodes;
  cfg->n_edges = n_edges;
  cfg->n_lines = n_lines;
  read_nodes (r, cfg);
  read_edges (r, cfg);
  read_lines (r, cfg, n_files);
}

/* Read F's interesting paths.  Their numbers must rise.  */
static void
read_interesting (struct wpp_reader *r, struct wpp_function *f, struct allowance *a)
{
  f->interval_size = wpp_read_leb (r);
  f->size = wpp_read_leb (r);
  size_t n = wpp_read_count (r, 1);
  f->interesting = allocate (r, n, sizeof *f->interesting, 0, a);
  for (uint64_t number = 0; f->n_interesting < n && !r->bad;)
    {
      uint64_t step = wpp_read_leb (r);
      if (__builtin_add_overflow (number, step, &number) || (step == 0 && f->n_interesting > 0))
        r->bad = true;
      f->interesting[f->n_interesting++] = number;
    }
}

static void
read_function (struct wpp_reader *r, struct wpp_function *f, uint32_t n_files, struct allowance *a)
{
  f->name = wpp_read_string (r, &a->err);
  f->pretty = wpp_read_string (r, &a->err);
  f->reason = read_optional (r, a);
  f->flags = wpp_read_leb32 (r);
  f->file = wpp_read_leb32 (r);
  f->start_line = wpp_read_leb32 (r);
  f->start_column = wpp_read_leb32 (r);
  f->end_line = wpp_read_leb32 (r);
  f->end_column = wpp_read_leb32 (r);
  f->checksum = wpp_read_u64 (r);
  f->offset = wpp_read_leb (r);
  f->n_paths = wpp_read_leb (r);
  f->exact_paths = read_optional (r, a);
  if (f->flags & WPP_FN_PREFERENTIAL)
    read_interesting (r, f, a);
  read_cfg (r, &f->cfg, n_files, a);
}

/* Does each line of CFG belong to one node?  Shared lines could add up to any number.  */
static bool
own_lines_p (const struct wpp_cfg *cfg)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < cfg->n_nodes; i++)
    n += cfg->nodes[i].n_lines;
  return n <= cfg->n_lines;
}

/* Are the numbers of F's interesting paths, which rise, possible?  Those of unwound paths are after all others
   (numbering.h).  */
static bool
interesting_ok_p (const struct wpp_function *f)
{
  return f->n_interesting == 0
         || (f->n_paths > 0 && f->interesting[f->n_interesting - 1] / f->n_paths <= f->cfg.n_edges);
}

/* Is F valid?  It must begin at path BEGIN of its UNIT or later.  */
static bool
function_ok_p (const struct wpp_unit *unit, const struct wpp_function *f, uint64_t begin)
{
  if (f->file >= unit->n_files || f->offset < begin || f->offset > unit->n_paths
      || wpp_function_words (f) > unit->n_paths - f->offset || f->start_line > INT32_MAX
      || f->end_line > INT32_MAX
      || ((f->flags & WPP_FN_PREFERENTIAL) && !(f->flags & WPP_FN_TABLE)) || !interesting_ok_p (f))
    return false;
  if (f->flags & WPP_FN_SKIPPED)
    return f->n_paths == 0 && f->cfg.n_nodes == 0 && f->cfg.n_edges == 0;
  return wpp_cfg_check (&f->cfg) == WPP_OK && wpp_cfg_checksum (&f->cfg) == f->checksum
         && own_lines_p (&f->cfg);
}

static void
read_functions (struct wpp_reader *r, struct wpp_unit *unit, struct allowance *a)
{
  uint64_t begin = 0;
  uint32_t n = read_count32 (r, FUNCTION_BYTES);
  unit->functions = allocate (r, n, sizeof *unit->functions, FUNCTION_MEMORY, a);
  for (uint32_t i = 0; i < n && !r->bad; i++)
    {
      struct wpp_function *f = &unit->functions[unit->n_functions++];
      read_function (r, f, unit->n_files, a);
      if (!r->bad && !function_ok_p (unit, f, begin))
        r->bad = true;
      begin = f->offset + wpp_function_words (f);
    }
}

/* Is P, a place of UNIT, valid?  */
static bool
place_ok_p (const struct wpp_unit *unit, const struct wpp_noted_place *p)
{
  if (p->function >= unit->n_functions || p->kind == 0 || p->kind > WPP_PLACE_KINDS
      || p->node >= unit->functions[p->function].cfg.n_nodes || p->file >= unit->n_files || p->line > INT32_MAX
      || p->bits == 0 || p->bits > 64)
    return false;
  bool last = p->function + 1 == unit->n_functions;
  return wpp_place_word (unit, p) + WPP_PLACE_WORDS
         <= (last ? unit->n_paths : unit->functions[p->function + 1].offset);
}

/* Read UNIT's value places.  */
static void
read_places (struct wpp_reader *r, struct wpp_unit *unit, struct allowance *a)
{
  uint32_t n = read_count32 (r, PLACE_BYTES), function = 0, nth = 0;
  unit->places = allocate (r, n, sizeof *unit->places, 0, a);
  r->bad |= n == 0;
  for (uint32_t i = 0; i < n && !r->bad; i++)
    {
      struct wpp_noted_place *p = &unit->places[unit->n_places++];
      p->function = wpp_read_leb32 (r);
      p->nth = nth = p->function == function && i ? nth + 1 : 0;
      uint64_t kind = wpp_read_leb (r);
      p->kind = kind % 8;
      p->statement = (uint32_t) (kind / 8) - 1;
      r->bad |= kind / 8 > UINT32_MAX;
      p->node = wpp_read_leb32 (r);
      p->file = wpp_read_leb32 (r);
      p->line = wpp_read_leb32 (r);
      p->bits = wpp_read_leb32 (r);
      p->is_signed = wpp_read_leb32 (r);
      if (p->function < function || !place_ok_p (unit, p))
        r->bad = true;
      function = p->function;
    }
}

static void
read_unit (struct wpp_reader *r, struct wpp_unit *unit, struct allowance *a)
{
  unit->source = wpp_read_string (r, &a->err);
  unit->directory = wpp_read_string (r, &a->err);
  unit->path_limit = wpp_read_leb (r);
  unit->n_paths = wpp_read_leb (r);
  uint32_t n_files = read_count32 (r, 1);
  unit->files = allocate (r, n_files, sizeof *unit->files, FILE_MEMORY, a);
  while (!r->bad && unit->n_files < n_files)
    unit->files[unit->n_files++] = wpp_read_string (r, &a->err);
  read_functions (r, unit, a);
  if (!r->bad && wpp_reader_left (r) > 0)
    read_places (r, unit, a);
  if (unit->n_paths > UINT32_MAX || wpp_reader_left (r) > 0)
    r->bad = true;
}

/* Unpack the PACKED bytes at DATA to UNPACKED bytes at OUT, whose hash must be ID.  */
static int
unpack (const unsigned char *data, size_t packed, unsigned char *out, size_t unpacked, uint64_t id)
{
  size_t n = ZSTD_decompress (out, unpacked, data, packed);
  if (ZSTD_isError (n) || n != unpacked || XXH3_64bits (out, unpacked) != id)
    return WPP_E_CHECKSUM;
  return WPP_OK;
}

/* Decode the payload PAYLOAD [SIZE].  */
static struct wpp_unit *
parse (const unsigned char *payload, size_t size, struct allowance *a)
{
  struct wpp_unit *unit = calloc (1, sizeof *unit);
  struct wpp_reader r = wpp_reader_of (payload, size);
  a->err = WPP_E_CORRUPT;
  if (unit)
    read_unit (&r, unit, a);
  else
    a->err = WPP_E_NOMEM;
  if (unit && !r.bad)
    {
      a->err = WPP_OK;
      return unit;
    }
  wpp_unit_free (unit);
  return NULL;
}

struct record
{
  uint64_t id, packed, unpacked;
  bool program;                /* of a unit's statements */
  const unsigned char *data;
};

/* Find the parts of the record at DATA.  */
static int
read_frame (const unsigned char *data, size_t size, struct record *record, struct wpp_place *place)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  const unsigned char *magic = wpp_read_bytes (&r, 4);
  uint32_t version = wpp_read_u32 (&r);
  record->id = wpp_read_u64 (&r);
  record->packed = wpp_read_u64 (&r);
  record->unpacked = wpp_read_u64 (&r);
  record->program = magic && memcmp (magic, WPP_PROGRAM_MAGIC, 4) == 0;
  if (magic && !record->program && memcmp (magic, WPP_NOTES_MAGIC, 4) != 0)
    return wpp_notes_complain (place, 0, WPP_E_FORMAT, "a record does not begin with WPPN");
  if (!r.bad && version > (record->program ? WPP_PROGRAM_VERSION : WPP_NOTES_VERSION))
    return wpp_notes_complain (place, 4, WPP_E_VERSION, "notes of version %u", version);
  record->data = wpp_read_bytes (&r, record->packed);
  if (r.bad)
    return wpp_notes_complain (place, 0, WPP_E_TRUNCATED, "a record ends too early");
  return WPP_OK;
}

/* The same of a unit's record.  */
static int
read_record (const unsigned char *data, size_t size, struct record *record, struct wpp_place *place)
{
  int err = read_frame (data, size, record, place);
  if (err)
    return err;
  if (record->program)
    return wpp_notes_complain (place, 0, WPP_E_CORRUPT, "statements are not those of the unit before");
  if (record->unpacked > wpp_notes_most_unpacked (record->packed))
    return wpp_notes_complain (place, 24, WPP_E_TOOBIG, "a record claims to unpack to %llu bytes",
                               (unsigned long long)record->unpacked);
  return WPP_OK;
}

bool
wpp_notes_record (const unsigned char *data, size_t left, size_t *size)
{
  struct record record;
  if (left < WPP_NOTES_HEADER || read_frame (data, left, &record, NULL))
    return false;
  *size = WPP_NOTES_HEADER + record.packed;
  return true;
}

size_t
wpp_notes_program (const unsigned char *data, size_t left, uint64_t id)
{
  struct record record;
  if (left < WPP_NOTES_HEADER || read_frame (data, left, &record, NULL) || !record.program || record.id != id)
    return 0;
  return WPP_NOTES_HEADER + record.packed;
}

int
wpp_unit_take_program (struct wpp_unit *unit, const unsigned char *data, size_t left, size_t *used,
                       uint64_t *room)
{
  *used = wpp_notes_program (data, left, unit->id);
  if (*used > *room)
    return WPP_E_TOOBIG;
  *room -= *used;
  unit->program = *used ? malloc (*used) : NULL;
  if (*used && !unit->program)
    return WPP_E_NOMEM;
  if (*used)
    memcpy (unit->program, data, *used);
  unit->program_size = *used;
  return WPP_OK;
}

/* Unpack RECORD, which is not larger than A allows, and make a unit of it.  */
static struct wpp_unit *
decode (const struct record *record, struct allowance *a)
{
  struct wpp_unit *unit = NULL;
  unsigned char *payload = malloc (record->unpacked + 1);
  a->room -= record->unpacked;
  a->err = payload ? unpack (record->data, record->packed, payload, record->unpacked, record->id) : WPP_E_NOMEM;
  if (!a->err)
    unit = parse (payload, record->unpacked, a);
  free (payload);
  if (unit)
    unit->id = record->id;
  return unit;
}

struct wpp_unit *
wpp_unit_decode (const unsigned char *data, size_t size, size_t *used, uint64_t *room, int *err,
                 struct wpp_place *place)
{
  struct record record = { 0 };
  *err = read_record (data, size, &record, place);
  if (*err)
    return NULL;
  *used = WPP_NOTES_HEADER + record.packed;
  struct allowance a = { room ? *room : wpp_notes_most_memory (size), WPP_E_TOOBIG };
  struct wpp_unit *unit = record.unpacked <= a.room ? decode (&record, &a) : NULL;
  if (room)
    *room = a.room;
  *err = a.err;
  if (*err == WPP_E_CHECKSUM)
    wpp_notes_complain (place, WPP_NOTES_HEADER, *err, "a record's contents do not match its id");
  if (*err == WPP_E_CORRUPT)
    wpp_notes_complain (place, 0, *err, "a record's contents make no sense");
  if (*err == WPP_E_TOOBIG)
    wpp_notes_complain (place, 0, *err, "the records say too much for their size");
  return unit;
}

/* ---- Names of source files, as printed.  */

static int
name_file (struct wpp_file_name *name, const char *directory, const char *file, const char *root, bool cautious)
{
  name->path = wpp_file_complete (directory, file);
  const char *below = name->path && root ? wpp_file_below (root, name->path) : NULL;
  name->file = below ? strdup (below) : wpp_file_tidy (directory, file, cautious);
  return name->path && name->file ? WPP_OK : WPP_E_NOMEM;
}

static void
free_names (struct wpp_unit *unit)
{
  for (uint32_t i = 0; unit->names && i <= unit->n_files; i++)
    {
      free (unit->names[i].file);
      free (unit->names[i].path);
    }
  free (unit->names);
  unit->names = NULL;
}

int
wpp_unit_name_files (struct wpp_unit *unit, const char *root, bool cautious)
{
  free_names (unit);
  unit->names = calloc ((size_t)unit->n_files + 1, sizeof *unit->names);
  int err = unit->names ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; !err && i <= unit->n_files; i++)
    err = name_file (&unit->names[i], unit->directory, i < unit->n_files ? unit->files[i] : unit->source, root,
                     cautious);
  return err;
}

void
wpp_unit_free (struct wpp_unit *unit)
{
  if (!unit)
    return;
  free_names (unit);
  for (uint32_t i = 0; i < unit->n_files; i++)
    free (unit->files[i]);
  for (uint32_t i = 0; i < unit->n_functions; i++)
    {
      struct wpp_function *f = &unit->functions[i];
      free (f->name);
      free (f->pretty);
      free (f->reason);
      free (f->exact_paths);
      free (f->interesting);
      wpp_cfg_release (&f->cfg);
    }
  free (unit->program);
  free (unit->places);
  free (unit->files);
  free (unit->functions);
  free (unit->source);
  free (unit->directory);
  free (unit);
}
