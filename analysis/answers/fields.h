/* Which fields of structures are used together, and which layouts would touch fewer cache lines: `wpp fields'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   T. M. Chilimbi, B. Davidson, J. R. Larus, Cache-Conscious Structure Definition, PLDI 1999: fields that are used
   together belong together, and those that are seldom used elsewhere.  There affinity is of what is used within a span
   of time; here of what a path uses of one object, which is a visit.  The rewrite is the user's.

   What a visit costs without addresses is what it would touch of a walk from object to object: a layout in which more
   of them have room in a line touches fewer lines.  A recording with values tells what its caches would have missed if
   the objects had been laid out so.  */

#ifndef WPP_ANALYSIS_ANSWERS_FIELDS_H
#define WPP_ANALYSIS_ANSWERS_FIELDS_H

#include "answers/asked.h"

/* A field, or several that share bytes.  */
struct wpp_field_row
{
  const char *field;
  uint64_t offset, size;        /* bytes */
  uint64_t visits;              /* that use it */
  double share;                 /* of all visits */
  uint64_t then;                /* its offset, in bytes, in the part where it would be */
  bool rest;                    /* it would be in what is split off */
};

/* Fields that visits used together, and no others.  */
struct wpp_field_set_row
{
  const char *fields;           /* a, b, c */
  uint64_t visits;
  double share;
};

/* Of a level of the caches: what all of the program misses, and would miss.  */
struct wpp_field_misses_row
{
  uint32_t level;               /* from 1, the nearest */
  uint64_t misses, then;
};

struct wpp_fields_row
{
  const char *record;           /* `struct particle' */
  uint64_t size;                /* bytes */
  uint64_t visits;
  double lines;                 /* that a visit touches, … */
  const char *layout;           /* `keep', `reorder', or `split': what is seldom used elsewhere, and a pointer to it */
  double lines_then;            /* … and would touch */
  uint64_t gain;                /* lines of all visits */
  uint64_t bytes, rest_bytes;   /* of an object, and of what is split off */
  struct wpp_row_list levels;   /* of wpp_field_misses_row; empty: not known, or the layout is kept */
  struct wpp_row_list fields;   /* of wpp_field_row, in their order then */
  struct wpp_row_list together; /* of wpp_field_set_row: the most frequent ones */
};

struct wpp_fields_head
{
  uint32_t line;                /* bytes of a cache line */
  const char *caches;           /* null: the recording has no values */
};
extern const struct wpp_schema wpp_fields_schema;

/* Needs counts.  Those structures come first whose layouts gain most.  WPP_E_ASKED with PLACE; or an error of
   wpp_at_find_in, wpp_accesses_replay, or of SINK.  */
wpp_answer wpp_answer_fields;

#endif /* WPP_ANALYSIS_ANSWERS_FIELDS_H */
