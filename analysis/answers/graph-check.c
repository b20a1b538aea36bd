/* A graph compared with replay.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/graph-check.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "values/replay/threads.h"
#include "wet/code.h"
#include "wet/wet.h"

static void
mix (uint64_t *hash, uint64_t x)
{
  *hash = (*hash ^ x) * UINT64_C (0x9E3779B97F4A7C15);
  *hash ^= *hash >> 29;
}

/* ---- Replay.  */

/* A byte, by the space that it is in, and who wrote it last.  */
struct byte
{
  uint64_t space, address;
  uint64_t event;                /* plus 1; 0: nobody */
  uint32_t statement, operand;
};

struct told
{
  uint64_t all, sources;         /* hashes */
  uint32_t node_event;           /* the path */
  uint64_t before;               /* how many events ago the one before it was */
  bool regular;
};

struct replayed
{
  struct wpp_bindings *bindings;
  struct told *times;            /* [n] */
  size_t n, room;
  struct byte *bytes;            /* [n_bytes] */
  size_t n_bytes, bytes_room;
  struct wpp_hash_table table;
  bool begins_after_copy;
};

static bool
byte_is_p (const void *bytes, uint32_t number, const void *key)
{
  const struct byte *b = &((const struct byte *)bytes)[number], *k = key;
  return b->space == k->space && b->address == k->address;
}

/* The byte at ADDRESS in SPACE; null: memory is out.  */
static struct byte *
byte_at (struct replayed *r, uint64_t space, uint64_t address)
{
  const struct byte key = { space, address, 0, 0, 0 };
  if (wpp_hash_reserve (&r->table, 1) || WPP_RESERVE (r->bytes, r->bytes_room, r->n_bytes, 1))
    return NULL;
  uint32_t hash = wpp_hash_bytes (&r->table, &key, 16);
  uint32_t number = wpp_hash_find (&r->table, hash, byte_is_p, r->bytes, &key);
  if (number == WPP_NO_ITEM)
    {
      number = r->n_bytes++;
      r->bytes[number] = key;
      wpp_hash_add (&r->table, hash, number);
    }
  return &r->bytes[number];
}

/* Spaces that no access is in: who has an activation's last path.  */
#define ACTIVATIONS UINT64_MAX

/* Set *BEFORE to how many events ago the path before NOW was, in its activation or in the one below.  */
static int
look_before (struct replayed *r, const struct wpp_replay_now *now, uint64_t *before)
{
  struct byte *b = byte_at (r, ACTIVATIONS, now->activation);
  uint64_t last = b ? b->event : 0;
  if (!b)
    return WPP_E_NOMEM;
  b->event = now->event + 1;
  if (!last && now->depth)
    {
      b = byte_at (r, ACTIVATIONS, wpp_values_replay_frame (now->replay, now->depth - 1).activation);
      last = b ? b->event : 0;
    }
  *before = last ? now->event + 1 - last : 0;
  return b ? WPP_OK : WPP_E_NOMEM;
}

static int
path (void *data, const struct wpp_replay_now *now)
{
  struct replayed *r = data;
  if (WPP_RESERVE (r->times, r->room, r->n, now->event - r->n + 1))
    return WPP_E_NOMEM;
  memset (r->times + r->n, 0, (now->event - r->n + 1) * sizeof *r->times);
  r->n = now->event + 1;
  r->times[now->event].node_event = now->path;
  return look_before (r, now, &r->times[now->event].before);
}

static int
ran (void *data, const struct wpp_replay_now *now, bool regular)
{
  struct replayed *r = data;
  r->times[r->n - 1].regular = regular;
  return WPP_OK;
}

static void
mix_value (uint64_t *hash, uint32_t statement, uint32_t use, struct wpp_word v)
{
  mix (hash, statement);
  mix (hash, use + (uint64_t) (v.known << 32));
  mix (hash, v.known ? v.word : 0);
}

static int
value (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  struct replayed *r = data;
  mix_value (&r->times[r->n - 1].all, now->statement, now->use, v);
  return WPP_OK;
}

static void
mix_access (uint64_t *hash, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n)
{
  mix_value (hash, a->statement, a->operand + 1000 + a->how, address);
  mix_value (hash, a->statement, a->space, n);
}

/* Who wrote a byte, for a hash.  */
static void
mix_source (uint64_t *hash, uint64_t event, uint32_t statement, uint32_t operand)
{
  mix (hash, event);
  mix (hash, event ? (uint64_t)statement << 32 | operand : 0);
}

