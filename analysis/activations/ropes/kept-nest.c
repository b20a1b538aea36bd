/* The nest of a thread, kept beside a recording's file (kept-nest.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <unistd.h>
#include "activations/ropes/kept-nest.h"
#include "base/bytes.h"

#define NO_FUNCTION UINT32_MAX

void
wpp_kept_nest_of (struct wpp_kept *k, uint32_t thread)
{
  k->suffix = ".nst";
  k->magic = "\211WPN\r\n\032\n";
  k->version = 1;
  k->hash += thread * UINT64_C (0x9e3779b97f4a7c15);
}

/* ---- Writing.  */

/* The number of SYMBOL, no empty rope, as it is told where rule FROM comes.  */
static uint64_t
told (uint32_t symbol, uint32_t from)
{
  return WPP_IS_RULE (symbol) ? 2 * (uint64_t)(from - 1 - WPP_RULE_INDEX (symbol)) + 1
                              : 2 * (uint64_t)(symbol - WPP_ROPE_LETTER);
}

static void
put_rope (struct wpp_buffer *b, uint32_t rope)
{
  wpp_put_leb (b, rope == WPP_ROPE_EMPTY ? 0
                  : WPP_IS_RULE (rope)   ? 2 + 2 * (uint64_t)WPP_RULE_INDEX (rope)
                                         : 1 + told (rope, 0));
}

static void
put_rule (struct wpp_buffer *b, const struct wpp_pool *pool, uint32_t rule)
{
  size_t n;
  const struct wpp_part *parts = wpp_pool_rule (pool, rule, &n);
  wpp_put_leb (b, n - 1);
  for (size_t i = 0; i < n; i++)
    {
      bool repeated = parts[i].exponent > 1;
      wpp_put_leb (b, 2 * told (parts[i].symbol, rule) + repeated);
      if (repeated)
        wpp_put_leb (b, parts[i].exponent - 2);
    }
}

void
wpp_kept_nest_put (const struct wpp_kept *k, const struct wpp_nest *n)
{
  const struct wpp_trace_tables *t = &n->tables;
  const struct wpp_pool *pool = &t->traces.pool;
  struct wpp_buffer b = { 0 };
  wpp_kept_begin_checked (k, &b);
  wpp_put_leb (&b, t->n_letters);
  wpp_put_leb (&b, t->n_kinds);
  wpp_put_leb (&b, pool->n_rules);
  wpp_put_leb (&b, pool->n_parts);
  for (size_t i = 0; i < t->n_letters; i++)
    wpp_put_leb (&b, 2 * (uint64_t)t->letters[i].event + t->letters[i].calls);
  for (size_t i = 0; i < t->n_kinds; i++)
    {
      wpp_put_leb (&b, t->kinds[i].function);
      put_rope (&b, t->kinds[i].rope);
    }
  for (uint32_t r = 0; r < pool->n_rules; r++)
    put_rule (&b, pool, r);
  put_rope (&b, n->threads[0]);
  if (!b.failed)
    wpp_kept_put_checked (k, &b);
  wpp_buffer_release (&b);
}

/* ---- Reading.  */

struct reading
{
  struct wpp_nest *nest;
  uint32_t n_functions;
  wpp_step_of *step;
  void *data;
  struct wpp_reader r;
  uint32_t *functions;      /* [letters] of whose paths they are; NO_FUNCTION: of activations */
  uint32_t *bounds;         /* [kinds] all rules in them are below; what is not read yet has UINT32_MAX */
  uint32_t *rule_functions; /* [rules] of whose paths they have; NO_FUNCTION: none */
};

/* Read the letters.  */
static bool
read_letters (struct reading *x)
{
  struct wpp_trace_tables *t = &x->nest->tables;
  for (size_t i = 0; i < t->n_letters; i++)
    {
      uint64_t letter = wpp_read_leb (&x->r);
      struct wpp_step step;
      t->letters[i] = (struct wpp_letter){ letter >> 1, letter & 1 };
      x->functions[i] = NO_FUNCTION;
      if (letter >> 33 || x->r.bad || (letter & 1 && letter >> 1 >= t->n_kinds))
        return false;
      if (letter & 1)
        continue;
      if (x->step (x->data, letter >> 1, &step) != 1 || step.function >= x->n_functions)
        return false;
      x->functions[i] = step.function;
    }
  return true;
}

