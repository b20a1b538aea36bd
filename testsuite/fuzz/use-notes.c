/* All that the library does with notes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "base/bytes.h"
#include "base/error.h"
#include "fuzz.h"
#include "activations/lines/lines.h"
#include "program/paths/numbering.h"
#include "program/statements/record.h"
#include "program/statements/write.h"
#include "recording/profile/code.h"
#include "values/replay/run.h"
#include "use-notes.h"

/* Paths of a function that are looked at.  */
#define MOST_PATHS 32u

/* Count path NUMBER, decoded and encoded again.  */
static void
use_path (const struct wpp_numbering *num, uint64_t number, struct wpp_path *path,
          struct wpp_counted_function *counted)
{
  uint64_t again = UINT64_MAX;
  uint64_t *nodes = (uint64_t *)counted->node_counts, *edges = (uint64_t *)counted->edge_counts;
  FUZZ_ASSERT (wpp_path_decode (num, number, path) == 0);
  bool exits = path->end_edge == WPP_NO_EDGE;
  uint32_t n = path->n_nodes;
  if (!exits)
    path->edges[n - 1] = path->end_edge;
  FUZZ_ASSERT (wpp_path_encode (num, path->start, path->edges, n, &again) == 0 && again == number);
  FUZZ_ASSERT (wpp_path_leaves (num, number) == exits);
  FUZZ_ASSERT (wpp_path_count (num, number, number % 3 ? number : UINT64_MAX, nodes, edges) == 0);
}

static void
use_function (const struct wpp_unit *unit, const struct wpp_function *f,
              struct wpp_counted_function *counted)
{
  int err = 0;
  struct wpp_path path = { 0 };
  *counted = (struct wpp_counted_function){ .unit = unit, .function = f };
  if (f->flags & WPP_FN_SKIPPED)
    return;
  struct wpp_numbering *num = wpp_numbering_new (&f->cfg, unit->path_limit, &err);
  FUZZ_ASSERT (num || err == WPP_E_CORRUPT || err == WPP_E_TOOBIG || err == WPP_E_RANGE);
  if (!num)
    return;
  counted->node_counts = calloc (f->cfg.n_nodes + (size_t)1, sizeof (uint64_t));
  counted->edge_counts = calloc (f->cfg.n_edges + (size_t)1, sizeof (uint64_t));
  uint64_t n = num->n_paths < MOST_PATHS ? num->n_paths : MOST_PATHS;
  for (uint64_t i = 0; i < n; i++)
    use_path (num, num->n_paths - 1 - i, &path, counted);
  wpp_path_release (&path);
  wpp_numbering_free (num);
}

void
fuzz_use_unit (const struct wpp_unit *unit)
{
  int err = 0;
  struct wpp_counted_function *counted = calloc (unit->n_functions + (size_t)1, sizeof *counted);
  if (!counted)
    return;
  for (uint32_t i = 0; i < unit->n_functions; i++)
    use_function (unit, &unit->functions[i], &counted[i]);
  struct wpp_sources *s = wpp_lines_count (counted, unit->n_functions, &err);
  FUZZ_ASSERT (s || err == WPP_E_TOOBIG);
  wpp_sources_free (s);
  for (uint32_t i = 0; i < unit->n_functions; i++)
    {
      free ((uint64_t *)counted[i].node_counts);
      free ((uint64_t *)counted[i].edge_counts);
    }
  free (counted);
}

/* Where the checksum of a record of statements is, and what it is of.  */
#define PROGRAM_CHECKSUM WPP_NOTES_HEADER
#define PROGRAM_REST (WPP_NOTES_HEADER + 4)

/* Write all statements of B to OUT, and ask what the oracle said.  */
static void
use_body (FILE *out, const struct wpp_body *b, const struct wpp_cfg *cfg)
{
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      wpp_write_statement (out, b, &b->statements[i]);
      if (b->n_references)
        {
          wpp_statement_may_clobber_p (b, &b->statements[i], i % b->n_references);
          wpp_statement_may_use_p (b, &b->statements[i], i % b->n_references);
          wpp_references_must_alias_p (b, 0, i % b->n_references);
        }
      if (b->n_operands)
        wpp_operands_equal_p (b, 0, i % b->n_operands);
    }
  for (uint32_t i = 0; i < b->n_phis && i < 100; i++)
    wpp_write_phi (out, b, i, cfg);
}

/* ---- Replay.  */

