/* After which events the program came to places that it named (wpp_mark).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The program says where in its ring it was.  Here it is known how many events came before that.  */

#include <stdlib.h>
#include <string.h>
#include "runtime/collect/collect.h"

/* The mark I of the shared memory comes after all events of S so far.  */
static void
meet (struct stream *s, uint32_t i)
{
  struct collection *c = s->collection;
  const struct wpp_mark *from = &c->shared->marks[i];
  struct wpp_marked *to = &c->marks[c->n_marks];
  c->met[i] = true;
  to->name = strndup (from->name, sizeof from->name - 1);
  if (!to->name)
    return;
  to->thread = s->index;
  to->event = s->n_events;
  c->n_marks++;
  c->changed = true;
}

static uint32_t
n_marks (const struct collection *c)
{
  uint32_t n = __atomic_load_n (&c->shared->n_marks, __ATOMIC_RELAXED);
  return n < WPP_MARKS_MAX ? n : WPP_MARKS_MAX;
}

static bool
new_p (const struct stream *s, uint32_t i)
{
  const struct wpp_mark *m = &s->collection->shared->marks[i];
  return !s->collection->met[i] && __atomic_load_n (&m->set, __ATOMIC_ACQUIRE) && m->thread == s->index;
}

void
append_marked (struct stream *s, const uint32_t *words, size_t n, uint32_t entered, uint32_t first)
{
  size_t done = 0;
  for (uint32_t i = 0; i < n_marks (s->collection); i++)
    if (new_p (s, i) && s->collection->shared->marks[i].entered == entered)
      {
        size_t at = s->collection->shared->marks[i].words;
        if (at < first || at > first + n)
          continue;
        if (at - first > done)
          stream_append (s, words + done, at - first - done);
        done = at - first > done ? at - first : done;
        meet (s, i);
      }
  if (done < n)
    stream_append (s, words + done, n - done);
}

void
marks_end (struct stream *s)
{
  for (uint32_t i = 0; i < n_marks (s->collection); i++)
    if (new_p (s, i))
      meet (s, i);
}
