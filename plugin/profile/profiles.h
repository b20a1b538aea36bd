/* The profiles that -fwpp-use names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_PROFILE_PROFILES_H
#define WPP_PLUGIN_PROFILE_PROFILES_H

#include "plugin/gcc/files/profile-files.h"
#include "plugin/gcc/graph/this-unit.h"

extern "C"
{
#include "answers/merged-index.h"
}

/* A profile that the command line names, or a folder has.  */
struct wpp_named_profile
{
  char *name;
  bool among;                               /* it is one of a folder */
  wpp_index_origin source;
};

/* The index of one profile, or of several together.  */
struct wpp_loaded
{
  wpp_index_file file;
  std::string name; /* name of the profile, or of the first one; its index may be in another file */
  wpp_this_unit unit;

  wpp_loaded (const char *n) : file (), name (n) {}
  ~wpp_loaded () { wpp_index_file_close (&file); }
  wpp_loaded (const wpp_loaded &) = delete;
  wpp_loaded &operator= (const wpp_loaded &) = delete;
};

/* A function that has clones for some of its calls, or such a clone: which part of the function's executions it
   has.  */
struct wpp_clone_part
{
  cgraph_node *original;                    /* the function */
  auto_vec<wpp_path_times> paths;           /* by rising number */
  auto_vec<wpp_index_callee> callees;       /* of indirect calls */
};

/* A function of a profile that matches the one being compiled.  */
struct wpp_match
{
  wpp_loaded *loaded;
  wpp_index_entry entry;
  uint32_t number;                          /* of the entry */
  const vec<wpp_path_times> *part;          /* executions of paths that are meant; null: all */
  const vec<wpp_index_callee> *part_callees; /* and of indirect calls, whom they entered, if PART is not null */

  const wpp_index *index () const { return &loaded->file.index; }
};

class wpp_profiles
{
public:
  /* Open the index of all files and folders of PATHS, separated by commas: one of all that have whole paths, and one of
     all that count paths, as `wpp merge' would make them; summaries have their own.  A file that cannot be used is a
     fatal error that names it.  */
  void load (const char *paths);

  /* Find the functions that match NODE, whose graph has checksum CHECKSUM; of a part of a function, its, with what the
     part has.  Set *CHANGED when the profiles have it only with other graphs, and then *FLAGS, unless null, to those of
     the first.  */
  void find (cgraph_node *node, uint64_t checksum, auto_vec<wpp_match> *matches, bool *changed, uint32_t *flags = NULL);

  /* NODE is a part, from now on.  */
  wpp_clone_part *make_part (cgraph_node *node, cgraph_node *original);
  /* What NODE is; null: a whole function.  */
  const wpp_clone_part *part_of (cgraph_node *node) const;

  /* Is there a function called as NODE that executed other paths when some calls led to it?  */
  bool know_contexts_p (cgraph_node *node) const;

  /* Does any profile have the source file being compiled?  */
  bool know_unit_p () const { return unit_name () != NULL; }
  /* Its name in the first profile that has it, or null.  */
  const char *unit_name () const;

  /* The greatest count of an edge that GCC would count, and the number of runs: in all profiles of whole paths or in
     all counts, whichever is more.  */
  uint64_t greatest () const;
  uint64_t n_runs () const;
  /* Cycles that a byte of the program's executed code took, in all runs of which there are whole paths, if there are
     any: what gains by these is compared with it.  0 if that is not known.  */
  double cycles_of_a_byte () const;

  /* Has any profile NODE, be it with another graph?  */
  bool know_p (cgraph_node *node) const;
  /* Does any know executions of NODE, or, if that is not null, of what they call NAME?  */
  bool executed_p (cgraph_node *node, const char *name = NULL) const;
  /* Add to ENTRIES the functions that the profiles have of the source file being compiled.  */
  void former_functions (auto_vec<wpp_index_entry> *entries) const;

  /* From now on NODE is the function that the profiles call FORMER, a string of an index.  */
  void take_for (cgraph_node *node, const char *former);
  /* Assembler name of NODE in the profiles.  */
  const char *name_of (cgraph_node *node) const;

private:
  template<typename visitor> bool visit_named (const char *name, visitor visit) const;
  template<typename measure> uint64_t once (measure of) const;

  auto_delete_vec<wpp_loaded> files;
  hash_map<nofree_string_hash, const char *> renamed;
  auto_delete_vec<wpp_clone_part> parts;
  mutable hash_map<cgraph_node *, wpp_clone_part *> part_at; /* by node */

  void take (wpp_loaded *l);
  void load_file (const char *path, bool among);
  bool load_together (const vec<wpp_named_profile> &group);
  void load_group (const vec<wpp_named_profile> &group);
};

/* For messages: describe ERR, which occurred in BAD; BAD may be null.  */
std::string wpp_what_is_wrong (int err, const wpp_match *bad);

#endif /* WPP_PLUGIN_PROFILE_PROFILES_H */
