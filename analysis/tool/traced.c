/* Reading the activations of profiles, whatever form they have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include "recording/profile/events.h"
#include "base/saturate.h"
#include "activations/timestamps/code-steps.h"
#include "tool/activations.h"

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
static void
build (struct wpp_traced *t, const bool *wanted)
{
  int err;
  struct wpp_trace_builder *b = wpp_trace_builder_of_code (t->code, &err);
  struct wpp_wanted_functions w = { t->code, wanted, lands_p (t->profile) };
  wpp_progress ("splitting into traces", t->profile->file);
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
  if (err)
    wpp_die_at (t->profile->file, err, NULL);
  wpp_trace_builder_free (b);
  t->all = &t->own;
}

/* The profile that COMMON names, or all of them; the calls of one that is timestamped BECOME what is said.  */
static void
read_profile (struct wpp_traced *t, const struct wpp_options *common, enum wpp_calls_become become)
{
  struct wpp_files files = wpp_files_find (common);
  *t = (struct wpp_traced){ 0 };
  t->profile = files.n == 1 ? wpp_file_read_as (files.name[0], become) : wpp_combined_read (common, NULL);
  t->all = t->profile->traces;
  t->late = t->all && become == WPP_CALLS_LATE;
  wpp_need_order (t->profile);
  t->code = wpp_combined_code (t->profile, common);
  wpp_files_free (&files);
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
static void
count (const struct wpp_traced *t, uint64_t **counts)
{
  for (size_t i = 0; i < t->all->n_threads; i++)
    {
      const struct wpp_calls *calls = &t->all->threads[i];
      uint64_t *times = wpp_new (calls->n_kinds + (size_t)1, sizeof *times);
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
}

static void
add_function (struct wpp_traced *t, uint32_t number, struct wpp_code_function *function, uint64_t *counts)
{
  struct wpp_traced_function *f = &t->functions[t->n++];
  f->traces = &t->all->functions[number];
  f->function = function;
  f->counts = counts;
  int err = wpp_function_blocks_init (&f->blocks, t->code, function, f->traces);
  if (err)
    wpp_die_at (t->profile->file, err, NULL);
}

void
wpp_traced_open (struct wpp_traced *t, const struct wpp_options *common)
{
  read_profile (t, common, WPP_CALLS_NOTHING);
  if (!t->all)
    build (t, NULL);
}

void
wpp_traced_begin (struct wpp_traced *t, const struct wpp_options *common)
{
  read_profile (t, common, WPP_CALLS_LATE);
  int err = t->late ? wpp_lookup_open (&t->lookup, t->profile->file) : WPP_OK;
  if (err)
    wpp_die_at (t->profile->file, err, NULL);
}

void
wpp_traced_make (struct wpp_traced *t, const bool *wanted)
{
  if (!t->all)
    build (t, wanted);
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

void
wpp_traced_only (struct wpp_traced *t, uint32_t thread)
{
  bool any = false;
  for (size_t i = 0; i < t->profile->n_threads; i++)
    any |= t->profile->threads[i].index == thread;
  if (!any)
    wpp_die (t->profile->file, "no thread %" PRIu32, thread);
  t->one_thread = true;
  t->thread = thread;
  forget_threads (t);
}

void
wpp_traced_need (struct wpp_traced *t, uint32_t number)
{
  struct wpp_function_traces *f = t->late ? &t->profile->traces->functions[number] : NULL, read;
  if (!f || f->letters)
    return;
  wpp_progress ("reading traces of", t->profile->file);
  int err = number < t->lookup.directory.n ? wpp_lookup_read (&t->lookup, number, &read) : WPP_E_CORRUPT;
  /* The file may be another one by now.  */
  if (!err && (read.function != f->function || read.n_traces != f->n_traces))
    {
      wpp_function_traces_release (&read);
      err = WPP_E_CORRUPT;
    }
  if (err)
    wpp_die_at (t->profile->file, err, NULL);
  *f = read;
}

void
wpp_traced_need_all (struct wpp_traced *t)
{
  if (!t->late)
    return;
  struct wpp_profile *p = wpp_file_read_as (t->profile->file, WPP_CALLS_NOTHING);
  if (!p->traces || p->traces->n_functions != t->all->n_functions || p->traces->n_threads != t->all->n_threads)
    wpp_die_at (t->profile->file, WPP_E_CORRUPT, NULL);
  struct wpp_traces all = *p->traces;
  *p->traces = *t->profile->traces;
  *t->profile->traces = all;
  wpp_profile_free (p);
  wpp_lookup_close (&t->lookup);
  t->late = false;
  forget_threads (t);
}

void
wpp_traced_remake (struct wpp_traced *t)
{
  wpp_traced_need_all (t);
  if (t->all != &t->own)
    return;
  wpp_traces_release (&t->own);
  build (t, NULL);
  forget_threads (t);
}

uint32_t
wpp_traced_number (const struct wpp_traced *t, const struct wpp_code_function *function)
{
  uint32_t i = 0;
  while (i < t->all->n_functions && function_of (t, &t->all->functions[i]) != function)
    i++;
  return i < t->all->n_functions ? i : WPP_NO_FUNCTION;
}

uint64_t *
wpp_traced_counts (const struct wpp_traced *t, uint32_t number)
{
  uint64_t **counts = wpp_new (t->all->n_functions, sizeof *counts), *own;
  own = counts[number] = wpp_new (t->all->functions[number].n_traces, sizeof *own);
  count (t, counts);
  free (counts);
  return own;
}

uint64_t **
wpp_traced_all_counts (const struct wpp_traced *t)
{
  uint64_t **counts = wpp_new (t->all->n_functions + (size_t)1, sizeof *counts);
  for (uint32_t i = 0; i < t->all->n_functions; i++)
    counts[i] = wpp_new (t->all->functions[i].n_traces, sizeof *counts[i]);
  count (t, counts);
  return counts;
}

void
wpp_traced_read (struct wpp_traced *t, const struct wpp_options *common, const char *function)
{
  wpp_traced_open (t, common);
  uint64_t **counts = wpp_new (t->all->n_functions + (size_t)1, sizeof *counts);
  t->functions = wpp_new (t->all->n_functions + (size_t)1, sizeof *t->functions);
  for (uint32_t i = 0; i < t->all->n_functions; i++)
    {
      struct wpp_code_function *f = function_of (t, &t->all->functions[i]);
      if (!f || (function && !wpp_function_named_p (f->function, function)))
        continue;
      counts[i] = wpp_new (t->all->functions[i].n_traces, sizeof *counts[i]);
      add_function (t, i, f, counts[i]);
    }
  count (t, counts);
  free (counts);
}

void
wpp_traced_free (struct wpp_traced *t)
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
  wpp_code_free (t->code);
  wpp_profile_free (t->profile);
}

/* ---- Series.  */

#define WORDS_FREE (UINT64_C (1) << 22)
#define WORDS_A_BYTE 48u

uint64_t
wpp_most_words (const struct wpp_profile *p)
{
  return WORDS_FREE + WORDS_A_BYTE * p->file_size;
}

void
wpp_series_print (FILE *out, const struct wpp_series *s)
{
  size_t at = 0;
  struct wpp_series_entry e;
  const char *between = "";
  while (wpp_series_next (s, &at, &e))
    {
      fprintf (out, "%s%" PRIu64, between, e.first);
      if (e.last != e.first)
        fprintf (out, ":%" PRIu64, e.last);
      if (e.last != e.first && e.step != 1)
        fprintf (out, ":%" PRIu64, e.step);
      between = " ";
    }
}

struct json_object *
wpp_series_json (const struct wpp_series *s)
{
  struct json_object *a = json_object_new_array ();
  for (size_t i = 0; i < s->n; i++)
    json_object_array_add (a, json_object_new_int64 (s->words[i]));
  return a;
}
