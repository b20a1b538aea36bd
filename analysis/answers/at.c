/* Finding the functions that a line of the source is in.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/at.h"
#include "facts/problems/problem.h"
#include "facts/problems/text.h"
#include "program/statements/record.h"

int
wpp_at_read (struct wpp_at *at, const char *text, char **file)
{
  char *colon, *end;
  *file = strdup (text);
  if (!*file)
    return WPP_E_NOMEM;
  colon = strrchr (*file, ':');
  if (!colon || colon == *file || colon[1] < '0' || colon[1] > '9')
    return WPP_E_RANGE;
  unsigned long line = strtoul (colon + 1, &end, 10);
  if (*end || !line || line > UINT32_MAX)
    return WPP_E_RANGE;
  *colon = 0;
  *at = (struct wpp_at){ .text = text, .file = *file, .line = line };
  return 0;
}

int
wpp_at_complain (struct wpp_place *place, const struct wpp_at *at, const char *what, ...)
{
  char text[sizeof place->what];
  va_list ap;
  va_start (ap, what);
  vsnprintf (text, sizeof text, what, ap);
  va_end (ap);
  return wpp_complain (place, "", 0, WPP_E_ASKED, "%s: %s", at->text, text);
}

/* ---- Files.  */

const char *
wpp_at_unit_file (const struct wpp_unit *unit, uint32_t file)
{
  return unit->names ? unit->names[file].file : unit->files[file];
}

const char *
wpp_at_file (const struct wpp_at_function *f, uint32_t file)
{
  const struct wpp_unit *unit = f->function->unit;
  return file < unit->n_files ? wpp_at_unit_file (unit, file) : f->body->program->files[file - unit->n_files];
}

/* Is ENDING, as a user types it, all of NAME, or what is after a slash?  */
static bool
ends_p (const char *name, const char *ending)
{
  size_t n = strlen (name), m = strlen (ending);
  return m <= n && !strcmp (name + n - m, ending) && (m == n || name[n - m - 1] == '/' || *ending == '/');
}

/* Is TYPED the file NAME of UNIT with the folder in which that was compiled?  */
static bool
path_p (const struct wpp_unit *unit, const char *name, const char *typed)
{
  size_t n = unit->directory ? strlen (unit->directory) : 0;
  return n && !strncmp (typed, unit->directory, n) && typed[n] == '/' && !strcmp (typed + n + 1, name);
}

const char *
wpp_at_find_file (const struct wpp_code *code, const struct wpp_at *at, struct wpp_place *place)
{
  const char *found = NULL, *typed = at->file;
  while (!strncmp (typed, "./", 2))
    typed += 2;
  for (size_t u = 0; u < code->n_units; u++)
    for (uint32_t i = 0; i < code->units[u]->n_files; i++)
      {
        const char *name = wpp_at_unit_file (code->units[u], i);
        if (!strcmp (name, at->file) || path_p (code->units[u], name, typed))
          return name;
        if (!ends_p (name, typed) || (found && !strcmp (found, name)))
          continue;
        if (found)
          {
            wpp_at_complain (place, at, "'%s' may be %s or %s", at->file, found, name);
            return NULL;
          }
        found = name;
      }
  if (!found)
    wpp_at_complain (place, at, "no function of the program is in a file '%s'", at->file);
  return found;
}

static bool
has_file_p (const struct wpp_unit *unit, const char *file)
{
  bool has = false;
  for (uint32_t i = 0; i < unit->n_files && !has; i++)
    has = !strcmp (wpp_at_unit_file (unit, i), file);
  return has;
}

/* ---- Functions.  */

bool
wpp_at_line_p (const struct wpp_at_function *f, const struct wpp_statement *s, const char *file, uint32_t line)
{
  return s->line == line && !strcmp (wpp_at_file (f, s->file), file);
}

bool
wpp_at_p (const struct wpp_at_function *f, const struct wpp_statement *s, const char *file, uint32_t line)
{
  return !wpp_codeless_p (s) && wpp_at_line_p (f, s, file, line);
}

static bool
has_line_p (const struct wpp_at_function *f, const char *file, uint32_t line)
{
  bool has = false;
  for (uint32_t i = 0; i < f->body->n_statements && !has; i++)
    has = wpp_at_p (f, &f->body->statements[i], file, line);
  return has;
}

static bool
node_has_line_p (const struct wpp_at_function *f, const struct wpp_node *node, const char *file, uint32_t line)
{
  const struct wpp_line_ref *lines = &f->function->function->cfg.lines[node->first_line];
  bool has = false;
  for (uint32_t i = 0; i < node->n_lines && !has; i++)
    has = lines[i].line == line && !strcmp (wpp_at_file (f, lines[i].file), file);
  return has;
}

/* Is the line counted in F, though no statement of it need be left?  */
static bool
counts_line_p (const struct wpp_at_function *f, const char *file, uint32_t line)
{
  const struct wpp_cfg *cfg = &f->function->function->cfg;
  bool counts = false;
  for (uint32_t v = 0; v < cfg->n_nodes && !counts; v++)
    counts = node_has_line_p (f, &cfg->nodes[v], file, line);
  return counts;
}

