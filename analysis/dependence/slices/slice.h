/* Slices of what a thread did.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   H. Agrawal, J. R. Horgan, Dynamic Program Slicing, PLDI 1990, have three approaches, and Zhang and Gupta (TWPP,
   section 4.3.2) say how each follows from a timestamped trace:

     1  the dependences that the program allows, between statements that were executed
     2  the dependences that were exercised
     3  those of the very executions that the criterion depends on

   A slice of a later approach is part of one of an earlier.  Backward it is what the criterion depends on; forward what
   depends on it.

   Registers, parameters, results and variables whose address nobody takes are followed exactly.  What may be the same
   in memory is in memory.h: a load depends on each store that may be it since the last one that must.  Other threads
   are not looked at.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_SLICES_SLICE_H
#define WPP_ANALYSIS_DEPENDENCE_SLICES_SLICE_H

#include "recording/profile/profile.h"
#include "base/kept-file.h"
#include "dependence/slices/where.h"

struct wpp_slicer
{
  struct wpp_code *code;
  struct wpp_nest nest;          /* one thread */
  bool *used;                    /* [functions] executed by it */
  struct wpp_slice_model *model;
};

/* S of THREAD, whose events mean what CODE says; both must stay.  Its nest is kept for KEPT, unless that is null, and
   taken from there (activations/ropes/kept-nest.h).  To be released in any case.  WPP_E_NOTES when there are no
   statements of what it executed; PLACE->what.  */
int wpp_slicer_init (struct wpp_slicer *s, const struct wpp_thread *thread, struct wpp_code *code,
                     const struct wpp_kept *kept, struct wpp_place *place);
void wpp_slicer_release (struct wpp_slicer *s);

/* A wpp_slice_path_of; DATA is a wpp_slicer.  */
int wpp_slicer_path (void *data, uint32_t event, uint32_t *function, struct wpp_path *path);

/* Set REASONS [model->n_items] to why each item is in the slice by APPROACH, 1 to 3, of C at PLACE.  WPP_E_NOMEM,
   WPP_E_TOOBIG or what decoding paths returns.  */
int wpp_slicer_slice (struct wpp_slicer *s, const struct wpp_slice_criterion *c, const struct wpp_slice_place *place,
                      int approach, bool forward, struct wpp_slice_reason *reasons);

/* Which nodes were executed: [functions] [nodes], null where there are none.  Null, or to be freed, and *ERR.  */
bool **wpp_slicer_executed (struct wpp_slicer *s, int *err);

#endif /* WPP_ANALYSIS_DEPENDENCE_SLICES_SLICE_H */
