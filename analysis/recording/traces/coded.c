/* Traces and calls as bytes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "grammar/coding/codec.h"
#include "base/array.h"
#include "base/bytes.h"
#include "base/saturate.h"
#include "recording/traces/coded.h"

static uint32_t
check_of (const void *data, size_t size)
{
  return XXH3_64bits (data, size);
}

/* ---- Writing.  */

static int
put_grammar (struct wpp_buffer *b, const struct wpp_grammar *g, bool fast)
{
  unsigned char *bytes;
  size_t size;
  int err = fast ? wpp_grammar_encode_fast (g, true, &bytes, &size) : wpp_grammar_encode (g, &bytes, &size);
  if (err)
    return err;
  wpp_put_bytes (b, bytes, size);
  free (bytes);
  return b->failed ? WPP_E_NOMEM : WPP_OK;
}

/* A distance as a number that is small when it is.  */
static uint64_t
folded (int64_t distance)
{
  return distance < 0 ? 2 * (uint64_t)(-1 - distance) + 1 : 2 * (uint64_t)distance;
}

static int64_t
unfolded (uint64_t n)
{
  return n & 1 ? -1 - (int64_t)(n >> 1) : (int64_t)(n >> 1);
}

static int
put_record (struct wpp_buffer *b, const struct wpp_function_traces *f, bool fast)
{
  uint32_t last = f->function;
  wpp_put_leb (b, f->n_letters);
  for (uint32_t i = 0; i < f->n_letters; last = f->letters[i++].event)
    {
      wpp_put_leb (b, folded ((int64_t)f->letters[i].event - last));
      wpp_put_leb (b, f->letters[i].calls);
    }
  return put_grammar (b, f->grammar, fast);
}

int
wpp_traces_put (struct wpp_buffer *b, const struct wpp_traces *t, bool fast)
{
  struct wpp_buffer directory = { 0 }, records = { 0 };
  int err = WPP_OK;
  wpp_put_leb (&directory, t->n_functions);
  for (uint32_t i = 0; i < t->n_functions && !err; i++)
    {
      const struct wpp_function_traces *f = &t->functions[i];
      size_t begin = records.size;
      err = put_record (&records, f, fast);
      wpp_put_leb (&directory, f->function);
      wpp_put_leb (&directory, f->n_traces);
      wpp_put_leb (&directory, f->n_activations);
      wpp_put_leb (&directory, records.size - begin);
      if (!err)
        wpp_put_u32 (&directory, check_of (records.data + begin, records.size - begin));
    }
  if (!err && directory.size > UINT32_MAX)
    err = WPP_E_TOOBIG;
  if (!err)
    {
      wpp_put_u32 (b, directory.size);
      wpp_put_u32 (b, directory.failed ? 0 : check_of (directory.data, directory.size));
      wpp_put_bytes (b, directory.data, directory.size);
      wpp_put_bytes (b, records.data, records.size);
      err = b->failed || directory.failed || records.failed ? WPP_E_NOMEM : WPP_OK;
    }
  wpp_buffer_release (&directory);
  wpp_buffer_release (&records);
  return err;
}

static void
put_kind (struct wpp_buffer *b, const struct wpp_activation_kind *kind, uint32_t *seen)
{
  if (kind->function == WPP_NO_FUNCTION)
    {
      wpp_put_leb (b, 0);
      wpp_put_leb (b, kind->trace);
      return;
    }
  bool next = kind->trace == seen[kind->function];
  seen[kind->function] += next;
  wpp_put_leb (b, 2 * (uint64_t)kind->function + (next ? 1 : 2));
  if (!next)
    wpp_put_leb (b, kind->trace);
}

int
wpp_calls_put (struct wpp_buffer *b, const struct wpp_calls *calls, uint32_t *seen, bool fast)
{
  wpp_put_leb (b, calls->n_kinds);
  for (uint32_t i = 0; i < calls->n_kinds; i++)
    put_kind (b, &calls->kinds[i], seen);
  return calls->grammar ? put_grammar (b, calls->grammar, fast) : b->failed ? WPP_E_NOMEM : WPP_OK;
}

