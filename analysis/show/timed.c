/* Functions in their timestamped form, as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include "answers/timed.h"
#include "show/cells.h"
#include "show/layouts.h"
#include "show/times.h"

static void
put_pair (FILE *out, const struct wpp_timed_pair_row *p)
{
  char text[WPP_COUNT_TEXT];
  fprintf (out, "  %s of (trace %" PRIu32 ", dictionary %" PRIu32 ")", wpp_count_text (p->count, text), p->trace,
           p->dictionary);
  wpp_put_began (out, p->first, p->last, p->count);
  putc ('\n', out);
}

static int
put_trace (FILE *out, const struct wpp_timed_trace_row *t, size_t number)
{
  int err = 0;
  fprintf (out, "  trace %zu, length %" PRIu64 ":", number, t->length);
  for (size_t i = 0; i < t->blocks.n && !err; i++)
    {
      struct wpp_timed_block_row block;
      err = t->blocks.get (t->blocks.data, i, &block);
      if (err)
        break;
      fprintf (out, "%s %" PRIu32 " -> {", i ? "," : "", block.block);
      wpp_put_series (out, block.series);
      putc ('}', out);
    }
  putc ('\n', out);
  return err;
}

/* Write a chain: `3 = 3.4.7'.  */
static int
put_chain (FILE *out, const struct wpp_row_list *chain)
{
  int err = 0;
  for (size_t i = 0; i < chain->n && !err; i++)
    {
      uint32_t block;
      err = chain->get (chain->data, i, &block);
      if (!err && !i)
        fprintf (out, " %" PRIu32 " = %" PRIu32, block, block);
      else if (!err)
        fprintf (out, ".%" PRIu32, block);
    }
  return err;
}

static int
put_dictionary (FILE *out, const struct wpp_row_list *chains, size_t number)
{
  int err = 0;
  fprintf (out, "  dictionary %zu:", number);
  for (size_t i = 0; i < chains->n && !err; i++)
    {
      struct wpp_row_list chain;
      if (i)
        putc (',', out);
      err = chains->get (chains->data, i, &chain);
      if (!err)
        err = put_chain (out, &chain);
    }
  fputs (chains->n ? "\n" : " none\n", out);
  return err;
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_timed_function_row *f = data;
  char text[WPP_COUNT_TEXT];
  int err = 0;
  fprintf (out, "%s: %s activations, %zu path traces, %zu traces, %zu dictionaries\n", f->short_name,
           wpp_count_text (f->activations, text), f->pairs.n, f->traces.n, f->dictionaries.n);
  for (size_t i = 0; i < f->pairs.n && !err; i++)
    {
      struct wpp_timed_pair_row pair;
      err = f->pairs.get (f->pairs.data, i, &pair);
      if (!err)
        put_pair (out, &pair);
    }
  for (size_t i = 0; i < f->traces.n && !err; i++)
    {
      struct wpp_timed_trace_row trace;
      err = f->traces.get (f->traces.data, i, &trace);
      if (!err)
        err = put_trace (out, &trace, i + 1);
    }
  for (size_t i = 0; i < f->dictionaries.n && !err; i++)
    {
      struct wpp_row_list chains;
      err = f->dictionaries.get (f->dictionaries.data, i, &chains);
      if (!err)
        err = put_dictionary (out, &chains, i + 1);
    }
  return err;
}

const struct wpp_text_layout wpp_timed_layout = { &wpp_timed_schema, NULL, row, NULL };
