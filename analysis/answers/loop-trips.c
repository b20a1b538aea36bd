/* How often control went round loops, by the calls that led there.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/loop-trips.h"
#include "answers/loop-trips-impl.h"
#include "base/saturate.h"

/* ---- Rows.  */

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column call_columns[]
  = { CELL (wpp_trips_call_row, function, TEXT), CELL (wpp_trips_call_row, file, TEXT),
      CELL (wpp_trips_call_row, line, SIGNED), CELL (wpp_trips_call_row, node, SIGNED) };
static const struct wpp_schema call_schema = WPP_SCHEMA ("call", struct wpp_trips_call_row, call_columns);

static const struct wpp_row_column group_columns[]
  = { CELL (wpp_trips_group_row, trips, COUNT), CELL (wpp_trips_group_row, stays, COUNT),
      CELL (wpp_trips_group_row, total, COUNT, .unit = "trips") };
static const struct wpp_schema group_schema = WPP_SCHEMA ("group", struct wpp_trips_group_row, group_columns);

static const struct wpp_row_column chain_columns[]
  = { CELL (wpp_trips_chain_row, calls, LIST, .of = &call_schema), CELL (wpp_trips_chain_row, before, TEXT),
      CELL (wpp_trips_chain_row, stays, COUNT), CELL (wpp_trips_chain_row, trips, COUNT),
      CELL (wpp_trips_chain_row, groups, LIST, .of = &group_schema) };
static const struct wpp_schema chain_schema = WPP_SCHEMA ("chain", struct wpp_trips_chain_row, chain_columns);

static const struct wpp_row_column loop_columns[]
  = { CELL (wpp_trips_row, function, TEXT), CELL (wpp_trips_row, file, TEXT), CELL (wpp_trips_row, line, SIGNED),
      CELL (wpp_trips_row, block, NUMBER32), CELL (wpp_trips_row, stays, COUNT), CELL (wpp_trips_row, trips, COUNT),
      CELL (wpp_trips_row, callers, LIST, .of = &chain_schema) };
static const struct wpp_schema loop_schema = WPP_SCHEMA ("loop", struct wpp_trips_row, loop_columns);
const struct wpp_schema wpp_trips_schema = { .name = "trips of loops", .rows = "loops", .of = &loop_schema };

/* ---- The answer.  */

/* A chain, and its trips in the loop at hand.  */
struct ranked
{
  const struct wpp_trips_chain *chain;
  struct wpp_stays sum;
};

/* A loop whose row is with the sink.  */
struct sending
{
  const struct wpp_looped *l;
  uint32_t loop;
  struct ranked *chains;        /* [n] those that led to it, which have most trips in it first */
  size_t n;
  const struct wpp_context *at; /* first context of the chain that was asked for last; */
  const struct wpp_kept_stays *stays;     /* its stays in the loop */
};

static int
compare_ranked (const void *a, const void *b)
{
  const struct ranked *x = a, *y = b;
  if (x->sum.total != y->sum.total)
    return x->sum.total > y->sum.total ? -1 : 1;
  return x->chain->context < y->chain->context ? -1 : x->chain->context > y->chain->context;
}

/* The file and line of NODE of F; null when nobody knows.  */
static const struct wpp_line_ref *
line_of (const struct wpp_code_function *f, uint32_t node)
{
  const struct wpp_node *n = node == WPP_NO_NODE ? NULL : &f->function->cfg.nodes[node];
  return n && n->n_lines ? &f->function->cfg.lines[n->first_line] : NULL;
}

static const char *
file_of (const struct wpp_code_function *f, const struct wpp_line_ref *line)
{
  return line ? f->unit->names[line->file].file : NULL;
}

static const struct wpp_context *
contexts_of (const struct sending *s)
{
  uint32_t n;
  return wpp_call_contexts_all (s->l->x->contexts, &n);
}

static int
get_call (void *data, size_t i, void *row)
{
  const struct sending *s = data;
  const struct wpp_context *all = contexts_of (s), *c = s->at;
  while (i--)
    c = &all[c->caller];
  const struct wpp_code_function *f = &s->l->x->t->code->functions[all[c->caller].function];
  const struct wpp_line_ref *line = line_of (f, c->node);
  struct wpp_trips_call_row *call = row;
  *call = (struct wpp_trips_call_row){ wpp_function_name (f->function),
                                       wpp_recording_short_name (s->l->x->t->recording, f->function), file_of (f, line),
                                       line ? (int64_t)line->line : -1,
                                       c->node == WPP_NO_NODE ? -1 : (int64_t)c->node };
  return call->short_name ? 0 : WPP_E_NOMEM;
}

