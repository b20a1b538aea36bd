/* The file of a profile, which a run leaves (wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   file    := header section* END
   header  := magic "\211WPP\r\n\032\n" (8 bytes), u16 major, u16 minor, u32 0
   section := u32 tag, u32 flags (bit 0: readers that do not know the tag must refuse),
              u64 size, u64 XXH3-64 of the payload (seed: the 8 bytes of tag and flags),
              payload, zero padding to 8 bytes
   All integers little-endian; payload integers are LEB128 unless stated, strings are length-prefixed.

   "PROC"  what ran: program path, build-id, how it ended, recording options
   "RUN "  when, for how long, in which process it ran; may be missing
   "WIND"  how many events were not recorded because nobody wanted them (wpp.h), number of marks; of each its thread,
           how many events of that come before it, its name; may be missing
   "MODS"  modules: path, build-id, units: id, base, number of paths
   "WIDE"  event words of paths whose numbers are not in MODS (wide.h); may be missing
   "THRD"  a thread: index, number of events, lost events; its segments follow
   "STCK"  how often the last THRD left a stack for another one that is not known; may be missing: never; before its
           segments
   "SWCH"  the same for a stack that its events tell (event.h); flag bit 0 is set
   "KEPT"  how many events of the last THRD came before these, and were not kept; may be missing: none; before its
           segments; flag bit 0 is set
   "TRAC"  of a timestamped profile: the traces of activations, by function (recording/traces/coded.h); flag bit 0 is
           set; before the first THRD
   "CALL"  the last THRD, as calls of these activations; flag bit 0 is set
   "GRAM"  a segment of the last THRD, as a grammar (codec.h)
   "DRFT"  a segment of the last THRD, as a draft, of which readers make a grammar (draft.h); flag bit 0 is set
   "VALS"  a chunk of the values that the last THRD recorded (recording/values/records.h), in their order
   "BASE"  after MODS, if there are values: their version, and of each unit of MODS 0, or 1, or 2 if each result was
           recorded, too, or 3 if sums of what was stored were; then the number of its first check, and addresses of
           variables, each less the one before
   "RAWE"  a segment of the last THRD, as raw 32-bit event words
   "SHRD"  of a merged profile of several runs: the segments of all threads, as one grammar, whose S has a symbol for
           each that is not empty; flag bit 0 is set
   "RUNS"  of a merged profile, before the first THRD and after SHRD: its runs, and the threads that are in SHRD
           (runs.h); flag bit 0 is set
   "PLCS"  after the threads of a merged profile: what replay told of values at value places, run by run (runs.h); may
           be missing
   "MRGD"  of a merged profile: how many runs of which programs; flags, bit 0: of counts, bit 1: a summary, which has an
           index and no threads
   "NOTE"  of a merged or timestamped profile: the notes of its units, one record after the other
   "INDX"  of a merged profile: its index (index.h)
   "PAD "  zeros without meaning (below); may be missing
   "END "  number of sections and total size: a file without it is truncated

   PROC and MODS come once each.  RUN and WIND come at most once, and so does WIDE, after MODS; all of them come before
   the first THRD.  Readers skip unknown tags without bit 0.  The segments of a thread are in their order.  */

#ifndef WPP_ANALYSIS_FORMAT_PROFILE_FILE_H
#define WPP_ANALYSIS_FORMAT_PROFILE_FILE_H

#define WPP_PROFILE_MAGIC "\211WPP\r\n\032\n"
#define WPP_PROFILE_MAJOR 6
#define WPP_PROFILE_MINOR 0

/* The version of what a plan is, and of what the evaluator computes: of values/plan.h and values/evaluate.h.  Values of
   another version cannot be replayed, but for those since OLDEST, whose plans the notes tell apart.  3: what the C
   library wrote (WPP_BODY_WRITTEN).  4: tables of signal handlers (WPP_BODY_HANDLER).  5: results where a call in tail
   position shares the return (WPP_BODY_JOINS).  */
