/* abstract-run EVENTS DUMP.freq...: are the frequencies of JSON dumps those of an abstract run over the
   expanded trace?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   EVENTS has a line an event: thread, function, path, how it starts and ends, its blocks; separated by
   tabs (scripts/abstract-run makes it from `wpp expand').  The run executes them one by one with
   a stack of activations and, when an activation is over, goes through its blocks from the first to
   the last, or back, with one state of all facts.  Of the dumps it takes what blocks and edges do to facts, not how
   often they hold.  Prints what differs and, last, how many frequencies of how many functions
   were compared; status 1 when something differs, 2 when there was nothing to compare.

   Limits: a block takes effect as a whole, forward also one that is left in the middle for ever, which
   must not have any then; backward, functions with activations that were not left by their end are left
   out and counted; the program is to be compiled with -fstack-reuse=none; non-local
   transfers only into functions that are not recursive.  A path does not tell whether it goes on behind a call in its
   first block or enters it anew from itself; where the block's number of executions does not tell
   either, the function is left out and counted.  */

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAME 0x80000000u /* of a block: the path may only go on in it */

struct activation
{
  uint32_t *blocks; /* [n] */
  size_t n, room;
  bool left;        /* by the function's end */
};

struct function
{
  char *name;
  struct activation *over; /* [n] */
  size_t n, room;
};

struct frame
{
  struct function *function;
  struct activation run;
};

struct stack
{
  long thread;
  struct frame *frames;
  size_t n, room;
};

struct change
{
  int fact, source; /* -1: false, -2: true */
};

struct effect
{
  int to; /* of an edge; -1: of the block itself */
  size_t n;
  struct change *changes;
};

struct site
{
  size_t n;
  int *from;
  uint64_t expected, found;
  const char *text;
};

struct block
{
  size_t n_effects;
  struct effect *effects;
  uint64_t expected, count, same;
  bool known, anew;
  uint64_t *held, *found; /* [n_facts] */
  size_t n_sites;
  struct site *sites;
};

/* One function of one dump.  */
struct problem
{
  const char *name;
  json_object *function;
  int n_facts, n_blocks;
  struct block *blocks;
  bool backward;
  uint8_t *state, *boundary; /* [n_facts] */
  int *fetched;
};

static struct function **functions;
static size_t n_functions;
static unsigned long compared, differ, dumped, left_out;

static void *
grown (void *array, size_t n, size_t *room, size_t size)
{
  if (n < *room)
    return array;
  *room = *room ? 2 * *room : 16;
  array = realloc (array, *room * size);
  if (!array)
    abort ();
  return array;
}

/* ---- The run.  */

static struct function *
function_named (const char *name)
{
  static size_t room;
  for (size_t i = 0; i < n_functions; i++)
    if (!strcmp (functions[i]->name, name))
      return functions[i];
  functions = grown (functions, n_functions, &room, sizeof *functions);
  struct function *f = calloc (1, sizeof *f);
  f->name = strdup (name);
  return functions[n_functions++] = f;
}

static void
end_activation (struct stack *s, bool left)
{
  struct frame *top = &s->frames[--s->n];
  struct function *f = top->function;
  top->run.left = left;
  f->over = grown (f->over, f->n, &f->room, sizeof *f->over);
  f->over[f->n++] = top->run;
}

static void
execute_block (struct activation *a, uint32_t block, bool first, const char *start)
{
  uint32_t last = a->n ? a->blocks[a->n - 1] & ~SAME : UINT32_MAX;
  bool same = first && last == block && !strcmp (start, "call");
  a->blocks = grown (a->blocks, a->n, &a->room, sizeof *a->blocks);
  a->blocks[a->n++] = block | (same ? SAME : 0);
}

