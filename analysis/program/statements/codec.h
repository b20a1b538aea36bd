/* Coding the program as data: what the parts of the coder share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The contents of a record are the names and texts, packed by zstd, and everything else as numbers in one stream
   (model.h): first the unit's tables, then body after body.  Of a body come its variables and scopes; then, node by
   node, PHIs and statements, with what their operands are where these appear first; then what edges say; then what is
   known of references in memory, and the alias matrix.

   The same functions code and decode: a field gets the value that was coded, which when coding is the value that it
   had.  Numbers must be such as the plugin gives them: values in the order of their definitions, operands and
   references in the order in which statements name them, operands before results.  What derives is not stored.

   When decoding, everything may be anything.  Arrays take their size, and what else is kept of each item, from the
   memory that a record may claim (wpp_codec_array).  A number that is used as an index is checked at once
   (wpp_codec_below); what else must hold is checked in the end (check.c).  After an error, `err' is set, numbers are 0,
   and loops end.  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_CODEC_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_CODEC_H

#include "program/statements/body.h"
#include "program/statements/model.h"
#include "program/statements/record.h"
#include "base/bytes.h"
#include "base/hash-table.h"

/* What is coded: a column has models, one for each context.  */
#define WPP_COLUMNS(X) \
  X (COUNT, 512) X (HAS, 8) X (LENGTH, 2) X (TEXT, 4) \
  X (TYPE_KIND, 1) X (TYPE_FLAGS, 16) X (TYPE_SIZE, 16) X (TYPE_PRECISION, 16) X (TYPE, 4) \
  X (FIELD_OFFSET, 2) X (FIELD_SIZE, 2) X (FIELD, 4) \
  X (VARIABLE_KIND, 2) X (VARIABLE_FLAGS, 8) X (LINE, 16) X (COLUMN, 32) X (FILE, 4) X (SAME_PLACE, 2) X (SCOPE, 8) \
  X (GLOBAL, 1) X (SCOPE_PARENT, 1) \
  X (CONSTANT_KIND, 2) X (CONSTANT_TYPE, 4) X (CONSTANT_LOW, 16) X (CONSTANT_HIGH, 16) X (CONSTANT, 256) \
  X (STATEMENT_KIND, 256) X (OPERATION, 16) X (STATEMENT_FLAGS, 256) X (N_OPERANDS, 256) X (PLACE, 256) \
  X (OPERAND_KIND, 1024) X (TEMPORARY, 64) X (VARIABLE, 128) X (VERSION, 64) X (VALUE, 8) X (OLD, 16) X (INVARIANT, 8) \
  X (VALUE_TYPE, 512) X (VALUE_VARIABLE, 256) \
  X (BASE_KIND, 4) X (BASE_OFFSET, 2) X (REFERENCE_FLAGS, 4) X (N_COMPONENTS, 32) X (COMPONENT_KIND, 32) X (BITS, 2) \
  X (EXTENT, 16) X (ALIAS_SET, 4) X (MEMORY, 8) X (ROW, 10) \
  X (CALL, 8) X (CALL_FLAGS, 4) X (USES, 256) X (NONNULL, 32) \
  X (OUTCOME, 16) X (INTO, 8) X (CASES, 4) X (BITS4, 272)

enum wpp_column
{
#define WPP_COLUMN_ID(ID, CONTEXTS) WPP_COLUMN_##ID,
  WPP_COLUMNS (WPP_COLUMN_ID)
#undef WPP_COLUMN_ID
  WPP_N_COLUMNS
};

/* Numbers that were used last in a context, the latest first.  */
#define WPP_RECENT 15

struct wpp_recent
{
  uint32_t number[WPP_RECENT];
  uint32_t n;
};

#define WPP_CONSTANT_CONTEXTS 256

/* How a function was called last.  */
struct wpp_last_call
{
  uint32_t flags, n_operands;
};

