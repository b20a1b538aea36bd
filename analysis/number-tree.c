/* Coding numbers below N, where N grows, by how often each occurred.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "number-tree.h"

#include <stdlib.h>
#include <string.h>
#include "error.h"

#define FIRST_CHOICES 2
/* Frequencies at first: of a last digit, odd; of another one; of the 0 of a digit that was not needed
   before.  */
#define NEW_LAST 25
#define NEW_DIGIT 48
#define OLD_DIGIT 96
#define MOST_LAST 1000         /* sums of last digits' frequencies above it are halved */

void
wpp_tree_release (struct wpp_tree *t)
{
  for (unsigned i = 0; i < t->n_levels; i++)
    free (t->levels[i].choices);
  free (t->levels);
}

static int
add_level (struct wpp_tree *t)
{
  struct wpp_level *levels = realloc (t->levels, (t->n_levels + 1) * sizeof *levels);
  if (!levels)
    return WPP_E_NOMEM;
  t->levels = levels;
  levels[t->n_levels++] = (struct wpp_level){ 0 };
  return WPP_OK;
}

/* Double L.  */
static int
grow_level (struct wpp_level *l)
{
  uint32_t capacity = l->capacity ? 2 * l->capacity : FIRST_CHOICES;
  size_t old = l->capacity * sizeof *l->choices, new = capacity * sizeof *l->choices;
  struct wpp_choices *choices = aligned_alloc (sizeof *choices, new);
  if (!choices)
    return WPP_E_NOMEM;
  if (old)
    memcpy (choices, l->choices, old);
  memset ((char *)choices + old, 0, new - old);
  free (l->choices);
  l->choices = choices;
  l->capacity = capacity;
  return WPP_OK;
}

/* Let digit I of NUMBER, all digits below which are 0, be possible after those above it.  */
static int
add_digit (struct wpp_tree *t, unsigned i, uint32_t number)
{
  uint32_t at = (uint64_t)number >> 4 * (i + 1);
  unsigned digit = number >> 4 * i & 15;
  if (i == t->n_levels && add_level (t) < 0)
    return WPP_E_NOMEM;
  struct wpp_level *l = &t->levels[i];
  if (at >= l->capacity && grow_level (l) < 0)
    return WPP_E_NOMEM;
  l->choices[at].frequency[digit] = i ? NEW_DIGIT : NEW_LAST;
  if (i && at == 0 && digit == 1)
    l->choices[0].frequency[0] = OLD_DIGIT;
  return WPP_OK;
}

int
wpp_tree_add (struct wpp_tree *t)
{
  uint32_t number = t->n;
  unsigned i = 0;
  do
    if (add_digit (t, i, number) < 0)
      return WPP_E_NOMEM;
  while ((number >> 4 * i & 15) == 0 && number >> 4 * i++ != 0);
  t->n++;
  return WPP_OK;
}

/* DIGIT, the last one, of F, whose sum was TOTAL, occurred.  */
static void
learn_last (struct wpp_choices *f, unsigned digit, uint32_t total)
{
  unsigned frequency = f->frequency[digit];
  if (frequency & 1)
    f->frequency[digit] = (frequency / 2 + 1) & ~1u;
  else
    f->frequency[digit] = frequency + WPP_CHOICE_MORE;
  if (total + WPP_CHOICE_MORE > MOST_LAST)
    for (unsigned i = 0; i < WPP_CHOICES; i++)
      f->frequency[i] = ((f->frequency[i] / 2 + 1) & ~1) | (f->frequency[i] & 1);
}

uint32_t
wpp_tree_code (struct wpp_tree *t, struct wpp_coder *c, uint32_t number)
{
  uint32_t result = 0, total;
  for (unsigned i = t->n_levels; i-- > 1;)
    {
      struct wpp_choices *f = &t->levels[i].choices[result];
      result = result << 4 | wpp_choice_code (f, c, number >> 4 * i & 15);
    }
  struct wpp_choices *f = &t->levels[0].choices[result];
  unsigned digit = wpp_choice_code_by (f, c, number & 15, &total);
  learn_last (f, digit, total);
  return result << 4 | digit;
}
