/* What failing runs executed that passing ones did not: groups of things, and how they are told.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "answers/suspect-impl.h"
#include "base/bytes.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_suspect_place_row
static const struct wpp_row_column place_columns[] = { COLUMN (file, TEXT), COLUMN (line, NUMBER32) };
static const struct wpp_schema place_schema = WPP_SCHEMA ("place", struct OF, place_columns);
#undef OF

/* A route by itself.  */
struct route
{
  struct wpp_route_row is;
};
static const struct wpp_row_column route_columns[] = { WPP_ROUTE_COLUMNS (struct route, is) };
static const struct wpp_schema route_schema = WPP_SCHEMA ("path", struct wpp_route_row, route_columns);

#define OF wpp_suspect_row
static const struct wpp_row_column columns[]
  = { COLUMN (rank, NUMBER), COLUMN (failing, NUMBER, .unit = "runs"), COLUMN (passing, NUMBER, .unit = "runs"),
      COLUMN (score, REAL), COLUMN (function, TEXT), COLUMN (short_name, TEXT), COLUMN (unit, TEXT),
      COLUMN (lines, NUMBER), COLUMN (edges, NUMBER), COLUMN (paths, NUMBER), COLUMN (pairs, NUMBER),
      COLUMN (contexts, NUMBER), COLUMN (facts, NUMBER), COLUMN (kind, TEXT),
      COLUMN (branch, ROW_AT, .of = &place_schema), COLUMN (at, ROW_AT, .of = &place_schema),
      COLUMN (before, ROW_AT, .of = &route_schema, .optional = true),
      COLUMN (path, ROW_AT, .of = &route_schema), COLUMN (nearest, ROW_AT, .of = &route_schema),
      COLUMN (frames, LIST, .of = &wpp_text_schema, .optional = true), COLUMN (fact, TEXT, .optional = true),
      COLUMN (problem, TEXT, .optional = true), COLUMN (file, TEXT), COLUMN (thread, NUMBER32),
      COLUMN (event, SIGNED), COLUMN (next, TEXT) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("group", struct OF, columns);
#undef OF

#define OF wpp_suspect_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (failing, NUMBER, .unit = "runs"), COLUMN (passing, NUMBER, .unit = "runs"), COLUMN (groups, NUMBER) };
const struct wpp_schema wpp_suspect_schema
  = WPP_SCHEMA ("suspects", struct OF, head_columns, .rows = "suspects", .of = &row_schema);
#undef OF

/* ---- Groups.  */

static double
score_of (const struct wpp_suspects *s, const struct wpp_suspect_thing *t)
{
  double all = (double)s->n[0] * (t->runs[0] + (double)t->runs[1]);
  return all > 0 ? t->runs[0] / sqrt (all) : 0;
}

/* Did a greater share of the failing runs execute T?  */
static bool
suspect_p (const struct wpp_suspects *s, const struct wpp_suspect_thing *t)
{
  return (uint64_t)t->runs[0] * s->n[1] > (uint64_t)t->runs[1] * s->n[0] && s->kinds & 1u << t->key.kind;
}

static double
when (const struct wpp_suspects *s, const struct wpp_suspect_thing *t)
{
  if (t->time == UINT64_MAX || !s->runs[t->run].events)
    return 2;
  return (double)t->time / (double)s->runs[t->run].events;
}

static int
compare_things (const void *a, const void *b, void *data)
{
  const struct wpp_suspects *s = data;
  const struct wpp_suspect_thing *x = &s->things[*(const uint32_t *)a], *y = &s->things[*(const uint32_t *)b];
  if (x->key.function != y->key.function)
    return x->key.function < y->key.function ? -1 : 1;
  if (x->signature != y->signature)
    return x->signature < y->signature ? -1 : 1;
  if (x->key.kind != y->key.kind)
    return x->key.kind < y->key.kind ? -1 : 1;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x < y ? -1 : x > y;
}

static int
compare_groups (const void *a, const void *b)
{
  const struct wpp_suspect_group *x = a, *y = b;
  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  if (x->order != y->order)
    return x->order ? 1 : -1;
  if (x->when != y->when)
    return x->when < y->when ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Add the group of things FIRST .. END - 1.  The first path is shown, else the first edge, …; the group's time is the
   earliest of all.  */
static void
add_group (struct wpp_suspect_ranking *r, uint32_t first, uint32_t end)
{
  const struct wpp_suspects *s = r->s;
  struct wpp_suspect_group *g = &r->groups[r->n_groups++];
  *g = (struct wpp_suspect_group){ .first = first,
                                   .n = end - first,
                                   .shown = r->things[first],
                                   .score = score_of (s, &s->things[r->things[first]]),
                                   .when = 2 };
  /* Pairs and contexts are many: what is told by less comes first.  */
  g->order = s->things[g->shown].key.kind >= WPP_SUSPECT_PAIRS;
  for (uint32_t i = first; i < end; i++)
    {
      double at = when (s, &s->things[r->things[i]]);
      g->when = at < g->when ? at : g->when;
    }
}

static bool
same_group_p (const struct wpp_suspect_thing *x, const struct wpp_suspect_thing *y)
{
  return x->key.function == y->key.function && x->signature == y->signature;
}

/* Set the list of suspect things, those of functions called FUNCTION, and that of paths.  */
static int
list_things (struct wpp_suspect_ranking *r, const char *function)
{
  struct wpp_suspects *s = r->s;
  r->things = malloc ((s->n_things + 1) * sizeof *r->things);
  r->paths = malloc ((s->n_things + 1) * sizeof *r->paths);
  r->groups = malloc ((s->n_things + 1) * sizeof *r->groups);
  if (!r->things || !r->paths || !r->groups)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < s->n_things; i++)
    {
      const struct wpp_suspect_thing *t = &s->things[i];
      bool known = t->key.function != WPP_NO_FUNCTION;
      if (t->key.kind == WPP_SUSPECT_PATHS)
        r->paths[r->n_paths++] = i;
      if (suspect_p (s, t) && known
          && (!function || wpp_function_named_p (s->functions[t->key.function].of->function, function)))
        r->things[r->n++] = i;
    }
  qsort_r (r->things, r->n, sizeof *r->things, compare_things, s);
  qsort_r (r->paths, r->n_paths, sizeof *r->paths, compare_things, s);
  return 0;
}

static void
make_groups (struct wpp_suspect_ranking *r)
{
  const struct wpp_suspect_thing *things = r->s->things;
  for (size_t i = 0, end; i < r->n; i = end)
    {
      for (end = i + 1; end < r->n && same_group_p (&things[r->things[i]], &things[r->things[end]]);)
        end++;
      add_group (r, i, end);
    }
  qsort (r->groups, r->n_groups, sizeof *r->groups, compare_groups);
}

/* ---- Rows.  */

static int
get_frame (void *data, size_t i, void *row)
{
  *(const char **)row = ((const char *const *)data)[i];
  return 0;
}

/* Set FRAMES [WPP_SUSPECT_FRAMES] to the functions of the context T, the first caller first; return how many.  */
static size_t
list_frames (struct wpp_suspects *s, const struct wpp_suspect_thing *t, const char **frames)
{
  size_t n = 0;
  for (const struct wpp_suspect_thing *x = t; n < WPP_SUSPECT_FRAMES; x = &s->things[x->key.a - 1])
    {
      const struct wpp_suspect_function *f
        = x->key.function == WPP_NO_FUNCTION ? NULL : &s->functions[x->key.function];
      const char *name = f ? wpp_recording_short_name (f->r, f->of->function) : NULL;
      frames[n++] = name ? name : "(deeper calls)";
      if (!x->key.a)
        break;
    }
  for (size_t i = 0; i < n / 2; i++)
    {
      const char *name = frames[i];
      frames[i] = frames[n - 1 - i];
      frames[n - 1 - i] = name;
    }
  return n;
}

static void
count_kinds (const struct wpp_suspect_ranking *r, const struct wpp_suspect_group *g, struct wpp_suspect_row *row)
{
  uint64_t *counts[WPP_SUSPECT_KINDS] = { &row->paths, &row->edges, &row->lines, &row->pairs, &row->contexts,
                                         &row->facts };
  for (uint32_t i = 0; i < g->n; i++)
    ++*counts[r->s->things[r->things[g->first + i]].key.kind];
}

/* Write the command to go on with to B; return it, or null.  */
static const char *
next_command (const struct wpp_suspect_row *row, struct wpp_buffer *b)
{
  char line[32];
  if (!row->at || (row->event < 0 && !row->fact))
    return NULL;
  const char *command = row->fact ? "wpp query --problem=" : "wpp path --at=";
  wpp_put_bytes (b, command, strlen (command));
  if (row->fact)
    {
      wpp_put_bytes (b, row->problem, strlen (row->problem));
      wpp_put_bytes (b, " --at=", strlen (" --at="));
    }
  wpp_put_bytes (b, row->at->file, strlen (row->at->file));
  snprintf (line, sizeof line, ":%" PRIu32, row->at->line);
  wpp_put_bytes (b, line, strlen (line));
  snprintf (line, sizeof line, " --thread=%" PRIu32, row->thread);
  if (row->thread)
    wpp_put_bytes (b, line, strlen (line));
  if (!row->fact)
    wpp_put_bytes (b, " --execution=1", strlen (" --execution=1"));
  wpp_put_bytes (b, " ", 1);
  wpp_put_bytes (b, row->file, strlen (row->file) + 1);
  return b->failed ? NULL : (const char *)b->data;
}

static int
send_group (struct wpp_suspect_ranking *r, const struct wpp_suspect_group *g, uint64_t rank,
            struct wpp_suspect_telling *t, struct wpp_row_sink *sink)
{
  static const char *const kinds[WPP_SUSPECT_KINDS] = { "path", "edge", "line", "pair", "context", "fact" };
  struct wpp_suspects *s = r->s;
  const struct wpp_suspect_thing *shown = &s->things[g->shown];
  const struct wpp_suspect_function *f = &s->functions[shown->key.function];
  struct wpp_buffer next = { 0 };
  struct wpp_suspect_row row = { .rank = rank,
                                 .failing = shown->runs[0],
                                 .passing = shown->runs[1],
                                 .score = g->score,
                                 .function = wpp_function_name (f->of->function),
                                 .short_name = wpp_recording_short_name (f->r, f->of->function),
                                 .unit = wpp_source_name (f->of->unit),
                                 .kind = kinds[shown->key.kind],
                                 .file = s->runs[shown->run].file,
                                 .thread = shown->thread,
                                 .event = shown->time > INT64_MAX ? -1 : (int64_t)shown->time };
  int err = row.short_name ? 0 : WPP_E_NOMEM;
  t->before.known = t->path.known = t->nearest.known = false;
  count_kinds (r, g, &row);
  if (shown->key.kind == WPP_SUSPECT_CONTEXTS)
    row.frames = (struct wpp_row_list){ list_frames (s, shown, t->frames), t->frames, get_frame };
  else if (shown->key.kind == WPP_SUSPECT_FACTS)
    wpp_suspect_tell_fact (r, shown, t, &row);
  else if (!err)
    err = wpp_suspect_tell (r, shown, t, &row);
  row.next = next_command (&row, &next);
  if (!err)
    err = wpp_sink_row (sink, &row);
  wpp_buffer_release (&next);
  return err;
}

static int
send_groups (struct wpp_suspect_ranking *r, uint64_t top, struct wpp_row_sink *sink)
{
  const struct wpp_suspect_head head = { r->s->n[0], r->s->n[1], r->n_groups };
  struct wpp_suspect_telling *t = calloc (1, sizeof *t);
  int err = t ? wpp_sink_begin (sink, &wpp_suspect_schema, &head) : WPP_E_NOMEM;
  for (size_t i = 0; i < r->n_groups && i < top && !err; i++)
    err = send_group (r, &r->groups[i], i + 1, t, sink);
  wpp_suspect_telling_release (t);
  free (t);
  return err ? err : wpp_sink_end (sink);
}

int64_t
wpp_answer_suspects (struct wpp_suspects *s, const char *function, uint64_t top, struct wpp_row_sink *sink,
                     struct wpp_place *place)
{
  struct wpp_suspect_ranking r = { .s = s, .place = place };
  int err = list_things (&r, function);
  if (!err)
    {
      make_groups (&r);
      err = send_groups (&r, top, sink);
    }
  free (r.things);
  free (r.paths);
  free (r.groups);
  return err ? err : (int64_t)r.n_groups;
}
