/* The timestamped form of functions as it is printed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As in Figures 5 and 7 of Zhang and Gupta, PLDI 2001: the pairs of trace and dictionary that activations are, then the
   traces, then the dictionaries.  */

#include <inttypes.h>
#include <stdlib.h>
#include "base/saturate.h"
#include "activations/timestamps/flat-rules.h"
#include "tool/activations.h"

/* Set PAIRS [n_traces] and TIMED, which is to be released, to the timestamped form of F.  */
static void
time_function (const struct wpp_profile *p, const struct wpp_traced_function *f, struct wpp_timed_function *timed,
               struct wpp_timed_pair *pairs)
{
  struct wpp_flat_rules flat;
  *timed = (struct wpp_timed_function){ 0 };
  int err = wpp_flat_rules_init (&flat, f->traces, &f->blocks.parts);
  if (!err)
    err = wpp_timed_function_init (timed, &flat.parts);
  if (!err)
    wpp_timed_function_limit (timed, wpp_profile_most_runs (p), wpp_most_words (p));
  for (uint32_t i = 0; i < f->traces->n_traces && !err; i++)
    err = wpp_time_trace (timed, &flat, f->traces, i, &pairs[i]);
  wpp_flat_rules_release (&flat);
  if (err == WPP_E_TOOBIG)
    wpp_die (p->file, "the traces of %s have too many timestamps to be printed",
             wpp_function_shown (f->function->function));
  if (err)
    wpp_die_at (p->file, err, NULL);
}

/* ---- Text.  */

static void
print_dictionary (const struct wpp_dictionary *d, uint32_t number)
{
  printf ("  dictionary %" PRIu32 ":", number);
  for (uint32_t i = 0; i < d->n; i++)
    {
      printf ("%s %" PRIu32 " =", i ? "," : "", d->blocks[d->begin[i]]);
      for (uint32_t k = d->begin[i]; k < d->begin[i + 1]; k++)
        printf ("%c%" PRIu32, k == d->begin[i] ? ' ' : '.', d->blocks[k]);
    }
  puts (d->n ? "" : " none");
}

static void
print_trace (const struct wpp_timed_trace *t, uint32_t number)
{
  printf ("  trace %" PRIu32 ", length %" PRIu64 ":", number, t->length);
  for (uint32_t i = 0; i < t->n; i++)
    {
      printf ("%s %" PRIu32 " -> {", i ? "," : "", t->blocks[i].block);
      wpp_series_print (stdout, &t->blocks[i].series);
      putchar ('}');
    }
  putchar ('\n');
}

static void
print_function (const struct wpp_traced *t, const struct wpp_traced_function *f)
{
  struct wpp_timed_function timed;
  struct wpp_timed_pair *pairs = wpp_new (f->traces->n_traces, sizeof *pairs);
  char text[WPP_COUNT_TEXT];
  time_function (t->profile, f, &timed, pairs);
  printf ("%s: %s activations, %" PRIu32 " path traces, %zu traces, %zu dictionaries\n",
          wpp_function_shown (f->function->function), wpp_count_text (f->traces->n_activations, text),
          f->traces->n_traces, timed.n_traces, timed.n_dictionaries);
  for (uint32_t i = 0; i < f->traces->n_traces; i++)
    {
      printf ("  %s of (trace %" PRIu32 ", dictionary %" PRIu32 ")", wpp_count_text (f->counts[i], text),
              pairs[i].trace + 1, pairs[i].dictionary + 1);
      wpp_began_print (t, f, i);
      putchar ('\n');
    }
  for (size_t i = 0; i < timed.n_traces; i++)
    print_trace (&timed.traces[i], i + 1);
  for (size_t i = 0; i < timed.n_dictionaries; i++)
    print_dictionary (&timed.dictionaries[i], i + 1);
  wpp_timed_function_release (&timed);
  free (pairs);
}

/* ---- JSON.  */

static struct json_object *
pairs_json (const struct wpp_traced *t, const struct wpp_traced_function *f, const struct wpp_timed_pair *pairs)
{
  struct json_object *a = json_object_new_array ();
  for (uint32_t i = 0; i < f->traces->n_traces; i++)
    {
      struct json_object *o = json_object_new_object ();
      json_object_object_add (o, "count", wpp_json_count (f->counts[i]));
      json_object_object_add (o, "trace", wpp_json_number (pairs[i].trace + (uint64_t)1));
      json_object_object_add (o, "dictionary", wpp_json_number (pairs[i].dictionary + (uint64_t)1));
      json_object_object_add (o, "first", wpp_began_json (t, &f->first[i]));
      json_object_object_add (o, "last", wpp_began_json (t, &f->last[i]));
      json_object_array_add (a, o);
    }
  return a;
}

static struct json_object *
trace_json (const struct wpp_timed_trace *t)
{
  struct json_object *o = json_object_new_object (), *blocks = json_object_new_array ();
  for (uint32_t i = 0; i < t->n; i++)
    {
      struct json_object *b = json_object_new_object ();
      json_object_object_add (b, "block", wpp_json_number (t->blocks[i].block));
      json_object_object_add (b, "timestamps", wpp_series_json (&t->blocks[i].series));
      json_object_array_add (blocks, b);
    }
  json_object_object_add (o, "length", wpp_json_number (t->length));
  json_object_object_add (o, "blocks", blocks);
  return o;
}

static struct json_object *
dictionary_json (const struct wpp_dictionary *d)
{
  struct json_object *a = json_object_new_array ();
  for (uint32_t i = 0; i < d->n; i++)
    {
      struct json_object *chain = json_object_new_array ();
      for (uint32_t k = d->begin[i]; k < d->begin[i + 1]; k++)
        json_object_array_add (chain, wpp_json_number (d->blocks[k]));
      json_object_array_add (a, chain);
    }
  return a;
}

static struct json_object *
function_json (const struct wpp_traced *t, const struct wpp_traced_function *f)
{
  struct wpp_timed_function timed;
  struct wpp_timed_pair *pairs = wpp_new (f->traces->n_traces, sizeof *pairs);
  struct json_object *o = json_object_new_object (), *traces = json_object_new_array ();
  struct json_object *dictionaries = json_object_new_array ();
  time_function (t->profile, f, &timed, pairs);
  for (size_t i = 0; i < timed.n_traces; i++)
    json_object_array_add (traces, trace_json (&timed.traces[i]));
  for (size_t i = 0; i < timed.n_dictionaries; i++)
    json_object_array_add (dictionaries, dictionary_json (&timed.dictionaries[i]));
  json_object_object_add (o, "function", wpp_json_string (wpp_function_name (f->function->function)));
  json_object_object_add (o, "activations", wpp_json_count (f->traces->n_activations));
  json_object_object_add (o, "pairs", pairs_json (t, f, pairs));
  json_object_object_add (o, "traces", traces);
  json_object_object_add (o, "dictionaries", dictionaries);
  wpp_timed_function_release (&timed);
  free (pairs);
  return o;
}

void
wpp_print_timestamps (struct wpp_traced *t, bool json)
{
  bool first = true;
  wpp_traced_began (t);
  if (json)
    {
      wpp_missing_begin_json ();
      fputs ("\"functions\":[", stdout);
    }
  for (size_t i = 0; i < t->n; i++)
    if (json)
      wpp_json_element (function_json (t, &t->functions[i]), &first);
    else
      print_function (t, &t->functions[i]);
  if (json)
    puts ("\n]}");
}
