/* When the first and the last activation of each trace began.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/began.h"

/* A time that is wanted, and where it goes.  */
struct wanted
{
  struct wpp_began at, *to;
};

static int
compare_wanted (const void *a, const void *b)
{
  const struct wpp_began *x = &((const struct wanted *)a)->at, *y = &((const struct wanted *)b)->at;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return x->position < y->position ? -1 : x->position > y->position;
}

/* Note in T's functions that activations with the kinds of CALLS, those of thread THREAD, are at the positions FIRST
   and LAST of each; NUMBER [functions of T->all] + 1 is a function's place in T->functions, or 0.  */
static void
note_positions (struct wpp_traced *t, uint32_t thread, const struct wpp_calls *calls, const uint32_t *number,
                const uint64_t *first, const uint64_t *last)
{
  for (uint32_t k = 0; k < calls->n_kinds; k++)
    {
      const struct wpp_activation_kind *kind = &calls->kinds[k];
      if (first[k] == UINT64_MAX || kind->function == WPP_NO_FUNCTION || !number[kind->function])
        continue;
      struct wpp_traced_function *f = &t->functions[number[kind->function] - 1];
      if (f->first[kind->trace].position == UINT64_MAX)
        f->first[kind->trace] = (struct wpp_began){ thread, first[k], 0 };
      f->last[kind->trace] = (struct wpp_began){ thread, last[k], 0 };
    }
}

/* Find the positions of the activations of T's functions in thread THREAD; NUMBER as above.  */
static int
find_positions (struct wpp_traced *t, uint32_t thread, const uint32_t *number)
{
  const struct wpp_calls *calls = &t->all->threads[thread];
  uint64_t *first = calloc (calls->n_kinds + (size_t)1, sizeof *first);
  uint64_t *last = calloc (calls->n_kinds + (size_t)1, sizeof *last);
  int err = first && last ? wpp_kind_positions (calls, first, last) : WPP_E_NOMEM;
  if (!err)
    note_positions (t, thread, calls, number, first, last);
  free (first);
  free (last);
  return err;
}

/* Set the times of BEGAN [N] at WANTED, whose end is returned.  */
static struct wanted *
want (struct wanted *wanted, struct wpp_began *began, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (began[i].position != UINT64_MAX)
      *wanted++ = (struct wanted){ began[i], &began[i] };
  return wanted;
}

/* Find the times of all positions.  */
static int
find_times (struct wpp_traced *t)
{
  size_t n = 0;
  for (size_t i = 0; i < t->n; i++)
    n += 2 * (size_t)t->functions[i].traces->n_traces;
  struct wanted *all = calloc (n + 1, sizeof *all), *end = all;
  struct wpp_began *began = calloc (n + 1, sizeof *began);
  int err = all && began ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < t->n && !err; i++)
    {
      end = want (end, t->functions[i].first, t->functions[i].traces->n_traces);
      end = want (end, t->functions[i].last, t->functions[i].traces->n_traces);
    }
  n = end - all;
  if (n)
    qsort (all, n, sizeof *all, compare_wanted);
  for (size_t i = 0; i < n; i++)
    began[i] = all[i].at;
  if (!err)
    err = wpp_activations_began (t->all, began, n);
  for (size_t i = 0; i < n && !err; i++)
    *all[i].to = began[i];
  free (all);
  free (began);
  return err;
}

/* N times that are none; null when out of memory.  */
static struct wpp_began *
nowhere (uint32_t n)
{
  struct wpp_began *began = calloc (n + (size_t)1, sizeof *began);
  for (uint32_t i = 0; began && i < n; i++)
    began[i].position = UINT64_MAX;
  return began;
}

int
wpp_traced_began (struct wpp_traced *t)
{
  uint32_t *number = calloc (t->all->n_functions + (size_t)1, sizeof *number);
  int err = number ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < t->n && !err; i++)
    {
      struct wpp_traced_function *f = &t->functions[i];
      number[f->traces - t->all->functions] = i + 1;
      f->first = nowhere (f->traces->n_traces);
      f->last = nowhere (f->traces->n_traces);
      err = f->first && f->last ? 0 : WPP_E_NOMEM;
    }
  for (size_t i = 0; i < t->all->n_threads && !err; i++)
    err = find_positions (t, i, number);
  if (!err)
    err = find_times (t);
  free (number);
  return err;
}

/* ---- Rows.  */

static const struct wpp_row_column began_columns[] = { WPP_COLUMN (struct wpp_began_row, thread, NUMBER32),
                                                       WPP_COLUMN (struct wpp_began_row, event, COUNT) };
const struct wpp_schema wpp_began_schema = WPP_SCHEMA ("began", struct wpp_began_row, began_columns);

const struct wpp_began_row *
wpp_began_row (const struct wpp_traced *t, const struct wpp_began *b, struct wpp_began_row *row)
{
  if (b->position == UINT64_MAX)
    return NULL;
  *row = (struct wpp_began_row){ t->profile->threads[b->thread].index, b->time, t->profile->n_threads > 1 };
  return row;
}

/* ---- Limits.  */

#define WORDS_FREE (UINT64_C (1) << 22)
#define WORDS_A_BYTE 48u

uint64_t
wpp_most_words (const struct wpp_profile *p)
{
  return WORDS_FREE + WORDS_A_BYTE * p->file_size;
}
