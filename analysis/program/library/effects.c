/* What a call of the C library may read and write: rows of the table, resolved for one call.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include "program/library/effects-impl.h"

/* The row of an internal function of GCC's, `.NAME'.  */
static const struct wpp_library_function *
find_internal (const struct wpp_body *b, const struct wpp_call *c)
{
  char name[32];
  int n = c->text == WPP_NONE ? 0 : snprintf (name, sizeof name, ".%s", b->program->constants[c->text].text);
  return n > 0 && (size_t)n < sizeof name ? wpp_library_find (name) : NULL;
}

const struct wpp_library_function *
wpp_library_called (const struct wpp_body *b, const struct wpp_statement *s)
{
  if (s->kind == WPP_STATEMENT_CALL && b->calls[s->extra].flags & WPP_CALL_INTERNAL)
    return find_internal (b, &b->calls[s->extra]);
  const struct wpp_variable *v
    = s->kind == WPP_STATEMENT_CALL ? wpp_body_variable (b, b->calls[s->extra].function) : NULL;
  bool library = v && v->kind == WPP_FUNCTION && v->flags & WPP_VARIABLE_EXTERNAL
                 && v->flags & (WPP_VARIABLE_BUILTIN | WPP_VARIABLE_SYSTEM);
  const char *name = library ? wpp_variable_assembler (v) : NULL;
  return name ? wpp_library_find (name) : NULL;
}

/* ---- Accesses.  */

/* Set *VALUE to the value of argument I of the call, if it is a known integer.  */
static bool
argument_value (const struct wpp_effects *e, uint32_t i, int64_t *value)
{
  return i < e->statement->n_operands
         && wpp_integer_operand (e->body, wpp_statement_operands (e->body, e->statement)[i], value) && *value >= 0;
}

/* The bytes that A says, or -1.  */
static int64_t
extent (const struct wpp_effects *e, const struct wpp_library_access *a)
{
  int64_t size = 1, count = 1, bytes;
  bool known = a->extent == WPP_EXTENT_BYTES;
  if (a->extent == WPP_EXTENT_ARGUMENT || a->extent == WPP_EXTENT_SHORT_STRING || a->extent == WPP_EXTENT_PRODUCT)
    known = argument_value (e, a->size, &size);
  if (a->extent == WPP_EXTENT_PRODUCT)
    known &= argument_value (e, a->count, &count);
  if (!known || __builtin_mul_overflow (size, count, &bytes) || __builtin_mul_overflow (bytes, a->unit, &bytes))
    return -1;
  return bytes;
}

/* E accesses memory so that A says how.  */
static void
add (struct wpp_effects *e, const struct wpp_library_access *a)
{
  if (a->argument >= e->statement->n_operands)
    return;
  struct wpp_effect_access x = { .how = a->how, .argument = a->argument, .says = *a };
  wpp_place_pointer (e->body, wpp_statement_operands (e->body, e->statement)[a->argument], &x);
  bool accessed = x.how & (WPP_LIBRARY_READS | WPP_LIBRARY_WRITES);
  if (x.place == WPP_PLACE_NOTHING && accessed && x.how & WPP_LIBRARY_KEEPS)
    e->any |= WPP_READS_ANY | WPP_WRITES_ANY;
  if (x.how & WPP_LIBRARY_REACHES && x.place != WPP_PLACE_NOTHING)
    e->any |= WPP_READS_ANY | WPP_WRITES_ANY;
  x.size = extent (e, a);
  if (x.place == WPP_PLACE_NOTHING || x.size == 0)
    return;
  if (a->extent == WPP_EXTENT_OBJECT)
    x.offset = 0;
  if (!x.exact)
    x.size = -1;
  x.exact &= x.size > 0 && x.how & WPP_LIBRARY_MUST;
  if (e->n < WPP_MOST_EFFECT_ACCESSES)
    e->accesses[e->n++] = x;
  else
    e->any |= (x.how & WPP_LIBRARY_READS ? WPP_READS_ANY : 0) | (x.how & WPP_LIBRARY_WRITES ? WPP_WRITES_ANY : 0);
}

/* ---- What formats say.  */

static bool
pointer_argument_p (const struct wpp_effects *e, uint32_t i)
{
  return i < e->statement->n_operands
         && wpp_pointer_p (wpp_body_type (e->body, wpp_statement_operand (e->body, e->statement, i)->type));
}

/* Nobody knows what becomes of the arguments from I on.  */
static void
add_unknown (struct wpp_effects *e, uint32_t i)
{
  for (; i < e->statement->n_operands && i <= UINT8_MAX; i++)
    if (pointer_argument_p (e, i))
      add (e, &(struct wpp_library_access){ WPP_LIBRARY_READS | WPP_LIBRARY_WRITES, i, WPP_EXTENT_OBJECT, 0, 0, 1 });
  if (i < e->statement->n_operands)
    e->any |= WPP_READS_ANY | WPP_WRITES_ANY;
}

