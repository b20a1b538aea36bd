/* What executed callees may have changed, as one function sees it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/library/effects.h"
#include "program/paths/numbering.h"
#include "facts/queries/callee-effects.h"
#include "base/array.h"

/* ---- Sets.  */

struct key
{
  const struct wpp_effect_sets *s;
  const unsigned char *bits;
};

static bool
set_is_p (const void *items, uint32_t number, const void *key)
{
  const struct wpp_effect_sets *s = items;
  const struct key *k = key;
  return !memcmp (s->bits + number * s->row, k->bits, s->row);
}

/* Set *EFFECT to the number of BITS.  */
static int
intern (struct wpp_effect_sets *s, const unsigned char *bits, uint32_t *effect)
{
  struct key key = { s, bits };
  int err = wpp_hash_reserve (&s->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&s->table, bits, s->row);
  *effect = wpp_hash_find (&s->table, hash, set_is_p, s, &key);
  if (*effect != WPP_NO_ITEM)
    return WPP_OK;
  *effect = WPP_EFFECT_ANYTHING;
  if (s->n == WPP_MOST_EFFECTS)
    return WPP_OK;
  if (WPP_RESERVE (s->bits, s->room, s->n * s->row, s->row))
    return WPP_E_NOMEM;
  memcpy (s->bits + s->n * s->row, bits, s->row);
  wpp_hash_add (&s->table, hash, *effect = s->n++);
  return WPP_OK;
}

int
wpp_effect_sets_init (struct wpp_effect_sets *s, uint32_t n_columns)
{
  *s = (struct wpp_effect_sets){ .row = n_columns / 8 + (size_t)1 };
  unsigned char *bits = calloc (1, s->row);
  uint32_t effect;
  if (!bits)
    return WPP_E_NOMEM;
  memset (bits, 0xff, s->row);
  int err = intern (s, bits, &effect);
  memset (bits, 0, s->row);
  if (!err)
    err = intern (s, bits, &effect);
  free (bits);
  return err;
}

void
wpp_effect_sets_release (struct wpp_effect_sets *s)
{
  free (s->bits);
  wpp_hash_release (&s->table);
}

int
wpp_effect_sets_unite (struct wpp_effect_sets *s, uint32_t a, uint32_t b, uint32_t *effect)
{
  *effect = a;
  if (a == b || b == WPP_EFFECT_NOTHING || a == WPP_EFFECT_ANYTHING)
    return WPP_OK;
  *effect = b;
  if (a == WPP_EFFECT_NOTHING || b == WPP_EFFECT_ANYTHING)
    return WPP_OK;
  unsigned char *bits = malloc (s->row);
  if (!bits)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < s->row; i++)
    bits[i] = s->bits[a * s->row + i] | s->bits[b * s->row + i];
  int err = intern (s, bits, effect);
  free (bits);
  return err;
}

/* ---- References of two functions.  */

/* A reference of a function.  */
struct place
{
  const struct wpp_callee *of;
  const struct wpp_reference *reference;
  uint32_t variable;           /* that it is to all or a part of, or WPP_NONE */
};

static struct place
place_of (const struct wpp_callee *of, uint32_t reference)
{
  return (struct place){ of, &of->body->references[reference], wpp_reference_variable (of->body, reference) };
}

static bool
local_p (const struct place *p)
{
  const struct wpp_variable *v = wpp_body_variable (p->of->body, p->variable);
  return v && !(v->flags & WPP_VARIABLE_STATIC);
}

/* Are the variables of X and Y, of static storage, one?  */
static bool
same_variable_p (const struct place *x, const struct place *y)
{
  const struct wpp_variable *v = wpp_body_variable (x->of->body, x->variable),
                            *w = wpp_body_variable (y->of->body, y->variable);
  if (v == w || (x->of->body->program != y->of->body->program && (v->flags & w->flags & WPP_VARIABLE_PUBLIC) == 0))
    return v == w;
  return wpp_variable_assembler (v) && wpp_variable_assembler (w)
         && !strcmp (wpp_variable_assembler (v), wpp_variable_assembler (w));
}

static bool
reached_p (const struct place *p)
{
  return wpp_variable_reached_p (wpp_body_variable (p->of->body, p->variable));
}

/* May STORED, of a callee, be what READ, of the asking function, is?  */
static bool
may_be_p (const struct place *stored, const struct place *read)
{
  if (local_p (stored))
    return false;
  if (stored->variable != WPP_NONE && read->variable != WPP_NONE)
    return !local_p (read) && same_variable_p (stored, read);
  if (!reached_p (stored) || !reached_p (read))
    return false;
  return stored->of->body->program != read->of->body->program
         || wpp_alias_sets_conflict_p (read->of->body->program, stored->reference->alias_set,
                                       read->reference->alias_set);
}

/* ---- Statements.  */

