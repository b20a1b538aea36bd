/* The program as data: there and back, damaged records, what is asked of it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "program/statements/record.h"
#include "program/statements/write.h"
#include "make-program.h"
#include "unit.h"

/* All of P's statements as text.  */
static char *
write_all (const struct wpp_program *p)
{
  char *text;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  for (uint32_t i = 0; i < p->bodies[0].n_statements; i++)
    {
      wpp_write_statement (out, &p->bodies[0], &p->bodies[0].statements[i]);
      putc (';', out);
    }
  fclose (out);
  return text;
}

static bool
same_numbers_p (const uint32_t *a, const uint32_t *b, size_t n)
{
  return n == 0 || memcmp (a, b, n * sizeof *a) == 0;
}

static bool
same_statement_p (const struct wpp_statement *x, const struct wpp_statement *y)
{
  return x->kind == y->kind && x->operation == y->operation && x->n_results == y->n_results && x->flags == y->flags
         && x->node == y->node && x->file == y->file && x->line == y->line && x->column == y->column
         && x->scope == y->scope && x->first_operand == y->first_operand && x->n_operands == y->n_operands
         && x->first_use == y->first_use && x->n_uses == y->n_uses && x->extra == y->extra;
}

static bool
same_value_p (const struct wpp_value *x, const struct wpp_value *y)
{
  return x->variable == y->variable && x->type == y->type && x->definition == y->definition && x->kind == y->kind;
}

static bool
same_edge_p (const struct wpp_edge_code *x, const struct wpp_edge_code *y)
{
  return x->outcome == y->outcome && x->into == y->into && x->statement == y->statement
         && x->first_argument == y->first_argument && x->n_cases == y->n_cases;
}

static bool
same_reference_p (const struct wpp_reference *x, const struct wpp_reference *y)
{
  return x->base_kind == y->base_kind && x->flags == y->flags && x->base == y->base && x->base_type == y->base_type
         && x->pointer_type == y->pointer_type && x->type == y->type && x->offset == y->offset && x->size == y->size
         && x->max_size == y->max_size && x->row == y->row && x->column == y->column;
}

static bool
same_body_p (const struct wpp_body *a, const struct wpp_body *b)
{
  bool same = a->n_statements == b->n_statements && a->n_values == b->n_values && a->n_operands == b->n_operands
              && a->n_references == b->n_references && a->n_lists == b->n_lists && a->n_uses == b->n_uses
              && a->n_phis == b->n_phis && a->n_arguments == b->n_arguments && a->n_locals == b->n_locals
              && a->n_parameters == b->n_parameters;
  for (uint32_t i = 0; same && i < a->n_statements; i++)
    same = same_statement_p (&a->statements[i], &b->statements[i]);
  for (uint32_t i = 0; same && i < a->n_values; i++)
    same = same_value_p (&a->values[i], &b->values[i]);
  for (uint32_t i = 0; same && i < a->n_edges; i++)
    same = same_edge_p (&a->edges[i], &b->edges[i]);
  for (uint32_t i = 0; same && i < a->n_uses; i++)
    same = a->uses[i].value == b->uses[i].value && a->uses[i].nonnull == b->uses[i].nonnull;
  for (uint32_t i = 0; same && i < a->n_operands; i++)
    same = a->operands[i].kind == b->operands[i].kind && a->operands[i].type == b->operands[i].type
           && a->operands[i].index == b->operands[i].index && a->operands[i].invariant == b->operands[i].invariant;
  return same && same_reference_p (&a->references[0], &b->references[0])
         && same_numbers_p (a->lists, b->lists, a->n_lists)
         && same_numbers_p (a->arguments, b->arguments, a->n_arguments)
         && same_numbers_p (a->first_phi, b->first_phi, 6) && a->phis[0].node == b->phis[0].node
         && a->phis[0].result == b->phis[0].result && strcmp (a->locals[1].name, b->locals[1].name) == 0
         && a->locals[1].column == b->locals[1].column && a->alias.bits[0] == b->alias.bits[0];
}

static void
test_round_trip (struct wpp_unit *unit, const struct wpp_program *p)
{
  struct wpp_place place;
  unsigned char *again = NULL;
  size_t size = 0;
  int err;
  struct wpp_program *back = wpp_program_decode (unit, &err, &place);
  CHECK (back && same_body_p (&p->bodies[0], &back->bodies[0]), "a program comes back as it was");
  CHECK (back && back->bodies[1].n_nodes == 0, "a function that was skipped has no body");
  CHECK (back && back->constants[HELLO].length == 4 && memcmp (back->constants[HELLO].text, "a\"\a\0", 5) == 0,
         "so does a text");
  CHECK (back && wpp_program_encode (back, unit, &again, &size) == 0 && size == unit->program_size
           && memcmp (again, unit->program, size) == 0, "and gives the same bytes again");
  char *text = write_all (p), *text_back = back ? write_all (back) : NULL;
  CHECK (text_back && strcmp (text, text_back) == 0
           && strcmp (text, "_1 = *p_0;_2 = x_4 + _1;*p_0 = _2;x_3 = x_4 + 1;if x_4 < 5;return x_4;") == 0,
         "statements are written as in the source");
  char *constant = wpp_print_constant (p, HELLO);
  CHECK (constant && strcmp (constant, "\"a\\\"\\x07\"") == 0, "strings are written as GCC does");
  free (constant);
  free (text);
  free (text_back);
  free (again);
  wpp_program_free (back);
}

