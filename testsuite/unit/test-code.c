/* Unit tests of the meaning of events: finding notes, functions and numberings.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "program/paths/numbering.h"
#include "recording/profile/code.h"
#include "grammar/sequitur/sequitur.h"
#include "unit.h"

#define PROGRAM "test-code.program"
#define LIBRARY "test-code.library"
#define OTHER "test-code.other"

/* ---- Making executables.  */

/* A function whose graph is ENTRY, BRANCHES diamonds in a row, EXIT: 2^BRANCHES paths.  */
static void
make_function (struct wpp_function *f, const char *name, unsigned branches, uint64_t offset)
{
  f->name = strdup (name);
  f->pretty = strdup (name);
  f->offset = offset;
  f->n_paths = UINT64_C (1) << branches;
  f->cfg.n_nodes = 2 + 3 * branches;
  f->cfg.n_edges = 1 + 4 * branches;
  f->cfg.nodes = calloc (f->cfg.n_nodes, sizeof *f->cfg.nodes);
  f->cfg.edges = calloc (f->cfg.n_edges, sizeof *f->cfg.edges);
  f->cfg.lines = calloc (1, sizeof *f->cfg.lines);
  struct wpp_edge *e = f->cfg.edges;
  *e++ = (struct wpp_edge){ WPP_NODE_ENTRY, branches ? 2 : WPP_NODE_EXIT, 0 };
  for (uint32_t i = 0, v = 2; i < branches; i++, v += 3)
    {
      uint32_t next = i + 1 < branches ? v + 3 : WPP_NODE_EXIT;
      *e++ = (struct wpp_edge){ v, v + 1, 0 };
      *e++ = (struct wpp_edge){ v, v + 2, 0 };
      *e++ = (struct wpp_edge){ v + 1, next, 0 };
      *e++ = (struct wpp_edge){ v + 2, next, 0 };
    }
  f->checksum = wpp_cfg_checksum (&f->cfg);
}

static void
make_skipped (struct wpp_function *f, const char *name, uint64_t offset)
{
  f->name = strdup (name);
  f->pretty = strdup (name);
  f->reason = strdup ("it is naked");
  f->flags = WPP_FN_SKIPPED;
  f->offset = offset;
  f->cfg.nodes = calloc (1, sizeof *f->cfg.nodes);
  f->cfg.edges = calloc (1, sizeof *f->cfg.edges);
  f->cfg.lines = calloc (1, sizeof *f->cfg.lines);
}

/* A unit with functions of 4 paths, none (left out), 1 and 8.  */
static struct wpp_unit *
make_unit (const char *source)
{
  struct wpp_unit *unit = calloc (1, sizeof *unit);
  unit->source = strdup (source);
  unit->directory = strdup ("/somewhere");
  unit->path_limit = 1 << 20;
  unit->n_paths = 13;
  unit->n_files = 1;
  unit->files = calloc (1, sizeof *unit->files);
  unit->files[0] = strdup (source);
  unit->n_functions = 4;
  unit->functions = calloc (4, sizeof *unit->functions);
  make_function (&unit->functions[0], "four", 2, 0);
  make_skipped (&unit->functions[1], "left_out", 4);
  make_function (&unit->functions[2], "one", 0, 4);
  make_function (&unit->functions[3], "eight", 3, 5);
  return unit;
}

