/* Slices of recordings with values: by instance, through memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/graph-beside.h"
#include "answers/slice-impl.h"
#include "base/saturate.h"
#include "dependence/instances/instances.h"
#include "grammar/rules/occurrences.h"

/* ---- The model.  */

int
wpp_slicer_init_model (struct wpp_slicer *s, const struct wpp_thread *thread, struct wpp_code *code,
                       struct wpp_place *place)
{
  *s = (struct wpp_slicer){ .code = code };
  int err = wpp_nest_init (&s->nest);
  s->used = calloc (code->n_functions + 1, sizeof *s->used);
  if (!err && !s->used)
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < thread->n_segments && !err; i++)
    for (uint32_t t = 0; t < thread->segments[i]->n_terminals && !err; t++)
      {
        struct wpp_code_path p;
        int found = wpp_code_path (code, thread->segments[i]->terminals[t], &p);
        err = found < 0 ? found : WPP_OK;
        if (found > 0)
          s->used[p.index] = true;
      }
  if (!err)
    s->model = wpp_slice_model_new (code, s->used, &err, place);
  return err;
}

/* ---- Where.  */

/* Does PATH of FUNCTION enter a MARKED node at index I of its nodes?  Index n_nodes is where its end leads.  The first
   node is entered by the path before, unless nothing leads there (program/paths/cfg.h).  */
static bool
enters_p (const struct wpp_slicer *s, uint32_t function, const struct wpp_path *path, bool **marked, uint32_t i)
{
  const struct wpp_slice_function *f = function == WPP_NONE ? NULL : s->model->functions[function];
  if (!f || !marked[function])
    return false;
  if (i < path->n_nodes)
    return marked[function][path->nodes[i]]
           && (i > 0 || path->nodes[i] == WPP_NODE_ENTRY || f->cfg->nodes[path->nodes[i]].flags & WPP_NODE_LANDING);
  if (path->end_edge == WPP_NO_EDGE || path->unwound)
    return false;
  uint32_t dst = f->cfg->edges[path->end_edge].dst;
  return marked[function][dst] && !(f->cfg->nodes[dst].flags & WPP_NODE_LANDING);
}

/* Set W to what WEIGHT (DATA, …) says of the events of G, *WEIGHTS to that of its terminals.  */
static int
weigh (struct wpp_slicer *s, const struct wpp_grammar *g, wpp_path_weight *weight, void *data,
       struct wpp_occurrences *w, uint64_t **weights)
{
  struct wpp_path path = { 0 };
  int err = WPP_OK;
  *weights = calloc (g->n_terminals + (size_t)1, sizeof **weights);
  for (uint32_t t = 0; *weights && t < g->n_terminals && !err; t++)
    {
      uint32_t function;
      err = wpp_slicer_path (s, g->terminals[t], &function, &path);
      if (!err && function != WPP_NONE)
        (*weights)[t] = weight (data, function, &path);
    }
  wpp_path_release (&path);
  return err ? err : *weights ? wpp_occurrences_init (w, g, *weights) : WPP_E_NOMEM;
}

/* The event at hand.  */
static int
stop (void *data, uint32_t event, uint64_t count)
{
  *(uint32_t *)data = event;
  return 1;
}

int
wpp_slice_find_time (struct wpp_slicer *s, const struct wpp_thread *t, wpp_path_weight *weight, void *data, uint64_t k,
                     uint64_t *times, struct wpp_slice_time *at)
{
  uint64_t before = 0;
  int err = WPP_OK;
  *times = 0;
  for (size_t i = 0; i < t->n_segments && !err; i++)
    {
      struct wpp_occurrences w = { NULL };
      uint64_t *weights, all = 0, offset;
      err = weigh (s, t->segments[i], weight, data, &w, &weights);
      if (!err)
        all = wpp_occurrences_all (&w);
      if (!err && k > *times && k - *times <= all)
        {
          at->time = wpp_occurrences_find (&w, k - *times, &offset);
          at->number = before + offset;
          err = wpp_grammar_expand (t->segments[i], offset, stop, &at->event) == 1 ? WPP_OK : WPP_E_NOMEM;
        }
      *times = wpp_saturating_add (*times, all);
      before = wpp_saturating_add (before, t->segments[i]->length[0]);
      wpp_occurrences_release (&w);
      free (weights);
    }
  return err;
}

/* Blocks that are entered.  */
struct entries
{
  const struct wpp_slicer *s;
  bool **marked;
};

static uint64_t
entered (void *data, uint32_t function, const struct wpp_path *path)
{
  const struct entries *e = data;
  uint64_t n = 0;
  for (uint32_t i = 0; i <= path->n_nodes; i++)
    n += enters_p (e->s, function, path, e->marked, i);
  return n;
}

/* The block that the path of TIME enters then is the criterion's.  */
static int
set_block (struct wpp_sliced *sliced, const struct wpp_slice_time *time, bool **marked, struct wpp_slice_event *at)
{
  struct wpp_path path = { 0 };
  uint32_t function, i = 0;
  uint64_t k = time->time;
  int err = wpp_slicer_path (&sliced->slicer, time->event, &function, &path);
  if (!err)
    {
      const struct wpp_cfg *cfg = sliced->slicer.model->functions[function]->cfg;
      for (; i < path.n_nodes; i++)
        if (enters_p (&sliced->slicer, function, &path, marked, i) && !--k)
          break;
      at->event = time->number;
      at->at_end = i == path.n_nodes;
      sliced->criterion.function = function;
      at->node = at->at_end ? cfg->edges[path.end_edge].dst : path.nodes[i];
      sliced->criterion.block = cfg->nodes[at->node].block;
    }
  wpp_path_release (&path);
  return err;
}

