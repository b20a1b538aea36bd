/* A slice by going through what a thread did, backward or forward: the machine.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Levels are ropes within each other, from the thread's to the one at hand; nobody recurses.  Memos say what a symbol
   makes of sets.

   Longer than 500 lines: levels, memos and places are one machine.  */

#include <stdlib.h>
#include <string.h>
#include "slices/scan-impl.h"
#include "support/array.h"

/* Beyond that, all memos are forgotten.  */
#define MOST_MEMOS (UINT32_C (1) << 24)
/* Memos of a symbol in frames that are alike that are looked at.  */
#define MOST_ALIKE 64
/* Beyond that, sets that are not in use any more are, too: a gigabyte.  */
#define MOST_ITEMS ((size_t)1 << 28)
#define MOST_STEPS (UINT64_C (1) << 31)

/* ---- Paths.  */

/* The call that NODE, into which a path leads or with which one begins, begins with; code, or WPP_NONE.  */
static uint32_t
call_at (const struct wpp_slice_function *f, uint32_t node)
{
  if (!(f->cfg->nodes[node].flags & WPP_NODE_CALL))
    return WPP_NONE;
  for (uint32_t i = f->first_code[node]; i < f->first_code[node + 1]; i++)
    if (f->code[i].flags & WPP_CODE_CALLS_OUT)
      return i;
  return WPP_NONE;
}

static int
copy_path (struct wpp_scan *s, struct wpp_scan_path *p, const struct wpp_path *d)
{
  const struct wpp_slice_function *f = s->model->functions[p->function];
  p->n_nodes = d->n_nodes;
  p->nodes = malloc ((2 * (size_t)d->n_nodes + 1) * sizeof *p->nodes);
  if (!p->nodes)
    return WPP_E_NOMEM;
  p->edges = p->nodes + d->n_nodes;
  memcpy (p->nodes, d->nodes, d->n_nodes * sizeof *p->nodes);
  if (d->n_nodes)
    memcpy (p->edges, d->edges, (d->n_nodes - 1) * sizeof *p->edges);
  if (d->n_nodes)
    p->edges[d->n_nodes - 1] = d->end_edge != WPP_NO_EDGE ? d->end_edge : d->edges[d->n_nodes - 1];
  p->call_behind = d->end_edge != WPP_NO_EDGE ? call_at (f, f->cfg->edges[d->end_edge].dst) : WPP_NONE;
  p->call_before = d->n_nodes && d->nodes[0] != WPP_NODE_ENTRY ? call_at (f, d->nodes[0]) : WPP_NONE;
  return WPP_OK;
}

/* The path that the letter LETTER is; null after an error.  */
static const struct wpp_scan_path *
path_of_letter (struct wpp_scan *s, uint32_t letter)
{
  struct wpp_scan_path *p = &s->paths[letter];
  if (p->known)
    return p;
  s->err = s->path_of (s->data, s->nest->tables.letters[letter].event, &p->function, &s->decoded);
  if (!s->err && p->function != WPP_NONE && !s->model->functions[p->function])
    p->function = WPP_NONE;
  if (!s->err && p->function != WPP_NONE)
    s->err = copy_path (s, p, &s->decoded);
  p->known = !s->err;
  return s->err ? NULL : p;
}

/* Go through the path that the letter LETTER is, and return its effect.  */
static uint32_t
do_path (struct wpp_scan *s, uint32_t letter)
{
  const struct wpp_scan_path *p = path_of_letter (s, letter);
  if (!p || p->function == WPP_NONE)
    return WPP_SCAN_NO_EFFECT;
  wpp_scan_effect_begin (s);
  wpp_scan_open (s);
  s->direction->path (s, p, 0, p->n_nodes, true, true);
  wpp_scan_close (s);
  return wpp_scan_effect_end (s);
}

/* ---- Memos.  */

static size_t
n_symbols (const struct wpp_scan *s)
{
  return s->nest->tables.traces.pool.n_rules + s->nest->tables.n_letters;
}

static bool
memo_is_p (const void *memos, uint32_t number, const void *key)
{
  const struct wpp_scan_memo *a = (const struct wpp_scan_memo *)memos + number;
  const struct wpp_scan_met *b = key;
  return a->symbol == b->symbol && a->function == b->function && a->frame == b->frame;
}

