/* A collector that takes events and drops them: what storing them costs the program by itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Linked with the collector's objects and --wrap=wpp_phrases_append.  */

#include "grammar/sequitur/phrases.h"

int __wrap_wpp_phrases_append (struct wpp_phrases *p, const uint32_t *events, size_t n, size_t *done);

int
__wrap_wpp_phrases_append (struct wpp_phrases *p, const uint32_t *events, size_t n, size_t *done)
{
  *done = n;
  return 0;
}
