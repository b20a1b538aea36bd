/* Putting code on the paths of a function: where it goes.  What it does is a derived class's:
   storing events (wpp-instrument.cc), counting paths (wpp-counts.cc).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_INSTRUMENT_H
#define WPP_INSTRUMENT_H

#include "wpp-plugin.h"

/* wpp-tight.cc: loops that count in one counter nearly always.  */
class wpp_tight_loops
{
public:
  wpp_tight_loops (const wpp_function_graph *g, const wpp_numbering *n);
  /* Does E, which ends paths, close a loop of one short path?  *SUM becomes what the register is at E then.  */
  bool round (uint32_t e, int64_t *sum) const;

private:
  const wpp_function_graph *graph;
  const wpp_numbering *num;
  auto_vec<unsigned> n_in;      /* by node: edges that are no gaps into it */
  auto_vec<uint32_t> in;        /* by node: one of them */

  unsigned statements (uint32_t node) const;
};

class wpp_instrumenter
{
public:
  wpp_instrumenter (wpp_function_graph *g, const wpp_numbering *n)
    : graph (g), num (n), tight (g, n)
  {
  }
  void run ();

protected:
  wpp_function_graph *graph;
  const wpp_numbering *num;

  static tree local (const char *name, tree type);

  /* The function is entered; its path has begun.  */
  virtual void enter (gimple_seq *seq) { start (seq, 0); }
  /* The activation is about to end.  */
  virtual void leave (gimple_seq *) {}
  /* Control arrives at a landing place by a transfer from elsewhere.  */
  virtual void arrive (gimple_seq *) {}
  /* Begin a path at start INDEX.  */
  virtual void start (gimple_seq *seq, uint32_t index) = 0;
  /* Add INCREMENT to the path register.  */
  virtual void advance (gimple_seq *seq, int64_t increment) = 0;
  /* The path ends here, its number the register's and INCREMENT.  */
  virtual void store (gimple_seq *seq, int64_t increment) = 0;
  /* The same in a loop where the register is nearly always SUM.  */
  virtual void store_again (gimple_seq *seq, int64_t increment, int64_t) { store (seq, increment); }

private:
  wpp_tight_loops tight;
  auto_sbitmap behind_tail {graph->cfg.n_nodes};  /* nodes that a tail call's path ends with */

  void mark_tails ();
  int64_t rest_of_chain (uint32_t node);
  void place (const wpp_edge_place &where, gimple_seq seq);
  void edge_code (uint32_t e);
  void landing_code (uint32_t node, uint32_t index);
};

/* wpp-counts.cc: the calling thread's __wpp_count_delta of the linked object (runtime/counts.h).  */
tree wpp_count_delta ();
/* An operand VALUE of an asm statement.  */
tree wpp_asm_operand (const char *constraint, tree value);

#endif /* WPP_INSTRUMENT_H */
