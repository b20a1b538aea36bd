/* Which executions a query finds what of.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Where all executions of a piece find the same, these are all there are, and nothing is put together.  Of the other
   pieces, those get vectors with times that are part of traces whose executions find different things.  */

#include <stdlib.h>
#include "facts/queries/query-impl.h"
#include "base/array.h"
#include "base/saturate.h"

/* Facts that go through each other, copy by copy, at most so often.  */
#define MOST_CHAINED (UINT64_C (1) << 22)

struct timing
{
  struct wpp_asking *a;
  bool *wanted;                /* [terminals, then rules] vectors that are */
  uint32_t *vector_of;         /* likewise: the number of the vector, + 1; 0: none */
  struct wpp_vector *vectors;  /* [n_vectors] */
  size_t n_vectors, vectors_room;
  struct wpp_vector_pieces pieces;   /* of the symbol at hand */
  struct wpp_vector_same same;       /* vector of a symbol whose executions all find the same */
};

/* ---- Where a symbol's executions come to.  */

static int
add_found (struct wpp_asking *a, const struct wpp_found *f)
{
  if (WPP_RESERVE (a->found, a->found_room, a->n_found, 1))
    return WPP_E_NOMEM;
  a->found[a->n_found++] = *f;
  return WPP_OK;
}

int
wpp_asking_part (struct wpp_asking *a, uint64_t from, uint64_t end, uint64_t at, uint32_t part, uint32_t value)
{
  struct wpp_queries *q = a->q;
  uint32_t symbol = q->g->symbols[at], copies = wpp_grammar_exponent (q->g, at);
  int err = WPP_OK;
  for (uint32_t done = 0; done < copies && !err;)
    {
      uint32_t next = value, far = value, n = copies - done;
      if (!wpp_answer_p (value))
        {
          err = wpp_query_look (q, from, end, at, &far);
          if (!err && n > 1)
            err = wpp_query_copies (q, symbol, 1, &next);
          n = next == value ? n : 1;
        }
      bool backward = q->space->backward;
      uint32_t first = backward ? copies - done - n : done;
      struct wpp_found f = { at, part, first, first + n - 1, far };
      if (!err)
        err = a->n_chained > MOST_CHAINED ? WPP_E_TOOBIG : add_found (a, &f);
      a->n_chained += done > 0;
      value = next;
      done += n;
    }
  return err;
}

/* ---- Vectors.  */

/* The vector of SYMBOL, which asks for something; valid until the next one.  */
static const struct wpp_vector *
vector_of (struct timing *t, uint32_t symbol)
{
  uint32_t number = t->vector_of[wpp_asking_place (t->a, symbol)], n;
  if (number)
    return &t->vectors[number - 1];
  const struct wpp_counted *c = wpp_asking_counts (t->a, symbol, &n);
  return wpp_vector_same (&t->same, c->value, c->count);
}

/* SYMBOL gets V, which is T's from then on.  */
static int
give_vector (struct timing *t, uint32_t symbol, struct wpp_vector *v)
{
  if (WPP_RESERVE (t->vectors, t->vectors_room, t->n_vectors, 1))
    {
      wpp_vector_release (v);
      return WPP_E_NOMEM;
    }
  t->vectors[t->n_vectors++] = *v;
  t->vector_of[wpp_asking_place (t->a, symbol)] = t->n_vectors;
  return WPP_OK;
}

/* Append the execution that VALUE is of to the vector DATA.  */
static int
add_execution (struct wpp_asking *a, void *data, uint32_t value)
{
  struct wpp_vector_part part = { .value = value, .count = 1 };
  struct wpp_vector one = { .executions = 1, .n = 1, .parts = &part };
  int err = wpp_times_add (&part.times, 1, 1, 1);
  if (!err)
    err = wpp_vector_append (data, &one, 1, a->room);
  wpp_times_release (&part.times);
  return err;
}

static int
compare_found (const void *pa, const void *pb)
{
  const struct wpp_found *a = pa, *b = pb;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  return a->first < b->first ? -1 : a->first > b->first;
}

/* Find the values of all executions of the symbols FROM to END - 1 at the far end of these, as counting does.  */
static int
find_all (struct timing *t, uint64_t from, uint64_t end)
{
  struct wpp_asking *a = t->a;
  int err = WPP_OK;
  a->n_found = 0;
  for (uint64_t k = 0; k < end - from && !err; k++)
    {
      uint64_t at = a->q->space->backward ? end - 1 - k : from + k;
      uint32_t n;
      wpp_asking_counts (a, a->q->g->symbols[at], &n);
      for (uint32_t p = 0; p < n && !err; p++)
        err = wpp_asking_part (a, from, end, at, p, vector_of (t, a->q->g->symbols[at])->parts[p].value);
    }
  if (a->q->space->backward && a->n_found)
    qsort (a->found, a->n_found, sizeof *a->found, compare_found);
  return err;
}

