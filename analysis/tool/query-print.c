/* wpp query: results as they are printed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "facts/problems/problem.h"
#include "tool/query.h"

#define MOST_TEXT 60        /* bytes of executions that are printed */
#define MOST_REASONS 8      /* … and answers */

/* ---- What is told of an answer.  */

/* The first statement of NODE of B that has a line, or null.  */
static const struct wpp_statement *
first_in (const struct wpp_body *b, uint32_t node)
{
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + (size_t)1]; i++)
    if (b->statements[i].line && !wpp_codeless_p (&b->statements[i]))
      return &b->statements[i];
  return NULL;
}

/* The statement that A is to be told by, or null.  */
static const struct wpp_statement *
statement_of (const struct wpp_query_answer *a)
{
  if (a->statement != WPP_NONE)
    return &a->in->body->statements[a->statement];
  return a->place < a->in->body->n_nodes ? first_in (a->in->body, a->place) : NULL;
}

/* What A is if no statement tells it.  */
static const char *
place_of (const struct wpp_query_result *r, const struct wpp_query_answer *a)
{
  bool backward = r->backward;
  if (a->place == WPP_NONE)
    return "no fact held";
  if (a->place == WPP_PLACE_UNSEEN)
    return backward ? "the activation's end was not seen" : "the activation's beginning was not seen";
  if (a->place == WPP_PLACE_BOUNDARY)
    return backward ? "up to the activation's end" : "from the activation's beginning on";
  return "a block without lines";
}

char *
wpp_times_text (const struct wpp_times *times)
{
  struct wpp_buffer b = { 0 };
  wpp_times_print (&b, times);
  wpp_put_u8 (&b, 0);
  if (b.failed)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  return (char *)b.data;
}

/* The fact or site of R: `load of *p (line 4)'.  */
static char *
fact_text (const struct wpp_query_options *o, const struct wpp_query_result *r)
{
  const char *text = r->site ? r->site->text : r->fact->text, *what = "";
  uint32_t line = r->site ? r->site->line : r->fact->line;
  char *all;
  if (r->site && !strcmp (wpp_problem_kinds[o->problem].name, "available-loads"))
    what = "load of ";
  int n = line ? asprintf (&all, "%s%s (line %" PRIu32 ")", what, text, line) : asprintf (&all, "%s%s", what, text);
  return n < 0 ? wpp_need (NULL) : all;
}

/* Where R's site is.  */
static const struct wpp_statement *
site_statement (const struct wpp_query_result *r)
{
  return r->site ? &r->in->body->statements[r->site->statement] : NULL;
}

/* ---- Text.  */

/* Print some of TIMES.  */
static void
print_times (const struct wpp_times *times)
{
  char *text = wpp_times_text (times), *end = text;
  size_t n = strlen (text);
  if (n > MOST_TEXT)
    {
      end = text + MOST_TEXT;
      while (end > text && *end != ',')
        end--;
      *end = 0;
    }
  printf ("  [%s%s]", text, n > MOST_TEXT ? ",…" : "");
  free (text);
}

static void
print_answer (const struct wpp_query_result *r, const struct wpp_query_answer *a)
{
  const struct wpp_statement *s = statement_of (a);
  char count[WPP_COUNT_TEXT];
  printf ("%14s  %s ", wpp_count_text (a->count, count), a->truth ? "true: " : "false:");
  if (s)
    printf ("%s:%" PRIu32 " ", wpp_at_file (a->in, s->file), s->line);
  if (s && a->truth && a->statement != WPP_NONE)
    {
      char *text = wpp_at_source (a->in->body, s);
      fputs (text, stdout);
      free (text);
    }
  else if (!s)
    fputs (place_of (r, a), stdout);
  if (a->in != r->in)
    printf ("  in %s", wpp_function_shown (a->in->function->function));
  if (r->listed)
    print_times (&a->times);
  putchar ('\n');
}

