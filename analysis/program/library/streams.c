/* Streams and descriptors that calls use, and what programs do to them besides.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nobody reads from stdout or stderr, or writes to stdin, by way of a FILE * that may be any stream.  What is put out
   to a standard stream does not come in by another one; files may.  */

#include <string.h>
#include "program/library/effects-impl.h"

/* The stream that variable V is, or 0.  */
static uint32_t
standard (const struct wpp_variable *v)
{
  static const char *const names[] = { "stdin", "stdout", "stderr" };
  bool external = v && v->kind == WPP_VARIABLE && v->flags & WPP_VARIABLE_EXTERNAL;
  const char *name = external ? wpp_variable_assembler (v) : NULL;
  for (unsigned i = 0; name && i < 3; i++)
    if (!strcmp (name, names[i]))
      return WPP_STATE_STDIN << i;
  return 0;
}

/* Where OPERAND, a FILE *, comes from, if it is a standard stream or one that was opened; or 0.  */
static uint32_t
known_stream (const struct wpp_body *b, uint32_t operand, unsigned habits)
{
  bool moved = false;
  const struct wpp_library_function *row = wpp_pointer_maker (b, operand, &moved);
  const struct wpp_statement *s = wpp_pointer_statement (b, operand, &moved);
  if (row && row->result == WPP_RESULT_FRESH)
    return WPP_STATE_STREAMS;
  if (!s || s->kind != WPP_STATEMENT_ASSIGN || s->n_operands != 1 || habits & WPP_HABIT_ASSIGNED)
    return 0;
  return standard (wpp_body_variable (b, wpp_operand_whole_variable (b, wpp_statement_operand (b, s, 0))));
}

/* What a stream that nobody knows may be, when it is used so.  */
static uint32_t
unknown_stream (enum wpp_library_use use)
{
  uint32_t all = WPP_STATE_ALL_STREAMS;
  return use == WPP_USE_INPUT    ? all & ~(WPP_STATE_STDOUT | WPP_STATE_STDERR)
         : use == WPP_USE_OUTPUT ? all & ~WPP_STATE_STDIN
                                 : all;
}

static uint32_t
stream_argument (const struct wpp_body *b, uint32_t operand, enum wpp_library_use use, unsigned habits)
{
  int64_t value;
  if (wpp_integer_operand (b, operand, &value) && value == 0)
    return WPP_STATE_ALL_STREAMS;
  uint32_t known = known_stream (b, operand, habits);
  return known ? known : unknown_stream (use);
}

static uint32_t
descriptor_argument (const struct wpp_body *b, uint32_t operand, enum wpp_library_use use)
{
  int64_t value;
  if (!wpp_integer_operand (b, operand, &value))
    return unknown_stream (use);
  return value >= 0 && value <= 2 ? WPP_STATE_STDIN << value : WPP_STATE_STREAMS;
}

uint32_t
wpp_stream_states (const struct wpp_body *b, const struct wpp_statement *s, const struct wpp_library_stream *stream,
                   unsigned habits)
{
  uint32_t states = WPP_STATE_ALL_STREAMS;
  const uint32_t *operands = wpp_statement_operands (b, s);
  if (stream->via == WPP_VIA_NOTHING)
    return 0;
  if (stream->via >= WPP_VIA_STDIN && stream->via <= WPP_VIA_STDERR)
    return WPP_STATE_STDIN << (stream->via - WPP_VIA_STDIN);
  if (stream->argument < s->n_operands)
    states = stream->via == WPP_VIA_STREAM ? stream_argument (b, operands[stream->argument], stream->use, habits)
                                           : descriptor_argument (b, operands[stream->argument], stream->use);
  return states | (states & WPP_STATE_STREAMS ? WPP_STATE_FILES : 0);
}

/* ---- Habits.  */

static bool
makes_streams_p (const struct wpp_variable *v)
{
  static const char *const names[] = { "fmemopen", "open_memstream", "open_wmemstream", "fopencookie", "funopen",
                                       "register_printf_function", "register_printf_specifier" };
  const char *name = v->kind == WPP_FUNCTION && v->flags & WPP_VARIABLE_EXTERNAL ? wpp_variable_assembler (v) : NULL;
  for (unsigned i = 0; name && i < sizeof names / sizeof *names; i++)
    if (!strcmp (name, names[i]))
      return true;
  return false;
}

