/* mutate-notes PROFILE ELF SEED OUT: notes that the reader takes, and yet no compiler makes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Fields of ELF's notes are replaced by what is allowed and unlikely; checksums and ids are made
   right, in the profile as well, so that everything after the reader gets to see them.
   Writes the profile OUT.wpp and the section's contents OUT.notes.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mutate.h"
#include "base/bytes.h"
#include "program/notes/notes.h"
#include "recording/profile/read.h"
#include "recording/profile/write.h"

static uint32_t
unlikely_number (void)
{
  static const uint32_t values[] = { 0, 1, 2, INT32_MAX, INT32_MAX - 1, UINT32_MAX };
  return mutate_below (2) ? values[mutate_below (sizeof values / sizeof *values)] : mutate_below (200);
}

static void
replace_string (char **s)
{
  static const char *const values[]
    = { "", "/dev/zero", "/dev/tty", "%s%n", "\033[2J", "a b\nc", "../../../etc/passwd" };
  free (*s);
  *s = strdup (values[mutate_below (sizeof values / sizeof *values)]);
}

/* ---- One field each.  */

static void
mutate_node (struct wpp_cfg *cfg)
{
  struct wpp_node *node = &cfg->nodes[mutate_below (cfg->n_nodes)];
  switch (mutate_below (3))
    {
    case 0:
      node->flags ^= 1u << mutate_below (6);
      break;
    case 1:
      node->statements = unlikely_number ();
      break;
    default:
      node->block = unlikely_number ();
    }
}

static void
mutate_edge (struct wpp_cfg *cfg)
{
  if (cfg->n_edges == 0)
    return;
  struct wpp_edge *edge = &cfg->edges[mutate_below (cfg->n_edges)];
  if (mutate_below (2))
    edge->flags ^= 1u << mutate_below (7);
  else
    edge->dst = mutate_below (cfg->n_nodes);
}

static void
mutate_line (struct wpp_cfg *cfg, const struct wpp_unit *unit)
{
  if (cfg->n_lines == 0)
    return;
  struct wpp_line_ref *line = &cfg->lines[mutate_below (cfg->n_lines)];
  if (mutate_below (4) == 0)
    line->file = mutate_below (unit->n_files);
  else
    line->line = unlikely_number ();
}

static void
mutate_function (struct wpp_function *f)
{
  switch (mutate_below (6))
    {
    case 0:
      f->start_line = unlikely_number ();
      break;
    case 1:
      f->end_line = unlikely_number ();
      break;
    case 2:
      f->flags ^= mutate_below (2) ? WPP_FN_LANDING : WPP_FN_ARTIFICIAL;
      break;
    case 3:
      f->n_paths += mutate_below (3) - 1;
      break;
    case 4:
      replace_string (mutate_below (2) ? &f->name : &f->pretty);
      break;
    default:
      replace_string (&f->exact_paths);
    }
}

static void
mutate_unit (struct wpp_unit *unit)
{
  if (mutate_below (2))
    unit->path_limit = unlikely_number ();
  else if (mutate_below (2))
    replace_string (&unit->directory);
  else
    replace_string (&unit->files[mutate_below (unit->n_files)]);
}

static void
mutate (struct wpp_unit *unit)
{
  struct wpp_function *f = &unit->functions[mutate_below (unit->n_functions)];
  uint64_t what = f->cfg.n_nodes ? mutate_below (5) : 3 + mutate_below (2);
  if (what == 0)
    mutate_node (&f->cfg);
  else if (what == 1)
    mutate_edge (&f->cfg);
  else if (what == 2)
    mutate_line (&f->cfg, unit);
  else if (what == 3)
    mutate_function (f);
  else
    mutate_unit (unit);
  if (f->cfg.n_nodes)
    f->checksum = wpp_cfg_checksum (&f->cfg);
}

/* ---- Writing.  */

static void
die (const char *file, const char *why)
{
  fprintf (stderr, "mutate-notes: %s: %s\n", file, why);
  exit (2);
}

/* Where P speaks of the unit BEFORE, it is to speak of AFTER.  */
static void
rename_unit (struct wpp_profile *p, uint64_t before, uint64_t after)
{
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      if (p->modules[m].units[u].id == before)
        p->modules[m].units[u].id = after;
}

static FILE *
open_output (const char *out, const char *suffix)
{
  char name[4096];
  snprintf (name, sizeof name, "%s%s", out, suffix);
  FILE *f = fopen (name, "wb");
  if (!f)
    die (name, "cannot be written");
  return f;
}

static void
write_notes (struct wpp_unit **units, size_t n, struct wpp_profile *p, const char *out)
{
  FILE *f = open_output (out, ".notes");
  for (size_t i = 0; i < n; i++)
    {
      unsigned char *record;
      size_t size;
      uint64_t before = units[i]->id;
      if (wpp_unit_encode (units[i], &record, &size) || fwrite (record, 1, size, f) != size)
        die (out, "notes cannot be written");
      rename_unit (p, before, units[i]->id);
      free (record);
    }
  fclose (f);
}

static int
put_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

static void
write_profile (const struct wpp_profile *p, const char *out)
{
  FILE *f = open_output (out, ".wpp");
  struct wpp_writer *w = wpp_writer_new (put_bytes, f);
  if (!w)
    die (out, wpp_strerror (WPP_E_NOMEM));
  wpp_writer_process (w, p);
  for (size_t t = 0; t < p->n_threads; t++)
    {
      wpp_writer_thread (w, p->threads[t].index, p->threads[t].n_events, p->threads[t].lost);
      for (size_t s = 0; s < p->threads[t].n_segments; s++)
        wpp_writer_grammar (w, p->threads[t].segments[s]);
    }
  if (wpp_writer_end (w) || fclose (f))
    die (out, "the profile cannot be written");
  wpp_writer_free (w);
}

int
main (int argc, char **argv)
{
  struct wpp_unit **units = NULL;
  struct wpp_place place = { 0 };
  size_t n = 0;
  int err = 0;
  if (argc != 5)
    {
      fprintf (stderr, "usage: mutate-notes PROFILE ELF SEED OUT\n");
      return 2;
    }
  struct wpp_profile *p = wpp_profile_read (argv[1], &err, NULL);
  if (!p)
    die (argv[1], wpp_strerror (err));
  if (wpp_notes_read_elf (argv[2], NULL, &units, &n, &place))
    die (argv[2], place.what);
  mutate_begin (strtoull (argv[3], NULL, 10));
  for (uint64_t i = 1 + mutate_below (6); i > 0; i--)
    mutate (units[mutate_below (n)]);
  write_notes (units, n, p, argv[4]);
  write_profile (p, argv[4]);
  for (size_t i = 0; i < n; i++)
    wpp_unit_free (units[i]);
  free (units);
  wpp_profile_free (p);
  return 0;
}
