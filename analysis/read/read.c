/* Recordings that are opened and asked (wpp-read.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/accessor.h"
#include "answers/activations.h"
#include "answers/addresses.h"
#include "answers/branches.h"
#include "answers/calls.h"
#include "answers/coverage.h"
#include "answers/hot.h"
#include "answers/lines.h"
#include "answers/paths.h"
#include "answers/prime.h"
#include "answers/query.h"
#include "answers/replayed.h"
#include "answers/residual.h"
#include "answers/slice.h"
#include "answers/state.h"
#include "answers/timed.h"
#include "answers/values.h"
#include "answers/when.h"
#include "answers/why.h"
#include "facts/problems/problem.h"
#include "read/rows.h"

struct wpp_read
{
  char **files;                 /* [n_files] */
  size_t n_files;
  struct wpp_recording *recording;
  char error[1024];
};

/* Write to TEXT [SIZE] what ERR means, at PLACE of FILE; errno says more of WPP_E_IO.  */
static void
tell (char *text, size_t size, const char *file, int err, const struct wpp_place *place)
{
  const char *what = place->what[0] ? place->what : err == WPP_E_IO && errno ? strerror (errno) : wpp_strerror (err);
  if (err == WPP_E_ASKED)
    snprintf (text, size, "%s", what);
  else if (place->section[0])
    snprintf (text, size, "%s: %s at byte %llu: %s", file ? file : "wpp-read", place->section, place->offset, what);
  else
    snprintf (text, size, "%s: %s", file ? file : "wpp-read", what);
}

/* Note in R's error what ERR of FILE means; if that is null, of the first file.  */
static void
note_error (wpp_read *r, const char *file, int err, const struct wpp_place *place)
{
  tell (r->error, sizeof r->error, file ? file : r->files[0], err, place);
}

static bool
open_files (wpp_read *r)
{
  const struct wpp_recording_request request
    = { .files = (const char *const *)r->files, .n_files = r->n_files, .full_names = true };
  struct wpp_place place = { "", 0, "" };
  const char *bad = NULL;
  int err = 0;
  errno = 0;
  r->recording = wpp_recording_open (&request, &bad, &err, &place);
  if (!r->recording)
    note_error (r, bad, err, &place);
  return r->recording;
}

/* Read what is NEEDED of R's files, unless that was done.  Return whether it is read; R's error says why not.  */
static bool
read_for (wpp_read *r, unsigned needed)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad;
  errno = 0;
  int err = wpp_recording_need (r->recording, needed, &bad, &place);
  if (err)
    note_error (r, bad, err, &place);
  return !err;
}

/* Let R have a copy of FILES [N]; return whether there was memory for it.  */
static bool
keep_files (wpp_read *r, const char *const *files, size_t n)
{
  r->files = calloc (n + 1, sizeof *r->files);
  for (r->n_files = 0; r->files && r->n_files < n; r->n_files++)
    if (!(r->files[r->n_files] = strdup (files[r->n_files])))
      return false;
  return r->files;
}

wpp_read *
wpp_read_open (const char *const *files, size_t n, char *error, size_t size)
{
  wpp_read *r = calloc (1, sizeof *r);
  if (r && keep_files (r, files, n) && open_files (r))
    return r;
  if (size)
    snprintf (error, size, "%s", r && r->error[0] ? r->error : wpp_strerror (WPP_E_NOMEM));
  wpp_read_close (r);
  return NULL;
}

void
wpp_read_close (wpp_read *r)
{
  if (!r)
    return;
  wpp_recording_free (r->recording);
  for (size_t i = 0; i < r->n_files; i++)
    free (r->files[i]);
  free (r->files);
  free (r);
}

unsigned
wpp_read_has (const wpp_read *r)
{
  return wpp_recording_has (r->recording);
}

const char *
wpp_read_error (const wpp_read *r)
{
  return r->error;
}

/* ---- Questions.  */

/* `wpp hot' with its defaults.  */
static int64_t
answer_hot (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
            struct wpp_place *place)
{
  const struct wpp_hot_asked hot = { .percent = 1, .limits = { 0, 1, 20 }, .top = asked->top };
  struct wpp_hot_head head;
  return wpp_answer_hot (r, &hot, sink, &head, place);
}

/* `wpp calls': its contexts.  */
static int64_t
answer_calls (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
              struct wpp_place *place)
{
  const struct wpp_calls_asked calls
    = { .contexts.all_threads = true, .function = asked->function, .min_share = -1,
        .most = asked->top < UINT32_MAX ? asked->top : 0 };
  return wpp_answer_calls (r, &calls, sink, place);
}

/* `wpp lines'; TOP is a number of source files.  */
static int64_t
answer_lines (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
              struct wpp_place *place)
{
  return wpp_answer_lines (r, &(struct wpp_lines_asked){ .top = asked->top }, sink, place);
}

