/* Finding the notes of a profile's units (code.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The id of its notes identifies a unit.  The notes are searched for in the profile itself; in files that the user has
   named, which may be those of any modules; in the file of the unit's module; and in other files.  A unit without
   events may be missing.

   Notes are sorted by id once, and the units that have events are found once, when this is first needed: a hostile file
   may have as many units, notes and events as fit in it.  It may also name the same file for many modules: what reading
   it again takes is limited.

   Longer than 500 lines: the places where notes are looked for have their bookkeeping in common.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/bytes.h"
#include "base/hash-table.h"
#include "base/search.h"
#include "recording/profile/code-impl.h"
#include "program/notes/sections.h"

#define complain(place, ...) wpp_complain (place, "", 0, WPP_E_NOTES, __VA_ARGS__)

/* ---- Units that have events.  */

/* A unit of a profile.  */
struct loaded
{
  uint32_t base, n_paths;
  bool used;
};

/* The units of a profile by rising base, and which of them have events.  */
struct usage
{
  bool known;
  size_t n;
  struct loaded *units;
};

static int
compare_loaded (const void *a, const void *b)
{
  const struct loaded *x = a, *y = b;
  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  return x->n_paths < y->n_paths ? -1 : x->n_paths > y->n_paths;
}

/* The last unit that begins at EVENT or before it, or null.  Units have no events in common.  */
static struct loaded *
unit_of (const struct usage *usage, uint32_t event)
{
  size_t i = WPP_PARTITION_POINT (k, usage->n, usage->units[k].base <= event);
  return i ? &usage->units[i - 1] : NULL;
}

static void
note_event (struct usage *usage, uint32_t event)
{
  struct loaded *unit = unit_of (usage, event);
  if (unit && event - unit->base < unit->n_paths)
    unit->used = true;
}

/* Find the units of which P has events, as far as it was read.  */
static int
find_used (struct usage *usage, const struct wpp_profile *p, size_t n_units)
{
  usage->units = malloc ((n_units + 1) * sizeof *usage->units);
  if (!usage->units)
    return WPP_E_NOMEM;
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      usage->units[usage->n++] = (struct loaded){ p->modules[m].units[u].base, p->modules[m].units[u].n_paths, false };
  qsort (usage->units, usage->n, sizeof *usage->units, compare_loaded);
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; p->threads[t].segments && s < p->threads[t].n_segments; s++)
      for (uint32_t e = 0; e < p->threads[t].segments[s]->n_terminals; e++)
        note_event (usage, p->threads[t].segments[s]->terminals[e]);
  for (uint32_t i = 0; i < p->wide.n; i++)
    note_event (usage, p->wide.functions[i].site);
  usage->known = true;
  return 0;
}

/* ---- Notes by id.  */

/* The notes of a unit, or a record of them in a profile.  */
struct note
{
  uint64_t id;
  size_t place;            /* its place among all notes; in a profile, the offset in bytes */
  struct wpp_unit *unit;   /* null when it was taken, or has not been decoded yet */
  size_t n_taken;          /* how many notes with this id were taken, if this is the first one */
};

struct notes
{
  struct note *list;
  size_t n, room;
  bool sorted;
};

static void
free_notes (struct notes *notes)
{
  for (size_t i = 0; i < notes->n; i++)
    wpp_unit_free (notes->list[i].unit);
  free (notes->list);
}

static int
add_note (struct notes *notes, struct note note)
{
  if (WPP_RESERVE (notes->list, notes->room, notes->n, 1))
    return WPP_E_NOMEM;
  notes->list[notes->n++] = note;
  notes->sorted = false;
  return 0;
}

