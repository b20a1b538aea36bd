/* Facts that transitions do not tell apart.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Refinement gives new classes to the facts that a transition changes, by their old class and by the
   change; the other facts keep their class.  It does not matter which facts keep the old name, as long as
   facts that differ have different names.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "facts/frequency/partition.h"

static int
reserve_names (struct wpp_partition *p, uint32_t n)
{
  if (n < p->room)
    return 0;
  size_t room = wpp_array_room (p->room, n, 1);
  if (WPP_RESIZE (p->renamed, 2 * room) || WPP_RESIZE (p->round, 2 * room))
    return WPP_E_NOMEM;
  memset (p->round + 2 * p->room, 0, 2 * (room - p->room) * sizeof *p->round);
  p->room = room;
  return 0;
}

int
wpp_partition_init (struct wpp_partition *p, uint32_t n_facts, const uint64_t *beginning)
{
  *p = (struct wpp_partition){ .n_facts = n_facts, .n = 2 };
  p->class = calloc ((size_t)n_facts + 1, sizeof *p->class);
  if (!p->class)
    return WPP_E_NOMEM;
  for (uint32_t f = 0; beginning && f < n_facts; f++)
    p->class[f] = beginning[f] != 0;
  return reserve_names (p, p->n);
}

void
wpp_partition_release (struct wpp_partition *p)
{
  free (p->class);
  free (p->renamed);
  free (p->round);
  *p = (struct wpp_partition){ 0 };
}

/* The new class of the facts of class OLD that the present transition makes true (GENERATED) or false.  It is made the
   first time.  */
static int
rename_class (struct wpp_partition *p, uint32_t old, bool generated, uint32_t *name)
{
  size_t i = 2 * (size_t)old + generated;
  int err = 0;
  if (p->round[i] != p->rounds)
    {
      p->round[i] = p->rounds;
      p->renamed[i] = p->n;
      err = reserve_names (p, ++p->n);
    }
  *name = p->renamed[i];
  return err;
}

int
wpp_partition_refine (struct wpp_partition *p, const struct wpp_transition *t)
{
  int err = 0;
  p->rounds++;
  for (uint32_t i = 0; !err && i < t->n; i++)
    {
      const struct wpp_change *c = &t->changes[i];
      if (c->source == WPP_FROM_NONE || c->source == WPP_FROM_LAMBDA)
        err = rename_class (p, p->class[c->fact], c->source == WPP_FROM_LAMBDA,
                            &p->class[c->fact]);
      else
        {
          p->class[c->fact] = p->n;
          err = reserve_names (p, ++p->n);
        }
    }
  return err;
}

int
wpp_partition_number (struct wpp_partition *p)
{
  uint32_t *number = malloc (((size_t)p->n + 1) * sizeof *number), n = 0;
  if (!number)
    return WPP_E_NOMEM;
  memset (number, 0xff, p->n * sizeof *number);
  for (uint32_t f = 0; f < p->n_facts; f++)
    {
      uint32_t *c = &number[p->class[f]];
      if (*c == UINT32_MAX)
        *c = n++;
      p->class[f] = *c;
    }
  p->n = n;
  free (number);
  return 0;
}
