/* How often prime paths were executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The last blocks of an activation, as far back as none is twice among them, are its *window*.  A prime path cannot be
   made longer and stay simple.  So where an activation executes one, it is either the window at the moment when it
   cannot grow, because the next block is on it, or no block is next, or control comes to the next one by no edge of the
   graph; or it is a cycle, from where the next block is on the window to the next block.

   The traces are not expanded.  What a rule does to a window depends on that only up to the first block that is on a
   path of the rule's own blocks already, or that comes by no edge.  So a rule is known by its *head*, the blocks up to
   that one, and by the *tail*, the window at its end; a rule without such a block is a head.  What happens after the
   head happens as often as the rule occurs, and is counted once, when the rule is looked at.  */

#include <stdlib.h>
#include <string.h>
#include "activations/timestamps/function-blocks.h"
#include "answers/prime-counts.h"
#include "base/array.h"
#include "base/saturate.h"

/* Blocks that are looked at, and that are kept of rules.  */
#define MOST_WORK (UINT64_C (1) << 31)
#define MOST_KEPT ((size_t)1 << 27)

/* ---- Paths with counts.  */

struct key
{
  const struct wpp_prime_counts *c;
  const uint32_t *path;
  uint32_t n;
};

static bool
path_is_p (const void *paths, uint32_t number, const void *key)
{
  const struct wpp_prime_path *p = (const struct wpp_prime_path *)paths + number;
  const struct key *k = key;
  return p->n == k->n && !memcmp (k->c->blocks + p->first, k->path, k->n * sizeof *k->path);
}

int
wpp_prime_counts_add (struct wpp_prime_counts *c, const uint32_t *path, uint32_t n, uint64_t times)
{
  const struct key key = { c, path, n };
  int err = wpp_hash_reserve (&c->table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&c->table, path, n * sizeof *path);
  uint32_t number = wpp_hash_find (&c->table, hash, path_is_p, c->paths, &key);
  if (number != WPP_NO_ITEM)
    {
      c->paths[number].count = wpp_saturating_add (c->paths[number].count, times);
      return 0;
    }
  if (WPP_RESERVE (c->paths, c->room, c->n, 1) || WPP_RESERVE (c->blocks, c->blocks_room, c->n_blocks, n))
    return WPP_E_NOMEM;
  memcpy (c->blocks + c->n_blocks, path, n * sizeof *path);
  wpp_hash_add (&c->table, hash, c->n);
  c->paths[c->n++] = (struct wpp_prime_path){ c->n_blocks, n, times };
  c->n_blocks += n;
  return 0;
}

void
wpp_prime_counts_release (struct wpp_prime_counts *c)
{
  free (c->blocks);
  free (c->paths);
  wpp_hash_release (&c->table);
  *c = (struct wpp_prime_counts){ 0 };
}

/* ---- Windows.  */

/* A stretch of blocks that are kept.  */
struct stretch
{
  size_t first;
  uint32_t n;
};

struct part                  /* a letter, which is a head only, or a rule */
{
  struct stretch head, tail;
  bool settled;              /* it has a tail */
};

struct walk
{
  struct wpp_prime_graph *g;
  struct wpp_prime_counts *c;
  const struct wpp_grammar *grammar;
  struct part *letters;      /* [n_letters] */
  struct part *rules;        /* [n_rules] */
  uint64_t *times;           /* [n_rules] how often a rule occurs in what is counted */
  uint32_t *kept;            /* blocks of parts */
  size_t n_kept, kept_room;
  uint64_t work;
  /* The part at hand.  */
  uint32_t *stream;          /* the window is stream[begin .. end) */
  size_t begin, end, stream_room;
  size_t *at;                /* [n_blocks] where in the stream a block was last, plus 1; counts from BEGIN on */
  bool free;                 /* what was before the window is not known, so it is the part's head so far */
  struct part *part;
};

static int
keep (struct walk *w, const uint32_t *blocks, uint32_t n, struct stretch *s)
{
  if (w->n_kept + n > MOST_KEPT)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (w->kept, w->kept_room, w->n_kept, n))
    return WPP_E_NOMEM;
  memcpy (w->kept + w->n_kept, blocks, n * sizeof *blocks);
  *s = (struct stretch){ w->n_kept, n };
  w->n_kept += n;
  return 0;
}

/* Is BLOCK on the window?  */
static bool
on_window_p (const struct walk *w, uint32_t block)
{
  return w->at[block] > w->begin;
}

static void
forget_window (struct walk *w)
{
  for (size_t i = w->begin; i < w->end; i++)
    w->at[w->stream[i]] = 0;
  w->begin = w->end = 0;
}

static int
append (struct walk *w, uint32_t block)
{
  if (WPP_RESERVE (w->stream, w->stream_room, w->end, 1))
    return WPP_E_NOMEM;
  w->stream[w->end++] = block;
  w->at[block] = w->end;
  return 0;
}

