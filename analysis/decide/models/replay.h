/* How often branches are expected to be mispredicted: outcomes of a profile replayed through a model of a predictor.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Outcomes (windows.h) are told to one predictor (predictor.h), thread after thread, in windows: so many that their
   work is a fraction of what it takes to read the grammars.  The share of misses in the windows stands for the run's.

   Branches are conditional: of two ways.  What the compiler removed, made a conditional move of, or unrolled after the
   place where paths are numbered is not known here; nor are branches of code that was not recorded.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_REPLAY_H
#define WPP_ANALYSIS_DECIDE_MODELS_REPLAY_H

#include "decide/models/predictor.h"
#include "grammar/rules/grammar.h"
#include "recording/profile/code.h"

/* The most outcomes that are replayed of all that is added.  */
#define WPP_REPLAY_MOST UINT64_C (100000000)

struct wpp_branch_misses
{
  uint32_t function;         /* index of wpp_code's functions */
  uint32_t node;             /* of its graph */
  uint64_t seen;             /* outcomes in windows */
  uint64_t missed;           /* of these, at most SEEN, where segments of which less was seen count for as much */
};

struct wpp_replay;

/* Make a replay of threads whose events mean what CODE says.  It refers to CODE, and adds to it the numberings that it
   needs.  Null when out of memory.  */
struct wpp_replay *wpp_replay_new (struct wpp_code *code);
void wpp_replay_free (struct wpp_replay *r);

/* Go on with the sentence of G, the next segment of a thread.  Return 0, WPP_E_NOMEM, or an error of numbering a
   function or decoding a path.  The same segments in the same order give the same misses.  */
int wpp_replay_add (struct wpp_replay *r, const struct wpp_grammar *g);
/* The same of a segment that is the events FROM to FROM + LENGTH - 1 of the grammar that X expands, and would be a
   grammar of SIZE symbols and terminals by itself.  */
struct wpp_expansion;
int wpp_replay_add_part (struct wpp_replay *r, struct wpp_expansion *x, uint64_t from, uint64_t length, uint64_t size);

/* Set *BRANCHES [*N] to those of function number FUNCTION that windows had, by node; they are R's.  Nothing may be
   added afterwards.  Return 0 or WPP_E_NOMEM, with none.  */
int wpp_replay_branches (struct wpp_replay *r, uint32_t function, const struct wpp_branch_misses **branches, size_t *n);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_REPLAY_H */
