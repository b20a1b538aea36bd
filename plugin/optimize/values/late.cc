/* Tests for values are put where functions have been inlined.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The code of a test, up to 90 bytes, would keep GCC from putting small functions in the place of their calls: redis
   spent 7 % of its instructions in a function that copies replies, which -fprofile-use inlined.  So what is chosen for
   a statement only goes with it until then.  As GCC's own histograms go with statements, into copies, clones and, with
   -flto, to the linker's compiler, it is one of these: of a type of which GCC makes none after it has its profile, with
   the fields of the choice in the place of values and counts.  */

#include "plugin/optimize/values/values.h"
#include "context.h"
#include "predict.h"
#include "gimple-ssa.h"
#include "cfgloop.h"

namespace {

/* Counters of a histogram: a sum, the number of pairs, and these.  */
const unsigned n_fields = 6 + WPP_SMALL_SIZES, before_fields = 2;
static_assert (n_fields % 2 == 0, "fields are pairs");

/* The fields of C that tests are made from.  */

void
fields_of (wpp_value_choice *c, gcov_type *fields, bool read)
{
  auto field = [&fields, read] (uint64_t *x)
    {
      if (read)
        *x = *fields++;
      else
        *fields++ = *x;
    };
  uint64_t test = c->test, n = c->n;
  field (&test);
  field (&n);
  c->test = (wpp_value_test) test;
  c->n = n;
  for (unsigned i = 0; i < 2; i++)
    {
      field (&c->values[i]);
      field (&c->counts[i]);
    }
  for (uint64_t &size : c->sizes)
    field (&size);
}

/* A statement with what was chosen for it, for OF executions.  */
struct chosen
{
  wpp_valued_statement statement;
  wpp_value_choice choice;
  uint64_t of;
};

/* Take what was chosen for STMT, of cfun, away from it to C; return whether there was anything.  */

bool
take (gimple *stmt, chosen *c)
{
  histogram_value h = gimple_histogram_value_of_type (cfun, stmt, HIST_TYPE_TOPN_VALUES);
  if (!h || h->n_counters != before_fields + n_fields)
    return false;
  c->of = h->hvalue.counters[0];
  fields_of (&c->choice, h->hvalue.counters + before_fields, true);
  gimple_remove_histogram_value (cfun, stmt, h);
  c->statement.stmt = stmt;
  return wpp_value_place_p (&c->statement);
}

class values_pass : public gimple_opt_pass
{
public:
  explicit values_pass (gcc::context *);
  unsigned int execute (function *) override;
};

const pass_data values_data = {
  GIMPLE_PASS, "wpp_values", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

values_pass::values_pass (gcc::context *g) : gimple_opt_pass (values_data, g)
{
}

unsigned int
values_pass::execute (function *)
{
  auto_vec<chosen> all;
  basic_block bb;
  bool changed = false;

  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (chosen c = {}; take (gsi_stmt (gsi), &c))
        all.safe_push (c);
  for (const chosen &c : all)
    {
      bb = gimple_bb (c.statement.stmt);
      if (!wpp_testable_p (c.statement) || !optimize_bb_for_speed_p (bb) || !maybe_hot_bb_p (cfun, bb))
        continue;
      wpp_test_value (c.statement, c.choice, c.of);
      changed = true;
    }
  if (!changed)
    return 0;
  mark_virtual_operands_for_renaming (cfun);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  if (current_loops)
    loops_state_set (LOOPS_NEED_FIXUP);
  return TODO_update_ssa_only_virtuals | TODO_cleanup_cfg;
}

} // anonymous namespace

void
wpp_keep_choice (gimple *stmt, wpp_value_choice c, uint64_t of)
{
  histogram_value h = gimple_alloc_histogram_value (cfun, HIST_TYPE_TOPN_VALUES, stmt, NULL_TREE);
  h->n_counters = before_fields + n_fields;
  h->hvalue.counters = XNEWVEC (gcov_type, h->n_counters);
  h->hvalue.counters[0] = of;
  h->hvalue.counters[1] = n_fields / 2;
  fields_of (&c, h->hvalue.counters + before_fields, false);
  gimple_add_histogram_value (cfun, stmt, h);
}

void
wpp_register_values_pass (const char *plugin)
{
  register_pass_info info = { new values_pass (g), "adjust_alignment", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}
