/* How a thread got to a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/machine/code-step.h"
#include "recording/profile/events.h"
#include "facts/queries/arrival-impl.h"
#include "base/array.h"
#include "base/saturate.h"

/* Activations that are open at once, where those of the line have runs, of 300 bytes each.  */
#define MOST_OPEN ((size_t)1 << 20)

/* The last runs of an activation.  */
struct ring
{
  uint64_t n;
  struct wpp_arrival_run runs[WPP_ARRIVAL_RUNS];
};

/* ---- Paths.  */

static bool
marked_p (const struct wpp_arriving *a, const struct wpp_step *step, const struct wpp_path_step *s)
{
  const bool *marked = a->marked[step->function];
  return s->kind == WPP_STEP_ENTERS && marked && marked[s->number];
}

static int
describe (struct wpp_arriving *a, uint32_t event, struct wpp_passing *p)
{
  struct wpp_code_path path;
  int found = wpp_code_path (a->code, event, &path);
  *p = (struct wpp_passing){ .known = found > 0 };
  if (found <= 0)
    return found;
  p->step = wpp_code_step (&path);
  p->step.place = event;
  int err = wpp_path_steps_find (&a->path, path.numbering, path.number);
  if (err)
    return err;
  p->start = a->path.path.start;
  p->end_edge = a->path.path.end_edge;
  for (size_t i = 0; i < a->path.n; i++)
    p->entries += marked_p (a, &p->step, &a->path.steps[i]);
  return WPP_OK;
}

int
wpp_arrival_passing (struct wpp_arriving *a, uint32_t event, struct wpp_passing **p)
{
  uint32_t before = a->alphabet.n, number;
  int err = WPP_RESERVE (a->passings, a->passings_room, before, 1);
  if (!err)
    err = wpp_alphabet_intern (&a->alphabet, event, &number);
  if (!err && a->alphabet.n > before)
    err = describe (a, event, &a->passings[number]);
  *p = err ? NULL : &a->passings[number];
  return err;
}

/* How often the thread of SEGMENTS [N] enters marked nodes.  */
static int
count_entries (struct wpp_arriving *a, struct wpp_grammar *const *segments, size_t n, uint64_t *entries)
{
  int err = WPP_OK;
  *entries = 0;
  for (size_t s = 0; s < n && !err; s++)
    {
      const struct wpp_grammar *g = segments[s];
      uint64_t *counts = malloc ((g->n_terminals + (size_t)1) * sizeof *counts);
      err = counts ? WPP_OK : WPP_E_NOMEM;
      if (counts)
        wpp_grammar_terminal_counts (g, counts);
      for (uint32_t t = 0; t < g->n_terminals && !err; t++)
        {
          struct wpp_passing *p;
          if (!wpp_event_path_p (g->terminals[t]))
            continue;
          err = wpp_arrival_passing (a, g->terminals[t], &p);
          if (!err)
            *entries = wpp_saturating_add (*entries, wpp_saturating_product (counts[t], p->entries));
        }
      free (counts);
    }
  return err;
}

/* ---- Activations.  */

/* Note the path at hand, COUNT times, in RING.  */
static void
note (struct ring *ring, uint32_t event, uint64_t count)
{
  struct wpp_arrival_run *last = &ring->runs[(ring->n - 1) % WPP_ARRIVAL_RUNS];
  if (ring->n && last->event == event)
    last->count = wpp_saturating_add (last->count, count);
  else
    ring->runs[ring->n++ % WPP_ARRIVAL_RUNS] = (struct wpp_arrival_run){ event, count };
}

/* Put the runs of RING in order.  */
static void
unroll (const struct ring *ring, struct wpp_arrival *out)
{
  out->n_runs = ring->n < WPP_ARRIVAL_RUNS ? ring->n : WPP_ARRIVAL_RUNS;
  out->cut = ring->n > WPP_ARRIVAL_RUNS;
  for (uint32_t i = 0; i < out->n_runs; i++)
    out->runs[i] = ring->runs[(ring->n - out->n_runs + i) % WPP_ARRIVAL_RUNS];
}

/* The activation on top has arrived.  */
static int
note_calls (struct wpp_arriving *a)
{
  const struct wpp_machine *m = &a->machine;
  struct wpp_arrival *out = a->out;
  out->calls = malloc (m->depth * sizeof *out->calls);
  if (!out->calls)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < m->depth; i++)
    out->calls[i] = (struct wpp_open_call){ m->stack[i].function, m->stack[i].place, m->stack[i].known };
  out->calls[m->depth - 1].event = a->event;
  out->n_calls = m->depth;
  return WPP_OK;
}

