/* Reading the activations of profiles, whatever form they have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <unistd.h>
#include "recording/profile/events.h"
#include "base/saturate.h"
#include "activations/timestamps/code-steps.h"
#include "recording/opened/kept-traces.h"
#include "recording/opened/recording-impl.h"
#include "recording/opened/traced.h"

/* Do the threads of P have LAND events?  */
static bool
lands_p (const struct wpp_profile *p)
{
  bool lands = false;
  for (size_t i = 0; i < p->n_threads; i++)
    for (size_t s = 0; s < p->threads[i].n_segments; s++)
      {
        const struct wpp_grammar *g = p->threads[i].segments[s];
        for (uint32_t k = 0; k < g->n_terminals && !lands; k++)
          lands = wpp_event_lands_p (g->terminals[k]);
      }
  return lands;
}

/* Make traces of T's profile, which was read; of all functions if WANTED is null.  */
static int
make (struct wpp_traced *t, const bool *wanted)
{
  int err;
  struct wpp_trace_builder *b = wpp_trace_builder_of_code (t->code, &err);
  struct wpp_wanted_functions w = { t->code, wanted, lands_p (t->profile) };
  if (!b)
    return err;
  for (size_t i = 0; i < t->profile->n_threads && !err; i++)
    {
      const struct wpp_thread *thread = &t->profile->threads[i];
      for (size_t s = 0; s < thread->n_segments && !err; s++)
        err = wanted ? wpp_trace_builder_add_wanted (b, thread->segments[s], &w)
                     : wpp_trace_builder_add (b, thread->segments[s]);
      if (!err)
        err = wpp_trace_builder_end_thread (b);
    }
  if (!err)
    err = wpp_trace_builder_finish_code (b, t->code, false, &t->own);
  wpp_trace_builder_free (b);
  t->complete = !wanted;
  return err;
}

/* The same of all functions; what is made is kept for the next one who asks, and what is kept is not made again.  */
static int
make_all (struct wpp_traced *t, const struct wpp_kept *k)
{
  int lock = wpp_kept_lock (k);
  bool found = t->complete = lock >= 0 && wpp_kept_traces_find (k, t->profile, &t->own);
  int err = found ? 0 : make (t, NULL);
  if (!err && !found && lock >= 0)
    wpp_kept_traces_put (k, &t->own);
  if (lock >= 0)
    close (lock);
  return err;
}

/* Have traces of T's profile, of all functions if WANTED is null: those that are kept, or new ones.  */
static int
build (struct wpp_traced *t, const bool *wanted)
{
  struct wpp_kept k;
  bool keep = wpp_kept_traces_p (t->recording, t->code, &k);
  wpp_recording_begins (t->recording, "splitting into traces", t->profile->file);
  t->complete = keep && wpp_kept_traces_find (&k, t->profile, &t->own);
  int err = t->complete ? 0 : keep && !wanted ? make_all (t, &k) : make (t, wanted);
  wpp_recording_done (t->recording);
  t->all = &t->own;
  return err;
}

/* Let T be what R has, which is read as NEEDS says.  */
static int
begin (struct wpp_traced *t, struct wpp_recording *r, unsigned needs, struct wpp_place *place)
{
  const char *bad;
  int err = wpp_recording_need (r, needs, &bad, place);
  *t = (struct wpp_traced){ .recording = r };
  t->code = err ? NULL : wpp_recording_code (r, &err, place);
  if (err)
    return err;
  t->profile = wpp_recording_profile (r);
  t->all = t->profile->traces;
  t->late = t->all && needs & WPP_TRACES_LATE;
  return 0;
}

static struct wpp_code_function *
function_of (const struct wpp_traced *t, const struct wpp_function_traces *f)
{
  uint64_t number;
  return wpp_code_find (t->code, f->n_letters ? f->letters[0].event : f->function, &number);
}

const struct wpp_code_function *
wpp_traced_name (const struct wpp_traced *t, uint32_t number)
{
  return number == WPP_NO_FUNCTION ? NULL : function_of (t, &t->all->functions[number]);
}

