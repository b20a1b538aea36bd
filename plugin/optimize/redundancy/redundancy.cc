/* -fwpp-optimize=redundancy: loads and computations are done where that is least often.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC's own PRE inserts a computation only where it is needed on every way from there on, as it does not know which
   ways are taken.  Here the executions of edges are known, and a load that cannot trap may be executed in vain on an
   edge that is seldom taken, if that saves more on others.  Where to is decided in decide/models/placement.h.  GCC does
   the rest: of what it will do anyway nothing is decided here.

   The work is done where paths are numbered, since counts are exact there.  What is loaded may be the address of
   another load; so there are rounds, each with names that the one before has made equal.  */

#include "plugin/optimize/redundancy/redundancy.h"
#include "plugin/decisions/decisions.h"
#include "plugin/optimize/kind.h"
#include "predict.h"
#include "tree-pretty-print.h"

namespace {

const unsigned most_rounds = 3;

/* An expression is looked at if its uses are executed so often as a part of all statements.  Looking takes as long for
   what is executed rarely, and what is gained there cannot be seen.  */
const double least_part = 0.0002;

/* Steps of placing in a function.  */
const uint64_t most_work = 50000000;

void
note (const wpp_expression *e, const wpp_family *family, const wpp_placement_decision *d)
{
  static const char *const names[WPP_N_OPERATIONS] = { "load", "multiplication", "division", "operation" };
  const wpp_placement *p = family->placement ();
  if (!wpp_decisions_wanted_p ())
    return;
  std::string action = "take out " + wpp_number_of (p->n_redundant, names[e->operation]) + " of "
                       + wpp_words_of (e->text) + ", insert " + std::to_string (p->n_inserted);
  std::string because = std::to_string (p->before) + " executions become " + std::to_string (p->after)
                        + "; where it is needed anyway, " + std::to_string (p->safe);
  if (p->held >= WPP_PRICE_CYCLE)
    because += "; registers cost " + wpp_number_of (p->held / WPP_PRICE_CYCLE, "cycle");
  gimple *use = family->redundant_use ();
  wpp_note_decision ({ "redundancy", action, d->chosen, (gcov_type)d->gain, d->bytes, because },
                     use ? gimple_lineno (use) : 0);
}

/* ---- A round.  */

class round_of_function
{
public:
  round_of_function (unsigned n, const wpp_edge_executions *x, uint64_t *w)
      : number (n), executions (x), code (x), work (w)
  {
  }
  /* Return whether anything was changed.  */
  bool execute ();

private:
  unsigned number;
  const wpp_edge_executions *executions;
  wpp_expression_table all;
  wpp_registers registers;
  wpp_edge_insertions code;
  hash_set<gimple *> seen;
  uint64_t *work;

  gcov_type weight (const wpp_expression *e);
  void find_seeds (auto_vec<wpp_candidate> *seeds);
  bool consider (wpp_expression *seed);
};

/* The executions of uses of E that were not looked at, of which some block is hot; or 0.  */

gcov_type
round_of_function::weight (const wpp_expression *e)
{
  gcov_type sum = 0;
  bool hot = false;
  for (const wpp_occurrence &o : e->occurrences)
    if (!o.store && !o.gone && !seen.contains (o.stmt))
      {
        basic_block bb = gimple_bb (o.stmt);
        hot |= maybe_hot_bb_p (cfun, bb);
        sum += wpp_executions_of (bb);
      }
  return hot ? sum : 0;
}

/* Executions of statements of cfun.  */

double
statements_executed ()
{
  basic_block bb;
  double sum = 0;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb->count.ipa ().initialized_p ())
      for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
        sum += bb->count.ipa ().to_gcov_type ();
  return sum;
}

/* Find the expressions to look at, the most often executed one first.  */

void
round_of_function::find_seeds (auto_vec<wpp_candidate> *seeds)
{
  double least = least_part * statements_executed ();
  for (unsigned i = 0; i < all.length (); i++)
    {
      gcov_type w = weight (all[i]);
      if (w && w >= least)
        seeds->safe_push ({ w, i });
    }
  seeds->qsort (wpp_compare_candidates);
}

