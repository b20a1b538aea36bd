/* The index of a recording with values.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/array.h"
#include "base/kept-file.h"
#include "values/indexed/wet-index.h"

#define MAGIC "\211WPW\r\n\032\n"
#define VERSION 6u               /* of the contents, and of what replay saves */
#define CONTENTS (WPP_KEPT_HEADER + 8)
/* Statements between two checkpoints at first: a tenth of a second.  */
#define STEP UINT64_C (16000000)
/* Bytes that are no matter, whatever the recording's size is.  */
#define LITTLE UINT64_C (4194304)

/* ---- What it is of.  */

static uint64_t
hash_grammar (const struct wpp_grammar *g, uint64_t hash)
{
  uint64_t n = g->start[g->n_rules];
  hash = XXH3_64bits_withSeed (g->terminals, g->n_terminals * sizeof *g->terminals, hash);
  hash = XXH3_64bits_withSeed (g->start, (g->n_rules + (size_t)1) * sizeof *g->start, hash);
  hash = XXH3_64bits_withSeed (g->symbols, n * sizeof *g->symbols, hash);
  return g->exponents ? XXH3_64bits_withSeed (g->exponents, n * sizeof *g->exponents, hash) : hash;
}

static uint64_t
hash_layouts (const struct wpp_bindings *b)
{
  uint64_t hash = 0;
  for (size_t i = 0; i < b->code->n_functions; i++)
    {
      const struct wpp_micro_layout *l = b->layouts[i];
      const uint32_t numbers[]
        = { l ? l->n_slots : 0, l ? l->n_kept : 0, l ? l->first_check : 0, l ? l->first_truth : 0 };
      hash = XXH3_64bits_withSeed (numbers, sizeof numbers, hash);
    }
  return hash;
}

void
wpp_wet_identify (const struct wpp_bindings *b, const struct wpp_profile *p, uint64_t *hash, uint64_t *size)
{
  *hash = hash_layouts (b);
  *size = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    {
      const struct wpp_thread *x = &p->threads[t];
      for (size_t i = 0; i < x->n_segments; i++)
        *hash = hash_grammar (x->segments[i], *hash);
      for (size_t i = 0; i < x->n_values; i++)
        {
          *hash = XXH3_64bits_withSeed (x->values[i].data, x->values[i].size, *hash);
          *size += x->values[i].size;
        }
    }
}

static bool
of_profile (const struct wpp_bindings *b, const struct wpp_profile *p, struct wpp_kept *k)
{
  *k = (struct wpp_kept){ .file = p->file, .suffix = ".wet", .magic = MAGIC, .version = VERSION };
  wpp_wet_identify (b, p, &k->hash, &k->size);
  return p->file && wpp_kept_of_file (k);
}

/* ---- Reading.  */

/* Read the checkpoints of T.  */
static int
read_thread (struct wpp_wet_thread *t, struct wpp_reader *in)
{
  t->index = wpp_read_leb32 (in);
  size_t n = wpp_read_count (in, 3);
  if (in->bad || WPP_RESERVE (t->checkpoints, t->room, 0, n + 1))
    return in->bad ? WPP_E_CORRUPT : WPP_E_NOMEM;
  for (; t->n < n && !in->bad; t->n++)
    {
      struct wpp_wet_checkpoint *c = &t->checkpoints[t->n];
      c->time = wpp_read_leb (in);
      c->statements = wpp_read_leb (in);
      c->size = wpp_read_count (in, 1);
      c->bytes = wpp_read_bytes (in, c->size);
      if (!c->time || (t->n && c->time <= c[-1].time))
        in->bad = true;
    }
  return in->bad ? WPP_E_CORRUPT : WPP_OK;
}

