/* Source lines of which one side of a difference executed more than the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Lines move when a source is edited.  So a line of A is looked up in B by the function that it is in: as many lines
   after the start of the function, in the file where that function is.  That holds where both have the same graph, or
   at least as many lines; lines of other functions that changed are not compared.  Lines outside of functions stay
   where they are.  */

#include <stdlib.h>
#include <string.h>
#include "answers/diff-impl.h"
#include "answers/lines.h"
#include "base/array.h"
#include "base/saturate.h"
#include "base/search.h"

#define NO_SOURCE UINT32_MAX

/* A side's functions by address.  */
struct known
{
  const struct wpp_function *function;
  uint32_t number;              /* among the difference's */
};

struct side
{
  struct wpp_counted_function *counted;
  size_t n_counted;
  struct wpp_sources *sources;
  struct known *known;          /* [n_counted] by address */
  uint32_t *source_of;          /* [d->n] the source with the function, or NO_SOURCE */
  uint32_t *source;             /* [sources->n] where they are among those of the difference */
};

/* A line of the difference.  */
struct line
{
  uint32_t source;              /* of B; or, from the number of those on, of A */
  uint32_t line, former;
  uint32_t only;                /* 0; else 1 + the side on which alone its function is */
  uint64_t count[2];
};

struct lines
{
  struct wpp_diff_list list;
  struct side side[2];
  struct line *lines;           /* [n] */
  size_t n, room;
};

/* ---- Rows.  */

static const struct wpp_source *
source_of (const struct lines *all, const struct line *l)
{
  uint32_t n = all->side[1].sources->n;
  return l->source < n ? &all->side[1].sources->sources[l->source] : &all->side[0].sources->sources[l->source - n];
}

static int
send_line (struct wpp_diff *d, struct wpp_diff_list *list, const struct wpp_diff_item *i, struct wpp_row_sink *sink)
{
  const struct lines *all = (const struct lines *)list;
  const struct line *l = &all->lines[i->index];
  const struct wpp_source *source = source_of (all, l);
  const struct wpp_diff_line_row row = { .is = wpp_diff_measure (&list->items, i),
                                         .file = source->file,
                                         .path = source->path,
                                         .line = l->line,
                                         .former_line = l->former != l->line ? (int64_t)l->former : -1 };
  return wpp_sink_row (sink, &row);
}

static void
release (struct wpp_diff_list *list)
{
  struct lines *all = (struct lines *)list;
  for (size_t s = 0; s < 2; s++)
    {
      struct side *side = &all->side[s];
      if (side->sources)
        wpp_sources_free (side->sources);
      wpp_counted_functions_free (side->counted, side->n_counted);
      free (side->known);
      free (side->source_of);
      free (side->source);
    }
  free (all->lines);
}

/* ---- The sides.  */

static int
compare_known (const void *a, const void *b)
{
  const struct known *x = a, *y = b;
  return x->function < y->function ? -1 : x->function > y->function;
}

/* The number of FUNCTION, one of SIDE, or WPP_NO_FUNCTION.  */
static uint32_t
number_of (const struct side *side, const struct wpp_function *function)
{
  size_t i = WPP_FIND_SORTED (k, side->n_counted, side->known[k].function, function);
  return i < side->n_counted ? side->known[i].number : WPP_NO_FUNCTION;
}

static int
count_side (struct wpp_diff *d, struct side *side, size_t s)
{
  int err;
  d->bad = s;
  side->counted = wpp_lines_functions (d->r[s], &side->n_counted, &err, d->place);
  if (side->counted)
    side->sources = wpp_lines_count (side->counted, side->n_counted, &err);
  if (!side->sources)
    return err;
  side->known = malloc ((side->n_counted + 1) * sizeof *side->known);
  side->source_of = malloc ((d->n + (size_t)1) * sizeof *side->source_of);
  side->source = malloc ((side->sources->n + (size_t)1) * sizeof *side->source);
  if (!side->known || !side->source_of || !side->source)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < side->n_counted; i++)
    side->known[i] = (struct known){ d->code[s]->functions[i].function, d->number[s][i] };
  qsort (side->known, side->n_counted, sizeof *side->known, compare_known);
  memset (side->source_of, 0xff, d->n * sizeof *side->source_of);
  for (uint32_t i = 0; i < side->sources->n; i++)
    for (uint32_t k = 0; k < side->sources->sources[i].n_functions; k++)
      {
        uint32_t number = number_of (side, side->sources->sources[i].functions[k].function);
        if (number != WPP_NO_FUNCTION)
          side->source_of[number] = i;
      }
  return 0;
}

/* ---- Which file of A is which one of B.  */

static int
compare_files (const void *a, const void *b)
{
  const struct wpp_source *const *x = a, *const *y = b;
  int order = strcmp ((*x)->file, (*y)->file);
  return order ? order : *x < *y ? -1 : *x > *y;
}

/* Where the functions of SOURCE, one of A, are in B: the source of the first that is in any; or NO_SOURCE.  */
static uint32_t
by_functions (const struct lines *all, const struct wpp_source *source)
{
  uint32_t found = NO_SOURCE;
  for (uint32_t k = 0; k < source->n_functions && found == NO_SOURCE; k++)
    {
      uint32_t number = number_of (&all->side[0], source->functions[k].function);
      found = number == WPP_NO_FUNCTION ? NO_SOURCE : all->side[1].source_of[number];
    }
  return found;
}

