/* Does a debugger show what the source promises: the shares of all lines and variables.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/currency-impl.h"
#include "base/saturate.h"

/* ---- The row.  */

static const struct wpp_row_column sum_columns[]
  = { WPP_COLUMN (struct wpp_currency_sum_row, questions, COUNT),
      WPP_COLUMN (struct wpp_currency_sum_row, executions, COUNT) };
static const struct wpp_schema sum_schema = WPP_SCHEMA ("sum", struct wpp_currency_sum_row, sum_columns);

#define AT(MEMBER) offsetof (struct wpp_currency_sums, MEMBER)
#define VERDICT(NAME, NUMBER)                                                                     \
  { .name = NAME, .type = WPP_CELL_ROW, .offset = AT (verdicts[NUMBER]), .of = &sum_schema }
static const struct wpp_row_column columns[]
  = { { .name = "questions", .type = WPP_CELL_COUNT, .offset = AT (all.questions) },
      { .name = "executions", .type = WPP_CELL_COUNT, .offset = AT (all.executions) },
      VERDICT ("current", WPP_CURRENT),
      VERDICT ("other", WPP_OTHER),
      VERDICT ("nothing", WPP_NO_VALUE),
      VERDICT ("unknown", WPP_NOT_KNOWN),
      VERDICT ("unassigned", WPP_UNASSIGNED),
      WPP_COLUMN (struct wpp_currency_sums, without_code, COUNT, .unit = "questions"),
      WPP_COLUMN (struct wpp_currency_sums, skipped, COUNT, .unit = "questions") };
const struct wpp_schema wpp_currency_sums_schema = WPP_SCHEMA ("currency", struct wpp_currency_sums, columns);

/* ---- Adding up.  */

static void
add_result (struct wpp_currency_sums *s, const struct wpp_currency_result *r)
{
  bool has[WPP_N_VERDICTS] = { false };
  s->all.questions++;
  s->without_code += !r->code;
  s->all.executions = wpp_saturating_add (s->all.executions, r->all.executions);
  for (size_t i = 0; i < r->all.n; i++)
    {
      enum wpp_verdict v = r->kinds[r->all.parts[i].value].verdict;
      has[v] = true;
      s->verdicts[v].executions = wpp_saturating_add (s->verdicts[v].executions, r->all.parts[i].count);
    }
  for (unsigned v = 0; v < WPP_N_VERDICTS; v++)
    s->verdicts[v].questions += has[v];
}

/* Ask C, of F, about PLACE.  */
static int
add_place (struct wpp_currency_sums *s, struct wpp_currency *c, const struct wpp_currency_function *f,
           struct wpp_currency_place place)
{
  struct wpp_currency_result r;
  int err = wpp_currency_result_find (&r, c, f, place, false);
  s->skipped += err == WPP_E_TOOBIG;
  if (!err && r.all.executions)
    add_result (s, &r);
  wpp_currency_result_release (&r);
  return err == WPP_E_TOOBIG ? 0 : err;
}

/* Ask for VARIABLE at all PLACES [N] of F from where it is seen.  */
static int
add_variable (struct wpp_currency_sums *s, const struct wpp_currency_function *f,
              const struct wpp_currency_place *places, size_t n, uint32_t variable)
{
  const struct wpp_body *b = f->in->body;
  uint32_t scope = wpp_body_variable (b, variable)->scope;
  struct wpp_currency c;
  bool failed = wpp_currency_variable_open (&c, f, variable);
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    if (wpp_at_depth (b, scope, b->statements[places[i].statement].scope))
      {
        s->skipped += failed;
        err = failed ? 0 : add_place (s, &c, f, places[i]);
      }
  wpp_currency_release (&c);
  return err;
}

static int
add_function (struct wpp_currency_sums *s, const struct wpp_currency_asking *a, const struct wpp_at_function *in)
{
  struct wpp_currency_function f;
  const struct wpp_body *b = in->body;
  const char *why;
  size_t n = 0;
  int err = wpp_currency_function_open (&f, a, in, &why);
  struct wpp_currency_place *places = why || err ? NULL : wpp_currency_places (in, NULL, 0, &n);
  if (!why && !err && !places)
    err = WPP_E_NOMEM;
  s->functions += f.number != WPP_NO_FUNCTION;
  s->unmoved += why && f.number != WPP_NO_FUNCTION;
  for (uint32_t v = b->n_globals; !why && !err && v < wpp_body_n_variables (b); v++)
    {
      const struct wpp_variable *x = wpp_body_variable (b, v);
      if (x->flags & WPP_VARIABLE_USER && (x->kind == WPP_VARIABLE || x->kind == WPP_PARAMETER))
        err = add_variable (s, &f, places, n, v);
    }
  free (places);
  wpp_currency_function_close (&f);
  return err;
}

/* Set S to the sums of what A asks.  */
static int
add_up (struct wpp_currency_sums *s, const struct wpp_currency_asking *a)
{
  int err = 0;
  s->program = a->program;
  wpp_recording_doing (a->t.recording, "asking of variables in");
  for (size_t i = 0; i < a->found.n && !err; i++)
    err = add_function (s, a, &a->found.functions[i]);
  wpp_recording_done (a->t.recording);
  if (!err && s->unmoved == s->functions)
    err = wpp_complain (a->place, "", 0, WPP_E_ASKED,
                        "%s: none of the functions that were executed has moves there that fit", s->program);
  return err;
}

int64_t
wpp_answer_currency_sums (struct wpp_recording *r, const struct wpp_currency_asked *asked, struct wpp_row_sink *sink,
                          struct wpp_currency_sums *sums, const char **bad, struct wpp_place *place)
{
  struct wpp_currency_asking a;
  *sums = (struct wpp_currency_sums){ .program = NULL };
  int err = wpp_currency_asking_open (&a, r, asked, bad, place);
  if (!err)
    err = add_up (sums, &a);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_currency_sums_schema, sums);
  if (!err)
    err = wpp_sink_end (sink);
  wpp_currency_asking_release (&a);
  return err ? err : 1;
}
