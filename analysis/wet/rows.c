/* Executions of nodes: what they computed, and who wrote what they read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/search.h"
#include "wet/read-impl.h"

/* Bytes of what nodes have at hand; then all of it is forgotten.  */
#define MOST_BYTES ((size_t)1 << 29)

/* ---- Code.  */

static void
free_code (struct wpp_wet_node_code *c)
{
  if (!c)
    return;
  wpp_micro_code_free (c->telling);
  wpp_wet_inputs_release (&c->inputs);
  free (c->quiet.micros);
  free (c->label);
  free (c->slots);
  free (c);
}

/* Let C->quiet be C->telling without watches.  */
static int
make_quiet (struct wpp_wet_node_code *c)
{
  c->quiet = *c->telling;
  c->quiet.n = 0;
  c->quiet.micros = malloc (c->telling->n * sizeof *c->quiet.micros);
  for (uint32_t i = 0; i < c->telling->n && c->quiet.micros; i++)
    if (!wpp_wet_watch_p (&c->telling->micros[i]))
      c->quiet.micros[c->quiet.n++] = c->telling->micros[i];
  return c->quiet.micros ? WPP_OK : WPP_E_NOMEM;
}

struct wpp_micro_code *
wpp_wet_compile (const struct wpp_bindings *b, const struct wpp_wet_node *x, const uint8_t *watched, int *err)
{
  struct wpp_micro_layout *l = b->layouts[x->function];
  struct wpp_code_path p;
  b->code->passed = 0;
  int found = wpp_code_path (b->code, x->event, &p);
  if (found <= 0 || p.index != x->function)
    {
      *err = found < 0 ? found : WPP_E_CORRUPT;
      return NULL;
    }
  const uint8_t *others = l->watched;
  l->watched = watched;
  struct wpp_micro_code *code = wpp_compile_path (l, p.numbering, p.number, err);
  l->watched = others;
  return code;
}

/* Compile the path of X so that it tells all.  */
static struct wpp_micro_code *
compile_all (const struct wpp_bindings *b, const struct wpp_wet_node *x, int *err)
{
  uint8_t *watched = wpp_wet_watched (b->layouts[x->function]->body, err);
  struct wpp_micro_code *code = watched ? wpp_wet_compile (b, x, watched, err) : NULL;
  free (watched);
  return code;
}

static int
fill_code (struct wpp_wet_node_code *c, const struct wpp_micro_layout *l, const struct wpp_wet_node *x)
{
  uint32_t n = 0;
  int err = wpp_wet_inputs (c->telling, l->n_slots, &c->inputs);
  if (err)
    return err;
  if (c->inputs.n_live != x->shape.n_live || c->inputs.n != x->shape.n_inputs || c->inputs.n_reads != x->shape.n_labels
      || c->telling->n_accesses != x->n_accesses)
    return WPP_E_CORRUPT;
  wpp_wet_code_purify (c->telling, l->n_slots);
  c->slots = calloc (l->n_slots + (size_t)c->inputs.n + 1, sizeof *c->slots);
  c->label = malloc ((x->n_accesses + (size_t)1) * sizeof *c->label);
  if (!c->slots || !c->label)
    return WPP_E_NOMEM;
  c->slots[0].known = 1;
  for (uint32_t i = 0; i < x->n_accesses; i++)
    c->label[i] = wpp_wet_labelled_p (&c->telling->accesses[i]) ? n++ : WPP_NONE;
  return make_quiet (c);
}

struct wpp_wet_node_code *
wpp_wet_code_of (struct wpp_wet_thread_graph *t, struct wpp_wet_node *x, int *err)
{
  *err = WPP_OK;
  if (x->code)
    return x->code;
  struct wpp_micro_layout *l = t->graph->bindings->layouts[x->function];
  struct wpp_wet_node_code *c = l ? calloc (1, sizeof *c) : NULL;
  *err = c ? WPP_OK : l ? WPP_E_NOMEM : WPP_E_CORRUPT;
  if (c && (c->telling = compile_all (t->graph->bindings, x, err)))
    *err = fill_code (c, l, x);
  if (!*err)
    return x->code = c;
  free_code (c);
  return NULL;
}

const struct wpp_memory_access *
wpp_wet_accesses (struct wpp_wet_thread_graph *t, uint32_t node, uint32_t *n, int *err)
{
  struct wpp_wet_node *x = &t->nodes[node];
  *n = x->n_accesses;
  *err = WPP_OK;
  struct wpp_wet_node_code *c = x->n_accesses ? wpp_wet_code_of (t, x, err) : NULL;
  return c ? c->telling->accesses : NULL;
}

