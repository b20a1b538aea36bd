/* Records of an index as numbers (records.h).  The layouts are those of decide/index/index.h and
   activations/projection/flat.h.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "format/value-place.h"
#include <stdlib.h>
#include "records.h"

/* Append a field of KIND that has VALUE; return that.  */
static uint64_t
add (struct fields *f, enum field_kind kind, uint64_t value)
{
  if (f->n == f->room)
    {
      f->room = 2 * f->room + 64;
      f->fields = realloc (f->fields, f->room * sizeof *f->fields);
      if (!f->fields)
        abort ();
    }
  f->fields[f->n++] = (struct field){ .kind = kind, .value = value };
  return value;
}

static uint64_t
number (struct fields *f, struct wpp_reader *r, enum field_kind kind)
{
  return add (f, kind, wpp_read_leb (r));
}

static uint64_t
byte (struct fields *f, struct wpp_reader *r)
{
  return add (f, FIELD_BYTE, wpp_read_u8 (r));
}

/* Items of KINDS [N], after their number.  */
static void
items (struct fields *f, struct wpp_reader *r, const enum field_kind *kinds, size_t n)
{
  for (uint64_t i = number (f, r, FIELD_FIXED); i > 0 && !r->bad; i--)
    for (size_t k = 0; k < n; k++)
      number (f, r, kinds[k]);
}

static void
paths (struct fields *f, struct wpp_reader *r)
{
  static const enum field_kind kinds[] = { FIELD_STEP, FIELD_TIMES };
  items (f, r, kinds, 2);
}

static void
chain (struct fields *f, struct wpp_reader *r)
{
  uint64_t head = byte (f, r);
  for (uint64_t i = head & 3; i < (head >> 2 & 3) && !r->bad; i++)
    {
      number (f, r, FIELD_ENTRY);
      number (f, r, FIELD_NODE);
    }
  number (f, r, FIELD_TIMES);
}

static void
callees (struct fields *f, struct wpp_reader *r)
{
  static const enum field_kind kinds[] = { FIELD_STEP, FIELD_ENTRY, FIELD_TIMES };
  items (f, r, kinds, 3);
}

static void
calls (struct fields *f, struct wpp_reader *r)
{
  callees (f, r);
  for (uint64_t i = number (f, r, FIELD_FIXED); i > 0 && !r->bad; i--)
    chain (f, r);
  paths (f, r);
}

static void
projection (struct fields *f, struct wpp_reader *r)
{
  byte (f, r);
  uint64_t terminals = number (f, r, FIELD_FIXED), rules = number (f, r, FIELD_FIXED);
  uint64_t powers = number (f, r, FIELD_FIXED), symbols = number (f, r, FIELD_FIXED), width = byte (f, r);
  for (; terminals > 0 && !r->bad; terminals--)
    number (f, r, FIELD_LETTER);
  for (; rules > 0 && !r->bad; rules--)
    number (f, r, FIELD_FIXED);
  for (; powers > 0 && !r->bad; powers--)
    {
      number (f, r, FIELD_FIXED);
      number (f, r, FIELD_EXPONENT);
    }
  for (; symbols > 0 && !r->bad; symbols--)
    {
      uint64_t value = 0;
      for (uint64_t k = 0; k < width; k++)
        value |= (uint64_t)wpp_read_u8 (r) << 8 * k;
      add (f, FIELD_SYMBOL, value);
      f->fields[f->n - 1].width = width;
    }
}

static void
branches (struct fields *f, struct wpp_reader *r)
{
  static const enum field_kind kinds[] = { FIELD_STEP, FIELD_TIMES, FIELD_TIMES };
  items (f, r, kinds, 3);
}

static void
loops (struct fields *f, struct wpp_reader *r)
{
  static const enum field_kind group[] = { FIELD_STEP, FIELD_TIMES, FIELD_TIMES };
  for (uint64_t i = number (f, r, FIELD_FIXED); i > 0 && !r->bad; i--)
    {
      number (f, r, FIELD_STEP);
      number (f, r, FIELD_TIMES);
      number (f, r, FIELD_TIMES);
      items (f, r, group, 3);
    }
}

static void
contexts (struct fields *f, struct wpp_reader *r)
{
  for (uint64_t i = number (f, r, FIELD_FIXED); i > 0 && !r->bad; i--)
    {
      chain (f, r);
      paths (f, r);
      callees (f, r);
    }
}

static void
values (struct fields *f, struct wpp_reader *r)
{
  static const enum field_kind value[] = { FIELD_TIMES, FIELD_TIMES };
  for (uint64_t i = number (f, r, FIELD_FIXED); i > 0 && !r->bad; i--)
    {
      number (f, r, FIELD_FIXED);
      number (f, r, FIELD_NODE);
      for (unsigned k = 0; k < WPP_PLACE_WORDS; k++)
        number (f, r, FIELD_TIMES);
      number (f, r, FIELD_TIMES);
      items (f, r, value, 2);
    }
}

bool
fields_read (enum record_kind kind, const unsigned char *data, size_t size, struct fields *f)
{
  static void (*const read[N_RECORDS]) (struct fields *, struct wpp_reader *)
    = { [RECORD_COUNTS] = paths, [RECORD_CALLS] = calls, [RECORD_BRANCHES] = branches, [RECORD_LOOPS] = loops,
        [RECORD_CONTEXTS] = contexts, [RECORD_VALUES] = values, [RECORD_SAMPLE] = projection,
        [RECORD_WHOLE] = projection };
  struct wpp_reader r = wpp_reader_of (data, size);
  *f = (struct fields){ 0 };
  read[kind](f, &r);
  if (!r.bad && !wpp_reader_left (&r))
    return true;
  fields_release (f);
  return false;
}

void
fields_put (const struct fields *f, struct wpp_buffer *b)
{
  for (const struct field *x = f->fields; x < f->fields + f->n; x++)
    if (x->kind == FIELD_BYTE)
      wpp_put_u8 (b, x->value);
    else if (x->kind != FIELD_SYMBOL)
      wpp_put_leb (b, x->value);
    else
      for (unsigned k = 0; k < x->width; k++)
        wpp_put_u8 (b, x->value >> 8 * k);
}

void
fields_release (struct fields *f)
{
  free (f->fields);
  *f = (struct fields){ 0 };
}
