/* Dumps of decisions as text (plugin/decisions/decisions.cc).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     # decisions of FILE
     function NAME, line LINE
       KIND: ACTION[, not chosen][, gain N cycles][, N bytes]
         BECAUSE  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "answers/saved-decisions.h"
#include "base/array.h"
#include "base/file-names.h"

/* What is wrong sticks: after the first error nothing is read.  */
struct reader
{
  struct wpp_saved_decisions *all;
  const char *file;              /* what the dump is of */
  size_t line;                   /* at hand, from 1 on */
  char *function;                /* or null: none yet */
  long function_line;
  bool reason;                   /* of the last decision is to come */
  int err;
  struct wpp_place *place;
};

static void
wrong (struct reader *r, const char *what)
{
  r->err = wpp_complain (r->place, "", 0, WPP_E_TOLD, "line %zu: %s", r->line, what);
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
    {
      wrong (r, "no `function NAME, line N'");
      return;
    }
  r->function = text;
  r->function_line = line;
}

static void
read_decision (struct reader *r, char *text)
{
  long long bytes = 0, gain = -1;
  static const char not[] = ", not chosen";
  char *action = strstr (text, ": ");
  if (!action || !r->function)
    {
      wrong (r, "no `KIND: ACTION' of a function");
      return;
    }
  *action = 0;
  action += 2;
  cut_number (action, ", ", " bytes", &bytes);
  cut_number (action, ", gain ", " cycles", &gain);
  size_t n = strlen (action), m = strlen (not);
  bool chosen = n < m || strcmp (action + n - m, not);
  if (!chosen)
    action[n - m] = 0;
  r->err = WPP_EXTEND (r->all->rows, r->all->n);
  r->reason = true;
  if (!r->err)
    r->all->rows[r->all->n++] = (struct wpp_decision_row){ .file = r->file,
                                                           .function = r->function,
                                                           .line = r->function_line,
                                                           .kind = text,
                                                           .action = action,
                                                           .chosen = chosen,
                                                           .gain = gain,
                                                           .bytes = bytes };
}

static void
read_line (struct reader *r, char *line)
{
  static const char function[] = "function ";
  if (r->reason && strncmp (line, "    ", 4))
    wrong (r, "no reason of the decision above");
  else if (r->reason)
    {
      r->all->rows[r->all->n - 1].because = line + 4;
      r->reason = false;
    }
  else if (!strncmp (line, function, strlen (function)))
    read_function (r, line + strlen (function));
  else if (!strncmp (line, "  ", 2))
    read_decision (r, line + 2);
  else if (*line && *line != '#')
    wrong (r, "not of a dump of decisions");
}

int
wpp_saved_decisions_parse_text (struct wpp_saved_decisions *all, char *text, struct wpp_place *place)
{
  static const char head[] = "# decisions of ";
  struct reader r = { .all = all, .line = 1, .place = place };
  struct wpp_decision_dump *dump = &all->dumps[all->n_dumps - 1];
  char *rest = text, *line = strsep (&rest, "\n");
  if (strncmp (line, head, strlen (head)))
    {
      wrong (&r, "not of a dump of decisions");
      return r.err;
    }
  r.file = dump->file = wpp_file_tidy ("", line + strlen (head), false);
  if (!r.file)
    return WPP_E_NOMEM;
  while (!r.err && (line = strsep (&rest, "\n")))
    {
      r.line++;
      read_line (&r, line);
    }
  if (!r.err && r.reason)
    wrong (&r, "the end of the file comes before the reason");
  return r.err;
}
