/* Files that keep what was made of another file, for the next one who needs it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It is kept beside the file, FILE.SUFFIX, or, when that cannot be written, as $XDG_CACHE_HOME/wpp/HASH.SUFFIX
   ($HOME/.cache without the variable).

   kept := magic (8 bytes), u32 version, u32 0, u64 hash, u64 size, contents

   HASH and SIZE are those of what it was made of.  It is renamed into place, so it is always complete.  One that
   another user has made is not trusted.

   Who makes it may hold a lock on the file, so that others, who need it at the same time, wait for it.  */

#ifndef WPP_ANALYSIS_BASE_KEPT_FILE_H
#define WPP_ANALYSIS_BASE_KEPT_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "base/bytes.h"
#include "base/file-copy.h"

#define WPP_KEPT_HEADER 32

struct wpp_kept
{
  const char *file;      /* of which it was made */
  const char *suffix;    /* with the dot */
  const char *magic;     /* 8 bytes */
  uint32_t version;
  uint64_t hash, size;
  uid_t owner;           /* of FILE, who is trusted besides this user */
  mode_t mode;           /* of FILE: who may read that may read what is kept */
};

/* Set K's owner and mode to those of K->file.  Return false when it has none.  */
bool wpp_kept_of_file (struct wpp_kept *k);

/* K is for the answer to a question, which ASKED has byte by byte, and to no other one.  ASKED is released.  */
void wpp_kept_of_question (struct wpp_kept *k, struct wpp_buffer *asked);

/* Let COPY be what is kept for K, header included: beside the file if BESIDE, else in the user's own folder.  Set *NAME
   to its name, malloc'ed.  Return false, with *NAME null, when there is nothing.  */
bool wpp_kept_find (const struct wpp_kept *k, bool beside, struct wpp_file_copy *copy, char **name);

/* Wait until nobody else makes what is kept for K.  It may be there then.  Return a descriptor, to be closed when it is
   kept; or -1 if there are no locks, or somebody holds it for too long: then it may be made twice.  */
int wpp_kept_lock (const struct wpp_kept *k);

/* Append K's header to B.  */
void wpp_kept_begin (const struct wpp_kept *k, struct wpp_buffer *b);
/* Keep B, which begins with K's header, in one of the two places, if that is possible.  */
void wpp_kept_put (const struct wpp_kept *k, const struct wpp_buffer *b);

/* ---- Contents that begin with the XXH3-64 of the rest of them, a u64.  */

#define WPP_KEPT_CHECKED (WPP_KEPT_HEADER + 8)

/* Append the header and room for the check to B; set the check when all is there, and keep B.  */
void wpp_kept_begin_checked (const struct wpp_kept *k, struct wpp_buffer *b);
void wpp_kept_put_checked (const struct wpp_kept *k, struct wpp_buffer *b);

/* Call READ (DATA, BYTES, SIZE) for what is kept for K in each place, header and check left out, until it returns true,
   which is returned.  What does not have its check is passed over.  */
bool wpp_kept_read_checked (const struct wpp_kept *k,
                            bool (*read) (void *data, const unsigned char *bytes, size_t size), void *data);

#endif /* WPP_ANALYSIS_BASE_KEPT_FILE_H */
