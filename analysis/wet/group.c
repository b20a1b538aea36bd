/* Executions of a node: what is stored of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "wet/group.h"

/* Runs of a row, and of a group, that hostile files may have.  */
#define MOST_RUNS (1u << 22)

int
wpp_wet_add_row (struct wpp_wet_rows *r, uint32_t row)
{
  if (WPP_RESERVE (r->rows, r->room, r->n, 1))
    return WPP_E_NOMEM;
  r->rows[r->n++] = row;
  return WPP_OK;
}

void
wpp_wet_group_clear (struct wpp_wet_group *g, const struct wpp_wet_shape *s)
{
  g->first += g->n;
  g->n = 0;
  g->n_unknown = g->irregular.n = 0;
  for (uint32_t i = 0; i < s->n_labels && g->labels; i++)
    {
      struct wpp_wet_label *l = &g->labels[i];
      l->n = l->several.n = l->n_bytes = l->surprised.n = 0;
    }
}

void
wpp_wet_group_release (struct wpp_wet_group *g, const struct wpp_wet_shape *s)
{
  for (uint32_t i = 0; i < s->n_labels && g->labels; i++)
    {
      free (g->labels[i].runs);
      free (g->labels[i].several.rows);
      free (g->labels[i].counts);
      free (g->labels[i].bytes);
      free (g->labels[i].surprised.rows);
    }
  free (g->labels);
  free (g->words);
  free (g->unknown);
  free (g->irregular.rows);
  free (g->before);
  *g = (struct wpp_wet_group){ 0 };
}

/* ---- Writing.  */

static void
put_rows (struct wpp_buffer *b, const struct wpp_wet_rows *r)
{
  wpp_put_leb (b, r->n);
  for (size_t i = 0; i < r->n; i++)
    wpp_put_leb (b, r->rows[i] - (i ? r->rows[i - 1] : 0));
}

/* The rows whose word number WORD is not known.  */
static void
put_unknown (struct wpp_buffer *b, const struct wpp_wet_group *g, uint32_t word)
{
  size_t n = 0;
  uint32_t before = 0;
  for (size_t i = 0; i < g->n_unknown; i++)
    n += g->unknown[i].word == word;
  wpp_put_leb (b, n);
  for (size_t i = 0; i < g->n_unknown && n; i++)
    if (g->unknown[i].word == word)
      {
        wpp_put_leb (b, g->unknown[i].row - before);
        before = g->unknown[i].row;
      }
}

static struct wpp_wet_habit *
habit (struct wpp_wet_habits *h, const struct wpp_wet_shape *s, uint32_t i)
{
  if (!h->of)
    h->of = calloc (2 * (size_t)s->n_live + s->n_inputs + 1 + 2 * (size_t)s->n_labels, sizeof *h->of);
  return h->of ? &h->of[i] : NULL;
}

/* Let V be column WORD of G; if RELATIVE, the differences.  */
static void
take_column (const struct wpp_wet_group *g, const struct wpp_wet_shape *s, uint32_t word, bool relative, uint64_t *v)
{
  size_t width = wpp_wet_width (s);
  const uint64_t *w = g->words + word;
  for (uint32_t i = 0; i < g->n; i++)
    v[i] = w[i * width];
  w += s->n_live + s->n_inputs;
  for (uint32_t i = 1; i < g->n && relative; i++)
    v[i] -= w[(i - 1) * width];
}

/* Is the live slot WORD mostly what it was when the row before ended?  */
static bool
carried_p (const struct wpp_wet_group *g, const struct wpp_wet_shape *s, uint32_t word)
{
  size_t width = wpp_wet_width (s);
  const uint64_t *w = g->words + word, *end = w + s->n_live + s->n_inputs;
  uint32_t same = 0;
  for (uint32_t i = 1; i < g->n; i++)
    same += w[i * width] == end[(i - 1) * width];
  return 2 * same > g->n;
}

int
wpp_wet_put_values (struct wpp_buffer *b, const struct wpp_wet_group *g, const struct wpp_wet_shape *s,
                    enum wpp_wet_predictor p, struct wpp_wet_habits *h)
{
  uint64_t v[WPP_WET_BLOCK];
  struct wpp_wet_habit *first = habit (h, s, 0);
  if (!first)
    return WPP_E_NOMEM;
  put_rows (b, &g->irregular);
  for (uint32_t i = 0; i < s->n_live + s->n_inputs; i++)
    {
      bool relative = i < s->n_live && p != WPP_WET_NONE && carried_p (g, s, i);
      put_unknown (b, g, i);
      if (i < s->n_live)
        wpp_put_u8 (b, relative);
      take_column (g, s, i, relative, v);
      wpp_wet_put_block (b, v, g->n, p, &first[i + (relative ? s->n_live + s->n_inputs : 0)]);
    }
  return WPP_OK;
}

