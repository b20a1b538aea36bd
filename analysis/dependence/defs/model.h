/* What a program's statements define and use, as the slicer sees it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A *fact* is something that a statement may define and another use: numbers of the frame, that is of an activation of
   a function, and numbers of the program.

     of a frame     values; arguments without parameters; what local variables in memory hold; by which branch each
                    group of nodes was reached (control.h); what passes between a call and the activation that it calls
     of the program memory that is loaded somewhere: the numbers of memory.h

   An *item* is what a slice consists of: a statement; of a call also its result, and each of its arguments.

   The scan (scan.h) asks for nothing but these structures: unit tests make them by hand.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_DEFS_MODEL_H
#define WPP_ANALYSIS_DEPENDENCE_DEFS_MODEL_H

#include "program/paths/numbering.h"
#include "recording/profile/code.h"
#include "program/library/effects.h"
#include "program/statements/control.h"
#include "dependence/defs/memory.h"

/* Facts that each frame has.  */
enum
{
  WPP_FACT_CALL,        /* between calls: the call itself matters (backward: something that it called does; forward: it
                           was reached by a branch that is tainted) */
  WPP_FACT_RESULT,      /* the result of the call, or of the activation at its end */
  WPP_FACT_MATCHED,     /* the function that is called has been seen */
  WPP_FACT_START,       /* something of the activation matters; forward: all of it */
  WPP_FACT_VARIABLE,    /* the variable of the criterion, whatever its version */
  WPP_FACT_ZONE,        /* the criterion's block is at hand */
  WPP_FACT_OWN,         /* backward: what the call does itself, if that is not instrumented, matters */
  WPP_FACT_ARGUMENT = 8,
  WPP_FACT_FIRST = 64   /* from here on a function's own */
};
#define WPP_MOST_ARGUMENTS (WPP_FACT_FIRST - WPP_FACT_ARGUMENT)

/* The fact of argument I; those after the last one share it.  */
static inline uint32_t
wpp_fact_argument (uint32_t i)
{
  return WPP_FACT_ARGUMENT + (i < WPP_MOST_ARGUMENTS ? i : WPP_MOST_ARGUMENTS - 1);
}

struct wpp_slice_list   /* of the function's numbers */
{
  uint32_t begin, n;
};

enum
{
  WPP_CODE_NONE = 1,      /* no code */
  WPP_CODE_CALLS_OUT = 2, /* a call that may reach instrumented code: the path ends before it */
  WPP_CODE_RETURNS = 4,
  WPP_CODE_POINTER = 8,   /* a call of whatever a pointer says */
  WPP_CODE_CALL = 16,
  WPP_CODE_BACK = 32,     /* a call of the library, which calls back a function that was recorded */
  WPP_CODE_BINDS = 64     /* no code, but a variable is from there on what is no version of it: it defines a fact of its
                             own, which nothing uses */
};

/* A statement.  */
struct wpp_slice_code
{
  uint32_t item, line, file;
  uint32_t flags;
  uint32_t control;             /* fact: by which branch its node was reached; WPP_NONE: by the start of the function */
  struct wpp_slice_list uses;   /* facts of the frame; of a call without its arguments */
  struct wpp_slice_list defines, may_define;   /* likewise: all of them, or maybe; of a call: by its result */
  struct wpp_slice_list loads;  /* facts of the program */
  uint32_t store;               /* number among the stores, or WPP_NONE */
  /* Of a call.  */
  uint32_t callee;              /* function number, or WPP_NONE */
  uint32_t n_arguments;
  uint32_t first_argument;      /* of the function's arguments */
  /* … what it does if what it calls is without instrumentation.  */
  struct wpp_slice_list own_loads, own_uses, own_defines;   /* OWN_DEFINES: maybe */
  struct wpp_slice_list own_stores;   /* numbers among the stores */
};

struct wpp_slice_argument
{
  struct wpp_slice_list uses, loads;
};

struct wpp_slice_entry        /* what a frame has when it begins */
{
  uint32_t fact, argument;    /* FACT is argument ARGUMENT */
  uint32_t store;             /* number among the stores of what pointers may reach then, or WPP_NONE */
};

struct wpp_slice_escape       /* a local variable that pointers may reach */
{
  uint32_t fact, load;        /* FACT, seen by others: a fact of the program */
};

struct wpp_slice_function
{
  const struct wpp_cfg *cfg;
  uint32_t unit;
  uint32_t first_item, n_items;
  uint32_t n_facts;
  uint32_t n_unnamed;           /* facts, after those of values: arguments without parameters that it may ask for */
  uint32_t *first_code;         /* [n_nodes + 1] */
  struct wpp_slice_code *code;
  uint32_t *numbers;            /* what lists are of */
  size_t n_numbers, numbers_room;
  struct wpp_slice_argument *arguments;
  size_t n_arguments, arguments_room;
  uint32_t first_control, end_control;   /* facts */
  uint32_t *control;            /* [n_nodes] one of them or WPP_NONE */
  struct wpp_slice_list *decided; /* [n_edges] facts that taking the edge defines */
  uint32_t *predicate;          /* [n_edges] the code that decides it, or WPP_NONE */
  uint32_t *first_phi;          /* [n_nodes + 1] */
  uint32_t *phi_results;        /* facts */
  struct wpp_slice_list *phi_arguments;   /* [n_edges] facts, as many as the node it leads into has PHIs; WPP_NONE: a
                                             constant; N 0: PHIs take no effect */
  struct wpp_slice_entry *entries;
  size_t n_entries, entries_room;
  struct wpp_slice_escape *escapes;   /* by fact */
  size_t n_escapes, escapes_room;
  uint32_t *fact_variable;      /* [n_facts - WPP_FACT_FIRST] variable of the body that it shows, or WPP_NONE */
  const struct wpp_body *body;  /* null in tests by hand */
};