/* Set the sources' numbers among those of the difference.  */
static int
match_sources (struct lines *all)
{
  const struct wpp_sources *a = all->side[0].sources, *b = all->side[1].sources;
  const struct wpp_source **sorted = malloc ((b->n + (size_t)1) * sizeof *sorted);
  if (!sorted)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < b->n; i++)
    {
      sorted[i] = &b->sources[i];
      all->side[1].source[i] = i;
    }
  if (b->n)
    qsort (sorted, b->n, sizeof *sorted, compare_files);
  for (uint32_t i = 0; i < a->n; i++)
    {
      uint32_t found = by_functions (all, &a->sources[i]);
      size_t k = WPP_PARTITION_POINT (m, b->n, strcmp (sorted[m]->file, a->sources[i].file) < 0);
      if (found == NO_SOURCE && k < b->n && !strcmp (sorted[k]->file, a->sources[i].file))
        found = sorted[k] - b->sources;
      all->side[0].source[i] = found == NO_SOURCE ? b->n + i : found;
    }
  free (sorted);
  return 0;
}

/* ---- Which line.  */

/* A function of SOURCE of one side.  */
struct range
{
  uint32_t end;
  int64_t shift;                /* to the lines of B */
  bool compared;
  uint32_t only;                /* as in struct line */
};

/* What becomes of the lines of F, one of side S.  */
static struct range
range_of (const struct wpp_diff *d, const struct side *side, size_t s, const struct wpp_function *f)
{
  struct range range = { .end = f->end_line, .compared = true };
  uint32_t number = number_of (side, f);
  const struct wpp_diff_function *known = number == WPP_NO_FUNCTION ? NULL : &d->functions[number];
  if (!known)
    return range;
  range.compared = wpp_diff_wanted_p (d, known);
  if (known->of[!s] == WPP_NO_FUNCTION)
    {
      range.only = 1 + s;
      return range;
    }
  const struct wpp_function *a = d->code[0]->functions[known->of[0]].function;
  const struct wpp_function *b = d->code[1]->functions[known->of[1]].function;
  range.compared &= a->checksum == b->checksum || a->end_line - a->start_line == b->end_line - b->start_line;
  range.shift = s ? 0 : (int64_t)b->start_line - a->start_line;
  return range;
}

static int
add_line (struct lines *all, const struct line *line)
{
  if (WPP_RESERVE (all->lines, all->room, all->n, 1))
    return WPP_E_NOMEM;
  all->lines[all->n++] = *line;
  return 0;
}

/* Add the lines of source number I of side S.  A stack has the functions that a line is in.  */
static int
add_source (const struct wpp_diff *d, struct lines *all, size_t s, uint32_t i)
{
  const struct side *side = &all->side[s];
  const struct wpp_source *source = &side->sources->sources[i];
  struct range *open = malloc ((source->n_functions + (size_t)1) * sizeof *open);
  uint32_t n_open = 0, next = 0;
  int err = open ? 0 : WPP_E_NOMEM;
  for (uint32_t k = 0; k < source->n_lines && !err; k++)
    {
      const struct wpp_line_count *l = &source->lines[k];
      for (; next < source->n_functions && source->functions[next].function->start_line <= l->line; next++)
        {
          while (n_open && open[n_open - 1].end < source->functions[next].function->start_line)
            n_open--;
          open[n_open++] = range_of (d, side, s, source->functions[next].function);
        }
      while (n_open && open[n_open - 1].end < l->line)
        n_open--;
      const struct range in = n_open ? open[n_open - 1] : (struct range){ .compared = !d->asked->function };
      struct line line = { side->source[i], (uint32_t)(l->line + in.shift), l->line, in.only, { 0, 0 } };
      line.count[s] = l->count;
      err = in.compared ? add_line (all, &line) : 0;
    }
  free (open);
  return err;
}

/* ---- All of them.  */

static int
compare_lines (const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return x->only < y->only ? -1 : x->only > y->only;
}

/* Make one of equal lines.  Of both sides' the one of A, which alone may have another number there, comes first or
   last.  */
static void
join_lines (struct lines *all)
{
  size_t left = 0;
  for (size_t i = 0; i < all->n; i++)
    {
      struct line *last = left ? &all->lines[left - 1] : NULL;
      if (!last || compare_lines (last, &all->lines[i]))
        {
          all->lines[left++] = all->lines[i];
          continue;
        }
      if (all->lines[i].former != last->line)
        last->former = all->lines[i].former;
      for (size_t s = 0; s < 2; s++)
        last->count[s] = wpp_saturating_add (last->count[s], all->lines[i].count[s]);
    }
  all->n = left;
}

static int
find (struct wpp_diff *d, struct lines *all)
{
  int err = count_side (d, &all->side[0], 0);
  if (!err)
    err = count_side (d, &all->side[1], 1);
  if (!err)
    err = match_sources (all);
  for (size_t s = 0; s < 2 && !err; s++)
    for (uint32_t i = 0; i < all->side[s].sources->n && !err; i++)
      err = add_source (d, all, s, i);
  if (err)
    return err;
  if (all->n)
    qsort (all->lines, all->n, sizeof *all->lines, compare_lines);
  join_lines (all);
  if (all->n >= UINT32_MAX)
    return WPP_E_TOOBIG;
  for (size_t i = 0; i < all->n && !err; i++)
    err = wpp_diff_add (d, &all->list.items, all->lines[i].count, 1, i);
  return err;
}

struct wpp_diff_list *
wpp_diff_lines (struct wpp_diff *d, int *err)
{
  struct lines *all = calloc (1, sizeof *all);
  *err = all ? 0 : WPP_E_NOMEM;
  if (!all)
    return NULL;
  all->list = (struct wpp_diff_list){ .send = send_line, .release = release };
  *err = find (d, all);
  return &all->list;
}
