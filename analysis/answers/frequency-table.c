/* The frequencies of many dumps or profiles as one table.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "answers/frequency-table.h"
#include "answers/kept-texts.h"
#include "base/array.h"
#include "base/file-names.h"
#include "base/names.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_frequency_row
static const struct wpp_row_column row_columns[]
  = { COLUMN (file, TEXT), COLUMN (path, TEXT, .optional = true), COLUMN (problem, TEXT), COLUMN (function, TEXT),
      COLUMN (block, NUMBER32), COLUMN (lines, LIST, .of = &wpp_number32_schema),
      COLUMN (site, TEXT, .optional = true), COLUMN (fact, TEXT, .optional = true), COLUMN (line, NUMBER32),
      COLUMN (frequency, DIGITS, .unit = "executions"), COLUMN (count, DIGITS, .unit = "executions"),
      COLUMN (share, REAL), COLUMN (cost, REAL, .unit = "statements") };
static const struct wpp_schema row_schema = WPP_SCHEMA ("frequency", struct OF, row_columns);
const struct wpp_schema wpp_frequency_rows_schema = { .name = "frequencies", .rows = "rows", .of = &row_schema };
#undef OF

#define OF wpp_frequency_sum_row
static const struct wpp_row_column sum_columns[]
  = { COLUMN (facts, NUMBER), COLUMN (always, NUMBER), COLUMN (never, NUMBER), COLUMN (sometimes, NUMBER),
      COLUMN (certain, NUMBER), COLUMN (impossible, NUMBER), COLUMN (unknown, NUMBER), COLUMN (unknown_always, NUMBER),
      COLUMN (unknown_never, NUMBER), COLUMN (file, TEXT), COLUMN (path, TEXT, .optional = true),
      COLUMN (problem, TEXT), COLUMN (function, TEXT) };
static const struct wpp_schema sum_schema = WPP_SCHEMA ("summary", struct OF, sum_columns);
const struct wpp_schema wpp_frequency_sums_schema = { .name = "summaries", .rows = "summaries", .of = &sum_schema };
#undef OF

/* ---- The table.  */

/* Rows of one dump.  Texts are kept by the table.  */
struct dump
{
  const char *file, *path, *problem;
  size_t n, room, n_sums;
  struct wpp_frequency_row *rows;
  struct wpp_frequency_sum_row *sums;
};

struct sink
{
  struct wpp_row_sink sink;
  struct wpp_frequency_table *table;
};

struct wpp_frequency_table
{
  const char *source_root;
  struct wpp_kept_texts texts;
  size_t n;
  struct dump *dumps;
  struct sink sink;
};

void
wpp_frequency_table_free (struct wpp_frequency_table *t)
{
  for (size_t i = 0; t && i < t->n; i++)
    {
      free (t->dumps[i].rows);
      free (t->dumps[i].sums);
    }
  if (t)
    {
      wpp_kept_texts_release (&t->texts);
      free (t->dumps);
    }
  free (t);
}

size_t
wpp_frequency_table_dumps (const struct wpp_frequency_table *t)
{
  return t->n;
}

int
wpp_frequency_table_begin (struct wpp_frequency_table *t, const struct wpp_frequencies_head *head)
{
  const char *below = head->path && t->source_root ? wpp_file_below (t->source_root, head->path) : NULL;
  char *tidy = below ? NULL : wpp_file_tidy ("", head->file, false);
  int err = WPP_EXTEND (t->dumps, t->n);
  if (err || (!below && !tidy))
    {
      free (tidy);
      return WPP_E_NOMEM;
    }
  struct dump d = { .file = wpp_keep_text (&t->texts, below ? below : tidy),
                    .path = wpp_keep_text (&t->texts, head->path),
                    .problem = wpp_keep_text (&t->texts, head->problem) };
  free (tidy);
  t->dumps[t->n++] = d;
  return d.file && d.problem && (d.path || !head->path) ? 0 : WPP_E_NOMEM;
}

/* ---- Adding a function.  */

/* A function that is added: where to, and what its rows have in common.  */
struct adding
{
  struct wpp_frequency_table *t;
  struct dump *dump;
  struct wpp_frequency_row row;
  double cost;                  /* of an execution of the block */
};

static double
value_of (const char *digits)
{
  return strtod (digits + (*digits == '>' ? 2 : 0), NULL);
}

