/* Stacks of lines as pprof and OTLP have them: strings, functions and locations, numbered when they are met first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Both have the same tables, with other numbers of fields.  Text number 0 is empty; functions and locations count from
   1, and 0 is none.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "show/export/frames.h"

struct function_key
{
  uint32_t function, file;      /* of all functions; a string */
};

struct location_key
{
  uint32_t function, line;
};

uint32_t
wpp_frames_string (struct wpp_shown_frames *f, const char *text)
{
  uint32_t number = 0;
  int found = f->err ? 0 : wpp_number_text (&f->strings, text ? text : "", &number);
  if (found > 0)
    wpp_wire_text (&f->out, f->fields->string, f->strings.items[number].bytes);
  f->err = found < 0 ? found : f->err;
  return number;
}

/* Put N into field FIELD of F's part, if there is such a field.  */
static void
put (struct wpp_shown_frames *f, uint32_t field, uint64_t n)
{
  if (field)
    wpp_wire_number (&f->part, field, n);
}

/* The number of the function of C as far as its lines are in FILE.  */
static uint32_t
function_of (struct wpp_shown_frames *f, const struct wpp_shown_frame *c, const char *file)
{
  const struct function_key key = { c->function, wpp_frames_string (f, file) };
  uint32_t number = 0;
  int found = f->err ? 0 : wpp_number_bytes (&f->functions, &key, sizeof key, &number);
  f->err = found < 0 ? found : f->err;
  if (found > 0)
    {
      put (f, f->fields->function_id, number + (uint64_t)1);
      put (f, f->fields->name, c->name);
      put (f, f->fields->system_name, c->system_name);
      put (f, f->fields->file, key.file);
      put (f, f->fields->start_line, c->start_line);
      wpp_wire_message (&f->out, f->fields->function, &f->part);
    }
  return number + 1;
}

/* The number of LINE of FILE in the function of C.  */
static uint32_t
location_of (struct wpp_shown_frames *f, const struct wpp_shown_frame *c, const char *file, uint32_t line)
{
  const struct location_key key = { function_of (f, c, file), line };
  uint32_t number = 0;
  int found = f->err ? 0 : wpp_number_bytes (&f->locations, &key, sizeof key, &number);
  f->err = found < 0 ? found : f->err;
  if (found > 0)
    {
      wpp_wire_number (&f->within, f->fields->line_function, key.function);
      wpp_wire_number (&f->within, f->fields->line_line, line);
      put (f, f->fields->location_id, number + (uint64_t)1);
      put (f, f->fields->mapping, 1);
      wpp_wire_message (&f->part, f->fields->location_line, &f->within);
      wpp_wire_message (&f->out, f->fields->location, &f->part);
    }
  return number + 1;
}

/* Keep ROW's context; null after an error.  */
static const struct wpp_shown_frame *
add_context (struct wpp_shown_frames *f, const struct wpp_stack_row *row)
{
  if (f->err || WPP_RESERVE (f->frames, f->room, f->n, 1))
    return NULL;
  uint32_t name = wpp_frames_string (f, wpp_stack_name (row));
  uint32_t system_name = wpp_frames_string (f, row->function ? row->function->assembler_name : NULL);
  struct wpp_shown_frame *c = &f->frames[f->n++];
  *c = (struct wpp_shown_frame){ row->caller, 0, row->function_number, name, system_name, row->start_line };
  if (row->caller >= 0)
    {
      const struct wpp_call_place_row *call = row->call;
      bool known = call && call->file;
      c->place
        = location_of (f, &f->frames[row->caller], known ? call->path : NULL, known ? call->line : 0);
    }
  return c;
}

void
wpp_frames_put (struct wpp_shown_frames *f, const struct wpp_shown_frame *c, uint32_t place, uint32_t field,
                struct wpp_buffer *b)
{
  wpp_put_leb (&f->within, place);
  for (; c->caller >= 0; c = &f->frames[c->caller])
    wpp_put_leb (&f->within, c->place);
  wpp_wire_message (b, field, &f->within);
}

int
wpp_frames_visit (struct wpp_shown_frames *f, const struct wpp_stack_row *row,
                  void (*sample) (void *data, const struct wpp_shown_frame *c, uint32_t place,
                                  const uint64_t values[2]),
                  void *data)
{
  const struct wpp_shown_frame *c = add_context (f, row);
  int err = c ? 0 : WPP_E_NOMEM;
  if (!err && row->count)
    sample (data, c, location_of (f, c, row->path, row->start_line), (const uint64_t[]){ row->count, 0 });
  for (size_t i = 0; i < row->lines.n && !err; i++)
    {
      struct wpp_stack_line_row line;
      err = row->lines.get (row->lines.data, i, &line);
      if (!err && line.statements)
        sample (data, c, location_of (f, c, line.path, line.line), (const uint64_t[]){ 0, line.statements });
    }
  return err ? err : f->err;
}

void
wpp_frames_release (struct wpp_shown_frames *f)
{
  wpp_buffer_release (&f->out);
  wpp_buffer_release (&f->part);
  wpp_buffer_release (&f->within);
  wpp_numbered_release (&f->strings);
  wpp_numbered_release (&f->functions);
  wpp_numbered_release (&f->locations);
  free (f->frames);
}
