/* The naive slicer's memory, of a recording with values: who wrote each byte last.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells what every statement accesses (values/replay/run.h); that is kept of the whole thread, path by path.
   Then each byte, wherever it is, has an instance: what was written there last, or several things that may have been.
   Copies are an instance for bytes that come from one.  Nothing is cut into segments, and nothing is looked for.  */

#include <string.h>
#include "slices-impl.h"
#include "values/replay/threads.h"
#include "wet/code.h"

/* Where bytes are, apart from variables: these have the number of their activation, or of their unit, after them.  */
enum { IN_MEMORY, IN_STREAMS, IN_STATES, IN_STATICS, IN_LOCALS };

struct accessed
{
  struct wpp_memory_access is;
  struct wpp_word address, n;
  bool surprised;
};

struct byte
{
  uint8_t where;                  /* enum above */
  bool used;
  uint32_t object, owner;         /* the variable; whose it is */
  uint64_t at;
  uint32_t by;                    /* instance, or NONE */
  uint32_t written;               /* … of the last one that surely wrote it, or NONE */
  uint32_t anything;              /* … of the last call that may have written it, without anybody knowing */
};

struct bytes
{
  struct accessed *accesses;
  size_t n, room;
  struct { size_t first; uint64_t event; } *paths;
  size_t n_paths, paths_room;
  size_t at, end;                 /* accesses of the path at hand that have not come yet */
  struct byte *table;             /* [1 << log], at most half of it used */
  unsigned log;
  size_t n_used;
  uint32_t anything;              /* instance of the last call that may have written anything, or NONE */
  uint32_t n_activations;
  struct wpp_bindings *bindings;
};

/* ---- The table.  */

static struct byte *
place_of (const struct bytes *x, const struct byte *key)
{
  uint64_t words[3] = { key->at, (uint64_t)key->owner << 32 | key->object, key->where }, hash = 0;
  for (unsigned i = 0; i < 3; i++)
    hash = (hash ^ words[i]) * UINT64_C (0x9E3779B97F4A7C15), hash ^= hash >> 29;
  size_t i = hash >> (64 - x->log), mask = ((size_t)1 << x->log) - 1;
  for (;; i = (i + 1) & mask)
    {
      struct byte *b = &x->table[i];
      if (!b->used
          || (b->at == key->at && b->where == key->where && b->object == key->object && b->owner == key->owner))
        return b;
    }
}

static void
grow (struct bytes *x)
{
  struct byte *old = x->table;
  size_t n = old ? (size_t)1 << x->log : 0;
  x->log = old ? x->log + 1 : 16;
  x->table = need (calloc ((size_t)1 << x->log, sizeof *x->table));
  for (size_t i = 0; i < n; i++)
    if (old[i].used)
      *place_of (x, &old[i]) = old[i];
  free (old);
}

static struct byte *
byte_at (struct bytes *x, struct byte key)
{
  if (x->n_used * 2 >= (size_t)1 << x->log)
    grow (x);
  struct byte *b = place_of (x, &key);
  if (!b->used)
    {
      *b = key;
      b->used = true;
      b->by = b->written = b->anything = NONE;
      x->n_used++;
    }
  return b;
}

/* ---- An access.  */

/* Bytes from FROM on, N of them.  */
struct range
{
  struct byte from;
  uint64_t n;
  bool may;                       /* they may be accessed, or not */
};

static uint64_t
size_of_variable (const struct wpp_body *b, const struct wpp_memory_access *a)
{
  const struct wpp_variable *v
    = a->space == WPP_SPACE_LOCAL ? &b->locals[a->object] : &b->program->variables[a->object];
  return wpp_body_type (b, v->type)->size / 8;
}

/* Set *R to what A of FUNCTION accesses, in activation OWNER.  Return whether that is known.  */
static bool
range_of (const struct history *h, uint32_t function, const struct activation *owner, const struct accessed *a,
          struct range *r)
{
  bool variable = a->is.space == WPP_SPACE_LOCAL || a->is.space == WPP_SPACE_STATIC;
  *r = (struct range){ { .at = a->address.word }, a->n.word, a->is.how & WPP_MEMORY_MAY };
  if (variable)
    {
      bool local = a->is.space == WPP_SPACE_LOCAL;
      uint64_t size = size_of_variable (h->bodies[function], &a->is);
      r->from.where = local ? IN_LOCALS : IN_STATICS;
      r->from.object = a->is.object;
      r->from.owner = local ? owner->id : unit_of (h, function);
      bool in = a->address.known && a->n.known && a->address.word <= size && a->n.word <= size - a->address.word;
      if (!in)
        *r = (struct range){ r->from, size, true };
      r->from.at = in ? a->address.word : 0;
      return true;
    }
  r->from.where = a->is.space == WPP_SPACE_STREAM ? IN_STREAMS : IN_MEMORY;
  if (!a->n.known)
    {
      bool begins = a->is.how & WPP_MEMORY_BEGINS;
      r->n = begins ? 0 : WPP_WET_UNKNOWN_BYTES;
      r->may = true;
    }
  return a->address.known;
}