/* Add A's row, with FREQUENCY; TEXT is *TO of it.  */
static int
add_row (struct adding *a, const char *text, const char **to, const char *frequency, const char *count, double share)
{
  struct dump *d = a->dump;
  double cost = value_of (frequency) * a->cost;
  if (WPP_RESERVE (d->rows, d->room, d->n, 1))
    return WPP_E_NOMEM;
  a->row.fact = a->row.site = NULL;
  *to = wpp_keep_text (&a->t->texts, text);
  a->row.frequency = wpp_keep_text (&a->t->texts, frequency);
  a->row.count = wpp_keep_text (&a->t->texts, count);
  a->row.share = share;
  a->row.cost = isfinite (cost) ? cost : 0;
  d->rows[d->n++] = a->row;
  return *to && a->row.frequency && a->row.count ? 0 : WPP_E_NOMEM;
}

static int
add_fact (struct adding *a, const struct wpp_frequency_block_row *block, size_t i)
{
  struct wpp_frequency_held_row held;
  int err = block->facts.get (block->facts.data, i, &held);
  if (err)
    return err;
  a->row.line = held.fact.line;
  return add_row (a, held.fact.fact, &a->row.fact, held.frequency, block->count, held.share);
}

static int
add_site (struct adding *a, const struct wpp_frequency_block_row *block, size_t i)
{
  struct wpp_frequency_site_row site;
  int err = block->sites.get (block->sites.data, i, &site);
  if (err)
    return err;
  a->row.line = site.line;
  return add_row (a, site.site, &a->row.site, site.frequency, site.count, isnan (site.share) ? 0 : site.share);
}

/* Keep the lines of BLOCK in A's row.  */
static int
keep_lines (struct adding *a, const struct wpp_frequency_block_row *block)
{
  size_t n = block->lines.n;
  uint32_t *lines = malloc ((n + 1) * sizeof *lines);
  int err = lines ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    err = block->lines.get (block->lines.data, i, &lines[i]);
  const uint32_t *kept = err ? NULL : wpp_keep_bytes (&a->t->texts, lines, n * sizeof *lines);
  free (lines);
  if (!err && !kept)
    err = WPP_E_NOMEM;
  a->row.lines = wpp_numbers32 (kept, n);
  return err;
}

static int
add_block (struct adding *a, const struct wpp_frequency_function_row *f, size_t i)
{
  struct wpp_frequency_block_row block;
  int err = f->blocks.get (f->blocks.data, i, &block);
  if (!err)
    err = keep_lines (a, &block);
  if (err)
    return err;
  double count = value_of (block.count);
  a->row.block = block.block;
  a->cost = count > 0 && isfinite (block.cost) ? block.cost / count : 0;
  for (size_t k = 0; k < block.facts.n && !err; k++)
    err = add_fact (a, &block, k);
  for (size_t k = 0; k < block.sites.n && !err; k++)
    err = add_site (a, &block, k);
  return err;
}

static int
add_sum (struct adding *a, const struct wpp_frequency_summary_row *s)
{
  struct dump *d = a->dump;
  const struct wpp_frequency_static_row *w = &s->without_profile;
  if (WPP_EXTEND (d->sums, d->n_sums))
    return WPP_E_NOMEM;
  d->sums[d->n_sums++] = (struct wpp_frequency_sum_row){
    s->facts, s->always, s->never, s->sometimes, w->certain, w->impossible, w->unknown, w->of_unknown.always,
    w->of_unknown.never, a->row.file, a->row.path, a->row.problem, a->row.function
  };
  return 0;
}

int
wpp_frequency_table_add (struct wpp_frequency_table *t, size_t dump, const struct wpp_frequency_function_row *row)
{
  struct dump *d = &t->dumps[dump];
  struct adding a = { .t = t, .dump = d, .row = { .file = d->file, .path = d->path, .problem = d->problem } };
  a.row.function = wpp_keep_text (&t->texts, row->name);
  int err = a.row.function ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < row->blocks.n && !err; i++)
    err = add_block (&a, row, i);
  return err ? err : add_sum (&a, &row->summary);
}

/* ---- The table as a sink.  */

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  return wpp_frequency_table_begin (((struct sink *)sink)->table, head);
}

static int
row (struct wpp_row_sink *sink, const void *row)
{
  struct wpp_frequency_table *t = ((struct sink *)sink)->table;
  return wpp_frequency_table_add (t, t->n - 1, row);
}

