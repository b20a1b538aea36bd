/* Encoding the notes of a compilation unit.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The fields of the payload; notes.c reads them in the same order:

     unit      source directory path_limit n_paths n_files file* n_functions function* [n_places place*]
     place     function kind+8*statement node file line bits is_signed
     function  name pretty reason flags file start_line start_column end_line end_column
               checksum(u64) offset n_paths exact_paths [interesting] n_nodes n_edges n_lines node* edge* line*
     interesting (if flagged PREFERENTIAL)  interval_size size n_interesting number*
     node      block flags statements first_line n_lines
     edge      src dst flags
     line      file line

   Numbers are LEB128.  To make them small, block, first_line, src, dst and line are zigzag-coded differences to the
   same field of the item before; but first_line is relative to the end of the lines of the node before, and dst to
   src.  Numbers of interesting paths are plain differences.  An absent string is written as an empty one, and the
   statement of a place as its number plus 1, or 0 if it has none.  */

#include <stdlib.h>
#include <xxhash.h>
#include <zstd.h>
#include "base/bytes.h"
#include "program/notes/sections.h"

#define LEVEL 9

/* Write a difference of 32-bit numbers.  Small differences of either sign become small numbers.  */
static void
put_difference (struct wpp_buffer *b, uint32_t now, uint32_t before)
{
  int64_t d = (int64_t)now - before;
  wpp_put_leb (b, d < 0 ? (uint64_t)-d * 2 - 1 : (uint64_t)d * 2);
}

static void
put_cfg (struct wpp_buffer *b, const struct wpp_cfg *cfg)
{
  uint32_t block = 0, first_line = 0, src = 0, line = 0;
  wpp_put_leb (b, cfg->n_nodes);
  wpp_put_leb (b, cfg->n_edges);
  wpp_put_leb (b, cfg->n_lines);
  for (uint32_t i = 0; i < cfg->n_nodes; i++)
    {
      const struct wpp_node *node = &cfg->nodes[i];
      put_difference (b, node->block, block);
      wpp_put_leb (b, node->flags);
      wpp_put_leb (b, node->statements);
      put_difference (b, node->first_line, first_line);
      wpp_put_leb (b, node->n_lines);
      block = node->block;
      first_line = node->first_line + node->n_lines;
    }
  for (uint32_t i = 0; i < cfg->n_edges; i++)
    {
      const struct wpp_edge *edge = &cfg->edges[i];
      put_difference (b, edge->src, src);
      put_difference (b, edge->dst, edge->src);
      wpp_put_leb (b, edge->flags);
      src = edge->src;
    }
  for (uint32_t i = 0; i < cfg->n_lines; i++)
    {
      wpp_put_leb (b, cfg->lines[i].file);
      put_difference (b, cfg->lines[i].line, line);
      line = cfg->lines[i].line;
    }
}

static void
put_interesting (struct wpp_buffer *b, const struct wpp_function *f)
{
  uint64_t before = 0;
  wpp_put_leb (b, f->interval_size);
  wpp_put_leb (b, f->size);
  wpp_put_leb (b, f->n_interesting);
  for (size_t i = 0; i < f->n_interesting; i++)
    {
      wpp_put_leb (b, f->interesting[i] - before);
      before = f->interesting[i];
    }
}

static void
put_function (struct wpp_buffer *b, const struct wpp_function *f)
{
  wpp_put_string (b, f->name);
  wpp_put_string (b, f->pretty);
  wpp_put_string (b, f->reason);
  wpp_put_leb (b, f->flags);
  wpp_put_leb (b, f->file);
  wpp_put_leb (b, f->start_line);
  wpp_put_leb (b, f->start_column);
  wpp_put_leb (b, f->end_line);
  wpp_put_leb (b, f->end_column);
  wpp_put_u64 (b, f->checksum);
  wpp_put_leb (b, f->offset);
  wpp_put_leb (b, f->n_paths);
  wpp_put_string (b, f->exact_paths);
  if (f->flags & WPP_FN_PREFERENTIAL)
    put_interesting (b, f);
  put_cfg (b, &f->cfg);
}

/* Are the values of UNIT's places told by replay?  */
static bool
replayed_p (const struct wpp_unit *unit)
{
  return unit->n_places && unit->places[0].statement != WPP_NO_STATEMENT;
}

static void
put_places (struct wpp_buffer *b, const struct wpp_unit *unit)
{
  wpp_put_leb (b, unit->n_places);
  for (uint32_t i = 0; i < unit->n_places; i++)
    {
      const struct wpp_noted_place *p = &unit->places[i];
      wpp_put_leb (b, p->function);
      wpp_put_leb (b, p->kind + 8 * (uint64_t) (uint32_t) (p->statement + 1));
      wpp_put_leb (b, p->node);
      wpp_put_leb (b, p->file);
      wpp_put_leb (b, p->line);
      wpp_put_leb (b, p->bits);
      wpp_put_leb (b, p->is_signed);
    }
}

static void
put_unit (struct wpp_buffer *b, const struct wpp_unit *unit)
{
  wpp_put_string (b, unit->source);
  wpp_put_string (b, unit->directory);
  wpp_put_leb (b, unit->path_limit);
  wpp_put_leb (b, unit->n_paths);
  wpp_put_leb (b, unit->n_files);
  for (uint32_t i = 0; i < unit->n_files; i++)
    wpp_put_string (b, unit->files[i]);
  wpp_put_leb (b, unit->n_functions);
  for (uint32_t i = 0; i < unit->n_functions; i++)
    put_function (b, &unit->functions[i]);
  if (unit->n_places)
    put_places (b, unit);
}

/* Append the record of VERSION with PAYLOAD to RECORD.  */
static int
pack (struct wpp_buffer *record, const struct wpp_buffer *payload, uint64_t id, uint32_t version)
{
  size_t room = ZSTD_compressBound (payload->size);
  void *packed = malloc (room);
  if (!packed)
    return WPP_E_NOMEM;
  size_t n = ZSTD_compress (packed, room, payload->data, payload->size, LEVEL);
  int err = WPP_E_NOMEM;
  if (ZSTD_isError (n))
    goto out;
  err = WPP_E_TOOBIG;
  if (payload->size > wpp_notes_most_unpacked (n))
    goto out;
  wpp_put_bytes (record, WPP_NOTES_MAGIC, 4);
  wpp_put_u32 (record, version);
  wpp_put_u64 (record, id);
  wpp_put_u64 (record, n);
  wpp_put_u64 (record, payload->size);
  wpp_put_bytes (record, packed, n);
  err = record->failed ? WPP_E_NOMEM : WPP_OK;
out:
  free (packed);
  return err;
}

int
wpp_unit_encode (struct wpp_unit *unit, unsigned char **out, size_t *size)
{
  struct wpp_buffer payload = { 0 }, record = { 0 };
  put_unit (&payload, unit);
  int err = payload.failed ? WPP_E_NOMEM : WPP_OK;
  if (!err)
    {
      unit->id = XXH3_64bits (payload.data, payload.size);
      err = pack (&record, &payload, unit->id, replayed_p (unit) ? WPP_NOTES_VERSION : unit->n_places ? 3 : 1);
    }
  wpp_buffer_release (&payload);
  if (err)
    {
      wpp_buffer_release (&record);
      return err;
    }
  *out = record.data;
  *size = record.size;
  return WPP_OK;
}
