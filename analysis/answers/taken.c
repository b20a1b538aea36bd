/* Which activations took a subpath, and when.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <ctype.h>
#include <stdlib.h>
#include "activations/projection/project.h"
#include "activations/timestamps/subpath.h"
#include "answers/taken.h"
#include "base/array.h"
#include "base/saturate.h"
#include "program/paths/numbering.h"
#include "recording/profile/read.h"

/* ---- Rows.  */

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column trace_columns[]
  = { CELL (wpp_taken_trace_row, trace, NUMBER32), CELL (wpp_taken_trace_row, count, COUNT, .unit = "activations"),
      CELL (wpp_taken_trace_row, activations, LIST, .of = &wpp_integer_schema),
      CELL (wpp_taken_trace_row, first, ROW_AT, .of = &wpp_began_schema),
      CELL (wpp_taken_trace_row, last, ROW_AT, .of = &wpp_began_schema), CELL (wpp_taken_trace_row, times, COUNT),
      CELL (wpp_taken_trace_row, at, LIST, .of = &wpp_integer_schema) };
static const struct wpp_schema trace_schema = WPP_SCHEMA ("trace", struct wpp_taken_trace_row, trace_columns);

static const struct wpp_row_column function_columns[]
  = { CELL (wpp_taken_row, function, TEXT), CELL (wpp_taken_row, path, TEXT), CELL (wpp_taken_row, activations, COUNT),
      CELL (wpp_taken_row, of, COUNT, .unit = "activations"), CELL (wpp_taken_row, executions, COUNT),
      CELL (wpp_taken_row, traces, LIST, .of = &trace_schema) };
static const struct wpp_schema function_schema = WPP_SCHEMA ("function", struct wpp_taken_row, function_columns);
const struct wpp_schema wpp_taken_schema
  = { .name = "functions that took a subpath", .rows = "functions", .of = &function_schema };

/* ---- What the user writes.  */

struct pattern
{
  uint32_t *numbers;            /* [n] */
  uint32_t n;
  bool lines;                   /* not blocks */
};

/* Complain at PLACE of PATH, which is not what it should be.  */
static int
complain (struct wpp_place *place, const char *path, const char *what)
{
  return wpp_complain (place, "", 0, WPP_E_ASKED, "activations: --path=%s %s", path, what);
}

/* Set P, to be released in any case, to PATH.  */
static int
parse_path (struct pattern *p, const char *path, struct wpp_place *place)
{
  static const char neither[] = "is neither blocks, `2,3,4', nor lines, `L12,L13'";
  const char *at = path;
  *p = (struct pattern){ .lines = *at == 'L' };
  do
    {
      char *end;
      if (p->lines && *at++ != 'L')
        return complain (place, path, neither);
      unsigned long number = isdigit ((unsigned char)*at) ? strtoul (at, &end, 10) : UINT32_MAX;
      if (number >= UINT32_MAX || (*end && *end != ',' && *end != '.'))
        return complain (place, path, neither);
      if (WPP_EXTEND (p->numbers, p->n))
        return WPP_E_NOMEM;
      p->numbers[p->n++] = number;
      at = *end ? end + 1 : end;
      if (*end && !*at)
        return complain (place, path, "ends too early");
    }
  while (*at);
  return 0;
}

/* ---- What letters execute.  */

struct token_lists
{
  uint32_t *begin, *tokens, *blocks, *n_blocks;
  size_t n, tokens_room, blocks_room;
};

static int
put_token (struct token_lists *l, uint32_t token, uint32_t blocks)
{
  if (WPP_RESERVE (l->tokens, l->tokens_room, l->n, 1) || WPP_RESERVE (l->blocks, l->blocks_room, l->n, 1))
    return WPP_E_NOMEM;
  l->tokens[l->n] = token;
  l->blocks[l->n++] = blocks;
  return 0;
}

/* For each node of CFG the next one of its block, or 0; and in FIRST [N_BLOCKS] the first one of each block, or 0.
   Null when out of memory.  */
static uint32_t *
chain_nodes (const struct wpp_cfg *cfg, uint32_t *first, uint32_t n_blocks)
{
  uint32_t *next = calloc (cfg->n_nodes + (size_t)1, sizeof *next);
  for (uint32_t v = cfg->n_nodes; next && v-- > WPP_NODE_EXIT + 1;)
    if (cfg->nodes[v].block < n_blocks)
      {
        next[v] = first[cfg->nodes[v].block];
        first[cfg->nodes[v].block] = v;
      }
  return next;
}

/* The lines of node V of CFG come after BLOCKS blocks.  */
static int
put_lines (struct token_lists *l, const struct wpp_cfg *cfg, uint32_t v, uint32_t blocks)
{
  int err = 0;
  for (uint32_t i = 0; i < cfg->nodes[v].n_lines && !err; i++)
    err = put_token (l, cfg->lines[cfg->nodes[v].first_line + i].line, blocks);
  return err;
}