/* Count the activations of each trace.  */
static int
count (const struct wpp_traced *t, uint64_t **counts)
{
  for (size_t i = 0; i < t->all->n_threads; i++)
    {
      const struct wpp_calls *calls = &t->all->threads[i];
      uint64_t *times = calloc (calls->n_kinds + (size_t)1, sizeof *times);
      if (!times)
        return WPP_E_NOMEM;
      if (calls->grammar)
        wpp_grammar_terminal_counts (calls->grammar, times);
      for (uint32_t k = 0; calls->grammar && k < calls->grammar->n_terminals; k++)
        {
          const struct wpp_activation_kind *kind = &calls->kinds[calls->grammar->terminals[k]];
          if (kind->function == WPP_NO_FUNCTION || !counts[kind->function])
            continue;
          uint64_t *n = &counts[kind->function][kind->trace];
          *n = wpp_saturating_add (*n, times[k]);
        }
      free (times);
    }
  return 0;
}

static int
add_function (struct wpp_traced *t, uint32_t number, struct wpp_code_function *function, uint64_t *counts)
{
  struct wpp_traced_function *f = &t->functions[t->n++];
  f->traces = &t->all->functions[number];
  f->function = function;
  f->counts = counts;
  return wpp_function_blocks_init (&f->blocks, t->code, function, f->traces);
}

int
wpp_traced_open (struct wpp_traced *t, struct wpp_recording *r, struct wpp_place *place)
{
  int err = begin (t, r, WPP_HAS_ACTIVATIONS, place);
  return err || t->all ? err : build (t, NULL);
}

int
wpp_traced_begin (struct wpp_traced *t, struct wpp_recording *r, struct wpp_place *place)
{
  int err = begin (t, r, WPP_HAS_ACTIVATIONS | WPP_TRACES_LATE, place);
  if (!err && t->late)
    err = wpp_lookup_open (&t->lookup, t->profile->file);
  t->late &= !err;
  return err;
}

int
wpp_traced_make (struct wpp_traced *t, const bool *wanted)
{
  return t->all ? 0 : build (t, wanted);
}

/* Forget the calls of the threads that are not wanted.  */
static void
forget_threads (struct wpp_traced *t)
{
  struct wpp_calls *calls = t->all->threads;
  for (size_t i = 0; t->one_thread && i < t->all->n_threads; i++)
    if (t->profile->threads[i].index != t->thread)
      wpp_calls_release (&calls[i]);
}

int
wpp_traced_only (struct wpp_traced *t, uint32_t thread, struct wpp_place *place)
{
  bool any = false;
  for (size_t i = 0; i < t->profile->n_threads; i++)
    any |= t->profile->threads[i].index == thread;
  if (!any)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "no thread %u", thread);
  t->one_thread = true;
  t->thread = thread;
  forget_threads (t);
  return 0;
}

int
wpp_traced_need (struct wpp_traced *t, uint32_t number)
{
  struct wpp_function_traces *f = t->late ? &t->profile->traces->functions[number] : NULL, read;
  if (!f || f->letters)
    return 0;
  wpp_recording_begins (t->recording, "reading traces of", t->profile->file);
  int err = number < t->lookup.directory.n ? wpp_lookup_read (&t->lookup, number, &read) : WPP_E_CORRUPT;
  /* The file may be another one by now.  */
  if (!err && (read.function != f->function || read.n_traces != f->n_traces))
    {
      wpp_function_traces_release (&read);
      err = WPP_E_CORRUPT;
    }
  wpp_recording_done (t->recording);
  if (!err)
    *f = read;
  return err;
}

