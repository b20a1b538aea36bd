/* The code that counts a function's paths when its interesting paths are known.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The emitted code is as in counts.cc, with the words of runtime/counts/counts.h in place of counters.  A function with
   few paths has a word for each, and R is the address of a word.  A function with more paths has sparse words, also
   with -fwpp-generate=paths.  In other functions, R sums up both numbers (analysis/program/paths/preferential-pack.h),
   and there is a pair of words for each identifier.  A function without interesting paths, or whose interesting paths
   would take too many pairs, is counted as with -fwpp-generate=paths, by a word for each path or in a table.  */

#include "plugin/generate/instrument.h"
#include "plugin/generate/counting.h"
#include "plugin/gcc/files/section.h"
#include "runtime/counts/counts.h"

extern "C"
{
#include "program/paths/preferential-pack.h"
}

/* A function with at most this many paths has a word for each: its code is shorter.  */
#define FEW_PATHS 4096

/* The most pairs that N interesting paths may take.  */
#define MOST_PAIRS(n) (4 * (uint64_t) (n) + 64)

/* An array of 64-bit constants, whose name is local.  */

tree
wpp_constant_words (vec<constructor_elt, va_gc> *values)
{
  tree type = build_array_type_nelts (uint64_type_node, vec_safe_length (values));
  static unsigned n;
  std::string name = "__wpp_known." + std::to_string (n++);
  tree decl = wpp_unit_variable (name.c_str (), type);
  TREE_READONLY (decl) = 1;
  DECL_INITIAL (decl) = build_constructor (type, values);
  TREE_CONSTANT (DECL_INITIAL (decl)) = 1;
  TREE_STATIC (DECL_INITIAL (decl)) = 1;
  varpool_node::finalize_decl (decl);
  return decl;
}

static void
add_word (vec<constructor_elt, va_gc> **values, tree value)
{
  CONSTRUCTOR_APPEND_ELT (*values, size_int (vec_safe_length (*values)), value);
}

void
wpp_add_number (vec<constructor_elt, va_gc> **values, uint64_t number)
{
  add_word (values, build_int_cstu (uint64_type_node, number));
}

/* The beginning of a struct __wpp_known: the counter SITE, N words or pairs of ARRAY from WORDS on.  */

vec<constructor_elt, va_gc> *
wpp_begin_known (uint64_t site, tree array, uint64_t words, uint64_t n, uint64_t shift, uint64_t bias)
{
  vec<constructor_elt, va_gc> *values = NULL;
  tree of_site = wpp_word_address (wpp_unit_counters (), site);
  tree of_words = wpp_word_address (array, words);
  add_word (&values, build1 (NOP_EXPR, uint64_type_node, of_site));
  add_word (&values, build1 (NOP_EXPR, uint64_type_node, of_words));
  wpp_add_number (&values, n);
  wpp_add_number (&values, shift);
  wpp_add_number (&values, bias);
  return values;
}

namespace {

/* A word for each path.  */

class word_instrumenter : public wpp_array_instrumenter
{
public:
  word_instrumenter (wpp_function_graph *g, const wpp_numbering *n, uint64_t s, tree k, tree a, tree d,
                     uint64_t w)
    : wpp_array_instrumenter (g, n, s, a, d, w, k)
  {
  }
};

/* A pair for each identifier.  */

class pair_instrumenter : public wpp_instrumenter
{
public:
  pair_instrumenter (wpp_function_graph *g, const wpp_numbering *n, uint64_t s, tree k, uint64_t w,
                     const wpp_packing *p)
    : wpp_instrumenter (g, n, s), known (k), words (w), path (variable ("wpp_path", uint64_type_node)),
      packing (p)
  {
  }

private:
  tree known;          /* the function's struct __wpp_known */
  uint64_t words;      /* its first word of the unit's */
  tree path;
  const wpp_packing *packing;