/* How many bytes of the object of A there are.  */
static uint64_t
size_of (const struct wpp_body *b, const struct wpp_memory_access *a)
{
  const struct wpp_variable *v
    = a->space == WPP_SPACE_LOCAL ? &b->locals[a->object] : &b->program->variables[a->object];
  return v->type < b->program->n_types ? b->program->types[v->type].size / 8 : 0;
}

/* Let SPACE, ADDRESS and N be where A is, and say whether that is known.  What a read has elsewhere is all of it.  */
static bool
place (const struct replayed *r, const struct wpp_replay_now *now, const struct wpp_memory_access *a,
       struct wpp_word at, struct wpp_word bytes, uint64_t *space, uint64_t *address, uint64_t *n)
{
  bool known = at.known && bytes.known;
  const struct wpp_micro_layout *l = r->bindings->layouts[now->function];
  *space = a->space;
  *address = at.word;
  *n = bytes.word;
  if (a->space != WPP_SPACE_LOCAL && a->space != WPP_SPACE_STATIC)
    return known;
  uint64_t size = size_of (l->body, a);
  bool in = known && at.word <= size && bytes.word <= size - at.word;
  if (!in && a->how & WPP_MEMORY_WRITES)
    return false;
  if (!in)
    {
      *address = 0;
      *n = size;
    }
  mix (space, a->object);
  mix (space, a->space == WPP_SPACE_LOCAL ? now->activation : (uint64_t)(uintptr_t)l->body->program);
  return true;
}

#define MOST (UINT64_C (1) << 20)

static int
memory (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a, struct wpp_word address,
        struct wpp_word n, bool surprised)
{
  struct replayed *r = data;
  struct told *t = &r->times[r->n - 1];  /* what comes after its event is the path's, too */
  uint64_t space, first, bytes;
  mix_access (&t->all, a, address, n);
  n = wpp_wet_bytes (a, n);
  bool known = place (r, now, a, address, n, &space, &first, &bytes);
  bool copies = r->begins_after_copy;
  r->begins_after_copy = a->how & WPP_MEMORY_COPY;
  if (bytes > MOST)
    bytes = MOST;
  if (wpp_wet_labelled_p (a))
    {
      for (uint64_t i = 0; i < bytes && known; i++)
        {
          const struct byte *b = byte_at (r, space, first + i);
          if (!b)
            return WPP_E_NOMEM;
          mix_source (&t->sources, b->event, b->statement, b->operand);
        }
      mix (&t->sources, surprised);
    }
  for (uint64_t i = 0; i < bytes && known && a->how & WPP_MEMORY_WRITES; i++)
    {
      struct byte *b = byte_at (r, space, first + i);
      if (!b)
        return WPP_E_NOMEM;
      b->event = a->how & WPP_MEMORY_BEGINS && !copies ? 0 : r->n;
      b->statement = a->statement;
      b->operand = a->operand;
    }
  return WPP_OK;
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  const struct replayed *r = data;
  return wpp_wet_watched (r->bindings->layouts[function]->body, err);
}

/* ---- The graph.  */

struct compared
{
  struct wpp_wet_thread_graph *graph;
  struct wpp_wet_instance at;
  const struct wpp_body *body;
  const struct wpp_memory_access *accesses; /* of the node */
  struct told told;
  uint64_t bytes;                /* that the access at hand reads */
};

static int
graph_value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  struct compared *c = data;
  mix_value (&c->told.all, statement, use, v);
  return WPP_OK;
}

static int
graph_source (void *data, const struct wpp_wet_source *s)
{
  struct compared *c = data;
  uint64_t time = 0, n = s->bytes ? s->bytes : c->bytes;
  const struct wpp_memory_access *a = NULL;
  uint32_t n_accesses;
  int err = WPP_OK;
  if (s->from.node != WPP_NONE)
    {
      err = wpp_wet_time_of (c->graph, s->from, &time);
      if (!err)
        a = wpp_wet_accesses (c->graph, s->from.node, &n_accesses, &err);
    }
  for (uint64_t i = 0; i < n && !err && !s->unknown; i++)
    mix_source (&c->told.sources, a ? time + 1 : 0, a ? a[s->access].statement : 0, a ? a[s->access].operand : 0);
  return err;
}

