/* What the slicers by source lines share (source-lines.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "source-lines.h"

void
source_check (const struct source_lines *x, bool ok, const char *what)
{
  if (ok)
    return;
  fprintf (stderr, "%s: %s\n", x->name, what);
  exit (2);
}

void
source_read (struct source_lines *x, const char *file)
{
  struct wpp_place place;
  int err = 0;
  x->profile = wpp_profile_read (file, &err, &place);
  source_check (x, x->profile, "unreadable profile");
  x->s.code = wpp_code_load (x->profile, NULL, &err, &place);
  source_check (x, x->s.code, "no notes");
  x->in = calloc (SOURCE_LINES, 1);
  source_check (x, x->in, "out of memory");
}

const struct wpp_slice_code *
source_code (const struct source_lines *x, uint32_t item)
{
  const struct wpp_slice_item *i = &x->s.model->items[item];
  return &x->s.model->functions[i->function]->code[i->code];
}

/* Is file NUMBER of FUNCTION's unit the one whose lines are asked for?  */
static bool
file_p (const struct source_lines *x, uint32_t function, uint32_t number)
{
  const struct wpp_unit *unit = x->s.code->functions[function].unit;
  const char *name = number < unit->n_files ? unit->files[number] : "";
  size_t n = strlen (name), m = strlen (x->file);
  return m <= n && !strcmp (name + n - m, x->file);
}

uint32_t
source_line (const struct source_lines *x, uint32_t item)
{
  const struct wpp_slice_code *c = source_code (x, item);
  return c->line < SOURCE_LINES && file_p (x, x->s.model->items[item].function, c->file) ? c->line : 0;
}

void
source_print (const struct source_lines *x)
{
  for (uint32_t i = 1; i < SOURCE_LINES; i++)
    if (x->in[i])
      printf ("%u\n", i);
}
