/* pprof's profiles, which `go tool pprof', speedscope and others read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format: https://github.com/google/pprof/blob/main/proto/README.md and profile.proto, whose numbers of fields are
   below.  A sample is a stack of lines, the innermost first, with its values: activations, which are counted at the
   line where a function begins, and statements, at the line that has them.  Samples go out as they come, and what they refer
   to when it is met first; only the callers' places and what has a number are kept.

   Values are 64-bit and signed, and readers add them up.  So the sum of what is written stays below 2^63: beyond that,
   values are cut.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "show/export/export-impl.h"

enum
{
  PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION, PROFILE_STRING,
  PROFILE_TIME = 9, PROFILE_DURATION, PROFILE_PERIOD_TYPE, PROFILE_PERIOD, PROFILE_COMMENT, PROFILE_DEFAULT_TYPE,
  TYPE_TYPE = 1, TYPE_UNIT,
  SAMPLE_LOCATION = 1, SAMPLE_VALUE,
  MAPPING_ID = 1, MAPPING_FILE = 5, MAPPING_HAS_FUNCTIONS = 7, MAPPING_HAS_FILES, MAPPING_HAS_LINES,
  LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_LINE = 4,
  LINE_FUNCTION = 1, LINE_LINE,
  FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE, FUNCTION_LINE
};

#define N_VALUES 2              /* activations, statements */
#define ENOUGH (1u << 16)       /* bytes that are compressed at once */

/* A context that others may be called from.  */
struct caller
{
  int64_t caller;
  uint32_t place;               /* the location of the call of this one in CALLER */
  uint32_t function;            /* its function's number */
  const char *name, *system_name; /* kept texts */
  uint32_t start_line;
};

struct pprof
{
  struct wpp_shower shower;
  struct wpp_gzip *gzip;
  struct wpp_buffer out, part, within;
  struct wpp_numbered strings;  /* 0 is empty, as it must be */
  struct wpp_numbered functions, locations; /* by struct function_key, struct location_key: their ids less 1 */
  struct caller *callers;       /* [n] by context */
  size_t n, room;
  uint64_t left[N_VALUES];      /* that may still be written */
  int err;                      /* sticks */
};

struct function_key
{
  uint32_t function, file;      /* of all functions; a string */
};

struct location_key
{
  uint32_t function, line;      /* the function's id less 1 */
};

/* ---- What has numbers.  */

/* The number of TEXT, which may be null.  */
static uint32_t
string_of (struct pprof *p, const char *text)
{
  uint32_t number = 0;
  int found = p->err ? 0 : wpp_number_text (&p->strings, text ? text : "", &number);
  if (found > 0)
    wpp_wire_text (&p->out, PROFILE_STRING, p->strings.items[number].bytes);
  p->err = found < 0 ? found : p->err;
  return number;
}

/* The id of the function of C as far as its lines are in FILE.  */
static uint32_t
function_of (struct pprof *p, const struct caller *c, const char *file)
{
  const struct function_key key = { c->function, string_of (p, file) };
  uint32_t number = 0;
  int found = p->err ? 0 : wpp_number_bytes (&p->functions, &key, sizeof key, &number);
  p->err = found < 0 ? found : p->err;
  if (found > 0)
    {
      uint32_t name = string_of (p, c->name), system_name = string_of (p, c->system_name);
      wpp_wire_number (&p->part, FUNCTION_ID, number + 1);
      wpp_wire_number (&p->part, FUNCTION_NAME, name);
      wpp_wire_number (&p->part, FUNCTION_SYSTEM_NAME, system_name);
      wpp_wire_number (&p->part, FUNCTION_FILE, key.file);
      wpp_wire_number (&p->part, FUNCTION_LINE, c->start_line);
      wpp_wire_message (&p->out, PROFILE_FUNCTION, &p->part);
    }
  return number;
}

/* The id of LINE of FILE in the function of C.  */
static uint32_t
location_of (struct pprof *p, const struct caller *c, const char *file, uint32_t line)
{
  const struct location_key key = { function_of (p, c, file), line };
  uint32_t number = 0;
  int found = p->err ? 0 : wpp_number_bytes (&p->locations, &key, sizeof key, &number);
  p->err = found < 0 ? found : p->err;
  if (found > 0)
    {
      wpp_wire_number (&p->within, LINE_FUNCTION, key.function + (uint64_t)1);
      wpp_wire_number (&p->within, LINE_LINE, line);
      wpp_wire_number (&p->part, LOCATION_ID, number + (uint64_t)1);
      wpp_wire_number (&p->part, LOCATION_MAPPING, 1);
      wpp_wire_message (&p->part, LOCATION_LINE, &p->within);
      wpp_wire_message (&p->out, PROFILE_LOCATION, &p->part);
    }
  return number + 1;
}

/* ---- Samples.  */

static void
put_value (struct pprof *p, size_t i, uint64_t value)
{
  uint64_t put = value < p->left[i] ? value : p->left[i];
  p->left[i] -= put;
  wpp_put_leb (&p->within, put);
}

