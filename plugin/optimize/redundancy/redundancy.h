/* -fwpp-optimize=redundancy: expressions, and what the blocks of a function do to them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_REDUNDANCY_REDUNDANCY_H
#define WPP_PLUGIN_OPTIMIZE_REDUNDANCY_REDUNDANCY_H

#include "plugin/gcc/graph/graph.h"

extern "C"
{
#include "decide/models/placement.h"
#include "decide/models/pressure.h"
#include "decide/models/sinking.h"
}

/* How often edges of cfun are executed, where that is known exactly.  */
typedef hash_map<edge, gcov_type> wpp_edge_executions;

/* ---- expressions.cc  */

/* A statement that makes the value of an expression known.  */
struct wpp_occurrence
{
  gimple *stmt;
  bool store;                   /* it stores the value; else it computes it */
  bool gone;                    /* it copies the value by now */
};

/* What is computed from values alone, or loaded from where values and constants say.  It is spelled out: values that
   are made of others by arithmetic stand as that arithmetic, so that equal addresses look equal in different
   blocks.  */
struct wpp_expression
{
  unsigned id;
  tree text;                    /* GENERIC, over LEAVES */
  tree reference;               /* of a load: the same for the alias oracle; else null */
  wpp_placed_operation operation;
  unsigned statements;          /* that its operands take */
  auto_vec<tree> leaves;        /* the SSA names in it */
  auto_vec<wpp_occurrence> occurrences; /* in the order of uids */
  tree variable;                /* that holds it, or null */
};

/* A reference whose address is a pointer and a constant.  */
struct wpp_access
{
  gimple *stmt;
  HOST_WIDE_INT from, to;       /* bytes from the pointer on */
};

/* What a block does.  */
struct wpp_block_effects
{
  unsigned first, last;         /* uids of its statements, or 1 and 0 */
  auto_vec<gimple *> stores;    /* what defines memory */
  auto_vec<unsigned> barriers;  /* uids of what may free memory, or not come back */
  bool ends;                    /* control can go on to where it leaves the function */
};

/* Those of cfun.  Its statements have uids in the order of blocks.  */
class wpp_expression_table
{
public:
  wpp_expression_table ();
  ~wpp_expression_table ();
  wpp_expression_table (const wpp_expression_table &) = delete;
  wpp_expression_table &operator= (const wpp_expression_table &) = delete;

  unsigned length () const { return all.length (); }
  wpp_expression *operator[] (unsigned i) const { return all[i]; }
  const wpp_block_effects *effects (basic_block bb) const { return blocks[bb->index]; }

  /* E, which holds after edge IN, as it is called before it, where its operands take MOST statements at most; null
     when nothing has that value, and *CONSTANT set if a constant has.  */
  wpp_expression *translate (wpp_expression *e, edge in, unsigned most, tree *constant);
  /* The occurrences of E in BB are E->occurrences [*BEGIN] … [*END - 1].  */
  void occurrences (const wpp_expression *e, basic_block bb, unsigned *begin, unsigned *end) const;
  /* May STMT change what E loads?  */
  bool clobbers_p (gimple *stmt, wpp_expression *e);
  /* The accesses of the POINTER that E's address is made of, and which bytes of it E loads; null if it is not so
     made.  */
  const vec<wpp_access> *accesses (const wpp_expression *e, HOST_WIDE_INT *from, HOST_WIDE_INT *to, tree *pointer);
  /* Is there time left to look at functions?  */
  bool tired_p () const { return !patience; }

private:
  struct hasher : nofree_ptr_hash<wpp_expression>
  {
    static hashval_t hash (const wpp_expression *e);
    static bool equal (const wpp_expression *a, const wpp_expression *b);
  };
  hash_table<hasher> known;
  auto_vec<wpp_expression *> all;
  auto_vec<wpp_block_effects *> blocks;
  hash_map<tree, auto_vec<wpp_access> *> by_pointer;
  unsigned patience;            /* questions to the alias oracle that are left */

  void find_ending ();
  void read_block (basic_block bb);
  void read_statement (gimple *stmt);
  void read_access (gimple *stmt, tree ref);
  wpp_expression *add (tree text, tree reference, wpp_placed_operation operation);
  void add_occurrence (wpp_expression *e, gimple *stmt, bool store);
};

/* May S free memory, or not come back?  */
bool wpp_barrier_p (gimple *s);

/* ---- accessible.cc  */

/* Where what a pointer and a constant say can be loaded without a trap, since it, or what lies around it, is accessed
   on every way to there or from there, and nothing may free it between.  */
class wpp_accessible
{
public:
  wpp_accessible (wpp_expression_table *x, wpp_expression *e);
  /* Can it be loaded on E?  */
  bool on_edge_p (edge e) const;

private:
  /* Accesses and barriers, by uid: what they prove, or 0 for a barrier.  */
  struct event
  {
    unsigned uid, proof;
  };
  wpp_expression_table *all;
  tree pointer;                 /* null when it can be loaded everywhere, or nothing is proven */
  bool always;
  auto_vec<event> events;
  auto_vec<unsigned char> soon, after;         /* [block] what is proven at its begin by what comes, and at its end by
                                                   what was */

  void note_accesses (const vec<wpp_access> &accesses, HOST_WIDE_INT from, HOST_WIDE_INT to);
  unsigned soon_after (edge e) const;
  unsigned prove_soon (basic_block bb) const;
  unsigned prove_after (basic_block bb) const;
  void solve ();
};

/* ---- registers.cc  */

