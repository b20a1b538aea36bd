/* wpp currency: what was found, as text and as JSON.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/saturate.h"
#include "tool/currency.h"
#include "tool/query.h"

/* Bytes of executions that are printed as text.  */
#define MOST_TIMES 70u

const char *const wpp_verdict_names[WPP_N_VERDICTS] = { [WPP_CURRENT] = "current",
                                                        [WPP_OTHER] = "other",
                                                        [WPP_NO_VALUE] = "nothing",
                                                        [WPP_NOT_KNOWN] = "unknown",
                                                        [WPP_UNASSIGNED] = "unassigned" };

static const struct wpp_statement *
statement_of (const struct wpp_currency_result *r, uint32_t event)
{
  return event >= WPP_EVENT_FIRST ? &r->in->body->statements[event - WPP_EVENT_FIRST] : NULL;
}

/* EVENT in words.  Malloc'ed.  */
static char *
event_text (const struct wpp_currency_result *r, uint32_t event)
{
  const struct wpp_statement *s = statement_of (r, event);
  char *text = NULL;
  if (s && s->line)
    {
      if (asprintf (&text, "line %" PRIu32, s->line) < 0)
        text = NULL;
      return wpp_need (text);
    }
  return wpp_need (strdup (s ? "where ways join" : event == WPP_EVENT_ENTRY ? "before the function"
                           : event == WPP_EVENT_NOTHING ? "nothing" : "unknown"));
}

static struct json_object *
event_json (const struct wpp_currency_result *r, uint32_t event)
{
  const struct wpp_statement *s = statement_of (r, event);
  struct json_object *j = json_object_new_object ();
  char *text = event_text (r, event);
  if (s && s->line)
    {
      json_object_object_add (j, "file", wpp_json_string (wpp_at_file (r->in, s->file)));
      json_object_object_add (j, "line", wpp_json_number (s->line));
    }
  else
    json_object_object_add (j, "place", wpp_json_string (text));
  free (text);
  return j;
}

static const char *
variable_name (const struct wpp_currency_result *r)
{
  return wpp_body_variable (r->in->body, r->variable)->name;
}

/* ---- Text.  */

static void
print_part (const struct wpp_currency_result *r, const struct wpp_vector_part *part)
{
  const struct wpp_currency_kind *k = &r->kinds[part->value];
  char count[WPP_COUNT_TEXT], *promised = event_text (r, k->promised), *shown = event_text (r, k->shown);
  printf ("%14s  %s", wpp_count_text (part->count, count), wpp_verdict_names[k->verdict]);
  if (k->verdict == WPP_CURRENT)
    printf (": %s", promised);
  else if (k->verdict == WPP_OTHER)
    printf (": shows %s, not %s", shown, promised);
  else if (k->verdict != WPP_UNASSIGNED)
    printf (": not %s", promised);
  if (r->listed)
    {
      char *text = wpp_times_text (&part->times);
      bool cut = strlen (text) > MOST_TIMES;
      printf ("; executions %.*s%s", (int)MOST_TIMES, text, cut ? "…" : "");
      free (text);
    }
  putchar ('\n');
  free (promised);
  free (shown);
}

void
wpp_currency_print (const struct wpp_currency_options *o, const struct wpp_currency_result *r)
{
  const struct wpp_statement *s = &r->in->body->statements[r->place.statement];
  char count[WPP_COUNT_TEXT];
  printf ("%s:%" PRIu32 ", %s, variable %s: %s executions%s\n", wpp_at_file (r->in, s->file), s->line,
          wpp_function_shown (r->in->function->function), variable_name (r), wpp_count_text (r->all.executions, count),
          r->code ? "" : " (no code of the line is left)");
  for (size_t i = 0; i < r->all.n; i++)
    print_part (r, &r->all.parts[i]);
}

/* ---- JSON.  */

static struct json_object *
part_json (const struct wpp_currency_result *r, const struct wpp_vector_part *part)
{
  const struct wpp_currency_kind *k = &r->kinds[part->value];
  struct json_object *j = json_object_new_object ();
  json_object_object_add (j, "verdict", wpp_json_string (wpp_verdict_names[k->verdict]));
  json_object_object_add (j, "count", wpp_json_count (part->count));
  if (k->verdict != WPP_UNASSIGNED)
    json_object_object_add (j, "promised", event_json (r, k->promised));
  if (k->verdict == WPP_CURRENT || k->verdict == WPP_OTHER)
    json_object_object_add (j, "shown", event_json (r, k->shown));
  if (r->listed)
    {
      char *text = wpp_times_text (&part->times);
      json_object_object_add (j, "times", wpp_json_string (text));
      free (text);
    }
  return j;
}

struct json_object *
wpp_currency_json (const struct wpp_currency_options *o, const struct wpp_currency_result *r)
{
  struct json_object *j = json_object_new_object (), *answers = json_object_new_array ();
  uint64_t sums[WPP_N_VERDICTS] = { 0 };
  json_object_object_add (j, "function", wpp_json_string (wpp_function_name (r->in->function->function)));
  json_object_object_add (j, "variable", wpp_json_string (variable_name (r)));
  json_object_object_add (j, "executions", wpp_json_count (r->all.executions));
  json_object_object_add (j, "code", json_object_new_boolean (r->code));
  for (size_t i = 0; i < r->all.n; i++)
    {
      uint64_t *sum = &sums[r->kinds[r->all.parts[i].value].verdict];
      *sum = wpp_saturating_add (*sum, r->all.parts[i].count);
      json_object_array_add (answers, part_json (r, &r->all.parts[i]));
    }
  for (unsigned v = 0; v < WPP_N_VERDICTS; v++)
    json_object_object_add (j, wpp_verdict_names[v], wpp_json_count (sums[v]));
  json_object_object_add (j, "answers", answers);
  return j;
}
