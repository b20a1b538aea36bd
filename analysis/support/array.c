/* Arrays that grow.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "support/array.h"

#include <stdint.h>
#include <stdlib.h>

void *
wpp_array_grow (void *array, size_t *capacity, size_t n, size_t size)
{
  if (n < *capacity)
    return array;
  size_t more = *capacity ? *capacity : 16;
  if (more > SIZE_MAX / 2)
    return NULL;
  void *bigger = reallocarray (array, 2 * more, size);
  if (bigger)
    *capacity = 2 * more;
  return bigger;
}
