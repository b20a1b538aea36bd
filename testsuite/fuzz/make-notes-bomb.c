/* make-notes-bomb NAME ELF PROFILE COUNTS: the bomb NAME (notes-bombs.c) as an executable, and of that a profile and a
   file of path counts, in which each path was executed.  make-notes-bomb --list: the names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "notes-bombs.h"
#include "put-moves.h"
#include "format/counts-file.h"
#include "format/event.h"
#include "recording/profile/write.h"
#include "base/bytes.h"

#define PAGE WPP_COUNTS_PAGE
#define MOST_LISTED 30000    /* paths without counters in a file of counts, and modules in it */
#define MOST_COUNTED 250

static void
check (int good, const char *what)
{
  if (good)
    return;
  fprintf (stderr, "make-notes-bomb: %s\n", what);
  exit (1);
}

static void
write_file (const char *name, struct wpp_buffer *b)
{
  FILE *f = b->failed ? NULL : fopen (name, "wb");
  check (f && fwrite (b->data, 1, b->size, f) == b->size && fclose (f) == 0, name);
  wpp_buffer_release (b);
}

/* A program whose notes were made.  */
struct program
{
  const char *elf;
  struct wpp_buffer notes;
  uint32_t n_events, n_modules;
  struct wpp_module *modules;
  bool wide;
};

static void
add_unit (struct program *p, struct wpp_unit *unit)
{
  unsigned char *record;
  size_t size;
  struct wpp_module *m = p->modules;
  check (!wpp_unit_encode (unit, &record, &size), "the notes cannot be coded");
  wpp_put_bytes (&p->notes, record, size);
  m->units[m->n_units++] = (struct wpp_unit_ref){
    .id = unit->id, .base = WPP_EVENT_FIRST_PATH + p->n_events, .n_paths = unit->n_paths
  };
  p->n_events += unit->n_paths;
  free (record);
  wpp_unit_free (unit);
}

/* The first module has the units; others have one that is nowhere.  */
static struct program
make_program (const struct notes_bomb *b, const char *elf)
{
  uint32_t units = b->units ? b->units : 1;
  struct program p = { .elf = elf, .n_modules = b->modules ? b->modules : 1, .wide = b->wide };
  struct wpp_unit_ref *refs = calloc (units + (size_t)p.n_modules, sizeof *refs);
  p.modules = calloc (p.n_modules, sizeof *p.modules);
  check (refs && p.modules, "out of memory");
  for (uint32_t m = 0; m < p.n_modules; m++)
    p.modules[m] =
        (struct wpp_module){ .path = (char *)elf, .n_units = m > 0, .units = refs + (m ? units + m - 1 : 0) };
  for (uint32_t u = 0; u < units; u++)
    add_unit (&p, make_notes_bomb (b, u));
  for (uint32_t m = 1; m < p.n_modules; m++)
    *p.modules[m].units = (struct wpp_unit_ref){
      .id = m, .base = WPP_EVENT_FIRST_PATH + p.n_events + m, .n_paths = 1
    };
  return p;
}

/* ---- The profile.  */

/* Each of N events once, one after the other.  */
static struct wpp_grammar *
make_grammar (uint32_t n)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  check (g != NULL, "out of memory");
  g->n_rules = 1;
  g->n_terminals = n;
  g->terminals = calloc (n, sizeof *g->terminals);
  g->symbols = calloc (n, sizeof *g->symbols);
  g->start = calloc (2, sizeof *g->start);
  check (g->terminals && g->symbols && g->start, "out of memory");
  for (uint32_t i = 0; i < n; i++)
    {
      g->terminals[i] = WPP_EVENT_FIRST_PATH + i;
      g->symbols[i] = i;
    }
  g->start[1] = n;
  check (!wpp_grammar_finish (g), "no grammar");
  return g;
}

