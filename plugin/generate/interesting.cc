/* -fwpp-interesting: the interesting paths of the unit's functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Entries that do not fit the present form of a function are left out, with a warning that names them.  Their paths are
   counted as residual ones.  */

#include "plugin/gcc/files/profile-files.h"
#include "plugin/options/options.h"
#include "plugin/options/warnings.h"
#include "plugin/gcc/graph/this-unit.h"
#include "plugin/generate/counting.h"

extern "C"
{
#include "activations/counts/interesting.h"
#include "activations/counts/missing.h"
#include "base/names.h"
#include "recording/profile/read.h"
}

/* An entry of a list, and its source.  */
struct entry
{
  const char *file;
  wpp_interest *interest;
  bool here;                                /* the unit's name is that of the one being compiled */
  bool used;
};

namespace {

class interesting_lists
{
public:
  void load (const char *paths);
  void find (cgraph_node *node, const char *pretty, auto_vec<entry *> *found);
  void check ();

private:
  auto_vec<entry> entries;
  auto_vec<const char *> strangers;         /* files with units of the program, but without this one */
  bool known = false;                       /* another file may belong to this program */
  hash_map<nofree_string_hash, auto_vec<unsigned>> by_name;
  hash_set<nofree_string_hash> functions;   /* functions of the unit, by all their names */

  bool load_file (const char *file, bool among);
  void load_folder (const char *path);
  void find_named (cgraph_node *node, const char *name, auto_vec<entry *> *found);
};

/* The lists of the compilation; they are never freed.  */
interesting_lists *lists;

/* Stop the compilation: FILE cannot be used because of ERR at PLACE.  */

void ATTRIBUTE_NORETURN
refuse (const char *file, int err, const wpp_place &place)
{
  const char *why = err == WPP_E_IO ? xstrerror (errno) : wpp_strerror (err);
  fatal_error (UNKNOWN_LOCATION, "%s: %s%s%s", file, why, place.what[0] ? ": " : "", place.what);
}

/* The place of E, for messages.  */

std::string
place_of (const entry &e)
{
  std::string place = e.file;
  if (e.interest->line)
    place += ":" + std::to_string (e.interest->line);
  return place;
}

/* Say what P, which is FILE, misses.  A list is only advice on what to count cheaply, so that is no error.  */

void
tell_missing (const char *file, const wpp_profile *p)
{
  wpp_missing missing;
  char text[WPP_MISSING_TEXT];

  if (!wpp_profile_missing (p, &missing, NULL) && wpp_missing_p (&missing))
    warning_at (UNKNOWN_LOCATION, 0, "%s: %s", file, wpp_missing_text (&missing, text, sizeof text));
}

/* Add the paths of the profile FILE to LIST, by its events.  AMONG says that it is one of a folder.  Set *KEEP if it is
   worth to keep the list, and nothing is to be said of the profile.  Return false when it is skipped, with
   -Wno-wpp-mismatch, because its program does not exist any more.  */

bool
read_events (const char *file, bool among, wpp_interests *list, bool *keep)
{
  int err = 0;
  wpp_place place = {};
  wpp_missing missing;
  wpp_path_counts *counts = NULL;
  wpp_profile *p = wpp_profile_read (file, &err, &place);
  wpp_code *code = p ? wpp_code_load (p, NULL, &err, &place) : NULL;

  if (code)
    counts = wpp_path_counts_new (p, code, WPP_PATH_COUNTS_LIMIT, NULL, &err);
  if (counts)
    err = wpp_interests_add (list, code, counts, WPP_PATH_COUNTS_LIMIT);
  bool passed_over = err == WPP_E_NOTES && among && !wpp_warning_p (WPP_WARN_MISMATCH);
  if (err && !passed_over)
    refuse (file, err, place);
  if (!err)
    tell_missing (file, p);
  *keep = !err && !p->counts && !wpp_profile_missing (p, &missing, NULL) && !wpp_missing_p (&missing);
  wpp_path_counts_free (counts, code);
  wpp_code_free (code);
  wpp_profile_free (p);
  return !passed_over;
}

/* The same, by the list that is kept beside FILE, or keep it: events are read once and not for each unit.  */

bool
read_profile (const char *file, bool among, wpp_interests *list)
{
  int lock = -1;
  bool used = wpp_interests_recall (list, file, &lock), keep;

  if (!used)
    {
      used = read_events (file, among, list, &keep);
      if (used && keep)
        wpp_interests_keep (list, file);
    }
  if (lock >= 0)
    close (lock);
  return used;
}

void
read_text (const char *file, wpp_interests *list)
{
  wpp_place place = {};
  size_t size;
  char *text = wpp_interests_load (file, &size);
  int err = text ? wpp_interests_parse (list, text, size, &place) : WPP_E_IO;

  if (err)
    refuse (file, err, place);
  free (text);
}

/* The units of a list.  */
class listed_units
{
public:
  listed_units (const wpp_interests &l);
  bool this_one_known () const { return unit.known (); }
  /* Is NAME, the unit of a function of the list, the unit being compiled?  */
  bool this_one_p (const char *name);

private:
  const wpp_interests &list;
  wpp_this_unit unit;
  hash_set<nofree_string_hash> names;

