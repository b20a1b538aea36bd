/* How a thread got to a line, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/arrival.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"

/* Calls that are shown: the outermost and the innermost ones.  */
#define OUTERMOST 8u
#define INNERMOST 24u

static void
put_spot (FILE *out, struct wpp_spot_row s)
{
  if (s.line)
    fprintf (out, "%s:%" PRIu32, s.file, s.line);
  else
    fputs ("a place without lines", out);
}

static void
put_call (FILE *out, const struct wpp_arrival_call_row *c)
{
  fprintf (out, "  %s%s", c->short_name, c->known ? "" : ", entered before the recording");
  if (c->last || c->called)
    {
      fputs (c->last ? "  at " : "  calls at ", out);
      put_spot (out, c->at);
    }
  putc ('\n', out);
}

static int
put_calls (FILE *out, const struct wpp_row_list *calls)
{
  int err = 0;
  for (size_t i = 0; i < calls->n && !err; i++)
    {
      struct wpp_arrival_call_row call;
      if (i == OUTERMOST && calls->n > OUTERMOST + INNERMOST)
        {
          i = calls->n - INNERMOST;
          fprintf (out, "  … %zu calls\n", i - OUTERMOST);
        }
      err = calls->get (calls->data, i, &call);
      if (!err)
        put_call (out, &call);
    }
  return err;
}

static int
put_path (FILE *out, const struct wpp_arrival_row *a)
{
  int err = 0;
  fprintf (out, "%s\n", a->whole ? "path in it:" : "path in it, the end:");
  for (size_t i = 0; i < a->path.n && !err; i++)
    {
      struct wpp_arrival_run_row run;
      char text[WPP_COUNT_TEXT];
      err = a->path.get (a->path.data, i, &run);
      if (err)
        break;
      fputs ("  ", out);
      wpp_put_lines (out, &run.route.lines);
      if (run.repeat > 1)
        fprintf (out, ", %s times", wpp_count_text (run.repeat, text));
      putc ('\n', out);
    }
  return err;
}

static void
put_parting (FILE *out, const struct wpp_arrival_parting_row *p)
{
  if (!p)
    {
      fputs ("before that it never went elsewhere\n", out);
      return;
    }
  fputs ("the last time it went elsewhere: after ", out);
  put_spot (out, p->at);
  if (p->condition)
    fprintf (out, " `%s'", p->condition);
  fputs (" to ", out);
  put_spot (out, p->elsewhere);
  fputs (", now to ", out);
  put_spot (out, p->here);
  putc ('\n', out);
}

static int
begin (FILE *out, const void *head, void *state)
{
  const struct wpp_arrival_row *a = head;
  const struct wpp_arrival_criterion_row *c = &a->criterion;
  fprintf (out, "%s:%" PRIu32 ", execution %" PRIu64 " of %" PRIu64 "\n", c->at.file, c->at.line, c->execution,
           c->executions);
  if (c->stack)
    fprintf (out, "calls, on stack %" PRIu64 " of those that began in the thread:\n", c->stack);
  else
    fputs ("calls:\n", out);
  int err = put_calls (out, &a->calls);
  if (!err)
    err = put_path (out, a);
  if (!err)
    put_parting (out, a->differs);
  return err;
}

const struct wpp_text_layout wpp_arrival_layout = { &wpp_arrival_schema, begin, NULL, NULL };
