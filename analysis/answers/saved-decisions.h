/* Decisions of dumps that were saved: `wpp decisions'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_SAVED_DECISIONS_H
#define WPP_ANALYSIS_ANSWERS_SAVED_DECISIONS_H

#include "answers/decisions.h"

struct json_object;

/* A dump, in which the texts of its decisions are.  */
struct wpp_decision_dump
{
  char *file;                   /* what it is of, as it is printed */
  struct json_object *document; /* or … */
  char *text;                   /* … the bytes of a text dump, cut into texts */
};

/* All 0: none.  */
struct wpp_saved_decisions
{
  size_t n, n_dumps;
  struct wpp_decision_row *rows; /* [n] as in the dumps, but for assembler names */
  struct wpp_decision_dump *dumps; /* [n_dumps] */
};

/* Add to ALL, a struct wpp_saved_decisions, the dump FILE, text (plugin/decisions/decisions.cc) or JSON.  Return 0;
   WPP_E_IO, WPP_E_EMPTY, WPP_E_TOOBIG or WPP_E_NOMEM; or WPP_E_TOLD with PLACE.  */
int wpp_saved_decisions_read (void *all, const char *file, struct wpp_place *place);
void wpp_saved_decisions_release (struct wpp_saved_decisions *all);

struct wpp_decisions_asked
{
  const char *function, *kind;  /* only those of this function, of this kind; null: all */
  bool chosen;                  /* only what was carried out */
  uint64_t top;                 /* only so many, those that gain most first; 0: all, as in the dumps */
};

/* Send those decisions of ALL that were ASKED for to SINK, as wpp_decisions_schema says.  Return how many, WPP_E_NOMEM,
   or what SINK returns.  */
int64_t wpp_answer_saved_decisions (const struct wpp_saved_decisions *all, const struct wpp_decisions_asked *asked,
                                    struct wpp_row_sink *sink);

/* decisions-text.c: add to ALL what TEXT, a text dump that is the last one of ALL's dumps, has.  TEXT is cut.  Return
   0, WPP_E_NOMEM, or WPP_E_TOLD with PLACE.  */
int wpp_saved_decisions_parse_text (struct wpp_saved_decisions *all, char *text, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_SAVED_DECISIONS_H */
