/* What the statements of a line computed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/graph-values.h"
#include "answers/tally.h"
#include "answers/values.h"
#include "base/array.h"
#include "program/statements/write.h"

/* Different values of a statement that are counted, and different steps from one to the next.  */
#define MOST_VALUES (UINT32_C (1) << 20)
#define MOST_STEPS 4096u
/* The most frequent ones, which are shown.  */
#define SHOWN 10u

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_value_count_row
static const struct wpp_row_column count_columns[]
  = { COLUMN (value, TEXT), COLUMN (count, COUNT, .unit = "executions") };
static const struct wpp_schema count_schema = WPP_SCHEMA ("value", struct OF, count_columns);
#undef OF
#define OF wpp_values_row
static const struct wpp_row_column columns[]
  = { COLUMN (variable, TEXT), COLUMN (function, TEXT), COLUMN (column, NUMBER32), COLUMN (statement, TEXT),
      COLUMN (type, TEXT), COLUMN (executions, COUNT, .unit = "executions"),
      COLUMN (unknown, COUNT, .unit = "executions"), COLUMN (distinct, DIGITS, .unit = "values"),
      COLUMN (invariance, REAL, .optional = true), COLUMN (least, TEXT, .optional = true),
      COLUMN (greatest, TEXT, .optional = true), COLUMN (stride, TEXT, .optional = true),
      COLUMN (stride_share, REAL, .optional = true), COLUMN (most, LIST, .of = &count_schema),
      COLUMN (values, LIST, .of = &wpp_text_schema, .optional = true) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("statement", struct OF, columns);
#undef OF
#define OF wpp_values_head
static const struct wpp_row_column head_columns[] = { COLUMN (file, TEXT), COLUMN (line, NUMBER32) };
const struct wpp_schema wpp_values_schema
  = WPP_SCHEMA ("values", struct OF, head_columns, .rows = "statements", .of = &row_schema);
#undef OF

/* ---- What is collected.  */

/* A statement that is watched.  */
struct item
{
  uint32_t function, statement;
  uint32_t use;                 /* as in struct wpp_replay_now */
  const struct wpp_type *type;
  struct wpp_tally values, steps;
  uint64_t executions, unknown;
  uint64_t in_thread;           /* executions in the thread at hand */
  uint32_t thread;
  uint64_t least, greatest, last;
  bool any, has_last;           /* a value was known; that of the execution before was */
  struct wpp_word *all;         /* [n_all] */
  size_t n_all, room;
};

struct collector
{
  const struct wpp_values_asked *asked;
  struct wpp_replayed_recording of;
  const char *file;             /* of the line */
  struct item *items;           /* [n] by function and statement */
  size_t n, room;
  bool bound;                   /* statements for debuggers are watched, which are no code */
  uint32_t **item_of;           /* [functions] null, or [statements] number plus 1, or 0 */
};

static bool
less_p (const struct wpp_type *t, uint64_t a, uint64_t b)
{
  if (t->kind == WPP_TYPE_REAL)
    {
      double x, y;
      float f, g;
      if (t->size == 32)
        {
          memcpy (&f, &a, sizeof f);
          memcpy (&g, &b, sizeof g);
          return f < g;
        }
      memcpy (&x, &a, sizeof x);
      memcpy (&y, &b, sizeof y);
      return x < y;
    }
  return wpp_scalar_of (t).is_signed ? (int64_t)a < (int64_t)b : a < b;
}

/* The value WORD, known, comes after I's last one.  */
static int
add_known (struct item *i, uint64_t word)
{
  int err = wpp_tally_add (&i->values, word);
  if (!err && i->has_last && i->type->kind != WPP_TYPE_REAL)
    err = wpp_tally_add (&i->steps, word - i->last);
  if (!i->any || less_p (i->type, word, i->least))
    i->least = word;
  if (!i->any || less_p (i->type, i->greatest, word))
    i->greatest = word;
  i->any = i->has_last = true;
  i->last = word;
  return err;
}

/* Is this execution of I, of the thread THREAD, one that was asked for?  */
static bool
asked_p (const struct collector *c, struct item *i, uint32_t thread)
{
  if (i->thread != thread)
    i->in_thread = 0;
  i->thread = thread;
  i->in_thread++;
  return !c->asked->execution || i->in_thread == c->asked->execution;
}

static int
told (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  struct collector *c = data;
  struct item *i = &c->items[c->item_of[now->function][now->statement] - 1];
  int err = WPP_OK;
  if (i->use != now->use || !asked_p (c, i, now->thread))
    return err;
  i->executions++;
  i->unknown += !v.known;
  if (v.known)
    err = add_known (i, v.word);
  else
    i->has_last = false;
  if (err || !c->asked->all)
    return err;
  if (WPP_RESERVE (i->all, i->room, i->n_all, 1))
    return WPP_E_NOMEM;
  i->all[i->n_all++] = v;
  return WPP_OK;
}

/* ---- Which statements are watched.  */

/* Is OPERAND a version of VARIABLE, or all of it in memory?  */
static bool
of_variable_p (const struct wpp_body *b, const struct wpp_operand *o, uint32_t variable)
{
  return variable != WPP_NONE
         && (wpp_operand_version_of (b, o) == variable || wpp_operand_whole_variable (b, o) == variable);
}

static bool
tracked_p (const struct wpp_body *b, const struct wpp_operand *o)
{
  return wpp_scalar_of (wpp_body_type (b, o->type)).kind != WPP_SCALAR_NONE;
}

/* Does S assign VARIABLE (WPP_NONE: anything) a value that is tracked?  */
static bool
assigns_p (const struct wpp_body *b, const struct wpp_statement *s, bool any, uint32_t variable)
{
  const struct wpp_operand *o = wpp_statement_result (b, s);
  return o && tracked_p (b, o) && !(s->flags & WPP_STATEMENT_CLOBBER) && (any || of_variable_p (b, o, variable));
}

/* Does S load VARIABLE, all of it, to a value?  */
static bool
loads_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t variable)
{
  const struct wpp_operand *o = wpp_statement_result (b, s);
  return o && o->kind == WPP_OPERAND_VALUE && s->kind == WPP_STATEMENT_ASSIGN && s->operation == WPP_OPERATION_COPY
         && variable != WPP_NONE && wpp_operand_whole_variable (b, wpp_statement_operand (b, s, 0)) == variable;
}

