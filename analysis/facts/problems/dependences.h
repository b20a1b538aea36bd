/* What an expression of the source depends on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An expression is one of the source's variables, constants and memory; temporaries are seen
   through to what they were computed from, as long as that is what the variables still hold.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_DEPENDENCES_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_DEPENDENCES_H

#include "program/statements/body.h"

struct wpp_dependences
{
  const struct wpp_body *body;
  unsigned habits;                      /* enum wpp_library_habit, of its unit */
  const struct wpp_cfg *cfg;
  const struct wpp_statement *at;       /* the statement that computes the expression */
  size_t n_variables, variables_room;
  uint32_t *variables;
  size_t n_loads, loads_room;
  uint32_t *loads;                      /* references */
  size_t n_temporaries, temporaries_room;
  uint32_t *temporaries;                /* the statements that define them */
  int err;                              /* WPP_E_NOMEM */
};

/* Begin with an expression that S computes and that depends on nothing so far.  */
void wpp_dependences_begin (struct wpp_dependences *d, const struct wpp_statement *s);
void wpp_dependences_release (struct wpp_dependences *d);

/* Add what OPERAND depends on; all operands of its statement.  Return false when it is no expression of the source, or
   after an error.  */
bool wpp_dependences_add (struct wpp_dependences *d, uint32_t operand);
bool wpp_dependences_add_all (struct wpp_dependences *d);

/* Do the temporaries hold, at the statement, what their expressions would?  */
bool wpp_dependences_current_p (const struct wpp_dependences *d);

/* The variable that VALUE is shown as, or WPP_NONE.  */
static inline uint32_t
wpp_shown_variable (const struct wpp_body *b, uint32_t value)
{
  const struct wpp_variable *v = value == WPP_NONE ? NULL : wpp_body_variable (b, b->values[value].variable);
  return v && v->flags & WPP_VARIABLE_SHOWN ? b->values[value].variable : WPP_NONE;
}

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_DEPENDENCES_H */
