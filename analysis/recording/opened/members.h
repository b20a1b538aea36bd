/* A pool: many profiles that become one merged profile, whatever their order and however they were merged before.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A merged profile is a set of runs.  A run is known by its id (recording/profile/runs.h), so a run that is in two
   files counts once.  What is written depends on the set alone: runs are in the order of their ids, units in that of
   their modules, and the events of all runs are one shared grammar (grammar/shared/shared.h).  So merging is
   associative, commutative and idempotent, byte by byte.  A single run keeps the grammars that it has.

   A file that weighs N counts as N runs of different ids, which depend on its runs' ids.

   Files are read twice.  First what they are: their heads stay in memory, and whoever does not belong into the pool is
   found.  Then their events, by several threads, each of which reads one file after the other and has a part of the
   pool; two parts become one when both are read (members-crew.c).  What is in memory grows with what is new in each.

   A member is unfit if it cannot be read, has no events, misses more than a hundredth of them (unless LOSSY), is of
   another program or another build than most others (unless FOREIGN), or has counts where most have whole paths.  The
   pool is thin if more members are unfit than may be.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_MEMBERS_H
#define WPP_ANALYSIS_RECORDING_OPENED_MEMBERS_H

#include "grammar/shared/shared.h"
#include "recording/opened/joined.h"

#define WPP_MEMBERS_MOST_JOBS 64u

struct wpp_members_request
{
  struct wpp_recording_request request;
  const uint64_t *weights;      /* [n_files] at least 1 each; or null: 1 */
  bool lossy, foreign;
  bool empty;                   /* members without events are fit */
  double may_be_unfit;          /* share of the members, 0 .. 1 */
  size_t memory;                /* bytes that the shared grammar may take; 0: any number */
  size_t jobs;                  /* the most threads that work at a time; 0: as many as there are processors */
};

struct wpp_members_thread
{
  uint64_t n_events, lost, switched;
  size_t root;                  /* of its first segment, among the part's */
  size_t n_roots;               /* segments that are not empty */
};

struct wpp_members_run
{
  struct wpp_merged_run run;
  const struct wpp_merged_program *program; /* of its member's profile */
  struct wpp_merged_program own;            /* the program, if the member is not merged: then PROGRAM is null */
  uint64_t events;              /* of all its threads */
  size_t member;                /* in joined.files */
  size_t thread;                /* its first one there */
  size_t nth;                   /* among the runs of its member */
  size_t first;                 /* and among those of what was read */
};

/* The events of some members.  */
struct wpp_members_part
{
  struct wpp_sharing *shared;
  size_t n_threads, threads_room, n_roots, roots_room;
  struct wpp_members_thread *threads;
  uint32_t *roots;
  uint32_t *words;              /* of the terminals of SHARED */
  size_t words_room;
  size_t n_places, places_room;
  struct wpp_members_place { size_t member, first; } *places; /* [n_places] where the threads of each begin */
};

struct wpp_members
{
  struct wpp_members_request request;
  struct wpp_joined joined;     /* members that are fit: their heads, without threads */
  size_t jobs;                  /* the most threads that work at a time */
  size_t n_members;             /* all that were named */
  size_t n_unfit;
  size_t n_met, met_room;
  struct wpp_members_run *met;     /* runs of all members that are fit, some of them several times */
  size_t n_runs;
  struct wpp_members_run *runs;    /* [n_runs] by id */
  bool single;                  /* there is one, which keeps its grammars: JOINED has its file, prepared */
  const char *single_file;
  struct wpp_members_part read; /* else: all of it */
  bool full;                    /* the only error is that it takes more than the request's memory */
};

/* Find out what the members are.  The listener's `say' hears of each that is unfit.  Return 0; WPP_E_TOLD with *BAD
   null and nothing in PLACE if the pool is thin; or an error with *BAD and PLACE: of the only member too.  P can be
   freed after errors.  */
int wpp_members_open (struct wpp_members *p, const struct wpp_members_request *request, const char **bad,
                   struct wpp_place *place);
/* Set joined.all and joined.code, and read the events, unless P is single.  A member that cannot be read after all is
   unfit, too: then it is begun again without it.  Errors as above.  */
int wpp_members_read (struct wpp_members *p, const char **bad, struct wpp_place *place);
void wpp_members_free (struct wpp_members *p);

/* The grammar of all threads (SHRD); null and *ERR.  Then what it was made of can be freed.  */
struct wpp_grammar *wpp_members_grammar (const struct wpp_members *p, int *err);
void wpp_members_forget (struct wpp_members *p);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_MEMBERS_H */
