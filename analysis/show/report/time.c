/* Time and calls, as sections of a report.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Section `time': { n, rows: [[thread, first event, events, statements, phase, kind, [path, count, path, count, …]],
   …], threads, leftOut, whole }: the slices by thread; their places are their numbers.  Paths are those of the section
   `paths'; WHOLE is false if it lacks some of them.

   Section `calls': { n, rows: [[caller or -1, function, file, line, activations, statements, [slice, statements,
   …]], …], shown, levels, sliced }: callers before what they call; FILE and LINE of the call, or -1 and 0; N contexts
   are told apart, SHOWN have rows; LEVELS is -1, or down to which all are told apart.  What else a caller called is a
   row with -1 for the function and, at the end, how many contexts that are, and whether there are some that are not
   told apart.  */

#include "answers/context-costs.h"
#include "answers/slices.h"
#include "show/report/report-impl.h"

/* How many slices there are, and how many symbols may be looked at for their sake.  If that is not enough, there are
   fewer.  */
#define SLICES 256u
#define LARGE_GRAMMAR (UINT64_C (3) << 20) /* symbols of one for which there are half as many */
#define LEAST_SLICES 16u
#define MOST_SYMBOLS (UINT64_C (400) << 20)
/* The most contexts that are shown, if there is room.  */
#define MOST_CONTEXTS 60000u
#define FEWEST_CONTEXTS 200u
/* What may be done to follow calls: for all grammars, and for each symbol.  */
#define CALLS_WORK (UINT64_C (1) << 24)
#define CALLS_WORK_A_SYMBOL 10

struct taker
{
  struct wpp_row_sink sink;
  struct wpp_report *page;
  struct wpp_section *s;
  struct wpp_slices_head slices;
  struct wpp_context_costs_head contexts;
  bool lacking;
};

/* ---- Time.  */

static int
begin_time (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  ((struct taker *)sink)->slices = *(const struct wpp_slices_head *)head;
  return 0;
}

static int
put_slice (struct wpp_row_sink *sink, const void *data)
{
  struct taker *t = (struct taker *)sink;
  const struct wpp_slice_time_row *row = data;
  int err = 0;
  wpp_section_open (t->s, '[');
  wpp_section_number (t->s, row->thread);
  wpp_section_number (t->s, row->first);
  wpp_section_number (t->s, row->events);
  wpp_section_count (t->s, row->statements);
  wpp_section_number (t->s, row->phase);
  wpp_section_number (t->s, row->kind);
  wpp_section_open (t->s, '[');
  for (size_t i = 0; i < row->paths.n && !err; i++)
    {
      struct wpp_slice_path_row path;
      err = row->paths.get (row->paths.data, i, &path);
      uint32_t number = err ? WPP_REPORT_NONE : wpp_report_path_number (t->page, path.event);
      t->lacking |= number == WPP_REPORT_NONE || wpp_section_full_p (t->s);
      if (number == WPP_REPORT_NONE || wpp_section_full_p (t->s))
        continue;
      wpp_section_number (t->s, number);
      wpp_section_count (t->s, path.count);
    }
  wpp_section_close (t->s, ']');
  wpp_section_close (t->s, ']');
  return err;
}

/* Write the section.  If it takes too much work, there is none, and the result is WPP_E_TOOBIG.  */
static int
put_time (struct wpp_report *page, const struct wpp_slicing *slicing)
{
  struct taker t = { .sink = { .begin = begin_time, .row = put_slice }, .page = page,
                     .s = wpp_report_begin (page, WPP_REPORT_TIME, 0.3) };
  if (!t.s)
    return WPP_E_NOMEM;
  wpp_section_open_rows (t.s);
  int64_t n = wpp_answer_slices (page->r, slicing, MOST_SYMBOLS, &t.sink, page->place);
  if (n < 0)
    return n;
  wpp_section_close (t.s, ']');
  wpp_section_key (t.s, "n");
  wpp_section_number (t.s, n);
  wpp_section_key (t.s, "threads");
  wpp_section_number (t.s, t.slices.threads);
  wpp_section_key (t.s, "leftOut");
  wpp_section_number (t.s, t.slices.left_out);
  wpp_section_key (t.s, "whole");
  wpp_section_number (t.s, !t.lacking);
  wpp_section_close (t.s, '}');
  return wpp_report_end (page, WPP_REPORT_TIME);
}

/* ---- Calls.  */

static int
begin_calls (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  ((struct taker *)sink)->contexts = *(const struct wpp_context_costs_head *)head;
  return 0;
}