/* Paths that are run of each body, and slots of an activation that anybody waits for.  */
#define PATHS_RUN 6
#define MOST_SLOTS (UINT32_C (1) << 18)

/* Run path NUMBER in an activation with the slots SLOTS.  */
static void
run_path (const struct wpp_micro_layout *l, const struct wpp_numbering *num, uint64_t number, struct wpp_table *table,
          struct wpp_word *slots)
{
  static const struct wpp_value_record none = { .id = WPP_NO_RECORD };
  struct wpp_micro_run run
    = { .table = table, .record = &none, .slots = slots, .kept = (unsigned char *)(slots + l->n_slots), .layout = l };
  int err;
  struct wpp_micro_code *code = wpp_compile_path (l, num, number, &err);
  FUZZ_ASSERT (code || err < 0);
  if (code && !wpp_micro_run (&run, code, 0))
    wpp_micro_run (&run, code, code->second);
  wpp_micro_code_free (code);
}

/* Run some paths of B, a body of F of UNIT, as replay does; first nothing is known, then what comes of that.  */
static void
replay_body (const struct wpp_body *b, const struct wpp_function *f, const struct wpp_unit *unit)
{
  int err = 0;
  struct wpp_micro_layout *l = b->n_nodes ? wpp_micro_layout_new (b, &f->cfg) : NULL;
  struct wpp_numbering *num = l ? wpp_function_numbering (&f->cfg, f->flags, unit->path_limit, &err) : NULL;
  struct wpp_table table = { 0 };
  size_t room = l ? l->n_slots + 2 * (size_t)l->n_kept / sizeof (struct wpp_word) + 1 : 0;
  bool small = l && l->n_slots <= MOST_SLOTS && l->n_kept <= MOST_SLOTS;
  struct wpp_word *slots = small ? calloc (room, sizeof *slots) : NULL;
  if (slots && num && !wpp_table_init (&table))
    for (uint64_t i = 0; i < PATHS_RUN && i < num->n_paths; i++)
      {
        slots[0].known = 1;
        run_path (l, num, i % 2 ? num->n_paths - 1 - i / 2 : i / 2, &table, slots);
      }
  wpp_table_release (&table);
  free (slots);
  wpp_numbering_free (num);
  wpp_micro_layout_free (l);
}

/* The statements that UNIT has, if any; their checksum is made right.  */
static void
use_program (struct wpp_unit *unit)
{
  struct wpp_place place;
  int err = 0;
  if (unit->program_size > PROGRAM_REST)
    wpp_store_u32 (unit->program + PROGRAM_CHECKSUM,
                   XXH3_64bits (unit->program + PROGRAM_REST, unit->program_size - PROGRAM_REST));
  struct wpp_program *p = wpp_program_decode (unit, &err, &place);
  FUZZ_ASSERT (p || err < 0);
  FILE *out = p ? fopen ("/dev/null", "w") : NULL;
  for (uint32_t i = 0; out && i < p->n_bodies; i++)
    use_body (out, &p->bodies[i], &unit->functions[i].cfg);
  if (out)
    fclose (out);
  for (uint32_t i = 0; p && i < p->n_bodies && i < 30; i++)
    replay_body (&p->bodies[i], &unit->functions[i], unit);
  wpp_program_free (p);
}

void
fuzz_use_units (struct wpp_unit **units, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      fuzz_use_unit (units[i]);
      if (units[i]->program)
        use_program (units[i]);
      wpp_unit_free (units[i]);
    }
  free (units);
}

struct wpp_unit *
fuzz_unit (const uint8_t *payload, size_t size)
{
  struct wpp_buffer b = { 0 };
  struct wpp_place place = { 0 };
  size_t bound = ZSTD_compressBound (size), used = 0;
  unsigned char *packed = malloc (bound);
  int err = 0;
  if (!packed)
    return NULL;
  size_t n = ZSTD_compress (packed, bound, payload, size, 1);
  wpp_put_bytes (&b, "WPPN", 4);
  wpp_put_u32 (&b, WPP_NOTES_VERSION);
  wpp_put_u64 (&b, XXH3_64bits (payload, size));
  wpp_put_u64 (&b, n);
  wpp_put_u64 (&b, size);
  wpp_put_bytes (&b, packed, n);
  struct wpp_unit *unit = wpp_unit_decode (b.data, b.size, &used, NULL, &err, &place);
  FUZZ_ASSERT (unit ? used == b.size : err < 0);
  wpp_buffer_release (&b);
  free (packed);
  return unit;
}
