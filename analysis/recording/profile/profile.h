/* A profile in memory: the contents of the file that a run leaves (wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format is in format/profile-file.h.  read.h reads a profile, write.h writes one, code.h gives the meaning of its
   events.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_PROFILE_H
#define WPP_ANALYSIS_RECORDING_PROFILE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/error.h"
#include "format/profile-file.h"
#include "grammar/rules/grammar.h"
#include "program/notes/notes.h"
#include "recording/profile/wide.h"
#include "recording/traces/traces.h"

/* Data that no two runs have in common.  The id and the start identify a process.  */
struct wpp_run
{
  bool known;            /* all but MADE; else only that, the id and the start, if that is not 0 */
  uint32_t pid;
  uint64_t start;        /* of the process, in clock ticks since boot; 0 unknown */
  uint64_t made;         /* a file of counts that is one process's: ns of CLOCK_MONOTONIC */
  uint64_t began;        /* recording: ns since 1970 */
  uint64_t duration;     /* ns until the program ended, or the profile was written; 0 unknown */
  uint64_t waited;       /* ns that all of its threads together waited for the collector */
};

struct wpp_unit_ref      /* a unit, as loaded by the run */
{
  uint64_t id;           /* of its notes */
  uint32_t base;         /* event word of its path 0 */
  uint32_t n_paths;
  bool has_values;       /* it was recorded with values (values/plan.h); then: */
  bool has_truths;       /* and with each result, as a check … */
  bool has_sums;         /* … or with sums of what was stored */
  uint32_t first_check;  /* number, in the process, of its first check, and of its first statement's truth */
  size_t n_bases;
  uint64_t *bases;       /* [n_bases] addresses of its variables of type WPP_VARIABLE_BASED, in their order */
};

struct wpp_module
{
  char *path;
  unsigned char *build_id;
  size_t build_id_size;
  size_t n_units;
  struct wpp_unit_ref *units;
};

enum wpp_segment_form
{
  WPP_SEGMENT_GRAMMAR,
  WPP_SEGMENT_RAW,       /* words, not a grammar */
  WPP_SEGMENT_DRAFT,     /* of which a grammar is still to be made (grammar/coding/draft.h) */
  WPP_SEGMENT_UNMADE,    /* a draft of which none is made: its events in any order will do */
  WPP_SEGMENT_CALLS,     /* a thread's calls, of which the profile has the traces */
  WPP_SEGMENT_SHARED     /* what a symbol of S of the profile's shared grammar derives: its number is `size' */
};

struct wpp_coded         /* a segment, coded as in the file */
{
  const unsigned char *data;
  size_t size;
  size_t offset;         /* of its section in the file */
  enum wpp_segment_form form;
};

struct wpp_value_chunk   /* recorded values, coded (recording/values/records.h) */
{
  unsigned char *data;
  size_t size;
};

struct wpp_thread
{
  uint32_t index;        /* 0 is the first thread that stored an event */
  uint64_t n_events;     /* saturates (saturate.h) */
  uint64_t dropped;      /* events before these, which were not kept (WPP_OPTIONS=keep=SIZE) */
  uint64_t lost;         /* events; of counts, executions, and UNCOUNTED.  Saturated: nobody knows how many */
  uint64_t switched;     /* times that it left a stack for one that is not known; of a raw file all threads' is the
                            first one's */
  uint64_t left;         /* times that it left a stack for one that its events tell; 0 when they cannot be followed */
  uint32_t n_stacks;     /* one after the other in its segments (stacks.h); 0: its segments are in order of time */
  uint32_t uncounted;    /* of a file of counts: threads, or modules, all of whose counts are lost */
  size_t n_segments;
  struct wpp_grammar **segments;  /* of events; null when the profile was only scanned */
  struct wpp_coded *coded;        /* [n_segments] when the profile was only scanned, else null */
  size_t offset;                  /* of its section in the file */
  uint64_t coded_size; /* bytes of its GRAM, DRFT, RAWE or CALL sections, or events in a raw file; 0: file of counts */
  bool raw;
  size_t n_values;       /* chunks of values, in their order */
  struct wpp_value_chunk *values;
  uint64_t value_records; /* in all of them, as they say */
};

