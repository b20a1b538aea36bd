/* -fwpp-optimize=loops: each loop gets what its trips call for.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   -fprofile-use switches on unrolling, peeling, duplicating tails, vectorising and more for all loops of a unit, and
   lets averages decide.  With this kind it is decided here, loop by loop, from the trips that the index has of it; the
   switches are on, too (feedback-options.cc), for loops on which nothing is decided.  The decision is
   decide/models/loops.h's, of facts that loop-facts.cc makes of GCC's loops; here they are gathered, chosen, and the
   loops marked (loop-marks.cc).  Only loops without loops in them are decided on.  */

#include "plugin/decisions/asked.h"
#include "plugin/decisions/decisions.h"
#include "plugin/optimize/loops/loops.h"
#include "plugin/optimize/kind.h"
#include "plugin/profile/profiles.h"
#include "plugin/options/options.h"
#include "predict.h"

namespace {

/* A loop that was considered.  */
struct candidate
{
  cgraph_node *node;
  int loop;                     /* its number */
  basic_block header;
  unsigned nodes;               /* blocks in it */
  unsigned line;
  bool test_first;
  const char *why_not;          /* the user's word, or null */
  bool asked;                   /* -fwpp-decide has decided */
  double expected;              /* cycles that it gains then, by the model; below 0: it loses */
  double chain;                 /* cycles of an iteration's chain, where it is longer than the rest; or 0 */
  wpp_loop_decision decision;
  wpp_loop_stays stays;
};

/* Those of the unit, and the bytes of its hot code.  */
struct considered
{
  auto_delete_vec<candidate> all;
  uint64_t hot_bytes;
  double executed;              /* statements, by the function at hand */
};

const unsigned bytes_of_statement = 4;

/* ---- The user's word.  */

/* Why nothing may be decided on LOOP, or null.  */

const char *
forbidden (class loop *loop)
{
  if (loop->unroll || loop->safelen || loop->simdlen || loop->force_vectorize || loop->dont_vectorize)
    return "a pragma says what to do with it";
  if (opt_for_fn (cfun->decl, optimize_size))
    return "the function is not optimised for speed";
  return NULL;
}

/* May what D says be done, by the options that were given?  */

const char *
forbidden (const wpp_loop_decision *d)
{
  if (d->peel && OPTION_SET_P (flag_peel_loops) && !flag_peel_loops)
    return "-fno-peel-loops is given";
  if (d->unroll && OPTION_SET_P (flag_unroll_loops) && !flag_unroll_loops)
    return "-fno-unroll-loops is given";
  if (d->action == WPP_LOOP_VECTORIZE && OPTION_SET_P (flag_tree_loop_vectorize) && !flag_tree_loop_vectorize)
    return "-fno-tree-loop-vectorize is given";
  return NULL;
}

/* ---- Words.  */

std::string
percent (uint64_t part, uint64_t whole)
{
  return std::to_string (whole ? (unsigned) (100.0 * part / whole + 0.5) : 0) + " %";
}

std::string
cycles_text (double cycles)
{
  char text[32];
  snprintf (text, sizeof text, "%.1f", cycles);
  return text;
}

std::string
action_of (const candidate *c)
{
  const wpp_loop_decision *d = &c->decision;
  std::string copies = d->peel ? "peel " + std::to_string (d->peel) : "";
  if (d->unroll)
    copies += (d->peel ? ", " : "") + ("unroll by " + std::to_string (d->unroll));
  switch (d->action)
    {
    case WPP_LOOP_PEEL:
    case WPP_LOOP_UNROLL:
      return copies;
    case WPP_LOOP_VECTORIZE:
      return "vectorise" + (copies.empty () ? "" : ", or else " + copies);
    case WPP_LOOP_SCALAR:
      return "do not vectorise";
    default:
      return "leave";
    }
}

/* The fact that C's decision rests on.  */

std::string
reason_of (const candidate *c)
{
  const wpp_loop_decision *d = &c->decision;
  std::string stays = std::to_string (d->stays) + (d->stays == 1 ? " entry" : " entries");
  std::string text;
  if (d->peel)
    text = percent (d->few, d->stays) + " of " + stays + " test "
           + (d->peel == 1 ? "once" : std::to_string (d->peel) + " times or less");
  if (d->action == WPP_LOOP_UNROLL || d->action == WPP_LOOP_VECTORIZE)
    text += (d->peel ? "; " : "") + percent (d->in_long, d->trips) + " of " + std::to_string (d->trips)
            + " iterations are in long stays" + (d->peel ? "" : ", of " + stays);
  if (text.empty ())
    text = std::to_string (d->trips) + " iterations in " + stays
           + (d->action == WPP_LOOP_LEAVE ? ": nothing is known to gain" : "");
  text += "; like the one before " + percent (c->stays.same, c->stays.turns);
  if (c->chain > 0)
    text += "; iterations wait for a chain of " + cycles_text (c->chain) + " cycles";
  if (c->asked)
    text = "-fwpp-decide says so, " + std::to_string ((gcov_type) c->expected) + " cycles are expected; " + text;
  return c->why_not ? std::string (c->why_not) + "; " + text : text;
}

/* ---- Considering.  */

/* The decision that ASKED is.  */

wpp_loop_decision
decision_of (const wpp_request *asked)
{
  wpp_loop_decision d = {};
  d.peel = asked->peel;
  d.unroll = asked->unroll;
  d.action = asked->action == wpp_request::VECTORISE ? WPP_LOOP_VECTORIZE
             : asked->action == wpp_request::SCALAR  ? WPP_LOOP_SCALAR
             : d.unroll                            ? WPP_LOOP_UNROLL
             : d.peel                              ? WPP_LOOP_PEEL
                                                   : WPP_LOOP_LEAVE;
  return d;
}

/* Decide on C's loop with the FACTS and the test TEST.  */

void
decide (candidate *c, const wpp_loop_facts *facts, gimple *test)
{
  const wpp_request *asked = wpp_asked_of ("loops", gimple_location_safe (test));
  c->chain = facts->chain > wpp_loop_work_cycles (facts) ? facts->chain : 0;
  c->line = LOCATION_LINE (gimple_location_safe (test));
  c->asked = asked != NULL;
  c->decision = asked ? wpp_asked_loop (facts, decision_of (asked)) : wpp_decide_loop (facts);
  c->expected = wpp_gain_of_loop (facts, &c->decision);
  if (!c->why_not && !asked)
    c->why_not = forbidden (&c->decision);
}

/* How many statements cfun executes, as far as counts are known.  */

double
executed_statements ()
{
  double n = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb->count.ipa ().initialized_p ())
      n += wpp_size_of (bb) * (double) bb->count.ipa ().to_gcov_type ();
  return n;
}

