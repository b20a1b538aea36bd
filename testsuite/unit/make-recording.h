/* A recording whose program was made by hand, and its run, too:

     1  int f (int *p) { int x;
     2    for (x = 0; x < 5; x++)
     3      *p = x + *p;
     4    return x; }

   It was called several times: each time but the last one the loop went round five times, and then not at all (the
   bound is not looked at).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_MAKE_RECORDING_H
#define WPP_TESTSUITE_UNIT_MAKE_RECORDING_H

#include <stdio.h>
#include "answers/rows.h"
#include "format/event.h"
#include "make-grammar.h"
#include "make-program.h"
#include "program/paths/numbering.h"
#include "recording/opened/recording.h"
#include "recording/profile/write.h"
#include "unit.h"

#define BASE WPP_EVENT_FIRST_PATH
#define MOST_LONGER 4

/* ---- The recording.  */

/* The event of the path of NUM whose nodes are NODES [N].  */
static uint32_t
event_of (const struct wpp_numbering *num, const uint32_t *nodes, uint32_t n)
{
  struct wpp_path path = { 0 };
  uint64_t i = 0;
  bool found = false;
  for (; i < num->n_paths && !found; i++)
    found = !wpp_path_decode (num, i, &path) && path.n_nodes == n && !memcmp (path.nodes, nodes, n * sizeof *nodes);
  wpp_path_release (&path);
  CHECK_QUIET (found, "a path of %u nodes", n);
  return BASE + i - 1;
}

/* Set EVENTS to those of LONGER activations with five iterations and one without any; return how many there are.  */
static size_t
make_events (const struct wpp_cfg *cfg, int longer, uint32_t *events)
{
  static const uint32_t first[] = { 0, 3, 2 }, again[] = { 3, 2 }, last[] = { 3, 4 }, only[] = { 0, 3, 4 };
  int err;
  size_t n = 0;
  struct wpp_numbering *num = wpp_numbering_new (cfg, 100, &err);
  for (int activation = 0; activation < longer; activation++)
    {
      events[n++] = event_of (num, first, 3);
      for (int i = 0; i < 4; i++)
        events[n++] = event_of (num, again, 2);
      events[n++] = event_of (num, last, 2);
    }
  events[n++] = event_of (num, only, 3);
  wpp_numbering_free (num);
  return n;
}

/* Let CFG's nodes have lines of the source.  */
static void
set_lines (struct wpp_cfg *cfg)
{
  static const struct wpp_line_ref lines[] = { { 0, 3 }, { 0, 2 }, { 0, 4 } };
  free (cfg->lines);
  cfg->n_lines = 3;
  cfg->lines = COPY (lines);
  for (uint32_t v = 2; v < 5; v++)
    {
      cfg->nodes[v].first_line = v - 2;
      cfg->nodes[v].n_lines = 1;
    }
}

/* The notes of the program: a record of *SIZE bytes.  */
static unsigned char *
make_notes (struct wpp_unit *unit, size_t *size)
{
  static const uint32_t lines[] = { 3, 3, 3, 2, 2, 4 };
  unsigned char *record = NULL;
  struct wpp_program *p = make_program ();
  for (uint32_t i = 0; i < p->bodies[0].n_statements; i++)
    p->bodies[0].statements[i].line = lines[i];
  unit->n_paths = unit->functions[0].n_paths = unit->functions[1].offset = 4;
  unit->functions[0].end_line = 4;
  bool made = !wpp_unit_encode (unit, &record, size)
              && !wpp_program_encode (p, unit, &unit->program, &unit->program_size);
  CHECK_QUIET (made, "notes are made");
  /* Statements come after the record of their unit.  */
  record = realloc (record, *size + unit->program_size);
  memcpy (record + *size, unit->program, unit->program_size);
  *size += unit->program_size;
  wpp_program_free (p);
  return record;
}

static int
write_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

/* Write the recording, of LONGER activations and another one; it has VALUES, of which none is stored.  */
static int
write_recording (const char *file, int longer, bool values)
{
  uint32_t events[6 * MOST_LONGER + 1];
  struct wpp_unit *unit = make_unit ();
  set_lines (&unit->functions[0].cfg);
  struct wpp_profile p = { .program = (char *)"/nowhere/program", .options = (char *)"", .n_modules = 1 };
  p.notes = make_notes (unit, &p.notes_size);
  struct wpp_unit_ref ref = { .id = unit->id, .base = BASE, .n_paths = 4, .has_values = values };
  p.modules = &(struct wpp_module){ .path = (char *)"/nowhere/program", .n_units = 1, .units = &ref };
  size_t n = make_events (&unit->functions[0].cfg, longer, events);
  struct wpp_grammar *g = grammar_of (events, n);
  FILE *out = fopen (file, "w");
  struct wpp_writer *w = wpp_writer_new (write_bytes, out);
  int err = wpp_writer_process (w, &p);
  if (!err)
    err = wpp_writer_notes (w, &p);
  if (!err)
    err = wpp_writer_thread (w, 0, n, 0);
  if (!err)
    err = wpp_writer_grammar (w, g);
  if (!err)
    err = wpp_writer_end (w);
  wpp_writer_free (w);
  fclose (out);
  wpp_grammar_free (g);
  free (p.notes);
  wpp_unit_free (unit);
  return err;
}

static struct wpp_recording *
open_recording (const char *const *file, unsigned needs)
{
  const struct wpp_recording_request request = { .files = file, .n_files = 1, .needs = needs };
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  int err;
  struct wpp_recording *r = wpp_recording_open (&request, &bad, &err, &place);
  CHECK_QUIET (r, "the recording is opened: %s %s", wpp_strerror (err), place.what);
  return r;
}

/* ---- Sinks.  */

/* Shows heads and rows to CHECK, with their number: 0 is the head's.  */
struct checking
{
  struct wpp_row_sink sink;
  void (*check) (unsigned number, const void *row);
  unsigned n;
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct checking *c = (struct checking *)sink;
  c->n = 0;
  c->check (0, head);
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct checking *c = (struct checking *)sink;
  c->check (++c->n, data);
  return 0;
}

static int
end (struct wpp_row_sink *sink)
{
  return 0;
}

static struct wpp_row_sink *
check_with (void (*check) (unsigned number, const void *row))
{
  static struct checking c;
  c = (struct checking){ { begin, row, end }, check, 0 };
  return &c.sink;
}

/* Element I of LIST, in ROW.  */
static void
get (const struct wpp_row_list *list, size_t i, void *row)
{
  CHECK_QUIET (i < list->n && !list->get (list->data, i, row), "element %zu of a list", i);
}

#endif /* WPP_TESTSUITE_UNIT_MAKE_RECORDING_H */
