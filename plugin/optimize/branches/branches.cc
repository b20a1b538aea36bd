/* -fwpp-optimize=branches: jumps for conditions that a processor predicts, conditional moves for others.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC makes conditional moves where they look cheap (ifcvt.cc): of a branch it knows how often it is taken, not whether
   a processor knows each time.  The index has that (decide/models/replay.h).  What to do is decided in
   decide/models/branches.h; here the shape of the code is looked at and the decision carried out:

   - A conditional move is a COND_EXPR in the place of a PHI.  What the two ways compute goes before it, so it must be
     cheap, must not trap and must store nothing.  That is done after the loops' passes, and before the tracer and path
     splitting copy what comes after the PHI.
   - A jump is kept by an empty asm in the rarer way, which is no code, but nothing that ifcvt.cc converts.  That is
     done at the end of GIMPLE, where it is in nobody's way any more.
   - Of two conditions that GCC has made one of, one is tested first (short-circuit.h).  That is done at the end of
     GIMPLE as well.

   Outcomes belong to conditions at the place where paths are numbered.  From there on a condition is known by its place
   in the source, which copies have, too; a copy that is taken much more, or less, often than what was replayed is
   something else, and nothing is decided.

   Places in the source are numbers of one compiler process.  With -flto each condition has a note with its share of
   mispredictions (plugin/lto/notes.h), and the linker's compiler knows a function's conditions by their places
   again.  */

#include "plugin/optimize/branches/hammock.h"
#include "plugin/optimize/branches/loop-times.h"
#include "plugin/optimize/branches/short-circuit.h"
#include "plugin/lto/notes.h"
#include "plugin/decisions/asked.h"
#include "plugin/decisions/decisions.h"
#include "plugin/optimize/kind.h"
#include "plugin/profile/profiles.h"
#include "plugin/options/options.h"
#include "predict.h"

extern "C"
{
#include "base/saturate.h"
}

namespace {

/* What the unit's profiles say, by the place of a condition.  */
struct outcomes
{
  hash_map<wpp_place_hash, wpp_branch_outcomes> known;
  wpp_known_tests tests;        /* two conditions in a row */
};

/* How much a copy's probability may differ from that of the condition whose outcomes were replayed.  */
const double most_apart = 0.1;

/* What a note says are parts of this many.  */
const unsigned note_parts = (1 << 12) - 1;

/* ---- Outcomes.  */

/* The condition that NODE of GRAPH ends with, or null.  */

gcond *
condition_of (const wpp_function_graph *graph, uint32_t node)
{
  gimple *last = node < graph->nodes.length () ? graph->nodes[node].last : NULL;
  return last ? dyn_cast<gcond *> (last) : NULL;
}

/* The probability that COND holds, or less than 0.  */

double
probability_of (gcond *cond)
{
  edge yes, no;
  extract_true_false_edges_from_block (gimple_bb (cond), &yes, &no);
  return yes->probability.initialized_p () ? (double) yes->probability.to_reg_br_prob_base () / REG_BR_PROB_BASE : -1;
}

/* Is the place of COND known?  */

bool
placed_p (gcond *cond)
{
  location_t place = LOCATION_LOCUS (gimple_location (cond));
  return place != UNKNOWN_LOCATION && place != BUILTINS_LOCATION;
}

/* What is known of COND, or null.  */

wpp_branch_outcomes *
known_of (outcomes *u, gcond *cond)
{
  return placed_p (cond) ? u->known.get (LOCATION_LOCUS (gimple_location (cond))) : NULL;
}

/* Does cfun have a condition that is executed often?  */

bool
any_condition_p ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb->count.ipa ().nonzero_p () && maybe_hot_bb_p (cfun, bb) && safe_dyn_cast<gcond *> (last_nondebug_stmt (bb)))
      return true;
  return false;
}

/* Add to the outcomes of COND, whose place is known, what B says.  */

