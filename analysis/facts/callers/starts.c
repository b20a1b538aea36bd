/* Which activation found what when it began.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   With each activation that is open is what the demands of its function hold where it began.  */

#include <stdlib.h>
#include "facts/callers/callers-impl.h"
#include "facts/problems/builder.h"
#include "recording/traces/forests.h"
#include "recording/traces/walk-calls.h"

#define NONE UINT32_MAX

struct open
{
  uint32_t function;
  uint64_t called;             /* activations that it has called */
  uint64_t number;             /* among those of its function */
  size_t values;               /* where its values begin */
};

struct passing
{
  const struct wpp_climb *c;
  struct wpp_starts *s;
  const struct wpp_demands *d;
  bool *demanded;              /* [functions] */
  uint64_t **n_called;         /* [functions] [traces] */
  uint64_t *n_begun;           /* [functions] */
  struct open *open;
  size_t n_open, open_room;
  uint32_t *values;            /* of what is open: by its demands, in their order */
  size_t n_values, values_room;
  uint32_t *start_of;          /* [traces of the function] the start of it that came last, or NONE */
};

/* ---- Values.  */

/* The answers of function CALLER to DEMAND, or null.  */
static const struct wpp_reading_caller *
caller_of (const struct wpp_demands *d, uint32_t demand, uint32_t function)
{
  for (uint32_t i = 0; i < d->n_callers; i++)
    if (d->callers[i]->demand == demand && d->callers[i]->function == function)
      return d->callers[i];
  return NULL;
}

/* What DEMAND holds in OPEN, an activation of its function.  */
static uint32_t
held (const struct passing *x, const struct open *open, uint32_t demand)
{
  size_t at = open->values;
  for (uint32_t i = 0; i < demand; i++)
    at += x->d->demands[i].function == open->function;
  return x->values[at];
}

/* What DEMAND holds in what is called now.  */
static uint32_t
begins_with (const struct passing *x, uint32_t demand)
{
  const struct open *top = x->n_open ? &x->open[x->n_open - 1] : NULL;
  const struct wpp_reading_caller *caller = top ? caller_of (x->d, demand, top->function) : NULL;
  if (!caller || top->number >= caller->n_order)
    return WPP_CLIMB_NOTHING;
  uint32_t trace = caller->order[top->number];
  if (trace >= caller->n_traces || !caller->values[trace])
    return WPP_CLIMB_NOTHING;
  uint32_t value = caller->values[trace][top->called];
  return value & WPP_ANSWER ? value : held (x, top, value);
}

static int
push_values (struct passing *x, uint32_t function)
{
  for (uint32_t i = 0; i < x->d->n; i++)
    if (x->d->demands[i].function == function)
      {
        if (WPP_RESERVE (x->values, x->values_room, x->n_values, 1))
          return WPP_E_NOMEM;
        uint32_t value = begins_with (x, i);
        x->values[x->n_values++] = value;
      }
  return WPP_OK;
}

/* ---- Starts.  */

/* Set *NUMBER to the start of TRACE with VALUE.  */
static int
start_of (struct passing *x, uint32_t trace, uint32_t value, uint32_t *number)
{
  struct wpp_starts *s = x->s;
  *number = x->start_of[trace];
  for (size_t i = 0; i < s->n && (*number == NONE || s->starts[*number].value != value); i++)
    if (s->starts[i].trace == trace && s->starts[i].value == value)
      *number = i;
  if (*number == NONE || s->starts[*number].value != value)
    {
      if (WPP_EXTEND (s->starts, s->n) || WPP_EXTEND (s->activations, s->n))
        return WPP_E_NOMEM;
      s->starts[s->n] = (struct wpp_beginning){ trace, value };
      s->activations[s->n] = 0;
      *number = s->n++;
    }
  x->start_of[trace] = *number;
  return WPP_OK;
}

/* An activation of the function that was asked about has begun, of KIND; it is on top, or would be.  */
static int
note_start (struct passing *x, const struct wpp_activation_kind *kind, uint64_t number, uint32_t value)
{
  const struct wpp_function_queries *q = x->c->queries;
  struct wpp_starts *s = x->s;
  uint32_t trace = q->refined ? q->traces.order[number] : kind->trace, start;
  int err = start_of (x, trace, value, &start);
  if (err || WPP_RESERVE (s->order, s->order_room, s->n_order, 1))
    return err ? err : WPP_E_NOMEM;
  s->order[s->n_order++] = start;
  s->activations[start]++;
  return WPP_OK;
}

