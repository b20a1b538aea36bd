/* Letters of two sharings as one (shared.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A letter depends on what it derives alone, so nothing climbs again: each letter is looked up once.  Letters come
   after those that their phrases have.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "grammar/shared/shared-impl.h"

struct uniting
{
  struct wpp_sharing *to;
  const struct wpp_sharing *from;
  bool *wanted;                 /* [from->n] */
  uint32_t *letters;            /* [from->n] those of TO */
  struct wpp_letter_power *phrase;     /* room for one */
  size_t room;
};

/* Want ROOTS [N] and what they derive.  */
static void
want (struct uniting *u, const uint32_t *roots, size_t n)
{
  for (size_t i = 0; i < n; i++)
    u->wanted[roots[i]] = true;
  for (size_t i = u->from->n; i-- > 0;)
    for (uint32_t k = 0; u->wanted[i] && k < u->from->letters[i].n; k++)
      u->wanted[u->from->powers[u->from->letters[i].start + k].symbol] = true;
}

/* Bring the letter I, whose parts are there.  */
static int
bring (struct uniting *u, size_t i)
{
  const struct wpp_shared_letter *l = &u->from->letters[i];
  if (!l->n)
    return wpp_shared_terminal (u->to, u->from->keys + l->start, l->size, &u->letters[i]);
  if (WPP_RESERVE (u->phrase, u->room, 0, l->n))
    return WPP_E_NOMEM;
  memcpy (u->phrase, u->from->powers + l->start, l->n * sizeof *u->phrase);
  for (uint32_t k = 0; k < l->n; k++)
    u->phrase[k].symbol = u->letters[u->phrase[k].symbol];
  return wpp_shared_phrase (u->to, u->phrase, l->n, &u->letters[i]);
}

int
wpp_shared_unite (struct wpp_sharing *s, const struct wpp_sharing *other, uint32_t *roots, size_t n)
{
  struct uniting u = { .to = s, .from = other, .wanted = calloc (other->n + 1, sizeof *u.wanted),
                       .letters = malloc ((other->n + 1) * sizeof *u.letters) };
  int err = u.wanted && u.letters ? 0 : WPP_E_NOMEM;
  if (!err)
    want (&u, roots, n);
  for (size_t i = 0; i < other->n && !err; i++)
    if (u.wanted[i])
      err = bring (&u, i);
  for (size_t i = 0; i < n && !err; i++)
    roots[i] = u.letters[roots[i]];
  free (u.wanted);
  free (u.letters);
  free (u.phrase);
  return err;
}
