/* Caches of data, simulated.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "answers/caches.h"

#define MOST_BYTES (UINT64_C (1) << 30)

struct level
{
  uint64_t bytes, ways, line;
  uint64_t sets;
  uint64_t *lines;               /* [sets][ways] number of a line, plus 1, the one used last first; 0: none */
};

struct wpp_caches
{
  unsigned n;
  struct level levels[WPP_MOST_CACHES];
};

/* ---- What they are.  */

static bool
power_p (uint64_t n)
{
  return n && (n & (n - 1)) == 0;
}

/* Set *N to the number at *TEXT, which may be in K or M and is followed by END; *TEXT moves after that.  */
static bool
read_number (const char **text, char end, uint64_t *n)
{
  const char *t = *text;
  *n = 0;
  for (; *t >= '0' && *t <= '9' && *n <= MOST_BYTES; t++)
    *n = 10 * *n + (*t - '0');
  unsigned shift = *t == 'K' ? 10 : *t == 'M' ? 20 : 0;
  t += shift != 0;
  if (t == *text || *n > MOST_BYTES >> shift || (*t != end && (end != ',' || *t)))
    return false;
  *n <<= shift;
  *text = t + (*t != 0);
  return true;
}

/* Set *L to the level at *TEXT.  */
static bool
read_level (const char **text, struct level *l)
{
  if (!read_number (text, '/', &l->bytes) || !read_number (text, '/', &l->ways) || !read_number (text, ',', &l->line)
      || !power_p (l->line) || !l->ways || l->ways > l->bytes / l->line || l->bytes % (l->ways * l->line))
    return false;
  l->sets = l->bytes / (l->ways * l->line);
  return power_p (l->sets);
}

struct wpp_caches *
wpp_caches_new (const char *text, int *err, struct wpp_place *place)
{
  struct wpp_caches *c = calloc (1, sizeof *c);
  const char *rest = text;
  *err = c ? WPP_OK : WPP_E_NOMEM;
  do
    {
      struct level *l = c && c->n < WPP_MOST_CACHES ? &c->levels[c->n] : NULL;
      if (!*err && (!l || !read_level (&rest, l)))
        *err = wpp_complain (place, "", 0, WPP_E_ASKED, "`%.60s' are no caches: SIZE/WAYS/LINE for each of at most %u "
                             "levels, as " WPP_USUAL_CACHES, text, WPP_MOST_CACHES);
      if (!*err && !(l->lines = calloc (l->sets * l->ways, sizeof *l->lines)))
        *err = WPP_E_NOMEM;
      if (!*err)
        c->n++;
    }
  while (!*err && *rest);
  if (!*err)
    return c;
  wpp_caches_free (c);
  return NULL;
}

void
wpp_caches_free (struct wpp_caches *c)
{
  for (unsigned i = 0; c && i < c->n; i++)
    free (c->levels[i].lines);
  free (c);
}

unsigned
wpp_caches_levels (const struct wpp_caches *c)
{
  return c->n;
}

uint64_t
wpp_caches_line (const struct wpp_caches *c)
{
  return c->levels[0].line;
}

/* ---- Accesses.  */

void
wpp_caches_empty (struct wpp_caches *c)
{
  for (unsigned i = 0; i < c->n; i++)
    memset (c->levels[i].lines, 0, c->levels[i].sets * c->levels[i].ways * sizeof *c->levels[i].lines);
}

/* Is the line that has ADDRESS in L?  It is from now on.  */
static bool
hit_p (struct level *l, uint64_t address)
{
  uint64_t line = address / l->line + 1, way = 0;
  uint64_t *set = l->lines + (address / l->line & (l->sets - 1)) * l->ways;
  if (*set == line)
    return true;
  while (way + 1 < l->ways && set[way] != line)
    way++;
  bool hit = set[way] == line;
  memmove (set + 1, set, way * sizeof *set);
  *set = line;
  return hit;
}

/* BYTES, at most a line, at ADDRESS are accessed.  Return how many levels have missed, from the nearest on.  */
static unsigned
access_line (struct wpp_caches *c, uint64_t address, uint64_t bytes)
{
  uint64_t last = address + (bytes ? bytes - 1 : 0);
  unsigned missed = 0;
  for (bool hit = false; missed < c->n && !hit; missed += !hit)
    {
      struct level *l = &c->levels[missed];
      hit = hit_p (l, address);
      if (last / l->line != address / l->line)
        hit &= hit_p (l, last);
    }
  return missed;
}

uint64_t
wpp_caches_count (struct wpp_caches *c, uint64_t address, uint64_t bytes, uint64_t *misses)
{
  uint64_t line = wpp_caches_line (c), accesses = 0;
  for (uint64_t part; bytes; bytes -= part, address += part, accesses++)
    {
      part = bytes <= line ? bytes : line - address % line;
      unsigned missed = access_line (c, address, part);
      for (unsigned i = 0; i < missed; i++)
        misses[i]++;
    }
  return accesses;
}
