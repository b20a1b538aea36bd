/* The statements of a function, and reads before its calls: of what the callee reads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a callee asks of memory is asked of its caller as if that read it itself just before the call.  So the caller
   gets such reads: statements after those of all nodes, which are never executed; problems know what they would read
   (facts/problems/builder.h), and where.  A place in memory is translated when its base is

     a variable of static storage   which is the same there; of another unit if it is all of a variable that both know
     by name;
     what a parameter points to     which is what the argument points to, if that is a version of a variable that still
     holds it, or an address.

   Indices must be constant.  What nobody in the caller accesses gets a column of the alias matrix: it may be changed by
   what has no other variable as base, as far as GCC's rule of types allows, and by every call.  */

#ifndef WPP_ANALYSIS_FACTS_CALLERS_CALLER_READS_H
#define WPP_ANALYSIS_FACTS_CALLERS_CALLER_READS_H

#include "program/statements/body.h"

/* Reads that are tried of a body at most.  */
#define WPP_MOST_READS 64u

struct wpp_caller_reads
{
  const struct wpp_cfg *cfg;
  const struct wpp_body *original;
  struct wpp_body body;        /* ORIGINAL's with the reads; what is not copied is shared */
  uint32_t tried;              /* reads, the last statements, and those that could not be added */
};

/* Begin with ORIGINAL, whose graph is CFG; both stay.  To be released in any case.  0 or WPP_E_NOMEM.  */
int wpp_caller_reads_init (struct wpp_caller_reads *r, const struct wpp_cfg *cfg, const struct wpp_body *original);
void wpp_caller_reads_release (struct wpp_caller_reads *r);

/* Add the read of what READ, a statement of CALLEE that loads from memory, would read before CALL, one of R's.  Set
   *STATEMENT to it, or to WPP_NONE
   when that cannot be said.  0 or WPP_E_NOMEM.  */
int wpp_caller_reads_add (struct wpp_caller_reads *r, const struct wpp_statement *call, const struct wpp_body *callee,
                          const struct wpp_statement *read, uint32_t *statement);

/* Might what READ of B loads be known to callers: has it a base as said above?  */
bool wpp_caller_may_know_p (const struct wpp_body *b, const struct wpp_statement *read);

#endif /* WPP_ANALYSIS_FACTS_CALLERS_CALLER_READS_H */