/* V [N] as blocks; what they are is number I of the parts of runs: source, instance, bytes.  */
static void
put_runs (struct wpp_buffer *b, const struct wpp_wet_label *l, unsigned part, const struct wpp_wet_group *g,
          const struct wpp_wet_shape *s, enum wpp_wet_predictor p, struct wpp_wet_habit *habit)
{
  uint64_t v[WPP_WET_BLOCK];
  size_t several = 0, total = part == 2 ? l->n_bytes : l->n;
  uint32_t row = 0, left = 0;
  for (size_t at = 0; at < total;)
    {
      uint32_t n = total - at < WPP_WET_BLOCK ? total - at : WPP_WET_BLOCK;
      for (uint32_t i = 0; i < n; i++)
        if (part == 2)
          v[i] = l->bytes[at + i];
        else
          {
            const struct wpp_wet_run *x = &l->runs[at + i];
            while (!left)
              left = wpp_wet_row_p (&l->several, &several, row++) ? l->counts[several] : 1;
            left--;
            bool own = x->source >= s->first_source && x->source < s->end_source;
            v[i] = !part ? x->source : own ? (uint32_t) (g->first + row - 1) - x->instance : x->instance;
          }
      wpp_wet_put_block (b, v, n, p, habit);
      at += n;
    }
}

/* The label before number I of G whose runs have the same instances, plus 1; or 0.  */
static uint32_t
shared_with (const struct wpp_wet_group *g, uint32_t i)
{
  const struct wpp_wet_label *l = &g->labels[i];
  if (l->several.n)
    return 0;
  for (uint32_t j = i; j-- > 0 && j + 16 > i;)
    {
      const struct wpp_wet_label *x = &g->labels[j];
      bool same = x->n == l->n && !x->several.n;
      for (size_t k = 0; k < l->n && same; k++)
        same = x->runs[k].instance == l->runs[k].instance;
      if (same)
        return j + 1;
    }
  return 0;
}

int
wpp_wet_put_labels (struct wpp_buffer *b, const struct wpp_wet_group *g, const struct wpp_wet_shape *s,
                    enum wpp_wet_predictor p, struct wpp_wet_habits *h)
{
  struct wpp_wet_habit *first = habit (h, s, 2 * s->n_live + s->n_inputs);
  bool lists = false;
  if (!first)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < s->n_labels; i++)
    lists |= g->labels[i].several.n || g->labels[i].surprised.n;
  wpp_put_u8 (b, lists);
  wpp_wet_put_block (b, g->before, g->n, p, first);
  for (uint32_t i = 0; i < s->n_labels; i++)
    {
      const struct wpp_wet_label *l = &g->labels[i];
      struct wpp_wet_habit rare = { 0 };
      if (lists)
        {
          put_rows (b, &l->several);
          for (size_t j = 0; j < l->several.n; j++)
            wpp_put_leb (b, l->counts[j]);
          put_rows (b, &l->surprised);
        }
      put_runs (b, l, 0, g, s, p, first + 1 + 2 * i);
      put_runs (b, l, 2, g, s, p, &rare);
      uint32_t shared = l->n ? shared_with (g, i) : 0;
      wpp_put_leb (b, shared);
      if (!shared)
        put_runs (b, l, 1, g, s, p, first + 2 + 2 * i);
    }
  return WPP_OK;
}

/* ---- Reading.  */

/* A list of rows below N.  */
static int
read_rows (struct wpp_reader *r, uint32_t n, struct wpp_wet_rows *rows)
{
  size_t count = wpp_read_count (r, 1);
  uint64_t row = 0;
  rows->n = 0;
  if (r->bad || count > n)
    return WPP_E_CORRUPT;
  if (WPP_RESERVE (rows->rows, rows->room, 0, count + 1))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < count; i++)
    {
      uint64_t more = wpp_read_leb (r);
      row = more >= n ? n : row + more;
      if (row >= n || (i && !more))
        return WPP_E_CORRUPT;
      rows->rows[rows->n++] = row;
    }
  return r->bad ? WPP_E_CORRUPT : WPP_OK;
}

static int
read_unknown (struct wpp_reader *r, struct wpp_wet_group *g, uint32_t word)
{
  struct wpp_wet_rows rows = { 0 };
  int err = read_rows (r, g->n, &rows);
  if (!err && WPP_RESERVE (g->unknown, g->unknown_room, g->n_unknown, rows.n))
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < rows.n && !err; i++)
    {
      g->unknown[g->n_unknown].row = rows.rows[i];
      g->unknown[g->n_unknown++].word = word;
    }
  free (rows.rows);
  return err;
}

static int
by_row (const void *a, const void *b)
{
  const uint32_t *x = a, *y = b;
  return (x[0] > y[0]) - (x[0] < y[0]);
}

