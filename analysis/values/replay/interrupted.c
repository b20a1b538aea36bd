/* Signal handlers: what replay knows of the paths that they interrupt; and where control lands.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A handler that the kernel called, and that is recorded by its type, tells the depth of its table (WPP_POINT_HANDLER).
   Its table is its own, and so is that of what it interrupts.  So it does not matter how much of that path was executed
   before, when the path is replayed after it.

   Other activations interrupt a path, too: those that begin while their caller is not before a call, or is before the
   call of another function that is recorded.  They share its table.  What the table had then is not known: what the
   handler finds there, what the path finds there, which is replayed after it, and what both together leave where they
   put something.  Values that are recorded are known even so, and those that are computed from them.  So it is with a
   function that GCC knows as pure, since paths run on across its calls.

   Where a handler does not come back to the path, but lands elsewhere, nothing is known of what that path did.  */

#include <stdlib.h>
#include <string.h>
#include "values/replay/replay-impl.h"

/* ---- Tables.  */

struct wpp_table *
wpp_replay_table (struct wpp_values_replay *r, unsigned depth, int *err)
{
  *err = WPP_OK;
  if (r->tables[depth])
    return r->tables[depth];
  struct wpp_table *t = malloc (sizeof *t);
  *err = t ? wpp_table_init (t) : WPP_E_NOMEM;
  if (!*err)
    return r->tables[depth] = t;
  free (t);
  return NULL;
}

void
wpp_replay_free_tables (struct wpp_values_replay *r)
{
  for (unsigned i = 0; i < WPP_TABLE_DEPTHS; i++)
    if (r->tables[i])
      {
        wpp_table_release (r->tables[i]);
        free (r->tables[i]);
      }
}

void
wpp_replay_reset_tables (struct wpp_values_replay *r)
{
  for (unsigned i = 0; i < WPP_TABLE_DEPTHS; i++)
    if (r->tables[i])
      wpp_table_reset (r->tables[i]);
  r->blind = NULL;
}

void
wpp_replay_lose_tables (struct wpp_values_replay *r)
{
  for (unsigned i = 0; i < WPP_TABLE_DEPTHS; i++)
    if (r->tables[i])
      wpp_table_lose (r->tables[i], false);
}

/* The topmost activation, or null.  */
static struct wpp_activation *
topmost (struct wpp_values_replay *r)
{
  return r->machine.depth ? &r->machine.stack[r->machine.depth - 1] : NULL;
}

/* The depth of the table of A, which begins, as the record says by which a handler begins; 0 if it is none.  */
static uint8_t
told_depth (const struct wpp_values_replay *r, const struct wpp_activation *a)
{
  const struct wpp_micro_layout *l = r->bindings->layouts[a->function];
  if (!l || l->handler == WPP_NONE || !a->known)
    return 0;
  return wpp_queue_depth (&r->queue, r->run.record, a - r->machine.stack, l->first_check + l->handler);
}

/* ---- Paths that are interrupted.  */

void
wpp_replay_see_again (struct wpp_values_replay *r, size_t at)
{
  if (!r->blind || r->blind_at != at)
    return;
  wpp_table_end_blind (r->blind);
  /* The arguments of its next call are not known either: which came first, they or what the handler left?  */
  for (unsigned i = 0; i < WPP_TABLE_BEFORE / 8; i++)
    if (-8 * (int64_t) (i + 1) != WPP_TABLE_MODE)
      wpp_table_put (r->blind, -8 * (int64_t) (i + 1), 8, (struct wpp_word){ 0, 0 });
  r->blind = NULL;
}

static const char *
name_of (const struct wpp_values_replay *r, const struct wpp_activation *a)
{
  return r->bindings->code->functions[a->function].function->name;
}

/* Is A, which begins, what a handler has jumped to that interrupted a path of the activation of H?  */
static bool
jumped_p (const struct wpp_values_replay *r, const struct wpp_activation *a, const struct wpp_replay_head *h)
{
  return h->jumps && !strcmp (h->jumped, name_of (r, a));
}

/* Does A, which begins and is no handler that tells so, interrupt a path of CALLER, which has the layout L and H?  */
static bool
interrupts_p (const struct wpp_values_replay *r, const struct wpp_activation *a, const struct wpp_micro_layout *l,
              const struct wpp_replay_head *h)
{
  bool calls = !h->landed && l->cfg->nodes[h->place].flags & WPP_NODE_CALL;
  /* An `asm' of the path after a call may call the same function, or what that call could call back.  */
  bool by_assembly = l->calling_assembly && (!h->called || (h->begun && !h->tail));
  return !calls || by_assembly || jumped_p (r, a, h) || (h->called && strcmp (h->called, name_of (r, a)));
}

/* What H waited for begins.  What it calls, which may call back, goes on to do so.  */
static void
end_tail (struct wpp_replay_head *h)
{
  if (h->tail)
    h->called = h->called_first;
  h->tail = false;
}