/* Order by id, and notes with the same id by place.  */
static int
compare_notes (const void *a, const void *b)
{
  const struct note *x = a, *y = b;
  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* The first of NOTES with ID, or null.  */
static struct note *
find_note (struct notes *notes, uint64_t id)
{
  if (!notes->sorted && notes->n)
    qsort (notes->list, notes->n, sizeof *notes->list, compare_notes);
  notes->sorted = true;
  size_t i = WPP_FIND_SORTED (k, notes->n, notes->list[k].id, id);
  return i < notes->n ? &notes->list[i] : NULL;
}

/* Take a unit with REF's id out of NOTES, or return null.  Notes with the same id are the same.  */
static struct wpp_unit *
take_unit (struct notes *notes, const struct wpp_unit_ref *ref)
{
  struct note *first = find_note (notes, ref->id);
  struct note *note = first ? first + first->n_taken : NULL;
  if (!note || note == notes->list + notes->n || note->id != ref->id || note->unit->n_paths != ref->n_paths)
    return NULL;
  struct wpp_unit *unit = note->unit;
  note->unit = NULL;
  first->n_taken++;
  return unit;
}

/* Add the units MORE [N] to NOTES, which owns them afterwards.  */
static int
add_notes (struct notes *notes, struct wpp_unit **more, size_t n)
{
  int err = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (!err)
        err = add_note (notes, (struct note){ more[i]->id, notes->n, more[i], 0 });
      if (err)
        wpp_unit_free (more[i]);
    }
  free (more);
  return err;
}

/* Add the notes of FILE, which may take *ROOM bytes of memory (notes.h), to NOTES.  */
static int
read_notes (struct notes *notes, const char *file, uint64_t *room, struct wpp_place *place)
{
  struct wpp_unit **units;
  size_t n;
  int err = wpp_notes_read_elf (file, room, &units, &n, place);
  return err ? err : add_notes (notes, units, n);
}

/* List the records in P's own notes, undecoded.  */
static int
list_records (struct notes *notes, const struct wpp_profile *p)
{
  int err = 0;
  size_t at = 0, size;
  while (!err && at < p->notes_size && wpp_notes_record (p->notes + at, p->notes_size - at, &size))
    {
      uint64_t id = wpp_load_u64 (p->notes + at + 8);
      err = add_note (notes, (struct note){ id, at, NULL, 0 });
      at += size + wpp_notes_program (p->notes + at + size, p->notes_size - at - size, id);
    }
  return err;
}

/* ---- Files of modules.  */

/* What reading files again may take: bytes of memory for their notes, and bytes of the files.  */
#define MOST_AGAIN (UINT64_C (512) << 20)

/* A file that modules name, in whatever way.  */
struct module_file
{
  struct file_id { dev_t device; ino_t number; } id;
  struct notes notes;
  int err;                  /* WPP_E_NOTES: it cannot be read */
  struct wpp_place why;
};

struct module_files
{
  struct module_file *list;
  size_t n, room;
  struct wpp_hash_table table;
  uint64_t again;           /* what is left of MOST_AGAIN */
};

static bool
file_is_p (const void *files, uint32_t number, const void *key)
{
  const struct file_id *id = &((const struct module_files *) files)->list[number].id, *wanted = key;
  return id->device == wanted->device && id->number == wanted->number;
}

/* Read the notes of F, which is called NAME; those that were there are gone.  A process may load a file more than
   once.  */
static int
read_file (struct module_file *f, const char *name, uint64_t *room)
{
  free_notes (&f->notes);
  f->notes = (struct notes){ 0 };
  f->err = read_notes (&f->notes, name, room, &f->why);
  return f->err == WPP_E_NOMEM ? f->err : 0;
}

/* Read F, which is called NAME and has SIZE bytes, again if that is of any use.  */
static int
read_again (struct module_files *files, struct module_file *f, const char *name, uint64_t size)
{
  if (f->err || size > files->again)
    return 0;
  files->again -= size;
  return read_file (f, name, &files->again);
}

/* The file NAME among FILES, with its notes.  Null and *ERR: WPP_E_NOMEM.  */
static struct module_file *
find_file (struct module_files *files, const char *name, int *err)
{
  struct stat st = { 0 };
  struct file_id id;
  *err = wpp_hash_reserve (&files->table, 1);
  if (!*err)
    *err = WPP_RESERVE (files->list, files->room, files->n, 1);
  if (*err)
    return NULL;
  /* Files that are not there are the same, if for the same reason.  */
  id = stat (name, &st) == 0 ? (struct file_id){ st.st_dev, st.st_ino } : (struct file_id){ 0, errno };
  uint32_t hash = wpp_hash_key (&files->table, id.number ^ (uint64_t) id.device << 32);
  uint32_t number = wpp_hash_find (&files->table, hash, file_is_p, files, &id);
  bool known = number != WPP_NO_ITEM;
  struct module_file *f = &files->list[known ? number : files->n];
  if (!known)
    {
      wpp_hash_add (&files->table, hash, files->n++);
      *f = (struct module_file){ .id = id };
    }
  *err = known ? read_again (files, f, name, st.st_size) : read_file (f, name, NULL);
  return *err ? NULL : f;
}

