/* Only the last segments are kept, so many bytes of them (WPP_OPTIONS=keep=SIZE): what led to a crash, of a program
   that runs for long.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A segment is about a sixteenth of what is kept.  The oldest one of all threads goes first.  Values of a segment can
   be replayed without those before it, if it begins with an epoch (format/value-table.h): the thread begins one when it
   enters a function, after it was asked for it.  If it enters none for too long, the segment ends without.  */

#include <stdlib.h>
#include <string.h>
#include "format/value-table.h"
#include "runtime/collect/collect.h"

#define SEGMENTS 16u

static bool
droppable_p (const struct stream *s)
{
  const struct segment *g = s->segments;
  /* Pins know segments by their number.  */
  for (size_t i = 0; i < s->n_segments; i++)
    if (g[i].held)
      return false;
  return s->n_segments > 1 && !g[0].grammar && !g[0].raw && !g[0].coding;
}

/* Bytes that all that is coded takes.  */
static uint64_t
coded_bytes (const struct collection *c)
{
  uint64_t bytes = 0;
  for (size_t i = 0; i < c->n_streams; i++)
    {
      const struct stream *s = c->streams[i];
      for (size_t j = 0; j < s->n_segments; j++)
        bytes += s->segments[j].size;
      bytes += values_bytes (s, 0);
    }
  return bytes;
}

/* Let the spool have room for what was in the first part of it, of which nothing is needed any more.  */
static void
release (const struct collection *c)
{
  off_t first = c->spool_size;
  for (size_t i = 0; i < c->n_streams; i++)
    {
      const struct stream *s = c->streams[i];
      for (size_t j = 0; j < s->n_segments; j++)
        if (s->segments[j].size && !s->segments[j].coded && s->segments[j].offset < first)
          first = s->segments[j].offset;
      for (size_t j = 0; s->values && j < s->values->n_chunks; j++)
        if (!s->values->chunks[j].coded && s->values->chunks[j].offset < first)
          first = s->values->chunks[j].offset;
    }
  spool_release (c, first);
}

/* Drop the first segment of S, and its values.  */
static void
drop (struct stream *s)
{
  struct segment *g = s->segments;
  s->dropped += g->n_events;
  s->collection->kept -= g->coded ? g->size : 0;
  free (g->coded);
  memmove (g, g + 1, --s->n_segments * sizeof *g);
  values_forget (s, g->first_chunk);
}

/* Drop the oldest segments until at most MOST bytes are left.  */
static void
drop_oldest (struct collection *c, uint64_t most)
{
  bool dropped = false;
  while (coded_bytes (c) > most)
    {
      struct stream *oldest = NULL;
      for (size_t i = 0; i < c->n_streams; i++)
        if (droppable_p (c->streams[i]) && (!oldest || c->streams[i]->segments->began < oldest->segments->began))
          oldest = c->streams[i];
      if (!oldest)
        break;
      drop (oldest);
      dropped = true;
    }
  if (dropped)
    release (c);
}

static void
cut (struct stream *s)
{
  s->asked = false;
  stream_cut (s);
  drop_oldest (s->collection, s->collection->shared->keep);
}

void
keep_look (struct stream *s)
{
  uint64_t keep = s->collection->shared->keep, bytes = stream_open_bytes (s);
  if (bytes < keep / SEGMENTS)
    return;
  if (!s->values || (s->asked && bytes >= keep / SEGMENTS * 4))
    cut (s);
  else if (!s->asked && s->epoch)
    {
      s->asked = true;
      __atomic_fetch_add (s->epoch, 1, __ATOMIC_RELAXED);
    }
}

void
keep_epoch (struct stream *s)
{
  if (s->asked)
    cut (s);
}

void
keep_finish (struct collection *c)
{
  if (!c->shared->keep)
    return;
  streams_finish (c);
  for (size_t i = 0; i < c->n_streams; i++)
    values_cut (c->streams[i]);
  drop_oldest (c, c->shared->keep);
}
