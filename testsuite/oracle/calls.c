/* calls PROFILE [merged]: activations by calling context, the slow way.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Expands every thread, follows each event on a stack, and prints for each context, tab-separated: the functions
   and calls that lead to it, its activations, and how many of them were abandoned, jumped out of, lost, and open
   at the end.  With `merged' a call of a function that is open in the caller's context goes on with that one. 
   Contexts are nodes with lists of their callees; no events are done at once, and nothing is remembered.  */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "paths/numbering.h"
#include "profile/code.h"
#include "profile/read.h"

enum { ABANDONED, JUMPED, LOST, OPEN, WAYS };

struct context
{
  struct context *caller, *next, *callees;  /* next: another callee of the caller */
  struct context *same;                     /* whose callees those of this one are */
  size_t function;
  long node;                                /* of the call in the caller, or -1 */
  bool seen;
  uint64_t count, ended[WAYS];
};

struct activation
{
  struct context *context;
  long node;          /* where its last path ended: the call's, or -1 */
};

struct run
{
  struct wpp_code *code;
  bool merged;
  struct context root;      /* of the contexts without a caller */
  struct activation *stack;
  size_t depth, room;
  struct wpp_path path;
};

static void
check (bool ok, const char *what)
{
  if (ok)
    return;
  fprintf (stderr, "calls: %s\n", what);
  exit (2);
}

static bool
landing_p (const struct run *r, const struct activation *a)
{
  return r->code->functions[a->context->function].function->flags & WPP_FN_LANDING;
}

/* The context of FUNCTION when CALLER called it at NODE.  */
static struct context *
find_context (struct run *r, struct context *caller, long node, size_t function, bool seen)
{
  struct context *x = caller->callees;
  while (x && (x->node != node || x->function != function || x->seen != seen))
    x = x->next;
  if (x)
    return x;
  x = calloc (1, sizeof *x);
  check (x, "out of memory");
  *x = (struct context){ caller, caller->callees, NULL, x, function, node, seen, 0, { 0 } };
  for (struct context *up = caller; r->merged && up != &r->root; up = up->caller)
    if (up->function == function)
      x->same = up;
  caller->callees = x;
  return x;
}

static void
push (struct run *r, size_t function, bool seen)
{
  struct activation *top = r->depth && seen ? &r->stack[r->depth - 1] : NULL;
  struct context *x = find_context (r, top ? top->context->same : &r->root, top ? top->node : -1, function, seen);
  if (r->depth == r->room)
    {
      r->room = 2 * r->room + 64;
      r->stack = realloc (r->stack, r->room * sizeof *r->stack);
      check (r->stack, "out of memory");
    }
  x->count++;
  r->stack[r->depth++] = (struct activation){ x, -1 };
}

static void
pop (struct run *r, unsigned how)
{
  r->stack[--r->depth].context->ended[how]++;
}

static void
do_path (struct run *r, uint32_t event)
{
  uint64_t number;
  int err = 0;
  struct wpp_code_function *f = wpp_code_find (r->code, event, &number);
  check (f, "an event of no function");
  size_t index = f - r->code->functions, open = r->depth;
  const struct wpp_numbering *num = wpp_code_numbering (r->code, f, &err);
  check (num && wpp_path_decode (num, number, &r->path) == 0, "no such path");
  if (num->starts[r->path.start].node == WPP_NODE_ENTRY)
    push (r, index, true);
  else
    {
      while (open && r->stack[open - 1].context->function != index)
        open--;
      while (open && r->depth > open)
        pop (r, ABANDONED);
      if (!open)
        push (r, index, false);
    }
  if (r->path.end_edge == WPP_NO_EDGE)
    r->depth--;
  else
    {
      uint32_t to = num->cfg->edges[r->path.end_edge].dst;
      r->stack[r->depth - 1].node = num->cfg->nodes[to].flags & WPP_NODE_CALL ? (long) to : -1;
    }
}

/* GONE activations with landing places are left, and what is above them; if the jump has ARRIVED, also what is above
   the next one.  */
static void
land (struct run *r, uint32_t gone, bool arrived)
{
  while (gone && r->depth)
    {
      gone -= landing_p (r, &r->stack[r->depth - 1]);
      pop (r, JUMPED);
    }
  while (arrived && r->depth && !landing_p (r, &r->stack[r->depth - 1]))
    pop (r, JUMPED);
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  struct run *r = data;
  for (; count > 0; count--)
    if (event >= WPP_EVENT_FIRST_PATH)
      do_path (r, event);
    else if (event == WPP_EVENT_LAND_MORE)
      land (r, WPP_EVENT_LAND_MAX + 1, false);
    else if (event == WPP_EVENT_GAP)
      while (r->depth)
        pop (r, LOST);
    else
      land (r, event - WPP_EVENT_LAND, true);
  return 0;
}

static void
print_chain (const struct run *r, const struct context *x)
{
  if (x->caller != &r->root)
    print_chain (r, x->caller);
  if (x->node >= 0)
    printf (" %ld", x->node);
  printf ("%s%s", x->seen ? " " : " ?", r->code->functions[x->function].function->name);
}

static void
print (const struct run *r, const struct context *x)
{
  if (x != &r->root)
    {
      print_chain (r, x);
      printf ("\t%s\t%" PRIu64, x->same == x ? "" : "recursive", x->count);
      for (unsigned how = 0; how < WAYS; how++)
        printf ("\t%" PRIu64, x->ended[how]);
      putchar ('\n');
    }
  for (const struct context *c = x->callees; c; c = c->next)
    print (r, c);
}

int
main (int argc, char **argv)
{
  struct wpp_place place;
  int err = 0;
  check (argc == 2 || argc == 3, "usage: calls PROFILE [merged]");
  struct run r = { .merged = argc == 3 };
  struct wpp_profile *p = wpp_profile_read (argv[1], &err, &place);
  check (p, "unreadable profile");
  r.code = wpp_code_load (p, NULL, &err, &place);
  check (r.code, "no notes");
  for (size_t t = 0; t < p->n_threads; t++)
    {
      for (size_t s = 0; s < p->threads[t].n_segments; s++)
        wpp_grammar_expand (p->threads[t].segments[s], 0, visit, &r);
      while (r.depth)
        pop (&r, OPEN);
    }
  print (&r, &r.root);
  return 0;
}
