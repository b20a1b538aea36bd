/* The values that a thread records: taken out of its words, coded in chunks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What cannot be kept is told by a record WPP_VALUE_OFF: values are not known from there on.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "format/value-table.h"
#include "runtime/collect/collect.h"

static struct value_stream *
values_of (struct stream *s)
{
  struct value_stream *v = s->values;
  if (v)
    return v;
  v = calloc (1, sizeof *v);
  if (v && !(v->coder = wpp_value_coder_new ()))
    {
      free (v);
      v = NULL;
    }
  if (v)
    v->off = s->values_lost;
  s->values_lost |= !v;
  return s->values = v;
}

/* End the chunk that is being made; what it has is lost when there is no memory.  */
static void
end_chunk (struct collection *c, struct value_stream *v)
{
  struct wpp_buffer b = { 0 };
  int err = wpp_value_coder_take (v->coder, &b);
  if (!err && b.size)
    err = WPP_EXTEND (v->chunks, v->n_chunks);
  if (err)
    {
      v->off = true;
      wpp_buffer_release (&b);
    }
  else if (b.size)
    {
      struct value_chunk *chunk = &v->chunks[v->n_chunks++];
      chunk->size = b.size;
      chunk->coded = spool_keep (c, b.data, b.size, &chunk->offset);
    }
}

/* Add R; if it is of a block, BLOCK are its bytes, else null.  */
static void
add (struct collection *c, struct value_stream *v, struct wpp_value_record r, const unsigned char *block)
{
  /* Events may have been lost since the last record.  */
  if (r.ordinal < v->last)
    r.ordinal = v->last;
  v->last = r.ordinal;
  if (wpp_value_coder_add (v->coder, r, block))
    end_chunk (c, v);
}

/* Add R, with BLOCK, after ORDINAL events, and before that what says that records were lost.  */
static void
add_after (struct stream *s, struct value_stream *v, struct wpp_value_record r, const unsigned char *block,
           uint64_t ordinal)
{
  if (v->off)
    {
      v->off = false;
      add (s->collection, v, (struct wpp_value_record){ .id = WPP_VALUE_OFF, .ordinal = ordinal }, NULL);
    }
  r.ordinal = ordinal;
  add (s->collection, v, r, block);
}

size_t
values_take (struct stream *s, const uint32_t *words, size_t n, uint32_t *events)
{
  struct wpp_value_record r;
  size_t n_events = 0;
  for (size_t i = 0; i < n; i++)
    if (!wpp_value_word_p (words[i]))
      events[n_events++] = wpp_value_event (words[i]);
    else
      {
        struct value_stream *v = values_of (s);
        const unsigned char *block = NULL;
        size_t whole = v ? wpp_value_split_whole (&v->splitter, words + i, n - i, &r) : 0;
        if (whole || (v && wpp_value_split (&v->splitter, words[i], &r, &block)))
          add_after (s, v, r, block, s->n_events + n_events);
        i += whole ? whole - 1 : 0;
      }
  return n_events;
}

void
values_break (struct stream *s)
{
  struct value_stream *v = values_of (s);
  if (!v)
    return;
  memset (&v->splitter, 0, sizeof v->splitter);
  add_after (s, v, (struct wpp_value_record){ .id = WPP_VALUE_OFF }, NULL, s->n_events);
}

size_t
values_cut (struct stream *s)
{
  struct value_stream *v = s->values;
  if (!v)
    return 0;
  end_chunk (s->collection, v);
  return v->n_dropped + v->n_chunks;
}

uint64_t
values_bytes (const struct stream *s, size_t first)
{
  const struct value_stream *v = s->values;
  uint64_t bytes = 0;
  for (size_t i = v && first > v->n_dropped ? first - v->n_dropped : 0; v && i < v->n_chunks; i++)
    bytes += v->chunks[i].size;
  return bytes;
}

void
values_forget (struct stream *s, size_t first)
{
  struct value_stream *v = s->values;
  size_t n = v && first > v->n_dropped ? first - v->n_dropped : 0;
  for (size_t i = 0; i < n; i++)
    {
      s->collection->kept -= v->chunks[i].coded ? v->chunks[i].size : 0;
      free (v->chunks[i].coded);
    }
  if (!n)
    return;
  v->n_dropped += n;
  v->n_chunks -= n;
  memmove (v->chunks, v->chunks + n, v->n_chunks * sizeof *v->chunks);
}

int
values_write (struct stream *s, struct wpp_writer *w)
{
  struct value_stream *v = s->values;
  int err = 0;
  if (!v)
    return 0;
  end_chunk (s->collection, v);
  for (size_t i = 0; i < v->n_chunks && !err; i++)
    {
      const struct value_chunk *chunk = &v->chunks[i];
      unsigned char *bytes = spool_kept (s->collection, chunk->coded, chunk->size, chunk->offset);
      err = bytes ? wpp_writer_values (w, bytes, chunk->size) : WPP_E_NOMEM;
      free (bytes);
    }
  return err;
}

void
values_drop (struct stream *s)
{
  struct value_stream *v = s->values;
  if (!v)
    return;
  end_chunk (s->collection, v);
  for (size_t i = 0; i < v->n_chunks; i++)
    {
      s->collection->kept -= v->chunks[i].coded ? v->chunks[i].size : 0;
      free (v->chunks[i].coded);
    }
  if (v->n_chunks)
    {
      free (v->chunks);
      v->chunks = NULL;
      v->n_chunks = 0;
      v->last = 0;
      add (s->collection, v, (struct wpp_value_record){ .id = WPP_VALUE_OFF }, NULL);
    }
}
