/* A graph is built, as a recording is replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Of each node the rows of one group are in memory; where all together take too much, all groups end.  The shadow has a
   bound, too (values/shadow.h).  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "values/indexed/wet-index.h"
#include "values/replay/threads.h"
#include "wet/build-impl.h"

/* Bytes of rows that are in memory.  */
#define MOST_BYTES ((size_t)1 << 29)
/* Runs of a label in one group, about.  */
#define MOST_RUNS ((size_t)1 << 20)

/* ---- Nodes.  */

static void
release_node (struct wpp_wet_building *x)
{
  wpp_wet_inputs_release (&x->inputs);
  wpp_wet_group_release (&x->group, &x->shape);
  free (x->habits.of);
  free (x->label);
  free (x->stored);
}

static bool
event_is_p (const void *nodes, uint32_t number, const void *event)
{
  return ((const struct wpp_wet_building *)nodes)[number].event == *(const uint32_t *)event;
}

/* The node of EVENT, or WPP_NO_ITEM.  */
static uint32_t
find_node (struct wpp_wet_builder *b, uint32_t event)
{
  uint32_t *recent = &b->recent[event % (sizeof b->recent / sizeof *b->recent)], number = WPP_NO_ITEM;
  if (*recent && b->nodes[*recent - 1].event == event)
    return *recent - 1;
  if (b->by_event.slots)
    number = wpp_hash_find (&b->by_event, wpp_hash_bytes (&b->by_event, &event, sizeof event), event_is_p, b->nodes,
                            &event);
  if (number != WPP_NO_ITEM)
    *recent = number + 1;
  return number;
}

/* Number the labels of X, whose code is CODE.  */
static int
number_labels (struct wpp_wet_building *x, const struct wpp_micro_code *code)
{
  uint32_t n = 0;
  x->n_accesses = code->n_accesses;
  x->label = malloc ((code->n_accesses + (size_t)1) * sizeof *x->label);
  for (uint32_t i = 0; i < code->n_accesses && x->label; i++)
    x->label[i] = wpp_wet_labelled_p (&code->accesses[i]) ? n++ : WPP_NONE;
  x->group.labels = calloc (n + (size_t)1, sizeof *x->group.labels);
  x->shape.n_labels = n;
  return x->label && x->group.labels ? WPP_OK : WPP_E_NOMEM;
}

/* Set what X's path says.  */
static int
look_at_path (struct wpp_wet_builder *b, struct wpp_wet_building *x)
{
  struct wpp_code_path p;
  struct wpp_path path = { 0 };
  struct wpp_code *code = b->bindings->code;
  code->passed = 0;
  int found = wpp_code_decode (code, x->event, &p, &path);
  for (uint32_t i = 0; i < path.n_nodes && found > 0; i++)
    x->n_blocks += !i || p.numbering->cfg->nodes[path.nodes[i]].block
                           != p.numbering->cfg->nodes[path.nodes[i - 1]].block;
  wpp_path_release (&path);
  x->enters = found > 0 && wpp_path_enters (p.numbering, p.number);
  x->leaves = found > 0 && wpp_path_leaves (p.numbering, p.number);
  return found < 0 ? found : WPP_OK;
}

/* Add a node of EVENT of FUNCTION, whose code is CODE, or null.  */
static int
add_node (struct wpp_wet_builder *b, uint32_t event, uint32_t function, const struct wpp_micro_code *code)
{
  const struct wpp_micro_layout *l = b->bindings->layouts[function];
  int err = wpp_hash_reserve (&b->by_event, 1);
  if (!err)
    err = WPP_RESERVE (b->nodes, b->nodes_room, b->n_nodes, 1);
  if (err)
    return err;
  struct wpp_wet_building *x = &b->nodes[b->n_nodes];
  *x = (struct wpp_wet_building){ .event = event, .function = function };
  wpp_hash_add (&b->by_event, wpp_hash_bytes (&b->by_event, &event, sizeof event), b->n_nodes++);
  err = look_at_path (b, x);
  x->shape.first_source = x->shape.end_source = b->n_sources;
  if (!code || err)
    return err;
  if (code->n_accesses > UINT32_MAX - b->n_sources)
    return WPP_E_TOOBIG;
  x->shape.end_source = b->n_sources += code->n_accesses;
  x->n_statements = code->statements;
  for (uint32_t i = 0; i < code->n; i++)
    x->n_values += code->micros[i].operation == WPP_MICRO_WATCH_VALUE && !code->micros[i].b;
  err = wpp_wet_inputs (code, l->n_slots, &x->inputs);
  if (!err)
    err = number_labels (x, code);
  x->shape.n_live = x->inputs.n_live;
  x->shape.n_inputs = x->inputs.n;
  return err;
}