static uint32_t
memo_hash (const struct wpp_scan *s, const struct wpp_scan_met *m)
{
  const uint32_t key[3] = { m->symbol, m->function, m->frame };
  return wpp_hash_bytes (&s->table, key, sizeof key);
}

/* The first memo of M's symbol, in a frame like M's; WPP_NO_ITEM: none.  */
static uint32_t
first_memo (const struct wpp_scan *s, const struct wpp_scan_met *m)
{
  return s->table.slots ? wpp_hash_find (&s->table, memo_hash (s, m), memo_is_p, s->memos, m) : WPP_NO_ITEM;
}

/* What is known last of SYMBOL.  */
static struct wpp_scan_latest *
latest_of (const struct wpp_scan *s, uint32_t symbol)
{
  return &s->latest[wpp_nest_rule_p (symbol)
                        ? WPP_RULE_INDEX (symbol)
                        : s->nest->tables.traces.pool.n_rules + (size_t)(symbol - WPP_ROPE_LETTER)];
}

/* SYMBOL is met with the sets at hand in a frame of FUNCTION.  */
static struct wpp_scan_met
met (const struct wpp_scan *s, uint32_t symbol, uint32_t function)
{
  return (struct wpp_scan_met){ symbol, function, s->frame, s->memory };
}

/* What EFFECT asks for of the set MEMORY.  */
static uint32_t
key_of (struct wpp_scan *s, uint32_t effect, uint32_t memory)
{
  return s->effects.on ? wpp_scan_effect_key (s, effect, memory) : memory;
}

/* Is M met by what has MADE that?  */
static bool
fits_p (struct wpp_scan *s, const struct wpp_scan_met *m, const struct wpp_scan_made *made)
{
  return key_of (s, made->effect, m->memory) == made->key;
}

/* What the symbol of M is known to make of what it meets; null: that is not known.  */
static const struct wpp_scan_made *
find_made (struct wpp_scan *s, const struct wpp_scan_met *m)
{
  const struct wpp_scan_latest *l = latest_of (s, m->symbol);
  if (l->is == WPP_LATEST_NONE)
    return NULL;
  if (l->frame == m->frame && l->function == m->function && fits_p (s, m, &l->made))
    return &l->made;
  if (l->is != WPP_LATEST_OF_MANY)
    return NULL;
  unsigned left = MOST_ALIKE;
  for (uint32_t i = first_memo (s, m); i != WPP_NO_ITEM && left; i = s->memos[i].next, left--)
    if (fits_p (s, m, &s->memos[i].made))
      return &s->memos[i].made;
  return NULL;
}

/* Go through the symbol of M if what it makes of the sets is known; then set *EFFECT, too.  */
static bool
remembered_p (struct wpp_scan *s, const struct wpp_scan_met *m, uint32_t *effect)
{
  const struct wpp_scan_made *made = find_made (s, m);
  if (!made)
    return false;
  s->frame = made->new_frame;
  *effect = s->effects.on ? made->effect : WPP_SCAN_NO_EFFECT;
  if (s->effects.on)
    wpp_scan_effect_make (s, made->effect);
  else
    s->memory = made->effect;
  return true;
}

static void
forget (struct wpp_scan *s)
{
  wpp_hash_release (&s->table);
  s->table = (struct wpp_hash_table){ 0 };
  s->n_memos = 0;
  memset (s->latest, 0, n_symbols (s) * sizeof *s->latest);
}

/* L, of SYMBOL, will not be the latest any more.  */
static void
keep_memo (struct wpp_scan *s, uint32_t symbol, const struct wpp_scan_latest *l)
{
  const struct wpp_scan_met m = { symbol, l->function, l->frame, 0 };
  if (!s->err)
    s->err = wpp_hash_reserve (&s->table, 1);
  if (!s->err)
    s->err = WPP_RESERVE (s->memos, s->memos_room, s->n_memos, 1);
  if (s->err)
    return;
  uint32_t first = first_memo (s, &m), number = s->n_memos++;
  struct wpp_scan_memo *memo = &s->memos[number];
  *memo = (struct wpp_scan_memo){ symbol, l->function, l->frame, l->made, WPP_NO_ITEM };
  if (first == WPP_NO_ITEM)
    {
      wpp_hash_add (&s->table, memo_hash (s, &m), number);
      return;
    }
  memo->next = s->memos[first].next;
  s->memos[first].next = number;
}