static struct byte *
byte_of (struct bytes *x, const struct range *r, uint64_t i)
{
  struct byte key = r->from;
  key.at += i;
  return byte_at (x, key);
}

/* A load of B was SURPRISED, or not.  Return who wrote it.  */
static uint32_t
writer_of (struct history *h, struct byte *b, bool surprised)
{
  uint32_t call = h->bytes->anything;
  if (!surprised || call == NONE || b->anything == call || (b->written != NONE && call < b->written))
    return b->by;
  uint32_t reader = h->current, passing = make (h, 0, NONE, NONE);
  depend (h, b->by);
  depend (h, call);
  h->current = reader;
  b->anything = call;
  return b->by = passing;
}

static void
read_range (struct history *h, const struct range *r, bool surprised)
{
  uint32_t last = NONE;
  for (uint64_t i = 0; i < r->n; i++)
    {
      uint32_t by = writer_of (h, byte_of (h->bytes, r, i), surprised);
      if (by != last)
        depend (h, by);
      last = by;
    }
}

/* INSTANCE writes B, or MAY.  */
static void
write_byte (struct history *h, struct byte *b, uint32_t instance, bool may)
{
  if (!may)
    {
      b->by = b->written = instance;
      return;
    }
  uint32_t passing = make (h, 0, NONE, NONE);
  depend (h, b->by);
  depend (h, instance);
  b->by = passing;
}

static void
write_range (struct history *h, const struct range *r, uint32_t instance)
{
  for (uint64_t i = 0; i < r->n; i++)
    write_byte (h, byte_of (h->bytes, r, i), instance, r->may);
}

/* The statement of INSTANCE copies FROM, or what is not KNOWN, to TO: equal stretches are an instance each.  */
static void
copy_range (struct history *h, const struct range *from, bool known, const struct range *to, uint32_t instance)
{
  struct instance of = h->instances[instance];
  uint64_t n = known ? from->n < to->n ? from->n : to->n : 0;
  uint32_t *by = need (malloc ((n + 1) * sizeof *by)), copy = instance;
  for (uint64_t i = 0; i < n; i++)
    by[i] = byte_of (h->bytes, from, i)->by;
  for (uint64_t i = 0; i < to->n; i++)
    {
      bool copied = i < n && by[i] != NONE, same = copied && i && by[i] == by[i - 1];
      if (copied && !same)
        {
          copy = make (h, of.function, of.statement, of.entry);
          depend (h, instance);
          depend (h, by[i]);
        }
      write_byte (h, byte_of (h->bytes, to, i), copied ? copy : instance, to->may);
    }
  free (by);
}

/* ---- States of the C library.  */

static void
use_states (struct history *h, uint32_t function, const struct wpp_statement *s, uint32_t instance)
{
  const struct wpp_effects *e = effects_of (h, function, s);
  const uint32_t single = WPP_STATE_STANDARD | WPP_STATE_ERRNO | WPP_STATE_LOCALE | WPP_STATE_RANDOM | WPP_STATE_SHIFT
                          | WPP_STATE_FLOATING;
  uint32_t others = ~(uint32_t)(WPP_STATE_HEAP | WPP_STATE_WORLD);
  if (e->row && (e->row->stream.via == WPP_VIA_STREAM || e->row->stream.via == WPP_VIA_DESCRIPTOR))
    others &= ~(uint32_t)(WPP_STATE_STREAMS | WPP_STATE_FILES);
  for (uint32_t i = 0; e->row && i < 32; i++)
    if (e->reads & others & UINT32_C (1) << i)
      depend (h, byte_at (h->bytes, (struct byte){ .where = IN_STATES, .at = i })->by);
  for (uint32_t i = 0; e->row && i < 32; i++)
    if (e->writes & others & UINT32_C (1) << i)
      write_byte (h, byte_at (h->bytes, (struct byte){ .where = IN_STATES, .at = i }), instance,
                  !(single & UINT32_C (1) << i));
  if (e->row ? e->any & WPP_WRITES_ANY : h->bodies[function]->calls[s->extra].clobbers != WPP_NONE)
    h->bytes->anything = instance;
}

/* ---- What the slicer asks.  */

static void
begin (struct history *h, uint32_t function, struct activation *a)
{
  a->id = ++h->bytes->n_activations;
}

static void
path (struct history *h, uint32_t function, struct activation *a, bool begins)
{
  struct bytes *x = h->bytes;
  for (; x->at < x->end; x->at++)
    stack_check (&h->stack, x->accesses[x->at].is.statement == x->accesses[x->end - 1].is.statement,
                 "accesses of a statement that was not executed");
  stack_check (&h->stack, h->n_paths < x->n_paths, "replay has fewer paths");
  x->at = x->paths[h->n_paths].first;
  x->end = h->n_paths + 1 < x->n_paths ? x->paths[h->n_paths + 1].first : x->n;
  for (; begins && x->at < x->end && x->accesses[x->at].is.statement == WPP_NONE; x->at++)
    {
      struct range r;
      uint32_t p = x->accesses[x->at].is.operand - 1;
      if (range_of (h, function, a, &x->accesses[x->at], &r) && a->given[p] != NONE)
        write_range (h, &r, a->given[p]);
    }
}

