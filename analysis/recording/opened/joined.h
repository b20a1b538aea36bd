/* Profiles that become one file, without all of them being in memory: what `merge' and `timestamps' read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Profiles are taken in an order that their contents give, and nothing of time and process ids is kept when there are
   several: the same runs give the same file.

   Functions return 0, or an error with *BAD, the file that caused it or null, and PLACE: WPP_E_TOLD where that says
   all.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_JOINED_H
#define WPP_ANALYSIS_RECORDING_OPENED_JOINED_H

#include "base/file-copy.h"
#include "recording/opened/recording.h"

struct wpp_joined_file
{
  struct wpp_profile *profile;   /* scanned */
  struct wpp_file_copy copy;
  uint64_t hash;                 /* of its threads */
  struct wpp_ranges *ranges;
};

struct wpp_joined
{
  struct wpp_recording_request request;
  size_t n;
  struct wpp_joined_file *files; /* [n] */
  bool any_order;                /* event words do not depend on that of the files (units.h) */
  struct wpp_profile all;        /* what they have in common, and their notes: all but threads */
  struct wpp_code *code;
  struct wpp_ahead *ahead;
  size_t n_texts;
  char **texts;                  /* [n_texts] that ALL has in the place of the files' */
};

/* Scan the profiles that REQUEST, which is copied, names; its listener hears of them when all are scanned.  J can be
   freed after errors as well, of all these functions.  */
int wpp_joined_open (struct wpp_joined *j, const struct wpp_recording_request *request, const char **bad,
                 struct wpp_place *place);
/* Make J->all of what they say and J->code of their notes, and begin to read their segments.  */
int wpp_joined_prepare (struct wpp_joined *j, const char **bad, struct wpp_place *place);
void wpp_joined_free (struct wpp_joined *j);

/* Tell J's listener that WHAT is done with SUBJECT, and that it has ended.  */
void wpp_joined_doing (const struct wpp_joined *j, const char *what, const char *subject);
void wpp_joined_done (const struct wpp_joined *j);

/* How many runs they are of.  */
uint64_t wpp_joined_runs (const struct wpp_joined *j);

/* SEGMENT of THREAD of SOURCE, in the event words of all; FIRST is the number of the thread's first one among all that
   are coded.  AGAIN: it was asked for before.  *CHANGED: its words are not those of its file.  Null after an error,
   with *ERR.  */
struct wpp_grammar *wpp_joined_segment (struct wpp_joined *j, const struct wpp_joined_file *source,
                                        const struct wpp_thread *thread, size_t first, size_t segment, bool again,
                                        bool *changed, int *err, struct wpp_place *place);
void wpp_joined_release_segment (const struct wpp_thread *thread, struct wpp_grammar *g);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_JOINED_H */