/* Place SEED's family, and do what gains.  */

bool
round_of_function::consider (wpp_expression *seed)
{
  wpp_family family (&all, &registers, executions);
  bool placed = family.grow (seed) && family.place (work);
  family.mark_seen (&seen);
  if (!placed)
    return false;
  wpp_placement_decision d = wpp_decide_placement (family.placement (), seed->statements);
  /* What is not chosen is the same in the next round.  */
  if (family.placement ()->cost < family.placement ()->safe_cost && (d.chosen || !number))
    note (seed, &family, &d);
  if (d.chosen)
    family.carry_out (&code);
  return d.chosen;
}

bool
round_of_function::execute ()
{
  auto_vec<wpp_candidate> seeds;
  bool changed = false;

  find_seeds (&seeds);
  for (const wpp_candidate &s : seeds)
    if (!all.tired_p () && *work && weight (all[s.id]))
      changed |= consider (all[s.id]);
  if (!changed)
    return false;
  code.commit ();
  update_ssa (TODO_update_ssa);
  return true;
}

/* Let the users of copies use what is copied.  */

void
propagate_copies ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gimple *s = gsi_stmt (gsi);
        if (!gimple_assign_ssa_name_copy_p (s))
          continue;
        tree to = gimple_assign_lhs (s), from = gimple_assign_rhs1 (s);
        if (!SSA_NAME_OCCURS_IN_ABNORMAL_PHI (to) && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (from)
            && types_compatible_p (TREE_TYPE (to), TREE_TYPE (from)))
          replace_uses_by (to, from);
      }
}

/* May expressions of cfun be moved at all?  */

bool
possible_p ()
{
  return opt_for_fn (cfun->decl, optimize) && !opt_for_fn (cfun->decl, optimize_debug)
         && !opt_for_fn (cfun->decl, optimize_size) && !cfun->calls_setjmp && !cfun->has_nonlocal_label
         && !cfun->can_throw_non_call_exceptions && !flag_tm && !(OPTION_SET_P (flag_tree_pre) && !flag_tree_pre);
}

} // anonymous namespace

int
wpp_compare_candidates (const void *a, const void *b)
{
  const wpp_candidate *x = (const wpp_candidate *) a, *y = (const wpp_candidate *) b;
  return x->executions != y->executions ? (x->executions < y->executions ? 1 : -1) : x->id < y->id ? -1 : x->id > y->id;
}

/* ---- Words.  */

std::string
wpp_words_of (tree text)
{
  char *printed = print_generic_expr_to_str (text);
  std::string s;
  for (const char *c = printed; *c; c++)
    {
      bool version = *c == '_' && !s.empty () && ISALNUM (s.back ()) && ISDIGIT (c[1]);
      if (!version)
        {
          s += *c;
          continue;
        }
      const char *end = c + 1 + strspn (c + 1, "0123456789");
      if (!strncmp (end, "(D)", 3))
        end += 3;
      if (ISIDNUM (*end))
        s += *c;
      else
        c = end - 1;
    }
  free (printed);
  return s;
}

std::string
wpp_number_of (uint64_t n, const char *what)
{
  return std::to_string (n) + " " + what + (n == 1 ? "" : "s");
}

/* ---- The pass.  */

namespace {

/* Place the expressions of F.  */

void
place_expressions (void *, const wpp_considered *f)
{
  uint64_t work = most_work;
  if (!wpp_counted_p (cfun) || !possible_p ())
    return;
  for (unsigned n = 0; n < most_rounds && round_of_function (n, f->executions, &work).execute (); n++)
    propagate_copies ();
  wpp_sink_stores (f->executions, &work);
}

const wpp_optimization names[] = {
  { "redundancy", false, NULL, NULL, NULL },
};

} // anonymous namespace

extern const wpp_kind wpp_kind_redundancy = {
  .names = names,
  .n_names = ARRAY_SIZE (names),
  .consider = place_expressions,
};
