/* JSON output of the wpp tool, on top of json-c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "tool/tool.h"
#include "base/utf8.h"

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

/* Print OBJECT without its last LESS bytes, and free it.  */
static void
print_and_free (struct json_object *object, size_t less)
{
  size_t n;
  const char *text = json_object_to_json_string_length (object, WPP_JSON_STYLE, &n);
  if (!text)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  fwrite (text, 1, n - less, stdout);
  json_object_put (object);
}

void
wpp_json_print (struct json_object *object)
{
  wpp_progress_end ();
  wpp_missing_add_json (object);
  print_and_free (object, 0);
  putchar ('\n');
}

void
wpp_json_comma (bool *first)
{
  fputs (*first ? "\n" : ",\n", stdout);
  *first = false;
}

void
wpp_json_element (struct json_object *object, bool *first)
{
  wpp_json_comma (first);
  print_and_free (object, 0);
}

void
wpp_json_begin (struct json_object *object)
{
  print_and_free (object, strlen ("}"));
}

void
wpp_json_array (const char *name, size_t n, struct json_object *(*element) (const void *data, size_t i),
                const void *data)
{
  printf (",\"%s\":[", name);
  for (size_t i = 0; i < n; i++)
    {
      if (i)
        putchar (',');
      print_and_free (element (data, i), 0);
    }
  putchar (']');
}

void
wpp_json_end (void)
{
  putchar ('}');
}
