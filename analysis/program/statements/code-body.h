/* Coding the program as data: a body while it is coded.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_CODE_BODY_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_CODE_BODY_H

#include "program/statements/codec.h"

/* Places that statements had, the latest first.  */
#define WPP_PLACES 6

struct wpp_source_place
{
  uint32_t file, line, column, scope;
};

/* References within operands within references …: of a program's, none has more than three.  */
#define WPP_CODEC_DEPTH 32

struct wpp_body_codec
{
  struct wpp_codec *k;
  struct wpp_body *b;
  const struct wpp_function *f;
  /* How many have appeared.  */
  uint32_t operands, references, components, values, statements, lists, uses, calls, phis, arguments, cases;
  uint32_t temporaries;
  uint32_t depth;                      /* of operands within each other */
  struct wpp_tree variables;           /* all */
  struct wpp_tree old_references;      /* that have appeared */
  struct wpp_hash_table operand_table;
  struct wpp_recent recent_variables;
  uint32_t *latest;                    /* [variables] value, + 1 */
  uint32_t *before;                    /* [values] that of the same variable before it, + 1; of a temporary, its place
                                          among them */
  uint32_t *temporary;                 /* [values] those without a variable, in order */
  struct wpp_source_place places[WPP_PLACES];
  uint32_t scopes;                     /* that have appeared: those below */
  struct wpp_tree all_scopes;          /* WPP_NONE is 0 */
  struct wpp_recent recent_scopes;
  uint32_t *lines;                     /* [scopes + 1] of the statement of each that was last; 0: none yet */
  uint32_t boolean;                    /* the type that a comparison had last, or WPP_NONE */
};

/* code-operands.c.  WHERE says what an operand is for; below 256, with a position below 4.  */
uint32_t wpp_code_operand (struct wpp_body_codec *s, uint32_t operand, uint32_t where, uint32_t position);
/* The next value, which is defined now: its variable and type.  */
void wpp_code_value (struct wpp_body_codec *s, uint32_t where, uint32_t expected_type, uint8_t kind,
                     uint32_t definition);
/* The number of an operand that is the value defined last.  */
uint32_t wpp_code_defined (struct wpp_body_codec *s);
/* The type of OPERAND; WPP_NONE if it is a value that is not defined yet.  */
uint32_t wpp_known_type (const struct wpp_body_codec *s, uint32_t operand);
/* The next reference, which is all of a variable.  */
void wpp_code_whole (struct wpp_body_codec *s);

/* code-edges.c.  What T uses; what all edges say and bring to PHIs; what is known of references in memory.  */
void wpp_code_uses (struct wpp_body_codec *s, struct wpp_statement *t);
void wpp_code_edges (struct wpp_body_codec *s);
void wpp_code_memory (struct wpp_body_codec *s);

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_CODE_BODY_H */