struct wpp_codec
{
  struct wpp_coder c;
  int err;                     /* 0, or why there is no result */
  uint64_t memory;             /* bytes that arrays took; decoding: that they may still take */
  struct wpp_model *models;
  struct wpp_buffer texts;     /* coding: names and texts, each with a 0 after it */
  struct wpp_reader texts_in;  /* decoding */
  const struct wpp_unit *unit;
  struct wpp_program *p;
  struct wpp_tree types, constants;
  struct wpp_recent *constants_of;  /* [WPP_CONSTANT_CONTEXTS] */
  uint32_t *pointer_to;        /* [n_types] the type that an address of something of it had last */
  uint32_t *set_of;            /* [2 * n_types] the alias set that something of it had last */
  uint32_t *first_field, *fields_of; /* [n_types + 1], [n_fields]: the fields of each record */
  struct wpp_tree *field_trees; /* [n_types] */
  struct wpp_last_call *last_call; /* [n_variables] of each function */
};

/* Make K, all 0 before, ready for its tables; record.c frees what it has.  Return 0 or WPP_E_NOMEM.  */
int wpp_codec_begin (struct wpp_codec *k);

/* The model of COLUMN for CONTEXT, which is taken as a remainder.  */
struct wpp_model *wpp_codec_model (struct wpp_codec *k, enum wpp_column column, uint32_t context);

static inline uint64_t
wpp_codec_number (struct wpp_codec *k, enum wpp_column column, uint32_t context, uint64_t value)
{
  value = wpp_code_number (&k->c, wpp_codec_model (k, column, context), value);
  return k->err ? 0 : value;
}

/* A number that must be below N, which is an error otherwise.  */
uint32_t wpp_codec_below (struct wpp_codec *k, enum wpp_column column, uint32_t context, uint32_t value, uint32_t n);
/* A difference; of 64 bits, and of such numbers as must fit 32 bits.  */
uint64_t wpp_codec_from (struct wpp_codec *k, enum wpp_column column, uint32_t context, uint64_t value,
                         uint64_t before);
uint32_t wpp_codec_from32 (struct wpp_codec *k, enum wpp_column column, uint32_t context, uint32_t value,
                           uint32_t before);
/* A number in T, which has some, of N.  */
uint32_t wpp_codec_in_tree (struct wpp_codec *k, struct wpp_tree *t, uint32_t value);
/* VALUE, which may be one that was used in the context of R lately; else it is in ALL.  */
uint32_t wpp_codec_recent (struct wpp_codec *k, struct wpp_recent *r, enum wpp_column column, uint32_t context,
                           uint32_t value, struct wpp_tree *all);
/* NUMBER was used in the context of R.  */
void wpp_codec_note (struct wpp_recent *r, uint32_t number);
/* A type, which may be as EXPECTED; a constant.  */
uint32_t wpp_codec_type (struct wpp_codec *k, uint32_t type, uint32_t expected, uint32_t context);
uint32_t wpp_codec_constant (struct wpp_codec *k, uint32_t constant, uint32_t context);

/* How many items of SIZE bytes, and EXTRA that is kept of each, there are; *ARRAY, decoding, gets room for them.  */
uint32_t wpp_codec_array (struct wpp_codec *k, uint32_t context, uint32_t n, void *array, size_t size, size_t extra);
/* Count BYTES of memory beside arrays; decoding, fail if that is more than the record claims.  */
void wpp_codec_charge (struct wpp_codec *k, uint64_t bytes);
/* Memory for N items of SIZE that are 0, or null after an error.  */
void *wpp_codec_scratch (struct wpp_codec *k, size_t n, size_t size);
/* Let T have N numbers.  */
void wpp_codec_fill (struct wpp_codec *k, struct wpp_tree *t, uint32_t n);

void wpp_codec_name (struct wpp_codec *k, char **name, uint32_t context);
void wpp_codec_text (struct wpp_codec *k, char **text, uint32_t length);
void wpp_codec_place (struct wpp_codec *k, uint32_t context, uint32_t *file, uint32_t *line, uint32_t *column,
                      uint32_t near_line);
void wpp_codec_variable (struct wpp_codec *k, struct wpp_variable *v, bool local, uint32_t number, uint32_t near_line);
void wpp_codec_fail (struct wpp_codec *k, int err);

/* code-unit.c, code-body.c, check.c  */
void wpp_codec_tables (struct wpp_codec *k);
void wpp_codec_body (struct wpp_codec *k, struct wpp_body *b, const struct wpp_function *f);
/* Is what K has decoded in order?  */
bool wpp_program_check (const struct wpp_program *p, const struct wpp_unit *unit);

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_CODEC_H */
