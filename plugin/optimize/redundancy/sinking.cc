/* -fwpp-optimize=redundancy: stores are put off to where they are wanted.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC removes a store that is overwritten on every way, and moves one to a single place after which all that read it
   are. Where some ways overwrite it and others read it, the profile says what it is worth to store on edges to the
   latter; which they are is decided in decide/models/sinking.h.

   Others may look at memory at every call, return, exception that leaves the function, volatile access and asm: nothing
   is put off beyond.  Nor beyond what may store there, whatever the types: the order of stores stays.  So another
   thread sees what C allows (C11, 5.1.2.4): between a store and where it is done instead nothing synchronises, and no
   way has a store that had none.  */

#include "plugin/optimize/redundancy/redundancy.h"
#include "plugin/decisions/decisions.h"
#include "tree-ssa-alias.h"
#include "tree-dfa.h"

namespace {

/* The most blocks that are looked at for one place in memory, and the most statements in a function.  */
const unsigned most_nodes = 2000;
const unsigned most_statements = 300000;

const unsigned most_rounds = 2;

/* Stores to one place in memory, with the blocks that they lead to before it is wanted.  */

class wpp_sunk_stores
{
public:
  wpp_sunk_stores (wpp_expression_table *x, wpp_registers *r, const wpp_edge_executions *counts, wpp_expression *place,
                   unsigned *left)
      : all (x), registers (r), executions (counts), e (place), patience (left), s ()
  {
  }

  /* Find what they lead to.  Return false when that is too much.  */
  bool grow ();
  bool place (uint64_t *work);
  const wpp_sinking *sinking () const { return &s; }
  void carry_out (wpp_edge_insertions *code);
  /* A store that is put off, or null.  */
  gimple *first_sunk () const;

private:
  wpp_expression_table *all;
  wpp_registers *registers;
  const wpp_edge_executions *executions;
  wpp_expression *e;
  unsigned *patience;           /* statements that may still be looked at */
  wpp_sinking s;
  tree constant;                /* what all store, or null */
  auto_vec<basic_block> blocks;
  auto_vec<gimple *> stores;    /* [node] the last one, or null */
  auto_vec<edge> edges;
  auto_vec<wpp_sinking_node> nodes;
  auto_vec<wpp_sinking_edge> arcs;
  hash_map<int_hash<int, -1, -2>, unsigned> number;

  unsigned add (basic_block bb);
  void lead_on (unsigned v);
  void find_constant ();
  void find_prices ();
  wpp_sinking_event event_of (gimple *stmt);
  void read (basic_block bb, wpp_sinking_node *q, gimple **store);
  bool stores_p (gimple *stmt) const;
};

/* ---- What a block does.  */

bool
wpp_sunk_stores::stores_p (gimple *stmt) const
{
  unsigned begin, end;
  all->occurrences (e, gimple_bb (stmt), &begin, &end);
  for (; begin < end; begin++)
    if (e->occurrences[begin].stmt == stmt)
      return e->occurrences[begin].store;
  return false;
}

/* What STMT does to the place.  */

wpp_sinking_event
wpp_sunk_stores::event_of (gimple *stmt)
{
  for (tree leaf : e->leaves)
    if (SSA_NAME_DEF_STMT (leaf) == stmt)
      return WPP_SINKING_WANT;
  if (gimple_code (stmt) == GIMPLE_RETURN || gimple_has_volatile_ops (stmt) || wpp_barrier_p (stmt))
    return WPP_SINKING_WANT;
  if (!gimple_vuse (stmt))
    return WPP_SINKING_NOTHING;
  if (stores_p (stmt))
    return WPP_SINKING_STORE;
  if (ref_maybe_used_by_stmt_p (stmt, e->reference))
    return WPP_SINKING_WANT;
  if (!gimple_vdef (stmt))
    return WPP_SINKING_NOTHING;
  tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;
  if (lhs && gimple_clobber_p (stmt) && DECL_P (lhs) && get_base_address (e->reference) == lhs)
    return WPP_SINKING_DEAD;
  return lhs && !refs_output_dependent_p (lhs, e->reference) ? WPP_SINKING_NOTHING : WPP_SINKING_WANT;
}

/* Find what BB does, for Q, and its last store that may be put off.  */

void
wpp_sunk_stores::read (basic_block bb, wpp_sinking_node *q, gimple **store)
{
  *q = {};
  *store = NULL;
  q->count = wpp_executions_of (bb);
  auto note = [&] (wpp_sinking_event event, gimple *stmt)
  {
    if (event == WPP_SINKING_NOTHING)
      return;
    q->first = q->first == WPP_SINKING_NOTHING ? event : q->first;
    q->last = event;
    *store = event == WPP_SINKING_STORE ? stmt : NULL;
  };
  if (bb == EXIT_BLOCK_PTR_FOR_FN (cfun) || !all->effects (bb)->ends)
    {
      /* A loop without end must not put off what others may wait for.  */
      note (WPP_SINKING_WANT, NULL);
      return;
    }
  for (tree leaf : e->leaves)
    if (gimple_code (SSA_NAME_DEF_STMT (leaf)) == GIMPLE_PHI && gimple_bb (SSA_NAME_DEF_STMT (leaf)) == bb)
      note (WPP_SINKING_WANT, NULL);
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi) && *patience; gsi_next_nondebug (&gsi))
    {
      --*patience;
      note (event_of (gsi_stmt (gsi)), gsi_stmt (gsi));
    }
  /* An exception may leave the function here.  */
  if (!EDGE_COUNT (bb->succs))
    note (WPP_SINKING_WANT, NULL);
}