static void
put_profile (struct wpp_buffer *b, const struct program *p)
{
  struct wpp_profile run = {
    .program = (char *)p->elf, .options = "", .n_modules = p->n_modules, .modules = p->modules
  };
  struct wpp_writer *w = wpp_writer_into (b);
  struct wpp_grammar *g = make_grammar (p->n_events);
  check (w != NULL, "out of memory");
  wpp_writer_process (w, &run);
  wpp_writer_thread (w, 0, p->n_events, 0);
  wpp_writer_grammar (w, g);
  check (!wpp_writer_end (w), "the profile cannot be written");
  wpp_writer_free (w);
  wpp_grammar_free (g);
}

/* ---- The file of counts.  */

/* Append a block of PAYLOAD of the module at MODULE.  */
static void
put_block (struct wpp_buffer *b, uint32_t tag, uint64_t module, struct wpp_buffer *payload)
{
  struct wpp_counts_block block = { .tag = tag, .module = module, .offset = b->size };
  block.bytes = (sizeof block + payload->size + PAGE - 1) / PAGE * PAGE;
  wpp_put_bytes (b, &block, sizeof block);
  wpp_put_bytes (b, payload->data, payload->size);
  wpp_buffer_release (payload);
  while (b->size % PAGE)
    wpp_put_u8 (b, 0);
}

static void
put_module (struct wpp_buffer *b, const struct wpp_module *m)
{
  struct wpp_buffer payload = { 0 };
  struct wpp_module_record r = { .n_units = m->n_units, .path_size = strlen (m->path) + 1 };
  wpp_put_bytes (&payload, &r, sizeof r);
  for (size_t i = 0; i < m->n_units; i++)
    {
      struct wpp_unit_record u = { m->units[i].id, m->units[i].base - m->units[0].base, m->units[i].n_paths };
      wpp_put_bytes (&payload, &u, sizeof u);
    }
  wpp_put_bytes (&payload, m->path, r.path_size);
  put_block (b, WPP_BLOCK_MODULE, 0, &payload);
}

static void
put_counts (struct wpp_buffer *b, const struct program *p)
{
  struct wpp_counts_header h = { .version = WPP_COUNTS_VERSION };
  struct wpp_buffer counters = { 0 }, paths = { 0 };
  memcpy (h.magic, WPP_COUNTS_MAGIC, sizeof h.magic);
  snprintf (h.program, sizeof h.program, "%s", p->elf);
  wpp_put_bytes (b, &h, sizeof h);
  while (b->size < WPP_COUNTS_HEADER_BYTES)
    wpp_put_u8 (b, 0);
  for (uint32_t m = 0; m < p->n_modules && m < MOST_COUNTED; m++)
    put_module (b, &p->modules[m]);
  for (uint32_t i = 0; i < p->n_events; i++)
    wpp_put_u64 (&counters, p->wide ? 0 : UINT64_MAX - 1 - i);
  put_block (b, WPP_BLOCK_COUNTS, WPP_COUNTS_HEADER_BYTES, &counters);
  for (uint32_t i = 0; i < MOST_LISTED && p->wide; i++)
    {
      struct wpp_counts_path path = { .path = i + 1, .count = UINT64_MAX - 1 - i, .site = 1 };
      wpp_put_bytes (&paths, &path, sizeof path);
    }
  put_block (b, WPP_BLOCK_PATHS, WPP_COUNTS_HEADER_BYTES, &paths);
}

int
main (int argc, char **argv)
{
  struct wpp_buffer b = { 0 };
  const struct notes_bomb *bomb = argc == 5 ? find_notes_bomb (argv[1]) : NULL;
  if (argc == 2 && !strcmp (argv[1], "--list"))
    {
      for (bomb = notes_bombs; bomb->name; bomb++)
        puts (bomb->name);
      return 0;
    }
  check (bomb != NULL, "usage: make-notes-bomb NAME ELF PROFILE COUNTS | --list");
  struct program p = make_program (bomb, argv[2]);
  fuzz_put_elf (&b, WPP_NOTES_SECTION, p.notes.data, p.notes.size, bomb->sections ? bomb->sections : 1);
  write_file (argv[2], &b);
  put_profile (&b, &p);
  write_file (argv[3], &b);
  put_counts (&b, &p);
  write_file (argv[4], &b);
  wpp_buffer_release (&p.notes);
  free (p.modules[0].units);
  free (p.modules);
  return 0;
}
