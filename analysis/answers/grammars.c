/* The grammars of threads, rule by rule.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include "answers/grammars.h"
#include "answers/routes.h"
#include "base/saturate.h"
#include "grammar/rules/big.h"
#include "recording/profile/events.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_grammar_symbol_row
static const struct wpp_row_column symbol_columns[]
  = { COLUMN (rule, NUMBER, .optional = true), COLUMN (event, NUMBER, .optional = true),
      COLUMN (function, TEXT, .optional = true), COLUMN (path, ANY, .optional = true),
      COLUMN (control, TEXT, .optional = true), COLUMN (exponent, NUMBER) };
static const struct wpp_schema symbol_schema = WPP_SCHEMA ("symbol", struct OF, symbol_columns);
#undef OF

#define OF wpp_grammar_rule_row
static const struct wpp_row_column rule_columns[]
  = { COLUMN (rule, NUMBER), COLUMN (frequency, ANY, .unit = "occurrences"), COLUMN (length, ANY, .unit = "events"),
      COLUMN (symbols, LIST, .of = &symbol_schema) };
static const struct wpp_schema rule_schema = WPP_SCHEMA ("rule", struct OF, rule_columns);
#undef OF

const struct wpp_schema wpp_grammars_segment_schema
  = { .name = "segment", .size = sizeof (struct wpp_grammars_segment_head), .rows = "rules", .of = &rule_schema };

#define OF wpp_grammars_thread_head
static const struct wpp_row_column thread_columns[] = { COLUMN (thread, NUMBER),
                                                        COLUMN (events, BIG, .unit = "events") };
const struct wpp_schema wpp_grammars_thread_schema
  = WPP_SCHEMA ("thread", struct OF, thread_columns, .rows = "segments", .of = &wpp_grammars_segment_schema,
                .one_line = true);
#undef OF

#define OF wpp_grammars_file_head
static const struct wpp_row_column file_columns[] = { COLUMN (file, TEXT, .own_line = true) };
const struct wpp_schema wpp_grammars_file_schema
  = WPP_SCHEMA ("profile", struct OF, file_columns, .rows = "threads", .of = &wpp_grammars_thread_schema,
                .one_line = true);
#undef OF

const struct wpp_schema wpp_grammars_schema
  = { .name = "grammars", .rows = "profiles", .of = &wpp_grammars_file_schema };

/* ---- A segment while its rules are sent.  */

/* What a terminal is, found once.  */
struct terminal
{
  bool known;
  const struct wpp_function *function; /* or null */
  uint64_t number;
};

struct segment
{
  const struct wpp_grammar *g;
  struct wpp_code *code;        /* or null */
  bool numbers;
  struct terminal *terminals;   /* [g->n_terminals] */
  mpz_t *frequencies, *lengths; /* [g->n_rules] when 64 bits do not hold them, or null */
  uint64_t first;               /* symbol of the rule at hand */
  char control[WPP_EVENT_NAME];
};

static const struct terminal *
terminal_of (struct segment *s, uint32_t t)
{
  struct terminal *found = &s->terminals[t];
  if (!found->known)
    {
      const struct wpp_code_function *f = s->code ? wpp_code_find (s->code, s->g->terminals[t], &found->number) : NULL;
      found->function = f ? f->function : NULL;
      found->known = true;
    }
  return found;
}

static int
get_symbol (void *data, size_t i, void *row)
{
  struct segment *s = data;
  uint32_t symbol = s->g->symbols[s->first + i];
  struct wpp_grammar_symbol_row *r = row;
  *r = (struct wpp_grammar_symbol_row){ .path = { WPP_CELL_TEXT, { .text = NULL } },
                                        .exponent = wpp_grammar_exponent (s->g, s->first + i) };
  if (WPP_IS_RULE (symbol))
    {
      r->rule = WPP_RULE_INDEX (symbol);
      return 0;
    }
  const struct terminal *t = terminal_of (s, symbol);
  r->event = s->g->terminals[symbol];
  if (t->function)
    {
      r->function = wpp_function_name (t->function);
      r->assembler_name = t->function->name;
      r->path = (struct wpp_any_cell){ WPP_CELL_NUMBER, { .number = t->number } };
    }
  else if (!wpp_event_path_p (r->event))
    {
      snprintf (s->control, sizeof s->control, "%u", (unsigned)r->event);
      r->control = s->numbers ? s->control : wpp_event_name (r->event, s->control);
    }
  return 0;
}