  static tree word (uint64_t value) { return build_int_cstu (uint64_type_node, value); }
  void start (gimple_seq *seq, uint32_t index) final override;
  void advance (gimple_seq *seq, int64_t increment) final override;
  void store (gimple_seq *seq, int64_t increment) final override;
  void unwound (gimple_seq *seq, tree told, int64_t rest, uint64_t more) final override;
};

void
pair_instrumenter::start (gimple_seq *seq, uint32_t index)
{
  if (num->starts[index].n_paths > 0)
    gimple_seq_add_stmt (seq, gimple_build_assign (path, word (num->starts[index].initial)));
}

void
pair_instrumenter::advance (gimple_seq *seq, int64_t increment)
{
  gimple_seq_add_stmt (seq, gimple_build_assign (path, PLUS_EXPR, path, word (increment)));
}

void
pair_instrumenter::store (gimple_seq *seq, int64_t increment)
{
  tree key = value ("wpp_key", uint64_type_node), base = value ("wpp_words", ptr_type_node);

  gimple_seq_add_stmt (seq, gimple_build_assign (key, PLUS_EXPR, path, word (increment)));
  gimple_seq_add_stmt (seq, gimple_build_assign (base, wpp_word_address (wpp_unit_words (), words)));
  wpp_code_count_pair (seq, packing, key, base, known);
}

void
pair_instrumenter::unwound (gimple_seq *seq, tree told, int64_t rest, uint64_t more)
{
  tree key = value ("wpp_key", uint64_type_node), number = value ("wpp_number", uint64_type_node);

  gimple_seq_add_stmt (seq, gimple_build_assign (key, PLUS_EXPR, path, word (rest)));
  gimple_seq_add_stmt (seq, gimple_build_assign (number, RSHIFT_EXPR, key,
                                                 build_int_cst (integer_type_node, packing->shift)));
  gimple_seq_add_stmt (seq, gimple_build_assign (told, PLUS_EXPR, number, word (more)));
}

/* Emit the code for a function with a word for each path.  */

void
count_by_words (wpp_function_graph *graph, const wpp_numbering *num, const wpp_function *note,
                uint64_t *n_words)
{
  vec<constructor_elt, va_gc> *values = wpp_begin_known (note->offset, wpp_unit_words (), *n_words,
                                                          num->n_paths, 0, 0);
  auto_vec<uint64_t> bits;

  bits.safe_grow_cleared (num->n_paths / 64 + 1);
  for (size_t i = 0, n = wpp_function_expected (note); i < n; i++)
    bits[note->interesting[i] / 64] |= UINT64_C (1) << note->interesting[i] % 64;
  for (uint64_t word : bits)
    wpp_add_number (&values, word);
  word_instrumenter (graph, num, note->offset, wpp_constant_words (values), wpp_unit_words (), wpp_count_delta (),
                     *n_words).run ();
  *n_words += num->n_paths;
}

/* The same with a pair for each identifier.  */

void
count_by_pairs (wpp_function_graph *graph, const wpp_numbering *num, const wpp_function *note,
                const wpp_packing *packing, uint64_t *n_words)
{
  *n_words += *n_words & 1;
  vec<constructor_elt, va_gc> *values
    = wpp_begin_known (note->offset, wpp_unit_words (), *n_words, packing->n, packing->shift, packing->bias);
  for (uint64_t i = 0; i < packing->n; i++)
    wpp_add_number (&values, packing->keys[i]);
  pair_instrumenter (graph, num, note->offset, wpp_constant_words (values), *n_words, packing).run ();
  *n_words += 2 * packing->n;
}

} // anonymous namespace

/* Count by pairs if P's identifiers are compact.  */

static bool
try_pairs (wpp_function_graph *graph, wpp_numbering *num, const wpp_preferential *p,
           const wpp_function *note, uint64_t *n_words)
{
  wpp_packing packing = {};

  bool done = p->size <= MOST_PAIRS (p->n_interesting)
              && wpp_preferential_pack (p, num, graph->frequency.address (), &packing) == WPP_OK;
  if (done)
    count_by_pairs (graph, num, note, &packing, n_words);
  wpp_packing_release (&packing);
  return done;
}

void
wpp_count_sparsely (wpp_function_graph *graph, const wpp_numbering *num, const wpp_function *note,
                    uint64_t *n_sparse)
{
  vec<constructor_elt, va_gc> *values
    = wpp_begin_known (note->offset, wpp_unit_sparse (), *n_sparse, num->n_paths, 0, __WPP_KNOWN_SPARSE);
  word_instrumenter (graph, num, note->offset, wpp_constant_words (values), wpp_unit_sparse (), wpp_sparse_delta (),
                     *n_sparse).run ();
  *n_sparse += num->n_paths;
}

bool
wpp_count_known (wpp_function_graph *graph, wpp_numbering *num, wpp_function *note,
                 uint64_t *n_words, uint64_t *n_sparse)
{
  int err = 0;
  wpp_preferential *p = wpp_preferential_new (num, note->interesting, wpp_function_expected (note), &err);

  if (p)
    {
      note->interval_size = p->interval_size;
      note->size = p->size;
    }
  bool few = num->n_paths <= FEW_PATHS;
  bool done = !few && !n_sparse && p && p->n_interesting
              && try_pairs (graph, num, p, note, n_words);
  if (!few && !n_sparse && !done && wpp_function_expected (note))
    note->flags |= WPP_FN_LARGE;
  if (!done)
    {
      if (n_sparse || num->n_paths <= WPP_COUNT_ARRAY)
        wpp_end_paths_early (graph, num);
      wpp_numbering_place (num, graph->frequency.address ());
    }
  if (!done && n_sparse)
    {
      wpp_count_sparsely (graph, num, note, n_sparse);
      done = true;
    }
  else if (!done && num->n_paths <= WPP_COUNT_ARRAY)
    {
      count_by_words (graph, num, note, n_words);
      done = true;
    }
  wpp_preferential_free (p);
  return done;
}
