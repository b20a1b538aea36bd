/* path-counts PROFILE COUNTS: the counts of paths that run on across calls, from the whole path of a run.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Prints `FUNCTION UNIT PATH COUNT', tab-separated, for every such path: what the same run must count when it is built
   with -fwpp-generate=paths.  FUNCTION is the assembler name, UNIT the source file.  COUNTS, a profile of such a build,
   tells how many paths a function may have.  Activations that were left in the middle of a path, in a call, have
   unwound paths, lines that begin with `unwound': it must count those that exceptions have left, and no others.

   Does it the slow way: every event is decoded, and its edges are appended to those of the activation it belongs to, of
   which there is a stack.  */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "program/paths/numbering.h"
#include "recording/profile/code.h"
#include "recording/profile/read.h"

struct count
{
  uint64_t number, count;
};

struct function
{
  struct wpp_numbering *numbering;
  struct count *counts;   /* [room] where COUNT is not 0: open addressing */
  size_t n, room;
};

struct activation
{
  size_t function;
  uint64_t landing;  /* if it has landing places: how many such there were at its entry, with it, that were not known to
                        be gone (__wpp_depth) */
  uint32_t start;    /* of the path that runs on across calls */
  uint32_t n, room;
  uint32_t *edges;
};

struct path_counter
{
  struct wpp_code *code;
  uint64_t limit;
  struct function *functions;   /* [code->n_functions] */
  struct activation *stack;
  size_t depth, room;
  struct wpp_path path;
  uint64_t landing;             /* __wpp_depth */
  uint64_t more;                /* of the LAND event that comes */
};

static void
check (bool ok, const char *what)
{
  if (ok)
    return;
  fprintf (stderr, "path-counts: %s\n", what);
  exit (2);
}

static bool
landing_p (const struct path_counter *c, const struct activation *a)
{
  return c->code->functions[a->function].function->flags & WPP_FN_LANDING;
}

static void
push (struct path_counter *c, size_t function)
{
  if (c->depth == c->room)
    {
      c->room = 2 * c->room + 64;
      c->stack = realloc (c->stack, c->room * sizeof *c->stack);
      check (c->stack, "out of memory");
    }
  c->stack[c->depth++] = (struct activation){ .function = function };
  if (landing_p (c, &c->stack[c->depth - 1]))
    c->stack[c->depth - 1].landing = ++c->landing;
}

/* The start at the landing place NODE.  */
static uint32_t
landing_start (const struct wpp_numbering *num, uint32_t node)
{
  uint32_t s = num->n_starts - 1;
  while (s > 0 && num->starts[s].node != node)
    s--;
  return s;
}

/* The place of NUMBER in COUNTS [ROOM].  */
static struct count *
place (struct count *counts, size_t room, uint64_t number)
{
  size_t i = number * UINT64_C (0x9e3779b97f4a7c15) % room;
  while (counts[i].count && counts[i].number != number)
    i = (i + 1) % room;
  return &counts[i];
}

static void
grow (struct function *f)
{
  size_t room = 2 * f->room + 61;
  struct count *counts = calloc (room, sizeof *counts);
  check (counts, "out of memory");
  for (size_t i = 0; i < f->room; i++)
    if (f->counts[i].count)
      *place (counts, room, f->counts[i].number) = f->counts[i];
  free (f->counts);
  f->counts = counts;
  f->room = room;
}

static void
count_path (struct function *f, uint64_t number)
{
  if (4 * f->n >= 3 * f->room)
    grow (f);
  struct count *found = place (f->counts, f->room, number);
  f->n += found->count == 0;
  found->number = number;
  found->count++;
}

/* A is left in the call that the last edge of its path leads into, if it has one.  */
static void
unwind (struct path_counter *c, struct activation *a)
{
  struct function *f = &c->functions[a->function];
  uint64_t number;
  if (a->n == 0)
    return;
  check (wpp_path_encode (f->numbering, a->start, a->edges, a->n, &number) == 0, "no such unwound path");
  count_path (f, number);
  a->n = 0;
}

static void
pop (struct path_counter *c)
{
  struct activation *a = &c->stack[--c->depth];
  unwind (c, a);
  free (a->edges);
}

/* Append edge E to the path of A, which may end it.  */
static void
append (struct path_counter *c, struct activation *a, uint32_t e)
{
  struct function *f = &c->functions[a->function];
  const struct wpp_numbering *num = f->numbering;
  bool ends = num->edges[e].flags & WPP_EDGE_ENDS;
  uint64_t number;
  if (a->n == a->room)
    {
      a->room = 2 * a->room + 16;
      a->edges = realloc (a->edges, a->room * sizeof *a->edges);
      check (a->edges, "out of memory");
    }
  a->edges[a->n++] = e;
  if (!ends && num->cfg->edges[e].dst != WPP_NODE_EXIT)
    return;
  check (wpp_path_encode (num, a->start, a->edges, a->n, &number) == 0, "no such path");
  count_path (f, number);
  a->n = 0;
  if (ends)
    a->start = num->edges[e].start;
}

