/* Branches: jumps or conditional moves?  Which test first?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A jump costs the processor's work after it when it is mispredicted, and little else.  A conditional move always
   costs a little: what it chooses from must all be computed, and who needs the value waits for the condition.  So a
   move pays from some share of mispredicted executions on, the break-even.  That depends on who waits: few where the
   value is off the critical path; more where the next iteration's value is made of it; many where a load that may miss
   is waited for.  In a loop whose iterations are timed, that is what these say.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_BRANCHES_H
#define WPP_ANALYSIS_DECIDE_MODELS_BRANCHES_H

#include <stdbool.h>
#include <stdint.h>

/* What a profile says of a conditional branch.  */
struct wpp_branch_outcomes
{
  uint64_t executed, taken;  /* TAKEN: one of the ways, whichever */
  uint64_t seen, missed;     /* outcomes that were replayed (replay.h), and mispredicted; SEEN may be 0 */
};

/* Outcomes that must have been replayed for a decision.  */
#define WPP_BRANCH_ENOUGH 64

/* The share of B's executions that are expected to be mispredicted: 0 to 1.  Where few outcomes were replayed, the
   share of the rarer way, which a processor gets wrong if it knows nothing but the more frequent one, has some
   weight.  */
double wpp_branch_miss_rate (const struct wpp_branch_outcomes *b);

/* What would be done without the branch.  */
struct wpp_branch_shape
{
  unsigned values;           /* that are chosen: moves */
  double work;               /* statements that would be executed for nothing, on average */
  bool carried;              /* a value decides, or is part of, what the next iteration chooses */
  bool loaded;               /* a value, or the chain that carries it, waits for a load */
  /* Of a loop whose iterations are TIMED (decide/timing/timing.h), cycles an execution: */
  bool timed;
  double longer;             /* with moves, more than with a jump that is always predicted */
  double miss;               /* that a misprediction costs there */
};

enum wpp_branch_choice
{
  WPP_BRANCH_LEAVE,          /* the compiler may do as it does without knowing */
  WPP_BRANCH_JUMP,
  WPP_BRANCH_MOVE
};

struct wpp_branch_decision
{
  enum wpp_branch_choice choice;
  double misses;             /* share of executions */
  double break_even;         /* share of misses from which on moves pay */
  double gain;               /* cycles, against the other choice; of a LEAVE, how much there is at stake */
  unsigned bytes;            /* that it adds */
};

/* Decide on B, of SHAPE.  */
struct wpp_branch_decision wpp_decide_branch (const struct wpp_branch_outcomes *b,
                                              const struct wpp_branch_shape *shape);

/* Two tests without effects in a row: only if both go on does control go on.  */
struct wpp_two_tests
{
  uint64_t executed;
  double first, both;        /* parts of the executions: the first one goes on, both do */
};

struct wpp_tests_decision
{
  bool turn;                 /* test the second one first */
  double goes_on[2];         /* probabilities, in the order chosen */
  double gain;               /* cycles, against the other order */
};

/* In which order is T tested?  What the second one is where the first one does not go on is not known: it is taken to
   be as where it does.  */
struct wpp_tests_decision wpp_decide_tests (const struct wpp_two_tests *t);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_BRANCHES_H */