int
wpp_wet_read_values (struct wpp_reader *r, struct wpp_wet_group *g, const struct wpp_wet_shape *s,
                     struct wpp_wet_columns *c)
{
  size_t n = s->n_live + (size_t)s->n_inputs;
  *c = (struct wpp_wet_columns){ malloc ((n * g->n + 1) * sizeof *c->words), malloc (s->n_live + (size_t)1) };
  int err = c->words && c->relative ? read_rows (r, g->n, &g->irregular) : WPP_E_NOMEM;
  g->n_unknown = 0;
  for (uint32_t i = 0; i < n && !err; i++)
    {
      err = read_unknown (r, g, i);
      if (i < s->n_live)
        c->relative[i] = wpp_read_u8 (r);
      if (!err)
        wpp_wet_read_block (r, c->words + (size_t)i * g->n, g->n);
    }
  if (g->n_unknown)
    qsort (g->unknown, g->n_unknown, sizeof *g->unknown, by_row);
  return err ? err : r->bad ? WPP_E_CORRUPT : WPP_OK;
}

/* How many runs the rows of L have.  */
static int
read_counts (struct wpp_reader *r, const struct wpp_wet_group *g, struct wpp_wet_label *l)
{
  uint64_t all = g->n, of_several = 0;
  int err = read_rows (r, g->n, &l->several);
  if (!err && WPP_RESERVE (l->counts, l->counts_room, 0, l->several.n + 1))
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < l->several.n && !err; i++)
    {
      l->counts[i] = wpp_read_leb32 (r);
      of_several += l->counts[i];
    }
  all += of_several - l->several.n;
  if (!err)
    err = r->bad || all > MOST_RUNS ? WPP_E_CORRUPT : read_rows (r, g->n, &l->surprised);
  l->n = all;
  l->n_bytes = of_several;
  return err;
}

static int
reserve_runs (struct wpp_wet_label *l)
{
  if (WPP_RESERVE (l->runs, l->runs_room, 0, l->n + 1) || WPP_RESERVE (l->bytes, l->bytes_room, 0, l->n_bytes + 1))
    return WPP_E_NOMEM;
  return WPP_OK;
}

/* Read one part of the runs, as put_runs writes it.  */
static void
read_runs (struct wpp_reader *r, struct wpp_wet_label *l, unsigned part, const struct wpp_wet_group *g,
           const struct wpp_wet_shape *s)
{
  uint64_t v[WPP_WET_BLOCK];
  size_t several = 0, total = part == 2 ? l->n_bytes : l->n;
  uint32_t row = 0, left = 0;
  for (size_t at = 0; at < total && !r->bad;)
    {
      uint32_t n = total - at < WPP_WET_BLOCK ? total - at : WPP_WET_BLOCK;
      wpp_wet_read_block (r, v, n);
      for (uint32_t i = 0; i < n; i++)
        if (part == 2)
          l->bytes[at + i] = v[i];
        else
          {
            struct wpp_wet_run *x = &l->runs[at + i];
            while (!left)
              left = wpp_wet_row_p (&l->several, &several, row++) ? l->counts[several] : 1;
            left--;
            bool own = part && x->source >= s->first_source && x->source < s->end_source;
            if (part)
              x->instance = own ? (uint32_t) (g->first + row - 1) - (uint32_t)v[i] : v[i];
            else
              x->source = v[i];
          }
      at += n;
    }
}

static int
read_label (struct wpp_reader *r, struct wpp_wet_group *g, const struct wpp_wet_shape *s, uint32_t i, bool lists)
{
  struct wpp_wet_label *l = &g->labels[i];
  int err = WPP_OK;
  l->n = g->n;
  l->several.n = l->surprised.n = l->n_bytes = 0;
  if (lists)
    err = read_counts (r, g, l);
  if (!err)
    err = reserve_runs (l);
  if (err)
    return err;
  read_runs (r, l, 0, g, s);
  read_runs (r, l, 2, g, s);
  uint32_t shared = wpp_read_leb32 (r);
  if (shared > i || (shared && g->labels[shared - 1].n != l->n))
    return WPP_E_CORRUPT;
  for (size_t j = 0; j < l->n && shared; j++)
    l->runs[j].instance = g->labels[shared - 1].runs[j].instance;
  if (!shared)
    read_runs (r, l, 1, g, s);
  return r->bad ? WPP_E_CORRUPT : WPP_OK;
}

int
wpp_wet_read_labels (struct wpp_reader *r, struct wpp_wet_group *g, const struct wpp_wet_shape *s)
{
  bool lists = wpp_read_u8 (r);
  if (!g->labels && !(g->labels = calloc (s->n_labels + (size_t)1, sizeof *g->labels)))
    return WPP_E_NOMEM;
  if (WPP_RESERVE (g->before, g->before_room, 0, g->n))
    return WPP_E_NOMEM;
  wpp_wet_read_block (r, g->before, g->n);
  int err = r->bad ? WPP_E_CORRUPT : WPP_OK;
  for (uint32_t i = 0; i < s->n_labels && !err; i++)
    err = read_label (r, g, s, i, lists);
  return err;
}
