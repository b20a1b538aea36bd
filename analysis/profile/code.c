/* What the events of a profile mean: profile and notes together (code.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A unit is found by the id of its notes: in the profile itself, in files that the user has named, which may be
   any module's, in the file of the module that it was loaded from, or in other files.  A unit without a single event
   may be missing.

   Longer than 500 lines: finding units, in four places, is one task.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "support/array.h"
#include "support/bytes.h"
#include "support/search.h"
#include "format/event.h"
#include "paths/numbering.h"
#include "profile/code.h"

/* Say that PATH's notes are of no use; return WPP_E_NOTES.  */
static int __attribute__ ((format (printf, 2, 3)))
complain (struct wpp_place *place, const char *what, ...)
{
  va_list ap;
  if (!place)
    return WPP_E_NOTES;
  memset (place, 0, sizeof *place);
  va_start (ap, what);
  vsnprintf (place->what, sizeof place->what, what, ap);
  va_end (ap);
  return WPP_E_NOTES;
}

/* Has P an event of unit U, as far as it was read?  */
static bool
used_p (const struct wpp_profile *p, const struct wpp_unit_ref *u)
{
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; p->threads[t].segments && s < p->threads[t].n_segments; s++)
      {
        const struct wpp_grammar *g = p->threads[t].segments[s];
        for (uint32_t e = 0; e < g->n_terminals; e++)
          if (g->terminals[e] >= u->base && g->terminals[e] - u->base < u->n_paths)
            return true;
      }
  for (uint32_t i = 0; i < p->wide.n; i++)
    if (p->wide.functions[i].site >= u->base && p->wide.functions[i].site - u->base < u->n_paths)
      return true;
  return false;
}

/* F of UNIT, which P has loaded as REF from MODULE.  */
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

/* Add UNIT, loaded as REF from MODULE in P, to CODE, which owns it from now on.  */
static int
add_unit (struct wpp_code *code, const struct wpp_profile *p, struct wpp_unit *unit,
          const struct wpp_unit_ref *ref, const struct wpp_module *module)
{
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
      *placed = place_function (p, unit, f, ref, module);
      placed->order = (uint32_t) code->n_functions++;
    }
  return 0;
}

/* The notes of a file, or of several.  */
struct notes
{
  struct wpp_unit **units;  /* null where one was taken */
  size_t n;
};

static void
free_notes (struct notes *notes)
{
  for (size_t i = 0; i < notes->n; i++)
    wpp_unit_free (notes->units[i]);
  free (notes->units);
}

/* Move the unit with REF's id out of NOTES, or null.  */
static struct wpp_unit *
take_unit (struct notes *notes, const struct wpp_unit_ref *ref)
{
  for (size_t i = 0; i < notes->n; i++)
    if (notes->units[i] && notes->units[i]->id == ref->id && notes->units[i]->n_paths == ref->n_paths)
      {
        struct wpp_unit *unit = notes->units[i];
        notes->units[i] = NULL;
        return unit;
      }
  return NULL;
}

/* What wpp_code_load is about.  */
struct loading
{
  struct wpp_code *code;
  const struct wpp_profile *profile;
  struct notes given;       /* of the files that the user has named */
  bool wanted, used;        /* some were looked for there, and found */
  const char *const *other_files;  /* not yet read; or null */
  struct notes other;
  struct wpp_place *place;
};

/* Add the notes MORE to NOTES, which owns them from now on.  */
static int
add_notes (struct notes *notes, struct notes *more)
{
  if (WPP_RESIZE (notes->units, notes->n + more->n + 1))
    {
      free_notes (more);
      return WPP_E_NOMEM;
    }
  if (more->n)
    memcpy (notes->units + notes->n, more->units, more->n * sizeof *more->units);
  notes->n += more->n;
  free (more->units);
  return 0;
}

/* Read the notes of all FILES, up to a null.  */
static int
read_given (struct loading *l, const char *const *files)
{
  for (; files && *files; files++)
    {
      struct wpp_place notes = { 0 };
      struct notes more;
      int err = wpp_notes_read_elf (*files, &more.units, &more.n, &notes);
      if (err)
        return err == WPP_E_NOMEM ? err : complain (l->place, "%s: %s", *files, notes.what);
      err = add_notes (&l->given, &more);
      if (err)
        return err;
    }
  return 0;
}

/* Read the notes of the other files, unless that was done.  */
static int
read_others (struct loading *l)
{
  int err = 0;
  for (; !err && l->other_files && *l->other_files; l->other_files++)
    {
      struct notes more;
      err = wpp_notes_read_elf (*l->other_files, &more.units, &more.n, NULL);
      if (!err)
        err = add_notes (&l->other, &more);
      else if (err != WPP_E_NOMEM)
        err = 0;
    }
  return err;
}

