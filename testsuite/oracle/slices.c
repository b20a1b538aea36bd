/* slices PROFILE N [SEED]: are N slices of approach 3, backward and forward, those of a naive slicer?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The naive one (slices-run.c) makes the whole graph of dependences between executions.  Statements that are executed
   are chosen at random; the slice of the execution of its line is compared, statement by statement.  It must be part of
   the slice by approach 2, that of the one by approach 1, and that of the static one.  The last line tells how many
   were equal.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slices.h"
#include "dependence/slices/slice.h"
#include "dependence/slices/static.h"

struct comparison
{
  struct history h;
  struct wpp_slicer slicer;
  uint32_t *first_statement;      /* [functions] of those of all functions */
  uint32_t n_statements;
  bool *naive, *ours;             /* [n_statements] */
  bool *reached;                  /* [instances] */
  uint32_t *queue;
  uint32_t *first_user, *users;   /* dependences the other way round */
};

static void *
need (void *p)
{
  if (!p)
    abort ();
  return p;
}

static void
list_users (struct comparison *c)
{
  const struct history *h = &c->h;
  c->first_user = need (calloc (h->n + 2, sizeof *c->first_user));
  c->users = need (malloc ((h->n_dependences + 1) * sizeof *c->users));
  for (size_t k = 0; k < h->n_dependences; k++)
    c->first_user[h->dependences[k].on + 2]++;
  for (size_t i = 2; i < h->n + 2; i++)
    c->first_user[i] += c->first_user[i - 1];
  for (size_t i = 0; i < h->n; i++)
    for (uint32_t k = h->instances[i].last; k != NONE; k = h->dependences[k].before)
      c->users[c->first_user[h->dependences[k].on + 1]++] = i;
}

static const struct wpp_statement *
statement_of (const struct history *h, const struct instance *i)
{
  return &h->bodies[i->function]->statements[i->statement];
}

/* TO is in the slice; *N are in the queue.  */
static void
reach (struct comparison *c, uint32_t to, size_t *n)
{
  if (!c->reached[to])
    c->queue[(*n)++] = to;
  c->reached[to] = true;
}

/* What LINE's executions in block execution ENTRY of FUNCTION depend on; or, FORWARD, what depends on them.  */
static void
slice_naively (struct comparison *c, uint32_t entry, const struct wpp_statement *s, bool forward)
{
  const struct history *h = &c->h;
  size_t n = 0;
  memset (c->reached, 0, h->n);
  memset (c->naive, 0, c->n_statements);
  for (size_t i = 0; i < h->n; i++)
    {
      const struct instance *x = &h->instances[i];
      if (x->statement == NONE || x->entry != entry || statement_of (h, x)->line != s->line
          || statement_of (h, x)->file != s->file)
        continue;
      c->reached[i] = true;
      c->queue[n++] = i;
    }
  for (size_t k = 0; k < n; k++)
    {
      uint32_t i = c->queue[k];
      if (h->instances[i].statement != NONE)
        c->naive[c->first_statement[h->instances[i].function] + h->instances[i].statement] = true;
      if (forward)
        for (uint32_t d = c->first_user[i]; d < c->first_user[i + (size_t)1]; d++)
          reach (c, c->users[d], &n);
      else
        for (uint32_t d = h->instances[i].last; d != NONE; d = h->dependences[d].before)
          reach (c, h->dependences[d].on, &n);
    }
}

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
  const struct history *h = &c->h;
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
  memset (c->ours, 0, c->n_statements);
  for (uint32_t i = 0; i < c->slicer.model->n_items; i++)
    if (reasons[i].because != WPP_BECAUSE_NOTHING)
      c->ours[c->first_statement[c->slicer.model->items[i].function] + c->slicer.model->items[i].code] = true;
  wpp_where_release (&where);
  wpp_slice_place_release (&place);
  for (uint32_t i = 0; i < n_functions; i++)
    free (entries[i]);
  free (entries);
  free (reasons);
  return ok;
}

static void
tell (const struct comparison *c, const char *what, const bool *more, const bool *less)
{
  const struct history *h = &c->h;
  for (uint32_t f = 0; f < h->stack.code->n_functions; f++)
    for (uint32_t i = 0; i < h->bodies[f]->n_statements; i++)
      if (more[c->first_statement[f] + i] && !less[c->first_statement[f] + i])
        printf ("  only %s: %s line %u, statement %u\n", what, h->stack.code->functions[f].function->name,
                h->bodies[f]->statements[i].line, i);
}

/* Compare one at random; return whether they are equal.  */
static bool
compare (struct comparison *c, unsigned *seed)
{
  const struct history *h = &c->h;
  const struct instance *x;
  bool forward = rand_r (seed) & 1;
  do
    x = &h->instances[((size_t)rand_r (seed) << 15 ^ rand_r (seed)) % h->n];
  while (x->statement == NONE || !statement_of (h, x)->line);
  const struct wpp_statement *s = statement_of (h, x);
  slice_naively (c, x->entry, s, forward);
  bool ok = slice_ours (c, x->entry, x->function, s, forward),
       equal = ok && !memcmp (c->naive, c->ours, c->n_statements);
  if (equal)
    return true;
  printf ("%s slice of line %u of %s, block execution %u%s\n", forward ? "forward" : "backward", s->line,
          h->stack.code->functions[x->function].function->name, x->entry, ok ? "" : ": an error");
  tell (c, "naive", c->naive, c->ours);
  tell (c, "ours", c->ours, c->naive);
  return false;
}

int
main (int argc, char **argv)
{
  static struct comparison c = { .h.stack.name = "slices" };
  struct wpp_place place;
  unsigned n = argc > 2 ? atoi (argv[2]) : 100, seed = argc > 3 ? atoi (argv[3]) : 1, equal = 0;
  stack_check (&c.h.stack, argc > 1, "give me a profile");
  history_make (&c.h, argv[1]);
  stack_check (&c.h.stack, c.h.n, "nothing was executed");
  stack_check (&c.h.stack, !wpp_slicer_init (&c.slicer, &c.h.stack.profile->threads[0], c.h.stack.code, NULL, &place),
               "no slicer");
  c.first_statement = need (calloc (c.h.stack.code->n_functions + 1, sizeof *c.first_statement));
  for (uint32_t f = 0; f < c.h.stack.code->n_functions; f++)
    {
      c.first_statement[f] = c.n_statements;
      c.n_statements += c.h.bodies[f]->n_statements;
    }
  c.naive = need (malloc (c.n_statements));
  c.ours = need (malloc (c.n_statements));
  c.reached = need (malloc (c.h.n));
  c.queue = need (malloc (c.h.n * sizeof *c.queue));
  list_users (&c);
  for (unsigned i = 0; i < n; i++)
    equal += compare (&c, &seed);
  printf ("%u of %u slices are equal; %zu executions, %zu dependences\n", equal, n, c.h.n, c.h.n_dependences);
  return equal != n;
}
