/* What the files of a session share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_IMPL_H
#define WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_IMPL_H

#include "serve/debugger/packets.h"
#include "serve/debugger/session.h"
#include "serve/debugger/stack.h"

/* What a debugger wants to be told of a change of: bytes at an address, or a variable without one of its own.  */
struct wpp_watch
{
  uint64_t address, n;           /* as the debugger has it */
  size_t thread;                 /* place of the one that has it, if it has an ACTIVATION */
  uint64_t activation;           /* whose VARIABLE it is a part of, AT bytes from its beginning; 0: memory at SOURCE */
  size_t level;
  uint32_t variable;
  uint64_t at, source;
  uint64_t writes;               /* to it, when it was last looked at … */
  uint64_t got;                  /* bytes known then */
  unsigned char bytes[64];
};

/* Threads have no common time.  Each is where it was left; the others stay where they are while one goes on.  */
struct wpp_serving_thread
{
  const struct wpp_thread *of;   /* the debugger numbers it by its number, from 1 on */
  struct wpp_past *past;         /* null: the debugger has not looked at it */
  struct wpp_made_stack stack;   /* where it is stopped */
  struct wpp_past_place at, first; /* FIRST: where it is at its beginning */
};

struct wpp_serving
{
  struct wpp_past_run *run;
  const struct wpp_images *images; /* of RUN */
  size_t n_threads;
  struct wpp_serving_thread *threads; /* [n_threads] by number */
  size_t chosen;                 /* place of the thread that the debugger sees */
  int64_t moved;                 /* the thread that it wants to move, as it numbers it; 0, -1: any */
  size_t listed;                 /* threads */
  struct wpp_packets packets;
  struct wpp_place *place;       /* of an error */
  size_t n_breaks, breaks_room;
  uint64_t *breaks;              /* addresses */
  size_t n_watches, watches_room;
  struct wpp_watch *watches;
  size_t length;                 /* of the answer, if it has zeroes; 0: up to the first one */
  char answer[2 * WPP_PACKET_SIZE + 1];
};

/* ---- session-texts.c: answers, written to S->answer.  */

/* All registers of the chosen thread; number I, if there is one.  */
void wpp_session_registers (struct wpp_serving *s);
bool wpp_session_register (struct wpp_serving *s, uint64_t i);
/* WHAT is OBJECT:read:ANNEX:OFFSET,LENGTH of qXfer.  0 or WPP_E_NOMEM.  */
int wpp_session_transfer (struct wpp_serving *s, const char *what);

/* ---- session-memory.c */

/* Read memory of the program where the chosen thread is stopped: as many of N bytes as are known.  */
uint64_t wpp_session_memory (struct wpp_serving *s, uint64_t address, void *bytes, uint64_t n);

/* ---- session-run.c */

enum wpp_resume
{
  WPP_RESUME_STEP,
  WPP_RESUME_CONTINUE,
  WPP_RESUME_RANGE,              /* step until it leaves [LOW, HIGH) */
  WPP_RESUME_BACK_STEP,
  WPP_RESUME_BACK_CONTINUE
};

/* Let the chosen thread go on, and write to S->answer why it stopped.  With ALL, the next one goes on where it has come
   to its end (its beginning, backward) without a stop, and so on; the one that stopped is chosen then.  */
int wpp_session_resume (struct wpp_serving *s, enum wpp_resume how, uint64_t low, uint64_t high, bool all);
/* Choose the thread at place I, which goes to its beginning if it has not been looked at.  */
int wpp_session_choose (struct wpp_serving *s, size_t i);
/* Tell changes of N bytes at ADDRESS from now on.  0: that cannot be; 1; or WPP_E_NOMEM.  */
int wpp_session_watch (struct wpp_serving *s, uint64_t address, uint64_t n);
void wpp_session_unwatch (struct wpp_serving *s, uint64_t address, uint64_t n);
int wpp_session_break (struct wpp_serving *s, uint64_t address);
void wpp_session_unbreak (struct wpp_serving *s, uint64_t address);

#endif /* WPP_ANALYSIS_SERVE_DEBUGGER_SESSION_IMPL_H */
