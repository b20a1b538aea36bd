/* What a call of the C library may read and write: rows of the table, resolved for one call.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Slices, queries and data flow problems ask here.  What GCC's oracle says (program/statements/body.h) holds as well:
   the table only takes away from it.  -fwpp-optimize asks GCC's oracle alone, as its copies are worth only what GCC's
   passes believe, and as what a table does not know of (locks, handlers) may not make code wrong.  */

#ifndef WPP_ANALYSIS_PROGRAM_LIBRARY_EFFECTS_H
#define WPP_ANALYSIS_PROGRAM_LIBRARY_EFFECTS_H

#include "program/library/library.h"
#include "program/statements/body.h"

/* What an access is to.  */
enum wpp_effect_place
{
  WPP_PLACE_NOTHING,             /* nothing that a program can write: a string constant, a null pointer */
  WPP_PLACE_VARIABLE,            /* a part of VARIABLE */
  WPP_PLACE_POINTER              /* wherever a pointer leads */
};

struct wpp_effect_access
{
  uint8_t how;                   /* enum wpp_library_how */
  uint8_t place;                 /* enum wpp_effect_place */
  bool exact;                    /* VARIABLE: OFFSET and SIZE are all of it; else they are what it may be at most */
  uint32_t argument;
  uint32_t variable;             /* of the body */
  uint32_t operand;              /* the pointer */
  int64_t offset, size;          /* VARIABLE: bytes from its start; SIZE -1: nobody knows */
  struct wpp_library_access says; /* what the row, or the format, says: how much, by which arguments */
};

#define WPP_MOST_EFFECT_ACCESSES 24

/* Of a statement.  Of what is no call of a function in the table nothing is known.  */
struct wpp_effects
{
  const struct wpp_body *body;
  const struct wpp_statement *statement;
  const struct wpp_library_function *row; /* null: nothing is known, nor is what follows set */
  uint32_t reads, writes;        /* enum wpp_library_state */
  uint8_t any;                   /* enum wpp_library_any */
  uint32_t n;
  struct wpp_effect_access accesses[WPP_MOST_EFFECT_ACCESSES];
};

/* What a program does that makes the library do more than rows say.  */
enum wpp_library_habit
{
  WPP_HABIT_OWN_STREAMS = 1,     /* it implements streams, or lays them over its memory: those may do anything */
  WPP_HABIT_INSIDE_STREAMS = 2,  /* it accesses what a FILE consists of, as getc_unlocked does where it is inlined */
  WPP_HABIT_ASSIGNED = 4,        /* it assigns to stdin, stdout or stderr, or takes their addresses */
  WPP_HABIT_ERRNO_KEPT = 8       /* it keeps errno's address */
};

/* The habits that the tables of PROGRAM show (OWN_STREAMS, INSIDE_STREAMS); all of those of PROGRAM, by its bodies.  */
unsigned wpp_library_habits (const struct wpp_program *program);
unsigned wpp_library_all_habits (const struct wpp_program *program);

/* The row of what S of B calls, or null: S may be any statement.  */
const struct wpp_library_function *wpp_library_called (const struct wpp_body *b, const struct wpp_statement *s);

/* Set *E to what S, of B, does in a program of HABITS.  */
void wpp_effects_of (const struct wpp_body *b, const struct wpp_statement *s, unsigned habits, struct wpp_effects *e);

/* May E's statement change memory of REFERENCE; may it read some?  For what is not known as GCC's oracle has it.  */
bool wpp_effects_may_write_p (const struct wpp_effects *e, uint32_t reference);
bool wpp_effects_may_read_p (const struct wpp_effects *e, uint32_t reference);

/* REFERENCE, of B, is to memory where a pointer leads that a call returned: WPP_STATE_ERRNO: it is errno;
   WPP_STATE_MEMORY: it is no variable, but memory of the library's, or an allocated object; 0: that is not known.  */
uint32_t wpp_library_object (const struct wpp_body *b, uint32_t reference);

#endif /* WPP_ANALYSIS_PROGRAM_LIBRARY_EFFECTS_H */
