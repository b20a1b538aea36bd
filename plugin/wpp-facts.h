/* Data flow facts of a function's own code.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_FACTS_H
#define WPP_FACTS_H

#include "wpp-plugin.h"

extern "C"
{
#include "frequency.h"
}

/* One definition of a user's variable.  */
struct wpp_fact
{
  std::string text;      /* in source terms: `x = y + 1' */
  std::string variable;
  int line;              /* 0: unknown */
  int block;             /* GCC's basic block; ENTRY_BLOCK for a parameter */
  tree var;
  unsigned copy;         /* of the variable: inlining makes more; 1, 2 .. in order of definition */
  bool parameter;        /* holds when an activation begins */
  bool kills;            /* overwrites the whole variable */
  bool may;              /* a store through a pointer that may reach the variable */
};

/* A data flow problem of one function, ready for wpp_frequencies_solve.  */
struct wpp_facts
{
  auto_vec<wpp_fact *> facts;
  auto_vec<wpp_transition> nodes;     /* [n_nodes] */
  auto_vec<uint32_t> boundary;

  wpp_facts () {}
  ~wpp_facts ();
  wpp_facts (const wpp_facts &) = delete;
  wpp_facts &operator= (const wpp_facts &) = delete;
};

/* Reaching definitions of cfun, whose graph is GRAPH.  */
void wpp_reaching_definitions (const wpp_function_graph *graph, wpp_facts *facts);

/* wpp-text.cc: STMT as an assignment in source terms.  */
std::string wpp_statement_text (gimple *stmt);
std::string wpp_variable_name (tree var);

#endif /* WPP_FACTS_H */