/* The number of UNIT among CODE's.  */
static size_t
unit_number (const struct wpp_code *code, const struct wpp_unit *unit)
{
  size_t u = 0;
  while (code->units[u] != unit)
    u++;
  return u;
}

/* Set *PROGRAM to the statements of UNIT of CODE, decoded once; null when the notes have none.  */
static int
need_program (struct wpp_at_found *found, const struct wpp_code *code, const struct wpp_unit *unit,
              const struct wpp_program **program, struct wpp_place *place)
{
  struct wpp_program **known = &found->programs[unit_number (code, unit)];
  int err = 0;
  if (!*known && unit->program)
    *known = wpp_program_decode (unit, &err, place);
  *program = *known;
  return err;
}

/* Is line LINE of FILE within F, as the source has it?  */
static bool
within_p (const struct wpp_unit *unit, const struct wpp_function *f, const char *file, uint32_t line)
{
  return f->file < unit->n_files && !strcmp (wpp_at_unit_file (unit, f->file), file) && f->start_line <= line
         && line <= f->end_line;
}

/* The function F as FOUND's programs have it; without a body when they have none.  */
static struct wpp_at_function
with_body (struct wpp_at_found *found, const struct wpp_code *code, struct wpp_code_function *f)
{
  struct wpp_program *program = found->programs[unit_number (code, f->unit)];
  return (struct wpp_at_function){ f, program ? &program->bodies[f->function - f->unit->functions] : NULL };
}

/* A line with code near one that has none.  */
struct near
{
  uint32_t line;         /* 0: none */
  const struct wpp_function *function;
};

/* Set NEAR to the last line of F before LINE of FILE that has code and the first one after it, if they are nearer.  */
static void
look_near (const struct wpp_at_function *f, const char *file, uint32_t line, struct near near[2])
{
  for (uint32_t i = 0; i < f->body->n_statements; i++)
    {
      uint32_t here = f->body->statements[i].line;
      struct near *n = &near[here > line];
      if (here && (!n->line || (here > line ? here < n->line : here > n->line))
          && wpp_at_p (f, &f->body->statements[i], file, here))
        *n = (struct near){ here, f->function->function };
    }
}

/* Write to TEXT [SIZE] which lines near AT's have code, as the end of a message.  */
static const char *
nearest (struct wpp_short_names *names, struct wpp_at_found *found, const struct wpp_code *code,
         const struct wpp_at *at, char *text, size_t size)
{
  struct near near[2] = { { 0, NULL }, { 0, NULL } };
  size_t n = 0;
  for (size_t i = 0; i < code->n_functions; i++)
    {
      const struct wpp_at_function f = with_body (found, code, &code->functions[i]);
      if (f.body && has_file_p (f.function->unit, found->file))
        look_near (&f, found->file, at->line, near);
    }
  *text = 0;
  for (int i = 0; i < 2; i++)
    {
      const char *name = near[i].line ? wpp_short_name (names, near[i].function) : NULL;
      if (name && n < size)
        n += snprintf (text + n, size - n, "%s %u (%s)", n ? " and" : "; the nearest with code:", near[i].line, name);
    }
  return text;
}

/* Say why no function of CODE has statements of AT's line of the file FOUND.  */
static int
explain (struct wpp_short_names *names, struct wpp_at_found *found, const struct wpp_code *code,
         const struct wpp_at *at, struct wpp_place *place)
{
  char text[sizeof place->what];
  nearest (names, found, code, at, text, sizeof text);
  for (size_t u = 0; u < code->n_units; u++)
    for (uint32_t i = 0; i < code->units[u]->n_functions; i++)
      {
        const struct wpp_function *f = &code->units[u]->functions[i];
        if (within_p (code->units[u], f, found->file, at->line))
          return wpp_at_complain (place, at, "folded: no statement of the line is left in %s%s", wpp_function_name (f),
                                  text);
      }
  return wpp_at_complain (place, at, "no function has such a line%s", text);
}

/* Add FUNCTION to FOUND if it has statements of AT's line.  *LACKING is set if the notes have none of its unit.  */
static int
look_at (struct wpp_at_found *found, const struct wpp_code *code, const struct wpp_at *at,
         struct wpp_code_function *function, bool *lacking, struct wpp_place *place)
{
  const struct wpp_program *program;
  if (at->text && !has_file_p (function->unit, found->file))
    return 0;
  int err = need_program (found, code, function->unit, &program, place);
  if (!program)
    {
      *lacking = true;
      return err;
    }
  struct wpp_at_function f = { function, &program->bodies[function->function - function->unit->functions] };
  if (f.body->n_nodes
      && (!at->text || has_line_p (&f, found->file, at->line)
          || (at->counted && counts_line_p (&f, found->file, at->line))))
    found->functions[found->n++] = f;
  return 0;
}