struct wpp_row_sink *
wpp_frequency_table_sink (struct wpp_frequency_table *t)
{
  return &t->sink.sink;
}

struct wpp_frequency_table *
wpp_frequency_table_new (const char *source_root)
{
  struct wpp_frequency_table *t = calloc (1, sizeof *t);
  if (!t)
    return NULL;
  t->source_root = source_root;
  t->sink = (struct sink){ { .begin = begin, .row = row }, t };
  return t;
}

/* ---- Answers.  */

/* Is NAME one of NAMES, separated by commas?  */
static bool
named_p (const char *names, const char *name)
{
  for (size_t n;; names += n + 1)
    {
      n = strcspn (names, ",");
      if ((strlen (name) == n && !memcmp (names, name, n)) || (n == 3 && !memcmp (names, "all", 3)))
        return true;
      if (!names[n])
        return false;
    }
}

static bool
wanted_p (const struct wpp_frequencies_asked *asked, const char *problem, const char *function)
{
  return (!asked->problems || named_p (asked->problems, problem))
         && (!asked->function || wpp_names_p (function, asked->function));
}

/* A row that is wanted.  */
struct wanted
{
  const struct wpp_frequency_row *row;
  size_t order;
};

/* For qsort: the costlier first; rows of the same cost in the order of the dumps.  */
static int
compare_cost (const void *a, const void *b)
{
  const struct wanted *x = a, *y = b;
  if (x->row->cost != y->row->cost)
    return x->row->cost > y->row->cost ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Set *WANTED to the rows of T that are asked for, in order.  Return 0 or WPP_E_NOMEM.  */
static int
find_wanted (const struct wpp_frequency_table *t, const struct wpp_frequencies_asked *asked, struct wanted **wanted,
             size_t *n)
{
  *wanted = NULL;
  *n = 0;
  for (size_t k = 0; k < t->n; k++)
    for (size_t i = 0; i < t->dumps[k].n; i++)
      {
        const struct dump *d = &t->dumps[k];
        if (!wanted_p (asked, d->problem, d->rows[i].function))
          continue;
        if (WPP_EXTEND (*wanted, *n))
          return WPP_E_NOMEM;
        (*wanted)[*n] = (struct wanted){ &d->rows[i], *n };
        ++*n;
      }
  if (asked->hot && *n)
    qsort (*wanted, *n, sizeof **wanted, compare_cost);
  return 0;
}

int
wpp_answer_frequencies (const struct wpp_frequency_table *t, const struct wpp_frequencies_asked *asked,
                        struct wpp_row_sink *sink, bool *any)
{
  struct wanted *wanted;
  size_t n;
  int err = find_wanted (t, asked, &wanted, &n);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_frequency_rows_schema, NULL);
  for (size_t i = 0; i < n && i < asked->top && !err; i++)
    err = wpp_sink_row (sink, wanted[i].row);
  *any = n;
  free (wanted);
  return err ? err : wpp_sink_end (sink);
}

static void
add_up (struct wpp_frequency_sum_row *sum, const struct wpp_frequency_sum_row *s)
{
  sum->facts += s->facts;
  sum->always += s->always;
  sum->never += s->never;
  sum->sometimes += s->sometimes;
  sum->certain += s->certain;
  sum->impossible += s->impossible;
  sum->unknown += s->unknown;
  sum->unknown_always += s->unknown_always;
  sum->unknown_never += s->unknown_never;
}

int
wpp_answer_frequency_sums (const struct wpp_frequency_table *t, const struct wpp_frequencies_asked *asked,
                           struct wpp_row_sink *sink, bool *any)
{
  struct wpp_frequency_sum_row sum = { .file = "", .problem = asked->problems ? asked->problems : "",
                                       .function = "total" };
  uint64_t shown = 0;
  int err = wpp_sink_begin (sink, &wpp_frequency_sums_schema, NULL);
  *any = false;
  for (const struct dump *d = t->dumps; d < t->dumps + t->n; d++)
    for (size_t i = 0; i < d->n_sums && !err; i++)
      {
        if (!wanted_p (asked, d->problem, d->sums[i].function))
          continue;
        *any = true;
        add_up (&sum, &d->sums[i]);
        if (shown++ < asked->top)
          err = wpp_sink_row (sink, &d->sums[i]);
      }
  if (!err)
    err = wpp_sink_row (sink, &sum);
  return err ? err : wpp_sink_end (sink);
}