/* ---- What replay tells.  */

static int
compiled (void *data, uint32_t function, uint32_t event, struct wpp_micro_code *code)
{
  struct wpp_wet_builder *b = data;
  uint32_t node = find_node (b, event);
  int err = node == WPP_NO_ITEM ? add_node (b, event, function, code) : WPP_OK;
  if (err)
    return err;
  struct wpp_wet_building *x = &b->nodes[node == WPP_NO_ITEM ? b->n_nodes - 1 : node];
  x->accesses = code->accesses;
  if (WPP_RESERVE (b->told, b->told_room, 0, wpp_wet_width (&x->shape) + 1))
    return WPP_E_NOMEM;
  return wpp_wet_code_tell (code, &x->inputs);
}

/* ---- Paths.  */

/* The activation of NOW has not been the last one of its depth: let *O be what is known of it.  */
static void
resume (struct wpp_wet_builder *b, uint64_t activation, struct wpp_wet_open *o)
{
  size_t n = sizeof b->displaced / sizeof *b->displaced;
  if (o->activation && !o->left)
    b->displaced[b->next_displaced++ % n] = *o;
  *o = (struct wpp_wet_open){ 0 };
  for (size_t i = 0; i < n; i++)
    if (b->displaced[i].activation == activation)
      {
        *o = b->displaced[i];
        b->displaced[i].activation = 0;
        b->switched = true;
      }
}

/* Set *BEFORE to how many events ago the path was that came before this one in its activation, or in the one below if
   it begins; 0: there was none.  */
static int
look_before (struct wpp_wet_builder *b, uint32_t node, const struct wpp_replay_now *now, uint64_t *before)
{
  size_t room = b->open_room;
  if (WPP_RESERVE (b->open, b->open_room, now->depth, 1))
    return WPP_E_NOMEM;
  memset (b->open + room, 0, (b->open_room - room) * sizeof *b->open);
  struct wpp_wet_open *o = &b->open[now->depth];
  const struct wpp_wet_building *x = &b->nodes[node];
  if (o->activation != now->activation)
    resume (b, now->activation, o);
  bool begins = o->activation != now->activation;
  b->switched |= begins && !x->enters && now->depth;
  const struct wpp_wet_open *from = !begins ? o : now->depth ? o - 1 : NULL;
  *before = from && from->activation ? now->event - from->event : 0;
  *o = (struct wpp_wet_open){ now->activation, now->event, x->leaves };
  return begins ? wpp_wet_begin_locals (b, now->function, now->depth) : WPP_OK;
}

static int
path (void *data, const struct wpp_replay_now *now)
{
  struct wpp_wet_builder *b = data;
  uint32_t node = find_node (b, now->path);
  uint64_t before;
  int err = WPP_OK;
  if (node == WPP_NO_ITEM)
    {
      node = b->n_nodes;
      err = add_node (b, now->path, now->function, NULL);
    }
  while (!err && b->events < now->event)
    err = wpp_wet_add_time (b, 0);
  if (!err)
    err = wpp_wet_add_time (b, node + UINT64_C (1));
  if (!err)
    err = look_before (b, node, now, &before);
  if (err)
    return err;
  struct wpp_wet_group *g = &b->nodes[node].group;
  b->now = node;
  b->labelled = 0;
  if (g->first + g->n >= UINT32_MAX)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (g->before, g->before_room, g->n, 1))
    return WPP_E_NOMEM;
  g->before[g->n] = before;
  return WPP_OK;
}

/* Store the rows of X.  */
static int
end_group (struct wpp_wet_builder *b, struct wpp_wet_building *x)
{
  struct wpp_wet_stored_group s = { .n = x->group.n };
  if (!s.n)
    return WPP_OK;
  b->scratch.size = 0;
  int err = wpp_wet_put_values (&b->scratch, &x->group, &x->shape, b->predictor, &x->habits);
  if (!err)
    err = b->scratch.failed ? WPP_E_NOMEM
                            : wpp_wet_append (b->writer, WPP_WET_VALUES, b->scratch.data, b->scratch.size, &s.values);
  b->scratch.size = 0;
  if (!err)
    err = wpp_wet_put_labels (&b->scratch, &x->group, &x->shape, b->predictor, &x->habits);
  if (!err)
    err = b->scratch.failed ? WPP_E_NOMEM
                            : wpp_wet_append (b->writer, WPP_WET_LABELS, b->scratch.data, b->scratch.size, &s.labels);
  if (!err && WPP_RESERVE (x->stored, x->stored_room, x->n_stored, 1))
    err = WPP_E_NOMEM;
  if (err)
    return err;
  x->stored[x->n_stored++] = s;
  b->bytes -= x->bytes;
  x->bytes = 0;
  wpp_wet_group_clear (&x->group, &x->shape);
  return WPP_OK;
}

