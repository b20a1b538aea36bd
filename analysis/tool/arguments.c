/* Arguments of options: numbers, names and lists, and what is wrong with them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "facts/problems/problem.h"
#include "tool/tool.h"

#define MOST_ROWS 1000u

void
wpp_options_wrong (const struct argp_state *state, const char *format, ...)
{
  char *message = NULL;
  va_list ap;
  va_start (ap, format);
  if (vasprintf (&message, format, ap) < 0)
    message = NULL;
  va_end (ap);
  wpp_die (state->argv[0] + strlen ("wpp: "), "%s", message ? message : "wrong option");
}

uint64_t
wpp_options_number (const struct argp_state *state, const char *name, const char *arg,
                    uint64_t min, uint64_t max)
{
  char *end;
  errno = 0;
  unsigned long long n = strtoull (arg, &end, 10);
  if (!isdigit ((unsigned char) *arg) || *end)
    wpp_options_wrong (state, "%s: '%s' is no number", name, arg);
  if (errno || n < min || n > max)
    wpp_options_wrong (state, "%s: '%s' is not in %llu .. %llu", name, arg,
                       (unsigned long long) min, (unsigned long long) max);
  return n;
}

double
wpp_options_percentage (const struct argp_state *state, const char *name, const char *arg)
{
  char *end;
  double percent = strtod (arg, &end);
  if (end == arg || strcmp (end, "%") != 0 || !(percent >= 0 && percent <= 100))
    wpp_options_wrong (state, "%s: '%s' is no percentage", name, arg);
  return percent / 100;
}

uint64_t
wpp_options_size (const struct argp_state *state, const char *name, const char *arg)
{
  static const char units[] = "KMG";
  char *end;
  errno = 0;
  unsigned long long n = strtoull (arg, &end, 10);
  const char *unit = *end ? strchr (units, *end) : NULL;
  unsigned shift = unit ? 10 * (unit - units + 1) : 0;
  if (!isdigit ((unsigned char) *arg) || (*end && (!unit || end[1])))
    wpp_options_wrong (state, "%s: '%s' is no size (a number, and K, M or G)", name, arg);
  if (errno || n == 0 || n > UINT64_MAX >> shift)
    wpp_options_wrong (state, "%s: '%s' is out of range", name, arg);
  return (uint64_t) n << shift;
}

uint64_t
wpp_options_top (const struct argp_state *state, const char *arg)
{
  return strcmp (arg, "all") ? wpp_options_number (state, "--top", arg, 1, UINT64_MAX) : UINT64_MAX;
}

uint64_t
wpp_rows_most (const struct wpp_options *common, uint64_t top)
{
  return top ? top : common->json ? UINT64_MAX : MOST_ROWS;
}

size_t
wpp_rows_shown (const struct wpp_options *common, size_t n, uint64_t top, const char *what)
{
  uint64_t most = wpp_rows_most (common, top);
  if (!top && n > most)
    wpp_say (NULL, "%zu of %zu %s are left out, those that matter least; --top=all prints all", n - (size_t)most, n,
             what);
  return n < most ? n : most;
}

unsigned
wpp_options_among (const struct argp_state *state, const char *option, const char *arg, const char *const *names,
                   size_t n, const char *known)
{
  unsigned found = 0;
  for (const char *end;; arg = end + 1)
    {
      size_t i = 0, length;
      end = strchrnul (arg, ',');
      length = end - arg;
      while (i < n && (strlen (names[i]) != length || strncmp (names[i], arg, length)))
        i++;
      if (i < n)
        found |= 1u << i;
      else if (length == 3 && !strncmp (arg, "all", 3))
        found |= (1u << n) - 1;
      else
        wpp_options_wrong (state, "%s: '%.*s' is none of %s", option, (int)length, arg, known);
      if (!*end)
        return found;
    }
}

unsigned
wpp_options_problems (const char *names)
{
  unsigned problems = 0;
  size_t length;
  const char *wrong = wpp_problems_named (names, &problems, &length);
  if (wrong)
    wpp_die ("--problem", "there is no problem '%.*s'; known are: all, %s", (int)length, wrong,
             (char *)wpp_need (wpp_problem_names ()));
  return problems;
}
