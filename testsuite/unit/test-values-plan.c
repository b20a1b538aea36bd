/* The plan of checks and puts, and the words of records.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include "format/value-table.h"
#include "make-program.h"
#include "unit.h"
#include "values/plan.h"

/* What PLAN has, a letter a point: capitals are of the entry, / begins what comes after a statement.  */
static const char *
letters (const struct wpp_values_plan *plan, uint32_t n_statements)
{
  static const char of[] = "HPIFohaucfmsrLRTS";
  static char text[200];
  char *to = text;
  for (uint32_t i = 0; i < plan->entry.n; i++)
    *to++ = of[plan->points[plan->entry.first + i].kind];
  for (uint32_t s = 0; s < n_statements; s++)
    {
      const struct wpp_points *points = &plan->statements[s];
      *to++ = ' ';
      for (uint32_t i = 0; i < points->n; i++)
        {
          if (i == points->n_before)
            *to++ = '/';
          *to++ = of[plan->points[points->first + i].kind];
        }
    }
  *to = 0;
  return text;
}

static void
test_plan (const struct wpp_body *b, const struct wpp_cfg *cfg)
{
  struct wpp_values_plan plan;
  CHECK (wpp_values_plan (b, cfg, &plan) == 0, "there is a plan");
  const char *text = letters (&plan, b->n_statements);
  CHECK (!strcmp (text, "P /L  /S   r"), "a parameter, a load, a store and what is returned: %s", text);
  uint32_t next = 0;
  bool numbered = true;
  for (uint32_t i = 0; i < plan.n_points; i++)
    numbered &= plan.points[i].check == WPP_NONE || plan.points[i].check == next++;
  CHECK (numbered && next == plan.n_checks && next == 2, "checks are numbered in their order");
  const struct wpp_point *load = &plan.points[plan.statements[0].first];
  CHECK (load->index == 1 && load->reference == 0 && load->width == 4 && !load->bits, "of an int that p points to");
  CHECK (wpp_values_computed_p (b, &b->statements[1]) && !wpp_values_computed_p (b, &b->statements[0])
           && !wpp_values_computed_p (b, &b->statements[2]), "a sum is computed, a load and a store are not");
  wpp_values_plan_release (&plan);
}

static void
plan_and_compare (const struct wpp_body *b, const struct wpp_cfg *cfg, const char *expected, const char *what)
{
  struct wpp_values_plan plan;
  int err = wpp_values_plan (b, cfg, &plan);
  const char *text = err ? "?" : letters (&plan, b->n_statements);
  CHECK (!strcmp (text, expected), "%s: %s", what, text);
  wpp_values_plan_release (&plan);
}

/* Types that are not tracked, operations that replay does not do, a function in tail position.  */
static void
test_others (struct wpp_body *b, struct wpp_cfg *cfg)
{
  struct wpp_type *type = &b->program->types[INT];
  type->size = 128;
  plan_and_compare (b, cfg, "P      ", "128 bits are not tracked");
  type->size = 32;
  type->kind = WPP_TYPE_REAL;
  plan_and_compare (b, cfg, "P /L /R /S /R  r", "a sum of reals is recorded unless it is rounded as IEEE 754 says");
  b->flags = WPP_BODY_IEEE;
  plan_and_compare (b, cfg, "P /L  /S   r", "then it is computed");
  type->flags |= WPP_TYPE_DECIMAL;
  plan_and_compare (b, cfg, "P      ", "decimal numbers are not tracked");
  type->flags &= ~WPP_TYPE_DECIMAL;
  type->kind = WPP_TYPE_INTEGER;
  cfg->edges[1].flags |= WPP_EDGE_TAIL;
  plan_and_compare (b, cfg, "P      ", "nothing comes after a call in tail position");
  cfg->edges[1].flags = 0;
  b->references[0].flags |= WPP_REFERENCE_VARYING;
  plan_and_compare (b, cfg, "P a/L  a/S   r", "an address that its parts do not tell is checked");
  b->references[0].flags &= ~WPP_REFERENCE_VARYING;
}

/* References to a local variable.  */
static void
test_storage (struct wpp_body *b, const struct wpp_cfg *cfg)
{
  struct wpp_reference *r = &b->references[0];
  struct wpp_variable *x = &b->locals[1];
  r->base_kind = WPP_BASE_VARIABLE;
  r->base = b->whole[X] = X;
  x->flags &= ~WPP_VARIABLE_REGISTER;
  plan_and_compare (b, cfg, "P      r", "a local that is only accessed as a scalar is kept");
  x->flags |= WPP_VARIABLE_ALIASED;
  plan_and_compare (b, cfg, "PF /L  /S   r", "one that pointers reach has an address");
  x->flags |= WPP_VARIABLE_STATIC;
  plan_and_compare (b, cfg, "P a/L  a/S   r", "that of one with static storage is checked where it is used");
  x->flags |= WPP_VARIABLE_BASED;
  plan_and_compare (b, cfg, "P /L  /S   r", "unless the unit's table has it");
  b->references[0].base_kind = WPP_BASE_POINTER;
  b->references[0].base = O_P;
}

static void
test_words (void)
{
  static const struct { uint64_t v; unsigned n; } values[]
    = { { 0, 1 }, { (1u << 30) - 1, 1 }, { 1u << 30, 2 }, { (UINT64_C (1) << 60) - 1, 2 }, { UINT64_C (1) << 60, 3 },
        { UINT64_MAX, 3 } };
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    {
      uint32_t head = wpp_value_head (WPP_VALUE_IDS - 1, values[i].v, 0);
      uint64_t back = 0;
      bool ok = wpp_value_head_p (head) && !wpp_value_payload_p (head) && wpp_value_follow (head) == values[i].n;
      for (unsigned w = 0; w < values[i].n; w++)
        {
          uint32_t word = wpp_value_payload (values[i].v, w);
          ok &= wpp_value_payload_p (word) && !wpp_value_head_p (word);
          back |= (uint64_t)(word & ~WPP_VALUE_PAYLOAD) << w * WPP_VALUE_PAYLOAD_BITS;
        }
      CHECK (ok && back == values[i].v, "value %d has %u payload words", i, values[i].n);
    }
}

int
main (void)
{
  struct wpp_unit *unit = make_unit ();
  struct wpp_program *p = make_program ();
  test_plan (&p->bodies[0], &unit->functions[0].cfg);
  test_others (&p->bodies[0], &unit->functions[0].cfg);
  test_storage (&p->bodies[0], &unit->functions[0].cfg);
  test_words ();
  wpp_program_free (p);
  wpp_unit_free (unit);
  return unit_done ();
}