/* Set the loops of MATCHES' function: those of the first that has any.  */

wpp_index_loop *
known_loops (const vec<wpp_match> &matches, size_t *n)
{
  for (const wpp_match &m : matches)
    {
      wpp_index_loop *loops;
      if (!wpp_index_loops (m.index (), &m.entry, &loops, n) && *n)
        return loops;
      free (loops);
    }
  return NULL;
}

void
consider (considered *unit, cgraph_node *node, class loop *loop, const wpp_loop_stays &stays)
{
  candidate *c = new candidate{
    node, loop->num, loop->header, loop->num_nodes, 0, wpp_ends_by_test_p (loop), forbidden (loop), false, 0, 0, {},
    stays
  };
  wpp_loop_facts facts = wpp_read_loop (loop, &c->stays);
  facts.test_first = c->test_first;
  facts.function = unit->executed;
  decide (c, &facts, last_nondebug_stmt (loop->header));
  unit->all.safe_push (c);
}

void
count_hot_bytes (considered *unit)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (maybe_hot_bb_p (cfun, bb))
      unit->hot_bytes += wpp_size_of (bb) * bytes_of_statement;
}

/* ---- Carrying out.  */

/* C's loop in cfun, or null when it is not what was considered any more.  */

class loop *
loop_of (const candidate *c)
{
  class loop *loop = get_loop (cfun, c->loop);
  return loop && loop->header == c->header && loop->num_nodes == c->nodes ? loop : NULL;
}

