/* Grammars as text, a rule a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     R3 [x12]: main:4 R4^7 R5

   is rule 3, which occurs 12 times in the derivation of the trace.  A terminal is FUNCTION:PATH by assembler names,
   which have no spaces, or the bare event word.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include "answers/grammars.h"
#include "show/cells.h"
#include "show/layouts.h"

static int
begin_file (FILE *out, const void *data, void *state)
{
  const struct wpp_grammars_file_head *head = data;
  if (!head->only)
    fprintf (out, "file %s\n", head->file);
  for (size_t i = 0; i < head->lacking.n; i++)
    {
      const char *what;
      head->lacking.get (head->lacking.data, i, &what);
      fprintf (out, "# notes not available: %s\n", what);
    }
  return 0;
}

static int
begin_thread (FILE *out, const void *data, void *state)
{
  const struct wpp_grammars_thread_head *head = data;
  char text[WPP_BIG_TEXT];
  fprintf (out, "thread %" PRIu64 ": %s events\n", head->thread, wpp_big_text (head->events, text));
  return 0;
}

static int
begin_segment (FILE *out, const void *data, void *state)
{
  const struct wpp_grammars_segment_head *head = data;
  char text[WPP_BIG_TEXT];
  if (head->several)
    fprintf (out, "segment %" PRIu64 ": %s events\n", head->segment, wpp_big_text (head->events, text));
  return 0;
}

static void
put_symbol (FILE *out, const struct wpp_grammar_symbol_row *s)
{
  fputs_unlocked (s->rule ? " R" : " ", out);
  if (s->function)
    {
      fputs_unlocked (s->assembler_name, out);
      putc_unlocked (':', out);
    }
  if (s->control)
    fputs_unlocked (s->control, out);
  else
    wpp_put_number (out, s->rule ? s->rule : s->function ? s->path.is.number : s->event);
  if (s->exponent > 1)
    {
      putc_unlocked ('^', out);
      wpp_put_number (out, s->exponent);
    }
}

static int
put_rule (FILE *out, const void *data, void *state)
{
  const struct wpp_grammar_rule_row *r = data;
  char text[WPP_BIG_TEXT];
  if (r->frequency.type == WPP_CELL_BIG)
    fprintf (out, "R%" PRIu64 " [x%s]:", r->rule, wpp_big_text (r->frequency.is.big, text));
  else
    fprintf (out, "R%" PRIu64 " [x%" PRIu64 "]:", r->rule, r->frequency.is.number);
  for (size_t i = 0; i < r->symbols.n; i++)
    {
      struct wpp_grammar_symbol_row symbol;
      r->symbols.get (r->symbols.data, i, &symbol);
      put_symbol (out, &symbol);
    }
  putc ('\n', out);
  return 0;
}

const struct wpp_text_layout wpp_grammars_file_layout = { &wpp_grammars_file_schema, begin_file, NULL, NULL };
const struct wpp_text_layout wpp_grammars_thread_layout = { &wpp_grammars_thread_schema, begin_thread, NULL, NULL };
const struct wpp_text_layout wpp_grammars_segment_layout
  = { &wpp_grammars_segment_schema, begin_segment, put_rule, NULL };
