/* The profiles that -fwpp-use names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PROFILES_H
#define WPP_PROFILES_H

#include "plugin/common/profile-files.h"

extern "C"
{
#include "projection/index-file.h"
}

/* The index of one profile.  */
struct wpp_loaded
{
  wpp_index_file file;
  std::string name;                         /* of the profile; its index may be in another file */
  wpp_this_unit unit;

  wpp_loaded (const char *n) : file (), name (n) {}
  ~wpp_loaded () { wpp_index_file_close (&file); }
  wpp_loaded (const wpp_loaded &) = delete;
  wpp_loaded &operator= (const wpp_loaded &) = delete;
};

/* A function of a profile that is the one being compiled.  */
struct wpp_match
{
  wpp_loaded *loaded;
  wpp_index_entry entry;

  const wpp_index *index () const { return &loaded->file.index; }
};

class wpp_profiles
{
public:
  /* Open the indexes of all files and folders of PATHS, separated by commas.  A file that cannot be used
     is a fatal error that names it.  */
  void load (const char *paths);

  /* The functions that NODE, of graph checksum CHECKSUM, was; *CHANGED when the profiles
     know it only in other shapes.  */
  void find (cgraph_node *node, uint64_t checksum, auto_vec<wpp_match> *matches, bool *changed);

  /* Does any profile know the source file being compiled?  */
  bool know_unit_p () const { return unit_name () != NULL; }
  /* What the first profile that knows it calls it, or null.  */
  const char *unit_name () const;

  /* The greatest count of an edge that GCC would count in all of them, and how many runs they are of.  */
  uint64_t greatest () const;
  uint64_t n_runs () const;

  const char *first_file () const { return files.is_empty () ? "" : files[0]->name.c_str (); }

  /* Are there folders among them?  Then they may be those of all that is built, and more is built than was run.  */
  bool folder_p () const { return folder; }

private:
  auto_delete_vec<wpp_loaded> files;
  bool folder = false;

  void load_path (const char *path);
  void load_folder (const char *path);
  void load_file (const char *path, bool among);
};

/* What is wrong when ERR was met in BAD, null when it was in none, for messages.  */
std::string wpp_what_is_wrong (int err, const wpp_match *bad);

#endif /* WPP_PROFILES_H */
