/* Rules laid out in a line, level by level (climb.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/saturate.h"
#include "grammar/shared/climb-impl.h"

/* Of X^e that are letters, as many are written out.  */
#define WRITTEN_OUT 3u

int
wpp_powers_push (struct wpp_powers *to, uint32_t symbol, uint64_t exponent)
{
  if (WPP_RESERVE (to->p, to->room, to->n, 1))
    return WPP_E_NOMEM;
  to->p[to->n++] = (struct wpp_letter_power){ exponent, symbol, 0 };
  return 0;
}

/* Append SYMBOL^EXPONENT to TO, whose part at hand begins at START; letters that are equal become one.  */
static int
append (struct wpp_ascent *c, struct wpp_powers *to, size_t start, uint32_t symbol, uint64_t exponent)
{
  struct wpp_letter_power *last = to->n > start ? &to->p[to->n - 1] : NULL;
  if (!c->work--)
    return WPP_E_TOOBIG;
  if (!last || last->symbol != symbol || WPP_IS_RULE (symbol))
    return wpp_powers_push (to, symbol, exponent);
  if (exponent > WPP_LONGEST - last->exponent)
    return WPP_E_TOOBIG;
  last->exponent += exponent;
  return 0;
}

/* Append PART of FROM, which may be TO.  */
static int
append_part (struct wpp_ascent *c, struct wpp_powers *to, size_t start, const struct wpp_powers *from,
             struct wpp_powers_part part)
{
  int err = 0;
  for (size_t i = 0; i < part.n && !err; i++)
    err = append (c, to, start, from->p[part.start + i].symbol, from->p[part.start + i].exponent);
  return err;
}

/* ---- Cuts.  */

bool
wpp_cut_p (const struct wpp_ascent *c, const struct wpp_letter_power *line, size_t i)
{
  const struct wpp_shared_letter *l = c->s->letters;
  uint64_t own = l[line[i].symbol].fingerprint;
  return own < l[line[i - 1].symbol].fingerprint && own < l[line[i + 1].symbol].fingerprint;
}

size_t
wpp_next_cut (const struct wpp_ascent *c, const struct wpp_letter_power *line, size_t from, size_t to, size_t i)
{
  for (i = i > from ? i : from + 1; i + 1 < to; i++)
    if (wpp_cut_p (c, line, i))
      return i;
  return to;
}

int
wpp_put_phrases (struct wpp_ascent *c, struct wpp_powers *to, const struct wpp_letter_power *line, size_t from,
                 size_t end)
{
  int err = 0;
  while (from < end && !err)
    {
      uint32_t letter;
      size_t cut = wpp_next_cut (c, line, from, end, from + 1);
      err = wpp_shared_phrase (c->s, line + from, cut - from, &letter);
      if (!err)
        err = wpp_powers_push (to, letter, 1);
      from = cut;
    }
  return err;
}

/* ---- Rules.  */

/* A new rule of the next level, whose body begins where C->next ends.  */
static int
begin_rule (struct wpp_ascent *c, uint32_t *rule)
{
  if (c->n_rules >= WPP_RULE - 1)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (c->rules, c->rules_room, c->n_rules, 1))
    return WPP_E_NOMEM;
  *rule = c->n_rules;
  c->rules[c->n_rules++] = (struct wpp_climbing){ .body = { c->next.n, 0 }, .again = WPP_NO_RULE,
                                                   .period = WPP_NO_RULE };
  return 0;
}

int
wpp_end_rule (struct wpp_ascent *c, uint32_t rule)
{
  if (WPP_RESERVE (c->next_order, c->next_room, c->n_next, 1))
    return WPP_E_NOMEM;
  c->rules[rule].body.n = c->next.n - c->rules[rule].body.start;
  c->next_order[c->n_next++] = rule;
  return 0;
}

/* Make `again' of the rule X (above).  The ends of rules are used as a scratch pad, too.  */
static int
make_again (struct wpp_ascent *c, uint32_t x)
{
  uint32_t again;
  size_t start = c->ends.n;
  int err = begin_rule (c, &again);
  if (!err)
    err = append_part (c, &c->ends, start, &c->ends, c->rules[x].tail);
  if (!err)
    err = append_part (c, &c->ends, start, &c->ends, c->rules[x].head);
  if (!err)
    err = wpp_put_phrases (c, &c->next, c->ends.p, start, c->ends.n);
  c->ends.n = start;
  if (!err)
    err = wpp_powers_push (&c->next, WPP_RULE | x, 1);
  if (!err)
    err = wpp_end_rule (c, again);
  c->rules[x].again = again;
  return err;
}

