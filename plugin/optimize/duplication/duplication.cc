/* -fwpp-optimize=paths and dispatch: copies of hot subpaths in which something folds, or what comes next is foreseen.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Which copies would let something fold, how often each is executed, and which are worth it, is decided in
   analysis/decide/duplication; here functions are translated for it, decisions chosen among those of the unit, and told
   (words.cc).  duplicate.cc makes the copies.  */

#include "plugin/optimize/duplication/duplication.h"
#include "plugin/decisions/decisions.h"
#include "plugin/profile/feedback.h"
#include "plugin/optimize/kind.h"
#include "plugin/gcc/body/program.h"
#include "predict.h"
#include "cfgloop.h"

namespace {

struct considered
{
  auto_delete_vec<wpp_function_copies> functions;
  auto_vec<wpp_told_tree> trees;
  auto_vec<wpp_told_dispatch> dispatches;
  uint64_t hot_bytes;
  double time;                  /* cycles */
};

const wpp_optimization names[] = {
  { "paths", true, wpp_any_way_p, "which paths follow each other is not known", "leave" },
  { "dispatch", true, wpp_any_way_p, "which paths follow each other is not known", "leave" },
};

const wpp_optimization *const paths = &names[0], *const dispatches = &names[1];

/* ---- Considering.  */

/* The streams of activations of a function.  */
class streams
{
public:
  ~streams ();
  /* Add those of MATCHES; WHOLE ones, or samples where they are long.  Return 0; or an error, and *BAD.  */
  int add (const wpp_function_graph *graph, const vec<wpp_match> &matches, bool whole, const wpp_match **bad);
  auto_vec<wpp_stream> all;
};

streams::~streams ()
{
  for (wpp_stream &s : all)
    {
      wpp_numbering_free (const_cast<wpp_numbering *> (s.num));
      wpp_projection_free (s.projection);
    }
}

int
streams::add (const wpp_function_graph *graph, const vec<wpp_match> &matches, bool whole, const wpp_match **bad)
{
  for (const wpp_match &m : matches)
    {
      int err = 0;
      wpp_stream s = { NULL, (whole ? wpp_index_projection : wpp_index_sample) (m.index (), &m.entry, &err) };
      if (s.projection && s.projection->grammar)
        s.num = wpp_function_numbering (&graph->cfg, m.entry.flags, m.entry.path_limit, &err);
      if (s.num && !err)
        all.safe_push (s);
      else
        wpp_projection_free (s.projection);
      if (err)
        {
          *bad = &m;
          return err;
        }
    }
  return 0;
}

/* May a tree of COPIES be chosen?  */

bool
worth_counting_p (const wpp_copies *copies)
{
  for (uint32_t i = 0; i < copies->n_trees; i++)
    if (copies->trees[i].gain)
      return true;
  return false;
}

/* Count COPIES on whole executions of MATCHES, if decisions are made from a sample, and all of them are there.  */

int
count_exactly (const wpp_function_graph *graph, const vec<wpp_match> &matches, wpp_copies *copies,
               const wpp_match **bad)
{
  streams s;
  bool sampled = false;
  for (const wpp_match &m : matches)
    sampled |= m.entry.whole.contents;
  if (!sampled || !worth_counting_p (copies))
    return 0;
  int err = s.add (graph, matches, true, bad);
  if (!err)
    return wpp_recount_copies (copies, s.all.address (), s.all.length ());
  return err == WPP_E_SAMPLE ? 0 : err;
}

/* Can BB not be copied, by GCC?  */

bool
fixed_p (basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->preds)
    if (e->flags & EDGE_COMPLEX)
      return true;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->flags & EDGE_COMPLEX)
      return true;
  return !can_duplicate_block_p (bb);
}

/* Translate F's blocks and jumps.  */

