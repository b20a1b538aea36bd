/* Which part of a function's executions each of its clones has, and which clone is called where.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An instance is a function or a clone of it.  What a call led to is in one instance of its function, but for what was
   taken out for chains of two that end with the call.  So all instances of the call's caller call the same instance
   there; but those that the first call of such a chain leads to call the one that was taken out.  They must not be
   entered otherwise: what a first call led to is taken out, too, and its caller calls it.

   Calls, and paths by calls, are exact (calls.cc), and what is taken out of an instance is taken away from it.  So each
   instance is executed exactly as often as its paths say.  */

#ifndef WPP_PLUGIN_OPTIMIZE_CONTEXTS_INSTANCES_H
#define WPP_PLUGIN_OPTIMIZE_CONTEXTS_INSTANCES_H

#include "plugin/optimize/contexts/contexts.h"

/* What CALL led to, as far as it is not with a longer chain.  */
struct wpp_led
{
  const wpp_leading_call *call;
  auto_vec<wpp_path_times> paths;       /* by rising number */
  auto_vec<uint64_t> callees;           /* how often indirect calls entered the function's callees */
};

struct wpp_instance
{
  wpp_known_function *of;
  bool clone;
  bool inlined;                         /* it is to be put in the place of its only call */
  const wpp_known_function *sake;       /* made so that a clone of this can be called; null: for its own sake */
  cgraph_node *node;                    /* null until it is made */
  auto_vec<wpp_path_times> paths;       /* by rising number */
  auto_vec<uint64_t> callees;           /* as above */
  auto_delete_vec<wpp_led> led;         /* what it has; of a function itself, none, and it has all that clones lack */
  struct target { uint32_t at; wpp_instance *callee; };
  auto_vec<target> targets;             /* calls of instances that are not the function itself */

  wpp_instance (wpp_known_function *f, bool c)
    : of (f), clone (c), inlined (false), sake (NULL), node (c ? NULL : f->node) {}
};

class wpp_instances
{
public:
  /* F itself.  */
  wpp_instance *itself (wpp_known_function *f);
  /* The instance of F that has what CALL led to.  */
  wpp_instance *with (wpp_known_function *f, const wpp_leading_call *call);
  /* Is there an instance of F that CALL alone enters, whoever made it?  */
  bool alone_p (wpp_known_function *f, const wpp_leading_call *call);
  /* Take what CALLS, whoever called their callers, led to out of F itself; the clone that has it.  */
  wpp_instance *take (wpp_known_function *f, const vec<const wpp_leading_call *> &calls);
  /* Take what CALLS, chains of two, led to out of the instance of F that has it; callers get clones as they are needed.
     Those calls are left out that are in another instance than the first one, since this was made for
     another function's sake.  */
  void take_chains (wpp_known_function *f, const vec<const wpp_leading_call *> &calls);
  /* All, in the order in which they were made.  */
  const vec<wpp_instance *> &all () const { return made; }

private:
  auto_delete_vec<wpp_instance> made;
  hash_map<cgraph_node *, wpp_instance *> originals;

  wpp_instance *make (const wpp_instance *like);
  wpp_instance *target (const wpp_instance *caller, uint32_t at, wpp_known_function *callee);
  wpp_led *take_led (wpp_instance *from, const wpp_leading_call *call);
  wpp_instance *move (wpp_instance *from, const vec<const wpp_leading_call *> &calls);
  wpp_instance *move_and_call (wpp_instance *from, const vec<const wpp_leading_call *> &calls,
                               const wpp_known_function *sake);
  void isolate (wpp_known_function *f, const vec<const wpp_leading_call *> &calls, const wpp_known_function *callee);
};

#endif /* WPP_PLUGIN_OPTIMIZE_CONTEXTS_INSTANCES_H */
