/* How a problem is made from the program as data.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A problem says what it is in a wpp_problem_class; its own structure begins with a wpp_builder.  First all statements,
   PHIs and edges are shown to it in order, to find facts.  Then the builder's EFFECT is to be given what statements,
   PHIs and taken branches do.

   Statements after those of all nodes, which a caller's body may have (facts/callers/caller-reads.h), are not executed:
   they are facts and sites only, of what is asked at the entries of their nodes.

   A node's statements make its transition.  A PHI takes effect on the edge that brought its argument, after what the
   taken branch says; at a landing node, whose edges nobody sees taken, it is an assignment of something unknown on
   entry.

   Errors stick: after one (ERR) the builder stops, so what is called by it returns WPP_NONE, or nothing, and goes
   on.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_BUILDER_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_BUILDER_H

#include "facts/problems/effect.h"
#include "facts/problems/fact-lists.h"
#include "facts/problems/problem.h"
#include "facts/problems/text.h"
#include "base/array.h"
#include "base/hash-table.h"

/* A problem has at most so many facts, and so many bytes of texts: copies may make facts of facts, and programs come
   from files, too.  */
#define WPP_MOST_FACTS (UINT32_C (1) << 22)
#define WPP_MOST_TEXT (UINT64_C (1) << 30)

struct wpp_builder
{
  const struct wpp_problem_class *of;
  const struct wpp_cfg *cfg;
  const struct wpp_body *body;
  unsigned habits;              /* enum wpp_library_habit, of the body's unit */
  int err;
  uint32_t node;                /* whose transition is made */
  uint32_t statement;           /* whose effect is made, or WPP_NONE */
  bool told;                    /* origins are wanted */
  struct wpp_effect effect;
  struct wpp_facts out;
  size_t facts_room, sites_room, boundary_room, origins_room;
  uint32_t *variable;           /* [out.n_facts] that the fact is about, or WPP_NONE */
  uint64_t text_size;           /* bytes of texts */
  /* Copies of variables: */
  uint32_t *copy_of;            /* [variables] 0: has none yet */
  struct wpp_hash_table places; /* of declarations */
  size_t n_places, places_room;
  struct wpp_place_copies { uint64_t place; uint32_t n; } *place_copies;
};

/* The functions may be null, but for END and STATEMENT.  S is a statement; RESULT, a value, becomes ARGUMENT, an
   operand, or something unknown, WPP_NONE; BLOCK is the one that the edge comes from.  A CONDITION comes once for each
   of its outcomes.  */
struct wpp_problem_class
{
  bool backward, must;          /* as in wpp_problem */
  size_t size;                  /* of the problem's structure, which is all 0 at first */
  void (*begin) (struct wpp_builder *b);
  void (*end) (struct wpp_builder *b);
  void (*find) (struct wpp_builder *b, const struct wpp_statement *s);
  void (*find_phi) (struct wpp_builder *b, uint32_t result, uint32_t argument, uint32_t block);
  void (*find_branch) (struct wpp_builder *b, const struct wpp_statement *condition, bool holds, uint32_t block);
  /* Facts are complete.  */
  void (*found) (struct wpp_builder *b);
  /* Statements come in two parts: `arrive' what one does in any case, `statement' what it does unless control leaves it
     for ever, as a call that throws.  */
  void (*arrive) (struct wpp_builder *b, const struct wpp_statement *s);
  void (*statement) (struct wpp_builder *b, const struct wpp_statement *s);
  void (*phi) (struct wpp_builder *b, uint32_t result, uint32_t argument);
  void (*branch) (struct wpp_builder *b, const struct wpp_statement *condition, bool holds);
  /* Control enters NODE over an edge of the graph.  */
  void (*over_edge) (struct wpp_builder *b, uint32_t node);
};

/* The classes.  */
extern const struct wpp_problem_class wpp_reaching_definitions, wpp_live_variables, wpp_available_expressions,
    wpp_available_loads, wpp_dead_stores, wpp_copies_constants, wpp_possibly_null, wpp_checked_pointers,
    wpp_checked_bounds, wpp_decided_conditions;

/* Set B's error to ERR, unless that is 0 or B has one.  */
static inline void
wpp_builder_check (struct wpp_builder *b, int err)
{
  if (err && !b->err)
    b->err = err;
}

