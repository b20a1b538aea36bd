/* The statements of the program, as the notes have them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include "answers/program.h"
#include "program/statements/operations.h"
#include "program/statements/record.h"
#include "program/statements/write.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_statement_row
static const struct wpp_row_column statement_columns[]
  = { COLUMN (line, NUMBER), COLUMN (column, NUMBER), COLUMN (file, TEXT, .optional = true), COLUMN (kind, TEXT),
      COLUMN (operation, TEXT, .optional = true), COLUMN (text, TEXT), COLUMN (defines, LIST, .of = &wpp_text_schema),
      COLUMN (uses, LIST, .of = &wpp_text_schema), COLUMN (stores, LIST, .of = &wpp_text_schema),
      COLUMN (loads, LIST, .of = &wpp_text_schema), COLUMN (calls, TEXT, .optional = true), COLUMN (may_read, TRUTH),
      COLUMN (may_write, TRUTH) };
static const struct wpp_schema statement_schema = WPP_SCHEMA ("statement", struct OF, statement_columns);
#undef OF

#define OF wpp_program_block_row
static const struct wpp_row_column block_columns[]
  = { COLUMN (block, NUMBER), COLUMN (statements, LIST, .of = &statement_schema) };
static const struct wpp_schema block_schema = WPP_SCHEMA ("block", struct OF, block_columns);
#undef OF

#define OF wpp_program_row
static const struct wpp_row_column function_columns[]
  = { COLUMN (function, TEXT), COLUMN (assembler_name, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER),
      COLUMN (blocks, LIST, .of = &block_schema) };
static const struct wpp_schema function_schema = WPP_SCHEMA ("function", struct OF, function_columns);
#undef OF

const struct wpp_schema wpp_program_schema = { .name = "program", .rows = "functions", .of = &function_schema };

/* ---- A function while its row is sent.  */

struct view
{
  struct wpp_shown_function shown;
  uint32_t *first_nodes;        /* of blocks, and the end */
  size_t n_blocks;
  uint32_t first_statement;     /* of the block at hand */
  const struct wpp_statement *statement; /* at hand */
  char *text, *call, *part;     /* texts of it, and of an element of its lists */
};

const char *
wpp_shown_file (const struct wpp_shown_function *f, uint32_t file)
{
  if (file >= f->unit->n_files)
    return f->program->files[file - f->unit->n_files];
  return f->unit->names ? f->unit->names[file].file : f->unit->files[file];
}

/* Set *TEXT, which is freed first, to what WRITE writes of ITEM.  */
static int
keep_written (char **text, const struct wpp_body *b, uint32_t item,
              void (*write) (FILE *, const struct wpp_body *, uint32_t))
{
  size_t size;
  free (*text);
  *text = NULL;
  FILE *out = open_memstream (text, &size);
  if (!out)
    return WPP_E_NOMEM;
  write (out, b, item);
  return fclose (out) == 0 && *text ? 0 : WPP_E_NOMEM;
}

static void
write_numbered_statement (FILE *out, const struct wpp_body *b, uint32_t number)
{
  wpp_write_statement (out, b, &b->statements[number]);
}

/* ---- Lists of a statement.  */

static int
get_part (struct view *v, uint32_t item, void (*write) (FILE *, const struct wpp_body *, uint32_t), void *row)
{
  int err = keep_written (&v->part, v->shown.body, item, write);
  *(const char **)row = v->part;
  return err;
}

/* Operand I of those of V's statement, OPERANDS, which WANTED_P.  */
static const struct wpp_operand *
operand (const struct view *v, const uint32_t *operands, size_t i,
         bool (*wanted_p) (const struct wpp_body *, const struct wpp_operand *))
{
  const struct wpp_body *b = v->shown.body;
  for (size_t k = 0;; k++)
    if (wanted_p (b, &b->operands[operands[k]]) && !i--)
      return &b->operands[operands[k]];
}

static size_t
count_operands (const struct view *v, const uint32_t *operands, size_t n,
                bool (*wanted_p) (const struct wpp_body *, const struct wpp_operand *))
{
  const struct wpp_body *b = v->shown.body;
  size_t wanted = 0;
  for (size_t k = 0; k < n; k++)
    wanted += wanted_p (b, &b->operands[operands[k]]);
  return wanted;
}

static bool
value_p (const struct wpp_body *b, const struct wpp_operand *o)
{
  return o->kind == WPP_OPERAND_VALUE;
}

static bool
memory_p (const struct wpp_body *b, const struct wpp_operand *o)
{
  return wpp_operand_memory_p (b, o);
}

static int
get_defined (void *data, size_t i, void *row)
{
  struct view *v = data;
  const uint32_t *results = wpp_statement_results (v->shown.body, v->statement);
  return get_part (v, operand (v, results, i, value_p)->index, wpp_write_value, row);
}

static int
get_used (void *data, size_t i, void *row)
{
  struct view *v = data;
  return get_part (v, wpp_statement_uses (v->shown.body, v->statement)[i].value, wpp_write_value, row);
}

static int
get_stored (void *data, size_t i, void *row)
{
  struct view *v = data;
  const uint32_t *results = wpp_statement_results (v->shown.body, v->statement);
  return get_part (v, operand (v, results, i, memory_p)->index, wpp_write_reference, row);
}

static int
get_loaded (void *data, size_t i, void *row)
{
  struct view *v = data;
  const uint32_t *operands = wpp_statement_operands (v->shown.body, v->statement);
  return get_part (v, operand (v, operands, i, memory_p)->index, wpp_write_reference, row);
}

