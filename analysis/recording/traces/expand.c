/* From traces and calls back to events (traces.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The calls are gone through once.  Each activation has a cursor in its trace; where that is after a letter with
   calls, so many activations follow first.  A cursor is a number of levels, a rule within a rule; those of all
   activations that are open are on one stack, as only the topmost one's moves.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "recording/traces/traces.h"

#define MOST_LEVELS ((size_t)1 << 25)

struct level
{
  uint64_t at, end;          /* symbols of a rule, or of a trace, that are still to come */
  uint32_t left;             /* copies of the first of them, 0: all */
};

struct activation
{
  const struct wpp_function_traces *traces;
  uint64_t pending;          /* activations that begin before it goes on */
  size_t base;               /* its levels, from this one on */
};

struct stack
{
  struct level *levels;
  size_t n, room;
};

struct expansion
{
  const struct wpp_traces *t;
  const struct wpp_calls *calls;
  struct stack here;         /* in the traces */
  struct stack order;        /* in the calls */
  struct activation *open;
  size_t n_open, open_room;
  int (*visit) (void *data, uint32_t event, uint64_t count);
  void *data;
};

/* ---- Cursors.  */

static int
push (struct stack *s, uint64_t begin, uint64_t end)
{
  if (s->n >= MOST_LEVELS)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (s->levels, s->room, s->n, 1))
    return WPP_E_NOMEM;
  s->levels[s->n++] = (struct level){ begin, end, 0 };
  return WPP_OK;
}

/* Take a copy of the symbol that L is at.  */
static inline void
take_copy (const struct wpp_grammar *g, struct level *l)
{
  uint32_t left = l->left ? l->left : wpp_grammar_exponent (g, l->at);
  l->left = left - 1;
  l->at += left == 1;
}

/* Take all copies that are left of it; return how many.  */
static inline uint32_t
take_copies (const struct wpp_grammar *g, struct level *l)
{
  uint32_t left = l->left ? l->left : wpp_grammar_exponent (g, l->at);
  l->left = 0;
  l->at++;
  return left;
}

/* Let S, whose levels from BASE on are a cursor in G, come to a terminal, on its topmost level: 1; 0 when there is
   none; or an error.  */
static inline int
next_terminal (struct stack *s, const struct wpp_grammar *g, size_t base)
{
  while (s->n > base)
    {
      struct level *l = &s->levels[s->n - 1];
      if (l->at == l->end)
        {
          s->n--;
          continue;
        }
      uint32_t symbol = g->symbols[l->at];
      if (!WPP_IS_RULE (symbol))
        return 1;
      take_copy (g, l);
      /* A level that has nothing left need not be kept.  */
      s->n -= l->at == l->end;
      uint32_t rule = WPP_RULE_INDEX (symbol);
      int err = push (s, g->start[rule], g->start[rule + (size_t)1]);
      if (err)
        return err;
    }
  return 0;
}

/* Go through the levels of S, in G, as wpp_trace_visit_parts does; PART may be null.  */
static int
visit_levels (struct stack *s, const struct wpp_grammar *g, const uint32_t *part,
              int (*visit) (void *data, uint32_t letter, uint64_t count), void *data)
{
  int err = WPP_OK;
  while (s->n && !err)
    {
      struct level *l = &s->levels[s->n - 1];
      if (l->at == l->end)
        {
          s->n--;
          continue;
        }
      uint32_t symbol = g->symbols[l->at], rule = WPP_RULE_INDEX (symbol);
      if (!WPP_IS_RULE (symbol))
        err = visit (data, g->terminals[symbol] - 1, take_copies (g, l));
      else if (part && part[rule])
        err = visit (data, part[rule], take_copies (g, l));
      else
        {
          take_copy (g, l);
          /* A level that has nothing left need not be kept.  */
          s->n -= l->at == l->end;
          err = push (s, g->start[rule], g->start[rule + (size_t)1]);
        }
    }
  return err;
}

