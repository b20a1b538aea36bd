/* Threads of a recording, replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     checkpoint := LEB bytes of the rest when it is not packed, zstd frame, with a checksum, of
                   LEB segment, LEB event in it, what replay knows (checkpoint.c)  */

#include <stdlib.h>
#include <zstd.h>
#include "base/far/far.h"
#include "grammar/rules/grammar.h"
#include "values/replay/threads.h"

/* Checkpoints of more bytes are hostile: the slots of a hundred million activations.  */
#define MOST_CHECKPOINT ((uint64_t)1 << 34)
#define LEVEL 1

/* The values of a thread, chunk by chunk.  */
struct chunks
{
  const struct wpp_thread *thread;
  struct wpp_value_decoder *decoder;
  size_t chunk;                  /* the next one */
  const struct wpp_value_record *records;
  uint32_t n, i;                 /* of the chunk at hand */
};

struct wpp_thread_replay
{
  struct wpp_values_replay *replay;
  const struct wpp_thread *thread;
  struct chunks chunks;
  size_t segment;                /* the next event is in this one … */
  uint64_t in_segment;           /* … after so many */
  struct wpp_expansion *expansion; /* of it; null: it has not begun */
  uint64_t until;                /* time at which a step ends; or number of statements, … */
  uint64_t until_statements;     /* … in all that was replayed; 0: none */
  bool reached;                  /* that is why it ended */
  uint32_t visits;               /* of events, or of equal ones */
};

/* After so many visits it is said how far the replay is.  */
#define FAR_VISITS 4096u

static int
next_chunk (struct chunks *c)
{
  const struct wpp_value_chunk *chunk = &c->thread->values[c->chunk++];
  c->i = c->n = 0;
  return wpp_value_decode (c->decoder, chunk->data, chunk->size, &c->records, &c->n);
}

static int
next (void *data, struct wpp_value_record *r)
{
  struct chunks *c = data;
  while (c->i == c->n)
    {
      int err = c->chunk < c->thread->n_values ? next_chunk (c) : 0;
      if (err || c->i == c->n)
        return err;
    }
  *r = c->records[c->i++];
  r->ordinal -= c->thread->dropped < r->ordinal ? c->thread->dropped : r->ordinal;
  return 1;
}

static int
seek (void *data, uint64_t record)
{
  struct chunks *c = data;
  uint32_t n = 0;
  c->chunk = c->i = c->n = 0;
  for (; c->chunk < c->thread->n_values; c->chunk++, record -= n)
    {
      const struct wpp_value_chunk *chunk = &c->thread->values[c->chunk];
      n = wpp_value_chunk_count (chunk->data, chunk->size);
      if (record < n)
        break;
    }
  int err = c->chunk < c->thread->n_values ? next_chunk (c) : record ? WPP_E_CORRUPT : WPP_OK;
  if (err || !c->n)
    return err;
  if (record >= c->n)
    return WPP_E_CORRUPT;
  c->i = record;
  return WPP_OK;
}

/* ---- Steps.  */

static struct wpp_value_source
source_of (struct wpp_thread_replay *x)
{
  return (struct wpp_value_source){ &x->chunks, next, seek, x->thread->dropped > 0 };
}

static void
leave_segment (struct wpp_thread_replay *x)
{
  wpp_expansion_free (x->expansion);
  x->expansion = NULL;
}

int
wpp_thread_replay_rewind (struct wpp_thread_replay *x)
{
  const struct wpp_value_source source = source_of (x);
  leave_segment (x);
  x->segment = x->in_segment = 0;
  x->chunks.chunk = x->chunks.i = x->chunks.n = 0;
  return wpp_values_replay_begin (x->replay, x->thread->index, &source);
}

struct wpp_thread_replay *
wpp_thread_replay_new (struct wpp_values_replay *r, const struct wpp_thread *t, int *err)
{
  struct wpp_thread_replay *x = calloc (1, sizeof *x);
  *err = WPP_E_NOMEM;
  if (!x)
    return NULL;
  x->replay = r;
  x->thread = t;
  x->chunks = (struct chunks){ .thread = t, .decoder = wpp_value_decoder_new () };
  if (x->chunks.decoder)
    *err = wpp_thread_replay_rewind (x);
  if (!*err)
    return x;
  wpp_thread_replay_free (x);
  return NULL;
}

int
wpp_thread_replay_free (struct wpp_thread_replay *x)
{
  int err = wpp_values_replay_end (x->replay);
  leave_segment (x);
  wpp_value_decoder_free (x->chunks.decoder);
  free (x);
  return err;
}

uint64_t
wpp_thread_replay_time (const struct wpp_thread_replay *x)
{
  return wpp_values_replay_time (x->replay);
}

bool
wpp_thread_replay_ended_p (const struct wpp_thread_replay *x)
{
  return x->segment >= x->thread->n_segments;
}

