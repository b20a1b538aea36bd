/* How often which event comes directly after which, and when that is so for the first time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two events that follow each other in the sentence do so where two symbols of one rule's right-hand side meet, or two
   copies of a repeated symbol: as often as the rule occurs.  What meets is the last event of the one and the first
   event of the other.

   What is in a rule, and what meets in it, occurs for the first time within the first occurrence of one of the
   rules that have it.  So each rule is gone through once, at the time of its first occurrence: rules before those
   that they use.  */

#include <stdbool.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/saturate.h"
#include "grammar/rules/pairs.h"

typedef int visitor (void *data, uint32_t first, uint32_t second, uint64_t count);

struct ends
{
  uint32_t first, last;         /* terminals */
};

static struct ends
ends_of (uint32_t symbol, const struct ends *rules)
{
  return WPP_IS_RULE (symbol) ? rules[WPP_RULE_INDEX (symbol)] : (struct ends){ symbol, symbol };
}

/* Visit the pairs of RULE, and set its ends.  Only S may be empty.  */
static int
visit_rule (const struct wpp_grammar *g, uint32_t rule, struct ends *rules, visitor *visit, void *data)
{
  int err = 0;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1] && !err; i++)
    {
      const struct ends here = ends_of (g->symbols[i], rules);
      uint32_t copies = wpp_grammar_exponent (g, i);
      if (i == g->start[rule])
        rules[rule].first = here.first;
      else
        err = visit (data, g->terminals[rules[rule].last], g->terminals[here.first], g->frequency[rule]);
      if (copies > 1 && !err)
        err = visit (data, g->terminals[here.last], g->terminals[here.first],
                     wpp_saturating_product (g->frequency[rule], copies - 1));
      rules[rule].last = here.last;
    }
  return err;
}

/* Visit those of G, after the event *LAST if *ANY; set both.  */
static int
visit_segment (const struct wpp_grammar *g, bool *any, uint32_t *last, visitor *visit, void *data)
{
  struct ends *rules = calloc (g->n_rules, sizeof *rules);
  int err = rules ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_rules && !err; i++)
    err = visit_rule (g, g->order[i], rules, visit, data);
  if (!err && g->start[1] > g->start[0])
    {
      if (*any)
        err = visit (data, *last, g->terminals[rules[0].first], 1);
      *any = true;
      *last = g->terminals[rules[0].last];
    }
  free (rules);
  return err;
}

int
wpp_pairs_visit (struct wpp_grammar *const *segments, size_t n, visitor *visit, void *data)
{
  bool any = false;
  uint32_t last = 0;
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    err = visit_segment (segments[i], &any, &last, visit, data);
  return err;
}

/* ---- When they occur for the first time.  */

struct pass
{
  const struct wpp_grammar *g;
  const struct wpp_firsts_user *user;
  uint64_t *first;              /* [n_rules] when each occurs first */
  uint32_t *last_terminal, *first_terminal; /* [n_rules] */
};

static uint32_t
first_of (const struct pass *p, uint32_t symbol)
{
  return p->g->terminals[WPP_IS_RULE (symbol) ? p->first_terminal[WPP_RULE_INDEX (symbol)] : symbol];
}

static uint32_t
last_of (const struct pass *p, uint32_t symbol)
{
  return p->g->terminals[WPP_IS_RULE (symbol) ? p->last_terminal[WPP_RULE_INDEX (symbol)] : symbol];
}

static uint64_t
length_of (const struct wpp_grammar *g, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? g->length[WPP_RULE_INDEX (symbol)] : 1;
}

/* Set the ends of RULE, whose parts have theirs.  */
static void
find_ends (struct pass *p, uint32_t rule)
{
  const struct wpp_grammar *g = p->g;
  uint64_t begin = g->start[rule], end = g->start[rule + 1];
  if (begin == end)
    return;
  uint32_t a = g->symbols[begin], z = g->symbols[end - 1];
  p->first_terminal[rule] = WPP_IS_RULE (a) ? p->first_terminal[WPP_RULE_INDEX (a)] : a;
  p->last_terminal[rule] = WPP_IS_RULE (z) ? p->last_terminal[WPP_RULE_INDEX (z)] : z;
}

/* Tell of the symbol X, COPIES of it from TIME on.  */
static int
tell_symbol (struct pass *p, uint32_t x, uint32_t copies, uint64_t time)
{
  int err = 0;
  if (!WPP_IS_RULE (x))
    err = p->user->event (p->user->data, p->g->terminals[x], time);
  else if (time < p->first[WPP_RULE_INDEX (x)])
    p->first[WPP_RULE_INDEX (x)] = time;
  if (copies > 1 && p->user->pair && !err)
    err = p->user->pair (p->user->data, last_of (p, x), first_of (p, x),
                         wpp_saturating_add (time, length_of (p->g, x)));
  return err;
}

static int
tell_rule (struct pass *p, uint32_t rule)
{
  const struct wpp_grammar *g = p->g;
  uint64_t time = p->first[rule];
  int err = 0;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1] && !err; i++)
    {
      if (i > g->start[rule] && p->user->pair)
        err = p->user->pair (p->user->data, last_of (p, g->symbols[i - 1]), first_of (p, g->symbols[i]), time);
      if (!err)
        err = tell_symbol (p, g->symbols[i], wpp_grammar_exponent (g, i), time);
      time = wpp_saturating_add (time, wpp_grammar_symbol_length (g, i));
    }
  return err;
}

/* Tell of the sentence of G, which begins at *TIME, after the event *LAST if *ANY; go on with all of them.  */
static int
tell_segment (struct pass *p, uint64_t *time, bool *any, uint32_t *last)
{
  const struct wpp_grammar *g = p->g;
  int err = 0;
  for (uint32_t r = 0; r < g->n_rules; r++)
    p->first[r] = UINT64_MAX;
  p->first[0] = *time;
  for (uint32_t i = 0; i < g->n_rules; i++)
    find_ends (p, g->order[i]);
  if (g->start[1] == g->start[0])
    return 0;
  if (*any && p->user->pair)
    err = p->user->pair (p->user->data, *last, first_of (p, WPP_RULE), *time);
  /* S is last in the order, and every rule after those that it uses.  */
  for (uint32_t i = g->n_rules; i-- && !err;)
    err = tell_rule (p, g->order[i]);
  *any = true;
  *last = last_of (p, WPP_RULE);
  *time = wpp_saturating_add (*time, g->length[0]);
  return err;
}

int
wpp_firsts_visit (struct wpp_grammar *const *segments, size_t n, const struct wpp_firsts_user *user)
{
  bool any = false;
  uint32_t last = 0;
  uint64_t time = 0;
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    {
      const struct wpp_grammar *g = segments[i];
      struct pass p = { .g = g, .user = user };
      p.first = malloc (g->n_rules * sizeof *p.first);
      p.first_terminal = calloc (g->n_rules, sizeof *p.first_terminal);
      p.last_terminal = calloc (g->n_rules, sizeof *p.last_terminal);
      err = p.first && p.first_terminal && p.last_terminal ? tell_segment (&p, &time, &any, &last) : WPP_E_NOMEM;
      free (p.first);
      free (p.first_terminal);
      free (p.last_terminal);
    }
  return err;
}
