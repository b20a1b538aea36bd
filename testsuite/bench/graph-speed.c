/* graph-speed RECORDING GRAPH: how fast a graph is read, forward and backward.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Prints NAME VALUE lines, for the scripts `graph' and `wet-tables': megabytes a second of the processor, then how many
   there are.  As in Tables 6 to 8 of Zhang and Gupta, MICRO 2004, an executed basic block of the control flow, the value
   of a load and the address of an access are 32 bits each.  */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include "recording/opened/recording.h"
#include "wet/wet.h"
#include "seconds.h"

static void
die (const char *what, int err)
{
  fprintf (stderr, "graph-speed: %s: %s\n", what, wpp_strerror (err));
  exit (1);
}

struct counted
{
  uint64_t loads, accesses, stores;
  uint64_t uses, branches;       /* values that statements used; conditions and switches of values */
  const struct wpp_body *body;
};

static int
value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  struct counted *c = data;
  const struct wpp_statement *s = &c->body->statements[statement];
  c->loads += !use && s->flags & WPP_STATEMENT_READS;
  c->uses += use != 0;
  c->branches += use == 1 && (s->kind == WPP_STATEMENT_CONDITION || s->kind == WPP_STATEMENT_SWITCH);
  return 0;
}

static int
memory (void *data, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n, bool surprised)
{
  struct counted *c = data;
  c->accesses++;
  c->stores += (a->how & WPP_MEMORY_WRITES) != 0;
  return 0;
}

/* How many basic blocks the path EVENT has.  */
static uint32_t
blocks_of (struct wpp_code *code, uint32_t event)
{
  struct wpp_code_path p;
  struct wpp_path path = { 0 };
  uint32_t n = 0;
  code->passed = 0;
  if (wpp_code_decode (code, event, &p, &path) > 0)
    for (uint32_t i = 0; i < path.n_nodes; i++)
      n += !i || p.numbering->cfg->nodes[path.nodes[i]].block != p.numbering->cfg->nodes[path.nodes[i - 1]].block;
  wpp_path_release (&path);
  return n;
}

/* Go through the N times of T; return how many blocks they have.  */
static uint64_t
read_flow (struct wpp_wet_thread_graph *t, struct wpp_code *code, uint64_t n, bool backward)
{
  static const struct wpp_wet_thread_graph *of;
  static uint32_t *blocks;       /* of nodes of OF, plus 1 */
  static size_t room;
  if (of != t)
    {
      free (blocks);
      blocks = NULL;
      room = 0;
      of = t;
    }
  uint64_t all = 0;
  for (uint64_t i = 0; i < n; i++)
    {
      struct wpp_wet_instance x;
      int err = wpp_wet_at (t, backward ? n - 1 - i : i, &x);
      if (err)
        die ("control flow", err);
      if (x.node == WPP_NONE)
        continue;
      if (x.node >= room)
        {
          blocks = realloc (blocks, 2 * (x.node + (size_t)1) * sizeof *blocks);
          for (; room < 2 * (x.node + (size_t)1); room++)
            blocks[room] = 0;
        }
      if (!blocks[x.node])
        blocks[x.node] = 1 + blocks_of (code, wpp_wet_event_of (t, x.node));
      all += blocks[x.node] - 1;
    }
  return all;
}

/* Read all values and addresses at the N times of T.  */
static struct counted
read_values (struct wpp_wet_thread_graph *t, const struct wpp_bindings *b, uint64_t n, bool backward)
{
  struct counted c = { 0 };
  const struct wpp_value_watch watch = { .data = &c, .value = value, .memory = memory };
  for (uint64_t i = 0; i < n; i++)
    {
      struct wpp_wet_instance x;
      bool regular;
      int err = wpp_wet_at (t, backward ? n - 1 - i : i, &x);
      if (!err && x.node != WPP_NONE)
        {
          const struct wpp_micro_layout *l = b->layouts[wpp_wet_function_of (t, x.node)];
          c.body = l ? l->body : NULL;
          err = wpp_wet_tell (t, x, &watch, &regular);
        }
      if (err)
        die ("values", err);
    }
  return c;
}

static void
add (struct counted *to, struct counted c)
{
  to->loads += c.loads;
  to->accesses += c.accesses;
  to->stores += c.stores;
  to->uses += c.uses;
  to->branches += c.branches;
}

/* Read all threads of X, of P: set *C to what was counted, *FLOW and *VALUES to the seconds.  Return how many blocks
   they have.  */
static uint64_t
read_all (struct wpp_wet *x, const struct wpp_profile *p, struct wpp_code *code, const struct wpp_bindings *b,
          bool backward, struct counted *c, double *flow, double *values)
{
  uint64_t blocks = 0;
  *c = (struct counted){ 0 };
  *flow = *values = 0;
  for (size_t i = 0; i < p->n_threads; i++)
    {
      struct wpp_wet_thread_graph *t = wpp_wet_thread_of (x, p->threads[i].index);
      uint64_t n = t ? wpp_wet_events (t) : 0;
      if (!n)
        continue;
      read_flow (t, code, n < 100000 ? n : 100000, false); /* paths are known then */
      double start = now ();
      blocks += read_flow (t, code, n, backward);
      *flow += now () - start;
      start = now ();
      add (c, read_values (t, b, n, backward));
      *values += now () - start;
    }
  return blocks;
}

int
main (int argc, char **argv)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  int err;
  if (argc != 3)
    return 2;
  const char *const files[] = { argv[1] };
  const struct wpp_recording_request request = { .files = files, .n_files = 1 };
  struct wpp_recording *r = wpp_recording_open (&request, &bad, &err, &place);
  struct wpp_code *code = r ? wpp_recording_code (r, &err, &place) : NULL;
  struct wpp_bindings *b = code ? wpp_bindings_new (code, &err, &place) : NULL;
  if (!b)
    die (argv[1], err);
  struct wpp_wet *x = wpp_wet_open (open (argv[2], O_RDONLY), b, wpp_recording_profile (r), &err);
  const struct wpp_profile *p = wpp_recording_profile (r);
  if (!x)
    die (argv[2], err);
  uint64_t blocks = 0;
  struct counted c = { 0 };
  for (int backward = 0; backward < 2; backward++)
    {
      double flow, values;
      blocks = read_all (x, p, code, b, backward, &c, &flow, &values);
      printf ("flow%d %.1f\nloads%d %.1f\naddresses%d %.1f\n", backward, 4e-6 * blocks / flow, backward,
              4e-6 * c.loads / values, backward, 4e-6 * c.accesses / values);
    }
  printf ("blocks %llu\nloads %llu\naccesses %llu\nstores %llu\nuses %llu\nbranches %llu\n",
          (unsigned long long)blocks, (unsigned long long)c.loads, (unsigned long long)c.accesses,
          (unsigned long long)c.stores, (unsigned long long)c.uses, (unsigned long long)c.branches);
  wpp_wet_free (x);
  wpp_bindings_free (b);
  wpp_recording_free (r);
  return 0;
}
