/* Fuzz target: a file of path counts (countsfile.h) together with the notes of its program, and what the tool's
   commands make of both.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The input is the size of the notes' payload, u16, the payload, and the file without what is zero in it (raw.h).
   Modules are made to have the notes' unit.  Commands read it all as a merged profile, which has its notes in it.  */

#include <string.h>
#include <unistd.h>
#include "activations/counts/path-counts.h"
#include "answers/residual.h"
#include "base/bytes.h"
#include "format/counts-file.h"
#include "fuzz.h"
#include "raw.h"
#include "use-notes.h"
#include "use-tool.h"
#include "recording/profile/read.h"
#include "recording/profile/write.h"
#include "recording/profile/code.h"

/* Of a file.  */
#define MOST_BYTES (1 << 20)

/* Make the module described at BLOCK one of UNIT alone, if there is one.  */
static void
mend_module (unsigned char *block, const struct wpp_unit *unit)
{
  const struct wpp_counts_block *b = (const struct wpp_counts_block *) block;
  struct wpp_module_record *r = (struct wpp_module_record *) (block + sizeof *b);
  struct wpp_unit_record *u = (struct wpp_unit_record *) (r + 1);
  if (b->tag != WPP_BLOCK_MODULE || r->n_units != 1)
    return;
  u->id = unit->id;
  u->n_paths = (uint32_t) unit->n_paths;
}

/* The file that PIECES [SIZE] are, with modules of UNIT: *BYTES, malloc'ed, or null.  */
static unsigned char *
make_file (const uint8_t *pieces, size_t size, const struct wpp_unit *unit, size_t *bytes)
{
  size_t piece = 0, at = 0;
  unsigned char *file = calloc (1, MOST_BYTES);
  for (; file && size - at >= 2 + FUZZ_PIECE; at += 2 + FUZZ_PIECE)
    {
      size_t next = piece + (pieces[at] | pieces[at + 1] << 8);
      if (next >= MOST_BYTES / FUZZ_PIECE)
        break;
      memcpy (file + next * FUZZ_PIECE, pieces + at + 2, FUZZ_PIECE);
      piece = next + 1;
    }
  *bytes = piece * FUZZ_PIECE;
  for (size_t page = 0; file && page + WPP_COUNTS_PAGE <= *bytes; page += WPP_COUNTS_PAGE)
    mend_module (file + page, unit);
  return file;
}

/* Can all functions of CODE be numbered?  Else commands say that they cannot.  */
static bool
numbered_p (struct wpp_code *code)
{
  int err = 0;
  for (size_t i = 0; i < code->n_functions && !err; i++)
    {
      wpp_code_numbering (code, &code->functions[i], &err);
      wpp_numbering_free (
          wpp_numbering_new_across_calls (&code->functions[i].function->cfg, WPP_PATH_COUNTS_LIMIT, &err));
    }
  return !err;
}

/* Are all counts those of paths of CODE?  Else `merge' says that they are not.  */
static bool
paths_p (const struct wpp_profile *p, struct wpp_code *code)
{
  size_t n;
  uint64_t number;
  bool paths = true;
  struct wpp_event_count *counts = wpp_event_counts (p, &n);
  for (size_t i = 0; i < n; i++)
    paths &= wpp_code_find (code, counts[i].event, &number) != NULL;
  free (counts);
  return paths;
}

/* P, which has notes, as a merged profile in B.  Return whether that could be written.  */
static bool
write_merged (struct wpp_profile *p, struct wpp_buffer *b)
{
  struct wpp_merged_program program = { p->program, p->build_id, p->build_id_size, 1 };
  struct wpp_writer *w = wpp_writer_into (b);
  if (!w)
    return false;
  p->merged = (struct wpp_merged){ .n_programs = 1, .programs = &program };
  int err = wpp_writer_process (w, p);
  if (!err)
    err = wpp_writer_merged (w, p);
  for (size_t t = 0; t < p->n_threads && !err; t++)
    {
      err = wpp_writer_thread (w, p->threads[t].index, p->threads[t].n_events, p->threads[t].lost);
      for (size_t s = 0; s < p->threads[t].n_segments && !err; s++)
        err = wpp_writer_grammar (w, p->threads[t].segments[s]);
    }
  if (!err)
    err = wpp_writer_end (w);
  p->merged = (struct wpp_merged){ 0 };
  wpp_writer_free (w);
  return !err;
}

/* What is written of P is read as the same counts.  */
static void
check_counts (const struct wpp_profile *p, const struct wpp_buffer *b)
{
  int err = 0;
  size_t n, m;
  struct wpp_profile *again = wpp_profile_parse (b->data, b->size, &err, NULL);
  FUZZ_ASSERT (again && again->counts == p->counts);
  struct wpp_event_count *before = wpp_event_counts (p, &n), *after = wpp_event_counts (again, &m);
  FUZZ_ASSERT (n == m);
  for (size_t i = 0; i < n; i++)
    FUZZ_ASSERT (before[i].event == after[i].event && before[i].count == after[i].count);
  free (before);
  free (after);
  wpp_profile_free (again);
}

/* Run what reads FILE; PREFERENTIAL and PATHS: what is known of it.  */
static void
use_file (const char *file, bool preferential, bool paths)
{
  const char *const ways[][6]
    = { { "info", "--json", file }, { "paths", file }, { "paths", "--json", file, file },
        { "paths", "--coverage", file }, { "lines", file }, { "lines", "--json", file },
        { "lines", "--gcov", "--json", file }, { "select", "--cover=90%", file, file }, { "select", "--json", file },
        { "merge", "-o", "/dev/null", file, file }, { "residual", "--json", file }, { "residual", file, file } };
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if ((preferential || strcmp (*ways[i], "residual") != 0) && (paths || strcmp (*ways[i], "merge") != 0))
      fuzz_command (ways[i]);
}

/* Read the file that PIECES [SIZE] are with the notes RECORD [RECORD_SIZE] of UNIT.  */
static void
use_counts (const uint8_t *pieces, size_t size, const struct wpp_unit *unit, const unsigned char *record,
            size_t record_size)
{
  int err = 0;
  size_t bytes;
  unsigned char *file = make_file (pieces, size, unit, &bytes);
  struct wpp_profile *p = file ? wpp_profile_parse (file, bytes, &err, NULL) : NULL;
  if (p && (p->notes = malloc (record_size)))
    {
      memcpy (p->notes, record, record_size);
      p->notes_size = record_size;
    }
  struct wpp_code *code = p ? wpp_code_load (p, NULL, &err, NULL) : NULL;
  if (code && numbered_p (code))
    {
      struct wpp_buffer b = { 0 };
      char name[FUZZ_FILE];
      FUZZ_ASSERT (write_merged (p, &b));
      check_counts (p, &b);
      int fd = fuzz_file (b.data, b.size, name);
      if (fd >= 0)
        {
          use_file (name, wpp_preferential_p (code), paths_p (p, code));
          close (fd);
        }
      wpp_buffer_release (&b);
    }
  wpp_code_free (code);
  wpp_profile_free (p);
  free (file);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  size_t notes = size < 2 ? 0 : data[0] | data[1] << 8, record_size;
  unsigned char *record = NULL;
  struct wpp_unit *unit = size >= 2 && notes <= size - 2 ? fuzz_unit (data + 2, notes) : NULL;
  /* Whatever the payload looked like, the notes are such as are written.  */
  if (unit && wpp_unit_encode (unit, &record, &record_size) == 0)
    use_counts (data + 2 + notes, size - 2 - notes, unit, record, record_size);
  free (record);
  wpp_unit_free (unit);
  return 0;
}
