/* Arrays that grow.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An array that grows is a pointer to its items and two numbers of type size_t: how many items there are, and how many
   there is room for.  All three are 0 at first:

     if (WPP_RESERVE (list->item, list->room, list->n, 1))
       return WPP_E_NOMEM;
     list->item[list->n++] = item;

   Arrays that have their room in common grow together:

     size_t room = wpp_array_room (list->room, list->n, 1);
     if (WPP_RESIZE (list->from, room) || WPP_RESIZE (list->to, room))
       return WPP_E_NOMEM;
     list->room = room;  */

#ifndef WPP_ARRAY_H
#define WPP_ARRAY_H

#include <stddef.h>
#include "support/error.h"

/* Make room for MORE items behind the first N of ARRAY, which has room for ROOM; both are lvalues, and ARRAY may move.
   0, or WPP_E_NOMEM: then both are as they were.  */
#define WPP_RESERVE(ARRAY, ROOM, N, MORE)                                                         \
  ((size_t)(MORE) <= (ROOM) - (size_t)(N)                                                         \
     ? WPP_OK                                                                                     \
     : wpp_array_reserve (&(ARRAY), &(ROOM), N, MORE, sizeof *(ARRAY)))

/* Make room for one more item behind the first N of ARRAY, which grows by this alone: its room is the power of two that is not
   less than N.  0, or WPP_E_NOMEM: then it is as it was.  */
#define WPP_EXTEND(ARRAY, N)                                                                      \
  ((N) & ((N) - 1) ? WPP_OK : wpp_array_resize (&(ARRAY), (N) ? 2 * (size_t)(N) : 1, sizeof *(ARRAY)))

/* Make ARRAY one of ROOM items, more than 0.  0, or WPP_E_NOMEM: then it is as it was.  */
#define WPP_RESIZE(ARRAY, ROOM) wpp_array_resize (&(ARRAY), ROOM, sizeof *(ARRAY))

/* How many items an array is to have room for that has ROOM and needs it for MORE behind the first N.  */
size_t wpp_array_room (size_t room, size_t n, size_t more);

/* What the macros call.  ARRAY points to the pointer to the items, which have SIZE bytes.  */
int wpp_array_reserve (void *array, size_t *room, size_t n, size_t more, size_t size);
int wpp_array_resize (void *array, size_t room, size_t size);

/* Make room in ARRAY for one more than N items of SIZE bytes; return the array, which may
   have moved, or null when out of memory: then it is as it was.  WPP_RESERVE does the same.  */
void *wpp_array_grow (void *array, size_t *capacity, size_t n, size_t size);

#endif /* WPP_ARRAY_H */