static void
free_files (struct module_files *files)
{
  for (size_t i = 0; i < files->n; i++)
    free_notes (&files->list[i].notes);
  free (files->list);
  wpp_hash_release (&files->table);
}

/* ---- Loading.  */

/* The state of wpp_code_load.  */
struct loading
{
  struct wpp_code *code;
  const struct wpp_profile *profile;
  const struct wpp_unit_ref **refs;  /* the profile's units that correspond to the code's */
  struct usage usage;
  struct notes own;         /* of the profile, undecoded */
  uint64_t room;            /* bytes of memory that decoding the profile's notes may still take */
  struct notes given;       /* of the files that the user has named */
  bool wanted, used;        /* units were searched for there; some were found */
  struct module_files files;
  const char *const *other_files;  /* null when they have been read */
  struct notes other;
  struct wpp_place *place;
};

/* Describe F of UNIT, which P has loaded as REF from MODULE.  */
static struct wpp_code_function
place_function (const struct wpp_profile *p, const struct wpp_unit *unit,
                const struct wpp_function *f, const struct wpp_unit_ref *ref,
                const struct wpp_module *module)
{
  struct wpp_code_function placed = { .module = module, .unit = unit, .function = f };
  placed.first = ref->base + (uint32_t) f->offset;
  const struct wpp_wide_function *wide = wpp_wide_at (&p->wide, placed.first);
  if (f->flags & WPP_FN_TABLE)
    placed.wide = wide;
  else
    {
      placed.unwound = f->n_paths ? wide : NULL;
      placed.n_words = (uint32_t) f->n_paths;
    }
  if (placed.wide)
    {
      placed.first = placed.wide->first;
      placed.n_words = placed.wide->n_paths;
    }
  return placed;
}

/* Add the value places of UNIT, loaded as REF.  Its functions have been added; the first of them has the order
   ORDER.  */
static int
add_places (struct loading *l, const struct wpp_unit *unit, const struct wpp_unit_ref *ref, uint32_t order)
{
  struct wpp_code *code = l->code;
  if (unit->n_places && WPP_RESIZE (code->places, code->n_places + unit->n_places))
    return WPP_E_NOMEM;
  for (uint32_t i = 0, f = 0; i < unit->n_places; i++)
    {
      /* Skipped functions, which have no graph, have no places.  */
      for (; f < unit->places[i].function; f++)
        order += !(unit->functions[f].flags & WPP_FN_SKIPPED);
      uint32_t first = ref->base + (uint32_t) wpp_place_word (unit, &unit->places[i]);
      code->places[code->n_places++]
        = (struct wpp_code_place){ unit, &unit->places[i], order, first, wpp_wide_at (&l->profile->wide, first) };
    }
  return 0;
}

/* Add UNIT, loaded as REF from MODULE, to the code, which owns it afterwards.  */
static int
add_unit (struct loading *l, struct wpp_unit *unit, const struct wpp_unit_ref *ref, const struct wpp_module *module)
{
  struct wpp_code *code = l->code;
  uint32_t order = (uint32_t) code->n_functions;
  l->refs[code->n_units] = ref;
  code->units[code->n_units++] = unit;
  for (uint32_t i = 0; i < unit->n_functions; i++)
    {
      const struct wpp_function *f = &unit->functions[i];
      if (f->flags & WPP_FN_SKIPPED)
        {
          if (WPP_EXTEND (code->skipped, code->n_skipped))
            return WPP_E_NOMEM;
          code->skipped[code->n_skipped++] = f;
          continue;
        }
      if (WPP_EXTEND (code->functions, code->n_functions))
        return WPP_E_NOMEM;
      struct wpp_code_function *placed = &code->functions[code->n_functions];
      *placed = place_function (l->profile, unit, f, ref, module);
      placed->order = (uint32_t) code->n_functions++;
    }
  return add_places (l, unit, ref, order);
}

