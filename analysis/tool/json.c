/* JSON output of the wpp tool, on top of json-c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "tool.h"

/* The length of the UTF-8 character at S, which has N bytes left; 0 when it is none.  */
static size_t
utf8_length (const unsigned char *s, size_t n)
{
  static const struct { unsigned char mask, lead; uint32_t least; } forms[]
    = { { 0x80, 0, 0 }, { 0xe0, 0xc0, 0x80 }, { 0xf0, 0xe0, 0x800 }, { 0xf8, 0xf0, 0x10000 } };
  for (size_t more = 0; more < 4; more++)
    if ((*s & forms[more].mask) == forms[more].lead)
      {
        uint32_t c = *s & (unsigned char) ~forms[more].mask;
        if (more >= n)
          return 0;
        for (size_t i = 1; i <= more; i++)
          {
            if ((s[i] & 0xc0) != 0x80)
              return 0;
            c = c << 6 | (s[i] & 0x3f);
          }
        bool surrogate = c >= 0xd800 && c <= 0xdfff;
        return c < forms[more].least || c > 0x10ffff || surrogate ? 0 : more + 1;
      }
  return 0;
}

/* File names may be any bytes, JSON may not.  */
struct json_object *
wpp_json_string (const char *text)
{
  if (!text)
    return NULL;
  size_t n = strlen (text), used = 0;
  char *clean = wpp_new (n + 1, 3);
  for (size_t i = 0; i < n;)
    {
      size_t length = utf8_length ((const unsigned char *) text + i, n - i);
      memcpy (clean + used, length ? text + i : "\357\277\275", length ? length : 3);
      used += length ? length : 3;
      i += length ? length : 1;
    }
  struct json_object *s = json_object_new_string_len (clean, used);
  free (clean);
  return s;
}

struct json_object *
wpp_json_hex (const unsigned char *bytes, size_t n)
{
  char *text = wpp_new (n + 1, 2);
  for (size_t i = 0; i < n; i++)
    sprintf (text + 2 * i, "%02x", bytes[i]);
  struct json_object *s = n ? json_object_new_string (text) : NULL;
  free (text);
  return s;
}

struct json_object *
wpp_json_number (uint64_t n)
{
  return json_object_new_uint64 (n);
}

struct json_object *
wpp_json_path_number (uint64_t n)
{
  char text[24];
  if (n < UINT64_C (1) << 53)
    return wpp_json_number (n);
  snprintf (text, sizeof text, "%" PRIu64, n);
  return json_object_new_string (text);
}

static void
print_and_free (struct json_object *object)
{
  size_t n;
  const char *text = json_object_to_json_string_length (object, WPP_JSON_STYLE, &n);
  if (!text)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  fwrite (text, 1, n, stdout);
  json_object_put (object);
}

void
wpp_json_print (struct json_object *object)
{
  wpp_progress_end ();
  print_and_free (object);
  putchar ('\n');
}

void
wpp_json_element (struct json_object *object, bool *first)
{
  fputs (*first ? "\n" : ",\n", stdout);
  *first = false;
  print_and_free (object);
}
