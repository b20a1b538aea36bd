/* An abstract run: activations from profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "abstract-run.h"
#include "format/event.h"
#include "program/paths/numbering.h"
#include "recording/profile/code.h"
#include "recording/profile/read.h"

#define NONE UINT32_MAX

struct frame
{
  uint32_t function;
  uint32_t *paths;  /* [n] */
  uint32_t n;
  size_t room;
};

/* What an event word of the profile means.  */
struct meaning
{
  uint32_t event;   /* 0: none */
  uint32_t function, path;
};

struct run
{
  const char *file;
  struct wpp_code *code;
  uint32_t *function;       /* [code->n_functions] or NONE */
  struct meaning *meanings; /* [room] open addressing */
  size_t n, room;
  struct wpp_path path;
  struct frame *frames;     /* [depth] */
  size_t depth, frames_room;
  uint64_t gone;            /* what LAND_MORE events have said */
};

struct function *functions;
size_t n_functions;
static size_t functions_room;

void
fail (const char *what, const char *message)
{
  fprintf (stderr, "abstract-run: %s: %s\n", what, message);
  exit (2);
}

void *
grown (void *array, size_t n, size_t *room, size_t size)
{
  if (n < *room)
    return array;
  *room = *room ? 2 * *room : 16;
  array = realloc (array, *room * size);
  if (!array)
    fail ("memory", "none is left");
  return array;
}

/* ---- Functions and paths.  */

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* The function that F is, which several processes may have executed.  */
static uint32_t
function_of (const struct wpp_code_function *f)
{
  const char *source = base_name (f->unit->source);
  for (size_t i = 0; i < n_functions; i++)
    if (functions[i].checksum == f->function->checksum && !strcmp (functions[i].name, f->function->name)
        && !strcmp (functions[i].source, source))
      return i;
  functions = grown (functions, n_functions, &functions_room, sizeof *functions);
  functions[n_functions] = (struct function){ .name = f->function->name,
                                              .source = source,
                                              .checksum = f->function->checksum,
                                              .landing = f->function->flags & WPP_FN_LANDING,
                                              .cfg = &f->function->cfg };
  return n_functions++;
}

static void
add_move (struct path *p, size_t *room, enum move_kind kind, uint32_t what)
{
  p->moves = grown (p->moves, p->n, room, sizeof *p->moves);
  p->moves[p->n++] = (struct move){ kind, what };
}

/* Add PATH, which has NUMBER in NUM, to F's; what arrives where is said in cfg.h.  */
static void
add_path (struct function *f, uint64_t number, const struct wpp_numbering *num,
          const struct wpp_path *path)
{
  const struct wpp_start *start = &num->starts[path->start];
  bool leaves = path->end_edge == WPP_NO_EDGE;
  struct path p = { .number = number, .enters = start->node == WPP_NODE_ENTRY, .leaves = leaves };
  size_t room = 0;
  for (uint32_t i = 0; i < path->n_nodes; i++)
    {
      if (i)
        add_move (&p, &room, MOVE_OVER, path->edges[i - 1]);
      if (i || start->edge == WPP_NO_EDGE)
        add_move (&p, &room, MOVE_ARRIVE, path->nodes[i]);
      add_move (&p, &room, MOVE_THROUGH, path->nodes[i]);
    }
  uint32_t last = leaves ? path->edges[path->n_nodes - 1] : path->end_edge;
  uint32_t behind = num->cfg->edges[last].dst;
  add_move (&p, &room, MOVE_OVER, last);
  if (!(num->cfg->nodes[behind].flags & WPP_NODE_LANDING))
    add_move (&p, &room, MOVE_ARRIVE, behind);
  f->paths = grown (f->paths, f->n_paths, &f->paths_room, sizeof *f->paths);
  f->paths[f->n_paths] = p;
  f->n_paths++;
}

static struct meaning *
place_of (struct meaning *meanings, size_t room, uint32_t event)
{
  size_t i = event * UINT64_C (0x9e3779b97f4a7c15) >> 20 & (room - 1);
  while (meanings[i].event && meanings[i].event != event)
    i = (i + 1) & (room - 1);
  return &meanings[i];
}

static void
grow_meanings (struct run *r)
{
  size_t room = r->room ? 2 * r->room : 1024;
  struct meaning *meanings = calloc (room, sizeof *meanings);
  if (!meanings)
    fail (r->file, "out of memory");
  for (size_t i = 0; i < r->room; i++)
    if (r->meanings[i].event)
      *place_of (meanings, room, r->meanings[i].event) = r->meanings[i];
  free (r->meanings);
  r->meanings = meanings;
  r->room = room;
}

/* An event that comes for the first time.  */
static struct meaning
explain (struct run *r, uint32_t event)
{
  uint64_t number;
  int err = 0;
  struct wpp_code_function *f = wpp_code_find (r->code, event, &number);
  if (!f)
    fail (r->file, "an event of no function");
  const struct wpp_numbering *num = wpp_code_numbering (r->code, f, &err);
  if (!num || wpp_path_decode (num, number, &r->path))
    fail (f->function->name, "no such path");
  uint32_t *index = &r->function[f - r->code->functions];
  if (*index == NONE)
    *index = function_of (f);
  struct function *function = &functions[*index];
  uint32_t path = 0;
  while (path < function->n_paths && function->paths[path].number != number)
    path++;
  if (path == function->n_paths)
    add_path (function, number, num, &r->path);
  return (struct meaning){ event, *index, path };
}