/* ---- The directory.  */

uint64_t
wpp_traces_directory_end (const unsigned char *data)
{
  return WPP_TRACES_HEAD + (uint64_t)wpp_load_u32 (data);
}

void
wpp_traces_directory_release (struct wpp_traces_directory *d)
{
  free (d->entries);
  *d = (struct wpp_traces_directory){ 0 };
}

static int
read_entries (struct wpp_traces_directory *d, struct wpp_reader *r, size_t offset, size_t size)
{
  for (uint32_t i = 0; i < d->n && !r->bad; i++)
    {
      struct wpp_traces_entry *e = &d->entries[i];
      e->function = wpp_read_leb32 (r);
      e->n_traces = wpp_read_leb32 (r);
      e->n_activations = wpp_read_leb (r);
      uint64_t bytes = wpp_read_leb (r);
      e->check = wpp_read_u32 (r);
      if (bytes > size - offset)
        return WPP_E_CORRUPT;
      e->offset = offset;
      offset += e->size = bytes;
    }
  return r->bad || wpp_reader_left (r) || offset != size ? WPP_E_CORRUPT : WPP_OK;
}

int
wpp_traces_read_directory (struct wpp_traces_directory *d, const unsigned char *data, size_t size)
{
  *d = (struct wpp_traces_directory){ 0 };
  if (size < WPP_TRACES_HEAD || wpp_traces_directory_end (data) > size)
    return WPP_E_CORRUPT;
  size_t end = wpp_traces_directory_end (data);
  struct wpp_reader r = wpp_reader_of (data + WPP_TRACES_HEAD, end - WPP_TRACES_HEAD);
  if (check_of (r.at, wpp_reader_left (&r)) != wpp_load_u32 (data + 4))
    return WPP_E_CHECKSUM;
  size_t n = wpp_read_count (&r, 8);
  d->entries = malloc ((n + 1) * sizeof *d->entries);
  d->n = n;
  int err = d->entries ? read_entries (d, &r, end, size) : WPP_E_NOMEM;
  if (err)
    wpp_traces_directory_release (d);
  return err;
}

/* ---- Records.  */

/* Read the letters of F from R, or, if they are null, pass them.  */
static int
read_letters (struct wpp_function_traces *f, struct wpp_reader *r)
{
  int64_t event = f->function;
  for (uint32_t i = 0; i < f->n_letters && !r->bad; i++)
    {
      uint64_t distance = wpp_read_leb (r), calls = wpp_read_leb (r);
      event += unfolded (distance);
      if (distance >> 34 || event < 0 || event > UINT32_MAX)
        return WPP_E_CORRUPT;
      if (f->letters)
        f->letters[i] = (struct wpp_letter){ event, calls };
    }
  return r->bad ? WPP_E_CORRUPT : WPP_OK;
}

uint64_t
wpp_traces_work (const unsigned char *data, size_t size)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  struct wpp_function_traces f = { .n_letters = wpp_read_count (&r, 2) };
  return read_letters (&f, &r) ? 0 : wpp_grammar_work (r.at, wpp_reader_left (&r));
}

/* Are the words of F's grammar ends and letters?  */
static bool
words_right_p (const struct wpp_function_traces *f)
{
  bool right = true;
  for (uint32_t i = 0; i < f->grammar->n_terminals; i++)
    right &= f->grammar->terminals[i] <= f->n_letters;
  return right;
}

