/* What failing runs executed that passing ones did not, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/suspect.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"

struct state
{
  uint64_t failing, passing;
};

static int
begin (FILE *out, const void *data, void *state)
{
  const struct wpp_suspect_head *head = data;
  *(struct state *)state = (struct state){ head->failing, head->passing };
  if (!head->groups)
    fprintf (out, "nothing separates them: what the failing runs executed, as great a share of the passing ones did\n");
  return 0;
}

/* Write `, N WHATs' if there are any.  */
static void
put_number (FILE *out, uint64_t n, const char *what)
{
  if (n)
    fprintf (out, ", %" PRIu64 " %s%s", n, what, n == 1 ? "" : "s");
}

static void
put_path (FILE *out, const char *name, const struct wpp_route_row *r)
{
  fprintf (out, "    %-8s ", name);
  wpp_put_lines (out, &r->lines);
  fputs ("  (", out);
  wpp_put_on_line (out, r->short_name);
  fprintf (out, ":%" PRIu64 ", %s -> %s)\n", r->path, r->start, r->end);
}

static void
put_place (FILE *out, const struct wpp_suspect_place_row *p)
{
  wpp_put_on_line (out, p->file);
  fprintf (out, ":%" PRIu32, p->line);
}

static int
put_frames (FILE *out, const struct wpp_row_list *frames)
{
  int err = 0;
  fputs ("    context: ", out);
  for (size_t i = 0; i < frames->n && !err; i++)
    {
      const char *name;
      err = frames->get (frames->data, i, &name);
      fputs (i ? " > " : "", out);
      if (!err)
        wpp_put_on_line (out, name);
    }
  putc ('\n', out);
  return err;
}

static void
put_paths (FILE *out, const struct wpp_suspect_row *s)
{
  if (s->branch && s->nearest)
    {
      fputs ("    leaves the nearest passing path after ", out);
      put_place (out, s->branch);
      if (s->at && s->at != s->branch)
        {
          fputs (", to ", out);
          put_place (out, s->at);
        }
      putc ('\n', out);
    }
  if (s->before)
    put_path (out, "after", s->before);
  put_path (out, "failing", s->path);
  if (s->nearest)
    put_path (out, "passing", s->nearest);
  else if (s->before)
    fputs ("    no passing run went on in this function from there\n", out);
  else
    fputs ("    no passing run has a path that begins there\n", out);
}

static void
put_fact (FILE *out, const struct wpp_suspect_row *s)
{
  fputs ("    fact     ", out);
  wpp_put_on_line (out, s->fact);
  if (s->at)
    {
      fputs (" at ", out);
      put_place (out, s->at);
    }
  fprintf (out, "  (%s)\n", s->problem);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_suspect_row *s = data;
  const struct state *all = state;
  int err = 0;
  fprintf (out, "%" PRIu64 ". in %" PRIu64 "/%" PRIu64 " failing and %" PRIu64 "/%" PRIu64 " passing runs, ", s->rank,
           s->failing, all->failing, s->passing, all->passing);
  fprintf (out, "score %.3f: ", s->score);
  wpp_put_on_line (out, s->short_name);
  put_number (out, s->lines, "line");
  put_number (out, s->edges, "edge");
  put_number (out, s->paths, "path");
  put_number (out, s->pairs, "pair");
  put_number (out, s->contexts, "context");
  put_number (out, s->facts, "fact");
  putc ('\n', out);
  if (s->path)
    put_paths (out, s);
  else if (s->frames.n)
    err = put_frames (out, &s->frames);
  else if (s->fact)
    put_fact (out, s);
  fputs ("    first in ", out);
  wpp_put_on_line (out, s->file);
  if (s->event >= 0)
    fprintf (out, ", event %" PRId64 " of thread %" PRIu32, s->event, s->thread);
  putc ('\n', out);
  if (s->next)
    {
      fputs ("    next: ", out);
      wpp_put_on_line (out, s->next);
      putc ('\n', out);
    }
  return err;
}

const struct wpp_text_layout wpp_suspect_layout = { &wpp_suspect_schema, begin, row, NULL };