/* The sets at hand are what the symbol of M has made, by EFFECT.  */
static void
remember (struct wpp_scan *s, const struct wpp_scan_met *m, uint32_t effect)
{
  struct wpp_scan_latest *l = latest_of (s, m->symbol);
  if (s->n_memos == MOST_MEMOS)
    forget (s);
  bool others = l->is != WPP_LATEST_NONE;
  if (others)
    keep_memo (s, m->symbol, l);
  const struct wpp_scan_made made = { key_of (s, effect, m->memory), s->frame, s->effects.on ? effect : s->memory };
  *l = (struct wpp_scan_latest){ m->function, m->frame, made, others ? WPP_LATEST_OF_MANY : WPP_LATEST_ONLY };
}

/* ---- Calls at hand.  */

/* The last path that SYMBOL has of its own activation; WPP_ROPE_EMPTY: none.  */
static uint32_t
last_path (const struct wpp_scan *s, uint32_t symbol)
{
  if (wpp_nest_rule_p (symbol))
    return s->last_paths[WPP_RULE_INDEX (symbol)];
  return wpp_nest_letter (s->nest, symbol)->calls ? WPP_ROPE_EMPTY : symbol;
}

/* The same of the first N of PARTS.  */
static uint32_t
last_path_of (const struct wpp_scan *s, const struct wpp_part *parts, size_t n)
{
  uint32_t path = WPP_ROPE_EMPTY;
  while (n-- > 0 && path == WPP_ROPE_EMPTY)
    path = last_path (s, parts[n].symbol);
  return path;
}

/* Find the last path that each rule of ropes has of its own activation.  Parts are older than their rule.  */
static bool
find_last_paths (struct wpp_scan *s)
{
  const struct wpp_pool *pool = &s->nest->tables.traces.pool;
  size_t n;
  s->last_paths = malloc ((pool->n_rules + (size_t)1) * sizeof *s->last_paths);
  for (uint32_t r = 0; s->last_paths && r < pool->n_rules; r++)
    {
      const struct wpp_part *parts = wpp_pool_rule (pool, r, &n);
      s->last_paths[r] = last_path_of (s, parts, n);
    }
  return s->last_paths;
}

/* SET, and that a frame of FUNCTION is in the call before which PATH ended.  */
static uint32_t
add_site (struct wpp_scan *s, uint32_t function, uint32_t path, uint32_t set)
{
  const struct wpp_scan_path *p = path == WPP_ROPE_EMPTY || function == WPP_NONE
                                      ? NULL
                                      : path_of_letter (s, path - WPP_ROPE_LETTER);
  size_t n;
  if (!p || p->function != function || p->call_behind == WPP_NONE)
    return set;
  const uint32_t *items = wpp_sets_items (&s->sets, set, &n);
  for (size_t i = 0; i < n; i++)
    s->list[i] = items[i];
  s->list[n++] = wpp_fact_site (s->model->functions[function], p->call_behind);
  s->err = wpp_sets_intern (&s->sets, s->list, n, &set);
  return set;
}

/* ---- Levels.  */

/* The part at hand of L.  */
static const struct wpp_part *
part_at (const struct wpp_scan *s, const struct wpp_scan_level *l)
{
  return &(l->parts ? l->parts : &l->one)[s->direction->forward ? l->at - 1 : l->n - l->at];
}

static struct wpp_scan_level *
push (struct wpp_scan *s, const struct wpp_scan_met *m, uint32_t rope)
{
  if (WPP_RESERVE (s->levels, s->levels_room, s->n_levels, 1))
    {
      s->err = WPP_E_NOMEM;
      return NULL;
    }
  struct wpp_scan_level *l = &s->levels[s->n_levels++];
  *l = (struct wpp_scan_level){ .met = *m };
  const struct wpp_part *parts = wpp_nest_parts (s->nest, rope, &l->one, &l->n);
  l->parts = parts == &l->one ? NULL : parts;
  return l;
}

/* The function of activation NUMBER, or WPP_NONE.  */
static uint32_t
function_of (const struct wpp_scan *s, uint32_t number)
{
  uint32_t function = wpp_nest_activation (s->nest, number)->function;
  return function < s->model->n_functions ? function : WPP_NONE;
}