/* Which values of cfun are live where, and what one more costs.  It is found out when it is first asked for.  */
class wpp_registers
{
public:
  wpp_registers () : p (), measured (false) {}
  ~wpp_registers () { wpp_release_pressure (&p); }
  wpp_registers (const wpp_registers &) = delete;
  wpp_registers &operator= (const wpp_registers &) = delete;

  /* The price of holding a value of TYPE through BB, each time.  */
  unsigned price (basic_block bb, tree type);
  /* Must the function save a register more if it is?  */
  bool saves_p (basic_block bb, tree type);
  /* It is, from now on.  */
  void take (basic_block bb, tree type);

private:
  wpp_pressure p;
  bool measured;
  auto_vec<wpp_pressure_block> blocks;
  auto_vec<wpp_pressure_value> values;
  auto_vec<wpp_pressure_live> live;

  bool measure ();
  void read_value (tree name, auto_vec<unsigned> *at_entry, auto_vec<unsigned> *at_end, unsigned stamp);
  void read_local (basic_block bb, const auto_vec<bool> &global, auto_vec<bool> *seen);
};

/* Will the only user of LOAD take it from memory?  */
wpp_placement_fold wpp_fold_of (gimple *load);

class wpp_edge_insertions;

/* ---- family.cc  */

/* Expressions that become each other on edges, in the blocks from which control can go on to a use of one before it
   changes.  */
class wpp_family
{
public:
  wpp_family (wpp_expression_table *x, wpp_registers *r, const wpp_edge_executions *executions);
  ~wpp_family ();

  /* Add the uses of SEED, and all that leads to them.  Return false when that is too much.  */
  bool grow (wpp_expression *seed);
  /* Place it.  Return false when that is too much.  */
  bool place (uint64_t *work);
  const wpp_placement *placement () const { return &p; }
  /* Do what was placed, with CODE for what is put on edges.  */
  void carry_out (wpp_edge_insertions *code);
  /* A use that is redundant, or null.  */
  gimple *redundant_use () const;
  /* Note that its uses need not be looked at again.  */
  void mark_seen (hash_set<gimple *> *seen) const;

private:
  struct node
  {
    basic_block bb;
    wpp_expression *e;          /* null: nothing is known to have the value */
    gimple *use, *holder;       /* the first of either, or null */
  };
  struct arc
  {
    edge e;
    tree constant;              /* the value, or null */
  };

  wpp_expression_table *all;
  wpp_registers *registers;
  const wpp_edge_executions *executions;
  wpp_placement p;
  auto_vec<wpp_placement_node> placed_nodes;
  auto_vec<wpp_placement_edge> placed_edges;
  auto_vec<node> nodes;
  auto_vec<arc> arcs;
  hash_map<int_hash<int64_t, -1, -2>, unsigned> number;
  hash_map<wpp_expression *, wpp_accessible *> where;

  unsigned add (basic_block bb, wpp_expression *e);
  void read (node *n, wpp_placement_node *q);
  void find_prices (const node *n, wpp_placement_node *q);
  void read_changes (const node *n, unsigned *first, unsigned *last);
  void lead_to (unsigned v);
  bool traps_p (wpp_expression *e, edge on);
  void mark_leaving ();
  void hold (const node *n);
  void take (const node *n);
  bool held_after_p (unsigned v) const;
  void put_on_edges (wpp_edge_insertions *code);
};

/* ---- insert.cc  */

/* The variable that holds E's value.  It is no SSA name; SSA form is updated at the end.  */
tree wpp_variable_of (wpp_expression *e);

/* Executions of E, and of BB; 0 if they are not known.  */
gcov_type wpp_executions_of (edge e, const wpp_edge_executions *executions);
uint64_t wpp_executions_of (basic_block bb);

/* Can nothing be put on E?  */
bool wpp_abnormal_p (edge e);

/* What is to be put on edges of cfun.  */
class wpp_edge_insertions
{
public:
  wpp_edge_insertions (const wpp_edge_executions *x) : executions (x) {}
  /* On E set variable TO to VALUE, the text of an expression or a constant.  */
  void
  compute (edge e, tree to, tree value, location_t place)
  {
    all.safe_push ({ e, to, value, place, false, false });
  }
  /* On E store VALUE, a variable or a constant, to TO.  */
  void store (edge e, tree to, tree value, location_t place) { all.safe_push ({ e, to, value, place, false, true }); }
  /* On E set variable TO to variable FROM as it is before the edge.  */
  void copy (edge e, tree to, tree from) { all.safe_push ({ e, to, from, UNKNOWN_LOCATION, true, false }); }
  /* Put all of it there.  */
  void commit ();

private:
  struct setting
  {
    edge e;
    tree to, value;
    location_t place;
    bool copy, store;
  };
  const wpp_edge_executions *executions;
  auto_vec<setting> all;
};

/* ---- sinking.cc  */

/* Put stores of cfun off; take what is done off *WORK.  */
void wpp_sink_stores (const wpp_edge_executions *executions, uint64_t *work);

/* ---- redundancy.cc  */

/* The expression of number ID, of those that a round looks at.  */
struct wpp_candidate
{
  gcov_type executions;
  unsigned id;
};

/* For qsort: the more often executed one first.  */
int wpp_compare_candidates (const void *a, const void *b);

/* TEXT as in the source: without the numbers of SSA names.  */
std::string wpp_words_of (tree text);

/* N and WHAT, in the plural if need be.  */
std::string wpp_number_of (uint64_t n, const char *what);

#endif /* WPP_PLUGIN_OPTIMIZE_REDUNDANCY_REDUNDANCY_H */
