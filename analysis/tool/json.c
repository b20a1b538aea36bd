/* JSON output of the wpp tool, on top of json-c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "tool/tool.h"
#include "support/utf8.h"

/* File names may be any bytes, JSON may not.  */
struct json_object *
wpp_json_string (const char *text)
{
  if (!text)
    return NULL;
  char *clean = wpp_utf8 (text);
  if (!clean)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  struct json_object *s = json_object_new_string (clean);
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
