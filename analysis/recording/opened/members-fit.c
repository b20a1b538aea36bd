/* Which members of a pool do not fit most of the others (members.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "activations/counts/foreign.h"
#include "recording/opened/joined-impl.h"
#include "recording/opened/members-impl.h"

/* A member, for sorting.  */
struct candidate
{
  const struct wpp_profile *profile;
  struct wpp_merged_program program;
  size_t member;
};

static int
compare_ids (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* By program and build.  */
static int
compare_candidates (const void *a, const void *b)
{
  const struct candidate *x = a, *y = b;
  int order = wpp_compare_programs (&x->program, &y->program);
  return order ? order : (x->member > y->member) - (x->member < y->member);
}

/* The ids of P's units, sorted; null when out of memory.  */
static uint64_t *
list_ids (const struct wpp_profile *p, size_t *n)
{
  uint64_t *ids = malloc ((wpp_profile_units (p) + 1) * sizeof *ids);
  *n = 0;
  for (size_t m = 0; ids && m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      ids[(*n)++] = p->modules[m].units[u].id;
  if (ids && *n)
    qsort (ids, *n, sizeof *ids, compare_ids);
  return ids;
}

/* Does P have a unit that is not among IDS [N]?  */
static bool
other_units_p (const struct wpp_profile *p, const uint64_t *ids, size_t n)
{
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      if (!bsearch (&p->modules[m].units[u].id, ids, n, sizeof *ids, compare_ids))
        return true;
  return false;
}

/* How many runs C [N] are, and when the last one began, as far as is known.  */
static uint64_t
count_runs (const struct candidate *c, size_t n, uint64_t *last)
{
  uint64_t runs = 0;
  *last = 0;
  for (size_t i = 0; i < n; i++)
    {
      runs += c[i].program.runs;
      if (c[i].profile->run.began > *last)
        *last = c[i].profile->run.began;
    }
  return runs;
}

/* The end of those from C [I] on that are of its build, or, if ANY, of its program.  */
static size_t
group_end (const struct candidate *c, size_t n, size_t i, bool any)
{
  size_t end = i;
  while (end < n && (any ? !strcmp (c[i].program.path, c[end].program.path)
                         : !wpp_compare_programs (&c[i].program, &c[end].program)))
    end++;
  return end;
}

/* Of C [N], all of one program, those of other builds than that of most runs, or of the last one if there are as many,
   are unfit, if they have other code.  */
static int
compare_builds (const struct candidate *c, size_t n, char **unfit)
{
  size_t best = 0, n_ids;
  uint64_t most = 0, latest = 0;
  for (size_t i = 0, end; i < n; i = end)
    {
      uint64_t last, runs = count_runs (c + i, (end = group_end (c, n, i, false)) - i, &last);
      if (runs > most || (runs == most && last > latest))
        {
          best = i;
          most = runs;
          latest = last;
        }
    }
  uint64_t *ids = list_ids (c[best].profile, &n_ids);
  for (size_t i = 0; i < n && ids; i++)
    if (wpp_compare_programs (&c[i].program, &c[best].program) && other_units_p (c[i].profile, ids, n_ids)
        && asprintf (&unfit[c[i].member], "of another build of %s than most of the others (--foreign)",
                     c[i].program.path) < 0)
      {
        free (ids);
        return WPP_E_NOMEM;
      }
  free (ids);
  return ids ? 0 : WPP_E_NOMEM;
}

static int
find_builds (const struct wpp_members *p, char **unfit)
{
  struct candidate *c = malloc ((p->joined.n + 1) * sizeof *c);
  size_t n = 0;
  int err = c ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < p->joined.n && !err; i++)
    {
      const struct wpp_profile *f = p->joined.files[i].profile;
      if (f->merged.n_programs > 1 || unfit[i])
        continue;
      c[n++] = (struct candidate){ f, f->merged.n_programs ? f->merged.programs[0] : (struct wpp_merged_program){
                                      f->program, f->build_id, f->build_id_size, 1 }, i };
    }
  if (n)
    qsort (c, n, sizeof *c, compare_candidates);
  for (size_t i = 0, end; i < n && !err; i = end)
    {
      end = group_end (c, n, i, true);
      if (group_end (c, n, i, false) < end)
        err = compare_builds (c + i, end - i, unfit);
    }
  free (c);
  return err;
}

static int
find_foreign (const struct wpp_members *p, char **unfit)
{
  size_t n = p->joined.n;
  const struct wpp_profile **profiles = calloc (n + 1, sizeof *profiles);
  bool *foreign = calloc (n + 1, sizeof *foreign);
  int err = profiles && foreign ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    profiles[i] = p->joined.files[i].profile;
  if (!err)
    err = wpp_profiles_foreign (profiles, n, foreign);
  for (size_t i = 0; i < n && !err; i++)
    if (foreign[i] && !unfit[i]
        && asprintf (&unfit[i], "of another program, %s, which has no code in common with most of the others "
                     "(--foreign)", profiles[i]->program) < 0)
      err = WPP_E_NOMEM;
  free (profiles);
  free (foreign);
  return err;
}

/* Counts and whole paths: what fewer have is unfit.  */
static int
find_kinds (const struct wpp_members *p, char **unfit)
{
  size_t counts = 0;
  for (size_t i = 0; i < p->joined.n; i++)
    counts += p->joined.files[i].profile->counts;
  bool most = 2 * counts > p->joined.n || (2 * counts == p->joined.n && p->joined.files[0].profile->counts);
  for (size_t i = 0; i < p->joined.n; i++)
    if (p->joined.files[i].profile->counts != most
        && !(unfit[i] = strdup ("counts of paths (-fwpp-generate=paths) and whole paths cannot be in one file; "
                                "-fwpp-use takes both")))
      return WPP_E_NOMEM;
  return 0;
}

int
wpp_members_misfits (const struct wpp_members *p, char **unfit)
{
  int err = find_kinds (p, unfit);
  for (size_t i = 0; i < p->joined.n && !err && !p->request.foreign; i++)
    if (unfit[i])
      return 0;
  if (!err && !p->request.foreign)
    err = find_builds (p, unfit);
  return err || p->request.foreign ? err : find_foreign (p, unfit);
}
