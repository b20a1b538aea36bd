/* Points of the plan as micro-operations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "format/value-table.h"
#include "values/replay/compile-impl.h"
#include "values/replay/run.h"
#include "values/written.h"

static uint32_t
identity (const struct wpp_compiler *c, const struct wpp_point *point)
{
  return c->l->first_check + point->check;
}

static uint64_t
key_place (const struct wpp_compiler *c, const struct wpp_point *point)
{
  return wpp_value_key (c->l->numbers + point->check);
}

static struct wpp_scalar
scalar_of_value (const struct wpp_compiler *c, uint32_t value)
{
  const struct wpp_body *b = c->l->body;
  return wpp_scalar_of (wpp_body_type (b, b->values[value].type));
}

/* ---- Checks.  */

/* The access that finds what is in memory of an S as its word, among those whose first is FIRST.  */
static uint16_t
access_of (uint16_t first, struct wpp_scalar s)
{
  bool has_sign = s.kind == WPP_SCALAR_INTEGER && s.is_signed;
  uint16_t narrow = WPP_MICRO_LOAD_S8 + (s.bytes == 1 ? 0 : s.bytes == 2 ? 2 : 4) + !has_sign;
  return first + ((s.bytes == 8 ? WPP_MICRO_LOAD_64 : narrow) - WPP_MICRO_LOAD_S8);
}

/* If an S has fewer bits than its bytes, DST is lost where it has others in memory.  */
static void
bound (struct wpp_compiler *c, struct wpp_scalar s, uint32_t dst)
{
  if (s.kind == WPP_SCALAR_INTEGER && s.bits < 8 * s.bytes)
    WPP_EMIT (c, WITHIN, .dst = dst, .a = dst, .narrow = s.bits, .b = s.is_signed);
}

/* DST, an S, is checked with the place PLACE of the table.  */
static void
check_at (struct wpp_compiler *c, const struct wpp_point *point, struct wpp_scalar s, uint32_t dst, uint64_t place)
{
  wpp_emit (c, (struct wpp_micro){ .operation = access_of (WPP_MICRO_CHECK_S8, s), .dst = dst,
                                   .b = identity (c, point), .imm = place });
  bound (c, s, dst);
}

static void
check_value (struct wpp_compiler *c, const struct wpp_point *point, uint64_t place)
{
  struct wpp_scalar s = scalar_of_value (c, point->index);
  if (s.kind != WPP_SCALAR_NONE)
    check_at (c, point, s, wpp_value_slot (point->index), place);
}

static const struct wpp_scalar address = { WPP_SCALAR_INTEGER, 64, 8, false };

static void
check_address (struct wpp_compiler *c, const struct wpp_point *point)
{
  uint32_t slot = wpp_temporary (c);
  check_at (c, point, address, slot, key_place (c, point));
  if (c->n_checked < WPP_MOST_CHECKED)
    {
      c->checked[c->n_checked].reference = point->index;
      c->checked[c->n_checked++].slot = slot;
    }
}

/* ---- Memory.  */

/* P as a slot and an offset, with the key of a bit-field for its address if BITS.  */
static void
as_key (struct wpp_micro_place *p, bool bits)
{
  if (bits)
    p->offset = wpp_value_bits_key (p->offset, p->bit);
}

/* A slot that is not known, so that an access whose address is not known has one.  */
static void
give_slot (struct wpp_compiler *c, struct wpp_micro_place *p)
{
  if (p->known)
    return;
  p->slot = wpp_temporary (c);
  p->offset = 0;
  WPP_EMIT (c, LOSE, .dst = p->slot);
}

static bool
watched_p (const struct wpp_compiler *c, uint32_t statement, uint8_t what)
{
  return statement != WPP_NONE && c->l->watched && c->l->watched[statement] & what;
}

