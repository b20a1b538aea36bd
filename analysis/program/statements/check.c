/* Is what was decoded in order?
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Numbers that decoding used as indices were checked then.  This checks what else those who read a program take for
   granted.  */

#include "program/statements/codec.h"

static bool
place_ok_p (const struct wpp_program *p, uint32_t n_files, uint32_t file, uint32_t line)
{
  return file < n_files + p->n_files && line <= INT32_MAX;
}

static bool
tables_ok_p (const struct wpp_program *p, uint32_t n_files)
{
  for (uint32_t i = 0; i < p->n_variables; i++)
    if (!place_ok_p (p, n_files, p->variables[i].file, p->variables[i].line))
      return false;
  for (uint32_t i = 0; i < p->n_constants; i++)
    if (p->constants[i].kind == WPP_CONSTANT_OTHER && !p->constants[i].text)
      return false;
  return true;
}

static bool
variables_ok_p (const struct wpp_body *b, uint32_t n_files)
{
  for (uint32_t i = 0; i < b->n_locals; i++)
    if (!place_ok_p (b->program, n_files, b->locals[i].file, b->locals[i].line))
      return false;
  for (uint32_t i = 0; i < b->n_scopes; i++)
    if (!place_ok_p (b->program, n_files, b->scopes[i].file, b->scopes[i].line))
      return false;
  return b->n_parameters <= b->n_locals;
}

/* Is CONSTANT one that has a text?  */
static bool
text_p (const struct wpp_program *p, uint32_t constant)
{
  return constant < p->n_constants && p->constants[constant].kind == WPP_CONSTANT_OTHER;
}

static bool
operands_ok_p (const struct wpp_body *b)
{
  for (uint32_t i = 0; i < b->n_operands; i++)
    {
      const struct wpp_operand *o = &b->operands[i];
      if (o->type >= b->program->n_types)
        return false;
      if (o->kind == WPP_OPERAND_OTHER && !text_p (b->program, o->index))
        return false;
    }
  for (uint32_t i = 0; i < b->n_references; i++)
    if (b->references[i].text != WPP_NONE && !text_p (b->program, b->references[i].text))
      return false;
  return true;
}

/* What the kind of S promises.  */
static bool
statement_ok_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t n_files)
{
  if (!place_ok_p (b->program, n_files, s->file, s->line) || (s->scope != WPP_NONE && s->scope >= b->n_scopes))
    return false;
  switch (s->kind)
    {
    case WPP_STATEMENT_ASSIGN:
      return s->n_results == 1 && wpp_statement_class (s) != WPP_CLASS_NONE;
    case WPP_STATEMENT_CALL:
      {
        const struct wpp_call *c = &b->calls[s->extra];
        return s->n_results <= 1 && (c->text == WPP_NONE || text_p (b->program, c->text));
      }
    case WPP_STATEMENT_CONDITION:
      return s->n_results == 0 && s->n_operands == 2 && wpp_statement_class (s) == WPP_CLASS_COMPARISON;
    case WPP_STATEMENT_SWITCH:
    case WPP_STATEMENT_GOTO:
      return s->n_results == 0 && s->n_operands == 1;
    case WPP_STATEMENT_RETURN:
    case WPP_STATEMENT_DEBUG:
      return s->n_results == 0 && s->n_operands <= 1;
    case WPP_STATEMENT_OTHER:
    case WPP_STATEMENT_ASM:
      return text_p (b->program, s->extra);
    default:
      return s->n_results == 0 && s->n_operands == 0;
    }
}

static bool
body_ok_p (const struct wpp_body *b, const struct wpp_function *f, uint32_t n_files)
{
  if (b->n_nodes == 0)
    return true;
  if (b->n_nodes != f->cfg.n_nodes || b->n_edges != f->cfg.n_edges || !variables_ok_p (b, n_files)
      || !operands_ok_p (b))
    return false;
  for (uint32_t i = 0; i < b->n_statements; i++)
    if (!statement_ok_p (b, &b->statements[i], n_files))
      return false;
  return true;
}

bool
wpp_program_check (const struct wpp_program *p, const struct wpp_unit *unit)
{
  if (!tables_ok_p (p, unit->n_files))
    return false;
  for (uint32_t i = 0; i < p->n_bodies; i++)
    if (!body_ok_p (&p->bodies[i], &unit->functions[i], unit->n_files))
      return false;
  return true;
}
