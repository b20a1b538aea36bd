/* A program that is made by hand:   int f (int *p) { for (x = 0; x < 5; x++) *p = x + *p; return x; }
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_MAKE_PROGRAM_H
#define WPP_TESTSUITE_UNIT_MAKE_PROGRAM_H

#include <stdlib.h>
#include <string.h>
#include "program/statements/record.h"

enum { INT, POINTER, BOOL };
enum { ZERO, FIVE, ONE, HELLO };
enum { P, X };
/* Values and operands, both in order of appearance.  */
enum { P_0, X_1, LOADED, SUM, X_4, RETURNED };
enum { O_P, O_DEREF, O_LOADED, O_X1, O_SUM, O_ONE, O_X4, O_FIVE, O_ZERO };

/* A copy of ITEMS.  */
#define COPY(ITEMS) memcpy (malloc (sizeof (ITEMS)), ITEMS, sizeof (ITEMS))
#define SET(FIELD, ITEMS) b->n_##FIELD = sizeof (ITEMS) / sizeof *(ITEMS), b->FIELD = COPY (ITEMS)

static struct wpp_unit *
make_unit (void)
{
  static const struct wpp_node nodes[] = {
    { 0, 0, 0, 0, 0 }, { 1, 0, 0, 0, 0 }, { 2, 0, 4, 0, 0 }, { 3, 0, 1, 0, 0 }, { 4, 0, 1, 0, 0 }
  };
  static const struct wpp_edge edges[] = { { 0, 3, 0 }, { 2, 3, 0 }, { 3, 2, 0 }, { 3, 4, 0 }, { 4, 1, 0 } };
  struct wpp_unit *unit = calloc (1, sizeof *unit);
  unit->source = strdup ("f.c");
  unit->directory = strdup ("/");
  unit->path_limit = 100;
  unit->n_files = 1;
  unit->files = calloc (1, sizeof *unit->files);
  unit->files[0] = strdup ("f.c");
  unit->n_functions = 2;
  unit->functions = calloc (2, sizeof *unit->functions);
  struct wpp_function *f = &unit->functions[0];
  f->name = strdup ("f");
  f->pretty = strdup ("f");
  f->start_line = 1;
  f->cfg = (struct wpp_cfg){ 5, 5, 0, COPY (nodes), COPY (edges), calloc (1, sizeof (struct wpp_line_ref)) };
  f->checksum = wpp_cfg_checksum (&f->cfg);
  unit->functions[1].name = strdup ("g");
  unit->functions[1].pretty = strdup ("g");
  unit->functions[1].reason = strdup ("it is naked");
  unit->functions[1].flags = WPP_FN_SKIPPED;
  return unit;
}

static void
make_tables (struct wpp_program *p)
{
  const struct wpp_type types[] = { { strdup ("int"), WPP_TYPE_INTEGER, WPP_TYPE_REGISTER, 32, 32, WPP_NONE },
                                    { NULL, WPP_TYPE_POINTER, WPP_TYPE_REGISTER | WPP_TYPE_UNSIGNED, 64, 64, INT },
                                    { strdup ("_Bool"), WPP_TYPE_BOOLEAN, WPP_TYPE_REGISTER, 1, 8, WPP_NONE } };
  struct wpp_constant constants[] = { { .kind = WPP_CONSTANT_INTEGER, .type = INT, .low = 0 },
                                      { .kind = WPP_CONSTANT_INTEGER, .type = INT, .low = 5 },
                                      { .kind = WPP_CONSTANT_INTEGER, .type = INT, .low = 1 },
                                      { .kind = WPP_CONSTANT_STRING, .type = INT, .length = 4 } };
  constants[HELLO].text = memcpy (calloc (5, 1), "a\"\a\0", 4);
  p->n_types = 3;
  p->types = COPY (types);
  p->n_constants = 4;
  p->constants = COPY (constants);
  p->n_alias_sets = 1;
  p->alias_sets = calloc (1, 1);
  p->alias_sets[0] = 1;
}