/* Number R of BIG, or, if that is null, of PLAIN.  */
static struct wpp_any_cell
figure (mpz_t *big, const uint64_t *plain, uint32_t r)
{
  if (big)
    return (struct wpp_any_cell){ WPP_CELL_BIG, { .big = big[r] } };
  return (struct wpp_any_cell){ WPP_CELL_NUMBER, { .number = plain[r] } };
}

static int
send_rules (struct segment *s, struct wpp_row_sink *sink)
{
  const struct wpp_grammar *g = s->g;
  int err = 0;
  for (uint32_t r = 0; r < g->n_rules && !err; r++)
    {
      struct wpp_grammar_rule_row row = { .rule = r,
                                          .frequency = figure (s->frequencies, g->frequency, r),
                                          .length = figure (s->lengths, g->length, r),
                                          .symbols = { g->start[r + 1] - g->start[r], s, get_symbol } };
      s->first = g->start[r];
      err = wpp_sink_row (sink, &row);
    }
  return err;
}

static int
send_segment (struct wpp_code *code, bool numbers, const struct wpp_thread *t, size_t number,
              struct wpp_row_sink *sink)
{
  const struct wpp_grammar *g = t->segments[number];
  bool big = wpp_saturated_p (g->length[0]);
  struct wpp_grammars_segment_head head = { .segment = number, .several = t->n_segments > 1 };
  struct segment s = { .g = g, .code = code, .numbers = numbers,
                       .terminals = calloc (g->n_terminals + (size_t)1, sizeof *s.terminals),
                       .frequencies = big ? wpp_big_frequencies (g) : NULL,
                       .lengths = big ? wpp_big_lengths (g) : NULL };
  mpz_init (head.events);
  int err = s.terminals && (!big || (s.frequencies && s.lengths)) ? wpp_big_add_length (g, head.events) : WPP_E_NOMEM;
  if (!err)
    err = wpp_sink_begin (sink, &wpp_grammars_segment_schema, &head);
  if (!err)
    err = send_rules (&s, sink);
  if (!err)
    err = wpp_sink_end (sink);
  mpz_clear (head.events);
  free (s.terminals);
  wpp_big_free (s.frequencies, g->n_rules);
  wpp_big_free (s.lengths, g->n_rules);
  return err;
}

static int
send_thread (struct wpp_code *code, bool numbers, const struct wpp_thread *t, struct wpp_row_sink *sink)
{
  struct wpp_grammars_thread_head head = { .thread = t->index };
  int err = 0;
  mpz_init (head.events);
  for (size_t s = 0; s < t->n_segments && !err; s++)
    err = wpp_big_add_length (t->segments[s], head.events);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_grammars_thread_schema, &head);
  for (size_t s = 0; s < t->n_segments && !err; s++)
    err = send_segment (code, numbers, t, s, sink);
  mpz_clear (head.events);
  return err ? err : wpp_sink_end (sink);
}

int
wpp_answer_grammars (const struct wpp_profile *p, struct wpp_code *code, const struct wpp_grammars_file_head *head,
                     struct wpp_row_sink *sink)
{
  int err = wpp_sink_begin (sink, &wpp_grammars_file_schema, head);
  for (size_t t = 0; t < p->n_threads && !err; t++)
    err = send_thread (code, head->numbers, &p->threads[t], sink);
  return err ? err : wpp_sink_end (sink);
}
