/* Targets of indirect calls, for GCC's value profile: the functions that a call has called.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC identifies a function by a number, which it looks up among the functions that it compiles; with -flto these are
   the functions of all units (pass `profile_estimate').  GCC's own numbers cannot be computed for a static function of
   another unit.  Ours are hashes of data in our notes: the assembler name and, unless other units can see the
   function, the name of the source file.  That is taken from the profile, because folders may have moved since.  */

#include "plugin/profile/feedback.h"

extern "C"
{
#include "activations/counts/value-counts.h"
#include "base/saturate.h"
}

namespace {

/* GCC looks at this many targets of a call.  */
const unsigned most_targets = GCOV_TOPN_MAXIMUM_TRACKED_VALUES;

/* The name of the source file being compiled, as used in all numbers.  */
const char *unit_name;

/* The unit's functions by their numbers.  */
hash_map<int_hash<int, 0, -1>, cgraph_node *> numbered;

struct target
{
  int number;
  uint64_t count;
};

int
compare_targets (const void *a, const void *b)
{
  const target *x = (const target *) a, *y = (const target *) b;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* The number of the function that is the entry CALLEE of LOADED.  */

int
number_of (const wpp_loaded *loaded, uint32_t number)
{
  wpp_index_entry callee;
  wpp_index_read (&loaded->file.index, number, &callee);
  bool here = loaded->unit.is (callee.source);
  return wpp_target_number (callee.name, callee.flags & WPP_FN_LOCAL, here ? unit_name : callee.source);
}

/* The calls of a function in a profile.  */
struct known_calls
{
  const wpp_loaded *loaded;
  const wpp_index_callee *callees;
  size_t n;
  wpp_index_callee *made;       /* to be freed */
};

/* Set CALLS to those of M.  */

int
find_callees (const wpp_match &m, known_calls *calls)
{
  if (m.part)
    {
      calls->callees = m.part_callees->address ();
      calls->n = m.part_callees->length ();
      return 0;
    }
  int err = wpp_index_callees (m.index (), &m.entry, &calls->made, &calls->n);
  calls->callees = calls->made;
  return err;
}

/* Add to TARGETS the callees that CALLS has for the call of NODE.  */

void
find_targets (const vec<known_calls> &calls, unsigned node, auto_vec<target> *targets)
{
  hash_map<int_hash<int, 0, -1>, unsigned> places;

  for (const known_calls &known : calls)
    for (const wpp_index_callee *c = known.callees; c < known.callees + known.n; c++)
      {
        if (c->node != node)
          continue;
        int number = number_of (known.loaded, c->callee);
        bool existed;
        unsigned &place = places.get_or_insert (number, &existed);
        if (!existed)
          {
            place = targets->length ();
            targets->safe_push ({ number, 0 });
          }
        (*targets)[place].count = wpp_saturating_add ((*targets)[place].count, c->count);
      }
  targets->qsort (compare_targets);
}

/* Attach TARGETS to CALL, which was executed TOTAL times.  */

void
attach (gimple *call, const vec<target> &targets, uint64_t total)
{
  unsigned n = MIN (targets.length (), most_targets);
  histogram_value h = gimple_alloc_histogram_value (cfun, HIST_TYPE_INDIR_CALL, call,
                                                    gimple_call_fn (call));

  h->n_counters = 2 + 2 * n;
  h->hvalue.counters = XNEWVEC (gcov_type, h->n_counters);
  h->hvalue.counters[0] = MIN (total, (uint64_t) HOST_WIDE_INT_MAX);
  h->hvalue.counters[1] = n;
  for (unsigned i = 0; i < n; i++)
    {
      h->hvalue.counters[2 + 2 * i] = targets[i].number;
      h->hvalue.counters[3 + 2 * i] = MIN (targets[i].count, (uint64_t) HOST_WIDE_INT_MAX);
    }
  gimple_add_histogram_value (cfun, call, h);
}

/* Is CALL, which may be null, an indirect call?  */

bool
indirect_p (gimple *call)
{
  return call && !gimple_call_internal_p (call) && !gimple_call_fndecl (call);
}

} // anonymous namespace

gcall *
wpp_call_at (const wpp_node_place *place)
{
  if (!place->first)
    return NULL;
  for (gimple_stmt_iterator gsi = gsi_for_stmt (place->first); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_call (stmt))
        return as_a<gcall *> (stmt);
      if (stmt == place->last)
        return NULL;
    }
  return NULL;
}

void
wpp_number_targets (const wpp_profiles *profiles)
{
  hash_set<int_hash<int, 0, -1>> taken;
  cgraph_node *node;

  unit_name = profiles->unit_name ();
  if (!unit_name)
    unit_name = main_input_filename;
  FOR_EACH_DEFINED_FUNCTION (node)
    /* A nested function that needs its parent's frame is called through a trampoline and not by its address.  GCC's own
       profile never has calls of it, and a direct call would have no frame to pass.  */
    if ((node->has_gimple_body_p () || node->thunk) && !DECL_STATIC_CHAIN (node->decl))
      {
        int number = wpp_target_number (profiles->name_of (node), !TREE_PUBLIC (node->decl), unit_name);
        while (taken.add (number))
          number = number == INT_MAX ? 1 : number + 1;
        node->profile_id = number;
        numbered.put (number, node);
      }
}

cgraph_node *
wpp_target_of (const wpp_loaded *loaded, uint32_t callee)
{
  cgraph_node **node = numbered.get (number_of (loaded, callee));
  return node ? *node : NULL;
}

void
wpp_attach_targets (gimple *call, const wpp_value_count *values, size_t n, uint64_t total)
{
  auto_vec<target> targets;
  if (gimple_histogram_value_of_type (cfun, call, HIST_TYPE_INDIR_CALL))
    return;
  for (size_t i = 0; i < n; i++)
    targets.safe_push ({ (int) values[i].value, values[i].count });
  if (!targets.is_empty ())
    attach (call, targets, total);
}

int
wpp_set_targets (const wpp_function_graph *graph, const vec<wpp_match> &matches,
                 const vec<uint64_t> &node_counts, const wpp_match **bad)
{
  auto_vec<known_calls> calls;
  int err = 0;

  for (const wpp_match &m : matches)
    {
      known_calls known = { m.loaded, NULL, 0, NULL };
      err = find_callees (m, &known);
      calls.safe_push (known);
      if (err)
        {
          *bad = &m;
          break;
        }
    }
  for (unsigned i = 0; i < graph->cfg.n_nodes && !err; i++)
    {
      if (!(graph->cfg.nodes[i].flags & WPP_NODE_CALL))
        continue;
      gimple *call = wpp_call_at (&graph->nodes[i]);
      if (!indirect_p (call))
        continue;
      auto_vec<target> targets;
      find_targets (calls, i, &targets);
      if (targets.is_empty ())
        continue;
      attach (call, targets, node_counts[i]);
      if (dump_file)
        dump_histograms_for_stmt (cfun, dump_file, call);
    }
  for (known_calls &known : calls)
    free (known.made);
  return err;
}
