/* Printing paths and events.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <string.h>
#include "recording/profile/events.h"
#include "base/names.h"
#include "base/hash-table.h"
#include "tool/tool.h"

bool
wpp_route_find (struct wpp_code *code, uint32_t event, struct wpp_route *route)
{
  uint64_t number;
  struct wpp_code_function *f = wpp_code_find (code, event, &number);
  int err = f ? wpp_route_read (code, f, number, route) : 0;
  if (err)
    wpp_die (f->function->name, "path %" PRIu64 ": %s", number, wpp_strerror (err));
  return f;
}

void
wpp_route_print_blocks (FILE *out, const struct wpp_route *route)
{
  for (size_t i = 0; i < route->n_blocks; i++)
    fprintf (out, "%s%u", i ? " " : "", route->blocks[i]);
}

void
wpp_route_print_lines (FILE *out, const struct wpp_route *route)
{
  const struct wpp_line_ref *lines = route->lines;
  for (size_t i = 0, end; i < route->n_lines; i = end)
    {
      bool new_file = !i || lines[i].file != lines[i - 1].file;
      for (end = i + 1; end < route->n_lines && lines[end].file == lines[i].file
                        && lines[end].line == lines[end - 1].line + 1;)
        end++;
      if (new_file)
        fprintf (out, "%s%s:", i ? " " : "", route->function->unit->names[lines[i].file].file);
      fprintf (out, "%s%u", new_file ? "" : ",", lines[i].line);
      if (end - i > 1)
        fprintf (out, "-%u", lines[end - 1].line);
    }
}

static struct json_object *
block_json (const void *data, size_t i)
{
  const struct wpp_route *route = data;
  return wpp_json_number (route->blocks[i]);
}

static struct json_object *
line_json (const void *data, size_t i)
{
  const struct wpp_route *route = data;
  struct json_object *line = json_object_new_object ();
  const struct wpp_file_name *name = &route->function->unit->names[route->lines[i].file];
  json_object_object_add (line, "file", wpp_json_string (name->file));
  json_object_object_add (line, "path", wpp_json_string (name->path));
  json_object_object_add (line, "line", wpp_json_number (route->lines[i].line));
  return line;
}

/* Add to OBJECT what is short.  */
static void
describe (const struct wpp_route *route, struct json_object *object)
{
  const struct wpp_function *f = route->function->function;
  json_object_object_add (object, "function", wpp_json_string (wpp_function_name (f)));
  json_object_object_add (object, "short_name", wpp_json_string (wpp_function_shown (f)));
  json_object_object_add (object, "assembler_name", wpp_json_string (f->name));
  json_object_object_add (object, "unit", wpp_json_string (wpp_source_name (route->function->unit)));
  json_object_object_add (object, "path", wpp_json_path_number (route->number));
  json_object_object_add (object, "start", json_object_new_string (route->start));
  json_object_object_add (object, "end", json_object_new_string (route->end));
  json_object_object_add (object, "statements", wpp_json_number (route->cost));
}

void
wpp_route_json (const struct wpp_route *route, struct json_object *object)
{
  struct json_object *blocks = json_object_new_array ();
  struct json_object *lines = json_object_new_array ();
  for (size_t i = 0; i < route->n_blocks; i++)
    json_object_array_add (blocks, block_json (route, i));
  for (size_t i = 0; i < route->n_lines; i++)
    json_object_array_add (lines, line_json (route, i));
  describe (route, object);
  json_object_object_add (object, "blocks", blocks);
  json_object_object_add (object, "lines", lines);
}

const char *
wpp_function_shown (const struct wpp_function *function)
{
  static struct wpp_short_names names;
  names.full = wpp_names_full_p ();
  return wpp_need ((void *)wpp_short_name (&names, function));
}

void
wpp_function_absent (const struct wpp_code *code, const char *name)
{
  for (size_t i = 0; i < code->n_functions; i++)
    if (wpp_function_named_p (code->functions[i].function, name))
      {
        wpp_say (name, "not executed");
        return;
      }
  for (size_t i = 0; i < code->n_skipped; i++)
    if (wpp_function_named_p (code->skipped[i], name))
      {
        const char *reason = code->skipped[i]->reason;
        wpp_say (name, "not instrumented: %s", reason ? reason : "unknown");
        return;
      }
  wpp_say (name, "no such function");
}
