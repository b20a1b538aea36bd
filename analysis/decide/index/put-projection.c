/* The records of an index that say in which order a function executed its paths (put-projection.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/projection/flat.h"
#include "activations/projection/nested.h"
#include "activations/projection/untangle.h"
#include "base/bytes.h"
#include "decide/index/index.h"
#include "decide/index/put-loops.h"
#include "decide/index/put-projection.h"
#include "program/paths/numbering.h"

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

int
wpp_put_projection (struct wpp_code *code, struct wpp_code_function *f, struct wpp_grammar **g,
                    struct wpp_buffer *projection, struct wpp_buffer *loops)
{
  int err = 0;
  bool apart = false;
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  if (num)
    err = tell_activations_apart (num, f->function->flags & WPP_FN_LANDING, g, &apart);
  if (err)
    return err;
  wpp_put_u8 (projection, apart ? WPP_INDEX_APART : 0);
  err = wpp_flat_encode (*g, projection);
  struct wpp_projection p = { .grammar = *g, .apart = true };
  if (!err && apart)
    err = wpp_put_loops (&(struct wpp_stream){ num, &p }, loops);
  return err;
}
