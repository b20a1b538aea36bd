/* The functions that a program executed most.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/hottest.h"
#include "answers/paths.h"
#include "base/array.h"
#include "base/hash-table.h"

#define LEAST_SHARE 0.01

struct costly
{
  char *name;
  double share;
};

/* Sums up what paths cost, by function.  */
struct summing
{
  struct wpp_row_sink sink;
  struct costly *all;           /* [n] */
  size_t n;
  struct wpp_hash_table table;
};

static bool
named_p (const void *data, uint32_t number, const void *name)
{
  return strcmp (((const struct summing *)data)->all[number].name, name) == 0;
}

/* Add what is called NAME to S.  */
static int
add (struct summing *s, const char *name, uint32_t hash)
{
  if (WPP_EXTEND (s->all, s->n) || !(s->all[s->n].name = strdup (name)))
    return WPP_E_NOMEM;
  s->all[s->n].share = 0;
  wpp_hash_add (&s->table, hash, s->n++);
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct summing *s = (struct summing *)sink;
  const struct wpp_path_row *p = data;
  const char *name = p->route.assembler_name ? p->route.assembler_name : p->route.function;
  int err = wpp_hash_reserve (&s->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&s->table, name, strlen (name));
  uint32_t number = wpp_hash_find (&s->table, hash, named_p, s, name);
  if (number == WPP_NO_ITEM)
    {
      number = s->n;
      err = add (s, name, hash);
    }
  if (!err)
    s->all[number].share += p->share;
  return err;
}

static int
compare (const void *a, const void *b)
{
  const struct costly *x = a, *y = b;
  return x->share != y->share ? (x->share < y->share ? 1 : -1) : strcmp (x->name, y->name);
}

int
wpp_hottest_functions (struct wpp_recording *r, char **names, unsigned most, struct wpp_place *place)
{
  struct summing s = { .sink = { .row = row } };
  const struct wpp_question_asked asked = { .top = UINT64_MAX };
  int64_t answered = wpp_answer_paths (r, &asked, &s.sink, place);
  int n = 0;
  if (s.n)
    qsort (s.all, s.n, sizeof *s.all, compare);
  for (size_t i = 0; i < s.n; i++)
    if (answered >= 0 && (unsigned)n < most && s.all[i].share >= LEAST_SHARE)
      names[n++] = s.all[i].name;
    else
      free (s.all[i].name);
  free (s.all);
  wpp_hash_release (&s.table);
  return answered < 0 ? answered : n;
}
