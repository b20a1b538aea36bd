/* Reading JSON that the compiler wrote: what is not as it should be is fatal, with its place.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_JSON_READ_H
#define WPP_ANALYSIS_TOOL_JSON_READ_H

#include "tool/tool.h"

/* Where in which file something is read: `functions[3].blocks[0]'.  */
struct wpp_json_place
{
  const char *file;
  char path[200];
};

/* KEY of P's object is no good.  */
void wpp_json_wrong (const struct wpp_json_place *p, const char *key, const char *what) __attribute__ ((noreturn));
/* The place of element I of the array KEY of P's object.  */
struct wpp_json_place wpp_json_element_place (const struct wpp_json_place *p, const char *key, size_t i);

/* KEY of the object O at P, of TYPE; if it is not, WHAT is wrong.  */
struct json_object *wpp_json_get (const struct wpp_json_place *p, struct json_object *o, const char *key,
                                  enum json_type type, const char *what);
const char *wpp_json_get_string (const struct wpp_json_place *p, struct json_object *o, const char *key);
int64_t wpp_json_get_integer (const struct wpp_json_place *p, struct json_object *o, const char *key);
bool wpp_json_get_bool (const struct wpp_json_place *p, struct json_object *o, const char *key);
struct json_object *wpp_json_get_array (const struct wpp_json_place *p, struct json_object *o, const char *key);

/* What a command reads, for messages.  */
struct wpp_json_kind
{
  const char *what;             /* `frequency dump' */
  const char *suffix;           /* `.freq' */
  const char *command;          /* `freq' */
  struct json_object *(*of_text) (const char *file, const char *bytes, size_t size); /* of a text dump, which begins with
                                                                                       `#'; null: cannot be read */
};

/* Let READ have the document of FILE, or of each file with the suffix in the folder FILE, in the order of their names;
   DATA is its own, and so is the document.  */
void wpp_json_read (const struct wpp_json_kind *kind, const char *file,
                    void (*read) (void *data, const char *file, struct json_object *document), void *data);

#endif /* WPP_ANALYSIS_TOOL_JSON_READ_H */
