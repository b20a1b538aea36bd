/* Putting a grammar together from rules whose ends come before those of the
   rules around them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_COLLECT_RULES_H
#define WPP_ANALYSIS_GRAMMAR_RULES_COLLECT_RULES_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

struct wpp_item    /* a symbol of a right-hand side */
{
  uint32_t symbol, exponent;
};

struct wpp_extent  /* the place of a rule's right-hand side among the closed ones */
{
  uint64_t start, length;
};

struct wpp_rules
{
  struct wpp_item *open;      /* right-hand sides that are not complete, innermost last */
  size_t n_open, open_room;
  struct wpp_item *closed;
  size_t n_closed, closed_room;
  struct wpp_extent *rules;
  size_t n_rules, rules_room;
  uint32_t *terminals;
  size_t n_terminals, terminals_room;
};

/* All of these return 0 or WPP_E_NOMEM.  */

/* Rule number n_rules begins.  */
int wpp_rules_begin (struct wpp_rules *r);
/* Append SYMBOL with EXPONENT to the innermost open rule.  */
int wpp_rules_symbol (struct wpp_rules *r, uint32_t symbol, uint32_t exponent);
/* Close RULE, the innermost open one.  Its right-hand side consists of the last LENGTH open items.  */
int wpp_rules_end (struct wpp_rules *r, uint32_t rule, uint64_t length);
int wpp_rules_terminal (struct wpp_rules *r, uint32_t event);

/* The grammar of R, all of whose rules are closed; not finished.  Null when out of memory.  */
struct wpp_grammar *wpp_rules_grammar (const struct wpp_rules *r, bool exponents);
void wpp_rules_release (struct wpp_rules *r);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_COLLECT_RULES_H */