struct examining
{
  struct wpp_effect_sets *s;
  struct wpp_code *code;
  const struct wpp_callee *asking, *callee;
  unsigned habits;             /* enum wpp_library_habit, of the callee's unit */
  unsigned char *bits;         /* [row] of what is examined … */
  bool anything;               /* … unless it may be anything */
  unsigned char *of_reference; /* [references of the callee * row] what a store to it changes, if that is … */
  bool *examined;              /* [references] … known */
  signed char *recorded;       /* [calls] 1, -1: no; 0: not known yet */
  struct wpp_path path;
};

/* A store to REFERENCE of the callee.  */
static void
examine_store (struct examining *x, uint32_t reference)
{
  const struct wpp_body *b = x->asking->body;
  unsigned char *bits = x->of_reference + reference * x->s->row;
  struct place stored = place_of (x->callee, reference);
  for (uint32_t r = 0; r < b->n_references && !x->examined[reference]; r++)
    {
      uint32_t column = b->references[r].column;
      struct place read = place_of (x->asking, r);
      if (column != WPP_NONE && may_be_p (&stored, &read))
        bits[column / 8] |= 1u << column % 8;
    }
  x->examined[reference] = true;
  for (size_t i = 0; i < x->s->row; i++)
    x->bits[i] |= bits[i];
}

uint32_t
wpp_called_function (const struct wpp_code *code, const struct wpp_body *b, const struct wpp_statement *s)
{
  const struct wpp_variable *v = wpp_body_variable (b, b->calls[s->extra].function);
  const char *name = v ? wpp_variable_assembler (v) : NULL;
  for (size_t i = 0; name && i < code->n_functions; i++)
    if (!strcmp (code->functions[i].function->name, name))
      return i;
  return WPP_NONE;
}

const struct wpp_statement *
wpp_call_at (const struct wpp_cfg *cfg, const struct wpp_body *b, uint32_t node)
{
  if (!(cfg->nodes[node].flags & WPP_NODE_CALL))
    return NULL;
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + (size_t)1]; i++)
    if (!wpp_codeless_p (&b->statements[i]))
      return b->statements[i].kind == WPP_STATEMENT_CALL ? &b->statements[i] : NULL;
  return NULL;
}

/* A call that is recorded has an activation of its own; any other may do anything.  */
static bool
recorded_p (const struct examining *x, const struct wpp_statement *s)
{
  const struct wpp_body *b = x->callee->body;
  if (s->kind != WPP_STATEMENT_CALL)
    return false;
  signed char *known = &x->recorded[s->extra];
  if (!*known)
    *known = b->calls[s->extra].flags & WPP_CALL_ENDS_PATH && wpp_called_function (x->code, b, s) != WPP_NONE ? 1 : -1;
  return *known > 0;
}

/* The library writes to what E says, of the callee, and to nothing else.  */
static void
examine_library (struct examining *x, const struct wpp_effects *e)
{
  const struct wpp_body *b = x->asking->body;
  for (uint32_t r = 0; r < b->n_references; r++)
    {
      uint32_t column = b->references[r].column;
      struct place read = place_of (x->asking, r);
      bool may = read.variable == WPP_NONE && (e->writes & WPP_STATE_MEMORY
                                               || (e->writes & WPP_STATE_ERRNO
                                                   && wpp_library_object (b, r) == WPP_STATE_ERRNO));
      for (uint32_t i = 0; column != WPP_NONE && i < e->n && !may; i++)
        {
          struct place stored = { x->callee, NULL, e->accesses[i].variable };
          if (!(e->accesses[i].how & WPP_LIBRARY_WRITES) || local_p (&stored))
            continue;
          may = read.variable == WPP_NONE ? reached_p (&stored) : !local_p (&read) && same_variable_p (&stored, &read);
        }
      if (may && column != WPP_NONE)
        x->bits[column / 8] |= 1u << column % 8;
    }
}

/* The call S, which is not recorded: is it one of the library, which writes to variables only?  */
static bool
examine_call (struct examining *x, const struct wpp_statement *s)
{
  struct wpp_effects e;
  if (s->kind != WPP_STATEMENT_CALL || wpp_called_function (x->code, x->callee->body, s) != WPP_NONE)
    return false;
  wpp_effects_of (x->callee->body, s, x->habits, &e);
  bool known = e.row && !(e.any & WPP_WRITES_ANY);
  for (uint32_t i = 0; known && i < e.n; i++)
    known = !(e.accesses[i].how & WPP_LIBRARY_WRITES) || e.accesses[i].place != WPP_PLACE_POINTER;
  if (known)
    examine_library (x, &e);
  return known;
}

static void
examine_statement (struct examining *x, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (x->callee->body, s);
  if (!(s->flags & WPP_STATEMENT_WRITES) || wpp_codeless_p (s))
    return;
  if (result && wpp_operand_memory_p (x->callee->body, result))
    examine_store (x, result->index);
  if (s->kind != WPP_STATEMENT_ASSIGN && !recorded_p (x, s) && !examine_call (x, s))
    x->anything = true;
}

