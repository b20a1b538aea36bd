/* Names of source files and of functions (names.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function's name is the result of __cxa_demangle, or GCC's own name for a function that is not mangled:

     [type ' '] name ['<' arguments '>'] '(' parameters ')' [' const' …]

   The name may have brackets of its own: those of `operator()', of `{lambda(int)#1}', of `(anonymous namespace)', or of
   the function around a lambda.  So the parameters are in the last round brackets that are not inside others.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/names.h"

/* ---- Source files.  */

unsigned
wpp_common_tail (const char *known, const char *file)
{
  size_t i = strlen (known), j = strlen (file);
  unsigned n = 0;
  while (i && j && known[i - 1] == file[j - 1])
    {
      i--, j--;
      n += known[i] == '/';
    }
  /* The equal part may begin within a component.  */
  bool whole = (!i || known[i - 1] == '/') && (!j || file[j - 1] == '/');
  return 2 * (n + whole) + (whole && !i);
}

/* ---- Functions.  */

/* The deepest nesting of brackets, deeper than any compiler's own.  Names with deeper brackets are not analysed.  */
#define DEPTH 256

/* The state of the analysis of the name PRETTY up to AT.  */
struct scan
{
  const char *pretty, *at;
  char open[DEPTH];                  /* brackets that are open */
  size_t depth;
  const char *name;                  /* begins after the type */
  const char *parameters;            /* the last round bracket outside others, unless it is that of a scope; or null */
  const char *arguments;             /* the last angle bracket, likewise, and where it was closed */
  const char *arguments_end;
  bool named;                        /* the name has certainly begun, so blanks belong to it */
};

static bool
in_identifier_p (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$' || (unsigned char) c >= 128;
}

static bool
starts_with_p (const char *at, const char *word)
{
  return strncmp (at, word, strlen (word)) == 0;
}

/* The length of the operator's name at AT: the word `operator' and the operator's own brackets; 0 if there is none.  */
static size_t
operator_length (const struct scan *s)
{
  static const char *const signs[] = { "()",  "[]", "<=>", "<<=", "<<", "<=", "<",
                                       "->*", "->", ">>=", ">>",  ">=", ">",  "" };
  size_t n = strlen ("operator"), i = 0;
  if (!starts_with_p (s->at, "operator") || in_identifier_p (s->at[n])
      || (s->at > s->pretty && in_identifier_p (s->at[-1])))
    return 0;
  while (!starts_with_p (s->at + n, signs[i]))
    i++;
  return n + strlen (signs[i]);
}

/* Pass the bracket at AT, which opens.  */
static bool
open_bracket (struct scan *s)
{
  if (s->depth == DEPTH)
    return false;
  if (s->depth == 0 && *s->at == '(')
    s->parameters = s->at;
  if (s->depth == 0 && *s->at == '<')
    s->arguments = s->at;
  s->open[s->depth++] = *s->at;
  return true;
}

/* Pass the bracket at AT, which closes OPENED or is the operator `>'.  When another bracket closes, a `<' that is still
   open must have been an operator, too.  */
static void
close_bracket (struct scan *s, char opened)
{
  if (opened != '<')
    while (s->depth && s->open[s->depth - 1] == '<')
      s->depth--;
  if (!s->depth || s->open[s->depth - 1] != opened)
    return;
  s->depth--;
  if (s->depth == 0 && opened == '<')
    s->arguments_end = s->at + 1;
  if (s->depth == 0 && opened == '(' && s->at[1] == ':')
    s->parameters = NULL;
}

/* Pass the blank at AT, outside brackets.  The name begins after it, unless a qualifier of the function around a
   lambda follows.  */
static void
pass_blank (struct scan *s)
{
  static const char *const qualifiers[] = { " const", " volatile", " &", " noexcept", " [" };
  for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
    if (s->at > s->pretty && s->at[-1] == ')' && starts_with_p (s->at, qualifiers[i]))
      s->named = true;
  if (!s->named)
    s->name = s->at + 1;
}

/* Pass the next item at AT.  Return false when the name is malformed.  */
static bool
step (struct scan *s)
{
  static const char opening[] = "(<[{", closing[] = ")>]}";
  size_t length = operator_length (s);
  const char *bracket;
  bool fits = true;
  if (length)
    s->named |= !s->depth;
  else if (strchr (opening, *s->at))
    fits = open_bracket (s);
  else if ((bracket = strchr (closing, *s->at)))
    close_bracket (s, opening[bracket - closing]);
  else if (*s->at == ' ' && !s->depth)
    pass_blank (s);
  s->at += length ? length : 1;
  return fits;
}

static void
add_form (struct wpp_name_form *forms, size_t *n, const char *from, const char *end)
{
  while (end > from && end[-1] == ' ')
    end--;
  for (size_t i = 0; i < *n; i++)
    if (forms[i].at == from && forms[i].length == (size_t) (end - from))
      return;
  if (end > from)
    forms[(*n)++] = (struct wpp_name_form){ from, end - from };
}