void
add_outcomes (outcomes *u, gcond *cond, const wpp_index_branch *b)
{
  wpp_branch_outcomes &o = u->known.get_or_insert (LOCATION_LOCUS (gimple_location (cond)));
  o.seen = wpp_saturating_add (o.seen, b->seen);
  o.missed = wpp_saturating_add (o.missed, b->missed);
}

/* Add how often COND was executed, and held.  */

void
add_executions (outcomes *u, gcond *cond)
{
  wpp_branch_outcomes *o = known_of (u, cond);
  profile_count count = gimple_bb (cond)->count.ipa ();
  double share = probability_of (cond);
  if (!o || !count.initialized_p () || share < 0)
    return;
  uint64_t executed = count.to_gcov_type ();
  o->executed += executed;
  o->taken += (uint64_t) (share * executed);
}

/* Add to the outcomes of the conditions of cfun what MATCHES' profiles say, and set CONDITIONS to these.  Return as
   note_outcomes.  */

int
read_outcomes (outcomes *u, const wpp_function_graph *graph, const vec<wpp_match> &matches,
               hash_set<gcond *> *conditions, const wpp_match **bad)
{
  for (const wpp_match &m : matches)
    {
      wpp_index_branch *branches;
      size_t n;
      if (int err = wpp_index_branches (m.index (), &m.entry, &branches, &n))
        {
          *bad = &m;
          return err;
        }
      for (size_t i = 0; i < n; i++)
        if (gcond *cond = condition_of (graph, branches[i].node); cond && placed_p (cond))
          {
            add_outcomes (u, cond, &branches[i]);
            conditions->add (cond);
          }
      free (branches);
    }
  for (gcond *cond : *conditions)
    add_executions (u, cond);
  return 0;
}

/* Let CONDITIONS have the outcomes that counts of edges make them seem to have: a processor knows the more frequent
   way.  */

void
guess_outcomes (outcomes *u, hash_set<gcond *> *conditions)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb)); cond && placed_p (cond))
      {
        u->known.get_or_insert (LOCATION_LOCUS (gimple_location (cond)));
        conditions->add (cond);
      }
  for (gcond *cond : *conditions)
    add_executions (u, cond);
  for (gcond *cond : *conditions)
    {
      wpp_branch_outcomes *o = known_of (u, cond);
      o->seen = o->executed;
      o->missed = MIN (o->taken, o->executed - MIN (o->taken, o->executed));
    }
}

/* With -flto, let what is known of COND travel.  */

void
mark (outcomes *u, gcond *cond)
{
  const wpp_branch_outcomes *o = known_of (u, cond);
  if (o && o->seen >= WPP_BRANCH_ENOUGH && o->executed)
    wpp_put_lto_note (WPP_LTO_NOTE_BRANCH, gsi_for_stmt (cond),
                      (uint32_t)(wpp_branch_miss_rate (o) * note_parts + 0.5));
}

/* ---- Deciding.  */

