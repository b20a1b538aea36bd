/* What is in a recording that is open.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_RECORDING_IMPL_H
#define WPP_ANALYSIS_RECORDING_OPENED_RECORDING_IMPL_H

#include "base/file-copy.h"
#include "recording/opened/recording.h"
#include "recording/profile/read.h"

/* A file, until it is read.  */
struct wpp_opened_file
{
  struct wpp_profile *profile;  /* scanned or read; null once it is a part of the recording's */
  struct wpp_file_copy copy;    /* what was scanned */
  uint64_t hash;                /* XXH3-64 of that, if it was read by stacks */
  uint64_t runs;                /* of which it is */
};

struct wpp_recording
{
  struct wpp_recording_request request;
  struct wpp_opened_file *files; /* [request.n_files] */
  struct wpp_profile *profile;  /* all files, added up; or null: nothing is read yet */
  int err;                      /* reading has failed: nothing more is read, and … */
  const char *bad;
  struct wpp_place place;       /* … this is said again */
  enum wpp_calls_become become; /* what calls of a timestamped one are in it */
  bool by_stacks;               /* its threads have their stacks one after the other */
  struct wpp_code *code;        /* or null: not asked for yet */
  bool told;                    /* what notes are missing */
  struct wpp_short_names names; /* of its functions */
  struct wpp_module_names modules; /* those of all files, if these are several */
};

/* wpp_recording_doing of another SUBJECT than R.  */
void wpp_recording_begins (const struct wpp_recording *r, const char *what, const char *subject);

/* reading.c: complain at PLACE that a profile cannot be added up with others, for which ERR is the reason.  Return
   WPP_E_TOLD.  */
int wpp_complain_misfit (int err, struct wpp_place *place);

/* reading.c: look into the files of R, and read what it needs.  Errors are those of wpp_recording_open; *BAD is the
   file that caused one.  */
int wpp_recording_look (struct wpp_recording *r, const char **bad, struct wpp_place *place);
int wpp_recording_read (struct wpp_recording *r, unsigned needs, const char **bad, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_RECORDING_IMPL_H */