/* Let X be what DATA [SIZE] has.  */
static int
read_all (struct wpp_wet_index *x, const unsigned char *data, size_t size)
{
  if (size < CONTENTS || wpp_load_u64 (data + WPP_KEPT_HEADER) != XXH3_64bits (data + CONTENTS, size - CONTENTS))
    return WPP_E_CORRUPT;
  struct wpp_reader in = wpp_reader_of (data + CONTENTS, size - CONTENTS);
  size_t n = wpp_read_count (&in, 2);
  x->threads = calloc (n + 1, sizeof *x->threads);
  int err = x->threads ? WPP_OK : WPP_E_NOMEM;
  for (; x->n_threads < n && !err; x->n_threads++)
    err = read_thread (&x->threads[x->n_threads], &in);
  return err ? err : in.bad || wpp_reader_left (&in) ? WPP_E_CORRUPT : WPP_OK;
}

bool
wpp_wet_index_find (struct wpp_wet_index *x, const struct wpp_bindings *b, const struct wpp_profile *p)
{
  struct wpp_kept k;
  char *name;
  *x = (struct wpp_wet_index){ 0 };
  if (!of_profile (b, p, &k))
    return false;
  for (int beside = 1; beside >= 0; beside--)
    if (wpp_kept_find (&k, beside, &x->copy, &name))
      {
        bool good = !read_all (x, x->copy.data, x->copy.size);
        free (name);
        if (good)
          return true;
        wpp_wet_index_release (x);
      }
  return false;
}

void
wpp_wet_index_release (struct wpp_wet_index *x)
{
  for (size_t i = 0; x->threads && i < x->n_threads; i++)
    {
      for (size_t k = 0; k < x->threads[i].n && x->own; k++)
        free ((void *)x->threads[i].checkpoints[k].bytes);
      free (x->threads[i].checkpoints);
    }
  free (x->threads);
  wpp_file_copy_release (&x->copy);
  *x = (struct wpp_wet_index){ 0 };
}

const struct wpp_wet_thread *
wpp_wet_index_thread (const struct wpp_wet_index *x, uint32_t index)
{
  for (size_t i = 0; i < x->n_threads; i++)
    if (x->threads[i].index == index)
      return &x->threads[i];
  return NULL;
}

/* ---- Making.  */

/* Checkpoints of all threads while they are made; their bytes are theirs.  */
struct making
{
  struct wpp_wet_thread *threads; /* [n_threads] */
  size_t n_threads;
  uint64_t bytes, most;           /* of all; so many at most */
  uint64_t step;                  /* statements between two */
};

/* The checkpoint number I of T is left out.  */
static void
leave_out (struct making *m, struct wpp_wet_thread *t, size_t i)
{
  struct wpp_wet_checkpoint *c = &t->checkpoints[i];
  if (i)
    c[-1].statements += c->statements;
  m->bytes -= c->size;
  free ((void *)c->bytes);
  memmove (c, c + 1, (--t->n - i) * sizeof *c);
}

/* Leave out every other one while they are too many.  */
static void
thin (struct making *m)
{
  while (m->bytes > m->most)
    {
      m->step *= 2;
      for (size_t t = 0; t < m->n_threads; t++)
        for (size_t i = 0; i < m->threads[t].n; i++)
          leave_out (m, &m->threads[t], i);
    }
}

static int
add (struct making *m, struct wpp_wet_thread *t, const struct wpp_thread_replay *x)
{
  struct wpp_buffer b = { 0 };
  int err = wpp_thread_replay_save (x, &b);
  if (!err && WPP_RESERVE (t->checkpoints, t->room, t->n, 1))
    err = WPP_E_NOMEM;
  if (err)
    {
      wpp_buffer_release (&b);
      return err;
    }
  t->checkpoints[t->n++] = (struct wpp_wet_checkpoint){ wpp_thread_replay_time (x), 0, b.data, b.size };
  m->bytes += b.size;
  return WPP_OK;
}

