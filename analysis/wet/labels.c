/* Who wrote what is read: labels of dependences through memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A shadow has for each byte which access wrote it last, and in which execution of its node.  Objects that no pointer
   reaches have made-up addresses in it.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "wet/build-impl.h"

/* Made-up addresses; user programs have none of these.  */
#define LOCALS (UINT64_C (1) << 62)
#define STREAMS (UINT64_C (3) << 61)
#define STATICS (UINT64_C (1) << 63)
/* Bytes of the locals of an activation, and of the static variables of a unit.  */
#define MOST_LOCALS_LOG 32u
#define MOST_STATICS_LOG 40u

/* ---- Objects.  */

static uint64_t
bytes_of (const struct wpp_program *p, const struct wpp_variable *v)
{
  return v->type < p->n_types ? p->types[v->type].size / 8 : 0;
}

/* Starts of the N VARIABLES, one after the other; *END is the end.  */
static uint64_t *
lay_out (const struct wpp_program *p, const struct wpp_variable *variables, uint32_t n, unsigned most_log,
         uint64_t *end)
{
  uint64_t *starts = malloc ((n + (size_t)1) * sizeof *starts);
  *end = 0;
  for (uint32_t i = 0; i < n && starts; i++)
    {
      uint64_t bytes = bytes_of (p, &variables[i]);
      starts[i] = *end;
      if (bytes < (UINT64_C (1) << most_log) - 8 - *end)
        *end += (bytes + 7) & ~UINT64_C (7);
    }
  return starts;
}

static int
lay_out_locals (struct wpp_wet_builder *b, uint32_t function)
{
  struct wpp_wet_objects *o = &b->objects;
  size_t n = b->bindings->code->n_functions + 1;
  const struct wpp_body *body = b->bindings->layouts[function]->body;
  if (!o->starts && (!(o->starts = calloc (n, sizeof *o->starts)) || !(o->ends = calloc (n, sizeof *o->ends))))
    return WPP_E_NOMEM;
  if (!o->starts[function])
    o->starts[function]
      = lay_out (body->program, body->locals, body->n_locals, MOST_LOCALS_LOG, &o->ends[function]);
  return o->starts[function] ? WPP_OK : WPP_E_NOMEM;
}

/* The statics of P, or null: memory is out.  */
static const struct wpp_wet_statics *
statics_of (struct wpp_wet_builder *b, const struct wpp_program *p)
{
  struct wpp_wet_objects *o = &b->objects;
  uint64_t end;
  for (size_t i = 0; i < o->n; i++)
    if (o->statics[i].program == p)
      return &o->statics[i];
  if (WPP_RESERVE (o->statics, o->room, o->n, 1))
    return NULL;
  o->statics[o->n] = (struct wpp_wet_statics){ p, lay_out (p, p->variables, p->n_variables, MOST_STATICS_LOG, &end) };
  return o->statics[o->n].starts ? &o->statics[o->n++] : NULL;
}

void
wpp_wet_objects_release (struct wpp_wet_builder *b)
{
  struct wpp_wet_objects *o = &b->objects;
  for (size_t i = 0; i < b->bindings->code->n_functions && o->starts; i++)
    free (o->starts[i]);
  for (size_t i = 0; i < o->n; i++)
    free (o->statics[i].starts);
  free (o->starts);
  free (o->ends);
  free (o->statics);
}

/* ---- The shadow.  */

/* Let the N bytes from ADDRESS on be written by SOURCE in INSTANCE.  */
static int
write_bytes (struct wpp_wet_builder *b, uint64_t address, uint64_t n, uint32_t source, uint32_t instance)
{
  for (uint64_t left = n < WPP_SHADOW_MOST ? n : WPP_SHADOW_MOST; left;)
    {
      struct wpp_shadow_page *page = wpp_shadow_page (&b->shadow, address, true);
      size_t at = address % WPP_SHADOW_PAGE, here = WPP_SHADOW_PAGE - at < left ? WPP_SHADOW_PAGE - at : left;
      if (!page)
        return WPP_E_NOMEM;
      for (size_t i = at; i < at + here; i++)
        {
          page->mark[i] = source;
          page->writer[i] = instance;
        }
      address += here;
      left -= here;
    }
  return WPP_OK;
}

