/* A profile: the file a run leaves (wpp(5)).

   The format is in format/profile-file.h.  */

#ifndef WPP_PROFILE_H
#define WPP_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "support/error.h"
#include "format/profile-file.h"
#include "grammar/grammar.h"
#include "profile/notes.h"
#include "profile/wide.h"

/* What no two runs have in common.  A process is known by its id and its start.  */
struct wpp_run
{
  bool known;
  uint32_t pid;
  uint64_t start;        /* of the process, in clock ticks since boot; 0 unknown */
  uint64_t began;        /* recording: ns since 1970 */
  uint64_t duration;     /* ns until the program ended, or the profile was written; 0 unknown */
  uint64_t waited;       /* ns that its threads waited for the collector, together */
};

struct wpp_unit_ref      /* a unit as the run loaded it */
{
  uint64_t id;           /* of its notes */
  uint32_t base;         /* event word of its path 0 */
  uint32_t n_paths;
};

struct wpp_module
{
  char *path;
  unsigned char *build_id;
  size_t build_id_size;
  size_t n_units;
  struct wpp_unit_ref *units;
};

struct wpp_coded         /* a segment as it is in the file */
{
  const unsigned char *data;
  size_t size;
  size_t offset;         /* of its section in the file */
  bool raw;              /* event words, not a grammar */
};

struct wpp_thread
{
  uint32_t index;        /* 0 is the first thread that stored an event */
  uint64_t n_events;     /* saturates (saturate.h) */
  uint64_t lost;
  size_t n_segments;
  struct wpp_grammar **segments;  /* null when the profile was only scanned */
  struct wpp_coded *coded;        /* [n_segments] then, else null */
  size_t offset;                  /* of its section in the file */
  uint64_t coded_size;   /* bytes of its GRAM or RAWE sections, or of its events in a raw file */
  bool raw;
};

struct wpp_program       /* whose runs a merged profile is of */
{
  char *path;
  unsigned char *build_id;
  size_t build_id_size;
  uint64_t runs;
};

struct wpp_merged        /* what a merged profile is of: programs by path and build-id */
{
  size_t n_programs;     /* 0: this is no merged profile */
  struct wpp_program *programs;
};

struct wpp_profile
{
  char *file;            /* name it was read from, or null */
  uint64_t file_size;
  bool counts;           /* of paths, which run on across calls; the order of events means nothing */
  char *program;         /* absolute path */
  unsigned char *build_id;
  size_t build_id_size;
  enum wpp_ending ending;
  int status;
  char *options;         /* WPP_OPTIONS as given, may be empty */
  struct wpp_run run;
  struct wpp_merged merged;
  unsigned char *notes;  /* of its units, or some of them (notes.h): wpp_code_load looks here first */
  size_t notes_size;
  size_t n_modules;
  struct wpp_module *modules;
  const struct wpp_unit_ref **by_base;  /* all units by rising base */
  size_t n_by_base;
  struct wpp_wide wide;
  size_t n_threads;
  struct wpp_thread *threads;
};

/* Read and check FILE, a profile, a raw file (rawfile.h) or a file of path counts (countsfile.h),
   whole.  Raw events are turned into
   grammars (SEQUITUR(1) with exponents).  On error return null, set *ERR and fill PLACE.  */
struct wpp_profile *wpp_profile_read (const char *file, int *err, struct wpp_place *place);
/* The same of DATA [SIZE] in memory.  */
struct wpp_profile *wpp_profile_parse (const unsigned char *data, size_t size, int *err,
                                       struct wpp_place *place);
void wpp_profile_free (struct wpp_profile *p);

/* Map the regular file FILE whole, *SIZE bytes.  Null and *ERR 0 when it is empty, else WPP_E_IO.  */
unsigned char *wpp_profile_map (const char *file, size_t *size, int *err);
/* The same as wpp_profile_parse, but the threads' segments are left as they are in DATA, which must
   stay: threads have `coded' in the place of `segments'.  Those of raw files and of files of path
   counts are read all the same.  */
struct wpp_profile *wpp_profile_scan (const unsigned char *data, size_t size, int *err,
                                      struct wpp_place *place);
/* Read segment S of P's thread T, that was scanned.  Null and *ERR, PLACE on error.  May be called by
   several threads at a time.  */
struct wpp_grammar *wpp_profile_segment (const struct wpp_profile *p, const struct wpp_thread *t,
                                         size_t s, int *err, struct wpp_place *place);
