/* Adding the sequences of a grammar, level by level (shared.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   On each level a rule is one of two things:

     letters       no phrase lies within it for sure: it is gone, and the rules that use it have its letters
     head · rule · tail    the letters before its first cut, which are of a phrase that begins before it; the letters of
                   the next level for its phrases, and rules, which are the rule on the next level; the letters from its
                   last cut on

   A cut is known where a letter has both its neighbours within the rule.  So the first and the last power of a rule are
   never one: they may go on beyond it, too.

   A rule with an exponent, X^e, is

     head · X · (again)^(e-1) · tail       AGAIN: the phrases of tail · head, and X
     first · (period)^(e-3) · last         if X is letters, with a cut somewhere in X X: PERIOD are the phrases from
                                           there to the same place of the next X  */

#include <stdlib.h>
#include <string.h>
#include "grammar/shared/climb-impl.h"

/* Work on a grammar: so much, and so much for each of its symbols.  */
#define WORK_FREE (UINT64_C (1) << 24)
#define WORK_A_SYMBOL 512u

/* Where the letters from I on end, of the N powers of the line.  */
static size_t
letters_end (const struct wpp_ascent *c, size_t i)
{
  while (i < c->line.n && !wpp_power_rule_p (&c->line.p[i]))
    i++;
  return i;
}

/* Put what lies between FROM and TO in the line, which are between phrases, to the next level.  */
static int
put_line (struct wpp_ascent *c, size_t from, size_t to)
{
  int err = 0;
  while (from < to && !err)
    {
      const struct wpp_letter_power *p = &c->line.p[from];
      size_t end = letters_end (c, from);
      end = end < to ? end : to;
      if (end > from)
        err = wpp_put_phrases (c, &c->next, c->line.p, from, end);
      else
        err = wpp_powers_push (&c->next, p->symbol, p->exponent);
      from = end > from ? end : from + 1;
    }
  return err;
}

/* Where the line's last letters begin; after its last rule.  */
static size_t
last_letters (const struct wpp_ascent *c)
{
  size_t i = c->line.n;
  while (i > 0 && !wpp_power_rule_p (&c->line.p[i - 1]))
    i--;
  return i;
}

/* Where the tail of the line begins whose last letters begin at FROM: at the last cut.  FIRST is the line's first one,
   which is there.  */
static size_t
tail_of (const struct wpp_ascent *c, size_t from, size_t first)
{
  for (size_t i = c->line.n - 1; i-- > from + 1;)
    if (wpp_cut_p (c, c->line.p, i))
      return i;
  return from ? from : first;
}

/* Keep the letters [FROM, TO) of the line as *PART.  */
static int
keep (struct wpp_ascent *c, size_t from, size_t to, struct wpp_powers_part *part)
{
  int err = 0;
  *part = (struct wpp_powers_part){ c->ends.n, to - from };
  for (size_t i = from; i < to && !err; i++)
    err = wpp_powers_push (&c->ends, c->line.p[i].symbol, c->line.p[i].exponent);
  return err;
}

/* Bring RULE to the next level.  */
static int
climb_rule (struct wpp_ascent *c, uint32_t rule)
{
  int err = wpp_lay_out (c, c->rules[rule].body);
  size_t end = letters_end (c, 0), n = c->line.n;
  size_t head = wpp_next_cut (c, c->line.p, 0, end, 1), from = last_letters (c);
  if (err)
    return err;
  struct wpp_climbing *r = &c->rules[rule];
  r->again = r->period = WPP_NO_RULE;
  size_t tail = head < n ? tail_of (c, from, head) : n;
  r->letters = head == n || (from == 0 && tail == head);
  if (r->letters)
    return keep (c, 0, n, &r->head);
  err = keep (c, 0, head, &r->head);
  if (!err)
    err = keep (c, tail, n, &r->tail);
  r->body.start = c->next.n;
  if (!err)
    err = put_line (c, head, tail);
  return err ? err : wpp_end_rule (c, rule);
}

/* Bring the sequence BODY to the next level.  Set *ROOT when it is one letter.  */
static int
climb_sequence (struct wpp_ascent *c, struct wpp_powers_part *body, uint32_t *root)
{
  int err = wpp_lay_out (c, *body);
  *body = (struct wpp_powers_part){ c->next.n, 0 };
  if (err)
    return err;
  if (c->line.n == 1 && !wpp_power_rule_p (c->line.p) && c->line.p[0].exponent == 1)
    {
      *root = c->line.p[0].symbol;
      return 0;
    }
  err = put_line (c, 0, c->line.n);
  body->n = c->next.n - body->start;
  return err;
}

