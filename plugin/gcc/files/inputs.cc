/* What an object depends on beside its sources, said where build tools and compiler caches look for it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Rules for make (-M, -MD, -MMD) list profiles, the folders that were named, and the dumps that the compilation writes;
   a dump has an empty rule besides, so that it may be removed.  Preprocessed text (-E) enters and leaves each profile
   as if it was included:

     # 1203943 "run.wpp" 1
     # 3120043 "run.wpp"
     # 82113 "run.wpp"
     # 1 "prog.c" 2

   The numbers are parts of a checksum of its contents.  So ccache, sccache and whoever else compares that text see when
   a profile changes; ccache's direct mode takes it for a header, and looks itself.  The plugin is another such file.

   What a cache must not keep has a number that never comes again, and refers to a device, which ccache takes for
   something that it cannot know: where dumps are written, and where a folder was named, as ccache knows only what was
   in it.  A text that goes to another machine, as distcc's, is compiled there only with the same profiles.  */

#include <dlfcn.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "plugin/gcc/files/inputs.h"
#include "plugin/gcc/files/profile-files.h"
#include "cpplib.h"

extern "C"
{
#include "base/profile-folder.h"
}

/* The linker's compiler has no preprocessor.  And mkdeps.h is not installed.  */
extern cpp_reader *parse_in __attribute__ ((weak));
extern mkdeps *cpp_get_deps (cpp_reader *) __attribute__ ((weak));
extern cpp_options *cpp_get_options (cpp_reader *) __attribute__ ((weak));
extern void deps_add_dep (mkdeps *, const char *) __attribute__ ((weak));
extern void pp_file_change (const line_map_ordinary *) __attribute__ ((weak));
extern char flag_no_output __attribute__ ((weak));
extern char flag_no_line_commands __attribute__ ((weak));