/* List the tokens of part P of F, whose blocks' nodes are FIRST and NEXT.  */
static int
list_part (struct token_lists *l, const struct wpp_traced_function *f, uint32_t p, bool lines, const uint32_t *first,
           const uint32_t *next)
{
  const struct wpp_block_parts *parts = &f->blocks.parts;
  const struct wpp_cfg *cfg = &f->function->function->cfg;
  int err = 0;
  for (uint32_t i = parts->begin[p]; i < parts->begin[p + 1] && !err; i++)
    if (!lines)
      err = put_token (l, parts->blocks[i], i - parts->begin[p]);
    else
      for (uint32_t v = first[parts->blocks[i]]; v && !err; v = next[v])
        err = put_lines (l, cfg, v, i - parts->begin[p]);
  l->n_blocks[p] = parts->begin[p + 1] - parts->begin[p];
  l->begin[p + 1] = l->n;
  return err;
}

/* Set L, to be released in any case, to what F's letters execute.  */
static int
list_tokens (struct token_lists *l, const struct wpp_traced_function *f, bool lines)
{
  const struct wpp_block_parts *parts = &f->blocks.parts;
  uint32_t *first = calloc (parts->n_blocks + (size_t)1, sizeof *first);
  uint32_t *next = first ? chain_nodes (&f->function->function->cfg, first, parts->n_blocks) : NULL;
  *l = (struct token_lists){ .begin = calloc (parts->n_parts + (size_t)1, sizeof *l->begin),
                             .n_blocks = calloc (parts->n_parts + (size_t)1, sizeof *l->n_blocks) };
  int err = next && l->begin && l->n_blocks ? 0 : WPP_E_NOMEM;
  for (uint32_t p = 0; p < parts->n_parts && !err; p++)
    err = list_part (l, f, p, lines, first, next);
  free (first);
  free (next);
  return err;
}

static void
free_tokens (struct token_lists *l)
{
  free (l->begin);
  free (l->tokens);
  free (l->blocks);
  free (l->n_blocks);
}

/* ---- Which activations.  */

struct ordinals
{
  const struct wpp_calls *calls;
  uint32_t function;
  struct wpp_series **at;      /* [n_traces] or null, where nobody wants to know */
  uint64_t n;                  /* activations so far */
  uint64_t left;               /* words that may still be made of them */
};

static uint32_t
letter_of_kind (void *data, uint32_t word)
{
  const struct ordinals *o = data;
  const struct wpp_activation_kind *kind = &o->calls->kinds[word];
  return kind->function == o->function ? WPP_LETTER_PATH + kind->trace : 0;
}

static int
pass_activations (void *data, uint32_t letter, uint64_t count)
{
  struct ordinals *o = data;
  struct wpp_series *s = o->at[letter - WPP_LETTER_PATH];
  uint64_t first = o->n + 1;
  o->n = wpp_saturating_add (o->n, count);
  /* A run is an entry, of up to three words; times have 63 bits.  */
  uint64_t words = s ? 3 : 1;
  if (o->left < words || o->n > INT64_MAX)
    return WPP_E_TOOBIG;
  o->left -= words;
  return s ? wpp_series_add (s, first, 1, count) : WPP_OK;
}

/* Number the activations of F in the order in which they began, and set AT [n_traces], where it is not null.  */
static int
number_activations (const struct wpp_traced *t, const struct wpp_traced_function *f, struct wpp_series **at)
{
  struct ordinals o = { .function = f->traces - t->all->functions, .at = at, .left = wpp_most_words (t->profile) };
  int err = WPP_OK;
  for (size_t i = 0; i < t->all->n_threads && !err; i++)
    {
      o.calls = &t->all->threads[i];
      struct wpp_projection *p
        = o.calls->grammar ? wpp_project (o.calls->grammar, letter_of_kind, &o, false, &err) : NULL;
      if (p && p->grammar)
        err = wpp_grammar_expand (p->grammar, 0, pass_activations, &o);
      if (p)
        wpp_projection_free (p);
    }
  for (uint32_t i = 0; i < f->traces->n_traces && !err; i++)
    err = at[i] ? wpp_series_end (at[i]) : WPP_OK;
  return err;
}

/* ---- The answer.  */

struct taken                   /* by a trace */
{
  struct wpp_series times, activations;
};

/* A function whose row is with the sink.  */
struct search
{
  const struct wpp_traced *t;
  const struct wpp_traced_function *f;
  const struct pattern *pattern;
  struct taken *taken;          /* [n_traces] */
  uint32_t *traces;             /* [n] those that took it */
  uint32_t n;
  uint64_t executions;          /* saturates */
  struct wpp_began_row began[2]; /* of the trace that was asked for last */
};

