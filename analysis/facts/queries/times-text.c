/* Sets of timestamps as the paper writes them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdio.h>
#include "facts/queries/times.h"

typedef struct wpp_series_entry entry;

void
wpp_times_print (struct wpp_buffer *text, const struct wpp_times *s)
{
  for (size_t i = 0; i < s->n; i++)
    {
      const entry *e = &s->entries[i];
      char part[80];
      int n = snprintf (part, sizeof part, "%s%" PRIu64, i ? "," : "", e->first);
      if (e->last != e->first)
        n += snprintf (part + n, sizeof part - n, ":%" PRIu64, e->last);
      if (e->last != e->first && e->step != 1)
        n += snprintf (part + n, sizeof part - n, ":%" PRIu64, e->step);
      wpp_put_bytes (text, part, n);
    }
}

/* Read a number of 1 to WPP_TIME_MOST at *AT and go after it.  */
static bool
read_time (const char **at, uint64_t *n)
{
  const char *begin = *at;
  for (*n = 0; **at >= '0' && **at <= '9' && *n <= WPP_TIME_MOST / 10; (*at)++)
    *n = *n * 10 + (**at - '0');
  return *at > begin && *n && *n <= WPP_TIME_MOST && !(**at >= '0' && **at <= '9');
}

/* Read a series, `l', `l:h' or `l:h:s', at *AT and go after it.  */
static bool
read_series (const char **at, entry *e)
{
  uint64_t last, step = 1;
  if (!read_time (at, &e->first))
    return false;
  last = e->first;
  if (**at == ':' && (++*at, !read_time (at, &last)))
    return false;
  if (**at == ':' && (++*at, !read_time (at, &step)))
    return false;
  if (last < e->first)
    return false;
  *e = wpp_series_of (e->first, step, (last - e->first) / step + 1);
  return true;
}

int
wpp_times_parse (struct wpp_times *out, const char *text)
{
  int err = WPP_OK;
  *out = (struct wpp_times){ 0 };
  do
    {
      entry e;
      struct wpp_times one = { .entries = &e, .n = 1 };
      if (!read_series (&text, &e))
        return WPP_E_RANGE;
      one.last = e.last;
      err = !out->n || e.first > out->last ? wpp_times_append (out, &e) : wpp_times_gather (out, &one);
    }
  while (!err && *text++ == ',');
  return !err && text[-1] ? WPP_E_RANGE : err;
}
