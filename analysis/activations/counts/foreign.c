/* Profiles of another program among many of one (foreign.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/combine.h"
#include "activations/counts/foreign.h"

/* Profile number PROFILE has a unit with the id ID.  */
struct member
{
  uint64_t id;
  size_t profile;
};

static int
compare (const void *a, const void *b)
{
  const struct member *x = a, *y = b;
  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->profile < y->profile ? -1 : x->profile > y->profile;
}

/* The first of those that belong together with profile I, by LEADER; the way there gets shorter.  */
static size_t
find (size_t *leader, size_t i)
{
  while (leader[i] != i)
    i = leader[i] = leader[leader[i]];
  return i;
}

/* List the units of PROFILES [N] in MEMBERS, those with the same id one after the other; return their number.  */
static size_t
list_members (const struct wpp_profile *const *profiles, size_t n, struct member *members)
{
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t m = 0; m < profiles[i]->n_modules; m++)
      for (size_t u = 0; u < profiles[i]->modules[m].n_units; u++)
        members[k++] = (struct member){ profiles[i]->modules[m].units[u].id, i };
  qsort (members, k, sizeof *members, compare);
  return k;
}

int
wpp_profiles_foreign (const struct wpp_profile *const *profiles, size_t n, bool *foreign)
{
  size_t most = 1, best = n;
  for (size_t i = 0; i < n; i++)
    most += wpp_profile_units (profiles[i]);
  struct member *members = calloc (most, sizeof *members);
  size_t *leader = calloc (n + 1, sizeof *leader), *size = calloc (n + 1, sizeof *size);
  bool done = members && leader && size;
  for (size_t i = 0; done && i < n; i++)
    leader[i] = i;
  size_t k = done ? list_members (profiles, n, members) : 0;
  for (size_t j = 1; j < k; j++)
    if (members[j].id == members[j - 1].id)
      leader[find (leader, members[j].profile)] = find (leader, members[j - 1].profile);
  for (size_t i = 0; done && i < n; i++)
    if (++size[find (leader, i)] > n / 2)
      best = find (leader, i);
  for (size_t i = 0; done && i < n; i++)
    foreign[i] = best < n && find (leader, i) != best && wpp_profile_units (profiles[i]);
  free (members);
  free (leader);
  free (size);
  return done ? 0 : WPP_E_NOMEM;
}
