/* wpp program: the statements of the program, as the notes have them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/statements/record.h"
#include "program/statements/write.h"
#include "tool/tool.h"

struct program
{
  struct wpp_options common;
  const char *function;
  uint64_t printed;            /* functions */
  bool first;
};

static const struct argp_option options[] = {
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the statements of FUNCTION only"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct program *program = state->input;
  if (key != 'f')
    return ARGP_ERR_UNKNOWN;
  program->function = arg;
  return 0;
}

/* A function that is printed.  */
struct printed
{
  const struct wpp_unit *unit;
  const struct wpp_function *function;
  const struct wpp_program *program;
  const struct wpp_body *body;
};

/* The name of FILE, which may be one that only statements are in.  */
static const char *
file_name (const struct printed *f, uint32_t file)
{
  if (file >= f->unit->n_files)
    return f->program->files[file - f->unit->n_files];
  return f->unit->names ? f->unit->names[file].file : f->unit->files[file];
}

/* ---- Text.  */

static void
print_statement (const struct printed *f, const struct wpp_statement *s)
{
  char place[32] = "";
  if (s->line)
    snprintf (place, sizeof place, "%u:%u", s->line, s->column);
  printf ("  %9s  ", place);
  wpp_write_statement (stdout, f->body, s);
  if (s->line && s->file != f->function->file)
    printf ("  (%s)", file_name (f, s->file));
  putchar ('\n');
}

/* What E says of the condition that decides it.  */
static void
print_edge (const struct printed *f, uint32_t e)
{
  const struct wpp_cfg *cfg = &f->function->cfg;
  const struct wpp_edge_code *code = &f->body->edges[e];
  static const char *const outcomes[] = { "", "if true ", "if false ", "" };
  uint32_t dst = cfg->edges[e].dst;
  if (dst == WPP_NODE_EXIT)
    return;
  printf ("  %9s  -> %sblock %u", "", outcomes[code->outcome], cfg->nodes[dst].block);
  for (uint32_t i = 0; i < code->n_cases; i++)
    {
      const struct wpp_case *c = &f->body->cases[code->first_case + i];
      char *low = c->low == WPP_NONE ? NULL : wpp_need (wpp_print_constant (f->program, c->low));
      char *high = c->low == c->high ? NULL : wpp_need (wpp_print_constant (f->program, c->high));
      printf ("%s%s%s%s", i ? ", " : ", case ", low ? low : "default", high ? "..." : "", high ? high : "");
      free (low);
      free (high);
    }
  putchar ('\n');
}

/* NODE, and, unless it goes on in the next one, edges out of its block; *E is the first of its edges.  */
static void
print_node (const struct printed *f, uint32_t node, uint32_t *e)
{
  const struct wpp_cfg *cfg = &f->function->cfg;
  const struct wpp_body *b = f->body;
  bool same = node > 0 && cfg->nodes[node].block == cfg->nodes[node - 1].block;
  if (node > WPP_NODE_EXIT && !same)
    printf ("  block %u\n", cfg->nodes[node].block);
  for (uint32_t i = b->first_phi[node]; i < b->first_phi[node + 1]; i++)
    {
      printf ("  %9s  ", "");
      wpp_write_phi (stdout, b, i, cfg);
      putchar ('\n');
    }
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + 1]; i++)
    print_statement (f, &b->statements[i]);
  for (; *e < cfg->n_edges && cfg->edges[*e].src == node; ++*e)
    if (node != WPP_NODE_ENTRY && cfg->nodes[cfg->edges[*e].dst].block != cfg->nodes[node].block)
      print_edge (f, *e);
}

static void
print_function (const struct printed *f, struct program *program)
{
  uint32_t e = 0;
  printf ("%s%s  %s:%u\n", program->printed ? "\n" : "", wpp_function_shown (f->function),
          file_name (f, f->function->file), f->function->start_line);
  for (uint32_t node = 0; node < f->body->n_nodes; node++)
    print_node (f, node, &e);
}

/* ---- JSON.  */

/* What WRITE writes of ITEM, as a string.  */
static struct json_object *
json_written (const struct wpp_body *b, uint32_t item, void (*write) (FILE *, const struct wpp_body *, uint32_t))
{
  char *text = NULL;
  size_t size;
  FILE *out = wpp_need (open_memstream (&text, &size));
  write (out, b, item);
  fclose (out);
  struct json_object *o = wpp_json_string (wpp_need (text));
  free (text);
  return o;
}

static void
write_numbered_statement (FILE *out, const struct wpp_body *b, uint32_t number)
{
  wpp_write_statement (out, b, &b->statements[number]);
}

/* The values that S defines, if DEFINED, or else uses.  */
static struct json_object *
json_values (const struct wpp_body *b, const struct wpp_statement *s, bool defined)
{
  struct json_object *list = json_object_new_array ();
  for (uint32_t i = 0; defined && i < s->n_results; i++)
    {
      const struct wpp_operand *o = &b->operands[wpp_statement_results (b, s)[i]];
      if (o->kind == WPP_OPERAND_VALUE)
        json_object_array_add (list, json_written (b, o->index, wpp_write_value));
    }
  for (uint32_t i = 0; !defined && i < s->n_uses; i++)
    json_object_array_add (list, json_written (b, wpp_statement_uses (b, s)[i].value, wpp_write_value));
  return list;
}