/* Set *USED to whether the profile has an event of unit REF.  */
static int
check_used (struct loading *l, const struct wpp_unit_ref *ref, bool *used)
{
  size_t n = 0;
  for (size_t m = 0; m < l->profile->n_modules && !l->usage.known; m++)
    n += l->profile->modules[m].n_units;
  int err = l->usage.known ? 0 : find_used (&l->usage, l->profile, n);
  const struct loaded *unit = err ? NULL : unit_of (&l->usage, ref->base);
  *used = unit && unit->used && unit->base == ref->base;
  return err;
}

/* Read the notes of all FILES, up to a null.  */
static int
read_given (struct loading *l, const char *const *files)
{
  for (; files && *files; files++)
    {
      struct wpp_place notes = { 0 };
      int err = read_notes (&l->given, *files, NULL, &notes);
      if (err)
        return err == WPP_E_NOMEM ? err : complain (l->place, "%s: %s", *files, notes.what);
    }
  return 0;
}

/* Read the notes of the other files, unless that has been done.  */
static int
read_others (struct loading *l)
{
  int err = 0;
  for (; !err && l->other_files && *l->other_files; l->other_files++)
    {
      err = read_notes (&l->other, *l->other_files, NULL, NULL);
      err = err == WPP_E_NOMEM ? err : 0;
    }
  return err;
}

/* The notes of the unit REF in the profile itself, or null; set *ERR when they are there but invalid.  Several modules'
   units may have the same notes, but the total size of what is decoded is limited.  */
static struct wpp_unit *
unit_in_profile (struct loading *l, const struct wpp_unit_ref *ref, int *err)
{
  const struct wpp_profile *p = l->profile;
  const struct note *note = find_note (&l->own, ref->id);
  size_t size = 0;
  if (!note)
    return NULL;
  struct wpp_unit *unit = wpp_unit_decode (p->notes + note->place, p->notes_size - note->place, &size, &l->room, err,
                                           l->place);
  const unsigned char *after = p->notes + note->place + size;
  if (*err)
    return NULL;
  *err = wpp_unit_take_program (unit, after, p->notes + p->notes_size - after, &size, &l->room);
  if (!*err && unit->n_paths == ref->n_paths)
    return unit;
  wpp_unit_free (unit);
  return NULL;
}

/* Search for the unit REF of module M in the profile itself and in the files that were named.  Set *FOUND.  */
static int
load_known (struct loading *l, const struct wpp_module *m, const struct wpp_unit_ref *ref, bool *found)
{
  int err = 0;
  struct wpp_unit *unit = unit_in_profile (l, ref, &err);
  if (!unit && !err)
    {
      unit = take_unit (&l->given, ref);
      l->wanted = true;
      l->used |= unit != NULL;
    }
  *found = unit;
  return unit ? add_unit (l, unit, ref, m) : err;
}

/* Record that a unit of the module FILE was found nowhere.  WHY says why FILE cannot be read; null if it can.  */
static int
add_missing (struct loading *l, const char *file, const char *why)
{
  struct wpp_code *code = l->code;
  const char *given = l->given.n ? ", and no file named with --program is it" : "";
  if (WPP_EXTEND (code->missing, code->n_missing))
    return WPP_E_NOMEM;
  struct wpp_place *missing = &code->missing[code->n_missing++];
  if (why)
    complain (missing, "%s: %s%s", file, why, given);
  else
    complain (missing, "%s was built again since this run%s", file,
              *given ? given : "; keep the instrumented program, or name it with --program");
  return 0;
}