static int
do_step (void *data, struct wpp_activation *activation, const struct wpp_step *step, uint64_t count)
{
  struct wpp_arriving *a = data;
  struct ring *ring = (struct ring *)(uintptr_t)activation->value;
  if (!a->marked[step->function])
    return WPP_OK;
  if (!ring)
    {
      if (a->machine.depth > MOST_OPEN)
        return WPP_E_TOOBIG;
      ring = calloc (1, sizeof *ring);
      if (!ring)
        return WPP_E_NOMEM;
      activation->value = (uintptr_t)ring;
    }
  note (ring, a->event, count);
  if (!a->arrives)
    return WPP_OK;
  a->arrived = true;
  unroll (ring, a->out);
  return note_calls (a);
}

static int
end_activation (void *data, const struct wpp_activation *activation, enum wpp_activation_end how, uint64_t times)
{
  (void)data;
  (void)how;
  (void)times;
  free ((void *)(uintptr_t)activation->value);
  return WPP_OK;
}

/* ---- Events.  */

int
wpp_arrival_node (struct wpp_arriving *a, const struct wpp_passing *p, uint64_t which)
{
  struct wpp_code_path path;
  int err = wpp_code_path (a->code, a->event, &path);
  err = err < 0 ? err : wpp_path_steps_find (&a->path, path.numbering, path.number);
  for (size_t i = 0; i < a->path.n && !err && which; i++)
    {
      const struct wpp_path_step *s = &a->path.steps[i];
      if (!marked_p (a, &p->step, s) || --which)
        continue;
      a->out->node = s->number;
      a->out->at = 0;
      while (a->out->at < a->path.path.n_nodes && a->path.path.nodes[a->out->at] != s->number)
        a->out->at++;
      /* A loop comes to its first node at the end, too.  */
      if (i + 1 == a->path.n)
        a->out->at = a->path.path.n_nodes;
    }
  return err;
}

/* The path of P comes COUNT times; if that is where it arrives, only so often.  */
static int
do_path (struct wpp_arriving *a, struct wpp_passing *p, uint64_t count)
{
  uint64_t need = a->out->execution - a->entries;
  bool here = p->entries && need <= wpp_saturating_product (p->entries, count);
  uint64_t before = here ? (need - 1) / p->entries : count;
  int err = before ? wpp_machine_step (&a->machine, &p->step, before) : WPP_OK;
  if (err || !here)
    {
      a->entries = wpp_saturating_add (a->entries, wpp_saturating_product (p->entries, count));
      return err;
    }
  a->arrives = true;
  err = wpp_arrival_node (a, p, need - before * p->entries);
  return err ? err : wpp_machine_step (&a->machine, &p->step, 1);
}

static int
do_event (void *data, uint32_t event, uint64_t count)
{
  struct wpp_arriving *a = data;
  struct wpp_passing *p;
  if (a->runs++ == a->most_runs)
    return WPP_E_TOOBIG;
  a->out->stack += wpp_event_kind (event) == WPP_EVENT_IS_STACK ? count : 0;
  if (!wpp_event_path_p (event))
    return wpp_machine_control (&a->machine, event, count);
  int err = wpp_arrival_passing (a, event, &p);
  if (err || !p->known)
    return err;
  a->event = event;
  err = do_path (a, p, count);
  if (err || a->arrived)
    return err ? err : 1;
  p->last = a->runs;
  return WPP_OK;
}

/* ---- Elsewhere.  */

/* The path that was taken, as paths that went elsewhere are compared with it.  */
struct taken
{
  struct wpp_code_path code;
  struct wpp_path path;
  uint32_t limit;              /* only what its first nodes decide matters */
};

/* Do HERE and the path OTHER have a node from which they go on to different ones?  The last one of HERE is that at
   index *AT, and *OTHER_AT is its index in OTHER.  */
static bool
parts_p (const struct taken *here, const struct wpp_code_path *code, const struct wpp_path *other, uint32_t *at,
         uint32_t *other_at)
{
  for (uint32_t i = here->limit; i-- > 0;)
    for (uint32_t k = 0; k < other->n_nodes; k++)
      if (here->path.nodes[i] == other->nodes[k]
          && wpp_code_path_node (&here->code, &here->path, i + 1) != wpp_code_path_node (code, other, k + 1))
        {
          *at = i;
          *other_at = k;
          return true;
        }
  return false;
}

/* Set what OUT says of elsewhere to the path that was taken last of those that part from that of EVENT and of which
   ELSEWHERE_P says that it went elsewhere, if there is one.  */