/* The set at hand, and what call activation NUMBER, of FUNCTION, was in when it ended: another one left it for good.  */
static uint32_t
end_in_call (struct wpp_scan *s, uint32_t number, uint32_t function)
{
  struct wpp_part one;
  size_t n;
  const struct wpp_part *parts = wpp_nest_parts (s->nest, wpp_nest_activation (s->nest, number)->rope, &one, &n);
  return add_site (s, function, last_path_of (s, parts, n), s->frame);
}

/* The level at hand has gone on by EFFECT.  */
static void
go_on (struct wpp_scan *s, uint32_t effect)
{
  if (effect == WPP_SCAN_NO_EFFECT || !s->n_levels || s->err)
    return;
  struct wpp_scan_level *l = &s->levels[s->n_levels - 1];
  l->effect = wpp_scan_effect_join (s, l->effect, effect);
}

/* A frame of CALLER, whose sets were FRAME and MEMORY, goes on behind an activation of CALLEE, which has had EFFECT.  */
static void
come_back (struct wpp_scan *s, uint32_t caller, uint32_t callee, uint32_t frame, uint32_t memory, uint32_t effect)
{
  s->direction->come_back (s, caller, callee, frame, memory);
  go_on (s, wpp_scan_effect_return (s, caller, frame, effect));
}

/* Meet the activation that the letter SYMBOL is, in a frame of CALLER.  */
static void
meet (struct wpp_scan *s, uint32_t symbol, uint32_t caller)
{
  uint32_t number = wpp_nest_letter (s->nest, symbol)->event, callee = function_of (s, number);
  uint32_t frame = s->frame, memory = s->memory;
  s->direction->call (s, caller, callee);
  if (s->err)
    return;
  uint32_t effect;
  const struct wpp_scan_met m = met (s, symbol, callee);
  if (remembered_p (s, &m, &effect))
    {
      come_back (s, caller, callee, frame, memory, effect);
      return;
    }
  if (!s->direction->forward)
    s->frame = end_in_call (s, number, callee);
  if (s->err)
    return;
  struct wpp_scan_level *l = push (s, &m, wpp_nest_activation (s->nest, number)->rope);
  if (!l)
    return;
  l->activation = true;
  l->caller_frame = frame;
  l->caller_memory = memory;
}

/* The other end of the activation of CALLEE, which has had EFFECT, is there; return the effect of all of it.  */
static uint32_t
leave (struct wpp_scan *s, uint32_t callee, uint32_t effect)
{
  wpp_scan_effect_begin (s);
  s->direction->leave (s, callee);
  return wpp_scan_effect_join (s, effect, wpp_scan_effect_end (s));
}

/* The level at hand is done.  */
static void
pop (struct wpp_scan *s)
{
  struct wpp_scan_level l = s->levels[--s->n_levels];
  if (l.activation)
    l.effect = leave (s, l.met.function, l.effect);
  if (!l.partial && !s->err)
    remember (s, &l.met, l.effect);
  if (!s->n_levels || s->err)
    return;
  if (l.activation)
    come_back (s, s->levels[s->n_levels - 1].met.function, l.met.function, l.caller_frame, l.caller_memory, l.effect);
  else
    go_on (s, l.effect);
}

/* The part at hand of L, EXPONENT times, has been done so often; skip what only repeats what was.  */
static void
skip_repeated (const struct wpp_scan *s, struct wpp_scan_level *l)
{
  if (l->done && s->frame == l->mark_frame && s->memory == l->mark_memory)
    l->left %= l->done - l->mark;
  else if (!(l->done & (l->done - 1)))
    {
      l->mark = l->done;
      l->mark_frame = s->frame;
      l->mark_memory = s->memory;
    }
  l->done++;
}

/* Do SYMBOL in a frame of FUNCTION, or begin to.  */
static void
do_symbol (struct wpp_scan *s, uint32_t symbol, uint32_t function)
{
  uint32_t effect;
  if (!wpp_nest_rule_p (symbol) && wpp_nest_letter (s->nest, symbol)->calls)
    {
      meet (s, symbol, function);
      return;
    }
  const struct wpp_scan_met m = met (s, symbol, function);
  if (remembered_p (s, &m, &effect))
    go_on (s, effect);
  else if (wpp_nest_rule_p (symbol))
    push (s, &m, symbol);
  else
    {
      effect = do_path (s, symbol - WPP_ROPE_LETTER);
      if (!s->err)
        remember (s, &m, effect);
      go_on (s, effect);
    }
}

