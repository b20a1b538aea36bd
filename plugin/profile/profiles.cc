/* Reading profiles into the compiler, and finding a function in them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Functions are matched by assembler name, by unit, and by the checksum of the graph on which their paths are numbered.
   Only the parts of the index that belong to the unit's functions are read.  */

#include "plugin/profile/profiles.h"
#include "plugin/options/options.h"
#include "plugin/options/warnings.h"

extern "C"
{
#include "base/saturate.h"
#include "decide/models/budget.h"
}

/* Stop the compilation: FILE cannot be used because of ERR at PLACE.  */

static void ATTRIBUTE_NORETURN
refuse (const char *file, int err, const wpp_place &place)
{
  const char *why = err == WPP_E_IO ? xstrerror (errno) : wpp_strerror (err);
  /* There is no option to tell the compiler where the program is.  */
  if (err == WPP_E_NOTES)
    fatal_error (UNKNOWN_LOCATION, "%s: %s: %s (%<wpp merge --program=FILE%> makes a profile that needs no program)",
                 file, why, place.what);
  if (place.section[0])
    fatal_error (UNKNOWN_LOCATION, "%s: section %s, offset %wu: %s%s%s", file, place.section,
                 (unsigned HOST_WIDE_INT) place.offset, why, place.what[0] ? ": " : "", place.what);
  fatal_error (UNKNOWN_LOCATION, "%s: %s%s%s", file, why, place.what[0] ? ": " : "", place.what);
}

/* Say what the profile PATH misses, which is MISSING.  Much of it is an error unless the user wants to use it.  */

static void
tell_missing (const char *path, const wpp_missing &missing)
{
  char text[WPP_MISSING_TEXT];
  bool much = wpp_missing_much_p (&missing);

  if (!wpp_missing_p (&missing) || (!much && wpp_opts.use_lossy))
    return;
  wpp_missing_text (&missing, text, sizeof text);
  if (much && !wpp_opts.use_lossy)
    fatal_error (UNKNOWN_LOCATION, "%s: %s; with %<-fwpp-use-lossy%> it is used nevertheless", path, text);
  warning_at (UNKNOWN_LOCATION, 0, "%s: %s", path, text);
}

/* Say how often the program of the profile PATH left a stack for one that is not known, SWITCHED.  */

static void
tell_switches (const char *path, uint64_t switched)
{
  if (switched && !wpp_opts.use_lossy)
    warning_at (UNKNOWN_LOCATION, 0, "%s: stacks were switched %wu times in a way that is not known: what rests on "
                                     "calls and callers is not exact",
                path, (unsigned HOST_WIDE_INT) switched);
}

/* Complain if L, which was loaded, has not what the options need.  */

static void
check_order (const wpp_loaded *l)
{
  if (l->file.index.counts && wpp_opts.problems)
    fatal_error (UNKNOWN_LOCATION, "%s: holds counts of paths without their order "
                 "(%<-fwpp-generate=paths%>), which %<-fwpp-dump-frequency%> needs", l->name.c_str ());
}

/* Take L, whose index is open.  */

void
wpp_profiles::take (wpp_loaded *l)
{
  check_order (l);
  for (unsigned u = 0; u < l->file.index.n_units; u++)
    l->unit.see (wpp_index_source (&l->file.index, u));
  files.safe_push (l);
}

/* May a profile, one of a folder if AMONG, lack its notes?  In folders, -Wno-wpp-mismatch skips profiles whose programs
   do not exist any more, such as those that `configure' ran.  */

static bool
may_lack_p (bool among)
{
  return among && !wpp_warning_p (WPP_WARN_MISMATCH);
}

/* Load the profile PATH, one of a folder if AMONG, unless it is skipped.  */

void
wpp_profiles::load_file (const char *path, bool among)
{
  wpp_place place = {};
  wpp_loaded *l = new wpp_loaded (path);

  errno = 0;
  int err = wpp_index_file_open (path, &l->file, &place);
  if (err == WPP_E_NOTES && may_lack_p (among))
    {
      delete l;
      return;
    }
  if (err)
    refuse (path, err, place);
  take (l);
}

/* Load the index of GROUP together, which is of one kind.  */

