/* When and how often data flow facts held, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "answers/query.h"
#include "show/cells.h"
#include "show/layouts.h"

#define MOST_TEXT 60u       /* bytes of executions that are shown */
#define MOST_REASONS 8u     /* … and answers */

/* Write some of TIMES.  */
static void
put_times (FILE *out, const char *times)
{
  size_t n = strlen (times), end = n;
  if (n > MOST_TEXT)
    {
      end = MOST_TEXT;
      while (end > 0 && times[end] != ',')
        end--;
    }
  fprintf (out, "  [%.*s%s]", (int)end, times, n > MOST_TEXT ? ",…" : "");
}

static void
put_answer (FILE *out, const struct wpp_query_answer_row *a)
{
  char count[WPP_COUNT_TEXT];
  fprintf (out, "%14s  %s ", wpp_count_text (a->count, count), a->truth ? "true: " : "false:");
  if (a->line >= 0)
    fprintf (out, "%s:%" PRId64 " ", a->file, a->line);
  if (a->statement && a->truth)
    fputs (a->statement, out);
  else if (a->place)
    fputs (a->place, out);
  if (a->short_name)
    fprintf (out, "  in %s", a->short_name);
  if (a->times)
    put_times (out, a->times);
  putc ('\n', out);
}

/* Write some of R's answers; only those that are true if TRUE_ONLY.  */
static int
put_answers (FILE *out, const struct wpp_query_row *r, bool true_only)
{
  int err = 0;
  for (size_t i = 0; i < r->answers.n && i < MOST_REASONS && !err; i++)
    {
      struct wpp_query_answer_row answer;
      err = r->answers.get (r->answers.data, i, &answer);
      if (!err && (answer.truth || !true_only))
        put_answer (out, &answer);
    }
  if (!err && r->answers.n > MOST_REASONS)
    fprintf (out, "%14s  %zu more places\n", "…", r->answers.n - MOST_REASONS);
  return err;
}

static const char *
how_often (const struct wpp_query_row *r)
{
  return !r->executions ? "not asked" : r->held == r->executions ? "always" : r->held ? "sometimes" : "never";
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_query_row *r = data;
  char held[WPP_COUNT_TEXT], executions[WPP_COUNT_TEXT];
  fprintf (out, "%s: %s: %s, in %s of %s executions, %" PRIu64 " quer%s\n", r->short_name, r->fact, how_often (r),
           wpp_count_text (r->held, held), wpp_count_text (r->executions, executions), r->queries,
           r->queries == 1 ? "y" : "ies");
  return put_answers (out, r, false);
}

const struct wpp_text_layout wpp_query_layout = { &wpp_query_schema, NULL, row, NULL };

/* ---- Sites.  */

/* The heading waits for a row.  */
struct hot
{
  const char *site;             /* null: it was written */
};

static int
begin_hot (FILE *out, const void *head, void *state)
{
  /* It is of a table of problems, and stays.  */
  ((struct hot *)state)->site = ((const struct wpp_query_head *)head)->site;
  return 0;
}

static int
row_hot (FILE *out, const void *data, void *state)
{
  const struct wpp_query_row *r = data;
  struct hot *hot = state;
  char held[WPP_COUNT_TEXT], executions[WPP_COUNT_TEXT];
  if (hot->site)
    fprintf (out, "%14s %14s %8s  %s\n", "times", "executions", "share", hot->site);
  hot->site = NULL;
  fprintf (out, "%14s %14s %7.2f%%  %s:%" PRId64 "  %s  %s\n", wpp_count_text (r->held, held),
           wpp_count_text (r->executions, executions), r->executions ? 100.0 * r->held / r->executions : 0, r->file,
           r->line, r->short_name, r->text);
  return put_answers (out, r, true);
}

const struct wpp_text_layout wpp_query_hot_layout = { &wpp_query_hot_schema, begin_hot, row_hot, NULL };
