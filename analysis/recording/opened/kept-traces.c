/* Traces that are kept beside a recording's file (kept-traces.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What is read is checked as in a profile: its checksum, then each record, and how much work it is.  */

#include <stdlib.h>
#include "base/bytes.h"
#include "base/saturate.h"
#include "recording/opened/kept-traces.h"
#include "recording/opened/recording-impl.h"
#include "recording/traces/coded.h"

#define MAGIC "\211WPT\r\n\032\n"
#define VERSION 1u           /* of the contents, and of what splits events into traces */
#define WORTH_KEEPING (1u << 16) /* symbols of grammars; fewer take some hundredths of a second */

static uint64_t
count_symbols (const struct wpp_profile *p)
{
  uint64_t n = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      n += p->threads[t].segments[s]->start[p->threads[t].segments[s]->n_rules];
  return n;
}

bool
wpp_recording_kept (const struct wpp_recording *r, const struct wpp_code *code, bool by_stacks, struct wpp_kept *k)
{
  const struct wpp_profile *p = r->profile;
  if (r->request.n_files != 1 || r->by_stacks != by_stacks || p->traces || code->n_missing
      || count_symbols (p) < WORTH_KEEPING)
    return false;
  k->file = p->file;
  k->hash = r->files[0].hash;
  k->size = p->file_size;
  return wpp_kept_of_file (k);
}

bool
wpp_kept_traces_p (const struct wpp_recording *r, const struct wpp_code *code, struct wpp_kept *k)
{
  *k = (struct wpp_kept){ .suffix = ".trc", .magic = MAGIC, .version = VERSION };
  return wpp_recording_kept (r, code, true, k);
}

/* ---- Reading.  */

/* The next piece of R, and set *SIZE; null when there is none.  */
static const unsigned char *
next_piece (struct wpp_reader *r, size_t *size)
{
  uint64_t n = wpp_read_u64 (r);
  *size = n;
  return !r->bad && n <= wpp_reader_left (r) ? wpp_read_bytes (r, n) : NULL;
}

/* May DATA [SIZE], the pieces that are kept for P, be decoded?  */
static bool
sound_p (const struct wpp_profile *p, const unsigned char *data, size_t size)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  size_t n;
  const unsigned char *piece = next_piece (&r, &n);
  uint64_t work = piece ? wpp_traces_all_work (piece, n) : 0;
  for (size_t t = 0; t < p->n_threads && piece; t++)
    if ((piece = next_piece (&r, &n)))
      work = wpp_saturating_add (work, wpp_calls_work (piece, n));
  return piece && !wpp_reader_left (&r)
         && (work <= WPP_WORK_FREE || (work - WPP_WORK_FREE) / WPP_WORK_A_BYTE <= size + p->file_size);
}

static int
read_functions (struct wpp_traces *t, const unsigned char *data, size_t size)
{
  struct wpp_traces_directory d;
  int err = wpp_traces_read_directory (&d, data, size);
  if (err)
    return err;
  t->functions = calloc (d.n + (size_t)1, sizeof *t->functions);
  err = t->functions ? WPP_OK : WPP_E_NOMEM;
  for (; t->n_functions < d.n && !err; t->n_functions += !err)
    err = wpp_traces_read (&t->functions[t->n_functions], &d.entries[t->n_functions],
                           data + d.entries[t->n_functions].offset);
  wpp_traces_directory_release (&d);
  return err;
}

/* Read the calls of N threads from R.  */
static int
read_calls (struct wpp_traces *t, struct wpp_reader *r, size_t n)
{
  uint32_t *seen = calloc (t->n_functions + (size_t)1, sizeof *seen);
  t->threads = calloc (n + 1, sizeof *t->threads);
  int err = seen && t->threads ? WPP_OK : WPP_E_NOMEM;
  for (; t->n_threads < n && !err; t->n_threads += !err)
    {
      size_t size;
      const unsigned char *calls = next_piece (r, &size);
      err = wpp_calls_read (&t->threads[t->n_threads], calls, size, t, seen);
    }
  free (seen);
  return err;
}

/* What is looked for.  */
struct finding
{
  const struct wpp_profile *p;
  struct wpp_traces *t;
};

static bool
read_kept (void *finding, const unsigned char *bytes, size_t size)
{
  struct finding *f = finding;
  if (!sound_p (f->p, bytes, size))
    return false;
  struct wpp_reader r = wpp_reader_of (bytes, size);
  size_t n;
  const unsigned char *traces = next_piece (&r, &n);
  bool found = !read_functions (f->t, traces, n) && !read_calls (f->t, &r, f->p->n_threads);
  if (!found)
    wpp_traces_release (f->t);
  return found;
}

bool
wpp_kept_traces_find (const struct wpp_kept *k, const struct wpp_profile *p, struct wpp_traces *t)
{
  *t = (struct wpp_traces){ 0 };
  return wpp_kept_read_checked (k, read_kept, &(struct finding){ p, t });
}

/* ---- Writing.  */

/* Append PIECE to B, and release it.  */
static void
put_piece (struct wpp_buffer *b, struct wpp_buffer *piece)
{
  b->failed |= piece->failed;
  wpp_put_u64 (b, piece->size);
  wpp_put_bytes (b, piece->data, piece->size);
  wpp_buffer_release (piece);
}

static int
put_traces (struct wpp_buffer *b, const struct wpp_traces *t)
{
  uint32_t *seen = calloc (t->n_functions + (size_t)1, sizeof *seen);
  struct wpp_buffer piece = { 0 };
  int err = seen ? wpp_traces_put (&piece, t, true) : WPP_E_NOMEM;
  put_piece (b, &piece);
  for (size_t i = 0; i < t->n_threads && !err; i++)
    {
      piece = (struct wpp_buffer){ 0 };
      err = wpp_calls_put (&piece, &t->threads[i], seen, true);
      put_piece (b, &piece);
    }
  free (seen);
  return err;
}

void
wpp_kept_traces_put (const struct wpp_kept *k, const struct wpp_traces *t)
{
  struct wpp_buffer b = { 0 };
  wpp_kept_begin_checked (k, &b);
  if (!put_traces (&b, t) && !b.failed)
    wpp_kept_put_checked (k, &b);
  wpp_buffer_release (&b);
}
