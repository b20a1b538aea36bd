/* wpp-read: recordings of wpp, read by programs; link with -lwpp-read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A recording is opened, asked questions by their names, which are those of the tool's commands, and answers with rows.
   The columns of rows are those of the tool's JSON: `wpp hot --json' shows what there is.  So a question that a later
   version adds needs no new function here.

   Nothing here prints or ends the program.  A recording belongs to one thread at a time.  wpp-read(3) has an
   example.  */

#ifndef WPP_ANALYSIS_READ_WPP_READ_H
#define WPP_ANALYSIS_READ_WPP_READ_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wpp_read wpp_read;
typedef struct wpp_read_row wpp_read_row;

/* What a recording has (wpp_read_has).  */
#define WPP_READ_COUNTS 1       /* how often each path was executed */
#define WPP_READ_ORDER 2        /* which path came after which, in each thread */
#define WPP_READ_ACTIVATIONS 4  /* which paths one execution of a function took, and who called it */
#define WPP_READ_VALUES 16      /* what statements computed */

/* Open the profiles FILES [N], N > 0, as one recording.  Return null after an error, with a line of text about it in
   ERROR [SIZE], which names the file.  A profile that a collector still writes is waited for.  */
wpp_read *wpp_read_open (const char *const *files, size_t n, char *error, size_t size);
void wpp_read_close (wpp_read *r);
unsigned wpp_read_has (const wpp_read *r);

/* The names of all questions, up to a null.  */
const char *const *wpp_read_questions (void);

/* Takes a row, which is valid until it returns, and DATA.  A number other than 0 ends the answer.  */
typedef int wpp_read_visitor (void *data, const wpp_read_row *row);

/* Ask QUESTION with OPTIONS, `function=NAME', `top=N', `at=FILE:LINE', `variable=NAME',
   `condition=TEXT' and `execution=K', up to a null, or null; ROW gets each row of
   the answer.
   Return how many rows there are, asked for or not; what ROW returned, if that was not 0 and negative, or -1 if it was
   positive; or -2 after an error, which wpp_read_error tells.  */
int64_t wpp_read_ask (wpp_read *r, const char *question, const char *const *options, wpp_read_visitor *row, void *data);

/* A line of text about the last error of R; empty before there was one.  */
const char *wpp_read_error (const wpp_read *r);

/* ---- Cells.  A column that ROW does not have is nothing.  */

/* The number of columns of ROW, and the name of column I.  */
size_t wpp_read_columns (const wpp_read_row *row);
const char *wpp_read_column (const wpp_read_row *row, size_t i);

/* The text in COLUMN; null when it is nothing, or no text.  */
const char *wpp_read_text (const wpp_read_row *row, const char *column);
/* The number in COLUMN; DEFAULT_VALUE when it is nothing, negative, or no whole number.  Counts above 2^64 - 1 are
   that.  */
uint64_t wpp_read_number (const wpp_read_row *row, const char *column, uint64_t default_value);
/* The same of any number; not a number when it is nothing.  */
double wpp_read_real (const wpp_read_row *row, const char *column);

/* Give ELEMENT each row of the list, or the row, in COLUMN; those of a list of plain numbers or texts have one column.
   Return 0; what ELEMENT returned, if that was not 0; or -2 after an error.  */
int wpp_read_list (const wpp_read_row *row, const char *column, wpp_read_visitor *element, void *data);

#ifdef __cplusplus
}
#endif

#endif /* WPP_ANALYSIS_READ_WPP_READ_H */