bool
wpp_profiles::load_together (const vec<wpp_named_profile> &group)
{
  auto_vec<wpp_merged_index_member> members;
  wpp_place place;
  const char *bad;
  wpp_loaded *l = new wpp_loaded (group[0].name);

  for (const wpp_named_profile &p : group)
    members.safe_push (wpp_merged_index_member { p.name, &p.source, may_lack_p (p.among) });
  if (wpp_merged_index_open (members.address (), members.length (), &l->file, &bad, &place))
    {
      delete l;
      return false;
    }
  take (l);
  return true;
}

/* Load all of GROUP, which is of one kind: as what `wpp merge' would make of them.  If that cannot be, the profiles one
   by one say why.  */

void
wpp_profiles::load_group (const vec<wpp_named_profile> &group)
{
  if (group.length () > 1 && load_together (group))
    return;
  for (const wpp_named_profile &p : group)
    load_file (p.name, p.among);
}

/* Find out what the profile NAME, AMONG those of a folder, is, and tell what is to be known of it.  */

static wpp_named_profile
look (char *name, bool among)
{
  wpp_named_profile p = { name, among, {} };
  wpp_place place = {};

  wpp_await_profile (name);
  errno = 0;
  if (int err = wpp_index_file_look (name, &p.source, &place))
    refuse (name, err, place);
  tell_missing (name, p.source.missing);
  tell_switches (name, p.source.switched);
  return p;
}

/* Append what PATH, a file or a folder, names to ALL.  */

static void
add_path (const char *path, auto_vec<wpp_named_profile> *all)
{
  auto_vec<char *> names;
  bool folder = wpp_folder_p (path);

  if (folder)
    wpp_folder_files (path, &names);
  else
    names.safe_push (xstrdup (path));
  for (char *name : names)
    all->safe_push (look (name, folder));
}

void
wpp_profiles::load (const char *paths)
{
  char *copy = xstrdup (paths), *rest = copy, *path;
  auto_vec<wpp_named_profile> all, counts, whole;

  while ((path = strsep (&rest, ",")))
    if (*path)
      add_path (path, &all);
  /* Nobody can merge a summary.  */
  for (const wpp_named_profile &p : all)
    if (p.source.summary)
      load_file (p.name, p.among);
    else
      (p.source.counts ? counts : whole).safe_push (p);
  load_group (whole);
  load_group (counts);
  /* If all are skipped, report the error of the first one.  */
  if (files.is_empty () && !all.is_empty ())
    load_file (all[0].name, false);
  for (const wpp_named_profile &p : all)
    free (p.name);
  free (copy);
}

/* What OF says of all profiles together, whole paths or counts, whichever is more: what both say is counted once
   (beside.cc).  */

template<typename measure>
uint64_t
wpp_profiles::once (measure of) const
{
  uint64_t whole = 0, counts = 0;
  for (const wpp_loaded *l : files)
    {
      uint64_t *sum = l->file.index.counts ? &counts : &whole;
      *sum = wpp_saturating_add (*sum, of (l));
    }
  return MAX (whole, counts);
}

uint64_t
wpp_profiles::greatest () const
{
  return once ([] (const wpp_loaded *l) { return l->file.index.greatest; });
}

uint64_t
wpp_profiles::n_runs () const
{
  return once ([] (const wpp_loaded *l) { return l->file.index.runs; });
}

double
wpp_profiles::cycles_of_a_byte () const
{
  double executed = 0, hot = 0;
  bool paths = false;
  for (const wpp_loaded *l : files)
    paths |= !l->file.index.counts;
  for (const wpp_loaded *l : files)
    if (paths == !l->file.index.counts)
      {
        executed += (double) l->file.index.executed;
        hot = MAX (hot, (double) l->file.index.hot);
      }
  return hot ? executed / WPP_STATEMENTS_A_CYCLE / (hot * WPP_STATEMENT_BYTES) : 0;
}

const char *
wpp_profiles::unit_name () const
{
  for (const wpp_loaded *l : files)
    for (unsigned u = 0; u < l->file.index.n_units; u++)
      if (l->unit.is (wpp_index_source (&l->file.index, u)))
        return wpp_index_source (&l->file.index, u);
  return NULL;
}

