/* Reading JSON that a compiler wrote: dumps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A dump may be anybody's.  Every value that is used is checked.  Errors stick: after the first one readers give null
   or 0, and whoever reads asks once in the end.  The place says what is wrong, with the name of the element:
   `functions[3].blocks[0].count: not a count'.  */

#ifndef WPP_ANALYSIS_ANSWERS_DOCUMENT_H
#define WPP_ANALYSIS_ANSWERS_DOCUMENT_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

/* What is read, for messages.  */
struct wpp_document_kind
{
  const char *what;             /* `frequency dump' */
  const char *command;          /* that reads it: `freq' */
};

/* Read FILE to *BYTES [*SIZE], malloc'ed, with a 0 after them.  Return 0, WPP_E_IO, WPP_E_EMPTY, WPP_E_TOOBIG or
   WPP_E_NOMEM.  */
int wpp_document_load (const char *file, char **bytes, size_t *size);
/* Parse the JSON in BYTES [SIZE], of KIND.  Return null after an error, with *ERR and PLACE: WPP_E_NOMEM or
   WPP_E_TOLD.  */
struct json_object *wpp_document_parse (const struct wpp_document_kind *kind, const char *bytes, size_t size, int *err,
                                        struct wpp_place *place);

/* Read FILE, of KIND.  Return null after an error, with *ERR and PLACE: WPP_E_IO, WPP_E_EMPTY, WPP_E_TOOBIG,
   WPP_E_NOMEM, or WPP_E_TOLD.  */
struct json_object *wpp_document_read (const struct wpp_document_kind *kind, const char *file, int *err,
                                       struct wpp_place *place);

/* The errors of a document that is read.  */
struct wpp_document
{
  int err;
  struct wpp_place *place;      /* filled in when ERR is set */
};

/* An object in it, and where that is.  */
struct wpp_element
{
  struct wpp_document *document;
  struct json_object *object;
  char path[100];
};

/* CELL of E is no good, for which WHAT says why.  */
void wpp_element_wrong (const struct wpp_element *e, const char *cell, const char *what);

/* Element I of the array CELL of E; that array; the object CELL of E.  */
struct wpp_element wpp_element_of (const struct wpp_element *e, const char *cell, size_t i);
struct json_object *wpp_element_array (const struct wpp_element *e, const char *cell);
struct wpp_element wpp_element_object (const struct wpp_element *e, const char *cell);
bool wpp_element_has_p (const struct wpp_element *e, const char *cell);

const char *wpp_element_text (const struct wpp_element *e, const char *cell);
/* An integer of 0 .. MAX.  */
uint64_t wpp_element_number (const struct wpp_element *e, const char *cell, uint64_t max);
bool wpp_element_truth (const struct wpp_element *e, const char *cell);
/* The same, and null is -1.  */
int64_t wpp_element_signed (const struct wpp_element *e, const char *cell);
double wpp_element_real (const struct wpp_element *e, const char *cell);
/* A count: digits, which may begin with `>='.  */
const char *wpp_element_digits (const struct wpp_element *e, const char *cell);

#endif /* WPP_ANALYSIS_ANSWERS_DOCUMENT_H */