/* The references in memory that S stores to, if STORED, or else loads from; those of called functions are not told.  */
static struct json_object *
json_references (const struct wpp_body *b, const struct wpp_statement *s, bool stored)
{
  struct json_object *list = json_object_new_array ();
  const uint32_t *operands = stored ? wpp_statement_results (b, s) : wpp_statement_operands (b, s);
  for (uint32_t i = 0; i < (stored ? s->n_results : s->n_operands); i++)
    if (wpp_operand_memory_p (b, &b->operands[operands[i]]))
      json_object_array_add (list, json_written (b, b->operands[operands[i]].index, wpp_write_reference));
  return list;
}

static struct json_object *
json_call (const struct wpp_body *b, const struct wpp_call *c)
{
  const struct wpp_variable *v = wpp_body_variable (b, c->function);
  if (v)
    return wpp_json_string (v->name);
  return c->pointer == WPP_NONE ? wpp_json_string (b->program->constants[c->text].text)
                                : json_written (b, c->pointer, wpp_write_operand);
}

static struct json_object *
json_statement (const struct printed *f, uint32_t number)
{
  static const char *const kinds[] = { "other", "assign", "call", "condition", "switch", "return",
                                       "goto", "label", "asm", "debug", "note" };
  const struct wpp_body *b = f->body;
  const struct wpp_statement *s = &b->statements[number];
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "line", wpp_json_number (s->line));
  json_object_object_add (o, "column", wpp_json_number (s->column));
  if (s->line && s->file != f->function->file)
    json_object_object_add (o, "file", wpp_json_string (file_name (f, s->file)));
  json_object_object_add (o, "kind", wpp_json_string (kinds[s->kind]));
  if (s->operation != WPP_OPERATION_NONE)
    json_object_object_add (o, "operation", wpp_json_string (wpp_operation_infos[s->operation].name));
  json_object_object_add (o, "text", json_written (b, number, write_numbered_statement));
  json_object_object_add (o, "defines", json_values (b, s, true));
  json_object_object_add (o, "uses", json_values (b, s, false));
  json_object_object_add (o, "stores", json_references (b, s, true));
  json_object_object_add (o, "loads", json_references (b, s, false));
  if (s->kind == WPP_STATEMENT_CALL)
    json_object_object_add (o, "calls", json_call (b, &b->calls[s->extra]));
  json_object_object_add (o, "may_read", json_object_new_boolean (s->flags & WPP_STATEMENT_READS));
  json_object_object_add (o, "may_write", json_object_new_boolean (s->flags & WPP_STATEMENT_WRITES));
  return o;
}

/* The basic block that begins with *NODE, which moves behind it.  */
static struct json_object *
json_block (const struct printed *f, uint32_t *node)
{
  const struct wpp_cfg *cfg = &f->function->cfg;
  struct json_object *o = json_object_new_object (), *list = json_object_new_array ();
  uint32_t block = cfg->nodes[*node].block;
  json_object_object_add (o, "block", wpp_json_number (block));
  for (; *node < cfg->n_nodes && cfg->nodes[*node].block == block; ++*node)
    for (uint32_t i = f->body->first_statement[*node]; i < f->body->first_statement[*node + 1]; i++)
      json_object_array_add (list, json_statement (f, i));
  json_object_object_add (o, "statements", list);
  return o;
}

static void
json_function (const struct printed *f, struct program *program)
{
  struct json_object *o = json_object_new_object (), *blocks = json_object_new_array ();
  json_object_object_add (o, "function", wpp_json_string (wpp_function_name (f->function)));
  json_object_object_add (o, "assembler_name", wpp_json_string (f->function->name));
  json_object_object_add (o, "file", wpp_json_string (file_name (f, f->function->file)));
  json_object_object_add (o, "line", wpp_json_number (f->function->start_line));
  for (uint32_t node = WPP_NODE_EXIT + 1; node < f->body->n_nodes;)
    json_object_array_add (blocks, json_block (f, &node));
  json_object_object_add (o, "blocks", blocks);
  wpp_json_element (o, &program->first);
}

/* ---- The command.  */

/* Print the functions of UNIT that are wanted.  */
static void
print_unit (struct program *program, const struct wpp_profile *p, const struct wpp_unit *unit)
{
  struct wpp_place place = { 0 };
  int err = 0;
  struct wpp_program *data = NULL;
  for (uint32_t i = 0; i < unit->n_functions; i++)
    {
      const struct wpp_function *f = &unit->functions[i];
      if (f->flags & WPP_FN_SKIPPED || (program->function && !wpp_function_named_p (f, program->function)))
        continue;
      if (!data)
        data = wpp_program_decode (unit, &err, &place);
      if (!data)
        wpp_die_at (p->file, err, &place);
      struct printed printed = { unit, f, data, &data->bodies[i] };
      (program->common.json ? json_function : print_function) (&printed, program);
      program->printed++;
    }
  wpp_program_free (data);
}

int
wpp_command_program (int argc, char **argv)
{
  static const struct wpp_command_line line
    = { options, parse, "Print the statements of the program's functions, as data flow problems see them." };
  struct program program = { .first = true };
  wpp_options_parse (&line, argc, argv, &program.common, &program);
  struct wpp_profile *p = wpp_combined_counts (&program.common, NULL);
  struct wpp_code *code = wpp_combined_code (p, &program.common);
  if (program.common.json)
    {
      wpp_missing_begin_json ();
      fputs ("\"functions\":[", stdout);
    }
  for (size_t u = 0; u < code->n_units; u++)
    print_unit (&program, p, code->units[u]);
  if (program.common.json)
    puts ("\n]}");
  if (!program.printed && program.function)
    wpp_function_absent (code, program.function);
  wpp_code_free (code);
  wpp_profile_free (p);
  return program.printed ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
