/* What is known along a path (walk.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "decide/duplication/numbers.h"
#include "decide/duplication/walk.h"

/* Places in memory that are remembered, and values that the address of one depends on.  */
#define MOST_PLACES 128u
#define MOST_IN_ADDRESS 4u

/* What is in memory at REFERENCE, as its values were.  */
struct place
{
  uint32_t reference;
  uint32_t number;
  uint32_t n;
  uint32_t in_address[MOST_IN_ADDRESS]; /* numbers: of the base, and of indices */
};

struct wpp_walk
{
  const struct wpp_blocks *blocks;
  const struct wpp_body *body;
  struct wpp_numbers numbers;
  uint32_t *of_value;        /* [values] number, or WPP_NONE */
  uint32_t *of_operand;      /* [operands] that of an address or constant, or WPP_NONE */
  uint32_t n_places;
  struct place places[MOST_PLACES];
  uint32_t block;            /* executed last */
  bool full;                    /* too little memory, or too much code: nothing more folds */
};

struct wpp_walk *
wpp_walk_new (const struct wpp_blocks *b)
{
  struct wpp_walk *w = calloc (1, sizeof *w);
  if (!w)
    return NULL;
  w->blocks = b;
  w->body = w->numbers.body = b->body;
  w->of_value = malloc (((size_t) b->body->n_values + 1) * sizeof *w->of_value);
  w->of_operand = malloc (((size_t) b->body->n_operands + 1) * sizeof *w->of_operand);
  if (w->of_value && w->of_operand)
    return w;
  wpp_walk_free (w);
  return NULL;
}

void
wpp_walk_free (struct wpp_walk *w)
{
  if (!w)
    return;
  free (w->of_value);
  free (w->of_operand);
  free (w);
}

void
wpp_walk_begin (struct wpp_walk *w)
{
  memset (w->of_value, 0xff, (size_t) w->body->n_values * sizeof *w->of_value);
  memset (w->of_operand, 0xff, (size_t) w->body->n_operands * sizeof *w->of_operand);
  w->numbers.n = w->numbers.n_relations = 0;
  w->n_places = 0;
  w->full = false;
}

/* ---- Operands.  */

static uint32_t
new_value (struct wpp_walk *w, uint32_t type)
{
  uint32_t x = wpp_new_value (&w->numbers, type);
  w->full |= x == WPP_NONE;
  return x;
}

static uint32_t
constant (struct wpp_walk *w, const struct wpp_operand *o)
{
  const struct wpp_constant *c = &w->body->program->constants[o->index];
  if (c->kind != WPP_CONSTANT_INTEGER)
    return new_value (w, o->type);
  return wpp_new_constant (&w->numbers, o->type, wpp_constant_number (c));
}

static uint32_t
address (struct wpp_walk *w, const struct wpp_operand *o)
{
  uint32_t x = new_value (w, o->type);
  wpp_assume_nonzero (&w->numbers, x);
  return x;
}

/* The number of operand O, or WPP_NONE.  */
static uint32_t
number_of (struct wpp_walk *w, uint32_t o)
{
  const struct wpp_operand *op = &w->body->operands[o];
  uint32_t *number = op->kind == WPP_OPERAND_VALUE ? &w->of_value[op->index] : &w->of_operand[o];
  bool known = op->kind == WPP_OPERAND_VALUE || op->kind == WPP_OPERAND_CONSTANT
               || (op->kind == WPP_OPERAND_ADDRESS && op->invariant);
  if (!known)
    return WPP_NONE;
  if (*number == WPP_NONE)
    *number = op->kind == WPP_OPERAND_CONSTANT  ? constant (w, op)
              : op->kind == WPP_OPERAND_ADDRESS ? address (w, op)
                                                : new_value (w, op->type);
  return *number;
}

/* ---- Memory.  */

static bool
add_to_address (struct wpp_walk *w, struct place *p, uint32_t operand)
{
  if (p->n == MOST_IN_ADDRESS)
    return false;
  p->in_address[p->n] = number_of (w, operand);
  return p->in_address[p->n++] != WPP_NONE;
}

