/* Arrays that grow.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t
wpp_array_room (size_t room, size_t n, size_t more)
{
  size_t needed, larger;
  if (__builtin_add_overflow (n, more, &needed) || __builtin_add_overflow (room, room / 2 + 16, &larger))
    return SIZE_MAX;
  return needed > larger ? needed : larger;
}

int
wpp_array_resize (void *array, size_t room, size_t size)
{
  void *items;
  size_t bytes;
  memcpy (&items, array, sizeof items);
  if (__builtin_mul_overflow (room, size, &bytes) || bytes > PTRDIFF_MAX)
    return WPP_E_NOMEM;
  items = realloc (items, bytes);
  if (!items)
    return WPP_E_NOMEM;
  memcpy (array, &items, sizeof items);
  return WPP_OK;
}

int
wpp_array_reserve (void *array, size_t *room, size_t n, size_t more, size_t size)
{
  size_t larger = wpp_array_room (*room, n, more);
  int err = wpp_array_resize (array, larger, size);
  if (!err)
    *room = larger;
  return err;
}
