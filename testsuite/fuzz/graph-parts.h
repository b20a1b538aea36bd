/* A graph's file (wet/pages.h) in its parts, unpacked, for programs that change them: packed again, its checksums are
   right.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As plain bytes, what libFuzzer changes:

     plain := LEB pages, page..., rest of the contents
     page  := u8 kind, LEB size, bytes  */

#ifndef WPP_TESTSUITE_FUZZ_GRAPH_PARTS_H
#define WPP_TESTSUITE_FUZZ_GRAPH_PARTS_H

#include "base/bytes.h"

struct graph_page
{
  uint8_t kind;
  struct wpp_buffer bytes;
};

struct graph_parts
{
  struct graph_page *pages;      /* [n] */
  size_t n;
  struct wpp_buffer rest;        /* of the contents, after what says where pages are */
};

/* Set G to the parts of the file whose bytes are FILE [SIZE], which wpp has written.  Return whether that is one.  */
bool graph_parts_of_file (struct graph_parts *g, const unsigned char *file, size_t size);
/* Set G to the parts that PLAIN [SIZE] says, hostile bytes.  Return whether it says any.  */
bool graph_parts_of_plain (struct graph_parts *g, const unsigned char *plain, size_t size);
void graph_parts_release (struct graph_parts *g);

/* Append G to B, as plain bytes; as a file.  */
void graph_parts_put_plain (const struct graph_parts *g, struct wpp_buffer *b);
void graph_parts_put_file (const struct graph_parts *g, struct wpp_buffer *b);

#endif /* WPP_TESTSUITE_FUZZ_GRAPH_PARTS_H */
