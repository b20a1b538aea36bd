/* What the files of the projector share (projector.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECTOR_IMPL_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECTOR_IMPL_H

#include "activations/projection/projector.h"
#include "base/hash-table.h"

/* A symbol of a projection is a letter (project.h), WPP_RULE | a rule of the function's pool, or WPP_SHARED | a rule of
   the shared pool, which has what a stretch means to functions that do not occur in it.  */
#define WPP_SHARED 0x40000000u
#define WPP_MOST_RULES 0x40000000u

struct wpp_part
{
  uint32_t symbol, exponent;
};

struct wpp_parts           /* a right-hand side that grows */
{
  struct wpp_part *part;
  size_t n, room;
};

/* Rules, no two of them equal; a rule's parts are older rules.  */
struct wpp_pool
{
  struct wpp_part *parts;  /* of all rules, in their order */
  uint32_t n_parts;
  uint32_t n_rules;
  uint32_t *end;           /* [n_rules] end of rule r's parts, which begin where those of r - 1 end */
  size_t parts_room, rules_room;
  struct wpp_hash_table table;  /* of the rules */
};

/* What a stretch of events means to functions that do not occur in it: LEAVE^leaves, then MIDDLE unless that is 0, then
   ENTER^enters.  An activation that begins and ends in the stretch leaves nothing (wpp_view_undone_p).  */
struct wpp_others
{
  uint64_t leaves, enters;
  uint32_t middle;         /* letter or WPP_SHARED symbol */
  bool gap;                /* MIDDLE begins with a GAP: everything before it is irrelevant */
};

struct wpp_view            /* of one function */
{
  struct wpp_pool pool;
  struct wpp_parts rule;   /* projection of the present rule */
  struct wpp_parts thread; /* of the present thread */
  struct wpp_parts threads;  /* a symbol for each thread so far, whose parts end with a GAP */
  struct wpp_path_times *counts;  /* the first N_SORTED are sorted */
  size_t n_counts, n_sorted, counts_room;
  uint32_t stamp;          /* of the last rule in which it occurred */
};

struct wpp_entry           /* a rule of the grammar as one function sees it */
{
  uint32_t function;
  struct wpp_part part;
};

struct wpp_projector
{
  uint32_t n_views;
  struct wpp_view *views;
  struct wpp_pool shared;
  uint32_t *touched;       /* functions that occur in the present rule */
  uint32_t n_touched;
  uint32_t *running;       /* functions that occur in the present thread */
  uint32_t n_running;
  uint32_t stamp;
  /* Of the present grammar.  */
  struct wpp_entry *entries;
  size_t n_entries, entries_room;
  uint64_t *first;         /* [rules] the first entry of each rule */
  uint64_t *last;          /* [rules] the end of its entries */
  struct wpp_others *others;  /* [rules] */
  uint64_t work, most_work;   /* entries that were read or made */
};

/* projector-pool.c.  All return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */

/* Append SYMBOL^EXPONENT to LIST.  Equal neighbours are added up, and a LEAVE cancels an ENTER.  */
int wpp_parts_add (struct wpp_parts *list, uint32_t symbol, uint32_t exponent);

/* Set *RULE to the rule of POOL with the parts PARTS [N], which is made if there is none.  */
int wpp_pool_intern (struct wpp_pool *pool, const struct wpp_part *parts, size_t n, uint32_t *rule);
void wpp_pool_release (struct wpp_pool *pool);

/* Return the parts of RULE, and set *N to their number.  */
const struct wpp_part *wpp_pool_rule (const struct wpp_pool *pool, uint32_t rule, size_t *n);

/* projector-grammar.c.  Make the grammar with START as S, and with the rules of OWN and of SHARED that it needs.
   Return null and set *ERR after an error.  */
struct wpp_grammar *wpp_pool_grammar (const struct wpp_pool *own, const struct wpp_pool *shared,
                                      const struct wpp_parts *start, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECTOR_IMPL_H */
