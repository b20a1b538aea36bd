/* What caches and a branch predictor make of a run, by source line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/lines.h"
#include "answers/misses-impl.h"
#include "base/array.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_level_misses_row
static const struct wpp_row_column level_columns[]
  = { COLUMN (level, NUMBER32), COLUMN (loads, COUNT), COLUMN (stores, COUNT) };
static const struct wpp_schema level_schema = WPP_SCHEMA ("level", struct OF, level_columns);
#undef OF
#define OF wpp_misses_row
static const struct wpp_row_column columns[]
  = { COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (loads, COUNT), COLUMN (stores, COUNT),
      COLUMN (branches, COUNT), COLUMN (mispredicted, COUNT), COLUMN (levels, LIST, .of = &level_schema) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("line", struct OF, columns);
#undef OF
#define OF wpp_misses_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (caches, TEXT), COLUMN (predictor, TEXT), COLUMN (loads, COUNT), COLUMN (stores, COUNT),
      COLUMN (branches, COUNT), COLUMN (mispredicted, COUNT), COLUMN (levels, LIST, .of = &level_schema),
      COLUMN (unknown, COUNT) };
const struct wpp_schema wpp_misses_schema
  = WPP_SCHEMA ("misses", struct OF, head_columns, .rows = "lines", .of = &row_schema);
#undef OF

/* A line, with all that its statements have.  */
struct line
{
  const char *file;
  uint32_t line;
  struct wpp_line_misses of;
};

struct wpp_line_misses *
wpp_misses_of (struct wpp_misses *m, uint32_t function, uint32_t statement)
{
  const struct wpp_body *b = m->of.bindings->layouts[function]->body;
  struct wpp_line_misses **all = &m->statements[function];
  if (!*all)
    *all = calloc (b->n_statements + (size_t)1, sizeof **all);
  return *all ? *all + statement : NULL;
}

/* ---- Lines.  */

static void
add (struct wpp_line_misses *sum, const struct wpp_line_misses *x)
{
  sum->loads += x->loads;
  sum->stores += x->stores;
  sum->branches += x->branches;
  sum->mispredicted += x->mispredicted;
  for (unsigned i = 0; i < WPP_MOST_CACHES; i++)
    {
      sum->load_misses[i] += x->load_misses[i];
      sum->store_misses[i] += x->store_misses[i];
    }
}

static int
compare_places (const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  int by_file = strcmp (x->file, y->file);
  return by_file ? by_file : (x->line > y->line) - (x->line < y->line);
}

static int
compare_misses (const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  for (unsigned i = WPP_MOST_CACHES; i-- > 0;)
    {
      uint64_t m = x->of.load_misses[i] + x->of.store_misses[i], n = y->of.load_misses[i] + y->of.store_misses[i];
      if (m != n)
        return m < n ? 1 : -1;
    }
  if (x->of.mispredicted != y->of.mispredicted)
    return x->of.mispredicted < y->of.mispredicted ? 1 : -1;
  return compare_places (a, b);
}

/* Is FILE asked for?  */
static bool
wanted_p (const struct wpp_misses *m, const char *file)
{
  const struct wpp_source source = { .file = (char *)file, .path = (char *)file };
  return wpp_source_wanted_p (&source, m->asked->source);
}

/* Set *LINES [*N] to the lines of all statements that have anything, those with most misses first.  */
static int
collect (const struct wpp_misses *m, struct line **lines, size_t *n)
{
  size_t room = 0, k = 0;
  for (uint32_t f = 0; f < m->of.code->n_functions; f++)
    for (uint32_t s = 0; m->statements[f] && s < m->of.bindings->layouts[f]->body->n_statements; s++)
      {
        const struct wpp_line_misses *x = &m->statements[f][s];
        struct wpp_replayed_statement at = wpp_replayed_statement (&m->of, f, s);
        const char *file = wpp_at_file (&at.function, at.statement->file);
        if (!(x->loads || x->stores || x->branches) || !at.statement->line || !wanted_p (m, file))
          continue;
        if (WPP_RESERVE (*lines, room, *n, 1))
          return WPP_E_NOMEM;
        (*lines)[(*n)++] = (struct line){ file, at.statement->line, *x };
      }
  if (*n)
    qsort (*lines, *n, sizeof **lines, compare_places);
  for (size_t i = 0; i < *n; i++)
    if (k && !compare_places (&(*lines)[k - 1], &(*lines)[i]))
      add (&(*lines)[k - 1].of, &(*lines)[i].of);
    else
      (*lines)[k++] = (*lines)[i];
  *n = k;
  if (k)
    qsort (*lines, k, sizeof **lines, compare_misses);
  return WPP_OK;
}

