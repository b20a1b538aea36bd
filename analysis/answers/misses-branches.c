/* Outcomes of branches of a run, told to a predictor.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/misses-impl.h"
#include "base/array.h"
#include "decide/iterations/windows.h"
#include "decide/models/replay.h"

/* A branch, by its number.  */
struct branch
{
  struct wpp_line_misses *of;    /* null: its function has no values, or it has no line */
  uint8_t bits;                  /* of the bimodal predictor: from 2 on it is expected to be taken */
};

struct outcomes
{
  struct wpp_misses *m;
  struct wpp_predictor *tage;    /* null: bimodal */
  struct branch *branches;       /* [n] */
  size_t n, room;
};

/* The statement of FUNCTION that ends NODE with a choice, or WPP_NONE.  */
static uint32_t
condition_of (const struct wpp_body *b, uint32_t node)
{
  for (uint32_t s = 0; s < b->n_statements; s++)
    if (b->statements[s].node == node && b->statements[s].kind == WPP_STATEMENT_CONDITION)
      return s;
  return WPP_NONE;
}

/* Add the branch of O, whose number is the next one.  */
static int
add (struct outcomes *x, const struct wpp_branch_outcome *o)
{
  const struct wpp_micro_layout *l = x->m->of.bindings->layouts[o->function];
  uint32_t statement = l ? condition_of (l->body, o->node) : WPP_NONE;
  if (WPP_RESERVE (x->branches, x->room, x->n, 1))
    return WPP_E_NOMEM;
  struct branch *b = &x->branches[x->n++];
  *b = (struct branch){ .bits = 1 };
  if (statement != WPP_NONE && !(b->of = wpp_misses_of (x->m, o->function, statement)))
    return WPP_E_NOMEM;
  return WPP_OK;
}

/* B is TAKEN or not: was that expected?  */
static bool
bimodal_p (struct branch *b, bool taken)
{
  bool right = (b->bits >= 2) == taken;
  if (taken)
    b->bits += b->bits < 3;
  else
    b->bits -= b->bits > 0;
  return right;
}

static int
path (void *data, const struct wpp_branch_outcome *outcomes, size_t n, uint64_t count)
{
  struct outcomes *x = data;
  int err = WPP_OK;
  for (; count && !err; count--)
    for (const struct wpp_branch_outcome *o = outcomes; o < outcomes + n && !err; o++)
      {
        while (x->n <= o->branch && !err)
          err = add (x, o);
        if (err)
          break;
        struct branch *b = &x->branches[o->branch];
        if (o->n_ways > 2)
          {
            if (x->tage)
              wpp_predictor_jump (x->tage, o->branch, o->way);
            continue;
          }
        bool taken = o->way == 0;
        bool right = x->tage ? wpp_predictor_outcome (x->tage, o->branch, taken) : bimodal_p (b, taken);
        if (b->of)
          {
            b->of->branches++;
            b->of->mispredicted += !right;
          }
      }
  return err;
}

static int
predict_thread (struct wpp_misses *m, const struct wpp_thread *t, bool tage)
{
  struct outcomes x = { .m = m, .tage = tage ? wpp_predictor_new () : NULL };
  const struct wpp_window_user user = { .data = &x, .path = path };
  struct wpp_windows *w = wpp_windows_new (m->of.code, &user);
  int err = w && (x.tage || !tage) ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < t->n_segments && !err; i++)
    err = wpp_windows_add (w, t->segments[i], 1, UINT64_MAX);
  wpp_windows_free (w);
  wpp_predictor_free (x.tage);
  free (x.branches);
  return err;
}

int
wpp_misses_predict (struct wpp_misses *m, bool tage)
{
  int err = WPP_OK;
  for (size_t i = 0; i < wpp_recording_threads (m->of.recording) && !err; i++)
    err = predict_thread (m, wpp_recording_thread (m->of.recording, i), tage);
  return err;
}