/* Set P to the place that REFERENCE is now.  False when that cannot be told apart from others.  */
static bool
find_place (struct wpp_walk *w, uint32_t reference, struct place *p)
{
  const struct wpp_reference *r = &w->body->references[reference];
  *p = (struct place){ .reference = reference };
  if (r->flags & (WPP_REFERENCE_VOLATILE | WPP_REFERENCE_REVERSED) || !(r->flags & WPP_REFERENCE_MEMORY)
      || r->base_kind == WPP_BASE_OPERAND)
    return false;
  if (r->base_kind == WPP_BASE_POINTER && !add_to_address (w, p, r->base))
    return false;
  for (uint32_t i = 0; i < r->n_components; i++)
    {
      const struct wpp_component *c = &w->body->components[r->first_component + i];
      if ((c->kind == WPP_COMPONENT_ELEMENT || c->kind == WPP_COMPONENT_RANGE) && !add_to_address (w, p, c->index))
        return false;
    }
  return true;
}

/* Have A and B the same form: the same but for the values in them?  */
static bool
same_form_p (const struct wpp_body *body, const struct wpp_reference *a, const struct wpp_reference *b)
{
  if (a == b)
    return true;
  if (a->base_kind != b->base_kind || a->base_offset != b->base_offset || a->type != b->type
      || a->n_components != b->n_components || (a->base_kind == WPP_BASE_VARIABLE && a->base != b->base))
    return false;
  for (uint32_t i = 0; i < a->n_components; i++)
    {
      const struct wpp_component *x = &body->components[a->first_component + i],
                                 *y = &body->components[b->first_component + i];
      bool indexed = x->kind == WPP_COMPONENT_ELEMENT || x->kind == WPP_COMPONENT_RANGE;
      if (x->kind != y->kind || x->type != y->type || x->offset != y->offset || x->size != y->size
          || (!indexed && x->index != y->index))
        return false;
    }
  return true;
}

static bool
same_place_p (const struct wpp_walk *w, const struct place *a, const struct place *b)
{
  if (a->n != b->n || !same_form_p (w->body, &w->body->references[a->reference], &w->body->references[b->reference]))
    return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (!wpp_same_value_p (&w->numbers, a->in_address[i], b->in_address[i]))
      return false;
  return true;
}

/* What is at P, or WPP_NONE.  */
static uint32_t
contents (const struct wpp_walk *w, const struct place *p)
{
  for (uint32_t i = w->n_places; i-- > 0;)
    if (same_place_p (w, &w->places[i], p))
      return w->places[i].number;
  return WPP_NONE;
}

/* At P is NUMBER.  The place that was remembered first is forgotten when there are too many.  */
static void
remember (struct wpp_walk *w, struct place p, uint32_t number)
{
  if (w->n_places == MOST_PLACES)
    memmove (w->places, w->places + 1, --w->n_places * sizeof *w->places);
  p.number = number;
  w->places[w->n_places++] = p;
}

/* Forget what S may change.  */
static void
forget (struct wpp_walk *w, const struct wpp_statement *s)
{
  uint32_t kept = 0;
  if (!(s->flags & WPP_STATEMENT_WRITES))
    return;
  for (uint32_t i = 0; i < w->n_places; i++)
    if (!wpp_statement_may_clobber_p (w->body, s, w->places[i].reference))
      w->places[kept++] = w->places[i];
  w->n_places = kept;
}

/* ---- Statements.  */

static void
set_result (struct wpp_walk *w, const struct wpp_operand *result, uint32_t number)
{
  if (result && result->kind == WPP_OPERAND_VALUE)
    w->of_value[result->index] = number != WPP_NONE ? number : new_value (w, result->type);
}

static enum wpp_path_fold
load (struct wpp_walk *w, const struct wpp_statement *s, const struct wpp_operand *result,
      const struct wpp_operand *from)
{
  struct place p;
  uint32_t number = WPP_NONE;
  bool known = !(s->flags & WPP_STATEMENT_VOLATILE) && find_place (w, from->index, &p);
  if (known)
    number = contents (w, &p);
  set_result (w, result, number);
  if (known && number == WPP_NONE)
    remember (w, p, w->of_value[result->index]);
  return number != WPP_NONE ? WPP_FOLD_LOADED : WPP_FOLD_NOTHING;
}

static void
store (struct wpp_walk *w, const struct wpp_statement *s, const struct wpp_operand *to)
{
  struct place p;
  uint32_t number = s->n_operands == 1 ? number_of (w, wpp_statement_operands (w->body, s)[0]) : WPP_NONE;
  forget (w, s);
  if (number != WPP_NONE && !(s->flags & (WPP_STATEMENT_VOLATILE | WPP_STATEMENT_CLOBBER))
      && find_place (w, to->index, &p))
    remember (w, p, number);
}

