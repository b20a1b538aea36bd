/* What a node of the graph computes, and from what.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A node is a path, and replay's code of it (values/replay/code.h) computes all values of its statements.  It computes
   them from *inputs*: what loads and checks found in the table, in the order of the code; and from *live* slots, which
   it reads before it writes them.  So the graph stores only these, and gives all others by running the *pure* code:
   where a load or check was, its result is moved from a slot after the layout's own; stores, branches and truths are
   left out.  */

#ifndef WPP_ANALYSIS_WET_CODE_H
#define WPP_ANALYSIS_WET_CODE_H

#include "values/replay/code.h"

struct wpp_wet_inputs
{
  uint32_t n_live;
  uint32_t *live;                /* [n_live] slots, but for slot 0, in the order in which they are read first */
  uint32_t n;                    /* inputs */
  uint32_t n_reads;              /* accesses that have a label: those that read, and those that MAY write */
};

/* Find the inputs of CODE, whose slots are below N_SLOTS.  0 or WPP_E_NOMEM; X is to be released in any case.  */
int wpp_wet_inputs (const struct wpp_micro_code *code, uint32_t n_slots, struct wpp_wet_inputs *x);
void wpp_wet_inputs_release (struct wpp_wet_inputs *x);

/* Let CODE tell its live slots, its inputs, and its live slots again at its end: 2 * X->n_live + X->n words; and no
   values to whoever watches.  0 or WPP_E_NOMEM, with CODE as it was.  */
int wpp_wet_code_tell (struct wpp_micro_code *code, const struct wpp_wet_inputs *x);
/* Make CODE pure: one sequence, whose input I is in slot N_SLOTS + I.  */
void wpp_wet_code_purify (struct wpp_micro_code *code, uint32_t n_slots);

/* Does CODE assign SLOT?  */
bool wpp_wet_assigns_p (const struct wpp_micro_code *code, uint32_t slot);

/* What of the statements of BODY is watched where the graph's code is compiled, to be freed; null and *ERR:
   WPP_E_NOMEM.  */
uint8_t *wpp_wet_watched (const struct wpp_body *body, int *err);

/* So many bytes are taken to be read or written where nobody knows how many are.  */
#define WPP_WET_UNKNOWN_BYTES 256u

/* Does A write, at an address, nobody knows how many bytes?  Then it MAY write each of them.  */
static inline bool
wpp_wet_many_p (const struct wpp_memory_access *a)
{
  return a->how & WPP_MEMORY_WRITES && !(a->how & WPP_MEMORY_BEGINS) && a->bytes == UINT64_MAX && !a->size
         && a->space == WPP_SPACE_MEMORY;
}

/* Does A have a label: which instances wrote what it reads?  What MAY be written is what was there before, or not.  */
static inline bool
wpp_wet_labelled_p (const struct wpp_memory_access *a)
{
  return !(a->how & WPP_MEMORY_WRITES) || a->how & WPP_MEMORY_MAY || wpp_wet_many_p (a);
}

/* How many bytes A accesses, if N is what it says: a string, or what else nobody knows the end of.  */
static inline struct wpp_word
wpp_wet_bytes (const struct wpp_memory_access *a, struct wpp_word n)
{
  bool some = !n.known && a->space == WPP_SPACE_MEMORY && (!(a->how & WPP_MEMORY_WRITES) || wpp_wet_many_p (a));
  return some ? (struct wpp_word){ WPP_WET_UNKNOWN_BYTES, 1 } : n;
}

#endif /* WPP_ANALYSIS_WET_CODE_H */