/* Find where S's traces take the pattern, by what TOKENS say.  */
static int
find_times (struct search *s, struct wpp_subpath_tokens *tokens)
{
  const struct wpp_traced_function *f = s->f;
  int err = 0;
  for (uint32_t i = 0; i < f->traces->n_traces && !err; i++)
    {
      struct wpp_series *times = &s->taken[i].times;
      err = wpp_subpath_find (f->traces, i, tokens, s->pattern->numbers, s->pattern->n, times);
      if (!err)
        err = wpp_series_end (times);
      tokens->most_words -= times->n < tokens->most_words ? times->n : tokens->most_words;
      s->executions = wpp_saturating_add (s->executions, wpp_saturating_product (times->times, f->counts[i]));
      if (times->times)
        s->traces[s->n++] = i;
    }
  return err;
}

/* Number the activations with S's traces.  */
static int
find_activations (struct search *s)
{
  struct wpp_series **at = calloc (s->f->traces->n_traces + (size_t)1, sizeof *at);
  if (!at)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < s->n; i++)
    at[s->traces[i]] = &s->taken[s->traces[i]].activations;
  int err = number_activations (s->t, s->f, at);
  free (at);
  return err;
}

/* Set S's taken, to be released in any case, to where its function takes the pattern.  */
static int
search (struct search *s)
{
  struct token_lists l;
  uint64_t left = wpp_profile_most_runs (s->t->profile);
  s->taken = calloc (s->f->traces->n_traces + (size_t)1, sizeof *s->taken);
  s->traces = calloc (s->f->traces->n_traces + (size_t)1, sizeof *s->traces);
  if (!s->taken || !s->traces)
    return WPP_E_NOMEM;
  int err = list_tokens (&l, s->f, s->pattern->lines);
  struct wpp_subpath_tokens tokens = { l.begin, l.tokens, l.blocks, l.n_blocks, s->pattern->lines, &left,
                                       wpp_most_words (s->t->profile) };
  if (!err)
    err = find_times (s, &tokens);
  if (!err)
    err = find_activations (s);
  free_tokens (&l);
  return err;
}

static void
release_search (struct search *s)
{
  for (uint32_t i = 0; s->taken && i < s->f->traces->n_traces; i++)
    {
      wpp_series_release (&s->taken[i].times);
      wpp_series_release (&s->taken[i].activations);
    }
  free (s->taken);
  free (s->traces);
}

static int
get_trace (void *data, size_t i, void *row)
{
  struct search *s = data;
  uint32_t trace = s->traces[i];
  const struct wpp_series *activations = &s->taken[trace].activations, *times = &s->taken[trace].times;
  *(struct wpp_taken_trace_row *)row
    = (struct wpp_taken_trace_row){ .trace = trace + 1, .count = s->f->counts[trace], .numbers = activations,
                                    .activations = wpp_integers (activations->words, activations->n),
                                    .first = wpp_began_row (s->t, &s->f->first[trace], &s->began[0]),
                                    .last = wpp_began_row (s->t, &s->f->last[trace], &s->began[1]),
                                    .times = times->times, .series = times,
                                    .at = wpp_integers (times->words, times->n) };
  return 0;
}

/* Send where F takes PATTERN, which the user calls PATH; add 1 to *N if anywhere.  */
static int
send_function (const struct wpp_traced *t, const struct wpp_traced_function *f, const struct pattern *pattern,
               const char *path, struct wpp_row_sink *sink, int64_t *n)
{
  struct search s = { .t = t, .f = f, .pattern = pattern };
  struct wpp_taken_row row = { .function = wpp_function_name (f->function->function),
                               .short_name = wpp_recording_short_name (t->recording, f->function->function),
                               .path = path, .of = f->traces->n_activations };
  int err = row.short_name ? search (&s) : WPP_E_NOMEM;
  for (uint32_t i = 0; i < s.n && !err; i++)
    row.activations = wpp_saturating_add (row.activations, f->counts[s.traces[i]]);
  row.executions = s.executions;
  row.traces = (struct wpp_row_list){ s.n, &s, get_trace };
  if (!err)
    err = wpp_sink_row (sink, &row);
  *n += row.activations > 0;
  release_search (&s);
  return err;
}

/* Answer from T's functions.  */
static int64_t
answer (struct wpp_traced *t, const char *path, struct wpp_row_sink *sink, struct wpp_place *place)
{
  struct pattern pattern;
  int64_t n = 0;
  int err = parse_path (&pattern, path, place);
  if (!err)
    err = wpp_traced_began (t);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_taken_schema, NULL);
  for (size_t i = 0; i < t->n && !err; i++)
    err = send_function (t, &t->functions[i], &pattern, path, sink, &n);
  free (pattern.numbers);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : n;
}

int64_t
wpp_answer_taken (struct wpp_recording *r, const struct wpp_taken_asked *asked, struct wpp_row_sink *sink,
                  size_t *n_functions, struct wpp_place *place)
{
  struct wpp_traced t;
  int64_t n = wpp_traced_read (&t, r, asked->function, place);
  *n_functions = t.n;
  if (!n)
    n = answer (&t, asked->path, sink, place);
  wpp_traced_release (&t);
  return n;
}