int
wpp_wet_begin_locals (struct wpp_wet_builder *b, uint32_t function, size_t depth)
{
  if (!b->bindings->layouts[function])
    return WPP_OK;
  int err = lay_out_locals (b, function);
  uint64_t n = err ? 0 : b->objects.ends[function], address = LOCALS | (depth & 0x1fffffff) << MOST_LOCALS_LOG;
  for (uint64_t i = 0; i < n && i < WPP_SHADOW_MOST; i += WPP_SHADOW_PAGE)
    {
      struct wpp_shadow_page *page = wpp_shadow_page (&b->shadow, address + i, false);
      if (page)
        memset (page->mark, 0, (n - i < WPP_SHADOW_PAGE ? n - i : WPP_SHADOW_PAGE) * sizeof *page->mark);
    }
  return err;
}

/* ---- Labels.  */

static int
add_run (struct wpp_wet_label *l, uint32_t source, uint32_t instance)
{
  if (WPP_RESERVE (l->runs, l->runs_room, l->n, 1))
    return WPP_E_NOMEM;
  l->runs[l->n++] = (struct wpp_wet_run){ source, instance };
  return WPP_OK;
}

/* Row ROW of L, the last one, has COUNT runs, the last ones; their bytes are there unless it is 1.  */
static int
add_count (struct wpp_wet_label *l, uint32_t row, uint32_t count)
{
  if (count == 1)
    return WPP_OK;
  if (WPP_RESERVE (l->counts, l->counts_room, l->several.n, 1))
    return WPP_E_NOMEM;
  l->counts[l->several.n] = count;
  return wpp_wet_add_row (&l->several, row);
}

static int
add_bytes (struct wpp_wet_label *l, uint32_t bytes)
{
  if (WPP_RESERVE (l->bytes, l->bytes_room, l->n_bytes, 1))
    return WPP_E_NOMEM;
  l->bytes[l->n_bytes++] = bytes;
  return WPP_OK;
}

/* How many of the N bytes from ADDRESS on the one who wrote the first of them wrote; *RUN is who that was.  */
static uint64_t
run_at (struct wpp_shadow *shadow, uint64_t address, uint64_t n, struct wpp_wet_run *run)
{
  const struct wpp_shadow_page *page = wpp_shadow_page (shadow, address, false);
  size_t at = address % WPP_SHADOW_PAGE, end = n < WPP_SHADOW_PAGE - at ? at + n : WPP_SHADOW_PAGE, i = at;
  *run = (struct wpp_wet_run){ page ? page->mark[at] : WPP_WET_NOBODY, page ? page->writer[at] : 0 };
  if (run->source == WPP_WET_NOBODY)
    run->instance = 0;
  while (i < end && (page ? page->mark[i] == run->source && (!run->source || page->writer[i] == run->instance) : true))
    i++;
  return i - at;
}

/* Add to L, in row ROW, who wrote the N bytes from ADDRESS on.  */
static int
read_bytes (struct wpp_wet_builder *b, struct wpp_wet_label *l, uint32_t row, uint64_t address, uint64_t n)
{
  struct wpp_wet_run run, before = { 0 };
  uint32_t count = 0;
  uint64_t bytes = 0;
  int err = WPP_OK;
  n = n < WPP_SHADOW_MOST ? n : WPP_SHADOW_MOST;
  for (uint64_t left = n; left && !err;)
    {
      uint64_t here = run_at (&b->shadow, address, left, &run);
      if (here == n)
        return add_run (l, run.source, run.instance);
      if (count && (run.source != before.source || run.instance != before.instance))
        {
          err = add_bytes (l, bytes);
          bytes = 0;
        }
      if (!err && (!count || run.source != before.source || run.instance != before.instance))
        {
          err = add_run (l, run.source, run.instance);
          count++;
        }
      before = run;
      bytes += here;
      address += here;
      left -= here;
    }
  if (!err && count > 1)
    err = add_bytes (l, bytes);
  return err ? err : add_count (l, row, count);
}

