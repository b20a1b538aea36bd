/* What loops are to have done with them, until it is done.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What is decided where paths are numbered is done after inlining, in each copy of the loop.  Of a loop's fields
   simdlen is copied with it, and no pass before the vectoriser looks at it; the user's pragmas set it to numbers above
   0.  So a mark is a number below 0 there.  The first pass after loopinit takes it off, peels, and sets what GCC's
   unroller obeys; where the vectoriser is to try first, a pass after that.  Whether to vectorise has fields of its own.

   With -flto simdlen does not travel, and the mark does in another way (plugin/lto/notes.h) until the linker's compiler
   takes it.

     bits 0-2: times to peel; 3-4: logarithm of the factor to unroll by; 5: test first; 6-30: five numbers of five bits,
     parts of 31  */

#include "plugin/lto/notes.h"
#include "plugin/decisions/decisions.h"
#include "plugin/optimize/loops/loops.h"
#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-loop-manip.h"

namespace {

const unsigned parts = 31, part_bits = 5, first_part = 6;

int
encoded (const wpp_loop_mark &m)
{
  unsigned code = m.peel | (m.unroll ? exact_log2 (m.unroll) : 0) << 3 | (unsigned) m.test_first << 5;
  for (unsigned i = 0; i < 5; i++)
    code |= (unsigned) (m.stays[i] * parts + 0.5) << (first_part + i * part_bits);
  return -1 - (int) code;
}

wpp_loop_mark
decoded (int simdlen)
{
  unsigned code = -1 - simdlen, log = code >> 3 & 3;
  wpp_loop_mark m = { code & 7, log ? 1u << log : 0, (code >> 5 & 1) != 0, {} };
  for (unsigned i = 0; i < 5; i++)
    m.stays[i] = (double) (code >> (first_part + i * part_bits) & parts) / parts;
  return m;
}

/* Header copying has taken the first test out of the loop of M.  */

void
skip_first_test (wpp_loop_mark *m)
{
  m->peel -= m->peel > 0;
  for (unsigned i = 0; i < 4; i++)
    m->stays[i] = m->stays[i + 1];
}

/* Does the number of LOOP's iterations follow from values before it?  GCC unrolls no others by count.  */

bool
counted_p (class loop *loop)
{
  tree n = number_of_latch_executions (loop);
  return n && n != chrec_dont_know && !chrec_contains_undetermined (n);
}

/* Tell what became of LOOP: ACTION, or WHY it could not be done.  */

void
report (class loop *loop, const std::string &action, const char *why)
{
  if (why)
    wpp_note_decision ({ "loops", action, false, -1, 0, why },
                       LOCATION_LINE (gimple_location_safe (last_nondebug_stmt (loop->header))));
  else if (dump_enabled_p ())
    {
      gimple *test = last_nondebug_stmt (loop->header);
      dump_user_location_t where = test ? dump_user_location_t (test)
                                        : dump_user_location_t::from_function_decl (cfun->decl);
      dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, where, "loops: %s: done\n", action.c_str ());
    }
}

void
unroll (class loop *loop, unsigned factor)
{
  const char *why = counted_p (loop) ? NULL : "the number of iterations is not known before the loop";
  if (!why)
    {
      loop->unroll = factor;
      cfun->has_unroll = true;
    }
  report (loop, "unroll by " + std::to_string (factor), why);
}

/* Do what M says with LOOP.  Return whether the graph has changed.  */

bool
carry_out (class loop *loop, wpp_loop_mark m)
{
  bool changed = false;

  if (loop->inner)
    return false;
  if (m.test_first && !wpp_tests_first_p (loop))
    skip_first_test (&m);
  if (m.peel)
    {
      const char *why = wpp_peel_loop (loop, m);
      changed = !why;
      report (loop, "peel " + std::to_string (m.peel), why);
    }
  if (m.unroll)
    unroll (loop, m.unroll);
  return changed;
}

