/* Calls of the C library whose bytes the table follows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "base/search.h"
#include "values/plan.h"
#include "values/written.h"

/* Sorted by name.  */
static const struct wpp_values_written rows[] = {
  { "__fgets_chk", WPP_WRITES_LINE, 0, 2, 0, 0 },
  { "__fgets_unlocked_chk", WPP_WRITES_LINE, 0, 2, 0, 0 },
  { "__fread_chk", WPP_WRITES_ITEMS, 0, 3, 2, 0 },
  { "__fread_unlocked_chk", WPP_WRITES_ITEMS, 0, 3, 2, 0 },
  { "__getdelim", WPP_WRITES_THERE, 0, 0, 0, 0 },
  { "__libc_read", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "__pread64", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "__pread64_chk", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "__pread_chk", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "__read", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "__read_chk", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "__readlink_chk", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "__recv_chk", WPP_WRITES_RESULT, 1, 2, 0, 4 },
  { "__recvfrom_chk", WPP_WRITES_RESULT, 1, 2, 0, 4 },
  { "__snprintf_chk", WPP_WRITES_PRINTED, 0, 1, 1, 0 },
  { "__sprintf_chk", WPP_WRITES_PRINTED, 0, 0, 0, 0 },
  { "__stpcpy", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "__stpcpy_chk", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "__stpncpy", WPP_WRITES_COUNT, 0, 2, 0, 0 },
  { "__stpncpy_chk", WPP_WRITES_COUNT, 0, 2, 0, 0 },
  { "__strcat_chk", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "__strcpy_chk", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "__strdup", WPP_WRITES_COPY, 0, 0, 0, 0 },
  { "__strncat_chk", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "__strncpy_chk", WPP_WRITES_COUNT, 0, 2, 0, 0 },
  { "__strndup", WPP_WRITES_COPY, 0, 0, 0, 0 },
  { "__vsnprintf_chk", WPP_WRITES_PRINTED, 0, 1, 1, 0 },
  { "__vsprintf_chk", WPP_WRITES_PRINTED, 0, 0, 0, 0 },
  { "calloc", WPP_WRITES_ZEROS, 0, 0, 1, 0 },
  { "fgets", WPP_WRITES_LINE, 0, 1, 0, 0 },
  { "fgets_unlocked", WPP_WRITES_LINE, 0, 1, 0, 0 },
  { "fread", WPP_WRITES_ITEMS, 0, 2, 1, 0 },
  { "fread_unlocked", WPP_WRITES_ITEMS, 0, 2, 1, 0 },
  { "getdelim", WPP_WRITES_THERE, 0, 0, 0, 0 },
  { "getline", WPP_WRITES_THERE, 0, 0, 0, 0 },
  { "getrandom", WPP_WRITES_RESULT, 0, 1, 0, 0 },
  { "pread", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "pread64", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "read", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "readlink", WPP_WRITES_RESULT, 1, 2, 0, 0 },
  { "realloc", WPP_WRITES_MOVED, 0, 1, 0, 0 },
  { "reallocarray", WPP_WRITES_MOVED, 0, 1, 2, 0 },
  { "recv", WPP_WRITES_RESULT, 1, 2, 0, 3 },
  { "recvfrom", WPP_WRITES_RESULT, 1, 2, 0, 3 },
  { "snprintf", WPP_WRITES_PRINTED, 0, 1, 1, 0 },
  { "sprintf", WPP_WRITES_PRINTED, 0, 0, 0, 0 },
  { "stpcpy", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "stpncpy", WPP_WRITES_COUNT, 0, 2, 0, 0 },
  { "strcat", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "strcpy", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "strdup", WPP_WRITES_COPY, 0, 0, 0, 0 },
  { "strncat", WPP_WRITES_STRING, 0, 0, 0, 0 },
  { "strncpy", WPP_WRITES_COUNT, 0, 2, 0, 0 },
  { "strndup", WPP_WRITES_COPY, 0, 0, 0, 0 },
  { "vsnprintf", WPP_WRITES_PRINTED, 0, 1, 1, 0 },
  { "vsprintf", WPP_WRITES_PRINTED, 0, 0, 0, 0 },
};
#define N_ROWS (sizeof rows / sizeof *rows)

