/* What the files about a run share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SERVE_PAST_RUN_IMPL_H
#define WPP_ANALYSIS_SERVE_PAST_RUN_IMPL_H

#include "serve/past/memory.h"
#include "serve/past/run.h"

/* Where statements of a function are in the instructions of HOST.  */
struct wpp_past_codes
{
  const struct wpp_image_function *host;
  struct wpp_past_code { uint64_t address; bool exact; } *codes; /* [statements] 0: nowhere; of its column, too? */
};

struct wpp_past_function
{
  size_t program;                /* that it is of; without values: of no meaning */
  struct wpp_image *image;       /* null: it cannot be shown */
  bool looked;
  struct { const struct wpp_image_function *host; uint32_t line; bool inlined; } last; /* asked of its inlining */
  bool *unknown;                 /* [statements] it calls a function of which nobody knows what it does */
  uint64_t *places;              /* [locals + 1] of its variables in what an activation has for them; null: not made */
  struct wpp_image_function *own; /* its own instructions, or null */
  size_t n_codes;
  struct wpp_past_codes *codes;
};

struct wpp_past_gaps
{
  bool looked;
  struct wpp_image_gaps gaps;
};

struct wpp_past_run
{
  struct wpp_replayed_recording of;
  struct wpp_images images;
  struct wpp_past_function *functions; /* [functions of the code] */
  struct wpp_image **program_images; /* [programs] null: not known */
  struct wpp_past_gaps **gaps;   /* [programs][types] */
  uint64_t **statics;            /* [programs] addresses of their variables; 0: not known */
};

/* The instructions of FUNCTION's own, or null.  */
struct wpp_image_function *wpp_past_own (struct wpp_past_run *run, uint32_t function);

/* ---- statics.c */

/* Find where RUN's images were, and its statics.  */
int wpp_past_find_statics (struct wpp_past_run *run);
/* Let M have them as they are when the program starts; if not ALL, only those that stay so.  */
int wpp_past_fill_statics (const struct wpp_past_run *run, struct wpp_partial_memory *m, bool all);

/* ---- padding.c */

/* FUNCTION stores to REFERENCE, at ADDRESS of M: if that is a member of a record, pad it.  */
int wpp_past_pad (struct wpp_past_run *run, struct wpp_partial_memory *m, uint32_t function, uint32_t reference,
                  uint64_t address);
void wpp_past_free_gaps (struct wpp_past_run *run);

static inline const struct wpp_body *
wpp_past_run_body (const struct wpp_past_run *run, uint32_t function)
{
  const struct wpp_micro_layout *l = run->of.bindings->layouts[function];
  return l ? l->body : NULL;
}

#endif /* WPP_ANALYSIS_SERVE_PAST_RUN_IMPL_H */
