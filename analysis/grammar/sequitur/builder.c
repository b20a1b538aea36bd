/* SEQUITUR: the public functions (sequitur.h) that make, feed and free the builder.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>

#include "base/error.h"
#include "base/huge-pages.h"
#include "grammar/sequitur/retrace.h"
#include "grammar/sequitur/sequitur-impl.h"

/* The number of letters that are held back for look-ahead.  */
static uint32_t
held_back (const struct wpp_sequitur *s)
{
  return s->retrace ? RETRACE_MOST : !s->plain;
}

/* Append the next letter of the input.  */
static void
put_next (struct wpp_sequitur *s)
{
  struct window *w = &s->window;
  struct letter letter = *wpp_window_at (w, w->parsed++);
  wpp_sequitur_put (s, letter, s->plain || !wpp_window_left (w) ? NULL : wpp_window_at (w, w->parsed));
}

/* Append the letters of the window except the last KEEP.  */
static void
parse (struct wpp_sequitur *s, uint32_t keep)
{
  while (wpp_window_left (&s->window) > keep && !s->err)
    {
      s->err = wpp_sequitur_reserve (s, RETRACE_NODES);
      if (!s->err && s->retrace && !s->deferred)
        {
          if (!wpp_retrace_step (s, keep))
            return;
        }
      else if (!s->err)
        put_next (s);
    }
}

void
wpp_sequitur_flush (struct wpp_sequitur *s)
{
  uint32_t left;
  wpp_window_end_run (&s->window);
  do
    {
      left = wpp_window_left (&s->window);
      s->err = 0;
      parse (s, 0);
    }
  while (s->err && wpp_window_left (&s->window) < left);
}

static void
slide (struct wpp_sequitur *s)
{
  if (s->retrace)
    wpp_retrace_slide (s);
  else
    wpp_window_slide (&s->window);
}

int
wpp_sequitur_append (struct wpp_sequitur *s, const uint32_t *events, size_t n, size_t *done)
{
  size_t taken = 0;
  int err = 0;
  while (taken < n && !err)
    {
      taken += wpp_window_fill (&s->window, events + taken, n - taken, s->exponents, &err);
      parse (s, held_back (s));
      if (wpp_window_full_p (&s->window))
        slide (s);
      if (!err)
        err = s->err;
      s->err = 0;
    }
  if (done)
    *done = taken;
  return err;
}

static int
init (struct wpp_sequitur *s)
{
  s->todo_room = 256;
  s->todo = malloc (s->todo_room * sizeof *s->todo);
  if (!s->todo || wpp_digram_init (&s->table) || wpp_window_init (&s->window)
      || wpp_sequitur_reserve (s, RETRACE_NODES))
    return WPP_E_NOMEM;
  for (uint32_t p = 0; p < WPP_PARTS; p++)
    s->nodes[p] = (struct node){ .prev = p, .next = p, .symbol = GUARD };
  s->n_nodes = WPP_PARTS;
  s->n_rules = 1;
  return 0;
}

struct wpp_sequitur *
wpp_sequitur_new (unsigned flags)
{
  struct wpp_sequitur *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->exponents = flags & WPP_SEQUITUR_EXPONENTS;
  s->plain = flags & WPP_SEQUITUR_PLAIN;
  bool retrace = flags & WPP_SEQUITUR_RETRACE;
  if (retrace)
    s->retrace = wpp_retrace_new ();
  if ((retrace && !s->retrace) || init (s))
    {
      wpp_sequitur_free (s);
      return NULL;
    }
  s->window.numbered = flags & WPP_SEQUITUR_NUMBERED;
  if (retrace)
    s->window.history = s->window.room / 2;
  return s;
}

void
wpp_sequitur_strip (struct wpp_sequitur *s)
{
  free (s->todo);
  s->todo = NULL;
  wpp_digram_release (&s->table);
  s->table.buckets = NULL;
  wpp_window_release (&s->window);
  s->window = (struct window){ 0 };
  wpp_retrace_free (s->retrace);
  s->retrace = NULL;
}

void
wpp_sequitur_free (struct wpp_sequitur *s)
{
  if (!s)
    return;
  wpp_sequitur_strip (s);
  wpp_huge_free (s->nodes, s->room * sizeof *s->nodes);
  free (s);
}

size_t
wpp_sequitur_memory (const struct wpp_sequitur *s)
{
  return sizeof *s + wpp_huge_size (s->room * sizeof *s->nodes) + s->todo_room * sizeof *s->todo
         + wpp_huge_size (digram_memory (&s->table))
         + wpp_huge_size (s->window.room * sizeof *s->window.letters) + wpp_alphabet_memory (&s->window.alphabet)
         + (s->retrace ? wpp_retrace_memory (s->retrace) : 0);
}

uint64_t
wpp_sequitur_symbols (const struct wpp_sequitur *s)
{
  return s->n_symbols + wpp_window_left (&s->window) + (s->window.run.exponent > 0);
}

uint64_t
wpp_sequitur_events (const struct wpp_sequitur *s)
{
  return s->window.n_events;
}