#define WPP_VALUES_VERSION 5
#define WPP_VALUES_OLDEST 2

/* The work of decoding all grammars of a file, and of making those of drafts (wpp_grammar_work, wpp_draft_work), must
   be at most WPP_WORK_FREE plus WPP_WORK_A_BYTE for each byte of the file.  So a reader takes at most a second and 100
   MB for each MB of the file, beside 0.5 seconds and 50 MB.  Profiles of real programs have 0.5 to 0.9 symbols a byte,
   a fifth of them rules.  Some runs take more: one that executes 2^20 paths in the order of their numbers takes
   hundreds.  This does not limit what can be recorded: the writer makes a file that would be too short longer, by a
   section "PAD ".  */
#define WPP_WORK_FREE (UINT64_C (1) << 21)
#define WPP_WORK_A_BYTE 4u

/* Traces may stand for far more events than their grammars have symbols.  A grammar of events is made of them when they
   have at most WPP_RUNS_FREE plus WPP_RUNS_A_BYTE for each byte of the file runs of equal events (wpp_traces_measure);
   that takes at most some 10 seconds, and as much again for each MB.  The memory to make it is bounded by WPP_MADE_FREE
   plus WPP_MADE_A_BYTE bytes.  */
#define WPP_RUNS_FREE (UINT64_C (1) << 28)
#define WPP_RUNS_A_BYTE 256u
#define WPP_MADE_FREE (UINT64_C (1) << 28)
#define WPP_MADE_A_BYTE 400u

/* Bit 0 of a section's flags.  */
#define WPP_SECTION_NEEDED 1u

/* All kinds of sections: SECTION (TAG, FLAGS, NAME), where NAME is what the function that reads it is called after.
   Those called `nothing' are read elsewhere: INDX (decide/index/index-file.h), and the frame's own.  */
#define WPP_SECTIONS(SECTION)                                                                                         \
  SECTION ("PROC", 0, process)                                                                                        \
  SECTION ("RUN ", 0, run)                                                                                            \
  SECTION ("WIND", 0, window)                                                                                         \
  SECTION ("MODS", 0, modules)                                                                                        \
  SECTION ("WIDE", 0, wide)                                                                                           \
  SECTION ("TRAC", WPP_SECTION_NEEDED, traces)                                                                        \
  SECTION ("CALL", WPP_SECTION_NEEDED, calls)                                                                         \
  SECTION ("BASE", 0, bases)                                                                                          \
  SECTION ("THRD", 0, thread)                                                                                         \
  SECTION ("STCK", 0, stacks)                                                                                         \
  SECTION ("SWCH", WPP_SECTION_NEEDED, switches)                                                                      \
  SECTION ("KEPT", WPP_SECTION_NEEDED, kept)                                                                          \
  SECTION ("GRAM", 0, grammar)                                                                                        \
  SECTION ("RAWE", 0, raw)                                                                                            \
  SECTION ("VALS", 0, values)                                                                                         \
  SECTION ("DRFT", WPP_SECTION_NEEDED, draft)                                                                         \
  SECTION ("SHRD", WPP_SECTION_NEEDED, shared)                                                                        \
  SECTION ("RUNS", WPP_SECTION_NEEDED, runs)                                                                          \
  SECTION ("PLCS", 0, places)                                                                                         \
  SECTION ("MRGD", 0, merged)                                                                                         \
  SECTION ("NOTE", 0, notes)                                                                                          \
  SECTION ("INDX", 0, nothing)                                                                                        \
  SECTION ("PAD ", 0, nothing)                                                                                        \
  SECTION ("END ", 0, nothing)

enum wpp_ending
{
  WPP_END_UNKNOWN = 0,
  WPP_END_EXIT = 1,      /* returned from main, exit, quick_exit, _exit: status */
  WPP_END_SIGNAL = 2,    /* killed: signal number in status */
  WPP_END_EXEC = 3       /* the process goes on with another program (execve) */
};

#endif /* WPP_ANALYSIS_FORMAT_PROFILE_FILE_H */
