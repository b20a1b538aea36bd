/* What a function does to the table of values, statement by statement: one plan for the code that records and for the
   replay that reads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Program and replay keep the same table (format/value-table.h).  The program's code stores values there (a put), and
   compares values with what is there (a check): only a value that differs is recorded.  The plan lists these *points*
   of a function.  It is made from the function's body and graph alone, so the plugin, which emits code for it, and
   replay, which executes it, have the same one.

   A point is
     - of the entry: when the function is entered, before anything else, in the order of the plan;
     - of a node: when the node begins, at its PHIs;
     - of an edge: when control takes it, before the PHIs that it leads to;
     - of a statement: the first N_BEFORE before it, the others after it.  Those after a call that ends a block are on
       the edge where the call returns normally.  Addresses that a point names are as they are before the statement.

   Y. Zhang, R. Gupta, Whole Execution Traces, MICRO 2004, is what this is for; that values are found again in a table
   instead of being stored, and that only surprises are stored, is ours.  */

#ifndef WPP_ANALYSIS_VALUES_PLAN_H
#define WPP_ANALYSIS_VALUES_PLAN_H

#include "program/statements/body.h"

/* Where a variable that is in memory is, as the table knows it.  */
enum wpp_values_storage
{
  WPP_STORAGE_NONE,    /* it is a register, or it has no address of its own to be known: an ADDRESS point is where an
                          address is needed */
  WPP_STORAGE_KEPT,    /* nothing but the statements of its activation accesses it, all of them as scalars: replay keeps
                          its bytes, there are no points */
  WPP_STORAGE_NAMED,   /* no pointer reaches it: it has a made-up address, wpp_values_named_address */
  WPP_STORAGE_FRAMED,  /* a local that pointers may reach: a FRAME point tells its address */
  WPP_STORAGE_BASED    /* the unit's table of bases has its address (WPP_VARIABLE_BASED) */
};

enum wpp_point_kind
{
  /* At the entry.  */
  WPP_POINT_HANDLER,   /* the first one, of a function that may be a signal handler.  If the kernel called it: go on
                          with the table of the next depth, and record that depth, as if a check were surprised */
  WPP_POINT_PARAMETER, /* check INDEX, a value, with argument word NUMBER */
  WPP_POINT_INITIAL,   /* check INDEX, a value: a further parameter, the static chain, where the result is to be */
  WPP_POINT_FRAME,     /* check the address of INDEX, a local variable */
  /* Of a node.  */
  WPP_POINT_MODE,      /* check how reals are rounded (WPP_TABLE_MODE); of the entry, too, and after calls, where replay
                          computes reals */
  WPP_POINT_PHI,       /* check INDEX, a PHI's value, one of whose arguments replay does not know */
  /* Before a statement.  */
  WPP_POINT_ADDRESS,   /* check the address of INDEX, a reference */
  WPP_POINT_ARGUMENT,  /* put INDEX, an operand, to argument word NUMBER */
  WPP_POINT_COPY,      /* copy, in the table, from REFERENCE to INDEX, references of aggregates, NUMBER bytes */
  WPP_POINT_FILL,      /* fill INDEX, a reference of an aggregate, with NUMBER bytes of zeros */
  WPP_POINT_MOVE,      /* a call: copy operand 2 bytes from operand 1, a pointer, to operand 0 */
  WPP_POINT_SET,       /* a call: fill operand 2 bytes at operand 0, a pointer, with the low byte of operand 1 */
  WPP_POINT_RETURN,    /* put INDEX, an operand, to the word of results */
  /* After a statement.  */
  WPP_POINT_LOAD,      /* check INDEX, a value, with what is at REFERENCE */
  WPP_POINT_RESULT,    /* check INDEX, a value */
  WPP_POINT_RETURNED,  /* check INDEX, a value, with the word of results */
  WPP_POINT_STORE,     /* put INDEX, an operand, to REFERENCE */
  WPP_POINT_WRITTEN,   /* a call, row NUMBER of written.h: put what it has written */
  WPP_POINT_MOVED,     /* a call, of such a row: copy what was at a pointer to where its result points … */
  WPP_POINT_ZEROED,    /* … or fill that with zeros */
  WPP_N_POINT_KINDS
};

/* Checks have a number in the function; those whose key is not an address or a word of the argument area have
   wpp_value_key of it.  */
struct wpp_point
{
  uint8_t kind;          /* enum wpp_point_kind */
  uint8_t width;         /* bytes: 1, 2, 4 or 8; 0: of ranges of memory */
  bool bits;             /* LOAD, STORE: REFERENCE is to a bit-field; width is 8 then */
  uint32_t check;        /* number; WPP_NONE of a put */
  uint32_t index;        /* see enum wpp_point_kind */
  uint32_t reference;    /* LOAD, STORE, COPY; else WPP_NONE */
  uint32_t number;
};

