/* What a walk through a graph wants of memory: by labels.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A label says which instance wrote what is read.  If that access is simple, it writes for sure and copies nothing:
   then it is what is wanted (wanted-labels.c), and nobody need know its address.  All else is wanted by address, as in
   replay: parts of copies, what MAY have been written, and what recorded code has not written, which may be in an
   object that has just begun.  So no access of the first kind looks for addresses: they were written after it, or
   never.  */

#include <stdlib.h>
#include "dependence/instances/in-graph-impl.h"

/* The key of what access number ACCESS of X wrote in its execution K.  */
static uint64_t
key_of (const struct wpp_seen_node *x, uint32_t k, uint32_t access)
{
  return ((uint64_t) (x->first + access / 256) << 32 | k) << 8 | access % 256;
}

/* What is wanted has no labels: end the walk.  */
static void
give_up (struct wpp_walk_at *at)
{
  at->w->graph->by_replay = true;
  if (!at->err)
    at->err = 1;
}

void
wpp_graph_find_addresses (struct wpp_walk_at *at)
{
  struct wpp_graph_walk *g = at->w->graph;
  struct wpp_log *l = g->log;
  size_t n = l->n_accesses;
  if (g->told || at->err)
    return;
  g->told = true;
  at->err = wpp_graph_tell (g);
  for (size_t i = 0; i < n && n + i < l->n_accesses; i++)
    {
      l->accesses[n + i].surprised = l->accesses[i].surprised;
      l->accesses[i] = l->accesses[n + i];
    }
  l->n_accesses = n;
}

static int
mark (struct wpp_graph_walk *g, struct wpp_seen_node *x, struct wpp_wet_instance i)
{
  if (!x->marked && !(x->marked = calloc (wpp_wet_executions_of (g->graph, i.node) / 8 + (size_t)1, 1)))
    return WPP_E_NOMEM;
  x->marked[i.k / 8] |= 1u << i.k % 8;
  return WPP_OK;
}

/* Want the bytes from FIRST to before END of what access number NUMBER reads; they are S's.  */
static void
want_run (struct wpp_walk_at *at, size_t number, const struct wpp_wet_source *s, uint64_t first, uint64_t end,
          const struct wpp_wanter *o)
{
  struct wpp_graph_walk *g = at->w->graph;
  if (s->unknown)
    {
      at->w->done->unknown++;
      return;
    }
  struct wpp_seen_node *x = s->from.node == WPP_NONE ? NULL : wpp_look_at_node (g, s->from.node, &at->err);
  if (x && !at->err)
    at->err = mark (g, x, s->from);
  if (x && !at->err && x->simple[s->access])
    {
      bool surprised = at->log->accesses[number].surprised;
      at->err = wpp_want_label (&at->w->wants, key_of (x, s->from.k, s->access), o, surprised);
      return;
    }
  wpp_graph_find_addresses (at);
  const struct wpp_logged_access *a = &at->log->accesses[number];
  if (!at->err)
    at->err = wpp_want_bytes (&at->w->wants, a->space, a->address + first, end - first, a->surprised, o);
}

/* Call EACH (AT, …) for the runs of access number NUMBER, of those of its bytes that are from FIRST to before END.  */
static void
for_runs (struct wpp_walk_at *at, size_t number, uint64_t first, uint64_t end,
          void (*each) (struct wpp_walk_at *at, size_t number, const struct wpp_wet_source *s, uint64_t first,
                        uint64_t end, const struct wpp_wanter *o),
          const struct wpp_wanter *o)
{
  struct wpp_graph_walk *g = at->w->graph;
  uint64_t bytes = at->log->accesses[number].bytes, start = 0;
  if (bytes == UINT64_MAX)
    bytes = WPP_WET_UNKNOWN_BYTES;
  struct wpp_wet_runs r;
  struct wpp_wet_source s;
  if (!at->err)
    at->err = wpp_wet_runs_of (g->graph, g->at, number, &r);
  for (uint32_t i = 0; !at->err && i < r.n && start < end; i++)
    {
      uint64_t from = start > first ? start : first;
      start += r.bytes && r.bytes[i] ? r.bytes[i] : bytes;
      uint64_t to = start < end ? start : end;
      /* A copy has many runs, and is gone through for each piece that is wanted: only its own are looked up.  */
      if (from < to && !(at->err = wpp_wet_run_at (g->graph, &r, i, &s)))
        each (at, number, &s, from, to, o);
    }
}

void
wpp_graph_want (struct wpp_walk_at *at, size_t number, const struct wpp_wanter *o)
{
  const struct wpp_logged_access *a = &at->log->accesses[number];
  const struct wpp_wants *w = &at->w->wants;
  if (!a->known)
    at->w->done->unknown++;
  else if (a->how & WPP_MEMORY_COPY)
    for (size_t i = 0; i < w->n_pieces; i++)
      for_runs (at, number, w->pieces[i].first, w->pieces[i].end, want_run, o);
  else
    for_runs (at, number, 0, UINT64_MAX, want_run, o);
}

bool
wpp_graph_take (struct wpp_walk_at *at, size_t number, bool many, struct wpp_wanted *wanted)
{
  struct wpp_graph_walk *g = at->w->graph;
  const struct wpp_seen_node *x = &g->nodes[g->at.node];
  *wanted = (struct wpp_wanted){ false };
  if (!x->simple[number])
    return !g->told;             /* it is not marked: nothing of it is wanted */
  if (g->told && many && at->w->wants.n)
    give_up (at);      /* arguments say how many, which are not known */
  if (wpp_graph_marked_p (x, g->at.k))
    wanted->any = wpp_wants_take_label (&at->w->wants, key_of (x, g->at.k, number), &wanted->origin);
  return true;
}

/* These bytes, which S wrote, were not what he had left there.  */
static void
surprise_run (struct wpp_walk_at *at, size_t number, const struct wpp_wet_source *s, uint64_t first, uint64_t end,
              const struct wpp_wanter *unused)
{
  struct wpp_graph_walk *g = at->w->graph;
  const struct wpp_seen_node *x = s->from.node == WPP_NONE ? NULL : wpp_look_at_node (g, s->from.node, &at->err);
  if (!at->err && x && x->simple[s->access])
    wpp_wants_surprise_label (&at->w->wants, key_of (x, s->from.k, s->access));
  else if (!s->unknown)
    {
      wpp_graph_find_addresses (at);
      const struct wpp_logged_access *a = &at->log->accesses[number];
      wpp_wants_surprise (&at->w->wants, a->space, a->address + first, end - first);
    }
}

void
wpp_graph_surprise (struct wpp_walk_at *at, size_t number)
{
  if (at->w->wants.n)
    for_runs (at, number, 0, UINT64_MAX, surprise_run, NULL);
}

/* What is wanted of these bytes, which may have been written, is wanted of S, who wrote them before.  */
static void
pass_run (struct wpp_walk_at *at, size_t number, const struct wpp_wet_source *s, uint64_t first, uint64_t end,
          const struct wpp_wanter *unused)
{
  const struct wpp_logged_access *a = &at->log->accesses[number];
  struct wpp_wanted found = wpp_wants_written (&at->w->wants, a->space, a->address + first, end - first, true);
  if (found.any)
    want_run (at, number, s, first, end, &found.origin);
}

void
wpp_graph_pass (struct wpp_walk_at *at, size_t number)
{
  for_runs (at, number, 0, UINT64_MAX, pass_run, NULL);
}
