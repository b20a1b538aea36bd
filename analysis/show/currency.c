/* Whether a debugger shows what the source promises, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "answers/currency.h"
#include "show/cells.h"
#include "show/layouts.h"

/* Bytes of executions that are shown.  */
#define MOST_TIMES 70u

static void
put_event (FILE *out, const struct wpp_currency_event_row *e)
{
  if (e->place)
    fputs (e->place, out);
  else
    fprintf (out, "line %" PRId64, e->line);
}

static void
put_answer (FILE *out, const struct wpp_currency_answer_row *a)
{
  char count[WPP_COUNT_TEXT];
  fprintf (out, "%14s  %s", wpp_count_text (a->count, count), a->verdict);
  if (a->promised)
    fputs (a->is == WPP_CURRENT ? ": " : a->is == WPP_OTHER ? ": shows " : ": not ", out);
  if (a->is == WPP_OTHER)
    {
      put_event (out, a->shown);
      fputs (", not ", out);
    }
  if (a->promised)
    put_event (out, a->promised);
  if (a->times)
    fprintf (out, "; executions %.*s%s", (int)MOST_TIMES, a->times, strlen (a->times) > MOST_TIMES ? "…" : "");
  putc ('\n', out);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_currency_row *r = data;
  char count[WPP_COUNT_TEXT];
  int err = 0;
  fprintf (out, "%s:%" PRIu32 ", %s, variable %s: %s executions%s\n", r->file, r->line, r->short_name, r->variable,
           wpp_count_text (r->executions, count), r->code ? "" : " (no code of the line is left)");
  for (size_t i = 0; i < r->answers.n && !err; i++)
    {
      struct wpp_currency_answer_row answer;
      err = r->answers.get (r->answers.data, i, &answer);
      if (!err)
        put_answer (out, &answer);
    }
  return err;
}

const struct wpp_text_layout wpp_currency_layout = { &wpp_currency_schema, NULL, row, NULL };

/* ---- All lines.  */

static double
share (uint64_t part, uint64_t all)
{
  return all ? 100.0 * part / all : 0;
}

static int
put_sums (FILE *out, const void *data, void *state)
{
  const struct wpp_currency_sums *s = data;
  fprintf (out, "%14s %7s %20s %7s\n", "questions", "", "executions", "");
  for (unsigned v = 0; v < WPP_N_VERDICTS; v++)
    fprintf (out, "%14" PRIu64 " %6.1f%% %20" PRIu64 " %6.1f%%  %s\n", s->verdicts[v].questions,
             share (s->verdicts[v].questions, s->all.questions), s->verdicts[v].executions,
             share (s->verdicts[v].executions, s->all.executions), wpp_verdict_names[v]);
  fprintf (out, "%14" PRIu64 " %7s %20" PRIu64 " %7s  all\n", s->all.questions, "", s->all.executions, "");
  return 0;
}

const struct wpp_text_layout wpp_currency_sums_layout = { &wpp_currency_sums_schema, put_sums, NULL, NULL };
