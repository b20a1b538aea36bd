/* Calling contexts with the statements that were executed in them (context-costs.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a context executed in a slice is the difference of what it executed until the slice ended and began.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/calls.h"
#include "activations/machine/memo.h"
#include "answers/calls-impl.h"
#include "answers/context-costs.h"
#include "base/array.h"
#include "base/saturate.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_context_slice_row
static const struct wpp_row_column slice_columns[]
  = { COLUMN (slice, NUMBER32), COLUMN (statements, COUNT, .unit = "statements") };
static const struct wpp_schema slice_schema = WPP_SCHEMA ("slice", struct OF, slice_columns);
#undef OF

#define OF wpp_context_cost_row
static const struct wpp_row_column context_columns[]
  = { COLUMN (caller, SIGNED), COLUMN (function, TEXT), COLUMN (call, ROW_AT, .of = &wpp_call_place_schema),
      COLUMN (activations, COUNT, .unit = "activations"), COLUMN (statements, COUNT, .unit = "statements"),
      COLUMN (slices, LIST, .of = &slice_schema) };
static const struct wpp_schema context_schema = WPP_SCHEMA ("context", struct OF, context_columns);
#undef OF

#define OF wpp_context_costs_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (contexts, NUMBER), COLUMN (levels, SIGNED), COLUMN (sliced, TRUTH) };
const struct wpp_schema wpp_context_costs_schema
  = WPP_SCHEMA ("contexts", struct OF, head_columns, .rows = "contexts", .of = &context_schema);
#undef OF

/* What a context executed in slices, all of them together.  */
#define MOST_PARTS (UINT32_C (1) << 22)

struct part
{
  uint32_t context, slice;
  uint64_t statements;
};

struct counting
{
  struct wpp_call_contexts *contexts;
  uint64_t *before;             /* [n_before] what contexts had executed when the slice began; later ones: 0 */
  size_t n_before, before_room;
  struct part *parts;           /* [n] by slice and context; later by context and slice */
  size_t n, room;
  bool full;                    /* there are too many */
  uint32_t slice;               /* number of the present one */
};

/* The present slice has ended: note what was executed in it.  */
static int
end_slice (struct counting *c)
{
  uint32_t n;
  const struct wpp_context *x = wpp_call_contexts_all (c->contexts, &n);
  if (c->full || WPP_RESERVE (c->before, c->before_room, c->n_before, n - c->n_before))
    return c->full ? 0 : WPP_E_NOMEM;
  while (c->n_before < n)
    c->before[c->n_before++] = 0;
  for (uint32_t i = 0; i < n && !c->full; i++)
    {
      if (x[i].cost == c->before[i])
        continue;
      c->full = c->n == MOST_PARTS;
      if (WPP_RESERVE (c->parts, c->room, c->n, 1))
        return WPP_E_NOMEM;
      c->parts[c->n++] = (struct part){ i, c->slice, x[i].cost - c->before[i] };
      c->before[i] = x[i].cost;
    }
  return 0;
}

/* For the memo: the next slice begins.  */
static int
stop (void *counting, size_t i)
{
  struct counting *c = counting;
  int err = end_slice (c);
  c->slice++;
  return err;
}

static int
count_thread (struct counting *c, const struct wpp_sliced_thread *t)
{
  int err = 0;
  c->slice = t->first;
  for (size_t i = 0; i < t->thread->n_segments && !err; i++)
    {
      const struct wpp_memo_stops stops = { t->segments[i].n, t->segments[i].at, stop, c };
      err = wpp_call_contexts_add_stopping (c->contexts, &t->segments[i].grammar, &stops);
    }
  if (!err)
    err = wpp_call_contexts_end_thread (c->contexts);
  return err ? err : end_slice (c);
}

static void
forget (struct counting *c)
{
  wpp_call_contexts_free (c->contexts);
  free (c->before);
  free (c->parts);
  *c = (struct counting){ 0 };
}

/* Levels that are told apart, and how much of the work that may be done is done to find them.  */
struct try
{
  uint32_t levels;
  double work;
};