/* Set *ROPE to the next one.  */
static bool
read_rope (struct reading *x, uint32_t *rope)
{
  const struct wpp_trace_tables *t = &x->nest->tables;
  uint64_t number = wpp_read_leb (&x->r), index = (number - 1) / 2;
  bool rule = number && (number - 1) & 1;
  *rope = !number ? WPP_ROPE_EMPTY : rule ? WPP_RULE | (uint32_t)index : WPP_ROPE_LETTER + (uint32_t)index;
  return !x->r.bad && (!number || index < (rule ? t->traces.pool.n_rules : t->n_letters));
}

/* The activation that SYMBOL, a letter, is; or null: it is a path.  */
static const struct wpp_letter *
activation (const struct reading *x, uint32_t symbol)
{
  const struct wpp_letter *l = wpp_nest_letter (x->nest, symbol);
  return l->calls ? l : NULL;
}

/* Read the kinds.  Activations come after those that they are made of alone.  */
static bool
read_kinds (struct reading *x)
{
  struct wpp_trace_tables *t = &x->nest->tables;
  for (size_t i = 0; i < t->n_kinds; i++)
    {
      uint64_t function = wpp_read_leb (&x->r);
      uint32_t rope;
      if (function >= x->n_functions || !read_rope (x, &rope))
        return false;
      t->kinds[i] = (struct wpp_trace_of){ .function = function, .rope = rope };
      x->bounds[i] = WPP_IS_RULE (rope) ? WPP_RULE_INDEX (rope) + 1 : 0;
      const struct wpp_letter *of = rope == WPP_ROPE_EMPTY || WPP_IS_RULE (rope) ? NULL : activation (x, rope);
      if (of && of->event >= i)
        return false;
      if (of)
        x->bounds[i] = x->bounds[of->event];
    }
  return true;
}

/* The function whose paths SYMBOL has, or NO_FUNCTION.  */
static uint32_t
function_of (const struct reading *x, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? x->rule_functions[WPP_RULE_INDEX (symbol)] : x->functions[symbol - WPP_ROPE_LETTER];
}

/* Let RULE have SYMBOL, which is told as NUMBER.  Return whether it may.  */
static bool
take_symbol (struct reading *x, uint32_t rule, uint64_t number, uint32_t *symbol)
{
  uint64_t index = number / 2;
  if (number & 1 ? index >= rule : index >= x->nest->tables.n_letters)
    return false;
  *symbol = number & 1 ? WPP_RULE | (uint32_t)(rule - 1 - index) : WPP_ROPE_LETTER + (uint32_t)index;
  const struct wpp_letter *of = number & 1 ? NULL : activation (x, *symbol);
  if (of && x->bounds[of->event] > rule)
    return false;
  uint32_t function = function_of (x, *symbol), *own = &x->rule_functions[rule];
  if (function != NO_FUNCTION && *own != NO_FUNCTION && *own != function)
    return false;
  *own = function == NO_FUNCTION ? *own : function;
  return true;
}

/* Read rule RULE, of which at most MOST parts are left.  */
static bool
read_rule (struct reading *x, uint32_t rule, uint32_t most)
{
  struct wpp_pool *pool = &x->nest->tables.traces.pool;
  uint64_t n = wpp_read_leb (&x->r);
  x->rule_functions[rule] = NO_FUNCTION;
  if (n >= most)
    return false;
  for (uint64_t i = 0; i <= n; i++)
    {
      uint64_t told = wpp_read_leb (&x->r), exponent = told & 1 ? wpp_read_leb (&x->r) + 2 : 1;
      struct wpp_part *part = &pool->parts[pool->n_parts++];
      if (exponent > UINT32_MAX || exponent < 1 || !take_symbol (x, rule, told / 2, &part->symbol))
        return false;
      part->exponent = exponent;
    }
  pool->end[rule] = pool->n_parts;
  return !x->r.bad;
}