static int
graph_memory (void *data, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n, bool unused)
{
  struct compared *c = data;
  bool surprised;
  mix_access (&c->told.all, a, address, n);
  n = wpp_wet_bytes (a, n);
  if (!wpp_wet_labelled_p (a))
    return WPP_OK;
  c->bytes = n.word;
  if (a->space == WPP_SPACE_LOCAL || a->space == WPP_SPACE_STATIC)
    {
      uint64_t size = size_of (c->body, a);
      if (!address.known || !n.known || address.word > size || n.word > size - address.word)
        c->bytes = size;
    }
  c->bytes = c->bytes > MOST ? MOST : c->bytes;
  int err = wpp_wet_sources (c->graph, c->at, a - c->accesses, &surprised, graph_source, c);
  mix (&c->told.sources, surprised);
  return err;
}

/* ---- Comparison.  */

/* Compare what is at TIME with what replay told.  */
static int
compare (struct compared *c, const struct replayed *r, uint32_t thread, uint64_t time, struct wpp_graph_checked *done)
{
  const struct told *truth = &r->times[time];
  const struct wpp_value_watch watch = { .data = c, .value = graph_value, .memory = graph_memory };
  uint32_t n;
  int err = wpp_wet_at (c->graph, time, &c->at);
  c->told = (struct told){ 0 };
  if (!err && c->at.node != WPP_NONE)
    {
      const struct wpp_micro_layout *l = r->bindings->layouts[wpp_wet_function_of (c->graph, c->at.node)];
      uint64_t back;
      c->told.node_event = wpp_wet_event_of (c->graph, c->at.node);
      c->body = l ? l->body : NULL;
      c->accesses = wpp_wet_accesses (c->graph, c->at.node, &n, &err);
      if (!err)
        err = wpp_wet_time_of (c->graph, c->at, &back);
      if (!err)
        err = wpp_wet_before (c->graph, c->at, &c->told.before);
      if (!err)
        err = wpp_wet_tell (c->graph, c->at, &watch, &c->told.regular);
      done->irregular += !c->told.regular;
      if (!err && back != time)
        c->told.node_event = ~truth->node_event;
    }
  done->times++;
  bool same = c->told.node_event == truth->node_event && c->told.regular == truth->regular
              && c->told.before == truth->before
              && (!c->told.regular || (c->told.all == truth->all && c->told.sources == truth->sources));
  if (!err && !same && !done->different++)
    {
      done->thread = thread;
      done->time = time;
    }
  return err;
}

/* Compare all times of R: forward, backward, and by leaps.  */
static int
compare_all (struct compared *c, const struct replayed *r, uint32_t thread, struct wpp_graph_checked *done)
{
  int err = WPP_OK;
  uint64_t n = r->n, leaps = n < 1000 ? n : 1000;
  for (uint64_t i = 0; i < n && !err; i++)
    err = compare (c, r, thread, i, done);
  for (uint64_t i = n; i-- > 0 && !err;)
    err = compare (c, r, thread, i, done);
  for (uint64_t i = 0; i < leaps && !err; i++)
    err = compare (c, r, thread, i * UINT64_C (0x9E3779B9) % n, done);
  return err;
}

static int
check_thread (struct wpp_wet *x, struct wpp_bindings *b, const struct wpp_thread *t, struct wpp_graph_checked *done)
{
  struct replayed r = { .bindings = b };
  struct compared c = { .graph = wpp_wet_thread_of (x, t->index) };
  const struct wpp_replay_user user = { .data = &r, .watched = watched, .path = path, .value = value, .memory = memory,
                                        .ran = ran };
  int err = c.graph ? WPP_OK : WPP_E_CORRUPT;
  struct wpp_values_replay *replay = err ? NULL : wpp_values_replay_new (b, &user, &err);
  if (replay)
    err = wpp_replay_thread (replay, t);
  if (!err && wpp_wet_events (c.graph) != r.n)
    err = WPP_E_CORRUPT;
  if (!err)
    err = compare_all (&c, &r, t->index, done);
  wpp_values_replay_free (replay);
  free (r.times);
  free (r.bytes);
  wpp_hash_release (&r.table);
  return err;
}

int
wpp_graph_check (int fd, struct wpp_bindings *b, const struct wpp_profile *p, struct wpp_graph_checked *done)
{
  int err;
  struct wpp_wet *x = wpp_wet_open (fd, b, p, &err);
  *done = (struct wpp_graph_checked){ 0 };
  for (size_t i = 0; i < p->n_threads && !err; i++)
    err = check_thread (x, b, &p->threads[i], done);
  wpp_wet_free (x);
  return err;
}