namespace {

const char device[] = "/dev/null";

/* Lines of markers: parts of this many bits, plus 1.  */
const unsigned part_bits = 22, n_parts = 3;

struct unit_inputs
{
  const char *paths;
  bool here;
  auto_vec<char *> endings, outputs; /* of files that the compilation writes, and their names */
};
unit_inputs inputs;

bool
preprocessor_p ()
{
  return &parse_in && parse_in && deps_add_dep;
}

/* Does a compiler cache run this compiler?  ccache says so to what it runs.  */

bool
cache_p ()
{
  return getenv ("UNCACHED_ERR_FD") != NULL;
}

/* Add the files that PATHS names to FILES, malloc'ed, each folder before what is in it.  Return whether there is a
   folder.  What cannot be read is reported when it is used.  */

bool
find_files (const char *paths, auto_vec<char *> *files)
{
  char *copy = xstrdup (paths ? paths : ""), *rest = copy, *path;
  bool folder = false;

  while ((path = strsep (&rest, ",")))
    {
      wpp_profile_folder f;
      if (!*path)
        continue;
      files->safe_push (xstrdup (path));
      if (!wpp_folder_p (path))
        continue;
      folder = true;
      if (wpp_profile_folder_read (path, false, &f))
        continue;
      for (size_t i = 0; i < f.n; i++)
        files->safe_push (xstrdup (f.profiles[i]));
      wpp_profile_folder_release (&f);
    }
  free (copy);
  return folder;
}

void
free_files (auto_vec<char *> *files)
{
  for (char *file : *files)
    free (file);
}

/* A checksum of the contents of FILE; 0 of a folder, and of what cannot be read.  */

uint64_t
checksum_of (const char *file)
{
  char buffer[1 << 13];
  uint64_t sum = 0;
  size_t n;

  if (wpp_folder_p (file))
    return 0;
  wpp_await_profile (file);
  FILE *f = fopen (file, "rb");
  if (!f)
    return 0;
  XXH3_state_t *state = XXH3_createState ();
  XXH3_64bits_reset (state);
  while ((n = fread (buffer, 1, sizeof buffer, f)) > 0)
    XXH3_64bits_update (state, buffer, n);
  if (!ferror (f))
    sum = XXH3_64bits_digest (state);
  XXH3_freeState (state);
  fclose (f);
  return sum;
}

/* The line of part number PART of SUM.  */

unsigned
line_of (uint64_t sum, unsigned part)
{
  return (sum >> part * part_bits & ((1u << part_bits) - 1)) + 1;
}

/* ---- Preprocessed text.  */

/* Go on at LINE of FILE, or leave it if that is null.  */

void
go_on (lc_reason reason, const char *file, unsigned line)
{
  const line_map *map = linemap_add (line_table, reason, 0, file, line);
  pp_file_change (linemap_check_ordinary (map));
}

/* Enter and leave FILE, with SUM.  */

void
mark (const char *file, uint64_t sum)
{
  for (unsigned part = 0; part < n_parts; part++)
    go_on (part ? LC_RENAME : LC_ENTER, ggc_strdup (file), line_of (sum, part));
  go_on (LC_LEAVE, NULL, 0);
}

/* The file that this code is in.  */

const char *
plugin_file ()
{
  Dl_info info;
  return dladdr ((void *) &plugin_file, &info) && info.dli_fname ? info.dli_fname : device;
}

/* A number that never comes again.  */

uint64_t
new_number ()
{
  timespec now = {};
  clock_gettime (CLOCK_REALTIME, &now);
  return ((uint64_t) now.tv_sec * 1000000000 + now.tv_nsec) ^ (uint64_t) getpid () << 44;
}

void
mark_all (const vec<char *> &files, bool folder)
{
  /* sccache asks for text without lines (-P); these it must see.  */
  char without = flag_no_line_commands;
  flag_no_line_commands = 0;
  mark (plugin_file (), checksum_of (plugin_file ()));
  for (const char *file : files)
    mark (file, checksum_of (file));
  if (!inputs.outputs.is_empty ())
    mark (device, new_number ());
  else if (inputs.here)
    mark (device, XXH3_64bits (getpwd (), strlen (getpwd ())));
  else if (folder)
    mark (device, 0);
  flag_no_line_commands = without;
}

/* ---- Rules for make.  */

void
add_rules (const vec<char *> &files, bool folder)
{
  mkdeps *deps = cpp_get_deps (parse_in);

  for (const char *file : files)
    deps_add_dep (deps, file);
  if (flag_preprocess_only)
    return;
  for (const char *output : inputs.outputs)
    deps_add_dep (deps, output);
  if (cache_p () && (folder || inputs.here || !inputs.outputs.is_empty ()))
    deps_add_dep (deps, device);
}

/* The file that rules are written to, or null; null also where all files have empty rules (-MP).  */

const char *
rules_file ()
{
  const char *file = NULL, *given = NULL;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    switch (save_decoded_options[i].opt_index)
      {
      case OPT_MD:
      case OPT_MMD:
        file = save_decoded_options[i].arg;
        break;
      case OPT_MF:
        given = save_decoded_options[i].arg;
        break;
      case OPT_MP:
        return NULL;
      }
  return file && given ? given : file;
}

/* Called when the rules have been written: a dump that was removed must not stop make.  */

void
add_empty_rules (void *, void *)
{
  const char *name = rules_file ();
  FILE *file = name && !seen_error () && strcmp (name, "-") ? fopen (name, "a") : NULL;

  if (!file)
    return;
  for (const char *output : inputs.outputs)
    {
      for (const char *p = output; *p; p++)
        fprintf (file, *p == ' ' || *p == '#' ? "\\%c" : *p == '$' ? "$%c" : "%c", *p);
      fputs (":\n", file);
    }
  fclose (file);
}

/* Called when the main file has been opened.  */

void
say (void *, void *)
{
  auto_vec<char *> files;

  if (!preprocessor_p ())
    return;
  for (char *ending : inputs.endings)
    {
      inputs.outputs.safe_push (concat (aux_base_name ? aux_base_name : "", ".", ending, NULL));
      free (ending);
    }
  inputs.endings.truncate (0);
  bool folder = find_files (inputs.paths, &files);
  if (cpp_get_options (parse_in)->deps.style != DEPS_NONE)
    add_rules (files, folder);
  if (flag_preprocess_only && !flag_no_output)
    mark_all (files, folder);
  free_files (&files);
}

} // anonymous namespace

void
wpp_register_inputs (const char *plugin, const char *paths, bool here, auto_vec<char *> *endings)
{
  inputs.paths = paths;
  inputs.here = here;
  inputs.endings.safe_splice (*endings);
  register_callback (plugin, PLUGIN_PRAGMAS, say, NULL);
  if (!inputs.endings.is_empty () && !flag_preprocess_only)
    register_callback (plugin, PLUGIN_FINISH, add_empty_rules, NULL);
}

void
wpp_check_inputs (const char *paths)
{
  auto_vec<char *> files;

  if (!preprocessor_p () || !cpp_get_options (parse_in)->preprocessed)
    return;
  find_files (paths, &files);
  for (const char *file : files)
    {
      uint64_t sum = checksum_of (file);
      for (unsigned i = 0; i + n_parts <= LINEMAPS_ORDINARY_USED (line_table); i++)
        {
          const line_map_ordinary *map = LINEMAPS_ORDINARY_MAP_AT (line_table, i);
          if (strcmp (ORDINARY_MAP_FILE_NAME (map), file))
            continue;
          bool same = true;
          for (unsigned part = 0; part < n_parts; part++)
            same &= !strcmp (ORDINARY_MAP_FILE_NAME (map + part), file)
                    && ORDINARY_MAP_STARTING_LINE_NUMBER (map + part) == line_of (sum, part);
          if (!same)
            fatal_error (UNKNOWN_LOCATION, "%s: is not the profile with which %s was preprocessed", file,
                         main_input_filename);
          break;
        }
    }
  free_files (&files);
}
