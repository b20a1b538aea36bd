/* calls PROFILE [merged]: activations by calling context, the slow way.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Expands every thread, follows each event on a stack (stack.h), and prints for each context, tab-separated: the
   functions and calls that lead to it, its activations, and how many of them were abandoned, jumped out of, lost, and
   open at the end.  With `merged' a call of a function that is open in the caller's context goes on with that one.
   Contexts are nodes with lists of their callees.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "stack.h"

struct context
{
  struct context *caller, *next, *callees;  /* next: another callee of the caller */
  struct context *same;                     /* whose callees those of this one are */
  size_t function;
  long node;                                /* of the call in the caller, or -1 */
  bool seen;
  uint64_t count, ended[ENDINGS];
};

struct run
{
  struct stack stack;       /* each frame's own is its context */
  bool merged;
  struct context root;      /* of the contexts without a caller */
};

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
  stack_check (&r->stack, x, "out of memory");
  *x = (struct context){ caller, caller->callees, NULL, x, function, node, seen, 0, { 0 } };
  for (struct context *up = caller; r->merged && up != &r->root; up = up->caller)
    if (up->function == function)
      x->same = up;
  caller->callees = x;
  return x;
}

static void
begin (void *user, struct frame *top)
{
  struct run *r = user;
  const struct frame *caller = r->stack.depth > 1 && top->seen ? top - 1 : NULL;
  const struct context *from = caller ? caller->own : NULL;
  struct context *x = find_context (r, from ? from->same : &r->root, from ? caller->node : -1, top->function,
                                    top->seen);
  x->count++;
  top->own = x;
}

static void
end (void *user, struct frame *top, enum ending how)
{
  struct context *x = top->own;
  x->ended[how]++;
}

static void
print_chain (const struct run *r, const struct context *x)
{
  if (x->caller != &r->root)
    print_chain (r, x->caller);
  if (x->node >= 0)
    printf (" %ld", x->node);
  printf ("%s%s", x->seen ? " " : " ?", r->stack.code->functions[x->function].function->name);
}

static void
print (const struct run *r, const struct context *x)
{
  if (x != &r->root)
    {
      print_chain (r, x);
      printf ("\t%s\t%" PRIu64, x->same == x ? "" : "recursive", x->count);
      for (unsigned how = 0; how < LEFT; how++)
        printf ("\t%" PRIu64, x->ended[how]);
      putchar ('\n');
    }
  for (const struct context *c = x->callees; c; c = c->next)
    print (r, c);
}

int
main (int argc, char **argv)
{
  struct run r = { .stack = { .name = "calls", .user = &r, .begin = begin, .end = end }, .merged = argc == 3 };
  stack_check (&r.stack, argc == 2 || argc == 3, "usage: calls PROFILE [merged]");
  stack_read (&r.stack, argv[1]);
  for (size_t t = 0; t < r.stack.profile->n_threads; t++)
    stack_run (&r.stack, &r.stack.profile->threads[t]);
  print (&r, &r.root);
  return 0;
}