/* What EFFECT does: FACT becomes what SOURCE is now, true, false.  */
static inline void
wpp_set (struct wpp_builder *b, uint32_t fact, uint32_t source)
{
  wpp_effect_set (&b->effect, fact, source);
}

/* FACT becomes true at the statement at hand.  */
void wpp_add_origin (struct wpp_builder *b, uint32_t fact);

static inline void
wpp_generate (struct wpp_builder *b, uint32_t fact)
{
  wpp_set (b, fact, WPP_FROM_LAMBDA);
  if (b->told)
    wpp_add_origin (b, fact);
}

static inline void
wpp_kill (struct wpp_builder *b, uint32_t fact)
{
  wpp_set (b, fact, WPP_FROM_NONE);
}

/* A new fact, number out.n_facts - 1: TEXT, malloc'ed, which may be null when out of memory, belongs to B.  WPP_NONE
   after an error.  */
uint32_t wpp_add_fact (struct wpp_builder *b, char *text, uint32_t variable, uint32_t line, uint32_t block);
/* The same of what OUT has.  */
uint32_t wpp_add_fact_of (struct wpp_builder *b, struct wpp_buffer *out, uint32_t variable, uint32_t line,
                          uint32_t block);
/* … of VARIABLE, as declared: its name and what is AFTER it.  */
uint32_t wpp_add_variable_fact (struct wpp_builder *b, uint32_t variable, const char *after);

/* FACT holds at the boundary.  */
void wpp_add_boundary (struct wpp_builder *b, uint32_t fact);

/* How often FACT (or OTHER, if it is one) holds before what EFFECT does next matters at S; backward:
   at the entry of S's node.  TEXT is copied.  */
void wpp_add_site (struct wpp_builder *b, const struct wpp_statement *s, const char *text, uint32_t fact,
                   uint32_t other);

/* [N + 1] numbers that are all WPP_NONE; null after an error.  */
uint32_t *wpp_new_numbers (struct wpp_builder *b, uint32_t n);

/* ---- What problems ask.  */

static inline uint32_t
wpp_statement_number (const struct wpp_builder *b, const struct wpp_statement *s)
{
  return s - b->body->statements;
}

static inline uint32_t
wpp_statement_block (const struct wpp_builder *b, const struct wpp_statement *s)
{
  return b->cfg->nodes[s->node].block;
}

/* VARIABLE if the user named it, else WPP_NONE.  */
static inline uint32_t
wpp_user_variable (const struct wpp_body *body, uint32_t variable)
{
  return wpp_body_user_p (body, variable) ? variable : WPP_NONE;
}

/* The user's variable that VALUE is a version of; that OPERAND, if it is a value, is; or WPP_NONE.  */
static inline uint32_t
wpp_value_variable (const struct wpp_body *body, uint32_t value)
{
  return value == WPP_NONE ? WPP_NONE : wpp_user_variable (body, body->values[value].variable);
}

static inline uint32_t
wpp_operand_variable (const struct wpp_body *body, uint32_t operand)
{
  return wpp_user_variable (body, wpp_operand_version_of (body, &body->operands[operand]));
}

/* For each VALUE that S, of BODY, defines.  */
#define WPP_EACH_DEFINITION(BODY, S, VALUE)                                                        \
  for (uint32_t wpp_d = 0, VALUE; wpp_d < (S)->n_results; wpp_d++)                                 \
    if ((VALUE = wpp_operand_value (&(BODY)->operands[(BODY)->lists[(S)->first_operand + wpp_d]])) != WPP_NONE)

/* Is S an assignment of an operand as it is, as GCC's gimple_assign_single_p?  */
static inline bool
wpp_copy_p (const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_ASSIGN && wpp_statement_class (s) == WPP_CLASS_SINGLE && s->n_operands == 1;
}

/* Is OPERAND the integer 0?  */
static inline bool
wpp_zero_p (const struct wpp_body *body, uint32_t operand)
{
  const struct wpp_operand *o = &body->operands[operand];
  if (o->kind != WPP_OPERAND_CONSTANT)
    return false;
  const struct wpp_constant *c = &body->program->constants[o->index];
  return c->kind == WPP_CONSTANT_INTEGER && !c->low && !c->high;
}

/* Is OPERAND, or what S, which may be null, makes if that is WPP_NONE, no null pointer for sure?  */
bool wpp_nonnull_p (const struct wpp_body *body, uint32_t operand, const struct wpp_statement *s);

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_BUILDER_H */