static enum wpp_path_fold
operate (struct wpp_walk *w, const struct wpp_statement *s, const struct wpp_operand *result)
{
  struct wpp_made made = { .operation = s->operation, .n = s->n_operands, .type = result->type };
  uint32_t before = w->numbers.n;
  bool constants = true;
  if (s->n_operands > 3 || s->operation == WPP_OPERATION_OTHER)
    {
      set_result (w, result, WPP_NONE);
      return WPP_FOLD_NOTHING;
    }
  for (uint32_t i = 0; i < s->n_operands; i++)
    {
      made.of[i] = number_of (w, wpp_statement_operands (w->body, s)[i]);
      constants &= wpp_statement_operand (w->body, s, i)->kind == WPP_OPERAND_CONSTANT;
    }
  before = w->numbers.n;
  uint32_t x = wpp_make_value (&w->numbers, &made);
  set_result (w, result, x);
  if (x == WPP_NONE || constants)
    return WPP_FOLD_NOTHING;
  return wpp_constant_p (&w->numbers, x) ? WPP_FOLD_CONSTANT : x < before ? WPP_FOLD_COMPUTED : WPP_FOLD_NOTHING;
}

static enum wpp_path_fold
assign (struct wpp_walk *w, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (w->body, s);
  if (!result)
    return WPP_FOLD_NOTHING;
  if (result->kind != WPP_OPERAND_VALUE)
    {
      if (result->kind == WPP_OPERAND_REFERENCE)
        store (w, s, result);
      else
        forget (w, s);
      return WPP_FOLD_NOTHING;
    }
  if (wpp_statement_class (s) != WPP_CLASS_SINGLE)
    return operate (w, s, result);
  const struct wpp_operand *from = wpp_statement_operand (w->body, s, 0);
  if (from->kind == WPP_OPERAND_REFERENCE)
    return load (w, s, result, from);
  set_result (w, result, number_of (w, wpp_statement_operands (w->body, s)[0]));
  return WPP_FOLD_NOTHING;
}

static int
outcome (struct wpp_walk *w, const struct wpp_statement *s)
{
  const uint32_t *o = wpp_statement_operands (w->body, s);
  return wpp_compare_values (&w->numbers, s->operation, number_of (w, o[0]), number_of (w, o[1]));
}

/* Is at most one jump out of the block at hand possible?  */
static bool
decided_p (struct wpp_walk *w)
{
  const struct wpp_block *b = &w->blocks->blocks[w->block];
  unsigned possible = 0;
  for (uint32_t j = b->first_jump; j < b->first_jump + b->n_jumps; j++)
    possible += wpp_walk_may_take_p (w, j);
  return possible == 1 && b->n_jumps > 1;
}

/* What S uses is no null pointer, if it is executed.  */
static void
note_uses (struct wpp_walk *w, const struct wpp_statement *s)
{
  const struct wpp_use *uses = wpp_statement_uses (w->body, s);
  for (uint32_t i = 0; i < s->n_uses; i++)
    if (uses[i].nonnull)
      wpp_assume_nonzero (&w->numbers, w->of_value[uses[i].value]);
}

static enum wpp_path_fold
execute (struct wpp_walk *w, const struct wpp_statement *s)
{
  enum wpp_path_fold fold = WPP_FOLD_NOTHING;
  switch (s->kind)
    {
    case WPP_STATEMENT_ASSIGN:
      fold = assign (w, s);
      break;
    case WPP_STATEMENT_CONDITION:
    case WPP_STATEMENT_SWITCH:
      return decided_p (w) ? WPP_FOLD_BRANCH : WPP_FOLD_NOTHING;
    default:
      forget (w, s);
      for (uint32_t i = 0; i < s->n_results; i++)
        set_result (w, &w->body->operands[wpp_statement_results (w->body, s)[i]], WPP_NONE);
    }
  note_uses (w, s);
  return fold;
}

void
wpp_walk_block (struct wpp_walk *w, uint32_t i, unsigned char *folds)
{
  uint32_t first = wpp_block_first_statement (w->blocks, i), end = wpp_block_end_statement (w->blocks, i);
  w->block = i;
  for (uint32_t s = first; s < end; s++)
    {
      enum wpp_path_fold fold = w->full ? WPP_FOLD_NOTHING : execute (w, &w->body->statements[s]);
      if (folds)
        folds[s - first] = fold;
    }
}

/* ---- Jumps.  */

static wpp_integer
case_bound (const struct wpp_body *body, uint32_t number)
{
  return wpp_constant_number (&body->program->constants[number]);
}

/* May X be in case C?  */
static bool
may_be_p (const struct wpp_walk *w, uint32_t x, const struct wpp_case *c)
{
  const struct wpp_known *k = &w->numbers.known[x];
  wpp_integer low = case_bound (w->body, c->low), high = case_bound (w->body, c->high);
  return low <= k->high && high >= k->low && !(low == high && k->excludes && k->other == low);
}