static uint64_t
count_letters (const struct wpp_letter_power *p, size_t n)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++)
    sum = wpp_saturating_add (sum, p[i].exponent);
  return sum;
}

/* The power of ENDS, from FROM on, that is LETTERS letters after it.  */
static size_t
skip_letters (const struct wpp_ascent *c, size_t from, uint64_t letters)
{
  while (letters)
    letters -= c->ends.p[from++].exponent;
  return from;
}

/* Make `first', `period' and `last' of the rule X, which is letters, more than one power of them.  */
static int
make_period (struct wpp_ascent *c, uint32_t x)
{
  size_t start = c->ends.n, cut;
  uint64_t length = count_letters (c->ends.p + c->rules[x].head.start, c->rules[x].head.n), before = 0;
  uint32_t period;
  int err = begin_rule (c, &period);
  if (length > WPP_LONGEST / 4)
    return WPP_E_TOOBIG;
  for (int i = 0; i < 3 && !err; i++)
    err = append_part (c, &c->ends, start, &c->ends, c->rules[x].head);
  if (err)
    return err;
  for (cut = start; cut + 1 < c->ends.n && (before < length || !wpp_cut_p (c, c->ends.p, cut)); cut++)
    before += c->ends.p[cut].exponent;
  /* Only letters with the same fingerprint have no cut.  */
  if (before >= 2 * length)
    return WPP_E_CORRUPT;
  err = wpp_put_phrases (c, &c->next, c->ends.p, cut, skip_letters (c, cut, length));
  if (!err)
    err = wpp_end_rule (c, period);
  c->rules[x].period = period;
  c->rules[x].first = (struct wpp_powers_part){ start, cut - start };
  c->rules[x].last = (struct wpp_powers_part){ cut, c->ends.n - cut };
  return err;
}

/* Append X^EXPONENT, X being letters, to the line.  */
static int
lay_letters (struct wpp_ascent *c, uint32_t x, uint64_t exponent)
{
  const struct wpp_powers_part head = c->rules[x].head;
  int err = 0;
  if (head.n == 1)
    {
      const struct wpp_letter_power *p = &c->ends.p[head.start];
      return exponent > WPP_LONGEST / p->exponent
               ? WPP_E_TOOBIG : append (c, &c->line, 0, p->symbol, p->exponent * exponent);
    }
  for (uint64_t i = 0; i < exponent && exponent <= WRITTEN_OUT && !err; i++)
    err = append_part (c, &c->line, 0, &c->ends, head);
  if (exponent <= WRITTEN_OUT || err)
    return err;
  if (c->rules[x].period == WPP_NO_RULE)
    err = make_period (c, x);
  if (!err)
    err = append_part (c, &c->line, 0, &c->ends, c->rules[x].first);
  if (!err)
    err = append (c, &c->line, 0, WPP_RULE | c->rules[x].period, exponent - WRITTEN_OUT);
  return err ? err : append_part (c, &c->line, 0, &c->ends, c->rules[x].last);
}

/* Append X^EXPONENT to the line.  */
static int
lay_rule (struct wpp_ascent *c, uint32_t x, uint64_t exponent)
{
  int err = 0;
  if (c->rules[x].letters)
    return lay_letters (c, x, exponent);
  if (exponent > 1 && c->rules[x].again == WPP_NO_RULE)
    err = make_again (c, x);
  if (!err)
    err = append_part (c, &c->line, 0, &c->ends, c->rules[x].head);
  if (!err)
    err = append (c, &c->line, 0, WPP_RULE | x, 1);
  if (!err && exponent > 1)
    err = append (c, &c->line, 0, WPP_RULE | c->rules[x].again, exponent - 1);
  return err ? err : append_part (c, &c->line, 0, &c->ends, c->rules[x].tail);
}

int
wpp_lay_out (struct wpp_ascent *c, struct wpp_powers_part body)
{
  int err = 0;
  c->line.n = 0;
  for (size_t i = 0; i < body.n && !err; i++)
    {
      const struct wpp_letter_power p = c->bodies.p[body.start + i];
      err = wpp_power_rule_p (&p) ? lay_rule (c, WPP_RULE_INDEX (p.symbol), p.exponent)
                        : append (c, &c->line, 0, p.symbol, p.exponent);
    }
  return err;
}
