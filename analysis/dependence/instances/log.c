/* What a segment of a thread did: its paths, and what they accessed in memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "dependence/instances/instances-impl.h"

void
wpp_log_empty (struct wpp_log *l)
{
  l->n = l->n_accesses = l->n_results = 0;
}

void
wpp_log_release (struct wpp_log *l)
{
  free (l->logged);
  free (l->accesses);
  free (l->results);
}

/* ---- The criterion's block.  */

bool
wpp_log_continues_p (const struct wpp_log *l, const struct wpp_known_path *p)
{
  const struct wpp_slice_criterion *c = l->criterion;
  if (p->function != c->function || !p->path.n_nodes)
    return false;
  const struct wpp_cfg *cfg = l->paths->model->functions[p->function]->cfg;
  return cfg->nodes[p->path.nodes[0]].flags & WPP_NODE_CONTINUES && wpp_continues_p (cfg, l->node, p->path.nodes[0]);
}

/* Let L know where the criterion's variable is, if the frame of NOW's activation tells.  Its first path has told
   nothing when it comes.  */
static void
note_address (struct wpp_log *l, const struct wpp_replay_now *now)
{
  const struct wpp_micro_layout *layout = l->bindings->layouts[now->function];
  const struct wpp_body *b = layout ? layout->body : NULL;
  bool local = b && l->variable != WPP_NONE && l->variable >= b->n_globals;
  uint32_t slot = local ? layout->frames[l->variable - b->n_globals] : 0;
  struct wpp_replay_frame f = wpp_values_replay_frame (now->replay, now->depth);
  if (slot && f.values && f.place != WPP_NO_NODE)
    l->address = f.values[slot - 1];
}

/* A path of KNOWN comes while the criterion's block is executed.  1: it has been left.  */
static int
follow_block (struct wpp_log *l, const struct wpp_replay_now *now, const struct wpp_known_path *known)
{
  if (now->event < l->criterion_event)
    return WPP_OK;
  if (now->event == l->criterion_event)
    {
      l->criterion_activation = now->activation;
      l->block_event = now->event;
      note_address (l, now);
      return WPP_OK;
    }
  if (now->activation != l->criterion_activation)
    return wpp_values_replay_open (now->replay) ? WPP_OK : 1;
  note_address (l, now);
  if (!l->at_end && !wpp_log_continues_p (l, known))
    return 1;
  l->at_end = false;
  l->block_event = now->event;
  return WPP_OK;
}

/* ---- What replay tells.  */

static uint64_t
parent_of (const struct wpp_replay_now *now)
{
  return now->depth ? wpp_values_replay_frame (now->replay, now->depth - 1).activation : 0;
}

static int
path (void *data, const struct wpp_replay_now *now)
{
  struct wpp_log *l = data;
  uint32_t number;
  if (!l->on && (!l->criterion || now->event < l->criterion_event))
    return WPP_OK;
  int err = wpp_known_path (l->paths, now->path, &number);
  if (!err && l->criterion)
    err = follow_block (l, now, &l->paths->items[number]);
  if (err || !l->on)
    return err;
  if (WPP_RESERVE (l->logged, l->room, l->n, 1))
    return WPP_E_NOMEM;
  l->logged[l->n++] = (struct wpp_logged_path){ .event = now->event, .activation = now->activation,
                                                .parent = parent_of (now), .path = number, .depth = now->depth,
                                                .first_access = l->n_accesses, .first_value = l->n_results };
  return WPP_OK;
}

static uint64_t
space_of (const struct wpp_micro_layout *layout, uint64_t activation, const struct wpp_memory_access *a)
{
  switch (a->space)
    {
    case WPP_SPACE_LOCAL: return activation;
    case WPP_SPACE_STATIC: return WPP_SPACE_OF_STATICS + (layout->first_check - layout->first_key);
    case WPP_SPACE_STREAM: return WPP_SPACE_OF_STREAMS;
    default: return WPP_SPACE_OF_MEMORY;
    }
}

/* How many bytes the variable of A has.  */
static uint64_t
bytes_of (const struct wpp_body *b, const struct wpp_memory_access *a)
{
  const struct wpp_variable *v = a->space == WPP_SPACE_LOCAL ? &b->locals[a->object] :
  &b->program->variables[a->object];
  return wpp_body_type (b, v->type)->size / 8;
}

