/* Statements as text, for people.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include "program/statements/write.h"

/* References and types within each other that are written; of a program there are not so many.  */
#define DEPTH 8

/* ---- Types.  */

static void
write_type (FILE *out, const struct wpp_program *p, uint32_t type, unsigned depth)
{
  static const char *const kinds[] = { "?",    "void",     "bool",    "integer", "enum",   "",      "",
                                       "real", "complex ", "vector ", "",        "struct", "union", "" };
  const struct wpp_type *t = &p->types[type];
  if (t->name)
    fputs (t->name, out);
  else if (t->target == WPP_NONE || depth == 0)
    fputs (depth ? kinds[t->kind] : "...", out);
  else if (t->kind == WPP_TYPE_COMPLEX || t->kind == WPP_TYPE_VECTOR)
    {
      fputs (kinds[t->kind], out);
      write_type (out, p, t->target, depth - 1);
    }
  else
    {
      write_type (out, p, t->target, depth - 1);
      fputs (t->kind == WPP_TYPE_POINTER     ? " *"
             : t->kind == WPP_TYPE_REFERENCE ? " &"
             : t->kind == WPP_TYPE_ARRAY     ? "[]"
                                             : " ()",
             out);
    }
}

void
wpp_write_type (FILE *out, const struct wpp_program *p, uint32_t type)
{
  write_type (out, p, type, DEPTH);
}

/* ---- Operands.  */

static void
write_variable (FILE *out, const struct wpp_body *b, uint32_t variable)
{
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  if (v && v->name)
    fputs (v->name, out);
  else
    fprintf (out, "D.%u", variable);
}

void
wpp_write_value (FILE *out, const struct wpp_body *b, uint32_t value)
{
  const struct wpp_variable *v = wpp_body_variable (b, b->values[value].variable);
  if (v && v->name && v->flags & WPP_VARIABLE_SHOWN)
    fputs (v->name, out);
  fprintf (out, "_%u", value);
}

static void
write_constant (FILE *out, const struct wpp_program *p, uint32_t constant)
{
  char *text = wpp_print_constant (p, constant);
  fputs (text ? text : "?", out);
  free (text);
}

static void write_operand (FILE *out, const struct wpp_body *b, uint32_t operand, unsigned depth);

/* The base of R; *ARROW: a field of it is after an arrow.  */
static void
write_base (FILE *out, const struct wpp_body *b, const struct wpp_reference *r, bool *arrow, unsigned depth)
{
  *arrow = false;
  if (r->base_kind == WPP_BASE_VARIABLE)
    write_variable (out, b, r->base);
  else if (r->base_kind == WPP_BASE_OPERAND)
    write_operand (out, b, r->base, depth);
  else if (r->base_offset == 0)
    {
      *arrow = r->n_components > 0 && b->components[r->first_component].kind == WPP_COMPONENT_FIELD;
      if (!*arrow)
        putc ('*', out);
      write_operand (out, b, r->base, depth);
    }
  else
    {
      fputs ("*(", out);
      write_operand (out, b, r->base, depth);
      fprintf (out, " + %" PRId64 "B)", r->base_offset);
    }
}

static void
write_component (FILE *out, const struct wpp_body *b, const struct wpp_component *c, bool arrow, unsigned depth)
{
  const char *name;
  switch (c->kind)
    {
    case WPP_COMPONENT_FIELD:
      name = b->program->fields[c->index].name;
      fprintf (out, "%s%s", arrow ? "->" : ".", name ? name : "?");
      break;
    case WPP_COMPONENT_ELEMENT:
    case WPP_COMPONENT_RANGE:
      putc ('[', out);
      write_operand (out, b, c->index, depth);
      fputs (c->kind == WPP_COMPONENT_RANGE ? "...]" : "]", out);
      break;
    case WPP_COMPONENT_REAL: fputs (".real", out); break;
    case WPP_COMPONENT_IMAGINARY: fputs (".imaginary", out); break;
    case WPP_COMPONENT_BITS: fprintf (out, ".bits<%u:%u>", c->offset, c->size); break;
    default:
      fputs (".as<", out);
      wpp_write_type (out, b->program, c->type);
      putc ('>', out);
    }
}

static void
write_reference (FILE *out, const struct wpp_body *b, uint32_t reference, unsigned depth)
{
  const struct wpp_reference *r = &b->references[reference];
  bool arrow;
  write_base (out, b, r, &arrow, depth);
  for (uint32_t i = 0; i < r->n_components; i++)
    write_component (out, b, &b->components[r->first_component + i], arrow && i == 0, depth);
}

