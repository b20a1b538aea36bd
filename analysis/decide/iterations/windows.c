/* Outcomes of branches in windows (windows.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/iterations/windows.h"
#include "grammar/rules/alphabet.h"
#include "program/paths/numbering.h"
#include "base/array.h"
#include "base/saturate.h"

/* The outcomes of a path: N of those of all paths, from FIRST on.  */
struct path_outcomes
{
  size_t first, n;
};

struct wpp_windows
{
  struct wpp_code *code;
  const struct wpp_window_user *user;
  struct wpp_path path;               /* the one decoded last */
  struct wpp_alphabet alphabet;       /* events, by first occurrence */
  struct path_outcomes *paths;        /* [alphabet.n] */
  size_t paths_room;
  struct wpp_branch_outcome *outcomes; /* [n] of all paths */
  size_t n, room;
  uint32_t **branch_of;               /* [functions] of those with outcomes: [nodes] branch plus 1, or 0 */
  uint32_t n_branches;
  uint64_t left;                      /* events of the window */
  int err;                            /* that stopped it */
};

struct wpp_windows *
wpp_windows_new (struct wpp_code *code, const struct wpp_window_user *user)
{
  struct wpp_windows *w = calloc (1, sizeof *w);
  if (!w)
    return NULL;
  w->code = code;
  w->user = user;
  w->branch_of = calloc (code->n_functions + 1, sizeof *w->branch_of);
  if (w->branch_of && !wpp_alphabet_init (&w->alphabet))
    return w;
  wpp_windows_free (w);
  return NULL;
}

void
wpp_windows_free (struct wpp_windows *w)
{
  if (!w)
    return;
  for (size_t f = 0; w->branch_of && f < w->code->n_functions; f++)
    free (w->branch_of[f]);
  free (w->branch_of);
  wpp_alphabet_release (&w->alphabet);
  wpp_path_release (&w->path);
  free (w->paths);
  free (w->outcomes);
  free (w);
}

/* ---- Paths.  */

/* Set O->way and O->n_ways from its edge.  */
static void
find_way (const struct wpp_numbering *num, struct wpp_branch_outcome *o)
{
  for (uint32_t e = num->first_edge[o->node]; e < num->first_edge[o->node + 1]; e++)
    if (!(num->edges[e].flags & WPP_EDGE_GAP))
      {
        o->way += e < o->edge;
        o->n_ways++;
      }
}

/* Set O->branch.  */
static int
number_branch (struct wpp_windows *w, const struct wpp_numbering *num, struct wpp_branch_outcome *o)
{
  uint32_t **of = &w->branch_of[o->function];
  if (!*of)
    *of = calloc (num->cfg->n_nodes, sizeof **of);
  if (!*of)
    return WPP_E_NOMEM;
  if (!(*of)[o->node])
    (*of)[o->node] = ++w->n_branches;
  o->branch = (*of)[o->node] - 1;
  return WPP_OK;
}

/* A path of FUNCTION takes EDGE.  */
static int
take (struct wpp_windows *w, const struct wpp_numbering *num, uint32_t function, uint32_t edge)
{
  struct wpp_branch_outcome o = { .function = function, .node = num->cfg->edges[edge].src, .edge = edge };
  find_way (num, &o);
  if (o.n_ways < 2)
    return WPP_OK;
  int err = number_branch (w, num, &o);
  if (!err)
    err = WPP_RESERVE (w->outcomes, w->room, w->n, 1);
  if (!err)
    w->outcomes[w->n++] = o;
  return err;
}

/* Set *PATH to the outcomes of EVENT, the first of its kind.  */
static int
find_outcomes (struct wpp_windows *w, uint32_t event, struct path_outcomes *path)
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
outcomes_of (struct wpp_windows *w, uint32_t event, struct path_outcomes *path)
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
  struct wpp_windows *w = data;
  struct path_outcomes path = { 0, 0 };
  w->err = outcomes_of (w, event, &path);
  count = count < w->left ? count : w->left;
  w->left -= count;
  int stop = !w->err && path.n ? w->user->path (w->user->data, w->outcomes + path.first, path.n, count) : 0;
  w->err = stop < 0 ? stop : w->err;
  return w->err || stop || !w->left;
}

/* Visit EVENTS events of the grammar that X expands, from FROM on.  */
static int
watch (struct wpp_windows *w, struct wpp_expansion *x, uint64_t from, uint64_t events)
{
  w->err = w->user->window ? w->user->window (w->user->data, from) : WPP_OK;
  w->left = events;
  if (!w->err && wpp_expansion_run (x, from, visit, w) < 0 && !w->err)
    w->err = WPP_E_NOMEM;
  return w->err;
}

int
wpp_windows_add_part (struct wpp_windows *w, struct wpp_expansion *x, uint64_t from, uint64_t length, uint64_t windows,
                      uint64_t events)
{
  bool all = wpp_saturating_product (windows, events) >= length;
  int err = WPP_OK;
  if (all && length)
    err = watch (w, x, from, length);
  for (uint64_t i = 0; i < windows && !err && !all; i++)
    err = watch (w, x, from + (uint64_t)((unsigned __int128) length * i / windows), events);
  return err;
}

int
wpp_windows_add (struct wpp_windows *w, const struct wpp_grammar *g, uint64_t windows, uint64_t events)
{
  struct wpp_expansion *x = wpp_expansion_new (g);
  int err = x ? wpp_windows_add_part (w, x, 0, g->length[0], windows, events) : WPP_E_NOMEM;
  wpp_expansion_free (x);
  return err;
}
