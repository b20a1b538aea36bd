/* What the commands of the `wpp' program share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A command is a function in a file of its own.  It parses its options with wpp_options_parse, opens a recording with
   wpp_open, asks it, and has the answer shown by a sink.  Whatever goes wrong ends the program by wpp_die with one line
   on standard error; so functions declared here do not return errors.  */

#ifndef WPP_ANALYSIS_TOOL_TOOL_H
#define WPP_ANALYSIS_TOOL_TOOL_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "activations/counts/missing.h"
#include "answers/asked.h"
#include "recording/opened/files.h"
#include "recording/opened/recording.h"
#include "recording/profile/code.h"
#include "show/cells.h"
#include "show/show.h"

/* Exit statuses, wpp(1).  */
enum
{
  WPP_EXIT_DONE = 0,
  WPP_EXIT_NOTHING = 1,
  WPP_EXIT_TROUBLE = 2
};

/* ---- commands.c: all commands by name */

/* Print a line a command.  */
void wpp_commands_list (void);
/* Their names, for a message.  */
const char *wpp_command_names (void);
/* Do the command that ARGV[0] names; if there is no such one the program ends.  Return the exit status.  */
int wpp_command (int argc, char **argv);

/* ---- Commands: ARGV[0] is the command's name.  Return the exit status.  */

typedef int wpp_command_run (int argc, char **argv);
wpp_command_run wpp_command_info, wpp_command_dump, wpp_command_expand, wpp_command_paths, wpp_command_hot,
  wpp_command_lines, wpp_command_currency, wpp_command_calls, wpp_command_select, wpp_command_freq,
  wpp_command_decisions, wpp_command_merge, wpp_command_strip, wpp_command_unused, wpp_command_timestamps,
  wpp_command_activations, wpp_command_query, wpp_command_path, wpp_command_slice, wpp_command_state, wpp_command_why,
  wpp_command_when, wpp_command_last_write, wpp_command_next_read, wpp_command_wet, wpp_command_values,
  wpp_command_addresses, wpp_command_diff, wpp_command_report, wpp_command_export, wpp_command_serve,
  wpp_command_suspect, wpp_command_tune;

/* doctor.c: print what works on this machine, as JSON if that is wanted.  Return the exit status: 1 when something does
   not.  */
int wpp_doctor (bool json);

/* ---- report.c: messages, and allocation that cannot fail */

/* Print `wpp: WHERE: message' (without WHERE if that is null) as one line on standard error: what was not found.  */
void wpp_say (const char *where, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
/* The same, and exit with WPP_EXIT_TROUBLE.  */
void wpp_die (const char *where, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));
/* The same for the error ERR of an analysis function at PLACE (may be null) in FILE.  */
void wpp_die_at (const char *file, int err, const struct wpp_place *place)
  __attribute__ ((noreturn));

/* P, which is null when there was no memory: that is fatal.  */
void *wpp_need (void *p);
/* Arrays of N elements of SIZE bytes, zeroed or grown; never null.  */
void *wpp_new (size_t n, size_t size);
void *wpp_grow (void *p, size_t n, size_t size);

/* Write out what is buffered on standard output.  A failure is fatal; a closed pipe ends
   the program quietly.  */
void wpp_flush_output (void);

/* ---- output.c: the file that a command writes */

/* Open FILE, whose name must stay valid, for writing; one at a time.  It appears when it is closed: a
   temporary file until then, of which nothing is left when the program ends before.  Pipes and devices are
   written to.  */
FILE *wpp_output_open (const char *file);
void wpp_output_close (FILE *f);

/* ---- terminal.c */

/* Put question marks for the control characters in all that is printed, but line ends and tabs, if that is on a
   terminal.  */
void wpp_tame_output (void);

/* ---- progress.c: a line on a terminal for work that takes over a second */

/* Work on SUBJECT (must stay valid; may be null) begins: `reading x.wpp'.  */
void wpp_progress (const char *doing, const char *subject);
/* Erase the line.  Before printing on standard output, and when done.  */
void wpp_progress_end (void);