/* Write the ELF file NAME with the SIZE bytes of notes at DATA, unless null.  */
static int
write_elf (const char *name, void *data, size_t size)
{
  static char names[] = "\0.shstrtab\0.wpp.notes";
  int fd = open (name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  elf_version (EV_CURRENT);
  Elf *elf = elf_begin (fd, ELF_C_WRITE, NULL);
  GElf_Ehdr header, *h = gelf_newehdr (elf, ELFCLASS64) ? gelf_getehdr (elf, &header) : NULL;
  if (!h)
    return -1;
  for (int i = 0; i < (data ? 2 : 1); i++)
    {
      Elf_Scn *section = elf_newscn (elf);
      Elf_Data *d = elf_newdata (section);
      GElf_Shdr s;
      d->d_buf = i ? data : names;
      d->d_size = i ? size : sizeof names;
      d->d_align = 1;
      gelf_getshdr (section, &s);
      s.sh_name = i ? 11 : 1;
      s.sh_type = i ? SHT_PROGBITS : SHT_STRTAB;
      gelf_update_shdr (section, &s);
    }
  h->e_ident[EI_DATA] = ELFDATA2LSB;
  h->e_type = ET_EXEC;
  h->e_machine = EM_X86_64;
  h->e_version = EV_CURRENT;
  h->e_shstrndx = 1;
  gelf_update_ehdr (elf, h);
  int result = elf_update (elf, ELF_C_WRITE) < 0 ? -1 : 0;
  elf_end (elf);
  close (fd);
  return result;
}

/* Write the ELF file NAME with notes of the N units SOURCES; set IDS.  */
static void
write_program (const char *name, const char *const *sources, size_t n, uint64_t *ids)
{
  unsigned char *all = NULL;
  size_t total = 0;
  for (size_t i = 0; i < n; i++)
    {
      unsigned char *record = NULL;
      size_t size = 0;
      struct wpp_unit *unit = make_unit (sources[i]);
      CHECK_QUIET (wpp_unit_encode (unit, &record, &size) == 0, "notes of %s", sources[i]);
      ids[i] = unit->id;
      all = realloc (all, total + size);
      memcpy (all + total, record, size);
      total += size;
      free (record);
      wpp_unit_free (unit);
    }
  CHECK_QUIET (write_elf (name, all, total) == 0, "writing %s", name);
  free (all);
}

/* ---- The run.  */

static struct wpp_unit_ref program_units[2], library_units[2];
static struct wpp_module modules[]
  = { { PROGRAM, NULL, 0, 2, program_units }, { LIBRARY, NULL, 0, 2, library_units } };
static struct wpp_grammar *segment;
static struct wpp_thread thread = { .n_segments = 1, .segments = &segment };
static struct wpp_profile profile = { .program = PROGRAM, .options = "", .n_modules = 2,
                                      .modules = modules, .n_threads = 1, .threads = &thread };

/* The run has these N events.  */
static void
set_events (const uint32_t *events, size_t n)
{
  struct wpp_sequitur *s = wpp_sequitur_new (0);
  int err = wpp_sequitur_append (s, events, n, NULL);
  wpp_grammar_free (segment);
  segment = err ? NULL : wpp_sequitur_grammar (s, &err);
  thread.n_events = n;
  wpp_sequitur_free (s);
}

static const uint32_t all_units[] = { 256, 300, 1000, 1012 };

static void
make_run (void)
{
  static const char *const program[] = { "a.c", "b.c" }, *const library[] = { "x.c", "y.c" };
  static const char *const other[] = { "a.c", "changed.c" };
  uint64_t ids[2];
  write_program (OTHER, other, 2, ids);
  write_program (LIBRARY, library, 2, ids);
  library_units[0] = (struct wpp_unit_ref){ .id = ids[0], .base = 1000, .n_paths = 13 };
  library_units[1] = (struct wpp_unit_ref){ .id = ids[1], .base = 5000, .n_paths = 13 };
  write_program (PROGRAM, program, 2, ids);
  program_units[0] = (struct wpp_unit_ref){ .id = ids[0], .base = 256, .n_paths = 13 };
  program_units[1] = (struct wpp_unit_ref){ .id = ids[1], .base = 300, .n_paths = 13 };
  set_events (all_units, 4);
}

/* ---- The tests.  */

static bool
found_p (struct wpp_code *code, uint32_t event, const char *name, const char *source,
         uint64_t wanted)
{
  uint64_t number = UINT64_MAX;
  struct wpp_code_function *f = wpp_code_find (code, event, &number);
  return f && !strcmp (f->function->name, name) && !strcmp (f->unit->source, source)
         && number == wanted && f->first + number == event;
}

static void
test_find (void)
{
  struct wpp_place place;
  uint64_t number;
  int err = 0;
  struct wpp_code *code = wpp_code_load (&profile, NULL, &err, &place);
  CHECK (code && code->n_units == 4 && code->n_functions == 12 && code->n_skipped == 4
         && !strcmp (code->skipped[0]->name, "left_out"),
         "notes of all units are found: %s", err ? place.what : "");
  if (!code)
    return;
  bool rising = true;
  for (size_t i = 1; i < code->n_functions; i++)
    rising &= code->functions[i - 1].first < code->functions[i].first;
  CHECK (rising, "functions by rising first event");
  CHECK (found_p (code, 256, "four", "a.c", 0) && found_p (code, 259, "four", "a.c", 3)
         && found_p (code, 260, "one", "a.c", 0) && found_p (code, 261, "eight", "a.c", 0)
         && found_p (code, 268, "eight", "a.c", 7) && found_p (code, 300, "four", "b.c", 0)
         && found_p (code, 1012, "eight", "x.c", 7) && found_p (code, 5004, "one", "y.c", 0),
         "events belong to their functions");
  CHECK (!wpp_code_find (code, 0, &number) && !wpp_code_find (code, 255, &number)
         && !wpp_code_find (code, 269, &number) && !wpp_code_find (code, 299, &number)
         && !wpp_code_find (code, 5013, &number) && !wpp_code_find (code, UINT32_MAX, &number),
         "other events belong to none");
  struct wpp_code_function *f = wpp_code_find (code, 268, &number);
  struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  CHECK (num && num->n_paths == 8 && wpp_code_numbering (code, f, &err) == num,
         "a function's numbering is made once");
  CHECK (f->module == &modules[0], "a function knows its module");
  wpp_code_free (code);
}

/* Loading fails, and the message has all of WORDS (up to a null).  */
static void
expect_error (const char *what, const char *const *given, const char *const *words)
{
  struct wpp_place place = { .what = "" };
  int err = 0;
  struct wpp_code *code = wpp_code_load (&profile, given, &err, &place);
  bool said = true;
  for (; *words; words++)
    said &= strstr (place.what, *words) != NULL;
  CHECK (!code && err == WPP_E_NOTES && said, "%s: %s", what, place.what);
  wpp_code_free (code);
}

static void
expect_units (const char *what, const char *const *given, size_t n_units)
{
  struct wpp_place place = { .what = "" };
  int err = 0;
  struct wpp_code *code = wpp_code_load (&profile, given, &err, &place);
  CHECK (code && code->n_units == n_units, "%s%s%s", what, err ? ": " : "", place.what);
  wpp_code_free (code);
}

/* Of the profile N_UNITS are found, with those of OTHERS, and MISSING modules are told.  */
static void
expect_some (const char *what, const char *const *others, size_t n_units, size_t missing)
{
  struct wpp_place place = { .what = "" };
  int err = 0;
  struct wpp_code *code = wpp_code_load_some (&profile, NULL, others, &err, &place);
  CHECK (n_units ? code && code->n_units == n_units && code->n_missing == missing
                     && (!missing || strstr (code->missing[0].what, "No such file"))
                 : !code && err == WPP_E_NOTES && place.what[0], "%s%s%s", what, err ? ": " : "", place.what);
  wpp_code_free (code);
}

#define WORDS(...) (const char *const[]){ __VA_ARGS__, NULL }

static void
test_missing (void)
{
  static const uint32_t first_only[] = { 256, 257, 17, 268 };
  uint64_t ids[2];
  static const char *const changed[] = { "a.c", "changed.c" }, *const unused[] = { "z.c" };
  static const char *const library[] = { "x.c", "y.c" };

  rename (PROGRAM, OTHER ".kept");
  expect_error ("the program is gone", NULL, WORDS (PROGRAM, "No such file"));
  expect_units ("it is found elsewhere", WORDS (OTHER ".kept"), 4);
  expect_units ("beside other files", WORDS (OTHER, OTHER ".kept", OTHER), 4);
  expect_some ("what is left is found", NULL, 2, 1);
  expect_some ("another run's copy is found, others are passed over", WORDS (OTHER, "nowhere", OTHER ".kept"), 4, 0);
  rename (LIBRARY, LIBRARY ".kept");
  expect_some ("nothing is left", WORDS (LIBRARY), 0, 0);
  rename (LIBRARY ".kept", LIBRARY);
  expect_error ("elsewhere is another build", WORDS (OTHER),
                WORDS (PROGRAM, "No such file", "no file named with --program"));
  expect_error ("what is named is not there", WORDS (OTHER ".kept", "nowhere"), WORDS ("nowhere", "No such file"));

  write_elf (PROGRAM, NULL, 0);
  expect_error ("the notes are stripped", NULL, WORDS (PROGRAM, ".wpp.notes", "stripped"));

  write_program (PROGRAM, changed, 2, ids);
  expect_error ("a unit was compiled again", NULL, WORDS (PROGRAM, "built again"));
  set_events (first_only, 4);
  expect_units ("which does not matter without its events", NULL, 3);
  unlink (LIBRARY);
  expect_units ("nor does a library without events", NULL, 1);
  set_events (all_units, 4);
  rename (OTHER ".kept", PROGRAM);
  write_program (OTHER, unused, 1, ids);
  expect_error ("what is named is of no use", WORDS (OTHER), WORDS (LIBRARY, "No such file", "--program"));
  expect_error ("the library is gone", NULL, WORDS (LIBRARY, "No such file"));
  expect_error ("the program's notes are none of the library's", WORDS (PROGRAM), WORDS (LIBRARY));
  write_program (OTHER, library, 2, ids);
  expect_units ("a library is found elsewhere", WORDS (OTHER), 4);
  rename (OTHER, LIBRARY);
  write_program (OTHER, unused, 1, ids);
  expect_error ("nothing is missing, but what is named is of no use", WORDS (OTHER), WORDS ("--program", OTHER));
}

int
main (void)
{
  make_run ();
  test_find ();
  test_missing ();
  wpp_grammar_free (segment);
  unlink (PROGRAM);
  unlink (LIBRARY);
  unlink (OTHER);
  return unit_done ();
}
