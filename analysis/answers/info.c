/* What profiles hold.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "answers/info-impl.h"
#include "base/saturate.h"
#include "grammar/coding/codec.h"
#include "grammar/rules/big.h"
#include "recording/profile/events.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_info_ending_row
static const struct wpp_row_column ending_columns[] = { COLUMN (kind, TEXT), COLUMN (status, SIGNED) };
static const struct wpp_schema ending_schema = WPP_SCHEMA ("ending", struct OF, ending_columns);
#undef OF

#define OF wpp_info_run_row
static const struct wpp_row_column run_columns[]
  = { COLUMN (pid, NUMBER32), COLUMN (began, REAL, .unit = "seconds"), COLUMN (duration, REAL, .unit = "seconds"),
      COLUMN (events_per_second, REAL), COLUMN (waited, REAL, .unit = "seconds") };
static const struct wpp_schema run_schema = WPP_SCHEMA ("run", struct OF, run_columns);
#undef OF

#define OF wpp_info_merged_row
static const struct wpp_row_column merged_columns[]
  = { COLUMN (program, TEXT), COLUMN (build_id, TEXT), COLUMN (runs, COUNT) };
static const struct wpp_schema merged_schema = WPP_SCHEMA ("program", struct OF, merged_columns);
#undef OF

/* A list that there may be.  */
static const struct wpp_row_column merged_list_columns[]
  = { { .name = "merged", .type = WPP_CELL_LIST, .of = &merged_schema } };
static const struct wpp_schema merged_list_schema
  = WPP_SCHEMA ("merged", struct wpp_row_list, merged_list_columns, .bare = true);

#define OF wpp_info_mark_row
static const struct wpp_row_column mark_columns[]
  = { COLUMN (mark, TEXT), COLUMN (thread, NUMBER32), COLUMN (event, COUNT) };
static const struct wpp_schema mark_schema = WPP_SCHEMA ("mark", struct OF, mark_columns);
#undef OF

#define OF wpp_info_module_row
static const struct wpp_row_column module_columns[]
  = { COLUMN (path, TEXT), COLUMN (build_id, TEXT), COLUMN (units, NUMBER) };
static const struct wpp_schema module_schema = WPP_SCHEMA ("module", struct OF, module_columns);
#undef OF

#define OF wpp_info_thread_row
static const struct wpp_row_column thread_columns[]
  = { COLUMN (thread, NUMBER32), COLUMN (events, ANY, .unit = "events"),
      COLUMN (dropped_events, NUMBER, .unit = "events", .optional = true),
      COLUMN (lost_events, NUMBER, .unit = "events"),
      COLUMN (segments, NUMBER), COLUMN (rules, SIGNED), COLUMN (symbols, SIGNED),
      COLUMN (coded_size, NUMBER, .unit = "bytes"), COLUMN (raw, TRUTH) };
static const struct wpp_schema thread_schema = WPP_SCHEMA ("thread", struct OF, thread_columns);
#undef OF

#define OF wpp_info_row
static const struct wpp_row_column columns[]
  = { COLUMN (file, TEXT), COLUMN (program, TEXT), COLUMN (build_id, TEXT),
      COLUMN (merged, ROW_AT, .of = &merged_list_schema), COLUMN (traces_bytes, SIGNED, .unit = "bytes"),
      COLUMN (ending, ROW, .of = &ending_schema), COLUMN (run, ROW_AT, .of = &run_schema), COLUMN (options, TEXT),
      COLUMN (counts, TRUTH), COLUMN (summary, TRUTH, .optional = true), COLUMN (drafts, NUMBER32),
      COLUMN (modules, LIST, .of = &module_schema),
      COLUMN (threads, LIST, .of = &thread_schema), COLUMN (events, BIG, .unit = "events"),
      COLUMN (distinct_paths, NUMBER, .unit = "paths"), COLUMN (functions, ROW_AT, .of = &wpp_info_functions_schema),
      COLUMN (notes_missing, TEXT), COLUMN (segments, NUMBER), COLUMN (rules, SIGNED), COLUMN (symbols, SIGNED),
      COLUMN (file_size, NUMBER, .unit = "bytes"), COLUMN (raw_size, BIG, .unit = "bytes"), COLUMN (ratio, REAL),
      COLUMN (values, ROW_AT, .of = &wpp_info_values_schema), COLUMN (outside_events, COUNT, .unit = "events"),
      COLUMN (marks, LIST, .of = &mark_schema), COLUMN (lost_events, COUNT, .unit = "events"),
      COLUMN (stack_switches, COUNT), COLUMN (unknown_switches, COUNT) };
