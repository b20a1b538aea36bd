/* Reading JSON that a compiler wrote: dumps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers/document.h"
#include "base/array.h"

/* ---- Files.  */

/* Read the bytes of FD to *BYTES [*SIZE], malloc'ed, which must not exceed json-c's limit.  */
static int
read_bytes (int fd, char **bytes, size_t *size)
{
  size_t room = 0;
  ssize_t n;
  do
    {
      if (*size > INT32_MAX)
        return WPP_E_TOOBIG;
      if (WPP_RESERVE (*bytes, room, *size, (1 << 16) + 1))
        return WPP_E_NOMEM;
      n = read (fd, *bytes + *size, room - *size - 1);
      if (n < 0 && errno != EINTR)
        return WPP_E_IO;
      *size += n > 0 ? n : 0;
    }
  while (n != 0);
  (*bytes)[*size] = 0;
  return *size ? 0 : WPP_E_EMPTY;
}

int
wpp_document_load (const char *file, char **bytes, size_t *size)
{
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  *bytes = NULL;
  *size = 0;
  int err = fd < 0 ? WPP_E_IO : read_bytes (fd, bytes, size);
  int saved = errno;
  if (fd >= 0)
    close (fd);
  if (err)
    {
      free (*bytes);
      *bytes = NULL;
    }
  errno = saved;
  return err;
}

struct json_object *
wpp_document_parse (const struct wpp_document_kind *kind, const char *bytes, size_t size, int *err,
                    struct wpp_place *place)
{
  struct json_tokener *tokener = json_tokener_new ();
  struct json_object *o = tokener ? json_tokener_parse_ex (tokener, bytes, size) : NULL;
  *err = tokener ? 0 : WPP_E_NOMEM;
  if (tokener && !o)
    *err = wpp_complain (place, "", 0, WPP_E_TOLD, "byte %zu: no %s: %s", json_tokener_get_parse_end (tokener),
                         kind->what, json_tokener_error_desc (json_tokener_get_error (tokener)));
  if (tokener)
    json_tokener_free (tokener);
  return o;
}

struct json_object *
wpp_document_read (const struct wpp_document_kind *kind, const char *file, int *err, struct wpp_place *place)
{
  struct json_object *o = NULL;
  char *bytes;
  size_t size;
  *err = wpp_document_load (file, &bytes, &size);
  if (!*err && bytes[0] == '#')
    *err = wpp_complain (place, "", 0, WPP_E_TOLD,
                         "byte 0: a dump as text; wpp %s reads what -fwpp-dump-format=json writes", kind->command);
  if (!*err)
    o = wpp_document_parse (kind, bytes, size, err, place);
  free (bytes);
  return o;
}

/* ---- Elements.  */

void
wpp_element_wrong (const struct wpp_element *e, const char *cell, const char *what)
{
  if (!e->document->err)
    e->document->err = wpp_complain (e->document->place, "", 0, WPP_E_TOLD, "%s%s%s%s%s", e->path,
                                     *e->path && *cell ? "." : "", cell, *e->path || *cell ? ": " : "", what);
}

/* CELL of E, of TYPE; if it is not, WHAT is wrong.  */
static struct json_object *
get (const struct wpp_element *e, const char *cell, enum json_type type, const char *what)
{
  struct json_object *value = NULL;
  if (e->document->err)
    return NULL;
  if (!json_object_is_type (e->object, json_type_object))
    wpp_element_wrong (e, "", "not an object");
  else if (!json_object_object_get_ex (e->object, cell, &value) || !json_object_is_type (value, type))
    {
      wpp_element_wrong (e, cell, what);
      return NULL;
    }
  return value;
}

struct wpp_element
wpp_element_of (const struct wpp_element *e, const char *cell, size_t i)
{
  struct wpp_element of = { .document = e->document };
  struct json_object *array = wpp_element_array (e, cell);
  of.object = array ? json_object_array_get_idx (array, i) : NULL;
  snprintf (of.path, sizeof of.path, "%.60s%s%.15s[%zu]", e->path, *e->path ? "." : "", cell, i);
  return of;
}

struct json_object *
wpp_element_array (const struct wpp_element *e, const char *cell)
{
  return get (e, cell, json_type_array, "not an array");
}

struct wpp_element
wpp_element_object (const struct wpp_element *e, const char *cell)
{
  struct wpp_element of = { .document = e->document, .object = get (e, cell, json_type_object, "not an object") };
  snprintf (of.path, sizeof of.path, "%.60s%s%.15s", e->path, *e->path ? "." : "", cell);
  return of;
}

bool
wpp_element_has_p (const struct wpp_element *e, const char *cell)
{
  return json_object_is_type (e->object, json_type_object) && json_object_object_get_ex (e->object, cell, NULL);
}

const char *
wpp_element_text (const struct wpp_element *e, const char *cell)
{
  struct json_object *o = get (e, cell, json_type_string, "not a string");
  return o ? json_object_get_string (o) : NULL;
}

uint64_t
wpp_element_number (const struct wpp_element *e, const char *cell, uint64_t max)
{
  struct json_object *o = get (e, cell, json_type_int, "not an integer");
  if (o && json_object_get_int64 (o) < 0)
    wpp_element_wrong (e, cell, "negative");
  else if (o && json_object_get_uint64 (o) > max)
    wpp_element_wrong (e, cell, "too large");
  return o && !e->document->err ? json_object_get_uint64 (o) : 0;
}

bool
wpp_element_truth (const struct wpp_element *e, const char *cell)
{
  return json_object_get_boolean (get (e, cell, json_type_boolean, "neither true nor false"));
}

int64_t
wpp_element_signed (const struct wpp_element *e, const char *cell)
{
  struct json_object *o = NULL;
  bool nothing = !e->document->err && json_object_object_get_ex (e->object, cell, &o) && !o;
  return nothing ? -1 : (int64_t)wpp_element_number (e, cell, INT64_MAX);
}

double
wpp_element_real (const struct wpp_element *e, const char *cell)
{
  struct json_object *o = NULL;
  if (e->document->err)
    return 0;
  if (!json_object_object_get_ex (e->object, cell, &o)
      || !(json_object_is_type (o, json_type_int) || json_object_is_type (o, json_type_double)))
    wpp_element_wrong (e, cell, "not a number");
  return e->document->err ? 0 : json_object_get_double (o);
}

/* Is TEXT a count?  */
static bool
digits_p (const char *text)
{
  text += strncmp (text, ">=", 2) == 0 ? 2 : 0;
  return *text && !text[strspn (text, "0123456789")];
}

const char *
wpp_element_digits (const struct wpp_element *e, const char *cell)
{
  struct json_object *o = NULL;
  if (e->document->err)
    return "0";
  json_object_object_get_ex (e->object, cell, &o);
  bool may = json_object_is_type (o, json_type_int) || json_object_is_type (o, json_type_string);
  if (may && digits_p (json_object_get_string (o)))
    return json_object_get_string (o);
  wpp_element_wrong (e, cell, "not a count");
  return "0";
}