static int
put_context (struct wpp_row_sink *sink, const void *data)
{
  struct taker *t = (struct taker *)sink;
  const struct wpp_context_cost_row *row = data;
  uint32_t function = row->of ? wpp_report_function_number (t->page, row->of) : WPP_REPORT_NONE;
  uint32_t file = row->call && row->call->path ? wpp_report_file (t->page, row->call->file, row->call->path)
                                               : WPP_REPORT_NONE;
  int err = row->call && row->call->path && file == WPP_REPORT_NONE ? WPP_E_NOMEM : 0;
  wpp_section_open (t->s, '[');
  wpp_section_integer (t->s, row->caller);
  wpp_section_integer (t->s, function == WPP_REPORT_NONE ? -1 : (int64_t)function);
  wpp_section_integer (t->s, file == WPP_REPORT_NONE ? -1 : (int64_t)file);
  wpp_section_integer (t->s, row->call && row->call->line > 0 ? row->call->line : 0);
  wpp_section_count (t->s, row->activations);
  wpp_section_count (t->s, row->statements);
  wpp_section_open (t->s, '[');
  for (size_t i = 0; i < row->slices.n && !err; i++)
    {
      struct wpp_context_slice_row slice;
      err = row->slices.get (row->slices.data, i, &slice);
      wpp_section_number (t->s, slice.slice);
      wpp_section_count (t->s, slice.statements);
    }
  wpp_section_close (t->s, ']');
  if (!row->of)
    {
      wpp_section_number (t->s, row->contexts);
      wpp_section_number (t->s, row->deeper);
    }
  wpp_section_close (t->s, ']');
  return err;
}

/* Write the section with MOST of the contexts COSTS.  Return whether it is not too large, or an error.  */
static int
put_contexts (struct wpp_report *page, struct wpp_context_costs *costs, uint32_t most)
{
  struct taker t = { .sink = { .begin = begin_calls, .row = put_context }, .page = page,
                     .s = wpp_report_begin (page, WPP_REPORT_CALLS, 0.4) };
  if (!t.s)
    return WPP_E_NOMEM;
  wpp_section_open_rows (t.s);
  int64_t n = wpp_context_costs_send (costs, most, &t.sink);
  if (n < 0)
    return n;
  wpp_section_close (t.s, ']');
  wpp_section_key (t.s, "n");
  wpp_section_number (t.s, t.contexts.contexts);
  wpp_section_key (t.s, "shown");
  wpp_section_number (t.s, t.contexts.shown);
  wpp_section_key (t.s, "levels");
  wpp_section_integer (t.s, t.contexts.levels);
  wpp_section_key (t.s, "sliced");
  wpp_section_number (t.s, t.contexts.sliced);
  wpp_section_close (t.s, '}');
  if (wpp_section_full_p (t.s))
    return 0;
  int err = wpp_report_end (page, WPP_REPORT_CALLS);
  return err ? err : 1;
}

/* Write the section with as many contexts as there is room for; there is none if following calls is too much work.  */
static int
put_calls (struct wpp_report *page, const struct wpp_slicing *slicing)
{
  struct wpp_context_costs *costs;
  const uint64_t work = CALLS_WORK + CALLS_WORK_A_SYMBOL * wpp_report_symbols (page->r);
  int done = 0, err = wpp_context_costs_new (&costs, page->r, slicing, work, page->place);
  if (err)
    return err == WPP_E_TOOBIG ? 0 : err;
  for (uint32_t most = MOST_CONTEXTS; !done && most >= FEWEST_CONTEXTS; most /= 2)
    {
      wpp_report_drop (page, WPP_REPORT_CALLS);
      done = put_contexts (page, costs, most);
    }
  wpp_context_costs_free (costs);
  return done < 0 ? done : done ? 0 : wpp_report_drop (page, WPP_REPORT_CALLS);
}

int
wpp_report_time (struct wpp_report *page)
{
  int err = WPP_E_TOOBIG;
  if (!(wpp_recording_has (page->r) & WPP_HAS_ORDER))
    return 0;
  uint32_t slices = wpp_report_symbols (page->r) < LARGE_GRAMMAR ? SLICES : SLICES / 2;
  for (; slices >= LEAST_SLICES && err == WPP_E_TOOBIG; slices /= 4)
    {
      struct wpp_slicing slicing;
      err = wpp_slicing_new (&slicing, page->r, slices);
      if (err)
        continue;
      err = put_time (page, &slicing);
      if (err == WPP_E_TOOBIG && slices / 4 >= LEAST_SLICES)
        wpp_report_drop (page, WPP_REPORT_TIME);
      else
        {
          if (err == WPP_E_TOOBIG)
            err = wpp_report_drop (page, WPP_REPORT_TIME);
          if (!err)
            err = put_calls (page, &slicing);
        }
      wpp_slicing_release (&slicing);
    }
  return err == WPP_E_TOOBIG ? 0 : err;
}
