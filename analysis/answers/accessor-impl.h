/* What the parts of the answers to `wpp last-write' and `wpp next-read' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_ACCESSOR_IMPL_H
#define WPP_ANALYSIS_ANSWERS_ACCESSOR_IMPL_H

#include "answers/accessor.h"
#include "answers/held.h"
#include "wet/wet.h"

/* What is looked for.  */
enum wpp_target_kind
{
  WPP_TARGET_REGISTER,          /* VARIABLE of the body of FUNCTION, in ACTIVATION */
  WPP_TARGET_LOCAL,             /* OBJECT, a local of ACTIVATION that no pointer reaches */
  WPP_TARGET_STATIC,            /* OBJECT, a variable that no pointer reaches, of the unit that BASE says */
  WPP_TARGET_MEMORY             /* from ADDRESS on */
};

struct wpp_target
{
  enum wpp_target_kind kind;
  uint32_t function, variable, object, base;
  uint64_t activation;          /* 0: of none */
  uint64_t address, bytes;      /* of an object that no pointer reaches: ADDRESS is the first byte in it */
  const struct wpp_type *type;  /* of a variable; else null */
};

/* A part of a variable, as users name it, or all of it.  */
struct wpp_variable_part
{
  bool pointed;                 /* it is a part of what the variable points to */
  uint64_t first, bytes;
  const struct wpp_type *type;
};

/* An activation that is open at the moment.  */
struct wpp_target_frame
{
  uint32_t function, place;      /* as struct wpp_replay_frame has them */
  uint64_t activation;
  const struct wpp_word *values; /* by number of the body's values; null: by LOOK, or not known */
  uint64_t time;                 /* in the graph: of one of its paths */
};

struct wpp_accessor
{
  const struct wpp_accessor_asked *asked;
  struct wpp_replayed_recording of;
  struct wpp_moment moment;
  struct wpp_target target;
  struct wpp_replay_now now;    /* at the moment */
  struct wpp_word parameter;    /* what the variable, a parameter in a register, was when the function was entered */
  struct wpp_held held;         /* if the variable's pointer is asked for: what has been assigned to it */
  struct wpp_wet_thread_graph *graph; /* that tells, instead of replay; or null */
  int err;
  struct wpp_place *place;
};

/* Who has accessed the variable.  */
struct wpp_found_access
{
  const char *what;
  uint32_t function, statement;
  bool may;
  uint64_t event, activation;
  uint64_t first, bytes;        /* of the variable, that are its own */
  struct wpp_word value;
  const struct wpp_type *type;  /* of VALUE; null: there is none */
};

/* What is found, stretch by stretch of the thread: of writes the last one first.  */
struct wpp_seeker
{
  struct wpp_accessor *a;
  struct wpp_moment moment;     /* that of A, from its beginning */
  bool after;                   /* the moment is over */
  bool left;                    /* the activation is over */
  struct wpp_found_access *items; /* [n] of this stretch */
  size_t n, room;
  uint32_t *by;                 /* [bytes] number of the item, plus 1 */
  bool *found;                  /* [bytes] by a later stretch */
  uint64_t begun;               /* the activation began in this stretch: number of the item, plus 1 */
  struct wpp_found_access *kept; /* [n_kept] */
  size_t n_kept, kept_room;
};

/* The number of the unit of FUNCTION, as checks tell it (WPP_SPACE_OF_STATICS).  */
static inline uint32_t
wpp_target_unit (const struct wpp_micro_layout *l)
{
  return l->first_check - l->first_key;
}

/* accessor-target.c: go to the moment, and find where the variable is.  0, or an error.  */
int wpp_accessor_find_target (struct wpp_accessor *a);

/* Replay A's thread for USER from FROM, or from the beginning if that is null, up to before event END.  0, an error, or
   1, which a function of USER returned.  */
int wpp_accessor_replay (struct wpp_accessor *a, const struct wpp_replay_user *user,
                         const struct wpp_wet_checkpoint *from, uint64_t end);

/* Find the variable in the frames that are open at the moment, number 0 the outermost, N of them; at a line, only in
   the innermost one.  GET sets number I; 1: there is none.  0, or an error with A's place.  */
int wpp_accessor_find_variable (struct wpp_accessor *a, size_t n,
                                int (*get) (void *data, size_t i, struct wpp_target_frame *f), void *data);
/* accessor-part.c: how many bytes the name has with which TEXT begins; does it go on with a part of what that points
   to?  */
size_t wpp_part_name (const char *text);
bool wpp_part_pointed_p (const char *text);
/* Let P be the part TEXT, what follows the name, of a variable of TYPE of B.  False: there is none.  */
bool wpp_part_find (struct wpp_variable_part *p, const struct wpp_body *b, uint32_t type, const char *text);

/* Set A's target to `*0xADDRESS' or `*0xADDRESS:BYTES'.  */
int wpp_accessor_read_address (struct wpp_accessor *a);

/* ---- accessor.c: what S makes of what is told, as struct wpp_replay_user has it; 1 when that was all.  */

int wpp_seeker_memory (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *m,
                       struct wpp_word address, struct wpp_word n, bool surprised);
int wpp_seeker_value (void *data, const struct wpp_replay_now *now, struct wpp_word v);
int wpp_seeker_statement (void *data, const struct wpp_replay_now *now);
uint8_t *wpp_seeker_watched (void *data, uint32_t function, int *err);
/* The parameter S looks for is there, as NOW's activation begins.  WPP_E_NOMEM.  */
int wpp_seeker_enters (struct wpp_seeker *s, const struct wpp_replay_now *now);
/* A stretch begins; it is over: keep what is of the variable, WPP_E_NOMEM.  Is something not found yet?  */
void wpp_seeker_begin (struct wpp_seeker *s);
int wpp_seeker_keep (struct wpp_seeker *s);
bool wpp_seeker_missing_p (const struct wpp_seeker *s);

/* ---- accessor-graph.c: the same by A's graph.  */

/* wpp_accessor_find_target.  WPP_E_RANGE: the graph does not say.  */
int wpp_accessor_target_in_graph (struct wpp_accessor *a);
/* What SLOT of the activation of F was; not known, or A->err.  */
struct wpp_word wpp_accessor_look (struct wpp_accessor *a, const struct wpp_target_frame *f, uint32_t slot);
/* Find all writes, or the next read.  */
int wpp_seek_in_graph (struct wpp_seeker *s);

#endif /* WPP_ANALYSIS_ANSWERS_ACCESSOR_IMPL_H */
