/* Constants as GCC prints them (dump_generic_node in tree-pretty-print.cc).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "program/body.h"

/* The integer C.  GCC writes pointers' as bytes.  */
static char *
print_integer (const struct wpp_program *p, const struct wpp_constant *c)
{
  const struct wpp_type *type = &p->types[c->type];
  const char *unit = type->kind == WPP_TYPE_POINTER ? "B" : "";
  char *text;
  int n = type->flags & WPP_TYPE_UNSIGNED ? asprintf (&text, "%" PRIu64 "%s", c->low, unit)
                                          : asprintf (&text, "%" PRId64 "%s", (int64_t)c->low, unit);
  return n < 0 ? NULL : text;
}

/* Write the byte C of a string to OUT, of 5 bytes; return how many bytes that takes.  */
static int
escape (char *out, unsigned char c)
{
  const char *at = strchr ("\bb\ff\nn\rr\tt\vv\\\\\"\"''", c);
  if (c && at)
    return sprintf (out, "\\%c", c == '\\' || c == '"' || c == '\'' ? c : at[1]);
  return isprint (c) ? sprintf (out, "%c", c) : sprintf (out, "\\%03o", c);
}

static char *
print_string (const struct wpp_constant *c)
{
  char *text = malloc ((size_t)c->length * 4 + 3), *at = text;
  if (!text)
    return NULL;
  *at++ = '"';
  for (uint32_t i = 0; i < c->length; i++)
    at += escape (at, c->text[i]);
  *at++ = '"';
  *at = 0;
  return text;
}

char *
wpp_print_constant (const struct wpp_program *p, uint32_t constant)
{
  const struct wpp_constant *c = &p->constants[constant];
  if (c->kind == WPP_CONSTANT_STRING)
    return print_string (c);
  return c->text ? strdup (c->text) : print_integer (p, c);
}
