/* Refined letters, and the traces that are made of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/paths/numbering.h"
#include "facts/queries/refined-impl.h"
#include "grammar/sequitur/sequitur.h"
#include "base/array.h"

/* ---- Letters.  */

/* Ends of traces while SEQUITUR sees them: each one of its own, so that it gets into no rule.  */
#define FIRST_END (UINT32_C (1) << 30)

struct writing
{
  struct wpp_refined_traces *r;
  const struct wpp_function_traces *f;   /* the original ones */
  const uint32_t *callee;      /* [letters] function of ALL that is called at their end by name, or WPP_NONE */
  struct wpp_sequitur *sequitur;
  struct wpp_hash_table table; /* of refined letters */
  size_t letters_room;
  uint64_t written;
  const struct wpp_called *called; /* that are left of the shape at hand */
  const struct wpp_called *called_end;
  uint64_t used;               /* of the first of them */
  uint32_t before;             /* effect at the end of the letter before */
};

static bool
letter_is_p (const void *letters, uint32_t number, const void *key)
{
  return !memcmp ((const struct wpp_refined_letter *)letters + number, key, sizeof (struct wpp_refined_letter));
}

static int
letter_of (struct writing *w, const struct wpp_refined_letter *letter, uint32_t *number)
{
  struct wpp_refined_traces *r = w->r;
  int err = wpp_hash_reserve (&w->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&w->table, letter, sizeof *letter);
  *number = wpp_hash_find (&w->table, hash, letter_is_p, r->letters, letter);
  if (*number != WPP_NO_ITEM)
    return WPP_OK;
  if (WPP_RESERVE (r->letters, w->letters_room, r->traces.n_letters, 1))
    return WPP_E_NOMEM;
  *number = r->traces.n_letters++;
  r->letters[*number] = *letter;
  wpp_hash_add (&w->table, hash, *number);
  return WPP_OK;
}

/* Set *EFFECT to that of the next N activations that were called; of CALLEE must be the first.  */
static int
take_called (struct writing *w, uint64_t n, uint32_t callee, uint32_t *effect)
{
  int err = WPP_OK;
  *effect = n && w->called < w->called_end && w->called->function == callee ? WPP_EFFECT_NOTHING : WPP_EFFECT_ANYTHING;
  while (n && !err)
    {
      if (w->called == w->called_end)
        return WPP_E_CORRUPT;
      uint64_t left = w->called->count - w->used, m = n < left ? n : left;
      err = wpp_effect_sets_unite (&w->r->sets, *effect, w->called->effect, effect);
      n -= m;
      w->used += m;
      if (w->used == w->called->count)
        {
          w->called++;
          w->used = 0;
        }
    }
  return err;
}

static int
write_letter (void *data, uint32_t letter, uint64_t count)
{
  struct writing *w = data;
  const struct wpp_function_traces *f = w->f;
  int err = WPP_OK;
  for (; count && !err; count--)
    {
      struct wpp_refined_letter refined = { letter, w->before, WPP_EFFECT_ANYTHING };
      uint32_t number;
      err = ++w->written > WPP_MOST_REFINED
                ? WPP_E_TOOBIG
                : take_called (w, f->letters[letter].calls, w->callee[letter], &refined.after);
      if (!err)
        err = letter_of (w, &refined, &number);
      if (!err)
        err = wpp_sequitur_append (w->sequitur, &(uint32_t){ number + 1 }, 1, NULL);
      w->before = refined.after;
    }
  return err;
}

static int
write_shapes (struct writing *w, const struct wpp_shape *shapes, size_t n, const struct wpp_called *called)
{
  int err = n < FIRST_END ? WPP_OK : WPP_E_TOOBIG;
  for (size_t s = 0; s < n && !err; s++)
    {
      w->called = called + shapes[s].first;
      w->called_end = w->called + shapes[s].n;
      w->used = 0;
      w->before = WPP_EFFECT_ANYTHING;
      err = wpp_trace_visit (w->f, shapes[s].trace, write_letter, w);
      if (!err)
        err = wpp_sequitur_append (w->sequitur, &(uint32_t){ FIRST_END + (uint32_t)s }, 1, NULL);
    }
  return err;
}

