/* Profiles that become one file: what `merge' and `timestamps' read and write (recording/opened/joined.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_INPUTS_H
#define WPP_ANALYSIS_TOOL_INPUTS_H

#include "recording/opened/joined.h"
#include "recording/profile/write.h"
#include "tool/tool.h"

struct wpp_inputs
{
  const char *out;               /* the file to be written */
  bool lossy;                    /* profiles that miss much are taken, too */
  struct wpp_files files;
  struct wpp_joined joined;
};

struct wpp_inputs_command
{
  const char *name;
  const char *output;            /* what its option -o is for */
  const char *doc;
  bool careful;                  /* it refuses profiles that miss much */
};

/* Parse ARGV, of COMMAND, into COMMON, and scan the profiles that it names.  */
void wpp_inputs_begin (struct wpp_inputs *s, struct wpp_options *common, const struct wpp_inputs_command *command,
                       int argc, char **argv);
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
