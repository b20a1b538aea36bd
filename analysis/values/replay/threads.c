/* Threads of a recording, replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/rules/grammar.h"
#include "values/replay/threads.h"

/* The values of a thread, chunk by chunk.  */
struct chunks
{
  const struct wpp_thread *thread;
  struct wpp_value_decoder *decoder;
  size_t chunk;                  /* the next one */
  const struct wpp_value_record *records;
  uint32_t n, i;                 /* of the chunk at hand */
};

static int
next (void *data, struct wpp_value_record *r)
{
  struct chunks *c = data;
  while (c->i == c->n)
    {
      if (c->chunk == c->thread->n_values)
        return 0;
      const struct wpp_value_chunk *chunk = &c->thread->values[c->chunk++];
      int err = wpp_value_decode (c->decoder, chunk->data, chunk->size, &c->records, &c->n);
      c->i = 0;
      if (err)
        return err;
    }
  *r = c->records[c->i++];
  return 1;
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  return wpp_values_replay_event (data, event, count);
}

int
wpp_replay_thread (struct wpp_values_replay *r, const struct wpp_thread *t)
{
  struct chunks c = { .thread = t, .decoder = wpp_value_decoder_new () };
  const struct wpp_value_source source = { &c, next };
  int err = c.decoder ? wpp_values_replay_begin (r, t->index, &source) : WPP_E_NOMEM;
  for (size_t s = 0; s < t->n_segments && !err; s++)
    err = wpp_grammar_expand (t->segments[s], 0, visit, r);
  int ended = c.decoder ? wpp_values_replay_end (r) : WPP_OK;
  wpp_value_decoder_free (c.decoder);
  return err ? err : ended;
}
