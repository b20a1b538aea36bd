/* Notes that are small and say much.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_NOTES_BOMBS_H
#define WPP_TESTSUITE_FUZZ_NOTES_BOMBS_H

#include <stdbool.h>
#include <stdint.h>
#include "program/notes/notes.h"

struct notes_bomb
{
  const char *name;
  uint32_t units;      /* records; 0 is 1 */
  uint32_t functions;  /* of each that were left out, beside one that has paths */
  uint32_t files;      /* of each without a name, beside one that has one */
  uint32_t branches;   /* of that function in a row: 2 to their power paths, but 2^17 at most */
  uint32_t chain;      /* nodes after them, one after the other */
  uint32_t lines;      /* of its last node */
  uint32_t sections;   /* of the ELF file, all of the same bytes; 0 is 1 */
  uint32_t modules;    /* of the program, all that file; 0 is 1 */
  bool wide;           /* its paths have no words of their own */
};

/* All of them, ended by a null name.  */
extern const struct notes_bomb notes_bombs[];

/* The bomb named NAME, or null.  */
const struct notes_bomb *find_notes_bomb (const char *name);

/* The unit number U of B.  Exits when out of memory.  */
struct wpp_unit *make_notes_bomb (const struct notes_bomb *b, uint32_t u);

#endif /* WPP_TESTSUITE_FUZZ_NOTES_BOMBS_H */