int
wpp_traces_read (struct wpp_function_traces *f, const struct wpp_traces_entry *entry, const unsigned char *data)
{
  struct wpp_reader r = wpp_reader_of (data, entry->size);
  *f = (struct wpp_function_traces){ .function = entry->function, .n_activations = entry->n_activations };
  if (check_of (data, entry->size) != entry->check)
    return WPP_E_CHECKSUM;
  f->n_letters = wpp_read_count (&r, 2);
  f->letters = malloc ((f->n_letters + (size_t)1) * sizeof *f->letters);
  int err = f->letters ? read_letters (f, &r) : WPP_E_NOMEM;
  if (!err)
    f->grammar = wpp_grammar_decode (r.at, wpp_reader_left (&r), &err);
  if (!err && !words_right_p (f))
    err = WPP_E_CORRUPT;
  if (!err)
    err = wpp_function_traces_find (f);
  if (!err && f->n_traces != entry->n_traces)
    err = WPP_E_CORRUPT;
  if (err)
    wpp_function_traces_release (f);
  return err;
}

/* ---- Calls.  */

/* Read KIND, of functions of T.  SEEN as for wpp_calls_read.  */
static int
read_kind (struct wpp_activation_kind *kind, struct wpp_reader *r, const struct wpp_traces *t, uint32_t *seen)
{
  uint64_t first = wpp_read_leb (r);
  if (!first)
    {
      *kind = (struct wpp_activation_kind){ WPP_NO_FUNCTION, wpp_read_leb32 (r) };
      return WPP_OK;
    }
  uint64_t function = (first - 1) / 2;
  bool next = first & 1;
  if (function >= t->n_functions || (next && !seen))
    return WPP_E_CORRUPT;
  *kind = (struct wpp_activation_kind){ function, next ? seen[function]++ : wpp_read_leb32 (r) };
  return kind->trace < t->functions[function].n_traces ? WPP_OK : WPP_E_CORRUPT;
}

uint64_t
wpp_calls_work (const unsigned char *data, size_t size)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  size_t n = wpp_read_count (&r, 1);
  for (size_t i = 0; i < n && !r.bad; i++)
    {
      uint64_t first = wpp_read_leb (&r);
      if (!(first & 1))
        wpp_read_leb (&r);
    }
  return r.bad || !n ? 0 : wpp_grammar_work (r.at, wpp_reader_left (&r));
}

/* Read the grammar of CALLS, whose words are the numbers of its kinds.  */
static int
read_calls_grammar (struct wpp_calls *calls, struct wpp_reader *r)
{
  int err = WPP_OK;
  if (!calls->n_kinds)
    return wpp_reader_left (r) ? WPP_E_CORRUPT : WPP_OK;
  calls->grammar = wpp_grammar_decode (r->at, wpp_reader_left (r), &err);
  for (uint32_t i = 0; calls->grammar && i < calls->grammar->n_terminals && !err; i++)
    err = calls->grammar->terminals[i] < calls->n_kinds ? WPP_OK : WPP_E_CORRUPT;
  return err;
}

int
wpp_calls_read (struct wpp_calls *calls, const unsigned char *data, size_t size, const struct wpp_traces *t,
                uint32_t *seen)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  *calls = (struct wpp_calls){ .n_kinds = wpp_read_count (&r, 1) };
  calls->kinds = malloc ((calls->n_kinds + (size_t)1) * sizeof *calls->kinds);
  int err = calls->kinds ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i < calls->n_kinds && !err; i++)
    err = read_kind (&calls->kinds[i], &r, t, seen);
  if (!err && r.bad)
    err = WPP_E_CORRUPT;
  if (!err)
    err = read_calls_grammar (calls, &r);
  if (err)
    wpp_calls_release (calls);
  return err;
}

uint64_t
wpp_traces_all_work (const unsigned char *data, size_t size)
{
  struct wpp_traces_directory d;
  uint64_t work = 0;
  if (wpp_traces_read_directory (&d, data, size))
    return 0;
  for (uint32_t i = 0; i < d.n; i++)
    work = wpp_saturating_add (work, wpp_traces_work (data + d.entries[i].offset, d.entries[i].size));
  wpp_traces_directory_release (&d);
  return work;
}