/* Search for the unit REF of module M in OWN, the notes of the module's file, and in the other files.  Set *FOUND.  */
static int
load_elsewhere (struct loading *l, const struct wpp_module *m, struct notes *own, const struct wpp_unit_ref *ref,
                bool *found)
{
  int err = 0;
  struct wpp_unit *unit = take_unit (own, ref);
  if (!unit)
    {
      err = read_others (l);
      unit = err ? NULL : take_unit (&l->other, ref);
    }
  *found = unit;
  return unit ? add_unit (l, unit, ref, m) : err;
}

/* Find the units of module M that have not been FOUND yet.  */
static int
load_rest (struct loading *l, const struct wpp_module *m, bool *found)
{
  bool told = false;
  int err = 0;
  struct module_file *own = find_file (&l->files, m->path, &err);
  for (size_t i = 0; i < m->n_units && !err; i++)
    {
      bool used = false;
      if (!found[i])
        err = load_elsewhere (l, m, &own->notes, &m->units[i], &found[i]);
      if (!err && !found[i] && !told)
        err = check_used (l, &m->units[i], &used);
      if (!err && used)
        {
          err = add_missing (l, m->path, own->err ? own->why.what : NULL);
          told = true;
        }
    }
  return err;
}

/* Find the units of module M.  */
static int
load_module (struct loading *l, const struct wpp_module *m)
{
  bool all = true;
  int err = 0;
  bool *found = calloc (m->n_units + 1, sizeof *found);
  if (!found)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < m->n_units && !err; i++)
    {
      err = load_known (l, m, &m->units[i], &found[i]);
      all &= found[i];
    }
  if (!err && !all)
    err = load_rest (l, m, found);
  free (found);
  return err;
}

/* Does the profile have an event of a unit that was found?  */
static bool
any_used_p (struct loading *l)
{
  bool used = false;
  for (size_t i = 0; i < l->code->n_units && !used; i++)
    if (check_used (l, l->refs[i], &used))
      return false;
  return used;
}

/* Check whether enough was found.  SOME: not all units are needed.  */
static int
check_found (struct loading *l, const char *const *given, bool some)
{
  const struct wpp_code *code = l->code;
  if (code->n_missing && (!some || !any_used_p (l)))
    return complain (l->place, "%s", code->missing[0].what);
  if (!code->n_missing && l->given.n && l->wanted && !l->used)
    return complain (l->place, "no file named with --program, such as %s, was part of this run", *given);
  return 0;
}

/* Do what wpp_code_load does or, if SOME, what wpp_code_load_some does.  */
static struct wpp_code *
load (const struct wpp_profile *p, const char *const *given, const char *const *others, bool some, int *err,
      struct wpp_place *place)
{
  size_t n_units = 0;
  struct wpp_code *code = calloc (1, sizeof *code);
  struct loading l = { .code = code, .profile = p, .other_files = others, .place = place };
  l.room = wpp_notes_most_memory (p->notes_size);
  l.files.again = MOST_AGAIN;

  for (size_t i = 0; i < p->n_modules; i++)
    n_units += p->modules[i].n_units;
  l.refs = malloc ((n_units + 1) * sizeof *l.refs);
  if (code)
    code->units = malloc ((n_units + 1) * sizeof *code->units);
  *err = code && code->units && l.refs ? list_records (&l.own, p) : WPP_E_NOMEM;
  if (!*err)
    {
      code->wide = &p->wide;
      *err = read_given (&l, given);
    }
  for (size_t i = 0; i < p->n_modules && !*err; i++)
    *err = load_module (&l, &p->modules[i]);
  if (!*err)
    *err = check_found (&l, given, some);
  free_notes (&l.own);
  free_notes (&l.given);
  free_notes (&l.other);
  free_files (&l.files);
  free (l.usage.units);
  free (l.refs);
  if (!*err)
    *err = wpp_code_finish (code, place);
  if (*err)
    {
      wpp_code_free (code);
      return NULL;
    }
  return code;
}

struct wpp_code *
wpp_code_load (const struct wpp_profile *p, const char *const *given, int *err, struct wpp_place *place)
{
  return load (p, given, NULL, false, err, place);
}

struct wpp_code *
wpp_code_load_some (const struct wpp_profile *p, const char *const *given, const char *const *others, int *err,
                    struct wpp_place *place)
{
  return load (p, given, others, true, err, place);
}
