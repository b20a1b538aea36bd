/* What an optimised program makes of assignments: reading the record.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The bytes are hostile.  A record unpacks to what notes of its size may; every item of an array takes bytes of the
   payload, and at most 24 times as many of memory.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "dependence/currency/moves.h"
#include "program/paths/cfg.h"
#include "program/notes/sections.h"
#include "base/array.h"
#include "base/bytes.h"

/* The fewest bytes that things take.  */
#define FUNCTION_BYTES 20
#define POINT_BYTES 2
#define VARIABLE_BYTES 2
#define GRAPH_BYTES 1
#define BLOCK_BYTES 2
#define ITEM_BYTES 2

struct parser
{
  struct wpp_reader r;
  struct wpp_moves *m;
  int err;
  size_t point_room;
};

/* Read how many items follow, and make ARRAY of them.  */
static void *
read_array (struct parser *p, size_t fewest, size_t item, uint32_t *n)
{
  size_t count = wpp_read_count (&p->r, fewest);
  p->r.bad |= count >= UINT32_MAX;
  void *array = p->r.bad ? NULL : calloc (count + 1, item);
  if (!array && !p->r.bad)
    p->err = WPP_E_NOMEM;
  p->r.bad |= !array;
  *n = array ? count : 0;
  return array;
}

/* Read a number below END.  */
static uint32_t
read_below (struct parser *p, uint64_t end)
{
  uint64_t n = wpp_read_leb (&p->r);
  p->r.bad |= n >= end;
  return p->r.bad ? 0 : n;
}

/* Read a number plus 1, or 0 for none.  */
static uint32_t
read_optional (struct parser *p, uint32_t end)
{
  return read_below (p, (uint64_t)end + 1) - 1;
}

/* Read F's points.  They rise.  */
static void
read_points (struct parser *p, uint32_t function, struct wpp_move_function *f)
{
  struct wpp_moves *m = p->m;
  size_t n = wpp_read_count (&p->r, POINT_BYTES);
  if (n > INT32_MAX - m->n_points || (!p->r.bad && WPP_RESERVE (m->points, p->point_room, m->n_points, n + 1)))
    {
      p->err = WPP_E_NOMEM;
      p->r.bad = true;
    }
  f->first_point = m->n_points;
  for (; f->n_points < n && !p->r.bad; f->n_points++)
    {
      struct wpp_move_point *at = &m->points[m->n_points++];
      *at = (struct wpp_move_point){ function, read_below (p, f->n_nodes), 0 };
      at->statement = read_below (p, (uint64_t)f->n_statements + 1);
      if (f->n_points && (at->node < at[-1].node || (at->node == at[-1].node && at->statement <= at[-1].statement)))
        p->r.bad = true;
    }
}

static void
read_functions (struct parser *p)
{
  uint32_t n;
  p->m->functions = read_array (p, FUNCTION_BYTES, sizeof *p->m->functions, &n);
  for (uint32_t i = 0; i < n && !p->r.bad; i++)
    {
      struct wpp_move_function *f = &p->m->functions[p->m->n_functions++];
      f->name = wpp_read_string (&p->r, &p->err);
      f->checksum = wpp_read_u64 (&p->r);
      f->statements_hash = wpp_read_u64 (&p->r);
      f->n_nodes = wpp_read_leb32 (&p->r);
      f->n_statements = read_below (p, INT32_MAX);
      read_points (p, i, f);
    }
}

static void
read_variables (struct parser *p)
{
  uint32_t n;
  p->m->variables = read_array (p, VARIABLE_BYTES, sizeof *p->m->variables, &n);
  for (uint32_t i = 0; i < n && !p->r.bad; i++)
    {
      struct wpp_move_variable *v = &p->m->variables[p->m->n_variables++];
      v->function = read_optional (p, p->m->n_functions);
      if (v->function == WPP_NO_FUNCTION)
        v->name = wpp_read_string (&p->r, &p->err);
      else
        v->variable = wpp_read_leb32 (&p->r);
    }
}

static struct wpp_move_item
read_item (struct parser *p)
{
  const struct wpp_moves *m = p->m;
  struct wpp_move_item item = { .kind = read_below (p, WPP_N_MOVE_KINDS),
                                .function = WPP_NO_FUNCTION,
                                .variable = UINT32_MAX };
  if (item.kind == WPP_MOVE_POINT)
    {
      item.number = read_below (p, m->n_points);
      return item;
    }
  if (item.kind == WPP_MOVE_WRITE)
    item.function = read_optional (p, m->n_functions);
  item.variable = item.kind == WPP_MOVE_WRITE ? read_optional (p, m->n_variables) : read_below (p, m->n_variables);
  if (item.kind == WPP_MOVE_PROMISE && !p->r.bad)
    item.function = m->variables[item.variable].function;
  item.number = item.kind == WPP_MOVE_BIND ? read_below (p, 2)
                : item.function == WPP_NO_FUNCTION
                    ? read_below (p, 1)
                    : read_below (p, p->r.bad ? 0 : m->functions[item.function].n_statements);
  return item;
}

