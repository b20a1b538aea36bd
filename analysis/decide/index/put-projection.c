/* The records of an index that say in which order a function executed its paths (put-projection.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/projection/flat.h"
#include "activations/projection/nested.h"
#include "activations/projection/spread.h"
#include "activations/projection/untangle.h"
#include "base/bytes.h"
#include "decide/index/index.h"
#include "decide/index/put-loops.h"
#include "decide/index/put-projection.h"
#include "program/paths/numbering.h"

/* Bytes of a record of which no sample is made.  */
#define SHORT 32768u

/* Replace *G by BETTER, unless that is null.  */
static void
replace (struct wpp_grammar **g, struct wpp_grammar *better)
{
  if (!better)
    return;
  wpp_grammar_free (*g);
  *g = better;
}

/* Whether the paths of F, numbered by NUM, that are terminals of G enter and leave it.  Return null and set *ERR after
   an error.  */
static struct wpp_path_ends *
find_ends (const struct wpp_numbering *num, const struct wpp_grammar *g, int *err)
{
  struct wpp_path_ends *ends = calloc (g->n_terminals + (size_t)1, sizeof *ends);
  *err = ends ? 0 : WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals && !*err; t++)
    if (g->terminals[t] >= WPP_LETTER_PATH)
      {
        uint64_t number = g->terminals[t] - WPP_LETTER_PATH;
        ends[t] = (struct wpp_path_ends){ wpp_path_enters (num, number), wpp_path_leaves (num, number) };
        *err = wpp_numbering_pass (num, 0) ? 0 : WPP_E_TOOBIG;
      }
  if (!*err)
    return ends;
  free (ends);
  return NULL;
}

/* Replace *G by its distinct activations, if these can be told apart (distinct.h, nested.h, untangle.h); set *APART to
   say whether they can.  LANDING: the function has landing places.  */
static int
tell_activations_apart (const struct wpp_numbering *num, bool landing, struct wpp_grammar **g, bool *apart)
{
  int err = 0;
  struct wpp_path_ends *ends = find_ends (num, *g, &err);
  struct wpp_grammar *distinct = ends ? wpp_distinct_activations (*g, ends, landing, &err) : NULL;
  if (ends && !distinct && !err)
    distinct = wpp_nested_activations (*g, ends, landing, &err);
  struct wpp_grammar *sorted = ends && !distinct && !err ? wpp_untangle (*g, ends, landing, &err) : NULL;
  *apart = distinct || sorted;
  free (ends);
  replace (g, distinct);
  replace (g, sorted);
  ends = sorted ? find_ends (num, *g, &err) : NULL;
  if (ends)
    replace (g, wpp_distinct_activations (*g, ends, landing, &err));
  free (ends);
  return err;
}

/* Append the record of G to B.  */
static int
put (const struct wpp_grammar *g, unsigned flags, struct wpp_buffer *b)
{
  wpp_put_u8 (b, flags);
  return wpp_flat_encode (g, b);
}

/* SAMPLE and WHOLE, which are empty, get their records.  */
static int
put_both (const struct wpp_grammar *g, bool apart, struct wpp_buffer *sample, struct wpp_buffer *whole)
{
  unsigned flags = apart ? WPP_INDEX_APART : 0;
  struct wpp_grammar *spread = NULL;
  int err = put (g, flags, whole);
  if (!err && whole->size > SHORT)
    spread = wpp_spread_sample (g, apart, &err);
  if (spread)
    err = put (spread, flags | WPP_INDEX_SAMPLE, sample);
  wpp_grammar_free (spread);
  if (err || (sample->size && sample->size < whole->size))
    return err;
  sample->size = 0;
  wpp_put_bytes (sample, whole->data, whole->size);
  whole->size = 0;
  return 0;
}

int
wpp_put_projection (struct wpp_code *code, struct wpp_code_function *f, struct wpp_grammar **g,
                    struct wpp_buffer *sample, struct wpp_buffer *whole, struct wpp_buffer *loops)
{
  int err = 0;
  bool apart = false;
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  if (num)
    err = tell_activations_apart (num, f->function->flags & WPP_FN_LANDING, g, &apart);
  if (!err)
    err = put_both (*g, apart, sample, whole);
  struct wpp_projection p = { .grammar = *g, .apart = true };
  if (!err && apart)
    err = wpp_put_loops (&(struct wpp_stream){ num, &p }, loops);
  return err;
}
