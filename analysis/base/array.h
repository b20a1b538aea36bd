/* Arrays that grow.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An array that grows is a pointer to its items and two numbers of type size_t: the number of items, and the number of
   items for which there is room.  All three are 0 at first:

     if (WPP_RESERVE (list->item, list->room, list->n, 1))
       return WPP_E_NOMEM;
     list->item[list->n++] = item;

   Arrays with a common number for their room grow together:

     size_t room = wpp_array_room (list->room, list->n, 1);
     if (WPP_RESIZE (list->from, room) || WPP_RESIZE (list->to, room))
       return WPP_E_NOMEM;
     list->room = room;  */

#ifndef WPP_ANALYSIS_BASE_ARRAY_H
#define WPP_ANALYSIS_BASE_ARRAY_H

#include <stddef.h>
#include "base/error.h"

/* Make room for MORE items after the first N of ARRAY, which has room for ROOM items.  ARRAY and ROOM are lvalues;
   ARRAY may move.  Return 0, or WPP_E_NOMEM with both unchanged.  */
#define WPP_RESERVE(ARRAY, ROOM, N, MORE)                                                         \
  ((size_t)(MORE) <= (ROOM) - (size_t)(N)                                                         \
     ? WPP_OK                                                                                     \
     : wpp_array_reserve (&(ARRAY), &(ROOM), N, MORE, sizeof *(ARRAY)))

/* Make room for one more item after the first N of ARRAY, which must grow only by this macro: its room is the least
   power of two that is not less than N.  Return 0, or WPP_E_NOMEM with ARRAY unchanged.  */
#define WPP_EXTEND(ARRAY, N)                                                                      \
  ((N) & ((N) - 1) ? WPP_OK : wpp_array_resize (&(ARRAY), (N) ? 2 * (size_t)(N) : 1, sizeof *(ARRAY)))

/* Give ARRAY room for ROOM > 0 items.  Return 0, or WPP_E_NOMEM with ARRAY unchanged.  */
#define WPP_RESIZE(ARRAY, ROOM) wpp_array_resize (&(ARRAY), ROOM, sizeof *(ARRAY))

/* The new room of an array that has ROOM and needs room for MORE items after the first N.  */
size_t wpp_array_room (size_t room, size_t n, size_t more);

/* The functions after the macros.  ARRAY points to the pointer to the items, which have SIZE bytes.  */
int wpp_array_reserve (void *array, size_t *room, size_t n, size_t more, size_t size);
int wpp_array_resize (void *array, size_t room, size_t size);

#endif /* WPP_ANALYSIS_BASE_ARRAY_H */
