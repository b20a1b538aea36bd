/* What replay knows between two events, as bytes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     checkpoint := LEB events, LEB activations, LEB records taken, u8 flags, LEB blind_at, LEB loaded
                   LEB open activations, activation...
                   records of the next event, records that wait, u8 which tables there are, these
     activation := LEB function, u8 flags, u8 depth of its table, LEB number, LEB place + 1,
                   LEB name of what is called + 1, LEB that of what was called first + 1, LEB that of what
                   handlers have jumped to + 1, LEB how many of these have not begun
                   then, if its function has values: of each slot u8 known [u64 word], the bytes that are kept, and
                   their
                   masks

   Numbers of functions and names are the bindings', so the bytes mean nothing in another recording.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "values/replay/replay-impl.h"

enum
{
  MIDDLE = 1, MORE = 2, OFF = 4,                     /* of a checkpoint */
  ANY_LOST = 1, BLIND = 2, LOST_BEFORE = 4, ALL = 8, /* of the table */
  LANDING = 1, KNOWN = 2, INTERRUPTED = 4, SILENT = 8, LANDED = 16, TAIL = 32,
  HANDLER = 64, BEGUN = 128                          /* of an activation */
};

uint64_t
wpp_values_replay_time (const struct wpp_values_replay *r)
{
  return r->now.event;
}

/* ---- Activations.  */

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* The number of NAME among the names of B, plus 1; 0 for null.  */
static size_t
name_number (const struct wpp_bindings *b, const char *name)
{
  if (!name)
    return 0;
  const char **found = bsearch (&name, b->names, b->code->n_functions, sizeof *b->names, compare_names);
  return found ? found - b->names + 1 : 0;
}

static void
save_slots (const struct wpp_micro_layout *l, const struct wpp_word *slots, struct wpp_buffer *b)
{
  for (uint32_t i = 0; i < l->n_slots; i++)
    {
      bool known = slots[i].known == 1;  /* what has not been assigned yet may be anything */
      wpp_put_u8 (b, known);
      if (known)
        wpp_put_u64 (b, slots[i].word);
    }
  wpp_put_bytes (b, slots + l->n_slots, 2 * (size_t)l->n_kept);
}

static void
save_activation (const struct wpp_values_replay *r, const struct wpp_activation *a, struct wpp_buffer *b)
{
  const struct wpp_micro_layout *l = r->bindings->layouts[a->function];
  const struct wpp_replay_head *h = wpp_replay_head_of (r, a);
  wpp_put_leb (b, a->function);
  wpp_put_u8 (b, (a->landing ? LANDING : 0) | (a->known ? KNOWN : 0) | (h->interrupted ? INTERRUPTED : 0)
                 | (h->silent ? SILENT : 0) | (h->landed ? LANDED : 0) | (h->tail ? TAIL : 0)
                 | (h->handler ? HANDLER : 0) | (h->begun ? BEGUN : 0));
  wpp_put_u8 (b, h->depth);
  wpp_put_leb (b, h->activation);
  wpp_put_leb (b, (uint64_t)h->place + 1);
  wpp_put_leb (b, name_number (r->bindings, h->called));
  wpp_put_leb (b, h->tail ? name_number (r->bindings, h->called_first) : 0);
  wpp_put_leb (b, name_number (r->bindings, h->jumped));
  wpp_put_leb (b, h->jumps);
  if (l)
    save_slots (l, &r->slots[a->value + WPP_HEAD_SLOTS], b);
}

static void
restore_slots (const struct wpp_micro_layout *l, struct wpp_word *slots, struct wpp_reader *in)
{
  for (uint32_t i = 0; i < l->n_slots && !in->bad; i++)
    {
      slots[i].known = wpp_read_u8 (in) & 1;
      slots[i].word = slots[i].known ? wpp_read_u64 (in) : 0;
    }
  slots[0] = (struct wpp_word){ 0, 1 };
  const unsigned char *kept = wpp_read_bytes (in, 2 * (uint64_t)l->n_kept);
  if (kept && l->n_kept)
    memcpy (slots + l->n_slots, kept, 2 * (size_t)l->n_kept);
}

