/* What counts, or replay, say of values at value places.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "activations/counts/value-counts.h"
#include "base/array.h"
#include "base/saturate.h"
#include "base/search.h"

uint32_t
wpp_target_number (const char *name, bool local, const char *source)
{
  uint32_t sum = XXH32 (name, strlen (name), 0);
  if (local)
    sum = XXH32 (source, strlen (source), sum);
  sum &= INT32_MAX;
  return sum ? sum : 1;
}

struct counted
{
  size_t place;
  struct wpp_value_count value;
};

struct wpp_value_counts
{
  const struct wpp_code *code;
  uint64_t (*words)[WPP_PLACE_WORDS];   /* [places] */
  uint64_t *lacks;                      /* [places] as replay says; when all have been added, as counts say, too */
  bool counts, runs;                    /* what has been added: executions by counts, by replay */
  struct counted *counted;              /* [n] as they come; then by place, each value once */
  size_t n, room;
  struct wpp_value_count *values;       /* parallel to COUNTED when all have been added */
};

struct wpp_value_counts *
wpp_value_counts_new (const struct wpp_code *code)
{
  struct wpp_value_counts *v = calloc (1, sizeof *v);
  if (!v)
    return NULL;
  v->code = code;
  v->words = calloc (code->n_places + 1, sizeof *v->words);
  v->lacks = calloc (code->n_places + 1, sizeof *v->lacks);
  if (v->words && v->lacks)
    return v;
  wpp_value_counts_free (v);
  return NULL;
}

void
wpp_value_counts_free (struct wpp_value_counts *v)
{
  if (!v)
    return;
  free (v->words);
  free (v->lacks);
  free (v->counted);
  free (v->values);
  free (v);
}

/* Add COUNT executions of PLACE with VALUE.  */
static int
add_value (struct wpp_value_counts *v, size_t place, uint64_t value, uint64_t count)
{
  if (WPP_RESERVE (v->counted, v->room, v->n, 1) || WPP_RESIZE (v->values, v->room))
    return WPP_E_NOMEM;
  v->counted[v->n++] = (struct counted){ place, { value, count } };
  return 0;
}

int
wpp_value_counts_add (struct wpp_value_counts *v, uint32_t event, uint64_t count)
{
  uint32_t word;
  uint64_t value;
  const struct wpp_code_place *p = wpp_code_find_place (v->code, event, &word, &value);
  if (!p)
    return 0;
  size_t place = p - v->code->places;
  v->counts = true;
  if (word < WPP_PLACE_WORDS)
    {
      v->words[place][word] = wpp_saturating_add (v->words[place][word], count);
      return 0;
    }
  return add_value (v, place, value, count);
}

int
wpp_value_counts_add_grammar (struct wpp_value_counts *v, const struct wpp_grammar *g)
{
  if (!v->code->n_places)
    return 0;
  uint64_t *times = calloc (g->n_terminals + (size_t) 1, sizeof *times);
  int err = times ? 0 : WPP_E_NOMEM;
  if (!err)
    wpp_grammar_terminal_counts (g, times);
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    err = wpp_value_counts_add (v, g->terminals[t], times[t]);
  free (times);
  return err;
}

static int
add_place (struct wpp_value_counts *v, size_t place, const struct wpp_run_place *p)
{
  int err = 0;
  for (unsigned w = 0; w < WPP_PLACE_WORDS; w++)
    v->words[place][w] = wpp_saturating_add (v->words[place][w], p->words[w]);
  v->lacks[place] = wpp_saturating_add (v->lacks[place], p->lacks);
  for (size_t i = 0; i < p->n && !err; i++)
    err = add_value (v, place, p->values[i].value, p->values[i].count);
  return err;
}

int
wpp_value_counts_add_run (struct wpp_value_counts *v, const struct wpp_run_places *run)
{
  const struct wpp_code *code = v->code;
  int err = 0;
  for (size_t i = 0; i < run->n && !err; i++)
    {
      size_t place = WPP_FIND_SORTED (k, code->n_places, code->places[k].first, run->places[i].word);
      err = place < code->n_places ? add_place (v, place, &run->places[i]) : WPP_E_CORRUPT;
      v->runs = true;
    }
  return err;
}

bool
wpp_value_counts_any_p (const struct wpp_value_counts *v)
{
  return v->counts || v->runs;
}

static int
compare_values (const void *a, const void *b)
{
  const struct counted *x = a, *y = b;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return x->value.value < y->value.value ? -1 : x->value.value > y->value.value;
}

static int
compare_counts (const void *a, const void *b)
{
  const struct counted *x = a, *y = b;
  if (x->place == y->place && x->value.count != y->value.count)
    return x->value.count > y->value.count ? -1 : 1;
  return compare_values (a, b);
}

/* Each value that is not in a full table takes 1 from the counts of all others there, and is not counted itself
   (format/value-place.h): what the counts lack together tells how often.  */
static void
find_lacks (struct wpp_value_counts *v)
{
  for (size_t place = 0, i = 0; place < v->code->n_places; place++)
    {
      uint64_t counted = 0, all = v->words[place][0];
      for (; i < v->n && v->counted[i].place == place; i++)
        counted = wpp_saturating_add (counted, v->counted[i].value.count);
      v->lacks[place] = counted < all ? (all - counted) / (WPP_PLACE_VALUES + 1) : 0;
    }
}

void
wpp_value_counts_finish (struct wpp_value_counts *v)
{
  size_t kept = 0;
  if (v->n)
    qsort (v->counted, v->n, sizeof *v->counted, compare_values);
  for (size_t i = 0; i < v->n; i++)
    if (kept && !compare_values (&v->counted[kept - 1], &v->counted[i]))
      v->counted[kept - 1].value.count
        = wpp_saturating_add (v->counted[kept - 1].value.count, v->counted[i].value.count);
    else
      v->counted[kept++] = v->counted[i];
  v->n = kept;
  if (v->n)
    qsort (v->counted, v->n, sizeof *v->counted, compare_counts);
  for (size_t i = 0; i < v->n; i++)
    v->values[i] = v->counted[i].value;
  if (!v->runs)
    find_lacks (v);
}

struct wpp_place_counts
wpp_value_counts_at (const struct wpp_value_counts *v, size_t place)
{
  size_t first = WPP_PARTITION_POINT (i, v->n, v->counted[i].place < place);
  size_t end = WPP_PARTITION_POINT (i, v->n, v->counted[i].place <= place);
  struct wpp_place_counts c = { .n = end - first, .values = v->values ? v->values + first : NULL,
                                .lacks = v->lacks[place] };
  memcpy (c.words, v->words[place], sizeof c.words);
  return c;
}
