/* The paths by which a group of suspect things is told, and where they part from what passing runs did.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "answers/suspect-impl.h"
#include "base/search.h"

/* So many passing paths of a function are compared with a failing one.  */
#define MOST_COMPARED 4096u

/* ---- Paths that are compared.  */

/* A thing that a path may have.  */
struct wanted
{
  const struct wpp_numbering *num;
  const struct wpp_suspect_key *key;
};

static bool
node_has_line_p (void *data, uint32_t node)
{
  const struct wanted *w = data;
  const struct wpp_cfg *cfg = w->num->cfg;
  const struct wpp_node *n = &cfg->nodes[node];
  for (uint32_t i = 0; i < n->n_lines; i++)
    {
      const struct wpp_line_ref *l = &cfg->lines[n->first_line + i];
      if (((uint64_t)l->file << 32 | l->line) == w->key->a)
        return true;
    }
  return false;
}

/* Has PATH, of NUM, the edge or line KEY; is it the path KEY?  */
static bool
has_p (const struct wpp_numbering *num, const struct wpp_path *path, uint64_t number, const struct wpp_suspect_key *key)
{
  struct wanted wanted = { num, key };
  uint32_t n = path->n_nodes ? path->n_nodes - (path->end_edge != WPP_NO_EDGE) : 0;
  switch (key->kind)
    {
    case WPP_SUSPECT_PATHS:
      return number == key->a;
    case WPP_SUSPECT_LINES:
      return wpp_suspect_nodes (num, path, node_has_line_p, &wanted);
    default:
      for (uint32_t i = 0; i < n; i++)
        if (path->edges[i] == key->a)
          return true;
      return path->end_edge == key->a;
    }
}

static void
told_release (struct wpp_suspect_told *t)
{
  wpp_path_release (&t->path);
  wpp_route_release (&t->route);
}

/* The paths of function F, [*N].  */
static const uint32_t *
paths_of (const struct wpp_suspect_ranking *r, uint32_t f, size_t *n)
{
  const struct wpp_suspect_thing *things = r->s->things;
  size_t first = WPP_PARTITION_POINT (i, r->n_paths, things[r->paths[i]].key.function < f);
  size_t end = WPP_PARTITION_POINT (i, r->n_paths, things[r->paths[i]].key.function <= f);
  *n = end - first;
  return r->paths + first;
}

/* Spell out path NUMBER of function F into T's row.  */
static int
spell (struct wpp_suspect_ranking *r, uint32_t f, uint64_t number, struct wpp_suspect_told *t)
{
  const struct wpp_suspect_function *function = &r->s->functions[f];
  int err;
  t->number = number;
  if (!wpp_suspect_decode (r->s, f, number, &t->path, &err, r->place))
    return err;
  err = wpp_answer_route_of (function->r, function->of, number, &t->route, &t->row);
  t->known = !err;
  return err;
}

/* Find into T the path of function F by which the earliest failing run did what KEY, an edge or a line, says.  */
static int
find_path (struct wpp_suspect_ranking *r, uint32_t f, const struct wpp_suspect_key *key, struct wpp_suspect_told *t)
{
  size_t n;
  const uint32_t *paths = paths_of (r, f, &n);
  const struct wpp_suspect_thing *best = NULL;
  int err = 0;
  for (size_t i = 0; i < n && i < MOST_COMPARED && !err; i++)
    {
      const struct wpp_suspect_thing *x = &r->s->things[paths[i]];
      if (!x->runs[0] || (best && (x->run > best->run || (x->run == best->run && x->time >= best->time))))
        continue;
      const struct wpp_numbering *num = wpp_suspect_decode (r->s, f, x->key.a, &r->s->path, &err, r->place);
      if (num && has_p (num, &r->s->path, x->key.a, key))
        best = x;
    }
  return err || !best ? err : spell (r, f, best->key.a, t);
}

/* The number of nodes with which paths A and B of NUM begin alike; 0: they begin elsewhere.  Where one ends, the
   node that its end leads to counts as its last.  */
static uint32_t
common_prefix (const struct wpp_numbering *num, const struct wpp_path *a, const struct wpp_path *b)
{
  uint32_t n = 0;
  if (a->n_nodes && b->n_nodes && num->starts[a->start].node != num->starts[b->start].node)
    return 0;
  while (n < a->n_nodes && n < b->n_nodes && a->nodes[n] == b->nodes[n])
    n++;
  return n;
}

/* Find into NEAREST the path of F that passing runs executed, without what KEY says, which has most in common with
   T.  Of a pair, KEY is its second path: only those that came after the same first path count.  *PREFIX is the
   nodes in common.  */
