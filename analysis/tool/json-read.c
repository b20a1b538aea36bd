/* Reading JSON that the compiler wrote (json-read.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file-names.h"
#include "tool/json-read.h"

/* ---- Values.  */

void
wpp_json_wrong (const struct wpp_json_place *p, const char *key, const char *what)
{
  wpp_die (p->file, "%s%s%s: %s", p->path, *p->path && *key ? "." : "", key, what);
}

struct wpp_json_place
wpp_json_element_place (const struct wpp_json_place *p, const char *key, size_t i)
{
  struct wpp_json_place e = { p->file, "" };
  snprintf (e.path, sizeof e.path, "%.150s%s%.20s[%zu]", p->path, *p->path ? "." : "", key, i);
  return e;
}

struct json_object *
wpp_json_get (const struct wpp_json_place *p, struct json_object *o, const char *key, enum json_type type,
              const char *what)
{
  struct json_object *value;
  if (!json_object_is_type (o, json_type_object))
    wpp_json_wrong (p, "", "not an object");
  if (!json_object_object_get_ex (o, key, &value) || !json_object_is_type (value, type))
    wpp_json_wrong (p, key, what);
  return value;
}

const char *
wpp_json_get_string (const struct wpp_json_place *p, struct json_object *o, const char *key)
{
  return json_object_get_string (wpp_json_get (p, o, key, json_type_string, "not a string"));
}

int64_t
wpp_json_get_integer (const struct wpp_json_place *p, struct json_object *o, const char *key)
{
  return json_object_get_int64 (wpp_json_get (p, o, key, json_type_int, "not an integer"));
}

bool
wpp_json_get_bool (const struct wpp_json_place *p, struct json_object *o, const char *key)
{
  return json_object_get_boolean (wpp_json_get (p, o, key, json_type_boolean, "neither true nor false"));
}

struct json_object *
wpp_json_get_array (const struct wpp_json_place *p, struct json_object *o, const char *key)
{
  return wpp_json_get (p, o, key, json_type_array, "not an array");
}

/* ---- Files.  */

/* Read the bytes of FILE, and set *SIZE to their number, which must not exceed json-c's limit.  */
static char *
read_bytes (const char *file, size_t *size)
{
  size_t room = 1 << 16;
  char *bytes = wpp_new (room, 1);
  ssize_t n;
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  *size = 0;
  if (fd < 0)
    wpp_die (file, "%s", strerror (errno));
  while ((n = read (fd, bytes + *size, room - *size)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        wpp_die (file, "%s", strerror (errno));
      *size += n;
      if (*size > INT32_MAX)
        wpp_die (file, "%s", wpp_strerror (WPP_E_TOOBIG));
      if (*size == room)
        bytes = wpp_grow (bytes, room *= 2, 1);
    }
  close (fd);
  return bytes;
}

/* Parse the JSON in BYTES [SIZE].  If it is invalid, return null, and set *WHY and the byte *AT.  */
static struct json_object *
parse (const char *bytes, size_t size, size_t *at, const char **why)
{
  struct json_tokener *tokener = json_tokener_new ();
  struct json_object *dump = tokener ? json_tokener_parse_ex (tokener, bytes, size) : NULL;
  *at = tokener ? json_tokener_get_parse_end (tokener) : 0;
  *why = tokener ? json_tokener_error_desc (json_tokener_get_error (tokener)) : wpp_strerror (WPP_E_NOMEM);
  if (tokener)
    json_tokener_free (tokener);
  return dump;
}

/* Read and parse FILE, of KIND.  */
static struct json_object *
read_file (const struct wpp_json_kind *kind, const char *file)
{
  size_t size, at;
  const char *why;
  char *bytes = read_bytes (file, &size);
  bool text = size && bytes[0] == '#';
  struct json_object *document = text && kind->of_text ? kind->of_text (file, bytes, size)
                                 : size && !text       ? parse (bytes, size, &at, &why) : NULL;
  free (bytes);
  if (size == 0)
    wpp_die (file, "%s", wpp_strerror (WPP_E_EMPTY));
  if (text && !document)
    wpp_die (file, "byte 0: a dump as text; wpp %s reads what -fwpp-dump-format=json writes", kind->command);
  if (!document)
    wpp_die (file, "byte %zu: no %s: %s", at, kind->what, why);
  return document;
}

/* What wpp_json_read is asked.  */
struct reading
{
  const struct wpp_json_kind *kind;
  void (*read) (void *data, const char *file, struct json_object *document);
  void *data;
};

static int
read_document (void *data, const char *file, struct wpp_place *place)
{
  const struct reading *r = data;
  r->read (r->data, file, read_file (r->kind, file));
  return 0;
}

void
wpp_json_read (const struct wpp_json_kind *kind, const char *file,
               void (*read) (void *data, const char *file, struct json_object *document), void *data)
{
  const struct wpp_dump_files files = { kind->what, kind->suffix };
  struct reading r = { kind, read, data };
  wpp_dumps_read (&files, file, read_document, &r);
}