/* Put the sample of context C at the location PLACE of it.  */
static void
put_sample (struct pprof *p, const struct caller *c, uint32_t place, uint64_t activations, uint64_t statements)
{
  wpp_put_leb (&p->within, place);
  for (; c->caller >= 0; c = &p->callers[c->caller])
    wpp_put_leb (&p->within, c->place);
  wpp_wire_message (&p->part, SAMPLE_LOCATION, &p->within);
  put_value (p, 0, activations);
  put_value (p, 1, statements);
  wpp_wire_message (&p->part, SAMPLE_VALUE, &p->within);
  wpp_wire_message (&p->out, PROFILE_SAMPLE, &p->part);
}

/* Keep ROW's context; null when out of memory.  */
static struct caller *
keep (struct pprof *p, const struct wpp_stack_row *row)
{
  if (p->err || WPP_RESERVE (p->callers, p->room, p->n, 1))
    return NULL;
  struct caller *c = &p->callers[p->n++];
  uint32_t name = string_of (p, wpp_stack_name (row));
  uint32_t system_name = string_of (p, row->function ? row->function->assembler_name : NULL);
  const struct wpp_numbered_item *strings = p->strings.items;
  *c = (struct caller){ row->caller, 0, row->function_number, strings[name].bytes, strings[system_name].bytes,
                        row->start_line };
  if (row->caller >= 0)
    {
      const struct wpp_call_place_row *call = row->call;
      bool known = call && call->file;
      c->place = location_of (p, &p->callers[row->caller], known ? call->path : NULL, known ? call->line : 0);
    }
  return c;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct pprof *p = (struct pprof *)sink;
  const struct wpp_stack_row *r = data;
  const struct caller *c = keep (p, r);
  int err = c ? 0 : WPP_E_NOMEM;
  if (!err && r->count)
    put_sample (p, c, location_of (p, c, r->path, r->start_line), r->count, 0);
  for (size_t i = 0; i < r->lines.n && !err; i++)
    {
      struct wpp_stack_line_row line;
      err = r->lines.get (r->lines.data, i, &line);
      if (!err && line.statements)
        put_sample (p, c, location_of (p, c, line.path, line.line), 0, line.statements);
    }
  if (!err)
    err = p->err;
  if (!err && p->out.size >= ENOUGH)
    err = wpp_gzip_write (p->gzip, &p->out, false);
  return err;
}

/* ---- The profile.  */

static void
put_type (struct pprof *p, uint32_t field, const char *type, const char *unit)
{
  uint32_t t = string_of (p, type), u = string_of (p, unit);
  wpp_wire_number (&p->part, TYPE_TYPE, t);
  wpp_wire_number (&p->part, TYPE_UNIT, u);
  wpp_wire_message (&p->out, field, &p->part);
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *data)
{
  struct pprof *p = (struct pprof *)sink;
  const struct wpp_stacks_head *head = data;
  string_of (p, "");
  put_type (p, PROFILE_SAMPLE_TYPE, "activations", "count");
  put_type (p, PROFILE_SAMPLE_TYPE, "statements", "count");
  uint32_t program = string_of (p, head->program ? head->program : head->file);
  wpp_wire_number (&p->part, MAPPING_ID, 1);
  wpp_wire_number (&p->part, MAPPING_FILE, program);
  wpp_wire_number (&p->part, MAPPING_HAS_FUNCTIONS, 1);
  wpp_wire_number (&p->part, MAPPING_HAS_FILES, 1);
  wpp_wire_number (&p->part, MAPPING_HAS_LINES, 1);
  wpp_wire_message (&p->out, PROFILE_MAPPING, &p->part);
  wpp_wire_number (&p->out, PROFILE_TIME, head->began);
  wpp_wire_number (&p->out, PROFILE_DURATION, head->duration);
  put_type (p, PROFILE_PERIOD_TYPE, "statements", "count");
  wpp_wire_number (&p->out, PROFILE_PERIOD, 1);
  wpp_wire_number (&p->out, PROFILE_DEFAULT_TYPE, string_of (p, "statements"));
  return p->err;
}

static int
end (struct wpp_row_sink *sink)
{
  struct pprof *p = (struct pprof *)sink;
  return p->err ? p->err : wpp_gzip_write (p->gzip, &p->out, true);
}

static void
release (struct wpp_shower *s)
{
  struct pprof *p = (struct pprof *)s;
  wpp_gzip_free (p->gzip);
  wpp_buffer_release (&p->out);
  wpp_buffer_release (&p->part);
  wpp_buffer_release (&p->within);
  wpp_numbered_release (&p->strings);
  wpp_numbered_release (&p->functions);
  wpp_numbered_release (&p->locations);
  free (p->callers);
}

struct wpp_row_sink *
wpp_pprof_sink (FILE *out, unsigned version)
{
  struct pprof *p = calloc (1, sizeof *p);
  if (!p || !(p->gzip = wpp_gzip_new (out)))
    {
      free (p);
      return NULL;
    }
  p->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  for (size_t i = 0; i < N_VALUES; i++)
    p->left[i] = INT64_MAX;
  return &p->shower.sink;
}