static void
test_questions (const struct wpp_program *p)
{
  const struct wpp_body *b = &p->bodies[0];
  CHECK (wpp_references_may_alias_p (b, 0, 0) && wpp_references_must_alias_p (b, 0, 0), "*p is *p");
  CHECK (wpp_statement_may_clobber_p (b, &b->statements[2], 0)
             && !wpp_statement_may_clobber_p (b, &b->statements[0], 0),
         "a store may change what it stores to, a load nothing");
  CHECK (wpp_statement_may_use_p (b, &b->statements[0], 0) && !wpp_statement_may_use_p (b, &b->statements[3], 0),
         "a load may read what it loads, an addition nothing");
  CHECK (wpp_operands_equal_p (b, O_ONE, O_ONE) && !wpp_operands_equal_p (b, O_ONE, O_FIVE), "equal operands");
  CHECK (wpp_reference_variable (b, 0) == WPP_NONE && b->whole[0] == WPP_NONE, "*p is no variable");
}

/* Damage each byte of the record, with the right checksum: it is refused or makes sense.  */
static void
test_damage (struct wpp_unit *unit)
{
  unsigned char *good = unit->program;
  size_t size = unit->program_size;
  bool ok = true;
  unsigned refused = 0;
  for (size_t i = 0; i < size; i++)
    for (int change = 1; change < 256; change += 36)
      {
        struct wpp_place place;
        int err = 0;
        unit->program = memcpy (malloc (size), good, size);
        unit->program[i] ^= change;
        uint32_t sum = XXH3_64bits (unit->program + 36, size - 36);
        memcpy (unit->program + 32, &sum, i < 32 || i >= 36 ? 4 : 0);
        struct wpp_program *p = wpp_program_decode (unit, &err, &place);
        ok &= !p == (err < 0);
        refused += !p;
        if (p)
          free (write_all (p));
        wpp_program_free (p);
        free (unit->program);
      }
  unit->program = good;
  CHECK (ok && refused > size, "damaged records are refused or make sense");
  for (size_t n = 0; n < size; n++)
    {
      struct wpp_place place;
      int err = 0;
      unit->program_size = n;
      struct wpp_program *p = wpp_program_decode (unit, &err, &place);
      ok &= !p && err < 0;
      wpp_program_free (p);
    }
  unit->program_size = size;
  CHECK (ok, "records that end too early are refused");
}

/* The record is found after its unit's, and passed over where it is another's.  */
static void
test_section (struct wpp_unit *unit)
{
  unsigned char *record, section[4096];
  size_t size, n;
  struct wpp_unit **units;
  struct wpp_place place;
  CHECK (wpp_unit_encode (unit, &record, &size) == 0, "the unit has a record");
  memcpy (section, record, size);
  memset (section + size, 0, 3);
  memcpy (section + size + 3, unit->program, unit->program_size);
  size_t all = size + 3 + unit->program_size;
  CHECK (wpp_notes_read (section, all, NULL, &units, &n, &place) == 0 && n == 1
             && units[0]->program_size == unit->program_size,
         "statements are found behind padding");
  wpp_unit_free (units[0]);
  free (units);
  section[size + 3 + 8] ^= 1;
  CHECK (wpp_notes_read (section, all, NULL, &units, &n, &place) == WPP_E_CORRUPT && n == 0,
         "those of another unit are an error");
  free (record);
}

int
main (void)
{
  struct wpp_unit *unit = make_unit ();
  struct wpp_program *p = make_program ();
  unsigned char *record;
  size_t size;
  struct wpp_place place;
  int err = 0;
  CHECK (!wpp_program_decode (unit, &err, &place) && err == WPP_E_NOTES, "notes may have no statements");
  wpp_unit_encode (unit, &record, &size);
  free (record);
  CHECK (wpp_program_encode (p, unit, &unit->program, &unit->program_size) == 0, "a program is encoded");
  test_round_trip (unit, p);
  test_questions (p);
  test_damage (unit);
  test_section (unit);
  wpp_program_free (p);
  wpp_unit_free (unit);
  return unit_done ();
}
