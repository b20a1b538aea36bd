/* What nearly always had the same value.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/invariants.h"
#include "answers/replayed.h"
#include "answers/tally.h"
#include "base/array.h"

/* Different values of a statement that are counted: one that has more is seldom invariant.  */
#define MOST_VALUES 64

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_invariant_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (column, NUMBER32),
      COLUMN (statement, TEXT), COLUMN (value, TEXT), COLUMN (count, COUNT, .unit = "executions"),
      COLUMN (executions, COUNT, .unit = "executions"), COLUMN (invariance, REAL) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("statement", struct wpp_invariant_row, columns);
const struct wpp_schema wpp_invariants_schema = { .name = "invariants", .rows = "statements", .of = &row_schema };

struct candidate
{
  uint32_t function, statement;
  struct wpp_tally values;
};

struct finder
{
  const struct wpp_question_asked *asked;
  struct wpp_replayed_recording of;
  struct candidate *candidates; /* [n] */
  size_t n, room;
  uint32_t **candidate_of;      /* [functions] null, or [statements] number plus 1, or 0 */
};

static int
told (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  struct finder *f = data;
  uint32_t *number = &f->candidate_of[now->function][now->statement];
  if (!v.known)
    return WPP_OK;
  if (!*number)
    {
      if (WPP_RESERVE (f->candidates, f->room, f->n, 1))
        return WPP_E_NOMEM;
      f->candidates[f->n++] = (struct candidate){ now->function, now->statement, { .most = MOST_VALUES } };
      *number = f->n;
    }
  return wpp_tally_add (&f->candidates[*number - 1].values, v.word);
}

/* Does S have a value of its own: is it not computed from others?  */
static bool
own_p (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operand *o = wpp_statement_result (b, s);
  return o && o->kind == WPP_OPERAND_VALUE && wpp_scalar_of (wpp_body_type (b, o->type)).kind != WPP_SCALAR_NONE
         && !wpp_values_computed_p (b, s);
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct finder *f = data;
  const struct wpp_body *b = f->of.bindings->layouts[function]->body;
  *err = WPP_OK;
  if (f->asked->function && !wpp_function_named_p (f->of.code->functions[function].function, f->asked->function))
    return NULL;
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  if (!f->candidate_of[function])
    f->candidate_of[function] = calloc (b->n_statements + (size_t)1, sizeof **f->candidate_of);
  *err = flags && f->candidate_of[function] ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; !*err && i < b->n_statements; i++)
    flags[i] = !wpp_debug_p (&b->statements[i]) && own_p (b, &b->statements[i]) ? WPP_WATCH_VALUE : 0;
  return flags;
}

/* ---- Rows.  */

static int
compare (const void *a, const void *b)
{
  const struct candidate *x = a, *y = b;
  uint64_t m = x->values.items[0].count, n = y->values.items[0].count;
  if (m != n)
    return m < n ? 1 : -1;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return x->statement < y->statement ? -1 : x->statement > y->statement;
}

/* Leave those that are invariant, the most frequent ones first.  */
static void
choose (struct finder *f)
{
  size_t left = 0;
  for (size_t i = 0; i < f->n; i++)
    {
      struct wpp_tally *t = &f->candidates[i].values;
      wpp_tally_sort (t);
      if (t->n > 1 && (double)t->items[0].count >= WPP_INVARIANT_SHARE * t->n)
        f->candidates[left++] = f->candidates[i];
      else
        wpp_tally_release (t);
    }
  f->n = left;
  if (left)
    qsort (f->candidates, left, sizeof *f->candidates, compare);
}

static int
send (struct finder *f, const struct candidate *c, struct wpp_row_sink *sink)
{
  struct wpp_replayed_statement at = wpp_replayed_statement (&f->of, c->function, c->statement);
  const struct wpp_body *b = at.function.body;
  const struct wpp_tallied *most = &c->values.items[0];
  char value[WPP_VALUE_TEXT], *statement = wpp_at_source (b, at.statement);
  if (!statement)
    return WPP_E_NOMEM;
  const struct wpp_type *type = wpp_body_type (b, wpp_statement_result (b, at.statement)->type);
  struct wpp_invariant_row row = { .function = wpp_function_name (at.function.function->function),
                                   .file = wpp_at_file (&at.function, at.statement->file),
                                   .line = at.statement->line,
                                   .column = at.statement->column,
                                   .statement = statement,
                                   .value = wpp_value_text (type, (struct wpp_word){ most->word, 1 }, value),
                                   .count = most->count,
                                   .executions = c->values.n,
                                   .invariance = (double)most->count / c->values.n };
  int err = wpp_sink_row (sink, &row);
  free (statement);
  return err;
}

static void
release (struct finder *f)
{
  for (size_t i = 0; i < f->n; i++)
    wpp_tally_release (&f->candidates[i].values);
  for (size_t i = 0; f->candidate_of && i < f->of.code->n_functions; i++)
    free (f->candidate_of[i]);
  free (f->candidate_of);
  free (f->candidates);
  wpp_replayed_release (&f->of);
}

int64_t
wpp_answer_invariants (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                       struct wpp_place *place)
{
  struct finder f = { .asked = asked };
  const struct wpp_replay_user user = { .data = &f, .watched = watched, .value = told };
  int err = wpp_replayed_begin (&f.of, r, place);
  if (!err && !(f.candidate_of = calloc (f.of.code->n_functions + 1, sizeof *f.candidate_of)))
    err = WPP_E_NOMEM;
  if (!err)
    err = wpp_replayed_run (&f.of, &user, place);
  if (!err)
    {
      choose (&f);
      err = wpp_sink_begin (sink, &wpp_invariants_schema, NULL);
    }
  for (size_t i = 0; i < f.n && i < asked->top && !err; i++)
    err = send (&f, &f.candidates[i], sink);
  if (!err)
    err = wpp_sink_end (sink);
  int64_t n = f.n;
  release (&f);
  return err ? err : n;
}
