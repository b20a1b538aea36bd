/* slices PROFILE N [SEED]: are N slices of approach 3, backward and forward, those of a naive slicer?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The naive one (slices-run.c) makes the whole graph of dependences between executions.  Statements that are executed
   are chosen at random; the slice of the execution of its line is compared, statement by statement.  It must be part of
   the slice by approach 2, that of the one by approach 1, and that of the static one.  The last line tells how many
   were equal.  */

#include <stdio.h>
#include <string.h>
#include "slices-impl.h"
#include "dependence/slices/slice.h"
#include "dependence/slices/static.h"

struct comparison
{
  struct naive naive;
  struct wpp_slicer slicer;
  bool *ours;                     /* [statements] */
};

/* Does the block that begins with NODE of FUNCTION have a statement of S's line?  */
static bool
block_has_p (const struct history *h, uint32_t function, uint32_t node, const struct wpp_statement *s)
{
  const struct wpp_body *b = h->bodies[function];
  const struct wpp_cfg *cfg = &h->stack.code->functions[function].function->cfg;
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      const struct wpp_statement *t = &b->statements[i];
      if (cfg->nodes[t->node].block == cfg->nodes[node].block && t->line == s->line && t->file == s->file
          && !wpp_codeless_p (t))
        return true;
    }
  return false;
}

static bool
part_p (const struct comparison *c, const struct wpp_slice_reason *a, const struct wpp_slice_reason *b)
{
  for (uint32_t i = 0; i < c->slicer.model->n_items; i++)
    if (a[i].because != WPP_BECAUSE_NOTHING && b[i].because == WPP_BECAUSE_NOTHING)
      return false;
  return true;
}

/* Is the slice THIRD, of CRITERION at PLACE by approach 3, part of that by 2, that of 1, and that of the static
   one?  */
static bool
nested_p (struct comparison *c, const struct wpp_slice_criterion *criterion, const struct wpp_slice_place *place,
          bool forward, const struct wpp_slice_reason *third)
{
  size_t n = c->slicer.model->n_items + 1, n_calls;
  struct wpp_slice_reason *second = need (calloc (n, sizeof *second)), *first = need (calloc (n, sizeof *first));
  struct wpp_slice_reason *any = need (calloc (n, sizeof *any));
  struct wpp_scan *scan = need (wpp_scan_new (c->slicer.model, &c->slicer.nest, wpp_slicer_path, &c->slicer, true));
  struct wpp_slice_call *calls = NULL;
  memcpy (any, third, n * sizeof *any);
  bool ok = !wpp_slice_calls (scan, 0, &calls, &n_calls);
  struct wpp_static_slice x = { c->slicer.model, NULL, calls, n_calls, any };
  ok = ok && !wpp_slicer_slice (&c->slicer, criterion, place, 2, forward, second)
       && !wpp_slicer_slice (&c->slicer, criterion, place, 1, forward, first)
       && !wpp_static_slice (&x, criterion, forward) && part_p (c, third, second) && part_p (c, second, first)
       && part_p (c, first, any);
  wpp_scan_free (scan);
  free (calls);
  free (second);
  free (first);
  free (any);
  return ok;
}

/* The same by the slicer.  Return whether it did.  */
static bool
slice_ours (struct comparison *c, uint32_t entry, uint32_t function, const struct wpp_statement *s, bool forward)
{
  const struct history *h = &c->naive.h;
  const struct wpp_cfg *cfg = &h->stack.code->functions[function].function->cfg;
  uint32_t n_functions = h->stack.code->n_functions, found, node;
  bool **entries = need (calloc (n_functions, sizeof *entries));
  struct wpp_where where;
  struct wpp_slice_place place = { 0 };
  struct wpp_slice_criterion criterion = { .function = function, .file = s->file, .line = s->line, .whole = true,
                                           .variable = WPP_NONE, .block = cfg->nodes[h->entries[entry].node].block };
  struct wpp_slice_reason *reasons = need (calloc (c->slicer.model->n_items + 1, sizeof *reasons));
  uint64_t k = 0;
  entries[function] = need (calloc (cfg->n_nodes, 1));
  for (uint32_t n = 0; n < cfg->n_nodes; n++)
    entries[function][n] = !(cfg->nodes[n].flags & WPP_NODE_CONTINUES) && block_has_p (h, function, n, s);
  for (uint32_t i = 0; i <= entry; i++)
    k += h->entries[i].function == function && entries[function][h->entries[i].node];
  const bool *const *marked = (const bool *const *)entries;
  bool ok = !wpp_where_init (&where, &c->slicer.nest, c->slicer.model, wpp_slicer_path, &c->slicer, marked)
            && !wpp_where_find (&where, c->slicer.model, wpp_slicer_path, &c->slicer, marked, 0, k, forward, &place,
                                &found, &node)
            && found == function && node == h->entries[entry].node
            && !wpp_slicer_slice (&c->slicer, &criterion, &place, 3, forward, reasons)
            && nested_p (c, &criterion, &place, forward, reasons);
  memset (c->ours, 0, c->naive.n_statements);
  for (uint32_t i = 0; i < c->slicer.model->n_items; i++)
    if (reasons[i].because != WPP_BECAUSE_NOTHING)
      c->ours[c->naive.first_statement[c->slicer.model->items[i].function] + c->slicer.model->items[i].code] = true;
  wpp_where_release (&where);
  wpp_slice_place_release (&place);
  for (uint32_t i = 0; i < n_functions; i++)
    free (entries[i]);
  free (entries);
  free (reasons);
  return ok;
}

/* Compare one at random; return whether they are equal.  */
static bool
compare (struct comparison *c, unsigned *seed)
{
  bool forward = rand_r (seed) & 1;
  const struct instance *x = naive_any (&c->naive, seed);
  naive_slice (&c->naive, x, forward);
  bool ok = slice_ours (c, x->entry, x->function, naive_statement (&c->naive, x), forward);
  return naive_equal_p (&c->naive, x, forward, c->ours, !ok);
}

int
main (int argc, char **argv)
{
  static struct comparison c = { .naive.h.stack.name = "slices" };
  const struct stack *stack = &c.naive.h.stack;
  struct wpp_place place;
  unsigned n = argc > 2 ? atoi (argv[2]) : 100, seed = argc > 3 ? atoi (argv[3]) : 1, equal = 0;
  stack_check (stack, argc > 1, "give me a profile");
  naive_make (&c.naive, argv[1], false);
  stack_check (stack, !wpp_slicer_init (&c.slicer, &stack->profile->threads[0], stack->code, NULL, &place),
               "no slicer");
  c.ours = need (malloc (c.naive.n_statements));
  for (unsigned i = 0; i < n; i++)
    equal += compare (&c, &seed);
  return naive_end (&c.naive, n, equal);
}
