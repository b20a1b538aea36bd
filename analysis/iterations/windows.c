/* Outcomes of branches in windows (windows.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "grammar/alphabet.h"
#include "iterations/windows.h"
#include "paths/numbering.h"
#include "support/array.h"
#include "support/saturate.h"

/* The outcomes of a path: N of those of all paths, from FIRST on.  */
struct path_outcomes
{
  size_t first, n;
};

struct watcher
{
  struct wpp_code *code;
  const struct wpp_window_user *user;
  struct wpp_path path;               /* the one decoded last */
  struct wpp_alphabet alphabet;       /* events, by first occurrence */
  struct path_outcomes *paths;        /* [alphabet.n] */
  size_t paths_room;
  struct wpp_outcome *outcomes;       /* [n] of all paths */
  size_t n, room;
  uint64_t left;                      /* events of the window */
  int err;                            /* that stopped it */
};

/* ---- Paths.  */

/* Has NODE two or more edges that a path may take?  */
static bool
branch_p (const struct wpp_numbering *num, uint32_t node)
{
  unsigned n = 0;
  for (uint32_t e = num->first_edge[node]; e < num->first_edge[node + 1] && n < 2; e++)
    n += !(num->edges[e].flags & WPP_EDGE_GAP);
  return n > 1;
}

/* A path of FUNCTION takes EDGE.  */
static int
take (struct watcher *w, const struct wpp_numbering *num, uint32_t function, uint32_t edge)
{
  uint32_t node = num->cfg->edges[edge].src;
  if (!branch_p (num, node))
    return WPP_OK;
  if (WPP_RESERVE (w->outcomes, w->room, w->n, 1))
    return WPP_E_NOMEM;
  w->outcomes[w->n++] = (struct wpp_outcome){ function, node, edge };
  return WPP_OK;
}

/* Set *PATH to the outcomes of EVENT, the first of its kind.  */
static int
find_outcomes (struct watcher *w, uint32_t event, struct path_outcomes *path)
{
  struct wpp_code_path p;
  *path = (struct path_outcomes){ w->n, 0 };
  int found = wpp_code_decode (w->code, event, &p, &w->path), err = WPP_OK;
  if (found <= 0)
    return found;
  uint32_t end = w->path.end_edge;
  for (uint32_t i = 0; i + (end != WPP_NO_EDGE) < w->path.n_nodes && !err; i++)
    err = take (w, p.numbering, p.index, w->path.edges[i]);
  if (!err && end != WPP_NO_EDGE)
    err = take (w, p.numbering, p.index, end);
  path->n = w->n - path->first;
  return err;
}

/* ---- Windows.  */

/* Set *PATH to the outcomes of EVENT.  */
static int
outcomes_of (struct watcher *w, uint32_t event, struct path_outcomes *path)
{
  uint32_t before = w->alphabet.n, number;
  int err = WPP_RESERVE (w->paths, w->paths_room, before, 1);
  if (!err)
    err = wpp_alphabet_intern (&w->alphabet, event, &number);
  if (!err && w->alphabet.n > before)
    err = find_outcomes (w, event, &w->paths[number]);
  if (!err)
    *path = w->paths[number];
  return err;
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  struct watcher *w = data;
  struct path_outcomes path;
  w->err = outcomes_of (w, event, &path);
  count = count < w->left ? count : w->left;
  w->left -= count;
  if (!w->err && path.n)
    w->err = w->user->path (w->user->data, w->outcomes + path.first, path.n, count);
  return w->err || !w->left;
}

/* Visit EVENTS events of T from FROM on.  */
static int
watch (struct watcher *w, const struct wpp_thread *t, uint64_t from, uint64_t events)
{
  w->err = w->user->window ? w->user->window (w->user->data, from) : WPP_OK;
  w->left = events;
  for (size_t s = 0; s < t->n_segments && !w->err && w->left; s++)
    {
      uint64_t length = t->segments[s]->length[0];
      if (from < length && wpp_grammar_expand (t->segments[s], from, visit, w) < 0 && !w->err)
        w->err = WPP_E_NOMEM;
      from -= from < length ? from : length;
    }
  return w->err;
}

static uint64_t
thread_length (const struct wpp_thread *t)
{
  uint64_t sum = 0;
  for (size_t s = 0; s < t->n_segments; s++)
    sum = wpp_saturating_add (sum, t->segments[s]->length[0]);
  return sum;
}

static void
watcher_release (struct watcher *w)
{
  wpp_alphabet_release (&w->alphabet);
  wpp_path_release (&w->path);
  free (w->paths);
  free (w->outcomes);
}

int
wpp_branch_windows (struct wpp_code *code, const struct wpp_thread *t, uint64_t windows, uint64_t events,
                    const struct wpp_window_user *user)
{
  struct watcher w = { .code = code, .user = user };
  uint64_t length = thread_length (t);
  bool all = wpp_saturating_product (windows, events) >= length;
  int err = wpp_alphabet_init (&w.alphabet);
  if (!err && all && length)
    err = watch (&w, t, 0, length);
  for (uint64_t i = 0; i < windows && !err && !all; i++)
    err = watch (&w, t, (unsigned __int128) length * i / windows, events);
  watcher_release (&w);
  return err;
}
