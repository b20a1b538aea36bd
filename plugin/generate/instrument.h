/* The places of instrumentation code on the paths of a function.  Derived classes provide the code: storing events
   (instrument.cc), counting paths (counts.cc).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_INSTRUMENT_H
#define WPP_PLUGIN_GENERATE_INSTRUMENT_H

#include "plugin/code/code.h"
#include "plugin/code/names.h"
#include "plugin/gcc/graph/graph.h"
#include "plugin/generate/unit.h"

extern "C"
{
#include "program/paths/numbering.h"
}

/* loops.cc: loops that nearly always count in one counter.  */
class wpp_short_loops
{
public:
  wpp_short_loops (const wpp_function_graph *g, const wpp_numbering *n);
  /* Does E, which ends paths, close a loop with one short path?  Set *SUM to the value of the register at E then.  */
  bool round (uint32_t e, int64_t *sum) const;

private:
  const wpp_function_graph *graph;
  const wpp_numbering *num;
  auto_vec<unsigned> n_in;      /* by node: number of edges into it that are no gaps */
  auto_vec<uint32_t> in;        /* by node: one of them */

  unsigned statements (uint32_t node) const;
};

/* loops.cc: edges by destination.  */
class wpp_edge_index
{
public:
  explicit wpp_edge_index (const wpp_cfg *cfg);
  uint32_t count (uint32_t node) const { return first[node + 1] - first[node]; }
  uint32_t edge (uint32_t node, uint32_t i) const { return edges[first[node] + i]; }

private:
  auto_vec<uint32_t> first, edges;  /* edges into node V: edges[first[V]] .. edges[first[V + 1] - 1] */
};

/* loops.cc: nodes in which nothing is called.  */
class wpp_call_free_nodes
{
public:
  wpp_call_free_nodes (const wpp_function_graph *g, const wpp_numbering *n);
  bool p (uint32_t node) const { return bitmap_bit_p (call_free, node); }

private:
  const wpp_function_graph *graph;
  const wpp_numbering *num;
  auto_sbitmap call_free, calling, body;   /* sets of nodes; BODY has those of a loop */
  wpp_edge_index in;

  void find_calling ();
  uint64_t executions (uint32_t node) const;
  bool find_body (uint32_t e);
};

class wpp_instrumenter
{
public:
  /* S: the place of the function's first event word or counter among the unit's.  */
  wpp_instrumenter (wpp_function_graph *g, const wpp_numbering *n, uint64_t s)
    : graph (g), num (n), site (s), short_loops (g, n), call_free (g, n)
  {
  }
  void run ();

protected:
  wpp_function_graph *graph;
  const wpp_numbering *num;
  uint64_t site;
  bool bound = false;   /* the present code is for a call-free node */
  uint32_t source = WPP_NODE_ENTRY;   /* the node that control leaves where the present code is */

  /* A new variable of the function; a new value, which one statement computes.  */
  static tree variable (const char *name, tree type);
  static tree value (const char *name, tree type) { return wpp_value (name, type); }
  void begin (gimple_seq *seq, uint32_t index, bool from);

  /* The function is entered; its path has begun.  */
  virtual void enter (gimple_seq *seq) { begin (seq, 0, false); }
  /* The activation is about to end.  */
  virtual void leave (gimple_seq *) {}
  /* Control arrives at a landing place by a transfer from elsewhere.  */
  virtual void arrive (gimple_seq *) {}
  /* Control enters call-free nodes, in the middle of a path if WITHIN; control leaves them in the middle of a path.  */
  virtual void bind (gimple_seq *, bool) {}
  virtual void unbind (gimple_seq *) {}
  /* Begin a path at start INDEX.  */
  virtual void start (gimple_seq *seq, uint32_t index) = 0;
  /* Add INCREMENT to the path register.  */
  virtual void advance (gimple_seq *seq, int64_t increment) = 0;
  /* The path ends here; its number is the register plus INCREMENT.  */
  virtual void store (gimple_seq *seq, int64_t increment) = 0;
  /* The same in a loop where the register is nearly always SUM.  */
  virtual void store_again (gimple_seq *seq, int64_t increment, int64_t) { store (seq, increment); }

  /* An exception leaves the activation, and the register plus REST is the number of a path: set TOLD to that number
     plus MORE.  */
  virtual void unwound (gimple_seq *seq, tree told, int64_t rest, uint64_t more);
  /* The number in TOLD, plus 1.  */
  virtual tree unwound_number (gimple_seq *, tree told) { return told; }

private:
  wpp_short_loops short_loops;
  wpp_call_free_nodes call_free;
  auto_sbitmap after_tail {graph->cfg.n_nodes};  /* nodes with which the path of a tail call ends */

  auto_vec<uint32_t> n_starts;   /* by node: the number of starts there */

  int64_t rest_of_chain (uint32_t node);
  void place (const wpp_edge_place &where, gimple_seq seq);
  void cross (gimple_seq *seq, bool from, bool to);
  void store_end (gimple_seq *seq, uint32_t e);
  void store_exit (gimple_seq *seq, uint32_t e);
  void edge_code (uint32_t e);
  void landing_code (uint32_t node, uint32_t index);