static int
get_group (void *data, size_t i, void *row)
{
  const struct wpp_stays *g = &((const struct sending *)data)->stays->groups[i];
  *(struct wpp_trips_group_row *)row = (struct wpp_trips_group_row){ g->trips, g->stays, g->total };
  return 0;
}

static const char *
begin_of (const struct wpp_context *first)
{
  static const char *const names[] = {
    [WPP_CONTEXT_UNSEEN] = "unknown", [WPP_CONTEXT_SEEN] = "nobody", [WPP_CONTEXT_CUT] = "more"
  };
  return names[first->seen];
}

static int
get_chain (void *data, size_t i, void *row)
{
  struct sending *s = data;
  const struct wpp_context *all = contexts_of (s), *first = s->at = &all[s->chains[i].chain->context];
  size_t n = 0;
  s->stays = &s->chains[i].chain->stays[s->loop];
  for (; first->caller != WPP_NO_CONTEXT; first = &all[first->caller])
    n++;
  *(struct wpp_trips_chain_row *)row
    = (struct wpp_trips_chain_row){ { n, s, get_call }, begin_of (first), first->seen == WPP_CONTEXT_CUT,
                                    s->chains[i].sum.stays, s->chains[i].sum.total, { s->stays->n, s, get_group } };
  return 0;
}

/* Find the chains that lead to S's loop; set SUM to what they did together.  */
static int
find_chains (struct sending *s, struct wpp_stays *sum)
{
  s->chains = calloc (s->l->n + 1, sizeof *s->chains);
  if (!s->chains)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < s->l->n; i++)
    {
      const struct wpp_kept_stays *stays = &s->l->chains[i].stays[s->loop];
      if (!stays->n)
        continue;
      s->chains[s->n] = (struct ranked){ &s->l->chains[i], wpp_kept_sum (stays) };
      sum->stays = wpp_saturating_add (sum->stays, s->chains[s->n].sum.stays);
      sum->total = wpp_saturating_add (sum->total, s->chains[s->n++].sum.total);
    }
  if (s->n)
    qsort (s->chains, s->n, sizeof *s->chains, compare_ranked);
  return 0;
}

/* Send LOOP of L's function, and add 1 to *N, if it was executed.  */
static int
send_loop (const struct wpp_looped *l, uint32_t loop, struct wpp_row_sink *sink, int64_t *n)
{
  struct sending s = { .l = l, .loop = loop };
  struct wpp_stays sum = { 0, 0, 0 };
  uint32_t header = l->loops->loops[loop].header;
  const struct wpp_line_ref *line = line_of (l->f->function, header);
  int err = find_chains (&s, &sum);
  const struct wpp_trips_row row
    = { .function = wpp_recording_short_name (l->x->t->recording, l->f->function->function),
        .file = file_of (l->f->function, line), .line = line ? (int64_t)line->line : -1,
        .block = l->cfg->nodes[header].block, .stays = sum.stays, .trips = sum.total,
        .callers = { s.n, &s, get_chain } };
  if (!err && !row.function)
    err = WPP_E_NOMEM;
  if (!err && sum.stays)
    err = wpp_sink_row (sink, &row);
  *n += sum.stays > 0;
  free (s.chains);
  return err;
}

/* Answer from X's functions.  */
static int64_t
answer (struct wpp_trips_counted *x, unsigned calls, struct wpp_row_sink *sink)
{
  int64_t n = 0;
  int err = wpp_trips_count (x, calls);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_trips_schema, NULL);
  for (uint32_t i = 0; i < x->t->n && !err; i++)
    {
      struct wpp_looped l;
      err = wpp_looped_find (&l, x, i);
      for (uint32_t k = 0; !err && k < l.loops->n; k++)
        err = send_loop (&l, k, sink, &n);
      wpp_looped_release (&l);
    }
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : n;
}

int64_t
wpp_answer_trips (struct wpp_recording *r, const struct wpp_trips_asked *asked, struct wpp_row_sink *sink,
                  size_t *n_functions, struct wpp_place *place)
{
  struct wpp_traced t;
  struct wpp_trips_counted x = { .t = &t, .place = place };
  int64_t n = wpp_traced_read (&t, r, asked->function, place);
  *n_functions = t.n;
  if (!n)
    n = answer (&x, asked->calls, sink);
  wpp_trips_release (&x);
  wpp_traced_release (&t);
  return n;
}
