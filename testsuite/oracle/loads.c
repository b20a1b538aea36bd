/* loads PROFILE N SEED: at which executions N random loads of whole variables of static storage are redundant, as `wpp
   query --calls=trace' has it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Goes forward through all events, once a load, and knows of each activation whether what the variable holds is
   available in it: what its statements did, what its callees may have changed while it waited for them, and with what
   it began.  Nothing of analysis/facts/queries, climb and problems is used.  Prints for each load FILE:LINE, function,
   name, in how many executions it is redundant of how many, the sum of these and that of their squares modulo a
   prime.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "program/library/effects.h"
#include "program/statements/record.h"
#include "stack.h"

#define PRIME UINT64_C (1000000007)
#define ALL UINT64_MAX

/* A load, and what is known of its variable in each unit.  */
struct load
{
  uint32_t function, statement;
  const char *name;                /* the variable's, for the assembler */
  bool public;
  const struct wpp_variable **in;  /* [units] or null */
  uint32_t *alias_set;             /* [units] */
};

#define NONE UINT32_MAX

/* An activation; executions of the load in it are results [first ...].  */
struct activation
{
  bool available;
  uint64_t changes;                /* units for which it and what it called may have changed the variable */
  uint64_t call;                   /* the same of what was called where its last path ended */
  size_t n_called;                 /* there */
  size_t first_called;
  bool waits;                      /* the node was entered, and not yet executed */
  uint32_t at;                     /* that node, or NONE */
  size_t n;
  unsigned char *results;          /* [n] of executions of the load's node: 2 is not known yet */
  size_t room;
};

static struct stack stack;
static struct wpp_program **programs;    /* [units] */
static const struct wpp_body **bodies;   /* [functions] */
static uint32_t *unit_of;                /* [functions] */
static struct load load;
static uint32_t load_node;
static struct activation **all;          /* [n_all] of the load's function */
static size_t n_all, all_room;
static uint64_t **entered;               /* [functions] [nodes] */
static bool counting;

static void *
need (void *p)
{
  if (!p)
    abort ();
  return p;
}

static const char *
assembler (const struct wpp_variable *v)
{
  return v->assembler ? v->assembler : v->name;
}

/* ---- The variable.  */

static bool
is_load_variable (uint32_t unit, const struct wpp_variable *v)
{
  return v && v->flags & WPP_VARIABLE_STATIC && assembler (v) && !strcmp (assembler (v), load.name)
         && (v->flags & WPP_VARIABLE_PUBLIC ? load.public : !load.public && unit == unit_of[load.function]);
}

/* Is reference R of FUNCTION all of the variable?  */
static bool
whole_p (uint32_t function, uint32_t r)
{
  const struct wpp_body *b = bodies[function];
  const struct wpp_reference *x = &b->references[r];
  return x->base_kind == WPP_BASE_VARIABLE && !x->n_components
         && is_load_variable (unit_of[function], wpp_body_variable (b, x->base));
}

/* A reference of FUNCTION to all of the variable that has a column, or NONE.  */
static uint32_t
own_reference (uint32_t function)
{
  for (uint32_t r = 0; r < bodies[function]->n_references; r++)
    if (whole_p (function, r) && bodies[function]->references[r].flags & WPP_REFERENCE_MEMORY)
      return r;
  return NONE;
}

/* ---- Statements.  */

/* Units for which a store to reference R of FUNCTION may be one to the variable, as other functions than FUNCTION have
   it.  */
static uint64_t
stored (uint32_t function, uint32_t r)
{
  const struct wpp_body *b = bodies[function];
  uint32_t variable = wpp_reference_variable (b, r);
  const struct wpp_variable *v = wpp_body_variable (b, variable);
  uint64_t units = 0;
  if (v)
    return is_load_variable (unit_of[function], v) ? ALL : 0;
  for (size_t u = 0; u < stack.code->n_units && u < 64; u++)
    if (load.in[u] && load.in[u]->flags & (WPP_VARIABLE_ALIASED | WPP_VARIABLE_PUBLIC | WPP_VARIABLE_EXTERNAL)
        && (u != unit_of[function]
            || wpp_alias_sets_conflict_p (programs[u], b->references[r].alias_set, load.alias_set[u])))
      units |= UINT64_C (1) << u;
  return units;
}