/* The notes of the unit REF in P itself, or null; *ERR when they are there and bad.  */
static struct wpp_unit *
unit_in_profile (const struct wpp_profile *p, const struct wpp_unit_ref *ref, int *err,
                 struct wpp_place *place)
{
  const unsigned char *at = p->notes;
  size_t left = p->notes_size, size;
  while (wpp_notes_record (at, left, &size))
    {
      struct wpp_unit *unit = wpp_load_u64 (at + 8) == ref->id
                                ? wpp_unit_decode (at, left, &size, err, place) : NULL;
      if (*err || (unit && unit->n_paths == ref->n_paths))
        return unit;
      wpp_unit_free (unit);
      at += size;
      left -= size;
    }
  return NULL;
}

/* Find the units of module M in the profile itself, or in the files that were named.  Set *ALL to whether they are
   all there.  */
static int
load_known (struct loading *l, const struct wpp_module *m, bool *all)
{
  size_t before = l->code->n_units;
  int err = 0;
  for (size_t i = 0; i < m->n_units && !err; i++)
    {
      struct wpp_unit *unit = unit_in_profile (l->profile, &m->units[i], &err, l->place);
      if (!unit && !err)
        {
          unit = take_unit (&l->given, &m->units[i]);
          l->wanted = true;
          l->used |= unit != NULL;
        }
      if (unit)
        err = add_unit (l->code, l->profile, unit, &m->units[i], m);
    }
  *all = l->code->n_units - before == m->n_units;
  return err;
}

/* Does CODE have the unit REF, whatever place it was loaded to?  Looks at units from FROM on.  */
static bool
loaded_p (const struct wpp_code *code, size_t from, const struct wpp_unit_ref *ref)
{
  for (size_t i = from; i < code->n_units; i++)
    if (code->units[i]->id == ref->id)
      return true;
  return false;
}

/* Note that a unit of FILE, a module, was found nowhere, not even there; WHY tells why that cannot be read, null if it
   can.  */
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

/* Find the units of module M.  */
static int
load_module (struct loading *l, const struct wpp_module *m)
{
  struct notes own;
  struct wpp_place notes = { 0 };
  size_t before = l->code->n_units;
  bool all, told = false;
  int found = load_known (l, m, &all);
  if (found || all)
    return found;
  size_t known = l->code->n_units;
  int missing = wpp_notes_read_elf (m->path, &own.units, &own.n, &notes);
  int err = missing == WPP_E_NOMEM ? missing : 0;

  for (size_t i = 0; i < m->n_units && !err; i++)
    {
      if (known > before && loaded_p (l->code, before, &m->units[i]))
        continue;
      struct wpp_unit *unit = take_unit (&own, &m->units[i]);
      if (!unit)
        {
          err = read_others (l);
          unit = err ? NULL : take_unit (&l->other, &m->units[i]);
        }
      if (unit)
        err = add_unit (l->code, l->profile, unit, &m->units[i], m);
      else if (!err && !told && used_p (l->profile, &m->units[i]))
        {
          err = add_missing (l, m->path, missing ? notes.what : NULL);
          told = true;
        }
    }
  free_notes (&own);
  return err;
}

/* Has P an event of a function of CODE?  */
static bool
any_used_p (const struct wpp_profile *p, const struct wpp_code *code)
{
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      if (loaded_p (code, 0, &p->modules[m].units[u]) && used_p (p, &p->modules[m].units[u]))
        return true;
  return false;
}

/* Is what was found enough?  SOME: it need not be all.  */
static int
check_found (const struct loading *l, const char *const *given, bool some)
{
  const struct wpp_code *code = l->code;
  if (code->n_missing && (!some || !any_used_p (l->profile, code)))
    return complain (l->place, "%s", code->missing[0].what);
  if (!code->n_missing && l->given.n && l->wanted && !l->used)
    return complain (l->place, "no file named with --program, such as %s, was part of this run", *given);
  return 0;
}

static int
compare_functions (const void *a, const void *b)
{
  uint32_t x = ((const struct wpp_code_function *) a)->first;
  uint32_t y = ((const struct wpp_code_function *) b)->first;
  return x < y ? -1 : x > y;
}

/* Has F, a function of CODE, the paths that WIDE lists, which rise?  Unwound ones are behind all others, and the only ones
   of a function that has words of its own.  */
static int
check_listed (struct wpp_code *code, struct wpp_code_function *f, const struct wpp_wide_function *wide,
              struct wpp_place *place)
{
  struct wpp_path path = { 0 };
  int err = 0;
  uint32_t i = wide->n_paths;
  while (i > 0 && !err && (wide->paths[i - 1].number >= f->function->n_paths || !f->wide))
    {
      const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
      if (num)
        err = wpp_path_decode (num, wide->paths[--i].number, &path);
      if (!err && !path.unwound)
        err = WPP_E_RANGE;
    }
  wpp_path_release (&path);
  if (err && err != WPP_E_NOMEM)
    return wpp_complain (place, "paths", 0, WPP_E_CORRUPT, "%s has no path %llu", f->function->name,
                         (unsigned long long) wide->paths[i].number);
  return err;
}