static void
execute (struct stack *s, struct function *f, const char *start, const char *end, char *blocks)
{
  if (!strcmp (start, "entry"))
    {
      s->frames = grown (s->frames, s->n, &s->room, sizeof *s->frames);
      s->frames[s->n++] = (struct frame){ f, { 0 } };
    }
  else if (!strcmp (start, "landing"))
    while (s->n && s->frames[s->n - 1].function != f)
      end_activation (s, false);
  if (!s->n || s->frames[s->n - 1].function != f)
    {
      printf ("events do not nest at %s\n", f->name);
      exit (1);
    }
  bool first = true;
  for (char *b = strtok (blocks, " \n"); b; b = strtok (NULL, " \n"), first = false)
    execute_block (&s->frames[s->n - 1].run, strtoul (b, NULL, 10), first, start);
  if (!strcmp (end, "exit") || !strcmp (end, "tail call"))
    end_activation (s, true);
}

static void
run (FILE *events)
{
  static struct stack *stacks;
  size_t n = 0, room = 0, length = 0;
  char *line = NULL;
  while (getline (&line, &length, events) > 0)
    {
      char *field[6], *rest = line;
      for (int i = 0; i < 6; i++)
        field[i] = strsep (&rest, "\t");
      if (!field[5] || !strcmp (field[1], "-"))
        continue;
      long thread = atol (field[0]);
      size_t i = 0;
      while (i < n && stacks[i].thread != thread)
        i++;
      if (i == n)
        {
          stacks = grown (stacks, n, &room, sizeof *stacks);
          stacks[n++] = (struct stack){ .thread = thread };
        }
      execute (&stacks[i], function_named (field[1]), field[3], field[4], field[5]);
    }
  for (size_t i = 0; i < n; i++)
    while (stacks[i].n)
      end_activation (&stacks[i], false);
  free (line);
}

/* ---- Dumps.  */

static json_object *
get (json_object *o, const char *key)
{
  json_object *value = NULL;
  json_object_object_get_ex (o, key, &value);
  return value;
}

static int
get_int (json_object *o, const char *key)
{
  return json_object_get_int (get (o, key));
}

static int
source_of (json_object *o)
{
  if (json_object_is_type (o, json_type_boolean))
    return json_object_get_boolean (o) ? -2 : -1;
  return json_object_get_int (o);
}

static struct block *
block_of (struct problem *p, int block)
{
  if (block >= p->n_blocks)
    {
      int n = block + 64;
      p->blocks = realloc (p->blocks, n * sizeof *p->blocks);
      memset (p->blocks + p->n_blocks, 0, (n - p->n_blocks) * sizeof *p->blocks);
      p->n_blocks = n;
    }
  struct block *b = &p->blocks[block];
  if (!b->held)
    {
      b->held = calloc (p->n_facts + 1, sizeof *b->held);
      b->found = calloc (p->n_facts + 1, sizeof *b->found);
    }
  return b;
}

static void
read_effect (struct problem *p, json_object *o)
{
  bool edge = !get (o, "block");
  struct block *b = block_of (p, get_int (o, edge ? "from" : "block"));
  json_object *changes = get (o, "changes");
  b->effects = realloc (b->effects, (b->n_effects + 1) * sizeof *b->effects);
  struct effect *e = &b->effects[b->n_effects++];
  e->to = edge ? get_int (o, "to") : -1;
  e->n = json_object_array_length (changes);
  e->changes = malloc ((e->n + 1) * sizeof *e->changes);
  for (size_t i = 0; i < e->n; i++)
    {
      json_object *change = json_object_array_get_idx (changes, i);
      e->changes[i].fact = json_object_get_int (json_object_array_get_idx (change, 0));
      e->changes[i].source = source_of (json_object_array_get_idx (change, 1));
    }
}

static void
read_sites (struct block *b, json_object *sites)
{
  b->n_sites = sites ? json_object_array_length (sites) : 0;
  b->sites = calloc (b->n_sites + 1, sizeof *b->sites);
  for (size_t i = 0; i < b->n_sites; i++)
    {
      json_object *o = json_object_array_get_idx (sites, i), *from = get (o, "from");
      struct site *s = &b->sites[i];
      s->text = json_object_get_string (get (o, "site"));
      s->expected = json_object_get_int64 (get (o, "frequency"));
      s->n = json_object_array_length (from);
      s->from = malloc ((s->n + 1) * sizeof *s->from);
      for (size_t j = 0; j < s->n; j++)
        s->from[j] = source_of (json_object_array_get_idx (from, j));
    }
}