void
mark (class loop *loop, const candidate *c)
{
  const wpp_loop_decision *d = &c->decision;
  wpp_loop_mark m = { d->peel, d->unroll, c->test_first, {} };
  for (unsigned i = 0; i < 5; i++)
    {
      uint64_t now = wpp_stays_above (&c->stays, i), again = wpp_stays_above (&c->stays, i + 1);
      m.stays[i] = now ? (double) again / now : 0;
    }
  if (d->peel || d->unroll || d->action == WPP_LOOP_VECTORIZE)
    wpp_set_loop_mark (loop, m);
}

/* Let GCC's own model say whether a loop that is to be vectorised can be with a gain; by default it takes the word of
   the one who forces it.  */

void
believe_cost_model ()
{
  wpp_change_options (cfun->decl,
                      [] (gcc_options *options) { options->x_flag_simd_cost_model = VECT_COST_MODEL_DYNAMIC; });
}

/* GCC 16 warns of loops that must be vectorised and are not.  Where the source cannot ask for that, these are ours.  */

void
warn_of_no_loop ()
{
  if (!flag_openmp && !flag_openmp_simd)
    warn_openmp_simd = false;
}

/* Let each copy of a loop's body have registers of its own in a function whose options are OPTIONS, as with
   -funroll-loops on the command line, but not with -fprofile-use.  Elsewhere that is no gain: the interpreter of
   docs/optimising.md took 1.14 times the time.  */

void
give_copies_registers (gcc_options *options)
{
  if (!OPTION_SET_P (flag_web))
    options->x_flag_web = true;
  if (!OPTION_SET_P (flag_rename_registers))
    options->x_flag_rename_registers = true;
}

void
carry_out (const candidate *c)
{
  class loop *loop = loop_of (c);
  const wpp_loop_decision *d = &c->decision;
  if (!loop || !d->chosen)
    return;
  mark (loop, c);
  if (d->unroll)
    wpp_change_options (c->node->decl, give_copies_registers);
  loop->dont_vectorize |= d->action == WPP_LOOP_SCALAR;
  if (d->action == WPP_LOOP_VECTORIZE)
    {
      loop->force_vectorize = true;
      cfun->has_force_vectorize_loops = true;
      believe_cost_model ();
      warn_of_no_loop ();
    }
}

/* Could something be decided on LOOP?  */

bool
candidate_p (class loop *loop)
{
  return !loop->inner && loop->header->count.ipa ().nonzero_p () && maybe_hot_bb_p (cfun, loop->header);
}

/* Does cfun have such a loop?  */

bool
any_loop_p ()
{
  for (unsigned i = 1; i < number_of_loops (cfun); i++)
    {
      class loop *loop = get_loop (cfun, i);
      if (loop && candidate_p (loop))
        return true;
    }
  return false;
}

/* The stays in LOOP as counts of edges let them seem: all as long as their mean.  */

wpp_loop_stays
mean_stays (class loop *loop)
{
  wpp_loop_stays s = {};
  gcov_type trips = loop->header->count.to_gcov_type (), stays = 0;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (!flow_bb_inside_loop_p (loop, e->src) && e->count ().initialized_p ())
      stays += e->count ().to_gcov_type ();
  s.n = stays > 0;
  if (s.n)
    s.groups[0] = { (uint64_t) (trips / stays), (uint64_t) stays, (uint64_t) trips };
  return s;
}

/* Consider what counts of edges say of the loops of NODE.  */

void
consider_means (considered *unit, cgraph_node *node)
{
  for (unsigned i = 1; i < number_of_loops (cfun); i++)
    if (class loop *loop = get_loop (cfun, i); loop && candidate_p (loop))
      consider (unit, node, loop, mean_stays (loop));
}

/* Consider the loops of F.  */