static const struct wpp_schema profile_schema = WPP_SCHEMA ("profile", struct OF, columns);
#undef OF

const struct wpp_schema wpp_info_schema
  = { .name = "info", .rows = "profiles", .of = &profile_schema, .in_line = true };

/* ---- Threads.  */

struct info
{
  struct wpp_recording *recording;
  const struct wpp_profile *profile;
  char *build_id, *element_id;  /* in hexadecimal; of a list's element */
  mpz_t thread_events;
};

/* The grammar of calls of the thread T of P, a timestamped profile, or null.  */
static const struct wpp_grammar *
calls_grammar (const struct wpp_profile *p, const struct wpp_thread *t)
{
  return p->traces->threads[t - p->threads].grammar;
}

/* Set *RULES and *SYMBOLS to what T's segments have; or, of a timestamped profile, its calls; -1: grammars of drafts
   were not made.  Return the number of segments.  */
static size_t
thread_size (const struct wpp_profile *p, const struct wpp_thread *t, int64_t *rules, int64_t *symbols)
{
  *rules = *symbols = p->n_unmade ? -1 : 0;
  if (p->n_unmade)
    return t->n_segments;
  if (p->bag && !p->traces)
    return t->coded_size > 0;
  for (size_t s = 0; s < t->n_segments && !p->traces; s++)
    {
      *rules += t->segments[s]->n_rules;
      *symbols += t->segments[s]->start[t->segments[s]->n_rules];
    }
  if (p->traces && calls_grammar (p, t))
    {
      *rules = calls_grammar (p, t)->n_rules;
      *symbols = calls_grammar (p, t)->start[*rules];
    }
  return p->traces ? 1 : t->n_segments;
}

/* Set *EVENTS to the number of T's events, which may be in I->thread_events.  */
static int
thread_events (struct info *i, const struct wpp_thread *t, struct wpp_any_cell *events)
{
  int err = 0;
  mpz_set_ui (i->thread_events, 0);
  if (!i->profile->traces && !i->profile->bag)
    err = wpp_thread_add_events (t, i->thread_events);
  else
    wpp_big_set (i->thread_events, t->n_events);
  *events = (struct wpp_any_cell){ WPP_CELL_BIG, { .big = i->thread_events } };
  if ((i->profile->traces || i->profile->bag) && wpp_saturated_p (t->n_events))
    *events = (struct wpp_any_cell){ WPP_CELL_COUNT, { .number = UINT64_MAX } };
  return err;
}

/* Set *TOTAL to the bytes of T's segments in its file, or, of counts, which have none there, in a profile.  */
static int
coded_size (const struct wpp_thread *t, uint64_t *total)
{
  int err = 0;
  *total = t->coded_size;
  for (size_t s = 0; s < t->n_segments && !t->coded_size && !err; s++)
    {
      unsigned char *coded = NULL;
      size_t size = 0;
      err = wpp_grammar_encode (t->segments[s], &coded, &size);
      if (!err)
        free (coded);
      *total += size;
    }
  return err;
}

static int
get_thread (void *data, size_t n, void *row)
{
  struct info *i = data;
  const struct wpp_thread *t = &i->profile->threads[n];
  struct wpp_info_thread_row *r = row;
  *r = (struct wpp_info_thread_row){ .thread = t->index, .dropped_events = t->dropped, .lost_events = t->lost,
                                       .raw = t->raw };
  r->segments = thread_size (i->profile, t, &r->rules, &r->symbols);
  int err = thread_events (i, t, &r->events);
  return err ? err : coded_size (t, &r->coded_size);
}

