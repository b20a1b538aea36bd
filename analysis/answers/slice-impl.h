/* What the parts of the answer to `wpp slice' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_SLICE_IMPL_H
#define WPP_ANALYSIS_ANSWERS_SLICE_IMPL_H

#include "answers/replayed.h"
#include "answers/slice.h"
#include "dependence/slices/slice.h"

/* What an item's instance computed: the one through which the item is in the slice.  */
struct wpp_sliced_value
{
  struct wpp_word value, uses[2]; /* as in struct wpp_found_instance */
  uint64_t instances;           /* of the item, in the slice */
};

struct wpp_sliced
{
  struct wpp_recording *r;
  const struct wpp_slice_asked *asked;
  struct wpp_slicer slicer;
  struct wpp_slice_reason *reasons;   /* [n_items] */
  struct wpp_sliced_value *values;    /* [n_items] if they are asked for; else null */
  struct wpp_slice_criterion criterion;
  uint64_t execution, executions;
  uint32_t variable;                  /* of the criterion's body: that is asked about */
};

/* What ITEM of S's model is.  */
static inline const struct wpp_slice_code *
wpp_sliced_code (const struct wpp_slicer *s, uint32_t item)
{
  const struct wpp_slice_item *i = &s->model->items[item];
  return &s->model->functions[i->function]->code[i->code];
}

/* The name of FILE of the unit of FUNCTION, as shown, and where it is: null if nobody knows.  */
const char *wpp_sliced_file (const struct wpp_slicer *s, uint32_t function, uint32_t file);
const char *wpp_sliced_path (const struct wpp_slicer *s, uint32_t function, uint32_t file);

/* The statement that ITEM of S's model is of, in *BODY.  */
const struct wpp_statement *wpp_sliced_statement (const struct wpp_slicer *s, uint32_t item,
                                                  const struct wpp_body **body);
/* VALUE of ITEM, or of a branch USES, as text; null: it has none that is known.  */
#define WPP_SLICED_VALUE (2 * WPP_VALUE_TEXT + 2)
const char *wpp_sliced_value (const struct wpp_slicer *s, uint32_t item, struct wpp_word value,
                              const struct wpp_word uses[2], char buffer[WPP_SLICED_VALUE]);

/* Find what is asked for in SLICED, whose slicer is there; *AT is where that is, to be released in any case.  0,
   WPP_E_NOMEM, WPP_E_ASKED with PLACE, or an error of dependence/slices/where.h.  */
int wpp_slice_find (struct wpp_sliced *sliced, struct wpp_slice_place *at, struct wpp_place *place);

/* `data', for enum wpp_slice_because; the variable through which R makes ITEM be there, or null.  */
const char *wpp_slice_because (uint8_t because);
const char *wpp_slice_variable (const struct wpp_slicer *s, uint32_t item, const struct wpp_slice_reason *r);

/* Which nodes begin blocks with statements of line LINE of FILE: [functions] [nodes], null where there are none.  Null
   when out of memory.  */
bool **wpp_slice_entries (const struct wpp_slicer *s, const char *file, uint64_t line);
void wpp_slice_entries_free (bool **entries, uint32_t n);

/* Say why nothing is executed in the line.  */
int wpp_slice_explain (const struct wpp_sliced *sliced, struct wpp_place *place);

/* Let the criterion, whose function and block are there, be the line of FILE, and the variable, if one is asked about.
   0, WPP_E_NOMEM, WPP_E_ASKED with PLACE.  */
int wpp_slice_complete (struct wpp_sliced *sliced, const char *file, struct wpp_place *place);

/* ---- slice-instances.c: recordings with values.  */

/* Let S, to be released in any case, have a model of the functions that THREAD executed, and no nest.  */
int wpp_slicer_init_model (struct wpp_slicer *s, const struct wpp_thread *thread, struct wpp_code *code,
                           struct wpp_place *place);

/* How often something happens in PATH of FUNCTION.  */
typedef uint64_t wpp_path_weight (void *data, uint32_t function, const struct wpp_path *path);

/* A time at which that happens: in EVENT, NUMBER in the thread from 0 on, the TIME-th time of that, from 1 on.  */
struct wpp_slice_time
{
  uint64_t number, time;
  uint32_t event;
};

/* Set *TIMES to how often what WEIGHT (DATA, …) counts happens in T, and *AT to the K-th time, if there is such a one.
   0; WPP_E_NOMEM or an error of wpp_slicer_path.  */
int wpp_slice_find_time (struct wpp_slicer *s, const struct wpp_thread *t, wpp_path_weight *weight, void *data,
                         uint64_t k, uint64_t *times, struct wpp_slice_time *at);

/* The event in which the criterion's block is entered; AT_END: by the edge that ends that path.  */
struct wpp_slice_event
{
  uint64_t event;
  bool at_end;
  uint32_t node;                      /* where it begins */
};

/* Find what is asked for in SLICED, in THREAD, as wpp_slice_find, and set *AT.  */
int wpp_slice_find_event (struct wpp_sliced *sliced, const struct wpp_thread *thread, struct wpp_slice_event *at,
                          struct wpp_place *place);

/* Set SLICED's reasons to those that instances have.  */
int wpp_slice_instances (struct wpp_sliced *sliced, const struct wpp_thread *thread, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_SLICE_IMPL_H */