/* Tell of an access to BYTES at P, if anybody wants to hear of STATEMENT's.  */
static void
watch (struct wpp_compiler *c, uint32_t statement, const struct wpp_micro_place *p, uint64_t bytes, bool write)
{
  if (!watched_p (c, statement, WPP_WATCH_ACCESS) || !p->known)
    return;
  uint32_t slot = wpp_temporary (c);
  WPP_EMIT (c, ADD_I, .dst = slot, .a = p->slot, .imm = p->offset + (p->named ? wpp_named_base (c->l) : 0));
  if (write)
    WPP_EMIT (c, WATCH_WRITE, .a = slot, .narrow = bytes, .imm = statement);
  else
    WPP_EMIT (c, WATCH_READ, .a = slot, .narrow = bytes, .imm = statement);
}

/* The bytes in which the bits of an access are.  */
static unsigned
bytes_of (const struct wpp_compiler *c, const struct wpp_point *point)
{
  struct wpp_values_access a = wpp_values_access (c->l->body, point->reference);
  return a.bits ? (a.bit + a.size + 7) / 8 : a.width;
}

static void
load (struct wpp_compiler *c, const struct wpp_point *point, uint32_t statement)
{
  struct wpp_scalar s = scalar_of_value (c, point->index);
  uint32_t dst = wpp_value_slot (point->index);
  struct wpp_micro_place p = wpp_compile_place (c, point->reference);
  if (s.kind == WPP_SCALAR_NONE)
    return;
  give_slot (c, &p);
  watch (c, statement, &p, bytes_of (c, point), false);
  as_key (&p, point->bits);
  wpp_emit (c, (struct wpp_micro){ .operation = point->bits ? WPP_MICRO_LOAD_64 : access_of (WPP_MICRO_LOAD_S8, s),
                                   .dst = dst, .a = p.slot, .b = identity (c, point), .imm = p.offset });
  if (!point->bits)
    bound (c, s, dst);
}

static uint16_t
put_of (uint16_t first, unsigned width)
{
  return first + (width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3);
}

/* Add slot VALUE, of WIDTH bytes, to the sum of what was stored.  No record is of the check by which that is read.  */
static void
add_to_sum (struct wpp_compiler *c, uint32_t value, unsigned width)
{
  uint32_t sum = wpp_temporary (c), more = width < 8 ? wpp_temporary (c) : value;
  uint64_t place = (uint64_t) (int64_t)WPP_TABLE_SUM;
  if (width < 8)
    WPP_EMIT (c, AND_I, .dst = more, .a = value, .imm = (UINT64_C (1) << 8 * width) - 1);
  WPP_EMIT (c, CHECK_64, .dst = sum, .b = WPP_VALUE_SUM, .imm = place);
  WPP_EMIT (c, ADD, .dst = sum, .a = sum, .b = more);
  WPP_EMIT (c, PUT_8, .b = sum, .imm = place);
}

static void
store (struct wpp_compiler *c, const struct wpp_point *point, uint32_t statement)
{
  uint32_t value = wpp_compile_operand (c, point->index);
  struct wpp_micro_place p = wpp_compile_place (c, point->reference);
  give_slot (c, &p);
  watch (c, statement, &p, bytes_of (c, point), true);
  as_key (&p, point->bits);
  wpp_emit (c, (struct wpp_micro){ .operation = put_of (WPP_MICRO_STORE_1, point->width), .a = p.slot, .b = value,
                                   .imm = p.offset });
  if (c->l->sums)
    add_to_sum (c, value, point->width);
}

static void
put (struct wpp_compiler *c, const struct wpp_point *point, uint32_t word)
{
  uint32_t value = wpp_compile_operand (c, point->index);
  wpp_emit (c, (struct wpp_micro){ .operation = put_of (WPP_MICRO_PUT_1, point->width), .b = value,
                                   .imm = (uint64_t) (int64_t)WPP_TABLE_ARGUMENT (word) });
}

/* The address of REFERENCE, an aggregate, as a slot.  */
static uint32_t
place_slot (struct wpp_compiler *c, uint32_t reference)
{
  return wpp_compile_address (c, reference);
}

/* Tell that STATEMENT writes (or reads) N bytes at REFERENCE, whose address is in slot A.  */
static void
watch_constant (struct wpp_compiler *c, uint32_t statement, uint32_t reference, uint32_t a, uint64_t n, bool write)
{
  struct wpp_micro_place p = { .known = true, .named = wpp_compile_place (c, reference).named, .slot = a };
  if (n < 65536)
    watch (c, statement, &p, n, write);
}