/* ---- Programs and modules.  */

/* Set *TEXT to BYTES [N] in hexadecimal, or null when there are none.  */
static int
set_hex (char **text, const unsigned char *bytes, size_t n)
{
  free (*text);
  *text = n ? malloc (2 * n + 1) : NULL;
  for (size_t i = 0; i < n && *text; i++)
    sprintf (*text + 2 * i, "%02x", bytes[i]);
  return n && !*text ? WPP_E_NOMEM : 0;
}

static int
get_merged (void *data, size_t n, void *row)
{
  struct info *i = data;
  const struct wpp_merged_program *p = &i->profile->merged.programs[n];
  int err = set_hex (&i->element_id, p->build_id, p->build_id_size);
  *(struct wpp_info_merged_row *)row = (struct wpp_info_merged_row){ p->path, i->element_id, p->runs };
  return err;
}

static int
get_module (void *data, size_t n, void *row)
{
  struct info *i = data;
  const struct wpp_module *m = &i->profile->modules[n];
  int err = set_hex (&i->element_id, m->build_id, m->build_id_size);
  *(struct wpp_info_module_row *)row = (struct wpp_info_module_row){ m->path, i->element_id, m->n_units };
  return err;
}

static int
get_mark (void *data, size_t n, void *row)
{
  const struct wpp_marked *m = &((struct info *)data)->profile->marks[n];
  *(struct wpp_info_mark_row *)row = (struct wpp_info_mark_row){ m->name, m->thread, m->event };
  return WPP_OK;
}

static struct wpp_info_ending_row
ending (const struct wpp_profile *p)
{
  static const char *const kinds[] = { "unknown", "exit", "signal", "exec" };
  bool status = p->ending == WPP_END_EXIT || p->ending == WPP_END_SIGNAL;
  return (struct wpp_info_ending_row){ kinds[p->ending], status ? p->status : -1 };
}

static double
seconds (uint64_t ns)
{
  return ns / 1e9;
}

static struct wpp_info_run_row
run_of (const struct wpp_run *run, const mpz_t events)
{
  bool known = run->duration > 0;
  return (struct wpp_info_run_row){ .pid = run->pid,
                                    .began = seconds (run->began),
                                    .duration = known ? seconds (run->duration) : NAN,
                                    .events_per_second = known ? mpz_get_d (events) / seconds (run->duration) : NAN,
                                    .waited = seconds (run->waited) };
}

/* ---- Sums over threads and events.  */

static int
add_up (const struct wpp_profile *p, struct wpp_info_row *row)
{
  int err = 0;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    {
      const struct wpp_thread *thread = &p->threads[t];
      int64_t rules, symbols;
      err = wpp_thread_add_events (thread, row->events);
      row->lost_events = wpp_saturating_add (row->lost_events, thread->lost);
      row->unknown_switches = wpp_saturating_add (row->unknown_switches, thread->switched);
      row->stack_switches = wpp_saturating_add (row->stack_switches, thread->left);
      row->segments += thread_size (p, thread, &rules, &symbols);
      row->rules += rules;
      row->symbols += symbols;
    }
  if (p->n_unmade)
    row->rules = row->symbols = -1;
  row->stack_switches = wpp_saturating_add (row->stack_switches, row->unknown_switches);
  if (p->bag && !p->traces)
    {
      const struct wpp_thread *all = &p->threads[0];
      row->rules = all->n_segments ? all->segments[0]->n_rules : 0;
      row->symbols = all->n_segments ? all->segments[0]->start[row->rules] : 0;
    }
  for (uint32_t f = 0; p->traces && f < p->traces->n_functions; f++)
    {
      const struct wpp_grammar *g = p->traces->functions[f].grammar;
      row->rules += g->n_rules;
      row->symbols += g->start[g->n_rules];
    }
  mpz_mul_ui (row->raw_size, row->events, 4);
  wpp_big_clamp (row->raw_size);
  row->ratio = p->file_size ? mpz_get_d (row->raw_size) / p->file_size : 0;
  return err;
}

/* Count the paths that were executed, and the functions of CODE, unless that is null, that they belong to.  What counts
   values is taken from EVENTS.  */
