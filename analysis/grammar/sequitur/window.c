/* The input of SEQUITUR: runs of equal events that wait, and those that were last.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/huge-pages.h"
#include "grammar/sequitur/window.h"

#ifndef FIRST_ROOM
#define FIRST_ROOM 16384u /* tests lower it */
#endif

int
wpp_window_init (struct window *w)
{
  *w = (struct window){ .room = FIRST_ROOM, .base = 1, .parsed = 1, .filled = 1 };
  w->letters = wpp_huge_new (w->room * sizeof *w->letters);
  return w->letters ? wpp_alphabet_init (&w->alphabet) : WPP_E_NOMEM;
}

void
wpp_window_release (struct window *w)
{
  wpp_huge_free (w->letters, w->room * sizeof *w->letters);
  wpp_alphabet_release (&w->alphabet);
}

int
wpp_window_copy (struct window *copy, const struct window *w)
{
  uint32_t n = wpp_window_left (w);
  *copy = *w;
  copy->alphabet = (struct wpp_alphabet){ 0 };
  copy->base = w->parsed;
  copy->room = n + 2;
  copy->letters = wpp_huge_new (copy->room * sizeof *copy->letters);
  if (!copy->letters)
    return WPP_E_NOMEM;
  memcpy (copy->letters, wpp_window_at (w, w->parsed), n * sizeof *copy->letters);
  return 0;
}

void
wpp_window_end_run (struct window *w)
{
  if (w->run.exponent)
    w->letters[w->filled++ - w->base] = w->run;
  w->run.exponent = 0;
}

/* wpp_window_fill, where W->numbered is NUMBERED: known when this is compiled.  */
static inline __attribute__ ((always_inline)) size_t
fill (struct window *w, const uint32_t *events, size_t n, bool exponents, bool numbered, int *err)
{
  struct letter run = w->run, *letters = w->letters;
  uint32_t run_event = w->run_event, filled = w->filled - w->base;
  const uint32_t room = w->room;
  size_t i = 0;
  for (*err = 0; i < n; i++)
    {
      if (events[i] == run_event && run.exponent > 0 && run.exponent < EXPONENT_MAX && exponents)
        {
          run.exponent++;
          continue;
        }
      uint32_t terminal = events[i];
      if (filled + 1 >= room)
        break;
      if (!numbered)
        *err = wpp_alphabet_intern (&w->alphabet, events[i], &terminal);
      if (!numbered && *err)
        break;
      letters[filled] = run;
      filled += run.exponent > 0;
      run = (struct letter){ terminal, 1 };
      run_event = events[i];
    }
  w->run = run;
  w->run_event = run_event;
  w->filled = w->base + filled;
  w->n_events += i;
  return i;
}

size_t
wpp_window_fill (struct window *w, const uint32_t *events, size_t n, bool exponents, int *err)
{
  return w->numbered ? fill (w, events, n, exponents, true, err) : fill (w, events, n, exponents, false, err);
}

uint32_t
wpp_window_slide (struct window *w)
{
  uint32_t parsed = w->parsed - w->base, forgotten = parsed > w->history ? parsed - w->history : 0;
  memmove (w->letters, w->letters + forgotten,
           (w->filled - w->base - forgotten) * sizeof *w->letters);
  w->base += forgotten;
  return forgotten;
}

int
wpp_window_grow (struct window *w)
{
  struct letter *letters = wpp_huge_grow (w->letters, w->room * sizeof *letters, 2 * (size_t)w->room * sizeof *letters);
  if (!letters)
    return WPP_E_NOMEM;
  w->letters = letters;
  w->room *= 2;
  w->history *= 2;
  return 0;
}
