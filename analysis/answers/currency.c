/* Does a debugger show what the source promises, at a line?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/currency-impl.h"
#include "base/saturate.h"
#include "facts/problems/text.h"

/* ---- Rows.  */

const char *const wpp_verdict_names[WPP_N_VERDICTS] = { [WPP_CURRENT] = "current",
                                                        [WPP_OTHER] = "other",
                                                        [WPP_NO_VALUE] = "nothing",
                                                        [WPP_NOT_KNOWN] = "unknown",
                                                        [WPP_UNASSIGNED] = "unassigned" };

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column event_columns[]
  = { CELL (wpp_currency_event_row, file, TEXT, .optional = true),
      CELL (wpp_currency_event_row, line, SIGNED, .optional = true),
      CELL (wpp_currency_event_row, place, TEXT, .optional = true) };
static const struct wpp_schema event_schema = WPP_SCHEMA ("event", struct wpp_currency_event_row, event_columns);

static const struct wpp_row_column answer_columns[]
  = { CELL (wpp_currency_answer_row, verdict, TEXT),
      CELL (wpp_currency_answer_row, count, COUNT, .unit = "executions"),
      CELL (wpp_currency_answer_row, promised, ROW_AT, .of = &event_schema, .optional = true),
      CELL (wpp_currency_answer_row, shown, ROW_AT, .of = &event_schema, .optional = true),
      CELL (wpp_currency_answer_row, times, TEXT, .optional = true) };
static const struct wpp_schema answer_schema = WPP_SCHEMA ("answer", struct wpp_currency_answer_row, answer_columns);

#define VERDICT(NAME, NUMBER)                                                                     \
  { .name = NAME, .type = WPP_CELL_COUNT, .offset = offsetof (struct wpp_currency_row, verdicts[NUMBER]), \
    .unit = "executions" }
static const struct wpp_row_column place_columns[]
  = { CELL (wpp_currency_row, function, TEXT), CELL (wpp_currency_row, variable, TEXT),
      CELL (wpp_currency_row, executions, COUNT), CELL (wpp_currency_row, code, TRUTH),
      VERDICT ("current", WPP_CURRENT), VERDICT ("other", WPP_OTHER), VERDICT ("nothing", WPP_NO_VALUE),
      VERDICT ("unknown", WPP_NOT_KNOWN), VERDICT ("unassigned", WPP_UNASSIGNED),
      CELL (wpp_currency_row, answers, LIST, .of = &answer_schema) };
static const struct wpp_schema place_schema = WPP_SCHEMA ("place", struct wpp_currency_row, place_columns);

static const struct wpp_row_column head_columns[]
  = { CELL (wpp_currency_head, file, TEXT), CELL (wpp_currency_head, line, NUMBER32) };
const struct wpp_schema wpp_currency_schema = WPP_SCHEMA ("currency at a line", struct wpp_currency_head, head_columns,
                                                          .rows = "places", .of = &place_schema, .in_line = true);

/* ---- A result.  */

/* A result whose row is with the sink.  */
struct showing
{
  const struct wpp_currency_result *r;
  struct wpp_currency_event_row promised, shown; /* of the answer that was asked for last; … */
  char *times;                  /* … and this, too */
};

/* Set ROW to EVENT; return it.  */
static const struct wpp_currency_event_row *
event_row (const struct wpp_currency_result *r, uint32_t event, struct wpp_currency_event_row *row)
{
  const struct wpp_statement *s
    = event >= WPP_EVENT_FIRST ? &r->in->body->statements[event - WPP_EVENT_FIRST] : NULL;
  *row = (struct wpp_currency_event_row){ NULL, -1, NULL };
  if (s && s->line)
    {
      row->file = wpp_at_file (r->in, s->file);
      row->line = s->line;
    }
  else
    row->place = s ? "where ways join" : event == WPP_EVENT_ENTRY ? "before the function"
                 : event == WPP_EVENT_NOTHING ? "nothing" : "unknown";
  return row;
}

/* Set S's times to those of PART.  */
static int
find_times (struct showing *s, const struct wpp_vector_part *part)
{
  struct wpp_buffer text = { 0 };
  wpp_times_print (&text, &part->times);
  free (s->times);
  s->times = wpp_text_take (&text);
  return s->times ? 0 : WPP_E_NOMEM;
}

static int
get_answer (void *data, size_t i, void *row)
{
  struct showing *s = data;
  const struct wpp_vector_part *part = &s->r->all.parts[i];
  const struct wpp_currency_kind *k = &s->r->kinds[part->value];
  bool shown = k->verdict == WPP_CURRENT || k->verdict == WPP_OTHER;
  int err = s->r->listed ? find_times (s, part) : 0;
  *(struct wpp_currency_answer_row *)row
    = (struct wpp_currency_answer_row){ .is = k->verdict, .verdict = wpp_verdict_names[k->verdict],
                                        .count = part->count,
                                        .promised = k->verdict == WPP_UNASSIGNED
                                                      ? NULL : event_row (s->r, k->promised, &s->promised),
                                        .shown = shown ? event_row (s->r, k->shown, &s->shown) : NULL,
                                        .times = s->times };
  return err;
}

/* ---- The answer.  */

