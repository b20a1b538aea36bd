/* Hot loops and subpaths of a recording, kept beside its file (kept-hot.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/kept-hot.h"
#include "base/bytes.h"
#include "base/saturate.h"

/* The least bytes of what comes several times.  */
#define LETTER_BYTES 4
#define TERMINAL_BYTES 2
#define WORD_BYTES 5
#define LENGTH_BYTES 2

void
wpp_kept_hot_of (struct wpp_kept *k, const struct wpp_hot_asked *asked)
{
  struct wpp_buffer b = { 0 };
  uint64_t percent;
  memcpy (&percent, &asked->percent, sizeof percent);
  wpp_put_u64 (&b, percent);
  wpp_put_u64 (&b, asked->percent ? 0 : asked->limits.min_cost);
  wpp_put_u32 (&b, asked->limits.min_length);
  wpp_put_u32 (&b, asked->limits.max_length);
  wpp_put_u32 (&b, asked->limits.most_seeds);
  wpp_put_u8 (&b, asked->events);
  k->suffix = ".hot";
  k->magic = "\211WPH\r\n\032\n";
  k->version = 1;
  wpp_kept_of_question (k, &b);
}

/* ---- Writing.  */

/* Set PLACES [n_letters] to which letters of HOT are written: their places from 1 on, or 0.  Return how many.  */
static uint32_t
place_letters (const struct wpp_hot_loops *hot, uint32_t *places)
{
  uint32_t n = 0;
  for (size_t w = 0; w < hot->n; w++)
    for (uint32_t i = 0; i < hot->words[w].length; i++)
      places[hot->words[w].letters[i]] = 1;
  for (uint32_t i = 0; i < hot->n_letters; i++)
    places[i] = places[i] ? ++n : 0;
  return n;
}

static void
put_letter (struct wpp_buffer *b, const struct wpp_hot_letter *l)
{
  wpp_put_leb (b, l->n);
  wpp_put_leb (b, l->cost);
  for (uint32_t i = 0; i < l->n; i++)
    {
      wpp_put_leb (b, l->events[i]);
      wpp_put_leb (b, l->counts[i]);
    }
}

static void
put_word (struct wpp_buffer *b, const struct wpp_hot_word *w, const uint32_t *places)
{
  uint64_t before = 0;
  wpp_put_leb (b, w->length);
  for (uint32_t i = 0; i < w->length; i++)
    wpp_put_leb (b, places[w->letters[i]] - 1);
  wpp_put_leb (b, w->cost);
  wpp_put_leb (b, w->own);
  wpp_put_leb (b, w->runs.n);
  for (size_t i = 0; i < w->runs.n; i++)
    {
      wpp_put_leb (b, w->runs.list[i].length - before);
      wpp_put_leb (b, w->runs.list[i].count);
      before = w->runs.list[i].length;
    }
}

void
wpp_kept_hot_put (const struct wpp_kept *k, const struct wpp_hot_loops *hot, const struct wpp_hot_head *head)
{
  struct wpp_buffer b = { 0 };
  uint32_t *places = calloc (hot->n_letters + (size_t)1, sizeof *places);
  if (!places)
    return;
  wpp_kept_begin_checked (k, &b);
  wpp_put_leb (&b, head->total_cost);
  wpp_put_leb (&b, head->min_cost);
  wpp_put_leb (&b, place_letters (hot, places));
  for (uint32_t i = 0; i < hot->n_letters; i++)
    if (places[i])
      put_letter (&b, &hot->letters[i]);
  wpp_put_leb (&b, hot->n);
  for (size_t i = 0; i < hot->n; i++)
    put_word (&b, &hot->words[i], places);
  if (!b.failed)
    wpp_kept_put_checked (k, &b);
  wpp_buffer_release (&b);
  free (places);
}

/* ---- Reading.  */

struct reading
{
  struct wpp_code *code;
  struct wpp_reader r;
  struct wpp_hot_loops hot;
  uint64_t total_cost, min_cost;
};

