/* What runs executed, as `wpp suspect' keeps it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_SUSPECT_IMPL_H
#define WPP_ANALYSIS_ANSWERS_SUSPECT_IMPL_H

#include "answers/kept-texts.h"
#include "answers/suspect.h"
#include "base/hash-table.h"

/* A function of the program, as one build has it.  */
struct wpp_suspect_function
{
  struct wpp_recording *r;      /* one in which it is */
  struct wpp_code *code;        /* its code */
  struct wpp_code_function *of;
};

/* What identifies a thing: zeroed before it is set.  */
struct wpp_suspect_key
{
  uint32_t kind, function;
  uint64_t a, b;                /* path: number; edge: its index; line: file << 32 | line; pair: the first path's thing,
                                   the second one's; context: the caller's thing + 1, or 0; the call's node; fact:
                                   its texts (wpp_suspect_fact_text); the block */
};

struct wpp_suspect_thing
{
  struct wpp_suspect_key key;
  uint32_t runs[2];             /* failing, passing */
  uint32_t last_run;            /* that executed it, plus 1 */
  uint32_t run;                 /* the first failing one */
  uint32_t thread;
  uint64_t signature;           /* of the set of runs */
  uint64_t time;                /* when it came first in RUN; UINT64_MAX: not known */
};

struct wpp_suspect_run
{
  char *file;
  bool failed;
  uint64_t events;              /* of its longest thread; 0: not known */
};

struct wpp_suspects
{
  unsigned kinds, problems;
  struct wpp_kept_texts texts;  /* of facts */
  struct wpp_suspect_run *runs; /* [n_runs] */
  size_t n_runs;
  uint32_t n[2];                /* failing, passing */
  struct wpp_recording **kept;  /* [n_kept] those that functions are of */
  size_t n_kept;
  struct wpp_suspect_function *functions; /* [n_functions] */
  size_t n_functions;
  struct wpp_hash_table by_function;
  struct wpp_suspect_thing *things; /* [n_things] */
  size_t n_things, things_room;
  struct wpp_hash_table by_key;
  struct wpp_path path;         /* the one decoded last */
};

/* Decode path NUMBER of function F of S into PATH.  Return its numbering; null and *ERR after an error.  */
const struct wpp_numbering *wpp_suspect_decode (struct wpp_suspects *s, uint32_t f, uint64_t number,
                                                struct wpp_path *path, int *err, struct wpp_place *place);

/* Call VISIT for the nodes that PATH, of NUM, executes, in order, until it returns true; return whether it did.  */
bool wpp_suspect_nodes (const struct wpp_numbering *num, const struct wpp_path *path,
                        bool (*visit) (void *data, uint32_t node), void *data);

/* Did a passing run execute the path thing SECOND directly after the path thing FIRST?  */
bool wpp_suspect_passed_after (const struct wpp_suspects *s, uint64_t first, uint32_t second);

/* ---- Data flow facts (suspect-facts.c).  */

struct wpp_suspect_facts_user
{
  /* FACT held when BLOCK of F was entered; it is what keys have.  */
  int (*take) (void *data, struct wpp_code_function *f, uint32_t block, const char *fact);
  void *data;
};

/* Tell USER of the facts of PROBLEMS (wpp_computed_asked) that held in R, which needs activations, and whose events
   CODE explains; TEXTS keeps them.  Return 0, WPP_E_NOMEM, an error of wpp_compute_frequencies, or what USER
   returns.  */
int wpp_suspect_visit_facts (struct wpp_recording *r, struct wpp_code *code, struct wpp_kept_texts *texts,
                             unsigned problems, const struct wpp_suspect_facts_user *user, struct wpp_place *place);
/* What the fact KEY says, and the name of its problem.  */
const char *wpp_suspect_fact_text (const struct wpp_suspect_key *key);
const char *wpp_suspect_fact_problem (const struct wpp_suspect_key *key);

/* ---- Groups of suspect things (suspect-rank.c), and how they are told (suspect-paths.c).  */

/* Calls that are told of a context.  */
#define WPP_SUSPECT_FRAMES 1000u

struct wpp_suspect_group
{
  uint32_t first, n;            /* things, in the order of the answer's list */
  uint32_t shown;               /* the thing that is shown */
  double score;
  bool order;                   /* there are pairs or contexts only */
  double when;                  /* the share of the run that was over then; > 1: not known */
};

struct wpp_suspect_ranking
{
  struct wpp_suspects *s;
  uint32_t *things;             /* [n] suspect ones, by function and runs */
  size_t n;
  struct wpp_suspect_group *groups;         /* [n_groups] */
  size_t n_groups;
  uint32_t *paths;              /* [n_paths] all paths, by function */
  size_t n_paths;
  struct wpp_place *place;
};

/* A path that is told.  */
struct wpp_suspect_told
{
  struct wpp_path path;
  struct wpp_route route;
  struct wpp_route_row row;
  uint64_t number;
  bool known;
};

/* What a row is made of.  */
struct wpp_suspect_telling
{
  struct wpp_suspect_told before, path, nearest;
  struct wpp_suspect_place_row places[2];
  const char *frames[WPP_SUSPECT_FRAMES];
};

/* Find the paths of SHOWN, a thing of a group, and where they part, and add them to ROW, which refers to T then.
   Return 0 or an error of wpp_suspect_decode.  */
int wpp_suspect_tell (struct wpp_suspect_ranking *r, const struct wpp_suspect_thing *shown,
                      struct wpp_suspect_telling *t, struct wpp_suspect_row *row);
/* Add to ROW the fact SHOWN, and where it held, which is in T then.  */
void wpp_suspect_tell_fact (struct wpp_suspect_ranking *r, const struct wpp_suspect_thing *shown,
                            struct wpp_suspect_telling *t, struct wpp_suspect_row *row);
/* Release what is in T, which may be null.  */
void wpp_suspect_telling_release (struct wpp_suspect_telling *t);

#endif /* WPP_ANALYSIS_ANSWERS_SUSPECT_IMPL_H */
