/* The dependences of a program that tells them: a naive slicer over a full trace.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   depends-make.c writes a program twice: as it is, and with a call of these functions for each thing that it does.  All
   instances are kept, and for each the instances that it depends on: who wrote last what it reads, byte by byte, and
   the
   predicate, or the call, under which it is executed.  At the end the lines of the slices of some instances are told,
   by a walk over that graph.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct instance
{
  unsigned line, n, first;       /* depends on N from FIRST on of `edges' */
};

static struct instance *instances; /* from 1 on */
static unsigned n_instances, room_instances;
static unsigned *edges, n_edges, room_edges;
static unsigned control[4096], depth;
static unsigned returned, argument[2]; /* who returned, and who passed arguments */

/* Who wrote each byte last: a hash table without removal.  */
static struct { const char *at; unsigned writer; } shadow[1 << 20];

static unsigned *
writer_of (const char *at)
{
  unsigned long i = (unsigned long)at * 0x9E3779B97F4A7C15ul >> 44;
  while (shadow[i].at && shadow[i].at != at)
    i = (i + 1) & ((1 << 20) - 1);
  shadow[i].at = at;
  return &shadow[i].writer;
}

static void
depend (unsigned on)
{
  if (n_edges == room_edges)
    edges = realloc (edges, (room_edges = 2 * room_edges + 1024) * sizeof *edges);
  edges[n_edges++] = on;
  instances[n_instances].n++;
}

/* An instance of LINE begins.  */
static void
at (unsigned line)
{
  if (n_instances + 2 > room_instances)
    instances = realloc (instances, (room_instances = 2 * room_instances + 1024) * sizeof *instances);
  instances[++n_instances] = (struct instance){ line, 0, n_edges };
  if (depth)
    depend (control[depth - 1]);
}

static void
reads (const void *p, unsigned n)
{
  for (const char *c = p; n--; c++)
    if (*writer_of (c))
      depend (*writer_of (c));
}

static void
writes (const void *p, unsigned n)
{
  for (const char *c = p; n--; c++)
    *writer_of (c) = n_instances;
}

/* Argument I is at P.  */
static void
passed (const void *p, unsigned n, unsigned i)
{
  for (const char *c = p; n--; c++)
    *writer_of (c) = argument[i];
}

/* Each byte at TO has what the byte at FROM had, and this instance copied it: an instance a byte.  */
static void
copies (unsigned line, void *to, const void *from, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      at (line);
      reads ((const char *)from + i, 1);
      writes ((char *)to + i, 1);
    }
}

static void
push (void)
{
  control[depth++] = n_instances;
}

/* A loop begins: no predicate of it has been executed.  */
static void
push_none (void)
{
  control[depth++] = 0;
}

/* The loop's predicate: it depends on its last execution, or on what the loop depends on.  */
static void
at_loop (unsigned line)
{
  unsigned hand = depth;
  if (!control[depth - 1])
    depth--;
  at (line);
  depth = hand;
}

/* Another part of the call that was pushed: not under its own control.  */
static void
at_beside (unsigned line)
{
  depth--;
  at (line);
  depth++;
}

/* The predicate at hand is this instance now.  */
static void
again (void)
{
  control[depth - 1] = n_instances;
}

static void
pop (void)
{
  depth--;
}

static void
slice (unsigned instance, unsigned k)
{
  static unsigned *stack;
  static char *seen, lines[65536];
  unsigned n = 0;
  stack = realloc (stack, (n_edges + 2) * sizeof *stack);
  seen = realloc (seen, n_instances + 1);
  memset (seen, 0, n_instances + 1);
  memset (lines, 0, sizeof lines);
  stack[n++] = instance;
  while (n)
    {
      unsigned i = stack[--n];
      if (seen[i])
        continue;
      seen[i] = 1;
      lines[instances[i].line] = 1;
      for (unsigned e = 0; e < instances[i].n; e++)
        stack[n++] = edges[instances[i].first + e];
    }
  printf ("%u %u:", instances[instance].line, k);
  for (unsigned l = 0; l < sizeof lines; l++)
    if (lines[l])
      printf (" %u", l);
  puts ("");
}

/* The same forward: the lines of all instances that depend on it.  */
static void
slice_forward (unsigned instance, unsigned k)
{
  static char *seen, lines[65536];
  seen = realloc (seen, n_instances + 1);
  memset (seen, 0, n_instances + 1);
  memset (lines, 0, sizeof lines);
  seen[instance] = 1;
  for (unsigned i = instance; i <= n_instances; i++)
    {
      for (unsigned e = 0; e < instances[i].n && !seen[i]; e++)
        seen[i] = seen[edges[instances[i].first + e]];
      lines[instances[i].line] |= seen[i];
    }
  printf ("%u %u forward:", instances[instance].line, k);
  for (unsigned l = 0; l < sizeof lines; l++)
    if (lines[l])
      printf (" %u", l);
  puts ("");
}

/* Tell slices of the lines ASKED, a 1 for each that has one statement that is executed once each time: of their first
   and last instances, and of one in between.  */
static void
tell_slices (const char *asked, unsigned n_lines)
{
  static unsigned count[65536], k[65536];
  for (unsigned i = 1; i <= n_instances; i++)
    count[instances[i].line]++;
  for (unsigned i = 1; i <= n_instances; i++)
    {
      unsigned line = instances[i].line;
      k[line]++;
      if (line < n_lines && asked[line]
          && (k[line] == 1 || k[line] == count[line] || k[line] == count[line] / 2 + 1))
        {
          slice (i, k[line]);
          slice_forward (i, k[line]);
        }
    }
}