std::string
percent (double share)
{
  char text[32];
  snprintf (text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

/* Let D be what the user wants, if anything.  *EXPECTED: cycles that it gains then, by the model; below 0: it
   loses.  */

bool
ask (wpp_branch_decision *d, gcond *cond, gcov_type *expected)
{
  const wpp_request *asked = wpp_asked_of ("branches", gimple_location (cond));
  if (!asked)
    return false;
  d->choice = asked->action == wpp_request::JUMP   ? WPP_BRANCH_JUMP
              : asked->action == wpp_request::MOVE ? WPP_BRANCH_MOVE
                                                 : WPP_BRANCH_LEAVE;
  *expected = (d->misses > d->break_even) == (d->choice == WPP_BRANCH_MOVE) ? d->gain : -d->gain;
  return true;
}

std::string
reason (const wpp_branch_decision *d, const wpp_branch_outcomes *o, const wpp_branch_shape *shape)
{
  std::string s = percent (d->misses) + " of " + std::to_string (o->executed)
                  + " executions are expected to be mispredicted, "
                  + percent (o->executed ? (double)o->taken / o->executed : 0) + " are taken";
  s += "; a conditional move pays from " + percent (d->break_even) + " on";
  if (shape->carried)
    s += ", as the next iteration needs the value";
  if (shape->loaded)
    s += ", and it would wait for a load";
  return s;
}

void
note (const wpp_branch_decision *d, gcond *cond, const wpp_branch_outcomes *o, const wpp_branch_shape *shape,
      const std::string &why, const std::string &times)
{
  if (!wpp_decisions_wanted_p ())
    return;
  unsigned n = shape->values;
  std::string action = d->choice == WPP_BRANCH_JUMP
                         ? "keep the jump" : "make " + std::to_string (n) + " conditional move" + (n == 1 ? "" : "s");
  wpp_note_decision ({ "branches", action, d->choice != WPP_BRANCH_LEAVE, (gcov_type) d->gain, d->bytes,
                       why + reason (d, o, shape) + times }, gimple_lineno (cond));
}

/* Are the shares A and B far apart?  */

bool
apart_p (double a, double b)
{
  return a > b + most_apart || b > a + most_apart;
}

/* Set O to the outcomes of COND, as often as it is executed here.  Return false when nothing is known.  */

bool
outcomes_here (outcomes *u, gcond *cond, wpp_branch_outcomes *o)
{
  const wpp_branch_outcomes *of = known_of (u, cond);
  profile_count count = gimple_bb (cond)->count.ipa ();
  double share = probability_of (cond);
  if (!of || !of->executed || !of->seen || !count.initialized_p () || share < 0)
    return false;
  double before = (double) of->taken / of->executed;
  if (apart_p (share, before) && apart_p (1 - share, before))
    return false;
  *o = *of;
  o->executed = count.to_gcov_type ();
  o->taken = (uint64_t) (share * o->executed);
  return o->executed > 0;
}

/* The conditions of FUN, in order.  */

void
find_conditions (function *fun, vec<gcond *> *conditions)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb)))
      conditions->safe_push (cond);
}

/* The share of COND's executions that are expected to be mispredicted, where an iteration is timed.  */

double
missed (void *kept, gcond *cond)
{
  wpp_branch_outcomes o;
  return outcomes_here ((outcomes *) kept, cond, &o) ? wpp_branch_miss_rate (&o) : 0;
}

/* Decide on COND, for the last time if LATE; before, only on moves.  Return whether its jump is gone.  */

bool
decide (outcomes *u, gcond *cond, bool late)
{
  wpp_hammock h;
  wpp_branch_outcomes o;
  if (!optimize_bb_for_speed_p (gimple_bb (cond)) || !outcomes_here (u, cond, &o) || !h.find (cond))
    return false;
  wpp_branch_shape shape = h.shape ((double) o.taken / o.executed);
  wpp_loop_times times;
  times.measure (h.ways (), &o, missed, u, &shape);
  wpp_branch_decision d = wpp_decide_branch (&o, &shape);
  gcov_type expected;
  std::string why;
  if (ask (&d, cond, &expected))
    why = "-fwpp-decide says so, " + std::to_string (expected) + " cycles are expected; ";
  if (late || d.choice == WPP_BRANCH_MOVE)
    note (&d, cond, &o, &shape, why, times.text ());
  if (d.choice == WPP_BRANCH_MOVE)
    h.make_moves ();
  else if (late && d.choice == WPP_BRANCH_JUMP)
    h.keep_jump ();
  return d.choice == WPP_BRANCH_MOVE;
}

