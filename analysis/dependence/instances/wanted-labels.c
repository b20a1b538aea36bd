/* What a backward walk through a graph wants: what accesses wrote, by the labels that say so.  A hash table with linear
   probing, from which items are removed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/error.h"
#include "base/huge-pages.h"
#include "dependence/instances/wants-impl.h"

#define FIRST_LOG 10
#define FIRST ((size_t)1 << FIRST_LOG)

/* What an instance wrote is side by side, since it is often read together.  */
static size_t
home (const struct wpp_wants *w, uint64_t key)
{
  uint64_t x = (key >> 8) * w->multiplier;
  x = (x ^ x >> 29) * UINT64_C (0xBF58476D1CE4E5B9) >> (64 - w->labels_log);
  return (x + key % 256) & (((size_t)1 << w->labels_log) - 1);
}

/* The slot of KEY, or the free one where it would be.  */
static struct wpp_label_want *
slot_of (const struct wpp_wants *w, uint64_t key)
{
  size_t mask = ((size_t)1 << w->labels_log) - 1, i = home (w, key);
  while (w->labels[i].key && w->labels[i].key != key)
    i = (i + 1) & mask;
  return &w->labels[i];
}

static int
grow (struct wpp_wants *w)
{
  struct wpp_label_want *old = w->labels;
  size_t n = old ? (size_t)1 << w->labels_log : 0;
  if (2 * (w->n_labels + 1) <= n)
    return WPP_OK;
  w->labels = wpp_huge_new ((n ? 2 * n : FIRST) * sizeof *w->labels);
  if (!w->labels)
    {
      w->labels = old;
      return WPP_E_NOMEM;
    }
  w->labels_log = n ? w->labels_log + 1 : FIRST_LOG;
  for (size_t i = 0; i < n; i++)
    if (old[i].key)
      *slot_of (w, old[i].key) = old[i];
  if (old)
    wpp_huge_free (old, n * sizeof *old);
  return WPP_OK;
}

void
wpp_wants_release_labels (struct wpp_wants *w)
{
  if (w->labels)
    wpp_huge_free (w->labels, ((size_t)1 << w->labels_log) * sizeof *w->labels);
}

int
wpp_want_label (struct wpp_wants *w, uint64_t key, const struct wpp_wanter *origin, bool surprised)
{
  int err = grow (w);
  if (err)
    return err;
  struct wpp_label_want *x = slot_of (w, key);
  bool before = x->key && x->origin.surprised;
  w->n += !x->key;
  w->n_labels += !x->key;
  w->n_surprised += surprised && !before;
  if (!x->key || origin->depth < x->origin.depth)
    *x = (struct wpp_label_want){ key, *origin };
  x->origin.surprised = surprised || before;
  return WPP_OK;
}

/* Remove slot I; those after it move up.  */
static void
take_out (struct wpp_wants *w, size_t i)
{
  size_t mask = ((size_t)1 << w->labels_log) - 1;
  for (size_t j = (i + 1) & mask; w->labels[j].key; j = (j + 1) & mask)
    if (((j - home (w, w->labels[j].key)) & mask) >= ((j - i) & mask))
      {
        w->labels[i] = w->labels[j];
        i = j;
      }
  w->labels[i].key = 0;
}

bool
wpp_wants_take_label (struct wpp_wants *w, uint64_t key, struct wpp_wanter *origin)
{
  struct wpp_label_want *x = w->n_labels ? slot_of (w, key) : NULL;
  if (!x || !x->key)
    return false;
  *origin = x->origin;
  w->n--;
  w->n_labels--;
  w->n_surprised -= x->origin.surprised;
  take_out (w, x - w->labels);
  return true;
}

void
wpp_wants_surprise_label (struct wpp_wants *w, uint64_t key)
{
  struct wpp_label_want *x = w->n_labels ? slot_of (w, key) : NULL;
  if (!x || !x->key || x->origin.surprised)
    return;
  x->origin.surprised = true;
  w->n_surprised++;
}

void
wpp_wants_surprised_labels (struct wpp_wants *w, struct wpp_wanted *found)
{
  for (size_t i = 0; w->labels && i < (size_t)1 << w->labels_log; i++)
    if (w->labels[i].key && w->labels[i].origin.surprised)
      {
        if (!found->any || w->labels[i].origin.depth < found->origin.depth)
          found->origin = w->labels[i].origin;
        found->any = true;
        w->labels[i].origin.surprised = false;
        w->n_surprised--;
      }
}