static int
find_nearest (struct wpp_suspect_ranking *r, uint32_t f, const struct wpp_suspect_thing *shown,
              const struct wpp_suspect_key *key, const struct wpp_suspect_told *t, struct wpp_suspect_told *nearest,
              uint32_t *prefix)
{
  size_t n;
  const uint32_t *paths = paths_of (r, f, &n);
  const struct wpp_suspect_thing *best = NULL;
  int err = 0;
  *prefix = 0;
  for (size_t i = 0, compared = 0; i < n && compared < MOST_COMPARED && !err; i++)
    {
      const struct wpp_suspect_thing *x = &r->s->things[paths[i]];
      bool pair = shown->key.kind == WPP_SUSPECT_PAIRS;
      if (!x->runs[1] || (pair && !wpp_suspect_passed_after (r->s, shown->key.a, paths[i])))
        continue;
      compared++;
      const struct wpp_numbering *num = wpp_suspect_decode (r->s, f, x->key.a, &r->s->path, &err, r->place);
      if (!num || has_p (num, &r->s->path, x->key.a, key))
        continue;
      uint32_t common = common_prefix (num, &t->path, &r->s->path);
      if (common > *prefix || (common == *prefix && common && best && x->runs[1] > best->runs[1]))
        {
          *prefix = common;
          best = x;
        }
    }
  return err || !best ? err : spell (r, f, best->key.a, nearest);
}

/* ---- Places.  */

/* Set *PLACE to the last line of NODE, or its first if FIRST; return whether it has any.  */
static bool
place_of (const struct wpp_suspect_function *f, uint32_t node, bool first, struct wpp_suspect_place_row *place)
{
  const struct wpp_cfg *cfg = &f->of->function->cfg;
  const struct wpp_node *n = &cfg->nodes[node];
  if (!n->n_lines)
    return false;
  const struct wpp_line_ref *l = &cfg->lines[n->first_line + (first ? 0 : n->n_lines - 1)];
  *place = (struct wpp_suspect_place_row){ f->of->unit->names[l->file].file, l->line };
  return true;
}

/* Set ROW's places: where T leaves NEAREST after PREFIX nodes, and where it goes.  */
static void
set_places (const struct wpp_suspect_function *f, const struct wpp_numbering *num, const struct wpp_suspect_told *t,
            uint32_t prefix, struct wpp_suspect_place_row places[2], struct wpp_suspect_row *row)
{
  const struct wpp_path *p = &t->path;
  for (uint32_t i = prefix; i-- && !row->branch;)
    if (place_of (f, p->nodes[i], false, &places[0]))
      row->branch = &places[0];
  for (uint32_t i = prefix; i < p->n_nodes && !row->at; i++)
    if (place_of (f, p->nodes[i], true, &places[1]))
      row->at = &places[1];
  if (!row->at && p->end_edge != WPP_NO_EDGE && place_of (f, num->cfg->edges[p->end_edge].dst, true, &places[1]))
    row->at = &places[1];
  if (!row->at && row->branch)
    row->at = row->branch;
}

/* ---- All of it.  */

void
wpp_suspect_tell_fact (struct wpp_suspect_ranking *r, const struct wpp_suspect_thing *shown,
                       struct wpp_suspect_telling *t, struct wpp_suspect_row *row)
{
  const struct wpp_suspect_function *f = &r->s->functions[shown->key.function];
  const struct wpp_cfg *cfg = &f->of->function->cfg;
  row->fact = wpp_suspect_fact_text (&shown->key);
  row->problem = wpp_suspect_fact_problem (&shown->key);
  for (uint32_t i = 0; i < cfg->n_nodes && !row->at; i++)
    if (cfg->nodes[i].block == shown->key.b && place_of (f, i, true, &t->places[1]))
      row->at = &t->places[1];
}

void
wpp_suspect_telling_release (struct wpp_suspect_telling *t)
{
  if (!t)
    return;
  told_release (&t->before);
  told_release (&t->path);
  told_release (&t->nearest);
}

int
wpp_suspect_tell (struct wpp_suspect_ranking *r, const struct wpp_suspect_thing *shown,
                  struct wpp_suspect_telling *t, struct wpp_suspect_row *row)
{
  struct wpp_suspects *s = r->s;
  uint32_t f = shown->key.function, prefix = 0;
  const struct wpp_suspect_key *key = &shown->key;
  int err = 0;
  if (shown->key.kind == WPP_SUSPECT_PAIRS)
    {
      const struct wpp_suspect_key *first = &s->things[shown->key.a].key;
      key = &s->things[shown->key.b].key;
      err = spell (r, first->function, first->a, &t->before);
      row->before = &t->before.row;
    }
  if (!err)
    err = key->kind == WPP_SUSPECT_PATHS ? spell (r, f, key->a, &t->path) : find_path (r, f, key, &t->path);
  if (err || !t->path.known)
    return err;
  row->path = &t->path.row;
  err = find_nearest (r, f, shown, key, &t->path, &t->nearest, &prefix);
  row->nearest = t->nearest.known ? &t->nearest.row : NULL;
  const struct wpp_numbering *num
    = err ? NULL : wpp_code_numbering (s->functions[f].code, s->functions[f].of, &err);
  if (num)
    set_places (&s->functions[f], num, &t->path, prefix, t->places, row);
  return err;
}
