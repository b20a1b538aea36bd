/* Rising timestamps as arithmetic series, coded by signs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two that are no neighbours are two entries, of two numbers, rather than one of three; so the second of them may begin
   a series of its own.  */

#include <stdlib.h>
#include "base/array.h"
#include "activations/timestamps/series.h"

void
wpp_series_release (struct wpp_series *s)
{
  free (s->words);
  *s = (struct wpp_series){ 0 };
}

static inline uint64_t
last_of (const struct wpp_series *s)
{
  return s->first + (s->count - 1) * s->step;
}

/* Give the first N of the last entry, all of them or one, their words.  */
static int
put_words (struct wpp_series *s, uint64_t n)
{
  if (WPP_RESERVE (s->words, s->room, s->n, 3))
    return WPP_E_NOMEM;
  int64_t *w = s->words + s->n;
  if (n == 1)
    {
      w[0] = -(int64_t)s->first;
      s->n++;
      return WPP_OK;
    }
  w[0] = s->first;
  w[1] = last_of (s);
  w[2] = -(int64_t)s->step;
  s->n += 3;
  if (s->step == 1)
    {
      w[1] = -w[1];
      s->n--;
    }
  return WPP_OK;
}

int
wpp_series_begin (struct wpp_series *s, uint64_t time)
{
  s->times++;
  if (s->count == 1)
    {
      s->step = time - s->first;
      s->count = 2;
      return WPP_OK;
    }
  int err = WPP_OK;
  if (s->count == 2 && s->step > 1)
    {
      err = put_words (s, 1);
      s->first += s->step;
      s->step = time - s->first;
      return err;
    }
  if (s->count)
    err = put_words (s, s->count);
  s->first = time;
  s->step = 0;
  s->count = 1;
  return err;
}

int
wpp_series_add (struct wpp_series *s, uint64_t first, uint64_t step, uint64_t count)
{
  int err = WPP_OK;
  /* Once two have gone on by STEP the others do.  */
  for (; count && !err; count--, first += step)
    {
      if (s->count > 1 && s->step == step && first == s->first + s->count * step)
        {
          s->count += count;
          s->times += count;
          return WPP_OK;
        }
      err = wpp_series_add_one (s, first);
    }
  return err;
}

int
wpp_series_end (struct wpp_series *s)
{
  int err = WPP_OK;
  if (s->count == 2 && s->step > 1)
    {
      err = put_words (s, 1);
      s->first += s->step;
      s->count = 1;
    }
  if (!err && s->count)
    err = put_words (s, s->count);
  s->count = 0;
  return err;
}

bool
wpp_series_next (const struct wpp_series *s, size_t *at, struct wpp_series_entry *entry)
{
  uint64_t number[3] = { 0, 0, 1 };
  unsigned n = 0;
  if (*at >= s->n)
    return false;
  do
    number[n++] = s->words[*at] < 0 ? -(uint64_t)s->words[*at] : (uint64_t)s->words[*at];
  while (s->words[(*at)++] > 0);
  *entry = (struct wpp_series_entry){ number[0], n == 1 ? number[0] : number[1], number[2] };
  return true;
}
