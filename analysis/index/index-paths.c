/* Reading an index: which paths functions executed, all together and by their callers (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "index/index-impl.h"

/* A context has a head, its activations, and a number of paths.  */
#define CONTEXT_BYTES 3

/* A path has a step and a count.  */
#define PATH_BYTES 2

void
wpp_index_read_paths (struct wpp_reader *r, const struct wpp_index_entry *entry, struct wpp_path_times *paths, size_t n)
{
  /* The number of unwound paths is not known here: it depends on the graph.  */
  uint64_t number = 0, end = entry->flags & WPP_FN_ACROSS_CALLS ? INT64_MAX : entry->n_paths;
  for (size_t i = 0; i < n && !r->bad; i++)
    {
      uint64_t step = wpp_read_leb (r);
      r->bad |= step >= end - number || (i && !step);
      number += step;
      paths[i] = (struct wpp_path_times){ number, wpp_read_leb (r) };
    }
}

int
wpp_index_counts (const struct wpp_index *index, const struct wpp_index_entry *entry,
                  struct wpp_path_times **counts, size_t *n)
{
  struct wpp_reader r;
  void *items;
  int err = wpp_index_open_record (index, &entry->counts, 2, sizeof **counts, &r, &items, n);
  if (!err)
    {
      wpp_index_read_paths (&r, entry, items, *n);
      err = wpp_index_close_record (&r, &items, n);
    }
  *counts = items;
  return err;
}

/* Read the N contexts of C, whose paths have room.  */
static void
read_contexts (struct wpp_reader *r, const struct wpp_index *index, const struct wpp_index_entry *entry,
               struct wpp_index_contexts *c, size_t n)
{
  struct wpp_path_times *paths = c->paths;
  for (; c->n < n && !r->bad; c->n++)
    {
      struct wpp_index_context *x = &c->contexts[c->n];
      wpp_index_read_chain (r, index->n_entries, c->n ? &x[-1].chain : NULL, &x->chain);
      *x = (struct wpp_index_context){ x->chain, wpp_read_count (r, PATH_BYTES), paths };
      wpp_index_read_paths (r, entry, paths, x->n);
      r->bad |= !x->chain.n || x->chain.n > WPP_INDEX_CONTEXT;
      paths += x->n;
    }
}

int
wpp_index_contexts (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_index_contexts *c)
{
  struct wpp_reader r;
  void *items;
  size_t n;
  *c = (struct wpp_index_contexts){ 0 };
  int err = wpp_index_open_record (index, &entry->contexts, CONTEXT_BYTES, sizeof *c->contexts, &r, &items, &n);
  c->contexts = items;
  if (err || !n)
    return err;
  c->paths = calloc (wpp_reader_left (&r) / PATH_BYTES + 1, sizeof *c->paths);
  if (c->paths)
    {
      read_contexts (&r, index, entry, c, n);
      err = wpp_index_close_record (&r, &items, &n);
      c->contexts = items;
    }
  else
    err = WPP_E_NOMEM;
  if (err)
    wpp_index_contexts_release (c);
  return err;
}

void
wpp_index_contexts_release (struct wpp_index_contexts *c)
{
  free (c->contexts);
  free (c->paths);
  *c = (struct wpp_index_contexts){ 0 };
}
