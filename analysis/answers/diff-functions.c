/* The functions of two recordings, and which of them are the same.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As -fwpp-use matches them: by assembler name, those of the same source file first; what is left, by source file
   and graph, the nearest names first.  A graph without a branch is that of many functions; then the names must be
   alike.  */

#include <stdlib.h>
#include <string.h>
#include "answers/diff-impl.h"
#include "base/saturate.h"

/* Names are compared up to this length, and so many pairs at most: the work must not grow with the square of what
   recordings have.  */
#define MOST_LETTERS 256u
#define MOST_PAIRS 20000u

/* A function of a side, to be sorted.  */
struct named
{
  const char *name, *unit;
  const struct wpp_function *function;
  uint32_t index;               /* among the side's functions; equal names stay in this order */
};

struct names
{
  struct named *list;           /* [n] those without a partner */
  size_t n;
};

struct matching
{
  struct wpp_diff *d;
  struct names side[2];
  uint32_t *partner[2];         /* [functions of the side] index among the other's, or WPP_NO_FUNCTION */
};

/* ---- By name.  */

static int
compare_index (const struct named *x, const struct named *y)
{
  return x->index < y->index ? -1 : x->index > y->index;
}

/* The same function of the same build, where a side has several builds.  */
static int
compare_builds (const void *a, const void *b)
{
  const struct named *x = a, *y = b;
  const struct wpp_function *f = x->function, *g = y->function;
  int order = strcmp (x->name, y->name);
  if (!order)
    order = strcmp (x->unit, y->unit);
  if (!order)
    order = f->checksum < g->checksum ? -1 : f->checksum > g->checksum;
  if (!order)
    order = f->start_line < g->start_line ? -1 : f->start_line > g->start_line;
  return order ? order : compare_index (x, y);
}

static int
compare_units (const void *a, const void *b)
{
  const struct named *x = a, *y = b;
  int order = strcmp (x->name, y->name);
  if (!order)
    order = strcmp (x->unit, y->unit);
  return order ? order : compare_index (x, y);
}

static int
compare_names (const void *a, const void *b)
{
  const struct named *x = a, *y = b;
  int order = strcmp (x->name, y->name);
  return order ? order : compare_index (x, y);
}

/* Does A come before B, as COMPARE has it, whatever their indices are?  */
static int
compare_across (int (*compare) (const void *a, const void *b), const struct named *a, const struct named *b)
{
  struct named x = *a;
  x.index = b->index;
  return compare (&x, b);
}

static void
join (struct matching *m, const struct named *a, const struct named *b)
{
  m->partner[0][a->index] = b->index;
  m->partner[1][b->index] = a->index;
}

/* Leave only those without a partner.  */
static void
leave_single (struct matching *m, size_t side)
{
  struct names *names = &m->side[side];
  size_t n = 0;
  for (size_t i = 0; i < names->n; i++)
    if (m->partner[side][names->list[i].index] == WPP_NO_FUNCTION)
      names->list[n++] = names->list[i];
  names->n = n;
}

/* Join functions that are equal as COMPARE has it, the first with the first.  */
static void
join_equal (struct matching *m, int (*compare) (const void *a, const void *b))
{
  struct names *a = &m->side[0], *b = &m->side[1];
  for (size_t s = 0; s < 2; s++)
    if (m->side[s].n)
      qsort (m->side[s].list, m->side[s].n, sizeof *a->list, compare);
  for (size_t i = 0, k = 0; i < a->n && k < b->n;)
    {
      int order = compare_across (compare, &a->list[i], &b->list[k]);
      if (!order)
        join (m, &a->list[i], &b->list[k]);
      i += order <= 0;
      k += order >= 0;
    }
  leave_single (m, 0);
  leave_single (m, 1);
}

/* ---- Renamed ones.  */

struct pair
{
  uint32_t distance;
  const struct named *a, *b;
};

/* How many letters must be changed, added or taken away to make B of A, which are not too long.  */
static uint32_t
distance (const char *a, const char *b)
{
  uint32_t row[MOST_LETTERS + 1], n = strlen (b);
  for (uint32_t k = 0; k <= n; k++)
    row[k] = k;
  for (uint32_t i = 0; a[i]; i++)
    {
      uint32_t corner = row[0];
      row[0] = i + 1;
      for (uint32_t k = 0; k < n; k++)
        {
          uint32_t change = corner + (a[i] != b[k]);
          corner = row[k + 1];
          uint32_t other = (corner < row[k] ? corner : row[k]) + 1;
          row[k + 1] = change < other ? change : other;
        }
    }
  return row[n];
}

static bool
branches_p (const struct wpp_cfg *cfg)
{
  for (uint32_t e = 1; e < cfg->n_edges; e++)
    if (cfg->edges[e].src == cfg->edges[e - 1].src)
      return true;
  return false;
}

/* Are names of lengths N and M at DISTANCE alike?  GCC's spelling checker has the same limit: a third.  */
static bool
alike_p (size_t n, size_t m, uint32_t distance)
{
  size_t most = n > m ? n : m;
  return distance <= (most + 2) / 3;
}

/* Set PAIR to A and B, which have the same unit and graph, if one may be the other; return whether it may.  */
static bool
pair_p (const struct named *a, const struct named *b, struct pair *pair)
{
  size_t n = strlen (a->name), m = strlen (b->name);
  if (n > MOST_LETTERS || m > MOST_LETTERS)
    return false;
  *pair = (struct pair){ distance (a->name, b->name), a, b };
  return branches_p (&a->function->cfg) || alike_p (n, m, pair->distance);
}

