/* What the files of the scan share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_IMPL_H
#define WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_IMPL_H

#include "dependence/slices/scan-effects.h"
#include "dependence/slices/scan.h"
#include "base/search.h"

struct wpp_scan_path             /* a path, decoded */
{
  bool known;
  uint32_t function;             /* whose model is there, or WPP_NONE */
  struct wpp_slice_path path;
};

struct wpp_scan_met              /* a symbol and what it meets */
{
  uint32_t symbol;               /* a rule, a letter or a thread's rope */
  uint32_t function;             /* whose frame it is */
  uint32_t frame, memory;        /* the sets before it */
};

struct wpp_scan_level
{
  struct wpp_scan_met met;
  bool activation, partial;      /* PARTIAL: not all of it is gone through */
  uint32_t effect;               /* of what was gone through (scan-effects.h) */
  uint32_t caller_frame, caller_memory;   /* of an activation */
  const struct wpp_part *parts;  /* [n] or null: it is ONE */
  struct wpp_part one;
  size_t n, at;                  /* AT of them were done */
  uint64_t left;                 /* of the part at hand */
  uint64_t done, mark;           /* how often it was done, and when the set was … */
  uint32_t mark_frame, mark_memory;  /* … this one (Brent's algorithm) */
};

struct wpp_scan_made             /* what a symbol made of what it met */
{
  uint32_t key;                  /* what the set of memory had of what was asked for; forward: the set */
  uint32_t new_frame, effect;    /* forward, EFFECT is the set of memory after it */
};

struct wpp_scan_latest           /* of a symbol: what it made when it was gone through last */
{
  uint32_t function, frame;
  struct wpp_scan_made made;
  enum { WPP_LATEST_NONE, WPP_LATEST_ONLY, WPP_LATEST_OF_MANY } is;   /* OF_MANY: memos have earlier ones */
};

struct wpp_scan_memo
{
  uint32_t symbol, function, frame;   /* what met what */
  struct wpp_scan_made made;
  uint32_t next;                 /* memo of the same, or WPP_NONE */
};

struct wpp_scan_joined           /* what a frame with the set FRAME has after a call that wanted WANTED */
{
  uint32_t frame, wanted, joined;
};
#define WPP_SCAN_JOINED 4096     /* that are remembered */

/* What is done in a direction.  An activation of CALLEE is met in a frame of CALLER, whose sets are at hand: CALL makes
   them the activation's own, LEAVE makes what is left at its other end what callers know, and RETURN goes on with the
   caller's sets, which were FRAME and MEMORY.  */
struct wpp_scan_direction
{
  bool forward;
  /* Go through the path P: nodes from number FIRST on and before number LAST; if BEGIN, also what is before the first,
     if END, also the edge after the last.  */
  void (*path) (struct wpp_scan *s, const struct wpp_scan_path *p, uint32_t first, uint32_t last, bool begin, bool end);
  void (*call) (struct wpp_scan *s, uint32_t caller, uint32_t callee);
  void (*leave) (struct wpp_scan *s, uint32_t callee);
  void (*come_back) (struct wpp_scan *s, uint32_t caller, uint32_t callee, uint32_t frame, uint32_t memory);
};

struct wpp_scan
{
  const struct wpp_slice_model *model;
  const struct wpp_nest *nest;
  wpp_slice_path_of *path_of;
  void *data;
  bool exercised;                /* approach 2 */
  const struct wpp_slice_criterion *criterion;
  struct wpp_slice_reason *reasons;   /* [n_items] */
  size_t n_included;
  struct wpp_scan_path *paths;   /* [letters] */
  struct wpp_path decoded;
  uint32_t *last_paths;          /* [rules of ropes] the last path that each has of its own activation, a symbol, or
                                    WPP_ROPE_EMPTY */
  struct wpp_sets sets;          /* of facts of frames */
  struct wpp_sets memories;      /* … and of the program, as bits */
  uint32_t frame, memory;        /* the sets at hand */
  struct wpp_marks facts;        /* of the frame, while a path is gone through */
  uint32_t opened;               /* the set that FACTS is, unless that has changed */
  uint64_t *loads;               /* [words] of the program, likewise */
  bool loads_changed;
  uint32_t loaded;               /* the set that LOADS is, unless that has changed */
  uint32_t *list;                /* room for a set */
  uint32_t **origins;            /* [n_functions] the item that wanted, or tainted, each fact last */
  uint32_t *load_origins;        /* [n_loads] */
  uint32_t *locals;              /* [n_locals] the program's facts that others see local variables as */
  size_t n_locals;
  struct wpp_scan_joined *joined;   /* [WPP_SCAN_JOINED] */
  struct wpp_scan_effects effects;
  struct wpp_scan_latest *latest;   /* [rules of ropes, then letters] */
  struct wpp_scan_memo *memos;   /* those that are not the latest */
  size_t n_memos, memos_room;
  struct wpp_hash_table table;
  struct wpp_scan_level *levels;
  size_t n_levels, levels_room;
  size_t most_items;             /* of sets */
  uint64_t n_steps;
  int err;                       /* sticks */
  const struct wpp_scan_direction *direction;
  void (*watch) (void *data, uint32_t node);
  void *watch_data;
};

