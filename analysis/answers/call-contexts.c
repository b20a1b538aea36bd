/* The calling contexts of a recording.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The contexts come from activations/counts/calls.h; what is counted in them, of a file of traces, from
   activations/machine/calling.h.  Where recursion gives too many, they are counted again with recursive calls merged;
   the graph alone needs no contexts.  Those of a large recording are kept for the next question.  */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "activations/machine/calling.h"
#include "answers/call-contexts.h"
#include "answers/kept-contexts.h"
#include "recording/opened/kept-traces.h"

/* Contexts when recursive calls are merged from some level on.  */
#define MOST_FOLDED (UINT32_C (1) << 17)

struct finding
{
  const struct wpp_recording *recording;
  const struct wpp_profile *profile;
  const struct wpp_call_contexts_asked *asked;
  bool traced;                  /* the profile's traces are used */
  struct wpp_call_contexts_found *found;
  uint32_t level;               /* below which recursive calls are merged, if they are */
};

/* ---- Counting.  */

static bool
wanted_p (const struct finding *f, size_t thread)
{
  return f->asked->all_threads || f->profile->threads[thread].index == f->asked->thread;
}

/* For wpp_follow_calls: the value of an activation is the number of its context, plus 1.  */
static int
begin_traced (void *data, const struct wpp_call_made *call, uint64_t *value)
{
  const struct finding *f = data;
  uint32_t context, caller = call->caller ? call->caller - 1 : WPP_NO_CONTEXT;
  int err = wpp_call_contexts_begin (f->found->contexts, call->of_code, call->seen, caller, call->node, call->times,
                                     &context);
  *value = context + UINT64_C (1);
  return err;
}

static int
end_traced (void *data, uint64_t value, enum wpp_activation_end how)
{
  const struct finding *f = data;
  wpp_call_contexts_unfinished (f->found->contexts, value - 1, how);
  return 0;
}

/* Count what the traces of the profile say.  */
static int
count_traced (struct finding *f)
{
  const struct wpp_profile *p = f->profile;
  const struct wpp_calling_user user = { f, begin_traced, end_traced };
  bool *wanted = calloc (p->n_threads + 1, sizeof *wanted);
  if (!wanted)
    return WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads; t++)
    wanted[t] = wanted_p (f, t);
  int err = wpp_follow_calls (p->traces, f->found->code, wanted, &user);
  free (wanted);
  return err;
}

/* Count the contexts of the threads that were asked for, as MERGING says, those of the first levels APART.  */
static int
count_contexts (struct finding *f, enum wpp_context_merging merging, uint32_t apart)
{
  const struct wpp_profile *p = f->profile;
  const struct wpp_context_limits limits = { merging, f->asked->depth ? f->asked->depth : WPP_MOST_LEVELS,
                                             apart ? MOST_FOLDED : WPP_MOST_CONTEXTS,
                                             f->asked->paths ? WPP_MOST_CONTEXT_PATHS : 0, apart, false, 0 };
  int err = 0;
  wpp_call_contexts_free (f->found->contexts);
  f->found->contexts = wpp_call_contexts_new (f->found->code, &limits);
  if (!f->found->contexts)
    return WPP_E_NOMEM;
  if (f->traced)
    return count_traced (f);
  for (size_t t = 0; t < p->n_threads && !err; t++)
    if (wanted_p (f, t))
      err = wpp_call_contexts_add (f->found->contexts, &p->threads[t]);
  return err;
}

/* Count the contexts apart.  Return 0, WPP_E_TOOBIG when there are too many, or another error.  */
static int
count_exactly (struct finding *f)
{
  int err = count_contexts (f, WPP_CONTEXTS_EXACT, 0);
  return !err && !f->asked->depth && wpp_call_contexts_deeper_p (f->found->contexts) ? WPP_E_TOOBIG : err;
}

/* Let the listener know of what nobody asked for.  */
static void
tell_merged (const struct finding *f)
{
  char below[32] = "";
  if (!f->found->merged || f->asked->merge)
    return;
  if (f->level)
    snprintf (below, sizeof below, " below level %u", f->level);
  wpp_recording_tell (f->recording, NULL, "more than %u calling contexts or %u levels: recursive calls are merged%s "
                      "(see wpp-calls(1))", WPP_MOST_CONTEXTS, WPP_MOST_LEVELS, below);
}

/* The same with recursive calls merged below LEVEL.  */
static int
count_below (struct finding *f, uint32_t level)
{
  int err = count_contexts (f, WPP_CONTEXTS_MERGED, level);
  f->level = level;
  return !err && level && !f->asked->depth && wpp_call_contexts_deeper_p (f->found->contexts) ? WPP_E_TOOBIG : err;
}

/* Count them with recursive calls merged: where they are not asked to be, only as far down as there are too many
   otherwise.  Where they are merged from a lower level on, there are fewer, so the highest is found by halving.  */