/* Call VISIT (L, I, ENTRY) for the functions called NAME: entry number I of file L is ENTRY.  Stop when it returns
   true, and return whether it did.  */

template<typename visitor>
bool
wpp_profiles::visit_named (const char *name, visitor visit) const
{
  for (wpp_loaded *l : files)
    for (uint32_t i = wpp_index_find (&l->file.index, name); i < l->file.index.n_entries; i++)
      {
        wpp_index_entry entry;
        wpp_index_read (&l->file.index, i, &entry);
        if (strcmp (entry.name, name))
          break;
        if (visit (l, i, entry))
          return true;
      }
  return false;
}

bool
wpp_profiles::know_p (cgraph_node *node) const
{
  return visit_named (name_of (node), [node] (wpp_loaded *l, uint32_t, const wpp_index_entry &entry)
    { return l->unit.is (entry.source) || DECL_COMDAT (node->decl); });
}

bool
wpp_profiles::executed_p (cgraph_node *node, const char *name) const
{
  return visit_named (name ? name : name_of (node), [node] (wpp_loaded *l, uint32_t, const wpp_index_entry &entry)
    { return entry.counts.size > 0 && (l->unit.is (entry.source) || DECL_COMDAT (node->decl)); });
}

void
wpp_profiles::former_functions (auto_vec<wpp_index_entry> *entries) const
{
  for (const wpp_loaded *l : files)
    for (uint32_t i = 0; i < l->file.index.n_entries; i++)
      {
        wpp_index_entry entry;
        wpp_index_read (&l->file.index, i, &entry);
        if (l->unit.is (entry.source))
          entries->safe_push (entry);
      }
}

void
wpp_profiles::take_for (cgraph_node *node, const char *former)
{
  renamed.put (wpp_assembler_name (node), former);
}

const char *
wpp_profiles::name_of (cgraph_node *node) const
{
  const char *name = wpp_assembler_name (node);
  const char *const *former = const_cast<wpp_profiles *> (this)->renamed.get (name);
  return former ? *former : name;
}

/* Functions of several units may have the same name: local ones, and those of other programs.  But of an inline
   function, or an instance of a template, the program has the copy of any of the units, which may have another graph
   there.  */

void
wpp_profiles::find (cgraph_node *node, uint64_t checksum, auto_vec<wpp_match> *matches, bool *changed,
                    uint32_t *flags)
{
  const wpp_clone_part *part = part_of (node);
  if (part)
    node = part->original;
  bool known = false;
  visit_named (name_of (node), [&] (wpp_loaded *l, uint32_t i, const wpp_index_entry &entry)
    {
      bool here = l->unit.is (entry.source);
      if (here && !known && flags)
        *flags = entry.flags;
      known |= here;
      wpp_match m = { l, entry, i, NULL, NULL };
      if (part && entry.counts.size)
        {
          m.part = &part->paths;
          m.part_callees = &part->callees;
        }
      if (entry.checksum == checksum && (here || DECL_COMDAT (node->decl)))
        matches->safe_push (m);
      return false;
    });
  *changed = known && matches->is_empty ();
}

wpp_clone_part *
wpp_profiles::make_part (cgraph_node *node, cgraph_node *original)
{
  wpp_clone_part *part = new wpp_clone_part { original, {}, {} };
  parts.safe_push (part);
  part_at.put (node, part);
  return part;
}

const wpp_clone_part *
wpp_profiles::part_of (cgraph_node *node) const
{
  wpp_clone_part **part = part_at.get (node);
  return part ? *part : NULL;
}

bool
wpp_profiles::know_contexts_p (cgraph_node *node) const
{
  return visit_named (name_of (node), [] (wpp_loaded *, uint32_t, const wpp_index_entry &entry)
    { return entry.contexts.size > 0; });
}

std::string
wpp_what_is_wrong (int err, const wpp_match *bad)
{
  std::string what = wpp_strerror (err);
  if (!bad || err == WPP_E_NOMEM)
    return what;
  return std::string (bad->loaded->file.name) + (err == WPP_E_SAMPLE ? ": " : " is damaged: ") + what;
}
