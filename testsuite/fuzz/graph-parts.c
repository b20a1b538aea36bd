/* A graph's file in its parts (graph-parts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "frame.h"
#include "graph-parts.h"
#include "wet/pages.h"

#define MAGIC_SIZE (sizeof WPP_WET_MAGIC - 1)
#define HEADER 16
#define TRAILER 32
/* The least bytes of what says where a page is, and of a page in plain bytes.  */
#define PLACE_BYTES 11
#define PAGE_BYTES 2

/* ---- Reading.  */

/* Make room for N pages.  */
static bool
begin (struct graph_parts *g, size_t n)
{
  *g = (struct graph_parts){ .pages = calloc (n + 1, sizeof *g->pages), .n = n };
  return g->pages;
}

bool
graph_parts_of_file (struct graph_parts *g, const unsigned char *file, size_t size)
{
  struct wpp_buffer contents = { 0 };
  const unsigned char *trailer = file + size - TRAILER;
  *g = (struct graph_parts){ 0 };
  bool good = size >= HEADER + TRAILER
              && frame_unpack (&contents, file + wpp_load_u64 (trailer), wpp_load_u64 (trailer + 8),
                         wpp_load_u64 (trailer + 16));
  struct wpp_reader r = wpp_reader_of (contents.data, contents.size);
  good = good && begin (g, wpp_read_count (&r, PLACE_BYTES));
  for (size_t i = 0; i < g->n && good; i++)
    {
      uint64_t offset = wpp_read_u64 (&r);
      uint32_t packed = wpp_read_leb32 (&r), plain = wpp_read_leb32 (&r);
      g->pages[i].kind = wpp_read_u8 (&r);
      good = !r.bad && frame_unpack (&g->pages[i].bytes, file + offset, packed, plain);
    }
  size_t left = wpp_reader_left (&r);
  if (good)
    wpp_put_bytes (&g->rest, contents.data + contents.size - left, left);
  wpp_buffer_release (&contents);
  return good;
}

bool
graph_parts_of_plain (struct graph_parts *g, const unsigned char *plain, size_t size)
{
  struct wpp_reader r = wpp_reader_of (plain, size);
  bool good = begin (g, wpp_read_count (&r, PAGE_BYTES));
  for (size_t i = 0; i < g->n && good; i++)
    {
      g->pages[i].kind = wpp_read_u8 (&r);
      size_t n = wpp_read_count (&r, 1);
      const unsigned char *bytes = wpp_read_bytes (&r, n);
      if (bytes)
        wpp_put_bytes (&g->pages[i].bytes, bytes, n);
      good = bytes;
    }
  size_t left = wpp_reader_left (&r);
  if (good)
    wpp_put_bytes (&g->rest, plain + size - left, left);
  return good && !r.bad;
}

void
graph_parts_release (struct graph_parts *g)
{
  for (size_t i = 0; i < g->n && g->pages; i++)
    wpp_buffer_release (&g->pages[i].bytes);
  free (g->pages);
  wpp_buffer_release (&g->rest);
}

/* ---- Writing.  */

void
graph_parts_put_plain (const struct graph_parts *g, struct wpp_buffer *b)
{
  wpp_put_leb (b, g->n);
  for (size_t i = 0; i < g->n; i++)
    {
      wpp_put_u8 (b, g->pages[i].kind);
      wpp_put_leb (b, g->pages[i].bytes.size);
      wpp_put_bytes (b, g->pages[i].bytes.data, g->pages[i].bytes.size);
    }
  wpp_put_bytes (b, g->rest.data, g->rest.size);
}

void
graph_parts_put_file (const struct graph_parts *g, struct wpp_buffer *b)
{
  struct wpp_buffer contents = { 0 };
  wpp_put_bytes (b, WPP_WET_MAGIC, MAGIC_SIZE);
  wpp_put_u32 (b, WPP_WET_VERSION);
  wpp_put_u32 (b, 0);
  wpp_put_leb (&contents, g->n);
  for (size_t i = 0; i < g->n; i++)
    {
      uint64_t offset = b->size;
      frame_put (b, &g->pages[i].bytes);
      wpp_put_u64 (&contents, offset);
      wpp_put_leb (&contents, b->size - offset);
      wpp_put_leb (&contents, g->pages[i].bytes.size);
      wpp_put_u8 (&contents, g->pages[i].kind);
    }
  wpp_put_bytes (&contents, g->rest.data, g->rest.size);
  uint64_t at = b->size;
  frame_put (b, &contents);
  wpp_put_u64 (b, at);
  wpp_put_u64 (b, b->size - sizeof at - at);
  wpp_put_u64 (b, contents.size);
  wpp_put_bytes (b, WPP_WET_MAGIC, MAGIC_SIZE);
  wpp_buffer_release (&contents);
}