size_t
wpp_name_forms (const char *pretty, struct wpp_name_form forms[WPP_NAME_FORMS])
{
  struct scan s = { .pretty = pretty, .at = pretty, .name = pretty };
  size_t n = 0;
  bool fits = true;
  while (*s.at && fits)
    fits = step (&s);
  add_form (forms, &n, pretty, pretty + strlen (pretty));
  if (!fits || s.depth)
    return n;
  const char *end = s.parameters && s.parameters > s.name ? s.parameters : s.at;
  add_form (forms, &n, pretty, end);
  add_form (forms, &n, s.name, s.at);
  add_form (forms, &n, s.name, end);
  /* GCC calls a lambda `<lambda(int)>'.  */
  if (s.arguments_end == end && s.arguments > s.name && s.arguments[-1] != ':')
    add_form (forms, &n, s.name, s.arguments);
  return n;
}

bool
wpp_names_p (const char *pretty, const char *name)
{
  struct wpp_name_form forms[WPP_NAME_FORMS];
  size_t n = wpp_name_forms (pretty, forms), length = strlen (name);
  for (size_t i = 0; i < n; i++)
    if (forms[i].length == length && memcmp (forms[i].at, name, length) == 0)
      return true;
  return false;
}

/* ---- Short names.  */

/* The bracket that closes OPEN.  */
static char
closing (char open)
{
  return open == '<' ? '>' : open == '(' ? ')' : open == '[' ? ']' : '}';
}

/* What is after the bracket at S->at, which opens: after the one that closes it; or null if there is none.  */
static const char *
pass_bracket (const struct scan *s)
{
  struct scan inner = *s;
  char open[DEPTH];
  size_t depth = 0;
  for (; *inner.at; inner.at++)
    {
      size_t n = operator_length (&inner);
      if (n || starts_with_p (inner.at, "->"))
        inner.at += (n ? n : 2) - 1;
      else if (strchr ("<([{", *inner.at))
        {
          if (depth == DEPTH)
            return NULL;
          open[depth++] = *inner.at;
        }
      else if (depth && *inner.at == closing (open[depth - 1]) && --depth == 0)
        return inner.at + 1;
    }
  return NULL;
}

/* Where PRETTY begins without its return type.  */
static const char *
after_type (const char *pretty)
{
  struct wpp_name_form forms[WPP_NAME_FORMS];
  size_t n = wpp_name_forms (pretty, forms);
  const char *end = pretty + strlen (pretty);
  for (size_t i = 0; i < n; i++)
    if (forms[i].at > pretty && forms[i].at + forms[i].length == end)
      return forms[i].at;
  return pretty;
}

/* GCC makes three functions of a coroutine: the one that is called, one that goes on with it, and one that ends it.  If
   AT is the end of the name of one of the last two, which is that of the first and then this, say it in the source's
   terms; else return null.  */
static const char *
coroutine_part (const char *at)
{
  if (strcmp (at, " [clone .actor]") == 0)
    return ", resumed";
  return strcmp (at, " [clone .destroy]") == 0 ? ", destroyed" : NULL;
}

/* The length of NAME without the number at its end and the `_' before that; 0: it has none.  */
static size_t
without_number (const char *name, size_t length)
{
  size_t end = length;
  while (length > 0 && isdigit ((unsigned char) name[length - 1]))
    length--;
  return length < end && length > 1 && name[length - 1] == '_' ? length - 1 : 0;
}

size_t
wpp_frame_variable (const char *record, const char *field)
{
  static const char frame[] = ".Frame";
  size_t n = record ? strlen (record) : 0;
  if (!field || n < strlen (frame) || strcmp (record + n - strlen (frame), frame) != 0)
    return 0;
  return without_number (field, without_number (field, strlen (field)));
}

char *
wpp_name_short (const char *pretty)
{
  static const char scope[] = "(anonymous namespace)";
  struct scan s = { .pretty = pretty, .at = after_type (pretty) };
  /* What is put in the place of something is at most two bytes longer.  */
  char *text = malloc (3 * strlen (pretty) + 1), *to = text;
  const char *part;
  while (text && *s.at)
    {
      size_t n = operator_length (&s);
      if ((part = coroutine_part (s.at)))
        {
          to = stpcpy (to, part);
          break;
        }
      const char *end = !n && (*s.at == '<' || *s.at == '(') && !starts_with_p (s.at, scope) ? pass_bracket (&s) : NULL;
      if (!n && starts_with_p (s.at, scope))
        n = strlen (scope);
      if (end && end - s.at > 2)
        {
          to += sprintf (to, "%c…%c", *s.at, end[-1]);
          s.at = end;
          continue;
        }
      n = end ? 2 : n ? n : 1;
      memcpy (to, s.at, n);
      to += n;
      s.at += n;
    }
  if (text)
    *to = 0;
  return text;
}