/* The number of S's first use that is a version of VARIABLE, plus 1; 0: none.  */
static uint32_t
use_of (const struct wpp_body *b, const struct wpp_statement *s, uint32_t variable)
{
  for (uint32_t i = 0; i < s->n_uses && variable != WPP_NONE; i++)
    {
      const struct wpp_value *v = &b->values[wpp_statement_uses (b, s)[i].value];
      if (v->variable == variable && wpp_scalar_of (wpp_body_type (b, v->type)).kind != WPP_SCALAR_NONE)
        return i + 1;
    }
  return 0;
}

static int
add_item (struct collector *c, uint32_t function, uint32_t statement, uint32_t use)
{
  const struct wpp_body *b = c->of.bindings->layouts[function]->body;
  const struct wpp_statement *s = &b->statements[statement];
  uint32_t type = use              ? b->values[wpp_statement_uses (b, s)[use - 1].value].type
                  : wpp_debug_p (s) ? wpp_statement_operand (b, s, 0)->type
                                    : wpp_statement_result (b, s)->type;
  if (WPP_RESERVE (c->items, c->room, c->n, 1))
    return WPP_E_NOMEM;
  c->items[c->n++] = (struct item){ .function = function,
                                    .statement = statement,
                                    .use = use,
                                    .type = wpp_body_type (b, type),
                                    .values.most = MOST_VALUES,
                                    .steps.most = MOST_STEPS };
  c->item_of[function][statement] = c->n;
  return WPP_OK;
}

/* Which of the ways in which statements may be watched is tried.  */
enum way
{
  ASSIGNED,                     /* they assign the variable, or anything */
  BOUND,                        /* they say, for debuggers, what the variable is from there on */
  USED                          /* they use it */
};

/* Is S, a statement of F that may be for debuggers alone, one of the line?  */
static bool
of_line_p (const struct collector *c, const struct wpp_at_function *f, const struct wpp_statement *s)
{
  bool told = wpp_debug_p (s) && wpp_at_line_p (f, s, c->file, c->asked->at.line);
  return told || wpp_at_p (f, s, c->file, c->asked->at.line);
}

/* Does S say, for debuggers, what VARIABLE is, and is that tracked?  */
static bool
binds_p (const struct wpp_body *b, const struct wpp_statement *s, uint32_t variable)
{
  return wpp_debug_p (s) && variable != WPP_NONE && s->extra == variable && s->n_operands == 1
         && tracked_p (b, wpp_statement_operand (b, s, 0));
}

