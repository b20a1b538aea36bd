/* Dynamic dependences of an expanded trace, one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef ORACLE_SLICES_H
#define ORACLE_SLICES_H

#include "program/body.h"
#include "stack.h"

#define NONE UINT32_MAX

/* An execution of a statement, or of a part of a call; or something that only hands on what it depends on.  */
struct instance
{
  uint32_t function, statement;   /* NONE: it hands on */
  uint32_t entry;                 /* the block execution that it is in */
  size_t first;                   /* its dependences; they end where those of the next one begin */
};

struct history
{
  struct stack stack;
  struct wpp_program **programs;  /* [units] */
  const struct wpp_body **bodies; /* [functions] */
  bool ***controls;               /* [functions] [edges] [nodes] */
  bool **loaded;                  /* [functions] [references] something loads it, or it is all of a user's variable */
  bool *addressed;                /* [variables of all units] pointers may reach it */
  uint32_t *same;                 /* … which of them it is */
  uint32_t *first_variable;       /* [units] */
  struct instance *instances;
  size_t n, room;
  uint32_t *dependences;
  size_t n_dependences, dependences_room;
  struct store *log;
  size_t n_log, log_room;
  struct { uint32_t function, node; } *entries;   /* blocks in the order in which they were entered */
  size_t n_entries, entries_room;
  bool *matched;                  /* of each call, in the order in which they began: an activation of what it calls was seen */
  size_t n_calls, calls_room, call;
  bool first_pass;
};

/* Go through thread 0 of the profile FILE.  */
void history_make (struct history *h, const char *file);

#endif /* ORACLE_SLICES_H */