static void
copy (struct wpp_compiler *c, const struct wpp_point *point, uint32_t statement)
{
  uint32_t from = place_slot (c, point->reference), to = place_slot (c, point->index);
  watch_constant (c, statement, point->reference, from, point->number, false);
  watch_constant (c, statement, point->index, to, point->number, true);
  WPP_EMIT (c, COPY, .a = to, .b = from, .imm = point->number);
}

static void
fill (struct wpp_compiler *c, const struct wpp_point *point, uint32_t statement)
{
  uint32_t to = place_slot (c, point->index);
  watch_constant (c, statement, point->index, to, point->number, true);
  WPP_EMIT (c, FILL, .a = to, .imm = point->number);
}

/* The call STATEMENT moves or sets bytes.  */
static void
call (struct wpp_compiler *c, uint32_t statement, bool moves)
{
  const struct wpp_body *b = c->l->body;
  const uint32_t *operands = wpp_statement_operands (b, &b->statements[statement]);
  uint32_t to = wpp_compile_operand (c, operands[0]), from = wpp_compile_operand (c, operands[1]);
  uint32_t n = wpp_compile_operand (c, operands[2]);
  if (watched_p (c, statement, WPP_WATCH_ACCESS))
    {
      if (moves)
        WPP_EMIT (c, WATCH_MANY, .a = from, .b = n, .imm = statement, .narrow = 0);
      WPP_EMIT (c, WATCH_MANY, .a = to, .b = n, .imm = statement, .narrow = 1);
    }
  if (moves)
    WPP_EMIT (c, MOVE_BYTES, .dst = n, .a = to, .b = from);
  else
    WPP_EMIT (c, SET_BYTES, .dst = n, .a = to, .b = from);
}

/* The call STATEMENT, of row NUMBER of written.h, has moved bytes, or set them to zero.  */
static void
moved (struct wpp_compiler *c, uint32_t statement, uint32_t number, bool moves)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_statement *s = &b->statements[statement];
  const struct wpp_values_written *row = wpp_values_written_row (number);
  const uint32_t *operands = wpp_statement_operands (b, s);
  uint32_t to = wpp_value_slot (wpp_statement_result (b, s)->index);
  uint32_t from = moves ? wpp_compile_operand (c, operands[row->pointer]) : WPP_SLOT_ZERO;
  uint32_t n = wpp_compile_operand (c, operands[row->most]);
  if (row->size)
    {
      uint32_t all = wpp_temporary (c);
      WPP_EMIT (c, MUL, .dst = all, .a = n, .b = wpp_compile_operand (c, operands[row->size]));
      n = all;
    }
  if (moves)
    WPP_EMIT (c, MOVE_BYTES, .dst = n, .a = to, .b = from);
  else
    WPP_EMIT (c, SET_BYTES, .dst = n, .a = to, .b = from);
}

void
wpp_compile_point (struct wpp_compiler *c, const struct wpp_point *point, uint32_t statement)
{
  uint32_t temporary = c->temporary;
  switch (point->kind)
    {
    case WPP_POINT_MODE: WPP_EMIT (c, MODE, .b = identity (c, point)); break;
    case WPP_POINT_PARAMETER:
      check_value (c, point, (uint64_t) (int64_t)WPP_TABLE_ARGUMENT (point->number));
      break;
    case WPP_POINT_RETURNED:
      check_value (c, point, (uint64_t) (int64_t)WPP_TABLE_ARGUMENT (WPP_TABLE_RESULT));
      break;
    case WPP_POINT_INITIAL: case WPP_POINT_PHI: case WPP_POINT_RESULT:
      check_value (c, point, key_place (c, point));
      break;
    case WPP_POINT_FRAME:
      check_at (c, point, address, c->l->frames[point->index - c->l->body->n_globals], key_place (c, point));
      break;
    case WPP_POINT_ADDRESS:
      check_address (c, point);
      return;  /* its temporary stays */
    case WPP_POINT_ARGUMENT: put (c, point, point->number); break;
    case WPP_POINT_RETURN: put (c, point, WPP_TABLE_RESULT); break;
    case WPP_POINT_COPY: copy (c, point, statement); break;
    case WPP_POINT_FILL: fill (c, point, statement); break;
    case WPP_POINT_MOVE: call (c, statement, true); break;
    case WPP_POINT_SET: call (c, statement, false); break;
    case WPP_POINT_LOAD: load (c, point, statement); break;
    case WPP_POINT_STORE: store (c, point, statement); break;
    case WPP_POINT_WRITTEN: WPP_EMIT (c, WRITTEN, .b = identity (c, point)); break;
    case WPP_POINT_MOVED: moved (c, statement, point->number, true); break;
    case WPP_POINT_ZEROED: moved (c, statement, point->number, false); break;
    default: break;
    }
  c->temporary = temporary;
}