void
find_places (wpp_function_copies *f, const wpp_function_graph *graph)
{
  for (uint32_t i = 0; i < f->blocks->n; i++)
    {
      basic_block bb = graph->nodes[f->blocks->blocks[i].first].bb;
      f->block.safe_push (bb);
      f->blocks->blocks[i].fixed |= !bb || fixed_p (bb);
      f->blocks->blocks[i].single = bb && !wpp_weigh_calls (bb, &f->blocks->blocks[i].statements);
    }
  mark_dfs_back_edges ();
  for (uint32_t i = 0; i < f->blocks->n_jumps; i++)
    {
      wpp_jump *j = &f->blocks->jumps[i];
      edge e = graph->edges[j->edge].real;
      class loop *loop = e->dest->loop_father;
      f->jump.safe_push (e);
      /* Of loops with two entries GCC knows nothing.  */
      j->back = e->flags & EDGE_DFS_BACK;
      if (!loop || !loop_outer (loop) || loop->header != e->dest)
        continue;
      j->back = flow_bb_inside_loop_p (loop, e->src);
      j->into_loop = !j->back;
    }
}

/* Set MISSES to the part of the executions of each block's branch of F that are expected to be mispredicted.  */

void
find_misses (const wpp_function_copies *f, const vec<wpp_match> &matches, auto_vec<double> *misses)
{
  auto_vec<uint64_t> seen, missed;
  seen.safe_grow_cleared (f->blocks->cfg->n_nodes);
  missed.safe_grow_cleared (f->blocks->cfg->n_nodes);
  for (const wpp_match &m : matches)
    {
      wpp_index_branch *branches;
      size_t n;
      if (wpp_index_branches (m.index (), &m.entry, &branches, &n))
        continue;
      for (size_t i = 0; i < n; i++)
        if (branches[i].node < seen.length ())
          {
            seen[branches[i].node] += branches[i].seen;
            missed[branches[i].node] += branches[i].missed;
          }
      free (branches);
    }
  for (uint32_t i = 0; i < f->blocks->n; i++)
    {
      uint32_t last = f->blocks->blocks[i].end - 1;
      misses->safe_push (seen[last] ? (double) missed[last] / seen[last] : 0);
    }
}

/* What C says that others would gain where T has copies.  */

uint64_t
gain_of_others (const wpp_considered *c, const wpp_function_copies *f, const wpp_copy_tree *t)
{
  uint64_t gain = 0;
  for (uint32_t i = t->root; i < t->end; i++)
    if (t->of->copies[i].kept)
      gain = MAX (gain, c->promised (c, f->block[t->of->copies[i].block]));
  return gain;
}

/* Note the trees of F that gain something, and its dispatches.  */

void
note_trees (considered *unit, const wpp_considered *by, const wpp_function_copies *f)
{
  const wpp_copies *c = f->copies;
  for (uint32_t i = 0; i < c->n_trees; i++)
    if (c->trees[i].gain)
      {
        c->trees[i].instead = gain_of_others (by, f, &c->trees[i]);
        unit->trees.safe_push (wpp_tell_tree (f, &c->trees[i]));
      }
  for (uint32_t i = 0; i < c->n_dispatches; i++)
    unit->dispatches.safe_push (wpp_tell_dispatch (f, &c->dispatches[i]));
}

bool
hot_p ()
{
  basic_block bb;
  bool hot = false;
  FOR_EACH_BB_FN (bb, cfun)
    hot |= bb->count.ipa ().nonzero_p () && maybe_hot_bb_p (cfun, bb);
  return hot;
}

/* Find the copies of C, whose statements are BODY's.  */

int
find (considered *unit, const wpp_considered *c, const wpp_body *body, const wpp_match **bad)
{
  const wpp_function_graph *graph = c->graph;
  auto_vec<uint64_t> nodes, edges;
  auto_vec<double> misses;
  streams s;
  int err = wpp_sum_counts (graph, *c->matches, &nodes, &edges, bad);
  if (!err)
    err = s.add (graph, *c->matches, false, bad);
  if (err || s.all.is_empty ())
    return err;
  wpp_function_copies *f = new wpp_function_copies { c->node, NULL, NULL, {}, {}, {} };
  unit->functions.safe_push (f);
  f->blocks = wpp_blocks_new (&graph->cfg, body, nodes.address (), edges.address ());
  if (!f->blocks)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < f->blocks->n; i++)
    if (f->blocks->blocks[i].count)
      {
        unit->hot_bytes += f->blocks->blocks[i].statements * WPP_STATEMENT_BYTES;
        unit->time += (double) f->blocks->blocks[i].count * f->blocks->blocks[i].statements / WPP_STATEMENTS_A_CYCLE;
      }
  find_places (f, graph);
  find_misses (f, *c->matches, &misses);
  wpp_copy_facts facts = { misses.address (), wpp_unscaled_count (MAX (get_hot_bb_threshold (), 1)),
                           wpp_optimize_p (paths), wpp_optimize_p (dispatches),
                           wpp_inlining_room (c->node) };
  f->copies = wpp_copies_new (f->blocks, &facts, s.all.address (), s.all.length (), &err);
  wpp_find_target_lines (f);
  if (f->copies && !err)
    err = count_exactly (graph, *c->matches, f->copies, bad);
  if (f->copies)
    note_trees (unit, c, f);
  return err;
}

