/* Who wrote a variable last, or reads it next: `wpp last-write', `wpp next-read'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_ACCESSOR_H
#define WPP_ANALYSIS_ANSWERS_ACCESSOR_H

#include "answers/moment.h"
#include "answers/rows.h"

struct wpp_accessor_head
{
  const char *variable;         /* as it was asked for */
  const char *function;         /* in an activation of which it is local; null: of none */
  const char *address;          /* where it is; null: nowhere, or nobody needs to know */
  uint64_t bytes;
  bool next;                    /* who reads it next */
  const char *file;             /* of the line; null: a time was asked for */
  uint32_t line;
  uint64_t execution, executions; /* of it */
  uint32_t thread;
  uint64_t event;               /* number in the thread of the path that comes, or that is executed */
};

struct wpp_access_row
{
  const char *access;           /* `writes', `reads', `enters': a parameter, where its function was called; `begins': an
                                   object, and nobody has written there since */
  const char *file;
  uint32_t line;
  const char *function, *statement;
  const char *value;            /* that it assigned, or loaded; null: not known */
  bool may;                     /* nobody knows whether it accessed it */
  uint64_t event, activation;   /* numbers in the thread */
  uint64_t first, bytes;        /* of the variable: those from FIRST on that are its own */
};
extern const struct wpp_schema wpp_accessor_schema;

struct wpp_accessor_asked
{
  struct wpp_moment_asked moment;
  const char *text;             /* a variable, or a part: `p.a', `a[2].b', `q->a.b'; or `*0xADDRESS',
                                   `*0xADDRESS:BYTES' */
  bool next;                    /* who reads it next; else who wrote it last */
};

/* Send to SINK who wrote ASKED's variable last before the moment, in R, which needs values: a row for each access that
   a part of it is of, the last one first; or who reads some of it next, or writes over all of it before.  Return how
   many rows there are, or an error: WPP_E_NOMEM; WPP_E_ASKED with PLACE (no such variable, nobody knows where it is);
   of wpp_at_find_in, wpp_replayed_begin, wpp_moment_find, wpp_thread_replay_*, or of SINK.  */
int64_t wpp_answer_accessor (struct wpp_recording *r, const struct wpp_accessor_asked *asked,
                             struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_ACCESSOR_H */