static int
count_merged (struct finding *f)
{
  static const uint32_t levels[] = { 512, 256, 128, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2, 0 };
  size_t last = sizeof levels / sizeof *levels - 1, low = f->asked->merge ? last : 0, high = last;
  bool counted = false;         /* those of HIGH are at hand */
  int err = 0;
  while (low < high && (!err || err == WPP_E_TOOBIG))
    {
      size_t middle = (low + high) / 2;
      err = count_below (f, levels[middle]);
      counted = !err;
      if (!err)
        high = middle;
      else
        low = middle + 1;
    }
  if (!counted && (!err || err == WPP_E_TOOBIG))
    err = count_below (f, levels[high]);
  f->found->merged = true;
  return err;
}

/* Are there as many contexts as anybody can look at?  */
static bool
full_p (const struct finding *f)
{
  uint32_t n;
  if (!f->found->contexts)
    return false;
  wpp_call_contexts_all (f->found->contexts, &n);
  return n >= WPP_MOST_CONTEXTS || wpp_call_contexts_deeper_p (f->found->contexts);
}

/* Count them: each apart if there are not too many.  */
static int
count (struct finding *f, struct wpp_place *place)
{
  const struct wpp_call_contexts_asked *asked = f->asked;
  int err = asked->graph   ? count_contexts (f, WPP_CONTEXTS_GRAPH, 0)
            : asked->merge ? count_merged (f)
                           : count_exactly (f);
  if (err == WPP_E_TOOBIG && !asked->graph && !f->found->merged && full_p (f))
    err = count_merged (f);
  if (err == WPP_E_TOOBIG && full_p (f))
    return wpp_complain (place, "", 0, WPP_E_TOLD, "more than %u calling contexts; give a --depth", WPP_MOST_CONTEXTS);
  if (err == WPP_E_TOOBIG && !asked->graph)
    return wpp_complain (place, "", 0, WPP_E_TOLD,
                         "too many calls to be followed; try --depth or --merge-recursion");
  return err;
}

/* ---- What is kept.  */

/* Are contexts kept that were asked for so?  */
static bool
usual_p (const struct wpp_call_contexts_asked *asked)
{
  return asked->all_threads && !asked->depth && !asked->merge && !asked->graph && !asked->paths;
}

/* Use what is kept for K, if it is there.  */
static bool
use_kept (struct finding *f, const struct wpp_kept *k)
{
  struct wpp_call_contexts_found *found = f->found;
  found->contexts = wpp_kept_contexts_find (k, found->code, &found->merged, &f->level);
  return found->contexts;
}

/* Find the contexts: those that are kept, or new ones, which are kept for the next question.  */
static int
find (struct finding *f, struct wpp_place *place)
{
  struct wpp_kept k = { 0 };
  wpp_kept_contexts_of (&k);
  bool keep = usual_p (f->asked) && wpp_recording_kept (f->recording, f->found->code, true, &k);
  if (keep && use_kept (f, &k))
    return 0;
  int lock = keep ? wpp_kept_lock (&k) : -1;
  int err = lock >= 0 && use_kept (f, &k) ? 0 : count (f, place);
  if (!err && lock >= 0)
    wpp_kept_contexts_put (&k, f->found->contexts, f->found->merged, f->level);
  if (lock >= 0)
    close (lock);
  return err;
}

/* ---- The recording.  */

/* Have the notes of R; where those of a module are missing, the traces of a file cannot be followed, and its events are
   read instead.  */
static int
read_code (struct finding *f, struct wpp_recording *r, struct wpp_place *place)
{
  const char *bad;
  int err = 0;
  f->found->code = wpp_recording_code (r, &err, place);
  if (err || !wpp_recording_profile (r)->traces || wpp_recording_files (r) != 1)
    return err;
  f->traced = !f->found->code->n_missing && !f->asked->paths;
  if (f->traced)
    return 0;
  err = wpp_recording_need (r, WPP_HAS_ORDER | WPP_BY_STACKS, &bad, place);
  f->found->code = err ? NULL : wpp_recording_code (r, &err, place);
  return err;
}

int
wpp_call_contexts_find (struct wpp_recording *r, const struct wpp_call_contexts_asked *asked,
                        struct wpp_call_contexts_found *found, struct wpp_place *place)
{
  struct finding f = { .recording = r, .asked = asked, .found = found };
  *found = (struct wpp_call_contexts_found){ NULL };
  int err = read_code (&f, r, place);
  if (err)
    return err;
  f.profile = wpp_recording_profile (r);
  wpp_recording_doing (r, "following the calls of");
  err = find (&f, place);
  wpp_recording_done (r);
  if (!err)
    tell_merged (&f);
  if (err)
    {
      wpp_call_contexts_free (found->contexts);
      found->contexts = NULL;
    }
  return err;
}
