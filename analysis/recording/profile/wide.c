/* Executed paths of wide functions (wide.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/bytes.h"
#include "base/error.h"
#include "format/event.h"
#include "base/saturate.h"
#include "base/search.h"
#include "recording/profile/wide.h"

#define WORDS ((uint64_t)WPP_EVENT_PATHS_END)

static int
compare_records (const void *a, const void *b)
{
  const struct wpp_wide_record *x = a, *y = b;
  if (x->site != y->site)
    return x->site < y->site ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* The earlier of two times; 0 means that a time is unknown.  */
static uint64_t
earlier (uint64_t a, uint64_t b)
{
  return a == 0 || (b != 0 && b < a) ? b : a;
}

size_t
wpp_wide_add_up (struct wpp_wide_record *records, size_t n)
{
  size_t kept = 0;
  if (n)
    qsort (records, n, sizeof *records, compare_records);
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_wide_record *last = kept ? &records[kept - 1] : NULL;
      if (last && compare_records (last, &records[i]) == 0)
        {
          last->count = wpp_saturating_add (last->count, records[i].count);
          last->first = earlier (last->first, records[i].first);
        }
      else
        records[kept++] = records[i];
    }
  return kept;
}

/* Allocate room for N functions with N_PATHS paths.  */
static int
allocate (struct wpp_wide *wide, size_t n, size_t n_paths)
{
  wide->functions = calloc (n + 1, sizeof *wide->functions);
  wide->paths = calloc (n_paths + 1, sizeof *wide->paths);
  if (wide->functions && wide->paths)
    return 0;
  wpp_wide_release (wide);
  return WPP_E_NOMEM;
}

int
wpp_wide_build (struct wpp_wide *wide, const struct wpp_wide_record *records, size_t n,
                uint64_t word)
{
  size_t n_functions = 0;
  if (word > WORDS || n > WORDS - word)
    return WPP_E_TOOBIG;
  for (size_t i = 0; i < n; i++)
    n_functions += i == 0 || records[i].site != records[i - 1].site;
  int err = allocate (wide, n_functions, n);
  for (size_t i = 0; i < n && !err; i++)
    {
      if (i == 0 || records[i].site != records[i - 1].site)
        wide->functions[wide->n++]
          = (struct wpp_wide_function){ records[i].site, (uint32_t) (word + i), 0, &wide->paths[i] };
      wide->functions[wide->n - 1].n_paths++;
      wide->paths[wide->n_paths++]
        = (struct wpp_wide_path){ records[i].number, records[i].first };
    }
  return err;
}

void
wpp_wide_release (struct wpp_wide *wide)
{
  free (wide->functions);
  free (wide->paths);
  *wide = (struct wpp_wide){ 0 };
}

/* ---- Searching.  */

const struct wpp_wide_function *
wpp_wide_at (const struct wpp_wide *wide, uint32_t site)
{
  uint32_t i = WPP_FIND_SORTED (k, wide->n, wide->functions[k].site, site);
  return i < wide->n ? &wide->functions[i] : NULL;
}

const struct wpp_wide_function *
wpp_wide_find (const struct wpp_wide *wide, uint32_t word)
{
  uint32_t i = WPP_PARTITION_POINT (k, wide->n, wide->functions[k].first <= word);
  const struct wpp_wide_function *f = i ? &wide->functions[i - 1] : NULL;
  return f && word - f->first < f->n_paths ? f : NULL;
}

uint32_t
wpp_wide_word (const struct wpp_wide_function *f, uint64_t number)
{
  uint32_t i = WPP_FIND_SORTED (k, f->n_paths, f->paths[k].number, number);
  return i < f->n_paths ? f->first + i : WPP_EVENT_NONE;
}

/* ---- Section "WIDE".  */

void
wpp_wide_put (struct wpp_buffer *b, const struct wpp_wide *wide)
{
  uint32_t site = 0;
  wpp_put_leb (b, wide->n);
  wpp_put_leb (b, wide->n_paths);
  wpp_put_leb (b, wide->n ? wide->functions[0].first : 0);
  for (uint32_t i = 0; i < wide->n; i++)
    {
      const struct wpp_wide_function *f = &wide->functions[i];
      uint64_t next = 0;
      wpp_put_leb (b, f->site - site);
      wpp_put_leb (b, f->n_paths);
      site = f->site;
      for (uint32_t p = 0; p < f->n_paths; p++)
        {
          wpp_put_leb (b, f->paths[p].number - next);
          wpp_put_leb (b, f->paths[p].first);
          next = f->paths[p].number + 1;
        }
    }
}

/* Read the paths of F, at most ROOM.  */
static void
read_paths (struct wpp_reader *r, struct wpp_wide_function *f, struct wpp_wide_path *paths,
            uint64_t room)
{
  uint64_t next = 0;
  f->n_paths = wpp_read_leb32 (r);
  f->paths = paths;
  if (f->n_paths == 0 || f->n_paths > room)
    r->bad = true;
  for (uint32_t i = 0; i < f->n_paths && !r->bad; i++)
    {
      uint64_t more = wpp_read_leb (r);
      /* No path has the greatest number, so adding 1 to a valid number does not overflow.  */
      if (__builtin_add_overflow (next, more, &paths[i].number) || paths[i].number == UINT64_MAX)
        r->bad = true;
      paths[i].first = wpp_read_leb (r);
      next = paths[i].number + 1;
    }
}

int
wpp_wide_read (struct wpp_reader *r, struct wpp_wide *wide)
{
  size_t n = wpp_read_count (r, 4), n_paths = wpp_read_count (r, 2);
  uint64_t word = wpp_read_leb32 (r), site = 0;
  if (r->bad || n > n_paths || n_paths > WORDS - word || (n && word < WPP_EVENT_FIRST_PATH))
    {
      r->bad = true;
      return 0;
    }
  int err = allocate (wide, n, n_paths);
  for (size_t i = 0; i < n && !err && !r->bad; i++)
    {
      struct wpp_wide_function *f = &wide->functions[wide->n++];
      uint32_t more = wpp_read_leb32 (r);
      site += more;
      if (site >= WORDS || (i && !more))
        r->bad = true;
      f->site = (uint32_t) site;
      f->first = (uint32_t) (word + wide->n_paths);
      read_paths (r, f, &wide->paths[wide->n_paths], n_paths - wide->n_paths);
      wide->n_paths += f->n_paths;
    }
  if (!err && wide->n_paths != n_paths)
    r->bad = true;
  return err;
}