/* The constant X has a case of its own at the switch S, one of whose jumps is CODE's.  */
static bool
other_case_p (const struct wpp_walk *w, uint32_t x)
{
  const struct wpp_block *b = &w->blocks->blocks[w->block];
  for (uint32_t j = b->first_jump; j < b->first_jump + b->n_jumps; j++)
    {
      const struct wpp_edge_code *e = &w->body->edges[w->blocks->jumps[j].edge];
      for (uint32_t i = 0; i < e->n_cases; i++)
        {
          const struct wpp_case *c = &w->body->cases[e->first_case + i];
          if (c->low != WPP_NONE && may_be_p (w, x, c))
            return true;
        }
    }
  return false;
}

static bool
may_switch_p (struct wpp_walk *w, const struct wpp_edge_code *e)
{
  const struct wpp_statement *s = &w->body->statements[e->statement];
  uint32_t x = s->kind == WPP_STATEMENT_SWITCH ? number_of (w, wpp_statement_operands (w->body, s)[0]) : WPP_NONE;
  if (x == WPP_NONE || !w->numbers.known[x].bounded || !e->n_cases)
    return true;
  for (uint32_t i = 0; i < e->n_cases; i++)
    {
      const struct wpp_case *c = &w->body->cases[e->first_case + i];
      if (c->low == WPP_NONE ? !wpp_constant_p (&w->numbers, x) || !other_case_p (w, x) : may_be_p (w, x, c))
        return true;
    }
  return false;
}

bool
wpp_walk_may_take_p (struct wpp_walk *w, uint32_t jump)
{
  const struct wpp_edge_code *e = &w->body->edges[w->blocks->jumps[jump].edge];
  if (w->full || e->statement == WPP_NONE)
    return true;
  if (e->outcome == WPP_OUTCOME_CASE)
    return may_switch_p (w, e);
  int known = outcome (w, &w->body->statements[e->statement]);
  return e->outcome == WPP_OUTCOME_NONE || known < 0 || known == (e->outcome == WPP_OUTCOME_TRUE);
}

/* What it says that control takes the edge of E.  */
static void
learn (struct wpp_walk *w, const struct wpp_edge_code *e)
{
  if (e->statement == WPP_NONE)
    return;
  const struct wpp_statement *s = &w->body->statements[e->statement];
  const uint32_t *o = wpp_statement_operands (w->body, s);
  const struct wpp_case *c = &w->body->cases[e->first_case];
  if (s->kind == WPP_STATEMENT_CONDITION && (e->outcome == WPP_OUTCOME_TRUE || e->outcome == WPP_OUTCOME_FALSE))
    wpp_assume (&w->numbers, s->operation, number_of (w, o[0]), number_of (w, o[1]), e->outcome == WPP_OUTCOME_TRUE);
  else if (s->kind == WPP_STATEMENT_SWITCH && e->n_cases == 1 && c->low != WPP_NONE)
    wpp_assume_between (&w->numbers, number_of (w, o[0]), case_bound (w->body, c->low), case_bound (w->body, c->high));
}

/* All PHIs of a block take effect at once: first their arguments are read.  */
void
wpp_walk_jump (struct wpp_walk *w, uint32_t jump)
{
  const struct wpp_jump *j = &w->blocks->jumps[jump];
  const struct wpp_edge_code *e = &w->body->edges[j->edge];
  uint32_t node = w->blocks->blocks[j->to].first, first = w->body->first_phi[node],
           n = w->body->first_phi[node + 1] - first;
  uint32_t now[64];
  learn (w, e);
  if (n > 64)
    w->full = true;
  if (w->full || !e->into)
    return;
  for (uint32_t i = 0; i < n; i++)
    now[i] = number_of (w, w->body->arguments[e->first_argument + i]);
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t result = w->body->phis[first + i].result;
      w->of_value[result] = now[i] != WPP_NONE ? now[i] : new_value (w, w->body->values[result].type);
    }
}

/* Values keep their numbers: each is defined once, before what is known of it, and what is defined between has
   none.  */
void
wpp_walk_between (struct wpp_walk *w, const uint32_t *between, uint32_t n)
{
  if (n == WPP_NONE)
    {
      w->n_places = 0;
      return;
    }
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t s = wpp_block_first_statement (w->blocks, between[i]);
         s < wpp_block_end_statement (w->blocks, between[i]); s++)
      forget (w, &w->body->statements[s]);
}
