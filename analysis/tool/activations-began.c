/* When the first and the last activation of each trace began.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "tool/activations.h"

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

/* Find the positions of the activations of T's functions in thread THREAD; NUMBER [functions of T->all] + 1 is a
   function's place in T->functions, or 0.  */
static int
find_positions (struct wpp_traced *t, uint32_t thread, const uint32_t *number)
{
  const struct wpp_calls *calls = &t->all->threads[thread];
  uint64_t *first = wpp_new (calls->n_kinds + (size_t)1, sizeof *first);
  uint64_t *last = wpp_new (calls->n_kinds + (size_t)1, sizeof *last);
  int err = wpp_kind_positions (calls, first, last);
  for (uint32_t k = 0; k < calls->n_kinds && !err; k++)
    {
      const struct wpp_activation_kind *kind = &calls->kinds[k];
      if (first[k] == UINT64_MAX || kind->function == WPP_NO_FUNCTION || !number[kind->function])
        continue;
      struct wpp_traced_function *f = &t->functions[number[kind->function] - 1];
      if (f->first[kind->trace].position == UINT64_MAX)
        f->first[kind->trace] = (struct wpp_began){ thread, first[k], 0 };
      f->last[kind->trace] = (struct wpp_began){ thread, last[k], 0 };
    }
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
  struct wanted *all = wpp_new (n + 1, sizeof *all), *end = all;
  struct wpp_began *began = wpp_new (n + 1, sizeof *began);
  for (size_t i = 0; i < t->n; i++)
    {
      end = want (end, t->functions[i].first, t->functions[i].traces->n_traces);
      end = want (end, t->functions[i].last, t->functions[i].traces->n_traces);
    }
  n = end - all;
  if (n)
    qsort (all, n, sizeof *all, compare_wanted);
  for (size_t i = 0; i < n; i++)
    began[i] = all[i].at;
  int err = wpp_activations_began (t->all, began, n);
  for (size_t i = 0; i < n && !err; i++)
    *all[i].to = began[i];
  free (all);
  free (began);
  return err;
}

static struct wpp_began *
nowhere (uint32_t n)
{
  struct wpp_began *began = wpp_new (n, sizeof *began);
  for (uint32_t i = 0; i < n; i++)
    began[i].position = UINT64_MAX;
  return began;
}

void
wpp_traced_began (struct wpp_traced *t)
{
  uint32_t *number = wpp_new (t->all->n_functions + (size_t)1, sizeof *number);
  int err = 0;
  for (size_t i = 0; i < t->n; i++)
    {
      struct wpp_traced_function *f = &t->functions[i];
      number[f->traces - t->all->functions] = i + 1;
      f->first = nowhere (f->traces->n_traces);
      f->last = nowhere (f->traces->n_traces);
    }
  for (size_t i = 0; i < t->all->n_threads && !err; i++)
    err = find_positions (t, i, number);
  if (!err)
    err = find_times (t);
  free (number);
  if (err)
    wpp_die_at (t->profile->file, err, NULL);
}

/* ---- Printing.  */

static void
print_time (const struct wpp_traced *t, const struct wpp_began *b)
{
  char text[WPP_COUNT_TEXT];
  printf ("event %s", wpp_count_text (b->time, text));
  if (t->profile->n_threads > 1)
    printf (" of thread %u", t->profile->threads[b->thread].index);
}

void
wpp_began_print (const struct wpp_traced *t, const struct wpp_traced_function *f, uint32_t trace)
{
  const struct wpp_began *first = &f->first[trace], *last = &f->last[trace];
  if (first->position == UINT64_MAX)
    return;
  fputs (f->counts[trace] == 1 ? ", at " : ", first at ", stdout);
  print_time (t, first);
  if (f->counts[trace] == 1)
    return;
  fputs (", last at ", stdout);
  print_time (t, last);
}

struct json_object *
wpp_began_json (const struct wpp_traced *t, const struct wpp_began *b)
{
  if (b->position == UINT64_MAX)
    return NULL;
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "thread", wpp_json_number (t->profile->threads[b->thread].index));
  json_object_object_add (o, "event", wpp_json_count (b->time));
  return o;
}