/* wpp_at_find_in, of CODE, whose short names are NAMES.  */
static int
find_in_code (struct wpp_at_found *found, struct wpp_code *code, struct wpp_short_names *names, const struct wpp_at *at,
             struct wpp_place *place)
{
  bool lacking = false;
  int err = 0;
  *found = (struct wpp_at_found){ 0 };
  found->programs = calloc (code->n_units + 1, sizeof *found->programs);
  found->functions = calloc (code->n_functions + 1, sizeof *found->functions);
  if (!found->programs || !found->functions)
    return WPP_E_NOMEM;
  found->n_units = code->n_units;
  if (at->text && !(found->file = wpp_at_find_file (code, at, place)))
    return WPP_E_ASKED;
  for (size_t i = 0; i < code->n_functions && !err; i++)
    err = look_at (found, code, at, &code->functions[i], &lacking, place);
  if (err || found->n)
    return err;
  if (at->text && !lacking)
    return explain (names, found, code, at, place);
  static const char none[] = "the notes have no statements (-fwpp-notes=paths, or an older wpp)";
  return at->text ? wpp_at_complain (place, at, "%s", none) : wpp_complain (place, "", 0, WPP_E_TOLD, "%s", none);
}

int
wpp_at_find_in (struct wpp_at_found *found, struct wpp_recording *r, const struct wpp_at *at, struct wpp_place *place)
{
  int err;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  *found = (struct wpp_at_found){ 0 };
  return code ? find_in_code (found, code, wpp_recording_names (r), at, place) : err;
}

void
wpp_at_release (struct wpp_at_found *found)
{
  for (size_t u = 0; u < found->n_units; u++)
    wpp_program_free (found->programs[u]);
  free (found->programs);
  free (found->functions);
}

/* Which nodes of F have statements of AT's line of FILE, or, where that will do and none is left, count it; null when
   out of memory.  */
static bool *
nodes_of_line (const struct wpp_at_function *f, const char *file, const struct wpp_at *at)
{
  const struct wpp_cfg *cfg = &f->function->function->cfg;
  bool *of = calloc (cfg->n_nodes + (size_t)1, sizeof *of), any = false;
  for (uint32_t i = 0; of && i < f->body->n_statements; i++)
    if (wpp_at_p (f, &f->body->statements[i], file, at->line))
      any = of[f->body->statements[i].node] = true;
  for (uint32_t v = 0; of && !any && at->counted && v < cfg->n_nodes; v++)
    of[v] = node_has_line_p (f, &cfg->nodes[v], file, at->line);
  return of;
}

uint32_t *
wpp_at_entries (const struct wpp_at_function *f, const char *file, const struct wpp_at *at, uint32_t *n)
{
  const struct wpp_cfg *cfg = &f->function->function->cfg;
  uint32_t *block_of = calloc (cfg->n_nodes + (size_t)1, sizeof *block_of);
  uint32_t *nodes = calloc (cfg->n_nodes + (size_t)1, sizeof *nodes);
  bool *of = nodes_of_line (f, file, at);
  bool failed = !block_of || !nodes || !of;
  *n = 0;
  if (!failed)
    wpp_body_blocks (cfg, f->body, block_of);
  for (uint32_t v = 0; v < cfg->n_nodes && !failed; v++)
    {
      uint32_t node = v;
      if (!of[v])
        continue;
      while (node > WPP_NODE_EXIT + 1 && block_of[node - 1] == block_of[node])
        node--;
      if (!*n || nodes[*n - 1] != node)
        nodes[(*n)++] = node;
    }
  free (block_of);
  free (of);
  if (!failed)
    return nodes;
  free (nodes);
  return NULL;
}

/* ---- Variables.  */

unsigned
wpp_at_depth (const struct wpp_body *b, uint32_t scope, uint32_t inner)
{
  unsigned depth = 1;
  if (scope == WPP_NONE)
    return 1;
  for (uint32_t at = scope; at != WPP_NONE; at = b->scopes[at].parent)
    depth++;
  for (; inner != WPP_NONE; inner = b->scopes[inner].parent)
    if (inner == scope)
      return depth;
  return 0;
}

uint32_t
wpp_at_variable (const struct wpp_body *b, const char *name, uint32_t scope)
{
  uint32_t found = WPP_NONE;
  unsigned best = 0;
  for (uint32_t v = b->n_globals; v < wpp_body_n_variables (b); v++)
    {
      const struct wpp_variable *x = wpp_body_variable (b, v);
      unsigned depth = x->name && !strcmp (x->name, name) ? wpp_at_depth (b, x->scope, scope) : 0;
      if (depth > best)
        {
          best = depth;
          found = v;
        }
    }
  for (uint32_t v = 0; found == WPP_NONE && v < b->n_globals; v++)
    {
      const struct wpp_variable *x = wpp_body_variable (b, v);
      if (x->name && !strcmp (x->name, name) && x->kind == WPP_VARIABLE)
        found = v;
    }
  return found;
}

char *
wpp_at_source (const struct wpp_body *b, const struct wpp_statement *s)
{
  struct wpp_buffer out = { 0 };
  wpp_put_source (&out, b, s);
  return wpp_text_take (&out);
}