/* ---- Levels.  */

static void
next_level (struct wpp_ascent *c)
{
  struct wpp_powers bodies = c->bodies;
  uint32_t *order = c->order;
  size_t room = c->order_room;
  c->bodies = c->next;
  c->next = bodies;
  c->next.n = c->ends.n = 0;
  c->order = c->next_order;
  c->order_room = c->next_room;
  c->n_order = c->n_next;
  c->next_order = order;
  c->next_room = room;
  c->n_next = 0;
}

/* Bring all of it, with the sequences LEFT [*N] of ROOTS, to the next level; those that are one letter are left no
   more.  */
static int
climb_level (struct wpp_ascent *c, struct wpp_powers_part *left, size_t *which, size_t *n, uint32_t *roots)
{
  size_t kept = 0;
  int err = 0;
  for (size_t i = 0; i < c->n_order && !err; i++)
    err = climb_rule (c, c->order[i]);
  for (size_t i = 0; i < *n && !err; i++)
    {
      uint32_t root = WPP_NO_RULE;
      err = climb_sequence (c, &left[i], &root);
      roots[which[i]] = root;
      which[kept] = which[i];
      left[kept] = left[i];
      kept += root == WPP_NO_RULE;
    }
  *n = kept;
  next_level (c);
  return err;
}

/* Let the rule of G be the rule of C with the same number, on the lowest level; S is RULE 0.  */
static int
take_rule (struct wpp_ascent *c, const struct wpp_grammar *g, uint32_t rule, const uint32_t *letters)
{
  int err = 0;
  c->rules[rule] = (struct wpp_climbing){ .body = { c->bodies.n, 0 }, .again = WPP_NO_RULE, .period = WPP_NO_RULE };
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1] && !err; i++)
    {
      uint32_t symbol = g->symbols[i];
      err = wpp_powers_push (&c->bodies, WPP_IS_RULE (symbol) ? symbol : letters[symbol], wpp_grammar_exponent (g, i));
    }
  c->rules[rule].body.n = c->bodies.n - c->rules[rule].body.start;
  return err;
}

static int
take_grammar (struct wpp_ascent *c, const struct wpp_grammar *g, const uint32_t *letters)
{
  int err = 0;
  c->work = WORK_FREE + WORK_A_SYMBOL * g->start[g->n_rules];
  if (WPP_RESIZE (c->rules, g->n_rules + (size_t)1) || WPP_RESIZE (c->order, g->n_rules + (size_t)1))
    return WPP_E_NOMEM;
  c->rules_room = c->order_room = g->n_rules + (size_t)1;
  c->n_rules = g->n_rules;
  for (uint32_t i = 0; i < g->n_rules && !err; i++)
    {
      err = take_rule (c, g, g->order[i], letters);
      if (g->order[i])
        c->order[c->n_order++] = g->order[i];
    }
  return err;
}

static void
release (struct wpp_ascent *c)
{
  free (c->rules);
  free (c->order);
  free (c->next_order);
  free (c->bodies.p);
  free (c->next.p);
  free (c->ends.p);
  free (c->line.p);
}

/* Add the sequences of C, whose S is BODY: one if WHOLE, else of each symbol one.  */
static int
climb_all (struct wpp_ascent *c, struct wpp_powers_part body, bool whole, uint32_t *roots)
{
  size_t n = whole ? 1 : body.n;
  struct wpp_powers_part *left = malloc ((n + 1) * sizeof *left);
  size_t *which = malloc ((n + 1) * sizeof *which);
  int err = left && which ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    {
      left[i] = whole ? body : (struct wpp_powers_part){ body.start + i, 1 };
      which[i] = i;
    }
  while (n && !err)
    err = climb_level (c, left, which, &n, roots);
  free (left);
  free (which);
  return err;
}

int
wpp_shared_add (struct wpp_sharing *s, const struct wpp_grammar *g, const uint32_t *letters, bool whole,
                uint32_t *roots)
{
  struct wpp_ascent c = { .s = s };
  if (g->length[0] >= WPP_LONGEST)
    return WPP_E_TOOBIG;
  if (whole && !g->length[0])
    {
      roots[0] = WPP_SHARED_NOTHING;
      return 0;
    }
  int err = take_grammar (&c, g, letters);
  if (!err)
    err = climb_all (&c, c.rules[0].body, whole, roots);
  release (&c);
  return err;
}