/* Find the activation of F that the path C->path, of the numbering NUM, belongs to.  */
static struct activation *
find_activation (struct path_counter *c, size_t f, const struct wpp_numbering *num)
{
  const struct wpp_start *start = &num->starts[c->path.start];
  if (start->node == WPP_NODE_ENTRY)
    push (c, f);
  /* What is above it has been left by a jump.  */
  while (c->depth && c->stack[c->depth - 1].function != f)
    pop (c);
  check (c->depth, "a path of a function that was not entered");
  struct activation *a = &c->stack[c->depth - 1];
  if (start->edge == WPP_NO_EDGE && start->node != WPP_NODE_ENTRY)
    {
      unwind (c, a);
      a->start = landing_start (c->functions[f].numbering, start->node);
    }
  return a;
}

static void
count_event (struct path_counter *c, uint32_t event)
{
  uint64_t number;
  int err = 0;
  struct wpp_code_function *f = wpp_code_find (c->code, event, &number);
  check (f, "an event of no function");
  size_t index = f - c->code->functions;
  const struct wpp_numbering *num = wpp_code_numbering (c->code, f, &err);
  check (num && wpp_path_decode (num, number, &c->path) == 0, "no such path");
  if (!c->functions[index].numbering)
    {
      struct wpp_numbering *counted
        = wpp_numbering_new_across_calls (&f->function->cfg, c->limit, &err);
      check (counted, "a graph that cannot be numbered");
      c->functions[index].numbering = counted;
    }
  struct activation *a = find_activation (c, index, num);
  bool leaves = c->path.end_edge == WPP_NO_EDGE;
  if (leaves && landing_p (c, a))
    c->landing = a->landing - 1;
  for (uint32_t i = 0; i + !leaves < c->path.n_nodes; i++)
    append (c, a, c->path.edges[i]);
  if (leaves)
    pop (c);
  else
    append (c, a, c->path.end_edge);
}

/* A jump has arrived, GONE activations of functions with landing places further out than the runtime thought: where
   that is on top, what was above it has been left.  */
static void
land (struct path_counter *c, uint64_t gone)
{
  uint64_t to = c->landing > gone ? c->landing - gone : 0;
  size_t n = c->depth;
  while (n > 0 && !(landing_p (c, &c->stack[n - 1]) && c->stack[n - 1].landing == to))
    n--;
  c->landing = to;
  while (n > 0 && c->depth > n)
    pop (c);
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  struct path_counter *c = data;
  if (event == WPP_EVENT_LAND_MORE)
    c->more += count * (WPP_EVENT_LAND_MAX + 1);
  else if (event >= WPP_EVENT_LAND && event <= WPP_EVENT_LAND + WPP_EVENT_LAND_MAX)
    {
      land (c, c->more + event - WPP_EVENT_LAND);
      c->more = 0;
    }
  for (; count > 0 && event >= WPP_EVENT_FIRST_PATH; count--)
    count_event (c, event);
  return 0;
}

static void
print_counts (const struct path_counter *c)
{
  for (size_t i = 0; i < c->code->n_functions; i++)
    for (size_t p = 0; p < c->functions[i].room; p++)
      if (c->functions[i].counts[p].count)
        printf ("%s%s\t%s\t%" PRIu64 "\t%" PRIu64 "\n",
                c->functions[i].counts[p].number < c->functions[i].numbering->n_paths ? "" : "unwound ",
                c->code->functions[i].function->name, c->code->functions[i].unit->source,
                c->functions[i].counts[p].number, c->functions[i].counts[p].count);
}

static struct wpp_profile *
read_profile (const char *file, struct wpp_code **code)
{
  int err = 0;
  struct wpp_place place = { "", 0, "" };
  struct wpp_profile *p = wpp_profile_read (file, &err, &place);
  check (p, file);
  *code = wpp_code_load (p, NULL, &err, &place);
  check (*code, place.what);
  return p;
}

int
main (int argc, char **argv)
{
  struct path_counter c = { 0 };
  struct wpp_code *counted;
  check (argc == 3, "which profiles?");
  struct wpp_profile *p = read_profile (argv[1], &c.code);
  read_profile (argv[2], &counted);
  check (counted->n_units > 0, "nothing was counted");
  c.limit = counted->units[0]->path_limit;
  c.functions = calloc (c.code->n_functions + 1, sizeof *c.functions);
  for (size_t t = 0; t < p->n_threads; t++)
    {
      for (size_t s = 0; s < p->threads[t].n_segments; s++)
        check (wpp_grammar_expand (p->threads[t].segments[s], 0, visit, &c) == 0, "cannot expand");
      while (c.depth)
        pop (&c);
      c.landing = 0;
    }
  print_counts (&c);
  return 0;
}