static const char *
how_often (const struct wpp_query_result *r)
{
  return !r->executions ? "not asked" : r->held == r->executions ? "always" : r->held ? "sometimes" : "never";
}

void
wpp_query_print (const struct wpp_query_options *o, const struct wpp_query_result *r)
{
  char held[WPP_COUNT_TEXT], executions[WPP_COUNT_TEXT], *fact = fact_text (o, r);
  const struct wpp_statement *s = site_statement (r);
  if (o->hot)
    printf ("%14s %14s %7.2f%%  %s:%" PRIu32 "  %s  %s\n", wpp_count_text (r->held, held),
            wpp_count_text (r->executions, executions), r->executions ? 100.0 * r->held / r->executions : 0,
            wpp_at_file (r->in, s->file), s->line, wpp_function_shown (r->in->function->function), r->site->text);
  else
    printf ("%s: %s: %s, in %s of %s executions, %" PRIu64 " quer%s\n", wpp_function_shown (r->in->function->function),
            fact, how_often (r), wpp_count_text (r->held, held), wpp_count_text (r->executions, executions), r->queries,
            r->queries == 1 ? "y" : "ies");
  for (size_t i = 0; i < r->n_answers && i < MOST_REASONS; i++)
    if (!o->hot || r->answers[i].truth)
      print_answer (r, &r->answers[i]);
  if (r->n_answers > MOST_REASONS)
    printf ("%14s  %zu more places\n", "…", r->n_answers - MOST_REASONS);
  free (fact);
}

/* ---- JSON.  */

static struct json_object *
taken_string (char *text)
{
  struct json_object *o = wpp_json_string (text);
  free (text);
  return o;
}

static struct json_object *
answer_json (const struct wpp_query_result *r, const struct wpp_query_answer *a)
{
  const struct wpp_statement *s = statement_of (a);
  struct json_object *j = json_object_new_object ();
  json_object_object_add (j, "true", json_object_new_boolean (a->truth));
  json_object_object_add (j, "count", wpp_json_count (a->count));
  if (s)
    {
      json_object_object_add (j, "file", wpp_json_string (wpp_at_file (a->in, s->file)));
      json_object_object_add (j, "line", wpp_json_number (s->line));
    }
  if (a->in != r->in)
    json_object_object_add (j, "function", wpp_json_string (wpp_function_name (a->in->function->function)));
  if (s && a->statement != WPP_NONE)
    json_object_object_add (j, "statement", taken_string (wpp_at_source (a->in->body, s)));
  else if (!s)
    json_object_object_add (j, "place", wpp_json_string (place_of (r, a)));
  if (r->listed)
    json_object_object_add (j, "times", taken_string (wpp_times_text (&a->times)));
  return j;
}

struct json_object *
wpp_query_json (const struct wpp_query_options *o, const struct wpp_query_result *r)
{
  struct json_object *j = json_object_new_object (), *answers = json_object_new_array ();
  const struct wpp_statement *s = site_statement (r);
  json_object_object_add (j, "fact", taken_string (fact_text (o, r)));
  json_object_object_add (j, "function", wpp_json_string (wpp_function_name (r->in->function->function)));
  if (s)
    {
      json_object_object_add (j, "file", wpp_json_string (wpp_at_file (r->in, s->file)));
      json_object_object_add (j, "line", wpp_json_number (s->line));
    }
  json_object_object_add (j, "executions", wpp_json_count (r->executions));
  json_object_object_add (j, "true", wpp_json_count (r->held));
  json_object_object_add (j, "queries", wpp_json_number (r->queries));
  if (r->listed)
    json_object_object_add (j, "times", taken_string (wpp_times_text (&r->times)));
  for (size_t i = 0; i < r->n_answers; i++)
    json_object_array_add (answers, answer_json (r, &r->answers[i]));
  json_object_object_add (j, "answers", answers);
  return j;
}
