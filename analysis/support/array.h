/* Arrays that grow.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ARRAY_H
#define WPP_ARRAY_H

#include <stddef.h>

/* Make room in ARRAY for one more than N items of SIZE bytes; return the array, which may
   have moved, or null when out of memory: then it is as it was.  */
void *wpp_array_grow (void *array, size_t *capacity, size_t n, size_t size);

#endif /* WPP_ARRAY_H */