/* The conversion C, of UNIT, has argument I.  */
static void
add_conversion (struct wpp_effects *e, enum wpp_conversion c, unsigned unit, uint32_t i)
{
  struct wpp_library_access a = { WPP_LIBRARY_WRITES, i, unit ? WPP_EXTENT_BYTES : WPP_EXTENT_STRING, 0, 0, unit };
  if (c == WPP_CONVERSION_STRING)
    a = (struct wpp_library_access){ WPP_LIBRARY_READS, i, WPP_EXTENT_STRING, 0, 0, unit };
  if (c != WPP_CONVERSION_VALUE)
    add (e, &a);
}

/* Arguments from I on, by the format F.  */
static void
add_converted (struct wpp_effects *e, struct wpp_format *f, uint32_t i)
{
  unsigned unit = 0;
  enum wpp_conversion c;
  while ((c = wpp_format_next (f, &unit)) != WPP_CONVERSION_END)
    {
      if (c == WPP_CONVERSION_UNKNOWN || i + f->stars > UINT8_MAX)
        {
          add_unknown (e, i);
          return;
        }
      i += f->stars;
      if (c == WPP_CONVERSION_ERRNO)
        e->reads |= WPP_STATE_ERRNO;
      else if (c != WPP_CONVERSION_NOTHING)
        add_conversion (e, c, unit, i++);
    }
}

/* May a call with a list of arguments by the format F change what they point to?  */
static bool
stores_p (struct wpp_format *f)
{
  unsigned unit;
  enum wpp_conversion c;
  while ((c = wpp_format_next (f, &unit)) != WPP_CONVERSION_END)
    if (c == WPP_CONVERSION_STORES || c == WPP_CONVERSION_UNKNOWN)
      return true;
  return false;
}

/* All arguments are in a list, wherever that is.  */
static void
add_listed (struct wpp_effects *e, struct wpp_format *f, bool known)
{
  const struct wpp_library_function *row = e->row;
  e->any |= WPP_READS_ANY | (known && !stores_p (f) ? 0 : WPP_WRITES_ANY);
  e->reads |= WPP_STATE_ERRNO;
  add (e, &(struct wpp_library_access){ WPP_LIBRARY_READS | WPP_LIBRARY_WRITES, row->format_first, WPP_EXTENT_BYTES, 0,
                                        0, WPP_LIBRARY_LIST });
}

static void
add_formatted (struct wpp_effects *e)
{
  const struct wpp_library_function *row = e->row;
  struct wpp_format f = { .scanf = row->format == WPP_FORMAT_SCANF || row->format == WPP_FORMAT_VSCANF };
  bool wide = row->format == WPP_FORMAT_WIDE_PRINTF || row->format == WPP_FORMAT_WIDE_SCANF;
  if (row->format == WPP_FORMAT_NONE || row->format_at >= e->statement->n_operands)
    return;
  add (e, &(struct wpp_library_access){ WPP_LIBRARY_READS, row->format_at, WPP_EXTENT_STRING, 0, 0, wide ? 4 : 1 });
  bool known = !wide && wpp_string_operand (e->body, wpp_statement_operands (e->body, e->statement)[row->format_at],
                                            &f.text, &f.end);
  if (row->format == WPP_FORMAT_VPRINTF || row->format == WPP_FORMAT_VSCANF)
    add_listed (e, &f, known);
  else if (known)
    add_converted (e, &f, row->format_first);
  else
    {
      e->reads |= WPP_STATE_ERRNO;
      add_unknown (e, row->format_first);
    }
}

/* ---- The whole.  */

static void
add_stream (struct wpp_effects *e, unsigned habits)
{
  const struct wpp_library_stream *stream = &e->row->stream;
  uint32_t states = wpp_stream_states (e->body, e->statement, stream, habits);
  if (stream->use != WPP_USE_OUTPUT || e->statement->n_results)
    e->reads |= states;
  if (stream->use != WPP_USE_ASKS)
    e->writes |= states;
  if (stream->via == WPP_VIA_NOTHING || stream->via == WPP_VIA_DESCRIPTOR)
    return;
  if (habits & WPP_HABIT_OWN_STREAMS && states & WPP_STATE_STREAMS)
    e->any |= WPP_READS_ANY | WPP_WRITES_ANY;
  if (habits & WPP_HABIT_INSIDE_STREAMS)
    {
      e->reads |= WPP_STATE_MEMORY;
      e->writes |= WPP_STATE_MEMORY;
    }
}

