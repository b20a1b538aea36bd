/* A sample of a projection: windows that are spread evenly over what it derives (spread.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/machine/view.h"
#include "activations/projection/spread.h"
#include "base/error.h"

/* Windows, and the most letters of each.  A window holds what facts need to become right, some paths, many times; and
   there are enough of them to see what is a thousandth of the function.  */
#define WINDOWS 128u
#define WINDOW 512u
#define MOST (WINDOWS * WINDOW)

struct known                 /* a letter */
{
  uint32_t letter, terminal; /* its number in the sample, from 1; 0: it is not there yet */
};

struct spread
{
  struct known *known;       /* [n_known] by letter */
  size_t n_known;
  struct wpp_grammar *to;
  uint64_t times;            /* the windows are repeated */
  uint32_t window;           /* letters of each */
  uint64_t n;                /* symbols, of which the first one is that of S */
  uint32_t left;             /* letters that the present window takes */
};

static int
compare_letters (const void *a, const void *b)
{
  const struct known *x = a, *y = b;
  return x->letter < y->letter ? -1 : x->letter > y->letter;
}

/* Sort the letters of G, and GAP.  */
static int
know_letters (struct spread *s, const struct wpp_grammar *g)
{
  bool gap = false;
  s->known = malloc (((size_t)g->n_terminals + 1) * sizeof *s->known);
  if (!s->known)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      gap |= g->terminals[t] == WPP_LETTER_GAP;
      s->known[s->n_known++] = (struct known){ g->terminals[t], 0 };
    }
  if (!gap)
    s->known[s->n_known++] = (struct known){ WPP_LETTER_GAP, 0 };
  qsort (s->known, s->n_known, sizeof *s->known, compare_letters);
  return 0;
}

/* A sample without windows, of the letters of G.  */
static int
make_room (struct spread *s, const struct wpp_grammar *g)
{
  size_t most = 1 + WINDOWS * ((size_t)WINDOW + 1);
  s->to = calloc (1, sizeof *s->to);
  if (!s->to)
    return WPP_E_NOMEM;
  s->to->terminals = malloc (((size_t)g->n_terminals + 1) * sizeof *s->to->terminals);
  s->to->start = calloc (3, sizeof *s->to->start);
  s->to->symbols = malloc (most * sizeof *s->to->symbols);
  s->to->exponents = malloc (most * sizeof *s->to->exponents);
  return s->to->terminals && s->to->start && s->to->symbols && s->to->exponents ? know_letters (s, g) : WPP_E_NOMEM;
}

static void
put (struct spread *s, uint32_t letter, uint32_t count)
{
  const struct known wanted = { letter, 0 };
  struct known *k = bsearch (&wanted, s->known, s->n_known, sizeof *s->known, compare_letters);
  if (!k->terminal)
    {
      s->to->terminals[s->to->n_terminals] = letter;
      k->terminal = ++s->to->n_terminals;
    }
  s->to->symbols[s->n] = k->terminal - 1;
  s->to->exponents[s->n++] = count;
}

static int
take (void *data, uint32_t letter, uint64_t count)
{
  struct spread *s = data;
  uint32_t n = count < s->left ? count : s->left;
  put (s, letter, n);
  s->left -= n;
  return s->left == 0;
}

/* Take the windows of G.  */
static int
take_windows (struct spread *s, const struct wpp_grammar *g, bool apart)
{
  uint64_t step = g->length[0] / WINDOWS;
  struct wpp_expansion *x = wpp_expansion_new (g);
  int err = x ? 0 : WPP_E_NOMEM;
  for (uint32_t k = 0; k < WINDOWS && !err; k++)
    {
      s->left = s->window;
      err = wpp_expansion_run (x, step * k, take, s);
      err = err < 0 ? err : 0;
      if (!apart)
        put (s, WPP_LETTER_GAP, 1);
    }
  wpp_expansion_free (x);
  return err;
}

static int
finish (struct spread *s)
{
  s->to->symbols[0] = WPP_RULE | 1;
  s->to->exponents[0] = s->times < UINT32_MAX ? s->times : UINT32_MAX;
  s->to->n_rules = 2;
  s->to->start[1] = 1;
  s->to->start[2] = s->n;
  return wpp_grammar_finish (s->to);
}

struct wpp_grammar *
wpp_spread_sample (const struct wpp_grammar *g, bool apart, int *err)
{
  uint64_t length = g->length[0];
  struct spread s = { .n = 1, .times = length / MOST + (length % MOST != 0) };
  *err = 0;
  if (s.times < 2)
    return NULL;
  /* So many that together they are as many as there were.  */
  s.window = length / WINDOWS / s.times;
  *err = make_room (&s, g);
  if (!*err)
    *err = take_windows (&s, g, apart);
  if (!*err)
    *err = finish (&s);
  free (s.known);
  if (!*err)
    return s.to;
  wpp_grammar_free (s.to);
  return NULL;
}
