/* Frequency dumps in wpp freq.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_FREQ_H
#define WPP_ANALYSIS_TOOL_FREQ_H

#include "tool/tool.h"

/* A fact at a block's entry, or a site in it.  Strings and objects belong to the dump.  */
struct wpp_freq_row
{
  const char *file, *path, *problem, *function, *text; /* PATH: null in dumps of an older plugin */
  struct json_object *lines;            /* of the block: array of integers */
  struct json_object *frequency, *count;
  int64_t block, line;                  /* LINE: that the fact comes from, or of the site; 0: unknown */
  double share;                         /* frequency / count, 0 .. 1 */
  double cost;                          /* statements that all executions of the block execute; and the share of them */
  bool site;
};

/* The numbers of facts at blocks that hold always, never or sometimes; and how many of each are known without the
   profile.  */
struct wpp_freq_summary
{
  const char *file, *path, *problem, *function;
  uint64_t facts, always, never, sometimes, certain, impossible, unknown;
  uint64_t unknown_always, unknown_never;
};

struct wpp_freq
{
  const char *source_root;              /* the folder to which names of files are relative, or null */
  struct json_object **dumps;           /* [n_dumps] */
  size_t n_dumps, n_rows, rows_room, n_summaries, summaries_room;
  struct wpp_freq_row *rows;
  struct wpp_freq_summary *summaries;
};

/* freq-read.c: add the dump FILE, or all dumps in the folder FILE, to F.  A file that is no dump is a fatal error,
   which names the place in it.  */
void wpp_freq_read (struct wpp_freq *f, const char *file);
/* Add DUMP, which comes from FILE, to FREQ, a struct wpp_freq that it belongs to then.  */
void wpp_freq_add (void *freq, const char *file, struct json_object *dump);
void wpp_freq_release (struct wpp_freq *f);

/* freq-compute.c: is FILE a profile, or a folder of profiles and no dumps?  */
bool wpp_freq_profile_p (const char *file);
/* Add to F what the profiles that COMMON names have of the problems PROBLEMS, separated by commas: of all
   functions, or of those called FUNCTION.  */
void wpp_freq_compute (struct wpp_freq *f, const struct wpp_options *common, const char *problems,
                       const char *function);

#endif /* WPP_ANALYSIS_TOOL_FREQ_H */
