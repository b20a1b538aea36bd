/* queries FILE [N [SEED]]: how long N queries (default: 100) about loads of hot loops of FILE, which `wpp timestamps'
   made, take.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Loads are chosen at random among those with a hundredth of the executions of the hottest one at least.  A query is
   that of `wpp query --at=…': how often, by whom, and in which executions, if these are not too many series.  Nothing
   is shared between queries.  Prints NAME VALUE lines; seconds are those of the processor.  What a function takes
   before the first query (its facts, and what calls did) is told apart.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "recording/profile/read.h"
#include "program/statements/record.h"
#include "facts/queries/function-queries.h"
#include "base/saturate.h"
#include "seconds.h"

/* As in tool/query-ask.c.  */
#define SERIES_SHOWN (UINT64_C (1) << 18)

struct load
{
  uint32_t function, site;
  uint64_t executions;
};

struct bench
{
  struct wpp_profile *profile;
  struct wpp_code *code;
  struct wpp_callee *callees;  /* [functions with traces] */
  unsigned problem;
  struct load *loads;
  size_t n;
};

static void
die (const char *what, int err)
{
  fprintf (stderr, "queries: %s: %s\n", what, wpp_strerror (err));
  exit (1);
}

static void
check (int err)
{
  if (err)
    die ("query", err);
}

static int
compare_seconds (const void *pa, const void *pb)
{
  const double *a = pa, *b = pb;
  return *a < *b ? -1 : *a > *b;
}

/* Read FILE, its notes and its statements.  */
static void
open_file (struct bench *b, const char *file)
{
  int err = 0;
  unsigned set = 0;
  size_t length;
  b->profile = wpp_profile_read_as (file, WPP_CALLS_NOTHING, &err, NULL);
  if (!b->profile || !b->profile->traces)
    die (file, err ? err : WPP_E_RANGE);
  b->code = wpp_code_load (b->profile, NULL, &err, NULL);
  if (!b->code)
    die (file, err);
  wpp_problems_named ("available-loads", &set, &length);
  b->problem = __builtin_ctz (set);
  const struct wpp_traces *t = b->profile->traces;
  b->callees = calloc (t->n_functions + (size_t)1, sizeof *b->callees);
  for (size_t u = 0; u < b->code->n_units; u++)
    {
      const struct wpp_unit *unit = b->code->units[u];
      const struct wpp_program *program = wpp_program_decode (unit, &err, NULL);
      for (uint32_t i = 0; i < t->n_functions && program; i++)
        {
          uint64_t number;
          const struct wpp_code_function *f = wpp_code_find (b->code, t->functions[i].letters[0].event, &number);
          if (f && f->unit == unit)
            b->callees[i] = (struct wpp_callee){ f, &program->bodies[f->function - unit->functions] };
        }
    }
}

static void
open_function (const struct bench *b, uint32_t i, bool calls, struct wpp_function_queries *q)
{
  const struct wpp_callee *of = &b->callees[i];
  struct wpp_code_function *function = (struct wpp_code_function *)of->function;
  const struct wpp_traces *t = b->profile->traces;
  check (calls ? wpp_function_queries_init_refined (q, b->problem, b->code, t, i, b->callees)
               : wpp_function_queries_init (q, b->problem, b->code, function, of->body, &t->functions[i]));
}

/* Set COUNTS [n_traces] to the activations of the traces of function I.  */
static uint64_t *
count (const struct bench *b, uint32_t i)
{
  const struct wpp_traces *t = b->profile->traces;
  uint64_t *counts = calloc (t->functions[i].n_traces + (size_t)1, sizeof *counts);
  for (size_t n = 0; n < t->n_threads; n++)
    {
      const struct wpp_calls *c = &t->threads[n];
      uint64_t *times = calloc (c->n_kinds + (size_t)1, sizeof *times);
      if (c->grammar)
        wpp_grammar_terminal_counts (c->grammar, times);
      for (uint32_t k = 0; c->grammar && k < c->grammar->n_terminals; k++)
        if (c->kinds[c->grammar->terminals[k]].function == i)
          counts[c->kinds[c->grammar->terminals[k]].trace] += times[k];
      free (times);
    }
  return counts;
}