static void
operand (struct history *h, uint32_t function, struct activation *a, uint32_t reference)
{
}

static bool
of_p (const struct bytes *x, size_t i, uint32_t statement)
{
  return i < x->end && x->accesses[i].is.statement == statement;
}

static void
read_accessed (struct history *h, uint32_t function, const struct activation *a, const struct accessed *x)
{
  struct range r;
  if (!(x->is.how & (WPP_MEMORY_WRITES | WPP_MEMORY_COPY)) && range_of (h, function, a, x, &r))
    read_range (h, &r, x->surprised);
}

static void
argument (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s, uint32_t i)
{
  const struct bytes *x = h->bytes;
  for (size_t k = x->at; of_p (x, k, s - h->bodies[function]->statements); k++)
    if (x->accesses[k].is.operand == 1 + i)
      read_accessed (h, function, a, &x->accesses[k]);
}

static void
call (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s, uint32_t only)
{
  const struct bytes *x = h->bytes;
  for (size_t k = x->at; of_p (x, k, s - h->bodies[function]->statements); k++)
    read_accessed (h, function, a, &x->accesses[k]);
}

static void
reads (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s)
{
}

/* Access number K of A is a write by INSTANCE; it copies the access COPIED, if that is not null.  */
static void
write_accessed (struct history *h, uint32_t function, const struct activation *a, size_t k,
                const struct accessed *copied, uint32_t instance)
{
  struct range to, from;
  if (!range_of (h, function, a, &h->bytes->accesses[k], &to))
    return;
  if (!copied)
    write_range (h, &to, instance);
  else
    copy_range (h, &from, range_of (h, function, a, copied, &from), &to, instance);
}

/* The accesses of the statement at hand come; those of a call that begins again where the path ends do not.  */
static void
writes (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s, uint32_t instance,
        bool own)
{
  struct bytes *x = h->bytes;
  size_t first = x->at, end = first, wrote = first;
  bool twice = a->was_called && a->call == s;
  for (; of_p (x, end, s - h->bodies[function]->statements); end++)
    if (x->accesses[end].is.how & WPP_MEMORY_WRITES)
      wrote = end + 1;
  x->at = end = twice ? wrote : end;
  for (size_t k = first; k < end && own; k++)
    read_accessed (h, function, a, &x->accesses[k]);
  if (own && s->kind == WPP_STATEMENT_CALL)
    use_states (h, function, s, instance);
  const struct accessed *copied = NULL;
  for (size_t k = first; k < end; k++)
    if (x->accesses[k].is.how & WPP_MEMORY_WRITES)
      {
        write_accessed (h, function, a, k, copied, instance);
        copied = NULL;
      }
    else if (x->accesses[k].is.how & WPP_MEMORY_COPY)
      copied = &x->accesses[k];
}

const struct memory memory_by_bytes = { begin, path, operand, argument, call, reads, writes };

/* ---- What replay tells.  */

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  const struct history *h = data;
  const struct wpp_body *b = h->bodies[function];
  uint8_t *flags = need (calloc (b->n_statements + 1, 1));
  for (uint32_t i = 0; i < b->n_statements; i++)
    flags[i] = wpp_codeless_p (&b->statements[i]) ? 0 : WPP_WATCH_MEMORY;
  *err = WPP_OK;
  return flags;
}

static int
told_path (void *data, const struct wpp_replay_now *now)
{
  struct bytes *x = ((struct history *)data)->bytes;
  GROW (x->paths, x->n_paths, x->paths_room);
  x->paths[x->n_paths].first = x->n;
  x->paths[x->n_paths++].event = now->event;
  return WPP_OK;
}

static int
told_access (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a, struct wpp_word address,
             struct wpp_word n, bool surprised)
{
  struct bytes *x = ((struct history *)data)->bytes;
  GROW (x->accesses, x->n, x->room);
  x->accesses[x->n++] = (struct accessed){ *a, address, n, surprised };
  return WPP_OK;
}

void
know_accesses (struct history *h)
{
  const struct wpp_replay_user user = { .data = h, .watched = watched, .path = told_path, .memory = told_access };
  struct wpp_place place;
  int err;
  struct bytes *x = h->bytes = need (calloc (1, sizeof *x));
  x->anything = NONE;
  grow (x);
  x->bindings = wpp_bindings_new (h->stack.code, &err, &place);
  stack_check (&h->stack, x->bindings, "no values");
  struct wpp_values_replay *r = wpp_values_replay_new (x->bindings, &user, &err);
  stack_check (&h->stack, r && !wpp_replay_thread (r, &h->stack.profile->threads[0]), "no replay");
  wpp_values_replay_free (r);
}

uint64_t
history_event (const struct history *h, size_t number)
{
  return h->bytes->paths[number].event;
}

struct wpp_bindings *
history_bindings (const struct history *h)
{
  return h->bytes->bindings;
}