static bool
read_letter (struct reading *x, struct wpp_hot_letter *l)
{
  l->n = wpp_read_count (&x->r, TERMINAL_BYTES);
  l->cost = wpp_read_leb (&x->r);
  l->events = calloc (l->n + (size_t)1, sizeof *l->events);
  l->counts = calloc (l->n + (size_t)1, sizeof *l->counts);
  bool right = l->n && l->events && l->counts;
  for (uint32_t i = 0; i < l->n && right; i++)
    {
      uint64_t event = wpp_read_leb (&x->r), number;
      l->events[i] = event;
      l->counts[i] = wpp_read_leb (&x->r);
      l->count = wpp_saturating_add (l->count, l->counts[i]);
      right = !x->r.bad && event <= UINT32_MAX && wpp_code_find (x->code, l->events[i], &number);
    }
  return right;
}

static bool
read_runs (struct wpp_reader *r, struct wpp_run_lengths *runs)
{
  uint64_t length = 0;
  runs->n = runs->room = wpp_read_count (r, LENGTH_BYTES);
  runs->list = calloc (runs->n + 1, sizeof *runs->list);
  for (size_t i = 0; i < runs->n && runs->list; i++)
    {
      uint64_t more = wpp_read_leb (r);
      r->bad |= !more || more > UINT64_MAX - length;
      length += more;
      runs->list[i] = (struct wpp_run_length){ length, wpp_read_leb (r) };
    }
  return runs->list && !r->bad;
}

static bool
read_word (struct reading *x, struct wpp_hot_word *w)
{
  w->length = wpp_read_count (&x->r, 1);
  w->letters = calloc (w->length + (size_t)1, sizeof *w->letters);
  bool right = w->length && w->letters;
  for (uint32_t i = 0; i < w->length && right; i++)
    {
      w->letters[i] = wpp_read_leb32 (&x->r);
      right = !x->r.bad && w->letters[i] < x->hot.n_letters;
    }
  w->cost = wpp_read_leb (&x->r);
  w->own = wpp_read_leb (&x->r);
  return right && w->own <= w->cost && read_runs (&x->r, &w->runs);
}

static bool
read_all (struct reading *x)
{
  struct wpp_hot_loops *hot = &x->hot;
  x->total_cost = wpp_read_leb (&x->r);
  x->min_cost = wpp_read_leb (&x->r);
  hot->n_letters = wpp_read_count (&x->r, LETTER_BYTES);
  hot->letters = calloc (hot->n_letters + (size_t)1, sizeof *hot->letters);
  bool right = hot->letters && !x->r.bad;
  for (uint32_t i = 0; i < hot->n_letters && right; i++)
    right = read_letter (x, &hot->letters[i]);
  hot->n = right ? wpp_read_count (&x->r, WORD_BYTES) : 0;
  hot->words = calloc (hot->n + 1, sizeof *hot->words);
  right = right && hot->words && !x->r.bad;
  for (size_t i = 0; i < hot->n && right; i++)
    right = read_word (x, &hot->words[i]);
  return right && !wpp_reader_left (&x->r);
}

static bool
read_kept (void *reading, const unsigned char *bytes, size_t size)
{
  struct reading *x = reading;
  x->r = wpp_reader_of (bytes, size);
  if (read_all (x))
    return true;
  if (!x->hot.words)
    x->hot.n = 0;
  wpp_hot_loops_release (&x->hot);
  return false;
}

bool
wpp_kept_hot_find (const struct wpp_kept *k, struct wpp_code *code, struct wpp_hot_loops *hot,
                   struct wpp_hot_head *head)
{
  struct reading x = { .code = code };
  if (!wpp_kept_read_checked (k, read_kept, &x))
    return false;
  *hot = x.hot;
  head->total_cost = x.total_cost;
  head->min_cost = x.min_cost;
  return true;
}
