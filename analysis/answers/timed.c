/* Functions in their timestamped form.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/timestamps/flat-rules.h"
#include "answers/timed.h"
#include "recording/profile/read.h"

/* ---- Rows.  */

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column pair_columns[]
  = { CELL (wpp_timed_pair_row, count, COUNT, .unit = "activations"), CELL (wpp_timed_pair_row, trace, NUMBER32),
      CELL (wpp_timed_pair_row, dictionary, NUMBER32),
      CELL (wpp_timed_pair_row, first, ROW_AT, .of = &wpp_began_schema),
      CELL (wpp_timed_pair_row, last, ROW_AT, .of = &wpp_began_schema) };
static const struct wpp_schema pair_schema = WPP_SCHEMA ("pair", struct wpp_timed_pair_row, pair_columns);

static const struct wpp_row_column block_columns[]
  = { CELL (wpp_timed_block_row, block, NUMBER32),
      CELL (wpp_timed_block_row, timestamps, LIST, .of = &wpp_integer_schema) };
static const struct wpp_schema block_schema = WPP_SCHEMA ("block", struct wpp_timed_block_row, block_columns);

static const struct wpp_row_column trace_columns[]
  = { CELL (wpp_timed_trace_row, length, NUMBER), CELL (wpp_timed_trace_row, blocks, LIST, .of = &block_schema) };
static const struct wpp_schema trace_schema = WPP_SCHEMA ("trace", struct wpp_timed_trace_row, trace_columns);

struct listed
{
  struct wpp_row_list list;
};

static const struct wpp_row_column chain_columns[] = { CELL (listed, list, LIST, .of = &wpp_number32_schema) };
static const struct wpp_schema chain_schema = WPP_SCHEMA ("chain", struct listed, chain_columns, .bare = true);

static const struct wpp_row_column dictionary_columns[] = { CELL (listed, list, LIST, .of = &chain_schema) };
static const struct wpp_schema dictionary_schema
  = WPP_SCHEMA ("dictionary", struct listed, dictionary_columns, .bare = true);

static const struct wpp_row_column function_columns[]
  = { CELL (wpp_timed_function_row, function, TEXT), CELL (wpp_timed_function_row, activations, COUNT),
      CELL (wpp_timed_function_row, pairs, LIST, .of = &pair_schema),
      CELL (wpp_timed_function_row, traces, LIST, .of = &trace_schema),
      CELL (wpp_timed_function_row, dictionaries, LIST, .of = &dictionary_schema) };
static const struct wpp_schema function_schema
  = WPP_SCHEMA ("function", struct wpp_timed_function_row, function_columns);
const struct wpp_schema wpp_timed_schema
  = { .name = "timestamped functions", .rows = "functions", .of = &function_schema };

/* ---- The timestamped form of a function.  */

/* A function whose row is with the sink.  */
struct timing
{
  const struct wpp_traced *t;
  const struct wpp_traced_function *f;
  struct wpp_timed_function timed;
  struct wpp_timed_pair *pairs;   /* [n_traces] */
  struct wpp_began_row began[2];  /* of the pair that was asked for last */
  const struct wpp_timed_trace *trace; /* that was asked for last; */
  const struct wpp_dictionary *dictionary; /* this, too */
};

/* Set X's timestamped form to that of its function; to be released in any case.  */
static int
time_function (struct timing *x)
{
  const struct wpp_traced_function *f = x->f;
  const struct wpp_profile *p = x->t->profile;
  struct wpp_flat_rules flat;
  x->pairs = calloc (f->traces->n_traces + (size_t)1, sizeof *x->pairs);
  if (!x->pairs)
    return WPP_E_NOMEM;
  int err = wpp_flat_rules_init (&flat, f->traces, &f->blocks.parts);
  if (!err)
    err = wpp_timed_function_init (&x->timed, &flat.parts);
  if (!err)
    wpp_timed_function_limit (&x->timed, wpp_profile_most_runs (p), wpp_most_words (p));
  for (uint32_t i = 0; i < f->traces->n_traces && !err; i++)
    err = wpp_time_trace (&x->timed, &flat, f->traces, i, &x->pairs[i]);
  wpp_flat_rules_release (&flat);
  return err;
}

static int
get_pair (void *data, size_t i, void *row)
{
  struct timing *x = data;
  const struct wpp_timed_pair *p = &x->pairs[i];
  *(struct wpp_timed_pair_row *)row
    = (struct wpp_timed_pair_row){ x->f->counts[i], p->trace + 1, p->dictionary + 1,
                                   wpp_began_row (x->t, &x->f->first[i], &x->began[0]),
                                   wpp_began_row (x->t, &x->f->last[i], &x->began[1]) };
  return 0;
}

static int
get_block (void *data, size_t i, void *row)
{
  const struct wpp_series *s = &((const struct timing *)data)->trace->blocks[i].series;
  *(struct wpp_timed_block_row *)row = (struct wpp_timed_block_row){
    ((const struct timing *)data)->trace->blocks[i].block, s, wpp_integers (s->words, s->n)
  };
  return 0;
}

static int
get_trace (void *data, size_t i, void *row)
{
  struct timing *x = data;
  x->trace = &x->timed.traces[i];
  *(struct wpp_timed_trace_row *)row
    = (struct wpp_timed_trace_row){ x->trace->length, { x->trace->n, x, get_block } };
  return 0;
}

static int
get_chain (void *data, size_t i, void *row)
{
  const struct wpp_dictionary *d = ((const struct timing *)data)->dictionary;
  *(struct wpp_row_list *)row = wpp_numbers32 (d->blocks + d->begin[i], d->begin[i + 1] - d->begin[i]);
  return 0;
}

static int
get_dictionary (void *data, size_t i, void *row)
{
  struct timing *x = data;
  x->dictionary = &x->timed.dictionaries[i];
  *(struct wpp_row_list *)row = (struct wpp_row_list){ x->dictionary->n, x, get_chain };
  return 0;
}

/* ---- The answer.  */

static int
send_function (const struct wpp_traced *t, const struct wpp_traced_function *f, struct wpp_row_sink *sink,
               struct wpp_place *place)
{
  struct timing x = { .t = t, .f = f };
  struct wpp_timed_function_row row = { .function = wpp_function_name (f->function->function),
                                        .short_name = wpp_recording_short_name (t->recording, f->function->function),
                                        .activations = f->traces->n_activations };
  int err = row.short_name ? time_function (&x) : WPP_E_NOMEM;
  if (err == WPP_E_TOOBIG)
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "the traces of %s have too many timestamps to be printed",
                        row.short_name);
  row.pairs = (struct wpp_row_list){ f->traces->n_traces, &x, get_pair };
  row.traces = (struct wpp_row_list){ x.timed.n_traces, &x, get_trace };
  row.dictionaries = (struct wpp_row_list){ x.timed.n_dictionaries, &x, get_dictionary };
  if (!err)
    err = wpp_sink_row (sink, &row);
  wpp_timed_function_release (&x.timed);
  free (x.pairs);
  return err;
}

int64_t
wpp_answer_timed (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct wpp_traced t;
  int err = wpp_traced_read (&t, r, asked->function, place);
  if (!err)
    err = wpp_traced_began (&t);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_timed_schema, NULL);
  for (size_t i = 0; i < t.n && i < asked->top && !err; i++)
    err = send_function (&t, &t.functions[i], sink, place);
  if (!err)
    err = wpp_sink_end (sink);
  int64_t n = t.n;
  wpp_traced_release (&t);
  return err ? err : n;
}
