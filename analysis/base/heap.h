/* A heap of numbers, of which each knows its place.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The user keeps the keys.  BEFORE (DATA, A, B) says whether A comes before B; it is inlined when it is known.  */

#ifndef WPP_ANALYSIS_BASE_HEAP_H
#define WPP_ANALYSIS_BASE_HEAP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include "base/error.h"

#define WPP_NOT_QUEUED UINT32_MAX

struct wpp_heap
{
  uint32_t *item;       /* [n] numbers, the first one at 0 */
  uint32_t *place;      /* [all numbers] where each is, or WPP_NOT_QUEUED */
  uint32_t n;
};

typedef bool wpp_heap_before (const void *data, uint32_t a, uint32_t b);

/* Make HEAP one of numbers less than N, empty.  Return 0 or WPP_E_NOMEM; release it in either case.  */
static inline int
wpp_heap_init (struct wpp_heap *heap, uint32_t n)
{
  heap->n = 0;
  heap->item = malloc (((size_t) n + 1) * sizeof *heap->item);
  heap->place = malloc (((size_t) n + 1) * sizeof *heap->place);
  if (!heap->item || !heap->place)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n; i++)
    heap->place[i] = WPP_NOT_QUEUED;
  return WPP_OK;
}

static inline void
wpp_heap_release (struct wpp_heap *heap)
{
  free (heap->item);
  free (heap->place);
}

static inline void
wpp_heap_clear (struct wpp_heap *heap)
{
  while (heap->n)
    heap->place[heap->item[--heap->n]] = WPP_NOT_QUEUED;
}

static inline void
wpp_heap_set (struct wpp_heap *heap, uint32_t i, uint32_t number)
{
  heap->item[i] = number;
  heap->place[number] = i;
}

static inline __attribute__ ((always_inline)) void
wpp_heap_up (struct wpp_heap *heap, uint32_t i, wpp_heap_before *before, const void *data)
{
  uint32_t number = heap->item[i];
  for (; i && before (data, number, heap->item[(i - 1) / 2]); i = (i - 1) / 2)
    wpp_heap_set (heap, i, heap->item[(i - 1) / 2]);
  wpp_heap_set (heap, i, number);
}

static inline __attribute__ ((always_inline)) void
wpp_heap_down (struct wpp_heap *heap, uint32_t i, wpp_heap_before *before, const void *data)
{
  uint32_t number = heap->item[i], child;
  for (; (child = 2 * i + 1) < heap->n; i = child)
    {
      if (child + 1 < heap->n && before (data, heap->item[child + 1], heap->item[child]))
        child++;
      if (!before (data, heap->item[child], number))
        break;
      wpp_heap_set (heap, i, heap->item[child]);
    }
  wpp_heap_set (heap, i, number);
}

/* NUMBER is new, or comes earlier than before.  */
static inline __attribute__ ((always_inline)) void
wpp_heap_put (struct wpp_heap *heap, uint32_t number, wpp_heap_before *before, const void *data)
{
  if (heap->place[number] == WPP_NOT_QUEUED)
    wpp_heap_set (heap, heap->n++, number);
  wpp_heap_up (heap, heap->place[number], before, data);
}

/* Take NUMBER, which is in HEAP, out.  */
static inline __attribute__ ((always_inline)) void
wpp_heap_remove (struct wpp_heap *heap, uint32_t number, wpp_heap_before *before, const void *data)
{
  uint32_t i = heap->place[number];
  heap->place[number] = WPP_NOT_QUEUED;
  if (i == --heap->n)
    return;
  wpp_heap_set (heap, i, heap->item[heap->n]);
  wpp_heap_up (heap, i, before, data);
  wpp_heap_down (heap, i, before, data);
}

#endif /* WPP_ANALYSIS_BASE_HEAP_H */
