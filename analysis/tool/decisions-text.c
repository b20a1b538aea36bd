/* Dumps of decisions as text (plugin/decisions/decisions.cc), read as what the same dump is as JSON.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     # decisions of FILE
     function NAME, line LINE
       KIND: ACTION[, not chosen][, gain N cycles][, N bytes]
         BECAUSE  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "tool/decisions.h"

struct reader
{
  const char *file;
  size_t line;                   /* at hand, from 1 on */
  struct json_object *list;
  char *function;                /* or null: none yet */
  long function_line;
  struct json_object *decision;  /* whose reason is to come, or null */
};

static void __attribute__ ((noreturn))
wrong (const struct reader *r, const char *what)
{
  wpp_die (r->file, "line %zu: %s", r->line, what);
}

/* If TEXT ends with BEFORE, digits and AFTER, cut that off and set *N.  */
static bool
cut_number (char *text, const char *before, const char *after, long long *n)
{
  size_t size = strlen (text), m = strlen (after);
  char *at = text + size;
  if (size < m || strcmp (at - m, after))
    return false;
  for (at -= m; at > text && isdigit ((unsigned char)at[-1]);)
    at--;
  size_t b = strlen (before);
  if (!isdigit ((unsigned char)*at) || (size_t)(at - text) < b || memcmp (at - b, before, b))
    return false;
  *n = strtoll (at, NULL, 10);
  at[-(ptrdiff_t)b] = 0;
  return true;
}

static void
read_function (struct reader *r, char *text)
{
  long long line;
  if (!cut_number (text, ", line ", "", &line))
    wrong (r, "no `function NAME, line N'");
  free (r->function);
  r->function = wpp_need (strdup (text));
  r->function_line = line;
}

static void
read_decision (struct reader *r, char *text)
{
  long long bytes = 0, gain = -1;
  static const char not[] = ", not chosen";
  char *action = strstr (text, ": ");
  if (!action || !r->function)
    wrong (r, "no `KIND: ACTION' of a function");
  *action = 0;
  action += 2;
  cut_number (action, ", ", " bytes", &bytes);
  cut_number (action, ", gain ", " cycles", &gain);
  size_t n = strlen (action), m = strlen (not);
  bool chosen = n < m || strcmp (action + n - m, not);
  if (!chosen)
    action[n - m] = 0;
  struct json_object *o = r->decision = json_object_new_object ();
  json_object_object_add (o, "function", json_object_new_string (r->function));
  json_object_object_add (o, "line", json_object_new_int64 (r->function_line));
  json_object_object_add (o, "kind", json_object_new_string (text));
  json_object_object_add (o, "action", json_object_new_string (action));
  json_object_object_add (o, "chosen", json_object_new_boolean (chosen));
  json_object_object_add (o, "gain", gain < 0 ? NULL : json_object_new_int64 (gain));
  json_object_object_add (o, "bytes", json_object_new_int64 (bytes));
}

static void
read_line (struct reader *r, char *line)
{
  static const char function[] = "function ";
  if (r->decision)
    {
      if (strncmp (line, "    ", 4))
        wrong (r, "no reason of the decision above");
      json_object_object_add (r->decision, "because", json_object_new_string (line + 4));
      json_object_array_add (r->list, r->decision);
      r->decision = NULL;
    }
  else if (!strncmp (line, function, strlen (function)))
    read_function (r, line + strlen (function));
  else if (!strncmp (line, "  ", 2))
    read_decision (r, line + 2);
  else if (*line && *line != '#')
    wrong (r, "not of a dump of decisions");
}

struct json_object *
wpp_decisions_of_text (const char *file, const char *bytes, size_t size)
{
  static const char head[] = "# decisions of ";
  struct reader r = { .file = file, .line = 1, .list = json_object_new_array () };
  struct json_object *document = json_object_new_object ();
  char *text = wpp_new (size + 1, 1), *rest = text, *line;
  memcpy (text, bytes, size);
  line = strsep (&rest, "\n");
  if (strncmp (line, head, strlen (head)))
    wrong (&r, "not of a dump of decisions");
  json_object_object_add (document, "file", json_object_new_string (line + strlen (head)));
  json_object_object_add (document, "decisions", r.list);
  while ((line = strsep (&rest, "\n")))
    {
      r.line++;
      read_line (&r, line);
    }
  if (r.decision)
    wrong (&r, "the end of the file comes before the reason");
  free (r.function);
  free (text);
  return document;
}