/* Go on with the level at hand.  */
static void
step (struct wpp_scan *s)
{
  struct wpp_scan_level *l = &s->levels[s->n_levels - 1];
  if (l->at == l->n && !l->left)
    {
      pop (s);
      return;
    }
  if (!l->left)
    {
      l->at++;
      l->left = part_at (s, l)->exponent;
      l->done = l->mark = 0;
    }
  skip_repeated (s, l);
  if (!l->left)
    return;
  l->left--;
  do_symbol (s, part_at (s, l)->symbol, l->met.function);
}

static int
init_sets (struct wpp_scan *s)
{
  s->memories = (struct wpp_sets){ 0 };
  int err = wpp_sets_init (&s->sets);
  return err ? err : wpp_sets_init (&s->memories);
}

/* Set *FRAME and *MEMORY, of OLD and OLD_MEMORIES, to the same ones of S.  */
static void
keep_sets (struct wpp_scan *s, const struct wpp_sets *old, const struct wpp_sets *old_memories, uint32_t *frame,
           uint32_t *memory)
{
  size_t n;
  const uint32_t *items = wpp_sets_items (old, *frame, &n);
  for (size_t i = 0; i < n; i++)
    s->list[i] = items[i];
  if (!s->err)
    s->err = wpp_sets_intern (&s->sets, s->list, n, frame);
  wpp_sets_bits (old_memories, *memory, s->loads, wpp_scan_load_words (s));
  if (!s->err)
    s->err = wpp_sets_intern_bits (&s->memories, s->loads, wpp_scan_load_words (s), memory);
}

/* Forget all sets but those that levels have.  */
static void
forget_sets (struct wpp_scan *s)
{
  struct wpp_sets old = s->sets, old_memories = s->memories;
  struct wpp_scan_effects old_effects = s->effects;
  forget (s);
  memset (s->joined, 0, WPP_SCAN_JOINED * sizeof *s->joined);
  s->err = init_sets (s);
  if (!s->err)
    s->err = wpp_scan_effects_forget (s);
  keep_sets (s, &old, &old_memories, &s->frame, &s->memory);
  for (size_t i = 0; i < s->n_levels && !s->err; i++)
    {
      struct wpp_scan_level *l = &s->levels[i];
      if (s->effects.on)
        wpp_scan_effect_keep (s, &old_effects, &l->effect);
      keep_sets (s, &old, &old_memories, &l->met.frame, &l->met.memory);
      keep_sets (s, &old, &old_memories, &l->caller_frame, &l->caller_memory);
      keep_sets (s, &old, &old_memories, &l->mark_frame, &l->mark_memory);
    }
  s->loaded = s->opened = WPP_NO_ITEM;
  wpp_sets_release (&old);
  wpp_sets_release (&old_memories);
  if (s->effects.on)
    wpp_scan_effects_release_forgotten (&old_effects);
}

static void
run (struct wpp_scan *s)
{
  while (s->n_levels && !s->err)
    {
      if (s->sets.n_items + s->memories.n_items + wpp_scan_effects_items (&s->effects) > s->most_items)
        forget_sets (s);
      if (++s->n_steps > MOST_STEPS)
        s->err = WPP_E_TOOBIG;
      step (s);
    }
}

/* ---- From a place.  */

/* Is level I of PLACE an activation, rather than a rule or the thread?  */
static bool
activation_p (const struct wpp_scan *s, const struct wpp_slice_place *place, size_t i)
{
  uint32_t rope = place->levels[i].rope;
  return i && !wpp_nest_rule_p (rope) && wpp_nest_letter (s->nest, rope)->calls;
}