void
consider_loops (void *kept, const wpp_considered *f)
{
  considered *unit = (considered *) kept;
  const wpp_function_graph *graph = f->graph;
  size_t n = 0;

  if (!opt_for_fn (cfun->decl, optimize))
    return;
  count_hot_bytes (unit);
  unit->executed = executed_statements ();
  if (wpp_opts.edges_only)
    {
      if (current_loops)
        consider_means (unit, f->node);
      return;
    }
  wpp_index_loop *known = known_loops (*f->matches, &n);
  for (size_t i = 0; i < n; i++)
    {
      basic_block bb = known[i].header < graph->nodes.length () ? graph->nodes[known[i].header].bb : NULL;
      class loop *loop = bb ? bb->loop_father : NULL;
      if (loop && loop_outer (loop) && loop->header == bb && candidate_p (loop))
        consider (unit, f->node, loop, known[i].stays);
    }
  if (!n && wpp_decisions_wanted_p () && current_loops && any_loop_p ())
    wpp_note_decision ({ "loops", "leave", false, -1, 0,
                         "trips are not known: the profile counts paths, or activations cannot be told apart" }, 0);
  free (known);
}

/* The cycles that are hoped for from what is decided on the loop that BB of NODE is in.  */

uint64_t
gain_of (void *kept, cgraph_node *node, basic_block bb)
{
  for (const candidate *c : ((const considered *) kept)->all)
    if (c->node == node && bb->loop_father && c->loop == bb->loop_father->num && !c->why_not
        && c->decision.action != WPP_LOOP_LEAVE)
      return c->asked ? UINT64_MAX : c->decision.gain;
  return 0;
}

/* Choose among all that the functions of the unit have.  */

void
choose_loops (void *kept)
{
  considered *unit = (considered *) kept;
  auto_vec<wpp_loop_decision *> open;

  for (candidate *c : unit->all)
    {
      push_cfun (DECL_STRUCT_FUNCTION (c->node->decl));
      if (!c->why_not && !loop_of (c))
        c->why_not = "paths in it were copied";
      pop_cfun ();
      if (c->asked)
        c->decision.chosen = !c->why_not && c->decision.action != WPP_LOOP_LEAVE;
      else if (!c->why_not)
        open.safe_push (&c->decision);
    }
  wpp_choose_loops (open.address (), open.length (), wpp_code_budget (unit->hot_bytes));
}

/* Mark the loops chosen.  */

void
mark_loops (void *kept)
{
  considered *unit = (considered *) kept;
  for (candidate *c : unit->all)
    {
      push_cfun (DECL_STRUCT_FUNCTION (c->node->decl));
      carry_out (c);
      wpp_note_decision ({ "loops", action_of (c), c->decision.chosen, (gcov_type)c->decision.gain, c->decision.bytes,
                           reason_of (c) },
                         c->line);
      pop_cfun ();
    }
}

/* Set the options of GCC's own passes of loops; decisions are WANTED.  */

void
set_options (bool wanted)
{
  if (!wanted)
    {
      /* Beside decisions these lose: they unroll loops that decisions are for (FLAC's encoder took 1.5 % more
         instructions), and guess that an unknown stride is 1 (1.3 % on phalanx).  */
      WPP_UNLESS_GIVEN (flag_predictive_commoning, true);
      WPP_UNLESS_GIVEN (flag_version_loops_for_strides, true);
    }
}

void *
start (const char *plugin)
{
  wpp_register_loop_passes (plugin);
  return new considered ();
}

void
take_mark (void *, basic_block bb, uint32_t value)
{
  wpp_take_loop_mark (bb, value);
}

const wpp_optimization names[] = {
  { "loops", false, NULL, NULL, NULL },
};

} // anonymous namespace

extern const wpp_kind wpp_kind_loops = {
  .names = names,
  .n_names = ARRAY_SIZE (names),
  .options = set_options,
  .start = start,
  .take = take_mark,
  .lto_note = WPP_LTO_NOTE_LOOP,
  .consider = consider_loops,
  .gain = gain_of,
  .choose = choose_loops,
  .carry_out = mark_loops,
};
