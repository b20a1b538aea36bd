/* Records of an index (decide/index/index.h) as numbers that can be changed one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_MUTATE_RECORDS_H
#define WPP_TESTSUITE_MUTATE_RECORDS_H

#include "base/bytes.h"

/* In the order in which an entry refers to them.  */
enum record_kind
{
  RECORD_COUNTS,
  RECORD_CALLS,
  RECORD_BRANCHES,
  RECORD_LOOPS,
  RECORD_CONTEXTS,
  RECORD_VALUES,
  RECORD_SAMPLE,
  RECORD_WHOLE,
  N_RECORDS
};

enum field_kind
{
  FIELD_FIXED,      /* how many items follow, and what else the layout of the record depends on */
  FIELD_BYTE,       /* such a number that is a byte */
  FIELD_STEP,       /* a number less the one before: path, node, function, trips */
  FIELD_TIMES,      /* how often something happened */
  FIELD_ENTRY,      /* the number of an entry */
  FIELD_NODE,       /* a node plus 1 */
  FIELD_LETTER,     /* of a projection */
  FIELD_EXPONENT,
  FIELD_SYMBOL      /* of a projection, as a number of some bytes */
};

struct field
{
  enum field_kind kind;
  unsigned char width;   /* bytes of a FIELD_SYMBOL */
  uint64_t value;
};

struct fields
{
  size_t n, room;
  struct field *fields;
};

/* Set *F to the fields of the record DATA [SIZE] of KIND.  Return false if it is damaged.  */
bool fields_read (enum record_kind kind, const unsigned char *data, size_t size, struct fields *f);

/* Append F to B, as a record.  */
void fields_put (const struct fields *f, struct wpp_buffer *b);

void fields_release (struct fields *f);

#endif /* WPP_TESTSUITE_MUTATE_RECORDS_H */