static void
read_block (struct problem *p, json_object *o)
{
  struct block *b = block_of (p, get_int (o, "block"));
  json_object *facts = get (o, "facts");
  b->known = true;
  b->expected = json_object_get_int64 (get (o, "count"));
  for (size_t i = 0; i < json_object_array_length (facts); i++)
    {
      json_object *fact = json_object_array_get_idx (facts, i);
      b->held[get_int (fact, "id")] = json_object_get_int64 (get (fact, "frequency"));
    }
  read_sites (b, get (o, "sites"));
}

static void
read_function (struct problem *p)
{
  json_object *f = p->function, *effects = get (f, "effects"), *blocks = get (f, "blocks");
  json_object *boundary = get (f, "boundary");
  p->n_facts = json_object_array_length (get (f, "facts"));
  p->backward = !strcmp (json_object_get_string (get (f, "direction")), "backward");
  p->state = calloc (p->n_facts + 1, 1);
  p->boundary = calloc (p->n_facts + 1, 1);
  p->fetched = malloc ((p->n_facts + 1) * sizeof *p->fetched);
  for (size_t i = 0; i < json_object_array_length (boundary); i++)
    p->boundary[json_object_get_int (json_object_array_get_idx (boundary, i))] = 1;
  for (size_t i = 0; i < json_object_array_length (effects); i++)
    read_effect (p, json_object_array_get_idx (effects, i));
  for (size_t i = 0; i < json_object_array_length (blocks); i++)
    read_block (p, json_object_array_get_idx (blocks, i));
}

/* ---- States.  */

/* Let block FROM, or its edge to TO, act on P's state.  */
static void
apply (struct problem *p, int from, int to)
{
  struct block *b = block_of (p, from);
  for (size_t k = 0; k < b->n_effects; k++)
    {
      const struct effect *e = &b->effects[k];
      if (e->to != to)
        continue;
      for (size_t i = 0; i < e->n; i++)
        p->fetched[i] = e->changes[i].source < 0 ? e->changes[i].source == -2
                                                 : p->state[e->changes[i].source];
      for (size_t i = 0; i < e->n; i++)
        p->state[e->changes[i].fact] = p->fetched[i];
    }
}

static void
look_at_sites (struct problem *p, int block)
{
  struct block *b = block_of (p, block);
  for (size_t i = 0; i < b->n_sites; i++)
    for (size_t j = 0; j < b->sites[i].n; j++)
      b->sites[i].found += b->sites[i].from[j] == -2
                           || (b->sites[i].from[j] >= 0 && p->state[b->sites[i].from[j]]);
}

static void
enter_block (struct problem *p, int block)
{
  struct block *b = block_of (p, block);
  b->count++;
  for (int f = 0; f < p->n_facts; f++)
    b->found[f] += p->state[f];
}

static void
go_through (struct problem *p, const struct activation *a)
{
  uint32_t *blocks = malloc ((a->n + 1) * sizeof *blocks);
  size_t n = 0;
  for (size_t i = 0; i < a->n; i++)
    if (!(a->blocks[i] & SAME) || block_of (p, a->blocks[i] & ~SAME)->anew)
      blocks[n++] = a->blocks[i] & ~SAME;
  memset (p->state, 0, p->n_facts);
  if (!p->backward || a->left)
    memcpy (p->state, p->boundary, p->n_facts);
  for (size_t i = 0; i < n && !p->backward; i++)
    {
      if (i)
        {
          apply (p, blocks[i - 1], -1);
          apply (p, blocks[i - 1], blocks[i]);
        }
      enter_block (p, blocks[i]);
      look_at_sites (p, blocks[i]);
    }
  for (size_t i = n; i-- > 0 && p->backward;)
    {
      if (i + 1 < n)
        apply (p, blocks[i], blocks[i + 1]);
      look_at_sites (p, blocks[i]);
      apply (p, blocks[i], -1);
      enter_block (p, blocks[i]);
    }
  free (blocks);
}

