/* Nested activations, listed one after the other (untangle.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "base/search.h"
#include "format/event.h"
#include "grammar/sequitur/sequitur.h"
#include "activations/projection/untangle.h"

#define MOST_LETTERS (UINT64_C (1) << 26)
/* The most runs of paths of open activations that are kept.  */
#define MOST_OPEN (UINT32_C (1) << 25)
#define MOST_DEPTH (UINT32_C (1) << 22)
/* The most runs that are kept of one activation; a longer one gets a grammar of its own.  */
#define MOST_RUNS 65536
#define OUT 4096
#define NOT_SO 1           /* ends the expansion: the activations cannot be listed */

struct run
{
  uint32_t letter, count;
};

struct path                /* of the function */
{
  uint32_t letter;
  struct wpp_path_ends ends;
};

struct activation          /* an open activation: the paths that it has executed */
{
  struct run *runs;        /* [n] */
  size_t n, room;
  struct wpp_sequitur *before; /* the runs before those, or null */
};

struct untangling
{
  const struct wpp_grammar *g;
  bool landing;
  struct wpp_machine machine;
  struct activation *open; /* [room] parallel to the machine's stack; elements after its top keep their memory */
  size_t room;
  size_t n_open;           /* runs in all */
  struct path *paths;      /* [n_paths] sorted by letter */
  uint32_t n_paths;
  struct wpp_sequitur *out; /* the grammar of the shorter activations */
  uint32_t letters[OUT];    /* letters to append to OUT, or to the grammar of a long one */
  size_t n_letters;
  struct wpp_grammar **done; /* [n_done] the grammars of long activations, and at the end OUT's */
  size_t n_done, done_room;
};

static struct wpp_sequitur *
new_grammar (void)
{
  return wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS | WPP_SEQUITUR_RETRACE);
}

static int
flush (struct untangling *u, struct wpp_sequitur *to)
{
  int err = wpp_sequitur_append (to, u->letters, u->n_letters, NULL);
  u->n_letters = 0;
  return err;
}

static int
put (struct untangling *u, struct wpp_sequitur *to, uint32_t letter, uint32_t count)
{
  int err = 0;
  for (; count && !err; count--)
    {
      u->letters[u->n_letters++] = letter;
      if (u->n_letters == OUT)
        err = flush (u, to);
    }
  return err;
}

/* Append A's runs to TO.  */
static int
write_runs (struct untangling *u, struct activation *a, struct wpp_sequitur *to)
{
  int err = 0;
  for (size_t i = 0; i < a->n && !err; i++)
    err = put (u, to, a->runs[i].letter, a->runs[i].count);
  u->n_open -= a->n;
  a->n = 0;
  return err;
}

/* FROM is complete: add its grammar to DONE, and free it.  */
static int
finish (struct untangling *u, struct wpp_sequitur *from)
{
  int err = flush (u, from);
  if (!err)
    err = WPP_RESERVE (u->done, u->done_room, u->n_done, 1);
  struct wpp_grammar *g = err ? NULL : wpp_sequitur_grammar (from, &err);
  if (g)
    u->done[u->n_done++] = g;
  wpp_sequitur_free (from);
  return err;
}

/* The paths of the machine's ACTIVATION.  */
static struct activation *
paths_of (const struct untangling *u, const struct wpp_activation *activation)
{
  return &u->open[activation - u->machine.stack];
}

/* TIMES activations A have ended (machine.h).  Functions in which an activation ends unseen, because control comes back
   below it, cannot be listed here.  */
static int
end_activation (void *data, const struct wpp_activation *a, enum wpp_activation_end how, uint64_t times)
{
  struct untangling *u = data;
  struct activation *top = paths_of (u, a);
  struct wpp_sequitur *before = top->before, *to = before ? before : u->out;
  if (how == WPP_ACTIVATION_UNSEEN)
    return NOT_SO;
  if (a->function != WPP_VIEW_OWN)
    return 0;
  int err = before ? flush (u, u->out) : 0;
  top->before = NULL;
  if (!err)
    err = write_runs (u, top, to);
  if (!err && how != WPP_ACTIVATION_LEFT)
    err = put (u, to, WPP_LETTER_GAP, 1);
  if (before && !err)
    return finish (u, before);
  wpp_sequitur_free (before);
  return err;
}

/* Move the runs of A, which are too many, to a grammar of its own.  */
static int
shorten (struct untangling *u, struct activation *a)
{
  if (!a->before && !(a->before = new_grammar ()))
    return WPP_E_NOMEM;
  int err = flush (u, u->out);
  if (!err)
    err = write_runs (u, a, a->before);
  return err ? err : flush (u, a->before);
}