int
wpp_slice_find_event (struct wpp_sliced *sliced, const struct wpp_thread *thread, struct wpp_slice_event *at,
                      struct wpp_place *place)
{
  const struct wpp_slice_asked *asked = sliced->asked;
  struct wpp_slicer *s = &sliced->slicer;
  const char *file = wpp_at_find_file (s->code, &asked->at, place);
  bool **marked = file ? wpp_slice_entries (s, file, asked->at.line) : NULL;
  if (!marked)
    return file ? WPP_E_NOMEM : WPP_E_ASKED;
  struct entries entries = { s, marked };
  struct wpp_slice_time time = { 0 };
  int err = wpp_slice_find_time (s, thread, entered, &entries, asked->execution, &sliced->executions, &time);
  sliced->execution = asked->execution ? asked->execution : sliced->executions;
  if (!err && !sliced->executions)
    err = wpp_slice_explain (sliced, place);
  else if (!err && sliced->execution > sliced->executions)
    err = wpp_at_complain (place, &asked->at, "the line was executed %" PRIu64 " times in thread %u",
                           sliced->executions, asked->thread);
  if (!err && !asked->execution)
    err = wpp_slice_find_time (s, thread, entered, &entries, sliced->execution, &sliced->executions, &time);
  if (!err)
    err = set_block (sliced, &time, marked, at);
  if (!err)
    err = wpp_slice_complete (sliced, file, place);
  wpp_slice_entries_free (marked, s->model->n_functions);
  return err;
}

/* ---- Instances.  */

/* The reason of an item is that of the instance with the least depth.  */
struct reasons
{
  struct wpp_slice_reason *of;
  struct wpp_sliced_value *values; /* null: nobody wants them */
  uint32_t *depth;               /* [items] */
  uint32_t *enough;              /* [items] as asked; until an item is there for sure, none is */
  size_t n;                      /* items */
};

static int
again (void *data)
{
  struct reasons *r = data;
  memset (r->of, 0, r->n * sizeof *r->of);
  memset (r->enough, 0xff, r->n * sizeof *r->enough);
  if (r->values)
    memset (r->values, 0, r->n * sizeof *r->values);
  return WPP_OK;
}

static int
found (void *data, const struct wpp_found_instance *i)
{
  struct reasons *r = data;
  struct wpp_slice_reason *reason = &r->of[i->item];
  bool there = reason->because != WPP_BECAUSE_NOTHING;
  if (r->values)
    r->values[i->item].instances++;
  if (there && r->depth[i->item] <= i->depth)
    {
      reason->may &= i->may;
      r->enough[i->item] = reason->may ? UINT32_MAX : r->depth[i->item];
      return WPP_OK;
    }
  *reason = (struct wpp_slice_reason){ i->because, i->may && (!there || reason->may), i->fact, i->from.item };
  r->depth[i->item] = i->depth;
  r->enough[i->item] = reason->may ? UINT32_MAX : i->depth;
  if (r->values)
    {
      r->values[i->item].value = i->value;
      memcpy (r->values[i->item].uses, i->uses, sizeof i->uses);
    }
  return WPP_OK;
}

int
wpp_slice_instances (struct wpp_sliced *sliced, const struct wpp_thread *thread, struct wpp_place *place)
{
  const struct wpp_slice_asked *asked = sliced->asked;
  size_t n = sliced->slicer.model->n_items;
  struct wpp_slice_event at = { 0 };
  struct wpp_instances_done done;
  int err = wpp_slice_find_event (sliced, thread, &at, place);
  struct wpp_bindings *b = err ? NULL : wpp_bindings_new (sliced->slicer.code, &err, place);
  struct wpp_wet_index index = { 0 };
  struct wpp_graph_beside graph = { .fd = -1 };
  if (b)
    wpp_replayed_tell_partial (sliced->r, b);
  if (b)
    wpp_wet_index_find (&index, b, wpp_recording_profile (sliced->r));
  if (b && !asked->segment)
    wpp_graph_beside_find (&graph, b, wpp_recording_profile (sliced->r));
  struct reasons r = { .of = sliced->reasons, .values = sliced->values, .depth = calloc (n + 1, sizeof *r.depth),
                       .enough = malloc ((n + 1) * sizeof *r.enough), .n = n };
  const struct wpp_instances_asked instances
    = { .thread = thread, .criterion = &sliced->criterion, .statement = WPP_NONE, .variable = sliced->variable,
        .event = at.event,
        .at_end = at.at_end, .node = at.node, .most_depth = UINT32_MAX, .values = asked->values,
        .segment = asked->segment,
        .index = wpp_wet_index_thread (&index, thread->index),
        .graph = wpp_graph_beside_thread (&graph, thread->index), .enough = sliced->values ? NULL : r.enough,
        .data = &r, .found = found,
        .again = again };
  if (!err && (!r.depth || !r.enough))
    err = WPP_E_NOMEM;
  if (!err)
    again (&r);
  if (!err)
    err = asked->forward ? wpp_influences_find (b, sliced->slicer.model, &instances, &done)
                         : wpp_instances_find (b, sliced->slicer.model, &instances, &done);
  if (err == WPP_E_RANGE)
    err = wpp_at_complain (place, &asked->at, "nobody knows where `%s' is in memory there",
                           asked->variable ? asked->variable : "it");
  if (!err && done.unknown)
    wpp_recording_tell (sliced->r, NULL, "%" PRIu64 " accesses to memory are at addresses that are not known; what "
                        "they wrote is not in the slice", done.unknown);
  free (r.depth);
  free (r.enough);
  wpp_wet_index_release (&index);
  wpp_graph_beside_release (&graph);
  wpp_bindings_free (b);
  return err;
}
