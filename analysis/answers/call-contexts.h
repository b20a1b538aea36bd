/* The calling contexts of a recording: each apart if there are not too many, else with recursive calls merged.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_CALL_CONTEXTS_H
#define WPP_ANALYSIS_ANSWERS_CALL_CONTEXTS_H

#include "activations/counts/calls.h"
#include "recording/opened/recording.h"

/* Contexts that anybody can look at, and levels that a line has room for.  */
#define WPP_MOST_CONTEXTS (UINT32_C (1) << 20)
#define WPP_MOST_LEVELS 1000u
/* Paths in contexts that are counted.  */
#define WPP_MOST_CONTEXT_PATHS (UINT32_C (1) << 23)

struct wpp_call_contexts_asked
{
  bool all_threads;
  uint32_t thread;              /* if not all of them */
  uint64_t depth;               /* levels that are told apart, at most WPP_MOST_LEVELS; 0: all */
  bool merge;                   /* recursive calls are */
  bool graph;                   /* who called whom is enough: one context a function */
  bool paths;                   /* count paths in each context, too (wpp_call_contexts_paths): R has order */
};

struct wpp_call_contexts_found
{
  struct wpp_call_contexts *contexts;
  struct wpp_code *code;        /* the recording's */
  bool merged;                  /* recursive calls are */
};

/* Find those of R, which has activations; its listener hears when they are merged though nobody asked for that.
   FOUND->contexts is to be freed.  Return 0; WPP_E_TOLD with PLACE, when there
   are too many; or an error of wpp_recording_code, wpp_call_contexts_add or wpp_follow_calls.  */
int wpp_call_contexts_find (struct wpp_recording *r, const struct wpp_call_contexts_asked *asked,
                            struct wpp_call_contexts_found *found, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_CALL_CONTEXTS_H */
