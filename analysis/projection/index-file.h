/* The index of a profile, wherever it is.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A merged profile has one in it.  That of any other profile is made when it is first asked for, and kept
   in a file for whoever asks next: FILE.idx beside the profile or, when that cannot be written,
   $XDG_CACHE_HOME/wpp/HASH.idx ($HOME/.cache without the variable).

   cache  := magic "\211WPI\r\n\032\n" (8 bytes), u32 version, u32 0, u64 hash, u64 size, index
   HASH and SIZE are those of the profile that the index is of: HASH is XXH3-64 of all headers of its
   sections, which have checksums of what is in them, or of the whole of a raw file or file of path
   counts.  VERSION is the index's.

   Several processes may ask at once: one makes the index, which holds a lock (flock) on the profile,
   the others wait.  A cache appears whole, by being renamed.  One of another user is not believed.  */

#ifndef WPP_INDEX_FILE_H
#define WPP_INDEX_FILE_H

#include "projection/index.h"
#include "support/file-copy.h"

#define WPP_INDEX_MAGIC "\211WPI\r\n\032\n"

struct wpp_index_file
{
  struct wpp_index index;
  char *name;            /* of the file it is in, which is the profile or a cache, for messages */
  struct wpp_file_copy copy;  /* the cache, or empty */
  unsigned char *made;   /* the index, when it was made here or read from the profile, or null */
};

/* Find or make the index of the profile FILE; of one that is about to replace it (part.h), if there is such.
   Return 0, or an error of wpp_profile_read or wpp_code_load with PLACE.  Only profiles that can be read whole and whose
   notes are found have an index; that one cannot be kept is no error.  */
int wpp_index_file_open (const char *file, struct wpp_index_file *f, struct wpp_place *place);
void wpp_index_file_close (struct wpp_index_file *f);

#endif /* WPP_INDEX_FILE_H */