/* Is FIELD one of a FILE's?  */
static bool
of_stream_p (const struct wpp_program *p, const struct wpp_field *field)
{
  const char *name = field->record == WPP_NONE ? NULL : p->types[field->record].name;
  return name && strstr (name, "_IO_FILE");
}

/* The habits that the tables of P show.  */
static unsigned
find_habits (const struct wpp_program *p)
{
  unsigned habits = 0;
  for (uint32_t i = 0; i < p->n_variables && !habits; i++)
    if (makes_streams_p (&p->variables[i]))
      habits |= WPP_HABIT_OWN_STREAMS;
  for (uint32_t i = 0; i < p->n_fields; i++)
    if (of_stream_p (p, &p->fields[i]))
      habits |= WPP_HABIT_INSIDE_STREAMS;
  return habits;
}

/* Each function of a unit asks, and the tables grow with the functions: they are gone through again only when they have
   grown.  */
unsigned
wpp_library_habits (const struct wpp_program *p)
{
  struct wpp_program_habits *kept = p->habits;
  if (!kept)
    return find_habits (p);
  if (!kept->known || kept->n_variables != p->n_variables || kept->n_fields != p->n_fields)
    *kept = (struct wpp_program_habits){ true, p->n_variables, p->n_fields, find_habits (p) };
  return kept->habits;
}

/* Is OPERAND errno's address?  */
static bool
errno_address_p (const struct wpp_body *b, uint32_t operand)
{
  bool moved = false;
  const struct wpp_library_function *row = wpp_pointer_maker (b, operand, &moved);
  return row && !strcmp (row->name, "__errno_location");
}

uint32_t
wpp_library_object (const struct wpp_body *b, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  bool moved = r->n_components > 0 || r->base_offset != 0;
  const struct wpp_library_function *row = NULL;
  if (r->base_kind == WPP_BASE_POINTER)
    row = wpp_pointer_maker (b, r->base, &moved);
  if (row && !moved && !strcmp (row->name, "__errno_location"))
    return WPP_STATE_ERRNO;
  return row && (row->result == WPP_RESULT_FRESH || row->result == WPP_RESULT_LIBRARY) ? WPP_STATE_MEMORY : 0;
}

/* What S does with OPERAND as a value.  */
static unsigned
habit_of (const struct wpp_body *b, const struct wpp_statement *s, uint32_t operand)
{
  const struct wpp_operand *o = &b->operands[operand];
  if (o->kind == WPP_OPERAND_ADDRESS && standard (wpp_body_variable (b, wpp_reference_variable (b, o->index))))
    return WPP_HABIT_ASSIGNED;
  bool copied = s->kind == WPP_STATEMENT_ASSIGN && s->operation == WPP_OPERATION_COPY && s->n_results == 1
                && b->operands[wpp_statement_results (b, s)[0]].kind == WPP_OPERAND_VALUE;
  return !copied && errno_address_p (b, operand) ? WPP_HABIT_ERRNO_KEPT : 0;
}

/* Does S assign to a standard stream's variable by its result K?  */
static bool
assigned_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t k)
{
  uint32_t variable = wpp_operand_whole_variable (b, &b->operands[wpp_statement_results (b, s)[k]]);
  return standard (wpp_body_variable (b, variable));
}

static unsigned
habits_of (const struct wpp_body *b)
{
  unsigned habits = 0;
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      if (wpp_debug_p (s))
        continue;
      for (uint32_t k = 0; k < s->n_operands; k++)
        habits |= habit_of (b, s, wpp_statement_operands (b, s)[k]);
      for (uint32_t k = 0; k < s->n_results; k++)
        if (assigned_p (b, s, k))
          habits |= WPP_HABIT_ASSIGNED;
    }
  for (uint32_t i = 0; i < b->n_arguments; i++)
    if (errno_address_p (b, b->arguments[i]))
      habits |= WPP_HABIT_ERRNO_KEPT;
  return habits;
}

unsigned
wpp_library_all_habits (const struct wpp_program *p)
{
  unsigned habits = wpp_library_habits (p);
  for (uint32_t i = 0; i < p->n_bodies; i++)
    habits |= habits_of (&p->bodies[i]);
  return habits;
}