/* Bytes of an object are numbered from OBJECT times this on.  */
#define OBJECT_BYTES (UINT64_C (1) << 36)

static uint64_t
object_address (uint32_t object)
{
  return object % (UINT32_C (1) << 26) * OBJECT_BYTES;
}

bool
wpp_log_find_variable (const struct wpp_log *l, uint32_t function, uint64_t activation, uint32_t variable,
                       uint64_t *space, uint64_t *address)
{
  const struct wpp_micro_layout *layout = l->bindings->layouts[function];
  const struct wpp_body *b = layout->body;
  bool local = variable >= b->n_globals, based = layout->bases && !local;
  uint32_t object = local ? variable - b->n_globals : b->globals[variable];
  uint8_t storage = layout->plan.storage[variable];
  if (storage == WPP_STORAGE_KEPT || storage == WPP_STORAGE_NAMED)
    {
      const struct wpp_memory_access a = { .space = local ? WPP_SPACE_LOCAL : WPP_SPACE_STATIC, .object = object };
      *space = space_of (layout, activation, &a);
      *address = object_address (object);
      return true;
    }
  *space = WPP_SPACE_OF_MEMORY;
  *address = storage == WPP_STORAGE_FRAMED ? l->address.word : based ? layout->bases[object] : 0;
  return *address;
}

int
wpp_log_access (struct wpp_log *l, uint32_t function, uint64_t activation, const struct wpp_memory_access *a,
                struct wpp_word address, struct wpp_word n, bool surprised)
{
  const struct wpp_micro_layout *layout = l->bindings->layouts[function];
  if (WPP_RESERVE (l->accesses, l->accesses_room, l->n_accesses, 1))
    return WPP_E_NOMEM;
  bool object = a->space == WPP_SPACE_LOCAL || a->space == WPP_SPACE_STATIC;
  struct wpp_logged_access x = { .space = space_of (layout, activation, a), .address = address.word,
                                 .bytes = n.known ? n.word : UINT64_MAX, .statement = a->statement,
                                 .operand = a->operand, .how = a->how, .known = address.known,
                                 .surprised = surprised };
  if (object)
    {
      /* What is elsewhere in the variable is all of it.  */
      bool in = x.known && x.address < OBJECT_BYTES && x.bytes <= OBJECT_BYTES - x.address;
      x.address = object_address (a->object) + (in ? x.address : 0);
      if (!in)
        {
          x.bytes = bytes_of (layout->body, a);
          x.how |= WPP_MEMORY_MAY;
        }
      x.known = true;
    }
  l->accesses[l->n_accesses++] = x;
  return WPP_OK;
}

static int
memory (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a, struct wpp_word address,
        struct wpp_word n, bool surprised)
{
  struct wpp_log *l = data;
  return l->on ? wpp_log_access (l, now->function, now->activation, a, address, n, surprised) : WPP_OK;
}

static int
value (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  struct wpp_log *l = data;
  if (!l->on)
    return WPP_OK;
  if (WPP_RESERVE (l->results, l->results_room, l->n_results, 1))
    return WPP_E_NOMEM;
  l->results[l->n_results++] = (struct wpp_logged_value){ now->statement, now->use, v };
  return WPP_OK;
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct wpp_log *l = data;
  const struct wpp_body *b = l->bindings->layouts[function]->body;
  uint8_t *flags = malloc (b->n_statements + (size_t)1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      bool memory = s->flags & (WPP_STATEMENT_READS | WPP_STATEMENT_WRITES) || s->kind == WPP_STATEMENT_CALL;
      bool tells = l->values && !wpp_codeless_p (s);
      bool decides = s->kind == WPP_STATEMENT_CONDITION || s->kind == WPP_STATEMENT_SWITCH;
      flags[i] = (memory || !wpp_codeless_p (s) ? WPP_WATCH_MEMORY : 0) | (tells ? WPP_WATCH_VALUE : 0)
                 | (tells && decides ? WPP_WATCH_USES : 0);
    }
  return flags;
}

struct wpp_replay_user
wpp_log_user (struct wpp_log *l)
{
  return (struct wpp_replay_user){ .data = l, .watched = watched, .path = path, .value = value, .memory = memory };
}

struct wpp_replay_user
wpp_log_follower (struct wpp_log *l)
{
  return (struct wpp_replay_user){ .data = l, .path = path };
}