/* Let *NAME be what name_number has put.  */
static int
restore_name (const struct wpp_values_replay *r, struct wpp_reader *in, const char **name)
{
  uint64_t number = wpp_read_leb (in);
  bool valid = !in->bad && number <= r->bindings->code->n_functions;
  *name = valid && number ? r->bindings->names[number - 1] : NULL;
  return valid ? WPP_OK : WPP_E_CORRUPT;
}

static int
restore_activation (struct wpp_values_replay *r, struct wpp_reader *in)
{
  const struct wpp_code *code = r->bindings->code;
  uint32_t function = wpp_read_leb32 (in);
  uint8_t flags = wpp_read_u8 (in), depth = wpp_read_u8 (in);
  if (in->bad || function >= code->n_functions || depth >= WPP_TABLE_DEPTHS)
    return WPP_E_CORRUPT;
  const struct wpp_micro_layout *l = r->bindings->layouts[function];
  struct wpp_replay_head h = { .activation = wpp_read_leb (in), .interrupted = flags & INTERRUPTED,
                               .depth = depth, .handler = flags & HANDLER, .silent = flags & SILENT,
                               .landed = flags & LANDED, .tail = flags & TAIL, .begun = flags & BEGUN };
  uint64_t place = wpp_read_leb (in) - 1;
  if (in->bad || (place != WPP_NO_NODE && place >= code->functions[function].function->cfg.n_nodes)
      || restore_name (r, in, &h.called) || restore_name (r, in, &h.called_first) || restore_name (r, in, &h.jumped)
      || h.activation > r->activations)
    return WPP_E_CORRUPT;
  h.place = place;
  h.jumps = wpp_read_leb32 (in);
  if (h.jumps && !h.jumped)
    return WPP_E_CORRUPT;
  size_t n = wpp_replay_slots_of (l);
  int err = wpp_machine_reserve (&r->machine, 1);
  if (!err)
    wpp_replay_table (r, depth, &err);
  if (err || wpp_replay_reserve_slots (r, n))
    return err ? err : WPP_E_NOMEM;
  struct wpp_activation *a = &r->machine.stack[r->machine.depth++];
  *a = (struct wpp_activation){ .function = function, .landing = flags & LANDING, .known = flags & KNOWN,
                                .value = r->n_slots };
  r->n_slots += n;
  *wpp_replay_head_of (r, a) = h;
  if (l)
    restore_slots (l, &r->slots[a->value + WPP_HEAD_SLOTS], in);
  return in->bad ? WPP_E_CORRUPT : WPP_OK;
}

/* ---- Records.  */

static void
save_record (const struct wpp_value_record *x, struct wpp_buffer *b)
{
  wpp_put_leb (b, x->id);
  wpp_put_leb (b, x->ordinal);
  wpp_put_leb (b, x->value);
}

static struct wpp_value_record
restore_record (struct wpp_reader *in)
{
  struct wpp_value_record x = { .id = wpp_read_leb32 (in) };
  x.ordinal = wpp_read_leb (in);
  x.value = wpp_read_leb (in);
  if (x.id == WPP_NO_RECORD)
    in->bad = true;
  return x;
}

static void
save_queue (const struct wpp_values_replay *r, struct wpp_buffer *b)
{
  const struct wpp_value_queue *q = &r->queue;
  size_t done = r->run.record - q->group;
  wpp_put_leb (b, q->n - done);
  for (size_t i = done; i < q->n; i++)
    save_record (&q->group[i], b);
  wpp_put_leb (b, q->n_waiting);
  for (size_t i = 0; i < q->n_waiting; i++)
    {
      save_record (&q->waiting[i].record, b);
      wpp_put_leb (b, q->waiting[i].depth);
    }
}

#define RECORD_BYTES 3

