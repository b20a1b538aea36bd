/* Executions of a node, some thousand at a time: what is stored of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A group is up to WPP_WET_BLOCK executions, its rows, one after the other.  It has two parts.

     values   := list of rows that are irregular; column of each live slot, of each input
     column   := list of rows whose word is not known, u8 1 if what is stored is the difference to what the slot had
                 when the row before ended (of a live slot only), block
     labels   := u8 1 if there are lists of rows below, block of distances to the path before in the activation,
                 label...
     label    := [list of rows, for each of which LEB runs, 1 in all others; list of rows that were surprised],
                 numbers as blocks: the source of each run, [bytes of each run, where a row has not 1,]
                 u8 0 or the label from 1 whose instances are the same, [instance of each run]
     list     := LEB n, LEB difference to the one before...

   Irregular rows have values that replay did not get from this code: they are not known here.  A run is some bytes that
   are read and were written by one instance of a source.  A source is WPP_WET_NOBODY, WPP_WET_UNKNOWN, or a number of
   an access of a node, from WPP_WET_FIRST on, all accesses of all nodes one after the other.  An instance is the number
   of an execution of that node; or, if that is the node at hand, how many executions ago that was.  */

#ifndef WPP_ANALYSIS_WET_GROUP_H
#define WPP_ANALYSIS_WET_GROUP_H

#include "values/replay/micro.h"
#include "wet/column.h"

enum
{
  WPP_WET_NOBODY,                /* recorded code has not written it */
  WPP_WET_UNKNOWN,               /* the address is not known, or how many bytes are read */
  WPP_WET_FIRST
};

/* Which rows of a group.  */
struct wpp_wet_rows
{
  uint32_t *rows;                /* [n] rising */
  size_t n, room;
};
int wpp_wet_add_row (struct wpp_wet_rows *r, uint32_t row);

struct wpp_wet_run
{
  uint32_t source;
  uint32_t instance;
};

/* What was read by an access of the rows of a group.  */
struct wpp_wet_label
{
  struct wpp_wet_run *runs;      /* [n] of all rows, one after the other */
  size_t n, runs_room;
  struct wpp_wet_rows several;   /* rows that have not 1 run … */
  uint32_t *counts;              /* [several.n] … but so many */
  size_t counts_room;
  uint32_t *bytes;               /* [n_bytes] of the runs of these */
  size_t n_bytes, bytes_room;
  struct wpp_wet_rows surprised; /* a load found what recorded code had not left there */
};

/* What is known of a node.  */
struct wpp_wet_shape
{
  uint32_t n_live, n_inputs, n_labels;
  uint32_t first_source, end_source; /* its own accesses */
};

struct wpp_wet_group             /* all 0 at first */
{
  uint64_t first;                /* the number of its first row among the node's executions */
  uint32_t n;                    /* rows */
  uint64_t *words;               /* [n][n_live + n_inputs + n_live] live slots, inputs, live slots at the end (those are
                                    not stored) */
  size_t words_room;
  struct { uint32_t row, word; } *unknown; /* [n_unknown] by rows */
  size_t n_unknown, unknown_room;
  struct wpp_wet_rows irregular;
  uint64_t *before;              /* [n] distances */
  size_t before_room;
  struct wpp_wet_label *labels;  /* [n_labels] */
};

static inline uint32_t
wpp_wet_width (const struct wpp_wet_shape *s)
{
  return 2 * s->n_live + s->n_inputs;
}

/* The next row of R is X's?  Rows are asked for in order; *I is how many there were.  */
static inline bool
wpp_wet_row_p (const struct wpp_wet_rows *r, size_t *i, uint32_t row)
{
  while (*i < r->n && r->rows[*i] < row)
    ++*i;
  return *i < r->n && r->rows[*i] == row;
}

/* Forget the rows of G.  */
void wpp_wet_group_clear (struct wpp_wet_group *g, const struct wpp_wet_shape *s);
void wpp_wet_group_release (struct wpp_wet_group *g, const struct wpp_wet_shape *s);

struct wpp_wet_habits            /* of the columns of a node; all 0 at first */
{
  struct wpp_wet_habit *of;      /* [2 * n_live + n_inputs + 1 + 2 * n_labels], or null */
};

/* Append the parts of G to B, which fails if memory is out.  */
int wpp_wet_put_values (struct wpp_buffer *b, const struct wpp_wet_group *g, const struct wpp_wet_shape *s,
                        enum wpp_wet_predictor p, struct wpp_wet_habits *h);
int wpp_wet_put_labels (struct wpp_buffer *b, const struct wpp_wet_group *g, const struct wpp_wet_shape *s,
                        enum wpp_wet_predictor p, struct wpp_wet_habits *h);

/* Columns as they are stored.  */
struct wpp_wet_columns
{
  uint64_t *words;               /* [(n_live + n_inputs)][n] */
  uint8_t *relative;             /* [n_live] */
};

/* Read the values of the rows of G, whose FIRST and N are set: IRREGULAR, UNKNOWN, and what is stored of the words.
   WPP_E_NOMEM or WPP_E_CORRUPT; C is to be freed in any case.  */
int wpp_wet_read_values (struct wpp_reader *r, struct wpp_wet_group *g, const struct wpp_wet_shape *s,
                         struct wpp_wet_columns *c);
/* Read the labels.  Sources are not checked.  */
int wpp_wet_read_labels (struct wpp_reader *r, struct wpp_wet_group *g, const struct wpp_wet_shape *s);

#endif /* WPP_ANALYSIS_WET_GROUP_H */
