/* wpp dump: the grammar, one rule a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     R3 [x12]: main:4 R4^7 R5

   is rule 3, which occurs 12 times in the derivation of the trace.  A terminal is
   FUNCTION:PATH by assembler names, which have no spaces, or the bare event word.  Frequencies and
   lengths are exact (big.h).  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "recording/profile/events.h"
#include "base/saturate.h"
#include "tool/tool.h"

struct dump
{
  struct wpp_options common;
  bool numbers;
  struct wpp_code *code;  /* or null: bare numbers */
  const struct wpp_grammar *g;
  char **labels;          /* [g->n_terminals], null until used */
  mpz_t *frequencies, *lengths;  /* [g->n_rules] when 64 bits do not hold them, or null */
};

static const struct argp_option options[] = {
  WPP_OPTION ("numbers", 'n', NULL, "Print terminals as bare event words"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct dump *dump = state->input;
  if (key != 'n')
    return ARGP_ERR_UNKNOWN;
  dump->numbers = true;
  return 0;
}

/* The text for the terminal T.  */
static const char *
label (struct dump *dump, uint32_t t)
{
  uint32_t event = dump->g->terminals[t];
  uint64_t number;
  char name[24];
  if (dump->labels[t])
    return dump->labels[t];
  const struct wpp_code_function *f
    = dump->code ? wpp_code_find (dump->code, event, &number) : NULL;
  if (f && asprintf (&dump->labels[t], "%s:%" PRIu64, f->function->name, number) < 0)
    dump->labels[t] = NULL;
  if (!f)
    {
      if (dump->numbers)
        snprintf (name, sizeof name, "%u", event);
      dump->labels[t] = strdup (dump->numbers ? name : wpp_event_name (event, name));
    }
  if (!dump->labels[t])
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  return dump->labels[t];
}

static void
print_rule (struct dump *dump, uint32_t r)
{
  const struct wpp_grammar *g = dump->g;
  char frequency[WPP_BIG_TEXT];
  if (dump->frequencies)
    printf ("R%u [x%s]:", r, wpp_big_text (dump->frequencies[r], frequency));
  else
    printf ("R%u [x%" PRIu64 "]:", r, g->frequency[r]);
  for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
    {
      if (WPP_IS_RULE (g->symbols[i]))
        printf (" R%u", WPP_RULE_INDEX (g->symbols[i]));
      else
        printf (" %s", label (dump, g->symbols[i]));
      if (wpp_grammar_exponent (g, i) > 1)
        printf ("^%u", wpp_grammar_exponent (g, i));
    }
  putchar ('\n');
}

static struct json_object *
symbol_json (struct dump *dump, uint64_t i)
{
  const struct wpp_grammar *g = dump->g;
  struct json_object *o = json_object_new_object ();
  uint32_t symbol = g->symbols[i];
  if (WPP_IS_RULE (symbol))
    json_object_object_add (o, "rule", wpp_json_number (WPP_RULE_INDEX (symbol)));
  else
    {
      uint32_t event = g->terminals[symbol];
      uint64_t number;
      const struct wpp_code_function *f
        = dump->code ? wpp_code_find (dump->code, event, &number) : NULL;
      json_object_object_add (o, "event", wpp_json_number (event));
      if (f)
        {
          json_object_object_add (o, "function",
                                  wpp_json_string (wpp_function_name (f->function)));
          json_object_object_add (o, "path", wpp_json_number (number));
        }
      else if (!wpp_event_path_p (event))
        json_object_object_add (o, "control", json_object_new_string (label (dump, symbol)));
    }
  json_object_object_add (o, "exponent", wpp_json_number (wpp_grammar_exponent (g, i)));
  return o;
}

static struct json_object *
rule_json (struct dump *dump, uint32_t r)
{
  const struct wpp_grammar *g = dump->g;
  struct json_object *o = json_object_new_object ();
  struct json_object *symbols = json_object_new_array ();
  for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
    json_object_array_add (symbols, symbol_json (dump, i));
  json_object_object_add (o, "rule", wpp_json_number (r));
  json_object_object_add (o, "frequency", dump->frequencies ? wpp_json_big (dump->frequencies[r])
                                                            : wpp_json_number (g->frequency[r]));
  json_object_object_add (o, "length", dump->lengths ? wpp_json_big (dump->lengths[r])
                                                     : wpp_json_number (g->length[r]));
  json_object_object_add (o, "symbols", symbols);
  return o;
}

/* Compute the exact figures of the present grammar, if 64 bits do not hold them.  */
static void
find_figures (struct dump *dump)
{
  const struct wpp_grammar *g = dump->g;
  bool big = wpp_saturated_p (g->length[0]);
  dump->frequencies = big ? wpp_big_frequencies (g) : NULL;
  dump->lengths = big ? wpp_big_lengths (g) : NULL;
  if (big && (!dump->frequencies || !dump->lengths))
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
}

/* All rules of segment S of thread T.  */
static void
dump_segment (struct dump *dump, const struct wpp_thread *t, size_t s)
{
  const struct wpp_grammar *g = dump->g = t->segments[s];
  bool first = true;
  mpz_t events;
  char text[WPP_BIG_TEXT];
  find_figures (dump);
  mpz_init (events);
  wpp_add_length (g, events);
  dump->labels = wpp_new (g->n_terminals, sizeof *dump->labels);
  if (dump->common.json)
    fputs (s ? ",\n{\"rules\":[" : "{\"rules\":[", stdout);
  else if (t->n_segments > 1)
    printf ("segment %zu: %s events\n", s, wpp_big_text (events, text));
  for (uint32_t r = 0; r < g->n_rules; r++)
    if (dump->common.json)
      wpp_json_element (rule_json (dump, r), &first);
    else
      print_rule (dump, r);
  if (dump->common.json)
    fputs ("\n]}", stdout);
  for (uint32_t i = 0; i < g->n_terminals; i++)
    free (dump->labels[i]);
  free (dump->labels);
  wpp_big_free (dump->frequencies, g->n_rules);
  wpp_big_free (dump->lengths, g->n_rules);
  mpz_clear (events);
}

static void
dump_thread (struct dump *dump, const struct wpp_thread *t, bool first)
{
  mpz_t events;
  char text[WPP_BIG_TEXT];
  mpz_init (events);
  wpp_add_events (t, events);
  struct json_object *n = wpp_json_big (events);
  if (dump->common.json)
    printf ("%s{\"thread\":%u,\"events\":%s,\"segments\":[", first ? "" : ",\n", t->index,
            json_object_to_json_string (n));
  else
    printf ("thread %u: %s events\n", t->index, wpp_big_text (events, text));
  json_object_put (n);
  mpz_clear (events);
  for (size_t s = 0; s < t->n_segments; s++)
    dump_segment (dump, t, s);
  if (dump->common.json)
    fputs ("]}", stdout);
}

/* Load FILE's notes, unless they are not wanted or do not exist.  Without notes, numbers are printed instead of
   names.  */
static void
load_code (struct dump *dump, const char *file, const struct wpp_profile *p)
{
  struct wpp_place place = { "", 0, "" };
  char why[512];
  int err = 0;
  dump->code = dump->numbers ? NULL : wpp_file_find_code (p, &dump->common, &err, &place);
  if (err)
    {
      if (dump->common.programs)
        wpp_die_at (file, err, &place);
      wpp_error_text (err, &place, why, sizeof why);
      if (!dump->common.json)
        printf ("# notes not available: %s\n", why);
    }
  for (size_t i = 0; dump->code && i < dump->code->n_missing && !dump->common.json; i++)
    printf ("# notes not available: %s\n", dump->code->missing[i].what);
}

static void
dump_file (struct dump *dump, const char *file, bool first, bool only)
{
  struct wpp_profile *p = wpp_file_read (file);
  wpp_need_order (p);
  if (dump->common.json)
    {
      printf ("%s{\"file\":", first ? "{\"profiles\":[\n" : ",\n");
      bool begin = true;
      wpp_json_element (wpp_json_string (file), &begin);
      fputs (",\"threads\":[", stdout);
    }
  else if (!only)
    printf ("file %s\n", file);
  load_code (dump, file, p);
  for (size_t t = 0; t < p->n_threads; t++)
    dump_thread (dump, &p->threads[t], t == 0);
  if (dump->common.json)
    fputs ("]}", stdout);
  wpp_code_free (dump->code);
  wpp_profile_free (p);
}

int
wpp_command_dump (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print the grammars of profiles, a rule a line: `R3 [x12]: main:4 R4^7' is rule 3, which "
    "occurs 12 times; main:4 is path 4 of main; R4^7 is rule 4 seven times in a row."
  };
  struct dump dump = { 0 };
  wpp_options_parse (&line, argc, argv, &dump.common, &dump);
  struct wpp_files files = wpp_files_find (&dump.common);
  for (size_t i = 0; i < files.n; i++)
    dump_file (&dump, files.name[i], i == 0, files.n == 1);
  if (dump.common.json)
    {
      fputs ("\n]", stdout);
      wpp_missing_end_json ();
    }
  wpp_files_free (&files);
  return WPP_EXIT_DONE;
}
