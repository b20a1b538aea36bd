/* Prime paths as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/prime.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/routes.h"

struct state
{
  uint64_t functions, covered, total;
  bool unknown;                 /* the total of some function is */
};

_Static_assert (sizeof (struct state) <= WPP_LAYOUT_STATE, "a layout's state is small");

static int
put_path (FILE *out, const struct wpp_row_list *paths, size_t i)
{
  char text[WPP_COUNT_TEXT];
  struct wpp_prime_row p;
  int err = paths->get (paths->data, i, &p);
  if (err)
    return err;
  fprintf (out, "%14s  blocks ", wpp_count_text (p.count, text));
  wpp_put_blocks (out, &p.blocks);
  fprintf (out, "\n%14s  lines  ", "");
  wpp_put_lines (out, &p.lines);
  putc ('\n', out);
  return 0;
}

static void
put_share (FILE *out, uint64_t covered, uint64_t total, bool unknown)
{
  if (unknown)
    fprintf (out, "%" PRIu64 " prime paths executed, of more than can be listed\n", covered);
  else
    fprintf (out, "%" PRIu64 " of %" PRIu64 " prime paths executed\n", covered, total);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_prime_function_row *f = data;
  struct state *s = state;
  int err = 0;
  s->functions++;
  s->covered += f->covered;
  s->total += f->total > 0 ? f->total : 0;
  s->unknown |= f->total < 0;
  fprintf (out, "%s: ", f->short_name);
  put_share (out, f->covered, f->total, f->total < 0);
  /* Of a function that was not executed no path was.  */
  for (size_t i = 0; i < f->paths.n && f->covered && !err; i++)
    err = put_path (out, &f->paths, i);
  return err;
}

static int
end (FILE *out, void *state)
{
  const struct state *s = state;
  if (s->functions < 2)
    return 0;
  fputs ("all: ", out);
  put_share (out, s->covered, s->total, s->unknown);
  return 0;
}

const struct wpp_text_layout wpp_prime_layout = { &wpp_prime_schema, NULL, row, end };
