/* The code that checks and puts values (analysis/values/plan.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_VALUES_H
#define WPP_PLUGIN_GENERATE_VALUES_H

#include "plugin/gcc/body/program.h"

extern "C"
{
#include "values/plan.h"
}

/* Numbers that a unit's functions have been given so far.  */
struct wpp_used_values
{
  uint32_t checks, statements;
};

/* Where variables and what references name are in the table.  */
class wpp_value_places
{
public:
  wpp_value_places (const wpp_body *b, const wpp_body_trees *t, const struct wpp_values_plan *p, uint32_t first);

  /* The key of an access to REFERENCE, which BITS says to be a bit-field; the address of REFERENCE; both as numbers of
     64 bits that SEQ computes.  */
  tree key (gimple_seq *seq, uint32_t reference, bool bits);
  tree address (gimple_seq *seq, uint32_t reference);
  tree address_of_variable (gimple_seq *seq, uint32_t variable) const;

private:
  /* BITS bits and, unless null, OFFSET bytes from POINTER, or from the address NAME of a variable that has a made-up
     one.  */
  struct place
  {
    tree pointer, offset;
    uint64_t name;
    int64_t bits;
  };

  const wpp_body *body;
  const wpp_body_trees *trees;
  const struct wpp_values_plan *plan;
  uint32_t first_check;
  hash_map<tree, uint32_t> number;

  void begin_at (place *p, tree base);
  place find (tree reference);
  tree add_up (gimple_seq *seq, const place &p, uint64_t more) const;
};

/* Adds the code of a function, cfun, which is called NAME in assembly and whose BODY has TREES.  Its checks and
   statements have the numbers after USED.  */
class wpp_value_instrumenter
{
public:
  wpp_value_instrumenter (const char *name, wpp_function_graph *g, const wpp_body *b, const wpp_body_trees *t,
                          wpp_used_values *u);
  ~wpp_value_instrumenter () { wpp_values_plan_release (&plan); }
  wpp_value_instrumenter (const wpp_value_instrumenter &) = delete;
  wpp_value_instrumenter &operator= (const wpp_value_instrumenter &) = delete;

  /* Add what comes at the entry, where nodes begin, on edges, before returns, and after other statements.  What a
     return checks belongs to the path that ends there: after its event it would be taken for the caller's.  Where that
     is on edges, it is not committed.  To be called before the code of paths is added, which then comes after it.  */
  void add_after ();
  /* Add what comes before other statements, when that has been added: it comes after the events of paths that end
     there.  */
  void add_before ();
  /* Add what comes when a signal handler ends, when all of that has been added: it comes after the last event.  */
  void add_ends ();

private:
  wpp_function_graph *graph;
  const wpp_body *body;
  const wpp_body_trees *trees;
  struct wpp_values_plan plan;
  uint32_t first_check, first_statement, numbers;
  wpp_value_places places;
  tree table = NULL_TREE;
  bool handles = false;  /* it may be a signal handler */

  tree value_of (gimple_seq *seq, const wpp_point *point);
  tree key_of (gimple_seq *seq, const wpp_point *point);
  void add_check (gimple_seq *seq, const wpp_point *point, tree key, tree value);
  void add_put (gimple_seq *seq, const wpp_point *point, tree key, tree value);
  void add_point (gimple_seq *seq, const wpp_point *point, tree key);
  tree in_table (gimple_seq *seq, tree key) const;
  void add_range (gimple_seq *seq, const char *code, tree to, tree from, tree n);
  void add_copy (gimple_seq *seq, const wpp_point *point, gimple *stmt);
  struct written;
  written before_written (gimple_seq *seq, const wpp_point *point, gimple *stmt) const;
  void add_written (gimple_seq *seq, const wpp_point *point, gimple *stmt, const written &w);
  void add_sum (gimple_seq *seq, tree value);
  void tell_sum (gimple_seq *seq);
  void add_truth (gimple_seq *seq, uint32_t statement);
  bool truth_p (uint32_t statement) const;
  void begin_handler (gimple_seq *seq, const wpp_point *point);
  void end_handler (gimple_seq *seq);
  void end_handler_before (gimple *stmt);
  void end_handler_on (uint32_t e);
  void land_table (gimple_seq *seq);
  template <typename F> void put_after (gimple *stmt, F make);
  void at_entry ();
  void at_node (uint32_t node);
  void at_edge (uint32_t e);
  void after (uint32_t statement);
  void before (uint32_t statement);
};

#endif /* WPP_PLUGIN_GENERATE_VALUES_H */