/* ---- options.c: the options that all commands have */

struct wpp_options
{
  bool json;
  const char **programs; /* of --program, up to a null; or null */
  char *source_root;    /* of --source-root, absolute, or null */
  const char *names_key; /* --names=KEY of `strip', "" if it was not given; null: --names is short or full */
  bool foreign;         /* --foreign: profiles of other programs are meant */
  char **args;          /* FILE arguments */
  size_t n_args;
  const char *args_doc; /* what its help calls them; null: FILE... */
  bool no_args;         /* there need not be any */
};

struct wpp_option;
/* Set what is in INPUT, the command's own, to what ARG of option O says; ARG is null if there is none.  What is wrong
   with it ends the program (wpp_options_wrong).  */
typedef void wpp_option_reader (void *input, const struct wpp_option *o, char *arg, const struct argp_state *state);

/* A row of a command's table of options, which ends with one without a name.  */
struct wpp_option
{
  const char *name;
  int letter;                   /* the same option as -LETTER; 0: there is none */
  const char *arg;              /* what help calls the argument; null: there is none */
  bool may_lack;                /* … or it may be left out */
  const char *doc;
  int group;                    /* in help, greater ones come later */
  wpp_option_reader *read;
  size_t at, size;              /* of the member that READ sets, in the struct and in bytes */
  uint64_t min, max;            /* of numbers */
};

/* Readers for a bool, which becomes true; a const char *, which is ARG itself; an unsigned number of any size in MIN ..
   MAX; a uint64_t that is at least 1, or UINT64_MAX for `all'; a double in 0 .. 1 from a percentage.  */
wpp_option_reader wpp_read_flag, wpp_read_text, wpp_read_number, wpp_read_top, wpp_read_percentage;

/* Rows with these, and with a reader of the command's own.  WHERE is WPP_MEMBER.  */
#define WPP_MEMBER(STRUCT, MEMBER) .at = offsetof (STRUCT, MEMBER), .size = sizeof ((STRUCT *)0)->MEMBER
#define WPP_OWN(NAME, LETTER, ARG, READ, DOC) \
  { .name = NAME, .letter = LETTER, .arg = ARG, .read = READ, .doc = DOC }
#define WPP_ROW(NAME, LETTER, ARG, READ, DOC, ...) \
  { .name = NAME, .letter = LETTER, .arg = ARG, .read = READ, .doc = DOC, __VA_ARGS__ }
#define WPP_FLAG(NAME, WHERE, DOC) WPP_ROW (NAME, 0, NULL, wpp_read_flag, DOC, WHERE)
#define WPP_TEXT(NAME, LETTER, ARG, WHERE, DOC) WPP_ROW (NAME, LETTER, ARG, wpp_read_text, DOC, WHERE)
#define WPP_NUMBER(NAME, LETTER, ARG, WHERE, MIN, MAX, DOC) \
  WPP_ROW (NAME, LETTER, ARG, wpp_read_number, DOC, WHERE, .min = MIN, .max = MAX)
#define WPP_TOP(WHERE, DOC) WPP_ROW ("top", 0, "N|all", wpp_read_top, DOC, WHERE)
#define WPP_THREAD(WHERE, DOC) \
  WPP_ROW ("thread", 't', "THREAD", wpp_read_number, DOC, WHERE, .max = UINT32_MAX - 1)
#define WPP_FUNCTION(WHERE, DOC) WPP_ROW ("function", 'f', "FUNCTION", wpp_read_text, DOC, WHERE)

/* A command's options.  */
struct wpp_command_line
{
  const struct wpp_option *options; /* or null */
  /* Do those that were given go together?  Ends the program if not; or null.  */
  void (*check) (void *input, const struct argp_state *state);
  const char *doc;              /* as for argp */
};

/* Parse ARGV into COMMON, and the command's own options into INPUT.  */
void wpp_options_parse (const struct wpp_command_line *line, int argc, char **argv,
                        struct wpp_options *common, void *input);
