/* Unit tests of the range coder, of choices, and of numbers coded by them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <string.h>
#include "grammar/coding/number-tree.h"
#include "unit.h"

enum { ROUNDS = 20000 };

/* C decodes what E, which has ended, encoded.  */
static void
turn (const struct wpp_coder *e, struct wpp_coder *c)
{
  wpp_coder_decode (c, e->out.data, e->out.size);
}

static bool
used_up_p (const struct wpp_coder *c)
{
  return !wpp_coder_overrun_p (c) && c->in.at == c->in.end;
}

/* N choices and bits by the seed RANDOM, through C.  Return how many are not what they should be.  */
static unsigned
parts (struct wpp_coder *c, uint64_t random, unsigned n)
{
  unsigned wrong = 0;
  for (unsigned i = 0; i < n; i++)
    {
      uint64_t r = unit_random (&random);
      uint32_t total = 1 + (r & 0xffff) % (WPP_CODER_TOTALS - 1);
      uint64_t unit = wpp_coder_unit (c, total);
      uint32_t part = (r >> 16) % total, bits = r >> 32, width = i % 33;
      uint32_t found = c->decoding ? wpp_coder_part (c, unit, total) : part;
      /* Parts at the end are what makes carries.  */
      part = i % 3 ? part : total - 1;
      found = c->decoding ? found : part;
      wpp_coder_narrow (c, unit, part, 1);
      bits = width < 32 ? bits & ((UINT32_C (1) << width) - 1) : bits;
      wrong += found != part || wpp_coder_bits (c, width, c->decoding ? 0 : bits) != bits;
    }
  return wrong;
}

static void
test_coder (void)
{
  unsigned wrong = 0;
  for (unsigned n = 0; n < 1000; n++)
    {
      struct wpp_coder e, d;
      wpp_coder_encode (&e);
      wrong += parts (&e, n, n % 100);
      wpp_coder_finish (&e);
      turn (&e, &d);
      wrong += parts (&d, n, n % 100) || !used_up_p (&d);
      wpp_buffer_release (&e.out);
    }
  CHECK (wrong == 0, "parts of any size, and bits, come back, and no byte is left");
  struct wpp_coder d;
  wpp_coder_decode (&d, (const unsigned char *)"\377\377\377\377\377\377\377\377\377", 9);
  wrong = 0;
  for (unsigned i = 0; i < 100; i++)
    {
      uint64_t unit = wpp_coder_unit (&d, 3);
      uint32_t part = wpp_coder_part (&d, unit, 3);
      wrong += part > 2;
      wpp_coder_narrow (&d, unit, part, 1);
    }
  CHECK (wrong == 0 && wpp_coder_overrun_p (&d), "no bytes lead beyond the last part; reading on is noticed");
}

/* What can be chosen: below N, and from FROM to LAST.  */
struct possible
{
  unsigned n, from, last;
};

static bool
possible_p (struct possible p, unsigned choice)
{
  return choice < p.n || (choice >= p.from && choice <= p.last);
}

/* Some of what can be with CHOICE, by RANDOM.  */
static struct possible
some_with (unsigned choice, uint64_t random)
{
  struct possible p = { .n = random & 15, .last = WPP_CHOICES - 1 };
  p.from = p.n + (random >> 4 & 15) % (WPP_CHOICES - p.n);
  if (p.n <= choice && choice < p.from)
    p.from = choice;
  unsigned least = choice < p.from ? p.from : choice;
  p.last = least + (random >> 8 & 15) % (WPP_CHOICES - least);
  return p;
}

static unsigned
code_possible (struct wpp_choices *f, struct wpp_coder *c, unsigned choice, struct possible p)
{
  return wpp_choice_code_among (f, c, c->decoding ? 0 : choice, p.n, p.from, p.last);
}

/* ROUNDS choices, of a fifth of which not all can be, through C, by one model.  */
static unsigned
choices (struct wpp_coder *c, double *bits)
{
  struct wpp_choices f;
  uint64_t random = 11;
  unsigned wrong = 0;
  wpp_choices_init (&f, WPP_CHOICES);
  *bits = 0;
  for (unsigned i = 0; i < ROUNDS; i++)
    {
      uint64_t r = unit_random (&random);
      unsigned choice = i / 100 % 2 ? r >> 16 & 15 : (r >> 16 & 15) % 3, sum = 0;
      struct possible p = i % 5 ? (struct possible){ 0, 0, WPP_CHOICES - 1 } : some_with (choice, r);
      for (unsigned k = 0; k < WPP_CHOICES; k++)
        sum += possible_p (p, k) ? wpp_choice_frequency (&f, k) : 0;
      *bits += log2 ((double)sum / wpp_choice_frequency (&f, choice));
      wrong += code_possible (&f, c, choice, p) != choice;
      for (unsigned k = 0; k < WPP_CHOICES; k++)
        {
          unsigned frequency = wpp_choice_frequency (&f, k);
          wrong += frequency == 0 || frequency > WPP_CHOICE_MOST + WPP_CHOICE_MORE;
        }
    }
  return wrong;
}