/* The function that S, a call of FUNCTION, names, or NONE.  */
static uint32_t
named (uint32_t function, const struct wpp_statement *s)
{
  const struct wpp_variable *v = wpp_body_variable (bodies[function], bodies[function]->calls[s->extra].function);
  for (uint32_t i = 0; v && assembler (v) && i < stack.code->n_functions; i++)
    if (!strcmp (stack.code->functions[i].function->name, assembler (v)))
      return i;
  return NONE;
}

static bool
ends_path (uint32_t function, const struct wpp_statement *s)
{
  return s->kind == WPP_STATEMENT_CALL && bodies[function]->calls[s->extra].flags & WPP_CALL_ENDS_PATH;
}

/* Units for which S of FUNCTION, which is not recorded, may change the variable.  */
static uint64_t
written (uint32_t function, const struct wpp_statement *s)
{
  struct wpp_effects e;
  uint64_t units = 0;
  if (s->kind != WPP_STATEMENT_CALL || named (function, s) != NONE)
    return ALL;
  wpp_effects_of (bodies[function], s, wpp_library_habits (bodies[function]->program), &e);
  if (!e.row || e.any & WPP_WRITES_ANY)
    return ALL;
  for (uint32_t i = 0; i < e.n; i++)
    if (e.accesses[i].how & WPP_LIBRARY_WRITES)
      {
        const struct wpp_variable *v = wpp_body_variable (bodies[function], e.accesses[i].variable);
        if (e.accesses[i].place == WPP_PLACE_POINTER || is_load_variable (unit_of[function], v))
          units = ALL;
      }
  return units;
}

/* What S of FUNCTION may change for callers; what was called has its own.  */
static uint64_t
changes (uint32_t function, const struct wpp_statement *s)
{
  const struct wpp_operand *result = wpp_statement_result (bodies[function], s);
  uint64_t units = 0;
  if (!(s->flags & WPP_STATEMENT_WRITES) || wpp_codeless_p (s))
    return 0;
  if (result && wpp_operand_memory_p (bodies[function], result))
    units = stored (function, result->index);
  if (s->kind != WPP_STATEMENT_ASSIGN && !(ends_path (function, s) && named (function, s) != NONE))
    units |= written (function, s);
  return units;
}

/* May the call E of FUNCTION change the variable, by what is known of its name?  */
static bool
may_reach (uint32_t function, const struct wpp_effects *e)
{
  const struct wpp_body *b = bodies[function];
  const struct wpp_variable *v = load.in[unit_of[load.function]];
  bool may = b->calls[e->statement->extra].clobbers != WPP_NONE && (!e->row || e->any & WPP_WRITES_ANY);
  for (uint32_t i = 0; e->row && i < e->n; i++)
    if (e->accesses[i].how & WPP_LIBRARY_WRITES)
      may |= e->accesses[i].place == WPP_PLACE_POINTER
               ? wpp_variable_reached_p (v)
               : is_load_variable (unit_of[function], wpp_body_variable (b, e->accesses[i].variable));
  return may;
}

/* May S, of FUNCTION, change the variable there?  CALLED: what was called if it is a call that ended a path.  */
static bool
kills (uint32_t function, const struct wpp_statement *s, uint64_t called)
{
  const struct wpp_body *b = bodies[function];
  const struct wpp_operand *result = wpp_statement_result (b, s);
  uint32_t own = own_reference (function);
  bool narrow = ends_path (function, s) && !(called >> unit_of[function] & 1);
  if (!(s->flags & WPP_STATEMENT_WRITES))
    return false;
  if (s->kind != WPP_STATEMENT_CALL)
    {
      if (own != NONE)
        return wpp_statement_may_clobber_p (b, s, own);
      return s->kind == WPP_STATEMENT_ASM
             || (result && wpp_operand_memory_p (b, result)
                 && stored (function, result->index) >> unit_of[function] & 1);
    }
  if (result && wpp_operand_memory_p (b, result)
      && (own != NONE ? wpp_references_may_alias_p (b, result->index, own)
                      : stored (function, result->index) >> unit_of[function] & 1))
    return true;
  struct wpp_effects e;
  wpp_effects_of (b, s, wpp_library_habits (b->program), &e);
  return !narrow && (own != NONE ? wpp_effects_may_write_p (&e, own) : may_reach (function, &e));
}

