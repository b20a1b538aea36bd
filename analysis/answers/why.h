/* How a value came about, or why a line was not reached: `wpp why'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The executions of lines that made a value, and the branches that let that happen: a slice by instance
   (dependence/instances/instances.h), from line to line, the shortest chains first, with the values beside them.

   A line that was not reached has no execution.  What is explained is the branch that went the other way: of those that
   could have led to the line, the one that decided last (dependence/defs/branches.h).  */

#ifndef WPP_ANALYSIS_ANSWERS_WHY_H
#define WPP_ANALYSIS_ANSWERS_WHY_H

#include "answers/at.h"
#include "answers/rows.h"

struct wpp_why_head
{
  const char *file;             /* of what is explained */
  uint32_t line;
  const char *variable, *value; /* null: the line; not asked for */
  bool reached;                 /* the line was; else a branch is explained */
  uint64_t execution, executions; /* of the line; or of the branch as it went */
  uint32_t thread;
  uint32_t depth;               /* of rows at most */
  uint64_t unknown;             /* accesses to memory whose address is not known: what they wrote is not told */
};

/* An execution of a line.  */
struct wpp_why_row
{
  uint32_t depth;               /* lines to what was asked for */
  const char *file;
  uint32_t line;
  const char *function, *statement; /* what it did, in the words of the source */
  const char *value;            /* as wpp_value_text; of a branch what it compared; null: none */
  const char *because;          /* `criterion', `data', `control', `call' */
  const char *variable;         /* through which; null: none */
  bool may;
  uint64_t event, activation;   /* numbers in the thread */
  const char *for_file;         /* for whose sake; null: the same */
  uint32_t for_line;            /* 0: for nobody's */
};
extern const struct wpp_schema wpp_why_schema;

struct wpp_why_asked
{
  struct wpp_at at;             /* its text is FILE:LINE … */
  const char *text;             /* … of this, as the user typed it */
  const char *variable;         /* what it holds after the line; null: the line */
  const char *value;            /* when it was that, as wpp_value_text has it; null: whatever it was */
  bool not_reached;
  uint64_t execution;           /* 0: the last one */
  uint32_t depth;
  uint32_t thread;              /* its number */
};

/* Send the answer to ASKED of R, which is read for it, to SINK, by depth, the latest first.  Return how many rows there
   are; or as wpp_answer_slice.  */
int64_t wpp_answer_why (struct wpp_recording *r, const struct wpp_why_asked *asked, struct wpp_row_sink *sink,
                        struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_WHY_H */