static int
find_last_elsewhere (struct wpp_arriving *a, uint32_t event, uint32_t limit,
                     bool (*elsewhere_p) (const struct wpp_passing *p, const struct wpp_passing *here))
{
  struct wpp_passing *here;
  struct wpp_arrival *out = a->out;
  struct taken taken = { 0 };
  struct wpp_path other = { 0 };
  uint64_t last = 0;
  int err = wpp_arrival_passing (a, event, &here);
  if (err || here->compared)
    return err;
  here->compared = true;
  err = wpp_code_decode (a->code, event, &taken.code, &taken.path);
  taken.limit = limit < taken.path.n_nodes ? limit : taken.path.n_nodes;
  for (uint32_t i = 0; i < a->alphabet.n && err >= 0; i++)
    {
      const struct wpp_passing *p = &a->passings[i];
      struct wpp_code_path code;
      if (!p->known || p->step.function != here->step.function || p->last <= last || !elsewhere_p (p, here))
        continue;
      err = wpp_code_decode (a->code, a->alphabet.events[i], &code, &other);
      if (err < 0 || !parts_p (&taken, &code, &other, &out->here_at, &out->elsewhere_at))
        continue;
      last = p->last;
      out->here = event;
      out->elsewhere = a->alphabet.events[i];
    }
  wpp_path_release (&taken.path);
  wpp_path_release (&other);
  return err < 0 ? err : WPP_OK;
}

static bool
misses_p (const struct wpp_passing *p, const struct wpp_passing *here)
{
  (void)here;
  return !p->entries;
}

static bool
ends_elsewhere_p (const struct wpp_passing *p, const struct wpp_passing *here)
{
  return p->end_edge != here->end_edge;
}

int
wpp_arrival_elsewhere (struct wpp_arriving *a)
{
  struct wpp_arrival *out = a->out;
  int err = WPP_OK;
  for (uint32_t i = out->n_runs; i-- > 0 && !out->elsewhere && !err;)
    if (i + 1 == out->n_runs)
      err = find_last_elsewhere (a, out->runs[i].event, out->at, misses_p);
    else
      err = find_last_elsewhere (a, out->runs[i].event, UINT32_MAX, ends_elsewhere_p);
  for (size_t i = out->n_calls - 1; i-- > 0 && !out->elsewhere && !err;)
    if (out->calls[i].event)
      err = find_last_elsewhere (a, out->calls[i].event, UINT32_MAX, ends_elsewhere_p);
  return err;
}

/* ---- The whole.  */

static int
arrive (struct wpp_arriving *a, struct wpp_grammar *const *segments, size_t n, uint64_t k)
{
  int err = count_entries (a, segments, n, &a->out->executions);
  if (err)
    return err;
  a->out->execution = k ? k : a->out->executions;
  if (!a->out->executions || a->out->execution > a->out->executions)
    return WPP_E_RANGE;
  for (size_t s = 0; s < n && !err && !a->arrived; s++)
    err = wpp_grammar_expand (segments[s], 0, do_event, a);
  if (err < 0 || !a->arrived)
    return err < 0 ? err : WPP_E_CORRUPT;
  return wpp_arrival_elsewhere (a);
}

int
wpp_arriving_begin (struct wpp_arriving *a, struct wpp_arrival *out, struct wpp_code *code, const bool *const *marked)
{
  *out = (struct wpp_arrival){ 0 };
  *a = (struct wpp_arriving){ .out = out, .code = code, .marked = marked };
  return wpp_alphabet_init (&a->alphabet);
}

void
wpp_arriving_release (struct wpp_arriving *a)
{
  wpp_alphabet_release (&a->alphabet);
  wpp_path_steps_release (&a->path);
  free (a->passings);
}

int
wpp_arrival_find (struct wpp_arrival *out, struct wpp_code *code, const bool *const *marked,
                  struct wpp_grammar *const *segments, size_t n, uint64_t k, uint64_t most_runs)
{
  struct wpp_arriving a;
  int err = wpp_arriving_begin (&a, out, code, marked);
  a.most_runs = most_runs;
  wpp_machine_init (&a.machine, &(struct wpp_activation_user){ &a, NULL, do_step, end_activation });
  a.machine.most_work = most_runs;
  if (!err)
    err = arrive (&a, segments, n, k);
  wpp_machine_end_thread (&a.machine);
  wpp_machine_release (&a.machine);
  wpp_arriving_release (&a);
  return err;
}

void
wpp_arrival_release (struct wpp_arrival *a)
{
  free (a->calls);
}