/* What goes on only in the window is put to the stream's beginning, which must not grow without end.  */
static void
shift (struct walk *w)
{
  size_t n = w->end - w->begin;
  if (w->begin < 2 * (size_t)w->g->n_blocks + 64)
    return;
  memmove (w->stream, w->stream + w->begin, n * sizeof *w->stream);
  for (size_t i = 0; i < n; i++)
    w->at[w->stream[i]] = i + 1;
  w->begin = 0;
  w->end = n;
}

/* Count the window, if it is a prime path.  */
static int
count_window (struct walk *w, uint64_t times)
{
  const uint32_t *path = w->stream + w->begin;
  uint32_t n = w->end - w->begin;
  w->work += n;
  return n && wpp_prime_path_p (w->g, path, n) ? wpp_prime_counts_add (w->c, path, n, times) : 0;
}

/* The last block comes by no edge, or the next one is on the window: BLOCK ends the head, if that is what the window
   is.  */
static int
settle (struct walk *w, uint32_t block)
{
  int err = append (w, block);
  if (!err)
    err = keep (w, w->stream + w->begin, w->end - w->begin, &w->part->head);
  w->end--;
  w->free = false;
  w->part->settled = true;
  return err;
}

/* BLOCK is next, by no edge, TIMES.  */
static int
pass_gap (struct walk *w, uint32_t block, uint64_t times)
{
  int err = w->free ? 0 : count_window (w, times);
  if (w->free && !err)
    {
      size_t was = w->at[block];
      err = settle (w, block);
      w->at[block] = was;
    }
  forget_window (w);
  return err ? err : append (w, block);
}

/* BLOCK is next, which is on the window.  */
static int
pass_cycle (struct walk *w, uint32_t block, uint64_t times)
{
  size_t was = w->at[block] - 1;
  int err = 0;
  bool known = !w->free;
  if (known && was > w->begin)
    err = count_window (w, times);
  if (!known && !err)
    err = settle (w, block);
  for (size_t i = w->begin; i < was; i++)
    w->at[w->stream[i]] = 0;
  w->begin = was;
  if (!err)
    err = append (w, block);
  w->work += w->end - w->begin;
  if (!err && known)
    err = wpp_prime_counts_add (w->c, w->stream + w->begin, w->end - w->begin, times);
  w->begin++;
  shift (w);
  return err;
}

/* BLOCK is next, TIMES.  */
static int
pass (struct walk *w, uint32_t block, uint64_t times)
{
  if (++w->work > MOST_WORK)
    return WPP_E_TOOBIG;
  if (w->end > w->begin && !wpp_prime_edge_p (w->g, w->stream[w->end - 1], block))
    return pass_gap (w, block, times);
  return on_window_p (w, block) ? pass_cycle (w, block, times) : append (w, block);
}

/* ---- Parts.  */

/* PART is next, TIMES.  */
static int
pass_part (struct walk *w, const struct part *part, uint64_t times)
{
  int err = 0;
  for (uint32_t i = 0; i < part->head.n && !err; i++)
    err = pass (w, w->kept[part->head.first + i], times);
  if (err || !part->settled)
    return err;
  forget_window (w);
  w->work += part->tail.n;
  for (uint32_t i = 0; i < part->tail.n && !err; i++)
    err = append (w, w->kept[part->tail.first + i]);
  return err;
}

/* Symbol I of the grammar is next, TIMES.  After two copies the window is the same after each further one.  */
static int
pass_symbol (struct walk *w, uint64_t i, uint64_t times)
{
  uint32_t symbol = w->grammar->symbols[i], exponent = wpp_grammar_exponent (w->grammar, i);
  const struct part *part = WPP_IS_RULE (symbol) ? &w->rules[WPP_RULE_INDEX (symbol)]
                                                 : &w->letters[w->grammar->terminals[symbol] - 1];
  int err = 0;
  for (unsigned copy = 1; copy <= 3 && copy <= exponent && !err; copy++)
    err = pass_part (w, part, copy < 3 ? times : wpp_saturating_product (times, exponent - UINT32_C (2)));
  return err;
}

static void
begin_part (struct walk *w, struct part *part)
{
  forget_window (w);
  w->free = true;
  w->part = part;
}

static int
end_part (struct walk *w)
{
  struct part *part = w->part;
  return keep (w, w->stream + w->begin, w->end - w->begin, part->settled ? &part->tail : &part->head);
}

static int
count_rule (struct walk *w, uint32_t r)
{
  const struct wpp_grammar *g = w->grammar;
  int err = 0;
  begin_part (w, &w->rules[r]);
  for (uint64_t i = g->start[r]; i < g->start[r + 1] && !err; i++)
    err = pass_symbol (w, i, w->times[r]);
  return err ? err : end_part (w);
}

