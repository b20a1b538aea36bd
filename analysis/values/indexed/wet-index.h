/* The index of a recording with values: checkpoints of its replay, kept beside it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Whoever wants to know what happened at a time replays from the checkpoint before it.  An index is kept as FILE.wet
   (base/kept-file.h).  Where its checkpoints would be larger than the recording, and than 4 MiB, every other one is
   left out.

     contents   := u64 XXH3-64 of the rest, LEB threads, thread...
     thread     := LEB its number, LEB checkpoints, checkpoint...
     checkpoint := LEB events before it, LEB statements from it up to the next one, LEB size, bytes (replay/threads.h)

   The hash and the size that say what it was made of are those of the values and of the grammars, and of how functions
   are laid out; so an index of another recording, or of another wpp, is none.  */

#ifndef WPP_ANALYSIS_VALUES_INDEXED_WET_INDEX_H
#define WPP_ANALYSIS_VALUES_INDEXED_WET_INDEX_H

#include "base/bytes.h"
#include "base/file-copy.h"
#include "recording/profile/profile.h"
#include "values/replay/threads.h"

struct wpp_wet_checkpoint
{
  uint64_t time;                 /* events of the thread before it; rises */
  uint64_t statements;           /* executed from it up to the next one */
  const unsigned char *bytes;    /* [size] hostile */
  size_t size;
};

struct wpp_wet_thread            /* those but for the beginning */
{
  uint32_t index;
  size_t n, room;
  struct wpp_wet_checkpoint *checkpoints;
};

struct wpp_wet_index             /* all 0: there is none */
{
  size_t n_threads;
  struct wpp_wet_thread *threads;
  struct wpp_file_copy copy;
  bool own;                      /* the bytes of checkpoints are its own, and not in COPY */
};

/* Find what is kept for P, whose functions B has bound; X is to be released in any case.  Return whether there is
   something.  */
bool wpp_wet_index_find (struct wpp_wet_index *x, const struct wpp_bindings *b, const struct wpp_profile *p);
void wpp_wet_index_release (struct wpp_wet_index *x);

/* The checkpoints of thread number INDEX, or null.  */
const struct wpp_wet_thread *wpp_wet_index_thread (const struct wpp_wet_index *x, uint32_t index);

/* The hash and the size that say what is made of P, whose functions B has bound.  */
void wpp_wet_identify (const struct wpp_bindings *b, const struct wpp_profile *p, uint64_t *hash, uint64_t *size);

struct wpp_wet_made
{
  uint64_t checkpoints, bytes, statements;
};

/* Make an index of P, and keep it.  Return 0, or an error of wpp_thread_replay_*; WPP_E_RANGE: P is in no file.  Where
   nothing can be kept, that is so.  */
int wpp_wet_index_make (struct wpp_bindings *b, const struct wpp_profile *p, struct wpp_wet_made *made);

/* Replay THREAD by REPLAY up to before event END, or until REPLAY's user stops it.  Let X, which is all 0, be an index
   of what was replayed.  0; 1, which a function of the user returned; or another error of wpp_thread_replay_*.  */
int wpp_wet_index_follow (struct wpp_wet_index *x, struct wpp_values_replay *replay, const struct wpp_thread *thread,
                          uint64_t end);

#endif /* WPP_ANALYSIS_VALUES_INDEXED_WET_INDEX_H */