static int
count_paths (const struct wpp_recording *r, struct wpp_code *code, mpz_t events, uint64_t *paths, uint64_t *functions)
{
  size_t n;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n);
  bool *executed = calloc (code ? code->n_functions + 1 : 1, sizeof *executed);
  bool done = counts && executed;
  for (size_t i = 0; done && i < n; i++)
    {
      uint32_t word;
      uint64_t number;
      if (!wpp_event_path_p (counts[i].event))
        continue;
      if (code && wpp_code_find_place (code, counts[i].event, &word, &number))
        {
          mpz_sub_ui (events, events, counts[i].count);
          continue;
        }
      ++*paths;
      const struct wpp_code_function *f = code ? wpp_code_find (code, counts[i].event, &number) : NULL;
      if (f)
        executed[f - code->functions] = true;
    }
  for (size_t i = 0; done && code && i < code->n_functions; i++)
    *functions += executed[i];
  free (executed);
  free (counts);
  return done ? 0 : WPP_E_NOMEM;
}

/* ---- The answer.  */

/* Fill in what P says by itself.  */
static int
describe (struct info *i, struct wpp_info_row *row)
{
  const struct wpp_profile *p = i->profile;
  row->file = wpp_recording_file (i->recording);
  row->program = p->program;
  row->traces_bytes = p->traces ? (int64_t)p->traces_size : -1;
  row->traced_functions = p->traces ? p->traces->n_functions : 0;
  row->ending = ending (p);
  row->options = p->options;
  row->counts = p->counts;
  row->summary = p->summary;
  row->drafts = p->n_drafts;
  row->made = !p->n_unmade;
  row->kept = p->made;
  row->modules = (struct wpp_row_list){ p->n_modules, i, get_module };
  row->threads = (struct wpp_row_list){ p->n_threads, i, get_thread };
  row->outside_events = p->outside;
  row->marks = (struct wpp_row_list){ p->n_marks, i, get_mark };
  row->file_size = p->file_size;
  int err = set_hex (&i->build_id, p->build_id, p->build_id_size);
  row->build_id = i->build_id;
  return err;
}

/* Complete ROW and send it.  */
static int
send_row (struct info *i, struct wpp_info_row *row, struct wpp_row_sink *sink)
{
  const struct wpp_profile *p = i->profile;
  const struct wpp_row_list merged = { p->merged.n_programs, i, get_merged };
  struct wpp_info_of_functions functions;
  struct wpp_info_of_values values;
  char why[1024];
  struct wpp_code *code = wpp_info_code (i->recording, why, sizeof why);
  int err = wpp_info_of_functions_begin (&functions, i->recording, code);
  int values_err = wpp_info_of_values_begin (&values, i->recording, code);
  if (!err)
    err = values_err;
  if (!err)
    err = count_paths (i->recording, code, row->events, &row->distinct_paths, &functions.row.executed);
  row->values = wpp_profile_values_p (p) ? &values.row : NULL;
  const struct wpp_info_run_row run = run_of (&p->run, row->events);
  row->merged = merged.n ? &merged : NULL;
  row->run = p->run.known ? &run : NULL;
  row->functions = code ? &functions.row : NULL;
  row->notes_missing = code ? NULL : why;
  if (!err)
    err = wpp_sink_row (sink, row);
  wpp_info_of_functions_release (&functions);
  wpp_info_of_values_release (&values);
  return err;
}

int
wpp_answer_info (struct wpp_recording *r, size_t most, bool first, struct wpp_row_sink *sink)
{
  struct info i = { .recording = r, .profile = wpp_recording_profile (r) };
  struct wpp_info_row row = { .most = most, .first = first };
  mpz_inits (row.events, row.raw_size, i.thread_events, NULL);
  int err = describe (&i, &row);
  if (!err)
    err = add_up (i.profile, &row);
  if (!err)
    err = send_row (&i, &row, sink);
  mpz_clears (row.events, row.raw_size, i.thread_events, NULL);
  free (i.build_id);
  free (i.element_id);
  return err;
}