/* ---- Growing.  */

unsigned
wpp_sunk_stores::add (basic_block bb)
{
  bool existed;
  unsigned &v = number.get_or_insert (bb->index, &existed);
  wpp_sinking_node q;
  gimple *store;
  if (existed)
    return v;
  v = nodes.length ();
  read (bb, &q, &store);
  blocks.safe_push (bb);
  nodes.safe_push (q);
  stores.safe_push (store);
  return v;
}

/* Add what V's end leads to.  */

void
wpp_sunk_stores::lead_on (unsigned v)
{
  edge out;
  edge_iterator ei;
  FOR_EACH_EDGE (out, ei, blocks[v]->succs)
    {
      wpp_sinking_edge q = {};
      q.from = v;
      q.to = add (out->dest);
      q.count = wpp_executions_of (out, executions);
      q.price = WPP_PRICE_CYCLE;
      q.possible = !wpp_abnormal_p (out);
      arcs.safe_push (q);
      edges.safe_push (out);
    }
}

/* Do all stores that may be put off store the same constant?  */

void
wpp_sunk_stores::find_constant ()
{
  bool first = true;
  constant = NULL_TREE;
  for (gimple *store : stores)
    if (store)
      {
        tree value = gimple_assign_rhs1 (store);
        bool same = first ? is_gimple_min_invariant (value) : constant && operand_equal_p (constant, value, 0);
        constant = same ? value : NULL_TREE;
        first = false;
      }
}

void
wpp_sunk_stores::find_prices ()
{
  edge in;
  edge_iterator ei;
  for (unsigned v = 0; v < nodes.length (); v++)
    {
      nodes[v].price = WPP_PRICE_CYCLE;
      if (nodes[v].first != WPP_SINKING_NOTHING)
        continue;
      nodes[v].hold = constant ? 0 : registers->price (blocks[v], TREE_TYPE (e->text));
      nodes[v].saves = !constant && registers->saves_p (blocks[v], TREE_TYPE (e->text));
      FOR_EACH_EDGE (in, ei, blocks[v]->preds)
        {
          unsigned *from = number.get (in->src->index);
          nodes[v].enters |= !from || nodes[*from].last == WPP_SINKING_WANT || nodes[*from].last == WPP_SINKING_DEAD;
        }
    }
}

bool
wpp_sunk_stores::grow ()
{
  for (const wpp_occurrence &o : e->occurrences)
    if (o.store)
      add (gimple_bb (o.stmt));
  for (unsigned v = 0; v < nodes.length (); v++)
    {
      if (nodes.length () > most_nodes || !*patience)
        return false;
      if (nodes[v].last == WPP_SINKING_STORE || nodes[v].last == WPP_SINKING_NOTHING)
        lead_on (v);
    }
  find_constant ();
  find_prices ();
  return *patience;
}

