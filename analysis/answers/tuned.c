/* What trials of decisions came to.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include "answers/tuned.h"

#define EFFECT(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_tuned_effect_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column effect_columns[]
  = { EFFECT (what, TEXT), EFFECT (name, TEXT), EFFECT (effect, REAL), EFFECT (error, REAL), EFFECT (chosen, TRUTH) };
static const struct wpp_schema effect_schema = WPP_SCHEMA ("effect", struct wpp_tuned_effect_row, effect_columns);

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_tuned_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (variant, TEXT), COLUMN (options, TEXT), COLUMN (result, TEXT), COLUMN (runs, NUMBER, .unit = "runs"),
      COLUMN (cost, REAL), COLUMN (ratio, REAL) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("variant", struct wpp_tuned_row, columns);

#define HEAD(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_tuned_head, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column head_columns[]
  = { HEAD (file, TEXT), HEAD (options, TEXT), HEAD (chosen, TEXT), HEAD (against, TEXT), HEAD (conclusion, TEXT),
      HEAD (ratio, REAL), HEAD (low, REAL), HEAD (high, REAL), HEAD (pairs, NUMBER, .unit = "pairs"),
      HEAD (error, REAL), HEAD (profile_use, TRUTH),
      HEAD (unit, TEXT), HEAD (builds, NUMBER), HEAD (runs, NUMBER), HEAD (seconds, REAL, .unit = "seconds"),
      HEAD (effects, LIST, .of = &effect_schema) };
const struct wpp_schema wpp_tuned_schema
  = WPP_SCHEMA ("tuned", struct wpp_tuned_head, head_columns, .rows = "variants", .of = &row_schema);

static int
get_effect (void *data, size_t i, void *row)
{
  const struct wpp_tuned_effect *e = &((const struct wpp_tuned *)data)->effects[i];
  *(struct wpp_tuned_effect_row *)row
    = (struct wpp_tuned_effect_row){ e->function ? "leave" : "kind", e->name, expm1 (e->effect),
                                     e->error > 0 ? expm1 (e->error) : NAN, e->on };
  return 0;
}

static const char *
result_of (const struct wpp_tuned_variant *v)
{
  static const char *const results[] = { "same", "other", "failed" };
  return !v->built ? "not built" : v->runs || v->result != WPP_TRIAL_SAME ? results[v->result] : "not run";
}

static int
send_variants (const struct wpp_tuned *tuned, struct wpp_row_sink *sink)
{
  int err = 0;
  for (size_t i = 0; i < tuned->n_variants && !err; i++)
    {
      const struct wpp_tuned_variant *v = &tuned->variants[i];
      struct wpp_tuned_row row
        = { v->name, v->options, result_of (v), v->runs, v->cost, v->cost / tuned->variants[0].cost };
      err = wpp_sink_row (sink, &row);
    }
  return err;
}

int64_t
wpp_answer_tuned (const struct wpp_tuner *t, const struct wpp_tuned *tuned, const char *file, const char *text,
                  struct wpp_row_sink *sink)
{
  static const char *const ends[] = { "faster", "slower", "unknown" };
  const struct wpp_journal *j = &t->trials.journal;
  struct wpp_tuned_head head
    = { file, text, tuned->variants[tuned->chosen].name, tuned->variants[tuned->against].name, ends[tuned->end],
        tuned->ratio, tuned->low, tuned->high, tuned->pairs, WPP_TUNE_ERROR,
        tuned->variants[1].runs > 0, t->trials.cycles ? "cycles" : "seconds",
        j->n_builds, j->n_runs, wpp_trials_spent (&t->trials), { tuned->n_effects, (void *)tuned, get_effect } };
  int err = wpp_sink_begin (sink, &wpp_tuned_schema, &head);
  if (!err)
    err = send_variants (tuned, sink);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)tuned->n_variants;
}
