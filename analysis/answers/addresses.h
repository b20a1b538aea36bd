/* Which memory the statements of a line access: `wpp addresses'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_ADDRESSES_H
#define WPP_ANALYSIS_ANSWERS_ADDRESSES_H

#include "answers/at.h"
#include "answers/rows.h"

struct wpp_addresses_head
{
  const char *file;
  uint32_t line;
};

/* Another statement that accesses the same memory, and how often it was the last one before, or the next one after.  */
struct wpp_accessor_row
{
  const char *function;         /* null: it is not known (what is not recorded, or nothing) */
  const char *file;
  uint32_t line;
  uint64_t count;
};

struct wpp_addresses_row
{
  const char *function;
  uint32_t column;
  const char *statement;        /* in the words of the source */
  const char *access;           /* `reads' or `writes' */
  uint64_t executions;          /* whose address is known */
  const char *distinct;         /* different addresses */
  const char *least, *greatest;
  const char *stride;           /* the most frequent difference to the execution before; null: less than two */
  double stride_share;
  uint64_t lines;               /* of 64 bytes: the working set; of 2^20 at most */
  struct wpp_row_list writers;  /* of wpp_accessor_row: of reads: who wrote the first byte last */
  struct wpp_row_list readers;  /* of writes: who read the first byte next */
  struct wpp_row_list addresses; /* of texts: all, in order, if they were asked for */
};
extern const struct wpp_schema wpp_addresses_schema;

struct wpp_addresses_asked
{
  struct wpp_at at;
  uint32_t thread;              /* its number, or WPP_ALL_THREADS */
  bool all;                     /* each address, in order */
};

/* Send what the statements of ASKED's line access in R, which needs values, to SINK.  Return how many rows there are,
   or an error as of wpp_answer_values.  */
int64_t wpp_answer_addresses (struct wpp_recording *r, const struct wpp_addresses_asked *asked,
                              struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_ADDRESSES_H */
