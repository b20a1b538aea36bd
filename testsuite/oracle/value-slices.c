/* value-slices RECORDING N [SEED]: are N slices by instance, backward and forward, those of a naive slicer?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   RECORDING has values.  The naive slicer (slices-run.c, slices-bytes.c) makes the whole graph of dependences between
   executions.  Statements that are executed are chosen at random; the slice of the execution of its line is compared,
   statement by statement, by segments of the thread of several lengths.  The last line tells how many were equal.  */

#include <stdio.h>
#include <string.h>
#include "slices-impl.h"
#include "answers/slice-impl.h"
#include "dependence/instances/instances.h"

struct comparison
{
  struct naive naive;
  struct wpp_slicer slicer;
  bool *ours;                     /* [statements] */
};

static int
found (void *data, const struct wpp_found_instance *i)
{
  struct comparison *c = data;
  const struct wpp_slice_item *item = &c->slicer.model->items[i->item];
  c->ours[c->naive.first_statement[item->function] + item->code] = true;
  return 0;
}

/* The slice of X's line by segments of SEGMENT statements.  Return whether there is one.  */
static bool
slice_ours (struct comparison *c, const struct instance *x, bool forward, uint64_t segment)
{
  const struct history *h = &c->naive.h;
  const struct block_entry *at = &h->entries[x->entry];
  const struct wpp_statement *s = naive_statement (&c->naive, x);
  const struct wpp_cfg *cfg = &h->stack.code->functions[x->function].function->cfg;
  struct wpp_slice_criterion criterion = { .function = x->function, .file = s->file, .line = s->line, .whole = true,
                                           .variable = WPP_NONE, .block = cfg->nodes[at->node].block };
  const struct wpp_instances_asked asked
    = { .thread = &h->stack.profile->threads[0], .criterion = &criterion, .statement = WPP_NONE, .variable = WPP_NONE,
        .event = history_event (h, at->path), .at_end = at->at_end, .node = at->node, .most_depth = UINT32_MAX,
        .segment = segment, .data = c, .found = found };
  struct wpp_instances_done done;
  memset (c->ours, 0, c->naive.n_statements);
  return !(forward ? wpp_influences_find : wpp_instances_find) (history_bindings (h), c->slicer.model, &asked, &done);
}

/* Compare one at random; return whether they are equal.  */
static bool
compare (struct comparison *c, unsigned *seed)
{
  static const unsigned parts[] = { 0, 5, 40 };
  bool forward = rand_r (seed) & 1;
  unsigned part = parts[rand_r (seed) % 3];
  uint64_t segment = part ? c->naive.h.n / part + 1 : 0;
  const struct instance *x = naive_any (&c->naive, seed);
  naive_slice (&c->naive, x, forward);
  bool ok = slice_ours (c, x, forward, segment);
  return naive_equal_p (&c->naive, x, forward, c->ours, !ok);
}

int
main (int argc, char **argv)
{
  static struct comparison c = { .naive.h.stack.name = "value-slices" };
  const struct stack *stack = &c.naive.h.stack;
  struct wpp_place place;
  unsigned n = argc > 2 ? atoi (argv[2]) : 100, seed = argc > 3 ? atoi (argv[3]) : 1, equal = 0;
  stack_check (stack, argc > 1, "give me a recording");
  naive_make (&c.naive, argv[1], true);
  stack_check (stack, !wpp_slicer_init_model (&c.slicer, &stack->profile->threads[0], stack->code, &place),
               "no slicer");
  c.ours = need (malloc (c.naive.n_statements));
  for (unsigned i = 0; i < n; i++)
    equal += compare (&c, &seed);
  return naive_end (&c.naive, n, equal);
}
