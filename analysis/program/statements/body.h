/* What is asked of the statements of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Numbers are as in program.h.  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_BODY_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_BODY_H

#include "program/statements/program.h"

static inline uint32_t
wpp_body_n_variables (const struct wpp_body *b)
{
  return b->n_globals + b->n_locals;
}

/* The variable NUMBER of B; null for WPP_NONE.  */
static inline const struct wpp_variable *
wpp_body_variable (const struct wpp_body *b, uint32_t number)
{
  if (number == WPP_NONE)
    return NULL;
  return number < b->n_globals ? &b->program->variables[b->globals[number]] : &b->locals[number - b->n_globals];
}

/* The assembler's name of V, which has static storage or is a function; null: it has none.  */
static inline const char *
wpp_variable_assembler (const struct wpp_variable *v)
{
  return v->assembler ? v->assembler : v->name;
}

/* May pointers reach V; null: what is not known to be a variable?  */
static inline bool
wpp_variable_reached_p (const struct wpp_variable *v)
{
  return !v || v->flags & (WPP_VARIABLE_ALIASED | WPP_VARIABLE_PUBLIC | WPP_VARIABLE_EXTERNAL);
}

/* Is VARIABLE, which may be WPP_NONE, one that the user named?  */
static inline bool
wpp_body_user_p (const struct wpp_body *b, uint32_t variable)
{
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  return v && v->flags & WPP_VARIABLE_USER;
}

static inline const struct wpp_type *
wpp_body_type (const struct wpp_body *b, uint32_t type)
{
  return &b->program->types[type];
}

static inline bool
wpp_pointer_p (const struct wpp_type *t)
{
  return t->kind == WPP_TYPE_POINTER || t->kind == WPP_TYPE_REFERENCE;
}

/* Every value of every integer type.  */
typedef __int128 wpp_integer;

/* Set *LOW and *HIGH to the least and the greatest value of TYPE.  False when it is WPP_NONE or no type of integers or
   pointers, of at most 64 bits.  */
bool wpp_body_range (const struct wpp_body *b, uint32_t type, wpp_integer *low, wpp_integer *high);

/* What C, an integer, is.  */
static inline wpp_integer
wpp_constant_number (const struct wpp_constant *c)
{
  return (wpp_integer) ((unsigned __int128) c->high << 64 | c->low);
}

/* Does S, a condition, compare integers or pointers?  */
bool wpp_compares_integers_p (const struct wpp_body *b, const struct wpp_statement *s);

/* The results of S, [S->n_results] operands, and the others, [S->n_operands].  */
static inline const uint32_t *
wpp_statement_results (const struct wpp_body *b, const struct wpp_statement *s)
{
  return &b->lists[s->first_operand];
}

static inline const uint32_t *
wpp_statement_operands (const struct wpp_body *b, const struct wpp_statement *s)
{
  return &b->lists[s->first_operand + s->n_results];
}

/* The only result of S, as GCC's gimple_get_lhs; null when there is none, and of an ASM.  */
static inline const struct wpp_operand *
wpp_statement_result (const struct wpp_body *b, const struct wpp_statement *s)
{
  return s->n_results && s->kind != WPP_STATEMENT_ASM ? &b->operands[b->lists[s->first_operand]] : NULL;
}

static inline const struct wpp_operand *
wpp_statement_operand (const struct wpp_body *b, const struct wpp_statement *s, uint32_t i)
{
  return &b->operands[wpp_statement_operands (b, s)[i]];
}

/* The uses of S, [S->n_uses].  */
static inline const struct wpp_use *
wpp_statement_uses (const struct wpp_body *b, const struct wpp_statement *s)
{
  return &b->uses[s->first_use];
}

/* Of an ASSIGN: the class of its operation.  */
static inline enum wpp_operation_class
wpp_statement_class (const struct wpp_statement *s)
{
  return wpp_operation_infos[s->operation].kind;
}

static inline bool
wpp_debug_p (const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_DEBUG;
}

/* Does S say that a user's local variable, in a register, is what is no version of it?  */
bool wpp_binds_p (const struct wpp_body *b, const struct wpp_statement *s);

/* What S assigns, or says that a variable is; or null.  */
const struct wpp_operand *wpp_assigned (const struct wpp_body *b, const struct wpp_statement *s);
/* The variable of a version of which that is, or which it is said to be; or WPP_NONE.  */
uint32_t wpp_assigned_register (const struct wpp_body *b, const struct wpp_statement *s);

/* Does S not become code?  */
static inline bool
wpp_codeless_p (const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_DEBUG || s->kind == WPP_STATEMENT_LABEL || s->kind == WPP_STATEMENT_NOTE
         || (s->flags & WPP_STATEMENT_CLOBBER);
}

/* The value that O is, or WPP_NONE.  */
static inline uint32_t
wpp_operand_value (const struct wpp_operand *o)
{
  return o->kind == WPP_OPERAND_VALUE ? o->index : WPP_NONE;
}

/* The variable that the value O is a version of; WPP_NONE when O is no value, or one without variable.  */
static inline uint32_t
wpp_operand_version_of (const struct wpp_body *b, const struct wpp_operand *o)
{
  return o->kind == WPP_OPERAND_VALUE ? b->values[o->index].variable : WPP_NONE;
}

/* The variable in memory that REFERENCE is to all or a part of, directly (also as *&x), or WPP_NONE.  */
uint32_t wpp_reference_variable (const struct wpp_body *b, uint32_t reference);

/* The variable that O, a reference, is all of, as the source writes it; else WPP_NONE.  */
uint32_t wpp_operand_whole_variable (const struct wpp_body *b, const struct wpp_operand *o);

/* Does O access memory: a reference that is MEMORY?  */
bool wpp_operand_memory_p (const struct wpp_body *b, const struct wpp_operand *o);

/* Are A and B equal, as GCC's operand_equal_p has it: constants of the same value and kind of type, the same values,
   references and addresses by the same way?  */
bool wpp_operands_equal_p (const struct wpp_body *body, uint32_t a, uint32_t b);

/* ---- The answers of GCC's alias oracle.  */

/* May A and B, references in memory, overlap (refs_may_alias_p)?  */
bool wpp_references_may_alias_p (const struct wpp_body *b, uint32_t reference_a, uint32_t reference_b);

/* May STATEMENT change memory of REFERENCE (stmt_may_clobber_ref_p); may it read some (ref_maybe_used_by_stmt_p)?  */
bool wpp_statement_may_clobber_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t reference);
bool wpp_statement_may_use_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t reference);

/* Are A and B the same place, whenever both are executed without a change of the values in them: same base, offset and
   size, and that is known?  */
bool wpp_references_must_alias_p (const struct wpp_body *b, uint32_t reference_a, uint32_t reference_b);

/* May what has the alias sets A and B be one object in memory?  */
bool wpp_alias_sets_conflict_p (const struct wpp_program *p, uint32_t a, uint32_t b);

/* ---- Texts.  */

/* CONSTANT as GCC prints it, malloc'ed; null when out of memory.  */
char *wpp_print_constant (const struct wpp_program *p, uint32_t constant);

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_BODY_H */
