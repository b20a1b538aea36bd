/* Constants as GCC prints them (dump_generic_node in tree-pretty-print.cc).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "program/statements/body.h"

/* The integer C.  GCC writes pointers' as bytes, with a sign.  */
static char *
print_integer (const struct wpp_program *p, const struct wpp_constant *c)
{
  const struct wpp_type *type = &p->types[c->type];
  bool pointer = type->kind == WPP_TYPE_POINTER;
  char *text;
  int n = type->flags & WPP_TYPE_UNSIGNED && !pointer
              ? asprintf (&text, "%" PRIu64, c->low)
              : asprintf (&text, "%" PRId64 "%s", (int64_t)c->low, pointer ? "B" : "");
  return n < 0 ? NULL : text;
}

/* Write the byte C of a string to OUT, of 5 bytes; return how many bytes that takes.  */
static int
escape (char *out, unsigned char c)
{
  static const char escaped[] = "\b\f\n\r\t\v\\\"'", letters[] = "bfnrtv\\\"'";
  const char *at = c ? strchr (escaped, c) : NULL;
  if (at)
    return sprintf (out, "\\%c", letters[at - escaped]);
  return sprintf (out, c >= ' ' && c < 127 ? "%c" : "\\x%02x", c);
}

/* The string C.  */
static char *
print_string (const struct wpp_constant *c)
{
  char *text = malloc ((size_t)c->length * 4 + 3), *at = text;
  if (!text)
    return NULL;
  *at++ = '"';
  /* The 0 that ends it is not written.  */
  uint32_t length = c->length && !c->text[c->length - 1] ? c->length - 1 : c->length;
  for (uint32_t i = 0; i < length; i++)
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
