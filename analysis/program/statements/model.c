/* Coding numbers by how often each occurred, in contexts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/error.h"
#include "program/statements/model.h"

#define DIRECT 11u     /* numbers that are a choice of their own */
#define CLASSES 5u     /* others: of 1, 2, 4, 8, 16 digits */

void
wpp_models_init (struct wpp_model *models, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_choices *c = (struct wpp_choices *)&models[i];
      for (size_t k = 0; k < sizeof *models / sizeof *c; k++)
        wpp_choices_init (&c[k], WPP_CHOICES);
    }
}

/* Code the lowest N digits of VALUE, which CLASS has.  */
static uint64_t
code_digits (struct wpp_coder *c, struct wpp_model *m, unsigned class, unsigned n, uint64_t value)
{
  uint64_t all = wpp_choice_code (&m->digit[class < 3 ? class : 3], c, value >> 4 * (n - 1) & 15);
  unsigned first = all;
  for (unsigned i = n - 1; i-- > 0;)
    {
      struct wpp_choices *f = i == n - 2 && class < 3 ? &m->second[class - 1][first] : &m->more;
      all = all << 4 | wpp_choice_code (f, c, value >> 4 * i & 15);
    }
  return all;
}

/* What numbers of CLASS begin with: 11, 27, 283 …  */
static uint64_t
class_base (unsigned class)
{
  uint64_t base = DIRECT;
  for (unsigned i = 0; i < class; i++)
    base += UINT64_C (1) << 4 * (1u << i);
  return base;
}

uint64_t
wpp_code_number (struct wpp_coder *c, struct wpp_model *m, uint64_t value)
{
  unsigned class = 0;
  if (!c->decoding && value >= DIRECT)
    while (class < CLASSES - 1 && value >= class_base (class + 1))
      class++;
  unsigned choice = wpp_choice_code (&m->first, c, value < DIRECT ? value : DIRECT + class);
  if (choice < DIRECT)
    return choice;
  class = choice - DIRECT;
  return class_base (class) + code_digits (c, m, class, 1u << class, value - class_base (class));
}

uint64_t
wpp_code_from (struct wpp_coder *c, struct wpp_model *m, uint64_t value, uint64_t before)
{
  uint64_t d = value - before;
  uint64_t coded = wpp_code_number (c, m, d >> 63 ? ~d << 1 | 1 : d << 1);
  return before + (coded & 1 ? ~(coded >> 1) : coded >> 1);
}
