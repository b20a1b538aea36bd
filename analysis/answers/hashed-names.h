/* Names that only who has a key can tell: each is replaced by a keyed hash of it, the same for the same name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The hash is SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, SipHash: a fast short-input PRF, INDOCRYPT 2012), whose key
   is made of the user's by XXH3-128.  So profiles that were hashed with one key can be merged: what is the same in them
   has the same names.  Names are guessed easily; without the key, a guess cannot be checked.  */

#ifndef WPP_ANALYSIS_ANSWERS_HASHED_NAMES_H
#define WPP_ANALYSIS_ANSWERS_HASHED_NAMES_H

#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

struct wpp_joined;

struct wpp_name_key
{
  uint64_t k0, k1;
  /* If not null, it hears of each name and its hash; a name may come several times.  */
  void (*tell) (void *data, const char *hash, const char *name);
  void *data;
};

struct wpp_name_key wpp_name_key_of (const char *text);

uint64_t wpp_siphash (uint64_t k0, uint64_t k1, const void *data, size_t size);

/* Replace all names in J, which has been described: of functions, source files, variables, types, fields and programs,
   texts of statements, and strings.  Of files each folder is hashed by itself, and the ending stays; functions of C
   libraries and types of the language keep their names in statements.  Build-ids, lines and integer constants stay.
   Return 0, WPP_E_NOMEM, or an error of notes with PLACE.  */
int wpp_hash_names (struct wpp_joined *j, const struct wpp_name_key *key, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_HASHED_NAMES_H */
