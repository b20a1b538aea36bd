/* Facts about expressions of the source: computed, loaded, compared before.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An expression (dependences.h) is killed by what defines one of its variables, including a PHI whose executed edge
   brings something else than the variable's value, and by what may store to memory it reads, as GCC's alias oracle
   and the table of the C library's functions say.  */

#ifndef WPP_ANALYSIS_FACTS_PROBLEMS_EXPRESSIONS_H
#define WPP_ANALYSIS_FACTS_PROBLEMS_EXPRESSIONS_H

#include "facts/problems/builder.h"
#include "facts/problems/dependences.h"

/* A problem of expressions begins with that.  */
struct wpp_expressions
{
  struct wpp_builder b;
  struct wpp_dependences d;             /* of what is being looked at */
  struct wpp_fact_lists of_variable;         /* facts */
  struct wpp_fact_lists of_place;       /* facts that depend on memory, by one of the references to the same place */
  uint32_t *places;                     /* [n_places] these references */
  size_t n_places, places_room;
  size_t keys_room;
  char **keys;                          /* [facts] */
  struct wpp_hash_table by_key;
  uint32_t *generated;                  /* [n_statements] the fact of a statement, or WPP_NONE */
};

void wpp_expressions_begin (struct wpp_builder *b);
void wpp_expressions_end (struct wpp_builder *b);

/* The fact of KEY with TEXT, made when it is new, which depends on X->d.  WPP_NONE when that is no expression of the
   source.  Both are emptied.  */
uint32_t wpp_expression_fact (struct wpp_expressions *x, struct wpp_buffer *key, struct wpp_buffer *text);

/* The fact of KEY, which is emptied, or WPP_NONE.  */
uint32_t wpp_expression_known (struct wpp_expressions *x, struct wpp_buffer *key);

/* FACT ends when memory of X->d is changed.  */
void wpp_expression_watch (struct wpp_expressions *x, uint32_t fact);

/* Kill what the memory is in that S may change, unless it is a call, which does that when control arrives.  */
void wpp_expressions_clobber (struct wpp_builder *b, const struct wpp_statement *s);

/* Kill what S makes out of date, a call's value only.  */
void wpp_expressions_kill (struct wpp_builder *b, const struct wpp_statement *s);

/* Facts of the outcomes of a condition: true, false.  */
struct wpp_outcomes
{
  uint32_t of[2];
};

/* Those of the conditions of a problem, in which GENERATED has numbers of them.  */
struct wpp_outcome_list
{
  size_t n, room;
  struct wpp_outcomes *all;             /* [n] malloc'ed */
};

/* O are those of CONDITION, which has none yet.  */
static inline void
wpp_outcomes_add (struct wpp_expressions *x, struct wpp_outcome_list *list, const struct wpp_statement *condition,
                  struct wpp_outcomes o)
{
  wpp_builder_check (&x->b, WPP_RESERVE (list->all, list->room, list->n, 1));
  if (x->b.err)
    return;
  x->generated[wpp_statement_number (&x->b, condition)] = list->n;
  list->all[list->n++] = o;
}

/* Those of S, or null.  */
static inline const struct wpp_outcomes *
wpp_outcomes_of (const struct wpp_expressions *x, const struct wpp_outcome_list *list, const struct wpp_statement *s)
{
  uint32_t number = x->generated[wpp_statement_number (&x->b, s)];
  return number == WPP_NONE ? NULL : &list->all[number];
}

/* For wpp_problem_class.  */
void wpp_expressions_arrive (struct wpp_builder *b, const struct wpp_statement *s);
void wpp_expressions_phi (struct wpp_builder *b, uint32_t result, uint32_t argument);

#endif /* WPP_ANALYSIS_FACTS_PROBLEMS_EXPRESSIONS_H */