/* Count the contexts as TRY says.  */
static int
count (struct counting *c, struct wpp_code *code, const struct wpp_slicing *s,
       const struct wpp_context_costs_asked *asked, const struct try *try)
{
  const struct wpp_context_limits limits = { .merging = WPP_CONTEXTS_EXACT, .levels = try->levels,
                                             .contexts = asked->contexts, .costs = true,
                                             .work = (uint64_t)(try->work * (double)asked->work) };
  *c = (struct counting){ .contexts = wpp_call_contexts_new (code, &limits) };
  int err = c->contexts ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < s->n_threads && !err; t++)
    err = count_thread (c, &s->threads[t]);
  return err;
}

/* Count them, down to as many of the levels that are tried as is possible; *TOLD is how many.  */
static int
count_some_levels (struct counting *c, struct wpp_code *code, const struct wpp_slicing *s,
                   const struct wpp_context_costs_asked *asked, int64_t *told)
{
  static const struct try tries[] = { { WPP_MOST_LEVELS, 0.15 }, { 8, 1 }, { 3, 1 } };
  int err = WPP_E_TOOBIG;
  for (size_t i = 0; i < sizeof tries / sizeof *tries && err == WPP_E_TOOBIG; i++)
    {
      forget (c);
      err = count (c, code, s, asked, &tries[i]);
      *told = tries[i].levels;
    }
  if (!err && !wpp_call_contexts_deeper_p (c->contexts))
    *told = -1;
  return err;
}

/* ---- Sending.  */

static int
compare_parts (const void *a, const void *b)
{
  const struct part *x = a, *y = b;
  if (x->context != y->context)
    return x->context < y->context ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

static int
get_slice (void *data, size_t i, void *row)
{
  const struct part *p = (const struct part *)data + i;
  *(struct wpp_context_slice_row *)row = (struct wpp_context_slice_row){ p->slice, p->statements };
  return 0;
}

/* Send context number I, whose PARTS [N] these are.  */
static int
send_context (const struct wpp_call_tree *tree, const struct wpp_context *x, struct part *parts, size_t n,
              struct wpp_row_sink *sink)
{
  struct wpp_call_place_row call;
  const struct wpp_code_function *f = x->function == WPP_NO_FUNCTION ? NULL : &tree->code->functions[x->function];
  const struct wpp_context_cost_row row
    = { .caller = x->caller == WPP_NO_CONTEXT ? -1 : (int64_t)x->caller,
        .function = f ? wpp_function_name (f->function) : NULL,
        .call = wpp_call_place (tree, x, &call),
        .activations = x->count,
        .statements = x->cost,
        .slices = { n, parts, get_slice },
        .of = f };
  return wpp_sink_row (sink, &row);
}

static int64_t
send_contexts (struct counting *c, const struct wpp_call_tree *tree, int64_t told, struct wpp_row_sink *sink)
{
  uint32_t n;
  const struct wpp_context *x = wpp_call_contexts_all (c->contexts, &n);
  const struct wpp_context_costs_head head = { n, told, !c->full };
  size_t at = 0;
  if (c->full)
    c->n = 0;
  if (c->n)
    qsort (c->parts, c->n, sizeof *c->parts, compare_parts);
  int err = wpp_sink_begin (sink, &wpp_context_costs_schema, &head);
  for (uint32_t i = 0; i < n && !err; i++)
    {
      size_t first = at;
      while (at < c->n && c->parts[at].context == i)
        at++;
      err = send_context (tree, &x[i], c->parts + first, at - first, sink);
    }
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)n;
}

int64_t
wpp_answer_context_costs (struct wpp_recording *r, const struct wpp_slicing *s,
                          const struct wpp_context_costs_asked *asked, struct wpp_row_sink *sink,
                          struct wpp_place *place)
{
  int err;
  struct counting c = { 0 };
  int64_t told = -1, n = 0;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (!code)
    return err;
  err = count_some_levels (&c, code, s, asked, &told);
  struct wpp_call_tree *tree = err ? NULL : wpp_call_tree_new (code, c.contexts, NULL, 0);
  if (!err)
    n = tree ? send_contexts (&c, tree, told, sink) : WPP_E_NOMEM;
  if (tree)
    wpp_call_tree_free (tree);
  forget (&c);
  return err ? err : n;
}