/* The end of a pass that has CHANGED the graph or not.  */

unsigned
end_of (bool changed)
{
  if (!changed)
    return 0;
  scev_reset ();
  return TODO_cleanup_cfg;
}

/* Loops of the function at hand that the vectoriser is to try first.  */
struct second_choice
{
  int loop;                     /* its number */
  wpp_loop_mark mark;
};

typedef auto_vec<second_choice> second_choices;

const pass_data loops_data = { GIMPLE_PASS, "wpp_loops", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };

class loops_pass : public gimple_opt_pass
{
public:
  loops_pass (gcc::context *ctxt, second_choices *s) : gimple_opt_pass (loops_data, ctxt), second (s) {}
  opt_pass *clone () final override { return new loops_pass (m_ctxt, second); }
  unsigned execute (function *fun) final override;

private:
  second_choices *second;
};

unsigned
loops_pass::execute (function *fun)
{
  auto_vec<class loop *> loops, marked;
  bool changed = false;

  second->truncate (0);
  wpp_list_loops (fun, &loops);
  for (class loop *loop : loops)
    {
      if (loop->simdlen < 0)
        marked.safe_push (loop);
      fun->has_unroll |= loop->unroll > 1;
    }
  for (class loop *loop : marked)
    {
      wpp_loop_mark m = decoded (loop->simdlen);
      loop->simdlen = 0;
      if (loop->force_vectorize)
        second->safe_push ({ loop->num, m });
      else
        changed |= carry_out (loop, m);
    }
  return end_of (changed);
}

/* After the vectoriser: loops that it has not changed.  */

const pass_data second_data = { GIMPLE_PASS, "wpp_loops2", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0 };

class second_pass : public gimple_opt_pass
{
public:
  second_pass (gcc::context *ctxt, second_choices *s) : gimple_opt_pass (second_data, ctxt), second (s) {}
  opt_pass *clone () final override { return new second_pass (m_ctxt, second); }
  unsigned execute (function *fun) final override;

private:
  second_choices *second;
};

unsigned
second_pass::execute (function *fun)
{
  bool changed = false;

  for (const second_choice &c : *second)
    {
      class loop *loop = get_loop (fun, c.loop);
      if (!loop || !loop->force_vectorize)
        continue;
      loop->force_vectorize = false;
      report (loop, "vectorise", "GCC finds no way to, or none that gains");
      changed |= carry_out (loop, c.mark);
    }
  second->truncate (0);
  return end_of (changed);
}

} // anonymous namespace

bool
wpp_tests_first_p (const class loop *loop)
{
  edge e;
  edge_iterator ei;
  bool exits = false, body = false;

  FOR_EACH_EDGE (e, ei, loop->header->succs)
    {
      exits |= !flow_bb_inside_loop_p (loop, e->dest);
      body |= flow_bb_inside_loop_p (loop, e->dest) && e->dest != loop->header
              && !(e->dest == loop->latch && empty_block_p (e->dest));
    }
  return exits && body;
}

void
wpp_set_loop_mark (class loop *loop, const wpp_loop_mark &mark)
{
  loop->simdlen = encoded (mark);
  if (flag_lto)
    wpp_put_lto_note (WPP_LTO_NOTE_LOOP, gsi_after_labels (loop->header), -1 - loop->simdlen);
}

void
wpp_take_loop_mark (basic_block bb, uint32_t value)
{
  class loop *loop = current_loops ? bb->loop_father : NULL;
  if (loop && loop_outer (loop) && loop->header == bb && !loop->simdlen && value <= INT_MAX)
    loop->simdlen = -1 - (int) value;
}

void
wpp_register_loop_passes (const char *plugin)
{
  second_choices *choices = new second_choices;
  register_pass_info first = { new loops_pass (g, choices), "loopinit", 1, PASS_POS_INSERT_AFTER };
  register_pass_info second = { new second_pass (g, choices), "vect", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &first);
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &second);
}
