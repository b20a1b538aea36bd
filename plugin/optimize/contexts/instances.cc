/* Which part of a function's executions each of its clones has, and which clone is called where (instances.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/optimize/contexts/instances.h"

namespace {

/* ---- Paths.  */

/* Add those PATHS [N] to SUM.  */

void
add (auto_vec<wpp_path_times> *sum, const wpp_path_times *paths, size_t n)
{
  unsigned last = 0;
  for (size_t i = 0; i < n; i++)
    sum->safe_push (paths[i]);
  sum->qsort (wpp_compare_path_times);
  for (const wpp_path_times &p : *sum)
    if (last && (*sum)[last - 1].number == p.number)
      (*sum)[last - 1].count += p.count;
    else
      (*sum)[last++] = p;
  sum->truncate (last);
}

/* Take those PATHS [N], which are sorted, away from SUM.  */

void
take_away (auto_vec<wpp_path_times> *sum, const wpp_path_times *paths, size_t n)
{
  unsigned last = 0;
  size_t k = 0;
  for (wpp_path_times p : *sum)
    {
      while (k < n && paths[k].number < p.number)
        k++;
      if (k < n && paths[k].number == p.number)
        p.count -= MIN (p.count, paths[k].count);
      if (p.count)
        (*sum)[last++] = p;
    }
  sum->truncate (last);
}

/* Add what LED has to I.  */

void
add (wpp_instance *i, const wpp_led *led)
{
  add (&i->paths, led->paths.address (), led->paths.length ());
  if (i->callees.is_empty ())
    i->callees.safe_grow_cleared (led->callees.length ());
  for (unsigned k = 0; k < led->callees.length (); k++)
    i->callees[k] += led->callees[k];
}

/* Take what LED has away from X, an instance or what a call led to.  */

template <typename T>
void
take_away (T *x, const wpp_led *led)
{
  take_away (&x->paths, led->paths.address (), led->paths.length ());
  for (unsigned k = 0; k < led->callees.length (); k++)
    x->callees[k] -= MIN (x->callees[k], led->callees[k]);
}

/* ---- Calls.  */

/* Are A and B the same call, whoever called its caller?  */

bool
same_call_p (const wpp_leading_call *a, const wpp_leading_call *b)
{
  return a->caller == b->caller && a->at == b->at;
}

/* Is CALL one of CALLS, whoever called its caller?  */

bool
among_p (const wpp_leading_call *call, const vec<const wpp_leading_call *> &calls)
{
  for (const wpp_leading_call *c : calls)
    if (same_call_p (c, call))
      return true;
  return false;
}

/* The place of what CALL led to in instance I, or the number of places.  */

unsigned
find_led (const wpp_instance *i, const wpp_leading_call *call)
{
  unsigned k = 0;
  while (k < i->led.length () && i->led[k]->call != call)
    k++;
  return k;
}

/* Let instance I call CALLEE at node AT.  */

void
set_target (wpp_instance *i, uint32_t at, wpp_instance *callee)
{
  for (wpp_instance::target &t : i->targets)
    if (t.at == at)
      {
        t.callee = callee;
        return;
      }
  i->targets.safe_push ({ at, callee });
}

} // anonymous namespace

/* ---- Instances.  */

wpp_instance *
wpp_instances::itself (wpp_known_function *f)
{
  bool existed;
  wpp_instance *&i = originals.get_or_insert (f->node, &existed);
  if (existed)
    return i;
  wpp_path_times *counts;
  size_t n;
  i = new wpp_instance (f, false);
  made.safe_push (i);
  /* They have been read before.  */
  if (!wpp_index_counts (f->executed->index (), &f->executed->entry, &counts, &n))
    add (&i->paths, counts, n);
  i->callees.safe_splice (f->targets);
  free (counts);
  return i;
}

/* Make a clone of LIKE's function that calls what LIKE calls, and that has nothing yet.  */

wpp_instance *
wpp_instances::make (const wpp_instance *like)
{
  wpp_instance *i = new wpp_instance (like->of, true);
  i->targets.safe_splice (like->targets);
  made.safe_push (i);
  return i;
}

/* What the call at node AT of CALLER, one of CALLEE by name, calls.  */

wpp_instance *
wpp_instances::target (const wpp_instance *caller, uint32_t at, wpp_known_function *callee)
{
  for (const wpp_instance::target &t : caller->targets)
    if (t.at == at)
      return t.callee;
  return itself (callee);
}