/* Watch those statements of FUNCTION that are of the line, in the way WAY.  */
static int
watch_function (struct collector *c, uint32_t function, enum way way)
{
  const struct wpp_body *b = c->of.bindings->layouts[function]->body;
  const struct wpp_at_function f = { &c->of.code->functions[function], b };
  const struct wpp_values_asked *q = c->asked;
  int err = WPP_OK;
  for (uint32_t i = 0; i < b->n_statements && !err; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      if (wpp_debug_p (s) != (way == BOUND) || !of_line_p (c, &f, s))
        continue;
      uint32_t variable = q->variable ? wpp_at_variable (b, q->variable, s->scope) : WPP_NONE;
      uint32_t use = way == USED ? use_of (b, s, variable) : 0;
      if (way == ASSIGNED ? assigns_p (b, s, !q->variable, variable)
          : way == BOUND  ? binds_p (b, s, variable)
                          : use || loads_p (b, s, variable))
        err = add_item (c, function, i, use);
    }
  return err;
}

static int
find_items (struct collector *c)
{
  size_t n = c->of.code->n_functions;
  int err = WPP_OK;
  c->item_of = calloc (n + 1, sizeof *c->item_of);
  if (!c->item_of)
    return WPP_E_NOMEM;
  for (int way = ASSIGNED; way <= (c->asked->variable ? USED : ASSIGNED) && !c->n && !err; way++)
    for (size_t i = 0; i < n && !err; i++)
      {
        const struct wpp_micro_layout *l = c->of.bindings->layouts[i];
        if (!l)
          continue;
        if (!c->item_of[i] && !(c->item_of[i] = calloc (l->body->n_statements + (size_t)1, sizeof **c->item_of)))
          return WPP_E_NOMEM;
        err = watch_function (c, i, way);
        c->bound = way == BOUND;
      }
  return err;
}

/* For replay: which statements of FUNCTION are watched.  */
static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  struct collector *c = data;
  uint32_t n = c->of.bindings->layouts[function]->body->n_statements;
  uint8_t *flags = NULL;
  *err = WPP_OK;
  for (uint32_t i = 0; i < n; i++)
    if (c->item_of[function][i])
      {
        if (!flags && !(flags = calloc (n, 1)))
          {
            *err = WPP_E_NOMEM;
            return NULL;
          }
        flags[i] = c->items[c->item_of[function][i] - 1].use ? WPP_WATCH_USES : WPP_WATCH_VALUE;
      }
  return flags;
}

/* ---- Rows.  */

struct view
{
  struct item *item;
  char text[WPP_VALUE_TEXT];    /* of an element at hand */
};

static int
get_most (void *data, size_t i, void *row)
{
  struct view *v = data;
  const struct wpp_tallied *t = &v->item->values.items[i];
  const char *text = wpp_value_text (v->item->type, (struct wpp_word){ t->word, 1 }, v->text);
  *(struct wpp_value_count_row *)row = (struct wpp_value_count_row){ text, t->count };
  return WPP_OK;
}

static int
get_value (void *data, size_t i, void *row)
{
  struct view *v = data;
  *(const char **)row = wpp_value_text (v->item->type, v->item->all[i], v->text);
  return WPP_OK;
}

/* What WRITE writes of ITEM of B, malloc'ed, or null.  */
static char *
written (const struct wpp_body *b, uint32_t item, void (*write) (FILE *, const struct wpp_body *, uint32_t))
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (out)
    {
      write (out, b, item);
      fclose (out);
    }
  return text;
}

static void
write_type (FILE *out, const struct wpp_body *b, uint32_t type)
{
  wpp_write_type (out, b->program, type);
}

/* What I's value is called in the source, malloc'ed; null: nothing.  */
static char *
name_of (const struct wpp_body *b, const struct wpp_statement *s, const struct item *i, const char *asked)
{
  if (asked)
    return strdup (asked);
  const struct wpp_operand *o = wpp_statement_result (b, s);
  if (o->kind == WPP_OPERAND_REFERENCE)
    return written (b, o->index, wpp_write_reference);
  const struct wpp_variable *v = wpp_body_variable (b, wpp_operand_version_of (b, o));
  return v && v->name && v->flags & WPP_VARIABLE_USER ? strdup (v->name) : NULL;
}

