/* Values at value places of a recording with values (-fwpp-generate=wet), by replay.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A recording with values has all that counts with values tell (format/value-place.h), and more.  Its notes say which
   statements are places; replay tells what they use.  That takes what replaying takes, so what was told is kept beside
   the recording, as FILE.plc:

     contents := u64 XXH3-64 of the rest, what a run has (recording/profile/runs.h)

   Hash and size that say what it was made of are those of the file.

   The target of an indirect call is the function that was entered next.  Where the function that was called is not
   recorded, no target is told; but if it calls back, that function is.  Executions of which replay knows nothing (after
   gaps, in functions that run on when a path went otherwise) are not told at all.  */

#ifndef WPP_ANALYSIS_DECIDE_PLACES_REPLAYED_H
#define WPP_ANALYSIS_DECIDE_PLACES_REPLAYED_H

#include "recording/profile/profile.h"

/* A recording that is replayed.  */
struct wpp_replayed_file
{
  const char *name;
  const unsigned char *data;    /* [size] */
  size_t size;
  const char *const *programs;  /* where notes are looked for as well, up to a null; or null */
  bool locked;                  /* this process has locked it (flock) */
};

/* Set *PLACES, which is released in any case, to what replay tells of the only run of FILE, in its event words: what is
   kept, or else it is replayed.  Return 0; or an error with PLACE: of reading a profile and its notes, of
   wpp_bindings_new, of wpp_replay_thread.  */
int wpp_replayed_places (const struct wpp_replayed_file *file, struct wpp_run_places *places, struct wpp_place *place);
/* The same of the file NAME, which is read; PROGRAMS as above.  Also errors of wpp_file_copy_named.  */
int wpp_replayed_places_named (const char *name, const char *const *programs, struct wpp_run_places *places,
                               struct wpp_place *place);

#endif /* WPP_ANALYSIS_DECIDE_PLACES_REPLAYED_H */
