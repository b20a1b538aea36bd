/* Phases (phases.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Vectors are sorted by function.  What is put together is added up.  */

#include <stdlib.h>
#include <string.h>
#include "answers/phases.h"
#include "base/array.h"
#include "base/error.h"

/* Stretches differ if the square of the sine of their angle is at least this; and there are no more of a thread than
   this.  */
#define DIFFERENT 0.22
#define MOST_PHASES 24u

int
wpp_phase_slice_add (struct wpp_phase_slice *s, uint32_t function, uint64_t cost)
{
  for (size_t i = s->n; i > 0 && i + 4 > s->n; i--)
    if (s->parts[i - 1].function == function)
      {
        s->parts[i - 1].cost += (double)cost;
        return 0;
      }
  if (WPP_RESERVE (s->parts, s->room, s->n, 1))
    return WPP_E_NOMEM;
  s->parts[s->n++] = (struct wpp_phase_part){ function, (double)cost };
  return 0;
}

void
wpp_phase_slice_release (struct wpp_phase_slice *s)
{
  free (s->parts);
  *s = (struct wpp_phase_slice){ 0 };
}

static int
compare_parts (const void *a, const void *b)
{
  const struct wpp_phase_part *x = a, *y = b;
  return x->function < y->function ? -1 : x->function > y->function;
}

/* Sort S by function, each once.  */
static void
sort_parts (struct wpp_phase_slice *s)
{
  size_t kept = 0;
  if (s->n)
    qsort (s->parts, s->n, sizeof *s->parts, compare_parts);
  for (size_t i = 0; i < s->n; i++)
    if (kept && s->parts[kept - 1].function == s->parts[i].function)
      s->parts[kept - 1].cost += s->parts[i].cost;
    else
      s->parts[kept++] = s->parts[i];
  s->n = kept;
}

/* The square of the sine of the angle between A and B, sorted; 1 if only one of them has anything.  */
static double
distance (const struct wpp_phase_slice *a, const struct wpp_phase_slice *b)
{
  double product = 0, x = 0, y = 0;
  for (size_t i = 0; i < a->n; i++)
    x += a->parts[i].cost * a->parts[i].cost;
  for (size_t i = 0; i < b->n; i++)
    y += b->parts[i].cost * b->parts[i].cost;
  for (size_t i = 0, k = 0; i < a->n && k < b->n;)
    if (a->parts[i].function < b->parts[k].function)
      i++;
    else if (a->parts[i].function > b->parts[k].function)
      k++;
    else
      product += a->parts[i++].cost * b->parts[k++].cost;
  if (x <= 0 || y <= 0)
    return x > 0 || y > 0;
  return 1 - product / x * (product / y);
}

/* Add B to A.  */
static int
add (struct wpp_phase_slice *a, const struct wpp_phase_slice *b)
{
  if (WPP_RESERVE (a->parts, a->room, a->n, b->n))
    return WPP_E_NOMEM;
  if (b->n)
    memcpy (a->parts + a->n, b->parts, b->n * sizeof *b->parts);
  a->n += b->n;
  sort_parts (a);
  return 0;
}

int
wpp_phases_new (struct wpp_phases *p, uint32_t slices)
{
  *p = (struct wpp_phases){ .slices = slices };
  p->of = calloc (slices + (size_t)1, sizeof *p->of);
  p->kinds = calloc (slices + (size_t)1, sizeof *p->kinds);
  p->first = calloc (slices + (size_t)1, sizeof *p->first);
  return p->of && p->kinds && p->first ? 0 : WPP_E_NOMEM;
}

void
wpp_phases_release (struct wpp_phases *p)
{
  free (p->of);
  free (p->kinds);
  free (p->first);
  *p = (struct wpp_phases){ 0 };
}

/* Of STRETCHES [N], put the two neighbours together that are most alike; APART [N - 1] are their distances.  Return 1;
   0 when all differ, or an error.  */
static int
join (struct wpp_phase_slice *stretches, uint32_t *first, uint32_t *n, double *apart)
{
  uint32_t best = 0;
  for (uint32_t i = 1; i + 1 < *n; i++)
    if (apart[i] < apart[best])
      best = i;
  if (*n < 2 || (apart[best] >= DIFFERENT && *n <= MOST_PHASES))
    return 0;
  int err = add (&stretches[best], &stretches[best + 1]);
  if (err)
    return err;
  wpp_phase_slice_release (&stretches[best + 1]);
  --*n;
  memmove (&stretches[best + 1], &stretches[best + 2], (*n - best - 1) * sizeof *stretches);
  memmove (&first[best + 1], &first[best + 2], (*n - best - 1) * sizeof *first);
  memmove (&apart[best], &apart[best + 1], (*n - best) * sizeof *apart);
  stretches[*n] = (struct wpp_phase_slice){ 0 };
  if (best)
    apart[best - 1] = distance (&stretches[best - 1], &stretches[best]);
  if (best + 1 < *n)
    apart[best] = distance (&stretches[best], &stretches[best + 1]);
  return 1;
}

int
wpp_phases_add (struct wpp_phases *p, struct wpp_phase_slice *slices, uint32_t first, uint32_t n)
{
  uint32_t left = n;
  struct wpp_phase_slice *stretches = calloc (n + (size_t)2, sizeof *stretches);
  uint32_t *begins = calloc (n + (size_t)2, sizeof *begins);
  double *apart = calloc (n + (size_t)2, sizeof *apart);
  int err = stretches && begins && apart ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < n && !err; i++)
    {
      sort_parts (&slices[first + i]);
      begins[i] = first + i;
      err = add (&stretches[i], &slices[first + i]);
      if (i && !err)
        apart[i - 1] = distance (&stretches[i - 1], &stretches[i]);
    }
  while (!err && (err = join (stretches, begins, &left, apart)) > 0)
    err = 0;
  for (uint32_t i = 0; i < left && !err; i++)
    {
      p->first[p->n] = begins[i];
      for (uint32_t k = begins[i]; k < (i + 1 < left ? begins[i + 1] : first + n); k++)
        p->of[k] = p->n;
      p->n++;
    }
  for (uint32_t i = 0; stretches && i < n; i++)
    wpp_phase_slice_release (&stretches[i]);
  free (stretches);
  free (begins);
  free (apart);
  return err;
}

int
wpp_phases_find_kinds (struct wpp_phases *p, struct wpp_phase_slice *slices)
{
  struct wpp_phase_slice *kinds = calloc (p->n + (size_t)1, sizeof *kinds);
  int err = kinds ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < p->n && !err; i++)
    {
      struct wpp_phase_slice sum = { 0 };
      for (uint32_t k = p->first[i]; k < p->slices && p->of[k] == i && !err; k++)
        err = add (&sum, &slices[k]);
      uint32_t kind = 0;
      while (kind < p->n_kinds && distance (&kinds[kind], &sum) >= DIFFERENT)
        kind++;
      p->kinds[i] = kind;
      if (!err)
        err = add (&kinds[kind], &sum);
      p->n_kinds += kind == p->n_kinds;
      wpp_phase_slice_release (&sum);
    }
  for (uint32_t i = 0; kinds && i < p->n_kinds; i++)
    wpp_phase_slice_release (&kinds[i]);
  free (kinds);
  return err;
}