/* `wpp query' and `wpp slice' with their defaults.  */
static int64_t
answer_query (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
              struct wpp_place *place)
{
  struct wpp_query_asked query = { .at = *asked->at };
  unsigned set = 0;
  size_t length;
  wpp_problems_named ("available-loads", &set, &length);
  query.problem = __builtin_ctz (set);
  return wpp_answer_query (r, &query, sink, place);
}

static int64_t
answer_slice (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
              struct wpp_place *place)
{
  const struct wpp_slice_asked slice
    = { .at = *asked->at, .text = asked->at->text, .variable = asked->variable, .execution = asked->execution,
        .approach = 3, .depth = UINT32_MAX - 1 };
  return wpp_answer_slice (r, &slice, sink, place);
}

/* `wpp values', `wpp addresses' and `wpp state' with their defaults.  */
static int64_t
answer_values (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
               struct wpp_place *place)
{
  const struct wpp_values_asked values
    = { .at = *asked->at, .text = asked->at->text, .variable = asked->variable, .execution = asked->execution,
        .thread = WPP_ALL_THREADS, .all = true };
  return wpp_answer_values (r, &values, sink, place);
}

static int64_t
answer_addresses (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  const struct wpp_addresses_asked addresses
    = { .at = *asked->at, .thread = WPP_ALL_THREADS, .all = true };
  return wpp_answer_addresses (r, &addresses, sink, place);
}

static int64_t
answer_state (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
              struct wpp_place *place)
{
  return wpp_answer_state (r, &(struct wpp_moment_asked){ .at = *asked->at, .execution = asked->execution }, sink,
                           place);
}

/* `wpp why' of at most TOP lines away, 6 without that; `wpp when --all'; `wpp last-write', `wpp next-read'.  */
static int64_t
answer_why (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
            struct wpp_place *place)
{
  const struct wpp_why_asked why
    = { .at = *asked->at, .text = asked->at->text, .variable = asked->variable, .execution = asked->execution,
        .depth = asked->top < UINT32_MAX ? asked->top : 6 };
  return wpp_answer_why (r, &why, sink, place);
}

static int64_t
answer_when (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
             struct wpp_place *place)
{
  const struct wpp_when_asked when = { .at = *asked->at, .condition = asked->condition, .all = true };
  return asked->condition ? wpp_answer_when (r, &when, sink, place)
                          : wpp_at_complain (place, asked->at, "say which condition: condition=TEXT");
}

static int64_t
answer_accessor (struct wpp_recording *r, const struct wpp_question_asked *asked, bool next, struct wpp_row_sink *sink,
                 struct wpp_place *place)
{
  const struct wpp_accessor_asked accessor
    = { .moment = { .at = *asked->at, .execution = asked->execution }, .text = asked->variable, .next = next };
  return asked->variable ? wpp_answer_accessor (r, &accessor, sink, place)
                         : wpp_at_complain (place, asked->at, "say which variable: variable=NAME");
}

static int64_t
answer_last_write (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                   struct wpp_place *place)
{
  return answer_accessor (r, asked, false, sink, place);
}

static int64_t
answer_next_read (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  return answer_accessor (r, asked, true, sink, place);
}

static const struct question
{
  const char *name;
  unsigned needs;               /* WPP_HAS_… */
  wpp_answer *answer;
  bool at;                      /* it is about a line */
} questions[] = {
  { "activations", WPP_HAS_ACTIVATIONS, wpp_answer_activations, false },
  { "addresses", WPP_HAS_ORDER | WPP_HAS_VALUES, answer_addresses, true },
  { "branches", WPP_HAS_ORDER, wpp_answer_branches, false },
  { "calls", WPP_HAS_ACTIVATIONS, answer_calls, false },
  { "coverage", WPP_HAS_COUNTS, wpp_answer_coverage, false },
  { "hot", WPP_HAS_ORDER, answer_hot, false },
  { "last-write", WPP_HAS_ORDER | WPP_HAS_VALUES, answer_last_write, true },
  { "lines", WPP_HAS_COUNTS, answer_lines, false },
  { "next-read", WPP_HAS_ORDER | WPP_HAS_VALUES, answer_next_read, true },
  { "paths", WPP_HAS_COUNTS, wpp_answer_paths, false },
  { "prime", WPP_HAS_ACTIVATIONS, wpp_answer_prime, false },
  { "query", WPP_HAS_ACTIVATIONS, answer_query, true },
  { "residual", WPP_HAS_COUNTS, wpp_answer_residual, false },
  { "slice", 0, answer_slice, true },
  { "state", WPP_HAS_ORDER | WPP_HAS_VALUES, answer_state, true },
  { "timed", WPP_HAS_ACTIVATIONS, wpp_answer_timed, false },
  { "values", WPP_HAS_ORDER | WPP_HAS_VALUES, answer_values, true },
  { "when", WPP_HAS_ORDER | WPP_HAS_VALUES, answer_when, true },
  { "why", WPP_HAS_ORDER | WPP_HAS_VALUES, answer_why, true },
};
#define N_QUESTIONS (sizeof questions / sizeof *questions)