/* Append the executions of symbol AT, of which *F are the first that were found, to V; *F moves after them.  */
static int
add_symbol (struct timing *t, uint64_t at, const struct wpp_found **f, struct wpp_vector *v)
{
  struct wpp_asking *a = t->a;
  const struct wpp_vector *of = vector_of (t, a->q->g->symbols[at]);
  uint64_t before = v->executions;
  int err = wpp_vector_lengthen (v, of, wpp_grammar_exponent (a->q->g, at), true);
  for (; *f < a->found + a->n_found && (*f)->at == at && !err; ++*f)
    {
      struct wpp_query_copies copies = { (*f)->value, before, (*f)->first, (*f)->last };
      err = wpp_vector_put (v, of, (*f)->part, &copies, &t->pieces);
    }
  return err ? err : wpp_vector_put_pieces (v, &t->pieces, a->room);
}

/* Set V, empty, to the vector of the symbols FROM to END - 1.  */
static int
put_together (struct timing *t, uint64_t from, uint64_t end, struct wpp_vector *v)
{
  int err = find_all (t, from, end);
  for (const struct wpp_found *f = t->a->found; f < t->a->found + t->a->n_found && !err;)
    err = add_symbol (t, f->at, &f, v);
  return err;
}

/* ---- Which are wanted.  */

/* Want the vectors of those of the symbols FROM to END - 1 whose executions find different things.  */
static void
want (struct timing *t, uint64_t from, uint64_t end)
{
  for (uint64_t at = from; at < end; at++)
    {
      uint32_t symbol = t->a->q->g->symbols[at], place = wpp_asking_place (t->a, symbol);
      t->wanted[place] |= t->a->counted[place].n > 1;
    }
}

/* Put the vectors that are wanted together: of letters, then of rules.  */
static int
make_vectors (struct timing *t)
{
  const struct wpp_grammar *g = t->a->q->g;
  int err = WPP_OK;
  for (uint32_t i = g->n_rules - 1; i-- > 0;)
    if (t->wanted[g->n_terminals + g->order[i]])
      want (t, g->start[g->order[i]], g->start[g->order[i] + (size_t)1]);
  for (uint32_t s = 0; s < g->n_terminals && !err; s++)
    if (t->wanted[s])
      {
        struct wpp_vector v = { 0 };
        err = wpp_asking_letter (t->a, s, add_execution, &v);
        int given = give_vector (t, s, &v);
        err = err ? err : given;
      }
  for (uint32_t i = 0; i + 1 < g->n_rules && !err; i++)
    {
      uint32_t r = g->order[i];
      struct wpp_vector v = { 0 };
      if (!t->wanted[g->n_terminals + r])
        continue;
      err = put_together (t, g->start[r], g->start[r + (size_t)1], &v);
      int given = give_vector (t, WPP_RULE | r, &v);
      err = err ? err : given;
    }
  return err;
}

/* ---- Traces.  */

/* Give the parts of FOUND, those of TRACE, their times.  Where there is one part, it has them.  */
static int
time_trace (struct timing *t, uint32_t trace, struct wpp_vector *found)
{
  const uint64_t *begin = &t->a->q->space->traces->trace[trace];
  struct wpp_vector v = { 0 };
  int err = put_together (t, begin[0], begin[1] - 1, &v);
  for (size_t i = 0; i < v.n && !err; i++)
    {
      struct wpp_vector_part *to = wpp_vector_part_of (found, wpp_asking_answer (t->a, trace, v.parts[i].value));
      err = to ? wpp_times_gather (&to->times, &v.parts[i].times) : WPP_E_NOMEM;
    }
  wpp_vector_release (&v);
  return err;
}

static int
time_traces (struct timing *t, struct wpp_vector *found)
{
  const struct wpp_function_traces *f = t->a->q->space->traces;
  int err = WPP_OK;
  bool any = false;
  for (uint32_t i = 0; i < f->n_traces; i++)
    if (found[i].n > 1)
      {
        want (t, f->trace[i], f->trace[i + (size_t)1] - 1);
        any = true;
      }
  if (any)
    err = make_vectors (t);
  for (uint32_t i = 0; any && i < f->n_traces && !err; i++)
    if (found[i].n > 1)
      err = time_trace (t, i, &found[i]);
  return err;
}

int
wpp_asking_times (struct wpp_asking *a, struct wpp_vector *found)
{
  size_t n = a->q->g->n_terminals + (size_t)a->q->g->n_rules;
  struct timing t = { .a = a, .wanted = calloc (n, 1), .vector_of = calloc (n, sizeof *t.vector_of) };
  int err = t.wanted && t.vector_of ? time_traces (&t, found) : WPP_E_NOMEM;
  for (size_t i = 0; i < t.n_vectors; i++)
    wpp_vector_release (&t.vectors[i]);
  free (t.vectors);
  free (t.vector_of);
  free (t.wanted);
  free (t.pieces.all);
  return err;
}