/* Do all functions of CODE have the paths that were executed?  */
static int
check_paths (struct wpp_code *code, struct wpp_place *place)
{
  int err = 0;
  for (size_t i = 0; i < code->n_functions && !err; i++)
    {
      struct wpp_code_function *f = &code->functions[i];
      if (f->wide || f->unwound)
        err = check_listed (code, f, f->wide ? f->wide : f->unwound, place);
    }
  return err;
}

/* What wpp_code_load does, or, if SOME, wpp_code_load_some.  */
static struct wpp_code *
load (const struct wpp_profile *p, const char *const *given, const char *const *others, bool some, int *err,
      struct wpp_place *place)
{
  size_t n_units = 0;
  struct wpp_code *code = calloc (1, sizeof *code);
  struct loading l = { .code = code, .profile = p, .other_files = others, .place = place };

  for (size_t i = 0; i < p->n_modules; i++)
    n_units += p->modules[i].n_units;
  if (code)
    code->wide = &p->wide;
  if (code)
    code->units = malloc ((n_units + 1) * sizeof *code->units);
  *err = code && code->units ? read_given (&l, given) : WPP_E_NOMEM;
  for (size_t i = 0; i < p->n_modules && !*err; i++)
    *err = load_module (&l, &p->modules[i]);
  if (!*err)
    *err = check_found (&l, given, some);
  free_notes (&l.given);
  free_notes (&l.other);
  if (!*err)
    *err = check_paths (code, place);
  if (*err)
    {
      wpp_code_free (code);
      return NULL;
    }
  if (code->n_functions)
    qsort (code->functions, code->n_functions, sizeof *code->functions, compare_functions);
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

void
wpp_code_free (struct wpp_code *code)
{
  if (!code)
    return;
  for (size_t i = 0; i < code->n_functions; i++)
    wpp_numbering_free (code->functions[i].numbering);
  for (size_t i = 0; i < code->n_units; i++)
    wpp_unit_free (code->units[i]);
  free (code->functions);
  free (code->units);
  free (code->skipped);
  free (code->missing);
  free (code);
}

/* The number of the path that EVENT, one of F's, is.  */
static uint64_t
path_number (const struct wpp_code_function *f, uint32_t event)
{
  uint32_t i = event - f->first;
  if (f->wide)
    return f->wide->paths[i].number;
  return i < f->n_words ? i : f->unwound->paths[event - f->unwound->first].number;
}

/* The function of CODE that has the word EVENT of its unit, or of all executed paths, or null.  */
static struct wpp_code_function *
find_word (struct wpp_code *code, uint32_t event)
{
  /* The last function that begins at or before EVENT and has a path: functions without one
     share their first number with the next.  */
  size_t n = WPP_PARTITION_POINT (i, code->n_functions, code->functions[i].first <= event);
  while (n > 0 && code->functions[n - 1].n_words == 0)
    n--;
  if (event < WPP_EVENT_FIRST_PATH || n == 0)
    return NULL;
  struct wpp_code_function *f = &code->functions[n - 1];
  return event - f->first < f->n_words ? f : NULL;
}

struct wpp_code_function *
wpp_code_find (struct wpp_code *code, uint32_t event, uint64_t *number)
{
  struct wpp_code_function *f = find_word (code, event);
  if (!f)
    {
      const struct wpp_wide_function *wide = wpp_wide_find (code->wide, event);
      f = wide ? find_word (code, wide->site) : NULL;
      if (!f || f->unwound != wide)
        return NULL;
    }
  *number = path_number (f, event);
  return f;
}

uint64_t
wpp_code_first_execution (const struct wpp_code_function *f, uint64_t number)
{
  uint32_t event = f->wide ? wpp_wide_word (f->wide, number) : WPP_EVENT_NONE;
  return event == WPP_EVENT_NONE ? 0 : f->wide->paths[event - f->wide->first].first;
}

struct wpp_numbering *
wpp_function_numbering (const struct wpp_cfg *cfg, uint32_t flags, uint64_t path_limit, int *err)
{
  return flags & WPP_FN_ACROSS_CALLS ? wpp_numbering_new_across_calls (cfg, path_limit, err)
                                     : wpp_numbering_new (cfg, path_limit, err);
}

struct wpp_numbering *
wpp_code_numbering (struct wpp_code *code, struct wpp_code_function *f, int *err)
{
  if (!f->numbering)
    f->numbering = wpp_function_numbering (&f->function->cfg, f->function->flags,
                                           f->unit->path_limit, err);
  /* Versions of the plug-in that cut paths elsewhere.  */
  if (f->numbering && f->numbering->n_paths != f->function->n_paths)
    {
      wpp_numbering_free (f->numbering);
      f->numbering = NULL;
      *err = WPP_E_VERSION;
    }
  return f->numbering;
}
