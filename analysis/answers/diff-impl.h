/* What the parts of a difference share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_DIFF_IMPL_H
#define WPP_ANALYSIS_ANSWERS_DIFF_IMPL_H

#include "answers/diff.h"

/* A function of either side, or of both.  */
struct wpp_diff_function
{
  uint32_t of[2];               /* index among the side's functions, or WPP_NO_FUNCTION */
  bool same;                    /* both have it, and their path numbers mean the same */
};

struct wpp_diff
{
  const struct wpp_diff_asked *asked;
  struct wpp_recording *r[2];
  struct wpp_code *code[2];
  uint64_t runs[2];
  uint32_t *number[2];          /* [code->n_functions] the function's among FUNCTIONS */
  struct wpp_diff_function *functions; /* [n]: those of B, and then those that only A has */
  uint32_t n;
  size_t bad;                   /* the side that an error is of */
  struct wpp_place *place;
};

/* diff-functions.c: match the functions of D's sides.  0 or WPP_E_NOMEM.  */
int wpp_diff_match (struct wpp_diff *d);

/* Is F, a function of D, asked for?  */
bool wpp_diff_wanted_p (const struct wpp_diff *d, const struct wpp_diff_function *f);

/* ---- Lists of differences.  */

/* Something that has a count on each side.  */
struct wpp_diff_item
{
  uint64_t count[2];
  uint64_t cost;                /* of one execution */
  uint32_t index;               /* what it is: the part's own */
  double change;                /* set when they are sorted */
};

struct wpp_diff_items
{
  struct wpp_diff_item *items;  /* [n] */
  size_t n, room;
  double all;                   /* set when they are sorted: of the changes, without their signs */
  uint64_t top;                 /* likewise: how many are sent, … */
  double most_left;             /* … and the greatest share of those that are not */
};

/* Are counts alike, of a run?  */
bool wpp_diff_alike_p (const struct wpp_diff *d, const uint64_t count[2]);
/* Add an item to L unless its counts are alike in D, or it is not among what is asked for.  0 or WPP_E_NOMEM.  */
int wpp_diff_add (const struct wpp_diff *d, struct wpp_diff_items *l, const uint64_t count[2], uint64_t cost,
                  uint32_t index);
struct wpp_diff_measure wpp_diff_measure (const struct wpp_diff_items *l, const struct wpp_diff_item *i);

/* What is compared: a part's own struct begins with this one.  */
struct wpp_diff_list
{
  struct wpp_diff_items items;
  /* Send the row of item I to SINK.  */
  int (*send) (struct wpp_diff *d, struct wpp_diff_list *l, const struct wpp_diff_item *i, struct wpp_row_sink *sink);
  void (*release) (struct wpp_diff_list *l);
};

/* Find the differences of a part; null and *ERR after an error.  */
typedef struct wpp_diff_list *wpp_diff_find (struct wpp_diff *d, int *err);
wpp_diff_find wpp_diff_functions, wpp_diff_lines, wpp_diff_paths, wpp_diff_subpaths, wpp_diff_contexts, wpp_diff_facts;

/* ---- Paths of both sides (diff-paths.c).  */

/* A path of a function of D.  */
struct wpp_diff_path
{
  uint32_t function;            /* number among D's */
  uint64_t number;
  uint32_t event[2];            /* of each side, if COUNT is not 0 there */
  uint64_t count[2];
};

/* The side on which P is shown: B if it is known there.  */
static inline size_t
wpp_diff_shown (const struct wpp_diff_path *p)
{
  return p->count[1] > 0;
}

#endif /* WPP_ANALYSIS_ANSWERS_DIFF_IMPL_H */