static const struct meaning *
meaning_of (struct run *r, uint32_t event)
{
  if (2 * r->n >= r->room)
    grow_meanings (r);
  struct meaning *m = place_of (r->meanings, r->room, event);
  if (!m->event)
    {
      *m = explain (r, event);
      r->n++;
    }
  return m;
}

/* ---- Activations.  */

static uint64_t
hash_of (const uint32_t *paths, uint32_t n, bool left)
{
  return XXH3_64bits_withSeed (paths, n * sizeof *paths, left);
}

static uint32_t *
slot_of (const struct function *f, const uint32_t *paths, uint32_t n, bool left)
{
  size_t i = hash_of (paths, n, left) & (f->table_room - 1);
  for (; f->table[i]; i = (i + 1) & (f->table_room - 1))
    {
      const struct activation *a = &f->over[f->table[i] - 1];
      if (a->n == n && a->left == left && !memcmp (a->paths, paths, n * sizeof *paths))
        break;
    }
  return &f->table[i];
}

static void
grow_table (struct function *f)
{
  free (f->table);
  f->table_room = f->table_room ? 2 * f->table_room : 64;
  f->table = calloc (f->table_room, sizeof *f->table);
  if (!f->table)
    fail (f->name, "out of memory");
  for (size_t i = 0; i < f->n; i++)
    *slot_of (f, f->over[i].paths, f->over[i].n, f->over[i].left) = i + 1;
}

static void
end_activation (struct run *r, bool left)
{
  struct frame *top = &r->frames[--r->depth];
  struct function *f = &functions[top->function];
  if (2 * f->n >= f->table_room)
    grow_table (f);
  uint32_t *slot = slot_of (f, top->paths, top->n, left);
  if (!*slot)
    {
      f->over = grown (f->over, f->n, &f->room, sizeof *f->over);
      uint32_t *paths = malloc ((top->n + 1) * sizeof *paths);
      if (!paths)
        fail (f->name, "out of memory");
      memcpy (paths, top->paths, top->n * sizeof *paths);
      f->over[f->n] = (struct activation){ paths, top->n, left, 0 };
      *slot = ++f->n;
    }
  f->over[*slot - 1].times++;
  f->order = grown (f->order, f->n_order, &f->order_room, sizeof *f->order);
  f->order[f->n_order++] = *slot - 1;
}

static void
begin_activation (struct run *r, uint32_t function)
{
  size_t room = r->frames_room;
  r->frames = grown (r->frames, r->depth, &r->frames_room, sizeof *r->frames);
  /* Frames keep their storage.  */
  memset (r->frames + room, 0, (r->frames_room - room) * sizeof *r->frames);
  r->frames[r->depth].function = function;
  r->frames[r->depth++].n = 0;
}

/* Control arrives from elsewhere: as many activations that LAND events count as they say are over, and
   all others above the one that is next among them.  */
static void
land (struct run *r)
{
  for (; r->depth; end_activation (r, false))
    if (functions[r->frames[r->depth - 1].function].landing && r->gone-- == 0)
      break;
  r->gone = 0;
}

static void
execute_control (struct run *r, uint32_t event)
{
  if (event == WPP_EVENT_LAND_MORE)
    r->gone += WPP_EVENT_LAND_MAX + 1;
  else if (event >= WPP_EVENT_LAND && event <= WPP_EVENT_LAND + WPP_EVENT_LAND_MAX)
    {
      r->gone += event - WPP_EVENT_LAND;
      land (r);
    }
  else
    fail (r->file, "recording was interrupted");
}

static void
execute_path (struct run *r, uint32_t event)
{
  const struct meaning *m = meaning_of (r, event);
  const struct path *p = &functions[m->function].paths[m->path];
  if (p->enters)
    begin_activation (r, m->function);
  struct frame *top = r->depth ? &r->frames[r->depth - 1] : NULL;
  if (!top || top->function != m->function)
    fail (functions[m->function].name, "a path of no activation");
  top->paths = grown (top->paths, top->n, &top->room, sizeof *top->paths);
  top->paths[top->n++] = m->path;
  if (p->leaves)
    end_activation (r, true);
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  for (; count > 0; count--)
    if (event < WPP_EVENT_FIRST_PATH)
      execute_control (data, event);
    else
      execute_path (data, event);
  return 0;
}

void
run_profile (const char *file)
{
  int err = 0;
  struct wpp_place place = { "", 0, "" };
  struct run r = { .file = file };
  struct wpp_profile *p = wpp_profile_read (file, &err, &place);
  /* Both stay: functions refer to them.  */
  r.code = p ? wpp_code_load (p, NULL, &err, &place) : NULL;
  if (!r.code)
    fail (file, place.what[0] ? place.what : wpp_strerror (err));
  r.function = malloc ((r.code->n_functions + 1) * sizeof *r.function);
  if (!r.function)
    fail (file, "out of memory");
  memset (r.function, 0xff, (r.code->n_functions + 1) * sizeof *r.function);
  for (size_t t = 0; t < p->n_threads; t++)
    {
      for (size_t s = 0; s < p->threads[t].n_segments; s++)
        if (wpp_grammar_expand (p->threads[t].segments[s], 0, visit, &r))
          fail (file, "cannot be expanded");
      while (r.depth)
        end_activation (&r, false);
    }
  for (size_t i = 0; i < r.frames_room; i++)
    free (r.frames[i].paths);
  free (r.frames);
  free (r.meanings);
  free (r.function);
  wpp_path_release (&r.path);
}
