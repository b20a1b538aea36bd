/* Phases: stretches of slices in which about the same functions were executed (slices.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_PHASES_H
#define WPP_ANALYSIS_ANSWERS_PHASES_H

#include <stddef.h>
#include <stdint.h>

struct wpp_phase_part
{
  uint32_t function;
  double cost;
};

/* The statements of a slice by function; all 0 at first.  */
struct wpp_phase_slice
{
  size_t n, room;
  struct wpp_phase_part *parts; /* [n] */
};

/* Add COST of FUNCTION to S.  Return 0 or WPP_E_NOMEM.  */
int wpp_phase_slice_add (struct wpp_phase_slice *s, uint32_t function, uint64_t cost);
void wpp_phase_slice_release (struct wpp_phase_slice *s);

struct wpp_phases
{
  uint32_t n, n_kinds;
  uint32_t *of;                 /* [slices] the phase of each */
  uint32_t *kinds;              /* [n] of each phase */
  uint32_t *first;              /* [n] its first slice */
  uint32_t slices;
};

/* No phases yet, of SLICES.  */
int wpp_phases_new (struct wpp_phases *p, uint32_t slices);
/* Find those of the slices FIRST .. FIRST + N - 1 of SLICES, which are a thread's.  */
int wpp_phases_add (struct wpp_phases *p, struct wpp_phase_slice *slices, uint32_t first, uint32_t n);
/* Find which of all are alike.  */
int wpp_phases_find_kinds (struct wpp_phases *p, struct wpp_phase_slice *slices);
void wpp_phases_release (struct wpp_phases *p);

#endif /* WPP_ANALYSIS_ANSWERS_PHASES_H */
