/* What a grammar that climbs is made of (climb.c, lines.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SHARED_CLIMB_IMPL_H
#define WPP_ANALYSIS_GRAMMAR_SHARED_CLIMB_IMPL_H

#include "base/array.h"
#include "grammar/shared/shared-impl.h"

#define WPP_LONGEST (UINT64_C (1) << 62)
#define WPP_NO_RULE UINT32_MAX

/* Powers, as a part of an array that may move.  */
struct wpp_powers_part
{
  size_t start, n;
};

struct wpp_powers
{
  struct wpp_letter_power *p;
  size_t n, room;
};

/* A rule.  */
struct wpp_climbing
{
  bool letters;
  struct wpp_powers_part head, tail;   /* of ENDS; if LETTERS, all of it is HEAD */
  struct wpp_powers_part body;         /* of the level's bodies */
  uint32_t again, period;       /* rules, or WPP_NO_RULE */
  struct wpp_powers_part first, last;  /* of ENDS, if there is PERIOD */
};

struct wpp_ascent
{
  struct wpp_sharing *s;
  struct wpp_climbing *rules;   /* [n_rules] */
  size_t n_rules, rules_room;
  uint32_t *order, *next_order; /* rules that are there, parts before wholes */
  size_t n_order, order_room, n_next, next_room;
  struct wpp_powers bodies, next, ends;
  struct wpp_powers line;       /* the rule at hand, with its rules' ends in it */
  uint64_t work;                /* that is left */
};

/* Is P a rule?  */
static inline bool
wpp_power_rule_p (const struct wpp_letter_power *p)
{
  return WPP_IS_RULE (p->symbol);
}

int wpp_powers_push (struct wpp_powers *to, uint32_t symbol, uint64_t exponent);

/* Does a phrase begin at the letter I of LINE, which has a letter on either side?  */
bool wpp_cut_p (const struct wpp_ascent *c, const struct wpp_letter_power *line, size_t i);
/* The first cut at I or later in the letters [FROM, TO) of LINE, or TO.  */
size_t wpp_next_cut (const struct wpp_ascent *c, const struct wpp_letter_power *line, size_t from, size_t to, size_t i);
/* Append to TO, of the next level, the phrases of the letters [FROM, END) of LINE, which begins and ends between
   phrases.  */
int wpp_put_phrases (struct wpp_ascent *c, struct wpp_powers *to, const struct wpp_letter_power *line, size_t from,
                     size_t end);
/* RULE is on the next level, and its body complete.  */
int wpp_end_rule (struct wpp_ascent *c, uint32_t rule);
/* Let the line be BODY, of this level, with the ends of its rules in it.  */
int wpp_lay_out (struct wpp_ascent *c, struct wpp_powers_part body);

#endif /* WPP_ANALYSIS_GRAMMAR_SHARED_CLIMB_IMPL_H */
