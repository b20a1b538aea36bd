/* make-trace-bomb TRACED NAME OUT: a timestamped profile, of the program of TRACED, which is one, that is small and
   stands for much.  make-trace-bomb --list: the names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each has the traces of one function.  Some are grammars of bombs.c over its letters, in the place of its paths; calls
   may be such grammars over the traces.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bombs.h"
#include "recording/profile/read.h"
#include "recording/profile/write.h"
#include "base/array.h"
#include "base/file-copy.h"

struct trace_bomb
{
  const char *name;
  const char *trace;   /* the bomb that each trace is; null: each letter is a trace */
  uint64_t calls;      /* after each letter; */
  uint32_t traces;     /* like this one; 0 is 1 */
  const char *order;   /* the bomb that the calls are; null: each trace once */
  uint32_t threads;    /* 0 is 1 */
};

static const struct trace_bomb trace_bombs[] = {
  { "trace-doubling-62", "doubling-62", 0, 1, NULL, 1 },
  { "trace-doubling-200", "doubling-200", 0, 1, NULL, 1 },
  { "trace-doubling-all", "doubling-all", 0, 1, NULL, 1 },
  { "trace-doubling-between", "doubling-between", 0, 1, NULL, 1 },
  { "trace-exponents-between", "exponents-between", 0, 1, NULL, 1 },
  { "trace-exponents-one", "exponents-one", 0, 1, NULL, 1 },
  { "trace-deep", "deep", 0, 1, NULL, 1 },
  { "trace-deep-doubling", "deep-doubling", 0, 1, NULL, 1 },
  { "trace-wide", "wide", 0, 1, NULL, 1 },
  { "traces", "wide", 0, 100000, NULL, 1 },                /* 10^5 traces that have the same long rule … */
  { "traces-deep", "deep", 0, 100000, NULL, 1 },           /* … or the same 10^6 rules */
  { "threads", "wide", 0, 1, NULL, 30000 },                /* a long trace in each of many threads */
  { "calls-doubling-200", NULL, 0, 1, "doubling-200", 1 },
  { "calls-doubling-between", NULL, 0, 1, "doubling-between", 1 },
  { "calls-exponents-between", NULL, 0, 1, "exponents-between", 1 },
  { "calls-deep-doubling", NULL, 0, 1, "deep-doubling", 1 },
  { "within", NULL, 1, 1, "exponents-one", 1 },            /* each activation calls the next one, … */
  { "tree", NULL, 2, 1, "doubling-200", 1 },               /* … or two of them */
  { "deep-within", "deep", 1, 1, "doubling-200", 1 },      /* … within 10^6 rules */
  { "zip", "doubling-62", 1, 1, "wide-doubling", 1 },      /* traces and calls that are not in step */
  { 0 }
};

static void
check (int good, const char *what)
{
  if (good)
    return;
  fprintf (stderr, "make-trace-bomb: %s\n", what);
  exit (1);
}

static void *
new (size_t n, size_t size)
{
  void *p = calloc (n + 1, size);
  check (p != NULL, "out of memory");
  return p;
}

/* G, of one symbol in S, with TIMES copies of that symbol in S, and after each, if ENDS, terminal 0 as a new one.  */
static void
repeat_start (struct wpp_grammar *g, uint32_t times, bool ends)
{
  uint32_t each = ends ? 2 : 1;
  uint64_t n = g->start[g->n_rules], more = (uint64_t)each * times - 1;
  uint32_t *symbols = new (n + more, sizeof *symbols), *exponents = new (n + more, sizeof *exponents);
  memcpy (symbols + 1 + more, g->symbols + 1, (n - 1) * sizeof *symbols);
  memcpy (exponents + 1 + more, g->exponents + 1, (n - 1) * sizeof *exponents);
  for (uint64_t i = 0; i <= more; i++)
    {
      symbols[i] = ends && i % 2 ? g->n_terminals : g->symbols[0];
      exponents[i] = 1;
    }
  for (uint32_t r = 1; r <= g->n_rules; r++)
    g->start[r] += more;
  free (g->symbols);
  free (g->exponents);
  g->symbols = symbols;
  g->exponents = exponents;
  if (ends)
    {
      uint32_t *terminals = new (g->n_terminals, sizeof *terminals);
      memcpy (terminals, g->terminals, g->n_terminals * sizeof *terminals);
      terminals[g->n_terminals++] = WPP_TRACE_END;
      free (g->terminals);
      g->terminals = terminals;
    }
  check (!wpp_grammar_finish (g), "a grammar cannot be made");
}

