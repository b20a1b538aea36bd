/* A plugin for tests: programs count how often each block is executed, and know how often the compiler believes it was.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The counting code is put where -fwpp-use is done with a function: after its counts, and what it has copied, moved or
   removed there; or after a pass of GCC's, -fplugin-arg-blockcounts-behind=PASS.  What is counted does not come from
   wpp: the counts are those of the blocks that there are then, by code that adds 1 in each.

   With -fplugin-arg-blockcounts-atomic threads may count at a time.

   Code after a call may be executed more often than code before it (a call that forks, or calls what forks), or less
   often (one that may never come back).  wpp takes for a block's count the greatest one in it; so a block is counted at
   several places: place 0 is its beginning, the others are after its calls.

   Place I of the unit adds to an array's element I.  At the end of the assembly come the array, and a record of the
   section count_blocks, which blocks-end.c prints when the program ends.  */

#include "plugin/gcc/graph/graph.h"
#include "output.h"
#include "stringpool.h"
#include "gimplify.h"
#include "memmodel.h"

#define ENTRY __attribute__ ((visibility ("default")))

ENTRY int plugin_is_GPL_compatible;

namespace {

struct place
{
  std::string function;
  int index;                    /* of the block */
  int place;                    /* in the block */
  int line;
  bool precise;                 /* the count is as it was measured */
  gcov_type expected;
};

/* Those of the unit, and the array of its counts, whose name no other unit has.  */
auto_delete_vec<place> places;
tree counts;
char name[64];
bool atomic;

const ggc_root_tab roots[] = { { &counts, 1, sizeof counts, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
                               LAST_GGC_ROOT_TAB };

tree
array_of_counts ()
{
  if (counts)
    return counts;
  timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  snprintf (name, sizeof name, "count_blocks_%d_%ld_%ld", getpid (), (long) now.tv_sec, now.tv_nsec);
  tree type = build_array_type_nelts (build_qualified_type (uint64_type_node, TYPE_QUAL_VOLATILE), 1 << 24);
  counts = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier (name), type);
  TREE_PUBLIC (counts) = 1;
  DECL_EXTERNAL (counts) = 1;
  DECL_ARTIFICIAL (counts) = 1;
  DECL_VISIBILITY (counts) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED (counts) = 1;
  varpool_node::get_create (counts);
  return counts;
}

bool
returning_twice_p (gimple *stmt)
{
  return stmt && is_gimple_call (stmt) && gimple_call_flags (stmt) & ECF_RETURNS_TWICE;
}

/* Does BB begin or end with a call of setjmp or vfork?  What it ends with is executed at each return, but its beginning
   is not; and from GCC 13 on nothing may be put before such a call at the beginning.  */

bool
returns_twice_p (basic_block bb)
{
  gimple_stmt_iterator first = gsi_start_nondebug_after_labels_bb (bb);
  return returning_twice_p (gsi_end_p (first) ? NULL : gsi_stmt (first))
         || returning_twice_p (last_nondebug_stmt (bb));
}

/* Code in BB that counts place I.  The accesses are volatile: whatever GCC believes of calls, it adds each time.  */

gimple_seq
counting_code (basic_block bb, unsigned i)
{
  gimple_seq code = NULL;
  tree array = array_of_counts ();
  tree ref = build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (array)), array, build_int_cst (integer_type_node, i), NULL_TREE,
                     NULL_TREE);
  TREE_THIS_VOLATILE (ref) = 1;
  TREE_SIDE_EFFECTS (ref) = 1;
  if (atomic)
    {
      TREE_ADDRESSABLE (array) = 1;
      tree add = builtin_decl_explicit (BUILT_IN_ATOMIC_FETCH_ADD_8);
      gcall *call = gimple_build_call (add, 3, build_fold_addr_expr (ref), build_one_cst (uint64_type_node),
                                       build_int_cst (integer_type_node, MEMMODEL_RELAXED));
      gimple_seq_add_stmt (&code, call);
      cgraph_node::get (cfun->decl)->create_edge (cgraph_node::get_create (add), call, bb->count);
      return code;
    }
  tree before = make_ssa_name (uint64_type_node), after = make_ssa_name (uint64_type_node);
  gimple_seq_add_stmt (&code, gimple_build_assign (before, ref));
  gimple_seq_add_stmt (&code, gimple_build_assign (after, PLUS_EXPR, before, build_one_cst (uint64_type_node)));
  gimple_seq_add_stmt (&code, gimple_build_assign (unshare_expr (ref), after));
  return code;
}

/* Append to CALLS those of BB after which it is counted: not the last statement, and none before a return that may be
   jumps.  (GCC 11's auto_vec must not be assigned: both would free what it has.)  */

void
find_calls_within (basic_block bb, vec<gimple *> *calls)
{
  gimple *last = last_nondebug_stmt (bb);
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    {
      gimple_stmt_iterator next = gsi;
      gsi_next_nondebug (&next);
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_call (stmt) && !gimple_call_internal_p (stmt) && stmt != last
          && !(flag_optimize_sibling_calls && gimple_code (gsi_stmt (next)) == GIMPLE_RETURN))
        calls->safe_push (stmt);
    }
}