/* TIMES activations A begin.  Functions in which an activation begins unseen while others are open cannot be listed
   here.  */
static int
begin_activation (void *data, struct wpp_activation *a, const struct wpp_activation *caller, uint64_t times)
{
  struct untangling *u = data;
  size_t room = u->room, depth = u->machine.depth;
  if (depth > MOST_DEPTH || (!a->known && depth > 1))
    return NOT_SO;
  if (WPP_RESERVE (u->open, u->room, depth - 1, 1))
    return WPP_E_NOMEM;
  for (size_t i = room; i < u->room; i++)
    u->open[i] = (struct activation){ .runs = NULL };
  return 0;
}

/* A executes STEP COUNT times.  */
static int
add_run (void *data, struct wpp_activation *a, const struct wpp_step *step, uint64_t count)
{
  struct untangling *u = data;
  struct activation *top = paths_of (u, a);
  if (step->function != WPP_VIEW_OWN)
    return 0;
  int err = top->n == MOST_RUNS ? shorten (u, top) : 0;
  if (err)
    return err;
  if (top->n == top->room && u->n_open >= MOST_OPEN)
    return NOT_SO;
  if (WPP_RESERVE (top->runs, top->room, top->n, 1))
    return WPP_E_NOMEM;
  top->runs[top->n++] = (struct run){ step->place, count };
  u->n_open++;
  return 0;
}

static int
compare_paths (const void *a, const void *b)
{
  const struct path *x = a, *y = b;
  return (x->letter > y->letter) - (x->letter < y->letter);
}

/* Does path LETTER enter and leave the function?  */
static const struct wpp_path_ends *
ends_of (const struct untangling *u, uint32_t letter)
{
  return &u->paths[WPP_FIND_SORTED (i, u->n_paths, u->paths[i].letter, letter)].ends;
}

/* Pass LETTER, COUNT times.  LETTER becomes the place of its activation.  */
static int
pass (void *data, uint32_t letter, uint64_t count)
{
  struct untangling *u = data;
  struct wpp_step step = { .function = WPP_VIEW_OWN, .landing = u->landing, .place = letter };
  if (letter >= WPP_LETTER_PATH)
    {
      const struct wpp_path_ends *ends = ends_of (u, letter);
      step.enters = ends->enters;
      step.leaves = ends->leaves;
    }
  else if (wpp_view_other_p (letter))
    step = wpp_view_other (letter);
  else
    return wpp_view_control_p (letter) ? wpp_machine_control (&u->machine, letter, count) : NOT_SO;
  return wpp_machine_step (&u->machine, &step, count);
}

static int
sort_paths (struct untangling *u, const struct wpp_path_ends *ends)
{
  u->paths = malloc ((u->g->n_terminals + (size_t)1) * sizeof *u->paths);
  if (!u->paths)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < u->g->n_terminals; t++)
    if (u->g->terminals[t] >= WPP_LETTER_PATH)
      u->paths[u->n_paths++] = (struct path){ u->g->terminals[t], ends[t] };
  qsort (u->paths, u->n_paths, sizeof *u->paths, compare_paths);
  return 0;
}

static void
release (struct untangling *u)
{
  for (size_t i = 0; i < u->room; i++)
    {
      wpp_sequitur_free (u->open[i].before);
      free (u->open[i].runs);
    }
  for (size_t i = 0; i < u->n_done; i++)
    wpp_grammar_free (u->done[i]);
  free (u->done);
  free (u->open);
  wpp_machine_release (&u->machine);
  free (u->paths);
}

struct wpp_grammar *
wpp_untangle (const struct wpp_grammar *g, const struct wpp_path_ends *ends, bool landing, int *err)
{
  struct untangling u = { .g = g, .landing = landing };
  struct wpp_grammar *result = NULL;
  *err = 0;
  if (!g->length[0] || g->length[0] > MOST_LETTERS)
    return NULL;
  wpp_machine_init (&u.machine,
                    &(struct wpp_activation_user){ &u, begin_activation, add_run, end_activation });
  u.out = new_grammar ();
  *err = u.out ? sort_paths (&u, ends) : WPP_E_NOMEM;
  if (!*err)
    *err = wpp_grammar_expand (g, 0, pass, &u);
  if (!*err)
    *err = wpp_machine_end_thread (&u.machine);
  if (!*err)
    *err = finish (&u, u.out);
  else
    wpp_sequitur_free (u.out);
  if (!*err)
    result = wpp_grammar_concatenate (u.done, u.n_done, err);
  release (&u);
  *err = *err == NOT_SO ? 0 : *err;
  return result;
}
