/* The index of a profile, in the profile or in a cache.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A merged profile contains its index.  The index of any other profile is made when it is first needed, and kept in
   a file for the next compilation: FILE.idx beside the profile or, when that cannot be written,
   $XDG_CACHE_HOME/wpp/HASH.idx ($HOME/.cache without the variable).

   cache  := magic "\211WPI\r\n\032\n" (8 bytes), u32 version, u32 0, u64 hash, u64 size, index
   HASH and SIZE are those of the index's profile.  HASH is XXH3-64 of all headers of its sections, which have
   checksums of the payloads; or of all of a raw file or a file of path counts.  VERSION is that of the
   index.

   When several processes need it at once, one makes the index and holds a lock (flock) on the profile; the others
   wait.  A cache is renamed into place, so it is always complete.  A cache of another user is not trusted.  */

#ifndef WPP_INDEX_FILE_H
#define WPP_INDEX_FILE_H

#include "index/index.h"
#include "support/file-copy.h"

#define WPP_INDEX_MAGIC "\211WPI\r\n\032\n"

struct wpp_index_file
{
  struct wpp_index index;
  char *name;            /* of the file that has it, the profile or a cache, for messages */
  struct wpp_file_copy copy;  /* the cache, or empty */
  unsigned char *made;   /* the index, when it was made by this process or read from the profile; else null */
};

/* Find or make the index of the profile FILE.  If another profile is being written in its place (part.h), wait for that
   one.  Return 0, or an error of wpp_profile_read or wpp_code_load with PLACE.  Only complete profiles whose notes are
   found have an index.  It is no error when the index cannot be kept.  */
int wpp_index_file_open (const char *file, struct wpp_index_file *f, struct wpp_place *place);
void wpp_index_file_close (struct wpp_index_file *f);

#endif /* WPP_INDEX_FILE_H */
