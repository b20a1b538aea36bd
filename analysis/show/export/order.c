/* The order of functions, for linkers: a line a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   lld takes names of symbols (--symbol-ordering-file); gold takes patterns of sections (--section-ordering-file), of
   functions that are compiled with -ffunction-sections.  GCC puts what it thinks is hot, unlikely, or executed when
   the program starts or exits into sections of other names, so each function has five lines.  */

#include <stdlib.h>
#include "answers/function-order.h"
#include "show/cells.h"
#include "show/export/export-impl.h"

static int
symbol (struct wpp_row_sink *sink, const void *data)
{
  const struct wpp_function_order_row *r = data;
  FILE *out = ((struct wpp_shower *) sink)->out;
  wpp_put_on_line (out, r->name);
  putc ('\n', out);
  return 0;
}

static int
section (struct wpp_row_sink *sink, const void *data)
{
  static const char *const kinds[] = { ".text.", ".text.hot.", ".text.startup.", ".text.exit.", ".text.unlikely." };
  const struct wpp_function_order_row *r = data;
  FILE *out = ((struct wpp_shower *) sink)->out;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
      fputs (kinds[i], out);
      wpp_put_on_line (out, r->name);
      putc ('\n', out);
    }
  return 0;
}

static struct wpp_row_sink *
new_sink (FILE *out, int (*row) (struct wpp_row_sink *sink, const void *data))
{
  struct wpp_shower *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  *s = (struct wpp_shower){ .sink = { .row = row }, .out = out };
  return &s->sink;
}

struct wpp_row_sink *
wpp_symbol_order_sink (FILE *out, unsigned version)
{
  return new_sink (out, symbol);
}

struct wpp_row_sink *
wpp_section_order_sink (FILE *out, unsigned version)
{
  return new_sink (out, section);
}
