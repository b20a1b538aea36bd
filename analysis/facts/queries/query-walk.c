/* How a query goes along letters and rules.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The near end of a piece of trace is where a query comes from: its end, or its beginning when the problem is a
   backward one.  A fact at the near end has a value at the far end: an answer, itself, or another fact.  That of a
   letter comes from its steps, that of a rule from its symbols; both are kept.  No query goes along a piece that none
   has come to.  */

#include <stdlib.h>
#include <string.h>
#include "facts/queries/query-impl.h"
#include "base/array.h"
#include "base/search.h"

int
wpp_query_pass (struct wpp_queries *q, uint32_t node, uint32_t fact)
{
  if (!q->passed[fact])
    q->passed[fact] = calloc (q->space->n_nodes, 1);
  if (!q->passed[fact])
    return WPP_E_NOMEM;
  q->n_queries += !q->passed[fact][node];
  q->passed[fact][node] = true;
  return WPP_OK;
}

/* What FACT after STEP's transition is before it (backward: the other way round).  */
static uint32_t
source_of (const struct wpp_query_step *step, uint32_t fact)
{
  const struct wpp_transition *t = step->transition;
  size_t n = t ? t->n : 0, i = WPP_PARTITION_POINT (k, n, t->changes[k].fact < fact);
  if (i == n || t->changes[i].fact != fact)
    return fact;
  uint32_t source = t->changes[i].source;
  if (source == WPP_FROM_LAMBDA)
    return WPP_ANSWER | WPP_ANSWER_TRUE | step->place;
  return source == WPP_FROM_NONE ? WPP_ANSWER | step->place : source;
}

int
wpp_query_step (struct wpp_queries *q, const struct wpp_query_step *step, uint32_t *value)
{
  int err = WPP_OK;
  if (q->space->backward && step->node != WPP_NO_NODE)
    err = wpp_query_pass (q, step->node, *value);
  *value = source_of (step, *value);
  if (!q->space->backward && step->node != WPP_NO_NODE && !wpp_answer_p (*value))
    err = wpp_query_pass (q, step->node, *value);
  return err;
}

/* Set *VALUE, at the near end of LETTER, to that at its far end.  */
static int
letter_value (struct wpp_queries *q, uint32_t letter, uint32_t *value)
{
  const struct wpp_query_letter *l = &q->space->letters[letter];
  int err = WPP_OK;
  for (size_t i = 0; i < l->end - l->begin && !wpp_answer_p (*value) && !err; i++)
    err = wpp_query_step (q, &q->space->steps[q->space->backward ? l->begin + i : l->end - 1 - i], value);
  return err;
}

/* Set *KNOWN to what is known of FACT.  */
static int
known_of (struct wpp_queries *q, uint32_t fact, uint32_t **known)
{
  *known = q->known[fact];
  if (*known)
    return WPP_OK;
  if ((q->n_known + 1) * q->n_symbols > WPP_KNOWN_MOST)
    return WPP_E_TOOBIG;
  *known = q->known[fact] = malloc (q->n_symbols * sizeof **q->known);
  if (!*known)
    return WPP_E_NOMEM;
  q->n_known++;
  memset (*known, 0xff, q->n_symbols * sizeof **q->known);
  return WPP_OK;
}

/* Set *KNOWN to the value of FACT at the near end of SYMBOL, a letter or a rule; WPP_VALUE_UNKNOWN: of a rule that has
   not been gone along.  */
static int
find_value (struct wpp_queries *q, uint32_t symbol, uint32_t fact, uint32_t *known)
{
  uint32_t *values;
  int err = known_of (q, fact, &values);
  if (err)
    return err;
  if (values[symbol] == WPP_VALUE_UNKNOWN && symbol < q->space->traces->n_letters)
    {
      uint32_t value = fact;
      err = letter_value (q, symbol, &value);
      if (!err)
        values[symbol] = value;
    }
  *known = values[symbol];
  return err;
}

/* F's value was OLD and is NEW after a copy more of its symbol: one less is left to do, or none that would change
   anything.  Facts that go through each other are found when they come back (R. P. Brent, An Improved Monte Carlo
   Factorization Algorithm, BIT 20, 1980).  */
