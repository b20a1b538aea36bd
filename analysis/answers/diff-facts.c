/* Data flow facts that held more often on one side of a difference than on the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Facts speak the source's language, so those of both sides are matched by what they say: problem, file, function (by
   the name that B has for it), block and text.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "answers/computed-frequencies.h"
#include "answers/diff-impl.h"
#include "answers/kept-texts.h"
#include "base/array.h"
#include "base/search.h"

/* What identifies a fact: texts are kept, so equal ones have the same address.  */
struct key
{
  const char *problem, *file, *function, *fact;
  uint64_t block;
};

struct fact
{
  struct key key;
  uint32_t line;
  uint64_t count[2], executions[2];
};

/* A function that has another name in B.  */
struct renamed
{
  const char *before, *now;
};

struct facts
{
  struct wpp_diff_list list;
  struct wpp_kept_texts texts;
  struct wpp_hash_table table;
  struct fact *facts;           /* [table.n] */
  size_t room;
  struct renamed *renamed;      /* [n_renamed] by their names in A */
  size_t n_renamed;
};

/* ---- Rows.  */

static int
send_fact (struct wpp_diff *d, struct wpp_diff_list *l, const struct wpp_diff_item *i, struct wpp_row_sink *sink)
{
  const struct fact *f = &((struct facts *)l)->facts[i->index];
  const struct wpp_diff_fact_row row = { .is = wpp_diff_measure (&l->items, i),
                                         .problem = f->key.problem,
                                         .file = f->key.file,
                                         .function = f->key.function,
                                         .fact = f->key.fact,
                                         .block = f->key.block,
                                         .line = f->line,
                                         .executions_a = f->executions[0],
                                         .executions_b = f->executions[1] };
  return wpp_sink_row (sink, &row);
}

static void
release (struct wpp_diff_list *l)
{
  struct facts *all = (struct facts *)l;
  wpp_kept_texts_release (&all->texts);
  wpp_hash_release (&all->table);
  free (all->facts);
  free (all->renamed);
}

/* ---- Renamed functions.  */

static int
compare_renamed (const void *a, const void *b)
{
  return strcmp (((const struct renamed *)a)->before, ((const struct renamed *)b)->before);
}

static int
list_renamed (const struct wpp_diff *d, struct facts *all)
{
  all->renamed = malloc ((d->n + (size_t)1) * sizeof *all->renamed);
  if (!all->renamed)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < d->n; i++)
    {
      const struct wpp_diff_function *f = &d->functions[i];
      if (f->of[0] == WPP_NO_FUNCTION || f->of[1] == WPP_NO_FUNCTION)
        continue;
      const struct renamed r = { wpp_function_name (d->code[0]->functions[f->of[0]].function),
                                 wpp_function_name (d->code[1]->functions[f->of[1]].function) };
      if (strcmp (r.before, r.now))
        all->renamed[all->n_renamed++] = r;
    }
  if (all->n_renamed)
    qsort (all->renamed, all->n_renamed, sizeof *all->renamed, compare_renamed);
  return 0;
}

/* What B calls the function NAME of SIDE.  */
static const char *
name_now (const struct facts *all, size_t side, const char *name)
{
  size_t i = WPP_PARTITION_POINT (k, all->n_renamed, strcmp (all->renamed[k].before, name) < 0);
  return !side && i < all->n_renamed && !strcmp (all->renamed[i].before, name) ? all->renamed[i].now : name;
}

/* ---- A sink for rows of `wpp freq'.  */

struct taking
{
  struct wpp_row_sink sink;
  struct facts *all;
  size_t side;
};

static bool
key_is_p (const void *facts, uint32_t number, const void *key)
{
  return !memcmp (&((const struct fact *)facts)[number].key, key, sizeof (struct key));
}

static uint64_t
number_of (const char *digits)
{
  errno = 0;
  uint64_t n = strtoull (digits + strspn (digits, ">="), NULL, 10);
  return errno || digits[0] == '>' ? UINT64_MAX : n;
}

static int
take_row (struct wpp_row_sink *sink, const void *data)
{
  struct taking *t = (struct taking *)sink;
  const struct wpp_frequency_row *row = data;
  struct facts *all = t->all;
  if (!row->fact)
    return 0;
  struct key key;
  memset (&key, 0, sizeof key);
  key = (struct key){ wpp_keep_text (&all->texts, row->problem), wpp_keep_text (&all->texts, row->file),
                      wpp_keep_text (&all->texts, name_now (all, t->side, row->function)),
                      wpp_keep_text (&all->texts, row->fact), row->block };
  if (!key.problem || !key.file || !key.function || !key.fact || wpp_hash_reserve (&all->table, 1))
    return WPP_E_NOMEM;
  uint32_t hash = wpp_hash_bytes (&all->table, &key, sizeof key);
  uint32_t i = wpp_hash_find (&all->table, hash, key_is_p, all->facts, &key);
  if (i == WPP_NO_ITEM)
    {
      if (WPP_RESERVE (all->facts, all->room, all->table.n, 1))
        return WPP_E_NOMEM;
      all->facts[i = all->table.n] = (struct fact){ .key = key };
      wpp_hash_add (&all->table, hash, i);
    }
  all->facts[i].count[t->side] = number_of (row->frequency);
  all->facts[i].executions[t->side] = number_of (row->count);
  if (row->lines.n)
    return row->lines.get (row->lines.data, 0, &all->facts[i].line);
  return 0;
}

static int
add_side (struct wpp_diff *d, struct facts *all, size_t side)
{
  struct taking taking = { { .row = take_row }, all, side };
  const struct wpp_computed_asked computed = { .problems = d->asked->problems, .function = d->asked->function };
  const struct wpp_frequencies_asked asked = { .function = d->asked->function, .top = UINT64_MAX };
  struct wpp_frequency_table *table = wpp_frequency_table_new (NULL);
  size_t n_lacking;
  bool any;
  d->bad = side;
  int err = table ? wpp_compute_frequencies (table, d->r[side], &computed, &n_lacking, d->place) : WPP_E_NOMEM;
  if (!err && n_lacking)
    wpp_recording_tell (d->r[side], NULL, WPP_LACKING_STATEMENTS, n_lacking);
  if (!err)
    err = wpp_answer_frequencies (table, &asked, &taking.sink, &any);
  wpp_frequency_table_free (table);
  return err;
}

struct wpp_diff_list *
wpp_diff_facts (struct wpp_diff *d, int *err)
{
  struct facts *all = calloc (1, sizeof *all);
  *err = all ? 0 : WPP_E_NOMEM;
  if (!all)
    return NULL;
  all->list = (struct wpp_diff_list){ .send = send_fact, .release = release };
  *err = list_renamed (d, all);
  if (!*err)
    *err = add_side (d, all, 0);
  if (!*err)
    *err = add_side (d, all, 1);
  for (uint32_t i = 0; i < all->table.n && !*err; i++)
    *err = wpp_diff_add (d, &all->list.items, all->facts[i].count, 1, i);
  return &all->list;
}
