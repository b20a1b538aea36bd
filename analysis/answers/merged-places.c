/* What replay tells of the values of runs that are merged.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "answers/merged-places.h"
#include "decide/places/replayed.h"
#include "recording/profile/runs.h"

static int
compare_words (const void *a, const void *b)
{
  const struct wpp_run_place *x = a, *y = b;
  return x->word < y->word ? -1 : x->word > y->word;
}

/* Let TO, which is all 0, be FROM, whose profile has RANGES, in the pool's words.  */
static int
take (const struct wpp_run_places *from, const struct wpp_ranges *ranges, struct wpp_run_places *to)
{
  size_t n_values = 0;
  int err = 0;
  for (size_t i = 0; i < from->n; i++)
    n_values += from->places[i].n;
  to->places = malloc ((from->n + 1) * sizeof *to->places);
  to->values = malloc ((n_values + 1) * sizeof *to->values);
  if (!to->places || !to->values)
    return WPP_E_NOMEM;
  if (n_values)
    memcpy (to->values, from->values, n_values * sizeof *to->values);
  for (; to->n < from->n && !err; to->n++)
    {
      struct wpp_run_place *p = &to->places[to->n];
      *p = from->places[to->n];
      p->values = to->values + (p->values - from->values);
      err = wpp_combine_word (ranges, &p->word);
    }
  if (to->n)
    qsort (to->places, to->n, sizeof *to->places, compare_words);
  return err;
}

/* Let places number I of P->joined.all be those of run number I.  OWN [files]: those of recordings, once they are
   known.  */
static int
add_run (struct wpp_members *p, size_t i, struct wpp_run_places *own, const char **bad, struct wpp_place *place)
{
  const struct wpp_members_run *run = &p->runs[i];
  const struct wpp_joined_file *f = &p->joined.files[run->member];
  struct wpp_run_places *mine = &own[run->member];
  const struct wpp_run_places *from = f->profile->places ? &f->profile->places[run->nth] : mine;
  int err = 0;
  *bad = f->profile->file;
  if (from == mine && !mine->places && wpp_profile_values_p (f->profile))
    {
      wpp_joined_doing (&p->joined, "replaying", f->profile->file);
      err = wpp_replayed_places_named (f->profile->file, p->joined.request.programs, mine, place);
    }
  return err || !from->n ? err : take (from, f->ranges, &p->joined.all.places[i]);
}

int
wpp_merged_places (struct wpp_members *p, const char **bad, struct wpp_place *place)
{
  struct wpp_run_places *own = calloc (p->joined.n + 1, sizeof *own);
  struct wpp_profile *all = &p->joined.all;
  bool any = false;
  all->places = calloc (p->n_runs + 1, sizeof *all->places);
  int err = own && all->places ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < p->n_runs && !err; i++)
    {
      err = add_run (p, i, own, bad, place);
      any |= all->places && all->places[i].n;
    }
  if (!any)
    wpp_runs_release_places (all);
  for (size_t i = 0; i < p->joined.n && own; i++)
    wpp_run_places_release (&own[i]);
  free (own);
  return err;
}
