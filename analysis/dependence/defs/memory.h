/* What may be the same in memory, across functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A *location* is what a reference says of where it is: a variable of static storage and which of its bits; or what a
   pointer points to; or a local variable whose address is taken, in any activation; or anything that code without
   instrumentation can reach.  What calls of the C library share apart from memory (program/library/library.h) is a
   location, too.  Two locations may be the same unless they have different variables as bases, one is a variable whose
   address nobody takes, or GCC's rule of types separates them (alias sets, which only those of one unit can be compared
   by).

   Locations that are loaded and those that are stored to are numbered apart.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_DEFS_MEMORY_H
#define WPP_ANALYSIS_DEPENDENCE_DEFS_MEMORY_H

#include "program/statements/program.h"
#include "base/bits.h"
#include "base/hash-table.h"

enum wpp_location_kind
{
  WPP_LOCATION_VARIABLE,         /* of static storage */
  WPP_LOCATION_POINTER,
  WPP_LOCATION_LOCAL,            /* some function's local variable whose address is taken */
  WPP_LOCATION_STATES,           /* streams and the like */
  WPP_LOCATION_ANYTHING          /* that code without instrumentation reaches by what it is given */
};

/* Without padding: locations are compared as bytes.  */
struct wpp_location
{
  uint32_t kind;
  uint32_t variable;             /* VARIABLE: its number among all units'; STATES: bits of enum wpp_library_state;
                                    POINTER: what wpp_library_object says; else WPP_NONE */
  uint32_t unit;                 /* whose alias sets these are; WPP_NONE: any type */
  uint32_t alias_set, base_alias_set;
  uint32_t exact;                /* VARIABLE: 1: OFFSET and SIZE, in bits, are all that it may be */
  int64_t offset, size;          /* VARIABLE: SIZE -1: unknown */
};

struct wpp_location_table
{
  struct wpp_location *items;
  size_t n, room;
  struct wpp_hash_table table;
};

struct wpp_memory
{
  const struct wpp_program *const *programs;   /* [n_units], null where a unit has none */
  uint32_t n_units;
  uint32_t *first_variable;      /* [n_units] the numbers of a unit's variables begin here … */
  uint32_t *variables;           /* … [all] which of them it is: public ones of units are one */
  unsigned char *addressed;      /* [all] bits: what says whether pointers may reach it */
  struct wpp_location_table loads, stores;
  /* When all are known.  */
  size_t words;                  /* of a row */
  uint64_t *may, *must;          /* [stores.n * words] bits: the loads that a store may be, and those that it is for
                                    sure */
};

/* M of the variables of PROGRAMS [N_UNITS], which must stay.  To be released in any case.  */
int wpp_memory_init (struct wpp_memory *m, const struct wpp_program *const *programs, uint32_t n_units);
void wpp_memory_release (struct wpp_memory *m);

/* The location of REFERENCE of B, in unit UNIT, which is in memory and not of one of B's own variables; or, if that is
   what it is, the LOCAL one that others see.  */
struct wpp_location wpp_memory_location (const struct wpp_memory *m, uint32_t unit, const struct wpp_body *b,
                                         uint32_t reference);

/* The location of what a function of the C library accesses in VARIABLE of B, in unit UNIT: SIZE bytes (-1: unknown)
   from OFFSET on, all of it if EXACT.  The location of STATES, bits of enum wpp_library_state; and of anything.  */
struct wpp_location wpp_memory_part (const struct wpp_memory *m, uint32_t unit, const struct wpp_body *b,
                                     uint32_t variable, int64_t offset, int64_t size, bool exact);
struct wpp_location wpp_memory_states (uint32_t states);
struct wpp_location wpp_memory_anything (void);

/* Set *NUMBER to the number of L among those that are loaded, or STORED to.  */
int wpp_memory_number (struct wpp_memory *m, const struct wpp_location *l, bool stored, uint32_t *number);

/* The number among the loads of all of the variable VARIABLE of unit UNIT, or WPP_NONE.  */
uint32_t wpp_memory_whole (const struct wpp_memory *m, uint32_t unit, uint32_t variable);
/* The number among the stores of one to all of LOAD; WPP_NONE if there is none.  */
uint32_t wpp_memory_store_of (const struct wpp_memory *m, uint32_t load);
/* The name of VARIABLE, a location's; or null.  */
const char *wpp_memory_name (const struct wpp_memory *m, uint32_t variable);

/* All are known: find out which may be the same.  WPP_E_NOMEM; WPP_E_TOOBIG when they are too many.  */
int wpp_memory_finish (struct wpp_memory *m);

static inline bool
wpp_memory_may_p (const struct wpp_memory *m, uint32_t store, uint32_t load)
{
  return wpp_bit_p (m->may + store * m->words, load);
}

static inline bool
wpp_memory_must_p (const struct wpp_memory *m, uint32_t store, uint32_t load)
{
  return wpp_bit_p (m->must + store * m->words, load);
}

#endif /* WPP_ANALYSIS_DEPENDENCE_DEFS_MEMORY_H */
