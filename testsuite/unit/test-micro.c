/* Paths as micro-operations: a function that was made by hand is replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   int f (int *p) { for (x = 0; x < 5; x++) *p = x + *p; return x; } is given the address 0x1000 of a 7.  The program
   would record p, which is not 0, and the 7; all else is computed.  */

#include <stdbool.h>
#include "format/value-table.h"
#include "make-program.h"
#include "unit.h"
#include "values/replay/run.h"

static uint64_t sums[8], reads[8];
static int n_sums, n_reads, n_wrong, n_unknown;

static int
value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  if (statement == 1 && n_sums < 8)
    sums[n_sums++] = v.word;
  n_unknown += !v.known;
  return 0;
}

static int
read_at (void *data, uint32_t statement, uint64_t address, uint64_t n, bool writes)
{
  if (!writes && n == 4 && n_reads < 8)
    reads[n_reads++] = address;
  return 0;
}

static int
mismatch (void *data, enum wpp_mismatch kind, uint32_t index, struct wpp_word computed, uint64_t truth)
{
  n_wrong++;
  return 0;
}

/* The number of the path of NUM that begins at NODE (by an edge, unless it is ENTRY) and goes on to THEN.  */
static uint64_t
path_over (const struct wpp_numbering *num, uint32_t node, uint32_t then)
{
  struct wpp_path path = { 0 };
  uint64_t found = UINT64_MAX;
  for (uint64_t i = 0; i < num->n_paths; i++)
    if (!wpp_path_decode (num, i, &path))
      for (uint32_t k = 0; path.nodes[0] == node && k < path.n_nodes; k++)
        if (path.nodes[k] == then)
          found = i;
  wpp_path_release (&path);
  return found;
}

struct replayed
{
  const struct wpp_micro_layout *l;
  const struct wpp_numbering *num;
  struct wpp_micro_run run;
};

/* Run path NUMBER.  */
static int
run (struct replayed *r, uint64_t number)
{
  int err;
  struct wpp_micro_code *code = wpp_compile_path (r->l, r->num, number, &err);
  if (!code)
    return err;
  err = wpp_micro_run (&r->run, code, 0);
  if (!err)
    err = wpp_micro_run (&r->run, code, code->second);
  wpp_micro_code_free (code);
  return err;
}

int
main (void)
{
  struct wpp_unit *unit = make_unit ();
  struct wpp_program *p = make_program ();
  const struct wpp_cfg *cfg = &unit->functions[0].cfg;
  int err;
  struct wpp_numbering *num = wpp_numbering_new (cfg, 100, &err);
  struct wpp_micro_layout *l = wpp_micro_layout_new (&p->bodies[0], cfg);
  struct wpp_table table;
  static const uint8_t watched[] = { WPP_WATCH_ACCESS, WPP_WATCH_VALUE, WPP_WATCH_ACCESS, 0, 0, 0 };
  static const struct wpp_value_record records[] = { { 10, 0, 0x1000 }, { 11, 0, 7 }, { WPP_NO_RECORD, 0, 0 } };
  l->first_check = 10;
  l->watched = watched;
  struct wpp_word *slots = calloc (l->n_slots, sizeof *slots);
  struct replayed r = { l, num, { .table = &table, .record = records, .slots = slots, .layout = l,
                                  .watch = { .value = value, .access = read_at }, .mismatch = mismatch } };
  r.run.kept = (unsigned char *)slots;
  slots[0].known = 1;
  CHECK (!wpp_table_init (&table), "there is a table");
  uint64_t first = path_over (num, WPP_NODE_ENTRY, 2), again = path_over (num, 3, 2), last = path_over (num, 3, 4);
  err = run (&r, first);
  for (int i = 0; i < 4 && !err; i++)
    err = run (&r, again);
  if (!err)
    err = run (&r, last);
  static const uint64_t expected[] = { 7, 8, 10, 13, 17 };
  CHECK (!err && n_sums == 5 && !memcmp (sums, expected, sizeof expected), "sums are those of the program");
  CHECK (n_reads == 5 && reads[0] == 0x1000 && reads[4] == 0x1000, "addresses are those of the program");
  CHECK (!n_wrong && !n_unknown, "everything is known, and branches go as computed");
  CHECK (r.run.record->id == WPP_NO_RECORD, "both records were used");
  struct wpp_word result = wpp_table_get (&table, WPP_TABLE_ARGUMENT (WPP_TABLE_RESULT), 4);
  CHECK (result.known && result.word == 5, "f returns 5");
  /* The loop is left too late.  */
  err = run (&r, again);
  CHECK (!err && n_wrong == 1 && r.run.wrong && n_unknown == 1, "a branch that goes otherwise makes all unknown");
  wpp_table_release (&table);
  free (slots);
  wpp_micro_layout_free (l);
  wpp_numbering_free (num);
  wpp_program_free (p);
  wpp_unit_free (unit);
  return unit_done ();
}