static int
restore_queue (struct wpp_values_replay *r, struct wpp_reader *in)
{
  struct wpp_value_queue *q = &r->queue;
  size_t n = wpp_read_count (in, RECORD_BYTES);
  q->n = q->n_waiting = 0;
  if (WPP_RESERVE (q->group, q->room, 0, n + 1))
    return WPP_E_NOMEM;
  while (q->n < n)
    q->group[q->n++] = restore_record (in);
  q->group[n].id = WPP_NO_RECORD;
  r->run.record = q->group;
  n = wpp_read_count (in, RECORD_BYTES + 1);
  if (WPP_RESERVE (q->waiting, q->waiting_room, 0, n))
    return WPP_E_NOMEM;
  for (; q->n_waiting < n; q->n_waiting++)
    {
      q->waiting[q->n_waiting].record = restore_record (in);
      q->waiting[q->n_waiting].depth = wpp_read_leb (in);
    }
  return in->bad ? WPP_E_CORRUPT : WPP_OK;
}

/* ---- The table.  */

static void
save_table (const struct wpp_table *t, struct wpp_buffer *b)
{
  wpp_put_u8 (b, (t->any_lost ? ANY_LOST : 0) | (t->blind ? BLIND : 0) | (t->any_lost_before ? LOST_BEFORE : 0)
                   | (t->touched_all ? ALL : 0));
  wpp_put_bytes (b, t->bytes, WPP_TABLE_AREA);
  if (t->any_lost || t->any_lost_before)
    wpp_put_bytes (b, t->lost, WPP_TABLE_AREA);
  wpp_put_leb (b, t->n_touched);
  for (size_t i = 0; i < t->n_touched; i++)
    {
      wpp_put_leb (b, (uint64_t) (t->touched[i].place + WPP_TABLE_BEFORE));
      wpp_put_leb (b, t->touched[i].n);
    }
}

/* As many bits as there are depths, of those that have a table.  */
static uint8_t
which_tables (const struct wpp_values_replay *r)
{
  uint8_t which = 0;
  for (unsigned i = 0; i < WPP_TABLE_DEPTHS; i++)
    which |= (r->tables[i] != NULL) << i;
  return which;
}

static void
save_tables (const struct wpp_values_replay *r, struct wpp_buffer *b)
{
  uint8_t which = which_tables (r);
  wpp_put_u8 (b, which);
  for (unsigned i = 0; i < WPP_TABLE_DEPTHS; i++)
    if (which >> i & 1)
      save_table (r->tables[i], b);
}

static int
restore_touched (struct wpp_table *t, struct wpp_reader *in)
{
  size_t n = wpp_read_count (in, 2);
  if (WPP_RESERVE (t->touched, t->touched_room, 0, n))
    return WPP_E_NOMEM;
  for (t->n_touched = 0; t->n_touched < n; t->n_touched++)
    {
      uint64_t place = wpp_read_leb (in), size = wpp_read_leb (in);
      if (place > WPP_TABLE_AREA || size > WPP_TABLE_AREA - place)
        return WPP_E_CORRUPT;
      t->touched[t->n_touched] = (struct wpp_table_touch){ (int64_t)place - WPP_TABLE_BEFORE, size };
    }
  return in->bad ? WPP_E_CORRUPT : WPP_OK;
}

static int
restore_table (struct wpp_table *t, struct wpp_reader *in)
{
  uint8_t flags = wpp_read_u8 (in);
  bool lost = flags & (ANY_LOST | LOST_BEFORE);
  const unsigned char *bytes = wpp_read_bytes (in, WPP_TABLE_AREA);
  const unsigned char *which = lost ? wpp_read_bytes (in, WPP_TABLE_AREA) : NULL;
  if (in->bad)
    return WPP_E_CORRUPT;
  wpp_table_reset (t);
  t->any_lost = flags & ANY_LOST;
  t->blind = flags & BLIND;
  t->any_lost_before = flags & LOST_BEFORE;
  t->touched_all = flags & ALL;
  memcpy (t->bytes, bytes, WPP_TABLE_AREA);
  for (size_t i = 0; lost && i < WPP_TABLE_AREA; i++)
    t->lost[i] = which[i] & 1;
  return restore_touched (t, in);
}

