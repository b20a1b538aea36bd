/* The record of a compilation unit in the section `.wpp.moves' of an executable (wpp(5)): what optimisation made of
   assignments.  Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library exception; see
   COPYING and COPYING.RUNTIME.

   Record, all integers little-endian:
     "WPPM"  u32 version  u64 id  u64 packed size  u64 unpacked size
     packed bytes (zstd of the payload)
   `id' is the XXH3-64 of the payload.  Payload: variable-length integers (LEB128) and length-prefixed strings:
     source  directory
     functions: number; of each  name  u64 checksum of its graph  u64 hash of its statements  nodes  statements
                points: number; of each  node  statement
     variables: number; of each  function + 1, or 0: static storage  number in the body, or  name
     graphs:    number; of each  blocks: number; of each  items: number; items  successors: number; blocks
   An item is a kind (enum wpp_move_kind) and its numbers.  Points are numbered through all functions.  */

#ifndef WPP_ANALYSIS_FORMAT_MOVES_RECORD_H
#define WPP_ANALYSIS_FORMAT_MOVES_RECORD_H

#define WPP_MOVES_MAGIC "WPPM"
#define WPP_MOVES_HEADER 32
#define WPP_MOVES_VERSION 1
#define WPP_MOVES_SECTION ".wpp.moves"

enum wpp_move_kind
{
  WPP_MOVE_POINT,        /* point */
  WPP_MOVE_PROMISE,      /* variable, statement: from here on the source promises what STATEMENT assigns */
  WPP_MOVE_BIND,         /* variable, 1 or 0: from here on a debugger shows a value; none */
  WPP_MOVE_WRITE,        /* function + 1 or 0: made anew; statement; variable + 1, or 0: some memory */
  WPP_N_MOVE_KINDS
};

#endif /* WPP_ANALYSIS_FORMAT_MOVES_RECORD_H */
