/* Profiles that become one file: what `timestamps' reads and writes (recording/opened/joined.h); `merge' takes what
   there is for both.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_INPUTS_H
#define WPP_ANALYSIS_TOOL_INPUTS_H

#include "recording/opened/joined.h"
#include "recording/profile/write.h"
#include "tool/tool.h"

struct wpp_inputs
{
  const char *out;               /* the file to be written */
  struct wpp_files files;
  struct wpp_joined joined;
};

struct wpp_inputs_command
{
  const char *name;
  const char *output;            /* what its option -o is for */
  const char *doc;
};

/* Parse ARGV, of COMMAND, into COMMON, and scan the profiles that it names.  */
void wpp_inputs_begin (struct wpp_inputs *s, struct wpp_options *common, const struct wpp_inputs_command *command,
                       int argc, char **argv);
/* Die if OUT is one of FILES that the user has not named: it was found in a folder and would be counted again and again.
   */
void wpp_inputs_check_out (const char *out, const struct wpp_files *files, const struct wpp_options *common);
/* Give freed memory back to the system: grammars of many megabytes come and go.  */
void wpp_inputs_free_early (void);
/* Find out what they have in common.  */
void wpp_inputs_prepare (struct wpp_inputs *s);
void wpp_inputs_free (struct wpp_inputs *s);

/* The profile that they become.  */
struct wpp_writing
{
  const char *name;
  FILE *file;
  struct wpp_writer *writer;
};

void wpp_writing_begin (struct wpp_writing *w, const char *name);
/* Die if ERR, of making or writing it, is one.  */
void wpp_must (const struct wpp_writing *w, int err);
/* All is written.  Return its size; or -1 if nothing is to be printed about it.  */
int64_t wpp_writing_end (struct wpp_writing *w);

#endif /* WPP_ANALYSIS_TOOL_INPUTS_H */