/* Is each activation of paths of its own function, and the thread of none?  */
static bool
functions_right_p (const struct reading *x, uint32_t thread)
{
  const struct wpp_trace_tables *t = &x->nest->tables;
  bool right = thread == WPP_ROPE_EMPTY || function_of (x, thread) == NO_FUNCTION;
  for (size_t i = 0; i < t->n_kinds && right; i++)
    {
      uint32_t rope = t->kinds[i].rope, function = rope == WPP_ROPE_EMPTY ? NO_FUNCTION : function_of (x, rope);
      right = function == NO_FUNCTION || function == t->kinds[i].function;
    }
  return right;
}

/* Make room for what is read.  The counts are not more than there are bytes.  */
static bool
begin (struct reading *x)
{
  struct wpp_trace_tables *t = &x->nest->tables;
  struct wpp_pool *pool = &t->traces.pool;
  t->n_letters = wpp_read_count (&x->r, 1);
  t->n_kinds = wpp_read_count (&x->r, 2);
  pool->n_rules = wpp_read_count (&x->r, 2);
  size_t n_parts = wpp_read_count (&x->r, 1);
  if (x->r.bad || n_parts > UINT32_MAX || t->n_letters > WPP_MOST_RULES - WPP_ROPE_LETTER)
    return false;
  t->letters = malloc ((t->n_letters + 1) * sizeof *t->letters);
  t->kinds = malloc ((t->n_kinds + 1) * sizeof *t->kinds);
  pool->end = malloc ((pool->n_rules + (size_t)1) * sizeof *pool->end);
  pool->parts = malloc ((n_parts + 1) * sizeof *pool->parts);
  pool->parts_room = n_parts;
  x->functions = malloc ((t->n_letters + 1) * sizeof *x->functions);
  x->bounds = malloc ((t->n_kinds + 1) * sizeof *x->bounds);
  x->rule_functions = malloc ((pool->n_rules + (size_t)1) * sizeof *x->rule_functions);
  x->nest->threads = malloc (sizeof *x->nest->threads);
  return t->letters && t->kinds && pool->end && pool->parts && x->functions && x->bounds && x->rule_functions
         && x->nest->threads;
}

static bool
read_all (struct reading *x)
{
  struct wpp_pool *pool = &x->nest->tables.traces.pool;
  bool right = begin (x) && read_letters (x) && read_kinds (x);
  for (uint32_t r = 0; r < pool->n_rules && right; r++)
    right = read_rule (x, r, pool->parts_room - pool->n_parts);
  right = right && pool->n_parts == pool->parts_room && read_rope (x, &x->nest->threads[0]) && !wpp_reader_left (&x->r)
          && functions_right_p (x, x->nest->threads[0]);
  x->nest->n_threads = right;
  return right;
}

static bool
read_kept (void *reading, const unsigned char *bytes, size_t size)
{
  struct reading *x = reading;
  x->r = wpp_reader_of (bytes, size);
  bool right = read_all (x);
  free (x->functions);
  free (x->bounds);
  free (x->rule_functions);
  if (right)
    return true;
  wpp_nest_release (x->nest);
  *x->nest = (struct wpp_nest){ 0 };
  x->functions = x->bounds = x->rule_functions = NULL;
  return false;
}

bool
wpp_kept_nest_find (const struct wpp_kept *k, struct wpp_nest *n, uint32_t n_functions, wpp_step_of *step, void *data)
{
  struct wpp_nest found = { 0 };
  struct reading x = { .nest = &found, .n_functions = n_functions, .step = step, .data = data };
  if (!wpp_kept_read_checked (k, read_kept, &x))
    return false;
  wpp_nest_release (n);
  *n = found;
  return true;
}

/* ---- Finding or making it.  */

int
wpp_kept_nest_have (const struct wpp_kept *k, struct wpp_nest *n, struct wpp_grammar *const *grammars,
                    size_t n_grammars, uint32_t n_functions, wpp_step_of *step, void *data)
{
  if (k && wpp_kept_nest_find (k, n, n_functions, step, data))
    return WPP_OK;
  int lock = k ? wpp_kept_lock (k) : -1;
  bool found = lock >= 0 && wpp_kept_nest_find (k, n, n_functions, step, data);
  int err = found ? WPP_OK : wpp_nest_add (n, grammars, n_grammars, n_functions, step, data);
  if (!err && !found && lock >= 0)
    wpp_kept_nest_put (k, n);
  if (lock >= 0)
    close (lock);
  return err;
}