static void
examine_node (struct examining *x, uint32_t node)
{
  const struct wpp_body *b = x->callee->body;
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + (size_t)1] && !x->anything; i++)
    examine_statement (x, &b->statements[i]);
}

/* Set *EFFECT to what the path of LETTER may change; a call at its end may never return, but has begun.  */
static int
examine_letter (struct examining *x, const struct wpp_numbering *num, uint64_t number, const struct wpp_letter *letter,
                uint32_t *effect)
{
  int err = wpp_path_decode (num, number, &x->path);
  if (err)
    return err;
  memset (x->bits, 0, x->s->row);
  x->anything = false;
  for (uint32_t i = 0; i < x->path.n_nodes; i++)
    examine_node (x, x->path.nodes[i]);
  uint32_t after = x->path.end_edge == WPP_NO_EDGE ? WPP_NODE_EXIT : num->cfg->edges[x->path.end_edge].dst;
  const struct wpp_statement *call = wpp_call_at (num->cfg, x->callee->body, after);
  if (call && call->flags & WPP_STATEMENT_WRITES)
    x->anything |= recorded_p (x, call) ? !letter->calls : !examine_call (x, call);
  *effect = WPP_EFFECT_ANYTHING;
  return x->anything ? WPP_OK : intern (x->s, x->bits, effect);
}

static int
examine_letters (struct examining *x, const struct wpp_function_traces *f, uint32_t *effects)
{
  int err = WPP_OK;
  struct wpp_code_function *function = (struct wpp_code_function *)x->callee->function;
  const struct wpp_numbering *num = wpp_code_numbering (x->code, function, &err);
  for (uint32_t l = 0; l < f->n_letters && !err; l++)
    {
      uint64_t number;
      if (wpp_code_find (x->code, f->letters[l].event, &number) != function)
        return WPP_E_CORRUPT;
      err = examine_letter (x, num, number, &f->letters[l], &effects[l]);
    }
  return err;
}

/* ---- Traces.  */

/* Set *EFFECT to what symbols FROM to END - 1 do, of which SYMBOLS [letters + rules] is known.  */
static int
unite_symbols (struct wpp_effect_sets *s, const struct wpp_function_traces *f, uint64_t from, uint64_t end,
               const uint32_t *symbols, uint32_t *effect)
{
  const struct wpp_grammar *g = f->grammar;
  int err = WPP_OK;
  *effect = WPP_EFFECT_NOTHING;
  for (uint64_t i = from; i < end && !err && *effect != WPP_EFFECT_ANYTHING; i++)
    {
      uint32_t symbol = g->symbols[i];
      uint32_t number = WPP_IS_RULE (symbol) ? f->n_letters + WPP_RULE_INDEX (symbol) : g->terminals[symbol] - 1;
      err = wpp_effect_sets_unite (s, *effect, symbols[number], effect);
    }
  return err;
}

static int
unite_all (struct wpp_effect_sets *s, const struct wpp_function_traces *f, uint32_t *symbols, uint32_t *effects)
{
  const struct wpp_grammar *g = f->grammar;
  int err = WPP_OK;
  for (uint32_t i = 0; i + 1 < g->n_rules && !err; i++)
    {
      uint32_t r = g->order[i];
      err = unite_symbols (s, f, g->start[r], g->start[r + (size_t)1], symbols, &symbols[f->n_letters + (size_t)r]);
    }
  for (uint32_t t = 0; t < f->n_traces && !err; t++)
    err = unite_symbols (s, f, f->trace[t], f->trace[t + (size_t)1] - 1, symbols, &effects[t]);
  return err;
}

int
wpp_callee_effects (struct wpp_effect_sets *s, struct wpp_code *code, const struct wpp_callee *asking,
                    const struct wpp_callee *callee, const struct wpp_function_traces *f, uint32_t *effects)
{
  for (uint32_t t = 0; t < f->n_traces; t++)
    effects[t] = WPP_EFFECT_ANYTHING;
  if (!callee->body)
    return WPP_OK;
  size_t n_references = callee->body->n_references + (size_t)1;
  struct examining x = { .s = s, .code = code, .asking = asking, .callee = callee,
                         .habits = wpp_library_habits (callee->body->program), .bits = malloc (s->row),
                         .of_reference = calloc (n_references, s->row), .examined = calloc (n_references, 1),
                         .recorded = calloc (callee->body->n_calls + (size_t)1, 1) };
  uint32_t *symbols = calloc (f->n_letters + (size_t)f->grammar->n_rules, sizeof *symbols);
  int err = x.bits && x.of_reference && x.examined && x.recorded && symbols ? examine_letters (&x, f, symbols)
                                                                            : WPP_E_NOMEM;
  if (!err)
    err = unite_all (s, f, symbols, effects);
  wpp_path_release (&x.path);
  free (x.bits);
  free (x.of_reference);
  free (x.examined);
  free (x.recorded);
  free (symbols);
  return err;
}