static int
restore_tables (struct wpp_values_replay *r, struct wpp_reader *in)
{
  uint8_t which = wpp_read_u8 (in) | 1;
  int err = WPP_OK;
  wpp_replay_reset_tables (r);
  for (unsigned i = 0; i < WPP_TABLE_DEPTHS && !err; i++)
    {
      struct wpp_table *t = which >> i & 1 ? wpp_replay_table (r, i, &err) : NULL;
      if (t)
        err = restore_table (t, in);
      if (t && !err && t->blind)
        r->blind = t;
    }
  return err;
}

/* ---- All.  */

void
wpp_values_replay_save (const struct wpp_values_replay *r, struct wpp_buffer *b)
{
  const struct wpp_value_queue *q = &r->queue;
  wpp_put_leb (b, r->now.event);
  wpp_put_leb (b, r->activations);
  wpp_put_leb (b, q->taken - q->more);
  wpp_put_u8 (b, (r->middle ? MIDDLE : 0) | (q->more ? MORE : 0) | (q->off ? OFF : 0));
  wpp_put_leb (b, r->blind_at);
  wpp_put_leb (b, r->loaded);
  wpp_put_leb (b, r->machine.depth);
  for (size_t i = 0; i < r->machine.depth; i++)
    save_activation (r, &r->machine.stack[i], b);
  save_queue (r, b);
  save_tables (r, b);
}

static int
resume_source (struct wpp_values_replay *r, const struct wpp_value_source *source, uint64_t taken, bool more)
{
  if (!more)
    {
      r->queue.source = *source;
      r->queue.taken = taken;
      r->queue.more = false;
      return WPP_OK;
    }
  int err = source->seek ? source->seek (source->data, taken) : WPP_E_CORRUPT;
  return err ? err : wpp_queue_resume (&r->queue, source, taken);
}

int
wpp_values_replay_restore (struct wpp_values_replay *r, uint32_t thread, const struct wpp_value_source *source,
                           const void *bytes, size_t size)
{
  struct wpp_reader in = wpp_reader_of (bytes, size);
  r->now = (struct wpp_replay_now){ .replay = r, .thread = thread, .event = wpp_read_leb (&in) };
  r->activations = wpp_read_leb (&in);
  uint64_t taken = wpp_read_leb (&in);
  uint8_t flags = wpp_read_u8 (&in);
  r->middle = flags & MIDDLE;
  r->queue.off = flags & OFF;
  r->blind_at = wpp_read_leb (&in);
  r->loaded = wpp_read_leb (&in);
  r->run.wrong = false;
  r->machine.depth = r->n_slots = 0;
  size_t n = wpp_read_count (&in, 5);
  int err = in.bad ? WPP_E_CORRUPT : WPP_OK;
  for (size_t i = 0; i < n && !err; i++)
    err = restore_activation (r, &in);
  if (!err)
    err = restore_queue (r, &in);
  if (!err)
    err = restore_tables (r, &in);
  if (!err && wpp_reader_left (&in))
    err = WPP_E_CORRUPT;
  return err ? err : resume_source (r, source, taken, flags & MORE);
}

/* ---- What replay knows, for others.  */

const struct wpp_replayed *
wpp_values_replay_done (const struct wpp_values_replay *r)
{
  return &r->done;
}

size_t
wpp_values_replay_open (const struct wpp_values_replay *r)
{
  return r->machine.depth;
}

struct wpp_replay_frame
wpp_values_replay_frame (const struct wpp_values_replay *r, size_t i)
{
  const struct wpp_activation *a = &r->machine.stack[i];
  const struct wpp_replay_head *h = wpp_replay_head_of (r, a);
  const struct wpp_micro_layout *l = r->bindings->layouts[a->function];
  return (struct wpp_replay_frame){ .function = a->function,
                                    .place = h->place,
                                    .activation = h->activation,
                                    .values = l ? r->slots + a->value + WPP_HEAD_SLOTS + 1 : NULL };
}
