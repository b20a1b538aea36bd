/* Dynamic dependences of an expanded trace, one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_ORACLE_SLICES_H
#define WPP_TESTSUITE_ORACLE_SLICES_H

#include "program/library/effects.h"
#include "stack.h"

struct wpp_bindings;

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

struct block_entry
{
  uint32_t function, node;
  size_t path;                    /* number of the path that enters it, … */
  bool at_end;                    /* … by the edge that ends it */
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
  const struct memory *memory;    /* who wrote what is read: by places, or by bytes */
  size_t n_paths;                 /* that are over */
  struct bytes *bytes;            /* by bytes: what is known of them */
  /* By places: */
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
  struct block_entry *entries;    /* blocks in the order in which they were entered */
  size_t n_entries, entries_room;
  bool *matched;                  /* of each call, in the order in which they began: an activation of what it calls was
                                     seen */
  size_t n_calls, calls_room, call;
  bool first_pass;
};

/* Go through thread 0 of the profile FILE; BY_BYTES: a recording with values.  */
void history_make (struct history *h, const char *file, bool by_bytes);
/* The number in the thread of the event of path NUMBER, by bytes.  */
uint64_t history_event (const struct history *h, size_t number);
/* What values of the recording are bound to.  */
struct wpp_bindings *history_bindings (const struct history *h);

/* ---- slices-naive.c: slices from the whole history.  */

struct naive
{
  struct history h;
  uint32_t *first_statement;      /* [functions] of those of all functions */
  uint32_t n_statements;
  bool *in;                       /* [n_statements] what is in the slice */
  bool *reached;                  /* [instances] */
  uint32_t *queue;
  uint32_t *first_user, *users;   /* dependences the other way round */
};

/* Make the history of thread 0 of the profile FILE, which was executed.  */
void naive_make (struct naive *n, const char *file, bool by_bytes);
/* An instance at random that has a line and a block.  */
const struct instance *naive_any (const struct naive *n, unsigned *seed);
const struct wpp_statement *naive_statement (const struct naive *n, const struct instance *x);
/* Let IN be what executions of X's line in X's block execution depend on; or, FORWARD, what depends on them.  */
void naive_slice (struct naive *n, const struct instance *x, bool forward);
/* Is the slice of X what OURS has, by statements, if that is no ERROR?  If not, tell where they differ.  */
bool naive_equal_p (const struct naive *n, const struct instance *x, bool forward, const bool *ours, bool error);
/* Tell that EQUAL of ASKED slices were equal; return main's status.  */
int naive_end (const struct naive *n, unsigned asked, unsigned equal);

#endif /* WPP_TESTSUITE_ORACLE_SLICES_H */