/* Make those of THREAD up to before event END, or until REPLAY's user stops it: then 1.  */
static int
make_thread (struct making *m, struct wpp_values_replay *replay, const struct wpp_thread *thread, uint64_t end)
{
  int err;
  struct wpp_thread_replay *x = wpp_thread_replay_new (replay, thread, &err);
  struct wpp_wet_thread *t = &m->threads[m->n_threads++];
  t->index = thread->index;
  while (x && !err)
    {
      uint64_t before = wpp_values_replay_done (replay)->statements;
      err = wpp_thread_replay_to (x, end, m->step);
      if (t->n)
        t->checkpoints[t->n - 1].statements += wpp_values_replay_done (replay)->statements - before;
      if (err || wpp_thread_replay_ended_p (x) || wpp_thread_replay_time (x) >= end)
        break;
      err = add (m, t, x);
      thin (m);
    }
  int ended = x ? wpp_thread_replay_free (x) : WPP_OK;
  return err ? err : ended;
}

static void
append (const struct making *m, struct wpp_buffer *b)
{
  wpp_put_leb (b, m->n_threads);
  for (size_t t = 0; t < m->n_threads; t++)
    {
      const struct wpp_wet_thread *x = &m->threads[t];
      wpp_put_leb (b, x->index);
      wpp_put_leb (b, x->n);
      for (size_t i = 0; i < x->n; i++)
        {
          wpp_put_leb (b, x->checkpoints[i].time);
          wpp_put_leb (b, x->checkpoints[i].statements);
          wpp_put_leb (b, x->checkpoints[i].size);
          wpp_put_bytes (b, x->checkpoints[i].bytes, x->checkpoints[i].size);
        }
    }
}

/* Keep M's checkpoints for K.  */
static int
keep (const struct making *m, const struct wpp_kept *k, struct wpp_wet_made *made)
{
  struct wpp_buffer b = { 0 };
  wpp_kept_begin (k, &b);
  wpp_put_u64 (&b, 0);
  append (m, &b);
  if (b.failed)
    {
      wpp_buffer_release (&b);
      return WPP_E_NOMEM;
    }
  wpp_store_u64 (b.data + WPP_KEPT_HEADER, XXH3_64bits (b.data + CONTENTS, b.size - CONTENTS));
  wpp_kept_put (k, &b);
  made->bytes = b.size;
  wpp_buffer_release (&b);
  for (size_t t = 0; t < m->n_threads; t++)
    made->checkpoints += m->threads[t].n;
  return WPP_OK;
}

int
wpp_wet_index_make (struct wpp_bindings *b, const struct wpp_profile *p, struct wpp_wet_made *made)
{
  struct wpp_kept k;
  const struct wpp_replay_user nobody = { 0 };
  struct making m = { .most = p->file_size > LITTLE ? p->file_size : LITTLE, .step = STEP };
  int err = of_profile (b, p, &k) ? WPP_OK : WPP_E_RANGE;
  *made = (struct wpp_wet_made){ 0 };
  struct wpp_values_replay *replay = err ? NULL : wpp_values_replay_new (b, &nobody, &err);
  m.threads = calloc (p->n_threads + 1, sizeof *m.threads);
  if (!err && !m.threads)
    err = WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    err = make_thread (&m, replay, &p->threads[t], UINT64_MAX);
  if (!err)
    err = keep (&m, &k, made);
  if (replay)
    made->statements = wpp_values_replay_done (replay)->statements;
  for (size_t t = 0; t < m.n_threads; t++)
    {
      for (size_t i = 0; i < m.threads[t].n; i++)
        free ((void *)m.threads[t].checkpoints[i].bytes);
      free (m.threads[t].checkpoints);
    }
  free (m.threads);
  wpp_values_replay_free (replay);
  return err;
}

int
wpp_wet_index_follow (struct wpp_wet_index *x, struct wpp_values_replay *replay, const struct wpp_thread *thread,
                      uint64_t end)
{
  struct making m = { .threads = calloc (1, sizeof *m.threads), .most = LITTLE, .step = STEP };
  int err = m.threads ? make_thread (&m, replay, thread, end) : WPP_E_NOMEM;
  *x = (struct wpp_wet_index){ .n_threads = m.n_threads, .threads = m.threads, .own = true };
  return err;
}