static void
make_body (struct wpp_body *b, const struct wpp_program *p)
{
  const struct wpp_variable locals[] = { { .name = strdup ("p"),
                                           .kind = WPP_PARAMETER,
                                           .flags = WPP_VARIABLE_USER | WPP_VARIABLE_SHOWN | WPP_VARIABLE_REGISTER,
                                           .type = POINTER,
                                           .line = 1,
                                           .column = 12,
                                           .place = 0,
                                           .scope = WPP_NONE },
                                         { .name = strdup ("x"),
                                           .kind = WPP_VARIABLE,
                                           .flags = WPP_VARIABLE_USER | WPP_VARIABLE_SHOWN | WPP_VARIABLE_REGISTER,
                                           .type = INT,
                                           .line = 1,
                                           .column = 22,
                                           .place = 1,
                                           .scope = WPP_NONE } };
  /* Block 2 comes before block 3 that has the PHI: X_1 is used before it is defined.  */
  const struct wpp_value values[] = { { P, POINTER, WPP_NONE, WPP_DEFINED_BEFORE },
                                      { WPP_NONE, INT, 0, WPP_DEFINED_BY_STATEMENT },
                                      { WPP_NONE, INT, 1, WPP_DEFINED_BY_STATEMENT },
                                      { X, INT, 3, WPP_DEFINED_BY_STATEMENT },
                                      { X, INT, 0, WPP_DEFINED_BY_PHI } };
  const struct wpp_operand operands[] = {
    { WPP_OPERAND_VALUE, false, POINTER, 0 }, { WPP_OPERAND_REFERENCE, false, INT, 0 },
    { WPP_OPERAND_VALUE, false, INT, 1 },     { WPP_OPERAND_VALUE, false, INT, 4 },
    { WPP_OPERAND_VALUE, false, INT, 2 },     { WPP_OPERAND_CONSTANT, true, INT, ONE },
    { WPP_OPERAND_VALUE, false, INT, 3 },     { WPP_OPERAND_CONSTANT, true, INT, FIVE },
    { WPP_OPERAND_CONSTANT, true, INT, ZERO }
  };
  const struct wpp_reference references[] = { { WPP_BASE_POINTER, WPP_REFERENCE_MEMORY, O_P, 0, INT, POINTER, 0, 0, INT,
                                                WPP_NONE, 0, 32, 32, 0, 0, 0, 0 } };
  const uint32_t lists[] = { O_LOADED, O_DEREF, O_SUM, O_X1, O_LOADED, O_DEREF, O_SUM,
                             O_X4,     O_X1,    O_ONE, O_X1, O_FIVE,   O_X1 };
  const struct wpp_use uses[] = { { 0, true },  { 4, false }, { 1, false }, { 0, true },
                                  { 2, false }, { 4, false }, { 4, false }, { 4, false } };
#define STATEMENT(KIND, OPERATION, RESULTS, FLAGS, NODE, COLUMN, FIRST, N, USE, USES)                                  \
  {                                                                                                                    \
    WPP_STATEMENT_##KIND, WPP_OPERATION_##OPERATION, RESULTS, FLAGS, NODE, 0, 1, COLUMN, WPP_NONE, FIRST, N, USE,      \
        USES, WPP_NONE                                                                                                 \
  }
  const struct wpp_statement statements[]
    = { STATEMENT (ASSIGN, COPY, 1, WPP_STATEMENT_READS, 2, 40, 0, 1, 0, 1),
        STATEMENT (ASSIGN, PLUS, 1, 0, 2, 45, 2, 2, 1, 2),
        STATEMENT (ASSIGN, COPY, 1, WPP_STATEMENT_READS | WPP_STATEMENT_WRITES, 2, 45, 5, 1, 3, 2),
        STATEMENT (ASSIGN, PLUS, 1, 0, 2, 30, 7, 2, 5, 1),
        STATEMENT (CONDITION, LT, 0, 0, 3, 30, 10, 2, 6, 1),
        STATEMENT (RETURN, NONE, 0, WPP_STATEMENT_READS, 4, 60, 12, 1, 7, 1) };
  const struct wpp_phi phis[] = { { 3, 4 } };
  const struct wpp_edge_code edges[] = { { WPP_OUTCOME_NONE, true, WPP_NONE, 0, 0, 0 },
                                         { WPP_OUTCOME_NONE, true, WPP_NONE, 1, 0, 0 },
                                         { WPP_OUTCOME_TRUE, true, 4, 2, 0, 0 },
                                         { WPP_OUTCOME_FALSE, true, 4, 2, 0, 0 },
                                         { WPP_OUTCOME_NONE, false, WPP_NONE, 2, 0, 0 } };
  const uint32_t arguments[] = { O_ZERO, O_X4 };
  b->program = p;
  b->n_nodes = b->n_edges = 5;
  b->globals = calloc (1, sizeof *b->globals);
  b->n_parameters = 1;
  SET (locals, locals);
  SET (values, values);
  SET (operands, operands);
  SET (references, references);
  SET (lists, lists);
  SET (uses, uses);
  SET (statements, statements);
  SET (phis, phis);
  SET (arguments, arguments);
  b->edges = COPY (edges);
  b->alias = (struct wpp_alias_matrix){ 1, 1, calloc (1, 1) };
  b->alias.bits[0] = 1;
  wpp_body_finish (b);
}

static struct wpp_program *
make_program (void)
{
  struct wpp_program *p = wpp_program_new ();
  make_tables (p);
  p->n_bodies = 2;
  p->bodies = calloc (2, sizeof *p->bodies);
  make_body (&p->bodies[0], p);
  return p;
}

#endif /* WPP_TESTSUITE_UNIT_MAKE_PROGRAM_H */
