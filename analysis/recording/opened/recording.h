/* A recording that is open: what one run, or several, left in files, as one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a recording has depends on how the program was built and what was made of its files since:

     counts       how often each path was executed: all have that
     order        which path came after which, in each thread: not with -fwpp-generate=paths or =preferential
     activations  which paths one execution of a function took, and who called it: what has order has that,
                  too
     values       what statements computed, which replay finds out (values/replay/replay.h): with -fwpp-generate=wet;
   one run's alone

   Opening looks into the files: what there is, and whether it can be right.  What is needed of them is
   read when somebody says so, and there is one error if a recording lacks it.  The accessors below are for what was
   needed.

   Reading waits for a collector or a program that still writes a file.  Nothing is printed: a listener hears of what
   takes time, and of what users should know.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_RECORDING_H
#define WPP_ANALYSIS_RECORDING_OPENED_RECORDING_H

#include "activations/counts/event-counts.h"
#include "recording/profile/code.h"
#include "recording/opened/module-names.h"
#include "recording/opened/short-names.h"
#include "recording/profile/profile.h"

struct wpp_recording;

enum
{
  WPP_HAS_COUNTS = 1,
  WPP_HAS_ORDER = 2,
  WPP_HAS_ACTIVATIONS = 4,
  WPP_HAS_VALUES = 16,          /* with ORDER */
  WPP_TRACES_LATE = 8,          /* with ACTIVATIONS: traces of functions are read when they are needed (traced.h) */
  WPP_BY_STACKS = 32,           /* with ORDER: threads have their stacks one after the other, as with ACTIVATIONS
                                   (recording/profile/stacks.h) */
  WPP_EVEN_SUMMARY = 128,       /* a summary will do, which has no events at all */
  WPP_WITH_RULES = 256,         /* with COUNTS: grammars of drafts are made, though counts do not need them */
  WPP_IN_TIME = 64              /* with ACTIVATIONS: threads are in the order of time nevertheless */
};

/* Functions may be null.  */
struct wpp_listener
{
  void *data;                   /* theirs */
  /* Work on SUBJECT (may be null) begins: `reading x.wpp'; it ends.  */
  void (*doing) (void *data, const char *what, const char *subject);
  void (*done) (void *data);
  /* What is to be known of WHERE; if that is null, WHAT says of what.  */
  void (*say) (void *data, const char *where, const char *what);
  /* The files are read, and not yet added up.  Return 0; or an error of what they are, with *BAD and PLACE.  */
  int (*read) (void *data, const struct wpp_profile *const *profiles, size_t n, const char **bad,
               struct wpp_place *place);
};

struct wpp_recording_request
{
  const char *const *files;     /* [n_files] at least one; must stay */
  size_t n_files;
  const char *const *programs;  /* executables or libraries where notes are looked for as well, up to a null; or null */
  const char *source_root;      /* names of source files below this folder are relative to it, unless it is null */
  bool full_names;              /* wpp_recording_short_name leaves nothing out */
  bool careful_names;           /* names of source files are tidied as gcov does (notes.h) */
  struct wpp_neighbours *neighbours; /* or null: if a program is gone, theirs may be a copy (module-names.h) */
  unsigned needs;               /* what is read at once: WPP_HAS_…; 0: nothing */
  struct wpp_listener listener;
};

/* Open the recording that REQUEST, which is copied, says.  After an error return null, and set *ERR; PLACE; and *BAD to
   the file that caused it, or null.  WPP_E_TOLD: it lacks what is needed, its collector died, or the files cannot be
   added up; else an error of wpp_profile_read.  */
struct wpp_recording *wpp_recording_open (const struct wpp_recording_request *request, const char **bad, int *err,
                                          struct wpp_place *place);
void wpp_recording_free (struct wpp_recording *r);

/* Read what is NEEDED of R, unless that was done; what was got of R before may mean nothing any more.  Return 0, or an
   error as wpp_recording_open has them.  */
int wpp_recording_need (struct wpp_recording *r, unsigned needs, const char **bad, struct wpp_place *place);

/* What it has: WPP_HAS_…  */
unsigned wpp_recording_has (const struct wpp_recording *r);
/* The name of its file, or of the first of several; the number of files, and of the runs in them (saturates); the
   program that it is of.  */
const char *wpp_recording_file (const struct wpp_recording *r);
size_t wpp_recording_files (const struct wpp_recording *r);
uint64_t wpp_recording_runs (const struct wpp_recording *r);
const char *wpp_recording_program (const struct wpp_recording *r);
/* Where notes are looked for as well: as its request says.  */
const char *const *wpp_recording_programs (const struct wpp_recording *r);

/* Tell R's listener that work on R begins, or that it has ended.  */
void wpp_recording_doing (const struct wpp_recording *r, const char *what);
void wpp_recording_done (const struct wpp_recording *r);

/* Let R's listener know the text of the printf format WHAT about WHERE; if that is null, about R's file.  */
void wpp_recording_tell (const struct wpp_recording *r, const char *where, const char *what, ...)
  __attribute__ ((format (printf, 3, 4)));

/* Thread number INDEX, which is its number in the program and not its place in the recording.  If there is none, null,
   and PLACE says so.  */
const struct wpp_thread *wpp_recording_thread_numbered (const struct wpp_recording *r, uint32_t index,
                                                        struct wpp_place *place);

/* What its events mean: the notes, which are read when they are first asked for.  Modules without notes are told to the
   listener.  Null after an error of wpp_code_load_some.  */
struct wpp_code *wpp_recording_code (struct wpp_recording *r, int *err, struct wpp_place *place);

/* The same, and nobody is told.  */
struct wpp_code *wpp_recording_find_code (struct wpp_recording *r, int *err, struct wpp_place *place);

/* wpp_short_name of FUNCTION, one of that code (short-names.h).  */
const char *wpp_recording_short_name (struct wpp_recording *r, const struct wpp_function *function);
struct wpp_short_names *wpp_recording_names (struct wpp_recording *r);

/* Counts: as wpp_event_counts and wpp_exact_event_counts.  */
struct wpp_event_count *wpp_recording_counts (const struct wpp_recording *r, size_t *n);
mpz_t *wpp_recording_exact_counts (const struct wpp_recording *r, const struct wpp_event_count *counts, size_t n);

/* Order: the number of threads; segments of THREAD, and segment number SEGMENT of it, a grammar of events.  */
size_t wpp_recording_threads (const struct wpp_recording *r);
const struct wpp_thread *wpp_recording_thread (const struct wpp_recording *r, size_t thread);

/* Add the exact number of events of T's segments to SUM, which saturates (big.h).  Return 0 or WPP_E_NOMEM.  */
int wpp_thread_add_events (const struct wpp_thread *t, mpz_t sum);

/* What this is inside, for those that read more of it than the functions above say.  */
struct wpp_profile *wpp_recording_profile (const struct wpp_recording *r);

/* ---- Waiting, for those that read files themselves (wait.c) */

/* Return when FILE exists and is the newest one, or when nobody is about to write it any more.  Return 0; or WPP_E_TOLD
   with PLACE, when its collector died.  LISTENER hears of a long wait.  */
int wpp_wait_for_file (const char *file, const struct wpp_listener *listener, struct wpp_place *place);

/* Complain at PLACE if P has no order; return WPP_E_TOLD or 0.  */
int wpp_need_profile_order (const struct wpp_profile *p, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_RECORDING_H */