/* ---- Activations.  */

/* Do activations of KIND matter by their number only?  */
static bool
together_p (const void *data, const struct wpp_activation_kind *kind)
{
  const struct passing *x = data;
  return kind->function == WPP_NO_FUNCTION || !x->demanded[kind->function];
}

static int
called (void *data, const struct wpp_activation_kind *kind, uint64_t count)
{
  struct passing *x = data;
  if (kind->function != WPP_NO_FUNCTION)
    x->n_begun[kind->function] += count;
  if (x->n_open)
    x->open[x->n_open - 1].called += count;
  return WPP_OK;
}

static int
begin (void *data, const struct wpp_activation_kind *kind)
{
  struct passing *x = data;
  if (WPP_RESERVE (x->open, x->open_room, x->n_open, 1))
    return WPP_E_NOMEM;
  struct open o = { kind->function, 0, x->n_begun[kind->function]++, x->n_values };
  int err = x->demanded[kind->function] ? push_values (x, kind->function) : WPP_OK;
  if (!err && kind->function == x->c->function)
    err = note_start (x, kind, o.number, x->values[o.values]);
  if (x->n_open)
    x->open[x->n_open - 1].called++;
  x->open[x->n_open++] = o;
  return err;
}

static int
end (void *data)
{
  struct passing *x = data;
  x->n_values = x->open[--x->n_open].values;
  return WPP_OK;
}

/* ---- The whole.  */

static int
passing_init (struct passing *x)
{
  const struct wpp_traces *all = x->c->all;
  uint32_t n_traces = x->c->queries->space.traces->n_traces;
  size_t n = all->n_functions + (size_t)1;
  x->demanded = calloc (n, 1);
  x->n_called = wpp_trace_calls (all);
  x->n_begun = calloc (n, sizeof *x->n_begun);
  x->start_of = malloc ((n_traces + (size_t)1) * sizeof *x->start_of);
  if (!x->demanded || !x->n_called || !x->n_begun || !x->start_of)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < n_traces; t++)
    x->start_of[t] = NONE;
  for (uint32_t i = 0; i < x->d->n; i++)
    x->demanded[x->d->demands[i].function] = true;
  return WPP_OK;
}

static void
passing_release (struct passing *x)
{
  if (x->n_called)
    wpp_trace_calls_free (x->c->all, x->n_called);
  free (x->demanded);
  free (x->n_begun);
  free (x->open);
  free (x->values);
  free (x->start_of);
}

/* Other facts are of the function's own variables, branches and definitions.  */
bool
wpp_climbs_p (unsigned problem)
{
  return wpp_problem_kinds[problem].of == &wpp_available_loads;
}

int
wpp_starts_find (struct wpp_starts *s, const struct wpp_climb *c)
{
  struct wpp_demands d;
  struct passing x = { .c = c, .s = s, .d = &d };
  *s = (struct wpp_starts){ 0 };
  int err = wpp_demands_find (&d, c, s);
  if (!err)
    err = passing_init (&x);
  if (!err && d.n_callers)
    err = wpp_walk_calls (c->all, x.n_called, WPP_MOST_REFINED,
                          &(struct wpp_calls_walker){ together_p, called, begin, end, &x });
  passing_release (&x);
  wpp_demands_release (&d);
  return err;
}

void
wpp_starts_release (struct wpp_starts *s)
{
  free (s->starts);
  free (s->activations);
  free (s->order);
  free (s->places);
}

int
wpp_starts_answer (const struct wpp_starts *s, const struct wpp_vector *found, uint64_t *room, struct wpp_vector *out)
{
  int err = WPP_OK;
  for (size_t i = 0; i < s->n; i++)
    out[i] = (struct wpp_vector){ 0 };
  for (size_t i = 0; i < s->n && !err; i++)
    {
      const struct wpp_vector *v = &found[s->starts[i].trace];
      if (v->n)
        err = wpp_vector_append (&out[i], v, 1, room);
      for (size_t p = 0; p < out[i].n; p++)
        if (out[i].parts[p].value == WPP_CLIMB_NOTHING)
          out[i].parts[p].value = s->starts[i].value;
    }
  return err;
}