/* ---- What is at hand.  */

static void
forget (struct wpp_wet_node *x)
{
  wpp_wet_group_release (&x->values, &x->shape);
  wpp_wet_group_release (&x->labels, &x->shape);
  for (uint32_t i = 0; i < x->shape.n_labels && x->starts; i++)
    free (x->starts[i]);
  free (x->starts);
  free (x->known);
  x->starts = NULL;
  x->known = NULL;
  x->has_values = x->has_labels = false;
  x->bytes = 0;
}

void
wpp_wet_node_release (struct wpp_wet_node *x)
{
  forget (x);
  free_code (x->code);
}

/* Forget what nodes have at hand, all but what KEEP has.  */
static void
forget_rows (struct wpp_wet *g, const struct wpp_wet_node *keep)
{
  g->bytes = keep ? keep->bytes : 0;
  for (size_t i = 0; i < g->n_threads; i++)
    for (uint32_t j = 0; j < g->threads[i].n_nodes; j++)
      if (&g->threads[i].nodes[j] != keep)
        forget (&g->threads[i].nodes[j]);
}

void
wpp_wet_count_bytes (struct wpp_wet *g, struct wpp_wet_node *x, size_t more)
{
  if (g->bytes + more > MOST_BYTES)
    forget_rows (g, x);
  x->bytes += more;
  g->bytes += more;
}

const struct wpp_wet_found_group *
wpp_wet_group_of (const struct wpp_wet_node *x, uint32_t k)
{
  size_t after = WPP_PARTITION_POINT (i, x->n_groups, x->groups[i].first <= k);
  return after ? &x->groups[after - 1] : NULL;
}

/* ---- Values.  */

/* Let X's code have the row number ROW.  */
static void
load_row (const struct wpp_wet_node *x, const struct wpp_micro_layout *l, uint32_t row)
{
  uint32_t n_live = x->shape.n_live, n = n_live + x->shape.n_inputs;
  const uint64_t *words = x->values.words + (size_t)row * n;
  const unsigned char *known = x->known ? x->known + (size_t)row * n : NULL;
  struct wpp_word *slots = x->code->slots;
  for (uint32_t i = 0; i < n; i++)
    slots[i < n_live ? x->code->inputs.live[i] : l->n_slots + (i - n_live)]
      = (struct wpp_word){ words[i], known ? known[i] : 1 };
}

static int
run (struct wpp_wet_node *x, const struct wpp_micro_layout *l, const struct wpp_micro_code *code,
     const struct wpp_value_watch *watch)
{
  static const struct wpp_value_record none = { .id = WPP_NO_RECORD };
  struct wpp_micro_run r = { .slots = x->code->slots, .layout = l, .record = &none };
  if (watch)
    r.watch = *watch;
  return wpp_micro_run (&r, code, 0);
}

/* Let X's words be what C stores: differences are added to what slots had when the row before ended.  Irregular rows
   have zeros.  */
static int
add_up (struct wpp_wet_node *x, const struct wpp_micro_layout *l, const struct wpp_wet_columns *c)
{
  struct wpp_wet_group *g = &x->values;
  uint32_t n_live = x->shape.n_live, n = n_live + x->shape.n_inputs;
  bool relative = false;
  size_t irregular = 0;
  int err = WPP_OK;
  for (uint32_t i = 0; i < n_live; i++)
    relative |= c->relative[i];
  for (uint32_t row = 0; row < g->n && !err; row++)
    {
      uint64_t *words = g->words + (size_t)row * n;
      bool ran = row && !wpp_wet_row_p (&g->irregular, &irregular, row - 1);
      for (uint32_t i = 0; i < n; i++)
        words[i] = c->words[(size_t)i * g->n + row];
      for (uint32_t i = 0; i < n_live && relative && ran; i++)
        {
          struct wpp_word end = x->code->slots[x->code->inputs.live[i]];
          words[i] += c->relative[i] && end.known ? end.word : 0;
        }
      if (!relative)
        continue;
      load_row (x, l, row);
      err = run (x, l, &x->code->quiet, NULL);
    }
  return err;
}

/* Set which of X's words are known.  */
static int
set_known (struct wpp_wet_node *x)
{
  struct wpp_wet_group *g = &x->values;
  size_t n = x->shape.n_live + (size_t)x->shape.n_inputs;
  if (!g->n_unknown)
    return WPP_OK;
  if (!(x->known = malloc (n * g->n)))
    return WPP_E_NOMEM;
  memset (x->known, 1, n * g->n);
  for (size_t i = 0; i < g->n_unknown; i++)
    x->known[g->unknown[i].row * n + g->unknown[i].word] = 0;
  return WPP_OK;
}

