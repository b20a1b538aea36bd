/* Folding streams of activations (fold.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/iterations/fold-impl.h"
#include "base/saturate.h"

/* Wholes before parts.  */
static void
count_times (struct wpp_folding *f)
{
  uint64_t copies;
  f->times[f->g->n_terminals] = 1;
  for (uint32_t k = f->g->n_rules; k-- > 0;)
    {
      uint32_t rule = f->g->order[k];
      uint64_t times = f->times[f->g->n_terminals + rule];
      for (uint64_t i = 0; i < wpp_folding_length (f, rule); i++)
        {
          uint64_t *part = &f->times[wpp_folding_symbol (f, rule, i, &copies)];
          *part = wpp_saturating_add (*part, wpp_saturating_product (times, copies));
        }
    }
}

static void *
summary_of (const struct wpp_folding *f, uint32_t symbol)
{
  return f->summaries + (size_t) symbol * f->fold->size;
}

static int
fold_rule (struct wpp_folding *f, uint32_t rule, void *summary)
{
  uint64_t copies, times = f->times[f->g->n_terminals + rule];
  int err = 0;
  for (uint64_t i = 0; i < wpp_folding_length (f, rule) && !err; i++)
    {
      uint32_t symbol = wpp_folding_symbol (f, rule, i, &copies);
      err = f->fold->append (f->fold->data, summary, summary_of (f, symbol), copies, times);
    }
  return err;
}

/* Parts before wholes; S is last.  */
static int
fold_all (struct wpp_folding *f, void *whole)
{
  int err = 0;
  for (uint32_t t = 0; t < f->g->n_terminals && !err; t++)
    err = f->fold->letter (f->fold->data, f->g->terminals[t], f->times[t], summary_of (f, t));
  for (uint32_t k = 0; k < f->g->n_rules && !err; k++)
    {
      uint32_t rule = f->g->order[k];
      err = fold_rule (f, rule, rule ? summary_of (f, f->g->n_terminals + rule) : whole);
    }
  return err;
}

struct wpp_folding *
wpp_folding_new (const struct wpp_projection *p, int *err)
{
  *err = p->grammar && !p->apart ? WPP_E_RANGE : 0;
  struct wpp_folding *f = *err ? NULL : calloc (1, sizeof *f);
  if (!f)
    {
      *err = *err ? *err : WPP_E_NOMEM;
      return NULL;
    }
  f->projection = p;
  f->g = p->grammar;
  if (!f->g)
    return f;
  f->times = calloc ((size_t) f->g->n_terminals + f->g->n_rules, sizeof *f->times);
  if (f->times)
    {
      count_times (f);
      return f;
    }
  *err = WPP_E_NOMEM;
  wpp_folding_free (f);
  return NULL;
}

void
wpp_folding_free (struct wpp_folding *f)
{
  if (!f)
    return;
  free (f->times);
  free (f->summaries);
  free (f);
}

int
wpp_fold_projection (const struct wpp_projection *p, const struct wpp_fold *fold, void *whole)
{
  int err;
  struct wpp_folding *f = wpp_folding_new (p, &err);
  if (f && f->g)
    {
      f->fold = fold;
      f->summaries = calloc ((size_t) f->g->n_terminals + f->g->n_rules, fold->size);
      err = f->summaries ? fold_all (f, whole) : WPP_E_NOMEM;
    }
  wpp_folding_free (f);
  return err;
}