/* Make room for N more things of SIZE after the first HAVE of ARRAY, which has ROOM.  */
static bool
more (struct parser *p, void *array, size_t have, size_t n, size_t size, size_t *room)
{
  if (!p->r.bad && n > *room - have && wpp_array_reserve (array, room, have, n, size))
    {
      p->err = WPP_E_NOMEM;
      p->r.bad = true;
    }
  return !p->r.bad;
}

static void
read_graph (struct parser *p, struct wpp_move_graph *g)
{
  size_t item_room = 0, successor_room = 0;
  g->blocks = read_array (p, BLOCK_BYTES, sizeof *g->blocks, &g->n_blocks);
  for (uint32_t i = 0; i < g->n_blocks && !p->r.bad; i++)
    {
      struct wpp_move_block *b = &g->blocks[i];
      size_t n = wpp_read_count (&p->r, ITEM_BYTES);
      b->first_item = g->n_items;
      if (n < INT32_MAX - g->n_items && n && more (p, &g->items, g->n_items, n, sizeof *g->items, &item_room))
        for (; b->n_items < n; b->n_items++)
          g->items[g->n_items++] = read_item (p);
      size_t s = wpp_read_count (&p->r, 1);
      b->first_successor = g->n_successors;
      if (s < INT32_MAX - g->n_successors && s
          && more (p, &g->successors, g->n_successors, s, sizeof *g->successors, &successor_room))
        for (; b->n_successors < s; b->n_successors++)
          g->successors[g->n_successors++] = read_below (p, g->n_blocks);
    }
}

static void
read_moves (struct parser *p)
{
  struct wpp_moves *m = p->m;
  uint32_t n;
  m->source = wpp_read_string (&p->r, &p->err);
  m->directory = wpp_read_string (&p->r, &p->err);
  read_functions (p);
  read_variables (p);
  m->graphs = read_array (p, GRAPH_BYTES, sizeof *m->graphs, &n);
  while (m->n_graphs < n && !p->r.bad)
    read_graph (p, &m->graphs[m->n_graphs++]);
  p->r.bad |= wpp_reader_left (&p->r) > 0;
}

/* The moves of PAYLOAD [SIZE].  */
static struct wpp_moves *
parse (const unsigned char *payload, size_t size, int *err)
{
  struct parser p = { wpp_reader_of (payload, size), calloc (1, sizeof *p.m), WPP_E_CORRUPT, 0 };
  if (!p.m)
    {
      *err = WPP_E_NOMEM;
      return NULL;
    }
  read_moves (&p);
  if (!p.r.bad)
    return p.m;
  *err = p.err;
  wpp_moves_free (p.m);
  return NULL;
}

/* The moves of the record that R is at.  */
static struct wpp_moves *
read_record (struct wpp_reader *r, int *err)
{
  const unsigned char *magic = wpp_read_bytes (r, 4);
  uint32_t version = wpp_read_u32 (r);
  uint64_t id = wpp_read_u64 (r), packed = wpp_read_u64 (r), unpacked = wpp_read_u64 (r);
  const unsigned char *data = wpp_read_bytes (r, packed);
  struct wpp_moves *m = NULL;
  *err = r->bad                                        ? WPP_E_TRUNCATED
         : memcmp (magic, WPP_MOVES_MAGIC, 4)          ? WPP_E_FORMAT
         : version > WPP_MOVES_VERSION                 ? WPP_E_VERSION
         : unpacked > wpp_notes_most_unpacked (packed) ? WPP_E_TOOBIG
                                                       : WPP_OK;
  unsigned char *payload = *err ? NULL : malloc (unpacked + 1);
  if (!*err && !payload)
    *err = WPP_E_NOMEM;
  if (!*err)
    {
      size_t n = ZSTD_decompress (payload, unpacked, data, packed);
      *err = ZSTD_isError (n) || n != unpacked || XXH3_64bits (payload, unpacked) != id ? WPP_E_CHECKSUM : WPP_OK;
    }
  if (!*err)
    m = parse (payload, unpacked, err);
  free (payload);
  return m;
}

int
wpp_moves_read (const unsigned char *data, size_t size, struct wpp_moves ***moves, size_t *n, struct wpp_place *place)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  int err = WPP_OK;
  *moves = NULL;
  *n = 0;
  for (;;)
    {
      while (wpp_reader_left (&r) && !*r.at)
        r.at++;
      if (!wpp_reader_left (&r))
        return WPP_OK;
      size_t at = r.at - data;
      struct wpp_moves *m = read_record (&r, &err);
      if (m && WPP_EXTEND (*moves, *n))
        {
          err = WPP_E_NOMEM;
          wpp_moves_free (m);
        }
      if (err)
        {
          for (size_t i = 0; i < *n; i++)
            wpp_moves_free ((*moves)[i]);
          free (*moves);
          *moves = NULL;
          *n = 0;
          return wpp_complain (place, WPP_MOVES_SECTION, at, err, "a record makes no sense");
        }
      (*moves)[(*n)++] = m;
    }
}

int
wpp_moves_read_elf (const char *file, struct wpp_moves ***moves, size_t *n, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  *moves = NULL;
  *n = 0;
  int err = wpp_notes_section (file, WPP_MOVES_SECTION, "-fwpp-moves", &b, place);
  if (!err)
    err = wpp_moves_read (b.data, b.size, moves, n, place);
  wpp_buffer_release (&b);
  return err;
}
