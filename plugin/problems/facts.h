/* Data flow facts of a function's own code.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each problem has a class, derived from wpp_problem_builder, that makes its facts and transitions from GIMPLE;
   problems.cc lists them.  The result, struct wpp_facts, does not depend on GIMPLE.  */

#ifndef WPP_FACTS_H
#define WPP_FACTS_H

#include "plugin/common/plugin.h"

extern "C"
{
#include "frequency/solution.h"
}

/* A fact while its problem is being made.  */
struct wpp_found_fact : wpp_fact
{
  tree var;              /* null: not about one variable */
  bool kills;            /* a definition that overwrites the whole variable */
};

/* A problem that is being made.  */
struct wpp_found_facts
{
  bool backward, must;                /* as in wpp_problem */
  auto_delete_vec<wpp_found_fact> facts;
  auto_vec<wpp_transition> nodes;     /* [n_nodes] */
  auto_vec<wpp_transition> enter;     /* [n_nodes] */
  auto_vec<wpp_transition> edges;     /* [n_edges] */
  auto_vec<uint32_t> boundary;
  auto_vec<wpp_site> sites;

  wpp_found_facts () : backward (false), must (false) {}
  wpp_found_facts (const wpp_found_facts &) = delete;
  wpp_found_facts &operator= (const wpp_found_facts &) = delete;

  /* Return the problem that was made.  Call this only once.  */
  wpp_facts take ();
};

/* The effect of a stretch of code on facts.  It is composed step by step, in the order in which states pass through:
   forward in execution order, backward in reverse order.  */
class wpp_effect
{
public:
  /* Give FACT the present value of SOURCE, which is a fact, WPP_FROM_LAMBDA or WPP_FROM_NONE.  */
  void set (unsigned fact, uint32_t source);
  void generate (unsigned fact) { set (fact, WPP_FROM_LAMBDA); }
  void kill (unsigned fact) { set (fact, WPP_FROM_NONE); }

  /* The source of FACT's value so far.  */
  uint32_t source (unsigned fact);

  /* Between this and end_parallel, steps see the values from before, because PHIs happen at the same time.  When a fact
     is set twice, a kill has priority if KILLS, else a step that does not kill.  */
  void begin_parallel ();
  void end_parallel (bool kills);

  /* Return the composed transition, and begin again without effect.  */
  wpp_transition take ();

private:
  typedef hash_map<int_hash<unsigned, UINT_MAX, UINT_MAX - 1>, uint32_t> source_map;
  source_map sources;
  auto_vec<wpp_change> waiting;
  bool parallel = false;
};

/* The base class of problems: it makes facts and transitions.  */
class wpp_problem_builder
{
public:
  wpp_problem_builder (const wpp_function_graph *g, wpp_found_facts *f) : graph (g), out (f) {}
  virtual ~wpp_problem_builder () {}
  void build ();

protected:
  const wpp_function_graph *graph;
  wpp_found_facts *out;
  wpp_effect effect;
  unsigned node;          /* the node whose transition is being made */

  /* Make a fact, and return its index.  */
  unsigned add_fact (const std::string &text, tree var, int line, int block);
  /* Make STMT a site: it matters how often FACT (or OTHER, if that is a fact) holds before the next step of EFFECT;
     backward, at the entry of STMT's node.  */
  void add_site (gimple *stmt, const std::string &text, unsigned fact, uint32_t other = WPP_FROM_NONE);

  /* First, these are called for all statements (of NODE), PHIs and edges in order, to find facts.  */
  virtual void find (gimple *stmt) = 0;
  virtual void find_phi (edge, tree, tree) {}
  virtual void find_branch (edge, gcond *) {}
  /* Facts are complete.  */
  virtual void found () {}

  /* Then these are called to compose EFFECT from the effects of statements, PHIs and taken branches.  A statement has
     two parts: `arrive' is what it does in any case; `statement' is what it does unless control leaves it for ever,
     like a call that throws.  */
  virtual void arrive (gimple *) {}
  virtual void statement (gimple *stmt) = 0;
  /* A PHI assigns ARG to RESULT, a version of a variable or a temporary.  */
  virtual void phi (edge, tree, tree) {}
  virtual void branch (edge, gcond *) {}
  /* Control enters NODE over an edge of the abstract graph.  */
  virtual void over_edge (unsigned) {}

private:
  hash_map<int_hash<location_t, UNKNOWN_LOCATION, BUILTINS_LOCATION>, unsigned> copies;
  hash_map<tree, unsigned> copy_of;

  template <typename F> void each_statement (unsigned node, F visit);
  gimple *left_in (unsigned node);
  edge edge_into (unsigned e);
  void make_node (unsigned node);
  void make_edge (unsigned e);
};

/* A problem by name.  */
struct wpp_problem_kind
{
  const char *name;
  void (*make) (const wpp_function_graph *graph, wpp_found_facts *facts);
  const char *holds;     /* the meaning of a fact that holds, for the dump's heading */
  const char *site;      /* likewise, for sites; null when it has none */
};

/* problems.cc: all of them, in the order of their bits in wpp_opts.problems.  */
extern const wpp_problem_kind wpp_problem_kinds[];
extern const unsigned wpp_n_problem_kinds;

/* The problems.  */
void wpp_reaching_definitions (const wpp_function_graph *graph, wpp_found_facts *facts);
void wpp_live_variables (const wpp_function_graph *graph, wpp_found_facts *facts);
void wpp_dead_stores (const wpp_function_graph *graph, wpp_found_facts *facts);
void wpp_available_expressions (const wpp_function_graph *graph, wpp_found_facts *facts);
void wpp_available_loads (const wpp_function_graph *graph, wpp_found_facts *facts);
void wpp_checked_bounds (const wpp_function_graph *graph, wpp_found_facts *facts);
void wpp_copies_constants (const wpp_function_graph *graph, wpp_found_facts *facts);
void wpp_possibly_null (const wpp_function_graph *graph, wpp_found_facts *facts);
void wpp_checked_pointers (const wpp_function_graph *graph, wpp_found_facts *facts);

/* ---- Variables of the source (effects.cc).  */

/* Is VAR a variable that the user named?  */
bool wpp_user_variable_p (tree var);

/* The variable that T, an SSA name, is a version of, or null.  */
tree wpp_variable_of (tree t);

/* The variable in memory to all or a part of which REF refers, or null.  */
tree wpp_referenced_variable (tree ref);

/* The line of STMT, or 0.  */
int wpp_line (gimple *stmt);

/* text.cc: STMT as an assignment in source terms; its right-hand side; an operand or a reference.  In a KEY, variables
   of the same name have different texts.  A temporary that is not shown is `...'.  */
std::string wpp_statement_text (gimple *stmt);
std::string wpp_computation_text (gimple *stmt, bool key);
std::string wpp_operand_text (tree t, bool key);
std::string wpp_variable_name (tree var);

#endif /* WPP_FACTS_H */