static int
compare_graphs (const void *a, const void *b)
{
  const struct named *x = a, *y = b;
  int order = strcmp (x->unit, y->unit);
  if (!order)
    order = x->function->checksum < y->function->checksum ? -1 : x->function->checksum > y->function->checksum;
  return order ? order : compare_index (x, y);
}

static int
compare_pairs (const void *a, const void *b)
{
  const struct pair *x = a, *y = b;
  if (x->distance != y->distance)
    return x->distance < y->distance ? -1 : 1;
  int order = compare_index (x->a, y->a);
  return order ? order : compare_index (x->b, y->b);
}

/* Add to PAIRS [*N] those of function A with functions of B's names from K on.  */
static void
add_pairs (const struct named *a, const struct names *b, size_t k, struct pair *pairs, size_t *n)
{
  for (; k < b->n && *n < MOST_PAIRS && !compare_across (compare_graphs, a, &b->list[k]); k++)
    *n += pair_p (a, &b->list[k], &pairs[*n]);
}

static int
join_renamed (struct matching *m)
{
  struct names *a = &m->side[0], *b = &m->side[1];
  struct pair *pairs = malloc (MOST_PAIRS * sizeof *pairs);
  size_t n = 0, k = 0;
  if (!pairs)
    return WPP_E_NOMEM;
  for (size_t s = 0; s < 2; s++)
    if (m->side[s].n)
      qsort (m->side[s].list, m->side[s].n, sizeof *a->list, compare_graphs);
  for (size_t i = 0; i < a->n && n < MOST_PAIRS; i++)
    {
      while (k < b->n && compare_across (compare_graphs, &a->list[i], &b->list[k]) > 0)
        k++;
      add_pairs (&a->list[i], b, k, pairs, &n);
    }
  qsort (pairs, n, sizeof *pairs, compare_pairs);
  for (size_t i = 0; i < n; i++)
    if (m->partner[0][pairs[i].a->index] == WPP_NO_FUNCTION && m->partner[1][pairs[i].b->index] == WPP_NO_FUNCTION)
      join (m, pairs[i].a, pairs[i].b);
  free (pairs);
  return 0;
}

/* ---- All of them.  */

/* Do path numbers of A and B mean the same?  */
static bool
same_p (const struct wpp_code_function *a, const struct wpp_code_function *b)
{
  const uint32_t kinds = WPP_FN_ACROSS_CALLS;
  return a->function->checksum == b->function->checksum && a->unit->path_limit == b->unit->path_limit
         && a->function->n_paths == b->function->n_paths && !((a->function->flags ^ b->function->flags) & kinds);
}

static int
begin (struct matching *m, size_t side)
{
  struct wpp_code *code = m->d->code[side];
  struct names *names = &m->side[side];
  names->list = malloc ((code->n_functions + 1) * sizeof *names->list);
  m->partner[side] = malloc ((code->n_functions + 1) * sizeof *m->partner[side]);
  m->d->number[side] = malloc ((code->n_functions + 1) * sizeof *m->d->number[side]);
  if (!names->list || !m->partner[side] || !m->d->number[side])
    return WPP_E_NOMEM;
  for (; names->n < code->n_functions; names->n++)
    {
      const struct wpp_code_function *f = &code->functions[names->n];
      names->list[names->n]
        = (struct named){ f->function->name, wpp_source_name (f->unit), f->function, (uint32_t)names->n };
      m->partner[side][names->n] = WPP_NO_FUNCTION;
    }
  return 0;
}

/* Number all functions of M's sides.  */
static int
number (const struct matching *m)
{
  struct wpp_diff *d = m->d;
  size_t n[2] = { d->code[0]->n_functions, d->code[1]->n_functions };
  d->functions = malloc ((n[0] + n[1] + 1) * sizeof *d->functions);
  if (!d->functions)
    return WPP_E_NOMEM;
  for (uint32_t b = 0; b < n[1]; b++)
    {
      uint32_t a = m->partner[1][b];
      bool same = a != WPP_NO_FUNCTION && same_p (&d->code[0]->functions[a], &d->code[1]->functions[b]);
      d->number[1][b] = d->n;
      d->functions[d->n++] = (struct wpp_diff_function){ { a, b }, same };
    }
  for (uint32_t a = 0; a < n[0]; a++)
    {
      uint32_t b = m->partner[0][a];
      d->number[0][a] = b == WPP_NO_FUNCTION ? d->n : d->number[1][b];
      if (b == WPP_NO_FUNCTION)
        d->functions[d->n++] = (struct wpp_diff_function){ { a, WPP_NO_FUNCTION }, false };
    }
  return 0;
}

int
wpp_diff_match (struct wpp_diff *d)
{
  struct matching m = { .d = d };
  int err = begin (&m, 0);
  if (!err)
    err = begin (&m, 1);
  if (!err)
    {
      join_equal (&m, compare_builds);
      join_equal (&m, compare_units);
      join_equal (&m, compare_names);
      err = join_renamed (&m);
    }
  if (!err)
    err = number (&m);
  for (size_t s = 0; s < 2; s++)
    {
      free (m.side[s].list);
      free (m.partner[s]);
    }
  return err;
}

bool
wpp_diff_wanted_p (const struct wpp_diff *d, const struct wpp_diff_function *f)
{
  bool wanted = !d->asked->function;
  for (size_t s = 0; s < 2 && !wanted; s++)
    if (f->of[s] != WPP_NO_FUNCTION)
      wanted = wpp_function_named_p (d->code[s]->functions[f->of[s]].function, d->asked->function);
  return wanted;
}
