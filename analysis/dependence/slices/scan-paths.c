/* A slice by going through what a thread did: paths, and the calls before which they end.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "dependence/slices/scan-impl.h"

/* ---- Paths.  */

const struct wpp_scan_path *
wpp_scan_path_of (struct wpp_scan *s, uint32_t letter)
{
  struct wpp_scan_path *p = &s->paths[letter];
  if (p->known)
    return p;
  s->err = s->path_of (s->data, s->nest->tables.letters[letter].event, &p->function, &s->decoded);
  if (!s->err && p->function != WPP_NONE && !s->model->functions[p->function])
    p->function = WPP_NONE;
  if (!s->err && p->function != WPP_NONE)
    s->err = wpp_slice_path_copy (&p->path, s->model->functions[p->function], &s->decoded);
  p->known = !s->err;
  return s->err ? NULL : p;
}

/* ---- Calls at hand.  */

/* The last path that SYMBOL has of its own activation; WPP_ROPE_EMPTY: none.  */
static uint32_t
last_path (const struct wpp_scan *s, uint32_t symbol)
{
  if (wpp_nest_rule_p (symbol))
    return s->last_paths[WPP_RULE_INDEX (symbol)];
  return wpp_nest_letter (s->nest, symbol)->calls ? WPP_ROPE_EMPTY : symbol;
}

uint32_t
wpp_scan_last_path (const struct wpp_scan *s, const struct wpp_part *parts, size_t n)
{
  uint32_t path = WPP_ROPE_EMPTY;
  while (n-- > 0 && path == WPP_ROPE_EMPTY)
    path = last_path (s, parts[n].symbol);
  return path;
}

bool
wpp_scan_find_last_paths (struct wpp_scan *s)
{
  const struct wpp_pool *pool = &s->nest->tables.traces.pool;
  size_t n;
  s->last_paths = malloc ((pool->n_rules + (size_t)1) * sizeof *s->last_paths);
  for (uint32_t r = 0; s->last_paths && r < pool->n_rules; r++)
    {
      const struct wpp_part *parts = wpp_pool_rule (pool, r, &n);
      s->last_paths[r] = wpp_scan_last_path (s, parts, n);
    }
  return s->last_paths;
}

uint32_t
wpp_scan_add_site (struct wpp_scan *s, uint32_t function, uint32_t path, uint32_t set)
{
  const struct wpp_scan_path *p = path == WPP_ROPE_EMPTY || function == WPP_NONE
                                      ? NULL
                                      : wpp_scan_path_of (s, path - WPP_ROPE_LETTER);
  size_t n;
  if (!p || p->function != function || p->path.call_after == WPP_NONE)
    return set;
  const uint32_t *items = wpp_sets_items (&s->sets, set, &n);
  for (size_t i = 0; i < n; i++)
    s->list[i] = items[i];
  s->list[n++] = wpp_fact_site (s->model->functions[function], p->path.call_after);
  s->err = wpp_sets_intern (&s->sets, s->list, n, &set);
  return set;
}
