/* What the parts of the answers to `wpp last-write' and `wpp next-read' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_ACCESSOR_IMPL_H
#define WPP_ANALYSIS_ANSWERS_ACCESSOR_IMPL_H

#include "answers/accessor.h"

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
  uint64_t address, bytes;
  const struct wpp_type *type;  /* of a variable; else null */
};

struct wpp_accessor
{
  const struct wpp_accessor_asked *asked;
  struct wpp_replayed_recording of;
  struct wpp_moment moment;
  struct wpp_target target;
  struct wpp_replay_now now;    /* at the moment */
  struct wpp_word parameter;    /* what the variable, a parameter in a register, was when the function was entered */
  int err;
  struct wpp_place *place;
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

#endif /* WPP_ANALYSIS_ANSWERS_ACCESSOR_IMPL_H */
