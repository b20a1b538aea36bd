/* Dynamic dependences of an expanded trace, one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_ORACLE_SLICES_H
#define WPP_TESTSUITE_ORACLE_SLICES_H

#include "program/library/effects.h"
#include "stack.h"

#define NONE UINT32_MAX

/* An execution of a statement, or of a part of a call; or something that only hands on what it depends on.  */
struct instance
{
  uint32_t function, statement;   /* NONE: it hands on */
  uint32_t entry;                 /* the block execution that it is in */
  uint32_t last;                  /* its last dependence, or NONE */
};

struct dependence
{
  uint32_t on, before;            /* an instance; the dependence before it, or NONE */
};

struct history
{
  struct stack stack;
  struct wpp_program **programs;  /* [units] */
  const struct wpp_body **bodies; /* [functions] */
  uint32_t *unit_of;              /* [functions] */
  struct function_known *known;   /* [functions] */
  bool *addressed;                /* [variables of all units] pointers may reach it */
  uint32_t *same;                 /* … which of them it is */
  uint32_t *first_variable;       /* [units] */
  struct instance *instances;
  size_t n, room;
  uint32_t current;               /* the instance at hand */
  struct dependence *dependences;
  size_t n_dependences, dependences_room;
  struct store *log;
  size_t n_log, log_room;
  uint32_t n_kinds;               /* of stores */
  struct part *parts;             /* what calls of the C library access, by their effects */
  uint32_t n_parts, parts_room;
  unsigned habits;                /* enum wpp_library_habit */
  struct reader *readers;
  size_t n_readers, readers_room;
  uint32_t *found;                /* scratch of a load */
  size_t found_room;
  struct { uint32_t function, node; } *entries;   /* blocks in the order in which they were entered */
  size_t n_entries, entries_room;
  bool *matched;                  /* of each call, in the order in which they began: an activation of what it calls was
                                     seen */
  size_t n_calls, calls_room, call;
  bool first_pass;
};

/* Go through thread 0 of the profile FILE.  */
void history_make (struct history *h, const char *file);

#endif /* WPP_TESTSUITE_ORACLE_SLICES_H */
