/* What an optimised program makes of assignments: memory, and the record's bytes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format is in format/moves-record.h.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "dependence/currency/moves.h"
#include "program/notes/sections.h"
#include "base/bytes.h"

#define LEVEL 9

static void
release_graph (struct wpp_move_graph *g)
{
  free (g->blocks);
  free (g->items);
  free (g->successors);
}

void
wpp_moves_free (struct wpp_moves *m)
{
  if (!m)
    return;
  for (uint32_t i = 0; i < m->n_functions; i++)
    free (m->functions[i].name);
  for (uint32_t i = 0; i < m->n_variables; i++)
    free (m->variables[i].name);
  for (uint32_t i = 0; i < m->n_graphs; i++)
    release_graph (&m->graphs[i]);
  free (m->functions);
  free (m->points);
  free (m->variables);
  free (m->graphs);
  free (m->source);
  free (m->directory);
  free (m);
}

uint64_t
wpp_moves_hash (const struct wpp_body *body)
{
  uint64_t hash = body->n_statements;
  for (uint32_t i = 0; i < body->n_statements; i++)
    {
      const struct wpp_statement *s = &body->statements[i];
      uint32_t words[] = { s->kind, s->node, s->line, s->column, s->kind == WPP_STATEMENT_DEBUG ? s->extra : 0 };
      hash = XXH3_64bits_withSeed (words, sizeof words, hash);
    }
  return hash;
}

/* ---- Writing.  */

static void
put_function (struct wpp_buffer *b, const struct wpp_moves *m, const struct wpp_move_function *f)
{
  wpp_put_string (b, f->name);
  wpp_put_u64 (b, f->checksum);
  wpp_put_u64 (b, f->statements_hash);
  wpp_put_leb (b, f->n_nodes);
  wpp_put_leb (b, f->n_statements);
  wpp_put_leb (b, f->n_points);
  for (uint32_t i = 0; i < f->n_points; i++)
    {
      wpp_put_leb (b, m->points[f->first_point + i].node);
      wpp_put_leb (b, m->points[f->first_point + i].statement);
    }
}

static void
put_variable (struct wpp_buffer *b, const struct wpp_move_variable *v)
{
  wpp_put_leb (b, v->function + 1);
  if (v->name)
    wpp_put_string (b, v->name);
  else
    wpp_put_leb (b, v->variable);
}

static void
put_item (struct wpp_buffer *b, const struct wpp_move_item *item)
{
  wpp_put_leb (b, item->kind);
  if (item->kind == WPP_MOVE_WRITE)
    wpp_put_leb (b, item->function + 1);
  if (item->kind == WPP_MOVE_WRITE)
    wpp_put_leb (b, item->variable + 1);
  else if (item->kind != WPP_MOVE_POINT)
    wpp_put_leb (b, item->variable);
  wpp_put_leb (b, item->number);
}

static void
put_graph (struct wpp_buffer *b, const struct wpp_move_graph *g)
{
  wpp_put_leb (b, g->n_blocks);
  for (uint32_t i = 0; i < g->n_blocks; i++)
    {
      const struct wpp_move_block *block = &g->blocks[i];
      wpp_put_leb (b, block->n_items);
      for (uint32_t k = 0; k < block->n_items; k++)
        put_item (b, &g->items[block->first_item + k]);
      wpp_put_leb (b, block->n_successors);
      for (uint32_t k = 0; k < block->n_successors; k++)
        wpp_put_leb (b, g->successors[block->first_successor + k]);
    }
}

static void
put_moves (struct wpp_buffer *b, const struct wpp_moves *m)
{
  wpp_put_string (b, m->source);
  wpp_put_string (b, m->directory);
  wpp_put_leb (b, m->n_functions);
  for (uint32_t i = 0; i < m->n_functions; i++)
    put_function (b, m, &m->functions[i]);
  wpp_put_leb (b, m->n_variables);
  for (uint32_t i = 0; i < m->n_variables; i++)
    put_variable (b, &m->variables[i]);
  wpp_put_leb (b, m->n_graphs);
  for (uint32_t i = 0; i < m->n_graphs; i++)
    put_graph (b, &m->graphs[i]);
}

/* Append the record of PAYLOAD to RECORD.  */
static int
pack (struct wpp_buffer *record, const struct wpp_buffer *payload)
{
  size_t room = ZSTD_compressBound (payload->size);
  void *packed = malloc (room);
  size_t n = packed ? ZSTD_compress (packed, room, payload->data, payload->size, LEVEL) : 0;
  int err = !packed || ZSTD_isError (n)                   ? WPP_E_NOMEM
            : payload->size > wpp_notes_most_unpacked (n) ? WPP_E_TOOBIG
                                                          : WPP_OK;
  if (!err)
    {
      wpp_put_bytes (record, WPP_MOVES_MAGIC, 4);
      wpp_put_u32 (record, WPP_MOVES_VERSION);
      wpp_put_u64 (record, XXH3_64bits (payload->data, payload->size));
      wpp_put_u64 (record, n);
      wpp_put_u64 (record, payload->size);
      wpp_put_bytes (record, packed, n);
    }
  free (packed);
  return record->failed ? WPP_E_NOMEM : err;
}

int
wpp_moves_encode (const struct wpp_moves *m, unsigned char **out, size_t *size)
{
  struct wpp_buffer payload = { 0 }, record = { 0 };
  put_moves (&payload, m);
  int err = payload.failed ? WPP_E_NOMEM : pack (&record, &payload);
  wpp_buffer_release (&payload);
  if (err)
    wpp_buffer_release (&record);
  *out = record.data;
  *size = record.size;
  return err;
}
