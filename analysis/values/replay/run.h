/* Running micro-operations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_VALUES_REPLAY_RUN_H
#define WPP_ANALYSIS_VALUES_REPLAY_RUN_H

#include "recording/values/records.h"
#include "values/replay/code.h"
#include "values/replay/table.h"

#define WPP_NAMED_ADDRESS (UINT64_C (1) << 63)

/* What is added to wpp_values_named_address where accesses to variables of L's function are told.  */
static inline uint64_t
wpp_named_base (const struct wpp_micro_layout *l)
{
  return WPP_NAMED_ADDRESS | (uint64_t) (l->first_check - l->first_key) << 24;
}

/* What is told of a statement that is watched.  */
struct wpp_value_watch
{
  void *data;
  /* STATEMENT has assigned V to a value, or stores it; if USE, it has V as its use number USE - 1.  Return 0, or an
     error that ends replay.  */
  int (*value) (void *data, uint32_t statement, uint32_t use, struct wpp_word v);
  /* STATEMENT comes.  */
  int (*statement) (void *data, uint32_t statement);
  /* It reads or writes N bytes at ADDRESS (both known), before it does.  An address from WPP_NAMED_ADDRESS on is made
     up: it stands for a variable that no pointer reaches.  */
  int (*access) (void *data, uint32_t statement, uint64_t address, uint64_t n, bool writes);
  /* A comes, at ADDRESS, of N bytes; SURPRISED: a load that finds what the program's table did not say.  */
  int (*memory) (void *data, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n,
                 bool surprised);
};

/* How a statement was found to be otherwise than computed.  */
enum wpp_mismatch
{
  WPP_MISMATCH_BRANCH,   /* the path took another branch; INDEX: edge */
  WPP_MISMATCH_TRUTH,    /* its result was another one; INDEX: statement */
  WPP_MISMATCH_NO_TRUTH, /* there was no record of its result; INDEX: statement */
  WPP_MISMATCH_UNKNOWN,  /* its result was recorded, and replay did not know it; INDEX: statement */
  WPP_N_MISMATCHES
};

struct wpp_micro_run
{
  struct wpp_table *table;                 /* null: there is none, nor is the code to need it */
  const struct wpp_value_record *record;   /* the next one; an array that ends with WPP_NO_RECORD */
  struct wpp_word *slots;                  /* of the activation */
  unsigned char *kept;                     /* [2 * n_kept] bytes, and masks of the bits that are known */
  const struct wpp_micro_layout *layout;
  struct wpp_value_watch watch;
  uint32_t mode;                           /* how reals are rounded (WPP_TABLE_MODE), or WPP_MODE_UNKNOWN */
  bool moded;                              /* set where a result is not known because of MODE */
  struct wpp_word *told;                   /* where WPP_MICRO_TELL stores next */
  bool wrong;                              /* set where a branch went otherwise: nothing is known any more */
  uint64_t truths, unknown;                /* results compared, and those of them that replay did not know */
  void *data;
  int (*mismatch) (void *data, enum wpp_mismatch kind, uint32_t index, struct wpp_word computed, uint64_t truth);
};

/* Run the sequence of CODE, of R->layout, that begins at FIRST.  Return 0 or what a function of R returned.  */
int wpp_micro_run (struct wpp_micro_run *r, const struct wpp_micro_code *code, uint32_t first);

/* Make all of the activation unknown.  */
void wpp_micro_run_lose (struct wpp_micro_run *r);

#endif /* WPP_ANALYSIS_VALUES_REPLAY_RUN_H */
