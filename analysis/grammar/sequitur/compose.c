/* Composition of two grammars (compose.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/error.h"
#include "grammar/sequitur/compose.h"
#include "grammar/sequitur/sequitur-find.h"

#define NODES_AHEAD 16 /* rules are prefetched this many nodes ahead */

/* Copy the nodes of D after those of S.  */
static int
copy_nodes (struct wpp_sequitur *s, const struct wpp_sequitur *d)
{
  int err = wpp_sequitur_reserve (s, d->n_nodes);
  if (err)
    return err;
  uint32_t by = s->n_nodes;
  for (uint32_t i = 0; i < d->n_nodes; i++)
    {
      struct node n = d->nodes[i];
      n.prev += by;
      n.next += by;
      if (n.symbol != GUARD && WPP_IS_RULE (n.symbol))
        n.symbol += by;
      s->nodes[by + i] = n;
    }
  s->n_nodes += d->n_nodes;
  s->n_rules += d->n_rules - 1; /* its S is empty */
  s->n_symbols += d->n_symbols;
  return 0;
}

/* Turn phrases among the first N nodes of S into nonterminals.  The rules of the dictionary are from node N on.  */
static void
resolve_phrases (struct wpp_sequitur *s, uint32_t n, const uint32_t *rules, uint32_t n_phrases)
{
  for (uint32_t p = 0; p < n; p++)
    {
      uint32_t symbol = s->nodes[p].symbol, later = p + NODES_AHEAD < n ? s->nodes[p + NODES_AHEAD].symbol : GUARD;
      if (!WPP_IS_RULE (later) && later & PHRASE)
        wpp_fetch (&s->nodes[n + rules[later & ~PHRASE]]);
      if (!WPP_IS_RULE (symbol) && symbol & PHRASE)
        {
          uint32_t rule = n + rules[symbol & ~PHRASE];
          s->nodes[p].symbol = WPP_RULE | rule;
          s->nodes[rule].exponent++;
        }
    }
  for (uint32_t i = 0; i < n_phrases; i++)
    s->nodes[n + rules[i]].exponent--; /* the occurrence that wpp_sequitur_cut counted */
}

/* Merge the node P with equal neighbours after it.  */
static void
merge_after (struct wpp_sequitur *s, uint32_t p)
{
  struct node *n = &s->nodes[p];
  while (n->symbol != GUARD && s->nodes[n->next].symbol == n->symbol)
    {
      struct node *next = &s->nodes[n->next];
      if (next->exponent > EXPONENT_MAX - n->exponent)
        return;
      n->exponent += next->exponent;
      if (WPP_IS_RULE (n->symbol))
        s->nodes[WPP_RULE_INDEX (n->symbol)].exponent--;
      next->symbol = GUARD;
      link_nodes (s, p, next->next);
      s->n_symbols--;
    }
}

/* The nodes from FIRST to LAST, which may be the same node, have been put in their places: merge both ends with equal
   neighbours.  */
static inline void
merge_beside (struct wpp_sequitur *s, uint32_t first, uint32_t last)
{
  if (!s->exponents)
    return;
  uint32_t before = s->nodes[first].prev;
  merge_after (s, last);
  merge_after (s, before);
}

/* Remove RULE, which has no occurrence any more, and the rules that occurred only in it.  */
static void
drop_rule (struct wpp_sequitur *s, uint32_t rule)
{
  uint32_t only = s->nodes[rule].next, symbol = s->nodes[only].symbol;
  s->nodes[only].symbol = GUARD;
  s->n_symbols--;
  s->n_rules--;
  if (WPP_IS_RULE (symbol))
    s->nodes[WPP_RULE_INDEX (symbol)].exponent--;
}

/* The nonterminal at P is RULE, whose only symbol is ONLY.  Replace it by ONLY, if the exponents allow that.  */
static bool
pass_on (struct wpp_sequitur *s, uint32_t p, uint32_t rule, uint32_t only)
{
  struct node *n = &s->nodes[p];
  uint64_t exponent = (uint64_t)n->exponent * s->nodes[only].exponent;
  if (exponent > EXPONENT_MAX)
    return false;
  n->symbol = s->nodes[only].symbol;
  n->exponent = exponent;
  if (WPP_IS_RULE (n->symbol))
    s->nodes[WPP_RULE_INDEX (n->symbol)].exponent++;
  if (--s->nodes[rule].exponent == 0)
    drop_rule (s, rule);
  return true;
}

/* P is the only occurrence of RULE: replace it by RULE's right-hand side.  */
static void
inline_only (struct wpp_sequitur *s, uint32_t p, uint32_t rule)
{
  uint32_t first = s->nodes[rule].next, last = s->nodes[rule].prev;
  link_nodes (s, s->nodes[p].prev, first);
  link_nodes (s, last, s->nodes[p].next);
  s->nodes[p].symbol = GUARD;
  s->n_symbols--;
  s->n_rules--;
  merge_beside (s, first, last);
}

/* If P is a nonterminal, replace it by its right-hand side if that is a single symbol, or if P is its only occurrence.
   All occurrences have been counted, so none can come later: a rule's only symbol counts where it replaces the rule,
   too.  Among old neighbours, only powers can have become equal without being merged.  */
static inline void
compose_at (struct wpp_sequitur *s, uint32_t p)
{
  const struct node *n = &s->nodes[p];
  bool passed = false;
  while (n->symbol != GUARD && WPP_IS_RULE (n->symbol))
    {
      uint32_t rule = WPP_RULE_INDEX (n->symbol), only = s->nodes[rule].next;
      if (s->nodes[rule].prev == only && pass_on (s, p, rule, only))
        passed = true;
      else if (s->nodes[rule].exponent == 1 && n->exponent == 1)
        {
          inline_only (s, p, rule);
          return;
        }
      else
        break;
    }
  if (passed || (n->symbol != GUARD && n->exponent > 1))
    merge_beside (s, p, p);
}

int
wpp_compose (struct wpp_sequitur *top, const struct wpp_sequitur *dictionary, const uint32_t *rules,
           uint32_t n_phrases)
{
  uint32_t n = top->n_nodes;
  int err = copy_nodes (top, dictionary);
  if (err)
    return err;
  resolve_phrases (top, n, rules, n_phrases);
  for (uint32_t p = 0; p < top->n_nodes; p++)
    {
      if (p + NODES_AHEAD < top->n_nodes)
        fetch_rule (top, top->nodes[p + NODES_AHEAD].symbol);
      compose_at (top, p);
    }
  return 0;
}