struct wpp_merged_program /* a program with runs in a merged profile */
{
  char *path;
  unsigned char *build_id;
  size_t build_id_size;
  uint64_t runs;
};

#define WPP_RUN_ID 16    /* bytes */

struct wpp_merged_run    /* a run in a merged profile; or several of a program, whose ids nobody knows */
{
  unsigned char id[WPP_RUN_ID]; /* the same for the same run, and for no other (runs.h) */
  uint32_t program;      /* of the merged profile */
  uint32_t n_threads;    /* those of the runs are one after the other */
  uint64_t runs;
};

struct wpp_merged        /* the programs of a merged profile, by path and build-id; its runs, by id */
{
  size_t n_programs;     /* 0: this is no merged profile */
  struct wpp_merged_program *programs;
  size_t n_runs;         /* 0: not known */
  struct wpp_merged_run *runs;
};

/* What replay told of a value place (format/value-place.h) in one run.  */
struct wpp_run_place
{
  uint32_t word;         /* the first of the place's event words */
  uint64_t words[WPP_PLACE_WORDS];
  uint64_t lacks;        /* executions that the count of a value may lack */
  size_t n;
  struct wpp_place_value { uint64_t value, count; } *values; /* [n] the most frequent first, of these the smallest */
};

struct wpp_run_places    /* of one run; all 0: nothing was told */
{
  size_t n;
  struct wpp_run_place *places;   /* [n] by rising word: those that were executed */
  struct wpp_place_value *values; /* of all */
};

#define WPP_RUN_PLACE_VALUES 32u  /* the most that are kept of a place */

/* A place that the program came to and named (wpp_mark).  */
struct wpp_marked
{
  uint32_t thread;       /* index */
  uint64_t event;        /* how many events of the thread come before it */
  char *name;
};

struct wpp_profile
{
  char *file;            /* the file from which it was read, or null */
  uint64_t file_size;
  bool counts;           /* counts of paths that run on across calls; the order of events means nothing */
  bool hashed;           /* its names are keyed hashes (wpp strip) */
  bool summary;          /* it has an index for compilations, and no threads */
  char *program;         /* absolute path */
  unsigned char *build_id;
  size_t build_id_size;
  enum wpp_ending ending;
  int status;
  char *options;         /* WPP_OPTIONS as given, may be empty */
  struct wpp_run run;
  uint64_t outside;      /* events that were not recorded because nobody wanted them, at least; saturates */
  size_t n_marks;
  struct wpp_marked *marks; /* [n_marks] in the order in which the collector met them */
  struct wpp_merged merged;
  struct wpp_run_places *places; /* [merged.n_runs] of a merged profile, if replay told some; else null */
  unsigned char *notes;  /* notes of its units, or of some of them (notes.h); wpp_code_load searches here first */
  size_t notes_size;
  size_t n_modules;
  struct wpp_module *modules;
  const struct wpp_unit_ref **by_base;  /* all units by rising base */
  size_t n_by_base;
  struct wpp_wide wide;
  struct wpp_traces *traces; /* of a timestamped one, or null; its threads are in the order of these */
  uint64_t traces_size;      /* bytes of its TRAC section, … */
  const unsigned char *traces_coded; /* … which are here as long as threads have `coded' */
  uint64_t traces_runs;      /* of equal events in all its threads (wpp_traces_measure) */
  size_t n_threads;
  struct wpp_thread *threads;
  bool bag;              /* all events are those of the first thread, in any order (WPP_CALLS_BAG) */
  struct wpp_grammar *shared; /* of all threads, whose segments are parts of it; or null */
  uint32_t n_drafts;     /* segments in the file that are drafts */
  uint32_t n_unmade;     /* of these, those whose segments have their events in any order (WPP_COUNTS_ALONE) */
  unsigned char *made;   /* the coded grammars of the drafts or calls, if they have taken their places */
};

void wpp_profile_free (struct wpp_profile *p);
/* Free what T has.  */
void wpp_thread_release (struct wpp_thread *t);

/* Has P values that can be replayed?  */
bool wpp_profile_values_p (const struct wpp_profile *p);

/* The last unit of P that is loaded at BASE, or null.  */
struct wpp_unit_ref *wpp_profile_unit_at (struct wpp_profile *p, uint32_t base);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_PROFILE_H */