/* Terminals 1 … N, each with terminal 0 after it.  */
static struct wpp_grammar *
each_letter (uint32_t n)
{
  struct wpp_grammar *g = new (1, sizeof *g);
  g->n_rules = 1;
  g->n_terminals = n + 1;
  g->terminals = new (n + (size_t)1, sizeof *g->terminals);
  g->start = new (2, sizeof *g->start);
  g->symbols = new (2 * (size_t)n, sizeof *g->symbols);
  g->start[1] = 2 * (uint64_t)n;
  for (uint32_t i = 0; i < n; i++)
    {
      g->terminals[i] = i + 1;
      g->symbols[2 * (size_t)i] = i;
      g->symbols[2 * (size_t)i + 1] = n;
    }
  check (!wpp_grammar_finish (g), "a grammar cannot be made");
  return g;
}

/* The bomb NAME over FIRST … FIRST + N - 1, or all of them once if that is null; TIMES times, with terminal 0 after if
   ENDS.  */
static struct wpp_grammar *
grammar_of (const char *name, uint32_t first, uint32_t n, uint32_t times, bool ends)
{
  struct bomb each = { "each", 1, 1, 1, false, 1 };
  uint32_t *numbers = new (n, sizeof *numbers);
  int err;
  for (uint32_t i = 0; i < n; i++)
    numbers[i] = first + i;
  struct wpp_grammar *g = make_bomb (name ? find_bomb (name) : &each, numbers, n, &err);
  check (g != NULL, "a grammar cannot be made");
  free (numbers);
  repeat_start (g, times, ends);
  return g;
}

/* The N letters of F, each with CALLS.  */
static void
make_traces (const struct trace_bomb *b, struct wpp_function_traces *to, const struct wpp_function_traces *f)
{
  to->function = f->function;
  to->n_letters = f->n_letters;
  to->letters = new (f->n_letters, sizeof *to->letters);
  for (uint32_t i = 0; i < f->n_letters; i++)
    to->letters[i] = (struct wpp_letter){ f->letters[i].event, b->calls };
  to->grammar = b->trace ? grammar_of (b->trace, 1, f->n_letters, b->traces, true) : each_letter (f->n_letters);
  check (!wpp_function_traces_find (to), "traces cannot be found");
}

static void
make_calls (const struct trace_bomb *b, struct wpp_calls *calls, const struct wpp_function_traces *f)
{
  calls->n_kinds = f->n_traces;
  calls->kinds = new (f->n_traces, sizeof *calls->kinds);
  for (uint32_t i = 0; i < f->n_traces; i++)
    calls->kinds[i] = (struct wpp_activation_kind){ 0, i };
  calls->grammar = grammar_of (b->order, 0, f->n_traces, 1, false);
}

static int
put_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

static void
write_profile (const struct wpp_profile *p, const struct wpp_traces *t, FILE *out)
{
  struct wpp_writer *w = wpp_writer_new (put_bytes, out);
  uint64_t *events = new (t->n_threads, sizeof *events);
  uint32_t seen = 0;
  check (w && !wpp_traces_measure (t, false, events), "out of memory");
  wpp_writer_process (w, p);
  wpp_writer_notes (w, p);
  wpp_writer_traces (w, t);
  for (size_t i = 0; i < t->n_threads; i++)
    {
      wpp_writer_thread (w, i, events[i], 0);
      wpp_writer_calls (w, &t->threads[i], &seen);
    }
  check (!wpp_writer_end (w), "cannot be written");
  wpp_writer_free (w);
  free (events);
}

static void
bomb_profile (const char *from, const struct trace_bomb *b, const char *to)
{
  struct wpp_file_copy copy;
  struct wpp_function_traces function = { 0 };
  int err;
  check (!wpp_file_copy_named (from, &copy), from);
  struct wpp_profile *p = wpp_profile_scan (copy.data, copy.size, &err, NULL);
  check (p && p->traces && p->traces->n_functions, from);
  make_traces (b, &function, &p->traces->functions[0]);
  function.n_activations = 1;
  struct wpp_traces t = { .n_functions = 1, .functions = &function, .n_threads = b->threads };
  t.threads = new (t.n_threads, sizeof *t.threads);
  for (size_t i = 0; i < t.n_threads; i++)
    make_calls (b, &t.threads[i], &function);
  FILE *out = fopen (to, "wb");
  check (out != NULL, to);
  write_profile (p, &t, out);
  check (!fclose (out), to);
  for (size_t i = 0; i < t.n_threads; i++)
    wpp_calls_release (&t.threads[i]);
  free (t.threads);
  wpp_function_traces_release (&function);
  wpp_profile_free (p);
  wpp_file_copy_release (&copy);
}

int
main (int argc, char **argv)
{
  const struct trace_bomb *b = trace_bombs;
  if (argc == 2 && !strcmp (argv[1], "--list"))
    {
      for (; b->name; b++)
        puts (b->name);
      return 0;
    }
  check (argc == 4, "usage: make-trace-bomb TRACED NAME OUT | --list");
  while (b->name && strcmp (b->name, argv[2]))
    b++;
  check (b->name != NULL, argv[2]);
  bomb_profile (argv[1], b, argv[3]);
  return 0;
}