/* References of called functions are not told.  */
static void
list_parts (struct view *v, struct wpp_statement_row *row)
{
  const struct wpp_body *b = v->shown.body;
  const struct wpp_statement *s = v->statement;
  const uint32_t *results = wpp_statement_results (b, s), *operands = wpp_statement_operands (b, s);
  row->defines = (struct wpp_row_list){ count_operands (v, results, s->n_results, value_p), v, get_defined };
  row->uses = (struct wpp_row_list){ s->n_uses, v, get_used };
  row->stores = (struct wpp_row_list){ count_operands (v, results, s->n_results, memory_p), v, get_stored };
  row->loads = (struct wpp_row_list){ count_operands (v, operands, s->n_operands, memory_p), v, get_loaded };
}

/* ---- Statements and blocks.  */

/* Set *CALLS to whom C calls.  */
static int
describe_call (struct view *v, const struct wpp_call *c, const char **calls)
{
  const struct wpp_body *b = v->shown.body;
  const struct wpp_variable *called = wpp_body_variable (b, c->function);
  int err = called || c->pointer == WPP_NONE ? 0 : keep_written (&v->call, b, c->pointer, wpp_write_operand);
  *calls = called ? called->name : c->pointer == WPP_NONE ? b->program->constants[c->text].text : v->call;
  return err;
}

static int
get_statement (void *data, size_t i, void *row)
{
  static const char *const kinds[] = { "other", "assign", "call", "condition", "switch", "return",
                                       "goto", "label", "asm", "debug", "note" };
  struct view *v = data;
  const struct wpp_body *b = v->shown.body;
  uint32_t number = v->first_statement + i;
  const struct wpp_statement *s = v->statement = &b->statements[number];
  struct wpp_statement_row *r = row;
  int err = keep_written (&v->text, b, number, write_numbered_statement);
  *r = (struct wpp_statement_row){
    .line = s->line,
    .column = s->column,
    .file = s->line && s->file != v->shown.function->file ? wpp_shown_file (&v->shown, s->file) : NULL,
    .kind = kinds[s->kind],
    .operation = s->operation != WPP_OPERATION_NONE ? wpp_operation_infos[s->operation].name : NULL,
    .text = v->text,
    .may_read = s->flags & WPP_STATEMENT_READS,
    .may_write = s->flags & WPP_STATEMENT_WRITES
  };
  list_parts (v, r);
  if (!err && s->kind == WPP_STATEMENT_CALL)
    err = describe_call (v, &b->calls[s->extra], &r->calls);
  return err;
}

static int
get_block (void *data, size_t i, void *row)
{
  struct view *v = data;
  const struct wpp_body *b = v->shown.body;
  uint32_t first = b->first_statement[v->first_nodes[i]];
  v->first_statement = first;
  *(struct wpp_program_block_row *)row
    = (struct wpp_program_block_row){ v->shown.function->cfg.nodes[v->first_nodes[i]].block,
                                      { b->first_statement[v->first_nodes[i + 1]] - first, v, get_statement } };
  return 0;
}

/* ---- Functions.  */

/* Find the first nodes of V's blocks.  */
static int
find_blocks (struct view *v)
{
  const struct wpp_cfg *cfg = &v->shown.function->cfg;
  uint32_t end = v->shown.body->n_nodes;
  v->first_nodes = malloc ((end + (size_t)2) * sizeof *v->first_nodes);
  if (!v->first_nodes)
    return WPP_E_NOMEM;
  for (uint32_t node = WPP_NODE_EXIT + 1; node < end; node++)
    if (node == WPP_NODE_EXIT + 1 || cfg->nodes[node].block != cfg->nodes[node - 1].block)
      v->first_nodes[v->n_blocks++] = node;
  v->first_nodes[v->n_blocks] = end;
  return 0;
}

static int
send_function (struct wpp_recording *r, const struct wpp_shown_function *shown, struct wpp_row_sink *sink)
{
  struct view v = { .shown = *shown };
  int err = find_blocks (&v);
  struct wpp_program_row row = { .function = wpp_function_name (shown->function),
                                 .short_name = wpp_recording_short_name (r, shown->function),
                                 .assembler_name = shown->function->name,
                                 .file = wpp_shown_file (shown, shown->function->file),
                                 .line = shown->function->start_line,
                                 .blocks = { v.n_blocks, &v, get_block },
                                 .shown = shown };
  if (!err)
    err = row.short_name ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
  free (v.first_nodes);
  free (v.text);
  free (v.call);
  free (v.part);
  return err;
}

/* Send the functions of UNIT that are ASKED for; add their number to *N.  */
static int
send_unit (struct wpp_recording *r, const struct wpp_question_asked *asked, const struct wpp_unit *unit,
           struct wpp_row_sink *sink, int64_t *n, struct wpp_place *place)
{
  int err = 0;
  struct wpp_program *program = NULL;
  for (uint32_t i = 0; i < unit->n_functions && !err; i++)
    {
      const struct wpp_function *f = &unit->functions[i];
      if (f->flags & WPP_FN_SKIPPED || (asked->function && !wpp_function_named_p (f, asked->function)))
        continue;
      if (!program)
        program = wpp_program_decode (unit, &err, place);
      if (program)
        err = send_function (r, &(struct wpp_shown_function){ unit, f, program, &program->bodies[i] }, sink);
      ++*n;
    }
  wpp_program_free (program);
  return err;
}

int64_t
wpp_answer_program (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                    struct wpp_place *place)
{
  int err;
  int64_t n = 0;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (code)
    err = wpp_sink_begin (sink, &wpp_program_schema, NULL);
  for (size_t u = 0; code && u < code->n_units && !err; u++)
    err = send_unit (r, asked, code->units[u], sink, &n, place);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : n;
}