/* ---- Choosing, and making.  */

/* Is anything chosen in F; is there a dispatch among it?  */

bool
chosen_p (const wpp_function_copies *f, bool *dispatch)
{
  bool any = false;
  *dispatch = false;
  for (uint32_t i = 0; f->copies && i < f->copies->n_trees; i++)
    {
      any |= f->copies->trees[i].chosen;
      *dispatch |= f->copies->trees[i].chosen && f->copies->trees[i].dispatch != WPP_NONE;
    }
  for (uint32_t i = 0; f->copies && i < f->copies->n_dispatches; i++)
    *dispatch |= f->copies->dispatches[i].chosen;
  return any || *dispatch;
}

/* Choose among all that the functions of the unit have.  */

void
choose (void *kept)
{
  considered *unit = (considered *) kept;
  auto_vec<wpp_copy_tree *> trees;
  wpp_copy_budget budget = { wpp_code_budget (unit->hot_bytes),
                             unit->hot_bytes ? WPP_LEAST_OF_A_BYTE * unit->time / unit->hot_bytes : 0 };

  for (wpp_told_tree &t : unit->trees)
    trees.safe_push (t.tree);
  wpp_choose_copies (trees.address (), trees.length (), &budget);
  for (wpp_function_copies *f : unit->functions)
    if (f->copies && wpp_choose_originals (f->copies, &budget))
      warning_at (DECL_SOURCE_LOCATION (f->node->decl), 0, "out of memory: no cases of %qD are tested first",
                  f->node->decl);
}

/* Find what copies of the code of F would let fold, or foresee.  Of a part of a function it is not known how often they
   would be executed.  */

void
consider (void *kept, const wpp_considered *f)
{
  const wpp_match *bad = NULL;
  wpp_body body;

  if (f->part || !opt_for_fn (cfun->decl, optimize) || opt_for_fn (cfun->decl, optimize_size) || cfun->calls_setjmp
      || cfun->has_nonlocal_label || !wpp_counted_p (cfun) || !hot_p ())
    return;
  wpp_build_body (f->tables, f->graph, &body);
  if (int err = find ((considered *) kept, f, &body, &bad))
    warning_at (DECL_SOURCE_LOCATION (f->node->decl), 0, "no copies of paths of %qD: %s", f->node->decl,
                wpp_what_is_wrong (err, bad).c_str ());
  wpp_body_release (&body);
}

/* Make the copies chosen.  */

void
carry_out (void *kept)
{
  considered *unit = (considered *) kept;
  bool dispatch;

  for (const wpp_told_tree &t : unit->trees)
    wpp_note_tree (t);
  for (const wpp_told_dispatch &d : unit->dispatches)
    wpp_note_dispatch (d);
  for (wpp_function_copies *f : unit->functions)
    if (chosen_p (f, &dispatch))
      {
        push_cfun (DECL_STRUCT_FUNCTION (f->node->decl));
        if (wpp_take_exact_counts (f->copies))
          warning_at (DECL_SOURCE_LOCATION (f->node->decl), 0, "out of memory: counts in copies of %qD are estimates",
                      f->node->decl);
        wpp_duplicate_paths (f);
        pop_cfun ();
        if (dispatch)
          wpp_keep_copies_apart (f->node->decl);
      }
  unit->trees.truncate (0);
  unit->dispatches.truncate (0);
  while (!unit->functions.is_empty ())
    delete unit->functions.pop ();
}

void *
start (const char *)
{
  return new considered ();
}

} // anonymous namespace

extern const wpp_kind wpp_kind_duplication = {
  .names = names,
  .n_names = ARRAY_SIZE (names),
  .start = start,
  .consider = consider,
  .choose = choose,
  .carry_out = carry_out,
};