static void
list_loads (struct bench *b)
{
  for (uint32_t i = 0; i < b->profile->traces->n_functions; i++)
    {
      struct wpp_function_queries q;
      if (!b->callees[i].body)
        continue;
      open_function (b, i, false, &q);
      uint64_t *activations = count (b, i), *counts = calloc (q.facts.n_nodes + (size_t)1, sizeof *counts);
      check (wpp_query_counts (&q.space, activations, counts));
      b->loads = realloc (b->loads, (b->n + q.facts.n_sites + 1) * sizeof *b->loads);
      for (uint32_t s = 0; s < q.facts.n_sites; s++)
        if (q.facts.sites[s].source[1] == WPP_FROM_NONE)
          b->loads[b->n++] = (struct load){ i, s, counts[q.facts.sites[s].node] };
      free (activations);
      free (counts);
      wpp_function_queries_release (&q);
    }
}

/* Leave the hot ones.  */
static void
leave_hot (struct bench *b)
{
  uint64_t most = 0;
  size_t n = 0;
  for (size_t i = 0; i < b->n; i++)
    most = b->loads[i].executions > most ? b->loads[i].executions : most;
  for (size_t i = 0; i < b->n; i++)
    if (b->loads[i].executions >= most / 100 + 1)
      b->loads[n++] = b->loads[i];
  b->n = n;
  printf ("hottest %" PRIu64 "\nhot_loads %zu\n", most, n);
}

/* Ask for LOAD; return whether executions were told.  */
static bool
ask (const struct bench *b, struct wpp_function_queries *q, const struct load *load, const uint64_t *counts)
{
  const struct wpp_site *site = &q->facts.sites[load->site];
  const struct wpp_traces *t = b->profile->traces;
  uint32_t n_traces = q->space.traces->n_traces, *sources = calloc (q->n_variants, sizeof *sources);
  struct wpp_asked asked = { site->node, site->source[0], sources };
  bool told = false;
  wpp_site_sources (q, load->site, 0, sources);
  uint64_t room = SERIES_SHOWN, queries;
  struct wpp_vector *found = calloc (n_traces + (size_t)1, sizeof *found), out = { 0 };
  check (wpp_query_or_count (q->queries, &asked, 1, &room, found, &queries, &told));
  if (told)
    {
      int err = q->refined ? wpp_vectors_in_known_order (q->traces.order, q->traces.n_order, found, &room, &out)
                           : wpp_vectors_in_order (t, load->function, found, &room, &out);
      told = !err;
      if (err)
        wpp_vector_release (&out);
      if (err != WPP_E_TOOBIG)
        check (err);
    }
  if (!told)
    check (wpp_vectors_sum (found, q->refined ? q->traces.activations : counts, n_traces, &out));
  for (uint32_t i = 0; i < n_traces; i++)
    wpp_vector_release (&found[i]);
  wpp_vector_release (&out);
  free (found);
  free (sources);
  return told;
}

static void
say_seconds (const char *name, double *seconds, size_t n)
{
  qsort (seconds, n, sizeof *seconds, compare_seconds);
  printf ("%s_median %.3f\n%s_most %.3f\n", name, seconds[n / 2], name, seconds[n - 1]);
}

int
main (int argc, char **argv)
{
  struct bench b = { 0 };
  size_t n = argc > 2 ? strtoul (argv[2], NULL, 10) : 100, told = 0;
  if (argc < 2 || !n)
    die ("FILE [N [SEED]]", WPP_E_RANGE);
  srand (argc > 3 ? atoi (argv[3]) : 1);
  double begin = now ();
  open_file (&b, argv[1]);
  printf ("reading_all %.3f\n", now () - begin);
  list_loads (&b);
  leave_hot (&b);
  double *preparing = calloc (n, sizeof *preparing), *asking = calloc (n, sizeof *asking);
  for (size_t i = 0; i < n && b.n; i++)
    {
      const struct load *load = &b.loads[rand () % b.n];
      struct wpp_function_queries q;
      uint64_t *counts = count (&b, load->function);
      begin = now ();
      open_function (&b, load->function, true, &q);
      preparing[i] = now () - begin;
      begin = now ();
      told += ask (&b, &q, load, counts);
      asking[i] = now () - begin;
      wpp_function_queries_release (&q);
      free (counts);
    }
  printf ("queries %zu\ntold %zu\n", n, told);
  say_seconds ("preparing", preparing, n);
  say_seconds ("asking", asking, n);
  return 0;
}