/* ---- Rows.  */

static int
get_level (void *data, size_t i, void *row)
{
  const struct wpp_line_misses *m = data;
  *(struct wpp_level_misses_row *)row = (struct wpp_level_misses_row){ i + 1, m->load_misses[i], m->store_misses[i] };
  return WPP_OK;
}

static int
send (const struct wpp_misses *m, struct wpp_misses_head *head, struct line *lines, size_t n,
      struct wpp_row_sink *sink)
{
  struct wpp_line_misses sum = { 0 };
  for (size_t i = 0; i < n; i++)
    add (&sum, &lines[i].of);
  head->of = &sum;
  head->loads = sum.loads;
  head->stores = sum.stores;
  head->branches = sum.branches;
  head->mispredicted = sum.mispredicted;
  head->levels = (struct wpp_row_list){ head->n_levels, &sum, get_level };
  head->unknown = m->unknown;
  int err = wpp_sink_begin (sink, &wpp_misses_schema, head);
  for (size_t i = 0; i < n && !err; i++)
    {
      struct wpp_line_misses *of = &lines[i].of;
      const struct wpp_misses_row row
        = { lines[i].file, lines[i].line, of->loads, of->stores, of->branches, of->mispredicted,
            { head->n_levels, of, get_level }, of };
      err = wpp_sink_row (sink, &row);
    }
  return err ? err : wpp_sink_end (sink);
}

/* ---- All.  */

static int
simulate (struct wpp_misses *m, struct wpp_caches *c, bool tage, struct wpp_place *place)
{
  m->statements = calloc (m->of.code->n_functions + 1, sizeof *m->statements);
  int err = m->statements ? wpp_misses_replay (m, c, place) : WPP_E_NOMEM;
  return err ? err : wpp_misses_predict (m, tage);
}

static void
release (struct wpp_misses *m)
{
  for (size_t i = 0; m->statements && i < m->of.code->n_functions; i++)
    free (m->statements[i]);
  free (m->statements);
  wpp_replayed_release (&m->of);
}

int64_t
wpp_answer_misses (struct wpp_recording *r, const struct wpp_misses_asked *asked, struct wpp_row_sink *sink,
                   struct wpp_place *place)
{
  struct wpp_misses m = { .asked = asked };
  struct wpp_misses_head head = { .caches = asked->caches ? asked->caches : WPP_USUAL_CACHES,
                                  .predictor = asked->predictor ? asked->predictor : "tage" };
  bool tage = strcmp (head.predictor, "tage") == 0;
  struct line *lines = NULL;
  size_t n = 0;
  const char *bad;
  int err;
  struct wpp_caches *c = wpp_caches_new (head.caches, &err, place);
  if (c && !tage && strcmp (head.predictor, "bimodal") != 0)
    err = wpp_complain (place, "", 0, WPP_E_ASKED, "no predictor is called `%.40s': tage, bimodal", head.predictor);
  if (!err)
    err = wpp_recording_need (r, WPP_HAS_ORDER | WPP_HAS_VALUES, &bad, place);
  if (!err)
    err = wpp_replayed_begin (&m.of, r, place);
  if (!err)
    err = simulate (&m, c, tage, place);
  if (!err)
    err = collect (&m, &lines, &n);
  head.n_levels = c ? wpp_caches_levels (c) : 0;
  if (!err)
    err = send (&m, &head, lines, n, sink);
  free (lines);
  release (&m);
  wpp_caches_free (c);
  return err ? err : (int64_t)n;
}
