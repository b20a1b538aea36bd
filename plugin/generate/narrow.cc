/* Functions that are counted in a table, but for their narrow starts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A function may have 2^40 paths, and yet few of them begin where its inner loops go round: a start is narrow if so few
   paths begin there that each has a word of the unit's (runtime/counts/counts.h), as in a function of few paths.  Only
   paths of the other starts, the wide ones, are counted in the table.  The path register R has a number of 64 bits:

     at a wide start        R = initial + 1, so that it becomes the path's number plus 1, which is above 0
     at a narrow start      R = initial - value - N + first word of the start, so that it becomes the index of the
                            path's word less N, which is below 0; the function has N such words
     where a path ends      if only paths of narrow starts do so: count (&WORDS[N + R])
                            if only paths of wide starts do so: count R in the table
                            else one or the other, by the sign of R

   The words are listed as those of known paths; struct __wpp_known tells which start has which (__WPP_KNOWN_PIECES).

   A start from which a path may be unwound in a call is not narrow, as unwound paths have numbers of their own
   (unwound.cc).  */

#include "plugin/generate/instrument.h"
#include "plugin/generate/counting.h"
#include "plugin/generate/recording.h"
#include "runtime/counts/counts.h"

namespace {

/* Kinds of starts whose paths come to a node.  */
enum { NARROW = 1, WIDE = 2 };

struct piece
{
  uint32_t start;
  uint64_t first;               /* its first word among the function's */
};

class narrow_starts
{
public:
  narrow_starts (const wpp_function_graph *g, const wpp_numbering *n);

  uint64_t n_words = 0;
  auto_vec<piece> pieces;       /* by rising `first' */
  auto_vec<int> of;             /* by start: its piece, or -1 */
  auto_vec<unsigned char> kinds;  /* by node: what comes to it */

private:
  const wpp_function_graph *graph;
  const wpp_numbering *num;

  void reach (uint32_t start, auto_vec<unsigned char> *marks, unsigned char mark, auto_vec<uint32_t> *work) const;
  void find_unwinding (auto_vec<unsigned char> *marks) const;
  void choose ();
};

/* Set MARK in MARKS at all nodes that paths from START come to.  WORK is empty.  */

void
narrow_starts::reach (uint32_t start, auto_vec<unsigned char> *marks, unsigned char mark,
                      auto_vec<uint32_t> *work) const
{
  work->safe_push (num->starts[start].node);
  while (!work->is_empty ())
    {
      uint32_t v = work->pop ();
      if ((*marks)[v] & mark)
        continue;
      (*marks)[v] |= mark;
      for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
        if (wpp_inside_p (num, e))
          work->safe_push (num->cfg->edges[e].dst);
    }
}

/* Set MARKS at all nodes from which a path may come to a call in which it may be unwound.  */

void
narrow_starts::find_unwinding (auto_vec<unsigned char> *marks) const
{
  wpp_edge_index in (num->cfg);
  auto_vec<uint32_t> work;

  for (uint32_t i = 0; i < num->n_calls && flag_exceptions; i++)
    if (stmt_can_throw_external (cfun, graph->edges[num->calls[i]].before))
      work.safe_push (num->cfg->edges[num->calls[i]].src);
  while (!work.is_empty ())
    {
      uint32_t v = work.pop ();
      if ((*marks)[v])
        continue;
      (*marks)[v] = 1;
      for (uint32_t i = 0; i < in.count (v); i++)
        if (wpp_inside_p (num, in.edge (v, i)))
          work.safe_push (num->cfg->edges[in.edge (v, i)].src);
    }
}

int
compare_starts (const void *a, const void *b, void *numbering)
{
  const wpp_start *starts = ((const wpp_numbering *) numbering)->starts;
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  uint64_t n = starts[x].n_paths, m = starts[y].n_paths;
  return n != m ? (n < m ? -1 : 1) : x < y ? -1 : x > y;
}

/* The starts with the fewest paths are narrow, as long as all of these together have words.  */

void
narrow_starts::choose ()
{
  auto_vec<unsigned char> unwinding;
  auto_vec<uint32_t> order;

  unwinding.safe_grow_cleared (num->cfg->n_nodes);
  find_unwinding (&unwinding);
  for (uint32_t s = 0; s < num->n_starts; s++)
    if (num->starts[s].n_paths > 0 && !unwinding[num->starts[s].node])
      order.safe_push (s);
  order.sort (compare_starts, const_cast<wpp_numbering *> (num));
  for (uint32_t s : order)
    {
      if (n_words + num->starts[s].n_paths > WPP_COUNT_ARRAY)
        break;
      of[s] = pieces.length ();
      pieces.safe_push (piece { s, n_words });
      n_words += num->starts[s].n_paths;
    }
}

narrow_starts::narrow_starts (const wpp_function_graph *g, const wpp_numbering *n)
  : graph (g), num (n)
{
  auto_vec<uint32_t> work;

  of.safe_grow_cleared (num->n_starts);
  kinds.safe_grow_cleared (num->cfg->n_nodes);
  for (int &o : of)
    o = -1;
  choose ();
  for (uint32_t s = 0; s < num->n_starts; s++)
    if (num->starts[s].n_paths > 0)
      reach (s, &kinds, of[s] >= 0 ? NARROW : WIDE, &work);
}

/* Code that is executed if a number is below 0, and code that is executed otherwise.  Both are in one block at first,
   one after the other.  */
struct choice
{
  tree number;                  /* signed */
  gimple *before, *last_below, *last_above;
};

class narrow_instrumenter : public wpp_table_instrumenter
{
public:
  narrow_instrumenter (wpp_function_graph *g, const wpp_numbering *n, uint64_t s, uint64_t n_slots,
                       const narrow_starts *which, uint64_t w, tree k)
    : wpp_table_instrumenter (g, n, s, n_slots), starts (which), words (w), known (k),
      own (variable ("wpp_own", ptr_type_node))
  {
  }
  void part ();

private:
  const narrow_starts *starts;
  uint64_t words;               /* the function's first word among the unit's */
  tree known;                   /* its struct __wpp_known */
  tree own;                     /* in call-free nodes: the address of the thread's copy of the unit's words */
  auto_vec<choice> choices;