/* Was --names=full given?  */
bool wpp_names_full_p (void);
/* Wrong use, found in a parser: one line, exit status 2.  */
void wpp_options_wrong (const struct argp_state *state, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));
/* ARG of the option NAME as a decimal number of MIN .. MAX.  */
uint64_t wpp_options_number (const struct argp_state *state, const char *name, const char *arg,
                             uint64_t min, uint64_t max);
/* ARG of the option NAME as a number of bytes, at least 1: a decimal number, and K, M or G after it.  */
uint64_t wpp_options_size (const struct argp_state *state, const char *name, const char *arg);
/* ARG of the option --top: a number, at least 1, or `all', which is UINT64_MAX.  */
uint64_t wpp_options_top (const struct argp_state *state, const char *arg);
/* How many rows are printed at most: TOP; or, if that is 0, not given, all in JSON and in text no more than can be
   looked at.  */
uint64_t wpp_rows_most (const struct wpp_options *common, uint64_t top);
/* How many of N rows, WHAT, of which those that matter most come first, are printed: TOP; or, if that is 0, not given,
   all in JSON and in text no more than can be looked at.  What is left out then is said.  */
size_t wpp_rows_shown (const struct wpp_options *common, size_t n, uint64_t top, const char *what);
/* Those of NAMES [N] that ARG, of the option OPTION, lists with commas between them, as bits 1 << I; `all' are all of
   them.  KNOWN: what a message names.  */
unsigned wpp_options_among (const struct argp_state *state, const char *option, const char *arg,
                            const char *const *names, size_t n, const char *known);
/* The kinds (wpp_problems_named) of the problems NAMES, of an option --problem: names separated by commas.  */
unsigned wpp_options_problems (const char *names);
/* ARG of the option NAME, a percentage such as `0.5%', as a share: 0 .. 1.  */
double wpp_options_percentage (const struct argp_state *state, const char *name, const char *arg);

/* ---- files.c: the files that FILE arguments name */

struct wpp_files wpp_files_find (const struct wpp_options *common);
/* Add those of LIST: files and folders, separated by commas; a file of that name comes first.  */
void wpp_files_add_list (struct wpp_files *files, const char *list);

/* Compilers' dumps of a kind.  */
struct wpp_dump_kind
{
  const char *what;             /* `frequency dumps' */
  const char *suffix;           /* `.freq' */
  /* Read the dump FILE; return an error with PLACE, which says all if it is WPP_E_TOLD.  */
  int (*read) (void *data, const char *file, struct wpp_place *place);
};

/* Read FILE, or each dump of KIND in the folder FILE, into DATA.  */
void wpp_dumps_read (const struct wpp_dump_kind *kind, const char *file, void *data);

/* ---- missing.c: events, or counts, that profiles miss (answers/missing.h) */

/* The answer depends on which activations were open: where stacks were switched in a way that is not known, that is
   said, too.  */
void wpp_calls_matter (void);
/* Say what P, which was read or scanned from its file, misses, if it does; once a file.  Return 0, or an error of
   wpp_missing_files_add with PLACE.  */
int wpp_missing_tell (const struct wpp_profile *p, struct wpp_place *place);
/* Have what all files that were read miss shown with the answer that is sent to SINK, which has not begun; at its END
   if files are still to be read then.  */
void wpp_missing_about (struct wpp_row_sink *sink, bool end);

/* ---- sinks.c: answers on standard output */

/* A sink for standard output, of the form that COMMON says; the answer says what profiles miss that have been read.  */
struct wpp_row_sink *wpp_output_sink (const struct wpp_options *common);
/* The same for an answer that begins before all profiles have been read: what these miss is said in its end.  */
struct wpp_row_sink *wpp_output_sink_late (const struct wpp_options *common);
/* The same of FORM, a sink for standard output, which is freed with it.  */
struct wpp_row_sink *wpp_output_sink_of (struct wpp_row_sink *form);
/* Show ROW, an answer of SCHEMA that has nothing but a head.  */
void wpp_output_row (const struct wpp_options *common, const struct wpp_schema *schema, const void *row);
/* Free it; die if ERR, which the answer has returned, is an error of FILE or, if that is null, of nobody.  */
void wpp_output_done (struct wpp_row_sink *sink, const char *file, int err, const struct wpp_place *place);

