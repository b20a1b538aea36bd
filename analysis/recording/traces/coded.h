/* Traces and calls as bytes (wpp(5), sections TRAC and CALL).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As in the paper (TWPP, section 3) there is a directory, and functions that were called most come first: so the traces
   of a function are found, and read without the rest.

   traces    := u32 size of the directory, u32 its check, directory, record*
   directory := leb functions, (leb function, leb traces, leb activations, leb size of the record, u32 its check)*
   record    := leb letters, (leb event, leb calls)*, grammar (codec.h)
   calls     := leb kinds, kind*, grammar (codec.h)
   kind      := leb 0, leb event
              | leb 2 * number of the function + 1: its first trace that was no kind yet, in this or in a thread before
              | leb 2 * number of the function + 2, leb trace

   A check is the low half of XXH3-64.  A record's events are told by their distance to the one before, the first by
   that to the function's: twice the distance, or, if it is less than 0, twice what it is short of -1, plus 1.  The
   terminals of grammars are numbered in the order in which they occur first; of a record's grammar word 0 ends a trace,
   and letters have 1 and so on; of the calls' kinds have 0 and so on.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_CODED_H
#define WPP_ANALYSIS_RECORDING_TRACES_CODED_H

#include <stddef.h>
#include "recording/traces/traces.h"

struct wpp_buffer;

/* Append the traces of T's functions to B; grammars in the plain form, in a third of the time, if FAST.  0, or an error
   of the coder.  */
int wpp_traces_put (struct wpp_buffer *b, const struct wpp_traces *t, bool fast);

/* Append the calls of a thread of T to B.  SEEN [T->n_functions], 0 at first, has how many traces of each function have
   been kinds in it and the threads before.  FAST as above.  */
int wpp_calls_put (struct wpp_buffer *b, const struct wpp_calls *calls, uint32_t *seen, bool fast);

/* ---- Reading.  Bytes are hostile: any give what can be used safely, or an error.  */

struct wpp_traces_entry
{
  uint32_t function, n_traces;
  uint64_t n_activations;
  size_t offset, size;       /* of the record, from the beginning of the traces */
  uint32_t check;
};

struct wpp_traces_directory
{
  uint32_t n;
  struct wpp_traces_entry *entries;   /* [n] */
};

/* How many bytes of traces, of which the first 8 are at DATA, have all of the directory.  */
#define WPP_TRACES_HEAD 8u
uint64_t wpp_traces_directory_end (const unsigned char *data);

/* Read the directory of traces of SIZE bytes, of which at least those up to its end are at DATA.  WPP_E_NOMEM,
   WPP_E_CORRUPT, WPP_E_CHECKSUM.  */
int wpp_traces_read_directory (struct wpp_traces_directory *d, const unsigned char *data, size_t size);
void wpp_traces_directory_release (struct wpp_traces_directory *d);

/* What decoding the record DATA [SIZE], or the calls, takes (wpp_grammar_work); 0 when they make no sense.  */
uint64_t wpp_traces_work (const unsigned char *data, size_t size);
uint64_t wpp_calls_work (const unsigned char *data, size_t size);
/* The work of all records of the traces DATA [SIZE], which were put.  */
uint64_t wpp_traces_all_work (const unsigned char *data, size_t size);

/* Read the record DATA of the function ENTRY into F.  WPP_E_NOMEM, WPP_E_CORRUPT, WPP_E_CHECKSUM.  */
int wpp_traces_read (struct wpp_function_traces *f, const struct wpp_traces_entry *entry, const unsigned char *data);

/* Read calls, of T's functions, into CALLS.  SEEN as for wpp_calls_put, or null: then all kinds must say their
   traces.  */
int wpp_calls_read (struct wpp_calls *calls, const unsigned char *data, size_t size, const struct wpp_traces *t,
                    uint32_t *seen);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_CODED_H */
