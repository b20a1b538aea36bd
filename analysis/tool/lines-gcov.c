/* gcov's JSON, in both versions of its format.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "tool/lines.h"
#include "tool/tool.h"

/* The version of GCC that the plugin is for, as in 14.2.0.  */
#ifndef WPP_GCC_VERSION
#define WPP_GCC_VERSION __VERSION__
#endif

/* The first versions of GCC whose gcov has format 2, and prime paths in it.  */
#define GCC_OF_FORMAT_2 14
#define GCC_OF_PRIME_PATHS 15

static int
gcc_major (void)
{
  return atoi (WPP_GCC_VERSION);
}

unsigned
wpp_gcov_format (void)
{
  return gcc_major () >= GCC_OF_FORMAT_2 ? 2 : 1;
}

/* A source whose rows are printed in a version of gcov's format.  */
struct gcov_source
{
  const struct wpp_source *source;
  unsigned format;
};

static struct json_object *
gcov_function (const void *data, size_t i)
{
  const struct gcov_source *s = data;
  const struct wpp_function_count *c = &s->source->functions[i];
  const struct wpp_function *f = c->function;
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "name", wpp_json_string (f->name));
  json_object_object_add (o, "demangled_name", wpp_json_string (wpp_function_name (f)));
  json_object_object_add (o, "start_line", wpp_json_number (f->start_line));
  json_object_object_add (o, "start_column", wpp_json_number (f->start_column));
  json_object_object_add (o, "end_line", wpp_json_number (f->end_line));
  json_object_object_add (o, "end_column", wpp_json_number (f->end_column));
  json_object_object_add (o, "blocks", wpp_json_number (c->blocks));
  json_object_object_add (o, "blocks_executed", wpp_json_number (c->blocks_executed));
  json_object_object_add (o, "execution_count", wpp_json_count (c->gcov_count));
  if (s->format >= 2 && (gcc_major () >= GCC_OF_PRIME_PATHS || gcc_major () < GCC_OF_FORMAT_2))
    {
      /* As gcov for code without -fpath-coverage.  */
      json_object_object_add (o, "total_prime_paths", wpp_json_number (0));
      json_object_object_add (o, "covered_prime_paths", wpp_json_number (0));
      json_object_object_add (o, "prime_path_coverage", json_object_new_array ());
    }
  return o;
}

/* The numbers of the blocks on the line C of SOURCE.  */
static struct json_object *
block_ids (const struct wpp_source *source, const struct wpp_line_count *c)
{
  struct json_object *ids = json_object_new_array ();
  for (uint32_t i = 0; i < c->n_blocks; i++)
    json_object_array_add (ids, wpp_json_number (source->block_ids[c->first_block + i]));
  return ids;
}

static struct json_object *
gcov_line (const void *data, size_t i)
{
  const struct gcov_source *s = data;
  const struct wpp_line_count *c = &s->source->json_lines[i];
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "line_number", wpp_json_number (c->line));
  if (c->function)
    json_object_object_add (o, "function_name", wpp_json_string (c->function->name));
  json_object_object_add (o, "count", wpp_json_count (c->count));
  json_object_object_add (o, "unexecuted_block", json_object_new_boolean (c->unexecuted_block));
  if (s->format >= 2)
    json_object_object_add (o, "block_ids", block_ids (s->source, c));
  json_object_object_add (o, "branches", json_object_new_array ());
  /* Branches, calls and conditions are empty, as in gcov's documents without options.  */
  if (s->format >= 2)
    {
      json_object_object_add (o, "calls", json_object_new_array ());
      json_object_object_add (o, "conditions", json_object_new_array ());
    }
  return o;
}

void
wpp_print_gcov_source (const struct wpp_source *source, unsigned format)
{
  struct gcov_source s = { source, format };
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "file", wpp_json_string (source->file));
  wpp_json_begin (o);
  wpp_json_array ("functions", source->n_functions, gcov_function, &s);
  wpp_json_array ("lines", source->n_json_lines, gcov_line, &s);
  wpp_json_end ();
}

struct json_object *
wpp_gcov_unit (const struct wpp_unit *unit, unsigned format)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "format_version", json_object_new_string (format >= 2 ? "2" : "1"));
  json_object_object_add (o, "gcc_version", json_object_new_string (WPP_GCC_VERSION));
  json_object_object_add (o, "current_working_directory", wpp_json_string (unit->directory));
  json_object_object_add (o, "data_file", wpp_json_string (unit->source));
  return o;
}