static void
write_operand (FILE *out, const struct wpp_body *b, uint32_t operand, unsigned depth)
{
  const struct wpp_operand *o = &b->operands[operand];
  if (depth == 0)
    {
      fputs ("...", out);
      return;
    }
  switch (o->kind)
    {
    case WPP_OPERAND_VALUE: wpp_write_value (out, b, o->index); break;
    case WPP_OPERAND_ADDRESS: putc ('&', out);  /* Fall through.  */
    case WPP_OPERAND_REFERENCE: write_reference (out, b, o->index, depth - 1); break;
    default: write_constant (out, b->program, o->index);
    }
}

void
wpp_write_operand (FILE *out, const struct wpp_body *b, uint32_t operand)
{
  write_operand (out, b, operand, DEPTH);
}

void
wpp_write_reference (FILE *out, const struct wpp_body *b, uint32_t reference)
{
  write_reference (out, b, reference, DEPTH);
}

/* ---- Statements.  */

static void
write_list (FILE *out, const struct wpp_body *b, const uint32_t *operands, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      fputs (i ? ", " : "", out);
      wpp_write_operand (out, b, operands[i]);
    }
}

static void
write_call (FILE *out, const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_call *c = &b->calls[s->extra];
  if (c->function != WPP_NONE)
    write_variable (out, b, c->function);
  else if (c->pointer != WPP_NONE)
    {
      fputs ("(*", out);
      wpp_write_operand (out, b, c->pointer);
      putc (')', out);
    }
  else
    write_constant (out, b->program, c->text);
  fputs (" (", out);
  write_list (out, b, wpp_statement_operands (b, s), s->n_operands);
  putc (')', out);
}

/* What S, an ASSIGN or a CONDITION, computes.  */
static void
write_computation (FILE *out, const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_operation_info *op = &wpp_operation_infos[s->operation];
  const uint32_t *operands = wpp_statement_operands (b, s);
  bool infix = s->n_operands == 2 && op->sign;
  if (s->operation == WPP_OPERATION_COPY || infix)
    wpp_write_operand (out, b, operands[0]);
  if (infix)
    {
      fprintf (out, " %s ", op->sign);
      wpp_write_operand (out, b, operands[1]);
    }
  else if (s->operation == WPP_OPERATION_NOP || s->operation == WPP_OPERATION_CONVERT)
    {
      const struct wpp_operand *result = wpp_statement_result (b, s);
      putc ('(', out);
      if (result)
        wpp_write_type (out, b->program, result->type);
      fputs (") ", out);
      write_list (out, b, operands, s->n_operands);
    }
  else if (s->operation != WPP_OPERATION_COPY)
    {
      fprintf (out, "%s (", op->name);
      write_list (out, b, operands, s->n_operands);
      putc (')', out);
    }
}

void
wpp_write_statement (FILE *out, const struct wpp_body *b, const struct wpp_statement *s)
{
  if (s->n_results && !(s->flags & WPP_STATEMENT_CLOBBER))
    {
      write_list (out, b, wpp_statement_results (b, s), s->n_results);
      fputs (" = ", out);
    }
  switch (s->kind)
    {
    case WPP_STATEMENT_ASSIGN:
      if (s->flags & WPP_STATEMENT_CLOBBER)
        {
          write_list (out, b, wpp_statement_results (b, s), s->n_results);
          fputs (" ends", out);
        }
      else
        write_computation (out, b, s);
      return;
    case WPP_STATEMENT_CALL: write_call (out, b, s); return;
    case WPP_STATEMENT_CONDITION: fputs ("if ", out); write_computation (out, b, s); return;
    case WPP_STATEMENT_SWITCH: fputs ("switch ", out); break;
    case WPP_STATEMENT_RETURN: fputs ("return ", out); break;
    case WPP_STATEMENT_GOTO: fputs ("goto *", out); break;
    case WPP_STATEMENT_LABEL: fputs ("label", out); break;
    case WPP_STATEMENT_NOTE: fputs ("note", out); break;
    case WPP_STATEMENT_DEBUG:
      fputs ("debug ", out);
      write_variable (out, b, s->extra);
      fputs (s->n_operands ? " is " : " is unknown", out);
      break;
    default:
      write_constant (out, b->program, s->extra);
      fputs (s->n_operands ? " with " : "", out);
    }
  write_list (out, b, wpp_statement_operands (b, s), s->n_operands);
}

void
wpp_write_phi (FILE *out, const struct wpp_body *b, uint32_t phi, const struct wpp_cfg *cfg)
{
  const struct wpp_phi *p = &b->phis[phi];
  const char *separator = "";
  wpp_write_value (out, b, p->result);
  fputs (" = phi (", out);
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->edges[e].into && cfg->edges[e].dst == p->node)
      {
        fputs (separator, out);
        wpp_write_operand (out, b, b->arguments[b->edges[e].first_argument + phi - b->first_phi[p->node]]);
        fprintf (out, " from block %u", cfg->nodes[cfg->edges[e].src].block);
        separator = ", ";
      }
  putc (')', out);
}