/* Does S, of FUNCTION, load or store all of the variable?  */
static bool
accesses (uint32_t function, const struct wpp_statement *s, bool store)
{
  const struct wpp_body *b = bodies[function];
  if (s->kind != WPP_STATEMENT_ASSIGN || wpp_statement_class (s) != WPP_CLASS_SINGLE || s->n_operands != 1
      || s->n_results != 1 || s->flags & (WPP_STATEMENT_VOLATILE | WPP_STATEMENT_CLOBBER))
    return false;
  const struct wpp_operand *o = store ? wpp_statement_result (b, s) : wpp_statement_operand (b, s, 0);
  return o->kind == WPP_OPERAND_REFERENCE && b->program->types[o->type].flags & WPP_TYPE_REGISTER
         && whole_p (function, o->index) && !(b->references[o->index].flags & WPP_REFERENCE_VOLATILE);
}

/* All that of a statement, found once a load.  */
struct effect
{
  bool known, loads, stores;
  bool kills[2];                   /* by what was called: nothing that may change the variable, or such */
  uint64_t changes;
};

static struct effect **effects;    /* [functions] [statements] */

static const struct effect *
effect_of (uint32_t function, uint32_t i)
{
  struct effect *e = &effects[function][i];
  const struct wpp_statement *s = &bodies[function]->statements[i];
  if (!e->known)
    *e = (struct effect){ true, accesses (function, s, false), accesses (function, s, true),
                          { kills (function, s, 0), kills (function, s, ALL) }, changes (function, s) };
  return e;
}

static void
forget_effects (void)
{
  for (uint32_t f = 0; f < stack.code->n_functions; f++)
    for (uint32_t i = 0; i < bodies[f]->n_statements; i++)
      effects[f][i].known = false;
}

/* ---- Steps.  */

static void
enter (struct frame *f, uint32_t node)
{
  struct activation *a = f->own;
  if (counting)
    entered[f->function][node]++;
  a->at = node;
  a->waits = true;
  if (f->function != load.function || node != load_node)
    return;
  if (a->n == a->room)
    a->results = need (realloc (a->results, a->room = 2 * a->room + 8));
  a->results[a->n++] = 2;
}

/* Execute NODE; its first call was answered by CALLED.  */
static void
execute (struct frame *f, uint32_t node, uint64_t called)
{
  const struct wpp_body *b = bodies[f->function];
  struct activation *a = f->own;
  a->waits = false;
  if (counting)
    return;
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + 1]; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      if (wpp_debug_p (s))
        continue;
      if (f->function == load.function && i == load.statement && a->n && a->results[a->n - 1] == 2)
        a->results[a->n - 1] = a->available;
      const struct effect *e = effect_of (f->function, i);
      a->changes |= e->changes;
      a->available |= e->loads;
      a->available &= !e->kills[called >> unit_of[f->function] & 1];
      a->available |= e->stores;
      if (!wpp_codeless_p (s))
        called = ALL;
    }
}

/* The call that A's last path ended before, or null.  */
static const struct wpp_statement *
waiting_call (const struct frame *f)
{
  const struct activation *a = f->own;
  const struct wpp_body *b = bodies[f->function];
  const struct wpp_cfg *cfg = &stack.code->functions[f->function].function->cfg;
  if (!a->waits || !(cfg->nodes[a->at].flags & WPP_NODE_CALL))
    return NULL;
  for (uint32_t i = b->first_statement[a->at]; i < b->first_statement[a->at + 1]; i++)
    if (!wpp_codeless_p (&b->statements[i]))
      return b->statements[i].kind == WPP_STATEMENT_CALL ? &b->statements[i] : NULL;
  return NULL;
}

/* What was called where F's last path ended has returned, or never will.  */
static uint64_t
answer_of_call (const struct frame *f)
{
  const struct activation *a = f->own;
  const struct wpp_statement *call = waiting_call (f);
  if (!call || !a->n_called || a->first_called != named (f->function, call))
    return ALL;
  return a->call;
}