/* ---- What is kept in the activation.  */

/* Where the kept bytes of the variable of O begin, and how many bytes it has, if O is a reference to such a one.  */
static bool
kept_p (const struct wpp_compiler *c, const struct wpp_operand *o, uint64_t *start, uint64_t *size)
{
  const struct wpp_body *b = c->l->body;
  if (o->kind != WPP_OPERAND_REFERENCE)
    return false;
  uint32_t variable = wpp_values_variable (b, o->index), local = variable - b->n_globals;
  if (variable == WPP_NONE || variable < b->n_globals)
    return false;
  *start = c->l->kept[local];
  *size = wpp_body_type (b, b->locals[local].type)->size / 8;
  return c->l->kept[local] != WPP_NONE;
}

/* An operation on kept bits.  */
static void
emit_kept (struct wpp_compiler *c, uint16_t operation, uint32_t reference, uint64_t start, uint64_t size, uint32_t slot,
           unsigned width)
{
  uint32_t offset;
  int64_t bits;
  bool known = wpp_compile_kept (c, reference, &offset, &bits) && bits >= INT32_MIN && bits <= INT32_MAX;
  if (!known)
    {
      offset = wpp_temporary (c);
      bits = 0;
      WPP_EMIT (c, LOSE, .dst = offset);
    }
  wpp_emit (c, (struct wpp_micro){ .operation = operation, .dst = slot, .a = offset, .b = (uint32_t)bits,
                                   .narrow = width, .imm = start << 32 | size });
}

/* VALUE = what is kept at FROM, in a variable as of kept_p.  */
static void
kept_load (struct wpp_compiler *c, const struct wpp_operand *from, uint32_t value, uint64_t start, uint64_t size)
{
  struct wpp_values_access a = wpp_values_access (c->l->body, from->index);
  struct wpp_scalar t = scalar_of_value (c, value);
  uint32_t dst = wpp_value_slot (value);
  emit_kept (c, WPP_MICRO_KEPT_LOAD, from->index, start, size, dst, a.size);
  if (a.size && a.size <= 64 && t.kind != WPP_SCALAR_NONE)
    wpp_compile_bits (c, t, dst, dst, 0, a.size);
}

bool
wpp_compile_kept_access (struct wpp_compiler *c, const struct wpp_statement *s)
{
  const struct wpp_body *b = c->l->body;
  const struct wpp_operand *to = wpp_statement_result (b, s);
  uint64_t start, size;
  if (s->kind != WPP_STATEMENT_ASSIGN || s->flags & WPP_STATEMENT_CLOBBER || s->n_operands != 1)
    return false;
  const struct wpp_operand *from = wpp_statement_operand (b, s, 0);
  if (kept_p (c, to, &start, &size))
    {
      struct wpp_values_access a = wpp_values_access (b, to->index);
      uint64_t all = wpp_body_type (b, to->type)->size;
      if (wpp_values_zeros_p (b, s))
        emit_kept (c, WPP_MICRO_KEPT_ZERO, to->index, start, size, (uint32_t) (all / 8), 0);
      else
        emit_kept (c, WPP_MICRO_KEPT_STORE, to->index, start, size,
                   wpp_compile_operand (c, wpp_statement_operands (b, s)[0]), a.size);
    }
  else if (kept_p (c, from, &start, &size) && to->kind == WPP_OPERAND_VALUE)
    kept_load (c, from, to->index, start, size);
  else
    return false;
  return true;
}