/* GCC knows that the call reads, or writes, nothing.  */
static void
believe_compiler (struct wpp_effects *e)
{
  const struct wpp_call *call = &e->body->calls[e->statement->extra];
  uint8_t not = (call->uses == WPP_NONE ? WPP_LIBRARY_READS : 0)
                | (call->clobbers == WPP_NONE ? WPP_LIBRARY_WRITES | WPP_LIBRARY_MUST : 0);
  if (not & WPP_LIBRARY_READS)
    e->reads = 0, e->any &= ~WPP_READS_ANY;
  if (not & WPP_LIBRARY_WRITES)
    e->writes = 0, e->any &= ~WPP_WRITES_ANY;
  for (uint32_t i = 0; i < e->n; i++)
    {
      e->accesses[i].how &= ~not;
      e->accesses[i].exact &= !(not & WPP_LIBRARY_WRITES);
    }
}

void
wpp_effects_of (const struct wpp_body *b, const struct wpp_statement *s, unsigned habits, struct wpp_effects *e)
{
  e->body = b;
  e->statement = s;
  e->row = wpp_library_called (b, s);
  e->n = 0;
  if (!e->row)
    return;
  e->reads = e->row->reads;
  e->writes = e->row->writes;
  e->any = e->row->any;
  for (unsigned i = 0; i < WPP_MOST_LIBRARY_ACCESSES && e->row->accesses[i].extent != WPP_EXTENT_NONE; i++)
    add (e, &e->row->accesses[i]);
  add_formatted (e);
  add_stream (e, habits);
  if (habits & WPP_HABIT_ERRNO_KEPT)
    {
      e->reads |= e->reads & WPP_STATE_ERRNO ? WPP_STATE_MEMORY : 0;
      e->writes |= e->writes & WPP_STATE_ERRNO ? WPP_STATE_MEMORY : 0;
    }
  believe_compiler (e);
}

/* ---- Questions.  */

/* May A be to REFERENCE, as far as variables tell?  */
static bool
reaches_p (const struct wpp_body *b, const struct wpp_effect_access *a, uint32_t reference)
{
  const struct wpp_reference *r = &b->references[reference];
  uint32_t variable = wpp_reference_variable (b, reference);
  if (a->place == WPP_PLACE_POINTER)
    return variable == WPP_NONE || wpp_variable_reached_p (wpp_body_variable (b, variable));
  if (variable == WPP_NONE)
    return wpp_variable_reached_p (wpp_body_variable (b, a->variable)) && !wpp_library_object (b, reference);
  if (variable != a->variable)
    return false;
  __int128 from = (__int128)a->offset * 8, to = from + (__int128)a->size * 8;
  bool known = r->flags & WPP_REFERENCE_MEMORY && !(r->flags & WPP_REFERENCE_VARYING) && r->max_size >= 0;
  return !known || ((a->size < 0 || r->offset < to) && from < (__int128)r->offset + r->max_size);
}

static bool
may_p (const struct wpp_effects *e, uint32_t reference, unsigned how, unsigned any, uint32_t states)
{
  bool pointer = wpp_reference_variable (e->body, reference) == WPP_NONE;
  if (e->any & any || (pointer && states & WPP_STATE_MEMORY)
      || (pointer && states & WPP_STATE_ERRNO && wpp_library_object (e->body, reference) == WPP_STATE_ERRNO))
    return true;
  for (uint32_t i = 0; i < e->n; i++)
    if (e->accesses[i].how & how && reaches_p (e->body, &e->accesses[i], reference))
      return true;
  return false;
}

/* Does E's statement assign its result to memory of REFERENCE?  */
static bool
result_p (const struct wpp_effects *e, uint32_t reference)
{
  const struct wpp_operand *result = wpp_statement_result (e->body, e->statement);
  return result && wpp_operand_memory_p (e->body, result)
         && wpp_references_may_alias_p (e->body, result->index, reference);
}

/* Nobody asked GCC's oracle about REFERENCE, as no statement accesses it: only its address is taken.  Does the
   call change, if WRITES, or read memory at all?  */
static bool
unasked_p (const struct wpp_effects *e, uint32_t reference, bool writes)
{
  if (e->statement->kind != WPP_STATEMENT_CALL || e->body->references[reference].column != WPP_NONE)
    return false;
  const struct wpp_call *call = &e->body->calls[e->statement->extra];
  return (writes ? call->clobbers : call->uses) != WPP_NONE;
}

bool
wpp_effects_may_write_p (const struct wpp_effects *e, uint32_t reference)
{
  return (unasked_p (e, reference, true) || wpp_statement_may_clobber_p (e->body, e->statement, reference))
         && (!e->row || result_p (e, reference) || may_p (e, reference, WPP_LIBRARY_WRITES, WPP_WRITES_ANY, e->writes));
}

bool
wpp_effects_may_read_p (const struct wpp_effects *e, uint32_t reference)
{
  return (unasked_p (e, reference, false) || wpp_statement_may_use_p (e->body, e->statement, reference))
         && (!e->row || may_p (e, reference, WPP_LIBRARY_READS, WPP_READS_ANY, e->reads));
}