/* Let X have the values of execution K at hand.  */
static int
look_at_values (struct wpp_wet_thread_graph *t, struct wpp_wet_node *x, uint32_t k)
{
  struct wpp_wet_group *g = &x->values;
  struct wpp_reader r;
  int err;
  if (x->has_values && k >= g->first && k - g->first < g->n)
    return WPP_OK;
  if (!wpp_wet_code_of (t, x, &err))
    return err;
  const struct wpp_wet_found_group *found = wpp_wet_group_of (x, k);
  size_t n = x->shape.n_live + (size_t)x->shape.n_inputs;
  x->has_values = false;
  free (x->known);
  x->known = NULL;
  if (!found)
    return WPP_E_CORRUPT;
  g->first = found->first;
  g->n = found->n;
  size_t room = g->words_room;
  if (WPP_RESERVE (g->words, g->words_room, 0, n * g->n + 1))
    return WPP_E_NOMEM;
  wpp_wet_count_bytes (t->graph, x, (g->words_room - room) * sizeof *g->words);
  struct wpp_wet_columns c = { NULL };
  err = wpp_wet_page_at (t->graph->pages, WPP_WET_VALUES, found->values, &r);
  if (!err)
    err = wpp_wet_read_values (&r, g, &x->shape, &c);
  if (!err)
    err = set_known (x);
  if (!err)
    err = add_up (x, t->graph->bindings->layouts[x->function], &c);
  free (c.words);
  free (c.relative);
  x->has_values = !err;
  return err;
}

int
wpp_wet_look (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, bool *regular)
{
  struct wpp_wet_node *x = &t->nodes[i.node];
  size_t at = 0;
  int err = i.k < x->executions ? look_at_values (t, x, i.k) : WPP_E_CORRUPT;
  *regular = !err && !wpp_wet_row_p (&x->values.irregular, &at, i.k - x->values.first);
  return err;
}

int
wpp_wet_run (struct wpp_wet_node *x, const struct wpp_micro_layout *l, uint32_t k, const struct wpp_micro_code *code,
             const struct wpp_value_watch *watch)
{
  load_row (x, l, k - x->values.first);
  return run (x, l, code, watch);
}

int
wpp_wet_tell (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, const struct wpp_value_watch *watch,
              bool *regular)
{
  struct wpp_wet_node *x = &t->nodes[i.node];
  const struct wpp_micro_layout *l = t->graph->bindings->layouts[x->function];
  *regular = false;
  int err = l ? wpp_wet_look (t, i, regular) : WPP_OK;
  return err || !*regular ? err : wpp_wet_run (x, l, i.k, x->code->telling, watch);
}

int
wpp_wet_slot (struct wpp_wet_thread_graph *t, struct wpp_wet_instance i, uint32_t slot, struct wpp_word *v,
              bool *found)
{
  int err;
  bool regular;
  struct wpp_wet_node *x = &t->nodes[i.node];
  *v = (struct wpp_word){ 0, 0 };
  if (!wpp_wet_code_of (t, x, &err))
    return err;
  *found = wpp_wet_assigns_p (x->code->telling, slot);
  for (uint32_t j = 0; j < x->code->inputs.n_live; j++)
    *found |= x->code->inputs.live[j] == slot;
  err = *found ? wpp_wet_look (t, i, &regular) : WPP_OK;
  if (!*found || err)
    return err;
  if (!regular)
    return WPP_E_RANGE;
  err = wpp_wet_run (x, t->graph->bindings->layouts[x->function], i.k, &x->code->quiet, NULL);
  *v = x->code->slots[slot];
  return err;
}

int
wpp_wet_ends_of (struct wpp_wet_thread_graph *t, uint32_t node, struct wpp_wet_ends *ends)
{
  int err;
  struct wpp_wet_node *x = &t->nodes[node];
  struct wpp_code *code = t->graph->bindings->code;
  struct wpp_code_path p;
  if (!wpp_wet_code_of (t, x, &err))
    return err;
  code->passed = 0;
  int found = wpp_code_path (code, x->event, &p);
  if (found <= 0)
    return found ? found : WPP_E_CORRUPT;
  *ends = (struct wpp_wet_ends){ wpp_path_enters (p.numbering, p.number), wpp_path_leaves (p.numbering, p.number),
                                 x->code->telling->end };
  return WPP_OK;
}