/* ---- open.c: the recording that FILE arguments name */

/* Hears of what a library function does; for that of a recording, data are the options.  */
extern const struct wpp_listener wpp_tool_listener;
/* What it does when a recording has read PROFILES [N]; DATA is the command's options.  */
int wpp_tool_tell_read (void *data, const struct wpp_profile *const *profiles, size_t n, const char **bad,
                        struct wpp_place *place);

/* Open what COMMON names, which must have what is NEEDED (WPP_HAS_…); what is wrong ends the program.  */
struct wpp_recording *wpp_open (const struct wpp_options *common, unsigned needs);
/* The same; source files have the names that gcov gives them if CAREFUL (notes.h).  */
struct wpp_recording *wpp_open_named (const struct wpp_options *common, unsigned needs, bool careful);
/* What is asked of FILES [N], which stay, as COMMON says; nothing is read at once.  */
struct wpp_recording_request wpp_request (const struct wpp_options *common, const char *const *files, size_t n);
/* The same of FILES, which stay.  */
struct wpp_recording *wpp_open_files (const struct wpp_options *common, const struct wpp_files *files, unsigned needs);
/* The same of the only file FILE, one of NEIGHBOURS (or null), which stays with the recording.  */
struct wpp_recording *wpp_open_file (const struct wpp_options *common, const char *file,
                                     struct wpp_neighbours *neighbours, unsigned needs);
/* Read what is NEEDED of R, too.  */
void wpp_open_need (struct wpp_recording *r, unsigned needs);
/* Its notes; without any the program ends.  */
struct wpp_code *wpp_open_code (struct wpp_recording *r);
/* Open a recording whose values are going to be replayed, and set *SINK to that of the answer.  */
struct wpp_recording *wpp_open_values (const struct wpp_options *common, struct wpp_row_sink **sink);
/* SINK has got the answer from R, and is freed: N is how many rows there are, or an error, with PLACE, which ends the
   program.  Return N.  */
uint64_t wpp_answered (struct wpp_row_sink *sink, const struct wpp_recording *r, int64_t n,
                       const struct wpp_place *place);

/* ---- questions.c: commands that ask a recording one question */

struct wpp_question
{
  const char *doc;
  const char *function, *top, *caches; /* what -f, --top and --cache do; null: there is no such option */
  const char *doing;            /* that takes time; or null */
  const char *rows;             /* what --top leaves out */
  unsigned needs;               /* WPP_HAS_… */
  wpp_answer *answer;
  const char *nothing;          /* to be said when there is nothing, or null; … */
  const char *nothing_of;       /* … of a function that there is; null: it was not executed */
};

extern const struct wpp_question wpp_question_branches, wpp_question_fields, wpp_question_program,
  wpp_question_residual;

int wpp_command_question (const struct wpp_question *q, int argc, char **argv);
/* The same as ASKED, top 0 for none.  */
int wpp_ask_question (const struct wpp_question *q, const struct wpp_options *common, struct wpp_question_asked asked);

/* Say on standard error why nothing of the function called NAME was found in CODE.  */
void wpp_function_absent (const struct wpp_code *code, const char *name);

/* ---- foreign.c: profiles of another program among many (activations/counts/foreign.h) */

/* Say which of PROFILES [N], which were read or scanned from files, are; return whether any is.  If COMMON says that
   they are meant, none is.  */
bool wpp_foreign_tell (const struct wpp_options *common, const struct wpp_profile *const *profiles, size_t n);
/* Was any told?  */
bool wpp_foreign_p (void);

#endif /* WPP_ANALYSIS_TOOL_TOOL_H */