int
wpp_traced_need_all (struct wpp_traced *t, struct wpp_place *place)
{
  int err = 0;
  if (!t->late)
    return 0;
  wpp_recording_begins (t->recording, "reading", t->profile->file);
  struct wpp_profile *p = wpp_profile_read_as (t->profile->file, WPP_CALLS_NOTHING, &err, place);
  wpp_recording_done (t->recording);
  if (!p)
    return err;
  if (!p->traces || p->traces->n_functions != t->all->n_functions || p->traces->n_threads != t->all->n_threads)
    {
      wpp_profile_free (p);
      return WPP_E_CORRUPT;
    }
  struct wpp_traces all = *p->traces;
  *p->traces = *t->profile->traces;
  *t->profile->traces = all;
  wpp_profile_free (p);
  wpp_lookup_close (&t->lookup);
  t->late = false;
  forget_threads (t);
  return 0;
}

int
wpp_traced_remake (struct wpp_traced *t, struct wpp_place *place)
{
  int err = wpp_traced_need_all (t, place);
  if (err || t->all != &t->own || t->complete)
    return err;
  wpp_traces_release (&t->own);
  t->own = (struct wpp_traces){ 0 };
  err = build (t, NULL);
  if (!err)
    forget_threads (t);
  return err;
}

uint32_t
wpp_traced_number (const struct wpp_traced *t, const struct wpp_code_function *function)
{
  uint32_t i = 0;
  while (i < t->all->n_functions && function_of (t, &t->all->functions[i]) != function)
    i++;
  return i < t->all->n_functions ? i : WPP_NO_FUNCTION;
}

static void
free_counts (uint64_t **counts, uint32_t n)
{
  for (uint32_t i = 0; counts && i < n; i++)
    free (counts[i]);
  free (counts);
}

uint64_t *
wpp_traced_counts (const struct wpp_traced *t, uint32_t number)
{
  uint64_t **counts = calloc (t->all->n_functions + (size_t)1, sizeof *counts), *own = NULL;
  if (counts)
    own = counts[number] = calloc (t->all->functions[number].n_traces + (size_t)1, sizeof *own);
  if (own && count (t, counts))
    {
      free (own);
      own = NULL;
    }
  free (counts);
  return own;
}

uint64_t **
wpp_traced_all_counts (const struct wpp_traced *t)
{
  uint64_t **counts = calloc (t->all->n_functions + (size_t)1, sizeof *counts);
  bool all = counts;
  for (uint32_t i = 0; i < t->all->n_functions && all; i++)
    all = (counts[i] = calloc (t->all->functions[i].n_traces + (size_t)1, sizeof *counts[i]));
  if (all && !count (t, counts))
    return counts;
  free_counts (counts, t->all->n_functions);
  return NULL;
}

/* Add the functions of T called NAME, or all if that is null; COUNTS [T->all->n_functions] get the place of their
   counts.  */
static int
add_functions (struct wpp_traced *t, const char *name, uint64_t **counts)
{
  int err = 0;
  for (uint32_t i = 0; i < t->all->n_functions && !err; i++)
    {
      struct wpp_code_function *f = function_of (t, &t->all->functions[i]);
      if (!f || (name && !wpp_function_named_p (f->function, name)))
        continue;
      counts[i] = calloc (t->all->functions[i].n_traces + (size_t)1, sizeof *counts[i]);
      err = counts[i] ? add_function (t, i, f, counts[i]) : WPP_E_NOMEM;
    }
  return err;
}

int
wpp_traced_read (struct wpp_traced *t, struct wpp_recording *r, const char *function, struct wpp_place *place)
{
  int err = wpp_traced_open (t, r, place);
  if (err)
    return err;
  uint64_t **counts = calloc (t->all->n_functions + (size_t)1, sizeof *counts);
  t->functions = calloc (t->all->n_functions + (size_t)1, sizeof *t->functions);
  err = counts && t->functions ? add_functions (t, function, counts) : WPP_E_NOMEM;
  if (!err)
    err = count (t, counts);
  free (counts);
  return err;
}

void
wpp_traced_release (struct wpp_traced *t)
{
  for (size_t i = 0; i < t->n; i++)
    {
      wpp_function_blocks_release (&t->functions[i].blocks);
      free (t->functions[i].counts);
      free (t->functions[i].first);
      free (t->functions[i].last);
    }
  free (t->functions);
  wpp_traces_release (&t->own);
  if (t->late)
    wpp_lookup_close (&t->lookup);
}
