/* Rows as JSON, in any schema.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nothing is kept: values are written as they come.  JSON numbers may be as long as one likes, so exact numbers are
   JSON numbers.  What is not exact is a string that begins with `>=', so that nobody takes it for a count; and so is
   what users of doubles would get wrong (WPP_CELL_PATH_NUMBER), or GCC's reader of integers (WPP_CELL_DIGITS).

   There are two dialects, which differ in white space and real numbers: that of the tool, and that of compilers'
   dumps.  */

#define _GNU_SOURCE
#include <stdio.h>      /* before gmp.h, which then has gmp_fprintf */
#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/rules/big.h"
#include "show/cells.h"
#include "show/show-impl.h"
#include "base/saturate.h"
#include "base/text.h"

struct dialect
{
  const char *comma, *colon;
  const char *real;             /* for printf */
  bool lines;                   /* rows that are sent stand on lines of their own */
  bool short_escapes;           /* \n instead of \u000a */
};

static const struct dialect of_tool = { ",", ":", "%.17g", true, true };
static const struct dialect of_compiler = { ", ", ": ", "%g", false, false };

/* An object that has begun.  */
struct object
{
  const struct wpp_schema *schema;
  bool any;                     /* a row; or, if its rows are in parts, a member */
};

struct json
{
  struct wpp_shower shower;
  const struct dialect *dialect;
  unsigned depth;
  struct object objects[WPP_MOST_OBJECTS];
};

static int put_row (struct json *j, const struct wpp_schema *schema, const void *row);

static void
put (const struct json *j, const char *text)
{
  fputs_unlocked (text, j->shower.out);
}

/* ---- Strings.  */

/* Write the control character C.  */
static void
put_control (FILE *out, unsigned char c, bool short_escapes)
{
  static const char shorts[] = "\bb\ff\nn\rr\tt";
  for (const char *s = shorts; short_escapes && *s; s += 2)
    if (*s == c)
      {
        putc_unlocked ('\\', out);
        putc_unlocked (s[1], out);
        return;
      }
  fprintf (out, "\\u%04x", c);
}

/* Is TEXT plain ASCII, which needs no second look?  */
static bool
ascii_p (const char *text)
{
  while ((signed char)*text > 0)
    text++;
  return !*text;
}

static void
put_characters (FILE *out, const char *text, bool short_escapes)
{
  putc_unlocked ('"', out);
  for (size_t n; *text; text += n)
    {
      for (n = 0; (unsigned char)text[n] >= ' ' && text[n] != '"' && text[n] != '\\';)
        n++;
      fwrite_unlocked (text, 1, n, out);
      text += n;
      n = *text != 0;
      if (*text == '"' || *text == '\\')
        {
          putc_unlocked ('\\', out);
          putc_unlocked (*text, out);
        }
      else if (*text)
        put_control (out, *text, short_escapes);
    }
  putc_unlocked ('"', out);
}

static int
put_text (FILE *out, const char *text, bool short_escapes)
{
  char *clean = ascii_p (text) ? NULL : wpp_utf8 (text);
  if (!clean && !ascii_p (text))
    return WPP_E_NOMEM;
  put_characters (out, clean ? clean : text, short_escapes);
  free (clean);
  return 0;
}

int
wpp_put_json_text (FILE *out, const char *text)
{
  return put_text (out, text, true);
}

/* ---- Numbers.  */

static void
put_number (const struct json *j, uint64_t n, bool string)
{
  char text[24], *at = text + sizeof text;
  *--at = 0;
  if (string)
    *--at = '"';
  do
    *--at = '0' + n % 10;
  while (n /= 10);
  if (string)
    *--at = '"';
  put (j, at);
}

static void
put_signed (const struct json *j, int64_t n)
{
  if (n < 0)
    put (j, "null");
  else
    put_number (j, n, false);
}

static void
put_integer (const struct json *j, int64_t n)
{
  if (n < 0)
    put (j, "-");
  put_number (j, n < 0 ? -(uint64_t)n : (uint64_t)n, false);
}

static void
put_count (const struct json *j, uint64_t n)
{
  if (wpp_saturated_p (n))
    fprintf (j->shower.out, "\">=%" PRIu64 "\"", n);
  else
    put_number (j, n, false);
}

static void
put_big (const struct json *j, const mpz_t n)
{
  if (wpp_big_exact_p (n))
    gmp_fprintf (j->shower.out, "%Zd", n);
  else
    fprintf (j->shower.out, "\">=2^%d\"", WPP_BIG_BITS);
}

static void
put_digits (const struct json *j, const char *digits)
{
  static const char most[] = "9223372036854775807"; /* of a long */
  size_t n = strlen (digits);
  bool number = *digits != '>' && (n < strlen (most) || (n == strlen (most) && strcmp (digits, most) <= 0));
  fprintf (j->shower.out, number ? "%s" : "\"%s\"", digits);
}

