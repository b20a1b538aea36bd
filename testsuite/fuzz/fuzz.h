/* What the fuzz targets share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A target is one function, libFuzzer's: it reads DATA as a reader of wpp would, and works on what
   was accepted as the tool would.  It must not crash, leak, take long or much memory, and what
   it finds out in two ways must agree.  Linked with libFuzzer it searches (make fuzz);
   linked with replay.c it reads files (make check).  */

#ifndef WPP_TESTSUITE_FUZZ_FUZZ_H
#define WPP_TESTSUITE_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "grammar/rules/grammar.h"
#include "recording/profile/profile.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* A defect that no sanitizer sees.  */
#define FUZZ_ASSERT(cond)                                                                         \
  do                                                                                              \
    if (!(cond))                                                                                  \
      {                                                                                           \
        fprintf (stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #cond);                 \
        abort ();                                                                                 \
      }                                                                                           \
  while (0)

/* Everything that the library does with the grammar G, with those of P, read from hostile bytes.  */
void fuzz_use_grammar (const struct wpp_grammar *g);
void fuzz_use_profile (const struct wpp_profile *p);

#endif /* WPP_TESTSUITE_FUZZ_FUZZ_H */