int
line_of (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    if (int line = gimple_lineno (gsi_stmt (gsi)))
      return line;
  return 0;
}

/* A function that counts is neither pure nor constant.  */

void
forget_pure_functions ()
{
  static bool done = false;
  cgraph_node *node;
  if (!done)
    FOR_EACH_DEFINED_FUNCTION (node)
      {
        node->set_const_flag (false, false);
        node->set_pure_flag (false, false);
      }
  done = true;
}

void
update_calls (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (is_gimple_call (gsi_stmt (gsi)))
        update_stmt (gsi_stmt (gsi));
}

const pass_data data = {
  GIMPLE_PASS, "count_blocks", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, TODO_update_ssa_only_virtuals
};

class count_pass : public gimple_opt_pass
{
public:
  count_pass (bool behind) : gimple_opt_pass (data, g), late (behind) {}
  opt_pass *clone () final override { return new count_pass (late); }
  unsigned execute (function *fun) final override;

private:
  void count_block (function *fun, basic_block bb);

  bool late;                    /* calls are no more what they do: some may be gone that only count */
};

void
count_pass::count_block (function *fun, basic_block bb)
{
  profile_count count = bb->count.ipa ();
  auto_vec<gimple *> calls;
  int line = line_of (bb), n = 0;
  if (!late)
    find_calls_within (bb, &calls);
  for (gimple *call : calls)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (call);
      gsi_insert_seq_after (&gsi, counting_code (bb, places.length () + ++n), GSI_SAME_STMT);
    }
  gimple_stmt_iterator gsi = gsi_after_labels (bb);
  gsi_insert_seq_before (&gsi, counting_code (bb, places.length ()), GSI_SAME_STMT);
  for (int i = 0; i <= n; i++)
    places.safe_push (new place { IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fun->decl)), bb->index, i, line,
                                  count.quality () == PRECISE, count.to_gcov_type () });
}

unsigned
count_pass::execute (function *fun)
{
  basic_block bb;

  if (!late)
    {
      forget_pure_functions ();
      update_calls (fun);
    }
  /* Without a profile only what GCC takes to be never executed has a count.  */
  if (!ENTRY_BLOCK_PTR_FOR_FN (fun)->count.ipa ().initialized_p ())
    return 0;
  FOR_EACH_BB_FN (bb, fun)
    if (bb->count.ipa ().initialized_p () && !returns_twice_p (bb))
      count_block (fun, bb);
  return 0;
}

/* For PLUGIN_FINISH_UNIT: the array, and its record.  */

void
write (void *, void *)
{
  FILE *f = asm_out_file;
  if (places.is_empty () || seen_error ())
    return;
  fprintf (f,
           "\t.hidden %s\n\t.comm %s,%u,32\n\t.pushsection .data.count_blocks,\"aw\"\n\t.balign 8\n.Lcount_blocks:\n",
           name, name, 8 * places.length ());
  for (unsigned i = 0; i < places.length (); i++)
    fprintf (f, "\t.quad .Lcount_blocks_%u,%d,%d,%d,%d,%" PRId64 "\n", i, places[i]->index, places[i]->place,
             places[i]->line, places[i]->precise, (int64_t)places[i]->expected);
  for (unsigned i = 0; i < places.length (); i++)
    fprintf (f, ".Lcount_blocks_%u:\n\t.string \"%s\"\n", i, places[i]->function.c_str ());
  fprintf (f, ".Lcount_blocks_unit:\n\t.string \"%s\"\n\t.popsection\n", name);
  fprintf (f,
           "\t.pushsection count_blocks,\"aw\"\n\t.balign 8\n\t.quad "
           "%s,.Lcount_blocks,%u,.Lcount_blocks_unit\n\t.popsection\n",
           name, places.length ());
}

} // anonymous namespace

ENTRY int
plugin_init (plugin_name_args *info, plugin_gcc_version *)
{
  bool behind = info->argc == 1 && !strcmp (info->argv[0].key, "behind") && info->argv[0].value;
  atomic = info->argc == 1 && !strcmp (info->argv[0].key, "atomic");
  if (info->argc && !behind && !atomic)
    {
      error_at (UNKNOWN_LOCATION, "%s: the option is behind=PASS or atomic", info->base_name);
      return 1;
    }
  /* GCC splits functions right after the pass of wpp; GCC 16 also before it, with -fauto-profile only.  So the place is
     each such pass (0), not the first one.  */
  register_pass_info pass = { new count_pass (behind), behind ? info->argv[0].value : "feedback_fnsplit", behind,
                              behind ? PASS_POS_INSERT_AFTER : PASS_POS_INSERT_BEFORE };
  register_callback (info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  register_callback (info->base_name, PLUGIN_REGISTER_GGC_ROOTS, NULL, const_cast<ggc_root_tab *> (roots));
  register_callback (info->base_name, PLUGIN_FINISH_UNIT, write, NULL);
  return 0;
}