  void add (const char *name);
};

void
listed_units::add (const char *name)
{
  unit.see (name);
  names.add (name);
}

/* If the list has no lines of units, as in lists written by hand, its units are those that functions name.  */

listed_units::listed_units (const wpp_interests &l) : list (l)
{
  for (size_t i = 0; i < list.n_units; i++)
    add (list.units[i]);
  for (size_t i = 0; i < list.n && !list.n_units; i++)
    if (list.functions[i].unit)
      add (list.functions[i].unit);
}

/* A name that was added by hand may be short for one or several units of the list.  */

bool
listed_units::this_one_p (const char *name)
{
  unsigned most = 0;
  bool found = false;

  if (names.contains (name))
    return unit.is (name);
  for (size_t i = 0; i < list.n_units; i++)
    {
      unsigned tail = wpp_common_tail (list.units[i], name);
      if (tail > most)
        {
          most = tail;
          found = false;
        }
      if (tail && tail == most)
        found |= unit.is (list.units[i]);
    }
  return found;
}

/* Load the list or the profile FILE, and keep it.  AMONG says that it is one of a folder.  Return false when it is
   skipped.  */

bool
interesting_lists::load_file (const char *file, bool among)
{
  wpp_interests list = {};

  wpp_await_profile (file);
  if (wpp_interests_text_p (file))
    read_text (file, &list);
  else if (!read_profile (file, among, &list))
    return false;
  listed_units units (list);
  if (units.this_one_known () || list.n_units == 0)
    known = true;
  else
    strangers.safe_push (file);
  for (size_t i = 0; i < list.n; i++)
    {
      wpp_interest *interest = &list.functions[i];
      by_name.get_or_insert (interest->name).safe_push (entries.length ());
      entries.safe_push (entry { file, interest, !interest->unit || units.this_one_p (interest->unit), false });
    }
  return true;
}

void
interesting_lists::load_folder (const char *path)
{
  auto_vec<char *> names;
  bool any = false;

  wpp_folder_files (path, &names);
  for (char *name : names)
    any |= load_file (name, true);
  /* If all are skipped, report the error of the first one.  */
  if (!any)
    load_file (names[0], false);
}

void
interesting_lists::load (const char *paths)
{
  char *rest = xstrdup (paths), *path;
  while ((path = strsep (&rest, ",")))
    if (*path && wpp_folder_p (path))
      load_folder (path);
    else if (*path)
      load_file (path, false);
}

void
interesting_lists::find_named (cgraph_node *node, const char *name, auto_vec<entry *> *found)
{
  functions.add (name);
  if (auto_vec<unsigned> *all = by_name.get (name))
    for (unsigned i : *all)
      if (entries[i].here || DECL_COMDAT (node->decl))
        {
          entries[i].used = true;
          found->safe_push (&entries[i]);
        }
}

/* Add to FOUND the entries for NODE, which the source calls PRETTY, by its assembler name or any form of its source
   name.  */

void
interesting_lists::find (cgraph_node *node, const char *pretty, auto_vec<entry *> *found)
{
  const char *name = wpp_assembler_name (node);
  wpp_name_form forms[WPP_NAME_FORMS];
  size_t n = wpp_name_forms (pretty, forms);

  if (!wpp_names_p (pretty, name))
    find_named (node, name, found);
  for (size_t i = 0; i < n; i++)
    find_named (node, xstrndup (forms[i].at, forms[i].length), found);
}

/* An entry without a unit may be meant for another unit, and a list may be that of several programs.  */

void
interesting_lists::check ()
{
  if (!known)
    for (const char *file : strangers)
      wpp_warn (WPP_WARN_MISMATCH, UNKNOWN_LOCATION, "%s: not of this program, or of an older version: it has no unit "
                "%qs", file, lbasename (main_input_filename));
  for (const entry &e : entries)
    if (!e.used && e.interest->unit && e.here && !functions.contains (e.interest->name))
      wpp_warn (WPP_WARN_MISMATCH, UNKNOWN_LOCATION, "%s: %s has no function %qs", place_of (e).c_str (),
                main_input_filename, e.interest->name);
}

/* Does E fit NUM, the numbering of NODE's present form?  */

bool
same_function_p (const entry &e, const wpp_numbering *num)
{
  return !e.interest->checked || (e.interest->checksum == wpp_cfg_checksum (num->cfg)
                                  && e.interest->n_paths == num->n_paths);
}

/* Add E's paths to NUMBERS, and their executions to FREQUENCY of each of their edges.  A path with an unknown count
   counts once.  */

void
add_paths (const entry &e, cgraph_node *node, const wpp_numbering *num, const wpp_function *note,
           auto_vec<uint64_t> *numbers, uint64_t *frequency)
{
  wpp_counted_path *paths = NULL;
  size_t n, bad;
  int err = wpp_interest_paths (e.interest, num, note->file, &paths, &n, &bad);
  location_t where = DECL_SOURCE_LOCATION (node->decl);

  if (err == WPP_E_RANGE && e.interest->n_lines)
    wpp_warn (WPP_WARN_MISMATCH, where, "%s: no path of %qD runs over these lines", place_of (e).c_str (), node->decl);
  else if (err == WPP_E_RANGE)
    wpp_warn (WPP_WARN_MISMATCH, where, "%s: %qD has no path %wu: it has %wu paths", place_of (e).c_str (), node->decl,
              (unsigned HOST_WIDE_INT) e.interest->paths[bad].path, (unsigned HOST_WIDE_INT) num->n_paths);
  else if (err == WPP_E_TOOBIG)
    wpp_warn (WPP_WARN_MISMATCH, where, "%s: more than %d paths of %qD run over these lines", place_of (e).c_str (),
              WPP_INTEREST_PATHS, node->decl);
  for (size_t i = 0; i < n; i++)
    {
      numbers->safe_push (paths[i].path);
      wpp_path_count (num, paths[i].path, MAX (paths[i].count, 1), NULL, frequency);
    }
  free (paths);
}

int
compare_numbers (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

/* Set the interesting paths of NOTE to NUMBERS, each once.  */

void
keep_numbers (auto_vec<uint64_t> *numbers, wpp_function *note)
{
  numbers->qsort (compare_numbers);
  note->interesting = XCNEWVEC (uint64_t, numbers->length () + 1);
  for (uint64_t number : *numbers)
    if (!note->n_interesting || note->interesting[note->n_interesting - 1] != number)
      note->interesting[note->n_interesting++] = number;
}

} // anonymous namespace

void
wpp_find_interesting (cgraph_node *node, const wpp_numbering *num, wpp_function *note,
                      auto_vec<uint64_t> *frequency)
{
  auto_vec<entry *> found;
  auto_vec<uint64_t> numbers;
  const entry *other = NULL;
  bool fits = false;

  if (!lists)
    {
      lists = new interesting_lists;
      lists->load (wpp_opts.interesting);
    }
  frequency->safe_grow_cleared (num->cfg->n_edges + 1);
  lists->find (node, note->pretty, &found);
  for (const entry *e : found)
    if (same_function_p (*e, num))
      {
        fits = true;
        add_paths (*e, node, num, note, &numbers, frequency->address ());
      }
    /* For a comdat function, the list has the unit from which the linker took it, where it may have another graph.  */
    else if (e->here)
      other = e;
  if (other && !fits)
    wpp_warn (WPP_WARN_MISMATCH, DECL_SOURCE_LOCATION (node->decl), "%s: %qD has changed since its paths were listed: "
              "they are not used", place_of (*other).c_str (), node->decl);
  keep_numbers (&numbers, note);
}

void
wpp_check_interesting ()
{
  if (lists && wpp_warning_p (WPP_WARN_MISMATCH))
    lists->check ();
}
