/* Answers as rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An answer is a library function that gives rows to a sink, one after the other, and returns how many, or an error.
   It knows nothing of how they are shown.  A sink shows rows, or does anything else with them, and knows nothing of
   what they mean, unless it wants to.

     answers/             struct wpp_path_row, its schema          show/
       wpp_answer_paths ── begin (head), row, row, …, end ──▶        text, JSON, …

   A row is a C struct.  Its schema lists the members: their names, types and units.  So whoever knows the question
   reads members, and whoever does not (JSON) goes through the schema.  A row may have lists of other rows in it; their
   elements are made when they are asked for.

   What is sent is an object: a head, which is a row by itself, and any number of rows of one schema.  Each of them may
   be such an object again: `begin' within `begin'.  Nobody keeps more than a row at a time, so answers may be longer
   than memory.

   Whatever a row points to is valid until the call of the sink returns, and an element of a list until the next one is
   asked for.  */

#ifndef WPP_ANALYSIS_ANSWERS_ROWS_H
#define WPP_ANALYSIS_ANSWERS_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

/* What a cell of a row is, in C.  */
enum wpp_cell
{
  WPP_CELL_TEXT,        /* const char *: any bytes; null: nothing */
  WPP_CELL_DIGITS,      /* const char *: an integer of any length, in decimal; begins with `>=' when it is not exact */
  WPP_CELL_NUMBER32,    /* uint32_t */
  WPP_CELL_NUMBER,      /* uint64_t */
  WPP_CELL_SIGNED,      /* int64_t; a negative one is nothing */
  WPP_CELL_INTEGER,     /* int64_t */
  WPP_CELL_COUNT,       /* uint64_t that saturates (saturate.h) */
  WPP_CELL_PATH_NUMBER, /* uint64_t, often beyond 2^53, where those err who take numbers for doubles */
  WPP_CELL_BIG,         /* mpz_t that saturates (big.h) */
  WPP_CELL_REAL,        /* double; not a number: nothing */
  WPP_CELL_TRUTH,       /* bool */
  WPP_CELL_ANY,         /* struct wpp_any_cell: one of the above, the row says which; a text that is null: nothing */
  WPP_CELL_LIST,        /* struct wpp_row_list: rows of the column's schema */
  WPP_CELL_ROW,         /* a row of the column's schema, within this one */
  WPP_CELL_ROW_AT       /* const void *: the place of such a row; null: nothing */
};

struct wpp_schema;

struct wpp_row_column
{
  const char *name;
  enum wpp_cell type;
  size_t offset;                /* of the member */
  bool optional;                /* nothing, false, 0, and a list without `get' are left out instead of being null */
  bool own_line;                /* it begins a line, where lines are broken */
  bool rounded;                 /* a real number is shown without what comes after the point */
  const char *unit;             /* `statements'; null: none */
  const struct wpp_schema *of;  /* of lists and rows */
};

struct wpp_schema
{
  const char *name;             /* what it describes: `path' */
  size_t size;                  /* of the struct */
  size_t n;
  const struct wpp_row_column *columns; /* [n] */
  bool tuple;                   /* its cells are known by their places, not by their names */
  bool bare;                    /* it has one column, and a row is no more than that cell */
  const char *rows;             /* if rows are sent after this one: what they are together: `paths'; and their … */
  const struct wpp_schema *of;  /* … schema */
  bool one_line;                /* no line is broken before the first of them and after the last, … */
  bool in_line;                 /* … nor between them */
  bool part;                    /* it has no cells: its rows are a list of the object that it is sent in, which has none
                                   but such lists */
};

/* The schema of STRUCT, with COLUMNS, an array; what follows are further members.  */
#define WPP_SCHEMA(NAME, STRUCT, COLUMNS, ...)                                                    \
  { .name = NAME, .size = sizeof (STRUCT), .n = sizeof (COLUMNS) / sizeof *(COLUMNS), .columns = COLUMNS, __VA_ARGS__ }
/* The column of MEMBER of STRUCT, which is called so, of type WPP_CELL_TYPE; what follows are further members, such as
   `.unit = "bytes"'.  */
#define WPP_COLUMN(STRUCT, MEMBER, TYPE, ...)                                                     \
  { .name = #MEMBER, .type = WPP_CELL_##TYPE, .offset = offsetof (STRUCT, MEMBER), __VA_ARGS__ }

struct wpp_any_cell
{
  enum wpp_cell type;           /* not ANY, LIST, ROW or ROW_AT */
  union
  {
    const char *text;
    const void *big;            /* mpz_srcptr */
    uint32_t number32;
    uint64_t number;
    int64_t integer;
    double real;
    bool truth;
  } is;
};

struct wpp_row_list
{
  size_t n;
  void *data;                   /* what GET needs */
  /* Set ROW, of the list's schema, to element I.  Return 0 or an error.  */
  int (*get) (void *data, size_t i, void *row);
};

/* Lists of numbers, as they are in arrays.  */
extern const struct wpp_schema wpp_number32_schema;
struct wpp_row_list wpp_numbers32 (const uint32_t *numbers, size_t n);
extern const struct wpp_schema wpp_integer_schema;
struct wpp_row_list wpp_integers (const int64_t *integers, size_t n);
/* The same of texts.  */
extern const struct wpp_schema wpp_text_schema;
struct wpp_row_list wpp_texts (const char *const *texts, size_t n);

/* The cell in COLUMN of ROW.  */
static inline const void *
wpp_cell_of (const void *row, const struct wpp_row_column *column)
{
  return (const char *)row + column->offset;
}

/* Who takes rows.  Its own struct begins with this one.  What its functions return other than 0 is an error; the answer
   stops and returns it.  Null instead of BEGIN or END: there is nothing to do.  */
struct wpp_row_sink
{
  /* An object of SCHEMA begins with HEAD, which is null when SCHEMA has no columns.  */
  int (*begin) (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head);
  int (*row) (struct wpp_row_sink *sink, const void *row);
  int (*end) (struct wpp_row_sink *sink);
};

static inline int
wpp_sink_begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *head)
{
  return sink->begin ? sink->begin (sink, schema, head) : 0;
}

static inline int
wpp_sink_row (struct wpp_row_sink *sink, const void *row)
{
  return sink->row (sink, row);
}

static inline int
wpp_sink_end (struct wpp_row_sink *sink)
{
  return sink->end ? sink->end (sink) : 0;
}

/* A sink for an answer whose object begins with its first row: when there is none, there may be an error instead.  It
   takes rows alone.  */
struct wpp_late_sink
{
  struct wpp_row_sink sink;
  struct wpp_row_sink *to;
  const struct wpp_schema *schema; /* of the object; … */
  const void *head;                /* … must stay */
  int64_t sent;                    /* rows */
};

struct wpp_late_sink wpp_late_sink (struct wpp_row_sink *to, const struct wpp_schema *schema, const void *head);
/* No more rows come.  Return how many there were, or an error.  */
int64_t wpp_late_end (struct wpp_late_sink *late);

#endif /* WPP_ANALYSIS_ANSWERS_ROWS_H */