/* What CALL, the one F waits for, did that is not recorded.  */
static uint64_t
unseen (const struct frame *f, const struct wpp_statement *call)
{
  if (!call || !(call->flags & WPP_STATEMENT_WRITES))
    return 0;
  if (!ends_path (f->function, call) || named (f->function, call) == NONE)
    return written (f->function, call);
  return ((const struct activation *)f->own)->n_called ? 0 : ALL;
}

static void
begin (void *user, struct frame *top)
{
  struct activation *a = top->own = need (calloc (1, sizeof *a));
  struct frame *below = stack.depth > 1 ? top - 1 : NULL;
  a->at = NONE;
  if (below && top->seen)
    {
      struct activation *p = below->own;
      const struct wpp_statement *call = waiting_call (below);
      if (!p->n_called++)
        p->first_called = top->function;
      a->available = p->n_called == 1 && call && named (below->function, call) == top->function && p->available
                     && !counting && load.in[unit_of[below->function]];
    }
  if (top->function != load.function)
    return;
  if (n_all == all_room)
    all = need (realloc (all, (all_room = 2 * all_room + 64) * sizeof *all));
  all[n_all++] = a;
}

static void
take (void *user, struct frame *top, const struct wpp_numbering *num, uint64_t number)
{
  struct activation *a = top->own;
  uint64_t called = answer_of_call (top);
  const struct wpp_statement *call = waiting_call (top);
  bool entered_before = a->waits;
  a->changes |= a->call | unseen (top, call);
  a->n_called = a->call = 0;
  for (uint32_t i = 0; i < stack.path.n_nodes; i++)
    {
      uint32_t node = stack.path.nodes[i];
      if (i || !entered_before || a->at != node)
        enter (top, node);
      execute (top, node, i ? ALL : called);
    }
  if (stack.path.end_edge == WPP_NO_EDGE)
    return;
  uint32_t to = num->cfg->edges[stack.path.end_edge].dst;
  if (!(num->cfg->nodes[to].flags & WPP_NODE_LANDING))
    enter (top, to);
}

static void
end (void *user, struct frame *top, enum ending how)
{
  struct activation *a = top->own;
  struct frame *below = stack.depth > 1 ? top - 1 : NULL;
  const struct wpp_statement *call = waiting_call (top);
  uint64_t called = answer_of_call (top);
  a->changes |= a->call | unseen (top, call);
  /* What would have been found had control come there.  */
  if (a->waits && a->n && a->results[a->n - 1] == 2)
    execute (top, a->at, called);
  if (below)
    ((struct activation *)below->own)->call |= a->changes;
  if (top->function != load.function)
    free (a);
}

/* ---- The whole.  */

static void
run (void)
{
  n_all = 0;
  for (size_t i = 0; i < stack.profile->n_threads; i++)
    stack_run (&stack, &stack.profile->threads[i]);
}

/* Set the load to STATEMENT of FUNCTION; false if it is none.  */
static bool
choose (uint32_t function, uint32_t statement)
{
  const struct wpp_body *b = bodies[function];
  const struct wpp_statement *s = &b->statements[statement];
  if (s->kind != WPP_STATEMENT_ASSIGN || s->n_operands != 1 || !entered[function][s->node])
    return false;
  const struct wpp_operand *o = wpp_statement_operand (b, s, 0);
  if (o->kind != WPP_OPERAND_REFERENCE || b->references[o->index].base_kind != WPP_BASE_VARIABLE)
    return false;
  const struct wpp_variable *v = wpp_body_variable (b, b->references[o->index].base);
  if (!(v->flags & WPP_VARIABLE_STATIC) || !assembler (v))
    return false;
  load.function = function;
  load.statement = statement;
  load.name = assembler (v);
  load.public = v->flags & WPP_VARIABLE_PUBLIC;
  load_node = s->node;
  return accesses (function, s, false);
}

