/* Reading profiles into the compiler, and finding a function in them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A profile is matched by function: by assembler name, by unit, and by the
   checksum of the graph that its paths are numbered on.  */

#include <dirent.h>
#include <sys/stat.h>
#include "wpp-profiles.h"

extern "C"
{
#include "event.h"
}

wpp_loaded::~wpp_loaded ()
{
  for (wpp_grammar *g : threads)
    wpp_grammar_free (g);
  wpp_training_free (training);
  wpp_code_free (code);
  wpp_profile_free (profile);
}

/* Stop the compilation: FILE cannot be used because of ERR at PLACE.  */

static void ATTRIBUTE_NORETURN
refuse (const char *file, int err, const wpp_place &place)
{
  const char *why = err == WPP_E_IO ? xstrerror (errno) : wpp_strerror (err);
  if (place.section[0])
    fatal_error (UNKNOWN_LOCATION, "%s: section %s, offset %wu: %s%s%s", file, place.section,
                 (unsigned HOST_WIDE_INT) place.offset, why, place.what[0] ? ": " : "", place.what);
  fatal_error (UNKNOWN_LOCATION, "%s: %s%s%s", file, why, place.what[0] ? ": " : "", place.what);
}

/* Has G events of non-local transfers?  */

static bool
lands_p (const wpp_grammar *g)
{
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (g->terminals[t] >= WPP_EVENT_LAND_MORE && g->terminals[t] < WPP_EVENT_FIRST_PATH)
      return true;
  return false;
}

void
wpp_profiles::load_file (const char *path)
{
  int err = 0;
  wpp_place place = {};
  wpp_loaded *l = new wpp_loaded;

  errno = 0;
  l->profile = wpp_profile_read (path, &err, &place);
  if (!l->profile)
    refuse (path, err, place);
  if (l->profile->counts && wpp_opts.problems)
    fatal_error (UNKNOWN_LOCATION, "%s: holds counts of paths without their order "
                 "(%<-fwpp-generate=paths%>), which %<-fwpp-dump-frequency%> needs", path);
  l->code = wpp_code_load (l->profile, NULL, &err, &place);
  if (!l->code)
    refuse (path, err, place);
  for (size_t t = 0; t < l->profile->n_threads; t++)
    {
      const wpp_thread *thread = &l->profile->threads[t];
      wpp_grammar *g = wpp_grammar_join (thread->segments, thread->n_segments, &err);
      if (!g)
        refuse (path, err, place);
      l->lands |= lands_p (g);
      l->threads.safe_push (g);
    }
  files.safe_push (l);
  for (size_t i = 0; i < l->code->n_functions; i++)
    {
      wpp_match m = { l, &l->code->functions[i] };
      by_name.get_or_insert (m.function->function->name).safe_push (m);
    }
}

static int
compare_strings (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

void
wpp_profiles::load_folder (const char *path)
{
  auto_vec<char *> names;
  DIR *folder = opendir (path);

  if (!folder)
    fatal_error (UNKNOWN_LOCATION, "%s: %s", path, xstrerror (errno));
  while (dirent *entry = readdir (folder))
    {
      size_t length = strlen (entry->d_name);
      if (length > 4 && !strcmp (entry->d_name + length - 4, ".wpp"))
        names.safe_push (concat (path, "/", entry->d_name, NULL));
    }
  closedir (folder);
  if (names.is_empty ())
    fatal_error (UNKNOWN_LOCATION, "%s: the folder has no files named %<*.wpp%>", path);
  names.qsort (compare_strings);
  for (char *name : names)
    {
      load_file (name);
      free (name);
    }
}

void
wpp_profiles::load_path (const char *path)
{
  struct stat st;

  if (stat (path, &st) == 0 && S_ISDIR (st.st_mode))
    load_folder (path);
  else
    load_file (path);
}

void
wpp_profiles::load (const char *paths)
{
  char *copy = xstrdup (paths), *rest = copy, *path;
  while ((path = strsep (&rest, ",")))
    if (*path)
      load_path (path);
  free (copy);
}

const char *
wpp_assembler_name (cgraph_node *node)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (node->decl));
  return *name == '*' ? name + 1 : name;
}

/* Is UNIT, by its name, the one being compiled?  Folders may have moved.  */

static bool
this_unit_p (const wpp_unit *unit)
{
  return !strcmp (lbasename (unit->source), lbasename (main_input_filename));
}

bool
wpp_profiles::know_unit_p () const
{
  for (const wpp_loaded *l : files)
    for (size_t i = 0; i < l->code->n_units; i++)
      if (this_unit_p (l->code->units[i]))
        return true;
  return false;
}

/* Functions of several units may have one name, local ones and those of other programs, but
   of an inline function or an instance of a template the program has the one of any unit.  */

bool
wpp_profiles::same_unit_p (cgraph_node *node, const wpp_match &m)
{
  return DECL_COMDAT (node->decl) || this_unit_p (m.function->unit);
}

void
wpp_profiles::find (cgraph_node *node, uint64_t checksum, auto_vec<wpp_match> *matches,
                    bool *changed)
{
  bool known = false;

  if (auto_vec<wpp_match> *all = by_name.get (wpp_assembler_name (node)))
    for (wpp_match &m : *all)
      if (same_unit_p (node, m))
        {
          known = true;
          if (m.function->function->checksum == checksum)
            matches->safe_push (m);
        }
  *changed = known && matches->is_empty ();
}

/* ---- Projections.  */

/* What an event of a profile means for one function of it.  */
struct letter_data
{
  const wpp_match *match;
  int err;
};

static uint32_t
letter (void *data, uint32_t event)
{
  letter_data *d = (letter_data *) data;
  const wpp_code_function *f = d->match->function;
  wpp_loaded *l = d->match->loaded;
  uint64_t number;

  if (event < WPP_EVENT_FIRST_PATH)
    return event == WPP_EVENT_GAP ? WPP_LETTER_GAP : event;
  if (event >= f->first && event - f->first < f->function->n_paths)
    return WPP_LETTER_PATH + (event - f->first);
  if (!l->lands)
    return 0;

  /* Other activations matter where a non-local transfer may end ours with theirs.  */
  wpp_code_function *other = wpp_code_find (l->code, event, &number);
  if (!other || !(other->function->flags & WPP_FN_LANDING))
    return 0;
  wpp_numbering *num = wpp_code_numbering (l->code, other, &d->err);
  if (!num)
    return 0;
  bool enters = wpp_path_enters (num, number), leaves = wpp_path_leaves (num, number);
  return enters ? (leaves ? WPP_LETTER_ENTER_LEAVE : WPP_LETTER_ENTER)
                : (leaves ? WPP_LETTER_LEAVE : 0);
}

int
wpp_streams (const vec<wpp_match> &matches, auto_vec<wpp_projection *> *streams)
{
  for (const wpp_match &m : matches)
    for (wpp_grammar *g : m.loaded->threads)
      {
        letter_data data = { &m, 0 };
        int err = 0;
        wpp_projection *p = wpp_project (g, letter, &data,
                                         m.function->function->flags & WPP_FN_LANDING, &err);
        if (!p || data.err)
          {
            wpp_projection_free (p);
            return err ? err : data.err;
          }
        streams->safe_push (p);
      }
  return 0;
}