/* Write R.  In the tool's dialect one sees that it is no integer.  */
static void
put_real (const struct json *j, double r)
{
  char text[40];
  int n = snprintf (text, sizeof text, j->dialect->real, r);
  if (isnan (r))
    strcpy (text, "null");
  else if (isinf (r))
    strcpy (text, r > 0 ? "1e999" : "-1e999");
  else if (j->dialect == &of_tool && !strpbrk (text, ".e"))
    strcpy (text + n, ".0");
  put (j, text);
}

/* ---- Values.  */

static int put_value (struct json *j, const struct wpp_row_column *c, const void *value);

static int
put_any (struct json *j, const struct wpp_any_cell *any)
{
  const struct wpp_row_column c = { .type = any->type };
  if (any->type == WPP_CELL_BIG)
    return put_value (j, &c, any->is.big);
  return put_value (j, &c, &any->is);
}

static int
put_list (struct json *j, const struct wpp_schema *of, const struct wpp_row_list *list)
{
  void *row = list->n ? malloc (of->size) : NULL;
  int err = list->n && !row ? WPP_E_NOMEM : 0;
  put (j, "[");
  for (size_t i = 0; i < list->n && !err; i++)
    {
      if (i)
        put (j, j->dialect->comma);
      err = list->get (list->data, i, row);
      if (!err)
        err = put_row (j, of, row);
    }
  put (j, "]");
  free (row);
  return err;
}

static int
put_value (struct json *j, const struct wpp_row_column *c, const void *value)
{
  const char *const *text = value;
  switch (c->type)
    {
    case WPP_CELL_TEXT:
      if (*text)
        return put_text (j->shower.out, *text, j->dialect->short_escapes);
      put (j, "null");
      return 0;
    case WPP_CELL_DIGITS:
      put_digits (j, *text);
      return 0;
    case WPP_CELL_NUMBER32:
      put_number (j, *(const uint32_t *)value, false);
      return 0;
    case WPP_CELL_NUMBER:
      put_number (j, *(const uint64_t *)value, false);
      return 0;
    case WPP_CELL_SIGNED:
      put_signed (j, *(const int64_t *)value);
      return 0;
    case WPP_CELL_INTEGER:
      put_integer (j, *(const int64_t *)value);
      return 0;
    case WPP_CELL_COUNT:
      put_count (j, *(const uint64_t *)value);
      return 0;
    case WPP_CELL_PATH_NUMBER:
      put_number (j, *(const uint64_t *)value, *(const uint64_t *)value >> 53);
      return 0;
    case WPP_CELL_BIG:
      put_big (j, value);
      return 0;
    case WPP_CELL_REAL:
      if (c->rounded)
        fprintf (j->shower.out, "%.0f", *(const double *)value);
      else
        put_real (j, *(const double *)value);
      return 0;
    case WPP_CELL_TRUTH:
      put (j, *(const bool *)value ? "true" : "false");
      return 0;
    case WPP_CELL_ANY:
      return put_any (j, value);
    case WPP_CELL_LIST:
      return put_list (j, c->of, value);
    case WPP_CELL_ROW_AT:
      if (*(const void *const *)value)
        return put_row (j, c->of, *(const void *const *)value);
      put (j, "null");
      return 0;
    default:
      return put_row (j, c->of, value);
    }
}

/* Is VALUE, of column C, one that says nothing, so that it may be left out?  */
static bool
nothing_p (const struct wpp_row_column *c, const void *value)
{
  switch (c->type)
    {
    case WPP_CELL_TEXT:
    case WPP_CELL_DIGITS:
      return !*(const char *const *)value;
    case WPP_CELL_NUMBER32:
      return !*(const uint32_t *)value;
    case WPP_CELL_NUMBER:
    case WPP_CELL_COUNT:
    case WPP_CELL_PATH_NUMBER:
      return !*(const uint64_t *)value;
    case WPP_CELL_SIGNED:
      return *(const int64_t *)value < 0;
    case WPP_CELL_REAL:
      return isnan (*(const double *)value);
    case WPP_CELL_TRUTH:
      return !*(const bool *)value;
    case WPP_CELL_ANY:
      return ((const struct wpp_any_cell *)value)->type == WPP_CELL_TEXT
             && !((const struct wpp_any_cell *)value)->is.text;
    case WPP_CELL_LIST:
      return !((const struct wpp_row_list *)value)->get;
    case WPP_CELL_ROW_AT:
      return !*(const void *const *)value;
    default:
      return false;
    }
}