static void
did_copy (struct wpp_query_frame *f, uint32_t new)
{
  bool same = new == f->value;
  f->value = new;
  f->left--;
  f->done++;
  if (same || wpp_answer_p (new))
    f->left = 0;
  else if (f->done > 1 && new == f->saved)
    {
      uint32_t since = f->done, power = 1;
      while (power <= (since - 1) / 2)
        power *= 2;
      f->left %= since - power;
    }
  if (!(f->done & (f->done - 1)))
    f->saved = new;
}

static int
push (struct wpp_queries *q, uint32_t rule, uint32_t fact)
{
  if (WPP_RESERVE (q->frames, q->frames_room, q->n_frames, 1))
    return WPP_E_NOMEM;
  uint64_t at = q->space->backward ? q->g->start[rule] : q->g->start[rule + (size_t)1];
  q->frames[q->n_frames++] = (struct wpp_query_frame){ .rule = rule, .asked = fact, .value = fact, .at = at };
  return WPP_OK;
}

/* Is nothing left to do of F?  */
static bool
ended_p (const struct wpp_queries *q, const struct wpp_query_frame *f)
{
  uint64_t far = q->space->backward ? q->g->start[f->rule + (size_t)1] : q->g->start[f->rule];
  return wpp_answer_p (f->value) || f->at == far;
}

/* Go along a copy of F's next symbol, or into it.  */
static int
go_on (struct wpp_queries *q, struct wpp_query_frame *f)
{
  uint64_t i = q->space->backward ? f->at : f->at - 1;
  uint32_t symbol = q->g->symbols[i], known;
  if (!f->left)
    {
      f->left = wpp_grammar_exponent (q->g, i);
      f->done = 0;
    }
  int err = find_value (q, wpp_query_symbol (q, symbol), f->value, &known);
  if (err)
    return err;
  if (known == WPP_VALUE_UNKNOWN)
    return push (q, WPP_RULE_INDEX (symbol), f->value);
  did_copy (f, known);
  if (!f->left)
    f->at = q->space->backward ? f->at + 1 : i;
  return WPP_OK;
}

/* Find the value of FACT at the near end of RULE.  */
static int
go_along (struct wpp_queries *q, uint32_t rule, uint32_t fact)
{
  q->n_frames = 0;
  int err = push (q, rule, fact);
  while (!err && q->n_frames)
    {
      struct wpp_query_frame *f = &q->frames[q->n_frames - 1];
      if (ended_p (q, f))
        {
          q->known[f->asked][q->space->traces->n_letters + f->rule] = f->value;
          q->n_frames--;
        }
      else
        err = go_on (q, f);
    }
  return err;
}

int
wpp_query_copies (struct wpp_queries *q, uint32_t symbol, uint32_t count, uint32_t *value)
{
  struct wpp_query_frame copies = { .value = *value, .left = count };
  uint32_t number = wpp_query_symbol (q, symbol), known = 0;
  int err = WPP_OK;
  while (copies.left && !err)
    {
      err = find_value (q, number, copies.value, &known);
      if (!err && known == WPP_VALUE_UNKNOWN)
        err = go_along (q, WPP_RULE_INDEX (symbol), copies.value);
      else if (!err)
        did_copy (&copies, known);
    }
  *value = copies.value;
  return err;
}

int
wpp_query_look (struct wpp_queries *q, uint64_t from, uint64_t end, uint64_t at, uint32_t *value)
{
  bool backward = q->space->backward;
  uint64_t far = backward ? end : from, here = backward ? at + 1 : at;
  uint32_t asked = *value;
  int err = WPP_OK;
  while (here != far && !wpp_answer_p (*value) && !err)
    {
      if (q->looked_at[*value] == here + 1)
        {
          *value = q->looked_up[*value];
          break;
        }
      uint64_t i = backward ? here++ : --here;
      err = wpp_query_copies (q, q->g->symbols[i], wpp_grammar_exponent (q->g, i), value);
    }
  q->looked_at[asked] = (backward ? at + 1 : at) + 1;
  q->looked_up[asked] = *value;
  return err;
}
