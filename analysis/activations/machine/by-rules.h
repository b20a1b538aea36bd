/* A sentence done by rules: each at once where that is possible, else part by part.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   For who knows what a rule does to any stack of activations, or that this depends on the stack.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_BY_RULES_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_BY_RULES_H

#include "activations/machine/machine.h"
#include "grammar/rules/grammar.h"

/* What an event is: 1, and then STEP is set, when it is a path whose function is known; 0 when it is none, or a control
   event; or an error.  */
typedef int wpp_step_of (void *data, uint32_t event, struct wpp_step *step);

struct wpp_event_steps    /* of a grammar's terminals */
{
  struct wpp_step *step;  /* [n_terminals] */
  bool *known;            /* [n_terminals] whether it is a path of a function */
};

/* Set *S to the steps of G's terminals, and LANDING of each function to whether it has landing places.  Return 0,
   WPP_E_NOMEM or what STEP_OF returned; S is to be released in any case.  */
int wpp_event_steps_find (struct wpp_event_steps *s, const struct wpp_grammar *g, wpp_step_of *step_of, void *data,
                          bool *landing);
void wpp_event_steps_release (struct wpp_event_steps *s);

/* What becomes of a symbol.  */
enum wpp_doing
{
  WPP_DONE = 0,
  WPP_DEPENDS = 1         /* on what a rule does not know, or there is too much of it: what was to be done is not, or in
                             part */
};

/* A rule whose parts are done one by one.  */
struct wpp_rule_at_work
{
  uint32_t rule;
  uint64_t at, left;      /* the symbol, how often it is still to be done or 0 when not begun */
};

struct wpp_by_rules       /* all 0 at first */
{
  struct wpp_rule_at_work *levels;
  size_t n_levels, room;
  uint64_t n_steps;       /* symbols, and copies of them, that were done one by one; who does them may add work of its
                             own */
  uint64_t n_symbols;     /* of all grammars */
};

/* Do the sentence of G.  SYMBOL (DATA) does a symbol, and takes off *COUNT how often it has; if it returns WPP_DEPENDS,
   which it does of rules only, its parts are done once.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG (W has done 2^25 steps and
   64 a symbol of its grammars; Lua causes 49, other programs 1) or an error that SYMBOL returned.  */
int wpp_do_by_rules (struct wpp_by_rules *w, const struct wpp_grammar *g,
                     int (*symbol) (void *data, uint32_t symbol, uint64_t *count), void *data);
void wpp_by_rules_release (struct wpp_by_rules *w);

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_BY_RULES_H */