/* Return WPP_E_CORRUPT and fill in PLACE unless thread T, whose segments have EVENTS together, says so.  */
int wpp_profile_check_events (const struct wpp_thread *t, uint64_t events, struct wpp_place *place);

/* Writing, a section at a time through one callback (the collector, tests).  */
struct wpp_writer;
struct wpp_writer *wpp_writer_new (int (*write) (void *data, const void *bytes, size_t n),
                                   void *data);  /* writes the header; null when out of memory */
struct wpp_buffer;
struct wpp_writer *wpp_writer_into (struct wpp_buffer *b); /* the same, where B is what is written */
/* Describe the run: program, build_id, ending, status, options, run, modules, wide of P are used.  */
int wpp_writer_process (struct wpp_writer *w, const struct wpp_profile *p);
int wpp_writer_thread (struct wpp_writer *w, uint32_t index, uint64_t n_events, uint64_t lost);
int wpp_writer_grammar (struct wpp_writer *w, const struct wpp_grammar *g);
int wpp_writer_coded (struct wpp_writer *w, const unsigned char *coded, size_t size); /* a coded grammar */
int wpp_writer_raw (struct wpp_writer *w, const uint32_t *events, size_t n);
int wpp_writer_merged (struct wpp_writer *w, const struct wpp_profile *p);  /* merged, notes, counts */
int wpp_writer_index (struct wpp_writer *w, const unsigned char *index, size_t size);
int wpp_writer_end (struct wpp_writer *w);   /* END section */
void wpp_writer_free (struct wpp_writer *w);

/* ---- Meaning of events: profile and notes together.  */

struct wpp_numbering;

struct wpp_code_function   /* a function as loaded in the run */
{
  const struct wpp_module *module;
  const struct wpp_unit *unit;
  const struct wpp_function *function;
  uint32_t order;                      /* its place among all of them, unit by unit as in the source */
  uint32_t first;                      /* its event words: of path 0, or of wide->paths[0] */
  uint32_t n_words;
  const struct wpp_wide_function *wide; /* null: word i is of path i */
  const struct wpp_wide_function *unwound; /* where WIDE is null: its unwound paths, or null */
  struct wpp_numbering *numbering;     /* made on first use by wpp_code_numbering */
};

struct wpp_code
{
  size_t n_functions;
  struct wpp_code_function *functions; /* instrumented ones, by rising `first' */
  size_t n_units;
  struct wpp_unit **units;             /* owned */
  size_t n_skipped;                    /* functions left out by the instrumentation */
  const struct wpp_function **skipped;
  size_t n_missing;                    /* of wpp_code_load_some: modules of which notes are missing */
  struct wpp_place *missing;           /* [n_missing] `what' says which, and why */
  const struct wpp_wide *wide;         /* the profile's */
};

/* Find the notes of every unit of P, which must outlive the result: in P itself, in the files GIVEN by the user (up
   to a null; may be null), or in the modules' own.  WPP_E_NOTES when none of GIVEN is of any use.  WPP_E_CORRUPT when a function has no such
   path as P says it executed; WPP_E_NOTES with PLACE->what set
   when a unit that P has events of is not found; of a scanned profile, whose events are not known, it
   is left out.  */
struct wpp_code *wpp_code_load (const struct wpp_profile *p, const char *const *given, int *err,
                                struct wpp_place *place);
/* The same, but units that are found nowhere, not in the files OTHERS either (up to a null; may be null), are left out, and
   their modules told in the result.  Their events are those of no function.  Of OTHERS those that cannot be read are
   passed over.  WPP_E_NOTES when no unit is left that P has events of.  */
struct wpp_code *wpp_code_load_some (const struct wpp_profile *p, const char *const *given,
                                     const char *const *others, int *err, struct wpp_place *place);
void wpp_code_free (struct wpp_code *code);

/* The number of the path that EVENT, one of F's, stands for.  */
uint64_t wpp_code_number (const struct wpp_code_function *f, uint32_t event);
/* The function that EVENT (a path event) belongs to, and *NUMBER its path number; null when none does.
   O(log functions).  */
struct wpp_code_function *wpp_code_find (struct wpp_code *code, uint32_t event, uint64_t *number);
/* The numbering of a function with graph CFG and FLAGS (enum wpp_function_flags) of a unit with PATH_LIMIT.  */
struct wpp_numbering *wpp_function_numbering (const struct wpp_cfg *cfg, uint32_t flags,
                                              uint64_t path_limit, int *err);
struct wpp_numbering *wpp_code_numbering (struct wpp_code *code, struct wpp_code_function *f, int *err);

#endif /* WPP_PROFILE_H */