/* What is asked at a line, and what was found.  */
struct asking
{
  struct wpp_currency_asking a;
  struct wpp_late_sink out;
  size_t functions, variables; /* that were executed; that were asked for */
  const char *why;             /* there are no moves */
};

static int
send_result (struct asking *a, const struct wpp_currency_result *r)
{
  struct showing showing = { .r = r };
  const struct wpp_statement *s = &r->in->body->statements[r->place.statement];
  const struct wpp_function *f = r->in->function->function;
  struct wpp_currency_row row = { .function = wpp_function_name (f),
                                  .short_name = wpp_recording_short_name (a->a.t.recording, f),
                                  .variable = wpp_body_variable (r->in->body, r->variable)->name,
                                  .file = wpp_at_file (r->in, s->file), .line = s->line,
                                  .executions = r->all.executions, .code = r->code,
                                  .answers = { r->all.n, &showing, get_answer } };
  int err = row.short_name ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < r->all.n; i++)
    {
      uint64_t *sum = &row.verdicts[r->kinds[r->all.parts[i].value].verdict];
      *sum = wpp_saturating_add (*sum, r->all.parts[i].count);
    }
  if (!err)
    err = wpp_sink_row (&a->out.sink, &row);
  free (showing.times);
  return err;
}

/* Ask for VARIABLE at PLACE of F.  */
static int
ask_variable (struct asking *a, const struct wpp_currency_function *f, struct wpp_currency_place place,
              uint32_t variable)
{
  struct wpp_currency c;
  struct wpp_currency_result r = { 0 };
  int err = wpp_currency_variable_open (&c, f, variable);
  if (err)
    err = wpp_at_complain (a->a.place, &a->a.asked->at, "%s", wpp_strerror (err));
  else
    {
      err = wpp_currency_result_find (&r, &c, f, place, true);
      if (err == WPP_E_TOOBIG)
        err = wpp_at_complain (a->a.place, &a->a.asked->at, "the executions that an answer has are too many series");
    }
  if (!err && r.all.executions)
    err = send_result (a, &r);
  wpp_currency_result_release (&r);
  wpp_currency_release (&c);
  return err;
}

/* Is VARIABLE of F's body asked for at PLACE?  */
static bool
wanted_p (const struct asking *a, const struct wpp_currency_function *f, struct wpp_currency_place place,
          uint32_t variable)
{
  const struct wpp_body *b = f->in->body;
  const char *name = a->a.asked->variable;
  uint32_t scope = b->statements[place.statement].scope;
  if (name)
    return variable == wpp_at_variable (b, name, scope);
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  return variable >= b->n_globals && v->flags & WPP_VARIABLE_USER
         && (v->kind == WPP_VARIABLE || v->kind == WPP_PARAMETER) && wpp_at_depth (b, v->scope, scope);
}

/* Ask at PLACE of F.  */
static int
ask_place (struct asking *a, const struct wpp_currency_function *f, struct wpp_currency_place place)
{
  int err = 0;
  for (uint32_t v = 0; v < wpp_body_n_variables (f->in->body) && !err; v++)
    if (wanted_p (a, f, place, v))
      {
        a->variables++;
        err = ask_variable (a, f, place, v);
      }
  return err;
}

static int
ask_function (struct asking *a, const struct wpp_at_function *in)
{
  struct wpp_currency_function f;
  size_t n = 0;
  const char *why;
  int err = wpp_currency_function_open (&f, &a->a, in, &why);
  a->functions += f.number != WPP_NO_FUNCTION;
  if (why && f.number != WPP_NO_FUNCTION)
    a->why = why;
  struct wpp_currency_place *places
    = why || err ? NULL : wpp_currency_places (in, a->a.found.file, a->a.asked->at.line, &n);
  if (!why && !err && !places)
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    err = ask_place (a, &f, places[i]);
  free (places);
  wpp_currency_function_close (&f);
  return err;
}

/* Nothing was found: is that an error?  */
static int
explain (const struct asking *a)
{
  const struct wpp_at *at = &a->a.asked->at;
  if (a->why)
    return wpp_at_complain (a->a.place, at, "%s", a->why);
  if (a->variables || !a->functions)
    return wpp_at_complain (a->a.place, at, "the line was never executed");
  if (a->a.asked->variable)
    return wpp_at_complain (a->a.place, at, "no variable `%s' is seen there", a->a.asked->variable);
  return 0;
}

int64_t
wpp_answer_currency (struct wpp_recording *r, const struct wpp_currency_asked *asked, struct wpp_row_sink *sink,
                     const char **bad, struct wpp_place *place)
{
  struct asking a = { .functions = 0 };
  int err = wpp_currency_asking_open (&a.a, r, asked, bad, place);
  const struct wpp_currency_head head = { a.a.found.file, asked->at.line };
  a.out = wpp_late_sink (sink, &wpp_currency_schema, &head);
  for (size_t i = 0; i < a.a.found.n && !err; i++)
    err = ask_function (&a, &a.a.found.functions[i]);
  if (!err && !a.out.sent)
    err = explain (&a);
  int64_t n = err ? err : wpp_late_end (&a.out);
  wpp_currency_asking_release (&a.a);
  return n;
}