const pass_data branches_data = {
  GIMPLE_PASS, "wpp_branches", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

/* After the pass that makes one of two conditions.  */

class united_pass : public gimple_opt_pass
{
public:
  united_pass (gcc::context *ctxt, outcomes *o) : gimple_opt_pass (branches_data, ctxt), u (o) {}
  bool gate (function *fun) final override { return !u->tests.is_empty () && wpp_counted_p (fun); }
  unsigned execute (function *fun) final override;

private:
  outcomes *u;
};

unsigned
united_pass::execute (function *fun)
{
  auto_vec<gcond *> conditions;
  find_conditions (fun, &conditions);
  for (gcond *cond : conditions)
    wpp_mend_tests (&u->tests, cond);
  return 0;
}

class branches_pass : public gimple_opt_pass
{
public:
  branches_pass (gcc::context *ctxt, outcomes *o, bool last)
    : gimple_opt_pass (branches_data, ctxt), u (o), late (last) {}
  bool gate (function *fun) final override;
  unsigned execute (function *fun) final override;

private:
  outcomes *u;
  bool late;
};

bool
branches_pass::gate (function *fun)
{
  return flag_if_conversion && (!u->known.is_empty () || (late && !u->tests.is_empty ())) && wpp_counted_p (fun);
}

unsigned
branches_pass::execute (function *fun)
{
  auto_vec<gcond *> united, conditions;
  bool gone = false;

  if (late)
    find_conditions (fun, &united);
  for (gcond *cond : united)
    gone |= wpp_part_tests (&u->tests, cond);
  find_conditions (fun, &conditions);
  if (conditions.is_empty ())
    return gone ? TODO_cleanup_cfg : 0;
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  for (gcond *cond : conditions)
    gone |= decide (u, cond, late);
  loop_optimizer_finalize ();
  return gone ? TODO_cleanup_cfg : 0;
}

/* ---- LTO notes, in the linker's compiler.  */

void
forget (void *kept)
{
  ((outcomes *) kept)->known.empty ();
}

/* BB's condition has a note of VALUE.  The outcomes are as many as leave the note's share as it is.  */

void
take_note (void *kept, basic_block bb, uint32_t value)
{
  outcomes *u = (outcomes *) kept;
  const uint64_t many = (uint64_t) note_parts << 16;
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
  if (!cond || !placed_p (cond))
    return;
  wpp_branch_outcomes &o = u->known.get_or_insert (LOCATION_LOCUS (gimple_location (cond)));
  o.seen = many;
  o.missed = (uint64_t) value << 16;
  add_executions (u, cond);
}

/* Keep the outcomes of the conditions of F for the passes.  */

int
note_outcomes (void *kept, const wpp_considered *f, const wpp_match **bad)
{
  outcomes *u = (outcomes *) kept;
  hash_set<gcond *> conditions;

  wpp_note_tests (&u->tests);
  if (wpp_opts.edges_only)
    guess_outcomes (u, &conditions);
  else if (int err = read_outcomes (u, f->graph, *f->matches, &conditions, bad))
    return err;
  if (conditions.is_empty () && wpp_decisions_wanted_p () && any_condition_p ())
    wpp_note_decision ({ "branches", "leave", false, -1, 0,
                         "the order of outcomes is not known: the profile counts paths, or too few were replayed" }, 0);
  if (flag_lto)
    for (gcond *cond : conditions)
      mark (u, cond);
  return 0;
}

/* Add the passes that decide between jumps and moves.  */

void *
start (const char *plugin)
{
  outcomes *u = new outcomes;
  register_pass_info united = { new united_pass (g, u), "ifcombine", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &united);
  struct { const char *pass; bool late; } places[] = { { "split-paths", false }, { "optimized", true } };
  for (auto &p : places)
    {
      register_pass_info info = { new branches_pass (g, u, p.late), p.pass, 1, PASS_POS_INSERT_BEFORE };
      register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
    }
  return u;
}

const wpp_optimization names[] = {
  { "branches", false, NULL, NULL, NULL },
};

} // anonymous namespace

extern const wpp_kind wpp_kind_branches = {
  .names = names,
  .n_names = ARRAY_SIZE (names),
  .start = start,
  .begin_taking = forget,
  .take = take_note,
  .lto_note = WPP_LTO_NOTE_BRANCH,
  .note = note_outcomes,
};
