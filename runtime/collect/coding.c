/* Coding finished grammars in another thread, while collecting goes on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Only one is coded at a time, and the next one has to wait, because finished grammars are as big as the one that is
   being made.  */

#include <stdlib.h>
#include "runtime/collect/collect.h"

static struct lane lane = LANE_INITIALIZER;
static struct coding *last; /* the last one that was started, which may not be done; or null */

static void
code (struct job *j)
{
  struct coding *c = (struct coding *)j;
  c->error = wpp_phrases_finish (c->grammar, &c->bytes, &c->size, &c->lost);
  c->grammar = NULL;
}

struct coding *
coding_start (struct wpp_phrases *grammar)
{
  struct coding *c = calloc (1, sizeof *c);
  if (!c)
    return NULL;
  if (last)
    wpp_lane_wait (&lane, &last->job);
  last = c;
  c->job.run = code;
  c->grammar = grammar;
  c->memory = wpp_phrases_memory (grammar);
  wpp_lane_put (&lane, &c->job);
  return c;
}

bool
coding_done_p (struct coding *c)
{
  return wpp_lane_done_p (&lane, &c->job);
}

int
coding_end (struct coding *c, unsigned char **bytes, size_t *size, uint64_t *lost)
{
  wpp_lane_wait (&lane, &c->job);
  if (last == c)
    last = NULL;
  int error = c->error;
  *bytes = c->bytes;
  *size = c->size;
  *lost = c->lost;
  free (c);
  return error;
}