/* Find the variable in all units.  */
static void
know_variable (void)
{
  for (size_t u = 0; u < stack.code->n_units; u++)
    {
      load.in[u] = NULL;
      for (uint32_t i = 0; i < programs[u]->n_variables; i++)
        if (is_load_variable (u, &programs[u]->variables[i]))
          load.in[u] = &programs[u]->variables[i];
    }
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t f = 0; f < stack.code->n_functions; f++)
      for (uint32_t r = bodies[f]->n_references; r-- > 0;)
        {
          const struct wpp_reference *x = &bodies[f]->references[r];
          const struct wpp_variable *v = load.in[unit_of[f]];
          if (v
              && (pass ? whole_p (f, r) : x->base_kind == WPP_BASE_VARIABLE && !x->n_components && x->type == v->type))
            load.alias_set[unit_of[f]] = x->alias_set;
        }
}

/* FILE as the tool takes it: what is after the last `..'.  */
static const char *
shown (const char *file)
{
  for (const char *up; (up = strstr (file, "/../"));)
    file = up + 4;
  return file;
}

static void
print (void)
{
  const struct wpp_code_function *c = &stack.code->functions[load.function];
  const struct wpp_statement *s = &bodies[load.function]->statements[load.statement];
  uint64_t execution = 0, n = 0, sum = 0, squares = 0;
  for (size_t i = 0; i < n_all; i++)
    {
      for (size_t k = 0; k < all[i]->n; k++)
        {
          execution++;
          if (all[i]->results[k] != 1)
            continue;
          n++;
          sum = (sum + execution) % PRIME;
          squares = (squares + execution % PRIME * (execution % PRIME)) % PRIME;
        }
      free (all[i]->results);
      free (all[i]);
    }
  printf ("%s:%" PRIu32 " %s %s %" PRIu64 "/%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", shown (c->unit->files[s->file]),
          s->line, c->function->pretty, load.name, n, execution, sum, squares);
}

static void
read_profile (const char *file)
{
  struct wpp_place place;
  int err;
  stack = (struct stack){ .name = "loads", .begin = begin, .take = take, .end = end };
  stack_read_by_stacks (&stack, file);
  const struct wpp_code *code = stack.code;
  programs = need (calloc (code->n_units + 1, sizeof *programs));
  bodies = need (calloc (code->n_functions + 1, sizeof *bodies));
  unit_of = need (calloc (code->n_functions + 1, sizeof *unit_of));
  entered = need (calloc (code->n_functions + 1, sizeof *entered));
  effects = need (calloc (code->n_functions + 1, sizeof *effects));
  load.in = need (calloc (code->n_units + 1, sizeof *load.in));
  load.alias_set = need (calloc (code->n_units + 1, sizeof *load.alias_set));
  stack_check (&stack, code->n_units <= 64, "more than 64 units");
  for (size_t u = 0; u < code->n_units; u++)
    stack_check (&stack, (programs[u] = wpp_program_decode (code->units[u], &err, &place)), "no statements");
  for (uint32_t f = 0; f < code->n_functions; f++)
    {
      const struct wpp_code_function *c = &code->functions[f];
      while (code->units[unit_of[f]] != c->unit)
        unit_of[f]++;
      bodies[f] = &programs[unit_of[f]]->bodies[c->function - c->unit->functions];
      stack_check (&stack, bodies[f]->n_nodes, "a function without statements");
      effects[f] = need (calloc (bodies[f]->n_statements + 1, sizeof **effects));
      entered[f] = need (calloc (bodies[f]->n_nodes, sizeof **entered));
    }
}

int
main (int argc, char **argv)
{
  stack_check (&(struct stack){ .name = "loads" }, argc == 4, "PROFILE N SEED");
  read_profile (argv[1]);
  srand (atoi (argv[3]));
  load.function = load.statement = NONE;
  counting = true;
  run ();
  counting = false;
  size_t n = 0;
  uint32_t (*candidates)[2] = NULL;
  for (uint32_t f = 0; f < stack.code->n_functions; f++)
    for (uint32_t i = 0; i < bodies[f]->n_statements; i++)
      if (choose (f, i))
        {
          candidates = need (realloc (candidates, (n + 1) * sizeof *candidates));
          candidates[n][0] = f;
          candidates[n++][1] = i;
        }
  for (int k = atoi (argv[2]); k > 0 && n > 0; k--)
    {
      size_t i = rand () % n;
      choose (candidates[i][0], candidates[i][1]);
      know_variable ();
      forget_effects ();
      run ();
      print ();
      memcpy (candidates[i], candidates[--n], sizeof *candidates);
    }
  return 0;
}