int
wpp_trace_visit_parts (const struct wpp_function_traces *f, uint32_t trace, const uint32_t *part,
                       int (*visit) (void *data, uint32_t letter, uint64_t count), void *data)
{
  struct stack s = { 0 };
  int err = push (&s, f->trace[trace], f->trace[trace + (size_t)1] - 1);
  if (!err)
    err = visit_levels (&s, f->grammar, part, visit, data);
  free (s.levels);
  return err;
}

int
wpp_trace_visit (const struct wpp_function_traces *f, uint32_t trace,
                 int (*visit) (void *data, uint32_t letter, uint64_t count), void *data)
{
  return wpp_trace_visit_parts (f, trace, NULL, visit, data);
}

/* ---- Activations.  */

/* The next of the calls begins, at most MOST that are alike and have no trace at once; set *N to how many.  */
static int
begin (struct expansion *x, uint64_t most, uint64_t *n)
{
  const struct wpp_grammar *g = x->calls->grammar;
  int err = next_terminal (&x->order, g, 0);
  if (err <= 0)
    return err < 0 ? err : WPP_E_CORRUPT;
  struct level *l = &x->order.levels[x->order.n - 1];
  const struct wpp_activation_kind *kind = &x->calls->kinds[g->terminals[g->symbols[l->at]]];
  *n = 1;
  if (kind->function == WPP_NO_FUNCTION)
    {
      uint32_t left = l->left ? l->left : wpp_grammar_exponent (g, l->at);
      if (left > most)
        l->left = left - (*n = most);
      else
        *n = take_copies (g, l);
      return x->visit (x->data, kind->trace, *n);
    }
  take_copy (g, l);
  const struct wpp_function_traces *f = &x->t->functions[kind->function];
  if (WPP_RESERVE (x->open, x->open_room, x->n_open, 1))
    return WPP_E_NOMEM;
  x->open[x->n_open++] = (struct activation){ f, 0, x->here.n };
  return push (&x->here, f->trace[kind->trace], f->trace[kind->trace + (size_t)1] - 1);
}

/* The innermost activation goes on, and so do those around it as far as nobody begins.  */
static int
go_on (struct expansion *x)
{
  while (x->n_open)
    {
      struct activation *a = &x->open[x->n_open - 1];
      const struct wpp_grammar *g = a->traces->grammar;
      if (a->pending)
        return WPP_OK;
      int err = next_terminal (&x->here, g, a->base);
      if (err < 0)
        return err;
      if (!err)
        {
          x->n_open--;
          continue;
        }
      struct level *l = &x->here.levels[x->here.n - 1];
      const struct wpp_letter *letter = &a->traces->letters[g->terminals[g->symbols[l->at]] - 1];
      uint64_t n = 1;
      if (letter->calls)
        take_copy (g, l);
      else
        n = take_copies (g, l);
      a->pending = letter->calls;
      err = x->visit (x->data, letter->event, n);
      if (err)
        return err;
    }
  return WPP_OK;
}

static int
expand (struct expansion *x)
{
  const struct wpp_grammar *g = x->calls->grammar;
  int err = push (&x->order, g->start[0], g->start[1]);
  uint64_t n;
  for (;;)
    {
      if (!err)
        err = go_on (x);
      if (err || (!x->n_open && (err = next_terminal (&x->order, g, 0)) <= 0))
        return err;
      size_t caller = x->n_open;
      err = begin (x, caller ? x->open[caller - 1].pending : UINT64_MAX, &n);
      if (!err && caller)
        x->open[caller - 1].pending -= n;
    }
}

int
wpp_traces_expand (const struct wpp_traces *t, const struct wpp_calls *calls,
                   int (*visit) (void *data, uint32_t event, uint64_t count), void *data)
{
  struct expansion x = { .t = t, .calls = calls, .visit = visit, .data = data };
  int err = calls->grammar ? expand (&x) : WPP_OK;
  free (x.here.levels);
  free (x.order.levels);
  free (x.open);
  return err;
}
