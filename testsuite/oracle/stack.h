/* A stack of activations over an expanded trace, the slow way.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Executes events one by one.  It follows the rules at the top of activations/machine/machine.h, with nothing of that
   room: no events are done at once, and nothing is remembered.  */

#ifndef WPP_TESTSUITE_ORACLE_STACK_H
#define WPP_TESTSUITE_ORACLE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "program/paths/numbering.h"
#include "recording/profile/code.h"
#include "recording/profile/read.h"

enum ending { ABANDONED, JUMPED, LOST, OPEN, LEFT, ENDINGS };

struct frame
{
  size_t function;
  long node;            /* of the call that its last path ended before, or -1 */
  bool seen;            /* its beginning */
  void *own;            /* the user's; null at first */
};

struct put_away         /* a stack on which the thread is not */
{
  uint32_t number;
  struct frame *frames;
  size_t depth, room;
};

struct stack
{
  const char *name;     /* of the oracle */
  void *user;
  void (*begin) (void *user, struct frame *top);
  /* TOP takes the path NUMBER of NUM, which is in the stack's `path'; or null.  */
  void (*take) (void *user, struct frame *top, const struct wpp_numbering *num, uint64_t number);
  void (*end) (void *user, struct frame *top, enum ending how);
  void (*leave) (void *user);   /* what follows is of another stack; or null */
  struct wpp_profile *profile;
  struct wpp_code *code;
  struct frame *frames; /* [depth] */
  size_t depth, room;
  struct wpp_path path;
  struct put_away *away; /* [n_away] of the thread's stacks; NOW is the one where it is, which has NUMBER */
  size_t n_away, now;
  uint32_t number;       /* 0: of its own stack, no number is known */
  bool own_next;
};

/* Unless OK, print WHAT is wrong and end with status 2.  */
void stack_check (const struct stack *s, bool ok, const char *what);
/* Read the profile FILE.  */
void stack_read (struct stack *s, const char *file);
/* The same; its threads have their stacks one after the other.  Without this, T's switches are followed here.  */
void stack_read_by_stacks (struct stack *s, const char *file);
/* Execute T.  */
void stack_run (struct stack *s, const struct wpp_thread *t);

#endif /* WPP_TESTSUITE_ORACLE_STACK_H */