/* Points FIRST .. FIRST + N - 1, the first N_BEFORE of them before the statement.  */
struct wpp_points
{
  uint32_t first, n_before, n;
};

struct wpp_values_plan
{
  uint32_t n_checks;           /* numbers given: to checks and to variables that are NAMED */
  uint32_t n_points;
  struct wpp_point *points;
  struct wpp_points entry;
  struct wpp_points *nodes;      /* [n_nodes] */
  struct wpp_points *edges;      /* [n_edges]: of those to a return that a call in tail position shares */
  struct wpp_points *statements; /* [n_statements] */
  uint8_t *storage;            /* [wpp_body_n_variables] enum wpp_values_storage */
  uint32_t *names;             /* [same] NAMED locals: their number among the checks; else WPP_NONE */
  bool *after_tail;            /* [n_nodes] the node begins with a call in tail position, or is after one: nothing is
                                  planned after its statements */
};

/* Plan B, whose graph is CFG.  Return 0 or WPP_E_NOMEM; what PLAN has is freed by wpp_values_plan_release.  */
int wpp_values_plan (const struct wpp_body *b, const struct wpp_cfg *cfg, struct wpp_values_plan *plan);
void wpp_values_plan_release (struct wpp_values_plan *plan);

/* Does EDGE of G lead to a return that calls in tail position share, and is itself no way to such a call?  AFTER_TAIL
   is the plan's.  */
bool wpp_values_joins_p (const struct wpp_cfg *g, const bool *after_tail, uint32_t edge);

/* Set MET [wpp_body_n_variables (B)], all false before, for variables that executed statements name, in references and
   addresses.  */
void wpp_values_set_met (const struct wpp_body *b, bool *met);

/* The address, in the table, of VARIABLE, which is NAMED.  FIRST is the number of the function's first check in the
   unit: the sum of the n_checks of the plans of all bodies before it (0 for a function without a body).  */
uint64_t wpp_values_named_address (const struct wpp_body *b, const struct wpp_values_plan *plan, uint32_t first,
                                   uint32_t variable);

/* Bytes that a value of TYPE takes in the table: 1, 2, 4 or 8; 0: such values are not tracked.  A value of fewer bits
   is extended by its type's sign.  */
unsigned wpp_values_width (const struct wpp_body *b, uint32_t type);

/* Does replay know what O is, when it knows values and addresses?  O is no reference in memory.  */
bool wpp_values_operand_known_p (const struct wpp_body *b, const struct wpp_operand *o);

/* Does what S assigns, which replay computes, depend on how reals are rounded?  */
bool wpp_values_mode_p (const struct wpp_body *b, const struct wpp_statement *s);

/* Is what S, an ASSIGN or a CALL, assigns to a value computed by replay, from what its operands are?  */
bool wpp_values_computed_p (const struct wpp_body *b, const struct wpp_statement *s);

/* Is S an assignment of all zeros, or a call that is one (a built-in) of these: memcpy or memmove, memset?  */
bool wpp_values_zeros_p (const struct wpp_body *b, const struct wpp_statement *s);
bool wpp_values_move_p (const struct wpp_body *b, const struct wpp_statement *s);
bool wpp_values_set_p (const struct wpp_body *b, const struct wpp_statement *s);

/* How a scalar is accessed: bytes, 0 if it is not tracked; is it a bit-field?  Then its bits are SIZE from BIT on, of
   the byte that the constant parts of the address, in bits, give (BIT is below 8).  */
struct wpp_values_access
{
  unsigned width;
  bool bits;
  unsigned bit, size;
};
struct wpp_values_access wpp_values_access (const struct wpp_body *b, uint32_t reference);

/* The variable that REFERENCE is in, directly or by its constant address; or WPP_NONE.  */
static inline uint32_t
wpp_values_variable (const struct wpp_body *b, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  while (r->base_kind == WPP_BASE_POINTER && b->operands[r->base].kind == WPP_OPERAND_ADDRESS)
    r = &b->references[b->operands[r->base].index];
  return r->base_kind == WPP_BASE_VARIABLE ? r->base : WPP_NONE;
}

/* Do its base and components tell the address of REFERENCE to whoever knows the addresses of variables?  If so and the
   variable's is not known, the ADDRESS point is of the reference to all of it.  */
bool wpp_values_parts_known_p (const struct wpp_body *b, uint32_t reference);

/* Does replay know the address of REFERENCE from its base and components, when it knows the variables' addresses?  If
   not, there is an ADDRESS point.  STORAGE is the plan's.  */
bool wpp_values_address_known_p (const struct wpp_body *b, const uint8_t *storage, uint32_t reference);

#endif /* WPP_ANALYSIS_VALUES_PLAN_H */
