/* path-counts PROFILE COUNTS: the counts of paths that run on across calls, from the whole path of a run.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Prints `FUNCTION UNIT PATH COUNT', tab-separated, for every such path: what the same run must count
   when it is built with -fwpp-generate=paths.  FUNCTION is the assembler name, UNIT the source file.
   COUNTS, a profile of such a build, tells how many paths a function may have.  Activations that were left in the middle of
   a path, in a call, have unwound paths, lines that begin with `unwound': it must count those that exceptions have left, and
   no others.

   Does it the slow way: every event is decoded, and its edges are appended to those of the
   activation it belongs to, of which there is a stack.  */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "paths/numbering.h"
#include "profile/code.h"
#include "profile/read.h"

struct count
{
  uint64_t number, count;
};

struct function
{
  struct wpp_numbering *across;
  struct count *counts;   /* [room] where COUNT is not 0: open addressing */
  size_t n, room;
};

struct activation
{
  size_t function;
  uint64_t landing;  /* if it has landing places: how many such there were at its entry, with it, that were not known to be
                        gone (__wpp_depth) */
  uint32_t start;    /* of the path that runs on across calls */
  uint32_t n, room;
  uint32_t *edges;
};

struct join
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
landing_p (const struct join *j, const struct activation *a)
{
  return j->code->functions[a->function].function->flags & WPP_FN_LANDING;
}

static void
push (struct join *j, size_t function)
{
  if (j->depth == j->room)
    {
      j->room = 2 * j->room + 64;
      j->stack = realloc (j->stack, j->room * sizeof *j->stack);
      check (j->stack, "out of memory");
    }
  j->stack[j->depth++] = (struct activation){ .function = function };
  if (landing_p (j, &j->stack[j->depth - 1]))
    j->stack[j->depth - 1].landing = ++j->landing;
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
  struct count *c = place (f->counts, f->room, number);
  f->n += c->count == 0;
  c->number = number;
  c->count++;
}

/* A is left in the call that the last edge of its path leads into, if it has one.  */
static void
unwind (struct join *j, struct activation *a)
{
  struct function *f = &j->functions[a->function];
  uint64_t number;
  if (a->n == 0)
    return;
  check (wpp_path_encode (f->across, a->start, a->edges, a->n, &number) == 0, "no such unwound path");
  count_path (f, number);
  a->n = 0;
}

static void
pop (struct join *j)
{
  struct activation *a = &j->stack[--j->depth];
  unwind (j, a);
  free (a->edges);
}

/* Append edge E to the path of A, which may end it.  */
static void
append (struct join *j, struct activation *a, uint32_t e)
{
  struct function *f = &j->functions[a->function];
  const struct wpp_numbering *num = f->across;
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

/* Find the activation of F that the path J->path, of the numbering NUM, belongs to.  */
static struct activation *
find_activation (struct join *j, size_t f, const struct wpp_numbering *num)
{
  const struct wpp_start *start = &num->starts[j->path.start];
  if (start->node == WPP_NODE_ENTRY)
    push (j, f);
  /* What is above it has been left by a jump.  */
  while (j->depth && j->stack[j->depth - 1].function != f)
    pop (j);
  check (j->depth, "a path of a function that was not entered");
  struct activation *a = &j->stack[j->depth - 1];
  if (start->edge == WPP_NO_EDGE && start->node != WPP_NODE_ENTRY)
    {
      unwind (j, a);
      a->start = landing_start (j->functions[f].across, start->node);
    }
  return a;
}

static void
join_event (struct join *j, uint32_t event)
{
  uint64_t number;
  int err = 0;
  struct wpp_code_function *f = wpp_code_find (j->code, event, &number);
  check (f, "an event of no function");
  size_t index = f - j->code->functions;
  const struct wpp_numbering *num = wpp_code_numbering (j->code, f, &err);
  check (num && wpp_path_decode (num, number, &j->path) == 0, "no such path");
  if (!j->functions[index].across)
    {
      struct wpp_numbering *across
        = wpp_numbering_new_across_calls (&f->function->cfg, j->limit, &err);
      check (across, "a graph that cannot be numbered");
      j->functions[index].across = across;
    }
  struct activation *a = find_activation (j, index, num);
  bool leaves = j->path.end_edge == WPP_NO_EDGE;
  if (leaves && landing_p (j, a))
    j->landing = a->landing - 1;
  for (uint32_t i = 0; i + !leaves < j->path.n_nodes; i++)
    append (j, a, j->path.edges[i]);
  if (leaves)
    pop (j);
  else
    append (j, a, j->path.end_edge);
}

/* A jump has arrived, GONE activations of functions with landing places further out than the runtime thought: where that
   is on top, what was above it has been left.  */
static void
land (struct join *j, uint64_t gone)
{
  uint64_t to = j->landing > gone ? j->landing - gone : 0;
  size_t n = j->depth;
  while (n > 0 && !(landing_p (j, &j->stack[n - 1]) && j->stack[n - 1].landing == to))
    n--;
  j->landing = to;
  while (n > 0 && j->depth > n)
    pop (j);
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  struct join *j = data;
  if (event == WPP_EVENT_LAND_MORE)
    j->more += count * (WPP_EVENT_LAND_MAX + 1);
  else if (event >= WPP_EVENT_LAND && event <= WPP_EVENT_LAND + WPP_EVENT_LAND_MAX)
    {
      land (j, j->more + event - WPP_EVENT_LAND);
      j->more = 0;
    }
  for (; count > 0 && event >= WPP_EVENT_FIRST_PATH; count--)
    join_event (j, event);
  return 0;
}

static void
print_counts (const struct join *j)
{
  for (size_t i = 0; i < j->code->n_functions; i++)
    for (size_t p = 0; p < j->functions[i].room; p++)
      if (j->functions[i].counts[p].count)
        printf ("%s%s\t%s\t%" PRIu64 "\t%" PRIu64 "\n",
                j->functions[i].counts[p].number < j->functions[i].across->n_paths ? "" : "unwound ",
                j->code->functions[i].function->name, j->code->functions[i].unit->source,
                j->functions[i].counts[p].number, j->functions[i].counts[p].count);
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
  struct join j = { 0 };
  struct wpp_code *counted;
  check (argc == 3, "which profiles?");
  struct wpp_profile *p = read_profile (argv[1], &j.code);
  read_profile (argv[2], &counted);
  check (counted->n_units > 0, "nothing was counted");
  j.limit = counted->units[0]->path_limit;
  j.functions = calloc (j.code->n_functions + 1, sizeof *j.functions);
  for (size_t t = 0; t < p->n_threads; t++)
    {
      for (size_t s = 0; s < p->threads[t].n_segments; s++)
        check (wpp_grammar_expand (p->threads[t].segments[s], 0, visit, &j) == 0, "cannot expand");
      while (j.depth)
        pop (&j);
      j.landing = 0;
    }
  print_counts (&j);
  return 0;
}