/* Make R's traces of what was written.  */
static int
finish_traces (struct writing *w)
{
  struct wpp_refined_traces *r = w->r;
  const struct wpp_function_traces *f = w->f;
  int err = WPP_OK;
  r->traces.function = f->function;
  r->traces.n_activations = r->n_order;
  r->traces.grammar = wpp_sequitur_grammar (w->sequitur, &err);
  if (!err)
    err = wpp_traces_join_ends (r->traces.grammar, FIRST_END);
  if (!err)
    err = wpp_function_traces_find (&r->traces);
  r->traces.letters = malloc ((r->traces.n_letters + (size_t)1) * sizeof *r->traces.letters);
  r->activations = calloc (r->traces.n_traces + (size_t)1, sizeof *r->activations);
  if (err || !r->traces.letters || !r->activations)
    return err ? err : WPP_E_NOMEM;
  for (uint32_t l = 0; l < r->traces.n_letters; l++)
    r->traces.letters[l] = f->letters[r->letters[l].letter];
  for (size_t i = 0; i < r->n_order; i++)
    r->activations[r->order[i]]++;
  return WPP_OK;
}

/* ---- Callees by name.  */

/* Set CALLEE [letters of F] to the functions of CODE that F's letters end at a call of, by name, or WPP_NONE; F is of
   OF.  */
static int
find_callees (struct wpp_code *code, const struct wpp_function_traces *f, const struct wpp_callee *of, uint32_t *callee)
{
  struct wpp_path path = { 0 };
  int err = WPP_OK;
  const struct wpp_numbering *num = wpp_code_numbering (code, (struct wpp_code_function *)of->function, &err);
  for (uint32_t l = 0; l < f->n_letters && !err; l++)
    {
      uint64_t number;
      callee[l] = WPP_NONE;
      if (wpp_code_find (code, f->letters[l].event, &number) != of->function)
        err = WPP_E_CORRUPT;
      else
        err = wpp_path_decode (num, number, &path);
      if (err || !of->body || path.end_edge == WPP_NO_EDGE)
        continue;
      const struct wpp_statement *call = wpp_call_at (num->cfg, of->body, num->cfg->edges[path.end_edge].dst);
      if (call && f->letters[l].calls)
        callee[l] = wpp_called_function (code, of->body, call);
    }
  wpp_path_release (&path);
  return err;
}

bool
wpp_refinable_p (struct wpp_code *code, const struct wpp_function_traces *f, const struct wpp_callee *callee)
{
  uint32_t *callees = malloc ((f->n_letters + (size_t)1) * sizeof *callees);
  bool any = false;
  if (callees && !find_callees (code, f, callee, callees))
    for (uint32_t l = 0; l < f->n_letters; l++)
      any |= callees[l] != WPP_NONE;
  free (callees);
  return any;
}

/* Let CALLEE [N] have numbers of functions of ALL instead of functions of CODE.  */
static void
number_callees (const struct wpp_code *code, const struct wpp_traces *all, const struct wpp_callee *callees,
                uint32_t *callee, uint32_t n)
{
  for (uint32_t l = 0; l < n; l++)
    {
      uint32_t found = WPP_NONE;
      for (uint32_t i = 0; i < all->n_functions && callee[l] != WPP_NONE && found == WPP_NONE; i++)
        if (callees[i].function == &code->functions[callee[l]])
          found = i;
      callee[l] = found;
    }
}

int
wpp_refined_traces_write (struct wpp_refined_traces *r, struct wpp_code *code, const struct wpp_traces *all,
                          uint32_t function, const struct wpp_callee *callees, const struct wpp_shape *shapes, size_t n,
                          const struct wpp_called *called)
{
  const struct wpp_function_traces *f = &all->functions[function];
  uint32_t *callee = malloc ((f->n_letters + (size_t)1) * sizeof *callee);
  struct writing w = { .r = r, .f = f, .callee = callee,
                       .sequitur = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS | WPP_SEQUITUR_RETRACE) };
  int err = callee && w.sequitur ? find_callees (code, f, &callees[function], callee) : WPP_E_NOMEM;
  if (!err)
    {
      number_callees (code, all, callees, callee, f->n_letters);
      err = write_shapes (&w, shapes, n, called);
    }
  if (!err)
    err = finish_traces (&w);
  if (w.sequitur)
    wpp_sequitur_free (w.sequitur);
  wpp_hash_release (&w.table);
  free (callee);
  return err;
}