/* ---- Letters.  */

/* NODE is executed by LETTER.  */
static int
add_node (struct walk *w, struct part *letter, uint32_t node)
{
  const struct wpp_node *n = &w->g->cfg->nodes[node];
  struct stretch s;
  int err = 0;
  if (w->g->block[node] != WPP_NO_BLOCK && !(n->flags & WPP_NODE_CONTINUES))
    {
      err = keep (w, &w->g->block[node], 1, &s);
      letter->head.n++;
    }
  return err;
}

/* PATH, of NUM, is LETTER's.  */
static int
take_letter (void *data, uint32_t letter, const struct wpp_numbering *num, const struct wpp_path *path)
{
  struct walk *w = data;
  struct part *part = &w->letters[letter];
  uint32_t last = path->end_edge == WPP_NO_EDGE ? WPP_NODE_EXIT : num->cfg->edges[path->end_edge].dst;
  int err = 0;
  part->head.first = w->n_kept;
  for (uint32_t i = num->starts[path->start].edge != WPP_NO_EDGE; i < path->n_nodes && !err; i++)
    err = add_node (w, part, path->nodes[i]);
  if (!err && !(num->cfg->nodes[last].flags & WPP_NODE_LANDING))
    err = add_node (w, part, last);
  return err;
}

/* ---- Traces.  */

/* The symbols from FIRST to END occur TIMES more.  */
static void
add_times (struct walk *w, uint64_t first, uint64_t end, uint64_t times)
{
  const struct wpp_grammar *g = w->grammar;
  for (uint64_t i = first; i < end; i++)
    if (WPP_IS_RULE (g->symbols[i]))
      {
        uint64_t *n = &w->times[WPP_RULE_INDEX (g->symbols[i])];
        *n = wpp_saturating_add (*n, wpp_saturating_product (times, wpp_grammar_exponent (g, i)));
      }
}

/* Find how often rules occur, if trace I of F occurs COUNTS[I] times.  */
static void
find_times (struct walk *w, const struct wpp_function_traces *f, const uint64_t *counts)
{
  const struct wpp_grammar *g = w->grammar;
  for (uint32_t t = 0; t < f->n_traces; t++)
    add_times (w, f->trace[t], f->trace[t + 1], counts[t]);
  for (uint32_t k = g->n_rules; k-- > 0;)
    if (g->order[k] != 0)
      add_times (w, g->start[g->order[k]], g->start[g->order[k] + 1], w->times[g->order[k]]);
}

/* Count the paths of trace T of F, which occurs TIMES.  */
static int
count_trace (struct walk *w, const struct wpp_function_traces *f, uint32_t t, uint64_t times)
{
  const struct wpp_grammar *g = w->grammar;
  int err = 0;
  forget_window (w);
  w->free = false;
  for (uint64_t i = f->trace[t]; i < f->trace[t + 1] && !err; i++)
    if (WPP_IS_RULE (g->symbols[i]) || g->terminals[g->symbols[i]] != WPP_TRACE_END)
      err = pass_symbol (w, i, times);
  return err ? err : count_window (w, times);
}

static int
count_all (struct walk *w, const struct wpp_function_traces *f, const uint64_t *counts)
{
  int err = 0;
  find_times (w, f, counts);
  for (uint32_t k = 0; k < w->grammar->n_rules && !err; k++)
    if (w->grammar->order[k] != 0)
      err = count_rule (w, w->grammar->order[k]);
  for (uint32_t t = 0; t < f->n_traces && !err; t++)
    if (counts[t])
      err = count_trace (w, f, t, counts[t]);
  return err;
}

int
wpp_prime_count (struct wpp_code *code, const struct wpp_code_function *function, const struct wpp_function_traces *f,
                 const uint64_t *counts, struct wpp_prime_graph *g, struct wpp_prime_counts *c)
{
  struct walk w = { .g = g, .c = c, .grammar = f->grammar,
                    .letters = calloc (f->n_letters + (size_t)1, sizeof *w.letters),
                    .rules = calloc (f->grammar->n_rules, sizeof *w.rules),
                    .times = calloc (f->grammar->n_rules, sizeof *w.times),
                    .at = calloc (g->n_blocks + (size_t)1, sizeof *w.at) };
  int err = w.letters && w.rules && w.times && w.at ? WPP_RESERVE (w.stream, w.stream_room, 0, 1) : WPP_E_NOMEM;
  if (!err)
    err = WPP_RESERVE (w.kept, w.kept_room, 0, 1);
  if (!err)
    err = wpp_letter_paths (code, function, f, take_letter, &w);
  if (!err)
    err = count_all (&w, f, counts);
  free (w.letters);
  free (w.rules);
  free (w.times);
  free (w.at);
  free (w.stream);
  free (w.kept);
  return err;
}