/* The path before which the frame at level I of PLACE has called what is at level I + 1.  */
static uint32_t
path_before (const struct wpp_scan *s, const struct wpp_slice_place *place, size_t i)
{
  uint32_t path = WPP_ROPE_EMPTY;
  for (size_t j = i + 1; j-- > 0 && path == WPP_ROPE_EMPTY;)
    {
      const struct wpp_slice_step *at = &place->levels[j];
      bool activation = activation_p (s, place, j);
      struct wpp_part one;
      size_t n;
      uint32_t rope = activation ? wpp_nest_activation (s->nest, wpp_nest_letter (s->nest, at->rope)->event)->rope
                                 : at->rope;
      path = last_path_of (s, wpp_nest_parts (s->nest, rope, &one, &n), at->part + (at->before ? 1 : 0));
      if (activation)
        break;
    }
  return path;
}

/* Push the levels of PLACE, of which what is behind, or before, is done already.  */
static void
push_place (struct wpp_scan *s, const struct wpp_slice_place *place)
{
  bool forward = s->direction->forward;
  uint32_t function = WPP_NONE;
  for (size_t i = 0; i < place->n_levels && !s->err; i++)
    {
      const struct wpp_slice_step *at = &place->levels[i];
      bool activation = activation_p (s, place, i);
      uint32_t number = activation ? wpp_nest_letter (s->nest, at->rope)->event : 0;
      uint32_t site = activation ? add_site (s, function, path_before (s, place, i - 1), 0) : 0;
      if (activation)
        function = function_of (s, number);
      const struct wpp_scan_met m = { .symbol = at->rope, .function = function };
      struct wpp_scan_level *l = push (s, &m, activation ? wpp_nest_activation (s->nest, number)->rope : at->rope);
      if (!l)
        break;
      const struct wpp_part *part = &(l->parts ? l->parts : &l->one)[at->part];
      l->activation = activation;
      l->partial = true;
      l->caller_frame = site;
      l->at = forward ? at->part + 1 : l->n - at->part;
      l->left = forward ? part->exponent - 1 - at->before : at->before;
    }
}

/* The letter of the path that PLACE is in.  */
static uint32_t
letter_at (const struct wpp_scan *s)
{
  return part_at (s, &s->levels[s->n_levels - 1])->symbol - WPP_ROPE_LETTER;
}

int
wpp_scan_from (struct wpp_scan *s, const struct wpp_slice_criterion *c, const struct wpp_slice_place *place)
{
  bool forward = s->direction->forward;
  s->criterion = c;
  s->frame = s->memory = 0;
  s->n_levels = 0;
  push_place (s, place);
  const struct wpp_scan_path *p = s->err ? NULL : path_of_letter (s, letter_at (s));
  if (!p || p->function == WPP_NONE)
    return s->err ? s->err : WPP_E_NOTES;
  wpp_scan_open (s);
  wpp_marks_add (&s->facts, WPP_FACT_ZONE);
  if (forward)
    s->direction->path (s, p, place->node, p->n_nodes, false, true);
  else
    s->direction->path (s, p, 0, place->node + 1, true, place->end);
  wpp_scan_close (s);
  run (s);
  return s->err;
}

int
wpp_scan_through (struct wpp_scan *s, uint32_t thread)
{
  forget (s);
  s->frame = s->memory = 0;
  s->n_levels = 0;
  const struct wpp_scan_met m = { .symbol = s->nest->threads[thread], .function = WPP_NONE };
  struct wpp_scan_level *l = push (s, &m, m.symbol);
  if (l)
    l->partial = true;
  run (s);
  return s->err;
}

int
wpp_scan_exercised (struct wpp_scan *s, uint32_t thread)
{
  size_t before;
  s->exercised = true;
  s->criterion = NULL;
  do
    {
      before = s->n_included;
      wpp_scan_through (s, thread);
    }
  while (!s->err && s->n_included > before);
  return s->err;
}

/* ---- The slice.  */

const struct wpp_slice_reason *
wpp_scan_reasons (const struct wpp_scan *s)
{
  return s->reasons;
}

size_t
wpp_scan_n_included (const struct wpp_scan *s)
{
  return s->n_included;
}

void
wpp_scan_include (struct wpp_scan *s, uint32_t item, struct wpp_slice_reason reason)
{
  if (s->reasons[item].because != WPP_BECAUSE_NOTHING)
    return;
  s->reasons[item] = reason;
  s->n_included++;
}

void
wpp_scan_limit (struct wpp_scan *s, size_t most_items)
{
  s->most_items = most_items;
}

