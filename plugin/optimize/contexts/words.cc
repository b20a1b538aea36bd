/* What is said of clones: which calls they are for, and how these lead to other paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/optimize/contexts/contexts.h"
#include "plugin/decisions/decisions.h"

namespace {

std::string
tenths (double number)
{
  char text[32];
  snprintf (text, sizeof text, "%.1f", number);
  return text;
}

std::string
share (double part)
{
  return tenths (100 * part) + " %";
}

unsigned
line_at (const wpp_known_function *f, uint32_t node)
{
  gimple *last = f->graph.nodes[node].last;
  return last ? gimple_lineno (last) : 0;
}

const char *
name_of (const wpp_known_function *f)
{
  return lang_hooks.decl_printable_name (f->node->decl, 1);
}

std::string
text_of (const wpp_leading_call *c)
{
  std::string text = std::string (name_of (c->caller)) + " (line "
                     + std::to_string (gimple_lineno (wpp_call_of (c->caller, c->at))) + ")";
  return c->via ? text + " called by " + text_of (c->via) : text;
}

/* To do WHAT for CALLS.  */

std::string
text_of (const char *what, const vec<const wpp_leading_call *> &calls)
{
  std::string text = what + std::to_string (calls.length ()) + (calls.length () == 1 ? " call: " : " calls: ");
  for (unsigned i = 0; i < calls.length (); i++)
    text += (i ? ", " : "") + text_of (calls[i]);
  return text;
}

std::string
action_of (const wpp_considered_function *f, uint32_t clone)
{
  auto_vec<const wpp_leading_call *> calls;
  for (unsigned i = 0; i < f->calls.length (); i++)
    if (f->decided[i].clone == clone)
      calls.safe_push (f->calls[i]);
  return text_of (f->plan.clones[clone].inlined ? "inline " : "clone for ", calls);
}

/* The line to which F's control goes by edge E of its graph, if it has one.  */

unsigned
line_after (const wpp_known_function *f, uint32_t e)
{
  for (gimple *s = f->graph.nodes[f->graph.cfg.edges[e].dst].first; s;)
    {
      if (gimple_lineno (s) || s == f->graph.nodes[f->graph.cfg.edges[e].dst].last)
        return gimple_lineno (s);
      gimple_stmt_iterator gsi = gsi_for_stmt (s);
      gsi_next (&gsi);
      s = gsi_stmt (gsi);
    }
  return 0;
}

/* How C goes another way than what is left of F.  */

std::string
difference_of (const wpp_considered_function *f, const wpp_clone *c)
{
  unsigned to = line_after (f->known, c->way);
  return "from line " + std::to_string (line_at (f->known, c->branch))
         + (to ? " it goes to line " + std::to_string (to) : " it goes one way") + " " + share (c->here)
         + " of the time, elsewhere " + share (c->elsewhere)
         + (c->n_branches > 1 ? "; " + std::to_string (c->n_branches - 1) + " more differ" : "");
}

/* Whom C, or what is left of F, calls where all of F calls others, too.  */

std::string
target_of (const wpp_considered_function *f, const wpp_clone *c)
{
  const wpp_indirect_call *call = &f->known->indirect[c->call];
  cgraph_node *target = wpp_target_of (f->known->executed->loaded, f->known->callees[c->target].callee);
  unsigned line = gimple_lineno (wpp_call_of (f->known, call->node));
  return (line ? "line " + std::to_string (line) + " " : std::string ()) + "calls "
         + lang_hooks.decl_printable_name (target->decl, 1)
         + (c->called == c->of ? std::string (" only") : " " + share ((double) c->called / c->of) + " of the time")
         + (c->left_calls ? " elsewhere" : "") + "; " + std::to_string (call->n) + " targets over all";
}

std::string
reason_of (const wpp_considered_function *f, const wpp_clone *c)
{
  std::string text = "entered " + std::to_string (c->count) + " of " + std::to_string (f->nodes[WPP_NODE_ENTRY])
                     + " times";
  if (c->inlined)
    text += "; takes " + tenths (c->cycles) + " cycles there, " + tenths (c->average) + " on average";
  if (c->n_branches)
    text += "; " + difference_of (f, c);
  if (c->target != WPP_NO_TARGET)
    text += "; " + target_of (f, c);
  return text;
}

} // anonymous namespace

void
wpp_note_clones (const wpp_considered_function *f)
{
  push_cfun (DECL_STRUCT_FUNCTION (f->known->node->decl));
  for (uint32_t i = 0; i < f->plan.n_clones; i++)
    {
      const wpp_clone *c = &f->plan.clones[i];
      wpp_note_decision ({ c->inlined ? "inlining" : "contexts", action_of (f, i), c->chosen, (gcov_type)c->gain,
                           c->bytes, reason_of (f, c) },
                         0);
    }
  pop_cfun ();
}

void
wpp_note_between (const wpp_known_function *f, const vec<const wpp_leading_call *> &calls,
                  const wpp_known_function *callee)
{
  uint64_t count = 0;
  for (const wpp_leading_call *c : calls)
    count += c->nodes[WPP_NODE_ENTRY];
  push_cfun (DECL_STRUCT_FUNCTION (f->node->decl));
  wpp_note_decision ({ "contexts", text_of ("clone for ", calls), true, -1, 0,
                       "entered " + std::to_string (count) + " of " + std::to_string (f->nodes[WPP_NODE_ENTRY])
                       + " times; it calls a clone of " + name_of (callee) + ", whose bytes and gain have its own" },
                     0);
  pop_cfun ();
}