wpp_instance *
wpp_instances::with (wpp_known_function *f, const wpp_leading_call *call)
{
  wpp_instance *whole = itself (f);
  for (wpp_instance *i : made)
    for (const wpp_led *led : i->led)
      if (i->of == f && led->call == call)
        return i;
      else if (i->of == f && !led->call->via && same_call_p (led->call, call))
        whole = i;
  return whole;
}

bool
wpp_instances::alone_p (wpp_known_function *f, const wpp_leading_call *call)
{
  if (!with (f, call)->clone)
    return false;
  for (const wpp_instance *i : made)
    {
      unsigned n = 0;
      for (const wpp_led *led : i->led)
        n += i->of == f && same_call_p (led->call, call);
      if (n && n < i->led.length ())
        return false;
    }
  return true;
}

/* ---- Moving.  */

/* Take what CALL led to out of FROM, which has it.  */

wpp_led *
wpp_instances::take_led (wpp_instance *from, const wpp_leading_call *call)
{
  wpp_led *led;
  unsigned place = find_led (from, call);
  if (place < from->led.length ())
    {
      led = from->led[place];
      from->led.ordered_remove (place);
    }
  else
    {
      led = new wpp_led { call, {}, {} };
      add (&led->paths, call->context->paths, call->context->n);
      led->callees.safe_splice (call->targets);
      for (wpp_instance *i : made)
        for (wpp_led *other : i->led)
          if (i->of != from->of || !same_call_p (other->call, call))
            continue;
          else if (!call->via)
            take_away (led, other);
          else if (!other->call->via)
            take_away (other, led);
    }
  take_away (from, led);
  return led;
}

/* Move what CALLS led to from FROM, which has it, to a new clone.  */

wpp_instance *
wpp_instances::move (wpp_instance *from, const vec<const wpp_leading_call *> &calls)
{
  wpp_instance *to = make (from);
  for (const wpp_leading_call *call : calls)
    {
      wpp_led *led = take_led (from, call);
      add (to, led);
      to->led.safe_push (led);
    }
  return to;
}

/* Likewise, for the SAKE of another function if that is not null; and whoever called FROM by CALLS calls the clone.  */

wpp_instance *
wpp_instances::move_and_call (wpp_instance *from, const vec<const wpp_leading_call *> &calls,
                              const wpp_known_function *sake)
{
  wpp_instance *to = move (from, calls);
  to->sake = sake;
  for (const wpp_leading_call *call : calls)
    {
      itself (call->caller);
      for (wpp_instance *i : made)
        if (i->of == call->caller && target (i, call->at, from->of) == from)
          set_target (i, call->at, to);
    }
  return to;
}

wpp_instance *
wpp_instances::take (wpp_known_function *f, const vec<const wpp_leading_call *> &calls)
{
  return move_and_call (itself (f), calls, NULL);
}

/* Let CALLS, whoever called their callers, alone enter those instances of F that they enter, for the sake of
   CALLEE.  */

void
wpp_instances::isolate (wpp_known_function *f, const vec<const wpp_leading_call *> &calls,
                        const wpp_known_function *callee)
{
  auto_vec<const wpp_leading_call *> new_ones;
  for (const wpp_leading_call *call : calls)
    if (!with (f, call)->clone)
      new_ones.safe_push (call);
  if (!new_ones.is_empty ())
    move_and_call (itself (f), new_ones, callee);
  for (unsigned k = 0; k < made.length (); k++)
    {
      wpp_instance *i = made[k];
      auto_vec<const wpp_leading_call *> some;
      for (const wpp_led *led : i->led)
        if (i->of == f && among_p (led->call, calls))
          some.safe_push (led->call);
      if (!some.is_empty () && some.length () < i->led.length ())
        move_and_call (i, some, callee);
    }
}

void
wpp_instances::take_chains (wpp_known_function *f, const vec<const wpp_leading_call *> &wanted)
{
  wpp_instance *from = with (f, wanted[0]);
  auto_vec<const wpp_leading_call *> calls;
  for (const wpp_leading_call *call : wanted)
    if (with (f, call) == from)
      calls.safe_push (call);
  move (from, calls);
  for (unsigned k = 0; k < calls.length (); k++)
    {
      const wpp_leading_call *call = calls[k];
      auto_vec<const wpp_leading_call *> first;
      bool done = false;
      for (unsigned j = 0; j < calls.length (); j++)
        if (same_call_p (calls[j], call))
          {
            first.safe_push (calls[j]->via);
            done |= j < k;
          }
      if (done)
        continue;
      isolate (call->caller, first, f);
      for (wpp_instance *i : made)
        if (i->of == call->caller && !i->led.is_empty () && among_p (i->led[0]->call, first))
          set_target (i, call->at, with (f, call));
    }
}