static void
add_numbers (struct wpp_values_row *row, struct item *i, char texts[3][WPP_VALUE_TEXT])
{
  static const struct wpp_type step = { .kind = WPP_TYPE_INTEGER, .precision = 64, .size = 64 };
  const struct wpp_tally *values = &i->values, *steps = &i->steps;
  if (i->any)
    {
      row->invariance = (double)values->items[0].count / values->n;
      row->least = wpp_value_text (i->type, (struct wpp_word){ i->least, 1 }, texts[0]);
      row->greatest = wpp_value_text (i->type, (struct wpp_word){ i->greatest, 1 }, texts[1]);
    }
  if (steps->n)
    {
      row->stride = wpp_value_text (&step, (struct wpp_word){ steps->items[0].word, 1 }, texts[2]);
      row->stride_share = (double)steps->items[0].count / steps->n;
    }
}

static int
send (struct collector *c, struct item *i, struct wpp_row_sink *sink)
{
  struct wpp_replayed_statement at = wpp_replayed_statement (&c->of, i->function, i->statement);
  const struct wpp_body *b = at.function.body;
  struct view view = { .item = i };
  char distinct[WPP_TALLY_TEXT], texts[3][WPP_VALUE_TEXT];
  wpp_tally_sort (&i->values);
  wpp_tally_sort (&i->steps);
  size_t shown = i->values.distinct < SHOWN ? i->values.distinct : SHOWN;
  char *name = name_of (b, at.statement, i, c->asked->variable), *statement = wpp_at_source (b, at.statement);
  char *type = written (b, i->type - b->program->types, write_type);
  struct wpp_values_row row = { .variable = name,
                                .function = wpp_function_name (at.function.function->function),
                                .column = at.statement->column,
                                .statement = statement,
                                .type = type,
                                .executions = i->executions,
                                .unknown = i->unknown,
                                .distinct = wpp_tally_distinct (&i->values, distinct),
                                .invariance = NAN,
                                .stride_share = NAN,
                                .most = { shown, &view, get_most },
                                .values = { i->n_all, &view, c->asked->all ? get_value : NULL } };
  add_numbers (&row, i, texts);
  int err = statement && type ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
  free (name);
  free (statement);
  free (type);
  return err;
}

static int
send_all (struct collector *c, struct wpp_row_sink *sink, int64_t *n)
{
  const struct wpp_values_head head = { c->file, c->asked->at.line };
  int err = wpp_sink_begin (sink, &wpp_values_schema, &head);
  for (size_t i = 0; i < c->n && !err; i++)
    if (c->items[i].executions)
      {
        err = send (c, &c->items[i], sink);
        ++*n;
      }
  return err ? err : wpp_sink_end (sink);
}

/* Complain that there is nothing to watch.  */
static int
complain (const struct wpp_values_asked *q, struct wpp_place *place)
{
  if (q->variable)
    return wpp_at_complain (place, &q->at, "no statement of the line that was recorded with values has %s",
                            q->variable);
  return wpp_at_complain (place, &q->at, "no statement of the line that was recorded with values assigns a number");
}

static void
release (struct collector *c)
{
  for (size_t i = 0; i < c->n; i++)
    {
      wpp_tally_release (&c->items[i].values);
      wpp_tally_release (&c->items[i].steps);
      free (c->items[i].all);
    }
  for (size_t i = 0; c->item_of && i < c->of.code->n_functions; i++)
    free (c->item_of[i]);
  free (c->item_of);
  free (c->items);
  wpp_replayed_release (&c->of);
}

int64_t
wpp_answer_values (struct wpp_recording *r, const struct wpp_values_asked *asked, struct wpp_row_sink *sink,
                   struct wpp_place *place)
{
  struct collector c = { .asked = asked };
  const struct wpp_replay_user user = { .data = &c, .watched = watched, .value = told };
  struct wpp_at_found found;
  int64_t n = 0;
  int err = wpp_at_find_in (&found, r, &asked->at, place);
  if (!err)
    {
      c.file = found.file;
      err = wpp_replayed_begin (&c.of, r, place);
    }
  if (!err)
    err = find_items (&c);
  if (!err && !c.n)
    err = complain (asked, place);
  if (!err)
    err = c.bound ? wpp_replayed_tell (&c.of, asked->thread, &user, place)
                  : wpp_graph_tell_values (&c.of, asked->thread, &user, place);
  if (!err)
    err = send_all (&c, sink, &n);
  release (&c);
  wpp_at_release (&found);
  return err ? err : n;
}
