/* Decisions: dumps that are written and read again, as text and as JSON, and what is asked of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers/saved-decisions.h"
#include "show/show.h"
#include "unit.h"

#define MANY 200u

static const char *const functions[] = { "f", "g", "operator, (int), line 7", "h<a, b>" };
static const char *const kinds[] = { "loops", "counts", "order" };
static const char *const actions[] = { "peel 3", "none, as a, b", "keep" };

static struct wpp_decision_row rows[MANY];

static void
make_rows (uint64_t *state)
{
  for (unsigned i = 0; i < MANY; i++)
    rows[i] = (struct wpp_decision_row){ .function = functions[unit_below (state, 4)], .line = unit_below (state, 9),
                                         .kind = kinds[unit_below (state, 3)], .action = actions[unit_below (state, 3)],
                                         .chosen = unit_below (state, 2), .gain = (int64_t)unit_below (state, 12) - 1,
                                         .bytes = unit_below (state, 3), .because = "it is so: 3, 4 bytes" };
}

/* Write the rows to FILE as NEW_SINK's sinks do.  */
static int
write_dump (const char *file, struct wpp_row_sink *(*new_sink) (FILE *out))
{
  static const struct wpp_decisions_head head = { "dir/./a.c", false };
  FILE *out = fopen (file, "w");
  struct wpp_row_sink *sink = new_sink (out);
  int err = wpp_sink_begin (sink, &wpp_decisions_schema, &head);
  for (unsigned i = 0; i < MANY && !err; i++)
    err = wpp_sink_row (sink, &rows[i]);
  if (!err)
    err = wpp_sink_end (sink);
  wpp_sink_free (sink);
  fclose (out);
  return err;
}

static bool
same_p (const struct wpp_decision_row *a, const struct wpp_decision_row *b)
{
  return strcmp (a->function, b->function) == 0 && strcmp (a->kind, b->kind) == 0 && strcmp (a->action, b->action) == 0
         && strcmp (a->because, b->because) == 0 && a->line == b->line && a->chosen == b->chosen && a->gain == b->gain
         && a->bytes == b->bytes && strcmp (a->file, "dir/a.c") == 0;
}

/* ---- A sink that compares.  */

struct comparing
{
  struct wpp_row_sink sink;
  const struct wpp_decisions_asked *asked;
  size_t n, last;               /* rows that came; the place in ROWS of the last one */
  bool same;
};

/* A row is one of those that were written, in their order unless the greatest gains come first.  */
static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct comparing *c = (struct comparing *)sink;
  const struct wpp_decision_row *d = data;
  size_t i = c->asked->top ? 0 : c->last + 1;
  while (i < MANY && !same_p (d, &rows[i]))
    i++;
  c->same &= i < MANY && (!c->asked->kind || strcmp (d->kind, c->asked->kind) == 0)
             && (!c->asked->chosen || d->chosen)
             && (!c->asked->function || strcmp (d->function, c->asked->function) == 0);
  c->last = i;
  c->n++;
  return 0;
}

static size_t
count (const struct wpp_decisions_asked *asked)
{
  size_t n = 0;
  for (unsigned i = 0; i < MANY; i++)
    n += (!asked->kind || strcmp (rows[i].kind, asked->kind) == 0) && (!asked->chosen || rows[i].chosen)
         && (!asked->function || strcmp (rows[i].function, asked->function) == 0);
  return asked->top && asked->top < n ? asked->top : n;
}

static void
test_asked (const struct wpp_saved_decisions *all, const struct wpp_decisions_asked *asked, const char *what)
{
  struct comparing c = { .sink = { .row = row }, .asked = asked, .last = SIZE_MAX, .same = true };
  int64_t n = wpp_answer_saved_decisions (all, asked, &c.sink);
  CHECK (c.same && n == (int64_t)c.n && c.n == count (asked), "%s: %zu decisions, those that were asked for", what,
         c.n);
}

static void
test_dump (const char *file, const char *what)
{
  struct wpp_saved_decisions all = { 0 };
  struct wpp_place place = { "", 0, "" };
  int err = wpp_saved_decisions_read (&all, file, &place);
  bool same = !err && all.n == MANY;
  for (unsigned i = 0; i < MANY && same; i++)
    same = same_p (&all.rows[i], &rows[i]);
  CHECK (same, "%s: what was written is read", what);
  test_asked (&all, &(struct wpp_decisions_asked){ .kind = NULL }, what);
  test_asked (&all, &(struct wpp_decisions_asked){ .kind = "loops", .chosen = true }, what);
  test_asked (&all, &(struct wpp_decisions_asked){ .function = "g" }, what);
  test_asked (&all, &(struct wpp_decisions_asked){ .top = 7 }, what);
  wpp_saved_decisions_release (&all);
}

/* Damaged dumps are errors that name the place.  */
static void
test_wrong (const char *file)
{
  static const struct { const char *text, *what; } cases[]
    = { { "# decisions of a.c\nfunction f, line 1\n  loops: keep\n", "line 4: no reason of the decision above" },
        { "# decisions of a.c\nfunction f, line 1\n  loops: keep",
          "line 3: the end of the file comes before the reason" },
        { "# decisions of a.c\n  loops: keep\n    so\n", "line 2: no `KIND: ACTION' of a function" },
        { "# other\n", "line 1: not of a dump of decisions" },
        { "{\"file\":\"a.c\",\"decisions\":[{\"function\":1}]}", "decisions[0].function: not a string" },
        { "{\"file\":\"a.c\",\"decisions\":{}}", "decisions: not an array" },
        { "{\"file\":\"a.c\",\"decisions\":[{\"function\":\"f\",\"kind\":\"k\",\"action\":\"a\",\"because\":\"b\","
          "\"chosen\":1}]}", "decisions[0].chosen: neither true nor false" } };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct wpp_saved_decisions all = { 0 };
      struct wpp_place place = { "", 0, "" };
      FILE *out = fopen (file, "w");
      fputs (cases[i].text, out);
      fclose (out);
      int err = wpp_saved_decisions_read (&all, file, &place);
      CHECK (err == WPP_E_TOLD && strcmp (place.what, cases[i].what) == 0, "wrong dump %u: %s", i, place.what);
      wpp_saved_decisions_release (&all);
    }
}

int
main (void)
{
  char folder[] = "/tmp/decisions.XXXXXX", file[sizeof folder + 8];
  uint64_t state = 20;
  if (!mkdtemp (folder))
    return 1;
  snprintf (file, sizeof file, "%s/dump", folder);
  make_rows (&state);
  CHECK (!write_dump (file, wpp_text_sink), "a dump as text");
  test_dump (file, "text");
  CHECK (!write_dump (file, wpp_compiler_json), "a dump as JSON");
  test_dump (file, "JSON");
  test_wrong (file);
  unlink (file);
  rmdir (folder);
  return unit_done ();
}