/* Has S effects?  */
static inline bool
wpp_scan_effects_p (const struct wpp_scan *s)
{
  return !s->direction->forward;
}

/* A function at hand.  */
struct wpp_scan_at
{
  struct wpp_scan *s;
  const struct wpp_slice_function *f;
  uint32_t *origin;
};

static inline struct wpp_scan_at
wpp_scan_at (struct wpp_scan *s, uint32_t function)
{
  return (struct wpp_scan_at){ s, s->model->functions[function], s->origins[function] };
}

/* The fact that says that the call CODE is being executed, after all others of F.  */
static inline uint32_t
wpp_fact_site (const struct wpp_slice_function *f, uint32_t code)
{
  return f->n_facts + code;
}

/* Add FACT of the frame, because of ITEM.  */
static inline void
wpp_scan_add (const struct wpp_scan_at *at, uint32_t fact, uint32_t item)
{
  if (wpp_marks_add (&at->s->facts, fact) && fact < at->f->n_facts)
    at->origin[fact] = item;
}

static inline void
wpp_scan_add_load (struct wpp_scan *s, uint32_t load, uint32_t item)
{
  uint64_t bit = UINT64_C (1) << load % 64;
  if (wpp_scan_effects_p (s))
    s->effects.added[load / 64] |= bit;
  if (s->loads[load / 64] & bit)
    return;
  s->loads[load / 64] |= bit;
  s->load_origins[load] = item;
  s->loads_changed = true;
}

static inline size_t
wpp_scan_load_words (const struct wpp_scan *s)
{
  return s->model->n_loads / 64 + 1;
}

/* Set S->list to the program's facts that others see local variables as that a frame of FUNCTION with the set FRAME
   wants; return how many.  */
size_t wpp_scan_escaped (struct wpp_scan *s, uint32_t function, uint32_t frame);

/* Does the set SET, of a frame, have NUMBER?  */
static inline bool
wpp_scan_in_set_p (const struct wpp_scan *s, uint32_t set, uint32_t number)
{
  size_t n;
  const uint32_t *items = wpp_sets_items (&s->sets, set, &n);
  return WPP_FIND_SORTED (k, n, items[k], number) < n;
}

/* A load that STORE may be, or MUST be, and that is there; WPP_NONE: none.  */
uint32_t wpp_scan_stored (struct wpp_scan *s, uint32_t store);
/* Take those away that STORE must be.  */
void wpp_scan_kill_loads (struct wpp_scan *s, uint32_t store);

/* Is the statement CODE at NODE, of the function at hand, one of the criterion's?  Then, if a variable is asked for,
   that is added (backward).  */
bool wpp_scan_criterion_p (const struct wpp_scan_at *at, uint32_t node, const struct wpp_slice_code *code);
/* Is the variable of the criterion wanted, and FACT a version of it?  */
bool wpp_scan_variable_p (const struct wpp_scan_at *at, uint32_t fact);

/* The sets at hand become FACTS and LOADS, or only FACTS; and back.  */
void wpp_scan_open (struct wpp_scan *s);
void wpp_scan_open_frame (struct wpp_scan *s);
void wpp_scan_close (struct wpp_scan *s);
/* Empty sets of facts.  */
int wpp_scan_init_sets (struct wpp_scan *s);

void wpp_scan_path_backward (struct wpp_scan *s, const struct wpp_scan_path *p, uint32_t first, uint32_t last,
                             bool begin, bool end);

extern const struct wpp_scan_direction wpp_scan_backward, wpp_scan_forward;

/* The path that the letter LETTER is; null after an error.  */
const struct wpp_scan_path *wpp_scan_path_of (struct wpp_scan *s, uint32_t letter);
/* The last path that the first N of PARTS have of their own activation, a symbol; WPP_ROPE_EMPTY: none.  */
uint32_t wpp_scan_last_path (const struct wpp_scan *s, const struct wpp_part *parts, size_t n);
/* Find S->last_paths.  */
bool wpp_scan_find_last_paths (struct wpp_scan *s);
/* SET, and that a frame of FUNCTION is in the call before which PATH ended.  */
uint32_t wpp_scan_add_site (struct wpp_scan *s, uint32_t function, uint32_t path, uint32_t set);

static inline size_t
wpp_scan_n_symbols (const struct wpp_scan *s)
{
  return s->nest->tables.traces.pool.n_rules + s->nest->tables.n_letters;
}

/* Go through the symbol of M if what it makes of the sets is known; then set *EFFECT, too.  */
bool wpp_scan_remembered_p (struct wpp_scan *s, const struct wpp_scan_met *m, uint32_t *effect);
/* The sets at hand are what the symbol of M has made, by EFFECT.  */
void wpp_scan_remember (struct wpp_scan *s, const struct wpp_scan_met *m, uint32_t effect);
void wpp_scan_forget (struct wpp_scan *s);

/* The call that a frame of CALLER with the set FRAME is at, as code; null when that is not known.  */
const struct wpp_slice_code *wpp_scan_site (const struct wpp_scan *s, uint32_t caller, uint32_t frame);

#endif /* WPP_ANALYSIS_DEPENDENCE_SLICES_SCAN_IMPL_H */
