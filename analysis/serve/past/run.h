/* A recorded run whose threads somebody steps through: what the pasts of its threads share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The program and the shared libraries whose functions were recorded are images.  A position-independent one was where
   addresses of its variables or functions tell, as far as the recording has any; else its place is made up.  */

#ifndef WPP_ANALYSIS_SERVE_PAST_RUN_H
#define WPP_ANALYSIS_SERVE_PAST_RUN_H

#include "answers/replayed.h"
#include "serve/image/image.h"

struct wpp_past_run;

/* Made-up places begin here, where Linux loads nothing.  */
#define WPP_LINKER_PLACE UINT64_C (0x700000000000)

struct wpp_images
{
  size_t n;
  struct wpp_image *of;          /* the program first */
};

/* The run of R, which must outlive it.  An image is the first of the files GIVEN (up to a null; may be null) that has
   its build-id, or else the file that R names.  R's listener is told of libraries that cannot be shown.  Null and *ERR,
   with PLACE: an error of wpp_replayed_begin, or of wpp_image_open for the program; WPP_E_TOLD: no recorded function
   has debugging information.  */
struct wpp_past_run *wpp_past_run_new (struct wpp_recording *r, const char *const *given, int *err,
                                       struct wpp_place *place);
void wpp_past_run_free (struct wpp_past_run *run);

const struct wpp_images *wpp_past_run_images (const struct wpp_past_run *run);

#endif /* WPP_ANALYSIS_SERVE_PAST_RUN_H */
