/* Paths as micro-operations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function that is recorded with values has a layout: where its values, addresses and kept bytes are in an
   activation.  A path of it is compiled when it is first replayed.  Its code is two sequences.  The first is what is
   executed until the path's event is stored.  The second is what comes after that and before the next event: PHIs, and
   what the plan does before a call, whose callee has the next events.  So a path that begins with the call goes on
   after that.

   What is compiled comes from notes, which are hostile: every slot and place is checked here, and nothing when the code
   runs.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_CODE_H
#define WPP_ANALYSIS_VALUES_REPLAY_CODE_H

#include "program/paths/numbering.h"
#include "values/plan.h"
#include "values/replay/micro.h"

/* What whoever replays wants to hear of, statement by statement.  */
enum wpp_watched
{
  WPP_WATCH_VALUE = 1,   /* what it assigns to a value, or stores */
  WPP_WATCH_ACCESS = 2,  /* which memory it reads and writes */
  WPP_WATCH_USES = 4,    /* the values that it uses */
  WPP_WATCH_STATEMENT = 8 /* that it comes */
};

/* An operation that is evaluated by evaluate.h or builtins.h.  */
struct wpp_evaluation
{
  uint8_t operation;     /* enum wpp_operation */
  uint8_t builtin;       /* enum wpp_values_builtin; NONE: an operation */
  uint8_t n;             /* operands */
  struct wpp_scalar to, of[3];
  uint32_t slots[3];
};

/* Cases of a switch that take an edge, from LOW to HIGH as words; OTHERS: those that none of these has.  */
struct wpp_case_list
{
  bool others, is_signed;
  uint32_t n;
  uint64_t (*ranges)[2];
};

/* A function as one unit of a recording has it.  */
struct wpp_micro_layout
{
  const struct wpp_body *body;
  const struct wpp_cfg *cfg;
  struct wpp_values_plan plan;
  uint32_t first_check;  /* number of its first check in the process … */
  uint32_t first_key;    /* … and in the unit */
  uint32_t numbers;      /* wpp_value_numbers of the function */
  uint32_t first_truth;  /* of its first statement's truth in the process */
  bool truths;           /* there are records of the truth */
  uint32_t n_slots;
  uint32_t *frames;      /* [locals] slot of the address; 0: none */
  uint32_t *kept;        /* [locals] where its bytes begin among those that are kept; WPP_NONE: nowhere */
  uint32_t n_kept;       /* bytes, a multiple of 8 */
  uint32_t first_temporary;
  uint32_t n_undefined;
  uint32_t *undefined;   /* [n_undefined] slots of values that nothing has defined when the function is entered */
  const uint64_t *bases; /* [variables of the program] addresses; 0: not known.  Not owned; may be null */
  const uint8_t *watched; /* [statements] enum wpp_watched, or null: nothing is.  Not owned */
};

/* The layout of BODY, whose graph is CFG; null when out of memory.  The caller sets what is about the process.  */
struct wpp_micro_layout *wpp_micro_layout_new (const struct wpp_body *body, const struct wpp_cfg *cfg);
void wpp_micro_layout_free (struct wpp_micro_layout *l);

struct wpp_micro_code
{
  uint32_t second;       /* where the second sequence begins */
  uint32_t n;
  struct wpp_micro *micros;
  uint32_t n_evaluations;
  struct wpp_evaluation *evaluations;
  uint32_t n_cases;
  struct wpp_case_list *cases;
  uint32_t statements;   /* that are executed, as code */
  uint32_t landing;      /* the node it begins at, if control lands there; else WPP_NO_NODE */
  uint32_t end;          /* the node that is entered at its end; WPP_NODE_EXIT: it leaves */
  bool tail;             /* it leaves by a call in tail position */
  uint32_t call;         /* variable of the body: the function that is called then, or WPP_NONE */
};

/* Compile path NUMBER of NUM, the numbering of L's graph.  Null and *ERR: WPP_E_NOMEM, or an error of
   wpp_path_decode.  */
struct wpp_micro_code *wpp_compile_path (const struct wpp_micro_layout *l, const struct wpp_numbering *num,
                                         uint64_t number, int *err);
/* Compile what happens when EDGE, a GAP edge, is taken: PHIs.  */
struct wpp_micro_code *wpp_compile_edge (const struct wpp_micro_layout *l, uint32_t edge, int *err);
void wpp_micro_code_free (struct wpp_micro_code *c);

#endif /* WPP_ANALYSIS_VALUES_REPLAY_CODE_H */
