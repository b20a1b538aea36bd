/* Profiles that become one, without all of them being in memory: what `merge' and `timestamps' read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_INPUTS_H
#define WPP_ANALYSIS_TOOL_INPUTS_H

#include "recording/profile/ahead.h"
#include "recording/profile/write.h"
#include "tool/tool.h"

struct wpp_input
{
  struct wpp_profile *profile;   /* scanned */
  struct wpp_file_copy copy;
  uint64_t hash;                 /* of its threads */
  struct wpp_ranges *ranges;
};

struct wpp_inputs
{
  const struct wpp_options *common;
  const char *out;               /* the file to be written */
  bool lossy;                    /* profiles that miss much are taken, too */
  size_t n;
  struct wpp_input *inputs;
  struct wpp_profile all;        /* what they have in common, and their notes: all but threads */
  struct wpp_code *code;
  struct wpp_ahead *ahead;
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
/* Make S->all of what they say and S->code of their notes, and begin to read their segments.  */
void wpp_inputs_prepare (struct wpp_inputs *s);
void wpp_inputs_free (struct wpp_inputs *s);

/* How many runs they are of.  */
uint64_t wpp_inputs_runs (const struct wpp_inputs *s);

/* SEGMENT of THREAD of SOURCE, in the event words of all; FIRST is the number of the thread's first one among all that
   are coded.  AGAIN: it was asked for before.  *CHANGED: its words are not those of its file.  */
struct wpp_grammar *wpp_inputs_segment (struct wpp_inputs *s, const struct wpp_input *source,
                                         const struct wpp_thread *thread, size_t first, size_t segment, bool again,
                                         bool *changed);
void wpp_inputs_release_segment (const struct wpp_thread *thread, struct wpp_grammar *g);

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
/* Return its size; or -1 if nothing is to be printed about it.  */
int64_t wpp_writing_end (struct wpp_writing *w);

#endif /* WPP_ANALYSIS_TOOL_INPUTS_H */