  /* recursion.cc */
  gimple *call_before (uint32_t node) const;
  void begin_at (gimple_seq *seq, uint32_t index, bool from);

  /* unwound.cc */
  void resume (basic_block bb, eh_region region, tree told);
  void catch_unwinding ();
};

/* instrument.cc  */

/* Set GRAPH's frequencies to GCC's guesses of the executions of cfun's edges.  Return false when GCC has no
   guesses.  */
bool wpp_guess_frequency (wpp_function_graph *graph);

/* Add to cfun the code that stores its path events.  GRAPH and NUM describe it, OFFSET is
   the number of its path 0 in the unit.  */
void wpp_instrument_function (wpp_function_graph *graph, const wpp_numbering *num,
                              uint64_t offset);

/* Set AFTER to the nodes of GRAPH that are after calls in tail position: chains to EXIT.  */
void wpp_find_tails (const wpp_function_graph *graph, const wpp_numbering *num, sbitmap after);

/* recursion.cc: add the functions of NODES that call themselves, directly or by others, to RECURSIVE.  */
void wpp_find_recursive (const vec<cgraph_node *> &nodes, hash_set<cgraph_node *> *recursive);

/* stack-switches.cc: a switch of stacks that cfun announces.  */
struct wpp_stack_switch
{
  gimple *announced;   /* the call of wpp_stack_switch if WHOLE, else of wpp_stack_leave */
  gimple *at;          /* the switch */
  gimple *back;        /* the call of wpp_stack_arrive after it, or null */
  bool whole;
};
/* Find them, in code that is not instrumented yet; and put the calls beside the switches, in code that is.  */
void wpp_find_stack_switches (auto_vec<wpp_stack_switch> *found);
void wpp_place_stack_switches (const vec<wpp_stack_switch> &found);

/* Word N of ARRAY, a variable of 64-bit words, as an operand; and its address.  */
tree wpp_word (tree array, uint64_t n);
tree wpp_word_address (tree array, uint64_t n);

/* counter-address.cc: the register has the address of a word of ARRAY, where the function's words begin at OFFSET.  The
   thread's own words are at the distance DELTA.  */
class wpp_array_instrumenter : public wpp_instrumenter
{
public:
  /* KNOWN is the function's struct __wpp_known, or null.  */
  wpp_array_instrumenter (wpp_function_graph *g, const wpp_numbering *n, uint64_t s, tree a, tree d,
                          uint64_t o, tree k)
    : wpp_instrumenter (g, n, s), path (variable ("wpp_path", ptr_type_node)), delta (d), known (k), array (a),
      offset (o), own (variable ("wpp_own", ptr_type_node))
  {
  }

private:
  tree path, delta, known, array;
  uint64_t offset;
  tree own;

  static tree bytes (int64_t words);
  /* The value of the register for the function's WORD; its value plus INCREMENT.  */
  tree place_of (gimple_seq *seq, int64_t word);
  tree advanced (gimple_seq *seq, int64_t increment);
  void count (gimple_seq *seq, int64_t increment, tree again);
  void move (gimple_seq *seq, tree from, tree to);
  void bind (gimple_seq *seq, bool within) final override;
  void unbind (gimple_seq *seq) final override;
  void start (gimple_seq *seq, uint32_t index) final override;
  void advance (gimple_seq *seq, int64_t increment) final override;
  void store (gimple_seq *seq, int64_t increment) final override;
  void store_again (gimple_seq *seq, int64_t increment, int64_t sum) final override;
  void unwound (gimple_seq *seq, tree told, int64_t rest, uint64_t more) final override;
  tree unwound_number (gimple_seq *seq, tree told) final override;
};

/* counts.cc: the register has the number of a path, plus 1, which is found in a table.  */
class wpp_table_instrumenter : public wpp_instrumenter
{
public:
  /* N_SLOTS is the place of the function's first slot among the unit's.  */
  wpp_table_instrumenter (wpp_function_graph *g, const wpp_numbering *n, uint64_t s, uint64_t n_slots)
    : wpp_instrumenter (g, n, s), path (variable ("wpp_path", uint64_type_node)), slots (n_slots)
  {
  }

protected:
  tree path;

  static tree word (uint64_t value) { return build_int_cstu (uint64_type_node, value); }
  tree advanced (gimple_seq *seq, int64_t increment);
  void count_number (gimple_seq *seq, tree number);
  void start (gimple_seq *seq, uint32_t index) override;
  void advance (gimple_seq *seq, int64_t increment) final override;
  void store (gimple_seq *seq, int64_t increment) override;
  void unwound (gimple_seq *seq, tree told, int64_t rest, uint64_t more) final override;

private:
  uint64_t slots;

  tree hash (gimple_seq *seq, tree number);
  tree slot_of (gimple_seq *seq, tree number);
};

#endif /* WPP_PLUGIN_GENERATE_INSTRUMENT_H */
