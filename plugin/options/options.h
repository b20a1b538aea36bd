/* The options of the command line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIONS_OPTIONS_H
#define WPP_PLUGIN_OPTIONS_OPTIONS_H

enum wpp_mode
{
  WPP_MODE_NONE,
  WPP_MODE_GENERATE,
  WPP_MODE_USE
};

/* The options on the command line; the command line (plugin/command-line.cc) sets them, nobody else.  */
struct wpp_plugin_options
{
  wpp_mode mode;
  const struct wpp_recording_kind *recording; /* -fwpp-generate=; null without it */
  bool frequent_values;         /* -fwpp-generate=paths,values */
  bool all_values;              /* -fwpp-generate=wet,values=all */
  bool check_values;            /* -fwpp-generate=wet,values=check */
  const char *only;             /* -fwpp-generate=wet,only=: patterns, separated by colons, or null */
  const char *into;             /* -fwpp-generate,into=: the folder of profiles, or null */
  const char *interesting;      /* -fwpp-interesting=: lists and profiles, separated by commas */
  bool notes_paths;             /* -fwpp-notes=paths: without statements */
  const char *use;              /* -fwpp-use=: files and folders, separated by commas */
  bool use_lossy;               /* -fwpp-use-lossy: profiles that miss much are used, too */
  unsigned problems;            /* -fwpp-dump-frequency=: bits of wpp_problem_kinds */
  bool edges_only;              /* -fwpp-know=edges */
  const char *optimizations;    /* -fwpp-optimize=: the names that it means, each between
                                   commas; all when it is not given */
  bool dump_decisions;          /* -fwpp-dump-decisions */
  bool dump_hot;                /* -fwpp-dump-sort=hot */
  bool dump_json;               /* -fwpp-dump-format=json */
  bool moves;                   /* -fwpp-moves */
  bool use_renamed;             /* -fwpp-use-renamed */
};

extern wpp_plugin_options wpp_opts;

#endif /* WPP_PLUGIN_OPTIONS_OPTIONS_H */