bool
wpp_sunk_stores::place (uint64_t *work)
{
  s.n_nodes = nodes.length ();
  s.n_edges = arcs.length ();
  s.nodes = nodes.address ();
  s.edges = arcs.address ();
  s.saving = constant ? 0 : 2 * WPP_PRICE_CYCLE * wpp_executions_of (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  return !wpp_sink (&s, work);
}

/* ---- Carrying out.  */

gimple *
wpp_sunk_stores::first_sunk () const
{
  for (unsigned v = 0; v < nodes.length (); v++)
    if (nodes[v].sunk)
      return stores[v];
  return NULL;
}

void
wpp_sunk_stores::carry_out (wpp_edge_insertions *code)
{
  tree value = constant ? constant : wpp_variable_of (e);
  for (unsigned i = 0; i < arcs.length (); i++)
    if (arcs[i].insert)
      code->store (edges[i], e->text, value, gimple_location (first_sunk ()));
  for (unsigned v = 0; v < nodes.length (); v++)
    {
      if (!nodes[v].sunk)
        {
          if (nodes[v].pending && !constant)
            registers->take (blocks[v], TREE_TYPE (e->text));
          continue;
        }
      gimple_stmt_iterator gsi = gsi_for_stmt (stores[v]);
      if (!constant)
        {
          gassign *keep = gimple_build_assign (value, gimple_assign_rhs1 (stores[v]));
          gimple_set_location (keep, gimple_location (stores[v]));
          gsi_insert_before (&gsi, keep, GSI_SAME_STMT);
        }
      unlink_stmt_vdef (stores[v]);
      gsi_remove (&gsi, true);
      release_defs (stores[v]);
    }
}

/* The executions of stores to E, if some are hot and can be put off; or 0.  */

gcov_type
weight (const wpp_expression *e)
{
  gcov_type sum = 0;
  bool hot = false;
  for (const wpp_occurrence &o : e->occurrences)
    if (o.store)
      {
        hot |= maybe_hot_bb_p (cfun, gimple_bb (o.stmt));
        sum += wpp_executions_of (gimple_bb (o.stmt));
      }
  return hot && e->reference && !e->statements ? sum : 0;
}

void
note (const wpp_expression *e, const wpp_sunk_stores *stores, const wpp_sinking_decision *d)
{
  const wpp_sinking *s = stores->sinking ();
  gimple *first = stores->first_sunk ();
  if (!wpp_decisions_wanted_p ())
    return;
  std::string action = "put off " + wpp_number_of (s->n_sunk, "store") + " to " + wpp_words_of (e->text) + ", insert "
                       + std::to_string (s->n_inserted);
  std::string because = std::to_string (s->before) + " executions become " + std::to_string (s->after);
  wpp_note_decision ({ "redundancy", action, d->chosen, (gcov_type)d->gain, d->bytes, because },
                     first ? gimple_lineno (first) : 0);
}

/* A round over the stores of cfun.  */

class round_of_stores
{
public:
  round_of_stores (const wpp_edge_executions *x, uint64_t *w, unsigned *p)
      : executions (x), code (x), work (w), patience (p)
  {
  }
  /* Return whether anything was put off.  */
  bool execute ();

private:
  const wpp_edge_executions *executions;
  wpp_expression_table all;
  wpp_registers registers;
  wpp_edge_insertions code;
  auto_vec<wpp_expression *> done;
  uint64_t *work;
  unsigned *patience;

  bool independent_p (const wpp_expression *e) const;
  void consider (wpp_expression *e);
};

/* Is E not where something was put off before?  What is put on edges is not there yet, so the order of stores would
   not be seen.  */

bool
round_of_stores::independent_p (const wpp_expression *e) const
{
  for (const wpp_expression *other : done)
    if (refs_output_dependent_p (e->reference, other->reference))
      return false;
  return true;
}

void
round_of_stores::consider (wpp_expression *e)
{
  wpp_sunk_stores stores (&all, &registers, executions, e, patience);
  if (!*work || !*patience || !independent_p (e) || !stores.grow () || !stores.place (work))
    return;
  wpp_sinking_decision d = wpp_decide_sinking (stores.sinking ());
  if (d.gain)
    note (e, &stores, &d);
  if (!d.chosen)
    return;
  stores.carry_out (&code);
  done.safe_push (e);
}

bool
round_of_stores::execute ()
{
  auto_vec<wpp_candidate> seeds;
  for (unsigned i = 0; i < all.length (); i++)
    if (gcov_type w = weight (all[i]))
      seeds.safe_push ({ w, i });
  seeds.qsort (wpp_compare_candidates);
  for (const wpp_candidate &c : seeds)
    consider (all[c.id]);
  if (done.is_empty ())
    return false;
  code.commit ();
  update_ssa (TODO_update_ssa);
  return true;
}

} // anonymous namespace

void
wpp_sink_stores (const wpp_edge_executions *executions, uint64_t *work)
{
  unsigned patience = most_statements;
  if (flag_sanitize)
    return;
  for (unsigned n = 0; n < most_rounds && round_of_stores (executions, work, &patience).execute (); n++)
    ;
}
