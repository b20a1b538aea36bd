/* What the files of the naive slicer share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_ORACLE_SLICES_IMPL_H
#define WPP_TESTSUITE_ORACLE_SLICES_IMPL_H

#include <stdlib.h>
#include "slices.h"

struct function_known
{
  bool ready;
  uint32_t *also;                 /* [n_also] local references that pointers may reach and that something loads, or that
                                     are all of a user's variable */
  uint32_t n_also;
  uint32_t *reader, *kind;        /* [references] of all that is not local; of stores; or NONE */
  uint32_t *first_control, *controls;   /* [nodes + 1]; edges whose branches decide about a node */
  struct wpp_effects **effects;   /* [calls] null: not asked yet */
};

struct activation
{
  size_t id;                      /* its number; of places in the log, when it began */
  uint32_t start;                 /* instance that it depends on, or NONE */
  uint32_t *given;                /* [parameters] instances that passed them, or NONE */
  uint32_t *unnamed;              /* [n_unnamed] of arguments that have no parameter */
  uint32_t n_unnamed;
  uint32_t *value;                /* [values] */
  uint32_t *last;                 /* [statements] the last execution */
  uint32_t *taken;                /* [edges] what decided it the last time */
  size_t *when;                   /* [edges] and when; 0: never */
  uint32_t entry;                 /* or NONE */
  struct reader *readers;         /* [references] of local ones, or null */
  size_t *own, n_own, own_room;   /* stores by it, in the log */
  /* The call at hand.  */
  const struct wpp_statement *call;
  uint32_t call_instance, *arguments, *results;
  size_t n_results, number;
  bool was_called;                /* … is on its way */
};

/* Who wrote what is read.  The instance at hand is the one that reads; FUNCTION is that of A.  */
struct memory
{
  /* A begins, and knows what it is given.  */
  void (*begin) (struct history *h, uint32_t function, struct activation *a);
  /* It goes on with a path, which BEGINS it or not.  */
  void (*path) (struct history *h, uint32_t function, struct activation *a, bool begins);
  /* REFERENCE is read, an operand of a statement.  */
  void (*operand) (struct history *h, uint32_t function, struct activation *a, uint32_t reference);
  /* Argument number I of the call S of a recorded function is passed.  */
  void (*argument) (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s,
                    uint32_t i);
  /* The call S of another one begins, which may call back: ONLY.  */
  void (*call) (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s,
                uint32_t only);
  /* S reads more than its operands.  */
  void (*reads) (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s);
  /* S writes, in INSTANCE: its results and, if OWN, what a call writes besides.  */
  void (*writes) (struct history *h, uint32_t function, struct activation *a, const struct wpp_statement *s,
                  uint32_t instance, bool own);
};
extern const struct memory memory_by_places, memory_by_bytes;

static inline void *
need (void *p)
{
  if (!p)
    abort ();
  return p;
}

#define GROW(A, N, ROOM)                                                                           \
  do                                                                                               \
    if ((N) == (ROOM))                                                                             \
      (A) = need (realloc ((A), ((ROOM) = 2 * (ROOM) + 64) * sizeof *(A)));                        \
  while (0)

/* The instance at hand depends on that one.  */
static inline void
depend (struct history *h, uint32_t on)
{
  if (on == NONE)
    return;
  GROW (h->dependences, h->n_dependences, h->dependences_room);
  h->dependences[h->n_dependences] = (struct dependence){ on, h->instances[h->current].last };
  h->instances[h->current].last = h->n_dependences++;
}

/* A new instance, which is at hand from now on.  */
static inline uint32_t
make (struct history *h, uint32_t function, uint32_t statement, uint32_t entry)
{
  GROW (h->instances, h->n, h->room);
  h->instances[h->n] = (struct instance){ function, statement, entry, NONE };
  return h->current = h->n++;
}

static inline uint32_t
unit_of (const struct history *h, uint32_t function)
{
  return h->unit_of[function];
}

static inline bool
local_p (const struct wpp_body *b, uint32_t v)
{
  return v != WPP_NONE && v >= b->n_globals;
}

/* ---- slices-memory.c: by places, as the program's text names them.  */

/* What the call S of FUNCTION does.  */
const struct wpp_effects *effects_of (const struct history *h, uint32_t function, const struct wpp_statement *s);
/* May S call a function that is recorded?  */
bool calls_recorded_p (const struct history *h, uint32_t function, const struct wpp_statement *s);
void know_references (struct function_known *k, const struct wpp_body *b);
void know_variables (struct history *h);

/* ---- slices-bytes.c: by bytes, as replay tells.  */

/* Have what all paths of the thread access.  */
void know_accesses (struct history *h);

#endif /* WPP_TESTSUITE_ORACLE_SLICES_IMPL_H */