  void count_word (gimple_seq *seq, tree index);
  void count_either (gimple_seq *seq, tree number);
  void bind (gimple_seq *seq, bool within) final override;
  void start (gimple_seq *seq, uint32_t index) final override;
  void store (gimple_seq *seq, int64_t increment) final override;
};

void
narrow_instrumenter::bind (gimple_seq *seq, bool)
{
  wpp_code_bind (seq, own, build_fold_addr_expr (wpp_unit_words ()), wpp_count_delta ());
}

void
narrow_instrumenter::start (gimple_seq *seq, uint32_t index)
{
  const wpp_start *s = &num->starts[index];
  int piece = starts->of[index];

  if (piece < 0)
    wpp_table_instrumenter::start (seq, index);
  else
    gimple_seq_add_stmt (seq, gimple_build_assign (path, word (s->initial - s->value - starts->n_words
                                                               + starts->pieces[piece].first)));
}

/* Count in the word with the index INDEX less the number of words.  */

void
narrow_instrumenter::count_word (gimple_seq *seq, tree index)
{
  tree place = value ("wpp_place", sizetype), address = value ("wpp_word", ptr_type_node);
  uint64_t end = words + starts->n_words;

  gimple_seq_add_stmt (seq, gimple_build_assign (place, MULT_EXPR, index, size_int (sizeof (uint64_t))));
  gimple_seq_add_stmt (seq, gimple_build_assign (address, POINTER_PLUS_EXPR,
                                                 bound ? own : wpp_word_address (wpp_unit_words (), end), place));
  wpp_code_count (seq, wpp_counted_word { address, bound ? (int64_t) (end * sizeof (uint64_t)) : 0, wpp_count_delta (),
                                          known, NULL_TREE, bound });
}

/* Count the path NUMBER in its word or in the table.  */

void
narrow_instrumenter::count_either (gimple_seq *seq, tree number)
{
  tree sign = value ("wpp_sign", intDI_type_node);
  gimple_seq below = NULL, above = NULL;

  gassign *before = gimple_build_assign (sign, NOP_EXPR, number);
  gimple_seq_add_stmt (seq, before);
  count_word (&below, number);
  count_number (&above, number);
  choices.safe_push (choice { sign, before, gimple_seq_last_stmt (below), gimple_seq_last_stmt (above) });
  gimple_seq_add_seq (seq, below);
  gimple_seq_add_seq (seq, above);
}

void
narrow_instrumenter::store (gimple_seq *seq, int64_t increment)
{
  tree number = advanced (seq, increment);

  if (starts->kinds[source] == NARROW)
    count_word (seq, number);
  else if (starts->kinds[source] == WIDE)
    count_number (seq, number);
  else
    count_either (seq, number);
}

/* Give each choice its blocks.  Paths of narrow starts are those of inner loops.  */

void
narrow_instrumenter::part ()
{
  for (const choice &c : choices)
    {
      basic_block head = gimple_bb (c.before);
      edge to_below = split_block (head, c.before);
      basic_block below = to_below->dest;
      edge to_above = split_block (below, c.last_below);
      basic_block above = to_above->dest, join = split_block (above, c.last_above)->dest;
      gimple_stmt_iterator end = gsi_last_bb (head);
      gsi_insert_after (&end, gimple_build_cond (LT_EXPR, c.number, build_int_cst (intDI_type_node, 0), NULL_TREE,
                                                 NULL_TREE), GSI_NEW_STMT);
      to_below->flags = EDGE_TRUE_VALUE;
      to_below->probability = profile_probability::likely ();
      edge otherwise = make_edge (head, above, EDGE_FALSE_VALUE);
      otherwise->probability = to_below->probability.invert ();
      remove_edge (to_above);
      make_single_succ_edge (below, join, EDGE_FALLTHRU);
      below->count = to_below->count ();
      above->count = otherwise->count ();
    }
  if (!choices.is_empty ())
    free_dominance_info (CDI_DOMINATORS);
}

/* The constant struct __wpp_known of a function with the first counter SITE and words from WORDS on.  */

tree
known_words (uint64_t site, uint64_t words, const narrow_starts &starts, const wpp_numbering *num)
{
  vec<constructor_elt, va_gc> *values
    = wpp_begin_known (site, wpp_unit_words (), words, starts.n_words, 0, __WPP_KNOWN_PIECES);
  wpp_add_number (&values, starts.pieces.length ());
  for (const piece &p : starts.pieces)
    {
      wpp_add_number (&values, p.first);
      wpp_add_number (&values, num->starts[p.start].value);
    }
  return wpp_constant_words (values);
}

} // anonymous namespace

bool
wpp_count_narrowly (wpp_used_words *used, wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset)
{
  narrow_starts starts (graph, num);

  if (starts.n_words == 0)
    return false;
  narrow_instrumenter code (graph, num, offset, used->n_slots, &starts, used->n_words,
                            known_words (offset, used->n_words, starts, num));
  code.run ();
  code.part ();
  used->n_words += starts.n_words;
  return true;
}