const char *const *
wpp_read_questions (void)
{
  static const char *names[N_QUESTIONS + 1];
  for (size_t i = 0; i < N_QUESTIONS; i++)
    names[i] = questions[i].name;
  return names;
}

static const struct question *
find_question (const char *name)
{
  for (size_t i = 0; i < N_QUESTIONS; i++)
    if (strcmp (questions[i].name, name) == 0)
      return &questions[i];
  return NULL;
}

/* What options say.  */
struct options
{
  struct wpp_question_asked asked;
  struct wpp_at at;
  char *file;                   /* of AT */
};

/* If OPTION is NAME and a number, set *N to that; return whether it is.  */
static bool
read_number (const char *option, const char *name, uint64_t *n)
{
  size_t length = strlen (name);
  char *end;
  if (strncmp (option, name, length) != 0 || option[length] < '0' || option[length] > '9')
    return false;
  errno = 0;
  *n = strtoull (option + length, &end, 10);
  return !*end && !errno;
}

/* Set O to what OPTION says; return whether it says anything.  */
static bool
read_option (const char *option, struct options *o)
{
  struct wpp_question_asked *asked = &o->asked;
  if (strncmp (option, "at=", 3) == 0)
    {
      free (o->file);
      asked->at = &o->at;
      return !wpp_at_read (&o->at, option + 3, &o->file);
    }
  const struct { const char *name; const char **text; } texts[]
    = { { "function=", &asked->function }, { "variable=", &asked->variable }, { "condition=", &asked->condition } };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strncmp (option, texts[i].name, strlen (texts[i].name)) == 0)
      {
        *texts[i].text = option + strlen (texts[i].name);
        return **texts[i].text;
      }
  return read_number (option, "top=", &asked->top)
         || (read_number (option, "execution=", &asked->execution) && asked->execution);
}

/* ---- Rows, on their way to the visitor.  */

struct visiting
{
  struct wpp_row_sink sink;
  wpp_read_visitor *visitor;
  void *data;
  const struct wpp_schema *schema; /* of the rows that come; null: nobody wants them */
  unsigned parts;               /* that have begun: only rows of the first one are visited */
  int result;                   /* what the visitor returned */
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct visiting *v = (struct visiting *)sink;
  v->schema = schema->part && v->parts++ ? NULL : schema->of;
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct visiting *v = (struct visiting *)sink;
  if (!v->schema)
    return 0;
  v->result = v->visitor (v->data, &(struct wpp_read_row){ v->schema, data });
  return v->result ? WPP_E_TOLD : 0;
}

/* Note in R's error the text of the printf format WHAT with ARGUMENT; return -2.  */
static int
refuse (wpp_read *r, const char *what, const char *argument)
{
  snprintf (r->error, sizeof r->error, what, wpp_recording_file (r->recording), argument);
  return -2;
}

/* Ask Q, which R has what is needed for, with what O says.  */
static int64_t
ask (wpp_read *r, const struct question *q, const struct options *o, wpp_read_visitor *visitor, void *data)
{
  struct wpp_place place = { "", 0, "" };
  struct visiting v = { { .begin = begin, .row = row }, visitor, data, NULL, 0, 0 };
  if (q->at && !o->asked.at)
    return refuse (r, "%s: '%s' is about a line: at=FILE:LINE", q->name);
  if (!read_for (r, q->needs))
    return -2;
  int64_t n = q->answer (r->recording, &o->asked, &v.sink, &place);
  if (v.result)
    return v.result < 0 ? v.result : -1;
  if (n >= 0)
    return n;
  tell (r->error, sizeof r->error, wpp_recording_file (r->recording), n, &place);
  return -2;
}

/* Is something of WHAT needed, by NEEDS, that R lacks?  */
static bool
lacks_p (const wpp_read *r, unsigned needs, unsigned what)
{
  return needs & what & ~wpp_recording_has (r->recording);
}

int64_t
wpp_read_ask (wpp_read *r, const char *question, const char *const *options, wpp_read_visitor *visitor, void *data)
{
  struct options o = { .asked.top = UINT64_MAX };
  const struct question *q = find_question (question);
  bool understood = true;
  int64_t n;
  if (!q)
    return refuse (r, "%s: there is no question '%s'", question);
  for (; options && *options && (understood = read_option (*options, &o));)
    options++;
  if (!understood)
    n = refuse (r, "%s: '%s' is neither function=NAME nor top=N nor at=FILE:LINE, variable=NAME, condition=TEXT or "
                   "execution=K", *options);
  else if (lacks_p (r, q->needs, WPP_HAS_VALUES))
    n = refuse (r, "%s: it has no values, which '%s' needs; -fwpp-generate=wet records them", question);
  else if (lacks_p (r, q->needs, WPP_HAS_ORDER | WPP_HAS_ACTIVATIONS))
    n = refuse (r, "%s: only paths were counted, and '%s' needs their order", question);
  else
    n = ask (r, q, &o, visitor, data);
  free (o.file);
  return n;
}
