/* Decisions of optimisations as text: a dump, and what `wpp decisions' prints of many.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/decisions.h"
#include "show/layouts.h"

struct state
{
  bool dump, deferred, any;
  char *function;               /* of the last decision of a dump */
  uint64_t line;
};

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_decisions_head *head = data;
  struct state *s = state;
  s->dump = head->file;
  s->deferred = head->deferred;
  if (s->dump)
    fprintf (out, "# decisions of %s\n", head->file);
  return 0;
}

static int
put_deferred (FILE *out, const struct state *s)
{
  if (s->deferred && !s->any)
    fputs ("# none yet: with -flto they are made when the program is linked\n", out);
  return 0;
}

static void
put_decision (FILE *out, const struct wpp_decision_row *d)
{
  fprintf (out, "%s: %s%s", d->kind, d->action, d->chosen ? "" : ", not chosen");
  if (d->gain >= 0)
    fprintf (out, ", gain %" PRId64 " cycles", d->gain);
  if (d->bytes)
    fprintf (out, ", %" PRIu64 " bytes", d->bytes);
  fprintf (out, "\n    %s\n", d->because);
}

/* Write the function of D, a decision of a dump, unless it is that of the last one.  */
static int
put_function (FILE *out, const struct wpp_decision_row *d, struct state *s)
{
  if (s->deferred && !s->any)
    fputs ("# with -flto others are made when the program is linked\n", out);
  if (!s->any || s->line != d->line || strcmp (s->function, d->function) != 0)
    fprintf (out, "\nfunction %s, line %" PRIu64 "\n", d->function, d->line);
  free (s->function);
  s->function = strdup (d->function);
  s->line = d->line;
  s->any = s->function;
  return s->function ? 0 : WPP_E_NOMEM;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_decision_row *d = data;
  struct state *s = state;
  int err = s->dump ? put_function (out, d, s) : 0;
  if (s->dump)
    fputs ("  ", out);
  else
    fprintf (out, "%s:%" PRIu64 "  %s  ", d->file, d->line, d->function);
  put_decision (out, d);
  return err;
}

static int
end (FILE *out, void *state)
{
  struct state *s = state;
  put_deferred (out, s);
  free (s->function);
  return 0;
}

const struct wpp_text_layout wpp_decisions_layout = { &wpp_decisions_schema, begin, row, end };
