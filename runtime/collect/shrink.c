/* Leaving out events for which there is no room: the last ones of each thread, and its values.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The first segment that does not fit is cut: a prefix of its events becomes a grammar of its own.  The prefix is
   halved until it fits.  */

#include <stdlib.h>
#include "grammar/coding/codec.h"
#include "runtime/collect/collect.h"

#define PREFIX_MOST (1ull << 26) /* the most events that are turned into a grammar again */

struct prefix
{
  struct wpp_sequitur *sequitur;
  uint64_t left;              /* events to be appended */
  int err;
};

static int
append_run (void *data, uint32_t event, uint64_t count)
{
  struct prefix *p = data;
  for (; count && p->left && p->err == 0; count--, p->left--)
    p->err = wpp_sequitur_append (p->sequitur, &event, 1, NULL);
  return p->left == 0 || p->err;
}

/* Code the first N events of G; null when out of memory.  */
static unsigned char *
code_prefix (const struct wpp_grammar *g, uint64_t n, size_t *size)
{
  struct prefix p = { wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS), n, 0 };
  struct wpp_grammar *part = NULL;
  unsigned char *coded = NULL;
  if (p.sequitur && wpp_grammar_expand (g, 0, append_run, &p) < 0)
    p.err = WPP_E_NOMEM;
  if (p.sequitur && p.err == 0)
    part = wpp_sequitur_grammar (p.sequitur, &p.err);
  if (part && wpp_grammar_encode (part, &coded, size) < 0)
    coded = NULL;
  wpp_grammar_free (part);
  wpp_sequitur_free (p.sequitur);
  return coded;
}

/* Cut the grammar CODED of G down to ROOM bytes.  */
static void
cut_grammar (struct stream *s, struct segment *g, const unsigned char *coded, size_t room)
{
  int err;
  struct wpp_grammar *whole = coded ? wpp_phrases_decode (coded, g->size, &err) : NULL;
  uint64_t n = whole ? g->n_events : 0;
  n = n < PREFIX_MOST ? n : PREFIX_MOST;
  while ((n /= 2) > 0)
    {
      size_t size = 0;
      unsigned char *prefix = code_prefix (whole, n, &size);
      if (prefix && size <= room)
        {
          stream_replace (s, g, prefix, size, n);
          break;
        }
      free (prefix);
    }
  wpp_grammar_free (whole);
  if (n == 0)
    stream_replace (s, g, NULL, 0, 0);
}

static void
cut_segment (struct stream *s, struct segment *g, size_t room)
{
  unsigned char *coded = room >= sizeof (uint32_t) ? stream_coded (s, g) : NULL;
  if (coded && s->collection->shared->options & WPP_OPTION_RAW)
    {
      uint64_t n = room / sizeof (uint32_t);
      stream_replace (s, g, coded, n * sizeof (uint32_t), n);
      return;
    }
  cut_grammar (s, g, coded, room);
  free (coded);
}

uint64_t
shrink (struct collection *c, uint64_t room)
{
  uint64_t cut_off = 0;
  for (size_t i = 0; i < c->n_streams; i++)
    {
      struct stream *s = c->streams[i];
      uint64_t before = s->lost;
      bool whole = true;
      stream_close (s);
      values_drop (s);
      for (size_t j = 0; j < s->n_segments; j++)
        {
          struct segment *g = &s->segments[j];
          if (g->size > room || !whole)
            {
              if (g->size)
                cut_segment (s, g, whole ? room : 0);
              whole = false;
            }
          room -= g->size;
        }
      cut_off += s->lost - before;
    }
  spool_trim (c);
  return cut_off;
}