/* How many of COUNT events come before the step ends, at least one if COUNT is not 0.  */
static uint64_t
within (const struct wpp_thread_replay *x, uint64_t count)
{
  uint64_t left = x->until - wpp_values_replay_time (x->replay);
  if (x->until_statements)
    return 1;
  return left < count ? left : count;
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  struct wpp_thread_replay *x = data;
  while (count)
    {
      uint64_t n = within (x, count);
      if (!(++x->visits % FAR_VISITS))
        wpp_far (wpp_values_replay_time (x->replay), x->thread->n_events);
      int err = n ? wpp_values_replay_event (x->replay, event, n) : WPP_OK;
      if (err)
        return err;
      count -= n;
      x->in_segment += n;
      x->reached = wpp_values_replay_time (x->replay) >= x->until
                   || (x->until_statements
                       && wpp_values_replay_done (x->replay)->statements >= x->until_statements);
      if (x->reached)
        return 1;
    }
  return WPP_OK;
}

int
wpp_thread_replay_to (struct wpp_thread_replay *x, uint64_t time, uint64_t statements)
{
  x->until = time;
  x->until_statements = statements ? wpp_values_replay_done (x->replay)->statements + statements : 0;
  x->reached = wpp_values_replay_time (x->replay) >= time;
  while (!x->reached && !wpp_thread_replay_ended_p (x))
    {
      if (!x->expansion && !(x->expansion = wpp_expansion_new (x->thread->segments[x->segment])))
        return WPP_E_NOMEM;
      int err = wpp_expansion_run (x->expansion, x->in_segment, visit, x);
      if (err)
        return x->reached ? WPP_OK : err;
      leave_segment (x);
      x->segment++;
      x->in_segment = 0;
    }
  return WPP_OK;
}

int
wpp_replay_thread (struct wpp_values_replay *r, const struct wpp_thread *t)
{
  int err;
  struct wpp_thread_replay *x = wpp_thread_replay_new (r, t, &err);
  if (!x)
    return err;
  err = wpp_thread_replay_to (x, UINT64_MAX, 0);
  int ended = wpp_thread_replay_free (x);
  return err ? err : ended;
}

/* ---- Checkpoints.  */

int
wpp_thread_replay_save (const struct wpp_thread_replay *x, struct wpp_buffer *b)
{
  struct wpp_buffer plain = { 0 };
  wpp_put_leb (&plain, x->segment);
  wpp_put_leb (&plain, x->in_segment);
  wpp_values_replay_save (x->replay, &plain);
  wpp_put_leb (b, plain.size);
  size_t most = ZSTD_compressBound (plain.size), before = b->size;
  ZSTD_CCtx *zstd = ZSTD_createCCtx ();
  unsigned char *to = plain.failed || !zstd ? NULL : wpp_buffer_add (b, most);
  bool fits = to && !ZSTD_isError (ZSTD_CCtx_setParameter (zstd, ZSTD_c_compressionLevel, LEVEL))
              && !ZSTD_isError (ZSTD_CCtx_setParameter (zstd, ZSTD_c_checksumFlag, 1));
  size_t size = fits ? ZSTD_compress2 (zstd, to, most, plain.data, plain.size) : 0;
  ZSTD_freeCCtx (zstd);
  wpp_buffer_release (&plain);
  if (!fits || ZSTD_isError (size))
    return WPP_E_NOMEM;
  b->size = before + size;
  return WPP_OK;
}

/* Go on from PLAIN [SIZE], a checkpoint that was unpacked.  */
static int
restore (struct wpp_thread_replay *x, const unsigned char *plain, size_t size)
{
  const struct wpp_value_source source = source_of (x);
  struct wpp_reader in = wpp_reader_of (plain, size);
  leave_segment (x);
  x->segment = wpp_read_leb (&in);
  x->in_segment = wpp_read_leb (&in);
  if (in.bad || x->segment > x->thread->n_segments)
    return WPP_E_CORRUPT;
  return wpp_values_replay_restore (x->replay, x->thread->index, &source, in.at, wpp_reader_left (&in));
}

int
wpp_thread_replay_restore (struct wpp_thread_replay *x, const void *bytes, size_t size)
{
  struct wpp_reader in = wpp_reader_of (bytes, size);
  uint64_t plain = wpp_read_leb (&in);
  if (in.bad || plain > MOST_CHECKPOINT || ZSTD_getFrameContentSize (in.at, wpp_reader_left (&in)) != plain)
    return WPP_E_CORRUPT;
  unsigned char *to = malloc (plain + 1);
  if (!to)
    return WPP_E_NOMEM;
  size_t n = ZSTD_decompress (to, plain, in.at, wpp_reader_left (&in));
  int err = ZSTD_isError (n) || n != plain ? WPP_E_CORRUPT : restore (x, to, plain);
  free (to);
  return err;
}
