/* Reading an index: which paths functions executed, all together and by their callers (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/index/index-impl.h"

/* A context has a head, its activations, and numbers of paths and callees.  */
#define CONTEXT_BYTES 4

/* A path has a step and a count.  */
#define PATH_BYTES 2

/* A place has a kind, a node, words, and a number of values, each of which has a count.  */
#define PLACE_BYTES (4 + WPP_PLACE_WORDS)
#define VALUE_BYTES 2

/* Read N PATHS of ENTRY's function.  */
static void
read_paths (struct wpp_reader *r, const struct wpp_index_entry *entry, struct wpp_path_times *paths, size_t n)
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
  struct wpp_record_reader r;
  void *items;
  int err = wpp_index_open_record (index, entry, &entry->counts, 2, sizeof **counts, &r, &items, n);
  if (!err)
    {
      read_paths (&r.at, entry, items, *n);
      err = wpp_index_close_record (&r, &items, n);
    }
  *counts = items;
  return err;
}

/* Read X, which comes after BEFORE, or first if that is null.  Its paths and callees have room at PATHS and
   CALLEES.  */
static void
read_context (struct wpp_reader *r, const struct wpp_index *index, const struct wpp_index_entry *entry,
              const struct wpp_index_context *before, struct wpp_index_context *x, struct wpp_path_times *paths,
              struct wpp_index_callee *callees)
{
  wpp_index_read_chain (r, index->n_entries, before ? &before->chain : NULL, &x->chain);
  r->bad |= !x->chain.n || x->chain.n > WPP_INDEX_CONTEXT;
  x->n = wpp_read_count (r, PATH_BYTES);
  x->paths = paths;
  read_paths (r, entry, paths, x->n);
  x->n_callees = wpp_read_count (r, WPP_INDEX_CALLEE_BYTES);
  x->callees = callees;
  wpp_index_read_callees (r, index->n_entries, callees, x->n_callees);
}

/* Read the N contexts of C, whose paths and callees have room.  */
static void
read_contexts (struct wpp_reader *r, const struct wpp_index *index, const struct wpp_index_entry *entry,
               struct wpp_index_contexts *c, size_t n)
{
  struct wpp_path_times *paths = c->paths;
  struct wpp_index_callee *callees = c->callees;
  for (; c->n < n && !r->bad; c->n++)
    {
      struct wpp_index_context *x = &c->contexts[c->n];
      read_context (r, index, entry, c->n ? x - 1 : NULL, x, paths, callees);
      paths += x->n;
      callees += x->n_callees;
    }
}

int
wpp_index_contexts (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_index_contexts *c)
{
  struct wpp_record_reader r;
  void *items;
  size_t n;
  *c = (struct wpp_index_contexts){ 0 };
  int err = wpp_index_open_record (index, entry, &entry->contexts, CONTEXT_BYTES, sizeof *c->contexts, &r,
                                   &items, &n);
  c->contexts = items;
  if (err)
    return err;
  c->paths = calloc (wpp_reader_left (&r.at) / PATH_BYTES + 1, sizeof *c->paths);
  c->callees = calloc (wpp_reader_left (&r.at) / WPP_INDEX_CALLEE_BYTES + 1, sizeof *c->callees);
  if (c->paths && c->callees)
    {
      read_contexts (&r.at, index, entry, c, n);
      err = wpp_index_close_record (&r, &items, &n);
      c->contexts = items;
    }
  else
    {
      err = WPP_E_NOMEM;
      free (r.part);
    }
  if (err)
    wpp_index_contexts_release (c);
  return err;
}

void
wpp_index_contexts_release (struct wpp_index_contexts *c)
{
  free (c->contexts);
  free (c->paths);
  free (c->callees);
  *c = (struct wpp_index_contexts){ 0 };
}

/* Read the place P, of whose values not more than ROOM are at VALUES.  */
static void
read_place (struct wpp_reader *r, struct wpp_index_place *p, struct wpp_value_count *values, size_t room)
{
  p->kind = wpp_read_leb32 (r);
  p->node = wpp_read_leb32 (r);
  for (unsigned i = 0; i < WPP_PLACE_WORDS; i++)
    p->counts.words[i] = wpp_read_leb (r);
  p->counts.lacks = wpp_read_leb (r);
  p->counts.n = wpp_read_count (r, VALUE_BYTES);
  p->counts.values = values;
  r->bad |= !p->kind || p->kind > WPP_PLACE_KINDS || p->counts.n > room;
  for (size_t i = 0; i < p->counts.n && !r->bad; i++)
    {
      values[i].value = wpp_read_leb (r);
      values[i].count = wpp_read_leb (r);
    }
}

int
wpp_index_places (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_index_places *p)
{
  struct wpp_record_reader r;
  void *items;
  size_t n, used = 0;
  *p = (struct wpp_index_places){ 0 };
  int err = wpp_index_open_record (index, entry, &entry->values, PLACE_BYTES, sizeof *p->places, &r, &items, &n);
  p->places = items;
  if (err)
    return err;
  size_t room = wpp_reader_left (&r.at) / VALUE_BYTES + 1;
  p->values = calloc (room, sizeof *p->values);
  r.at.bad |= !p->values;
  for (size_t i = 0; i < n && !r.at.bad; i++, p->n++)
    {
      read_place (&r.at, &p->places[i], p->values + used, room - used);
      used += p->places[i].counts.n;
    }
  err = wpp_index_close_record (&r, &items, &n);
  p->places = items;
  if (!p->values)
    err = WPP_E_NOMEM;
  if (err)
    wpp_index_places_release (p);
  return err;
}

void
wpp_index_places_release (struct wpp_index_places *p)
{
  free (p->places);
  free (p->values);
  *p = (struct wpp_index_places){ 0 };
}