/* Find out which blocks were entered anew; return false when that cannot be told.  */
static bool
tell_same_from_anew (struct problem *p, const struct function *f)
{
  for (size_t i = 0; i < f->n; i++)
    for (size_t j = 0; j < f->over[i].n; j++)
      {
        struct block *b = block_of (p, f->over[i].blocks[j] & ~SAME);
        if (f->over[i].blocks[j] & SAME)
          b->same++;
        else
          b->count++;
      }
  bool told = true;
  for (size_t i = 0; i < f->n; i++)
    told &= !p->backward || f->over[i].left;
  for (int b = 0; b < p->n_blocks; b++)
    {
      struct block *block = &p->blocks[b];
      uint64_t missing = block->expected - block->count;
      block->anew = block->same && missing == block->same;
      told &= !block->same || !missing || block->anew;
      block->count = 0;
    }
  return told;
}

static void
compare (const struct problem *p, const char *function)
{
  for (int b = 0; b < p->n_blocks; b++)
    {
      const struct block *block = &p->blocks[b];
      if (!block->known)
        continue;
      if (block->count != block->expected && ++differ)
        printf ("%s: %s block %d: executed %lu times, not %lu\n", p->name, function, b, block->count,
                block->expected);
      for (int f = 0; f < p->n_facts; f++)
        {
          json_object *fact = json_object_array_get_idx (get (p->function, "facts"), f);
          if (get (fact, "hidden") || (!block->held[f] && !block->found[f]))
            continue;
          compared++;
          if (block->held[f] != block->found[f] && ++differ)
            printf ("%s: %s block %d: %s: frequency %lu, abstract run %lu\n", p->name, function, b,
                    json_object_get_string (get (fact, "fact")), block->held[f], block->found[f]);
        }
      for (size_t i = 0; i < block->n_sites; i++, compared++)
        if (block->sites[i].expected != block->sites[i].found && ++differ)
          printf ("%s: %s block %d: at %s: frequency %lu, abstract run %lu\n", p->name, function, b,
                  block->sites[i].text, block->sites[i].expected, block->sites[i].found);
    }
}

static void
check_function (const char *name, json_object *function)
{
  struct problem p = { .name = name, .function = function };
  const char *assembler = json_object_get_string (get (function, "assembler_name"));
  struct function *f = function_named (assembler + (*assembler == '*'));
  read_function (&p);
  if (tell_same_from_anew (&p, f))
    {
      for (size_t i = 0; i < f->n; i++)
        go_through (&p, &f->over[i]);
      compare (&p, f->name);
      dumped++;
    }
  else
    left_out++;
  for (int b = 0; b < p.n_blocks; b++)
    {
      for (size_t i = 0; i < p.blocks[b].n_effects; i++)
        free (p.blocks[b].effects[i].changes);
      for (size_t i = 0; i < p.blocks[b].n_sites; i++)
        free (p.blocks[b].sites[i].from);
      free (p.blocks[b].effects);
      free (p.blocks[b].sites);
      free (p.blocks[b].held);
      free (p.blocks[b].found);
    }
  free (p.blocks);
  free (p.state);
  free (p.boundary);
  free (p.fetched);
}

int
main (int argc, char **argv)
{
  FILE *events = argc > 2 ? fopen (argv[1], "r") : NULL;
  if (!events)
    return 2;
  run (events);
  for (int i = 2; i < argc; i++)
    {
      json_object *dump = json_object_from_file (argv[i]);
      if (!dump)
        {
          printf ("%s is not JSON\n", argv[i]);
          return 1;
        }
      json_object *all = get (dump, "functions");
      for (size_t k = 0; k < json_object_array_length (all); k++)
        check_function (json_object_get_string (get (dump, "problem")),
                        json_object_array_get_idx (all, k));
      json_object_put (dump);
    }
  printf ("%lu frequencies of %lu functions compared, %lu functions left out\n", compared, dumped,
          left_out);
  return differ ? 1 : compared ? 0 : 2;
}
