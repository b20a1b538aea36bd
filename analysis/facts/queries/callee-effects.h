/* What executed callees may have changed, as one function sees it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 4.2: of a call of f the traces of f are examined.  An *effect* is a set of columns of the asking
   function's alias matrix: what references to memory may have been changed.  That of an activation is what its executed
   statements may have stored to, and what the activations did that it called.  Functions of the C library changed what
   the table says (program/library/effects.h).  Other code without instrumentation may have changed anything that the
   call may change according to the compiler: WPP_EFFECT_ANYTHING.

   Across functions two references may be the same unless both have known different variables as bases, one is a
   variable of the callee, one is a variable whose address nobody takes, or GCC's rule of types separates them (within a
   unit).  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_CALLEE_EFFECTS_H
#define WPP_ANALYSIS_FACTS_QUERIES_CALLEE_EFFECTS_H

#include "recording/profile/code.h"
#include "program/statements/body.h"
#include "base/hash-table.h"
#include "recording/traces/traces.h"

/* Effects are numbered.  */
#define WPP_EFFECT_ANYTHING 0u
#define WPP_EFFECT_NOTHING 1u
#define WPP_MOST_EFFECTS 4096u   /* different ones; more are taken for ANYTHING */

struct wpp_effect_sets
{
  size_t row;                  /* bytes of a set */
  uint32_t n;
  size_t room;
  unsigned char *bits;         /* [n * row] */
  struct wpp_hash_table table;
};

int wpp_effect_sets_init (struct wpp_effect_sets *s, uint32_t n_columns);
void wpp_effect_sets_release (struct wpp_effect_sets *s);
/* Set *EFFECT to A and B together.  0 or WPP_E_NOMEM.  */
int wpp_effect_sets_unite (struct wpp_effect_sets *s, uint32_t a, uint32_t b, uint32_t *effect);

/* The statements of a function of CODE; BODY is null when they are not known.  */
struct wpp_callee
{
  const struct wpp_code_function *function;
  const struct wpp_body *body;
};

/* The number among the functions of CODE of the one that S, of B, calls by its name, or WPP_NONE: through a pointer, or
   it is not instrumented.  */
uint32_t wpp_called_function (const struct wpp_code *code, const struct wpp_body *b, const struct wpp_statement *s);

/* The call that NODE of B, of the graph CFG, begins with, and that ends paths, or null.  */
const struct wpp_statement *wpp_call_at (const struct wpp_cfg *cfg, const struct wpp_body *b, uint32_t node);

/* Set EFFECTS [F->n_traces] to what each trace of F, of the function CALLEE, may have changed by its own statements, as
   ASKING's references see it.  0, WPP_E_NOMEM, or an error of decoding paths.  */
int wpp_callee_effects (struct wpp_effect_sets *s, struct wpp_code *code, const struct wpp_callee *asking,
                        const struct wpp_callee *callee, const struct wpp_function_traces *f, uint32_t *effects);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_CALLEE_EFFECTS_H */