/* Give back the memory of X's rows.  */
static void
forget_rows (struct wpp_wet_building *x)
{
  struct wpp_wet_group *g = &x->group;
  free (g->words);
  g->words = NULL;
  g->words_room = 0;
  for (uint32_t i = 0; i < x->shape.n_labels; i++)
    {
      free (g->labels[i].runs);
      g->labels[i].runs = NULL;
      g->labels[i].runs_room = 0;
    }
}

static int
end_groups (struct wpp_wet_builder *b)
{
  int err = WPP_OK;
  for (size_t i = 0; i < b->n_nodes && !err; i++)
    {
      err = end_group (b, &b->nodes[i]);
      forget_rows (&b->nodes[i]);
    }
  return err;
}

/* Let the last row of X be what was told; nothing if IRREGULAR.  */
static int
store_row (struct wpp_wet_builder *b, struct wpp_wet_building *x, bool regular)
{
  struct wpp_wet_group *g = &x->group;
  uint32_t width = wpp_wet_width (&x->shape), stored = x->shape.n_live + x->shape.n_inputs;
  if (WPP_RESERVE (g->words, g->words_room, (size_t)g->n * width, width))
    return WPP_E_NOMEM;
  uint64_t *to = g->words + (size_t)g->n * width, known = 1;
  if (!regular)
    {
      memset (to, 0, width * sizeof *to);
      return wpp_wet_add_row (&g->irregular, g->n);
    }
  for (uint32_t i = 0; i < width; i++)
    {
      to[i] = b->told[i].known ? b->told[i].word : 0;
      known &= b->told[i].known;
    }
  for (uint32_t i = 0; i < stored && !known; i++)
    if (!b->told[i].known)
      {
        if (WPP_RESERVE (g->unknown, g->unknown_room, g->n_unknown, 1))
          return WPP_E_NOMEM;
        g->unknown[g->n_unknown].row = g->n;
        g->unknown[g->n_unknown++].word = i;
      }
  return WPP_OK;
}

/* Are there enough rows of X?  */
static bool
full_p (const struct wpp_wet_building *x)
{
  const struct wpp_wet_group *g = &x->group;
  for (uint32_t i = 0; i < x->shape.n_labels; i++)
    if (g->labels[i].n >= MOST_RUNS)
      return true;
  return g->n == WPP_WET_BLOCK;
}

static int
ran (void *data, const struct wpp_replay_now *now, bool regular)
{
  struct wpp_wet_builder *b = data;
  struct wpp_wet_building *x = &b->nodes[b->now];
  size_t bytes = 8 * (wpp_wet_width (&x->shape) + (size_t)x->shape.n_labels) + 8;
  int err = b->labelled < x->shape.n_labels ? wpp_wet_complete_labels (x) : WPP_OK;
  if (!err)
    err = store_row (b, x, regular);
  if (err)
    return err;
  b->totals.executions++;
  b->totals.irregular += !regular;
  b->totals.statements += x->n_statements;
  b->totals.values += x->n_values;
  b->totals.inputs += x->shape.n_live + x->shape.n_inputs;
  b->totals.blocks += x->n_blocks;
  x->bytes += bytes;
  b->bytes += bytes;
  x->group.n++;
  if (full_p (x))
    err = end_group (b, x);
  return err || b->bytes < MOST_BYTES ? err : end_groups (b);
}

/* ---- Threads.  */

static void
put_node (struct wpp_buffer *b, const struct wpp_wet_building *x)
{
  wpp_put_u32 (b, x->event);
  wpp_put_leb (b, x->function);
  wpp_put_leb (b, x->shape.n_live);
  wpp_put_leb (b, x->shape.n_inputs);
  wpp_put_leb (b, x->shape.n_labels);
  wpp_put_leb (b, x->n_accesses);
  wpp_put_leb (b, x->n_stored);
  for (size_t i = 0; i < x->n_stored; i++)
    {
      wpp_put_leb (b, x->stored[i].n);
      wpp_wet_put_where (b, x->stored[i].values);
      wpp_wet_put_where (b, x->stored[i].labels);
    }
}