void
wpp_scan_watch (struct wpp_scan *s, void (*watch) (void *data, uint32_t node), void *data)
{
  s->watch = watch;
  s->watch_data = data;
}

bool
wpp_scan_fact_p (const struct wpp_scan *s, uint32_t fact)
{
  return wpp_marks_p (&s->facts, fact);
}

/* ---- The interface.  */

/* Find the program's facts that others see local variables as.  */
static bool
find_locals (struct wpp_scan *s)
{
  const struct wpp_slice_model *m = s->model;
  s->locals = malloc ((m->n_loads + 1) * sizeof *s->locals);
  for (size_t i = 0; s->locals && i < m->memory.loads.n; i++)
    if (m->memory.loads.items[i].kind == WPP_LOCATION_LOCAL)
      s->locals[s->n_locals++] = i;
  return s->locals;
}

/* Room for the facts of any frame, and for their origins; and for a list of anything.  */
static bool
make_room (struct wpp_scan *s)
{
  const struct wpp_slice_model *m = s->model;
  size_t most = WPP_FACT_FIRST, longest = m->n_loads;   /* a list is of one function's facts, or of the program's */
  for (uint32_t i = 0; i < m->n_functions; i++)
    {
      const struct wpp_slice_function *f = m->functions[i];
      if (!f)
        continue;
      size_t n = f->n_facts + (size_t)f->first_code[f->cfg->n_nodes];
      size_t n_phis = f->first_phi[f->cfg->n_nodes];
      most = n > most ? n : most;
      longest = n_phis > longest ? n_phis : longest;
      longest = f->n_escapes > longest ? f->n_escapes : longest;
      s->origins[i] = malloc (f->n_facts * sizeof *s->origins[i]);
      if (!s->origins[i])
        return false;
      memset (s->origins[i], 0xff, f->n_facts * sizeof *s->origins[i]);
    }
  longest = most > longest ? most : longest;
  s->list = malloc ((longest + 1) * sizeof *s->list);
  return s->list && !wpp_marks_resize (&s->facts, most);
}

struct wpp_scan *
wpp_scan_new (const struct wpp_slice_model *model, const struct wpp_nest *nest, wpp_slice_path_of *path_of, void *data,
              bool forward)
{
  struct wpp_scan *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->model = model;
  s->nest = nest;
  s->path_of = path_of;
  s->data = data;
  s->most_items = MOST_ITEMS;
  s->direction = forward ? &wpp_scan_forward : &wpp_scan_backward;
  s->reasons = calloc (model->n_items + 1, sizeof *s->reasons);
  s->paths = calloc (nest->tables.n_letters + 1, sizeof *s->paths);
  s->loads = calloc (wpp_scan_load_words (s), sizeof *s->loads);
  s->load_origins = malloc ((model->n_loads + 1) * sizeof *s->load_origins);
  s->origins = calloc (model->n_functions + (size_t)1, sizeof *s->origins);
  s->joined = calloc (WPP_SCAN_JOINED, sizeof *s->joined);
  s->latest = calloc (n_symbols (s) + 1, sizeof *s->latest);
  if (s->reasons && s->paths && s->loads && s->load_origins && s->origins && s->joined && s->latest && make_room (s)
      && find_locals (s) && find_last_paths (s) && !init_sets (s) && !wpp_scan_effects_init (s))
    return s;
  wpp_scan_free (s);
  return NULL;
}

void
wpp_scan_free (struct wpp_scan *s)
{
  if (!s)
    return;
  for (size_t i = 0; s->paths && i < s->nest->tables.n_letters; i++)
    free (s->paths[i].nodes);
  for (uint32_t i = 0; s->origins && i < s->model->n_functions; i++)
    free (s->origins[i]);
  free (s->origins);
  free (s->last_paths);
  free (s->reasons);
  free (s->paths);
  wpp_path_release (&s->decoded);
  wpp_sets_release (&s->sets);
  wpp_sets_release (&s->memories);
  wpp_scan_effects_release (&s->effects);
  wpp_marks_release (&s->facts);
  free (s->loads);
  free (s->list);
  free (s->load_origins);
  free (s->locals);
  free (s->joined);
  free (s->latest);
  free (s->memos);
  wpp_hash_release (&s->table);
  free (s->levels);
  free (s);
}
