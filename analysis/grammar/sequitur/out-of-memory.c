/* Putting the rest of a grammar together when memory has run out.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>

#include "grammar/sequitur/retrace.h"
#include "grammar/sequitur/out-of-memory.h"

/* Put LETTERS [N], for which there are nodes, before the guard of RULE.  */
static void
put (struct wpp_sequitur *s, uint32_t rule, const struct letter *letters, uint32_t n)
{
  uint32_t last = s->nodes[rule].prev;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t p = s->n_nodes++;
      s->nodes[p] = (struct node){ .prev = last, .next = rule, .letter = letters[i] };
      s->nodes[last].next = p;
      last = p;
    }
  s->nodes[rule].prev = last;
  s->n_symbols += n;
}

int
wpp_rest_put (struct wpp_sequitur *s, const struct letter *letters, uint32_t n)
{
  int err = wpp_sequitur_reserve (s, n);
  if (!err)
    put (s, START, letters, n);
  return err;
}

int
wpp_rest_phrase (struct wpp_sequitur *s, const struct letter *letters, uint32_t n, uint32_t *rule)
{
  int err = wpp_sequitur_reserve (s, n + 1);
  if (err)
    return err;
  *rule = s->n_nodes++;
  s->nodes[*rule] = (struct node){ .prev = *rule, .next = *rule, .symbol = GUARD, .exponent = 1 };
  s->n_rules++;
  put (s, *rule, letters, n);
  return 0;
}

int
wpp_rest_begin (struct wpp_sequitur *s)
{
  struct window *w = &s->window;
  wpp_digram_release (&s->table);
  s->table.buckets = NULL;
  wpp_retrace_free (s->retrace);
  s->retrace = NULL;
  wpp_window_end_run (w);
  uint32_t left = wpp_window_left (w);
  int err = left ? wpp_rest_put (s, wpp_window_at (w, w->parsed), left) : 0;
  if (!err)
    w->parsed = w->filled;
  return err;
}