/* Write the members of ROW; set *ANY when there are any.  */
static int
put_members (struct json *j, const struct wpp_schema *schema, const void *row, bool *any)
{
  int err = 0;
  for (size_t i = 0; i < schema->n && !err; i++)
    {
      const struct wpp_row_column *c = &schema->columns[i];
      const void *value = wpp_cell_of (row, c);
      if (c->optional && nothing_p (c, value))
        continue;
      if (*any)
        put (j, j->dialect->comma);
      *any = true;
      if (!schema->tuple)
        {
          putc_unlocked ('"', j->shower.out);
          put (j, c->name);
          putc_unlocked ('"', j->shower.out);
          put (j, j->dialect->colon);
        }
      if (c->own_line && j->dialect->lines)
        put (j, "\n");
      err = put_value (j, c, value);
    }
  return err;
}

static int
put_row (struct json *j, const struct wpp_schema *schema, const void *row)
{
  bool tuple = schema->tuple, any = false;
  if (schema->bare)
    return put_value (j, schema->columns, wpp_cell_of (row, schema->columns));
  put (j, tuple ? "[" : "{");
  int err = put_members (j, schema, row, &any);
  put (j, tuple ? "]" : "}");
  return err;
}

/* ---- The sink.  */

static bool
lines_p (const struct json *j, const struct object *o)
{
  return j->dialect->lines && !o->schema->one_line && !o->schema->in_line;
}

/* What comes before the next row, or object, within the innermost one.  */
static int
separate (struct wpp_shower *s)
{
  struct json *j = (struct json *)s;
  struct object *o = j->depth ? &j->objects[j->depth - 1] : NULL;
  if (!o)
    return 0;
  if (o->any)
    put (j, j->dialect->lines ? "," : j->dialect->comma);
  if (o->any ? j->dialect->lines && !o->schema->in_line : lines_p (j, o))
    put (j, "\n");
  o->any = true;
  return 0;
}

static int
put_alone (struct wpp_shower *s, const struct wpp_schema *schema, const void *row)
{
  return put_row ((struct json *)s, schema->of, row);
}

/* Begin the list of SCHEMA's rows; there are members before it if ANY.  */
static void
begin_rows (struct json *j, const struct wpp_schema *schema, bool any)
{
  if (any)
    put (j, j->dialect->comma);
  putc_unlocked ('"', j->shower.out);
  put (j, schema->rows);
  putc_unlocked ('"', j->shower.out);
  put (j, j->dialect->colon);
  put (j, "[");
}

/* Begin a part of the innermost object.  */
static void
begin_part (struct json *j, const struct wpp_schema *schema)
{
  struct object *whole = &j->objects[j->depth - 1];
  begin_rows (j, schema, whole->any);
  whole->any = true;
  j->objects[j->depth++] = (struct object){ schema, false };
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  struct json *j = (struct json *)sink;
  bool any = false;
  if (j->depth == WPP_MOST_OBJECTS)
    return WPP_E_RANGE;
  if (schema->part)
    {
      begin_part (j, schema);
      return 0;
    }
  separate (&j->shower);
  j->objects[j->depth++] = (struct object){ schema, false };
  put (j, "{");
  const struct wpp_about *about = &j->shower.about;
  int err = j->depth == 1 && about->schema && !about->end ? put_members (j, about->schema, about->row, &any) : 0;
  if (head && !err)
    err = put_members (j, schema, head, &any);
  if (schema->rows)
    begin_rows (j, schema, any);
  else
    j->objects[j->depth - 1].any = any;
  return err;
}

static int
row (struct wpp_row_sink *sink, const void *row)
{
  struct json *j = (struct json *)sink;
  separate (&j->shower);
  return put_row (j, j->objects[j->depth - 1].schema->of, row);
}

static int
end (struct wpp_row_sink *sink)
{
  struct json *j = (struct json *)sink;
  const struct object *o = &j->objects[--j->depth];
  const struct wpp_about *about = &j->shower.about;
  bool any = o->schema->rows || o->any;
  if (o->schema->rows)
    put (j, lines_p (j, o) ? "\n]" : "]");
  int err = !j->depth && about->schema && about->end ? put_members (j, about->schema, about->row, &any) : 0;
  if (!o->schema->part)
    put (j, j->depth ? "}" : "}\n");
  return err;
}

static struct wpp_row_sink *
new_json (FILE *out, const struct dialect *dialect)
{
  struct json *j = calloc (1, sizeof *j);
  if (!j)
    return NULL;
  j->shower = (struct wpp_shower){ { begin, row, end }, out, { 0 }, separate, put_alone, NULL };
  j->dialect = dialect;
  return &j->shower.sink;
}

struct wpp_row_sink *
wpp_json_sink (FILE *out)
{
  return new_json (out, &of_tool);
}

struct wpp_row_sink *
wpp_compiler_json (FILE *out)
{
  return new_json (out, &of_compiler);
}