static void
forget_thread (struct wpp_wet_builder *b)
{
  for (size_t i = 0; i < b->n_nodes; i++)
    release_node (&b->nodes[i]);
  b->n_nodes = b->bytes = b->n_times = b->events = 0;
  wpp_hash_release (&b->by_event);
  b->by_event = (struct wpp_hash_table){ 0 };
  memset (b->recent, 0, sizeof b->recent);
  b->n_sources = WPP_WET_FIRST;
  b->blocks.size = 0;
  b->times_habit = (struct wpp_wet_habit){ 0 };
  memset (b->open, 0, b->open_room * sizeof *b->open);
  memset (b->displaced, 0, sizeof b->displaced);
  b->switched = false;
  wpp_shadow_forget (&b->shadow);
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct wpp_wet_builder *b = data;
  return wpp_wet_watched (b->bindings->layouts[function]->body, err);
}

static int
build_thread (struct wpp_wet_builder *b, const struct wpp_thread *t)
{
  int err = WPP_OK;
  const struct wpp_replay_user user = { .data = b, .watched = watched, .path = path, .compiled = compiled,
                                        .told = &b->told, .ran = ran, .memory = wpp_wet_memory };
  forget_thread (b);
  struct wpp_values_replay *r = wpp_values_replay_new (b->bindings, &user, &err);
  if (!err)
    err = wpp_replay_thread (r, t);
  /* Of memory that was forgotten, who wrote it is not known: labels would say that nobody did.  */
  if (!err && b->shadow.forgotten)
    err = WPP_E_TOOBIG;
  if (!err)
    err = end_groups (b);
  if (!err && b->n_times)
    err = wpp_wet_end_times (b);
  wpp_values_replay_free (r);
  wpp_put_leb (&b->contents, t->index);
  wpp_put_u8 (&b->contents, b->switched);
  wpp_put_leb (&b->contents, b->events);
  wpp_put_leb (&b->contents, b->n_nodes);
  for (size_t i = 0; i < b->n_nodes; i++)
    put_node (&b->contents, &b->nodes[i]);
  wpp_put_bytes (&b->contents, b->blocks.data, b->blocks.size);
  return err;
}

/* ---- The whole.  */

static void
put_head (const struct wpp_wet_builder *b, const struct wpp_profile *p, struct wpp_buffer *all)
{
  uint64_t hash, size;
  wpp_wet_identify (b->bindings, p, &hash, &size);
  wpp_put_string (all, p->file);
  wpp_put_u64 (all, hash);
  wpp_put_u64 (all, size);
#define PUT(NAME, WHAT) wpp_put_leb (all, b->totals.NAME);
  WPP_WET_TOTALS (PUT)
#undef PUT
  wpp_put_leb (all, p->n_threads);
  wpp_put_bytes (all, b->contents.data, b->contents.size);
}

static void
release (struct wpp_wet_builder *b)
{
  if (b->open)
    forget_thread (b);
  wpp_shadow_release (&b->shadow);
  wpp_wet_objects_release (b);
  wpp_hash_release (&b->by_event);
  wpp_buffer_release (&b->blocks);
  wpp_buffer_release (&b->contents);
  wpp_buffer_release (&b->scratch);
  free (b->nodes);
  free (b->told);
  free (b->counts);
  free (b->open);
  wpp_wet_writer_free (b->writer);
  free (b);
}

int
wpp_wet_build (struct wpp_bindings *bindings, const struct wpp_profile *p, int fd, enum wpp_wet_predictor predictor,
               struct wpp_wet_built *built)
{
  struct wpp_wet_builder *b = calloc (1, sizeof *b);
  struct wpp_buffer all = { 0 };
  int err = p->file ? WPP_OK : WPP_E_RANGE;
  if (!b)
    return WPP_E_NOMEM;
  b->bindings = bindings;
  b->predictor = predictor;
  b->writer = wpp_wet_writer_new (fd);
  if (!err && (!b->writer || WPP_RESERVE (b->told, b->told_room, 0, 64) || WPP_RESERVE (b->open, b->open_room, 0, 64)))
    err = WPP_E_NOMEM;
  if (b->open)
    memset (b->open, 0, b->open_room * sizeof *b->open);
  for (size_t i = 0; i < p->n_threads && !err; i++)
    err = build_thread (b, &p->threads[i]);
  if (!err)
    put_head (b, p, &all);
  if (!err)
    err = b->contents.failed || all.failed ? WPP_E_NOMEM : wpp_wet_writer_end (b->writer, &all);
  built->totals = b->totals;
  built->outside = b->outside;
  for (unsigned k = 0; k < WPP_N_WET_KINDS && !err; k++)
    built->of_kind[k] = wpp_wet_written (b->writer, k);
  built->bytes = err ? 0 : wpp_wet_written_in_all (b->writer);
  wpp_buffer_release (&all);
  release (b);
  return err;
}
