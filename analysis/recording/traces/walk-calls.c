/* The calls of threads in their order (walk-calls.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "recording/traces/walk-calls.h"

struct walk
{
  const struct wpp_calls_walker *walker;
  const struct wpp_calls *calls;   /* of the thread */
  uint64_t *const *n_called;
  uint64_t steps_left;
  uint64_t *left;              /* [n_open] activations that each still calls */
  size_t n_open, open_room;
};

static int
end_ended (struct walk *w)
{
  int err = WPP_OK;
  while (w->n_open && !w->left[w->n_open - 1] && !err)
    {
      w->n_open--;
      err = w->walker->end (w->walker->data);
    }
  return err;
}

/* An activation of KIND begins, which calls LEFT.  */
static int
begin (struct walk *w, const struct wpp_activation_kind *kind, uint64_t left)
{
  if (w->n_open == WPP_MOST_OPEN_CALLS)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (w->left, w->open_room, w->n_open, 1))
    return WPP_E_NOMEM;
  int err = w->walker->begin (w->walker->data, kind);
  if (err)
    return err;
  if (w->n_open)
    w->left[w->n_open - 1]--;
  w->left[w->n_open++] = left;
  return end_ended (w);
}

/* COUNT activations of KIND that call nobody, and matter as one.  */
static int
call_together (struct walk *w, const struct wpp_activation_kind *kind, uint64_t count)
{
  int err = WPP_OK;
  while (count && !err)
    {
      uint64_t n = w->n_open && w->left[w->n_open - 1] < count ? w->left[w->n_open - 1] : count;
      err = w->walker->called (w->walker->data, kind, n);
      count -= n;
      if (w->n_open)
        w->left[w->n_open - 1] -= n;
      if (!err)
        err = end_ended (w);
    }
  return err;
}

static bool
step_p (struct walk *w)
{
  return w->steps_left && w->steps_left--;
}

static int
visit (void *data, uint32_t number, uint64_t count)
{
  struct walk *w = data;
  const struct wpp_activation_kind *kind = &w->calls->kinds[number];
  uint64_t left = kind->function == WPP_NO_FUNCTION ? 0 : w->n_called[kind->function][kind->trace];
  int err = step_p (w) ? WPP_OK : WPP_E_TOOBIG;
  if (!err && !left && w->walker->together_p (w->walker->data, kind))
    return call_together (w, kind, count);
  for (; count && !err; count--)
    err = step_p (w) ? begin (w, kind, left) : WPP_E_TOOBIG;
  return err;
}

int
wpp_walk_calls (const struct wpp_traces *t, uint64_t *const *n_called, uint64_t most_steps,
                const struct wpp_calls_walker *walker)
{
  struct walk w = { .walker = walker, .n_called = n_called, .steps_left = most_steps };
  int err = WPP_OK;
  for (size_t i = 0; i < t->n_threads && !err; i++)
    {
      w.calls = &t->threads[i];
      if (w.calls->grammar)
        err = wpp_grammar_expand (w.calls->grammar, 0, visit, &w);
      if (!err && w.n_open)
        err = WPP_E_CORRUPT;
    }
  free (w.left);
  return err;
}
