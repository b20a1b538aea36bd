/* The profiles that -fwpp-use names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PROFILES_H
#define WPP_PROFILES_H

#include "wpp-plugin.h"

extern "C"
{
#include "profile.h"
#include "project.h"
#include "training.h"
}

/* One profile with its notes and a grammar a thread.  */
struct wpp_loaded
{
  wpp_profile *profile;
  wpp_code *code;
  auto_vec<wpp_grammar *> threads;
  bool lands;             /* has LAND events: activations may end by non-local transfers */
  wpp_training *training; /* made by wpp_profiles::train, or null */

  wpp_loaded () : profile (NULL), code (NULL), lands (false), training (NULL) {}
  ~wpp_loaded ();
  wpp_loaded (const wpp_loaded &) = delete;
  wpp_loaded &operator= (const wpp_loaded &) = delete;
};

/* A function of a profile that is the one being compiled.  */
struct wpp_match
{
  wpp_loaded *loaded;
  wpp_code_function *function;
};

class wpp_profiles
{
public:
  /* Read all files and folders of PATHS, separated by commas.  A file that cannot be used is
     a fatal error that names it.  */
  void load (const char *paths);

  /* The functions that NODE, of graph checksum CHECKSUM, was; *CHANGED when the profiles
     know it only in other shapes.  */
  void find (cgraph_node *node, uint64_t checksum, auto_vec<wpp_match> *matches, bool *changed);

  /* Does any profile know the source file being compiled?  */
  bool know_unit_p () const;

  /* Sum up every profile; *GREATEST is the greatest count in them.  Return 0 or an error.
     (wpp-feedback.cc)  */
  int train (uint64_t *greatest);

  unsigned n_files () const { return files.length (); }
  const char *first_file () const { return files.is_empty () ? "" : files[0]->profile->file; }

private:
  auto_delete_vec<wpp_loaded> files;
  hash_map<nofree_string_hash, auto_vec<wpp_match>> by_name;

  void load_path (const char *path);
  void load_folder (const char *path);
  void load_file (const char *path);
  bool same_unit_p (cgraph_node *node, const wpp_match &m);
};

/* The streams of MATCHES' activations (project.h), a thread of a profile each; they belong to
   the caller.  Return 0 or an error.  */
int wpp_streams (const vec<wpp_match> &matches, auto_vec<wpp_projection *> *streams);

/* Assembler name of NODE as notes have it.  */
const char *wpp_assembler_name (cgraph_node *node);

#endif /* WPP_PROFILES_H */