/* If A, which begins and is no handler that tells so, interrupts a path of CALLER, say so.  */
static void
look_whether_interrupted (struct wpp_values_replay *r, const struct wpp_activation *a,
                          const struct wpp_activation *caller)
{
  const struct wpp_micro_layout *l = r->bindings->layouts[caller->function];
  struct wpp_replay_head *h = wpp_replay_head_of (r, caller);
  size_t at = caller - r->machine.stack;
  if (!l || h->place >= l->cfg->n_nodes)
    return;
  bool before = h->interrupted;
  h->interrupted = interrupts_p (r, a, l, h);
  h->begun |= !h->interrupted;
  if (!h->interrupted)
    end_tail (h);
  if (h->interrupted && !r->blind)
    {
      r->blind = r->tables[h->depth];
      wpp_table_begin_blind (r->blind);
      r->blind_at = at;
    }
  else if (h->interrupted && r->blind != r->tables[h->depth])
    r->queue.off = true;        /* only one is blind at a time */
  else if (before && !h->interrupted)
    wpp_replay_see_again (r, at);
}

int
wpp_replay_begin_table (struct wpp_values_replay *r, const struct wpp_activation *a,
                        const struct wpp_activation *caller, struct wpp_replay_head *h)
{
  int err = WPP_OK;
  h->depth = told_depth (r, a);
  h->handler = h->depth != 0;
  if (h->handler && caller)
    wpp_replay_head_of (r, caller)->interrupted = true;
  else if (caller)
    {
      look_whether_interrupted (r, a, caller);
      h->depth = wpp_replay_head_of (r, caller)->depth;
    }
  if (caller)
    wpp_replay_head_of (r, caller)->jumps -= jumped_p (r, a, wpp_replay_head_of (r, caller));
  wpp_replay_table (r, h->depth, &err);
  return err;
}

struct wpp_table *
wpp_replay_next_table (struct wpp_values_replay *r)
{
  size_t depth = r->machine.depth - r->leaves;
  return r->tables[depth ? wpp_replay_head_of (r, &r->machine.stack[depth - 1])->depth : 0];
}

/* ---- Landing.  */

void
wpp_replay_landed (struct wpp_values_replay *r)
{
  struct wpp_activation *a = topmost (r);
  bool abandoned = r->abandoned || r->run.record->id != WPP_NO_RECORD
                   || (a && wpp_replay_head_of (r, a)->interrupted);
  r->abandoned = false;
  wpp_queue_landed (&r->queue, r->machine.depth);
  if (a)
    {
      wpp_replay_head_of (r, a)->landed = true;
      wpp_replay_head_of (r, a)->jumps = 0;
    }
  if (!abandoned)
    return;
  if (a)
    {
      wpp_replay_see_again (r, a - r->machine.stack);
      wpp_replay_head_of (r, a)->interrupted = false;
      wpp_replay_look_at (r, a);
    }
  wpp_replay_lose_tables (r);
  if (r->run.layout)
    memset (r->run.kept + r->run.layout->n_kept, 0, r->run.layout->n_kept);
}

/* The GAP edge by which control comes from the node FROM to the landing place TO, or WPP_NO_EDGE.  */
static uint32_t
gap_edge (const struct wpp_cfg *cfg, uint32_t from, uint32_t to)
{
  uint32_t found = WPP_NO_EDGE;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].src == from && cfg->edges[e].dst == to && cfg->edges[e].flags & WPP_EDGE_GAP)
      found = e;
  return found;
}

/* Do what happens when the GAP edge EDGE of the run's function is taken.  */
static int
take_gap (struct wpp_values_replay *r, uint32_t edge)
{
  int err = WPP_OK;
  struct wpp_micro_code *code = wpp_compile_edge (r->run.layout, edge, &err);
  if (code)
    err = wpp_micro_run (&r->run, code, 0);
  wpp_micro_code_free (code);
  return err;
}

int
wpp_replay_land (struct wpp_values_replay *r, const struct wpp_activation *a, uint32_t node)
{
  const struct wpp_cfg *cfg = r->run.layout->cfg;
  uint32_t from = wpp_replay_head_of (r, a)->place;
  if (from == node)
    return WPP_OK;               /* by an edge that is no GAP, which has been taken */
  uint32_t edge = gap_edge (cfg, from, node);
  if (edge != WPP_NO_EDGE)
    return take_gap (r, edge);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].src == from && cfg->edges[e].flags & WPP_EDGE_GAP
        && (edge = gap_edge (cfg, cfg->edges[e].dst, node)) != WPP_NO_EDGE)
      {
        int err = take_gap (r, e);
        return err ? err : take_gap (r, edge);
      }
  wpp_micro_run_lose (&r->run);
  return WPP_OK;
}