/* Choices through C among ever fewer, each as often as it can be before all are halved.  */
static unsigned
ever_fewer (struct wpp_coder *c)
{
  struct wpp_choices f;
  unsigned wrong = 0;
  wpp_choices_init (&f, WPP_CHOICES);
  for (unsigned n = WPP_CHOICES - 1; n > 0; n--)
    for (unsigned i = 0; i < WPP_CHOICE_MOST / WPP_CHOICE_MORE - 1; i++)
      {
        struct possible p = { n, WPP_CHOICES - 1, WPP_CHOICES - 1 };
        wrong += code_possible (&f, c, n - 1, p) != n - 1;
        wrong += f.sum[WPP_CHOICES - 1] >= WPP_CODER_TOTALS;
      }
  return wrong;
}

static void
test_choices (void)
{
  struct wpp_coder e, d;
  double bits;
  wpp_coder_encode (&e);
  unsigned wrong = choices (&e, &bits);
  wpp_coder_finish (&e);
  CHECK (wrong == 0, "what is possible stays possible");
  CHECK (e.out.size * 8 < bits * 1.002 + 64, "%zu bytes for %.0f bits of choices", e.out.size, bits);
  turn (&e, &d);
  CHECK (choices (&d, &bits) == 0 && used_up_p (&d), "the same choices come back");
  wpp_buffer_release (&e.out);
}

static void
test_ever_fewer (void)
{
  struct wpp_coder e, d;
  wpp_coder_encode (&e);
  unsigned wrong = ever_fewer (&e);
  wpp_coder_finish (&e);
  turn (&e, &d);
  CHECK (wrong == 0 && ever_fewer (&d) == 0 && used_up_p (&d),
         "whatever cannot be meanwhile, sums stay what the coder can take");
  wpp_buffer_release (&e.out);
}

static uint32_t
code_number (struct wpp_tree *t, struct wpp_coder *c, uint32_t number)
{
  return wpp_tree_code_last (t, c, number, wpp_tree_code_high (t, c, number));
}

/* ROUNDS numbers of a growing tree, through C.  */
static unsigned
numbers (struct wpp_coder *c)
{
  struct wpp_tree t = { 0 };
  uint64_t random = 12;
  unsigned wrong = 0;
  for (unsigned i = 0; i < ROUNDS; i++)
    {
      uint64_t r = unit_random (&random);
      if (i == 0 || r % 4)
        wrong += wpp_tree_add (&t) != 0;
      uint32_t number = (r >> 8) % (r % 3 ? t.n : 1 + t.n / 8);
      wrong += code_number (&t, c, c->decoding ? 0 : number) != number;
    }
  /* 4 digits are what 10,000 numbers need.  */
  wrong += t.n_levels != 4 || t.n < ROUNDS / 2;
  wpp_tree_release (&t);
  return wrong;
}

static void
test_numbers (void)
{
  struct wpp_coder e, d;
  wpp_coder_encode (&e);
  unsigned wrong = numbers (&e);
  wpp_coder_finish (&e);
  turn (&e, &d);
  CHECK (wrong == 0 && numbers (&d) == 0 && used_up_p (&d), "numbers of a growing tree come back");
  wpp_buffer_release (&e.out);
}

/* Whatever the bytes are, what comes of them is a number of the tree.  */
static void
test_hostile_numbers (void)
{
  unsigned char noise[4000];
  uint64_t random = 13;
  unsigned wrong = 0;
  for (unsigned n = 1; n < 5000; n += 1 + n / 3)
    {
      struct wpp_tree t = { 0 };
      struct wpp_coder d;
      while (t.n < n)
        wrong += wpp_tree_add (&t) != 0;
      for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = n % 2 ? unit_random (&random) >> 32 : 255;
      wpp_coder_decode (&d, noise, sizeof noise);
      for (unsigned i = 0; i < 3000; i++)
        wrong += code_number (&t, &d, 0) >= n;
      wpp_tree_release (&t);
    }
  CHECK (wrong == 0, "no bytes make a number that the tree does not have");
}

/* A number that was used once is the least probable; one that is used often, the most.  */
static void
test_uses (void)
{
  struct wpp_tree t = { 0 };
  struct wpp_coder e;
  unsigned wrong = 0;
  wpp_coder_encode (&e);
  for (unsigned i = 0; i < 3; i++)
    wrong += wpp_tree_add (&t) != 0;
  code_number (&t, &e, 1);
  const struct wpp_choices *f = t.level[0];
  CHECK (wrong == 0 && wpp_choice_frequency (f, 0) == wpp_choice_frequency (f, 2)
           && wpp_choice_frequency (f, 1) < wpp_choice_frequency (f, 0),
         "after one use a number has had its time");
  for (unsigned i = 0; i < 5; i++)
    code_number (&t, &e, 1);
  CHECK (wpp_choice_frequency (f, 1) > 2 * wpp_choice_frequency (f, 0), "after many it has not");
  for (unsigned i = 0; i < 1000; i++)
    code_number (&t, &e, 1);
  unsigned unused = wpp_choice_frequency (f, 0), used = wpp_choice_frequency (f, 1);
  CHECK (unused % 2 == 1 && used % 2 == 0 && unused < 8, "and one that is unused for long is rare");
  wpp_buffer_release (&e.out);
  wpp_tree_release (&t);
}

int
main (void)
{
  test_coder ();
  test_choices ();
  test_ever_fewer ();
  test_numbers ();
  test_hostile_numbers ();
  test_uses ();
  return unit_done ();
}