int
wpp_wet_complete_labels (struct wpp_wet_building *x)
{
  struct wpp_wet_group *g = &x->group;
  int err = WPP_OK;
  for (uint32_t i = 0; i < x->shape.n_labels && !err; i++)
    err = add_count (&g->labels[i], g->n, 0);
  return err;
}

/* ---- Accesses.  */

/* Set *ADDRESS, which is where A is, to what the shadow has it for, and *N; false: that is not known.  */
static int
place (struct wpp_wet_builder *b, const struct wpp_replay_now *now, const struct wpp_memory_access *a,
       uint64_t *address, uint64_t *n, bool *known)
{
  const struct wpp_body *body = b->bindings->layouts[now->function]->body;
  uint64_t base, size;
  if (a->space == WPP_SPACE_MEMORY)
    return WPP_OK;
  if (a->space == WPP_SPACE_STREAM)
    {
      *address = STREAMS | (*address & ((UINT64_C (1) << 48) - 1)) | (*address >> 62 & 1) << 50;
      return WPP_OK;
    }
  if (a->space == WPP_SPACE_LOCAL)
    {
      int err = lay_out_locals (b, now->function);
      if (err)
        return err;
      base = (LOCALS | (now->depth & 0x1fffffff) << MOST_LOCALS_LOG) + b->objects.starts[now->function][a->object];
      size = bytes_of (body->program, &body->locals[a->object]);
    }
  else
    {
      const struct wpp_wet_statics *s = statics_of (b, body->program);
      if (!s)
        return WPP_E_NOMEM;
      base = (STATICS | (uint64_t) (s - b->objects.statics) << MOST_STATICS_LOG) + s->starts[a->object];
      size = bytes_of (body->program, &body->program->variables[a->object]);
    }
  bool in = *known && *address <= size && *n <= size - *address;
  if (!in && a->how & WPP_MEMORY_WRITES)
    *known = false;
  else if (!in)
    *n = size;
  else
    base += *address;
  *known |= !(a->how & WPP_MEMORY_WRITES);
  *address = base;
  return WPP_OK;
}

int
wpp_wet_memory (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *a,
                struct wpp_word address, struct wpp_word n, bool surprised)
{
  struct wpp_wet_builder *b = data;
  struct wpp_wet_building *x = &b->nodes[b->now];
  uint32_t number = a - x->accesses, label = x->label[number];
  n = wpp_wet_bytes (a, n);
  bool known = address.known && n.known;
  int err = place (b, now, a, &address.word, &n.word, &known);
  if (label != WPP_NONE && !err)
    {
      struct wpp_wet_label *l = &x->group.labels[label];
      if (!known)
        {
          err = add_run (l, WPP_WET_UNKNOWN, 0);
          b->totals.unknown++;
        }
      else if (!n.word)
        err = add_count (l, x->group.n, 0);
      else
        err = read_bytes (b, l, x->group.n, address.word, n.word);
      if (surprised && !err)
        {
          err = wpp_wet_add_row (&l->surprised, x->group.n);
          b->outside++;
        }
      b->totals.labels++;
      b->labelled++;
    }
  if (err || !known || !(a->how & WPP_MEMORY_WRITES))
    return err;
  /* What an object had before it begins is nobody's, unless it was copied.  */
  bool begins = a->how & WPP_MEMORY_BEGINS && !(number && a[-1].how & WPP_MEMORY_COPY);
  return write_bytes (b, address.word, n.word, begins ? WPP_WET_NOBODY : x->shape.first_source + number,
                      x->group.first + x->group.n);
}