/* Of recv: what was not read counts, too, and nothing may be written.  */
#define MSG_TRUNC_BIT 0x20

const struct wpp_values_written *
wpp_values_written_row (uint32_t number)
{
  return &rows[number];
}

/* The name of the function of the system that S calls, or null.  */
static const char *
called (const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_variable *v
    = s->kind == WPP_STATEMENT_CALL ? wpp_body_variable (b, b->calls[s->extra].function) : NULL;
  bool library = v && v->kind == WPP_FUNCTION && v->flags & WPP_VARIABLE_EXTERNAL
                 && v->flags & (WPP_VARIABLE_BUILTIN | WPP_VARIABLE_SYSTEM);
  return library ? wpp_variable_assembler (v) : NULL;
}

static bool
has_result_p (const struct wpp_body *b, const struct wpp_statement *s, bool pointer)
{
  const struct wpp_operand *o = wpp_statement_result (b, s);
  return o && o->kind == WPP_OPERAND_VALUE && wpp_values_width (b, o->type)
         && wpp_pointer_p (wpp_body_type (b, o->type)) == pointer;
}

static bool
argument_p (const struct wpp_body *b, const struct wpp_statement *s, unsigned i, bool pointer)
{
  if (i >= s->n_operands)
    return false;
  const struct wpp_operand *o = wpp_statement_operand (b, s, i);
  return wpp_pointer_p (wpp_body_type (b, o->type)) == pointer && wpp_values_operand_known_p (b, o)
         && wpp_body_type (b, o->type)->kind != WPP_TYPE_REAL;
}

/* Is argument I of S a constant without MSG_TRUNC?  */
static bool
flags_p (const struct wpp_body *b, const struct wpp_statement *s, unsigned i)
{
  if (i >= s->n_operands)
    return false;
  const struct wpp_operand *o = wpp_statement_operand (b, s, i);
  const struct wpp_constant *c = o->kind == WPP_OPERAND_CONSTANT ? &b->program->constants[o->index] : NULL;
  return c && c->kind == WPP_CONSTANT_INTEGER && !(c->low & MSG_TRUNC_BIT);
}

/* Has S, which calls the function of ROW, the arguments and the result that this says?  */
static bool
fits_p (const struct wpp_body *b, const struct wpp_statement *s, const struct wpp_values_written *row)
{
  bool first = argument_p (b, s, row->pointer, true);
  bool most = argument_p (b, s, row->most, false), size = !row->size || argument_p (b, s, row->size, false);
  switch (row->writes)
    {
    case WPP_WRITES_RESULT:
      return first && most && (!row->flags || flags_p (b, s, row->flags)) && has_result_p (b, s, false);
    case WPP_WRITES_ITEMS: return first && most && size && has_result_p (b, s, false);
    case WPP_WRITES_LINE: return first && most && has_result_p (b, s, true);
    case WPP_WRITES_STRING: return first;
    case WPP_WRITES_COPY: return has_result_p (b, s, true);
    case WPP_WRITES_COUNT: return first && most;
    case WPP_WRITES_PRINTED: return first && (!row->size || most) && has_result_p (b, s, false);
    case WPP_WRITES_THERE: return first && has_result_p (b, s, false);
    case WPP_WRITES_MOVED: return first && most && size && has_result_p (b, s, true);
    default: return most && size && has_result_p (b, s, true);
    }
}

uint32_t
wpp_values_written_by (const struct wpp_body *b, const struct wpp_statement *s)
{
  const char *name = b->flags & WPP_BODY_WRITTEN ? called (b, s) : NULL;
  size_t i = name ? WPP_PARTITION_POINT (k, N_ROWS, strcmp (rows[k].name, name) < 0) : N_ROWS;
  return i < N_ROWS && !strcmp (rows[i].name, name) && fits_p (b, s, &rows[i]) ? (uint32_t)i : WPP_NONE;
}
