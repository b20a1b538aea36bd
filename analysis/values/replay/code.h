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
  WPP_WATCH_STATEMENT = 8, /* that it comes */
  WPP_WATCH_PARAMETERS = 32, /* before it comes: what parameters were when the function was entered */
  WPP_WATCH_MEMORY = 16  /* all that it reads and writes in memory, also where its address is not known, and in the
                            activation (struct wpp_memory_access) */
};

/* Of a value that is told: it is no use of the statement, but what a parameter was when the function was entered.  */
#define WPP_USE_PARAMETER UINT32_C (0x80000000)

/* Where memory is.  */
enum wpp_memory_space
{
  WPP_SPACE_MEMORY,      /* at an address of the process */
  WPP_SPACE_STATIC,      /* in OBJECT, a variable of the program that no pointer reaches: so many bytes after its start
                            */
  WPP_SPACE_LOCAL,       /* likewise in OBJECT, a local of the activation */
  WPP_SPACE_STREAM       /* no memory: a stream of the C library, by its address, or a descriptor */
};

enum wpp_memory_how
{
  WPP_MEMORY_WRITES = 1, /* else it reads */
  WPP_MEMORY_MAY = 2,    /* it may be less than that, or nothing */
  WPP_MEMORY_LIBRARY = 4,/* by a function of the C library that is called */
  WPP_MEMORY_COPY = 8,   /* reads: byte by byte what the statement's next WRITES writes */
  WPP_MEMORY_BEGINS = 16 /* WRITES: an object begins there; what is in it, unless COPY is before, is nobody's */
};

/* An access to memory by a statement.  */
struct wpp_memory_access
{
  uint32_t statement;    /* WPP_NONE: none, parameter number OPERAND - 1 is there when the function is entered */
  uint32_t operand;      /* 0: its result, or none; else number OPERAND - 1 of its operands */
  uint8_t how;           /* enum wpp_memory_how */
  uint8_t space;         /* enum wpp_memory_space */
  uint32_t object;
  uint32_t check;        /* of a load: number of its check in the process; else WPP_NONE */
  uint64_t bytes;        /* UINT64_MAX: nobody knows, or SIZE says it */
  uint32_t size;         /* slot: how many times UNIT bytes; 0: none */
  uint32_t unit, extra;  /* … and how many bytes more */
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
  bool calling_assembly; /* it has some that may call recorded functions in the middle of a path */
  uint32_t handler;      /* number in it of the check that tells that it is a signal handler, or WPP_NONE */
  struct wpp_values_plan plan;
  uint32_t first_check;  /* number of its first check in the process … */
  uint32_t first_key;    /* … and in the unit */
  uint32_t numbers;      /* wpp_value_numbers of the function */
  uint32_t first_truth;  /* of its first statement's truth in the process */
  bool truths;           /* there are records of the truth … */
  bool sums;             /* … or of sums of what was stored */
  uint32_t n_slots;
  uint32_t *frames;      /* [locals] slot of the address, if it is checked at the entry; 0: none */
  uint32_t *kept;        /* [locals] where its bytes begin among those that are kept; WPP_NONE: nowhere */
  uint32_t n_kept;       /* bytes, a multiple of 8 */
  uint32_t first_temporary;
  uint32_t n_undefined;
  uint32_t *undefined;   /* [n_undefined] slots of values that nothing has defined when the function is entered */
  const uint64_t *bases; /* [variables of the program] addresses; 0: not known.  Not owned; may be null */
  unsigned habits;       /* enum wpp_library_habit, of its program */
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
  uint32_t n_accesses;
  struct wpp_memory_access *accesses;
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