struct wpp_slice_item
{
  uint32_t function, code;      /* where it is */
  uint32_t part;                /* 0: the statement; 1: the call's result; 2 + I: argument I */
};

struct wpp_slice_model
{
  uint32_t n_functions;
  struct wpp_slice_function **functions;   /* [n_functions] null: not executed, or nothing is known of it */
  size_t n_items, items_room;
  struct wpp_slice_item *items;
  struct wpp_memory memory;
  unsigned habits;              /* enum wpp_library_habit, of all units */
  size_t n_loads;               /* facts of the program */
  /* Of programs.  */
  struct wpp_code *code_of;
  uint32_t n_units;
  struct wpp_program **programs;
};

/* The model of the functions of CODE that are USED [CODE->n_functions].  Null, *ERR and PLACE->what: WPP_E_NOTES when
   the notes have no statements, WPP_E_NOMEM, WPP_E_TOOBIG or what wpp_program_decode returns.  CODE must stay.  */
struct wpp_slice_model *wpp_slice_model_new (struct wpp_code *code, const bool *used, int *err,
                                             struct wpp_place *place);
void wpp_slice_model_free (struct wpp_slice_model *m);

/* The item of part PART of the statement CODE.  */
static inline uint32_t
wpp_slice_item (const struct wpp_slice_code *code, uint32_t part)
{
  return code->item + part;
}

/* ---- What the files of the model share.  */

/* Append NUMBER to F's numbers.  */
int wpp_slice_number (struct wpp_slice_function *f, uint32_t number);

/* The call that NODE, into which a path leads or with which one begins, begins with; code, or WPP_NONE.  */
static inline uint32_t
wpp_slice_call_at (const struct wpp_slice_function *f, uint32_t node)
{
  if (!(f->cfg->nodes[node].flags & WPP_NODE_CALL))
    return WPP_NONE;
  for (uint32_t i = f->first_code[node]; i < f->first_code[node + 1]; i++)
    if (f->code[i].flags & WPP_CODE_CALLS_OUT)
      return i;
  return WPP_NONE;
}

/* A path, as walks along it need it.  */
struct wpp_slice_path
{
  uint32_t n_nodes;
  uint32_t *nodes, *edges;       /* edges[I] leads from node I to the next one; the last one ends the path, or leads to
                                    EXIT; free NODES only */
  uint32_t call_after;           /* code: the call before which it ends, or WPP_NONE */
  uint32_t call_before;          /* code: the call that it begins after, or WPP_NONE */
};

/* Set P to the path D of F.  0 or WPP_E_NOMEM.  */
int wpp_slice_path_copy (struct wpp_slice_path *p, const struct wpp_slice_function *f, const struct wpp_path *d);

/* The first code after CODE, the last one of a line in its block, and after what debuggers are told there of the
   line.  */
uint32_t wpp_slice_line_end (const struct wpp_slice_function *f, uint32_t code);
/* What F's VARIABLE is after the line whose last statement is CODE: the code with WPP_CODE_BINDS that says so in the
   same block; WPP_NONE: a version of it, or what an earlier block says.  */
uint32_t wpp_slice_bound (const struct wpp_slice_function *f, uint32_t variable, uint32_t code);

/* The list of what was appended from BEGIN on.  */
static inline struct wpp_slice_list
wpp_slice_list_from (const struct wpp_slice_function *f, size_t begin)
{
  return (struct wpp_slice_list){ begin, f->n_numbers - begin };
}

/* branches.c.  Make F's facts of control, of its graph; they are numbered from F->n_facts on, which is raised.
   PREDICATE is set to WPP_NONE and may be filled in.  */
int wpp_slice_branches (struct wpp_slice_function *f);

/* statements.c.  Set E to what the call S of B, C, does itself, if its callee was not recorded; HABITS are the model's.
   What a recorded function does that it calls back is not in it: that has activations of its own.  */
void wpp_slice_effects (const struct wpp_body *b, const struct wpp_statement *s, const struct wpp_slice_code *c,
                        unsigned habits, struct wpp_effects *e);

/* statements.c.  How many arguments without parameters B may ask for: 0 if it does not (va_start).  */
uint32_t wpp_slice_unnamed (const struct wpp_body *b);

/* statements.c.  Fill in F, number NUMBER, of BODY, in unit UNIT; graph, values and branches are there.  CALLEE (DATA,
   variable) is the function that a variable of the body is.  */
typedef uint32_t wpp_slice_callee (void *data, const struct wpp_variable *v);
int wpp_slice_statements (struct wpp_slice_model *m, uint32_t number, uint32_t unit, wpp_slice_callee *callee,
                          void *data);

#endif /* WPP_ANALYSIS_DEPENDENCE_DEFS_MODEL_H */
