/* The index of a profile, in the profile or in a cache.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A merged profile contains its index.  The index of any other profile is made when it is first needed, and kept in
   a file for the next compilation (base/kept-file.h), FILE.idx.

   Hash and size of that are those of the index's profile.  The hash is XXH3-64 of all headers of its sections, which
   have checksums of the payloads; or of all of a raw file or a file of path counts.  The version is that of the
   index.

   When several processes need it at once, one makes the index and holds a lock (flock) on the profile; the others
   wait.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_INDEX_FILE_H
#define WPP_ANALYSIS_DECIDE_INDEX_INDEX_FILE_H

#include "activations/counts/missing.h"
#include "decide/index/index.h"
#include "base/file-copy.h"

#define WPP_INDEX_MAGIC "\211WPI\r\n\032\n"

struct wpp_index_file
{
  struct wpp_index index;
  char *name;            /* of the file that has it, the profile or a cache, for messages */
  struct wpp_file_copy copy;  /* the cache, or empty */
  struct wpp_missing
      missing;           /* of the profile; since when is not found out if that is not told by the file's headers */
  uint64_t switched;     /* times that its threads left stacks for others */
  unsigned char *made;   /* the index, when it was made by this process or read from the profile; else null */
};

/* What a profile is, as far as its headers say.  */
struct wpp_index_origin
{
  uint64_t hash, size;   /* of the file, as above */
  bool counts;           /* of paths, without their order */
  bool summary;          /* it has an index, and nothing else of what ran */
  struct wpp_missing missing;
  uint64_t switched;
  uid_t owner;
  mode_t mode;
};

/* Set *S to what the profile FILE is.  Return 0 or an error as below.  */
int wpp_index_file_look (const char *file, struct wpp_index_origin *s, struct wpp_place *place);

/* Find or make the index of the profile FILE, of the one that is there now (base/part.h waits for another).  Return 0,
   or an error of wpp_profile_read or wpp_code_load with PLACE.  Only complete profiles whose notes are found have an
   index.  It is no error when the index cannot be kept.  */
int wpp_index_file_open (const char *file, struct wpp_index_file *f, struct wpp_place *place);
void wpp_index_file_close (struct wpp_index_file *f);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_INDEX_FILE_H */
